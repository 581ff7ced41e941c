// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_queue.h"
#include "app/jobs/jobs_model.h"
#include "app/jobs/running_job_card.h"
#include "app/jobs/task_centre.h"
#include "app/jobs/task_status.h"
#include "tests/app/jobs/sample_jobs.h"
#include "tests/support/model_runs.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_TaskCentre : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
    void runningJob_isShownWithItsStages();
    void buttons_pauseAndCancel();
    void finishedJob_opensItsResult();
    void failedJob_opensItsLog();
    void clear_emptiesTheHistory();
    void status_followsTheQueue();
};

namespace {

CalibrateJob endless(const QTemporaryDir& folder)
{
    CalibrateJob job = sampleCalibrate(folder);
    DataSpec data;
    data.source = "random:1";
    data.samples = 5'000'000;
    job.request.recipe.calibration = data;
    job.request.memoryBudget = std::uint64_t(2) << 30;
    return job;
}

QStringList textsOf(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts;
}

} // namespace

void tst_TaskCentre::runningJob_isShownWithItsStages()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    centre.resize(300, 620);
    centre.show();
    auto* card = centre.findChild<RunningJobCard*>();
    QVERIFY(!card->isVisible());
    queue.add(sampleEvaluate(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    QuantizeJob missing = sampleQuantize(folder);
    missing.request.model = in(folder, "missing.onnx");
    queue.add(missing);
    queue.add(sampleQuantize(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    const int id = queue.add(endless(folder));
    queue.add(sampleQuantize(folder));
    queue.add(sampleEvaluate(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.job(id)->progress.perSecond > 0.0 && queue.job(id)->memoryHistory.size() > 4,
                             30'000);
    QVERIFY(card->isVisible());
    const QStringList texts = textsOf(*card);
    QVERIFY2(texts.contains(QStringLiteral("Stage 3 of 3 · Collect statistics")), qPrintable(texts.join(u'|')));
    QVERIFY(texts.contains(QStringLiteral("Samples")));
    if (const QString to = qEnvironmentVariable("QUANTISCOPE_TEST_PICTURES"); !to.isEmpty()) {
        centre.grab().save(to + QStringLiteral("/tasks.png"));
        applyTheme(*qApp, ThemeChoice::Dark);
        centre.grab().save(to + QStringLiteral("/tasks-dark.png"));
        applyTheme(*qApp, ThemeChoice::Light);
    }
    queue.cancelAllAndWait();
    QVERIFY(!card->isVisible());
}

void tst_TaskCentre::buttons_pauseAndCancel()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    centre.show();
    const int id = queue.add(endless(folder));
    auto* pause = centre.findChild<QToolButton*>(QStringLiteral("pauseJob"));
    QTest::mouseClick(pause, Qt::LeftButton);
    QCOMPARE(queue.job(id)->status, JobStatus::Paused);
    QCOMPARE(pause->accessibleName(), QStringLiteral("Go on"));
    QTest::mouseClick(pause, Qt::LeftButton);
    QCOMPARE(queue.job(id)->status, JobStatus::Running);
    QTest::mouseClick(centre.findChild<QToolButton*>(QStringLiteral("cancelJob")), Qt::LeftButton);
    QTRY_COMPARE(queue.job(id)->status, JobStatus::Canceled);
}

void tst_TaskCentre::finishedJob_opensItsResult()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    centre.show();
    const QSignalSpy opened(&centre, &TaskCentre::resultRequested);
    const int id = queue.add(sampleEvaluate(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    auto* view = centre.findChild<QListView*>(QStringLiteral("finishedJobs"));
    QCOMPARE(view->model()->rowCount(), 1);
    view->setCurrentIndex(view->model()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toInt(), id);
}

void tst_TaskCentre::failedJob_opensItsLog()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    centre.show();
    const QSignalSpy log(&centre, &TaskCentre::logRequested);
    EvaluateJob job = sampleEvaluate(folder);
    job.request.quantizedModel = in(folder, "missing.onnx");
    const int id = queue.add(job);
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    auto* view = centre.findChild<QListView*>(QStringLiteral("finishedJobs"));
    QVERIFY(view->model()->index(0, 0).data(JobsModel::DetailRole).toString().contains(QLatin1String("missing.onnx")));
    view->setCurrentIndex(view->model()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(log.count(), 1);
    QCOMPARE(log[0][0].toInt(), id);
}

void tst_TaskCentre::clear_emptiesTheHistory()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    centre.show();
    queue.add(sampleEvaluate(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    QTest::mouseClick(centre.findChild<QPushButton*>(QStringLiteral("clearHistory")), Qt::LeftButton);
    QVERIFY(queue.jobs().empty());
    QVERIFY(textsOf(centre).join(QString()).contains(QLatin1String("No task yet")));
}

void tst_TaskCentre::status_followsTheQueue()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskStatus status(queue);
    status.show();
    QCOMPARE(textsOf(status), QStringList{QStringLiteral("No task running")});
    const int id = queue.add(endless(folder));
    QTRY_VERIFY_WITH_TIMEOUT(textsOf(status).contains(QStringLiteral("Collect statistics")), 20'000);
    const QSignalSpy clicked(&status, &TaskStatus::clicked);
    QTest::mouseClick(&status, Qt::LeftButton, {}, QPoint(2, 2));
    QCOMPARE(clicked.count(), 1);
    status.findChildren<QToolButton*>().back()->click();
    QTRY_COMPARE(queue.job(id)->status, JobStatus::Canceled);
    QCOMPARE(textsOf(status), QStringList{QStringLiteral("No task running")});
}

QTEST_MAIN(tst_TaskCentre)
#include "tst_task_centre.moc"
