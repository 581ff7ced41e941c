// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/evaluator.h"

#include "core/analysis/sample_comparer.h"
#include "core/base/nearest_name.h"
#include "core/data/sample_workers.h"

#include <algorithm>

namespace quantiscope {

namespace {

/// The float model's outputs that can be compared. ModelRefused when the quantized model lacks an input or output.
Result<std::vector<std::string>> comparableOutputs(const ModelResults& floatResults,
                                                   const ModelResults& quantizedResults, Feedback& feedback)
{
    const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const std::string& name : floatResults.inputNames()) {
        if (!contains(quantizedResults.inputNames(), name))
            return Error{ErrorCode::ModelRefused,
                         "The quantized model has no input '" + name + "', the float model has.", name};
    }
    std::vector<std::string> outputs;
    for (const std::string& name : floatResults.outputNames()) {
        if (!contains(quantizedResults.outputNames(), name))
            return Error{ErrorCode::ModelRefused,
                         "The quantized model has no output '" + name + "', the float model has.", name};
        if (floatResults.isNumericOutput(name) && quantizedResults.isNumericOutput(name))
            outputs.push_back(name);
        else
            feedback.warn("Output '" + name + "' is not a tensor of numbers; it is not compared.");
    }
    if (outputs.empty())
        return Error{ErrorCode::ModelRefused, "The model has no output that can be compared.", {}};
    return outputs;
}

/// Adds samples up, in their order.
class EvaluationBuilder
{
public:
    EvaluationBuilder(const std::vector<std::string>& outputs, const LabelMap* labels, const EvaluationDetail& detail)
        : m_labels(labels), m_detail(detail), m_hasElements(detail.parts.size(), false)
    {
        for (const std::string& name : outputs)
            m_outputs.emplace_back(name);
        for (const OutputPart& part : detail.parts)
            m_parts.emplace_back(part.name);
        if (labels)
            m_evaluation.classification.emplace();
    }

    void add(SampleComparison comparison)
    {
        SampleRecord& record = comparison.record;
        for (std::size_t i = 0; i < m_outputs.size(); ++i)
            m_outputs[i].add(record.outputs[i]);
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            m_parts[i].add(record.parts[i]);
            m_hasElements[i] = m_hasElements[i] || !comparison.isPartEmpty[i];
        }
        m_areScores = m_areScores && comparison.agrees.has_value();
        m_agreement += comparison.agrees.value_or(false);
        if (comparison.hits)
            addHits(*comparison.hits, record);
        if (m_evaluation.perSample.size() < m_detail.keptSamples)
            m_evaluation.perSample.push_back(std::move(record));
    }

    /// What came of @p samples samples.
    [[nodiscard]] Result<Evaluation> finished(std::uint64_t samples)
    {
        m_evaluation.samples = samples;
        if (samples == 0)
            return Error{ErrorCode::DataRefused, "There is no sample to evaluate with.", {}};
        if (m_labels && m_evaluation.classification->labelled == 0) {
            return Error{ErrorCode::DataRefused,
                         "None of the labels belongs to a sample: check the names in the label file.",
                         {}};
        }
        for (const OutputSummaryBuilder& builder : m_outputs)
            m_evaluation.outputs.push_back(builder.summary());
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const OutputPart& part = m_detail.parts[i];
            if (!m_hasElements[i])
                return Error{ErrorCode::InvalidArgument,
                             "Part '" + part.name + "': '" + selectionText(part)
                                 + "' has no element for any of the samples.",
                             part.name};
            m_evaluation.parts.push_back({part, m_parts[i].summary()});
        }
        if (m_areScores)
            m_evaluation.agreement = m_agreement;
        return std::move(m_evaluation);
    }

