// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantizer.h"

#include "core/base/file_io.h"
#include "core/base/process_memory.h"
#include "core/base/quiet_feedback.h"
#include "core/calibration/calibrator.h"
#include "core/calibration/passthrough_ranges.h"
#include "core/data/adapted_source.h"
#include "core/equalization/layer_equalizer.h"
#include "core/observers/derive_range.h"
#include "core/pipeline/evaluation_run.h"
#include "core/pipeline/model_preparation.h"
#include "core/pipeline/recording_feedback.h"
#include "core/pipeline/run_inputs.h"
#include "core/pipeline/stage_clock.h"
#include "core/qdq/dynamic_quantization.h"
#include "core/qdq/npu_refinement.h"
#include "core/qdq/qdq_inserter.h"
#include "core/qdq/range_requests.h"
#include "core/qdq/rule_application.h"
#include "core/qdq/tensor_params.h"
#include "core/runtime/inference_session.h"

#include <algorithm>
#include <array>
#include <set>

namespace quantiscope {

namespace {

constexpr std::size_t kAllSamples = static_cast<std::size_t>(-1);
constexpr std::array<std::string_view, 8> kStages{"load",     "prepare", "calibrate", "ranges",
                                                  "quantize", "verify",  "save",      "evaluate"};

/// Ranges of all values with statistics. What a method finds may depend on the codes that the plan gives a value.
Result<TensorRanges> rangesOf(const CalibrationStatistics& statistics, const QuantConfig& config, const QdqPlan& plan)
{
    TensorRanges ranges;
    const TensorEncoding common = activationEncoding(config);
    for (const auto& [name, tensor] : statistics.tensors) {
        const PlannedTensor* planned = plan.find(name);
        const TensorEncoding& encoding = planned ? planned->encoding : common;
        const Result<TensorRange> range = !encoding.ranges.empty()
            ? encoding.ranges.front()
            : deriveRange(tensor, activationRequest(config, targetOf(encoding, config)));
        if (!range)
            return Error{range.error().code, range.error().message, name};
        ranges[name] = *range;
    }
    return ranges;
}

/// "2 tensors ('a', 'b')"; of a long list the first few.
std::string listed(const std::set<std::string>& names)
{
    constexpr std::size_t kMost = 10;
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : names) {
        if (++count > kMost) {
            text += ", …";
            break;
        }
        text += (text.empty() ? "'" : ", '") + name + "'";
    }
    return std::to_string(names.size()) + (names.size() == 1 ? " tensor (" : " tensors (") + text + ")";
}

/// The first sample that can be read; nothing when it is the source's turn to complain.
std::optional<NamedTensors> firstSample(const SampleSource& source)
{
    Result<Sample> sample = source.read(0);
    return sample ? std::optional(std::move(sample->inputs)) : std::nullopt;
}

/// The work of one run; each member function is a stage.
class Run
{
public:
    Run(const RuntimeEnvironment& environment, const QuantizeRequest& request, Feedback& feedback)
        : m_environment(environment)
        , m_request(request)
        , m_config(request.recipe.config)
        , m_feedback(feedback, m_report.warnings)
        , m_clock(m_report.stages, m_feedback)
    {
    }

    Result<RunReport> run()
    {
        using Stage = Result<void> (Run::*)();
        constexpr std::array<Stage, kStages.size()> kWork{&Run::load,         &Run::prepare,       &Run::calibrateGraph,
                                                          &Run::deriveRanges, &Run::quantize,      &Run::verify,
                                                          &Run::save,         &Run::evaluateResult};
        m_report.recipe = m_request.recipe;
        for (std::size_t i = 0; i < kWork.size(); ++i) {
            m_clock.start(kStages[i]);
            const Result<void> done = m_feedback.isCanceled() ? Result<void>(canceled()) : (this->*kWork[i])();
            if (done)
                continue;
            if (kStages[i] != "evaluate")
                return done.error().code == ErrorCode::Canceled ? canceled() : done.error();
            m_report.evaluationError = afterSaving(done.error());
        }
        m_clock.finish();
        m_report.memory.peak = m_clock.peakMemory();
        return std::move(m_report);
    }

private:
    [[nodiscard]] static Error canceled() { return {ErrorCode::Canceled, "Canceled; nothing was written.", {}}; }

    /// A failure of the last stage must not look like one of the result.
    [[nodiscard]] Error afterSaving(Error error) const
    {
        const std::string output = "'" + m_request.output.string() + "' is complete, but ";
        error.message = error.code == ErrorCode::Canceled ? "Canceled; " + output + "was not evaluated."
                                                          : output + "its evaluation failed: " + error.message;
        return error;
    }

