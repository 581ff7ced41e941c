// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// A graph as it was before quantization: without the nodes that only quantize or dequantize one value ("servants").
///
/// A servant is a QuantizeLinear or DequantizeLinear of any domain with one output, whose scale and zero point no node
/// makes. What reads the output of a chain of servants is taken to read the value at its start.
class FloatView
{
public:
    /// @param graph  must outlive it
    explicit FloatView(const Graph& graph);

    [[nodiscard]] bool isServant(std::size_t node) const { return m_isServant[node]; }
    [[nodiscard]] bool hasServants() const { return !m_sources.empty(); }

    /// The value that @p value was before quantization; @p value itself where no servant makes it.
    [[nodiscard]] const std::string& source(const std::string& value) const;
    /// Position of the node that makes the source of @p value; never a servant.
    [[nodiscard]] std::optional<std::size_t> producerOf(const std::string& value) const;

    /// Gives each servant a scope: that of the node whose output it carries, else (a weight, an input of the model) the
    /// innermost one around all that read it.
    /// @param scopeOf  of each node; those of servants are set
    /// @param parents  of each scope, a smaller number than its own; -1 for the root, scope 0
    void placeServants(std::vector<int>& scopeOf, const std::vector<int>& parents) const;

private:
    const Graph* m_graph;
    std::vector<bool> m_isServant;
    std::unordered_map<std::string, std::string> m_sources; ///< of the outputs of servants
};

} // namespace quantiscope
