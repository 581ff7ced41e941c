// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/session_store.h"

#include "core/pipeline/calibration_stage.h"

namespace quantiscope {

namespace {

bool isSame(const AnalysisRequest& a, const AnalysisRequest& b)
{
    return a.model == b.model && a.statistics == b.statistics && a.samples == b.samples
        && a.allowQuantized == b.allowQuantized && a.evaluation == b.evaluation && a.recipe == b.recipe;
}

} // namespace

std::shared_ptr<AnalysisSession> SessionStore::find(const AnalysisRequest& request) const
{
    AnalysisRequest asked = request;
    if (asked.evaluation) // as AnalysisSession::open() completes it
        asked.evaluation->data = withRandomOptions(std::move(asked.evaluation->data), asked.recipe.config);
    const std::lock_guard lock(m_mutex);
    return m_session && isSame(m_session->request(), asked) ? m_session : nullptr;
}

Result<std::shared_ptr<AnalysisSession>> SessionStore::open(const RuntimeEnvironment& environment,
                                                            const AnalysisRequest& request, Feedback& feedback)
{
    if (std::shared_ptr<AnalysisSession> known = find(request))
        return known;
    clear(); // two at a time would take the memory of both
    Result<std::unique_ptr<AnalysisSession>> opened = AnalysisSession::open(environment, request, feedback);
    if (!opened)
        return opened.error();
    std::shared_ptr<AnalysisSession> session = std::move(*opened);
    const std::lock_guard lock(m_mutex);
    m_session = session;
    return session;
}

void SessionStore::clear()
{
    std::shared_ptr<AnalysisSession> old; // goes outside of the lock
    const std::lock_guard lock(m_mutex);
    old.swap(m_session);
}

} // namespace quantiscope
