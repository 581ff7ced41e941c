// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/second_graph_pane.h"

#include "core/graph/subgraph_model.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/graph/subgraph_opening.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace quantiscope {

SecondGraphPane::SecondGraphPane(ActionRegistry& actions, NodeSelection& mainSelection, QWidget* parent)
    : QWidget(parent)
    , m_mainSelection(mainSelection)
    , m_selection(new NodeSelection(this))
    , m_pane(new GraphPane(actions, QStringLiteral("secondGraph"), this))
    , m_back(new QToolButton(this))
    , m_title(new QLabel(this))
{
    setObjectName(QStringLiteral("secondGraph"));
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
    head->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_pane, 1);
    m_pane->setSelection(m_selection);
    connect(m_back, &QToolButton::clicked, this, &SecondGraphPane::back);
    connect(close, &QToolButton::clicked, this, &SecondGraphPane::closeRequested);
    connect(m_pane, &GraphPane::contextMenuRequested, this, &SecondGraphPane::openMenu);
    connect(m_pane, &GraphPane::exported, this, &SecondGraphPane::exported);
    connect(m_pane, &GraphPane::exportFailed, this, &SecondGraphPane::exportFailed);
    connect(m_pane, &GraphPane::nodeActivated, this, [this](int node) {
        if (!m_pages.empty())
            openBodies(m_pages.back().drawing->modelPtr(), node, m_pane->currentPlace());
    });
    connect(&m_mainSelection, &NodeSelection::selectionChanged, this, [this] {
        if (!m_pages.empty() && !m_isFollowing)
            follow(m_mainSelection, m_mainModel, *m_selection, m_pages.back().drawing->modelPtr());
    });
    connect(m_selection, &NodeSelection::selectionChanged, this, [this] {
        if (!m_pages.empty() && !m_isFollowing)
            follow(*m_selection, m_pages.back().drawing->modelPtr(), m_mainSelection, m_mainModel);
    });
}

SecondGraphPane::~SecondGraphPane() = default;

void SecondGraphPane::showQuantized(const std::filesystem::path& model, OpenedModelPtr mainModel)
{
    open(tr("Quantized: %1").arg(pathText(model.filename())), std::move(mainModel), Place::Instead,
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
    m_task.start(
        [read = std::move(read)](Feedback& feedback) -> Result<GraphDrawingPtr> {
            Result<OpenedModelPtr> opened = read(feedback);
            if (!opened)
                return opened.error();
            return makeDrawing(std::move(*opened), feedback);
        },
        [this, title, mainModel = std::move(mainModel), place](const Result<GraphDrawingPtr>& drawing) {
            if (!drawing) { // what was shown stays
                emit failed(title, toQt(drawing.error().message));
                return;
            }
            if (place == Place::Instead)
                m_pages.clear();
            m_mainModel = mainModel;
            m_pages.push_back({title, *drawing});
            showPage(m_pages.back());
        });
}

void SecondGraphPane::showPage(const Page& page)
{
    emit shown();
    m_title->setText(page.title);
    m_title->setToolTip(plainToolTip(page.title));
    m_back->setVisible(m_pages.size() > 1);
    m_selection->clear();
    m_pane->setDrawing(page.drawing, pathText(page.drawing->model().model.path().stem()));
}

void SecondGraphPane::clear()
{
    m_task.cancel();
    m_pages.clear();
    m_mainModel.reset();
    m_selection->clear();
    m_pane->setDrawing({});
}

void SecondGraphPane::back()
{
    if (m_pages.size() < 2)
        return;
    m_task.cancel();
    m_pages.pop_back();
    showPage(m_pages.back());
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

void SecondGraphPane::follow(const NodeSelection& from, const OpenedModelPtr& fromModel, NodeSelection& to,
                             const OpenedModelPtr& toModel)
{
    if (!fromModel || !toModel)
        return;
    const QScopedValueRollback<bool> following(m_isFollowing, true);
    const auto counterpart = [&](int node) -> int {
        if (node < 0 || std::size_t(node) >= fromModel->graph.nodes().size())
            return NodeSelection::kNone;
        const auto found = toModel->graph.nodeNamed(fromModel->graph.nodes()[std::size_t(node)].name);
        return found ? int(*found) : NodeSelection::kNone;
    };
    std::set<int> nodes;
    for (const int node : from.nodes()) {
        if (const int other = counterpart(node); other >= 0)
            nodes.insert(other);
    }
    const int current = counterpart(from.current());
    if (nodes.size() == 1 && current >= 0)
        to.reveal(current);
    else
        to.select(std::move(nodes), current);
}

} // namespace quantiscope
