// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/switched_session.h"

#include "core/runtime/switch_operator.h"

#include <utility>

namespace quantiscope {

SwitchedSession::SwitchedSession(std::shared_ptr<const SwitchLayout> layout, InferenceSession session)
    : m_layout(std::move(layout)), m_session(std::move(session))
{
}

Result<SwitchedSession> SwitchedSession::create(const RuntimeEnvironment& environment, const Model& model,
                                                SwitchLayout layout)
{
    auto kept = std::make_shared<const SwitchLayout>(std::move(layout));
    SessionOptions options;
    options.optimization = OptimizationLevel::Disabled;
    options.threads = 1;
    options.switches = kept;
    options.operators = {std::make_shared<const SwitchOperators>()};
    Result<InferenceSession> session = InferenceSession::create(environment, model, options);
    if (!session)
        return session.error();
    return SwitchedSession(std::move(kept), std::move(*session));
}

bool SwitchedSession::isNumericOutput(const std::string& name) const
{
    return m_session.isNumericOutput(switchedOutputName(*m_layout, name));
}

Result<std::vector<Tensor>> SwitchedSession::run(std::span<const TensorView> inputs, const SwitchSettings& settings,
                                                 std::span<const std::string> outputs, std::stop_token stop) const
{
    assert(settings.size() == m_layout->switches.size());
    std::vector<std::string> names;
    for (const std::string& output : outputs)
        names.push_back(switchedOutputName(*m_layout, output));
    const ThreadSwitchSettings mine(settings);
    return m_session.runViews(inputs, names, std::move(stop));
}

} // namespace quantiscope
