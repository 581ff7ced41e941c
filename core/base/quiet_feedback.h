// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"

namespace quantiscope {

/// Passes cancellation on, but neither progress nor warnings: for work inside a step whose own remarks would confuse.
class QuietFeedback final : public Feedback
{
public:
    explicit QuietFeedback(const Feedback& target) : m_target(target) { }

    [[nodiscard]] bool isCanceled() const override { return m_target.isCanceled(); }

private:
    const Feedback& m_target;
};

} // namespace quantiscope
