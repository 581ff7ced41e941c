// SPDX-License-Identifier: GPL-3.0-or-later
// Time and peak memory of looking into a quantization against plain float inference of the same samples.
//
//   bench_analysis MODEL DATA SAMPLES [THREADS [ROUNDS [PRESET]]]
//
// Every measurement is a process of its own, so that its peak memory is its own; the kinds take turns, round by round,
// and the medians are printed. Plain inference runs with all of ONNX Runtime's optimizations; "unfused" is the same
// without any, as variants run. Opening the session (loading, preparing, calibrating) is counted in memory, and in time
// only where the whole of a sensitivity is held against brute force, which pays it for each unit: quantizeModel() and
// evaluateModels() of three units, spread over the model. Samples are in memory and layers found before a clock starts,
// but for those of brute force. ANALYSIS.md has results.
#include "core/base/process_memory.h"
#include "core/config/presets.h"
#include "core/data/sample_source.h"
#include "core/pipeline/evaluation_run.h"
#include "core/pipeline/layer_analysis.h"
#include "core/pipeline/quantizer.h"
#include "core/pipeline/sensitivity_run.h"
#include "core/pipeline/what_if_run.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"
#include "tests/benchmarks/child_process.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

using namespace quantiscope;
using namespace quantiscope::benchmarks;

namespace {

using Clock = std::chrono::steady_clock;

struct Job
{
    std::string model;
    std::string data;
    std::size_t samples = 0;
    int threads = 2;
    std::string preset = "A8W8";

    [[nodiscard]] DataSpec spec() const
    {
        DataSpec result;
        result.source = data;
        result.samples = samples;
        return result;
    }

    [[nodiscard]] Recipe recipe() const
    {
        Recipe result;
        result.config = orFail(findPreset(preset, ErrorCode::InvalidArgument)).config;
        result.config.placement.forceQuantizeNoInputCheck = true;
        result.calibration = spec();
        return result;
    }
};

struct Measurement
{
    double seconds = 0.0;
    double mebibytes = 0.0;
    double count = 0.0; ///< what was done so often
    double opening = 0.0; ///< seconds that it took to open the session before
};

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Measurement plainInference(const Job& job, OptimizationLevel optimization)
{
    Feedback feedback;
    const RuntimeEnvironment environment;
    const Model model = orFail(Model::load(job.model, {true}, feedback));
    const auto session = orFail(InferenceSession::createFromFile(
        environment, job.model, {.optimization = optimization, .threads = job.threads}));
    const auto source = orFail(openSampleSource(job.spec(), model.inputs(), feedback));
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < source->size(); ++i)
        samples.push_back(orFail(source->read(i)));
    const auto start = Clock::now();
    for (const Sample& sample : samples)
        (void)orFail(session.run(sample.inputs, {}));
    return {secondsSince(start), mebibytes(peakMemory()), double(samples.size())};
}

using Units = std::vector<SensitivityUnit>;

Units layersOf(AnalysisSession& session, Feedback& feedback)
{
    const auto whole = orFail(session.quantize(session.request().recipe.config, feedback));
    return orFail(findUnits(session, whole, SensitivityUnits::Layer, {}));
}

/// Opens a session and measures @p work on it, which returns how often it did it.
Measurement onSession(const Job& job, const std::function<double(AnalysisSession&, const Units&, Feedback&)>& work)
{
    Feedback feedback;
    const RuntimeEnvironment environment;
    AnalysisRequest request;
    request.model = job.model;
    request.recipe = job.recipe();
    request.samples = job.samples;
    request.threads = job.threads;
    const auto begin = Clock::now();
    const auto session = orFail(AnalysisSession::open(environment, request, feedback));
    const double opening = secondsSince(begin);
    for (std::size_t i = 0; i < session->samples().size(); ++i)
        (void)orFail(session->samples().read(i)); // which keeps it
    const Units layers = layersOf(*session, feedback);
    const auto start = Clock::now();
    const double count = work(*session, layers, feedback);
    return {secondsSince(start), mebibytes(peakMemory()), count, opening};
}

double analyse(AnalysisSession& session, const Units&, Feedback& feedback)
{
    const auto variant = orFail(session.quantize(session.request().recipe.config, feedback));
    (void)orFail(analyseLayers(session, variant, feedback));
    return 1.0;
}

double sensitivity(AnalysisSession& session, const Units&, Feedback& feedback)
{
    return double(orFail(measureSensitivity(session, {}, {}, feedback)).units.size());
}

