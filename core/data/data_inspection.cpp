// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_inspection.h"

#include "core/data/folder_listing.h"
#include "core/data/inspection_parts.h"
#include "core/data/labels.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::chrono::milliseconds kProgressPoll{50};
constexpr std::size_t kMostThreads = 8; ///< each holds a sample

Result<void> workWithoutThrowing(const std::function<Result<void>(std::size_t, std::size_t)>& work, std::size_t thread,
                                 std::size_t index)
{
    try {
        return work(thread, index);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to look at the data.", {}};
    } catch (const std::exception& exception) {
        return Error{
            ErrorCode::RuntimeFailure, std::string("The data could not be looked at: ") + exception.what() + ".", {}};
    }
}

/// Opens what is to be looked at; the labels of the samples come with it.
Result<InspectedSamples> inspectSource(const SampleSource& source, const InspectionRequest& request, Feedback& feedback)
{
    const auto origin = source.origin(0);
    return origin && origin->isPicture ? inspectPictures(source, request, feedback)
                                       : inspectArrays(source, request, feedback);
}

/// The class of a picture that lies in a class folder; empty for any other sample.
std::string folderOf(const SampleSource& source, std::size_t i)
{
    const auto origin = source.origin(i);
    if (!origin || !origin->isPicture)
        return {};
    const std::string name = source.name(i);
    const std::size_t slash = name.find('/');
    return slash == std::string::npos ? std::string() : name.substr(0, slash);
}

std::string classOf(const SampleSource& source, std::size_t i, const std::optional<LabelMap>& labels)
{
    if (!labels)
        return folderOf(source, i);
    const auto label = labels->labelOf(source.name(i), source.index(i));
    return label ? labels->className(*label) : std::string();
}

/// Counts the classes of @p samples; classes that only samples have that were not chosen count 0.
void countClasses(InspectedSamples& samples, const InspectionRequest& request, const std::optional<LabelMap>& labels)
{
    for (const SampleFacts& facts : samples.facts) {
        if (!facts.className.empty() && facts.unreadable.empty())
            ++samples.classes[facts.className];
    }
    DataSpec whole = request.data;
    whole.samples = whole.most = 0;
    if (samples.classes.empty() || whole == request.data)
        return;
    Feedback quiet; // what there is to warn of was said of the chosen ones
    const auto all = openSampleSource(whole, request.inputs, quiet);
    for (std::size_t i = 0; all && i < (*all)->size(); ++i) {
        if (std::string name = classOf(**all, i, labels); !name.empty())
            samples.classes.try_emplace(std::move(name), 0);
    }
}

/// How many files like the source, a file that holds one sample, lie in its folder; 0 when it is none.
std::size_t filesBeside(const InspectionRequest& request)
{
    const std::filesystem::path path = request.data.source;
    const DataFileKind kind = dataFileKind(path);
    std::error_code ec;
    if ((kind != DataFileKind::Npy && kind != DataFileKind::Npz) || !std::filesystem::is_regular_file(path, ec))
        return 0;
    // One sample may have been chosen of many that the file holds.
    DataSpec whole = request.data;
    whole.samples = whole.most = 0;
    whole.skip.clear();
    Feedback quiet; // what there is to warn of was said of the chosen one
    const auto all = openSampleSource(whole, request.inputs, quiet);
    if (!all || (*all)->size() != 1)
        return 0;
    const std::filesystem::path folder = path.parent_path();
    const Result<FolderListing> listing = listDataFolder(folder.empty() ? std::filesystem::path(".") : folder);
    return listing ? listing->files.size() : 0;
}

} // namespace

const TrainedLayer* trainedLayer(const InspectionRequest& request, const std::string& name)
{
    const auto found = request.expected.find(name);
    return found != request.expected.end() && found->second.layer ? &*found->second.layer : nullptr;
}

std::size_t threadCount(int wanted, std::size_t work)
{
    const std::size_t threads =
        wanted > 0 ? static_cast<std::size_t>(wanted) : std::max(1U, std::thread::hardware_concurrency());
    return std::max<std::size_t>(1, std::min({threads, work, kMostThreads}));
}

