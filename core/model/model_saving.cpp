// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/model/external_data.h"
#include "core/model/model.h"
#include "core/model/model_file.h"
#include "core/model/model_writer.h"
#include "core/model/tensor_proto_data.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <set>
#include <string>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// protobuf cannot read a message of 2 GiB; a margin for what other tools add to the file.
constexpr std::size_t kLargestFile = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) - (1 << 20);

/// "<model>.data", or "<model>.<k>.data".
std::string dataFileName(const fs::path& path, int attempt)
{
    const std::string stem = path.filename().string();
    return attempt == 0 ? stem + ".data" : stem + "." + std::to_string(attempt) + ".data";
}

/// Is @p name "<model>.data" or "<model>.<k>.data"?
bool isDataFileName(const std::string& name, const fs::path& path)
{
    const std::string start = path.filename().string() + ".";
    if (!name.starts_with(start) || !name.ends_with("data"))
        return false;
    const std::string middle = name.substr(start.size(), name.size() - start.size() - 4);
    return middle.empty()
        || (middle.size() > 1 && middle.back() == '.' && middle.find_first_not_of("0123456789") == middle.size() - 1);
}

/// Data files of an earlier save to @p path: those that have a name which save() gives and that the old model refers
/// to.
std::set<fs::path> earlierDataFiles(const fs::path& path)
{
    std::set<std::string> candidates;
    std::error_code ec;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (const auto& entry : fs::directory_iterator(folder, ec)) {
        const std::string name = entry.path().filename().string();
        if (isDataFileName(name, path))
            candidates.insert(name);
    }
    std::set<fs::path> files;
    if (candidates.empty() || !fs::is_regular_file(path, ec))
        return files;
    const auto old = readModelFile(path);
    if (!old)
        return files;
    for (const auto& initializer : (*old)->graph().initializer()) {
        if (isExternal(initializer) && candidates.contains(externalLocation(initializer)))
            files.insert(path.parent_path() / externalLocation(initializer));
    }
    return files;
}

/// A name for the data file that no file has yet: whatever stands there may belong to the old model or to somebody
/// else.
std::string freeDataFileName(const fs::path& path)
{
    std::error_code ec;
    int attempt = 0;
    while (fs::exists(fs::symlink_status(path.parent_path() / dataFileName(path, attempt), ec)))
        ++attempt;
    return dataFileName(path, attempt);
}

Result<void> saveFiles(const Model& model, const fs::path& path, bool external, const Feedback& feedback)
{
    const auto places = placeWeights(model, external);
    const std::set<fs::path> earlier = earlierDataFiles(path);
    std::string dataFile;
    std::error_code ec;
    const bool needsDataFile =
        std::any_of(places.begin(), places.end(), [](const auto& place) { return place.isExternal; });
    if (needsDataFile) {
        dataFile = freeDataFileName(path);
        auto written = writeFileAtomically(path.parent_path() / dataFile, [&](std::ostream& stream) {
            return writeWeights(stream, model, places, feedback);
        });
        if (!written)
            return written;
    }
    auto written = writeFileAtomically(
        path, [&](std::ostream& stream) { return writeModel(stream, model, places, dataFile, feedback); });
    if (!written) {
        if (needsDataFile)
            fs::remove(path.parent_path() / dataFile, ec);
        return written;
    }
    for (const fs::path& file : earlier)
        fs::remove(file, ec); // nothing refers to it any more; models that have it mapped keep it
    return {};
}

} // namespace

bool Model::mayStoreWeightsIn(const fs::path& file, const fs::path& model)
{
    // Both are written where a link leads.
    const Result<fs::path> one = linkTarget(file);
    const Result<fs::path> other = linkTarget(model);
    if (!one || !other || !isDataFileName(one->filename().string(), *other))
        return false;
    std::error_code ec;
    return fs::weakly_canonical(fs::absolute(*one, ec), ec).parent_path()
        == fs::weakly_canonical(fs::absolute(*other, ec), ec).parent_path();
}

Result<void> Model::save(const fs::path& path, const SaveOptions& options) const
{
    return save(path, options, Feedback());
}

Result<void> Model::save(const fs::path& path, const SaveOptions& options, const Feedback& feedback) const
{
    try {
        // The data file belongs beside the model, not beside a link to it.
        const Result<fs::path> target = linkTarget(path);
        if (!target)
            return target.error();
        return saveFiles(*this, *target, options.externalData || embeddedSize(*this) > kLargestFile, feedback);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to save '" + path.string() + "'.",
                     path.string()};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::DiskError, "Cannot write '" + path.string() + "': " + exception.what() + ".",
                     path.string()};
    }
}

} // namespace quantiscope
