// SPDX-License-Identifier: GPL-3.0-or-later
// Time of the NPU's refinement by the size of the graph: a chain of convolutions, additions, poolings and joins.
#include "core/qdq/npu_refinement.h"

#include <benchmark/benchmark.h>
#include <onnx/onnx_pb.h>

#include <cmath>
#include <random>

using namespace quantiscope;

namespace {

void addNode(onnx::GraphProto& graph, const std::string& type, const std::vector<std::string>& inputs, int number)
{
    onnx::NodeProto* node = graph.add_node();
    node->set_op_type(type);
    node->set_name("node" + std::to_string(number));
    for (const std::string& input : inputs)
        node->add_input(input);
    node->add_output("t" + std::to_string(number));
}

/// @p count operators in a row, each of which also reads what its last but one predecessor made.
Model chain(int count)
{
    onnx::ModelProto proto;
    proto.set_ir_version(8);
    proto.add_opset_import()->set_version(13);
    onnx::GraphProto& graph = *proto.mutable_graph();
    graph.set_name("chain");
    const auto declare = [](onnx::ValueInfoProto* value, const std::string& name) {
        value->set_name(name);
        value->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
    };
    declare(graph.add_input(), "t0");
    declare(graph.add_input(), "t1");
    for (int i = 2; i < count + 2; ++i) {
        const std::string last = "t" + std::to_string(i - 1);
        const std::string other = "t" + std::to_string(i - 2);
        static const std::vector<std::string> kTypes{"Add", "Mul", "Sub", "Sigmoid", "GlobalAveragePool"};
        const std::string& type = kTypes[static_cast<std::size_t>(i) % kTypes.size()];
        const bool isBinary = type == "Add" || type == "Mul" || type == "Sub";
        addNode(graph, type, isBinary ? std::vector{last, other} : std::vector{last}, i);
    }
    declare(graph.add_output(), "t" + std::to_string(count + 1));
    Feedback feedback;
    return std::move(*Model::fromProto(std::move(proto), {}, {}, feedback));
}

void refine(benchmark::State& state)
{
    const Model model = chain(static_cast<int>(state.range(0)));
    const Graph graph(model);
    QuantConfig config;
    config.activationSymmetric = true;
    config.scaleType = ScaleType::PowerOf2;
    config.calibration.method = CalibrationMethod::MinMSE;
    config.npu.enableNPUCnn = true;
    QdqPlan plan;
    TensorParams start;
    std::mt19937 random(1);
    std::vector<std::size_t> selected;
    for (std::size_t i = 0; i < graph.nodes().size() + 2; ++i) {
        PlannedTensor tensor;
        tensor.name = "t" + std::to_string(i);
        plan.index.emplace(tensor.name, i);
        plan.tensors.push_back(tensor);
        const float scale = std::ldexp(1.0F, static_cast<int>(random() % 32) - 16);
        start.emplace(tensor.name, QuantParams{DataType::UInt8, {scale}, {128}, {}});
        if (i < graph.nodes().size())
            selected.push_back(i);
    }
    for ([[maybe_unused]] auto step : state) {
        TensorParams params = start;
        const auto dpu = planDpuSimulation(graph, config, selected, plan);
        const NpuRefinement result = refineForNpu(graph, config, selected, plan, {}, *dpu, params);
        benchmark::DoNotOptimize(result.moves);
    }
    state.SetComplexityN(state.range(0));
}

BENCHMARK(refine)->Unit(benchmark::kMillisecond)->RangeMultiplier(4)->Range(1250, 20000)->Complexity(benchmark::oN);

} // namespace

BENCHMARK_MAIN();
