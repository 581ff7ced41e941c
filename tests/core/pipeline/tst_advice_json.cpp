// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/advice_json.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <limits>
#include <nlohmann/json.hpp>

using namespace quantiscope;

using nlohmann::json;

namespace {

AdviceOutcome outcome(std::optional<double> value)
{
    return {value, "scores", value > 0.9, 32, {100, 80, 10, 4000, 400, 8}};
}

Advice example()
{
    Advice advice;
    advice.goal = *goalFromText("scores:cosine>=0.95");
    advice.modelHash = "a1";
    advice.quantizedHash = "b2";
    advice.preset = "XINT8";
    advice.samples = 32;
    advice.screening = 4;
    advice.evaluations = 17;
    advice.isComplete = true;
    advice.baseline = outcome(0.23);
    advice.screened = outcome(-std::numeric_limits<double>::infinity());
    advice.culprits = {{"stem", {"stem", "relu"}, outcome({}), "Its channels differ."}};
    const QuantConfig config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
    advice.fixes = {{"Per-channel weights", config, {{"preset", "XINT8", "A8W8"}}, outcome(0.53), {}, "Nothing."},
                    {"Entropy", {}, {}, {}, "The preset does not allow it.", {}}};
    advice.plan = AdvicePlan{config, {"Per-channel weights"}, {{"preset", "XINT8", "A8W8"}}, outcome(0.96)};
    advice.left = "The rest.";
    return advice;
}

} // namespace

class tst_AdviceJson : public QObject
{
    Q_OBJECT

private slots:
    void advice_isReadBack();
    void hostileDocuments_areRefused_data();
    void hostileDocuments_areRefused();
};

void tst_AdviceJson::advice_isReadBack()
{
    const json document = toJson(example());
    const auto read = adviceFromJson(json::parse(document.dump()), "advice");
    VERIFY_OK(read);
    QCOMPARE(toJson(*read).dump(), document.dump());
    QVERIFY(!read->culprits.at(0).only.value);
    QCOMPARE(read->screened.value.value(), -std::numeric_limits<double>::infinity());
    QVERIFY(read->fixes.at(0).config == example().fixes[0].config);
    QVERIFY(!read->fixes.at(1).outcome);
    QCOMPARE(read->plan.value().steps, std::vector<std::string>{"Per-channel weights"});
}

void tst_AdviceJson::hostileDocuments_areRefused_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("named"); ///< in the message
    const auto row = [](const char* name, const char* op, const char* path, const char* value, const char* named) {
        QTest::newRow(name) << QByteArray(R"([{"op":")") + op + R"(","path":")" + path + R"(","value":)" + value + "}]"
                            << QByteArray(named);
    };
    row("format", "replace", "/format", "\"other\"", "advice.format");
    row("version", "replace", "/version", "2", "advice.version");
    row("gate", "replace", "/gate", "\"beauty>=1\"", "advice.gate");
    row("text for a number", "replace", "/baseline/value", "\"much\"", "advice.baseline.value");
    row("negative", "replace", "/samples", "-1", "advice.samples");
    row("no outcome", "replace", "/screened", "null", "advice.screened");
    row("more than all", "replace", "/baseline/figures/byteMultiplyAdds", "101", "figures.byteMultiplyAdds");
    row("bits", "replace", "/baseline/figures/activationBits", "4294967297", "figures.activationBits");
    row("culprits that are none", "replace", "/culprits", "{}", "advice.culprits");
    row("culprit that is none", "replace", "/culprits/0", "7", "advice.culprits[0]");
    row("no recipe", "replace", "/fixes/0/recipe", "null", "fixes[0].recipe");
    row("wrong recipe", "replace", "/plan/recipe/preset", "\"nosuch\"", "preset");
    row("change", "add", "/plan/changes/0/more", "1", "plan.changes[0]");
    row("unknown key", "add", "/more", "1", "more");
}

void tst_AdviceJson::hostileDocuments_areRefused()
{
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, named);
    const json document = toJson(example()).patch(json::parse(patch.toStdString()));
    const auto read = adviceFromJson(document, "advice");
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::ConfigRefused);
    QVERIFY2(read.error().message.find(named.toStdString()) != std::string::npos, read.error().message.c_str());
}

QTEST_GUILESS_MAIN(tst_AdviceJson)
#include "tst_advice_json.moc"
