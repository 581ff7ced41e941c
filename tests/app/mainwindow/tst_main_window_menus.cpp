// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/runs_page.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/background_task.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/data/fed_tensor_panel.h"
#include "widgets/inspectors/inspector_tree.h"
#include "widgets/recipe/catch_bars.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/new_rule_panel.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFrame>
#include <QListWidget>
#include <QMenu>
#include <QTableWidget>

using namespace quantiscope;
using namespace quantiscope::test;

/// Context menus of the lists and tables beside the graph, by right click and by the Menu key.
class tst_MainWindowMenus : public WindowTest
{
    Q_OBJECT

private slots:
    void inspector_marksTheShownNode();
    void inspector_offersNoMarks_forAValue();
    void output_isShownAndCopied();
    void cellOfARun_isCopied();
    void difference_isCopied();
    void fedInput_isShownAndCopied();
    void finding_isCopied_andItsSamplesListed();
    void sampleOfOtherData_isToldMissing();
    void caughtNodes_areSelectedAndCopied();
    void startOfARule_isTakenOut();
    void anotherModel_waitsForAnOpenMenu();

private:
    /// Chooses @p text in the menu that a right click on @p cell brings up; false: there is no such menu or action.
    [[nodiscard]] bool byMouse(QAbstractItemView* view, const QModelIndex& cell, const QString& text)
    {
        view->scrollTo(cell);
        const QPoint place = view->visualRect(cell).center();
        QTest::mouseClick(view->viewport(), Qt::RightButton, {}, place);
        return choose(view->viewport(), QContextMenuEvent::Mouse, place, text);
    }
    /// The same of the Menu key at @p cell.
    [[nodiscard]] bool byKey(QAbstractItemView* view, const QModelIndex& cell, const QString& text)
    {
        view->setFocus();
        view->setCurrentIndex(cell);
        return choose(view, QContextMenuEvent::Keyboard, view->rect().center(), text); // Qt tells no better place
    }
    [[nodiscard]] bool choose(QWidget* widget, QContextMenuEvent::Reason reason, const QPoint& place,
                              const QString& text);
    [[nodiscard]] static QString clipboard() { return QGuiApplication::clipboard()->text(); }
    [[nodiscard]] InspectorTree* inspector() const { return m_window->findChild<InspectorTree*>(); }
    [[nodiscard]] MarkController& marks() const { return *m_window->findChild<MarkController*>(); }
};

bool tst_MainWindowMenus::choose(QWidget* widget, QContextMenuEvent::Reason reason, const QPoint& place,
                                 const QString& text)
{
    bool isChosen = false;
    const auto pick = [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu)
            return;
        for (QAction* action : menu->actions()) {
            if (ActionRegistry::plainText(action).startsWith(text) && action->isEnabled()) {
                isChosen = true;
                menu->setActiveAction(action);
                QTest::keyClick(menu, Qt::Key_Return);
                return;
            }
        }
        menu->close();
    };
    QTimer::singleShot(0, this, pick); // while the menu waits for its answer
    QContextMenuEvent event(reason, place, widget->mapToGlobal(place));
    QCoreApplication::sendEvent(widget, &event);
    QCoreApplication::processEvents();
    return isChosen;
}

void tst_MainWindowMenus::inspector_marksTheShownNode()
{
    openAndWait(sampleProject());
    m_window->selection().select(2);
    const std::string name = m_window->drawing()->model().graph.nodes()[2].name;
    const QModelIndex row = inspector()->model()->index(0, 0, inspector()->model()->index(0, 0));
    QVERIFY(byMouse(inspector(), row, u"Keep float"_s));
    QCOMPARE(editor().recipe().config.exclude.size(), std::size_t(1));
    QCOMPARE(editor().recipe().config.exclude[0].pattern, name);
    QVERIFY(byKey(inspector(), inspector()->model()->index(0, 0, inspector()->model()->index(0, 0)), u"16 bit"_s));
    QCOMPARE(editor().recipe().config.layers.size(), std::size_t(1));
    QCOMPARE(editor().recipe().config.layers[0].match.pattern, name);
    // Its keys act there as well, and headings have a menu, too.
    inspector()->setFocus();
    QTest::keyClick(inspector(), Qt::Key_8);
    QVERIFY(editor().recipe().config.exclude.empty());
    QVERIFY(byKey(inspector(), inspector()->model()->index(0, 0), u"Keep float"_s));
    QCOMPARE(editor().recipe().config.exclude.size(), std::size_t(1));
    editor().undoStack().setClean();
}

