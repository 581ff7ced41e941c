// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace quantiscope {

/// A thin bar of parts beside each other; what each is stands in its tooltip.
class StackedBar final : public QWidget
{
    Q_OBJECT

public:
    struct Part
    {
        double share = 0.0; ///< of the bar, 0 … 1
        std::function<QColor()> color; ///< asked when it is drawn, for the theme of that moment
        QString toolTip; ///< translated
    };

    explicit StackedBar(QWidget* parent = nullptr);

    /// What they leave of the bar stays empty.
    void setParts(std::vector<Part> parts);
    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF areaOf(std::size_t part) const;

    std::vector<Part> m_parts;
};

} // namespace quantiscope
