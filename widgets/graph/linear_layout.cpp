// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/linear_layout.h"

#include "widgets/graph/layering.h"
#include "widgets/graph/picture_metrics.h"
#include "widgets/graph/side_lanes.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace quantiscope {

namespace {

constexpr int kSweeps = 6;
constexpr double kLaneGap = 9.0;

class LinearLayout
{
public:
    LinearLayout(const LevelGraph& graph, const Feedback& feedback)
        : m_graph(graph)
        , m_feedback(feedback)
        , m_layering(layersOf(graph))
        , m_lines(graph.boxes.size())
        , m_middles(graph.boxes.size(), 0.0)
    {
        for (std::size_t i = 0; i < graph.lines.size(); ++i) {
            m_lines[std::size_t(graph.lines[i].from)].push_back(int(i));
            m_lines[std::size_t(graph.lines[i].to)].push_back(int(i));
        }
    }

    LevelLayout run()
    {
        for (auto& layer : m_layering.layers)
            pack(layer);
        for (int sweep = 0; sweep < kSweeps && !m_feedback.isCanceled(); ++sweep) {
            const bool isOrdering = sweep + 2 < kSweeps; // the last two only move
            forLayers(sweep % 2 == 0, [&](std::vector<int>& layer) { place(layer, sweep % 2 == 0, isOrdering); });
        }
        if (m_feedback.isCanceled())
            return {};
        LevelLayout layout;
        setPlaces(layout);
        route(layout);
        fitToOrigin(m_graph, layout);
        return layout;
    }

private:
    template <typename Visit>
    void forLayers(bool isDownwards, const Visit& visit)
    {
        auto& layers = m_layering.layers;
        if (isDownwards)
            std::for_each(layers.begin(), layers.end(), visit);
        else
            std::for_each(layers.rbegin(), layers.rend(), visit);
    }

    double widthOf(int box) const { return m_graph.boxes[std::size_t(box)].size.width(); }
    int layerOf(int box) const { return m_layering.layerOf[std::size_t(box)]; }
    double distance(int left, int right) const { return (widthOf(left) + widthOf(right)) / 2 + picture::kBoxGap; }

    void pack(const std::vector<int>& layer);
    void place(std::vector<int>& layer, bool isDownwards, bool isOrdering);
    double wish(int box, bool isDownwards) const;
    void setPlaces(LevelLayout& layout);
    void route(LevelLayout& layout) const;

