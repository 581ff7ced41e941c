// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/sensitivity_memory.h"

#include "core/base/cbor_structure.h"
#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/base/version.h"
#include "core/calibration/cache_endings.h"
#include "core/pipeline/run_report.h"
#include "core/runtime/runtime_environment.h"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace quantiscope {

using nlohmann::json;

namespace {

/// To be raised with every change of what is measured and of what the file says.
constexpr const char* kForm = "2";
constexpr CborStructure kStructure{6, true}; // document, variant, effects, effect, outputs, output
constexpr std::size_t kLargestFile = std::size_t(256) << 20;

std::string keyOf(const MeasuredVariant& variant)
{
    Sha256 hash;
    for (const std::string& node : variant.alsoFloat)
        hash.addField(node);
    return hash.hexDigest();
}

/// Four numbers, of which SQNR and divergence may be missing; where nothing could be compared, why.
json packed(const SampleEffect& effect)
{
    json outputs = json::array();
    for (std::size_t i = 0; i < effect.outputs.size(); ++i) {
        json& output = outputs.emplace_back(json::array());
        const OutputComparison& comparison = effect.outputs[i];
        if (!comparison.metrics) {
            output = {comparison.shapesDiffer, bool(effect.isBroken[i])};
            continue;
        }
        output = {comparison.metrics->cosine, comparison.metrics->l2, nullptr, nullptr};
        if (comparison.metrics->sqnr)
            output[2] = *comparison.metrics->sqnr;
        if (effect.kl[i])
            output[3] = *effect.kl[i];
    }
    if (effect.topOne)
        return {std::move(outputs), effect.topOne->floatHits, effect.topOne->quantizedHits};
    return {std::move(outputs)};
}

/// packed() back; nothing for anything else.
std::optional<SampleEffect> unpacked(const json& value, std::size_t outputs)
{
    if (!value.is_array() || (value.size() != 1 && value.size() != 3) || !value[0].is_array()
        || value[0].size() != outputs)
        return std::nullopt;
    SampleEffect effect;
    const auto isNumber = [](const json& number) { return number.is_number(); };
    for (const json& output : value[0]) {
        if (output.is_array() && output.size() == 2 && output[0].is_boolean() && output[1].is_boolean()) {
            effect.outputs.push_back({std::nullopt, output[0].get<bool>()});
            effect.isBroken.push_back(output[1].get<bool>());
            effect.kl.emplace_back();
            continue;
        }
        const bool isWhole = output.is_array() && output.size() == 4 && isNumber(output[0]) && isNumber(output[1])
            && (output[2].is_null() || isNumber(output[2])) && (output[3].is_null() || isNumber(output[3]));
        if (!isWhole)
            return std::nullopt;
        OutputMetrics metrics;
        metrics.cosine = output[0].get<double>();
        metrics.l2 = output[1].get<double>();
        if (!output[2].is_null())
            metrics.sqnr = output[2].get<double>();
        effect.outputs.push_back({metrics, false});
        effect.isBroken.push_back(false);
        effect.kl.push_back(output[3].is_null() ? std::nullopt : std::optional(output[3].get<double>()));
    }
    if (value.size() == 3) {
        if (!value[1].is_number_unsigned() || !value[2].is_number_unsigned() || value[1] > 1U || value[2] > 1U)
            return std::nullopt;
        effect.topOne = TopOne{1, value[1].get<std::uint64_t>(), value[2].get<std::uint64_t>()};
    }
    return effect;
}

std::optional<MeasuredVariant> unpackedVariant(const json& value, std::size_t outputs)
{
    if (!value.is_object() || !value.contains("figures") || !value["figures"].is_array() || value["figures"].size() != 4
        || !value.contains("effects") || !value["effects"].is_array())
        return std::nullopt;
    for (const json& figure : value["figures"]) {
        if (!figure.is_number_unsigned())
            return std::nullopt;
    }
    const auto figure = [&value](std::size_t i) { return value["figures"][i].get<std::uint64_t>(); };
    MeasuredVariant variant;
    variant.figures = {figure(0), figure(1), figure(2), figure(3)};
    for (const json& each : value["effects"]) {
        auto effect = unpacked(each, outputs);
        if (!effect)
            return std::nullopt;
        variant.effects.push_back(std::move(*effect));
    }
    return variant;
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
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text->data());
    if (!isBuiltAs(kStructure, {bytes, text->size()}))
        return json::object();
    json document = json::from_cbor(*text, true, false);
    return document.is_object() ? document : json::object();
}

} // namespace

SensitivityMemory::SensitivityMemory(const AnalysisSession& session, const QuantizedVariant& whole)
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
          prepared.hash, whole.model.contentHash(), recipeHash(recipe), prepared.statistics.dataHash,
          std::to_string(prepared.statistics.samples), *session.samplesKey(), RuntimeEnvironment::libraryVersion()})
        hash.addField(field);
    m_file = request.cache.folder / (hash.hexDigest() + kSensitivityEnding);
}

void SensitivityMemory::recall(std::list<MeasuredVariant>& variants, std::size_t outputs) const
{
    if (m_file.empty())
        return;
    const json known = variantsIn(m_file);
    for (MeasuredVariant& variant : variants) {
        if (!variant.effects.empty())
            continue;
        const auto at = known.find(keyOf(variant));
        auto found = at == known.end() ? std::nullopt : unpackedVariant(*at, outputs);
        if (!found)
            continue;
        variant.effects = std::move(found->effects);
        variant.figures = found->figures;
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
        if (variant.effects.empty())
            continue;
        json effects = json::array();
        for (const SampleEffect& effect : variant.effects)
            effects.push_back(packed(effect));
        json& entry = document[keyOf(variant)];
        if (entry.is_object() && entry.contains("effects") && entry["effects"].size() > effects.size())
            continue;
        const VariantFigures& figures = variant.figures;
        entry = {{"figures",
                  {figures.weightBytes, figures.floatWeightBytes, figures.multiplyAdds, figures.floatMultiplyAdds}},
                 {"effects", std::move(effects)}};
    }
    std::string bytes;
    json::to_cbor(document, bytes);
    if (const Result<void> written = writeTextFileAtomically(m_file, bytes); !written)
        feedback.warn("What was measured is not kept in the cache: " + written.error().message);
}

} // namespace quantiscope
