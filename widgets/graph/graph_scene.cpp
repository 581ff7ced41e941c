// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_scene.h"

#include "core/tensor/tensor_spec.h"
#include "widgets/common/text.h"
#include "widgets/graph/glyph_cache.h"
#include "widgets/graph/graph_parts.h"
#include "widgets/graph/quantized_facts.h"

#include <QFontMetricsF>

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace quantiscope {

namespace {

void count(GraphScene::Share& share, NodePrecision precision)
{
    if (precision == NodePrecision::Int8)
        ++share.int8;
    else if (precision == NodePrecision::Int16)
        ++share.int16;
    else if (isFloat(precision))
        ++share.floating;
}

double lengthOf(std::span<const QPointF> line)
{
    double length = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += QLineF(line[i - 1], line[i]).length();
    return length;
}

/// A point on the line, @p distance from its beginning.
QPointF pointAt(std::span<const QPointF> line, double distance)
{
    for (std::size_t i = 1; i < line.size(); ++i) {
        const QLineF piece(line[i - 1], line[i]);
        if (distance <= piece.length() && piece.length() > 0.0)
            return piece.pointAt(distance / piece.length());
        distance -= piece.length();
    }
    return line.empty() ? QPointF() : line.back();
}

} // namespace

GraphScene::GraphScene(GraphContent content, IndexedPicturePtr picture)
    : m_content(std::move(content)), m_picture(std::move(picture))
{
    updateShownIn();
    updateItemMarks();
}

void GraphScene::setPicture(IndexedPicturePtr picture)
{
    m_picture = std::move(picture);
    updateShownIn();
    updateItemMarks();
    forgetBoundaries();
}

void GraphScene::setSelection(std::set<int> nodes, const std::string& tensor)
{
    m_selection = std::move(nodes);
    m_tensor = tensor;
    updateFoldMarks();
    markSelection();
}

void GraphScene::setHits(std::set<int> nodes)
{
    m_hits = std::move(nodes);
    updateFoldMarks();
    mark(m_hits, Hit, Hit);
}

void GraphScene::setPointed(std::set<int> nodes)
{
    m_pointed = std::move(nodes);
    mark(m_pointed, Pointed, Pointed);
}

void GraphScene::setTags(std::map<int, QString> tags)
{
    m_tags = std::move(tags);
    markTags();
}

QString GraphScene::tagOf(int node) const
{
    const auto tag = m_tags.find(node);
    return tag == m_tags.end() ? QString() : tag->second;
}

void GraphScene::setMarks(GraphMarks marks)
{
    m_marks = std::move(marks);
    mark(m_marks.caught, Caught, PartlyCaught);
    mark(m_marks.starts, Start, Start);
    mark(m_marks.ends, End, End);
}

void GraphScene::setPrecisions(NodePrecisions precisions, std::vector<DataType> types)
{
    // Those of the next model may come before its picture does: they are set again with that.
    if (m_content.model && precisions.size() != m_content.model->graph.nodes().size()) {
        precisions.clear();
        types.clear();
    }
    m_precisions = std::move(precisions);
    m_types = std::move(types);
    updateShares();
    ++m_precisionsVersion;
    forgetBoundaries();
}

void GraphScene::setColoring(NodeColoringPtr coloring)
{
    m_coloring = std::move(coloring);
}

void GraphScene::setTwinsOf(int scope)
{
    m_twinsOf = scope;
    markTwins();
}

NodePrecision GraphScene::precision(int node) const
{
    return node >= 0 && node < int(m_precisions.size()) ? m_precisions[std::size_t(node)] : NodePrecision::Unknown;
}

QString GraphScene::typeText(int node) const
{
    switch (precision(node)) {
    case NodePrecision::Unknown:
        return {};
    case NodePrecision::Float:
    case NodePrecision::Excluded:
        return QStringLiteral("f32");
    case NodePrecision::Int8:
    case NodePrecision::Int16:
        break;
    }
    if (std::size_t(node) < m_types.size() && m_types[std::size_t(node)] != DataType::Undefined) {
        TensorSpec spec;
        spec.type = m_types[std::size_t(node)];
        return shortTypeText(spec);
    }
    return precision(node) == NodePrecision::Int16 ? QStringLiteral("s16") : QStringLiteral("s8");
}

/// Walks the picture once, so that a mark on a hundred thousand nodes is quick.
void GraphScene::updateShownIn()
{
    m_shownIn.clear();
    if (!m_picture || !m_content.model)
        return;
    m_shownIn.resize(m_content.model->graph.nodes().size(), -1);
    const auto count = int(m_shownIn.size());
    for (std::size_t item = 0; item < m_picture->items().size(); ++item) {
        const PictureItem& shown = m_picture->items()[item];
        if (shown.node >= 0 && shown.node < count) {
            m_shownIn[std::size_t(shown.node)] = int(item);
        } else if (shown.kind == PictureItem::Kind::Block && m_content.scopes) {
            for (const int node : m_content.scopes->nodesOf(shown.scope))
                m_shownIn[std::size_t(node)] = int(item);
        }
    }
}

/// Sets the marks of all items anew from @p nodes: @p whole on those of which all nodes are there, @p part on others.
void GraphScene::mark(const std::set<int>& nodes, Mark whole, Mark part)
{
    for (unsigned& marks : m_itemMarks)
        marks &= ~unsigned(whole | part);
    if (!m_picture || nodes.empty())
        return;
    const std::vector<PictureItem>& items = m_picture->items();
    std::vector<int> counts(items.size(), 0);
    for (const int node : nodes) {
        if (const int item = itemShowing(node); item >= 0)
            ++counts[std::size_t(item)];
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (counts[i] == 0)
            continue;
        const bool isWhole =
            items[i].kind == PictureItem::Kind::Node || counts[i] == m_content.scopes->at(items[i].scope).nodeCount;
        m_itemMarks[i] |= isWhole ? whole : part;
    }
}

void GraphScene::markSelection()
{
    mark(m_selection, Selected, PartlySelected);
    if (const int item = m_tensor.empty() || !m_picture ? -1 : m_picture->itemOfTensor(m_tensor); item >= 0)
        m_itemMarks[std::size_t(item)] |= Selected;
}

void GraphScene::markTags()
{
    std::set<int> nodes;
    for (const auto& [node, tag] : m_tags)
        nodes.insert(nodes.end(), node);
    mark(nodes, Tagged, Mark(0));
}

void GraphScene::markTwins()
{
    for (unsigned& marks : m_itemMarks)
        marks &= ~unsigned(Twin);
    if (m_twinsOf < 0 || !m_content.scopes || !m_picture)
        return;
    const std::vector<PictureItem>& items = m_picture->items();
    const int structure = m_content.scopes->at(m_twinsOf).structure;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].scope >= 0 && m_content.scopes->at(items[i].scope).structure == structure)
            m_itemMarks[i] |= Twin;
    }
}

