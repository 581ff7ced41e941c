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

GlyphCache::GlyphCache(Output output) : m_output(output)
{
    for (std::size_t role = 0; role < m_fonts.size(); ++role)
        m_fonts[role] = fontOf(Role(role));
}

QFont GlyphCache::fontOf(Role role)
{
    switch (role) {
    case Role::Title:
        return sceneFont(12, QFont::DemiBold);
    case Role::Body:
        return sceneFont(11, QFont::Normal);
    case Role::Detail:
        return sceneFont(10, QFont::Normal);
    case Role::Tag:
        return sceneFont(9, QFont::DemiBold);
    case Role::LargeTitle:
        return sceneFont(15, QFont::DemiBold);
    case Role::LargeBody:
        return sceneFont(13, QFont::Normal);
    case Role::Far:
        return sceneFont(24, QFont::DemiBold);
    case Role::Farther:
        return sceneFont(36, QFont::DemiBold);
    }
    return {};
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
