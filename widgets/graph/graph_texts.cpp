// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_texts.h"

#include "widgets/common/text.h"

#include <QStringList>

#include <algorithm>
#include <map>

namespace quantiscope {

namespace {

constexpr std::size_t kMostPorts = 3;

/// The operators of a scope, most frequent first: "Conv 12 · Sigmoid 9 · Concat".
QString operatorSummary(const Graph& graph, const std::vector<int>& nodes)
{
    constexpr std::size_t kMost = 3;
    std::map<std::string_view, int> counts;
    for (const int node : nodes)
        ++counts[graph.nodes()[std::size_t(node)].opType];
    std::vector<std::pair<std::string_view, int>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    QStringList parts;
    for (std::size_t i = 0; i < std::min(kMost, sorted.size()); ++i) {
        QString part = toQt(sorted[i].first);
        if (sorted[i].second > 1)
            part += QLatin1Char(' ') + QString::number(sorted[i].second);
        parts += part;
    }
    return parts.join(QStringLiteral(" · "));
}

/// Names of scopes of the same structure, as many as people read.
QString twinNames(const ScopeTree& scopes, int scope)
{
    constexpr int kMost = 3;
    const Scope& own = scopes.at(scope);
    QStringList names;
    for (std::size_t other = 1; other < scopes.scopes().size() && names.size() <= kMost; ++other) {
        const Scope& twin = scopes.scopes()[other];
        if (int(other) != scope && twin.structure == own.structure)
            names += toQt(twin.name);
    }
    if (names.size() > kMost)
        names[kMost] = QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

} // namespace

const BoxText& GraphTexts::box(const PictureItem& item)
{
    switch (item.kind) {
    case PictureItem::Kind::Node: {
        const auto [at, isNew] = m_nodes.try_emplace(item.node);
        if (isNew)
            at->second = nodeText(item.node);
        return at->second;
    }
    case PictureItem::Kind::Block:
    case PictureItem::Kind::Frame: {
        const auto [at, isNew] = (item.kind == PictureItem::Kind::Block ? m_blocks : m_frames).try_emplace(item.scope);
        if (isNew)
            at->second = scopeText(item.scope, item.kind);
        return at->second;
    }
    case PictureItem::Kind::Input:
    case PictureItem::Kind::Output:
        break;
    }
    const auto [at, isNew] = m_values.try_emplace(item.tensor);
    if (isNew)
        at->second = {toQt(item.tensor), {}, tensor(item.tensor)};
    return at->second;
}

BoxText GraphTexts::nodeText(int node) const
{
    const Node& known = m_content.model->graph.nodes()[std::size_t(node)];
    // The end of a long path tells more than its beginning, which the breadcrumb and the frames show.
    const std::size_t slash = known.name.rfind('/');
    const std::string name =
        slash == std::string::npos || slash + 1 == known.name.size() ? known.name : known.name.substr(slash + 1);
    return {toQt(known.opType), toQt(name), nodeDetail(m_content.model->graph, node)};
}

BoxText GraphTexts::scopeText(int scope, PictureItem::Kind kind) const
{
    if (!m_content.scopes)
        return {};
    const Scope& known = m_content.scopes->at(scope);
    BoxText text{toQt(known.name), tr("%n node(s)", nullptr, known.nodeCount), {}};
    if (kind == PictureItem::Kind::Block)
        text.detail = operatorSummary(m_content.model->graph, m_content.scopes->nodesOf(scope));
    else if (known.twins > 1)
        text.detail = tr("same structure as %1").arg(twinNames(*m_content.scopes, scope));
    return text;
}

QString GraphTexts::tensor(const std::string& name) const
{
    const TensorSpec* spec = m_content.model ? m_content.model->graph.spec(name) : nullptr;
    if (!spec)
        return {};
    const QString shape = shapeText(*spec);
    return shape.isEmpty() ? shortTypeText(*spec) : QString(shape + QLatin1Char(' ') + shortTypeText(*spec));
}

QString GraphTexts::edge(const PictureEdge& edge, const EdgeFacts* facts) const
{
    constexpr std::size_t kMost = 2;
    QStringList parts;
    for (std::size_t i = 0; i < std::min(kMost, edge.tensors.size()); ++i) {
        const TensorSpec* spec = m_content.model ? m_content.model->graph.spec(edge.tensors[i]) : nullptr;
        if (!spec)
            continue;
        QString part = shapeText(*spec);
        if (spec->type != DataType::Float && spec->type != DataType::Undefined)
            part += (part.isEmpty() ? QLatin1String() : QLatin1String(" ")) + shortTypeText(*spec);
        if (!part.isEmpty() && !parts.contains(part))
            parts += part;
    }
    if (edge.tensors.size() > kMost)
        parts += QLatin1Char('+') + QString::number(edge.tensors.size() - kMost);
    if (facts) {
        const QString known = facts->text(edge.tensors.front());
        if (!known.isEmpty())
            parts += known;
    }
    return parts.join(QStringLiteral(" · "));
}

const std::vector<WeightPort>& GraphTexts::ports(int node)
{
    const auto [at, isNew] = m_ports.try_emplace(node);
    if (!isNew)
        return at->second;
    const Graph& graph = m_content.model->graph;
    const Node& known = graph.nodes()[std::size_t(node)];
    static const std::set<std::string_view> kWithWeights{"Conv", "ConvTranspose", "ConvInteger", "Gemm", "MatMul",
                                                         "LSTM", "GRU",           "RNN",         "PRelu"};
    for (std::size_t i = 0; i < known.inputs.size() && at->second.size() < kMostPorts; ++i) {
        if (!graph.isInitializer(known.inputs[i]))
            continue;
        const bool weighs = kWithWeights.count(known.opType) > 0;
        const bool isBias =
            (weighs && i == 2 && known.opType != "LSTM" && known.opType != "GRU" && known.opType != "RNN")
            || (known.opType == "BatchNormalization" && i == 2) || (known.opType == "LayerNormalization" && i == 2);
        const char* letter = isBias ? "B" : weighs ? "W" : "C";
        at->second.push_back({QString::fromLatin1(letter), known.inputs[i]});
    }
    return at->second;
}

} // namespace quantiscope
