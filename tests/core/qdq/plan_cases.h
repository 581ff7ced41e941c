// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/qdq/plan_text.h"

#include <QTest>

#include <functional>

namespace quantiscope::test {

// Expectations are read off ONNX Runtime 1.31.1's quantization/operators/*.py and qdq_quantizer.py for its own rules,
// and off the description of the reference quantizer (sections 4.1, 4.5, 4.6, 13) for the others.

using Configure = std::function<void(QuantConfig&)>;

/// A model, a configuration, and the plan that must come of them as planText() writes it.
struct PlanCase
{
    QuantConfig config;
    int opset = 13;
    Build build;
    std::string plan;
    int warnings = 0;
};

inline const QuantConfig kOnnxRuntime = onnxRuntimeConfig();
inline const QuantConfig kQuark = quarkConfig();
inline const QuantConfig kExtended = extendedConfig();

inline QuantConfig with(QuantConfig config, const Configure& configure)
{
    configure(config);
    return config;
}

inline QuantConfig symmetric(const QuantConfig& config)
{
    return with(config, [](QuantConfig& c) { c.activationSymmetric = true; });
}

inline QuantConfig unforced(const QuantConfig& config)
{
    return with(config, [](QuantConfig& c) { c.placement.forceQuantizeNoInputCheck = false; });
}

inline QuantConfig forced(const QuantConfig& config)
{
    return with(config, [](QuantConfig& c) { c.placement.forceQuantizeNoInputCheck = true; });
}

/// A pointwise convolution of two channels: @p input → @p output, weight w.
inline void conv(ModelBuilder& b, const std::string& input, const std::string& output)
{
    b.node("Conv", {input, "w"}, {output}, "conv_" + output);
}

/// x [1, 2, 4, 4] → Conv → c, then what @p rest adds.
inline Build afterConv(const Build& rest)
{
    return [rest](ModelBuilder& b) {
        b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
        conv(b, "x", "c");
        rest(b);
    };
}

/// x [1, 2, 4, 4], then what @p rest adds.
inline Build onInput(const Build& rest)
{
    return [rest](ModelBuilder& b) {
        b.input("x", DataType::Float, {1, 2, 4, 4});
        rest(b);
    };
}

/// Conv → Clip with these bounds as initializers.
inline Build convClip(float low, float high)
{
    return afterConv([=](ModelBuilder& b) {
        b.initializer("lo", {}, {low}).initializer("hi", {}, {high});
        b.node("Clip", {"c", "lo", "hi"}, {"y"});
        b.output("y");
    });
}

/// Conv → an operator with one input.
inline Build convThen(const char* opType)
{
    return afterConv([=](ModelBuilder& b) {
        b.node(opType, {"c"}, {"y"});
        b.output("y");
    });
}

/// A row of a table with the column "c".
inline void row(const char* name, const QuantConfig& config, int opset, const Build& build, const char* plan,
                int warnings = 0)
{
    QTest::newRow(name) << PlanCase{config, opset, build, plan, warnings};
}

/// What a test does with its row.
inline void verifyPlan(const PlanCase& c)
{
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

} // namespace quantiscope::test
