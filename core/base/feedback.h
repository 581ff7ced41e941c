// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quantiscope {

/// How far a job is.
struct Progress
{
    std::string_view stage; ///< name of the stage ("calibrate")
    std::size_t done = 0; ///< finished steps of this stage, 0 … total
    std::size_t total = 0; ///< all steps of this stage; 0 when not known
    std::string_view unit; ///< what a step is ("sample"); empty when the stage is one step
};

/// The seam between a synchronous engine function and whoever waits for it.
///
/// Engine functions take one as their last argument, poll isCanceled() at least once per sample and per node and return
/// ErrorCode::Canceled. isCanceled() is called from several threads; the other members from one thread at a time.
class Feedback
{
public:
    virtual ~Feedback() = default;

    /// Has the user asked to stop? Must be cheap and thread-safe.
    [[nodiscard]] virtual bool isCanceled() const { return false; }

    virtual void progress(const Progress&) { }

    /// Something worth knowing that is in order; one sentence.
    virtual void note(const std::string& message) { (void)message; }

    /// Something the user should know although the job goes on; one sentence.
    virtual void warn(const std::string& message) { (void)message; }
};

} // namespace quantiscope
