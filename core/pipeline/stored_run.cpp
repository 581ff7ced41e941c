// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stored_run.h"

#include "core/analysis/evaluation_json.h"
#include "core/base/file_io.h"
#include "core/base/json_reader.h"

#include <algorithm>
#include <type_traits>

namespace quantiscope {

using nlohmann::json;

namespace {

Error refused(const std::string& where, const std::string& what)
{
    return {ErrorCode::ConfigRefused, where + " " + what, where};
}

/// A number, or a list of numbers.
template <typename T>
Result<std::vector<T>> numbersOf(const json& value, const std::string& where)
{
    std::vector<T> numbers;
    const json list = value.is_array() ? value : json::array({value});
    for (const json& number : list) {
        const bool fits = std::is_integral_v<T> ? number.is_number_integer() : number.is_number();
        if (!fits)
            return refused(where, "must be a number or a list of numbers.");
        numbers.push_back(number.get<T>());
    }
    return numbers;
}

Result<StoredTensor> tensorFromJson(const json& value, const std::string& where)
{
    JsonReader reader(value, where);
    StoredTensor tensor;
    tensor.name = reader.string("name");
    tensor.role = reader.string("role");
    tensor.type = reader.string("type");
    if (reader.failed())
        return reader.error();
    auto scale = numbersOf<double>(reader.value("scale"), where + ".scale");
    if (!scale)
        return scale.error();
    auto zeroPoint = numbersOf<std::int64_t>(reader.value("zeroPoint"), where + ".zeroPoint");
    if (!zeroPoint)
        return zeroPoint.error();
    if (scale->empty() || zeroPoint->size() != scale->size())
        return refused(where + ".zeroPoint", "must have as many elements as the scale, at least one.");
    if (std::any_of(scale->begin(), scale->end(), [](double each) { return !(each > 0.0); }))
        return refused(where + ".scale", "must be above 0.");
    tensor.scale = std::move(*scale);
    tensor.zeroPoint = std::move(*zeroPoint);
    return tensor;
}

Result<std::vector<StageRecord>> stagesFromJson(const json& list)
{
    const std::string where = "report.stages";
    std::vector<StageRecord> stages;
    if (list.is_null())
        return stages;
    if (!list.is_array())
        return refused(where, "must be a list.");
    for (std::size_t i = 0; i < list.size(); ++i) {
        JsonReader reader(list[i], where + "[" + std::to_string(i) + "]");
        StageRecord stage;
        stage.name = reader.string("name");
        stage.seconds = reader.number("seconds", 0.0, 1e12).value_or(0.0);
        stage.peakMemory = static_cast<std::size_t>(reader.integer("peakMemory", 0, 0, INT64_MAX));
        if (reader.failed())
            return reader.error();
        stages.push_back(std::move(stage));
    }
    return stages;
}

/// Sizes, and what stays float.
Result<void> readFigures(JsonReader& report, StoredRun& run)
{
    const json none = json::object();
    const auto objectOf = [&report, &none](const char* key) -> const json& {
        const json& value = report.value(key);
        return value.is_null() ? none : value;
    };
    const auto count = [](JsonReader& reader, const char* key) {
        return static_cast<std::uint64_t>(reader.integer(key, 0, 0, INT64_MAX));
    };
    JsonReader weights(objectOf("weightBytes"), "report.weightBytes");
    JsonReader products(objectOf("multiplyAdds"), "report.multiplyAdds");
    JsonReader memory(objectOf("memory"), "report.memory");
    run.floatWeightBytes = count(weights, "float");
    run.weightBytes = count(weights, "quantized");
    run.peakMemory = count(memory, "peak");
    if (weights.has("leftInFloat") && products.has("all"))
        run.figures = VariantFigures{run.weightBytes, count(weights, "leftInFloat"), count(products, "all"),
                                     count(products, "leftInFloat")};
    for (const JsonReader* reader : {&weights, &products, &memory}) {
        if (reader->failed())
            return reader->error();
    }
    return {};
}

} // namespace

Result<StoredRun> storedRunFromJson(const json& report, const std::string& name, const std::filesystem::path& folder)
{
    if (!report.is_object() || report.value("format", json()) != "quantiscope-report")
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' is no report of a run (\"format\": \"quantiscope-report\" is missing).", name};
    JsonReader reader(report, "report");
    StoredRun run;
    run.name = name;
    Result<Recipe> recipe = recipeFromDocument(reader.value("recipe"), name, folder);
    if (!recipe)
        return recipe.error();
    run.recipe = std::move(*recipe);
    run.modelHash = JsonReader(reader.value("model"), "report.model").string("hash");
    if (const Result<void> figures = readFigures(reader, run); !figures)
        return figures.error();
    Result<std::vector<StageRecord>> stages = stagesFromJson(reader.value("stages"));
    if (!stages)
        return stages.error();
    run.stages = std::move(*stages);
    const json& tensors = reader.value("tensors");
    if (!tensors.is_array())
        return refused("report.tensors", "must be a list ('" + name + "').");
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        Result<StoredTensor> tensor = tensorFromJson(tensors[i], "report.tensors[" + std::to_string(i) + "]");
        if (!tensor)
            return tensor.error();
        run.tensors.push_back(std::move(*tensor));
    }
    for (const char* key : {"evaluation", "check"}) {
        const json& measured = reader.value(key);
        if (measured.is_null() || run.evaluation)
            continue;
        Result<Evaluation> evaluation = evaluationFromJson(measured, std::string("report.") + key);
        if (!evaluation)
            return evaluation.error();
        run.evaluation = std::move(*evaluation);
    }
    return run;
}

Result<StoredRun> loadStoredRun(const std::filesystem::path& report)
{
    const Result<std::string> text = readTextFile(report, ErrorCode::ConfigRefused);
    if (!text)
        return text.error();
    json document;
    if (const auto error = parseJson(*text, "Report '" + report.string() + "'", document))
        return *error;
    return storedRunFromJson(document, report.string(), report.parent_path());
}

} // namespace quantiscope
