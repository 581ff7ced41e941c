// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project.h"
#include "app/document/recovery.h"
#include "app/document/sample_files.h"
#include "app/jobs/job_feedback.h"
#include "app/jobs/job_work.h"
#include "tests/app/document/sample_project.h"
#include "tests/support/model_runs.h"
#include "tests/support/source_directory.h"
#include "tests/support/verify_result.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include <fstream>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Runs the project's recipe and adds what came of it.
int run(Project& project)
{
    QuantizeJob job = project.nextRun();
    job.request.cache = {};
    job.request.threads = 1;
    JobFeedback feedback;
    const Result<JobResult> result = doJob(environment(), job, feedback);
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return project.addRun(job, std::get<RunReport>(*result), 1.0);
}

RunReport reportOf(const QuantizeJob& job)
{
    RunReport report;
    report.outputPath = job.request.output.string();
    return report;
}

} // namespace

class tst_Project : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void edits_modifyAndUndoRestores();
    void runs_areKeptWithTheProject();
    void run_isStaleOnceTheRecipeSaysSomethingElse();
    void restoredRun_canBeUndone();
    void removedRun_takesItsFiles();
    void removedRun_leavesWhatLiesElsewhere();
    void removedRun_takesItsFilesAfterTheFirstSave();
    void runNumber_isItsFiles();
    void analysis_isOfTheRunsRecipe_withThePartsThatAreSet();
    void highestNumber_leavesRoomForMore();
    void evaluation_tellsWhatItWasMeasuredOn();
    void evaluation_takesTheLabelsThatAreSetNow();
    void fileThatAnotherWindowSaved_isNoticed();
    void pathThatIsNoText_isRefused();
    void runsOfTheSample_goToTheUsersFolder();
    void runsInAClosedFolder_goToTheUsersFolder();
    void chosenRunsFolder_isKeptInTheFile();
    void refusedRecipe_survivesASave();
};

void tst_Project::edits_modifyAndUndoRestores()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    QCOMPARE(project.title(), QStringLiteral("net.onnx"));
    const QSignalSpy modified(&project, &Project::modifiedChanged);
    QVERIFY(!project.isModified());
    exclude(project, "Gemm");
    QVERIFY(project.isModified());
    project.editor().undoStack().undo();
    QVERIFY(!project.isModified());
    QCOMPARE(modified.count(), 2);
    exclude(project, "Gemm");
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    QVERIFY(!project.isModified());
    QCOMPARE(project.title(), QStringLiteral("p.qsproj"));
    project.editor().undoStack().undo();
    QVERIFY(project.isModified());
}

void tst_Project::runs_areKeptWithTheProject()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    QCOMPARE(project.runsFolder(), in(folder, "p_runs"));
    const QSignalSpy changed(&project, &Project::runsChanged);
    QCOMPARE(run(project), 1);
    exclude(project, "Gemm");
    QCOMPARE(run(project), 2);
    QCOMPARE(changed.count(), 2);
    QVERIFY(fs::exists(in(folder, "p_runs/run-001.onnx")));
    QVERIFY(fs::exists(in(folder, "p_runs/run-002.report.json")));
    VERIFY_OK(project.save(in(folder, "p.qsproj")));

    Project again;
    auto file = loadProject(in(folder, "p.qsproj"));
    VERIFY_OK(file);
    again.open(in(folder, "p.qsproj"), std::move(*file));
    QVERIFY(!again.isModified());
    QCOMPARE(again.runs().size(), std::size_t(2));
    const RunSummary& second = again.runs()[1];
    QCOMPARE(second.outputs.size(), std::size_t(1));
    QVERIFY(second.outputs[0].cosine.mean > 0.9);
    QVERIFY(second.outputBytes > 1000);
    QCOMPARE(second.recipe.config.exclude.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(again.nextRun().request.output.filename().string()),
             QStringLiteral("run-003.onnx"));
}

void tst_Project::run_isStaleOnceTheRecipeSaysSomethingElse()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    const int first = run(project);
    QVERIFY(!project.isStale(first));
    exclude(project, "Gemm");
    QVERIFY(project.isStale(first));
    project.editor().undoStack().undo();
    QVERIFY(!project.isStale(first));
}

void tst_Project::restoredRun_canBeUndone()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    const int first = run(project);
    exclude(project, "Gemm");
    project.restoreRun(first);
    QVERIFY(project.editor().recipe().config.exclude.empty());
    project.editor().undoStack().undo();
    QCOMPARE(project.editor().recipe().config.exclude.size(), std::size_t(1));
}

