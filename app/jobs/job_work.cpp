// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_work.h"

#include "app/jobs/analysis_work.h"
#include "app/jobs/job_feedback.h"
#include "core/pipeline/gated_run.h"
#include "core/pipeline/output_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr const char* kOutput = "the output";
constexpr const char* kReport = "the report";

/// Folders that are to hold results are made on the way.
Result<void> checkFiles(const std::vector<NamedFile>& outputs, std::vector<NamedFile> inputs,
                        const std::filesystem::path& model)
{
    inputs.push_back({"the recipe", model.string()});
    return checkOutputFiles(outputs, inputs);
}

Error canceled()
{
    return {ErrorCode::Canceled, "Canceled; nothing was written.", {}};
}

Result<JobResult> quantize(const RuntimeEnvironment& environment, const QuantizeJob& job, JobFeedback& feedback)
{
    const std::vector<NamedFile> outputs{{kOutput, job.request.output.string(), NamedFile::Role::Model},
                                         {kReport, job.report.string()}};
    if (const Result<void> checked = checkFiles(outputs, filesOf(job.request.recipe), job.request.model); !checked)
        return checked.error();
    QuantizeRequest request = job.request;
    if (!job.report.empty())
        request.alsoWritten.push_back(job.report);
    // The report tells what really ran.
    request.recipe.model = request.model;
    request.recipe.output = request.output;
    request.recipe.evaluation = request.evaluation;
    request.recipe.externalData = request.externalData;
    request.recipe.allowQuantized = request.allowQuantized;
    Result<RunReport> report = quantizeWithGates(environment, std::move(request), feedback);
    if (!report)
        return report.error();
    for (StageRecord& stage : report->stages)
        stage.seconds = std::max(0.0, stage.seconds - feedback.pausedSeconds(stage.name));
    if (!job.report.empty()) {
        const Result<std::string> written = writeReport(toJson(*report), job.report.string());
        if (!written)
            return written.error();
    }
    return JobResult(std::move(*report));
}

Result<JobResult> calibrate(const RuntimeEnvironment& environment, const CalibrateJob& job, JobFeedback& feedback)
{
    const std::vector<NamedFile> outputs{{kOutput, job.output.string()}};
    if (const Result<void> checked = checkFiles(outputs, filesOf(job.request.recipe), job.request.model); !checked)
        return checked.error();
    CalibrateRequest request = job.request;
    request.alsoWritten.push_back(job.output);
    const Result<CalibrationStatistics> statistics = calibrateModel(environment, request, feedback);
    if (!statistics)
        return statistics.error();
    if (feedback.isCanceled())
        return canceled(); // by the window, for which it is over: what an earlier one wrote stays
    if (const Result<void> saved = saveStatistics(*statistics, job.output); !saved)
        return saved.error();
    return JobResult(CalibrationOutcome{job.output, statistics->tensors.size(), statistics->samples});
}

Result<JobResult> evaluate(const RuntimeEnvironment& environment, const EvaluateJob& job, JobFeedback& feedback)
{
    Recipe data;
    data.evaluation = job.request.evaluation;
    std::vector<NamedFile> inputs = filesOf(data);
    inputs.push_back({"the comparison", job.request.quantizedModel.string()});
    const std::vector<NamedFile> outputs{{kReport, job.report.string()}};
    if (const Result<void> checked = checkFiles(outputs, std::move(inputs), job.request.floatModel); !checked)
        return checked.error();
    Result<Evaluation> evaluation = evaluateModels(environment, job.request, feedback);
    if (!evaluation)
        return evaluation.error();
    if (feedback.isCanceled())
        return canceled(); // or its figures would take the place of those that the run is shown with
    if (!job.report.empty()) {
        const Result<std::string> written = writeReport(toJson(*evaluation), job.report.string());
        if (!written)
            return written.error();
    }
    return JobResult(std::move(*evaluation));
}

} // namespace

Result<JobResult> doJob(const RuntimeEnvironment& environment, const JobRequest& request, JobFeedback& feedback)
{
    if (const auto* job = std::get_if<QuantizeJob>(&request))
        return quantize(environment, *job, feedback);
    if (const auto* job = std::get_if<CalibrateJob>(&request))
        return calibrate(environment, *job, feedback);
    if (const auto* job = std::get_if<LoadJob>(&request))
        return load(environment, *job, feedback);
    if (const auto* job = std::get_if<AnalyseJob>(&request))
        return analyse(environment, *job, feedback);
    if (const auto* job = std::get_if<SensitivityJob>(&request))
        return measure(environment, *job, feedback);
    if (const auto* job = std::get_if<AdviseJob>(&request))
        return advise(environment, *job, feedback);
    return evaluate(environment, std::get<EvaluateJob>(request), feedback);
}

} // namespace quantiscope