std::set<int> GraphScene::hiddenFoldsOf(const std::set<int>& nodes) const
{
    std::set<int> folds;
    if (!m_picture || !m_picture->picture().folded.folds)
        return folds;
    const FoldedNodes& folded = m_picture->picture().folded;
    for (const int node : nodes) {
        if (node >= 0 && node < int(m_shownIn.size()) && folded.isHidden(node))
            folds.insert(folded.folds->foldOf(std::size_t(node)));
    }
    return folds;
}

void GraphScene::updateFoldMarks()
{
    m_selectedFolds = hiddenFoldsOf(m_selection);
    m_hitFolds = hiddenFoldsOf(m_hits);
}

bool GraphScene::isSelected(const PictureEdge& edge) const
{
    if (m_tensor.empty() && m_selectedFolds.empty())
        return false;
    const FoldedNodes& folded = m_picture->picture().folded;
    const std::string& selected = folded.shown(m_tensor);
    return std::any_of(edge.tensors.begin(), edge.tensors.end(), [&](const std::string& tensor) {
        return tensor == selected || (!m_selectedFolds.empty() && isFoldSelected(folded.hiddenFoldOf(tensor)));
    });
}

void GraphScene::updateItemMarks()
{
    m_itemMarks.assign(m_picture ? m_picture->items().size() : 0, 0);
    updateFoldMarks();
    markSelection();
    mark(m_hits, Hit, Hit);
    mark(m_marks.caught, Caught, PartlyCaught);
    mark(m_marks.starts, Start, Start);
    mark(m_marks.ends, End, End);
    mark(m_pointed, Pointed, Pointed);
    markTags();
    markTwins();
}

