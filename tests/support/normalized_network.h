// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_builder.h"

namespace quantiscope::test {

/// x → Conv (w) → c → BatchNormalization → n → Relu → r → Sigmoid → y, of which a quantizer makes one convolution.
inline ModelBuilder normalizedNetwork()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    for (const char* name : {"scale", "shift", "mean", "variance"})
        b.initializer(name, {2}, {1.0F, 2.0F});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("BatchNormalization", {"c", "scale", "shift", "mean", "variance"}, {"n"}, "norm");
    b.node("Relu", {"n"}, {"r"}, "relu");
    b.node("Sigmoid", {"r"}, {"y"}, "sigmoid");
    b.output("y");
    return b;
}

} // namespace quantiscope::test
