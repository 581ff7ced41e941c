// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project.h"
#include "tests/support/source_directory.h"
#include "tests/support/verify_result.h"
#include "tests/widgets/recipe/recipe_fixture.h"
#include "widgets/data/data_session.h"
#include "widgets/data/step_editor.h"
#include "widgets/recipe/gates_editor.h"
#include "widgets/recipe/option_model.h"
#include "widgets/recipe/option_rows.h"
#include "widgets/recipe/parts_editor.h"
#include "widgets/recipe/recipe_exchange.h"
#include "widgets/recipe/recipe_panel.h"
#include "widgets/recipe/rule_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Something that a user can do to the recipe.
struct NamedEdit
{
    QString name;
    std::function<void()> run;
    bool mayBeOff = false; ///< what was chosen before may leave it nothing to do
};

} // namespace

/// Every way of the window to edit the recipe is one step of the history: undone, the recipe says to the letter what it
/// said before; done again, what it said after.
class tst_EveryEdit : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void marks_areUndone();
    void rules_areUndone();
    void options_areUndone();
    void presetsGatesAndImport_areUndone();
    void data_areUndone();
    void steps_areUndone();
    void restoredRun_isUndone();

private:
    [[nodiscard]] RecipeEditor& editor() const { return m_fixture->editor; }
    [[nodiscard]] QUndoStack& history() const { return editor().undoStack(); }
    [[nodiscard]] QByteArray text() const
    {
        return QByteArray::fromStdString(recipeText(editor().recipe(), {}, RecipeDetail::Differences));
    }
    /// Makes all @p edits one after the other, then walks the history back to its beginning and forth to its end.
    void walk(const std::vector<NamedEdit>& edits);

    std::unique_ptr<RecipeFixture> m_fixture;
};

void tst_EveryEdit::init()
{
    m_fixture = std::make_unique<RecipeFixture>("XINT8");
}

void tst_EveryEdit::cleanup()
{
    m_fixture.reset();
}

void tst_EveryEdit::walk(const std::vector<NamedEdit>& edits)
{
    std::vector<QByteArray> texts{text()};
    const int first = history().index();
    for (const NamedEdit& edit : edits) {
        history().setClean(); // nothing becomes one step with what was before a save
        const int before = history().index();
        edit.run();
        if (edit.mayBeOff && history().index() == before) {
            QVERIFY2(text() == texts.back(), qPrintable(edit.name + QStringLiteral(" changed something unseen")));
            continue;
        }
        QVERIFY2(history().index() == before + 1,
                 qPrintable(edit.name + QStringLiteral(": %1 steps").arg(history().index() - before)));
        QVERIFY2(text() != texts.back(), qPrintable(edit.name + QStringLiteral(" changed nothing")));
        QVERIFY2(!history().undoText().trimmed().isEmpty(), qPrintable(edit.name));
        texts.push_back(text());
        history().undo();
        QVERIFY2(text() == texts[texts.size() - 2],
                 qPrintable(edit.name + QStringLiteral(": undone\n") + QString::fromUtf8(text())));
        history().redo();
        QVERIFY2(text() == texts.back(),
                 qPrintable(edit.name + QStringLiteral(": done again\n") + QString::fromUtf8(text())));
    }
    for (std::size_t i = texts.size() - 1; i-- > 0;) {
        const QString what = history().undoText();
        history().undo();
        QVERIFY2(text() == texts[i], qPrintable(what));
    }
    QCOMPARE(history().index(), first);
    for (std::size_t i = 1; i < texts.size(); ++i) {
        history().redo();
        QVERIFY2(text() == texts[i], qPrintable(history().undoText()));
    }
}

