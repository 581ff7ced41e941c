// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <QString>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace quantiscope {

class ActionRegistry;
class MarkController;

/// Above the graph: the ways of marking nodes in one row, while a rule is being made or for as long as the user wants
/// it. Every button is an action of the registry; the one of the rule in the making is pressed.
class MarkBar final : public QFrame
{
    Q_OBJECT

public:
    /// All must outlive it; the actions must be registered.
    MarkBar(const ActionRegistry& actions, MarkController& marks, QWidget* parent = nullptr);

    /// Shown also without a rule in the making.
    void setWanted(bool wanted);

signals:
    void closeRequested(); ///< no rule is in the making any more, and the bar is not wanted

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QToolButton* add(const QString& id, const QString& text);
    void follow();
    void fit();

    const ActionRegistry& m_actions;
    MarkController& m_marks;
    QHBoxLayout* m_row;
    QLabel* m_title;
    std::vector<QToolButton*> m_buttons;
    QToolButton* m_regex;
    QToolButton* m_between;
    QToolButton* m_upstream;
    QToolButton* m_downstream;
    bool m_isWanted = false;
};

} // namespace quantiscope
