// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/pipeline/quantizer.h"
#include "core/qdq/node_selection.h"
#include "core/qdq/qdq_plan.h"
#include "tests/support/fuzz_rounds.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace quantiscope;
using namespace quantiscope::test;
using nlohmann::json;

// Options meet each other here that nobody thought of together: what comes out has to load, to hold nothing that nobody
// reads, and to compute what the float model does.

namespace {

/// One network with (nearly) every operator that the rules of placement know, x [1, 3, 8, 8].
class EveryOperator
{
public:
    explicit EveryOperator(int opset) : m_opset(opset), m_builder(opset)
    {
        m_builder.input("x", DataType::Float, {1, 3, 8, 8});
        weights("w1", {8, 3, 3, 3});
        weights("w2", {8, 8, 3, 3});
        weights("w3", {8, 4, 1, 1});
        weights("b1", {8});
        weights("b3", {4});
        node("Conv", {"x", "w1", "b1"}, "c1").attribute("pads", {1, 1, 1, 1});
        node("Relu", {"c1"}, "r1");
        node("Conv", {"r1", "w2", "b1"}, "c2").attribute("pads", {1, 1, 1, 1});
        node("LeakyRelu", {"c2"}, "l2").attribute("alpha", 0.1F);
        node("ConvTranspose", {"l2", "w3", "b3"}, "t3");
        m_builder.initializer("low", {}, {0}).initializer("high", {}, {1.3F});
        node("Clip", {"t3", "low", "high"}, "k3");
        branches();
        moves();
        head();
        fusions();
        for (const char* output : {"bn", "y2", "r1", "means", "mc", "rc", "f6"})
            m_builder.output(output);
    }

    [[nodiscard]] Model model() const { return m_builder.model(); }

private:
    void branches()
    {
        m_builder.int64s("parts", {4, 4});
        m_builder.node("Split", {"l2", "parts"}, {"s0", "s1"}, "split").attribute("axis", 1);
        node("Add", {"k3", "s0"}, "a1");
        node("Sub", {"a1", "s1"}, "a2");
        node("Mul", {"a2", "k3"}, "m1");
        node("HardSigmoid", {"m1"}, "hs").attribute("alpha", 0.1667F).attribute("beta", 0.5F);
        node("Mul", {"m1", "hs"}, "swish");
        node("Sigmoid", {"swish"}, "sg");
        // Channels that are always 0, as padding makes them.
        m_builder.initializer("nothing", {1, 4, 8, 8}, std::vector<float>(256, 0.0F));
        node("Concat", {"sg", "s1", "r1", "nothing"}, "cat").attribute("axis", 1);
    }

    /// Values between two operators of kFusions each, that nobody else reads.
    void fusions()
    {
        weights("w4", {8, 3, 3, 3});
        weights("w5", {8, 8, 1, 1});
        weights("factor", {1, 8, 1, 1});
        m_builder.initializer("b4", {8}, std::vector<float>(8, -1.0F)); // the Relu has much to cut off
        node("Conv", {"x", "w4", "b4"}, "f1").attribute("pads", {1, 1, 1, 1});
        node("Relu", {"f1"}, "f2");
        node("Conv", {"f2", "w5"}, "rc"); // what is lost in front of it shows here
        node("Conv", {"l2", "w5"}, "f3");
        node("Add", {"f3", "l2"}, "f4");
        node("Mul", {"f4", "factor"}, "f5");
        node("Mul", {"f5", "l2"}, "f6");
    }

    void moves()
    {
        node("MaxPool", {"cat"}, "mp").attribute("kernel_shape", {2, 2}).attribute("strides", {2, 2});
        node("AveragePool", {"mp"}, "ap").attribute("kernel_shape", {3, 3}).attribute("pads", {1, 1, 1, 1});
        m_builder.int64s("pads", {0, 0, 1, 1, 0, 0, 1, 1}).initializer("padding", {}, {0.25F});
        node("Pad", {"ap", "pads", "padding"}, "pa");
        m_builder.int64s("starts", {0, 1}).int64s("ends", {16, 5}).int64s("axes", {1, 2});
        node("Slice", {"pa", "starts", "ends", "axes"}, "sl");
        node("GlobalAveragePool", {"sl"}, "gap");
        m_builder.int64s("flat", {1, -1});
        node("Reshape", {"gap", "flat"}, "fl");
        if (m_opset < 18) {
            node("ReduceMean", {"sl"}, "means").attribute("axes", {2, 3});
        } else {
            m_builder.int64s("mean_axes", {2, 3});
            node("ReduceMean", {"sl", "mean_axes"}, "means");
        }
        weights("is", {16});
        weights("ib", {16});
        node("InstanceNormalization", {"sl", "is", "ib"}, "in");
        m_builder.initializer("slope", {1, 1, 1}, {0.1F});
        node("PRelu", {"in", "slope"}, "pr");
        m_builder.initializer("resize", {4}, {1, 1, 2, 2});
        node("Resize", {"pr", "", "resize"}, "re");
        weights("bs", {16});
        weights("bb", {16});
        weights("bm", {16});
        m_builder.initializer("bv", {16}, std::vector<float>(16, 0.3F));
        node("BatchNormalization", {"re", "bs", "bb", "bm", "bv"}, "bn");
    }

