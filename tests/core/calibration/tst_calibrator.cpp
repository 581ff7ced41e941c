// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibrator.h"

#include "core/base/file_io.h"
#include "core/data/preprocess_json.h"
#include "core/observers/best_positions.h"
#include "core/observers/position_search.h"
#include "core/observers/range_methods.h"
#include "core/runtime/graph_optimizer.h"
#include "tests/core/calibration/calibration_run.h"
#include "tests/support/histogram_total.h"
#include "tests/support/source_directory.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// What a run with every value as a graph output sees: all elements of all samples, by value name.
std::map<std::string, std::vector<float>> allValues(const Model& model, const SampleSource& source)
{
    const Model everything = withAllOutputs(model);
    const std::vector<TensorSpec> outputs = everything.outputs();
    SessionOptions options;
    options.optimization = OptimizationLevel::Basic;
    options.threads = 1;
    auto session = InferenceSession::create(environment(), everything, options);
    if (!session)
        qFatal("%s", session.error().message.c_str());

    std::map<std::string, std::vector<float>> values;
    const auto add = [&values](const std::string& name, const Tensor& tensor) {
        const auto elements = tensor.as<float>();
        values[name].insert(values[name].end(), elements.begin(), elements.end());
    };
    for (std::size_t i = 0; i < source.size(); ++i) {
        const auto sample = source.read(i);
        if (!sample)
            qFatal("%s", sample.error().message.c_str());
        for (const auto& [name, tensor] : sample->inputs)
            add(name, tensor);
        auto run = session->run(sample->inputs, {});
        if (!run)
            qFatal("%s", run.error().message.c_str());
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            if (outputs[k].type == DataType::Float)
                add(outputs[k].name, (*run)[k]);
        }
    }
    return values;
}

/// The whole of @p statistics against a plain count of @p values; an empty text when they agree.
std::string difference(const CalibrationStatistics& statistics, const std::map<std::string, std::vector<float>>& values)
{
    if (statistics.tensors.size() != values.size())
        return "the number of values differs";
    for (const auto& [name, elements] : values) {
        const auto at = statistics.tensors.find(name);
        if (at == statistics.tensors.end())
            return name + " was not observed";
        float min = std::numeric_limits<float>::infinity();
        float max = -min;
        std::vector<std::uint64_t> bins(65536);
        std::uint64_t bad = 0;
        for (const float value : elements) {
            if (!std::isfinite(value)) {
                ++bad;
                continue;
            }
            min = value < min ? value : min;
            max = value > max ? value : max;
            ++bins[std::bit_cast<std::uint32_t>(value) >> 16];
        }
        const TensorStatistics& found = at->second;
        // -0 and 0 are the same bound, it is always told as 0.
        if (std::bit_cast<std::uint32_t>(found.min) != std::bit_cast<std::uint32_t>(min + 0.0F)
            || std::bit_cast<std::uint32_t>(found.max) != std::bit_cast<std::uint32_t>(max + 0.0F))
            return "the range of " + name + " differs";
        if (found.elements != elements.size() || found.notANumber + found.infinite != bad)
            return "the number of elements of " + name + " differs";
        if (totalOf(found.histogram) != elements.size() - bad)
            return "the histogram of " + name + " has another total";
        bool equal = true;
        found.histogram.forEach([&](std::uint16_t bin, std::uint64_t count) {
            equal = equal && bins[bin] == count;
            bins[bin] = 0;
        });
        if (!equal || std::any_of(bins.begin(), bins.end(), [](std::uint64_t count) { return count > 0; }))
            return "the histogram of " + name + " differs";
    }
    return {};
}

/// A narrow convolution of many channels on a small plane: ONNX Runtime computes it in another order of sums from three
/// threads on.
Model threadSensitiveModel()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 256, 13, 13}).randomInitializer("w", {64, 256, 1, 1}, 0.05F);
    b.node("Conv", {"x", "w"}, {"y"});
    b.output("y");
    return b.model();
}

std::set<std::size_t> pagesOf(const TensorStatistics& statistics)
{
    std::set<std::size_t> pages;
    statistics.histogram.forEach(
        [&pages](std::uint16_t bin, std::uint64_t) { pages.insert(bin / FloatHistogram::kPageBins); });
    return pages;
}

} // namespace

