// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_statistics.h"

#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/numerics/scale_types.h"
#include "tests/core/calibration/made_statistics.h"
#include "tests/support/histogram_total.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <tuple>

using namespace quantiscope;
using namespace quantiscope::test;
using nlohmann::json;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kMany = FewValues::kMost + 1; ///< of so many, a histogram is all that is kept

/// Statistics with whatever a tensor can have: few and many values, one sign, NaN, infinities, nothing, huge counts.
CalibrationStatistics example(StatisticsDetail detail = StatisticsDetail::Histogram)
{
    CalibrationStatistics statistics{"0123abcd", digest('e'), 17, detail, {}};
    std::mt19937 generator(3);
    std::vector<float> many(FewValues::kMost + 904);
    for (float& value : many)
        value = static_cast<float>(generator() >> 8) / float(1 << 20) - 8.0F;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const std::map<std::string, std::vector<float>> tensors{{"many", many},
                                                            {"/layer.1/Conv_output_0", {0.1F, -0.1F, 3e38F, 1e-40F}},
                                                            {"zero", {0, 0, 0}},
                                                            {"not all finite", {1, nan, infinity, -infinity, -2}},
                                                            {"nothing finite", {nan, nan}},
                                                            {"empty", {}},
                                                            {"größe", {-3}}};
    for (const auto& [name, values] : tensors)
        statistics.tensors.emplace(name, statisticsOf(values, detail));
    if (detail == StatisticsDetail::Votes) {
        statistics.tensors.at("many").votes.add(DataType::UInt8, -3);
        statistics.tensors.at("zero").votes.add(DataType::Int16, kMostPosition);
    }
    if (detail != StatisticsDetail::Range) {
        TensorStatistics& huge = statistics.tensors["huge"];
        huge.elements = (std::uint64_t(5) << 32) + 7;
        huge.min = huge.max = 1;
        for (int i = 0; i < 17; ++i)
            huge.sampleRanges.add(1, 1);
        huge.histogram.add(FloatHistogram::binOf(1), huge.elements);
        huge.values.giveUp();
    }
    return statistics;
}

Bytes bytesOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// What "digest" is to be, for a document without it.
std::string sealOf(const json& document)
{
    const Bytes bytes = json::to_cbor(document);
    return sha256Hex(std::as_bytes(std::span(bytes)));
}

} // namespace

class tst_CalibrationStatistics : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void file_roundTrips_data();
    void file_roundTrips();
    void file_saysWhatItIs();
    void save_isRepeatable();
    void save_replacesTheFile();
    void save_fails_whereNothingCanBeWritten();
    void load_refuses_whatIsNoFile_data();
    void load_refuses_whatIsNoFile();
    void load_refusesAnotherDocument_data();
    void load_refusesAnotherDocument();
    void load_refusesContradictions_data();
    void load_refusesContradictions();
    void load_refusesImpossibleBins_data();
    void load_refusesImpossibleBins();
    void load_wantsTheExtremesCounted_data();
    void load_wantsTheExtremesCounted();
    void load_refusesImpossibleValues_data();
    void load_refusesImpossibleValues();
    void load_refusesImpossibleVotes_data();
    void load_refusesImpossibleVotes();
    void load_refusesEveryPrefix();
    void load_refusesOrEquals_withAnyByteChanged_data();
    void load_refusesOrEquals_withAnyByteChanged();
    void load_survivesHostileStructure_data();
    void load_survivesHostileStructure();

private:
    [[nodiscard]] std::filesystem::path file(const std::string& name) const { return m_folder->path() / name; }

    Result<CalibrationStatistics> loadBytes(const Bytes& bytes)
    {
        std::filesystem::remove(file("bytes.qstats")); // some file systems flush a file that is overwritten
        std::ofstream(file("bytes.qstats"), std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
        return loadStatistics(file("bytes.qstats"));
    }

    /// What a saved file holds, as a document to be changed.
    json document(const CalibrationStatistics& statistics)
    {
        (void)saveStatistics(statistics, file("document.qstats"));
        return json::from_cbor(bytesOf(file("document.qstats")));
    }

    std::unique_ptr<TemporaryFolder> m_folder;
};

void tst_CalibrationStatistics::initTestCase()
{
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    m_folder = std::move(*folder);
}

