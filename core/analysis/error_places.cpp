// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/error_places.h"

#include "core/analysis/quantized_pairs.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_set>

namespace quantiscope {

namespace {

using Kind = TensorError::Kind;

/// A graph output of a quantized graph keeps its name behind its pair; in front stands this.
constexpr std::string_view kInFrontOfOutput = "_QuantizeLinear_Input";
constexpr std::string_view kCodes = "_quantized"; ///< behind a weight's name

bool isFloat(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = graph.spec(value);
    return spec && spec->type == DataType::Float;
}

std::optional<std::string> withoutEnd(const std::string& text, std::string_view end)
{
    if (!text.ends_with(end))
        return std::nullopt;
    return text.substr(0, text.size() - end.size());
}

/// Finds the places; knows both graphs, makes nothing.
class PlaceFinder
{
public:
    PlaceFinder(const Graph& real, const Graph& quantized) : m_real(real), m_quantized(quantized), m_pairs(quantized)
    {
        for (const TensorSpec& input : real.model().inputs())
            m_inputs.insert(input.name);
    }

    ErrorPlaces find()
    {
        for (std::size_t pair = 0; pair < m_pairs.pairs().size(); ++pair)
            addActivation(pair);
        for (const std::size_t node : m_pairs.constants())
            addWeight(node);
        addOutputs();
        addLayers();
        addInFront();
        return std::move(m_found);
    }

private:
    /// Is it a computed or fed float value of the float graph?
    [[nodiscard]] bool isReal(const std::string& value) const
    {
        return (m_real.producerOf(value) || m_inputs.contains(value)) && isFloat(m_real, value);
    }

    [[nodiscard]] std::size_t orderOf(const std::string& value) const
    {
        const auto producer = m_real.producerOf(value);
        return producer ? 2 * *producer + 3 : 1;
    }

    /// The float graph's name of what pair @p pair quantizes; empty when there is none.
    [[nodiscard]] std::string realOf(std::size_t pair) const
    {
        std::string value = m_quantized.nodes()[m_pairs.pairs()[pair].quantize].inputs[0];
        for (auto before = m_pairs.pairBehind(value); before; before = m_pairs.pairBehind(value)) {
            if (isReal(value))
                return value; // an output of the graph with another pair behind it
            value = m_quantized.nodes()[m_pairs.pairs()[*before].quantize].inputs[0];
        }
        if (isReal(value))
            return value;
        if (const auto name = withoutEnd(value, kInFrontOfOutput); name && isReal(*name))
            return *name;
        for (const std::size_t node : m_pairs.pairs()[pair].dequantizes) {
            if (isReal(m_quantized.nodes()[node].outputs[0]))
                return m_quantized.nodes()[node].outputs[0];
        }
        return {};
    }

    [[nodiscard]] TensorError factsOf(const std::string& value, Kind kind) const
    {
        TensorError facts;
        facts.tensor = value;
        facts.kind = kind;
        if (const auto producer = m_real.producerOf(value)) {
            facts.node = m_real.nodes()[*producer].name;
            facts.opType = m_real.nodes()[*producer].opType;
        }
        return facts;
    }

    void addActivation(std::size_t pair)
    {
        const QuantizedPairs::Pair& found = m_pairs.pairs()[pair];
        const Node& quantize = m_quantized.nodes()[found.quantize];
        const std::string real = realOf(pair);
        const std::string& behind = m_quantized.nodes()[found.dequantizes[0]].outputs[0];
        if (real.empty() || !isFloat(m_quantized, behind)) {
            m_found.notCompared.push_back(quantize.inputs[0]);
            return;
        }
        TensorError facts = factsOf(real, Kind::Activation);
        facts.params = pairParams(m_quantized, found.quantize);
        // The same pair may stand there once more, for another reader.
        std::size_t place = m_found.drafts.size();
        std::vector<std::size_t>& known = m_activations[quantize.inputs[0]];
        for (const std::size_t other : known) {
            if (m_found.drafts[other].facts.params == facts.params)
                place = other;
        }
        if (place == m_found.drafts.size()) {
            known.push_back(place);
            m_found.drafts.push_back({std::move(facts), orderOf(real), behind, found.quantize});
        }
        m_found.ownQuantizes.insert(found.quantize);
        for (const std::size_t node : found.dequantizes) {
            const std::string& value = m_quantized.nodes()[node].outputs[0];
            m_found.cuts.insert_or_assign(value, place);
            m_found.behindPairs.insert(value);
        }
        m_found.cuts.emplace(quantize.inputs[0], place); // a reader of the value in front; not over a pair in front
    }

    /// The initializer of the float graph that DQ node @p node stands for; empty when there is none.
    [[nodiscard]] std::string realWeight(std::size_t node) const
    {
        std::string source = m_quantized.nodes()[node].inputs[0];
        if (const auto quantize = m_quantized.producerOf(source))
            source = m_quantized.nodes()[*quantize].inputs[0];
        if (m_real.isInitializer(source) && isFloat(m_real, source))
            return source;
        if (const auto name = withoutEnd(source, kCodes); name && m_real.isInitializer(*name) && isFloat(m_real, *name))
            return *name;
        const std::string& value = m_quantized.nodes()[node].outputs[0];
        for (const std::size_t reader : m_quantized.consumersOf(value)) {
            const auto real = m_real.nodeNamed(m_quantized.nodes()[reader].name);
            if (!real)
                continue;
            const std::vector<std::string>& inputs = m_quantized.nodes()[reader].inputs;
            const auto at = static_cast<std::size_t>(std::find(inputs.begin(), inputs.end(), value) - inputs.begin());
            const std::string name = m_real.nodes()[*real].inputAt(at);
            if (m_real.isInitializer(name) && isFloat(m_real, name))
                return name;
        }
        return {};
    }

