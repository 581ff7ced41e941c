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

    /// Calls @p visit(output channel, input channel of the whole layer, index into weight) for every element; the
    /// elements of one output channel, and of one input channel, come in ascending order.
    template <typename Visit>
    void forEach(Visit visit) const
    {
        if (outputStride < inputStride && kernel == 1 && groups == 1) { // in the order of memory
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

    /// Multiplies what makes output channel c, bias included, by factors[c].
    void scaleOutputs(std::span<const double> factors);
    /// Divides what reads input channel c by factors[c]; the bias stays.
    void divideInputs(std::span<const double> factors);
};

/// Weights of node @p node, or why they cannot be scaled: other operator, not float32 initializers, read by somebody
/// else too, a shape that does not fit the operator, Gemm with transA or with a bias that is not one row.
[[nodiscard]] Result<LayerWeights> layerWeights(const Graph& graph, std::size_t node);

} // namespace quantiscope
