// SPDX-License-Identifier: GPL-3.0-or-later
// The data desk as one works with it: dropping, actions, offered mends, arrays, a very large folder.
#include "core/tensor/npy_writer.h"
#include "tests/support/source_directory.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/background_task.h"
#include "widgets/common/event_loop_watchdog.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/data/data_source_panel.h"
#include "widgets/data/fed_tensor_panel.h"
#include "widgets/data/step_card.h"
#include "widgets/plots/plot_view.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Milliseconds for which the window may compute or wait.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kMost = 1'500.0;
#else
constexpr double kMost = 50.0;
#endif

} // namespace

class tst_DataDeskUse : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void actions_goThroughTheSamples();
    void actions_sayWhyTheyAreOff();
    void action_bringsTheDeskToTheFront();
    void droppedPicture_meansItsFolder();
    void droppedFolder_isTheSource();
    void twoFiles_areNotTaken();
    void arrays_areFedAsTheyAre();
    void highBin_isCutWithANote();
    void stepCards_fitBesideTheTasks_data();
    void stepCards_fitBesideTheTasks();
    void manyFiles_doNotStallTheWindow();

private:
    [[nodiscard]] QString calib() const { return pathText(sampleDirectory() / "calib"); }
    void choose(const std::filesystem::path& source, std::size_t samples = 0)
    {
        Recipe recipe;
        recipe.calibration.emplace();
        recipe.calibration->source = source.string();
        recipe.calibration->samples = samples;
        recipe.calibration->preprocess = *builtinPreprocess("unit");
        recipe.calibration->preprocess.channels = ChannelOrder::Gray;
        m_editor->reset(std::move(recipe));
        m_desk->setModel(m_model);
    }
    [[nodiscard]] bool drop(const QList<QUrl>& urls) const
    {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(&m_desk->sourcePanel(), &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent dropped(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&m_desk->sourcePanel(), &dropped);
        return dropped.isAccepted();
    }
    [[nodiscard]] QAction* action(const char* id) const { return m_actions->action(QString::fromLatin1(id)); }
    [[nodiscard]] DataSession& session() const { return m_desk->session(); }

    OpenedModelPtr m_model;
    std::unique_ptr<RecipeEditor> m_editor;
    std::unique_ptr<ActionRegistry> m_actions;
    std::unique_ptr<DataDesk> m_desk;
};

void tst_DataDeskUse::initTestCase()
{
    Feedback feedback;
    const auto opened = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    QVERIFY(opened.has_value());
    m_model = *opened;
}

void tst_DataDeskUse::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
    m_editor = std::make_unique<RecipeEditor>();
    m_actions = std::make_unique<ActionRegistry>();
    m_desk = std::make_unique<DataDesk>(*m_editor);
    m_desk->registerActions(*m_actions);
    m_desk->resize(1150, 770);
    m_desk->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_desk.get()));
}

void tst_DataDeskUse::cleanup()
{
    m_desk.reset();
    m_actions.reset();
    m_editor.reset();
    BackgroundTask::waitForAll();
}

void tst_DataDeskUse::actions_goThroughTheSamples()
{
    choose(toPath(calib()));
    QTRY_VERIFY(!session().listing().names.empty());
    QVERIFY(!action("data.previous")->isEnabled());
    action("data.next")->trigger();
    QCOMPARE(session().currentSample(), std::size_t(1));
    action("data.previous")->trigger();
    QCOMPARE(session().currentSample(), std::size_t(0));
    session().setCurrentSample(session().listing().names.size() - 1);
    QVERIFY(!action("data.next")->isEnabled());
    QVERIFY(action("data.previous")->isEnabled());
}

void tst_DataDeskUse::actions_sayWhyTheyAreOff()
{
    QVERIFY(!action("data.choose")->isEnabled());
    QCOMPARE(ActionRegistry::disabledReason(action("data.choose")), QStringLiteral("No model is open"));
    m_desk->setModel(m_model);
    QVERIFY(action("data.choose")->isEnabled());
    QCOMPARE(ActionRegistry::disabledReason(action("data.next")), QStringLiteral("There are no samples yet"));
}

void tst_DataDeskUse::action_bringsTheDeskToTheFront()
{
    choose(toPath(calib()));
    QTRY_VERIFY(action("data.next")->isEnabled());
    const QSignalSpy shown(m_desk.get(), &DataDesk::shown);
    action("data.next")->trigger();
    QCOMPARE(shown.size(), 1);
}

void tst_DataDeskUse::droppedPicture_meansItsFolder()
{
    m_desk->setModel(m_model);
    const QStringList names = QDir(calib()).entryList({QStringLiteral("*.png")});
    QVERIFY(drop({QUrl::fromLocalFile(QDir(calib()).filePath(names.first()))}));
    QVERIFY(m_editor->recipe().calibration.has_value());
    QCOMPARE(m_editor->recipe().calibration->source, toPath(calib()).string());
}

void tst_DataDeskUse::droppedFolder_isTheSource()
{
    m_desk->setModel(m_model);
    QVERIFY(drop({QUrl::fromLocalFile(calib())}));
    QTRY_COMPARE(session().listing().names.size(), std::size_t(64));
}

void tst_DataDeskUse::twoFiles_areNotTaken()
{
    m_desk->setModel(m_model);
    QVERIFY(!drop({QUrl::fromLocalFile(calib()), QUrl::fromLocalFile(calib())}));
    QVERIFY(!m_editor->recipe().calibration.has_value());
}

