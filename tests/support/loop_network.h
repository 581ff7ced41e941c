// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_builder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace quantiscope::test {

/// y = x times w (the identity), as many times as input "trips" says: Loop checks for the end between its rounds.
inline ModelBuilder loopNetwork()
{
    ModelBuilder body(17);
    body.input("i", DataType::Int64, Shape{}).input("condition", DataType::Bool, Shape{});
    body.input("carried", DataType::Float, {96, 96});
    body.node("MatMul", {"carried", "w"}, {"next"}, "product");
    body.node("Identity", {"condition"}, {"again"}, "again");
    body.output("again", DataType::Bool, Shape{}).output("next", DataType::Float, {96, 96});
    ModelBuilder b(17);
    b.input("x", DataType::Float, {96, 96}).input("trips", DataType::Int64, Shape{});
    std::vector<float> identity(96 * 96, 0.0F);
    for (std::size_t i = 0; i < 96; ++i)
        identity[i * 97] = 1.0F;
    b.initializer("w", {96, 96}, identity);
    b.initializer(makeTensor("true", DataType::Bool, {}, std::string(1, '\1')));
    b.node("Loop", {"trips", "true", "x"}, {"y"}, "loop").graph("body", body.graph());
    b.output("y", DataType::Float, {96, 96});
    return b;
}

inline Tensor scalar(std::int64_t value)
{
    Tensor tensor(DataType::Int64, {});
    tensor.as<std::int64_t>()[0] = value;
    return tensor;
}

/// A number of trips that takes hours.
inline constexpr std::int64_t kEndless = 1'000'000'000;

} // namespace quantiscope::test
