// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// How far a quantized output is from the float one, for one sample.
struct OutputMetrics
{
    double cosine = 1.0; ///< -1 … 1; 1 when both are zero vectors, 0 when only one is
    double l2 = 0.0; ///< Euclidean distance, not divided by the number of elements
    double rmse = 0.0;
    /// dB: 20 log10((max - min of the float output) / rmse); +inf when equal. Nothing when the float output is constant
    /// (or one number) and the quantized one differs: there is no peak to compare with.
    std::optional<double> psnr;
    double maxAbs = 0.0;
    double highest = 0.0; ///< the largest element of the float output
    std::optional<double> ssim; ///< for image-like outputs: see structuralSimilarity()
    /// dB: 20 log10(norm of the float output / l2); +inf when equal. Nothing when the float output is all zero and the
    /// quantized one is not.
    std::optional<double> sqnr;

    bool operator==(const OutputMetrics&) const = default;
};

/// Is OutputMetrics::ssim wanted? It takes many times as long as everything else.
enum class Similarity
{
    Measured,
    LeftOut,
};

/// Compares numeric tensors of the same shape, in doubles; elements of 64-bit integers are subtracted exactly. Nothing
/// when an element of either is not finite, or is no number.
[[nodiscard]] std::optional<OutputMetrics> compareOutputs(const Tensor& baseline, const Tensor& quantized);

/// The same without ssim.
[[nodiscard]] std::optional<OutputMetrics> compareElements(const Tensor& baseline, const Tensor& quantized);

/// Does structuralSimilarity() know tensors of this shape?
[[nodiscard]] bool isImageLike(const Shape& shape);

/// Mean structural similarity (Wang et al. 2004): Gaussian window 11 x 11, sigma 1.5, reflected borders, K1 0.01, K2
/// 0.03, dynamic range @p range, or max - min of @p baseline; mean over the planes of the last two axes. Nothing unless
/// the rank is 3 or 4 and both last extents are 11 to 32768 (isImageLike()), nor when the range is 0.
[[nodiscard]] std::optional<double> structuralSimilarity(std::span<const double> baseline,
                                                         std::span<const double> quantized, const Shape& shape,
                                                         std::optional<double> range = {});

/// The elements of a numeric tensor as float64 (integers beyond 2^53 rounded); empty for strings and packed types.
[[nodiscard]] std::vector<double> elementsAsDouble(const Tensor& tensor);

/// Mean and worst of one metric over samples.
struct MetricSummary
{
    double mean = 0.0;
    double worst = 0.0; ///< the minimum of cosine, psnr, sqnr and ssim; the maximum of the others

    bool operator==(const MetricSummary&) const = default;
};

/// One output of one sample.
struct OutputComparison
{
    std::optional<OutputMetrics> metrics; ///< nothing when the shapes differ or an element is not finite
    bool shapesDiffer = false; ///< extents that depend on the data, such as the number of boxes found
    bool isBroken = false; ///< the quantized one has an element that is not finite, the float one has none
};

/// compareOutputs() or compareElements(), by @p similarity, of numeric tensors of any shapes.
[[nodiscard]] OutputComparison comparisonOf(const Tensor& baseline, const Tensor& quantized, Similarity similarity);

/// Metrics of one output over all samples.
struct OutputSummary
{
    std::string name;
    std::uint64_t samples = 0;
    std::uint64_t notFinite = 0; ///< samples left out because a value was NaN or infinite
    std::uint64_t broken = 0; ///< of notFinite: samples that are finite in the float model
    std::uint64_t shapesDiffer = 0; ///< samples left out because the models gave different extents
    MetricSummary cosine;
    MetricSummary l2;
    MetricSummary rmse;
    MetricSummary psnr; ///< mean over the samples with a finite value; +inf when all are equal, NaN when none has one
    MetricSummary maxAbs;
    std::optional<MetricSummary> ssim;
    MetricSummary sqnr; ///< as psnr
};

/// Adds metrics up sample by sample.
class OutputSummaryBuilder
{
public:
    /// How many samples had a decibel value, and how many a finite one.
    struct Decibels
    {
        std::uint64_t all = 0;
        std::uint64_t finite = 0;

        bool operator==(const Decibels&) const = default;
    };

    /// What it knows, to be kept and gone on with: as large for one sample as for a million.
    struct Sums
    {
        OutputSummary metrics; ///< with sums in place of means
        Decibels psnr;
        Decibels sqnr;
        std::uint64_t withSsim = 0;
    };

    explicit OutputSummaryBuilder(std::string name);
    /// Goes on with the sums() of another one.
    explicit OutputSummaryBuilder(Sums sums) : m_sums(std::move(sums)) { }

    void add(const OutputComparison& comparison);
    [[nodiscard]] OutputSummary summary() const;
    [[nodiscard]] const Sums& sums() const { return m_sums; }

private:
    static void addDecibels(MetricSummary& sum, Decibels& count, const std::optional<double>& value);
    static void finishDecibels(MetricSummary& sum, const Decibels& count);

    Sums m_sums;
};

} // namespace quantiscope
