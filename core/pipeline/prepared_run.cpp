// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/prepared_run.h"

#include "core/data/adapted_source.h"
#include "core/pipeline/equalization_memory.h"
#include "core/pipeline/range_stage.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

Result<PreparedRun> prepareRun(const RuntimeEnvironment& environment, RunStart& start, const QuantizeRequest& request,
                               ResultCheck& check, Feedback& feedback)
{
    if (start.source)
        check.read(*start.source, std::max<std::size_t>(1, request.checkSamples));
    else if (start.data && request.checkSamples > 0)
        check.open(*start.data, start.inputs, request.checkSamples, feedback);
    const PreparationRequest preparation{.samples = check.samples(), .threads = request.threads};
    EqualizationEvidence evidence{start.source.get(), start.inputs, start.statistics.modelHash, request.threads,
                                  request.memoryBudget};
    std::optional<EqualizationMemory> memory;
    if (start.source && !request.cache.folder.empty()) {
        evidence.memory = &memory.emplace(request.cache.folder, *start.source, start.data->preprocess, start.inputs);
    }
    auto graph = makeWorkingGraph(environment, start.original, request.recipe.config, start.rules, preparation,
                                  evidence, feedback);
    if (!graph)
        return graph.error();
    check.expect(std::move(graph->originalResults));
    const Result<std::string> hash = graph->model.contentHash(feedback);
    if (!hash)
        return hash.error();
    PreparedRun run{std::move(*graph),          *hash, start.inputs, start.data, {}, std::move(start.source),
                    std::move(start.statistics)};
    if (memory)
        run.dataKey = memory->data();
    if (run.source)
        run.source = adaptSource(std::move(run.source), InputAdapter(run.inputs, run.graph.model.inputs()));
    return run;
}

Result<void> calibrateRun(CalibrationStage& stage, PreparedRun& run, const QuantizeRequest& request,
                          StatisticsDetail detail, Feedback& feedback)
{
    const QuantConfig& config = request.recipe.config;
    const Model& model = run.graph.model;
    if (run.source) {
        auto statistics = stage.statistics(model, run.hash, *run.source,
                                           {run.data->preprocess, run.inputs, run.dataKey}, detail, feedback);
        if (!statistics)
            return statistics.error();
        run.statistics = std::move(*statistics);
        return {};
    }
    if (config.needsStatistics()) {
        const Result<void> fits = checkGivenStatistics(run.statistics, request.statistics.string(), run.hash, config);
        if (!fits)
            return fits;
    }
    return stage.forecastRest(model, nullptr, feedback);
}

} // namespace quantiscope
