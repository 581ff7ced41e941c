// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/value_steps.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/switch_nodes.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// What one switch does. Null or empty: nothing.
using SwitchSetting = std::shared_ptr<const ValueSteps>;

/// What a run does at the places of a layout.
struct SwitchSettings
{
    std::vector<SwitchSetting> switches; ///< by switch
    std::vector<bool> alternatives = {}; ///< by alternative: is it taken? Of one node's the last one counts
};

/// A float model in which each run quantizes what it wants, without loading anything. Nothing is optimized and a run
/// has one thread: it computes bit for bit what a session of the model with Q/DQ pairs at these places does.
///
/// The model is loaded in parts, so that runs that begin in the same way need not begin at the beginning (SampleRuns).
class SwitchedSession
{
public:
    /// Loads @p model, which must outlive the session (see InferenceSession::create()), in @p parts; empty: as a whole.
    /// RuntimeFailure when ONNX Runtime refuses it.
    static Result<SwitchedSession> create(const RuntimeEnvironment& environment, const Model& model,
                                          SwitchLayout layout, std::vector<GraphPart> parts = {});

    SwitchedSession(SwitchedSession&&) noexcept;
    SwitchedSession& operator=(SwitchedSession&&) noexcept;
    ~SwitchedSession();

    [[nodiscard]] const SwitchLayout& layout() const { return *m_layout; }

    /// What decides about the runs of each part, as numbers: equal ones for settings and constants that are the same
    /// objects. @p constants holds every fedName() in their order.
    [[nodiscard]] std::vector<std::vector<const void*>> marksOf(const SwitchSettings& settings,
                                                                std::span<const TensorView> constants) const;

    /// Runs once with @p settings and returns copies of the outputs named. @p inputs holds the model's inputs,
    /// @p constants every fedName() in their order. Several threads may run at the same time, with different settings.
    [[nodiscard]] Result<std::vector<Tensor>> run(std::span<const TensorView> inputs,
                                                  std::span<const TensorView> constants, const SwitchSettings& settings,
                                                  std::span<const std::string> outputs,
                                                  std::stop_token stop = {}) const;

private:
    friend class SampleRuns;

    /// A part, and where it is loaded.
    struct Part
    {
        GraphPart nodes;
        InferenceSession session;
        std::vector<std::string> outputs; ///< what its session gives: what it hands on, then results
        std::vector<std::size_t> lastReaders; ///< parts, by what it hands on
        std::vector<std::size_t> switches; ///< of the layout
        std::vector<std::size_t> fed;
        std::vector<std::size_t> alternatives;
    };

    explicit SwitchedSession(SwitchLayout layout);
    [[nodiscard]] Result<void> load(const RuntimeEnvironment& environment, const Model& model, GraphPart nodes);

    std::shared_ptr<const SwitchLayout> m_layout;
    std::vector<Part> m_parts;
    std::unordered_map<std::string, std::pair<std::size_t, std::size_t>> m_makers; ///< part and place of its outputs
};

/// Runs of one sample, one after the other: each goes on from where it begins to differ from the one before.
class SampleRuns
{
public:
    /// @p session and @p inputs must outlive the object.
    SampleRuns(const SwitchedSession& session, std::span<const TensorView> inputs);

    /// As SwitchedSession::run(). @p marks are marksOf() the settings and constants; of the first @p kept parts the
    /// next run can use what this one computes.
    [[nodiscard]] Result<std::vector<Tensor>> run(const std::vector<std::vector<const void*>>& marks,
                                                  std::span<const TensorView> constants, const SwitchSettings& settings,
                                                  std::span<const std::string> outputs, std::size_t kept,
                                                  const std::stop_token& stop = {});

private:
    [[nodiscard]] Result<void> runPart(std::size_t number, std::span<const TensorView> constants,
                                       const std::stop_token& stop);
    void letGo(std::size_t done, std::size_t kept);

    const SwitchedSession& m_session;
    std::span<const TensorView> m_inputs;
    std::vector<std::vector<const void*>> m_marks; ///< of the parts that have run
    std::vector<std::vector<KeptValue>> m_values; ///< by part: its outputs, as far as they are kept
};

} // namespace quantiscope
