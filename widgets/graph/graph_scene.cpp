// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_scene.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace quantiscope {

namespace {

QString typeText(NodePrecision precision)
{
    switch (precision) {
    case NodePrecision::Int8:
        return QStringLiteral("s8");
    case NodePrecision::Int16:
        return QStringLiteral("s16");
    default:
        return QStringLiteral("f32");
    }
}

void count(GraphScene::Share& share, NodePrecision precision)
{
    if (precision == NodePrecision::Int8)
        ++share.int8;
    else if (precision == NodePrecision::Int16)
        ++share.int16;
    else if (isFloat(precision))
        ++share.floating;
}

/// A point on the line, @p distance from its beginning, but not behind its middle.
QPointF nearBeginning(const QPolygonF& line, double distance)
{
    double whole = 0.0;
    for (qsizetype i = 1; i < line.size(); ++i)
        whole += QLineF(line[i - 1], line[i]).length();
    distance = std::min(distance, whole / 2.0);
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QLineF piece(line[i - 1], line[i]);
        if (distance <= piece.length() && piece.length() > 0.0)
            return piece.pointAt(distance / piece.length());
        distance -= piece.length();
    }
    return line.isEmpty() ? QPointF() : line.last();
}

} // namespace

GraphScene::GraphScene(GraphContent content, IndexedPicturePtr picture)
    : m_content(std::move(content)), m_picture(std::move(picture))
{
    updateItemMarks();
}

void GraphScene::setPicture(IndexedPicturePtr picture)
{
    m_picture = std::move(picture);
    updateItemMarks();
    updateBoundaries();
}

void GraphScene::setSelection(std::set<int> nodes, const std::string& tensor)
{
    m_selection = std::move(nodes);
    m_tensor = tensor;
    updateItemMarks();
}

void GraphScene::setHits(std::set<int> nodes)
{
    m_hits = std::move(nodes);
    updateItemMarks();
}

void GraphScene::setMarks(GraphMarks marks)
{
    m_marks = std::move(marks);
    updateItemMarks();
}

void GraphScene::setPrecisions(NodePrecisions precisions)
{
    m_precisions = std::move(precisions);
    updateShares();
    updateBoundaries();
}

void GraphScene::setColoring(NodeColoringPtr coloring)
{
    m_coloring = std::move(coloring);
}

void GraphScene::setTwinsOf(int scope)
{
    m_twinsOf = scope;
    updateItemMarks();
}

NodePrecision GraphScene::precision(int node) const
{
    return node >= 0 && node < int(m_precisions.size()) ? m_precisions[std::size_t(node)] : NodePrecision::Unknown;
}

void GraphScene::updateItemMarks()
{
    if (!m_picture)
        return;
    const std::vector<PictureItem>& items = m_picture->items();
    m_itemMarks.assign(items.size(), 0);
    const auto mark = [this, &items](const std::set<int>& nodes, unsigned whole, unsigned part) {
        std::unordered_map<int, int> counts;
        for (const int node : nodes) {
            const int item = itemShowing(node);
            if (item >= 0)
                ++counts[item];
        }
        for (const auto& [item, nodeCount] : counts) {
            const PictureItem& shown = items[std::size_t(item)];
            const bool isWhole =
                shown.kind == PictureItem::Kind::Node || nodeCount == m_content.scopes->at(shown.scope).nodeCount;
            m_itemMarks[std::size_t(item)] |= isWhole ? whole : part;
        }
    };
    mark(m_selection, Selected, PartlySelected);
    mark(m_hits, Hit, Hit);
    mark(m_marks.caught, Caught, PartlyCaught);
    mark(m_marks.starts, Start, Start);
    mark(m_marks.ends, End, End);
    if (const int item = m_tensor.empty() ? -1 : m_picture->itemOfTensor(m_tensor); item >= 0)
        m_itemMarks[std::size_t(item)] |= Selected;
    if (m_twinsOf < 0 || !m_content.scopes)
        return;
    const int structure = m_content.scopes->at(m_twinsOf).structure;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].scope >= 0 && m_content.scopes->at(items[i].scope).structure == structure)
            m_itemMarks[i] |= Twin;
    }
}