    Result<void> load()
    {
        std::error_code ec;
        if (std::filesystem::equivalent(m_request.model, m_request.output, ec)) {
            return Error{ErrorCode::InvalidArgument,
                         "The output '" + m_request.output.string() + "' is the float model itself; give another file.",
                         m_request.output.string()};
        }
        if (std::filesystem::is_other(m_request.output, ec)) {
            return Error{ErrorCode::InvalidArgument,
                         "The output '" + m_request.output.string()
                             + "' is a device or a pipe; the model is read again after it is written: give a file.",
                         m_request.output.string()};
        }
        if (const Result<void> checked = checkOptions(m_request.recipe, m_feedback); !checked)
            return checked;
        std::vector<std::filesystem::path> written = m_request.alsoWritten;
        written.push_back(m_request.output);
        Result<Model> model =
            loadFloatModel(m_request.model, m_config, {m_request.allowQuantized}, written, m_feedback);
        if (!model)
            return model.error();
        m_original = std::move(*model);
        m_report.modelPath = m_request.model.string();
        const Result<std::string> hash = m_original->contentHash(m_feedback);
        if (!hash)
            return hash.error();
        m_report.modelHash = *hash;
        m_report.floatWeightBytes = m_original->weightBytes();
        const Graph graph(*m_original);
        m_report.floatOperators = countOperators(graph);
        // Dead rules, a place that cannot be written and unfit data are told before the long work.
        auto matches = matchRecipeExclusions(graph, m_request.recipe);
        if (!matches)
            return matches.error();
        auto rules = matchRules(graph, m_config, std::move(*matches));
        if (!rules)
            return rules.error();
        m_rules = std::move(*rules);
        m_report.exclusions = m_rules.exclusions;
        m_report.layers = m_rules.layers;
        if (const Result<void> checked = checkOperatorTypes(graph, m_request.recipe, m_feedback); !checked)
            return checked;
        if (const Result<void> writable = checkWritable(m_request.output); !writable)
            return writable;
        auto inputs = feedInputs(*m_original, m_config);
        if (!inputs)
            return inputs.error();
        m_inputs = std::move(*inputs);
        return openData();
    }

    /// Opens whatever the run will read, so that a mistake in it is told at once and not after the work before.
    Result<void> openData()
    {
        if (!m_request.statistics.empty()) {
            auto statistics = loadStatistics(m_request.statistics);
            if (!statistics)
                return statistics.error();
            m_statistics = std::move(*statistics);
            if (auto data = calibrationData(m_request.recipe))
                m_data = std::move(*data);
        } else {
            Result<DataSpec> data = calibrationData(m_request.recipe);
            if (data)
                m_data = std::move(*data);
            if (!m_config.needsStatistics())
                return checkEvaluation();
            if (!m_data)
                return data.error();
            auto source = openSampleSource(*m_data, m_inputs, m_feedback);
            if (!source)
                return source.error();
            m_source = std::move(*source);
        }
        return checkEvaluation();
    }

    Result<void> checkEvaluation()
    {
        return m_request.evaluation ? checkEvaluationData(*m_request.evaluation, m_inputs, m_feedback) : Result<void>();
    }

