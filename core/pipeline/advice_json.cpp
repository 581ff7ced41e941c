// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advice_json.h"

#include "core/base/json_reader.h"

#include <limits>
#include <string_view>
#include <utility>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr std::string_view kFormat = "quantiscope-advice";
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// Reads objects of the document; the first mistake is kept.
class Reader
{
public:
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    Advice advice(const json& document, const std::string& where)
    {
        JsonReader reader(document, where);
        Advice read;
        if (const std::string format = reader.string("format"); !reader.failed() && format != kFormat)
            reader.fail(where + ".format must be \"" + std::string(kFormat) + "\".", where + ".format");
        (void)reader.integer("version", 1, 1, 1);
        (void)reader.has("goal"); // the same for people
        auto goal = goalFromText(reader.string("gate"));
        if (goal)
            read.goal = std::move(*goal);
        else
            reader.fail(where + ".gate: " + goal.error().message, where + ".gate");
        read.modelHash = reader.string("modelHash");
        read.quantizedHash = reader.string("quantizedHash");
        read.preset = reader.string("preset");
        read.samples = size(reader, "samples");
        read.screening = size(reader, "screening");
        read.evaluations = size(reader, "evaluations");
        read.baseline = outcome(reader.value("baseline"), where + ".baseline");
        read.screened = outcome(reader.value("screened"), where + ".screened");
        forEach(reader, "culprits", where,
                [&](const json& each, const std::string& at) { read.culprits.push_back(culprit(each, at)); });
        forEach(reader, "fixes", where,
                [&](const json& each, const std::string& at) { read.fixes.push_back(fix(each, at)); });
        if (reader.has("plan"))
            read.plan = plan(reader.value("plan"), where + ".plan");
        read.left = reader.string("left");
        read.isComplete = reader.boolean("complete").value_or(false);
        finish(reader);
        return read;
    }

private:
    void finish(JsonReader& reader)
    {
        reader.finish();
        if (reader.failed() && !m_error)
            m_error = reader.error();
    }

    template <typename Work>
    void forEach(JsonReader& reader, std::string_view key, const std::string& where, const Work& work)
    {
        const json& list = reader.value(key);
        const std::string full = where + "." + std::string(key);
        if (!list.is_array()) {
            reader.fail(full + " must be a list.", full);
            return;
        }
        for (std::size_t i = 0; i < list.size() && !m_error; ++i)
            work(list[i], full + "[" + std::to_string(i) + "]");
    }

    static std::uint64_t count(JsonReader& reader, std::string_view key)
    {
        return static_cast<std::uint64_t>(reader.integer(key, 0, 0, kNoLimit));
    }

    static std::size_t size(JsonReader& reader, std::string_view key)
    {
        return static_cast<std::size_t>(count(reader, key));
    }

    static std::optional<double> number(JsonReader& reader, std::string_view key, const std::string& where)
    {
        const json& value = reader.value(key);
        if (value.is_null())
            return std::nullopt;
        if (value.is_number())
            return value.get<double>();
        if (value == "inf" || value == "-inf")
            return (value == "inf" ? 1.0 : -1.0) * std::numeric_limits<double>::infinity();
        const std::string full = where + "." + std::string(key);
        reader.fail(full + " must be a number, \"inf\", \"-inf\" or null.", full);
        return std::nullopt;
    }

    AdviceFigures figures(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        AdviceFigures read;
        read.multiplyAdds = count(reader, "multiplyAdds");
        read.byteMultiplyAdds = count(reader, "byteMultiplyAdds");
        read.floatMultiplyAdds = count(reader, "floatMultiplyAdds");
        read.weightBytes = count(reader, "weightBytes");
        read.floatWeightBytes = count(reader, "floatWeightBytes");
        read.activationBits = static_cast<std::uint32_t>(reader.integer("activationBits", 32, 1, 32));
        (void)reader.has("byteShare"); // follows from the others
        if (!reader.failed() && read.byteMultiplyAdds > read.multiplyAdds)
            reader.fail(where + ".byteMultiplyAdds must not be more than multiplyAdds.", where + ".byteMultiplyAdds");
        finish(reader);
        return read;
    }

    AdviceOutcome outcome(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        AdviceOutcome read;
        read.value = number(reader, "value", where);
        read.output = reader.string("output");
        read.isMet = reader.boolean("met").value_or(false);
        read.samples = size(reader, "samples");
        read.figures = figures(reader.value("figures"), where + ".figures");
        finish(reader);
        return read;
    }

    AdviceCulprit culprit(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        AdviceCulprit read;
        read.layer = reader.string("layer");
        read.nodes = reader.strings("nodes");
        read.only = outcome(reader.value("only"), where + ".only");
        read.reason = reader.string("reason");
        finish(reader);
        return read;
    }

    std::vector<RecipeChange> changes(JsonReader& reader, const std::string& where)
    {
        std::vector<RecipeChange> read;
        forEach(reader, "changes", where, [&](const json& object, const std::string& at) {
            JsonReader change(object, at);
            read.push_back({change.string("key"), change.string("before"), change.string("after")});
            finish(change);
        });
        return read;
    }

    QuantConfig config(JsonReader& reader, const std::string& where)
    {
        Result<Recipe> recipe = recipeFromDocument(reader.value("recipe"), where + ".recipe", {});
        if (recipe)
            return std::move(recipe->config);
        reader.fail(recipe.error().message, where + ".recipe");
        return {};
    }

    AdviceFix fix(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        AdviceFix read;
        read.title = reader.string("title");
        if (reader.has("refusal")) {
            read.refusal = reader.string("refusal");
        } else {
            read.config = config(reader, where);
            read.outcome = outcome(reader.value("outcome"), where + ".outcome");
            read.changes = changes(reader, where);
            read.cost = reader.string("cost");
        }
        finish(reader);
        return read;
    }

    AdvicePlan plan(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        AdvicePlan read;
        read.config = config(reader, where);
        read.steps = reader.strings("steps");
        read.changes = changes(reader, where);
        read.outcome = outcome(reader.value("outcome"), where + ".outcome");
        finish(reader);
        return read;
    }

    std::optional<Error> m_error;
};

} // namespace

Result<Advice> adviceFromJson(const json& document, const std::string& where)
{
    Reader reader;
    Advice advice = reader.advice(document, where);
    if (reader.error())
        return *reader.error();
    return advice;
}

} // namespace quantiscope
