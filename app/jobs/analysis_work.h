// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job.h"

namespace quantiscope {

class JobFeedback;
class RuntimeEnvironment;

/// The work of a LoadJob, as doJob().
[[nodiscard]] Result<JobResult> load(const RuntimeEnvironment& environment, const LoadJob& job, JobFeedback& feedback);

/// The work of an AnalyseJob, as doJob().
[[nodiscard]] Result<JobResult> analyse(const RuntimeEnvironment& environment, const AnalyseJob& job,
                                        JobFeedback& feedback);

/// The work of a SensitivityJob, as doJob(). What it knows when it is cancelled is written and given, once all units
/// have a value.
[[nodiscard]] Result<JobResult> measure(const RuntimeEnvironment& environment, const SensitivityJob& job,
                                        JobFeedback& feedback);

/// The work of an AdviseJob, as doJob(). What it knows when it is cancelled is written and given, once the recipe
/// itself is measured.
[[nodiscard]] Result<JobResult> advise(const RuntimeEnvironment& environment, const AdviseJob& job,
                                       JobFeedback& feedback);

} // namespace quantiscope
