// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace quantiscope {

/// What a file can be to a data reader, told by its name's ending in any letter case.
enum class DataFileKind
{
    Picture,
    Npy,
    Npz,
    Other,
};

[[nodiscard]] DataFileKind dataFileKind(const std::filesystem::path& path);

/// What a folder of data holds.
enum class FolderContent
{
    Pictures,
    Npy,
    Npz,
    Mixed, ///< more than one of these kinds
    Empty, ///< nothing at all
    Nothing, ///< files or folders, none of which is data
};

/// The samples of a folder.
struct FolderListing
{
    std::filesystem::path folder;
    FolderContent content = FolderContent::Nothing;
    std::vector<std::string> files; ///< relative to the folder with '/', sorted by bytes; the samples of one kind
    std::size_t besideInSubfolders = 0; ///< pictures in sub-folders that are left out because the folder has pictures
    std::string summary; ///< "3 pictures, 2 .npy files" for Mixed
};

/// Lists @p folder. Where it holds no data itself, its sub-folders are looked at for pictures, one level deep, as in
/// folders with one sub-folder per class; where it holds pictures itself, those of sub-folders are only counted. Hidden
/// files are left out; symbolic links are followed. `DataRefused` when the folder cannot be read.
[[nodiscard]] Result<FolderListing> listDataFolder(const std::filesystem::path& folder);

} // namespace quantiscope
