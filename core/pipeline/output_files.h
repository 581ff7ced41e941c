// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// A file or folder that an option names; an empty path was not given.
struct NamedFile
{
    /// What a file is written for.
    enum class Role
    {
        File,
        Model, ///< large weights may be stored in files beside it
    };

    std::string option; ///< "--output"
    std::string path;
    Role role = Role::File;
};

/// The data, labels and statistics that @p recipe names, for checkOutputFiles().
[[nodiscard]] std::vector<NamedFile> filesOf(const Recipe& recipe);

/// Checks before the long work that the files to be written can be written and told apart from those that are read:
/// `InvalidArgument` when one of @p outputs is also an input, a sample in a folder of @p inputs, another output or a
/// file that weights of an output with Role::Model may be stored in; `DiskError` as checkWritable().
[[nodiscard]] Result<void> checkOutputFiles(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

/// @p report as the text that --json prints, written to @p file as well unless that is empty.
[[nodiscard]] Result<std::string> writeReport(const nlohmann::json& report, const std::string& file);

} // namespace quantiscope
