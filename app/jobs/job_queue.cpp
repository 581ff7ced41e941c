// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_queue.h"

#include "app/jobs/job_feedback.h"
#include "app/jobs/job_work.h"
#include "core/base/process_memory.h"
#include "core/pipeline/run_summary.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QThread>

#include <algorithm>
#include <exception>

namespace quantiscope {

namespace {

/// Has the job something to be finished with when it is cancelled?
bool knowsSomething(const JobRequest& request)
{
    return std::visit(
        [](const auto& job) {
            if constexpr (requires { job.live; })
                return job.live && job.live->known();
            else
                return false;
        },
        request);
}

constexpr int kPollMilliseconds = 40;
constexpr qint64 kMemoryMilliseconds = 200;
constexpr std::size_t kMostMemoryPoints = 240;

void addMemoryPoint(std::vector<float>& history, std::size_t bytes)
{
    if (history.size() >= kMostMemoryPoints) {
        // Half as many, so that the whole run stays in sight.
        for (std::size_t i = 0; 2 * i + 1 < history.size(); ++i)
            history[i] = std::max(history[2 * i], history[2 * i + 1]);
        history.resize(history.size() / 2);
    }
    history.push_back(float(bytes) / float(1 << 20));
}

/// @p work; memory that runs out is an error like others.
Result<JobResult> guarded(const JobQueue::Work& work, const RuntimeEnvironment& environment, const JobRequest& request,
                          JobFeedback& feedback)
{
    try {
        return work(environment, request, feedback);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory for this job. Set a memory budget.", {}};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::RuntimeFailure, std::string("The job failed inside: ") + exception.what(), {}};
    }
}

/// Deletes what a quantization wrote that nobody will hear of.
void deleteOutput(const JobRequest& request)
{
    const auto* quantize = std::get_if<QuantizeJob>(&request);
    if (!quantize)
        return;
    std::vector<std::filesystem::path> files = filesOfModel(quantize->request.output);
    files.push_back(quantize->report);
    for (const std::filesystem::path& file : files) {
        std::error_code ec;
        std::filesystem::remove(file, ec);
    }
}

Error discarded(const JobRequest& request)
{
    deleteOutput(request);
    return {ErrorCode::Canceled, "Canceled.", {}};
}

/// Is its model written, and only its evaluation under way?
bool hasModel(const Job& job)
{
    const int stage = job.progress.stage;
    return std::holds_alternative<QuantizeJob>(job.request) && stage >= 0
        && job.stages[std::size_t(stage)].name == QLatin1String("evaluate");
}

/// Gives back the name that Project::nextRun() reserved with an empty report, when nothing was written.
void releaseName(const JobRequest& request)
{
    const auto* quantize = std::get_if<QuantizeJob>(&request);
    std::error_code ec;
    if (quantize && !quantize->report.empty() && std::filesystem::is_regular_file(quantize->report, ec)
        && std::filesystem::is_empty(quantize->report, ec) && !ec)
        std::filesystem::remove(quantize->report, ec);
    // A folder that was made for it goes as well; one that holds anything cannot be removed.
    if (quantize && quantize->report.parent_path().filename().string().ends_with("_runs"))
        std::filesystem::remove(quantize->report.parent_path(), ec);
}

} // namespace

JobQueue::JobQueue(const RuntimeEnvironment& environment, QObject* parent) : JobQueue(environment, doJob, parent)
{
}

JobQueue::JobQueue(const RuntimeEnvironment& environment, Work work, QObject* parent)
    : QObject(parent), m_environment(environment), m_work(std::move(work))
{
    m_timer.setInterval(kPollMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &JobQueue::poll);
}

JobQueue::~JobQueue()
{
    cancelAllAndWait();
}

JobQueue::Entry* JobQueue::find(int id)
{
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [id](const Entry& entry) { return entry.job->id == id; });
    return found == m_entries.end() ? nullptr : &*found;
}

std::shared_ptr<const Job> JobQueue::job(int id) const
{
    for (const auto& job : m_jobs) {
        if (job->id == id)
            return job;
    }
    return nullptr;
}

std::shared_ptr<const Job> JobQueue::running() const
{
    return m_runningId == 0 ? nullptr : job(m_runningId);
}

bool JobQueue::isIdle() const
{
    return std::all_of(m_jobs.begin(), m_jobs.end(), [](const auto& job) { return job->isOver(); });
}

void JobQueue::publish()
{
    m_jobs.clear();
    for (const Entry& entry : m_entries)
        m_jobs.push_back(entry.job);
    const bool idle = isIdle();
    if (idle == m_wasIdle)
        return;
    m_wasIdle = idle;
    emit idleChanged(idle);
}