void tst_CalibrationStatistics::file_roundTrips_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("ranges only") << int(StatisticsDetail::Range);
    QTest::newRow("histograms") << int(StatisticsDetail::Histogram);
    QTest::newRow("votes") << int(StatisticsDetail::Votes);
    QTest::newRow("no tensors") << 3;
}

void tst_CalibrationStatistics::file_roundTrips()
{
    QFETCH(int, kind);
    CalibrationStatistics statistics = example(StatisticsDetail(kind % 3));
    if (kind == 3)
        statistics.tensors.clear();
    QVERIFY(saveStatistics(statistics, file("round.qstats")).has_value());
    const auto loaded = loadStatistics(file("round.qstats"));
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
    QVERIFY(*loaded == statistics);
    QCOMPARE(loaded->modelHash, std::string("0123abcd"));
    QCOMPARE(loaded->samples, std::uint64_t(17));
    QVERIFY(loaded->detail == statistics.detail);
    if (kind == int(StatisticsDetail::Histogram)) {
        QCOMPARE(totalOf(loaded->tensors.at("huge").histogram), (std::uint64_t(5) << 32) + 7);
        QCOMPARE(loaded->tensors.at("not all finite").notANumber, std::uint64_t(1));
        QCOMPARE(loaded->tensors.at("not all finite").infinite, std::uint64_t(2));
    }
    for (const auto& [name, tensor] : loaded->tensors)
        QCOMPARE(tensor.histogram.isEmpty(),
                 kind == int(StatisticsDetail::Range) || !statistics.tensors.at(name).hasRange());
}

void tst_CalibrationStatistics::file_saysWhatItIs()
{
    const json content = document(example());
    QCOMPARE(content.at("format").get<std::string>(), std::string("quantiscope-statistics"));
    QCOMPARE(content.at("version").get<int>(), 4);
    QCOMPARE(content.at("tensors").size(), example().tensors.size());
}

void tst_CalibrationStatistics::save_isRepeatable()
{
    QVERIFY(saveStatistics(example(), file("a.qstats")).has_value());
    QVERIFY(saveStatistics(example(), file("b.qstats")).has_value());
    QVERIFY(bytesOf(file("a.qstats")) == bytesOf(file("b.qstats")));
}

void tst_CalibrationStatistics::save_replacesTheFile()
{
    CalibrationStatistics statistics = example();
    QVERIFY(saveStatistics(statistics, file("deep/folder/r.qstats")).has_value());
    statistics.samples = 18;
    QVERIFY(saveStatistics(statistics, file("deep/folder/r.qstats")).has_value());
    QCOMPARE(loadStatistics(file("deep/folder/r.qstats"))->samples, std::uint64_t(18));
    QCOMPARE(std::distance(std::filesystem::directory_iterator(file("deep/folder")), {}), std::ptrdiff_t(1));
}

void tst_CalibrationStatistics::save_fails_whereNothingCanBeWritten()
{
    std::filesystem::create_directories(file("taken"));
    const auto saved = saveStatistics(example(), file("taken"));
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::DiskError);
}

void tst_CalibrationStatistics::load_refuses_whatIsNoFile_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("missing") << "nothing.qstats";
    QTest::newRow("a folder") << "";
}

void tst_CalibrationStatistics::load_refuses_whatIsNoFile()
{
    QFETCH(QString, name);
    const auto loaded = loadStatistics(file(name.toStdString()));
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::ConfigRefused);
    QVERIFY(contains(loaded.error().message, m_folder->path().string()));
}

void tst_CalibrationStatistics::load_refusesAnotherDocument_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* name, const Bytes& bytes, const char* what) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())) << what;
    };
    const auto changed = [this](const char* key, const json& value) {
        json content = document(example());
        content[key] = value;
        return json::to_cbor(content);
    };
    const auto without = [this](const char* key) {
        json content = document(example());
        content.erase(key);
        return json::to_cbor(content);
    };
    const char* other = "is not a statistics file";
    const char* newer = "newer version";
    const char* older = "older version";
    const char* damaged = "is damaged";
    const std::string text = document(example()).dump(-1, ' ', true);
    row("empty file", {}, other);
    row("text", Bytes(text.begin(), text.end()), other);
    row("a list", json::to_cbor(json::array({1, 2})), other);
    row("a number", json::to_cbor(json(7)), other);
    row("no format", without("format"), other);
    row("another format", changed("format", "quantiscope-recipe"), other);
    row("format is a number", changed("format", 1), other);
    Bytes longer = json::to_cbor(document(example()));
    longer.push_back(0);
    row("something behind the end", longer, other);
    row("version 5", changed("version", 5U), newer);
    row("version 2^63", changed("version", std::uint64_t(1) << 63), newer);
    row("no version", without("version"), damaged);
    row("version 0", changed("version", 0U), older);
    row("version 3", changed("version", 3U), older);
    row("negative version", changed("version", -1), damaged);
    row("version is no text", changed("version", "\xff\xfe"), damaged);
    for (const char* key : {"model", "data", "samples", "detail", "tensors"}) {
        row((std::string("no ") + key).c_str(), without(key), damaged);
        row((std::string(key) + " is a list").c_str(), changed(key, json::array()), damaged);
    }
    row("data is no digest", changed("data", "feed"), damaged);
    row("unknown detail", changed("detail", "medians"), damaged);
    row("changed and not sealed again", changed("samples", 16U), damaged);
}

