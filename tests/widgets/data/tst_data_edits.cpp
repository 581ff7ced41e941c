// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/recipe.h"
#include "tests/support/source_directory.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/data/sample_list_model.h"
#include "widgets/data/step_editor.h"
#include "widgets/data/thumbnail_cache.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Counts check boxes that are shown as windows of their own.
class WindowCounter final : public QObject
{
public:
    int windows = 0;

    bool eventFilter(QObject* object, QEvent* event) override
    {
        const auto* box = qobject_cast<QCheckBox*>(object);
        windows += box && event->type() == QEvent::Show && box->isWindow() ? 1 : 0;
        return false;
    }
};

void type(QLineEdit* line, const QString& text)
{
    line->setText(text);
    QTest::keyClick(line, Qt::Key_Return);
}

} // namespace

/// What the data desk writes into the recipe: never what a file of it could not hold, nor names of other data.
class tst_DataEdits : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void numbers_thatTheEngineRefuses_areNotTaken_data();
    void numbers_thatTheEngineRefuses_areNotTaken();
    void numbers_areComparedWithTheRecipe();
    void resize_showsWhatTheRecipeHas();
    void edits_areReadBackEqual();
    void purposeWithoutData_showsNothingAndTakesNoEdit();
    void labels_needData();
    void otherSource_forgetsTheFindings();
    void mergedEdits_areOfOnePurpose();
    void randomSamples_areBounded();
    void unchangedPath_isNoEdit();
    void thumbnails_areMadeOnce();
    void desk_showsNoWindowsWhileItIsMade();
    void tooltips_areNoMarkup();

private:
    [[nodiscard]] static QString calib() { return pathText(sampleDirectory() / "calib"); }
    [[nodiscard]] static Recipe presetRecipe()
    {
        Recipe recipe;
        recipe.config = findPreset("U8S8_AAWS", ErrorCode::InvalidArgument)->config;
        return recipe;
    }
    void start(const std::string& source)
    {
        Recipe recipe = presetRecipe();
        recipe.calibration.emplace();
        recipe.calibration->source = source;
        recipe.calibration->preprocess = *builtinPreprocess("unit");
        m_editor->reset(recipe);
    }
    [[nodiscard]] const DataSpec& data() const { return *m_editor->recipe().calibration; }
    [[nodiscard]] Result<Recipe> readBack() const
    {
        return readRecipe(recipeText(m_editor->recipe(), {}, RecipeDetail::Differences), "recipe", "/");
    }
    void normalize() // a step with mean and deviation
    {
        m_session->edit(QStringLiteral("on"), [](DataSpec& spec) {
            spec.preprocess.mean = {0.5};
            spec.preprocess.std = {0.5};
        });
    }

    OpenedModelPtr m_model;
    std::unique_ptr<RecipeEditor> m_editor;
    std::unique_ptr<DataSession> m_session;
};

void tst_DataEdits::initTestCase()
{
    Feedback feedback;
    const auto opened = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    QVERIFY(opened.has_value());
    m_model = *opened;
}

void tst_DataEdits::init()
{
    m_editor = std::make_unique<RecipeEditor>();
    m_session = std::make_unique<DataSession>(*m_editor);
    start(toPath(calib()).string());
}

void tst_DataEdits::cleanup()
{
    m_session.reset();
    m_editor.reset();
    BackgroundTask::waitForAll();
}

void tst_DataEdits::numbers_thatTheEngineRefuses_areNotTaken_data()
{
    QTest::addColumn<bool>("isScale");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("std 0") << false << "0"
                           << "greater than 0";
    QTest::newRow("std below 0") << false << "-1"
                                 << "greater than 0";
    QTest::newRow("two std") << false << "1, 2"
                             << "1 or 3 numbers";
    QTest::newRow("huge std") << false << "1e300"
                              << "float32";
    QTest::newRow("no number") << false << "half"
                               << "not a list of numbers";
    QTest::newRow("scale 0") << true << "0"
                             << "must not be 0";
    QTest::newRow("two scales") << true << "1 2"
                                << "One number";
}

