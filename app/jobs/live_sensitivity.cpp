// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/live_sensitivity.h"

namespace quantiscope {

void LiveSensitivity::tell(const Sensitivity& known)
{
    auto copy = std::make_shared<const Sensitivity>(known);
    const std::lock_guard lock(m_mutex);
    m_known.swap(copy);
}

std::shared_ptr<const Sensitivity> LiveSensitivity::known() const
{
    const std::lock_guard lock(m_mutex);
    return m_known;
}

} // namespace quantiscope
