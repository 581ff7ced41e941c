// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "tests/support/source_directory.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/data/data_source_panel.h"
#include "widgets/data/fed_tensor_panel.h"
#include "widgets/data/sample_delegate.h"
#include "widgets/data/sample_list_model.h"
#include "widgets/data/step_card.h"
#include "widgets/data/step_editor.h"
#include "widgets/data/step_words.h"
#include "widgets/data/thumbnail_cache.h"
#include "widgets/plots/plot_view.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_DataDesk : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void empty_saysWhatBelongsHere();
    void source_listsPicturesAndShowsSteps();
    void source_isAnEditThatCanBeUndone();
    void wrongPath_showsTheEnginesSentence();
    void listModel_isAModel();
    void checkBox_leavesASampleOut();
    void samplesBox_mergesIntoOneEdit();
    void builtin_isNamedAndCustomAfterAChange();
    void stepCheck_turnsAStepOnAndOff();
    void stepper_goesFromSampleToSample();
    void fix_leavesOutTheDuplicate();
    void fedTensor_isComparedWithTheModel();
    void misfit_isShownInPlace();
    void random_needsNoPath();
    void evaluation_hasDataOfItsOwn();
    void numbers_areReadFromText_data();
    void numbers_areReadFromText();
    void themes_areDrawn();

private:
    [[nodiscard]] QString calib() const { return pathText(sampleDirectory() / "calib"); }
    [[nodiscard]] Recipe recipeFor(const QString& folder) const
    {
        Recipe recipe;
        recipe.calibration.emplace();
        recipe.calibration->source = toPath(folder).string();
        recipe.calibration->preprocess = *builtinPreprocess("unit");
        return recipe;
    }
    void open(const QString& folder)
    {
        m_editor->reset(recipeFor(folder));
        m_desk->setModel(m_model);
        QTRY_VERIFY(!m_desk->session().isLooking());
    }
    /// Twelve of the sample's pictures, the first one twice.
    [[nodiscard]] QString folderWithDuplicate() const
    {
        const QDir pictures(calib());
        const QStringList names = pictures.entryList({QStringLiteral("*.png")});
        for (int i = 0; i < 12; ++i)
            QFile::copy(pictures.filePath(names[i]), m_folder->filePath(names[i]));
        QFile::copy(pictures.filePath(names[0]), m_folder->filePath(QStringLiteral("zz.png")));
        return m_folder->path();
    }
    template <typename T>
    [[nodiscard]] T* named(const QString& accessibleName) const
    {
        for (T* widget : m_desk->findChildren<T*>()) {
            if (widget->accessibleName() == accessibleName)
                return widget;
        }
        return nullptr;
    }
    [[nodiscard]] bool showsText(const QString& part) const
    {
        const auto labels = m_desk->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
    }
    void clickButton(const QString& text) const
    {
        const auto buttons = m_desk->findChildren<QAbstractButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(),
                                        [&](const QAbstractButton* button) { return button->text() == text; });
        QVERIFY(found != buttons.end());
        (*found)->click();
    }
    [[nodiscard]] const DataSpec& data() const { return *m_editor->recipe().calibration; }

    OpenedModelPtr m_model;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RecipeEditor> m_editor;
    std::unique_ptr<DataDesk> m_desk;
};

void tst_DataDesk::initTestCase()
{
    Feedback feedback;
    const auto opened = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    QVERIFY(opened.has_value());
    m_model = *opened;
}

void tst_DataDesk::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
    m_folder = std::make_unique<QTemporaryDir>();
    m_editor = std::make_unique<RecipeEditor>();
    m_desk = std::make_unique<DataDesk>(*m_editor);
    m_desk->resize(1150, 770);
    m_desk->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_desk.get()));
}

void tst_DataDesk::cleanup()
{
    m_desk.reset();
    m_editor.reset();
    BackgroundTask::waitForAll();
}

void tst_DataDesk::cleanupTestCase()
{
    BackgroundTask::waitForAll();
}

void tst_DataDesk::empty_saysWhatBelongsHere()
{
    QVERIFY(showsText(QStringLiteral("Open a model first")));
    m_desk->setModel(m_model);
    QVERIFY(showsText(QStringLiteral("Choose a folder of pictures or arrays")));
}

void tst_DataDesk::source_listsPicturesAndShowsSteps()
{
    open(calib());
    const auto* list = named<QListView>(QStringLiteral("Samples"));
    const int pictures = int(QDir(calib()).entryList({QStringLiteral("*.png")}).size());
    QCOMPARE(list->model()->rowCount(), pictures);
    QVERIFY(list->isVisible());
    QVERIFY(m_desk->session().trace() && m_desk->session().trace()->tensor);
    QTRY_COMPARE(list->model()->index(0, 0).data(SampleListModel::SizeRole).toString(), QStringLiteral("28×28"));
    QVERIFY(!m_desk->fedTensor().plot().series().empty());
}

