// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/second_graph_pane.h"

#include "app/mainwindow/changes_panel.h"
#include "core/graph/subgraph_model.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/graph/linked_graphs.h"
#include "widgets/graph/subgraph_opening.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace quantiscope {

SecondGraphPane::SecondGraphPane(ActionRegistry& actions, GraphPane& main, QWidget* parent)
    : QWidget(parent)
    , m_selection(new NodeSelection(this))
    , m_pane(new GraphPane(actions, QStringLiteral("secondGraph"), this))
    , m_changes(new ChangesPanel(actions, this))
    , m_back(new QToolButton(this))
    , m_title(new QLabel(this))
{
    setObjectName(QStringLiteral("secondGraph"));
    m_pane->setSelection(m_selection);
    m_links = new LinkedGraphs(main, *m_pane, this);
    m_changes->hide();
    registerActions(actions);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("close"));
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setToolTip(tr("Close this graph"));
    close->setAccessibleName(close->toolTip());
    m_back->setObjectName(QStringLiteral("back"));
    m_back->setIcon(themedIcon(QStringLiteral("chevron-left")));
    m_back->setToolTip(tr("Back to the graph around"));
    m_back->setAccessibleName(m_back->toolTip());
    m_title->setObjectName(QStringLiteral("title"));
    m_title->setContentsMargins(8, 0, 8, 0);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name must not widen the window
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 4, 4, 4);
    head->addWidget(m_back);
    head->addWidget(m_title, 1);
    for (QAction* action : {m_moveTogether, m_showChanges}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        head->addWidget(button);
    }
    head->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_pane, 1);
    connect(m_back, &QToolButton::clicked, this, &SecondGraphPane::back);
    connect(close, &QToolButton::clicked, this, &SecondGraphPane::closeRequested);
    connect(m_pane, &GraphPane::contextMenuRequested, this, &SecondGraphPane::openMenu);
    connect(m_pane, &GraphPane::exported, this, &SecondGraphPane::exported);
    connect(m_pane, &GraphPane::exportFailed, this, &SecondGraphPane::exportFailed);
    connect(m_pane, &GraphPane::nodeActivated, this, [this](int node) {
        if (!m_pages.empty())
            openBodies(m_pages.back().drawing->modelPtr(), node, m_pane->currentPlace());
    });
    connect(m_changes, &ChangesPanel::chosen, m_links, &LinkedGraphs::select);
    connect(m_changes, &ChangesPanel::closeRequested, m_showChanges, [this] { m_showChanges->setChecked(false); });
    connect(m_changes, &ChangesPanel::exported, this, &SecondGraphPane::exported);
    connect(m_changes, &ChangesPanel::exportFailed, this, &SecondGraphPane::exportFailed);
    updateActions();
}

void SecondGraphPane::registerActions(ActionRegistry& actions)
{
    m_showChanges = actions.add({.id = QStringLiteral("secondGraph.changes"),
                                 .text = tr("&What changed"),
                                 .category = tr("Second graph"),
                                 .icon = QStringLiteral("table"),
                                 .help = tr("The list of what is different between the two models"),
                                 .isCheckable = true},
                                {});
    m_showChanges->setChecked(true);
    connect(m_showChanges, &QAction::toggled, this, &SecondGraphPane::showChanges);
    m_moveTogether = actions.add({.id = QStringLiteral("secondGraph.moveTogether"),
                                  .text = tr("&Move both graphs together"),
                                  .category = tr("Second graph"),
                                  .icon = QStringLiteral("between"),
                                  .help = tr("Keep what belongs together at the same place of both views"),
                                  .isCheckable = true},
                                 {});
    m_moveTogether->setChecked(m_links->isMovedTogether());
    connect(m_moveTogether, &QAction::toggled, m_links, &LinkedGraphs::setMovedTogether);
    m_exportChanges = actions.action(QStringLiteral("secondGraph.exportChanges"));
}

void SecondGraphPane::updateActions()
{
    const QString reason =
        m_links->comparison() ? QString() : tr("No second model is shown: open the graph of a run, or of a file");
    for (QAction* action : {m_showChanges, m_moveTogether, m_exportChanges})
        ActionRegistry::setDisabledReason(action, reason);
}

void SecondGraphPane::showChanges()
{
    m_changes->setVisible(m_links->comparison() && m_showChanges->isChecked());
}

SecondGraphPane::~SecondGraphPane() = default;

void SecondGraphPane::showQuantized(const std::filesystem::path& model, OpenedModelPtr mainModel)
{
    open(pathText(model.filename()), std::move(mainModel), Place::Instead,
         [model](Feedback& feedback) { return openModel(model, feedback); });
}

