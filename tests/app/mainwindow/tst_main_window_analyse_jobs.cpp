// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/advice_panel.h"
#include "app/analysis/histogram_desk.h"
#include "app/analysis/sensitivity_panel.h"
#include "app/analysis/what_if.h"
#include "core/config/presets.h"
#include "tests/app/mainwindow/analyse_fixture.h"
#include "widgets/common/number_text.h"
#include "widgets/models/advice_model.h"
#include "widgets/models/layer_error_model.h"
#include "widgets/plots/histogram_view.h"
#include "widgets/plots/range_plot.h"

#include <QComboBox>
#include <QDateTime>
#include <QDockWidget>
#include <QFile>
#include <QPushButton>
#include <QToolButton>
#include <QXmlStreamReader>

using namespace quantiscope;
using namespace quantiscope::test;

/// What the perspective Analyse starts, holds, cancels and makes of the results.
class tst_MainWindowAnalyseJobs : public AnalyseTest
{
    Q_OBJECT

private slots:
    void analysis_pausesGoesOnAndIsCancelled();
    void shares_explainTheWholeError();
    void cancelledShares_leaveTheErrors();
    void cancelledSensitivity_keepsWhatIsKnown();
    void inFloat_isTheOtherDirection();
    void estimates_areCalledThat();
    void marks_areMeasuredAsParts();
    void advice_isAppliedAndUndone();
    void advice_withAGoalThatIsNone_isRefused();
    void draggedRange_becomesAnOverride_andUndoes();
    void draggedChannel_becomesOneOfItsOwn();
    void severalRows_lieOverEachOther();
    void valuesOfAnEarlierSitting_areLoaded();
    void whatIf_isWhatEvaluatingSays();
    void report_isOnePage();

private:
    [[nodiscard]] SensitivityPanel& sensitivity() const { return *m_window->findChild<SensitivityPanel*>(); }
    [[nodiscard]] AdvicePanel& advice() const { return *m_window->findChild<AdvicePanel*>(); }
    [[nodiscard]] HistogramDesk& histogram() const { return *m_window->findChild<HistogramDesk*>(); }
    [[nodiscard]] std::shared_ptr<const Job> lastJob() const { return m_window->jobs().jobs().back(); }
    /// Triggers an action whose job is paused before it comes far.
    void startPaused(const char* id)
    {
        action(id)->trigger();
        m_window->jobs().setPaused(lastJob()->id, true);
        QTRY_COMPARE(lastJob()->status, JobStatus::Paused);
    }
    /// The first tensor of that kind for which @p isWanted; its row is chosen.
    void chooseRow(const std::function<bool(const TensorError&)>& isWanted)
    {
        const auto& tensors = controller().findings().errors->tensors;
        const auto found = std::find_if(tensors.begin(), tensors.end(), isWanted);
        QVERIFY(found != tensors.end());
        emit panel().tensorChosen(std::size_t(found - tensors.begin()));
        QTRY_VERIFY_WITH_TIMEOUT(!histogram().isBusy(), kLong);
        QVERIFY(histogram().view().isVisible());
    }
    /// Writes @p text where one may choose among texts.
    static void choose(QWidget& in, const QString& text)
    {
        for (QComboBox* box : in.findChildren<QComboBox*>()) {
            if (const int place = box->findText(text); place >= 0)
                return box->setCurrentIndex(place);
        }
        QFAIL(qPrintable(text));
    }
};

