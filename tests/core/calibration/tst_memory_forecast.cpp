// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/memory_forecast.h"

#include "core/graph/live_values.h"
#include "core/model/value_sizes.h"
#include "tests/core/calibration/calibration_run.h"

#include <QTest>

#include <limits>
#include <string>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;

MemoryForecast::Parts someParts()
{
    MemoryForecast::Parts parts;
    parts.before = 50 * kMiB;
    parts.peakBefore = 60 * kMiB;
    parts.weights = 5 * kMiB;
    parts.live = 40 * kMiB;
    parts.all = 300 * kMiB;
    parts.input = kMiB;
    parts.values = 1000;
    parts.histograms = 10 * kMiB;
    return parts;
}

} // namespace

class tst_MemoryForecast : public QObject
{
    Q_OBJECT

private slots:
    void valueSizes_followTheInputsShapes();
    void liveValues_addUpWhatIsNeededAtTheSameTime();
    void peak_growsWithWhatRunsAtTheSameTime();
    void checkAndEvaluation_arePartOfThePeak();
    void trial_takesMoreThanItsCalibration();
    void peak_isNeverBelowWhatWasMeasured();
    void planWithin_takesFewerSamplesThenMorePasses();
    void hugeSizes_fitNoBudget();
    void memoryParts_readTheFirstSoundSample();
};

void tst_MemoryForecast::valueSizes_followTheInputsShapes()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 3, "H", "W"}).randomInitializer("w", {8, 3, 40, 40}, 1);
    b.node("Conv", {"x", "w"}, {"y"}).attribute("strides", {2, 2});
    b.node("Shape", {"y"}, {"s"});
    b.output("y").output("s", DataType::Int64, {4});
    const Model model = b.model();
    const auto sizes = valueSizes(model, {{"x", {2, 3, 100, 60}}});
    QCOMPARE(sizes.at("x"), std::size_t(4 * 2 * 3 * 100 * 60));
    QCOMPARE(sizes.at("y"), std::size_t(4 * 2 * 8 * 31 * 11)); // (100 - 40) / 2 + 1, (60 - 40) / 2 + 1
    QCOMPARE(sizes.at("s"), std::size_t(8 * 4));
    const auto open = valueSizes(model, {});
    QVERIFY(!open.contains("x") && !open.contains("y"));
    QCOMPARE(open.at("s"), std::size_t(8 * 4));
}

void tst_MemoryForecast::liveValues_addUpWhatIsNeededAtTheSameTime()
{
    // x -> a -> b -> c -> d, and a is needed again for d.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Relu", {"x"}, {"a"});
    b.node("Relu", {"a"}, {"b"});
    b.node("Relu", {"b"}, {"c"});
    b.node("Add", {"a", "c"}, {"d"});
    b.output("d", DataType::Float, {4});
    const Model model = b.model();
    const Graph graph(model);
    // While c is made: a 100 + b 20 + c 3.
    const LiveValues live = liveValues(graph, {{"a", 100}, {"b", 20}, {"c", 3}, {"d", 7}, {"x", 1000}});
    QCOMPARE(live.most, std::size_t(123));
    QCOMPARE(live.all, std::size_t(130));
    // While d is made: a 100 + c 3 + d 70.
    QCOMPARE(liveValues(graph, {{"a", 100}, {"b", 20}, {"c", 3}, {"d", 70}}).most, std::size_t(173));
    QCOMPARE(liveValues(graph, {}).most, std::size_t(0));
}

void tst_MemoryForecast::peak_growsWithWhatRunsAtTheSameTime()
{
    const MemoryForecast forecast(someParts());
    const MemoryPlan one{1, 1000, StatisticsDetail::Histogram};
    const MemoryPlan two{2, 1000, StatisticsDetail::Histogram};
    const std::size_t perSample = forecast.peak(two) - forecast.peak(one);
    QVERIFY(perSample >= 33 * kMiB); // most of the values, and the sample itself
    QVERIFY(perSample <= 41 * kMiB);
    QVERIFY(forecast.peak({1, 500, StatisticsDetail::Histogram}) < forecast.peak(one));
    QVERIFY(forecast.peak({1, 1000, StatisticsDetail::Range}) < forecast.peak(one));
}

void tst_MemoryForecast::checkAndEvaluation_arePartOfThePeak()
{
    const MemoryPlan plan{1, 1, StatisticsDetail::Histogram};
    MemoryForecast::Parts parts = someParts();
    QCOMPARE(MemoryForecast(parts).checkPeak(4), parts.peakBefore); // neither
    const std::size_t none = MemoryForecast(parts).peak(plan);
    parts.all = 3000 * kMiB;
    parts.nodes = 20000;
    parts.checkedSamples = 2;
    const MemoryForecast checked(parts);
    QVERIFY(checked.peak(plan) > none + 300 * kMiB);
    QVERIFY(checked.checkPeak(2) > checked.checkPeak(1));
    QCOMPARE(checked.checkPeak(3), checked.checkPeak(2)); // no more samples than there are
    parts.evaluatedSamples = 100;
    QVERIFY(MemoryForecast(parts).checkPeak(1) > checked.checkPeak(1));
    QVERIFY(MemoryForecast(parts).checkPeak(3) > MemoryForecast(parts).checkPeak(2));
}