void GraphScene::updateShares()
{
    m_scopeShares.clear();
    if (!m_content.scopes || m_precisions.empty())
        return;
    m_scopeShares.resize(m_content.scopes->scopes().size());
    const std::size_t nodes = std::min(m_precisions.size(), m_shownIn.size()); // those of the graph that is shown
    for (std::size_t node = 0; node < nodes; ++node)
        count(m_scopeShares[std::size_t(m_content.scopes->scopeOf(int(node)))], m_precisions[node]);
    // A scope stands behind the one around it.
    for (std::size_t scope = m_scopeShares.size(); scope-- > 1;) {
        Share& outer = m_scopeShares[std::size_t(m_content.scopes->at(int(scope)).parent)];
        outer.int8 += m_scopeShares[scope].int8;
        outer.int16 += m_scopeShares[scope].int16;
        outer.floating += m_scopeShares[scope].floating;
    }
}

/// Is there float at one end and integer at the other? A quick look, before the values are.
bool GraphScene::mayBeBoundary(const PictureEdge& edge) const
{
    const Share from = shareOf(edge.from);
    const Share to = shareOf(edge.to);
    const auto hasInteger = [](const Share& share) { return share.int8 + share.int16 > 0; };
    return (from.floating > 0 && hasInteger(to)) || (hasInteger(from) && to.floating > 0);
}

/// Does what @p edge leads to read its value through the hidden quantizers of @p fold?
bool GraphScene::isReadThrough(int fold, const PictureEdge& edge) const
{
    const QuantizerFolds& folds = *m_picture->picture().folded.folds;
    const PictureItem& to = m_picture->items()[std::size_t(edge.to)];
    if (to.kind == PictureItem::Kind::Output)
        return folds.source(to.tensor) != to.tensor;
    const std::vector<int> readers = readersOf(m_content.model->graph, folds, fold);
    return std::any_of(readers.begin(), readers.end(),
                       [this, &edge](int reader) { return itemShowing(reader) == edge.to; });
}

/// One for each value that @p item makes: all edges of a value begin at the item that makes it.
std::vector<GraphScene::Boundary> GraphScene::boundariesFrom(int item) const
{
    const Graph& graph = m_content.model->graph;
    std::vector<Boundary> found;
    std::unordered_set<std::string> done;
    for (const int number : m_picture->edgesFrom(item)) {
        const PictureEdge& edge = m_picture->edges()[std::size_t(number)];
        for (const std::string& tensor : edge.tensors) {
            const FoldedNodes& folded = m_picture->picture().folded;
            const int fold = folded.hiddenFoldOf(tensor);
            if (fold < 0 || done.count(tensor) > 0 || !isReadThrough(fold, edge))
                continue;
            found.push_back({number, tensor, {}, {}, foldText(graph, folded.folds->folds()[std::size_t(fold)]), fold});
            placeBoundary(found.back());
            done.insert(tensor);
        }
        if (m_precisions.empty() || !mayBeBoundary(edge))
            continue;
        for (const std::string& tensor : edge.tensors) {
            const std::optional<std::size_t> producer = graph.producerOf(tensor);
            if (!producer || done.count(tensor) > 0)
                continue;
            const NodePrecision made = precision(int(*producer));
            for (const std::size_t consumer : graph.consumersOf(tensor)) {
                const NodePrecision read = precision(int(consumer));
                if (made == NodePrecision::Unknown || read == NodePrecision::Unknown || isFloat(made) == isFloat(read)
                    || itemShowing(int(consumer)) != edge.to)
                    continue;
                found.push_back({number,
                                 tensor,
                                 {},
                                 {},
                                 typeText(int(*producer)) + QStringLiteral(" → ") + typeText(int(consumer)),
                                 -1});
                placeBoundary(found.back());
                done.insert(tensor);
                break;
            }
        }
    }
    return found;
}

