// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_comparison.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using nlohmann::json;

namespace {

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-6;
}

/// A report of a run as far as it is compared.
json report()
{
    return json::parse(R"({
        "format": "quantiscope-report", "version": 1, "model": {"hash": "m"}, "weightBytes": {"float": 400, "quantized": 100},
        "recipe": {"format": "quantiscope-recipe", "version": 1, "preset": "A8W8"},
        "tensors": [
            {"name": "x", "role": "activation", "type": "int8", "scale": 0.5, "zeroPoint": 0},
            {"name": "w", "role": "weight", "type": "int8", "axis": 0, "scale": [0.1, 0.2], "zeroPoint": [0, 0]},
            {"name": "y", "role": "activation", "type": "uint8", "scale": 1.0, "zeroPoint": 7}],
        "evaluation": {"samples": 3, "dataHash": "d",
            "outputs": [{"name": "y", "samples": 3, "cosine": {"mean": 0.8, "worst": 0.7}, "sqnr": {"mean": 10, "worst": 9}}],
            "perSample": {"names": ["a", "b", "c"], "values": {"y": {"cosine": [0.7, 0.8, 0.9], "sqnr": [10, "inf", null]}},
                          "labels": [1, 2, 3], "floatClasses": [1, 2, 3], "quantizedClasses": [1, 2, 0]}}})");
}

StoredRun run(const json& document)
{
    auto read = storedRunFromJson(document, "run.json", "/runs");
    if (!read)
        qFatal("%s", read.error().message.c_str());
    return std::move(*read);
}

const ErrorChange& change(const RunComparison& comparison, OutputMetric metric)
{
    const auto found = std::find_if(comparison.errors.begin(), comparison.errors.end(),
                                    [metric](const ErrorChange& each) { return each.metric == metric; });
    if (found == comparison.errors.end())
        qFatal("no %s", outputMetricName(metric));
    return *found;
}

} // namespace

class tst_RunComparison : public QObject
{
    Q_OBJECT

private slots:
    void sameRun_hasNoDifference();
    void figures_areRead_alsoOfOlderReports();
    void recipes_areCompared();
    void scales_areCompared();
    void errors_arePairedByName();
    void accuracy_isPairedByName();
    void others_areNoted();
    void json_saysEverything();
    void wrongReports_areRefused_data();
    void wrongReports_areRefused();
};

void tst_RunComparison::sameRun_hasNoDifference()
{
    const StoredRun one = run(report());
    QCOMPARE(one.weightBytes, std::uint64_t(100));
    QCOMPARE(one.recipe.config.preset, std::string("A8W8"));
    const RunComparison comparison = compareRuns(one, one);
    QVERIFY(comparison.recipe.empty());
    QVERIFY(comparison.scales.empty());
    QCOMPARE(comparison.equalScales, std::size_t(3));
    QVERIFY(comparison.notes.empty());
    QCOMPARE(change(comparison, OutputMetric::Cosine).difference, std::optional<double>(0.0));
    QVERIFY(!change(comparison, OutputMetric::Cosine).isClear());
}

void tst_RunComparison::figures_areRead_alsoOfOlderReports()
{
    const StoredRun old = run(report());
    QCOMPARE(old.floatWeightBytes, std::uint64_t(400));
    QVERIFY(!old.figures && old.stages.empty());
    QCOMPARE(old.peakMemory, std::uint64_t(0));
    json now = report();
    now["weightBytes"]["leftInFloat"] = 40;
    now["multiplyAdds"] = {{"all", 1000}, {"leftInFloat", 250}};
    now["memory"] = {{"peak", 77}};
    now["stages"] =
        json::parse(R"([{"name": "load", "seconds": 0.5, "peakMemory": 7}, {"name": "ranges", "seconds": 2}])");
    const StoredRun read = run(now);
    QVERIFY(read.figures.has_value());
    QCOMPARE(*read.figures, (VariantFigures{100, 40, 1000, 250}));
    QCOMPARE(read.peakMemory, std::uint64_t(77));
    QCOMPARE(read.stages.size(), std::size_t(2));
    QCOMPARE(read.stages[0].name, std::string("load"));
    QCOMPARE(read.stages[0].peakMemory, std::size_t(7));
    QCOMPARE(read.stages[1].seconds, 2.0);
    for (const auto& [key, value] : {std::pair<const char*, json>{"stages", 3},
                                     {"stages", json::array({1})},
                                     {"multiplyAdds", {{"all", -1}}},
                                     {"memory", "much"}}) {
        json wrong = now;
        wrong[key] = value;
        const auto refused = storedRunFromJson(wrong, "run.json", "/runs");
        QVERIFY2(!refused, key);
        QVERIFY2(refused.error().message.find(key) != std::string::npos, refused.error().message.c_str());
    }
}

