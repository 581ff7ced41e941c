// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_source.h"

#include "core/data/folder_listing.h"
#include "core/data/readers.h"
#include "core/data/sample_choice.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

using Opened = Result<std::unique_ptr<SampleSource>>;

constexpr char kForms[] =
    "a folder of pictures, a folder of .npy or .npz files, a .npy or .npz file with stacked samples, "
    "or 'random'";

Error refused(const std::string& source, const std::string& message)
{
    return {ErrorCode::DataRefused, message, source};
}

Opened openRandom(const DataSpec& spec, std::span<const TensorSpec> inputs)
{
    // A recipe holds whole numbers up to this one, and a run must be repeatable from its report.
    constexpr std::uint64_t kLargestSeed = INT64_MAX;
    std::uint64_t seed = spec.seed;
    if (const std::size_t colon = spec.source.find(':'); colon != std::string::npos) {
        const char* first = spec.source.data() + colon + 1;
        const char* last = spec.source.data() + spec.source.size();
        const auto [end, ec] = std::from_chars(first, last, seed);
        if (ec != std::errc() || end != last || seed > kLargestSeed) {
            return Error{ErrorCode::InvalidArgument,
                         "The seed in '" + spec.source + "' must be a whole number from 0 to 2^63 - 1.", spec.source};
        }
    }
    return openRandomSamples(seed, spec.samples == 0 ? 1 : spec.samples, inputs, spec.random);
}

Opened openFolder(const DataSpec& spec, std::span<const TensorSpec> inputs, Feedback& feedback)
{
    const Result<FolderListing> listing = listDataFolder(spec.source);
    if (!listing)
        return listing.error();
    const std::string folder = "Folder '" + spec.source + "'";
    if (listing->besideInSubfolders > 0) {
        feedback.warn(folder + " holds pictures itself (" + std::to_string(listing->files.size()) + ", first '"
                      + listing->files.front() + "') and more in its sub-folders ("
                      + std::to_string(listing->besideInSubfolders)
                      + "): only those of the folder itself are used. Move them away to use the sub-folders.");
    }
    switch (listing->content) {
    case FolderContent::Pictures:
        return openImageFolder(*listing, spec.preprocess, inputs);
    case FolderContent::Npy:
        return openNpyFolder(*listing, inputs, feedback);
    case FolderContent::Npz:
        return openNpzFolder(*listing, inputs, feedback);
    case FolderContent::Mixed:
        return refused(spec.source,
                       folder + " has mixed content (" + listing->summary
                           + "); put the samples of one kind into a folder of their own.");
    case FolderContent::Empty:
        return refused(spec.source, folder + " is empty.");
    case FolderContent::Nothing:
        break;
    }
    return refused(spec.source,
                   folder + " has no pictures (png, jpg, bmp, webp, tiff, ppm, pgm), no .npy and no .npz files.");
}

Opened openFile(const DataSpec& spec, std::span<const TensorSpec> inputs, Feedback& feedback)
{
    switch (dataFileKind(spec.source)) {
    case DataFileKind::Npy:
        return openStackedNpy(spec.source, inputs, feedback);
    case DataFileKind::Npz:
        return openStackedNpz(spec.source, inputs, feedback);
    case DataFileKind::Picture:
        return refused(spec.source, "'" + spec.source + "' is one picture; give the folder that holds the pictures.");
    case DataFileKind::Other:
        break;
    }
    return refused(spec.source, "'" + spec.source + "' is not data that can be read. Give " + kForms + ".");
}

Opened openWhole(const DataSpec& spec, std::span<const TensorSpec> inputs, Feedback& feedback)
{
    if (spec.source == "random" || spec.source.starts_with("random:"))
        return openRandom(spec, inputs);
    std::error_code ec;
    const fs::file_status status = fs::status(spec.source, ec);
    if (status.type() == fs::file_type::not_found)
        return refused(spec.source, "'" + spec.source + "' does not exist. Give " + kForms + ".");
    if (ec)
        return refused(spec.source, "'" + spec.source + "' cannot be read: " + ec.message() + ".");
    return fs::is_directory(status) ? openFolder(spec, inputs, feedback) : openFile(spec, inputs, feedback);
}

} // namespace

Opened openSampleSource(const DataSpec& spec, std::span<const TensorSpec> inputs, Feedback& feedback)
{
    if (spec.source.empty())
        return Error{ErrorCode::InvalidArgument, std::string("No data is given. Give ") + kForms + ".", {}};
    if (inputs.empty())
        return refused(spec.source, "The model has no inputs, so there is nothing to feed it with.");
    Opened source = openWhole(spec, inputs, feedback);
    if (source)
        source = withoutSkipped(std::move(*source), spec, feedback);
    if (!source)
        return source;
    const std::size_t available = (*source)->size();
    if (spec.samples > available) {
        feedback.warn(std::to_string(spec.samples) + " samples are wanted, but '" + spec.source + "' has only "
                      + std::to_string(available) + "; all are used.");
    }
    std::size_t count = spec.samples == 0 ? available : std::min(spec.samples, available);
    if (spec.most > 0)
        count = std::min(count, spec.most);
    return count == available ? std::move(source)
                              : makeChoice(std::move(*source), chosenSamples(available, count, spec.seed));
}

} // namespace quantiscope
