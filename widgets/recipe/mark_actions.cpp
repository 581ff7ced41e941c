// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/action_registry.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/text.h"
#include "widgets/recipe/mark_controller.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <initializer_list>

// The actions of MarkController and the context menu that is made of them.

namespace quantiscope {

void MarkController::addAction(ActionRegistry& registry, const QString& id, const QString& text, const QString& key,
                               const QString& icon, const QString& help, const std::function<void()>& run)
{
    ActionSpec spec{.id = id, .text = text, .category = tr("Marking"), .icon = icon, .help = help};
    if (!key.isEmpty())
        spec.shortcuts = {QKeySequence(key)};
    spec.context = Qt::WidgetWithChildrenShortcut;
    m_actions.push_back(registry.add(spec, run, m_owner));
}

void MarkController::registerActions(ActionRegistry& registry, QWidget* owner)
{
    using Kind = ExclusionRule::Kind;
    m_owner = owner;
    const auto add = [&](const char* id, const QString& text, const char* key, const char* icon, const QString& help,
                         const std::function<void()>& run) {
        addAction(registry, QString::fromLatin1(id), text, QString::fromLatin1(key), QString::fromLatin1(icon), help,
                  run);
    };
    const auto precisions = [this](void (MarkController::*run)(MarkPrecision), MarkPrecision precision) {
        return [this, run, precision] { (this->*run)(precision); };
    };
    const auto& scope = &MarkController::markTargetScopes;
    const auto& type = &MarkController::markTargetOperators;
    const auto& nodes = &MarkController::markTargets;
    add("mark.float", tr("Keep &float"), "X", "pointer", tr("The selected nodes are not quantized"),
        precisions(nodes, MarkPrecision::Float));
    add("mark.scopeFloat", tr("Keep the whole &scope float"), "Shift+X", "scope",
        tr("The group around the selected nodes is not quantized"), precisions(scope, MarkPrecision::Float));
    add("mark.scope16", tr("Whole scope: 16 bit"), "", "scope",
        tr("The outputs of the group around the selected nodes take 16 bits"), precisions(scope, MarkPrecision::Int16));
    add("mark.scope8", tr("Whole scope: 8 bit"), "", "scope",
        tr("The outputs of the group around the selected nodes take 8 bits"), precisions(scope, MarkPrecision::Int8));
    add("mark.operatorFloat", tr("Keep this &operator type float"), "", "operator",
        tr("No node of the selected nodes' operator types is quantized"), precisions(type, MarkPrecision::Float));
    add("mark.operator16", tr("Operator type: 16 bit"), "", "operator",
        tr("The outputs of all nodes of the selected nodes' operator types take 16 bits"),
        precisions(type, MarkPrecision::Int16));
    add("mark.operator8", tr("Operator type: 8 bit"), "", "operator",
        tr("The outputs of all nodes of the selected nodes' operator types take 8 bits"),
        precisions(type, MarkPrecision::Int8));
    add("mark.int16", tr("&16 bit"), "6", "", tr("The outputs of the selected nodes take 16 bits"),
        precisions(nodes, MarkPrecision::Int16));
    add("mark.int8", tr("&8 bit"), "8", "", tr("The outputs of the selected nodes take 8 bits"),
        precisions(nodes, MarkPrecision::Int8));
    add("mark.remove", tr("As the &preset says"), "", "reset", tr("Takes the marks off the selected nodes"),
        [this] { unmark(targets()); });
    add("mark.start", tr("Add to s&tart set"), "S", "plus",
        tr("The rule that is being made starts at the selected nodes"), [this] { addToStarts(); });
    add("mark.end", tr("Add to &end set"), "E", "plus", tr("The rule that is being made ends at the selected nodes"),
        [this] { addToEnds(); });
    add("mark.between", tr("&Between…"), "B", "between",
        tr("A rule for what lies between start and end nodes, both included"), [this] { begin(Kind::Between); });
    add("mark.upstream", tr("&Upstream until…"), "", "upstream",
        tr("A rule for what leads here, back to nodes where it ends, both included"),
        [this] { begin(Kind::Upstream); });
    add("mark.downstream", tr("&Downstream until…"), "", "downstream",
        tr("A rule for what follows from here, as far as nodes where it ends, both included"),
        [this] { begin(Kind::Downstream); });
    add("mark.regex", tr("By e&xpression…"), "", "regex", tr("A rule for all nodes whose names match an expression"),
        [this] { begin(Kind::Regex); });
    add("mark.selectOperator", tr("Select this operator t&ype"), "", "operator",
        tr("Selects all nodes of the selected nodes' operator types"), [this] { selectOperator(); });
    updateActions();
}

QAction* MarkController::action(const char* id) const
{
    const auto found = std::find_if(m_actions.begin(), m_actions.end(), [id](const QAction* action) {
        return ActionRegistry::id(action) == QLatin1String(id);
    });
    return *found;
}

void MarkController::updateActions()
{
    // These begin a draft that nodes are added to later.
    static const QStringList kWithoutNodes{QStringLiteral("mark.between"), QStringLiteral("mark.upstream"),
                                           QStringLiteral("mark.downstream"), QStringLiteral("mark.regex")};
    const bool hasTargets = !targets().empty();
    const bool hasScope = !targetScopes().empty();
    for (QAction* action : m_actions) {
        const QString id = ActionRegistry::id(action);
        QString reason;
        if (!m_model)
            reason = tr("No model is open");
        else if (!hasTargets && !kWithoutNodes.contains(id))
            reason = tr("No node is selected");
        else if (!hasScope && id.startsWith(QLatin1String("mark.scope")))
            reason = tr("The selected nodes are in no group");
        ActionRegistry::setDisabledReason(action, reason);
    }
}

void MarkController::fillNodeMenu(QMenu* menu, int node)
{
    if (!m_model || m_actions.empty() || (node >= 0 && std::size_t(node) >= m_model->graph.nodes().size()))
        return;
    // A node of the selection stands for all of it; another one for itself.
    m_target = node < 0 || m_selection.contains(node) ? m_selection.nodes() : std::set<int>{node};
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
    const auto fill = [this](QMenu* into, std::initializer_list<const char*> ids) {
        for (const char* id : ids)
            into->addAction(action(id));
    };
    fill(menu, {"mark.float"});
    fill(menu->addMenu(tr("Precision")), {"mark.float", "mark.int16", "mark.int8", "mark.remove"});
    fill(menu->addMenu(tr("Whole scope")), {"mark.scopeFloat", "mark.scope16", "mark.scope8"});
    fill(menu->addMenu(tr("Operator type")),
         {"mark.operatorFloat", "mark.operator16", "mark.operator8", "mark.selectOperator"});
    menu->addSeparator();
    fill(menu, {"mark.start", "mark.end"});
    menu->addSeparator();
    fill(menu, {"mark.between", "mark.upstream", "mark.downstream", "mark.regex"});
}

} // namespace quantiscope
