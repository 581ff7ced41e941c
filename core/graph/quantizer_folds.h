// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// All nodes of a graph that only quantize and dequantize one value.
struct QuantizerFold
{
    std::string source; ///< the value before: of a node, an input of the model, or an initializer
    std::vector<int> nodes; ///< positions, ascending; at least one
};

/// The nodes that carry values between the others, quantized, and that one may hide for an easier look at a graph:
/// QuantizeLinear and DequantizeLinear of any domain (see FloatView), also several in a row, and DynamicQuantizeLinear
/// with what dequantizes its codes. Whoever reads the output of one is taken to read the value at the start of its row.
class QuantizerFolds
{
public:
    /// @param graph  is not kept
    explicit QuantizerFolds(const Graph& graph);

    [[nodiscard]] const std::vector<QuantizerFold>& folds() const { return m_folds; }
    /// Position in folds() of the one that node @p node belongs to; -1 where it quantizes nothing.
    [[nodiscard]] int foldOf(std::size_t node) const { return m_foldOf[node]; }
    /// Position in folds() of the one of value @p source; -1 where that is not quantized.
    [[nodiscard]] int foldOfSource(const std::string& source) const;
    /// The value that @p value, an output of such a node, was before; @p value itself where it is none.
    [[nodiscard]] const std::string& source(const std::string& value) const;

private:
    void add(std::size_t node, const Node& quantizer, const std::string& source);

    std::vector<QuantizerFold> m_folds;
    std::vector<int> m_foldOf; ///< of each node
    std::unordered_map<std::string, int> m_foldOfSource;
    std::unordered_map<std::string, std::string> m_sources; ///< of the outputs of such nodes
};

/// The positions in Graph::nodes() of those that read a value of fold @p fold and are not of it themselves, ascending,
/// each once.
[[nodiscard]] std::vector<int> readersOf(const Graph& graph, const QuantizerFolds& folds, int fold);

} // namespace quantiscope
