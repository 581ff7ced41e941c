// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/option_checks.h"
#include "core/config/options.h"
#include "core/config/presets.h"

#include <QTest>

using namespace quantiscope;

namespace {

QuantConfig presetConfig(const char* name)
{
    return findPreset(name, ErrorCode::InvalidArgument)->config;
}

/// @p preset with @p options set.
QuantConfig configOf(const QString& preset, const QStringList& options)
{
    QuantConfig config = presetConfig(qPrintable(preset));
    for (const QString& option : options) {
        const Result<void> set = setOptionFromText(config, option.toStdString());
        if (!set)
            qFatal("%s: %s", qPrintable(option), set.error().message.c_str());
    }
    return config;
}

} // namespace

class tst_OptionChecks : public QObject
{
    Q_OBJECT

private slots:
    void optionWarnings_sayWhy_data();
    void optionWarnings_sayWhy();
    void optionWarnings_tellOfAMethodWithoutEffect_data();
    void optionWarnings_tellOfAMethodWithoutEffect();
    void optionWarnings_keepSilent_data();
    void optionWarnings_keepSilent();
    void optionWarnings_compareWithTheBase();
    void optionWarnings_knowEveryInertOption();
    void checkConfig_refusesContradictions_data();
    void checkConfig_refusesContradictions();
    void checkConfig_takesWhatActs_data();
    void checkConfig_takesWhatActs();
    void checkConfig_tellsAllProblems();
    void vitisAiProblems_areOfFourOptions();
};