void tst_RunComparison::recipes_areCompared()
{
    json other = report();
    other["recipe"]["preset"] = "A16W8";
    const RunComparison comparison = compareRuns(run(report()), run(other));
    QVERIFY(!comparison.recipe.empty());
    QCOMPARE(comparison.recipe[0], (RecipeChange{"preset", "A8W8", "A16W8"}));
}

void tst_RunComparison::scales_areCompared()
{
    json other = report();
    other["weightBytes"]["quantized"] = 90;
    other["tensors"][0]["scale"] = 0.25; // half
    other["tensors"][1]["scale"] = {0.8, 0.1}; // 8 times, half
    other["tensors"][2] = {{"name", "z"}, {"role", "bias"}, {"type", "int32"}, {"scale", 1.0}, {"zeroPoint", 0}};
    const RunComparison comparison = compareRuns(run(report()), run(other));
    QCOMPARE(comparison.weightBytes, std::int64_t(-10));
    QCOMPARE(comparison.equalScales, std::size_t(0));
    QCOMPARE(comparison.scales.size(), std::size_t(4));
    QCOMPARE(comparison.scales[0], (ScaleChange{"z", "bias", "", "int32", 0, 1, 1.0, 1.0, false}));
    QCOMPARE(comparison.scales[1], (ScaleChange{"y", "activation", "uint8", "", 1, 0, 1.0, 1.0, false}));
    const ScaleChange& weight = comparison.scales[2];
    QCOMPARE(weight.tensor, std::string("w"));
    QVERIFY(isNear(weight.leastRatio, 0.5) && isNear(weight.mostRatio, 8.0));
    QCOMPARE(comparison.scales[3], (ScaleChange{"x", "activation", "int8", "int8", 1, 1, 0.5, 0.5, false}));

    json perTensor = report();
    perTensor["tensors"][1]["scale"] = 0.4;
    perTensor["tensors"][1]["zeroPoint"] = 3;
    const RunComparison coarser = compareRuns(run(report()), run(perTensor));
    QCOMPARE(coarser.scales.size(), std::size_t(1));
    QVERIFY(isNear(coarser.scales[0].leastRatio, 2.0) && isNear(coarser.scales[0].mostRatio, 4.0));
    QCOMPARE(coarser.scales[0].scalesBefore, std::size_t(2));
    QCOMPARE(coarser.scales[0].scalesAfter, std::size_t(1));
    QVERIFY(coarser.scales[0].zeroPointDiffers);
}

void tst_RunComparison::errors_arePairedByName()
{
    json other = report();
    other["evaluation"]["outputs"][0]["cosine"]["mean"] = 0.9;
    other["evaluation"]["perSample"]["names"] = {"c", "new", "b", "a"};
    other["evaluation"]["perSample"]["values"]["y"] = {{"cosine", {0.92, 0.1, 0.81, 0.73}}, {"sqnr", {20, 20, 20, 13}}};
    const RunComparison comparison = compareRuns(run(report()), run(other));
    const ErrorChange& cosine = change(comparison, OutputMetric::Cosine);
    QCOMPARE(cosine.before, 0.8);
    QCOMPARE(cosine.after, 0.9);
    QCOMPARE(cosine.pairs, std::uint64_t(3));
    // Differences 0.02, 0.01, 0.03: mean 0.02, standard error 0.01 / sqrt(3), t of 2 degrees of freedom 4.302653.
    QVERIFY(isNear(cosine.difference.value(), 0.02));
    const double half = 4.302653 * 0.01 / std::sqrt(3.0);
    QVERIFY(isNear(cosine.interval->low, 0.02 - half) && isNear(cosine.interval->high, 0.02 + half));
    QVERIFY(!cosine.isClear());
    const ErrorChange& sqnr = change(comparison, OutputMetric::Sqnr); // infinite and missing ones make no pair
    QCOMPARE(sqnr.pairs, std::uint64_t(1));
    QCOMPARE(sqnr.difference, std::optional<double>(3.0));
    QVERIFY(!sqnr.interval && !sqnr.isClear());
}

