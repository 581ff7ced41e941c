// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/data/prefetcher.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace quantiscope {

/// What is left to do with a sample when its work is done, such as adding to a sum; may be empty.
using SampleConclusion = std::function<Result<void>()>;

/// The work of one sample. Called from several threads, one sample each; should end soon after a request to stop.
using SampleWork = std::function<Result<SampleConclusion>(const Sample& sample, std::stop_token stop)>;

/// Does @p work for every sample, up to @p threads samples at a time (0 = one per core), and returns how many there
/// were.
///
/// Samples are shared out instead of the work within one, because ONNX Runtime's results depend on the threads of one
/// run (see SessionOptions::threads), and because nothing waits for anything. Conclusions are called on the caller's
/// thread in the order of the samples, so sums of them do not depend on the threads; so are the members of @p feedback
/// other than isCanceled(). The first sample runs alone and shows what one takes: fewer run at a time when memory would
/// not suffice. Errors: of the samples, of the first sample in order whose work or conclusion fails; `Canceled`.
Result<std::uint64_t> forEachSample(SamplePrefetcher& samples, int threads, std::string_view stage,
                                    const SampleWork& work, Feedback& feedback);

} // namespace quantiscope
