// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/memory_outlook.h"

#include "core/base/byte_count.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <thread>

namespace quantiscope {

namespace {

Error tooSmall(const std::string& what, std::size_t needed, std::uint64_t budget)
{
    return {ErrorCode::OutOfMemory,
            what + " needs about " + byteText(needed) + ", which is more than the memory budget of " + byteText(budget)
                + "; give --memory-budget " + roomierThan(needed) + " or smaller inputs.",
            "--memory-budget"};
}

std::size_t wantedThreads(const CalibrationLimits& limits)
{
    return limits.threads > 0 ? static_cast<std::size_t>(limits.threads)
                              : std::max(1U, std::thread::hardware_concurrency());
}

/// As many as are wanted and fit.
std::size_t checkThreads(const MemoryForecast& forecast, const CalibrationLimits& limits)
{
    std::size_t threads = wantedThreads(limits);
    while (limits.memoryBudget && threads > 1 && forecast.checkPeak(threads) > *limits.memoryBudget)
        --threads;
    return threads;
}

} // namespace

Result<MemoryOutlook> memoryOutlook(const MemoryForecast& forecast, const CalibrationLimits& limits,
                                    std::optional<std::size_t> samples, StatisticsDetail detail)
{
    MemoryOutlook outlook;
    outlook.checkThreads = checkThreads(forecast, limits);
    if (!samples) {
        outlook.use = {forecast.checkPeak(outlook.checkThreads), 0, outlook.checkThreads, 0, limits.memoryBudget};
        if (limits.memoryBudget && outlook.use.forecast > *limits.memoryBudget)
            return tooSmall("The check of the result", outlook.use.forecast, *limits.memoryBudget);
        return outlook;
    }
    const std::size_t values = std::max<std::size_t>(1, forecast.parts().values);
    outlook.plan = {std::min(wantedThreads(limits), *samples), values, detail};
    if (limits.memoryBudget) {
        const auto within = forecast.planWithin(*limits.memoryBudget, outlook.plan);
        if (!within)
            return tooSmall("One sample at a time", forecast.peak({1, 1, detail}), *limits.memoryBudget);
        outlook.plan = *within;
    }
    outlook.use = {forecast.peak(outlook.plan), 0, outlook.plan.samples,
                   (values + outlook.plan.valuesPerPass - 1) / outlook.plan.valuesPerPass, limits.memoryBudget};
    return outlook;
}

std::string memoryText(const MemoryUse& use)
{
    std::string text = "memory: about " + byteText(use.forecast);
    if (use.passes > 0)
        text += " with " + countedText(use.samples, "sample") + " at a time";
    if (use.passes > 1)
        text += " in " + countedText(use.passes, "pass");
    return text + ".";
}

} // namespace quantiscope
