// SPDX-License-Identifier: GPL-3.0-or-later
// Nanoseconds per element of collecting statistics from one tensor, by its size and the look of its values.
#include "core/observers/tensor_statistics.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

using namespace quantiscope;

namespace {

enum class Look
{
    Normal,
    Relu,
    Silu,
};

std::vector<float> values(std::size_t count, Look look)
{
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> result(count);
    for (float& v : result) {
        v = normal(random);
        if (look == Look::Relu)
            v = std::max(v, 0.0F);
        else if (look == Look::Silu)
            v = v / (1.0F + std::exp(-v));
    }
    return result;
}

void collect(benchmark::State& state, StatisticsDetail detail, Look look)
{
    const std::vector<float> data = values(static_cast<std::size_t>(state.range(0)), look);
    StatisticsScratch scratch;
    TensorStatistics statistics;
    for ([[maybe_unused]] auto step : state)
        accumulate(data, detail, scratch, statistics);
    benchmark::DoNotOptimize(statistics);
    state.counters["ns/element"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(data.size()) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(collect, range_normal, StatisticsDetail::Range, Look::Normal)
    ->RangeMultiplier(16)
    ->Range(256, 1 << 20);
BENCHMARK_CAPTURE(collect, histogram_normal, StatisticsDetail::Histogram, Look::Normal)
    ->RangeMultiplier(16)
    ->Range(256, 1 << 20);
BENCHMARK_CAPTURE(collect, histogram_relu, StatisticsDetail::Histogram, Look::Relu)
    ->RangeMultiplier(16)
    ->Range(256, 1 << 20);
BENCHMARK_CAPTURE(collect, histogram_silu, StatisticsDetail::Histogram, Look::Silu)
    ->RangeMultiplier(16)
    ->Range(256, 1 << 20);

} // namespace

BENCHMARK_MAIN();
