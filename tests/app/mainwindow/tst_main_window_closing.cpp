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

private:
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

QTEST_MAIN(tst_MainWindowClosing)
#include "tst_main_window_closing.moc"
