// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/rule_application.h"
#include "core/qdq/tensor_overrides.h"
#include "tests/core/qdq/plan_cases.h"
#include "tests/core/qdq/tensor_params_setup.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Types and parameters that are laid down for single tensors: where they come from, which of them wins, what they do.

namespace {

using Kind = ExclusionRule::Kind;

TensorOverride ofType(DataType type)
{
    TensorOverride override;
    override.type = type;
    return override;
}

LayerRule layer(Kind kind, const std::string& pattern)
{
    LayerRule rule;
    rule.match = {kind, pattern, {}, {}};
    return rule;
}

/// x → Conv(w, b) → c → Relu → y → MaxPool → p → Conv(v) → z
ModelBuilder network()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 8, 8});
    b.randomInitializer("w", {4, 2, 1, 1}).randomInitializer("b", {4}, 1, 2).randomInitializer("v", {2, 4, 1, 1}, 1, 3);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "first");
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.node("MaxPool", {"y"}, {"p"}, "pool").attribute("kernel_shape", {2, 2});
    b.node("Conv", {"p", "v"}, {"z"}, "last");
    b.output("z");
    return b;
}

/// The rules of a configuration, applied to a model that needs no preparation.
Result<AppliedRules> applied(const Model& model, const QuantConfig& config)
{
    const Graph graph(model);
    auto rules = matchRules(graph, config, {});
    if (!rules)
        return rules.error();
    Feedback feedback;
    return applyRules(graph, graph, config, *rules, feedback);
}

QdqPlan planned(const Model& model, const QuantConfig& config)
{
    const auto rules = applied(model, config);
    if (!rules)
        qFatal("%s", rules.error().message.c_str());
    return planQdq(Graph(model), rules->config, rules->selected);
}

TensorEncoding encodingIn(const QuantConfig& config, const std::string& tensor)
{
    const Model model = network().model();
    const QdqPlan plan = planned(model, config);
    const PlannedTensor* found = plan.find(tensor);
    if (!found)
        qFatal("'%s' is not planned", tensor.c_str());
    return found->encoding;
}

/// Every value of network() has a pair.
QuantConfig symmetricExtended()
{
    QuantConfig config = extendedConfig();
    config.placement.removeQDQConvRelu = false;
    return config;
}

} // namespace

class tst_TensorOverrides : public QObject
{
    Q_OBJECT

private slots:
    void laterSources_overrideEarlierOnes();
    void layerRule_setsInputWeightBiasAndOutput();
    void laterNode_winsOverAnEarlierOneOnASharedTensor();
    void float_leavesTheTensorAsItIs();
    void overriddenBias_isQuantizedLikeAWeight();
    void sharedParameters_areOwnWhenOverridden_data();
    void sharedParameters_areOwnWhenOverridden();
    void perChannel_holdsForOneWeight();
    void ranges_takeThePlaceOfCalibratedOnes();
    void parameters_areTakenAsGiven();
    void scalesForABigBias_keepTheirKind();
    void deadRules_areErrors_data();
    void deadRules_areErrors();
    void outputOfALayer_isWhereItsPairStands();
    void badNumbers_areErrors_data();
    void badNumbers_areErrors();
};

void tst_TensorOverrides::laterSources_overrideEarlierOnes()
{
    QuantConfig config = symmetricExtended();
    config.mixedPrecisionTensors["c"] = DataType::UInt16;
    QCOMPARE(encodingIn(config, "c").type, DataType::UInt16);

    LayerRule named = layer(Kind::Node, "first");
    named.output = ofType(DataType::Int16);
    config.layers.push_back(named); // stands before the rule for the type, and wins over it
    LayerRule typed = layer(Kind::OpType, "Conv");
    typed.output = ofType(DataType::UInt8);
    typed.output->symmetric = false;
    config.layers.push_back(typed);
    QCOMPARE(encodingIn(config, "c").type, DataType::Int16);
    QCOMPARE(encodingIn(config, "c").symmetry, Symmetry::Asymmetric); // which only the rule for the type says
    QCOMPARE(encodingIn(config, "z").type, DataType::UInt8);

    config.tensorOverrides["c"] = {ofType(DataType::Int8)};
    QCOMPARE(encodingIn(config, "c").type, DataType::Int8);
    QCOMPARE(encodingIn(config, "c").symmetry, Symmetry::Asymmetric);
    QCOMPARE(encodingIn(config, "x").type, DataType::Int8);
}

