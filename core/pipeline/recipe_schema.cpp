// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_schema.h"

#include "core/config/bundled_documents.h"
#include "core/config/options.h"
#include "core/config/presets.h"

namespace quantiscope {

nlohmann::ordered_json recipeSchema()
{
    nlohmann::ordered_json schema =
        nlohmann::ordered_json::parse(bundledDocument("recipe.schema.json"), nullptr, false, true);
    nlohmann::ordered_json& properties = schema["properties"];
    // Letter case does not matter to the reader, so the names are examples and no closed list.
    for (const Preset& preset : presets())
        properties["preset"]["examples"].push_back(preset.name);
    for (const OptionSpec& spec : optionSpecs())
        properties["options"]["properties"][spec.name] = {
            {"description", spec.meaning + " Values: " + spec.values + "."}};
    return schema;
}

} // namespace quantiscope