void tst_CalibrationStatistics::load_refusesAnotherDocument()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, what);
    const auto loaded = loadBytes(Bytes(bytes.begin(), bytes.end()));
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::ConfigRefused);
    QVERIFY2(contains(loaded.error().message, what.toStdString()), loaded.error().message.c_str());
    QVERIFY(contains(loaded.error().message, "bytes.qstats"));
}

void tst_CalibrationStatistics::load_refusesContradictions_data()
{
    QTest::addColumn<int>("detail");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QByteArray>("value"); // JSON; empty: the key is removed
    const auto row = [](const char* name, const char* key, const char* value) {
        QTest::newRow(name) << int(StatisticsDetail::Histogram) << QString(key) << QByteArray(value);
    };
    const auto rangeRow = [](const char* name, const char* key, const char* value) {
        QTest::newRow((std::string(name) + ", ranges only").c_str())
            << int(StatisticsDetail::Range) << QString(key) << QByteArray(value);
    };
    row("more elements than counted", "elements", "5001");
    row("fewer elements than counted", "elements", "4999");
    row("no histogram", "bins", "");
    row("histogram is a list", "bins", "[1]");
    row("values beside a histogram", "values", "\"1\"");
    row("minimum above maximum", "min", "100.0");
    rangeRow("minimum above maximum", "min", "100.0");
    rangeRow("no samples", "samples", "");
    rangeRow("no sample", "samples", "0");
    rangeRow("more samples than there are", "samples", "18");
    rangeRow("minima outside of the range", "sampleRanges", "minima");
    rangeRow("maxima outside of the range", "sampleRanges", "maxima");
    rangeRow("larger minima than maxima", "sampleRanges", "swapped");
    rangeRow("sum missing", "minSum", "");
    rangeRow("sum is a text", "maxSum", "\"1\"");
    rangeRow("sum is a number", "maxSum", "1");
    rangeRow("values that nobody asked for", "values", "\"1\"");
    rangeRow("votes that nobody asked for", "votes", "\"1\"");
    rangeRow("maximum missing", "max", "");
    rangeRow("maximum is a text", "max", "\"1\"");
    rangeRow("elements missing", "elements", "");
    rangeRow("elements negative", "elements", "-1");
}

void tst_CalibrationStatistics::load_refusesContradictions()
{
    // Saved with a seal that fits, as a faulty program would write it.
    QFETCH(int, detail);
    QFETCH(QString, key);
    QFETCH(QByteArray, value);
    CalibrationStatistics statistics = example(StatisticsDetail(detail));
    TensorStatistics& tensor = statistics.tensors.at("many");
    if (key == "elements" && value.startsWith('5')) {
        tensor.elements = 5001;
    } else if (key == "elements" && value.startsWith('4')) {
        tensor.elements = 4999;
    } else if (key == "sampleRanges") {
        SampleRanges& ranges = tensor.sampleRanges;
        if (value == "swapped")
            std::swap(ranges.minSum, ranges.maxSum);
        else
            (value == "minima" ? ranges.minSum : ranges.maxSum).add(100);
    } else if (key == "bins" && value.isEmpty()) {
        tensor.histogram = {};
    } else {
        json content = document(statistics);
        content.erase("digest");
        json& entry = content["tensors"]["many"];
        if (value.isEmpty())
            entry.erase(key.toStdString());
        else
            entry[key.toStdString()] = json::parse(value.toStdString());
        content["digest"] = sealOf(content);
        const auto loaded = loadBytes(json::to_cbor(content));
        QVERIFY(!loaded);
        QVERIFY2(contains(loaded.error().message, "is damaged"), loaded.error().message.c_str());
        return;
    }
    QVERIFY(saveStatistics(statistics, file("contradiction.qstats")).has_value());
    const auto loaded = loadStatistics(file("contradiction.qstats"));
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::ConfigRefused);
    QVERIFY2(contains(loaded.error().message, "is damaged"), loaded.error().message.c_str());
}

