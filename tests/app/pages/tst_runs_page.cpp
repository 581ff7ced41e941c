// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project.h"
#include "app/pages/runs_page.h"
#include "core/base/file_io.h"
#include "core/config/presets.h"
#include "tests/app/pages/export_part.h"
#include "tests/support/source_directory.h"
#include "tests/support/verify_result.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/models/recipe_difference_model.h"
#include "widgets/models/run_outputs_model.h"
#include "widgets/models/runs_model.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QBrush>
#include <QClipboard>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>

#include <cmath>
#include <fstream>

using namespace quantiscope;
using namespace quantiscope::test;

namespace fs = std::filesystem;

namespace {

Recipe recipeOf(const char* preset)
{
    Recipe recipe;
    recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
    recipe.calibration.emplace();
    recipe.calibration->source = "random:1";
    return recipe;
}

RunSummary runOf(int number, Recipe recipe, double cosine)
{
    RunSummary run;
    run.number = number;
    run.recipe = std::move(recipe);
    run.samples = 64;
    run.seconds = 1.5;
    run.quantizedNodes = 10;
    run.nodes = 12;
    run.floatBytes = 4 << 20;
    run.outputBytes = 1 << 20;
    run.measuredOn = RunSummary::MeasuredOn::Calibration;
    run.measuredSamples = 2;
    run.outputs = {{"boxes", {cosine, cosine - 0.01}, {31.0, 28.0}}, {"scores", {0.99, 0.9}, {40.0, 39.0}}};
    return run;
}

/// Three runs: VINT8, VINT8 with PerChannel and an exclusion, A8W8.
std::vector<RunSummary> threeRuns()
{
    Recipe changed = recipeOf("VINT8");
    changed.config.exclude.push_back({ExclusionRule::Kind::OpType, "Softmax", {}, {}});
    RunSummary second = runOf(2, changed, 0.97);
    second.statisticsReused = true;
    return {runOf(1, recipeOf("VINT8"), 0.9), second, runOf(4, recipeOf("A8W8"), 0.98)};
}

fs::path in(const QTemporaryDir& folder, const char* name)
{
    return fs::path(folder.path().toStdString()) / name;
}

/// A project with three runs whose files exist.
void openThreeRuns(Project& project, const QTemporaryDir& folder)
{
    ProjectFile file;
    fs::copy_file(sampleDirectory() / "fashion_cnn.onnx", in(folder, "net.onnx"));
    fs::create_directories(in(folder, "p_runs"));
    file.model = in(folder, "net.onnx");
    file.recipe = recipeOf("A8W8");
    file.runs = threeRuns();
    for (RunSummary& run : file.runs) {
        run.output = in(folder, "p_runs") / ("run-00" + std::to_string(run.number) + ".onnx");
        run.report = in(folder, "p_runs") / ("run-00" + std::to_string(run.number) + ".report.json");
        std::ofstream(run.output) << "model " << run.number;
        std::ofstream(run.report) << "{}";
    }
    project.open(in(folder, "p.qsproj"), std::move(file));
}

std::string textOf(const fs::path& path)
{
    const Result<std::string> text = readTextFile(path, ErrorCode::DiskError);
    return text ? *text : std::string();
}

} // namespace

class tst_RunsPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
    void models_keepTheirContract();
    void runs_tellWhatChanged();
    void noRuns_offerToQuantize();
    void page_showsTheNewestAgainstTheOneBefore();
    void staleChip_followsTheRecipe();
    void restore_isUndoable();
    void delete_asksFirst();
    void openGraph_tellsTheModel();
    void exports_writeTheirFiles();
    void failedExport_isToldInPlace();
    void export_neverReplacesWhatIsRead();
    void exports_waitForEachOther();
    void script_canBeRun_andBothFilesAreTold();
    void farFromFloat_isNeverAPlainSuccess();
    void measuredOn_standsInTheRow();
    void columns_sort_andTheCurrentRunStays();
    void table_isCopied();
    void severalRuns_areDeleted();
    void filesThatStay_areCounted_beforeARunIsDeleted();
};

