// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibrator.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"

#include <QtGlobal>

#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace quantiscope::test {

/// Samples that lie in memory, read in a given order.
class MemorySource final : public SampleSource
{
public:
    explicit MemorySource(std::vector<NamedTensors> samples) : m_samples(std::move(samples)), m_order(m_samples.size())
    {
        std::iota(m_order.begin(), m_order.end(), std::size_t(0));
    }
    MemorySource(const MemorySource& other, std::vector<std::size_t> order)
        : m_samples(other.m_samples), m_order(std::move(order))
    {
    }

    std::size_t size() const override { return m_order.size(); }
    std::string name(std::size_t i) const override { return "sample " + std::to_string(m_order[i]); }
    Result<Sample> read(std::size_t i) const override { return Sample{name(i), m_order[i], m_samples[m_order[i]]}; }

private:
    std::vector<NamedTensors> m_samples;
    std::vector<std::size_t> m_order;
};

inline Result<CalibrationStatistics> calibrated(const Model& model, const SampleSource& source,
                                                const CalibrationOptions& options = {}, Feedback* feedback = nullptr)
{
    Feedback quiet;
    return calibrate(environment(), model, source, options, feedback ? *feedback : quiet);
}

inline CalibrationStatistics statisticsOf(const Model& model, const SampleSource& source,
                                          const CalibrationOptions& options = {})
{
    auto statistics = calibrated(model, source, options);
    if (!statistics)
        qFatal("%s", statistics.error().message.c_str());
    return std::move(*statistics);
}

/// @p count samples of different ranges.
inline MemorySource randomSamples(const Model& model, std::size_t count)
{
    std::vector<NamedTensors> samples;
    for (std::size_t i = 0; i < count; ++i)
        samples.push_back(randomInputs(model, std::uint32_t(100 + i), float(1 + (100 + i) % 3)));
    return MemorySource(std::move(samples));
}

/// A random graph of 4 to 12 operators with values of shape [1, 4, 6, 6].
inline Model randomModel(std::uint32_t seed)
{
    std::mt19937 generator(seed);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4, 6, 6});
    for (int i = 0; i < 3; ++i) {
        b.randomInitializer("w" + std::to_string(i), {4, 4, 3, 3}, 0.7F, seed * 7 + std::uint32_t(i));
        b.randomInitializer("b" + std::to_string(i), {4}, 1, seed * 5 + std::uint32_t(i));
    }
    for (const char* name : {"s", "t", "mean"})
        b.randomInitializer(name, {4}, 1, seed + std::uint32_t(name[0]));
    b.initializer("var", {4}, {1, 0.5F, 2, 3});
    std::vector<std::string> values{"x"};
    const std::size_t count = 4 + generator() % 9;
    for (std::size_t i = 0; i < count; ++i) {
        const auto any = [&] { return values[generator() % values.size()]; };
        const std::string output = "v" + std::to_string(i);
        const std::string which = std::to_string(generator() % 3);
        switch (generator() % 8) {
        case 0:
        case 1:
            b.node("Conv", {any(), "w" + which, "b" + which}, {output}).attribute("pads", {1, 1, 1, 1});
            break;
        case 2:
            b.node("BatchNormalization", {any(), "s", "t", "mean", "var"}, {output});
            break;
        case 3:
            b.node("Relu", {any()}, {output});
            break;
        case 4:
            b.node("Sigmoid", {any()}, {output});
            break;
        case 5:
            b.node("Add", {any(), any()}, {output});
            break;
        case 6:
            b.node("MaxPool", {any()}, {output}).attribute("kernel_shape", {3, 3}).attribute("pads", {1, 1, 1, 1});
            break;
        case 7:
            b.node("Mul", {any(), any()}, {output});
            break;
        }
        values.push_back(output);
    }
    b.output(values.back(), DataType::Float, {1, 4, 6, 6});
    return b.model();
}

} // namespace quantiscope::test