void tst_CalibrationStatistics::load_refusesImpossibleBins_data()
{
    QTest::addColumn<int>("bin");
    QTest::addColumn<bool>("loads");
    // The range is 1 … 2.
    QTest::newRow("of the minimum") << 0x3F80 << true;
    QTest::newRow("of the maximum") << 0x4000 << true;
    QTest::newRow("between") << 0x3FC0 << true;
    QTest::newRow("below") << 0x3F00 << false;
    QTest::newRow("above") << 0x4040 << false;
    QTest::newRow("of the other sign") << 0xBF80 << false;
    QTest::newRow("infinity") << 0x7F80 << false;
    QTest::newRow("minus infinity") << 0xFF80 << false;
    QTest::newRow("NaN") << 0x7FC0 << false;
    QTest::newRow("negative NaN") << 0xFFFF << false;
}

void tst_CalibrationStatistics::load_refusesImpossibleBins()
{
    QFETCH(int, bin);
    QFETCH(bool, loads);
    CalibrationStatistics statistics{"m", digest('d'), 1, StatisticsDetail::Histogram, {}};
    TensorStatistics& tensor = statistics.tensors["x"];
    tensor.elements = kMany + 4;
    tensor.min = 1;
    tensor.max = 2;
    tensor.sampleRanges.add(1, 2);
    tensor.histogram.add(FloatHistogram::binOf(1), kMany);
    tensor.histogram.add(FloatHistogram::binOf(2), 1);
    tensor.histogram.add(std::uint16_t(bin), 3);
    QVERIFY(saveStatistics(statistics, file("bins.qstats")).has_value());
    const auto loaded = loadStatistics(file("bins.qstats"));
    QCOMPARE(loaded.has_value(), loads);
    QVERIFY(loads || contains(loaded.error().message, "is damaged"));
}

void tst_CalibrationStatistics::load_wantsTheExtremesCounted_data()
{
    QTest::addColumn<float>("min");
    QTest::addColumn<float>("max");
    QTest::addColumn<QList<float>>("counted");
    QTest::addColumn<bool>("loads");
    QTest::newRow("both") << -1.0F << 1.0F << QList<float>{-1.0F, 0.5F, 1.0F} << true;
    QTest::newRow("neither") << -1.0F << 1.0F << QList<float>{0.5F} << false;
    QTest::newRow("no minimum") << -1.0F << 1.0F << QList<float>{0.5F, 1.0F} << false;
    QTest::newRow("no maximum") << -1.0F << 1.0F << QList<float>{-1.0F, 0.5F} << false;
    QTest::newRow("zeros") << 0.0F << 0.0F << QList<float>{0.0F} << true;
    QTest::newRow("-0 is told as 0") << -1.0F << 0.0F << QList<float>{-1.0F, -0.0F} << true;
    QTest::newRow("no zero") << -1.0F << 0.0F << QList<float>{-1.0F, -0.5F} << false;
}

void tst_CalibrationStatistics::load_wantsTheExtremesCounted()
{
    QFETCH(float, min);
    QFETCH(float, max);
    QFETCH(QList<float>, counted);
    QFETCH(bool, loads);
    CalibrationStatistics statistics{"m", digest('d'), 1, StatisticsDetail::Histogram, {}};
    TensorStatistics& tensor = statistics.tensors["x"];
    tensor.elements = kMany * std::uint64_t(counted.size());
    tensor.min = min;
    tensor.max = max;
    tensor.sampleRanges.add(min, max);
    for (const float value : counted)
        tensor.histogram.add(FloatHistogram::binOf(value), kMany);
    QVERIFY(saveStatistics(statistics, file("extremes.qstats")).has_value());
    QCOMPARE(loadStatistics(file("extremes.qstats")).has_value(), loads);
}

