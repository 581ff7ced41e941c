// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/folder_listing.h"

#include "core/data/file_name.h"
#include "core/data/image_decoder.h"

#include <algorithm>
#include <array>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// Names of one folder's entries by kind.
struct Entries
{
    std::array<std::vector<std::string>, 3> files; ///< by DataFileKind, without Other
    std::vector<std::string> folders;
    bool hasAny = false;

    std::vector<std::string>& of(DataFileKind kind) { return files[static_cast<std::size_t>(kind)]; }
};

Result<Entries> readEntries(const fs::path& folder)
{
    Entries entries;
    std::error_code ec;
    fs::directory_iterator iterator(folder, ec);
    for (; !ec && iterator != fs::directory_iterator(); iterator.increment(ec)) {
        const std::string name = iterator->path().filename().string();
        if (name.starts_with('.'))
            continue;
        entries.hasAny = true;
        std::error_code ignored; // a dangling link is no data
        if (iterator->is_directory(ignored)) {
            entries.folders.push_back(name);
            continue;
        }
        const DataFileKind kind = dataFileKind(name);
        if (kind != DataFileKind::Other && iterator->is_regular_file(ignored))
            entries.of(kind).push_back(name);
    }
    if (ec) {
        return Error{ErrorCode::DataRefused, "Folder '" + folder.string() + "' cannot be read: " + ec.message() + ".",
                     folder.string()};
    }
    return entries;
}

/// Pictures of the sub-folders, relative to @p folder.
Result<std::vector<std::string>> picturesInSubfolders(const fs::path& folder, const Entries& entries)
{
    std::vector<std::string> pictures;
    for (const std::string& name : entries.folders) {
        Result<Entries> inside = readEntries(folder / name);
        if (!inside)
            return inside.error();
        for (const std::string& picture : inside->of(DataFileKind::Picture))
            pictures.push_back(name + "/" + picture);
    }
    return pictures;
}

std::string counted(std::size_t count, const std::string& word)
{
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

} // namespace

DataFileKind dataFileKind(const fs::path& path)
{
    if (isPictureName(path))
        return DataFileKind::Picture;
    const std::string extension = lowerCaseExtension(path);
    if (extension == ".npy")
        return DataFileKind::Npy;
    return extension == ".npz" ? DataFileKind::Npz : DataFileKind::Other;
}

Result<FolderListing> listDataFolder(const fs::path& folder)
{
    Result<Entries> entries = readEntries(folder);
    if (!entries)
        return entries.error();
    FolderListing listing;
    listing.folder = folder;
    std::size_t kinds = 0;
    for (const auto& [kind, content, word] : {std::tuple(DataFileKind::Picture, FolderContent::Pictures, "picture"),
                                              std::tuple(DataFileKind::Npy, FolderContent::Npy, ".npy file"),
                                              std::tuple(DataFileKind::Npz, FolderContent::Npz, ".npz file")}) {
        std::vector<std::string>& files = entries->of(kind);
        if (files.empty())
            continue;
        ++kinds;
        listing.summary += (listing.summary.empty() ? "" : ", ") + counted(files.size(), word);
        listing.content = content;
        listing.files = std::move(files);
    }
    if (kinds > 1) {
        listing.content = FolderContent::Mixed;
        listing.files.clear();
    } else if (kinds == 0) {
        Result<std::vector<std::string>> pictures = picturesInSubfolders(folder, *entries);
        if (!pictures)
            return pictures.error();
        listing.files = std::move(*pictures);
        listing.content = !listing.files.empty() ? FolderContent::Pictures
            : entries->hasAny                    ? FolderContent::Nothing
                                                 : FolderContent::Empty;
    }
    if (kinds == 1 && listing.content == FolderContent::Pictures) {
        Result<std::vector<std::string>> left = picturesInSubfolders(folder, *entries);
        listing.besideInSubfolders = left ? left->size() : 0; // a folder that nobody needs may be unreadable
    }
    std::sort(listing.files.begin(), listing.files.end());
    return listing;
}

} // namespace quantiscope
