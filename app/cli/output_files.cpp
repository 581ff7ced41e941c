// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_files.h"

#include <filesystem>

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

} // namespace

Result<void> checkOutputFiles(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs)
{
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const NamedFile& output = outputs[i];
        if (output.path.empty())
            continue;
        std::error_code ec;
        if (fs::is_directory(output.path, ec))
            return Error{ErrorCode::DiskError, "Cannot write '" + output.path + "': it is a folder.", output.path};
        for (const NamedFile& input : inputs) {
            if (!input.path.empty() && isSameFile(output.path, input.path)) {
                return Error{ErrorCode::InvalidArgument,
                             output.option + " would overwrite '" + input.path + "', which " + input.option
                                 + " reads; give another file.",
                             output.option};
            }
        }
        for (const NamedFile& other : outputs.first(i)) {
            if (!other.path.empty() && isSameFile(output.path, other.path)) {
                return Error{ErrorCode::InvalidArgument,
                             output.option + " and " + other.option + " name the same file '" + output.path
                                 + "'; give two files.",
                             output.option};
            }
        }
    }
    return {};
}

} // namespace quantiscope
