// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/model_preparation.h"

#include "core/model/opset_conversion.h"
#include "core/runtime/graph_optimizer.h"

#include <string>
#include <utility>

namespace quantiscope {

namespace {

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

} // namespace

Result<Model> prepareModel(const RuntimeEnvironment& environment, const Model& original, const QuantConfig& config,
                           Feedback& feedback)
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
    Model model = original.clone();
    const Result<void> converted = wanted > 0 ? convertOpset(model, wanted) : raiseOpset(model, feedback);
    if (!converted)
        return converted.error();
    return config.preparation.optimizeModel ? optimizeBasic(environment, std::move(model), feedback) : std::move(model);
}

} // namespace quantiscope
