// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_metrics.h"

#include "core/analysis/difference_sums.h"
#include "core/tensor/float16.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename T>
std::vector<double> converted(const Tensor& tensor)
{
    const std::span<const T> elements = tensor.as<T>();
    std::vector<double> values(elements.size());
    std::transform(elements.begin(), elements.end(), values.begin(), [](T v) { return static_cast<double>(v); });
    return values;
}

template <typename T>
double integerDistance(const Tensor& a, const Tensor& b, std::size_t i)
{
    const auto [low, high] = std::minmax(a.as<T>()[i], b.as<T>()[i]);
    return static_cast<double>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
}

/// The magnitude of the difference of two 64-bit integers of one type, which doubles need not hold apart.
double wideDistance(const Tensor& a, const Tensor& b, std::size_t i)
{
    return a.type() == DataType::Int64 ? integerDistance<std::int64_t>(a, b, i)
                                       : integerDistance<std::uint64_t>(a, b, i);
}

/// The power of two that brings the largest magnitude of both near 1, so that no square of a double overflows or
/// vanishes; sums of float32 are the same with it to the last bit. Nothing when an element is not finite.
template <typename T>
std::optional<double> commonScale(std::span<const T> a, std::span<const T> b)
{
    double largest = 0.0;
    for (const std::span<const T> values : {a, b}) {
        for (const T value : values) {
            if (!std::isfinite(value))
                return std::nullopt;
            largest = std::max(largest, std::abs(static_cast<double>(value)));
        }
    }
    constexpr int kMostExponent = 1022; // of a power of two whose inverse is normal, too
    return largest > 0.0 ? std::ldexp(1.0, -std::clamp(std::ilogb(largest), -kMostExponent, kMostExponent)) : 1.0;
}

/// Everything but ssim. @p wide gives the distance at a position, where that of the doubles is not exact.
template <typename T, typename Wide>
std::optional<OutputMetrics> metricsOf(std::span<const T> baseline, std::span<const T> quantized, const Wide& wide)
{
    const std::optional<double> scale = commonScale(baseline, quantized);
    if (!scale)
        return std::nullopt;
    double dot = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    double squares = 0.0;
    double most = 0.0;
    double low = kInfinity;
    double high = -kInfinity;
    for (std::size_t i = 0; i < baseline.size(); ++i) {
        const double a = static_cast<double>(baseline[i]) * *scale;
        const double b = static_cast<double>(quantized[i]) * *scale;
        const std::optional<double> exact = wide(i);
        const double distance = exact ? *exact * *scale : std::abs(a - b);
        dot += a * b;
        aa += a * a;
        bb += b * b;
        squares += distance * distance;
        most = std::max(most, distance);
        low = std::min(low, a);
        high = std::max(high, a);
    }
    if (baseline.empty())
        low = high = 0.0;
    OutputMetrics metrics;
    metrics.cosine = cosineOf(dot, aa, bb);
    const double rmse = baseline.empty() ? 0.0 : std::sqrt(squares / static_cast<double>(baseline.size()));
    metrics.l2 = std::sqrt(squares) / *scale;
    metrics.rmse = rmse / *scale;
    metrics.maxAbs = most / *scale;
    metrics.highest = high / *scale;
    metrics.sqnr = sqnrOf(aa, squares);
    metrics.psnr = psnrOf(high - low, rmse);
    return metrics;
}

} // namespace

std::vector<double> elementsAsDouble(const Tensor& tensor)
{
    switch (tensor.type()) {
    case DataType::Float:
        return converted<float>(tensor);
    case DataType::Double:
        return converted<double>(tensor);
    case DataType::Int8:
        return converted<std::int8_t>(tensor);
    case DataType::UInt8:
    case DataType::Bool:
        return converted<std::uint8_t>(tensor);
    case DataType::Int16:
        return converted<std::int16_t>(tensor);
    case DataType::UInt16:
        return converted<std::uint16_t>(tensor);
    case DataType::Int32:
        return converted<std::int32_t>(tensor);
    case DataType::UInt32:
        return converted<std::uint32_t>(tensor);
    case DataType::Int64:
        return converted<std::int64_t>(tensor);
    case DataType::UInt64:
        return converted<std::uint64_t>(tensor);
    case DataType::Float16:
    case DataType::BFloat16: {
        const auto bits = tensor.as<std::uint16_t>();
        std::vector<double> values(bits.size());
        const bool half = tensor.type() == DataType::Float16;
        std::transform(bits.begin(), bits.end(), values.begin(),
                       [half](std::uint16_t b) { return half ? float16ToFloat(b) : bfloat16ToFloat(b); });
        return values;
    }
    default:
        return {};
    }
}

