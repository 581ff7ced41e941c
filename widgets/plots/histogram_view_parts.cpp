// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the plot of a HistogramView.
#include "widgets/common/bar_delegate.h"
#include "widgets/common/flow_layout.h"
#include "widgets/common/themed_icon.h"
#include "widgets/plots/channel_model.h"
#include "widgets/plots/histogram_view.h"
#include "widgets/plots/plot_legend.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>

namespace quantiscope {

QWidget* HistogramView::makeHead()
{
    auto* head = new QWidget;
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::AlternateBase);
    m_name->setTextFormat(Qt::PlainText);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setProperty("caption", true);
    m_percentile->setDecimals(4);
    m_percentile->setRange(50.0, 100.0);
    m_percentile->setSingleStep(0.01);
    m_percentile->setValue(100.0);
    m_percentile->setKeyboardTracking(false);
    m_percentile->setSuffix(tr(" %"));
    m_percentile->setToolTip(tr("Both lines go to where they hold so many of the values"));
    auto* label = new QLabel(tr("&Percentile"));
    label->setBuddy(m_percentile);
    auto* logarithmic = new QToolButton;
    logarithmic->setDefaultAction(m_plot->logarithmicAction());
    logarithmic->setProperty("framed", true);
    auto* percentile = new QWidget;
    auto* percentileRow = new QHBoxLayout(percentile);
    percentileRow->setContentsMargins(0, 0, 0, 0);
    percentileRow->addWidget(label);
    percentileRow->addWidget(m_percentile);
    auto* names = new QWidget;
    auto* namesRow = new QHBoxLayout(names);
    namesRow->setContentsMargins(0, 0, 0, 0);
    namesRow->addWidget(m_name);
    namesRow->addWidget(m_caption);
    auto* flow = new FlowLayout(head);
    flow->setContentsMargins(10, 4, 10, 4);
    for (QWidget* each : {names, percentile, static_cast<QWidget*>(logarithmic)})
        flow->addWidget(each);
    auto* store = new QToolButton;
    store->setIcon(themedIcon(QStringLiteral("export")));
    store->setToolTip(tr("Export picture or numbers"));
    store->setAccessibleName(store->toolTip());
    store->setAutoRaise(true);
    connect(store, &QToolButton::clicked, m_plot, &PlotView::askAndExport);
    flow->addWidget(store);
    flow->setLastAtEnd(true);
    connect(m_percentile, &QDoubleSpinBox::valueChanged, this, &HistogramView::choosePercentile);
    return head;
}

QWidget* HistogramView::makeChannels()
{
    m_channels = new QWidget;
    m_allChannels->setText(tr("All channels"));
    m_allChannels->setCheckable(true);
    m_allChannels->setProperty("framed", true);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ChannelModel::SortRole);
    m_table->setModel(m_sorted);
    m_table->setItemDelegateForColumn(ChannelModel::Largest, m_bars);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ChannelModel::Sqnr, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->setAccessibleName(tr("Channels"));
    auto* column = new QVBoxLayout(m_channels);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_allChannels, 0, Qt::AlignLeft);
    column->addWidget(m_table, 1);
    connect(m_allChannels, &QToolButton::clicked, this, [this] { showChannel(std::nullopt); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &HistogramView::showRow);
    connect(m_bars, &BarDelegate::scaleChanged, m_table->viewport(), qOverload<>(&QWidget::update));
    return m_channels;
}

QWidget* HistogramView::makeFoot()
{
    m_foot = new QWidget;
    const std::array<QString, FigureCount> captions{tr("SQNR"), tr("Clipped"), tr("Scale"), tr("Levels used")};
    auto* flow = new FlowLayout(m_foot);
    flow->setContentsMargins(10, 6, 10, 8);
    flow->setGaps(28, 6);
    flow->setLastAtEnd(true);
    for (std::size_t i = 0; i < captions.size(); ++i) {
        m_captions[i] = new QLabel(captions[i]);
        m_captions[i]->setProperty("caption", true);
        m_values[i] = new QLabel;
        m_values[i]->setAccessibleName(captions[i]);
        m_values[i]->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* block = new QWidget;
        auto* column = new QVBoxLayout(block);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(1);
        column->addWidget(m_captions[i]);
        column->addWidget(m_values[i]);
        flow->addWidget(block);
    }
    m_captions[Sqnr]->setToolTip(
        tr("Of these values on the levels of this scale alone. The own error in the tables has\n"
           "the quantized weights and the arithmetic of the layer in it, too."));
    m_values[Sqnr]->setToolTip(m_captions[Sqnr]->toolTip());
    m_revert->setToolTip(tr("Back to the range in force"));
    m_keep->setToolTip(tr("The recipe lays this range down for the tensor"));
    m_keep->setProperty("primary", true);
    auto* buttons = new QWidget;
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_revert);
    row->addWidget(m_keep);
    flow->addWidget(buttons);
    connect(m_revert, &QPushButton::clicked, this, &HistogramView::revert);
    connect(m_keep, &QPushButton::clicked, this, &HistogramView::keep);
    return m_foot;
}

} // namespace quantiscope
