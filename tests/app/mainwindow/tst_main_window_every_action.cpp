// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/mainwindow/every_action.h"

#include "app/mainwindow/changes_panel.h"
#include "app/mainwindow/mark_bar.h"
#include "tests/app/mainwindow/nested_loops.h"
#include "tests/widgets/graph/quantized_models.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_find_field.h"

#include <QDesktopServices>
#include <QScopeGuard>
#include <QToolButton>

namespace quantiscope::test {

void tst_MainWindowEveryAction::chooseRule(int row)
{
    select(nodeInABlock());
    const std::vector<Node>& nodes = m_window->drawing()->model().graph.nodes();
    Recipe recipe = editor().recipe();
    // Of which the first is dead, and near to a name that there is.
    for (const std::string& name : {nodes[0].name + "x", nodes[1].name})
        recipe.config.exclude.push_back({ExclusionRule::Kind::Node, name, {}, {}});
    for (const std::string& name : {nodes[2].name, nodes[3].name}) {
        LayerRule layer;
        layer.match = {ExclusionRule::Kind::Node, name, {}, {}};
        layer.output.emplace().type = DataType::Int16;
        recipe.config.layers.push_back(layer);
    }
    editor().apply(u"Rules"_s, recipe);
    QTRY_COMPARE(rules()->model()->rowCount(), 4);
    m_window->findChild<QDockWidget*>(u"dock.recipe"_s)->raise();
    rules()->setFocus();
    rules()->setCurrentIndex(rules()->model()->index(row, 0));
    QGuiApplication::clipboard()->setText(u"nothing"_s);
}

void tst_MainWindowEveryAction::pauseAJob()
{
    action("run.calibrate")->trigger();
    const int id = m_window->jobs().jobs().back()->id;
    m_window->jobs().setPaused(id, true);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().job(id)->status == JobStatus::Paused, kLong);
}

void tst_MainWindowEveryAction::openSecondGraph()
{
    select(2);
    if (second().isVisible())
        return;
    action("runs.openGraph")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(second().isVisible(), kLong);
    settle();
    m_window->selection().reveal(2);
    settle();
}

void tst_MainWindowEveryAction::goToABlock(GraphPane& pane)
{
    if (!pane.navigator().state().expanded.empty()) {
        pane.navigator().collapseAll();
        settle();
    }
    const auto& items = pane.view().scene().picture().items();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].scope > 0) {
            pane.view().setCurrentItem(int(i));
            return;
        }
    }
    QFAIL("there is no block");
}

