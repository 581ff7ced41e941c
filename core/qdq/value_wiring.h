// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/graph_rewriter.h"

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace quantiscope {

/// Which value each node of a graph reads and makes while the graph is being rewritten: edits go to the rewriter and
/// are remembered here, so that a later one sees what an earlier one did. Nodes that are added do not take part.
class ValueWiring
{
public:
    /// Accepts a node's input.
    using Accept = std::function<bool(std::size_t node, std::size_t input)>;

    /// @p graph, of the model that @p rewriter holds, and @p rewriter outlive this object.
    ValueWiring(const Graph& graph, GraphRewriter& rewriter);

    [[nodiscard]] const std::string& inputOf(std::size_t node, std::size_t position) const;
    void setInput(std::size_t node, std::size_t position, const std::string& value);
    void removeNode(std::size_t node);

    /// The node that makes @p from makes @p to instead. A value that no node makes any more is left alone.
    void renameOutput(const std::string& from, const std::string& to);

    /// Lets every input that @p wanted accepts read @p to instead of @p from.
    void redirect(const std::string& from, const std::string& to, const Accept& wanted);

    /// The same for the inputs of node @p reader only.
    void redirectReader(std::size_t reader, const std::string& from, const std::string& to, const Accept& wanted);

    /// Nodes that read @p value at a place that @p wanted accepts, each once, ascending.
    [[nodiscard]] std::vector<std::size_t> readersOf(const std::string& value, const Accept& wanted) const;

private:
    const Graph& m_graph;
    GraphRewriter& m_rewriter;
    std::vector<std::vector<std::string>> m_inputs;
    std::unordered_map<std::string, std::pair<std::size_t, std::size_t>> m_makers; ///< node and output, by value
};

} // namespace quantiscope
