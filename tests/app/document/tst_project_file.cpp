// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_opener.h"
#include "app/document/project_file.h"
#include "core/config/presets.h"
#include "tests/support/root_rights.h"
#include "tests/support/source_directory.h"
#include "tests/support/verify_result.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace fs = std::filesystem;

namespace {

Recipe recipeOf(const char* preset)
{
    Result<Preset> found = findPreset(preset, ErrorCode::InvalidArgument);
    if (!found)
        qFatal("%s", found.error().message.c_str());
    Recipe recipe;
    recipe.config = std::move(found->config);
    return recipe;
}

fs::path folderOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

void write(const fs::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

ProjectFile fullProject(const fs::path& folder)
{
    ProjectFile project;
    project.model = folder / "models" / "net.onnx";
    project.recipe = recipeOf("XINT8");
    project.recipe.calibration.emplace();
    project.recipe.calibration->source = (folder / "calib").string();
    project.recipe.calibration->samples = 12;
    project.recipe.config.exclude.push_back({ExclusionRule::Kind::Regex, "^/head/", {}, {}});
    project.view = {{"perspective", "compare"}};
    RunSummary run;
    run.number = 3;
    run.time = "2026-11-22T00:43:02Z";
    run.recipe = recipeOf("A8W8");
    run.output = folder / "p_runs" / "run-003.onnx";
    run.report = folder / "p_runs" / "run-003.report.json";
    run.samples = 64;
    run.seconds = 2.5;
    run.statisticsReused = true;
    run.quantizedNodes = 10;
    run.nodes = 12;
    run.floatBytes = 4000;
    run.outputBytes = 1100;
    run.measuredOn = RunSummary::MeasuredOn::Evaluation;
    run.measuredSamples = 32;
    run.outputs.push_back({"logits", {0.99, 0.95}, {std::numeric_limits<double>::infinity(), 31.5}});
    run.outputs.push_back({"boxes", {0.9, 0.8}, {std::nan(""), std::nan("")}});
    run.accuracy = ClassificationSummary{100, 90, 99, 88, 98, 5};
    run.gates = 2;
    run.gatesMet = 1;
    run.modelHash = "ab";
    run.outputHash = "cd";
    run.dataHash = "ef";
    project.runs.push_back(run);
    run.number = 5;
    run.accuracy.reset();
    project.runs.push_back(run);
    return project;
}

constexpr const char* kSmall = R"({"format": "quantiscope-project", "version": 1,
    "recipe": {"format": "quantiscope-recipe", "version": 1, "preset": "A8W8"}})";

std::string withRun(const std::string& members)
{
    return R"({"format": "quantiscope-project", "recipe": {"format": "quantiscope-recipe", "preset": "A8W8"},
        "runs": [{"number": 1, "output": "a.onnx", "recipe": {"format": "quantiscope-recipe", "preset": "A8W8"})"
        + members + "}]}";
}

} // namespace

class tst_ProjectFile : public QObject
{
    Q_OBJECT

private slots:
    void project_roundTrips();
    void paths_areRelativeToTheFile();
    void movedProject_findsItsFiles();
    void malformedFile_isRefused_data();
    void malformedFile_isRefused();
    void refusedRecipe_leavesModelAndRuns_andIsKept_data();
    void refusedRecipe_leavesModelAndRuns_andIsKept();
    void refusedRecipe_isKeptBesideAnEditedOne();
    void everyTruncation_isRefused();
    void missingFolderOrUnreadable_isRefused();
    void failedSave_leavesTheOldFile();
    void recipeOfProject_isReadByTheEngine();
    void document_isKnownByItsContent_data();
    void document_isKnownByItsContent();
    void unreadableDocument_tellsTheEnginesSentence();
    void projectWithoutItsModel_opens();
};