void tst_RunsPage::models_keepTheirContract()
{
    RunsModel runs;
    RunOutputsModel outputs;
    RecipeDifferenceModel differences;
    const auto mode = QAbstractItemModelTester::FailureReportingMode::QtTest;
    const QAbstractItemModelTester first(&runs, mode);
    const QAbstractItemModelTester second(&outputs, mode);
    const QAbstractItemModelTester third(&differences, mode);
    const std::vector<RunSummary> all = threeRuns();
    runs.setRuns(all, {1});
    runs.setStale({2});
    outputs.setRuns({{all[0]}, {all[1], 1, true}});
    QCOMPARE(outputs.rowCount(), 4);
    QCOMPARE(outputs.index(1, int(RunOutputsModel::Column::Output)).data().toString(), QString()); // once for its runs
    QCOMPARE(outputs.index(1, 0).data(RunOutputsModel::OutputRole).toString(), QStringLiteral("boxes"));
    QCOMPARE(outputs.index(1, int(RunOutputsModel::Column::Run)).data().toString(), QStringLiteral("run 2, baseline"));
    QCOMPARE(outputs.index(0, int(RunOutputsModel::Column::CosineDelta)).data().toString(), QStringLiteral("−0.0700"));
    differences.setChanges(recipeDifference(all[0].recipe, all[1].recipe), QStringLiteral("run 1"),
                           QStringLiteral("run 2"));
    QCOMPARE(differences.rowCount(), 1);
    QCOMPARE(differences.index(0, 0).data().toString(), QStringLiteral("+"));
    runs.setRuns({}, {});
    QCOMPARE(runs.rowCount(), 0);
}

void tst_RunsPage::runs_tellWhatChanged()
{
    RunsModel runs;
    runs.setRuns(threeRuns(), {});
    const auto cell = [&runs](int row, RunsModel::Column column, int role = Qt::DisplayRole) {
        return runs.index(row, int(column)).data(role);
    };
    QCOMPARE(runs.rowCount(), 4);
    QCOMPARE(cell(0, RunsModel::Column::Recipe).toString(), QStringLiteral("FP32"));
    QCOMPARE(cell(0, RunsModel::Column::Size).toString(), QStringLiteral("4.00"));
    QCOMPARE(cell(1, RunsModel::Column::Recipe, RunsModel::DifferenceRole).toString(), QStringLiteral("preset"));
    QCOMPARE(cell(2, RunsModel::Column::Recipe, RunsModel::DifferenceRole).toString(),
             QStringLiteral("+ float: type 'Softmax' · statistics reused"));
    QCOMPARE(cell(3, RunsModel::Column::Recipe, RunsModel::DifferenceRole).toString(), QStringLiteral("preset"));
    QCOMPARE(cell(2, RunsModel::Column::Cosine).toString(), QStringLiteral("0.9700"));
    QCOMPARE(cell(2, RunsModel::Column::Psnr).toString(), QStringLiteral("31.0"));
    QCOMPARE(cell(2, RunsModel::Column::Accuracy).toString(), QStringLiteral("—"));
    QVERIFY(!cell(2, RunsModel::Column::Accuracy, RunsModel::SortRole).isValid());
    QCOMPARE(cell(3, RunsModel::Column::Number).toString(), QStringLiteral("4"));
    QCOMPARE(runs.rowOf(4), 3);
    QCOMPARE(runs.rowOf(3), -1);
}

void tst_RunsPage::noRuns_offerToQuantize()
{
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    page.show();
    const QSignalSpy asked(&page, &RunsPage::quantizeRequested);
    auto* button = page.findChild<QPushButton*>(QStringLiteral("quantizeFirst"));
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QVERIFY(!ActionRegistry::disabledReason(actions.action(QStringLiteral("runs.delete"))).isEmpty());
}

