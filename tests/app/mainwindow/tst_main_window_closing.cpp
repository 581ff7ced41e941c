// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/mainwindow/window_fixture.h"

using namespace quantiscope;
using namespace quantiscope::test;

/// Whatever runs when the window is closed: it asks, cancels and waits.
class tst_MainWindowClosing : public WindowTest
{
    Q_OBJECT

private slots:
    void everyKindOfJob_endsWithTheWindow_data();
    void everyKindOfJob_endsWithTheWindow();
    void finishThenClose_savesTheRun_whenTheTasksAreDone();
    void finishThenClose_asksWhere_beforeItWaits();
    void finishThenClose_canBeTakenBack();
    void finishThenClose_staysOpen_whenATaskFails();
    void finishThenClose_staysOpen_whenATaskFailsBehindAQuestion_data();
    void finishThenClose_staysOpen_whenATaskFailsBehindAQuestion();
    void onlyTask_failsBehindTheQuestion();
    void closingAgain_goesOnAsPromised_whenTheLastTaskEnds();

private:
    /// A run in the project "sample.qsproj" that has begun and stands still.
    void pauseRun(std::size_t samples = 64);
    /// From now on runs have data that are not there.
    void takeDataAway();
    [[nodiscard]] QWidget* closingStatus() const { return m_window->findChild<QWidget*>(u"closingStatus"_s); }
    [[nodiscard]] std::shared_ptr<const Job> lastJob() const { return m_window->jobs().jobs().back(); }
};

void tst_MainWindowClosing::everyKindOfJob_endsWithTheWindow_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char* id : {"run.calibrate", "run.quantize", "run.evaluate"})
        QTest::newRow(id) << QByteArray(id);
}

void tst_MainWindowClosing::everyKindOfJob_endsWithTheWindow()
{
    QFETCH(QByteArray, id);
    openAndWait(sampleProject());
    const bool isEvaluation = id == "run.evaluate";
    if (isEvaluation)
        runJob("run.quantize");
    const std::size_t runs = m_window->project().runs().size();
    Recipe recipe = editor().recipe();
    DataSpec endless = *recipe.calibration;
    endless.source = "random:1";
    endless.samples = 200'000;
    if (isEvaluation)
        recipe.evaluation = {endless, {}};
    else
        recipe.calibration = endless;
    editor().apply(u"Many samples"_s, recipe);
    QVERIFY(m_window->project().save(toPath(path(u"sample.qsproj"_s)))); // nothing else is asked about
    action(id.constData())->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(lastJob()->status == JobStatus::Running && lastJob()->progress.done > 0, kLong);
    m_answers->click(u"Stay"_s);
    QVERIFY(!m_window->close());
    QVERIFY(m_answers->areGiven());
    QCOMPARE(lastJob()->status, JobStatus::Running);
    m_answers->click(u"Cancel the tasks"_s);
    QVERIFY(m_window->close());
    QVERIFY(m_answers->areGiven());
    QVERIFY(m_window->jobs().isIdle());
    QCOMPARE(lastJob()->status, JobStatus::Canceled);
    QCOMPARE(m_window->project().runs().size(), runs);
    const QStringList left = QDir(pathText(m_window->project().runsFolder())).entryList(QDir::Files);
    QVERIFY2(left.filter(u".onnx"_s).size() == qsizetype(runs), qPrintable(left.join(u' '))); // nothing half done
}

void tst_MainWindowClosing::pauseRun(std::size_t samples)
{
    openAndWait(sampleProject(u"sample.qsproj"_s, samples));
    action("run.quantize")->trigger();
    m_window->jobs().setPaused(lastJob()->id, true);
    QCOMPARE(lastJob()->status, JobStatus::Paused);
}

void tst_MainWindowClosing::finishThenClose_savesTheRun_whenTheTasksAreDone()
{
    pauseRun();
    m_answers->click(u"Finish, then close"_s);
    QVERIFY(!m_window->close());
    QVERIFY(m_answers->areGiven());
    QVERIFY(m_window->isVisible());
    QVERIFY(closingStatus()->isVisible());
    QCOMPARE(lastJob()->status, JobStatus::Running); // else it would never end
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), kLong);
    QCOMPARE(lastJob()->status, JobStatus::Finished);
    const Result<ProjectFile> saved = loadProject(toPath(path(u"sample.qsproj"_s)));
    QVERIFY(saved);
    QCOMPARE(saved->runs.size(), std::size_t(1));
}

void tst_MainWindowClosing::finishThenClose_asksWhere_beforeItWaits()
{
    openAndWait(sampleModel());
    editor().apply(u"Sample"_s, sampleRecipe(64));
    action("run.quantize")->trigger();
    m_window->jobs().setPaused(lastJob()->id, true);
    m_answers->click(u"Finish, then close"_s);
    m_answers->click(u"Cancel"_s); // of the file's dialog
    QVERIFY(!m_window->close());
    QVERIFY(m_answers->areGiven());
    QVERIFY(!closingStatus()->isVisible());
    QCOMPARE(lastJob()->status, JobStatus::Paused);
    m_answers->click(u"Finish, then close"_s);
    m_answers->choose(path(u"new.qsproj"_s));
    QVERIFY(!m_window->close());
    QVERIFY(m_answers->areGiven());
    QVERIFY(closingStatus()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), kLong);
    const Result<ProjectFile> saved = loadProject(toPath(path(u"new.qsproj"_s)));
    QVERIFY(saved);
    QCOMPARE(saved->runs.size(), std::size_t(1));
}