/// The quantized nodes with weights, one after the other excluded, as somebody does who tries.
double whatIf(AnalysisSession& session, const Units& units, Feedback& feedback)
{
    constexpr std::size_t kMost = 8;
    WhatIfRun run(session);
    const std::size_t step = std::max<std::size_t>(1, units.size() / kMost);
    double count = 0.0;
    for (std::size_t i = 0; i < units.size(); i += step) {
        const std::set<std::string> excluded(units[i].nodes.begin(), units[i].nodes.end());
        (void)orFail(run.evaluate(session.request().recipe.config, 0, feedback, excluded, Similarity::LeftOut));
        ++count;
    }
    return count;
}

/// As `qscope quantize` and `qscope evaluate` one unit after the other.
Measurement bruteForce(const Job& job)
{
    constexpr std::size_t kUnits = 3;
    Feedback feedback;
    const RuntimeEnvironment environment;
    Units units;
    (void)onSession(job, [&units](AnalysisSession&, const Units& layers, Feedback&) {
        units = layers;
        return 0.0;
    });
    const Model model = orFail(Model::load(job.model, {true}, feedback));
    const Graph graph(model);
    Measurement result;
    for (std::size_t i = 0; i < kUnits; ++i) {
        const std::vector<std::string>& own = units[(2 * i + 1) * units.size() / (2 * kUnits)].nodes;
        QuantizeRequest request;
        request.model = job.model;
        request.output =
            std::filesystem::temp_directory_path() / ("bench_analysis." + std::to_string(::getpid()) + ".onnx");
        request.recipe = job.recipe();
        request.threads = job.threads;
        for (const Node& node : graph.nodes()) {
            if (std::find(own.begin(), own.end(), node.name) != own.end())
                continue;
            ExclusionRule rule;
            rule.pattern = node.name;
            request.recipe.config.exclude.push_back(rule);
        }
        const auto start = Clock::now();
        (void)orFail(quantizeModel(environment, request, feedback));
        EvaluationRequest evaluation;
        evaluation.data = job.spec();
        (void)orFail(evaluateModels(environment, {job.model, request.output, evaluation, job.threads}, feedback));
        result.seconds += secondsSince(start);
        std::filesystem::remove(request.output);
    }
    return {result.seconds / double(kUnits), mebibytes(peakMemory()), double(units.size()), 0.0};
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc < 4) {
        std::fprintf(stderr, "usage: bench_analysis MODEL DATA SAMPLES [THREADS [ROUNDS [PRESET]]]\n");
        return 2;
    }
    Job job{argv[1], argv[2], std::size_t(std::atoll(argv[3]))};
    job.threads = argc > 4 ? std::atoi(argv[4]) : job.threads;
    const int rounds = argc > 5 ? std::atoi(argv[5]) : 3;
    job.preset = argc > 6 ? argv[6] : job.preset;
    const std::vector<std::function<Measurement()>> kinds{
        [&] { return plainInference(job, OptimizationLevel::All); },
        [&] { return plainInference(job, OptimizationLevel::Disabled); },
        [&] { return onSession(job, analyse); },
        [&] { return onSession(job, sensitivity); },
        [&] { return onSession(job, whatIf); },
        [&] { return bruteForce(job); },
    };
    std::vector<std::vector<Measurement>> all(kinds.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            if (i + 1 < kinds.size() || round == 0)
                all[i].push_back(inChild(kinds[i]));
        }
    }
    const auto secondsOf = [&](std::size_t kind) { return medianOf(all[kind], &Measurement::seconds); };
    const auto memoryOf = [&](std::size_t kind) { return medianOf(all[kind], &Measurement::mebibytes); };
    const double plain = secondsOf(0);
    const double units = all[3].front().count;
    const double changes = all[4].front().count;
    std::printf("| %s | %s | %.0f | %.2f | %.2f | %.2f | %.0f | %.2f | %.3f | %.2f | %.0f | %.2f | %.2f | %.2f |\n",
                std::filesystem::path(job.model).stem().c_str(), job.preset.c_str(), all[0].front().count, plain,
                secondsOf(1) / plain, secondsOf(2) / plain, units, secondsOf(3) / units / plain,
                (secondsOf(3) + medianOf(all[3], &Measurement::opening)) / units / secondsOf(5),
                secondsOf(4) / changes / plain, memoryOf(0), memoryOf(2) / memoryOf(0), memoryOf(3) / memoryOf(0),
                memoryOf(4) / memoryOf(0));
    return 0;
}
