// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_plan.h"
#include "tests/core/qdq/plan_text.h"

#include <QTest>

#include <functional>

using namespace quantiscope;
using namespace quantiscope::test;

// Expectations are read off ONNX Runtime 1.31.1's quantization/operators/*.py and qdq_quantizer.py for its own rules,
// and off the description of the reference quantizer (sections 4.1, 4.5, 4.6, 13) for the others.

namespace {

using Build = std::function<void(ModelBuilder&)>;
using Configure = std::function<void(QuantConfig&)>;

struct Case
{
    QuantConfig config;
    int opset = 13;
    Build build;
    std::string plan;
    int warnings = 0;
};

const QuantConfig kOnnxRuntime = onnxRuntimeConfig();
const QuantConfig kQuark = quarkConfig();
const QuantConfig kExtended = extendedConfig();

QuantConfig with(QuantConfig config, const Configure& configure)
{
    configure(config);
    return config;
}

QuantConfig perChannel(const QuantConfig& config)
{
    return with(config, [](QuantConfig& c) { c.perChannel = true; });
}

QuantConfig symmetric(const QuantConfig& config)
{
    return with(config, [](QuantConfig& c) { c.activationSymmetric = true; });
}

QuantConfig unforced(const QuantConfig& config)
{
    return with(config, [](QuantConfig& c) { c.forceQuantizeNoInputCheck = false; });
}

QuantConfig forced(const QuantConfig& config)
{
    return with(config, [](QuantConfig& c) { c.forceQuantizeNoInputCheck = true; });
}

/// A pointwise convolution of two channels: @p input → @p output, weight w.
void conv(ModelBuilder& b, const std::string& input, const std::string& output)
{
    b.node("Conv", {input, "w"}, {output}, "conv_" + output);
}

/// x [1, 2, 4, 4] → Conv → c, then what @p rest adds.
Build afterConv(const Build& rest)
{
    return [rest](ModelBuilder& b) {
        b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
        conv(b, "x", "c");
        rest(b);
    };
}

/// x [1, 2, 4, 4], then what @p rest adds.
Build onInput(const Build& rest)
{
    return [rest](ModelBuilder& b) {
        b.input("x", DataType::Float, {1, 2, 4, 4});
        rest(b);
    };
}

/// Conv → Clip with these bounds as initializers.
Build convClip(float low, float high)
{
    return afterConv([=](ModelBuilder& b) {
        b.initializer("lo", {}, {low}).initializer("hi", {}, {high});
        b.node("Clip", {"c", "lo", "hi"}, {"y"});
        b.output("y");
    });
}

/// Conv → an operator with one input.
Build convThen(const char* opType)
{
    return afterConv([=](ModelBuilder& b) {
        b.node(opType, {"c"}, {"y"});
        b.output("y");
    });
}

Build gemm(int transB, Shape bias, float beta = 1.0F)
{
    return [=](ModelBuilder& b) {
        b.input("x", DataType::Float, {2, 4});
        b.randomInitializer("w", transB ? Shape{3, 4} : Shape{4, 3});
        b.randomInitializer("b", bias);
        auto node = b.node("Gemm", {"x", "w", "b"}, {"y"});
        if (transB)
            node.attribute("transB", 1);
        if (beta != 1.0F)
            node.attribute("beta", beta);
        b.output("y");
    };
}

Build pad(const char* mode, std::vector<float> value, bool valueComputed = false)
{
    return onInput([=](ModelBuilder& b) {
        b.int64s("pads", {0, 0, 1, 1, 0, 0, 1, 1});
        std::vector<std::string> inputs{"x", "pads"};
        if (valueComputed) {
            b.input("v", DataType::Float, {});
            inputs.emplace_back("v");
        } else if (!value.empty()) {
            b.initializer("k", {}, value);
            inputs.emplace_back("k");
        }
        b.node("Pad", inputs, {"y"}).attribute("mode", mode);
        b.output("y");
    });
}

Build padThen(const char* opType)
{
    return onInput([=](ModelBuilder& b) {
        b.int64s("pads", {0, 0, 1, 1, 0, 0, 1, 1});
        b.node("Pad", {"x", "pads"}, {"p"});
        auto node = b.node(opType, {"p"}, {"y"});
        if (std::string(opType) == "AveragePool")
            node.attribute("kernel_shape", {2, 2});
        b.output("y");
    });
}

/// An element-wise operator between x and the constant k.
Build withConstant(const char* opType)
{
    return onInput([=](ModelBuilder& b) {
        b.initializer("k", {1}, {0.5F});
        b.node(opType, {"x", "k"}, {"y"});
        b.output("y");
    });
}

/// Where between two branches, of which those named in @p marked come out of a Sigmoid.
Build where(bool leftMarked, bool rightMarked)
{
    return [=](ModelBuilder& b) {
        b.input("m", DataType::Bool, {4}).input("l", DataType::Float, {4}).input("r", DataType::Float, {4});
        if (leftMarked)
            b.node("Sigmoid", {"l"}, {"ls"});
        if (rightMarked)
            b.node("Sigmoid", {"r"}, {"rs"});
        b.node("Where", {"m", leftMarked ? "ls" : "l", rightMarked ? "rs" : "r"}, {"y"});
        b.output("y");
    };
}

Build resize(int opset)
{
    return afterConv([=](ModelBuilder& b) {
        b.initializer("scales", {4}, {1, 1, 2, 2});
        b.initializer("roi", {0}, {});
        if (opset < 11)
            b.node("Resize", {"c", "scales"}, {"y"});
        else
            b.node("Resize", {"c", "roi", "scales"}, {"y"});
        b.output("y");
    });
}

/// c = @p producer (float inputs p, q of two channels), y = Relu(c).
Build producerThenRelu(const char* producer)
{
    return [=](ModelBuilder& b) {
        const std::string type = producer;
        b.randomInitializer("w", {2, 2, 1, 1});
        if (type == "MatMul" || type == "Gemm" || type == "Add" || type == "Mul") {
            b.input("p", DataType::Float, {2, 2}).input("q", DataType::Float, {2, 2});
            b.node(type, {"p", "q"}, {"c"});
        } else {
            b.input("p", DataType::Float, {1, 2, 4, 4});
            if (type == "ConvTranspose")
                b.node(type, {"p", "w"}, {"c"});
            else if (type == "GlobalAveragePool")
                b.node(type, {"p"}, {"c"});
            else
                b.node(type, {"p"}, {"c"}).attribute("kernel_shape", {2, 2});
        }
        b.node("Relu", {"c"}, {"y"});
        b.output("y");
    };
}

onnx::GraphProto bodyReading(const std::string& value, const std::string& output)
{
    ModelBuilder body;
    body.node("Identity", {value}, {output});
    body.output(output);
    return body.graph();
}

/// An If whose bodies read @p value of the outer graph.
void addIf(ModelBuilder& b, const std::string& value, const std::string& output)
{
    b.node("If", {"cond"}, {output}, "choice")
        .graph("then_branch", bodyReading(value, output + "_t"))
        .graph("else_branch", bodyReading(value, output + "_e"));
    b.output(output);
}

} // namespace

