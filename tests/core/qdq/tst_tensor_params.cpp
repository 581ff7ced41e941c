// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/tensor_params_setup.h"

#include <QTest>

#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_TensorParams : public QObject
{
    Q_OBJECT

private slots:
    void softmax_rangesFromZeroToOne();
    void activationFunction_givesItsRangeToItsInput();
    void adjustment_isLeftOut_data();
    void adjustment_isLeftOut();
    void activations_coverTheirRange_data();
    void activations_coverTheirRange();
    void missingRange_isAnError();
    void scalesThatAreNoNumbers_areRefused();
    void rangeOfFoldedValue_isNotNeeded();
    void weights_coverTheirElements_data();
    void weights_coverTheirElements();
    void perChannelWeights_areAlwaysSymmetric_data();
    void perChannelWeights_areAlwaysSymmetric();
    void channelOfZeros_getsScaleOne();
    void constants_haveTheActivationsType();
    void sharedParams_areTheProviders();
    void foldedActivationOfZeros_stillCutsOff_data();
    void foldedActivationOfZeros_stillCutsOff();
    void foldedClipOfZeros_coversItsBounds_data();
    void foldedClipOfZeros_coversItsBounds();
    void weightScale_isRaised_soThatTheBiasFits();
    void weightScale_isRaised_perChannel();
    void weightScale_stays_whenTheWeightsWouldVanish();
    void weightScale_isRaisedWithoutEnd_ofADeadChannel_data();
    void weightScale_isRaisedWithoutEnd_ofADeadChannel();
    void foldedFunction_endsTheRange_data();
    void foldedFunction_endsTheRange();
    void foldedChain_endsWhereAllDo();
    void channelsWithoutAnAxis_areRefused();
    void foreignOperator_keepsItsRange();
    void weightScale_isRaised_withBeta();
    void weightScale_stays_whenTheBiasFits();
    void weightScale_stays_ofUnsignedWeights();
};

void tst_TensorParams::softmax_rangesFromZeroToOne()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Softmax", {"x"}, {"y"});
    b.output("y");
    for (const QuantConfig& config : {onnxRuntimeConfig(), quarkConfig(), extendedConfig()}) {
        const TensorRanges ranges = Setup(b, config).adjusted({{"x", {-7, 9}}, {"y", {0.1F, 0.4F}}});
        QVERIFY(ranges.at("y") == (TensorRange{0, 1}));
        QVERIFY(ranges.at("x") == (TensorRange{-7, 9}));
    }
    QuantConfig excluding = onnxRuntimeConfig();
    excluding.selection.opTypesToQuantize = {"Conv"};
    QVERIFY(Setup(b, excluding).adjusted({{"y", {0.1F, 0.4F}}}).at("y") == (TensorRange{0.1F, 0.4F}));
}

void tst_TensorParams::activationFunction_givesItsRangeToItsInput()
{
    QuantConfig symmetric = onnxRuntimeConfig();
    symmetric.activationSymmetric = true;
    QuantConfig npu = quarkConfig();
    npu.activationSymmetric = true;
    npu.scaleType = ScaleType::PowerOf2;
    npu.npu.enableNPUCnn = true;
    for (const QuantConfig& config : {onnxRuntimeConfig(), symmetric, quarkConfig(), extendedConfig(), npu}) {
        const TensorRanges ranges = Setup(convRelu(), config).adjusted(kConvRanges);
        QVERIFY(ranges.at("c") == (TensorRange{0, 4}));
        QVERIFY(ranges.at("x") == (TensorRange{-1, 3}));
        QVERIFY(ranges.at("y") == (TensorRange{0, 4}));
    }
}

void tst_TensorParams::adjustment_isLeftOut_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("Relu not selected") << 1;
    QTest::newRow("two readers") << 2;
    QTest::newRow("range of the output not known") << 3;
    QTest::newRow("range of the input not known") << 4;
    QTest::newRow("input is a graph output") << 5;
    QTest::newRow("a body reads the input") << 6;
}

