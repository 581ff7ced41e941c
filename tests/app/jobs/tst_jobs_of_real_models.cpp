// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_queue.h"
#include "app/jobs/task_centre.h"
#include "tests/app/jobs/sample_jobs.h"
#include "tests/support/model_runs.h"
#include "widgets/common/event_loop_watchdog.h"

#include <QElapsedTimer>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// A job on random data for a model of the collection.
QuantizeJob quantizationOf(const QTemporaryDir& folder, const std::filesystem::path& model, std::size_t samples)
{
    QuantizeJob job = sampleQuantize(folder);
    job.request.model = model;
    job.request.threads = 0;
    job.request.checkSamples = 1;
    DataSpec data;
    data.source = "random:1";
    data.samples = samples;
    job.request.recipe.calibration = data;
    job.request.cache.folder = in(folder, "cache");
    return job;
}

/// The first .onnx file of a folder of the collection; empty when it is not there.
std::filesystem::path modelOf(const char* name)
{
    const std::filesystem::path folder = sourceDirectory() / ".." / "shared" / "models" / name;
    std::error_code ec;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ec)) {
        if (entry.path().extension() == ".onnx")
            return entry.path();
    }
    return {};
}

constexpr const char* kMissing =
    "The collection of real models is not here (../shared/models beside the source folder).";

} // namespace

class tst_JobsOfRealModels : public QObject
{
    Q_OBJECT

private slots:
    void watchdog_seesAStall();
    void window_isServedWhileABigModelCalibrates();
    void secondRun_reusesTheStatistics();
};

void tst_JobsOfRealModels::watchdog_seesAStall()
{
    EventLoopWatchdog watchdog;
    QTest::qWait(50);
    watchdog.reset();
    QTest::qSleep(80);
    QTest::qWait(20);
    QVERIFY2(watchdog.longestStall() > 60.0, qPrintable(QString::number(watchdog.longestStall())));
    watchdog.reset();
    QCOMPARE(watchdog.longestStall(), 0.0);
}

void tst_JobsOfRealModels::window_isServedWhileABigModelCalibrates()
{
    const std::filesystem::path model = modelOf("ppocr_v4_det");
    if (model.empty())
        QSKIP(kMissing);
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    centre.resize(300, 600);
    centre.show();
    QVERIFY(QTest::qWaitForWindowExposed(&centre));
    QTest::qWait(100);
    EventLoopWatchdog watchdog;
    const int id = queue.add(quantizationOf(folder, model, 4));
    QTRY_VERIFY_WITH_TIMEOUT(queue.job(id)->progress.stage >= 3 || queue.isIdle(), 120'000);
    const double longest = watchdog.longestStall();
    queue.cancelAllAndWait();
    QVERIFY2(!queue.job(id)->error || queue.job(id)->error->code == ErrorCode::Canceled,
             queue.job(id)->error ? queue.job(id)->error->message.c_str() : "");
    qInfo("longest stall %.1f ms", longest);
    QVERIFY2(longest < 50.0, qPrintable(QString::number(longest)));
}

void tst_JobsOfRealModels::secondRun_reusesTheStatistics()
{
    const std::filesystem::path model = modelOf("squeezenet_fp32");
    if (model.empty())
        QSKIP(kMissing);
    const QTemporaryDir folder;
    JobQueue queue(environment());
    QuantizeJob job = quantizationOf(folder, model, 4);
    queue.add(job);
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 120'000);
    job.request.recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "Concat", {}, {}});
    QElapsedTimer timer;
    timer.start();
    const int second = queue.add(job);
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 120'000);
    const qint64 elapsed = timer.elapsed();
    const auto done = queue.job(second);
    QVERIFY2(done->status == JobStatus::Finished, done->error ? done->error->message.c_str() : "");
    QVERIFY(std::get<RunReport>(*done->result).cache->hit);
    QVERIFY(outcomeText(*done).contains(QLatin1String("statistics reused")));
    qInfo("second run %lld ms", static_cast<long long>(elapsed));
    QVERIFY2(elapsed < 1'000, qPrintable(QString::number(elapsed)));
}

QTEST_MAIN(tst_JobsOfRealModels)
#include "tst_jobs_of_real_models.moc"
