// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/model_preparation.h"

#include "core/base/feedback.h"
#include "core/base/name_groups.h"
#include "core/passes/fixed_shapes.h"
#include "core/passes/pass_table.h"
#include "core/pipeline/overlap.h"
#include "core/pipeline/preparation_check.h"

#include <algorithm>
#include <future>
#include <utility>

namespace quantiscope {

namespace {

/// Warns of what a pass that was asked for left as it is.
void tellSkipped(const PreparationStep& step, const PassRecord& record, Feedback& feedback)
{
    if (!step.isAskedFor || record.skipped.empty())
        return;
    NameGroups reasons;
    for (const std::string& sentence : record.skipped) {
        // "'name' (Type): reason."; what is said of the whole model has no name.
        const std::size_t colon = sentence.starts_with("'") ? sentence.find("): ") : std::string::npos;
        if (colon == std::string::npos)
            reasons.add(sentence, {});
        else
            reasons.add(sentence.substr(colon + 3), sentence.substr(0, colon + 1));
    }
    constexpr std::size_t kMost = 3;
    std::string text = record.option + " was asked for, but left something as it is.";
    for (std::size_t k = 0; k < std::min(kMost, reasons.groups().size()); ++k) {
        const NameGroups::Group& group = reasons.groups()[k];
        text += " " + (group.names.front().empty() ? "" : shortList(group.names) + ": ") + group.text;
    }
    if (reasons.groups().size() > kMost)
        text += " There are " + std::to_string(reasons.groups().size() - kMost) + " other reasons, see the report.";
    feedback.warn(text);
}

/// The steps of one preparation, and the comparison of what they make.
class Preparation
{
public:
    Preparation(const Model& original, const std::vector<PreparationStep>& steps, PreparationCheck* check,
                std::launch policy, Feedback& feedback)
        : m_original(original), m_steps(steps), m_check(check), m_policy(policy), m_feedback(feedback)
    {
    }

    Result<PreparedModel> run()
    {
        if (m_check)
            startCheck();
        auto prepared = attempt(Compare::AtTheEnd);
        if (prepared && m_differs) {
            m_differs = false;
            startCheck();
            // A model that draws random numbers differs from itself: nothing can be told about its passes.
            if (differenceOf(m_original).empty())
                prepared = attempt(Compare::EachStep);
        }
        for (std::size_t i = 0; prepared && i < m_steps.size(); ++i)
            tellSkipped(m_steps[i], prepared->passes[i], m_feedback);
        if (prepared) {
            (void)check();
            prepared->originalResults = std::move(m_results);
        }
        return prepared;
    }

private:
    enum class Compare
    {
        AtTheEnd,
        EachStep,
    };

    /// Runs the original, while the first steps are done if the policy allows it.
    void startCheck()
    {
        m_expectation = std::async(
            m_policy, [check = m_check, model = m_original.clone()] { return check->expectOriginal(model); });
    }

    /// The comparison, if there is one; not before the original has run.
    [[nodiscard]] PreparationCheck* check()
    {
        // Whatever is wrong with the model or the data is told by the calibration.
        if (m_expectation.valid()) {
            m_results.emplace(m_expectation.get());
            if (!*m_results)
                m_check = nullptr;
        }
        return m_check;
    }

    /// Empty as well when nothing is compared, or a difference is known already.
    [[nodiscard]] std::string differenceOf(const Model& model)
    {
        return !m_differs && check() ? m_check->difference(model) : std::string();
    }

    Result<PreparedModel> attempt(Compare compare)
    {
        PreparedModel prepared{m_original.clone(), {}};
        for (const PreparationStep& step : m_steps) {
            if (m_feedback.isCanceled())
                return Error{ErrorCode::Canceled, "Canceled while the model was prepared.", {}};
            PassRecord& record = prepared.passes.emplace_back(PassRecord{step.name, step.option, 0, {}, false});
            Result<std::optional<Model>> next = step.rewrite(prepared.model, record);
            if (!next) {
                if (next.error().code == ErrorCode::Canceled || step.onFailure == PreparationStep::OnFailure::Stop)
                    return next.error();
                drop(record, "its result is not valid: " + next.error().message);
                continue;
            }
            if (!*next)
                continue;
            if (step.effect == PassEffect::ChangesFunction) {
                m_differs = m_differs || (compare == Compare::AtTheEnd && !differenceOf(prepared.model).empty());
                prepared.model = std::move(**next);
                if (!m_differs && check() && !m_check->expect(prepared.model))
                    m_check = nullptr;
                continue;
            }
            const std::string difference = compare == Compare::EachStep ? differenceOf(**next) : std::string();
            if (!difference.empty() && !isDroppable(step, record, difference, **next))
                continue;
            prepared.model = std::move(**next);
        }
        if (compare == Compare::AtTheEnd)
            m_differs = m_differs || !differenceOf(prepared.model).empty();
        return prepared;
    }