void tst_TensorOverrides::layerRule_setsInputWeightBiasAndOutput()
{
    QuantConfig config = symmetricExtended();
    LayerRule rule = layer(Kind::Node, "first");
    rule.input = ofType(DataType::UInt8);
    rule.weight = ofType(DataType::Int16);
    rule.bias = ofType(DataType::Int16);
    rule.output = ofType(DataType::UInt16);
    config.layers = {rule};
    QCOMPARE(encodingIn(config, "x").type, DataType::UInt8);
    QCOMPARE(encodingIn(config, "w").type, DataType::Int16);
    QCOMPARE(encodingIn(config, "b").type, DataType::Int16);
    QCOMPARE(encodingIn(config, "c").type, DataType::UInt16);
    QCOMPARE(encodingIn(config, "v").type, DataType::Int8);
    QCOMPARE(encodingIn(config, "z").type, DataType::Int8);
}

void tst_TensorOverrides::laterNode_winsOverAnEarlierOneOnASharedTensor()
{
    QuantConfig config = symmetricExtended();
    LayerRule relu = layer(Kind::Node, "relu");
    relu.input = ofType(DataType::UInt16);
    LayerRule first = layer(Kind::Node, "first");
    first.output = ofType(DataType::Int16);
    config.layers = {relu, first};
    QCOMPARE(encodingIn(config, "c").type, DataType::Int16); // the later rule
    LayerRule both = layer(Kind::Regex, "^(first|relu)$");
    both.input = ofType(DataType::UInt8);
    both.output = ofType(DataType::UInt16);
    config.layers = {both};
    QCOMPARE(encodingIn(config, "c").type, DataType::UInt8); // input of the later node
}

void tst_TensorOverrides::float_leavesTheTensorAsItIs()
{
    const Model model = network().model();
    QuantConfig config = quarkConfig();
    config.tensorOverrides["w"] = {ofType(DataType::Float)};
    QCOMPARE(planText(planned(model, config)), std::string("x y p=y z v! c>y"));
    config.tensorOverrides = {{"b", {ofType(DataType::Float)}}};
    const QdqPlan plan = planned(model, config);
    QVERIFY(plan.biases.empty());
    QVERIFY(plan.isFloatBias(0, 2));
    config.tensorOverrides = {{"y", {ofType(DataType::Float)}}};
    QVERIFY(!planned(model, config).find("y"));
}

void tst_TensorOverrides::overriddenBias_isQuantizedLikeAWeight()
{
    QuantConfig config = perChannel(quarkConfig());
    config.tensorOverrides["b"] = {ofType(DataType::Int16)};
    const Model model = network().model();
    QCOMPARE(planText(planned(model, config)), std::string("x w!0 b+0 y p=y z v!0 c>y"));
    config.tensorOverrides.clear();
    QCOMPARE(planText(planned(model, config)), std::string("x w!0 y p=y z v!0 b:x*w c>y"));
}

void tst_TensorOverrides::sharedParameters_areOwnWhenOverridden_data()
{
    QTest::addColumn<bool>("extended");
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("provider");
    QTest::newRow("output, plain") << false << "p"
                                   << "";
    QTest::newRow("output, extended") << true << "p"
                                      << "";
    QTest::newRow("input, plain: its codes are handed on") << false << "y"
                                                           << "y";
    QTest::newRow("input, extended: the output is as usual") << true << "y"
                                                             << "";
}

