// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_results.h"
#include "core/analysis/variant_wiring.h"
#include "core/base/result.h"
#include "core/data/adapted_source.h"
#include "core/graph/graph.h"
#include "core/model/model.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// A variant of a VariantRunner; never given twice.
struct VariantHandle
{
    std::size_t number = 0;

    auto operator<=>(const VariantHandle&) const = default;
};

/// Runs quantized variants of one float graph without loading them: one session, in which every value that any of them
/// quantizes can be quantized or not. What comes out is bit for bit what a session of the variant's model gives with
/// one thread and OptimizationLevel::Disabled.
///
/// Everything may be called by several threads at the same time; runs go on while variants are added.
class VariantRunner
{
public:
    /// What variants begin with alike is computed once by runEach(), in so many parts of the graph at most.
    static constexpr std::size_t kParts = 12;

    /// @p prepared: the float graph that the variants are made of, or one with the same content. A copy that shares its
    /// memory is kept. The graph is loaded in up to @p parts parts; 1 is best for run().
    VariantRunner(const RuntimeEnvironment& environment, const Model& prepared, std::size_t parts = kParts);
    ~VariantRunner();
    VariantRunner(const VariantRunner&) = delete;
    VariantRunner& operator=(const VariantRunner&) = delete;

    /// Takes up variants; the float graph itself is one, of an empty wiring. What variants read differently for the
    /// first time takes a new session (5–65 ms), one for all of a call: variants that are known beforehand are best
    /// added together. It can do what the variants need that are there then. RuntimeFailure when ONNX Runtime refuses
    /// it.
    [[nodiscard]] Result<VariantHandle> add(VariantWiring wiring);
    [[nodiscard]] Result<std::vector<VariantHandle>> add(std::vector<VariantWiring> wirings);

    /// Forgets a variant and, when a session is loaded again, what only it needs; runs of it that have begun end well.
    void remove(VariantHandle variant);

    /// How many sessions were loaded so far.
    [[nodiscard]] std::size_t loadedSessions() const;

    /// How many places of the graph the session that is loaded can compute in more than one way.
    [[nodiscard]] std::size_t switchedPlaces() const;

    [[nodiscard]] const std::vector<std::string>& inputNames() const;
    [[nodiscard]] const std::vector<std::string>& outputNames() const;
    /// As InferenceSession::isNumericOutput(), by the declared type of the output.
    [[nodiscard]] bool isNumericOutput(const std::string& name) const;

    /// Copies of the outputs named (all when empty). Errors: as InferenceSession::run().
    [[nodiscard]] Result<std::vector<Tensor>> run(VariantHandle variant, const NamedTensors& inputs,
                                                  std::span<const std::string> outputs,
                                                  std::stop_token stop = {}) const;

    /// Takes the outputs of the variant at that place of the list.
    using Taker = std::function<Result<void>(std::size_t, std::vector<Tensor>)>;

    /// run() of each of @p variants, in whatever order: what several of them compute in the same way at the beginning
    /// is computed once. Errors: those of runs, and the first one of @p take.
    [[nodiscard]] Result<void> runEach(std::span<const VariantHandle> variants, const NamedTensors& inputs,
                                       std::span<const std::string> outputs, const Taker& take,
                                       const std::stop_token& stop = {}) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Those of a variant.
class VariantResults final : public ModelResults
{
public:
    /// @p runner must outlive the object; @p adapter brings samples to its inputs.
    VariantResults(const VariantRunner& runner, VariantHandle variant, InputAdapter adapter = {});

    [[nodiscard]] const std::vector<std::string>& inputNames() const override { return m_runner.inputNames(); }
    [[nodiscard]] const std::vector<std::string>& outputNames() const override { return m_runner.outputNames(); }
    [[nodiscard]] bool isNumericOutput(const std::string& name) const override
    {
        return m_runner.isNumericOutput(name);
    }
    [[nodiscard]] Result<std::vector<Tensor>> of(const Sample& sample, std::span<const std::string> outputs,
                                                 const std::stop_token& stop) const override;

private:
    const VariantRunner& m_runner;
    VariantHandle m_variant;
    InputAdapter m_adapter;
};

} // namespace quantiscope
