// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/numerics/quant_params.h"
#include "core/observers/quantization_error.h"
#include "core/observers/tensor_statistics.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace quantiscope {

/// What a scale does to the values of one tensor.
struct ClipFigures
{
    /// dB; +inf when nothing is lost, nothing when there are no values. (Zeros stay: every grid holds 0.)
    std::optional<double> sqnr;
    double clippedShare = 0.0; ///< 0 … 1, of values more than half a step beyond the outermost codes
    double step = 0.0; ///< the scale
    std::uint32_t levelsUsed = 0; ///< codes that a value gets; expected ones where values are known by bins only
    std::uint32_t levels = 0; ///< all codes

    bool operator==(const ClipFigures&) const = default;
};

/// Counts of equally wide bins.
struct LinearBins
{
    double low = 0.0;
    double high = 0.0;
    std::vector<double> counts; ///< not whole where a bin of the statistics is cut
};

/// A scale with the range that its codes cover.
struct CoveredRange
{
    ScaleZeroPoint params;
    CodeLimits codes;
    double low = 0.0; ///< value of the lowest code
    double high = 0.0;

    bool operator==(const CoveredRange&) const = default;
};

/// Where the codes of a tensor come from.
enum class CodeSource
{
    Model, ///< QuantizeLinear makes them, which clips to what the type holds (int8 symmetric: -128…127)
    File, ///< they are stored, and within QuantTarget::limits()
};

/// What becomes of a wish for @p range with the encoding @p target: symmetric ones widen it to both sides, powers of
/// two move both bounds.
[[nodiscard]] CoveredRange coveredRange(TensorRange range, const QuantTarget& target, CodeSource source);

/// The same for a scale that is there already.
[[nodiscard]] CoveredRange coveredBy(ScaleZeroPoint params, const QuantTarget& target, CodeSource source);

/// A range that gets the scale @p params again when it is asked for with @p target.
[[nodiscard]] TensorRange rangeOf(ScaleZeroPoint params, const QuantTarget& target);

/// The distribution of one tensor's values, for plots and for trying out scales: every figure takes far less than a
/// frame. Values that are not finite are left out.
///
/// Few values (FewValues::kMost of an activation, kMostElements of a constant) are known one by one, and figures are
/// exact; of more, those within a bin of FloatHistogram (0.8 % of the value wide) count as evenly spread. Of a constant
/// whose values are known 4 bytes a value are kept. No figure goes through codes that get no value.
class TensorHistogram
{
public:
    static constexpr std::size_t kMostElements = 65536;

    TensorHistogram() = default;
    /// Of an activation; empty where @p statistics hold neither values nor a histogram.
    explicit TensorHistogram(const TensorStatistics& statistics);
    [[nodiscard]] static TensorHistogram ofConstant(std::span<const float> elements);

    [[nodiscard]] bool isEmpty() const { return m_count <= 0.0; }
    [[nodiscard]] double count() const { return m_count; }
    [[nodiscard]] double power() const { return m_power; } ///< sum of the squared values
    [[nodiscard]] TensorRange observed() const { return m_observed; }
    /// Are figures exact?
    [[nodiscard]] bool isExact() const { return !m_values.empty(); }

    /// @p size bins over [low, high], low < high; what lies outside is in none.
    [[nodiscard]] LinearBins bins(double low, double high, std::size_t size) const;
    /// The same of the values after quantization, each code's spread over the step around its value, so that both can
    /// be drawn over each other.
    [[nodiscard]] LinearBins quantizedBins(const CoveredRange& range, double low, double high, std::size_t size) const;
    [[nodiscard]] ClipFigures figures(const CoveredRange& range) const;
    /// The range that holds @p percent per cent of the values, see percentileRange().
    [[nodiscard]] TensorRange percentile(double percent, Symmetry symmetry) const;

private:
    friend std::vector<TensorHistogram> channelHistograms(std::span<const float>, std::span<const std::int64_t>, int,
                                                          const std::function<bool()>&);
    TensorHistogram(std::span<const float> elements, StatisticsScratch& scratch);
    void count();
    /// Calls @p visit(ValueBin) for the bins, or for each value that occurs, ascending.
    template <typename Visit>
    void forEachBin(const Visit& visit) const;
    [[nodiscard]] double squaredErrors(const QuantGrid& grid) const;
    [[nodiscard]] double codesUsed(const QuantGrid& grid) const;

    std::shared_ptr<const TensorStatistics> m_statistics; ///< null where all that there is are values of a constant
    std::vector<float> m_values; ///< ascending; empty where they are too many
    std::vector<ValueBin> m_bins; ///< ascending; empty where there are values
    std::optional<BinnedError> m_error; ///< of m_bins, where the values are too many
    TensorRange m_observed;
    double m_count = 0.0;
    double m_power = 0.0;
};

/// One histogram for each slice along @p axis of a constant, whose @p elements are those of @p shape, row major; those
/// that there are once @p isCanceled, which is asked before each.
[[nodiscard]] std::vector<TensorHistogram> channelHistograms(std::span<const float> elements,
                                                             std::span<const std::int64_t> shape, int axis,
                                                             const std::function<bool()>& isCanceled = {});

/// The figures of a constant with a scale for each of its channels; both lists are equally long. The step is the
/// largest, the levels used are those of the channel with the fewest.
[[nodiscard]] ClipFigures figuresOfChannels(std::span<const TensorHistogram> channels,
                                            std::span<const CoveredRange> ranges);

/// The range that one calibration method gives a tensor.
struct MethodRange
{
    CalibrationMethod method = CalibrationMethod::MinMax;
    TensorRange range; ///< as derived
    CoveredRange covered; ///< by the scale that follows
    ClipFigures figures;
    bool isCurrent = false; ///< the configuration's own
};

/// Those of all methods under @p config, the current one first, for an activation that is quantized to @p target.
/// Methods that the statistics cannot serve (votes for most common scales) are left out. @p histogram is that of
/// @p statistics. A search may take 50 ms.
[[nodiscard]] std::vector<MethodRange> activationMethodRanges(const TensorStatistics& statistics,
                                                              const TensorHistogram& histogram,
                                                              const QuantConfig& config, const QuantTarget& target);

/// The same for a constant, or one of its channels: MinMax and MinMSE, all others are the first for weights.
[[nodiscard]] std::vector<MethodRange> weightMethodRanges(std::span<const float> elements,
                                                          const TensorHistogram& histogram, const QuantConfig& config,
                                                          const QuantTarget& target);

} // namespace quantiscope