    void head()
    {
        weights("g", {12, 16});
        weights("gb", {12});
        weights("m", {12, 6});
        weights("e", {6, 6});
        node("Gemm", {"fl", "g", "gb"}, "ge").attribute("transB", 1).attribute("beta", 0.5F).attribute("alpha", 2.0F);
        // The same value as data of one product and as the bias of another.
        weights("g2", {16, 12});
        node("Gemm", {"fl", "g2", "ge"}, "ge2");
        node("Relu", {"ge2"}, "gr");
        weights("g3", {16, 12});
        node("Gemm", {"fl", "g3", "gr"}, "ge3");
        if (m_opset >= 17) {
            weights("ls", {12});
            weights("lb", {12});
            node("LayerNormalization", {"ge3", "ls", "lb"}, "ln");
        } else {
            node("Tanh", {"ge3"}, "ln");
        }
        node("MatMul", {"ln", "m"}, "mm");
        node("Softmax", {"mm"}, "so").attribute("axis", -1);
        m_builder.int64s("rows", {0, 3});
        node("Gather", {"e", "rows"}, "ga").attribute("axis", 0);
        node("Transpose", {"ga"}, "gt");
        node("MatMul", {"so", "gt"}, "m2");
        m_builder.int64s("unsqueezed", {0});
        node("Unsqueeze", {"m2", "unsqueezed"}, "y2");
        // A weight that is computed with as data, too.
        node("Transpose", {"m"}, "mt");
        node("Transpose", {"mt"}, "mtt");
        node("MatMul", {"ln", "mtt"}, "mc");
    }

    NodeBuilder node(const char* type, const std::vector<std::string>& inputs, const std::string& output)
    {
        return m_builder.node(type, inputs, {output}, std::string(type) + "_" + output);
    }

    void weights(const char* name, const Shape& shape) { m_builder.randomInitializer(name, shape, 0.5F, ++m_seed); }

    int m_opset;
    std::uint32_t m_seed = 0;
    ModelBuilder m_builder;
};

/// For RemoveQDQBetweenOps: each finds a pair in the network.
const std::vector<std::vector<std::string>> kFusions{
    {"Relu", "Conv"}, {"Concat", "MaxPool"}, {"Conv", "Add"}, {"Split", "Add"}, {"Mul", "Mul"}};

/// A preset, and options by name.
struct Choice
{
    std::string preset;
    json options = json::object();
};

class Chooser
{
public:
    explicit Chooser(std::uint32_t seed) : m_generator(seed) { }

    template <typename T>
    T one(const std::vector<T>& list)
    {
        return list[below(list.size())];
    }
    bool chance(std::size_t percent) { return below(100) < percent; }

    Choice choice()
    {
        Choice result{one(kPresets), json::object()};
        for (std::size_t count = below(7); count > 0; --count)
            result.options[one(kSwitches)] = chance(50);
        if (chance(50)) {
            const auto [name, value] = one(kChoices);
            result.options[name] = value;
        }
        if (chance(50))
            result.options["TensorQuantOverrides"] = {{one(kValues), json::array({{{"quant_type", one(kTypes)}}})}};
        if (chance(25))
            result.options["RemoveQDQBetweenOps"] = json::array({one(kFusions)});
        if (chance(25))
            result.options["OpTypesToExcludeOutputQuantization"] = json::array({one(kOutputTypes)});
        return result;
    }

    std::vector<ExclusionRule> exclusions()
    {
        ExclusionRule rule;
        rule.kind = ExclusionRule::Kind::OpType;
        rule.pattern = one(kExcludedTypes);
        return chance(30) ? std::vector{rule} : std::vector<ExclusionRule>();
    }

private:
    using Names = std::vector<std::string>;

    std::size_t below(std::size_t count) { return m_generator() % count; }

    std::mt19937 m_generator;

