// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/passes/passes.h"
#include "core/runtime/inference_session.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope::test {

/// What a pass made of a model.
struct PassOutcome
{
    Model model; ///< the one before when the pass changed nothing
    PassResult result;
};

/// Runs @p pass alone; the test ends with the reason when its result is not valid.
inline PassOutcome runPass(void (*pass)(PassRun&), const Model& before, const QuantConfig& config = {})
{
    const Graph graph(before);
    PassRun run(graph, config);
    pass(run);
    PassResult result = run.result();
    auto after = run.finish();
    if (!after)
        qFatal("%s", after.error().message.c_str());
    if (after->has_value() != (result.changed > 0))
        qFatal("The pass counts %zu changes, but %s.", result.changed, *after ? "changed the model" : "changed none");
    return {*after ? std::move(**after) : before.clone(), std::move(result)};
}

/// The largest difference of the float outputs of two models, divided by the largest magnitude of that output (or 1
/// when it is smaller); infinite when shapes differ.
inline double relativeDifference(const Model& before, const Model& after, const NamedTensors& inputs)
{
    const std::vector<Tensor> expected = outputsOf(before, inputs);
    const std::vector<Tensor> found = outputsOf(after, inputs);
    if (expected.size() != found.size())
        return std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (expected[i].shape() != found[i].shape())
            return std::numeric_limits<double>::infinity();
        const auto a = expected[i].as<float>();
        const auto b = found[i].as<float>();
        double largest = 1.0;
        double distance = 0.0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            largest = std::max(largest, std::abs(double(a[k])));
            const double difference = std::abs(double(a[k]) - b[k]);
            distance =
                std::isfinite(difference) ? std::max(distance, difference) : std::numeric_limits<double>::infinity();
        }
        most = std::max(most, distance / largest);
    }
    return most;
}

/// The same on random inputs of @p before.
inline double relativeDifference(const Model& before, const Model& after)
{
    return relativeDifference(before, after, randomInputs(before, 7, 2.0F));
}

/// Types of the top-level nodes, in order: "Conv Relu".
inline QString operatorsOf(const Model& model)
{
    QStringList types;
    for (const auto& node : model.graph().node())
        types += QString::fromStdString(node.op_type());
    return types.join(' ');
}

/// Parameters of a BatchNormalization of @p channels, named after it; the variance is positive.
inline void addBatchNorm(ModelBuilder& b, const std::string& name, int channels, const std::string& input,
                         const std::string& output, float epsilon = 1e-3F)
{
    b.randomInitializer(name + "_scale", {channels}, 2.0F, 11).randomInitializer(name + "_bias", {channels}, 1.0F, 12);
    b.randomInitializer(name + "_mean", {channels}, 1.0F, 13);
    std::vector<float> variance;
    for (int c = 0; c < channels; ++c)
        variance.push_back(0.25F + 0.5F * static_cast<float>(c));
    b.initializer(name + "_var", {channels}, variance);
    b.node("BatchNormalization", {input, name + "_scale", name + "_bias", name + "_mean", name + "_var"}, {output},
           name)
        .attribute("epsilon", epsilon);
}

inline void verifySkipped(const PassResult& result, const char* text)
{
    QCOMPARE(result.skipped.size(), std::size_t(1));
    QVERIFY2(QString::fromStdString(result.skipped[0]).contains(QLatin1String(text)), result.skipped[0].c_str());
}

} // namespace quantiscope::test
