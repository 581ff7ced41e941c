// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace quantiscope {

/// Calls @p onCancel once, from a thread of its own, when the user cancels while the watcher lives. Polls every 10 ms.
class CancelWatcher
{
public:
    CancelWatcher(const Feedback& feedback, std::function<void()> onCancel);
    ~CancelWatcher();
    CancelWatcher(const CancelWatcher&) = delete;
    CancelWatcher& operator=(const CancelWatcher&) = delete;

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_done = false;
    std::thread m_thread;
};

} // namespace quantiscope
