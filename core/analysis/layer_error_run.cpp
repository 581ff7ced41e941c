// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_error_run.h"

#include "core/analysis/difference_sums.h"
#include "core/analysis/first_wrong.h"
#include "core/analysis/scale_excess.h"
#include "core/data/sample_workers.h"
#include "core/runtime/inference_session.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace quantiscope {

namespace {

/// What one run found at each comparison.
class Findings final : public ValueComparer
{
public:
    struct Finding
    {
        OutputComparison comparison;
        Shape shape;
        TensorRange range;
        bool isThere = false;
    };

    explicit Findings(std::size_t comparisons) : m_all(comparisons) { }

    void compare(std::size_t slot, const ComparedValue& a, const ComparedValue& b) override
    {
        Finding& finding = m_all[slot];
        finding.isThere = true;
        finding.shape = a.shape;
        finding.comparison.shapesDiffer = a.shape != b.shape;
        if (finding.comparison.shapesDiffer)
            return;
        const DifferenceSums sums = differenceSums(a.elements, b.elements);
        finding.comparison.metrics = metricsOf(sums);
        finding.comparison.isBroken = !finding.comparison.metrics && std::isfinite(sums.aa);
        finding.range = {sums.low, sums.high};
    }

    [[nodiscard]] const std::vector<Finding>& all() const { return m_all; }

private:
    std::vector<Finding> m_all;
};

ErrorFigures figuresOf(const OutputSummary& summary)
{
    return {summary.samples, summary.notFinite, summary.shapesDiffer, summary.sqnr,
            summary.cosine,  summary.rmse,      summary.maxAbs,       summary.broken};
}

/// TensorError::excess.
std::optional<double> excessOf(const TensorError& tensor)
{
    constexpr double kSteps = 255.0;
    const TensorRange range = knownRange(tensor);
    const double extent = std::max<double>(range.max, 0.0) - std::min<double>(range.min, 0.0);
    if (!tensor.own || tensor.own->samples == 0 || !(extent > 0.0))
        return std::nullopt;
    return 20.0 * std::log10(tensor.own->rmse.mean / (extent / kSteps / std::sqrt(12.0)));
}

/// Adds up what runs find, in the order in which they are given.
class FindingsSum
{
public:
    explicit FindingsSum(std::size_t comparisons)
        : m_builders(comparisons, OutputSummaryBuilder(std::string())), m_shapes(comparisons), m_ranges(comparisons)
    {
    }

    void add(const Findings& findings)
    {
        for (std::size_t i = 0; i < m_builders.size(); ++i) {
            const Findings::Finding& finding = findings.all()[i];
            if (!finding.isThere)
                continue;
            m_builders[i].add(finding.comparison);
            if (!m_shapes[i])
                m_shapes[i] = finding.shape;
            if (!finding.comparison.metrics)
                continue;
            std::optional<TensorRange>& range = m_ranges[i];
            range = range ? joined(*range, finding.range) : finding.range;
        }
    }

    /// Writes what became of the comparisons of @p place into @p tensor.
    void tell(const ErrorPlace& place, TensorError& tensor) const
    {
        if (place.own) {
            tensor.own = figuresOf(m_builders[*place.own].summary());
            tensor.shape = m_shapes[*place.own].value_or(Shape());
            tensor.range = m_ranges[*place.own].value_or(TensorRange());
        }
        if (place.accumulated)
            tensor.accumulated = figuresOf(m_builders[*place.accumulated].summary());
    }

private:
    std::vector<OutputSummaryBuilder> m_builders;
    std::vector<std::optional<Shape>> m_shapes; ///< of the first sample
    std::vector<std::optional<TensorRange>> m_ranges;
};

SessionOptions optionsFor(const ErrorGraph::Comparisons& comparisons)
{
    SessionOptions options;
    options.optimization = OptimizationLevel::Disabled;
    options.threads = 1; // samples run side by side instead: see forEachSample()
    options.comparedValues = comparisons;
    return options;
}

/// Compares the weights, which depend on no sample.
Result<FindingsSum> compareWeights(const RuntimeEnvironment& environment, const ErrorGraph& graph)
{
    FindingsSum sum(graph.weightComparisons.size());
    if (!graph.weights)
        return sum;
    const auto session = InferenceSession::create(environment, *graph.weights, optionsFor(graph.weightComparisons));
    if (!session)
        return refusedModel(session.error());
    Findings findings(graph.weightComparisons.size());
    if (const Result<void> ran = session->runComparing({}, findings); !ran)
        return refusedModel(ran.error());
    sum.add(findings);
    return sum;
}

} // namespace

Result<LayerErrors> measureLayerErrors(const RuntimeEnvironment& environment, const Model& prepared,
                                       const Model& quantized, const TensorRanges& calibrated,
                                       SamplePrefetcher& samples, int threads, Feedback& feedback)
{
    Result<ErrorGraph> made = makeErrorGraph(prepared, quantized);
    if (!made)
        return made.error();
    ErrorGraph& graph = *made;
    if (feedback.isCanceled())
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    const Result<FindingsSum> weights = compareWeights(environment, graph);
    if (!weights)
        return weights.error();
    graph.weights.reset();

    const auto session = InferenceSession::create(environment, graph.model, optionsFor(graph.comparisons));
    if (!session)
        return refusedModel(session.error());
    FindingsSum sum(graph.comparisons.size());
    const auto work = [&](const Sample& sample, const std::stop_token& stop) -> Result<SampleConclusion> {
        auto findings = std::make_shared<Findings>(graph.comparisons.size());
        if (const Result<void> ran = session->runComparing(sample.inputs, *findings, stop); !ran)
            return refusedModel(ran.error());
        return SampleConclusion([&sum, findings]() -> Result<void> {
            sum.add(*findings);
            return {};
        });
    };
    const auto count = forEachSample(samples, threads, "analyse", work, feedback);
    if (!count)
        return count.error();
    if (*count == 0)
        return Error{ErrorCode::DataRefused, "There is no sample to analyse with.", {}};

    LayerErrors errors;
    errors.samples = *count;
    errors.dataHash = samples.dataDigest();
    errors.notCompared = std::move(graph.notCompared);
    for (ErrorPlace& place : graph.places) {
        TensorError& tensor = errors.tensors.emplace_back(std::move(place.facts));
        (tensor.kind == TensorError::Kind::Weight ? *weights : sum).tell(place, tensor);
        if (const auto range = calibrated.find(tensor.tensor); range != calibrated.end())
            tensor.calibratedRange = range->second;
        tensor.excess = excessOf(tensor);
    }
    fillScaleExcess(Graph(prepared), errors);
    std::set<std::string> outputs;
    for (const TensorSpec& output : prepared.outputs())
        outputs.insert(output.name);
    findFirstWrong(outputs, errors);
    return errors;
}

} // namespace quantiscope
