// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_summary.h"

#include "core/analysis/metric_summary_json.h"
#include "core/base/json_reader.h"
#include "core/base/printable.h"
#include "core/pipeline/run_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace quantiscope {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

using MeasuredOn = RunSummary::MeasuredOn;

constexpr std::array kMeasured{std::pair{"nothing", MeasuredOn::Nothing},
                               std::pair{"calibration", MeasuredOn::Calibration},
                               std::pair{"evaluation", MeasuredOn::Evaluation}};

/// Reads one object of a run; the first failure is handed up.
class Part
{
public:
    Part(JsonReader& parent, const char* key, const std::string& where)
        : m_parent(parent)
        , m_present(parent.has(key))
        , m_json(m_present ? parent.value(key) : json::object())
        , m_reader(m_json, where + "." + key)
    {
    }
    ~Part()
    {
        m_reader.finish();
        if (m_reader.failed())
            m_parent.fail(m_reader.error().message, m_reader.error().subject);
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    [[nodiscard]] bool isPresent() const { return m_present; }
    JsonReader* operator->() { return &m_reader; }
    JsonReader& operator*() { return m_reader; }

    template <typename Number>
    void count(const char* key, Number& number)
    {
        number = static_cast<Number>(m_reader.integer(key, 0, 0, INT64_MAX));
    }

private:
    JsonReader& m_parent;
    bool m_present;
    json m_json;
    JsonReader m_reader;
};

MetricSummary metricOf(JsonReader& parent, const char* key, const std::string& where)
{
    Part part(parent, key, where);
    MetricSummary metric;
    metric.mean = part->anyNumber("mean");
    metric.worst = part->anyNumber("worst");
    return metric;
}

void readOutputs(JsonReader& reader, const std::string& where, RunSummary& run)
{
    const json list = reader.value("outputs");
    if (list.is_null())
        return;
    if (!list.is_array()) {
        reader.fail(where + ".outputs must be a list.", where + ".outputs");
        return;
    }
    for (std::size_t i = 0; i < list.size() && !reader.failed(); ++i) {
        const std::string here = where + ".outputs[" + std::to_string(i) + "]";
        JsonReader one(list[i], here);
        OutputQuality quality;
        quality.name = one.string("name");
        quality.cosine = metricOf(one, "cosine", here);
        quality.psnr = metricOf(one, "psnr", here);
        quality.isBroken = one.boolean("broken").value_or(false);
        one.finish();
        if (one.failed())
            reader.fail(one.error().message, one.error().subject);
        run.outputs.push_back(std::move(quality));
    }
}

void readResult(JsonReader& parent, const std::string& parentWhere, RunSummary& run)
{
    Part result(parent, "result", parentWhere);
    const std::string where = parentWhere + ".result";
    result.count("samples", run.samples);
    run.seconds = result->number("seconds", 0.0, 1e12).value_or(0.0);
    run.statisticsReused = result->boolean("statisticsReused").value_or(false);
    result.count("warnings", run.warnings);
    {
        Part nodes(*result, "nodes", where);
        nodes.count("quantized", run.quantizedNodes);
        nodes.count("all", run.nodes);
    }
    {
        Part bytes(*result, "bytes", where);
        bytes.count("float", run.floatBytes);
        bytes.count("quantized", run.outputBytes);
    }
    {
        Part gates(*result, "gates", where);
        gates.count("met", run.gatesMet);
        gates.count("all", run.gates);
    }
    const std::string measured = result->string("measuredOn", "nothing");
    const auto* const known = std::find_if(kMeasured.begin(), kMeasured.end(),
                                           [&measured](const auto& one) { return one.first == measured; });
    if (known == kMeasured.end())
        result->fail(where + ".measuredOn must be nothing, calibration or evaluation, not '" + printable(measured)
                         + "'.",
                     where + ".measuredOn");
    else
        run.measuredOn = known->second;
    result.count("measuredSamples", run.measuredSamples);
    readOutputs(*result, where, run);
    {
        Part accuracy(*result, "accuracy", where);
        ClassificationSummary hits;
        accuracy.count("labelled", hits.labelled);
        accuracy.count("floatTop1", hits.floatTop1);
        accuracy.count("floatTop5", hits.floatTop5);
        accuracy.count("quantizedTop1", hits.quantizedTop1);
        accuracy.count("quantizedTop5", hits.quantizedTop5);
        if (accuracy->has("lost"))
            accuracy.count("lost", hits.lost.emplace());
        if (accuracy.isPresent())
            run.accuracy = hits;
    }
    Part hashes(*result, "hashes", where);
    run.modelHash = hashes->string("model");
    run.outputHash = hashes->string("output");
    run.dataHash = hashes->string("data");
}

} // namespace

std::vector<fs::path> filesOfModel(const fs::path& model)
{
    std::vector<fs::path> files;
    std::error_code ec;
    if (fs::is_regular_file(model, ec))
        files.push_back(model);
    const fs::path folder = model.has_parent_path() ? model.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
        std::error_code ignored;
        if (entry->path().filename() != model.filename() && entry->is_regular_file(ignored)
            && Model::mayStoreWeightsIn(entry->path(), folder / model.filename()))
            files.push_back(entry->path());
    }
    return files;
}

void setMeasured(RunSummary& run, const Evaluation& evaluation, RunSummary::MeasuredOn on)
{
    run.measuredOn = on;
    run.measuredSamples = evaluation.samples;
    run.outputs.clear();
    const auto add = [&run](const OutputSummary& output) {
        run.outputs.push_back({output.name, output.cosine, output.psnr, output.broken > 0});
    };
    for (const OutputSummary& output : evaluation.outputs)
        add(output);
    for (const MeasuredPart& part : evaluation.parts)
        add(part.summary);
    const bool isLabelled = evaluation.classification && evaluation.classification->labelled > 0;
    run.accuracy = isLabelled ? evaluation.classification : std::nullopt;
}

