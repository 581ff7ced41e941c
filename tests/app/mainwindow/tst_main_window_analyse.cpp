// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/sensitivity_panel.h"
#include "tests/app/mainwindow/analyse_fixture.h"
#include "widgets/models/layer_error_model.h"

#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QTableView>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_MainWindowAnalyse : public AnalyseTest
{
    Q_OBJECT

private slots:
    void beforeARun_theDocksSayWhatIsMissing();
    void analysing_fillsTableGraphAndStrip();
    void oneSelection_isInAllViews();
    void n_goesToTheNextWorst();
    void results_areReadWhenTheProjectOpensAgain();
    void damagedResults_areRefusedWithASentence();
    void deletingARun_deletesItsResults();
    void sensitivity_ranksAndKeepsInFloat();
    void editedRecipe_marksTheNumbersAsOfTheRun();
    void leavingThePerspective_givesTheGraphItsColoursBack();
};

void tst_MainWindowAnalyse::beforeARun_theDocksSayWhatIsMissing()
{
    QVERIFY(!action("view.analyse")->isEnabled()); // the start page
    openAndWait(sampleProject());
    action("view.analyse")->trigger();
    QVERIFY(action("view.analyse")->isChecked());
    QVERIFY(m_window->graphPane().isVisible());
    for (const char* dock : {"layerErrors", "histogram", "sensitivity"})
        QVERIFY(!m_window->findChild<QDockWidget*>(u"dock."_s + QString::fromLatin1(dock))->isHidden());
    QVERIFY(m_window->findChild<QDockWidget*>(u"dock.recipe"_s)->isHidden());
    QVERIFY(!action("analyse.run")->isEnabled());
    QCOMPARE(ActionRegistry::disabledReason(action("analyse.run")), u"There is no run yet"_s);
    QVERIFY(!action("analyse.nextWorst")->isEnabled());
    runJob("run.quantize");
    QVERIFY(action("analyse.run")->isEnabled());
}

void tst_MainWindowAnalyse::analysing_fillsTableGraphAndStrip()
{
    analysed();
    const LayerErrors& errors = *controller().findings().errors;
    QVERIFY(!errors.tensors.empty());
    QCOMPARE(table().model()->rowCount(), int(errors.tensors.size()));
    // Worst first, as qscope analyse ranks them.
    const std::vector<std::size_t> worst = worstFirst(errors, ErrorColumn::Own);
    QVERIFY(worst.size() > 3);
    for (std::size_t row = 0; row < worst.size(); ++row) {
        const QModelIndex cell = table().model()->index(int(row), int(LayerErrorModel::Column::Tensor));
        QCOMPARE(cell.data().toString(), shownName(errors.tensors[worst[row]].tensor));
    }
    QVERIFY(!strip().points().empty());
    QCOMPARE(m_window->graphPane().coloringId(), u"ownError"_s);
    QVERIFY(QFile::exists(resultFile("analysis")));
    // Every node of the results is one of the user's.
    const Graph& graph = m_window->drawing()->model().graph;
    for (const TensorError& tensor : errors.tensors) {
        for (const std::string& node : userNodesOf(tensor))
            QVERIFY2(graph.nodeNamed(node), node.c_str());
    }
    action("analyse.copyCsv")->trigger();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), table().model()->rowCount() + 1);
    const QStringList heads = lines[0].split(u',');
    const auto place = heads.indexOf(u"\"Own SQNR"_s); // "Own SQNR, dB" is in quotes
    QVERIFY(place > 0);
    bool isNumber = false;
    QCOMPARE(lines[1].split(u',')[place].toDouble(&isNumber), errors.tensors[worst[0]].own->sqnr.mean);
    QVERIFY(isNumber);
    QCOMPARE(commandLineOf(m_window->jobs().jobs().back()->request).count(u"qscope analyse "_s), 1);
}

void tst_MainWindowAnalyse::oneSelection_isInAllViews()
{
    analysed();
    // From the table.
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&table(), Qt::Key_Down);
    const auto chosen = controller().currentTensor();
    QVERIFY(chosen);
    const TensorError& tensor = controller().findings().errors->tensors[*chosen];
    const std::vector<std::string> nodes = userNodesOf(tensor);
    if (!nodes.empty()) {
        const auto node = m_window->drawing()->model().graph.nodeNamed(nodes.front());
        QVERIFY(node && m_window->selection().contains(int(*node)));
    }
    QVERIFY(action("view.analyse")->isChecked()); // revealing it in the graph leaves the perspective
    // From the graph.
    const auto& all = controller().findings().errors->tensors;
    std::size_t other = 0;
    while (other == *chosen || all[other].kind == TensorError::Kind::Weight || userNodesOf(all[other]).empty())
        ++other;
    const auto node = m_window->drawing()->model().graph.nodeNamed(userNodesOf(all[other]).front());
    m_window->selection().select(int(*node));
    QVERIFY(controller().currentTensor() && *controller().currentTensor() != *chosen);
    QCOMPARE(table().currentIndex().siblingAtColumn(int(LayerErrorModel::Column::Tensor)).data().toString(),
             shownName(all[*controller().currentTensor()].tensor));
    QVERIFY(strip().selected());
    // From the strip.
    emit strip().picked(0);
    QCOMPARE(strip().selected(), std::optional<std::size_t>(0));
    QVERIFY(table().currentIndex().isValid());
}

