// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// Weight and bias of a Conv or Gemm by output and input channel, wherever the operator keeps them.
///
/// Element (o, i, k) is the weight from the i-th input channel of o's group to output channel o at place k of the
/// kernel. Source: ONNX operators Conv (1–22: weight [out, in / group, kernel…]) and Gemm (7–13: [out, in] when transB,
/// [in, out] otherwise).
struct LayerWeights
{
    std::string node; ///< its name
    std::string weightName;
    std::string biasName; ///< empty: no bias
    Shape weightShape;
    Shape biasShape;
    std::vector<float> weight; ///< as stored
    std::vector<float> bias; ///< one element per output channel, or none
    std::size_t outputs = 0;
    std::size_t inputsPerGroup = 0;
    std::size_t kernel = 1; ///< elements
    std::size_t groups = 1;
    std::size_t outputStride = 0; ///< elements between neighbouring output channels
    std::size_t inputStride = 0; ///< elements between neighbouring input channels of a group

    [[nodiscard]] std::size_t inputs() const { return inputsPerGroup * groups; }
    [[nodiscard]] std::size_t outputsPerGroup() const { return outputs / groups; }
    /// Every input channel makes one output channel.
    [[nodiscard]] bool isDepthwise() const { return groups == outputs && inputsPerGroup == 1; }

    [[nodiscard]] std::size_t at(std::size_t output, std::size_t input, std::size_t place) const
    {
        return output * outputStride + input * inputStride + place;
    }

    /// The weights lie in rows of neighbours in memory: one per output channel, or one per input channel (Gemm without
    /// transB).
    [[nodiscard]] bool hasOutputRows() const { return outputStride >= inputStride || kernel != 1 || groups != 1; }
    [[nodiscard]] std::size_t rows() const { return hasOutputRows() ? outputs : inputsPerGroup; }
    [[nodiscard]] std::size_t rowLength() const { return hasOutputRows() ? inputsPerGroup * kernel : outputs; }
    [[nodiscard]] std::span<const float> row(std::size_t r) const
    {
        return std::span(weight).subspan(r * rowLength(), rowLength());
    }
    /// Where a row's part of numbers by element begins (byElement()); all rows of a group share theirs.
    [[nodiscard]] std::size_t elementsOf(std::size_t r) const
    {
        return hasOutputRows() ? r / outputsPerGroup() * rowLength() : 0;
    }
    /// Numbers by channel as they lie along the rows: by input channel, each repeated for its kernel, where rows are
    /// output channels, and by output channel otherwise.
    [[nodiscard]] std::vector<float> byElement(std::span<const float> byChannel) const;

    /// Calls @p visit(output channel, input channel of the whole layer, index into weight) for every element, in the
    /// order of memory.
    template <typename Visit>
    void forEach(Visit visit) const
    {
        if (!hasOutputRows()) {
            for (std::size_t i = 0; i < inputsPerGroup; ++i) {
                for (std::size_t o = 0; o < outputs; ++o)
                    visit(o, i, at(o, i, 0));
            }
            return;
        }
        for (std::size_t o = 0; o < outputs; ++o) {
            const std::size_t firstInput = o / outputsPerGroup() * inputsPerGroup;
            for (std::size_t i = 0; i < inputsPerGroup; ++i) {
                for (std::size_t k = 0; k < kernel; ++k)
                    visit(o, firstInput + i, at(o, i, k));
            }
        }
    }

    /// Largest magnitude per output channel, or per input channel.
    [[nodiscard]] std::vector<double> outputMagnitudes() const;
    [[nodiscard]] std::vector<double> inputMagnitudes() const;

private:
    /// By row, and over all rows by element.
    [[nodiscard]] std::vector<double> rowMagnitudes() const;
    [[nodiscard]] std::vector<double> elementMagnitudes() const;
};

/// layerWeights() without the elements of weight and bias.
[[nodiscard]] Result<LayerWeights> layerSizes(const Graph& graph, std::size_t node);

/// Weights of node @p node, or why they cannot be scaled: other operator, not float32 initializers, read by somebody
/// else too, a shape that does not fit the operator, Gemm with transA or with a bias that is not one row.
[[nodiscard]] Result<LayerWeights> layerWeights(const Graph& graph, std::size_t node);

} // namespace quantiscope
