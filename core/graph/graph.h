// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// One operator of the top-level graph.
struct Node
{
    std::string name; ///< unique, not empty
    std::string opType;
    std::string domain; ///< "" for the standard operators
    std::vector<std::string> inputs; ///< "" where an optional input is left out
    std::vector<std::string> outputs;
    std::vector<std::string> captures; ///< values that control-flow bodies of the node read from this graph, sorted

    [[nodiscard]] bool isStandard() const { return domain.empty(); }
    /// Value at that place; "" where there is none.
    [[nodiscard]] std::string inputAt(std::size_t i) const { return i < inputs.size() ? inputs[i] : std::string(); }
    [[nodiscard]] std::string outputAt(std::size_t i) const { return i < outputs.size() ? outputs[i] : std::string(); }
};

/// A read-only index of a model's top-level graph: who makes and who reads each value, in constant time.
///
/// Nodes are addressed by their position, values by name. Holds a reference to the model, which must outlive it. Nodes
/// and initializers may be appended to the model meanwhile, and inputs, outputs and attributes of nodes changed: the
/// index goes on telling what was there when it was made, attributes and elements are read as they are. Nothing may be
/// removed or change its position.
class Graph
{
public:
    explicit Graph(const Model& model);

    [[nodiscard]] const Model& model() const { return *m_model; }
    [[nodiscard]] const std::vector<Node>& nodes() const { return m_nodes; }
    [[nodiscard]] int opset() const { return m_opset; }

    /// Position of the node of that name.
    [[nodiscard]] std::optional<std::size_t> nodeNamed(std::string_view name) const;

    /// Position of the node that makes @p value; nothing for inputs and initializers.
    [[nodiscard]] std::optional<std::size_t> producerOf(const std::string& value) const;

    /// Positions of the nodes that read @p value, ascending, a node once for each time it reads it.
    [[nodiscard]] std::span<const std::size_t> consumersOf(const std::string& value) const;

    /// Positions of the nodes whose control-flow bodies read @p value, ascending.
    [[nodiscard]] std::span<const std::size_t> capturersOf(const std::string& value) const;

    [[nodiscard]] bool isInitializer(const std::string& value) const { return m_initializers.count(value) > 0; }
    [[nodiscard]] bool isGraphOutput(const std::string& value) const { return m_outputs.count(value) > 0; }
    /// Is it read inside a control-flow body? Such a value must keep its name and meaning.
    [[nodiscard]] bool isUsedBySubgraph(const std::string& value) const { return m_capturers.count(value) > 0; }

    /// Type and shape of a value, as far as known.
    [[nodiscard]] const TensorSpec* spec(const std::string& value) const;

    /// Attributes of node @p node, or @p fallback when it has none of that name and type.
    [[nodiscard]] std::int64_t intAttribute(std::size_t node, std::string_view name, std::int64_t fallback) const;
    [[nodiscard]] float floatAttribute(std::size_t node, std::string_view name, float fallback) const;
    [[nodiscard]] std::string stringAttribute(std::size_t node, std::string_view name, std::string fallback) const;
    /// A list of integers; nothing when the node has no such attribute.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> intsAttribute(std::size_t node, std::string_view name) const;

    /// All attributes of node @p node as a text, the same for equal ones.
    [[nodiscard]] std::string attributesText(std::size_t node) const;
    /// Does node @p node own control-flow bodies?
    [[nodiscard]] bool ownsSubgraphs(std::size_t node) const;

    /// Type, shape and elements of an initializer of at most 4 KiB as a text, the same for equal ones; nothing for
    /// anything else.
    [[nodiscard]] std::optional<std::string> smallConstant(const std::string& name) const;
    /// Elements of a float32, float16 or bfloat16 initializer as float32; empty for any other value.
    [[nodiscard]] std::vector<float> initializerFloats(const std::string& name) const;
    /// Elements of an integer initializer of 4 to 64 bits (not uint32, uint64); nothing for any other value.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> initializerInts(const std::string& name) const;
    [[nodiscard]] const Shape& initializerShape(const std::string& name) const;

private:
    const Model* m_model;
    int m_opset = 0;
    std::vector<Node> m_nodes;
    std::unordered_map<std::string, std::size_t> m_nodeByName;
    std::unordered_map<std::string, std::size_t> m_producers;
    std::unordered_map<std::string, std::vector<std::size_t>> m_consumers;
    std::unordered_map<std::string, std::vector<std::size_t>> m_capturers;
    std::unordered_map<std::string, int> m_initializers; ///< name to position in the model's list
    std::map<std::string, TensorSpec> m_specs;
    std::set<std::string> m_outputs;
};

} // namespace quantiscope
