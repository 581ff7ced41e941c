// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

namespace quantiscope {

/// May the first output of @p model be class scores, as far as its end shows? It may when, behind operators that only
/// move or convert elements (and Q/DQ), it comes from Softmax (also written out, with Exp) or LogSoftmax, from a linear
/// layer (Gemm, MatMul or Conv, with constant weights, a constant perhaps added), or from a global average. It is none
/// when it comes from anything else (Sigmoid, Tanh, a norm, arithmetic …), nor when its declared shape cannot be one
/// vector of scores (isShapeOfScores(); the first axis may be open).
///
/// A regression or an embedding that ends in a linear layer cannot be told from scores.
[[nodiscard]] bool mayEndInClassScores(const Model& model);

} // namespace quantiscope
