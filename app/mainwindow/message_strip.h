// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace quantiscope {

/// A line above the pages that says what could not be done, or what the user should know, until dismissed: icon, what,
/// why, and a button where there is something to do about it.
class MessageStrip final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind
    {
        Error,
        Warning,
        Done,
    };

    explicit MessageStrip(QWidget* parent = nullptr);

    /// @p action is the text of the button; empty: none.
    void showMessage(Kind kind, const QString& title, const QString& text, const QString& action = {});
    void dismiss();
    [[nodiscard]] QString text() const;

signals:
    void actionRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind = Kind::Error;
    QLabel* m_icon;
    QLabel* m_text;
    QToolButton* m_action;
    QToolButton* m_close;
};

} // namespace quantiscope
