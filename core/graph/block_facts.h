// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/float_view.h"
#include "core/graph/graph.h"

#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// What finding and naming blocks asks about the nodes of a graph, looked up once; servants are passed over.
class BlockFacts
{
public:
    BlockFacts(const Graph& graph, const FloatView& view);

    /// Nodes that read what @p node makes, ascending.
    [[nodiscard]] const std::vector<int>& consumersOf(int node) const { return m_consumers[std::size_t(node)]; }
    /// May a block start with @p node: does it have weights or change the resolution?
    [[nodiscard]] bool isStart(int node) const;
    [[nodiscard]] bool hasWeights(int node) const { return m_kinds[std::size_t(node)].hasWeights; }
    /// Does it change the resolution: a stride, pooling, resizing?
    [[nodiscard]] bool changesResolution(int node) const { return m_kinds[std::size_t(node)].changesResolution; }

    /// Names for blocks that follow each other, @p blocks[i] being the nodes of one: from what names of weights in it
    /// share ("head.0" for head.cls_preds.0 and head.reg_preds.0) beyond @p around, the name of the scope around them;
    /// else, when @p around is empty (the root) and the graph works on pictures, "stem", "stage 1", "neck 1" (from the
    /// first upsampling on), "head"; else "block 1". All differ.
    [[nodiscard]] std::vector<std::string> namesOf(std::span<const std::vector<int>> blocks,
                                                   const std::string& around) const;

private:
    struct Kind
    {
        bool hasWeights = false;
        bool changesResolution = false;
        bool enlarges = false;
        bool isClassifier = false; ///< works on what is left of a picture: Gemm, global pooling
        bool isConvolution = false;
    };

    [[nodiscard]] std::string sharedPrefix(const std::vector<int>& nodes, const std::string& around) const;

    const Graph& m_graph;
    const FloatView& m_view;
    std::vector<std::vector<int>> m_consumers;
    std::vector<Kind> m_kinds;
};

} // namespace quantiscope