    Result<void> prepare()
    {
        PreparationRequest request{.threads = m_request.threads};
        if (m_source)
            request.sample = firstSample(*m_source);
        Result<PreparedModel> prepared = prepareModel(m_environment, *m_original, m_config, request, m_feedback);
        if (!prepared)
            return prepared.error();
        Model graphModel = std::move(prepared->model);
        m_report.preparation = std::move(prepared->passes);
        if (m_source)
            m_source = adaptSource(std::move(m_source), InputAdapter(m_inputs, graphModel.inputs()));
        {
            auto applied = applyRules(Graph(*m_original), Graph(graphModel), m_config, m_rules, m_feedback);
            if (!applied)
                return applied.error();
            m_selected = std::move(applied->selected);
            m_resolved = std::move(applied->config);
        }
        if (m_config.equalization.include) {
            auto equalized = equalizeLayers(m_environment, std::move(graphModel),
                                            {m_config, m_selected, m_request.threads}, m_feedback);
            if (!equalized)
                return equalized.error();
            graphModel = std::move(equalized->model);
            m_report.equalization = std::move(equalized->report);
        }
        m_prepared = std::move(graphModel);
        const Result<std::string> hash = m_prepared->contentHash(m_feedback);
        if (!hash)
            return hash.error();
        m_report.preparedHash = *hash;
        const Graph graph(*m_prepared);
        m_report.preparedNodes = graph.nodes().size();
        m_report.selectedNodes = m_selected.size();
        const ModelTraits traits = modelTraits(*m_original);
        m_original.reset();
        if (m_config.selection.dynamic && !m_selected.empty())
            return {};
        const QdqPlan plan = m_config.selection.dynamic ? QdqPlan() : planQdq(graph, m_resolved, m_selected);
        if (!plan.tensors.empty()) {
            // What cannot be simulated is told before the long work.
            const auto dpu = planDpuSimulation(graph, m_resolved, m_selected, plan);
            return dpu ? Result<void>() : dpu.error();
        }
        QuietFeedback quiet(m_feedback);
        std::string reason = "no operator of a type that the preset quantizes is left.";
        if (!m_selected.empty())
            reason =
                "the operators of the types that the preset quantizes have no float32 values to quantize, or follow "
                "no operator that is quantized.";
        else if (!selectNodes(graph, m_config, {}, quiet).empty())
            reason = "every operator that the preset quantizes is excluded by your rules.";
        if (traits.nodesInSubgraphs > 0) {
            reason += " " + std::to_string(traits.nodesInSubgraphs)
                + " nodes lie inside control flow (If, Loop, Scan), which is kept as it is.";
        }
        return nothingToQuantize(reason);
    }

    [[nodiscard]] Error nothingToQuantize(const std::string& reason) const
    {
        return {ErrorCode::ModelRefused, "Nothing in this model would be quantized: " + reason,
                m_request.model.string()};
    }

    Result<void> calibrateGraph()
    {
        CalibrationStage stage(m_environment, {m_request.threads, m_request.cache, m_request.memoryBudget},
                               {m_clock.peakMemory(), m_request.checkSamples, m_request.evaluation ? kAllSamples : 0});
        if (m_source) {
            auto statistics = stage.statistics(*m_prepared, m_report.preparedHash, *m_source,
                                               {m_data->preprocess, m_inputs}, neededDetail(m_config), m_feedback);
            if (!statistics)
                return statistics.error();
            m_statistics = std::move(*statistics);
        } else {
            if (m_config.needsStatistics()) {
                if (const Result<void> fits = checkGivenStatistics(); !fits)
                    return fits;
            }
            if (const Result<void> told = stage.forecastRest(*m_prepared, nullptr, m_feedback); !told)
                return told;
        }
        m_report.memory = stage.memory();
        m_report.cache = stage.cache();
        m_evaluationThreads = stage.evaluationThreads();
        return {};
    }

    Result<void> checkGivenStatistics()
    {
        if (m_statistics.modelHash != m_report.preparedHash) {
            return Error{
                ErrorCode::ConfigRefused,
                "The statistics in '" + m_request.statistics.string()
                    + "' were collected from another model (or with other preparation options); calibrate again.",
                m_request.statistics.string()};
        }
        if (m_statistics.detail >= neededDetail(m_config))
            return {};
        return Error{ErrorCode::ConfigRefused,
                     m_statistics.detail == StatisticsDetail::Range
                         ? "The statistics hold ranges only; the chosen method needs histograms."
                         : "The statistics hold no votes of single samples, which the chosen method needs; calibrate "
                           "again.",
                     m_request.statistics.string()};
    }

    Result<void> deriveRanges()
    {
        m_report.dataHash = m_statistics.dataHash;
        m_report.samples = m_statistics.samples;
        std::set<std::string> notANumber;
        for (const auto& [name, tensor] : m_statistics.tensors) {
            if (const std::uint64_t bad = tensor.notANumber + tensor.infinite)
                m_report.notFinite[name] = bad;
            if (tensor.notANumber > 0)
                notANumber.insert(name);
            if (tensor.infinite > 0)
                m_infinite.insert(name);
        }
        if (!notANumber.empty()) {
            m_feedback.warn("NaN was seen and left out in " + listed(notANumber)
                            + ": check the data and the preprocessing.");
        }
        if (!m_infinite.empty()) {
            m_feedback.warn(
                "Infinite values were seen in " + listed(m_infinite)
                + "; no scale covers them, so these stay float. Unless the model masks with infinity, check "
                  "the data and the preprocessing.");
        }
        if (m_config.selection.dynamic)
            return {};
        const Graph graph(*m_prepared);
        m_plan = planQdq(graph, m_resolved, m_selected, m_infinite);
        if (m_plan.tensors.empty())
            return nothingToQuantize("infinite values were seen in every value that the preset quantizes.");
        for (const std::string& warning : m_plan.warnings)
            m_feedback.warn(warning);
        Result<TensorRanges> ranges = rangesOf(m_statistics, m_resolved, m_plan);
        if (!ranges)
            return ranges.error();
        m_report.ranges = std::move(*ranges);
        adjustRanges(graph, m_resolved, m_selected, m_report.ranges);
        copyRangesThrough(graph, m_config.calibration.passthroughOpTypes, m_report.ranges);
        m_statistics = {};
        return {};
    }

