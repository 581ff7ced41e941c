// SPDX-License-Identifier: GPL-3.0-or-later
// Merging the statistics of shards (CalibrationStatistics::merge).
#include "core/calibration/calibration_statistics.h"

#include "core/base/file_io.h"
#include "tests/core/calibration/made_statistics.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <tuple>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

CalibrationStatistics example(StatisticsDetail detail = StatisticsDetail::Histogram)
{
    return {"0123abcd", digest('e'), 17, detail, {{"x", statisticsOf({-1, 2, 3e38F}, detail)}}};
}

} // namespace

class tst_StatisticsMerging : public QObject
{
    Q_OBJECT

private slots:
    void merge_addsTensors();
    void merge_isTheSame_inEveryOrderAndGrouping();
    void merge_keepsFewValues_inEveryOrderAndGrouping();
    void merge_survivesTheFile();
    void merge_refusesOtherModelsAndDetails();
};

void tst_StatisticsMerging::merge_addsTensors()
{
    CalibrationStatistics a{"m", digest('a'), 2, StatisticsDetail::Histogram, {}};
    a.tensors.emplace("x", statisticsOf({1, 2}));
    a.tensors.emplace("only a", statisticsOf({-1}));
    CalibrationStatistics b{"m", digest('b'), 3, StatisticsDetail::Histogram, {}};
    b.tensors.emplace("x", statisticsOf({-4, 0, 1}));
    b.tensors.emplace("only b", statisticsOf({9}));
    QVERIFY(a.merge(b).has_value());
    QCOMPARE(a.samples, std::uint64_t(5));
    QCOMPARE(a.tensors.size(), std::size_t(3));
    TensorStatistics both = statisticsOf({1, 2});
    both.merge(statisticsOf({-4, 0, 1}));
    QVERIFY(a.tensors.at("x") == both);
    QCOMPARE(a.tensors.at("x").sampleRanges.meanMin(), -1.5F);
    QCOMPARE(a.tensors.at("x").sampleRanges.meanMax(), 1.5F);
    QVERIFY(a.tensors.at("only a") == statisticsOf({-1}));
    QVERIFY(a.tensors.at("only b") == statisticsOf({9}));
}

void tst_StatisticsMerging::merge_isTheSame_inEveryOrderAndGrouping()
{
    std::vector<CalibrationStatistics> parts;
    const std::vector<std::vector<float>> values{{1, 2}, {-7}, {0.5F, 1e9F, -0.0F}, {2}};
    for (std::size_t i = 0; i < values.size(); ++i) {
        parts.push_back({"m", digest(char('0' + i % 3)), i, StatisticsDetail::Histogram, {}});
        parts.back().tensors.emplace("x", statisticsOf(values[i]));
        parts.back().tensors.emplace("only " + std::to_string(i), statisticsOf(values[i]));
    }
    const auto merged = [](CalibrationStatistics a, const CalibrationStatistics& b) {
        (void)a.merge(b);
        return a;
    };
    std::optional<CalibrationStatistics> expected;
    std::vector<std::size_t> order{0, 1, 2, 3};
    do {
        const auto& [a, b, c, d] = std::tie(parts[order[0]], parts[order[1]], parts[order[2]], parts[order[3]]);
        const CalibrationStatistics all[] = {merged(merged(merged(a, b), c), d), merged(merged(a, b), merged(c, d)),
                                             merged(a, merged(b, merged(c, d))), merged(merged(a, merged(b, c)), d)};
        for (const CalibrationStatistics& one : all) {
            if (!expected)
                expected = one;
            QVERIFY(one == *expected);
        }
    } while (std::next_permutation(order.begin(), order.end()));
    QCOMPARE(expected->dataHash, digest('3')); // 0 + 1 + 2 + 0
    for (const CalibrationStatistics& part : parts)
        QVERIFY(expected->dataHash != part.dataHash);
    QVERIFY(merged(parts[0], parts[1]).dataHash != merged(parts[0], parts[2]).dataHash);
}

