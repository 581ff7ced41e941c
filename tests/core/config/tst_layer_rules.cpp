// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/layer_rules.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace quantiscope;
using nlohmann::json;

class tst_LayerRules : public QObject
{
    Q_OBJECT

private slots:
    void rule_isRead();
    void rule_isWrittenAsRead_data();
    void rule_isWrittenAsRead();
    void wrongRule_isRefused_data();
    void wrongRule_isRefused();
};

void tst_LayerRules::rule_isRead()
{
    const auto rule = layerRuleFromJson(json::parse(R"({
        "match": {"opType": "MatMul"},
        "input": {"type": "Int16", "symmetric": true, "range": [-1.5, 2]},
        "weight": {"type": "Int8", "granularity": "channel", "axis": 1, "reduceRange": true},
        "bias": {"scale": [0.5, 0.25], "zeroPoint": [0, 3]},
        "output": {"type": "Float"}})"),
                                        "rule");
    QVERIFY2(rule, rule ? "" : rule.error().message.c_str());
    LayerRule expected;
    expected.match = {ExclusionRule::Kind::OpType, "MatMul", {}, {}};
    expected.input.emplace();
    expected.input->type = DataType::Int16;
    expected.input->symmetric = true;
    expected.input->range = TensorRange{-1.5F, 2.0F};
    expected.weight.emplace();
    expected.weight->type = DataType::Int8;
    expected.weight->perChannel = true;
    expected.weight->axis = 1;
    expected.weight->reduceRange = true;
    expected.bias.emplace();
    expected.bias->scale = {0.5F, 0.25F};
    expected.bias->zeroPoint = {0, 3};
    expected.output.emplace();
    expected.output->type = DataType::Float;
    QVERIFY(*rule == expected);
}

void tst_LayerRules::rule_isWrittenAsRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("types") << QByteArray(
        R"({"match":{"node":"a"},"output":{"type":"UInt16"},"weight":{"granularity":"tensor","type":"UInt8"}})");
    QTest::newRow("parameters") << QByteArray(R"({"input":{"scale":0.125,"zeroPoint":-5},"match":{"regex":"^a"}})");
    QTest::newRow("channels") << QByteArray(
        R"({"match":{"between":{"from":["a"],"to":["b"]}},"weight":{"axis":-1,"scale":[0.5,2.0],"zeroPoint":[0,1]}})");
    QTest::newRow("range") << QByteArray(
        R"({"bias":{"range":[-1.0,1.0],"reduceRange":false,"symmetric":false},"match":{"opType":"Conv"}})");
}

void tst_LayerRules::rule_isWrittenAsRead()
{
    QFETCH(QByteArray, text);
    const auto rule = layerRuleFromJson(json::parse(text.toStdString()), "rule");
    QVERIFY2(rule, rule ? "" : rule.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(toJson(*rule).dump()), text);
}

void tst_LayerRules::wrongRule_isRefused_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* members, const char* message) {
        QTest::newRow(name) << QString(members) << QString(message);
    };
    const auto input = [](const char* name, const QString& tensor, const char* message) {
        QTest::newRow(name) << R"("match": {"node": "a"}, "input": )" + tensor << QString(message);
    };
    const auto weight = [](const char* name, const QString& tensor, const char* message) {
        QTest::newRow(name) << R"("match": {"node": "a"}, "weight": )" + tensor << QString(message);
    };
    row("no match", R"("input": {"type": "Int8"})", "rule needs 'match', which says the nodes it is for.");
    row("no tensor", R"("match": {"node": "a"})", "rule sets nothing; it needs 'input', 'weight', 'bias' or 'output'.");
    row("key", R"("match": {"node": "a"}, "wieght": {})", "Unknown key 'wieght' in rule. Did you mean 'weight'?");
    row("match", R"("match": {"nod": "a"}, "input": {"type": "Int8"})",
        "Unknown key 'nod' in rule.match. Did you mean 'node'?");
    input("nothing set", "{}", "rule.input sets nothing; leave it out, or give a type.");
    input("no object", "3", "rule.input must be an object, not 3.");
    input("type", R"({"type": "Int9"})",
          "rule.input.type must be Int8, UInt8, Int16, UInt16 or Float, not 'Int9'. Did you mean 'Int8'?");
    input("symmetric", R"({"symmetric": 1})", "rule.input.symmetric must be true or false, not 1.");
    input("float and more", R"({"type": "Float", "symmetric": true})",
          "rule.input leaves the tensor float, so nothing else can be set for it.");
    input("channels of an activation", R"({"granularity": "channel"})",
          "rule.input is an activation; only weights and biases have a scale per channel.");
    input("scales of an activation", R"({"scale": [1, 2], "zeroPoint": [0, 0]})",
          "rule.input.scale is a list, but only weights and biases have one scale per channel.");
    input("range", R"({"range": [2, 1]})",
          "rule.input.range must be [low, high] with finite float32 numbers, low not above high.");
    input("range beyond float32", R"({"range": [0, 1e300]})",
          "rule.input.range must be [low, high] with finite float32 numbers, low not above high.");
    input("scale alone", R"({"scale": 1})", "rule.input needs 'scale' and 'zeroPoint' both, or neither of them.");
    input("scale", R"({"scale": 0, "zeroPoint": 0})",
          "rule.input.scale must be a normal float32 number above 0, or a list of such.");
    input("zero point", R"({"type": "Int8", "scale": 1, "zeroPoint": 128})",
          "rule.input.zeroPoint must be a whole number from -128 to 127, or a list of such.");
    input("huge zero point", R"({"scale": 1, "zeroPoint": 18446744073709551615})",
          "rule.input.zeroPoint must be a whole number from -32768 to 65535, or a list of such.");
    input("scale and range", R"({"scale": 1, "zeroPoint": 0, "range": [0, 1]})",
          "rule.input sets scale and zero point, which leave nothing to a range, symmetry or a reduced range.");
    weight("granularity", R"({"granularity": "block"})",
           "rule.weight.granularity must be tensor or channel, not 'block'.");
    weight("axis", R"({"axis": 8})", "rule.weight.axis must be from -8 to 7, not 8.");
    weight("axis of a tensor", R"({"axis": 0, "granularity": "tensor"})",
           "rule.weight sets an axis for one scale per tensor.");
    weight("scales of a tensor", R"({"granularity": "tensor", "scale": [1, 2], "zeroPoint": [0, 0]})",
           "rule.weight sets several scales for one scale per tensor.");
    weight("uneven", R"({"scale": [1, 2], "zeroPoint": [0]})",
           "rule.weight needs as many zero points as scales, at least one.");
    weight("empty", R"({"scale": [], "zeroPoint": []})",
           "rule.weight needs as many zero points as scales, at least one.");
}

void tst_LayerRules::wrongRule_isRefused()
{
    QFETCH(QString, members);
    QFETCH(QString, message);
    const auto rule = layerRuleFromJson(json::parse("{" + members.toStdString() + "}"), "rule");
    QVERIFY(!rule);
    QCOMPARE(QString::fromStdString(rule.error().message), message);
    QCOMPARE(rule.error().code, ErrorCode::ConfigRefused);
}

QTEST_GUILESS_MAIN(tst_LayerRules)
#include "tst_layer_rules.moc"