Q_DECLARE_METATYPE(Case)

class tst_QdqPlan : public QObject
{
    Q_OBJECT

private slots:
    void plan_isAsTheReferences_data();
    void plan_isAsTheReferences();
    void plan_ofSelectedNodesOnly_leavesTheOthers();
    void sharedBias_isPlannedForEachReader();
    void computedBias_isToldAndStaysFloat();
    void find_knowsThePlannedTensorsOnly();

private:
    void weightedOperators();
    void activationFunctions();
    void movingOperators();
    void genericOperators();
    void selections();
    void removedPairs();
    void sharedInitializers();
    void controlFlow();

    static void row(const char* name, const QuantConfig& config, int opset, const Build& build, const char* plan,
                    int warnings = 0)
    {
        QTest::newRow(name) << Case{config, opset, build, plan, warnings};
    }
};

void tst_QdqPlan::plan_isAsTheReferences_data()
{
    QTest::addColumn<Case>("c");
    weightedOperators();
    activationFunctions();
    movingOperators();
    genericOperators();
    selections();
    removedPairs();
    sharedInitializers();
    controlFlow();
}

void tst_QdqPlan::plan_isAsTheReferences()
{
    QFETCH(Case, c);
    ModelBuilder b(c.opset);
    c.build(b);
    const Model model = b.model();
    QCOMPARE(model.opset(), c.opset);
    const QdqPlan plan = planOf(model, c.config);
    QCOMPARE(QString::fromStdString(planText(plan)), QString::fromStdString(c.plan));
    QCOMPARE(int(plan.warnings.size()), c.warnings);
    QCOMPARE(plan.index.size(), plan.tensors.size());
    for (const PlannedTensor& tensor : plan.tensors)
        QCOMPARE(plan.find(tensor.name), &tensor);
}

