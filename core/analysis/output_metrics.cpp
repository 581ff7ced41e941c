// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_metrics.h"

#include "core/analysis/difference_sums.h"
#include "core/tensor/float16.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

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

/// The magnitude of the difference of 64-bit integers, which doubles need not hold apart; nothing for other types.
std::optional<double> wideDistance(const Tensor& a, const Tensor& b, std::size_t i)
{
    if (a.type() != b.type())
        return std::nullopt;
    if (a.type() == DataType::Int64)
        return integerDistance<std::int64_t>(a, b, i);
    if (a.type() == DataType::UInt64)
        return integerDistance<std::uint64_t>(a, b, i);
    return std::nullopt;
}

/// The power of two that brings the largest magnitude of both near 1, so that no square of a double overflows or
/// vanishes; sums of float32 are the same with it to the last bit. Nothing when an element is not finite.
std::optional<double> commonScale(const std::vector<double>& a, const std::vector<double>& b)
{
    double largest = 0.0;
    for (const std::vector<double>* values : {&a, &b}) {
        for (const double value : *values) {
            if (!std::isfinite(value))
                return std::nullopt;
            largest = std::max(largest, std::abs(value));
        }
    }
    constexpr int kMostExponent = 1022; // of a power of two whose inverse is normal, too
    return largest > 0.0 ? std::ldexp(1.0, -std::clamp(std::ilogb(largest), -kMostExponent, kMostExponent)) : 1.0;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

std::optional<OutputMetrics> compareOutputs(const Tensor& baseline, const Tensor& quantized)
{
    std::vector<double> a = elementsAsDouble(baseline);
    std::vector<double> b = elementsAsDouble(quantized);
    if (a.size() != b.size() || a.size() != baseline.elements())
        return std::nullopt;
    const std::optional<double> scale = commonScale(a, b);
    if (!scale)
        return std::nullopt;
    double dot = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    double squares = 0.0;
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto wide = wideDistance(baseline, quantized, i);
        a[i] *= *scale;
        b[i] *= *scale;
        const double distance = wide ? *wide * *scale : std::abs(a[i] - b[i]);
        dot += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
        squares += distance * distance;
        most = std::max(most, distance);
    }
    OutputMetrics metrics;
    metrics.cosine = cosineOf(dot, aa, bb);
    const double rmse = a.empty() ? 0.0 : std::sqrt(squares / static_cast<double>(a.size()));
    const double high = a.empty() ? 0.0 : *std::max_element(a.begin(), a.end());
    const double peak = a.empty() ? 0.0 : high - *std::min_element(a.begin(), a.end());
    metrics.l2 = std::sqrt(squares) / *scale;
    metrics.rmse = rmse / *scale;
    metrics.maxAbs = most / *scale;
    metrics.highest = high / *scale;
    metrics.sqnr = sqnrOf(aa, squares);
    metrics.psnr = psnrOf(peak, rmse);
    if (baseline.shape() == quantized.shape())
        metrics.ssim = structuralSimilarity(a, b, baseline.shape());
    return metrics;
}

OutputSummaryBuilder::OutputSummaryBuilder(std::string name)
{
    m_sum.name = std::move(name);
    m_sum.cosine.worst = kInfinity;
    m_sum.psnr.worst = kInfinity;
    m_sum.sqnr.worst = kInfinity;
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
        ++m_sum.shapesDiffer;
        return;
    }
    if (!metrics) {
        ++m_sum.notFinite;
        return;
    }
    ++m_sum.samples;
    const auto larger = [](MetricSummary& summary, double value) {
        summary.mean += value;
        summary.worst = std::max(summary.worst, value);
    };
    m_sum.cosine.mean += metrics->cosine;
    m_sum.cosine.worst = std::min(m_sum.cosine.worst, metrics->cosine);
    larger(m_sum.l2, metrics->l2);
    larger(m_sum.rmse, metrics->rmse);
    larger(m_sum.maxAbs, metrics->maxAbs);
    addDecibels(m_sum.psnr, m_psnr, metrics->psnr);
    addDecibels(m_sum.sqnr, m_sqnr, metrics->sqnr);
    if (metrics->ssim) {
        if (!m_sum.ssim)
            m_sum.ssim = MetricSummary{0.0, kInfinity};
        m_sum.ssim->mean += *metrics->ssim;
        m_sum.ssim->worst = std::min(m_sum.ssim->worst, *metrics->ssim);
        ++m_withSsim;
    }
}

OutputSummary OutputSummaryBuilder::summary() const
{
    OutputSummary summary = m_sum;
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
    finishDecibels(summary.psnr, m_psnr);
    finishDecibels(summary.sqnr, m_sqnr);
    if (summary.ssim)
        summary.ssim->mean /= static_cast<double>(m_withSsim);
    return summary;
}

} // namespace quantiscope