void tst_TensorParams::adjustment_isLeftOut()
{
    QFETCH(int, kind);
    QuantConfig config = onnxRuntimeConfig();
    ModelBuilder b = convRelu();
    TensorRanges before = kConvRanges;
    if (kind == 1)
        config.selection.opTypesToQuantize = {"Conv"};
    if (kind == 2)
        b.node("Exp", {"c"}, {"e"}), b.output("e");
    if (kind == 3)
        before.erase("y");
    if (kind == 4)
        before.erase("c");
    if (kind == 5)
        b.output("c");
    if (kind == 6) {
        ModelBuilder body;
        body.node("Neg", {"c"}, {"n"});
        body.output("n");
        b.input("cond", DataType::Bool, {});
        b.node("If", {"cond"}, {"z"}).graph("then_branch", body.graph()).graph("else_branch", body.graph());
        b.output("z");
    }
    QVERIFY(Setup(b, config).adjusted(before) == before);
}

void tst_TensorParams::activations_coverTheirRange_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("symmetric");
    QTest::addColumn<float>("low");
    QTest::addColumn<float>("high");
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("zeroPoint");
    const auto row = [](const char* name, DataType type, bool symmetric, float low, float high, double scale,
                        int zero) { QTest::newRow(name) << int(type) << symmetric << low << high << scale << zero; };
    row("uint8", DataType::UInt8, false, -1, 3, 4.0 / 255, 64); // 63.75
    row("int8", DataType::Int8, false, -1, 3, 4.0 / 255, -64); // -128 + 63.75
    row("int8 symmetric", DataType::Int8, true, -1, 3, 6.0 / 254, 0);
    row("uint8 symmetric", DataType::UInt8, true, -1, 3, 6.0 / 255, 128); // 127.5, half to even
    row("uint16", DataType::UInt16, false, -1, 3, 4.0 / 65535, 16384); // 16383.75
    row("int16 symmetric", DataType::Int16, true, -4, 3, 8.0 / 65534, 0);
    row("above zero", DataType::UInt8, false, 1, 3, 3.0 / 255, 0);
    row("below zero", DataType::UInt8, false, -3, -1, 3.0 / 255, 255);
    row("nothing but zero", DataType::UInt8, false, 0, 0, 1, 0);
}

void tst_TensorParams::activations_coverTheirRange()
{
    QFETCH(int, type);
    QFETCH(bool, symmetric);
    QFETCH(float, low);
    QFETCH(float, high);
    QFETCH(double, scale);
    QFETCH(int, zeroPoint);
    QuantConfig config = onnxRuntimeConfig();
    config.activationType = DataType(type);
    config.activationSymmetric = symmetric;
    config.reduceRange = true; // of weights only
    const TensorParams params =
        Setup(convRelu(), config).params({{"x", {low, high}}, {"c", {low, high}}, {"y", {low, high}}});
    QVERIFY(params.at("x") == (QuantParams{DataType(type), {float(scale)}, {zeroPoint}, {}}));
}

void tst_TensorParams::missingRange_isAnError()
{
    const Setup setup(convRelu(), onnxRuntimeConfig());
    TensorRanges ranges = kConvRanges;
    ranges.erase("x");
    const auto params = computeTensorParams(setup.graph, setup.config, setup.plan, ranges);
    QVERIFY(!params);
    QCOMPARE(params.error().code, ErrorCode::ConfigRefused);
    QCOMPARE(params.error().subject, std::string("x"));
    QVERIFY(params.error().message.find("'x'") != std::string::npos);
}

