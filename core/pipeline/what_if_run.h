// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/variant_runner.h"
#include "core/pipeline/analysis_session.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace quantiscope {

/// Evaluates variants of a session's model in a loaded session in which quantization is switched; what is loaded is
/// kept for the next question. Memory: the weights of the graph that was asked for last, besides.
///
/// Thread-safe.
class WhatIfRun
{
public:
    /// @p session must outlive the object.
    explicit WhatIfRun(AnalysisSession& session) : m_session(session) { }

    /// What AnalysisSession::quantize() and evaluate() would give, to the bit; that way goes only what cannot be
    /// switched (dynamic quantization and little else, see planWiring()).
    [[nodiscard]] Result<Evaluation> evaluate(const QuantConfig& config, std::size_t count, Feedback& feedback,
                                              const AlsoFloat& alsoFloat = {});

private:
    /// The runner of a graph.
    struct Loaded
    {
        Loaded(const RuntimeEnvironment& environment, std::shared_ptr<const PreparedGraph> graph);

        std::shared_ptr<const PreparedGraph> prepared;
        VariantRunner runner;
    };
    [[nodiscard]] std::shared_ptr<Loaded> loadedOf(const std::shared_ptr<const PreparedGraph>& prepared);

    AnalysisSession& m_session;
    std::mutex m_mutex; ///< of what follows
    std::shared_ptr<Loaded> m_loaded; ///< of the latest question
};

} // namespace quantiscope