void tst_OptionChecks::optionWarnings_sayWhy_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* preset, const QStringList& options, const char* reason) {
        QTest::addRow("%s %s", preset, qPrintable(options.last())) << preset << options << reason;
    };
    row("A8W8", {"AdjustShiftCut=false"}, "only the NPU's rules know it, and PlacementRules is not Quark.");
    row("U8S8_AAWS", {"AdjustShiftCut=false"}, "scales are not powers of two (ScaleType is Float32).");
    row("XINT8", {"EnableNPUCnn=false", "AdjustShiftCut=false"}, "EnableNPUCnn is false.");
    row("XINT8", {"NPULimitationCheck=false", "AlignConcat=false"},
        "the NPU's limits are not checked (NPULimitationCheck is false).");
    row("XINT8", {"SimulateDPU=false", "ConvertAvgPoolToDPUVersion=false"},
        "the DPU is not simulated (SimulateDPU is false).");
    row("XINT8", {"AlignTranspose=true"}, "only the extended rules know it (PlacementRules is not QuarkExtended).");
    row("ORT_U8S8", {"RemoveQDQMulAdd=true"}, "ONNX Runtime's rules are in force (PlacementRules is OnnxRuntime).");
    row("ORT_U8S8", {"RemoveQDQBetweenOps=[[\"Mul\", \"Add\"]]"},
        "ONNX Runtime's rules are in force (PlacementRules is OnnxRuntime).");
    row("A8W8", {"FoldRelu=false"}, "a symmetric range does not cut below zero (ActivationSymmetric is true).");
    row("U8S8_AAWS", {"FoldRelu=true"}, "only the extended rules know it (PlacementRules is not QuarkExtended).");
    row("A8W8", {"EnableNPUCnn=true"}, "the extended rules do all that it asks for (PlacementRules is QuarkExtended).");
    row("ORT_U8S8", {"RemoveQDQConvRelu=false"}, "ONNX Runtime's rules are in force (PlacementRules is OnnxRuntime).");
    row("A8W8", {"Percentile=99"}, "the method is MinMax, not Percentile.");
    row("A8W8", {"PercentileCandidates=99,99.9"}, "the method is MinMax, not LayerwisePercentile.");
    row("A8W8", {"LWPMetric=mse"}, "the method is MinMax, not LayerwisePercentile.");
    row("A8W8", {"NumBins=2048"},
        "the method is MinMax, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All).");
    row("A8W8", {"NumQuantizedBins=64"}, "the method is MinMax, not Entropy.");
    row("U8S8_AAWS", {"CalibMovingAverage=true"}, "the method is Percentile, not MinMax or NonOverflow.");
    row("A8W8", {"CalibMovingAverageConstant=0.1"}, "CalibMovingAverage is false.");
    row("INT8_TRANSFORMER_DEFAULT", {"CalibMovingAverageConstant=0.1"},
        "all samples are one batch, whose mean is the average.");
    row("A8W8", {"MinMSEModePof2Scale=MostCommon"}, "the method is MinMax, not MinMSE.");
    row("A8W8", {"CalibrateMethod=MinMSE", "MinMSEModePof2Scale=MostCommon"},
        "scales are not powers of two (ScaleType is not PowerOf2).");
    row("A8W8", {"MinMSEModeFloatScale=All"},
        "the method is MinMax, not MinMSE, and that of weights is not MinMSE either.");
    row("XINT8", {"MinMSEModeFloatScale=All"}, "scales are powers of two (ScaleType).");
    row("A8W8_PC", {"WeightSymmetric=false"}, "per-channel weights are always symmetric (PerChannel is true).");
    row("A8W8", {"QDQOpTypePerChannelSupportToAxis={\"Conv\": 0}"},
        "weights have one scale each (PerChannel is false).");
    row("A8W8", {"SkipPreprocess=true", "FuseGelu=false"}, "the model is not prepared (SkipPreprocess is true).");
    row("ORT_U8S8", {"CLESteps=3"}, "layers are not equalized (IncludeCLE is false).");
    row("A8W8", {"CLETotalLayerDiffThreshold=1"}, "the number of steps is fixed (CLESteps is not -1).");
    row("A8W8", {"CLEScaleUseThreshold=false", "CLEWeightThreshold=1"}, "CLEScaleUseThreshold is false.");
    row("A8W8", {"QuantizeAllOpTypes=true", "ExtraOpTypesToQuantize=Erf"},
        "every operator type is quantized (QuantizeAllOpTypes is true).");
    row("A8W8", {"QuantizeBias=false", "Int32Bias=false"}, "biases stay float (QuantizeBias is false).");
    row("XINT8", {"Int16Bias=true"}, "biases are not int32 (Int32Bias).");
    row("A8W8", {"AdjustBiasScale=false"}, "biases are quantized last, with their final scale.");
    row("U8S8_AAWS", {"UseUnsignedReLU=true"}, "activations are asymmetric anyway (ActivationSymmetric is false).");
    row("VINT8", {"DedicateDQNode=true"}, "every reader has a pair of its own (DedicatedQDQPair is true).");
    row("A8W8", {"EnableDualQuantNodePairs=true"}, "no layer and no tensor has types of its own.");
    row("WEIGHTS_ONLY", {"ActivationType=Int8"}, "only weights are quantized (WeightsOnly is true).");
    row("UINT8_DYNAMIC_QUANT", {"CalibDataSize=8"},
        "activations are quantized to uint8 while the model runs (UseDynamicQuant is true).");
    for (const char* option : {"ScaleType=PowerOf2", "WeightCalibrateMethod=MinMSE", "AddQDQPairToWeight=true",
                               "QuantizeBias=false", "MinMSEModeFloatScale=All", "NumBins=64"}) {
        row("UINT8_DYNAMIC_QUANT", {option},
            "activations are quantized to uint8 while the model runs (UseDynamicQuant is true).");
    }
    row("UINT8_DYNAMIC_QUANT", {"PerChannel=true", "QDQOpTypePerChannelSupportToAxis={\"Conv\": 0}"},
        "activations are quantized to uint8 while the model runs (UseDynamicQuant is true).");
    row("UINT8_DYNAMIC_QUANT", {"QuantizeAllOpTypes=true"},
        "all operators that there are while the model runs are quantized anyway (UseDynamicQuant is true).");
    row("S16S8_ASWS", {"NPULimitationCheck=false"}, "nothing is to be aligned (AlignConcat and its like are off).");
    row("WEIGHTS_ONLY", {"MatMulConstBOnly=true"}, "only weights are quantized (WeightsOnly is true).");
    row("S16S8_ASWS", {"MaxLoopNum=1"}, "nothing is to be aligned (AlignConcat and its like are off).");
    row("A8W8", {"SimulateDPU=false"}, "nothing is to be simulated (ConvertAvgPoolToDPUVersion and its like are off).");
    row("WEIGHTS_ONLY", {"QuantizeBias=false"}, "only weights are quantized (WeightsOnly is true).");
    row("XINT8", {"UseUnsignedReLU=true"}, "the NPU's rules need symmetric activations (EnableNPUCnn).");
    row("A8W8", {"CalibrateMethod=NonOverflow", "UseUnsignedReLU=true"},
        "ranges are looked for as [-M, M] (CalibTensorRangeSymmetric).");
    row("A8W8", {"RemoveInputInit=false"}, "constants are never inputs of a model that was read.");
    row("A8W8", {"SkipPreprocess=true", "RemoveInputInit=false"},
        "the model is not prepared (SkipPreprocess is true).");
    row("A8W8", {"CalibWorkerNum=8"}, "--threads sets the number of threads.");
    row("A8W8", {"TmpDir=/tmp"}, "no temporary models are written.");
}

