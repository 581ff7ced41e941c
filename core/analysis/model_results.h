// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/adapted_source.h"
#include "core/data/sample_source.h"
#include "core/runtime/inference_session.h"
#include "core/tensor/tensor.h"

#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// What a model gives for samples: one half of a comparison.
class ModelResults
{
public:
    virtual ~ModelResults() = default;
    [[nodiscard]] virtual const std::vector<std::string>& inputNames() const = 0;
    [[nodiscard]] virtual const std::vector<std::string>& outputNames() const = 0;

    /// As InferenceSession::isNumericOutput().
    [[nodiscard]] virtual bool isNumericOutput(const std::string& name) const = 0;

    /// The numeric outputs named, for @p sample. Thread-safe. Errors: of the run, as refusedModel() has them.
    [[nodiscard]] virtual Result<std::vector<Tensor>> of(const Sample& sample, std::span<const std::string> outputs,
                                                         const std::stop_token& stop) const = 0;
};

/// Those of a model that runs when it is asked.
class RunningResults final : public ModelResults
{
public:
    /// @p session must outlive the object; @p adapter brings samples to its inputs.
    explicit RunningResults(const InferenceSession& session, InputAdapter adapter = {})
        : m_session(session), m_adapter(std::move(adapter))
    {
    }

    [[nodiscard]] const std::vector<std::string>& inputNames() const override { return m_session.inputNames(); }
    [[nodiscard]] const std::vector<std::string>& outputNames() const override { return m_session.outputNames(); }
    [[nodiscard]] bool isNumericOutput(const std::string& name) const override
    {
        return m_session.isNumericOutput(name);
    }
    [[nodiscard]] Result<std::vector<Tensor>> of(const Sample& sample, std::span<const std::string> outputs,
                                                 const std::stop_token& stop) const override;

private:
    [[nodiscard]] Result<std::vector<Tensor>> run(const Sample& sample, std::span<const std::string> outputs,
                                                  const std::stop_token& stop) const;

    const InferenceSession& m_session;
    InputAdapter m_adapter;
};

/// Those of a model that ran before, on samples of different names.
class KeptResults final : public ModelResults
{
public:
    /// Runs @p session on @p samples, one after the other. Errors: of the first run that fails.
    [[nodiscard]] static Result<KeptResults> make(const InferenceSession& session, std::span<const Sample> samples,
                                                  const std::stop_token& stop);

    [[nodiscard]] const std::vector<std::string>& inputNames() const override { return m_inputNames; }
    [[nodiscard]] const std::vector<std::string>& outputNames() const override { return m_outputNames; }
    [[nodiscard]] bool isNumericOutput(const std::string& name) const override;

    /// RuntimeFailure for a sample that make() was not given.
    [[nodiscard]] Result<std::vector<Tensor>> of(const Sample& sample, std::span<const std::string> outputs,
                                                 const std::stop_token& stop) const override;

private:
    KeptResults() = default;

    std::vector<std::string> m_inputNames;
    std::vector<std::string> m_outputNames;
    std::set<std::string> m_numeric; ///< outputs
    std::map<std::string, std::map<std::string, Tensor>> m_values; ///< by sample and output
};

} // namespace quantiscope
