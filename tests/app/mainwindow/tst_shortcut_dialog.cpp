// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/shortcut_dialog.h"
#include "app/settings/settings.h"
#include "widgets/common/action_registry.h"

#include <QAction>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace quantiscope;
using namespace Qt::StringLiterals;

class TestShortcutDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init()
    {
        m_settings = std::make_unique<Settings>();
        m_settings->store().clear();
        m_actions = makeActions();
        m_dialog = std::make_unique<ShortcutDialog>(*m_actions, *m_settings);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
        m_list = m_dialog->findChild<QTreeWidget*>();
        m_keys = m_dialog->findChild<QKeySequenceEdit*>();
    }

    void everyAction_isListed_underItsCategory()
    {
        QCOMPARE(m_list->topLevelItemCount(), 3); // the last: fixed keys
        QCOMPARE(row(u"Open…"_s)->parent()->text(0), u"File"_s);
        QCOMPARE(row(u"Open…"_s)->text(1), u"Ctrl+O"_s);
        QVERIFY(!button(u"Assign"_s)->isEnabled()); // nothing is chosen
    }

    void fixedKeys_areListed_andCannotBeChanged()
    {
        const QString menu = u"Menu of the chosen node, row or finding"_s;
        QVERIFY(row(menu));
        QCOMPARE(row(menu)->text(1), u"Menu"_s);
        choose(u"Open…"_s);
        QVERIFY(button(u"Assign"_s)->isEnabled());
        choose(menu);
        QVERIFY(!button(u"Assign"_s)->isEnabled());
        QVERIFY(!button(u"Default"_s)->isEnabled());
        QVERIFY(!m_keys->isEnabled());
    }

    void assigned_worksAtOnce_andIsKept()
    {
        choose(u"Open…"_s);
        m_keys->setKeySequence(QKeySequence(u"F7"_s));
        button(u"Assign"_s)->click();
        QCOMPARE(shortcut(u"file.open"_s), QKeySequence(Qt::Key_F7));
        QCOMPARE(row(u"Open…"_s)->text(1), u"F7"_s);
        const auto later = makeActions();
        ShortcutDialog::applyStored(*later, *m_settings);
        QCOMPARE(later->action(u"file.open"_s)->shortcut(), QKeySequence(Qt::Key_F7));
        QCOMPARE(later->action(u"file.save"_s)->shortcut(), QKeySequence(u"Ctrl+S"_s));
    }

    void taken_isRefused_namingTheOther()
    {
        choose(u"Open…"_s);
        m_keys->setKeySequence(QKeySequence(u"Ctrl+S"_s));
        button(u"Assign"_s)->click();
        QCOMPARE(shortcut(u"file.open"_s), QKeySequence(u"Ctrl+O"_s));
        QVERIFY(problem().contains(u"“Save” has Ctrl+S already"_s));
        m_keys->setKeySequence(QKeySequence(u"F8"_s));
        button(u"Assign"_s)->click();
        QVERIFY(problem().isEmpty());
        QCOMPARE(shortcut(u"file.open"_s), QKeySequence(u"F8"_s));
    }

    void keysOfPlacesApart_areNoClash_nestedOnesAre()
    {
        QWidget window;
        auto* left = new QWidget(&window);
        auto* inLeft = new QWidget(left);
        auto* right = new QWidget(&window);
        ActionRegistry actions;
        const auto add = [&](const QString& id, const QString& key, QWidget* owner) {
            return actions.add(
                {.id = id,
                 .text = id,
                 .category = u"C"_s,
                 .shortcuts = {QKeySequence(key)},
                 .context = owner ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut},
                [] {}, owner);
        };
        QAction* one = add(u"left.fit"_s, u"F"_s, left);
        QAction* other = add(u"right.fit"_s, u"F"_s, right);
        add(u"inLeft.go"_s, u"G"_s, inLeft);
        add(u"window.help"_s, u"H"_s, nullptr);
        QMenu menu; // shows both, and is no place where a key acts
        menu.addActions({one, other});
        ShortcutDialog dialog(actions, *m_settings);
        auto* list = dialog.findChild<QTreeWidget*>();
        auto* keys = dialog.findChild<QKeySequenceEdit*>();
        const auto give = [&](const QString& id, const QString& key) {
            list->setCurrentItem(list->findItems(id, Qt::MatchExactly | Qt::MatchRecursive).value(0));
            keys->setKeySequence(QKeySequence(key));
            for (QPushButton* found : dialog.findChildren<QPushButton*>()) {
                if (found->text().remove(u'&') == u"Assign"_s)
                    found->click();
            }
            return actions.action(id)->shortcut() == QKeySequence(key);
        };
        QVERIFY(give(u"left.fit"_s, u"K"_s));
        QVERIFY(give(u"left.fit"_s, u"F"_s)); // as in the pane beside
        QVERIFY(!give(u"left.fit"_s, u"G"_s)); // a widget within has it
        QVERIFY(!give(u"left.fit"_s, u"H"_s)); // the whole window has it
        QVERIFY(give(u"right.fit"_s, u"G"_s));
    }

    void none_canBeChosen_andIsKept()
    {
        choose(u"Save"_s);
        m_keys->clear();
        button(u"Assign"_s)->click();
        QVERIFY(shortcut(u"file.save"_s).isEmpty());
        const auto later = makeActions();
        ShortcutDialog::applyStored(*later, *m_settings);
        QVERIFY(later->action(u"file.save"_s)->shortcuts().isEmpty());
    }

    void standard_comesBack_withItsSecondKey()
    {
        choose(u"Fit"_s);
        m_keys->setKeySequence(QKeySequence(u"F9"_s));
        button(u"Assign"_s)->click();
        QCOMPARE(m_actions->action(u"graph.fit"_s)->shortcuts().size(), 2);
        m_keys->clear();
        button(u"Assign"_s)->click();
        button(u"Default"_s)->click();
        const QList<QKeySequence> standard{QKeySequence(Qt::Key_Home), QKeySequence(u"Ctrl+0"_s)};
        QCOMPARE(m_actions->action(u"graph.fit"_s)->shortcuts(), standard);
        m_settings->store().sync();
        QVERIFY(!m_settings->store().contains(u"shortcuts/graph.fit"_s)); // a later version may have another
    }

    void standard_isRefused_whenAnotherActionHasItNow()
    {
        choose(u"Open…"_s);
        m_keys->setKeySequence(QKeySequence(u"F7"_s));
        button(u"Assign"_s)->click();
        choose(u"Save"_s);
        m_keys->setKeySequence(QKeySequence(u"Ctrl+O"_s));
        button(u"Assign"_s)->click();
        choose(u"Open…"_s);
        button(u"Default"_s)->click();
        QVERIFY(problem().contains(u"“Save” has Ctrl+O"_s));
        QCOMPARE(shortcut(u"file.open"_s), QKeySequence(Qt::Key_F7));
    }

    void filter_looksAtNamesAndKeys()
    {
        auto* filter = m_dialog->findChild<QLineEdit*>();
        filter->setFocus();
        QTest::keyClicks(filter, u"ctrl+s"_s);
        QVERIFY(row(u"Open…"_s)->isHidden());
        QVERIFY(!row(u"Save"_s)->isHidden());
        QVERIFY(row(u"Fit"_s)->parent()->isHidden());
    }

    void storedNonsense_isNoShortcut()
    {
        m_settings->setShortcuts(u"file.open"_s, {u"no such key"_s, u"F11"_s});
        const auto later = makeActions();
        ShortcutDialog::applyStored(*later, *m_settings);
        QVERIFY(later->action(u"file.open"_s)->shortcuts().contains(QKeySequence(Qt::Key_F11)));
    }