void tst_OptionChecks::optionWarnings_sayWhy()
{
    QFETCH(QString, preset);
    QFETCH(QStringList, options);
    QFETCH(QString, reason);
    const auto warnings = optionWarnings(configOf(preset, options), presetConfig(qPrintable(preset)));
    QCOMPARE(warnings.size(), std::size_t(1));
    const QString name = options.last().section(QLatin1Char('='), 0, 0);
    QCOMPARE(QString::fromStdString(warnings.front()), QStringLiteral("Option %1 has no effect: %2").arg(name, reason));
}

void tst_OptionChecks::optionWarnings_tellOfAMethodWithoutEffect_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("given"); ///< by name, so that it counts if it says what the preset says
    QTest::addColumn<QString>("reason"); ///< empty: it acts, or nobody asked for it
    const auto row = [](const char* preset, const QStringList& options, bool given, const char* reason) {
        QTest::addRow("%s %s%s", preset, qPrintable(options.join(' ')), given ? ", given" : "")
            << preset << options << given << reason;
    };
    const char* const kDynamic = "activations are quantized to uint8 while the model runs (UseDynamicQuant is true).";
    const char* const kWeights = "only weights are quantized (WeightsOnly is true), by WeightCalibrateMethod.";
    row("UINT8_DYNAMIC_QUANT", {}, false, "");
    row("UINT8_DYNAMIC_QUANT", {"CalibrateMethod=Entropy"}, false, kDynamic);
    row("UINT8_DYNAMIC_QUANT", {"CalibrateMethod=MinMax"}, true, kDynamic);
    row("WEIGHTS_ONLY", {"CalibrateMethod=Entropy"}, false, kWeights);
    row("WEIGHTS_ONLY", {"ScaleType=PowerOf2", "CalibrateMethod=MinMSE"}, true, "");
    row("XINT8", {"WeightsOnly=true", "WeightCalibrateMethod=MinMax", "CalibrateMethod=MinMax"}, true, kWeights);
    row("A8W8", {"CalibrateMethod=Entropy"}, true, "");
}

void tst_OptionChecks::optionWarnings_tellOfAMethodWithoutEffect()
{
    QFETCH(QString, preset);
    QFETCH(QStringList, options);
    QFETCH(bool, given);
    QFETCH(QString, reason);
    const std::set<std::string> names = given ? std::set<std::string>{kMethodOption} : std::set<std::string>();
    const auto warnings = optionWarnings(configOf(preset, options), presetConfig(qPrintable(preset)), names);
    const std::string expected = "The calibration method (CalibrateMethod) has no effect: " + reason.toStdString();
    QCOMPARE(std::count(warnings.begin(), warnings.end(), expected), reason.isEmpty() ? 0 : 1);
    QVERIFY(!reason.isEmpty() || warnings.empty());
}