void tst_TensorParams::scalesThatAreNoNumbers_areRefused()
{
    const QuantParams fine{DataType::Int8, {0.5F, 1e-38F}, {0, 0}, 0};
    QVERIFY(checkScales({{"a", fine}}).has_value());
    for (const float scale :
         {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        QuantParams broken = fine;
        broken.scale[1] = scale;
        const Result<void> checked = checkScales({{"a", fine}, {"b", broken}});
        QVERIFY2(!checked, qPrintable(QString::number(scale)));
        QVERIFY(checked.error().message.starts_with("The scale of 'b' came out as "));
    }
}

void tst_TensorParams::rangeOfFoldedValue_isNotNeeded()
{
    const Setup setup(convRelu(), onnxRuntimeConfig());
    TensorRanges ranges = kConvRanges;
    ranges.erase("c");
    const TensorParams params = setup.params(ranges);
    QCOMPARE(params.size(), std::size_t(3)); // x, w, y
    QVERIFY(params.at("y") == uint8Params(0, 4));
}

void tst_TensorParams::weights_coverTheirElements_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("symmetric"); // 0, 1, 2 = as the type
    QTest::addColumn<bool>("reduce");
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("zeroPoint");
    const auto row = [](const char* name, DataType type, int symmetric, bool reduce, double scale, int zero) {
        QTest::newRow(name) << int(type) << symmetric << reduce << scale << zero;
    };
    // Elements from -2 to 1.
    row("int8", DataType::Int8, 2, false, 4.0 / 254, 0);
    row("int8 asymmetric", DataType::Int8, 0, false, 3.0 / 255, 42); // -128 + 170
    row("uint8", DataType::UInt8, 2, false, 3.0 / 255, 170);
    row("uint8 symmetric", DataType::UInt8, 1, false, 4.0 / 255, 128);
    row("int8 reduced", DataType::Int8, 2, true, 4.0 / 128, 0);
    row("uint8 reduced", DataType::UInt8, 2, true, 3.0 / 127, 85); // 84.67
    row("int16", DataType::Int16, 2, false, 4.0 / 65534, 0);
}

void tst_TensorParams::weights_coverTheirElements()
{
    QFETCH(int, type);
    QFETCH(int, symmetric);
    QFETCH(bool, reduce);
    QFETCH(double, scale);
    QFETCH(int, zeroPoint);
    QuantConfig config = onnxRuntimeConfig();
    config.weightType = DataType(type);
    config.reduceRange = reduce;
    if (symmetric < 2)
        config.weightSymmetric = symmetric == 1;
    const TensorParams params = Setup(convRelu({1, -2, 0.5F, 0.25F}, {0, 0}), config).params(kConvRanges);
    QVERIFY(params.at("w") == (QuantParams{DataType(type), {float(scale)}, {zeroPoint}, {}}));
}

void tst_TensorParams::perChannelWeights_areAlwaysSymmetric_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("reduce");
    QTest::addColumn<double>("steps");
    QTest::addColumn<int>("zeroPoint");
    QTest::newRow("int8") << int(DataType::Int8) << false << 254.0 << 0;
    QTest::newRow("int8 reduced") << int(DataType::Int8) << true << 128.0 << 0;
    QTest::newRow("uint8") << int(DataType::UInt8) << false << 255.0 << 128;
    QTest::newRow("int16") << int(DataType::Int16) << false << 65534.0 << 0;
}

void tst_TensorParams::perChannelWeights_areAlwaysSymmetric()
{
    QFETCH(int, type);
    QFETCH(bool, reduce);
    QFETCH(double, steps);
    QFETCH(int, zeroPoint);
    QuantConfig config = onnxRuntimeConfig();
    config.weightType = DataType(type);
    config.weightSymmetric = false;
    config.perChannel = true;
    config.reduceRange = reduce;
    const TensorParams params = Setup(convRelu({1, -2, 0.5F, 0.25F}, {0, 0}), config).params(kConvRanges);
    const QuantParams expected{DataType(type), {float(4 / steps), float(1 / steps)}, {zeroPoint, zeroPoint}, 0};
    QVERIFY(params.at("w") == expected);
}

