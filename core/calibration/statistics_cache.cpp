// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics_cache.h"

#include "core/base/digest_sum.h"
#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/base/version.h"
#include "core/calibration/cache_endings.h"
#include "core/data/preprocess_json.h"
#include "core/runtime/runtime_environment.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <span>
#include <vector>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// To be raised with every change of what is counted and of what the file says.
constexpr const char* kObserverVersion = "4";
constexpr const char* kEnding = ".stats";
constexpr std::size_t kKeyDigits = 64;

Result<std::string> digestOfFile(const fs::path& path, const Feedback& feedback)
{
    constexpr std::size_t kBlock = std::size_t(1) << 20;
    // Mapped only to be told why it cannot be read: pages that are looked at would count as memory of this process.
    if (const auto file = MappedFile::open(path, ErrorCode::DataRefused); !file)
        return file.error();
    std::ifstream stream(path, std::ios::binary);
    std::vector<char> block(kBlock);
    Sha256 hash;
    while (stream) {
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        hash.add(std::as_bytes(std::span(block)).first(static_cast<std::size_t>(stream.gcount())));
    }
    if (!stream.eof())
        return Error{ErrorCode::DataRefused, "'" + path.string() + "' cannot be read to its end.", path.string()};
    return hash.hexDigest();
}

bool isEntry(const fs::path& path)
{
    const std::string name = path.stem().string();
    const fs::path ending = path.extension();
    return (ending == kEnding || ending == kEqualizationEnding || ending == kSensitivityEnding)
        && name.size() == kKeyDigits && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

Result<std::optional<DataKey>> dataKey(const SampleSource& source, const PreprocessSpec& preprocess,
                                       std::span<const TensorSpec> inputs, const Feedback& feedback)
{
    std::map<fs::path, std::string> digests; // many samples may lie in one file
    DigestSum samples;
    Sha256 sequence;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const auto origin = source.origin(i);
        if (!origin)
            return std::optional<DataKey>();
        auto digest = digests.find(origin->file);
        if (digest == digests.end()) {
            Result<std::string> computed =
                origin->file.empty() ? Result<std::string>(std::string()) : digestOfFile(origin->file, feedback);
            if (!computed)
                return computed.error();
            digest = digests.emplace(origin->file, std::move(*computed)).first;
        }
        Sha256 sample;
        sample.addField(digest->second);
        sample.addField(origin->part);
        sample.addField(origin->isPicture ? preprocessToJson(preprocess).dump() : std::string());
        const std::string digestOfSample = sample.hexDigest();
        samples.add(*DigestSum::fromHex(digestOfSample));
        sequence.addField(digestOfSample);
    }
    const auto keyOf = [&](const std::string& digest) {
        Sha256 key;
        for (const std::string& field : {digest, std::to_string(source.size()), std::string(kOpenCvVersion)})
            key.addField(field);
        for (const TensorSpec& input : inputs) {
            key.addField(input.name);
            key.addField(describe(input));
        }
        return key.hexDigest();
    };
    return std::optional(DataKey{keyOf(samples.hex()), keyOf(sequence.hexDigest())});
}

std::string statisticsKey(const std::string& modelHash, const DataKey& data)
{
    Sha256 key;
    for (const std::string& field : {std::string("quantiscope statistics"), std::string(kObserverVersion), modelHash,
                                     data.samples, RuntimeEnvironment::libraryVersion()})
        key.addField(field);
    return key.hexDigest();
}

StatisticsCache::StatisticsCache(fs::path folder, std::uint64_t mostBytes)
    : m_folder(std::move(folder)), m_mostBytes(mostBytes)
{
}

fs::path StatisticsCache::pathOf(const std::string& key) const
{
    return m_folder / (key + kEnding);
}

std::optional<CalibrationStatistics> StatisticsCache::find(const std::string& key, const std::string& modelHash,
                                                           StatisticsDetail detail, Feedback& feedback) const
{
    const fs::path path = pathOf(key);
    std::error_code ec;
    if (!fs::exists(path, ec))
        return std::nullopt;
    Result<CalibrationStatistics> statistics = loadStatistics(path);
    if (!statistics || statistics->modelHash != modelHash) {
        feedback.warn(
            "The cached statistics '" + path.string() + "' cannot be used and are made anew"
            + (statistics ? std::string(": they belong to another model.") : ": " + statistics.error().message));
        return std::nullopt;
    }
    if (statistics->detail < detail)
        return std::nullopt;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ec); // the time of the last use
    return std::move(*statistics);
}

void StatisticsCache::store(const std::string& key, const CalibrationStatistics& statistics, Feedback& feedback) const
{
    const Result<void> saved = saveStatistics(statistics, pathOf(key));
    if (!saved) {
        feedback.warn("The statistics are not kept in the cache: " + saved.error().message);
        return;
    }
    std::error_code ec;
    const std::uintmax_t bytes = fs::file_size(pathOf(key), ec);
    if (!ec && bytes > m_mostBytes) {
        fs::remove(pathOf(key), ec);
        feedback.warn("The statistics are not kept in the cache '" + m_folder.string() + "': they alone exceed its "
                      + std::to_string(m_mostBytes) + " bytes.");
    }
    removeOldest(key);
}

void StatisticsCache::removeOldest(const std::string& newest) const
{
    struct Entry
    {
        fs::file_time_type used;
        fs::path path;
        std::uintmax_t bytes;
    };
    std::vector<Entry> entries;
    // Another process may remove entries meanwhile: whatever cannot be looked at is gone.
    std::error_code ec;
    for (fs::directory_iterator at(m_folder, ec), end; !ec && at != end; at.increment(ec)) {
        std::error_code gone;
        if (!isEntry(at->path()) || !at->is_regular_file(gone) || gone)
            continue;
        const std::uintmax_t bytes = at->file_size(gone);
        const fs::file_time_type used = gone ? fs::file_time_type() : at->last_write_time(gone);
        if (!gone)
            entries.push_back({used, at->path(), bytes});
    }
    // Of what another computer or an adjusted clock dates to the future, the new entry must not fall victim.
    const auto order = [own = pathOf(newest)](const Entry& a, const Entry& b) {
        if ((a.path == own) != (b.path == own))
            return a.path == own;
        return a.used != b.used ? a.used > b.used : a.path < b.path;
    };
    std::sort(entries.begin(), entries.end(), order);
    std::uintmax_t kept = 0;
    bool isFull = false; // then all that are older go, however small
    for (const Entry& entry : entries) {
        isFull = isFull || entry.bytes > m_mostBytes - kept;
        if (isFull)
            fs::remove(entry.path, ec);
        else
            kept += entry.bytes;
    }
}

} // namespace quantiscope
