// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_results.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace quantiscope {

/// The results of a model that runs when it is asked about a sample for the first time, all of its numeric outputs at
/// once; they stay in memory as long as they fit, and beyond that the model runs every time. Samples have different
/// names.
class RememberedResults final : public ModelResults
{
public:
    /// At most @p mostBytes of elements are kept.
    RememberedResults(InferenceSession session, std::uint64_t mostBytes);

    [[nodiscard]] const std::vector<std::string>& inputNames() const override { return m_session.inputNames(); }
    [[nodiscard]] const std::vector<std::string>& outputNames() const override { return m_session.outputNames(); }
    [[nodiscard]] bool isNumericOutput(const std::string& name) const override
    {
        return m_session.isNumericOutput(name);
    }
    [[nodiscard]] Result<std::vector<Tensor>> of(const Sample& sample, std::span<const std::string> outputs,
                                                 const std::stop_token& stop) const override;

private:
    using Outputs = std::map<std::string, Tensor>;
    [[nodiscard]] Result<std::shared_ptr<const Outputs>> outputsOf(const Sample& sample,
                                                                   const std::stop_token& stop) const;

    InferenceSession m_session;
    std::vector<std::string> m_numeric; ///< outputs
    mutable std::mutex m_mutex; ///< of what follows
    mutable std::map<std::string, std::shared_ptr<const Outputs>> m_kept; ///< by sample
    mutable std::uint64_t m_freeBytes;
};

} // namespace quantiscope
