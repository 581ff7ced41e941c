// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/option_checks.h"
#include "core/config/options.h"
#include "tests/core/config/option_facts.h"
#include "tests/core/pipeline/option_network.h"
#include "tests/core/pipeline/quantizer_fixture.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

using nlohmann::json;

namespace {

/// An option with another value, which it says to do nothing with.
struct Change
{
    const OptionSpec* option;
    QuantConfig config; ///< with it alone
};

/// Other values than @p now: those of option_facts.h, or ones for a real network where those fit none.
std::vector<json> otherValues(const OptionFacts& facts, const json& now)
{
    static const std::map<std::string, const char*> kOfTheNetwork{
        {"Percentile", "80"},
        {"CalibPassthroughOpTypes", R"(["Sigmoid", "LeakyRelu"])"},
        {"CalibDataSize", "1"},
        {"RandomDataReaderInputDataRange", R"({"x": [-3.0, 1.0]})"},
        {"RandomDataReaderInputShape", R"({"x": [1, 4, 24, 24]})"},
        {"FixShapes", R"("x:[2,4,24,24]")"},
        {"ConvertOpsetVersion", "21"},
        {"CLEWeightThreshold", "100"},
        {"OpTypesToQuantize", R"(["Conv"])"},
        {"ExtraOpTypesToQuantize", R"(["Softplus", "Softsign"])"},
        {"NodesToQuantize", R"(["conv1", "gemm"])"},
        {"InputNodes", R"(["conv1"])"},
        {"OutputNodes", R"(["conv4"])"},
        {"NodesToExcludeOutputQuantization", R"(["conv4"])"},
        {"RemoveQDQBetweenOps", R"([["Concat", "Conv"]])"},
        {"TensorQuantOverrides", R"({"conv4": [{"symmetric": true, "rmin": -9.0, "rmax": 9.0}]})"},
        {"MixedPrecisionTensor", R"({"Int8": ["conv4"]})"},
    };
    const auto at = kOfTheNetwork.find(facts.name);
    std::vector<json> values{json::parse(at == kOfTheNetwork.end() ? facts.another : at->second),
                             json::parse(facts.byDefault)};
    if (facts.name == std::string_view("PlacementRules"))
        values.emplace_back("QuarkExtended");
    if (facts.name == std::string_view("WeightCalibrateMethod"))
        values.emplace_back("MinMax");
    if (values[0].is_boolean()) // one of the two may be what "undecided" means
        values = {true, false};
    std::erase(values, now);
    return values;
}

} // namespace

/// An option does something, or is told to do nothing: it never does nothing without a word.
class tst_OptionEffects : public QObject, private QuantizerFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void everyOption_actsOrIsTold_data();
    void everyOption_actsOrIsTold();
    void method_actsOrIsTold_data();
    void method_actsOrIsTold();

private:
    void writeNetwork() const
    {
        QFile file(m_folder->filePath("network.onnx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(OptionNetwork().bytes()));
    }

    [[nodiscard]] Result<RunReport> runWith(const QuantConfig& config) const
    {
        QuantizeRequest wanted;
        wanted.model = path("network.onnx");
        wanted.output = path("out.onnx");
        wanted.recipe.config = config;
        wanted.recipe.calibration = DataSpec{"random", {}, 2, 0};
        wanted.threads = 1;
        wanted.checkSamples = 0;
        return run(wanted);
    }

    /// Does @p config give another model than the one with the hash @p base, an error, or a warning that names @p
    /// option, the one that was changed?
    [[nodiscard]] bool isSeen(const std::string& option, const QuantConfig& config, const std::string& base) const
    {
        const auto report = runWith(config);
        return !report || report->outputHash != base
            || std::any_of(report->warnings.begin(), report->warnings.end(),
                           [&](const std::string& warning) { return warning.find(option) != std::string::npos; });
    }
};

void tst_OptionEffects::everyOption_actsOrIsTold_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QStringList>("options"); ///< set on top of the preset
    QTest::addColumn<QStringList>("without"); ///< options that may do nothing here, with the reason behind a colon
    const auto row = [](const char* preset, const QStringList& options, const QStringList& without) {
        QTest::addRow("%s %s", preset, qPrintable(options.join(' '))) << preset << options << without;
    };
    const QStringList always{"UseRandomData: there are data", "RandomDataReaderInputShape: the model says all sizes"};
    const QStringList simplified{"SimplifyModel: OptimizeModel removes the same"};
    const QStringList oneChain{"CLESteps: one step is enough for one chain"};
    const QStringList withoutReduceMean{
        "ConvertReduceMeanToDPUVersion: ConvertReduceMeanToGlobalAvgPool took them all"};
    row("XINT8", {"CLEAcceptance=Always", "CLEWeightThreshold=0.41"},
        QStringList{"CalibTensorRangeSymmetric: activations are symmetric",
                    "CalibPassthroughOpTypes: the scales are the same powers of two"}
            + always + simplified + oneChain
            + QStringList{"AdjustShiftCut: within its limits", "AdjustShiftBias: within its limits",
                          "AdjustShiftRead: within its limits", "AdjustShiftWrite: within its limits",
                          "AdjustHardSigmoid: within its limits", "AdjustShiftSwish: within its limits"}
            + withoutReduceMean + QStringList{"AlignPad: the scales are the same"});
    row("U8S8_AAWS", {"Percentile=90", "CLEAcceptance=Always", "CLEWeightThreshold=0.41"},
        always + simplified + oneChain
            + QStringList{"RemoveQDQConvClip: the output's scale does the Clip's work",
                          "RemoveQDQConvRelu: the output's scale does the Relu's work",
                          "RemoveQDQInstanceNorm: the output's scale does the Relu's work"});
    row("A16W8", {"CLEAcceptance=Always", "CLEWeightThreshold=0.41"},
        QStringList{"CalibTensorRangeSymmetric: activations are symmetric"} + always + simplified + oneChain
            + QStringList{"MaxLoopNum: one loop is enough"} + withoutReduceMean
            + QStringList{"AlignPad: the ranges are the same", "AlignTranspose: it shares its input's scale anyway",
                          "AlignReshape: it shares its input's scale anyway"});
    row("ORT_U8S8", {"OptimizeModel=false", "CLEAcceptance=Always"}, always);
    row("WEIGHTS_ONLY", {"CLEAcceptance=Always"},
        simplified + QStringList{"ExtraOpTypesToQuantize: those have no weights"});
    row("UINT8_DYNAMIC_QUANT", {}, simplified);
}

