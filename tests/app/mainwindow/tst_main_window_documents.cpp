// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recent_files.h"
#include "app/pages/drop_area.h"
#include "app/pages/runs_page.h"
#include "app/pages/start_page.h"
#include "core/base/file_io.h"
#include "tests/app/mainwindow/window_fixture.h"

#include <QElapsedTimer>

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QToolButton>

using namespace quantiscope;
using namespace quantiscope::test;

/// Opening, saving and leaving.
class tst_MainWindowDocuments : public WindowTest
{
    Q_OBJECT

private slots:
    void editsMadeWhileOpening_areAskedAbout();
    void dialogsAnswer_isForWhatWasOpenThen();
    void sample_isQuantized_fromTheStartPage();
    void documents_open_byWhatTheyHold();
    void badFile_isToldInPlace_withAWayOut_data();
    void badFile_isToldInPlace_withAWayOut();
    void badFile_leavesWhatIsOpen();
    void droppedFile_isOpened();
    void newestOpening_wins();
    void opening_canBeCancelled();
    void unsavedChanges_areAskedAbout();
    void savedProject_opensAsItWas();
    void saveAs_changesTitleAndMark();
    void projectOfAnotherWindow_isNotOverwritten_withoutAQuestion();
    void projectWithoutItsModel_asksForIt();
    void recipeWithoutModel_isForTheOpenOne();
    void recentFiles_holdWhatWasOpened();
    void closedProject_givesTheStartPage();

private:
    [[nodiscard]] QString startPageText() const;
    [[nodiscard]] QString recipeFile(const std::filesystem::path& model) const;
};

QString tst_MainWindowDocuments::startPageText() const
{
    QString text;
    for (const QLabel* label : m_window->findChild<StartPage*>()->findChild<DropArea*>()->findChildren<QLabel*>())
        text += label->text() + u'\n';
    return text;
}

QString tst_MainWindowDocuments::recipeFile(const std::filesystem::path& model) const
{
    Recipe recipe = sampleRecipe();
    recipe.model = model;
    const QString file = path(u"recipe.json"_s);
    if (const auto written = writeTextFileAtomically(toPath(file), toJson(recipe).dump()); !written)
        qFatal("%s", written.error().message.c_str());
    return file;
}

void tst_MainWindowDocuments::dialogsAnswer_isForWhatWasOpenThen()
{
    openAndWait(sampleModel());
    const GraphDrawingPtr before = m_window->drawing();
    m_window->open(sampleModel(u"other.onnx"_s));
    QElapsedTimer open; // long enough for the other one to be ready
    open.start();
    m_answers->chooseWhen(path(u"first"_s), [&] { return open.elapsed() > 1'500; });
    action("file.saveAs")->trigger();
    QVERIFY(m_answers->areGiven());
    const Result<ProjectFile> saved = loadProject(toPath(path(u"first.qsproj"_s)));
    QVERIFY(saved);
    QCOMPARE(pathText(saved->model), sampleModel());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->drawing() != before, kLong); // then it comes
    QVERIFY(m_window->windowTitle().startsWith(u"other"_s));
}

void tst_MainWindowDocuments::editsMadeWhileOpening_areAskedAbout()
{
    openAndWait(sampleProject());
    const GraphDrawingPtr before = m_window->drawing();
    m_answers->click(QMessageBox::Cancel);
    m_window->open(sampleModel(u"other.onnx"_s));
    edit();
    QTRY_VERIFY_WITH_TIMEOUT(m_answers->areGiven(), kLong);
    QVERIFY(m_window->drawing() == before);
    QVERIFY(m_window->project().isModified());
    // A file that cannot be opened asks nothing.
    m_window->open(path(u"nothing.onnx"_s));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(u"nothing.onnx"_s), kLong);
    m_answers->click(QMessageBox::Discard);
    openAndWait(sampleModel(u"other.onnx"_s));
    QVERIFY(m_answers->areGiven());
    QVERIFY(m_window->windowTitle().startsWith(u"other"_s));
}

