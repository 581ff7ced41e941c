// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph_correspondence.h"

#include "core/graph/constant_nodes.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace quantiscope {

namespace {

/// May quantizers put @p node into the node that makes what it reads?
bool joinsItsMaker(const Node& node)
{
    constexpr std::array<std::string_view, 11> kTypes{
        "Add", "BatchNormalization", "Cast", "Clip", "Div", "Dropout", "Mul", "Identity", "LeakyRelu", "Relu", "Sub"};
    return std::find(kTypes.begin(), kTypes.end(), node.opType) != kTypes.end();
}

void link(std::vector<int>& to, int node)
{
    const auto place = std::lower_bound(to.begin(), to.end(), node);
    if (place == to.end() || *place != node)
        to.insert(place, node);
}

} // namespace

class GraphCorrespondence::Finder
{
public:
    Finder(GraphCorrespondence& found, const Graph& before, const Graph& after)
        : m_found(found)
        , m_before(before)
        , m_after(after)
        , m_isConstant(constantNodes(before))
        , m_isPlacedBefore(before.nodes().size(), false)
        , m_isPlacedAfter(after.nodes().size(), false)
    {
        found.m_afterOf.resize(before.nodes().size());
        found.m_beforeOf.resize(after.nodes().size());
        found.m_makerAfter.assign(before.nodes().size(), -1);
    }

    void run(const Feedback& feedback)
    {
        for (const TensorSpec& input : m_before.model().inputs())
            matchValue(input.name);
        for (std::size_t i = 0; i < m_before.nodes().size(); ++i) {
            if (isQuantizer(i))
                continue;
            for (const std::string& output : m_before.nodes()[i].outputs)
                matchValue(output);
        }
        matchNames();
        for (std::size_t i = 0; i < m_before.nodes().size() && !feedback.isCanceled(); ++i) {
            if (isQuantizer(i))
                continue;
            for (const std::string& output : m_before.nodes()[i].outputs) {
                if (const std::string made = m_found.valueAfter(output); !made.empty()) {
                    matchRegion(int(i), made);
                    break;
                }
            }
        }
    }

private:
    void matchValue(const std::string& value);
    void matchNames();
    void matchRegion(int maker, const std::string& made);
    void placeAlone(int node, int maker, const std::set<std::string>& read);
    std::vector<int> nodesBehind(int maker);
    std::vector<int> nodesBehindAfter(int maker, std::set<std::string>& read);

    void pair(const std::string& before, const std::string& after)
    {
        m_found.m_valueAfter.emplace(before, after);
        const auto [known, isNew] = m_found.m_valueBefore.emplace(after, before);
        if (!isNew && before == after)
            known->second = before;
    }
    bool isQuantizer(std::size_t before) const { return m_found.m_foldsBefore.foldOf(before) >= 0; }
    bool isMatched(const std::string& before) const { return m_found.m_valueAfter.contains(before); }
    bool isMatched(const Node& before) const
    {
        return std::any_of(before.outputs.begin(), before.outputs.end(),
                           [this](const std::string& output) { return isMatched(output); });
    }
    bool isImage(const std::string& after) const { return m_found.m_valueBefore.contains(after); }
    void connect(int before, int after)
    {
        link(m_found.m_afterOf[std::size_t(before)], after);
        link(m_found.m_beforeOf[std::size_t(after)], before);
    }

    GraphCorrespondence& m_found;
    const Graph& m_before;
    const Graph& m_after;
    std::vector<bool> m_isConstant;
    std::vector<bool> m_isPlacedBefore;
    std::vector<bool> m_isPlacedAfter;
};

/// Pairs @p value with what the later graph calls so, quantized or not.
void GraphCorrespondence::Finder::matchValue(const std::string& value)
{
    if (value.empty())
        return;
    // Operators on integers have no float value of that name.
    for (const std::string& name : {value, value + "_quantized"}) {
        const std::string& source = m_found.m_folds.source(name);
        if (m_after.producerOf(source) || (m_after.spec(source) && !m_after.isInitializer(source))) {
            pair(value, source);
            return;
        }
    }
}

/// Nodes of one name and type make the same also where their values are called otherwise.
void GraphCorrespondence::Finder::matchNames()
{
    for (std::size_t position = 0; position < m_before.nodes().size(); ++position) {
        const Node& node = m_before.nodes()[position];
        const auto named = isQuantizer(position) || isMatched(node) ? std::nullopt : m_after.nodeNamed(node.name);
        if (!named)
            continue;
        const Node& other = m_after.nodes()[*named];
        const bool isTaken = std::any_of(other.outputs.begin(), other.outputs.end(),
                                         [this](const std::string& output) { return isImage(output); });
        if (isTaken || other.opType != node.opType || m_found.m_folds.foldOf(*named) >= 0)
            continue;
        for (std::size_t i = 0; i < std::min(node.outputs.size(), other.outputs.size()); ++i) {
            if (!node.outputs[i].empty() && !other.outputs[i].empty())
                pair(node.outputs[i], other.outputs[i]);
        }
    }
}

