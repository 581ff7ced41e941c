// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advice_json.h"

#include "core/base/json_reader.h"

#include <string_view>
#include <utility>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr std::string_view kFormat = "quantiscope-advice";

AdviceFigures figuresFrom(JsonReader& reader)
{
    AdviceFigures read;
    read.multiplyAdds = reader.count("multiplyAdds");
    read.byteMultiplyAdds = reader.count("byteMultiplyAdds");
    read.floatMultiplyAdds = reader.count("floatMultiplyAdds");
    read.weightBytes = reader.count("weightBytes");
    read.floatWeightBytes = reader.count("floatWeightBytes");
    read.activationBits = static_cast<std::uint32_t>(reader.integer("activationBits", 32, 1, 32));
    (void)reader.has("byteShare"); // follows from the others
    if (read.byteMultiplyAdds > read.multiplyAdds)
        reader.fail(reader.nameOf("byteMultiplyAdds") + " must not be more than multiplyAdds.",
                    reader.nameOf("byteMultiplyAdds"));
    return read;
}

AdviceOutcome outcomeFrom(JsonReader& reader)
{
    AdviceOutcome read;
    if (!reader.value("value").is_null())
        read.value = reader.anyNumber("value");
    read.output = reader.string("output");
    read.isMet = reader.boolean("met").value_or(false);
    read.samples = reader.count("samples");
    read.figures = reader.object("figures", figuresFrom);
    return read;
}

AdviceCulprit culpritFrom(JsonReader& reader)
{
    AdviceCulprit read;
    read.layer = reader.string("layer");
    read.nodes = reader.strings("nodes");
    read.only = reader.object("only", outcomeFrom);
    read.reason = reader.string("reason");
    return read;
}

RecipeChange changeFrom(JsonReader& reader)
{
    return {reader.string("key"), reader.string("before"), reader.string("after")};
}

QuantConfig configFrom(JsonReader& reader)
{
    Result<Recipe> recipe = recipeFromDocument(reader.value("recipe"), reader.nameOf("recipe"), {});
    if (recipe)
        return std::move(recipe->config);
    reader.fail(recipe.error().message, reader.nameOf("recipe"));
    return {};
}

AdviceFix fixFrom(JsonReader& reader)
{
    AdviceFix read;
    read.title = reader.string("title");
    if (reader.has("refusal")) {
        read.refusal = reader.string("refusal");
        return read;
    }
    read.config = configFrom(reader);
    read.outcome = reader.object("outcome", outcomeFrom);
    read.changes = reader.objects("changes", changeFrom);
    read.cost = reader.string("cost");
    return read;
}

AdvicePlan planFrom(JsonReader& reader)
{
    AdvicePlan read;
    read.config = configFrom(reader);
    read.steps = reader.strings("steps");
    read.changes = reader.objects("changes", changeFrom);
    read.outcome = reader.object("outcome", outcomeFrom);
    return read;
}

Advice adviceFrom(JsonReader& reader)
{
    Advice read;
    reader.format(kFormat, 1);
    (void)reader.has("goal"); // the same for people
    auto goal = goalFromText(reader.string("gate"));
    if (goal)
        read.goal = std::move(*goal);
    else
        reader.fail(reader.nameOf("gate") + ": " + goal.error().message, reader.nameOf("gate"));
    read.modelHash = reader.string("modelHash");
    read.quantizedHash = reader.string("quantizedHash");
    read.preset = reader.string("preset");
    read.samples = reader.count("samples");
    read.screening = reader.count("screening");
    read.evaluations = reader.count("evaluations");
    read.baseline = reader.object("baseline", outcomeFrom);
    read.screened = reader.object("screened", outcomeFrom);
    read.culprits = reader.objects("culprits", culpritFrom);
    read.fixes = reader.objects("fixes", fixFrom);
    read.plan = reader.optionalObject("plan", planFrom);
    read.left = reader.string("left");
    read.isComplete = reader.boolean("complete").value_or(false);
    return read;
}

} // namespace

Result<Advice> adviceFromJson(const json& document, const std::string& where)
{
    return fromDocument(document, where, adviceFrom);
}

} // namespace quantiscope
