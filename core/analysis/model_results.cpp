// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model_results.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace quantiscope {

Result<std::vector<Tensor>> RunningResults::of(const Sample& sample, std::span<const std::string> outputs,
                                               const std::stop_token& stop) const
{
    Result<std::vector<Tensor>> values = run(sample, outputs, stop);
    return values ? std::move(values) : refusedModel(values.error());
}

Result<std::vector<Tensor>> RunningResults::run(const Sample& sample, std::span<const std::string> outputs,
                                                const std::stop_token& stop) const
{
    if (m_adapter.isIdle())
        return m_session.run(sample.inputs, outputs, stop);
    NamedTensors inputs = sample.inputs;
    m_adapter.adapt(inputs);
    return m_session.run(inputs, outputs, stop);
}

Result<KeptResults> KeptResults::make(const InferenceSession& session, std::span<const Sample> samples,
                                      const std::stop_token& stop)
{
    KeptResults kept;
    kept.m_inputNames = session.inputNames();
    kept.m_outputNames = session.outputNames();
    std::vector<std::string> numeric;
    std::copy_if(kept.m_outputNames.begin(), kept.m_outputNames.end(), std::back_inserter(numeric),
                 [&session](const std::string& name) { return session.isNumericOutput(name); });
    kept.m_numeric = {numeric.begin(), numeric.end()};
    if (numeric.empty())
        return kept;
    for (const Sample& sample : samples) {
        Result<std::vector<Tensor>> values = session.run(sample.inputs, numeric, stop);
        if (!values)
            return values.error();
        std::map<std::string, Tensor>& named = kept.m_values[sample.name];
        for (std::size_t i = 0; i < numeric.size(); ++i)
            named.emplace(numeric[i], std::move((*values)[i]));
    }
    return kept;
}

bool KeptResults::isNumericOutput(const std::string& name) const
{
    return m_numeric.contains(name);
}

Result<std::vector<Tensor>> KeptResults::of(const Sample& sample, std::span<const std::string> outputs,
                                            const std::stop_token&) const
{
    const auto values = m_values.find(sample.name);
    std::vector<Tensor> found;
    for (const std::string& name : outputs) {
        if (values == m_values.end() || !values->second.contains(name)) {
            return Error{ErrorCode::RuntimeFailure,
                         "The model's output '" + name + "' for sample '" + sample.name + "' was not kept.",
                         sample.name};
        }
        found.push_back(values->second.at(name));
    }
    return found;
}

} // namespace quantiscope
