// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/plan_cases.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Operators that only move values: their outputs share the parameters of their inputs.

namespace {

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

} // namespace

class tst_QdqPlanPassThrough : public QObject
{
    Q_OBJECT

private slots:
    void plan_isAsTheReferences_data();
    void plan_isAsTheReferences();
};

void tst_QdqPlanPassThrough::plan_isAsTheReferences_data()
{
    QTest::addColumn<PlanCase>("c");
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
    row(
        "Split of a constant", kOnnxRuntime, 13,
        [](ModelBuilder& b) {
            b.randomInitializer("k", {2, 4});
            b.node("Split", {"k"}, {"y", "z"});
            b.output("y").output("z");
        },
        "k# y=k z=k");
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

void tst_QdqPlanPassThrough::plan_isAsTheReferences()
{
    QFETCH(PlanCase, c);
    verifyPlan(c);
}

QTEST_GUILESS_MAIN(tst_QdqPlanPassThrough)
#include "tst_qdq_plan_pass_through.moc"
