// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/runs_folder_use.h"
#include "tests/app/mainwindow/window_fixture.h"

#include <QDesktopServices>
#include <QUrl>

using namespace quantiscope;
using namespace quantiscope::test;

/// Files in the project's folder of runs that belong to no run: they are told where that is certain, never touched.
class tst_MainWindowOrphans : public WindowTest
{
    Q_OBJECT

public slots:
    void takeUrl(const QUrl& url) { m_url = url; }

private slots:
    void filesOfABrokenRun_areTold_andStay();
    void filesThatMayBeOfOthers_areNotTold_data();
    void filesThatMayBeOfOthers_areNotTold();
    void filesOfAProjectThatIsLeft_areNotTold();
    void aWindow_saysInWhichFolderItWorks();

private:
    /// A project in whose folder of runs lie files of no run.
    [[nodiscard]] QString projectWithOrphans() const;
    /// Until every look beside the window has told what it found.
    static void waitForLooks()
    {
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QStringList files() const { return QDir(path(u"sample_runs"_s)).entryList(QDir::Files); }

    QUrl m_url;
};

QString tst_MainWindowOrphans::projectWithOrphans() const
{
    const QString project = sampleProject();
    QDir().mkpath(path(u"sample_runs"_s));
    for (const char* name : {"run-001.onnx", "run-001.report.json", "notes.txt"}) {
        QFile file(path(u"sample_runs/"_s + QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("%s cannot be written", name);
    }
    return project;
}

void tst_MainWindowOrphans::filesOfABrokenRun_areTold_andStay()
{
    openAndWait(projectWithOrphans());
    QTRY_VERIFY(message().contains(u"belong to no run"_s));
    QVERIFY2(message().startsWith(u"2 file"_s) && message().contains(u"sample_runs"_s), qPrintable(message()));
    QDesktopServices::setUrlHandler(u"file"_s, this, "takeUrl");
    QAbstractButton* open = nullptr;
    for (QAbstractButton* button : m_window->findChild<MessageStrip*>()->findChildren<QAbstractButton*>()) {
        if (button->text() == u"Open folder"_s)
            open = button;
        QVERIFY2(!button->text().contains(u"Remove"_s), qPrintable(button->text()));
    }
    QVERIFY(open);
    open->click();
    QDesktopServices::unsetUrlHandler(u"file"_s);
    QCOMPARE(m_url.toLocalFile(), path(u"sample_runs"_s));
    QCOMPARE(files().size(), 3);
}

void tst_MainWindowOrphans::filesThatMayBeOfOthers_areNotTold_data()
{
    QTest::addColumn<QString>("why");
    for (const char* why : {"link", "other project", "other window", "unsaved work"})
        QTest::newRow(why) << QString::fromLatin1(why);
}

void tst_MainWindowOrphans::filesThatMayBeOfOthers_areNotTold()
{
    QFETCH(QString, why);
    const QString project = projectWithOrphans();
    RunsFolderUse otherWindow(runsFolderNotes());
    if (why == u"link"_s) {
        QVERIFY(QDir().rename(path(u"sample_runs"_s), path(u"real"_s)));
        QVERIFY(QFile::link(path(u"real"_s), path(u"sample_runs"_s)));
    } else if (why == u"other project"_s) {
        ProjectFile other = loadProject(toPath(project)).value();
        other.runsFolder = toPath(path(u"sample_runs"_s));
        QVERIFY(saveProject(other, toPath(path(u"other.qsproj"_s))));
    } else if (why == u"other window"_s) {
        otherWindow.set(toPath(path(u"sample_runs"_s)));
    } else {
        // A window that was killed left unsaved work, of this project.
        Project lost;
        lost.open(toPath(project), loadProject(toPath(project)).value());
        auto kept = std::make_unique<Autosave>(lost, recoveryFolder(), 0);
        Recipe recipe = lost.editor().recipe();
        recipe.config.preset = "A8W8";
        lost.editor().apply(u"Edit"_s, recipe);
        QTRY_VERIFY(QFile::exists(kept->file()));
        const QString file = kept->file();
        QVERIFY(QFile::copy(file, path(u"kept"_s)));
        kept.reset();
        QVERIFY(QFile::copy(path(u"kept"_s), file));
    }
    openAndWait(project);
    waitForLooks();
    QCOMPARE(message(), QString());
    QCOMPARE(files().size(), 3);
}

void tst_MainWindowOrphans::filesOfAProjectThatIsLeft_areNotTold()
{
    const QString project = projectWithOrphans();
    // It is left before anything can be told of it.
    bool isLeft = false;
    connect(
        &m_window->project(), &Project::titleChanged, this,
        [this, &isLeft] {
            isLeft = m_window->drawing() != nullptr;
            action("file.close")->trigger();
        },
        Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
    m_window->open(project);
    QTRY_VERIFY_WITH_TIMEOUT(isLeft, kLong);
    QVERIFY(!m_window->drawing());
    waitForLooks();
    QCOMPARE(message(), QString());
}

void tst_MainWindowOrphans::aWindow_saysInWhichFolderItWorks()
{
    const auto isUsed = [this](const QString& name) {
        return isUsedElsewhere(runsFolderNotes(), toPath(path(name)), {});
    };
    openAndWait(sampleModel());
    QVERIFY(isUsed(u"fashion_runs"_s)); // that of the model as long as there is no project
    openAndWait(sampleProject());
    QVERIFY(isUsed(u"sample_runs"_s));
    QVERIFY(!isUsed(u"fashion_runs"_s));
    m_answers->choose(path(u"other"_s));
    action("file.saveAs")->trigger();
    QVERIFY(isUsed(u"other_runs"_s));
    action("file.close")->trigger();
    QVERIFY(!isUsed(u"other_runs"_s));
}

QTEST_MAIN(tst_MainWindowOrphans)
#include "tst_main_window_orphans.moc"
