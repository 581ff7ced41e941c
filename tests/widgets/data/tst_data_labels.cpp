// SPDX-License-Identifier: GPL-3.0-or-later
// Labels, choices and mends of the data desk: what a person does with pictures in class folders.
#include "core/tensor/npy_writer.h"
#include "tests/support/model_builder.h"
#include "tests/support/source_directory.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/data/data_source_panel.h"
#include "widgets/data/fed_tensor_panel.h"
#include "widgets/data/sample_filter.h"
#include "widgets/data/sample_list_model.h"
#include "widgets/plots/plot_view.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_DataLabels : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void classFolders_areOfferedAndBecomeLabels();
    void labelMenu_takesThemAway();
    void brokenLabels_areToldAtTheButton();
    void otherFolder_forgetsItsClassFolders();
    void data_areRemovedByTheButtonInThePath();
    void emptiedPath_isPutBack();
    void chosenSamples_areMarked();
    void more_listsAllSamplesConcerned();
    void otherModel_beginsWithCalibration();
    void channels_areChosenFromAMenu();
    void meanStd_fitsTheRangeInForce();
    void dynamicPreset_saysThatItNeedsNoData();
    void tab_leavesTheTable();
    void channels_haveTheirOwnColors();
    void openSize_isMendedByItsButton();
    void oneFile_isMendedByItsButton();
    void dialog_beginsBesideTheModel();

private:
    [[nodiscard]] static QString calib() { return pathText(sampleDirectory() / "calib"); }
    [[nodiscard]] DataSession& session() const { return m_desk->session(); }
    [[nodiscard]] const Recipe& recipe() const { return m_editor->recipe(); }
    [[nodiscard]] QAction* action(const char* id) const { return m_actions->action(QString::fromLatin1(id)); }
    /// Pictures in "boots" and "coats", @p each in both.
    [[nodiscard]] std::filesystem::path classFolders(int each = 3) const
    {
        const QStringList names = QDir(calib()).entryList({QStringLiteral("*.png")});
        for (int i = 0; i < 2 * each; ++i) {
            const QString folder = i < each ? QStringLiteral("boots") : QStringLiteral("coats");
            QDir(m_folder->path()).mkpath(folder);
            QFile::copy(QDir(calib()).filePath(names[i]), m_folder->filePath(folder + QLatin1Char('/') + names[i]));
        }
        return toPath(m_folder->path());
    }
    void open(const std::filesystem::path& source, OpenedModelPtr model = {})
    {
        Recipe recipe;
        recipe.calibration.emplace();
        recipe.calibration->source = source.string();
        recipe.calibration->preprocess = *builtinPreprocess("unit");
        m_editor->reset(std::move(recipe));
        m_desk->setModel(model ? model : sampleModel());
        QTRY_VERIFY(!session().isLooking());
    }
    [[nodiscard]] static OpenedModelPtr sampleModel()
    {
        Feedback feedback;
        return *openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    }
    /// Takes colour pictures of @p side x @p side; -1: of any size.
    [[nodiscard]] static OpenedModelPtr colorModel(std::int64_t side)
    {
        ModelBuilder builder;
        builder.input("x", DataType::Float, {1, 3, side, side});
        builder.node("Relu", {"x"}, {"y"});
        builder.output("y");
        return std::make_shared<const OpenedModel>(builder.model());
    }
    template <typename T>
    [[nodiscard]] T* button(const QString& text) const
    {
        for (T* each : m_desk->findChildren<T*>()) {
            if (each->isVisible() && each->text() == text)
                return each;
        }
        return nullptr;
    }
    [[nodiscard]] bool shows(const QString& part) const
    {
        const auto labels = m_desk->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
    }
    [[nodiscard]] QLineEdit* pathLine() const
    {
        for (QLineEdit* line : m_desk->sourcePanel().findChildren<QLineEdit*>()) {
            if (line->accessibleName() == QStringLiteral("Path of the data"))
                return line;
        }
        return nullptr;
    }
    [[nodiscard]] QListView* list() const { return m_desk->sourcePanel().findChild<QListView*>(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RecipeEditor> m_editor;
    std::unique_ptr<ActionRegistry> m_actions;
    std::unique_ptr<DataDesk> m_desk;
};

void tst_DataLabels::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_editor = std::make_unique<RecipeEditor>();
    m_actions = std::make_unique<ActionRegistry>();
    m_desk = std::make_unique<DataDesk>(*m_editor);
    m_desk->registerActions(*m_actions);
    m_desk->resize(1150, 770);
    m_desk->show();
    QVERIFY(QTest::qWaitForWindowActive(m_desk.get()));
}

