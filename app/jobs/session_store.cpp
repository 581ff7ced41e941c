// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/session_store.h"

#include "app/jobs/file_fingerprint.h"

namespace quantiscope {

namespace {

/// But for the parts of outputs that are measured, and the number of samples.
bool isSame(const AnalysisRequest& a, const AnalysisRequest& b)
{
    Recipe recipe = b.recipe;
    recipe.parts = a.recipe.parts;
    return a.model == b.model && a.statistics == b.statistics && a.allowQuantized == b.allowQuantized
        && a.evaluation == b.evaluation && a.recipe == recipe;
}

} // namespace

Result<std::shared_ptr<AnalysisSession>> SessionStore::find(const AnalysisRequest& request)
{
    const std::lock_guard lock(m_mutex);
    return take(request);
}

std::shared_ptr<AnalysisSession> SessionStore::findValues(const AnalysisRequest& request) const
{
    const std::lock_guard lock(m_mutex);
    return m_session && isSame(*m_request, request) ? m_session : nullptr;
}

Result<std::shared_ptr<AnalysisSession>> SessionStore::take(const AnalysisRequest& request)
{
    if (!m_session || !isSame(*m_request, request))
        return std::shared_ptr<AnalysisSession>();
    if (m_request->recipe.parts != request.recipe.parts) {
        auto other = m_session->withParts(request.recipe.parts);
        if (!other)
            return other.error();
        m_session = std::move(*other);
        m_request->recipe.parts = request.recipe.parts;
    }
    return m_session;
}

Result<std::shared_ptr<AnalysisSession>> SessionStore::open(const RuntimeEnvironment& environment,
                                                            const AnalysisRequest& request, Feedback& feedback)
{
    const std::string fingerprint = fingerprintOf(request); // before they are read: a change from then on is seen
    {
        const std::lock_guard lock(m_mutex);
        if (m_fingerprint == fingerprint && m_request && m_request->samples == request.samples) {
            auto taken = take(request);
            if (!taken || *taken)
                return taken;
        }
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
