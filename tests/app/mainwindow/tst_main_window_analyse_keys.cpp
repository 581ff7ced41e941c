// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/empty_page.h"
#include "app/analysis/histogram_desk.h"
#include "app/analysis/sensitivity_panel.h"
#include "app/analysis/what_if.h"
#include "tests/app/mainwindow/analyse_fixture.h"
#include "widgets/common/command_palette.h"
#include "widgets/models/layer_error_model.h"
#include "widgets/plots/histogram_view.h"
#include "widgets/plots/top_k_plot.h"
#include "widgets/plots/top_k_view.h"

#include <QPushButton>

using namespace quantiscope;
using namespace quantiscope::test;

/// From the model to a better recipe without the mouse.
class tst_MainWindowAnalyseKeys : public AnalyseTest
{
    Q_OBJECT

private slots:
    void fromTheSampleToABetterRecipe();

private:
    /// Presses keys where the focus is, and waits until what they began is done.
    void press(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : m_window.get(), Qt::Key(key), modifiers);
    }
    void pressAction(const char* id)
    {
        const QKeySequence keys = action(id)->shortcut();
        QVERIFY2(!keys.isEmpty(), id);
        const QKeyCombination first = keys[0];
        press(first.key(), first.keyboardModifiers());
    }
    /// Types the command's name into the palette.
    void command(const QString& name)
    {
        pressAction("window.palette");
        auto* palette = m_window->findChild<CommandPalette*>();
        QTRY_VERIFY(palette->isVisible());
        auto* line = palette->findChild<QLineEdit*>();
        QTest::keyClicks(line, name);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(!palette->isVisible());
    }
    void waitForJobs() { QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong); }
};

void tst_MainWindowAnalyseKeys::fromTheSampleToABetterRecipe()
{
    openAndWait(sampleProject());
    m_window->graphPane().view().setFocus();
    pressAction("run.quantize");
    waitForJobs();
    QCOMPARE(m_window->project().runs().size(), 1U);
    pressAction("view.analyse");
    QVERIFY(action("view.analyse")->isChecked());
    auto* analyse = panel().findChild<EmptyPage*>()->findChild<QPushButton*>(); // where the table will stand
    analyse->setFocus();
    press(Qt::Key_Space);
    waitForJobs();
    QVERIFY2(controller().findings().errors, qPrintable(message()));

    // The worst, and the next worst; all views follow.
    m_window->graphPane().view().setFocus();
    const std::vector<std::size_t> worst = worstFirst(*controller().findings().errors, ErrorColumn::Own);
    m_window->selection().clear();
    for (std::size_t i = 0; i < 2; ++i) {
        press(Qt::Key_N);
        QCOMPARE(controller().currentTensor(), std::optional(worst[i]));
    }
    const TensorError& tensor = controller().findings().errors->tensors[worst[1]];
    QVERIFY(!userNodesOf(tensor).empty());
    const auto node = m_window->drawing()->model().graph.nodeNamed(userNodesOf(tensor).front());
    QVERIFY(node && m_window->selection().contains(int(*node)));
    QVERIFY(strip().selected() || tensor.kind == TensorError::Kind::Weight);
    auto& desk = *m_window->findChild<HistogramDesk*>();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.isBusy() && desk.view().isVisible(), kLong);

    // X keeps it in float; the what-if tells what that gives, and undoing takes it away.
    auto& whatIf = *m_window->findChild<WhatIf*>();
    QVERIFY(whatIf.text().isEmpty());
    press(Qt::Key_X);
    QCOMPARE(editor().recipe().config.exclude.size(), 1U);
    QTRY_VERIFY_WITH_TIMEOUT(whatIf.evaluation(), kLong);
    const double excluded = whatIf.evaluation()->outputs.front().cosine.mean;
    const std::optional<double> whole = lowestCosine(*m_window->project().run(1));
    QVERIFY(whole && excluded > 0.0 && excluded != *whole);
    pressAction("edit.undo");
    QVERIFY(editor().recipe().config.exclude.empty());
    QTRY_VERIFY(whatIf.text().isEmpty());

    // What each layer does to the outputs, and what keeping the worst in float gives.
    command(u"Measure the sensitivity"_s);
    waitForJobs();
    auto& sensitivity = *m_window->findChild<SensitivityPanel*>();
    const auto known = controller().findings().sensitivity;
    QVERIFY2(known && !known->curve.empty(), qPrintable(message()));
    TopKView& curve = sensitivity.curve();
    curve.plot().setFocus();
    QVERIFY(curve.plot().hasFocus());
    for (std::size_t steps = 0; steps < known->curve.size() && curve.k() != 0; ++steps)
        press(Qt::Key_Left);
    QCOMPARE(curve.k(), std::optional(0));
    press(Qt::Key_Right);
    QCOMPARE(curve.k(), std::optional(1));
    press(Qt::Key_Right);
    QCOMPARE(curve.k(), std::optional(2));
    QWidget* focus = curve.plot().window()->focusWidget();
    for (int steps = 0; steps < 20 && !qobject_cast<QPushButton*>(focus); ++steps) {
        press(Qt::Key_Tab);
        focus = QApplication::focusWidget();
    }
    const auto* keep = qobject_cast<QPushButton*>(focus);
    QVERIFY(keep && keep->text().contains(u"2"_s));
    press(Qt::Key_Space);
    std::set<std::string> kept;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<std::string>& nodes = known->units[known->ranking[i]].nodes;
        kept.insert(nodes.begin(), nodes.end());
    }
    QVERIFY(!editor().recipe().config.exclude.empty());
    QCOMPARE(editor().undoStack().index(), 1); // one edit
    // The run with it gives what the curve promised.
    QTRY_VERIFY_WITH_TIMEOUT(whatIf.evaluation(), kLong);
    const auto point =
        std::find_if(known->curve.begin(), known->curve.end(), [](const CurvePoint& each) { return each.units == 2; });
    QVERIFY(point != known->curve.end() && point->effect.value);
    double lowest = 1.0;
    for (const OutputSummary& output : whatIf.evaluation()->outputs)
        lowest = std::min(lowest, output.cosine.mean);
    QVERIFY2(std::abs(lowest - *point->effect.value) < 1e-12,
             qPrintable(u"%1 for %2"_s.arg(lowest, 0, 'g', 17).arg(*point->effect.value, 0, 'g', 17)));
}

QTEST_MAIN(tst_MainWindowAnalyseKeys)
#include "tst_main_window_analyse_keys.moc"
