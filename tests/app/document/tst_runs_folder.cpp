// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/orphaned_runs.h"
#include "app/document/project.h"
#include "app/document/runs_folder_use.h"
#include "core/base/feedback.h"
#include "tests/support/verify_result.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <memory>

using namespace quantiscope;

namespace fs = std::filesystem;

namespace {

fs::path in(const QTemporaryDir& folder, const char* name)
{
    return toPath(folder.path()) / name;
}

/// A saved project whose model is there by name only.
void save(Project& project, const QTemporaryDir& folder)
{
    std::ofstream(in(folder, "net.onnx")) << "model";
    project.start(in(folder, "net.onnx"), standInRecipe());
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
}

/// A run as the engine leaves it: model and report.
int addRun(Project& project)
{
    const QuantizeJob job = project.nextRun();
    std::ofstream(job.request.output) << "quantized";
    std::ofstream(job.report) << "{}";
    RunReport report;
    report.outputPath = job.request.output.string();
    return project.addRun(job, report, 1.0);
}

/// The settings as a window of another process sees them: by another path, so that nothing is shared in memory.
std::unique_ptr<QSettings> settingsOf(const QTemporaryDir& folder, const char* window)
{
    const fs::path link = in(folder, window);
    if (!fs::exists(link))
        fs::create_directory_symlink(in(folder, ""), link);
    return std::make_unique<QSettings>(pathText(link / "settings.ini"), QSettings::IniFormat);
}

} // namespace

/// Folders of runs: which are the user's choice, and what lies in them that is nobody's.
class tst_RunsFolder : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void chosenFolder_isConfirmed();
    void confirmedFolders_ofTwoWindows_areKnownToBoth();
    void evaluation_isBesideTheRun_whetherThatMayBeDeletedOrNot();
    void filesOfOthers_stay_andAreCounted();
    void orphans_areFilesOfNoRun();
    void sharedFolder_isSeen();
    void folderInUse_isSeen_asLongAsTheWindowLives();
};

void tst_RunsFolder::chosenFolder_isConfirmed()
{
    const QTemporaryDir folder;
    const QTemporaryDir elsewhere;
    const std::unique_ptr<QSettings> settings = settingsOf(folder, "a");
    Project project;
    project.keepConfirmedFoldersIn(*settings);
    save(project, folder);
    project.setRunsFolder(in(elsewhere, "results"));
    const int number = addRun(project);
    QCOMPARE(project.filesOfRun(number).size(), std::size_t(2));
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    // Another session knows only what it is told.
    Project next;
    next.open(in(folder, "p.qsproj"), *loadProject(in(folder, "p.qsproj")));
    QVERIFY(next.filesOfRun(number).empty());
    next.keepConfirmedFoldersIn(*settings);
    QCOMPARE(next.filesOfRun(number).size(), std::size_t(2));
}

void tst_RunsFolder::confirmedFolders_ofTwoWindows_areKnownToBoth()
{
    const QTemporaryDir folder;
    const std::unique_ptr<QSettings> ofFirst = settingsOf(folder, "a");
    const std::unique_ptr<QSettings> ofSecond = settingsOf(folder, "b");
    Project first;
    Project second;
    first.keepConfirmedFoldersIn(*ofFirst);
    second.keepConfirmedFoldersIn(*ofSecond);
    save(first, folder);
    first.setRunsFolder(in(folder, "one"));
    second.setRunsFolder(in(folder, "two"));
    // Both run on, and know at once what the other was told.
    const std::unique_ptr<QSettings> ofThird = settingsOf(folder, "c");
    for (QSettings* settings : {ofFirst.get(), ofSecond.get(), ofThird.get()}) {
        const ConfirmedFolders confirmed(*settings);
        QVERIFY(confirmed.contains(fs::weakly_canonical(in(folder, "one"))));
        QVERIFY(confirmed.contains(fs::weakly_canonical(in(folder, "two"))));
        QVERIFY(!confirmed.contains(fs::weakly_canonical(in(folder, ""))));
    }
    const int number = addRun(first); // into "one"
    VERIFY_OK(first.save(in(folder, "p.qsproj")));
    second.open(in(folder, "p.qsproj"), *loadProject(in(folder, "p.qsproj")));
    QCOMPARE(second.filesOfRun(number).size(), std::size_t(2));
}

void tst_RunsFolder::evaluation_isBesideTheRun_whetherThatMayBeDeletedOrNot()
{
    const QTemporaryDir folder;
    const QTemporaryDir elsewhere;
    Project project;
    save(project, folder);
    project.setRunsFolder(in(elsewhere, "results"));
    const int number = addRun(project);
    Recipe recipe = project.editor().recipe();
    recipe.calibration.emplace().source = "random:1";
    project.editor().apply(QStringLiteral("Data"), recipe);
    const fs::path evaluation = in(elsewhere, "results/run-001.evaluation.json");
    QCOMPARE(project.evaluationOf(number)->report, evaluation);
    project.setRunsFolder({}); // the next ones go elsewhere, this one stays
    QCOMPARE(project.evaluationOf(number)->report, evaluation);
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    Project next; // which may delete nothing there
    next.open(in(folder, "p.qsproj"), *loadProject(in(folder, "p.qsproj")));
    QVERIFY(next.filesOfRun(number).empty());
    QCOMPARE(next.evaluationOf(number)->report, evaluation);
}