void tst_DataEdits::numbers_thatTheEngineRefuses_areNotTaken()
{
    QFETCH(bool, isScale);
    QFETCH(QString, text);
    QFETCH(QString, part);
    normalize();
    const Recipe before = m_editor->recipe();
    StepEditor step(*m_session, isScale ? PreprocessStep::Scale : PreprocessStep::MeanStd, nullptr);
    QLineEdit* line = step.findChildren<QLineEdit*>().last();
    const QString old = line->text();
    type(line, text);
    QVERIFY(m_editor->recipe() == before);
    QCOMPARE(line->text(), text); // to be corrected
    const auto said = step.findChildren<QLabel*>().last();
    QVERIFY2(!said->isHidden() && said->text().contains(part), qPrintable(said->text()));
    type(line, old);
    QVERIFY(said->isHidden());
    QVERIFY(m_editor->recipe() == before);
}

void tst_DataEdits::numbers_areComparedWithTheRecipe()
{
    normalize();
    StepEditor step(*m_session, PreprocessStep::MeanStd, nullptr);
    QLineEdit* line = step.findChildren<QLineEdit*>().first();
    type(line, QStringLiteral("0.6"));
    QCOMPARE(data().preprocess.mean, std::vector<double>{0.6});
    type(line, QStringLiteral("0.5"));
    QCOMPARE(data().preprocess.mean, std::vector<double>{0.5});
    type(line, QStringLiteral("1/3"));
    const Recipe before = m_editor->recipe();
    QTest::keyClick(line, Qt::Key_Return); // shows fewer digits than the number has
    QVERIFY(m_editor->recipe() == before);
    m_editor->undoStack().undo();
    QCOMPARE(line->text(), QStringLiteral("0.5"));
}

void tst_DataEdits::resize_showsWhatTheRecipeHas()
{
    m_session->edit(QStringLiteral("on"), [](DataSpec& spec) {
        spec.preprocess.resize = ResizeStep{};
        spec.preprocess.resize->size = PictureSize{300, 400};
    });
    StepEditor step(*m_session, PreprocessStep::Resize, nullptr);
    const auto boxes = step.findChildren<QSpinBox*>();
    const auto combos = step.findChildren<QComboBox*>();
    boxes[0]->setValue(0);
    QVERIFY(!data().preprocess.resize->size);
    QCOMPARE(boxes[1]->text(), QStringLiteral("as the model"));
    boxes[1]->setValue(200);
    QCOMPARE(boxes[0]->value(), 200);
    QVERIFY(data().preprocess.resize->size == (PictureSize{200, 200}));
    QVERIFY(!boxes[2]->isEnabled() && !combos[2]->isEnabled()); // stretching pads nothing
    boxes[1]->setValue(260);
    m_session->edit(QStringLiteral("mode"),
                    [](DataSpec& spec) { spec.preprocess.resize->mode = ResizeMode::ShorterSide; });
    QVERIFY(!boxes[1]->isEnabled());
    QCOMPARE(boxes[1]->value(), boxes[0]->value()); // one side alone
}

void tst_DataEdits::edits_areReadBackEqual()
{
    for (const PreprocessStep kind :
         {PreprocessStep::Resize, PreprocessStep::Crop, PreprocessStep::Scale, PreprocessStep::MeanStd}) {
        m_session->edit(QStringLiteral("on"), [](DataSpec& spec) {
            spec.preprocess.resize = ResizeStep{};
            spec.preprocess.crop = PictureSize{28, 28};
        });
        normalize();
        StepEditor step(*m_session, kind, nullptr);
        const auto check = [&](const QString& what) {
            const auto read = readBack();
            QVERIFY2(read, qPrintable(what + (read ? QString() : toQt(read.error().message))));
            QVERIFY2(*read->calibration == data(), qPrintable(what));
        };
        for (QComboBox* combo : step.findChildren<QComboBox*>()) {
            for (int i = combo->count() - 1; i >= 0; --i) {
                combo->setCurrentIndex(i);
                emit combo->activated(i);
                check(QStringLiteral("choice %1 of step %2").arg(i).arg(int(kind)));
            }
        }
        for (QSpinBox* box : step.findChildren<QSpinBox*>()) {
            for (const int value : {box->maximum(), 17, box->minimum()}) {
                box->setValue(value);
                check(QStringLiteral("number %1 of step %2").arg(value).arg(int(kind)));
            }
        }
        for (QLineEdit* line : step.findChildren<QLineEdit*>()) {
            for (const char* text : {"0", "1/7", "-2", "1, 2", "1 2 3", "", "1e39", "1e-50", "x"}) {
                if (line->objectName().isEmpty()) // not the lines inside of spin boxes
                    type(line, QString::fromLatin1(text));
                check(QStringLiteral("text '%1' of step %2").arg(QString::fromLatin1(text)).arg(int(kind)));
            }
        }
    }
}

