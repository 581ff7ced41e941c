// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/glyph_cache.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr qsizetype kMostLines = 20000;
constexpr double kAnyWidth = 1e6;

QFont sceneFont(int size, QFont::Weight weight)
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(size);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // the same widths at every zoom
    return font;
}

} // namespace

GlyphCache::GlyphCache(Output output)
    : m_output(output)
    , m_fonts{sceneFont(12, QFont::DemiBold), sceneFont(11, QFont::Normal),   sceneFont(10, QFont::Normal),
              sceneFont(9, QFont::DemiBold),  sceneFont(15, QFont::DemiBold), sceneFont(13, QFont::Normal),
              sceneFont(24, QFont::DemiBold), sceneFont(36, QFont::DemiBold)}
{
}

const GlyphCache::Line& GlyphCache::line(const QString& text, Role role, double width, Qt::TextElideMode elide)
{
    const Key key{text, int(width), role, elide};
    if (const auto known = m_lines.constFind(key); known != m_lines.constEnd())
        return *known;
    if (m_lines.size() >= kMostLines)
        m_lines.clear();
    const QFont& font = m_fonts[std::size_t(role)];
    const QFontMetricsF metrics(font);
    Line made;
    made.text = metrics.elidedText(text, elide, width);
    made.ascent = metrics.ascent();
    made.height = metrics.height();
    QTextLayout layout(made.text, font);
    layout.beginLayout();
    QTextLine shaped = layout.createLine();
    if (shaped.isValid()) {
        shaped.setLineWidth(kAnyWidth);
        shaped.setPosition(QPointF(0.0, 0.0));
        made.width = shaped.naturalTextWidth();
    }
    layout.endLayout();
    made.glyphs = layout.glyphRuns();
    return *m_lines.insert(key, std::move(made));
}

double GlyphCache::draw(QPainter& painter, const QRectF& rect, const QString& text, Role role, Qt::Alignment alignment,
                        Qt::TextElideMode elide)
{
    if (text.isEmpty() || rect.width() < 1.0)
        return 0.0;
    const Line& shaped = line(text, role, rect.width(), elide);
    double x = rect.left();
    if (alignment & Qt::AlignRight)
        x = rect.right() - shaped.width;
    else if (alignment & Qt::AlignHCenter)
        x = rect.center().x() - shaped.width / 2.0;
    const double y = rect.center().y() - shaped.height / 2.0;
    if (m_output == Output::Texts) {
        painter.setFont(m_fonts[std::size_t(role)]);
        painter.drawText(QPointF(x, y + shaped.ascent), shaped.text);
    } else {
        for (const QGlyphRun& glyphs : shaped.glyphs)
            painter.drawGlyphRun(QPointF(x, y), glyphs);
    }
    return shaped.width;
}

double GlyphCache::widthOf(const QString& text, Role role)
{
    return line(text, role, kAnyWidth, Qt::ElideNone).width;
}

} // namespace quantiscope