void tst_ProjectFile::project_roundTrips()
{
    const QTemporaryDir folder;
    const ProjectFile project = fullProject(folderOf(folder));
    VERIFY_OK(saveProject(project, folderOf(folder) / "p.qsproj"));
    const auto read = loadProject(folderOf(folder) / "p.qsproj");
    VERIFY_OK(read);
    QCOMPARE(read->model, project.model);
    QVERIFY(read->recipe == project.recipe);
    QVERIFY(read->view == project.view);
    QCOMPARE(read->runs.size(), std::size_t(2));
    const RunSummary& run = read->runs[0];
    const RunSummary& was = project.runs[0];
    QCOMPARE(run.number, 3);
    QCOMPARE(run.time, was.time);
    QVERIFY(run.recipe == was.recipe);
    QCOMPARE(run.output, was.output);
    QCOMPARE(run.report, was.report);
    QCOMPARE(run.samples, was.samples);
    QCOMPARE(run.seconds, was.seconds);
    QVERIFY(run.statisticsReused);
    QCOMPARE(run.quantizedNodes, was.quantizedNodes);
    QCOMPARE(run.nodes, was.nodes);
    QCOMPARE(run.floatBytes, was.floatBytes);
    QCOMPARE(run.outputBytes, was.outputBytes);
    QCOMPARE(run.measuredOn, was.measuredOn);
    QCOMPARE(run.measuredSamples, was.measuredSamples);
    QCOMPARE(run.outputs.size(), std::size_t(2));
    QVERIFY(run.outputs[0].cosine == was.outputs[0].cosine);
    QVERIFY(std::isinf(run.outputs[0].psnr.mean));
    QCOMPARE(run.outputs[0].psnr.worst, 31.5);
    QVERIFY(std::isnan(run.outputs[1].psnr.mean));
    QCOMPARE(run.accuracy->labelled, std::uint64_t(100));
    QCOMPARE(run.accuracy->quantizedTop5, std::uint64_t(98));
    QCOMPARE(run.accuracy->gained(), std::optional<std::uint64_t>(3));
    QVERIFY(!read->runs[1].accuracy);
    QCOMPARE(run.gates, was.gates);
    QCOMPARE(run.gatesMet, was.gatesMet);
    QCOMPARE(run.outputHash, was.outputHash);
    QCOMPARE(projectText(*read, folderOf(folder)), projectText(project, folderOf(folder)));
}

void tst_ProjectFile::paths_areRelativeToTheFile()
{
    const QTemporaryDir folder;
    const std::string text = projectText(fullProject(folderOf(folder)), folderOf(folder));
    QVERIFY2(text.find(folder.path().toStdString()) == std::string::npos, text.c_str());
    QVERIFY(text.find("\"models/net.onnx\"") != std::string::npos);
    QVERIFY(text.find("\"p_runs/run-003.onnx\"") != std::string::npos);
}

void tst_ProjectFile::movedProject_findsItsFiles()
{
    const QTemporaryDir folder;
    const fs::path before = folderOf(folder) / "before";
    const fs::path after = folderOf(folder) / "after";
    VERIFY_OK(saveProject(fullProject(before), before / "p.qsproj"));
    fs::rename(before, after);
    const auto read = loadProject(after / "p.qsproj");
    VERIFY_OK(read);
    QCOMPARE(read->model, after / "models/net.onnx");
    QCOMPARE(read->runs[0].output, after / "p_runs/run-003.onnx");
    QCOMPARE(read->recipe.calibration->source, (after / "calib").string());
}

