// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/graph/graph.h"
#include "core/qdq/tensor_encoding.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// A tensor that is to be quantized, before its parameters are known.
struct PlannedTensor
{
    enum class Role
    {
        Activation, ///< a computed or fed value
        Weight, ///< an initializer in the weights' type
        Constant, ///< an initializer that takes part like an activation, in the activations' type
        Bias, ///< a bias with a scale of its own, in the weights' type
    };

    std::string name;
    Role role = Role::Activation;
    std::optional<int> axis; ///< channel axis of a per-channel weight or bias
    std::string sharesWith; ///< name of the tensor whose parameters it takes over; empty when it has its own
    bool hasPair =
        true; ///< false: no Q/DQ is put here after all (between an operator and the activation fused with it)
    TensorEncoding encoding; ///< type, symmetry and what is laid down; of its provider when it shares parameters

    bool operator==(const PlannedTensor&) const = default;
};

/// A bias that becomes int32 with the scale of its node's input times that of its weight.
struct PlannedBias
{
    static constexpr std::size_t kInput = 2; ///< position of a bias among its node's inputs

    std::size_t node = 0; ///< the only node that reads it in this form
    std::string bias;
    std::string activation;
    std::string weight;
    float beta = 1.0F; ///< Gemm's factor of the bias, folded into it

    bool operator==(const PlannedBias&) const = default;
};

/// A Relu or Clip whose work the output's zero point and saturation do: the node goes, its input takes its output's
/// name.
struct FoldedActivation
{
    std::size_t node = 0;
    std::string input;
    std::string output;
    float low = 0.0F; ///< bounds of what it gives, with the functions folded in front of it; low <= 0 <= high
    float high = 0.0F;

    bool operator==(const FoldedActivation&) const = default;
};

/// A second pair, at one node's side of a tensor, so that all pairs around the node are of one type (option
/// EnableDualQuantNodePairs, quark_behaviour 4.7).
struct AdditionalPair
{
    std::size_t node = 0;
    std::size_t position = 0; ///< among the node's inputs, or outputs
    bool isOutput = false;
    std::string tensor; ///< whose range it covers
    std::string key; ///< name of its parameters: `<tensor>_additional`, a number behind it where there are several
    TensorEncoding encoding;

    bool operator==(const AdditionalPair&) const = default;
};

/// What to quantize: the decisions of the placement rules, without any number.
struct QdqPlan
{
    std::vector<PlannedTensor> tensors; ///< in the order in which the rules met them
    std::vector<PlannedBias> biases;
    std::set<std::size_t> floatBiases; ///< nodes whose biases stay float
    std::vector<FoldedActivation> folded; ///< of a chain, the one behind comes later
    std::set<std::string> foldedOutputs; ///< their outputs; in front of such a value's pair the function is missing
    std::vector<AdditionalPair> additional;
    std::vector<std::string> warnings;

    [[nodiscard]] const PlannedTensor* find(const std::string& name) const;
    /// By position in tensors: the position of the tensor whose parameters it uses, its own when it shares with none.
    /// Linear in the plan.
    [[nodiscard]] std::vector<std::size_t> owners() const;
    /// The same, but only providers that @p accepted accepts are asked for theirs.
    [[nodiscard]] std::vector<std::size_t> owners(const std::function<bool(const PlannedTensor&)>& accepted) const;
    [[nodiscard]] bool isFolded(const std::string& output) const { return foldedOutputs.count(output) > 0; }
    /// Is what node @p node reads as its input @p input a bias that stays float?
    [[nodiscard]] bool isFloatBias(std::size_t node, std::size_t input) const
    {
        return input == PlannedBias::kInput && floatBiases.count(node) > 0;
    }

    std::map<std::string, std::size_t> index; ///< position in tensors by name
};

/// Applies the placement rules of @p config to the nodes @p selected of @p graph (ascending positions). The values
/// @p infinite, in which infinities were seen, stay float: no scale covers them.
///
/// Source: ONNX Runtime quantization (QDQQuantizer and operators/), the reference quantizer's differences
/// (quark_behaviour 4.1, 4.5, 13). Differences on purpose, all told in CONTRIBUTING.md: a Relu or Clip is folded only
/// when its input's parameters are its own and its output's encoding can end where it does, a Clip only when 0 lies
/// between its bounds; no pair is put where nobody reads it (float biases and bodies read the value in front); Gemm's
/// beta is kept; a bias that does not fit its channels stays float, also where another node quantizes it; a constant
/// right operand of MatMul has its channels on the last axis whatever its rank, a left operand has none; a weight whose
/// readers want different axes has one scale.
[[nodiscard]] QdqPlan planQdq(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                              const std::set<std::string>& infinite = {});

} // namespace quantiscope
