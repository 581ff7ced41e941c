// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_statistics.h"

#include "core/base/file_io.h"
#include "core/base/sha256.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "quantiscope-statistics";
constexpr int kVersion = 2;
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

/// Can values of the range that was measured lie in @p bin?
bool isPossible(std::uint16_t bin, const TensorStatistics& statistics)
{
    constexpr std::uint16_t kExponent = 0x7F80; // all ones: infinities and NaN, which are counted apart
    if ((bin & kExponent) == kExponent)
        return false;
    const FloatHistogram::Bounds bounds = FloatHistogram::boundsOf(bin);
    return bounds.lower <= statistics.max && bounds.upper >= statistics.min;
}

bool readBins(const json& value, TensorStatistics& statistics, std::uint64_t finite)
{
    if (!value.is_binary() || value.get_binary().size() % kBinBytes != 0)
        return false;
    const auto& bytes = value.get_binary();
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < bytes.size(); i += kBinBytes) {
        const auto bin = static_cast<std::uint16_t>(littleEndian(&bytes[i], 2));
        const std::uint64_t count = littleEndian(&bytes[i + 2], 8);
        if (count == 0 || count > finite - total || statistics.histogram.count(bin) > 0 || !isPossible(bin, statistics))
            return false;
        total += count;
        statistics.histogram.add(bin, count);
    }
    return total == finite;
}

bool fromJson(const json& object, StatisticsDetail detail, TensorStatistics& statistics)
{
    if (!object.is_object() || !readUnsigned(object, "elements", statistics.elements)
        || !readUnsigned(object, "nan", statistics.notANumber) || !readUnsigned(object, "infinite", statistics.infinite)
        || statistics.notANumber > statistics.elements
        || statistics.infinite > statistics.elements - statistics.notANumber)
        return false;
    const std::uint64_t finite = statistics.elements - statistics.notANumber - statistics.infinite;
    if (finite > 0
        && (!readFinite(object, "min", statistics.min) || !readFinite(object, "max", statistics.max)
            || !statistics.hasRange()))
        return false;
    const auto bins = object.find("bins");
    if (detail == StatisticsDetail::Range || finite == 0)
        return bins == object.end();
    return bins != object.end() && readBins(*bins, statistics, finite);
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

std::vector<std::string> shardsOf(const CalibrationStatistics& statistics)
{
    return statistics.shards.empty() ? std::vector{statistics.dataHash} : statistics.shards;
}

/// What stands for the data of several shards.
std::string digestOf(std::span<const std::string> shards)
{
    Sha256 hash;
    for (const std::string& shard : shards)
        hash.addField(shard);
    return hash.hexDigest();
}

/// "data" of a file: the digest, or the shards' digests with a blank between them.
std::string dataText(const CalibrationStatistics& statistics)
{
    std::string text;
    for (const std::string& shard : shardsOf(statistics))
        text += (text.empty() ? "" : " ") + shard;
    return text;
}

void readData(const std::string& text, CalibrationStatistics& statistics)
{
    if (text.find(' ') == std::string::npos) {
        statistics.dataHash = text;
        return;
    }
    std::istringstream stream(text);
    statistics.shards.assign(std::istream_iterator<std::string>(stream), {});
    statistics.dataHash = digestOf(statistics.shards);
}

} // namespace

Result<void> CalibrationStatistics::merge(const CalibrationStatistics& other)
{
    if (modelHash != other.modelHash)
        return Error{ErrorCode::ConfigRefused, "The statistics to be merged come from two different models.", {}};
    if (detail != other.detail)
        return Error{
            ErrorCode::ConfigRefused, "The statistics to be merged differ in detail (range and histogram).", {}};
    samples += other.samples;
    std::vector<std::string> digests = shardsOf(*this);
    const std::vector<std::string> others = shardsOf(other);
    digests.insert(digests.end(), others.begin(), others.end());
    std::sort(digests.begin(), digests.end());
    dataHash = digestOf(digests);
    shards = std::move(digests);
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
                  {"data", dataText(statistics)},
                  {"samples", statistics.samples},
                  {"detail", statistics.detail == StatisticsDetail::Histogram ? "histogram" : "range"},
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
    const json detail = document.value("detail", json());
    if (!tensors.is_object() || !model.is_string() || !data.is_string() || (detail != "range" && detail != "histogram")
        || !readUnsigned(document, "samples", statistics.samples))
        return damaged;
    statistics.modelHash = model.get<std::string>();
    readData(data.get<std::string>(), statistics);
    statistics.detail = detail == "range" ? StatisticsDetail::Range : StatisticsDetail::Histogram;
    for (const auto& [tensor, object] : tensors.items()) {
        if (!fromJson(object, statistics.detail, statistics.tensors[tensor]))
            return damaged;
    }
    return statistics;
}

} // namespace quantiscope
