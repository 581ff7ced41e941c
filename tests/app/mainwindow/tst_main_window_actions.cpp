// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/palette_sources.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/command_palette.h"

#include <QClipboard>
#include <QCryptographicHash>
#include <QDialog>
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

/// Leaves whatever asks for something, as Esc does, and counts it.
class DialogLeaver : public QObject
{
public:
    DialogLeaver()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { leave(); });
        m_timer.start(5);
    }

    int dialogs = 0;

private:
    void leave()
    {
        if (QWidget* popup = QApplication::activePopupWidget()) {
            ++dialogs;
            popup->close();
        }
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) {
                ++dialogs;
                dialog->reject();
            }
        }
    }

    QTimer m_timer;
};

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
    void everyEnabledAction_doesSomething();

private:
    /// All that an action could have changed.
    [[nodiscard]] QByteArray traces() const;
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

QByteArray tst_MainWindowActions::traces() const
{
    QCryptographicHash hash(QCryptographicHash::Md5);
    const QImage picture = m_window->grab().toImage();
    hash.addData(reinterpret_cast<const char*>(picture.constBits()), picture.sizeInBytes());
    hash.addData(QByteArray::fromStdString(recipeText(editor().recipe(), {}, RecipeDetail::All)));
    hash.addData(QGuiApplication::clipboard()->text().toUtf8());
    for (const int node : m_window->selection().nodes())
        hash.addData(QByteArray::number(node) + ' ');
    const auto number = [&hash](qulonglong value) { hash.addData(QByteArray::number(value) + ' '); };
    number(qulonglong(editor().undoStack().index()));
    number(qulonglong(m_window->jobs().jobs().size()));
    number(reinterpret_cast<quintptr>(QApplication::focusWidget()));
    return hash.result();
}

void tst_MainWindowActions::everyEnabledAction_doesSomething()
{
    QApplication::setCursorFlashTime(0); // nothing changes by itself
    openAndWait(sampleProject());
    runJob("run.quantize");
    action("runs.openGraph")->trigger();
    DialogLeaver leaver;
    const auto settle = [this] {
        QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle() && !m_window->graphPane().navigator().isBusy(), kLong);
        QTest::qWait(20);
    };
    // These leave the window or the document.
    const QStringList leaving{u"file.quit"_s, u"file.close"_s, u"file.openSample"_s};
    QStringList idle;
    int tried = 0;
    for (QAction* tested : m_window->actions().actions()) {
        const QString id = ActionRegistry::id(tested);
        if (leaving.contains(id))
            continue;
        // Something is selected, and the graph is neither at its start nor at its end.
        m_window->showPerspective(id == u"view.inspect"_s ? Perspective::Calibrate : Perspective::Inspect);
        m_window->selection().reveal(2);
        settle();
        action("graph.zoomIn")->trigger();
        settle();
        if (!tested->isEnabled())
            continue;
        ++tried;
        const QByteArray before = traces();
        const int dialogs = leaver.dialogs;
        tested->trigger();
        const bool isDone = QTest::qWaitFor([&] { return leaver.dialogs > dialogs || traces() != before; }, 1000);
        if (!isDone)
            idle += id;
        settle();
    }
    QVERIFY2(idle.isEmpty(), qPrintable(idle.join(u", "_s)));
    QVERIFY2(tried > 60, qPrintable(QString::number(tried)));
    editor().undoStack().setClean();
}

QTEST_MAIN(tst_MainWindowActions)
#include "tst_main_window_actions.moc"
