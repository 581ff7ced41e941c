// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/graph.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// Puts nodes of several models into one graph, in which whatever they compute alike is computed once: a node with the
/// type, the attributes and the inputs of one that is there already is that one.
///
/// Nodes are copied with their attributes and bodies. Values get new names unless they are those of the base.
class GraphUnion
{
public:
    enum class Nodes
    {
        All, ///< begin with the base's nodes, under their names
        None, ///< begin with its initializers only: no node, no input, no output
    };

    /// @p base outlives this object.
    explicit GraphUnion(const Graph& base, Nodes nodes = Nodes::All);
    ~GraphUnion();
    GraphUnion(const GraphUnion&) = delete;
    GraphUnion& operator=(const GraphUnion&) = delete;

    /// Another graph to copy from; outlives this object. It must be of the base's operator set versions where both
    /// import a domain: ModelRefused otherwise.
    [[nodiscard]] Result<void> import(const Graph& source);

    /// The name here of initializer @p name of @p source: the base's where that has one of the same name, type, shape
    /// and elements (of small ones: of any name), a copy otherwise.
    [[nodiscard]] std::string initializer(const Graph& source, const std::string& name);

    /// Adds node @p node of @p source, which reads @p inputs (and, in its bodies, @p captures, in the order of
    /// Node::captures) here. The names of its outputs here, "" for those that it leaves out.
    [[nodiscard]] std::vector<std::string> add(const Graph& source, std::size_t node,
                                               std::span<const std::string> inputs,
                                               std::span<const std::string> captures);

    /// Declares @p value, of element type @p type, as an output of the graph.
    void addOutput(const std::string& value, DataType type);

    /// The model, checked and inferred. Initializers that no node and nothing in @p alsoRead reads are left out. Call
    /// it once.
    [[nodiscard]] Result<Model> finish(std::span<const std::string> alsoRead);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace quantiscope
