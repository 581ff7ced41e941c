// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/npu_positions.h"

#include "core/numerics/quantize.h"

#include <cmath>
#include <set>
#include <string_view>

namespace quantiscope {

namespace {

/// p of a scale 2^-p; nothing for all other numbers.
std::optional<int> positionOf(float scale)
{
    if (!(scale > 0.0F) || !std::isfinite(scale))
        return std::nullopt;
    int exponent = 0;
    const float fraction = std::frexp(scale, &exponent); // in [0.5, 1)
    return fraction == 0.5F ? std::optional(1 - exponent) : std::nullopt;
}

/// Does @p tensor hold nothing but zeros, so that its scale says nothing?
bool isZero(const Graph& graph, const PlannedTensor& tensor, const TensorRanges& ranges)
{
    if (!tensor.encoding.scale.empty() || !tensor.encoding.ranges.empty())
        return false;
    if (graph.isInitializer(tensor.name))
        return isEmptyRange(rangeOf(graph.initializerFloats(tensor.name)), tensor.encoding);
    const auto range = ranges.find(tensor.name);
    return range != ranges.end() && isEmptyRange(range->second, tensor.encoding);
}

} // namespace

NpuPositions::NpuPositions(const Graph& graph, const QdqPlan& plan, const std::vector<std::size_t>& selected,
                           const TensorRanges& ranges, const TensorParams& params)
    : m_graph(graph), m_plan(plan), m_isSelected(graph.nodes().size(), false)
{
    for (const std::size_t node : selected)
        m_isSelected[node] = true;
    const std::vector<std::size_t> owners = plan.owners();
    std::vector<std::optional<Place>> byOwner(owners.size());
    for (std::size_t i = 0; i < owners.size(); ++i) {
        std::optional<Place>& place = byOwner[owners[i]];
        if (!place) {
            const PlannedTensor& owner = plan.tensors[owners[i]];
            const auto found = params.find(owner.name);
            const bool isSingle = found != params.end() && found->second.scale.size() == 1;
            const auto position = isSingle ? positionOf(found->second.scale[0]) : std::nullopt;
            place = position ? static_cast<Place>(m_places.size()) : kNone;
            if (position) {
                const bool isHeld = !owner.encoding.scale.empty();
                const bool isEmpty = isZero(graph, owner, ranges);
                m_places.push_back({*position, i, isHeld, isEmpty, isEmpty, false});
            }
        }
        m_byTensor.push_back(*place);
    }
}

NpuPositions::Place NpuPositions::placeOf(const std::string& tensor) const
{
    const auto at = m_plan.index.find(tensor);
    return at == m_plan.index.end() ? kNone : m_byTensor[at->second];
}

NpuPositions::Place NpuPositions::inputPlace(std::size_t node, std::size_t input) const
{
    const std::vector<std::string>& inputs = m_graph.nodes()[node].inputs;
    const PlannedTensor* tensor = input < inputs.size() ? m_plan.find(inputs[input]) : nullptr;
    if (!tensor || !tensor->hasPair || m_plan.isFloatBias(node, input))
        return kNone;
    // A node that is not quantized reads float initializers.
    return m_graph.isInitializer(tensor->name) && !m_isSelected[node] ? kNone : placeOf(tensor->name);
}

NpuPositions::Place NpuPositions::poolInputPlace(std::size_t node) const
{
    if (const Place place = inputPlace(node, 0); place != kNone)
        return place;
    const auto producer = m_graph.producerOf(m_graph.nodes()[node].inputAt(0));
    return producer && m_graph.nodes()[*producer].isStandard() && m_graph.nodes()[*producer].opType == "Pad"
        ? inputPlace(*producer, 0)
        : kNone;
}

bool NpuPositions::isFusedActivation(std::size_t node) const
{
    static const std::set<std::string, std::less<>> kActivations{"Clip", "Gelu", "LeakyRelu", "PRelu", "Relu"};
    return m_graph.nodes()[node].isStandard() && kActivations.count(m_graph.nodes()[node].opType) > 0;
}

NpuPositions::Place NpuPositions::outputPlace(std::size_t node) const
{
    const std::string output = m_graph.nodes()[node].outputAt(0);
    const PlannedTensor* tensor = m_plan.find(output);
    if (!tensor || tensor->hasPair)
        return tensor ? placeOf(output) : kNone;
    const auto readers = m_graph.consumersOf(output);
    if (readers.size() != 1 || !isFusedActivation(readers[0]))
        return kNone;
    const PlannedTensor* behind = m_plan.find(m_graph.nodes()[readers[0]].outputAt(0));
    return behind && behind->hasPair ? placeOf(behind->name) : kNone;
}

bool NpuPositions::move(Place place, int position)
{
    // Beyond these float32 has no exact power of two, and its reciprocal neither.
    constexpr int kMost = 126;
    Entry& entry = m_places[static_cast<std::size_t>(place)];
    if (entry.isHeld || entry.position == position || position < -kMost || position > kMost)
        return false;
    entry.position = position;
    entry.isMoved = true;
    return true;
}

std::vector<int> NpuPositions::all() const
{
    std::vector<int> positions;
    positions.reserve(m_places.size());
    for (const Entry& entry : m_places)
        positions.push_back(entry.position);
    return positions;
}

const std::string& NpuPositions::nameOf(Place place) const
{
    return m_plan.tensors[m_places[static_cast<std::size_t>(place)].tensor].name;
}

void NpuPositions::writeTo(TensorParams& params) const
{
    for (std::size_t i = 0; i < m_plan.tensors.size(); ++i) {
        const Place place = m_byTensor[i];
        if (place == kNone || !m_places[static_cast<std::size_t>(place)].isMoved)
            continue;
        const auto found = params.find(m_plan.tensors[i].name);
        if (found == params.end())
            continue;
        found->second.scale.assign(1, std::ldexp(1.0F, -at(place)));
        const TensorEncoding& encoding = m_plan.tensors[i].encoding;
        if (m_places[static_cast<std::size_t>(place)].isZero && encoding.symmetry == Symmetry::Symmetric) {
            const CodeLimits limits = codeLimits(encoding.type, encoding.symmetry);
            found->second.zeroPoint.assign(1, (limits.min + limits.max + 1) / 2);
        }
    }
}

} // namespace quantiscope
