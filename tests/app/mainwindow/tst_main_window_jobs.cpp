// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/task_centre.h"
#include "app/pages/runs_page.h"
#include "core/base/file_io.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "tests/app/pages/export_part.h"
#include "tests/cli/qscope_process.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>

using namespace quantiscope;
using namespace quantiscope::test;

/// The window's work in the background: how it ends, and what becomes of its results.
class tst_MainWindowJobs : public WindowTest
{
    Q_OBJECT

private slots:
    void sampleRecipe_givesTheBytesOfTheCommandLine();
    void calibration_andEvaluation_finish();
    void missingData_failTheJob_andAreTold();
    void noData_leadToWhereTheyAreChosen();
    void job_isCancelledAtOnce();
    void job_pausesAndGoesOn();
    void timeOfARun_leavesPausesOut();
    void result_opensTheRunOfItsTask();
    void secondQuantize_waitsForTheFirst();
    void closing_asks_cancelsAndWaits();
    void runThatEndsBehindTheQuestion_isAskedAbout();
    void closing_waitsForAnExport();
    void runOfAProjectThatWasLeft_doesNotReachTheNext();
    void editAfterTheRun_marksItStale();
    void memory_isForetold_inTheSentenceOfTheRun();

private:
    /// Starts a quantization that takes long, and waits until it runs.
    void startLongJob();
    [[nodiscard]] std::shared_ptr<const Job> lastJob() const { return m_window->jobs().jobs().back(); }
};

void tst_MainWindowJobs::startLongJob()
{
    openAndWait(sampleProject(u"long.qsproj"_s, 0));
    Recipe recipe = editor().recipe();
    recipe.calibration->source = "random:1";
    recipe.calibration->samples = 200'000;
    editor().apply(u"Many samples"_s, recipe);
    editor().undoStack().setClean();
    action("run.quantize")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(lastJob()->status == JobStatus::Running && lastJob()->progress.done > 0, kLong);
}

void tst_MainWindowJobs::sampleRecipe_givesTheBytesOfTheCommandLine()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    editor().undoStack().setClean();
    QFile recipe(path(u"recipe.json"_s));
    QVERIFY(recipe.open(QIODevice::WriteOnly));
    recipe.write(QByteArray::fromStdString(toJson(editor().recipe()).dump()));
    recipe.close();
    const QString output = path(u"cli.onnx"_s);
    const Qscope qscope(path({}));
    const ProcessResult result =
        qscope.run({u"quantize"_s, sampleModel(), u"--recipe"_s, recipe.fileName(), u"-o"_s, output});
    QVERIFY2(result.status == 0, result.text().constData());
    QFile ours(pathText(m_window->project().runs().front().output));
    QFile theirs(output);
    QVERIFY(ours.open(QIODevice::ReadOnly) && theirs.open(QIODevice::ReadOnly));
    QCOMPARE(ours.readAll(), theirs.readAll());
}

void tst_MainWindowJobs::calibration_andEvaluation_finish()
{
    openAndWait(sampleProject());
    QVERIFY(!action("run.evaluate")->isEnabled());
    runJob("run.calibrate");
    QCOMPARE(lastJob()->status, JobStatus::Finished);
    QVERIFY(m_window->project().runs().empty());
    runJob("run.quantize");
    const std::vector<RunSummary> before = m_window->project().runs();
    QCOMPARE(before.size(), std::size_t(1));
    runJob("run.evaluate");
    QVERIFY2(lastJob()->status == JobStatus::Finished, lastJob()->error ? lastJob()->error->message.c_str() : "");
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    QVERIFY(!m_window->project().runs().front().outputs.empty());
    editor().undoStack().setClean();
}

void tst_MainWindowJobs::missingData_failTheJob_andAreTold()
{
    openAndWait(sampleProject());
    Recipe recipe = editor().recipe();
    recipe.calibration->source = toStd(path(u"pictures"_s));
    editor().apply(u"Gone"_s, recipe);
    runJob("run.quantize");
    QCOMPARE(lastJob()->status, JobStatus::Failed);
    QVERIFY2(message().contains(path(u"pictures"_s)), qPrintable(message()));
    QVERIFY(m_window->project().runs().empty());
    action("edit.undo")->trigger();
    runJob("run.quantize");
    QCOMPARE(lastJob()->status, JobStatus::Finished);
    QVERIFY2(!message().contains(u"failed"_s), qPrintable(message())); // the failure is history
}

