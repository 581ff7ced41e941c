// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics_document.h"

#include "core/base/cbor_structure.h"
#include "core/base/sha256.h"
#include "core/calibration/tensor_statistics_json.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace quantiscope {

using nlohmann::json;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// The head of a CBOR object of @p members, in the fewest bytes. Source: RFC 8949, section 3.
Bytes objectHead(std::uint64_t members)
{
    constexpr std::uint8_t kObject = 5 << 5;
    if (members < 24)
        return {static_cast<std::uint8_t>(kObject | members)};
    int power = 0; // 2^power bytes follow
    while (power < 3 && members >> (8 << power) != 0)
        ++power;
    Bytes bytes{static_cast<std::uint8_t>(kObject | (24 + power))};
    for (int shift = 8 * (1 << power) - 8; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(members >> shift));
    return bytes;
}

constexpr CborStructure kStructure{3, false}; // document, tensors, tensor

} // namespace

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

void writeDocument(const CalibrationStatistics& statistics, const std::optional<std::string>& digest,
                   const std::function<void(std::span<const std::uint8_t>)>& take)
{
    const auto value = [&take](const json& each) { take(json::to_cbor(each)); };
    const auto member = [&value](const std::string& name, const json& each) {
        value(name);
        value(each);
    };
    take(objectHead(digest ? 8 : 7));
    member("data", statistics.dataHash);
    member("detail", detailName(statistics.detail));
    if (digest)
        member("digest", *digest);
    member("format", kStatisticsFormat);
    member("model", statistics.modelHash);
    member("samples", statistics.samples);
    value("tensors");
    take(objectHead(statistics.tensors.size()));
    for (const auto& [name, tensor] : statistics.tensors)
        member(name, toJson(tensor));
    member("version", kStatisticsVersion);
}

std::string digestOf(const CalibrationStatistics& statistics)
{
    Sha256 hash;
    writeDocument(statistics, std::nullopt,
                  [&hash](std::span<const std::uint8_t> bytes) { hash.add(std::as_bytes(bytes)); });
    return hash.hexDigest();
}

json parseDocument(std::span<const std::byte> bytes)
{
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    if (!isBuiltAs(kStructure, {first, bytes.size()}))
        return json(json::value_t::discarded);
    return json::from_cbor(first, first + bytes.size(), true, false);
}

} // namespace quantiscope