void tst_DataLabels::cleanup()
{
    m_desk.reset();
    m_actions.reset();
    m_editor.reset();
    BackgroundTask::waitForAll();
}

void tst_DataLabels::classFolders_areOfferedAndBecomeLabels()
{
    const std::filesystem::path folder = classFolders();
    open(toPath(calib()));
    QVERIFY(!action("data.classFolders")->isEnabled());
    session().setPurpose(DataPurpose::Evaluation);
    session().setSource(folder.string());
    QTRY_VERIFY(!session().isLooking());
    auto* offer = button<QPushButton>(QStringLiteral("Take the 2 folder(s) as classes"));
    QVERIFY(offer);
    QTest::mouseClick(offer, Qt::LeftButton);
    QCOMPARE(recipe().evaluation->labels, folder);
    QVERIFY(!offer->isVisible());
    QTRY_VERIFY(!session().isLooking());
    QCOMPARE(list()->model()->index(0, 0).data(SampleListModel::ClassRole).toString(), QStringLiteral("boots"));
    QVERIFY(shows(QStringLiteral("6 labelled")));
    QVERIFY(shows(QStringLiteral("2 class")));
    QCOMPARE(session().inspection()->samples.back().label.value_or(-1), std::int64_t(1));
    action("data.removeLabels")->trigger();
    QVERIFY(recipe().evaluation->labels.empty());
    QVERIFY(offer->isVisible());
    m_editor->undoStack().undo();
    QCOMPARE(recipe().evaluation->labels, folder);
}

void tst_DataLabels::labelMenu_takesThemAway()
{
    open(classFolders());
    auto* labels = button<QPushButton>(QStringLiteral("Add labels"));
    QVERIFY(labels && labels->menu());
    emit labels->menu()->aboutToShow();
    const auto entry = [labels](const QString& part) {
        for (QAction* each : labels->menu()->actions()) {
            if (each->text().contains(part))
                return each;
        }
        return static_cast<QAction*>(nullptr);
    };
    QVERIFY(!entry(QStringLiteral("N&one"))->isEnabled());
    entry(QStringLiteral("&names"))->trigger();
    QCOMPARE(recipe().evaluation->labels, toPath(m_folder->path()));
    QCOMPARE(labels->text(), QStringLiteral("Labels: folder names"));
    emit labels->menu()->aboutToShow();
    QVERIFY(entry(QStringLiteral("N&one"))->isEnabled());
    entry(QStringLiteral("N&one"))->trigger();
    QVERIFY(recipe().evaluation->labels.empty());
}

