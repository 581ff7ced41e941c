// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/advice_tables.h"
#include "core/report/comparison_tables.h"
#include "core/report/evaluation_tables.h"
#include "core/report/run_details.h"
#include "tests/core/report/report_page.h"
#include "tests/core/report/sample_report.h"

#include <QTest>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Twelve labelled samples of an output and a part of it, whose cosine falls from sample to sample.
Evaluation detailedEvaluation()
{
    constexpr std::size_t kSamples = 12;
    Evaluation evaluation;
    evaluation.samples = kSamples;
    OutputSummaryBuilder whole("y");
    OutputSummaryBuilder part("scores");
    for (std::size_t i = 0; i < kSamples; ++i) {
        OutputMetrics metrics;
        metrics.cosine = 1.0 - 0.01 * static_cast<double>(i);
        metrics.sqnr = 40.0 - static_cast<double>(i);
        OutputMetrics worse = metrics;
        worse.cosine -= 0.2;
        SampleRecord record;
        record.name = i == 11 ? kHostile : "picture" + std::to_string(i);
        record.index = i;
        record.outputs = {{metrics, false}};
        record.parts = {{worse, false}};
        record.label = 3;
        record.floatClass = 3;
        record.quantizedClass = i < 8 ? 3 : 5;
        whole.add(record.outputs[0]);
        part.add(record.parts[0]);
        evaluation.perSample.push_back(record);
        if (i >= 8)
            evaluation.flipped.push_back({record.name, 3, 3, 5});
    }
    evaluation.outputs = {whole.summary()};
    evaluation.parts = {{*partFromText("scores", "y[..., 4:]"), part.summary()}};
    evaluation.classification = ClassificationSummary{12, 12, 12, 8, 12, 4};
    evaluation.classNames = {{5, kHostile}};
    return evaluation;
}

const ReportTable& tableNamed(const std::vector<ReportTable>& tables, const std::string& id)
{
    const auto at =
        std::find_if(tables.begin(), tables.end(), [&id](const ReportTable& table) { return table.id == id; });
    if (at == tables.end())
        qFatal("there is no table '%s'", id.c_str());
    return *at;
}

/// Does a note of @p table begin like this?
bool hasNote(const ReportTable& table, const std::string& beginning)
{
    return std::any_of(table.notes.begin(), table.notes.end(),
                       [&beginning](const std::string& note) { return note.starts_with(beginning); });
}

RunReport sampleRun()
{
    RunReport run;
    run.modelPath = "/models/net.onnx";
    run.outputPath = kHostile;
    run.recipe.config.preset = "XINT8";
    run.samples = 1;
    run.selectedNodes = 5;
    run.preparedNodes = 6;
    run.floatOperators = {{"Conv", 3}, {"BatchNormalization", 3}};
    run.quantizedOperators = {{"Conv", 3}, {"QuantizeLinear", 7}};
    run.stages = {{"calibrate", 2.0, std::size_t(300) << 20}, {"write", 0.5, 0}};
    run.gates = {{{GateMetric::Cosine, {}, GateStatistic::Mean, 0.99, {}}, 0.5, "y", false, {}},
                 {{GateMetric::Top1Drop, {}, GateStatistic::Mean, {}, 1.0}, 0.25, {}, true, {}}};
    run.warnings = {kHostile};
    run.tensors = {{"w", QuantizedTensor::Role::Weight, {DataType::Int8, {0.5F, 0.25F}, {0, 0}, 0}, {}},
                   {"x", QuantizedTensor::Role::Activation, {DataType::UInt8, {0.125F}, {128}, {}}, {}}};
    run.ranges = {{"x", {-1.0F, 2.0F}}};
    run.preparation = {{"fold BatchNormalization", "FoldBatchNorm", 3, {}, false}};
    run.check = sampleEvaluation();
    return run;
}

