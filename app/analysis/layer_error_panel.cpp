// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/layer_error_panel.h"

#include "app/analysis/empty_page.h"
#include "app/analysis/job_strip.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/bar_delegate.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/engine_sentence.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/models/layer_error_model.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

using Column = LayerErrorModel::Column;

constexpr double kWorstAccumulated = -10.0; ///< dB; what is below has no bar

QToolButton* menuButton(const QString& icon, const QString& name, QMenu* menu)
{
    auto* button = new QToolButton;
    button->setIcon(themedIcon(icon));
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

} // namespace

LayerErrorPanel::LayerErrorPanel(QAction* analyse, const QList<QAction*>& copies, JobQueue& jobs, QWidget* parent)
    : QWidget(parent)
    , m_model(new LayerErrorModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyPage(analyse, tr("Analyse")))
    , m_job(new JobStrip(jobs, tr("Progress of the analysis")))
    , m_table(new QTableView)
    , m_runs(new QComboBox)
    , m_caption(new QLabel)
    , m_stale(new QLabel)
    , m_whatIf(new QLabel)
    , m_filter(new QLineEdit)
    , m_columns(new QMenu(this))
    , m_firstWrong(new QLabel)
{
    makeTable();
    auto* content = new QWidget;
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins({});
    rows->setSpacing(0);
    rows->addWidget(m_firstWrong);
    rows->addWidget(m_table, 1);
    m_firstWrong->setWordWrap(true);
    m_firstWrong->setTextFormat(Qt::RichText);
    m_firstWrong->setContentsMargins(10, 4, 10, 4);
    m_firstWrong->setAccessibleName(tr("Where to look first"));
    m_firstWrong->setTextInteractionFlags(Qt::LinksAccessibleByMouse); // by keys: analyse.firstWrong
    connect(m_firstWrong, &QLabel::linkActivated, this, [this] {
        if (const std::optional<std::size_t> wrong = firstWrong())
            emit tensorChosen(*wrong);
    });
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHead(analyse, copies));
    layout->addWidget(m_job);
    layout->addLayout(m_stack, 1);
    setFocusProxy(m_table);
    setStale({});
    setWhatIf({}, {});
}

