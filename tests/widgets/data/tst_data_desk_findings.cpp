// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/recipe.h"
#include "core/tensor/npy_writer.h"
#include "tests/support/source_directory.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/data/step_editor.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QFile>
#include <QFrame>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <zip.h>

using namespace quantiscope;
using namespace quantiscope::test;

/// What the data desk finds: the pictures concerned, the way out, and back again; and what is done by keys alone.
class tst_DataDeskFindings : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void findings_showThePicturesConcerned();
    void openMenu_isClosed_whenItsFindingGoes_data();
    void openMenu_isClosed_whenItsFindingGoes();
    void leftOutSamples_areInTheRecipe_andComeBack();
    void steps_areEditedByKeys();
    void archives_areListedAndFed();
    void damagedArchives_areToldInPlace_data();
    void damagedArchives_areToldInPlace();

private:
    /// Ten of the sample's pictures, two of them twice.
    void openDuplicates()
    {
        const QDir pictures(pathText(sampleDirectory() / "calib"));
        const QStringList names = pictures.entryList({QStringLiteral("*.png")});
        for (int i = 0; i < 10; ++i)
            QVERIFY(QFile::copy(pictures.filePath(names[i]), m_folder->filePath(QStringLiteral("%1.png").arg(i))));
        for (int i = 0; i < 2; ++i)
            QVERIFY(QFile::copy(pictures.filePath(names[i]), m_folder->filePath(QStringLiteral("z%1.png").arg(i))));
        open(m_folder->path());
    }
    void open(const QString& source)
    {
        Recipe recipe;
        recipe.config = findPreset("U8S8_AAWS", ErrorCode::InvalidArgument)->config;
        recipe.calibration.emplace();
        recipe.calibration->source = toPath(source).string();
        recipe.calibration->preprocess = *builtinPreprocess("unit");
        recipe.calibration->preprocess.channels = ChannelOrder::Gray;
        m_editor->reset(std::move(recipe));
        m_desk->setModel(m_model);
        QTRY_VERIFY(!session().isLooking());
    }
    /// Buttons with pictures in findings, by the file that they stand for.
    [[nodiscard]] QList<QToolButton*> thumbnails() const
    {
        QList<QToolButton*> found;
        for (QFrame* finding : m_desk->findChildren<QFrame*>(QStringLiteral("finding"))) {
            for (QToolButton* button : finding->findChildren<QToolButton*>()) {
                if (!button->property("file").toString().isEmpty())
                    found.append(button);
            }
        }
        return found;
    }
    [[nodiscard]] QPushButton* fix() const
    {
        for (QPushButton* button : m_desk->findChildren<QPushButton*>()) {
            if (button->text().startsWith(QStringLiteral("Leave out ")))
                return button;
        }
        return nullptr;
    }
    [[nodiscard]] QString text() const { return toQt(recipeText(m_editor->recipe(), {}, RecipeDetail::Differences)); }
    [[nodiscard]] const DataSpec& data() const { return *m_editor->recipe().calibration; }
    [[nodiscard]] DataSession& session() const { return m_desk->session(); }

    OpenedModelPtr m_model;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RecipeEditor> m_editor;
    std::unique_ptr<DataDesk> m_desk;
};

void tst_DataDeskFindings::initTestCase()
{
    Feedback feedback;
    const auto opened = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    QVERIFY(opened.has_value());
    m_model = *opened;
}

void tst_DataDeskFindings::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_editor = std::make_unique<RecipeEditor>();
    m_desk = std::make_unique<DataDesk>(*m_editor);
    m_desk->resize(1150, 770);
    m_desk->show();
    QVERIFY(QTest::qWaitForWindowActive(m_desk.get()));
}

void tst_DataDeskFindings::cleanup()
{
    m_desk.reset();
    m_editor.reset();
    BackgroundTask::waitForAll();
}

