// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/analysis_work.h"

#include "app/jobs/job_feedback.h"
#include "app/jobs/live_sensitivity.h"
#include "app/jobs/session_store.h"
#include "core/analysis/layer_error_run.h"
#include "core/pipeline/output_files.h"

#include <nlohmann/json.hpp>

#include <map>

namespace quantiscope {

namespace {

Error canceled()
{
    return {ErrorCode::Canceled, "Canceled; nothing was written.", {}};
}

/// Before the long work: may the report be written?
Result<void> checkReport(const AnalysisRequest& request, const std::filesystem::path& report)
{
    std::vector<NamedFile> inputs = filesOf(request.recipe);
    inputs.push_back({"the model", request.model.string()});
    const std::vector<NamedFile> outputs{{"the report", report.string()}};
    return checkOutputFiles(outputs, inputs);
}

Result<std::shared_ptr<AnalysisSession>> sessionOf(const RuntimeEnvironment& environment,
                                                   const AnalysisRequest& request,
                                                   const std::shared_ptr<SessionStore>& sessions, Feedback& feedback)
{
    SessionStore own;
    return (sessions ? *sessions : own).open(environment, request, feedback);
}

Result<void> write(const nlohmann::json& document, const std::filesystem::path& report)
{
    if (report.empty())
        return {};
    const Result<std::string> written = writeReport(document, report.string());
    return written ? Result<void>() : written.error();
}

/// Says which nodes of the user's graph each node of the prepared one stands for.
void tellUserNodes(const AnalysisSession& session, const PreparedGraph& prepared, LayerErrors& errors)
{
    std::map<std::string, std::vector<std::string>> userNodes;
    for (const Node& node : session.graph().nodes()) {
        for (const std::string& standIn : prepared.standIns.of({node.name}))
            userNodes[standIn].push_back(node.name);
    }
    for (TensorError& tensor : errors.tensors) {
        const auto found = userNodes.find(tensor.node);
        if (tensor.userNodes.empty() && found != userNodes.end()
            && found->second != std::vector<std::string>{tensor.node})
            tensor.userNodes = found->second;
    }
}

} // namespace

Result<JobResult> analyse(const RuntimeEnvironment& environment, const AnalyseJob& job, JobFeedback& feedback)
{
    if (const Result<void> checked = checkReport(job.request, job.report); !checked)
        return checked.error();
    const auto session = sessionOf(environment, job.request, job.sessions, feedback);
    if (!session)
        return session.error();
    const Result<QuantizedVariant> variant = (*session)->quantize(job.request.recipe.config, feedback);
    if (!variant)
        return variant.error();
    SamplePrefetcher samples((*session)->samples(), feedback);
    Result<LayerErrors> errors = measureLayerErrors(environment, variant->prepared->model, variant->model, samples,
                                                    job.request.threads, feedback);
    if (!errors)
        return errors.error();
    if (feedback.isCanceled())
        return canceled();
    tellUserNodes(**session, *variant->prepared, *errors);
    if (const Result<void> written = write(toJson(*errors), job.report); !written)
        return written.error();
    return JobResult(std::move(*errors));
}

Result<JobResult> measure(const RuntimeEnvironment& environment, const SensitivityJob& job, JobFeedback& feedback)
{
    if (const Result<void> checked = checkReport(job.request, job.report); !checked)
        return checked.error();
    const auto session = sessionOf(environment, job.request, job.sessions, feedback);
    if (!session)
        return session.error();
    const SensitivityWitness witness = [&job](const Sensitivity& known) {
        if (job.live)
            job.live->tell(known);
    };
    Result<Sensitivity> sensitivity = measureSensitivity(**session, job.what, witness, feedback);
    if (!sensitivity)
        return sensitivity.error();
    if (feedback.isDiscarded())
        return canceled();
    if (const Result<void> written = write(toJson(*sensitivity), job.report); !written)
        return written.error();
    return JobResult(std::move(*sensitivity));
}

} // namespace quantiscope
