// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project.h"

#include "app/document/orphaned_runs.h"
#include "app/document/sample_files.h"
#include "core/pipeline/gates.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>
#include <array>
#include <charconv>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// What fileOfRun() is asked for.
constexpr std::array kFindings{"evaluation", "analysis", "sensitivity", "advice"};

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

/// The number in "run-003.onnx"; 0 for other names.
int numberOf(const fs::path& output)
{
    const std::string name = output.stem().string();
    if (!name.starts_with("run-"))
        return 0;
    int number = 0;
    const auto [end, error] = std::from_chars(name.data() + 4, name.data() + name.size(), number);
    return error == std::errc() && end == name.data() + name.size() && number > 0 ? number : 0;
}

/// Makes an empty file where none is. False when there is one, or when it cannot be made.
bool reserve(const fs::path& file)
{
    QDir().mkpath(pathText(file.parent_path()));
    QFile made(pathText(file));
    return made.open(QIODevice::WriteOnly | QIODevice::NewOnly);
}

/// Is it one of the files that come with the program?
bool isOfProgram(const fs::path& path)
{
    const fs::path folder = toPath(sampleFolder());
    if (folder.empty())
        return false;
    std::error_code ec;
    const fs::path relative = fs::weakly_canonical(path, ec).lexically_relative(fs::weakly_canonical(folder, ec));
    return !relative.empty() && *relative.begin() != "..";
}

/// Root may write everywhere; a folder that is closed to its owner is closed to results of root's too.
bool isOpenToResults(const fs::path& folder)
{
    const QFileInfo info(pathText(folder));
    return info.isWritable()
        && (info.permissions() & (QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther)) != QFile::Permissions();
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
    m_refused = std::move(file.refused);
    m_runsFolder = std::move(file.runsFolder);
    m_fileHash = std::move(file.fileHash);
    m_baseline = file.baseline;
    m_signatures.clear();
    // Numbers that leave no room for more runs are counted anew.
    constexpr int kLeast = RunSummary::kMostNumber / 2;
    if (!m_runs.empty() && m_runs.back().number > kLeast) {
        int number = 0;
        int baseline = 0;
        for (RunSummary& run : m_runs) {
            baseline = run.number == m_baseline ? number + 1 : baseline;
            run.number = ++number;
        }
        m_baseline = baseline;
    }
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
    return {m_model, m_editor->recipe(), m_runs, m_view, m_refused, m_runsFolder, m_fileHash, baseline()};
}

Result<void> Project::save(const fs::path& path)
{
    const fs::path whole = fs::absolute(path).lexically_normal();
    if (const Result<void> saved = saveProject(file(), whole); !saved)
        return saved;
    const bool isMoved = whole != m_path;
    m_path = whole;
    m_fileHash = fileHashOf(whole);
    m_touched = false;
    m_editor->undoStack().setClean();
    notifyModified();
    if (isMoved)
        emit titleChanged();
    return {};
}

bool Project::isOvertaken() const
{
    if (m_path.empty())
        return false;
    const std::string now = fileHashOf(m_path);
    return !now.empty() && now != m_fileHash; // a file that has gone takes nothing away
}

void Project::setView(nlohmann::json view)
{
    m_view = std::move(view);
}

void Project::setRunsFolder(const fs::path& folder)
{
    const fs::path whole = folder.empty() ? folder : fs::absolute(folder).lexically_normal();
    if (!whole.empty())
        confirm(whole);
    if (whole == m_runsFolder)
        return;
    m_runsFolder = whole;
    touch();
}

void Project::confirm(const fs::path& folder)
{
    std::error_code ec;
    const fs::path canonical = fs::weakly_canonical(folder, ec);
    if (!ec && m_ownConfirmed.insert(canonical).second && m_confirmedFolders)
        m_confirmedFolders->add(canonical);
}

void Project::keepConfirmedFoldersIn(QSettings& store)
{
    m_confirmedFolders.emplace(store);
}

fs::path Project::ownRunsFolder() const
{
    return m_path.empty() ? fs::path() : runsFolderFor(m_path);
}

fs::path Project::runsFolder() const
{
    if (!m_runsFolder.empty())
        return m_runsFolder;
    return m_path.empty() || isOfProgram(m_path) ? unsavedRunsFolder() : runsFolderFor(m_path);
}

