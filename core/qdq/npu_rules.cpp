// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/npu_rules.h"

#include <optional>
#include <unordered_set>

namespace quantiscope {

namespace {

constexpr int kMostReadShift = 7;
constexpr int kMostBiasShift = 15;
constexpr int kLeastHardSigmoidOutput = 7;
constexpr int kHardSigmoidShift = 14; ///< binary digits behind the point of its product with alpha

} // namespace

constexpr NpuRules::Bounds NpuRules::kAddWrite{-7, 25};
constexpr NpuRules::Bounds NpuRules::kMulWrite{0, 32};
constexpr NpuRules::Bounds NpuRules::kSwishWrite{0, 15};
constexpr NpuRules::Bounds NpuRules::kCut{0, 16};
constexpr NpuRules::Bounds NpuRules::kHardSigmoidInput{0, 15};

NpuRules::NpuRules(const Graph& graph, const QuantConfig& config, const DpuPlan& dpu, NpuPositions& positions)
    : m_graph(graph), m_positions(positions)
{
    const NpuConfig& npu = config.npu;
    sortNodes(dpu);
    add(config.npuDefault(npu.alignConcat), m_concats, &NpuRules::alignConcat);
    add(config.npuDefault(npu.alignPool), m_pools, &NpuRules::alignPool);
    add(config.npuDefault(npu.alignPad), m_pads, &NpuRules::alignEnds);
    add(config.npuDefault(npu.alignSlice), m_slices, &NpuRules::alignEnds);
    add(npu.adjustShiftRead, m_sums, &NpuRules::limitRead);
    add(npu.adjustShiftWrite, m_writers, &NpuRules::limitWrite);
    add(npu.adjustShiftCut, m_weighted, &NpuRules::limitCut);
    add(npu.adjustShiftBias, m_weighted, &NpuRules::limitBias);
    add(npu.adjustHardSigmoid, m_hardSigmoids, &NpuRules::limitHardSigmoid);
    add(npu.adjustShiftSwish, m_swishes, &NpuRules::limitSwish);
}

std::size_t NpuRules::pass()
{
    m_moves = 0;
    m_moved.clear();
    for (const Rule& rule : m_rules) {
        for (const std::size_t node : *rule.nodes)
            (this->*rule.apply)(node);
    }
    return m_moves;
}

void NpuRules::add(bool isWanted, const Nodes& nodes, void (NpuRules::*apply)(std::size_t))
{
    if (isWanted && !nodes.empty())
        m_rules.push_back({&nodes, apply});
}

void NpuRules::sortNodes(const DpuPlan& dpu)
{
    std::unordered_set<std::string> gates; // what HardSigmoids read
    for (const std::size_t node : dpu.hardSigmoids) {
        m_hardSigmoids.push_back(node);
        gates.insert(m_graph.nodes()[node].inputAt(0));
    }
    for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
        const Node& node = m_graph.nodes()[i];
        if (!node.isStandard())
            continue;
        if (node.opType == "Concat")
            m_concats.push_back(i);
        else if (node.opType == "MaxPool" || node.opType == "AveragePool" || node.opType == "GlobalAveragePool")
            m_pools.push_back(i);
        else if (node.opType == "Pad")
            m_pads.push_back(i);
        else if (node.opType == "Slice")
            m_slices.push_back(i);
        else if (node.opType == "Conv" || node.opType == "Gemm")
            m_weighted.push_back(i);
        if (node.opType == "Add" || node.opType == "Sub")
            m_sums.push_back(i);
        if (node.opType == "Add" || node.opType == "Mul")
            m_writers.push_back(i);
        if (node.opType == "Mul" && (gates.count(node.inputAt(0)) > 0 || gates.count(node.inputAt(1)) > 0))
            m_swishes.push_back(i);
    }
}

void NpuRules::move(Place place, int position)
{
    if (!m_positions.move(place, position))
        return;
    ++m_moves;
    m_moved.insert(place);
}

/// The places of both inputs of an operator; false when one has none.
bool NpuRules::inputPair(std::size_t node, Place& first, Place& second) const
{
    first = m_positions.inputPlace(node, 0);
    second = m_positions.inputPlace(node, 1);
    return first != NpuPositions::kNone && second != NpuPositions::kNone;
}

void NpuRules::alignConcat(std::size_t node)
{
    std::vector<Place> places{m_positions.outputPlace(node)};
    for (std::size_t i = 0; i < m_graph.nodes()[node].inputs.size(); ++i)
        places.push_back(m_positions.inputPlace(node, i));
    std::erase(places, NpuPositions::kNone);
    alignAll(places);
}

void NpuRules::alignPool(std::size_t node)
{
    alignTwo(m_positions.poolInputPlace(node), m_positions.outputPlace(node));
}
void NpuRules::alignEnds(std::size_t node)
{
    alignTwo(m_positions.inputPlace(node, 0), m_positions.outputPlace(node));
}