void tst_RunsFolder::filesOfOthers_stay_andAreCounted()
{
    const QTemporaryDir folder;
    const QTemporaryDir elsewhere;
    Project project;
    save(project, folder);
    const int first = addRun(project);
    QVERIFY(project.filesThatStay(first).empty());
    project.setRunsFolder(in(elsewhere, "results"));
    const int second = addRun(project);
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    Project next;
    next.open(in(folder, "p.qsproj"), *loadProject(in(folder, "p.qsproj")));
    QCOMPARE(next.filesOfRun(first).size(), std::size_t(2));
    const std::set<fs::path> expected{in(elsewhere, "results/run-002.onnx"),
                                      in(elsewhere, "results/run-002.report.json")};
    QCOMPARE(next.filesThatStay(second), expected);
    VERIFY_OK(next.removeRun(second));
    for (const fs::path& file : expected)
        QVERIFY2(fs::exists(file), file.c_str());
}

void tst_RunsFolder::orphans_areFilesOfNoRun()
{
    const QTemporaryDir folder;
    Project project;
    QVERIFY(project.ownRunsFolder().empty());
    save(project, folder);
    (void)addRun(project);
    const fs::path own = project.ownRunsFolder();
    QCOMPARE(own, in(folder, "p_runs"));
    QVERIFY(orphanedFiles(own, project.runs()).empty());
    for (const char* name : {"run-002.onnx", "run-002.onnx.data", "run-003.report.json", "run-1.onnx", "run-003",
                             "notes.txt", "run-004x.onnx", "run-001.evaluation.json"})
        std::ofstream(own / name) << "x";
    fs::create_directory(own / "run-005.onnx");
    fs::create_symlink(in(folder, "net.onnx"), own / "run-006.onnx");
    const std::vector<fs::path> expected{own / "run-002.onnx", own / "run-002.onnx.data", own / "run-003.report.json"};
    QCOMPARE(orphanedFiles(own, project.runs()), expected);
    QVERIFY(orphanedFiles(in(folder, "nowhere"), {}).empty());
}

void tst_RunsFolder::sharedFolder_isSeen()
{
    const QTemporaryDir folder;
    Project project;
    save(project, folder);
    (void)addRun(project);
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    const fs::path own = project.ownRunsFolder();
    Feedback feedback;
    const auto isShared = [&] { return mayBeShared(own, in(folder, "p.qsproj"), feedback); };
    QVERIFY(!isShared());
    // One of the same model that has its runs in its own folder.
    Project other;
    other.start(in(folder, "net.onnx"), standInRecipe());
    VERIFY_OK(other.save(in(folder, "other.qsproj")));
    (void)addRun(other);
    VERIFY_OK(other.save(in(folder, "other.qsproj")));
    QVERIFY(!isShared());
    // One that sends its next runs here.
    other.setRunsFolder(own);
    VERIFY_OK(other.save(in(folder, "other.qsproj")));
    QVERIFY(isShared());
    fs::remove(in(folder, "other.qsproj"));
    QVERIFY(!isShared());
    // A copy, which lists the same runs.
    fs::copy_file(in(folder, "p.qsproj"), in(folder, "copy.qsproj"));
    QVERIFY(isShared());
    std::ofstream(in(folder, "copy.qsproj")) << "nobody can say what this lists";
    QVERIFY(isShared());
    fs::remove(in(folder, "copy.qsproj"));
    QVERIFY(!isShared());
    fs::rename(own, in(folder, "real"));
    fs::create_directory_symlink(in(folder, "real"), own);
    QVERIFY(isShared());
}

void tst_RunsFolder::folderInUse_isSeen_asLongAsTheWindowLives()
{
    const QTemporaryDir folder;
    const QString notes = folder.filePath(QStringLiteral("notes"));
    QVERIFY(!isUsedElsewhere(notes, in(folder, "runs"), {}));
    auto first = std::make_unique<RunsFolderUse>(notes);
    first->set(in(folder, "runs"));
    RunsFolderUse second(notes);
    QVERIFY(isUsedElsewhere(notes, in(folder, "runs"), second.note()));
    QVERIFY(!isUsedElsewhere(notes, in(folder, "runs"), first->note())); // it is the only one
    QVERIFY(!isUsedElsewhere(notes, in(folder, "others"), {}));
    // Several may say so, and the same folder by another way is the same.
    fs::create_directory_symlink(in(folder, ""), in(folder, "link"));
    second.set(in(folder, "link") / "runs");
    QVERIFY(isUsedElsewhere(notes, in(folder, "runs"), first->note()));
    first.reset();
    QVERIFY(isUsedElsewhere(notes, in(folder, "runs"), {}));
    second.set(in(folder, "others"));
    QVERIFY(!isUsedElsewhere(notes, in(folder, "runs"), {}));
    second.set({});
    QVERIFY(!isUsedElsewhere(notes, in(folder, "others"), {}));
    // What a window left that was killed counts for nothing, and goes.
    second.set(in(folder, "runs"));
    const QString left = second.note();
    second.set({});
    QFile file(left);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("4194305\nquantiscope\n" + QSysInfo::machineHostName().toUtf8() + '\n'); // no process has that number
    file.close();
    QVERIFY(!isUsedElsewhere(notes, in(folder, "runs"), {}));
    QVERIFY(!QFile::exists(left));
}

QTEST_MAIN(tst_RunsFolder)
#include "tst_runs_folder.moc"