void tst_MainWindowEveryAction::addGraphTrials(std::vector<Trial>& all, const QString& prefix,
                                               const std::function<GraphPane&()>& pane)
{
    const bool isSecond = prefix != u"graph"_s;
    const auto begin = [this, isSecond, pane] {
        if (isSecond)
            openSecondGraph();
        else
            select(2);
        if (pane().navigator().state().root != 0) {
            pane().navigator().enter(0);
            settle();
        }
        pane().view().setZoom(0.9);
    };
    const Look shown = [pane] { return view(pane()); };
    const auto add = [&](const char* id, const Prepare& more, const Look& look) {
        all.push_back({prefix + u"."_s + QString::fromLatin1(id),
                       [begin, more] {
                           begin();
                           if (more)
                               more();
                       },
                       look});
    };
    const auto opened = [this, pane] {
        pane().navigator().collapseAll();
        settle();
        pane().navigator().expandAll();
        settle();
    };
    add("back", opened, shown);
    add(
        "forward",
        [this, pane, opened] {
            opened();
            pane().navigator().back();
            settle();
        },
        shown);
    add(
        "up",
        [this, pane] {
            pane().navigator().enter(1);
            settle();
        },
        shown);
    add(
        "toggle", [this, pane] { goToABlock(pane()); }, shown);
    add(
        "enter", [this, pane] { goToABlock(pane()); }, shown);
    add(
        "expandAll",
        [this, pane] {
            pane().navigator().collapseAll();
            settle();
        },
        shown);
    add("collapseAll", opened, shown);
    const auto inTheView = [pane] { pane().view().setFocus(); };
    add("find", inTheView, focus);
    add("findRegex", inTheView, [pane] { return QString::number(int(pane().findField().isRegex())); });
    for (const char* id : {"findNext", "findPrevious"}) {
        add(
            id,
            [pane] {
                pane().findField().setRegex(false);
                pane().findField().setText(u"o"_s);
                QTRY_VERIFY(pane().findField().hits().size() > 1);
                pane().selection()->clear();
            },
            [pane] { return QString::number(pane().selection()->current()); });
    }
    add("selectAll", {}, [this] { return selection(); });
    add("fit", {}, shown);
    add("frame", {}, shown);
    add("zoomIn", {}, shown);
    add("zoomOut", {}, shown);
    add("zoomActual", {}, shown);
    add("direction", {}, shown);
    add(
        "selectTool", [pane] { pane().view().setTool(GraphView::Tool::RubberBand); }, shown);
    add(
        "bandTool", [pane] { pane().view().setTool(GraphView::Tool::Select); }, shown);
    add("minimap", {}, [pane] {
        const auto cards = pane().findChildren<QWidget*>();
        return QString::number(
            std::count_if(cards.begin(), cards.end(), [](const QWidget* card) { return card->isVisible(); }));
    });
    add("export", {}, [this] { return dialogs(); });
    if (!isSecond)
        return; // the sample has no quantizers
    add("fold", {}, [pane] { return pane().navigator().state().isFolded ? u"folded"_s : u"unfolded"_s; });
    add(
        "toggleFolds",
        [this, pane] {
            pane().navigator().setFolded(true);
            settle();
            const Graph& graph = pane().navigator().drawing()->model().graph;
            for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
                if (graph.nodes()[i].opType == "QuantizeLinear")
                    pane().selection()->select(int(i));
            }
        },
        [pane] { return QString::number(pane().navigator().state().foldExceptions.size()); });
    const Look changes = [this] { return second().changes()->isVisible() ? u"shown"_s : u"hidden"_s; };
    add("changes", {}, changes);
    add("exportChanges", {}, [this] { return dialogs(); });
    add("open", {}, [this] { return dialogs(); });
    add(
        "moveTogether", [pane] { pane().view().setZoom(0.77); },
        [this] { return action("secondGraph.moveTogether")->isChecked() ? u"together"_s : u"alone"_s; });
}

void tst_MainWindowEveryAction::addRecipeTrials(std::vector<Trial>& all)
{
    const auto add = [&](const char* id, const Prepare& prepare, const Look& look) {
        all.push_back({QString::fromLatin1(id), prepare, look});
    };
    const Look recipe = [this] { return this->recipe(); };
    const Look draft = [this] { return this->draft(); };
    const Look clipboard = [this] { return this->clipboard(); };
    const Look dialogs = [this] { return this->dialogs(); };
    const Prepare node = [this] { select(nodeInABlock()); };
    for (const char* id : {"mark.float", "mark.int16", "mark.int8", "mark.scopeFloat", "mark.scope16", "mark.scope8",
                           "mark.operatorFloat", "mark.operator16", "mark.operator8"})
        add(id, node, recipe);
    add(
        "mark.remove",
        [this] {
            select(nodeInABlock());
            doNow("mark.float");
        },
        recipe);
    for (const char* id : {"mark.start", "mark.end", "mark.between", "mark.upstream", "mark.downstream", "mark.regex"})
        add(id, node, draft);
    add("mark.selectOperator", node, [this] { return selection(); });
    add("rule.new", node, draft);
    const auto rule = [this](int row) { return [this, row] { chooseRule(row); }; };
    add("rule.toggle", rule(1), recipe);
    add("rule.edit", rule(1), draft);
    add("rule.select", rule(2), [this] { return selection(); });
    add("rule.repair", rule(0), recipe);
    add("rule.float", rule(2), recipe);
    add("rule.int16", rule(1), recipe);
    add("rule.int8", rule(1), recipe);
    add("rule.up", rule(3), recipe);
    add("rule.down", rule(2), recipe);
    add("rule.copy", rule(1), clipboard);
    add("rule.copyNames", rule(1), clipboard);
    add("rule.delete", rule(1), recipe);
    for (const char* id : {"recipe.import", "recipe.export", "recipe.exportQuark", "recipe.exportOnnxRuntime"})
        add(id, node, dialogs);
    add("recipe.copyJson", node, clipboard);
    all.push_back({u"edit.undo"_s, [this] { edit(); }, recipe});
    add(
        "edit.redo",
        [this] {
            edit("XINT8");
            editor().undoStack().undo();
        },
        recipe);
}