int JobQueue::add(JobRequest request, const QString& supersedes)
{
    std::vector<int> superseded;
    for (const Entry& entry : m_entries) {
        if (!supersedes.isEmpty() && entry.work == supersedes && !entry.job->isOver())
            superseded.push_back(entry.job->id);
    }
    auto job = std::make_shared<Job>();
    job->id = m_nextId++;
    job->title = jobTitle(request);
    for (const QString& stage : jobStages(request))
        job->stages.push_back({stage});
    job->request = std::move(request);
    const int id = job->id;
    m_entries.push_back({std::move(job), supersedes});
    publish();
    emit jobAdded(id);
    for (const int old : superseded) {
        if (Entry* entry = find(old)) {
            entry->job->isSuperseded = true;
            discard(old);
        }
    }
    startNext();
    return id;
}

void JobQueue::startNext()
{
    if (m_thread || m_isClosing)
        return;
    const auto next = std::find_if(m_entries.begin(), m_entries.end(),
                                   [](const Entry& entry) { return entry.job->status == JobStatus::Queued; });
    if (next == m_entries.end())
        return;
    Job& job = *next->job;
    m_runningId = job.id;
    job.status = JobStatus::Running;
    job.started = QDateTime::currentDateTime();
    m_feedback = std::make_shared<JobFeedback>();
    m_sinceMemory.start();
    addMemoryPoint(job.memoryHistory, residentMemory());
    m_thread.reset(QThread::create([this, id = job.id, request = job.request, feedback = m_feedback] {
        auto result = std::make_shared<Result<JobResult>>(guarded(m_work, m_environment, request, *feedback));
        const RunReport* report = *result ? std::get_if<RunReport>(&**result) : nullptr;
        const std::uint64_t bytes = report ? bytesOfModel(report->outputPath) : 0;
        if (*result && feedback->isDiscarded())
            *result = discarded(request);
        // The queue waits for the thread before it goes, so it is still there.
        QMetaObject::invokeMethod(
            this,
            [this, id, result, bytes, request, feedback] {
                if (*result && feedback->isDiscarded()) // since the thread looked
                    *result = discarded(request);
                finish(id, std::move(*result), bytes);
            },
            Qt::QueuedConnection);
    }));
    m_thread->start(QThread::LowPriority);
    m_timer.start();
    emit jobChanged(job.id);
}

void JobQueue::takeMessages(Job& job, const std::vector<JobMessage>& messages)
{
    if (messages.empty())
        return;
    for (const JobMessage& message : messages) {
        if (job.messages.size() < Job::kMostMessages)
            job.messages.push_back(message);
        else if (message.severity == JobMessage::Severity::Error)
            job.messages.back() = message; // what it failed of must be there
    }
    emit messagesAdded(job.id, messages);
}

void JobQueue::poll()
{
    Entry* entry = find(m_runningId);
    if (!entry || !m_feedback)
        return;
    const std::shared_ptr<Job> job = entry->job;
    const JobFeedback::Snapshot now = m_feedback->takeSnapshot();
    job->seconds = now.activeSeconds;
    // A stage may come that the kind of job does not always have; one that was passed over is done.
    for (const JobStage& told : now.stages) {
        auto known = std::find_if(job->stages.begin(), job->stages.end(),
                                  [&told](const JobStage& stage) { return stage.name == told.name; });
        if (known == job->stages.end())
            known = job->stages.insert(job->stages.end(), told);
        *known = told;
        job->progress.stage = int(known - job->stages.begin());
    }
    JobProgress& progress = job->progress;
    progress.done = now.done;
    progress.total = now.total;
    progress.unit = now.unit;
    progress.perSecond = now.perSecond;
    progress.secondsLeft =
        now.perSecond > 0.0 && now.total >= now.done ? double(now.total - now.done) / now.perSecond : -1.0;
    progress.memory = residentMemory();
    progress.peakMemory = std::max(progress.peakMemory, progress.memory);
    if (m_sinceMemory.elapsed() >= kMemoryMilliseconds && job->status == JobStatus::Running) {
        m_sinceMemory.restart();
        addMemoryPoint(job->memoryHistory, progress.memory);
    }
    takeMessages(*job, now.messages);
    emit jobChanged(job->id);
}

void JobQueue::end(Job& job, JobStatus status)
{
    job.status = status;
    const int id = job.id;
    const bool isSuperseded = job.isSuperseded;
    // What still has a thread may be about to write.
    if (status != JobStatus::Finished && &job != m_abandoned.get())
        releaseName(job.request);
    publish();
    emit jobChanged(id);
    if (!isSuperseded)
        emit jobEnded(id);
}