void tst_TensorOverrides::sharedParameters_areOwnWhenOverridden()
{
    QFETCH(bool, extended);
    QFETCH(QString, tensor);
    QFETCH(QString, provider);
    QuantConfig config = extended ? symmetricExtended() : symmetric(quarkConfig());
    const DataType usual = config.activationType;
    const std::string name = tensor.toStdString();
    config.tensorOverrides[name] = {ofType(DataType::Int16)};
    const Model model = network().model();
    const QdqPlan plan = planned(model, config);
    QCOMPARE(QString::fromStdString(plan.find("p")->sharesWith), provider);
    QCOMPARE(plan.find(name)->encoding.type, DataType::Int16);
    QCOMPARE(plan.find("p")->encoding.type, name == "p" || !provider.isEmpty() ? DataType::Int16 : usual);
}

void tst_TensorOverrides::perChannel_holdsForOneWeight()
{
    TensorOverride channels;
    channels.perChannel = true;
    QuantConfig config = quarkConfig();
    config.tensorOverrides["w"] = {channels};
    const Model model = network().model();
    QCOMPARE(planText(planned(model, config)), std::string("x w!0 y p=y z v! b:x*w c>y"));
    TensorOverride whole;
    whole.perChannel = false;
    config = perChannel(config);
    config.tensorOverrides = {{"v", {whole}}};
    QCOMPARE(planText(planned(model, config)), std::string("x w!0 y p=y z v! b:x*w c>y"));
}

void tst_TensorOverrides::ranges_takeThePlaceOfCalibratedOnes()
{
    QuantConfig config = quarkConfig();
    TensorOverride laidDown;
    laidDown.range = TensorRange{-2, 6};
    config.tensorOverrides["x"] = {laidDown};
    const Setup setup(convRelu(), config);
    TensorRanges ranges = kConvRanges;
    QCOMPARE(setup.params(ranges).at("x"), uint8Params(-2, 6));
    config.tensorOverrides.clear();
    QCOMPARE(Setup(convRelu(), config).params(ranges).at("x"), uint8Params(-1, 3));
}

void tst_TensorOverrides::parameters_areTakenAsGiven()
{
    QuantConfig config = quarkConfig();
    TensorOverride given;
    given.scale = {0.25F};
    given.zeroPoint = {3};
    config.tensorOverrides["x"] = {given};
    TensorOverride first;
    first.axis = 0;
    first.scale = {0.5F};
    first.zeroPoint = {0};
    TensorOverride second = first;
    second.scale = {0.125F};
    config.tensorOverrides["w"] = {first, second};
    const TensorParams params = Setup(convRelu(), config).params(kConvRanges);
    QCOMPARE(params.at("x"), (QuantParams{DataType::UInt8, {0.25F}, {3}, {}}));
    QCOMPARE(params.at("w"), (QuantParams{DataType::Int8, {0.5F, 0.125F}, {0, 0}, 0}));
}

// A bias of 1e9 steps of input scale times weight scale does not fit into int32: the weight's scale is raised, to
// another power of two where scales are such, and not at all where it is laid down.
void tst_TensorOverrides::scalesForABigBias_keepTheirKind()
{
    QuantConfig config = extendedConfig();
    config.scaleType = ScaleType::PowerOf2;
    const ModelBuilder big = convRelu({1e-3F, -2e-3F, 5e-4F, 2e-4F}, {100.0F, -1});
    const TensorRanges tiny{{"x", {-1e-2F, 1e-2F}}, {"c", {-1, 1}}, {"y", {0, 1}}};
    const TensorParams params = Setup(big, config).params(tiny);
    const double weight = params.at("w").scale[0];
    const double step = weight * double(params.at("x").scale[0]);
    QCOMPARE(std::exp2(std::round(std::log2(weight))), weight);
    QVERIFY(100.0 / step < 2147483647.0);
    QVERIFY(100.0 / step > 2147483647.0 / 4); // not more than needed
    TensorOverride given;
    given.scale = {float(weight / 8)};
    given.zeroPoint = {0};
    config.tensorOverrides["w"] = {given};
    QCOMPARE(Setup(big, config).params(tiny).at("w").scale, given.scale);
}

Q_DECLARE_METATYPE(QuantConfig)

