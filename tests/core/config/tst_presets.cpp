// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
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

/// A small valid preset to be spoilt.
json validPreset()
{
    return {{"format", "quantiscope-preset"},
            {"version", 1},
            {"name", "TEST"},
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
    void preset_saysWhatItsNameSays_data();
    void preset_saysWhatItsNameSays();
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
    for (const Preset& preset : presets())
        names += QString::fromStdString(preset.name);
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

void tst_Presets::preset_saysWhatItsNameSays_data()
{
    QTest::addColumn<DataType>("activations");
    QTest::addColumn<bool>("symmetric");
    QTest::addColumn<bool>("perChannel");
    QTest::addColumn<PlacementRules>("rules");
    QTest::addColumn<double>("percentile"); // 0: MinMax
    using R = PlacementRules;
    QTest::newRow("A16W8") << DataType::Int16 << true << false << R::QuarkExtended << 0.0;
    QTest::newRow("A8W8") << DataType::Int8 << true << false << R::QuarkExtended << 0.0;
    QTest::newRow("INT8_CNN_DEFAULT") << DataType::UInt8 << false << false << R::Quark << 0.0;
    QTest::newRow("ORT_S8S8_PC") << DataType::Int8 << false << true << R::OnnxRuntime << 0.0;
    QTest::newRow("ORT_U8S8") << DataType::UInt8 << false << false << R::OnnxRuntime << 0.0;
    QTest::newRow("S8S8_AAWS") << DataType::Int8 << false << false << R::Quark << 99.9999;
    QTest::newRow("U8S8_AAWS") << DataType::UInt8 << false << false << R::Quark << 99.999;
}

void tst_Presets::preset_saysWhatItsNameSays()
{
    QFETCH(DataType, activations);
    QFETCH(bool, symmetric);
    QFETCH(bool, perChannel);
    QFETCH(PlacementRules, rules);
    QFETCH(double, percentile);
    const QuantConfig& config = presetNamed(QTest::currentDataTag()).config;
    QCOMPARE(config.activationType, activations);
    QCOMPARE(config.weightType, DataType::Int8);
    QCOMPARE(config.activationSymmetric, symmetric);
    QCOMPARE(config.weightSymmetry(config.weightType), Symmetry::Symmetric);
    QCOMPARE(config.perChannel, perChannel);
    QCOMPARE(config.placement.rules, rules);
    QCOMPARE(config.calibration.method, percentile > 0 ? CalibrationMethod::Percentile : CalibrationMethod::MinMax);
    if (percentile > 0)
        QCOMPARE(config.calibration.percentile, percentile);
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