void tst_MainWindowClosing::finishThenClose_canBeTakenBack()
{
    pauseRun();
    m_answers->click(u"Finish, then close"_s);
    QVERIFY(!m_window->close());
    auto* stay = closingStatus()->findChild<QAbstractButton*>();
    QVERIFY(stay);
    stay->click();
    QVERIFY(!closingStatus()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QTRY_COMPARE(m_window->project().runs().size(), std::size_t(1));
    QCoreApplication::processEvents();
    QVERIFY(m_window->isVisible());
    QVERIFY(m_window->project().isModified());
    QVERIFY(m_window->project().save(m_window->project().path()));
}

void tst_MainWindowClosing::takeDataAway()
{
    Recipe recipe = editor().recipe();
    recipe.calibration->source = path(u"nowhere"_s).toStdString();
    editor().apply(u"No data"_s, recipe);
}

void tst_MainWindowClosing::finishThenClose_staysOpen_whenATaskFails()
{
    pauseRun();
    m_answers->click(u"Finish, then close"_s);
    QVERIFY(!m_window->close());
    takeDataAway();
    action("run.quantize")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(lastJob()->status, JobStatus::Failed, kLong);
    QTRY_VERIFY(!closingStatus()->isVisible());
    QVERIFY(m_window->isVisible());
    QVERIFY2(message().contains(u"nowhere"_s), qPrintable(message()));
    QVERIFY(m_window->project().save(m_window->project().path()));
}

void tst_MainWindowClosing::finishThenClose_staysOpen_whenATaskFailsBehindAQuestion_data()
{
    QTest::addColumn<bool>("whereToSave");
    QTest::newRow("what becomes of the tasks") << false;
    QTest::newRow("where to save") << true;
}

void tst_MainWindowClosing::finishThenClose_staysOpen_whenATaskFailsBehindAQuestion()
{
    QFETCH(bool, whereToSave);
    openAndWait(sampleModel());
    editor().apply(u"Sample"_s, sampleRecipe());
    action("run.quantize")->trigger();
    const int first = lastJob()->id;
    m_window->jobs().setPaused(first, true);
    takeDataAway();
    action("run.quantize")->trigger();
    const int failing = lastJob()->id;
    const auto hasFailed = [&] {
        m_window->jobs().setPaused(first, false);
        return m_window->jobs().job(failing)->status == JobStatus::Failed;
    };
    if (whereToSave) {
        m_answers->click(u"Finish, then close"_s);
        m_answers->chooseWhen(path(u"new.qsproj"_s), hasFailed);
    } else {
        editor().undoStack().undo();
        action("run.quantize")->trigger(); // what is left to be finished
        m_answers->clickWhen(u"Finish, then close"_s, hasFailed);
    }
    QVERIFY(!m_window->close());
    QVERIFY(m_answers->areGiven());
    QVERIFY(!closingStatus()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QCoreApplication::processEvents();
    QVERIFY(m_window->isVisible());
    QCOMPARE(QFile::exists(path(u"new.qsproj"_s)), whereToSave);
}

void tst_MainWindowClosing::onlyTask_failsBehindTheQuestion()
{
    openAndWait(sampleProject());
    takeDataAway();
    QVERIFY(m_window->project().save(m_window->project().path()));
    action("run.quantize")->trigger();
    QVERIFY(!m_window->jobs().isIdle());
    QVERIFY(!m_window->project().isModified());
    // Nobody answers; the question goes when the task has failed, and no other one comes.
    m_answers->clickWhen(QMessageBox::Cancel, [this] { return m_window->jobs().isIdle(); });
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    QVERIFY(!m_answers->areGiven());
    QCOMPARE(lastJob()->status, JobStatus::Failed);
    QVERIFY2(message().contains(u"nowhere"_s), qPrintable(message()));
    QVERIFY(m_window->close()); // who has read that
}

void tst_MainWindowClosing::closingAgain_goesOnAsPromised_whenTheLastTaskEnds()
{
    pauseRun();
    m_answers->click(u"Finish, then close"_s);
    QVERIFY(!m_window->close());
    QVERIFY(m_answers->areGiven());
    m_window->jobs().setPaused(lastJob()->id, true);
    // The question goes with the task, and no other one comes.
    m_answers->clickWhen(QMessageBox::Cancel, [this] {
        m_window->jobs().setPaused(lastJob()->id, false);
        return m_window->jobs().isIdle();
    });
    QVERIFY(!m_window->close());
    QTRY_VERIFY(!m_window->isVisible());
    QVERIFY(!m_answers->areGiven());
    const Result<ProjectFile> saved = loadProject(toPath(path(u"sample.qsproj"_s)));
    QVERIFY(saved);
    QCOMPARE(saved->runs.size(), std::size_t(1));
}

QTEST_MAIN(tst_MainWindowClosing)
#include "tst_main_window_closing.moc"