void tst_TensorOverrides::deadRules_areErrors_data()
{
    QTest::addColumn<QuantConfig>("config");
    QTest::addColumn<QString>("message");
    const QuantConfig base = quarkConfig();
    const auto overriding = [&](const std::string& tensor) {
        return with(base, [&](QuantConfig& c) { c.tensorOverrides[tensor] = {ofType(DataType::Int16)}; });
    };
    const auto layered = [&](const LayerRule& rule) { return with(base, [&](QuantConfig& c) { c.layers = {rule}; }); };
    LayerRule outputs = layer(Kind::OpType, "Relu");
    outputs.weight = ofType(DataType::Int8);
    LayerRule unknown = layer(Kind::Node, "frist");
    unknown.output = ofType(DataType::Int8);
    QTest::newRow("unknown tensor") << overriding("zz") << "TensorQuantOverrides names 'zz', but the model has no such";
    QTest::newRow("folded away") << overriding("c") << "is not quantized under these settings";
    QTest::newRow("unknown node") << layered(unknown) << "Did you mean 'first'?";
    QTest::newRow("rule for weights of what has none") << layered(outputs) << "has no effect";
    LayerRule firstOnly = layer(Kind::OpType, "Conv");
    firstOnly.weight = ofType(DataType::Int16);
    firstOnly.bias = ofType(DataType::Int8);
    LayerRule inputs = layer(Kind::Node, "relu");
    inputs.input = ofType(DataType::Int16);
    QTest::newRow("part of a rule") << with(layered(firstOnly), [](QuantConfig& c) {
        c.placement.quantizeBias = false;
    }) << "The 'bias' of layer rule";
    QTest::newRow("rule for what is folded away") << layered(inputs) << "The 'input' of layer rule";
    QTest::newRow("between operators that are computed together")
        << with(overriding("c"), [](QuantConfig& c) { c.activationSymmetric = true; }) << "name 'y', where";
    QTest::newRow("dynamic quantization, tensor")
        << with(overriding("w"), [](QuantConfig& c) { c.selection.dynamic = true; })
        << "Dynamic quantization has one type";
    QTest::newRow("dynamic quantization, layer")
        << with(layered(firstOnly), [](QuantConfig& c) { c.selection.dynamic = true; })
        << "Dynamic quantization has one type";
    QTest::newRow("mixed precision") << with(base, [](QuantConfig& c) {
        c.mixedPrecisionTensors["ww"] = DataType::Int16;
    }) << "MixedPrecisionTensor names 'ww', but the model has no such tensor.";
    QTest::newRow("node list") << with(base, [](QuantConfig& c) { c.selection.nodesToQuantize = {"lats"}; })
                               << "NodesToQuantize names 'lats', but the model has no such node. Did you mean 'last'?";
    QTest::newRow("input nodes") << with(base, [](QuantConfig& c) { c.selection.inputNodes = {"z"}; })
                                 << "InputNodes names 'z', but the model has no such node or input.";
    QTest::newRow("output nodes") << with(base, [](QuantConfig& c) { c.selection.outputNodes = {"x"}; })
                                  << "OutputNodes names 'x', but the model has no such node or output.";
    QTest::newRow("output exclusion") << with(base, [](QuantConfig& c) {
        c.placement.nodesToExcludeOutputQuantization = {"rleu"};
    }) << "NodesToExcludeOutputQuantization names 'rleu', but the model has no such node. Did you mean 'relu'?";
    QTest::newRow("lists that leave nothing") << with(base, [](QuantConfig& c) {
        c.selection.inputNodes = {"last"};
        c.selection.outputNodes = {"first"};
    }) << "together leave no node";
}

void tst_TensorOverrides::deadRules_areErrors()
{
    QFETCH(QuantConfig, config);
    QFETCH(QString, message);
    const Model model = network().model();
    const auto rules = applied(model, config);
    QVERIFY(!rules);
    QCOMPARE(rules.error().code, config.selection.dynamic ? ErrorCode::ConfigRefused : ErrorCode::InvalidArgument);
    QVERIFY2(QString::fromStdString(rules.error().message).contains(message), rules.error().message.c_str());
}

