// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/node_selection.h"
#include "core/qdq/qdq_plan.h"
#include "tests/support/model_builder.h"

#include <functional>
#include <string>
#include <vector>

namespace quantiscope::test {

/// Adds to a model what a case needs.
using Build = std::function<void(ModelBuilder&)>;

/// uint8 activations, int8 weights, ONNX Runtime's rules.
inline QuantConfig onnxRuntimeConfig()
{
    QuantConfig config;
    config.placement.rules = PlacementRules::OnnxRuntime;
    return config;
}

/// The same types under the reference quantizer's rules for plain QDQ, operators that only move values included.
inline QuantConfig quarkConfig()
{
    QuantConfig config;
    config.placement.rules = PlacementRules::Quark;
    config.placement.forceQuantizeNoInputCheck = true;
    return config;
}

/// int8 activations and weights, both symmetric, the extended format's rules.
inline QuantConfig extendedConfig()
{
    QuantConfig config;
    config.placement.rules = PlacementRules::QuarkExtended;
    config.activationType = DataType::Int8;
    config.activationSymmetric = true;
    config.placement.forceQuantizeNoInputCheck = true;
    return config;
}

inline QuantConfig perChannel(QuantConfig config)
{
    config.perChannel = true;
    return config;
}

/// A plan as a sentence a person can check: the tensors in the plan's order, then biases, then folded activations.
/// "x" is an activation, "w!" a weight, "w!0" one per channel of axis 0, "k#" a constant, "b+" a bias with
/// a scale of its own, "r=x" shares x's parameters,
/// "c-" gets no pair; "b:x*w" is a bias, "b:x*w*0.5" one with beta; "c>y" a folded activation function.
inline std::string planText(const QdqPlan& plan)
{
    std::string text;
    const auto add = [&text](const std::string& item) { text += (text.empty() ? "" : " ") + item; };
    for (const PlannedTensor& tensor : plan.tensors) {
        std::string item = tensor.name;
        if (tensor.role == PlannedTensor::Role::Weight)
            item += "!";
        if (tensor.role == PlannedTensor::Role::Constant)
            item += "#";
        if (tensor.role == PlannedTensor::Role::Bias)
            item += "+";
        if (tensor.axis)
            item += std::to_string(*tensor.axis);
        if (!tensor.sharesWith.empty())
            item += "=" + tensor.sharesWith;
        if (!tensor.hasPair)
            item += "-";
        add(item);
    }
    for (const PlannedBias& bias : plan.biases) {
        std::string item = bias.bias + ":" + bias.activation + "*" + bias.weight;
        if (bias.beta != 1.0F)
            item += "*" + std::to_string(bias.beta).substr(0, 4);
        add(item);
    }
    for (const FoldedActivation& folded : plan.folded)
        add(folded.input + ">" + folded.output);
    return text;
}

/// The plan for all nodes that the configuration selects.
inline QdqPlan planOf(const Model& model, const QuantConfig& config)
{
    const Graph graph(model);
    Feedback feedback;
    return planQdq(graph, config, selectNodes(graph, config, {}, feedback));
}

} // namespace quantiscope::test
