// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/mark_bar.h"

#include "widgets/common/action_registry.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/mark_controller.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace quantiscope {

MarkBar::MarkBar(const ActionRegistry& actions, MarkController& marks, QWidget* parent)
    : QFrame(parent), m_actions(actions), m_marks(marks), m_row(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("markBar"));
    setAccessibleName(tr("Ways of marking nodes"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // it may be cut at the right, but never widens the window
    m_row->setContentsMargins(8, 3, 8, 3);
    m_row->setSpacing(2);
    m_title = new QLabel(tr("Mark nodes"), this);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_title->setContentsMargins(0, 0, 6, 0);
    m_row->addWidget(m_title);
    // How single nodes are picked stands beside the graph's search, right above.
    add(QStringLiteral("mark.scopeFloat"), tr("Scope"));
    add(QStringLiteral("mark.operatorFloat"), tr("Operator"));
    m_regex = add(QStringLiteral("mark.regex"), tr("Regex"));
    m_between = add(QStringLiteral("mark.between"), tr("Between"));
    m_upstream = add(QStringLiteral("mark.upstream"), tr("Upstream until"));
    m_downstream = add(QStringLiteral("mark.downstream"), tr("Downstream until"));
    m_row->addStretch(1);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("close"));
    close->setText(tr("Esc", "the key"));
    close->setToolTip(tr("Give up the rule and close the bar"));
    close->setAccessibleName(close->toolTip());
    close->setProperty("framed", true);
    m_row->addWidget(close);
    connect(close, &QToolButton::clicked, this, [this] {
        m_marks.cancel();
        emit closeRequested();
    });
    connect(&m_marks, &MarkController::draftChanged, this, &MarkBar::follow);
    follow();
}

QToolButton* MarkBar::add(const QString& id, const QString& text)
{
    QAction* action = m_actions.action(id);
    auto* button = new QToolButton(this);
    button->setObjectName(id);
    button->setText(text);
    button->setIcon(action->icon());
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setCheckable(true);
    const auto followAction = [this, button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
        if (action->isCheckable())
            button->setChecked(action->isChecked());
        else
            follow();
    };
    connect(action, &QAction::changed, button, followAction);
    connect(button, &QToolButton::clicked, action, [action, followAction] {
        action->trigger();
        followAction(); // a click has turned the button, whatever came of it
    });
    m_row->addWidget(button);
    m_buttons.push_back(button);
    button->setEnabled(action->isEnabled());
    button->setToolTip(action->toolTip());
    button->setChecked(action->isCheckable() && action->isChecked());
    return button;
}

void MarkBar::setWanted(bool wanted)
{
    m_isWanted = wanted;
    follow();
}

void MarkBar::follow()
{
    const auto& draft = m_marks.draft();
    const auto is = [&](ExclusionRule::Kind kind) { return draft && draft->kind == kind; };
    m_regex->setChecked(is(ExclusionRule::Kind::Regex));
    m_between->setChecked(is(ExclusionRule::Kind::Between));
    m_upstream->setChecked(is(ExclusionRule::Kind::Upstream));
    m_downstream->setChecked(is(ExclusionRule::Kind::Downstream));
    for (const char* id : {"mark.scopeFloat", "mark.operatorFloat"})
        findChild<QToolButton*>(QString::fromLatin1(id))->setChecked(false); // done at once
    setVisible(m_isWanted || draft);
    fit();
}

void MarkBar::fit()
{
    // Never cut: first the title goes, then the words of all but the way that is chosen.
    enum Step
    {
        All,
        NoTitle,
        Icons,
    };
    for (int step = All; step <= Icons; ++step) {
        m_title->setVisible(step == All);
        for (QToolButton* button : m_buttons) {
            button->setToolButtonStyle(step == Icons && !button->isChecked() ? Qt::ToolButtonIconOnly
                                                                             : Qt::ToolButtonTextBesideIcon);
        }
        m_row->invalidate();
        if (m_row->minimumSize().width() <= width())
            break;
    }
    m_row->activate();
}

void MarkBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fit();
}

void MarkBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void MarkBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.hover);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

} // namespace quantiscope