Result<void> forEachIndex(std::size_t count, int threads, Feedback& feedback,
                          const std::function<Result<void>(std::size_t, std::size_t)>& work)
{
    std::atomic<std::size_t> next = 0, done = 0;
    std::mutex mutex;
    std::condition_variable ended;
    std::optional<Error> error; // guarded by mutex, as running
    std::size_t running = threadCount(threads, count);
    std::atomic<bool> stop = false;
    const auto runThread = [&](std::size_t thread) {
        while (!stop) {
            const std::size_t index = next++;
            if (index >= count)
                break;
            if (feedback.isCanceled()) {
                stop = true;
                break;
            }
            if (Result<void> result = workWithoutThrowing(work, thread, index); !result) {
                const std::lock_guard lock(mutex);
                if (!error)
                    error = result.error();
                stop = true;
            }
            ++done;
        }
        const std::lock_guard lock(mutex);
        --running;
        ended.notify_one();
    };
    std::vector<std::jthread> workers;
    for (std::size_t thread = 0, all = running; thread < all; ++thread)
        workers.emplace_back(runThread, thread);
    for (std::unique_lock lock(mutex); running > 0;) {
        ended.wait_for(lock, kProgressPoll, [&] { return running == 0; });
        feedback.progress({"inspect", done, count, "sample"});
    }
    if (error)
        return *error;
    if (feedback.isCanceled())
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    return {};
}

std::size_t DataInspection::warnings() const
{
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == FindingSeverity::Warning;
    }));
}

bool isRandomSource(const std::string& source)
{
    return source == "random" || source.starts_with("random:");
}

Result<void> checkRandomSamples(const DataSpec& data)
{
    if (!isRandomSource(data.source) || data.samples <= kMostRandomSamples)
        return {};
    return Error{ErrorCode::InvalidArgument,
                 std::to_string(data.samples) + " random samples are too many to look at; take at most "
                     + std::to_string(kMostRandomSamples) + ".",
                 data.source};
}

Result<DataInspection> inspectData(const InspectionRequest& request, Feedback& feedback)
{
    std::optional<LabelMap> labels;
    if (!request.labels.empty()) {
        Result<LabelMap> read = LabelMap::read(request.labels);
        if (!read)
            return read.error();
        labels = std::move(*read);
    }
    if (const Result<void> bounded = checkRandomSamples(request.data); !bounded)
        return bounded.error();
    const Result<std::unique_ptr<SampleSource>> source = openSampleSource(request.data, request.inputs, feedback);
    if (!source)
        return source.error();
    Result<InspectedSamples> samples = inspectSource(**source, request, feedback);
    if (!samples)
        return samples.error();
    const bool allUnreadable = std::all_of(samples->facts.begin(), samples->facts.end(),
                                           [](const SampleFacts& facts) { return !facts.unreadable.empty(); });
    if (allUnreadable) {
        return Error{ErrorCode::DataRefused, "None of the samples can be read. " + samples->facts.front().unreadable,
                     request.data.source};
    }
    for (InputFacts& input : samples->inputs) {
        if (const auto known = request.expected.find(input.expected.name); known != request.expected.end())
            input.range = known->second.range;
    }
    for (std::size_t i = 0; i < samples->facts.size(); ++i) {
        if (labels)
            samples->facts[i].label = labels->labelOf(samples->facts[i].name, (*source)->index(i));
        samples->facts[i].className = classOf(**source, i, labels);
    }
    countClasses(*samples, request, labels);
    if (samples->facts.size() == 1)
        samples->filesBeside = filesBeside(request);
    DataInspection inspection;
    inspection.findings = findingsOf(*samples, request, labels.has_value());
    inspection.arePictures = samples->facts.front().width > 0
        || std::any_of(samples->facts.begin(), samples->facts.end(), [](const SampleFacts& s) { return s.width > 0; });
    inspection.samples = std::move(samples->facts);
    inspection.inputs = std::move(samples->inputs);
    return inspection;
}

} // namespace quantiscope