void tst_QdqPlan::weightedOperators()
{
    const auto convolution = [](const char* type, Shape weight, Shape bias, int group) {
        return onInput([=](ModelBuilder& b) {
            b.randomInitializer("w", weight);
            std::vector<std::string> inputs{"x", "w"};
            if (!bias.empty()) {
                b.randomInitializer("b", bias);
                inputs.emplace_back("b");
            }
            b.node(type, inputs, {"y"}).attribute("group", group);
            b.output("y");
        });
    };
    const Build biased = convolution("Conv", {3, 2, 1, 1}, {3}, 1);
    row("Conv", kOnnxRuntime, 13, biased, "x y w! b:x*w");
    row("Conv, Quark", kQuark, 13, biased, "x y w! b:x*w");
    row("Conv, extended", kExtended, 13, biased, "x y w! b:x*w");
    row("Conv without bias", kOnnxRuntime, 13, convolution("Conv", {3, 2, 1, 1}, {}, 1), "x y w!");
    row("Conv, bias left float", with(kOnnxRuntime, [](QuantConfig& c) { c.quantizeBias = false; }), 13, biased,
        "x y w!");
    row("Conv per channel", perChannel(kOnnxRuntime), 13, biased, "x y w!0 b:x*w");
    row("depthwise Conv per channel", perChannel(kOnnxRuntime), 13, convolution("Conv", {2, 1, 1, 1}, {2}, 2),
        "x y w!0 b:x*w");
    row("Conv with computed weight", perChannel(kOnnxRuntime), 13, onInput([](ModelBuilder& b) {
            b.input("v", DataType::Float, {3, 2, 1, 1});
            b.node("Conv", {"x", "v"}, {"y"});
            b.output("y");
        }),
        "x y v");
    row("ConvTranspose", kOnnxRuntime, 13, convolution("ConvTranspose", {2, 3, 1, 1}, {3}, 1), "x y w! b:x*w");
    row("ConvTranspose per channel", perChannel(kOnnxRuntime), 13, convolution("ConvTranspose", {2, 3, 1, 1}, {3}, 1),
        "x y w!1 b:x*w");
    row("grouped ConvTranspose per channel: bias has more channels", perChannel(kOnnxRuntime), 13,
        convolution("ConvTranspose", {2, 2, 1, 1}, {4}, 2), "x y w!1", 1);

    row("Gemm", kOnnxRuntime, 13, gemm(0, {3}), "x y w! b:x*w");
    row("Gemm per channel", perChannel(kOnnxRuntime), 13, gemm(0, {3}), "x y w!1 b:x*w");
    row("Gemm transB per channel", perChannel(kOnnxRuntime), 13, gemm(1, {3}), "x y w!0 b:x*w");
    row("Gemm transB per channel, bias [1, N]", perChannel(kOnnxRuntime), 13, gemm(1, {1, 3}), "x y w!0 b:x*w");
    row("Gemm per channel, bias [M, N]", perChannel(kOnnxRuntime), 13, gemm(0, {2, 3}), "x y w!1", 1);
    row("Gemm per channel, bias [1]", perChannel(kOnnxRuntime), 13, gemm(0, {1}), "x y w!1", 1);
    row("Gemm, bias [M, N]", kOnnxRuntime, 13, gemm(0, {2, 3}), "x y w! b:x*w");
    row("Gemm with beta", kOnnxRuntime, 13, gemm(0, {3}, 0.5F), "x y w! b:x*w*0.50");

    const auto matMul = [](Shape left, Shape right, bool leftConstant, bool rightConstant) {
        return [=](ModelBuilder& b) {
            leftConstant ? b.randomInitializer("l", left) : b.input("l", DataType::Float, left);
            rightConstant ? b.randomInitializer("r", right) : b.input("r", DataType::Float, right);
            b.node("MatMul", {"l", "r"}, {"y"});
            b.output("y");
        };
    };
    row("MatMul by a constant", kOnnxRuntime, 13, matMul({2, 4}, {4, 3}, false, true), "l r! y");
    row("MatMul by a constant, Quark", kQuark, 13, matMul({2, 4}, {4, 3}, false, true), "l r! y");
    row("MatMul by a constant per channel", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4, 3}, false, true),
        "l r!1 y");
    row("MatMul by a batch of constants per channel", perChannel(kOnnxRuntime), 13,
        matMul({5, 2, 4}, {5, 4, 3}, false, true), "l r!2 y");
    row("MatMul by a vector per channel", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4}, false, true), "l r! y");
    row("MatMul of a constant per channel", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4, 3}, true, false),
        "l! r y");
    row("MatMul of two values", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4, 3}, false, false), "l r y");
    const QuantConfig constBOnly = with(kOnnxRuntime, [](QuantConfig& c) { c.matMulConstBOnly = true; });
    row("MatMul of two values, constants only", constBOnly, 13, matMul({2, 4}, {4, 3}, false, false), "");
    row("MatMul by a constant, constants only", constBOnly, 13, matMul({2, 4}, {4, 3}, false, true), "l r! y");

    const auto layerNormalization = [](bool marked) {
        return [=](ModelBuilder& b) {
            b.input("x", DataType::Float, {2, 4}).randomInitializer("s", {4}).randomInitializer("b", {4});
            if (marked)
                b.node("Sigmoid", {"x"}, {"v"});
            b.node("LayerNormalization", {marked ? "v" : "x", "s", "b"}, {"y"});
            b.output("y");
        };
    };
    row("LayerNormalization", perChannel(kOnnxRuntime), 17, layerNormalization(false), "x s! y b:x*s");
    row("LayerNormalization, Quark", kQuark, 17, layerNormalization(false), "x s! y b:x*s");
    row("LayerNormalization, Quark, input not quantized", unforced(kQuark), 17, layerNormalization(false), "");
    row("LayerNormalization, Quark, input quantized", unforced(kQuark), 17, layerNormalization(true), "x v s! y b:v*s");
    row(
        "LayerNormalization without bias, with statistics", kOnnxRuntime, 17,
        [](ModelBuilder& b) {
            b.input("x", DataType::Float, {2, 4}).randomInitializer("s", {4});
            b.node("LayerNormalization", {"x", "s"}, {"y", "mean"});
            b.output("y").output("mean");
        },
        "x s! y mean");
    const Build instanceNormalization = onInput([](ModelBuilder& b) {
        b.randomInitializer("s", {2}).randomInitializer("b", {2});
        b.node("InstanceNormalization", {"x", "s", "b"}, {"y"});
        b.output("y");
    });
    row("InstanceNormalization", kOnnxRuntime, 13, instanceNormalization, "x s! y b:x*s");
    row("InstanceNormalization, Quark", unforced(kQuark), 13, instanceNormalization, "x s! y b:x*s");
    const Build batchNormalization = onInput([](ModelBuilder& b) {
        for (const char* name : {"s", "b", "mean"})
            b.randomInitializer(name, {2});
        b.initializer("var", {2}, {1, 2});
        b.node("BatchNormalization", {"x", "s", "b", "mean", "var"}, {"y"});
        b.output("y");
    });
    row("BatchNormalization", kOnnxRuntime, 13, batchNormalization, "x s! y b:x*s");
    row("BatchNormalization, Quark", kQuark, 13, batchNormalization, "");
}

