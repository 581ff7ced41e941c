// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/runs_page.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "tests/app/pages/export_part.h"
#include "tests/cli/qscope_process.h"

#include <QClipboard>
#include <QLabel>
#include <QProcess>
#include <QSignalSpy>

using namespace quantiscope;
using namespace quantiscope::test;

/// What of a run goes to files of the user's choice, through the menus and dialogs that he sees.
class tst_MainWindowExports : public WindowTest
{
    Q_OBJECT

private slots:
    void parts_areWritten_whereTheDialogSays();
    void leftDialog_writesNothing();
    void export_isOfTheRunThatItWasAskedFor_whenAnotherProjectComes();
    void existingFile_isReplaced_onlyWhenConfirmed();
    void recipeOfAScript_isReplaced_onlyWhenConfirmed();
    void filesOfTheProject_areNeverReplaced();
    void shellScript_makesTheSameBytes();
    void commandLine_makesTheSameBytes();
    void window_closesWhileItExports();

private:
    /// A window with the sample's project and one finished run.
    void quantize()
    {
        openAndWait(sampleProject());
        runJob("run.quantize");
        QCOMPARE(m_window->project().runs().size(), std::size_t(1));
        editor().undoStack().setClean();
        m_window->showPerspective(Perspective::Compare);
        page().setCurrentRun(1);
    }
    [[nodiscard]] RunsPage& page() const { return *m_window->findChild<RunsPage*>(); }
    [[nodiscard]] const RunSummary& run() const { return m_window->project().runs().front(); }
    /// What the page tells in place.
    [[nodiscard]] bool isTold(const QString& part) const
    {
        const auto labels = page().findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
    }
    /// Runs @p program with qscope on its PATH; what it wrote and said when it failed, empty when all is well.
    [[nodiscard]] QByteArray failureOf(const QString& program, const QStringList& arguments) const
    {
        QProcess process;
        Qscope(path(u"home"_s)).prepare(process, {});
        QProcessEnvironment environment = process.processEnvironment();
        environment.insert(u"PATH"_s, QFileInfo(process.program()).absolutePath() + u":/usr/bin:/bin"_s);
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        if (!process.waitForFinished(kLong))
            return "did not end";
        const QByteArray said = process.readAllStandardOutput() + process.readAllStandardError();
        return process.exitCode() == 0 && process.exitStatus() == QProcess::NormalExit ? QByteArray()
                                                                                       : said + " failed";
    }
};

void tst_MainWindowExports::parts_areWritten_whereTheDialogSays()
{
    struct Part
    {
        const char* action;
        const char* file;
        const char* holds;
    };
    const Part parts[] = {
        {"runs.exportModel", "out.onnx", "QuantizeLinear"}, {"runs.exportRecipe", "out.json", "quantiscope-recipe"},
        {"runs.exportReport", "report.json", "\"model\""},  {"runs.exportWorkflow", "flow.yml", "qscope run"},
        {"runs.exportShell", "out.sh", "#!/bin/sh"},        {"runs.exportQuark", "quark.py", "quark"},
        {"runs.exportOrt", "ort.py", "onnxruntime"},
    };
    quantize();
    const QSignalSpy exported(&page(), &RunsPage::exported);
    for (const Part& part : parts) {
        const QString file = path(QString::fromLatin1(part.file));
        const qsizetype before = exported.count();
        m_answers->choose(file);
        action(part.action)->trigger();
        QTRY_COMPARE(exported.count(), before + 1);
        QVERIFY2(m_answers->areGiven(), part.action);
        QCOMPARE(exported.back()[0].toStringList().front(), file);
        QVERIFY2(readFile(file).contains(part.holds), part.action);
    }
}

void tst_MainWindowExports::leftDialog_writesNothing()
{
    quantize();
    const QStringList before = namesIn(path({}));
    const QSignalSpy exported(&page(), &RunsPage::exported);
    for (const char* id : {"runs.exportModel", "runs.exportRecipe", "runs.exportReport", "runs.exportWorkflow",
                           "runs.exportShell", "runs.exportQuark", "runs.exportOrt"}) {
        m_answers->click(u"Cancel"_s);
        action(id)->trigger();
        QVERIFY2(m_answers->areGiven(), id);
    }
    QCOMPARE(exported.count(), 0);
    QCOMPARE(namesIn(path({})), before);
}

void tst_MainWindowExports::export_isOfTheRunThatItWasAskedFor_whenAnotherProjectComes()
{
    quantize();
    const QSignalSpy exported(&page(), &RunsPage::exported);
    const QString file = path(u"out.json"_s);
    m_answers->chooseWhen(file, [this] {
        m_window->project().start(toPath(path(u"another.onnx"_s)), {});
        return true;
    });
    action("runs.exportRecipe")->trigger();
    QTRY_COMPARE(exported.count(), 1);
    const QByteArray text = readFile(file);
    QVERIFY2(text.contains("fashion.onnx"), text.constData());
    QVERIFY(!text.contains("another.onnx"));
}

