// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"

#include <QtGlobal>

#include <atomic>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope::test {

/// Keeps all that is told, and cancels at a given stage: when it starts, or after so many of its steps.
class TestFeedback final : public Feedback
{
public:
    TestFeedback() = default;
    explicit TestFeedback(std::string stage, std::size_t steps = 0) : m_stage(std::move(stage)), m_steps(steps) { }

    [[nodiscard]] bool isCanceled() const override { return m_canceled; }
    void progress(const Progress& progress) override
    {
        if (stages.empty() || stages.back() != progress.stage)
            stages.emplace_back(progress.stage);
        if (progress.done > progress.total && progress.total > 0)
            qFatal("progress beyond the end");
        if (progress.total > 0)
            totals[stages.back()] = progress.total;
        lastDone = progress.done;
        if (progress.stage == m_stage && progress.done >= m_steps)
            m_canceled = true;
    }
    void warn(const std::string& message) override { warnings.push_back(message); }

    std::vector<std::string> stages; ///< in their order, each once as long as it lasts
    std::map<std::string, std::size_t> totals;
    std::size_t lastDone = 0;
    std::vector<std::string> warnings;

private:
    std::string m_stage;
    std::size_t m_steps = 0;
    std::atomic<bool> m_canceled = false;
};

} // namespace quantiscope::test
