// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_painter.h"

#include "widgets/graph/graph_painter_job.h"

#include <cmath>

namespace quantiscope {

namespace {

constexpr double kHalo = 5.0;
constexpr double kRing = 4.0; ///< from the box to the selection's ring

} // namespace

GraphTexts& GraphPainter::texts(const GraphScene& scene)
{
    const GraphContent& content = scene.content();
    if (!m_texts || m_textsModel != content.model.get() || m_textsScopes != content.scopes.get()) {
        m_texts = std::make_unique<GraphTexts>(content);
        m_textsModel = content.model.get();
        m_textsScopes = content.scopes.get();
        m_textsPicture.reset();
    }
    if (m_textsPicture != scene.picturePtr()) {
        m_textsPicture = scene.picturePtr();
        m_texts->setFolded(m_textsPicture ? m_textsPicture->picture().folded : FoldedNodes());
    }
    return *m_texts;
}

QRectF GraphPainter::pillRect(const PictureItem& item, const QRectF& box, const QString& text)
{
    return graph_parts::pill(box, m_glyphs.widthOf(text, GlyphCache::Role::Tag) + 12.0,
                             std::min(int(item.badges.size()), graph_parts::kMostBadges));
}

QColor GraphPainter::colorOf(const Job& job, int item)
{
    if (job.items()[std::size_t(item)].node >= 0)
        return job.scene.colorOf(item);
    const auto [known, isNew] = m_blockColors.try_emplace(item);
    if (isNew)
        known->second = job.scene.colorOf(item);
    return known->second;
}

void GraphPainter::paint(QPainter& painter, const GraphScene& scene, const GraphFrame& frame)
{
    if (scene.isEmpty())
        return;
    if (m_picture != scene.picturePtr()) {
        m_picture = scene.picturePtr();
        m_edgeTexts.clear();
        m_blockColors.clear();
        m_labels.clear();
        m_plates.clear();
    }
    if (m_precisionsVersion != scene.precisionsVersion()) {
        m_precisionsVersion = scene.precisionsVersion(); // other boundaries, which labels avoid
        m_labels.clear();
        m_plates.clear();
    }
    m_drawn.clear();
    if (!frame.isStrip) {
        m_lookedLabels.clear();
        m_lookedPlates.clear();
    }
    if (m_coloring != scene.coloring()) {
        m_coloring = scene.coloring();
        m_blockColors.clear();
    }
    const Job job{painter, scene, frame, Theme::current()};
    const IndexedPicture& picture = scene.picture();
    // Halos, rings and pills reach beyond the boxes.
    const double reach = std::max(12.0, 7.0 / frame.zoom);
    const QRectF area = frame.area.adjusted(-reach, -reach, reach, reach);
    std::vector<int> items;
    if (frame.moving) {
        for (std::size_t i = 0; i < frame.moving->size(); ++i) {
            if ((*frame.moving)[i].intersects(area))
                items.push_back(int(i));
        }
    } else {
        items = picture.itemsIn(area);
    }
    const auto kindOf = [&job](int item) { return job.items()[std::size_t(item)].kind; };

    painter.setRenderHint(QPainter::Antialiasing, frame.detail != GraphDetail::Blocks);
    for (const int item : items) {
        if (kindOf(item) == PictureItem::Kind::Frame)
            paintFrame(job, item);
    }
    if (!frame.moving)
        paintEdges(job);
    for (const int item : items) {
        if (kindOf(item) == PictureItem::Kind::Frame)
            continue;
        if (scene.marksOf(item) != 0)
            paintHalo(job, item);
        paintRing(job, item);
        if (frame.detail == GraphDetail::Blocks || frame.detail == GraphDetail::Boxes) {
            paintSimpleItem(job, item);
            continue;
        }
        switch (kindOf(item)) {
        case PictureItem::Kind::Node:
            paintNode(job, item);
            break;
        case PictureItem::Kind::Block:
            paintBlock(job, item);
            break;
        default:
            paintValue(job, item);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (frame.detail != GraphDetail::Blocks) {
        for (const int item : items) {
            if (kindOf(item) == PictureItem::Kind::Frame)
                paintFrameTitle(job, item);
        }
    }
    if (!frame.moving && frame.detail == GraphDetail::Full)
        paintBoundaries(job);
    for (const int item : items) {
        if (kindOf(item) == PictureItem::Kind::Frame)
            paintRing(job, item);
    }
}

void GraphPainter::paintFrame(const Job& job, int item)
{
    const QRectF rect = job.rectOf(item);
    const bool holdsCurrent = job.frame.currentItem >= 0
        && (job.frame.currentItem == item || job.items()[std::size_t(job.frame.currentItem)].frame == item);
    const bool isLooked = holdsCurrent || (job.scene.marksOf(item) & GraphScene::Twin) != 0;
    QColor fill = isLooked ? job.theme.hover : job.theme.isDark ? job.theme.head : job.theme.window;
    fill.setAlphaF(0.5F);
    QColor line = isLooked ? job.theme.accent : job.theme.border;
    line.setAlphaF(isLooked ? 0.6F : 1.0F);
    job.painter.setBrush(fill);
    job.painter.setPen(job.line(line, 1.0));
    job.painter.drawRoundedRect(rect, 6.0, 6.0);
}

void GraphPainter::paintFrameTitle(const Job& job, int item)
{
    const QRectF title = graph_parts::frameTitle(job.rectOf(item));
    const BoxText& text = texts(job.scene).box(job.items()[std::size_t(item)]);
    if (job.frame.detail == GraphDetail::Boxes) {
        const GlyphCache::Role role = job.frame.zoom < 0.35 ? GlyphCache::Role::Farther : GlyphCache::Role::Far;
        job.painter.setPen(job.theme.text2);
        m_glyphs.draw(job.painter, title.adjusted(8, 2, -8, 22), text.title, role);
        return;
    }
    const bool isFull = job.frame.detail == GraphDetail::Full;
    const GlyphCache::Role nameRole = isFull ? GlyphCache::Role::Title : GlyphCache::Role::LargeTitle;
    const GlyphCache::Role captionRole = isFull ? GlyphCache::Role::Detail : GlyphCache::Role::LargeBody;
    const double nameWidth = std::min(m_glyphs.widthOf(text.title, nameRole), title.width() - 30.0);
    QString caption = text.name;
    if (!text.detail.isEmpty())
        caption += QStringLiteral(" · ") + text.detail;
    const double captionWidth =
        std::min(m_glyphs.widthOf(caption, captionRole) + 6.0, title.width() - nameWidth - 40.0);
    const QRectF plate(title.left() + 2, title.top() + 2, 24.0 + nameWidth + std::max(0.0, captionWidth) + 8.0,
                       title.height() - 4);
    QColor plateColor = job.theme.isDark ? job.theme.base : job.theme.window;
    plateColor.setAlphaF(0.85);
    job.painter.setPen(Qt::NoPen);
    job.painter.setBrush(plateColor);
    job.painter.drawRoundedRect(plate, 4.0, 4.0);
    paintChevron(job, graph_parts::chevron(job.rectOf(item)), true, job.theme.text1);
    job.painter.setPen(job.theme.text1);
    const QRectF name(title.left() + 20.0, title.top(), nameWidth + 1.0, title.height());
    m_glyphs.draw(job.painter, name, text.title, nameRole);
    job.painter.setPen(job.theme.text2);
    m_glyphs.draw(job.painter, QRectF(name.right() + 6.0, name.top(), captionWidth, name.height()), caption,
                  captionRole, Qt::AlignLeft, Qt::ElideRight);
}

void GraphPainter::paintHalo(const Job& job, int item)
{
    const unsigned marks = job.scene.marksOf(item);
    const QRectF rect = job.rectOf(item);
    const double grow = std::max(kHalo, 3.0 / job.frame.zoom);
    const auto halo = [&job, &rect, grow](const QColor& color, double strength, double size) {
        QColor fill = color;
        fill.setAlphaF(float(strength));
        job.painter.setPen(Qt::NoPen);
        job.painter.setBrush(fill);
        job.painter.drawRoundedRect(rect.adjusted(-size, -size, size, size), 4.0 + size, 4.0 + size);
    };
    if ((marks & (GraphScene::Caught | GraphScene::PartlyCaught)) != 0)
        halo(job.theme.floating, (marks & GraphScene::Caught) != 0 ? 0.26 : 0.16, grow);
    if ((marks & GraphScene::Hit) != 0) {
        halo(job.theme.accent, 0.30, grow + 1.0);
        job.painter.setBrush(Qt::NoBrush);
        job.painter.setPen(job.line(job.theme.accent, 1.5));
        job.painter.drawRoundedRect(rect.adjusted(-grow, -grow, grow, grow), 4.0 + grow, 4.0 + grow);
    }
    if ((marks & (GraphScene::Twin | GraphScene::Pointed)) != 0)
        halo(job.theme.accent, 0.25, 3.0);
}

void GraphPainter::paintRing(const Job& job, int item)
{
    const unsigned marks = job.scene.marksOf(item);
    const bool isFrame = job.items()[std::size_t(item)].kind == PictureItem::Kind::Frame;
    const bool isWhole = (marks & GraphScene::Selected) != 0;
    if (!isWhole && (marks & GraphScene::PartlySelected) == 0 && item != job.frame.currentItem)
        return;
    if (isFrame && !isWhole)
        return;
    const double grow = isFrame ? 1.0 : std::max(kRing, 2.0 / job.frame.zoom);
    QPen pen = job.line(job.theme.selection, std::max(2.0, 1.5 / job.frame.zoom));
    if (!isWhole)
        pen.setStyle(Qt::DotLine); // a block with a selected node inside, or the keyboard's place
    job.painter.setPen(pen);
    job.painter.setBrush(Qt::NoBrush);
    job.painter.drawRoundedRect(job.rectOf(item).adjusted(-grow, -grow, grow, grow), 4.0 + grow, 4.0 + grow);
}

void GraphPainter::paintSimpleItem(const Job& job, int item)
{
    const PictureItem& shown = job.items()[std::size_t(item)];
    const QRectF rect = job.rectOf(item);
    const bool isValue = shown.kind == PictureItem::Kind::Input || shown.kind == PictureItem::Kind::Output;
    QColor fill = isValue ? job.theme.text1 : colorOf(job, item);
    if (!fill.isValid())
        fill = job.theme.neutral;
    if (job.frame.detail == GraphDetail::Blocks) {
        job.painter.fillRect(rect, fill);
        return;
    }
    const bool floating = shown.node >= 0 && isFloat(job.scene.precision(shown.node));
    job.painter.setBrush(fill);
    QPen pen = floating ? job.line(job.theme.text1, 2.0) : QPen(Qt::NoPen);
    if (floating)
        pen.setDashPattern({3.0, 2.0});
    job.painter.setPen(pen);
    job.painter.drawRoundedRect(rect, 4.0, 4.0);
    if (shown.kind != PictureItem::Kind::Block)
        return;
    const GlyphCache::Role role = job.frame.zoom < 0.35 ? GlyphCache::Role::Farther : GlyphCache::Role::Far;
    job.painter.setPen(textOn(fill));
    m_glyphs.draw(job.painter, rect.adjusted(6, 0, -6, 0), texts(job.scene).box(shown).title, role, Qt::AlignHCenter);
}

void GraphPainter::paintPill(const Job& job, const QRectF& rect, const QString& text, const QColor& fill,
                             const QColor& textColor)
{
    m_drawn.push_back(rect);
    job.painter.setBrush(fill);
    job.painter.drawRoundedRect(rect, rect.height() / 2.0, rect.height() / 2.0);
    job.painter.setPen(textColor);
    m_glyphs.draw(job.painter, rect, text, GlyphCache::Role::Tag, Qt::AlignHCenter);
}

void GraphPainter::paintChevron(const Job& job, const QRectF& rect, bool isOpen, const QColor& color)
{
    const QPointF middle = rect.center();
    const std::array<QPointF, 3> closed{middle + QPointF(-2, -4), middle + QPointF(2, 0), middle + QPointF(-2, 4)};
    const std::array<QPointF, 3> open{middle + QPointF(-4, -2), middle + QPointF(0, 2), middle + QPointF(4, -2)};
    job.painter.setBrush(Qt::NoBrush);
    job.painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    job.painter.drawPolyline((isOpen ? open : closed).data(), 3);
}

} // namespace quantiscope
