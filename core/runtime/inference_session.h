// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// The same error as a refusal of the user's model, when it is about loading that.
[[nodiscard]] Error refusedModel(Error error);

/// How much a graph is rewritten before it runs. Results are bit-identical up to Extended only while every value is
/// observed; All changes the memory layout and with it the order of sums.
enum class OptimizationLevel
{
    Disabled,
    Basic,
    Extended,
    All,
};

/// Splits work over the session's threads: calls task(0) … task(count - 1), in any order, and returns when all are
/// done.
using ParallelFor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

/// Looks at float values in place while a model runs.
///
/// Called once per run and value, from one thread at a time. @p slot is the value's position in
/// SessionOptions::observedValues.
class ValueObserver
{
public:
    virtual ~ValueObserver() = default;
    virtual void observe(std::size_t slot, std::span<const float> values, const ParallelFor& parallelFor) = 0;
};

struct SessionOptions
{
    OptimizationLevel optimization = OptimizationLevel::All;
    int threads = 0; ///< threads of one run; 0 = one per core
    /// Keep freed memory for the next run (faster) or give it back (the arena rounds up to powers of two: about twice
    /// the peak of a run whose values are large).
    bool keepMemory = true;
    /// Float32 values of the top-level graph to show to observer, in the order in which the graph makes them.
    std::vector<std::string> observedValues = {};
    ValueObserver* observer = nullptr; ///< must outlive the session; needed when observedValues is not empty
};

/// A model loaded for inference on the CPU.
class InferenceSession
{
public:
    /// Loads @p model; weights in mapped external files are used in place. RuntimeFailure when ONNX Runtime refuses it.
    static Result<InferenceSession> create(const RuntimeEnvironment& environment, const Model& model,
                                           const SessionOptions& options);

    /// Loads a model file as a user's program would.
    static Result<InferenceSession> createFromFile(const RuntimeEnvironment& environment, const std::string& path,
                                                   const SessionOptions& options);

    InferenceSession(InferenceSession&&) noexcept;
    InferenceSession& operator=(InferenceSession&&) noexcept;
    ~InferenceSession();

    [[nodiscard]] const std::vector<std::string>& inputNames() const;
    [[nodiscard]] const std::vector<std::string>& outputNames() const;

    /// Runs once and returns copies of the outputs named (all when empty). Canceled within milliseconds of
    /// feedback.isCanceled(), as soon as the operator that is being computed is finished.
    [[nodiscard]] Result<std::vector<Tensor>> run(const NamedTensors& inputs, std::span<const std::string> outputs,
                                                  Feedback& feedback);

    /// Runs once for the observer's sake.
    [[nodiscard]] Result<void> runObserving(const NamedTensors& inputs, Feedback& feedback);

private:
    struct State;
    explicit InferenceSession(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace quantiscope