void tst_MainWindowAnalyseJobs::analysis_pausesGoesOnAndIsCancelled()
{
    openRun();
    startPaused("analyse.run");
    auto* pause = panel().findChild<QToolButton*>(u"pause"_s);
    QVERIFY(pause->isVisible());
    QCOMPARE(pause->toolTip(), u"Go on"_s);
    pause->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QVERIFY(controller().findings().errors);
    QVERIFY(!pause->isVisible());
    // Cancelled, it leaves what the one before wrote.
    const QDateTime written = QFileInfo(resultFile("analysis")).lastModified();
    startPaused("analyse.run");
    panel().findChild<QToolButton*>(u"cancel"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QCOMPARE(lastJob()->status, JobStatus::Canceled);
    QVERIFY(controller().findings().errors);
    QCOMPARE(QFileInfo(resultFile("analysis")).lastModified(), written);
}

void tst_MainWindowAnalyseJobs::shares_explainTheWholeError()
{
    analysed();
    double sum = 0.0;
    std::set<QString> shown;
    const auto& tensors = controller().findings().errors->tensors;
    for (int row = 0; row < table().model()->rowCount(); ++row)
        shown.insert(table().model()->index(row, int(LayerErrorModel::Column::OutputShare)).data().toString());
    for (const TensorError& tensor : tensors) {
        sum += tensor.outputShare.value_or(0.0);
        if (tensor.outputShare)
            QVERIFY(shown.contains(numberText(*tensor.outputShare * 100.0, 'f', 1)));
    }
    QVERIFY2(std::abs(sum - 1.0) < 1e-9, qPrintable(QString::number(sum)));
    QStringList stages;
    for (const JobStage& stage : lastJob()->stages)
        stages << stage.name;
    QCOMPARE(stages.last(), u"shares"_s);
    for (const QString& stage : stages)
        QVERIFY2(stageText(stage) != stage, qPrintable(stage)); // in words
    QVERIFY(commandLineOf(lastJob()->request).contains(u" --share"_s));
}

void tst_MainWindowAnalyseJobs::cancelledShares_leaveTheErrors()
{
    openRun();
    action("analyse.run")->trigger();
    const int id = lastJob()->id;
    QObject context;
    bool isCanceled = false;
    connect(&m_window->jobs(), &JobQueue::jobChanged, &context, [this, id, &isCanceled] {
        if (controller().findings().errors && !isCanceled) {
            isCanceled = true;
            m_window->jobs().cancel(id);
        }
    });
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QVERIFY(controller().findings().errors); // cancelled or not: they were there before
    QCOMPARE(lastJob()->status, JobStatus::Finished);
    QVERIFY(QFile::exists(resultFile("analysis")));
}

void tst_MainWindowAnalyseJobs::inFloat_isTheOtherDirection()
{
    openRun();
    choose(sensitivity(), u"estimate, first order"_s);
    choose(sensitivity(), u"only this in float"_s);
    QCOMPARE(sensitivity().mode(), SensitivityMode::Full); // that direction is not estimated
    runJob("analyse.sensitivity");
    const auto known = controller().findings().sensitivity;
    QVERIFY2(known && lastJob()->status == JobStatus::Finished, qPrintable(message()));
    QCOMPARE(known->rankedBy, SensitivityDirection::AllBut);
    QVERIFY(known->units.front().allBut && !known->units.front().only);
    QVERIFY(sensitivity().table().model()->headerData(2, Qt::Horizontal).toString().contains(u"less by"_s));
}

void tst_MainWindowAnalyseJobs::cancelledSensitivity_keepsWhatIsKnown()
{
    openRun();
    action("analyse.sensitivity")->trigger();
    // Paused as soon as a ranking is there, so that there is something to cancel.
    const int id = lastJob()->id;
    QObject context;
    connect(&m_window->jobs(), &JobQueue::jobChanged, &context, [this, id] {
        if (controller().findings().sensitivity && !m_window->jobs().job(id)->isOver())
            m_window->jobs().setPaused(id, true);
    });
    QTRY_VERIFY_WITH_TIMEOUT(controller().findings().sensitivity, kLong);
    const auto known = controller().findings().sensitivity;
    QCOMPARE(sensitivity().table().model()->rowCount(), int(known->units.size()));
    QVERIFY(!known->ranking.empty());
    m_window->jobs().cancel(id);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QVERIFY(controller().findings().sensitivity);
    QCOMPARE(sensitivity().table().model()->rowCount(), int(known->units.size()));
    QVERIFY(action("analyse.sensitivity")->isEnabled()); // it can be gone on with
}

void tst_MainWindowAnalyseJobs::estimates_areCalledThat()
{
    openRun();
    choose(sensitivity(), u"estimate, first order"_s);
    runJob("analyse.sensitivity");
    QVERIFY2(controller().findings().sensitivity, qPrintable(message()));
    QVERIFY(controller().findings().sensitivity->isEstimate);
    const QAbstractItemModel& model = *sensitivity().table().model();
    QVERIFY(model.headerData(2, Qt::Horizontal).toString().contains(u"estimated"_s));
}

void tst_MainWindowAnalyseJobs::marks_areMeasuredAsParts()
{
    openRun();
    choose(sensitivity(), u"by mark"_s);
    m_window->selection().clear();
    action("analyse.sensitivity")->trigger();
    QTRY_VERIFY(message().contains(u"Nothing is marked"_s));
    Recipe recipe = editor().recipe();
    recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "Gemm", {}, {}});
    editor().apply(u"Test"_s, recipe);
    action("analyse.sensitivity")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(controller().findings().sensitivity && m_window->jobs().isIdle(), kLong);
    const Sensitivity& known = *controller().findings().sensitivity;
    QCOMPARE(known.units.size(), 1U);
    QCOMPARE(known.units.front().name, describe(recipe.config.exclude.back()));
    for (const std::string& name : known.units.front().nodes) {
        const Graph& graph = m_window->drawing()->model().graph;
        QCOMPARE(graph.nodes()[*graph.nodeNamed(name)].opType, std::string("Gemm"));
    }
}

