// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/analysis/sample_effect.h"
#include "core/analysis/variant_runner.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/crew.h"

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace quantiscope {

/// One way of quantizing the session's recipe, and what is known of it.
struct MeasuredVariant
{
    AlsoFloat alsoFloat;
    EffectSums effect = {}; ///< of the first samples
    VariantFigures figures = {}; ///< once there is an effect
    std::optional<VariantHandle> handle = {}; ///< in the runner of the measurement
    bool hasOwnSession = false; ///< the runner cannot wire it
};

/// Runs variants of a session's recipe on its samples, several at a time: in one loaded session in which quantization
/// is switched, all variants of a sample one behind the other (VariantRunner::runEach()), or, where that cannot be,
/// each in a session of its own, for which it is made and loaded at most twice: for a first look, and for all the rest.
///
/// Memory does not grow with the samples: effects are added up in the samples' order as soon as they are there.
class VariantMeasurement
{
public:
    /// @p session must outlive the object.
    explicit VariantMeasurement(AnalysisSession& session);

    /// What is compared, in the order of SampleEffect.
    [[nodiscard]] const EffectComparer& comparer() const { return m_comparer; }

    /// How many samples there are; those that turn out not to be readable are left out with a warning.
    [[nodiscard]] std::size_t samples() const { return m_known.size() + (m_size - m_next); }

    /// Measures each of @p variants on the first @p samples samples, or as many as there are; those with an effect of
    /// as many are left alone. One with a session of its own that has an effect already is measured on all. The
    /// progress of stage @p stage counts variants, as many as the runs so far would make. Canceled, or the error of the
    /// first run that fails: what is added up by then stays. @p look: of Crew; effectOf() tells it what is there.
    [[nodiscard]] Result<void> measure(std::span<MeasuredVariant* const> variants, std::size_t samples,
                                       std::string_view stage, Feedback& feedback,
                                       const std::function<void()>& look = {});

    /// What @p variant was measured to do so far, also while measure() goes on; nothing without a sample.
    [[nodiscard]] std::optional<VariantEffect> effectOf(const MeasuredVariant& variant, SensitivityMetric metric) const;

private:
    Result<void> readAhead(std::size_t samples, Feedback& feedback);
    Result<void> addToRunner(std::span<MeasuredVariant* const> variants, Feedback& feedback);
    [[nodiscard]] Result<void> measureBatch(std::span<MeasuredVariant* const> variants, std::size_t samples, Crew& crew,
                                            Feedback& feedback);
    void release(std::span<MeasuredVariant* const> variants);
    class Turns;
    struct Turn;
    [[nodiscard]] Result<void> take(const Turn& turn, Turns& turns, const std::function<void()>& tick,
                                    const std::stop_token& stop) const;
    [[nodiscard]] Result<void> measureAlone(MeasuredVariant& variant, std::size_t samples,
                                            const std::function<void()>& tick, const std::stop_token& stop,
                                            const Feedback& feedback) const;

    AnalysisSession& m_session;
    VariantRunner m_runner;
    InputAdapter m_adapter; ///< brings samples to the runner's inputs
    std::size_t m_size; ///< of the session's samples
    std::size_t m_next = 0; ///< the first sample that was not tried yet
    std::vector<std::size_t> m_known; ///< samples that can be read
    EffectComparer m_comparer;
    mutable std::mutex m_mutex; ///< of effects and figures while they are being measured
};

} // namespace quantiscope
