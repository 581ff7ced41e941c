// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/sensitivity_units.h"

#include "core/base/nearest_name.h"
#include "core/graph/scope_tree.h"
#include "core/pipeline/effect_figures.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace quantiscope {

namespace {

/// Which things are together.
class Unions
{
public:
    explicit Unions(std::size_t size) : m_parents(size)
    {
        std::iota(m_parents.begin(), m_parents.end(), std::size_t(0));
    }

    [[nodiscard]] std::size_t rootOf(std::size_t i)
    {
        while (m_parents[i] != i)
            i = m_parents[i] = m_parents[m_parents[i]];
        return i;
    }

    /// The first of the two stays the root, so that a root is the first of its own.
    void join(std::size_t a, std::size_t b)
    {
        a = rootOf(a);
        b = rootOf(b);
        m_parents[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::size_t> m_parents;
};

/// Operators that activation functions are made of.
bool isActivationPart(const Node& node)
{
    static const std::set<std::string> kTypes{"Add",       "Celu",
                                              "Clip",      "Div",
                                              "Elu",       "Erf",
                                              "Gelu",      "HardSigmoid",
                                              "HardSwish", "LeakyRelu",
                                              "Mish",      "Mul",
                                              "PRelu",     "QuickGelu",
                                              "Relu",      "Selu",
                                              "Sigmoid",   "Softplus",
                                              "Softsign",  "Swish",
                                              "Tanh",      "ThresholdedRelu"};
    return kTypes.contains(node.opType);
}

class UnitFinder
{
public:
    UnitFinder(const AnalysisSession& session, const QuantizedVariant& whole)
        : m_original(session.graph())
        , m_prepared(whole.prepared->graph)
        , m_whole(whole)
        , m_isQuantized(m_prepared.nodes().size(), false)
        , m_unions(m_prepared.nodes().size())
    {
        Feedback unheard;
        const PlannedEffect effect = planEffect(m_prepared, whole.rules, unheard);
        for (std::size_t i = 0; i < m_isQuantized.size(); ++i)
            m_isQuantized[i] = effect.types[i].has_value();
        for (const Node& node : m_original.nodes()) {
            std::vector<std::size_t>& places = m_placesOf.emplace_back();
            for (const std::string& name : whole.prepared->standIns.of({node.name})) {
                if (const auto at = m_prepared.nodeNamed(name))
                    places.push_back(*at);
            }
            std::sort(places.begin(), places.end());
        }
    }

    std::vector<SensitivityUnit> run(SensitivityUnits per)
    {
        joinInseparable();
        joinFused();
        if (per == SensitivityUnits::Block)
            joinActivationFunctions();
        else if (per == SensitivityUnits::Scope)
            return byKey(scopeNames());
        else if (per == SensitivityUnits::OpType)
            return byKey(typeNames());
        std::map<std::size_t, std::vector<std::size_t>> units;
        for (std::size_t i = 0; i < m_isQuantized.size(); ++i) {
            if (m_isQuantized[i])
                units[m_unions.rootOf(i)].push_back(i);
        }
        std::vector<SensitivityUnit> found;
        for (const auto& [root, places] : units)
            found.push_back(unitOf({places.begin(), places.end()}, {}));
        return found;
    }

    Result<std::vector<SensitivityUnit>> groups(const std::vector<NodeGroup>& groups)
    {
        std::vector<SensitivityUnit> found;
        for (const NodeGroup& group : groups) {
            std::set<std::size_t> places;
            for (const std::string& name : group.nodes) {
                const auto at = m_original.nodeNamed(name);
                if (!at)
                    return unknown(group, name);
                places.insert(m_placesOf[*at].begin(), m_placesOf[*at].end());
            }
            std::erase_if(places, [this](std::size_t place) { return !m_isQuantized[place]; });
            if (places.empty()) {
                return Error{ErrorCode::InvalidArgument,
                             "Group '" + group.name + "': none of its nodes is quantized by this recipe.", group.name};
            }
            SensitivityUnit unit = unitOf(places, group.name);
            // Those without work of their own belong to it, too, if the user says so.
            std::set<std::string> nodes(unit.nodes.begin(), unit.nodes.end());
            nodes.insert(group.nodes.begin(), group.nodes.end());
            unit.nodes = inGraphOrder(nodes);
            found.push_back(std::move(unit));
        }
        return found;
    }

private:
    /// What does the work of one of the user's nodes cannot be excluded apart.
    void joinInseparable()
    {
        for (const std::vector<std::size_t>& places : m_placesOf) {
            for (const std::size_t place : places)
                m_unions.join(places.front(), place);
        }
    }

    /// Values between two nodes that have no Q/DQ pair.
    void joinFused()
    {
        for (std::size_t i = 0; i < m_isQuantized.size(); ++i) {
            if (!m_isQuantized[i])
                continue;
            for (const std::string& value : m_prepared.nodes()[i].inputs) {
                const auto producer = m_prepared.producerOf(value);
                const PlannedTensor* planned = m_whole.plan.find(value);
                const bool isFused = planned ? !planned->hasPair : isFolded(i);
                if (producer && m_isQuantized[*producer] && isFused)
                    m_unions.join(*producer, i);
            }
        }
    }

    [[nodiscard]] bool isFolded(std::size_t node) const
    {
        return std::any_of(m_whole.plan.folded.begin(), m_whole.plan.folded.end(),
                           [node](const FoldedActivation& folded) { return folded.node == node; });
    }

    /// A function follows a layer with weights when all that it computes comes from there.
    void joinActivationFunctions()
    {
        for (std::size_t i = 0; i < m_isQuantized.size(); ++i) {
            const Node& node = m_prepared.nodes()[i];
            if (!m_isQuantized[i] || !isActivationPart(node))
                continue;
            std::set<std::size_t> sources;
            bool isFed = false;
            for (const std::string& value : node.inputs) {
                if (value.empty() || m_prepared.isInitializer(value))
                    continue;
                const auto producer = m_prepared.producerOf(value);
                isFed = isFed || !producer;
                if (producer)
                    sources.insert(m_unions.rootOf(*producer));
            }
            if (!isFed && sources.size() == 1 && m_isQuantized[*sources.begin()] && hasWeights(*sources.begin()))
                m_unions.join(*sources.begin(), i);
        }
    }

    [[nodiscard]] bool hasWeights(std::size_t node) const { return multiplyAdds(m_prepared, node) > 0; }

    /// By node of the original: the scope it is in.
    [[nodiscard]] std::vector<std::string> scopeNames() const
    {
        const ScopeTree tree(m_original);
        std::vector<std::string> names;
        for (std::size_t i = 0; i < m_original.nodes().size(); ++i) {
            const std::string& path = tree.at(tree.scopeOf(static_cast<int>(i))).path;
            names.push_back(path.empty() ? "/" : path);
        }
        return names;
    }

    [[nodiscard]] std::vector<std::string> typeNames() const
    {
        std::vector<std::string> names;
        for (const Node& node : m_original.nodes())
            names.push_back(node.opType);
        return names;
    }

    /// One unit for each of @p keys, which has one for each of the user's nodes; what cannot be told apart goes where
    /// its first node is.
    std::vector<SensitivityUnit> byKey(const std::vector<std::string>& keys)
    {
        std::map<std::size_t, std::string> keyOf; // by root
        std::vector<std::string> order;
        std::map<std::string, std::set<std::size_t>> units;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            for (const std::size_t place : m_placesOf[i]) {
                if (!m_isQuantized[place])
                    continue;
                const std::string& key = keyOf.emplace(m_unions.rootOf(place), keys[i]).first->second;
                if (!units.contains(key))
                    order.push_back(key);
                units[key].insert(place);
            }
        }
        std::vector<SensitivityUnit> found;
        for (const std::string& key : order)
            found.push_back(unitOf(units.at(key), key));
        return found;
    }

    /// The unit of the nodes @p places of the prepared graph; without @p name it is called like its first node with
    /// weights.
    [[nodiscard]] SensitivityUnit unitOf(const std::set<std::size_t>& places, const std::string& name) const
    {
        SensitivityUnit unit;
        unit.name = name;
        std::vector<std::string> types;
        for (std::size_t i = 0; i < m_placesOf.size(); ++i) {
            std::vector<std::size_t> own = m_placesOf[i];
            std::erase_if(own, [this](std::size_t place) { return !m_isQuantized[place]; });
            const bool isInside = !own.empty()
                && std::all_of(own.begin(), own.end(), [&](std::size_t place) { return places.contains(place); });
            if (!isInside)
                continue;
            const Node& node = m_original.nodes()[i];
            unit.nodes.push_back(node.name);
            if (std::find(types.begin(), types.end(), node.opType) == types.end())
                types.push_back(node.opType);
            if (unit.name.empty() && multiplyAdds(m_original, i) > 0)
                unit.name = node.name;
        }
        for (const std::size_t place : places)
            unit.multiplyAdds += multiplyAdds(m_prepared, place);
        if (unit.name.empty() && !unit.nodes.empty())
            unit.name = unit.nodes.front();
        unit.label = labelOf(types);
        return unit;
    }

    static std::string labelOf(std::vector<std::string> types)
    {
        const auto sigmoid = std::find(types.begin(), types.end(), "Sigmoid");
        if (sigmoid != types.end() && sigmoid + 1 != types.end() && *(sigmoid + 1) == "Mul") {
            *sigmoid = "SiLU";
            types.erase(sigmoid + 1);
        }
        constexpr std::size_t kMost = 3;
        std::string label;
        for (std::size_t i = 0; i < std::min(types.size(), kMost); ++i)
            label += (i == 0 ? "" : " · ") + types[i];
        return types.size() > kMost ? label + " …" : label;
    }

    [[nodiscard]] std::vector<std::string> inGraphOrder(const std::set<std::string>& names) const
    {
        std::vector<std::string> ordered;
        for (const Node& node : m_original.nodes()) {
            if (names.contains(node.name))
                ordered.push_back(node.name);
        }
        return ordered;
    }

    [[nodiscard]] Error unknown(const NodeGroup& group, const std::string& name) const
    {
        std::vector<std::string> names;
        for (const Node& node : m_original.nodes())
            names.push_back(node.name);
        return {ErrorCode::InvalidArgument,
                "Group '" + group.name + "' names node '" + name + "', which the model does not have."
                    + didYouMean(name, names),
                group.name};
    }

    const Graph& m_original;
    const Graph& m_prepared;
    const QuantizedVariant& m_whole;
    std::vector<bool> m_isQuantized; ///< by node of the prepared graph
    Unions m_unions; ///< of nodes of the prepared graph
    std::vector<std::vector<std::size_t>> m_placesOf; ///< by the user's node: nodes of the prepared graph
};

} // namespace

Result<std::vector<SensitivityUnit>> findUnits(const AnalysisSession& session, const QuantizedVariant& whole,
                                               SensitivityUnits per, const std::vector<NodeGroup>& groups)
{
    UnitFinder finder(session, whole);
    if (per == SensitivityUnits::Group)
        return finder.groups(groups);
    return finder.run(per);
}

} // namespace quantiscope