void tst_DataEdits::purposeWithoutData_showsNothingAndTakesNoEdit()
{
    m_session->setModel(m_model);
    QTRY_VERIFY(!m_session->isLooking());
    QVERIFY(m_session->inspection() && m_session->trace());
    ThumbnailCache thumbnails;
    SampleListModel list(*m_session, thumbnails);
    const Recipe before = m_editor->recipe();
    m_session->setPurpose(DataPurpose::Evaluation);
    QVERIFY(!m_session->data() && !m_session->inspection() && !m_session->trace());
    QCOMPARE(list.rowCount(), 0);
    m_session->setSkipped({"a.png"}, Qt::Unchecked);
    m_session->edit(QStringLiteral("x"), [](DataSpec& spec) { spec.samples = 3; });
    QVERIFY(m_editor->recipe() == before);
    m_session->setPurpose(DataPurpose::Calibration);
    QTRY_VERIFY(!m_session->isLooking());
    QVERIFY(m_session->inspection() && list.rowCount() > 0);
    // Where a look still goes on, its result must not appear for the other purpose.
    m_session->edit(QStringLiteral("x"), [](DataSpec& spec) { spec.preprocess.scale = 1.0; });
    m_session->setPurpose(DataPurpose::Evaluation);
    QTRY_VERIFY(!m_session->isLooking());
    BackgroundTask::waitForAll();
    QCoreApplication::processEvents();
    QVERIFY(!m_session->inspection() && m_session->listing().names.empty());
}

void tst_DataEdits::labels_needData()
{
    m_editor->reset({});
    QVERIFY(!m_session->canHaveLabels());
    m_session->setLabels("/labels.tsv");
    QVERIFY(!m_editor->recipe().evaluation);
    Recipe recipe = presetRecipe();
    recipe.evaluation.emplace();
    recipe.evaluation->labels = "/labels.tsv";
    m_editor->reset(recipe);
    QVERIFY(readBack()); // whoever made it, it can be written and read
    start(toPath(calib()).string());
    QVERIFY(m_session->canHaveLabels());
    m_session->setLabels("/labels.tsv");
    QCOMPARE(m_editor->recipe().evaluation->data.source, data().source);
}

void tst_DataEdits::otherSource_forgetsTheFindings()
{
    m_session->setModel(m_model);
    QTRY_VERIFY(!m_session->isLooking() && m_session->inspection());
    m_session->setSource((sampleDirectory() / "test").string());
    QVERIFY(m_session->isLooking());
    QVERIFY(!m_session->inspection() && m_session->listing().names.empty() && !m_session->trace());
    QTRY_VERIFY(m_session->inspection());
    m_session->edit(QStringLiteral("x"), [](DataSpec& spec) { spec.samples = 5; });
    QVERIFY(m_session->inspection()); // of the same data, until the new look ends
}

void tst_DataEdits::mergedEdits_areOfOnePurpose()
{
    Recipe recipe = m_editor->recipe();
    recipe.evaluation.emplace();
    recipe.evaluation->data = *recipe.calibration;
    m_editor->reset(recipe);
    const auto take = [this](std::size_t samples) {
        m_session->edit(
            QStringLiteral("n"), [samples](DataSpec& spec) { spec.samples = samples; }, QStringLiteral("data.samples"));
    };
    take(5);
    take(6);
    QCOMPARE(m_editor->undoStack().count(), 1);
    m_session->setPurpose(DataPurpose::Evaluation);
    take(7);
    QCOMPARE(m_editor->undoStack().count(), 2);
    m_editor->undoStack().undo();
    QCOMPARE(data().samples, std::size_t(6));
}