void tst_TensorParams::channelOfZeros_getsScaleOne()
{
    QuantConfig config = onnxRuntimeConfig();
    config.perChannel = true;
    const TensorParams params = Setup(convRelu({0, 0, 127, 1}, {0, 0}), config).params(kConvRanges);
    QVERIFY(params.at("w") == (QuantParams{DataType::Int8, {1.0F, 1.0F}, {0, 0}, 0}));
}

void tst_TensorParams::constants_haveTheActivationsType()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2}).initializer("k", {2}, {0.5F, 3});
    b.node("Add", {"x", "k"}, {"y"});
    b.output("y");
    const TensorRanges ranges{{"x", {-1, 1}}, {"y", {-0.5F, 4}}};
    QuantConfig config = onnxRuntimeConfig();
    config.reduceRange = true;
    QVERIFY(Setup(b, config).params(ranges).at("k") == uint8Params(0, 3));
    QVERIFY(Setup(b, quarkConfig()).params(ranges).at("k") == int8Symmetric(3)); // a weight there
    config = extendedConfig();
    config.activationType = DataType::Int16;
    config.placement.alignEltwiseQuantType = true;
    QVERIFY(Setup(b, config).params(ranges).at("k") == (QuantParams{DataType::Int16, {float(6.0 / 65534)}, {0}, {}}));
}

void tst_TensorParams::sharedParams_areTheProviders()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3}).int64s("shape", {6});
    b.node("Sigmoid", {"x"}, {"s"});
    b.node("Transpose", {"s"}, {"t"});
    b.node("Reshape", {"t", "shape"}, {"y"});
    b.output("y");
    // Ranges of shared values are not looked at, they may even be missing.
    const TensorParams params = Setup(b, onnxRuntimeConfig()).params({{"x", {-1, 1}}, {"s", {0, 2}}, {"t", {0, 9}}});
    QVERIFY(params.at("s") == uint8Params(0, 2));
    QVERIFY(params.at("t") == params.at("s"));
    QVERIFY(params.at("y") == params.at("s"));
}

void tst_TensorParams::foldedActivationOfZeros_stillCutsOff_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("lowest");
    QTest::newRow("uint8") << int(DataType::UInt8) << 0;
    QTest::newRow("int8") << int(DataType::Int8) << -128;
    QTest::newRow("uint16") << int(DataType::UInt16) << 0;
    QTest::newRow("int16") << int(DataType::Int16) << -32768;
}

void tst_TensorParams::foldedActivationOfZeros_stillCutsOff()
{
    // A Relu that gave nothing but zeros: with code 0 for 0, a signed type would let the negative values through.
    QFETCH(int, type);
    QFETCH(int, lowest);
    QuantConfig config = onnxRuntimeConfig();
    config.activationType = DataType(type);
    const TensorParams params = Setup(convRelu(), config).params({{"x", {0, 0}}, {"c", {-5, -1}}, {"y", {0, 0}}});
    QVERIFY(params.at("y") == (QuantParams{DataType(type), {1.0F}, {lowest}, {}}));
    QVERIFY(params.at("x") == (QuantParams{DataType(type), {1.0F}, {0}, {}})); // as the references
}

void tst_TensorParams::foldedClipOfZeros_coversItsBounds_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QuantParams>("expected");
    QTest::newRow("above 0") << 0.0 << 6.0 << uint8Params(0, 6);
    QTest::newRow("below 0") << -1.0 << 0.0 << uint8Params(-1, 0);
    QTest::newRow("around 0") << -1.0 << 3.0 << uint8Params(-1, 3);
    QTest::newRow("all below 0") << -1e30 << 0.0 << QuantParams{DataType::UInt8, {1.0F}, {255}, {}};
}

