// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/error_graph.h"

#include "core/analysis/error_places.h"
#include "core/graph/graph.h"
#include "core/graph/graph_union.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace quantiscope {

namespace {

using Kind = TensorError::Kind;

/// Copies what is needed of the quantized graph, once as it is or in pieces.
class Copier
{
public:
    /// @p cut gives, for a reader and a value, the float value that it reads instead; nullptr: none.
    using Cut = std::function<const std::string*(std::size_t reader, const std::string& value)>;

    Copier(const Graph& quantized, Cut cut) : m_quantized(quantized), m_cut(std::move(cut)) { }

    void need(const std::string& value) { m_needed.insert(value); }

    /// Which nodes are needed for the values that are.
    void trace()
    {
        const std::vector<Node>& nodes = m_quantized.nodes();
        for (std::size_t i = nodes.size(); i-- > 0;) {
            if (!makesNeeded(nodes[i]))
                continue;
            const auto read = [&](const std::string& value) {
                if (!m_cut(i, value))
                    m_needed.insert(value);
            };
            std::for_each(nodes[i].inputs.begin(), nodes[i].inputs.end(), read);
            std::for_each(nodes[i].captures.begin(), nodes[i].captures.end(), read);
        }
    }

    void copy(std::size_t node, GraphUnion& to)
    {
        const Node& source = m_quantized.nodes()[node];
        if (!makesNeeded(source))
            return;
        std::vector<std::string> inputs;
        std::vector<std::string> captures;
        for (const std::string& input : source.inputs)
            inputs.push_back(nameFor(node, input, to));
        for (const std::string& capture : source.captures)
            captures.push_back(nameFor(node, capture, to));
        const std::vector<std::string> outputs = to.add(m_quantized, node, inputs, captures);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            m_names[source.outputs[i]] = outputs[i];
    }

    /// Its name in the union.
    [[nodiscard]] const std::string& nameOf(const std::string& value) const
    {
        const auto found = m_names.find(value);
        return found == m_names.end() ? value : found->second;
    }

private:
    [[nodiscard]] bool makesNeeded(const Node& node) const
    {
        return std::any_of(node.outputs.begin(), node.outputs.end(),
                           [this](const std::string& output) { return m_needed.contains(output); });
    }

    std::string nameFor(std::size_t reader, const std::string& value, GraphUnion& to)
    {
        if (value.empty())
            return value;
        if (const std::string* real = m_cut(reader, value))
            return *real;
        if (m_quantized.isInitializer(value))
            return to.initializer(m_quantized, value);
        return nameOf(value);
    }

    const Graph& m_quantized;
    Cut m_cut;
    std::unordered_set<std::string> m_needed;
    std::unordered_map<std::string, std::string> m_names;
};

Result<void> checkInputs(const Model& real, const Model& quantized)
{
    const std::vector<TensorSpec> inputs = real.inputs();
    for (const TensorSpec& input : quantized.inputs()) {
        const auto same =
            std::find_if(inputs.begin(), inputs.end(), [&](const TensorSpec& spec) { return spec.name == input.name; });
        if (same == inputs.end()) {
            return Error{ErrorCode::ModelRefused,
                         "The quantized model has an input '" + input.name + "', which the float model lacks.",
                         input.name};
        }
        if (same->type != input.type || (same->hasRank && input.hasRank && same->shape.size() != input.shape.size())) {
            return Error{ErrorCode::ModelRefused,
                         "Input '" + input.name + "' is " + describe(*same) + " in the float model and "
                             + describe(input) + " in the quantized one.",
                         input.name};
        }
    }
    return {};
}

/// Positions of equal comparisons are shared.
std::size_t positionOf(ErrorGraph::Comparisons& comparisons, std::unordered_map<std::string, std::size_t>& known,
                       const std::string& real, const std::string& quantized)
{
    const auto [found, isNew] = known.try_emplace(real + '\n' + quantized, comparisons.size());
    if (isNew)
        comparisons.emplace_back(real, quantized);
    return found->second;
}

Result<void> makeWeights(const Graph& real, const Graph& quantized, std::span<const PlaceDraft* const> drafts,
                         ErrorGraph& graph)
{
    Copier copier(quantized, [](std::size_t, const std::string&) { return nullptr; });
    for (const PlaceDraft* draft : drafts) {
        if (draft->facts.kind == Kind::Weight)
            copier.need(draft->quantized);
    }
    copier.trace();
    GraphUnion joined(real, GraphUnion::Nodes::None);
    if (const Result<void> imported = joined.import(quantized); !imported)
        return imported.error();
    for (std::size_t i = 0; i < quantized.nodes().size(); ++i)
        copier.copy(i, joined);
    std::unordered_map<std::string, std::size_t> known;
    std::vector<std::string> read;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        if (drafts[i]->facts.kind != Kind::Weight)
            continue;
        const std::string& value = copier.nameOf(drafts[i]->quantized);
        if (read.empty())
            joined.addOutput(value, DataType::Float);
        read.push_back(drafts[i]->facts.tensor);
        graph.places[i].own = positionOf(graph.weightComparisons, known, drafts[i]->facts.tensor, value);
    }
    if (read.empty())
        return {};
    Result<Model> model = joined.finish(read);
    if (!model)
        return model.error();
    graph.weights.emplace(std::move(*model));
    return {};
}

} // namespace