void JobQueue::abandon(int id)
{
    if (m_runningId != id)
        return;
    m_feedback->discard();
    m_timer.stop();
    poll(); // what was told last
    Entry* entry = find(id);
    m_abandoned = entry->job;
    m_runningId = 0;
    m_abandoned->error = Error{ErrorCode::Canceled, "Canceled.", {}};
    end(*m_abandoned, JobStatus::Canceled);
}

void JobQueue::forgetAbandoned()
{
    m_thread->wait();
    m_thread.reset();
    m_feedback.reset();
    releaseName(m_abandoned->request);
    m_abandoned.reset();
    startNext();
}

void JobQueue::finish(int id, Result<JobResult> result, std::uint64_t outputBytes)
{
    if (m_abandoned && m_abandoned->id == id) {
        forgetAbandoned();
        return;
    }
    m_timer.stop();
    poll(); // what was told last
    if (m_thread)
        m_thread->wait();
    m_thread.reset();
    m_feedback.reset();
    m_runningId = 0;
    Entry* entry = find(id);
    if (!entry)
        return;
    const std::shared_ptr<Job> job = entry->job;
    JobStatus status = JobStatus::Finished;
    if (result) {
        for (JobStage& stage : job->stages) {
            if (stage.isStarted && stage.seconds < 0.0)
                stage.seconds = 0.0;
        }
        job->result = std::make_shared<const JobResult>(std::move(*result));
        job->outputBytes = outputBytes;
        const auto* report = std::get_if<RunReport>(job->result.get());
        if (report) {
            for (const StageRecord& record : report->stages) {
                for (JobStage& stage : job->stages) {
                    if (stage.name == toQt(record.name))
                        stage = {stage.name, record.seconds, true};
                }
            }
        }
        if (report && report->evaluationError)
            takeMessages(*job,
                         {{JobMessage::Severity::Error, QDateTime::currentDateTime(),
                           toQt(report->evaluationError->message), toQt(report->evaluationError->subject)}});
    } else {
        job->error = result.error();
        status = job->error->code == ErrorCode::Canceled ? JobStatus::Canceled : JobStatus::Failed;
        if (status == JobStatus::Failed && !job->isSuperseded)
            takeMessages(*job,
                         {{JobMessage::Severity::Error, QDateTime::currentDateTime(), toQt(job->error->message),
                           toQt(job->error->subject)}});
    }
    end(*job, status);
    startNext();
}

void JobQueue::cancel(int id)
{
    Entry* entry = find(id);
    if (!entry || entry->job->isOver())
        return;
    if (id == m_runningId) {
        const std::shared_ptr<const Job> job = entry->job;
        poll(); // how far it is now
        if (hasModel(*job) && !m_feedback->isDiscarded()) {
            m_feedback->cancel();
            return; // finish() tells
        }
        // Decided here: what becomes of its files must not hang on how soon the engine stops.
        if (std::holds_alternative<QuantizeJob>(job->request))
            m_feedback->discard();
        else
            m_feedback->cancel();
        const bool isKept = knowsSomething(job->request) && !m_feedback->isDiscarded();
        QTimer::singleShot(isKept ? kMostKeepMilliseconds : kMostCancelMilliseconds, this, [this, id] { abandon(id); });
        return; // finish() or abandon() tells
    }
    end(*entry->job, JobStatus::Canceled);
}

void JobQueue::discard(int id)
{
    if (id == m_runningId && m_feedback)
        m_feedback->discard();
    cancel(id);
}

void JobQueue::setPaused(int id, bool paused)
{
    Entry* entry = find(id);
    const JobStatus from = paused ? JobStatus::Running : JobStatus::Paused;
    if (!entry || id != m_runningId || entry->job->status != from)
        return;
    m_feedback->setPaused(paused);
    entry->job->status = paused ? JobStatus::Paused : JobStatus::Running;
    emit jobChanged(id);
}

void JobQueue::remove(int id)
{
    const Entry* entry = find(id);
    if (!entry || !entry->job->isOver())
        return;
    m_entries.erase(m_entries.begin() + (entry - m_entries.data()));
    publish();
    emit jobRemoved(id);
}

void JobQueue::clearHistory()
{
    std::vector<int> over;
    for (const Entry& entry : m_entries) {
        if (entry.job->isOver())
            over.push_back(entry.job->id);
    }
    for (const int id : over)
        remove(id);
}

void JobQueue::cancelAllAndWait()
{
    m_isClosing = true;
    for (const auto& job : std::vector(m_jobs)) {
        if (job->status == JobStatus::Queued)
            cancel(job->id);
    }
    if (m_feedback)
        m_feedback->discard();
    if (m_thread) {
        m_thread->wait();
        // The thread's last word is on its way: it is taken now, since nobody may run the event loop any more.
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
    m_isClosing = false;
}

} // namespace quantiscope
