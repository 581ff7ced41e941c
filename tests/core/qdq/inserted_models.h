// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_inserter.h"
#include "tests/core/qdq/quantized_run.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <tuple>

namespace quantiscope::test {

// Tolerances: an 8-bit tensor of n evenly spread values is off by 1/sqrt(12) steps of 1/255 of its range, that is 0.2 %
// of its length (0.5 % where an outlier sets the range); the graphs here have at most eight of them in a row, and two
// 8-bit weights. 16-bit activations leave the weights' 0.3 %. Integer kernels compute the same, except that those of
// processors without VNNI saturate sums of two products of uint8 and int8 (int8 activations are turned into uint8
// first): up to a quarter is lost there on such tiny graphs full of large weights.
inline constexpr double kEightBit = 0.03;
inline constexpr double kSixteenBit = 0.01;
inline constexpr double kSaturating = 0.30;

using Names = std::vector<std::string>;

inline QuantConfig withTypes(QuantConfig config, DataType activation, DataType weight)
{
    config.activationType = activation;
    config.weightType = weight;
    return config;
}

inline ModelBuilder built(int opset, const Build& build)
{
    ModelBuilder b(opset);
    build(b);
    return b;
}

/// x [1, 3, 8, 8] → Conv(w, b) → c → Relu → y
inline void convRelu(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 3, 8, 8})
        .randomInitializer("w", {4, 3, 3, 3})
        .randomInitializer("b", {4}, 0.5F, 2);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv").attribute("pads", {1, 1, 1, 1});
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.output("y");
}

/// x [1, 4, 4, 4] → Conv → c → Conv → y, one weight and one bias for both.
inline void twinConvs(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 4, 4, 4}).randomInitializer("w", {4, 4, 1, 1}).randomInitializer("b", {4}, 1, 2);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv1");
    b.node("Conv", {"c", "w", "b"}, {"y"}, "conv2");
    b.output("y");
}

/// x [1, 3, 4, 4] → ConvTranspose(w, b) → y
inline void transposed(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 3, 4, 4}).randomInitializer("w", {3, 4, 2, 2}).randomInitializer("b", {4}, 1, 2);
    b.node("ConvTranspose", {"x", "w", "b"}, {"y"}, "up").attribute("strides", {2, 2});
    b.output("y");
}

/// x [4, 16] → Gemm(w, b) → y [4, 8]
inline Build gemm(float beta, int transB, Shape bias = {8})
{
    return [=](ModelBuilder& b) {
        b.input("x", DataType::Float, {4, 16}).randomInitializer("w", transB ? Shape{8, 16} : Shape{16, 8});
        b.randomInitializer("b", bias, 3, 2);
        b.node("Gemm", {"x", "w", "b"}, {"y"}, "gemm").attribute("beta", beta).attribute("transB", transB);
        b.output("y");
    };
}

/// convRelu(), then y → Reshape → r → Transpose → t
inline void reshaped(ModelBuilder& b)
{
    convRelu(b);
    b.proto().mutable_graph()->clear_output();
    b.int64s("shape", {4, 64});
    b.node("Reshape", {"y", "shape"}, {"r"});
    b.node("Transpose", {"r"}, {"t"});
    b.output("t");
}

/// Two branches of one Split, joined again, one of them an output as well.
inline void branched(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 4, 8, 8}).randomInitializer("w", {4, 4, 1, 1});
    b.initializer("lo", {}, {0}).initializer("hi", {}, {6}).initializer("k", {1, 4, 1, 1}, {1, -2, 3, 0.5F});
    b.node("Split", {"x"}, {"x1", "x2"}).attribute("axis", 2);
    b.node("Conv", {"x1", "w"}, {"c1"});
    b.node("Clip", {"c1", "lo", "hi"}, {"r1"});
    b.node("Conv", {"x2", "w"}, {"c2"});
    b.node("Sigmoid", {"c2"}, {"r2"});
    b.node("Concat", {"r1", "r2"}, {"z"}).attribute("axis", 2);
    b.node("Mul", {"z", "k"}, {"y"});
    b.output("y").output("r2");
}

inline Names inputsOf(const onnx::NodeProto* node)
{
    return node ? Names(node->input().begin(), node->input().end()) : Names{"no such node"};
}

inline Names outputsOf(const onnx::NodeProto* node)
{
    return node ? Names(node->output().begin(), node->output().end()) : Names{"no such node"};
}

inline Names outputNames(const Model& model)
{
    Names names;
    for (const TensorSpec& output : model.outputs())
        names.push_back(output.name);
    return names;
}

/// The channel axis that a Q/DQ node works on: 1 when nothing is said.
inline std::int64_t axisOf(const onnx::NodeProto* node)
{
    for (const onnx::AttributeProto& attribute : node->attribute()) {
        if (attribute.name() == "axis")
            return attribute.i();
    }
    return 1;
}

inline std::int64_t rankOf(const Model& model, const std::string& initializer)
{
    const onnx::TensorProto* tensor = findInitializer(model.graph(), initializer);
    return tensor ? tensor->dims_size() : -1;
}

} // namespace quantiscope::test

#define VERIFY_RUNS(run) QVERIFY2((run).failure.empty(), (run).failure.c_str())
