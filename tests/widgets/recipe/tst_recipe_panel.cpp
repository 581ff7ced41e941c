// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/recipe/recipe_fixture.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/recipe/effect_card.h"
#include "widgets/recipe/effect_section.h"
#include "widgets/recipe/gates_editor.h"
#include "widgets/recipe/json_view.h"
#include "widgets/recipe/option_model.h"
#include "widgets/recipe/option_view.h"
#include "widgets/recipe/parts_editor.h"
#include "widgets/recipe/preset_help.h"
#include "widgets/recipe/preset_list.h"
#include "widgets/recipe/problem_strip.h"
#include "widgets/recipe/recipe_exchange.h"
#include "widgets/recipe/recipe_panel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <functional>

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
    void popup_choosesWithKeys_data();
    void popup_choosesWithKeys();
    void popup_putsWhatCanBeChosenFirst();
    void help_linksOnlyPresetsThatThereAre();
    void contradiction_isToldInPlace_andLeadsToTheOption();
    void json_followsEdits();
    void json_staysWhereItWasRead_andOpensBeside();
    void detail_tellsPresetAndDefault_whole();
    void refusedSentence_endsOnce();
    void tables_areEditedOnSeveralLines();
    void search_isClearedWithAnotherModel();
    void effect_isAlwaysShown_withAllItsFigures();
    void refusedValue_isTold_untilTheNextEdit();
    void gates_areAddedAndDeleted();
    void parts_areAdded_changed_refusedAndDeleted();
    void exchange_writesWhatItReads();
    void exchange_refusesWithTheEnginesSentence();
    void import_keepsDataThatTheFileDoesNotName();
    void import_ofTooManyRules_isRefused();
    void dialogs_beginBesideTheModel();

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

void tst_RecipePanel::popup_choosesWithKeys_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("chosen");
    QTest::newRow("begins") << QStringLiteral("a16w8_pc") << QStringLiteral("A16W8_PC");
    QTest::newRow("the name itself") << QStringLiteral("vint8") << QStringLiteral("VINT8");
    QTest::newRow("name before others that begin so") << QStringLiteral("xint8") << QStringLiteral("XINT8");
    QTest::newRow("usable before what is to come") << QStringLiteral("adaround") << QString();
    QTest::newRow("words anywhere") << QStringLiteral("npu xint8") << QStringLiteral("XINT8");
}

void tst_RecipePanel::popup_choosesWithKeys()
{
    QFETCH(QString, typed);
    QFETCH(QString, chosen);
    m_fixture->editor.reset({}); // what is chosen is seen
    m_panel->choosePreset();
    auto* popup = m_panel->findChild<PresetPopup*>();
    QVERIFY(popup && popup->isVisible());
    auto* search = popup->findChild<QLineEdit*>();
    QTest::keyClicks(search, typed);
    auto* list = popup->findChild<QListView*>();
    if (chosen.isEmpty()) {
        QVERIFY(list->model()->rowCount() > 0);
        return;
    }
    QCOMPARE(list->currentIndex().data().toString(), chosen);
    QVERIFY(list->viewport()->rect().contains(list->visualRect(list->currentIndex()).center()));
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(!popup->isVisible());
    QCOMPARE(QString::fromStdString(m_fixture->editor.recipe().config.preset), chosen);
}

void tst_RecipePanel::popup_putsWhatCanBeChosenFirst()
{
    PresetModel model;
    PresetFilter filter;
    filter.setSourceModel(&model);
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const char* typed : {"", "xint", "int8", "bf"}) {
        filter.setText(QString::fromLatin1(typed));
        QVERIFY(filter.rowCount() > 0);
        bool isToCome = false;
        for (int row = 0; row < filter.rowCount(); ++row) {
            const bool isUsable = filter.index(row, 0).flags() & Qt::ItemIsEnabled;
            QVERIFY(!isUsable || !isToCome);
            isToCome = !isUsable;
        }
    }
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
    m_panel->findChild<QTabBar*>()->setCurrentIndex(3);
    auto* text = m_panel->findChild<JsonView*>()->findChild<QPlainTextEdit*>();
    QVERIFY(text->toPlainText().contains(QStringLiteral("\"preset\": \"XINT8\"")));
    m_fixture->marks.markOperator("Add", MarkPrecision::Float);
    QVERIFY(text->toPlainText().contains(QStringLiteral("\"opType\": \"Add\"")));
    for (const auto& edit : std::vector<std::function<void()>>{
             [this] { m_panel->setPreset(QStringLiteral("A8W8")); },
             [this] { m_fixture->marks.markOperator("Conv", MarkPrecision::Int16); },
             [this] { m_fixture->editor.undoStack().undo(); }, [this] { m_fixture->editor.undoStack().undo(); }}) {
        edit();
        const auto read = readRecipe(text->toPlainText().toStdString(), "shown", {});
        QVERIFY(read.has_value());
        QVERIFY(*read == m_fixture->editor.recipe());
    }
    for (QPushButton* button : m_panel->findChild<JsonView*>()->findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Copy"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QCOMPARE(QApplication::clipboard()->text(), text->toPlainText());
}