void tst_MainWindowDocuments::sample_isQuantized_fromTheStartPage()
{
    const auto buttons = m_window->findChild<StartPage*>()->findChildren<QAbstractButton*>();
    const auto sample = std::find_if(buttons.begin(), buttons.end(), [](const QAbstractButton* button) {
        return button->text().contains(u"sample"_s, Qt::CaseInsensitive);
    });
    QVERIFY(sample != buttons.end());
    QTest::mouseClick(*sample, Qt::LeftButton);
    QTRY_VERIFY(m_window->drawing());
    QTRY_VERIFY(m_window->findChild<StartPage*>()->isHidden());
    for (const char* id : {"view.calibrate", "view.compare", "view.inspect"}) {
        action(id)->trigger();
        QVERIFY(action(id)->isChecked());
    }
    m_answers->choose(path(u"mine.qsproj"_s)); // its runs come beside it
    action("file.save")->trigger();
    QVERIFY(m_answers->areGiven());

    runJob("run.quantize");
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    const RunSummary run = m_window->project().runs().front();
    QVERIFY(std::filesystem::exists(run.output));
    edit();
    m_window->findChild<RunsPage*>()->setCurrentRun(run.number);
    action("runs.restore")->trigger();
    QCOMPARE(editor().recipe().config.preset, run.recipe.config.preset);
    action("edit.undo")->trigger();
    QCOMPARE(editor().recipe().config.preset, std::string("XINT8"));
    m_answers->click(u"Delete"_s);
    action("runs.delete")->trigger();
    QVERIFY(m_window->project().runs().empty());
    QVERIFY(!std::filesystem::exists(run.output));
    editor().undoStack().setClean();
}

void tst_MainWindowDocuments::documents_open_byWhatTheyHold()
{
    openAndWait(sampleModel());
    QVERIFY(m_window->windowTitle().startsWith(u"fashion.onnx"_s));
    QVERIFY(!m_window->project().isModified());
    openAndWait(recipeFile(toPath(sampleModel())));
    QCOMPARE(editor().recipe().config.preset, sampleRecipe().config.preset);
    QVERIFY(m_window->project().path().empty());
    openAndWait(sampleProject());
    QVERIFY(m_window->windowTitle().startsWith(u"sample.qsproj"_s));
    runJob("run.quantize");
    const QString report = pathText(m_window->project().runs().front().report);
    QVERIFY(!report.isEmpty());
    m_answers->click(QMessageBox::Discard);
    openAndWait(report);
    QCOMPARE(pathText(m_window->project().modelPath()), sampleModel());
    QVERIFY(m_window->project().runs().empty());
}

void tst_MainWindowDocuments::badFile_isToldInPlace_withAWayOut_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("missing") << u"none.onnx"_s << QByteArray();
    QTest::newRow("no model") << u"text.onnx"_s << QByteArray("This is no model.");
    QTest::newRow("other JSON") << u"other.json"_s << QByteArray("{\"format\": \"something\"}");
    QTest::newRow("broken project") << u"broken.qsproj"_s
                                    << QByteArray("{\"format\": \"quantiscope-project\", \"version\": 9}");
    QTest::newRow("folder") << u"."_s << QByteArray();
}

void tst_MainWindowDocuments::badFile_isToldInPlace_withAWayOut()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    if (!content.isEmpty()) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    m_window->open(path(name));
    QTRY_VERIFY(startPageText().contains(u"could not be opened"_s));
    QVERIFY2(startPageText().contains(u"'"_s), qPrintable(startPageText())); // the engine names what it is about
    QVERIFY(!m_window->drawing());
    auto* start = m_window->findChild<StartPage*>();
    QVERIFY(start->isVisible());
    const auto buttons = start->findChild<DropArea*>()->findChildren<QPushButton*>();
    const auto another = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
        return button->isVisible() && button->text().contains(u"another"_s);
    });
    QVERIFY(another != buttons.end());
    m_answers->choose(sampleModel());
    (*another)->click();
    QTRY_VERIFY(m_window->drawing());
    QVERIFY(m_answers->areGiven());
    m_window->showPerspective(Perspective::Inspect);
    QVERIFY(message().isEmpty());
}

void tst_MainWindowDocuments::badFile_leavesWhatIsOpen()
{
    openAndWait(sampleProject());
    const GraphDrawingPtr before = m_window->drawing();
    m_window->open(path(u"none.onnx"_s));
    QTRY_VERIFY(message().contains(u"none.onnx"_s));
    QCOMPARE(m_window->drawing(), before);
    QVERIFY(m_window->windowTitle().startsWith(u"sample.qsproj"_s));
    // A document whose model is not there changes nothing, either.
    m_window->open(recipeFile(toPath(path(u"gone.onnx"_s))));
    QTRY_VERIFY(message().contains(u"gone.onnx"_s));
    QCOMPARE(m_window->drawing(), before);
    QCOMPARE(pathText(m_window->project().modelPath()), sampleModel());
}

