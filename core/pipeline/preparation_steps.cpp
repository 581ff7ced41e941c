// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/preparation_steps.h"

#include "core/base/feedback.h"
#include "core/graph/float32_conversion.h"
#include "core/model/opset_conversion.h"
#include "core/passes/fixed_shapes.h"
#include "core/passes/pass_table.h"
#include "core/pipeline/model_preparation.h"
#include "core/runtime/graph_optimizer.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

using OnFailure = PreparationStep::OnFailure;

/// @p model at the highest of kPreparedOpset, 12, 11 and 10 that the converter reaches.
Result<void> raiseOpset(Model& model, Feedback& feedback)
{
    Result<void> first;
    Result<void> last;
    for (int opset = kPreparedOpset; opset >= kLowestQuantizedOpset && opset > model.opset(); --opset) {
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled while the model was converted.", {}};
        last = convertOpset(model, opset);
        if (last)
            break;
        if (last.error().code != ErrorCode::ModelRefused)
            return last;
        if (first)
            first = last;
    }
    if (first)
        return {};
    if (model.opset() < kLowestQuantizedOpset) {
        return Error{ErrorCode::ModelRefused,
                     last.error().message + " ONNX Runtime runs quantized operators from opset "
                         + std::to_string(kLowestQuantizedOpset) + " on, so the model cannot be quantized.",
                     last.error().subject};
    }
    feedback.warn(first.error().message + " The model is used at opset " + std::to_string(model.opset())
                  + ", with Q/DQ operators of ONNX Runtime's own domain.");
    return {};
}

Result<std::optional<Model>> converted(const Model& model, int wanted, PassRecord& record, Feedback& feedback)
{
    const int before = model.opset();
    Model result = model.clone();
    const Result<void> done = wanted > 0 ? convertOpset(result, wanted) : raiseOpset(result, feedback);
    if (!done)
        return done.error();
    if (result.opset() == before)
        return std::optional<Model>();
    record.changed = 1;
    return std::optional<Model>(std::move(result));
}

PreparationStep opsetStep(const PreparationConfig& preparation, Feedback& feedback)
{
    const int wanted = preparation.convertOpsetVersion;
    return {"ConvertOpsetVersion",
            "ConvertOpsetVersion",
            PassEffect::Exact,
            OnFailure::Stop,
            wanted > 0,
            [wanted, &feedback](const Model& model, PassRecord& record) {
                return converted(model, wanted, record, feedback);
            }};
}

PreparationStep shapesStep(const PreparationConfig& preparation)
{
    return {"FixShapes",
            "FixShapes",
            PassEffect::Exact,
            OnFailure::Stop,
            true,
            [&preparation](const Model& model, PassRecord& record) -> Result<std::optional<Model>> {
                Result<Model> fixed = fixShapes(model, preparation.fixShapes);
                if (!fixed)
                    return fixed.error();
                record.changed = 1;
                return std::optional<Model>(std::move(*fixed));
            }};
}

PreparationStep float32Step()
{
    return {"ConvertFP16ToFP32",
            "ConvertFP16ToFP32",
            PassEffect::Exact, // but for the rounding, which the check allows for
            OnFailure::Stop,
            true,
            [](const Model& model, PassRecord& record) -> Result<std::optional<Model>> {
                if (!modelTraits(model).isFloat16) {
                    record.skipped.emplace_back("The model does not compute in float16.");
                    return std::optional<Model>();
                }
                Result<Model> widened = convertToFloat32(model);
                if (!widened)
                    return widened.error();
                record.changed = 1;
                return std::optional<Model>(std::move(*widened));
            }};
}

PreparationStep optimizerStep(const RuntimeEnvironment& environment, const PreparationConfig& preparation,
                              Feedback& feedback)
{
    const auto scope = preparation.optimizeModel ? OptimizerScope::Everything : OptimizerScope::Simplification;
    const std::string option = preparation.optimizeModel ? "OptimizeModel" : "SimplifyModel";
    return {option,
            option,
            PassEffect::Exact,
            OnFailure::Stop,
            false,
            [&environment, &feedback, scope](Model& model, PassRecord& record) -> Result<std::optional<Model>> {
                const std::size_t before = Graph(model).nodes().size();
                Result<Model> optimized = optimizeBasic(environment, std::move(model), feedback, scope);
                if (!optimized)
                    return optimized.error();
                const std::size_t after = Graph(*optimized).nodes().size();
                record.changed = before - std::min(before, after);
                return std::optional<Model>(std::move(*optimized));
            }};
}

} // namespace

PreparationStep stepOf(const Pass& pass, const QuantConfig& config)
{
    return {std::string(pass.name),
            std::string(pass.option),
            pass.effect,
            OnFailure::Skip,
            pass.isAskedFor(config),
            [&pass, &config](const Model& model, PassRecord& record) -> Result<std::optional<Model>> {
                const Graph graph(model);
                PassRun run(graph, config);
                pass.run(run);
                record.changed = run.result().changed;
                record.skipped = run.result().skipped;
                return run.finish();
            }};
}

std::vector<PreparationStep> preparationSteps(const RuntimeEnvironment& environment, const QuantConfig& config,
                                              Feedback& feedback)
{
    const PreparationConfig& preparation = config.preparation;
    const bool isFull = !preparation.skipPreprocess;
    std::vector<PreparationStep> steps{opsetStep(preparation, feedback)};
    const auto add = [&](std::span<const Pass> passes) {
        for (const Pass& pass : passes) {
            if (isFull && pass.isEnabled(config))
                steps.push_back(stepOf(pass, config));
        }
    };
    if (isFull && !preparation.fixShapes.empty())
        steps.push_back(shapesStep(preparation));
    if (preparation.convertFP16ToFP32)
        steps.push_back(float32Step());
    add(std::span(&channelsLastPass(), 1));
    add(passesBeforeOptimization());
    if (isFull && (preparation.optimizeModel || preparation.simplifyModel))
        steps.push_back(optimizerStep(environment, preparation, feedback));
    add(passesAfterOptimization());
    return steps;
}

} // namespace quantiscope
