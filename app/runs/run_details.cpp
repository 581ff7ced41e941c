// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_details.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/data/folder_listing.h"
#include "widgets/common/background_release.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// What @p read makes of the document at @p file; nothing when there is none, and, with the reason in @p problem, when
/// it is refused.
template <typename Value>
std::optional<Value> readDocument(const fs::path& file,
                                  Result<Value> (*read)(const nlohmann::json&, const std::string&),
                                  std::string& problem)
{
    std::error_code ec;
    if (file.empty() || !fs::exists(file, ec))
        return std::nullopt;
    const std::string name = "'" + file.filename().string() + "'";
    const Result<std::string> text = readTextFile(file, ErrorCode::ConfigRefused);
    nlohmann::json document;
    std::optional<Error> error = text ? parseJson(*text, name, document) : text.error();
    if (!error) {
        Result<Value> value = read(document, name);
        if (value)
            return std::move(*value);
        error = value.error();
    }
    problem = error->message;
    return std::nullopt;
}

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Are the figures of @p run those of @p evaluation? A file may be older or newer than the project that names it.
bool belongsTo(const RunSummary& run, const Evaluation& evaluation)
{
    const auto has = [&evaluation](const OutputQuality& output) {
        const OutputSummary* found = evaluation.summaryNamed(output.name);
        return found && isSame(found->cosine.mean, output.cosine.mean)
            && isSame(found->cosine.worst, output.cosine.worst);
    };
    return run.measuredSamples == evaluation.samples && std::all_of(run.outputs.begin(), run.outputs.end(), has);
}

std::map<std::string, fs::path> findPictures(const Evaluation& evaluation, const std::vector<DataSpec>& data,
                                             const Feedback& feedback)
{
    std::unordered_set<std::string> names;
    for (const SampleRecord& sample : evaluation.perSample)
        names.insert(sample.name);
    for (const FlippedSample& sample : evaluation.flipped)
        names.insert(sample.name);
    std::map<std::string, fs::path> pictures;
    std::unordered_set<std::string> seen;
    for (const DataSpec& spec : data) {
        std::error_code ec;
        if (feedback.isCanceled() || names.empty() || !seen.insert(spec.source).second
            || !fs::is_directory(spec.source, ec))
            continue;
        const Result<FolderListing> folder = listDataFolder(spec.source);
        if (!folder || folder->content != FolderContent::Pictures)
            continue;
        for (const std::string& file : folder->files) {
            if (names.erase(file) > 0)
                pictures.emplace(file, folder->folder / file);
        }
    }
    return pictures;
}

} // namespace

RunDetailsPtr readRunDetails(const RunFiles& files, const Feedback& feedback)
{
    auto details = std::make_unique<RunDetails>();
    details->run.recipe = files.run.recipe;
    std::error_code ec;
    if (!files.run.report.empty() && fs::exists(files.run.report, ec)) {
        if (Result<StoredRun> run = loadStoredRun(files.run.report)) {
            details->run = std::move(*run);
            details->hasReport = true;
        } else {
            details->problem = run.error().message;
        }
    }
    details->run.name = files.run.report.filename().string();
    std::optional<Evaluation> later = readDocument(files.evaluation, evaluationFromJson, details->problem);
    if (later && belongsTo(files.run, *later))
        details->run.evaluation = std::move(later);
    else if (details->run.evaluation && !belongsTo(files.run, *details->run.evaluation))
        details->run.evaluation.reset();
    details->errors = readDocument(files.errors, layerErrorsFromJson, details->problem);
    if (details->errors && !details->errors->quantizedHash.empty() && !files.run.outputHash.empty()
        && details->errors->quantizedHash != files.run.outputHash)
        details->errors.reset(); // a file that a run of the same number left behind
    if (details->run.evaluation)
        details->pictures = findPictures(*details->run.evaluation, files.data, feedback);
    return releasedInBackground(std::move(details));
}

} // namespace quantiscope
