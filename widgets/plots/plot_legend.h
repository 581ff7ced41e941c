// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace quantiscope {

/// The legend of a plot, in rows that break where they must: a key and a name for each thing drawn, and what is known
/// of it.
class PlotLegend final : public QWidget
{
    Q_OBJECT

public:
    enum class Key
    {
        Line,
        Dashed,
        Area,
    };
    struct Entry
    {
        Key key = Key::Line;
        std::optional<std::size_t> series = {}; ///< place in Theme::series; else the accent, or grey for an area
        QString name;
        QString value = {}; ///< beside the name; may be empty
        bool isBold = false; ///< the one in force
        bool startsGroup = false; ///< a rule stands before it
    };

    explicit PlotLegend(QWidget* parent = nullptr);

    void setEntries(std::vector<Entry> entries);
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    /// Draws the entries into @p width pixels from the painter's origin on, heightForWidth() high.
    void draw(QPainter& painter, int width) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Calls @p take(entry, place) for each; returns the height.
    int layOut(int width, const std::function<void(const Entry&, const QRect&)>& take) const;
    [[nodiscard]] int widthOf(const Entry& entry) const;
    [[nodiscard]] QFont fontOf(const Entry& entry) const;

    std::vector<Entry> m_entries;
};

} // namespace quantiscope