void tst_QdqPlan::activationFunctions()
{
    row("Conv, Relu", kOnnxRuntime, 13, convThen("Relu"), "x w! y c>y");
    row("Conv, Relu, Quark", kQuark, 13, convThen("Relu"), "x w! y c>y");
    row("Conv, Relu, symmetric", symmetric(kOnnxRuntime), 13, convThen("Relu"), "x c w! y");
    const QuantConfig asymmetric = with(kExtended, [](QuantConfig& c) {
        c.activationType = DataType::UInt8;
        c.activationSymmetric = false;
        c.removeQDQConvRelu = false;
    });
    row("Conv, Relu, extended", asymmetric, 13, convThen("Relu"), "x c w! y");
    row("Conv, Relu, extended, FoldRelu", with(asymmetric, [](QuantConfig& c) { c.foldRelu = true; }), 13,
        convThen("Relu"), "x w! y c>y");
    row("Conv, Clip(0, 6)", kOnnxRuntime, 13, convClip(0, 6), "x w! y c>y");
    row("Conv, Clip(-1, 1)", kOnnxRuntime, 13, convClip(-1, 1), "x w! y c>y");
    row("Conv, Clip(-1, 0)", kOnnxRuntime, 13, convClip(-1, 0), "x w! y c>y");
    row("Conv, Clip(1, 6): no zero", kOnnxRuntime, 13, convClip(1, 6), "x c w! y");
    row("Conv, Clip(1, 6), Quark", kQuark, 13, convClip(1, 6), "x c w! y");
    row("Conv, Clip(-6, -1): no zero", kOnnxRuntime, 13, convClip(-6, -1), "x c w! y");
    row("Conv, Clip without bounds", kOnnxRuntime, 13, convThen("Clip"), "x w! y c>y");
    row("Conv, Clip with a lower bound", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.initializer("lo", {}, {0.5F});
            b.node("Clip", {"c", "lo"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("Conv, Clip with an upper bound", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.initializer("hi", {}, {0.5F});
            b.node("Clip", {"c", "", "hi"}, {"y"});
            b.output("y");
        }),
        "x w! y c>y");
    row("Conv, Clip with a computed bound", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.input("hi", DataType::Float, {});
            b.node("Clip", {"c", "", "hi"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    const auto oldClip = [](float low, float high) {
        return afterConv([=](ModelBuilder& b) {
            b.node("Clip", {"c"}, {"y"}).attribute("min", low).attribute("max", high);
            b.output("y");
        });
    };
    row("Conv, Clip(0, 6) by attributes", kOnnxRuntime, 10, oldClip(0, 6), "x w! y c>y");
    row("Conv, Clip(1, 6) by attributes", kOnnxRuntime, 10, oldClip(1, 6), "x c w! y");
    row("Conv, Relu, Clip, Relu", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.initializer("lo", {}, {0}).initializer("hi", {}, {6});
            b.node("Relu", {"c"}, {"r"});
            b.node("Clip", {"r", "lo", "hi"}, {"t"});
            b.node("Relu", {"t"}, {"y"});
            b.output("y");
        }),
        "x w! y c>r r>t t>y");
    row("Relu on a graph input", kOnnxRuntime, 13, onInput([](ModelBuilder& b) {
            b.randomInitializer("w", {2, 2, 1, 1});
            b.node("Relu", {"x"}, {"r"});
            conv(b, "r", "y");
            b.output("y");
        }),
        "r y w!");
    row("Relu on a graph input that a Conv reads first", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"x"}, {"y"});
            b.output("c").output("y");
        }),
        "x c w! y");
    row("Conv with two readers, one a Relu", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"c"}, {"y"});
            b.node("Sigmoid", {"c"}, {"z"});
            b.output("y").output("z");
        }),
        "x c w! y z");
    row("Relu with two readers", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"c"}, {"r"});
            b.node("Sigmoid", {"r"}, {"y"});
            b.node("LeakyRelu", {"r"}, {"z"});
            b.output("y").output("z");
        }),
        "x w! r y z c>r");
    row("Relu of a graph output", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"c"}, {"y"});
            b.output("c").output("y");
        }),
        "x c w! y");
    row("Relu of a value that shares its parameters", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.int64s("shape", {2, 16});
            b.node("Reshape", {"c", "shape"}, {"r"});
            b.node("Relu", {"r"}, {"y"});
            b.output("y");
        }),
        "x c w! r=c y");
}

