// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "core/base/temporary_paths.h"

#include <atomic>
#include <csignal>
#include <unistd.h>

namespace quantiscope {

namespace {

// Written by the handler, read by several threads.
std::atomic<bool> g_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void onSignal(int)
{
    constexpr int kCanceled = 130;
    if (!g_interrupted.exchange(true))
        return;
    removeTemporaryPaths();
    ::_exit(kCanceled);
}

} // namespace

void installInterruptHandler()
{
    struct sigaction action = {};
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    // A closed pipe behind the output is an error of the write, not a reason to die without a word.
    ::signal(SIGPIPE, SIG_IGN);
}

bool isInterrupted()
{
    return g_interrupted.load();
}

} // namespace quantiscope
