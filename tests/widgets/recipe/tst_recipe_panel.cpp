// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/recipe/recipe_fixture.h"
#include "widgets/recipe/gates_editor.h"
#include "widgets/recipe/option_view.h"
#include "widgets/recipe/preset_help.h"
#include "widgets/recipe/preset_list.h"
#include "widgets/recipe/problem_strip.h"
#include "widgets/recipe/recipe_exchange.h"
#include "widgets/recipe/recipe_panel.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_RecipePanel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void preset_keepsRules_andIsOneStep();
    void presetList_passesTheTester_andGreysWhatIsToCome();
    void popup_choosesWithKeys();
    void help_linksOnlyPresetsThatThereAre();
    void contradiction_isToldInPlace_andLeadsToTheOption();
    void json_followsEdits();
    void refusedValue_isTold_untilTheNextEdit();
    void gates_areAddedAndDeleted();
    void exchange_writesWhatItReads();
    void exchange_refusesWithTheEnginesSentence();

private:
    std::unique_ptr<RecipeFixture> m_fixture;
    std::unique_ptr<RecipePanel> m_panel;
};

void tst_RecipePanel::init()
{
    m_fixture = std::make_unique<RecipeFixture>("XINT8");
    m_panel =
        std::make_unique<RecipePanel>(m_fixture->editor, m_fixture->watcher, m_fixture->marks, m_fixture->selection);
    m_panel->resize(340, 800);
    m_panel->show();
}

void tst_RecipePanel::cleanup()
{
    m_panel.reset();
    m_fixture.reset();
}

void tst_RecipePanel::preset_keepsRules_andIsOneStep()
{
    m_fixture->marks.markOperator("Add", MarkPrecision::Float);
    m_panel->setPreset(QStringLiteral("A8W8"));
    QCOMPARE(m_fixture->editor.recipe().config.preset, "A8W8");
    QCOMPARE(m_fixture->exclude().size(), std::size_t(1));
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("Preset A8W8"));
    m_fixture->editor.undoStack().undo();
    QCOMPARE(m_fixture->editor.recipe().config.preset, "XINT8");
}

void tst_RecipePanel::presetList_passesTheTester_andGreysWhatIsToCome()
{
    PresetModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), int(presets().size() + unavailablePresets().size()));
    int grey = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex at = model.index(row);
        if (at.flags() & Qt::ItemIsEnabled)
            continue;
        ++grey;
        QVERIFY(at.data(PresetModel::SummaryRole).toString().startsWith(QStringLiteral("Needs ")));
    }
    QCOMPARE(grey, int(unavailablePresets().size()));
}

void tst_RecipePanel::popup_choosesWithKeys()
{
    m_panel->choosePreset();
    auto* popup = m_panel->findChild<PresetPopup*>();
    QVERIFY(popup && popup->isVisible());
    auto* search = popup->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("a16w8_pc"));
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(!popup->isVisible());
    QCOMPARE(m_fixture->editor.recipe().config.preset, "A16W8_PC");
}

void tst_RecipePanel::help_linksOnlyPresetsThatThereAre()
{
    PresetHelp help;
    const QString html = help.findChild<QTextBrowser*>()->toHtml();
    QVERIFY(html.contains(QStringLiteral("preset:XINT8")));
    QVERIFY(!html.contains(QLatin1Char('{') + QStringLiteral("XINT8")));
    QSignalSpy chosen(&help, &PresetHelp::presetChosen);
    emit help.findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("preset:A8W8")));
    QCOMPARE(chosen.value(0).value(0).toString(), QStringLiteral("A8W8"));
}

void tst_RecipePanel::contradiction_isToldInPlace_andLeadsToTheOption()
{
    Recipe recipe = m_fixture->editor.recipe();
    recipe.config.perChannel = true;
    m_fixture->editor.apply(QStringLiteral("wrong"), recipe);
    auto* strip = m_panel->findChild<ProblemStrip*>();
    QTRY_VERIFY(strip->isVisible());
    auto* show = strip->findChild<QToolButton*>();
    QVERIFY(show);
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(m_panel->options().findChild<QTreeView*>()->currentIndex().siblingAtColumn(0).data().toString(),
             QStringLiteral("PerChannel"));
    m_fixture->editor.undoStack().undo();
    QTRY_VERIFY(m_fixture->watcher.problems().empty());
}