void NpuRules::alignTwo(Place input, Place output)
{
    if (input != NpuPositions::kNone && output != NpuPositions::kNone)
        alignAll({input, output});
}

void NpuRules::alignAll(const std::vector<Place>& places)
{
    std::optional<int> smallest;
    for (const Place place : places) {
        if (!m_positions.isFree(place))
            smallest = std::min(smallest.value_or(m_positions.at(place)), m_positions.at(place));
    }
    if (!smallest)
        return;
    for (const Place place : places) {
        move(place, *smallest);
        m_positions.settle(place);
    }
}

/// Of two places the one that is free takes the other's position.
void NpuRules::settle(Place first, Place second)
{
    if (m_positions.isFree(first) != m_positions.isFree(second))
        alignAll({first, second});
}

void NpuRules::limitRead(std::size_t node)
{
    Place first;
    Place second;
    if (!inputPair(node, first, second))
        return;
    settle(first, second);
    const bool isFirstLarger = m_positions.at(first) > m_positions.at(second);
    const int smaller = m_positions.at(isFirstLarger ? second : first);
    const Place larger = isFirstLarger ? first : second;
    if (m_positions.at(larger) - smaller > kMostReadShift)
        move(larger, smaller + kMostReadShift);
}

void NpuRules::limitWrite(std::size_t node)
{
    Place first;
    Place second;
    if (!inputPair(node, first, second))
        return;
    const bool isSum = m_graph.nodes()[node].opType == "Add";
    if (isSum)
        settle(first, second);
    const int one = m_positions.at(first);
    const int other = m_positions.at(second);
    if (isSum)
        limitOutput(node, std::min(one, other), kAddWrite);
    else
        limitOutput(node, one + other, kMulWrite);
}

void NpuRules::limitSwish(std::size_t node)
{
    Place first;
    Place second;
    if (inputPair(node, first, second))
        limitOutput(node, m_positions.at(first) + m_positions.at(second), kSwishWrite);
}

/// Keeps the shift from position @p computed to the output's within @p bounds.
void NpuRules::limitOutput(std::size_t node, int computed, Bounds bounds)
{
    const Place output = m_positions.outputPlace(node);
    if (output != NpuPositions::kNone)
        move(output, computed - bounds.nearest(computed - m_positions.at(output)));
}

void NpuRules::limitCut(std::size_t node)
{
    Place input;
    Place weight;
    const Place output = m_positions.outputPlace(node);
    if (!inputPair(node, input, weight) || output == NpuPositions::kNone)
        return;
    const int cut = m_positions.at(weight) + m_positions.at(input) - m_positions.at(output);
    const int missing = kCut.nearest(cut) - cut;
    if (m_positions.isFree(input))
        move(input, m_positions.at(input) + missing);
    else if (m_positions.isFree(output))
        move(output, m_positions.at(output) - missing);
    else
        move(weight, m_positions.at(weight) + missing);
}

void NpuRules::limitBias(std::size_t node)
{
    Place input;
    Place weight;
    const Place bias = m_positions.inputPlace(node, 2);
    const Place output = m_positions.outputPlace(node);
    if (!inputPair(node, input, weight) || bias == NpuPositions::kNone || output == NpuPositions::kNone)
        return;
    const int product = m_positions.at(input) + m_positions.at(weight);
    // The accumulator has 24 digits: those of the product of two 8-bit codes and of the cut leave 16 - cut.
    const int low = isBeforeLeakyRelu(node) ? 0 : std::min(0, product - m_positions.at(output) - 16);
    const int shift = product - m_positions.at(bias);
    const int missing = Bounds{low, kMostBiasShift}.nearest(shift) - shift;
    // A bias that is too fine for the output is so whatever the input is, but in front of a LeakyRelu.
    if (m_positions.isFree(input) && (missing < 0 || isBeforeLeakyRelu(node)))
        move(input, m_positions.at(input) + missing);
    else
        move(bias, m_positions.at(bias) - missing);
}

bool NpuRules::isBeforeLeakyRelu(std::size_t node) const
{
    const auto readers = m_graph.consumersOf(m_graph.nodes()[node].outputAt(0));
    return readers.size() == 1 && m_graph.nodes()[readers[0]].isStandard()
        && m_graph.nodes()[readers[0]].opType == "LeakyRelu"
        && m_positions.inputPlace(readers[0], 0) == NpuPositions::kNone;
}

void NpuRules::limitHardSigmoid(std::size_t node)
{
    const Place input = m_positions.inputPlace(node, 0);
    const Place output = m_positions.outputPlace(node);
    if (input == NpuPositions::kNone || output == NpuPositions::kNone)
        return;
    move(input, kHardSigmoidInput.nearest(m_positions.at(input)));
    move(output, std::max(m_positions.at(output), kLeastHardSigmoidOutput));
    move(output, std::min(m_positions.at(output), m_positions.at(input) + kHardSigmoidShift));
}

} // namespace quantiscope
