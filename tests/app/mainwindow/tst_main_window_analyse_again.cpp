// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/advice_panel.h"
#include "app/jobs/file_fingerprint.h"
#include "app/jobs/session_store.h"
#include "app/mainwindow/second_graph_pane.h"
#include "app/pages/runs_page.h"
#include "tests/app/mainwindow/analyse_fixture.h"
#include "widgets/models/advice_model.h"

#include <QFile>

#include <fstream>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

/// What the perspective Analyse has in the next sitting, and what it must not take for a run's.
class tst_MainWindowAnalyseAgain : public AnalyseTest
{
    Q_OBJECT

private slots:
    void advice_isReadAndCanBeApplied();
    void view_comesBack();
    void findingsOfAnotherRun_areRefused_data();
    void findingsOfAnotherRun_areRefused();
    void changedSamples_areMeasuredAnew();
    void randomData_areFoundAgain();

private:
    void again()
    {
        QVERIFY(m_window->project().save(toPath(path(u"sample.qsproj"_s))));
        m_window.reset();
        open();
        openAndWait(path(u"sample.qsproj"_s));
    }
    [[nodiscard]] AdvicePanel& advice() const { return *m_window->findChild<AdvicePanel*>(); }
};

void tst_MainWindowAnalyseAgain::advice_isReadAndCanBeApplied()
{
    openRun();
    Gate goal;
    goal.min = 0.9999999; // more than 8 bits give
    advice().setGoal(goal);
    runJob("analyse.advise");
    const auto before = controller().findings().advice;
    QVERIFY2(before && before->plan, qPrintable(message()));
    again();
    QTRY_VERIFY(controller().findings().advice);
    const Advice& read = *controller().findings().advice;
    QCOMPARE(toJson(read).dump(), toJson(*before).dump());
    QVERIFY(read.plan->config == before->plan->config);
    QVERIFY(read.plan->outcome.figures == before->plan->outcome.figures);
    for (std::size_t i = 0; i < read.fixes.size(); ++i) {
        if (read.fixes[i].outcome)
            QVERIFY(read.fixes[i].config == before->fixes[i].config);
    }
    const auto& model = *qobject_cast<AdviceModel*>(advice().table().model());
    QVERIFY(model.rowCount() > 0 && model.config(0));
    const QuantConfig offered = *model.config(0);
    m_window->showPerspective(Perspective::Analyse);
    QVERIFY(action("analyse.advise")->isEnabled()); // it can be asked for again
    emit advice().applyWanted(model.title(0), offered);
    QVERIFY(editor().recipe().config == offered);
}

void tst_MainWindowAnalyseAgain::view_comesBack()
{
    analysed();
    m_window->graphPane().chooseColoring(u"accumulatedError"_s);
    QCOMPARE(m_window->graphPane().coloringId(), u"accumulatedError"_s);
    runJob("run.quantize");
    QCOMPARE(m_window->project().runs().size(), 2U);
    m_window->findChild<RunsPage*>()->setTickedRuns({2});
    m_window->findChild<SecondGraphPane*>()->setFolded(false);
    m_window->showPerspective(Perspective::Analyse);
    action("file.save")->trigger();
    m_window.reset();
    open();
    openAndWait(path(u"sample.qsproj"_s));
    QTRY_VERIFY(action("view.analyse")->isChecked());
    QVERIFY(m_window->findChild<RunsPage*>()->tickedRuns() == std::set<int>{2});
    QVERIFY(!m_window->findChild<SecondGraphPane*>()->isFolded());
    emit panel().runChosen(1);
    QTRY_COMPARE(m_window->graphPane().coloringId(), u"accumulatedError"_s);
    m_window->showPerspective(Perspective::Inspect);
    QCOMPARE(m_window->graphPane().coloringId(), u"operator"_s); // what it was outside of Analyse
}

void tst_MainWindowAnalyseAgain::findingsOfAnotherRun_areRefused_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("about");
    QTest::newRow("errors") << u"analyse.run"_s << u"analysis"_s;
    QTest::newRow("sensitivity") << u"analyse.sensitivity"_s << u"sensitivity"_s;
    QTest::newRow("advice") << u"analyse.advise"_s << u"advice"_s;
}

void tst_MainWindowAnalyseAgain::findingsOfAnotherRun_areRefused()
{
    QFETCH(QString, id);
    QFETCH(QString, about);
    openRun();
    runJob(qPrintable(id));
    edit("XINT8");
    runJob("run.quantize");
    QCOMPARE(m_window->project().runs().size(), 2U);
    const std::string key = toStd(about);
    // As when run 2 was deleted and another got its number.
    const QString file = pathText(m_window->project().fileOfRun(2, key));
    QVERIFY(QFile::copy(pathText(m_window->project().fileOfRun(1, key)), file));
    again();
    m_window->showPerspective(Perspective::Analyse);
    emit panel().runChosen(2);
    QTRY_VERIFY(!controller().findings().problem.isEmpty());
    const RunFindings& found = controller().findings();
    QVERIFY(!found.errors && !found.sensitivity && !found.advice);
    QVERIFY2(found.problem.contains(u"another quantized model than run 2's"_s), qPrintable(found.problem));
    QCOMPARE(m_window->findChild<RunsPage*>()->currentRun(), 2); // one run everywhere
    emit panel().runChosen(1); // whose they are
    QCOMPARE(m_window->findChild<RunsPage*>()->currentRun(), 1);
    emit m_window->project().runsChanged(); // as when another one is measured
    QCOMPARE(controller().run(), 1);
    QTRY_VERIFY(controller().findings().errors || controller().findings().sensitivity
                || controller().findings().advice);
    QVERIFY(controller().findings().problem.isEmpty());
}