void tst_RunsPage::page_showsTheNewestAgainstTheOneBefore()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    page.resize(1180, 620);
    page.show();
    openThreeRuns(project, folder);
    QCOMPARE(page.currentRun(), 4);
    page.setCurrentRun(2);
    QCOMPARE(page.currentRun(), 2);
    auto* difference = page.findChild<QTableView*>(QStringLiteral("difference"));
    QVERIFY(difference->isVisible());
    QCOMPARE(difference->model()->rowCount(), 1);
    page.setCurrentRun(1);
    QVERIFY(!difference->isVisible());
    QTest::keyClick(page.findChild<QTableView*>(QStringLiteral("runs")), Qt::Key_Down);
    QCOMPARE(page.currentRun(), 2);
    if (const QString to = qEnvironmentVariable("QUANTISCOPE_TEST_PICTURES"); !to.isEmpty()) {
        page.setCurrentRun(4);
        page.grab().save(to + QStringLiteral("/runs.png"));
        applyTheme(*qApp, ThemeChoice::Dark);
        page.setCurrentRun(2);
        page.grab().save(to + QStringLiteral("/runs-dark.png"));
        applyTheme(*qApp, ThemeChoice::Light);
    }
}

void tst_RunsPage::staleChip_followsTheRecipe()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    page.show();
    openThreeRuns(project, folder);
    auto* chip = page.findChild<QWidget*>(QStringLiteral("staleChip"));
    QVERIFY(!chip->isVisible());
    Recipe recipe = project.editor().recipe();
    recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "Conv", {}, {}});
    project.editor().apply(QStringLiteral("Exclude"), recipe);
    QVERIFY(chip->isVisible());
    project.editor().undoStack().undo();
    QVERIFY(!chip->isVisible());
    page.setCurrentRun(1);
    QVERIFY(chip->isVisible());
}

void tst_RunsPage::restore_isUndoable()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    page.setCurrentRun(2);
    const QSignalSpy restored(&page, &RunsPage::restored);
    actions.action(QStringLiteral("runs.restore"))->trigger();
    QCOMPARE(restored.count(), 1);
    QCOMPARE(restored.front().front().toInt(), 2);
    QCOMPARE(project.editor().recipe().config.preset, std::string("VINT8"));
    QCOMPARE(project.editor().recipe().config.exclude.size(), std::size_t(1));
    project.editor().undoStack().undo();
    QCOMPARE(project.editor().recipe().config.preset, std::string("A8W8"));
}

void tst_RunsPage::delete_asksFirst()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    page.setCurrentRun(2);
    const auto answer = [&](bool yes) {
        QTimer::singleShot(0, &page, [yes] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            QVERIFY(box->informativeText().contains(QLatin1String("run-002.onnx")));
            for (QAbstractButton* button : box->buttons()) {
                if ((box->buttonRole(button) == QMessageBox::DestructiveRole) == yes)
                    button->click();
            }
        });
        actions.action(QStringLiteral("runs.delete"))->trigger();
    };
    answer(false);
    QCOMPARE(project.runs().size(), std::size_t(3));
    answer(true);
    QCOMPARE(project.runs().size(), std::size_t(2));
    QVERIFY(!fs::exists(in(folder, "p_runs/run-002.onnx")));
    QVERIFY(fs::exists(in(folder, "p_runs/run-001.onnx")));
    QVERIFY(project.run(page.currentRun()) != nullptr);
}

void tst_RunsPage::openGraph_tellsTheModel()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    const QSignalSpy asked(&page, &RunsPage::graphRequested);
    page.setCurrentRun(1);
    actions.action(QStringLiteral("runs.openGraph"))->trigger();
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked[0][0].toString(), pathText(in(folder, "p_runs/run-001.onnx")));
}

