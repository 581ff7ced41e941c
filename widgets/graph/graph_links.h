// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "widgets/graph/folded_nodes.h"

#include <string>
#include <vector>

namespace quantiscope {

/// A tensor feeding more nodes than this is shown as a badge on each instead of as lines.
inline constexpr std::size_t kMostLines = 16;

/// Who feeds whom in a graph, by numbers: what drawing asks again and again. Initializers are left out, and hidden
/// quantizers, through which one looks.
///
/// A source is a node (its position) or, behind the nodes, a model input.
struct GraphLinks
{
    struct Value
    {
        std::string name;
        int source = -1;
        bool isGlobal = false; ///< feeds more than kMostLines nodes
    };

    /// An output of the model, and what is drawn of it.
    struct Output
    {
        std::string name;
        int value = -1;
    };

    explicit GraphLinks(const Graph& graph, const FoldedNodes& folded = {});

    [[nodiscard]] bool isInput(int source) const { return source >= nodeCount; }

    int nodeCount = 0;
    std::vector<std::string> inputs; ///< of the model, initializers left out
    std::vector<Value> values; ///< all that nodes or the model's caller read
    std::vector<std::vector<int>> reads; ///< of each node: values, each once; what its bodies capture, too
    std::vector<Output> outputs; ///< of the model; what is an initializer is left out
    std::vector<bool> isHidden; ///< of each node; empty: none is
};

} // namespace quantiscope
