// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_summary.h"

#include "tests/support/verify_result.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using namespace quantiscope;

namespace {

OutputSummary summary(const std::string& name, std::uint64_t samples, std::uint64_t notFinite, double cosine,
                      std::uint64_t broken = 0)
{
    OutputSummary output;
    output.name = name;
    output.samples = samples;
    output.notFinite = notFinite;
    output.broken = broken;
    output.cosine = {cosine, cosine};
    output.psnr = {30.0, 30.0};
    return output;
}

RunSummary runOf(const std::vector<OutputSummary>& outputs)
{
    Evaluation evaluation;
    evaluation.samples = 4;
    evaluation.outputs = outputs;
    RunSummary run;
    run.number = 1;
    run.output = "/folder/out.onnx";
    run.recipe.config.preset = "A8W8";
    setMeasured(run, evaluation, RunSummary::MeasuredOn::Evaluation);
    return run;
}

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

} // namespace

class tst_RunSummary : public QObject
{
    Q_OBJECT

private slots:
    void lowestCosine_isOfOutputsAndParts()
    {
        Evaluation evaluation;
        evaluation.outputs = {summary("a", 4, 0, 0.99)};
        evaluation.parts.emplace_back().summary = summary("scores", 4, 0, 0.5);
        RunSummary run;
        setMeasured(run, evaluation, RunSummary::MeasuredOn::Evaluation);
        QCOMPARE(lowestCosine(run), std::optional(0.5));
        QVERIFY(isFarFromFloat(run));
    }

    void brokenOutput_isFarFromFloat()
    {
        const RunSummary run = runOf({summary("a", 4, 0, 0.999), summary("b", 3, 1, 0.999, 1)});
        const std::optional<double> lowest = lowestCosine(run);
        QVERIFY(lowest && std::isnan(*lowest));
        QVERIFY(isFarFromFloat(run));
        // It is kept.
        const auto back = runFromJson(toJson(run, "/folder"), "run", "/folder");
        VERIFY_OK(back);
        QVERIFY(!back->outputs[0].isBroken && back->outputs[1].isBroken);
        QVERIFY(isFarFromFloat(*back));
    }

    void outputThatIsInfiniteInTheFloatModel_isNotFar()
    {
        const RunSummary run = runOf({summary("a", 4, 0, 0.999), summary("masks", 0, 4, kNothing)});
        QCOMPARE(lowestCosine(run), std::optional(0.999));
        QVERIFY(!isFarFromFloat(run));
    }

    void outputWithoutCosine_isNotFar()
    {
        const RunSummary zeros = runOf({summary("a", 4, 0, 0.999), summary("zeros", 4, 0, kNothing)});
        QCOMPARE(lowestCosine(zeros), std::optional(0.999));
        QVERIFY(!isFarFromFloat(zeros));
        const RunSummary none = runOf({summary("zeros", 4, 0, kNothing)});
        QVERIFY(!lowestCosine(none));
        QVERIFY(!isFarFromFloat(none));
    }
};

QTEST_APPLESS_MAIN(tst_RunSummary)
#include "tst_run_summary.moc"
