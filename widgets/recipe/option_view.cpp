// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/option_view.h"

#include "core/config/presets.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/option_delegate.h"
#include "widgets/recipe/option_model.h"
#include "widgets/recipe/option_rows.h"
#include "widgets/recipe/recipe_editor.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

namespace quantiscope {

OptionView::OptionView(RecipeEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_model(new OptionModel(editor, this))
    , m_filter(new OptionFilter(this))
    , m_tree(new QTreeView(this))
    , m_search(new QLineEdit(this))
    , m_changed(new QToolButton(this))
    , m_detail(new QLabel(this))
{
    m_filter->setSourceModel(m_model);
    m_tree->setModel(m_filter);
    auto* delegate = new OptionDelegate(m_tree);
    m_tree->setItemDelegate(delegate);
    m_tree->setRootIsDecorated(true);
    m_tree->setIndentation(fontMetrics().height() / 2);
    m_tree->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
                            | QAbstractItemView::EditKeyPressed);
    m_tree->setAccessibleName(tr("Options"));
    m_tree->setUniformRowHeights(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->header()->setSectionResizeMode(OptionModel::Name, QHeaderView::Stretch);
    m_tree->header()->setStretchLastSection(false);
    m_tree->setHeaderHidden(true);
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search in options"));
    m_search->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->setPlaceholderText(tr("%n option(s)", nullptr, int(optionRows().size())));
    m_changed->setCheckable(true);
    m_changed->setToolTip(tr("Show only what differs from the preset"));
    m_detail->setWordWrap(true);
    m_detail->setProperty("caption", true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detail->setMargin(6);
    constexpr int kRows = 4; // fewer are no table
    m_tree->setMinimumHeight(kRows * (fontMetrics().height() + 8) + 2 * m_tree->frameWidth());
    m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeft);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_changed);
    top->addStretch();
    top->addWidget(m_search, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_detail);

    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setText(text);
        expandGroups();
    });
    connect(m_changed, &QToolButton::toggled, this, [this](bool isOn) {
        m_filter->setOnlyChanged(isOn);
        expandGroups();
    });
    connect(delegate, &OptionDelegate::resetClicked, this,
            [this](const QModelIndex& at) { m_model->reset(m_filter->mapToSource(at)); });
    connect(m_model, &OptionModel::refused, this, &OptionView::refused);
    connect(m_model, &OptionModel::dataChanged, this, &OptionView::updateDetail);
    connect(&editor, &RecipeEditor::recipeChanged, this, &OptionView::updateHeader);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &OptionView::updateDetail);
    ContextMenus::watch(m_tree, [this](const QModelIndex& row, const QPoint& place) { showMenu(row, place); });
    auto* reset = new QShortcut(QKeySequence::Delete, m_tree);
    reset->setContext(Qt::WidgetShortcut);
    connect(reset, &QShortcut::activated, this,
            [this] { m_model->reset(m_filter->mapToSource(m_tree->currentIndex())); });
    setFocusProxy(m_tree);
    expandGroups();
    updateHeader();
    updateDetail();
}

bool OptionView::showOption(const QString& option)
{
    const QModelIndex at = m_model->indexOf(option);
    if (!at.isValid())
        return false;
    clearSearch();
    const QModelIndex shown = m_filter->mapFromSource(at.siblingAtColumn(OptionModel::Value));
    m_tree->expand(shown.parent());
    m_tree->setCurrentIndex(shown);
    m_tree->scrollTo(shown, QAbstractItemView::PositionAtCenter);
    m_tree->setFocus();
    return true;
}

void OptionView::clearSearch()
{
    m_search->clear();
    m_changed->setChecked(false);
}

void OptionView::updateHeader()
{
    const int changed = m_model->changedCount();
    m_changed->setText(tr("%n changed", nullptr, changed));
    m_tree->setColumnHidden(OptionModel::Was, changed == 0); // names and values need the room
    m_tree->header()->resizeSection(OptionModel::Value, fontMetrics().averageCharWidth() * (changed == 0 ? 18 : 10));
    // In a narrow panel the names are worth more than the whole of the old values, which the tooltip has.
    const bool isNarrow = width() < fontMetrics().averageCharWidth() * 40;
    m_tree->header()->resizeSection(OptionModel::Was,
                                    fontMetrics().horizontalAdvance(QLatin1Char('0')) * (isNarrow ? 9 : 14));
    m_changed->setEnabled(changed > 0 || m_changed->isChecked());
}

void OptionView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateHeader();
    fitDetail();
}

/// A splitter does not ask how high wrapped lines get in a width. That of the label itself is one resize behind.
void OptionView::fitDetail()
{
    m_detail->setMinimumHeight(0); // a label never says less than its minimum
    m_detail->setFixedHeight(std::max(m_detail->heightForWidth(width()), fontMetrics().lineSpacing() * 3));
}

void OptionView::updateDetail()
{
    const QModelIndex at = m_tree->currentIndex();
    const int row = at.isValid() ? at.data(OptionModel::RowRole).toInt() : -1;
    if (row < 0) {
        m_detail->setText(tr("Choose an option to read what it means. Enter or F2 edits it, Delete takes the preset's "
                             "value."));
        fitDetail();
        return;
    }
    const OptionSpec& spec = optionRows()[std::size_t(row)];
    QString text =
        QStringLiteral("<b>%1</b> · %2").arg(toQt(spec.name).toHtmlEscaped(), engineText(spec.meaning).toHtmlEscaped());
    text += QStringLiteral("<br>") + tr("Values: %1").arg(engineText(spec.values)).toHtmlEscaped();
    const Result<Preset> preset = findPreset(m_editor.recipe().config.preset, ErrorCode::InvalidArgument);
    const QString usual = optionText(spec.get(QuantConfig()));
    text += QStringLiteral("<br>")
        + (preset ? tr("Preset: %1 · default: %2").arg(optionText(spec.get(preset->config)), usual)
                  : tr("Default: %1").arg(usual))
              .toHtmlEscaped();
    if (const QString inert = at.data(OptionModel::InertRole).toString(); !inert.isEmpty())
        text += QStringLiteral("<br><i>%1</i>").arg(inert.toHtmlEscaped());
    m_detail->setText(text);
    fitDetail();
}

void OptionView::showMenu(const QModelIndex& index, const QPoint& place)
{
    QMenu menu(this);
    // The filter's rows may become others while the menu is open.
    QAction* reset = menu.addAction(themedIcon(QStringLiteral("reset")), tr("As in the preset"), this,
                                    [this, option = m_filter->mapToSource(index)] { m_model->reset(option); });
    reset->setEnabled(index.data(OptionModel::ChangedRole).toBool());
    menu.addAction(tr("All options as in the preset"), m_model, &OptionModel::resetAll)
        ->setEnabled(m_model->changedCount() > 0);
    menu.addSeparator();
    menu.addAction(tr("Expand all groups"), m_tree, &QTreeView::expandAll);
    menu.addAction(tr("Collapse all groups"), m_tree, &QTreeView::collapseAll);
    menu.exec(place);
}

void OptionView::expandGroups()
{
    m_tree->expandAll();
    // What only steers the reference stays closed until it is looked for.
    const bool isSearching = !m_search->text().isEmpty() || m_changed->isChecked();
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex group = m_filter->index(row, 0);
        m_tree->setFirstColumnSpanned(row, {}, true);
        const int first = m_filter->index(0, 0, group).data(OptionModel::RowRole).toInt();
        if (!isSearching && first >= 0 && optionRows()[std::size_t(first)].group == kIgnoredGroup)
            m_tree->collapse(group);
    }
}

} // namespace quantiscope
