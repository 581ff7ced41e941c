// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/tensor_statistics_json.h"

#include "core/numerics/scale_types.h"

#include <nlohmann/json.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

namespace quantiscope {

using nlohmann::json;

namespace {

using Bytes = std::vector<std::uint8_t>;

// Little endian.
constexpr std::size_t kValueBytes = 4; ///< float32
constexpr std::size_t kBinBytes = 2 + 8; ///< bin, count
constexpr std::size_t kVoteBytes = 1 + 2 + 8; ///< place in PositionVotes::kTypes, position + kPositionOffset, votes
constexpr int kPositionOffset = 160;
constexpr std::size_t kSumBytes = ExactSum::kWords * 8;

void appendLittleEndian(Bytes& bytes, std::uint64_t value, int width)
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

json toJson(const ExactSum& sum)
{
    Bytes bytes;
    for (const std::uint64_t word : sum.words())
        appendLittleEndian(bytes, word, 8);
    return json::binary(std::move(bytes));
}

bool readSum(const json& object, const char* key, ExactSum& sum)
{
    const auto at = object.find(key);
    if (at == object.end() || !at->is_binary() || at->get_binary().size() != kSumBytes)
        return false;
    ExactSum::Words words;
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = littleEndian(&at->get_binary()[i * 8], 8);
    sum = ExactSum::fromWords(words);
    return true;
}

/// The samples' ranges. Every finite element belongs to a sample, and no sample exceeds the whole range.
bool readSampleRanges(const json& object, std::uint64_t samples, std::uint64_t finite, TensorStatistics& statistics)
{
    SampleRanges& ranges = statistics.sampleRanges;
    return readUnsigned(object, "samples", ranges.samples) && ranges.samples > 0 && ranges.samples <= samples
        && ranges.samples <= finite && readSum(object, "minSum", ranges.minSum)
        && readSum(object, "maxSum", ranges.maxSum)
        && ranges.minSum.isWithin(statistics.min, statistics.max, ranges.samples)
        && ranges.maxSum.isWithin(statistics.min, statistics.max, ranges.samples)
        && ranges.minSum.isAtMost(ranges.maxSum);
}

Bytes voteBytes(const PositionVotes& votes)
{
    Bytes bytes;
    for (std::size_t type = 0; type < PositionVotes::kTypes.size(); ++type) {
        for (const auto& [position, count] : votes.of(PositionVotes::kTypes[type])) {
            appendLittleEndian(bytes, type, 1);
            appendLittleEndian(bytes, static_cast<std::uint64_t>(position + kPositionOffset), 2);
            appendLittleEndian(bytes, count, 8);
        }
    }
    return bytes;
}

bool readVotes(const json& value, TensorStatistics& statistics)
{
    if (!value.is_binary() || value.get_binary().size() % kVoteBytes != 0)
        return false;
    const auto& bytes = value.get_binary();
    std::array<std::uint64_t, PositionVotes::kTypes.size()> totals{};
    for (std::size_t i = 0; i < bytes.size(); i += kVoteBytes) {
        const std::size_t type = bytes[i];
        const int position = static_cast<int>(littleEndian(&bytes[i + 1], 2)) - kPositionOffset;
        const std::uint64_t count = littleEndian(&bytes[i + 3], 8);
        if (type >= totals.size() || position < kLeastPosition || position > kMostPosition || count == 0
            || count > statistics.sampleRanges.samples - totals[type])
            return false;
        totals[type] += count;
        statistics.votes.add(PositionVotes::kTypes[type], position, count);
    }
    // Written in order and each once, so what is read must come out the same.
    return voteBytes(statistics.votes) == static_cast<const Bytes&>(bytes);
}

Bytes valueBytes(const FewValues& values)
{
    Bytes bytes;
    for (const float value : values.sorted())
        appendLittleEndian(bytes, std::bit_cast<std::uint32_t>(value), kValueBytes);
    return bytes;
}

Bytes binBytes(const FloatHistogram& histogram)
{
    Bytes bytes;
    histogram.forEach([&bytes](std::uint16_t bin, std::uint64_t count) {
        appendLittleEndian(bytes, bin, 2);
        appendLittleEndian(bytes, count, 8);
    });
    return bytes;
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

/// Was an extreme of the range counted? One of 0 may have been -0, which is always told as 0.
bool isCounted(float extreme, const FloatHistogram& histogram)
{
    const std::uint16_t bin = FloatHistogram::binOf(extreme);
    return histogram.count(bin) > 0 || (extreme == 0.0F && histogram.count(FloatHistogram::binOf(-extreme)) > 0);
}

/// The values, of which the histogram follows.
bool readValues(const json& value, TensorStatistics& statistics, std::uint64_t finite)
{
    if (!value.is_binary() || value.get_binary().size() != finite * kValueBytes)
        return false;
    const auto& bytes = value.get_binary();
    std::vector<float> values(static_cast<std::size_t>(finite));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] =
            std::bit_cast<float>(static_cast<std::uint32_t>(littleEndian(&bytes[i * kValueBytes], kValueBytes)));
        if (!std::isfinite(values[i]) || (i > 0 && FewValues::isBefore(values[i], values[i - 1])))
            return false;
        statistics.histogram.add(FloatHistogram::binOf(values[i]), 1);
    }
    statistics.values.add(values);
    return values.front() == statistics.min && values.back() == statistics.max;
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
    statistics.values.giveUp();
    return total == finite && isCounted(statistics.min, statistics.histogram)
        && isCounted(statistics.max, statistics.histogram);
}

} // namespace

