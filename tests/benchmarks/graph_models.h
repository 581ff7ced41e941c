// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_builder.h"

#include <string>
#include <vector>

namespace quantiscope::test {

/// Models of about @p nodes nodes with the shapes that drawing meets; they need no weights to speak of.

/// Conv, Relu, Conv, Relu, …: no names that say anything.
[[nodiscard]] inline Model chainModel(int nodes)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 8, 8}).randomInitializer("w", {1, 1, 1, 1});
    std::string value = "x";
    for (int i = 0; i < nodes; ++i) {
        const std::string next = "v" + std::to_string(i);
        if (i % 2 == 0)
            b.node("Conv", {value, "w"}, {next}, "Conv_" + std::to_string(i));
        else
            b.node("Relu", {value}, {next}, "Relu_" + std::to_string(i));
        value = next;
    }
    b.output(value);
    return b.model();
}

/// Residual blocks of six nodes: Conv, Relu, Conv, Relu, Conv, Add.
[[nodiscard]] inline Model residualModel(int nodes)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 8, 8}).randomInitializer("w", {1, 1, 1, 1});
    std::string value = "x";
    for (int block = 0; block < nodes / 6; ++block) {
        const std::string shortcut = value;
        const std::string prefix = "b" + std::to_string(block) + "_";
        for (int i = 0; i < 5; ++i) {
            const std::string next = prefix + std::to_string(i);
            if (i % 2 == 0)
                b.node("Conv", {value, "w"}, {next}, "Conv_" + next);
            else
                b.node("Relu", {value}, {next}, "Relu_" + next);
            value = next;
        }
        b.node("Add", {value, shortcut}, {prefix + "sum"}, "Add_" + prefix);
        value = prefix + "sum";
    }
    b.output(value);
    return b.model();
}

/// Layers of twelve named nodes ("/layers.3/attention/…"), all of which read the same mask and positions.
[[nodiscard]] inline Model transformerModel(int nodes)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 8, 8}).input("mask", DataType::Float, {1, 8, 8});
    b.input("positions", DataType::Float, {1, 8, 8}).randomInitializer("w", {8, 8});
    std::string value = "x";
    for (int layer = 0; layer < nodes / 12; ++layer) {
        const std::string scope = "/layers." + std::to_string(layer) + "/";
        const auto add = [&](const std::string& type, const std::vector<std::string>& inputs, const std::string& name) {
            std::string output = scope + name + "_output";
            b.node(type, inputs, {output}, scope + name);
            return output;
        };
        const std::string q =
            add("Add", {add("MatMul", {value, "w"}, "attention/query/MatMul"), "positions"}, "attention/query/Add");
        const std::string k =
            add("Add", {add("MatMul", {value, "w"}, "attention/key/MatMul"), "positions"}, "attention/key/Add");
        const std::string v = add("MatMul", {value, "w"}, "attention/value/MatMul");
        const std::string scores = add("Add", {add("MatMul", {q, k}, "attention/MatMul"), "mask"}, "attention/Add");
        const std::string mixed =
            add("MatMul", {add("Softmax", {scores}, "attention/Softmax"), v}, "attention/MatMul_1");
        const std::string sum = add("Add", {mixed, value}, "Add");
        value = add("Relu", {add("MatMul", {sum, "w"}, "mlp/MatMul")}, "mlp/Relu");
    }
    b.output(value);
    return b.model();
}

/// Down and up again, with a long line from each step down to its step up.
[[nodiscard]] inline Model unetModel(int nodes)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 8, 8}).randomInitializer("w", {1, 1, 1, 1});
    std::string value = "x";
    std::vector<std::string> skips;
    const int steps = nodes / 5;
    for (int i = 0; i < steps; ++i) {
        const std::string k = std::to_string(i);
        b.node("Conv", {value, "w"}, {"down" + k}, "down_Conv_" + k);
        b.node("Relu", {"down" + k}, {"skip" + k}, "down_Relu_" + k);
        skips.push_back("skip" + k);
        value = skips.back();
    }
    for (int i = steps - 1; i >= 0; --i) {
        const std::string k = std::to_string(i);
        b.node("Add", {value, skips[std::size_t(i)]}, {"sum" + k}, "up_Add_" + k);
        b.node("Conv", {"sum" + k, "w"}, {"up" + k}, "up_Conv_" + k);
        b.node("Relu", {"up" + k}, {"out" + k}, "up_Relu_" + k);
        value = "out" + k;
    }
    b.output(value);
    return b.model();
}

/// Branches beside each other in one scope: nearly all boxes stand in one rank.
[[nodiscard]] inline Model wideModel(int nodes)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 8, 8}).randomInitializer("w", {1, 1, 1, 1});
    std::vector<std::string> branches;
    for (int i = 0; i < nodes - 3; ++i) {
        branches.push_back("branch" + std::to_string(i));
        b.node("Conv", {"x", "w"}, {branches.back()}, "/wide/" + branches.back());
    }
    b.node("Concat", branches, {"all"}, "/wide/Concat").attribute("axis", 1);
    b.node("Relu", {"all"}, {"relu"}, "/tail/Relu");
    b.node("Sigmoid", {"relu"}, {"y"}, "/tail/Sigmoid");
    b.output("y");
    return b.model();
}

} // namespace quantiscope::test
