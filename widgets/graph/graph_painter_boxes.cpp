// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text.h"
#include "widgets/graph/graph_painter_job.h"
#include "widgets/graph/operator_category.h"

#include <QCoreApplication>

namespace quantiscope {

namespace {

constexpr double kRadius = 4.0;

/// Lines of boxes: stronger than frames of panes, since they stand on an empty ground.
QColor boxLine(const Theme& theme)
{
    QColor color = theme.text3;
    color.setAlphaF(0.75);
    return color;
}

/// The left end of a box.
QPainterPath bandPath(const QRectF& rect)
{
    const double right = rect.left() + graph_parts::kBand;
    QPainterPath path(QPointF(right, rect.top()));
    path.lineTo(right, rect.bottom());
    path.lineTo(rect.left() + kRadius, rect.bottom());
    path.quadTo(rect.bottomLeft(), rect.bottomLeft() - QPointF(0.0, kRadius));
    path.lineTo(rect.left(), rect.top() + kRadius);
    path.quadTo(rect.topLeft(), rect.topLeft() + QPointF(kRadius, 0.0));
    return path;
}

} // namespace

void GraphPainter::paintNode(const Job& job, int item)
{
    const PictureItem& shown = job.items()[std::size_t(item)];
    const QRectF rect = job.rectOf(item);
    const bool isFilled = job.scene.coloring() && job.scene.coloring()->style() == NodeColoring::Style::Fill;
    const QColor own = job.scene.colorOf(item);
    const std::string& opType = job.scene.content().model->graph.nodes()[std::size_t(shown.node)].opType;
    const QColor category = categoryColor(operatorCategory(opType));
    const QColor band = !isFilled && own.isValid() ? own : category;
    const QColor fill = isFilled && own.isValid() ? own : job.theme.base;

    QPainter& painter = job.painter;
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, kRadius, kRadius);
    painter.setBrush(band);
    painter.drawPath(bandPath(rect));

    QPen pen = job.line(boxLine(job.theme), 1.0);
    const NodePrecision precision = job.scene.precision(shown.node);
    if (isFloat(precision)) {
        pen = job.line(job.theme.floating, 1.5);
        pen.setDashPattern({3.0, 2.0});
    } else if (precision == NodePrecision::Int16) {
        pen = job.line(job.theme.int16, 1.5);
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect, kRadius, kRadius);

    paintNodeTexts(job, item, rect.adjusted(graph_parts::kBand + 6.0, 2.0, -7.0, -2.0), fill);
    if (job.frame.detail == GraphDetail::Full) {
        paintPorts(job, item);
        paintBadges(job, item);
    }
    const unsigned marks = job.scene.marksOf(item);
    const bool isStart = (marks & GraphScene::Start) != 0;
    if (isStart || (marks & GraphScene::End) != 0) {
        const QString tag = isStart ? QCoreApplication::translate("quantiscope::GraphPainter", "START")
                                    : QCoreApplication::translate("quantiscope::GraphPainter", "END");
        painter.setPen(Qt::NoPen);
        paintPill(job, pillRect(shown, rect, tag), tag, isStart ? job.theme.done : job.theme.text1, job.theme.base);
    } else if (const QString tag = job.scene.tagOf(shown.node); !tag.isEmpty()) {
        painter.setPen(job.line(job.theme.worse, 1.0));
        paintPill(job, pillRect(shown, rect, tag), tag, job.theme.base, job.theme.worse);
    }
}