json toJson(const TensorStatistics& statistics)
{
    json object{{"elements", statistics.elements}, {"nan", statistics.notANumber}, {"infinite", statistics.infinite}};
    if (statistics.hasRange()) {
        object["min"] = statistics.min;
        object["max"] = statistics.max;
        object["samples"] = statistics.sampleRanges.samples;
        object["minSum"] = toJson(statistics.sampleRanges.minSum);
        object["maxSum"] = toJson(statistics.sampleRanges.maxSum);
    }
    if (!statistics.values.isEmpty())
        object["values"] = json::binary(valueBytes(statistics.values));
    else if (!statistics.histogram.isEmpty())
        object["bins"] = json::binary(binBytes(statistics.histogram));
    if (!statistics.votes.isEmpty())
        object["votes"] = json::binary(voteBytes(statistics.votes));
    return object;
}

bool fromJson(const json& object, StatisticsDetail detail, std::uint64_t samples, TensorStatistics& statistics)
{
    if (!object.is_object() || !readUnsigned(object, "elements", statistics.elements)
        || !readUnsigned(object, "nan", statistics.notANumber) || !readUnsigned(object, "infinite", statistics.infinite)
        || statistics.notANumber > statistics.elements
        || statistics.infinite > statistics.elements - statistics.notANumber)
        return false;
    const std::uint64_t finite = statistics.elements - statistics.notANumber - statistics.infinite;
    if (finite > 0
        && (!readFinite(object, "min", statistics.min) || !readFinite(object, "max", statistics.max)
            || !statistics.hasRange() || !readSampleRanges(object, samples, finite, statistics)))
        return false;
    const auto votes = object.find("votes");
    if (votes != object.end() && (detail != StatisticsDetail::Votes || finite == 0 || !readVotes(*votes, statistics)))
        return false;
    const auto bins = object.find("bins");
    const auto values = object.find("values");
    if (detail == StatisticsDetail::Range || finite == 0)
        return bins == object.end() && values == object.end();
    if (finite <= FewValues::kMost)
        return bins == object.end() && values != object.end() && readValues(*values, statistics, finite);
    return values == object.end() && bins != object.end() && readBins(*bins, statistics, finite);
}

bool readUnsigned(const json& object, const char* key, std::uint64_t& value)
{
    const auto at = object.find(key);
    if (at == object.end() || !at->is_number_unsigned())
        return false;
    value = at->get<std::uint64_t>();
    return true;
}

} // namespace quantiscope