void tst_QdqPlan::movingOperators()
{
    const auto maxPool = [](ModelBuilder& b) {
        b.node("MaxPool", {"c"}, {"y"}).attribute("kernel_shape", {2, 2});
        b.output("y");
    };
    row("MaxPool, opset 11", kOnnxRuntime, 11, afterConv(maxPool), "x c w!");
    row("MaxPool, opset 12", kOnnxRuntime, 12, afterConv(maxPool), "x c w! y=c");
    row("MaxPool, opset 13", kQuark, 13, afterConv(maxPool), "x c w! y=c");
    const Build maxPoolOnly = onInput([](ModelBuilder& b) {
        b.node("MaxPool", {"x"}, {"y"}).attribute("kernel_shape", {2, 2});
        b.output("y");
    });
    row("MaxPool of a value that stays float", kOnnxRuntime, 13, maxPoolOnly, "");
    row("MaxPool of a value that stays float, forced", forced(kOnnxRuntime), 13, maxPoolOnly, "x y=x");
    row("Resize, opset 10", kOnnxRuntime, 10, resize(10), "x c w!");
    row("Resize, opset 11", kOnnxRuntime, 11, resize(11), "x c w! y=c");
    row("Resize, opset 13", kQuark, 13, resize(13), "x c w! y=c");

    const auto chain = [](ModelBuilder& b) {
        b.int64s("shape", {2, 16}).int64s("axes", {0});
        b.node("Reshape", {"c", "shape"}, {"r"});
        b.node("Transpose", {"r"}, {"t"});
        b.node("Unsqueeze", {"t", "axes"}, {"u"});
        b.node("Squeeze", {"u", "axes"}, {"y"});
        b.output("y");
    };
    row("Reshape, Transpose, Unsqueeze, Squeeze", kOnnxRuntime, 13, afterConv(chain), "x c w! r=c t=r u=t y=u");
    row("the same, Quark", kQuark, 13, afterConv(chain), "x c w! r=c t=r u=t y=u");
    const Build reshapeOnly = onInput([](ModelBuilder& b) {
        b.int64s("shape", {-1});
        b.node("Reshape", {"x", "shape"}, {"y"});
        b.output("y");
    });
    row("Reshape of a value that stays float", unforced(kQuark), 13, reshapeOnly, "");
    row("Reshape of a value that stays float, forced", kQuark, 13, reshapeOnly, "x y=x");
    const auto flatten = [](ModelBuilder& b) {
        b.node("Flatten", {"c"}, {"y"});
        b.output("y");
    };
    row("Flatten", kOnnxRuntime, 13, afterConv(flatten), "x c w! y=c");
    row("Flatten, Quark: not in the list", kQuark, 13, afterConv(flatten), "x c w!");
    const auto averagePool = [](ModelBuilder& b) {
        b.node("AveragePool", {"c"}, {"y"}).attribute("kernel_shape", {2, 2});
        b.output("y");
    };
    row("AveragePool", kOnnxRuntime, 13, afterConv(averagePool), "x c w! y=c");
    row("AveragePool, Quark", kQuark, 13, afterConv(averagePool), "x c w! y=c");
    row("AveragePool, extended", kExtended, 13, afterConv(averagePool), "x c w! y");
    const auto slice = [](ModelBuilder& b) {
        b.int64s("from", {0}).int64s("to", {1}).int64s("axes", {1});
        b.node("Slice", {"c", "from", "to", "axes"}, {"y"});
        b.output("y");
    };
    row("Slice", kOnnxRuntime, 13, afterConv(slice), "x c w! y=c");
    row("Slice, Quark: not in the list", kQuark, 13, afterConv(slice), "x c w!");
    row("Slice, extended", kExtended, 13, afterConv(slice), "x c w! y");
    row("TopK", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.int64s("k", {1});
            b.node("TopK", {"c", "k"}, {"y", "at"});
            b.output("y");
        }),
        "x c w! y=c");

    const Build split = onInput([](ModelBuilder& b) {
        b.node("Split", {"x"}, {"y", "z"}).attribute("axis", 1);
        b.output("y").output("z");
    });
    row("Split", kOnnxRuntime, 13, split, "x y=x z=x");
    row("Split, Quark", unforced(kQuark), 13, split, "x y=x z=x");
    row("Split, extended", kExtended, 13, split, "x y z");

    const Build lookUp = [](ModelBuilder& b) {
        b.input("i", DataType::Int64, {3}).randomInitializer("t", {5, 2});
        b.node("Gather", {"t", "i"}, {"y"});
        b.output("y");
    };
    row("Gather from a constant", kOnnxRuntime, 13, lookUp, "t# y=t");
    row("Gather from a constant, Quark", unforced(kQuark), 13, lookUp, "t! y=t");
    const Build gather = onInput([](ModelBuilder& b) {
        b.int64s("i", {0});
        b.node("Gather", {"x", "i"}, {"y"});
        b.output("y");
    });
    row("Gather from a value that stays float", kOnnxRuntime, 13, gather, "");
    row("Gather from a value that stays float, forced", kQuark, 13, gather, "x y=x");
    row("Gather from a quantized value", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.int64s("i", {0});
            b.node("Gather", {"c", "i"}, {"y"});
            b.output("y");
        }),
        "x c w! y=c");
    row(
        "Gather of integers", kQuark, 13,
        [](ModelBuilder& b) {
            b.input("i", DataType::Int64, {3}).int64s("t", {7, 8, 9});
            b.node("Gather", {"t", "i"}, {"y"});
            b.output("y", DataType::Int64, {3});
        },
        "");

    row("Where, both branches float", kOnnxRuntime, 13, where(false, false), "");
    row("Where, left branch quantized", kOnnxRuntime, 13, where(true, false), "l ls");
    row("Where, right branch quantized", unforced(kQuark), 13, where(false, true), "r rs");
    row("Where, both branches quantized", kOnnxRuntime, 13, where(true, true), "l ls r rs y");
    row("Where, forced", kQuark, 13, where(false, false), "l r y");
    const Build whereConstant = [](ModelBuilder& b) {
        b.input("m", DataType::Bool, {4}).input("l", DataType::Float, {4}).initializer("k", {1}, {-10});
        b.node("Where", {"m", "l", "k"}, {"y"});
        b.output("y");
    };
    row("Where with a constant", kOnnxRuntime, 13, whereConstant, "");
    row("Where with a constant, forced", forced(kOnnxRuntime), 13, whereConstant, "l k# y");
    row("Where with a constant, Quark", kQuark, 13, whereConstant, "l k! y");

    row("Pad with 0", kOnnxRuntime, 13, pad("constant", {0}), "x k# y=x");
    row("Pad with 1", kOnnxRuntime, 13, pad("constant", {1}), "x k# y");
    row("Pad with nothing said", kOnnxRuntime, 13, pad("constant", {}), "x y=x");
    row("Pad with a computed value", kOnnxRuntime, 13, pad("constant", {}, true), "x v y");
    row("Pad by reflection", kOnnxRuntime, 13, pad("reflect", {}), "x y=x");
    row("Pad by the edge", kOnnxRuntime, 13, pad("edge", {}), "x y=x");
    row("Pad, Quark", kQuark, 13, pad("constant", {0}), "x k! y");
    const auto oldPad = [](float value) {
        return onInput([=](ModelBuilder& b) {
            b.node("Pad", {"x"}, {"y"}).attribute("pads", {0, 0, 1, 1, 0, 0, 1, 1}).attribute("value", value);
            b.output("y");
        });
    };
    row("Pad with 0 by attribute", kOnnxRuntime, 10, oldPad(0), "x y=x");
    row("Pad with 1 by attribute", kOnnxRuntime, 10, oldPad(1), "x y");
}

