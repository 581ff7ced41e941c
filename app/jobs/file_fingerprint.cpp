// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/file_fingerprint.h"

#include "core/base/sha256.h"
#include "core/data/folder_listing.h"
#include "core/pipeline/run_summary.h"

#include <filesystem>
#include <set>
#include <system_error>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// @p path, or the samples of the folder that it is: what else lies there is read by nobody.
std::set<fs::path> filesAt(const fs::path& path)
{
    std::error_code ec;
    if (!fs::is_directory(path, ec))
        return {path};
    std::set<fs::path> files;
    if (const Result<FolderListing> listing = listDataFolder(path)) {
        for (const std::string& file : listing->files)
            files.insert(path / file);
    }
    return files;
}

} // namespace

std::string fingerprintOf(const AnalysisRequest& request)
{
    std::set<fs::path> files;
    for (const fs::path& file : filesOfModel(request.model))
        files.insert(file);
    std::set<fs::path> data{request.statistics};
    Recipe recipe = request.recipe;
    recipe.evaluation = request.evaluation;
    for (const auto& [member, path] : pathsOf(recipe))
        data.insert(path);
    for (const fs::path& path : data) {
        if (!path.empty())
            files.merge(filesAt(path));
    }
    Sha256 hash;
    for (const fs::path& file : files) {
        std::error_code ec;
        const auto size = fs::file_size(file, ec);
        hash.addField(file.string());
        hash.addField(ec ? "none" : std::to_string(size));
        const auto time = fs::last_write_time(file, ec);
        hash.addField(ec ? "none" : std::to_string(time.time_since_epoch().count()));
    }
    return hash.hexDigest();
}

} // namespace quantiscope
