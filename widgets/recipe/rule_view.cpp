// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/rule_view.h"

#include "widgets/common/action_registry.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/json_text.h"
#include "widgets/recipe/recipe_editor.h"
#include "widgets/recipe/rule_delegate.h"
#include "widgets/recipe/rule_model.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <initializer_list>

namespace quantiscope {

RuleView::RuleView(RecipeEditor& editor, EffectWatcher& watcher, NodeSelection& selection, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_watcher(watcher)
    , m_selection(selection)
    , m_model(new RuleModel(editor, watcher, this))
    , m_list(new QListView(this))
    , m_summary(new QLabel(this))
    , m_add(new QToolButton(this))
    , m_empty(new QLabel(this))
{
    auto* delegate = new RuleDelegate(m_list);
    m_list->setModel(m_model);
    m_list->setItemDelegate(delegate);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setAccessibleName(tr("Precision rules"));
    m_list->setMouseTracking(true);
    m_list->installEventFilter(this);

    auto* title = new QLabel(tr("Precision rules"), this);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    m_summary->setProperty("caption", true);
    m_add->setIcon(themedIcon(QStringLiteral("plus")));
    m_add->setToolTip(tr("New rule"));
    m_add->setAccessibleName(tr("New rule"));
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(title);
    top->addWidget(m_summary, 1);
    top->addWidget(m_add);

    m_empty->setText(tr("No rules: all that the preset quantizes is quantized. X keeps the selected nodes float."));
    m_empty->setWordWrap(true);
    m_empty->setProperty("caption", true);
    m_empty->setContentsMargins(8, 0, 8, 4);
    m_empty->setAlignment(Qt::AlignTop);
    m_empty->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored); // see updateEmptyState()

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_empty, 1);
    layout->addStretch();

    connect(m_add, &QToolButton::clicked, this, &RuleView::newRuleRequested);
    connect(delegate, &RuleDelegate::repairClicked, this, [this](const QModelIndex& at) { m_model->repair(at.row()); });
    connect(m_model, &RuleModel::countsChanged, this, &RuleView::updateSummary);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RuleView::updateEmptyState);
    // A rule that turned out dead needs more room.
    connect(m_model, &RuleModel::heightsChanged, m_list, &QListView::doItemsLayout);
    connect(m_model, &RuleModel::countsChanged, this, &RuleView::updateActions);
    connect(m_model, &RuleModel::countsChanged, this, &RuleView::tellCatch);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RuleView::updateActions);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RuleView::tellCatch);
    connect(&selection, &NodeSelection::selectionChanged, m_list, [this] {
        if (!m_list->hasFocus())
            m_list->clearSelection();
    });
    ContextMenus::watch(m_list, [this](const QModelIndex&, const QPoint& place) {
        QMenu menu(this);
        fillMenu(menu);
        menu.exec(place);
    });
    connect(m_list, &QListView::doubleClicked, this,
            [this](const QModelIndex& at) { emit editRequested(m_model->refAt(at.row())); });
    updateEmptyState();
}

void RuleView::updateEmptyState()
{
    const bool isEmpty = m_model->rowCount() == 0;
    const int head = layout()->itemAt(0)->sizeHint().height();
    m_list->setVisible(!isEmpty);
    // Without rules a row is enough where there is no room for more.
    m_empty->setVisible(isEmpty && height() >= head + m_empty->heightForWidth(width()));
    setMinimumHeight(isEmpty ? head : fontMetrics().height() * 7); // its head and some rules
    updateSummary();
    // A hidden one would hold Tab where it is.
    setFocusProxy(isEmpty ? static_cast<QWidget*>(m_add) : m_list);
}

QSize RuleView::sizeHint() const
{
    return QWidget::sizeHint().expandedTo({m_empty->sizeHint().width(), 0});
}

void RuleView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateEmptyState();
}

