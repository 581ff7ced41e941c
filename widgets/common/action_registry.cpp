// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/action_registry.h"

#include "widgets/common/themed_icon.h"

#include <QAction>
#include <QRegularExpression>
#include <QWidget>

namespace quantiscope {

namespace {

constexpr const char* kCategory = "quantiscopeCategory";
constexpr const char* kIcon = "quantiscopeIcon";
constexpr const char* kReason = "quantiscopeDisabledReason";
constexpr const char* kHelp = "quantiscopeHelp";

/// What follows from the text: buttons show it without the key that menus underline, also where that stands in
/// brackets.
void updateTexts(QAction* action)
{
    const QString text = ActionRegistry::plainText(action);
    action->setIconText(text);
    const QString help = action->property(kHelp).toString();
    const QString reason = action->property(kReason).toString();
    QString tip = help.isEmpty() ? text : help;
    if (!action->shortcut().isEmpty())
        tip += QStringLiteral(" (") + action->shortcut().toString(QKeySequence::NativeText) + QLatin1Char(')');
    if (!reason.isEmpty() && !action->isEnabled())
        tip += QLatin1Char('\n') + reason;
    action->setToolTip(tip);
}

} // namespace

ActionRegistry::ActionRegistry(QObject* parent) : QObject(parent)
{
}

QAction* ActionRegistry::add(const ActionSpec& spec, const std::function<void()>& run, QWidget* owner)
{
    Q_ASSERT(action(spec.id) == nullptr);
    auto* added = new QAction(spec.text, this);
    added->setObjectName(spec.id);
    added->setProperty(kCategory, spec.category);
    added->setProperty(kHelp, spec.help);
    added->setProperty(kIcon, spec.icon);
    added->setShortcuts(spec.shortcuts);
    added->setShortcutContext(spec.context);
    added->setCheckable(spec.isCheckable);
    if (!spec.icon.isEmpty())
        added->setIcon(themedIcon(spec.icon));
    updateTexts(added);
    // Shortcuts and texts change; QAction emits nothing for texts that stay, so this ends.
    connect(added, &QAction::changed, this, [added] { updateTexts(added); });
    if (run)
        connect(added, &QAction::triggered, this, [run] { run(); });
    if (owner)
        owner->addAction(added);
    m_actions.push_back(added);
    emit actionAdded(added);
    return added;
}

QAction* ActionRegistry::action(const QString& id) const
{
    for (QAction* known : m_actions) {
        if (known->objectName() == id)
            return known;
    }
    return nullptr;
}

QString ActionRegistry::category(const QAction* action)
{
    return action->property(kCategory).toString();
}

QString ActionRegistry::id(const QAction* action)
{
    return action->objectName();
}

QString ActionRegistry::iconName(const QAction* action)
{
    return action->property(kIcon).toString();
}

QString ActionRegistry::plainText(const QAction* action)
{
    static const QRegularExpression kAppended(QStringLiteral("\\s*\\(&\\w\\)")); // where letters are not Latin
    QString text = action->text();
    text.remove(kAppended);
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&'))
            text.remove(i, 1); // of "&&" the second stays
    }
    return text;
}

void ActionRegistry::setDisabledReason(QAction* action, const QString& reason)
{
    action->setProperty(kReason, reason);
    action->setEnabled(reason.isEmpty());
    updateTexts(action);
}

QString ActionRegistry::disabledReason(const QAction* action)
{
    return action->property(kReason).toString();
}

} // namespace quantiscope
