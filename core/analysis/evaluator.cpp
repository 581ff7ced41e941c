// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/evaluator.h"

#include "core/data/sample_workers.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

/// Does the output hold one score per class, for one sample? [C], [1, C], [1, C, 1, 1] …
bool looksLikeScores(const Tensor& output)
{
    const auto wide =
        std::count_if(output.shape().begin(), output.shape().end(), [](std::int64_t extent) { return extent != 1; });
    return wide == 1 && output.elements() >= 2;
}

/// Scores of one sample; empty when one of them is NaN: such an answer is never right and agrees with none.
std::vector<double> scoresOf(const Tensor& output)
{
    std::vector<double> scores = elementsAsDouble(output);
    if (std::any_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); }))
        scores.clear();
    return scores;
}

/// The class with the highest score, the lower index of equal ones; nothing when there are no scores.
std::optional<std::int64_t> topClass(const std::vector<double>& scores)
{
    if (scores.empty())
        return std::nullopt;
    return std::max_element(scores.begin(), scores.end()) - scores.begin();
}

/// Is @p label among the five highest scores? Equal scores count in favour of the lower index.
bool inTopFive(const std::vector<double>& scores, std::int64_t label)
{
    if (label < 0 || static_cast<std::size_t>(label) >= scores.size())
        return false;
    const auto at = static_cast<std::size_t>(label);
    std::size_t better = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
        better += scores[i] > scores[at] || (scores[i] == scores[at] && i < at) ? 1 : 0;
    return better < 5;
}

/// What one sample contributes to an Evaluation.
struct SampleComparison
{
    std::vector<OutputComparison> outputs;
    std::optional<bool> agrees; ///< of the largest score, when the first output holds scores
    std::optional<ClassificationSummary> hits; ///< of a labelled sample
};

ClassificationSummary hitsOf(const std::vector<double>& real, const std::vector<double>& quantized, std::int64_t label)
{
    ClassificationSummary hits;
    hits.labelled = 1;
    hits.floatTop1 = topClass(real) == label;
    hits.quantizedTop1 = topClass(quantized) == label;
    hits.floatTop5 = inTopFive(real, label);
    hits.quantizedTop5 = inTopFive(quantized, label);
    return hits;
}

void add(ClassificationSummary& sum, const ClassificationSummary& hits)
{
    sum.labelled += hits.labelled;
    sum.floatTop1 += hits.floatTop1;
    sum.floatTop5 += hits.floatTop5;
    sum.quantizedTop1 += hits.quantizedTop1;
    sum.quantizedTop5 += hits.quantizedTop5;
}

/// Compares the two models on single samples; several threads may do so at the same time.
class SampleComparer
{
public:
    SampleComparer(const ModelResults& floatResults, const ModelResults& quantizedResults,
                   const std::vector<std::string>& outputs, const LabelMap* labels)
        : m_floatResults(floatResults), m_quantizedResults(quantizedResults), m_outputs(outputs), m_labels(labels)
    {
    }

    [[nodiscard]] Result<SampleComparison> compare(const Sample& sample, const std::stop_token& stop) const
    {
        const auto real = m_floatResults.of(sample, m_outputs, stop);
        if (!real)
            return real.error();
        const auto quantized = m_quantizedResults.of(sample, m_outputs, stop);
        if (!quantized)
            return quantized.error();
        SampleComparison comparison;
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            const Tensor& a = (*real)[i];
            const Tensor& b = (*quantized)[i];
            if (a.shape().size() != b.shape().size()) {
                return Error{ErrorCode::ModelRefused,
                             "Output '" + m_outputs[i] + "' has shape " + shapeListText(a.shape())
                                 + " in the float model and " + shapeListText(b.shape()) + " in the quantized one.",
                             m_outputs[i]};
            }
            comparison.outputs.push_back(a.shape() == b.shape() ? OutputComparison{compareOutputs(a, b), false}
                                                                : OutputComparison{std::nullopt, true});
        }
        if (const Result<void> done = classify(sample, (*real)[0], (*quantized)[0], comparison); !done)
            return done.error();
        return comparison;
    }

