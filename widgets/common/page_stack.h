// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace quantiscope {

/// Pages of which the shown one alone decides how much room there must be: one that is wide does not take room from
/// what stands beside the others.
class PageStack final : public QStackedWidget
{
public:
    explicit PageStack(QWidget* parent = nullptr) : QStackedWidget(parent)
    {
        connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return currentWidget() ? currentWidget()->sizeHint() : QStackedWidget::sizeHint();
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
    }
};

} // namespace quantiscope