/// The chip stands where its line begins, or farther along or beside it where another, or a box, is in the way.
void GraphScene::placeBoundary(Boundary& boundary) const
{
    constexpr double kFirst = 16.0;
    constexpr double kStep = 8.0;
    constexpr int kMost = 40; // places along a line
    constexpr double kHeight = 16.0;
    const std::span<const QPointF> line = m_picture->line(boundary.edge);
    const double length = lengthOf(line);
    const double first = std::min(kFirst, length / 2.0);
    const double last = std::min(std::max(first, length - kFirst), first + kMost * kStep);
    const double width =
        QFontMetricsF(GlyphCache::fontOf(GlyphCache::Role::Tag)).horizontalAdvance(boundary.text) + 14.0;
    boundary.centre = pointAt(line, first);
    for (const bool mayCoverBoxes : {false, true}) {
        for (double distance = first; distance <= last; distance += kStep) {
            for (const double aside : {0.0, width / 2.0 + 4.0, -width / 2.0 - 4.0}) {
                const QPointF centre = pointAt(line, distance) + QPointF(aside, 0.0);
                const QRectF rect(centre.x() - width / 2.0, centre.y() - kHeight / 2.0, width, kHeight);
                if (!m_boundaryPlates.isFree(rect) || (!mayCoverBoxes && hasBoxAt(rect)))
                    continue;
                boundary.centre = centre;
                boundary.rect = rect;
                m_boundaryPlates.add(rect);
                return;
            }
        }
    }
}

void GraphScene::forgetBoundaries()
{
    m_boundaries.clear();
    m_boundaryPlates.clear();
}

bool GraphScene::hasBoxAt(const QRectF& plate) const
{
    constexpr double kTag = graph_parts::kTag;
    const std::vector<int> near = m_picture->itemsIn(plate.adjusted(0.0, -kTag, kTag, kTag));
    return std::any_of(near.begin(), near.end(), [this, &plate](int number) {
        const PictureItem& item = m_picture->items()[std::size_t(number)];
        if (item.kind == PictureItem::Kind::Frame)
            return graph_parts::frameTitle(item.rect).intersects(plate);
        const bool hasPill =
            item.kind == PictureItem::Kind::Block && m_content.scopes && m_content.scopes->at(item.scope).twins > 1;
        const bool isNode = item.kind == PictureItem::Kind::Node; // tags come and go
        const double above = hasPill || isNode || !item.badges.empty() ? kTag : 0.0;
        const double below = (hasPill || isNode) && item.badges.size() > 1 ? kTag : 0.0; // when there is no room above
        const double left = isNode ? kTag / 2.0 : 0.0; // ports
        return item.rect.adjusted(-left, -above, 0.0, below).intersects(plate);
    });
}

std::vector<GraphScene::Boundary> GraphScene::boundariesIn(const QRectF& area) const
{
    if (!m_picture || !m_content.model || (m_precisions.empty() && !m_picture->picture().folded.folds))
        return {};
    std::set<int> makers; // a boundary lies on an edge, so that the edge is in the area, too
    for (const int edge : m_picture->edgesIn(area))
        makers.insert(m_picture->edges()[std::size_t(edge)].from);
    std::vector<Boundary> found;
    for (const int item : makers) {
        const auto [known, isNew] = m_boundaries.try_emplace(item);
        if (isNew)
            known->second = boundariesFrom(item);
        std::copy_if(known->second.begin(), known->second.end(), std::back_inserter(found),
                     [&area](const Boundary& boundary) { return area.contains(boundary.centre); });
    }
    return found;
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
    return node >= 0 && node < int(m_shownIn.size()) ? m_shownIn[std::size_t(node)] : -1;
}

std::vector<int> GraphScene::nodesOf(int item) const
{
    const PictureItem& shown = m_picture->items()[std::size_t(item)];
    if (shown.node >= 0)
        return {shown.node};
    return shown.scope >= 0 && m_content.scopes ? m_content.scopes->nodesOf(shown.scope) : std::vector<int>();
}

} // namespace quantiscope