void tst_OptionChecks::optionWarnings_keepSilent_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QStringList>("options");
    const auto row = [](const char* preset, const QStringList& options) {
        QTest::addRow("%s %s", preset, qPrintable(options.last())) << preset << options;
    };
    row("XINT8", {"AdjustShiftCut=false"});
    row("XINT8", {"AlignConcat=false"});
    row("XINT8", {"ConvertAvgPoolToDPUVersion=false"});
    row("XINT8", {"EnableNPUCnn=false"}); // changes the flow: it acts
    row("XINT8", {"MinMSEModePof2Scale=Percentile", "Percentile=99"});
    row("A8W8", {"AlignTranspose=true"});
    row("A8W8", {"NPULimitationCheck=false"});
    row("A8W8", {"MaxLoopNum=1"});
    row("XINT8", {"NPULimitationCheck=false"});
    row("XINT8", {"SimulateDPU=false"});
    row("UINT8_DYNAMIC_QUANT", {"OpTypesToQuantize=Conv", "ExtraOpTypesToQuantize=MatMul"});
    row("A8W8", {"ConvertSigmoidToHardSigmoid=true"});
    row("A8W8", {"UseUnsignedReLU=true"});
    row("A8W8", {"CalibrateMethod=Percentile", "CalibTensorRangeSymmetric=true", "UseUnsignedReLU=true"});
    row("XINT8", {"WeightsOnly=true", "MinMSEModePof2Scale=Percentile", "Percentile=99"}); // of the weights
    row("A8W8", {"CalibrateMethod=MinMSE", "MinMSEModeFloatScale=All", "NumBins=512"});
    row("UINT8_DYNAMIC_QUANT", {"PerChannel=true", "WeightSymmetric=true"});
    row("U16S8_AAWS", {"FoldRelu=true"});
    row("A8W8", {"CalibrateMethod=MinMSE", "MinMSEModeFloatScale=HistCenter", "NumBins=512"});
    row("A8W8", {"WeightCalibrateMethod=MinMSE", "MinMSEModeFloatScale=HistCenter", "NumBins=512"});
    row("U8S8_AAWS", {"Percentile=99"});
    row("U8S8_AAWS", {"EnableNPUTransformer=true"});
    row("XINT8", {"EnableNPUTransformer=true"}); // only Gemm and MatMul are quantized, in every flow
    row("A8W8", {"CalibrateMethod=Entropy", "NumBins=256", "NumQuantizedBins=64"});
    row("A8W8", {"CalibrateMethod=LayerwisePercentile", "LWPMetric=mse", "PercentileCandidates=99,99.9"});
    row("A8W8", {"CalibrateMethod=NonOverflow", "CalibMovingAverage=true"});
    row("A8W8", {"WeightCalibrateMethod=MinMSE", "MinMSEModeFloatScale=All"});
    row("WEIGHTS_ONLY", {"Int32Bias=false"}); // biases of the weights' type need no activations
    row("WEIGHTS_ONLY", {"Int32Bias=false", "QuantizeBias=true"});
    row("WEIGHTS_ONLY", {"ForceQuantizeNoInputCheck=true"}); // the scale of a LayerNormalization
    row("WEIGHTS_ONLY", {"DedicateDQNode=true"}); // of a shared weight
    row("WEIGHTS_ONLY", {"WeightCalibrateMethod=MinMSE", "MinMSEModeFloatScale=All"});
    row("A8W8", {"EnableDualQuantNodePairs=true", "MixedPrecisionTensor={\"Int16\": [\"x\"]}"});
    row("A8W8", {"CLESteps=-1", "CLETotalLayerDiffThreshold=1"});
    row("A8W8", {"CalibWorkerNum=1"}); // the reference's default asks for nothing
    row("A8W8", {"FastFinetune={}", "BF16WithClip=false"});
}

void tst_OptionChecks::optionWarnings_keepSilent()
{
    QFETCH(QString, preset);
    QFETCH(QStringList, options);
    const auto warnings = optionWarnings(configOf(preset, options), presetConfig(qPrintable(preset)));
    QVERIFY2(warnings.empty(), warnings.empty() ? "" : warnings.front().c_str());
}

void tst_OptionChecks::optionWarnings_compareWithTheBase()
{
    const QuantConfig config = configOf("A8W8", {"Percentile=99"});
    QCOMPARE(optionWarnings(config, presetConfig("A8W8")).size(), std::size_t(1));
    QVERIFY(optionWarnings(config, config).empty());
    // What somebody says is told, even if the preset says it as well; but not what the reference does anyway.
    QCOMPARE(optionWarnings(config, config, {"Percentile", "PerChannel", "CalibWorkerNum"}),
             std::vector<std::string>{"Option Percentile has no effect: the method is MinMax, not Percentile."});
    const QuantConfig npu = configOf("U8S8_AAWS", {"EnableNPUCnn=true"});
    const auto warnings = optionWarnings(npu, presetConfig("U8S8_AAWS"));
    QCOMPARE(warnings.size(), std::size_t(1));
    QVERIFY2(warnings.front().find("acts on the preparation and on the operator types only") != std::string::npos,
             warnings.front().c_str());
    QVERIFY(optionWarnings(npu, npu).empty());
    const QuantConfig all = configOf("VINT8", {"EnableNPUTransformer=true"});
    QCOMPARE(optionWarnings(all, presetConfig("VINT8")),
             (std::vector<std::string>{"Option EnableNPUTransformer does not choose the operator types: "
                                       "QuantizeAllOpTypes is true."}));
    QVERIFY(optionWarnings(all, all).empty());
    QCOMPARE(
        optionWarnings(configOf("A8W8", {"EnableNPUTransformer=true", "OpTypesToQuantize=Conv"}), presetConfig("A8W8"))
            .size(),
        std::size_t(1));
}