void GraphScene::updateShares()
{
    m_scopeShares.clear();
    if (!m_content.scopes || m_precisions.empty())
        return;
    m_scopeShares.resize(m_content.scopes->scopes().size());
    for (std::size_t node = 0; node < m_precisions.size(); ++node)
        count(m_scopeShares[std::size_t(m_content.scopes->scopeOf(int(node)))], m_precisions[node]);
    // A scope stands behind the one around it.
    for (std::size_t scope = m_scopeShares.size(); scope-- > 1;) {
        Share& outer = m_scopeShares[std::size_t(m_content.scopes->at(int(scope)).parent)];
        outer.int8 += m_scopeShares[scope].int8;
        outer.int16 += m_scopeShares[scope].int16;
        outer.floating += m_scopeShares[scope].floating;
    }
}

void GraphScene::updateBoundaries()
{
    constexpr double kDistance = 16.0;
    constexpr double kStep = 20.0; ///< between those of the values that one item makes
    m_boundaries.clear();
    if (!m_picture || m_precisions.empty() || !m_content.model)
        return;
    const Graph& graph = m_content.model->graph;
    std::unordered_set<std::string> done;
    std::unordered_map<int, int> countOfItem;
    for (std::size_t i = 0; i < m_picture->edges().size(); ++i) {
        for (const std::string& tensor : m_picture->edges()[i].tensors) {
            const std::optional<std::size_t> producer = graph.producerOf(tensor);
            if (!producer || done.count(tensor) > 0)
                continue;
            const NodePrecision made = precision(int(*producer));
            for (const std::size_t consumer : graph.consumersOf(tensor)) {
                const NodePrecision read = precision(int(consumer));
                if (made == NodePrecision::Unknown || read == NodePrecision::Unknown || isFloat(made) == isFloat(read)
                    || itemShowing(int(consumer)) != m_picture->edges()[i].to)
                    continue;
                const double distance = kDistance + kStep * countOfItem[m_picture->edges()[i].from]++;
                m_boundaries.push_back({int(i), tensor, nearBeginning(m_picture->line(int(i)), distance),
                                        typeText(made) + QStringLiteral(" → ") + typeText(read)});
                done.insert(tensor);
                break;
            }
        }
    }
}

GraphScene::Share GraphScene::shareOf(int item) const
{
    const PictureItem& shown = m_picture->items()[std::size_t(item)];
    Share share;
    if (shown.node >= 0)
        count(share, precision(shown.node));
    else if (shown.scope >= 0 && !m_scopeShares.empty())
        share = m_scopeShares[std::size_t(shown.scope)];
    return share;
}

QColor GraphScene::colorOf(int item) const
{
    const PictureItem& shown = m_picture->items()[std::size_t(item)];
    if (!m_coloring)
        return {};
    return shown.node >= 0 ? m_coloring->color(shown.node) : m_coloring->colorOfAll(nodesOf(item));
}

int GraphScene::itemShowing(int node) const
{
    const int item = m_picture->itemOfNode(node);
    if (item >= 0 || !m_content.scopes)
        return item;
    if (node < 0 || node >= int(m_content.model->graph.nodes().size()))
        return -1;
    for (int scope = m_content.scopes->scopeOf(node); scope >= 0; scope = m_content.scopes->at(scope).parent) {
        const int block = m_picture->itemOfScope(scope);
        if (block >= 0)
            return m_picture->items()[std::size_t(block)].kind == PictureItem::Kind::Block ? block : -1;
    }
    return -1;
}

std::vector<int> GraphScene::nodesOf(int item) const
{
    const PictureItem& shown = m_picture->items()[std::size_t(item)];
    if (shown.node >= 0)
        return {shown.node};
    return shown.scope >= 0 && m_content.scopes ? m_content.scopes->nodesOf(shown.scope) : std::vector<int>();
}

} // namespace quantiscope
