// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/live_result.h"
#include "core/pipeline/advisor.h"
#include "core/pipeline/layer_analysis.h"
#include "core/pipeline/quantizer.h"
#include "core/pipeline/run_summary.h"
#include "core/pipeline/sensitivity_run.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace quantiscope {

/// quantizeWithGates(), with the report beside the model.
struct QuantizeJob
{
    QuantizeRequest request;
    std::filesystem::path report; ///< written as JSON; empty: none
    std::size_t dataWarnings = 0; ///< that stood at its data when it was asked for
};

/// calibrateModel() into a file.
struct CalibrateJob
{
    CalibrateRequest request;
    std::filesystem::path output; ///< statistics
};

/// evaluateModels(), with a report.
struct EvaluateJob
{
    EvaluateRequest request;
    std::filesystem::path report; ///< written as JSON; empty: none
    RunSummary::MeasuredOn measuredOn = RunSummary::MeasuredOn::Evaluation; ///< what its data are to the model
};

class SessionStore;

/// Opening the session of a recipe, for questions to it.
struct LoadJob
{
    AnalysisRequest request;
    std::shared_ptr<SessionStore> sessions; ///< where it is left
};

/// analyseLayers() of a recipe, then measureOutputShares(). Cancelled while it measures shares, it is finished without.
struct AnalyseJob
{
    AnalysisRequest request;
    std::filesystem::path report; ///< written as JSON, with shares again; empty: none
    std::shared_ptr<SessionStore> sessions = {}; ///< where the session, opened anew, is left; null: nowhere
    std::shared_ptr<LiveResult<LayerAnalysis>> live = {}; ///< is told what is known before shares are; null: nobody
};

/// measureSensitivity(). Cancelled once all units have a value, it is finished with what is known.
struct SensitivityJob
{
    AnalysisRequest request;
    SensitivityRequest what;
    std::filesystem::path report; ///< written as JSON; empty: none
    std::shared_ptr<SessionStore> sessions = {}; ///< where the session is looked for, and left; null: nowhere
    std::shared_ptr<LiveResult<Sensitivity>> live = {}; ///< is told what is known after each round; null: nobody
};

/// advise(). Cancelled once the recipe itself is measured, it is finished with what is known.
struct AdviseJob
{
    AnalysisRequest request;
    AdviceRequest what;
    std::filesystem::path report; ///< written as JSON; empty: none
    std::shared_ptr<SessionStore> sessions = {}; ///< as in SensitivityJob
    std::shared_ptr<LiveResult<Advice>> live = {}; ///< is told what is known after each step; null: nobody
};

using JobRequest = std::variant<QuantizeJob, CalibrateJob, EvaluateJob, LoadJob, AnalyseJob, SensitivityJob, AdviseJob>;

/// What a calibration left behind.
struct CalibrationOutcome
{
    std::filesystem::path file;
    std::size_t tensors = 0;
    std::uint64_t samples = 0;
};

/// What a LoadJob left behind.
struct LoadedSession
{
    std::size_t tensors = 0; ///< with statistics
    std::size_t samples = 0; ///< to measure with
};

using JobResult =
    std::variant<RunReport, CalibrationOutcome, Evaluation, LoadedSession, LayerAnalysis, Sensitivity, Advice>;

enum class JobStatus
{
    Queued,
    Running,
    Paused,
    Finished, ///< has a result
    Failed, ///< has an error
    Canceled,
};

/// A remark of a job.
struct JobMessage
{
    enum class Severity
    {
        Note,
        Warning,
        Error,
    };

    Severity severity = Severity::Note;
    QDateTime time;
    QString text; ///< a sentence of the engine, as it is
    QString subject = {}; ///< of an error: the node, tensor, option or path concerned
};

/// One stage of a job, as its check list shows it.
struct JobStage
{
    QString name; ///< of the engine: "calibrate"
    double seconds = -1.0; ///< negative: not finished
    bool isStarted = false;
};

/// How far a running job is.
struct JobProgress
{
    int stage = -1; ///< in Job::stages; -1 before the first
    std::size_t done = 0; ///< steps of this stage, 0 … total
    std::size_t total = 0; ///< 0 when not known
    QString unit; ///< of the engine: "sample"; empty when the stage is one step
    double perSecond = 0.0; ///< steps; 0 when not known yet. Pauses do not count
    double secondsLeft = -1.0; ///< of this stage; negative when not known
    std::size_t memory = 0; ///< bytes, resident of the process now
    std::size_t peakMemory = 0; ///< bytes, the most that was seen
};

/// A piece of long work: its request and all that is known of it. A value; JobQueue holds the newest.
struct Job
{
    static constexpr std::size_t kMostMessages = 1'000; ///< a log keeps more

    int id = 0; ///< from 1, in the order in which they were added
    QString title; ///< jobTitle()
    JobRequest request;
    JobStatus status = JobStatus::Queued;
    std::vector<JobStage> stages;
    JobProgress progress;
    std::vector<float> memoryHistory; ///< MiB, evenly spaced over the run, at most a few hundred
    std::vector<JobMessage> messages; ///< the first kMostMessages
    QDateTime started;
    double seconds = 0.0; ///< that it ran, pauses left out
    std::optional<Error> error; ///< of a failed or cancelled one
    std::shared_ptr<const JobResult> result; ///< of a finished one
    std::uint64_t outputBytes = 0; ///< that a finished quantization wrote
    bool isSuperseded = false; ///< a newer job does the same work; its result was dropped

    [[nodiscard]] bool isOver() const
    {
        return status == JobStatus::Finished || status == JobStatus::Failed || status == JobStatus::Canceled;
    }
};

/// "Quantize yolox_nano · A8W8".
[[nodiscard]] QString jobTitle(const JobRequest& request);

/// The names of the stages that a job of this kind tells, in their order.
[[nodiscard]] QStringList jobStages(const JobRequest& request);

/// A stage in words: "Collect statistics".
[[nodiscard]] QString stageText(const QString& stage);

/// "Queued", "Running" …
[[nodiscard]] QString statusText(JobStatus status);

/// One line about the result or the reason for none: "1.12 MiB · cosine 0.9817", "Cancelled".
[[nodiscard]] QString outcomeText(const Job& job);

/// Is it finished and yet nothing to rely on: far from the float model, or made of data that were warned about?
[[nodiscard]] bool isDoubtful(const Job& job);

/// The shell text that does the same with `qscope`; see commandLineText().
[[nodiscard]] QString commandLineOf(const JobRequest& request);

/// The most memory that it may take, in bytes; nothing when there is no limit.
[[nodiscard]] std::optional<std::uint64_t> memoryBudgetOf(const JobRequest& request);

} // namespace quantiscope
