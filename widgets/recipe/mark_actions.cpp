// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/action_registry.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/text.h"
#include "widgets/recipe/mark_controller.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

// The actions of MarkController and the context menu that is made of them.

namespace quantiscope {

void MarkController::addAction(ActionRegistry& registry, const QString& id, const QString& text, const QString& key,
                               const QString& icon, const QString& help, void (MarkController::*run)())
{
    ActionSpec spec{.id = id, .text = text, .category = tr("Marking"), .icon = icon, .help = help};
    if (!key.isEmpty())
        spec.shortcuts = {QKeySequence(key)};
    spec.context = Qt::WidgetWithChildrenShortcut;
    m_actions.push_back(registry.add(
        spec, [this, run] { (this->*run)(); }, m_owner));
}

void MarkController::registerActions(ActionRegistry& registry, QWidget* owner)
{
    m_owner = owner;
    addAction(registry, QStringLiteral("mark.float"), tr("Keep &float"), QStringLiteral("X"), QStringLiteral("pointer"),
              tr("The selected nodes are not quantized"), &MarkController::markFloat);
    addAction(registry, QStringLiteral("mark.scopeFloat"), tr("Keep the whole &scope float"), QStringLiteral("Shift+X"),
              QStringLiteral("scope"), tr("The group around the selected node is not quantized"),
              &MarkController::markScopeFloat);
    addAction(registry, QStringLiteral("mark.operatorFloat"), tr("Keep this &operator type float"), {},
              QStringLiteral("operator"), tr("No node of the selected node's operator type is quantized"),
              &MarkController::markOperatorFloat);
    addAction(registry, QStringLiteral("mark.int16"), tr("&16 bit"), QStringLiteral("6"), {},
              tr("The outputs of the selected nodes take 16 bits"), &MarkController::mark16);
    addAction(registry, QStringLiteral("mark.int8"), tr("&8 bit"), QStringLiteral("8"), {},
              tr("The outputs of the selected nodes take 8 bits"), &MarkController::mark8);
    addAction(registry, QStringLiteral("mark.remove"), tr("As the &preset says"), {}, QStringLiteral("reset"),
              tr("Takes the marks off the selected nodes"), &MarkController::unmarkTargets);
    addAction(registry, QStringLiteral("mark.start"), tr("Add to s&tart set"), QStringLiteral("S"),
              QStringLiteral("plus"), tr("The rule that is being made starts at the selected nodes"),
              &MarkController::addToStarts);
    addAction(registry, QStringLiteral("mark.end"), tr("Add to &end set"), QStringLiteral("E"), QStringLiteral("plus"),
              tr("The rule that is being made ends at the selected nodes"), &MarkController::addToEnds);
    addAction(registry, QStringLiteral("mark.between"), tr("&Between…"), QStringLiteral("B"), QStringLiteral("between"),
              tr("A rule for what lies between start and end nodes, both included"), &MarkController::beginBetween);
    addAction(registry, QStringLiteral("mark.upstream"), tr("&Upstream until…"), {}, QStringLiteral("upstream"),
              tr("A rule for what leads here, back to nodes where it ends, both included"),
              &MarkController::beginUpstream);
    addAction(registry, QStringLiteral("mark.downstream"), tr("&Downstream until…"), {}, QStringLiteral("downstream"),
              tr("A rule for what follows from here, as far as nodes where it ends, both included"),
              &MarkController::beginDownstream);
    addAction(registry, QStringLiteral("mark.regex"), tr("By e&xpression…"), {}, QStringLiteral("regex"),
              tr("A rule for all nodes whose names match an expression"), &MarkController::beginRegex);
    addAction(registry, QStringLiteral("mark.selectOperator"), tr("Select this operator t&ype"), {},
              QStringLiteral("operator"), tr("Selects all nodes of the selected node's operator type"),
              &MarkController::selectOperator);
    updateActions();
}

void MarkController::updateActions()
{
    // These begin a draft that nodes are added to later.
    static const QStringList kWithoutNodes{QStringLiteral("mark.between"), QStringLiteral("mark.upstream"),
                                           QStringLiteral("mark.downstream"), QStringLiteral("mark.regex")};
    for (QAction* action : m_actions) {
        QString reason;
        if (!m_model)
            reason = tr("No model is open");
        else if (targets().empty() && !kWithoutNodes.contains(ActionRegistry::id(action)))
            reason = tr("No node is selected");
        else if (ActionRegistry::id(action) == QLatin1String("mark.scopeFloat")
                 && (!m_scopes || m_scopes->scopeOf(*targets().begin()) <= 0))
            reason = tr("The selected node is in no group");
        ActionRegistry::setDisabledReason(action, reason);
    }
}

void MarkController::fillNodeMenu(QMenu* menu, int node)
{
    if (!m_model || node < 0 || std::size_t(node) >= m_model->graph.nodes().size())
        return;
    // A node of the selection stands for all of it; another one for itself.
    m_target = m_selection.contains(node) ? m_selection.nodes() : std::set<int>{node};
    updateActions();
    connect(menu, &QMenu::aboutToHide, this, [this] {
        // The action that was chosen runs after the menu has gone.
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_target.clear();
                updateActions();
            },
            Qt::QueuedConnection);
    });
    QMenu* precision = nullptr;
    for (QAction* action : m_actions) {
        const QString id = ActionRegistry::id(action);
        if (id == QLatin1String("mark.int16")) {
            precision = menu->addMenu(tr("Precision"));
            precision->addAction(m_actions.front());
        }
        const bool isPrecision =
            id == QLatin1String("mark.int16") || id == QLatin1String("mark.int8") || id == QLatin1String("mark.remove");
        (isPrecision ? precision : menu)->addAction(action);
        if (id == QLatin1String("mark.remove") || id == QLatin1String("mark.end") || id == QLatin1String("mark.regex"))
            menu->addSeparator();
    }
}

} // namespace quantiscope