QWidget* LayerErrorPanel::makeHead(QAction* analyse, const QList<QAction*>& copies)
{
    m_runs->setAccessibleName(tr("Run"));
    m_runs->setToolTip(tr("The run whose errors are shown"));
    connect(m_runs, &QComboBox::activated, this, [this](int at) { emit runChosen(m_runs->itemData(at).toInt()); });
    for (QLabel* label : {m_caption, m_stale, m_whatIf})
        label->setTextFormat(Qt::PlainText);
    m_caption->setProperty("caption", true);
    m_stale->setProperty("chip", QStringLiteral("warning"));
    m_stale->setToolTip(tr("The recipe was edited since this run; the numbers are the run's"));
    m_filter->setPlaceholderText(tr("Filter tensors"));
    m_filter->setAccessibleName(tr("Filter tensors"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(themedIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_isFollowing = true; // a row that takes the place of one that goes was not chosen
        m_sorted->setFilterFixedString(text);
        m_isFollowing = false;
        setCurrent(m_current);
    });
    auto* copyMenu = new QMenu(this);
    copyMenu->addActions(copies);
    auto* again = new QToolButton;
    again->setDefaultAction(analyse);
    again->setAutoRaise(true);
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(8, 3, 6, 3);
    row->addWidget(m_runs);
    row->addWidget(m_stale);
    row->addWidget(m_caption);
    row->addWidget(m_whatIf);
    row->addStretch(1);
    row->addWidget(m_filter, 2);
    row->addWidget(menuButton(QStringLiteral("table"), tr("Columns"), m_columns));
    row->addWidget(menuButton(QStringLiteral("copy"), tr("Copy the table"), copyMenu));
    row->addWidget(again);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it never widens the dock
    m_caption->setMinimumWidth(0);
    row->setStretchFactor(m_caption, 3);
    return head;
}

void LayerErrorPanel::makeTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(LayerErrorModel::SortRole);
    m_sorted->setFilterRole(LayerErrorModel::FilterRole);
    m_sorted->setFilterKeyColumn(int(Column::Node));
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Layer errors"));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection); // histograms of several lie over each other
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    // It is scrolled, not what is around it: in a dock with wrapped texts that goes by what contents ask for.
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_table->setMinimumHeight(fontMetrics().height() * 5);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(int(Column::Rank), Qt::AscendingOrder); // worst first, as qscope analyse says
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumHeight(m_table->fontMetrics().height() + 10);
    header->setStretchLastSection(true);
    const int letter = m_table->fontMetrics().averageCharWidth();
    // All that is shown at first finds room in the dock as it is designed.
    const std::pair<Column, int> widths[] = {
        {Column::Rank, 4},   {Column::Node, 14},       {Column::Operator, 9}, {Column::Tensor, 9},
        {Column::Kind, 11},  {Column::OwnSqnr, 14},    {Column::Excess, 9},   {Column::AccumulatedSqnr, 14},
        {Column::Cosine, 7}, {Column::Rmse, 9},        {Column::MaxError, 9}, {Column::Scale, 8},
        {Column::Range, 16}, {Column::OutputShare, 9}, {Column::Why, 60},     {Column::Drop, 8}};
    for (const auto& [column, letters] : widths) { // and titles are whole in every language
        const QString title = m_model->headerData(int(column), Qt::Horizontal, Qt::DisplayRole).toString();
        header->resizeSection(int(column),
                              std::max(letter * letters, m_table->fontMetrics().horizontalAdvance(title) + 2 * letter));
    }
    header->hideSection(int(Column::Kind));
    header->hideSection(int(Column::MaxError)); // which the excess tells of, too
    header->hideSection(int(Column::Drop));
    for (int column = int(Column::WorstSqnr); column <= int(Column::AccumulatedWorstMaxError); ++column) {
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        header->resizeSection(column, m_table->fontMetrics().horizontalAdvance(title) + 3 * letter);
        header->hideSection(column);
    }
    header->hideSection(int(Column::Why)); // stands in the tool tip of the node, too
    const auto addBars = [this](Column column, BarDelegate::Scale scale) {
        m_table->setItemDelegateForColumn(int(column), new BarDelegate(scale, LayerErrorModel::BarRole, this));
    };
    addBars(Column::OwnSqnr, {.empty = kWorstSqnr, .full = kBestSqnr, .fill = BarDelegate::Fill::Error});
    addBars(Column::AccumulatedSqnr, {.empty = kWorstAccumulated, .full = kBestSqnr, .series = 1});
    makeColumnMenu();
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (!m_isFollowing)
            choose(row);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { emit selectedChanged(!m_isFollowing); });
    // A click on the row that is current already brings its node into sight again.
    connect(m_table, &QTableView::clicked, this, &LayerErrorPanel::choose);
    connect(m_table, &QTableView::activated, this, &LayerErrorPanel::choose);
}

void LayerErrorPanel::makeColumnMenu()
{
    for (int column = int(Column::Rank); column < int(Column::Count); ++column) {
        QAction* action = m_columns->addAction(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        action->setEnabled(column != int(Column::Node)); // rows without names tell nothing
        connect(action, &QAction::toggled, this,
                [this, column](bool isShown) { m_table->setColumnHidden(column, !isShown); });
    }
}

void LayerErrorPanel::setRuns(const std::vector<std::pair<int, QString>>& runs, int current)
{
    m_runs->clear();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        m_runs->addItem(run->second, run->first);
        if (run->first == current)
            m_runs->setCurrentIndex(m_runs->count() - 1);
    }
    m_runs->setVisible(!runs.empty());
}

void LayerErrorPanel::setJob(const std::shared_ptr<const Job>& job)
{
    m_job->setJob(job);
}

void LayerErrorPanel::setErrors(std::shared_ptr<const LayerErrors> errors, const std::vector<WeightFinding>& weights,
                                const QString& empty)
{
    m_empty->setText(empty);
    if (errors.get() == m_model->errors() && m_stack->currentIndex() == (errors ? 1 : 0))
        return; // the row that is current stays
    const bool isSameRun = errors && m_model->errors() && errors->quantizedHash == m_model->errors()->quantizedHash
        && errors->tensors.size() == m_model->errors()->tensors.size();
    const int scrolled = isSameRun ? m_table->verticalScrollBar()->value() : 0;
    m_isFollowing = true;
    m_model->setErrors(errors, weights);
    m_isFollowing = false;
    m_stack->setCurrentIndex(errors ? 1 : 0);
    m_caption->setText(!errors ? QString()
                               : tr("%1 · %2", "tensors · samples")
                                     .arg(tr("%n tensor(s)", nullptr, int(errors->tensors.size())),
                                          tr("%n sample(s)", nullptr, int(errors->samples))));
    m_filter->setEnabled(errors != nullptr);
    m_table->verticalScrollBar()->setValue(scrolled); // whoever reads is not thrown back when shares come in
    showFirstWrong();
}