void tst_MainWindowEveryAction::addRunTrials(std::vector<Trial>& all)
{
    const auto add = [&](const char* id, const Prepare& prepare, const Look& look) {
        all.push_back({QString::fromLatin1(id), prepare, look});
    };
    const Look clipboard = [this] { return this->clipboard(); };
    const Look dialogs = [this] { return this->dialogs(); };
    const Look jobs = [this] { return this->jobs(); };
    const Prepare page = [this] {
        m_window->showPerspective(Perspective::Compare);
        QGuiApplication::clipboard()->setText(u"nothing"_s);
    };
    for (const char* id : {"run.quantize", "run.calibrate", "run.evaluate", "runs.evaluate"})
        add(id, page, jobs);
    for (const char* id : {"run.pause", "run.cancel"})
        all.push_back({QString::fromLatin1(id), [this] { pauseAJob(); }, jobs});
    add("run.chooseFolder", page, dialogs);
    for (const char* id :
         {"run.copyCommandLine", "runs.copyCommandLine", "runs.copyCell", "runs.copyCsv", "runs.copyMarkdown"})
        add(id, page, clipboard);
    for (const char* id :
         {"runs.exportModel", "runs.exportRecipe", "runs.exportReport", "runs.exportWorkflow", "runs.exportShell",
          "runs.exportQuark", "runs.exportOrt", "runs.exportDashboard", "runs.delete"})
        add(id, page, dialogs);
    add(
        "runs.openGraph",
        [this] {
            if (second().isVisible())
                second().findChild<QToolButton*>(u"close"_s)->click();
            m_window->showPerspective(Perspective::Compare);
        },
        [this] { return second().isVisible() ? u"second graph"_s : QString(); });
    add(
        "runs.restore",
        [this] {
            edit("A8W8");
            m_window->showPerspective(Perspective::Compare);
        },
        [this] { return recipe(); });
    add("runs.openFolder", page, [this] { return m_urls.join(u' '); });
    add("runs.pinBaseline", page, [this] { return QString::number(m_window->project().baseline()); });
}

void tst_MainWindowEveryAction::addAnalyseTrials(std::vector<Trial>& all)
{
    const auto add = [&](const char* id, const Look& look) {
        all.push_back({QString::fromLatin1(id),
                       [this] {
                           m_window->showPerspective(Perspective::Analyse);
                           m_window->selection().clear();
                           m_window->graphPane().view().setFocus();
                           QGuiApplication::clipboard()->setText(u"nothing"_s);
                       },
                       look});
    };
    for (const char* id : {"analyse.run", "analyse.load", "analyse.sensitivity", "analyse.advise"})
        add(id, [this] { return jobs(); });
    // The others need what they give.
    add("analyse.report", [this] { return dialogs(); });
    for (const char* id : {"analyse.nextWorst", "analyse.firstWrong"})
        add(id, [this] { return selection(); });
    for (const char* id : {"analyse.table", "analyse.histogram"})
        add(id, focus);
    for (const char* id : {"analyse.copyCsv", "analyse.copyMarkdown", "analyse.copySensitivityCsv"})
        add(id, [this] { return clipboard(); });
}

