// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/analysis_session.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace quantiscope {

/// The last session that a job opened, for the next job and for questions in between; one, since each holds samples,
/// statistics and results. Thread-safe.
class SessionStore
{
public:
    /// The session of @p request: the one at hand, unless a file that it reads has changed since it was opened, or a
    /// new one, which is kept instead. Of what @p request says, threads, cache and memory budget may differ, and of the
    /// parts of outputs the newest are measured. Errors: of AnalysisSession::open(); nothing is kept then.
    [[nodiscard]] Result<std::shared_ptr<AnalysisSession>> open(const RuntimeEnvironment& environment,
                                                                const AnalysisRequest& request, Feedback& feedback);

    /// The one at hand, if it is of @p request, whatever has become of its files and on however many samples it
    /// measures; null when there is none. The error of AnalysisSession::withParts() when it would be but for the parts
    /// of the recipe.
    [[nodiscard]] Result<std::shared_ptr<AnalysisSession>> find(const AnalysisRequest& request);
    /// find() for whom outputs are of no interest: parts of them (Recipe::parts) may be any.
    [[nodiscard]] std::shared_ptr<AnalysisSession> findValues(const AnalysisRequest& request) const;
    void clear();
    /// clear(), and nothing is kept any more: its jobs may go on when nobody has questions.
    void close();

private:
    /// find() with m_mutex held.
    [[nodiscard]] Result<std::shared_ptr<AnalysisSession>> take(const AnalysisRequest& request);

    mutable std::mutex m_mutex;
    std::shared_ptr<AnalysisSession> m_session;
    std::optional<AnalysisRequest> m_request; ///< that it was opened for
    bool m_isClosed = false;
    std::string m_fingerprint; ///< of its files when it was opened
};

} // namespace quantiscope
