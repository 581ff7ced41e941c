// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/run_summary.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// How files of projects end.
inline constexpr const char* kProjectEnding = ".qsproj";

/// A recipe of a project's file that this program does not read: of a newer version, or edited by hand.
struct RefusedRecipe
{
    Error error; ///< why
    nlohmann::json document; ///< as it is
    std::filesystem::path folder; ///< what its paths start from
};

/// What a project file holds.
struct ProjectFile
{
    std::filesystem::path model; ///< the float model; empty: none was chosen yet
    Recipe recipe; ///< standInRecipe() at first where @ref refused holds one
    std::vector<RunSummary> runs; ///< in the order of their numbers
    nlohmann::json view = nlohmann::json::object(); ///< what the window wants to find again; an object
    std::optional<RefusedRecipe> refused = {}; ///< kept for the file, never used
    std::filesystem::path runsFolder = {}; ///< where the next runs go; empty: the usual place
    std::string fileHash = {}; ///< fileHashOf() of the text that it was read from; empty: of none
    int baseline = 0; ///< number of the run that the others are compared with; 0: the one before each
};

/// The recipe that one begins with: that of the usual preset.
[[nodiscard]] Recipe standInRecipe();

/// Reads a project ("format": "quantiscope-project", "version": 1): {"model", "recipe", "runs", "runsFolder",
/// "baseline", "view"}. Paths start from the file's folder. ConfigRefused with the file's and the key's name for
/// whatever is wrong; @p name stands for the file in messages.
///
/// A recipe that is refused does not take model and runs with it: it becomes ProjectFile::refused. projectText() writes
/// it back in its place as long as standInRecipe() was not edited, and otherwise beside the new one, as
/// "refusedRecipe":
/// {"folder", "recipe"}; a program that reads it takes it again where the recipe beside it is still the stand-in.
[[nodiscard]] Result<ProjectFile> readProject(const std::string& text, const std::string& name,
                                              const std::filesystem::path& folder);

/// readProject() of a document, whose texts may hold any bytes.
[[nodiscard]] Result<ProjectFile> projectFromDocument(const nlohmann::json& document, const std::string& name,
                                                      const std::filesystem::path& folder);

/// What tells one content of a project's file from another; empty when @p path cannot be read.
[[nodiscard]] std::string fileHashOf(const std::filesystem::path& path);

[[nodiscard]] Result<ProjectFile> loadProject(const std::filesystem::path& path);

/// What projectText() writes; texts hold the bytes of paths as they are, which need not be UTF-8.
[[nodiscard]] nlohmann::ordered_json projectDocument(const ProjectFile& project, const std::filesystem::path& folder);

/// The file's text. Paths are relative to @p folder, absolute when it is empty.
[[nodiscard]] std::string projectText(const ProjectFile& project, const std::filesystem::path& folder);

/// Writes the file whole or not at all. ConfigRefused when a path or the name of a sample is no UTF-8, which JSON
/// cannot hold.
[[nodiscard]] Result<void> saveProject(const ProjectFile& project, const std::filesystem::path& path);

} // namespace quantiscope
