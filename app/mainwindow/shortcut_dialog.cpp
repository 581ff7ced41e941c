// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/shortcut_dialog.h"

#include "app/settings/settings.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/themed_icon.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <vector>

namespace quantiscope {

namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr const char* kDefaults = "quantiscopeDefaultShortcuts"; ///< of an action whose shortcut was changed

QString shortcutsText(const QAction* action)
{
    return QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText);
}

QStringList portable(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts += key.toString(QKeySequence::PortableText);
    return texts;
}

QList<QKeySequence> sequences(const QStringList& texts)
{
    QList<QKeySequence> keys;
    for (const QString& text : texts) {
        if (const QKeySequence key(text, QKeySequence::PortableText); !key.isEmpty())
            keys += key;
    }
    return keys;
}

/// The widgets in which the keys of an action act. Menus and buttons that show it are none.
std::vector<const QWidget*> placesOf(const QAction* action)
{
    std::vector<const QWidget*> places;
    for (QObject* object : action->associatedObjects()) {
        const auto* widget = qobject_cast<const QWidget*>(object);
        if (widget && !qobject_cast<const QMenu*>(widget) && !qobject_cast<const QToolButton*>(widget))
            places.push_back(widget);
    }
    return places;
}

/// Is there a place where a key of one would be a key of the other as well?
bool canActAtOnce(const QAction* one, const QAction* other)
{
    const auto isLocal = [](const QAction* action) {
        return action->shortcutContext() == Qt::WidgetShortcut
            || action->shortcutContext() == Qt::WidgetWithChildrenShortcut;
    };
    if (!isLocal(one) || !isLocal(other))
        return true;
    for (const QWidget* place : placesOf(one)) {
        for (const QWidget* otherPlace : placesOf(other)) {
            if (place == otherPlace || place->isAncestorOf(otherPlace) || otherPlace->isAncestorOf(place))
                return true;
        }
    }
    return false;
}

void keepDefault(QAction* action)
{
    if (!action->property(kDefaults).isValid())
        action->setProperty(kDefaults, portable(action->shortcuts()));
}

} // namespace

void ShortcutDialog::applyStored(const ActionRegistry& actions, const Settings& settings)
{
    for (QAction* action : actions.actions()) {
        const QStringList standard = portable(action->shortcuts());
        const QStringList stored = settings.shortcuts(ActionRegistry::id(action), standard);
        if (stored == standard)
            continue;
        keepDefault(action);
        action->setShortcuts(sequences(stored));
    }
}

