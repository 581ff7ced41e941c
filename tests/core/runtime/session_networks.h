// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/inference_session.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace quantiscope::test {

/// x [N, 2] → Add(k) → a → Relu → y; sum → Cast → whole (int64)
inline ModelBuilder smallNetwork()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"N", 2});
    b.initializer("k", {2}, {10.0F, -20.0F});
    b.node("Add", {"x", "k"}, {"a"}, "add");
    b.node("Relu", {"a"}, {"y"}, "relu");
    b.node("Cast", {"a"}, {"whole"}, "cast").attribute("to", int(DataType::Int64));
    b.output("y", DataType::Float, {"N", 2}).output("whole", DataType::Int64, {"N", 2});
    return b;
}

/// What calibration meets: convolutions with batch normalization, a residual, pooling, integers, a matrix and a
/// softmax.
inline ModelBuilder convolutionalNetwork()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"N", 3, 16, 16});
    b.randomInitializer("w1", {16, 3, 3, 3}, 0.4F, 1).randomInitializer("b1", {16}, 0.2F, 2);
    b.initializer("gamma", {16}, std::vector<float>(16, 1.25F)).randomInitializer("beta", {16}, 0.3F, 3);
    b.randomInitializer("mean", {16}, 0.1F, 4).initializer("variance", {16}, std::vector<float>(16, 0.7F));
    b.randomInitializer("w2", {16, 16, 3, 3}, 0.2F, 5);
    b.randomInitializer("w3", {16, 10}, 0.5F, 6).randomInitializer("b3", {10}, 0.1F, 7);
    b.node("Conv", {"x", "w1", "b1"}, {"c1"}, "conv1").attribute("pads", {1, 1, 1, 1});
    b.node("BatchNormalization", {"c1", "gamma", "beta", "mean", "variance"}, {"n1"}, "bn1");
    b.node("Relu", {"n1"}, {"r1"}, "relu1");
    b.node("Conv", {"r1", "w2"}, {"c2"}, "conv2").attribute("pads", {1, 1, 1, 1});
    b.node("Add", {"c2", "r1"}, {"sum"}, "add");
    b.node("Relu", {"sum"}, {"r2"}, "relu2");
    b.node("Sigmoid", {"r2"}, {"sigmoid"}, "sigmoid");
    b.node("Mul", {"r2", "sigmoid"}, {"silu"}, "mul");
    b.node("GlobalAveragePool", {"silu"}, {"pooled"}, "pool");
    b.node("Flatten", {"pooled"}, {"flat"}, "flatten");
    b.node("Shape", {"flat"}, {"shape"}, "shape"); // int64
    b.node("Reshape", {"flat", "shape"}, {"same"}, "reshape");
    b.node("Gemm", {"same", "w3", "b3"}, {"logits"}, "gemm");
    b.node("Softmax", {"logits"}, {"probabilities"}, "softmax");
    b.node("ArgMax", {"probabilities"}, {"best"}, "argmax"); // int64
    b.output("probabilities").output("best", DataType::Int64, {"N", 1});
    return b;
}

inline InferenceSession sessionOf(const ModelBuilder& builder, const SessionOptions& options = {})
{
    auto created = InferenceSession::create(environment(), builder.model(), options);
    if (!created)
        qFatal("%s", created.error().message.c_str());
    return std::move(*created);
}

inline Tensor randomTensor(const Shape& shape, std::uint32_t seed)
{
    ModelBuilder b;
    b.randomInitializer("t", shape, 2.0F, seed);
    const std::string& bytes = b.graph().initializer(0).raw_data();
    Tensor tensor(DataType::Float, shape);
    std::memcpy(tensor.bytes().data(), bytes.data(), bytes.size());
    return tensor;
}

inline std::vector<float> floats(const Tensor& tensor)
{
    const auto values = tensor.as<float>();
    return {values.begin(), values.end()};
}

inline bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Copies what it is shown, by one run at a time.
class RecordingObserver final : public ValueObserver
{
public:
    explicit RecordingObserver(std::size_t count) : seen(count) { }
    void observe(std::size_t slot, std::span<const float> values) override
    {
        seen.at(slot).emplace_back(values.begin(), values.end());
    }

    std::vector<std::vector<std::vector<float>>> seen; ///< by slot and run
};

} // namespace quantiscope::test