std::optional<double> lowestCosine(const RunSummary& run)
{
    std::optional<double> lowest;
    for (const OutputQuality& output : run.outputs) {
        if (output.isBroken)
            return std::numeric_limits<double>::quiet_NaN();
        if (!std::isnan(output.cosine.mean))
            lowest = lowest ? std::min(*lowest, output.cosine.mean) : output.cosine.mean;
    }
    return lowest;
}

bool isFarFromFloat(const RunSummary& run)
{
    return !(lowestCosine(run).value_or(1.0) >= kLeastCosine); // NaN is far as well
}

std::uint64_t bytesOfModel(const fs::path& model)
{
    std::uint64_t bytes = 0;
    for (const fs::path& file : filesOfModel(model)) {
        std::error_code ec;
        const std::uintmax_t size = fs::file_size(file, ec);
        bytes += ec ? 0 : size;
    }
    return bytes;
}

RunSummary summarizeRun(const RunReport& report, Recipe edited)
{
    RunSummary run;
    run.recipe = std::move(edited);
    run.output = report.outputPath;
    run.samples = report.samples;
    for (const StageRecord& stage : report.stages)
        run.seconds += stage.seconds;
    run.statisticsReused = report.cache && report.cache->hit;
    run.quantizedNodes = report.selectedNodes;
    run.nodes = report.preparedNodes;
    std::error_code ec;
    const std::uintmax_t size = fs::file_size(report.modelPath, ec);
    // Weights that are kept elsewhere count as well.
    run.floatBytes = std::max<std::uint64_t>(ec ? 0 : size, report.floatWeightBytes);
    run.outputBytes = bytesOfModel(report.outputPath);
    const std::optional<Evaluation>& measured = report.evaluation ? report.evaluation : report.check;
    if (measured)
        setMeasured(run, *measured, report.evaluation ? MeasuredOn::Evaluation : MeasuredOn::Calibration);
    run.gates = report.gates.size();
    run.gatesMet = static_cast<std::size_t>(
        std::count_if(report.gates.begin(), report.gates.end(), [](const GateResult& gate) { return gate.met; }));
    run.warnings = report.warnings.size();
    run.modelHash = report.modelHash;
    run.outputHash = report.outputHash;
    run.dataHash = report.dataHash;
    return run;
}

ordered_json toJson(const RunSummary& run, const fs::path& folder)
{
    ordered_json outputs = ordered_json::array();
    for (const OutputQuality& output : run.outputs) {
        outputs.push_back({{"name", output.name}, {"cosine", toJson(output.cosine)}, {"psnr", toJson(output.psnr)}});
        if (output.isBroken)
            outputs.back()["broken"] = true;
    }
    const auto* const measured = std::find_if(kMeasured.begin(), kMeasured.end(),
                                              [&run](const auto& one) { return one.second == run.measuredOn; });
    ordered_json result{{"samples", run.samples},
                        {"seconds", run.seconds},
                        {"statisticsReused", run.statisticsReused},
                        {"warnings", run.warnings},
                        {"nodes", {{"quantized", run.quantizedNodes}, {"all", run.nodes}}},
                        {"bytes", {{"float", run.floatBytes}, {"quantized", run.outputBytes}}},
                        {"gates", {{"met", run.gatesMet}, {"all", run.gates}}},
                        {"measuredOn", measured->first},
                        {"measuredSamples", run.measuredSamples},
                        {"outputs", std::move(outputs)}};
    if (run.accuracy) {
        result["accuracy"] = {{"labelled", run.accuracy->labelled},
                              {"floatTop1", run.accuracy->floatTop1},
                              {"floatTop5", run.accuracy->floatTop5},
                              {"quantizedTop1", run.accuracy->quantizedTop1},
                              {"quantizedTop5", run.accuracy->quantizedTop5}};
    }
    if (run.accuracy && run.accuracy->lost)
        result["accuracy"]["lost"] = *run.accuracy->lost;
    result["hashes"] = {{"model", run.modelHash}, {"output", run.outputHash}, {"data", run.dataHash}};
    ordered_json object{{"number", run.number}, {"time", run.time}};
    object["recipe"] = recipeDocument(run.recipe, folder, RecipeDetail::Differences);
    object["output"] = storedPath(run.output, folder);
    if (!run.report.empty())
        object["report"] = storedPath(run.report, folder);
    object["result"] = std::move(result);
    return object;
}

Result<RunSummary> runFromJson(const json& value, const std::string& where, const fs::path& folder)
{
    RunSummary run;
    JsonReader reader(value, where);
    run.number = static_cast<int>(reader.integer("number", 0, 1, RunSummary::kMostNumber));
    run.time = reader.string("time");
    const json recipe = reader.value("recipe");
    const std::string output = reader.string("output");
    const std::string report = reader.string("report");
    readResult(reader, where, run);
    reader.finish();
    if (reader.failed())
        return reader.error();
    for (const auto& [key, isMissing] : {std::pair{"number", run.number == 0}, {"output", output.empty()}}) {
        if (isMissing)
            return Error{ErrorCode::ConfigRefused, where + "." + key + " is missing.", where + "." + key};
    }
    run.output = (folder / output).lexically_normal();
    if (!report.empty())
        run.report = (folder / report).lexically_normal();
    Result<Recipe> read = recipeFromDocument(recipe, where + ".recipe", folder);
    if (!read)
        return read.error();
    run.recipe = std::move(*read);
    run.recipe.origin = {};
    return run;
}

} // namespace quantiscope