void tst_TensorParams::foldedClipOfZeros_coversItsBounds()
{
    // A Clip that gave nothing but zeros must still cut off where it does, above as below.
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QuantParams, expected);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 4, 4}).initializer("w", {1, 1, 1, 1}, {1});
    b.initializer("low", {}, {float(low)}).initializer("high", {}, {float(high)});
    b.node("Conv", {"x", "w"}, {"c"});
    b.node("Clip", {"c", "low", "high"}, {"y"});
    b.output("y");
    const Setup setup(b, onnxRuntimeConfig());
    QCOMPARE(setup.plan.folded.size(), std::size_t(1));
    QVERIFY(setup.params({{"x", {-1, 1}}, {"y", {0, 0}}}).at("y") == expected);
    const TensorRange found = high > 0 ? TensorRange{0, 0.5F} : TensorRange{-0.5F, 0};
    QVERIFY(setup.params({{"x", {-1, 1}}, {"y", found}}).at("y") == uint8Params(found.min, found.max));
}

/// The scale that ONNX Runtime's _adjust_weight_scale_for_int32_bias arrives at, for the bias of largest magnitude.
static float raised(float weightScale, float inputScale, double bias)
{
    const double smallest = 1.0001 * (2.0 * bias) / (2147483647.0 - (-2147483647.0));
    const double candidate = double(inputScale) * double(weightScale);
    return float(double(weightScale) * (smallest / candidate));
}

void tst_TensorParams::weightScale_isRaised_soThatTheBiasFits()
{
    const TensorRanges ranges{{"x", {0, 0.001F}}, {"c", {-5, 4}}, {"y", {0, 4}}};
    const TensorParams params = Setup(convRelu({1e-3F, -2e-3F, 0, 0}, {0.5F, -9}), onnxRuntimeConfig()).params(ranges);
    const float own = float(4e-3F / 254.0);
    const float scale = params.at("w").scale[0];
    QVERIFY(scale > own);
    QVERIFY(std::abs(scale / raised(own, params.at("x").scale[0], 9) - 1) < 1e-6);
    const double code = 9 / (double(params.at("x").scale[0]) * scale);
    QVERIFY(code < 2147483647.0);
    QVERIFY(code > 2147483647.0 * 0.999);
}

void tst_TensorParams::weightScale_isRaised_perChannel()
{
    QuantConfig config = onnxRuntimeConfig();
    config.perChannel = true;
    const TensorRanges ranges{{"x", {0, 0.001F}}, {"c", {-5, 4}}, {"y", {0, 4}}};
    const TensorParams params = Setup(convRelu({1e-3F, -2e-3F, 1, 1}, {-9, 0.01F}), config).params(ranges);
    const QuantParams& weight = params.at("w");
    QVERIFY(std::abs(weight.scale[0] / raised(float(4e-3F / 254.0), params.at("x").scale[0], 9) - 1) < 1e-6);
    QCOMPARE(weight.scale[1], float(2.0 / 254));
}

void tst_TensorParams::weightScale_isRaised_withBeta()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2}).initializer("w", {2, 1}, {1e-3F, -2e-3F}).initializer("b", {1}, {0.09F});
    b.node("Gemm", {"x", "w", "b"}, {"y"}).attribute("beta", 100.0F);
    b.output("y");
    const TensorParams params = Setup(b, onnxRuntimeConfig()).params({{"x", {0, 0.001F}}, {"y", {0, 10}}});
    const double code = 9 / (double(params.at("x").scale[0]) * params.at("w").scale[0]);
    QVERIFY(code < 2147483647.0);
    QVERIFY(code > 2147483647.0 * 0.999);
}

void tst_TensorParams::weightScale_stays_whenTheWeightsWouldVanish()
{
    // 900 would need a scale thousands of times as large, 1e30 an infinite one.
    const TensorRanges ranges{{"x", {0, 0.001F}}, {"c", {-5, 4}}, {"y", {0, 4}}};
    for (const float bias : {900.0F, 1e30F}) {
        const TensorParams params =
            Setup(convRelu({1e-3F, -2e-3F, 0, 0}, {50, bias}), onnxRuntimeConfig()).params(ranges);
        QCOMPARE(params.at("w").scale[0], float(4e-3F / 254.0));
    }
}