void tst_EveryEdit::marks_areUndone()
{
    MarkController& marks = m_fixture->marks;
    const int stem = m_fixture->node("/stem/Conv");
    const int left = m_fixture->node("/left/Conv");
    const int right = m_fixture->node("/right/Conv");
    const int softmax = m_fixture->node("/head/Softmax");
    const auto draft = [&](ExclusionRule::Kind kind, const std::set<int>& starts, const std::set<int>& ends) {
        m_fixture->selection.select(starts, starts.empty() ? NodeSelection::kNone : *starts.begin());
        marks.begin(kind);
        if (!ends.empty()) {
            m_fixture->selection.select(ends, *ends.begin());
            marks.addToEnds();
        }
        QTRY_VERIFY(marks.finding());
        QVERIFY(marks.accept());
    };
    const auto scope = [&] {
        const ScopeTree scopes(m_fixture->model->graph);
        marks.markScope(scopes.scopeOf(softmax), MarkPrecision::Float);
    };
    walk({
        {QStringLiteral("node float"), [&] { marks.mark({stem}, MarkPrecision::Float); }},
        {QStringLiteral("node 16 bit"), [&] { marks.mark({left}, MarkPrecision::Int16); }},
        {QStringLiteral("node 8 bit"), [&] { marks.mark({right}, MarkPrecision::Int8); }},
        {QStringLiteral("nodes float"),
         [&] {
             marks.mark({left, right}, MarkPrecision::Float);
         }},
        {QStringLiteral("operator"), [&] { marks.markOperator("Relu", MarkPrecision::Float); }},
        {QStringLiteral("scope"), scope},
        {QStringLiteral("downstream"), [&] { draft(ExclusionRule::Kind::Downstream, {left}, {}); }},
        {QStringLiteral("upstream"), [&] { draft(ExclusionRule::Kind::Upstream, {right}, {}); }},
        {QStringLiteral("between"), [&] { draft(ExclusionRule::Kind::Between, {stem}, {softmax}); }},
        {QStringLiteral("unmark"), [&] { marks.unmark({stem}); }},
    });
}

void tst_EveryEdit::rules_areUndone()
{
    for (const char* name : {"Relu", "Add"})
        m_fixture->marks.markOperator(name, MarkPrecision::Float);
    m_fixture->marks.mark({m_fixture->node("/left/Conv")}, MarkPrecision::Int16);
    m_fixture->marks.mark({m_fixture->node("/right/Conv")}, MarkPrecision::Int16);
    Recipe recipe = editor().recipe();
    recipe.config.exclude.push_back({ExclusionRule::Kind::Regex, "^/haed/", {}, {}}); // dead
    editor().apply(QStringLiteral("Typing mistake"), recipe);
    RuleModel rules(editor(), m_fixture->watcher);
    const auto dead = [&rules] {
        for (int row = 0; row < rules.rowCount(); ++row) {
            if (!rules.index(row).data(RuleModel::RepairRole).toString().isEmpty())
                return row;
        }
        return -1;
    };
    const auto repair = [&] {
        QTRY_VERIFY(dead() >= 0);
        rules.repair(dead());
    };
    walk({
        {QStringLiteral("repair"), repair},
        {QStringLiteral("off"), [&] { rules.setData(rules.index(0), Qt::Unchecked, Qt::CheckStateRole); }},
        {QStringLiteral("on"), [&] { rules.setData(rules.index(0), Qt::Checked, Qt::CheckStateRole); }},
        {QStringLiteral("precision"), [&] { rules.setPrecision(0, MarkPrecision::Int16); }},
        {QStringLiteral("order"), [&] { rules.move(rules.rowCount() - 1, -1); }},
        {QStringLiteral("delete"), [&] { rules.remove({1}); }},
        {QStringLiteral("delete several"),
         [&] {
             rules.remove({0, 1});
         }},
    });
}

