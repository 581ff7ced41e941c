// SPDX-License-Identifier: GPL-3.0-or-later
// Time and peak memory of a whole quantization against plain float inference of the same samples.
//
//   bench_quantize MODEL DATA SAMPLES [THREADS [ROUNDS]]
//
// Every measurement is a process of its own, so that its peak memory is its own; the kinds take turns, round by round,
// and the medians are printed. Plain inference runs with all of ONNX Runtime's optimizations. Loading and saving are
// not counted on either side; reading samples is, on both.
#include "core/base/process_memory.h"
#include "core/data/prefetcher.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"
#include "tests/benchmarks/child_process.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

using namespace quantiscope;
using namespace quantiscope::benchmarks;

namespace {

struct Job
{
    std::string model;
    std::string data;
    std::size_t samples = 0;
    int threads = 2;

    [[nodiscard]] DataSpec spec() const
    {
        DataSpec result;
        result.source = data;
        result.samples = samples;
        return result;
    }
};

struct Measurement
{
    double seconds = 0.0;
    double mebibytes = 0.0;
};

/// Inference of all samples, without loading.
Measurement plainInference(const Job& job, OptimizationLevel optimization)
{
    Feedback feedback;
    const RuntimeEnvironment environment;
    const Result<Model> model = Model::load(job.model, {true}, feedback);
    if (!model)
        fail(model.error().message);
    auto session = InferenceSession::createFromFile(environment, job.model,
                                                    {.optimization = optimization, .threads = job.threads});
    if (!session)
        fail(session.error().message);
    auto source = openSampleSource(job.spec(), model->inputs(), feedback);
    if (!source)
        fail(source.error().message);
    SamplePrefetcher samples(**source, feedback);
    const auto start = std::chrono::steady_clock::now();
    for (;;) {
        auto sample = samples.next();
        if (!sample)
            fail(sample.error().message);
        if (!*sample)
            break;
        if (const auto run = session->run((*sample)->inputs, {}); !run)
            fail(run.error().message);
    }
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), mebibytes(peakMemory())};
}

/// A quantization, without the time of the stages load and save.
Measurement quantization(const Job& job, CalibrationMethod method)
{
    Feedback feedback;
    const RuntimeEnvironment environment;
    QuantizeRequest request;
    request.model = job.model;
    request.output =
        std::filesystem::temp_directory_path() / ("bench_quantize." + std::to_string(::getpid()) + ".onnx");
    request.recipe.config.calibration.method = method;
    request.recipe.config.placement.forceQuantizeNoInputCheck = true;
    request.recipe.calibration = job.spec();
    request.threads = job.threads;
    const Result<RunReport> report = quantizeModel(environment, request, feedback);
    std::filesystem::remove(request.output);
    if (!report)
        fail(report.error().message);
    Measurement result;
    for (const StageRecord& stage : report->stages) {
        if (stage.name != "load" && stage.name != "save")
            result.seconds += stage.seconds;
        result.mebibytes = std::max(result.mebibytes, mebibytes(stage.peakMemory));
    }
    return result;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 4)
        fail("usage: bench_quantize MODEL DATA SAMPLES [THREADS [ROUNDS]]");
    Job job{argv[1], argv[2], static_cast<std::size_t>(std::atoi(argv[3])), argc > 4 ? std::atoi(argv[4]) : 2};
    const int rounds = argc > 5 ? std::atoi(argv[5]) : 3;
    constexpr std::size_t kKinds = 4;
    std::array<std::vector<double>, kKinds> ratio;
    std::array<std::vector<double>, kKinds> memory;
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        const std::array<Measurement, kKinds> m{
            inChild([&job] { return plainInference(job, OptimizationLevel::All); }),
            inChild([&job] { return plainInference(job, OptimizationLevel::Disabled); }),
            inChild([&job] { return quantization(job, CalibrationMethod::MinMax); }),
            inChild([&job] { return quantization(job, CalibrationMethod::Percentile); }),
        };
        for (std::size_t i = 0; i < kKinds; ++i) {
            ratio[i].push_back(m[i].seconds / m[0].seconds);
            memory[i].push_back(m[i].mebibytes);
        }
        seconds.push_back(m[0].seconds);
    }
    std::printf("| %s | %zu | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f |\n",
                std::filesystem::path(job.model).stem().c_str(), job.samples, median(seconds), median(ratio[1]),
                median(ratio[2]), median(ratio[3]), median(memory[0]), median(memory[2]), median(memory[3]));
    return 0;
}
