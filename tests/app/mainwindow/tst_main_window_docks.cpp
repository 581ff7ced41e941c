// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/mainwindow/window_fixture.h"

#include <QDockWidget>

using namespace quantiscope;
using namespace quantiscope::test;

/// The docks of each perspective: where they are at first, that the user's places are kept, and the way back.
class tst_MainWindowDocks : public WindowTest
{
    Q_OBJECT

private slots:
    void perspective_showsItsDocks_data();
    void perspective_showsItsDocks();
    void places_areKept_forEachPerspective();
    void places_areKept_overARestart();
    void places_areStored_whenTheUserLeaves();
    void reset_bringsBackWhatWasThere();
    void window_keepsItsSize_whileATaskRuns_data();
    void window_keepsItsSize_whileATaskRuns();

private:
    [[nodiscard]] QDockWidget* dock(const char* id) const
    {
        return m_window->findChild<QDockWidget*>(u"dock."_s + QString::fromLatin1(id));
    }
    /// The docks that are there, behind a tab or not, by name.
    [[nodiscard]] QStringList shown() const
    {
        QStringList ids;
        for (const QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
            if (!dock->isHidden())
                ids += dock->objectName().section(u'.', 1);
        }
        ids.sort();
        return ids;
    }
};

void tst_MainWindowDocks::perspective_showsItsDocks_data()
{
    QTest::addColumn<Perspective>("perspective");
    QTest::addColumn<QStringList>("docks");
    QTest::newRow("inspect") << Perspective::Inspect
                             << QStringList{u"findings"_s, u"history"_s, u"model"_s, u"recipe"_s, u"selection"_s};
    QTest::newRow("calibrate") << Perspective::Calibrate << QStringList{u"data"_s, u"tasks"_s};
    QTest::newRow("compare") << Perspective::Compare << QStringList{};
}

void tst_MainWindowDocks::perspective_showsItsDocks()
{
    QFETCH(const Perspective, perspective);
    QFETCH(const QStringList, docks);
    QCOMPARE(shown(), QStringList()); // the start page has none
    openAndWait(sampleProject());
    m_window->showPerspective(perspective);
    QCOMPARE(shown(), docks);
}

void tst_MainWindowDocks::places_areKept_forEachPerspective()
{
    openAndWait(sampleProject());
    const QStringList before = shown();
    action("window.dock.log")->trigger();
    QVERIFY(shown().contains(u"log"_s));
    m_window->showPerspective(Perspective::Calibrate);
    QVERIFY(!shown().contains(u"log"_s));
    action("window.dock.data")->trigger();
    m_window->showPerspective(Perspective::Inspect);
    QCOMPARE(shown().size(), before.size() + 1);
    QVERIFY(shown().contains(u"log"_s));
    m_window->showPerspective(Perspective::Calibrate);
    QVERIFY(!shown().contains(u"data"_s));
}

void tst_MainWindowDocks::places_areStored_whenTheUserLeaves()
{
    openAndWait(sampleProject());
    for (const Perspective perspective : kPerspectives)
        m_window->showPerspective(perspective);
    for (const Perspective perspective : kPerspectives)
        QVERIFY(m_settings->layout(perspectiveKey(perspective)).isEmpty());
    action("file.close")->trigger();
    for (const Perspective perspective : kPerspectives)
        QVERIFY(!m_settings->layout(perspectiveKey(perspective)).isEmpty());
}

void tst_MainWindowDocks::places_areKept_overARestart()
{
    openAndWait(sampleProject());
    action("window.dock.log")->trigger();
    m_window->resizeDocks({dock("recipe")}, {420}, Qt::Horizontal);
    QTRY_COMPARE(dock("recipe")->width(), 420);
    m_window->resize(1500, 880);
    QTest::qWait(50);
    const QStringList before = shown();
    const int width = dock("recipe")->width();
    QVERIFY(m_window->close());
    m_window = std::make_unique<MainWindow>(*m_settings, environment());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    openAndWait(sampleProject());
    QCOMPARE(m_window->size(), QSize(1500, 880).boundedTo(m_window->size()));
    QCOMPARE(shown(), before);
    QTRY_COMPARE(dock("recipe")->width(), width);
}

void tst_MainWindowDocks::reset_bringsBackWhatWasThere()
{
    openAndWait(sampleProject());
    const QStringList before = shown();
    QTRY_VERIFY(dock("recipe")->width() > 0 && dock("recipe")->isVisible());
    QTest::qWait(100);
    const int width = dock("recipe")->width();
    m_window->resizeDocks({dock("recipe")}, {width + 120}, Qt::Horizontal);
    QTRY_COMPARE(dock("recipe")->width(), width + 120);
    action("window.dock.log")->trigger();
    dock("model")->setFloating(true);
    m_window->showPerspective(Perspective::Calibrate);
    action("window.dock.data")->trigger();
    action("window.resetLayout")->trigger();
    QVERIFY(shown().contains(u"data"_s));
    m_window->showPerspective(Perspective::Inspect);
    QCOMPARE(shown(), before);
    QVERIFY(!dock("model")->isFloating());
    QTRY_COMPARE(dock("recipe")->width(), width);
    // The same within the perspective that is shown.
    m_window->resizeDocks({dock("recipe")}, {width + 120}, Qt::Horizontal);
    QTRY_COMPARE(dock("recipe")->width(), width + 120);
    action("window.dock.model")->trigger();
    action("window.resetLayout")->trigger();
    QCOMPARE(shown(), before);
    QTRY_COMPARE(dock("recipe")->width(), width);
}

void tst_MainWindowDocks::window_keepsItsSize_whileATaskRuns_data()
{
    QTest::addColumn<Perspective>("perspective");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1440, 900), QSize(1280, 800)}) {
        const auto row = [&](const char* name) -> QTestData& { return QTest::addRow("%s %d", name, size.width()); };
        row("inspect") << Perspective::Inspect << size;
        row("calibrate") << Perspective::Calibrate << size;
        row("compare") << Perspective::Compare << size;
    }
}

void tst_MainWindowDocks::window_keepsItsSize_whileATaskRuns()
{
    QFETCH(const Perspective, perspective);
    QFETCH(const QSize, size);
    m_window->resize(size);
    openAndWait(sampleProject());
    m_window->showPerspective(perspective);
    action("window.dock.tasks")->setChecked(true);
    Recipe recipe = editor().recipe();
    recipe.calibration->source = "random:1";
    recipe.calibration->samples = 200'000;
    editor().apply(u"Many samples"_s, recipe);
    editor().undoStack().setClean();
    action("run.quantize")->trigger();
    action("run.calibrate")->trigger(); // waits
    const auto isCalibrating = [this] {
        const auto job = m_window->jobs().running();
        return job && job->progress.done > 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isCalibrating(), kLong);
    QTest::qWait(100); // layouts
    QCOMPARE(m_window->size(), size);
    m_window->jobs().cancelAllAndWait();
    QTest::qWait(100);
    QCOMPARE(m_window->size(), size);
    for (const Perspective other : {Perspective::Compare, Perspective::Calibrate, Perspective::Inspect}) {
        m_window->showPerspective(other);
        QTest::qWait(20);
        QCOMPARE(m_window->size(), size);
    }
}

QTEST_MAIN(tst_MainWindowDocks)
#include "tst_main_window_docks.moc"