void tst_MainWindowEveryAction::addDataTrials(std::vector<Trial>& all)
{
    const auto add = [&](const char* id, const Prepare& more, const Look& look) {
        all.push_back({QString::fromLatin1(id),
                       [this, more] {
                           m_window->showPerspective(Perspective::Calibrate);
                           if (more)
                               more();
                       },
                       look});
    };
    const Look recipe = [this] { return this->recipe(); };
    const Look dialogs = [this] { return this->dialogs(); };
    const Look sample = [this] { return QString::number(data().currentSample()); };
    for (const char* id : {"data.choose", "data.labels", "data.chooseFile"})
        add(id, {}, dialogs);
    add(
        "data.classFolders", [this] { data().setLabels({}); }, recipe);
    add(
        "data.removeLabels", [this] { data().setLabels(data().data()->source); }, recipe);
    add(
        "data.previous", [this] { data().setCurrentSample(1); }, sample);
    add(
        "data.next", [this] { data().setCurrentSample(0); }, sample);
    add("data.remove", {}, recipe);
}

void tst_MainWindowEveryAction::addWindowTrials(std::vector<Trial>& all)
{
    const auto add = [&](const char* id, const Prepare& prepare, const Look& look) {
        all.push_back({QString::fromLatin1(id), prepare, look});
    };
    const Look dialogs = [this] { return this->dialogs(); };
    const Look page = [this] { return this->page(); };
    const Look docks = [this] { return this->docks(); };
    const auto at = [this](Perspective perspective) {
        return [this, perspective] { m_window->showPerspective(perspective); };
    };
    add("view.inspect", at(Perspective::Compare), page);
    for (const char* id : {"view.calibrate", "view.analyse", "view.compare"})
        add(id, at(Perspective::Inspect), page);
    const Prepare inspect = [this] { select(2); };
    for (const char* id :
         {"window.dock.model", "window.dock.data", "window.dock.recipe", "window.dock.selection",
          "window.dock.findings", "window.dock.history", "window.dock.tasks", "window.dock.log",
          "window.dock.layerErrors", "window.dock.histogram", "window.dock.sensitivity", "window.dock.advice"})
        add(id, inspect, docks);
    add(
        "window.resetLayout",
        [this] {
            select(2);
            m_window->findChild<QDockWidget*>(u"dock.recipe"_s)->hide();
        },
        docks);
    add("view.markBar", inspect,
        [this] { return m_window->findChild<MarkBar*>()->isVisible() ? u"shown"_s : u"hidden"_s; });
    add("view.toggleTheme", inspect, [] { return Theme::current().isDark ? u"dark"_s : u"light"_s; });
    for (const char* id : {"window.palette", "window.goTo", "edit.preferences", "help.shortcuts", "help.about",
                           "file.open", "file.saveAs"})
        add(id, inspect, dialogs);
    add(
        "file.save",
        [this] {
            select(2);
            edit();
        },
        [this] { return m_window->project().isModified() ? u"modified"_s : u"saved"_s; });
    // These leave the document, one after the other.
    const Look document = [this] {
        return !m_window->isVisible() ? u"closed"_s : m_window->drawing() ? u"a model"_s : u"the start page"_s;
    };
    add(
        "file.close", [this] { doNow("file.save"); }, document);
    add("file.openSample", {}, document);
    // A model with quantizers alone.
    const auto openQuantized = [this] {
        QVERIFY(quantizedNetwork()->model.save(toPath(path(u"quantized.onnx"_s)), {}));
        openAndWait(path(u"quantized.onnx"_s));
        settle();
    };
    const Look boxes = [this] {
        return QString::number(m_window->graphPane().view().scene().picture().items().size());
    };
    add("graph.fold", openQuantized, boxes);
    add(
        "graph.toggleFolds",
        [this] {
            m_window->graphPane().navigator().setFolded(true);
            settle();
            m_window->selection().select(0);
        },
        boxes);
    add(
        "graph.openSubgraph",
        [this] {
            const Model model = nestedLoops(2).model();
            QVERIFY(model.save(toPath(path(u"loops.onnx"_s)), {}));
            openAndWait(path(u"loops.onnx"_s));
            m_window->selection().select(0);
        },
        [this] { return second().isVisible() ? view(secondPane()) : QString(); });
    add(
        "secondGraph.openSubgraph",
        [this] {
            const auto& nodes = secondPane().navigator().drawing()->model().graph.nodes();
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                if (nodes[i].opType == "Loop")
                    secondPane().selection()->select(int(i));
            }
        },
        [this] { return second().findChild<QToolButton*>(u"back"_s)->isVisible() ? u"further in"_s : QString(); });
    add("file.quit", {}, document);
}