void tst_QdqPlan::genericOperators()
{
    const Build concat = [](ModelBuilder& b) {
        b.input("l", DataType::Float, {2}).input("r", DataType::Float, {2}).initializer("k", {2}, {1, 2});
        b.node("Concat", {"l", "k", "r"}, {"y"}).attribute("axis", 0);
        b.output("y");
    };
    row("Concat", kOnnxRuntime, 13, concat, "l k# r y");
    row("Concat, Quark", kQuark, 13, concat, "l k! r y");
    row("Softmax", kOnnxRuntime, 13, onInput([](ModelBuilder& b) {
            b.node("Softmax", {"x"}, {"y"});
            b.output("y");
        }),
        "x y");
    row("Add of a value to itself", kOnnxRuntime, 13, onInput([](ModelBuilder& b) {
            b.node("Add", {"x", "x"}, {"y"});
            b.output("y");
        }),
        "x y");
    row("Add of a constant", kOnnxRuntime, 13, withConstant("Add"), "x k# y");
    row("Add of a constant, Quark", kQuark, 13, withConstant("Add"), "x k! y");
    row("Add of a constant, extended", kExtended, 13, withConstant("Add"), "x k! y");
    const QuantConfig aligned = with(kExtended, [](QuantConfig& c) { c.alignEltwiseQuantType = true; });
    for (const char* opType : {"Add", "Sub", "Mul", "Div", "Min", "Max"}) {
        row((std::string(opType) + " of a constant, extended, AlignEltwiseQuantType").c_str(), aligned, 13,
            withConstant(opType), "x k# y");
    }
    row("PRelu's slope, extended, AlignEltwiseQuantType", aligned, 13, withConstant("PRelu"), "x k! y");
    row("Dropout's mask is no float", with(kOnnxRuntime, [](QuantConfig& c) { c.quantizeAllOpTypes = true; }), 13,
        onInput([](ModelBuilder& b) {
            b.node("Dropout", {"x"}, {"y", "mask"});
            b.output("y").output("mask", DataType::Bool, {1, 2, 4, 4});
        }),
        "x y");

    const auto foreign = [](const char* opType, bool declared) {
        return onInput([=](ModelBuilder& b) {
            b.import("com.microsoft", 1);
            b.node(opType, {"x"}, {"g"}).domain("com.microsoft").attribute("kernel_shape", {2, 2});
            if (declared)
                b.value("g", DataType::Float, {1, 2, 4, 4});
            b.node("Sigmoid", {"g"}, {"y"});
            b.output("y");
        });
    };
    row("com.microsoft Gelu", kQuark, 13, foreign("Gelu", true), "x g y");
    row("com.microsoft Gelu, type of its output unknown", kQuark, 13, foreign("Gelu", false), "x y");
    row("com.microsoft Gelu, ONNX Runtime: not in the list", kOnnxRuntime, 13, foreign("Gelu", true), "g y");
    row("an operator of another domain with a known name", kOnnxRuntime, 13, foreign("MaxPool", true), "x g y");
}

