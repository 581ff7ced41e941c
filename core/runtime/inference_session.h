// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/runtime/session_operators.h"
#include "core/tensor/tensor.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;
struct GraphPart;
struct SwitchLayout;

/// A value of a run where ONNX Runtime has it, which further runs can read.
struct RuntimeValue;
using KeptValue = std::shared_ptr<const RuntimeValue>;
using NamedValues = std::vector<std::pair<std::string, KeptValue>>;

/// The same error as a refusal of the user's model, when it is about loading or running that: nodes may not fit the
/// model's own inputs, which shows only then.
[[nodiscard]] Error refusedModel(Error error);

/// How much a graph is rewritten before it runs. With Disabled weights are not repacked either, so that a constant
/// gives the same bits as the same numbers from a node or an input. While every value is observed Basic gives the bits
/// of Disabled, except for products of one row with a constant matrix, whose sums repacked weights order otherwise; All
/// changes the memory layout and with it the order of all sums.
enum class OptimizationLevel
{
    Disabled,
    Basic,
    All,
};

/// Looks at float values in place while a model runs.
///
/// Called once per run and value, from the threads of the runs: several at a time when runs overlap. @p slot is the
/// value's position in SessionOptions::observedValues.
class ValueObserver
{
public:
    virtual ~ValueObserver() = default;
    virtual void observe(std::size_t slot, std::span<const float> values) = 0;
};

/// A value where it lies while a model runs.
struct ComparedValue
{
    Shape shape;
    std::span<const float> elements;
};

/// Looks at two float values in place while a model runs; belongs to one run (InferenceSession::runComparing()).
class ValueComparer
{
public:
    virtual ~ValueComparer() = default;
    /// @p slot is the pair's position in SessionOptions::comparedValues. Called once per run and pair.
    virtual void compare(std::size_t slot, const ComparedValue& a, const ComparedValue& b) = 0;
};

struct SessionOptions
{
    OptimizationLevel optimization = OptimizationLevel::All;
    /// Threads of one run; 0 = one per core. From 3 on, the last bits of some results depend on this number (measured
    /// with ONNX Runtime 1.31): what must be repeatable runs with 1 thread, and several runs at a time.
    int threads = 0;
    /// Keep a run's memory for the next run, or give it back after every run (slower; for sessions that take turns).
    bool keepMemory = true;
    /// Float32 values of the top-level graph to show to observer, in the order in which the graph makes them.
    std::vector<std::string> observedValues = {};
    ValueObserver* observer = nullptr; ///< must outlive the session; needed when observedValues is not empty
    /// Pairs of float32 values of the top-level graph that runs can compare. Nodes run in the order in which these need
    /// them, so that what both are computed from dies early when pairs stand in the order of the graph.
    std::vector<std::pair<std::string, std::string>> comparedValues = {};
    /// Operators of ours that the model uses; the session keeps them.
    std::vector<std::shared_ptr<const SessionOperators>> operators = {};
    /// Where the model is switched, and the part of it that is loaded; null: nowhere, and all. See SwitchedSession.
    std::shared_ptr<const SwitchLayout> switches = {};
    std::shared_ptr<const GraphPart> part = {}; ///< needed with switches
};

/// A tensor of which somebody else keeps shape and elements: of the element type's alignment, row major.
struct TensorView
{
    std::string name;
    DataType type = DataType::Undefined;
    std::span<const std::int64_t> shape;
    std::span<const std::byte> bytes;
};

/// A model loaded for inference on the CPU. Several threads may run it at the same time.
class InferenceSession
{
public:
    /// Loads @p model, which must outlive the session: large weights and those in mapped external files are used in
    /// place. RuntimeFailure when ONNX Runtime refuses it.
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

    /// Is the output a tensor of numbers, which run() can copy? Not so are sequences, maps, optionals and strings.
    [[nodiscard]] bool isNumericOutput(const std::string& name) const;

    /// Runs once and returns copies of the outputs named (all when empty). Canceled within milliseconds of the request
    /// to stop, as soon as the operator that is being computed is finished.
    [[nodiscard]] Result<std::vector<Tensor>> run(const NamedTensors& inputs, std::span<const std::string> outputs,
                                                  std::stop_token stop = {}) const;

    /// The same with inputs that lie elsewhere and are not copied.
    [[nodiscard]] Result<std::vector<Tensor>>
    runViews(std::span<const TensorView> inputs, std::span<const std::string> outputs, std::stop_token stop = {}) const;

    /// The same with inputs that other runs have left besides, and nothing is copied.
    [[nodiscard]] Result<std::vector<KeptValue>> runKeeping(std::span<const TensorView> inputs, const NamedValues& kept,
                                                            std::span<const std::string> outputs,
                                                            std::stop_token stop = {}) const;

    /// A copy of what a run gave as @p name; RuntimeFailure when that is not a tensor of numbers.
    [[nodiscard]] static Result<Tensor> copyOf(const KeptValue& value, const std::string& name);

    /// Runs once for the observer's sake; otherwise as run().
    [[nodiscard]] Result<void> runObserving(const NamedTensors& inputs, std::stop_token stop = {}) const;

    /// Runs once and shows each pair of SessionOptions::comparedValues to @p comparer, on this thread; otherwise as
    /// run().
    [[nodiscard]] Result<void> runComparing(const NamedTensors& inputs, ValueComparer& comparer,
                                            std::stop_token stop = {}) const;

private:
    struct State;
    explicit InferenceSession(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace quantiscope
