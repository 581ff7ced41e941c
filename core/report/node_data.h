// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/analysis_report.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quantiscope {

/// A number of a node that graph viewers can show.
enum class NodeMetric
{
    OwnSqnr, ///< dB, of the worst tensor that the node makes, or of its weight
    AccumulatedSqnr, ///< dB
    WeightSqnr, ///< dB, balanced: see WeightFidelity
    Sensitivity, ///< dB: SQNR of the worst output when only the node's unit is quantized
};

/// "own", "accumulated", "weights", "sensitivity"; nothing for another text.
[[nodiscard]] std::optional<NodeMetric> nodeMetricNamed(std::string_view name);

/// The lowest value of each node that has one, by name: of the user's graph where it is known, otherwise of the
/// prepared one. Values may be infinite.
[[nodiscard]] std::map<std::string, double> nodeValues(const AnalysisReport& report, NodeMetric metric);

/// A file of node data for Model Explorer, one number for each node: `{"results": {node: {"value": …}}, "thresholds":
/// […]}`, coloured from 14 dB (and below) to 44 dB. Nodes without a finite value are left out: nothing was lost there,
/// or nothing is known. Opened with "Add per-node data" on the model's graph; the ONNX adapter's node ids are the names
/// of the nodes. Source: google-ai-edge/model-explorer, node_data_builder.py and node_data_provider_dropdown.ts.
[[nodiscard]] std::string modelExplorerText(const AnalysisReport& report, NodeMetric metric);

/// @p model with what is known of its nodes as metadata (`quantiscope.own_sqnr_db`: "23.4"), and of the whole as
/// metadata of the model, to be looked at with Netron: that has no file of its own for such numbers
/// (lutzroeder/netron issues 1234 and 1240), but lists metadata_props in the properties of a node. Nodes are found by
/// name, in the user's model or in a quantized one. The function of the model stays the same; metadata of nodes come
/// with IR version 10, which it gets at least. ModelRefused when no node is known.
[[nodiscard]] Result<Model> annotatedModel(const Model& model, const AnalysisReport& report);

} // namespace quantiscope
