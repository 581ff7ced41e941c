// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"

#include <memory>
#include <mutex>

namespace quantiscope {

/// What a job that measures sensitivities knows so far: it writes, the window reads. Thread-safe.
class LiveSensitivity
{
public:
    void tell(const Sensitivity& known);
    /// The newest; null until something is known. The same object as long as nothing new was told.
    [[nodiscard]] std::shared_ptr<const Sensitivity> known() const;

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const Sensitivity> m_known;
};

} // namespace quantiscope
