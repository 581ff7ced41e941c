// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/model/external_data.h"

#include <cstddef>
#include <filesystem>

namespace onnx {
class GraphProto;
class ModelProto;
} // namespace onnx

namespace quantiscope {

/// Spells the standard domain "" everywhere (also written "ai.onnx") and merges equal operator set imports; two
/// versions of one domain are refused.
[[nodiscard]] Result<void> normalizeDomains(onnx::ModelProto& model);

/// Removes negative extents from the declared shapes of inputs and outputs; some exporters write -1 for an open one.
void openNegativeExtents(onnx::GraphProto& graph);

/// Takes initializers out of the list of graph inputs and raises the IR version to 4, the first where that is allowed.
void separateInitializers(onnx::ModelProto& model);

/// Gives every node without a name `<OpType>_<k>` (k counts the nodes of that type) and renames repetitions of a name
/// to `<name>_<k>` with a warning. Returns the number of nodes that had no name.
std::size_t nameNodes(onnx::GraphProto& graph, Feedback& feedback);

/// Replaces Constant nodes of the top-level graph that hold a tensor or numbers by initializers with the same name.
void constantsToInitializers(onnx::GraphProto& graph);

/// Checks every tensor of @p graph and brings initializers into the form that Model promises: raw_data, or an external
/// file mapped by
/// @p external when they are big. All other tensors (attributes, subgraphs) are embedded in the model, and sparse
/// initializers are made dense.
[[nodiscard]] Result<void> normalizeTensors(onnx::GraphProto& graph, const std::filesystem::path& folder,
                                            ExternalData& external);

} // namespace quantiscope
