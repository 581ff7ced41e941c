// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QToolButton;

namespace quantiscope {

/// The way from the whole to where one is: "yolox_nano › head › cls". Parts are buttons; when there is no room, the
/// first ones are behind "…".
class Breadcrumb final : public QWidget
{
    Q_OBJECT

public:
    struct Part
    {
        QString text;
        int scope = 0; ///< to go to

        bool operator==(const Part&) const = default;
    };

    explicit Breadcrumb(QWidget* parent = nullptr);

    void setParts(const std::vector<Part>& parts);
    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void partClicked(int scope);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void write(std::size_t part, int textWidth);
    [[nodiscard]] int gap() const;

    std::vector<Part> m_parts;
    QToolButton* m_more; ///< lists the parts that have no room
    std::vector<QToolButton*> m_buttons;
    std::vector<QPoint> m_separators; ///< middles of "›"
};

} // namespace quantiscope
