// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/empty_page.h"

#include "widgets/common/action_registry.h"
#include "widgets/common/themed_icon.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace quantiscope {

EmptyPage::EmptyPage(QAction* action, const QString& button, QWidget* parent)
    : QWidget(parent), m_text(new QLabel), m_button(new QPushButton(button))
{
    m_text->setProperty("caption", true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignCenter);
    m_button->setIcon(themedIcon(ActionRegistry::iconName(action), IconGround::Accent));
    m_button->setProperty("primary", true);
    connect(m_button, &QPushButton::clicked, action, &QAction::trigger);
    const auto follow = [this, action] {
        m_button->setEnabled(action->isEnabled());
        m_button->setToolTip(action->toolTip());
    };
    connect(action, &QAction::changed, this, follow);
    follow();
    auto* layout = new QVBoxLayout(this);
    layout->addStretch();
    layout->addWidget(m_text);
    layout->addWidget(m_button, 0, Qt::AlignCenter);
    layout->addStretch();
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

void EmptyPage::setText(const QString& text, Button button)
{
    m_text->setText(text);
    m_button->setVisible(button == Button::Shown);
}

} // namespace quantiscope
