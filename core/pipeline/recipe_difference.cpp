// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_difference.h"

#include "core/config/option_checks.h"
#include "core/config/options.h"
#include "core/data/preprocess_json.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace quantiscope {

using nlohmann::json;

namespace {

/// A value as people write it: texts without quotes, everything else as JSON.
std::string valueText(const json& value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

class Differences
{
public:
    void compare(const std::string& key, const json& before, const json& after)
    {
        if (before != after)
            m_changes.push_back({key, valueText(before), valueText(after)});
    }

    /// The members of two objects, each with a key of its own.
    void compareMembers(const std::string& key, const json& before, const json& after)
    {
        std::vector<std::string> names;
        for (const json* object : {&before, &after}) {
            for (const auto& [name, value] : object->items()) {
                if (std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(name);
            }
        }
        for (const std::string& name : names)
            compare(key + "." + name, before.value(name, json()), after.value(name, json()));
    }

    /// Rules that are in one list only; how often the same one stands there counts.
    template <typename Rule, typename Text>
    void compareRules(const std::string& key, const std::vector<Rule>& before, const std::vector<Rule>& after,
                      const Text& text)
    {
        // Mostly a few rules of many are others.
        const auto [front, frontAfter] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
        const Texts<Rule> was = textsOf<Rule>(front, before.end(), text);
        const Texts<Rule> is = textsOf<Rule>(frontAfter, after.end(), text);
        for (const auto& [rule, said] : onlyIn(was, is))
            m_changes.push_back({key, said, {}});
        for (const auto& [rule, said] : onlyIn(is, was))
            m_changes.push_back({key, {}, said});
    }

    [[nodiscard]] std::vector<RecipeChange> take() { return std::move(m_changes); }

private:
    template <typename Rule>
    using Texts = std::vector<std::pair<const Rule*, std::string>>;

    template <typename Rule, typename At, typename Text>
    static Texts<Rule> textsOf(At first, At last, const Text& text)
    {
        Texts<Rule> texts;
        for (; first != last; ++first)
            texts.emplace_back(&*first, text(*first));
        return texts;
    }

    /// Equal rules have equal texts, so that not each need be held against each.
    template <typename Rule>
    static Texts<Rule> onlyIn(const Texts<Rule>& rules, const Texts<Rule>& others)
    {
        std::unordered_multimap<std::string_view, const Rule*> left;
        for (const auto& [rule, said] : others)
            left.emplace(said, rule);
        Texts<Rule> only;
        for (const auto& each : rules) {
            const auto [first, last] = left.equal_range(each.second);
            const auto found =
                std::find_if(first, last, [&each](const auto& other) { return *other.second == *each.first; });
            if (found == last)
                only.push_back(each);
            else
                left.erase(found);
        }
        return only;
    }

    std::vector<RecipeChange> m_changes;
};

/// How data are read, in flat members: source, samples, seed and the steps for pictures.
json dataMembers(const std::optional<DataSpec>& data)
{
    json members = json::object();
    if (!data)
        return members;
    members["data"] = data->source;
    members["samples"] = data->samples == 0 ? json("all") : json(data->samples);
    if (!isRandomData(data->source) || data->source == "random") // otherwise the source says it
        members["seed"] = data->seed;
    if (mayBePictures(data->source)) {
        const json steps = preprocessToJson(data->preprocess);
        for (const auto& [step, value] : steps.items())
            members["preprocess." + step] = value;
    }
    if (!data->skip.empty())
        members["skip"] = data->skip;
    return members;
}

std::string layerText(const LayerRule& rule)
{
    json tensors = toJson(rule);
    tensors.erase("match");
    return describe(rule.match) + ": " + tensors.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::vector<RecipeChange> recipeDifference(const Recipe& before, const Recipe& after)
{
    Differences differences;
    differences.compare("preset", before.config.preset, after.config.preset);
    differences.compare(kMethodOption, methodName(before.config.calibration.method),
                        methodName(after.config.calibration.method));
    // One that is not set is as other options say; it has not gone.
    const auto option = [](const json& value) { return value.is_null() ? json("unset") : value; };
    for (const OptionSpec& spec : optionSpecs())
        differences.compare(spec.name, option(spec.get(before.config)), option(spec.get(after.config)));
    differences.compareMembers("calibration", dataMembers(before.calibration), dataMembers(after.calibration));
    const auto pathText = [](const std::filesystem::path& path) { return path.empty() ? json() : json(path.string()); };
    differences.compare("calibration.statistics", pathText(before.statistics), pathText(after.statistics));
    differences.compareRules("exclude", before.config.exclude, after.config.exclude,
                             [](const ExclusionRule& rule) { return describe(rule) + (rule.enabled ? "" : " (off)"); });
    differences.compareRules("layers", before.config.layers, after.config.layers, layerText);
    const auto evaluationData = [](const Recipe& recipe) {
        return dataMembers(recipe.evaluation ? std::optional(recipe.evaluation->data) : std::nullopt);
    };
    differences.compareMembers("evaluation", evaluationData(before), evaluationData(after));
    const auto labels = [&pathText](const Recipe& recipe) {
        return recipe.evaluation ? pathText(recipe.evaluation->labels) : json();
    };
    differences.compare("evaluation.labels", labels(before), labels(after));
    differences.compareMembers("metrics.parts", toJson(before.parts), toJson(after.parts));
    differences.compareRules("gates", before.gates, after.gates, [](const Gate& gate) { return describe(gate); });
    differences.compare("externalData", before.externalData, after.externalData);
    differences.compare("allowQuantized", before.allowQuantized, after.allowQuantized);
    return differences.take();
}

RecipeSignature signatureOf(const Recipe& recipe)
{
    // What differs from nothing at all; the order of rules says nothing.
    std::vector<RecipeChange> said = recipeDifference({}, recipe);
    std::sort(said.begin(), said.end(), [](const RecipeChange& a, const RecipeChange& b) {
        return std::tie(a.key, a.before, a.after) < std::tie(b.key, b.before, b.after);
    });
    return said;
}

} // namespace quantiscope
