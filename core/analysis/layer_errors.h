// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_metrics.h"
#include "core/base/result.h"
#include "core/numerics/quant_params.h"
#include "core/tensor/shape.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// How far a value of the quantized graph is from the float one, over samples. Means and worst values as those of
/// OutputSummary.
struct ErrorFigures
{
    std::uint64_t samples = 0; ///< that count
    std::uint64_t notFinite = 0; ///< samples left out because an element was NaN or infinite
    std::uint64_t shapesDiffer = 0; ///< samples left out because the extents differ
    MetricSummary sqnr; ///< dB; the worst is the lowest; +inf: equal in every sample; NaN: no sample has a value
    MetricSummary cosine; ///< -1 … 1
    MetricSummary rmse; ///< in the value's own unit, as maxAbs
    MetricSummary maxAbs;
    std::uint64_t broken = 0; ///< of notFinite: samples of which the float elements are finite

    bool operator==(const ErrorFigures&) const = default;
};

/// One place at which float and quantized graph were compared.
struct TensorError
{
    enum class Kind
    {
        Activation, ///< a computed or fed value with a Q/DQ pair
        Layer, ///< a value without a pair, made by a layer with a quantized weight in front of another such layer
        Output, ///< an output of the graph without a pair
        Weight, ///< an initializer, whoever reads it: weight, bias or constant
    };

    std::string tensor; ///< its name in the prepared graph
    Kind kind = Kind::Activation;
    std::string node; ///< that makes it in the prepared graph; of a weight: the first that reads it; "" for an input
    std::string opType; ///< of node
    std::vector<std::string> userNodes; ///< of the user's graph that node stands for; empty when that is node itself
    std::string block; ///< innermost scope that node lies in; empty when unknown
    Shape shape; ///< of the first sample
    std::optional<QuantParams> params; ///< of the pair; nothing of a Layer or an Output
    TensorRange range; ///< smallest and largest float element of all samples that count
    /// The same of the samples that the scales were calibrated with; none where it is not known.
    std::optional<TensorRange> calibratedRange;
    /// The error that this tensor's own quantization makes: float values at the tensors in front, then the quantized
    /// graph's nodes with their quantized weights and biases, then the tensor's own pair. Of a weight: codes times
    /// scale against the float elements (one "sample").
    std::optional<ErrorFigures> own;
    /// The error behind the pair when everything in front is quantized, too. None of a weight.
    std::optional<ErrorFigures> accumulated;
    /// dB: the own error (mean RMSE) above the rounding error of 8 bits that cover 0 and knownRange(): near 0 for a
    /// sound scale, 18 for one that is eight times too wide; -inf without error. None where the range is 0.
    std::optional<double> excess;
    /// dB: the scale above the smallest one of its type and zero point that reaches all of knownRange(); 18 when it is
    /// eight times too wide, negative where values are cut off. See fillScaleExcess(). None without a pair or a range.
    std::optional<double> scaleExcess;
    std::vector<std::size_t> inFront; ///< places of the tensors that it is computed from; of weights among them, too
    std::optional<double> drop; ///< dB, see findFirstWrong(); none of a weight, or where there are no figures
    std::optional<double> outputShare; ///< 0 … 1, share of the final error explained; filled by whoever measures it
};

/// Where a network first goes wrong.
struct FirstWrong
{
    std::size_t tensor = 0; ///< place in LayerErrors::tensors
    std::optional<std::size_t> weight; ///< place of the weight or bias that does it, when it is one
    std::vector<std::size_t> path; ///< places from the tensor to the nearest output of the graph, both included
    std::string sentence; ///< for people
    std::string why; ///< one more about the weights behind it; empty, or filled by whoever looked at them
};

/// What is told where nothing stands out: no culprit, but the tensor with the lowest accumulated SQNR.
struct LowestTensor
{
    std::size_t tensor = 0; ///< place in LayerErrors::tensors
    std::string sentence; ///< for people
};

/// Errors of all quantized tensors of a graph.
struct LayerErrors
{
    std::uint64_t samples = 0;
    std::string dataHash; ///< as Evaluation::dataHash
    std::string quantizedHash; ///< content hash of the quantized model; empty: not known
    std::vector<TensorError> tensors; ///< in the order of the prepared graph, a weight before what is made with it
    std::optional<FirstWrong> firstWrong; ///< nothing when nothing stands out
    std::optional<LowestTensor> lowest; ///< nothing when firstWrong is there, or nothing was compared
    std::vector<std::string> notCompared; ///< quantized tensors without counterpart in the float graph
};

/// Smallest and largest element known of @p tensor: of the samples that count and of the calibration's.
[[nodiscard]] TensorRange knownRange(const TensorError& tensor);

/// What tensors are ranked by.
enum class ErrorColumn
{
    Own, ///< TensorError::excess of all but weights: how far the own error is out of proportion
    Scale, ///< TensorError::scaleExcess, of weights, too: which scale is wrong, whatever harm it does
    OwnSqnr, ///< mean SQNR of the own error of all but weights
    Accumulated, ///< mean accumulated SQNR
    Weight, ///< mean SQNR of the weights themselves
};

/// Places of the tensors of @p errors that have what @p column ranks by, the worst first. Values within 1e-9 dB of each
/// other count as equal; of equal ones the first in the graph comes first. Tensors with samples that quantization made
/// infinite or NaN come before all others, those without a value last.
[[nodiscard]] std::vector<std::size_t> worstFirst(const LayerErrors& errors, ErrorColumn column);

/// "activation", "layer", "output", "weight".
[[nodiscard]] const char* name(TensorError::Kind kind);

/// The errors as one JSON document ("format": "quantiscope-layer-errors", "version": 1). Infinities are "inf" and
/// "-inf", NaN is null. "firstWrong" is null where nothing stands out; "lowest" is there then.
[[nodiscard]] nlohmann::json toJson(const LayerErrors& errors);

/// Reads toJson(); what stands beside about weights ("weights", "findings") is left alone. ConfigRefused with the key's
/// full name; @p where begins it.
[[nodiscard]] Result<LayerErrors> layerErrorsFromJson(const nlohmann::json& document, const std::string& where);

} // namespace quantiscope
