// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/dpu_simulation.h"
#include "core/qdq/npu_positions.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace quantiscope {

/// The limits of the NPU's shifters, which refineForNpu() tells one by one, at work on the positions of one graph.
/// Holds references to all that it is made of.
class NpuRules
{
public:
    using Place = NpuPositions::Place;

    /// Finds the nodes of each rule that @p config wants.
    NpuRules(const Graph& graph, const QuantConfig& config, const DpuPlan& dpu, NpuPositions& positions);

    /// Applies one rule after the other to the whole graph; how often something moved.
    std::size_t pass();

    /// What moved in the last pass.
    [[nodiscard]] const std::set<Place>& moved() const { return m_moved; }

private:
    using Nodes = std::vector<std::size_t>;

    /// Lowest and highest value of a shift.
    struct Bounds
    {
        int low;
        int high;

        [[nodiscard]] int nearest(int shift) const { return std::clamp(shift, low, high); }
    };

    struct Rule
    {
        const Nodes* nodes;
        void (NpuRules::*apply)(std::size_t);
    };

    void add(bool isWanted, const Nodes& nodes, void (NpuRules::*apply)(std::size_t));
    void sortNodes(const DpuPlan& dpu);
    void move(Place place, int position);
    bool inputPair(std::size_t node, Place& first, Place& second) const;
    [[nodiscard]] bool isBeforeLeakyRelu(std::size_t node) const;

    void alignConcat(std::size_t node);
    void alignPool(std::size_t node);
    void alignEnds(std::size_t node);
    void alignTwo(Place input, Place output);
    void alignAll(const std::vector<Place>& places);
    void settle(Place first, Place second);
    void limitRead(std::size_t node);
    void limitWrite(std::size_t node);
    void limitOutput(std::size_t node, int computed, Bounds bounds);
    void limitCut(std::size_t node);
    void limitBias(std::size_t node);
    void limitHardSigmoid(std::size_t node);
    void limitSwish(std::size_t node);

    static const Bounds kAddWrite;
    static const Bounds kMulWrite;
    static const Bounds kSwishWrite;
    static const Bounds kCut;
    static const Bounds kHardSigmoidInput;

    const Graph& m_graph;
    NpuPositions& m_positions;
    Nodes m_concats;
    Nodes m_pools;
    Nodes m_pads;
    Nodes m_slices;
    Nodes m_sums; ///< Add and Sub
    Nodes m_writers; ///< Add and Mul: in the order of the graph, as one may stand behind the other
    Nodes m_weighted; ///< Conv and Gemm
    Nodes m_hardSigmoids;
    Nodes m_swishes;
    std::vector<Rule> m_rules;
    std::size_t m_moves = 0;
    std::set<Place> m_moved;
};

} // namespace quantiscope
