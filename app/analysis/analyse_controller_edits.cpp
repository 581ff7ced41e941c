// SPDX-License-Identifier: GPL-3.0-or-later
// What the perspective Analyse makes of what it found: edits of the recipe, and a report.
#include "app/analysis/analyse_controller.h"
#include "app/analysis/histogram_desk.h"
#include "app/document/project.h"
#include "app/runs/run_details.h"
#include "core/pipeline/output_files.h"
#include "core/report/advice_tables.h"
#include "core/report/analysis_report.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QDir>
#include <QFileDialog>

#include <algorithm>

namespace quantiscope {

void AnalyseController::keepRange(const WantedRange& range)
{
    RecipeEditor& editor = m_parts.project.editor();
    Recipe recipe = editor.recipe();
    std::vector<TensorOverride>& overrides = recipe.config.tensorOverrides[range.tensor];
    const auto isRange = [](const TensorOverride& each) { return each.range && each.scale.empty(); };
    const bool hasRanges =
        !overrides.empty() && overrides.front().axis && std::all_of(overrides.begin(), overrides.end(), isRange);
    if (range.channel && hasRanges && overrides.size() == range.ranges.size()) { // the others were laid down before
        overrides[*range.channel].range = range.ranges[*range.channel];
    } else {
        TensorOverride first = overrides.empty() ? TensorOverride() : overrides.front();
        first.scale.clear(); // a range stands instead of them
        first.zeroPoint.clear();
        overrides.assign(range.ranges.size(), TensorOverride());
        overrides.front() = first;
        for (std::size_t i = 0; i < overrides.size(); ++i)
            overrides[i].range = range.ranges[i];
        std::optional<bool>& perChannel = overrides.front().perChannel;
        if (range.channel)
            perChannel = true;
        else if (perChannel == true)
            perChannel.reset(); // but "false" stays, which holds against a recipe with channels
        overrides.front().axis = range.channel ? range.axis : std::nullopt;
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
    const RunSummary* found = m_parts.project.run(m_run);
    if (!found)
        return;
    // Runs may come and go, and another project be opened, while the dialog stands.
    const RunSummary run = *found;
    const RunFindings findings = m_findings;
    const std::filesystem::path model = m_parts.project.modelPath();
    const std::filesystem::path evaluation = m_parts.project.fileOfRun(m_run, "evaluation");
    std::vector<NamedFile> inputs = filesOf(run.recipe);
    inputs.push_back({"the model", model.string()});
    for (const RunSummary& each : m_parts.project.runs()) {
        for (const std::filesystem::path& file : m_parts.project.documentsOfRun(each.number))
            inputs.push_back({"run " + std::to_string(each.number), file.string()});
    }
    QFileDialog dialog(m_window, tr("Write a report of run %1").arg(run.number));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters({tr("Page (*.html)"), tr("Markdown text (*.md)"), tr("CSV tables (*.csv)")});
    dialog.setDefaultSuffix(QStringLiteral("html"));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
        for (const char* suffix : {"html", "md", "csv"}) {
            if (filter.contains(QLatin1String("*.") + QLatin1String(suffix)))
                dialog.setDefaultSuffix(QString::fromLatin1(suffix));
        }
    });
    dialog.selectFile(QDir(pathText(model.parent_path()))
                          .filePath(QStringLiteral("%1-run-%2.html").arg(pathText(model.stem())).arg(run.number)));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    const std::filesystem::path file = toPath(dialog.selectedFiles().first());
    AnalysisReport report{model.filename().string() + ", " + run.recipe.config.preset};
    report.facts = {{"model", model.filename().string()},
                    {"preset", run.recipe.config.preset},
                    {"run", std::to_string(run.number) + (run.time.empty() ? "" : ", " + run.time)}};
    if (findings.advice)
        report.first = tablesOf(*findings.advice);
    if (findings.errors)
        report.layers = *findings.errors;
    if (findings.sensitivity)
        report.sensitivity = *findings.sensitivity;
    if (findings.allWeights)
        report.weights = *findings.allWeights;
    writeReportTo(file, std::move(report), {run, evaluation, {}, {}}, std::move(inputs));
}

void AnalyseController::writeReportTo(const std::filesystem::path& file, AnalysisReport report,
                                      const RunFiles& measured, std::vector<NamedFile> inputs)
{
    using Files = std::vector<std::filesystem::path>;
    m_reporting.start(
        [report = std::move(report), measured, inputs = std::move(inputs),
         file](Feedback& feedback) mutable -> Result<Files> {
            std::vector<NamedFile> outputs;
            for (const std::filesystem::path& each : filesOfReport(file))
                outputs.push_back({"the report", each.string()});
            if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
                return checked.error();
            const RunDetailsPtr details = readRunDetails(measured, feedback);
            if (const Evaluation* evaluation = details->evaluation())
                report.evaluation = *evaluation;
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
