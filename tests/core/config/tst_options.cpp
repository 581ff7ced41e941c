// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/options.h"
#include "tests/core/config/option_facts.h"
#include "tests/support/processor_time.h"

#include <QTest>

#include <set>

using namespace quantiscope;

using test::kOptions;
using test::OptionFacts;

using nlohmann::json;

namespace {

const OptionSpec& specOf(const QString& name)
{
    for (const OptionSpec& spec : optionSpecs()) {
        if (spec.name == name.toStdString())
            return spec;
    }
    qFatal("no option %s", qPrintable(name));
}

} // namespace

class tst_Options : public QObject
{
    Q_OBJECT

private slots:
    void optionSpecs_areThoseListedHere();
    void optionSpecs_describeThemselves();
    void setOption_isReadBack_data();
    void setOption_isReadBack();
    void setOption_changesNothingElse_data();
    void setOption_changesNothingElse();
    void setOption_refusesWrongValues_data();
    void setOption_refusesWrongValues();
    void setOption_takesEveryNamedChoice();
    void setOption_takesNullForUndecided_data();
    void setOption_takesNullForUndecided();
    void setOption_ignoresLetterCaseAndUnderscores_data();
    void setOption_ignoresLetterCaseAndUnderscores();
    void setOption_suggestsTheNearestName_data();
    void setOption_suggestsTheNearestName();
    void setOption_givesTheKindOfErrorAskedFor();
    void setOptions_refusesContradictions_data();
    void setOptions_refusesContradictions();
    void setOptions_readsManyMembersInTime();
    void overruledOption_isTheFirstThatDoesNotHold_data();
    void overruledOption_isTheFirstThatDoesNotHold();
    void optionsOfAlgorithms_areTheirFields();
    void canonicalOptionName_knowsSpellingsAndSynonyms();
    void setOption_readsTheReferencesMethods_data();
    void setOption_readsTheReferencesMethods();
    void setOptionFromText_readsValues_data();
    void setOptionFromText_readsValues();
    void setOptionFromText_refusesWithSentence_data();
    void setOptionFromText_refusesWithSentence();
    void setOptionFromText_survivesHostileText_data();
    void setOptionFromText_survivesHostileText();
};

void tst_Options::optionSpecs_areThoseListedHere()
{
    QStringList found;
    for (const OptionSpec& spec : optionSpecs())
        found += QString::fromStdString(spec.name);
    QStringList expected;
    for (const OptionFacts& facts : kOptions)
        expected += QString::fromLatin1(facts.name);
    QCOMPARE(found, expected);
}

void tst_Options::optionSpecs_describeThemselves()
{
    for (const OptionSpec& spec : optionSpecs()) {
        QVERIFY2(!spec.values.empty(), spec.name.c_str());
        QVERIFY2(spec.meaning.ends_with('.'), spec.meaning.c_str());
        QVERIFY2(std::isupper(spec.meaning.front()), spec.meaning.c_str());
    }
}

void tst_Options::setOption_isReadBack_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("byDefault");
    QTest::addColumn<QString>("another");
    for (const OptionFacts& facts : kOptions)
        QTest::newRow(facts.name) << facts.name << facts.byDefault << facts.another;
}

void tst_Options::setOption_isReadBack()
{
    QFETCH(QString, name);
    QFETCH(QString, byDefault);
    QFETCH(QString, another);
    QuantConfig config;
    const OptionSpec& spec = specOf(name);
    QVERIFY(spec.get(config) == json::parse(byDefault.toStdString()));
    for (const QString& value : {another, byDefault}) {
        const json wanted = json::parse(value.toStdString());
        const Result<void> set = setOption(config, name.toStdString(), wanted, ErrorCode::ConfigRefused);
        QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
        QVERIFY2(spec.get(config) == wanted, spec.get(config).dump().c_str());
    }
    QCOMPARE(config, QuantConfig());
}

void tst_Options::setOption_changesNothingElse_data()
{
    setOption_isReadBack_data();
}

