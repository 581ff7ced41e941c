// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project.h"
#include "app/pages/runs_page.h"
#include "app/runs/dashboard_report.h"
#include "app/runs/difference_panel.h"
#include "app/runs/metrics_panel.h"
#include "app/runs/run_details.h"
#include "app/runs/samples_panel.h"
#include "tests/app/runs/dashboard_fixture.h"
#include "tests/support/verify_result.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/data/shown_sample_model.h"
#include "widgets/data/thumbnail_cache.h"
#include "widgets/models/cell_table_model.h"
#include "widgets/models/recipe_difference_model.h"
#include "widgets/models/runs_model.h"
#include "widgets/plots/lane_plot.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

namespace fs = std::filesystem;
using nlohmann::json;

class tst_Dashboard : public QObject, private DashboardFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { makeRuns(); }
    void init() { openCopies(); }
    void cleanup() { close(); }
    void models_keepTheirContract();
    void figures_areThoseOfTheReport();
    void deltas_areAgainstTheBaseline();
    void baseline_isPinnedByKey_undone_andStored();
    void anyRuns_standSideBySide();
    void samples_shareOneSelection();
    void pictures_comeFromTheBackground();
    void flippedSamples_areThoseOfTheReport();
    void differences_areThoseOfTheComparison();
    void differences_haveAllTabsAndValuesInSight();
    void tensors_areThoseOfRealAnalyses();
    void reportsOfOlderVersions_showWhatTheyHave();
    void laterMeasurement_takesItsPlace();
    void brokenReport_isToldInPlace();
};

void tst_Dashboard::models_keepTheirContract()
{
    const auto mode = QAbstractItemModelTester::FailureReportingMode::QtTest;
    CellTableModel cells;
    const QAbstractItemModelTester first(&cells, mode);
    cells.setTable({{{QStringLiteral("a")}, {QStringLiteral("b"), true}},
                    {{QStringLiteral("key"), {{QStringLiteral("x")}, {QStringLiteral("2.0"), 2.0}}}}});
    QCOMPARE(cells.index(0, 1).data(CellTableModel::SortRole).toDouble(), 2.0);
    QCOMPARE(cells.index(0, 1).data(CellTableModel::KeyRole).toString(), QStringLiteral("key"));
    cells.setTable({});
    QCOMPARE(cells.rowCount(), 0);
    ThumbnailCache thumbnails;
    ShownSampleModel samples(thumbnails);
    const QAbstractItemModelTester second(&samples, mode);
    samples.setSamples({{QStringLiteral("a.png")}, {QStringLiteral("b")}});
    QCOMPARE(samples.rowOf(QStringLiteral("b")), 1);
    QVERIFY(!samples.index(1).data(ShownSampleModel::IsPictureRole).toBool());
    samples.setSamples({});
    QCOMPARE(samples.rowOf(QStringLiteral("b")), -1);
}

