// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/session_store.h"

#include "app/jobs/file_fingerprint.h"

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
    const std::lock_guard lock(m_mutex);
    return m_session && isSame(*m_request, request) ? m_session : nullptr;
}

std::shared_ptr<AnalysisSession> SessionStore::findValues(AnalysisRequest request) const
{
    const std::lock_guard lock(m_mutex);
    if (!m_session)
        return nullptr;
    request.recipe.parts = m_request->recipe.parts;
    return isSame(*m_request, request) ? m_session : nullptr;
}

Result<std::shared_ptr<AnalysisSession>> SessionStore::open(const RuntimeEnvironment& environment,
                                                            const AnalysisRequest& request, Feedback& feedback)
{
    const std::string fingerprint = fingerprintOf(request); // before they are read: a change from then on is seen
    {
        const std::lock_guard lock(m_mutex);
        if (m_session && isSame(*m_request, request) && m_fingerprint == fingerprint)
            return m_session;
    }
    clear(); // two at a time would take the memory of both
    Result<std::unique_ptr<AnalysisSession>> opened = AnalysisSession::open(environment, request, feedback);
    if (!opened)
        return opened.error();
    std::shared_ptr<AnalysisSession> session = std::move(*opened);
    const std::lock_guard lock(m_mutex);
    if (m_isClosed)
        return session;
    m_session = session;
    m_request = request;
    m_fingerprint = fingerprint;
    return session;
}

void SessionStore::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
    }
    clear();
}

void SessionStore::clear()
{
    std::shared_ptr<AnalysisSession> old; // goes outside of the lock
    const std::lock_guard lock(m_mutex);
    old.swap(m_session);
}

} // namespace quantiscope
