// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/analysis_session.h"

#include "core/analysis/class_scores.h"
#include "core/analysis/remembered_results.h"
#include "core/base/process_memory.h"
#include "core/base/quiet_feedback.h"
#include "core/base/sha256.h"
#include "core/data/kept_samples.h"
#include "core/pipeline/kept_bytes.h"
#include "core/pipeline/kept_graph.h"
#include "core/pipeline/prepared_run.h"
#include "core/pipeline/quantize_stage.h"
#include "core/pipeline/quantizer.h"
#include "core/pipeline/recording_feedback.h"
#include "core/pipeline/run_inputs.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <mutex>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kKeptGraphs = 3; // the recipe's own and the two latest others

/// The session's request as one of quantizeModel() that writes nothing.
QuantizeRequest runOf(const AnalysisRequest& request)
{
    QuantizeRequest run;
    run.model = request.model;
    run.recipe = request.recipe;
    run.statistics = request.statistics;
    run.evaluation = request.evaluation;
    run.threads = request.threads;
    run.allowQuantized = request.allowQuantized;
    run.checkSamples = 1; // the preparation is compared with the original on one
    run.cache = request.cache;
    run.memoryBudget = request.memoryBudget;
    return run;
}

Error canceled()
{
    return {ErrorCode::Canceled, "Canceled.", {}};
}

} // namespace

struct AnalysisSession::State
{
    State(const RuntimeEnvironment& theEnvironment, AnalysisRequest theRequest, Model theOriginal)
        : environment(theEnvironment)
        , request(std::move(theRequest))
        , original(std::move(theOriginal))
        , graph(original)
        , mayBeScores(mayEndInClassScores(original))
    {
    }

    Result<std::shared_ptr<const PreparedGraph>> prepare(RunStart start, const QuantizeRequest& run,
                                                         Feedback& feedback);
    std::shared_ptr<const PreparedGraph> keptWithHash(const std::string& hash);
    void push(KeptGraph latest);
    void keep(const QuantConfig& key, std::shared_ptr<const PreparedGraph> graph);
    Result<KeptGraph> graphFor(const QuantConfig& config, Feedback& feedback);
    Result<std::shared_ptr<const KeptRules>> rulesFor(const KeptGraph& kept, const QuantConfig& config,
                                                      const Feedback& feedback);
    Result<MatchedRules> matchedRules(const QuantConfig& config, Feedback& feedback) const;
    Result<PlannedVariant> plan(const QuantConfig& config, Feedback& feedback, const AlsoFloat& alsoFloat);
    Result<void> openSamples(const std::optional<DataSpec>& calibration, Feedback& feedback);

    const RuntimeEnvironment& environment;
    AnalysisRequest request;
    Model original;
    Graph graph; ///< of original
    bool mayBeScores; ///< its first output
    std::string modelHash;
    std::vector<TensorSpec> inputs;
    std::shared_ptr<const PreparedGraph> prepared;
    std::unique_ptr<SampleSource> samples;
    std::optional<LabelMap> labels;
    std::optional<std::string> samplesKey;
    std::unique_ptr<ModelResults> floatResults;

    std::mutex preparing; ///< one graph at a time
    std::mutex mutex; ///< of what follows
    std::list<KeptGraph> kept; ///< the latest first
};

Result<std::shared_ptr<const PreparedGraph>> AnalysisSession::State::prepare(RunStart start, const QuantizeRequest& run,
                                                                             Feedback& feedback)
{
    ResultCheck check;
    feedback.progress({"prepare", 0, 0, {}});
    auto made = prepareRun(environment, start, run, check, feedback);
    if (!made)
        return made.error();
    if (auto same = keptWithHash(made->hash)) // other options, the same graph
        return same;
    feedback.progress({"calibrate", 0, 0, {}});
    CalibrationStage stage(environment, {run.threads, run.cache, run.memoryBudget}, {peakMemory(), 0, 0});
    // Everything that any method needs: variants may differ in it.
    const Result<void> calibrated = calibrateRun(stage, *made, run, StatisticsDetail::Votes, feedback);
    if (!calibrated)
        return calibrated.error();
    const auto result = std::make_shared<PreparedGraph>(graph, std::move(made->graph.model));
    result->hash = std::move(made->hash);
    result->equalization = std::move(made->graph.equalization);
    result->statistics = std::move(made->statistics);
    return std::shared_ptr<const PreparedGraph>(result);
}

