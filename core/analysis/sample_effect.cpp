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

/// Adds up the divergences of one output; there is none over all samples when one has none.
class DivergenceSum
{
public:
    void add(const std::optional<double>& value)
    {
        m_isWhole = m_isWhole && value.has_value();
        m_sum += value.value_or(0.0);
        m_worst = std::max(m_worst, value.value_or(0.0));
        ++m_count;
    }

    [[nodiscard]] std::optional<MetricSummary> summary() const
    {
        if (!m_isWhole || m_count == 0)
            return std::nullopt;
        return MetricSummary{m_sum / static_cast<double>(m_count), m_worst};
    }

private:
    bool m_isWhole = true;
    double m_sum = 0.0;
    double m_worst = 0.0;
    std::size_t m_count = 0;
};

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
    const bool isSame = real.shape() == quantized.shape();
    effect.outputs.push_back({isSame ? compareOutputs(real, quantized) : std::nullopt, !isSame});
    effect.kl.push_back(areScores ? divergence(real, quantized) : std::nullopt);
    effect.isBroken.push_back(isSame && !effect.outputs.back().metrics && areFinite(elementsAsDouble(real)));
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

VariantEffect EffectComparer::summarize(std::span<const SampleEffect> samples, SensitivityMetric metric) const
{
    VariantEffect effect;
    effect.samples = samples.size();
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        OutputSummaryBuilder builder(m_names[i]);
        DivergenceSum kl;
        for (const SampleEffect& sample : samples) {
            builder.add(sample.outputs[i]);
            kl.add(sample.kl[i]);
        }
        const OutputSummary summary = builder.summary();
        std::vector<OutputEffect>& kind = i < m_outputs.size() ? effect.outputs : effect.parts;
        const auto broken = std::count_if(samples.begin(), samples.end(),
                                          [i](const SampleEffect& sample) { return sample.isBroken[i]; });
        kind.push_back({m_names[i], summary.samples, summary.notFinite, summary.shapesDiffer, summary.cosine,
                        summary.sqnr, summary.l2, kl.summary(), static_cast<std::uint64_t>(broken)});
    }
    for (const SampleEffect& sample : samples) {
        if (!sample.topOne)
            continue;
        TopOne& sum = effect.topOne ? *effect.topOne : effect.topOne.emplace();
        sum.labelled += sample.topOne->labelled;
        sum.floatHits += sample.topOne->floatHits;
        sum.quantizedHits += sample.topOne->quantizedHits;
    }
    effect.value = rankingValue(effect, metric);
    return effect;
}

} // namespace quantiscope