void tst_QdqPlan::selections()
{
    const Build convExp = convThen("Exp");
    row("Exp is not in the list", kOnnxRuntime, 13, convExp, "x c w!");
    row("QuantizeAllOpTypes", with(kOnnxRuntime, [](QuantConfig& c) { c.quantizeAllOpTypes = true; }), 13, convExp,
        "x c w! y");
    row("ExtraOpTypesToQuantize", with(kQuark, [](QuantConfig& c) { c.extraOpTypesToQuantize = {"Exp"}; }), 13, convExp,
        "x c w! y");
    row("OpTypesToQuantize", with(kQuark, [](QuantConfig& c) { c.opTypesToQuantize = {"Exp"}; }), 13, convExp, "c y");
    row("OpTypesToQuantize and ExtraOpTypesToQuantize",
        with(kQuark,
             [](QuantConfig& c) {
                 c.opTypesToQuantize = {"Conv"};
                 c.extraOpTypesToQuantize = {"Exp"};
             }),
        13, convExp, "x c w! y");
    row("OpTypesToQuantize without Relu: nothing is folded",
        with(kOnnxRuntime, [](QuantConfig& c) { c.opTypesToQuantize = {"Conv"}; }), 13, convThen("Relu"), "x c w!");
    const Build argMax = onInput([](ModelBuilder& b) {
        b.node("ArgMax", {"x"}, {"y"});
        b.output("y", DataType::Int64, {1, 2, 4, 4});
    });
    row("ArgMax", kOnnxRuntime, 13, argMax, "x");
}

void tst_QdqPlan::removedPairs()
{
    const auto switched = [](const QuantConfig& config, auto member) {
        return with(config, [member](QuantConfig& c) { c.*member = false; });
    };
    const QuantConfig quark = symmetric(kQuark); // nothing is folded
    row("Conv, Clip(0, 6), symmetric", quark, 13, convClip(0, 6), "x c- w! y");
    row("Conv, Clip(0, 1), symmetric", quark, 13, convClip(0, 1), "x c- w! y");
    row("Conv, Clip(0, 5), symmetric", quark, 13, convClip(0, 5), "x c w! y");
    row("Conv, Clip(-1, 1), symmetric", quark, 13, convClip(-1, 1), "x c w! y");
    row("Conv, Clip(0, 6), kept", switched(quark, &QuantConfig::removeQDQConvClip), 13, convClip(0, 6), "x c w! y");
    row("Conv, Clip(0, 6) by attributes", quark, 10, afterConv([](ModelBuilder& b) {
            b.node("Clip", {"c"}, {"y"}).attribute("min", 0.0F).attribute("max", 6.0F);
            b.output("y");
        }),
        "x c w! y");
    row("Conv, Relu, pair", quark, 13, convThen("Relu"), "x c- w! y");
    row("Conv, Relu, pair kept", switched(quark, &QuantConfig::removeQDQConvRelu), 13, convThen("Relu"), "x c w! y");
    row("Conv, LeakyRelu", kQuark, 13, convThen("LeakyRelu"), "x c- w! y");
    row("Conv, LeakyRelu, pair kept", switched(kQuark, &QuantConfig::removeQDQConvLeakyRelu), 13, convThen("LeakyRelu"),
        "x c w! y");
    row("Conv, LeakyRelu, ONNX Runtime", kOnnxRuntime, 13, convThen("LeakyRelu"), "x c w! y");
    const Build prelu = afterConv([](ModelBuilder& b) {
        b.initializer("k", {1}, {0.1F});
        b.node("PRelu", {"c", "k"}, {"y"});
        b.output("y");
    });
    row("Conv, PRelu", kExtended, 13, prelu, "x c- w! k! y");
    row("Conv, PRelu, pair kept", switched(kExtended, &QuantConfig::removeQDQConvPRelu), 13, prelu, "x c w! k! y");
    row("Conv as PRelu's slope", kExtended, 13, afterConv([](ModelBuilder& b) {
            b.node("PRelu", {"x", "c"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("Conv with two readers, one a LeakyRelu", kQuark, 13, afterConv([](ModelBuilder& b) {
            b.node("LeakyRelu", {"c"}, {"y"});
            b.node("Sigmoid", {"c"}, {"z"});
            b.output("y").output("z");
        }),
        "x c w! y z");
    row("LeakyRelu of a graph output", kQuark, 13, afterConv([](ModelBuilder& b) {
            b.node("LeakyRelu", {"c"}, {"y"});
            b.output("c").output("y");
        }),
        "x c w! y");
    row("Add, Relu", quark, 13, producerThenRelu("Add"), "p q c- y");
    row("AveragePool, Relu", symmetric(kExtended), 13, producerThenRelu("AveragePool"), "p c- y");
    row("ConvTranspose, Relu", quark, 13, producerThenRelu("ConvTranspose"), "p c- w! y");
    row("Gemm, Relu", quark, 13, producerThenRelu("Gemm"), "p c- q y");
    row("GlobalAveragePool, Relu", quark, 13, producerThenRelu("GlobalAveragePool"), "p c- y");
    row("MatMul, Relu", quark, 13, producerThenRelu("MatMul"), "p q c- y");
    row("MaxPool, Relu", quark, 13, producerThenRelu("MaxPool"), "p c=p- y");
    row("Mul, Relu", quark, 13, producerThenRelu("Mul"), "p q c y");

    row("Pad, AveragePool", kQuark, 13, padThen("AveragePool"), "x p- y=p");
    row("Pad, AveragePool, extended", kExtended, 13, padThen("AveragePool"), "x p- y");
    row("Pad, GlobalAveragePool", kQuark, 13, padThen("GlobalAveragePool"), "x p- y");
    row("Pad, AveragePool, ONNX Runtime", kOnnxRuntime, 13, padThen("AveragePool"), "x p=x y=p");
    row("Pad, Sigmoid", kQuark, 13, padThen("Sigmoid"), "x p y");
}

void tst_QdqPlan::sharedInitializers()
{
    const Build twoConvs = afterConv([](ModelBuilder& b) {
        conv(b, "c", "y");
        b.output("y");
    });
    row("one weight, two Convs", perChannel(kOnnxRuntime), 13, twoConvs, "x c w!0 y");
    row("one weight, channels on two axes", perChannel(kOnnxRuntime), 13, afterConv([](ModelBuilder& b) {
            b.node("ConvTranspose", {"c", "w"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("a weight that is added as well", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Add", {"c", "w"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("a constant that is a weight as well", perChannel(kOnnxRuntime), 13, onInput([](ModelBuilder& b) {
            b.randomInitializer("w", {2, 2, 1, 1});
            b.node("Mul", {"x", "w"}, {"m"});
            b.node("Conv", {"x", "w"}, {"y"});
            b.output("m").output("y");
        }),
        "x w! m y");
    // A value that takes over a weight's parameters has no channels on that axis: one scale for all.
    const auto tied = [](const char* first, const char* second) {
        return [=](ModelBuilder& b) {
            b.input("i", DataType::Int64, {2}).input("x", DataType::Float, {2, 5}).randomInitializer("w", {5, 3});
            for (const std::string type : {first, second}) {
                if (type == "Gather")
                    b.node("Gather", {"w", "i"}, {"g"});
                else
                    b.node("MatMul", {"x", "w"}, {"m"});
            }
            b.output("g").output("m");
        };
    };
    row("a per-channel weight, then looked up", perChannel(kOnnxRuntime), 13, tied("MatMul", "Gather"), "x w! m g=w");
    row("looked up, then a per-channel weight", perChannel(kOnnxRuntime), 13, tied("Gather", "MatMul"), "w! g=w x m");
    row("a per-channel weight, then reshaped", perChannel(kQuark), 13, afterConv([](ModelBuilder& b) {
            b.int64s("shape", {4});
            b.node("Reshape", {"w", "shape"}, {"r"});
            b.node("Sigmoid", {"r"}, {"y"});
            b.output("c").output("y");
        }),
        "x c w! r=w y");
}

void tst_QdqPlan::controlFlow()
{
    const QuantConfig all = with(kQuark, [](QuantConfig& c) { c.quantizeAllOpTypes = true; });
    row("If stays as it is", all, 13, onInput([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("Sigmoid", {"x"}, {"s"});
            addIf(b, "s", "y");
        }),
        "x s");
    row("a Relu's input that a body reads", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("Relu", {"c"}, {"y"});
            b.output("y");
            addIf(b, "c", "z");
        }),
        "x c w! y");
    // The body would see what the Relu was to cut off.
    row("a Relu's output that a body reads", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("Relu", {"c"}, {"y"});
            b.output("y");
            addIf(b, "y", "z");
        }),
        "x c w! y");
    row("a LeakyRelu's input that a body reads", kQuark, 13, afterConv([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("LeakyRelu", {"c"}, {"y"});
            b.output("y");
            addIf(b, "c", "z");
        }),
        "x c w! y");
}

void tst_QdqPlan::plan_ofSelectedNodesOnly_leavesTheOthers()
{
    ModelBuilder b(13);
    afterConv([](ModelBuilder& rest) {
        rest.node("Sigmoid", {"c"}, {"s"}, "sigmoid");
        rest.node("LeakyRelu", {"s"}, {"y"}, "leaky");
        rest.output("y");
    })(b);
    const Model model = b.model();
    const Graph graph(model);
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {})), std::string());
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {0})), std::string("x c w!"));
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {1})), std::string("c s"));
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {0, 2})), std::string("x c w! s y"));
}