void tst_Options::setOption_changesNothingElse()
{
    QFETCH(QString, name);
    QFETCH(QString, another);
    QuantConfig config;
    QVERIFY(setOption(config, name.toStdString(), json::parse(another.toStdString()), ErrorCode::ConfigRefused)
                .has_value());
    QVERIFY(!(config == QuantConfig()));
    const QuantConfig untouched;
    for (const OptionSpec& spec : optionSpecs()) {
        if (spec.name != name.toStdString())
            QVERIFY2(spec.get(config) == spec.get(untouched), spec.name.c_str());
    }
}

void tst_Options::setOption_refusesWrongValues_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    for (const OptionFacts& facts : kOptions) {
        for (const json& value : json::parse(facts.refused)) {
            const std::string text = value.dump();
            QTest::addRow("%s = %s", facts.name, text.c_str()) << facts.name << QString::fromStdString(text);
        }
    }
}

void tst_Options::setOption_refusesWrongValues()
{
    QFETCH(QString, name);
    QFETCH(QString, value);
    QuantConfig config;
    const Result<void> set =
        setOption(config, name.toStdString(), json::parse(value.toStdString()), ErrorCode::ConfigRefused);
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::ConfigRefused);
    QCOMPARE(set.error().subject, name.toStdString());
    const QString message = QString::fromStdString(set.error().message);
    QVERIFY2(message.startsWith(QStringLiteral("Option %1 needs ").arg(name)), qPrintable(message));
    QVERIFY2(message.endsWith(QStringLiteral(", not %1.").arg(value)) || value.size() > 200, qPrintable(message));
    QCOMPARE(config, QuantConfig()); // nothing half set
}

void tst_Options::setOption_takesEveryNamedChoice()
{
    QuantConfig config;
    const auto set = [&config](const char* name, const json& value) {
        return setOption(config, name, value, ErrorCode::ConfigRefused).has_value();
    };
    QVERIFY(set("PlacementRules", "OnnxRuntime"));
    QCOMPARE(config.placement.rules, PlacementRules::OnnxRuntime);
    QVERIFY(set("PlacementRules", "QuarkExtended"));
    QCOMPARE(config.placement.rules, PlacementRules::QuarkExtended);
    QVERIFY(set("PlacementRules", "Quark"));
    QCOMPARE(config.placement.rules, PlacementRules::Quark);
    const std::pair<const char*, DataType> types[]{{"Int8", DataType::Int8},   {"UInt8", DataType::UInt8},
                                                   {"Int16", DataType::Int16}, {"UInt16", DataType::UInt16},
                                                   {"QInt8", DataType::Int8},  {"QUInt8", DataType::UInt8},
                                                   {"int16", DataType::Int16}, {"UINT16", DataType::UInt16}};
    for (const auto& [text, type] : types) {
        QVERIFY2(set("ActivationType", text), text);
        QCOMPARE(config.activationType, type);
        QVERIFY2(set("WeightType", text), text);
        QCOMPARE(config.weightType, type);
    }
    for (const int opset : {0, 10, 13, 26}) {
        QVERIFY(set("ConvertOpsetVersion", opset));
        QCOMPARE(config.preparation.convertOpsetVersion, opset);
    }
    for (const double percentile : {1e-9, 99.9999, 100.0}) {
        QVERIFY(set("Percentile", percentile));
        QCOMPARE(config.calibration.percentile, percentile);
    }
}

void tst_Options::setOption_takesNullForUndecided_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("weights") << "WeightSymmetric";
    QTest::newRow("percentile") << "CalibTensorRangeSymmetric";
}

void tst_Options::setOption_takesNullForUndecided()
{
    QFETCH(QString, name);
    QuantConfig config;
    config.weightSymmetric = true;
    config.calibration.tensorRangeSymmetric = true;
    QVERIFY(setOption(config, name.toStdString(), json(), ErrorCode::ConfigRefused).has_value());
    QCOMPARE(config.weightSymmetric.has_value(), name != QLatin1String("WeightSymmetric"));
    QCOMPARE(config.calibration.tensorRangeSymmetric.has_value(), name != QLatin1String("CalibTensorRangeSymmetric"));
}

