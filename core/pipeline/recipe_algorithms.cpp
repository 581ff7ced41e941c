// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_algorithms.h"

#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quantiscope {

using nlohmann::json;

namespace {

using Acceptance = EqualizationConfig::Acceptance;

constexpr std::int64_t kMostSteps = 1000;
constexpr std::array kAcceptances{std::pair{"Always", Acceptance::Always},
                                  std::pair{"Improvement", Acceptance::Improvement},
                                  std::pair{"Prediction", Acceptance::Prediction}};

Result<void> readEqualization(JsonReader& reader, const std::string& where, EqualizationConfig& equalization)
{
    constexpr double kMost = EqualizationConfig::kMostThreshold;
    EqualizationConfig read = equalization;
    read.include = reader.boolean("enabled").value_or(true);
    const bool hasAcceptance = reader.has("acceptance");
    const std::string acceptance = reader.string("acceptance");
    read.steps = static_cast<int>(reader.integer("steps", equalization.steps, -1, kMostSteps));
    read.weightThreshold = reader.number("weightThreshold", 0.0, kMost).value_or(equalization.weightThreshold);
    read.scaleAppendBias = reader.boolean("scaleAppendBias").value_or(equalization.scaleAppendBias);
    read.scaleUseThreshold = reader.boolean("scaleUseThreshold").value_or(equalization.scaleUseThreshold);
    read.totalLayerDiffThreshold =
        reader.number("totalLayerDiffThreshold", 0.0, kMost).value_or(equalization.totalLayerDiffThreshold);
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (read.steps == 0)
        return Error{ErrorCode::ConfigRefused,
                     where
                         + ".steps must be -1 (until it settles) or from 1 to 1000, not 0; to switch CLE off, write "
                           "\"enabled\": false.",
                     where + ".steps"};
    if (hasAcceptance) {
        const auto* const known = std::find_if(kAcceptances.begin(), kAcceptances.end(),
                                               [&acceptance](const auto& one) { return one.first == acceptance; });
        if (known == kAcceptances.end()) {
            std::vector<std::string> names;
            for (const auto& [name, value] : kAcceptances)
                names.emplace_back(name);
            return Error{ErrorCode::ConfigRefused,
                         where + ".acceptance must be Always, Improvement or Prediction, not '" + acceptance + "'."
                             + didYouMean(acceptance, names),
                         where + ".acceptance"};
        }
        read.acceptance = known->second;
    }
    equalization = read;
    return {};
}

} // namespace

Result<void> algorithmsFromJson(const json& list, const std::string& where, EqualizationConfig& equalization)
{
    if (!list.is_array())
        return Error{ErrorCode::ConfigRefused, where + " must be a list of algorithms.", where};
    bool hasEqualization = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string here = where + "[" + std::to_string(i) + "]";
        JsonReader reader(list[i], here);
        const std::string name = reader.string("name");
        if (reader.failed())
            return reader.error();
        if (name != "CLE") {
            return Error{ErrorCode::ConfigRefused,
                         here + ".name is '" + name
                             + "'; this version has one algorithm, CLE (cross-layer equalization).",
                         here + ".name"};
        }
        if (hasEqualization)
            return Error{ErrorCode::ConfigRefused, here + " names CLE a second time; use its 'steps'.", here};
        hasEqualization = true;
        if (const Result<void> read = readEqualization(reader, here, equalization); !read)
            return read;
    }
    if (!hasEqualization)
        equalization.include = false;
    return {};
}

json algorithmsToJson(const EqualizationConfig& equalization)
{
    const auto* const acceptance =
        std::find_if(kAcceptances.begin(), kAcceptances.end(),
                     [&equalization](const auto& one) { return one.second == equalization.acceptance; });
    json object{{"name", "CLE"},
                {"acceptance", acceptance->first},
                {"steps", equalization.steps},
                {"weightThreshold", equalization.weightThreshold},
                {"scaleAppendBias", equalization.scaleAppendBias},
                {"scaleUseThreshold", equalization.scaleUseThreshold},
                {"totalLayerDiffThreshold", equalization.totalLayerDiffThreshold}};
    if (!equalization.include)
        object["enabled"] = false;
    return json::array({std::move(object)});
}

} // namespace quantiscope
