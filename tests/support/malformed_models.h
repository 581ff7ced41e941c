// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_builder.h"

namespace quantiscope::test {

/// x [1, 3, 8, 8] → Conv 'conv1' (w) → c → Relu 'relu1' → y: the sound model that the functions below spoil.
[[nodiscard]] ModelBuilder convThenRelu(int opset = 13);

[[nodiscard]] onnx::GraphProto& graphOf(ModelBuilder& b);

/// The initializer w: 108 elements of float32, 432 bytes.
[[nodiscard]] onnx::TensorProto& weightsOf(ModelBuilder& b);

/// Makes w external; empty texts are left out.
void makeExternal(ModelBuilder& b, const char* location, const char* offset = "", const char* length = "");

/// One mistake each, in convThenRelu().
namespace malformed {

void noOpset(ModelBuilder& b);
void noNodes(ModelBuilder& b);
void noOutputs(ModelBuilder& b);
void missingInitializer(ModelBuilder& b);
void missingOutput(ModelBuilder& b); ///< 'z', which nothing makes
void readsItself(ModelBuilder& b); ///< relu1
void cycleOfTwo(ModelBuilder& b); ///< conv1 and relu1
void madeTwice(ModelBuilder& b); ///< c, by conv1 and 'again'
void fewBytes(ModelBuilder& b); ///< 431 for w
void unknownOperator(ModelBuilder& b); ///< relu1 is a Reloo
void missingAttribute(ModelBuilder& b); ///< the axis of Concat 'joined'
void mixedTypes(ModelBuilder& b); ///< Add 'sum' of float32 and int64
void quantizedAlready(ModelBuilder& b); ///< y → QuantizeLinear 'quant' → DequantizeLinear 'dequant' → z

} // namespace malformed

} // namespace quantiscope::test