    const Names kPresets{"XINT8",
                         "VINT8",
                         "A8W8",
                         "A16W8",
                         "S8S8_AAWS",
                         "U8S8_AAWS",
                         "U8U8_AAWA",
                         "S16S8_ASWS",
                         "U16S8_AAWS",
                         "INT8_CNN_DEFAULT",
                         "INT16_CNN_DEFAULT",
                         "INT8_TRANSFORMER_DEFAULT",
                         "A8W8_PC",
                         "A16W8_PC",
                         "ORT_U8S8",
                         "UINT8_DYNAMIC_QUANT"};
    const Names kSwitches{"OptimizeModel",
                          "SimplifyModel",
                          "SkipPreprocess",
                          "DedicatedQDQPair",
                          "DedicateDQNode",
                          "EnableDualQuantNodePairs",
                          "AddQDQPairToWeight",
                          "QuantizeAllOpTypes",
                          "ForceQuantizeNoInputCheck",
                          "FoldRelu",
                          "QuantizeBias",
                          "Int32Bias",
                          "UseUnsignedReLU",
                          "AlignEltwiseQuantType",
                          "RemoveQDQMulAdd",
                          "RemoveQDQConvRelu",
                          "RemoveQDQConvClip",
                          "RemoveQDQConvLeakyRelu",
                          "RemoveQDQInstanceNorm",
                          "AlignConcat",
                          "AlignPool",
                          "AlignPad",
                          "AlignSlice",
                          "AlignTranspose",
                          "AlignReshape",
                          "ConvertSoftmaxToDPUVersion",
                          "ConvertClipToDPUVersion",
                          "ConvertLeakyReluToDPUVersion",
                          "ConvertSigmoidToHardSigmoid",
                          "ConvertAvgPoolToDPUVersion",
                          "ConvertReduceMeanToDPUVersion",
                          "ConvertSplitToSlice",
                          "MatMulConstBOnly",
                          "WeightsOnly",
                          "PerChannel",
                          "ActivationSymmetric",
                          "WeightSymmetric",
                          "CalibTensorRangeSymmetric",
                          "ReduceRange",
                          "NPULimitationCheck",
                          "SimulateDPU",
                          "AdjustShiftCut",
                          "AdjustShiftBias",
                          "AdjustShiftRead",
                          "AdjustShiftWrite",
                          "EnableNPUCnn"};
    const std::vector<std::pair<std::string, std::string>> kChoices{
        {"ScaleType", "PowerOf2"},        {"ScaleType", "Int16"},        {"CalibrateMethod", "MinMSE"},
        {"CalibrateMethod", "Entropy"},   {"CalibrateMethod", "MinMax"}, {"CalibrateMethod", "NonOverflow"},
        {"CalibrateMethod", "Percentile"}};
    const Names kValues{"r1", "c1", "l2", "k3", "s0", "cat", "mp", "sl", "gap", "fl", "ge", "gr",
                        "w1", "b1", "g",  "gb", "m",  "e",   "gt", "so", "x",   "bn", "pr", "mt"};
    const Names kTypes{"Int8", "UInt8", "Int16", "UInt16", "Float"};
    const Names kOutputTypes{"Conv", "Split", "MaxPool", "Reshape", "Gather"};
    const Names kExcludedTypes{"Conv", "Relu", "Split", "Concat", "Mul", "Gemm", "Transpose", "Reshape"};
};

/// Nodes none of whose outputs is read or given out.
std::vector<std::string> unreadNodes(const onnx::GraphProto& graph)
{
    std::set<std::string> read;
    for (const onnx::ValueInfoProto& output : graph.output())
        read.insert(output.name());
    for (const onnx::NodeProto& node : graph.node())
        read.insert(node.input().begin(), node.input().end());
    std::vector<std::string> unread;
    for (const onnx::NodeProto& node : graph.node()) {
        if (std::none_of(node.output().begin(), node.output().end(),
                         [&](const std::string& output) { return read.count(output) > 0; }))
            unread.push_back(node.name());
    }
    return unread;
}

} // namespace

class tst_RandomOptions : public QObject
{
    Q_OBJECT

private slots:
    void fusion_removesPairs_data();
    void fusion_removesPairs();
    void result_computesWhatTheModelDoes_data();
    void result_computesWhatTheModelDoes();

private:
    void verifyQuantized(const QuantizeRequest& request);

    int m_quantized = 0;
};

void tst_RandomOptions::fusion_removesPairs_data()
{
    QTest::addColumn<std::vector<std::string>>("fusion");
    for (const auto& fusion : kFusions)
        QTest::newRow((fusion[0] + ", " + fusion[1]).c_str()) << fusion;
}