void tst_TensorParams::weightScale_isRaisedWithoutEnd_ofADeadChannel_data()
{
    QTest::addColumn<int>("input");
    QTest::addColumn<float>("bias");
    QTest::addColumn<float>("weight");
    QTest::addColumn<bool>("raised");
    // Two weights of at most 128 steps add 2 * 128 * 255 * 1e-3 / 255 * weight / 127 at most: 2e-3 * weight, which must
    // be less than bias / 510; with 16 bits less than bias / 131070.
    QTest::newRow("dead") << int(DataType::UInt8) << 0.1F << 4e-12F << true;
    QTest::newRow("dead, 16 bits") << int(DataType::UInt16) << 0.1F << 4e-12F << true;
    QTest::newRow("a thousandth of a step") << int(DataType::UInt8) << 900.0F << 1e-3F << true;
    QTest::newRow("more than half a step of 16 bits") << int(DataType::UInt16) << 900.0F << 4.0F << false;
    QTest::newRow("beyond every scale") << int(DataType::UInt8) << 3e38F << 4e-12F << false;
}

void tst_TensorParams::weightScale_isRaisedWithoutEnd_ofADeadChannel()
{
    QFETCH(int, input);
    QFETCH(float, bias);
    QFETCH(float, weight);
    QFETCH(bool, raised);
    QuantConfig config = onnxRuntimeConfig();
    config.activationType = DataType(input);
    config.perChannel = true;
    const TensorRanges ranges{{"x", {0, bias > 1e38F ? 1e-34F : 1e-3F}}, {"c", {-5, 4}}, {"y", {0, 4}}};
    const TensorParams params = Setup(convRelu({weight, -weight, 1, 1}, {bias, 0}), config).params(ranges);
    const QuantParams& found = params.at("w");
    const double code = bias / (double(params.at("x").scale[0]) * found.scale[0]);
    QVERIFY(std::isfinite(found.scale[0]));
    QCOMPARE(code < 2147483647.0, raised);
    if (raised)
        QVERIFY(code > 2147483647.0 * 0.999);
    else
        QCOMPARE(found.scale[0], float(2.0 * double(weight) / 254));
    QCOMPARE(found.scale[1], float(2.0 / 254));
}

void tst_TensorParams::foldedFunction_endsTheRange_data()
{
    QTest::addColumn<float>("low");
    QTest::addColumn<float>("high");
    QTest::addColumn<TensorRange>("found");
    QTest::addColumn<QuantParams>("expected");
    constexpr float kNone = std::numeric_limits<float>::infinity();
    QTest::newRow("Relu, symmetric range") << 0.0F << kNone << TensorRange{-3, 3} << uint8Params(0, 3);
    QTest::newRow("Clip, symmetric range") << -1.0F << 6.0F << TensorRange{-3, 3} << uint8Params(-1, 3);
    QTest::newRow("Clip, wide range") << 0.0F << 1.5F << TensorRange{-3, 3} << uint8Params(0, 1.5);
    QTest::newRow("Clip, nothing within") << 0.0F << 1.5F << TensorRange{-3, -2} << uint8Params(0, 1.5);
}

void tst_TensorParams::foldedFunction_endsTheRange()
{
    // A method may find a symmetric range, and a range may be another value's (CalibPassthroughOpTypes): what a folded
    // function cut off must stay cut off.
    QFETCH(float, low);
    QFETCH(float, high);
    QFETCH(TensorRange, found);
    QFETCH(QuantParams, expected);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 4, 4}).initializer("w", {1, 1, 1, 1}, {1});
    b.initializer("low", {}, {low}).initializer("high", {}, {high});
    b.node("Conv", {"x", "w"}, {"c"});
    b.node("Clip", {"c", "low", "high"}, {"y"});
    b.output("y");
    const Setup setup(b, onnxRuntimeConfig());
    QCOMPARE(setup.plan.folded.size(), std::size_t(1));
    QVERIFY(setup.params({{"x", {-1, 1}}, {"y", found}}).at("y") == expected);
}