Advice sampleAdvice()
{
    Advice advice;
    advice.goal = *goalFromText("scores:cosine>=0.95");
    advice.samples = 4;
    advice.screening = 1;
    advice.baseline.value = 0.2132;
    advice.baseline.output = "scores";
    advice.baseline.samples = 4;
    advice.screened.value = 0.19;
    advice.screened.figures = {100, 100, 0, 5000, 1000, 8};
    advice.culprits = {{"Conv_41", {"Conv_41", kHostile}, advice.screened, "The channels differ."}};
    AdviceFix fix;
    fix.title = "preset A16W8_PC";
    fix.changes = {{"preset", "VINT8", "A16W8_PC"}};
    fix.outcome = AdviceOutcome{0.924, "scores", false, 1, {100, 100, 0, 6000, 1000, 16}};
    fix.cost = "activations of 16 bits";
    AdviceFix refused;
    refused.title = "per-channel weights";
    refused.refusal = "PerChannel must be false.";
    AdviceFix weightsOnly;
    weightsOnly.title = "weights only";
    weightsOnly.outcome = AdviceOutcome{-std::numeric_limits<double>::infinity(), "scores", false, 1, {}};
    advice.fixes = {fix, refused, weightsOnly};
    advice.plan = AdvicePlan{{}, {"preset A16W8_PC"}, fix.changes, *fix.outcome};
    advice.plan->outcome.isMet = true;
    advice.left = "Learned rounding is left.";
    advice.isComplete = true;
    return advice;
}

} // namespace

class tst_FoundTables : public QObject
{
    Q_OBJECT

private slots:
    void evaluation_hasPartsIntervalsFlippedAndWorstSamples()
    {
        const std::vector<ReportTable> tables = tablesOf(detailedEvaluation());
        QCOMPARE(tables.size(), 4U);
        const ReportTable& outputs = tableNamed(tables, "outputs");
        QCOMPARE(outputs.rows.size(), 2U);
        QCOMPARE(outputs.rows[1][0].text, std::string("scores"));
        QCOMPARE(outputs.rows[1][1].text, std::string("y[..., 4:]"));
        QCOMPARE(outputs.rows[1][4].text, std::string("0.69000"));
        QVERIFY(hasNote(outputs, "12 samples; "));

        const ReportTable& accuracy = tableNamed(tables, "accuracy");
        QCOMPARE(accuracy.rows[0][3].text, std::string("66.67"));
        QCOMPARE(accuracy.rows[0][4].text, std::string("39.06 to 86.19")); // Wilson's, of 8 in 12
        QCOMPARE(accuracy.rows[0][5].text, std::string("-33.33"));
        // Four lost, none gained: 2 / 2^4.
        QVERIFY(hasNote(accuracy, "Flipped: 4 right to wrong, 0 wrong to right; McNemar's exact p = 0.125, which may"));

        const ReportTable& flipped = tableNamed(tables, "flipped");
        QCOMPARE(flipped.rows.size(), 4U);
        QCOMPARE(flipped.rows[3][0].text, kHostile);
        QCOMPARE(flipped.rows[0][1].text, std::string("right to wrong"));
        QCOMPARE(flipped.rows[0][4].text, "5 " + kHostile);

        const ReportTable& samples = tableNamed(tables, "samples");
        QCOMPARE(samples.rows.size(), 12U);
        QVERIFY(hasNote(samples, "By the cosine of 'scores', the worst first."));
        QCOMPARE(samples.rows[0][0].text, kHostile);
        QCOMPARE(samples.rows[11][0].text, std::string("picture0"));
        QCOMPARE(samples.rows[11][2].text, std::string("0.80000")); // of the part
        QCOMPARE(samples.columns.size(), samples.rows[0].size());
    }

