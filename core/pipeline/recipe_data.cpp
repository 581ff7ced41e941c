// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_data.h"

#include "core/base/json_reader.h"
#include "core/data/folder_listing.h"
#include "core/data/preprocess_json.h"

namespace quantiscope {

using nlohmann::json;

namespace {

/// The kinds of data that a recipe names.
bool isDataKind(const std::string& kind)
{
    return kind == "images" || kind == "npy" || kind == "npz" || kind == "random";
}

/// The kind of what lies at @p path; empty when nothing does or it is nothing to read, which openSampleSource() tells.
std::string kindAt(const std::filesystem::path& path)
{
    std::error_code ec;
    if (!std::filesystem::is_directory(path, ec)) {
        const DataFileKind kind = dataFileKind(path);
        return kind == DataFileKind::Npy ? "npy" : kind == DataFileKind::Npz ? "npz" : "";
    }
    const Result<FolderListing> listing = listDataFolder(path);
    if (!listing)
        return {};
    switch (listing->content) {
    case FolderContent::Pictures:
        return "images";
    case FolderContent::Npy:
        return "npy";
    case FolderContent::Npz:
        return "npz";
    default:
        return {};
    }
}

/// A path below @p folder as DataSpec::source: a folder that is called "random" must not become random data.
std::string sourceText(const std::filesystem::path& folder, const std::string& path)
{
    const std::string source = (folder / path).lexically_normal().string();
    return isRandomData(source) ? "./" + source : source;
}

Result<void> checkKind(const std::string& kind, const std::string& source, const std::string& where)
{
    std::error_code ec;
    const std::string found = std::filesystem::exists(source, ec) ? kindAt(source) : std::string();
    if (found.empty() || found == kind)
        return {};
    return Error{ErrorCode::ConfigRefused,
                 where + ".kind is '" + kind + "', but '" + source + "' holds " + found + " data; write '" + found
                     + "' or name another path.",
                 where + ".kind"};
}

std::string kindOf(const std::string& source)
{
    if (isRandomData(source))
        return "random";
    const std::string kind = kindAt(source);
    return kind.empty() ? "images" : kind;
}

} // namespace

bool isRandomData(const std::string& source)
{
    return source == "random" || source.starts_with("random:");
}

bool mayBePictures(const std::string& source)
{
    return kindOf(source) == "images";
}

std::string storedPath(const std::filesystem::path& path, const std::filesystem::path& folder)
{
    // An empty path has no absolute form, and none has where the current folder is gone.
    const auto wholeOf = [](const std::filesystem::path& each) {
        std::error_code ec;
        const std::filesystem::path whole = std::filesystem::absolute(each, ec);
        return ec ? each.lexically_normal() : whole.lexically_normal();
    };
    const std::filesystem::path whole = wholeOf(path);
    if (folder.empty() || whole.empty())
        return whole.string();
    const std::filesystem::path relative = whole.lexically_relative(wholeOf(folder));
    return relative.empty() ? whole.string() : relative.string();
}

Result<DataSpec> dataFromJson(const json& document, const std::string& where, const std::filesystem::path& folder,
                              const PreprocessSpec& pictures)
{
    JsonReader reader(document, where);
    const std::string kind = reader.string("kind");
    const std::string path = reader.string("path");
    const auto seed = reader.integer("seed", 0, 0, INT64_MAX);
    const json preprocess = reader.value("preprocess");
    const std::vector<std::string> skip = reader.strings("skip");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (!isDataKind(kind))
        return Error{ErrorCode::ConfigRefused, where + ".kind must be images, npy, npz or random, not '" + kind + "'.",
                     where + ".kind"};
    DataSpec data;
    data.seed = static_cast<std::uint64_t>(seed);
    const auto without = [&](const char* key, const char* kinds) {
        return Error{ErrorCode::ConfigRefused,
                     where + "." + key + " is for " + kinds + " and has no effect on kind '" + kind + "'; remove it.",
                     where + "." + key};
    };
    if (!preprocess.is_null() && kind != "images")
        return without("preprocess", "pictures");
    if (!path.empty() && kind == "random")
        return without("path", "files");
    if (!skip.empty() && kind == "random")
        return without("skip", "files");
    data.skip = {skip.begin(), skip.end()};
    if (kind == "random") {
        data.source = "random:" + std::to_string(seed);
    } else if (path.empty()) {
        return Error{ErrorCode::ConfigRefused, where + ".path is missing.", where + ".path"};
    } else {
        data.source = sourceText(folder, path);
        if (const Result<void> checked = checkKind(kind, data.source, where); !checked)
            return checked.error();
    }
    if (preprocess.is_null()) {
        if (kind == "images")
            data.preprocess = pictures;
        return data;
    }
    Result<PreprocessSpec> spec = preprocessFromJson(preprocess, where + ".preprocess");
    if (!spec)
        return spec.error();
    data.preprocess = std::move(*spec);
    return data;
}

json dataToJson(const DataSpec& data, const std::filesystem::path& folder)
{
    const std::string kind = kindOf(data.source);
    json object{{"kind", kind}};
    if (kind != "random")
        object["path"] = storedPath(data.source, folder);
    const bool ownSeed = kind == "random" && data.source != "random";
    if (ownSeed)
        object["seed"] = std::strtoull(data.source.c_str() + data.source.find(':') + 1, nullptr, 10);
    else
        object["seed"] = data.seed;
    if (kind == "images")
        object["preprocess"] = preprocessToJson(data.preprocess);
    if (kind != "random" && !data.skip.empty())
        object["skip"] = data.skip;
    return object;
}

} // namespace quantiscope
