// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/picture_layout.h"

#include "widgets/graph/dot_layout.h"
#include "widgets/graph/linear_layout.h"
#include "widgets/graph/picture_metrics.h"
#include "widgets/graph/short_shape.h"

#include <algorithm>

namespace quantiscope {

namespace {

using Direction = GraphViewState::Direction;

std::size_t shapeTextLength(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = graph.spec(value);
    if (!spec || !spec->hasRank)
        return 0;
    std::size_t length = spec->shape.empty() ? 0 : spec->shape.size() - 1;
    for (std::size_t i = 0; i < spec->shape.size(); ++i) {
        const std::string name = i < spec->dimensionNames.size() ? spec->dimensionNames[i] : std::string();
        const std::size_t nameLength = name.empty() || name.size() > kLongestExtentName ? 1 : name.size();
        length += spec->shape[i] >= 0 ? std::to_string(spec->shape[i]).size() : nameLength;
    }
    return length;
}

/// Is dot quick with it? Its time grows with the square of entries and exits, which all stand side by side, and of
/// lines between the same few frames.
bool isForDot(const PicturePlan::Level& level, const LevelGraph& graph)
{
    constexpr std::size_t kMostPorts = 60;
    constexpr std::size_t kMostLinesPerBox = 4;
    return level.entries.size() + level.exits.size() <= kMostPorts
        && graph.lines.size() <= kMostLinesPerBox * graph.boxes.size() + kMostPorts;
}

class LevelPlacer
{
public:
    LevelPlacer(const PicturePlan& plan, const Graph& graph, const ScopeTree& tree, const GraphLinks& links,
                const GraphViewState& state, LevelCache& cache, const Feedback& feedback)
        : m_plan(plan)
        , m_graph(graph)
        , m_tree(tree)
        , m_links(links)
        , m_state(state)
        , m_cache(cache)
        , m_feedback(feedback)
    {
        m_placed.layouts.resize(plan.levels.size());
        m_placed.boxOf.resize(plan.items.size());
        for (const PictureItem& item : plan.items)
            m_placed.sizes.push_back(sizeOf(item));
        for (const PicturePlan::Level& level : plan.levels) {
            for (std::size_t i = 0; i < level.members.size(); ++i)
                m_placed.boxOf[std::size_t(level.members[i])] = int(i);
        }
    }

    PlacedLevels run()
    {
        // Levels of one height do not need each other: one run of dot lays out all of them.
        std::vector<int> heights(m_plan.levels.size(), 0);
        std::vector<std::vector<int>> byHeight;
        for (std::size_t i = heights.size(); i-- > 0;) {
            const int height = heights[i];
            byHeight.resize(std::max(byHeight.size(), std::size_t(height) + 1));
            byHeight[std::size_t(height)].push_back(int(i));
            const int frame = m_plan.levels[i].frame;
            if (frame < 0)
                continue;
            int& around = heights[std::size_t(m_plan.levelOf[std::size_t(frame)])];
            around = std::max(around, height + 1);
        }
        for (const std::vector<int>& levels : byHeight) {
            if (m_feedback.isCanceled())
                break;
            place(levels);
        }
        return std::move(m_placed);
    }

private:
    void place(const std::vector<int>& levels);
    LevelGraph graphOf(const PicturePlan::Level& level) const;
    QSizeF sizeOf(const PictureItem& item) const;
    LevelGraph::Box frameBox(int level) const;
    QSizeF turned(const QSizeF& size) const { return m_state.direction == Direction::Right ? size.transposed() : size; }
    static int entryBox(const PicturePlan::Level& level, int source)
    {
        return int(level.members.size()) + level.entries.at(source);
    }
    static int exitBox(const PicturePlan::Level& level, int source)
    {
        return int(level.members.size() + level.entries.size()) + level.exits.at(source);
    }