void tst_TensorParams::foldedChain_endsWhereAllDo()
{
    ModelBuilder b = convRelu();
    b.proto().mutable_graph()->clear_output();
    b.initializer("low", {}, {-1}).initializer("high", {}, {2});
    b.node("Clip", {"y", "low", "high"}, {"z"}, "clip");
    b.output("z");
    const Setup setup(b, onnxRuntimeConfig());
    QCOMPARE(setup.plan.folded.size(), std::size_t(2));
    QVERIFY(setup.params({{"x", {-1, 1}}, {"z", {-3, 3}}}).at("z") == uint8Params(0, 2));
}

void tst_TensorParams::channelsWithoutAnAxis_areRefused()
{
    // Laid down for each channel of a weight that another node computes with as data: it has one scale.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).initializer("w", {2, 2, 1, 1}, {1, -2, 0.5F, 0.25F});
    b.node("Conv", {"x", "w"}, {"y"}, "conv");
    b.node("Transpose", {"w"}, {"t"}, "transpose");
    b.output("y").output("t");
    const TensorRanges ranges{{"x", {-1, 1}}, {"y", {-1, 1}}, {"t", {-2, 1}}};
    TensorOverride scaled;
    scaled.axis = 0;
    scaled.scale = {0.1F};
    scaled.zeroPoint = {0};
    TensorOverride ranged;
    ranged.axis = 0;
    ranged.range = TensorRange{-1, 1};
    for (const TensorOverride& one : {scaled, ranged}) {
        QuantConfig config = quarkConfig();
        config.tensorOverrides["w"] = {one, one};
        const Setup setup(b, config);
        const auto params = computeTensorParams(setup.graph, config, setup.plan, ranges);
        QVERIFY(!params);
        QCOMPARE(params.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(params.error().message.find("can have one scale only") != std::string::npos,
                 params.error().message.c_str());
    }
}

void tst_TensorParams::foreignOperator_keepsItsRange()
{
    // An operator of another domain is not the standard's, whatever its name.
    ModelBuilder b(13);
    b.import("com.example", 1);
    b.input("x", DataType::Float, {2, 4});
    b.node("Sigmoid", {"x"}, {"s"}, "sigmoid");
    b.node("Softmax", {"s"}, {"y"}, "softmax").domain("com.example");
    b.output("y", DataType::Float, {2, 4});
    QuantConfig config = onnxRuntimeConfig();
    config.selection.quantizeAllOpTypes = true;
    const TensorRanges adjusted = Setup(b, config).adjusted({{"x", {-1, 1}}, {"s", {-1, 1}}, {"y", {-4, 9}}});
    QCOMPARE(adjusted.at("y").max, 9.0F);
}

void tst_TensorParams::weightScale_stays_whenTheBiasFits()
{
    for (const bool perChannel : {false, true}) {
        QuantConfig config = onnxRuntimeConfig();
        config.perChannel = perChannel;
        const TensorParams params = Setup(convRelu({1, -2, 2, 1}, {1000, -1000}), config).params(kConvRanges);
        for (const float scale : params.at("w").scale)
            QCOMPARE(scale, float(4.0 / 254));
    }
}

void tst_TensorParams::weightScale_stays_ofUnsignedWeights()
{
    QuantConfig config = onnxRuntimeConfig();
    config.weightType = DataType::UInt8;
    const TensorRanges ranges{{"x", {0, 0.001F}}, {"c", {-5, 4}}, {"y", {0, 4}}};
    const TensorParams params = Setup(convRelu({1e-3F, -2e-3F, 0, 0}, {50, -900}), config).params(ranges);
    QVERIFY(params.at("w") == uint8Params(-2e-3F, 1e-3F));
}

QTEST_GUILESS_MAIN(tst_TensorParams)
#include "tst_tensor_params.moc"
