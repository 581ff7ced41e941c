// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics_cache.h"

#include "core/base/file_io.h"
#include "core/data/preprocess.h"
#include "tests/support/recording_feedback.h"

#include <QTest>

#include <chrono>
#include <fstream>
#include <functional>
#include <set>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;
namespace fs = std::filesystem;

namespace {

const std::string kModel(64, 'a');
const std::string kKey(64, 'b');

/// Samples of which only the origin counts.
class Origins final : public SampleSource
{
public:
    explicit Origins(std::vector<Origin> origins) : m_origins(std::move(origins)) { }

    std::size_t size() const override { return m_origins.size(); }
    std::string name(std::size_t i) const override { return "sample " + std::to_string(i); }
    std::optional<Origin> origin(std::size_t i) const override { return m_origins[i]; }
    Result<Sample> read(std::size_t) const override { return Error{ErrorCode::DataRefused, "Not to be read.", {}}; }

private:
    std::vector<Origin> m_origins;
};

CalibrationStatistics statistics(std::size_t tensors = 1, StatisticsDetail detail = StatisticsDetail::Histogram)
{
    CalibrationStatistics all{kModel, std::string(64, '1'), 1, detail, {}};
    StatisticsScratch scratch;
    for (std::size_t i = 0; i < tensors; ++i)
        all.tensors.emplace("t" + std::to_string(i), statisticsOfSample(std::vector<float>{1, 2, 3}, detail, scratch));
    return all;
}

void writeText(const fs::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

class tst_StatisticsCache : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void key_dependsOnWhatDecides();
    void key_doesNotDependOnNamesAndOrder();
    void sequence_dependsOnTheOrder();
    void key_isNone_whenOriginsAreUnknown();
    void key_tellsWhatCannotBeRead();
    void stored_isFound();
    void find_wantsEnoughDetail();
    void damagedEntry_isToldAndReplaced_data();
    void damagedEntry_isToldAndReplaced();
    void oldestEntries_giveWay();
    void smallOldEntry_givesWay_beforeALargeRecentOne();
    void newEntry_stays_whenOthersAreOfTheFuture();
    void foreignFiles_stay();
    void entryBeyondTheLimit_isTold();
    void unwritableFolder_isToldOnly();
    void writersAtTheSameTime_leaveOneWholeEntry();

private:
    [[nodiscard]] fs::path path(const std::string& name) const { return m_folder->path() / name; }
    [[nodiscard]] std::string key(const std::vector<SampleSource::Origin>& origins,
                                  const PreprocessSpec& preprocess = {}, const std::string& model = kModel,
                                  const std::vector<TensorSpec>& inputs = {}) const
    {
        const auto made = dataKey(Origins(origins), preprocess, inputs, Feedback());
        return made && *made ? statisticsKey(model, **made) : std::string();
    }

    std::unique_ptr<TemporaryFolder> m_folder;
};

void tst_StatisticsCache::init()
{
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    m_folder = std::move(*folder);
}

void tst_StatisticsCache::key_dependsOnWhatDecides()
{
    writeText(path("one"), "1");
    writeText(path("two"), "2");
    PreprocessSpec scaled;
    scaled.scale = 0.5;
    const std::set<std::string> keys{
        key({{path("one"), {}}}),
        key({{path("two"), {}}}),
        key({{path("one"), {}}, {path("two"), {}}}),
        key({{path("one"), {}}, {path("one"), {}}}),
        key({{path("one"), "0"}}),
        key({{path("one"), "1"}}),
        key({{{}, "random 1"}}),
        key({{{}, "random 2"}}),
        key({{path("one"), {}, true}}),
        key({{path("one"), {}, true}}, scaled),
        key({{path("one"), {}}}, {}, std::string(64, 'c')),
        key({{path("one"), {}}}, {}, kModel, {{"x", DataType::Float, {1}, {}}}),
        key({{path("one"), {}}}, {}, kModel, {{"x", DataType::Float16, {1}, {}}}),
    };
    QCOMPARE(keys.size(), std::size_t(13));
    QCOMPARE(key({{path("one"), {}}}, scaled), key({{path("one"), {}}})); // it is for pictures
    for (const std::string& one : keys)
        QCOMPARE(one.size(), std::size_t(64));
}

void tst_StatisticsCache::key_doesNotDependOnNamesAndOrder()
{
    writeText(path("one"), "1");
    writeText(path("two"), "2");
    const std::string before = key({{path("one"), {}}, {path("two"), {}}});
    QCOMPARE(key({{path("two"), {}}, {path("one"), {}}}), before);
    fs::rename(path("one"), path("renamed"));
    QCOMPARE(key({{path("renamed"), {}}, {path("two"), {}}}), before);
    writeText(path("renamed"), "3");
    QVERIFY(key({{path("renamed"), {}}, {path("two"), {}}}) != before);
}

void tst_StatisticsCache::sequence_dependsOnTheOrder()
{
    writeText(path("one"), "1");
    writeText(path("two"), "2");
    const auto forth = dataKey(Origins({{path("one"), {}}, {path("two"), {}}}), {}, {}, Feedback());
    const auto back = dataKey(Origins({{path("two"), {}}, {path("one"), {}}}), {}, {}, Feedback());
    QVERIFY(forth && *forth && back && *back);
    QCOMPARE((*forth)->samples, (*back)->samples);
    QVERIFY((*forth)->sequence != (*back)->sequence);
    QVERIFY((*forth)->sequence != (*forth)->samples);
}

void tst_StatisticsCache::key_isNone_whenOriginsAreUnknown()
{
    class Unknown final : public SampleSource
    {
    public:
        std::size_t size() const override { return 1; }
        std::string name(std::size_t) const override { return {}; }
        Result<Sample> read(std::size_t) const override { return Sample(); }
    };
    const auto made = dataKey(Unknown(), {}, {}, Feedback());
    QVERIFY(made.has_value() && !made->has_value());
}

void tst_StatisticsCache::key_tellsWhatCannotBeRead()
{
    const auto made = dataKey(Origins({{path("gone"), {}}}), {}, {}, Feedback());
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::DataRefused);
    QVERIFY(made.error().message.find("gone") != std::string::npos);
}