private:
    static std::unique_ptr<ActionRegistry> makeActions()
    {
        auto actions = std::make_unique<ActionRegistry>();
        actions->add({.id = u"file.open"_s,
                      .text = u"&Open…"_s,
                      .category = u"File"_s,
                      .shortcuts = {QKeySequence(u"Ctrl+O"_s)}},
                     [] {});
        actions->add(
            {.id = u"file.save"_s, .text = u"&Save"_s, .category = u"File"_s, .shortcuts = {QKeySequence(u"Ctrl+S"_s)}},
            [] {});
        actions->add({.id = u"graph.fit"_s,
                      .text = u"&Fit"_s,
                      .category = u"Graph"_s,
                      .shortcuts = {QKeySequence(Qt::Key_Home), QKeySequence(u"Ctrl+0"_s)}},
                     [] {});
        return actions;
    }

    QTreeWidgetItem* row(const QString& name) const
    {
        return m_list->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    }

    void choose(const QString& name) const { m_list->setCurrentItem(row(name)); }

    QKeySequence shortcut(const QString& id) const { return m_actions->action(id)->shortcut(); }

    QPushButton* button(const QString& name) const
    {
        const auto buttons = m_dialog->findChildren<QPushButton*>();
        for (QPushButton* found : buttons) {
            if (found->text().remove(u'&') == name)
                return found;
        }
        return nullptr;
    }

    QString problem() const
    {
        const auto labels = m_dialog->findChildren<QLabel*>();
        for (const QLabel* label : labels) {
            if (label->isVisible() && label->text().contains(u"already"_s))
                return label->text();
        }
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ActionRegistry> m_actions;
    std::unique_ptr<ShortcutDialog> m_dialog;
    QTreeWidget* m_list = nullptr;
    QKeySequenceEdit* m_keys = nullptr;
};

QTEST_MAIN(TestShortcutDialog)
#include "tst_shortcut_dialog.moc"