void tst_EveryEdit::options_areUndone()
{
    OptionModel options(editor());
    // An option's values depend on its kind: the first of these that changes something is taken.
    const QStringList candidates{QStringLiteral("True"),
                                 QStringLiteral("False"),
                                 QStringLiteral("3"),
                                 QStringLiteral("17"),
                                 QStringLiteral("0.25"),
                                 QStringLiteral("MinMax"),
                                 QStringLiteral("Conv"),
                                 QStringLiteral("x:[1,2,4,4]"),
                                 QStringLiteral("[[\"Conv\", \"Relu\"]]"),
                                 QStringLiteral("{\"Conv\": 1}"),
                                 QStringLiteral("{\"x\": [1, 2]}"),
                                 QStringLiteral("{\"Int16\": [\"s\"]}"),
                                 QStringLiteral("{\"s\": [{\"quant_type\": \"QInt16\"}]}")};
    std::vector<NamedEdit> made;
    QStringList untouched;
    for (const OptionSpec& spec : optionRows()) {
        const QString name = QString::fromStdString(spec.name);
        QStringList values = candidates;
        for (const OptionChoice& choice : formOf(spec).choices)
            values.append(choice.text);
        QString taken;
        for (const QString& value : values) {
            const int before = history().index();
            options.setData(options.indexOf(name).siblingAtColumn(OptionModel::Value), value);
            if (history().index() == before)
                continue;
            history().undo();
            taken = value;
            break;
        }
        if (taken.isEmpty()) {
            untouched.append(name);
            continue;
        }
        made.push_back({name, [&options, name, taken] {
                            options.setData(options.indexOf(name).siblingAtColumn(OptionModel::Value), taken);
                        }});
    }
    QVERIFY2(untouched.size() < 4, qPrintable(untouched.join(QLatin1Char(' '))));
    made.push_back({QStringLiteral("one as in the preset"),
                    [&options] { options.reset(options.indexOf(QStringLiteral("PercentileCandidates"))); }});
    made.push_back({QStringLiteral("all as in the preset"), [&options] { options.resetAll(); }});
    walk(made);
}

void tst_EveryEdit::presetsGatesAndImport_areUndone()
{
    RecipePanel panel(editor(), m_fixture->watcher, m_fixture->marks, m_fixture->selection);
    const auto* gates = panel.findChild<GatesEditor*>();
    const auto* parts = panel.findChild<PartsEditor*>();
    RecipeExchange exchange(editor());
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("r.json"));
    Recipe other = editor().recipe();
    other.config.preset = "A16W8";
    other.config.exclude.push_back({ExclusionRule::Kind::OpType, "Gemm", {}, {}});
    {
        RecipeEditor another;
        another.reset(other);
        VERIFY_OK(RecipeExchange(another).exportTo(file));
    }
    const auto button = [gates](const QString& part) {
        for (QPushButton* one : gates->findChildren<QPushButton*>()) {
            if (one->text().contains(part))
                return one;
        }
        qFatal("no button %s", qPrintable(part));
    };
    walk({
        {QStringLiteral("preset"), [&] { panel.setPreset(QStringLiteral("A8W8")); }},
        {QStringLiteral("gate"), [&] { button(QStringLiteral("Add"))->click(); }},
        {QStringLiteral("no gate"),
         [&] {
             gates->findChild<QListWidget*>()->setCurrentRow(0);
             button(QStringLiteral("Delete"))->click();
         }},
        {QStringLiteral("part"),
         [&] {
             const auto lines = parts->findChildren<QLineEdit*>();
             lines[0]->setText(QStringLiteral("first"));
             lines[1]->setText(QStringLiteral("y[:1]"));
             parts->findChild<QPushButton*>()->click();
         }},
        {QStringLiteral("import"),
         [&] {
             QSignalSpy imported(&exchange, &RecipeExchange::imported);
             exchange.importFrom(file);
             QTRY_COMPARE(imported.count(), 1);
         }},
    });
}