void tst_ProjectFile::malformedFile_isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& text, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromUtf8(expected);
    };
    const std::string recipe = R"("recipe": {"format": "quantiscope-recipe", "preset": "A8W8"})";
    const std::string head = R"({"format": "quantiscope-project", )" + recipe;
    row("empty", "", "not valid JSON");
    row("not JSON", "onnx", "not valid JSON");
    row("a list", "[]", "is not a project");
    row("another format", R"({"format": "quantiscope-recipe", "preset": "A8W8"})", "is not a project");
    row("format of another type", R"({"format": 7})", "is not a project");
    row("newer version", R"({"format": "quantiscope-project", "version": 2})", "Use a newer Quantiscope");
    row("version of another type", R"({"format": "quantiscope-project", "version": "1"})", "must be a whole number");
    row("no recipe", R"({"format": "quantiscope-project"})", "project.recipe is missing");
    row("unknown key", head + R"(, "modle": "x"})", "Did you mean 'model'?");
    row("key twice", head + R"(, "model": "x", "model": "y"})", "twice");
    row("kept recipe of another type", head + R"(, "refusedRecipe": 3})", "project.refusedRecipe must be an object");
    row("kept recipe with an unknown key", head + R"(, "refusedRecipe": {"recipe": {}, "folde": ""}})",
        "Did you mean 'folder'?");
    row("model of another type", head + R"(, "model": 5})", "project.model must be a text");
    row("runs of another type", head + R"(, "runs": {}})", "must be a list");
    row("a run of another type", head + R"(, "runs": [1]})", "project.runs[0] must be an object");
    row("view of another type", head + R"(, "view": []})", "must be an object");
    row("huge nesting", head + R"(, "view": {"a": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}}",
        "nested too deeply");
    row("run without number", head + R"(, "runs": [{"output": "x"}]})", "number is missing");
    row("run without output", head + R"(, "runs": [{"number": 1}]})", "output is missing");
    row("unknown key in a run", withRun(R"(, "reprot": "x")"), "Did you mean 'report'?");
    row("negative count", withRun(R"(, "result": {"samples": -1})"), "project.runs[0].result.samples");
    row("metric of another type",
        withRun(R"(, "result": {"outputs": [{"name": "y", "cosine": {"mean": "high", "worst": 0}}]})"),
        "project.runs[0].result.outputs[0].cosine.mean must be a number");
    row("unknown measuredOn", withRun(R"(, "result": {"measuredOn": "moon"})"), "not 'moon'");
    row("number twice",
        R"({"format": "quantiscope-project", )" + recipe + R"(, "runs": [)" + R"({"number": 2, "output": "a", )"
            + recipe + R"(}, {"number": 2, "output": "b", )" + recipe + "}]}",
        "must rise");
    row("not UTF-8", head + ", \"model\": \"\xff\xfe\"}", "not valid JSON");
}

void tst_ProjectFile::malformedFile_isRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "p.qsproj";
    write(path, text.toStdString());
    const auto read = loadProject(path);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::ConfigRefused);
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY2(message.contains(expected), qPrintable(message));
    QVERIFY2(message.contains(QLatin1String("p.qsproj")) || expected.contains(QLatin1String("must be an object")),
             qPrintable(message));
}

void tst_ProjectFile::refusedRecipe_leavesModelAndRuns_andIsKept_data()
{
    QTest::addColumn<QByteArray>("recipe");
    QTest::addColumn<QString>("expected");
    QTest::newRow("another type") << QByteArray("3") << QStringLiteral("is not a recipe");
    QTest::newRow("unknown preset") << QByteArray(R"({"format":"quantiscope-recipe","preset":"A8W9"})")
                                    << QStringLiteral("A8W9");
    QTest::newRow("unknown key") << QByteArray(R"({"format":"quantiscope-recipe","preset":"A8W8","exclud":[]})")
                                 << QStringLiteral("Did you mean 'exclude'?");
    QTest::newRow("newer version") << QByteArray(R"({"format":"quantiscope-recipe","preset":"A8W8","version":9})")
                                   << QStringLiteral("Use a newer Quantiscope");
}

