// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/analysis/model_results.h"
#include "core/analysis/variant_wiring.h"
#include "core/base/feedback.h"
#include "core/calibration/calibration_statistics.h"
#include "core/data/labels.h"
#include "core/data/sample_source.h"
#include "core/equalization/layer_equalizer.h"
#include "core/graph/graph.h"
#include "core/model/model.h"
#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/recipe.h"
#include "core/pipeline/variant_figures.h"
#include "core/qdq/qdq_inserter.h"
#include "core/qdq/rule_application.h"
#include "core/qdq/stand_ins.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// What is to be looked into.
struct AnalysisRequest
{
    std::filesystem::path model;
    Recipe recipe; ///< needs calibration data, unless statistics are given
    std::filesystem::path statistics = {}; ///< a file of `qscope calibrate`, instead of calibrating
    std::optional<EvaluationRequest> evaluation = {}; ///< to measure with; otherwise the calibration data
    std::size_t samples = 32; ///< to measure with at most, chosen as DataSpec::most does; 0: all
    int threads = 0; ///< samples that run at the same time; 0 = one per core. Does not change any result
    CacheRequest cache = {};
    std::optional<std::uint64_t> memoryBudget = {}; ///< most resident memory of the process, in bytes
    bool allowQuantized = false; ///< work on a model that holds quantized operators already
};

/// A float graph that variants are made of: prepared, equalized and calibrated as quantizeModel() does.
struct PreparedGraph
{
    PreparedGraph(const Graph& original, Model prepared)
        : model(std::move(prepared)), graph(model), standIns(original, graph)
    {
    }
    PreparedGraph(const PreparedGraph&) = delete;
    PreparedGraph& operator=(const PreparedGraph&) = delete;

    Model model;
    Graph graph; ///< of model
    StandIns standIns; ///< of the user's nodes in graph
    std::string hash; ///< content hash of model
    EqualizationReport equalization; ///< what was scaled, and what was not and why; empty when it was not asked for
    CalibrationStatistics statistics; ///< of its values; empty where none are needed
};

/// The user's nodes that stay float in a variant besides those that its configuration leaves in float.
struct AlsoFloat
{
    AlsoFloat() = default;
    AlsoFloat(std::set<std::string> names, bool areOthers = false) : nodes(std::move(names)), others(areOthers) { }

    std::set<std::string> nodes;
    bool others = false; ///< all nodes but these

    auto operator<=>(const AlsoFloat&) const = default;
};

/// What is decided about one way of quantizing the model.
struct VariantDesign
{
    std::shared_ptr<const PreparedGraph> prepared; ///< what it is made of
    AppliedRules rules; ///< in terms of the prepared graph
    QdqPlan plan; ///< likewise; empty of a float graph and of dynamic quantization
    VariantFigures figures;
    std::vector<std::string> warnings = {}; ///< what quantizeModel() would warn of
    bool isFloat = false; ///< nothing is left to quantize, which quantizeModel() refuses
};

/// One way of quantizing the model, in memory.
struct QuantizedVariant : VariantDesign
{
    Model model; ///< with its Q/DQ operators; the float graph when nothing is left to quantize
    std::vector<QuantizedTensor> tensors = {}; ///< as in RunReport; empty of a float graph
    TensorRanges ranges = {}; ///< of the observed values
};

/// One way of quantizing the model, told without a model being made.
struct WiredVariant : VariantDesign
{
    std::variant<VariantWiring, WiringObstacle> wiring;
};

/// A model that is prepared and calibrated once, and then quantized in many ways without a file being written.
///
/// Memory: the float and prepared models (sharing mapped weights), the statistics of at most three prepared graphs, and
/// of the samples and of the float model's outputs as much as kKeptBytes holds each, or an eighth of the memory budget;
/// what is beyond is read and computed again whenever it is needed.
///
/// Thread-safe once it is open. The environment must outlive it.
class AnalysisSession
{
public:
    static constexpr std::uint64_t kKeptBytes = std::uint64_t(256) << 20;

