// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recovery.h"

#include "tests/app/document/sample_project.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"
#include "widgets/common/text.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QUndoStack>

#include <fstream>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_Recovery : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void unsavedWork_isOfferedAfterACrash();
    void workOfARunningWindow_isNotOffered();
    void savedWork_isNotKept();
    void discardedWork_doesNotComeBack();
    void brokenRecoveryFiles_arePassedOver();
    void pathThatIsNoText_isRecovered();
};

void tst_Recovery::unsavedWork_isOfferedAfterACrash()
{
    const QTemporaryDir folder;
    const QTemporaryDir kept;
    Project project;
    startSample(project, folder);
    QVERIFY(recoverableWork(kept.path()).empty());
    {
        Autosave autosave(project, kept.path(), 10);
        const QSignalSpy written(&autosave, &Autosave::written);
        exclude(project, "Gemm");
        QTRY_COMPARE(written.count(), 1);
        // A crash leaves the file, and no process that holds its lock.
        QVERIFY(QFile::copy(autosave.file(), kept.filePath(QStringLiteral("crashed.recovery.json"))));
    }
    const std::vector<RecoveredWork> work = recoverableWork(kept.path());
    QCOMPARE(work.size(), std::size_t(1));
    QCOMPARE(work[0].title, QStringLiteral("net.onnx"));
    QVERIFY(work[0].project.empty());
    QVERIFY(work[0].time.isValid());
    auto recovered = readRecovered(work[0]);
    VERIFY_OK(recovered);
    Project again;
    again.recover(work[0].project, std::move(*recovered));
    QVERIFY(again.isModified());
    QCOMPARE(again.modelPath(), in(folder, "net.onnx"));
    QVERIFY(again.editor().recipe() == project.editor().recipe());
    discardRecovered(work[0]);
    QVERIFY(recoverableWork(kept.path()).empty());
}

void tst_Recovery::workOfARunningWindow_isNotOffered()
{
    const QTemporaryDir folder;
    const QTemporaryDir kept;
    Project project;
    startSample(project, folder);
    Project other;
    Autosave first(project, kept.path(), 10);
    Autosave second(other, kept.path(), 10);
    QVERIFY(first.file() != second.file());
    const QSignalSpy written(&first, &Autosave::written);
    exclude(project, "Gemm");
    QTRY_COMPARE(written.count(), 1);
    QVERIFY(QFile::exists(first.file()));
    QVERIFY(recoverableWork(kept.path()).empty());
}

void tst_Recovery::savedWork_isNotKept()
{
    const QTemporaryDir folder;
    const QTemporaryDir kept;
    Project project;
    startSample(project, folder);
    const Autosave autosave(project, kept.path(), 10);
    const QSignalSpy written(&autosave, &Autosave::written);
    exclude(project, "Gemm");
    QTRY_COMPARE(written.count(), 1);
    VERIFY_OK(project.save(in(folder, "p.qsproj")));
    QVERIFY(!QFile::exists(autosave.file()));
}

void tst_Recovery::discardedWork_doesNotComeBack()
{
    const QTemporaryDir folder;
    const QTemporaryDir kept;
    Project project;
    startSample(project, folder);
    for (int i = 0; i < 40; ++i) {
        // Ends somewhere while the work is being written.
        Autosave autosave(project, kept.path(), 0);
        exclude(project, "Gemm");
        QTest::qWait(i % 4);
    }
    BackgroundTask::waitForAll();
    QVERIFY2(QDir(kept.path()).isEmpty(), qPrintable(QDir(kept.path()).entryList().join(QLatin1Char(' '))));
}

void tst_Recovery::brokenRecoveryFiles_arePassedOver()
{
    const QTemporaryDir kept;
    const std::pair<const char*, const char*> files[] = {
        {"a.recovery.json", "{"},
        {"b.recovery.json", R"({"format": "other"})"},
        {"c.recovery.json", R"({"format": "quantiscope-recovery", "version": 1, "project": 3})"},
        {"d.json", "{}"},
    };
    for (const auto& [name, text] : files)
        std::ofstream(in(kept, name)) << text;
    QVERIFY(recoverableWork(kept.path()).empty());
    QVERIFY(recoverableWork(kept.filePath(QStringLiteral("missing"))).empty());
}

void tst_Recovery::pathThatIsNoText_isRecovered()
{
    const QTemporaryDir folder;
    const QTemporaryDir kept;
    const fs::path model = in(folder, "b\xE9 100%/n\xC3\xA9t.onnx");
    std::vector<RecoveredWork> found;
    {
        Project project;
        startSample(project, folder);
        project.setModel(model);
        Recipe recipe = project.editor().recipe();
        recipe.calibration->source = in(folder, "p\xFF").string();
        recipe.calibration->skip = {"\xFE.png", "%41.png"};
        project.editor().apply(QStringLiteral("Data"), recipe);
        Autosave autosave(project, kept.path(), 0);
        const QSignalSpy written(&autosave, &Autosave::written);
        exclude(project, "Gemm");
        QTRY_VERIFY(written.count() > 0);
        // A window that crashes leaves the file and no process.
        QVERIFY(QFile::copy(autosave.file(), kept.filePath(QStringLiteral("x.recovery.json"))));
    }
    found = recoverableWork(kept.path());
    QCOMPARE(found.size(), std::size_t(1));
    const Result<ProjectFile> file = readRecovered(found[0]);
    VERIFY_OK(file);
    QCOMPARE(file->model, model);
    QCOMPARE(file->recipe.calibration->source, in(folder, "p\xFF").string());
    QVERIFY((file->recipe.calibration->skip == std::set<std::string>{"\xFE.png", "%41.png"}));
    QCOMPARE(file->recipe.config.exclude.size(), std::size_t(1));
}

QTEST_MAIN(tst_Recovery)
#include "tst_recovery.moc"