/// The nodes whose values only @p maker and each other need, up to matched values; in graph order.
std::vector<int> GraphCorrespondence::Finder::nodesBehind(int maker)
{
    std::vector<int> found;
    std::vector<int> open{maker};
    while (!open.empty()) {
        const Node& node = m_before.nodes()[std::size_t(open.back())];
        open.pop_back();
        for (const auto* names : {&node.inputs, &node.captures}) {
            for (const std::string& name : *names) {
                const std::string& source = m_found.m_foldsBefore.source(name);
                const auto producer = isMatched(source) ? std::nullopt : m_before.producerOf(source);
                if (!producer || m_isPlacedBefore[*producer] || isMatched(m_before.nodes()[*producer]))
                    continue;
                m_isPlacedBefore[*producer] = true;
                found.push_back(int(*producer));
                open.push_back(int(*producer));
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// @param read  gets the matched values that they and @p maker read
std::vector<int> GraphCorrespondence::Finder::nodesBehindAfter(int maker, std::set<std::string>& read)
{
    std::vector<int> found;
    std::vector<int> open{maker};
    while (!open.empty()) {
        const Node& node = m_after.nodes()[std::size_t(open.back())];
        open.pop_back();
        for (const auto* names : {&node.inputs, &node.captures}) {
            for (const std::string& name : *names) {
                const std::string& source = m_found.m_folds.source(name);
                if (isImage(source)) {
                    read.insert(source);
                    continue;
                }
                const auto producer = m_after.producerOf(source);
                if (!producer || m_isPlacedAfter[*producer])
                    continue;
                m_isPlacedAfter[*producer] = true;
                found.push_back(int(*producer));
                open.push_back(int(*producer));
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// Brings together what makes value @p made: @p maker with what is behind it, and the same of the later graph.
void GraphCorrespondence::Finder::matchRegion(int maker, const std::string& made)
{
    const auto makerAfter = m_after.producerOf(made);
    if (!makerAfter)
        return; // what the graph is given: the node has gone
    m_isPlacedBefore[std::size_t(maker)] = true;
    m_isPlacedAfter[*makerAfter] = true;
    m_found.m_makerAfter[std::size_t(maker)] = int(*makerAfter);
    connect(maker, int(*makerAfter));
    std::set<std::string> read;
    const std::vector<int> before = nodesBehind(maker);
    std::vector<int> after = nodesBehindAfter(int(*makerAfter), read);
    for (const int node : before) {
        const Node& own = m_before.nodes()[std::size_t(node)];
        const auto namesake = std::find_if(after.begin(), after.end(), [&](int other) {
            const Node& each = m_after.nodes()[std::size_t(other)];
            return each.name == own.name && each.opType == own.opType;
        });
        if (namesake != after.end()) {
            connect(node, *namesake);
            m_found.m_makerAfter[std::size_t(node)] = *namesake;
            after.erase(namesake);
        } else if (!m_isConstant[std::size_t(node)]) {
            placeAlone(node, int(*makerAfter), read);
        }
    }
    for (const int node : after)
        connect(maker, node);
}

/// @p node, whose value the later graph lacks, is in @p maker, or where the later graph reads past it in what makes the
/// value that it reads.
void GraphCorrespondence::Finder::placeAlone(int node, int maker, const std::set<std::string>& read)
{
    const Node& own = m_before.nodes()[std::size_t(node)];
    const std::string source = joinsItsMaker(own) && !own.inputs.empty() ? m_found.valueAfter(own.inputs[0]) : "";
    const auto earlier = source.empty() || !read.contains(source) ? std::nullopt : m_after.producerOf(source);
    connect(node, earlier ? int(*earlier) : maker);
    if (earlier && own.outputs.size() == 1)
        m_found.m_valueAfter.emplace(own.outputs[0], source); // for those behind it
}

GraphCorrespondence::GraphCorrespondence(const Graph& before, const Graph& after, const Feedback& feedback)
    : m_folds(after), m_foldsBefore(before)
{
    Finder(*this, before, after).run(feedback);
}

std::string GraphCorrespondence::valueAfter(const std::string& before) const
{
    const auto known = m_valueAfter.find(m_foldsBefore.source(before));
    return known == m_valueAfter.end() ? std::string() : known->second;
}

std::string GraphCorrespondence::valueBefore(const std::string& after) const
{
    const auto known = m_valueBefore.find(m_folds.source(after));
    return known == m_valueBefore.end() ? std::string() : known->second;
}

} // namespace quantiscope
