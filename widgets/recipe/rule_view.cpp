// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/rule_view.h"

#include "widgets/common/node_selection.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/json_text.h"
#include "widgets/recipe/recipe_editor.h"
#include "widgets/recipe/rule_delegate.h"
#include "widgets/recipe/rule_model.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace quantiscope {

RuleView::RuleView(RecipeEditor& editor, EffectWatcher& watcher, NodeSelection& selection, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_watcher(watcher)
    , m_selection(selection)
    , m_model(new RuleModel(editor, watcher, this))
    , m_list(new QListView(this))
    , m_summary(new QLabel(this))
    , m_empty(new QWidget(this))
{
    auto* delegate = new RuleDelegate(m_list);
    m_list->setModel(m_model);
    m_list->setItemDelegate(delegate);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setAccessibleName(tr("Precision rules"));
    m_list->setMouseTracking(true);
    m_list->installEventFilter(this);

    auto* title = new QLabel(tr("Precision rules"), this);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    m_summary->setProperty("caption", true);
    auto* add = new QToolButton(this);
    add->setIcon(themedIcon(QStringLiteral("plus")));
    add->setToolTip(tr("New rule"));
    add->setAccessibleName(tr("New rule"));
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(title);
    top->addWidget(m_summary, 1);
    top->addWidget(add);

    auto* text = new QLabel(tr("No rules: all that the preset quantizes is quantized. X keeps the selected nodes float."),
                            m_empty);
    text->setWordWrap(true);
    text->setProperty("caption", true);
    auto* make = new QPushButton(tr("New rule…"), m_empty);
    auto* empty = new QVBoxLayout(m_empty);
    empty->addWidget(text);
    empty->addWidget(make, 0, Qt::AlignLeft);
    empty->addStretch();
    // A splitter does not ask how high a wrapped text is.
    m_empty->setMinimumHeight(fontMetrics().lineSpacing() * 3 + make->sizeHint().height() + 30);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_empty, 1);

    connect(add, &QToolButton::clicked, this, &RuleView::newRuleRequested);
    connect(make, &QPushButton::clicked, this, &RuleView::newRuleRequested);
    connect(delegate, &RuleDelegate::repairClicked, this, [this](const QModelIndex& at) { m_model->repair(at.row()); });
    connect(m_model, &RuleModel::countsChanged, this, &RuleView::updateSummary);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RuleView::updateEmptyState);
    // A rule that turned out dead needs more room.
    connect(m_model, &QAbstractItemModel::dataChanged, m_list, [this] { m_list->doItemsLayout(); });
    connect(m_list, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu(this);
        fillMenu(menu);
        menu.exec(m_list->viewport()->mapToGlobal(at));
    });
    connect(m_list, &QListView::doubleClicked, this,
            [this](const QModelIndex& at) { emit editRequested(m_model->refAt(at.row())); });
    setFocusProxy(m_list);
    updateEmptyState();
    updateSummary();
}

void RuleView::updateEmptyState()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_list->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
}

void RuleView::resizeEvent(QResizeEvent* event)
{
    // A splitter does not ask how high wrapped lines get in a width.
    m_empty->setMinimumHeight(m_empty->layout()->totalMinimumHeightForWidth(width()));
    QWidget::resizeEvent(event);
}

void RuleView::updateSummary()
{
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

void RuleView::selectCatch(int row)
{
    std::set<int> nodes;
    for (const std::size_t node : m_model->nodesOf(row))
        nodes.insert(int(node));
    if (nodes.empty())
        return;
    const int first = *nodes.begin();
    m_selection.select(std::move(nodes), first);
}

void RuleView::fillMenu(QMenu& menu)
{
    const std::vector<int> rows = selectedRows();
    if (rows.empty()) {
        menu.addAction(themedIcon(QStringLiteral("plus")), tr("New rule…"), this, &RuleView::newRuleRequested);
        return;
    }
    const int row = rows.front();
    const RuleRef ref = m_model->refAt(row);
    const bool isOn = ruleAt(m_editor.recipe(), ref).enabled;
    menu.addAction(isOn ? tr("Switch off") : tr("Switch on"), this, [this, row, isOn] {
        m_model->setData(m_model->index(row), isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    });
    menu.addAction(tr("Edit…"), this, [this, ref] { emit editRequested(ref); });
    menu.addAction(tr("Select in graph"), this, [this, row] { selectCatch(row); })
        ->setEnabled(!m_model->nodesOf(row).empty());
    if (const QString repair = m_model->index(row).data(RuleModel::RepairRole).toString(); !repair.isEmpty())
        menu.addAction(tr("Use %1 instead").arg(repair), this, [this, row] { m_model->repair(row); });
    QMenu* precision = menu.addMenu(tr("Precision"));
    for (const MarkPrecision wanted : {MarkPrecision::Float, MarkPrecision::Int16, MarkPrecision::Int8}) {
        QAction* action = precision->addAction(precisionName(wanted), this,
                                               [this, row, wanted] { m_model->setPrecision(row, wanted); });
        action->setCheckable(true);
        action->setChecked(precisionOf(m_editor.recipe(), ref) == wanted);
    }
    menu.addAction(tr("Move up"), this, [this, row] { m_model->move(row, -1); })->setEnabled(m_model->canMove(row, -1));
    menu.addAction(tr("Move down"), this, [this, row] { m_model->move(row, 1); })->setEnabled(m_model->canMove(row, 1));
    menu.addSeparator();
    menu.addAction(themedIcon(QStringLiteral("copy")), tr("Copy as JSON"), this, [this, ref] {
        QApplication::clipboard()->setText(jsonText(toJson(ruleAt(m_editor.recipe(), ref))));
    });
    menu.addAction(tr("Delete"), this, [this, rows] { m_model->remove(rows); });
}

bool RuleView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const std::vector<int> rows = selectedRows();
    if (rows.empty())
        return false;
    const int row = rows.front();
    switch (key->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        m_model->remove(rows);
        return true;
    case Qt::Key_Space: {
        const bool isOn = m_model->index(row).data(Qt::CheckStateRole).toInt() == Qt::Checked;
        m_model->setData(m_model->index(row), isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit editRequested(m_model->refAt(row));
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (key->modifiers() != Qt::AltModifier)
            return false;
        {
            const int step = key->key() == Qt::Key_Up ? -1 : 1;
            if (m_model->canMove(row, step)) {
                m_model->move(row, step);
                m_list->setCurrentIndex(m_model->index(row + step));
            }
        }
        return true;
    default:
        return false;
    }
}

} // namespace quantiscope