void tst_DataDeskUse::arrays_areFedAsTheyAre()
{
    QTemporaryDir folder;
    const auto file = toPath(folder.filePath(QStringLiteral("stack.npy")));
    std::string content = npyHeaderText(DataType::Float, {3, 1, 28, 28});
    const std::vector<float> values(3 * 28 * 28, 0.5F);
    content.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    QFile array(pathText(file));
    QVERIFY(array.open(QIODevice::WriteOnly));
    QCOMPARE(array.write(content.data(), qint64(content.size())), qint64(content.size()));
    array.close();
    choose(file);
    QTRY_COMPARE(session().listing().names.size(), std::size_t(3));
    QTRY_VERIFY(session().inspection());
    const auto labels = m_desk->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("arrays have no preprocessing"));
    }));
    QCOMPARE(session().inspection()->inputs.front().highest, 0.5);
}

void tst_DataDeskUse::highBin_isCutWithANote()
{
    choose(toPath(calib())); // black grounds: half of all values are the same
    QTRY_VERIFY(session().inspection());
    const auto* plot = m_desk->findChild<PlotView*>();
    const std::vector<double>& shares = plot->series().front().y;
    const double highest = *std::max_element(shares.begin(), shares.end());
    QVERIFY(highest > 20.0);
    QVERIFY2(plot->visibleY().second < highest / 5.0, qPrintable(QString::number(plot->visibleY().second)));
}

void tst_DataDeskUse::stepCards_fitBesideTheTasks_data()
{
    QTest::addColumn<int>("chars"); // width of the desk
    QTest::addColumn<bool>("allOn");
    QTest::addColumn<bool>("hasStrips"); // what is off is collapsed
    QTest::newRow("1440, some off") << 163 << false << true;
    QTest::newRow("1440, all on") << 163 << true << false;
    QTest::newRow("1280, some off") << 157 << false << true;
    QTest::newRow("1280, all on") << 157 << true << false;
    QTest::newRow("without tasks") << 220 << false << false;
}

void tst_DataDeskUse::stepCards_fitBesideTheTasks()
{
    QFETCH(int, chars);
    QFETCH(bool, allOn);
    QFETCH(bool, hasStrips);
    m_desk->resize(m_desk->fontMetrics().averageCharWidth() * chars, 770);
    choose(toPath(calib()));
    Recipe recipe = m_editor->recipe();
    PreprocessSpec& spec = recipe.calibration->preprocess;
    spec.mean = spec.std = {0.5};
    spec.resize.reset();
    if (allOn) {
        spec.resize.emplace().size = PictureSize{32, 32};
        spec.crop = PictureSize{28, 28};
    }
    m_editor->apply(QStringLiteral("Steps"), recipe);
    QTRY_VERIFY(session().trace() && !session().isLooking());
    QCoreApplication::processEvents();
    const QScrollArea* row = nullptr;
    for (const QScrollArea* each : m_desk->findChildren<QScrollArea*>()) {
        if (each->accessibleName() == QStringLiteral("Preprocessing"))
            row = each;
    }
    QVERIFY(row);
    QCOMPARE(row->horizontalScrollBar()->maximum(), 0);
    int strips = 0, right = 0;
    const auto cards = m_desk->findChildren<StepCard*>();
    QCOMPARE(cards.size(), qsizetype(kPreprocessSteps));
    for (const StepCard* card : cards) {
        QVERIFY(card->geometry().left() > right);
        right = card->geometry().right();
        strips += card->width() < m_desk->fontMetrics().averageCharWidth() * 8;
        // Titles, shapes and check boxes are whole.
        for (const QLabel* label : card->findChildren<QLabel*>()) {
            if (label->isVisible())
                QVERIFY2(label->width() >= label->fontMetrics().horizontalAdvance(label->text()),
                         qPrintable(label->text()));
        }
        for (const QToolButton* button : card->findChildren<QToolButton*>()) {
            if (hasStrips || !allOn)
                QVERIFY2(!button->text().contains(QChar(0x2026)), qPrintable(button->text()));
        }
        for (const QCheckBox* box : card->findChildren<QCheckBox*>())
            QVERIFY(!box->isVisible() || card->rect().contains(box->geometry()));
    }
    QCOMPARE(strips, hasStrips ? 2 : 0);
}

void tst_DataDeskUse::manyFiles_doNotStallTheWindow()
{
    constexpr std::size_t kFiles = 50'000;
    QTemporaryDir folder;
    const QString picture = QDir(calib()).filePath(QDir(calib()).entryList({QStringLiteral("*.png")}).first());
    const auto first = toPath(folder.filePath(QStringLiteral("000000.png")));
    std::filesystem::copy_file(toPath(picture), first);
    for (std::size_t i = 1; i < kFiles; ++i) {
        const QString name = QStringLiteral("%1.png").arg(i, 6, 10, QLatin1Char('0'));
        std::filesystem::create_hard_link(first, toPath(folder.filePath(name)));
    }
    EventLoopWatchdog watchdog;
    choose(toPath(folder.path()), 8);
    QTRY_COMPARE_WITH_TIMEOUT(session().listing().names.size(), kFiles, 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(!session().isLooking(), 20'000);
    auto* list = m_desk->sourcePanel().findChild<QListView*>();
    list->scrollToBottom();
    QTest::qWait(50);
    QCOMPARE(list->model()->rowCount(), int(kFiles));
    // What it stands in the queue for a processor is no fault of the window.
    const QString text = QStringLiteral("worked %1 ms, waited %2 ms, late by %3 ms")
                             .arg(watchdog.longestWork())
                             .arg(watchdog.longestWait())
                             .arg(watchdog.longestStall());
    QVERIFY2(watchdog.longestWork() < kMost && watchdog.longestWait() < kMost, qPrintable(text));
}

QTEST_MAIN(tst_DataDeskUse)
#include "tst_data_desk_use.moc"
