// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_effect.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace quantiscope {

namespace {

constexpr double kLeastProbability = 1e-12;
constexpr double kSumTolerance = 1e-3;

/// Does the output hold one score per class, for one sample? [C], [1, C], [1, C, 1, 1] …
bool looksLikeScores(const Tensor& output)
{
    const auto wide =
        std::count_if(output.shape().begin(), output.shape().end(), [](std::int64_t extent) { return extent != 1; });
    return wide == 1 && output.elements() >= 2;
}

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

/// The place of the highest score, the first of equal ones.
std::optional<std::int64_t> topClass(const std::vector<double>& scores)
{
    const auto isNan = [](double score) { return std::isnan(score); };
    if (scores.empty() || std::any_of(scores.begin(), scores.end(), isNan))
        return std::nullopt;
    return std::max_element(scores.begin(), scores.end()) - scores.begin();
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
    if (!looksLikeScores(baseline) || baseline.shape() != quantized.shape())
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

Result<SampleEffect> compareSample(std::span<const Tensor> baseline, std::span<const Tensor> quantized,
                                   std::optional<std::int64_t> label)
{
    SampleEffect effect;
    for (std::size_t i = 0; i < baseline.size(); ++i) {
        const bool isSameShape = baseline[i].shape() == quantized[i].shape();
        effect.outputs.push_back(isSameShape ? OutputComparison{compareOutputs(baseline[i], quantized[i]), false}
                                             : OutputComparison{std::nullopt, true});
        effect.kl.push_back(divergence(baseline[i], quantized[i]));
    }
    if (!label)
        return effect;
    if (baseline.empty() || !looksLikeScores(baseline[0]) || baseline[0].shape() != quantized[0].shape()) {
        return Error{ErrorCode::DataRefused,
                     "Labels were given, but the first output is not one vector of class scores a sample.",
                     {}};
    }
    if (*label < 0 || static_cast<std::size_t>(*label) >= baseline[0].elements()) {
        return Error{ErrorCode::DataRefused,
                     "A label is class " + std::to_string(*label) + ", but the model knows classes 0 to "
                         + std::to_string(baseline[0].elements() - 1) + ".",
                     {}};
    }
    effect.topOne =
        TopOne{1, topClass(elementsAsDouble(baseline[0])) == label, topClass(elementsAsDouble(quantized[0])) == label};
    return effect;
}

VariantEffect summarize(const std::vector<std::string>& names, std::span<const SampleEffect> samples,
                        SensitivityMetric metric)
{
    VariantEffect effect;
    effect.samples = samples.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
        OutputSummaryBuilder builder(names[i]);
        DivergenceSum kl;
        for (const SampleEffect& sample : samples) {
            builder.add(sample.outputs[i]);
            kl.add(sample.kl[i]);
        }
        const OutputSummary summary = builder.summary();
        effect.outputs.push_back({names[i], summary.samples, summary.notFinite, summary.shapesDiffer, summary.cosine,
                                  summary.sqnr, summary.l2, kl.summary()});
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