void tst_ProjectFile::refusedRecipe_leavesModelAndRuns_andIsKept()
{
    QFETCH(QByteArray, recipe);
    QFETCH(QString, expected);
    const auto kept = nlohmann::json::parse(recipe.toStdString());
    nlohmann::ordered_json document = projectDocument(fullProject("/p"), "/p");
    document["recipe"] = kept;
    const auto read = projectFromDocument(document, "p", "/p");
    VERIFY_OK(read);
    QVERIFY(read->refused);
    QCOMPARE(read->refused->error.code, ErrorCode::ConfigRefused);
    QVERIFY2(QString::fromStdString(read->refused->error.message).contains(expected),
             read->refused->error.message.c_str());
    QCOMPARE(read->model, fs::path("/p/models/net.onnx"));
    QCOMPARE(read->runs.size(), std::size_t(2));
    QVERIFY(read->recipe == standInRecipe());
    // Saved without an edit the file is what it was.
    QVERIFY(nlohmann::json(projectDocument(*read, "/p")) == nlohmann::json(document));
}

void tst_ProjectFile::refusedRecipe_isKeptBesideAnEditedOne()
{
    const auto kept = nlohmann::json::parse(R"({"format": "quantiscope-recipe", "preset": "A8W9"})");
    nlohmann::ordered_json document = projectDocument(fullProject("/p"), "/p");
    document["recipe"] = kept;
    auto project = projectFromDocument(document, "p", "/p");
    VERIFY_OK(project);
    project->recipe = recipeOf("XINT8");
    auto again = readProject(projectText(*project, "/p/sub"), "p", "/p/sub");
    VERIFY_OK(again);
    QVERIFY(again->recipe == project->recipe);
    QVERIFY(again->refused);
    QVERIFY(again->refused->document == kept);
    QCOMPARE(again->refused->folder.lexically_normal(), fs::path("/p/").lexically_normal());
    // In another folder its paths would say something else, so it is no member "recipe" there, edited or not.
    project->recipe = standInRecipe();
    const auto moved = nlohmann::json::parse(projectText(*project, "/q"));
    QVERIFY(moved["recipe"]["preset"] != "A8W9");
    QVERIFY(moved["refusedRecipe"]["recipe"] == kept);
    // A program that reads it takes it back.
    nlohmann::json readable = moved;
    readable["refusedRecipe"]["recipe"]["preset"] = "A16W8";
    const auto healed = projectFromDocument(readable, "p", "/q");
    VERIFY_OK(healed);
    QVERIFY(!healed->refused);
    QCOMPARE(healed->recipe.config.preset, std::string("A16W8"));
}

void tst_ProjectFile::everyTruncation_isRefused()
{
    const std::string text = projectText(fullProject("/p"), "/p");
    VERIFY_OK(readProject(text, "p", "/p"));
    const std::size_t whole = text.find_last_of('}');
    for (std::size_t size = 0; size <= whole; size += 13)
        QVERIFY2(!readProject(text.substr(0, size), "p", "/p"), std::to_string(size).c_str());
}

void tst_ProjectFile::missingFolderOrUnreadable_isRefused()
{
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "p.qsproj";
    const auto missing = loadProject(path);
    QVERIFY(!missing);
    QVERIFY2(missing.error().message.find("p.qsproj") != std::string::npos, missing.error().message.c_str());
    const auto isFolder = loadProject(folderOf(folder));
    QVERIFY(!isFolder);
    QVERIFY2(isFolder.error().message.find("folder") != std::string::npos, isFolder.error().message.c_str());
    write(path, kSmall);
    fs::permissions(path, fs::perms::none);
    const ObeysPermissions obeys;
    QVERIFY(!loadProject(path));
}

void tst_ProjectFile::failedSave_leavesTheOldFile()
{
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "sub" / "p.qsproj";
    VERIFY_OK(saveProject(fullProject(folderOf(folder)), path));
    const auto size = fs::file_size(path);
    fs::permissions(path.parent_path(), fs::perms::owner_read | fs::perms::owner_exec);
    {
        const ObeysPermissions obeys;
        const auto saved = saveProject({}, path);
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::DiskError);
    }
    fs::permissions(path.parent_path(), fs::perms::owner_all);
    QCOMPARE(fs::file_size(path), size);
}

