// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/run_exporter.h"

#include "app/document/project.h"
#include "widgets/common/text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace quantiscope {

namespace {

constexpr const char* kWorkflows = ".github/workflows";

/// What a file dialog suggests for a part of a run.
struct FileKind
{
    QString name; ///< behind the model's own
    QString filter;
};

FileKind fileKind(RunPart part)
{
    switch (part) {
    case RunPart::Model:
        return {QStringLiteral(".onnx"), RunExporter::tr("ONNX models (*.onnx)")};
    case RunPart::Recipe:
        return {QStringLiteral(".recipe.json"), RunExporter::tr("Recipes (*.json)")};
    case RunPart::Report:
        return {QStringLiteral(".report.json"), RunExporter::tr("Reports (*.json)")};
    case RunPart::ShellScript:
        return {QStringLiteral(".sh"), RunExporter::tr("Shell scripts (*.sh)")};
    case RunPart::GitHubWorkflow:
        return {QStringLiteral(".yml"), RunExporter::tr("Workflows (*.yml)")};
    case RunPart::QuarkScript:
    case RunPart::OnnxRuntimeScript:
        return {QStringLiteral(".py"), RunExporter::tr("Python scripts (*.py)")};
    }
    return {};
}

QStringList filesOf(RunPart part, const QString& file)
{
    const std::filesystem::path recipe = recipeOfSnippet(part, toPath(file));
    QStringList files(file);
    if (!recipe.empty())
        files += pathText(recipe);
    return files;
}

} // namespace

RunExporter::RunExporter(const Project& project, QWidget* window)
    : QObject(window), m_project(project), m_window(window)
{
    connect(&project, &Project::modelChanged, this, [this] { m_lastFolder.clear(); });
}

void RunExporter::ask(RunPart part, const RunSummary& asked)
{
    // Runs may come and go, and another project be opened, while the dialogs stand.
    const RunSummary run = asked;
    const std::filesystem::path model = m_project.modelPath();
    const QString title = tr("Export run %1").arg(run.number);
    // A file dialog goes only to folders that are there.
    const QString suggested = suggestedFile(part, run);
    const QString folder = QFileInfo(suggested).path();
    const bool isNew = !QFileInfo::exists(folder) && QDir().mkpath(folder);
    const QString file = QFileDialog::getSaveFileName(m_window, title, suggested, fileKind(part).filter);
    if (isNew)
        QDir().rmpath(folder); // as far as it is empty; exportRun() makes it where it is wanted
    if (file.isEmpty())
        return;
    if (part != RunPart::GitHubWorkflow && m_project.modelPath() == model) // which has a place of its own
        m_lastFolder = QFileInfo(file).path();
    // The dialog asked about the file only.
    const std::filesystem::path recipe = recipeOfSnippet(part, toPath(file));
    if (!recipe.empty() && QFileInfo::exists(pathText(recipe))) {
        QMessageBox question(QMessageBox::Question, title, tr("Replace the recipe that belongs to it as well?"),
                             QMessageBox::Cancel, m_window);
        question.setTextFormat(Qt::PlainText);
        question.setInformativeText(pathText(recipe));
        const QAbstractButton* yes = question.addButton(tr("Replace"), QMessageBox::DestructiveRole);
        question.setDefaultButton(QMessageBox::Cancel);
        question.exec();
        if (question.clickedButton() != yes)
            return;
    }
    write(run, model, part, file);
}

QString RunExporter::suggestedFile(RunPart part, const RunSummary& run) const
{
    const std::filesystem::path beside = m_project.modelPath().parent_path();
    const std::filesystem::path root = repositoryOf(beside);
    if (part == RunPart::GitHubWorkflow && !root.empty())
        return pathText(root / kWorkflows / "quantize.yml"); // where GitHub looks for it
    const QString name = pathText(m_project.modelPath().stem()) + QLatin1Char('_') + toQt(run.recipe.config.preset)
        + fileKind(part).name;
    return pathText((m_lastFolder.isEmpty() ? beside : toPath(m_lastFolder)) / toPath(name));
}

void RunExporter::write(const RunSummary& run, const std::filesystem::path& model, RunPart part, const QString& file)
{
    add({run.number, filesOf(part, file),
         [run, model, part, file](Feedback& feedback) { return exportRun(run, model, part, toPath(file), feedback); }});
}

void RunExporter::askDashboard(const Dashboard& asked)
{
    const Dashboard dashboard = asked; // runs may come and go while the dialog stands
    const std::filesystem::path beside = m_project.modelPath().parent_path();
    const QString name = pathText(m_project.modelPath().stem()) + QStringLiteral("_runs");
    const QString suggested = pathText((m_lastFolder.isEmpty() ? beside : toPath(m_lastFolder)) / toPath(name));
    const QList<std::pair<QString, QString>> kinds{
        {tr("Web page, one file (*.html)"), QStringLiteral("html")},
        {tr("Markdown (*.md)"), QStringLiteral("md")},
        {tr("Table (*.csv)"), QStringLiteral("csv")},
        {tr("Everything, with all samples (*.json)"), QStringLiteral("json")}};
    QStringList filters;
    for (const auto& [filter, suffix] : kinds)
        filters += filter;
    QFileDialog dialog(m_window, tr("Export the dashboard"), QFileInfo(suggested).path());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(kinds.front().second);
    dialog.selectFile(QFileInfo(suggested).fileName());
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog, &kinds](const QString& chosen) {
        for (const auto& [filter, suffix] : kinds) {
            if (filter == chosen)
                dialog.setDefaultSuffix(suffix);
        }
    });
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    const QString file = dialog.selectedFiles().first();
    m_lastFolder = QFileInfo(file).path();
    writeDashboard(dashboard, file);
}

void RunExporter::writeDashboard(const Dashboard& dashboard, const QString& file)
{
    add({dashboard.runs.front().number(), {file}, [dashboard, file](Feedback&) {
             return quantiscope::writeDashboard(dashboard, toPath(file));
         }});
}

void RunExporter::add(Export next)
{
    m_exports.push_back(std::move(next));
    if (m_exports.size() > 1)
        return;
    m_hasFailed = false;
    emit started();
    startNext();
}

void RunExporter::startNext()
{
    if (m_exports.empty()) {
        emit ended(!m_hasFailed);
        return;
    }
    m_task.start([write = m_exports.front().write](Feedback& feedback) { return write(feedback); },
                 [this](const Result<void>& result) {
                     const Export done = std::move(m_exports.front());
                     m_exports.pop_front();
                     if (!result) {
                         m_hasFailed = true;
                         emit failed(done.run, toQt(result.error().message));
                     } else {
                         emit exported(done.files);
                     }
                     startNext();
                 });
}

} // namespace quantiscope