class tst_Calibrator : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void observableValues_areAllFloatValuesInOrder();
    void modelHash_isTheModelsUnlessItIsGiven();
    void statistics_areThoseOfAnAllOutputsRun_onTheSample_data();
    void statistics_areThoseOfAnAllOutputsRun_onTheSample();
    void statistics_areThoseOfAnAllOutputsRun_onRandomGraphs_data();
    void statistics_areThoseOfAnAllOutputsRun_onRandomGraphs();
    void rangesOnly_equalThoseOfHistograms();
    void statistics_areTheSame_forAnyThreads_data();
    void statistics_areTheSame_forAnyThreads();
    void statistics_areTheSame_forAnyOrder();
    void votes_areTheBestPositionsOfTheSamples();
    void statistics_areTheSame_inAnyNumberOfPasses_data();
    void statistics_areTheSame_inAnyNumberOfPasses();
    void shards_addUp_inAnyOrder_data();
    void shards_addUp_inAnyOrder();
    void notFiniteValues_areCountedAndLeftOut();
    void chosenValues_areThoseCollected_andShownToTheWitness();
    void emptyTensor_hasNoRange();
    void statistics_doNotGrowWithTheSamples();
    void hashes_tellModelAndData();

private:
    std::optional<Model> m_sample;
    std::optional<Model> m_preparedSample;
    std::unique_ptr<SampleSource> m_pictures;
};

void tst_Calibrator::initTestCase()
{
    const std::filesystem::path folder = sampleDirectory();
    Feedback feedback;
    auto model = Model::load(folder / "fashion_cnn.onnx", {}, feedback);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    m_sample = std::move(*model);
    auto prepared = optimizeBasic(environment(), *m_sample, feedback);
    QVERIFY(prepared.has_value());
    m_preparedSample = std::move(*prepared);
    DataSpec spec;
    spec.source = (folder / "calib").string();
    auto preprocess = loadPreprocess((folder / "preprocess.json").string());
    QVERIFY(preprocess.has_value());
    spec.preprocess = *preprocess;
    auto source = openSampleSource(spec, m_sample->inputs(), feedback);
    QVERIFY2(source.has_value(), source ? "" : source.error().message.c_str());
    m_pictures = std::move(*source);
    QCOMPARE(m_pictures->size(), std::size_t(64));
}

void tst_Calibrator::modelHash_isTheModelsUnlessItIsGiven()
{
    const Model model = threadSensitiveModel();
    const MemorySource samples = randomSamples(model, 1);
    Feedback feedback;
    const auto hash = model.contentHash(feedback);
    QVERIFY(hash);
    QCOMPARE(statisticsOf(model, samples).modelHash, *hash);
    CalibrationOptions options;
    options.modelHash = "known";
    QCOMPARE(statisticsOf(model, samples, options).modelHash, std::string("known"));
}

void tst_Calibrator::observableValues_areAllFloatValuesInOrder()
{
    ModelBuilder body;
    body.node("Relu", {"c"}, {"inner"});
    body.output("inner");
    ModelBuilder b(13);
    b.input("unused", DataType::Float, {2}).input("cond", DataType::Bool, {}).input("x", DataType::Float, {1, 2, 4, 4});
    b.randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"c"});
    b.node("Shape", {"c"}, {"shape"});
    b.node("Dropout", {"c"}, {"d", "mask"});
    b.node("Exp", {"c"}, {"dangling"});
    b.node("If", {"cond"}, {"z"}).graph("then_branch", body.graph()).graph("else_branch", body.graph());
    b.node("Add", {"d", "z"}, {"y"});
    b.output("y").output("shape", DataType::Int64, {4});
    const std::vector<std::string> expected{"unused", "x", "c", "d", "dangling", "z", "y"};
    QCOMPARE(observableValues(b.model()), expected);
}

void tst_Calibrator::statistics_areThoseOfAnAllOutputsRun_onTheSample_data()
{
    QTest::addColumn<bool>("prepared");
    QTest::newRow("as exported") << false;
    QTest::newRow("prepared") << true;
}

void tst_Calibrator::statistics_areThoseOfAnAllOutputsRun_onTheSample()
{
    QFETCH(bool, prepared);
    const Model& model = prepared ? *m_preparedSample : *m_sample;
    const CalibrationStatistics statistics = statisticsOf(model, *m_pictures);
    QCOMPARE(statistics.samples, std::uint64_t(64));
    const auto values = allValues(model, *m_pictures);
    QVERIFY(values.size() > 5);
    const std::string wrong = difference(statistics, values);
    QVERIFY2(wrong.empty(), wrong.c_str());
    // The input is 28 x 28 pictures.
    const TensorStatistics& input = statistics.tensors.at(model.inputs()[0].name);
    QCOMPARE(input.elements, std::uint64_t(64 * 28 * 28));
    QCOMPARE(minMaxRange(input).min, input.min);
}