void tst_RecipePanel::json_followsEdits()
{
    auto* text = m_panel->findChild<QPlainTextEdit*>();
    QVERIFY(text->toPlainText().contains(QStringLiteral("\"preset\": \"XINT8\"")));
    m_fixture->marks.markOperator("Add", MarkPrecision::Float);
    QVERIFY(text->toPlainText().contains(QStringLiteral("\"opType\": \"Add\"")));
    Feedback feedback;
    const auto read = readRecipe(text->toPlainText().toStdString(), "shown", {});
    QVERIFY(read.has_value());
    QVERIFY(*read == m_fixture->editor.recipe());
}

void tst_RecipePanel::refusedValue_isTold_untilTheNextEdit()
{
    auto* strip = m_panel->findChild<ProblemStrip*>();
    QTRY_VERIFY(!m_fixture->watcher.isRunning());
    emit m_panel->options().refused(QStringLiteral("Percentile"), QStringLiteral("Percentile must be: x."));
    QVERIFY(strip->isVisible());
    m_panel->setPreset(QStringLiteral("A8W8"));
    QTRY_VERIFY(!strip->isVisible());
}

void tst_RecipePanel::gates_areAddedAndDeleted()
{
    GatesEditor gates(m_fixture->editor);
    gates.setOutputs({QStringLiteral("y")});
    gates.show();
    QPushButton* add = nullptr;
    for (QPushButton* button : gates.findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Add gate"))
            add = button;
    }
    QTest::mouseClick(add, Qt::LeftButton);
    QCOMPARE(m_fixture->editor.recipe().gates.size(), std::size_t(1));
    QCOMPARE(*m_fixture->editor.recipe().gates[0].min, 0.99);
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("Add gate: cosine >= 0.99"));
    auto* list = gates.findChild<QAbstractItemView*>();
    list->setCurrentIndex(list->model()->index(0, 0));
    list->setFocus();
    for (QPushButton* button : gates.findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Delete"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QVERIFY(m_fixture->editor.recipe().gates.empty());
}

void tst_RecipePanel::exchange_writesWhatItReads()
{
    QTemporaryDir folder;
    RecipeExchange exchange(m_fixture->editor);
    m_fixture->marks.markOperator("Add", MarkPrecision::Int16);
    const Recipe written = m_fixture->editor.recipe();
    const QString path = folder.filePath(QStringLiteral("r.json"));
    QVERIFY(exchange.exportTo(path).has_value());
    m_panel->setPreset(QStringLiteral("A8W8"));
    QVERIFY(exchange.importFrom(path).has_value());
    QVERIFY(m_fixture->editor.recipe() == written);
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("Import r.json"));
    const QString script = folder.filePath(QStringLiteral("q.py"));
    QVERIFY(exchange.exportScript(script, ExportTarget::Quark).has_value());
    QFile file(script);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("from quark.onnx import"));
}

void tst_RecipePanel::exchange_refusesWithTheEnginesSentence()
{
    QTemporaryDir folder;
    RecipeExchange exchange(m_fixture->editor);
    const Recipe before = m_fixture->editor.recipe();
    const QString path = folder.filePath(QStringLiteral("r.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"quantiscope-recipe\", \"version\": 1, \"preset\": \"XINT9\"}");
    file.close();
    const auto read = exchange.importFrom(path);
    QVERIFY(!read);
    QVERIFY(read.error().message.find("XINT8") != std::string::npos);
    QVERIFY(m_fixture->editor.recipe() == before);
    const auto written = exchange.exportTo(folder.filePath(QStringLiteral("none/r.json")));
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::DiskError);
}

QTEST_MAIN(tst_RecipePanel)
#include "tst_recipe_panel.moc"