    const LevelGraph& m_graph;
    const Feedback& m_feedback;
    Layering m_layering;
    std::vector<std::vector<int>> m_lines; ///< of each box
    std::vector<double> m_middles; ///< x of each box
    std::vector<double> m_tops; ///< of each layer
    std::vector<double> m_heights; ///< of each layer
};

/// Side by side, around 0.
void LinearLayout::pack(const std::vector<int>& layer)
{
    double x = 0.0;
    for (std::size_t i = 0; i < layer.size(); ++i) {
        x += i == 0 ? 0.0 : distance(layer[i - 1], layer[i]);
        m_middles[std::size_t(layer[i])] = x;
    }
    for (const int box : layer)
        m_middles[std::size_t(box)] -= x / 2;
}

/// Where @p box would lie straight below (above) those before (behind) it. Lines over many layers pull less.
double LinearLayout::wish(int box, bool isDownwards) const
{
    double sum = 0.0;
    double weights = 0.0;
    for (const int index : m_lines[std::size_t(box)]) {
        const LevelGraph::Line& line = m_graph.lines[std::size_t(index)];
        const bool isTo = line.to == box;
        const int other = isTo ? line.from : line.to;
        const int layers = isDownwards ? layerOf(box) - layerOf(other) : layerOf(other) - layerOf(box);
        if (layers <= 0)
            continue;
        const double ownOffset = (isTo ? entryOffset(m_graph, line) : exitOffset(m_graph, line)) - widthOf(box) / 2;
        const double otherOffset = (isTo ? exitOffset(m_graph, line) : entryOffset(m_graph, line)) - widthOf(other) / 2;
        const double weight = 1.0 / (double(layers) * double(layers));
        sum += weight * (m_middles[std::size_t(other)] + otherOffset - ownOffset);
        weights += weight;
    }
    return weights > 0.0 ? sum / weights : m_middles[std::size_t(box)];
}

/// Puts the boxes of a layer as near to their wishes as their widths allow (least squares, by pooling neighbours).
void LinearLayout::place(std::vector<int>& layer, bool isDownwards, bool isOrdering)
{
    std::vector<std::pair<double, int>> wishes;
    for (const int box : layer)
        wishes.emplace_back(wish(box, isDownwards), box);
    if (isOrdering) {
        std::stable_sort(wishes.begin(), wishes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::transform(wishes.begin(), wishes.end(), layer.begin(), [](const auto& each) { return each.second; });
    }
    struct Pool
    {
        double sum;
        int count;
    };
    std::vector<Pool> pools;
    std::vector<double> offsets;
    double offset = 0.0;
    for (std::size_t i = 0; i < layer.size(); ++i) {
        offset += i == 0 ? 0.0 : distance(layer[i - 1], layer[i]);
        offsets.push_back(offset);
        Pool pool{wishes[i].first - offset, 1};
        while (!pools.empty() && pools.back().sum / pools.back().count >= pool.sum / pool.count) {
            pool = {pool.sum + pools.back().sum, pool.count + pools.back().count};
            pools.pop_back();
        }
        pools.push_back(pool);
    }
    std::size_t i = 0;
    for (const Pool& pool : pools) {
        for (int k = 0; k < pool.count; ++k, ++i)
            m_middles[std::size_t(layer[i])] = pool.sum / pool.count + offsets[i];
    }
}

void LinearLayout::setPlaces(LevelLayout& layout)
{
    layout.places.resize(m_graph.boxes.size());
    double y = 0.0;
    for (const std::vector<int>& layer : m_layering.layers) {
        double height = 0.0;
        for (const int box : layer)
            height = std::max(height, m_graph.boxes[std::size_t(box)].size.height());
        m_tops.push_back(y);
        m_heights.push_back(height);
        for (const int box : layer) {
            const QSizeF& size = m_graph.boxes[std::size_t(box)].size;
            layout.places[std::size_t(box)] = {m_middles[std::size_t(box)] - size.width() / 2,
                                               y + (height - size.height()) / 2};
        }
        y += height + picture::kRankGap;
    }
}

void LinearLayout::route(LevelLayout& layout) const
{
    std::vector<double> right;
    for (const std::vector<int>& layer : m_layering.layers)
        right.push_back(m_middles[std::size_t(layer.back())] + widthOf(layer.back()) / 2);
    const OuterBorder border(right);

    // Lines that pass at least one layer, or go upwards, take a lane at the right of all that they pass.
    std::vector<Passage> passages;
    std::vector<int> lane(m_graph.lines.size(), -1);
    for (std::size_t i = 0; i < m_graph.lines.size(); ++i) {
        const int from = layerOf(m_graph.lines[i].from);
        const int to = layerOf(m_graph.lines[i].to);
        if (to == from + 1)
            continue;
        lane[i] = int(passages.size());
        if (to > from)
            passages.push_back({std::size_t(from) + 1, std::size_t(to) - 1});
        else
            passages.push_back({std::size_t(to), std::size_t(from)});
    }
    const std::vector<int> lanes = lanesOf(passages);

    for (std::size_t i = 0; i < m_graph.lines.size(); ++i) {
        const LevelGraph::Line& line = m_graph.lines[i];
        const auto from = std::size_t(layerOf(line.from));
        const auto to = std::size_t(layerOf(line.to));
        const QPointF& fromPlace = layout.places[std::size_t(line.from)];
        const QPointF& toPlace = layout.places[std::size_t(line.to)];
        const QPointF start(fromPlace.x() + exitOffset(m_graph, line),
                            fromPlace.y() + m_graph.boxes[std::size_t(line.from)].size.height());
        const QPointF end(toPlace.x() + entryOffset(m_graph, line), toPlace.y());
        const double under = m_tops[from] + m_heights[from]; // of the whole layer: nothing is between here and start
        const double above = m_tops[to];
        const double half = picture::kRankGap / 2;
        Spline spline;
        if (lane[i] < 0) {
            spline = {start, {start.x(), under}, {start.x(), under}, {start.x(), under}};
            const Spline bend{{start.x(), under + half}, {end.x(), above - half}, {end.x(), above}};
            spline.insert(spline.end(), bend.begin(), bend.end());
            spline.insert(spline.end(), {QPointF(end.x(), above), end, end});
        } else {
            const auto at = std::size_t(lane[i]);
            const double x =
                border.of(passages[at].first, passages[at].last) + picture::kBoxGap / 2 + kLaneGap * double(lanes[at]);
            const QPointF low(x, under + picture::kRankGap);
            const QPointF high(x, above - picture::kRankGap);
            spline = {start, {start.x(), under}, {start.x(), under}, {start.x(), under}};
            spline.insert(spline.end(), {QPointF(start.x(), under + half), QPointF(x, under + half), low});
            spline.insert(spline.end(), {low, high, high});
            spline.insert(spline.end(),
                          {QPointF(x, above - half), QPointF(end.x(), above - half), QPointF(end.x(), above)});
            spline.insert(spline.end(), {QPointF(end.x(), above), end, end});
        }
        layout.labels.push_back(lane[i] < 0 ? QPointF((start.x() + end.x()) / 2, (under + above) / 2)
                                            : QPointF(spline[6].x(), (spline[6].y() + spline[9].y()) / 2));
        layout.splines.push_back(std::move(spline));
    }
}

} // namespace

LevelLayout linearLayout(const LevelGraph& graph, const Feedback& feedback)
{
    if (graph.boxes.empty())
        return {};
    return LinearLayout(graph, feedback).run();
}

} // namespace quantiscope