void tst_DataLabels::brokenLabels_areToldAtTheButton()
{
    open(toPath(calib()));
    QFile file(m_folder->filePath(QStringLiteral("labels.tsv")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a.png no tab\n") > 0);
    file.close();
    session().setLabels(toPath(file.fileName()));
    QTRY_VERIFY(!session().isLooking());
    auto* labels = button<QPushButton>(QStringLiteral("Labels: labels.tsv"));
    QVERIFY(labels && !labels->icon().isNull());
    QVERIFY(labels->toolTip().contains(QStringLiteral("1 column")));
    QVERIFY(!session().listing().names.empty()); // the samples stay
}

void tst_DataLabels::otherFolder_forgetsItsClassFolders()
{
    open(toPath(calib()));
    session().setPurpose(DataPurpose::Evaluation);
    session().setSource(classFolders().string());
    QTRY_VERIFY(session().listing().classFolders == 2);
    m_desk->sourcePanel().takeFoldersAsLabels();
    QVERIFY(!recipe().evaluation->labels.empty());
    session().setSource((sampleDirectory() / "test").string());
    QVERIFY(recipe().evaluation->labels.empty());
}

void tst_DataLabels::data_areRemovedByTheButtonInThePath()
{
    open(toPath(calib()));
    auto* path = pathLine();
    QAction* remove = path->actions().last();
    QVERIFY(remove->isVisible());
    remove->trigger();
    QVERIFY(!recipe().calibration);
    QVERIFY(path->text().isEmpty() && !remove->isVisible());
    QVERIFY(session().listing().names.empty());
    m_editor->undoStack().undo();
    QCOMPARE(recipe().calibration->source, toPath(calib()).string());
}

void tst_DataLabels::emptiedPath_isPutBack()
{
    open(toPath(calib()));
    auto* path = pathLine();
    path->clear();
    QTest::keyClick(path, Qt::Key_Return);
    QCOMPARE(path->text(), calib());
    QCOMPARE(recipe().calibration->source, toPath(calib()).string());
}

void tst_DataLabels::chosenSamples_areMarked()
{
    open(toPath(calib()));
    session().setSkipped({session().listing().names[0]}, Qt::Unchecked);
    session().edit(QStringLiteral("x"), [](DataSpec& data) {
        data.samples = 5;
        data.seed = 3;
    });
    QTRY_VERIFY(!session().isLooking());
    std::vector<std::string> marked, looked;
    for (int row = 0; row < list()->model()->rowCount(); ++row) {
        if (list()->model()->index(row, 0).data(SampleListModel::IsChosenRole).toBool())
            marked.push_back(session().listing().names[std::size_t(row)]);
    }
    for (const SampleFacts& facts : session().inspection()->samples)
        looked.push_back(facts.name);
    QCOMPARE(looked.size(), std::size_t(5));
    QVERIFY(marked == looked); // as the engine chooses
    QVERIFY(shows(QStringLiteral("5 chosen")));
}

void tst_DataLabels::more_listsAllSamplesConcerned()
{
    const QStringList names = QDir(calib()).entryList({QStringLiteral("*.png")});
    for (int i = 0; i < 9; ++i)
        QFile::copy(QDir(calib()).filePath(names[0]), m_folder->filePath(QStringLiteral("copy%1.png").arg(i)));
    QFile::copy(QDir(calib()).filePath(names[1]), m_folder->filePath(QStringLiteral("other.png")));
    open(toPath(m_folder->path()));
    SampleFilter* filter = qobject_cast<SampleFilter*>(list()->model());
    const QAbstractItemModelTester tester(filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(list()->model()->rowCount(), 10);
    QToolButton* more = nullptr;
    QTRY_VERIFY((more = button<QToolButton>(QStringLiteral("+ 4"))) != nullptr);
    QTest::mouseClick(more, Qt::LeftButton);
    QCOMPARE(list()->model()->rowCount(), 9);
    QVERIFY(shows(QStringLiteral("Only:")));
    list()->setCurrentIndex(list()->model()->index(8, 0));
    QCOMPARE(session().currentSample(), std::size_t(8));
    auto* all = button<QPushButton>(QStringLiteral("Show all"));
    QVERIFY(all);
    QTest::mouseClick(all, Qt::LeftButton);
    QCOMPARE(list()->model()->rowCount(), 10);
    QVERIFY(!all->isVisible());
}

void tst_DataLabels::otherModel_beginsWithCalibration()
{
    open(toPath(calib()));
    const auto* table = m_desk->findChild<QTableWidget*>();
    const QString header = table->horizontalHeaderItem(0)->text();
    session().setPurpose(DataPurpose::Evaluation);
    QVERIFY(!session().data());
    QVERIFY(table->horizontalHeaderItem(0)->text() != header);
    m_desk->setModel(colorModel(8));
    QVERIFY(session().purpose() == DataPurpose::Calibration);
    QTRY_VERIFY(!session().isLooking());
    QCOMPARE(table->horizontalHeaderItem(0)->text(), QStringLiteral("x"));
}

void tst_DataLabels::channels_areChosenFromAMenu()
{
    open(toPath(calib()), colorModel(28));
    QToolButton* effect = nullptr;
    for (QToolButton* each : m_desk->findChildren<QToolButton*>()) {
        if (each->accessibleName().startsWith(QStringLiteral("Channels:")))
            effect = each;
    }
    QVERIFY(effect);
    QTest::mouseClick(effect, Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    for (QAction* each : menu->actions()) {
        if (each->text() == QStringLiteral("BGR"))
            each->trigger();
    }
    menu->close();
    QVERIFY(recipe().calibration->preprocess.channels == ChannelOrder::Bgr);
}

void tst_DataLabels::meanStd_fitsTheRangeInForce()
{
    open(toPath(calib()));
    const auto check = [this](const QString& name) {
        for (QAbstractButton* each : m_desk->findChildren<QAbstractButton*>()) {
            if (each->accessibleName() == QStringLiteral("Use step %1").arg(name))
                each->click();
        }
    };
    check(QStringLiteral("Mean · std"));
    QVERIFY(std::abs(recipe().calibration->preprocess.mean.front() - 0.5) < 1e-9);
    check(QStringLiteral("Mean · std"));
    check(QStringLiteral("Scale"));
    check(QStringLiteral("Mean · std"));
    QCOMPARE(recipe().calibration->preprocess.mean, std::vector<double>{127.5});
    QCOMPARE(recipe().calibration->preprocess.std, std::vector<double>{127.5});
}

void tst_DataLabels::dynamicPreset_saysThatItNeedsNoData()
{
    open(classFolders());
    QTRY_VERIFY(shows(QStringLiteral("100 to 1000 advised")));
    Recipe next = recipe();
    next.config.selection.dynamic = true;
    m_editor->apply(QStringLiteral("dynamic"), std::move(next));
    QTRY_VERIFY(shows(QStringLiteral("needs no calibration data")));
    QVERIFY(!shows(QStringLiteral("100 to 1000 advised")));
    m_editor->undoStack().undo();
    QTRY_VERIFY(shows(QStringLiteral("100 to 1000 advised")));
}

void tst_DataLabels::tab_leavesTheTable()
{
    open(toPath(calib()));
    // Tab goes on to the next control, not from cell to cell for ever.
    QVERIFY(!m_desk->findChild<QTableWidget*>()->tabKeyNavigation());
}

void tst_DataLabels::channels_haveTheirOwnColors()
{
    open(toPath(calib()), colorModel(28));
    for (const ChannelOrder order : {ChannelOrder::Rgb, ChannelOrder::Bgr}) {
        session().edit(QStringLiteral("x"), [order](DataSpec& data) { data.preprocess.channels = order; });
        QTRY_VERIFY(!session().isLooking());
        const std::vector<PlotSeries>& series = m_desk->fedTensor().plot().series();
        QCOMPARE(series.size(), std::size_t(3));
        for (const PlotSeries& each : series) {
            const std::size_t wanted = each.name == QStringLiteral("B") ? 0 : each.name == QStringLiteral("R") ? 1 : 2;
            QCOMPARE(each.color.value_or(9), wanted);
        }
    }
}

void tst_DataLabels::openSize_isMendedByItsButton()
{
    QImage image(70, 40, QImage::Format_RGB32);
    image.fill(Qt::red);
    QVERIFY(image.save(m_folder->filePath(QStringLiteral("a.png"))));
    QVERIFY(image.scaled(100, 60).save(m_folder->filePath(QStringLiteral("b.png"))));
    QVERIFY(image.scaled(110, 70).save(m_folder->filePath(QStringLiteral("c.png"))));
    open(toPath(m_folder->path()), colorModel(-1));
    const auto* table = m_desk->findChild<QTableWidget*>();
    QCOMPARE(table->item(0, 2)->text(), QStringLiteral("1 × 3 × any × any"));
    QPushButton* fix = nullptr;
    QTRY_VERIFY((fix = button<QPushButton>(QStringLiteral("Resize to 64×96"))) != nullptr);
    QTest::mouseClick(fix, Qt::LeftButton);
    QVERIFY(recipe().calibration->preprocess.resize->size == (PictureSize{64, 96}));
    QTRY_VERIFY(!session().isLooking());
    QVERIFY(!session().inspection()->inputs.front().shapesDiffer);
}

void tst_DataLabels::oneFile_isMendedByItsButton()
{
    for (int i = 0; i < 3; ++i) {
        Tensor tensor(DataType::Float, {1, 3, 8, 8});
        QVERIFY(writeNpy(toPath(m_folder->filePath(QStringLiteral("s%1.npy").arg(i))), tensor));
    }
    open(toPath(m_folder->filePath(QStringLiteral("s1.npy"))), colorModel(8));
    QCOMPARE(session().listing().names.size(), std::size_t(1));
    QPushButton* fix = nullptr;
    QTRY_VERIFY((fix = button<QPushButton>(QStringLiteral("Use the folder"))) != nullptr);
    QTest::mouseClick(fix, Qt::LeftButton);
    QCOMPARE(recipe().calibration->source, toPath(m_folder->path()).string());
    QTRY_COMPARE(session().listing().names.size(), std::size_t(3));
}

void tst_DataLabels::dialog_beginsBesideTheModel()
{
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    m_editor->reset({});
    m_desk->setModel(sampleModel());
    QString place;
    QTimer::singleShot(0, this, [&place] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        place = dialog->directory().absolutePath();
        dialog->reject();
    });
    action("data.choose")->trigger();
    QCOMPARE(QFileInfo(place).canonicalFilePath(), QFileInfo(pathText(sampleDirectory())).canonicalFilePath());
    QVERIFY(!recipe().calibration);
}

QTEST_MAIN(tst_DataLabels)
#include "tst_data_labels.moc"
