// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QGlyphRun>
#include <QHash>
#include <QString>

#include <array>

class QPainter;

namespace quantiscope {

/// Draws the texts of a graph. A line is shaped once and then only placed, at any zoom: shaping for every frame would
/// take longer than all the rest.
class GlyphCache
{
public:
    /// Sizes are in scene units, since boxes are: the view scales both.
    enum class Role : unsigned char
    {
        Title, ///< operators, names of blocks
        Body, ///< names of nodes
        Detail, ///< second lines, edge labels
        Tag, ///< chips, ports, pills
        LargeTitle, ///< the same where there is no second line
        LargeBody,
        Far, ///< names of blocks at half size and below
        Farther, ///< the same from a quarter
    };
    /// What is drawn: shapes for the screen, or texts, which a file keeps as such.
    enum class Output
    {
        Screen,
        Texts,
    };

    explicit GlyphCache(Output output = Output::Screen);

    /// Draws @p text in the painter's pen colour, at most @p width wide (elided in @p elide), its lines' middle at the
    /// middle of @p rect, and gives the width it took.
    double draw(QPainter& painter, const QRectF& rect, const QString& text, Role role,
                Qt::Alignment alignment = Qt::AlignLeft, Qt::TextElideMode elide = Qt::ElideMiddle);

    [[nodiscard]] double widthOf(const QString& text, Role role);
    [[nodiscard]] static QFont fontOf(Role role);

private:
    struct Key
    {
        QString text;
        int width;
        Role role;
        Qt::TextElideMode elide;

        bool operator==(const Key& other) const = default;
        friend size_t qHash(const Key& key, size_t seed)
        {
            return qHashMulti(seed, key.text, key.width, int(key.role), int(key.elide));
        }
    };
    struct Line
    {
        QList<QGlyphRun> glyphs;
        QString text; ///< elided
        double width = 0.0;
        double ascent = 0.0;
        double height = 0.0;
    };

    [[nodiscard]] const Line& line(const QString& text, Role role, double width, Qt::TextElideMode elide);

    Output m_output;
    std::array<QFont, 8> m_fonts;
    QHash<Key, Line> m_lines;
};

} // namespace quantiscope
