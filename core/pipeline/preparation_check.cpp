// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/preparation_check.h"

#include "core/analysis/output_metrics.h"
#include "core/data/adapted_source.h"
#include "core/runtime/inference_session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <sstream>
#include <stop_token>
#include <system_error>

namespace quantiscope {

namespace {

/// Of the largest magnitude of an output. Rewriting changes the last bits of weights, and a deep network makes more of
/// that: 2e-5 is the most that was seen on real models. What a wrong rewriting does is larger by far.
constexpr double kTolerance = 1e-3;

/// The same for a model that rounds to 11 bits after each operator.
constexpr double kHalfTolerance = 3e-2;

/// Share of elements of an integer output (an index of a maximum, say) that may change with the last bits.
constexpr double kIntegerShare = 0.01;

bool isReal(DataType type)
{
    return type == DataType::Float || type == DataType::Float16 || type == DataType::BFloat16
        || type == DataType::Double;
}

std::string text(double number)
{
    std::ostringstream stream;
    stream << number;
    return stream.str();
}

/// How @p b differs from @p a; empty when it does not.
std::string differenceOf(const Tensor& a, const Tensor& b, double tolerance)
{
    if (a.shape() != b.shape())
        return "has shape " + shapeListText(b.shape()) + " instead of " + shapeListText(a.shape());
    const std::vector<double> left = elementsAsDouble(a);
    const std::vector<double> right = elementsAsDouble(b);
    if (left.size() != right.size())
        return "has another type";
    double largest = 0.0;
    double most = 0.0;
    std::size_t unequal = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (std::isfinite(left[i]))
            largest = std::max(largest, std::abs(left[i]));
        if (left[i] == right[i] || (std::isnan(left[i]) && std::isnan(right[i])))
            continue;
        ++unequal;
        const double distance = std::abs(left[i] - right[i]);
        if (!std::isfinite(distance))
            return "is " + text(right[i]) + " somewhere instead of " + text(left[i]);
        most = std::max(most, distance);
    }
    if (!isReal(a.type())) {
        const double share = left.empty() ? 0.0 : double(unequal) / static_cast<double>(left.size());
        return share > kIntegerShare ? "differs in " + text(100.0 * share) + " % of its elements" : std::string();
    }
    constexpr double kSmallest = 1e-6; // an output of noise around 0
    if (most <= tolerance * largest + kSmallest)
        return {};
    return "differs by " + text(most) + " where the largest value is " + text(largest);
}

/// What @p work(stop) returns; it is told to stop soon after the user's wish.
template <typename Work>
auto runStoppable(const Work& work, const Feedback& feedback) -> decltype(work(std::stop_token()))
{
    constexpr std::chrono::milliseconds kPoll(20);
    std::stop_source stop;
    try {
        auto running = std::async(std::launch::async, [&] { return work(stop.get_token()); });
        while (running.wait_for(kPoll) != std::future_status::ready) {
            if (feedback.isCanceled())
                stop.request_stop();
        }
        return running.get();
    } catch (const std::system_error& error) {
        return Error{ErrorCode::RuntimeFailure, std::string("A thread cannot be started: ") + error.what() + ".", {}};
    }
}

} // namespace

PreparationCheck::PreparationCheck(const RuntimeEnvironment& environment, const Model& original,
                                   std::span<const Sample> samples, int threads, const Feedback& feedback)
    : m_environment(environment)
    , m_samples(samples)
    , m_inputs(original.inputs())
    , m_threads(threads)
    , m_feedback(feedback)
    , m_tolerance(modelTraits(original).isFloat16 ? kHalfTolerance : kTolerance)
{
}

Result<std::vector<PreparationCheck::Output>> PreparationCheck::run(const Model& model) const
{
    const auto session = InferenceSession::create(
        m_environment, model, {.optimization = OptimizationLevel::Disabled, .threads = m_threads, .keepMemory = false});
    if (!session)
        return session.error();
    std::vector<std::string> names;
    for (const std::string& name : session->outputNames()) {
        if (session->isNumericOutput(name))
            names.push_back(name);
    }
    NamedTensors inputs = m_samples.front().inputs;
    InputAdapter(m_inputs, model.inputs()).adapt(inputs);
    const auto work = [&](const std::stop_token& stop) { return session->run(inputs, names, stop); };
    auto values = runStoppable(work, m_feedback);
    if (!values)
        return values.error();
    std::vector<Output> outputs;
    for (std::size_t i = 0; i < names.size(); ++i)
        outputs.push_back({names[i], std::move((*values)[i])});
    return outputs;
}

Result<KeptResults> PreparationCheck::expectOriginal(const Model& original)
{
    // One thread: these results are told to the user, and must not depend on how many there are.
    const auto session = InferenceSession::create(
        m_environment, original, {.optimization = OptimizationLevel::Disabled, .threads = 1, .keepMemory = false});
    if (!session)
        return refusedModel(session.error());
    const auto work = [&](const std::stop_token& stop) { return KeptResults::make(*session, m_samples, stop); };
    Result<KeptResults> kept = runStoppable(work, m_feedback);
    if (!kept)
        return refusedModel(kept.error());
    m_expected.clear();
    for (const std::string& name : kept->outputNames()) {
        if (!kept->isNumericOutput(name))
            continue;
        Result<std::vector<Tensor>> value = kept->of(m_samples.front(), std::span(&name, 1), {});
        if (!value)
            return value.error();
        m_expected.push_back({name, std::move(value->front())});
    }
    return kept;
}

Result<void> PreparationCheck::expect(const Model& model)
{
    auto outputs = run(model);
    if (!outputs)
        return refusedModel(outputs.error());
    m_expected = std::move(*outputs);
    return {};
}

std::string PreparationCheck::difference(const std::vector<Output>& outputs) const
{
    if (outputs.size() != m_expected.size())
        return "it has other outputs";
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string found = outputs[i].name != m_expected[i].name
            ? "has another place"
            : differenceOf(m_expected[i].value, outputs[i].value, m_tolerance);
        if (!found.empty())
            return "output '" + outputs[i].name + "' " + found;
    }
    return {};
}

std::string PreparationCheck::difference(const Model& model) const
{
    const auto outputs = run(model);
    return outputs ? difference(*outputs) : "it does not run: " + outputs.error().message;
}

} // namespace quantiscope