std::optional<OutputMetrics> compareElements(const Tensor& baseline, const Tensor& quantized)
{
    const auto exact = [](std::size_t) -> std::optional<double> { return std::nullopt; };
    if (baseline.type() == DataType::Float && quantized.type() == DataType::Float) {
        if (baseline.elements() != quantized.elements())
            return std::nullopt;
        return metricsOf(baseline.as<float>(), quantized.as<float>(), exact);
    }
    const std::vector<double> a = elementsAsDouble(baseline);
    const std::vector<double> b = elementsAsDouble(quantized);
    if (a.size() != b.size() || a.size() != baseline.elements())
        return std::nullopt;
    const bool isWide = baseline.type() == quantized.type()
        && (baseline.type() == DataType::Int64 || baseline.type() == DataType::UInt64);
    if (isWide) {
        return metricsOf(std::span(a), std::span(b),
                         [&](std::size_t i) { return std::optional(wideDistance(baseline, quantized, i)); });
    }
    return metricsOf(std::span(a), std::span(b), exact);
}

std::optional<OutputMetrics> compareOutputs(const Tensor& baseline, const Tensor& quantized)
{
    std::optional<OutputMetrics> metrics = compareElements(baseline, quantized);
    if (!metrics || baseline.shape() != quantized.shape() || !isImageLike(baseline.shape()))
        return metrics;
    std::vector<double> a = elementsAsDouble(baseline);
    std::vector<double> b = elementsAsDouble(quantized);
    const std::optional<double> scale = commonScale(std::span<const double>(a), std::span<const double>(b));
    for (std::vector<double>* values : {&a, &b}) {
        for (double& value : *values)
            value *= *scale;
    }
    metrics->ssim = structuralSimilarity(a, b, baseline.shape());
    return metrics;
}

OutputComparison comparisonOf(const Tensor& baseline, const Tensor& quantized, Similarity similarity)
{
    OutputComparison comparison;
    comparison.shapesDiffer = baseline.shape() != quantized.shape();
    if (comparison.shapesDiffer)
        return comparison;
    comparison.metrics =
        similarity == Similarity::Measured ? compareOutputs(baseline, quantized) : compareElements(baseline, quantized);
    if (!comparison.metrics) {
        const std::vector<double> values = elementsAsDouble(baseline);
        comparison.isBroken = values.size() == baseline.elements()
            && std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
    }
    return comparison;
}

OutputSummaryBuilder::OutputSummaryBuilder(std::string name)
{
    m_sums.metrics.name = std::move(name);
    m_sums.metrics.cosine.worst = kInfinity;
    m_sums.metrics.psnr.worst = kInfinity;
    m_sums.metrics.sqnr.worst = kInfinity;
}

void OutputSummaryBuilder::addDecibels(MetricSummary& sum, Decibels& count, const std::optional<double>& value)
{
    if (!value)
        return;
    ++count.all;
    sum.worst = std::min(sum.worst, *value);
    if (std::isfinite(*value)) {
        sum.mean += *value;
        ++count.finite;
    }
}

void OutputSummaryBuilder::finishDecibels(MetricSummary& sum, const Decibels& count)
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (count.all == 0)
        sum = {kNone, kNone};
    else
        sum.mean = count.finite > 0 ? sum.mean / static_cast<double>(count.finite) : kInfinity;
}

void OutputSummaryBuilder::add(const OutputComparison& comparison)
{
    const std::optional<OutputMetrics>& metrics = comparison.metrics;
    if (comparison.shapesDiffer) {
        ++m_sums.metrics.shapesDiffer;
        return;
    }
    if (!metrics) {
        ++m_sums.metrics.notFinite;
        m_sums.metrics.broken += comparison.isBroken ? 1 : 0;
        return;
    }
    ++m_sums.metrics.samples;
    const auto larger = [](MetricSummary& summary, double value) {
        summary.mean += value;
        summary.worst = std::max(summary.worst, value);
    };
    m_sums.metrics.cosine.mean += metrics->cosine;
    m_sums.metrics.cosine.worst = std::min(m_sums.metrics.cosine.worst, metrics->cosine);
    larger(m_sums.metrics.l2, metrics->l2);
    larger(m_sums.metrics.rmse, metrics->rmse);
    larger(m_sums.metrics.maxAbs, metrics->maxAbs);
    addDecibels(m_sums.metrics.psnr, m_sums.psnr, metrics->psnr);
    addDecibels(m_sums.metrics.sqnr, m_sums.sqnr, metrics->sqnr);
    if (metrics->ssim) {
        if (!m_sums.metrics.ssim)
            m_sums.metrics.ssim = MetricSummary{0.0, kInfinity};
        m_sums.metrics.ssim->mean += *metrics->ssim;
        m_sums.metrics.ssim->worst = std::min(m_sums.metrics.ssim->worst, *metrics->ssim);
        ++m_sums.withSsim;
    }
}

OutputSummary OutputSummaryBuilder::summary() const
{
    OutputSummary summary = m_sums.metrics;
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (summary.samples == 0) {
        summary.cosine = summary.l2 = summary.rmse = summary.psnr = summary.sqnr = summary.maxAbs = {kNone, kNone};
        return summary;
    }
    const auto samples = static_cast<double>(summary.samples);
    summary.cosine.mean /= samples;
    summary.l2.mean /= samples;
    summary.rmse.mean /= samples;
    summary.maxAbs.mean /= samples;
    finishDecibels(summary.psnr, m_sums.psnr);
    finishDecibels(summary.sqnr, m_sums.sqnr);
    if (summary.ssim)
        summary.ssim->mean /= static_cast<double>(m_sums.withSsim);
    return summary;
}

} // namespace quantiscope
