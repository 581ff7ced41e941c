// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/graph_part.h"
#include "core/tensor/shape.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace onnx {
class ModelProto;
}

namespace quantiscope {

inline constexpr const char* kSwitchDomain = "quantiscope.switch";
inline constexpr const char* kSwitchOperator = "FakeQuantize";
inline constexpr const char* kChoiceOperator = "Choose";
inline constexpr const char* kSwitchSlot = "slot";

/// Input @p input of node @p node of a graph.
struct NodeInput
{
    std::size_t node = 0;
    std::size_t input = 0;

    auto operator<=>(const NodeInput&) const = default;
};

/// A place of a graph at which a value is quantized or not, as a run wants it.
struct Switch
{
    std::string value; ///< float32; not an initializer
    std::vector<NodeInput> readers; ///< which read what comes out
    bool isOutput = false; ///< the graph output of that name reads it, too
};

/// An initializer's reader that will read an input of the graph instead.
struct FedInput
{
    NodeInput reader;
    Shape shape; ///< of the float32 initializer
};

/// A standard operator with one output that takes the place of another one, with the same inputs.
struct NodeForm
{
    std::string opType;
    std::map<std::string, float> attributes;

    auto operator<=>(const NodeForm&) const = default;
};

/// A node that computes in another form in some runs.
struct Alternative
{
    std::size_t node = 0;
    NodeForm form;

    auto operator<=>(const Alternative&) const = default;
};

/// Where a model can be switched.
struct SwitchLayout
{
    std::vector<Switch> switches; ///< of one value no two have the same reader
    std::vector<FedInput> fed;
    std::vector<Alternative> alternatives = {}; ///< of nodes with one output
};

/// Name of the graph input that is read at place @p k of SwitchLayout::fed.
[[nodiscard]] std::string fedName(std::size_t k);

/// Name under which the session gives the graph output @p name.
[[nodiscard]] std::string switchedOutputName(const SwitchLayout& layout, const std::string& name);

/// Writes the switches of @p layout into @p model, which holds the nodes of @p part of a graph: an operator each behind
/// what makes its value, or in front of its readers where another part does, and one behind each node that has another
/// form. Slots are those of the whole layout. Initializers that nothing reads any more are not removed.
void addSwitches(onnx::ModelProto& model, const SwitchLayout& layout, const GraphPart& part);

} // namespace quantiscope