void tst_Dashboard::figures_areThoseOfTheReport()
{
    const Evaluation evaluation = measured(2);
    const QTableView& table = m_page->metrics().table();
    const auto* model = qobject_cast<const RunOutputsModel*>(table.model());
    QCOMPARE(model->rowCount(), 4); // output and part of two runs
    for (const char* name : {"first", evaluation.outputs[0].name.c_str()}) {
        const OutputSummary& summary = *evaluation.summaryNamed(name);
        const int row = model->rowOf(name);
        QCOMPARE(*model->value(row, RunOutputsModel::Column::Cosine), summary.cosine.mean);
        QCOMPARE(*model->value(row, RunOutputsModel::Column::WorstCosine), summary.cosine.worst);
        QCOMPARE(*model->value(row, RunOutputsModel::Column::Sqnr), summary.sqnr.mean);
        QCOMPARE(*model->value(row, RunOutputsModel::Column::L2), summary.l2.mean);
        QCOMPARE(model->index(row, int(RunOutputsModel::Column::Sqnr)).data().toString(),
                 numberText(summary.sqnr.mean, 'f', 1));
    }
    m_page->metrics().setOutput("first");
    m_page->metrics().setMetric(OutputMetric::Rmse);
    QCOMPARE(plot().lanes().size(), std::size_t(2));
    const auto values = evaluation.valuesOf("first", OutputMetric::Rmse);
    for (const LanePlot::Dot& dot : plot().lanes().front().dots) {
        const auto at = std::find_if(evaluation.perSample.begin(), evaluation.perSample.end(),
                                     [&dot](const SampleRecord& each) { return toQt(each.name) == dot.sample; });
        QVERIFY(at != evaluation.perSample.end());
        QCOMPARE(dot.value, *values[std::size_t(at - evaluation.perSample.begin())]);
    }
    QCOMPARE(plot().lanes().front().dots.size(), kSamples);
    QCOMPARE(*plot().lanes().front().mean, evaluation.summaryNamed("first")->rmse.mean);
    // Accuracy with its interval.
    const auto* accuracy = m_page->findChild<LanePlot*>(QStringLiteral("accuracyPlot"));
    QCOMPARE(accuracy->lanes().size(), std::size_t(3)); // FP32 and both runs
    const ClassificationSummary& hits = *evaluation.classification;
    QCOMPARE(*accuracy->lanes()[1].mean, 100.0 * double(hits.quantizedTop1) / double(hits.labelled));
    QCOMPARE(accuracy->lanes()[1].interval->first, 100.0 * hits.quantizedInterval().low);
    const auto* sentence = m_page->findChild<QLabel*>(QStringLiteral("accuracySentence"));
    QVERIFY(sentence->text().contains(QStringLiteral("%1 lost").arg(*hits.lost)));
    // What the cards say of work and weights.
    const StoredRun report = loadStoredRun(run(2).report).value();
    QVERIFY(report.figures && report.figures->multiplyAdds > 0);
    m_page->setCurrentRun(3); // Gemm is float there
    QTRY_VERIFY_WITH_TIMEOUT(isRead(), kLong);
    const StoredRun excluded = loadStoredRun(run(3).report).value();
    QVERIFY(excluded.figures->floatMultiplyAdds > report.figures->floatMultiplyAdds);
    const double share =
        100.0 * (1.0 - double(excluded.figures->floatMultiplyAdds) / double(excluded.figures->multiplyAdds));
    const auto labels = m_page->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [share](const QLabel* label) {
        return label->text().contains(numberText(share, 'f', 1) + QStringLiteral(" % of multiply-adds"));
    }));
}

void tst_Dashboard::deltas_areAgainstTheBaseline()
{
    const auto cell = [this](int row, RunsModel::Column column, int role = Qt::DisplayRole) {
        return runsTable().index(row, int(column)).data(role);
    };
    const auto difference = [this](int number) { return *lowestCosine(run(number)) - *lowestCosine(run(1)); };
    QCOMPARE(cell(2, RunsModel::Column::CosineDelta, RunsModel::SortRole).toDouble(), difference(2));
    QCOMPARE(cell(3, RunsModel::Column::CosineDelta).toString(), deltaText(difference(3), 4));
    QCOMPARE(cell(1, RunsModel::Column::CosineDelta).toString(), QString()); // the baseline itself
    QVERIFY(cell(0, RunsModel::Column::CosineDelta).toString().startsWith(QLatin1Char('+'))); // FP32 is nearer
    const double bytes = double(run(3).outputBytes) - double(run(1).outputBytes);
    QCOMPARE(cell(3, RunsModel::Column::SizeDelta, RunsModel::SortRole).toDouble(), bytes / (1 << 20));
    QCOMPARE(deltaText(-0.26, 1), QStringLiteral("−0.3"));
    QCOMPARE(deltaText(0.26, 1), QStringLiteral("+0.3"));
    QCOMPARE(deltaText(-0.01, 1), QStringLiteral("0.0"));
}

void tst_Dashboard::baseline_isPinnedByKey_undone_andStored()
{
    auto* table = m_page->findChild<QTableView*>(QStringLiteral("runs"));
    m_page->setCurrentRun(3);
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_P);
    QCOMPARE(m_project->baseline(), 3);
    QVERIFY(m_project->isModified());
    QVERIFY(m_actions->action(QStringLiteral("runs.pinBaseline"))->isChecked());
    QVERIFY(runsTable().index(3, 0).data(RunsModel::PinnedRole).toBool());
    m_page->setCurrentRun(1);
    QTRY_COMPARE(m_page->shownRuns().size(), std::size_t(2));
    QCOMPARE(m_page->shownRuns()[1].number(), 3);
    VERIFY_OK(m_project->save(in(*m_folder, "p.qsproj")));
    const auto stored = loadProject(in(*m_folder, "p.qsproj"));
    VERIFY_OK(stored);
    QCOMPARE(stored->baseline, 3);
    m_project->editor().undoStack().undo();
    QCOMPARE(m_project->baseline(), 0);
    QCOMPARE(m_page->shownRuns().size(), std::size_t(1)); // the first has none before it
    m_project->editor().undoStack().redo();
    QCOMPARE(m_project->baseline(), 3);
    VERIFY_OK(m_project->removeRun(3));
    QCOMPARE(m_project->baseline(), 0);
}

