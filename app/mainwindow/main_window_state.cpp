// SPDX-License-Identifier: GPL-3.0-or-later
// What title, actions and status bar say of the project.
#include "app/mainwindow/main_window.h"

#include "app/analysis/analyse_controller.h"
#include "app/document/project_view.h"
#include "app/mainwindow/second_graph_pane.h"
#include "app/mainwindow/window_toolbar.h"
#include "app/pages/runs_page.h"
#include "core/config/presets.h"
#include "core/pipeline/effect_preview.h"
#include "core/pipeline/recipe_difference.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/inspectors/model_tree_panel.h"
#include "widgets/inspectors/node_inspector.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>
#include <QLabel>

namespace quantiscope {

namespace {

/// Options that differ from the preset, and rules.
int recipeChanges(const Recipe& recipe)
{
    const Result<Preset> preset = findPreset(recipe.config.preset, ErrorCode::InvalidArgument);
    if (!preset)
        return 0;
    // Presets have no rules. These are many at times, and it is their number alone that counts.
    Recipe options;
    options.config = recipe.config;
    options.config.exclude.clear();
    options.config.layers.clear();
    Recipe base;
    base.config = preset->config;
    return int(recipeDifference(base, options).size() + recipe.config.exclude.size() + recipe.config.layers.size());
}

NodePrecision precisionOf(const NodeEffect& effect)
{
    switch (effect.state) {
    case NodeEffect::State::Float:
        return effect.reason == FloatReason::Rule || effect.reason == FloatReason::JoinedWithRule
            ? NodePrecision::Excluded
            : NodePrecision::Float;
    case NodeEffect::State::Quantized:
        return byteSize(effect.type) > 1 ? NodePrecision::Int16 : NodePrecision::Int8;
    case NodeEffect::State::Removed:
        break;
    }
    return NodePrecision::Unknown; // another node does its work
}

} // namespace

nlohmann::json MainWindow::currentView() const
{
    ProjectView view{.perspective = m_perspective ? perspectiveKey(*m_perspective) : QString(),
                     .coloring = m_analyse->coloringOutside(),
                     .errorColoring = m_analyse->coloring(),
                     .isMinimapShown = m_graphPane->isMinimapShown(),
                     .graph = m_graphPane->navigator().state(),
                     .place = {},
                     .isQuantizedFolded = m_secondPane->isFolded(),
                     .tickedRuns = m_runsPage->tickedRuns()};
    if (!m_graphPane->view().scene().isEmpty())
        view.place = m_graphPane->view().destination();
    return toJson(view, m_drawing->scopes(), m_drawing->folds().get());
}

void MainWindow::restoreView()
{
    const std::optional<ProjectView> view =
        viewFromJson(m_project->view(), m_drawing->scopes(), m_drawing->folds().get());
    m_runsPage->setTickedRuns(view ? view->tickedRuns : std::set<int>()); // no other project's
    if (!view)
        return;
    m_graphPane->chooseColoring(view->coloring);
    m_analyse->setColoring(view->errorColoring);
    m_secondPane->setFolded(view->isQuantizedFolded);
    m_graphPane->setMinimapShown(view->isMinimapShown);
    m_graphPane->navigator().restore(view->graph, view->place);
    for (const Perspective perspective : kPerspectives) {
        if (perspectiveKey(perspective) == view->perspective)
            showPerspective(perspective);
    }
}

void MainWindow::updateTitle()
{
    const bool isOpen = m_drawing != nullptr;
    setWindowTitle(isOpen ? tr("%1[*] – Quantiscope").arg(m_project->title()) : tr("Quantiscope"));
    setWindowModified(isOpen && m_project->isModified());
    const auto path = m_project->path().empty() ? m_project->modelPath() : m_project->path();
    m_toolBar->setDocument(isOpen ? m_project->title() : QString(), pathText(path), isOpen && m_project->isModified());
    m_toolBar->setRecipe(isOpen ? toQt(m_project->editor().recipe().config.preset) : QString(),
                         recipeChanges(m_project->editor().recipe()));
}

void MainWindow::updateActions()
{
    const QString noModel = m_drawing ? QString() : tr("No model is open");
    for (const char* id : {"file.save", "file.saveAs", "file.close", "recipe.import", "recipe.export",
                           "recipe.exportQuark", "recipe.exportOnnxRuntime", "recipe.copyJson", "run.calibrate",
                           "window.goTo", "view.markBar", "secondGraph.open"})
        ActionRegistry::setDisabledReason(m_actions->action(QString::fromLatin1(id)), noModel);
    for (QAction* action : m_actions->actions()) {
        if (ActionRegistry::id(action).startsWith(QLatin1String("window.dock.")))
            ActionRegistry::setDisabledReason(action, noModel); // the start page has none
    }
    for (const Perspective perspective : kPerspectives) {
        QAction* action = m_actions->action(QStringLiteral("view.") + perspectiveKey(perspective));
        ActionRegistry::setDisabledReason(action, noModel);
        action->setChecked(m_perspective == perspective);
    }
    ActionRegistry::setDisabledReason(m_actions->action(QStringLiteral("run.quantize")), noModel);
    ActionRegistry::setDisabledReason(m_actions->action(QStringLiteral("run.evaluate")),
                                      !m_drawing                      ? noModel
                                          : m_project->runs().empty() ? tr("There is no run yet")
                                                                      : QString());
    const auto running = m_jobs->running();
    QAction* pause = m_actions->action(QStringLiteral("run.pause"));
    ActionRegistry::setDisabledReason(pause, running ? QString() : tr("No task is running"));
    pause->setChecked(running && running->status == JobStatus::Paused);
    ActionRegistry::setDisabledReason(m_actions->action(QStringLiteral("run.cancel")),
                                      running ? QString() : tr("No task is running"));
    ActionRegistry::setDisabledReason(m_actions->action(QStringLiteral("run.copyCommandLine")),
                                      m_jobs->jobs().empty() ? tr("There is no task") : QString());
}

void MainWindow::updateStatus()
{
    if (!m_drawing) {
        m_modelFacts->setText(tr("Ready"));
        m_selectionFacts->clear();
        m_problem->clear();
        m_dataWarnings->clear();
        showStatusParts();
        return;
    }
    const OpenedModel& opened = m_drawing->model();
    m_modelFacts->setText(tr("%n node(s) · opset %1 · %2", nullptr, int(opened.graph.nodes().size()))
                              .arg(opened.model.opset())
                              .arg(bytesText(opened.model.weightBytes())));
    const auto selected = int(m_selection->nodes().size());
    const DataInspection* inspection = m_dataDesk->session().inspection();
    const int warnings = inspection ? int(inspection->warnings()) : 0;
    m_dataWarnings->setText(warnings == 0
                                ? QString()
                                : QStringLiteral("<a href=\"#\" style=\"color:%1\">%2</a>")
                                      .arg(Theme::current().warning.name(),
                                           tr("%n warning(s) about the data", nullptr, warnings).toHtmlEscaped()));
    m_selectionFacts->setText(selected == 0 ? QString() : tr("%n selected", nullptr, selected));
    showStatusParts();
}

void MainWindow::showStatusParts()
{
    for (QLabel* label : {m_selectionFacts, m_problem, m_dataWarnings})
        label->setVisible(!label->text().isEmpty()); // else its margins are a hole in the bar
}

void MainWindow::updateEffect()
{
    const std::shared_ptr<const EffectPreview> preview = m_effect->preview();
    NodePrecisions precisions;
    std::vector<DataType> types;
    if (preview) {
        precisions.reserve(preview->nodes.size());
        for (const NodeEffect& effect : preview->nodes) {
            precisions.push_back(precisionOf(effect));
            types.push_back(effect.type);
        }
    }
    m_modelTree->setPrecisions(precisions);
    m_graphPane->setPrecisions(std::move(precisions), std::move(types));
    m_inspector->refresh();

    std::size_t dead = 0;
    if (preview) {
        for (const auto* rules : {&preview->exclude, &preview->layers}) {
            for (const RuleFinding& finding : *rules)
                dead += finding.error.has_value();
        }
    }
    const QString color = Theme::current().error.name();
    QString text;
    if (dead > 0)
        text = tr("%n rule(s) match nothing", nullptr, int(dead));
    else if (!m_effect->problems().empty())
        text = toQt(m_effect->problems().front().message);
    m_problem->setText(
        text.isEmpty() ? QString()
                       : QStringLiteral("<a href=\"#\" style=\"color:%1\">%2</a>").arg(color, text.toHtmlEscaped()));
    m_problem->setToolTip(text);
    showStatusParts();
}

} // namespace quantiscope