void tst_MainWindowAnalyseAgain::changedSamples_areMeasuredAnew()
{
    // A folder of the test's own.
    const QString data = path(u"pictures"_s);
    QVERIFY(QDir().mkpath(data));
    const Recipe sample = sampleRecipe();
    const QDir pictures(toQt(sample.calibration->source));
    const QStringList names = pictures.entryList({u"*.png"_s}, QDir::Files, QDir::Name).mid(0, 5);
    QCOMPARE(names.size(), 5);
    for (const QString& name : names.mid(0, 4))
        QVERIFY(QFile::copy(pictures.filePath(name), data + u'/' + name));
    openAndWait(sampleProject());
    Recipe recipe = editor().recipe();
    recipe.evaluation.emplace();
    recipe.evaluation->data = *recipe.calibration;
    recipe.evaluation->data.source = toStd(data);
    recipe.evaluation->data.samples = 0;
    editor().apply(u"Data"_s, recipe);
    runJob("run.quantize");
    m_window->showPerspective(Perspective::Analyse);
    runJob("analyse.run");
    QCOMPARE(controller().findings().errors->samples, 4U);
    const AnalysisRequest request = m_window->project().analysisOf(1, 32).value();
    const std::string before = fingerprintOf(request);
    QCOMPARE(fingerprintOf(request), before);
    QVERIFY(QFile::copy(pictures.filePath(names.last()), data + u'/' + names.last()));
    QVERIFY(fingerprintOf(request) != before);
    // Not the session that is loaded, which knows four.
    runJob("analyse.sensitivity");
    QVERIFY2(controller().findings().sensitivity, qPrintable(message()));
    QCOMPARE(controller().findings().sensitivity->samples, 5U);
    // What nobody can ask any more is not kept.
    SessionStore store;
    Feedback feedback;
    QVERIFY(store.open(environment(), request, feedback));
    const auto found = store.find(request);
    QVERIFY(found && *found);
    AnalysisRequest others = request;
    others.recipe.parts.push_back(*partFromText("first", "logits[:, :3]"));
    const auto withPart = store.find(others); // the same values, and that part measured
    QVERIFY(withPart && *withPart && &(*withPart)->floatResults() == &(*found)->floatResults());
    QCOMPARE((*withPart)->evaluationDetail().parts.size(), 1U);
    QCOMPARE((*found)->evaluationDetail().parts.size(), 0U); // who has it goes on as before
    const auto opened = store.open(environment(), others, feedback);
    QVERIFY(opened && *opened == *withPart);
    // Questions go to the samples at hand; a job that wants other ones has its own.
    AnalysisRequest fewer = others;
    fewer.samples = 3;
    const auto asked = store.find(fewer);
    QVERIFY(asked && *asked == *withPart && store.findValues(fewer) == *withPart);
    const auto three = store.open(environment(), fewer, feedback);
    QVERIFY(three && *three != *withPart);
    QCOMPARE((*three)->samples().size(), 3U);
    others.recipe.parts.push_back(*partFromText("none", "nothing[0]"));
    QVERIFY(!store.find(others) && store.findValues(others));
    others.recipe.config.perChannel = !others.recipe.config.perChannel;
    QVERIFY(!store.findValues(others));
    store.close();
    const auto isHeld = [&store, &request] { return *store.find(request) != nullptr; };
    QVERIFY(!isHeld());
    QVERIFY(store.open(environment(), request, feedback));
    QVERIFY(!isHeld());
    // A file that is replaced by one of the same name is another.
    const std::string five = fingerprintOf(request);
    QFile picture(data + u'/' + names.first());
    QVERIFY(picture.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && picture.open(QIODevice::Append));
    picture.write("x");
    picture.close();
    QVERIFY(fingerprintOf(request) != five);
}

void tst_MainWindowAnalyseAgain::randomData_areFoundAgain()
{
    AnalysisRequest request;
    request.model = toStd(sampleModel());
    request.recipe = sampleRecipe();
    request.recipe.calibration = DataSpec{"random", {}, 2, 0};
    request.recipe.config.calibration.randomRanges["image"] = {0.0, 2.0};
    request.evaluation = EvaluationRequest{*request.recipe.calibration, {}};
    SessionStore store;
    Feedback feedback;
    const auto opened = store.open(environment(), request, feedback);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    // The session knows the ranges as part of its data; who asks again does not.
    QVERIFY((*opened)->request().evaluation != request.evaluation);
    const auto found = store.find(request);
    QVERIFY(found && *found == *opened);
    const auto again = store.open(environment(), request, feedback);
    QVERIFY(again && *again == *opened);
}

QTEST_MAIN(tst_MainWindowAnalyseAgain)
#include "tst_main_window_analyse_again.moc"
