// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_statistics.h"

#include "core/base/digest_sum.h"
#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/calibration/tensor_statistics_json.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "quantiscope-statistics";
constexpr int kVersion = 3;

const char* detailName(StatisticsDetail detail)
{
    switch (detail) {
    case StatisticsDetail::Range:
        return "range";
    case StatisticsDetail::Histogram:
        return "histogram";
    case StatisticsDetail::Votes:
        return "votes";
    }
    return "range";
}

std::optional<StatisticsDetail> detailOf(const json& name)
{
    for (const StatisticsDetail detail :
         {StatisticsDetail::Range, StatisticsDetail::Histogram, StatisticsDetail::Votes}) {
        if (name == detailName(detail))
            return detail;
    }
    return std::nullopt;
}

/// Is the document built as ours are? The reader recurses for nested values and throws for sizes beyond memory, so
/// hostile ones must not get that far.
class StructureCheck final : public nlohmann::json_sax<json>
{
public:
    explicit StructureCheck(std::size_t bytes) : m_bytes(bytes) { }

    bool start_object(std::size_t entries) override
    {
        constexpr int kDepth = 3; // document, tensors, tensor
        return ++m_depth <= kDepth && (entries == kUnknown || entries <= m_bytes);
    }
    bool end_object() override
    {
        --m_depth;
        return true;
    }
    bool start_array(std::size_t) override { return false; }
    bool end_array() override { return false; }
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool key(string_t&) override { return true; }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

private:
    static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
    std::size_t m_bytes;
    int m_depth = 0;
};

/// The document in @p bytes; discarded when there is none.
json parseDocument(std::span<const std::byte> bytes)
{
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const auto* last = first + bytes.size();
    StructureCheck check(bytes.size());
    if (!json::sax_parse(first, last, &check, json::input_format_t::cbor))
        return json(json::value_t::discarded);
    return json::from_cbor(first, last, true, false);
}

/// Digest of a document without its member "digest": a changed number could not be told from a counted one otherwise.
std::string sealOf(const json& document)
{
    const std::vector<std::uint8_t> bytes = json::to_cbor(document);
    return sha256Hex(std::as_bytes(std::span(bytes)));
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
    json tensors = json::object();
    for (const auto& [name, tensor] : statistics.tensors)
        tensors[name] = toJson(tensor);
    json document{{"format", kFormat},
                  {"version", kVersion},
                  {"model", statistics.modelHash},
                  {"data", statistics.dataHash},
                  {"samples", statistics.samples},
                  {"detail", detailName(statistics.detail)},
                  {"tensors", std::move(tensors)}};
    document["digest"] = sealOf(document);
    const std::vector<std::uint8_t> bytes = json::to_cbor(document);
    return writeTextFileAtomically(path, std::string(bytes.begin(), bytes.end()));
}

Result<CalibrationStatistics> loadStatistics(const std::filesystem::path& path)
{
    const std::string name = path.string();
    auto file = MappedFile::open(path, ErrorCode::ConfigRefused);
    if (!file)
        return file.error();
    json document = parseDocument((*file)->bytes());
    if (!document.is_object() || document.value("format", json()) != kFormat)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' is not a statistics file (as 'qscope calibrate' writes it), or it is damaged.",
                     name};
    const json version = document.value("version", json());
    if (version.is_number_unsigned() && version.get<std::uint64_t>() > kVersion)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' was written by a newer version of Quantiscope (statistics version "
                         + version.dump() + ", this one reads " + std::to_string(kVersion) + ").",
                     name};
    if (version.is_number_unsigned() && version.get<std::uint64_t>() < kVersion)
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' was written by an older version of Quantiscope (statistics version "
                         + version.dump() + ", this one reads " + std::to_string(kVersion) + "); calibrate again.",
                     name};
    const Error damaged{ErrorCode::ConfigRefused, "Statistics file '" + name + "' is damaged; calibrate again.", name};
    const json digest = document.value("digest", json());
    document.erase("digest");
    if (version != kVersion || !digest.is_string() || digest.get<std::string>() != sealOf(document))
        return damaged;
    CalibrationStatistics statistics;
    const json tensors = document.value("tensors", json());
    const json model = document.value("model", json());
    const json data = document.value("data", json());
    const auto detail = detailOf(document.value("detail", json()));
    if (!tensors.is_object() || !model.is_string() || !data.is_string() || !detail
        || !DigestSum::fromHex(data.get<std::string>()) || !readUnsigned(document, "samples", statistics.samples))
        return damaged;
    statistics.modelHash = model.get<std::string>();
    statistics.dataHash = data.get<std::string>();
    statistics.detail = *detail;
    for (const auto& [tensor, object] : tensors.items()) {
        if (!fromJson(object, statistics.detail, statistics.samples, statistics.tensors[tensor]))
            return damaged;
    }
    return statistics;
}

} // namespace quantiscope
