// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/orphaned_runs.h"
#include "app/document/project.h"
#include "tests/support/verify_result.h"
#include "widgets/common/text.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

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

} // namespace

/// Folders of runs: which are the user's choice, and what lies in them that is nobody's.
class tst_RunsFolder : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void chosenFolder_isConfirmed();
    void orphans_areFilesOfNoRun();
};

void tst_RunsFolder::chosenFolder_isConfirmed()
{
    const QTemporaryDir folder;
    const QTemporaryDir elsewhere;
    Project project;
    const QSignalSpy confirmed(&project, &Project::runsFolderConfirmed);
    save(project, folder);
    project.setRunsFolder(in(elsewhere, "results"));
    QCOMPARE(confirmed.count(), 1);
    const int number = addRun(project);
    QCOMPARE(project.filesOfRun(number).size(), std::size_t(2));
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    // Another session knows only what it is told.
    Project next;
    next.open(in(folder, "p.qsproj"), *loadProject(in(folder, "p.qsproj")));
    QVERIFY(next.filesOfRun(number).empty());
    next.confirmRunsFolders({toPath(confirmed[0][0].toString())});
    QCOMPARE(next.filesOfRun(number).size(), std::size_t(2));
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

QTEST_MAIN(tst_RunsFolder)
#include "tst_runs_folder.moc"