/// A graph at hand with the content that @p hash stands for, calibrated as any method needs it; or null.
std::shared_ptr<const PreparedGraph> AnalysisSession::State::keptWithHash(const std::string& hash)
{
    const std::lock_guard lock(mutex);
    const auto same = std::find_if(kept.begin(), kept.end(), [&hash](const KeptGraph& each) {
        return each.prepared->hash == hash && each.prepared->statistics.detail == StatisticsDetail::Votes;
    });
    return same == kept.end() ? nullptr : same->prepared;
}

void AnalysisSession::State::keep(const QuantConfig& key, std::shared_ptr<const PreparedGraph> made)
{
    KeptGraph latest(key, std::move(made));
    const std::lock_guard lock(mutex);
    push(std::move(latest));
}

/// The recipe's own graph stays: others are made in between, and then it is asked for again.
void AnalysisSession::State::push(KeptGraph latest)
{
    kept.push_front(std::move(latest));
    if (kept.size() <= kKeptGraphs)
        return;
    auto last = std::prev(kept.end());
    if (last->key == graphConfig(request.recipe.config))
        --last;
    kept.erase(last);
}

Result<KeptGraph> AnalysisSession::State::graphFor(const QuantConfig& config, Feedback& feedback)
{
    const QuantConfig key = graphConfig(config);
    const auto find = [&]() -> std::optional<KeptGraph> {
        const std::lock_guard lock(mutex);
        const auto at = std::find_if(kept.begin(), kept.end(), [&](const KeptGraph& each) { return each.key == key; });
        if (at == kept.end())
            return std::nullopt;
        kept.splice(kept.begin(), kept, at);
        return kept.front();
    };
    if (auto found = find())
        return std::move(*found);
    const std::lock_guard one(preparing);
    if (auto found = find()) // another thread has made it meanwhile
        return std::move(*found);
    QuantizeRequest run = runOf(request);
    run.recipe.config = config;
    run.evaluation.reset();
    RunReport report; // of nobody's interest
    auto start = startRun(original.clone(), run, report, feedback);
    if (!start)
        return start.error();
    auto made = prepare(std::move(*start), run, feedback);
    if (!made)
        return made.error();
    {
        const std::lock_guard lock(mutex);
        const auto same =
            std::find_if(kept.begin(), kept.end(), [&](const KeptGraph& each) { return each.prepared == *made; });
        if (same != kept.end()) {
            KeptGraph again = *same;
            again.key = key;
            again.rules.reset();
            push(again);
            return again;
        }
    }
    keep(key, std::move(*made));
    return *find();
}

Result<MatchedRules> AnalysisSession::State::matchedRules(const QuantConfig& config, Feedback& feedback) const
{
    Recipe recipe = request.recipe;
    recipe.config = config;
    if (const Result<void> checked = checkOptions(recipe, feedback); !checked)
        return checked.error();
    auto matched = matchRecipeRules(graph, recipe, feedback);
    if (!matched)
        return matched.error();
    if (const Result<void> checked = checkOperatorTypes(graph, recipe, feedback); !checked)
        return checked.error();
    return std::move(*matched);
}

Result<std::shared_ptr<const KeptRules>>
AnalysisSession::State::rulesFor(const KeptGraph& graphKept, const QuantConfig& config, const Feedback& feedback)
{
    if (graphKept.rules && graphKept.rules->config == config)
        return graphKept.rules;
    const auto made = std::make_shared<KeptRules>();
    made->config = config;
    QuietFeedback quiet(feedback);
    RecordingFeedback heard(quiet, made->warnings);
    const auto matched = matchedRules(config, heard);
    if (!matched)
        return matched.error();
    const PreparedGraph& base = *graphKept.prepared;
    auto applied = applyRules(graph, base.graph, config, *matched, heard, &base.standIns);
    if (!applied)
        return applied.error();
    made->applied = std::move(*applied);
    const std::lock_guard lock(mutex);
    for (KeptGraph& each : kept) {
        if (each.key == graphKept.key)
            each.rules = made;
    }
    return std::shared_ptr<const KeptRules>(made);
}