void tst_Options::setOption_ignoresLetterCaseAndUnderscores_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"PerChannel", "perchannel", "PERCHANNEL", "per_channel", "_Per__Channel_"})
        QTest::newRow(name) << name;
}

void tst_Options::setOption_ignoresLetterCaseAndUnderscores()
{
    QFETCH(QString, name);
    QuantConfig config;
    QVERIFY(setOption(config, name.toStdString(), true, ErrorCode::ConfigRefused).has_value());
    QVERIFY(config.perChannel);
}

void tst_Options::setOption_suggestsTheNearestName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    const char* const kEnd = " 'qscope presets --options' lists all options.";
    QTest::newRow("mistyped") << "PerChanel"
                              << "Unknown option 'PerChanel'. Did you mean 'PerChannel'?" + QLatin1String(kEnd);
    QTest::newRow("other case") << "weighttipe"
                                << "Unknown option 'weighttipe'. Did you mean 'WeightType'?" + QLatin1String(kEnd);
    QTest::newRow("nothing near") << "Quux"
                                  << "Unknown option 'Quux'." + QLatin1String(kEnd);
}

void tst_Options::setOption_suggestsTheNearestName()
{
    QFETCH(QString, name);
    QFETCH(QString, message);
    QuantConfig config;
    const Result<void> set = setOption(config, name.toStdString(), true, ErrorCode::ConfigRefused);
    QVERIFY(!set);
    QCOMPARE(QString::fromStdString(set.error().message), message);
    QCOMPARE(set.error().subject, name.toStdString());
}

void tst_Options::setOption_givesTheKindOfErrorAskedFor()
{
    QuantConfig config;
    QCOMPARE(setOption(config, "PerChannel", 1, ErrorCode::InvalidArgument).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(setOption(config, "Unknown", 1, ErrorCode::InvalidArgument).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(setOption(config, "Unknown", 1, ErrorCode::ConfigRefused).error().code, ErrorCode::ConfigRefused);
}

void tst_Options::setOptions_refusesContradictions_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("names"); ///< of the two that contradict each other; empty: none do
    QTest::newRow("spellings") << R"({"PerChannel": true, "per_channel": false})"
                               << "'PerChannel' and 'per_channel'";
    QTest::newRow("spellings that agree") << R"({"PerChannel": true, "per_channel": true})"
                                          << "";
    QTest::newRow("synonym") << R"({"ScaleType": "Float32", "UsePowerOf2Scale": true})"
                             << "'ScaleType' and 'UsePowerOf2Scale'";
    QTest::newRow("synonym for off") << R"({"ScaleType": "Int16", "UsePowerOf2Scale": false})"
                                     << "";
    QTest::newRow("two synonyms") << R"({"Int16Scale": true, "UsePowerOf2Scale": true})"
                                  << "'Int16Scale' and 'UsePowerOf2Scale'";
    QTest::newRow("method") << R"({"CalibrateMethod": "PowerOfTwoMethod.MinMSE", "Int16Scale": false,
                                   "UsePowerOf2Scale": true})"
                            << "";
    QTest::newRow("method against scales") << R"({"CalibrateMethod": "PowerOfTwoMethod.MinMSE", "Int16Scale": true})"
                                           << "'CalibrateMethod' and 'Int16Scale'";
}

void tst_Options::setOptions_refusesContradictions()
{
    QFETCH(QString, options);
    QFETCH(QString, names);
    QuantConfig config;
    const Result<void> set = setOptions(config, json::parse(options.toStdString()), ErrorCode::ConfigRefused);
    QCOMPARE(set.has_value(), names.isEmpty());
    QCOMPARE(config == QuantConfig(), !names.isEmpty());
    if (!set) {
        QCOMPARE(QString::fromStdString(set.error().message),
                 "Options " + names + " contradict each other; leave one out.");
    }
}