std::vector<tst_MainWindowEveryAction::Trial> tst_MainWindowEveryAction::trials()
{
    std::vector<Trial> all;
    addGraphTrials(all, u"graph"_s, [this]() -> GraphPane& { return m_window->graphPane(); });
    addGraphTrials(all, u"secondGraph"_s, [this]() -> GraphPane& { return secondPane(); });
    addRecipeTrials(all);
    addAnalyseTrials(all);
    addRunTrials(all);
    addDataTrials(all);
    addWindowTrials(all);
    return all;
}

void tst_MainWindowEveryAction::everyAction_doesSomething()
{
    const std::vector<Trial> all = trials();
    std::map<QString, int> rows;
    for (const Trial& trial : all)
        ++rows[trial.id];
    for (const QAction* known : m_window->actions().actions())
        QVERIFY2(rows[ActionRegistry::id(known)] == 1, qPrintable(ActionRegistry::id(known)));
    QCOMPARE(all.size(), m_window->actions().actions().size());

    // Pictures in folders of their classes.
    const QDir pictures(pathText(sampleDirectory() / "calib"));
    const QStringList names = pictures.entryList({u"*.png"_s}).mid(0, 8);
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString folder = i % 2 == 0 ? u"classes/even"_s : u"classes/odd"_s;
        QVERIFY(QDir(path({})).mkpath(folder));
        QVERIFY(QFile::copy(pictures.filePath(names[i]), path(folder + u"/"_s + names[i])));
    }
    openAndWait(sampleProject());
    Recipe withClasses = editor().recipe();
    withClasses.calibration->source = toStd(path(u"classes"_s));
    withClasses.calibration->samples = 0;
    editor().apply(u"Classes"_s, withClasses);
    settle();
    runJob("run.quantize");
    m_window->resize(2400, 1200); // room for two graphs with all that belongs to them
    m_window->graphPane().view().setAnimated(false);
    secondPane().view().setAnimated(false);

    QDesktopServices::setUrlHandler(u"file"_s, this, "takeUrl");
    const auto reset = qScopeGuard([] {
        QDesktopServices::unsetUrlHandler(u"file"_s);
        applyTheme(*qApp, ThemeChoice::Light);
    });
    m_answers.reset(); // nobody answers: everything is left
    m_leaver = std::make_unique<DialogLeaver>();
    QStringList failed;
    for (const Trial& trial : all) {
        m_window->activateWindow(); // a dialog may have been there
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        if (trial.prepare)
            trial.prepare();
        settle();
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(trial.id));
        QAction* tried = m_window->actions().action(trial.id);
        if (!QTest::qWaitFor([tried] { return tried->isEnabled(); }, kLong)) {
            failed += u"%1 is disabled: %2"_s.arg(trial.id, ActionRegistry::disabledReason(tried));
            continue;
        }
        const QString before = trial.look();
        tried->trigger();
        if (!QTest::qWaitFor([&] { return trial.look() != before; }, kLong))
            failed += u"%1 changes nothing: %2"_s.arg(trial.id, before.left(80));
        QTest::keyClick(m_window->findChild<CommandPalette*>()->findChild<QLineEdit*>(), Qt::Key_Escape);
        settle();
    }
    m_leaver.reset();
    m_answers = std::make_unique<Answers>();
    QVERIFY2(failed.isEmpty(), qPrintable(failed.join(u'\n')));
}

} // namespace quantiscope::test

QTEST_MAIN(quantiscope::test::tst_MainWindowEveryAction)