void tst_RunsPage::exports_writeTheirFiles()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    page.setCurrentRun(2);
    const QSignalSpy done(&page, &RunsPage::exported);
    const auto write = [&](RunPart part, const char* name) {
        const qsizetype before = done.count();
        exportPart(page, project, part, pathText(in(folder, name)));
        return QTest::qWaitFor([&] { return done.count() == before + 1; }) ? textOf(in(folder, name)) : std::string();
    };
    QCOMPARE(write(RunPart::Model, "out/model.onnx"), std::string("model 2"));
    QCOMPARE(write(RunPart::Report, "out/report.json"), std::string("{}"));
    QVERIFY(!write(RunPart::Recipe, "out/recipe.json").empty());
    const auto recipe = loadRecipe(in(folder, "out/recipe.json"));
    VERIFY_OK(recipe);
    QCOMPARE(recipe->model, in(folder, "net.onnx"));
    QCOMPARE(recipe->config.exclude.size(), std::size_t(1));
    const std::string workflow = write(RunPart::GitHubWorkflow, "repo/.github/workflows/quantize.yml");
    QVERIFY2(workflow.find("qscope run quantize.recipe.json") != std::string::npos, workflow.c_str());
    VERIFY_OK(loadRecipe(in(folder, "repo/quantize.recipe.json")));
    QVERIFY(write(RunPart::ShellScript, "ci/quantize.sh").starts_with("#!/bin/sh"));
    VERIFY_OK(loadRecipe(in(folder, "ci/quantize.recipe.json")));
    QVERIFY(write(RunPart::QuarkScript, "quark.py").find("quark") != std::string::npos);
    QVERIFY(write(RunPart::OnnxRuntimeScript, "ort.py").find("onnxruntime") != std::string::npos);
    actions.action(QStringLiteral("runs.copyCommandLine"))->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QLatin1String("qscope quantize ")));
}

void tst_RunsPage::failedExport_isToldInPlace()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    page.show();
    openThreeRuns(project, folder);
    fs::remove(in(folder, "p_runs/run-004.report.json"));
    const QSignalSpy failed(&page, &RunsPage::exportFailed);
    exportPart(page, project, RunPart::Report, pathText(in(folder, "out.json")));
    const auto shown = [&page] {
        for (const QLabel* label : page.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(QLatin1String("run-004.report.json")))
                return true;
        }
        return false;
    };
    QTRY_VERIFY(shown());
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed.front().front().toInt(), 4);
    QVERIFY(!page.isExporting());
    QVERIFY(!fs::exists(in(folder, "out.json")));
}

void tst_RunsPage::export_neverReplacesWhatIsRead()
{
    const QTemporaryDir folder;
    Project project;
    openThreeRuns(project, folder);
    const RunSummary& run = *project.run(1);
    const Feedback feedback;
    const auto size = fs::file_size(project.modelPath());
    QVERIFY(!exportRun(run, project.modelPath(), RunPart::Model, project.modelPath(), feedback));
    QCOMPARE(fs::file_size(project.modelPath()), size);
    for (const fs::path& own : {run.output, run.report}) {
        const auto written = exportRun(run, project.modelPath(), RunPart::Recipe, own, feedback);
        QVERIFY(!written);
        QVERIFY2(written.error().message.find(own.string()) != std::string::npos, written.error().message.c_str());
    }
    QCOMPARE(textOf(run.output), std::string("model 1"));
    // A snippet's recipe has its own name.
    std::ofstream(in(folder, "quantize.recipe.json")) << "precious";
    VERIFY_OK(exportRun(run, project.modelPath(), RunPart::ShellScript, in(folder, "ci.sh"), feedback));
    QCOMPARE(textOf(in(folder, "quantize.recipe.json")), std::string("precious"));
    VERIFY_OK(loadRecipe(in(folder, "ci.recipe.json")));
    // A repetition is no run of the project.
    const std::string line = commandLineOfRun(run, project.modelPath());
    QVERIFY2(line.find("/net_VINT8.onnx") != std::string::npos, line.c_str());
    QVERIFY2(line.find("run-001") == std::string::npos, line.c_str());
    // A workflow that lies elsewhere in a repository names its recipe from the root.
    fs::create_directories(in(folder, "repo/.git"));
    const fs::path workflow = in(folder, "repo/ci/all.yml");
    VERIFY_OK(exportRun(run, project.modelPath(), RunPart::GitHubWorkflow, workflow, feedback));
    QVERIFY(textOf(workflow).find("qscope run ci/all.recipe.json") != std::string::npos);
    RunSummary bare = run;
    bare.report.clear();
    const auto none = exportRun(bare, project.modelPath(), RunPart::Report, in(folder, "r.json"), feedback);
    QVERIFY(!none);
    QVERIFY2(none.error().message.find("no report") != std::string::npos, none.error().message.c_str());
    // Of a project whose file names no model.
    QVERIFY(!commandLineOfRun(run, {}).empty());
}