void tst_MainWindowDocuments::droppedFile_isOpened()
{
    QMimeData data;
    data.setUrls({QUrl(u"https://example.org/a.onnx"_s), QUrl::fromLocalFile(sampleModel())});
    QDragEnterEvent enter({9, 9}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({9, 9}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(m_window->drawing());
}

void tst_MainWindowDocuments::newestOpening_wins()
{
    const QString second = sampleModel(u"second.onnx"_s);
    m_window->open(sampleModel());
    m_window->open(second);
    QTRY_VERIFY(m_window->drawing());
    QCOMPARE(pathText(m_window->project().modelPath()), second);
    m_window->open(sampleModel());
    m_window->openSample();
    QTRY_VERIFY(pathText(m_window->project().modelPath()).endsWith(u"fashion_cnn.onnx"_s));
    QTest::qWait(200); // the one that lost would come now
    QVERIFY(pathText(m_window->project().modelPath()).endsWith(u"fashion_cnn.onnx"_s));
    m_window->openSample();
    m_window->open(second);
    QTRY_COMPARE(pathText(m_window->project().modelPath()), second);
    QTest::qWait(200);
    QCOMPARE(pathText(m_window->drawing()->model().model.path()), second);
}

void tst_MainWindowDocuments::opening_canBeCancelled()
{
    m_window->open(sampleModel());
    const auto buttons = m_window->findChild<DropArea*>()->findChildren<QPushButton*>();
    const auto cancel = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
        return button->isVisible() && button->text() == u"Cancel"_s;
    });
    QVERIFY(cancel != buttons.end());
    (*cancel)->click();
    QTest::qWait(200);
    QVERIFY(!m_window->drawing());
    QVERIFY(!(*cancel)->isVisible());
    openAndWait(sampleProject());
    m_window->open(sampleModel(u"second.onnx"_s));
    auto* stop = m_window->findChild<QWidget*>(u"openingStatus"_s)->findChild<QToolButton*>();
    QVERIFY(stop->isVisible());
    stop->click();
    QTest::qWait(200);
    QVERIFY(!stop->isVisible());
    QVERIFY(m_window->windowTitle().startsWith(u"sample.qsproj"_s));
}

void tst_MainWindowDocuments::unsavedChanges_areAskedAbout()
{
    openAndWait(sampleProject());
    edit();
    QVERIFY(m_window->isWindowModified());
    m_answers->click(QMessageBox::Cancel);
    m_window->open(sampleModel());
    QTRY_VERIFY_WITH_TIMEOUT(m_answers->areGiven(), kLong); // when it is read
    QTest::qWait(100);
    QVERIFY(m_window->windowTitle().startsWith(u"sample.qsproj"_s));
    QVERIFY(m_window->project().isModified());

    m_answers->click(QMessageBox::Save);
    openAndWait(sampleModel());
    const Result<ProjectFile> saved = loadProject(toPath(path(u"sample.qsproj"_s)));
    QVERIFY(saved);
    QCOMPARE(saved->recipe.config.preset, std::string("XINT8"));

    edit("A8W8");
    m_answers->click(QMessageBox::Discard);
    openAndWait(path(u"sample.qsproj"_s));
    QCOMPARE(editor().recipe().config.preset, std::string("XINT8"));

    edit("A8W8");
    m_answers->click(QMessageBox::Cancel);
    QVERIFY(!m_window->close());
    m_answers->click(QMessageBox::Discard);
    QVERIFY(m_window->close());
    QVERIFY(m_answers->areGiven());
}

void tst_MainWindowDocuments::savedProject_opensAsItWas()
{
    openAndWait(sampleProject());
    edit();
    runJob("run.quantize");
    action("file.save")->trigger();
    QVERIFY(!m_window->project().isModified());
    const nlohmann::json recipe = toJson(editor().recipe());
    const RunSummary run = m_window->project().runs().front();
    m_window.reset();
    open();
    openAndWait(path(u"sample.qsproj"_s));
    QCOMPARE(toJson(editor().recipe()).dump(), recipe.dump());
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    QCOMPARE(m_window->project().runs().front().output, run.output);
    QCOMPARE(m_window->project().runs().front().outputs.size(), run.outputs.size());
    QVERIFY(!m_window->project().isModified());
    QVERIFY(!m_window->isWindowModified());
}