void tst_MainWindowMenus::inspector_offersNoMarks_forAValue()
{
    openAndWait(sampleProject());
    m_window->selection().selectTensor(m_window->drawing()->model().model.inputs()[0].name);
    const QModelIndex row = inspector()->model()->index(0, 0, inspector()->model()->index(0, 0));
    QVERIFY(!byMouse(inspector(), row, u"Keep float"_s));
    QVERIFY(byMouse(inspector(), row, u"Copy “"_s));
    QCOMPARE(clipboard(), row.data().toString());
}

void tst_MainWindowMenus::output_isShownAndCopied()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    QTableView* table = nullptr;
    for (QTableView* each : m_window->findChildren<QTableView*>()) {
        if (each->accessibleName() == u"Outputs"_s)
            table = each;
    }
    QVERIFY(table);
    const QString output = toQt(m_window->drawing()->model().model.outputs()[0].name);
    for (const bool isKey : {false, true}) {
        m_window->showPerspective(Perspective::Compare);
        const QModelIndex cell = table->model()->index(0, 2); // not the name itself
        QVERIFY(isKey ? byKey(table, cell, u"Copy “"_s) : byMouse(table, cell, u"Copy “"_s));
        QCOMPARE(clipboard(), cell.data().toString());
        QVERIFY(isKey ? byKey(table, cell, u"Show this output"_s) : byMouse(table, cell, u"Show this output"_s));
        QVERIFY(action("view.inspect")->isChecked());
        QCOMPARE(toQt(m_window->selection().tensor()), output);
        m_window->selection().clear();
    }
    m_window->showPerspective(Perspective::Compare);
    QVERIFY(byKey(table, table->model()->index(0, 0), u"Copy these outputs as CSV"_s));
    QVERIFY2(clipboard().contains(u'\n') && clipboard().contains(output), qPrintable(clipboard()));
    editor().undoStack().setClean();
}

void tst_MainWindowMenus::cellOfARun_isCopied()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    m_window->showPerspective(Perspective::Compare);
    auto* table = m_window->findChild<QTableView*>(u"runs"_s);
    const int last = table->model()->rowCount() - 1;
    std::set<QString> texts;
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        if (table->isColumnHidden(column))
            continue;
        const QModelIndex cell = table->model()->index(last, column);
        QGuiApplication::clipboard()->setText(u"nothing"_s);
        QVERIFY(column % 2 == 0 ? byMouse(table, cell, u"Copy this cell"_s) : byKey(table, cell, u"Copy this cell"_s));
        const QString spoken = cell.data(Qt::AccessibleTextRole).toString();
        const QString said = spoken.isEmpty() ? cell.data().toString() : spoken;
        QTRY_COMPARE(clipboard(), said.isEmpty() ? u"nothing"_s : said); // a delta against nothing says nothing
        texts.insert(clipboard());
    }
    QVERIFY(texts.size() > 3);
    QGuiApplication::clipboard()->setText(u"nothing"_s);
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(texts.count(clipboard()) > 0);
    editor().undoStack().setClean();
}

void tst_MainWindowMenus::difference_isCopied()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    edit();
    runJob("run.quantize");
    m_window->showPerspective(Perspective::Compare);
    auto* table = m_window->findChild<QTableView*>(u"difference"_s);
    QVERIFY(table->isVisible());
    const QModelIndex cell = table->model()->index(0, table->model()->columnCount() - 1);
    QVERIFY(byKey(table, cell, u"Copy “"_s));
    QCOMPARE(clipboard(), cell.data().toString());
    const int steps = editor().undoStack().index();
    edit("A8W8");
    QVERIFY(byMouse(table, table->model()->index(0, 0), u"Restore"_s));
    QVERIFY(editor().undoStack().index() > steps + 1);
    editor().undoStack().setClean();
}

