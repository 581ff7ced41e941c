// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/model_preparation.h"

#include "core/model/opset_conversion.h"
#include "core/runtime/graph_optimizer.h"

#include <algorithm>

namespace quantiscope {

Result<Model> prepareModel(const RuntimeEnvironment& environment, const Model& original, const QuantConfig& config,
                           Feedback& feedback)
{
    const int wanted =
        config.convertOpsetVersion > 0 ? config.convertOpsetVersion : std::max(kPreparedOpset, original.opset());
    if (wanted < original.opset()) {
        return Error{ErrorCode::InvalidArgument,
                     "ConvertOpsetVersion " + std::to_string(wanted) + " is lower than the model's opset "
                         + std::to_string(original.opset()) + "; models are converted upwards only.",
                     "ConvertOpsetVersion"};
    }
    Model model = original.clone();
    if (wanted > model.opset()) {
        if (const Result<void> converted = convertOpset(model, wanted); !converted) {
            if (config.convertOpsetVersion > 0)
                return converted.error();
            feedback.warn(converted.error().message + " The model stays at opset " + std::to_string(model.opset())
                          + "; Q/DQ operators of ONNX Runtime's own domain are used.");
        }
    }
    if (!config.optimizeModel)
        return model;
    Result<Model> optimized = optimizeBasic(environment, model, feedback);
    if (!optimized)
        return optimized.error();
    return std::move(*optimized);
}

} // namespace quantiscope