void GraphPainter::paintNodeTexts(const Job& job, int item, const QRectF& inner, const QColor& fill)
{
    const PictureItem& shown = job.items()[std::size_t(item)];
    const BoxText& text = texts(job.scene).box(shown);
    const bool isPlain = fill == job.theme.base;
    const QColor strong = isPlain ? job.theme.text1 : textOn(fill);
    const QColor weak = isPlain ? job.theme.text2 : textOn(fill);
    const bool isFull = job.frame.detail == GraphDetail::Full;
    const double lineHeight = isFull ? inner.height() / 2.0 : inner.height();
    const QRectF first(inner.left(), inner.top(), inner.width(), lineHeight);

    job.painter.setPen(strong);
    // With one line only there is room for larger letters, which are read from farther away.
    const double titleWidth =
        m_glyphs.draw(job.painter, first, text.title, isFull ? GlyphCache::Role::Title : GlyphCache::Role::LargeTitle);
    job.painter.setPen(weak);
    m_glyphs.draw(job.painter, first.adjusted(titleWidth + 8.0, 0, 0, 0), text.name,
                  isFull ? GlyphCache::Role::Body : GlyphCache::Role::LargeBody, Qt::AlignRight);
    if (!isFull)
        return;
    QRectF second(inner.left(), inner.top() + lineHeight, inner.width(), lineHeight);
    const NodePrecision precision = job.scene.precision(shown.node);
    if (isFloat(precision) || precision == NodePrecision::Int16) { // int8 is the rule and needs no mark
        const QString chip = job.scene.typeText(shown.node);
        const double width = m_glyphs.widthOf(chip, GlyphCache::Role::Tag) + 8.0;
        const QRectF plate(second.right() - width, second.center().y() - 6.5, width, 13.0);
        const QColor color = isFloat(precision) ? job.theme.floating : job.theme.int16;
        job.painter.setPen(QPen(color, 1.0));
        job.painter.setBrush(job.theme.base);
        job.painter.drawRoundedRect(plate, 3.0, 3.0);
        m_glyphs.draw(job.painter, plate, chip, GlyphCache::Role::Tag, Qt::AlignHCenter);
        second.setRight(plate.left() - 4.0);
    }
    job.painter.setPen(weak);
    const auto [left, right] = isPlain ? std::pair<QString, QString>() : job.scene.coloring()->lineTexts(shown.node);
    paintSecondLine(job, second, left.isEmpty() ? text.detail : left, right);
}

void GraphPainter::paintSecondLine(const Job& job, const QRectF& line, const QString& left, const QString& right)
{
    const double width = right.isEmpty() ? 0.0 : m_glyphs.widthOf(right, GlyphCache::Role::Detail) + 6.0;
    const bool fits = m_glyphs.widthOf(left, GlyphCache::Role::Detail) + width <= line.width();
    m_glyphs.draw(job.painter, fits ? line.adjusted(0, 0, -width, 0) : line, left, GlyphCache::Role::Detail,
                  Qt::AlignLeft, Qt::ElideRight);
    if (fits && width > 0.0)
        m_glyphs.draw(job.painter, line, right, GlyphCache::Role::Detail, Qt::AlignRight);
}

void GraphPainter::paintPorts(const Job& job, int item)
{
    const PictureItem& shown = job.items()[std::size_t(item)];
    const std::vector<WeightPort>& ports = texts(job.scene).ports(shown.node);
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const QRectF port = graph_parts::port(job.rectOf(item), int(i));
        const bool isSelected = job.scene.selectedTensor() == ports[i].tensor;
        const QColor color = isSelected ? job.theme.selection : job.theme.accent;
        job.painter.setPen(job.line(color, isSelected ? 2.0 : 1.0));
        job.painter.setBrush(job.theme.base);
        job.painter.drawRoundedRect(port, 2.5, 2.5);
        m_glyphs.draw(job.painter, port, ports[i].letter, GlyphCache::Role::Tag, Qt::AlignHCenter);
    }
}

void GraphPainter::paintBadges(const Job& job, int item)
{
    const std::vector<std::string>& badges = job.items()[std::size_t(item)].badges;
    const int shownCount = std::min(int(badges.size()), graph_parts::kMostBadges);
    for (int i = 0; i < shownCount; ++i) {
        const QRectF rect = graph_parts::badge(job.rectOf(item), i);
        m_drawn.push_back(rect);
        const bool isLast = i + 1 == graph_parts::kMostBadges && int(badges.size()) > graph_parts::kMostBadges;
        QString text = toQt(badges[std::size_t(i)]);
        if (isLast)
            text = QStringLiteral("+%1").arg(int(badges.size()) - i);
        const bool isSelected = job.scene.selectedTensor() == badges[std::size_t(i)];
        job.painter.setPen(job.line(isSelected ? job.theme.selection : job.theme.accent, 1.0));
        job.painter.setBrush(job.theme.hover);
        job.painter.drawRoundedRect(rect, 3.0, 3.0);
        job.painter.setPen(job.theme.text1);
        m_glyphs.draw(job.painter, rect.adjusted(5, 0, -5, 0), text, GlyphCache::Role::Tag, Qt::AlignHCenter);
    }
}