void tst_Project::removedRun_takesItsFiles()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    const int first = run(project);
    QCOMPARE(project.filesOfRun(first).size(), std::size_t(2));
    for (const char* about : {"evaluation", "analysis", "sensitivity", "advice"})
        std::ofstream(project.fileOfRun(first, about)) << "{}";
    QCOMPARE(project.filesOfRun(first).size(), std::size_t(6));
    QCOMPARE(project.documentsOfRun(first).size(), std::size_t(6));
    project.setBaseline(first);
    VERIFY_OK(project.removeRun(first));
    QVERIFY(project.runs().empty());
    QVERIFY(fs::is_empty(project.runsFolder()));
    QVERIFY(fs::exists(in(folder, "net.onnx")));
    QCOMPARE(run(project), first); // its number is free again, but not its pin
    QCOMPARE(project.baseline(), 0);
}

void tst_Project::removedRun_leavesWhatLiesElsewhere()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    (void)run(project);
    // A project file that names files of others.
    ProjectFile file = project.file();
    std::ofstream(in(folder, "precious.txt")) << "mine";
    file.runs[0].output = in(folder, "net.onnx");
    file.runs[0].report = in(folder, "precious.txt");
    fs::create_directory_symlink(in(folder, ""), in(folder, "p_runs"));
    RunSummary second = file.runs[0];
    second.number = 2;
    second.report = in(folder, "p_runs/../precious.txt");
    file.runs.push_back(second);
    project.open(in(folder, "p.qsproj"), file);
    QVERIFY(project.filesOfRun(1).empty());
    QVERIFY(project.filesOfRun(2).empty());
    VERIFY_OK(project.removeRun(1));
    VERIFY_OK(project.removeRun(2));
    QVERIFY(fs::exists(in(folder, "net.onnx")));
    QVERIFY(fs::exists(in(folder, "precious.txt")));
}

void tst_Project::removedRun_takesItsFilesAfterTheFirstSave()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    const int first = run(project);
    const EvaluateJob evaluation = project.evaluationOf(first).value();
    std::ofstream(evaluation.report) << "{}";
    VERIFY_OK(project.save(in(folder, "other.qsproj")));
    QCOMPARE(project.filesOfRun(first).size(), std::size_t(3));
    VERIFY_OK(project.removeRun(first));
    QVERIFY(fs::is_empty(in(folder, "net_runs")));
}

void tst_Project::runNumber_isItsFiles()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    const QuantizeJob first = project.nextRun();
    const QuantizeJob second = project.nextRun(); // queued while the first one waits
    QVERIFY(first.request.output != second.request.output);
    Project other; // another window
    other.start(in(folder, "net.onnx"), sampleRecipe());
    const QuantizeJob third = other.nextRun();
    QCOMPARE(third.request.output.filename(), fs::path("run-003.onnx"));
    QCOMPARE(other.addRun(third, reportOf(third), 1.0), 3);
    QCOMPARE(project.addRun(second, reportOf(second), 1.0), 2);
    QCOMPARE(other.evaluationOf(3).value().report.filename(), fs::path("run-003.evaluation.json"));
    // What was found out about a run that has gone is none of the next one's.
    for (const char* about : {"analysis", "sensitivity", "advice"})
        QCOMPARE(other.fileOfRun(3, about).filename(), fs::path("run-003." + std::string(about) + ".json"));
    std::ofstream(in(folder, "net_runs/run-004.analysis.json")) << "{}";
    QCOMPARE(other.nextRun().request.output.filename(), fs::path("run-005.onnx"));
}

void tst_Project::analysis_isOfTheRunsRecipe_withThePartsThatAreSet()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    QVERIFY(!project.analysisOf(1, 8)); // there is no run
    const QuantizeJob job = project.nextRun();
    QCOMPARE(project.addRun(job, reportOf(job), 1.0), 1);
    Recipe edited = project.editor().recipe();
    edited.config.preset = "XINT8";
    edited.parts = {{"scores", "y", {}}};
    project.editor().apply(QStringLiteral("Test"), edited);
    const Result<AnalysisRequest> request = project.analysisOf(1, 8);
    QVERIFY(request);
    QCOMPARE(request->samples, std::size_t(8));
    QVERIFY(request->recipe.config == job.request.recipe.config);
    QVERIFY(request->recipe.parts == edited.parts);
}

