// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/data_desk.h"

#include "widgets/data/data_session.h"
#include "widgets/data/data_source_panel.h"
#include "widgets/data/fed_tensor_panel.h"
#include "widgets/data/guidelines_panel.h"
#include "widgets/data/preprocess_panel.h"
#include "widgets/data/thumbnail_cache.h"

#include <QProgressBar>
#include <QSizePolicy>
#include <QSplitter>
#include <QVBoxLayout>

namespace quantiscope {

DataDesk::DataDesk(RecipeEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_session(new DataSession(editor, this))
    , m_thumbnails(new ThumbnailCache(this))
    , m_source(new DataSourcePanel(*m_session, *m_thumbnails))
    , m_steps(new PreprocessPanel(*m_session))
    , m_fed(new FedTensorPanel(*m_session))
    , m_guidelines(new GuidelinesPanel(*m_session, *m_thumbnails))
    , m_busy(new QProgressBar)
{
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedHeight(3);
    m_busy->setAccessibleName(tr("The data are being looked at"));
    QSizePolicy keepsPlace = m_busy->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_busy->setSizePolicy(keepsPlace);
    m_busy->hide();
    connect(m_session, &DataSession::lookingChanged, m_busy, &QProgressBar::setVisible);
    auto* lower = new QSplitter(Qt::Horizontal);
    lower->addWidget(m_fed);
    lower->addWidget(m_guidelines);
    lower->setSizes({500, 500});
    auto* centre = new QSplitter(Qt::Vertical);
    centre->addWidget(m_steps);
    centre->addWidget(lower);
    centre->setStretchFactor(0, 0);
    centre->setStretchFactor(1, 1);
    centre->setSizes({260, 500});
    for (QSplitter* splitter : {lower, centre}) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(1);
    }
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_busy);
    column->addWidget(centre, 1);
    auto* all = new QSplitter(Qt::Horizontal);
    all->setHandleWidth(1);
    all->addWidget(m_source);
    all->addWidget(right);
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->setSizes({250, 900});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(all);
}

void DataDesk::setModel(OpenedModelPtr model)
{
    m_session->setModel(std::move(model));
}

} // namespace quantiscope
