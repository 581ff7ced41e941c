// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project.h"

#include "core/pipeline/recipe_difference.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QDateTime>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUndoStack>

#include <algorithm>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

fs::path runsFolderFor(const fs::path& document)
{
    return document.parent_path() / (document.stem().string() + "_runs");
}

/// "run-003"
std::string runName(int number)
{
    const std::string digits = std::to_string(number);
    return "run-" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

bool liesIn(const fs::path& file, const fs::path& folder)
{
    // Links are followed, so that one in the folder does not lead out of it.
    std::error_code ec;
    const fs::path parent = fs::weakly_canonical(file.parent_path(), ec);
    return !ec && parent == fs::weakly_canonical(folder, ec) && !ec;
}

} // namespace

fs::path statisticsCacheFolder()
{
    return toPath(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)) / "quantiscope"
        / "statistics";
}

Project::Project(QObject* parent) : QObject(parent), m_editor(new RecipeEditor(this))
{
    connect(m_editor, &RecipeEditor::recipeChanged, this, &Project::contentChanged);
    connect(&m_editor->undoStack(), &QUndoStack::cleanChanged, this, &Project::notifyModified);
}

QString Project::title() const
{
    if (!m_path.empty())
        return pathText(m_path.filename());
    return m_model.empty() ? tr("Untitled") : pathText(m_model.filename());
}

const RunSummary* Project::run(int number) const
{
    const auto found =
        std::find_if(m_runs.begin(), m_runs.end(), [number](const RunSummary& run) { return run.number == number; });
    return found == m_runs.end() ? nullptr : &*found;
}

bool Project::isModified() const
{
    return m_touched || !m_editor->undoStack().isClean();
}

void Project::notifyModified()
{
    if (isModified() == m_wasModified)
        return;
    m_wasModified = isModified();
    emit modifiedChanged(m_wasModified);
}

void Project::touch()
{
    m_touched = true;
    notifyModified();
    emit contentChanged();
}

void Project::adopt(const fs::path& path, ProjectFile file)
{
    m_path = path.empty() ? path : fs::absolute(path).lexically_normal();
    m_model = std::move(file.model);
    m_runs = std::move(file.runs);
    m_view = std::move(file.view);
    m_touched = false;
    m_editor->reset(std::move(file.recipe));
    notifyModified();
    emit titleChanged();
    emit modelChanged();
    emit runsChanged();
}

void Project::start(const fs::path& model, Recipe recipe)
{
    ProjectFile file;
    file.model = model.empty() ? model : fs::absolute(model).lexically_normal();
    file.recipe = std::move(recipe);
    adopt({}, std::move(file));
}

void Project::open(const fs::path& path, ProjectFile file)
{
    adopt(path, std::move(file));
}

void Project::recover(const fs::path& path, ProjectFile file)
{
    adopt(path, std::move(file));
    touch();
}

void Project::setModel(const fs::path& model)
{
    const fs::path whole = model.empty() ? model : fs::absolute(model).lexically_normal();
    if (whole == m_model)
        return;
    m_model = whole;
    touch();
    emit titleChanged();
    emit modelChanged();
}

ProjectFile Project::file() const
{
    return {m_model, m_editor->recipe(), m_runs, m_view};
}

Result<void> Project::save(const fs::path& path)
{
    const fs::path whole = fs::absolute(path).lexically_normal();
    if (const Result<void> saved = saveProject(file(), whole); !saved)
        return saved;
    const bool isMoved = whole != m_path;
    m_path = whole;
    m_touched = false;
    m_editor->undoStack().setClean();
    notifyModified();
    if (isMoved)
        emit titleChanged();
    return {};
}

void Project::setView(nlohmann::json view)
{
    m_view = std::move(view);
}

fs::path Project::runsFolder() const
{
    if (!m_path.empty())
        return runsFolderFor(m_path);
    const fs::path beside = runsFolderFor(m_model);
    std::error_code ec;
    const fs::path existing = fs::exists(beside, ec) ? beside : beside.parent_path();
    if (!m_model.empty() && QFileInfo(pathText(existing)).isWritable())
        return beside;
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return toPath(data) / "quantiscope" / "runs" / beside.filename();
}