Result<void> AnalysisSession::State::openSamples(const std::optional<DataSpec>& calibration, Feedback& feedback)
{
    std::optional<DataSpec> data = calibration;
    if (request.evaluation) {
        data = request.evaluation->data;
        if (!request.evaluation->labels.empty()) {
            Result<LabelMap> read = LabelMap::read(request.evaluation->labels);
            if (!read)
                return read.error();
            labels = std::move(*read);
        }
    }
    if (!data) {
        return Error{ErrorCode::InvalidArgument,
                     "Samples to measure with are needed: give calibration or evaluation data.", "--evaluate"};
    }
    if (request.samples > 0)
        data->most = data->most == 0 ? request.samples : std::min(data->most, request.samples);
    QuietFeedback quiet(feedback); // what is to be told was told when they were opened for the calibration
    auto source = openSampleSource(*data, inputs, quiet);
    if (!source)
        return source.error();
    if (!request.cache.folder.empty()) {
        auto key = dataKey(**source, data->preprocess, inputs, feedback);
        if (!key)
            return key.error();
        if (*key) {
            Sha256 hash;
            hash.addField((*key)->sequence);
            for (std::size_t i = 0; labels && i < (*source)->size(); ++i) {
                const auto label = labels->labelOf((*source)->name(i), (*source)->index(i));
                hash.addField(label ? std::to_string(*label) : std::string());
            }
            samplesKey = hash.hexDigest();
        }
    }
    samples = std::make_unique<KeptSamples>(std::move(*source), keptBytes(request));
    return {};
}

AnalysisSession::AnalysisSession(std::shared_ptr<State> state, AnalysisRequest request)
    : m_state(std::move(state)), m_request(std::move(request))
{
}

AnalysisSession::~AnalysisSession() = default;

Result<std::unique_ptr<AnalysisSession>> AnalysisSession::open(const RuntimeEnvironment& environment,
                                                               const AnalysisRequest& request, Feedback& feedback)
{
    AnalysisRequest whole = request;
    if (whole.evaluation)
        whole.evaluation->data = withRandomOptions(std::move(whole.evaluation->data), whole.recipe.config);
    const auto opened = [&]() -> Result<std::unique_ptr<State>> {
        feedback.progress({"load", 0, 0, {}});
        const QuantizeRequest run = runOf(whole);
        RunReport report; // only the hash is of interest
        auto start = startRun(environment, run, report, feedback);
        if (!start)
            return start.error();
        if (feedback.isCanceled())
            return canceled();
        auto state = std::make_unique<State>(environment, whole, start->original.clone());
        state->modelHash = report.modelHash;
        state->inputs = start->inputs;
        if (const Result<void> done = state->openSamples(start->data, feedback); !done)
            return done.error();
        auto prepared = state->prepare(std::move(*start), run, feedback);
        if (!prepared)
            return prepared.error();
        state->prepared = *prepared;
        state->keep(graphConfig(whole.recipe.config), std::move(*prepared));
        const SessionOptions options{.optimization = OptimizationLevel::Disabled, .threads = 1};
        // As evaluateModels(): the file itself, where ONNX Runtime runs it.
        auto session = modelTraits(state->original).namedOutputs == 0
            ? InferenceSession::createFromFile(environment, whole.model.string(), options)
            : InferenceSession::create(environment, state->original, options);
        if (!session)
            return refusedModel(session.error());
        state->floatResults = std::make_unique<RememberedResults>(std::move(*session), keptBytes(whole));
        return state;
    };
    auto state = opened();
    if (!state)
        return attributed(state.error(), request.recipe);
    return std::unique_ptr<AnalysisSession>(new AnalysisSession(std::move(*state), std::move(whole)));
}

Result<std::unique_ptr<AnalysisSession>> AnalysisSession::withParts(std::vector<OutputPart> parts) const
{
    if (const Result<void> fits = checkPartsFit(parts, m_state->original.outputs()); !fits)
        return fits.error();
    AnalysisRequest request = m_request;
    request.recipe.parts = std::move(parts);
    return std::unique_ptr<AnalysisSession>(new AnalysisSession(m_state, std::move(request)));
}

const AnalysisRequest& AnalysisSession::request() const
{
    return m_request;
}

const RuntimeEnvironment& AnalysisSession::environment() const
{
    return m_state->environment;
}

const std::string& AnalysisSession::modelHash() const
{
    return m_state->modelHash;
}

const Graph& AnalysisSession::graph() const
{
    return m_state->graph;
}

const Model& AnalysisSession::original() const
{
    return m_state->original;
}

const std::shared_ptr<const PreparedGraph>& AnalysisSession::prepared() const
{
    return m_state->prepared;
}

