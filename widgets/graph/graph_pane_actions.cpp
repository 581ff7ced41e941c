// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/subgraph_model.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/graph/graph_export_dialog.h"
#include "widgets/graph/graph_find_field.h"
#include "widgets/graph/graph_pane.h"

#include <QAction>
#include <QDir>
#include <QLocale>

namespace quantiscope {

namespace {

constexpr double kZoomStep = 1.25;

} // namespace

void GraphPane::registerActions(ActionRegistry& registry, const QString& prefix)
{
    registerMoves(registry, prefix);
    registerLooks(registry, prefix);
}

/// Single keys and those that edit texts work in the view only; the others in the whole pane.
void GraphPane::registerMoves(ActionRegistry& registry, const QString& prefix)
{
    const auto add = [&](const QString& id, const QString& text, const QList<QKeySequence>& keys, const QString& icon,
                         QWidget* owner, const std::function<void()>& run) {
        ActionSpec spec;
        spec.id = prefix + QLatin1Char('.') + id;
        spec.text = text;
        spec.category = prefix == QLatin1String("graph") ? tr("Graph") : tr("Second graph");
        spec.shortcuts = keys;
        spec.icon = icon;
        spec.context = Qt::WidgetWithChildrenShortcut;
        m_actions[id] = registry.add(spec, run, owner);
    };
    const auto key = [](const char* text) { return QKeySequence(QString::fromLatin1(text)); };
    add(QStringLiteral("back"), tr("Graph: &back"), {key("Alt+Left")}, QStringLiteral("chevron-left"), this,
        [this] { m_navigator->back(); });
    add(QStringLiteral("forward"), tr("Graph: &forward"), {key("Alt+Right")}, QStringLiteral("chevron-right"), this,
        [this] { m_navigator->forward(); });
    add(QStringLiteral("up"), tr("To the block &around"), {key("Backspace"), key("Alt+Up")}, QStringLiteral("arrow-up"),
        m_view, [this] { m_navigator->up(); });
    add(QStringLiteral("toggle"), tr("&Open or close block"), {key("Return"), key("Enter")}, {}, m_view,
        [this] { toggleCurrent(); });
    add(QStringLiteral("enter"), tr("Show &only this block"), {key("Shift+Return")}, {}, m_view, [this] {
        const int item = m_view->currentItem();
        const int scope = item < 0 ? -1 : m_view->scene().picture().items()[std::size_t(item)].scope;
        if (scope >= 0)
            m_navigator->enter(scope);
    });
    add(QStringLiteral("openSubgraph"), tr("Open the &bodies of a control-flow node"), {}, QStringLiteral("scope"),
        m_view, [this] { emit nodeActivated(selection() ? selection()->current() : NodeSelection::kNone); });
    add(QStringLiteral("expandAll"), tr("Open a&ll blocks"), {key("Ctrl+Shift+Right")}, {}, m_view,
        [this] { m_navigator->expandAll(); });
    add(QStringLiteral("collapseAll"), tr("&Close all blocks"), {key("Ctrl+Shift+Left")}, {}, m_view,
        [this] { m_navigator->collapseAll(); });
    add(QStringLiteral("find"), tr("&Find in graph"), {key("Ctrl+F")}, QStringLiteral("search"), this,
        [this] { m_find->activate(); });
    add(QStringLiteral("findRegex"), tr("Find by &regular expression"), {key("Alt+R")}, QStringLiteral("regex"), this,
        [this] {
            m_find->setRegex(!m_find->isRegex());
            m_find->activate();
        });
    add(QStringLiteral("findNext"), tr("Find &next"), {key("F3")}, {}, this, [this] { m_find->next(); });
    add(QStringLiteral("findPrevious"), tr("Find &previous"), {key("Shift+F3")}, {}, this,
        [this] { m_find->previous(); });
    add(QStringLiteral("selectAll"), tr("Select &all nodes"), {key("Ctrl+A")}, {}, m_view, [this] {
        if (!selection() || !m_model)
            return;
        std::set<int> all;
        for (int node = 0; node < int(m_model->graph.nodes().size()); ++node)
            all.insert(all.end(), node);
        if (!all.empty())
            selection()->select(std::move(all), 0);
    });
}

void GraphPane::registerLooks(ActionRegistry& registry, const QString& prefix)
{
    enum class Kind
    {
        Command,
        Check,
    };
    const auto add = [&](const QString& id, const QString& text, const QList<QKeySequence>& keys, const QString& icon,
                         Kind kind, const std::function<void()>& run) {
        ActionSpec spec;
        spec.id = prefix + QLatin1Char('.') + id;
        spec.text = text;
        spec.category = prefix == QLatin1String("graph") ? tr("Graph") : tr("Second graph");
        spec.shortcuts = keys;
        spec.icon = icon;
        spec.isCheckable = kind == Kind::Check;
        spec.context = Qt::WidgetWithChildrenShortcut;
        m_actions[id] = registry.add(spec, run, m_view);
    };
    const auto key = [](const char* text) { return QKeySequence(QString::fromLatin1(text)); };
    add(QStringLiteral("fit"), tr("Fit &graph"), {key("Home")}, QStringLiteral("fit"), Kind::Command,
        [this] { m_view->fit(); });
    add(QStringLiteral("frame"), tr("Frame &selection"), {key("F")}, QStringLiteral("frame-selection"), Kind::Command,
        [this] { m_view->frameSelection(); });
    add(QStringLiteral("zoomIn"), tr("Zoom &in"), {key("Ctrl++"), key("Ctrl+="), key("Shift+Up")},
        QStringLiteral("plus"), Kind::Command, [this] { m_view->zoomBy(kZoomStep); });
    add(QStringLiteral("zoomOut"), tr("Zoom o&ut"), {key("Ctrl+-"), key("Shift+Down")}, QStringLiteral("minus"),
        Kind::Command, [this] { m_view->zoomBy(1.0 / kZoomStep); });
    add(QStringLiteral("zoomActual"), tr("Zoom to &100 %"), {key("Ctrl+0"), key("Shift+Backspace")}, {}, Kind::Command,
        [this] { m_view->setZoom(1.0); });
    add(QStringLiteral("direction"), tr("Change the &direction of the graph"), {key("Ctrl+K")},
        QStringLiteral("direction"), Kind::Command, [this] {
            using Direction = GraphViewState::Direction;
            const bool isDown = m_navigator->state().direction == Direction::Down;
            m_navigator->setDirection(isDown ? Direction::Right : Direction::Down);
        });
    add(QStringLiteral("selectTool"), tr("Select by &clicking"), {}, QStringLiteral("pointer"), Kind::Check,
        [this] { m_view->setTool(GraphView::Tool::Select); });
    add(QStringLiteral("bandTool"), tr("Select by a rubber &band"), {}, QStringLiteral("select-area"), Kind::Check,
        [this] { m_view->setTool(GraphView::Tool::RubberBand); });
    add(QStringLiteral("fold"), tr("Fold &quantizers into edges"), {key("Q")}, {}, Kind::Check,
        [this] { m_navigator->setFolded(!m_navigator->state().isFolded); });
    add(QStringLiteral("toggleFolds"), tr("&Unfold or fold the quantizers of the selection"), {key("U")}, {},
        Kind::Command, [this] { m_navigator->toggleFolds(selectedFolds()); });
    add(QStringLiteral("minimap"), tr("&Overview"), {}, {}, Kind::Check, [this] { placeCards(); });
    m_actions[QStringLiteral("minimap")]->setChecked(true);
    add(QStringLiteral("export"), tr("&Export picture…"), {key("Ctrl+Shift+E")}, QStringLiteral("export"),
        Kind::Command, [this] { exportPicture(); });
}

void GraphPane::updateActions()
{
    m_actions[QStringLiteral("selectTool")]->setChecked(m_view->tool() == GraphView::Tool::Select);
    m_actions[QStringLiteral("bandTool")]->setChecked(m_view->tool() == GraphView::Tool::RubberBand);
    m_actions[QStringLiteral("fold")]->setChecked(m_navigator->state().isFolded);
    const QString noModel = m_navigator->drawing() ? QString() : tr("No model is open");
    for (const auto& [id, action] : m_actions)
        ActionRegistry::setDisabledReason(action, noModel);
    if (!m_navigator->drawing())
        return;
    const auto disable = [this](const QString& id, const QString& reason) {
        ActionRegistry::setDisabledReason(m_actions[id], reason);
    };
    const int node = selection() ? selection()->current() : NodeSelection::kNone;
    if (node < 0 || node >= int(m_model->graph.nodes().size())
        || subgraphsOf(m_model->graph, std::size_t(node)).empty())
        disable(QStringLiteral("openSubgraph"), tr("The selected node has no body: select an If, Loop or Scan"));
    if (!m_navigator->drawing()->folds()) {
        for (const char* id : {"fold", "toggleFolds"})
            disable(QString::fromLatin1(id), tr("The graph has no QuantizeLinear and no DequantizeLinear"));
    } else if (selectedFolds().empty()) {
        disable(QStringLiteral("toggleFolds"), tr("Nothing that is selected is quantized here"));
    }
    if (!m_navigator->canGoBack())
        disable(QStringLiteral("back"), tr("Nothing was shown before"));
    if (!m_navigator->canGoForward())
        disable(QStringLiteral("forward"), tr("Nothing was left by going back"));
    if (m_navigator->state().expanded.empty())
        disable(QStringLiteral("collapseAll"), tr("No block is open"));
    if (m_navigator->drawing()->scopes().scopes().size() <= 1)
        disable(QStringLiteral("expandAll"), tr("The graph has no blocks"));
}

QPoint GraphPane::currentPlace() const
{
    const int item = m_view->currentItem();
    if (m_view->scene().isEmpty() || item < 0)
        return m_view->mapToGlobal(m_view->rect().center());
    const QPointF centre = m_view->scene().picture().items()[std::size_t(item)].rect.center();
    return m_view->mapToGlobal(m_view->toView(centre).toPoint());
}

void GraphPane::exportPicture()
{
    if (m_view->scene().isEmpty())
        return;
    GraphExportDialog dialog(m_view->scene().picture().picture().bounds, m_view->visibleArea(), m_title, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const GraphExportRequest request = dialog.request();
    m_exportTask.start(
        [scene = m_view->scene(), request](Feedback&) {
            return request.format == GraphExportRequest::Format::Png
                ? exportPng(scene, request.area, request.scale, request.path)
                : exportSvg(scene, request.area, request.path);
        },
        [this, request](const Result<void>& result) {
            const QString path = QDir::toNativeSeparators(pathText(request.path));
            if (!result) {
                emit exportFailed(toQt(result.error().message));
                return;
            }
            const PngSize size = pngSize(request.area, request.scale);
            if (request.format == GraphExportRequest::Format::Png && size.isReduced) {
                emit exported(tr("The picture was saved as %1, at %2 % instead of %3 %, since it would be too large.")
                                  .arg(path, QLocale().toString(size.scale * 100.0, 'f', 0),
                                       QLocale().toString(request.scale * 100.0, 'f', 0)));
            } else {
                emit exported(tr("The picture was saved as %1.").arg(path));
            }
        });
}

} // namespace quantiscope