void tst_CalibrationStatistics::load_refusesImpossibleValues_data()
{
    QTest::addColumn<QByteArray>("values"); // float32, little endian; of -1, -0, 0 and 2
    QTest::addColumn<bool>("loads");
    const auto row = [](const char* name, const char* hex, bool loads) {
        QTest::newRow(name) << QByteArray::fromHex(hex) << loads;
    };
    row("the same", "000080bf000000800000000000000040", true);
    row("others of the same range", "000080bf0000803f0000c03f00000040", true);
    row("0 before -0", "000080bf000000000000008000000040", false);
    row("not in order", "000080bf0000c03f0000803f00000040", false);
    row("no minimum", "0000803f0000803f0000803f00000040", false);
    row("no maximum", "000080bf0000803f0000803f0000803f", false);
    row("beyond the maximum", "000080bf000000000000004000004040", false);
    row("NaN", "000080bf0000c07f0000000000000040", false);
    row("infinity", "000080bf00000000000000400000807f", false);
    row("too few", "000080bf0000000000000040", false);
    row("too many", "000080bf00000080000000000000000000000040", false);
    row("cut off", "000080bf0000008000000000000040", false);
    row("none", "", false);
}

void tst_CalibrationStatistics::load_refusesImpossibleValues()
{
    QFETCH(QByteArray, values);
    QFETCH(bool, loads);
    CalibrationStatistics statistics{"m", digest('d'), 1, StatisticsDetail::Histogram, {}};
    statistics.tensors["x"] = statisticsOf({2, 0.0F, -0.0F, -1, std::numeric_limits<float>::quiet_NaN()});
    json content = document(statistics);
    content.erase("digest");
    json& entry = content["tensors"]["x"];
    QVERIFY(entry.contains("values") && !entry.contains("bins"));
    entry["values"] = json::binary(Bytes(values.begin(), values.end()));
    const auto loadSealed = [&] {
        content.erase("digest");
        content["digest"] = sealOf(content);
        return loadBytes(json::to_cbor(content));
    };
    const auto loaded = loadSealed();
    QCOMPARE(loaded.has_value(), loads);
    if (!loads)
        return;
    QCOMPARE(totalOf(loaded->tensors.at("x").histogram), std::uint64_t(4));
    // A histogram of so few, beside the values or instead of them, is none of ours.
    entry["bins"] = json::binary(Bytes{0x80, 0xBF, 4, 0, 0, 0, 0, 0, 0, 0});
    QVERIFY(!loadSealed());
    entry.erase("values");
    QVERIFY(!loadSealed());
}

void tst_CalibrationStatistics::load_refusesImpossibleVotes_data()
{
    QTest::addColumn<QByteArray>("votes"); // type, position + 160, votes
    QTest::addColumn<bool>("loads");
    const auto row = [](const char* name, const char* hex, bool loads) {
        QTest::newRow(name) << QByteArray::fromHex(hex) << loads;
    };
    row("one", "00a0000100000000000000", true);
    row("two", "00a000010000000000000000a1000100000000000000", true);
    row("of all types", "00a000020000000000000003a1000200000000000000", true);
    row("position 126", "001e010100000000000000", true);
    row("position 127", "001f010100000000000000", false);
    row("position -127", "0021000100000000000000", true);
    row("position -128", "0020000100000000000000", false);
    row("unknown type", "04a0000100000000000000", false);
    row("no vote", "00a0000000000000000000", false);
    row("more votes than samples", "00a0000300000000000000", false);
    row("together more votes than samples", "00a000020000000000000000a1000100000000000000", false);
    row("twice the same", "00a000010000000000000000a0000100000000000000", false);
    row("not in order", "00a100010000000000000000a0000100000000000000", false);
    row("cut off", "00a00001000000000000", false);
}

void tst_CalibrationStatistics::load_refusesImpossibleVotes()
{
    QFETCH(QByteArray, votes);
    QFETCH(bool, loads);
    CalibrationStatistics statistics{"m", digest('d'), 2, StatisticsDetail::Votes, {}};
    TensorStatistics& tensor = statistics.tensors["x"];
    tensor = statisticsOf({1, 2});
    tensor.merge(statisticsOf({3}));
    json content = document(statistics);
    content.erase("digest");
    content["tensors"]["x"]["votes"] = json::binary(Bytes(votes.begin(), votes.end()));
    content["digest"] = sealOf(content);
    const auto loaded = loadBytes(json::to_cbor(content));
    QCOMPARE(loaded.has_value(), loads);
    if (loads)
        QVERIFY(!loaded->tensors.at("x").votes.isEmpty());
}

