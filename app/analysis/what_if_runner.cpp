// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/what_if_runner.h"

#include "core/data/adapted_source.h"

namespace quantiscope {

WhatIfRunner::WhatIfRunner(std::shared_ptr<AnalysisSession> session) : m_session(std::move(session))
{
}

Result<Evaluation> WhatIfRunner::evaluate(const QuantConfig& config, std::size_t samples, Feedback& feedback)
{
    const std::lock_guard lock(m_mutex);
    if (feedback.isCanceled()) // while it waited for its turn
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    const auto variant = m_session->quantize(config, feedback);
    if (!variant)
        return variant.error();
    if (m_prepared != variant->prepared) {
        m_prepared = variant->prepared;
        m_runner.emplace(m_session->environment(), m_prepared->model);
    }
    const auto handle = m_runner->add(variant->model);
    if (!handle)
        return handle.error();
    const VariantResults results(*m_runner, *handle, InputAdapter(m_session->inputs(), m_prepared->model.inputs()));
    auto evaluation = m_session->evaluate(results, samples, feedback);
    m_runner->remove(*handle);
    return evaluation;
}

} // namespace quantiscope