void tst_MemoryForecast::trial_takesMoreThanItsCalibration()
{
    MemoryForecast::Parts parts = someParts();
    parts.peakBefore = 0;
    const MemoryPlan plan{1, 32, StatisticsDetail::Histogram};
    const std::size_t trial = MemoryForecast(parts).trial(plan);
    QVERIFY(trial > MemoryForecast(parts).peak(plan) + 2 * parts.weights + 3 * parts.input);
    parts.input += 10 * kMiB; // of each of four samples, beside what the calibration has of it
    QVERIFY(MemoryForecast(parts).trial(plan) >= trial + 40 * kMiB);
}

void tst_MemoryForecast::peak_isNeverBelowWhatWasMeasured()
{
    MemoryForecast::Parts parts = someParts();
    parts.peakBefore = 5000 * kMiB;
    QCOMPARE(MemoryForecast(parts).peak({1, 1, StatisticsDetail::Range}), 5000 * kMiB);
    QCOMPARE(MemoryForecast(parts).checkPeak(1), 5000 * kMiB);
    QVERIFY(!MemoryForecast(parts).planWithin(4999 * kMiB, {1, 1000, StatisticsDetail::Range}));
}

void tst_MemoryForecast::planWithin_takesFewerSamplesThenMorePasses()
{
    const MemoryForecast forecast(someParts());
    const MemoryPlan wanted{4, 1000, StatisticsDetail::Histogram};
    const auto peak = [&](std::size_t samples, std::size_t values) {
        return forecast.peak({samples, values, StatisticsDetail::Histogram});
    };
    const auto plan = [&](std::size_t budget) { return forecast.planWithin(budget, wanted); };
    QVERIFY(plan(peak(4, 1000)) == wanted);
    QCOMPARE(plan(peak(4, 1000) - 1)->samples, std::size_t(3));
    QCOMPARE(plan(peak(1, 1000))->samples, std::size_t(1));
    QCOMPARE(plan(peak(1, 1000))->valuesPerPass, std::size_t(1000));
    QCOMPARE(plan(peak(1, 1000) - 1)->valuesPerPass, std::size_t(500));
    QCOMPARE(plan(peak(1, 500) - 1)->valuesPerPass, std::size_t(334));
    QCOMPARE(plan(peak(1, 1))->valuesPerPass, std::size_t(1));
    QVERIFY(!plan(peak(1, 1) - 1));
    for (std::size_t budget = peak(1, 1); budget < peak(4, 1000); budget += 3 * kMiB)
        QVERIFY(forecast.peak(*plan(budget)) <= budget);
}

void tst_MemoryForecast::hugeSizes_fitNoBudget()
{
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    constexpr std::size_t kTiB = std::size_t(1) << 40;
    for (const std::size_t huge : {kMost, kMost / 2, kMost / 3, kMost / 4}) {
        MemoryForecast::Parts parts = someParts();
        parts.live = parts.all = parts.input = huge;
        parts.checkedSamples = parts.evaluatedSamples = 7;
        const MemoryForecast forecast(parts);
        QVERIFY(forecast.peak({4, 1000, StatisticsDetail::Histogram}) > 1000 * kTiB);
        QVERIFY(forecast.checkPeak(3) > 1000 * kTiB);
        QVERIFY(!forecast.planWithin(kTiB, {4, 1000, StatisticsDetail::Histogram}));
    }
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1}).int64s("shape", {1, std::int64_t(1) << 62});
    b.node("Expand", {"x", "shape"}, {"y"});
    b.node("Expand", {"x", "shape"}, {"z"});
    b.output("y").output("z");
    const Model model = b.model();
    const auto sizes = valueSizes(model, {});
    QVERIFY(sizes.at("y") > kMost / 2);
    QVERIFY(liveValues(Graph(model), sizes).all >= sizes.at("y"));
    QCOMPARE(liveValues(Graph(model), {{"y", kMost - 1}, {"z", kMost - 1}}).most, kMost);
}

void tst_MemoryForecast::memoryParts_readTheFirstSoundSample()
{
    class FirstIsDamaged final : public SampleSource
    {
    public:
        explicit FirstIsDamaged(std::size_t size = 2) : m_size(size) { }
        std::size_t size() const override { return m_size; }
        std::string name(std::size_t) const override { return "it"; }
        bool skipsUnreadable() const override { return true; }
        Result<Sample> read(std::size_t i) const override
        {
            if (i == 0)
                return Error{ErrorCode::DataRefused, "It is torn.", "it"};
            Sample sample;
            sample.inputs.emplace("x", Tensor(DataType::Float, {5, 3}));
            return sample;
        }

    private:
        std::size_t m_size;
    };
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 3}).randomInitializer("w", {3, 100}, 1);
    b.node("MatMul", {"x", "w"}, {"y"});
    b.output("y");
    const FirstIsDamaged source;
    const auto parts = memoryParts(b.model(), &source);
    QVERIFY(parts.has_value());
    QCOMPARE(parts->input, std::size_t(4 * 15));
    QCOMPARE(parts->live, std::size_t(4 * 500));
    QCOMPARE(parts->weights, std::size_t(4 * 300));
    QCOMPARE(parts->values, std::size_t(2));
    QCOMPARE(memoryParts(b.model(), nullptr)->live, std::size_t(0));
    // Of two samples, the 2 * 15 and 2 * 500 values are kept; of 1000 samples 4096 of each until there are more.
    const FirstIsDamaged many(1000);
    const auto more = memoryParts(b.model(), &many);
    QCOMPARE(parts->histograms - more->histograms, std::size_t(4 * 2 * 515));
    QCOMPARE(parts->fewValues, std::size_t(0));
    QCOMPARE(more->fewValues, std::size_t(2 * 4 * 4096));
}

QTEST_GUILESS_MAIN(tst_MemoryForecast)
#include "tst_memory_forecast.moc"