void tst_RunsPage::exports_waitForEachOther()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    const QSignalSpy done(&page, &RunsPage::exported);
    exportPart(page, project, RunPart::Model, pathText(in(folder, "a.onnx")));
    exportPart(page, project, RunPart::Report, pathText(in(folder, "b.json")));
    exportPart(page, project, RunPart::Recipe, pathText(in(folder, "c.json")));
    QTRY_COMPARE(done.count(), 3);
    for (const char* name : {"a.onnx", "b.json", "c.json"})
        QVERIFY2(fs::exists(in(folder, name)), name);
}

void tst_RunsPage::script_canBeRun_andBothFilesAreTold()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    const QSignalSpy done(&page, &RunsPage::exported);
    exportPart(page, project, RunPart::ShellScript, pathText(in(folder, "ci.sh")));
    QTRY_COMPARE(done.count(), 1);
    const QStringList both{pathText(in(folder, "ci.sh")), pathText(in(folder, "ci.recipe.json"))};
    QCOMPARE(done.front().front().toStringList(), both);
    QVERIFY(QFileInfo(both[0]).isExecutable());
    QVERIFY(!QFileInfo(both[1]).isExecutable());
}

void tst_RunsPage::farFromFloat_isNeverAPlainSuccess()
{
    RunsModel runs;
    std::vector<RunSummary> all = threeRuns();
    all[1].outputs[0].cosine = {0.82, 0.7};
    all[2].warnings = 2;
    runs.setRuns(all, {});
    const auto cell = [&runs](int row, RunsModel::Column column, int role) {
        return runs.index(row, int(column)).data(role);
    };
    QCOMPARE(cell(2, RunsModel::Column::Recipe, RunsModel::DifferenceRole).toString(),
             QStringLiteral("+ float: type 'Softmax' · far from FP32 · statistics reused"));
    QCOMPARE(cell(2, RunsModel::Column::Cosine, Qt::ForegroundRole).value<QBrush>().color(), Theme::current().warning);
    QVERIFY(cell(2, RunsModel::Column::Cosine, Qt::DecorationRole).isValid());
    QVERIFY(!cell(1, RunsModel::Column::Cosine, Qt::DecorationRole).isValid());
    QVERIFY(
        cell(3, RunsModel::Column::Recipe, RunsModel::DifferenceRole).toString().contains(QLatin1String("2 warning")));
}

void tst_RunsPage::measuredOn_standsInTheRow()
{
    RunsModel runs;
    std::vector<RunSummary> all = threeRuns();
    all[1].measuredOn = RunSummary::MeasuredOn::Evaluation;
    all[1].measuredSamples = 512;
    all[1].accuracy = ClassificationSummary{};
    all[1].accuracy->labelled = 8;
    all[1].accuracy->quantizedTop1 = 6;
    all[2].measuredOn = RunSummary::MeasuredOn::Nothing;
    runs.setRuns(all, {});
    const auto cell = [&runs](int row, RunsModel::Column column) { return runs.index(row, int(column)).data(); };
    QCOMPARE(cell(1, RunsModel::Column::MeasuredOn).toString(), QStringLiteral("2 calibration"));
    QCOMPARE(cell(2, RunsModel::Column::MeasuredOn).toString(), QStringLiteral("512 evaluation"));
    QCOMPARE(cell(3, RunsModel::Column::MeasuredOn).toString(), QStringLiteral("—"));
    QCOMPARE(cell(2, RunsModel::Column::Accuracy).toString(), QStringLiteral("75.0"));
}

