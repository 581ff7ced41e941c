// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_feedback.h"
#include "app/jobs/job_queue.h"
#include "app/jobs/job_work.h"
#include "app/jobs/jobs_model.h"
#include "core/base/file_io.h"
#include "tests/app/jobs/sample_jobs.h"
#include "tests/support/model_runs.h"

#include <nlohmann/json.hpp>

#include <QAbstractItemModelTester>
#include <QDir>
#include <QElapsedTimer>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <fstream>

using namespace quantiscope;
using namespace quantiscope::test;

Q_DECLARE_METATYPE(quantiscope::JobRequest)

namespace {

/// Takes minutes: the sample's pictures, and more random samples than anybody waits for.
constexpr std::size_t kEndless = 5'000'000;

DataSpec randomData(std::size_t samples = kEndless)
{
    DataSpec data;
    data.source = "random:1";
    data.samples = samples;
    return data;
}

CalibrateJob endlessCalibration(const QTemporaryDir& folder)
{
    CalibrateJob job = sampleCalibrate(folder);
    job.request.recipe.calibration = randomData();
    return job;
}

QuantizeJob endlessQuantization(const QTemporaryDir& folder)
{
    QuantizeJob job = sampleQuantize(folder);
    job.request.recipe.calibration = randomData();
    return job;
}

EvaluateJob endlessEvaluation(const QTemporaryDir& folder)
{
    EvaluateJob job = sampleEvaluate(folder);
    job.request.evaluation.data = randomData();
    return job;
}

} // namespace

class tst_JobQueue : public QObject
{
    Q_OBJECT

private slots:
    void job_finishesWithResult_data();
    void job_finishesWithResult();
    void job_failsWithTheEnginesSentence_data();
    void job_failsWithTheEnginesSentence();
    void cancel_endsWithin200Milliseconds_data();
    void cancel_endsWithin200Milliseconds();
    void cancel_isAnsweredAtOnce_whenTheEngineCannotStop();
    void cancel_waitsForWhatIsKnown();
    void cancelledQuantization_leavesNothing_whenItSucceedsAllTheSame();
    void cancelledQuantization_keepsItsModel_onlyOnceThatIsWritten_data();
    void cancelledQuantization_keepsItsModel_onlyOnceThatIsWritten();
    void closing_waitsForAnAbandonedJob();
    void pauses_areNoTimeOfTheReport();
    void pause_standsStillUntilItEnds();
    void cancel_endsAPausedJob();
    void queue_runsOneAfterTheOther();
    void cancel_takesAWaitingJobOut();
    void newerJob_supersedesTheOlder();
    void closing_waitsForTheRunningJob();
    void queue_ofAnEarlierJob_isDestroyedWhileItRuns();
    void history_isCleared();
    void cache_isReusedByTheNextRun();
    void outputThatIsTheModel_isRefused();
};

void tst_JobQueue::job_finishesWithResult_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("quantize") << 0;
    QTest::newRow("calibrate") << 1;
    QTest::newRow("evaluate") << 2;
}

void tst_JobQueue::job_finishesWithResult()
{
    QFETCH(int, kind);
    const QTemporaryDir folder;
    const JobRequest requests[] = {sampleQuantize(folder), sampleCalibrate(folder), sampleEvaluate(folder)};
    JobQueue queue(environment());
    JobsModel model(queue);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QSignalSpy ended(&queue, &JobQueue::jobEnded);
    const QSignalSpy idle(&queue, &JobQueue::idleChanged);
    const int id = queue.add(requests[kind]);
    QCOMPARE(queue.running()->id, id);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20'000);
    const auto job = queue.job(id);
    QVERIFY2(job->status == JobStatus::Finished, job->error ? job->error->message.c_str() : "");
    QVERIFY(queue.running() == nullptr);
    QVERIFY(queue.isIdle());
    QCOMPARE(idle.count(), 2);
    QCOMPARE(job->result->index(), std::size_t(kind));
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(job->seconds > 0.0);
    QVERIFY(job->progress.peakMemory > 0);
    QVERIFY(!outcomeText(*job).isEmpty());
    const char* const files[] = {"runs/out.report.json", "runs/out.stats", "runs/out.evaluation.json"};
    QVERIFY(std::filesystem::exists(in(folder, files[kind])));
    for (const JobStage& stage : job->stages)
        QVERIFY2(stage.isStarted && stage.seconds >= 0.0, qPrintable(stage.name));
}