void tst_DataDeskFindings::findings_showThePicturesConcerned()
{
    openDuplicates();
    QVERIFY(!thumbnails().isEmpty());
    const auto areDrawn = [this] {
        const auto buttons = thumbnails();
        return std::none_of(buttons.begin(), buttons.end(),
                            [](const QToolButton* button) { return button->icon().isNull(); });
    };
    QTRY_VERIFY(areDrawn());
    QSet<QString> files;
    QToolButton* last = nullptr;
    for (QToolButton* button : thumbnails()) {
        files.insert(QFileInfo(button->property("file").toString()).fileName());
        QVERIFY(QFile::exists(button->property("file").toString()));
        if (button->property("file").toString().endsWith(QStringLiteral("z1.png")))
            last = button;
    }
    QVERIFY(files.contains(QStringLiteral("z0.png")) && last);
    QVERIFY(last->accessibleName().contains(QStringLiteral("z1.png")));
    // A click, or Space, shows that picture's steps.
    last->setFocus(Qt::TabFocusReason);
    QTest::keyClick(last, Qt::Key_Space);
    QCOMPARE(session().listing().names[session().currentSample()], std::string("z1.png"));
    QTRY_VERIFY(session().trace());
}

void tst_DataDeskFindings::openMenu_isClosed_whenItsFindingGoes_data()
{
    QTest::addColumn<bool>("isTheme");
    QTest::newRow("another inspection") << false;
    QTest::newRow("another theme") << true;
}

void tst_DataDeskFindings::openMenu_isClosed_whenItsFindingGoes()
{
    QFETCH(bool, isTheme);
    openDuplicates();
    const QPointer<QFrame> finding = m_desk->findChild<QFrame*>(QStringLiteral("finding"));
    QVERIFY(finding);
    QPointer<QMenu> menu;
    bool wasOpen = false;
    QTimer::singleShot(0, this, [&] { // while it is open, whether it waits for an answer or not
        menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        wasOpen = menu && !menu->actions().isEmpty();
        if (isTheme)
            m_desk->setPalette(QPalette(Qt::darkGray));
        else
            session().setSkipped({"z1.png"}, Qt::Unchecked);
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {2, 2}, finding->mapToGlobal(QPoint(2, 2)));
    QCoreApplication::sendEvent(finding, &event);
    QTRY_VERIFY(wasOpen && !finding && !menu);
    QTRY_VERIFY(!session().isLooking());
    QVERIFY(m_desk->findChild<QFrame*>(QStringLiteral("finding")));
}

void tst_DataDeskFindings::leftOutSamples_areInTheRecipe_andComeBack()
{
    openDuplicates();
    const QString before = text();
    QVERIFY(fix());
    QCOMPARE(fix()->text(), QStringLiteral("Leave out 2"));
    fix()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(fix(), Qt::Key_Space);
    QCOMPARE(data().skip, (std::set<std::string>{"z0.png", "z1.png"}));
    QVERIFY2(text().contains(QStringLiteral("z0.png")) && text().contains(QStringLiteral("z1.png")),
             qPrintable(text()));
    const Result<Recipe> read = readRecipe(toStd(text()), "recipe", "/");
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->calibration->skip, data().skip);
    QTRY_VERIFY(!session().isLooking() && !fix());
    QCOMPARE(m_editor->undoStack().count(), 1);
    m_editor->undoStack().undo();
    QCOMPARE(text(), before);
    QTRY_VERIFY(fix()); // the finding is there again
    m_editor->undoStack().redo();
    QTRY_VERIFY(!fix());
}

