// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_inserter.h"
#include "core/runtime/inference_session.h"
#include "tests/core/qdq/plan_text.h"
#include "tests/support/model_runs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quantiscope::test {

/// The elements of an initializer as T; empty when there is none of that name.
template <typename T>
std::vector<T> elementsOf(const Model& model, const std::string& name)
{
    const onnx::TensorProto* tensor = findInitializer(model.graph(), name);
    if (!tensor)
        return {};
    const auto bytes = model.bytesOf(*tensor);
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty())
        std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

/// All outputs of @p model for @p inputs; @p failure is set when it does not load or run.
inline std::vector<Tensor> outputsOf(const Model& model, const NamedTensors& inputs, OptimizationLevel level,
                                     std::string& failure)
{
    SessionOptions options;
    options.optimization = level;
    options.threads = 1;
    auto session = InferenceSession::create(environment(), model, options);
    if (!session) {
        failure = session.error().message;
        return {};
    }
    auto outputs = session->run(inputs, {});
    if (!outputs) {
        failure = outputs.error().message;
        return {};
    }
    return std::move(*outputs);
}

/// A tiny model, quantized with the ranges of one random sample, and what both compute for it.
struct QuantizedRun
{
    QuantizedRun(const ModelBuilder& builder, const QuantConfig& quantConfig,
                 const std::set<std::string>& excluded = {}, OptimizationLevel optimization = OptimizationLevel::All)
        : original(builder.model()), config(quantConfig), inputs(randomInputs(original, 7))
    {
        const Graph graph(original);
        Feedback feedback;
        selected = selectNodes(graph, config, excluded, feedback);
        plan = planQdq(graph, config, selected);
        ranges = observedRanges();
        adjustRanges(graph, config, selected, ranges);
        auto tensorParams = computeTensorParams(graph, config, plan, ranges);
        if (!tensorParams) {
            failure = tensorParams.error().message;
            return;
        }
        params = std::move(*tensorParams);
        auto inserted = insertQdq(original.clone(), config, selected, plan, params);
        if (!inserted) {
            failure = inserted.error().message;
            return;
        }
        result.emplace(std::move(*inserted));
        check(optimization);
    }

    [[nodiscard]] const Model& model() const { return result->model; }
    [[nodiscard]] const onnx::GraphProto& graph() const { return model().graph(); }
    [[nodiscard]] const onnx::NodeProto* node(const std::string& name) const { return findNode(graph(), name); }

    /// Distance of the quantized outputs from the float ones over their length, the worst output's.
    [[nodiscard]] double error(OptimizationLevel level = OptimizationLevel::Disabled) const
    {
        const std::vector<Tensor>& outputs = level == OptimizationLevel::Disabled ? exactOutputs : optimizedOutputs;
        double worst = 0;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (outputs[i].type() != DataType::Float)
                continue;
            const auto a = floatOutputs[i].as<float>();
            const auto b = outputs[i].as<float>();
            double distance = 0;
            double length = 0;
            for (std::size_t k = 0; k < a.size(); ++k) {
                distance += std::pow(double(a[k]) - double(b[k]), 2);
                length += std::pow(double(a[k]), 2);
            }
            worst = std::max(worst, distance == 0 ? 0.0 : std::sqrt(distance / std::max(length, 1e-30)));
        }
        return worst;
    }

    Model original;
    QuantConfig config;
    NamedTensors inputs;
    std::vector<std::size_t> selected;
    QdqPlan plan;
    TensorRanges ranges;
    TensorParams params;
    std::optional<QuantizedGraph> result;
    std::vector<Tensor> floatOutputs;
    std::vector<Tensor> exactOutputs; ///< without graph optimization: the arithmetic as the model states it
    std::vector<Tensor> optimizedOutputs; ///< with ONNX Runtime's integer kernels
    std::string failure; ///< why something did not work; empty when all did

private:
    TensorRanges observedRanges()
    {
        TensorRanges found;
        const Model everything = withAllOutputs(original);
        const std::vector<Tensor> values = outputsOf(everything, inputs, OptimizationLevel::Disabled, failure);
        const auto add = [&found](const std::string& name, const Tensor& tensor) {
            if (tensor.type() != DataType::Float || tensor.elements() == 0)
                return;
            const auto elements = tensor.as<float>();
            TensorRange range{elements[0], elements[0]};
            for (const float value : elements)
                range = {std::min(range.min, value), std::max(range.max, value)};
            found[name] = range;
        };
        for (const auto& [name, tensor] : inputs)
            add(name, tensor);
        const auto specs = everything.outputs();
        for (std::size_t i = 0; i < values.size(); ++i)
            add(specs[i].name, values[i]);
        return found;
    }

    void check(OptimizationLevel optimization)
    {
        Feedback feedback;
        onnx::ModelProto copy = model().proto();
        if (const auto again = Model::fromProto(std::move(copy), {}, {true}, feedback); !again) {
            failure = again.error().message;
            return;
        }
        floatOutputs = outputsOf(original, inputs, OptimizationLevel::Disabled, failure);
        exactOutputs = outputsOf(model(), inputs, OptimizationLevel::Disabled, failure);
        optimizedOutputs = outputsOf(model(), inputs, optimization, failure);
    }
};

} // namespace quantiscope::test
