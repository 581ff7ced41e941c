// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>

namespace quantiscope {

/// A file that an option names; an empty path was not given.
struct NamedFile
{
    std::string option; ///< "--output"
    std::string path;
};

/// Checks before the long work that the files to be written can be told apart from those that are read:
/// `InvalidArgument` when one of @p outputs is also an input or another output, `DiskError` when it is a folder.
[[nodiscard]] Result<void> checkOutputFiles(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

} // namespace quantiscope
