// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/evaluator.h"

#include <algorithm>

namespace quantiscope {

namespace {

/// Does the output hold one score per class, for one sample? [C], [1, C], [1, C, 1, 1] …
bool looksLikeScores(const Tensor& output)
{
    const auto wide =
        std::count_if(output.shape().begin(), output.shape().end(), [](std::int64_t extent) { return extent != 1; });
    return wide == 1 && output.elements() >= 2;
}

std::size_t argMax(const std::vector<float>& scores)
{
    return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

/// Is @p label among the five highest scores? Equal scores count in favour of the lower index.
bool inTopFive(const std::vector<float>& scores, std::int64_t label)
{
    if (label < 0 || static_cast<std::size_t>(label) >= scores.size())
        return false;
    const auto at = static_cast<std::size_t>(label);
    std::size_t better = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
        better += scores[i] > scores[at] || (scores[i] == scores[at] && i < at) ? 1 : 0;
    return better < 5;
}

void addClassification(ClassificationSummary& summary, const std::vector<float>& real,
                       const std::vector<float>& quantized, std::int64_t label)
{
    ++summary.labelled;
    summary.floatTop1 += static_cast<std::int64_t>(argMax(real)) == label;
    summary.quantizedTop1 += static_cast<std::int64_t>(argMax(quantized)) == label;
    summary.floatTop5 += inTopFive(real, label);
    summary.quantizedTop5 += inTopFive(quantized, label);
}

} // namespace

Result<Evaluation> evaluate(InferenceSession& floatSession, InferenceSession& quantizedSession,
                            SamplePrefetcher& samples, const LabelMap* labels, Feedback& feedback)
{
    const std::vector<std::string>& names = floatSession.outputNames();
    for (const std::string& name : floatSession.inputNames()) {
        const auto& others = quantizedSession.inputNames();
        if (std::find(others.begin(), others.end(), name) == others.end())
            return Error{ErrorCode::ModelRefused,
                         "The quantized model has no input '" + name + "', the float model has.", name};
    }
    std::vector<OutputSummaryBuilder> builders;
    for (const std::string& name : names) {
        const auto& others = quantizedSession.outputNames();
        if (std::find(others.begin(), others.end(), name) == others.end())
            return Error{ErrorCode::ModelRefused,
                         "The quantized model has no output '" + name + "', the float model has.", name};
        builders.emplace_back(name);
    }
    Evaluation evaluation;
    if (labels)
        evaluation.classification.emplace();
    std::uint64_t agreement = 0;
    bool scores = true;
    for (;;) {
        auto sample = samples.next();
        if (!sample)
            return sample.error();
        if (!*sample)
            break;
        const auto real = floatSession.run((*sample)->inputs, names, feedback);
        if (!real)
            return real.error();
        const auto quantized = quantizedSession.run((*sample)->inputs, names, feedback);
        if (!quantized)
            return quantized.error();
        for (std::size_t i = 0; i < names.size(); ++i) {
            const Tensor& a = (*real)[i];
            const Tensor& b = (*quantized)[i];
            if (a.shape() != b.shape()) {
                return Error{ErrorCode::ModelRefused,
                             "Output '" + names[i] + "' has shape " + shapeListText(a.shape())
                                 + " in the float model and " + shapeListText(b.shape()) + " in the quantized one.",
                             names[i]};
            }
            builders[i].add(compareOutputs(a, b));
        }
        scores = scores && looksLikeScores((*real)[0]);
        if (scores) {
            const std::vector<float> a = elementsAsFloat((*real)[0]);
            const std::vector<float> b = elementsAsFloat((*quantized)[0]);
            agreement += argMax(a) == argMax(b);
            const auto label = labels ? labels->labelOf(**sample) : std::nullopt;
            if (label && (*label < 0 || static_cast<std::size_t>(*label) >= a.size())) {
                return Error{ErrorCode::DataRefused,
                             "The label of sample '" + (*sample)->name + "' is class " + std::to_string(*label)
                                 + ", but the model knows classes 0 to " + std::to_string(a.size() - 1) + ".",
                             (*sample)->name};
            }
            if (label)
                addClassification(*evaluation.classification, a, b, *label);
        }
        ++evaluation.samples;
        feedback.progress({"evaluate", evaluation.samples, samples.size(), "sample"});
    }
    if (evaluation.samples == 0)
        return Error{ErrorCode::DataRefused, "There is no sample to evaluate with.", {}};
    if (labels && (!scores || evaluation.classification->labelled == 0)) {
        return Error{ErrorCode::DataRefused,
                     scores ? "None of the labels belongs to a sample: check the names in the label file."
                            : "Labels were given, but the first output '" + names[0]
                             + "' is not one vector of class scores a sample.",
                     {}};
    }
    for (const OutputSummaryBuilder& builder : builders)
        evaluation.outputs.push_back(builder.summary());
    if (scores)
        evaluation.agreement = agreement;
    evaluation.dataHash = samples.dataDigest();
    return evaluation;
}

} // namespace quantiscope
