// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/action_registry.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

using namespace quantiscope;
using namespace Qt::StringLiterals;

class TestActionRegistry : public QObject
{
    Q_OBJECT

private slots:
    void add_keepsWhatTheSpecSays()
    {
        ActionRegistry registry;
        const QSignalSpy added(&registry, &ActionRegistry::actionAdded);
        int runs = 0;
        QAction* action = registry.add({.id = u"graph.fit"_s,
                                        .text = u"&Fit graph"_s,
                                        .category = u"Graph"_s,
                                        .shortcuts = {QKeySequence(Qt::Key_Home)},
                                        .icon = u"fit"_s,
                                        .help = u"Show all of it"_s,
                                        .isCheckable = true},
                                       [&runs] { ++runs; });
        QCOMPARE(added.count(), 1);
        QCOMPARE(registry.action(u"graph.fit"_s), action);
        QCOMPARE(registry.action(u"graph.fits"_s), nullptr);
        QCOMPARE(ActionRegistry::id(action), u"graph.fit"_s);
        QCOMPARE(ActionRegistry::category(action), u"Graph"_s);
        QCOMPARE(action->toolTip(), u"Show all of it (Home)"_s);
        QVERIFY(action->isCheckable() && !action->icon().isNull());
        action->trigger();
        QCOMPARE(runs, 1);
    }

    void disabledReason_disables_andIsTold()
    {
        ActionRegistry registry;
        QAction* action = registry.add({.id = u"a"_s, .text = u"&Run…"_s, .category = u"C"_s}, [] {});
        ActionRegistry::setDisabledReason(action, u"No model is open"_s);
        QVERIFY(!action->isEnabled());
        QCOMPARE(ActionRegistry::disabledReason(action), u"No model is open"_s);
        QVERIFY(action->toolTip().endsWith(u"\nNo model is open"_s));
        ActionRegistry::setDisabledReason(action, {});
        QVERIFY(action->isEnabled());
        QVERIFY(!action->toolTip().contains(u"No model"_s));
    }

    void toolTip_follows_newTextsAndShortcuts()
    {
        ActionRegistry registry;
        QAction* action = registry.add(
            {.id = u"a"_s, .text = u"&Run"_s, .category = u"C"_s, .shortcuts = {QKeySequence(Qt::Key_F5)}}, [] {});
        QCOMPARE(action->toolTip(), u"Run (F5)"_s);
        action->setShortcut(QKeySequence(Qt::Key_F6));
        QCOMPARE(action->toolTip(), u"Run (F6)"_s);
        action->setText(u"&Stop"_s);
        QCOMPARE(action->toolTip(), u"Stop (F6)"_s);
    }

    void buttons_showNoLetter_alsoWhereItIsAppended()
    {
        ActionRegistry registry;
        QAction* action = registry.add({.id = u"a"_s, .text = u"量化(&Q)"_s, .category = u"C"_s}, [] {});
        QToolButton button;
        button.setDefaultAction(action);
        QCOMPARE(button.text(), u"量化"_s);
        QCOMPARE(action->toolTip(), u"量化"_s);
        action->setText(u"撤销(&U)：量化"_s);
        QCOMPARE(button.text(), u"撤销：量化"_s);
    }

    void plainText_hasNoMnemonic_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("plain");
        QTest::newRow("inside") << u"E&xport…"_s << u"Export…"_s;
        QTest::newRow("appended") << u"导出(&X)…"_s << u"导出…"_s;
        QTest::newRow("ampersand") << u"Copy && &paste"_s << u"Copy & paste"_s;
        QTest::newRow("none") << u"Fit (all)"_s << u"Fit (all)"_s;
        QTest::newRow("at the end") << u"odd&"_s << u"odd"_s;
    }

    void plainText_hasNoMnemonic()
    {
        QFETCH(QString, text);
        QFETCH(QString, plain);
        QAction action(text);
        QCOMPARE(ActionRegistry::plainText(&action), plain);
    }

    void letter_worksInItsWidget_only()
    {
        ActionRegistry registry;
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* owner = new QWidget(&window);
        auto* other = new QWidget(&window);
        for (QWidget* widget : {owner, other}) {
            widget->setFocusPolicy(Qt::StrongFocus);
            layout->addWidget(widget);
        }
        int runs = 0;
        registry.add(
            {.id = u"mark.float"_s,
             .text = u"Keep float"_s,
             .category = u"C"_s,
             .shortcuts = {QKeySequence(Qt::Key_X)},
             .context = Qt::WidgetWithChildrenShortcut},
            [&runs] { ++runs; }, owner);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        other->setFocus();
        QTest::keyClick(other, Qt::Key_X);
        QCOMPARE(runs, 0);
        owner->setFocus();
        QTest::keyClick(owner, Qt::Key_X);
        QCOMPARE(runs, 1);
    }
};

QTEST_MAIN(TestActionRegistry)
#include "tst_action_registry.moc"
