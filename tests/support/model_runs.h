// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/tensor.h"

#include <QtGlobal>
#include <onnx/onnx_pb.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope::test {

/// The one environment of a test program.
inline const RuntimeEnvironment& environment()
{
    static const RuntimeEnvironment instance;
    return instance;
}

/// Inputs for @p model, floats evenly spread over -@p amplitude … @p amplitude, the same on every machine; integers are
/// 0 or 1, booleans true.
inline NamedTensors randomInputs(const Model& model, std::uint32_t seed, float amplitude = 1.0F)
{
    std::mt19937 generator(seed);
    NamedTensors inputs;
    for (const TensorSpec& spec : model.inputs()) {
        Tensor tensor(spec.type, spec.shape);
        if (spec.type == DataType::Float) {
            for (float& value : tensor.as<float>())
                value = amplitude * (static_cast<float>(generator() >> 8) / float(1 << 23) - 1.0F);
        } else if (spec.type == DataType::Int64) {
            for (std::int64_t& value : tensor.as<std::int64_t>())
                value = static_cast<std::int64_t>(generator() & 1U);
        } else {
            for (std::byte& value : tensor.bytes())
                value = std::byte(1);
        }
        inputs.emplace(spec.name, std::move(tensor));
    }
    return inputs;
}

/// @p model, a quantized one too, with every float value that a node makes as an output; the test ends with the reason
/// when it is refused.
inline Model withAllOutputs(const Model& model)
{
    onnx::ModelProto proto = model.proto();
    std::set<std::string> outputs;
    for (const onnx::ValueInfoProto& output : proto.graph().output())
        outputs.insert(output.name());
    const auto values = model.values();
    for (const onnx::NodeProto& node : model.graph().node()) {
        for (const std::string& output : node.output()) {
            const auto spec = values.find(output);
            if (spec == values.end() || spec->second.type != DataType::Float || !outputs.insert(output).second)
                continue;
            onnx::ValueInfoProto* added = proto.mutable_graph()->add_output();
            added->set_name(output);
            added->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
        }
    }
    Feedback feedback;
    auto result = Model::fromProto(std::move(proto), {}, {true}, feedback);
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return std::move(*result);
}

/// What ONNX Runtime computes, without its own rewriting.
inline std::vector<Tensor> outputsOf(const Model& model, const NamedTensors& inputs)
{
    auto session =
        InferenceSession::create(environment(), model, {.optimization = OptimizationLevel::Disabled, .threads = 1});
    if (!session)
        qFatal("%s", session.error().message.c_str());
    auto outputs = session->run(inputs, {});
    if (!outputs)
        qFatal("%s", outputs.error().message.c_str());
    return std::move(*outputs);
}

} // namespace quantiscope::test
