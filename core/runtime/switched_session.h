// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/fake_quantizer.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/switch_nodes.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace quantiscope {

/// What one switch does: these quantizers, one after the other. Null or empty: nothing.
using SwitchSetting = std::shared_ptr<const std::vector<FakeQuantizer>>;

/// By switch of the layout.
using SwitchSettings = std::vector<SwitchSetting>;

/// A float model in which each run quantizes what it wants, without loading anything. Nothing is optimized and a run
/// has one thread: it computes bit for bit what a session of the model with Q/DQ pairs at these places does.
class SwitchedSession
{
public:
    /// Loads @p model, which must outlive the session (see InferenceSession::create()). RuntimeFailure when ONNX
    /// Runtime refuses it.
    static Result<SwitchedSession> create(const RuntimeEnvironment& environment, const Model& model,
                                          SwitchLayout layout);

    [[nodiscard]] const SwitchLayout& layout() const { return *m_layout; }

    /// Outputs of the model, by its names for them.
    [[nodiscard]] bool isNumericOutput(const std::string& name) const;

    /// Runs once, with one of @p settings for each switch, and returns copies of the outputs named. @p inputs holds the
    /// model's inputs and every fedName(). Several threads may run at the same time, with different settings.
    [[nodiscard]] Result<std::vector<Tensor>> run(std::span<const TensorView> inputs, const SwitchSettings& settings,
                                                  std::span<const std::string> outputs,
                                                  std::stop_token stop = {}) const;

private:
    SwitchedSession(std::shared_ptr<const SwitchLayout> layout, InferenceSession session);

    std::shared_ptr<const SwitchLayout> m_layout;
    InferenceSession m_session;
};

} // namespace quantiscope