void tst_MainWindowAnalyse::n_goesToTheNextWorst()
{
    analysed();
    m_window->selection().clear();
    m_window->graphPane().view().setFocus();
    QTest::keyClick(&m_window->graphPane().view(), Qt::Key_N);
    QCOMPARE(table().currentIndex().row(), 0);
    QTest::keyClick(&m_window->graphPane().view(), Qt::Key_N);
    QCOMPARE(table().currentIndex().row(), 1);
    QTest::keyClick(&m_window->graphPane().view(), Qt::Key_T);
    QVERIFY(table().hasFocus());
}

void tst_MainWindowAnalyse::results_areReadWhenTheProjectOpensAgain()
{
    analysed();
    const std::size_t tensors = controller().findings().errors->tensors.size();
    QVERIFY(m_window->project().save(toPath(path(u"sample.qsproj"_s))));
    m_window.reset();
    open();
    openAndWait(path(u"sample.qsproj"_s));
    QTRY_VERIFY(controller().findings().errors);
    QCOMPARE(controller().findings().errors->tensors.size(), tensors);
    QCOMPARE(controller().run(), 1);
}

void tst_MainWindowAnalyse::damagedResults_areRefusedWithASentence()
{
    openRun();
    QFile file(resultFile("analysis"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "quantiscope-layer-errors", "version": 1, "tensors": [{"kind": 7}]})");
    file.close();
    QVERIFY(m_window->project().save(toPath(path(u"sample.qsproj"_s))));
    m_window.reset();
    open();
    openAndWait(path(u"sample.qsproj"_s));
    QTRY_VERIFY(!controller().findings().problem.isEmpty());
    QVERIFY(!controller().findings().errors);
    QVERIFY(controller().findings().problem.contains(u"kind"_s));
    m_window->showPerspective(Perspective::Analyse);
    runJob("analyse.run"); // makes it anew
    QVERIFY(controller().findings().errors);
}

void tst_MainWindowAnalyse::deletingARun_deletesItsResults()
{
    analysed();
    const QString file = resultFile("analysis");
    QVERIFY(QFile::exists(file));
    QVERIFY(m_window->project().removeRun(1));
    QVERIFY(!QFile::exists(file));
    QCOMPARE(controller().run(), 0);
    QVERIFY(!controller().findings().errors);
    QCOMPARE(table().model()->rowCount(), 0);
}

void tst_MainWindowAnalyse::sensitivity_ranksAndKeepsInFloat()
{
    openRun();
    QVERIFY(!action("analyse.copySensitivityCsv")->isEnabled());
    runJob("analyse.sensitivity");
    const auto known = controller().findings().sensitivity;
    QVERIFY2(known, qPrintable(message()));
    QVERIFY(known->isComplete);
    QVERIFY(QFile::exists(resultFile("sensitivity")));
    auto* panel = m_window->findChild<SensitivityPanel*>();
    QCOMPARE(panel->table().model()->rowCount(), int(known->units.size()));
    action("analyse.copySensitivityCsv")->trigger();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), panel->table().model()->rowCount() + 1);
    QVERIFY(lines[1].startsWith(u"1,%1,"_s.arg(toQt(known->units[known->ranking[0]].name))));
    panel->table().setFocus();
    panel->table().setCurrentIndex(panel->table().model()->index(0, 0));
    const auto first = m_window->drawing()->model().graph.nodeNamed(known->units[known->ranking[0]].nodes.front());
    QVERIFY(first && m_window->selection().contains(int(*first)));
    QTest::keyClick(&panel->table(), Qt::Key_X);
    QCOMPARE(editor().recipe().config.exclude.size(), 1U);
    editor().undoStack().undo();
    QVERIFY(editor().recipe().config.exclude.empty());
    emit panel->keepWanted(known->units[known->ranking[0]].nodes, 1);
    QCOMPARE(editor().recipe().config.exclude.size(), 1U);
    QCOMPARE(editor().undoStack().index(), 1);
}

void tst_MainWindowAnalyse::editedRecipe_marksTheNumbersAsOfTheRun()
{
    analysed();
    const auto labels = [this] {
        QStringList shown;
        for (const QLabel* label : panel().findChildren<QLabel*>()) {
            if (label->isVisible())
                shown << label->text();
        }
        return shown;
    };
    QVERIFY(!labels().contains(u"of run 1"_s));
    edit("XINT8");
    QVERIFY(labels().contains(u"of run 1"_s));
    // What the edited recipe would give, from the session that is loaded.
    QTRY_VERIFY_WITH_TIMEOUT(labels().filter(u"what-if"_s).size() == 1, kLong);
    editor().undoStack().undo();
    QVERIFY(!labels().contains(u"of run 1"_s));
    QVERIFY(labels().filter(u"what-if"_s).isEmpty());
}

void tst_MainWindowAnalyse::leavingThePerspective_givesTheGraphItsColoursBack()
{
    analysed();
    QCOMPARE(m_window->graphPane().coloringId(), u"ownError"_s);
    m_window->showPerspective(Perspective::Inspect);
    QCOMPARE(m_window->graphPane().coloringId(), u"operator"_s);
    QVERIFY(strip().isHidden() || !strip().isVisible());
    m_window->graphPane().chooseColoring(u"type"_s);
    m_window->showPerspective(Perspective::Analyse);
    QCOMPARE(m_window->graphPane().coloringId(), u"ownError"_s);
    m_window->graphPane().chooseColoring(u"accumulatedError"_s);
    m_window->showPerspective(Perspective::Inspect);
    QCOMPARE(m_window->graphPane().coloringId(), u"type"_s);
    m_window->showPerspective(Perspective::Analyse);
    QCOMPARE(m_window->graphPane().coloringId(), u"accumulatedError"_s);
}

QTEST_MAIN(tst_MainWindowAnalyse)
#include "tst_main_window_analyse.moc"
