// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"

#include <atomic>
#include <string>
#include <vector>

namespace quantiscope::test {

/// Keeps the warnings of a job.
class RecordingFeedback final : public Feedback
{
public:
    [[nodiscard]] bool isCanceled() const override { return canceled; }
    void warn(const std::string& message) override { warnings.push_back(message); }

    std::vector<std::string> warnings;
    std::atomic<bool> canceled = false;
};

} // namespace quantiscope::test
