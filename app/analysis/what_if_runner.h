// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/variant_runner.h"
#include "core/pipeline/analysis_session.h"

#include <memory>
#include <mutex>
#include <optional>

namespace quantiscope {

/// Evaluates recipes on the samples of a session, in one loaded model whose quantization is switched: no model is
/// written or loaded for a question, and the answer is that of evaluating the written one, to the bit. Thread-safe; one
/// question at a time is answered.
class WhatIfRunner
{
public:
    explicit WhatIfRunner(std::shared_ptr<AnalysisSession> session);

    [[nodiscard]] const std::shared_ptr<AnalysisSession>& session() const { return m_session; }

    /// Of the session's model quantized with @p config, on the first @p samples samples (0: all). Errors: of
    /// AnalysisSession::quantize() and evaluate(); Canceled.
    [[nodiscard]] Result<Evaluation> evaluate(const QuantConfig& config, std::size_t samples, Feedback& feedback);

private:
    std::shared_ptr<AnalysisSession> m_session;
    std::mutex m_mutex; ///< of what follows
    std::shared_ptr<const PreparedGraph> m_prepared; ///< of m_runner
    std::optional<VariantRunner> m_runner;
};

} // namespace quantiscope
