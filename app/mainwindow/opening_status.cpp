// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/opening_status.h"

#include "widgets/common/themed_icon.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace quantiscope {

OpeningStatus::OpeningStatus(QWidget* parent) : QWidget(parent), m_text(new QLabel(this))
{
    auto* cancel = new QToolButton(this);
    cancel->setIcon(themedIcon(QStringLiteral("close")));
    cancel->setAutoRaise(true);
    cancel->setToolTip(tr("Do not open it"));
    cancel->setAccessibleName(cancel->toolTip());
    setObjectName(QStringLiteral("openingStatus"));
    m_text->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    layout->addWidget(cancel);
    connect(cancel, &QToolButton::clicked, this, &OpeningStatus::cancelRequested);
    hide();
}

void OpeningStatus::setPath(const QString& path)
{
    m_text->setText(tr("Opening %1…").arg(QFileInfo(path).fileName()));
    setVisible(!path.isEmpty());
}

} // namespace quantiscope
