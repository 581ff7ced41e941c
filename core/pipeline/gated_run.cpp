// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/gated_run.h"

#include "core/base/quiet_feedback.h"

#include <algorithm>

namespace quantiscope {

namespace {

Result<void> checkBefore(QuantizeRequest& request, Feedback& feedback)
{
    const Recipe& recipe = request.recipe;
    const ErrorCode code = recipe.origin.file.empty() ? ErrorCode::InvalidArgument : ErrorCode::ConfigRefused;
    if (!request.evaluation && !recipe.calibration)
        return Error{code, kGatesWithoutData, "gates"};
    if (!request.evaluation) {
        feedback.warn(kGatesOnFittedData);
        request.evaluation = EvaluationRequest{*recipe.calibration, {}};
    }
    QuietFeedback quiet(feedback); // the run itself loads the model again, and tells what is to be told
    const Result<Model> model = Model::load(request.model, {.allowQuantized = request.allowQuantized}, quiet);
    if (!model)
        return model.error();
    std::vector<std::string> outputs;
    for (const TensorSpec& output : model->outputs())
        outputs.push_back(output.name);
    for (const OutputPart& part : recipe.parts)
        outputs.push_back(part.name);
    const Result<void> fits = checkGatesFit(recipe.gates, outputs, !request.evaluation->labels.empty());
    if (fits)
        return {};
    Error error = fits.error();
    error.code = code;
    return error;
}

} // namespace

Result<RunReport> quantizeWithGates(const RuntimeEnvironment& environment, QuantizeRequest request, Feedback& feedback)
{
    const bool onFittedData = !request.recipe.gates.empty() && !request.evaluation;
    if (!request.recipe.gates.empty()) {
        if (const Result<void> checked = checkBefore(request, feedback); !checked)
            return checked.error();
    }
    Result<RunReport> report = quantizeModel(environment, request, feedback);
    if (report && report->evaluation)
        report->gates = checkGates(request.recipe.gates, *report->evaluation);
    if (report && onFittedData)
        report->warnings.emplace_back(kGatesOnFittedData);
    return report;
}

Result<void> gateVerdict(const RunReport& report)
{
    const auto missed =
        std::count_if(report.gates.begin(), report.gates.end(), [](const GateResult& result) { return !result.met; });
    if (missed == 0)
        return {};
    std::string message = std::to_string(missed) + " of " + std::to_string(report.gates.size())
        + (report.gates.size() == 1 ? " gate is" : " gates are") + " not met:";
    for (const GateResult& result : report.gates) {
        if (!result.met)
            message += " " + result.text() + ";";
    }
    message.back() = '.';
    return Error{ErrorCode::GateFailed, message, "gates"};
}

} // namespace quantiscope
