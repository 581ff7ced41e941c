// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tensor_histogram.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace quantiscope {

/// One tensor for HistogramView: its values, how they are quantized, and what other methods would do. Making one reads
/// all values: in the background.
struct HistogramTensor
{
    QString name; ///< of the tensor
    QString caption; ///< whose it is, its shape: translated
    TensorHistogram histogram;
    std::optional<QuantTarget> target; ///< nothing: stays float
    CodeSource codes = CodeSource::Model;
    Symmetry percentileSymmetry = Symmetry::Asymmetric; ///< of the percentile that the user chooses
    std::vector<MethodRange> methods; ///< the recipe's own first; none where it stays float
    CoveredRange current; ///< as it is quantized, where there is a target
    std::vector<TensorHistogram> channels; ///< slices of a constant along its channel axis; may be none
    std::vector<CoveredRange> channelRanges; ///< of each its own, or the tensor's
    std::optional<int> channelAxis; ///< that channels lie along
    bool isPerChannel = false; ///< each channel has a scale of its own

    ClipFigures figures; ///< as it is quantized now, where there is a target
    std::vector<ClipFigures> channelFigures; ///< likewise

    /// The figures of @p channel, or of the whole tensor without one, as it is quantized now.
    [[nodiscard]] const ClipFigures& currentFigures(std::optional<std::size_t> channel) const
    {
        return channel ? channelFigures[*channel] : figures;
    }

    /// All channels together, each on its own grid; nothing once @p isCanceled. Reads all values: in the background.
    [[nodiscard]] std::optional<LinearBins> quantizedBinsOfChannels(double low, double high, std::size_t bins,
                                                                    const std::function<bool()>& isCanceled) const;

    /// Ranges that give the scales of all channels again, for a tensor that has one for each.
    [[nodiscard]] std::vector<TensorRange> rangesOfChannels() const;
};

using HistogramTensorPtr = std::shared_ptr<const HistogramTensor>;

/// Of an activation under @p config. Without @p target it stays float; without @p params it is quantized as the
/// configuration's own method says.
[[nodiscard]] HistogramTensorPtr activationHistogram(const QString& name, const QString& caption,
                                                     const TensorStatistics& statistics, const QuantConfig& config,
                                                     const std::optional<QuantTarget>& target,
                                                     const std::optional<ScaleZeroPoint>& params);

/// Of a constant whose elements, row major, are those of @p shape. @p params: as it is quantized, per tensor or per
/// channel; nothing where it stays float. Channels are those along the axis of @p params, or along @p axis. Null once
/// @p isCanceled, which is asked before each channel.
[[nodiscard]] HistogramTensorPtr weightHistogram(const QString& name, const QString& caption,
                                                 std::span<const float> elements, std::span<const std::int64_t> shape,
                                                 std::optional<int> axis, const QuantConfig& config,
                                                 const QuantTarget& target, const std::optional<QuantParams>& params,
                                                 const std::function<bool()>& isCanceled = {});

} // namespace quantiscope