    /// Loads, prepares, equalizes and calibrates (or takes from the cache) what quantizeModel() would for the recipe,
    /// and opens the samples; none of them is run yet but for the calibration. Errors: those of quantizeModel().
    [[nodiscard]] static Result<std::unique_ptr<AnalysisSession>>
    open(const RuntimeEnvironment& environment, const AnalysisRequest& request, Feedback& feedback);

    /// The same session, all that is kept in common, which measures parts @p parts of outputs instead of its recipe's:
    /// request() names them. InvalidArgument when they do not fit the model.
    [[nodiscard]] Result<std::unique_ptr<AnalysisSession>> withParts(std::vector<OutputPart> parts) const;

    ~AnalysisSession();
    AnalysisSession(const AnalysisSession&) = delete;
    AnalysisSession& operator=(const AnalysisSession&) = delete;

    [[nodiscard]] const AnalysisRequest& request() const;
    [[nodiscard]] const RuntimeEnvironment& environment() const;
    [[nodiscard]] const std::string& modelHash() const;

    /// The user's graph, whose nodes rules and marks name.
    [[nodiscard]] const Graph& graph() const;
    [[nodiscard]] const Model& original() const;

    /// That of the recipe.
    [[nodiscard]] const std::shared_ptr<const PreparedGraph>& prepared() const;

    /// What is wrong with options and rules of @p config, as quantize() tells it, before a graph is made for it.
    [[nodiscard]] Result<void> check(const QuantConfig& config, const Feedback& feedback) const;

    /// What quantizeModel() would write for the recipe with @p config in place of its own: the same content hash.
    /// Another preparation or equalization than that of a graph at hand is done and calibrated first (the recipe's
    /// and the two latest graphs are kept); exclusions, layer rules, types and methods without equalization need none.
    ///
    /// The user's nodes @p alsoFloat stay float besides, as further exclusions would leave them; but what layer rules
    /// lay down stands even when that makes it idle. Where nothing is left to quantize the variant is the float graph.
    [[nodiscard]] Result<QuantizedVariant> quantize(const QuantConfig& config, Feedback& feedback,
                                                    const AlsoFloat& alsoFloat = {});

    /// How that variant computes, for a VariantRunner of its graph: no model is made for it. Errors as of
    /// quantize(); what cannot be told as a wiring is none.
    [[nodiscard]] Result<WiredVariant> wire(const QuantConfig& config, Feedback& feedback,
                                            const AlsoFloat& alsoFloat = {});

    /// The samples to measure with; they fit inputs(). Kept as far as kKeptBytes allows.
    [[nodiscard]] const SampleSource& samples() const;
    [[nodiscard]] const std::vector<TensorSpec>& inputs() const;
    [[nodiscard]] const LabelMap* labels() const;
    /// What stands for the samples in their order and their labels; nothing when the data cannot be told.
    [[nodiscard]] const std::optional<std::string>& samplesKey() const;

    /// What the user's float model gives, without optimization and with one thread a run, as quantizeModel() evaluates.
    /// Kept as far as kKeptBytes allows.
    [[nodiscard]] const ModelResults& floatResults() const;

    /// What is measured besides whole outputs, and how; refers to request().
    [[nodiscard]] EvaluationDetail evaluationDetail() const;

    /// What evaluateModels() would find of @p variant's file on the first @p count of samples() (0: all), to the bit.
    [[nodiscard]] Result<Evaluation> evaluate(const QuantizedVariant& variant, std::size_t count, Feedback& feedback,
                                              Similarity similarity = Similarity::Measured) const;
    /// The same of other results, such as those of a model whose quantization is switched.
    [[nodiscard]] Result<Evaluation> evaluate(const ModelResults& quantized, std::size_t count, Feedback& feedback,
                                              Similarity similarity = Similarity::Measured) const;

private:
    struct State;
    AnalysisSession(std::shared_ptr<State> state, AnalysisRequest request);
    std::shared_ptr<State> m_state; ///< of all withParts()
    AnalysisRequest m_request;
};

} // namespace quantiscope
