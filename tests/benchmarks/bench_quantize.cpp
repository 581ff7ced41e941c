// SPDX-License-Identifier: GPL-3.0-or-later
// Time and peak memory of a whole quantization against plain float inference of the same samples.
//
//   bench_quantize MODEL DATA SAMPLES [THREADS [ROUNDS]]
//
// Every measurement is a process of its own, so that its peak memory is its own; the kinds take turns, round by round,
// and the medians are printed. Plain inference runs with all of ONNX Runtime's optimizations. Loading and saving are
// not counted on either side; reading samples is, on both.
#include "core/data/prefetcher.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace quantiscope;

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

[[noreturn]] void fail(const std::string& message)
{
    std::fprintf(stderr, "bench_quantize: %s\n", message.c_str());
    std::exit(1);
}

/// Seconds of inference of all samples, without loading.
double plainInference(const Job& job)
{
    Feedback feedback;
    const RuntimeEnvironment environment;
    const Result<Model> model = Model::load(job.model, {true}, feedback);
    if (!model)
        fail(model.error().message);
    auto session = InferenceSession::createFromFile(environment, job.model,
                                                    {.optimization = OptimizationLevel::All, .threads = job.threads});
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
        if (const auto run = session->run((*sample)->inputs, {}, feedback); !run)
            fail(run.error().message);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Seconds of a quantization, without the stages load and save.
double quantization(const Job& job, CalibrationMethod method)
{
    Feedback feedback;
    const RuntimeEnvironment environment;
    QuantizeRequest request;
    request.model = job.model;
    request.output =
        std::filesystem::temp_directory_path() / ("bench_quantize." + std::to_string(::getpid()) + ".onnx");
    request.recipe.config.method = method;
    request.recipe.config.forceQuantizeNoInputCheck = true;
    request.recipe.calibration = job.spec();
    request.threads = job.threads;
    const Result<RunReport> report = quantizeModel(environment, request, feedback);
    std::filesystem::remove(request.output);
    if (!report)
        fail(report.error().message);
    double seconds = 0.0;
    for (const StageRecord& stage : report->stages) {
        if (stage.name != "load" && stage.name != "save")
            seconds += stage.seconds;
    }
    return seconds;
}

/// Does one piece of work in a child process and returns what it measured.
template <typename Work>
Measurement inChild(Work work)
{
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0)
        fail("no pipe");
    const pid_t child = ::fork();
    if (child < 0)
        fail("no process");
    if (child == 0) {
        const double seconds = work();
        if (::write(pipe[1], &seconds, sizeof seconds) != sizeof seconds)
            ::_exit(1);
        ::_exit(0);
    }
    Measurement result;
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    if (status != 0 || ::read(pipe[0], &result.seconds, sizeof result.seconds) != sizeof result.seconds)
        fail("a measurement failed");
    ::close(pipe[0]);
    ::close(pipe[1]);
    result.mebibytes = static_cast<double>(usage.ru_maxrss) / 1024.0;
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
    std::vector<double> minMaxRatio;
    std::vector<double> fullRatio;
    std::array<std::vector<double>, 3> seconds;
    std::array<std::vector<double>, 3> memory;
    for (int round = 0; round < rounds; ++round) {
        const std::array<Measurement, 3> m{
            inChild([&job] { return plainInference(job); }),
            inChild([&job] { return quantization(job, CalibrationMethod::MinMax); }),
            inChild([&job] { return quantization(job, CalibrationMethod::Percentile); }),
        };
        for (std::size_t i = 0; i < m.size(); ++i) {
            seconds[i].push_back(m[i].seconds);
            memory[i].push_back(m[i].mebibytes);
        }
        minMaxRatio.push_back(m[1].seconds / m[0].seconds);
        fullRatio.push_back(m[2].seconds / m[0].seconds);
    }
    std::printf("| %s | %zu | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f |\n",
                std::filesystem::path(job.model).stem().c_str(), job.samples, median(seconds[0]), median(minMaxRatio),
                median(fullRatio), median(memory[0]), median(memory[1]), median(memory[2]));
    return 0;
}