void tst_Calibrator::statistics_areThoseOfAnAllOutputsRun_onRandomGraphs_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 25; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void tst_Calibrator::statistics_areThoseOfAnAllOutputsRun_onRandomGraphs()
{
    QFETCH(int, seed);
    const Model model = randomModel(std::uint32_t(seed));
    const MemorySource source = randomSamples(model, 3);
    const std::string wrong = difference(statisticsOf(model, source), allValues(model, source));
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void tst_Calibrator::rangesOnly_equalThoseOfHistograms()
{
    const CalibrationStatistics full = statisticsOf(*m_sample, *m_pictures);
    const CalibrationStatistics ranges = statisticsOf(*m_sample, *m_pictures, {StatisticsDetail::Range, 0});
    QVERIFY(ranges.detail == StatisticsDetail::Range);
    QCOMPARE(ranges.tensors.size(), full.tensors.size());
    for (const auto& [name, tensor] : full.tensors) {
        TensorStatistics withoutHistogram = tensor;
        withoutHistogram.histogram = {};
        withoutHistogram.values = {};
        QVERIFY2(ranges.tensors.at(name) == withoutHistogram, name.c_str());
    }
}

void tst_Calibrator::statistics_areTheSame_forAnyThreads_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("detail");
    for (const int threads : {2, 3, 4, 16, 0})
        QTest::addRow("%d", threads) << threads << int(StatisticsDetail::Histogram);
    for (const int threads : {2, 16})
        QTest::addRow("%d, votes", threads) << threads << int(StatisticsDetail::Votes);
}

void tst_Calibrator::statistics_areTheSame_forAnyThreads()
{
    QFETCH(int, threads);
    QFETCH(int, detail);
    const CalibrationOptions one{StatisticsDetail(detail), 1};
    const CalibrationOptions many{StatisticsDetail(detail), threads};
    QVERIFY(statisticsOf(*m_sample, *m_pictures, many) == statisticsOf(*m_sample, *m_pictures, one));
    // Kernels whose last bits change when three or more threads share one of them.
    const Model sensitive = threadSensitiveModel();
    const MemorySource samples = randomSamples(sensitive, 5);
    const CalibrationStatistics statistics = statisticsOf(sensitive, samples, many);
    QVERIFY(statistics == statisticsOf(sensitive, samples, one));
    QVERIFY(difference(statistics, allValues(sensitive, samples)).empty());
}

void tst_Calibrator::statistics_areTheSame_forAnyOrder()
{
    const Model model = randomModel(3);
    const MemorySource inOrder = randomSamples(model, 12);
    const CalibrationStatistics expected = statisticsOf(model, inOrder);
    std::vector<std::size_t> order(12);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::mt19937 generator(1);
    for (int i = 0; i < 4; ++i) {
        std::shuffle(order.begin(), order.end(), generator);
        const CalibrationStatistics shuffled = statisticsOf(model, MemorySource(inOrder, order));
        QVERIFY(shuffled == expected);
    }
}

void tst_Calibrator::votes_areTheBestPositionsOfTheSamples()
{
    const Model model = randomModel(5);
    constexpr std::size_t kSamples = 7;
    const MemorySource samples = randomSamples(model, kSamples);
    const CalibrationStatistics statistics = statisticsOf(model, samples, {StatisticsDetail::Votes, 3});
    std::map<std::string, PositionVotes> expected;
    std::size_t cast = 0;
    for (std::size_t i = 0; i < kSamples; ++i) {
        const MemorySource one(samples, {i});
        for (const auto& [name, elements] : allValues(model, one)) {
            PositionVotes& votes = expected[name];
            for (const QuantTarget& target : kVotingTargets) {
                StatisticsScratch scratch;
                TensorStatistics sample = statisticsOfSample(elements, StatisticsDetail::Histogram, scratch);
                sample.values.giveUp(); // votes are those of histograms
                if (const auto best = bestPosition(signedBins(sample), {sample.min, sample.max}, target)) {
                    votes.add(target.type, best->position);
                    ++cast;
                }
            }
        }
    }
    QVERIFY(cast > kSamples * kVotingTargets.size());
    QCOMPARE(statistics.tensors.size(), expected.size());
    for (const auto& [name, votes] : expected)
        QVERIFY2(statistics.tensors.at(name).votes == votes, name.c_str());
}