void tst_MainWindowMenus::fedInput_isShownAndCopied()
{
    openAndWait(sampleProject());
    const auto* desk = m_window->findChild<DataDesk*>();
    m_window->showPerspective(Perspective::Calibrate);
    QTRY_VERIFY(desk->session().inspection() && !desk->session().isLooking());
    auto* table = desk->fedTensor().findChild<QTableWidget*>();
    const QModelIndex cell = table->model()->index(0, 2);
    QVERIFY(byMouse(table, cell, u"Copy “"_s));
    QCOMPARE(clipboard(), cell.data().toString());
    QVERIFY(byKey(table, cell, u"Show this input"_s));
    QVERIFY(action("view.inspect")->isChecked());
    QCOMPARE(m_window->selection().tensor(), m_window->drawing()->model().model.inputs()[0].name);
}

void tst_MainWindowMenus::finding_isCopied_andItsSamplesListed()
{
    const QDir pictures(pathText(sampleDirectory() / "calib"));
    const QString name = pictures.entryList({u"*.png"_s}).front();
    QVERIFY(QDir(path({})).mkpath(u"twice"_s));
    for (const QString& copy : {u"twice/a.png"_s, u"twice/b.png"_s})
        QVERIFY(QFile::copy(pictures.filePath(name), path(copy)));
    openAndWait(sampleProject());
    m_window->showPerspective(Perspective::Calibrate);
    const auto* desk = m_window->findChild<DataDesk*>();
    const DataSession& session = desk->session();
    Recipe recipe = editor().recipe();
    recipe.calibration->source = toStd(path(u"twice"_s));
    recipe.calibration->samples = 0;
    editor().apply(u"Twice"_s, recipe);
    QTRY_VERIFY(session.inspection() && !session.isLooking() && session.inspection()->samples.size() == 2);
    QCoreApplication::processEvents();
    int copied = 0;
    bool isListed = false;
    for (QFrame* finding : desk->findChildren<QFrame*>(u"finding"_s)) {
        QVERIFY(finding->focusPolicy() & Qt::TabFocus);
        finding->setFocus(Qt::TabFocusReason);
        QVERIFY(choose(finding, QContextMenuEvent::Keyboard, finding->rect().center(), u"Copy this finding"_s));
        QVERIFY2(finding->accessibleName().startsWith(clipboard().section(u'\n', 0, 0)), qPrintable(clipboard()));
        ++copied;
        // At one of its pictures, the menu is the finding's as well.
        const auto buttons = finding->findChildren<QAbstractButton*>();
        if (isListed || buttons.isEmpty())
            continue;
        isListed = choose(buttons.front(), QContextMenuEvent::Mouse, {2, 2}, u"List all of these samples"_s);
        if (isListed)
            QCOMPARE(session.excerpt().names.size(), std::size_t(2));
    }
    QVERIFY(copied > 0);
    QVERIFY(isListed);
    editor().undoStack().setClean();
}

void tst_MainWindowMenus::sampleOfOtherData_isToldMissing()
{
    openAndWait(sampleProject());
    auto* page = m_window->findChild<RunsPage*>();
    const DataSession& session = m_window->findChild<DataDesk*>()->session();
    m_window->showPerspective(Perspective::Calibrate);
    QTRY_VERIFY(session.listing().names.size() > 3);
    const std::string known = session.listing().names[2];
    emit page->samplesRequested({}, {toQt(known)}, RunSummary::MeasuredOn::Calibration);
    QCOMPARE(session.currentSample(), std::size_t(2));
    QVERIFY(message().isEmpty());
    emit page->samplesRequested({}, {u"gone.png"_s}, RunSummary::MeasuredOn::Calibration);
    QVERIFY2(message().contains(u"gone.png"_s), qPrintable(message()));
    QCOMPARE(session.currentSample(), std::size_t(2)); // not another one in its place
    // Of data that are still being listed it is looked for once they are; then no more.
    Recipe recipe = editor().recipe();
    recipe.calibration->source = (sampleDirectory() / "test").string();
    editor().apply(u"Data"_s, recipe);
    const QString later = QDir(toQt(recipe.calibration->source)).entryList({u"*.png"_s}, QDir::Files, QDir::Name).at(4);
    emit page->samplesRequested({}, {later}, RunSummary::MeasuredOn::Calibration);
    const auto isShown = [&] {
        const std::vector<std::string>& names = session.listing().names;
        return session.currentSample() < names.size() && names[session.currentSample()] == toStd(later);
    };
    QTRY_VERIFY(isShown());
    editor().undoStack().undo();
    QTRY_VERIFY(session.listing().names.size() > 3 && session.listing().names[2] == known);
    QVERIFY(!isShown());
    editor().undoStack().setClean();
}