void tst_DataEdits::randomSamples_areBounded()
{
    DataDesk desk(*m_editor);
    start("random");
    QSpinBox* samples = nullptr;
    for (QSpinBox* box : desk.findChildren<QSpinBox*>()) {
        if (box->accessibleName() == QStringLiteral("Number of samples"))
            samples = box;
    }
    QVERIFY(samples);
    samples->setValue(1'000'000'000);
    QCOMPARE(data().samples, kMostRandomSamples);
    // Of a recipe that says more, the desk says why nothing is looked at.
    m_editor->reset({});
    m_session->setModel(m_model);
    Recipe recipe;
    recipe.calibration.emplace();
    recipe.calibration->source = "random";
    recipe.calibration->samples = 1'000'000'000;
    m_editor->reset(recipe);
    QTRY_VERIFY(!m_session->isLooking());
    QVERIFY(m_session->listing().error.contains(QStringLiteral("too many")));
    QVERIFY(m_session->inspectionError().contains(QStringLiteral("too many")));
}

void tst_DataEdits::unchangedPath_isNoEdit()
{
    const QTemporaryDir folder;
    const std::string odd = toPath(folder.path()).string() + "/dir\xff";
    std::filesystem::create_directories(odd);
    const auto removed = qScopeGuard([&odd] { std::filesystem::remove(odd); }); // Qt does not find it by its name
    start(odd);
    DataDesk desk(*m_editor);
    desk.setModel(m_model);
    QLineEdit* path = nullptr;
    for (QLineEdit* line : desk.findChildren<QLineEdit*>()) {
        if (line->accessibleName() == QStringLiteral("Path of the data"))
            path = line;
    }
    QVERIFY(path);
    QTest::keyClick(path, Qt::Key_Return);
    QCOMPARE(data().source, odd);
    QCOMPARE(m_editor->undoStack().count(), 0);
    type(path, calib());
    QCOMPARE(data().source, toPath(calib()).string());
}

void tst_DataEdits::thumbnails_areMadeOnce()
{
    ThumbnailCache cache;
    const QDir folder(calib());
    const QStringList names = folder.entryList({QStringLiteral("*.png")}).mid(0, 24);
    bool areAllThere = false;
    int rounds = 0;
    connect(&cache, &ThumbnailCache::ready, this, [&] {
        ++rounds;
        areAllThere = true;
        for (const QString& name : names)
            areAllThere = cache.find(folder.filePath(name)) && areAllThere;
    });
    QVERIFY(!cache.find(folder.filePath(names.first())));
    QTRY_VERIFY(areAllThere);
    QCOMPARE(rounds, 3); // the first alone, then twelve at a time
}

void tst_DataEdits::desk_showsNoWindowsWhileItIsMade()
{
    WindowCounter counter;
    qApp->installEventFilter(&counter);
    const DataDesk desk(*m_editor);
    qApp->removeEventFilter(&counter);
    QCOMPARE(counter.windows, 0);
}

void tst_DataEdits::tooltips_areNoMarkup()
{
    const QTemporaryDir folder;
    const QString name = QStringLiteral("<b>a.png");
    QVERIFY(QFile::copy(QDir(calib()).filePath(QDir(calib()).entryList({QStringLiteral("*.png")}).first()),
                        folder.filePath(name)));
    start(toPath(folder.path()).string());
    ThumbnailCache thumbnails;
    SampleListModel list(*m_session, thumbnails);
    m_session->setModel(m_model);
    QTRY_COMPARE(list.rowCount(), 1);
    QCOMPARE(list.index(0).data().toString(), name);
    const QString tip = list.index(0).data(Qt::ToolTipRole).toString();
    QVERIFY2(!tip.contains(name) && tip.contains(name.toHtmlEscaped()), qPrintable(tip));
}

QTEST_MAIN(tst_DataEdits)
#include "tst_data_edits.moc"
