// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/npu_refinement.h"
#include "tests/core/qdq/plan_text.h"

#include <cmath>
#include <map>
#include <sstream>
#include <string>

namespace quantiscope::test {

/// Power-of-two scales, uint8 activations, int8 weights and biases: the NPU flow.
inline QuantConfig npuConfig()
{
    QuantConfig config = quarkConfig();
    config.activationSymmetric = true;
    config.scaleType = ScaleType::PowerOf2;
    config.calibration.method = CalibrationMethod::MinMSE;
    config.npu.enableNPUCnn = true;
    return config;
}

/// A graph with positions of its tensors, written down independently of the rules of placement: "x:5" an activation
/// at position 5, "w!:7" an initializer, "z~:5" one of zeros, "c-" one without a pair, "y=x" one that shares x's
/// parameters, "x@5" one whose scale the user laid down.
class NpuCase
{
public:
    NpuCase(const ModelBuilder& builder, const std::string& positions) : model(builder.model()), graph(model)
    {
        for (std::size_t i = 0; i < graph.nodes().size(); ++i)
            selected.push_back(i);
        std::istringstream words(positions);
        for (std::string word; words >> word;)
            add(word);
        for (const PlannedTensor& tensor : plan.tensors) {
            if (!tensor.sharesWith.empty())
                params[tensor.name] = params.at(tensor.sharesWith);
        }
    }

    /// The positions after refinement, in the form of the constructor's, only those of tensors that have moved.
    std::string moved(const QuantConfig& config = npuConfig())
    {
        TensorParams refined = params;
        auto dpu = planDpuSimulation(graph, config, selected, plan);
        if (!dpu)
            return dpu.error().message;
        result = refineForNpu(graph, config, selected, plan, ranges, *dpu, refined);
        std::string text;
        for (const PlannedTensor& tensor : plan.tensors) {
            if (refined.at(tensor.name) == params.at(tensor.name))
                continue;
            const auto position = std::lround(-std::log2(refined.at(tensor.name).scale.at(0)));
            text += (text.empty() ? "" : " ") + tensor.name + ":" + std::to_string(position);
        }
        params = std::move(refined);
        return text;
    }

    void add(const std::string& word)
    {
        const std::size_t end = word.find_first_of("!~:-=@");
        PlannedTensor tensor;
        tensor.name = word.substr(0, end);
        if (word[end] == '!')
            tensor.role = PlannedTensor::Role::Weight;
        ranges[tensor.name] = word[end] == '~' ? TensorRange{0, 0} : TensorRange{-1, 1};
        tensor.hasPair = word[end] != '-';
        QuantParams own{DataType::UInt8, {1.0F}, {128}, {}};
        if (word[end] == '=')
            tensor.sharesWith = word.substr(end + 1);
        else if (word[end] != '-')
            own.scale[0] = std::ldexp(1.0F, -std::stoi(word.substr(word.find_first_of(":@") + 1)));
        if (word[end] == '@')
            tensor.encoding.scale = own.scale;
        plan.index.emplace(tensor.name, plan.tensors.size());
        params.emplace(tensor.name, own);
        plan.tensors.push_back(tensor);
    }

    Model model;
    Graph graph;
    std::vector<std::size_t> selected;
    QdqPlan plan;
    TensorRanges ranges;
    TensorParams params;
    NpuRefinement result;
};

/// x [1, 4, 8, 8] and whatever @p build adds.
inline ModelBuilder npuModel(const Build& build)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4, 8, 8});
    build(b);
    return b;
}

/// One operator on x, or on x and a second input a; y is the output.
inline ModelBuilder oneNode(const std::string& opType, const std::vector<std::string>& inputs)
{
    return npuModel([&](ModelBuilder& b) {
        for (const std::string& input : inputs) {
            if (input == "a")
                b.input("a", DataType::Float, {1, 4, 8, 8});
        }
        NodeBuilder node = b.node(opType, inputs, {"y"}, "node");
        if (opType == "Concat")
            node.attribute("axis", 1);
        b.output("y");
    });
}

/// x → Conv(w, b) → y; with an activation function behind: → c → @p activation → y.
inline ModelBuilder npuConv(const std::string& activation = {})
{
    return npuModel([&](ModelBuilder& b) {
        b.randomInitializer("w", {4, 4, 1, 1}).randomInitializer("b", {4});
        b.node("Conv", {"x", "w", "b"}, {activation.empty() ? "y" : "c"}, "conv");
        if (!activation.empty())
            b.node(activation, {"c"}, {"y"}, "activation");
        b.output("y");
    });
}

} // namespace quantiscope::test
