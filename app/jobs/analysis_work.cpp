// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/analysis_work.h"

#include "app/jobs/job_feedback.h"
#include "app/jobs/session_store.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/output_shares.h"

#include <nlohmann/json.hpp>

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

/// What measuring the shares of tensors says, as one stage.
class ShareStage final : public Feedback
{
public:
    explicit ShareStage(Feedback& other) : m_other(other) { m_other.progress({kStage, 0, 0, {}}); }

    [[nodiscard]] bool isCanceled() const override { return m_other.isCanceled(); }
    void progress(const Progress& progress) override
    {
        if (progress.stage == "sensitivity") // what comes in front of it is short
            m_other.progress({kStage, progress.done, progress.total, progress.unit});
    }
    void warn(const std::string& message) override { m_other.warn(message); }

private:
    static constexpr std::string_view kStage = "shares";
    Feedback& m_other;
};

Result<void> write(const nlohmann::json& document, const std::filesystem::path& report)
{
    if (report.empty())
        return {};
    const Result<std::string> written = writeReport(document, report.string());
    return written ? Result<void>() : written.error();
}

} // namespace

Result<JobResult> load(const RuntimeEnvironment& environment, const LoadJob& job, JobFeedback& feedback)
{
    const auto session = sessionOf(environment, job.request, job.sessions, feedback);
    if (!session)
        return session.error();
    return JobResult(LoadedSession{(*session)->prepared()->statistics.tensors.size(), (*session)->samples().size()});
}

Result<JobResult> analyse(const RuntimeEnvironment& environment, const AnalyseJob& job, JobFeedback& feedback)
{
    if (const Result<void> checked = checkReport(job.request, job.report); !checked)
        return checked.error();
    if (job.sessions)
        job.sessions->clear(); // whatever lies at the paths now is looked into
    const auto session = sessionOf(environment, job.request, job.sessions, feedback);
    if (!session)
        return session.error();
    const Result<QuantizedVariant> variant = (*session)->quantize(job.request.recipe.config, feedback);
    if (!variant)
        return variant.error();
    Result<LayerAnalysis> analysis = analyseLayers(**session, *variant, feedback);
    if (!analysis)
        return analysis.error();
    if (feedback.isCanceled())
        return canceled();
    if (const Result<void> written = write(toJson(*analysis), job.report); !written)
        return written.error();
    if (job.live)
        job.live->tell(*analysis);
    ShareStage stage(feedback);
    const Result<void> shared = measureOutputShares(**session, analysis->errors, stage);
    if (feedback.isDiscarded())
        return canceled();
    if (!shared && shared.error().code != ErrorCode::Canceled)
        feedback.warn("Shares of the final error are not known: " + shared.error().message);
    if (shared) {
        if (const Result<void> written = write(toJson(*analysis), job.report); !written)
            return written.error();
    }
    return JobResult(std::move(*analysis));
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

Result<JobResult> advise(const RuntimeEnvironment& environment, const AdviseJob& job, JobFeedback& feedback)
{
    if (const Result<void> checked = checkReport(job.request, job.report); !checked)
        return checked.error();
    const auto session = sessionOf(environment, job.request, job.sessions, feedback);
    if (!session)
        return session.error();
    const AdviceWitness witness = [&job](const Advice& known) {
        if (job.live)
            job.live->tell(known);
    };
    Result<Advice> advice = quantiscope::advise(**session, job.what, witness, feedback);
    if (!advice)
        return advice.error();
    if (feedback.isDiscarded())
        return canceled();
    if (const Result<void> written = write(toJson(*advice), job.report); !written)
        return written.error();
    return JobResult(std::move(*advice));
}

} // namespace quantiscope