void tst_StatisticsCache::stored_isFound()
{
    RecordingFeedback feedback;
    const StatisticsCache cache(path("cache"));
    QVERIFY(!cache.find(kKey, kModel, StatisticsDetail::Range, feedback));
    cache.store(kKey, statistics(), feedback);
    const auto found = cache.find(kKey, kModel, StatisticsDetail::Histogram, feedback);
    QVERIFY(found && *found == statistics());
    QVERIFY(!cache.find(std::string(64, 'd'), kModel, StatisticsDetail::Range, feedback));
    QVERIFY(feedback.warnings.empty());
}

void tst_StatisticsCache::find_wantsEnoughDetail()
{
    RecordingFeedback feedback;
    const StatisticsCache cache(path("cache"));
    cache.store(kKey, statistics(), feedback);
    QVERIFY(!cache.find(kKey, kModel, StatisticsDetail::Votes, feedback));
    cache.store(kKey, statistics(1, StatisticsDetail::Votes), feedback);
    QVERIFY(cache.find(kKey, kModel, StatisticsDetail::Votes, feedback));
    QVERIFY(cache.find(kKey, kModel, StatisticsDetail::Range, feedback));
    QVERIFY(feedback.warnings.empty());
}

void tst_StatisticsCache::damagedEntry_isToldAndReplaced_data()
{
    QTest::addColumn<int>("damage");
    QTest::newRow("cut off") << 0;
    QTest::newRow("empty") << 1;
    QTest::newRow("of another model") << 2;
}

void tst_StatisticsCache::damagedEntry_isToldAndReplaced()
{
    QFETCH(int, damage);
    RecordingFeedback feedback;
    const StatisticsCache cache(path("cache"));
    cache.store(kKey, statistics(), feedback);
    const fs::path entry = path("cache") / (kKey + ".stats");
    CalibrationStatistics other = statistics();
    other.modelHash = std::string(64, 'e');
    if (damage == 2)
        cache.store(kKey, other, feedback);
    else
        fs::resize_file(entry, damage == 0 ? fs::file_size(entry) - 3 : 0);
    QVERIFY(!cache.find(kKey, kModel, StatisticsDetail::Range, feedback));
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY(feedback.warnings[0].find("made anew") != std::string::npos);
    cache.store(kKey, statistics(), feedback);
    QVERIFY(cache.find(kKey, kModel, StatisticsDetail::Range, feedback));
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
}

void tst_StatisticsCache::oldestEntries_giveWay()
{
    RecordingFeedback feedback;
    const auto keyOf = [](char c) { return std::string(64, c); };
    StatisticsCache(path("cache")).store(keyOf('0'), statistics(), feedback);
    const auto bytes = fs::file_size(path("cache") / (keyOf('0') + ".stats"));
    const auto age = [&](char c, int hours) {
        fs::last_write_time(path("cache") / (keyOf(c) + ".stats"),
                            fs::file_time_type::clock::now() - std::chrono::hours(hours));
    };
    const StatisticsCache cache(path("cache"), 3 * bytes);
    cache.store(keyOf('1'), statistics(), feedback);
    cache.store(keyOf('2'), statistics(), feedback);
    age('0', 3);
    age('1', 2);
    age('2', 1);
    QVERIFY(cache.find(keyOf('0'), kModel, StatisticsDetail::Range, feedback)); // is used now
    cache.store(keyOf('3'), statistics(), feedback);
    QVERIFY(cache.find(keyOf('0'), kModel, StatisticsDetail::Range, feedback));
    QVERIFY(!cache.find(keyOf('1'), kModel, StatisticsDetail::Range, feedback));
    QVERIFY(cache.find(keyOf('2'), kModel, StatisticsDetail::Range, feedback));
    QVERIFY(cache.find(keyOf('3'), kModel, StatisticsDetail::Range, feedback));
    QVERIFY(feedback.warnings.empty());
}