void tst_DataDeskFindings::steps_areEditedByKeys()
{
    openDuplicates();
    session().edit(QStringLiteral("Resize"), [](DataSpec& spec) {
        spec.preprocess.resize = ResizeStep{};
        spec.preprocess.resize->size = PictureSize{32, 32};
    });
    StepEditor step(session(), PreprocessStep::Resize, nullptr);
    step.show();
    QVERIFY(QTest::qWaitForWindowActive(&step));
    auto* number = step.findChildren<QSpinBox*>().first();
    number->setFocus(Qt::TabFocusReason);
    QVERIFY(number->hasFocus());
    const int width = number->value();
    QTest::keyClick(number, Qt::Key_Up);
    QCOMPARE(number->value(), width + 1);
    QVERIFY(data().preprocess.resize->size != (PictureSize{32, 32}));
    auto* combo = step.findChildren<QComboBox*>().first();
    combo->setFocus(Qt::TabFocusReason);
    const ResizeStep before = *data().preprocess.resize;
    QTest::keyClick(combo, Qt::Key_Down);
    QVERIFY(!(*data().preprocess.resize == before));
    // Every control is reached with Tab, and none keeps it.
    QSet<QWidget*> reached;
    for (int i = 0; i < 20; ++i) {
        if (QWidget* focused = QApplication::focusWidget())
            reached.insert(focused);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (QComboBox* one : step.findChildren<QComboBox*>())
        QVERIFY2(!one->isEnabled() || reached.contains(one), qPrintable(one->accessibleName()));
    for (QSpinBox* one : step.findChildren<QSpinBox*>())
        QVERIFY2(!one->isEnabled() || reached.contains(one), qPrintable(one->accessibleName()));
    // A step's check box in the desk.
    for (QCheckBox* box : m_desk->findChildren<QCheckBox*>()) {
        if (!box->accessibleName().startsWith(QStringLiteral("Use step")) || !box->isEnabled() || !box->isVisible())
            continue;
        const PreprocessSpec was = data().preprocess;
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY2(!(data().preprocess == was), qPrintable(box->accessibleName()));
    }
}

void tst_DataDeskFindings::archives_areListedAndFed()
{
    const QString file = m_folder->filePath(QStringLiteral("stack.npz"));
    std::string content = npyHeaderText(DataType::Float, {4, 1, 28, 28});
    const std::vector<float> values(4 * 28 * 28, 0.25F);
    content.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    const std::string entry = m_model->model.inputs().front().name + ".npy";
    int code = 0;
    zip_t* archive = zip_open(file.toUtf8().constData(), ZIP_CREATE | ZIP_EXCL, &code);
    QVERIFY(archive);
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    QVERIFY(zip_file_add(archive, entry.c_str(), source, ZIP_FL_ENC_UTF_8) >= 0);
    QCOMPARE(zip_close(archive), 0);
    open(file);
    QCOMPARE(session().listing().names.size(), std::size_t(4));
    QVERIFY2(session().inspectionError().isEmpty(), qPrintable(session().inspectionError()));
    QCOMPARE(session().inspection()->inputs.front().highest, 0.25);
    QVERIFY(thumbnails().isEmpty()); // arrays are no pictures
    session().setSkipped({session().listing().names[1]}, Qt::Unchecked);
    QTRY_VERIFY(!session().isLooking());
    QCOMPARE(session().inspection()->samples.size(), std::size_t(3));
}

void tst_DataDeskFindings::damagedArchives_areToldInPlace_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray header = QByteArray::fromStdString(npyHeaderText(DataType::Float, {4, 1, 28, 28}));
    QTest::newRow("npy cut") << QStringLiteral("a.npy") << header;
    QTest::newRow("npy empty") << QStringLiteral("b.npy") << QByteArray();
    QTest::newRow("npy text") << QStringLiteral("c.npy") << QByteArray("hello");
    QTest::newRow("npz text") << QStringLiteral("d.npz") << QByteArray("hello");
    QTest::newRow("npz cut") << QStringLiteral("e.npz") << QByteArray("PK\x03\x04");
}

void tst_DataDeskFindings::damagedArchives_areToldInPlace()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    open(file.fileName());
    QVERIFY(!session().inspection());
    const QString told = session().listing().error + session().inspectionError();
    QVERIFY2(told.contains(name), qPrintable(told));
    QVERIFY(!fix() && thumbnails().isEmpty());
}

QTEST_MAIN(tst_DataDeskFindings)
#include "tst_data_desk_findings.moc"
