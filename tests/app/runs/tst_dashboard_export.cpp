// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/dashboard_report.h"
#include "tests/app/runs/dashboard_fixture.h"

#include <QAction>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTest>
#include <QXmlStreamReader>

#include <functional>
#include <sstream>

using namespace quantiscope;
using namespace quantiscope::test;

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// As long as it lives dialogs are counted and left as Esc does, after @p look.
std::unique_ptr<QTimer> countDialogs(
    int& dialogs, const std::function<void()>& look = [] {})
{
    auto timer = std::make_unique<QTimer>();
    QObject::connect(timer.get(), &QTimer::timeout, timer.get(), [&dialogs, look] {
        if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            ++dialogs;
            look();
            dialog->reject();
        }
    });
    timer->start(10);
    return timer;
}

} // namespace

class tst_DashboardExport : public QObject, private DashboardFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { makeRuns(); }
    void init() { openCopies(); }
    void cleanup() { close(); }
    void dashboard_isExported_data();
    void dashboard_isExported();
    void hiddenDashboard_isReadBeforeItIsExported();
    void waitingExport_isForgottenWithItsRun();
    void waitingExport_isForgottenWithItsProject();
    void dialogThatWaited_standsOverAPageThatIsRead();
    void firstSamples_areToldAsSuch();
    void export_neverReplacesAFileOfARun();
};

void tst_DashboardExport::dashboard_isExported_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"d.html", "d.csv", "d.md", "d.json"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_DashboardExport::dashboard_isExported()
{
    QFETCH(QString, name);
    const fs::path file = in(*m_folder, name.toLatin1().constData());
    const QSignalSpy done(m_page.get(), &RunsPage::exported);
    exportDashboard(file);
    QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, kLong);
    const Result<std::string> text = readTextFile(file, ErrorCode::DiskError);
    VERIFY_OK(text);
    const Evaluation evaluation = measured(2);
    if (name.endsWith(QLatin1String("html"))) {
        QXmlStreamReader xml(toQt(*text));
        int figures = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            figures += xml.isStartElement() && xml.name() == QLatin1String("svg") ? 1 : 0;
            for (const char* attribute : {"src", "href"})
                QVERIFY(!xml.attributes().hasAttribute(QLatin1String(attribute)));
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(figures > 0);
        QVERIFY(text->find("McNemar") != std::string::npos);
    } else if (name.endsWith(QLatin1String("json"))) {
        const json document = json::parse(*text);
        QCOMPARE(document["runs"].size(), std::size_t(2));
        QVERIFY(document["runs"][0]["evaluation"] == toJson(evaluation));
        QVERIFY(document["comparison"]["scales"]["changed"].size() > 0);
    } else if (name.endsWith(QLatin1String("csv"))) {
        std::istringstream lines(*text);
        std::string line;
        std::getline(lines, line);
        QCOMPARE(line, std::string("run,recipe,output,metric,statistic,value\r"));
        bool isFound = false;
        while (std::getline(lines, line)) {
            if (line.starts_with("2,XINT8,first,cosine,mean,"))
                isFound = std::abs(std::stod(line.substr(line.rfind(',') + 1))
                                   - evaluation.summaryNamed("first")->cosine.mean)
                    < 1e-9;
        }
        QVERIFY(isFound);
    } else {
        QVERIFY(text->find("| first |") != std::string::npos);
    }
}

void tst_DashboardExport::hiddenDashboard_isReadBeforeItIsExported()
{
    const QSignalSpy done(m_page.get(), &RunsPage::exported);
    const fs::path file = in(*m_folder, "d.json");
    m_page->hide();
    m_page->setCurrentRun(3);
    QVERIFY(!m_page->shownRuns().front().details);
    QVERIFY(m_actions->action(QStringLiteral("runs.exportDashboard"))->isEnabled());
    exportDashboard(file);
    QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, kLong);
    QVERIFY(documentOf(file)["runs"][0]["evaluation"] == toJson(measured(3)));
    // Also what was written since it was read: nobody looks at the page.
    const auto rename = [this](const char* sample) {
        json report = documentOf(run(3).report);
        report["evaluation"]["perSample"]["names"][0] = sample;
        write(run(3).report, report);
    };
    rename("another.png");
    exportDashboard(file);
    QTRY_COMPARE_WITH_TIMEOUT(done.count(), 2, kLong);
    QVERIFY(documentOf(file)["runs"][0]["evaluation"]["perSample"]["names"][0] == "another.png");
    // While it is looked at, once somebody says so.
    m_page->show();
    const auto shown = [this] { return m_page->shownRuns().front().evaluation()->perSample.front().name; };
    QTRY_VERIFY_WITH_TIMEOUT(isRead() && shown() == "another.png", kLong);
    rename("third.png");
    m_page->readAgain();
    QTRY_COMPARE_WITH_TIMEOUT(shown(), std::string("third.png"), kLong);
}

