// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job.h"

namespace quantiscope {

class JobFeedback;
class RuntimeEnvironment;

/// Does the work of a job as the command line does it, in the calling thread: checks the files that are to be written,
/// calls the engine, and writes report or statistics; pauses do not count as time of a stage. What was cancelled before
/// it is written is not. Errors: those of the engine, checkOutputFiles(), and DiskError.
[[nodiscard]] Result<JobResult> doJob(const RuntimeEnvironment& environment, const JobRequest& request,
                                      JobFeedback& feedback);

} // namespace quantiscope
