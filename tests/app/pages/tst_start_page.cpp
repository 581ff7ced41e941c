// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/sample_files.h"
#include "app/pages/recent_model.h"
#include "app/pages/start_page.h"
#include "widgets/common/text.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace quantiscope;
using namespace Qt::StringLiterals;

namespace {

std::vector<RecentDocument> documents()
{
    const QDateTime now = QDateTime::currentDateTime();
    return {{u"/models/nano.qsproj"_s, u"VINT8"_s, 3, 0.9998, now},
            {QDir::homePath() + u"/networks/cnn.onnx"_s, {}, 0, {}, now.addDays(-3)}};
}

} // namespace

class TestStartPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_page = std::make_unique<StartPage>();
        m_page->resize(1280, 800);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_table = m_page->findChild<QTableView*>();
    }

    void droppedFile_isChosen()
    {
        const QSignalSpy chosen(m_page.get(), &StartPage::pathChosen);
        QMimeData data;
        data.setUrls({QUrl(u"https://example.org/a.onnx"_s), QUrl::fromLocalFile(u"/models/a b.onnx"_s)});
        QVERIFY(drag(data));
        QVERIFY(drop(data));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), u"/models/a b.onnx"_s);
    }

    void droppedText_isRefused()
    {
        const QSignalSpy chosen(m_page.get(), &StartPage::pathChosen);
        QMimeData data;
        data.setText(u"hello"_s);
        QVERIFY(!drag(data));
        QVERIFY(!drop(data));
        QCOMPARE(chosen.count(), 0);
    }

    void opening_isShown_andCanBeCancelled()
    {
        const QSignalSpy cancelled(m_page.get(), &StartPage::cancelRequested);
        m_page->showOpening(u"/models/big.onnx"_s);
        QVERIFY(says(u"Reading big.onnx"_s));
        QVERIFY(m_page->findChild<QProgressBar*>()->isVisible());
        QVERIFY(!button(u"Open…"_s));
        QTest::mouseClick(button(u"Cancel"_s), Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        m_page->showOpening({});
        QVERIFY(!m_page->findChild<QProgressBar*>()->isVisible());
        QVERIFY(button(u"Open…"_s));
    }

    void error_saysWhatAndWhere_withAWayOut()
    {
        const QSignalSpy open(m_page.get(), &StartPage::openRequested);
        m_page->showError(u"/models/bad.onnx"_s, u"The file is no ONNX model <b>at all</b>."_s);
        QVERIFY(says(u"bad.onnx could not be opened"_s));
        QVERIFY(says(u"The file is no ONNX model <b>at all</b>."_s)); // as it is, no HTML
        QPushButton* another = button(u"Open another…"_s);
        QVERIFY(another);
        another->setFocus();
        QTest::keyClick(another, Qt::Key_Return);
        QCOMPARE(open.count(), 1);
        m_page->showError({}, {});
        QVERIFY(!says(u"could not be opened"_s));
    }

    void sample_isOneClickAway()
    {
        QVERIFY(QFileInfo::exists(sampleFolder() + u"/recipe.json"_s));
        const QSignalSpy asked(m_page.get(), &StartPage::sampleRequested);
        auto* open = m_page->findChild<QPushButton*>(u"openSample"_s);
        QVERIFY(open->isEnabled());
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
    }

    void noRecents_isSaid()
    {
        QVERIFY(!m_table->isVisible());
        QVERIFY(says(u"appears here"_s));
        m_page->setRecent(documents());
        QVERIFY(m_table->isVisible());
        QVERIFY(!says(u"appears here"_s));
    }

    void recent_isChosenOnce_byOneClick_orTwo()
    {
        m_page->setRecent(documents());
        const QSignalSpy chosen(m_page.get(), &StartPage::pathChosen);
        const QPoint second = m_table->visualRect(m_table->model()->index(1, RecentModel::FolderColumn)).center();
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, second);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), QDir::homePath() + u"/networks/cnn.onnx"_s);
        QTest::mouseDClick(m_table->viewport(), Qt::LeftButton, {}, second);
        QVERIFY(chosen.count() <= 2);
    }

    void recent_isChosen_byKeys()
    {
        m_page->setRecent(documents());
        const QSignalSpy chosen(m_page.get(), &StartPage::pathChosen);
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_Down);
        QTest::keyClick(m_table, Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QVERIFY(!chosen.at(0).at(0).toString().isEmpty());
    }

    void newest_canBeContinued()
    {
        QVERIFY(!button(u"Continue nano"_s));
        m_page->setRecent(documents());
        const QSignalSpy chosen(m_page.get(), &StartPage::pathChosen);
        QPushButton* next = button(u"Continue nano"_s);
        QVERIFY(next);
        next->click();
        QCOMPARE(chosen.at(0).at(0).toString(), u"/models/nano.qsproj"_s);
    }

    void otherButtons_ask()
    {
        const QSignalSpy presets(m_page.get(), &StartPage::presetsRequested);
        const QSignalSpy commands(m_page.get(), &StartPage::commandsRequested);
        const auto buttons = m_page->findChildren<QToolButton*>();
        for (QToolButton* found : buttons)
            found->click();
        QCOMPARE(presets.count(), 1);
        QCOMPARE(commands.count(), 1);
    }

    void tabulator_reachesEveryControl()
    {
        m_page->setRecent(documents());
        QSet<QWidget*> reached;
        button(u"Open…"_s)->setFocus();
        for (int i = 0; i < 20; ++i) {
            reached += QApplication::focusWidget();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QVERIFY(reached.contains(m_table));
        QVERIFY(reached.contains(m_page->findChild<QPushButton*>(u"openSample"_s)));
        QVERIFY(reached.contains(button(u"Continue nano"_s)));
    }

    void recentModel_isSound_andTellsInWords()
    {
        RecentModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setDocuments(documents());
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, RecentModel::NameColumn), u"nano.qsproj"_s);
        QCOMPARE(text(0, RecentModel::FolderColumn), u"/models"_s);
        QCOMPARE(text(0, RecentModel::PresetColumn), u"VINT8"_s);
        QVERIFY(text(0, RecentModel::OpenedColumn).startsWith(u"today"_s));
        QCOMPARE(text(1, RecentModel::FolderColumn), u"~/networks"_s);
        QCOMPARE(text(1, RecentModel::PresetColumn), u"—"_s);
        QCOMPARE(text(1, RecentModel::RunsColumn), u"—"_s);
        QVERIFY(!text(1, RecentModel::OpenedColumn).startsWith(u"today"_s));
        QCOMPARE(model.index(0, 0).data(RecentModel::PathRole).toString(), u"/models/nano.qsproj"_s);
    }

private:
    bool drag(const QMimeData& data) const
    {
        QDragEnterEvent event(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, {});
        event.ignore();
        QApplication::sendEvent(m_page.get(), &event);
        return event.isAccepted();
    }

    bool drop(const QMimeData& data) const
    {
        QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, {});
        event.ignore();
        QApplication::sendEvent(m_page.get(), &event);
        return event.isAccepted();
    }

    bool says(const QString& text) const
    {
        const auto labels = m_page->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(text)
                && (label->textFormat() == Qt::PlainText || !label->text().contains(u'<'));
        });
    }

    QPushButton* button(const QString& text) const
    {
        const auto buttons = m_page->findChildren<QPushButton*>();
        for (QPushButton* found : buttons) {
            if (found->isVisible() && found->text().remove(u'&') == text)
                return found;
        }
        return nullptr;
    }

    std::unique_ptr<StartPage> m_page;
    QTableView* m_table = nullptr;
};

QTEST_MAIN(TestStartPage)
#include "tst_start_page.moc"
