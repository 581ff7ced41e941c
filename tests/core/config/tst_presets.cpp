// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/config/option_checks.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "resources/embedded_presets.h"
#include "tests/support/source_directory.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

using namespace quantiscope;

using nlohmann::json;

namespace {

std::vector<std::filesystem::path> presetFiles()
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(test::sourceDirectory() / "resources" / "presets"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// What a preset is, apart from its file. Sources: quark_behaviour section 1 (Quark); the mapping of
/// XINT8_QCONFIG, A8W8_QCONFIG … onto legacy settings was printed with AMD Quark 0.13 itself.
struct PresetFacts
{
    const char* name;
    DataType activations;
    DataType weights;
    bool symmetric; ///< activations
    Flow flow;
    CalibrationMethod method;
    double percentile;
    bool forced; ///< ForceQuantizeNoInputCheck
    bool equalized;
};

constexpr auto kS8 = DataType::Int8;
constexpr auto kU8 = DataType::UInt8;
constexpr auto kS16 = DataType::Int16;
constexpr auto kU16 = DataType::UInt16;
constexpr auto kMinMax = CalibrationMethod::MinMax;
constexpr auto kMse = CalibrationMethod::MinMSE;
constexpr auto kPercentile = CalibrationMethod::Percentile;

constexpr PresetFacts kPresetFacts[] = {
    {"XINT8", kU8, kS8, true, Flow::Npu, kMse, 99.999, true, true},
    {"VINT8", kS8, kS8, true, Flow::Npu, kMse, 99.999, false, true},
    {"S8S8_AAWS", kS8, kS8, false, Flow::Plain, kPercentile, 99.9999, true, true},
    {"U8S8_AAWS", kU8, kS8, false, Flow::Plain, kPercentile, 99.999, true, true},
    {"U8U8_AAWA", kU8, kU8, false, Flow::Plain, kPercentile, 99.999, true, true},
    {"S16S8_ASWS", kS16, kS8, true, Flow::Extended, kPercentile, 99.999, true, true},
    {"A8W8", kS8, kS8, true, Flow::Extended, kMinMax, 99.999, true, true},
    {"A16W8", kS16, kS8, true, Flow::Extended, kMinMax, 99.999, true, true},
    {"U16S8_AAWS", kU16, kS8, false, Flow::Extended, kPercentile, 99.999, true, true},
    {"S16S16_MIXED_S8S8", kS16, kS16, false, Flow::Extended, kPercentile, 99.9999, true, true},
    {"INT8_CNN_DEFAULT", kU8, kS8, false, Flow::Plain, kMinMax, 99.999, true, true},
    {"INT16_CNN_DEFAULT", kU16, kS16, false, Flow::Extended, kMinMax, 99.999, true, true},
    {"INT8_TRANSFORMER_DEFAULT", kU8, kS8, false, Flow::Transformer, kMinMax, 99.999, false, true},
    {"INT16_TRANSFORMER_DEFAULT", kU16, kS16, false, Flow::Extended, kMinMax, 99.999, false, true},
    {"UINT8_DYNAMIC_QUANT", kU8, kU8, false, Flow::Plain, kMinMax, 99.999, false, false},
    {"XINT8_QCONFIG", kS8, kS8, true, Flow::Npu, kMse, 99.999, true, false},
    {"VINT8_QCONFIG", kS8, kS8, true, Flow::Npu, kMse, 99.999, false, false},
    {"A8W8_QCONFIG", kS8, kS8, true, Flow::Plain, kPercentile, 99.999, true, false},
    {"A16W8_QCONFIG", kS16, kS8, true, Flow::Extended, kPercentile, 99.999, true, false},
    {"ORT_U8S8", kU8, kS8, false, Flow::OnnxRuntime, kMinMax, 99.999, false, false},
    {"ORT_S8S8_PC", kS8, kS8, false, Flow::OnnxRuntime, kMinMax, 99.999, false, false},
    {"A8W8_PC", kS8, kS8, true, Flow::Extended, kMinMax, 99.999, true, true},
    {"A16W8_PC", kS16, kS8, true, Flow::Extended, kMinMax, 99.999, true, true},
    {"WEIGHTS_ONLY", kU8, kS8, false, Flow::Plain, kMinMax, 99.999, false, false},
};

/// A small valid preset to be spoilt.
json validPreset()
{
    return {{"format", "quantiscope-preset"},
            {"version", 1},
            {"name", "TEST"},
            {"family", "Tests"},
            {"summary", "A test."},
            {"when", "Never."},
            {"method", "Percentile"},
            {"options", {{"ActivationType", "Int8"}, {"Percentile", 99.5}, {"per_channel", true}}}};
}

const Preset& presetNamed(const std::string& name)
{
    const auto all = presets();
    const auto at = std::find_if(all.begin(), all.end(), [&name](const Preset& preset) { return preset.name == name; });
    if (at == all.end())
        qFatal("no preset %s", name.c_str());
    return *at;
}

} // namespace

class tst_Presets : public QObject
{
    Q_OBJECT

private slots:
    void presetFile_readsAndIsBuiltIn_data();
    void presetFile_readsAndIsBuiltIn();
    void presets_areAllFilesSortedByName();
    void preset_survivesARoundTripThroughItsOptions_data();
    void preset_survivesARoundTripThroughItsOptions();
    void preset_isThatOfTheReference_data();
    void preset_isThatOfTheReference();
    void preset_factsAreOfAllPresets();
    void preset_setsNothingElse_data();
    void preset_setsNothingElse();
    void preset_contradictsItselfNowhere_data();
    void preset_contradictsItselfNowhere();
    void unavailablePresets_nameWhatThereIsInstead();
    void findPreset_saysWhatAnUnavailableOneNeeds_data();
    void findPreset_saysWhatAnUnavailableOneNeeds();
    void readUnavailablePresets_refusesWithSentence_data();
    void readUnavailablePresets_refusesWithSentence();
    void findPreset_ignoresLetterCase();
    void findPreset_suggestsTheNearestName_data();
    void findPreset_suggestsTheNearestName();
    void readPreset_givesEverything();
    void readPreset_refusesWithSentence_data();
    void readPreset_refusesWithSentence();
    void applyCalibrationMethod_setsOrRefuses();
};

void tst_Presets::presetFile_readsAndIsBuiltIn_data()
{
    QTest::addColumn<QString>("path");
    for (const auto& file : presetFiles())
        QTest::newRow(file.filename().c_str()) << QString::fromStdString(file.string());
}

void tst_Presets::presetFile_readsAndIsBuiltIn()
{
    QFETCH(QString, path);
    const std::filesystem::path file = path.toStdString();
    QCOMPARE(file.extension().string(), std::string(".json"));
    const Result<std::string> text = readTextFile(file, ErrorCode::ConfigRefused);
    QVERIFY(text.has_value());
    const Result<Preset> preset = readPreset(*text, file.filename().string());
    QVERIFY2(preset.has_value(), preset ? "" : preset.error().message.c_str());
    QCOMPARE(preset->name, file.stem().string());
    QCOMPARE(preset->config.preset, file.stem().string());
    QVERIFY(!preset->summary.empty());
    QVERIFY(!preset->family.empty());
    QVERIFY2(preset->when.ends_with('.'), preset->when.c_str());

    const Result<Preset> builtIn = findPreset(preset->name, ErrorCode::InvalidArgument);
    QVERIFY(builtIn.has_value());
    QCOMPARE(builtIn->summary, preset->summary);
    QCOMPARE(builtIn->when, preset->when);
    QCOMPARE(builtIn->config, preset->config);
}

void tst_Presets::presets_areAllFilesSortedByName()
{
    QStringList files;
    for (const auto& file : presetFiles())
        files += QString::fromStdString(file.stem().string());
    QVERIFY(files.size() >= 7);
    QStringList names;
    for (const Preset& preset : presets()) {
        names += QString::fromStdString(preset.name);
        QVERIFY(preset.config.exclude.empty() && preset.config.layers.empty()); // rules are of a model
    }
    QCOMPARE(names, files);
    QStringList embedded;
    for (const EmbeddedFile& file : embeddedPresets())
        embedded += QString::fromUtf8(file.name.data(), qsizetype(file.name.size()));
    QCOMPARE(embedded, files);
}

void tst_Presets::preset_survivesARoundTripThroughItsOptions_data()
{
    QTest::addColumn<QString>("name");
    for (const Preset& preset : presets())
        QTest::newRow(preset.name.c_str()) << QString::fromStdString(preset.name);
}

void tst_Presets::preset_survivesARoundTripThroughItsOptions()
{
    QFETCH(QString, name);
    const QuantConfig& config = presetNamed(name.toStdString()).config;
    QuantConfig copy;
    copy.preset = config.preset;
    QVERIFY(applyCalibrationMethod(copy, methodName(config.calibration.method)).has_value());
    for (const OptionSpec& spec : optionSpecs()) {
        // Through text, as in a file.
        const json value = json::parse(spec.get(config).dump());
        QVERIFY2(setOption(copy, spec.name, value, ErrorCode::ConfigRefused).has_value(), spec.name.c_str());
    }
    QCOMPARE(copy, config);
}

void tst_Presets::preset_isThatOfTheReference_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < std::size(kPresetFacts); ++i)
        QTest::newRow(kPresetFacts[i].name) << int(i);
}