void tst_JobQueue::job_failsWithTheEnginesSentence_data()
{
    job_finishesWithResult_data();
}

void tst_JobQueue::job_failsWithTheEnginesSentence()
{
    QFETCH(int, kind);
    const QTemporaryDir folder;
    QuantizeJob quantize = sampleQuantize(folder);
    quantize.request.model = in(folder, "missing.onnx");
    CalibrateJob calibrate = sampleCalibrate(folder);
    calibrate.request.model = in(folder, "missing.onnx");
    EvaluateJob evaluate = sampleEvaluate(folder);
    evaluate.request.quantizedModel = in(folder, "missing.onnx");
    const JobRequest requests[] = {quantize, calibrate, evaluate};
    JobQueue queue(environment());
    const QSignalSpy ended(&queue, &JobQueue::jobEnded);
    const QSignalSpy messages(&queue, &JobQueue::messagesAdded);
    const int id = queue.add(requests[kind]);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20'000);
    const auto job = queue.job(id);
    QCOMPARE(job->status, JobStatus::Failed);
    QVERIFY(job->result == nullptr);
    QVERIFY2(QString::fromStdString(job->error->message).contains(QLatin1String("missing.onnx")),
             job->error->message.c_str());
    QCOMPARE(outcomeText(*job), QString::fromStdString(job->error->message));
    QVERIFY(messages.count() >= 1);
    QCOMPARE(job->messages.back().severity, JobMessage::Severity::Error);
}

void tst_JobQueue::cancel_endsWithin200Milliseconds_data()
{
    job_finishesWithResult_data();
}

