// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/palette_sources.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/command_palette.h"

#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

void addActionsOf(const QMenu* menu, std::set<const QAction*>& found)
{
    for (const QAction* action : menu->actions()) {
        found.insert(action);
        if (action->menu())
            addActionsOf(action->menu(), found);
    }
}

QStringList s_ambiguous;

void listen(QtMsgType, const QMessageLogContext&, const QString& text)
{
    if (text.contains(u"mbiguous"_s))
        s_ambiguous += text;
}

} // namespace

/// What can be done, and how one gets at it.
class tst_MainWindowActions : public WindowTest
{
    Q_OBJECT

private slots:
    void actions_areNamed_andInTheMenus();
    void actions_areInThePalette();
    void shortcutsOfTheWindow_areUnique();
    void disabledActions_sayWhy();
    void keyboardAlone_marksAndQuantizes();
    void letters_areTyped_whereOneTypes();
};

void tst_MainWindowActions::actions_areNamed_andInTheMenus()
{
    std::set<const QAction*> inMenus;
    for (const QAction* top : m_window->menuBar()->actions()) {
        if (top->menu())
            addActionsOf(top->menu(), inMenus);
    }
    QStringList missing;
    for (const QAction* action : m_window->actions().actions()) {
        const QString id = ActionRegistry::id(action);
        QVERIFY2(!ActionRegistry::plainText(action).isEmpty(), qPrintable(id));
        QVERIFY2(!ActionRegistry::category(action).isEmpty(), qPrintable(id));
        if (inMenus.count(action) == 0)
            missing += id;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u", "_s)));
}

void tst_MainWindowActions::actions_areInThePalette()
{
    const auto noModel = [] { return OpenedModelPtr(); };
    const std::vector<PaletteEntry> entries =
        commandSource(m_window->actions(), noModel, m_window->selection()).entries();
    QStringList texts;
    for (const PaletteEntry& entry : entries)
        texts += entry.text;
    for (const QAction* action : m_window->actions().actions()) {
        const QString text = ActionRegistry::plainText(action);
        QVERIFY2(std::any_of(texts.begin(), texts.end(), [&](const QString& entry) { return entry.contains(text); }),
                 qPrintable(text));
    }
}

void tst_MainWindowActions::shortcutsOfTheWindow_areUnique()
{
    std::map<QString, QString> owners;
    for (const QAction* action : m_window->actions().actions()) {
        for (const QKeySequence& keys : action->shortcuts()) {
            // Those of one graph pane act in it alone.
            const QString place = action->shortcutContext() == Qt::WindowShortcut
                ? QString()
                : ActionRegistry::id(action).section(u'.', 0, 0);
            const QString text = place + keys.toString();
            QVERIFY2(owners.emplace(text, ActionRegistry::id(action)).second,
                     qPrintable(u"%1: %2 and %3"_s.arg(text, owners[text], ActionRegistry::id(action))));
        }
    }
}

void tst_MainWindowActions::disabledActions_sayWhy()
{
    const auto check = [this] {
        QStringList silent;
        for (const QAction* action : m_window->actions().actions()) {
            if (!action->isEnabled() && ActionRegistry::disabledReason(action).isEmpty())
                silent += ActionRegistry::id(action);
        }
        return silent.join(u", "_s);
    };
    QCOMPARE(check(), QString());
    openAndWait(sampleProject());
    QCOMPARE(check(), QString());
    runJob("run.quantize");
    QCOMPARE(check(), QString());
    editor().undoStack().setClean();
}

void tst_MainWindowActions::keyboardAlone_marksAndQuantizes()
{
    const QtMessageHandler before = qInstallMessageHandler(listen);
    s_ambiguous.clear();
    openAndWait(sampleProject());
    const Node& node = m_window->drawing()->model().graph.nodes()[2];
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier);
    auto* palette = m_window->findChild<CommandPalette*>();
    QTRY_VERIFY(palette->isVisible());
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, toQt(node.name));
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY(!palette->isVisible());
    QCOMPARE(m_window->selection().nodes(), std::set<int>{2});
    GraphView& view = m_window->graphPane().view();
    QTRY_VERIFY2(view.hasFocus(), "the graph has the focus after a node was chosen");
    QTest::keyClick(&view, Qt::Key_X);
    QCOMPARE(editor().recipe().config.exclude.size(), std::size_t(1));
    QCOMPARE(editor().recipe().config.exclude.front().pattern, node.name);
    QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!m_window->jobs().isIdle());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY(action("view.compare")->isChecked());
    qInstallMessageHandler(before);
    QCOMPARE(s_ambiguous, QStringList());
    editor().undoStack().setClean();
}

void tst_MainWindowActions::letters_areTyped_whereOneTypes()
{
    openAndWait(sampleProject());
    m_window->selection().select(1);
    QTest::keyClick(&m_window->graphPane().view(), Qt::Key_F, Qt::ControlModifier);
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field);
    QTest::keyClicks(field, u"x8sb"_s);
    QCOMPARE(field->text(), u"x8sb"_s);
    QVERIFY(editor().recipe().config.exclude.empty());
    QVERIFY(editor().recipe().config.layers.empty());
}

QTEST_MAIN(tst_MainWindowActions)
#include "tst_main_window_actions.moc"