void tst_Project::highestNumber_leavesRoomForMore()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    ProjectFile file = project.file();
    RunSummary last;
    last.number = RunSummary::kMostNumber;
    last.recipe = file.recipe;
    last.output = in(folder, "x.onnx");
    file.runs = {last};
    project.open(in(folder, "p.qsproj"), file);
    const QuantizeJob job = project.nextRun();
    QCOMPARE(project.addRun(job, reportOf(job), 1.0), 2);
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    VERIFY_OK(loadProject(in(folder, "p.qsproj")));
}

void tst_Project::evaluation_tellsWhatItWasMeasuredOn()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    Recipe recipe = sampleRecipe();
    recipe.evaluation.reset();
    recipe.gates = {gateFromText("cosine>=0.9").value()};
    project.editor().apply(QStringLiteral("x"), recipe);
    const QuantizeJob job = project.nextRun();
    const int number = project.addRun(job, reportOf(job), 1.0);
    Evaluation evaluation;
    evaluation.samples = 4;
    evaluation.outputs.resize(1);
    evaluation.outputs[0].cosine = {0.95, 0.9};
    EvaluateJob measured = project.evaluationOf(number).value();
    project.setEvaluation(number, measured, evaluation);
    QVERIFY(project.run(number)->measuredOn == RunSummary::MeasuredOn::Calibration);
    QCOMPARE(project.run(number)->gatesMet, std::size_t(1));
    // Data that the edited recipe has got since are better than those that it was fitted to.
    recipe.evaluation = EvaluationRequest{*recipe.calibration, {}};
    recipe.evaluation->data.samples = 3;
    project.editor().apply(QStringLiteral("y"), recipe);
    measured = project.evaluationOf(number).value();
    QCOMPARE(measured.request.evaluation.data.samples, std::size_t(3));
    evaluation.outputs[0].cosine = {0.5, 0.4};
    project.setEvaluation(number, measured, evaluation);
    QVERIFY(project.run(number)->measuredOn == RunSummary::MeasuredOn::Evaluation);
    QCOMPARE(project.run(number)->gatesMet, std::size_t(0));
    QCOMPARE(project.run(number)->gates, std::size_t(1));
}

void tst_Project::evaluation_takesTheLabelsThatAreSetNow()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    Recipe recipe = sampleRecipe();
    recipe.evaluation = EvaluationRequest{*recipe.calibration, {}};
    recipe.evaluation->data.source = (sampleDirectory() / "test").string();
    recipe.evaluation->data.samples = 8;
    project.editor().apply(QStringLiteral("data"), recipe);
    const int number = run(project);
    QVERIFY(!project.run(number)->accuracy);
    recipe.evaluation->labels = sampleDirectory() / "test" / "labels.tsv";
    project.editor().apply(QStringLiteral("labels"), recipe);
    const Result<EvaluateJob> job = project.evaluationOf(number);
    VERIFY_OK(job);
    JobFeedback feedback;
    const Result<JobResult> result = doJob(environment(), *job, feedback);
    VERIFY_OK(result);
    project.setEvaluation(number, *job, std::get<Evaluation>(*result));
    QVERIFY(project.run(number)->accuracy);
    QCOMPARE(project.run(number)->accuracy->labelled, std::uint64_t(8));
    // Without any of its own the edited recipe measures on what the run was measured on.
    recipe.evaluation.reset();
    project.editor().apply(QStringLiteral("none"), recipe);
    QCOMPARE(project.evaluationOf(number)->request.evaluation.data.samples, std::size_t(8));
}

void tst_Project::fileThatAnotherWindowSaved_isNoticed()
{
    const QTemporaryDir folder;
    const fs::path path = in(folder, "p.qsproj");
    Project first;
    startSample(first, folder);
    QVERIFY(!first.isOvertaken());
    VERIFY_OK(first.save(path));
    QVERIFY(!first.isOvertaken());
    Project second;
    second.open(path, loadProject(path).value());
    QVERIFY(!second.isOvertaken());
    exclude(second, "Gemm");
    VERIFY_OK(second.save(path));
    QVERIFY(!second.isOvertaken());
    QVERIFY(first.isOvertaken());
    // Unsaved work that is recovered knows which file it began with.
    Project recovered;
    recovered.recover(path, first.file());
    QVERIFY(recovered.isOvertaken());
    recovered.recover(path, second.file());
    QVERIFY(!recovered.isOvertaken());
    VERIFY_OK(first.save(path)); // overwriting is the user's decision
    QVERIFY(!first.isOvertaken());
    fs::remove(path);
    QVERIFY(!first.isOvertaken());
}

