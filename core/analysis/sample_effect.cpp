// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_effect.h"

#include "core/analysis/class_answers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace quantiscope {

namespace {

constexpr double kLeastProbability = 1e-12;
constexpr double kSumTolerance = 1e-3;

bool areFinite(const std::vector<double>& values)
{
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

double sumOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

bool areProbabilities(const std::vector<double>& values)
{
    return *std::min_element(values.begin(), values.end()) >= 0.0 && std::abs(sumOf(values) - 1.0) <= kSumTolerance;
}

void applySoftmax(std::vector<double>& values)
{
    const double highest = *std::max_element(values.begin(), values.end());
    for (double& value : values)
        value = std::exp(value - highest);
    const double sum = sumOf(values);
    for (double& value : values)
        value /= sum;
}

} // namespace

std::optional<double> divergence(const Tensor& baseline, const Tensor& quantized)
{
    if (!isOneVector(baseline.shape()) || baseline.shape() != quantized.shape())
        return std::nullopt;
    std::vector<double> a = elementsAsDouble(baseline);
    std::vector<double> b = elementsAsDouble(quantized);
    if (a.empty() || b.empty() || !areFinite(a) || !areFinite(b))
        return std::nullopt;
    if (!areProbabilities(a)) {
        applySoftmax(a);
        applySoftmax(b);
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > 0.0)
            sum += a[i] * std::log(a[i] / std::max(b[i], kLeastProbability));
    }
    return std::max(sum, 0.0);
}

void EffectSums::add(const SampleEffect& effect)
{
    ++samples;
    outputs.resize(effect.outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        Output& sum = outputs[i];
        sum.metrics.add(effect.outputs[i]);
        if (effect.kl[i]) {
            sum.kl.mean += *effect.kl[i];
            sum.kl.worst = std::max(sum.kl.worst, *effect.kl[i]);
            ++sum.withKl;
        }
    }
    if (effect.topOne) {
        TopOne& sum = topOne ? *topOne : topOne.emplace();
        sum.labelled += effect.topOne->labelled;
        sum.floatHits += effect.topOne->floatHits;
        sum.quantizedHits += effect.topOne->quantizedHits;
    }
}

EffectComparer::EffectComparer(std::vector<std::string> outputs, const LabelMap* labels, const EvaluationDetail& detail)
    : m_outputs(std::move(outputs)), m_names(m_outputs), m_labels(labels), m_detail(detail)
{
    for (const OutputPart& part : detail.parts) {
        m_names.push_back(part.name);
        const auto at = std::find(m_outputs.begin(), m_outputs.end(), part.output);
        m_partOutputs.push_back(static_cast<std::size_t>(at - m_outputs.begin()));
    }
}

void EffectComparer::add(const Tensor& real, const Tensor& quantized, bool areScores, SampleEffect& effect)
{
    effect.outputs.push_back(comparisonOf(real, quantized, Similarity::LeftOut));
    effect.kl.push_back(areScores ? divergence(real, quantized) : std::nullopt);
}

Result<SampleEffect> EffectComparer::compare(const Sample& sample, std::span<const Tensor> real,
                                             std::span<const Tensor> quantized) const
{
    SampleEffect effect;
    if (m_outputs.empty())
        return Error{ErrorCode::ModelRefused, "The model has no output that can be compared.", {}};
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        const Shape& shape = real[i].shape();
        // Nothing is known about the end of other outputs than the first.
        const bool areScores =
            i == 0 ? areTakenForScores(shape, m_labels, m_detail.mayBeScores) : isShapeOfScores(shape);
        add(real[i], quantized[i], areScores, effect);
    }
    for (std::size_t i = 0; i < m_partOutputs.size(); ++i) {
        const OutputPart& part = m_detail.parts[i];
        const std::size_t at = m_partOutputs[i];
        if (at == m_outputs.size()) {
            return Error{ErrorCode::InvalidArgument,
                         "Part '" + part.name + "': output '" + part.output + "' cannot be compared.", part.name};
        }
        const Result<Tensor> a = takePart(part, real[at]);
        if (!a)
            return a.error();
        const Result<Tensor> b = takePart(part, quantized[at]);
        if (!b)
            return b.error();
        add(*a, *b, isShapeOfScores(a->shape()), effect);
    }
    const auto answers = classAnswers(sample, m_outputs[0], real[0], quantized[0], m_labels, m_detail.mayBeScores);
    if (!answers)
        return answers.error();
    if (*answers && (*answers)->hits) {
        const ClassificationSummary& hits = *(*answers)->hits;
        effect.topOne = TopOne{hits.labelled, hits.floatTop1, hits.quantizedTop1};
    }
    return effect;
}

VariantEffect EffectComparer::summarize(const EffectSums& sums, SensitivityMetric metric) const
{
    VariantEffect effect;
    effect.samples = sums.samples;
    effect.topOne = sums.topOne;
    for (std::size_t i = 0; i < sums.outputs.size(); ++i) {
        const EffectSums::Output& output = sums.outputs[i];
        const OutputSummary summary = output.metrics.summary();
        std::optional<MetricSummary> kl; // there is none over all samples when one has none
        if (output.withKl == sums.samples)
            kl = MetricSummary{output.kl.mean / static_cast<double>(sums.samples), output.kl.worst};
        std::vector<OutputEffect>& kind = i < m_outputs.size() ? effect.outputs : effect.parts;
        kind.push_back({m_names[i], summary.samples, summary.notFinite, summary.shapesDiffer, summary.cosine,
                        summary.sqnr, summary.l2, kl, summary.broken});
    }
    effect.value = rankingValue(effect, metric);
    return effect;
}

} // namespace quantiscope