void tst_TensorOverrides::outputOfALayer_isWhereItsPairStands()
{
    LayerRule rule = layer(Kind::Node, "first");
    rule.output = ofType(DataType::Int16);
    for (const bool symmetric : {false, true}) { // Relu folded; no pair between Conv and Relu
        QuantConfig config = quarkConfig();
        config.activationSymmetric = symmetric;
        config.layers = {rule};
        const QdqPlan plan = planned(network().model(), config);
        QCOMPARE(plan.find("y")->encoding.type, DataType::Int16);
        QCOMPARE(plan.find("z")->encoding.type, DataType::UInt8);
    }
}

void tst_TensorOverrides::badNumbers_areErrors_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<std::function<void(std::vector<TensorOverride>&)>>("change");
    QTest::addColumn<QString>("message");
    using Change = std::function<void(std::vector<TensorOverride>&)>;
    const auto row = [](const char* name, const char* tensor, const Change& change, const char* message) {
        QTest::newRow(name) << tensor << change << message;
    };
    row(
        "type", "x", [](auto& o) { o[0].type = DataType::Int64; }, "cannot be of type int64");
    row(
        "scale alone", "x", [](auto& o) { o[0].scale = {1}; }, "1 scales and 0 zero points");
    row(
        "no scale", "x", [](auto& o) { o[0].scale = {0}, o[0].zeroPoint = {0}; }, "not a number above 0");
    row(
        "infinite scale", "x", [](auto& o) { o[0].scale = {INFINITY}, o[0].zeroPoint = {0}; }, "not a number above 0");
    row(
        "zero point", "x", [](auto& o) { o[0].scale = {1}, o[0].zeroPoint = {256}; }, "outside its type uint8");
    row(
        "range", "x",
        [](auto& o) {
            o[0].range = TensorRange{1, -1};
        },
        "ascending order");
    row(
        "channels of an activation", "x", [](auto& o) { o[0].perChannel = true; }, "is no weight");
    row(
        "axis", "w", [](auto& o) { o[0].axis = 4; }, "has no axis 4; its rank is 4");
    row(
        "channels without an axis", "w", [](auto& o) { o.resize(4); }, "no axis");
    row(
        "as many channels", "w",
        [](auto& o) {
            o.resize(3);
            o[0].axis = 0;
        },
        "parameters for 3 channels, but 4 channels on axis 0");
    // A list: one entry a channel.
    const auto list = [](const Change& change) {
        return [change](std::vector<TensorOverride>& o) {
            o.resize(4);
            for (TensorOverride& one : o)
                one.axis = 0, one.scale = {0.5F}, one.zeroPoint = {0};
            change(o);
        };
    };
    row("list of lists", "w", list([](auto& o) {
            for (TensorOverride& one : o)
                one.scale = {0.5F, 0.5F}, one.zeroPoint = {0, 0};
        }),
        "several scales in one of several entries");
    row("scale in some entries", "w", list([](auto& o) { o[2].scale.clear(), o[2].zeroPoint.clear(); }),
        "in some entries only");
    row("range in some entries", "w", list([](auto& o) { o[3].range = TensorRange{-1, 1}; }), "in some entries only");
    row("axes", "w", list([](auto& o) { o[1].axis = 1; }), "different 'axis'");
    row("types", "w", list([](auto& o) { o[3].type = DataType::Int16; }), "different 'quant_type'");
    row("symmetries", "w", list([](auto& o) { o[0].symmetric = true, o[1].symmetric = false; }),
        "different 'symmetric'");
}

void tst_TensorOverrides::badNumbers_areErrors()
{
    QFETCH(QString, tensor);
    QFETCH(std::function<void(std::vector<TensorOverride>&)>, change);
    QFETCH(QString, message);
    std::vector<TensorOverride> overrides(1);
    change(overrides);
    QuantConfig config = quarkConfig();
    config.tensorOverrides[tensor.toStdString()] = overrides;
    const Model model = network().model();
    const auto rules = applied(model, config);
    QVERIFY(!rules);
    QVERIFY2(QString::fromStdString(rules.error().message).contains(message), rules.error().message.c_str());
}

QTEST_GUILESS_MAIN(tst_TensorOverrides)
#include "tst_tensor_overrides.moc"
