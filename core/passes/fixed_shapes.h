// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

#include <map>
#include <string>

namespace quantiscope {

/// Reads option FixShapes: "in1:[1,3,224,224];out1:[1,1000]". InvalidArgument with what is wrong with it.
[[nodiscard]] Result<std::map<std::string, Shape>> parseFixedShapes(const std::string& text);

/// @p specs with the shapes that @p text fixes; names of other values are left alone. What samples have to fit.
[[nodiscard]] Result<std::vector<TensorSpec>> withFixedShapes(std::vector<TensorSpec> specs, const std::string& text);

/// @p model with the inputs and outputs of these shapes, and all others inferred from them.
///
///   Before  x [N, 3, H, W] → Conv → y [N, 8, ?, ?]       After  x [1, 3, 32, 32] → Conv → y [1, 8, 32, 32]
///
/// InvalidArgument for a name that is neither input nor output, a rank or a fixed extent that the model declares
/// otherwise; ModelRefused when a shape contradicts the graph.
[[nodiscard]] Result<Model> fixShapes(const Model& model, const std::string& text);

} // namespace quantiscope