    void distributions_areDrawn_whereThereAreEnoughSamples()
    {
        Evaluation evaluation = detailedEvaluation();
        const std::vector<ReportFigure> figures = tableNamed(tablesOf(evaluation), "outputs").figures;
        QCOMPARE(figures.size(), 2U);
        const Page figure = pageOf(figures[1].svg);
        QCOMPARE(figure.error, QString());
        int drawn = 0;
        for (const QString& text : figure.texts) {
            static const QRegularExpression kBar("^0\\.\\d{5} to 0\\.\\d{5}: (\\d+) samples?$");
            drawn += kBar.match(text).captured(1).toInt();
        }
        QCOMPARE(drawn, 12); // every sample is in one bar
        evaluation.perSample.resize(7);
        evaluation.samples = 7;
        QVERIFY(tableNamed(tablesOf(evaluation), "outputs").figures.empty());
        evaluation.perSample.clear(); // as reports of older versions have it
        const std::vector<ReportTable> old = tablesOf(evaluation);
        QCOMPARE(std::count_if(old.begin(), old.end(), [](const ReportTable& table) { return table.id == "samples"; }),
                 0);
    }

    void run_tellsGatesStagesRecipeAndWarnings()
    {
        const AnalysisReport report = reportOf(sampleRun());
        QCOMPARE(report.title, std::string("net.onnx, XINT8"));
        const std::vector<ReportTable> tables = tablesOf(report);
        QCOMPARE(tables.front().id, std::string("gates"));
        QCOMPARE(tables.front().notes.front(), std::string("1 of 2 gates met."));
        QCOMPARE(tables.front().rows[0][0].text, std::string("cosine >= 0.99"));
        QCOMPARE(tables.front().rows[0][1].text, std::string("NOT MET"));
        const ReportTable& stages = tableNamed(tables, "stages");
        QCOMPARE(stages.rows[0][2].text, std::string("300 MiB"));
        QCOMPARE(stages.rows[1][2].text, std::string("-"));
        QVERIFY(hasNote(stages, "The run took 2.50 s."));
        const ReportTable& operators = tableNamed(tables, "operators");
        QCOMPARE(operators.rows[0][0].text, std::string("BatchNormalization"));
        QCOMPARE(operators.rows[0][3].text, std::string("-3"));
        QCOMPARE(*operators.rows[2][3].value, 7.0);
        QCOMPARE(tableNamed(tables, "warnings").rows[0][0].text, kHostile);
        const ReportTable& quantized = tableNamed(tables, "quantized");
        QCOMPARE(*quantized.rows[0][5].value, 2.0); // scales
        QCOMPARE(quantized.rows[0][6].text, std::string("-"));
        QCOMPARE(*quantized.rows[1][7].value, 2.0);
        const ReportTable& recipe = tableNamed(tables, "recipe");
        const auto preset = std::find_if(recipe.rows.begin(), recipe.rows.end(),
                                         [](const std::vector<ReportCell>& row) { return row[0].text == "preset"; });
        QVERIFY(preset != recipe.rows.end());
        QCOMPARE((*preset)[1].text, std::string("XINT8"));
        QVERIFY(std::any_of(report.facts.begin(), report.facts.end(),
                            [](const auto& fact) { return fact.second == "1 sample"; }));
    }

    void advice_tellsWhyWhatItGivesAndThePlan()
    {
        const std::vector<ReportTable> tables = tablesOf(sampleAdvice());
        QCOMPARE(tables.size(), 3U);
        QVERIFY(hasNote(tables[0],
                        "Goal: cosine of 'scores' >= 0.95. The recipe as it is reaches cosine 0.2132 of "
                        "'scores' on 4 samples."));
        QCOMPARE(tables[0].rows[0][2].text, std::string("The channels differ."));
        const ReportTable& fixes = tableNamed(tables, "fixes");
        QCOMPARE(fixes.rows.size(), 4U);
        QCOMPARE(*fixes.rows[1][1].value, 0.924);
        QCOMPARE(fixes.rows[1][7].text, std::string("preset: VINT8 → A16W8_PC"));
        QVERIFY(std::isnan(*fixes.rows[2][1].value)); // refused: nothing was measured
        QCOMPARE(fixes.rows[2][6].text, std::string("PerChannel must be false."));
        QCOMPARE(fixes.rows[1][5].text, std::string("16"));
        QCOMPARE(fixes.rows[3][5].text, std::string("float"));
        QCOMPARE(fixes.figures.size(), 1U);
        QVERIFY(fixes.figures[0].svg.find("weights only: ") != std::string::npos); // drawn, though infinite
        for (const std::vector<ReportCell>& row : fixes.rows)
            QCOMPARE(row.size(), fixes.columns.size());
        const ReportTable& plan = tableNamed(tables, "plan");
        QVERIFY2(hasNote(plan, "It reaches cosine 0.9240 of 'scores' on 1 sample, which meets the goal, with 100.0 %"),
                 plan.notes.front().c_str());
        QVERIFY(hasNote(plan, "Learned rounding is left."));
    }

