// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <csignal>
#include <unistd.h>

namespace quantiscope {

namespace {

volatile std::sig_atomic_t g_interrupted = 0;

void onSignal(int)
{
    constexpr int kCanceled = 130;
    if (g_interrupted)
        ::_exit(kCanceled);
    g_interrupted = 1;
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
    return g_interrupted != 0;
}

} // namespace quantiscope