void tst_OptionEffects::everyOption_actsOrIsTold()
{
    QFETCH(QString, preset);
    QFETCH(QStringList, options);
    QFETCH(QStringList, without);
    writeNetwork();
    QuantConfig config = findPreset(preset.toStdString(), ErrorCode::InvalidArgument)->config;
    config.calibration.randomRanges["x"] = {-1.0, 1.0};
    for (const QString& option : options)
        QVERIFY(setOptionFromText(config, option.toStdString()).has_value());
    const auto first = runWith(config);
    QVERIFY2(first, first ? "" : first.error().message.c_str());
    const std::string base = first->outputHash;

    QStringList silent;
    QuantConfig asleep = config; // with all options changed that say that they do nothing
    std::vector<Change> changes;
    for (const OptionFacts& facts : kOptions) {
        const OptionSpec& spec = *optionNamed(facts.name);
        bool tries = false;
        bool acts = false;
        for (const json& value : otherValues(facts, spec.get(config))) {
            QuantConfig other = config;
            QVERIFY2(setOption(other, facts.name, value, ErrorCode::InvalidArgument).has_value(), facts.name);
            if (spec.inert(other).empty()) {
                tries = true;
                acts = acts || isSeen(facts.name, other, base);
                continue;
            }
            QuantConfig more = asleep;
            QVERIFY(setOption(more, facts.name, value, ErrorCode::InvalidArgument).has_value());
            if (spec.inert(more).empty() || std::any_of(changes.begin(), changes.end(), [&](const Change& change) {
                    return change.option->inert(more).empty();
                }))
                continue; // it wakes another one up
            changes.push_back({&spec, std::move(other)});
            asleep = std::move(more);
        }
        if (tries && !acts)
            silent += QString::fromLatin1(facts.name);
    }
    QStringList expected;
    for (const QString& each : without)
        expected += each.section(QLatin1Char(':'), 0, 0);
    QVERIFY2(silent == expected, qPrintable("without a word: " + silent.join(' ')));

    const auto same = runWith(asleep);
    QVERIFY2(same, same ? "" : same.error().message.c_str());
    QStringList awake; // although they say that they do nothing
    for (const Change& change : changes) {
        if (same->outputHash != base && runWith(change.config)->outputHash != base)
            awake += QString::fromStdString(change.option->name);
    }
    QVERIFY2(awake.isEmpty(), qPrintable("they act: " + awake.join(' ')));
    QCOMPARE(same->outputHash, base);
}

void tst_OptionEffects::method_actsOrIsTold_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("method");
    QTest::addColumn<bool>("acts");
    for (const char* preset : {"XINT8", "U8S8_AAWS", "A16W8"})
        QTest::newRow(preset) << preset << "Entropy" << true;
    QTest::newRow("ORT_U8S8") << "ORT_U8S8"
                              << "Percentile" << true; // its one window of Entropy is the whole range
    for (const char* preset : {"WEIGHTS_ONLY", "UINT8_DYNAMIC_QUANT"})
        QTest::newRow(preset) << preset << "Entropy" << false;
}

/// The method is no option of its own, but CalibrateMethod stands for it.
void tst_OptionEffects::method_actsOrIsTold()
{
    QFETCH(QString, preset);
    QFETCH(QString, method);
    QFETCH(bool, acts);
    writeNetwork();
    QuantConfig config = findPreset(preset.toStdString(), ErrorCode::InvalidArgument)->config;
    config.calibration.percentile = 90.0; // that of the preset cuts nothing off so few values
    const auto first = runWith(config);
    QVERIFY2(first, first ? "" : first.error().message.c_str());
    QVERIFY(applyCalibrationMethod(config, method.toStdString()));
    const auto second = runWith(config);
    QVERIFY2(second, second ? "" : second.error().message.c_str());
    QCOMPARE(second->outputHash != first->outputHash, acts);
    QVERIFY(isSeen("CalibrateMethod", config, first->outputHash));
}

QTEST_GUILESS_MAIN(tst_OptionEffects)
#include "tst_option_effects.moc"
