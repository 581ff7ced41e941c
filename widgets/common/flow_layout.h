// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace quantiscope {

/// Puts widgets beside each other in reading direction, and into another row where there is no room left; in
/// the middle of their row.
class FlowLayout final : public QLayout
{
    Q_OBJECT

public:
    explicit FlowLayout(QWidget* parent = nullptr);
    ~FlowLayout() override;

    /// Between widgets and between rows, in pixels of the device.
    void setGaps(int horizontal, int vertical);

    /// The last widget goes to the end of its row.
    void setLastAtEnd(bool isAtEnd);

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return int(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override; ///< all in one row
    [[nodiscard]] QSize minimumSize() const override; ///< each in a row of its own
    void setGeometry(const QRect& rect) override;

private:
    /// Lays out within @p rect, or only measures; returns the height.
    enum class Act
    {
        Place,
        Measure,
    };
    int layOut(const QRect& rect, Act act) const;

    std::vector<QLayoutItem*> m_items;
    int m_horizontalGap = 16;
    int m_verticalGap = 4;
    bool m_isLastAtEnd = false;
};

} // namespace quantiscope