void tst_MainWindowExports::existingFile_isReplaced_onlyWhenConfirmed()
{
    quantize();
    const QString file = path(u"mine.json"_s);
    writeFile(file, "mine");
    const QSignalSpy exported(&page(), &RunsPage::exported);
    m_answers->choose(file);
    m_answers->click(QMessageBox::No);
    m_answers->click(u"Cancel"_s); // the dialog stands again
    action("runs.exportRecipe")->trigger();
    QVERIFY(m_answers->areGiven());
    QCOMPARE(exported.count(), 0);
    QCOMPARE(readFile(file), QByteArray("mine"));
    m_answers->choose(file);
    m_answers->click(QMessageBox::Yes);
    action("runs.exportRecipe")->trigger();
    QTRY_COMPARE(exported.count(), 1);
    QVERIFY(readFile(file).contains("quantiscope-recipe"));
}

void tst_MainWindowExports::recipeOfAScript_isReplaced_onlyWhenConfirmed()
{
    quantize();
    const QString recipe = path(u"ci.recipe.json"_s);
    writeFile(recipe, "mine");
    const QSignalSpy exported(&page(), &RunsPage::exported);
    m_answers->choose(path(u"ci.sh"_s));
    m_answers->click(QMessageBox::Cancel);
    action("runs.exportShell")->trigger();
    QVERIFY(m_answers->areGiven());
    QCOMPARE(readFile(recipe), QByteArray("mine"));
    QVERIFY(!QFile::exists(path(u"ci.sh"_s)));
    m_answers->choose(path(u"ci.sh"_s));
    m_answers->click(u"Replace"_s);
    action("runs.exportShell")->trigger();
    QTRY_COMPARE(exported.count(), 1);
    QVERIFY(readFile(recipe).contains("quantiscope-recipe"));
}

void tst_MainWindowExports::filesOfTheProject_areNeverReplaced()
{
    quantize();
    const QSignalSpy exported(&page(), &RunsPage::exported);
    for (const QString& file : {sampleModel(), pathText(run().output), pathText(run().report)}) {
        const QByteArray before = readFile(file);
        m_answers->choose(file);
        m_answers->click(QMessageBox::Yes);
        action("runs.exportRecipe")->trigger();
        QVERIFY(m_answers->areGiven());
        QTRY_VERIFY2(isTold(QFileInfo(file).fileName()), qPrintable(file));
        QCOMPARE(readFile(file), before);
    }
    QCOMPARE(exported.count(), 0);
}

void tst_MainWindowExports::shellScript_makesTheSameBytes()
{
    quantize();
    const QString script = path(u"with space/ci.sh"_s);
    QVERIFY(QDir(path({})).mkpath(u"with space"_s));
    const QSignalSpy exported(&page(), &RunsPage::exported);
    m_answers->choose(script);
    action("runs.exportShell")->trigger();
    QTRY_COMPARE(exported.count(), 1);
    const QByteArray failure = failureOf(u"bash"_s, {script});
    QVERIFY2(failure.isEmpty(), failure.constData());
    const QStringList made = QDir(path(u"with space"_s)).entryList({u"*.onnx"_s});
    QCOMPARE(made.size(), qsizetype(1));
    QVERIFY(readFile(path(u"with space/"_s + made.front())) == readFile(pathText(run().output)));
}

void tst_MainWindowExports::commandLine_makesTheSameBytes()
{
    quantize();
    action("runs.copyCommandLine")->trigger();
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.contains(u"qscope "_s), qPrintable(line));
    const QStringList before = QDir(path({})).entryList({u"*.onnx"_s});
    const QByteArray failure = failureOf(u"bash"_s, {u"-c"_s, line});
    QVERIFY2(failure.isEmpty(), QByteArray(line.toUtf8() + '\n' + failure).constData());
    QStringList made = QDir(path({})).entryList({u"*.onnx"_s});
    made.removeIf([&before](const QString& name) { return before.contains(name); });
    QCOMPARE(made.size(), qsizetype(1));
    QVERIFY(readFile(path(made.front())) == readFile(pathText(run().output)));
}

void tst_MainWindowExports::window_closesWhileItExports()
{
    quantize();
    const QByteArray bytes = readFile(pathText(run().output));
    const QString file = path(u"late.onnx"_s);
    exportPart(page(), m_window->project(), RunPart::Model, file);
    QVERIFY(!m_window->close()); // it waits for the export; who closes again means it
    m_answers->click(QMessageBox::Discard); // the run is not saved
    QVERIFY(m_window->close());
    m_window.reset();
    BackgroundTask::waitForAll();
    QVERIFY(!QFile::exists(file) || readFile(file) == bytes); // whole or not at all
    for (const QString& name : namesIn(path({})))
        QVERIFY2(!name.startsWith(u".late"_s) && !name.startsWith(u"late.onnx."_s), qPrintable(name));
}

QTEST_MAIN(tst_MainWindowExports)
#include "tst_main_window_exports.moc"