void tst_QdqPlan::sharedBias_isPlannedForEachReader()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1}).randomInitializer("b", {2});
    b.node("Conv", {"x", "w", "b"}, {"c"});
    b.node("Conv", {"c", "w", "b"}, {"y"});
    b.output("y");
    const QdqPlan plan = planOf(b.model(), kOnnxRuntime);
    QCOMPARE(planText(plan), std::string("x c w! y b:x*w b:c*w"));
    QCOMPARE(plan.biases[0].node, std::size_t(0));
    QCOMPARE(plan.biases[1].node, std::size_t(1));
    QCOMPARE(plan.biases[1].input, std::size_t(2));
}

void tst_QdqPlan::computedBias_isToldAndStaysFloat()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).input("v", DataType::Float, {2}).randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w", "v"}, {"y"}, "the_conv");
    b.output("y");
    const QdqPlan plan = planOf(b.model(), kOnnxRuntime);
    QCOMPARE(planText(plan), std::string("x y w!"));
    QCOMPARE(plan.warnings.size(), std::size_t(1));
    QVERIFY(plan.warnings[0].find("'the_conv'") != std::string::npos);
    QVERIFY(plan.warnings[0].find("stays float") != std::string::npos);
}

void tst_QdqPlan::find_knowsThePlannedTensorsOnly()
{
    ModelBuilder b(13);
    convThen("Relu")(b);
    const QdqPlan plan = planOf(b.model(), kOnnxRuntime);
    QCOMPARE(plan.find("c"), nullptr); // folded
    QCOMPARE(plan.find("nothing"), nullptr);
    QVERIFY(plan.find("y"));
    QCOMPARE(plan.find("w")->role, PlannedTensor::Role::Weight);
}

QTEST_GUILESS_MAIN(tst_QdqPlan)
#include "tst_qdq_plan.moc"