void tst_MainWindowJobs::noData_leadToWhereTheyAreChosen()
{
    openAndWait(sampleModel());
    Recipe recipe = editor().recipe();
    recipe.config.calibration.useRandomData = false;
    editor().apply(u"No random data"_s, recipe);
    action("run.quantize")->trigger();
    QVERIFY(m_window->jobs().isIdle());
    QVERIFY(message().contains(u"Calibration data"_s));
    QVERIFY(action("view.calibrate")->isChecked());
    editor().undoStack().setClean();
}

void tst_MainWindowJobs::job_isCancelledAtOnce()
{
    startLongJob();
    QElapsedTimer clock;
    clock.start();
    action("run.cancel")->trigger();
    QTRY_VERIFY(m_window->jobs().isIdle());
    QVERIFY2(clock.elapsed() < 200, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(lastJob()->status, JobStatus::Canceled);
    QVERIFY(m_window->project().runs().empty());
    QVERIFY(!action("run.cancel")->isEnabled());
    QVERIFY(message().isEmpty()); // it was the user's wish
}

void tst_MainWindowJobs::job_pausesAndGoesOn()
{
    startLongJob();
    action("run.pause")->trigger();
    QTRY_COMPARE(lastJob()->status, JobStatus::Paused);
    QVERIFY(action("run.pause")->isChecked());
    QTest::qWait(100); // what was on its way arrives
    const std::size_t done = lastJob()->progress.done;
    QTest::qWait(150);
    QCOMPARE(lastJob()->progress.done, done);
    action("run.pause")->trigger();
    QTRY_VERIFY(lastJob()->progress.done > done);
    QVERIFY(!action("run.pause")->isChecked());
    m_window->jobs().cancelAllAndWait();
}

void tst_MainWindowJobs::timeOfARun_leavesPausesOut()
{
    openAndWait(sampleProject());
    action("run.quantize")->trigger();
    m_window->jobs().setPaused(lastJob()->id, true);
    QTRY_COMPARE(lastJob()->status, JobStatus::Paused);
    constexpr int kPause = 2'000;
    QTest::qWait(kPause);
    m_window->jobs().setPaused(lastJob()->id, false);
    QElapsedTimer after;
    after.start();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    const RunSummary& run = m_window->project().runs().back();
    QCOMPARE(run.seconds, lastJob()->seconds);
    // Before the pause it ran for a moment only.
    QVERIFY2(run.seconds < double(after.elapsed() + kPause / 2) / 1000.0, qPrintable(QString::number(run.seconds)));
    editor().undoStack().setClean();
}

void tst_MainWindowJobs::result_opensTheRunOfItsTask()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    edit();
    runJob("run.quantize");
    auto* page = m_window->findChild<RunsPage*>();
    auto* tasks = m_window->findChild<TaskCentre*>();
    QCOMPARE(page->currentRun(), 2);
    emit tasks->resultRequested(m_window->jobs().jobs().front()->id);
    QCOMPARE(page->currentRun(), 1);
    QVERIFY(page->isVisible());
    action("run.copyCommandLine")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), commandLineOf(lastJob()->request));
    QVERIFY(m_window->project().removeRun(2));
    emit tasks->resultRequested(lastJob()->id);
    QVERIFY(message().contains(u"no run of this task"_s));
    editor().undoStack().setClean();
}

void tst_MainWindowJobs::secondQuantize_waitsForTheFirst()
{
    startLongJob();
    Recipe recipe = editor().recipe();
    recipe.calibration->samples = 8;
    editor().apply(u"Fewer"_s, recipe);
    action("run.quantize")->trigger();
    QCOMPARE(m_window->jobs().jobs().size(), std::size_t(2));
    QCOMPARE(m_window->jobs().jobs().front()->status, JobStatus::Running);
    QCOMPARE(lastJob()->status, JobStatus::Queued);
    action("run.cancel")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QCOMPARE(m_window->jobs().jobs().front()->status, JobStatus::Canceled);
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    QCOMPARE(m_window->project().runs().front().recipe.calibration->samples, std::size_t(8));
    editor().undoStack().setClean();
}

void tst_MainWindowJobs::closing_asks_cancelsAndWaits()
{
    startLongJob();
    m_answers->click(u"Stay"_s);
    QVERIFY(!m_window->close());
    QVERIFY(m_answers->areGiven());
    QVERIFY(!m_window->jobs().isIdle());
    m_answers->click(u"Cancel the tasks"_s);
    QVERIFY(m_window->close());
    QVERIFY(m_window->jobs().isIdle());
    QVERIFY(m_window->project().runs().empty());
}