Result<ErrorGraph> makeErrorGraph(const Model& prepared, const Model& quantizedModel)
{
    if (const Result<void> checked = checkInputs(prepared, quantizedModel); !checked)
        return checked.error();
    const Graph real(prepared);
    const Graph quantized(quantizedModel);
    ErrorPlaces places = findErrorPlaces(real, quantized);
    const std::vector<PlaceDraft>& drafts = places.drafts;

    Copier whole(quantized, [](std::size_t, const std::string&) { return nullptr; });
    Copier pieces(quantized, [&](std::size_t reader, const std::string& value) {
        const PlaceDraft* place = places.cutAt(reader, value);
        return place ? &place->facts.tensor : nullptr;
    });
    for (const PlaceDraft& draft : drafts) {
        if (draft.facts.kind == Kind::Weight)
            continue;
        whole.need(draft.quantized);
        pieces.need(draft.quantized);
    }
    whole.trace();
    pieces.trace();
    GraphUnion joined(real);
    if (const Result<void> imported = joined.import(quantized); !imported)
        return imported.error();
    for (std::size_t i = 0; i < quantized.nodes().size(); ++i) {
        whole.copy(i, joined);
        pieces.copy(i, joined);
    }

    // Places that quantization does not reach (an output behind nothing quantized) are none.
    std::vector<std::size_t> order(drafts.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::erase_if(order, [&](std::size_t i) {
        return drafts[i].facts.kind != Kind::Weight && whole.nameOf(drafts[i].quantized) == drafts[i].facts.tensor;
    });
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return drafts[a].order < drafts[b].order; });
    std::vector<std::optional<std::size_t>> placeOf(drafts.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        placeOf[order[i]] = i;

    Result<Model> model = joined.finish({});
    if (!model)
        return model.error();
    ErrorGraph graph{std::move(*model), {}, {}, {}, {}, {}};
    graph.notCompared = std::move(places.notCompared);
    std::unordered_map<std::string, std::size_t> known;
    std::vector<const PlaceDraft*> ordered;
    for (const std::size_t i : order) {
        const PlaceDraft& draft = drafts[i];
        ordered.push_back(&draft);
        ErrorPlace& place = graph.places.emplace_back(ErrorPlace{draft.facts, {}, {}});
        place.facts.inFront.clear();
        for (const std::size_t before : draft.facts.inFront) {
            if (placeOf[before])
                place.facts.inFront.push_back(*placeOf[before]);
        }
        std::sort(place.facts.inFront.begin(), place.facts.inFront.end());
        if (draft.facts.kind == Kind::Weight)
            continue;
        place.own = positionOf(graph.comparisons, known, draft.facts.tensor, pieces.nameOf(draft.quantized));
        place.accumulated = positionOf(graph.comparisons, known, draft.facts.tensor, whole.nameOf(draft.quantized));
    }
    if (const Result<void> made = makeWeights(real, quantized, ordered, graph); !made)
        return made.error();
    return graph;
}

} // namespace quantiscope
