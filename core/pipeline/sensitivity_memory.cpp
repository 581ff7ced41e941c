// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/sensitivity_memory.h"

#include "core/base/cbor_structure.h"
#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/base/version.h"
#include "core/calibration/cache_endings.h"
#include "core/pipeline/run_report.h"
#include "core/runtime/runtime_environment.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

namespace quantiscope {

using nlohmann::json;

namespace {

/// To be raised with every change of what is measured and of what the file says.
constexpr const char* kForm = "5";
constexpr CborStructure kStructure{4, true}; // document, variant, outputs, output
constexpr std::size_t kLargestFile = std::size_t(256) << 20;
constexpr std::size_t kDigest = 64; ///< hexadecimal digits in front of the document: its SHA-256

std::string keyOf(const MeasuredVariant& variant)
{
    Sha256 hash;
    hash.addField(variant.alsoFloat.others ? "others" : "these");
    for (const std::string& node : variant.alsoFloat.nodes)
        hash.addField(node);
    return hash.hexDigest();
}

/// The sums and worst values that are kept of an output, in the file's order; without similarity, which is not
/// measured.
template <typename Sums>
auto summariesOf(Sums& sums)
{
    auto& metrics = sums.metrics;
    return std::array{&metrics.cosine, &metrics.l2, &metrics.rmse, &metrics.psnr, &metrics.maxAbs, &metrics.sqnr};
}

template <typename Sums>
auto countsOf(Sums& sums)
{
    auto& metrics = sums.metrics;
    return std::array{&metrics.samples, &metrics.notFinite, &metrics.broken, &metrics.shapesDiffer,
                      &sums.psnr.all,   &sums.psnr.finite,  &sums.sqnr.all,  &sums.sqnr.finite};
}

json packed(const EffectSums::Output& output)
{
    json numbers = json::array();
    for (const std::uint64_t* count : countsOf(output.metrics.sums()))
        numbers.push_back(*count);
    numbers.push_back(output.withKl);
    for (const MetricSummary* summary : summariesOf(output.metrics.sums())) {
        numbers.push_back(summary->mean);
        numbers.push_back(summary->worst);
    }
    numbers.push_back(output.kl.mean);
    numbers.push_back(output.kl.worst);
    return numbers;
}

/// packed() back, of @p samples samples; nothing for anything else.
std::optional<EffectSums::Output> unpackedOutput(const json& numbers, std::uint64_t samples)
{
    OutputSummaryBuilder::Sums sums;
    EffectSums::Output output;
    const auto counts = countsOf(sums);
    const auto summaries = summariesOf(sums);
    if (!numbers.is_array() || numbers.size() != counts.size() + 1 + 2 * (summaries.size() + 1))
        return std::nullopt;
    std::size_t at = 0;
    const auto takeCount = [&](std::uint64_t& count) {
        const json& number = numbers[at++];
        const bool isOne = number.is_number_unsigned() && number.get<std::uint64_t>() <= samples;
        count = isOne ? number.get<std::uint64_t>() : 0;
        return isOne;
    };
    const auto takeNumber = [&](double& value) {
        const json& number = numbers[at++];
        value = number.is_number() ? number.get<double>() : 0.0;
        return number.is_number();
    };
    bool isWhole = true;
    for (std::uint64_t* count : counts)
        isWhole = takeCount(*count) && isWhole;
    isWhole = takeCount(output.withKl) && isWhole;
    for (MetricSummary* summary : summaries) {
        isWhole = takeNumber(summary->mean) && isWhole;
        isWhole = takeNumber(summary->worst) && isWhole;
    }
    isWhole = takeNumber(output.kl.mean) && isWhole;
    isWhole = takeNumber(output.kl.worst) && isWhole;
    const OutputSummary& metrics = sums.metrics;
    if (!isWhole || metrics.samples + metrics.notFinite + metrics.shapesDiffer != samples
        || metrics.broken > metrics.notFinite)
        return std::nullopt;
    output.metrics = OutputSummaryBuilder(std::move(sums));
    return output;
}

json packed(const MeasuredVariant& variant)
{
    const VariantFigures& figures = variant.figures;
    json outputs = json::array();
    for (const EffectSums::Output& output : variant.effect.outputs)
        outputs.push_back(packed(output));
    json packed{
        {"figures", {figures.weightBytes, figures.floatWeightBytes, figures.multiplyAdds, figures.floatMultiplyAdds}},
        {"samples", variant.effect.samples},
        {"outputs", std::move(outputs)}};
    if (const auto& topOne = variant.effect.topOne)
        packed["top1"] = {topOne->labelled, topOne->floatHits, topOne->quantizedHits};
    return packed;
}

/// Is @p value @p object's member @p name, a list of @p count natural numbers?
bool hasNaturals(const json& object, const char* name, std::size_t count)
{
    const auto at = object.find(name);
    return at != object.end() && at->is_array() && at->size() == count
        && std::all_of(at->begin(), at->end(), [](const json& number) { return number.is_number_unsigned(); });
}

/// How many samples an entry of the file says that it has; 0 for anything else.
std::uint64_t samplesOf(const json& value)
{
    const auto at = value.is_object() ? value.find("samples") : value.end();
    return value.is_object() && at != value.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

/// Puts an entry of the file, of @p outputs outputs and @p most samples at most, into @p variant; anything else not.
void unpack(const json& value, std::size_t outputs, std::size_t most, MeasuredVariant& variant)
{
    EffectSums effect;
    effect.samples = samplesOf(value);
    if (effect.samples == 0 || effect.samples > most || !hasNaturals(value, "figures", 4) || !value.contains("outputs")
        || !value["outputs"].is_array() || value["outputs"].size() != outputs)
        return;
    for (const json& each : value["outputs"]) {
        auto output = unpackedOutput(each, effect.samples);
        if (!output)
            return;
        effect.outputs.push_back(std::move(*output));
    }
    if (value.contains("top1")) {
        if (!hasNaturals(value, "top1", 3))
            return;
        const auto hits = value["top1"].get<std::array<std::uint64_t, 3>>();
        if (hits[0] > effect.samples || hits[1] > hits[0] || hits[2] > hits[0])
            return;
        effect.topOne = TopOne{hits[0], hits[1], hits[2]};
    }
    const auto figures = value["figures"].get<std::array<std::uint64_t, 4>>();
    variant.figures = {figures[0], figures[1], figures[2], figures[3]};
    variant.effect = std::move(effect);
}

std::string digestOf(const std::string& bytes)
{
    return sha256Hex(std::as_bytes(std::span(bytes)));
}

/// The file's variants by keyOf(); empty when there is none.
json variantsIn(const std::filesystem::path& file)
{
    std::error_code ec;
    if (!std::filesystem::is_regular_file(file, ec))
        return json::object();
    const Result<std::string> text = readTextFile(file, ErrorCode::ConfigRefused, kLargestFile);
    if (!text)
        return json::object();
    const std::string packed = text->size() > kDigest ? text->substr(kDigest) : std::string();
    if (digestOf(packed) != text->substr(0, kDigest))
        return json::object();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(packed.data());
    if (!isBuiltAs(kStructure, {bytes, packed.size()}))
        return json::object();
    json document = json::from_cbor(packed, true, false);
    return document.is_object() ? document : json::object();
}

} // namespace

SensitivityMemory::SensitivityMemory(const AnalysisSession& session, const std::string& quantizedHash)
{
    const AnalysisRequest& request = session.request();
    if (request.cache.folder.empty() || !session.samplesKey())
        return;
    Recipe recipe;
    recipe.config = request.recipe.config;
    recipe.parts = request.recipe.parts;
    const PreparedGraph& prepared = *session.prepared();
    Sha256 hash;
    for (const std::string& field :
         {std::string("quantiscope sensitivity"), std::string(kForm), std::string(kVersion), session.modelHash(),
          prepared.hash, quantizedHash, recipeHash(recipe), prepared.statistics.dataHash,
          std::to_string(prepared.statistics.samples), *session.samplesKey(), RuntimeEnvironment::libraryVersion()})
        hash.addField(field);
    m_file = request.cache.folder / (hash.hexDigest() + kSensitivityEnding);
}

void SensitivityMemory::recall(std::list<MeasuredVariant>& variants, std::size_t outputs, std::size_t samples) const
{
    if (m_file.empty())
        return;
    const json known = variantsIn(m_file);
    for (MeasuredVariant& variant : variants) {
        const auto at = variant.effect.samples == 0 ? known.find(keyOf(variant)) : known.end();
        if (at != known.end())
            unpack(*at, outputs, samples, variant);
    }
    std::error_code ec;
    std::filesystem::last_write_time(m_file, std::filesystem::file_time_type::clock::now(), ec); // of the last use
}

void SensitivityMemory::store(const std::list<MeasuredVariant>& variants, Feedback& feedback) const
{
    if (m_file.empty())
        return;
    json document = variantsIn(m_file);
    for (const MeasuredVariant& variant : variants) {
        if (variant.effect.samples == 0)
            continue;
        json& entry = document[keyOf(variant)];
        if (samplesOf(entry) <= variant.effect.samples)
            entry = packed(variant);
    }
    std::string bytes;
    json::to_cbor(document, bytes);
    bytes.insert(0, digestOf(bytes));
    if (bytes.size() > kLargestFile)
        return feedback.warn("What was measured is not kept in the cache: it is more than can be read again.");
    if (const Result<void> written = writeTextFileAtomically(m_file, bytes); !written)
        feedback.warn("What was measured is not kept in the cache: " + written.error().message);
}

} // namespace quantiscope
