// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_comparer.h"

#include <algorithm>

namespace quantiscope {

namespace {

OutputComparison compared(const Tensor& real, const Tensor& quantized)
{
    if (real.shape() != quantized.shape())
        return {std::nullopt, true};
    return {compareOutputs(real, quantized), false};
}

} // namespace

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
        comparison.record.outputs.push_back(compared(a, b));
    }
    if (const Result<void> done = compareParts(*real, *quantized, comparison); !done)
        return done.error();
    if (const Result<void> done = classify(sample, (*real)[0], (*quantized)[0], comparison); !done)
        return done.error();
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
        comparison.record.parts.push_back(compared(*a, *b));
        comparison.isPartEmpty.push_back(a->elements() == 0 && b->elements() == 0);
    }
    return {};
}

Result<void> SampleComparer::classify(const Sample& sample, const Tensor& real, const Tensor& quantized,
                                      SampleComparison& comparison) const
{
    const bool isClassifier =
        m_labels ? isOneVector(real.shape()) : m_detail.mayBeScores && isShapeOfScores(real.shape());
    if (m_labels && isClassifier && real.shape() != quantized.shape()) {
        return Error{ErrorCode::ModelRefused,
                     "Labels were given, but the first output '" + m_outputs[0] + "' has "
                         + std::to_string(real.elements()) + " class scores in the float model and "
                         + std::to_string(quantized.elements()) + " in the quantized one.",
                     m_outputs[0]};
    }
    if (!isClassifier || real.shape() != quantized.shape()) {
        if (!m_labels)
            return {};
        return Error{ErrorCode::DataRefused,
                     "Labels were given, but the first output '" + m_outputs[0]
                         + "' is not one vector of class scores a sample.",
                     m_outputs[0]};
    }
    const std::vector<double> a = scoresOf(real);
    const std::vector<double> b = scoresOf(quantized);
    SampleRecord& record = comparison.record;
    record.floatClass = topClass(a);
    record.quantizedClass = topClass(b);
    comparison.agrees = record.floatClass && record.floatClass == record.quantizedClass;
    record.label = m_labels ? m_labels->labelOf(sample) : std::nullopt;
    if (!record.label)
        return {};
    const std::int64_t label = *record.label;
    if (label < 0 || static_cast<std::size_t>(label) >= real.elements()) {
        return Error{ErrorCode::DataRefused,
                     "The label of sample '" + sample.name + "' is class " + std::to_string(label)
                         + ", but the model knows classes 0 to " + std::to_string(real.elements() - 1) + ".",
                     sample.name};
    }
    comparison.hits = hitsOf(a, b, label);
    return {};
}

} // namespace quantiscope
