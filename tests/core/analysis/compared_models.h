// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/base/file_io.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/recording_feedback.h"

#include <QtGlobal>

#include <cmath>
#include <fstream>

namespace quantiscope::test {

/// Samples x = [v, 1 - v, …] made on demand.
class NumberedSource final : public SampleSource
{
public:
    NumberedSource(std::size_t count, Shape shape) : m_count(count), m_shape(std::move(shape)) { }

    std::size_t size() const override { return m_count; }
    std::string name(std::size_t i) const override { return "s" + std::to_string(i) + ".npy"; }
    Result<Sample> read(std::size_t i) const override
    {
        Tensor x(DataType::Float, m_shape);
        std::size_t k = i;
        for (float& value : x.as<float>())
            value = std::sin(static_cast<float>(++k * 7));
        Sample sample{name(i), i, {}};
        sample.inputs.emplace("x", std::move(x));
        return sample;
    }

private:
    std::size_t m_count;
    Shape m_shape;
};

/// The labels of a file that holds @p text.
inline LabelMap labelsOf(const std::string& text)
{
    const auto folder = TemporaryFolder::create();
    if (!folder)
        qFatal("%s", folder.error().message.c_str());
    const auto file = (*folder)->path() / "labels.tsv";
    std::ofstream(file) << text;
    auto map = LabelMap::read(file);
    if (!map)
        qFatal("%s", map.error().message.c_str());
    return std::move(*map);
}

inline InferenceSession loaded(const Model& model)
{
    SessionOptions options;
    options.threads = 1;
    auto session = InferenceSession::create(environment(), model, options);
    if (!session)
        qFatal("%s", session.error().message.c_str());
    return std::move(*session);
}

/// x [1, 4] → scores = x + @p offset times [0, 1, 2, 3]
inline ModelBuilder scorer(float offset)
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 4}).initializer("k", {4}, {0, offset, 2 * offset, 3 * offset});
    b.node("Add", {"x", "k"}, {"scores"});
    b.output("scores");
    return b;
}

/// x [1, 8] → where x + @p offset is positive: as many places as there are
inline ModelBuilder finder(float offset)
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 8}).initializer("k", {1}, {offset}).initializer("zero", {1}, {0});
    b.node("Add", {"x", "k"}, {"sum"});
    b.node("Greater", {"sum", "zero"}, {"positive"});
    b.node("NonZero", {"positive"}, {"places"});
    b.output("sum").output("places", DataType::Int64, {2, "count"});
    return b;
}

struct Comparison
{
    Comparison(const Model& floatModel, const Model& quantizedModel)
        : real(loaded(floatModel)), quantized(loaded(quantizedModel))
    {
    }

    Result<Evaluation> run(const SampleSource& source, const LabelMap* labels = nullptr, int threads = 1,
                           const EvaluationDetail& detail = {})
    {
        SamplePrefetcher samples(source, feedback);
        return evaluate(RunningResults(real), RunningResults(quantized), samples, labels, threads, feedback, detail);
    }

    InferenceSession real;
    InferenceSession quantized;
    RecordingFeedback feedback;
};

} // namespace quantiscope::test
