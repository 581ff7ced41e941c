// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace quantiscope {

/// Mean and squared differences of numbers that come one by one or in parts.
struct NumberSums
{
    std::uint64_t elements = 0;
    double mean = 0.0;
    double squares = 0.0; ///< of the differences from the mean

    void add(double value);
    void join(const NumberSums& other);
    [[nodiscard]] double deviation() const;
};

/// The first convolution behind an input, and what its outputs were like while the model was trained: the batch
/// normalization behind it has kept that.
struct TrainedLayer
{
    std::size_t channels = 0; ///< of the input
    std::size_t height = 0; ///< of the kernel
    std::size_t width = 0;
    bool channelsLast = false; ///< does the input come as [N, H, W, C]?
    std::vector<float> weights; ///< [output][channel][row][column]
    std::vector<double> bias; ///< by output, as the following
    std::vector<double> mean;
    std::vector<double> deviation; ///< greater than 0

    [[nodiscard]] std::size_t outputs() const { return mean.size(); }
};

/// The element of one sample at (channel, row, column).
using ElementAt = std::function<double(std::size_t, std::size_t, std::size_t)>;

/// What @p layer answers to one sample of @p height x @p width, by output: at places that lie evenly in it, at most
/// some hundreds, its border left out. Nothing when the sample is smaller than the kernel.
[[nodiscard]] std::vector<NumberSums> layerAnswers(const TrainedLayer& layer, std::size_t height, std::size_t width,
                                                   const ElementAt& at);

/// How the fed values x would have to be changed, to `factor * x + offset`, for the layer to answer as in training.
struct TrainedFit
{
    double factor = 1.0; ///< greater than 0
    double offset = 0.0;
};

/// The fit for all samples' @p answers together; nothing when they do not tell: there are none, or all are alike.
[[nodiscard]] std::optional<TrainedFit> trainedFit(const TrainedLayer& layer, const std::vector<NumberSums>& answers);

} // namespace quantiscope
