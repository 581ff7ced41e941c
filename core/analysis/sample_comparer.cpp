// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_comparer.h"

#include "core/analysis/class_answers.h"

#include <algorithm>

namespace quantiscope {

SampleComparer::SampleComparer(const ModelResults& floatResults, const ModelResults& quantizedResults,
                               const std::vector<std::string>& outputs, const LabelMap* labels,
                               const EvaluationDetail& detail)
    : m_floatResults(floatResults)
    , m_quantizedResults(quantizedResults)
    , m_outputs(outputs)
    , m_labels(labels)
    , m_detail(detail)
{
    for (const OutputPart& part : detail.parts)
        m_partOutputs.push_back(
            static_cast<std::size_t>(std::find(outputs.begin(), outputs.end(), part.output) - outputs.begin()));
}

Result<SampleComparison> SampleComparer::compare(const Sample& sample, const std::stop_token& stop) const
{
    const auto real = m_floatResults.of(sample, m_outputs, stop);
    if (!real)
        return real.error();
    const auto quantized = m_quantizedResults.of(sample, m_outputs, stop);
    if (!quantized)
        return quantized.error();
    SampleComparison comparison;
    comparison.record.name = sample.name;
    comparison.record.index = sample.index;
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        const Tensor& a = (*real)[i];
        const Tensor& b = (*quantized)[i];
        if (a.shape().size() != b.shape().size()) {
            return Error{ErrorCode::ModelRefused,
                         "Output '" + m_outputs[i] + "' has shape " + shapeListText(a.shape())
                             + " in the float model and " + shapeListText(b.shape()) + " in the quantized one.",
                         m_outputs[i]};
        }
        comparison.record.outputs.push_back(comparisonOf(a, b, m_detail.similarity));
    }
    if (const Result<void> done = compareParts(*real, *quantized, comparison); !done)
        return done.error();
    const auto answers =
        classAnswers(sample, m_outputs[0], (*real)[0], (*quantized)[0], m_labels, m_detail.mayBeScores);
    if (!answers)
        return answers.error();
    if (const std::optional<ClassAnswers>& known = *answers) {
        comparison.record.floatClass = known->floatClass;
        comparison.record.quantizedClass = known->quantizedClass;
        comparison.record.label = known->label;
        comparison.agrees = known->agree();
        comparison.hits = known->hits;
    }
    return comparison;
}

Result<void> SampleComparer::compareParts(const std::vector<Tensor>& real, const std::vector<Tensor>& quantized,
                                          SampleComparison& comparison) const
{
    for (std::size_t i = 0; i < m_detail.parts.size(); ++i) {
        const Result<Tensor> a = takePart(m_detail.parts[i], real[m_partOutputs[i]]);
        if (!a)
            return a.error();
        const Result<Tensor> b = takePart(m_detail.parts[i], quantized[m_partOutputs[i]]);
        if (!b)
            return b.error();
        comparison.record.parts.push_back(comparisonOf(*a, *b, m_detail.similarity));
        comparison.isPartEmpty.push_back(a->elements() == 0 && b->elements() == 0);
    }
    return {};
}

} // namespace quantiscope