/// Each option that can be inert is so in one of these configurations, and acts in another.
void tst_OptionChecks::optionWarnings_knowEveryInertOption()
{
    std::vector<QuantConfig> configs;
    for (const Preset& preset : presets())
        configs.push_back(preset.config);
    for (const char* option : {"CalibrateMethod=LayerwisePercentile", "CalibrateMethod=Entropy", "CLESteps=-1",
                               "SkipPreprocess=true", "MixedPrecisionTensor={\"Int16\": [\"x\"]}", "QuantizeBias=false",
                               "QuantizeAllOpTypes=true", "CLEScaleUseThreshold=false"})
        configs.push_back(configOf("A8W8", {option}));
    configs.push_back(configOf("A8W8", {"WeightCalibrateMethod=MinMSE"}));
    int inertSomewhere = 0;
    for (const OptionSpec& spec : optionSpecs()) {
        const auto inert = [&spec](const QuantConfig& config) { return !spec.inert(config).empty(); };
        const bool always = std::all_of(configs.begin(), configs.end(), inert);
        inertSomewhere += std::any_of(configs.begin(), configs.end(), inert) ? 1 : 0;
        const bool expected = spec.group == "Without effect here" || spec.name == "AdjustBiasScale"
            || spec.name == "CalibMovingAverageConstant" || spec.name == "RemoveInputInit";
        QVERIFY2(always == expected, spec.name.c_str());
    }
    QVERIFY2(inertSomewhere > 80, qPrintable(QString::number(inertSomewhere)));
}

void tst_OptionChecks::checkConfig_refusesContradictions_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* preset, const char* option, const char* message) {
        QTest::addRow("%s %s", preset, option) << preset << option << message;
    };
    row("XINT8", "PerChannel=true", "PerChannel must be false under the NPU's rules (EnableNPUCnn).");
    row("XINT8", "ReduceRange=true", "ReduceRange must be false under the NPU's rules (EnableNPUCnn).");
    row("XINT8", "WeightType=UInt8", "WeightType must be Int8 under the NPU's rules (EnableNPUCnn).");
    row("XINT8", "WeightSymmetric=false", "WeightSymmetric must be true under the NPU's rules (EnableNPUCnn).");
    row("XINT8", "ActivationSymmetric=false", "ActivationSymmetric must be true under the NPU's rules (EnableNPUCnn).");
    row("VINT8", "Int32Bias=true", "Int32Bias must be false for the Vitis AI compiler (Target).");
    row("VINT8", "EnableNPUCnn=false", "EnableNPUCnn must be true for the Vitis AI compiler (Target).");
    row("VINT8", "DedicatedQDQPair=false", "DedicatedQDQPair must be true for the Vitis AI compiler (Target).");
    row("VINT8", "QuantizeAllOpTypes=false", "QuantizeAllOpTypes must be true for the Vitis AI compiler (Target).");
    row("UINT8_DYNAMIC_QUANT", "WeightsOnly=true",
        "WeightsOnly and UseDynamicQuant exclude each other; set one of them to false.");
    row("UINT8_DYNAMIC_QUANT", "WeightType=Int16",
        "UseDynamicQuant needs weights of 8 bits; set WeightType to UInt8 or Int8.");
    const char* const kNoRules =
        " cannot be used with UseDynamicQuant, which has one type for all tensors; leave one of them out.";
    for (const auto& [option, value] : {std::pair("TensorQuantOverrides", R"({"x": [{"symmetric": true}]})"),
                                        {"MixedPrecisionTensor", R"({"Int16": ["x"]})"}})
        row("UINT8_DYNAMIC_QUANT", (std::string(option) + "=" + value).c_str(),
            (std::string(option) + kNoRules).c_str());
}

