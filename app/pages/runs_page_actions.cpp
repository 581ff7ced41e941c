// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with runs.
#include "app/pages/runs_page.h"

#include "app/document/project.h"
#include "app/pages/run_exporter.h"
#include "app/pages/table_text.h"
#include "app/runs/dashboard_report.h"
#include "app/runs/metrics_panel.h"
#include "app/runs/panel_parts.h"
#include "app/runs/run_shelf.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/models/runs_model.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <set>
#include <utility>

namespace quantiscope {

void RunsPage::registerActions(ActionRegistry& actions)
{
    const auto add = [&](const QString& id, const QString& text, const QString& icon, const QString& help,
                         const std::function<void()>& run) {
        QAction* action =
            actions.add({.id = id, .text = text, .category = tr("Runs"), .icon = icon, .help = help}, run);
        m_runActions.push_back(action);
        m_rowMenu->addAction(action);
        return action;
    };
    add(QStringLiteral("runs.openGraph"), tr("&Open the quantized graph"), QStringLiteral("model"),
        tr("Show the run's quantized model beside the float one"), [this] {
            if (const RunSummary* run = m_project.run(currentRun()))
                emit graphRequested(pathText(run->output));
        });
    m_restore = add(QStringLiteral("runs.restore"), tr("&Restore this run's recipe"), QStringLiteral("reset"),
                    tr("Make the run's recipe the edited one; can be undone"), [this] {
                        const int run = currentRun();
                        m_project.restoreRun(run);
                        emit restored(run);
                    });
    add(QStringLiteral("runs.openFolder"), tr("Show the &folder"), QStringLiteral("folder"),
        tr("Open the folder that the run's model lies in"), [this] {
            if (const RunSummary* run = m_project.run(currentRun()))
                QDesktopServices::openUrl(QUrl::fromLocalFile(pathText(run->output.parent_path())));
        });
    add(QStringLiteral("runs.evaluate"), tr("&Measure again"), QStringLiteral("evaluate"),
        tr("Compare the run's model with the float one on the evaluation data"),
        [this] { emit evaluationRequested(currentRun()); });
    addBaselineActions(actions);
    m_rowMenu->addSeparator();
    addExport(actions, RunPart::Model, QStringLiteral("runs.exportModel"), tr("Quantized &model…"),
              QStringLiteral("model"));
    addExport(actions, RunPart::Recipe, QStringLiteral("runs.exportRecipe"), tr("&Recipe…"), QStringLiteral("recipe"));
    addExport(actions, RunPart::Report, QStringLiteral("runs.exportReport"), tr("Re&port as JSON…"),
              QStringLiteral("report"));
    m_dashboard = actions.add({.id = QStringLiteral("runs.exportDashboard"),
                               .text = tr("Dash&board as HTML, CSV or JSON…"),
                               .category = tr("Export"),
                               .icon = QStringLiteral("report"),
                               .help = tr("Write what is shown of the runs side by side, and how they differ")},
                              [this] { askAndExportDashboard(); });
    m_runActions.push_back(m_dashboard);
    m_exportMenu->addAction(m_dashboard);
    m_exportMenu->addSeparator();
    m_exportMenu->addAction(
        add(QStringLiteral("runs.copyCommandLine"), tr("Copy as &command line"), QStringLiteral("terminal"),
            tr("Copy the qscope command that makes the run again"), [this] {
                if (const RunSummary* run = m_project.run(currentRun()))
                    QGuiApplication::clipboard()->setText(toQt(commandLineOfRun(*run, m_project.modelPath())));
            }));
    addExport(actions, RunPart::GitHubWorkflow, QStringLiteral("runs.exportWorkflow"), tr("&GitHub workflow…"),
              QStringLiteral("terminal"));
    addExport(actions, RunPart::ShellScript, QStringLiteral("runs.exportShell"), tr("&Shell script for CI…"),
              QStringLiteral("terminal"));
    m_exportMenu->addSeparator();
    addExport(actions, RunPart::QuarkScript, QStringLiteral("runs.exportQuark"), tr("Script for AMD &Quark…"),
              QStringLiteral("copy"));
    addExport(actions, RunPart::OnnxRuntimeScript, QStringLiteral("runs.exportOrt"), tr("Script for &ONNX Runtime…"),
              QStringLiteral("copy"));
    m_rowMenu->addMenu(m_exportMenu);
    m_exportMenu->setTitle(tr("&Export"));
    m_exportMenu->setIcon(themedIcon(QStringLiteral("export")));
    m_copyCell = actions.add({.id = QStringLiteral("runs.copyCell"),
                              .text = tr("Copy this ce&ll"),
                              .category = tr("Runs"),
                              .shortcuts = {QKeySequence::Copy},
                              .icon = QStringLiteral("copy"),
                              .help = tr("Copy what the current cell of the table of runs says"),
                              .context = Qt::WidgetShortcut},
                             [this] {
                                 if (const QString text = cellText(m_table->currentIndex()); !text.isEmpty())
                                     QGuiApplication::clipboard()->setText(text);
                             });
    m_runActions.push_back(m_copyCell);
    m_rowMenu->addAction(m_copyCell);
    add(QStringLiteral("runs.copyCsv"), tr("Copy the table as CS&V"), QStringLiteral("copy"),
        tr("Copy the table of runs, as it is sorted, for a spreadsheet"), [this] { copyTable(TableFormat::Csv); });
    add(QStringLiteral("runs.copyMarkdown"), tr("Copy the table as Mar&kdown"), QStringLiteral("copy"),
        tr("Copy the table of runs, as it is sorted, for a text"), [this] { copyTable(TableFormat::Markdown); });
    m_rowMenu->addSeparator();
    add(QStringLiteral("runs.delete"), tr("&Delete the run…"), QStringLiteral("trash"),
        tr("Take the selected runs out of the project and delete their files"), [this] { askAndDelete(); });
}

void RunsPage::addExport(ActionRegistry& actions, RunPart part, const QString& id, const QString& text,
                         const QString& icon)
{
    QAction* action = actions.add({.id = id, .text = text, .category = tr("Export"), .icon = icon},
                                  [this, part] { askAndExport(part); });
    m_runActions.push_back(action);
    m_exportMenu->addAction(action);
}

void RunsPage::addBaselineActions(ActionRegistry& actions)
{
    m_pin = actions.add({.id = QStringLiteral("runs.pinBaseline"),
                         .text = tr("&Pin as baseline"),
                         .category = tr("Runs"),
                         .shortcuts = {QKeySequence(Qt::Key_P)},
                         .icon = QStringLiteral("pin"),
                         .help = tr("Compare all other runs with this one, or no longer; can be undone"),
                         .isCheckable = true,
                         .context = Qt::WidgetShortcut},
                        [this] { m_project.setBaseline(m_project.baseline() == currentRun() ? 0 : currentRun()); });
    m_runActions.push_back(m_pin);
    m_rowMenu->addAction(m_pin);
}

void RunsPage::updateActions()
{
    const QString reason = currentRun() == 0 ? tr("No run is selected") : QString();
    for (QAction* action : m_runActions)
        ActionRegistry::setDisabledReason(action, reason);
    m_pin->setChecked(currentRun() != 0 && m_project.baseline() == currentRun());
}

void RunsPage::showError(const QString& message)
{
    m_error->setText(message);
    m_errorBar->setVisible(!message.isEmpty());
}

void RunsPage::askAndExport(RunPart part)
{
    if (const RunSummary* run = m_project.run(currentRun()))
        m_exporter->ask(part, *run);
}

void RunsPage::askAndExportDashboard()
{
    whenRead([this] { m_exporter->askDashboard(dashboard()); });
}

void RunsPage::whenRead(std::function<void()> then)
{
    m_whenRead = std::move(then);
    m_runWhenRead = currentRun();
    if (!isVisible()) // what other perspectives have written is not read yet
        m_shelf->refresh();
    showCurrent();
}

void RunsPage::goOnWhenRead()
{
    if (!m_whenRead || !m_shelf->isRead())
        return;
    QTimer::singleShot(0, this, [this] { // a dialog must not stand within a signal of the shelf
        if (!m_whenRead || !m_shelf->isRead())
            return;
        const auto then = std::exchange(m_whenRead, nullptr);
        if (!m_shownRuns.empty())
            then();
    });
}

Dashboard RunsPage::dashboard() const
{
    return {m_project.modelPath(), m_shownRuns, m_metrics->output(), m_metrics->metric()};
}

bool RunsPage::isExporting() const
{
    return m_exporter->isBusy();
}

void RunsPage::askAndDelete()
{
    const std::vector<int> numbers = selectedRuns();
    if (numbers.empty())
        return;
    QStringList names;
    std::set<std::filesystem::path> stay;
    for (const int number : numbers) {
        for (const std::filesystem::path& file : m_project.filesOfRun(number))
            names << pathText(file);
        stay.merge(m_project.filesThatStay(number));
    }
    const int count = int(numbers.size());
    const QString title =
        count == 1 ? tr("Delete run %1").arg(numbers.front()) : tr("Delete %n run(s)", nullptr, count);
    QString text;
    if (count > 1)
        text = tr("Delete %n run(s) and their files?", nullptr, count);
    else if (names.isEmpty())
        text = tr("Take run %1 out of the project?").arg(numbers.front());
    else
        text = tr("Delete run %1 and its %n file(s)?", nullptr, int(names.size())).arg(numbers.front());
    QMessageBox question(QMessageBox::Question, title, text, QMessageBox::Cancel, this);
    question.setTextFormat(Qt::PlainText); // names from files
    constexpr qsizetype kMostNames = 12;
    const qsizetype left = names.size() - kMostNames;
    QStringList shown = names.mid(0, kMostNames);
    if (left > 0)
        shown << tr("and %n more", nullptr, int(left));
    if (!stay.empty()) {
        shown << tr("%n other file(s) stay: only files named as the run's own are deleted, in a folder for runs of "
                    "this project or in one that you chose.",
                    nullptr, int(stay.size()));
    }
    question.setInformativeText(shown.join(QLatin1Char('\n')));
    const QAbstractButton* yes = question.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    if (question.clickedButton() != yes)
        return;
    QString problem;
    for (const int number : numbers) {
        if (const Result<void> removed = m_project.removeRun(number); !removed)
            problem = toQt(removed.error().message);
    }
    showError(problem);
}

std::vector<int> RunsPage::selectedRuns() const
{
    std::vector<int> numbers;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        if (const int number = index.data(RunsModel::NumberRole).toInt(); number > 0)
            numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

void RunsPage::copyTable(TableFormat format)
{
    QGuiApplication::clipboard()->setText(tableText(*m_table, format));
}

} // namespace quantiscope