    /// Handles a step that computes something else. False when its result is thrown away.
    bool isDroppable(const PreparationStep& step, PassRecord& record, const std::string& difference,
                     const Model& result)
    {
        if (step.onFailure == PreparationStep::OnFailure::Skip) {
            drop(record, "it computes something else: " + difference);
            return false;
        }
        m_feedback.warn(step.name + " changed what the model computes: " + difference + ".");
        if (!m_check->expect(result))
            m_check = nullptr;
        return true;
    }

    void drop(PassRecord& record, const std::string& reason)
    {
        record.isDropped = true;
        record.changed = 0;
        m_feedback.warn("The pass " + record.pass + " was left out, because " + reason + ". Switch it off with "
                        + record.option + " false, and please report this.");
    }

    const Model& m_original;
    const std::vector<PreparationStep>& m_steps;
    PreparationCheck* m_check;
    std::launch m_policy; ///< of running the original
    Feedback& m_feedback;
    bool m_differs = false;
    std::future<Result<KeptResults>> m_expectation;
    std::optional<Result<KeptResults>> m_results; ///< of the original
};

} // namespace

QuantConfig preparationConfig(const QuantConfig& config)
{
    QuantConfig key;
    key.preparation = config.preparation;
    key.equalization.include = config.equalization.include; // ReplaceClip6Relu acts with it only
    key.npu.enableNPUCnn = config.convertsForNpu(std::nullopt);
    return key;
}

Result<PreparedModel> runSteps(const RuntimeEnvironment& environment, const Model& original,
                               const std::vector<PreparationStep>& steps, const PreparationRequest& request,
                               Feedback& feedback)
{
    std::optional<PreparationCheck> check;
    if (!request.samples.empty())
        check.emplace(environment, original, request.samples, request.threads, feedback);
    return Preparation(original, steps, check ? &*check : nullptr,
                       overlapPolicy(original.weightBytes(), request.threads), feedback)
        .run();
}

Result<PreparedModel> prepareModel(const RuntimeEnvironment& environment, const Model& original,
                                   const QuantConfig& config, const PreparationRequest& request, Feedback& feedback)
{
    if (const Result<void> checked = checkWantedOpset(original, config); !checked)
        return checked.error();
    return runSteps(environment, original, preparationSteps(environment, config, feedback), request, feedback);
}

Result<Model> prepareModel(const RuntimeEnvironment& environment, const Model& original, const QuantConfig& config,
                           Feedback& feedback)
{
    Result<PreparedModel> prepared = prepareModel(environment, original, config, PreparationRequest{}, feedback);
    if (!prepared)
        return prepared.error();
    return std::move(prepared->model);
}

Result<void> finishQuantized(Model& quantized, const QuantConfig& config, std::vector<PassRecord>& records,
                             Feedback& feedback)
{
    const Pass& pass = clipToReluPass();
    if (!pass.isEnabled(config))
        return {};
    const PreparationStep step = stepOf(pass, config);
    PassRecord& record = records.emplace_back(PassRecord{step.name, step.option, 0, {}, false});
    Result<std::optional<Model>> rewritten = step.rewrite(quantized, record);
    if (!rewritten)
        return rewritten.error();
    if (*rewritten)
        quantized = std::move(**rewritten);
    tellSkipped(step, record, feedback);
    return {};
}

Result<void> checkWantedOpset(const Model& original, const QuantConfig& config)
{
    const int wanted = config.preparation.convertOpsetVersion;
    const auto badOption = [wanted](const std::string& reason) {
        return Error{ErrorCode::InvalidArgument, "ConvertOpsetVersion " + std::to_string(wanted) + " is " + reason,
                     "ConvertOpsetVersion"};
    };
    if (wanted > 0 && wanted < original.opset()) {
        return badOption("lower than the model's opset " + std::to_string(original.opset())
                         + "; models are converted upwards only.");
    }
    if (wanted > 0 && wanted < kLowestQuantizedOpset) {
        return badOption("lower than " + std::to_string(kLowestQuantizedOpset)
                         + ", the first with operators that ONNX Runtime runs quantized.");
    }
    return {};
}

Result<std::vector<TensorSpec>> feedInputs(const Model& original, const QuantConfig& config)
{
    if (config.preparation.skipPreprocess || config.preparation.fixShapes.empty())
        return original.inputs();
    return withFixedShapes(original.inputs(), config.preparation.fixShapes);
}

} // namespace quantiscope
