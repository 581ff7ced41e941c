// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/run_summary.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace quantiscope {

/// How files of projects end.
inline constexpr const char* kProjectEnding = ".qsproj";

/// What a project file holds.
struct ProjectFile
{
    std::filesystem::path model; ///< the float model; empty: none was chosen yet
    Recipe recipe;
    std::vector<RunSummary> runs; ///< in the order of their numbers
    nlohmann::json view = nlohmann::json::object(); ///< what the window wants to find again; an object
};

/// Reads a project ("format": "quantiscope-project", "version": 1): {"model", "recipe", "runs", "view"}. Paths start
/// from the file's folder. ConfigRefused with the file's and the key's name for whatever is wrong; @p name stands for
/// the file in messages.
[[nodiscard]] Result<ProjectFile> readProject(const std::string& text, const std::string& name,
                                              const std::filesystem::path& folder);

[[nodiscard]] Result<ProjectFile> loadProject(const std::filesystem::path& path);

/// The file's text. Paths are relative to @p folder, absolute when it is empty.
[[nodiscard]] std::string projectText(const ProjectFile& project, const std::filesystem::path& folder);

/// Writes the file whole or not at all.
[[nodiscard]] Result<void> saveProject(const ProjectFile& project, const std::filesystem::path& path);

} // namespace quantiscope