void tst_StatisticsCache::smallOldEntry_givesWay_beforeALargeRecentOne()
{
    RecordingFeedback feedback;
    const auto keyOf = [](char c) { return std::string(64, c); };
    const auto file = [&](char c) { return path("cache") / (keyOf(c) + ".stats"); };
    const StatisticsCache unlimited(path("cache"));
    unlimited.store(keyOf('0'), statistics(), feedback); // small and old
    unlimited.store(keyOf('1'), statistics(100), feedback); // large and less old
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(file('0'), now - std::chrono::hours(3));
    fs::last_write_time(file('1'), now - std::chrono::hours(1));
    StatisticsCache(path("cache"), fs::file_size(file('1'))).store(keyOf('2'), statistics(), feedback);
    QVERIFY(!fs::exists(file('0')));
    QVERIFY(!fs::exists(file('1')));
    QVERIFY(fs::exists(file('2')));
    QVERIFY(feedback.warnings.empty());
}

void tst_StatisticsCache::newEntry_stays_whenOthersAreOfTheFuture()
{
    RecordingFeedback feedback;
    const StatisticsCache unlimited(path("cache"));
    const std::string other(64, '0');
    unlimited.store(other, statistics(), feedback);
    const fs::path file = path("cache") / (other + ".stats");
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
    StatisticsCache(path("cache"), fs::file_size(file) + 100).store(kKey, statistics(), feedback);
    QVERIFY(!fs::exists(file));
    QVERIFY(unlimited.find(kKey, kModel, StatisticsDetail::Range, feedback));
    QVERIFY(feedback.warnings.empty());
}

void tst_StatisticsCache::foreignFiles_stay()
{
    RecordingFeedback feedback;
    fs::create_directories(path("cache"));
    const std::vector<std::string> names{"notes.txt", "model.stats", std::string(64, 'x') + ".stats",
                                         std::string(63, 'a') + ".stats"};
    for (const std::string& name : names)
        writeText(path("cache") / name, std::string(100000, ' '));
    const StatisticsCache cache(path("cache"), 10000);
    cache.store(kKey, statistics(), feedback);
    for (const std::string& name : names)
        QVERIFY(fs::exists(path("cache") / name));
    QVERIFY(cache.find(kKey, kModel, StatisticsDetail::Range, feedback));
}

void tst_StatisticsCache::entryBeyondTheLimit_isTold()
{
    RecordingFeedback feedback;
    const StatisticsCache cache(path("cache"), 10);
    cache.store(kKey, statistics(), feedback);
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY(feedback.warnings[0].find("exceed") != std::string::npos);
    QVERIFY(!cache.find(kKey, kModel, StatisticsDetail::Range, feedback));
}

void tst_StatisticsCache::unwritableFolder_isToldOnly()
{
    RecordingFeedback feedback;
    writeText(path("file"), "no folder");
    const StatisticsCache cache(path("file"));
    cache.store(kKey, statistics(), feedback);
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY(feedback.warnings[0].find("not kept in the cache") != std::string::npos);
    QVERIFY(!cache.find(kKey, kModel, StatisticsDetail::Range, feedback));
}

void tst_StatisticsCache::writersAtTheSameTime_leaveOneWholeEntry()
{
    const StatisticsCache cache(path("cache"));
    const CalibrationStatistics expected = statistics(50);
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
        writers.emplace_back([&] {
            Feedback quiet;
            for (int round = 0; round < 5; ++round)
                cache.store(kKey, expected, quiet);
        });
    }
    for (std::thread& writer : writers)
        writer.join();
    RecordingFeedback feedback;
    const auto found = cache.find(kKey, kModel, StatisticsDetail::Range, feedback);
    QVERIFY(found && *found == expected);
    QCOMPARE(std::distance(fs::directory_iterator(path("cache")), fs::directory_iterator()), std::ptrdiff_t(1));
}

QTEST_GUILESS_MAIN(tst_StatisticsCache)
#include "tst_statistics_cache.moc"
