// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/advisor.h"
#include "core/pipeline/what_if_run.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace quantiscope {

/// Measures variants against a goal, within a budget.
class AdviceMeasurement
{
public:
    /// Everything must outlive the object.
    AdviceMeasurement(AnalysisSession& session, const AdviceRequest& request, Feedback& feedback);

    /// InvalidArgument unless the goal has a bound and names what is there.
    [[nodiscard]] Result<void> checkGoal() const;

    /// DataRefused when the float model gives no finite values where the goal is about them: no variant is to blame.
    [[nodiscard]] Result<void> checkFloat() const;

    /// Runs the session's model quantized with @p config, and with the user's nodes @p alsoFloat in float, on the
    /// screening samples. Canceled when the user wants it, or nothing is left of the budget; other errors are reasons
    /// not to take this variant.
    [[nodiscard]] Result<AdviceOutcome> screen(const QuantConfig& config, const std::set<std::string>& alsoFloat = {});

    /// screen() on all samples, outside of the budget.
    [[nodiscard]] Result<AdviceOutcome> confirm(const QuantConfig& config);

    /// How much is lost of the metric: 0 is perfect, +inf is no value. Losses of parts of a network add up, nearly.
    [[nodiscard]] double lossOf(const AdviceOutcome& outcome) const;
    /// What is allowed.
    [[nodiscard]] double goalLoss() const;

    [[nodiscard]] AnalysisSession& session() const { return m_session; }
    [[nodiscard]] const AdviceRequest& request() const { return m_request; }
    [[nodiscard]] std::size_t screening() const { return m_screening; }
    [[nodiscard]] std::size_t samples() const { return m_samples; }
    [[nodiscard]] std::size_t evaluations() const { return m_evaluations; }
    [[nodiscard]] Feedback& feedback() const { return m_feedback; }

private:
    [[nodiscard]] Result<AdviceOutcome> measure(const QuantConfig& config, std::size_t samples,
                                                const std::set<std::string>& alsoFloat);
    [[nodiscard]] double lossOf(double value) const;

    AnalysisSession& m_session;
    const AdviceRequest& m_request;
    Feedback& m_feedback;
    std::size_t m_samples;
    std::size_t m_screening;
    std::size_t m_evaluations = 0;
    std::optional<std::chrono::steady_clock::time_point> m_end;
    WhatIfRun m_whatIf;
};

/// What @p variant, quantized with @p config, costs.
[[nodiscard]] AdviceFigures adviceFigures(const VariantDesign& variant, const QuantConfig& config);

} // namespace quantiscope