void tst_MainWindowAnalyseJobs::advice_isAppliedAndUndone()
{
    openRun();
    const QuantConfig before = editor().recipe().config;
    Gate goal;
    goal.min = 0.9999999; // more than 8 bits give
    advice().setGoal(goal);
    runJob("analyse.advise");
    const auto found = controller().findings().advice;
    QVERIFY2(found, qPrintable(message()));
    QVERIFY(QFile::exists(resultFile("advice")));
    QVERIFY(advice().table().isVisible());
    QVERIFY(found->baseline.value && !found->baseline.isMet);
    QVERIFY(!found->culprits.empty());
    // The first row gains, or the advice is none.
    const auto& model = *qobject_cast<AdviceModel*>(advice().table().model());
    QVERIFY(model.rowCount() > 0 && model.config(0));
    emit advice().culpritChosen(found->culprits.front().nodes);
    const auto node = m_window->drawing()->model().graph.nodeNamed(found->culprits.front().nodes.front());
    QVERIFY(node && m_window->selection().contains(int(*node)));
    const QuantConfig offered = *model.config(0);
    QVERIFY(!(offered == before));
    advice().table().setCurrentIndex(model.index(0, 0));
    advice().table().setFocus();
    QTest::keyClick(&advice().table(), Qt::Key_Return);
    QVERIFY(editor().recipe().config == offered);
    QVERIFY(editor().undoStack().undoText().contains(model.title(0)));
    editor().undoStack().undo();
    QVERIFY(editor().recipe().config == before);
    QCOMPARE(commandLineOf(lastJob()->request).count(u"--goal"_s), 1);
}

void tst_MainWindowAnalyseJobs::advice_withAGoalThatIsNone_isRefused()
{
    openRun();
    const std::size_t jobs = m_window->jobs().jobs().size();
    m_window->findChild<QDockWidget*>(u"dock.advice"_s)->raise();
    for (QLineEdit* field : advice().findChildren<QLineEdit*>())
        field->setText(u"cosin>=0.9"_s);
    action("analyse.advise")->trigger();
    QCOMPARE(m_window->jobs().jobs().size(), jobs);
    QVERIFY2(message().contains(u"cosin"_s), qPrintable(message()));
}

void tst_MainWindowAnalyseJobs::draggedRange_becomesAnOverride_andUndoes()
{
    analysed();
    chooseRow([](const TensorError& tensor) {
        return tensor.kind == TensorError::Kind::Activation && !tensor.node.empty() && tensor.params;
    });
    HistogramView& view = histogram().view();
    QVERIFY(view.wantedRange());
    const ClipFigures before = view.figures();
    const std::string name = controller().findings().errors->tensors[*controller().currentTensor()].tensor;
    emit view.plot().dragged(Bound::High, double(view.wantedRange()->max) / 8.0);
    emit view.plot().released();
    QVERIFY(view.isChanged());
    QVERIFY(view.figures().clippedShare > before.clippedShare); // told while it is dragged
    const TensorRange wanted = *view.wantedRange();
    QVERIFY(editor().recipe().config.tensorOverrides.empty());
    for (QPushButton* button : view.findChildren<QPushButton*>()) {
        if (button->text().contains(u"eep as override"_s))
            button->click();
    }
    const auto& overrides = editor().recipe().config.tensorOverrides;
    QCOMPARE(overrides.size(), 1U);
    QCOMPARE(overrides.at(name).size(), 1U);
    QVERIFY(overrides.at(name).front().range == wanted);
    editor().undoStack().undo();
    QVERIFY(editor().recipe().config.tensorOverrides.empty());
}