void tst_Presets::preset_isThatOfTheReference()
{
    QFETCH(int, row);
    const PresetFacts& facts = kPresetFacts[row];
    const QuantConfig& config = presetNamed(facts.name).config;
    QCOMPARE(config.activationType, facts.activations);
    QCOMPARE(config.weightType, facts.weights);
    QCOMPARE(config.activationSymmetric, facts.symmetric);
    const bool isSigned = facts.weights == DataType::Int8 || facts.weights == DataType::Int16;
    QCOMPARE(config.weightSymmetry(config.weightType), isSigned ? Symmetry::Symmetric : Symmetry::Asymmetric);
    QCOMPARE(config.flow(), facts.flow);
    QCOMPARE(config.calibration.method, facts.method);
    QCOMPARE(config.calibration.percentile, facts.percentile);
    const bool isPowerOfTwo = facts.method == CalibrationMethod::MinMSE;
    QCOMPARE(config.scaleType, isPowerOfTwo ? ScaleType::PowerOf2 : ScaleType::Float32);
    QCOMPARE(config.placement.forceQuantizeNoInputCheck, facts.forced);
    QCOMPARE(config.equalization.include, facts.equalized);
    QCOMPARE(config.perChannel, QString(facts.name).endsWith(QLatin1String("_PC")));
}

