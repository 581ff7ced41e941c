// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantizer.h"

#include "core/analysis/class_scores.h"
#include "core/base/quiet_feedback.h"
#include "core/pipeline/effect_figures.h"
#include "core/pipeline/evaluation_run.h"
#include "core/pipeline/overlap.h"
#include "core/pipeline/prepared_run.h"
#include "core/pipeline/quantize_stage.h"
#include "core/pipeline/range_stage.h"
#include "core/pipeline/recording_feedback.h"
#include "core/pipeline/run_inputs.h"
#include "core/pipeline/stage_clock.h"
#include "core/runtime/inference_session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <future>

namespace quantiscope {

namespace {

constexpr std::size_t kAllSamples = static_cast<std::size_t>(-1);
constexpr std::array<std::string_view, 8> kStages{"load",     "prepare", "calibrate", "ranges",
                                                  "quantize", "verify",  "save",      "evaluate"};

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
        if (m_request.output.empty())
            return Error{ErrorCode::InvalidArgument, "Name the file to write.", "--output"};
        Result<RunStart> start = startRun(m_environment, m_request, m_report, m_feedback);
        if (!start)
            return start.error();
        m_start.emplace(std::move(*start));
        return {};
    }

    Result<void> prepare()
    {
        auto run = prepareRun(m_environment, *m_start, m_request, m_check, m_feedback);
        if (!run)
            return run.error();
        m_run.emplace(std::move(*run));
        WorkingGraph& graph = m_run->graph;
        m_report.preparation = std::move(graph.passes);
        m_report.equalization = std::move(graph.equalization);
        m_report.preparedHash = m_run->hash;
        const Graph prepared(graph.model);
        m_report.preparedNodes = prepared.nodes().size();
        m_report.selectedNodes = graph.rules.selected.size();
        const ModelTraits original = modelTraits(m_start->original);
        m_isRunnableFile = original.namedOutputs == 0;
        m_mayBeScores = mayEndInClassScores(m_start->original);
        m_inputs = m_run->inputs;
        m_start.reset();
        return checkAnyWork(graph, m_config, original, m_report.modelPath, m_feedback);
    }

    Result<void> calibrateGraph()
    {
        CalibrationStage stage(m_environment, {m_request.threads, m_request.cache, m_request.memoryBudget},
                               {m_clock.peakMemory(), m_request.checkSamples, m_request.evaluation ? kAllSamples : 0});
        const Result<void> calibrated = calibrateRun(stage, *m_run, m_request, neededDetail(m_config), m_feedback);
        if (!calibrated)
            return calibrated;
        m_report.memory = stage.memory();
        m_report.cache = stage.cache();
        m_evaluationThreads = stage.evaluationThreads();
        return {};
    }

    Result<void> deriveRanges()
    {
        const Graph prepared(m_run->graph.model);
        const AppliedRules& rules = m_run->graph.rules;
        auto plan = planWithRanges(prepared, rules, m_config, m_run->statistics, m_report, m_feedback);
        if (!plan)
            return plan.error();
        m_plan = std::move(*plan);
        Feedback unheard;
        const bool isDynamic = rules.config.selection.dynamic;
        m_report.figures =
            figuresOf(isDynamic ? planEffect(prepared, rules, unheard) : effectOf(prepared, rules, m_plan.plan),
                      productsOf(prepared));
        m_run->statistics = {};
        return {};
    }

    Result<void> quantize()
    {
        auto quantized = quantizeGraph(std::move(m_run->graph), m_config, m_plan, m_report, m_feedback);
        m_hasData = m_run->data.has_value();
        m_run.reset();
        m_report.ranges = std::move(m_plan.ranges);
        if (!quantized)
            return quantized.error();
        m_quantized = std::move(*quantized);
        m_quantizedInputs = m_quantized->inputs();
        return {};
    }

    /// Proves that ONNX Runtime loads the result, and compares it; both at the same time where that costs little
    /// memory.
    Result<void> verify()
    {
        const std::launch policy = m_request.memoryBudget
            ? std::launch::deferred
            : overlapPolicy(m_quantized->weightBytes(), m_request.threads);
        std::future<Result<void>> loaded = std::async(policy, [this] { return loadResult(); });
        if (loaded.wait_for(std::chrono::seconds(0)) == std::future_status::deferred) {
            const Result<void> loads = loaded.get();
            return loads ? checkResult() : loads;
        }
        const Result<void> checked = checkResult();
        const Result<void> loads = loaded.get();
        return loads ? checked : loads;
    }

    /// With all optimizations, as a user's program will.
    [[nodiscard]] Result<void> loadResult() const
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
        if (!m_request.evaluation)
            return {};
        auto evaluation =
            runEvaluation(m_environment, {m_request.model, m_inputs, m_isRunnableFile, m_mayBeScores},
                          {m_request.output, m_quantizedInputs}, *m_request.evaluation, m_request.recipe.parts,
                          {.optimization = OptimizationLevel::Disabled, .threads = m_evaluationThreads}, m_feedback);
        if (!evaluation)
            return evaluation.error();
        m_report.evaluation = std::move(*evaluation);
        return {};
    }

    /// Compares on a few of the calibration samples, which nobody asked for: when that is not possible (the statistics
    /// may be older than the data), it is worth a warning only.
    Result<void> checkResult()
    {
        if (m_request.checkSamples == 0 || !m_hasData)
            return {};
        auto check = m_check.compare(m_environment, *m_quantized, m_inputs, m_evaluationThreads,
                                     {.parts = m_request.recipe.parts, .mayBeScores = m_mayBeScores}, m_feedback);
        if (check)
            m_report.check = std::move(*check);
        else if (check.error().code == ErrorCode::Canceled)
            return check.error();
        else
            m_feedback.warn("The result was not compared with the float model on calibration samples: "
                            + check.error().message);
        return {};
    }

    const RuntimeEnvironment& m_environment;
    const QuantizeRequest& m_request;
    const QuantConfig& m_config;
    RunReport m_report;
    RecordingFeedback m_feedback;
    StageClock m_clock;
    std::optional<RunStart> m_start; ///< until the graph is prepared
    std::optional<PreparedRun> m_run; ///< until it is quantized
    std::optional<Model> m_quantized; ///< until it is saved
    std::vector<TensorSpec> m_inputs; ///< that samples fit
    bool m_isRunnableFile = true; ///< the float model's
    bool m_mayBeScores = true; ///< its first output
    ResultCheck m_check;
    std::vector<TensorSpec> m_quantizedInputs;
    bool m_hasData = false; ///< of the calibration
    int m_evaluationThreads = 0;
    RangePlan m_plan;
};

} // namespace

std::span<const std::string_view> quantizeStages()
{
    return kStages;
}

Result<RunReport> quantizeModel(const RuntimeEnvironment& environment, const QuantizeRequest& request,
                                Feedback& feedback)
{
    QuantizeRequest whole = request;
    if (whole.evaluation)
        whole.evaluation->data = withRandomOptions(std::move(whole.evaluation->data), whole.recipe.config);
    Result<RunReport> report = Run(environment, whole, feedback).run();
    return report ? std::move(report) : attributed(report.error(), request.recipe);
}

} // namespace quantiscope