void tst_DashboardExport::waitingExport_isForgottenWithItsRun()
{
    m_page->hide(); // all is read again before it is exported
    m_page->setCurrentRun(3);
    int dialogs = 0;
    const auto counted = countDialogs(dialogs);
    m_actions->action(QStringLiteral("runs.exportDashboard"))->trigger();
    m_page->setCurrentRun(1);
    m_page->show();
    QTRY_VERIFY_WITH_TIMEOUT(isRead(), kLong);
    m_page->setCurrentRun(3); // also not once its own run is back
    QTRY_VERIFY_WITH_TIMEOUT(isRead(), kLong);
    QCoreApplication::processEvents();
    QCOMPARE(dialogs, 0);
    m_actions->action(QStringLiteral("runs.exportDashboard"))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(dialogs, 1, kLong);
}

void tst_DashboardExport::waitingExport_isForgottenWithItsProject()
{
    m_page->hide();
    int dialogs = 0;
    const auto counted = countDialogs(dialogs);
    m_actions->action(QStringLiteral("runs.exportDashboard"))->trigger();
    m_project->open(in(*m_folder, "other.qsproj"), m_project->file());
    m_page->setCurrentRun(2); // a run of the same number
    m_page->show();
    QTRY_VERIFY_WITH_TIMEOUT(isRead(), kLong);
    QCoreApplication::processEvents();
    QCOMPARE(dialogs, 0);
}

void tst_DashboardExport::dialogThatWaited_standsOverAPageThatIsRead()
{
    const auto bars = m_page->findChildren<QProgressBar*>();
    const auto reading = std::find_if(bars.begin(), bars.end(), [](const QProgressBar* bar) {
        return bar->accessibleName() == QLatin1String("Reports are being read");
    });
    QVERIFY(reading != bars.end());
    m_page->setCurrentRun(3);
    QVERIFY((*reading)->isVisible());
    int dialogs = 0;
    bool isStillReading = true;
    const auto counted = countDialogs(dialogs, [&] { isStillReading = (*reading)->isVisible(); });
    m_actions->action(QStringLiteral("runs.exportDashboard"))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(dialogs, 1, kLong);
    QVERIFY(!isStillReading);
}

void tst_DashboardExport::firstSamples_areToldAsSuch()
{
    std::vector<RunInView> runs = m_page->shownRuns();
    auto details = std::make_shared<RunDetails>(*runs.front().details);
    details->run.evaluation->samples = 50000;
    const std::string first =
        "the first " + std::to_string(details->run.evaluation->perSample.size()) + " of 50000 samples";
    runs.front().details = details;
    Dashboard dashboard{m_project->modelPath(), runs, m_page->metrics().output(), m_page->metrics().metric()};
    for (const char* name : {"d.md", "d.html", "d.csv"}) {
        const fs::path file = in(*m_folder, name);
        VERIFY_OK(writeDashboard(dashboard, file));
        const Result<std::string> text = readTextFile(file, ErrorCode::DiskError);
        VERIFY_OK(text);
        const std::string wanted = std::string(name) == "d.csv" ? ",cosine,quartileSamples," : first;
        QVERIFY2(text->find(wanted) != std::string::npos, name);
    }
    // Of a run of an older version no single samples are known; nothing stands for them.
    details = std::make_shared<RunDetails>(*details);
    details->run.evaluation->perSample.clear();
    dashboard.runs.front().details = details;
    const fs::path page = in(*m_folder, "older.html");
    VERIFY_OK(writeDashboard(dashboard, page));
    QVERIFY(readTextFile(page, ErrorCode::DiskError)->find("the first 0 of") == std::string::npos);
    m_page->metrics().setRuns(runs);
    const auto labels = m_page->metrics().findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
                        [](const QLabel* label) { return label->text().contains(QStringLiteral("50,000")); }));
}

void tst_DashboardExport::export_neverReplacesAFileOfARun()
{
    const QSignalSpy failed(m_page.get(), &RunsPage::exportFailed);
    const auto before = fs::file_size(run(2).report);
    exportDashboard(run(2).report);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kLong);
    QCOMPARE(fs::file_size(run(2).report), before);
    exportDashboard(in(*m_folder, "d.txt"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 2, kLong);
    QVERIFY(!fs::exists(in(*m_folder, "d.txt")));
}

QTEST_MAIN(tst_DashboardExport)
#include "tst_dashboard_export.moc"