private:
    Result<void> classify(const Sample& sample, const Tensor& real, const Tensor& quantized,
                          SampleComparison& comparison) const
    {
        const bool isClassifier = looksLikeScores(real);
        if (m_labels && isClassifier && real.shape() != quantized.shape()) {
            return Error{ErrorCode::ModelRefused,
                         "Labels were given, but the first output '" + m_outputs[0] + "' has "
                             + std::to_string(real.elements()) + " class scores in the float model and "
                             + std::to_string(quantized.elements()) + " in the quantized one.",
                         m_outputs[0]};
        }
        if (!isClassifier || real.shape() != quantized.shape()) {
            if (!m_labels)
                return {};
            return Error{ErrorCode::DataRefused,
                         "Labels were given, but the first output '" + m_outputs[0]
                             + "' is not one vector of class scores a sample.",
                         m_outputs[0]};
        }
        const std::vector<double> a = scoresOf(real);
        const std::vector<double> b = scoresOf(quantized);
        comparison.agrees = topClass(a) && topClass(a) == topClass(b);
        const auto label = m_labels ? m_labels->labelOf(sample) : std::nullopt;
        if (!label)
            return {};
        if (*label < 0 || static_cast<std::size_t>(*label) >= real.elements()) {
            return Error{ErrorCode::DataRefused,
                         "The label of sample '" + sample.name + "' is class " + std::to_string(*label)
                             + ", but the model knows classes 0 to " + std::to_string(real.elements() - 1) + ".",
                         sample.name};
        }
        comparison.hits = hitsOf(a, b, *label);
        return {};
    }

    const ModelResults& m_floatResults;
    const ModelResults& m_quantizedResults;
    const std::vector<std::string>& m_outputs;
    const LabelMap* m_labels;
};

/// The float model's outputs that can be compared. ModelRefused when the quantized model lacks an input or output.
Result<std::vector<std::string>> comparableOutputs(const ModelResults& floatResults,
                                                   const ModelResults& quantizedResults, Feedback& feedback)
{
    const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const std::string& name : floatResults.inputNames()) {
        if (!contains(quantizedResults.inputNames(), name))
            return Error{ErrorCode::ModelRefused,
                         "The quantized model has no input '" + name + "', the float model has.", name};
    }
    std::vector<std::string> outputs;
    for (const std::string& name : floatResults.outputNames()) {
        if (!contains(quantizedResults.outputNames(), name))
            return Error{ErrorCode::ModelRefused,
                         "The quantized model has no output '" + name + "', the float model has.", name};
        if (floatResults.isNumericOutput(name) && quantizedResults.isNumericOutput(name))
            outputs.push_back(name);
        else
            feedback.warn("Output '" + name + "' is not a tensor of numbers; it is not compared.");
    }
    if (outputs.empty())
        return Error{ErrorCode::ModelRefused, "The model has no output that can be compared.", {}};
    return outputs;
}

} // namespace

Result<Evaluation> evaluate(const ModelResults& floatResults, const ModelResults& quantizedResults,
                            SamplePrefetcher& samples, const LabelMap* labels, int threads, Feedback& feedback)
{
    const auto outputs = comparableOutputs(floatResults, quantizedResults, feedback);
    if (!outputs)
        return outputs.error();
    std::vector<OutputSummaryBuilder> builders;
    for (const std::string& name : *outputs)
        builders.emplace_back(name);
    Evaluation evaluation;
    if (labels)
        evaluation.classification.emplace();
    std::uint64_t agreement = 0;
    bool scores = true;
    const SampleComparer comparer(floatResults, quantizedResults, *outputs, labels);
    const auto conclude = [&](const SampleComparison& comparison) {
        for (std::size_t i = 0; i < builders.size(); ++i)
            builders[i].add(comparison.outputs[i]);
        scores = scores && comparison.agrees.has_value();
        agreement += comparison.agrees.value_or(false);
        if (comparison.hits)
            add(*evaluation.classification, *comparison.hits);
    };
    const auto work = [&](const Sample& sample, const std::stop_token& stop) -> Result<SampleConclusion> {
        Result<SampleComparison> comparison = comparer.compare(sample, stop);
        if (!comparison)
            return comparison.error();
        return SampleConclusion([&conclude, done = std::move(*comparison)]() -> Result<void> {
            conclude(done);
            return {};
        });
    };
    const auto count = forEachSample(samples, threads, "evaluate", work, feedback);
    if (!count)
        return count.error();
    evaluation.samples = *count;
    if (evaluation.samples == 0)
        return Error{ErrorCode::DataRefused, "There is no sample to evaluate with.", {}};
    if (labels && evaluation.classification->labelled == 0) {
        return Error{
            ErrorCode::DataRefused, "None of the labels belongs to a sample: check the names in the label file.", {}};
    }
    for (const OutputSummaryBuilder& builder : builders)
        evaluation.outputs.push_back(builder.summary());
    if (scores)
        evaluation.agreement = agreement;
    evaluation.dataHash = samples.dataDigest();
    return evaluation;
}

} // namespace quantiscope
