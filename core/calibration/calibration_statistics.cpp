// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_statistics.h"

#include "core/base/file_io.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "quantiscope-statistics";
constexpr int kVersion = 1;
constexpr std::size_t kBinBytes = 2 + 8; ///< bin, count; little endian

void appendLittleEndian(std::vector<std::uint8_t>& bytes, std::uint64_t value, int width)
{
    for (int i = 0; i < width; ++i)
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint64_t littleEndian(const std::uint8_t* bytes, int width)
{
    std::uint64_t value = 0;
    for (int i = width; i-- > 0;)
        value = (value << 8) | bytes[i];
    return value;
}

json toJson(const TensorStatistics& statistics)
{
    std::vector<std::uint8_t> bins;
    statistics.histogram.forEach([&bins](std::uint16_t bin, std::uint64_t count) {
        appendLittleEndian(bins, bin, 2);
        appendLittleEndian(bins, count, 8);
    });
    json object{{"elements", statistics.elements}, {"nan", statistics.notANumber}, {"infinite", statistics.infinite}};
    if (statistics.hasRange()) {
        object["min"] = statistics.min;
        object["max"] = statistics.max;
    }
    if (!bins.empty())
        object["bins"] = json::binary(std::move(bins));
    return object;
}

bool readUnsigned(const json& object, const char* key, std::uint64_t& value)
{
    const auto at = object.find(key);
    if (at == object.end() || !at->is_number_unsigned())
        return false;
    value = at->get<std::uint64_t>();
    return true;
}

bool readFinite(const json& object, const char* key, float& value)
{
    const auto at = object.find(key);
    if (at == object.end() || !at->is_number())
        return false;
    value = at->get<float>();
    return std::isfinite(value);
}

bool fromJson(const json& object, TensorStatistics& statistics)
{
    if (!object.is_object() || !readUnsigned(object, "elements", statistics.elements)
        || !readUnsigned(object, "nan", statistics.notANumber) || !readUnsigned(object, "infinite", statistics.infinite))
        return false;
    if (object.contains("min")
        && (!readFinite(object, "min", statistics.min) || !readFinite(object, "max", statistics.max) || !statistics.hasRange()))
        return false;
    const auto bins = object.find("bins");
    if (bins == object.end())
        return true;
    if (!bins->is_binary() || bins->get_binary().size() % kBinBytes != 0)
        return false;
    const auto& bytes = bins->get_binary();
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < bytes.size(); i += kBinBytes) {
        const auto bin = static_cast<std::uint16_t>(littleEndian(&bytes[i], 2));
        const std::uint64_t count = littleEndian(&bytes[i + 2], 8);
        if (count == 0 || count > statistics.elements - total || statistics.histogram.count(bin) > 0)
            return false;
        total += count;
        statistics.histogram.add(bin, count);
    }
    return total + statistics.notANumber + statistics.infinite == statistics.elements;
}

} // namespace

Result<void> CalibrationStatistics::merge(const CalibrationStatistics& other)
{
    if (modelHash != other.modelHash)
        return Error{ErrorCode::ConfigRefused, "The statistics to be merged come from two different models.", {}};
    if (detail != other.detail)
        return Error{ErrorCode::ConfigRefused, "The statistics to be merged differ in detail (range and histogram).", {}};
    samples += other.samples;
    dataHash = std::min(dataHash, other.dataHash) + "+" + std::max(dataHash, other.dataHash);
    for (const auto& [name, statistics] : other.tensors)
        tensors[name].merge(statistics);
    return {};
}

Result<void> saveStatistics(const CalibrationStatistics& statistics, const std::filesystem::path& path)
{
    json tensors = json::object();
    for (const auto& [name, tensor] : statistics.tensors)
        tensors[name] = toJson(tensor);
    const json document{{"format", kFormat},
                        {"version", kVersion},
                        {"model", statistics.modelHash},
                        {"data", statistics.dataHash},
                        {"samples", statistics.samples},
                        {"detail", statistics.detail == StatisticsDetail::Histogram ? "histogram" : "range"},
                        {"tensors", std::move(tensors)}};
    const std::vector<std::uint8_t> bytes = json::to_cbor(document);
    return writeTextFileAtomically(path, std::string(bytes.begin(), bytes.end()));
}

Result<CalibrationStatistics> loadStatistics(const std::filesystem::path& path)
{
    const std::string name = path.string();
    auto file = MappedFile::open(path, ErrorCode::ConfigRefused);
    if (!file)
        return file.error();
    const std::span<const std::byte> bytes = (*file)->bytes();
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const json document = json::from_cbor(first, first + bytes.size(), true, false);
    if (!document.is_object() || document.value("format", json()) != kFormat)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' is not a statistics file (as 'qscope calibrate' writes it), or it is damaged.", name};
    const json version = document.value("version", json());
    if (!version.is_number_unsigned() || version.get<std::uint64_t>() > kVersion)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' was written by a newer version of Quantiscope (statistics version " + version.dump()
                         + ", this one reads up to " + std::to_string(kVersion) + ").",
                     name};
    const Error damaged{ErrorCode::ConfigRefused, "Statistics file '" + name + "' is damaged; calibrate again.", name};
    CalibrationStatistics statistics;
    const json tensors = document.value("tensors", json());
    const json model = document.value("model", json());
    const json data = document.value("data", json());
    const json detail = document.value("detail", json());
    if (!tensors.is_object() || !model.is_string() || !data.is_string() || !detail.is_string()
        || !readUnsigned(document, "samples", statistics.samples))
        return damaged;
    statistics.modelHash = model.get<std::string>();
    statistics.dataHash = data.get<std::string>();
    statistics.detail = detail == "range" ? StatisticsDetail::Range : StatisticsDetail::Histogram;
    for (const auto& [tensor, object] : tensors.items()) {
        TensorStatistics& entry = statistics.tensors[tensor];
        if (!fromJson(object, entry) && statistics.detail == StatisticsDetail::Histogram)
            return damaged;
    }
    return statistics;
}

} // namespace quantiscope