void tst_MainWindowJobs::runThatEndsBehindTheQuestion_isAskedAbout()
{
    openAndWait(sampleProject(u"sample.qsproj"_s, 64));
    action("run.quantize")->trigger();
    QVERIFY(!m_window->project().isModified());
    // The question about the task goes when the task has ended; the next is about the run that it gave.
    m_answers->clickWhen(QMessageBox::Save, [this] { return m_window->jobs().isIdle(); });
    QVERIFY(m_window->close());
    QVERIFY(m_answers->areGiven());
    const Result<std::string> text = readTextFile(toPath(path(u"sample.qsproj"_s)), ErrorCode::ConfigRefused);
    QVERIFY(text);
    QVERIFY(text->find("run-001.onnx") != std::string::npos);
}

void tst_MainWindowJobs::closing_waitsForAnExport()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    editor().undoStack().setClean();
    QVERIFY(m_window->project().save(toPath(path(u"sample.qsproj"_s))));
    const QString file = path(u"exported.onnx"_s);
    exportPart(*m_window->findChild<RunsPage*>(), m_window->project(), RunPart::Model, file);
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    QVERIFY2(message().contains(u"export"_s), qPrintable(message()));
    QTRY_VERIFY(!m_window->isVisible());
    QCOMPARE(QFileInfo(file).size(), QFileInfo(pathText(m_window->project().runs()[0].output)).size());
}

void tst_MainWindowJobs::runOfAProjectThatWasLeft_doesNotReachTheNext()
{
    startLongJob();
    m_answers->click(u"Stay"_s);
    m_window->open(sampleModel(u"next.onnx"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_answers->areGiven(), kLong);
    QVERIFY(m_window->windowTitle().startsWith(u"long.qsproj"_s));
    m_answers->click(u"Cancel the tasks"_s);
    openAndWait(sampleModel(u"next.onnx"_s));
    QVERIFY(m_answers->areGiven());
    QTRY_VERIFY(m_window->jobs().isIdle());
    // A job that ends just while the next document comes up.
    Recipe recipe = sampleRecipe();
    editor().apply(u"Sample"_s, recipe);
    editor().undoStack().setClean();
    action("run.quantize")->trigger();
    m_answers->click(u"Cancel the tasks"_s);
    openAndWait(sampleProject(u"third.qsproj"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QVERIFY(m_window->project().runs().empty());
    QVERIFY(!m_window->project().isModified());
    QVERIFY(message().isEmpty());
}

void tst_MainWindowJobs::editAfterTheRun_marksItStale()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    const int run = m_window->project().runs().front().number;
    QVERIFY(!m_window->project().isStale(run));
    edit();
    QVERIFY(m_window->project().isStale(run));
    action("edit.undo")->trigger();
    QVERIFY(!m_window->project().isStale(run));
    editor().undoStack().setClean();
}

void tst_MainWindowJobs::memory_isForetold_inTheSentenceOfTheRun()
{
    const auto amount = [](const QString& sentence) { // in whatever unit
        static const QRegularExpression kAmount(u"^memory: about ([0-9.]+) (\\w+) with (.*)$"_s);
        const QRegularExpressionMatch match = kAmount.match(sentence);
        const double unit = match.captured(2) == u"GiB"_s ? 1024.0 : match.captured(2) == u"KiB"_s ? 1.0 / 1024.0 : 1.0;
        return std::pair(match.captured(1).toDouble() * unit, match.captured(3));
    };
    openAndWait(sampleProject());
    auto* label = m_window->findChild<QLabel*>(u"memoryText"_s);
    QTRY_VERIFY_WITH_TIMEOUT(label->text().startsWith(u"memory: about "_s), kLong);
    QVERIFY(label->isVisible());
    const QString before = label->text();
    runJob("run.quantize");
    QString told;
    for (const JobMessage& message : lastJob()->messages) {
        if (message.text.startsWith(u"memory: "_s))
            told = message.text;
    }
    QCOMPARE(amount(before).second, amount(told).second);
    const double ratio = amount(before).first / amount(told).first;
    QVERIFY2(ratio > 0.6 && ratio < 1.6, qPrintable(before + u" / "_s + told));
    // What cannot fit is told before anything runs.
    Recipe recipe = editor().recipe();
    recipe.calibration.reset();
    editor().apply(u"No data"_s, recipe);
    QTRY_VERIFY_WITH_TIMEOUT(label->text().isEmpty() && !label->isVisible(), kLong);
    action("edit.undo")->trigger();
    CalibrationLimits tight;
    tight.memoryBudget = 1 << 20;
    m_window->effect().setLimits(tight);
    QTRY_VERIFY_WITH_TIMEOUT(label->text().contains(u"more than the memory budget"_s), kLong);
    editor().undoStack().setClean();
    QVERIFY(m_window->project().save(m_window->project().path()));
}

QTEST_MAIN(tst_MainWindowJobs)
#include "tst_main_window_jobs.moc"