void tst_StatisticsMerging::merge_keepsFewValues_inEveryOrderAndGrouping()
{
    // Together as many as are kept, one more, and many more; in parts of which each alone, or two, may exceed that.
    const std::size_t most = FewValues::kMost;
    auto folder = TemporaryFolder::create();
    QVERIFY(folder);
    const auto bytesOf = [&](const TensorStatistics& tensor) {
        const auto file = (*folder)->path() / "one.qstats";
        (void)saveStatistics({"m", digest('d'), 3, StatisticsDetail::Histogram, {{"x", tensor}}}, file);
        std::ifstream stream(file, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    for (const std::array<std::size_t, 3>& sizes : {std::array<std::size_t, 3>{most - 10, 7, 3},
                                                    {most - 10, 7, 4},
                                                    {most + 1, 1, 1},
                                                    {most / 2, most / 2, most / 2}}) {
        std::vector<float> all;
        std::array<TensorStatistics, 3> parts;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::vector<float> values(sizes[i]);
            for (std::size_t j = 0; j < values.size(); ++j)
                values[j] = std::sin(float(j * 3 + i)) * (j % 5 == 0 ? -0.0F : 1.0F);
            all.insert(all.end(), values.begin(), values.end());
            values.push_back(std::numeric_limits<float>::quiet_NaN()); // counts for nothing
            parts[i] = statisticsOf(values);
        }
        std::optional<std::string> expected;
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
            TensorStatistics left = parts[order[0]];
            left.merge(parts[order[1]]);
            left.merge(parts[order[2]]);
            TensorStatistics right = parts[order[1]];
            right.merge(parts[order[2]]);
            TensorStatistics whole = parts[order[0]];
            whole.merge(right);
            QVERIFY(left == whole);
            expected = expected.value_or(bytesOf(whole));
            QVERIFY(bytesOf(left) == *expected && bytesOf(whole) == *expected);
            QCOMPARE(left.values.isEmpty(), all.size() > most);
            std::vector<float> sorted = all;
            std::sort(sorted.begin(), sorted.end());
            QVERIFY(left.values.isEmpty() || left.values.sorted() == sorted);
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

void tst_StatisticsMerging::merge_survivesTheFile()
{
    const auto part = [](char digit) {
        return CalibrationStatistics{"m", digest(digit), 1, StatisticsDetail::Histogram, {{"x", statisticsOf({1})}}};
    };
    CalibrationStatistics two = part('b');
    QVERIFY(two.merge(part('c')).has_value());
    auto folder = TemporaryFolder::create();
    QVERIFY(folder);
    QVERIFY(saveStatistics(two, (*folder)->path() / "two.qstats").has_value());
    auto loaded = loadStatistics((*folder)->path() / "two.qstats");
    QVERIFY(loaded && *loaded == two);
    QVERIFY(loaded->merge(part('a')).has_value());
    QVERIFY(two.merge(part('a')).has_value());
    QVERIFY(*loaded == two);
}

void tst_StatisticsMerging::merge_refusesOtherModelsAndDetails()
{
    CalibrationStatistics statistics = example();
    const CalibrationStatistics before = statistics;
    CalibrationStatistics other = example();
    other.modelHash = "another";
    const auto model = statistics.merge(other);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::ConfigRefused);
    QVERIFY(contains(model.error().message, "two different models"));
    const auto detail = statistics.merge(example(StatisticsDetail::Range));
    QVERIFY(!detail);
    QVERIFY(contains(detail.error().message, "differ in detail"));
    other = example();
    other.dataHash = "feed";
    const auto data = statistics.merge(other);
    QVERIFY(!data);
    QVERIFY(contains(data.error().message, "what data"));
    QVERIFY(statistics == before);
}

QTEST_GUILESS_MAIN(tst_StatisticsMerging)
#include "tst_statistics_merging.moc"
