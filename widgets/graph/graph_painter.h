// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/glyph_cache.h"
#include "widgets/graph/graph_parts.h"
#include "widgets/graph/graph_scene.h"
#include "widgets/graph/graph_texts.h"
#include "widgets/graph/plate_grid.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

class QPainter;

namespace quantiscope {

struct Theme;

/// What of a scene is drawn, and how closely one looks.
struct GraphFrame
{
    QRectF area; ///< in scene units
    double zoom = 1.0; ///< device pixels (logical) for a scene unit
    GraphDetail detail = GraphDetail::Full;
    int hoveredEdge = -1;
    int currentItem = -1; ///< where the keyboard is
    /// Boxes while they move to their places: one for each item; empty: they are there, and edges are drawn.
    const std::vector<QRectF>* moving = nullptr;
    bool isStrip = false; ///< the rest stands already, from the frame before
};

/// Draws scenes; keeps texts between frames. Used by one thread.
class GraphPainter
{
public:
    explicit GraphPainter(GlyphCache::Output output = GlyphCache::Output::Screen) : m_glyphs(output) { }

    /// @p painter is in scene coordinates; what is outside of the frame's area is left out. The background is not
    /// drawn.
    void paint(QPainter& painter, const GraphScene& scene, const GraphFrame& frame);

    /// Forgets colours: the theme is another one.
    void forgetColors() { m_blockColors.clear(); }

    [[nodiscard]] GraphTexts& texts(const GraphScene& scene);
    /// Where the pill of that text is.
    [[nodiscard]] QRectF pillRect(const PictureItem& item, const QRectF& box, const QString& text);
    /// Where labels of edges, boundaries and what stands on the edges of boxes were drawn last: none covers another.
    [[nodiscard]] const std::vector<QRectF>& labels() const { return m_drawn; }

private:
    struct Job;
    struct Label
    {
        QRectF plate; ///< empty: there is no place
        QString text;
    };

    void paintFrame(const Job& job, int item);
    void paintFrameTitle(const Job& job, int item);
    void paintEdges(const Job& job);
    void paintEdge(const Job& job, int edge);
    void paintEdgeLabels(const Job& job);
    void paintEdgeLabel(const Job& job, const Label& label, const QColor& color);
    [[nodiscard]] Label placedLabel(const Job& job, int edge, const PlateGrid& chips);
    [[nodiscard]] Label placedLookedLabel(const Job& job, int edge, const PlateGrid& chips);
    [[nodiscard]] std::optional<QRectF> freePlace(const Job& job, int edge, double width, const PlateGrid& chips,
                                                  const PlateGrid& plates) const;
    [[nodiscard]] QString edgeText(const Job& job, int edge, bool isLooked);
    void paintBoundaries(const Job& job);
    void paintHalo(const Job& job, int item);
    void paintSimpleItem(const Job& job, int item);
    void paintNode(const Job& job, int item);
    void paintNodeTexts(const Job& job, int item, const QRectF& inner, const QColor& fill);
    void paintBlock(const Job& job, int item);
    void paintBlockTexts(const Job& job, int item, const QColor& fill);
    /// @p right is left out where there is no room for both.
    void paintSecondLine(const Job& job, const QRectF& line, const QString& left, const QString& right);
    void paintValue(const Job& job, int item);
    void paintPorts(const Job& job, int item);
    void paintBadges(const Job& job, int item);
    void paintPill(const Job& job, const QRectF& rect, const QString& text, const QColor& fill,
                   const QColor& textColor);
    void paintChevron(const Job& job, const QRectF& rect, bool isOpen, const QColor& color);
    void paintRing(const Job& job, int item);
    [[nodiscard]] QColor colorOf(const Job& job, int item);

    GlyphCache m_glyphs;
    std::unique_ptr<GraphTexts> m_texts;
    const OpenedModel* m_textsModel = nullptr;
    const ScopeTree* m_textsScopes = nullptr;
    IndexedPicturePtr m_textsPicture; ///< whose hidden quantizers they know
    std::unordered_map<int, QColor> m_blockColors; ///< of items of the picture that was drawn last
    std::unordered_map<int, QString> m_edgeTexts; ///< the same, without what a run tells
    /// Labels of edges of that picture: they stay where they were seen first.
    std::unordered_map<int, Label> m_labels;
    PlateGrid m_plates; ///< of m_labels
    unsigned m_precisionsVersion = 0; ///< for which they were placed
    std::unordered_map<int, Label> m_lookedLabels; ///< of what one looks at; until the next whole frame
    PlateGrid m_lookedPlates;
    std::vector<QRectF> m_drawn;
    bool m_isDense = false; ///< the last whole frame had so many edges that they are drawn in a simpler way
    IndexedPicturePtr m_picture; ///< that was drawn last
    NodeColoringPtr m_coloring;
};

} // namespace quantiscope
