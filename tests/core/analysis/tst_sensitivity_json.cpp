// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity_json.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using nlohmann::json;

namespace {

Sensitivity example()
{
    Sensitivity known;
    known.metric = SensitivityMetric::Kl;
    known.mode = SensitivityMode::FirstOrder;
    known.per = SensitivityUnits::Block;
    known.modelHash = "m";
    known.preparedHash = "p";
    known.preset = "XINT8";
    known.samples = 4;
    known.multiplyAdds = 100;
    known.floatWeightBytes = 64;
    known.isEstimate = true;
    VariantEffect effect;
    effect.samples = 4;
    OutputEffect output;
    output.output = "scores";
    output.samples = 4;
    output.sqnr = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    output.kl = MetricSummary{0.25, 0.5};
    effect.outputs = {output};
    OutputEffect part = output;
    part.output = "first half";
    part.kl.reset();
    part.broken = 3;
    effect.parts = {part};
    effect.topOne = TopOne{4, 3, 2};
    effect.value = 0.25;
    known.quantized = effect;
    known.units.resize(2);
    known.units[0].name = "a";
    known.units[0].label = "Conv · Relu";
    known.units[0].nodes = {"a", "r"};
    known.units[1].name = "b";
    known.units[1].nodes = {"b"};
    known.units[0].only = effect;
    known.units[0].estimate = 0.5;
    known.units[1].allBut = effect;
    known.ranking = {1, 0};
    known.curve = {{0, 64, 0, 0, effect}, {2, 96, 64, 100, effect}};
    return known;
}

} // namespace

class tst_SensitivityJson : public QObject
{
    Q_OBJECT

private slots:
    void whatWasWritten_isRead();
    void hostileDocuments_areRefused_data();
    void hostileDocuments_areRefused();
};

void tst_SensitivityJson::whatWasWritten_isRead()
{
    const json written = toJson(example());
    const auto read = sensitivityFromJson(written, "file");
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(toJson(*read).dump(), written.dump());
    QCOMPARE(read->ranking, example().ranking);
    QVERIFY(std::isinf(read->quantized->outputs[0].sqnr.mean));
    QCOMPARE(read->quantized->topOne, example().quantized->topOne);
    QCOMPARE(read->quantized->parts[0].output, std::string("first half"));
    QCOMPARE(read->quantized->parts[0].broken, std::uint64_t(3));
    QVERIFY(read->isEstimate && read->mode == SensitivityMode::FirstOrder);
    QCOMPARE(read->units[0].estimate, std::optional(0.5));
}

void tst_SensitivityJson::hostileDocuments_areRefused_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("format") << QByteArray("/format") << QByteArray("\"other\"") << QByteArray("format");
    QTest::newRow("version") << QByteArray("/version") << QByteArray("2") << QByteArray("version");
    QTest::newRow("metric") << QByteArray("/metric") << QByteArray("\"beauty\"") << QByteArray("metric");
    QTest::newRow("place that is not there") << QByteArray("/ranking/0") << QByteArray("7") << QByteArray("ranking[0]");
    QTest::newRow("negative place") << QByteArray("/ranking/0") << QByteArray("-1") << QByteArray("ranking[0]");
    QTest::newRow("place twice") << QByteArray("/ranking/0") << QByteArray("0") << QByteArray("ranking[1]");
    QTest::newRow("units that are none") << QByteArray("/units") << QByteArray("{}") << QByteArray("units");
    QTest::newRow("unit that is none") << QByteArray("/units/1") << QByteArray("3") << QByteArray("units[1]");
    QTest::newRow("nodes") << QByteArray("/units/0/nodes") << QByteArray("[1]") << QByteArray("units[0].nodes");
    QTest::newRow("too many units") << QByteArray("/curve/1/units") << QByteArray("9") << QByteArray("curve[1].units");
    QTest::newRow("curve that goes back")
        << QByteArray("/curve/1/units") << QByteArray("0") << QByteArray("curve[1].units");
    QTest::newRow("text for a number") << QByteArray("/quantized/value") << QByteArray("\"many\"")
                                       << QByteArray("value");
    QTest::newRow("parts that are none") << QByteArray("/quantized/parts") << QByteArray("7") << QByteArray("parts");
    QTest::newRow("mode") << QByteArray("/mode") << QByteArray("\"psychic\"") << QByteArray("mode");
    QTest::newRow("unknown key") << QByteArray("/more") << QByteArray("1") << QByteArray("more");
}

void tst_SensitivityJson::hostileDocuments_areRefused()
{
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, named);
    json document = toJson(example());
    document[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
    const auto read = sensitivityFromJson(document, "file");
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::ConfigRefused);
    QVERIFY2(read.error().message.find(named.toStdString()) != std::string::npos, read.error().message.c_str());
}

QTEST_APPLESS_MAIN(tst_SensitivityJson)
#include "tst_sensitivity_json.moc"