void tst_Presets::preset_factsAreOfAllPresets()
{
    QStringList known;
    for (const PresetFacts& facts : kPresetFacts)
        known += facts.name;
    known.sort();
    QStringList names;
    for (const Preset& preset : presets())
        names += QString::fromStdString(preset.name);
    QCOMPARE(known, names);
}

/// Everything that a few presets set besides; the options' default values apply to the rest.
void tst_Presets::preset_setsNothingElse_data()
{
    QTest::addColumn<QStringList>("options");
    const QStringList extended{"ActivationSymmetric=true",
                               "AlignConcat=true",
                               "AlignSlice=false",
                               "FoldRelu=true",
                               "ForceQuantizeNoInputCheck=true",
                               "IncludeCLE=true",
                               "PlacementRules=QuarkExtended"};
    QTest::newRow("A8W8") << extended + QStringList{"ActivationType=Int8"};
    QTest::newRow("A16W8") << extended + QStringList{"ActivationType=Int16", "AlignEltwiseQuantType=true"};
    QTest::newRow("A8W8_PC") << extended + QStringList{"ActivationType=Int8", "PerChannel=true"};
    QTest::newRow("INT8_TRANSFORMER_DEFAULT")
        << QStringList{"CalibMovingAverage=true", "EnableNPUTransformer=true", "IncludeCLE=true"};
    QTest::newRow("S16S16_MIXED_S8S8") << QStringList{
        "ActivationType=Int16", "ForceQuantizeNoInputCheck=true", "IncludeCLE=true",      "Int32Bias=false",
        "Percentile=99.9999",   "PlacementRules=QuarkExtended",   "WeightSymmetric=true", "WeightType=Int16"};
    const QStringList xint8{"ActivationSymmetric=true", "EnableNPUCnn=true", "ForceQuantizeNoInputCheck=true",
                            "ScaleType=PowerOf2"};
    QTest::newRow("XINT8") << xint8 + QStringList{"IncludeCLE=true"};
    QTest::newRow("XINT8_QCONFIG") << xint8 + QStringList{"ActivationType=Int8", "WeightSymmetric=true"};
    QTest::newRow("VINT8") << QStringList{"ActivationSymmetric=true",
                                          "ActivationType=Int8",
                                          "ConvertBNToConv=true",
                                          "ConvertClipToRelu=true",
                                          "ConvertSplitToSlice=true",
                                          "ConvertReduceMeanToGlobalAvgPool=false",
                                          "DedicatedQDQPair=true",
                                          "EnableNPUCnn=true",
                                          "ConvertSigmoidToHardSigmoid=false",
                                          "FoldBatchNorm=true",
                                          "IncludeCLE=true",
                                          "Int32Bias=false",
                                          "OptimizeModel=false",
                                          "QuantizeAllOpTypes=true",
                                          "RemoveQDQConvClip=false",
                                          "RemoveQDQConvLeakyRelu=false",
                                          "RemoveQDQConvPRelu=false",
                                          "RemoveQDQConvRelu=false",
                                          "ReplaceClip6Relu=true",
                                          "ScaleType=PowerOf2",
                                          "SplitLargeKernelPool=false",
                                          "Target=VitisAI",
                                          "UseRandomData=true"};
    QTest::newRow("WEIGHTS_ONLY") << QStringList{"WeightsOnly=true"};
    QTest::newRow("UINT8_DYNAMIC_QUANT") << QStringList{"UseDynamicQuant=true", "WeightType=UInt8"};
}