void tst_JobQueue::cancel_endsWithin200Milliseconds()
{
    QFETCH(int, kind);
    const QTemporaryDir folder;
    const JobRequest requests[] = {endlessQuantization(folder), endlessCalibration(folder), endlessEvaluation(folder)};
    JobQueue queue(environment());
    const QSignalSpy ended(&queue, &JobQueue::jobEnded);
    const int id = queue.add(requests[kind]);
    QTRY_VERIFY_WITH_TIMEOUT(queue.job(id)->progress.done > 20, 30'000);
    QElapsedTimer timer;
    timer.start();
    queue.cancel(id);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 5'000);
    const qint64 elapsed = timer.elapsed();
    QCOMPARE(queue.job(id)->status, JobStatus::Canceled);
    QVERIFY(!std::filesystem::exists(in(folder, "runs/out.onnx")));
    QVERIFY2(elapsed < 200, qPrintable(QString::number(elapsed)));
}

void tst_JobQueue::cancel_isAnsweredAtOnce_whenTheEngineCannotStop()
{
    const QTemporaryDir folder;
    QSemaphore isIn;
    QSemaphore mayEnd;
    std::atomic<int> calls = 0;
    JobQueue queue(environment(), [&](const RuntimeEnvironment&, const JobRequest&, Feedback&) -> Result<JobResult> {
        if (++calls == 1) {
            isIn.release();
            mayEnd.acquire(); // as a session that is being made
        }
        return JobResult(CalibrationOutcome{});
    });
    const QSignalSpy ended(&queue, &JobQueue::jobEnded);
    QuantizeJob first = sampleQuantize(folder);
    std::filesystem::create_directories(first.report.parent_path());
    std::ofstream(first.report).flush(); // a name that was reserved
    const int id = queue.add(first);
    const int next = queue.add(sampleCalibrate(folder));
    isIn.acquire();
    QElapsedTimer timer;
    timer.start();
    queue.cancel(id);
    QTRY_COMPARE(queue.job(id)->status, JobStatus::Canceled);
    QVERIFY2(timer.elapsed() < 200, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(ended.count(), 1);
    QVERIFY(queue.running() == nullptr);
    // Its thread may still write: neither its name is free nor does another job begin.
    QVERIFY(std::filesystem::exists(first.report));
    QCOMPARE(queue.job(next)->status, JobStatus::Queued);
    queue.remove(id);
    mayEnd.release();
    QTRY_COMPARE(queue.job(next)->status, JobStatus::Finished);
    QVERIFY(!std::filesystem::exists(first.report));
    QCOMPARE(ended.count(), 2);
    QVERIFY(queue.job(id) == nullptr);
}

void tst_JobQueue::cancel_waitsForWhatIsKnown()
{
    // An engine that needs longer to stop than a window waits for one that has nothing to say.
    std::atomic<bool> isDiscarded = false;
    JobQueue queue(environment(),
                   [&](const RuntimeEnvironment&, const JobRequest&, JobFeedback& feedback) -> Result<JobResult> {
                       while (!feedback.isCanceled())
                           QThread::msleep(1);
                       QThread::msleep(3 * JobQueue::kMostCancelMilliseconds);
                       isDiscarded = feedback.isDiscarded();
                       Sensitivity known;
                       known.preset = "known";
                       return JobResult(known);
                   });
    SensitivityJob request;
    request.live = std::make_shared<LiveResult<Sensitivity>>();
    request.live->tell({});
    const int id = queue.add(request);
    QTRY_COMPARE(queue.job(id)->status, JobStatus::Running);
    queue.cancel(id);
    QTRY_VERIFY(queue.isIdle());
    QVERIFY(!isDiscarded);
    QCOMPARE(queue.job(id)->status, JobStatus::Finished);
    QCOMPARE(std::get<Sensitivity>(*queue.job(id)->result).preset, std::string("known"));
    // What is not wanted has no result, whatever it knows.
    const int unwanted = queue.add(request);
    QTRY_COMPARE(queue.job(unwanted)->status, JobStatus::Running);
    queue.discard(unwanted);
    QTRY_VERIFY(queue.isIdle());
    QCOMPARE(queue.job(unwanted)->status, JobStatus::Canceled);
    queue.cancelAllAndWait();
    QVERIFY(isDiscarded);
}

void tst_JobQueue::cancelledQuantization_leavesNothing_whenItSucceedsAllTheSame()
{
    const QTemporaryDir folder;
    QSemaphore isIn;
    QSemaphore mayEnd;
    JobQueue queue(environment(),
                   [&](const RuntimeEnvironment& engine, const JobRequest& request, JobFeedback&) -> Result<JobResult> {
                       isIn.release();
                       mayEnd.acquire();
                       JobFeedback deaf; // as when everything was written by the time that it was cancelled
                       return doJob(engine, request, deaf);
                   });
    QuantizeJob job = sampleQuantize(folder);
    job.request.externalData = true;
    const int id = queue.add(job);
    isIn.acquire();
    queue.cancel(id);
    QTRY_COMPARE(queue.job(id)->status, JobStatus::Canceled);
    const int next = queue.add(sampleCalibrate(folder));
    mayEnd.release(2);
    QTRY_COMPARE_WITH_TIMEOUT(queue.job(next)->status, JobStatus::Finished, 20'000);
    QVERIFY(queue.job(id)->result == nullptr);
    const QStringList left = QDir(folder.filePath(QStringLiteral("runs"))).entryList(QDir::Files);
    QCOMPARE(left, QStringList{QStringLiteral("out.stats")});
    // Closing hears nothing of a result either.
    const QuantizeJob last = sampleQuantize(folder);
    queue.add(last);
    isIn.acquire(2); // the one of the calibration as well
    mayEnd.release();
    queue.cancelAllAndWait();
    QVERIFY(!std::filesystem::exists(last.request.output));
    QVERIFY(!std::filesystem::exists(last.report));
}

void tst_JobQueue::cancelledQuantization_keepsItsModel_onlyOnceThatIsWritten_data()
{
    QTest::addColumn<QString>("stage");
    QTest::addColumn<bool>("engineIsSlow");
    QTest::addColumn<bool>("isDiscarded"); // as when the project is left
    QTest::addColumn<bool>("isKept");
    QTest::newRow("save") << QStringLiteral("save") << false << false << false;
    QTest::newRow("save, slow") << QStringLiteral("save") << true << false << false;
    QTest::newRow("evaluate") << QStringLiteral("evaluate") << false << false << true;
    QTest::newRow("evaluate, slow") << QStringLiteral("evaluate") << true << false << true;
    QTest::newRow("evaluate, discarded") << QStringLiteral("evaluate") << true << true << false;
}

void tst_JobQueue::cancelledQuantization_keepsItsModel_onlyOnceThatIsWritten()
{
    QFETCH(QString, stage);
    QFETCH(bool, engineIsSlow);
    QFETCH(bool, isDiscarded);
    QFETCH(bool, isKept);
    const QTemporaryDir folder;
    QSemaphore isIn;
    QSemaphore mayEnd;
    JobQueue queue(
        environment(),
        [&](const RuntimeEnvironment& engine, const JobRequest& request, JobFeedback& feedback) -> Result<JobResult> {
            JobFeedback deaf;
            Result<JobResult> result = doJob(engine, request, deaf);
            feedback.progress({stage.toStdString(), 0, 0, {}});
            isIn.release();
            mayEnd.acquire(); // as a session that is being made
            return result;
        });
    const auto release = qScopeGuard([&mayEnd] { mayEnd.release(); }); // whatever fails: the queue waits for it
    const QSignalSpy ended(&queue, &JobQueue::jobEnded);
    const QuantizeJob job = sampleQuantize(folder);
    const int id = queue.add(job);
    isIn.acquire();
    if (isDiscarded)
        queue.discard(id);
    else
        queue.cancel(id);
    if (engineIsSlow && isKept) {
        QTest::qWait(2 * JobQueue::kMostCancelMilliseconds);
        QVERIFY(!queue.isIdle());
    } else if (engineIsSlow) {
        QTRY_COMPARE(queue.job(id)->status, JobStatus::Canceled);
    }
    mayEnd.release();
    QTRY_COMPARE_WITH_TIMEOUT(queue.job(id)->status, isKept ? JobStatus::Finished : JobStatus::Canceled, 20'000);
    QCOMPARE(queue.job(id)->result != nullptr, isKept);
    QTRY_COMPARE(std::filesystem::exists(job.request.output), isKept);
    QTRY_COMPARE(std::filesystem::exists(job.report), isKept);
    QCOMPARE(ended.count(), 1);
}

void tst_JobQueue::closing_waitsForAnAbandonedJob()
{
    const QTemporaryDir folder;
    std::atomic<bool> isOut = false;
    QSemaphore isIn;
    JobQueue queue(environment(), [&](const RuntimeEnvironment&, const JobRequest&, Feedback&) -> Result<JobResult> {
        isIn.release();
        QThread::msleep(400);
        isOut = true;
        return JobResult(CalibrationOutcome{});
    });
    const int id = queue.add(sampleCalibrate(folder));
    isIn.acquire();
    queue.cancel(id);
    QTRY_VERIFY(queue.isIdle());
    QVERIFY(!isOut);
    queue.cancelAllAndWait();
    QVERIFY(isOut);
    QCOMPARE(queue.job(id)->status, JobStatus::Canceled);
}

void tst_JobQueue::pause_standsStillUntilItEnds()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    const int id = queue.add(endlessCalibration(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.job(id)->progress.done > 20, 30'000);
    queue.setPaused(id, true);
    QCOMPARE(queue.job(id)->status, JobStatus::Paused);
    // Samples that are in the engine's hands are finished; then nothing moves.
    std::size_t before = 0;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            const bool stands = queue.job(id)->progress.done == before;
            before = queue.job(id)->progress.done;
            QTest::qWait(150);
            return stands;
        }(),
        5'000);
    const double seconds = queue.job(id)->seconds;
    QTest::qWait(200);
    QCOMPARE(queue.job(id)->progress.done, before);
    QCOMPARE(queue.job(id)->seconds, seconds);
    queue.setPaused(id, false);
    QCOMPARE(queue.job(id)->status, JobStatus::Running);
    QTRY_VERIFY(queue.job(id)->progress.done > before);
    QTRY_VERIFY(queue.job(id)->progress.perSecond > 0.0);
    QVERIFY(queue.job(id)->progress.secondsLeft > 0.0);
    queue.cancelAllAndWait();
    QVERIFY(queue.isIdle());
}

void tst_JobQueue::pauses_areNoTimeOfTheReport()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    QuantizeJob request = sampleQuantize(folder);
    request.request.recipe.calibration = randomData(1'000);
    QElapsedTimer pause;
    // In the middle of a stage, while it waits for nothing else.
    connect(&queue, &JobQueue::jobChanged, &queue, [&](int id) {
        const JobProgress& progress = queue.job(id)->progress;
        if (pause.isValid() || progress.done == 0 || progress.done == progress.total
            || queue.job(id)->stages[std::size_t(progress.stage)].name != QLatin1String("calibrate"))
            return;
        queue.setPaused(id, true);
        pause.start();
    });
    const int id = queue.add(request);
    QTRY_VERIFY_WITH_TIMEOUT(pause.isValid(), 20'000);
    QCOMPARE(queue.job(id)->status, JobStatus::Paused);
    // Longer than what a job does beside its stages.
    QTRY_VERIFY_WITH_TIMEOUT(pause.hasExpired(100 + qint64(1'000.0 * queue.job(id)->seconds)), 20'000);
    queue.setPaused(id, false);
    QTRY_COMPARE_WITH_TIMEOUT(queue.job(id)->status, JobStatus::Finished, 60'000);
    const auto job = queue.job(id);
    // Both without the pause; stages are only a part of the job.
    constexpr double kRounding = 0.01;
    double stages = 0.0;
    for (const StageRecord& stage : std::get<RunReport>(*job->result).stages)
        stages += stage.seconds;
    QVERIFY2(stages < job->seconds + kRounding,
             qPrintable(QStringLiteral("%1 s of %2 s").arg(stages).arg(job->seconds)));
    const Result<std::string> text = readTextFile(request.report, ErrorCode::ConfigRefused);
    QVERIFY(text);
    double written = 0.0;
    for (const auto& stage : nlohmann::json::parse(*text)["stages"])
        written += stage["seconds"].get<double>();
    QVERIFY2(written < job->seconds + kRounding, qPrintable(QString::number(written)));
}

void tst_JobQueue::cancel_endsAPausedJob()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    const int id = queue.add(endlessCalibration(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.job(id)->progress.done > 20, 30'000);
    queue.setPaused(id, true);
    queue.cancel(id);
    QTRY_COMPARE(queue.job(id)->status, JobStatus::Canceled);
}

void tst_JobQueue::queue_runsOneAfterTheOther()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    JobsModel model(queue);
    JobsFilter waiting(JobsFilter::Part::Waiting);
    waiting.setSourceModel(&model);
    JobsFilter over(JobsFilter::Part::Over);
    over.setSourceModel(&model);
    const QAbstractItemModelTester tester(&waiting, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QSignalSpy ended(&queue, &JobQueue::jobEnded);
    const int first = queue.add(sampleQuantize(folder));
    const int second = queue.add(sampleEvaluate(folder));
    QCOMPARE(queue.job(first)->status, JobStatus::Running);
    QCOMPARE(queue.job(second)->status, JobStatus::Queued);
    QCOMPARE(waiting.rowCount(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 20'000);
    QCOMPARE(ended[0][0].toInt(), first);
    QCOMPARE(ended[1][0].toInt(), second);
    QCOMPARE(waiting.rowCount(), 0);
    QCOMPARE(over.rowCount(), 2);
    QCOMPARE(over.index(0, 0).data(JobsModel::IdRole).toInt(), second);
}

void tst_JobQueue::cancel_takesAWaitingJobOut()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    const int first = queue.add(endlessCalibration(folder));
    const int second = queue.add(sampleQuantize(folder));
    queue.cancel(second);
    QCOMPARE(queue.job(second)->status, JobStatus::Canceled);
    QCOMPARE(queue.job(first)->status, JobStatus::Running);
    queue.remove(first);
    QVERIFY2(queue.job(first), "a running job is not removed");
}

void tst_JobQueue::newerJob_supersedesTheOlder()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    const QSignalSpy ended(&queue, &JobQueue::jobEnded);
    const int first = queue.add(endlessCalibration(folder), QStringLiteral("calibrate"));
    const int second = queue.add(sampleCalibrate(folder), QStringLiteral("calibrate"));
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    QCOMPARE(ended.count(), 1);
    QCOMPARE(ended[0][0].toInt(), second);
    QCOMPARE(queue.job(first)->status, JobStatus::Canceled);
    QVERIFY(queue.job(first)->isSuperseded);
    QVERIFY(queue.job(first)->result == nullptr);
    QCOMPARE(queue.job(second)->status, JobStatus::Finished);
}

void tst_JobQueue::closing_waitsForTheRunningJob()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    const int first = queue.add(endlessCalibration(folder));
    const int second = queue.add(sampleQuantize(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.job(first)->progress.done > 20, 30'000);
    QElapsedTimer timer;
    timer.start();
    queue.cancelAllAndWait();
    QVERIFY2(timer.elapsed() < 1'000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(queue.isIdle());
    QCOMPARE(queue.job(first)->status, JobStatus::Canceled);
    QCOMPARE(queue.job(second)->status, JobStatus::Canceled);
}

void tst_JobQueue::queue_ofAnEarlierJob_isDestroyedWhileItRuns()
{
    const QTemporaryDir folder;
    {
        JobQueue queue(environment());
        queue.add(sampleQuantize(folder));
    }
    // Either nothing or the whole of it was written.
    const bool hasModel = std::filesystem::exists(in(folder, "runs/out.onnx"));
    QVERIFY(hasModel || !std::filesystem::exists(in(folder, "runs/out.report.json")));
}

void tst_JobQueue::history_isCleared()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    JobsModel model(queue);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    queue.add(sampleEvaluate(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    const int running = queue.add(endlessCalibration(folder));
    queue.clearHistory();
    QCOMPARE(queue.jobs().size(), std::size_t(1));
    QCOMPARE(queue.jobs()[0]->id, running);
    QCOMPARE(model.rowCount(), 1);
}

void tst_JobQueue::cache_isReusedByTheNextRun()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    QuantizeJob job = sampleQuantize(folder);
    job.request.cache.folder = in(folder, "cache");
    const int first = queue.add(job);
    job.request.recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "Gemm", {}, {}});
    const int second = queue.add(job);
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    const auto reused = [&queue](int id) {
        const auto& report = std::get<RunReport>(*queue.job(id)->result);
        return report.cache && report.cache->hit;
    };
    QVERIFY(!reused(first));
    QVERIFY(reused(second));
    QVERIFY(outcomeText(*queue.job(second)).contains(QLatin1String("reused")));
}

void tst_JobQueue::outputThatIsTheModel_isRefused()
{
    const QTemporaryDir folder;
    std::filesystem::create_directories(in(folder, "runs"));
    std::filesystem::copy_file(sampleDirectory() / "fashion_cnn.onnx", in(folder, "runs/out.onnx"));
    const auto size = std::filesystem::file_size(in(folder, "runs/out.onnx"));
    QuantizeJob job = sampleQuantize(folder);
    job.request.model = in(folder, "runs/out.onnx");
    JobQueue queue(environment());
    const int id = queue.add(job);
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    QCOMPARE(queue.job(id)->status, JobStatus::Failed);
    QCOMPARE(queue.job(id)->error->code, ErrorCode::InvalidArgument);
    QCOMPARE(std::filesystem::file_size(in(folder, "runs/out.onnx")), size);
}

QTEST_MAIN(tst_JobQueue)
#include "tst_job_queue.moc"