    Result<void> quantize()
    {
        auto quantized = m_config.selection.dynamic
            ? quantizeDynamically(std::move(*m_prepared), m_resolved, m_selected)
            : quantizeStatically();
        m_prepared.reset();
        if (!quantized)
            return quantized.error();
        for (const std::string& warning : quantized->warnings)
            m_feedback.warn(warning);
        m_report.tensors = std::move(quantized->tensors);
        m_quantized = std::move(quantized->model);
        if (const Result<void> finished = finishQuantized(*m_quantized, m_config, m_report.preparation, m_feedback);
            !finished)
            return finished;
        m_quantizedInputs = m_quantized->inputs();
        m_report.quantizedOperators = countOperators(Graph(*m_quantized));
        m_report.quantizedWeightBytes = m_quantized->weightBytes();
        m_report.opset = m_quantized->opset();
        return {};
    }

    Result<QuantizedGraph> quantizeStatically()
    {
        const Graph graph(*m_prepared);
        auto params = computeTensorParams(graph, m_resolved, m_plan, m_report.ranges);
        if (!params)
            return params.error();
        const auto dpu = planDpuSimulation(graph, m_resolved, m_selected, m_plan);
        if (!dpu)
            return dpu.error();
        const NpuRefinement refinement = refineForNpu(graph, m_resolved, m_selected, m_plan, *dpu, *params);
        for (const auto& warnings : {dpu->warnings, refinement.warnings}) {
            for (const std::string& warning : warnings)
                m_feedback.warn(warning);
        }
        return insertQdq(std::move(*m_prepared), m_resolved, m_selected, m_plan, *params, *dpu);
    }

    /// Proves that ONNX Runtime loads the result with all its optimizations, as a user's program will.
    Result<void> verify()
    {
        const auto session = InferenceSession::create(
            m_environment, *m_quantized, {.optimization = OptimizationLevel::All, .threads = m_request.threads});
        if (!session) {
            // Neither says anything about the model.
            const ErrorCode code = session.error().code;
            if (code == ErrorCode::OutOfMemory || code == ErrorCode::Canceled)
                return session.error();
            return Error{
                ErrorCode::RuntimeFailure,
                "The quantized model does not load: " + session.error().message
                    + " Nothing was written. Please report this with the model's operator list (qscope inspect).",
                session.error().subject};
        }
        return {};
    }

    Result<void> save()
    {
        m_report.outputPath = m_request.output.string();
        const Result<std::string> hash = m_quantized->contentHash(m_feedback);
        if (!hash)
            return hash.error();
        m_report.outputHash = *hash;
        const Result<void> saved = m_quantized->save(m_request.output, {m_request.externalData}, m_feedback);
        m_quantized.reset();
        return saved;
    }

    Result<void> evaluateResult()
    {
        if (const Result<void> checked = checkResult(); !checked)
            return checked;
        if (m_request.evaluation) {
            auto evaluation = compare(*m_request.evaluation, true, m_feedback);
            if (!evaluation)
                return evaluation.error();
            m_report.evaluation = std::move(*evaluation);
        }
        return {};
    }

    /// Compares on a few of the calibration samples, which nobody asked for: when they cannot be read any more (the
    /// statistics may be older than the data), that is worth a warning only.
    Result<void> checkResult()
    {
        if (m_request.checkSamples == 0 || !m_data)
            return {};
        DataSpec few = *m_data;
        const std::size_t most = m_config.needsStatistics()
            ? std::min<std::size_t>(m_request.checkSamples, m_report.samples)
            : m_request.checkSamples;
        if (most == 0)
            return {};
        few.samples = few.samples == 0 ? most : std::min(few.samples, most);
        QuietFeedback quiet(m_feedback);
        // The check is small: it rather takes less memory than less time.
        auto check = compare({few, {}}, false, quiet);
        if (check)
            m_report.check = std::move(*check);
        else if (check.error().code == ErrorCode::Canceled)
            return check.error();
        else
            m_feedback.warn("The result was not compared with the float model on calibration samples: "
                            + check.error().message);
        return {};
    }