void tst_MainWindowDocuments::projectOfAnotherWindow_isNotOverwritten_withoutAQuestion()
{
    const std::filesystem::path file = toPath(sampleProject());
    openAndWait(pathText(file));
    edit();
    ProjectFile other = loadProject(file).value(); // as another window saves it
    other.recipe.config.preset = "A8W8";
    QVERIFY(saveProject(other, file));
    m_answers->click(QMessageBox::Cancel);
    action("file.save")->trigger();
    QVERIFY(m_answers->areGiven());
    QCOMPARE(loadProject(file)->recipe.config.preset, std::string("A8W8"));
    QVERIFY(m_window->project().isModified());

    m_answers->click(u"Save as…"_s);
    m_answers->choose(path(u"mine.qsproj"_s));
    action("file.save")->trigger();
    QTRY_VERIFY(m_answers->areGiven());
    QCOMPARE(loadProject(file)->recipe.config.preset, std::string("A8W8"));
    QCOMPARE(loadProject(toPath(path(u"mine.qsproj"_s)))->recipe.config.preset, std::string("XINT8"));
    QVERIFY(!m_window->project().isModified());

    openAndWait(pathText(file));
    edit();
    QVERIFY(saveProject(loadProject(toPath(path(u"mine.qsproj"_s))).value(), file));
    m_answers->click(u"Overwrite"_s);
    action("file.save")->trigger();
    QVERIFY(m_answers->areGiven());
    QVERIFY(!m_window->project().isModified());
    edit("A8W8"); // nothing is asked where nobody else wrote
    action("file.save")->trigger();
    QCOMPARE(loadProject(file)->recipe.config.preset, std::string("A8W8"));
}

void tst_MainWindowDocuments::saveAs_changesTitleAndMark()
{
    openAndWait(sampleProject());
    edit();
    QVERIFY(m_window->isWindowModified());
    m_answers->choose(path(u"other"_s));
    action("file.saveAs")->trigger();
    QVERIFY(m_answers->areGiven());
    QVERIFY(QFile::exists(path(u"other.qsproj"_s)));
    QVERIFY(m_window->windowTitle().startsWith(u"other.qsproj"_s));
    QVERIFY(!m_window->isWindowModified());
    action("edit.undo")->trigger();
    QVERIFY(m_window->isWindowModified());
    editor().undoStack().setClean();
}

void tst_MainWindowDocuments::projectWithoutItsModel_asksForIt()
{
    const QString project = sampleProject();
    QVERIFY(QFile::rename(sampleModel(), path(u"moved.onnx"_s)));
    m_window->open(project);
    QTRY_VERIFY(message().contains(u"fashion.onnx"_s));
    QVERIFY(!m_window->drawing());
    const auto buttons = m_window->findChild<MessageStrip*>()->findChildren<QToolButton*>();
    const auto locate = std::find_if(buttons.begin(), buttons.end(),
                                     [](const QToolButton* button) { return button->text().contains(u"Locate"_s); });
    QVERIFY(locate != buttons.end());
    m_answers->choose(path(u"moved.onnx"_s));
    (*locate)->click();
    QTRY_VERIFY(m_window->drawing());
    QVERIFY(message().isEmpty());
    QVERIFY(m_window->windowTitle().startsWith(u"sample.qsproj"_s));
    QCOMPARE(pathText(m_window->project().modelPath()), path(u"moved.onnx"_s));
    QVERIFY(m_window->project().isModified());
    editor().undoStack().setClean();
}

void tst_MainWindowDocuments::recipeWithoutModel_isForTheOpenOne()
{
    const QString recipe = recipeFile({});
    m_window->open(recipe);
    QTRY_VERIFY(startPageText().contains(u"names no model"_s));
    openAndWait(sampleModel());
    m_window->open(recipe);
    QTRY_COMPARE(editor().recipe().config.preset, sampleRecipe().config.preset);
    QVERIFY(editor().undoStack().canUndo());
    editor().undoStack().setClean();
}

void tst_MainWindowDocuments::recentFiles_holdWhatWasOpened()
{
    openAndWait(sampleModel());
    openAndWait(sampleProject());
    const std::vector<RecentDocument>& recent = m_window->findChild<RecentFiles*>()->documents();
    QCOMPARE(recent.size(), std::size_t(1)); // the model is found by its project
    QCOMPARE(recent[0].path, path(u"sample.qsproj"_s));
    m_window->open(path(u"none.onnx"_s));
    QTRY_VERIFY(!message().isEmpty());
    QCOMPARE(m_window->findChild<RecentFiles*>()->documents().size(), std::size_t(1));
}

void tst_MainWindowDocuments::closedProject_givesTheStartPage()
{
    openAndWait(sampleProject());
    action("file.close")->trigger();
    QVERIFY(m_window->findChild<StartPage*>()->isVisible());
    QVERIFY(!m_window->drawing());
    QCOMPARE(m_window->windowTitle(), u"Quantiscope"_s);
    QVERIFY(!action("run.quantize")->isEnabled());
    QVERIFY(!action("window.goTo")->isEnabled());
}

QTEST_MAIN(tst_MainWindowDocuments)
#include "tst_main_window_documents.moc"