void GraphPainter::paintBlock(const Job& job, int item)
{
    const PictureItem& shown = job.items()[std::size_t(item)];
    const QRectF rect = job.rectOf(item);
    const bool isFilled = job.scene.coloring() && job.scene.coloring()->style() == NodeColoring::Style::Fill;
    const QColor own = isFilled ? colorOf(job, item) : QColor();
    const QColor fill = own.isValid() ? own : job.theme.base;
    QPainter& painter = job.painter;
    // The box behind it says: there is more inside.
    painter.setPen(job.line(job.theme.border, 1.0));
    painter.setBrush(job.theme.isDark ? job.theme.head : job.theme.window);
    painter.drawRoundedRect(rect.translated(3.0, 3.0), 5.0, 5.0);
    painter.setPen(job.line(boxLine(job.theme), 1.0));
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 5.0, 5.0);
    paintBlockTexts(job, item, fill);

    const GraphScene::Share share = job.scene.shareOf(item);
    if (share.total() > 0 && job.frame.detail == GraphDetail::Full) {
        double left = rect.left() + 8.0;
        const double scale = (rect.width() - 16.0) / share.total();
        for (const auto& [count, color] :
             {std::pair(share.int8, job.theme.int8), std::pair(share.int16, job.theme.int16),
              std::pair(share.floating, job.theme.floating)}) {
            painter.fillRect(QRectF(left, rect.bottom() - 5.5, count * scale, 2.5), color);
            left += count * scale;
        }
    }
    const Scope* scope = job.scene.content().scopes ? &job.scene.content().scopes->at(shown.scope) : nullptr;
    if (scope && scope->twins > 1) {
        const QString text = QChar(0x00D7) + QString::number(scope->twins);
        painter.setPen(Qt::NoPen);
        const bool isTwin = (job.scene.marksOf(item) & GraphScene::Twin) != 0;
        paintPill(job, pillRect(shown, rect, text), text, isTwin ? job.theme.accent : job.theme.text2, job.theme.base);
    }
    if (job.frame.detail == GraphDetail::Full)
        paintBadges(job, item);
}

void GraphPainter::paintBlockTexts(const Job& job, int item, const QColor& fill)
{
    const PictureItem& shown = job.items()[std::size_t(item)];
    const QRectF rect = job.rectOf(item);
    const bool isPlain = fill == job.theme.base;
    const BoxText& text = texts(job.scene).box(shown);
    const bool isFull = job.frame.detail == GraphDetail::Full;
    const QRectF inner = rect.adjusted(8.0, 3.0, -8.0, isFull ? -8.0 : -3.0);
    const double lineHeight = isFull ? inner.height() / 2.0 : inner.height();
    const QRectF first(inner.left(), inner.top(), inner.width(), lineHeight);
    const QColor strong = isPlain ? job.theme.text1 : textOn(fill);
    const QColor weak = isPlain ? job.theme.text2 : textOn(fill);

    const QRectF chevron = graph_parts::chevron(rect);
    paintChevron(job, QRectF(chevron.left(), first.center().y() - 8.0, 16.0, 16.0), false, strong);
    job.painter.setPen(strong);
    const GlyphCache::Role countRole = isFull ? GlyphCache::Role::Detail : GlyphCache::Role::LargeBody;
    const GlyphCache::Role titleRole = isFull ? GlyphCache::Role::Title : GlyphCache::Role::LargeTitle;
    const double countWidth = m_glyphs.widthOf(text.name, countRole) + 6.0;
    // From farther away the name is what one needs; the number stays where both fit.
    const QRectF whole = first.adjusted(14.0, 0, 0, 0);
    const bool hasCount = isFull || m_glyphs.widthOf(text.title, titleRole) + countWidth <= whole.width();
    m_glyphs.draw(job.painter, hasCount ? whole.adjusted(0, 0, -countWidth, 0) : whole, text.title, titleRole);
    job.painter.setPen(weak);
    if (hasCount)
        m_glyphs.draw(job.painter, first, text.name, countRole, Qt::AlignRight);
    if (!isFull)
        return;
    const auto [left, right] = isPlain
        ? std::pair<QString, QString>()
        : job.scene.coloring()->lineTextsOfAll(job.scene.content().scopes->nodesOf(shown.scope));
    const QRectF second(inner.left(), first.bottom(), inner.width(), lineHeight);
    paintSecondLine(job, second, left.isEmpty() ? text.detail : left, right);
}

void GraphPainter::paintValue(const Job& job, int item)
{
    const PictureItem& shown = job.items()[std::size_t(item)];
    const QRectF rect = job.rectOf(item);
    job.painter.setPen(Qt::NoPen);
    job.painter.setBrush(job.theme.text1);
    const double radius = std::min(rect.height() / 2.0, 12.0);
    job.painter.drawRoundedRect(rect, radius, radius);
    job.painter.setPen(job.theme.base);
    m_glyphs.draw(job.painter, rect.adjusted(8, 0, -8, 0), texts(job.scene).box(shown).title, GlyphCache::Role::Title,
                  Qt::AlignHCenter);
}

} // namespace quantiscope
