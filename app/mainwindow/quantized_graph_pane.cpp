// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/quantized_graph_pane.h"

#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/graph/graph_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace quantiscope {

QuantizedGraphPane::QuantizedGraphPane(ActionRegistry& actions, NodeSelection& floatSelection, QWidget* parent)
    : QWidget(parent)
    , m_floatSelection(floatSelection)
    , m_selection(new NodeSelection(this))
    , m_pane(new GraphPane(actions, QStringLiteral("quantizedGraph"), this))
    , m_title(new QLabel(this))
{
    auto* close = new QToolButton(this);
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setToolTip(tr("Close the graph of the run"));
    close->setAccessibleName(close->toolTip());
    m_title->setContentsMargins(8, 0, 8, 0);
    m_title->setTextFormat(Qt::PlainText);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 4, 4, 4);
    head->addWidget(m_title, 1);
    head->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_pane, 1);
    m_pane->setSelection(m_selection);
    connect(close, &QToolButton::clicked, this, &QuantizedGraphPane::closeRequested);
    connect(&m_floatSelection, &NodeSelection::selectionChanged, this, [this] {
        if (m_drawing && !m_isFollowing)
            follow(m_floatSelection, m_floatModel, *m_selection, m_drawing->modelPtr());
    });
    connect(m_selection, &NodeSelection::selectionChanged, this, [this] {
        if (m_drawing && !m_isFollowing)
            follow(*m_selection, m_drawing->modelPtr(), m_floatSelection, m_floatModel);
    });
}

QuantizedGraphPane::~QuantizedGraphPane() = default;

void QuantizedGraphPane::showModel(const std::filesystem::path& model, OpenedModelPtr floatModel)
{
    m_floatModel = std::move(floatModel);
    m_title->setText(tr("Quantized: %1").arg(pathText(model.filename())));
    m_task.start(
        [model](Feedback& feedback) -> Result<GraphDrawingPtr> {
            Result<OpenedModelPtr> opened = openModel(model, feedback);
            if (!opened)
                return opened.error();
            return GraphDrawingPtr(std::make_shared<GraphDrawing>(std::move(*opened)));
        },
        [this, model](Result<GraphDrawingPtr> drawing) {
            if (!drawing) {
                emit failed(pathText(model), toQt(drawing.error().message));
                return;
            }
            m_drawing = *drawing;
            m_selection->clear();
            m_pane->setDrawing(m_drawing, pathText(model.stem()));
        });
}

void QuantizedGraphPane::follow(const NodeSelection& from, const OpenedModelPtr& fromModel, NodeSelection& to,
                                const OpenedModelPtr& toModel)
{
    if (!fromModel || !toModel)
        return;
    const QScopedValueRollback<bool> following(m_isFollowing, true);
    const auto counterpart = [&](int node) -> int {
        if (node < 0)
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