void RuleView::updateSummary()
{
    if (m_model->rowCount() == 0 && m_empty->isHidden()) {
        m_summary->setText(tr("none · X adds nodes"));
        m_summary->setToolTip(m_empty->text());
        return;
    }
    const auto preview = m_watcher.preview();
    if (!preview) {
        m_summary->clear();
        return;
    }
    const QLocale locale;
    const EffectCounts& counts = preview->after;
    QStringList parts{tr("%1 float").arg(locale.toString(qulonglong(counts.floating)))};
    if (counts.quantized16 > 0)
        parts.append(tr("%1 int16").arg(locale.toString(qulonglong(counts.quantized16))));
    parts.append(tr("%1 int8").arg(locale.toString(qulonglong(counts.quantized - counts.quantized16))));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    m_summary->setToolTip(counts.removed > 0
                              ? tr("%n node(s) vanish when the graph is prepared.", nullptr, int(counts.removed))
                              : QString());
}

std::vector<int> RuleView::selectedRows() const
{
    std::vector<int> rows;
    for (const QModelIndex& at : m_list->selectionModel()->selectedIndexes())
        rows.push_back(at.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void RuleView::showRule(const RuleRef& ref)
{
    const int row = m_model->rowOf(ref);
    if (row < 0)
        return;
    m_list->setCurrentIndex(m_model->index(row));
    m_list->scrollTo(m_model->index(row));
    m_list->setFocus();
}

void RuleView::tellCatch()
{
    std::vector<std::size_t> nodes;
    for (const int row : selectedRows()) {
        const std::vector<std::size_t> caught = m_model->nodesOf(row);
        nodes.insert(nodes.end(), caught.begin(), caught.end());
    }
    emit catchChanged(nodes);
}

void RuleView::selectCatch()
{
    std::set<int> nodes;
    for (const int row : selectedRows()) {
        for (const std::size_t node : m_model->nodesOf(row))
            nodes.insert(int(node));
    }
    if (nodes.empty())
        return;
    const int first = *nodes.begin();
    m_selection.select(std::move(nodes), first);
}

void RuleView::toggle()
{
    const QModelIndex at = m_model->index(selectedRows().front());
    const bool isOn = at.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    m_model->setData(at, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void RuleView::edit()
{
    emit editRequested(m_model->refAt(selectedRows().front()));
}

void RuleView::move(int step)
{
    const int row = selectedRows().front();
    if (!m_model->canMove(row, step))
        return;
    m_model->move(row, step);
    m_list->setCurrentIndex(m_model->index(row + step));
}

void RuleView::setPrecision(MarkPrecision precision)
{
    m_model->setPrecision(selectedRows().front(), precision);
}

void RuleView::copyJson()
{
    QStringList rules;
    for (const int row : selectedRows()) {
        const RuleRef ref = m_model->refAt(row);
        const Recipe& recipe = m_editor.recipe();
        rules.append(jsonText(ref.list == RuleRef::List::Exclude ? toJson(recipe.config.exclude[ref.index])
                                                                 : toJson(recipe.config.layers[ref.index])));
    }
    QApplication::clipboard()->setText(rules.join(QLatin1Char('\n')));
}

void RuleView::copyNames()
{
    std::set<std::size_t> nodes;
    for (const int row : selectedRows()) {
        const std::vector<std::size_t> caught = m_model->nodesOf(row);
        nodes.insert(caught.begin(), caught.end());
    }
    QStringList names;
    for (const std::size_t node : nodes)
        names.append(toQt(m_watcher.model()->graph.nodes()[node].name));
    if (!names.isEmpty())
        QApplication::clipboard()->setText(names.join(QLatin1Char('\n')));
}

void RuleView::registerActions(ActionRegistry& registry)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key, const char* icon,
                         const std::function<void()>& run) {
        ActionSpec spec{.id = QString::fromLatin1(id),
                        .text = text,
                        .category = tr("Precision rules"),
                        .icon = QString::fromLatin1(icon),
                        .context = Qt::WidgetShortcut};
        if (!key.isEmpty())
            spec.shortcuts = {key};
        m_actions.push_back(registry.add(spec, run, m_list));
    };
    add("rule.new", tr("New rule…"), {}, "plus", [this] { emit newRuleRequested(); });
    add("rule.toggle", tr("Switch on or off"), QKeySequence(Qt::Key_Space), "", [this] { toggle(); });
    add("rule.edit", tr("Edit…"), QKeySequence(Qt::Key_Return), "", [this] { edit(); });
    add("rule.select", tr("Select in graph"), QKeySequence(QStringLiteral("G")), "", [this] { selectCatch(); });
    add("rule.repair", tr("Use the nearest name"), {}, "", [this] { m_model->repair(selectedRows().front()); });
    add("rule.float", tr("Keep float"), {}, "", [this] { setPrecision(MarkPrecision::Float); });
    add("rule.int16", tr("16 bit"), {}, "", [this] { setPrecision(MarkPrecision::Int16); });
    add("rule.int8", tr("8 bit"), {}, "", [this] { setPrecision(MarkPrecision::Int8); });
    add("rule.up", tr("Move up"), QKeySequence(QStringLiteral("Alt+Up")), "", [this] { move(-1); });
    add("rule.down", tr("Move down"), QKeySequence(QStringLiteral("Alt+Down")), "", [this] { move(1); });
    add("rule.copy", tr("Copy as JSON"), QKeySequence::Copy, "copy", [this] { copyJson(); });
    add("rule.copyNames", tr("Copy names of the caught nodes"), {}, "copy", [this] { copyNames(); });
    add("rule.delete", tr("Delete"), QKeySequence::Delete, "", [this] { m_model->remove(selectedRows()); });
    updateActions();
}

QAction* RuleView::action(const char* id) const
{
    return *std::find_if(m_actions.begin(), m_actions.end(),
                         [id](const QAction* action) { return ActionRegistry::id(action) == QLatin1String(id); });
}

void RuleView::updateActions()
{
    if (m_actions.empty())
        return;
    const std::vector<int> rows = selectedRows();
    for (QAction* action : m_actions) {
        if (ActionRegistry::id(action) != QLatin1String("rule.new"))
            ActionRegistry::setDisabledReason(action, rows.empty() ? tr("No rule is chosen") : QString());
    }
    if (rows.empty())
        return;
    const auto disable = [this](const char* id, const QString& reason) {
        ActionRegistry::setDisabledReason(action(id), reason);
    };
    const int row = rows.front();
    if (std::all_of(rows.begin(), rows.end(), [this](int each) { return m_model->nodesOf(each).empty(); })) {
        for (const char* id : {"rule.select", "rule.copyNames"})
            disable(id, tr("The rule catches no node"));
    }
    if (m_model->index(row).data(RuleModel::RepairRole).toString().isEmpty())
        disable("rule.repair", tr("The rule is not dead, or no name is near"));
    if (!m_model->canMove(row, -1))
        disable("rule.up", tr("There is no layer rule above it"));
    if (!m_model->canMove(row, 1))
        disable("rule.down", tr("There is no layer rule below it"));
}

void RuleView::fillMenu(QMenu& menu)
{
    const std::vector<int> rows = selectedRows();
    if (rows.empty()) {
        menu.addAction(action("rule.new"));
        return;
    }
    const auto fill = [this](QMenu& into, std::initializer_list<const char*> ids) {
        for (const char* id : ids)
            into.addAction(action(id));
    };
    fill(menu, {"rule.toggle", "rule.edit", "rule.select"});
    if (const QString repair = m_model->index(rows.front()).data(RuleModel::RepairRole).toString(); !repair.isEmpty())
        fill(menu, {"rule.repair"});
    fill(*menu.addMenu(tr("Precision")), {"rule.float", "rule.int16", "rule.int8"});
    fill(menu, {"rule.up", "rule.down"});
    menu.addSeparator();
    fill(menu, {"rule.copy", "rule.copyNames", "rule.delete"});
}

bool RuleView::eventFilter(QObject* watched, QEvent* event)
{
    // Keys that stand for an action beside its own; without a choice all are the list's.
    if (watched != m_list || event->type() != QEvent::KeyPress || selectedRows().empty())
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Backspace:
        m_model->remove(selectedRows());
        return true;
    case Qt::Key_Enter:
        edit();
        return true;
    case Qt::Key_Escape:
        m_list->clearSelection();
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

} // namespace quantiscope