    const PicturePlan& m_plan;
    const Graph& m_graph;
    const ScopeTree& m_tree;
    const GraphLinks& m_links;
    const GraphViewState& m_state;
    LevelCache& m_cache;
    const Feedback& m_feedback;
    PlacedLevels m_placed;
    std::size_t m_dotBoxes = 0; ///< given to dot so far
};

QSizeF LevelPlacer::sizeOf(const PictureItem& item) const
{
    switch (item.kind) {
    case PictureItem::Kind::Node:
        return turned(picture::leafSize(m_graph.nodes()[std::size_t(item.node)].opType.size()));
    case PictureItem::Kind::Block:
    case PictureItem::Kind::Frame:
        return turned(picture::blockSize(m_tree.at(item.scope).name.size()));
    case PictureItem::Kind::Input:
    case PictureItem::Kind::Output:
        break;
    }
    return turned(picture::pillSize(item.tensor.size()));
}

LevelGraph::Box LevelPlacer::frameBox(int level) const
{
    const LevelLayout& inside = *m_placed.layouts[std::size_t(level)];
    const PicturePlan::Level& plan = m_plan.levels[std::size_t(level)];
    const QPointF inset = frameInset(m_state.direction);
    LevelGraph::Box box;
    box.size = {inside.size.width() + inset.x() + picture::kFramePadding,
                inside.size.height() + inset.y() + picture::kFramePadding};
    for (const auto& [source, port] : plan.entries)
        box.entries.push_back(inset.x() + inside.places[std::size_t(entryBox(plan, source))].x());
    for (const auto& [source, port] : plan.exits)
        box.exits.push_back(inset.x() + inside.places[std::size_t(exitBox(plan, source))].x());
    return box;
}

LevelGraph LevelPlacer::graphOf(const PicturePlan::Level& level) const
{
    LevelGraph graph;
    for (const int item : level.members) {
        const int inside = m_plan.insideOf[std::size_t(item)];
        graph.boxes.push_back(inside >= 0 ? frameBox(inside)
                                          : LevelGraph::Box{.size = m_placed.sizes[std::size_t(item)]});
    }
    for (std::size_t i = 0; i < level.entries.size(); ++i)
        graph.boxes.push_back({.size = {0.0, 0.0}, .role = LevelGraph::Role::Entry});
    for (std::size_t i = 0; i < level.exits.size(); ++i)
        graph.boxes.push_back({.size = {0.0, 0.0}, .role = LevelGraph::Role::Exit});

    const bool hasLabels = level.members.size() <= kMostDotBoxes;
    graph.lines.resize(level.lines.size());
    for (const auto& [planned, index] : level.lines) {
        LevelGraph::Line& line = graph.lines[std::size_t(index)];
        line.from = planned.from >= 0 ? m_placed.boxOf[std::size_t(planned.from)] : entryBox(level, planned.fromSource);
        line.to = planned.to >= 0 ? m_placed.boxOf[std::size_t(planned.to)] : exitBox(level, planned.toSource);
        if (const int inside = planned.from >= 0 ? m_plan.insideOf[std::size_t(planned.from)] : -1; inside >= 0)
            line.exit = m_plan.levels[std::size_t(inside)].exits.at(planned.fromSource);
        if (const int inside = planned.to >= 0 ? m_plan.insideOf[std::size_t(planned.to)] : -1; inside >= 0)
            line.entry = m_plan.levels[std::size_t(inside)].entries.at(planned.toSource);
        if (!hasLabels || planned.from < 0 || planned.to < 0)
            continue;
        const int value = level.labels[std::size_t(index)];
        const std::size_t length = shapeTextLength(m_graph, m_links.values[std::size_t(value)].name);
        line.label = length == 0 ? QSizeF(0.0, 0.0) : turned(picture::labelSize(length));
    }
    return graph;
}

void LevelPlacer::place(const std::vector<int>& levels)
{
    std::vector<LevelGraph> graphs;
    std::vector<LevelCache::Key> keys;
    std::vector<std::size_t> missing;
    std::vector<std::size_t> forDot;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const PicturePlan::Level& level = m_plan.levels[std::size_t(levels[i])];
        graphs.push_back(graphOf(level));
        LevelCache::Key key{m_state.root, level.scope, m_state.direction == Direction::Right ? 1 : 0};
        key.insert(key.end(), level.openScopes.begin(), level.openScopes.end());
        keys.push_back(std::move(key));
        m_placed.layouts[std::size_t(levels[i])] = m_cache.find(keys[i], graphs[i]);
        if (m_placed.layouts[std::size_t(levels[i])])
            continue;
        missing.push_back(i);
        // Inner levels come first; what is outside of too many of them is laid out in linear time.
        if (isForDot(level, graphs[i]) && m_dotBoxes + graphs[i].boxes.size() <= kMostDotBoxes) {
            m_dotBoxes += graphs[i].boxes.size();
            forDot.push_back(i);
        }
    }
    std::vector<const LevelGraph*> dotGraphs;
    for (const std::size_t i : forDot)
        dotGraphs.push_back(&graphs[i]);
    std::vector<std::optional<LevelLayout>> dotted = dotLayouts(dotGraphs, m_feedback);
    for (std::size_t k = 0; k < forDot.size(); ++k) {
        if (dotted[k])
            m_placed.layouts[std::size_t(levels[forDot[k]])] =
                std::make_shared<const LevelLayout>(std::move(*dotted[k]));
    }
    for (const std::size_t i : missing) {
        if (m_feedback.isCanceled())
            return;
        LevelLayoutPtr& layout = m_placed.layouts[std::size_t(levels[i])];
        if (!layout)
            layout = std::make_shared<const LevelLayout>(linearLayout(graphs[i], m_feedback));
        if (!m_feedback.isCanceled()) // else it may be half done
            m_cache.add(keys[i], std::move(graphs[i]), layout);
    }
}

} // namespace

QPointF frameInset(Direction direction)
{
    return direction == Direction::Right ? QPointF(picture::kFrameTitle, picture::kFramePadding)
                                         : QPointF(picture::kFramePadding, picture::kFrameTitle);
}

PlacedLevels placeLevels(const PicturePlan& plan, const Graph& graph, const ScopeTree& tree, const GraphLinks& links,
                         const GraphViewState& state, LevelCache& cache, const Feedback& feedback)
{
    return LevelPlacer(plan, graph, tree, links, state, cache, feedback).run();
}

} // namespace quantiscope