void SecondGraphPane::showSubgraph(const OpenedModelPtr& model, int node, const std::string& attribute)
{
    // A body of what is shown here is one step further in; one of the main graph begins anew.
    const bool isInner = !m_pages.empty() && m_pages.back().drawing->modelPtr() == model;
    open(tr("%1 of %2", "control-flow body, node")
             .arg(shownName(attribute), shownName(model->graph.nodes()[std::size_t(node)].name)),
         nullptr, isInner ? Place::FurtherIn : Place::Instead,
         [model, node, attribute](Feedback& feedback) { return openSubgraph(*model, node, attribute, feedback); });
}

void SecondGraphPane::addSubgraphActions(QMenu* menu, const OpenedModelPtr& model, int node)
{
    if (!model || node < 0 || std::size_t(node) >= model->graph.nodes().size())
        return;
    for (const SubgraphName& body : subgraphsOf(model->graph, std::size_t(node))) {
        QAction* action =
            menu->addAction(themedIcon(QStringLiteral("scope")),
                            tr("Open %1 (%n node(s))", nullptr, int(body.nodes)).arg(shownName(body.attribute)));
        connect(action, &QAction::triggered, this,
                [this, model, node, attribute = body.attribute] { showSubgraph(model, node, attribute); });
    }
}

void SecondGraphPane::openBodies(const OpenedModelPtr& model, int node, const QPoint& place)
{
    if (!model || node < 0 || std::size_t(node) >= model->graph.nodes().size())
        return;
    const std::vector<SubgraphName> bodies = subgraphsOf(model->graph, std::size_t(node));
    if (bodies.size() == 1) {
        showSubgraph(model, node, bodies.front().attribute);
    } else if (!bodies.empty()) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addSubgraphActions(menu, model, node);
        menu->setActiveAction(menu->actions().front());
        menu->popup(place);
    }
}

void SecondGraphPane::open(const QString& title, OpenedModelPtr mainModel, Place place,
                           std::function<Result<OpenedModelPtr>(Feedback&)> read)
{
    struct Read
    {
        GraphDrawingPtr drawing;
        GraphComparisonPtr comparison;
    };
    m_task.start(
        [read = std::move(read), mainModel](Feedback& feedback) -> Result<Read> {
            Result<OpenedModelPtr> opened = read(feedback);
            if (!opened)
                return opened.error();
            GraphComparisonPtr comparison;
            if (mainModel)
                comparison = std::make_shared<const GraphComparison>(mainModel, *opened, feedback);
            return Read{makeDrawing(std::move(*opened), feedback), std::move(comparison)};
        },
        [this, title, place](const Result<Read>& shown) {
            if (!shown) { // what was shown stays
                emit failed(title, toQt(shown.error().message));
                return;
            }
            if (place == Place::Instead)
                m_pages.clear();
            m_pages.push_back({title, shown->drawing, shown->comparison});
            showPage(m_pages.back());
        });
}

void SecondGraphPane::showPage(const Page& page)
{
    emit shown();
    m_title->setText(page.title);
    m_title->setToolTip(plainToolTip(page.title));
    m_back->setVisible(m_pages.size() > 1);
    m_links->setComparison(nullptr); // what follows is about nodes of another graph
    m_selection->clear();
    m_pane->setDrawing(page.drawing, pathText(page.drawing->model().model.path().stem()));
    m_links->setComparison(page.comparison);
    m_changes->setComparison(page.comparison);
    showChanges();
    updateActions();
}

void SecondGraphPane::clear()
{
    m_task.cancel();
    m_pages.clear();
    m_links->setComparison(nullptr);
    m_changes->setComparison(nullptr);
    m_selection->clear();
    m_pane->setDrawing({});
    showChanges();
    updateActions();
}

void SecondGraphPane::back()
{
    if (m_pages.size() < 2)
        return;
    m_task.cancel();
    m_pages.pop_back();
    showPage(m_pages.back());
}

bool SecondGraphPane::isFolded() const
{
    return m_pane->navigator().state().isFolded;
}

void SecondGraphPane::setFolded(bool isFolded)
{
    m_pane->navigator().setFolded(isFolded);
}

void SecondGraphPane::openMenu(int node, const QPoint& place)
{
    if (m_pages.empty())
        return;
    QMenu menu(this);
    addSubgraphActions(&menu, m_pages.back().drawing->modelPtr(), node);
    if (!menu.isEmpty())
        menu.exec(place);
}

} // namespace quantiscope
