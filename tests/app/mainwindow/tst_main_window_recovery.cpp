// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/mainwindow/window_fixture.h"

using namespace quantiscope;
using namespace quantiscope::test;

/// What a window that ended without being closed leaves for the next.
class tst_MainWindowRecovery : public WindowTest
{
    Q_OBJECT

private slots:
    void closedWindow_leavesNothing();
    void unsavedWork_isOfferedAfterACrash();
    void unsavedWork_canBeDiscarded();
    void restoredWork_isOnDiskAllTheTime();
    void restoredWork_whoseModelHasGone_isLocated();

private:
    /// Ends the window as a crash would, and makes a new one.
    void crash();
};

void tst_MainWindowRecovery::crash()
{
    const QDir folder(recoveryFolder());
    QTRY_COMPARE_WITH_TIMEOUT(folder.entryList({u"*.recovery.json"_s}).size(), 1, 10'000);
    const QString file = folder.filePath(folder.entryList({u"*.recovery.json"_s}).front());
    QVERIFY(QFile::copy(file, path(u"kept"_s)));
    m_window.reset();
    QVERIFY(!QFile::exists(file));
    QVERIFY(QFile::copy(path(u"kept"_s), file));
    open();
}

void tst_MainWindowRecovery::closedWindow_leavesNothing()
{
    openAndWait(sampleProject());
    edit();
    QTRY_VERIFY_WITH_TIMEOUT(!QDir(recoveryFolder()).entryList({u"*.recovery.json"_s}).isEmpty(), 10'000);
    m_answers->click(QMessageBox::Discard);
    QVERIFY(m_window->close());
    m_window.reset();
    QVERIFY(QDir(recoveryFolder()).entryList({u"*.recovery.json"_s}).isEmpty());
    open();
    QVERIFY(!m_window->offerRecovery()); // a question would not be expected
}

void tst_MainWindowRecovery::unsavedWork_isOfferedAfterACrash()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    action("file.save")->trigger();
    edit();
    crash();
    m_answers->click(u"Restore"_s);
    QVERIFY(m_window->offerRecovery());
    QVERIFY(m_answers->areGiven());
    QTRY_VERIFY(m_window->drawing());
    QCOMPARE(editor().recipe().config.preset, std::string("XINT8"));
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    QCOMPARE(pathText(m_window->project().path()), path(u"sample.qsproj"_s));
    QVERIFY(m_window->isWindowModified());
    action("file.save")->trigger();
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(!m_window->offerRecovery()); // nothing is left to be asked about
}

void tst_MainWindowRecovery::unsavedWork_canBeDiscarded()
{
    openAndWait(sampleModel());
    edit();
    crash();
    m_answers->click(u"Ask again later"_s);
    QVERIFY(!m_window->offerRecovery());
    QVERIFY(!m_window->drawing());
    m_answers->click(u"Discard"_s);
    QVERIFY(!m_window->offerRecovery());
    QVERIFY(m_answers->areGiven());
    QVERIFY(!m_window->offerRecovery());
    QVERIFY(!m_window->drawing());
}

void tst_MainWindowRecovery::restoredWork_isOnDiskAllTheTime()
{
    openAndWait(sampleModel());
    edit();
    crash();
    const QDir folder(recoveryFolder());
    const QStringList before = folder.entryList({u"*.recovery.json"_s});
    QCOMPARE(before.size(), 1);
    m_answers->click(u"Restore"_s);
    QVERIFY(m_window->offerRecovery());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->drawing(), kLong);
    QVERIFY(folder.exists(before.front())); // until it is kept anew
    QTRY_VERIFY_WITH_TIMEOUT(!folder.exists(before.front()), 10'000);
    QCOMPARE(folder.entryList({u"*.recovery.json"_s}).size(), 1);
    QVERIFY(m_window->isWindowModified());
    editor().undoStack().setClean();
}

void tst_MainWindowRecovery::restoredWork_whoseModelHasGone_isLocated()
{
    openAndWait(sampleModel());
    edit();
    crash();
    QVERIFY(QFile::rename(sampleModel(), path(u"moved.onnx"_s)));
    m_answers->click(u"Restore"_s);
    QVERIFY(m_window->offerRecovery());
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(u"fashion.onnx"_s), kLong);
    QVERIFY(!m_window->drawing());
    QCOMPARE(QDir(recoveryFolder()).entryList({u"*.recovery.json"_s}).size(), 1);
    m_answers->choose(path(u"moved.onnx"_s));
    for (QAbstractButton* button : m_window->findChild<MessageStrip*>()->findChildren<QAbstractButton*>()) {
        if (button->text() == u"Locate the model…"_s)
            button->click();
    }
    QVERIFY(m_answers->areGiven());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->drawing(), kLong);
    QCOMPARE(editor().recipe().config.preset, std::string("XINT8"));
    QCOMPARE(pathText(m_window->project().modelPath()), path(u"moved.onnx"_s));
    editor().undoStack().setClean();
}

QTEST_MAIN(tst_MainWindowRecovery)
#include "tst_main_window_recovery.moc"
