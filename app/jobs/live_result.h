// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>

namespace quantiscope {

/// What a job knows so far of a Value: it writes, the window reads. Thread-safe.
template <typename Value>
class LiveResult
{
public:
    void tell(const Value& known)
    {
        auto copy = std::make_shared<const Value>(known);
        const std::lock_guard lock(m_mutex);
        m_known.swap(copy); // the old one goes outside of the lock
    }

    /// The newest; null until something is known. The same object as long as nothing new was told.
    [[nodiscard]] std::shared_ptr<const Value> known() const
    {
        const std::lock_guard lock(m_mutex);
        return m_known;
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const Value> m_known;
};

} // namespace quantiscope
