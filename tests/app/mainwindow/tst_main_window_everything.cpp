// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/translation.h"
#include "tests/app/mainwindow/dialog_leaver.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/theme.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPixmap>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Language and theme are what they were when it ends.
struct LooksKeeper
{
    LooksKeeper() = default;
    LooksKeeper(const LooksKeeper&) = delete;
    LooksKeeper& operator=(const LooksKeeper&) = delete;
    ~LooksKeeper()
    {
        installTranslations(*qApp, u"en"_s);
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light);
    }
};

} // namespace

/// The whole window with everything open.
class tst_MainWindowEverything : public WindowTest
{
    Q_OBJECT

private slots:
    void warningsAboutTheData_areInTheStatusBar();
    void themeAndLanguage_areSwitched_withEverythingOpen();
    void everyDialog_opensAndIsLeft();
    void everyDialog_opensWithoutADocument();

private:
    void grabEverything()
    {
        for (const Perspective perspective : kPerspectives) {
            m_window->showPerspective(perspective);
            for (QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
                dock->show();
                dock->raise();
                QVERIFY2(!dock->windowTitle().isEmpty(), qPrintable(dock->objectName()));
                QVERIFY(!dock->grab().isNull());
            }
            QVERIFY(!m_window->grab().isNull());
        }
        for (QMenu* menu : m_window->menuBar()->findChildren<QMenu*>())
            menu->grab();
    }
    /// Triggers all actions that want to ask something ("…") and leaves what comes up.
    void openEveryDialog(int least);
};

void tst_MainWindowEverything::warningsAboutTheData_areInTheStatusBar()
{
    const LooksKeeper looks;
    openAndWait(sampleProject());
    const QDir pictures(pathText(sampleDirectory() / "calib"));
    const QStringList names = pictures.entryList({u"*.png"_s});
    QVERIFY(QDir(path({})).mkpath(u"few"_s));
    for (const QString& copy : {u"few/a.png"_s, u"few/b.png"_s})
        QVERIFY(QFile::copy(pictures.filePath(names[0]), path(copy)));
    QFile broken(path(u"few/c.png"_s));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("no picture");
    broken.close();
    QLabel* told = nullptr;
    const auto find = [&] {
        for (QLabel* label : m_window->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(u"about the data"_s))
                told = label;
        }
        return told != nullptr;
    };
    const DataSession& session = m_window->findChild<DataDesk*>()->session();
    QTRY_VERIFY(!session.isLooking());
    const std::size_t before = session.inspection() ? session.inspection()->warnings() : 0;
    Recipe recipe = editor().recipe();
    recipe.calibration->source = toStd(path(u"few"_s));
    recipe.calibration->samples = 0;
    editor().apply(u"Few"_s, recipe);
    QTRY_VERIFY(session.inspection() && session.inspection()->warnings() > before);
    QTRY_VERIFY(find());
    const QString count = QString::number(session.inspection()->warnings());
    QVERIFY2(told->text().contains(u">%1 "_s.arg(count)), qPrintable(told->text()));
    m_window->showPerspective(Perspective::Inspect);
    emit told->linkActivated(u"#"_s);
    QVERIFY(action("view.calibrate")->isChecked());
    // In another theme it has that theme's colour.
    applyTheme(*qApp, ThemeChoice::Dark);
    QTRY_VERIFY2(told->text().contains(Theme::current().warning.name()), qPrintable(told->text()));
    action("edit.undo")->trigger();
    QTRY_VERIFY(!session.isLooking());
    QTRY_COMPARE(told->text().contains(u"about the data"_s), before > 0);
    editor().undoStack().setClean();
}

void tst_MainWindowEverything::themeAndLanguage_areSwitched_withEverythingOpen()
{
    const LooksKeeper looks;
    openAndWait(sampleProject());
    runJob("run.quantize");
    edit();
    runJob("run.quantize");
    QCOMPARE(m_window->project().runs().size(), std::size_t(2));
    action("runs.openGraph")->trigger();
    m_window->selection().select(0);
    grabEverything();
    for (const bool isOther : {true, false}) {
        applyTheme(*qApp, isOther ? ThemeChoice::Dark : ThemeChoice::Light);
        installTranslations(*qApp, isOther ? u"zh_CN"_s : u"en"_s);
        edit(isOther ? "A8W8" : "XINT8"); // what is made anew has the new words
        QTRY_VERIFY(!m_window->graphPane().navigator().isBusy());
        grabEverything();
    }
    runJob("run.calibrate"); // goes on working
    editor().undoStack().setClean();
    QVERIFY(m_window->project().isModified()); // the runs are not saved
    m_answers->click(QMessageBox::Discard);
    QVERIFY(m_window->close());
}

void tst_MainWindowEverything::openEveryDialog(int least)
{
    m_answers.reset(); // nobody answers: everything is left
    DialogLeaver leaver;
    int opened = 0;
    for (QAction* one : m_window->findChildren<QAction*>()) {
        if (!one->isEnabled() || !one->text().endsWith(u'…') || one->menu())
            continue;
        const int before = leaver.dialogs;
        one->trigger();
        QTest::qWait(1);
        leaver.leave();
        opened += leaver.dialogs > before ? 1 : 0;
        QVERIFY2(!QApplication::activeModalWidget(), qPrintable(one->text()));
    }
    QVERIFY2(opened >= least, qPrintable(QString::number(opened)));
    m_answers = std::make_unique<Answers>();
}

void tst_MainWindowEverything::everyDialog_opensAndIsLeft()
{
    const LooksKeeper looks;
    openAndWait(sampleProject());
    runJob("run.quantize");
    const std::size_t runs = m_window->project().runs().size();
    const Recipe recipe = editor().recipe();
    openEveryDialog(10);
    installTranslations(*qApp, u"zh_CN"_s);
    applyTheme(*qApp, ThemeChoice::Dark);
    openEveryDialog(10);
    QCOMPARE(m_window->project().runs().size(), runs); // left, not agreed to
    QVERIFY(editor().recipe() == recipe);
    QVERIFY(m_window->drawing());
    m_answers->click(QMessageBox::Discard);
    QVERIFY(m_window->close());
}

void tst_MainWindowEverything::everyDialog_opensWithoutADocument()
{
    openEveryDialog(2);
    grabEverything();
    QVERIFY(!m_window->drawing());
}

QTEST_MAIN(tst_MainWindowEverything)
#include "tst_main_window_everything.moc"