void tst_EveryEdit::data_areUndone()
{
    DataSession session(editor());
    const std::string calib = (sampleDirectory() / "calib").string();
    const auto edit = [&session](const std::function<void(DataSpec&)>& change) {
        return [&session, change] { QCOMPARE(session.edit(QStringLiteral("Edit"), change), QString()); };
    };
    walk({
        {QStringLiteral("source"), [&] { session.setSource(calib); }},
        {QStringLiteral("samples"), edit([](DataSpec& data) { data.samples = 5; })},
        {QStringLiteral("leave out"),
         [&] {
             session.setSkipped({"a.png", "b.png"}, Qt::Unchecked);
         }},
        {QStringLiteral("take back"), [&] { session.setSkipped({"a.png"}, Qt::Checked); }},
        {QStringLiteral("labels"), [&] { session.setLabels("/labels.tsv"); }},
        {QStringLiteral("no labels"), [&] { session.setLabels({}); }},
        {QStringLiteral("evaluation"),
         [&] {
             session.setPurpose(DataPurpose::Evaluation);
             session.setSource((sampleDirectory() / "test").string());
         }},
        {QStringLiteral("skip of evaluation"), [&] { session.setSkipped({"c.png"}, Qt::Unchecked); }},
        {QStringLiteral("random"),
         [&] {
             session.setPurpose(DataPurpose::Calibration);
             session.setSource("random:3");
         }},
    });
}

void tst_EveryEdit::steps_areUndone()
{
    Recipe recipe = editor().recipe();
    recipe.calibration.emplace();
    recipe.calibration->source = (sampleDirectory() / "calib").string();
    recipe.calibration->preprocess = *builtinPreprocess("imagenet");
    recipe.calibration->preprocess.resize = ResizeStep{};
    recipe.calibration->preprocess.crop = PictureSize{28, 28};
    editor().reset(recipe);
    DataSession session(editor());
    std::vector<std::unique_ptr<StepEditor>> steps;
    std::vector<NamedEdit> edits;
    for (const PreprocessStep kind : {PreprocessStep::Channels, PreprocessStep::Resize, PreprocessStep::Crop,
                                      PreprocessStep::Scale, PreprocessStep::MeanStd, PreprocessStep::Layout}) {
        steps.push_back(std::make_unique<StepEditor>(session, kind, nullptr));
        const QString name = QStringLiteral("step %1").arg(int(kind));
        for (QComboBox* combo : steps.back()->findChildren<QComboBox*>()) {
            if (combo->isEnabledTo(steps.back().get()) && combo->count() > 1) {
                edits.push_back({name + QStringLiteral(" choice ") + combo->accessibleName(),
                                 [combo] {
                                     combo->setCurrentIndex((combo->currentIndex() + 1) % combo->count());
                                     emit combo->activated(combo->currentIndex());
                                 },
                                 true});
            }
        }
        if (QSpinBox* box = steps.back()->findChild<QSpinBox*>())
            edits.push_back({name + QStringLiteral(" number"), [box] { box->setValue(box->value() + 3); }, true});
        for (QLineEdit* line : steps.back()->findChildren<QLineEdit*>()) {
            if (!line->objectName().isEmpty()) // inside of a spin box
                continue;
            edits.push_back({name + QStringLiteral(" text ") + line->accessibleName(),
                             [line] {
                                 line->setText(QStringLiteral("0.75"));
                                 QTest::keyClick(line, Qt::Key_Return);
                             },
                             true});
        }
    }
    QVERIFY2(edits.size() > 6, qPrintable(QString::number(edits.size())));
    walk(edits);
    QVERIFY2(history().count() > 6, qPrintable(QString::number(history().count())));
}

void tst_EveryEdit::restoredRun_isUndone()
{
    Project project;
    ProjectFile file;
    file.model = "/net.onnx";
    file.recipe = editor().recipe();
    RunSummary run;
    run.number = 1;
    run.output = "/net_runs/run-001.onnx";
    run.recipe = file.recipe;
    run.recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "Conv", {}, {}});
    file.runs.push_back(run);
    project.open("/p.qsproj", file);
    const auto textOfProject = [&project] { return projectText(project.file(), "/"); };
    const std::string before = textOfProject();
    project.restoreRun(1);
    const std::string after = textOfProject();
    QVERIFY(before != after);
    project.editor().undoStack().undo();
    QCOMPARE(textOfProject(), before);
    QVERIFY(!project.isModified());
    project.editor().undoStack().redo();
    QCOMPARE(textOfProject(), after);
}

QTEST_MAIN(tst_EveryEdit)
#include "tst_every_edit.moc"