void tst_ProjectFile::recipeOfProject_isReadByTheEngine()
{
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "p.qsproj";
    VERIFY_OK(saveProject(fullProject(folderOf(folder)), path));
    const auto recipe = loadRecipe(path);
    VERIFY_OK(recipe);
    QCOMPARE(recipe->config.preset, std::string("XINT8"));
    QCOMPARE(recipe->model, folderOf(folder) / "models/net.onnx");
    QCOMPARE(recipe->output, folderOf(folder) / "net_XINT8.onnx");
}

void tst_ProjectFile::document_isKnownByItsContent_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("hasModel");
    QTest::newRow("model") << QStringLiteral("model") << int(OpenedDocument::Kind::Model) << true;
    QTest::newRow("recipe") << QStringLiteral("recipe") << int(OpenedDocument::Kind::Recipe) << false;
    QTest::newRow("project") << QStringLiteral("project") << int(OpenedDocument::Kind::Project) << true;
}

void tst_ProjectFile::document_isKnownByItsContent()
{
    QFETCH(QString, file);
    QFETCH(int, kind);
    QFETCH(bool, hasModel);
    // Names say nothing.
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "x.txt";
    if (file == QLatin1String("model")) {
        fs::copy_file(sampleDirectory() / "fashion_cnn.onnx", path);
    } else if (file == QLatin1String("recipe")) {
        write(path, "\xEF\xBB\xBF \n" + recipeText(recipeOf("A8W8"), {}, RecipeDetail::Differences));
    } else {
        ProjectFile project;
        project.model = sampleDirectory() / "fashion_cnn.onnx";
        project.recipe = recipeOf("A8W8");
        VERIFY_OK(saveProject(project, path));
    }
    DocumentOpener opener;
    std::shared_ptr<const OpenedDocument> document;
    connect(&opener, &DocumentOpener::opened, &opener, [&document](const auto& opened) { document = opened; });
    const QSignalSpy failed(&opener, &DocumentOpener::failed);
    opener.open(QString::fromStdString(path.string()));
    QTRY_VERIFY(document || failed.count() > 0);
    QVERIFY2(document, failed.isEmpty() ? "" : qPrintable(failed[0][1].toString()));
    QCOMPARE(int(document->kind), kind);
    QCOMPARE(document->model != nullptr, hasModel);
    QCOMPARE(document->hasRecipe, file != QLatin1String("model"));
}

void tst_ProjectFile::unreadableDocument_tellsTheEnginesSentence()
{
    const QTemporaryDir folder;
    DocumentOpener opener;
    const QSignalSpy failed(&opener, &DocumentOpener::failed);
    for (const char* text : {"", "no model", R"({"format": "other"})", "{", "[1]"}) {
        const fs::path path = folderOf(folder) / "x";
        write(path, text);
        const qsizetype before = failed.count();
        opener.open(QString::fromStdString(path.string()));
        QTRY_COMPARE(failed.count(), before + 1);
        QVERIFY2(failed.back()[1].toString().contains(QLatin1String("x'")), qPrintable(failed.back()[1].toString()));
    }
    opener.open(QString::fromStdString((folderOf(folder) / "missing").string()));
    QTRY_COMPARE(failed.count(), 6);
}

void tst_ProjectFile::projectWithoutItsModel_opens()
{
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "p.qsproj";
    VERIFY_OK(saveProject(fullProject(folderOf(folder)), path));
    Feedback feedback;
    const auto document = readDocument(path, feedback);
    VERIFY_OK(document);
    QVERIFY((*document)->model == nullptr);
    QVERIFY((*document)->modelError->message.find("net.onnx") != std::string::npos);
    QCOMPARE((*document)->project.runs.size(), std::size_t(2));
}

QTEST_MAIN(tst_ProjectFile)
#include "tst_project_file.moc"
