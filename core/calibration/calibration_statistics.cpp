// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_statistics.h"

#include "core/base/digest_sum.h"
#include "core/base/file_io.h"
#include "core/calibration/statistics_document.h"
#include "core/calibration/tensor_statistics_json.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <ostream>
#include <span>

namespace quantiscope {

using nlohmann::json;

namespace {

std::optional<StatisticsDetail> detailOf(const json& name)
{
    for (const StatisticsDetail detail :
         {StatisticsDetail::Range, StatisticsDetail::Histogram, StatisticsDetail::Votes}) {
        if (name == detailName(detail))
            return detail;
    }
    return std::nullopt;
}

} // namespace

Result<void> CalibrationStatistics::merge(const CalibrationStatistics& other)
{
    if (modelHash != other.modelHash)
        return Error{ErrorCode::ConfigRefused, "The statistics to be merged come from two different models.", {}};
    if (detail != other.detail)
        return Error{
            ErrorCode::ConfigRefused, "The statistics to be merged differ in detail (ranges, histograms, votes).", {}};
    const auto mine = DigestSum::fromHex(dataHash);
    const auto others = DigestSum::fromHex(other.dataHash);
    if (!mine || !others)
        return Error{ErrorCode::ConfigRefused, "The statistics to be merged do not say what data they are of.", {}};
    samples += other.samples;
    DigestSum data = *mine;
    data.add(*others);
    dataHash = data.hex();
    for (const auto& [name, statistics] : other.tensors)
        tensors[name].merge(statistics);
    return {};
}

Result<void> saveStatistics(const CalibrationStatistics& statistics, const std::filesystem::path& path)
{
    const std::string digest = digestOf(statistics);
    return writeFileAtomically(path, [&](std::ostream& stream) -> Result<void> {
        writeDocument(statistics, digest, [&stream](std::span<const std::uint8_t> bytes) {
            stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        });
        return {};
    });
}

Result<CalibrationStatistics> loadStatistics(const std::filesystem::path& path)
{
    const std::string name = path.string();
    auto file = MappedFile::open(path, ErrorCode::ConfigRefused);
    if (!file)
        return file.error();
    json document = parseDocument((*file)->bytes());
    *file = nullptr; // or its pages would count as memory of this process while the statistics are made
    if (!document.is_object() || document.value("format", json()) != kStatisticsFormat)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' is not a statistics file (as 'qscope calibrate' writes it), or it is damaged.",
                     name};
    const json version = document.value("version", json());
    if (version.is_number_unsigned() && version.get<std::uint64_t>() > kStatisticsVersion)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' was written by a newer version of Quantiscope (statistics version "
                         + version.dump() + ", this one reads " + std::to_string(kStatisticsVersion) + ").",
                     name};
    if (version.is_number_unsigned() && version.get<std::uint64_t>() < kStatisticsVersion)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' was written by an older version of Quantiscope (statistics version "
                         + version.dump() + ", this one reads " + std::to_string(kStatisticsVersion)
                         + "); calibrate again.",
                     name};
    const Error damaged{ErrorCode::ConfigRefused, "Statistics file '" + name + "' is damaged; calibrate again.", name};
    CalibrationStatistics statistics;
    const json digest = document.value("digest", json());
    const auto tensors = document.find("tensors");
    const json model = document.value("model", json());
    const json data = document.value("data", json());
    const auto detail = detailOf(document.value("detail", json()));
    if (version != kStatisticsVersion || !digest.is_string() || tensors == document.end() || !tensors->is_object()
        || !model.is_string() || !data.is_string() || !detail || !DigestSum::fromHex(data.get<std::string>())
        || !readUnsigned(document, "samples", statistics.samples))
        return damaged;
    statistics.modelHash = model.get<std::string>();
    statistics.dataHash = data.get<std::string>();
    statistics.detail = *detail;
    for (const auto& [tensor, object] : tensors->items()) {
        if (!fromJson(object, statistics.detail, statistics.samples, statistics.tensors[tensor]))
            return damaged;
        object = nullptr; // not twice in memory
    }
    if (digest.get<std::string>() != digestOf(statistics))
        return damaged;
    return statistics;
}

} // namespace quantiscope