void tst_Presets::preset_setsNothingElse()
{
    QFETCH(QStringList, options);
    const Preset& preset = presetNamed(QTest::currentDataTag());
    QuantConfig expected;
    expected.preset = preset.name;
    expected.calibration.method = preset.config.calibration.method;
    for (const QString& option : options)
        QVERIFY2(setOptionFromText(expected, option.toStdString()).has_value(), qPrintable(option));
    QCOMPARE(preset.config, expected);
}

void tst_Presets::preset_contradictsItselfNowhere_data()
{
    preset_survivesARoundTripThroughItsOptions_data();
}

void tst_Presets::preset_contradictsItselfNowhere()
{
    QFETCH(QString, name);
    const QuantConfig& config = presetNamed(name.toStdString()).config;
    const Result<void> checked = checkConfig(config);
    QVERIFY2(checked.has_value(), checked ? "" : checked.error().message.c_str());
    // The reference's own: symmetric presets fold Relu, A8W8_QCONFIG has options of the extended format, VINT8_QCONFIG
    // one of equalization.
    QStringList known;
    if (name.startsWith(QLatin1String("A8W8")) || name.startsWith(QLatin1String("A16W8")))
        known += "FoldRelu";
    if (name == QLatin1String("A8W8_QCONFIG"))
        known << "AlignConcat"
              << "AlignSlice";
    if (name == QLatin1String("VINT8_QCONFIG"))
        known += "ReplaceClip6Relu";
    QStringList inert;
    for (const std::string& warning : optionWarnings(config, QuantConfig()))
        inert += QString::fromStdString(warning).section(' ', 1, 1);
    QCOMPARE(inert, known);
}