    void storedResults_areWorstFirst()
    {
        FolderComparison comparison;
        comparison.files = {{"a.npy", 0.9, 1.0, 20.0, {}}, {kHostile, 0.5, 2.0, {}, 0.25}};
        comparison.skipped = {{"c.npy", "It is missing."}};
        const std::vector<ReportTable> tables = tablesOf(comparison);
        QCOMPARE(tables.size(), 2U);
        QCOMPARE(tables[0].rows[0][0].text, kHostile);
        QCOMPARE(tables[0].rows[1][4].text, std::string("-"));
        QCOMPARE(tables[1].rows[0][1].text, std::string("It is missing."));
    }

    void comparedRuns_keepDigitsOfEveryMetric()
    {
        RunComparison comparison;
        comparison.errors = {{"y", OutputMetric::Cosine, 0.999572, 0.999448, 3, -0.000124, {}},
                             {"y", OutputMetric::Rmse, 3.1249e-06, 3.6257e-06, 3, 5.008e-07, {}}};
        const std::vector<ReportTable> tables = tablesOf(comparison, "a to b");
        QVERIFY(hasNote(tableNamed(tables, "recipe"), "The recipes are the same."));
        QVERIFY(hasNote(tableNamed(tables, "scales"), "0 tensors of other parameters, 0 of the same."));
        const ReportTable& errors = tableNamed(tables, "errors");
        QCOMPARE(errors.rows[0][2].text, std::string("0.99957"));
        QCOMPARE(errors.rows[0][3].text, std::string("0.99945"));
        QCOMPARE(errors.rows[1][2].text, std::string("3.12e-06"));
        QCOMPARE(errors.rows[1][3].text, std::string("3.63e-06"));
    }

    void pages_areWellFormed_andReferToNothing()
    {
        AnalysisReport all = reportOf(sampleRun());
        all.evaluation = detailedEvaluation();
        for (const ReportTable& table : tablesOf(sampleAdvice()))
            all.first.push_back(table);
        for (const ReportTable& table :
             tablesOf(FolderComparison{{{"a", 1, 0, {}, {}}}, {{"b", "why"}}, {}, {}, {}, {}}))
            all.last.push_back(table);
        const std::string html = htmlText(all);
        const Page page = pageOf(html);
        QCOMPARE(page.error, QString());
        QCOMPARE(page.elements.count("script"), 1);
        QCOMPARE(page.elements.count("img"), 0);
        QCOMPARE(referencesOf(html), QStringList());
        QCOMPARE(page.elements.count("svg"), 2 + 1 + 1); // distributions, changes of the recipe, stages
        QStringList ids = page.attributes.filter(QRegularExpression("^id="));
        QCOMPARE(ids.removeDuplicates(), 0);
        // As CSV, none of its tables takes another file's place.
        const std::vector<std::filesystem::path> mayBe = filesOfReport("r.csv");
        for (const ReportTable& table : tablesOf(all)) {
            const std::filesystem::path file = "r-" + table.id + ".csv";
            QVERIFY2(std::count(mayBe.begin(), mayBe.end(), file) == 1, file.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(tst_FoundTables)
#include "tst_found_tables.moc"