void tst_RecipePanel::json_staysWhereItWasRead_andOpensBeside()
{
    Recipe recipe = m_fixture->editor.recipe();
    for (int i = 0; i < 60; ++i)
        recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "T" + std::to_string(i), {}, {}});
    m_fixture->editor.apply(QStringLiteral("many"), recipe);
    m_panel->findChild<QTabBar*>()->setCurrentIndex(3);
    auto* view = m_panel->findChild<JsonView*>();
    auto* text = view->findChild<QPlainTextEdit*>();
    text->verticalScrollBar()->setValue(40);
    QCOMPARE(text->verticalScrollBar()->value(), 40);
    m_fixture->marks.markOperator("Add", MarkPrecision::Float);
    QCOMPARE(text->verticalScrollBar()->value(), 40);
    const auto marks = text->extraSelections();
    QVERIFY(std::any_of(marks.begin(), marks.end(),
                        [](const auto& mark) { return mark.cursor.block().text().contains(QStringLiteral("Add")); }));
    m_panel->findChild<QTabBar*>()->setCurrentIndex(0);
    m_panel->findChild<QTabBar*>()->setCurrentIndex(3);
    for (QPushButton* button : view->findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("In a window of its own"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    const auto views = m_panel->window()->findChildren<JsonView*>();
    QCOMPARE(views.size(), 2);
    m_panel->findChild<QTabBar*>()->setCurrentIndex(0);
    auto* beside = views.last()->isWindow() ? views.last() : views.first();
    QVERIFY(beside->isWindow() && beside->isVisible());
    m_panel->setPreset(QStringLiteral("A8W8"));
    QVERIFY(beside->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("\"A8W8\"")));
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

void tst_RecipePanel::detail_tellsPresetAndDefault_whole()
{
    OptionView& options = m_panel->options();
    QVERIFY(options.showOption(QStringLiteral("ActivationSymmetric")));
    const auto detail = [&options]() -> QLabel* {
        for (QLabel* label : options.findChildren<QLabel*>()) {
            if (label->text().startsWith(QStringLiteral("<b>")))
                return label;
        }
        return nullptr;
    };
    QVERIFY(detail());
    QVERIFY2(detail()->text().contains(QStringLiteral("Preset: True · default: False")), qPrintable(detail()->text()));
    for (const char* option : {"CalibrateMethod", "TensorQuantOverrides", "MixedPrecisionTensor"}) {
        QVERIFY(options.showOption(QString::fromLatin1(option)));
        QTRY_VERIFY(detail()->height() >= detail()->heightForWidth(detail()->width()));
    }
    QVERIFY(options.findChild<QTreeView*>()->height() >= 6 * (options.fontMetrics().height() + 8));
}

void tst_RecipePanel::refusedSentence_endsOnce()
{
    OptionModel model(m_fixture->editor);
    QSignalSpy refused(&model, &OptionModel::refused);
    for (const auto& [option, value] :
         {std::pair{"CalibrateMethod", "Percentil"}, std::pair{"Percentile", "x"},
          std::pair{"TensorQuantOverrides", "{"}, std::pair{"OpTypesToQuantize", "Cnv"}}) {
        const QModelIndex at = model.indexOf(QString::fromLatin1(option)).siblingAtColumn(OptionModel::Value);
        QVERIFY2(at.isValid(), option);
        model.setData(at, QString::fromLatin1(value));
    }
    QVERIFY(refused.count() >= 3);
    for (const auto& each : refused)
        QVERIFY2(!each[1].toString().contains(QStringLiteral("..")), qPrintable(each[1].toString()));
}

void tst_RecipePanel::tables_areEditedOnSeveralLines()
{
    OptionView& options = m_panel->options();
    QVERIFY(options.showOption(QStringLiteral("TensorQuantOverrides")));
    auto* tree = options.findChild<QTreeView*>();
    tree->edit(tree->currentIndex());
    auto* editor = tree->findChild<QPlainTextEdit*>();
    QVERIFY(editor);
    QVERIFY(editor->height() >= 4 * editor->fontMetrics().lineSpacing());
    editor->setPlainText(QStringLiteral("{\n  \"t\": [\n    {\"quant_type\": \"QInt8\"}\n  ]\n}"));
    emit tree->itemDelegate()->commitData(editor);
    QCOMPARE(m_fixture->editor.recipe().config.tensorOverrides.size(), std::size_t(1));
}

void tst_RecipePanel::search_isClearedWithAnotherModel()
{
    auto* search = m_panel->options().findChild<QLineEdit*>();
    search->setText(QStringLiteral("percentile"));
    m_fixture->marks.setModel(branchedModel(), nullptr);
    QVERIFY(search->text().isEmpty());
}

void tst_RecipePanel::effect_isAlwaysShown_withAllItsFigures()
{
    auto* section = m_panel->findChild<EffectSection*>();
    auto* text = section->findChild<QLabel*>(QStringLiteral("effectText"));
    QTRY_VERIFY(m_fixture->watcher.preview());
    QVERIFY(section->isVisible() && text->isVisible());
    m_fixture->marks.mark({m_fixture->node("/left/Conv")}, MarkPrecision::Float);
    QTRY_VERIFY(!m_fixture->watcher.isRunning());
    const EffectPreview& preview = *m_fixture->watcher.preview();
    const EffectCounts& now = preview.after;
    QVERIFY(now.floating > preview.before.floating && now.toFloat > 0 && now.toInteger > 0);
    const QString saved = bytesText(savedBytes(preview, now));
    for (const QString& part : {QStringLiteral("%1 quantized, %2 float").arg(now.quantized).arg(now.floating),
                                QStringLiteral("%1 to float, %2 to integer").arg(now.toFloat).arg(now.toInteger),
                                QStringLiteral("%1 of %2 saved").arg(saved, bytesText(preview.floatWeightBytes))})
        QVERIFY2(text->text().contains(part), qPrintable(text->text() + QStringLiteral(" | ") + part));
    section->findChild<QToolButton*>()->click();
    auto* card = section->findChild<EffectCard*>();
    QVERIFY(card->isVisible());
    const auto value = [card](const QString& name) {
        for (const QLabel* label : card->findChildren<QLabel*>()) {
            if (label->accessibleName() == name)
                return label->text();
        }
        return QString();
    };
    QCOMPARE(value(QStringLiteral("Nodes quantized")), QString::number(now.quantized));
    QCOMPARE(value(QStringLiteral("Nodes float")), QString::number(now.floating));
    QCOMPARE(value(QStringLiteral("Tensors integer → float")), QString::number(now.toFloat));
    QCOMPARE(value(QStringLiteral("Tensors float → integer")), QString::number(now.toInteger));
    QCOMPARE(value(QStringLiteral("Weights")), bytesText(now.weightBytes));
    QCOMPARE(value(QStringLiteral("Weight bytes saved")), saved);
    const double share = 100.0 * double(now.floatMultiplyAdds) / double(now.multiplyAdds);
    QCOMPARE(value(QStringLiteral("Multiply-adds in float")), QLocale().toString(share, 'f', 1) + QStringLiteral(" %"));
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

void tst_RecipePanel::parts_areAdded_changed_refusedAndDeleted()
{
    PartsEditor parts(m_fixture->editor);
    TensorSpec output;
    output.name = "y";
    output.type = DataType::Float;
    output.shape = {1, 85};
    output.hasRank = true;
    parts.setOutputs({output});
    parts.show();
    parts.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&parts));
    const QList<QLineEdit*> lines = parts.findChildren<QLineEdit*>();
    QCOMPARE(lines.size(), qsizetype(2));
    const auto type = [&lines](const QString& name, const QString& selection) {
        lines[0]->setText(name);
        lines[1]->setText(selection);
        QTest::keyClick(lines[1], Qt::Key_Return);
    };
    const auto& recipe = m_fixture->editor.recipe();
    type(QStringLiteral("scores"), QStringLiteral("y[..., 5:]"));
    type(QStringLiteral("boxes"), QStringLiteral("y[..., :4]"));
    QCOMPARE(recipe.parts.size(), std::size_t(2));
    QCOMPARE(recipe.parts[0].name, std::string("boxes")); // sorted
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("Add part boxes"));
    type(QStringLiteral("scores"), QStringLiteral("y[..., 4:]"));
    QCOMPARE(recipe.parts.size(), std::size_t(2));
    QCOMPARE(selectionText(recipe.parts[1]), std::string("y[..., 4:]"));
    // What does not fit the model changes nothing and is told in place.
    const auto* problem = parts.findChild<QLabel*>(QStringLiteral("partProblem"));
    for (const auto& [name, selection] : {std::pair("other", "z[0]"), {"other", "y[0, 0, 0]"}, {"other", "y[oops]"}}) {
        type(QString::fromLatin1(name), QString::fromLatin1(selection));
        QCOMPARE(recipe.parts.size(), std::size_t(2));
        QVERIFY2(problem->isVisible() && !problem->text().isEmpty(), selection);
    }
    lines[1]->setText(QStringLiteral("y[0]"));
    QVERIFY(!problem->isVisible());
    auto* list = parts.findChild<QAbstractItemView*>();
    list->setCurrentIndex(list->model()->index(1, 0));
    QCOMPARE(lines[0]->text(), QStringLiteral("scores")); // to be changed
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(recipe.parts.size(), std::size_t(1));
    m_fixture->editor.undoStack().undo();
    QCOMPARE(recipe.parts.size(), std::size_t(2));
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
    QSignalSpy imported(&exchange, &RecipeExchange::imported);
    exchange.importFrom(path);
    QTRY_COMPARE(imported.count(), 1);
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
    QSignalSpy failed(&exchange, &RecipeExchange::failed);
    exchange.importFrom(path);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("XINT8")));
    QVERIFY(m_fixture->editor.recipe() == before);
    const auto written = exchange.exportTo(folder.filePath(QStringLiteral("none/r.json")));
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::DiskError);
}

