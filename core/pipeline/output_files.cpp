// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/output_files.h"

#include "core/base/file_io.h"
#include "core/data/folder_listing.h"
#include "core/model/model.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// Do both paths lead to one file, whether or not it exists?
bool isSameFile(const fs::path& a, const fs::path& b)
{
    std::error_code ec;
    if (fs::equivalent(a, b, ec))
        return true;
    const fs::path first = fs::weakly_canonical(fs::absolute(a, ec), ec);
    const fs::path second = fs::weakly_canonical(fs::absolute(b, ec), ec);
    return !first.empty() && first == second;
}

/// Would writing @p output destroy a sample of the data folder @p input? Other files there may come and go.
bool isSampleIn(const fs::path& output, const fs::path& input)
{
    std::error_code ec;
    if (!fs::is_directory(input, ec) || !fs::exists(output, ec) || dataFileKind(output) == DataFileKind::Other)
        return false;
    const fs::path relative = fs::relative(output, input, ec);
    return !ec && !relative.empty() && *relative.begin() != "..";
}

} // namespace

std::vector<NamedFile> filesOf(const Recipe& recipe)
{
    std::vector<NamedFile> named;
    for (const auto& [member, path] : pathsOf(recipe))
        named.push_back({"the recipe", path});
    return named;
}

Result<void> checkOutputFiles(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs)
{
    for (const NamedFile& output : outputs) {
        if (output.path.empty())
            continue;
        for (const NamedFile& input : inputs) {
            std::error_code ec;
            if (input.path.empty() || fs::is_directory(output.path, ec))
                continue;
            if (isSampleIn(output.path, input.path)) {
                return Error{ErrorCode::InvalidArgument,
                             output.option + " would overwrite '" + output.path + "', a sample in the folder that "
                                 + input.option + " reads; give another file.",
                             output.option};
            }
            if (isSameFile(output.path, input.path)) {
                return Error{ErrorCode::InvalidArgument,
                             output.option + " would overwrite '" + input.path + "', which " + input.option
                                 + " reads; give another file.",
                             output.option};
            }
        }
        for (const NamedFile& other : outputs) {
            if (&other == &output || other.path.empty())
                continue;
            if (&other < &output && isSameFile(output.path, other.path)) {
                return Error{ErrorCode::InvalidArgument,
                             output.option + " and " + other.option + " name the same file '" + output.path
                                 + "'; give two files.",
                             output.option};
            }
            if (other.role == NamedFile::Role::Model && Model::mayStoreWeightsIn(output.path, other.path)) {
                return Error{ErrorCode::InvalidArgument,
                             output.option + " must not be called '" + output.path
                                 + "', as a file with weights of the model is; give another name.",
                             output.option};
            }
        }
        if (const Result<void> writable = checkWritable(output.path); !writable)
            return writable;
    }
    return {};
}

Result<std::string> writeReport(const nlohmann::json& report, const std::string& file)
{
    std::string text = report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (file.empty())
        return text;
    const Result<void> written = writeTextFileAtomically(file, text);
    return written ? Result<std::string>(std::move(text)) : written.error();
}

} // namespace quantiscope