void tst_MainWindowAnalyseJobs::draggedChannel_becomesOneOfItsOwn()
{
    openAndWait(sampleProject());
    Recipe recipe = editor().recipe();
    recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
    recipe.config.perChannel = true;
    editor().apply(u"Per channel"_s, recipe);
    runJob("run.quantize");
    m_window->showPerspective(Perspective::Analyse);
    runJob("analyse.run");
    chooseRow([](const TensorError& tensor) {
        return tensor.kind == TensorError::Kind::Weight && tensor.params && tensor.params->scale.size() > 1;
    });
    const TensorError& weight = controller().findings().errors->tensors[*controller().currentTensor()];
    HistogramView& view = histogram().view();
    view.showChannel(1);
    QVERIFY(view.wantedRange());
    emit view.plot().dragged(Bound::High, double(view.wantedRange()->max) / 2.0);
    emit view.plot().released();
    const TensorRange wanted = *view.wantedRange();
    emit view.overrideWanted(QString(), 1, double(wanted.min), double(wanted.max));
    const std::vector<TensorOverride>& overrides = editor().recipe().config.tensorOverrides.at(weight.tensor);
    QCOMPARE(overrides.size(), weight.params->scale.size());
    QVERIFY(overrides[1].range == wanted);
    QVERIFY(overrides[0].range && !(overrides[0].range == wanted));
    QVERIFY(overrides[0].axis && overrides[0].perChannel == true);
    // Scales that the recipe lays down make room for ranges; else they would contradict each other.
    const Recipe kept = editor().recipe();
    Recipe scaled = kept;
    for (std::size_t i = 0; i < overrides.size(); ++i) {
        TensorOverride& each = scaled.config.tensorOverrides.at(weight.tensor)[i];
        each.range.reset();
        each.scale = {weight.params->scale[i]};
        each.zeroPoint = {0};
    }
    editor().apply(u"Scales"_s, scaled);
    emit view.overrideWanted(QString(), 1, double(wanted.min), double(wanted.max));
    for (const TensorOverride& each : editor().recipe().config.tensorOverrides.at(weight.tensor))
        QVERIFY(each.range && each.scale.empty() && contradictionIn(each).empty());
    QVERIFY(editor().recipe().config.tensorOverrides == kept.config.tensorOverrides);
    // The engine takes it, and only that channel has another scale.
    runJob("run.quantize");
    QVERIFY2(lastJob()->status == JobStatus::Finished, qPrintable(message()));
    const auto& tensors = std::get<RunReport>(*lastJob()->result).tensors;
    const auto made = std::find_if(tensors.begin(), tensors.end(),
                                   [&weight](const QuantizedTensor& each) { return each.name == weight.tensor; });
    QVERIFY(made != tensors.end());
    for (std::size_t i = 0; i < weight.params->scale.size(); ++i) {
        const bool isSame = qFuzzyCompare(made->params.scale[i], weight.params->scale[i]);
        QVERIFY2(isSame == (i != 1), qPrintable(QString::number(i)));
    }
}

