// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/folder_comparison.h"

#include "core/base/json_reader.h"
#include "core/data/folder_listing.h"
#include "core/data/image_decoder.h"
#include "core/tensor/npy.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <set>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a file holds, in its own order of axes; a picture as bytes [H, W, 3].
struct Content
{
    Tensor tensor;
    bool isPicture = false;
};

/// Is the last axis one of colours and the two before one of places?
bool hasChannelsLast(const Shape& shape)
{
    constexpr std::int64_t kMostChannels = 4;
    constexpr std::int64_t kSmallest = 11; // of the window of SSIM
    const std::size_t rank = shape.size();
    return (rank == 3 || rank == 4) && shape[rank - 1] <= kMostChannels && shape[rank - 2] >= kSmallest
        && shape[rank - 3] >= kSmallest;
}

/// Rows of pixels with interleaved channels [..., H, W, C] as one plane per channel, [..., C, H, W].
std::vector<double> planesOf(const Tensor& tensor)
{
    const Shape& shape = tensor.shape();
    const std::size_t rank = shape.size();
    const auto channels = static_cast<std::size_t>(shape[rank - 1]);
    const auto pixels = static_cast<std::size_t>(shape[rank - 2] * shape[rank - 3]);
    const std::vector<double> values = elementsAsDouble(tensor);
    std::vector<double> planes(values.size());
    for (std::size_t first = 0; first < values.size(); first += pixels * channels) {
        for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
            for (std::size_t c = 0; c < channels; ++c)
                planes[first + c * pixels + pixel] = values[first + pixel * channels + c];
        }
    }
    return planes;
}

/// structuralSimilarity() of what hasChannelsLast().
std::optional<double> similarityOfColours(const Content& baseline, const Content& quantized)
{
    constexpr double kPictureRange = 255.0;
    const Shape& shape = baseline.tensor.shape();
    const std::size_t rank = shape.size();
    Shape planes(shape.begin(), shape.end() - 3);
    planes.insert(planes.end(), {shape[rank - 1], shape[rank - 3], shape[rank - 2]});
    return structuralSimilarity(planesOf(baseline.tensor), planesOf(quantized.tensor), planes,
                                baseline.isPicture ? std::optional(kPictureRange) : std::nullopt);
}

Result<Content> readContent(const std::filesystem::path& path)
{
    if (dataFileKind(path) == DataFileKind::Npy) {
        Result<Tensor> tensor = readNpy(path);
        if (!tensor)
            return tensor.error();
        return Content{std::move(*tensor), false};
    }
    const Result<Picture> picture = readPicture(path);
    if (!picture)
        return picture.error();
    Tensor pixels(DataType::UInt8, {picture->height, picture->width, 3});
    std::copy(picture->bgr.begin(), picture->bgr.end(), pixels.as<std::uint8_t>().begin());
    return Content{std::move(pixels), true};
}