fs::path Project::unsavedRunsFolder() const
{
    const fs::path beside = runsFolderFor(m_model);
    std::error_code ec;
    const fs::path existing = fs::exists(beside, ec) ? beside : beside.parent_path();
    if (!m_model.empty() && !isOfProgram(m_model) && isOpenToResults(existing))
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
    for (;; ++number) {
        const fs::path report = folder / (runName(number) + ".report.json");
        // Nor may what was found out about another run of that number become this one's.
        const auto exists = [&](const char* ending) { return fs::exists(folder / (runName(number) + ending), ec); };
        const bool isTaken = exists(".onnx") || exists(".report.json")
            || std::any_of(kFindings.begin(), kFindings.end(),
                           [&](const char* about) { return exists((std::string(".") + about + ".json").c_str()); });
        // Where nothing can be written the job will tell.
        if (!isTaken && (reserve(report) || !fs::exists(report, ec)))
            break;
    }
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
    job.request.equalization = CalibrateRequest::Equalization::Measured; // for the runs with these data
    job.output = runsFolder() / (m_model.stem().string() + ".stats");
    return job;
}

Result<EvaluateJob> Project::evaluationOf(int number) const
{
    const RunSummary* found = run(number);
    if (!found)
        return Error{ErrorCode::InvalidArgument, toStd(tr("There is no run %1.").arg(number)), {}};
    const Recipe& own = found->recipe;
    const Recipe& edited = m_editor->recipe();
    EvaluateJob job;
    job.request.floatModel = m_model;
    job.request.quantizedModel = found->output;
    job.report = fileOf(*found, "evaluation");
    job.request.parts = edited.parts;
    for (const OutputPart& part : own.parts) { // the run's gates may name them
        if (std::none_of(edited.parts.begin(), edited.parts.end(),
                         [&part](const OutputPart& other) { return other.name == part.name; }))
            job.request.parts.push_back(part);
    }
    if (edited.evaluation || own.evaluation) {
        job.request.evaluation = edited.evaluation ? *edited.evaluation : *own.evaluation;
        return job;
    }
    if (!own.calibration && !edited.calibration)
        return Error{ErrorCode::InvalidArgument,
                     toStd(tr("There are no data to compare on. Choose calibration or evaluation data.")),
                     {}};
    job.request.evaluation = {own.calibration ? *own.calibration : *edited.calibration, {}};
    job.measuredOn = RunSummary::MeasuredOn::Calibration;
    return job;
}

Result<AnalysisRequest> Project::analysisOf(int number, std::size_t samples) const
{
    const RunSummary* found = run(number);
    if (!found)
        return Error{ErrorCode::InvalidArgument, toStd(tr("There is no run %1.").arg(number)), {}};
    AnalysisRequest request;
    request.model = m_model;
    request.recipe = found->recipe;
    request.statistics = found->recipe.statistics;
    request.samples = samples;
    request.allowQuantized = found->recipe.allowQuantized;
    request.cache.folder = statisticsCacheFolder();
    const Result<EvaluateJob> evaluation = evaluationOf(number);
    if (!evaluation)
        return evaluation.error();
    request.evaluation = evaluation->request.evaluation;
    request.recipe.parts = evaluation->request.parts;
    return request;
}

fs::path Project::fileOfRun(int number, const std::string& about) const
{
    const RunSummary* found = run(number);
    return found ? fileOf(*found, about) : fs::path();
}

fs::path Project::fileOf(const RunSummary& run, const std::string& about) const
{
    // A name that only a project file can say must not choose what is written over elsewhere.
    const fs::path folder = runNameOf(run.output).empty() ? runsFolder() : run.output.parent_path();
    return folder / (run.output.stem().string() + "." + about + ".json");
}

int Project::addRun(const QuantizeJob& job, const RunReport& report, double seconds)
{
    RunSummary run = summarizeRun(report, job.request.recipe);
    const int last = m_runs.empty() ? 0 : m_runs.back().number;
    const int named = numberOf(job.request.output);
    run.number = named > last && named <= RunSummary::kMostNumber ? named : last + 1;
    run.time = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    run.output = fs::absolute(run.output).lexically_normal();
    run.report = job.report;
    run.seconds = seconds;
    run.warnings += job.dataWarnings;
    // Where a file, or a link beside it, sends them is nobody's choice.
    if (m_runsFolder.empty() && (m_path.empty() || isOfProgram(m_path)) && liesIn(run.output, runsFolder()))
        confirm(runsFolder());
    const int number = run.number;
    m_runs.push_back(std::move(run));
    touch();
    emit runsChanged();
    return number;
}

void Project::setEvaluation(int number, const EvaluateJob& job, const Evaluation& evaluation)
{
    for (RunSummary& run : m_runs) {
        if (run.number != number)
            continue;
        setMeasured(run, evaluation, job.measuredOn);
        const std::vector<GateResult> gates = checkGates(run.recipe.gates, evaluation);
        run.gates = gates.size();
        run.gatesMet =
            std::size_t(std::count_if(gates.begin(), gates.end(), [](const GateResult& gate) { return gate.met; }));
        touch();
        emit runsChanged();
        return;
    }
}

