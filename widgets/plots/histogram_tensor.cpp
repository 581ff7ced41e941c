// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/histogram_tensor.h"

#include <algorithm>
#include <functional>

namespace quantiscope {

std::optional<LinearBins> HistogramTensor::quantizedBinsOfChannels(double low, double high, std::size_t bins,
                                                                   const std::function<bool()>& isCanceled) const
{
    LinearBins sum{low, high, std::vector<double>(bins)};
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (isCanceled())
            return std::nullopt;
        const LinearBins part = channels[i].quantizedBins(channelRanges[i], low, high, bins);
        std::transform(part.counts.begin(), part.counts.end(), sum.counts.begin(), sum.counts.begin(), std::plus<>());
    }
    return sum;
}

std::vector<TensorRange> HistogramTensor::rangesOfChannels() const
{
    std::vector<TensorRange> ranges;
    for (const CoveredRange& each : channelRanges)
        ranges.push_back(rangeOf(each.params, *target));
    return ranges;
}

HistogramTensorPtr activationHistogram(const QString& name, const QString& caption, const TensorStatistics& statistics,
                                       const QuantConfig& config, const std::optional<QuantTarget>& target,
                                       const std::optional<ScaleZeroPoint>& params)
{
    auto tensor = std::make_shared<HistogramTensor>();
    tensor->name = name;
    tensor->caption = caption;
    tensor->histogram = TensorHistogram(statistics);
    tensor->percentileSymmetry = config.calibrationSymmetry();
    if (!target || tensor->histogram.isEmpty())
        return tensor;
    tensor->methods = activationMethodRanges(statistics, tensor->histogram, config, *target);
    if (!params && tensor->methods.empty())
        return tensor;
    tensor->target = target;
    tensor->current = params ? coveredBy(*params, *target, CodeSource::Model) : tensor->methods.front().covered;
    tensor->figures = tensor->histogram.figures(tensor->current);
    return tensor;
}

HistogramTensorPtr weightHistogram(const QString& name, const QString& caption, std::span<const float> elements,
                                   std::span<const std::int64_t> shape, std::optional<int> axis,
                                   const QuantConfig& config, const QuantTarget& target,
                                   const std::optional<QuantParams>& params, const std::function<bool()>& isCanceled)
{
    const auto isStopped = [&isCanceled] { return isCanceled && isCanceled(); };
    auto tensor = std::make_shared<HistogramTensor>();
    tensor->name = name;
    tensor->caption = caption;
    tensor->histogram = TensorHistogram::ofConstant(elements);
    tensor->codes = CodeSource::File;
    tensor->percentileSymmetry = target.symmetry;
    if (tensor->histogram.isEmpty())
        return tensor;
    const auto covered = [&](std::size_t i) {
        return coveredBy({params->scale[i], params->zeroPoint[i]}, target, CodeSource::File);
    };
    if (params) {
        tensor->target = target;
        tensor->current = covered(0);
        tensor->isPerChannel = params->isPerChannel();
        tensor->methods = weightMethodRanges(elements, tensor->histogram, config, target);
    }
    const std::optional<int> along = params && params->axis ? params->axis : axis;
    if (along) {
        tensor->channelAxis = along;
        tensor->channels = channelHistograms(elements, shape, *along, isStopped);
    }
    for (std::size_t i = 0; i < tensor->channels.size(); ++i) {
        if (isStopped())
            return nullptr;
        const bool isOwn = tensor->isPerChannel && i < params->scale.size();
        tensor->channelRanges.push_back(isOwn ? covered(i) : tensor->current);
        if (params)
            tensor->channelFigures.push_back(tensor->channels[i].figures(tensor->channelRanges.back()));
    }
    if (isStopped())
        return nullptr;
    if (params)
        tensor->figures = tensor->isPerChannel ? figuresOfChannels(tensor->channels, tensor->channelRanges)
                                               : tensor->histogram.figures(tensor->current);
    return tensor;
}

} // namespace quantiscope