void tst_Calibrator::statistics_areTheSame_inAnyNumberOfPasses_data()
{
    QTest::addColumn<int>("detail");
    QTest::newRow("histograms") << int(StatisticsDetail::Histogram);
    QTest::newRow("votes") << int(StatisticsDetail::Votes);
}

void tst_Calibrator::statistics_areTheSame_inAnyNumberOfPasses()
{
    QFETCH(int, detail);
    const Model model = randomModel(5);
    const MemorySource samples = randomSamples(model, 5);
    const CalibrationStatistics expected = statisticsOf(model, samples, {StatisticsDetail(detail), 1});
    QVERIFY(expected.tensors.size() > 4);
    for (const std::size_t perPass : {std::size_t(1), std::size_t(2), expected.tensors.size() - 1, std::size_t(1000)}) {
        const CalibrationOptions options{StatisticsDetail(detail), 2, perPass};
        QVERIFY2(statisticsOf(model, samples, options) == expected, std::to_string(perPass).c_str());
    }
}

void tst_Calibrator::shards_addUp_inAnyOrder_data()
{
    statistics_areTheSame_inAnyNumberOfPasses_data();
}

void tst_Calibrator::shards_addUp_inAnyOrder()
{
    QFETCH(int, detail);
    const CalibrationOptions options{StatisticsDetail(detail), 1};
    const Model model = randomModel(8);
    const MemorySource all = randomSamples(model, 9);
    const CalibrationStatistics whole = statisticsOf(model, all, options);
    const std::vector<CalibrationStatistics> shards{statisticsOf(model, MemorySource(all, {0, 1}), options),
                                                    statisticsOf(model, MemorySource(all, {2, 3, 4, 5, 6}), options),
                                                    statisticsOf(model, MemorySource(all, {7, 8}), options)};
    std::vector<std::size_t> order{0, 1, 2};
    do {
        CalibrationStatistics sum = shards[order[0]];
        QVERIFY(sum.tensors != whole.tensors);
        QVERIFY(sum.merge(shards[order[1]]).has_value());
        QVERIFY(sum.merge(shards[order[2]]).has_value());
        QVERIFY(sum == whole);
    } while (std::next_permutation(order.begin(), order.end()));
}

void tst_Calibrator::notFiniteValues_areCountedAndLeftOut()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {5});
    b.node("Log", {"x"}, {"y"});
    b.output("y");
    const Model model = b.model();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<NamedTensors> samples(2);
    samples[0].emplace("x", Tensor::fromFloats({5}, std::vector<float>{1, 2, nan, -1, 0}));
    samples[1].emplace("x", Tensor::fromFloats({5}, std::vector<float>{4, 4, 4, 4, nan}));
    const CalibrationStatistics statistics = statisticsOf(model, MemorySource(std::move(samples)));
    const TensorStatistics& x = statistics.tensors.at("x");
    QCOMPARE(x.elements, std::uint64_t(10));
    QCOMPARE(x.notANumber, std::uint64_t(2));
    QCOMPARE(x.infinite, std::uint64_t(0));
    QCOMPARE(x.min, -1.0F);
    QCOMPARE(x.max, 4.0F);
    QCOMPARE(totalOf(x.histogram), std::uint64_t(8));
    const TensorStatistics& y = statistics.tensors.at("y"); // 0, ln 2, NaN, NaN, -inf; 4 x ln 4, NaN
    QCOMPARE(y.notANumber, std::uint64_t(3));
    QCOMPARE(y.infinite, std::uint64_t(1));
    QCOMPARE(y.min, 0.0F);
    QVERIFY(std::abs(y.max - 1.3862944F) < 1e-6F);
    QCOMPARE(totalOf(y.histogram), std::uint64_t(6));
}

