// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/layer_analysis.h"

#include "core/analysis/layer_error_run.h"
#include "core/analysis/weight_findings.h"
#include "core/data/adapted_source.h"
#include "core/data/kept_samples.h"
#include "core/model/opset_conversion.h"
#include "core/pipeline/weight_run.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

namespace quantiscope {

namespace {

/// The gravest finding about the weights in front of where it first goes wrong; empty when they are in order.
std::string whyWrong(const LayerErrors& errors, const WeightAnalysis& weights)
{
    std::set<std::string> names;
    if (errors.firstWrong->weight) {
        names.insert(errors.tensors[*errors.firstWrong->weight].tensor);
    } else {
        for (const std::size_t before : errors.tensors[errors.firstWrong->tensor].inFront)
            names.insert(errors.tensors[before].tensor);
    }
    for (const WeightFinding& finding : weightFindings(weights)) {
        if (names.contains(finding.weight))
            return finding.sentence;
    }
    return {};
}

} // namespace

TensorRanges observedRanges(const CalibrationStatistics& statistics)
{
    TensorRanges ranges;
    for (const auto& [name, tensor] : statistics.tensors) {
        if (tensor.hasRange())
            ranges.emplace(name, TensorRange{tensor.min, tensor.max});
    }
    return ranges;
}

nlohmann::json toJson(const LayerAnalysis& analysis)
{
    nlohmann::json document = toJson(analysis.errors);
    if (analysis.weights)
        document.update(toJson(*analysis.weights));
    return document;
}

Result<LayerAnalysis> analyseLayers(const AnalysisSession& session, const QuantizedVariant& variant, Feedback& feedback)
{
    const PreparedGraph& prepared = *variant.prepared;
    const auto source = adaptSource(std::make_unique<LeadingSamples>(session.samples(), session.samples().size()),
                                    InputAdapter(session.inputs(), prepared.model.inputs()));
    SamplePrefetcher samples(*source, feedback);
    Result<LayerErrors> errors =
        measureLayerErrors(session.environment(), prepared.model, variant.model, observedRanges(prepared.statistics),
                           samples, session.request().threads, feedback);
    if (!errors)
        return errors.error();
    Result<std::string> hash = variant.model.contentHash(feedback);
    if (!hash)
        return hash.error();
    errors->quantizedHash = std::move(*hash);
    std::map<std::string, std::vector<std::string>> users; // by prepared node, in the order of the user's graph
    for (const Node& node : session.graph().nodes()) {
        for (const std::string& name : prepared.standIns.of({node.name}))
            users[name].push_back(node.name);
    }
    for (TensorError& tensor : errors->tensors) {
        const auto found = users.find(tensor.node);
        if (found != users.end() && found->second != std::vector{tensor.node})
            tensor.userNodes = found->second;
    }
    LayerAnalysis analysis{std::move(*errors), {}};
    if (variant.tensors.empty())
        return analysis;
    auto weights = analyseGraphWeights(session.environment(), prepared.model, variant.rules, variant.plan,
                                       prepared.equalization, variant.tensors, session.request().threads, feedback);
    if (!weights)
        return weights.error();
    for (WeightFacts& facts : weights->weights) {
        std::vector<std::string> names;
        for (const std::string& node : facts.nodes) {
            const auto found = users.find(node);
            if (found == users.end())
                names.push_back(node);
            else
                names.insert(names.end(), found->second.begin(), found->second.end());
        }
        if (names != facts.nodes)
            facts.userNodes = std::move(names);
    }
    analysis.weights = std::move(*weights);
    if (analysis.errors.firstWrong)
        analysis.errors.firstWrong->why = whyWrong(analysis.errors, *analysis.weights);
    return analysis;
}

Result<LayerAnalysis> compareLayers(const RuntimeEnvironment& environment, const LayerComparisonRequest& request,
                                    Feedback& feedback)
{
    feedback.progress({"load", 0, 0, {}});
    Result<Model> quantized = Model::load(request.quantizedModel, {.allowQuantized = true}, feedback);
    if (!quantized)
        return quantized.error();
    Result<Model> real = Model::load(request.floatModel, {.allowQuantized = true}, feedback);
    if (!real)
        return real.error();
    if (real->opset() < quantized->opset()) {
        if (const Result<void> converted = convertOpset(*real, quantized->opset()); !converted)
            return converted.error();
    }
    const auto source = openSampleSource(request.data, real->inputs(), feedback);
    if (!source)
        return source.error();
    SamplePrefetcher samples(**source, feedback);
    auto errors = measureLayerErrors(environment, *real, *quantized, {}, samples, request.threads, feedback);
    if (!errors)
        return errors.error();
    Result<std::string> hash = quantized->contentHash(feedback);
    if (!hash)
        return hash.error();
    errors->quantizedHash = std::move(*hash);
    return LayerAnalysis{std::move(*errors), {}};
}

} // namespace quantiscope
