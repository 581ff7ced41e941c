// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variant_runner.h"
#include "core/base/process_memory.h"
#include "core/config/presets.h"
#include "tests/support/processor_time.h"
#include "tests/support/traced_variant.h"
#include "tests/support/variant_maker.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

// What it costs to run variants of a float graph in one session, against plain inference; WHATIF.md has results.
// Usage: bench_what_if MODEL [PRESET [ROUNDS [EXTENT...]]]: open extents of the inputs become 1, then EXTENT …
// Every round runs each kind once, one behind the other in one thread; a row of WHATIF.md is printed, medians
// of processor time.

namespace {

using namespace quantiscope;
using namespace quantiscope::test;

template <typename T>
T orExit(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().message.c_str());
        std::exit(1);
    }
    return std::move(*result);
}

/// @p model with its inputs' open extents fixed.
Model fixedShapes(const Model& model, const std::vector<std::int64_t>& extents)
{
    onnx::ModelProto proto = model.proto();
    for (onnx::ValueInfoProto& input : *proto.mutable_graph()->mutable_input()) {
        std::size_t at = 0;
        for (auto& extent : *input.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim()) {
            if (!extent.has_dim_value()) {
                extent.set_dim_value(at == 0 ? 1 : extents.at(at - 1));
                ++at;
            }
        }
    }
    proto.mutable_graph()->clear_value_info();
    Feedback feedback;
    return orExit(Model::fromProto(std::move(proto), model.path().parent_path(), {}, feedback));
}

InferenceSession plain(const Model& model, OptimizationLevel level)
{
    SessionOptions options;
    options.optimization = level;
    options.threads = 1;
    return orExit(InferenceSession::create(environment(), model, options));
}

double milliseconds(const std::function<void()>& work)
{
    const ProcessorTime time;
    work();
    return time.seconds() * 1000;
}

struct Kind
{
    const char* name;
    std::function<void()> run;
    std::vector<double> times = {};
};

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_what_if MODEL [PRESET [ROUNDS [EXTENT...]]]\n");
        return 2;
    }
    const char* preset = argc > 2 ? argv[2] : "A8W8";
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 30;
    std::vector<std::int64_t> extents;
    for (int i = 4; i < argc; ++i)
        extents.push_back(std::atoll(argv[i]));
    Feedback feedback;
    Model prepared = fixedShapes(orExit(Model::load(argv[1], {}, feedback)), extents);
    const NamedTensors sample = randomInputs(prepared, 7);
    const VariantMaker maker(std::move(prepared), sample);
    const QuantConfig config = orExit(findPreset(preset, ErrorCode::InvalidArgument)).config;
    const Model quantized = maker.quantized(config);

    // Memory: each kind's peak over what was there before, loading and two runs.
    const auto peakOf = [](const std::function<void()>& work) {
        releaseFreeMemory();
        resetPeakMemory();
        const std::size_t before = residentMemory();
        work();
        return static_cast<double>(peakMemory() - before) / (1 << 20);
    };
    const auto runTwice = [&](const InferenceSession& session) {
        for (int i = 0; i < 2; ++i)
            (void)orExit(session.run(sample, {}));
    };
    const double plainMemory = peakOf([&] { runTwice(plain(maker.prepared(), OptimizationLevel::Disabled)); });
    const double whatIfMemory = peakOf([&] {
        VariantRunner runner(environment(), maker.prepared());
        const VariantHandle handle = orExit(addTraced(runner, maker.graph(), quantized));
        for (int i = 0; i < 2; ++i)
            (void)orExit(runner.run(handle, sample, {}));
    });

    const InferenceSession disabled = plain(maker.prepared(), OptimizationLevel::Disabled);
    const InferenceSession all = plain(maker.prepared(), OptimizationLevel::All);
    const InferenceSession pairs = plain(quantized, OptimizationLevel::Disabled);
    VariantRunner runner(environment(), maker.prepared());
    const VariantHandle variant = orExit(addTraced(runner, maker.graph(), quantized));
    const VariantHandle floating = orExit(runner.add(VariantWiring()));
    double again = 0; // once everything is there that it reads
    for (int i = 0; i < 5; ++i)
        again += milliseconds([&] { (void)orExit(addTraced(runner, maker.graph(), quantized)); }) / 5;
    std::vector<Kind> kinds{
        {"plain, all optimizations", [&] { (void)orExit(all.run(sample, {})); }},
        {"plain, disabled", [&] { (void)orExit(disabled.run(sample, {})); }},
        {"Q/DQ model, disabled", [&] { (void)orExit(pairs.run(sample, {})); }},
        {"what-if, all float", [&] { (void)orExit(runner.run(floating, sample, {})); }},
        {"what-if, all quantized", [&] { (void)orExit(runner.run(variant, sample, {})); }},
    };
    for (int round = -2; round < rounds; ++round) {
        for (Kind& kind : kinds) {
            const double time = milliseconds(kind.run);
            if (round >= 0)
                kind.times.push_back(time);
        }
    }
    const double optimized = median(kinds[0].times);
    const double unoptimized = median(kinds[1].times);
    const double quantizedTime = median(kinds[2].times);
    const double floatRun = median(kinds[3].times);
    const double whatIf = median(kinds[4].times);
    std::printf("| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f | %.0f | %.0f |\n",
                std::filesystem::path(argv[1]).stem().c_str(), preset, optimized, unoptimized / optimized,
                quantizedTime / unoptimized, floatRun / unoptimized, whatIf / unoptimized, whatIf / optimized,
                whatIf / quantizedTime, again, plainMemory, whatIfMemory);
    return 0;
}