void tst_Project::pathThatIsNoText_isRefused()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    project.setModel(in(folder, "b\xE9/net.onnx"));
    const Result<void> saved = project.save(in(folder, "p.qsproj"));
    QVERIFY(!saved);
    QVERIFY2(saved.error().message.find("b\\xe9/net.onnx") != std::string::npos, saved.error().message.c_str());
    QVERIFY(!fs::exists(in(folder, "p.qsproj")));
    QVERIFY(project.isModified());
}

void tst_Project::runsOfTheSample_goToTheUsersFolder()
{
    const fs::path user = toPath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
    const fs::path model = toPath(sampleFolder()) / "fashion_cnn.onnx";
    QVERIFY(fs::exists(model));
    Project project;
    project.start(model, sampleRecipe());
    QCOMPARE(project.runsFolder(), user / "quantiscope" / "runs" / "fashion_cnn_runs");
    QVERIFY(project.calibration().output.string().starts_with(user.string()));
    // The same file by another way.
    const QTemporaryDir folder;
    fs::create_directory_symlink(model.parent_path(), in(folder, "link"));
    project.start(in(folder, "link/fashion_cnn.onnx"), sampleRecipe());
    QCOMPARE(project.runsFolder(), user / "quantiscope" / "runs" / "fashion_cnn_runs");
    // A copy is the user's own.
    startSample(project, folder);
    QCOMPARE(project.runsFolder(), in(folder, "net_runs"));
}

void tst_Project::runsInAClosedFolder_goToTheUsersFolder()
{
    // Root's too, who may write there.
    const QTemporaryDir folder;
    fs::create_directory(in(folder, "closed"));
    Project project;
    project.start(in(folder, "closed/net.onnx"), sampleRecipe());
    QCOMPARE(project.runsFolder(), in(folder, "closed/net_runs"));
    fs::permissions(in(folder, "closed"), fs::perms::owner_read | fs::perms::owner_exec);
    const fs::path closed = project.runsFolder();
    fs::permissions(in(folder, "closed"), fs::perms::owner_all);
    const fs::path user = toPath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
    QCOMPARE(closed, user / "quantiscope" / "runs" / "net_runs");
}

void tst_Project::chosenRunsFolder_isKeptInTheFile()
{
    const QTemporaryDir folder;
    Project project;
    startSample(project, folder);
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    project.setRunsFolder(in(folder, "elsewhere/results"));
    QVERIFY(project.isModified());
    QCOMPARE(run(project), 1);
    QVERIFY(fs::exists(in(folder, "elsewhere/results/run-001.onnx")));
    QVERIFY(!fs::exists(in(folder, "p_runs")));
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    // It is relative to the file.
    fs::create_directories(in(folder, "moved"));
    fs::copy_file(in(folder, "p.qsproj"), in(folder, "moved/p.qsproj"));
    QCOMPARE(loadProject(in(folder, "p.qsproj"))->runsFolder, in(folder, "elsewhere/results"));
    QCOMPARE(loadProject(in(folder, "moved/p.qsproj"))->runsFolder, in(folder, "moved/elsewhere/results"));
    VERIFY_OK(project.removeRun(1));
    QVERIFY(!fs::exists(in(folder, "elsewhere/results/run-001.onnx")));
    project.setRunsFolder({});
    QCOMPARE(project.runsFolder(), in(folder, "p_runs"));
}

void tst_Project::refusedRecipe_survivesASave()
{
    const QTemporaryDir folder;
    const fs::path path = in(folder, "p.qsproj");
    std::ofstream(path) << R"({"format": "quantiscope-project", "version": 1, "model": "net.onnx",
        "recipe": {"format": "quantiscope-recipe", "version": 1, "preset": "A8W9"}})";
    Result<ProjectFile> file = loadProject(path);
    VERIFY_OK(file);
    Project project;
    project.open(path, std::move(*file));
    QVERIFY(project.refusedRecipe());
    exclude(project, "Gemm");
    VERIFY_OK(project.save(path));
    const Result<ProjectFile> again = loadProject(path);
    VERIFY_OK(again);
    QCOMPARE(again->recipe.config.exclude.size(), std::size_t(1));
    QVERIFY(again->refused);
    QVERIFY(again->refused->document["preset"] == "A8W9");
    // Another document has its own.
    project.start(in(folder, "net.onnx"), sampleRecipe());
    QVERIFY(!project.refusedRecipe());
}

QTEST_MAIN(tst_Project)
#include "tst_project.moc"