void tst_MainWindowMenus::caughtNodes_areSelectedAndCopied()
{
    openAndWait(sampleProject());
    const std::vector<Node>& nodes = m_window->drawing()->model().graph.nodes();
    MarkDraft draft;
    draft.kind = ExclusionRule::Kind::OpType;
    draft.pattern = nodes[0].opType;
    marks().setDraft(draft);
    QTRY_VERIFY(marks().finding() && !marks().finding()->error);
    const auto& found = marks().finding()->nodes;
    const std::set<int> caught(found.begin(), found.end());
    m_window->selection().clear();
    auto* bars = m_window->findChild<CatchBars*>();
    QTRY_VERIFY(bars->isVisible());
    QVERIFY(choose(bars, QContextMenuEvent::Mouse, bars->rect().center(), u"Copy their names"_s));
    QCOMPARE(clipboard().split(u'\n').size(), qsizetype(caught.size()));
    QVERIFY(clipboard().split(u'\n').contains(toQt(nodes[0].name)));
    m_window->activateWindow(); // where the menu was
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    bars->setFocus(Qt::TabFocusReason);
    QVERIFY(bars->hasFocus());
    QVERIFY(choose(bars, QContextMenuEvent::Keyboard, bars->rect().center(), u"Select these nodes"_s));
    QCOMPARE(m_window->selection().nodes(), caught);
    marks().cancel();
}

void tst_MainWindowMenus::startOfARule_isTakenOut()
{
    openAndWait(sampleProject());
    m_window->selection().select(1);
    action("mark.start")->trigger();
    QVERIFY(marks().draft() && marks().draft()->starts == std::set<int>{1});
    QListWidget* starts = nullptr;
    for (QListWidget* list : m_window->findChild<NewRulePanel*>()->findChildren<QListWidget*>()) {
        if (list->accessibleName() == u"Start nodes"_s)
            starts = list;
    }
    QTRY_VERIFY(starts && starts->isVisible());
    m_window->selection().clear();
    QVERIFY(byMouse(starts, starts->model()->index(0, 0), u"Go to the node"_s));
    QCOMPARE(m_window->selection().nodes(), std::set<int>{1});
    QVERIFY(byKey(starts, starts->model()->index(0, 0), u"Take the chosen nodes out"_s));
    QVERIFY(marks().draft()->starts.empty());
    marks().cancel();
}

void tst_MainWindowMenus::anotherModel_waitsForAnOpenMenu()
{
    openAndWait(sampleModel());
    const GraphDrawingPtr before = m_window->drawing();
    QMenu menu(m_window.get());
    menu.addAction(u"About what is open"_s);
    menu.popup(m_window->mapToGlobal(m_window->rect().center()));
    QTRY_COMPARE(QApplication::activePopupWidget(), &menu);
    m_window->open(sampleModel(u"other.onnx"_s));
    for (int step = 0; step < 10; ++step) { // read, drawn
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
    }
    QVERIFY(m_window->drawing() == before);
    menu.close();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->drawing() != before, kLong);
    QVERIFY(m_window->windowTitle().startsWith(u"other"_s));
}

QTEST_MAIN(tst_MainWindowMenus)
#include "tst_main_window_menus.moc"
