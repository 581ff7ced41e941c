// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/result_check.h"

#include "core/base/quiet_feedback.h"
#include "core/data/stored_samples.h"

namespace quantiscope {

void ResultCheck::read(const SampleSource& source, std::size_t count)
{
    m_samples = firstSamples(source, count);
    if (m_samples.empty())
        m_unreadable = Error{ErrorCode::DataRefused, "None of the first samples can be read.", {}};
}

void ResultCheck::open(const DataSpec& data, std::span<const TensorSpec> inputs, std::size_t count,
                       const Feedback& feedback)
{
    QuietFeedback quiet(feedback);
    const auto source = openSampleSource(data, inputs, quiet);
    if (source)
        read(**source, count);
    else
        m_unreadable = source.error();
}

Result<Evaluation> ResultCheck::compare(const RuntimeEnvironment& environment, const Model& quantized,
                                        std::span<const TensorSpec> inputs, int threads, const EvaluationDetail& detail,
                                        const Feedback& feedback) const
{
    if (m_unreadable)
        return *m_unreadable;
    if (!m_expected)
        return Error{ErrorCode::DataRefused, "The float model was not run.", {}};
    if (!*m_expected)
        return m_expected->error();
    // The check is small: it rather takes less memory than less time.
    const auto session = InferenceSession::create(
        environment, quantized, {.optimization = OptimizationLevel::Disabled, .threads = 1, .keepMemory = false});
    if (!session)
        return refusedModel(session.error());
    QuietFeedback quiet(feedback);
    const StoredSamples source(m_samples);
    SamplePrefetcher samples(source, quiet);
    return evaluate(**m_expected, RunningResults(*session, InputAdapter(inputs, quantized.inputs())), samples, nullptr,
                    threads, quiet, detail);
}

} // namespace quantiscope
