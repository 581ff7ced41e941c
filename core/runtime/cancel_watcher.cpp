// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/cancel_watcher.h"

#include <chrono>

namespace quantiscope {

CancelWatcher::CancelWatcher(const Feedback& feedback, std::function<void()> onCancel)
    : m_thread([this, &feedback, onCancel = std::move(onCancel)] {
        constexpr std::chrono::milliseconds kInterval(10);
        std::unique_lock lock(m_mutex);
        while (!m_wake.wait_for(lock, kInterval, [this] { return m_done; })) {
            if (feedback.isCanceled()) {
                onCancel();
                return;
            }
        }
    })
{
}

CancelWatcher::~CancelWatcher()
{
    {
        const std::lock_guard lock(m_mutex);
        m_done = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

} // namespace quantiscope