void tst_RunComparison::accuracy_isPairedByName()
{
    json other = report();
    other["evaluation"]["perSample"]["quantizedClasses"] = {1, nullptr, 3};
    const RunComparison comparison = compareRuns(run(report()), run(other));
    QVERIFY(comparison.accuracy.has_value());
    QCOMPARE(comparison.accuracy->samples, std::uint64_t(3));
    QCOMPARE(comparison.accuracy->before, std::uint64_t(2));
    QCOMPARE(comparison.accuracy->after, std::uint64_t(2));
    QCOMPARE(comparison.accuracy->lost, std::uint64_t(1));
    QCOMPARE(comparison.accuracy->gained(), std::uint64_t(1));
    QCOMPARE(comparison.accuracy->chance(), 1.0);
    json unlabelled = report();
    unlabelled["evaluation"]["perSample"].erase("labels");
    QVERIFY(!compareRuns(run(report()), run(unlabelled)).accuracy);
}

void tst_RunComparison::others_areNoted()
{
    json other = report();
    other["model"]["hash"] = "n";
    other["evaluation"]["dataHash"] = "e";
    const RunComparison comparison = compareRuns(run(report()), run(other));
    QCOMPARE(comparison.notes,
             (std::vector<std::string>{"The runs started from different models.",
                                       "The runs were measured on different data; samples are matched by name."}));
    json unmeasured = report();
    unmeasured.erase("evaluation");
    const RunComparison blind = compareRuns(run(report()), run(unmeasured));
    QVERIFY(blind.errors.empty());
    QCOMPARE(blind.notes, std::vector<std::string>{"'run.json' was not measured: there are no errors to compare."});
    unmeasured["check"] = report()["evaluation"]; // of calibration samples
    QVERIFY(!compareRuns(run(report()), run(unmeasured)).errors.empty());
}

void tst_RunComparison::json_saysEverything()
{
    json other = report();
    other["recipe"]["preset"] = "A16W8";
    other["tensors"][0]["scale"] = 0.25;
    const json document = toJson(compareRuns(run(report()), run(other)));
    QVERIFY(document["format"] == "quantiscope-run-comparison");
    QVERIFY(document["recipe"][0]["after"] == "A16W8");
    QVERIFY(document["scales"]["equal"] == 2);
    QVERIFY(document["scales"]["changed"][0]["ratio"] == json({0.5, 0.5}));
    QVERIFY(document["errors"][0]["metric"] == "cosine");
    QVERIFY(document["errors"][0]["interval"] == json({0.0, 0.0}));
    QVERIFY(document["accuracy"]["before"] == 2);
}

void tst_RunComparison::wrongReports_areRefused_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::newRow("format") << "/format"
                            << "\"quantiscope-recipe\"";
    QTest::newRow("recipe") << "/recipe"
                            << "3";
    QTest::newRow("tensors") << "/tensors"
                             << "{}";
    QTest::newRow("tensor") << "/tensors/0"
                            << "3";
    QTest::newRow("scale") << "/tensors/0/scale"
                           << "\"big\"";
    QTest::newRow("scale 0") << "/tensors/0/scale"
                             << "0";
    QTest::newRow("no scale") << "/tensors/0/scale"
                              << "[]";
    QTest::newRow("zero points") << "/tensors/1/zeroPoint"
                                 << "[0]";
    QTest::newRow("zero point") << "/tensors/0/zeroPoint"
                                << "0.5";
    QTest::newRow("evaluation") << "/evaluation"
                                << "[]";
}

void tst_RunComparison::wrongReports_areRefused()
{
    QFETCH(QString, path);
    QFETCH(QString, value);
    json document = report();
    document[json::json_pointer(path.toStdString())] = json::parse(value.toStdString());
    const auto read = storedRunFromJson(document, "run.json", "/runs");
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::ConfigRefused);
    QVERIFY(!read.error().message.empty());
    QVERIFY(!storedRunFromJson(json::array(), "run.json", "/runs"));
}

QTEST_GUILESS_MAIN(tst_RunComparison)
#include "tst_run_comparison.moc"