void tst_RecipePanel::import_keepsDataThatTheFileDoesNotName()
{
    QTemporaryDir folder;
    RecipeExchange exchange(m_fixture->editor);
    const QString path = folder.filePath(QStringLiteral("r.json"));
    QVERIFY(exchange.exportTo(path).has_value());
    Recipe recipe = m_fixture->editor.recipe();
    recipe.calibration.emplace();
    recipe.calibration->source = "random:3";
    m_fixture->editor.apply(QStringLiteral("data"), recipe);
    m_fixture->marks.markOperator("Add", MarkPrecision::Float);
    QSignalSpy imported(&exchange, &RecipeExchange::imported);
    exchange.importFrom(path);
    QTRY_COMPARE(imported.count(), 1);
    QVERIFY(imported[0][1].toString().contains(QStringLiteral("names no calibration data")));
    QVERIFY(m_fixture->exclude().empty());
    QVERIFY(m_fixture->editor.recipe().calibration.has_value());
    QVERIFY(m_fixture->editor.recipe().calibration->source == "random:3");
}

void tst_RecipePanel::import_ofTooManyRules_isRefused()
{
    QTemporaryDir folder;
    RecipeExchange exchange(m_fixture->editor);
    const Recipe before = m_fixture->editor.recipe();
    Recipe large = before;
    for (int i = 0; i <= 10'000; ++i)
        large.config.exclude.push_back({ExclusionRule::Kind::Node, "n" + std::to_string(i), {}, {}});
    QFile file(folder.filePath(QStringLiteral("large.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(recipeText(large, {}, RecipeDetail::Differences)));
    file.close();
    QSignalSpy failed(&exchange, &RecipeExchange::failed);
    exchange.importFrom(file.fileName());
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().contains(QLocale().toString(10'001)));
    QVERIFY(m_fixture->editor.recipe() == before);
}

void tst_RecipePanel::dialogs_beginBesideTheModel()
{
    QTemporaryDir folder;
    QWidget window;
    ActionRegistry registry;
    RecipeExchange exchange(m_fixture->editor);
    exchange.registerActions(registry, &window);
    exchange.setFolder(folder.path());
    QSignalSpy exported(&exchange, &RecipeExchange::exported);
    QSignalSpy imported(&exchange, &RecipeExchange::imported);
    const auto answer = [&](const char* action, const QString& name) {
        bool isAsked = false;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog || isAsked)
                return;
            isAsked = true;
            QCOMPARE(dialog->directory(), QDir(folder.path()));
            auto* line = dialog->findChild<QLineEdit*>();
            if (!name.isEmpty())
                line->setText(name);
            QTest::keyClick(line, Qt::Key_Return);
        });
        timer.start(10);
        registry.action(QString::fromLatin1(action))->trigger();
        QVERIFY(isAsked);
    };
    answer("recipe.export", {});
    QCOMPARE(exported.count(), 1);
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("recipe.json"))));
    answer("recipe.exportQuark", {});
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("quantize.py"))));
    m_fixture->marks.markOperator("Add", MarkPrecision::Float);
    answer("recipe.import", folder.filePath(QStringLiteral("recipe.json")));
    QTRY_COMPARE(imported.count(), 1);
    QVERIFY(m_fixture->exclude().empty());
}

QTEST_MAIN(tst_RecipePanel)
#include "tst_recipe_panel.moc"
