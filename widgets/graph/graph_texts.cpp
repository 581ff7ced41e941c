// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_texts.h"

#include "core/tensor/data_type.h"
#include "core/tensor/shape.h"
#include "core/tensor/tensor_spec.h"
#include "widgets/common/text.h"
#include "widgets/graph/operator_category.h"
#include "widgets/graph/short_shape.h"

#include <QStringList>

#include <algorithm>
#include <map>

namespace quantiscope {

namespace {

constexpr std::size_t kMostPorts = 2;

/// The operators of a scope, most frequent first: "Conv 12 · Sigmoid 9 · Concat".
QString operatorSummary(const Graph& graph, const std::vector<int>& nodes)
{
    constexpr std::size_t kMost = 3;
    std::map<std::string_view, int> counts;
    int servants = 0;
    for (const int node : nodes) {
        const bool isServant = isQuantizeOperator(graph.nodes()[std::size_t(node)].opType);
        servants += isServant ? 1 : 0;
        if (!isServant) // they would be the most frequent everywhere
            ++counts[graph.nodes()[std::size_t(node)].opType];
    }
    std::vector<std::pair<std::string_view, int>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    QStringList parts;
    for (std::size_t i = 0; i < std::min(kMost, sorted.size()); ++i) {
        QString part = toQt(sorted[i].first);
        if (sorted[i].second > 1)
            part += QLatin1Char(' ') + QString::number(sorted[i].second);
        parts += part;
    }
    if (servants > 0 && parts.size() < int(kMost))
        parts += QStringLiteral("Q/DQ ") + QString::number(servants);
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
        if (int(other) == scope || twin.structure != own.structure)
            continue;
        // A namesake is told from this one by where it is.
        const std::string& outer = scopes.at(twin.parent).name;
        names += toQt(twin.name == own.name && !outer.empty() ? outer + "/" + twin.name : twin.name);
    }
    if (names.size() > kMost)
        names[kMost] = QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

/// Letter of the port of an initializer; empty for those that say how an operator works (axes, limits) rather than what
/// it computes with.
QString portLetter(const Graph& graph, const Node& node, std::size_t input)
{
    static const std::map<std::string_view, std::string_view> kLetters{{"Conv", " WB"},
                                                                       {"ConvTranspose", " WB"},
                                                                       {"ConvInteger", " W"},
                                                                       {"Gemm", " WB"},
                                                                       {"MatMul", "WW"},
                                                                       {"LSTM", " W B"},
                                                                       {"GRU", " W B"},
                                                                       {"RNN", " W B"},
                                                                       {"PRelu", " W"},
                                                                       {"BatchNormalization", " WB"},
                                                                       {"LayerNormalization", " WB"},
                                                                       {"InstanceNormalization", " WB"}};
    const auto known = kLetters.find(node.opType);
    if (known != kLetters.end()) {
        const char letter = input < known->second.size() ? known->second[input] : ' ';
        return letter == ' ' ? QString() : QString(QLatin1Char(letter));
    }
    const TensorSpec* spec = graph.spec(node.inputs[input]);
    const bool isFloating = spec
        && (spec->type == DataType::Float || spec->type == DataType::Float16 || spec->type == DataType::BFloat16
            || spec->type == DataType::Double);
    const std::optional<std::size_t> count = spec ? elementCount(spec->shape) : std::nullopt;
    return isFloating && count.value_or(0) > 1 ? QStringLiteral("C") : QString();
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
    std::string name =
        slash == std::string::npos || slash + 1 == known.name.size() ? known.name : known.name.substr(slash + 1);
    // "x_DequantizeLinear" says its operator once more; what counts is the value.
    if (const std::string tail = "_" + known.opType;
        isQuantizeOperator(known.opType) && name.ends_with(tail) && name.size() > tail.size())
        name.resize(name.size() - tail.size());
    if (name == known.opType)
        name.clear(); // it stands there already
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
    QStringList parts;
    const TensorSpec* spec = m_content.model ? m_content.model->graph.spec(edge.tensors.front()) : nullptr;
    if (spec) {
        QString part = shapeText(withShortNames(*spec));
        if (spec->type != DataType::Undefined)
            part += (part.isEmpty() ? QLatin1String() : QLatin1String(" ")) + shortTypeText(*spec);
        if (!part.isEmpty())
            parts += part;
    }
    // The layout leaves room for one shape; the tooltip tells the others.
    if (edge.tensors.size() > 1)
        parts += QLatin1Char('+') + QString::number(edge.tensors.size() - 1);
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
    for (std::size_t i = 0; i < known.inputs.size() && at->second.size() < kMostPorts; ++i) {
        const std::string& source = m_folded.shown(known.inputs[i]);
        if (!graph.isInitializer(source))
            continue;
        const QString letter = portLetter(graph, known, i);
        if (!letter.isEmpty())
            at->second.push_back({letter, source});
    }
    return at->second;
}

} // namespace quantiscope