void LayerErrorPanel::showFirstWrong()
{
    const LayerErrors* errors = m_model->errors();
    m_firstWrong->setVisible(firstWrong().has_value());
    if (!firstWrong())
        return;
    const QString link = QStringLiteral(" <a href=\"#\">%1</a>").arg(tr("Show it").toHtmlEscaped());
    if (!errors->firstWrong) {
        m_firstWrong->setText(engineSentence(errors->lowest->sentence).toHtmlEscaped() + link);
        return;
    }
    QString html =
        QStringLiteral("<span style=\"color:%1\">⚠ %2</span>")
            .arg(Theme::current().warning.name(), engineSentence(errors->firstWrong->sentence).toHtmlEscaped())
        + link;
    if (!errors->firstWrong->why.empty())
        html += QStringLiteral("<br>") + engineSentence(errors->firstWrong->why).toHtmlEscaped();
    m_firstWrong->setText(html);
}

void LayerErrorPanel::setStale(const QString& text)
{
    m_stale->setText(text);
    m_stale->setVisible(!text.isEmpty());
}

void LayerErrorPanel::setWhatIf(const QString& text, const QString& toolTip)
{
    m_whatIf->setText(text);
    m_whatIf->setToolTip(plainToolTip(toolTip));
    m_whatIf->setVisible(!text.isEmpty());
}

std::optional<std::size_t> LayerErrorPanel::tensorAt(const QModelIndex& row) const
{
    return row.isValid() ? std::optional(std::size_t(m_sorted->mapToSource(row).row())) : std::nullopt;
}

void LayerErrorPanel::choose(const QModelIndex& row)
{
    if (const std::optional<std::size_t> tensor = tensorAt(row)) {
        m_current = tensor;
        emit tensorChosen(*tensor);
    }
}

void LayerErrorPanel::setCurrent(std::optional<std::size_t> tensor)
{
    m_current = tensor;
    const QModelIndex index =
        tensor ? m_sorted->mapFromSource(m_model->index(int(*tensor), int(Column::Node))) : QModelIndex();
    if (tensorAt(m_table->currentIndex()) == tensor && index.isValid() == m_table->currentIndex().isValid())
        return;
    m_isFollowing = true;
    if (index.isValid()) {
        m_table->selectionModel()->setCurrentIndex(
            index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows); // whatever keys are held
        m_table->scrollTo(index);
    } else {
        m_table->setCurrentIndex({});
        m_table->clearSelection();
    }
    m_isFollowing = false;
}

std::optional<std::size_t> LayerErrorPanel::firstWrong() const
{
    const LayerErrors* errors = m_model->errors();
    if (!errors)
        return std::nullopt;
    if (errors->firstWrong)
        return errors->firstWrong->weight.value_or(errors->firstWrong->tensor);
    return errors->lowest ? std::optional(errors->lowest->tensor) : std::nullopt;
}

std::vector<std::size_t> LayerErrorPanel::selected() const
{
    std::vector<std::size_t> tensors;
    const std::optional<std::size_t> current = tensorAt(m_table->currentIndex());
    if (current)
        tensors.push_back(*current);
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        const std::optional<std::size_t> tensor = tensorAt(row);
        if (tensor && tensor != current)
            tensors.push_back(*tensor);
    }
    return tensors;
}

std::optional<std::size_t> LayerErrorPanel::next() const
{
    const int rows = m_sorted->rowCount();
    if (rows == 0)
        return std::nullopt;
    const QModelIndex current = m_table->currentIndex();
    return tensorAt(m_sorted->index(current.isValid() ? (current.row() + 1) % rows : 0, 0));
}

void LayerErrorPanel::focusTable()
{
    m_table->setFocus();
    if (!m_table->currentIndex().isValid() && m_sorted->rowCount() > 0)
        m_table->setCurrentIndex(m_sorted->index(0, int(Column::Node)));
}

void LayerErrorPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showFirstWrong(); // its colour is the theme's
}

} // namespace quantiscope