void tst_Dashboard::anyRuns_standSideBySide()
{
    const auto box = [this](int row) { return runsTable().index(row, int(RunsModel::Column::Shown)); };
    QCOMPARE(m_page->shownRuns().size(), std::size_t(2));
    QCOMPARE(box(2).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(!box(2).flags().testFlag(Qt::ItemIsUserCheckable)); // the current one is always shown
    QVERIFY(runsTable().setData(box(3), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(m_page->shownRuns().size(), std::size_t(3));
    QCOMPARE(m_page->shownRuns()[2].number(), 3);
    QTRY_COMPARE_WITH_TIMEOUT(plot().lanes().size(), std::size_t(3), kLong);
    const std::size_t slot = m_page->shownRuns()[2].shown.slot;
    m_page->setCurrentRun(1);
    for (const RunInView& shown : m_page->shownRuns()) {
        if (shown.number() == 3)
            QCOMPARE(shown.shown.slot, slot); // a run keeps its mark
    }
    m_page->setCurrentRun(2);
    if (const QString to = qEnvironmentVariable("QUANTISCOPE_TEST_PICTURES"); !to.isEmpty()) {
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), kLong);
        QTest::qWait(1500);
        m_page->resize(1440, 800);
        m_page->grab().save(to + QStringLiteral("/dashboard.png"));
        applyTheme(*qApp, ThemeChoice::Dark);
        m_page->differences().setTab(DifferencePanel::Tab::Scales);
        m_page->resize(1280, 660);
        QTest::qWait(200);
        m_page->grab().save(to + QStringLiteral("/dashboard-dark.png"));
        applyTheme(*qApp, ThemeChoice::Light);
    }
    QVERIFY(runsTable().setData(box(3), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(m_page->shownRuns().size(), std::size_t(2));
}

void tst_Dashboard::samples_shareOneSelection()
{
    const QSignalSpy picked(m_page.get(), &RunsPage::samplePicked);
    const LanePlot::Dot worst = plot().lanes().front().dots.front();
    QTest::qWait(50); // drawn
    const QPointF place = plot().placeOf(0, worst.value);
    QTest::mouseClick(plot().findChild<QWidget*>(), Qt::LeftButton, {}, place.toPoint());
    QCOMPARE(picked.count(), 1);
    const QString sample = picked.front().front().toString();
    QCOMPARE(plot().selected(), sample);
    QListView& list = m_page->samples().list();
    QCOMPARE(m_page->samples().shownSamples().value(list.currentIndex().row()), sample);
    // The other way, by key.
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_End);
    const QString last = m_page->samples().shownSamples().last();
    QCOMPARE(plot().selected(), last);
    QTest::keyClick(&plot(), Qt::Key_Left);
    QVERIFY(plot().selected() != last);
    const QSignalSpy asked(m_page.get(), &RunsPage::samplesRequested);
    QTest::keyClick(&list, Qt::Key_Return);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front()[1].toStringList().size(), qsizetype(1));
}

void tst_Dashboard::pictures_comeFromTheBackground()
{
    const QListView& list = m_page->samples().list();
    QVERIFY(list.model()->rowCount() > 0);
    for (const QString& sample : m_page->samples().shownSamples())
        QVERIFY2(sample.endsWith(QLatin1String(".png")), qPrintable(sample));
    QTRY_VERIFY_WITH_TIMEOUT(!list.model()->index(0, 0).data(ShownSampleModel::ThumbnailRole).value<QImage>().isNull(),
                             kLong);
    // The worst come first.
    const Evaluation evaluation = measured(2);
    const auto values = evaluation.valuesOf(m_page->metrics().output(), OutputMetric::Cosine);
    const auto places = worstPlaces(values, OutputMetric::Cosine, 1);
    QCOMPARE(m_page->samples().shownSamples().first(), toQt(evaluation.perSample[places.front()].name));
}

void tst_Dashboard::flippedSamples_areThoseOfTheReport()
{
    const Evaluation evaluation = measured(2);
    QVERIFY(!evaluation.flipped.empty()); // else nothing here could go wrong
    // Those whose answer is right in one of both models and wrong in the other, told by the report's counts alone.
    const ClassificationSummary& classes = *evaluation.classification;
    std::uint64_t lost = 0;
    std::uint64_t gained = 0;
    for (const FlippedSample& flip : evaluation.flipped) {
        lost += flip.isLost() ? 1 : 0;
        gained += flip.isLost() ? 0 : 1;
    }
    QCOMPARE(std::int64_t(gained) - std::int64_t(lost),
             std::int64_t(classes.quantizedTop1) - std::int64_t(classes.floatTop1));
    for (const auto choice :
         {SamplesPanel::Choice::Lost, SamplesPanel::Choice::Gained, SamplesPanel::Choice::Flipped}) {
        m_page->samples().setChoice(choice);
        QStringList expected;
        for (const FlippedSample& flip : evaluation.flipped) {
            if (choice == SamplesPanel::Choice::Flipped || flip.isLost() == (choice == SamplesPanel::Choice::Lost))
                expected += toQt(flip.name);
        }
        QCOMPARE(m_page->samples().shownSamples(), expected);
    }
    QCOMPARE(std::uint64_t(std::count_if(evaluation.flipped.begin(), evaluation.flipped.end(),
                                         [](const FlippedSample& flip) { return flip.isLost(); })),
             *run(2).accuracy->lost);
}

void tst_Dashboard::differences_haveAllTabsAndValuesInSight()
{
    QAction restore;
    DifferencePanel panel(&restore);
    panel.resize(800, 300);
    panel.show();
    panel.setRuns(m_page->shownRuns());
    QTRY_VERIFY_WITH_TIMEOUT(panel.comparison().has_value(), kLong);
    const auto* tabs = panel.findChild<QTabBar*>();
    const QTableView& recipe = panel.table(DifferencePanel::Tab::Recipe);
    const QString count = QString::number(recipe.model()->rowCount());
    QTRY_VERIFY(tabs->tabText(0).endsWith(count));
    const int whole = tabs->sizeHint().width();
    panel.resize(whole - 20, 300); // where the counts have no room they give way
    QTRY_COMPARE(tabs->width(), whole - 20);
    QVERIFY(!tabs->tabText(0).endsWith(count));
    QVERIFY(tabs->tabRect(tabs->count() - 1).right() < tabs->width());
    panel.resize(800, 300);
    QTRY_VERIFY(tabs->tabText(0).endsWith(count));
    // A long key, perhaps out of sight, takes nothing from the values.
    using Column = RecipeDifferenceModel::Column;
    QTRY_COMPARE(recipe.horizontalHeader()->length(), recipe.viewport()->width());
    for (const Column column : {Column::Before, Column::After}) {
        const QString value = recipe.model()->index(0, int(column)).data().toString();
        QVERIFY(recipe.columnWidth(int(column)) > recipe.fontMetrics().horizontalAdvance(value));
    }
}

void tst_Dashboard::differences_areThoseOfTheComparison()
{
    const RunComparison expected = compareRuns(*loadStoredRun(run(1).report), *loadStoredRun(run(2).report));
    QVERIFY(!expected.scales.empty() && !expected.recipe.empty() && !expected.errors.empty());
    DifferencePanel& panel = m_page->differences();
    QTRY_VERIFY_WITH_TIMEOUT(panel.comparison().has_value(), kLong);
    const auto rows = [&panel](DifferencePanel::Tab tab) { return std::size_t(panel.table(tab).model()->rowCount()); };
    QCOMPARE(rows(DifferencePanel::Tab::Recipe), expected.recipe.size());
    QCOMPARE(rows(DifferencePanel::Tab::Scales), expected.scales.size());
    QCOMPARE(rows(DifferencePanel::Tab::Errors), expected.errors.size());
    QCOMPARE(rows(DifferencePanel::Tab::Tensors), std::size_t(0)); // not analysed
    QVERIFY(rows(DifferencePanel::Tab::Stages) >= 5);
    const QSignalSpy picked(m_page.get(), &RunsPage::tensorPicked);
    panel.setTab(DifferencePanel::Tab::Scales);
    QTableView& scales = panel.table(DifferencePanel::Tab::Scales);
    QTRY_VERIFY(scales.isVisible());
    QTest::mouseClick(scales.viewport(), Qt::LeftButton, {}, scales.visualRect(scales.model()->index(0, 0)).center());
    QCOMPARE(picked.count(), 1);
    QCOMPARE(picked.front().front().toString(), toQt(expected.scales.front().tensor));
}

void tst_Dashboard::tensors_areThoseOfRealAnalyses()
{
    DifferencePanel& panel = m_page->differences();
    QTRY_VERIFY_WITH_TIMEOUT(panel.comparison().has_value(), kLong);
    QCOMPARE(panel.table(DifferencePanel::Tab::Tensors).model()->rowCount(), 0);
    // As the window analyses them.
    JobQueue queue(environment());
    for (const int number : {1, 2}) {
        Result<AnalysisRequest> request = m_project->analysisOf(number, 8);
        QVERIFY(request);
        request->cache = {};
        queue.add(AnalyseJob{*request, m_project->fileOfRun(number, "analysis"), {}, {}});
    }
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), kLong);
    std::vector<LayerErrors> errors;
    for (const int number : {1, 2}) {
        const json document = documentOf(m_project->fileOfRun(number, "analysis"));
        auto read = layerErrorsFromJson(document, "file");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->quantizedHash, run(number).outputHash);
        errors.push_back(std::move(*read));
    }
    m_page = std::make_unique<RunsPage>(*m_project, *(m_actions = std::make_unique<ActionRegistry>()));
    m_page->setCurrentRun(2);
    m_page->show();
    QTRY_VERIFY_WITH_TIMEOUT(isRead(), kLong);
    DifferencePanel& again = m_page->differences();
    const QAbstractItemModel& table = *again.table(DifferencePanel::Tab::Tensors).model();
    QTRY_VERIFY_WITH_TIMEOUT(table.rowCount() > 0, kLong);
    // Every tensor that both have, with the figures of the files; the largest change first.
    int common = 0;
    double before = std::numeric_limits<double>::infinity();
    for (const TensorError& tensor : errors[1].tensors) {
        common += int(std::count_if(errors[0].tensors.begin(), errors[0].tensors.end(),
                                    [&tensor](const TensorError& each) { return each.tensor == tensor.tensor; }));
    }
    QCOMPARE(table.rowCount(), common);
    for (int row = 0; row < table.rowCount(); ++row) {
        const auto ofRow = [&](const TensorError& each) {
            return shownName(each.tensor) == table.index(row, 0).data().toString();
        };
        const auto was = std::find_if(errors[0].tensors.begin(), errors[0].tensors.end(), ofRow);
        const auto now = std::find_if(errors[1].tensors.begin(), errors[1].tensors.end(), ofRow);
        QVERIFY(was != errors[0].tensors.end() && now != errors[1].tensors.end());
        if (!now->own || !was->own)
            continue;
        QCOMPARE(table.index(row, 1).data().toString(), numberText(now->own->sqnr.mean, 'f', 1));
        const double change = std::abs(now->own->sqnr.mean - was->own->sqnr.mean);
        if (std::isfinite(change)) {
            QVERIFY(change <= before + 1e-9);
            before = change;
        }
    }
}