QuantizeJob Project::nextRun() const
{
    // A number whose files are there already belongs to another project of the same model.
    int number = m_runs.empty() ? 1 : m_runs.back().number + 1;
    const fs::path folder = runsFolder();
    std::error_code ec;
    while (fs::exists(folder / (runName(number) + ".onnx"), ec)
           || fs::exists(folder / (runName(number) + ".report.json"), ec))
        ++number;
    QuantizeJob job;
    QuantizeRequest& request = job.request;
    request.model = m_model;
    request.output = folder / (runName(number) + ".onnx");
    request.recipe = m_editor->recipe();
    request.statistics = request.recipe.statistics;
    request.evaluation = request.recipe.evaluation;
    request.externalData = request.recipe.externalData;
    request.allowQuantized = request.recipe.allowQuantized;
    request.cache.folder = statisticsCacheFolder();
    job.report = folder / (runName(number) + ".report.json");
    return job;
}

CalibrateJob Project::calibration() const
{
    CalibrateJob job;
    job.request.model = m_model;
    job.request.recipe = m_editor->recipe();
    job.request.allowQuantized = job.request.recipe.allowQuantized;
    job.request.cache.folder = statisticsCacheFolder();
    job.output = runsFolder() / (m_model.stem().string() + ".stats");
    return job;
}

Result<EvaluateJob> Project::evaluationOf(int number) const
{
    const RunSummary* found = run(number);
    if (!found)
        return Error{ErrorCode::InvalidArgument, toStd(tr("There is no run %1.").arg(number)), {}};
    const Recipe& recipe = m_editor->recipe();
    EvaluateJob job;
    job.request.floatModel = m_model;
    job.request.quantizedModel = found->output;
    if (recipe.evaluation)
        job.request.evaluation = *recipe.evaluation;
    else if (recipe.calibration)
        job.request.evaluation = {*recipe.calibration, {}};
    else
        return Error{ErrorCode::InvalidArgument,
                     toStd(tr("There are no data to compare on. Choose calibration or evaluation data.")),
                     {}};
    job.report = runsFolder() / (runName(number) + ".evaluation.json");
    return job;
}

int Project::addRun(const QuantizeJob& job, const RunReport& report)
{
    RunSummary run = summarizeRun(report, job.request.recipe);
    run.number = m_runs.empty() ? 1 : m_runs.back().number + 1;
    run.time = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    run.output = fs::absolute(run.output).lexically_normal();
    run.report = job.report;
    const int number = run.number;
    m_runs.push_back(std::move(run));
    touch();
    emit runsChanged();
    return number;
}

void Project::setEvaluation(int number, const Evaluation& evaluation)
{
    for (RunSummary& run : m_runs) {
        if (run.number != number)
            continue;
        run.measuredOn = RunSummary::MeasuredOn::Evaluation;
        run.measuredSamples = evaluation.samples;
        run.outputs.clear();
        for (const OutputSummary& output : evaluation.outputs)
            run.outputs.push_back({output.name, output.cosine, output.psnr});
        const bool isLabelled = evaluation.classification && evaluation.classification->labelled > 0;
        run.accuracy = isLabelled ? evaluation.classification : std::nullopt;
        touch();
        emit runsChanged();
        return;
    }
}

std::vector<fs::path> Project::filesOfRun(int number) const
{
    const RunSummary* found = run(number);
    if (!found)
        return {};
    std::vector<fs::path> files = filesOfModel(found->output);
    std::error_code ec;
    if (!found->report.empty() && fs::is_regular_file(found->report, ec))
        files.push_back(found->report);
    const auto isElsewhere = [folder = runsFolder(), this](const fs::path& file) {
        return !liesIn(file, folder) || file == m_model || !file.filename().string().starts_with("run-");
    };
    files.erase(std::remove_if(files.begin(), files.end(), isElsewhere), files.end());
    return files;
}

Result<void> Project::removeRun(int number)
{
    for (const fs::path& file : filesOfRun(number)) {
        std::error_code ec;
        fs::remove(file, ec);
        if (ec) {
            return Error{ErrorCode::DiskError,
                         "'" + file.string() + "' cannot be deleted: " + ec.message()
                             + ". Check the rights of its folder.",
                         file.string()};
        }
    }
    const auto found =
        std::find_if(m_runs.begin(), m_runs.end(), [number](const RunSummary& run) { return run.number == number; });
    if (found == m_runs.end())
        return {};
    m_runs.erase(found);
    touch();
    emit runsChanged();
    return {};
}

void Project::restoreRun(int number)
{
    if (const RunSummary* found = run(number))
        m_editor->apply(tr("Restore the recipe of run %1").arg(number), found->recipe);
}

bool Project::isStale(int number) const
{
    const RunSummary* found = run(number);
    return found && !recipeDifference(found->recipe, m_editor->recipe()).empty();
}

} // namespace quantiscope