/// A file of a few megabytes has room for thousands of spellings beside a large option.
void tst_Options::setOptions_readsManyMembersInTime()
{
    json options = json::object();
    for (int i = 0; i < 100'000; ++i)
        options["TensorQuantOverrides"]["t" + std::to_string(i)] = {{{"symmetric", true}}};
    for (std::size_t i = 0; i < 5'000; ++i) { // PerChannel with underscores between
        std::string name = "PerChannel";
        for (std::size_t bit = 0; bit < 8; ++bit) {
            if (i >> bit & 1)
                name.insert(name.size() - bit, "_");
        }
        options[std::string(i / 256, '_') + name] = true;
    }
    QCOMPARE(options.size(), std::size_t(5'001));
    QuantConfig config;
    const test::ProcessorTime time;
    QVERIFY(setOptions(config, options, ErrorCode::ConfigRefused).has_value());
    QVERIFY2(time.isBelow(5.0), time.text().constData()); // 0.2 s; squared 13 s
    QCOMPARE(config.tensorOverrides.size(), std::size_t(100'000));
    QVERIFY(config.perChannel);
    options["per_channel_"] = false;
    QVERIFY(!setOptions(config, options, ErrorCode::ConfigRefused));
}

void tst_Options::overruledOption_isTheFirstThatDoesNotHold_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("later"); ///< set after them
    QTest::addColumn<QString>("overruled");
    QTest::newRow("nothing") << "{}"
                             << "PerChannel=true"
                             << "";
    QTest::newRow("null") << "null"
                          << "PerChannel=true"
                          << "";
    QTest::newRow("the same") << R"({"PerChannel": true})"
                              << "PerChannel=true"
                              << "";
    QTest::newRow("another value") << R"({"CLESteps": 2, "per_channel": false})"
                                   << "PerChannel=true"
                                   << "per_channel";
    QTest::newRow("synonym") << R"({"CalibrateMethod": "MinMax"})"
                             << "CalibrateMethod=Entropy"
                             << "CalibrateMethod";
    QTest::newRow("synonym that says less") << R"({"CalibrateMethod": "PowerOfTwoMethod.MinMSE"})"
                                            << "CalibrateMethod=MinMSE"
                                            << "";
    QTest::newRow("scales of a method") << R"({"CalibrateMethod": "PowerOfTwoMethod.MinMSE"})"
                                        << "ScaleType=Float32"
                                        << "CalibrateMethod";
    QTest::newRow("format") << R"({"QuantFormat": "QDQ"})"
                            << "PlacementRules=QuarkExtended"
                            << "QuantFormat";
    QTest::newRow("NPU") << R"({"EnableDPU": true})"
                         << "EnableNPUCnn=false"
                         << "EnableDPU";
}

void tst_Options::overruledOption_isTheFirstThatDoesNotHold()
{
    QFETCH(QString, options);
    QFETCH(QString, later);
    QFETCH(QString, overruled);
    const json members = json::parse(options.toStdString());
    QuantConfig config;
    QVERIFY(setOptions(config, members, ErrorCode::ConfigRefused).has_value());
    QCOMPARE(overruledOption(config, members), std::string());
    QVERIFY(setOptionFromText(config, later.toStdString()).has_value());
    QCOMPARE(QString::fromStdString(overruledOption(config, members)), overruled);
}

void tst_Options::optionsOfAlgorithms_areTheirFields()
{
    for (const OptionFacts& facts : kOptions) {
        QuantConfig config;
        QVERIFY(setOption(config, facts.name, json::parse(facts.another), ErrorCode::ConfigRefused).has_value());
        const bool isField = !(config.equalization == QuantConfig().equalization);
        QVERIFY2(specOf(facts.name).isOfAlgorithm == isField, facts.name);
    }
}

void tst_Options::canonicalOptionName_knowsSpellingsAndSynonyms()
{
    QCOMPARE(canonicalOptionName("per_channel"), std::string("PerChannel"));
    QCOMPARE(canonicalOptionName("calibrate_method"), std::string("CalibrateMethod"));
    QCOMPARE(canonicalOptionName("nothing"), std::string());
}

void tst_Options::setOption_readsTheReferencesMethods_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("method"); ///< empty: refused
    QTest::addColumn<bool>("powerOfTwo");
    QTest::newRow("plain") << "MinMSE"
                           << "MinMSE" << false;
    QTest::newRow("enumeration") << "CalibrationMethod.Entropy"
                                 << "Entropy" << false;
    QTest::newRow("the other interface's") << "CalibMethod.LayerwisePercentile"
                                           << "LayerwisePercentile" << false;
    QTest::newRow("powers of two") << "PowerOfTwoMethod.MinMSE"
                                   << "MinMSE" << true;
    QTest::newRow("lower case") << "poweroftwomethod.minmse"
                                << "MinMSE" << true;
    QTest::newRow("no overflow") << "PowerOfTwoMethod.NonOverflow"
                                 << "NonOverflow" << true;
    QTest::newRow("not of powers of two") << "PowerOfTwoMethod.Percentile"
                                          << "" << false;
    QTest::newRow("no enumeration") << "garbage.MinMax"
                                    << "" << false;
    QTest::newRow("point alone") << ".MinMax"
                                 << "" << false;
}

void tst_Options::setOption_readsTheReferencesMethods()
{
    QFETCH(QString, value);
    QFETCH(QString, method);
    QFETCH(bool, powerOfTwo);
    QuantConfig config;
    const Result<void> set = setOption(config, "CalibrateMethod", json(value.toStdString()), ErrorCode::ConfigRefused);
    QCOMPARE(set.has_value(), !method.isEmpty());
    QCOMPARE(methodName(config.calibration.method), method.isEmpty() ? "MinMax" : method.toUtf8().constData());
    QCOMPARE(config.scaleType == ScaleType::PowerOf2, powerOfTwo);
}

void tst_Options::setOptionFromText_readsValues_data()
{
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::newRow("true") << "PerChannel=true"
                          << "PerChannel"
                          << "true";
    QTest::newRow("false") << "OptimizeModel=false"
                           << "OptimizeModel"
                           << "false";
    QTest::newRow("True") << "per_channel=True"
                          << "PerChannel"
                          << "true";
    QTest::newRow("FALSE") << "QuantizeBias=FALSE"
                           << "QuantizeBias"
                           << "false";
    QTest::newRow("null") << "WeightSymmetric=null"
                          << "WeightSymmetric"
                          << "null";
    QTest::newRow("number") << "Percentile=99.5"
                            << "Percentile"
                            << "99.5";
    QTest::newRow("whole number") << "ConvertOpsetVersion=17"
                                  << "ConvertOpsetVersion"
                                  << "17";
    QTest::newRow("text") << "ActivationType=Int16"
                          << "ActivationType"
                          << R"("Int16")";
    QTest::newRow("quoted text") << R"(ActivationType="Int16")"
                                 << "ActivationType"
                                 << R"("Int16")";
    QTest::newRow("list") << "OpTypesToQuantize=Conv,MatMul"
                          << "OpTypesToQuantize"
                          << R"(["Conv", "MatMul"])";
    QTest::newRow("list of one") << "op_types_to_quantize=Conv"
                                 << "OpTypesToQuantize"
                                 << R"(["Conv"])";
    QTest::newRow("list with blanks") << "OpTypesToQuantize=Conv, MatMul ,Gemm"
                                      << "OpTypesToQuantize"
                                      << R"(["Conv", "MatMul", "Gemm"])";
    QTest::newRow("list with nothing between") << "OpTypesToQuantize=,Conv,,MatMul,"
                                               << "OpTypesToQuantize"
                                               << R"(["Conv", "MatMul"])";
    QTest::newRow("JSON list") << R"(OpTypesToQuantize=["Conv","MatMul"])"
                               << "OpTypesToQuantize"
                               << R"(["Conv", "MatMul"])";
    QTest::newRow("empty list") << "OpTypesToQuantize="
                                << "OpTypesToQuantize"
                                << "[]";
    QTest::newRow("list that looks like true") << "ExtraOpTypesToQuantize=true"
                                               << "ExtraOpTypesToQuantize"
                                               << R"(["true"])";
}

void tst_Options::setOptionFromText_readsValues()
{
    QFETCH(QString, assignment);
    QFETCH(QString, name);
    QFETCH(QString, value);
    QuantConfig config;
    config.perChannel = false;
    config.weightSymmetric = true;
    config.selection.opTypesToQuantize = {"Before"};
    const Result<void> set = setOptionFromText(config, assignment.toStdString());
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    const json found = specOf(name).get(config);
    QVERIFY2(found == json::parse(value.toStdString()), found.dump().c_str());
}

void tst_Options::setOptionFromText_refusesWithSentence_data()
{
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<QString>("message");
    QTest::newRow("no value") << "PerChannel"
                              << "--set needs OPTION=VALUE, not 'PerChannel'.";
    QTest::newRow("no name") << "=true"
                             << "--set needs OPTION=VALUE, not '=true'.";
    QTest::newRow("nothing") << ""
                             << "--set needs OPTION=VALUE, not ''.";
    QTest::newRow("empty value") << "PerChannel="
                                 << "Option PerChannel needs true or false, not \"\".";
    QTest::newRow("wrong type") << "PerChannel=1"
                                << "Option PerChannel needs true or false, not 1.";
    QTest::newRow("no number") << "Percentile=high"
                               << "Option Percentile needs a number above 0, at most 100, not \"high\".";
    QTest::newRow("unknown type") << "WeightType=Int32"
                                  << "Option WeightType needs one of Int8, UInt8, Int16, UInt16, not \"Int32\".";
    QTest::newRow("key twice") << R"(TensorQuantOverrides={"W1":[{"symmetric":true,"symmetric":false}]})"
                               << "The value of option TensorQuantOverrides has the key 'symmetric' twice in one "
                                  "object; leave one of them out.";
    QTest::newRow("list without quotes") << "OpTypesToQuantize=[Conv]"
                                         << "The value of option OpTypesToQuantize is not valid JSON: parse error at "
                                            "line 1, column 2: syntax error while "
                                            "parsing value - invalid literal; last read: '[C'.";
    QTest::newRow("unknown option with broken JSON")
        << "AlignPol=[Conv]"
        << "Unknown option 'AlignPol'. Did you mean 'AlignPool'? 'qscope presets --options' lists all options.";
    QTest::newRow("second equals sign")
        << "PlacementRules=Quark=1"
        << "Option PlacementRules needs one of OnnxRuntime | Quark | QuarkExtended, not "
           "\"Quark=1\".";
    QTest::newRow("unknown option")
        << "AlignPol=true"
        << "Unknown option 'AlignPol'. Did you mean 'AlignPool'? 'qscope presets --options' lists all "
           "options.";
}

void tst_Options::setOptionFromText_refusesWithSentence()
{
    QFETCH(QString, assignment);
    QFETCH(QString, message);
    QuantConfig config;
    const Result<void> set = setOptionFromText(config, assignment.toStdString());
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(QString::fromStdString(set.error().message), message);
    QCOMPARE(config, QuantConfig());
}

void tst_Options::setOptionFromText_survivesHostileText_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::newRow("no UTF-8") << QByteArray("ActivationType=\xff\xfe");
    QTest::newRow("name is no UTF-8") << QByteArray("\xff\xfe=1");
    QTest::newRow("number too large") << QByteArray("Percentile=1e999");
    QTest::newRow("unfinished JSON") << QByteArray("OpTypesToQuantize=[\"Conv\"");
    QTest::newRow("object") << QByteArray("Percentile={\"a\": 1}");
    QTest::newRow("deep nesting") << "Percentile=" + QByteArray(100000, '[') + QByteArray(100000, ']');
    QTest::newRow("deep nesting of a list") << "OpTypesToQuantize=" + QByteArray(100000, '[') + QByteArray(100000, ']');
    QTest::newRow("long name") << QByteArray(100000, 'x') + "=1";
}

void tst_Options::setOptionFromText_survivesHostileText()
{
    QFETCH(QByteArray, assignment);
    QuantConfig config;
    const Result<void> set = setOptionFromText(config, assignment.toStdString());
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(config, QuantConfig());
}

QTEST_GUILESS_MAIN(tst_Options)
#include "tst_options.moc"