void tst_Presets::unavailablePresets_nameWhatThereIsInstead()
{
    QVERIFY(unavailablePresets().size() > 50);
    const auto all = presets();
    for (const UnavailablePreset& preset : unavailablePresets()) {
        QVERIFY(!preset.needs.empty());
        const auto isNamed = [](const std::string& name) {
            return [&name](const Preset& each) { return each.name == name; };
        };
        QVERIFY2(std::none_of(all.begin(), all.end(), isNamed(preset.name)), preset.name.c_str());
        if (!preset.instead.empty())
            QVERIFY2(std::any_of(all.begin(), all.end(), isNamed(preset.instead)), preset.instead.c_str());
    }
}

void tst_Presets::findPreset_saysWhatAnUnavailableOneNeeds_data()
{
    QTest::addColumn<QString>("message");
    QTest::newRow("xint8_adaround")
        << "Preset XINT8_ADAROUND needs AdaRound, which this version does not have. XINT8 comes nearest.";
    QTest::newRow("INT16_TRANSFORMER_ACCURATE")
        << "Preset INT16_TRANSFORMER_ACCURATE needs AdaRound, which this version "
           "does not have. INT16_TRANSFORMER_DEFAULT comes nearest.";
    QTest::newRow("A8W8_ADAQUANT")
        << "Preset A8W8_ADAQUANT needs AdaQuant, which this version does not have. A8W8 comes nearest.";
    QTest::newRow("BF16") << "Preset BF16 needs bfloat16 types, which this version does not have.";
}

void tst_Presets::findPreset_saysWhatAnUnavailableOneNeeds()
{
    QFETCH(QString, message);
    const Result<Preset> preset = findPreset(QTest::currentDataTag(), ErrorCode::InvalidArgument);
    QVERIFY(!preset);
    QCOMPARE(preset.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(QString::fromStdString(preset.error().message), message);
}

void tst_Presets::readUnavailablePresets_refusesWithSentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("no JSON") << "x";
    QTest::newRow("another format") << R"({"format": "quantiscope-preset", "version": 1, "needs": {}})";
    QTest::newRow("newer") << R"({"format": "quantiscope-unavailable-presets", "version": 2, "needs": {}})";
    QTest::newRow("list") << R"({"format": "quantiscope-unavailable-presets", "version": 1, "needs": {"x": ["y"]}})";
}

void tst_Presets::readUnavailablePresets_refusesWithSentence()
{
    QFETCH(QString, text);
    const auto list = readUnavailablePresets(text.toStdString(), "my.json");
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::ConfigRefused);
    QVERIFY2(QString::fromStdString(list.error().message).startsWith(QLatin1String("my.json")),
             list.error().message.c_str());
}

void tst_Presets::findPreset_ignoresLetterCase()
{
    const Result<Preset> preset = findPreset("ort_u8s8", ErrorCode::InvalidArgument);
    QVERIFY(preset.has_value());
    QCOMPARE(preset->name, std::string("ORT_U8S8"));
}

void tst_Presets::findPreset_suggestsTheNearestName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    QTest::newRow("mistyped")
        << "INT8_CNN_DEFALT"
        << "Unknown preset 'INT8_CNN_DEFALT'. Did you mean 'INT8_CNN_DEFAULT'? 'qscope presets' lists them.";
    QTest::newRow("swapped") << "A61W8"
                             << "Unknown preset 'A61W8'. Did you mean 'A16W8'? 'qscope presets' lists them.";
    QTest::newRow("nothing near") << "banana"
                                  << "Unknown preset 'banana'. 'qscope presets' lists them.";
    QTest::newRow("empty") << ""
                           << "Unknown preset ''. 'qscope presets' lists them.";
}