const SampleSource& AnalysisSession::samples() const
{
    return *m_state->samples;
}

const std::vector<TensorSpec>& AnalysisSession::inputs() const
{
    return m_state->inputs;
}

const LabelMap* AnalysisSession::labels() const
{
    return m_state->labels ? &*m_state->labels : nullptr;
}

const std::optional<std::string>& AnalysisSession::samplesKey() const
{
    return m_state->samplesKey;
}

const ModelResults& AnalysisSession::floatResults() const
{
    return *m_state->floatResults;
}

Result<PlannedVariant> AnalysisSession::State::plan(const QuantConfig& config, Feedback& feedback,
                                                    const AlsoFloat& alsoFloat)
{
    const auto graphKept = graphFor(config, feedback);
    if (!graphKept)
        return graphKept.error();
    auto rules = rulesFor(*graphKept, config, feedback);
    if (!rules)
        return rules.error();
    return planVariant(*graphKept, std::move(*rules), alsoFloat, request.model.string(), feedback);
}

Result<QuantizedVariant> AnalysisSession::quantize(const QuantConfig& config, Feedback& feedback,
                                                   const AlsoFloat& alsoFloat)
{
    auto planned = m_state->plan(config, feedback, alsoFloat);
    if (!planned)
        return planned.error();
    const std::shared_ptr<const PreparedGraph>& prepared = planned->prepared;
    QuantizedVariant variant{
        {prepared, planned->applied, {}, planned->figures, std::move(planned->warnings), planned->isFloat},
        prepared->model.clone()};
    if (planned->isFloat)
        return variant;
    QuietFeedback quiet(feedback);
    RecordingFeedback heard(quiet, variant.warnings);
    RunReport report;
    auto quantized = quantizeGraph({prepared->model.clone(), std::move(planned->applied), {}, {}, {}}, config,
                                   planned->plan, report, heard, &planned->rules->ranges);
    if (!quantized)
        return quantized.error();
    variant.model = std::move(*quantized);
    variant.tensors = std::move(report.tensors);
    variant.ranges = std::move(planned->plan.ranges);
    variant.plan = std::move(planned->plan.plan);
    return variant;
}

Result<void> AnalysisSession::check(const QuantConfig& config, const Feedback& feedback) const
{
    QuietFeedback quiet(feedback);
    const auto matched = m_state->matchedRules(config, quiet);
    return matched ? Result<void>() : matched.error();
}

EvaluationDetail AnalysisSession::evaluationDetail() const
{
    return {.parts = m_request.recipe.parts, .mayBeScores = m_state->mayBeScores};
}

Result<WiredVariant> AnalysisSession::wire(const QuantConfig& config, Feedback& feedback, const AlsoFloat& alsoFloat)
{
    auto planned = m_state->plan(config, feedback, alsoFloat);
    if (!planned)
        return planned.error();
    auto wiring = wiringOf(*planned, config, feedback);
    if (!wiring)
        return wiring.error();
    QdqPlan plan = planned->isFloat ? QdqPlan() : std::move(planned->plan.plan);
    return WiredVariant{{planned->prepared, std::move(planned->applied), std::move(plan), planned->figures,
                         std::move(planned->warnings), planned->isFloat},
                        std::move(*wiring)};
}

Result<Evaluation> AnalysisSession::evaluate(const QuantizedVariant& variant, std::size_t count, Feedback& feedback,
                                             Similarity similarity) const
{
    const auto session = InferenceSession::create(m_state->environment, variant.model,
                                                  {.optimization = OptimizationLevel::Disabled, .threads = 1});
    if (!session)
        return refusedModel(session.error());
    const RunningResults results(*session, InputAdapter(m_state->inputs, variant.model.inputs()));
    return evaluate(results, count, feedback, similarity);
}

Result<Evaluation> AnalysisSession::evaluate(const ModelResults& quantized, std::size_t count, Feedback& feedback,
                                             Similarity similarity) const
{
    EvaluationDetail detail = evaluationDetail();
    detail.similarity = similarity;
    const SampleSource& all = *m_state->samples;
    const LeadingSamples first(all, count == 0 ? all.size() : std::min(count, all.size()));
    SamplePrefetcher samples(first, feedback);
    return quantiscope::evaluate(*m_state->floatResults, quantized, samples, labels(), m_request.threads, feedback,
                                 detail);
}

} // namespace quantiscope
