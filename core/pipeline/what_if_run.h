// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/variant_runner.h"
#include "core/pipeline/analysis_session.h"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

namespace quantiscope {

/// What a variant gives.
struct WhatIfAnswer
{
    VariantDesign variant;
    Evaluation evaluation;
};

/// Evaluates variants of a session's model in a loaded session in which quantization is switched; what is loaded is
/// kept for the next question. Memory: of each graph that is kept its weights, and those that its latest variant reads
/// instead, besides.
///
/// Thread-safe.
class WhatIfRun
{
public:
    /// @p session must outlive the object. The @p graphs graphs that were asked about last are kept.
    explicit WhatIfRun(AnalysisSession& session, std::size_t graphs = 1) : m_session(session), m_most(graphs) { }

    /// What AnalysisSession::quantize() and evaluate() would give, to the bit; that way goes only what cannot be
    /// switched (dynamic quantization and little else, see planWiring()).
    [[nodiscard]] Result<WhatIfAnswer> evaluate(const QuantConfig& config, std::size_t count, Feedback& feedback,
                                                const AlsoFloat& alsoFloat = {},
                                                Similarity similarity = Similarity::Measured);

private:
    class HeldVariant;

    /// The runner of a graph.
    struct Loaded
    {
        Loaded(const RuntimeEnvironment& environment, std::shared_ptr<const PreparedGraph> graph);

        std::shared_ptr<const PreparedGraph> prepared;
        VariantRunner runner;
        std::shared_ptr<const HeldVariant> latest; ///< the next one has most of its constants
    };
    [[nodiscard]] std::shared_ptr<Loaded> loadedOf(const std::shared_ptr<const PreparedGraph>& prepared);
    [[nodiscard]] Result<std::shared_ptr<const HeldVariant>> hold(Loaded& loaded, VariantWiring wiring);

    AnalysisSession& m_session;
    const std::size_t m_most;
    std::mutex m_mutex; ///< of what follows
    std::list<std::shared_ptr<Loaded>> m_loaded; ///< the latest first
};

} // namespace quantiscope
