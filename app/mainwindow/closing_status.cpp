// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/closing_status.h"

#include "widgets/common/themed_icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace quantiscope {

ClosingStatus::ClosingStatus(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("closingStatus"));
    auto* text = new QLabel(tr("Saves and closes when the tasks are done"), this);
    auto* stay = new QToolButton(this);
    stay->setText(tr("Don't close"));
    stay->setIcon(themedIcon(QStringLiteral("close")));
    stay->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    stay->setAutoRaise(true);
    stay->setAccessibleName(stay->text());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    layout->addWidget(stay);
    connect(stay, &QToolButton::clicked, this, [this] { setWaiting(false); });
    hide();
}

void ClosingStatus::setWaiting(bool isWaiting)
{
    m_isWaiting = isWaiting;
    setVisible(isWaiting);
}

} // namespace quantiscope
