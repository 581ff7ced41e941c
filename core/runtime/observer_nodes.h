// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/runtime.

#include <span>
#include <string>
#include <utility>

namespace onnx {
class ModelProto;
}

namespace quantiscope {

inline constexpr const char* kObserverDomain = "quantiscope.observer";
inline constexpr const char* kObserveOperator = "Observe";
inline constexpr const char* kCompareOperator = "Compare";
inline constexpr const char* kSlotAttribute = "slot";

/// Values that nodes without outputs look at.
struct WatchedValues
{
    std::span<const std::string> observed;
    std::span<const std::pair<std::string, std::string>> compared;

    [[nodiscard]] bool empty() const { return observed.empty() && compared.empty(); }
};

/// Adds an Observe node (see observe_operator.h) for each of the observed values, with its position as the slot, and a
/// Compare node (see compare_operator.h) for each of the compared pairs.
///
/// They stand in reverse order of the values behind all nodes, or, when there are many, behind those that nothing reads
/// and before all others. ONNX Runtime sorts nodes itself, in two orders that depend on this one:
/// - Its runs begin at the nodes that nothing reads, the last one first. With the values' own order, or behind them a
///   node of the graph's, it keeps every activation alive until the end (measured on ppocr_det: 1423 MB instead of
///   146).
/// - An order that it makes again and again while it loads holds all nodes that could come next in a list, walks it for
///   every node, and goes on with the earliest in the model. Behind the nodes that are read, all observers would wait
///   in that list: loading 8000 nodes in a row took 12 s instead of 1. Graphs with Q/DQ operators are left to take
///   that time: with the observers before the nodes that are read ONNX Runtime keeps every activation of them
///   (ppocr_v4_det: 728 MB instead of 206).
void addWatchers(onnx::ModelProto& model, const WatchedValues& watched);

} // namespace quantiscope