void tst_RandomOptions::fusion_removesPairs()
{
    // Or the rounds below would not try what they seem to.
    QFETCH(std::vector<std::string>, fusion);
    const Model model = EveryOperator(17).model();
    const Graph graph(model);
    QuantConfig config = findPreset("S8S8_AAWS", ErrorCode::InvalidArgument)->config;
    config.activationSymmetric = true; // nothing is folded: the pair behind a folded Relu stays
    Feedback feedback;
    const auto selected = selectNodes(graph, config, {}, feedback);
    const auto pairs = [&] {
        const QdqPlan plan = planQdq(graph, config, selected);
        return std::count_if(plan.tensors.begin(), plan.tensors.end(),
                             [](const PlannedTensor& tensor) { return tensor.hasPair; });
    };
    const auto before = pairs();
    config.placement.removeQDQBetweenOps = {{fusion[0], fusion[1]}};
    QVERIFY(pairs() < before);
}

void tst_RandomOptions::result_computesWhatTheModelDoes_data()
{
    QTest::addColumn<int>("opset");
    for (const int opset : {13, 17, 21})
        QTest::addRow("opset %d", opset) << opset;
}

void tst_RandomOptions::verifyQuantized(const QuantizeRequest& request)
{
    constexpr double kLeastCosine = 0.9;
    Feedback feedback;
    const auto report = quantizeModel(environment(), request, feedback);
    if (!report) {
        // Options that contradict each other or reach nothing are refused; all else has to work.
        QVERIFY2(report.error().code == ErrorCode::InvalidArgument || report.error().code == ErrorCode::ConfigRefused,
                 report.error().message.c_str());
        return;
    }
    ++m_quantized;
    const auto written = Model::load(request.output, {.allowQuantized = true}, feedback);
    VERIFY_OK(written);
    const std::vector<std::string> unread = unreadNodes(written->graph());
    QVERIFY2(unread.empty(), unread.empty() ? "" : unread[0].c_str());
    std::string warnings;
    for (const std::string& warning : report->warnings)
        warnings += "\n" + warning;
    QVERIFY2(report->check.has_value(), warnings.c_str());
    for (const OutputSummary& output : report->check->outputs) {
        const std::string text = output.name + " " + std::to_string(output.cosine.mean) + warnings;
        QVERIFY2(output.cosine.mean >= kLeastCosine, text.c_str());
    }
}

void tst_RandomOptions::result_computesWhatTheModelDoes()
{
    QFETCH(int, opset);
    constexpr int kRounds = 60;
    // More of them in a search: QUANTISCOPE_RANDOM_ROUNDS=1000 QUANTISCOPE_RANDOM_SEED=7 tst_random_options
    const int asked = qEnvironmentVariableIntValue("QUANTISCOPE_RANDOM_ROUNDS");
    const int rounds = asked > 0 ? asked : fuzzRounds(kRounds);
    const QTemporaryDir folder;
    QuantizeRequest request;
    request.model = folder.filePath("float.onnx").toStdString();
    request.output = folder.filePath("out.onnx").toStdString();
    request.threads = 1;
    request.checkSamples = 1;
    request.recipe.calibration = DataSpec{"random", {}, 1, 0};
    VERIFY_OK(EveryOperator(opset).model().save(request.model, {}));
    Chooser chooser(static_cast<std::uint32_t>(opset + qEnvironmentVariableIntValue("QUANTISCOPE_RANDOM_SEED")));
    m_quantized = 0;
    for (int round = 0; round < rounds; ++round) {
        const Choice choice = chooser.choice();
        request.recipe.config = findPreset(choice.preset, ErrorCode::InvalidArgument)->config;
        for (const auto& [name, value] : choice.options.items())
            VERIFY_OK(setOption(request.recipe.config, name, value, ErrorCode::InvalidArgument));
        request.recipe.config.exclude = chooser.exclusions();
        verifyQuantized(request);
        if (QTest::currentTestFailed()) {
            const std::string excluded =
                request.recipe.config.exclude.empty() ? "" : request.recipe.config.exclude[0].pattern;
            qWarning("round %d: %s %s without %s", round, choice.preset.c_str(), choice.options.dump().c_str(),
                     excluded.c_str());
            return;
        }
    }
    QVERIFY2(m_quantized > rounds / 3, std::to_string(m_quantized).c_str());
}

QTEST_GUILESS_MAIN(tst_RandomOptions)
#include "tst_random_options.moc"
