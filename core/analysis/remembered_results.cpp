// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/remembered_results.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace quantiscope {

RememberedResults::RememberedResults(InferenceSession session, std::uint64_t mostBytes)
    : m_session(std::move(session)), m_freeBytes(mostBytes)
{
    std::copy_if(m_session.outputNames().begin(), m_session.outputNames().end(), std::back_inserter(m_numeric),
                 [this](const std::string& name) { return m_session.isNumericOutput(name); });
}

Result<std::shared_ptr<const RememberedResults::Outputs>>
RememberedResults::outputsOf(const Sample& sample, const std::stop_token& stop) const
{
    {
        const std::lock_guard lock(m_mutex);
        const auto kept = m_kept.find(sample.name);
        if (kept != m_kept.end())
            return kept->second;
    }
    auto values = m_session.run(sample.inputs, m_numeric, stop);
    if (!values)
        return refusedModel(values.error());
    const auto outputs = std::make_shared<Outputs>();
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_numeric.size(); ++i) {
        bytes += (*values)[i].bytes().size();
        outputs->emplace(m_numeric[i], std::move((*values)[i]));
    }
    const std::lock_guard lock(m_mutex);
    if (bytes <= m_freeBytes && m_kept.emplace(sample.name, outputs).second)
        m_freeBytes -= bytes;
    return std::shared_ptr<const Outputs>(outputs);
}

Result<std::vector<Tensor>> RememberedResults::of(const Sample& sample, std::span<const std::string> outputs,
                                                  const std::stop_token& stop) const
{
    const auto known = outputsOf(sample, stop);
    if (!known)
        return known.error();
    std::vector<Tensor> found;
    for (const std::string& name : outputs)
        found.push_back((*known)->at(name));
    return found;
}

} // namespace quantiscope
