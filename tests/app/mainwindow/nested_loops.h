// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_builder.h"

namespace quantiscope::test {

/// The body of a loop that holds another loop, @p depth deep; the innermost multiplies by "w".
inline ModelBuilder loopBody(int depth, int level = 1)
{
    const auto name = [level](const char* what) { return what + std::to_string(level); };
    ModelBuilder body(17);
    body.input(name("i"), DataType::Int64, Shape{}).input(name("condition"), DataType::Bool, Shape{});
    body.input(name("carried"), DataType::Float, {4, 4});
    if (depth <= 1) {
        body.node("MatMul", {name("carried"), "w"}, {name("next")}, "product");
    } else {
        body.node("Loop", {"trips", "true", name("carried")}, {name("next")}, name("loop"))
            .graph("body", loopBody(depth - 1, level + 1).graph());
    }
    body.node("Identity", {name("condition")}, {name("again")}, name("again_"));
    body.output(name("again"), DataType::Bool, Shape{}).output(name("next"), DataType::Float, {4, 4});
    return body;
}

/// A loop of which the body holds loops, @p depth bodies in all.
inline ModelBuilder nestedLoops(int depth)
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {4, 4}).input("trips", DataType::Int64, Shape{});
    b.randomInitializer("w", {4, 4});
    b.initializer(makeTensor("true", DataType::Bool, {}, std::string(1, '\1')));
    b.node("Loop", {"trips", "true", "x"}, {"y"}, "loop0").graph("body", loopBody(depth).graph());
    b.output("y", DataType::Float, {4, 4});
    return b;
}

} // namespace quantiscope::test