void tst_MainWindowAnalyseJobs::severalRows_lieOverEachOther()
{
    analysed();
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&table(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&table(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(panel().selected().size(), 3U);
    QTRY_VERIFY_WITH_TIMEOUT(!histogram().isBusy(), kLong);
    // The float values of the current one, its quantized ones, and the float values of the two others.
    QTRY_COMPARE(histogram().view().plot().series().size(), 4U);
    // All three are selected everywhere, and X is about all.
    std::set<std::string> nodes;
    for (const std::size_t tensor : panel().selected()) {
        for (const std::string& name : userNodesOf(controller().findings().errors->tensors[tensor]))
            nodes.insert(name);
    }
    QVERIFY(nodes.size() > 1);
    QCOMPARE(m_window->selection().nodes().size(), nodes.size());
    QTest::keyClick(&table(), Qt::Key_X);
    std::set<std::string> excluded;
    for (const ExclusionRule& rule : editor().recipe().config.exclude)
        excluded.insert(rule.pattern);
    QVERIFY(excluded == nodes);
}

void tst_MainWindowAnalyseJobs::valuesOfAnEarlierSitting_areLoaded()
{
    analysed();
    QVERIFY(m_window->project().save(toPath(path(u"sample.qsproj"_s))));
    m_window.reset();
    open();
    openAndWait(path(u"sample.qsproj"_s));
    QTRY_VERIFY(controller().findings().errors);
    m_window->showPerspective(Perspective::Analyse);
    emit panel().tensorChosen(0);
    QVERIFY(!histogram().view().isVisible());
    runJob("analyse.load");
    QCOMPARE(lastJob()->status, JobStatus::Finished);
    QTRY_VERIFY_WITH_TIMEOUT(!histogram().isBusy() && histogram().view().isVisible(), kLong);
    QVERIFY(!histogram().view().plot().series().empty());
    QCOMPARE(controller().currentTensor(), std::optional<std::size_t>(0));
}

void tst_MainWindowAnalyseJobs::whatIf_isWhatEvaluatingSays()
{
    analysed();
    auto* whatIf = m_window->findChild<WhatIf*>();
    QVERIFY(whatIf->text().isEmpty());
    edit("XINT8");
    QTRY_VERIFY_WITH_TIMEOUT(whatIf->evaluation(), kLong);
    const Evaluation told = *whatIf->evaluation();
    // The same, quantized and evaluated anew.
    Result<AnalysisRequest> request = m_window->project().analysisOf(1, 32);
    QVERIFY(request);
    Feedback feedback;
    const auto session = AnalysisSession::open(environment(), *request, feedback);
    QVERIFY(session);
    const auto variant = (*session)->quantize(editor().recipe().config, feedback);
    QVERIFY(variant);
    const auto real = (*session)->evaluate(*variant, 0, feedback);
    QVERIFY(real);
    QCOMPARE(told.samples, real->samples);
    QCOMPARE(told.outputs.size(), real->outputs.size());
    for (std::size_t i = 0; i < told.outputs.size(); ++i)
        QCOMPARE(told.outputs[i].cosine.mean, real->outputs[i].cosine.mean);
    QVERIFY(whatIf->text().contains(QString::number(real->outputs.front().cosine.mean, 'f', 4)));
    // Parts of outputs can be asked about without looking into the run again; those that are not there are told.
    const auto setParts = [this](std::vector<OutputPart> parts) {
        Recipe recipe = editor().recipe();
        recipe.parts = std::move(parts);
        editor().apply(u"Parts"_s, recipe);
    };
    setParts({*partFromText("first", "logits[:, :3]")});
    QTRY_VERIFY_WITH_TIMEOUT(whatIf->evaluation() && whatIf->evaluation()->parts.size() == 1, kLong);
    const auto withPart = (*session)->withParts(editor().recipe().parts);
    QVERIFY(withPart);
    const auto realPart = (*withPart)->evaluate(*variant, 0, feedback);
    QVERIFY(realPart);
    QCOMPARE(whatIf->evaluation()->parts.front().summary.cosine.mean, realPart->parts.front().summary.cosine.mean);
    QVERIFY(whatIf->toolTip().contains(u"first"_s));
    setParts({*partFromText("gone", "nothing[0]")});
    QTRY_VERIFY(whatIf->toolTip().contains(u"nothing"_s));
    QVERIFY(!whatIf->text().isEmpty() && !whatIf->evaluation());
}

void tst_MainWindowAnalyseJobs::report_isOnePage()
{
    analysed();
    runJob("analyse.sensitivity");
    Gate goal;
    goal.min = 0.9999999;
    advice().setGoal(goal);
    runJob("analyse.advise");
    const QString file = path(u"report.html"_s);
    m_answers->choose(file);
    action("analyse.report")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), kLong);
    QTRY_VERIFY(message().contains(u"report.html"_s));
    QFile page(file);
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray text = page.readAll();
    QXmlStreamReader reader(text);
    while (!reader.atEnd())
        reader.readNext();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(text.contains("fashion"));
    const auto& worst = controller().findings().sensitivity->units[controller().findings().sensitivity->ranking[0]];
    QVERIFY(text.contains(worst.name.c_str()));
    // What the run was measured to give, and what is advised.
    QVERIFY(text.contains(">Outputs: float against quantized<"));
    QVERIFY(!controller().findings().advice->fixes.empty());
    QVERIFY(text.contains(QString::fromStdString(controller().findings().advice->fixes.front().title).toUtf8()));
}

QTEST_MAIN(tst_MainWindowAnalyseJobs)
#include "tst_main_window_analyse_jobs.moc"
