// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/resource_options.h"

#include "app/cli/value_checks.h"
#include "core/base/byte_count.h"

#include <utility>

namespace quantiscope {

void ResourceOptions::addTo(CLI::App& command)
{
    command.add_option("--threads", m_threads, "Threads of inference (default: one per core); the result is the same")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
    command
        .add_option("--memory-budget", m_memoryBudget,
                    "Stay below this much memory (300MiB, 2G), with fewer samples at a time\nand several passes; the "
                    "result is the same")
        ->type_name("SIZE")
        ->check(memorySize());
    command
        .add_option("--cache", m_cache,
                    "Keep statistics in this folder, and find them there for the same graph\nand data")
        ->type_name("DIR")
        ->check(fileName());
    command.add_option("--cache-size", m_cacheSize, "What the cache may take (default: 4GiB)")
        ->type_name("SIZE")
        ->check(memorySize());
}

std::vector<std::string> ResourceOptions::givenOptions() const
{
    std::vector<std::string> given;
    if (m_threads)
        given.emplace_back("--threads");
    for (const auto& [option, value] :
         {std::pair{"--memory-budget", &m_memoryBudget}, {"--cache", &m_cache}, {"--cache-size", &m_cacheSize}}) {
        if (!value->empty())
            given.emplace_back(option);
    }
    return given;
}

Result<CalibrationLimits> ResourceOptions::limits() const
{
    CalibrationLimits limits;
    limits.threads = m_threads.value_or(0);
    limits.cache.folder = m_cache;
    if (!m_memoryBudget.empty())
        limits.memoryBudget = bytesFromText(m_memoryBudget);
    if (m_cacheSize.empty())
        return limits;
    if (m_cache.empty())
        return Error{ErrorCode::InvalidArgument, "--cache-size has no effect without --cache DIR.", "--cache-size"};
    limits.cache.mostBytes = *bytesFromText(m_cacheSize);
    return limits;
}

} // namespace quantiscope
