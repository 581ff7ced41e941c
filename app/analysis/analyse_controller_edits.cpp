// SPDX-License-Identifier: GPL-3.0-or-later
// What the perspective Analyse makes of what it found: edits of the recipe, and a report.
#include "app/analysis/analyse_controller.h"
#include "app/analysis/histogram_desk.h"
#include "app/document/project.h"
#include "core/report/analysis_report.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QDir>
#include <QFileDialog>

namespace quantiscope {

void AnalyseController::keepRange(const WantedRange& range)
{
    RecipeEditor& editor = m_parts.project.editor();
    Recipe recipe = editor.recipe();
    std::vector<TensorOverride>& overrides = recipe.config.tensorOverrides[range.tensor];
    if (range.channel && overrides.size() == range.ranges.size()) { // the others were laid down before
        overrides[*range.channel].range = range.ranges[*range.channel];
    } else {
        TensorOverride first = overrides.empty() ? TensorOverride() : overrides.front();
        first.scale.clear(); // a range stands instead of them
        first.zeroPoint.clear();
        overrides.assign(range.ranges.size(), TensorOverride());
        overrides.front() = first;
        for (std::size_t i = 0; i < overrides.size(); ++i)
            overrides[i].range = range.ranges[i];
        if (range.channel) {
            overrides.front().perChannel = true;
            overrides.front().axis = range.axis;
        }
    }
    const QString name = shownName(range.tensor);
    editor.apply(range.channel ? tr("Range of channel %1 of %2").arg(*range.channel).arg(name)
                               : tr("Range of %1").arg(name),
                 std::move(recipe));
}

void AnalyseController::applyAdvice(const QString& title, const QuantConfig& config)
{
    RecipeEditor& editor = m_parts.project.editor();
    Recipe recipe = editor.recipe();
    recipe.config = config;
    editor.apply(tr("Advice: %1").arg(title), std::move(recipe));
}

void AnalyseController::askForReport()
{
    QFileDialog dialog(m_window, tr("Write a report of run %1").arg(m_run));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters({tr("Page (*.html)"), tr("Markdown text (*.md)"), tr("CSV tables (*.csv)")});
    dialog.setDefaultSuffix(QStringLiteral("html"));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
        for (const char* suffix : {"html", "md", "csv"}) {
            if (filter.contains(QLatin1String("*.") + QLatin1String(suffix)))
                dialog.setDefaultSuffix(QString::fromLatin1(suffix));
        }
    });
    const std::filesystem::path folder = m_parts.project.modelPath().parent_path();
    dialog.selectFile(
        QDir(pathText(folder))
            .filePath(QStringLiteral("%1-run-%2.html").arg(pathText(m_parts.project.modelPath().stem())).arg(m_run)));
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        writeReportTo(toPath(dialog.selectedFiles().first()));
}

void AnalyseController::writeReportTo(const std::filesystem::path& file)
{
    const RunSummary* run = m_parts.project.run(m_run);
    if (!run)
        return;
    AnalysisReport report{m_parts.project.modelPath().filename().string() + ", " + run->recipe.config.preset};
    report.facts = {{"model", m_parts.project.modelPath().filename().string()},
                    {"preset", run->recipe.config.preset},
                    {"run", std::to_string(m_run) + (run->time.empty() ? "" : ", " + run->time)}};
    using Files = std::vector<std::filesystem::path>;
    m_reporting.start(
        [report = std::move(report), findings = m_findings, file](Feedback&) mutable -> Result<Files> {
            if (findings.errors)
                report.layers = *findings.errors;
            if (findings.sensitivity)
                report.sensitivity = *findings.sensitivity;
            if (findings.allWeights)
                report.weights = *findings.allWeights;
            return writeReport(report, file);
        },
        [this](const Result<Files>& written) {
            if (!written)
                return emit refused(toQt(written.error().message));
            QStringList files;
            for (const std::filesystem::path& each : *written)
                files << pathText(each);
            emit reportWritten(files);
        });
}

} // namespace quantiscope
