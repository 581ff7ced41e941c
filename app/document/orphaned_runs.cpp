// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/orphaned_runs.h"

#include "core/pipeline/run_summary.h"

#include <algorithm>
#include <set>
#include <string>

namespace quantiscope {

namespace fs = std::filesystem;

std::string runNameOf(const fs::path& file)
{
    constexpr std::string_view kBegin = "run-";
    constexpr std::size_t kLeastDigits = 3;
    const std::string name = file.filename().string();
    if (!name.starts_with(kBegin))
        return {};
    const std::size_t end = name.find_first_not_of("0123456789", kBegin.size());
    if (end == std::string::npos || name[end] != '.' || end < kBegin.size() + kLeastDigits)
        return {};
    return name.substr(0, end);
}

std::vector<fs::path> orphanedFiles(const fs::path& folder, const std::vector<RunSummary>& runs)
{
    std::set<std::string> owned;
    for (const RunSummary& run : runs)
        owned.insert(runNameOf(run.output));
    std::vector<fs::path> orphans;
    std::error_code ec;
    for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
        std::error_code ignored;
        const std::string name = runNameOf(entry->path());
        if (!name.empty() && !owned.contains(name) && entry->symlink_status(ignored).type() == fs::file_type::regular)
            orphans.push_back(entry->path());
    }
    std::sort(orphans.begin(), orphans.end());
    return orphans;
}

} // namespace quantiscope