void tst_RunsPage::columns_sort_andTheCurrentRunStays()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    page.setCurrentRun(2);
    auto* table = page.findChild<QTableView*>(QStringLiteral("runs"));
    const auto numbers = [table] {
        QList<int> found;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            found << table->model()->index(row, 0).data(RunsModel::NumberRole).toInt();
        return found;
    };
    QCOMPARE(numbers(), (QList<int>{0, 1, 2, 4}));
    table->sortByColumn(int(RunsModel::Column::Cosine), Qt::DescendingOrder);
    QCOMPARE(numbers(), (QList<int>{0, 4, 2, 1}));
    QCOMPARE(page.currentRun(), 2);
    page.setCurrentRun(1);
    QCOMPARE(table->currentIndex().row(), 3);
}

void tst_RunsPage::table_isCopied()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    actions.action(QStringLiteral("runs.copyCsv"))->trigger();
    const QStringList csv = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(csv.size(), 6); // head, FP32, three runs, the end
    QCOMPARE(csv[0],
             QStringLiteral("Shown,Run,Recipe,Cosine,Δ run 2,\"PSNR, dB\",Measured on,\"Size, MiB\",Quantized nodes,"
                            "\"Time, s\""));
    QCOMPARE(csv[3],
             QStringLiteral("shown,2,\"VINT8, + float: type 'Softmax' · statistics reused\",0.9700,,31.0,2 calibration,"
                            "1.00,10 / 12,1.50"));
    actions.action(QStringLiteral("runs.copyMarkdown"))->trigger();
    const QStringList markdown = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(markdown.size(), 7);
    QVERIFY(markdown[1].startsWith(QLatin1String("| --- | ---: | --- | ---: |")));
    QVERIFY(markdown[4].startsWith(
        QStringLiteral("| shown | 2 | VINT8, + float: type 'Softmax' · statistics reused | 0.9700 |")));
}

void tst_RunsPage::filesThatStay_areCounted_beforeARunIsDeleted()
{
    const QTemporaryDir folder;
    const QTemporaryDir elsewhere;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    openThreeRuns(project, folder);
    ProjectFile file = project.file();
    for (RunSummary& run : file.runs) {
        run.output = in(elsewhere, "") / run.output.filename();
        run.report = in(elsewhere, "") / run.report.filename();
        std::ofstream(run.output) << "quantized";
        std::ofstream(run.report) << "{}";
    }
    project.open(in(folder, "p.qsproj"), file);
    page.setCurrentRun(2);
    QString text;
    QTimer::singleShot(0, [&] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        text = question->informativeText();
        question->reject();
    });
    actions.action(QStringLiteral("runs.delete"))->trigger();
    QVERIFY2(text.startsWith(QLatin1String("2 other file")), qPrintable(text));
    QCOMPARE(project.runs().size(), std::size_t(3));
}

void tst_RunsPage::severalRuns_areDeleted()
{
    const QTemporaryDir folder;
    Project project;
    ActionRegistry actions;
    RunsPage page(project, actions);
    page.show();
    openThreeRuns(project, folder);
    page.setCurrentRun(2);
    auto* table = page.findChild<QTableView*>(QStringLiteral("runs"));
    QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
    QTimer::singleShot(0, [] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        for (QAbstractButton* button : question->buttons()) {
            if (question->buttonRole(button) == QMessageBox::DestructiveRole)
                button->click();
        }
    });
    actions.action(QStringLiteral("runs.delete"))->trigger();
    QCOMPARE(project.runs().size(), std::size_t(1));
    QCOMPARE(page.currentRun(), 1);
    QVERIFY(!fs::exists(in(folder, "p_runs/run-002.onnx")));
    QVERIFY(!fs::exists(in(folder, "p_runs/run-004.onnx")));
    QVERIFY(fs::exists(in(folder, "p_runs/run-001.onnx")));
}

QTEST_MAIN(tst_RunsPage)
#include "tst_runs_page.moc"
