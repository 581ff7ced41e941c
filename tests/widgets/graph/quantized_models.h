// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/normalized_network.h"
#include "widgets/common/opened_model.h"

namespace quantiscope::test {

inline OpenedModelPtr floatNetwork()
{
    return std::make_shared<const OpenedModel>(normalizedNetwork().model());
}

/// normalizedNetwork() quantized: norm and relu are in the convolution, whose weight is codes; x and r pass through Q
/// and DQ.
inline OpenedModelPtr quantizedNetwork()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.initializer("half", {}, {0.5F});
    b.initializer("channels", {2}, {0.25F, 0.125F});
    b.initializer(makeTensor("seven", DataType::UInt8, {}, std::string(1, char(7))));
    b.initializer(makeTensor("zeros", DataType::Int8, {2}, std::string(2, '\0')));
    b.initializer(makeTensor("w_quantized", DataType::Int8, {2, 2, 1, 1}, std::string(4, char(3))));
    b.node("QuantizeLinear", {"x", "half", "seven"}, {"x_codes"}, "x_Q");
    b.node("DequantizeLinear", {"x_codes", "half", "seven"}, {"x_real"}, "x_DQ");
    b.node("DequantizeLinear", {"w_quantized", "channels", "zeros"}, {"w"}, "w_DQ").attribute("axis", 0);
    b.node("Conv", {"x_real", "w"}, {"r"}, "conv");
    b.node("QuantizeLinear", {"r", "half", "seven"}, {"r_codes"}, "r_Q");
    b.node("DequantizeLinear", {"r_codes", "half", "seven"}, {"r_real"}, "r_DQ");
    b.node("Sigmoid", {"r_real"}, {"y"}, "sigmoid");
    b.output("y");
    return std::make_shared<const OpenedModel>(b.model({.allowQuantized = true}));
}

[[nodiscard]] inline int nodeNamed(const OpenedModelPtr& model, const char* name)
{
    const auto node = model->graph.nodeNamed(name);
    return node ? int(*node) : -1;
}

} // namespace quantiscope::test