    void addWeight(std::size_t node)
    {
        const std::string& value = m_quantized.nodes()[node].outputs[0];
        const std::string real = realWeight(node);
        const auto readers = m_real.consumersOf(real);
        if (real.empty() || readers.empty() || !isFloat(m_quantized, value)) {
            if (!m_quantized.consumersOf(value).empty())
                m_found.notCompared.push_back(m_quantized.nodes()[node].inputs[0]);
            return;
        }
        TensorError facts;
        facts.tensor = real;
        facts.kind = Kind::Weight;
        facts.node = m_real.nodes()[readers[0]].name;
        facts.opType = m_real.nodes()[readers[0]].opType;
        facts.params = pairParams(m_quantized, node);
        const auto known = m_weights.find(real);
        if (known != m_weights.end() && m_found.drafts[known->second].facts.params == facts.params) {
            m_weightBehind.emplace(value, known->second);
            return;
        }
        m_weights.insert_or_assign(real, m_found.drafts.size());
        m_weightBehind.emplace(value, m_found.drafts.size());
        m_found.drafts.push_back({std::move(facts), 2 * readers[0] + 2, value, node});
    }

    void addOutputs()
    {
        for (const TensorSpec& output : m_quantized.model().outputs()) {
            const std::string& value = output.name;
            if (m_found.cuts.contains(value) || !isReal(value) || !isFloat(m_quantized, value))
                continue;
            m_found.cuts.emplace(value, m_found.drafts.size());
            m_found.drafts.push_back({factsOf(value, Kind::Output), orderOf(value), value, 0});
        }
    }

    /// Cuts pieces in which one layer with quantized weights follows another.
    void addLayers()
    {
        const std::vector<Node>& nodes = m_quantized.nodes();
        const auto readsWeight = [this](const Node& node) {
            return std::any_of(node.inputs.begin(), node.inputs.end(),
                               [this](const std::string& input) { return m_pairs.isQuantizedConstant(input); });
        };
        std::unordered_set<std::string> leads; // values from which a piece goes on to a quantized weight
        for (std::size_t i = nodes.size(); i-- > 0;) {
            const Node& node = nodes[i];
            if (m_pairs.isOfConstant(i) || isQuantize(node))
                continue;
            const bool leadsOn = readsWeight(node)
                || std::any_of(node.outputs.begin(), node.outputs.end(), [&](const std::string& output) {
                                     return !m_found.cuts.contains(output) && leads.contains(output);
                                 });
            if (leadsOn)
                leads.insert(node.inputs.begin(), node.inputs.end());
        }
        std::unordered_set<std::string> weighted; // values whose piece has a quantized weight
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Node& node = nodes[i];
            if (m_pairs.isOfConstant(i)
                || (!readsWeight(node)
                    && std::none_of(node.inputs.begin(), node.inputs.end(), [&](const std::string& input) {
                           return !m_found.cuts.contains(input) && weighted.contains(input);
                       })))
                continue;
            for (const std::string& output : node.outputs) {
                weighted.insert(output);
                if (!leads.contains(output) || m_found.cuts.contains(output) || !isReal(output)
                    || !isFloat(m_quantized, output))
                    continue;
                m_found.cuts.emplace(output, m_found.drafts.size());
                m_found.drafts.push_back({factsOf(output, Kind::Layer), orderOf(output), output, 0});
            }
        }
    }

    void addInFront()
    {
        std::unordered_map<std::string, std::vector<std::size_t>> inFront;
        const std::vector<Node>& nodes = m_quantized.nodes();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            std::set<std::size_t> places;
            const auto read = [&](const std::string& value) {
                if (m_found.cutAt(i, value)) {
                    places.insert(m_found.cuts.at(value));
                } else if (const auto weight = m_weightBehind.find(value); weight != m_weightBehind.end()) {
                    places.insert(weight->second);
                } else if (const auto found = inFront.find(value); found != inFront.end()) {
                    places.insert(found->second.begin(), found->second.end());
                }
            };
            std::for_each(nodes[i].inputs.begin(), nodes[i].inputs.end(), read);
            std::for_each(nodes[i].captures.begin(), nodes[i].captures.end(), read);
            if (places.empty())
                continue;
            for (const std::string& output : nodes[i].outputs)
                inFront[output].assign(places.begin(), places.end());
        }
        for (PlaceDraft& draft : m_found.drafts) {
            if (draft.facts.kind == Kind::Weight)
                continue;
            const std::string& value =
                draft.facts.kind == Kind::Activation ? nodes[draft.from].outputs[0] : draft.quantized;
            draft.facts.inFront = inFront[value];
        }
    }

    const Graph& m_real;
    const Graph& m_quantized;
    QuantizedPairs m_pairs;
    std::unordered_set<std::string> m_inputs;
    ErrorPlaces m_found;
    std::unordered_map<std::string, std::vector<std::size_t>> m_activations; ///< places by what their pairs read
    std::unordered_map<std::string, std::size_t> m_weights; ///< the last place by initializer of the float graph
    std::unordered_map<std::string, std::size_t> m_weightBehind; ///< places by values behind a DQ
};

} // namespace

ErrorPlaces findErrorPlaces(const Graph& real, const Graph& quantized)
{
    PlaceFinder finder(real, quantized);
    return finder.find();
}

} // namespace quantiscope