void tst_Dashboard::reportsOfOlderVersions_showWhatTheyHave()
{
    json report = documentOf(run(2).report);
    report["evaluation"].erase("perSample");
    report["evaluation"].erase("flipped");
    report.erase("multiplyAdds");
    report["weightBytes"].erase("leftInFloat");
    write(run(2).report, report);
    emit m_project->runsChanged();
    QTRY_VERIFY_WITH_TIMEOUT(isRead() && m_page->shownRuns().front().evaluation()->perSample.empty(), kLong);
    const auto* model = qobject_cast<const RunOutputsModel*>(m_page->metrics().table().model());
    QVERIFY(model->value(model->rowOf("first"), RunOutputsModel::Column::Sqnr));
    QCOMPARE(plot().lanes().size(), std::size_t(1)); // of the baseline
    QVERIFY(m_page->samples().shownSamples().isEmpty());
}

void tst_Dashboard::laterMeasurement_takesItsPlace()
{
    Evaluation later = measured(2);
    later.samples = 5;
    later.perSample.resize(5);
    later.outputs[0].cosine = {0.5, 0.25};
    later.classification.reset();
    later.agreement.reset();
    later.flipped.clear();
    EvaluateJob job = m_project->evaluationOf(2).value();
    write(job.report, toJson(later));
    m_project->setEvaluation(2, job, later);
    QTRY_VERIFY_WITH_TIMEOUT(isRead() && m_page->shownRuns().front().evaluation()
                                 && m_page->shownRuns().front().evaluation()->samples == 5,
                             kLong);
    QTRY_COMPARE(plot().lanes().front().dots.size(), std::size_t(5));
    // A file that the project's figures are not of says nothing.
    later.samples = 7;
    write(job.report, toJson(later));
    emit m_project->runsChanged();
    QTRY_VERIFY_WITH_TIMEOUT(isRead() && !m_page->shownRuns().front().evaluation(), kLong);
}

void tst_Dashboard::brokenReport_isToldInPlace()
{
    std::ofstream(run(2).report) << "{\"format\": \"quantiscope-report\", \"tensors\": 3}";
    emit m_project->runsChanged();
    const auto isTold = [this] {
        const auto labels = m_page->metrics().findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String("recipe"));
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTold(), kLong);
}

QTEST_MAIN(tst_Dashboard)
#include "tst_dashboard.moc"