bool isFinite(const std::vector<double>& values)
{
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// The comparison of two contents, or the reason against it.
Result<FileComparison> compareContents(const std::string& file, const Content& baseline, const Content& quantized)
{
    const auto refused = [&file](std::string reason) { return Error{ErrorCode::DataRefused, std::move(reason), file}; };
    if (baseline.tensor.shape() != quantized.tensor.shape()) {
        return refused("'" + file + "' has shape " + shapeListText(baseline.tensor.shape()) + " in the baseline and "
                       + shapeListText(quantized.tensor.shape()) + " in the quantized results.");
    }
    if (baseline.tensor.elements() == 0)
        return refused("'" + file + "' holds no element.");
    const std::optional<OutputMetrics> metrics = compareOutputs(baseline.tensor, quantized.tensor);
    if (!metrics) {
        const char* where = isFinite(elementsAsDouble(baseline.tensor)) ? "quantized" : "baseline";
        return refused("'" + file + "' holds NaN or infinity in the " + where + " results.");
    }
    FileComparison comparison{file, metrics->cosine, metrics->l2, {}, metrics->ssim};
    if (metrics->rmse == 0.0)
        comparison.psnr = kInfinity;
    else if (metrics->highest > 0.0)
        comparison.psnr = 20.0 * std::log10(metrics->highest / metrics->rmse);
    if (hasChannelsLast(baseline.tensor.shape()))
        comparison.ssim = similarityOfColours(baseline, quantized);
    return comparison;
}

Result<FileComparison> compareFiles(const std::string& file, const std::filesystem::path& baseline,
                                    const std::filesystem::path& quantized)
{
    try {
        const Result<Content> first = readContent(baseline / file);
        if (!first)
            return first.error();
        const Result<Content> second = readContent(quantized / file);
        if (!second)
            return second.error();
        return compareContents(file, *first, *second);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to compare '" + file + "'.", file};
    }
}

/// Names of the files of a folder that can be compared.
Result<std::set<std::string>> resultFiles(const std::filesystem::path& folder)
{
    std::error_code ec;
    const auto refused = [&folder](const std::string& reason) {
        return Error{ErrorCode::DataRefused, "'" + folder.string() + "' " + reason, folder.string()};
    };
    if (!std::filesystem::exists(folder, ec))
        return refused("does not exist.");
    if (!std::filesystem::is_directory(folder, ec))
        return refused("is not a folder; give the folder that holds the results, one file a sample.");
    std::set<std::string> names;
    std::filesystem::directory_iterator at(folder, ec);
    for (; !ec && at != std::filesystem::directory_iterator(); at.increment(ec)) {
        const std::string name = at->path().filename().string();
        const DataFileKind kind = dataFileKind(name);
        const bool isWanted = kind == DataFileKind::Npy || kind == DataFileKind::Picture;
        std::error_code ignored;
        if (isWanted && !name.starts_with('.') && at->is_regular_file(ignored))
            names.insert(name);
    }
    if (ec)
        return refused("cannot be read: " + ec.message() + ".");
    if (names.empty())
        return refused("holds no .npy file and no picture; 'qscope infer' writes such folders.");
    return names;
}

void summarize(FolderComparison& comparison)
{
    std::vector<double> finitePsnr;
    std::vector<double> ssim;
    double worstPsnr = kInfinity;
    bool anyPsnr = false;
    comparison.cosine = {0.0, kInfinity};
    for (const FileComparison& file : comparison.files) {
        comparison.cosine.mean += file.cosine;
        comparison.cosine.worst = std::min(comparison.cosine.worst, file.cosine);
        comparison.l2.mean += file.l2;
        comparison.l2.worst = std::max(comparison.l2.worst, file.l2);
        if (file.psnr) {
            anyPsnr = true;
            worstPsnr = std::min(worstPsnr, *file.psnr);
            if (std::isfinite(*file.psnr))
                finitePsnr.push_back(*file.psnr);
        }
        if (file.ssim)
            ssim.push_back(*file.ssim);
    }
    const auto mean = [](const std::vector<double>& values) {
        double sum = 0.0;
        for (const double value : values)
            sum += value;
        return sum / static_cast<double>(values.size());
    };
    const auto count = static_cast<double>(comparison.files.size());
    comparison.cosine.mean /= count;
    comparison.l2.mean /= count;
    if (anyPsnr)
        comparison.psnr = MetricSummary{finitePsnr.empty() ? kInfinity : mean(finitePsnr), worstPsnr};
    if (!ssim.empty())
        comparison.ssim = MetricSummary{mean(ssim), *std::min_element(ssim.begin(), ssim.end())};
}

json toJson(const MetricSummary& summary, const char* worst)
{
    return {{"mean", jsonNumber(summary.mean)}, {worst, jsonNumber(summary.worst)}};
}

} // namespace

Result<FolderComparison> compareFolders(const std::filesystem::path& baseline, const std::filesystem::path& quantized,
                                        Feedback& feedback)
{
    const Result<std::set<std::string>> first = resultFiles(baseline);
    if (!first)
        return first.error();
    const Result<std::set<std::string>> second = resultFiles(quantized);
    if (!second)
        return second.error();
    std::set<std::string> all = *first;
    all.insert(second->begin(), second->end());
    FolderComparison comparison;
    std::size_t done = 0;
    for (const std::string& file : all) {
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        feedback.progress({"compare", done++, all.size(), file});
        if (!first->contains(file) || !second->contains(file)) {
            const auto& lacking = first->contains(file) ? quantized : baseline;
            comparison.skipped.push_back({file, "'" + file + "' is missing in '" + lacking.string() + "'."});
            continue;
        }
        Result<FileComparison> compared = compareFiles(file, baseline, quantized);
        if (compared)
            comparison.files.push_back(std::move(*compared));
        else if (compared.error().code == ErrorCode::OutOfMemory)
            return compared.error();
        else
            comparison.skipped.push_back({file, compared.error().message});
    }
    if (comparison.files.empty()) {
        return Error{ErrorCode::DataRefused,
                     "No file of '" + baseline.string() + "' can be compared with one of '" + quantized.string()
                         + "': " + comparison.skipped.front().reason,
                     baseline.string()};
    }
    summarize(comparison);
    return comparison;
}

json toJson(const FolderComparison& comparison)
{
    json files = json::array();
    for (const FileComparison& file : comparison.files) {
        json object{{"file", file.file}, {"cosine", file.cosine}, {"l2", jsonNumber(file.l2)}};
        if (file.psnr)
            object["psnr"] = jsonNumber(*file.psnr);
        if (file.ssim)
            object["ssim"] = *file.ssim;
        files.push_back(std::move(object));
    }
    json skipped = json::array();
    for (const SkippedFile& file : comparison.skipped)
        skipped.push_back({{"file", file.file}, {"reason", file.reason}});
    json document{{"compared", comparison.files.size()},
                  {"cosine", toJson(comparison.cosine, "min")},
                  {"l2", toJson(comparison.l2, "max")},
                  {"files", std::move(files)},
                  {"skipped", std::move(skipped)}};
    document["psnr"] = comparison.psnr ? toJson(*comparison.psnr, "min") : json();
    document["ssim"] = comparison.ssim ? toJson(*comparison.ssim, "min") : json();
    return document;
}

} // namespace quantiscope
