// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/data_desk.h"

#include "widgets/common/action_registry.h"
#include "widgets/data/data_session.h"
#include "widgets/data/data_source_panel.h"
#include "widgets/data/fed_tensor_panel.h"
#include "widgets/data/guidelines_panel.h"
#include "widgets/data/preprocess_panel.h"
#include "widgets/data/thumbnail_cache.h"

#include <QAction>
#include <QProgressBar>
#include <QSizePolicy>
#include <QSplitter>
#include <QVBoxLayout>

namespace quantiscope {

namespace {

/// Places in DataDesk::m_actions.
enum Action
{
    ChooseAction,
    LabelsAction,
    FileAction,
    FoldersAction,
    NoLabelsAction,
    RemoveAction,
    PreviousAction,
    NextAction,
};

} // namespace

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
    connect(m_fed, &FedTensorPanel::inputRequested, this, &DataDesk::inputRequested);
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
    updateActions();
}

void DataDesk::registerActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QString& icon, const QKeySequence& keys,
                         const std::function<void()>& run) {
        m_actions.push_back(
            actions.add({.id = QString::fromLatin1(id),
                         .text = text,
                         .category = tr("Data"),
                         .shortcuts = keys.isEmpty() ? QList<QKeySequence>{} : QList<QKeySequence>{keys},
                         .icon = icon},
                        run));
    };
    const auto go = [this](std::ptrdiff_t places) {
        emit shown();
        m_session->setCurrentSample(std::size_t(std::ptrdiff_t(m_session->currentSample()) + places));
    };
    add("data.choose", tr("&Choose data…"), QStringLiteral("data"), QKeySequence(Qt::CTRL | Qt::Key_D), [this] {
        emit shown();
        m_source->choosePath();
    });
    add("data.labels", tr("Choose &labels…"), {}, {}, [this] {
        emit shown();
        m_source->chooseLabels();
    });
    add("data.chooseFile", tr("Choose stacked &arrays…"), {}, {}, [this] {
        emit shown();
        m_source->chooseFile();
    });
    add("data.classFolders", tr("Take class &folders as labels"), {}, {}, [this] {
        emit shown();
        m_source->takeFoldersAsLabels();
    });
    add("data.removeLabels", tr("Remove la&bels"), {}, {}, [this] { m_session->setLabels({}); });
    add("data.remove", tr("&Remove data"), {}, {}, [this] { m_session->removeData(); });
    add("data.previous", tr("&Previous sample"), QStringLiteral("chevron-left"),
        QKeySequence(Qt::CTRL | Qt::Key_PageUp), [go] { go(-1); });
    add("data.next", tr("&Next sample"), QStringLiteral("chevron-right"), QKeySequence(Qt::CTRL | Qt::Key_PageDown),
        [go] { go(1); });
    connect(m_session, &DataSession::listingChanged, this, &DataDesk::updateActions);
    connect(m_session, &DataSession::dataChanged, this, &DataDesk::updateActions);
    connect(m_session, &DataSession::currentSampleChanged, this, &DataDesk::updateActions);
    updateActions();
}

void DataDesk::updateActions()
{
    if (m_actions.empty())
        return;
    const QString noModel = m_session->model() ? QString() : tr("No model is open");
    const std::size_t count = m_session->listing().names.size(), place = m_session->currentSample();
    const QString noData = count == 0 ? tr("There are no samples yet") : QString();
    const auto reason = [this](Action action, const QString& text) {
        ActionRegistry::setDisabledReason(m_actions[std::size_t(action)], text);
    };
    const auto orNoData = [&noData](bool isOff, const QString& text) { return isOff ? text : noData; };
    reason(ChooseAction, noModel);
    reason(LabelsAction, noModel.isEmpty() ? noData : noModel);
    reason(FileAction, noModel);
    reason(FoldersAction,
           orNoData(count > 0 && m_session->listing().classFolders < 2, tr("The samples do not lie in class folders")));
    reason(NoLabelsAction, m_session->labels().empty() ? tr("There are no labels") : QString());
    reason(RemoveAction, m_session->data() ? QString() : tr("No data are chosen"));
    reason(PreviousAction, orNoData(count > 0 && place == 0, tr("This is the first one")));
    reason(NextAction, orNoData(count > 0 && place + 1 >= count, tr("This is the last one")));
}

} // namespace quantiscope
