// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/engine_log.h"
#include "app/jobs/log_model.h"
#include "app/jobs/log_panel.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <spdlog/spdlog.h>

#include <thread>

using namespace quantiscope;

using Severity = JobMessage::Severity;

namespace {

void addLine(LogModel& log, Severity severity, const QString& text, int job, const QString& subject = {})
{
    log.add({{severity, QDateTime::currentDateTime(), text, subject}}, QStringLiteral("Quantize"), job);
}

void addThree(LogModel& log)
{
    addLine(log, Severity::Note, QStringLiteral("memory: about 12 MiB."), 1);
    addLine(log, Severity::Warning, QStringLiteral("Option X has no effect."), 1);
    addLine(log, Severity::Error, QStringLiteral("Node 'conv1' fails."), 2, QStringLiteral("conv1"));
}

} // namespace

class tst_Log : public QObject
{
    Q_OBJECT

private slots:
    void model_keepsItsContract();
    void filter_showsWhatFits();
    void subject_isToldWhenALineIsActivated();
    void copy_takesWhatIsShown();
    void clear_emptiesTheLog();
    void oldLines_goWhenThereAreTooMany();
    void manyLines_areFollowedOnce();
    void loggedByALibrary_reachesTheLog();
};

void tst_Log::model_keepsItsContract()
{
    LogModel log;
    const QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
    addThree(log);
    QCOMPARE(log.rowCount(), 3);
    QCOMPARE(log.index(2, int(LogModel::Column::Message)).data().toString(), QStringLiteral("Node 'conv1' fails."));
    QCOMPARE(log.index(1, 0).data(LogModel::SeverityRole).toInt(), int(Severity::Warning));
}

void tst_Log::filter_showsWhatFits()
{
    LogModel log;
    LogPanel panel(log);
    addThree(log);
    auto* view = panel.findChild<QTreeView*>();
    auto* severity = panel.findChild<QComboBox*>();
    QCOMPARE(view->model()->rowCount(), 3);
    severity->setCurrentIndex(1);
    QCOMPARE(view->model()->rowCount(), 2);
    severity->setCurrentIndex(0);
    QTest::keyClicks(panel.findChild<QLineEdit*>(), QStringLiteral("CONV"));
    QCOMPARE(view->model()->rowCount(), 1);
    panel.findChild<QLineEdit*>()->clear();
    panel.showJob(1);
    QCOMPARE(view->model()->rowCount(), 2);
    panel.showJob(0);
    QCOMPARE(view->model()->rowCount(), 3);
}

void tst_Log::subject_isToldWhenALineIsActivated()
{
    LogModel log;
    LogPanel panel(log);
    addThree(log);
    panel.show();
    const QSignalSpy told(&panel, &LogPanel::subjectActivated);
    auto* view = panel.findChild<QTreeView*>();
    view->setCurrentIndex(view->model()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(told.count(), 0); // of nothing that can be shown
    view->setCurrentIndex(view->model()->index(2, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(told.count(), 1);
    QCOMPARE(told[0][0].toString(), QStringLiteral("conv1"));
}

void tst_Log::copy_takesWhatIsShown()
{
    LogModel log;
    LogPanel panel(log);
    addThree(log);
    panel.findChild<QComboBox*>()->setCurrentIndex(2);
    panel.show();
    auto* view = panel.findChild<QTreeView*>();
    for (QToolButton* button : panel.findChildren<QToolButton*>()) {
        if (button->text() == QLatin1String("Copy"))
            button->click();
    }
    const QString copied = QGuiApplication::clipboard()->text();
    QCOMPARE(view->model()->rowCount(), 1);
    QVERIFY2(copied.endsWith(QLatin1String("Quantize\tNode 'conv1' fails.")), qPrintable(copied));
    QCOMPARE(copied.count(QLatin1Char('\n')), 0);
}

void tst_Log::clear_emptiesTheLog()
{
    LogModel log;
    LogPanel panel(log);
    addThree(log);
    panel.findChild<QToolButton*>(QStringLiteral("clearLog"))->click();
    QCOMPARE(log.rowCount(), 0);
    QVERIFY(panel.findChild<QTreeView*>()->isHidden());
}

void tst_Log::oldLines_goWhenThereAreTooMany()
{
    LogModel log;
    for (int i = 0; i < 10'005; ++i)
        addLine(log, Severity::Note, QString::number(i), 0);
    QCOMPARE(log.rowCount(), 10'000);
    QCOMPARE(log.index(0, int(LogModel::Column::Message)).data().toString(), QStringLiteral("5"));
}

void tst_Log::manyLines_areFollowedOnce()
{
    LogModel log;
    LogPanel panel(log);
    panel.resize(600, 300);
    panel.show();
    const QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
    LogFilter filter;
    filter.setSourceModel(&log);
    const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.setText(QStringLiteral("line 100"));
    const QSignalSpy inserted(&log, &QAbstractItemModel::rowsInserted);
    std::vector<JobMessage> messages;
    for (int i = 0; i < 10'003; ++i)
        messages.push_back({Severity::Warning, QDateTime::currentDateTime(), QStringLiteral("line %1").arg(i)});
    log.add(messages, QStringLiteral("Quantize"), 1);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(log.rowCount(), 10'000);
    messages.resize(2);
    log.add(messages, QStringLiteral("Quantize"), 1);
    QCOMPARE(log.rowCount(), 10'000);
    const QModelIndex last = log.index(9'999, int(LogModel::Column::Message));
    QCOMPARE(last.data().toString(), QStringLiteral("line 1"));
    QCOMPARE(filter.rowCount(), 14); // 100, 1000 to 1009, and 10000 to 10002 are in what was kept
    // The newest is in sight, and names from files are no HTML.
    auto* view = panel.findChild<QTreeView*>();
    QTRY_VERIFY(view->viewport()->rect().intersects(view->visualRect(view->model()->index(9'999, 2))));
    addLine(log, Severity::Note, QStringLiteral("<h1>big</h1>"), 0);
    QVERIFY(log.index(9'999, 2).data(Qt::ToolTipRole).toString().contains(QLatin1String("&lt;h1&gt;")));
}

void tst_Log::loggedByALibrary_reachesTheLog()
{
    LogModel log;
    sendEngineLogTo(log);
    std::thread([] { spdlog::warn("from another thread: {}", 7); }).join();
    spdlog::debug("for developers");
    QTRY_COMPARE(log.rowCount(), 1);
    QCOMPARE(log.index(0, int(LogModel::Column::Message)).data().toString(), QStringLiteral("from another thread: 7"));
}

QTEST_MAIN(tst_Log)
#include "tst_log.moc"
