// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/layer_chains.h"

#include "core/equalization/layer_weights.h"

#include <algorithm>
#include <map>
#include <set>

namespace quantiscope {

namespace {

constexpr std::int64_t kChannelAxis = 1;

/// Where a layer's output goes.
struct Successor
{
    std::size_t layer;
    bool onlyRelu; ///< or nothing lies between
};

class ChainSearch
{
public:
    ChainSearch(const Graph& graph, const std::vector<std::size_t>& selected, ChainRules rules)
        : m_graph(graph), m_rules(rules)
    {
        for (const std::size_t position : selected) {
            if (isLayer(position))
                m_selected.insert(position);
        }
    }

    LayerChains run()
    {
        std::map<std::size_t, Successor> pairs;
        for (const std::size_t head : m_selected) {
            if (const auto next = successor(head); next && isUsable(head, next->layer))
                pairs.emplace(head, *next);
        }
        for (const auto& [head, next] : pairs) {
            LayerChain chain{{head, next.layer}};
            const auto after = pairs.find(next.layer);
            if (after != pairs.end() && isTriple(head, next, after->second))
                chain.layers.push_back(after->second.layer);
            m_found.chains.push_back(std::move(chain));
        }
        return std::move(m_found);
    }

private:
    [[nodiscard]] bool isLayer(std::size_t position) const
    {
        const Node& node = m_graph.nodes()[position];
        return node.isStandard() && (node.opType == "Conv" || node.opType == "Gemm") && !node.outputs.empty();
    }

    [[nodiscard]] std::optional<Successor> successor(std::size_t head) const
    {
        bool onlyRelu = true;
        std::string value = m_graph.nodes()[head].outputs[0];
        for (;;) {
            const auto readers = m_graph.consumersOf(value);
            if (readers.size() != 1 || m_graph.isGraphOutput(value) || m_graph.isUsedBySubgraph(value))
                return {};
            const std::size_t reader = readers.front();
            const Node& node = m_graph.nodes()[reader];
            if (node.inputAt(0) != value || !node.isStandard())
                return {};
            if (isLayer(reader))
                return m_selected.count(reader) > 0 ? std::optional(Successor{reader, onlyRelu}) : std::nullopt;
            if (!letsScalesThrough(reader) || node.outputs.size() != 1)
                return {};
            onlyRelu = onlyRelu && node.opType == "Relu";
            value = node.outputs[0];
        }
    }

    [[nodiscard]] bool letsScalesThrough(std::size_t position) const
    {
        const Node& node = m_graph.nodes()[position];
        if (node.opType == "Relu" || node.opType == "LeakyRelu")
            return true;
        if (node.opType == "ReduceMean")
            return keepsChannels(position);
        if (node.opType == "Pad")
            return isZeroPad(position);
        if (m_rules == ChainRules::Reference)
            return false;
        if (node.opType == "PRelu")
            return m_graph.isInitializer(node.inputAt(1));
        // What a ReduceMean of the reference's chains is converted to. Other poolings would let scales through as well;
        // chains over them lost what they were predicted to win (squeezenet in A8W8: cosine 0.985 instead of 0.991).
        return node.opType == "GlobalAveragePool";
    }

    [[nodiscard]] bool keepsChannels(std::size_t position) const
    {
        const Node& node = m_graph.nodes()[position];
        const auto axes =
            node.inputAt(1).empty() ? m_graph.intsAttribute(position, "axes") : m_graph.initializerInts(node.inputs[1]);
        const auto rank = rankOf(node.inputAt(0));
        return axes && !axes->empty() && std::all_of(axes->begin(), axes->end(), [&rank](std::int64_t axis) {
                   return axis >= 0 ? axis > kChannelAxis : rank && axis + *rank > kChannelAxis;
               });
    }

    [[nodiscard]] std::optional<std::int64_t> rankOf(const std::string& value) const
    {
        const TensorSpec* spec = m_graph.spec(value);
        if (!spec || !spec->hasRank)
            return {};
        return static_cast<std::int64_t>(spec->shape.size());
    }

    [[nodiscard]] bool isZeroPad(std::size_t position) const
    {
        const Node& node = m_graph.nodes()[position];
        if (!node.inputAt(3).empty())
            return false; // axes: rare, and no need of the layers that are looked for
        const bool asInputs = node.inputs.size() > 1;
        const auto found = asInputs ? m_graph.initializerInts(node.inputs[1]) : m_graph.intsAttribute(position, "pads");
        const std::vector<std::int64_t> pads = found.value_or(std::vector<std::int64_t>());
        const std::size_t rank = pads.size() / 2;
        if (rank <= kChannelAxis || pads[0] != 0 || pads[kChannelAxis] != 0 || pads[rank] != 0
            || pads[rank + kChannelAxis] != 0)
            return false;
        if (m_graph.stringAttribute(position, "mode", "constant") != "constant")
            return true;
        if (!asInputs)
            return m_graph.floatAttribute(position, "value", 0.0F) == 0.0F;
        if (node.inputAt(2).empty())
            return true;
        const auto fill = m_graph.initializerFloats(node.inputs[2]);
        return fill.size() == 1 && fill[0] == 0.0F;
    }

    /// Do the channels that @p head makes meet those that @p tail reads? Says why not.
    [[nodiscard]] bool isUsable(std::size_t head, std::size_t tail)
    {
        const LayerWeights* first = weights(head);
        const LayerWeights* second = weights(tail);
        if (!first || !second)
            return false;
        const auto skip = [&](const std::string& reason) {
            m_found.skipped.push_back("'" + first->node + "' and '" + second->node + "' are not equalized: " + reason);
            return false;
        };
        if (first->outputs != second->inputs())
            return skip("the channels between them do not match.");
        if (m_rules == ChainRules::Reference && second->groups != 1 && !second->isDepthwise())
            return skip("the second has groups of channels.");
        return true;
    }

    [[nodiscard]] bool isTriple(std::size_t head, const Successor& middle, const Successor& tail)
    {
        const auto isConv = [this](std::size_t node) { return m_graph.nodes()[node].opType == "Conv"; };
        const LayerWeights* dw = weights(middle.layer);
        return isConv(head) && isConv(middle.layer) && isConv(tail.layer) && middle.onlyRelu && tail.onlyRelu
            && weights(head)->groups == 1 && dw->isDepthwise() && dw->groups > 1 && weights(tail.layer)->groups == 1;
    }

    const LayerWeights* weights(std::size_t node)
    {
        auto at = m_weights.find(node);
        if (at == m_weights.end()) {
            auto sizes = layerSizes(m_graph, node);
            if (!sizes)
                m_found.skipped.push_back(sizes.error().message + " It is not equalized.");
            at = m_weights.emplace(node, sizes ? std::optional(std::move(*sizes)) : std::nullopt).first;
        }
        return at->second ? &*at->second : nullptr;
    }

    const Graph& m_graph;
    ChainRules m_rules;
    std::set<std::size_t> m_selected;
    std::map<std::size_t, std::optional<LayerWeights>> m_weights;
    LayerChains m_found;
};

} // namespace

LayerChains findLayerChains(const Graph& graph, const std::vector<std::size_t>& selected, ChainRules rules)
{
    return ChainSearch(graph, selected, rules).run();
}

} // namespace quantiscope
