// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace quantiscope {

/// What stands where there is nothing to show yet: a sentence, and the button that gets it.
class EmptyPage final : public QWidget
{
    Q_OBJECT

public:
    /// Is the button of use now?
    enum class Button
    {
        Shown,
        Hidden,
    };

    /// @p action must outlive the page; the button does what it does, and is called @p button.
    EmptyPage(QAction* action, const QString& button, QWidget* parent = nullptr);

    void setText(const QString& text, Button button = Button::Shown);

private:
    QLabel* m_text;
    QPushButton* m_button;
};

} // namespace quantiscope