void tst_OptionChecks::checkConfig_refusesContradictions()
{
    QFETCH(QString, preset);
    QFETCH(QString, option);
    QFETCH(QString, message);
    const Result<void> checked = checkConfig(configOf(preset, {option}));
    QVERIFY(!checked);
    QCOMPARE(checked.error().code, ErrorCode::InvalidArgument);
    // Without EnableNPUCnn biases are int32, which is a problem of its own.
    const QString found = QString::fromStdString(checked.error().message);
    QVERIFY2(found == message || (option == QLatin1String("EnableNPUCnn=false") && found.contains(message)),
             qPrintable(found));
}

void tst_OptionChecks::checkConfig_takesWhatActs_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QStringList>("options");
    const auto row = [](const char* preset, const QStringList& options) {
        QTest::addRow("%s %s", preset, qPrintable(options.last())) << preset << options;
    };
    row("A8W8", {"PerChannel=true", "ReduceRange=true", "WeightType=UInt8", "ActivationSymmetric=false"});
    row("XINT8", {"EnableNPUCnn=false", "PerChannel=true"});
    row("XINT8", {"WeightSymmetric=true"});
    row("XINT8", {"WeightsOnly=true", "ActivationSymmetric=false"});
    row("VINT8", {"Int32Bias=true", "DedicatedQDQPair=false", "Target=None"});
    row("UINT8_DYNAMIC_QUANT", {"WeightType=Int8"});
    row("A8W8", {"CalibrateMethod=Entropy", "NumBins=256", "NumQuantizedBins=256"});
    row("A8W8", {"CalibrateMethod=MinMSE", "MinMSEModeFloatScale=Percentile", "NumBins=0"}); // no histogram
    row("A8W8", {"NumBins=0"}); // belongs to another method
}

void tst_OptionChecks::checkConfig_takesWhatActs()
{
    QFETCH(QString, preset);
    QFETCH(QStringList, options);
    const Result<void> checked = checkConfig(configOf(preset, options));
    QVERIFY2(checked.has_value(), checked ? "" : checked.error().message.c_str());
}

void tst_OptionChecks::checkConfig_tellsAllProblems()
{
    const Result<void> npu = checkConfig(configOf("XINT8", {"PerChannel=true", "ReduceRange=true"}));
    QVERIFY(!npu);
    QCOMPARE(npu.error().message,
             std::string("PerChannel must be false under the NPU's rules (EnableNPUCnn). "
                         "ReduceRange must be false under the NPU's rules (EnableNPUCnn)."));
    const Result<void> bins =
        checkConfig(configOf("A8W8", {"CalibrateMethod=Entropy", "NumBins=64", "NumQuantizedBins=65"}));
    QVERIFY(!bins);
    QCOMPARE(bins.error().message, std::string("NumBins (64) must not be less than NumQuantizedBins (65)."));
    for (const QStringList& histogram : {QStringList{"CalibrateMethod=MinMSE", "MinMSEModeFloatScale=HistCenter"},
                                         {"CalibrateMethod=MinMSE", "MinMSEModeFloatScale=All"},
                                         {"WeightCalibrateMethod=MinMSE", "MinMSEModeFloatScale=HistCenter"},
                                         {"CalibrateMethod=Entropy"}}) {
        const Result<void> none = checkConfig(configOf("A8W8", histogram + QStringList{"NumBins=0"}));
        QVERIFY2(!none, qPrintable(histogram.join(' ')));
        QCOMPARE(none.error().message,
                 std::string("NumBins must not be 0 where windows are cut from a histogram; leave it out or give the "
                             "number of bins."));
    }
    QuantConfig layered = presetConfig("UINT8_DYNAMIC_QUANT");
    layered.layers.emplace_back();
    QVERIFY(!checkConfig(layered));
    QVERIFY(checkConfig(layered).error().message.starts_with("Layer rules cannot be used with UseDynamicQuant"));
}

void tst_OptionChecks::vitisAiProblems_areOfFourOptions()
{
    QVERIFY(vitisAiProblems(presetConfig("VINT8")).empty());
    // The reference's own VINT8 leaves EnableNPUCnn false.
    QCOMPARE(vitisAiProblems(configOf("VINT8", {"EnableNPUCnn=false"})).size(), std::size_t(1));
    QCOMPARE(vitisAiProblems(presetConfig("A8W8")).size(), std::size_t(4));
    QVERIFY(checkConfig(presetConfig("A8W8")).has_value()); // nobody said that it is for Vitis AI
    QVERIFY(!checkConfig(configOf("A8W8", {"Target=VitisAI"})));
}

QTEST_GUILESS_MAIN(tst_OptionChecks)
#include "tst_option_checks.moc"
