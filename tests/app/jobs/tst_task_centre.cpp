// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_delegate.h"
#include "app/jobs/job_feedback.h"
#include "app/jobs/job_queue.h"
#include "app/jobs/jobs_model.h"
#include "app/jobs/running_job_card.h"
#include "app/jobs/task_centre.h"
#include "app/jobs/task_status.h"
#include "tests/app/jobs/sample_jobs.h"
#include "tests/support/model_runs.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <cmath>

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
    void menu_copiesTheCommandLine_ofEveryJob();
    void centre_isAsLowAsTheWindowNeedsIt();
    void worthlessResult_isNoPlainSuccess();
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

void tst_TaskCentre::menu_copiesTheCommandLine_ofEveryJob()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    centre.resize(300, 700);
    centre.show();
    const int over = queue.add(sampleEvaluate(folder));
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 20'000);
    const int running = queue.add(endless(folder));
    const int waiting = queue.add(sampleCalibrate(folder));
    const auto entry = [&centre](const QString& text) -> QAction* {
        auto* menu = centre.findChild<QMenu*>(QStringLiteral("jobMenu"));
        for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    };
    const auto choose = [&](const QString& text) {
        QAction* action = entry(text);
        if (action)
            action->trigger();
        delete centre.findChild<QMenu*>(QStringLiteral("jobMenu"));
        return action != nullptr;
    };
    const QString copy = QStringLiteral("Copy as command line");
    QTest::mouseClick(centre.findChild<QToolButton*>(QStringLiteral("jobMenuButton")), Qt::LeftButton);
    QVERIFY(choose(copy));
    QCOMPARE(QGuiApplication::clipboard()->text(), commandLineOf(queue.job(running)->request));

    auto* view = centre.findChild<QListView*>(QStringLiteral("finishedJobs"));
    QStyleOptionViewItem row;
    row.initFrom(view);
    row.rect = view->visualRect(view->model()->index(0, 0));
    row.widget = view;
    const auto openMenu = [&] {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, JobDelegate::menuButton(row).center());
    };
    openMenu();
    QVERIFY(choose(copy));
    QCOMPARE(QGuiApplication::clipboard()->text(), commandLineOf(queue.job(over)->request));
    const QSignalSpy log(&centre, &TaskCentre::logRequested);
    openMenu();
    QVERIFY(choose(QStringLiteral("Show log")));
    QCOMPARE(log.count(), 1);
    openMenu();
    QVERIFY(choose(QStringLiteral("Remove from the list")));
    QVERIFY(!queue.job(over));

    auto* queued = centre.findChild<QListView*>(QStringLiteral("waitingJobs"));
    queued->setCurrentIndex(queued->model()->index(0, 0));
    const QPoint middle = queued->rect().center(); // which may be beside the row
    QContextMenuEvent key(QContextMenuEvent::Keyboard, middle, queued->mapToGlobal(middle));
    QCoreApplication::sendEvent(queued, &key);
    QVERIFY(choose(QStringLiteral("Cancel")));
    QCOMPARE(queue.job(waiting)->status, JobStatus::Canceled);
    queue.cancelAllAndWait();
}

void tst_TaskCentre::centre_isAsLowAsTheWindowNeedsIt()
{
    const QTemporaryDir folder;
    JobQueue queue(environment());
    TaskCentre centre(queue);
    const int before = centre.minimumSizeHint().height();
    queue.add(endless(folder));
    queue.add(sampleEvaluate(folder));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QCOMPARE(centre.minimumSizeHint().height(), before);
    QVERIFY2(before < 8 * centre.fontMetrics().lineSpacing(), qPrintable(QString::number(before)));
    queue.cancelAllAndWait();
}

void tst_TaskCentre::worthlessResult_isNoPlainSuccess()
{
    const QTemporaryDir folder;
    Evaluation evaluation;
    evaluation.samples = 2;
    evaluation.outputs.resize(2);
    evaluation.outputs[0].samples = evaluation.outputs[1].samples = 2;
    evaluation.outputs[0].cosine.mean = std::nan(""); // zeros
    evaluation.outputs[1].cosine = {0.95, 0.9};
    JobQueue queue(environment(), [&evaluation](const RuntimeEnvironment&, const JobRequest&, Feedback&) {
        return Result<JobResult>(evaluation);
    });
    const int good = queue.add(sampleEvaluate(folder));
    QTRY_VERIFY(queue.isIdle());
    evaluation.outputs[1].cosine = {0.4, 0.1};
    const int bad = queue.add(sampleEvaluate(folder));
    QTRY_VERIFY(queue.isIdle());
    QVERIFY(!isDoubtful(*queue.job(good)));
    QVERIFY(isDoubtful(*queue.job(bad)));
    QVERIFY(outcomeText(*queue.job(bad)).contains(QLatin1String("far from FP32")));
    QVERIFY(queue.job(bad)->title.contains(QLatin1String("fashion_cnn")));
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