void tst_DataDesk::source_isAnEditThatCanBeUndone()
{
    m_desk->setModel(m_model);
    auto* path = named<QLineEdit>(QStringLiteral("Path of the data"));
    path->setText(calib());
    QTest::keyClick(path, Qt::Key_Return);
    QCOMPARE(data().source, toPath(calib()).string());
    QCOMPARE(builtinName(data().preprocess), QStringLiteral("unit"));
    QTRY_VERIFY(m_desk->session().inspection());
    m_editor->undoStack().undo();
    QVERIFY(!m_editor->recipe().calibration);
    QVERIFY(!m_desk->session().inspection());
    QVERIFY(m_desk->session().listing().names.empty());
}

void tst_DataDesk::wrongPath_showsTheEnginesSentence()
{
    open(m_folder->filePath(QStringLiteral("nowhere")));
    QVERIFY(showsText(QStringLiteral("does not exist")));
    QVERIFY(!m_desk->session().inspectionError().isEmpty());
}

void tst_DataDesk::listModel_isAModel()
{
    DataSession session(*m_editor);
    ThumbnailCache thumbnails;
    SampleListModel model(session, thumbnails);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    session.setModel(m_model);
    m_editor->reset(recipeFor(calib()));
    QTRY_VERIFY(model.rowCount() > 0);
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(model.setData(model.index(2), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(model.index(2).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QVERIFY(!changed.isEmpty());
    m_editor->reset({});
    QTRY_COMPARE(model.rowCount(), 0);
}

void tst_DataDesk::checkBox_leavesASampleOut()
{
    open(calib());
    auto* list = named<QListView>(QStringLiteral("Samples"));
    const std::size_t all = m_desk->session().inspection()->samples.size();
    QStyleOptionViewItem option;
    option.widget = list;
    option.rect = list->visualRect(list->model()->index(1, 0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, SampleDelegate::checkRect(option).center());
    QCOMPARE(data().skip, std::set<std::string>{m_desk->session().listing().names[1]});
    QTRY_COMPARE(m_desk->session().inspection()->samples.size(), all - 1);
    list->setCurrentIndex(list->model()->index(1, 0));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(data().skip.empty());
}

void tst_DataDesk::samplesBox_mergesIntoOneEdit()
{
    open(calib());
    auto* box = named<QSpinBox>(QStringLiteral("Number of samples"));
    box->setValue(5);
    box->setValue(6);
    QCOMPARE(data().samples, std::size_t(6));
    QCOMPARE(m_editor->undoStack().count(), 1);
    QTRY_COMPARE(m_desk->session().inspection()->samples.size(), std::size_t(6));
}

void tst_DataDesk::builtin_isNamedAndCustomAfterAChange()
{
    open(calib());
    auto* combo = named<QComboBox>(QStringLiteral("Built-in preprocessing"));
    QCOMPARE(combo->currentText(), QStringLiteral("unit"));
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(combo->currentText(), QStringLiteral("raw"));
    QVERIFY(!data().preprocess.scale);
    m_desk->session().edit(QStringLiteral("x"), [](DataSpec& spec) { spec.preprocess.mean = {3.0}; });
    QCOMPARE(combo->currentText(), QStringLiteral("custom"));
}

void tst_DataDesk::stepCheck_turnsAStepOnAndOff()
{
    open(calib());
    auto* check = named<QCheckBox>(QStringLiteral("Use step Scale"));
    QVERIFY(check->isChecked());
    check->click();
    QVERIFY(!data().preprocess.scale);
    QTRY_VERIFY(m_desk->session().inspection() && m_desk->session().inspection()->inputs[0].highest > 100.0);
    m_editor->undoStack().undo();
    QVERIFY(check->isChecked());
    QVERIFY(!named<QCheckBox>(QStringLiteral("Use step Decode"))->isVisible());
}

void tst_DataDesk::stepper_goesFromSampleToSample()
{
    open(calib());
    auto* next = named<QToolButton>(QStringLiteral("Next sample"));
    auto* previous = named<QToolButton>(QStringLiteral("Previous sample"));
    QVERIFY(!previous->isEnabled());
    const QSignalSpy traced(&m_desk->session(), &DataSession::traceChanged);
    next->click();
    QCOMPARE(m_desk->session().currentSample(), std::size_t(1));
    QTRY_VERIFY(!traced.isEmpty());
    QCOMPARE(named<QListView>(QStringLiteral("Samples"))->currentIndex().row(), 1);
    previous->click();
    QCOMPARE(m_desk->session().currentSample(), std::size_t(0));
}

void tst_DataDesk::fix_leavesOutTheDuplicate()
{
    open(folderWithDuplicate());
    const std::size_t before = m_desk->session().inspection()->warnings(); // the range is another
    QVERIFY(before > 0);
    const auto warnings = [](std::size_t count) { return QStringLiteral("%1 warning").arg(count); };
    QVERIFY(showsText(warnings(before)));
    QPushButton* fix = nullptr;
    for (QPushButton* button : m_desk->findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Leave out 1"))
            fix = button;
    }
    QVERIFY(fix);
    fix->click();
    QCOMPARE(data().skip, std::set<std::string>{"zz.png"});
    QTRY_COMPARE(m_desk->session().inspection()->warnings(), before - 1);
    QVERIFY(!showsText(warnings(before)));
}

void tst_DataDesk::fedTensor_isComparedWithTheModel()
{
    open(calib());
    const auto* table = m_desk->findChild<QTableWidget*>();
    QCOMPARE(table->item(0, 1)->text(), QStringLiteral("1×1×28×28"));
    QCOMPARE(table->item(0, 1)->toolTip(), QStringLiteral("As the model expects"));
    QCOMPARE(table->item(1, 1)->text(), QStringLiteral("float32"));
    QCOMPARE(table->item(3, 1)->text(), QStringLiteral("0 … 1"));
}

void tst_DataDesk::misfit_isShownInPlace()
{
    open(calib());
    m_desk->session().edit(QStringLiteral("x"), [](DataSpec& spec) { spec.preprocess.channels = ChannelOrder::Rgb; });
    QTRY_VERIFY(!m_desk->session().isLooking());
    QVERIFY(showsText(QStringLiteral("change 'channels'")));
    QVERIFY(!m_desk->session().inspection());
    QVERIFY(named<QListView>(QStringLiteral("Samples"))->isVisible()); // the pictures stay
}

void tst_DataDesk::random_needsNoPath()
{
    m_desk->setModel(m_model);
    clickButton(QStringLiteral("Random"));
    QCOMPARE(data().source, "random");
    QTRY_VERIFY(m_desk->session().inspection());
    QVERIFY(!named<QLineEdit>(QStringLiteral("Path of the data"))->isEnabled());
    named<QSpinBox>(QStringLiteral("Seed of the choice"))->setValue(7);
    QCOMPARE(data().source, "random:7");
}

void tst_DataDesk::evaluation_hasDataOfItsOwn()
{
    open(calib());
    clickButton(QStringLiteral("Evaluation"));
    QVERIFY(!m_desk->session().data());
    m_desk->session().setSource((sampleDirectory() / "test").string());
    QVERIFY(m_editor->recipe().evaluation.has_value());
    QCOMPARE(m_editor->recipe().calibration->source, toPath(calib()).string());
    m_desk->session().setLabels(sampleDirectory() / "test" / "labels.tsv");
    QTRY_VERIFY(m_desk->session().inspection() && m_desk->session().inspection()->samples[0].label);
}

void tst_DataDesk::numbers_areReadFromText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QVector<double>>("expected");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("quotient") << "1/4" << QVector<double>{0.25} << true;
    QTest::newRow("three") << "0.5, 0.25 2" << QVector<double>{0.5, 0.25, 2.0} << true;
    QTest::newRow("none") << "" << QVector<double>{} << true;
    QTest::newRow("word") << "half" << QVector<double>{} << false;
    QTest::newRow("by zero") << "1/0" << QVector<double>{} << false;
}

void tst_DataDesk::numbers_areReadFromText()
{
    QFETCH(QString, text);
    QFETCH(QVector<double>, expected);
    QFETCH(bool, isRead);
    const auto numbers = numbersFrom(text);
    QCOMPARE(numbers.has_value(), isRead);
    if (isRead)
        QCOMPARE(QVector<double>(numbers->begin(), numbers->end()), expected);
}

void tst_DataDesk::themes_areDrawn()
{
    open(folderWithDuplicate());
    const QString folder = qEnvironmentVariable("QUANTISCOPE_TEST_PICTURES");
    const QImage light = m_desk->grab().toImage();
    applyTheme(*qApp, ThemeChoice::Dark);
    QCoreApplication::processEvents(); // plots are drawn when they are next asked for
    QCoreApplication::processEvents();
    const QImage dark = m_desk->grab().toImage();
    const QPoint corner(light.width() - 4, light.height() - 4);
    QVERIFY(qGray(light.pixel(corner)) > 200);
    QVERIFY(qGray(dark.pixel(corner)) < 80);
    if (folder.isEmpty())
        return;
    QVERIFY(light.save(folder + QStringLiteral("/desk_light.png")));
    QVERIFY(dark.save(folder + QStringLiteral("/desk_dark.png")));
}

QTEST_MAIN(tst_DataDesk)
#include "tst_data_desk.moc"
