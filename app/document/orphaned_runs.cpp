// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/orphaned_runs.h"

#include "app/document/project_file.h"
#include "core/base/feedback.h"

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

bool mayBeShared(const fs::path& folder, const fs::path& project, const Feedback& feedback)
{
    std::error_code ec;
    const fs::path canonical = fs::weakly_canonical(folder, ec);
    if (ec || fs::is_symlink(folder, ec))
        return true;
    const auto isIt = [&](const fs::path& other) {
        std::error_code failed;
        return !other.empty() && fs::weakly_canonical(other, failed) == canonical;
    };
    for (fs::directory_iterator entry(project.parent_path(), ec), end; !ec && entry != end; entry.increment(ec)) {
        if (feedback.isCanceled())
            return true;
        const fs::path& other = entry->path();
        if (other.extension() != kProjectEnding || other.filename() == project.filename())
            continue;
        const Result<ProjectFile> file = loadProject(other);
        if (!file || isIt(file->runsFolder)
            || std::any_of(file->runs.begin(), file->runs.end(),
                           [&](const RunSummary& run) { return isIt(run.output.parent_path()); }))
            return true;
    }
    return static_cast<bool>(ec);
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