void tst_Calibrator::chosenValues_areThoseCollected_andShownToTheWitness()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Neg", {"x"}, {"a"});
    b.node("Relu", {"a"}, {"r"});
    b.node("Neg", {"r"}, {"y"});
    b.output("y");
    const Model model = b.model();
    const MemorySource source = randomSamples(model, 3);
    struct : CalibrationWitness
    {
        void observe(std::size_t slot, std::span<const float>) override { seen.push_back(slot); }
        void finished(const Sample& sample) override { samples.push_back(sample.index); }
        std::vector<std::size_t> seen;
        std::vector<std::size_t> samples;
    } witness;
    const CalibrationStatistics all = statisticsOf(model, source);
    const CalibrationStatistics chosen =
        statisticsOf(model, source, {.threads = 1, .values = {"a", "y"}, .witness = &witness});
    QCOMPARE(chosen.tensors.size(), std::size_t(2));
    QVERIFY(chosen.tensors.at("a") == all.tensors.at("a"));
    QVERIFY(chosen.tensors.at("y") == all.tensors.at("y"));
    QCOMPARE(witness.seen, (std::vector<std::size_t>{0, 1, 0, 1, 0, 1}));
    QCOMPARE(witness.samples, (std::vector<std::size_t>{0, 1, 2}));
}

void tst_Calibrator::emptyTensor_hasNoRange()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 2});
    b.node("Relu", {"x"}, {"y"});
    b.output("y");
    std::vector<NamedTensors> samples(1);
    samples[0].emplace("x", Tensor(DataType::Float, {0, 2}));
    const CalibrationStatistics statistics = statisticsOf(b.model(), MemorySource(std::move(samples)));
    for (const char* name : {"x", "y"}) {
        QCOMPARE(statistics.tensors.at(name).elements, std::uint64_t(0));
        QVERIFY(!statistics.tensors.at(name).hasRange());
        QVERIFY(minMaxRange(statistics.tensors.at(name)) == TensorRange{});
    }
}

void tst_Calibrator::statistics_doNotGrowWithTheSamples()
{
    // The same eight pictures once and eight times: not one bin more, and no more bytes than the counters' digits need.
    std::vector<NamedTensors> eight;
    for (std::size_t i = 0; i < 8; ++i)
        eight.push_back(m_pictures->read(i)->inputs);
    const MemorySource once(eight);
    std::vector<std::size_t> order(64);
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i % 8;
    const CalibrationStatistics few = statisticsOf(*m_sample, once);
    const CalibrationStatistics many = statisticsOf(*m_sample, MemorySource(once, order));
    QCOMPARE(many.samples, std::uint64_t(64));
    for (const auto& [name, tensor] : few.tensors) {
        QVERIFY(pagesOf(many.tensors.at(name)) == pagesOf(tensor));
        QCOMPARE(many.tensors.at(name).elements, 8 * tensor.elements);
        QCOMPARE(totalOf(many.tensors.at(name).histogram), 8 * totalOf(tensor.histogram));
    }
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    const auto size = [&](CalibrationStatistics statistics) {
        for (auto& [name, tensor] : statistics.tensors)
            tensor.values.giveUp(); // of few samples only
        const std::filesystem::path file = (*folder)->path() / "s.qstats";
        (void)saveStatistics(statistics, file);
        return std::filesystem::file_size(file);
    };
    const std::uintmax_t fewBytes = size(few);
    QVERIFY(fewBytes > 1000);
    QVERIFY(size(many) <= fewBytes + few.tensors.size() * 8);

    // 64 different pictures fill a few more bins, but hardly a new binade.
    const CalibrationStatistics all = statisticsOf(*m_sample, *m_pictures);
    std::size_t fewPages = 0;
    std::size_t allPages = 0;
    for (const auto& [name, tensor] : few.tensors) {
        fewPages += pagesOf(tensor).size();
        allPages += pagesOf(all.tensors.at(name)).size();
    }
    QVERIFY2(allPages * 4 <= fewPages * 5, qPrintable(QString("%1 %2").arg(fewPages).arg(allPages)));
}

void tst_Calibrator::hashes_tellModelAndData()
{
    const Model model = randomModel(1);
    const Model other = randomModel(2);
    const MemorySource samples = randomSamples(model, 3);
    const CalibrationStatistics statistics = statisticsOf(model, samples);
    QCOMPARE(statistics.modelHash, model.contentHash());
    QCOMPARE(statisticsOf(model, samples).dataHash, statistics.dataHash);
    QVERIFY(statisticsOf(model, MemorySource(samples, {0, 1})).dataHash != statistics.dataHash);
    const CalibrationStatistics otherModel = statisticsOf(other, samples);
    QVERIFY(otherModel.modelHash != statistics.modelHash);
    QCOMPARE(otherModel.dataHash, statistics.dataHash);
}

QTEST_GUILESS_MAIN(tst_Calibrator)
#include "tst_calibrator.moc"