void tst_Presets::findPreset_suggestsTheNearestName()
{
    QFETCH(QString, name);
    QFETCH(QString, message);
    const Result<Preset> preset = findPreset(name.toStdString(), ErrorCode::InvalidArgument);
    QVERIFY(!preset);
    QCOMPARE(preset.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(preset.error().subject, name.toStdString());
    QCOMPARE(QString::fromStdString(preset.error().message), message);
}

void tst_Presets::readPreset_givesEverything()
{
    const Result<Preset> preset = readPreset(validPreset().dump(), "test.json");
    QVERIFY(preset.has_value());
    QCOMPARE(preset->name, std::string("TEST"));
    QCOMPARE(preset->family, std::string("Tests"));
    QCOMPARE(preset->summary, std::string("A test."));
    QCOMPARE(preset->when, std::string("Never."));
    QuantConfig expected;
    expected.preset = "TEST";
    expected.calibration.method = CalibrationMethod::Percentile;
    expected.calibration.percentile = 99.5;
    expected.activationType = DataType::Int8;
    expected.perChannel = true;
    QCOMPARE(preset->config, expected);
}

void tst_Presets::readPreset_refusesWithSentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const json& document, const char* part) {
        QTest::newRow(name) << QString::fromStdString(document.dump()) << part;
    };
    const auto with = [](const char* key, const json& value) {
        json document = validPreset();
        document[key] = value;
        return document;
    };
    const auto without = [](const char* key) {
        json document = validPreset();
        document.erase(key);
        return document;
    };
    QTest::newRow("no JSON") << "hello"
                             << "test.json is not valid JSON: parse error at line 1, column 1";
    QTest::newRow("empty") << ""
                           << "test.json is not valid JSON";
    row("no object", json::array({1}), "test.json is not a preset");
    row("another format", with("format", "something"), "test.json is not a preset");
    row("no format", without("format"), "test.json is not a preset");
    row("newer version", with("version", 2), "test.json.version must be 1, not 2.");
    row("name of another type", with("name", 5), "test.json.name must be a text, not 5.");
    row("unknown key", with("sumary", "x"), "Unknown key 'sumary' in test.json. Did you mean 'summary'?");
    row("unknown method", with("method", "Distribution"),
        "test.json: Unknown calibration method 'Distribution'. Methods: MinMax, NonOverflow, Percentile,");
    row("no options", without("options"), "test.json.options must be an object.");
    row("options are a list", with("options", json::array()), "test.json.options must be an object.");
    row("unknown option", with("options", {{"PerChanel", true}}),
        "test.json: Unknown option 'PerChanel'. Did you mean 'PerChannel'?");
    row("value of another type", with("options", {{"PerChannel", 1}}),
        "test.json: Option PerChannel needs true or false, not 1.");
}

void tst_Presets::readPreset_refusesWithSentence()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const Result<Preset> preset = readPreset(text.toStdString(), "test.json");
    QVERIFY(!preset);
    QCOMPARE(preset.error().code, ErrorCode::ConfigRefused);
    const QString message = QString::fromStdString(preset.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void tst_Presets::applyCalibrationMethod_setsOrRefuses()
{
    QuantConfig config;
    QVERIFY(applyCalibrationMethod(config, "Percentile").has_value());
    QCOMPARE(config.calibration.method, CalibrationMethod::Percentile);
    const Result<void> refused = applyCalibrationMethod(config, "percentil");
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(
        refused.error().message,
        std::string("Unknown calibration method 'percentil'. Did you mean 'Percentile'? Methods: MinMax, NonOverflow, "
                    "Percentile, LayerwisePercentile, MinMSE, Entropy."));
    QCOMPARE(config.calibration.method, CalibrationMethod::Percentile);
    QVERIFY(applyCalibrationMethod(config, "MinMax").has_value());
    QCOMPARE(config.calibration.method, CalibrationMethod::MinMax);
}

QTEST_GUILESS_MAIN(tst_Presets)
#include "tst_presets.moc"