    Result<Evaluation> compare(const EvaluationRequest& what, bool keepMemory, Feedback& feedback)
    {
        return runEvaluation(
            m_environment, m_request.model, m_request.output, m_inputs, m_quantizedInputs, what,
            {.optimization = OptimizationLevel::Disabled, .threads = m_evaluationThreads, .keepMemory = keepMemory},
            feedback);
    }

    const RuntimeEnvironment& m_environment;
    const QuantizeRequest& m_request;
    const QuantConfig& m_config;
    RunReport m_report;
    RecordingFeedback m_feedback;
    StageClock m_clock;
    std::optional<Model> m_original;
    std::optional<Model> m_prepared;
    std::optional<Model> m_quantized;
    std::vector<TensorSpec> m_inputs; ///< that samples fit
    std::vector<TensorSpec> m_quantizedInputs;
    std::optional<DataSpec> m_data; ///< of the calibration
    std::unique_ptr<SampleSource> m_source;
    std::vector<std::size_t> m_selected;
    MatchedRules m_rules;
    QuantConfig m_resolved; ///< with what is laid down for tensors by their names in the prepared graph
    int m_evaluationThreads = 0;
    QdqPlan m_plan;
    CalibrationStatistics m_statistics;
    std::set<std::string> m_infinite; ///< values in which infinities were seen
};

} // namespace

std::span<const std::string_view> quantizeStages()
{
    return kStages;
}

Result<RunReport> quantizeModel(const RuntimeEnvironment& environment, const QuantizeRequest& request,
                                Feedback& feedback)
{
    return Run(environment, request, feedback).run();
}

namespace {

/// @p prepared, equalized as quantizeModel() equalizes it for the same recipe.
Result<Model> equalizeAsQuantized(const RuntimeEnvironment& environment, const CalibrateRequest& request,
                                  const Model& original, Model prepared, Feedback& feedback)
{
    const QuantConfig& config = request.recipe.config;
    const Graph graph(original);
    auto exclusions = matchRecipeExclusions(graph, request.recipe);
    if (!exclusions)
        return exclusions.error();
    const auto rules = matchRules(graph, config, std::move(*exclusions));
    if (!rules)
        return rules.error();
    const auto applied = applyRules(graph, Graph(prepared), config, *rules, feedback);
    if (!applied)
        return applied.error();
    auto equalized =
        equalizeLayers(environment, std::move(prepared), {config, applied->selected, request.threads}, feedback);
    if (!equalized)
        return equalized.error();
    return std::move(equalized->model);
}

} // namespace

Result<CalibrationStatistics> calibrateModel(const RuntimeEnvironment& environment, const CalibrateRequest& request,
                                             Feedback& feedback)
{
    feedback.progress({"load", 0, 0, {}});
    if (const Result<void> checked = checkOptions(request.recipe, feedback); !checked)
        return checked.error();
    Result<Model> original =
        loadFloatModel(request.model, request.recipe.config, {request.allowQuantized}, request.alsoWritten, feedback);
    if (!original)
        return original.error();
    const Result<DataSpec> data = calibrationData(request.recipe);
    if (!data)
        return data.error();
    const auto inputs = feedInputs(*original, request.recipe.config);
    if (!inputs)
        return inputs.error();
    auto source = openSampleSource(*data, *inputs, feedback);
    if (!source)
        return source.error();
    feedback.progress({"prepare", 0, 0, {}});
    const QuantConfig& config = request.recipe.config;
    auto prepared = prepareModel(environment, *original, config,
                                 {.sample = firstSample(**source), .threads = request.threads}, feedback);
    if (!prepared)
        return prepared.error();
    if (config.equalization.include) {
        Result<Model> equalized =
            equalizeAsQuantized(environment, request, *original, std::move(prepared->model), feedback);
        if (!equalized)
            return equalized.error();
        prepared->model = std::move(*equalized);
    }
    if (observableValues(prepared->model).empty()) {
        return Error{ErrorCode::ModelRefused,
                     "Nothing in '" + request.model.string()
                         + "' can be calibrated: no float32 value is fed or computed.",
                     request.model.string()};
    }
    *source = adaptSource(std::move(*source), InputAdapter(*inputs, prepared->model.inputs()));
    const Result<std::string> hash = prepared->model.contentHash(feedback);
    if (!hash)
        return hash.error();
    CalibrationStage stage(environment, {request.threads, request.cache, request.memoryBudget}, {peakMemory(), 0, 0});
    return stage.statistics(prepared->model, *hash, **source, {data->preprocess, *inputs}, StatisticsDetail::Votes,
                            feedback);
}

} // namespace quantiscope
