// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_metrics.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kWindow = 11;
constexpr double kSigma = 1.5;

cv::Mat blurred(const cv::Mat& plane)
{
    cv::Mat result;
    cv::GaussianBlur(plane, result, {kWindow, kWindow}, kSigma, kSigma, cv::BORDER_REFLECT_101);
    return result;
}

double planeSimilarity(const cv::Mat& x, const cv::Mat& y, double c1, double c2)
{
    const cv::Mat meanX = blurred(x);
    const cv::Mat meanY = blurred(y);
    const cv::Mat varianceX = blurred(x.mul(x)) - meanX.mul(meanX);
    const cv::Mat varianceY = blurred(y.mul(y)) - meanY.mul(meanY);
    const cv::Mat covariance = blurred(x.mul(y)) - meanX.mul(meanY);
    const cv::Mat numerator = (2.0 * meanX.mul(meanY) + c1).mul(2.0 * covariance + c2);
    const cv::Mat denominator = (meanX.mul(meanX) + meanY.mul(meanY) + c1).mul(varianceX + varianceY + c2);
    cv::Mat map;
    cv::divide(numerator, denominator, map);
    return cv::mean(map)[0];
}

} // namespace

bool isImageLike(const Shape& shape)
{
    if (shape.size() < 3 || shape.size() > 4)
        return false;
    constexpr std::int64_t kLargest = 1 << 15; // cv::Mat counts in int
    return std::all_of(shape.end() - 2, shape.end(),
                       [](std::int64_t extent) { return extent >= kWindow && extent <= kLargest; });
}

std::optional<double> structuralSimilarity(std::span<const double> baseline, std::span<const double> quantized,
                                           const Shape& shape, std::optional<double> range)
{
    if (!isImageLike(shape) || baseline.empty())
        return std::nullopt;
    const std::int64_t height = shape[shape.size() - 2];
    const std::int64_t width = shape[shape.size() - 1];
    const auto [low, high] = std::minmax_element(baseline.begin(), baseline.end());
    const double extent = range.value_or(*high - *low);
    if (!(extent > 0.0))
        return std::nullopt;
    const double c1 = (0.01 * extent) * (0.01 * extent);
    const double c2 = (0.03 * extent) * (0.03 * extent);
    const auto planeSize = static_cast<std::size_t>(height * width);
    double sum = 0.0;
    try {
        for (std::size_t first = 0; first < baseline.size(); first += planeSize) {
            const auto plane = [&](std::span<const double> values) {
                return cv::Mat(static_cast<int>(height), static_cast<int>(width), CV_64F,
                               const_cast<double*>(values.data() + first));
            };
            sum += planeSimilarity(plane(baseline), plane(quantized), c1, c2);
        }
    } catch (const cv::Exception&) {
        return std::nullopt;
    }
    return sum * static_cast<double>(planeSize) / static_cast<double>(baseline.size());
}

} // namespace quantiscope