private:
    void addHits(const ClassificationSummary& hits, const SampleRecord& record)
    {
        m_evaluation.classification->add(hits);
        if (hits.floatTop1 == hits.quantizedTop1 || m_evaluation.flipped.size() >= m_detail.keptSamples)
            return;
        for (const auto& known : {record.label, record.floatClass, record.quantizedClass}) {
            if (!known || m_evaluation.classNames.contains(*known))
                continue;
            std::string name = m_labels->className(*known);
            if (name != std::to_string(*known))
                m_evaluation.classNames.emplace(*known, std::move(name));
        }
        m_evaluation.flipped.push_back({record.name, *record.label, record.floatClass, record.quantizedClass});
    }

    const LabelMap* m_labels;
    const EvaluationDetail& m_detail;
    Evaluation m_evaluation;
    std::vector<OutputSummaryBuilder> m_outputs;
    std::vector<OutputSummaryBuilder> m_parts;
    std::vector<bool> m_hasElements; ///< of each part, for any sample
    std::uint64_t m_agreement = 0;
    bool m_areScores = true;
};

} // namespace

const OutputSummary* Evaluation::summaryNamed(std::string_view name) const
{
    const auto output = std::find_if(outputs.begin(), outputs.end(),
                                     [name](const OutputSummary& summary) { return summary.name == name; });
    if (output != outputs.end())
        return &*output;
    const auto part = std::find_if(parts.begin(), parts.end(),
                                   [name](const MeasuredPart& measured) { return measured.summary.name == name; });
    return part == parts.end() ? nullptr : &part->summary;
}

std::vector<std::optional<double>> Evaluation::valuesOf(std::string_view name, OutputMetric metric) const
{
    const OutputSummary* summary = summaryNamed(name);
    if (!summary)
        return {};
    const auto output =
        std::find_if(outputs.begin(), outputs.end(), [summary](const OutputSummary& each) { return &each == summary; });
    const auto part = std::find_if(parts.begin(), parts.end(),
                                   [summary](const MeasuredPart& measured) { return &measured.summary == summary; });
    std::vector<std::optional<double>> values;
    for (const SampleRecord& record : perSample) {
        const OutputComparison& comparison = output != outputs.end()
            ? record.outputs[static_cast<std::size_t>(output - outputs.begin())]
            : record.parts[static_cast<std::size_t>(part - parts.begin())];
        values.push_back(comparison.metrics ? valueOf(*comparison.metrics, metric) : std::nullopt);
    }
    return values;
}

Result<Evaluation> evaluate(const ModelResults& floatResults, const ModelResults& quantizedResults,
                            SamplePrefetcher& samples, const LabelMap* labels, int threads, Feedback& feedback,
                            const EvaluationDetail& detail)
{
    const auto outputs = comparableOutputs(floatResults, quantizedResults, feedback);
    if (!outputs)
        return outputs.error();
    for (const OutputPart& part : detail.parts) {
        if (std::find(outputs->begin(), outputs->end(), part.output) == outputs->end())
            return Error{ErrorCode::InvalidArgument,
                         "Part '" + part.name + "': output '" + part.output + "' cannot be compared."
                             + didYouMean(part.output, *outputs),
                         part.name};
    }
    EvaluationBuilder builder(*outputs, labels, detail);
    const SampleComparer comparer(floatResults, quantizedResults, *outputs, labels, detail);
    const auto work = [&](const Sample& sample, const std::stop_token& stop) -> Result<SampleConclusion> {
        Result<SampleComparison> comparison = comparer.compare(sample, stop);
        if (!comparison)
            return comparison.error();
        return SampleConclusion([&builder, done = std::move(*comparison)]() mutable -> Result<void> {
            builder.add(std::move(done));
            return {};
        });
    };
    const auto count = forEachSample(samples, threads, "evaluate", work, feedback);
    if (!count)
        return count.error();
    Result<Evaluation> evaluation = builder.finished(*count);
    if (evaluation)
        evaluation->dataHash = samples.dataDigest();
    return evaluation;
}

} // namespace quantiscope
