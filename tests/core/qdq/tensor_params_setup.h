// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/tensor_params.h"
#include "tests/core/qdq/plan_text.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>

namespace quantiscope::test {

// The formulas of ONNX Runtime's quant_utils.py (compute_scale_zp), written down again for the tests.

inline QuantParams asymmetric(double low, double high, DataType type, int qmin, int qmax)
{
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
    const double scale = (high - low) / (qmax - qmin);
    return {type, {float(scale)}, {int(std::lrint(qmin - low / scale))}, {}};
}

inline QuantParams uint8Params(double low, double high)
{
    return asymmetric(low, high, DataType::UInt8, 0, 255);
}

inline QuantParams int8Symmetric(double magnitude)
{
    return {DataType::Int8, {float(2 * magnitude / 254)}, {0}, {}};
}

/// Everything about a model that the functions want.
struct Setup
{
    Setup(const ModelBuilder& b, const QuantConfig& quantConfig)
        : model(b.model())
        , graph(model)
        , config(quantConfig)
        , selected(selectNodes(graph, config, {}, feedback))
        , plan(planQdq(graph, config, selected))
    {
    }

    [[nodiscard]] TensorParams params(const TensorRanges& ranges) const
    {
        auto result = computeTensorParams(graph, config, plan, ranges);
        if (!result)
            qFatal("%s", result.error().message.c_str());
        return *result;
    }

    [[nodiscard]] TensorRanges adjusted(TensorRanges ranges) const
    {
        adjustRanges(graph, config, selected, ranges);
        return ranges;
    }

    Model model;
    Graph graph;
    QuantConfig config;
    Feedback feedback;
    std::vector<std::size_t> selected;
    QdqPlan plan;
};

/// x → Conv(w, b) → c → Relu → y
inline ModelBuilder convRelu(const std::vector<float>& weight = {1, -2, 0.5F, 0.25F},
                             const std::vector<float>& bias = {0.5F, -1})
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).initializer("w", {2, 2, 1, 1}, weight).initializer("b", {2}, bias);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv");
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.output("y");
    return b;
}

inline const TensorRanges kConvRanges{{"x", {-1, 3}}, {"c", {-5, 4}}, {"y", {0, 4}}};

} // namespace quantiscope::test