ShortcutDialog::ShortcutDialog(const ActionRegistry& actions, Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_actions(actions)
    , m_settings(settings)
    , m_filter(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_keys(new QKeySequenceEdit(this))
    , m_assign(new QPushButton(tr("&Assign"), this))
    , m_reset(new QPushButton(tr("&Default"), this))
    , m_problemRow(new QWidget(this))
    , m_problem(new QLabel(m_problemRow))
{
    setWindowTitle(tr("Keyboard shortcuts"));
    m_filter->setPlaceholderText(tr("Filter by name or key"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    m_list->setColumnCount(2);
    m_list->setHeaderLabels({tr("Action"), tr("Shortcut")});
    m_list->setAccessibleName(tr("Actions and their shortcuts"));
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setStretchLastSection(false);
    m_keys->setAccessibleName(tr("New shortcut"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    auto* sign = new QLabel(m_problemRow);
    const int size = fontMetrics().height();
    sign->setPixmap(themedIcon(QStringLiteral("warning")).pixmap(QSize(size, size), devicePixelRatioF()));
    auto* problem = new QHBoxLayout(m_problemRow);
    problem->setContentsMargins(0, 0, 0, 0);
    problem->addWidget(sign, 0, Qt::AlignTop);
    problem->addWidget(m_problem, 1);
    m_problemRow->hide();
    auto* edit = new QHBoxLayout;
    auto* label = new QLabel(tr("&New shortcut:"), this);
    label->setBuddy(m_keys);
    edit->addWidget(label);
    edit->addWidget(m_keys, 1);
    edit->addWidget(m_assign);
    edit->addWidget(m_reset);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addLayout(edit);
    layout->addWidget(m_problemRow);
    layout->addWidget(close);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_filter, &QLineEdit::textChanged, this, &ShortcutDialog::filter);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutDialog::choose);
    connect(m_assign, &QPushButton::clicked, this, &ShortcutDialog::assign);
    connect(m_reset, &QPushButton::clicked, this, &ShortcutDialog::reset);
    fill();
    choose(nullptr);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 34);
}

void ShortcutDialog::fill()
{
    QMap<QString, QTreeWidgetItem*> categories;
    for (QAction* action : m_actions.actions()) {
        const QString name = ActionRegistry::category(action);
        QTreeWidgetItem*& category = categories[name];
        if (!category) {
            category = new QTreeWidgetItem(m_list, {name});
            category->setFirstColumnSpanned(true);
            category->setFlags(Qt::ItemIsEnabled);
            category->setExpanded(true);
        }
        auto* item = new QTreeWidgetItem(category, {ActionRegistry::plainText(action), shortcutsText(action)});
        item->setData(0, kIdRole, ActionRegistry::id(action));
    }
    addFixedKeys();
}

void ShortcutDialog::addFixedKeys()
{
    auto* category = new QTreeWidgetItem(m_list, {tr("Everywhere (fixed)")});
    category->setFirstColumnSpanned(true);
    category->setFlags(Qt::ItemIsEnabled);
    category->setExpanded(true);
    const auto add = [category](const QString& what, const QList<QKeySequence>& keys) {
        new QTreeWidgetItem(category, {what, QKeySequence::listToString(keys, QKeySequence::NativeText)});
    };
    add(tr("Next or previous control"), {QKeySequence(Qt::Key_Tab), QKeySequence(Qt::SHIFT | Qt::Key_Tab)});
    add(tr("Menu of the chosen node, row or finding"), {QKeySequence(Qt::Key_Menu)});
    add(tr("Open or follow the chosen row"), {QKeySequence(Qt::Key_Return)});
    add(tr("Leave a dialog, a menu, the search or the rule that is being made"), {QKeySequence(Qt::Key_Escape)});
}

void ShortcutDialog::filter(const QString& text)
{
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* category = m_list->topLevelItem(i);
        bool any = false;
        for (int k = 0; k < category->childCount(); ++k) {
            QTreeWidgetItem* item = category->child(k);
            const bool fits =
                item->text(0).contains(text, Qt::CaseInsensitive) || item->text(1).contains(text, Qt::CaseInsensitive);
            item->setHidden(!fits);
            any = any || fits;
        }
        category->setHidden(!any);
    }
}

void ShortcutDialog::choose(QTreeWidgetItem* item)
{
    const QAction* action = item ? m_actions.action(item->data(0, kIdRole).toString()) : nullptr;
    m_keys->setEnabled(action);
    m_assign->setEnabled(action);
    m_reset->setEnabled(action);
    m_keys->setKeySequence(action ? action->shortcut() : QKeySequence());
    m_problemRow->hide();
}

QAction* ShortcutDialog::chosenAction() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item ? m_actions.action(item->data(0, kIdRole).toString()) : nullptr;
}

void ShortcutDialog::assign()
{
    const QKeySequence keys = m_keys->keySequence();
    QList<QKeySequence> all = chosenAction()->shortcuts();
    if (all.isEmpty())
        all += keys;
    else
        all[0] = keys;
    all.removeAll(QKeySequence());
    give(all);
}

void ShortcutDialog::reset()
{
    const QAction* action = chosenAction();
    const QVariant standard = action->property(kDefaults);
    give(standard.isValid() ? sequences(standard.toStringList()) : action->shortcuts());
}

void ShortcutDialog::give(const QList<QKeySequence>& keys)
{
    QAction* action = chosenAction();
    for (const QAction* other : m_actions.actions()) {
        if (other == action || !canActAtOnce(action, other))
            continue;
        for (const QKeySequence& key : keys) {
            if (!other->shortcuts().contains(key))
                continue;
            m_problem->setText(tr("“%1” has %2 already. Take another key, or change that one first.")
                                   .arg(ActionRegistry::plainText(other), key.toString(QKeySequence::NativeText)));
            m_problemRow->show();
            return;
        }
    }
    keepDefault(action);
    action->setShortcuts(keys);
    if (portable(keys) == action->property(kDefaults).toStringList())
        m_settings.forgetShortcuts(ActionRegistry::id(action));
    else
        m_settings.setShortcuts(ActionRegistry::id(action), portable(keys));
    m_list->currentItem()->setText(1, shortcutsText(action));
    m_keys->setKeySequence(keys.value(0));
    m_problemRow->hide();
}

} // namespace quantiscope