void tst_CalibrationStatistics::load_refusesEveryPrefix()
{
    CalibrationStatistics statistics = example();
    statistics.tensors.erase("many"); // every prefix of a short file
    QVERIFY(saveStatistics(statistics, file("whole.qstats")).has_value());
    const Bytes whole = bytesOf(file("whole.qstats"));
    QVERIFY(loadBytes(whole).has_value());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto loaded = loadBytes(Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(size)));
        QVERIFY2(!loaded, std::to_string(size).c_str());
        QCOMPARE(loaded.error().code, ErrorCode::ConfigRefused);
    }
}

void tst_CalibrationStatistics::load_refusesOrEquals_withAnyByteChanged_data()
{
    QTest::addColumn<int>("detail");
    QTest::newRow("votes") << int(StatisticsDetail::Votes);
    QTest::newRow("histograms") << int(StatisticsDetail::Histogram);
    QTest::newRow("ranges only") << int(StatisticsDetail::Range);
}

void tst_CalibrationStatistics::load_refusesOrEquals_withAnyByteChanged()
{
    QFETCH(int, detail);
    CalibrationStatistics statistics = example(StatisticsDetail(detail));
    QVERIFY(saveStatistics(statistics, file("whole.qstats")).has_value());
    const Bytes whole = bytesOf(file("whole.qstats"));
    const auto accepts = [&](std::size_t at, std::uint8_t value) {
        Bytes changed = whole;
        changed[at] = value;
        const auto loaded = loadBytes(changed);
        return loaded ? *loaded == statistics : loaded.error().code == ErrorCode::ConfigRefused;
    };
    std::mt19937 generator(11);
    for (int i = 0; i < 500; ++i) {
        const std::size_t at = generator() % whole.size();
        const auto value = static_cast<std::uint8_t>(whole[at] ^ (1 + generator() % 255));
        QVERIFY2(accepts(at, value), qPrintable(QString("byte %1 set to %2").arg(at).arg(value)));
    }
    // The bytes that say how long and what the document is, with every value.
    for (std::size_t at = 0; at < 8; ++at) {
        for (unsigned value = 0; value < 256; ++value)
            QVERIFY2(accepts(at, std::uint8_t(value)), qPrintable(QString("byte %1 set to %2").arg(at).arg(value)));
    }
}

void tst_CalibrationStatistics::load_survivesHostileStructure_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray huge = QByteArray::fromHex("ffffffffffffff00");
    QTest::newRow("a list in a list in a list …") << QByteArray(2'000'000, char(0x81));
    QTest::newRow("an object in an object …") << QByteArray::fromHex("a16161").repeated(500'000);
    QTest::newRow("tags without end") << QByteArray(2'000'000, char(0xC1));
    QTest::newRow("an endless list in an endless list …") << QByteArray(2'000'000, char(0x9F));
    QTest::newRow("an endless text of endless texts …") << QByteArray(3'000'000, char(0x7F));
    QTest::newRow("an endless byte string of endless byte strings …") << QByteArray(3'000'000, char(0x5F));
    QTest::newRow("endless byte strings in a member")
        << QByteArray::fromHex("a16161") + QByteArray(3'000'000, char(0x5F));
    QTest::newRow("endless texts as a key") << QByteArray::fromHex("a1") + QByteArray(3'000'000, char(0x7F));
    QTest::newRow("an endless object") << QByteArray::fromHex("bf6161f6ff");
    QTest::newRow("one level too many") << QByteArray::fromHex("a16161a16161a16161a0");
    QTest::newRow("an object of 2^64 entries") << QByteArray::fromHex("bb") + huge;
    QTest::newRow("a list of 2^64 entries") << QByteArray::fromHex("9b") + huge;
    QTest::newRow("a text of 2^64 bytes") << QByteArray::fromHex("7b") + huge;
    QTest::newRow("a byte string of 2^64 bytes") << QByteArray::fromHex("5b") + huge;
    QTest::newRow("an object of 2^40 entries") << QByteArray::fromHex("bb0000010000000000616161616161");
}

void tst_CalibrationStatistics::load_survivesHostileStructure()
{
    QFETCH(QByteArray, bytes);
    const auto loaded = loadBytes(Bytes(bytes.begin(), bytes.end()));
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::ConfigRefused);
}

QTEST_GUILESS_MAIN(tst_CalibrationStatistics)
#include "tst_calibration_statistics.moc"
