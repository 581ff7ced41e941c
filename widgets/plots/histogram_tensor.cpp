// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/histogram_tensor.h"

namespace quantiscope {

ClipFigures HistogramTensor::currentFigures(std::optional<std::size_t> channel) const
{
    if (channel)
        return channels[*channel].figures(channelRanges[*channel]);
    return isPerChannel ? figuresOfChannels(channels, channelRanges) : histogram.figures(current);
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
    return tensor;
}

HistogramTensorPtr weightHistogram(const QString& name, const QString& caption, std::span<const float> elements,
                                   std::span<const std::int64_t> shape, std::optional<int> axis,
                                   const QuantConfig& config, const QuantTarget& target,
                                   const std::optional<QuantParams>& params)
{
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
    if (!along)
        return tensor;
    tensor->channels = channelHistograms(elements, shape, *along);
    for (std::size_t i = 0; i < tensor->channels.size(); ++i) {
        const bool isOwn = tensor->isPerChannel && i < params->scale.size();
        tensor->channelRanges.push_back(isOwn ? covered(i) : tensor->current);
    }
    return tensor;
}

} // namespace quantiscope
