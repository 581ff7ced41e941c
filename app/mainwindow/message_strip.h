// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace quantiscope {

/// A line above the pages that says what could not be done, or what the user should know, until dismissed: icon, what,
/// why, and buttons for what there is to do about it.
class MessageStrip final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind
    {
        Error,
        Warning,
        Done,
        Note, ///< nothing to hurry for
    };

    explicit MessageStrip(QWidget* parent = nullptr);

    /// What a button does.
    struct Action
    {
        QString text;
        std::function<void()> run;
    };

    void showMessage(Kind kind, const QString& title, const QString& text, std::vector<Action> actions = {});
    void dismiss();
    [[nodiscard]] QString text() const;
    /// With the buttons below the text, wherever they stand now: a message never widens the page.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The buttons beside the text, or below it where that would squeeze it.
    void arrange();
    [[nodiscard]] int widthBesideText() const;

    Kind m_kind = Kind::Error;
    QLabel* m_icon;
    QLabel* m_text;
    QBoxLayout* m_body; ///< text and buttons
    QBoxLayout* m_buttons;
    QToolButton* m_close;
};

} // namespace quantiscope