std::vector<fs::path> Project::allFilesOf(const RunSummary& run) const
{
    std::vector<fs::path> files = filesOfModel(run.output);
    std::error_code ec;
    std::vector<fs::path> documents{run.report};
    for (const char* about : kFindings)
        documents.push_back(fileOf(run, about));
    for (const fs::path& file : documents) {
        if (!file.empty() && fs::is_regular_file(file, ec))
            files.push_back(file);
    }
    return files;
}

bool Project::isDeletedWith(const RunSummary& run, const fs::path& file) const
{
    const std::string name = runNameOf(run.output);
    return !name.empty() && runNameOf(file) == name && file != m_model && mayDeleteIn(file.parent_path());
}

std::vector<fs::path> Project::documentsOfRun(int number) const
{
    const RunSummary* found = run(number);
    return found ? allFilesOf(*found) : std::vector<fs::path>();
}

std::vector<fs::path> Project::filesOfRun(int number) const
{
    const RunSummary* found = run(number);
    if (!found)
        return {};
    std::vector<fs::path> files = allFilesOf(*found);
    std::erase_if(files, [&](const fs::path& file) { return !isDeletedWith(*found, file); });
    return files;
}

std::set<fs::path> Project::filesThatStay(int number) const
{
    const RunSummary* found = run(number);
    if (!found)
        return {};
    const std::vector<fs::path> files = allFilesOf(*found);
    std::set<fs::path> others(files.begin(), files.end());
    std::erase_if(others, [&](const fs::path& file) { return isDeletedWith(*found, file); });
    return others;
}

bool Project::mayDeleteIn(const fs::path& folder) const
{
    std::error_code ec;
    const fs::path canonical = fs::weakly_canonical(folder, ec);
    if (ec)
        return false;
    // Where a link in its place leads is nobody's choice.
    const auto isFolderOf = [&](const fs::path& document) {
        return !document.empty() && liesIn(canonical, document.parent_path())
            && canonical.filename() == runsFolderFor(document).filename();
    };
    // Runs that were made before the project was first saved stay beside the model.
    const fs::path& home = m_path.empty() ? m_model : m_path;
    return isFolderOf(m_path) || (isFolderOf(m_model) && liesIn(m_model, home.parent_path()))
        || m_ownConfirmed.contains(canonical) || (m_confirmedFolders && m_confirmedFolders->contains(canonical));
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
    m_signatures.erase(number);
    const bool wasBaseline = m_baseline == number;
    if (wasBaseline) // the next run may get its number
        m_baseline = 0;
    touch();
    emit runsChanged();
    if (wasBaseline)
        emit baselineChanged();
    return {};
}

/// Another run is the baseline.
class Project::BaselineEdit final : public QUndoCommand
{
public:
    BaselineEdit(Project& project, int number) : m_project(project), m_before(project.m_baseline), m_after(number)
    {
        setText(number == 0 ? Project::tr("Unpin the baseline") : Project::tr("Run %1 is the baseline").arg(number));
    }

    void redo() override { m_project.pin(m_after); }
    void undo() override { m_project.pin(m_before); }

private:
    Project& m_project;
    int m_before;
    int m_after;
};

void Project::setBaseline(int number)
{
    if (number != baseline() && (number == 0 || run(number)))
        m_editor->undoStack().push(new BaselineEdit(*this, number));
}

void Project::pin(int number)
{
    m_baseline = number;
    emit baselineChanged();
    emit contentChanged();
}

void Project::restoreRun(int number)
{
    if (const RunSummary* found = run(number))
        m_editor->apply(tr("Restore the recipe of run %1").arg(number), found->recipe);
}

bool Project::isStale(int number) const
{
    const RunSummary* found = run(number);
    return found && signatureOfRun(*found) != signatureOf(m_editor->recipe());
}

std::set<int> Project::staleRuns() const
{
    const RecipeSignature edited = m_runs.empty() ? RecipeSignature() : signatureOf(m_editor->recipe());
    std::set<int> stale;
    for (const RunSummary& run : m_runs) {
        if (signatureOfRun(run) != edited)
            stale.insert(run.number);
    }
    return stale;
}

const RecipeSignature& Project::signatureOfRun(const RunSummary& run) const
{
    const auto [at, isNew] = m_signatures.try_emplace(run.number);
    if (isNew)
        at->second = signatureOf(run.recipe);
    return at->second;
}

} // namespace quantiscope
