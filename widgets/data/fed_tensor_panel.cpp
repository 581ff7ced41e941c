// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/fed_tensor_panel.h"

#include "widgets/common/context_menus.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/data/data_session.h"
#include "widgets/plots/plot_legend.h"
#include "widgets/plots/plot_view.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace quantiscope {

namespace {

enum Verdict
{
    NoVerdict,
    Fits,
    Misfits,
};

// Places in Theme::series: the blue one, the green one, and the one nearest to red.
constexpr std::size_t kBlueSeries = 0;
constexpr std::size_t kRedSeries = 1;
constexpr std::size_t kGreenSeries = 2;

enum Row
{
    ShapeRow,
    TypeRow,
    LayoutRow,
    RangeRow,
    MeanRow,
    RowCount,
};

QString number(double value)
{
    QString text = QLocale().toString(value, 'g', 4);
    return text.replace(QLatin1Char('-'), QChar(0x2212)); // a real minus sign
}

/// Of a figure that is an estimate.
QString rounded(double value)
{
    QString text = QLocale().toString(value, 'g', 2);
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

/// Mean and deviation with as many decimals as say something beside the deviation.
QString meanAndDeviation(double mean, double deviation)
{
    if (!std::isfinite(mean) || !(deviation > 0.0) || !std::isfinite(deviation))
        return FedTensorPanel::tr("%1 · %2").arg(number(mean), number(deviation));
    const int decimals = 2 - int(std::floor(std::log10(deviation)));
    if (decimals > 5)
        return FedTensorPanel::tr("%1 · %2").arg(number(mean), number(deviation));
    const auto text = [decimals](double value) {
        const double step = std::pow(10.0, -decimals);
        const double nearest = std::round(value / step) * step + 0.0; // without the sign of a zero
        QString digits = QLocale().toString(nearest, 'f', std::max(0, decimals));
        return digits.replace(QLatin1Char('-'), QChar(0x2212));
    };
    return FedTensorPanel::tr("%1 · %2").arg(text(mean), text(deviation));
}

bool shapeFits(const TensorSpec& expected, const Shape& shape)
{
    if (!expected.hasRank)
        return true;
    if (expected.shape.size() != shape.size())
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (expected.shape[i] >= 0 && expected.shape[i] != shape[i])
            return false;
    }
    return true;
}

/// "NCHW", "NHWC" or empty.
QString layoutOf(const Shape& shape)
{
    const auto isColors = [](std::int64_t extent) { return extent == 1 || extent == 3; };
    if (shape.size() != 4)
        return {};
    return isColors(shape[1]) ? QStringLiteral("NCHW") : isColors(shape[3]) ? QStringLiteral("NHWC") : QString();
}

/// "any × 3 × any × any": what a size is called inside the model tells nobody anything.
QString expectedShape(const TensorSpec& expected)
{
    if (!expected.hasRank || expected.shape.empty())
        return shapeText(expected);
    QStringList extents;
    for (const std::int64_t extent : expected.shape)
        extents += extent < 0 ? FedTensorPanel::tr("any") : QString::number(extent);
    const bool isOpen =
        std::any_of(expected.shape.begin(), expected.shape.end(), [](auto extent) { return extent < 0; });
    return extents.join(isOpen ? QStringLiteral(" × ") : QStringLiteral("×"));
}

/// Place in Theme::series of a colour channel's own colour, or of the series @p place.
std::size_t colorPlace(const std::string& name, std::size_t place)
{
    return name == "R" ? kRedSeries : name == "G" ? kGreenSeries : name == "B" ? kBlueSeries : place;
}

std::vector<PlotSeries> seriesOf(const InputFacts& facts)
{
    std::vector<PlotSeries> series;
    for (const InputChannelFacts& channel : facts.channels) {
        PlotSeries each;
        each.name = toQt(channel.name);
        each.isStepped = true;
        each.color = colorPlace(channel.name, series.size());
        each.x = channel.edges;
        for (const std::uint64_t count : channel.counts)
            each.y.push_back(100.0 * double(count) / double(std::max<std::uint64_t>(1, channel.elements)));
        if (each.x.empty())
            continue;
        each.y.push_back(each.y.back()); // the last step ends at the last edge
        series.push_back(std::move(each));
    }
    return series;
}

/// One value in a large share of all elements (padding, a black background) and how high the others reach.
struct Peak
{
    std::size_t channel = 0;
    double lowest = 0.0; ///< of the bin
    double highest = 0.0;
    double share = 0.0; ///< percent
    double others = 0.0; ///< percent, of the highest but for a bin or two
};

/// Nothing when the highest bin does not press the others flat.
std::optional<Peak> peakOf(const std::vector<PlotSeries>& series)
{
    constexpr double kTooHigh = 3.0;
    constexpr std::size_t kLeftOut = 2; // of each series: a value may lie between two bins
    Peak peak;
    for (const PlotSeries& each : series) {
        std::vector<double> shares(each.y.begin(), each.y.end() - 1); // the last repeats the one before
        if (shares.size() <= kLeftOut)
            return std::nullopt;
        const auto highest = std::max_element(shares.begin(), shares.end());
        if (*highest > peak.share) {
            const auto bin = std::size_t(highest - shares.begin());
            peak.share = *highest;
            peak.channel = std::size_t(&each - series.data());
            peak.lowest = each.x[bin];
            peak.highest = each.x[bin + 1];
        }
        std::nth_element(shares.begin(), shares.begin() + kLeftOut, shares.end(), std::greater<>());
        peak.others = std::max(peak.others, shares[kLeftOut]);
    }
    return peak.others > 0.0 && peak.share > kTooHigh * peak.others ? std::optional(peak) : std::nullopt;
}

} // namespace

FedTensorPanel::FedTensorPanel(DataSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_caption(new QLabel)
    , m_legend(new PlotLegend)
    , m_input(new QComboBox)
    , m_plot(new PlotView)
    , m_table(new QTableWidget(RowCount, 3))
{
    auto* title = new QLabel(tr("Fed tensor"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    m_caption->setProperty("caption", true);
    m_input->setAccessibleName(tr("Input"));
    auto* head = new QWidget;
    head->setObjectName(QStringLiteral("sectionHead"));
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::AlternateBase);
    auto* headRow = new QHBoxLayout(head);
    headRow->setContentsMargins(10, 4, 10, 4);
    headRow->addWidget(title);
    headRow->addWidget(m_caption);
    headRow->addWidget(m_input);
    headRow->addStretch(1);
    headRow->addWidget(m_legend);
    m_table->setTabKeyNavigation(false); // Tab goes on to the next control
    m_plot->setAccessibleName(tr("Histogram of the fed values"));
    m_plot->setEmptyText(tr("No samples have been looked at yet."));
    m_plot->setValueTexts(tr("value %1"), tr("%1 %"));
    m_plot->setLegend(m_legend);
    m_plot->setMinimumHeight(fontMetrics().height() * 9);
    m_table->setHorizontalHeaderLabels({tr("Input"), tr("Fed by these steps"), tr("Model expects")});
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    // What the rows are takes what it needs; its heading may be a long name, and is cut.
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setTabKeyNavigation(false); // Tab goes on, not from cell to cell for ever
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setAccessibleName(tr("Fed and expected"));
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->setFixedHeight((fontMetrics().height() + 8) * RowCount + m_table->horizontalHeader()->sizeHint().height()
                            + 4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_table);
    connect(&session, &DataSession::inspectionChanged, this, &FedTensorPanel::refresh);
    connect(m_input, &QComboBox::currentIndexChanged, this, &FedTensorPanel::refreshInput);
    ContextMenus::watch(m_table, [this](const QModelIndex& cell, const QPoint& place) { openMenu(cell, place); });
    refresh();
}

void FedTensorPanel::openMenu(const QModelIndex& cell, const QPoint& place)
{
    const DataInspection* inspection = m_session.inspection();
    const int input = m_input->currentIndex();
    if (!inspection || input < 0 || !cell.isValid())
        return;
    const QString name = toQt(inspection->inputs[std::size_t(input)].expected.name);
    QMenu menu(this);
    connect(menu.addAction(themedIcon(QStringLiteral("search")), tr("Show this input")), &QAction::triggered, this,
            [this, name] { emit inputRequested(name); });
    ContextMenus::addCopy(&menu, cell.data().toString());
    menu.exec(place);
}

void FedTensorPanel::refresh()
{
    const DataInspection* inspection = m_session.inspection();
    const QSignalBlocker blocker(m_input);
    const int current = std::max(0, m_input->currentIndex());
    m_input->clear();
    if (inspection) {
        for (const InputFacts& facts : inspection->inputs)
            m_input->addItem(toQt(facts.expected.name));
        m_input->setCurrentIndex(std::min(current, m_input->count() - 1));
    }
    m_input->setVisible(m_input->count() > 1);
    m_caption->setText(inspection ? tr("all %n sample(s)", nullptr, int(inspection->samples.size())) : QString());
    m_plot->setEmptyText(m_session.inspectionError().isEmpty() ? tr("No samples have been looked at yet.")
                                                               : tr("Nothing can be fed: see the guidelines."));
    refreshInput();
}

void FedTensorPanel::refreshInput()
{
    const DataInspection* inspection = m_session.inspection();
    const int input = m_input->currentIndex();
    m_table->clearContents();
    if (!inspection || input < 0) {
        m_plot->setSeries({});
        m_legend->setEntries({});
        m_table->setHorizontalHeaderItem(0, new QTableWidgetItem(tr("Input"))); // not of the model before
        return;
    }
    const InputFacts& facts = inspection->inputs[std::size_t(input)];
    std::vector<PlotSeries> series = seriesOf(facts);
    std::vector<PlotLegend::Entry> legend;
    for (std::size_t i = 0; i < series.size() && series.size() > 1; ++i)
        legend.push_back({PlotLegend::Key::Line, series[i].color, series[i].name});
    m_legend->setEntries(std::move(legend));
    const std::optional<Peak> peak = peakOf(series);
    m_plot->setSeries(std::move(series));
    if (peak) {
        const QString share = QLocale().toString(peak->share, 'f', 0);
        const std::optional<double> mode = facts.channels[peak->channel].mode;
        m_plot->setCeiling(peak->others * 1.2, (peak->lowest + peak->highest) / 2.0,
                           mode ? tr("%1 % at %2, cut").arg(share, number(*mode))
                                : tr("%1 % in %2 … %3, cut").arg(share, number(peak->lowest), number(peak->highest)));
    } else {
        m_plot->setCeiling(0.0, 0.0, {});
    }
    m_plot->setAxisTitles(tr("value fed to “%1”, no unit").arg(toQt(facts.expected.name)), tr("share, %"));
    m_table->setHorizontalHeaderItem(0, new QTableWidgetItem(toQt(facts.expected.name)));
    TensorSpec fed;
    fed.shape = facts.shape;
    fed.type = facts.type;
    const QString shape = facts.shapesDiffer ? tr("%1 and others").arg(shapeText(fed)) : shapeText(fed);
    putRow(ShapeRow, tr("Shape"), shape, expectedShape(facts.expected),
           shapeFits(facts.expected, facts.shape) ? Fits : Misfits);
    putRow(TypeRow, tr("Type"), toQt(dataTypeName(facts.type)), toQt(dataTypeName(facts.expected.type)),
           facts.type == facts.expected.type ? Fits : Misfits);
    const QString layout = layoutOf(facts.shape), wanted = layoutOf(facts.expected.shape);
    putRow(LayoutRow, tr("Layout"), layout.isEmpty() ? QStringLiteral("—") : layout,
           wanted.isEmpty() ? QStringLiteral("—") : wanted,
           layout.isEmpty() || wanted.isEmpty() ? NoVerdict
               : layout == wanted               ? Fits
                                                : Misfits);
    const auto suspects = [inspection, &facts](FindingKind kind) {
        return std::any_of(inspection->findings.begin(), inspection->findings.end(), [&](const Finding& finding) {
            return finding.kind == kind && finding.subject == facts.expected.name;
        });
    };
    const bool isOther = suspects(FindingKind::OtherSpread) || suspects(FindingKind::OtherMean);
    const bool isWrong = suspects(FindingKind::TooLargeValues) || suspects(FindingKind::TooSmallValues)
        || suspects(FindingKind::AbsurdRange);
    const QString range = facts.range == ExpectedRange::Small ? tr("about 0 … 1 likely")
        : facts.range == ExpectedRange::Bytes                 ? tr("0 … 255 likely")
        : facts.fit || !isImageInput(facts.expected)          ? QStringLiteral("—")
                                                              : tr("the model does not tell");
    putRow(RangeRow, tr("Range"), tr("%1 … %2").arg(number(facts.lowest), number(facts.highest)), range,
           isWrong                                     ? Misfits
               : facts.range == ExpectedRange::Unknown ? NoVerdict
                                                       : Fits);
    putRow(MeanRow, tr("Mean · std"), meanAndDeviation(facts.mean, facts.deviation),
           facts.fit ? tr("about %1 · %2")
                           .arg(rounded(facts.fit->factor * facts.mean + facts.fit->offset),
                                rounded(facts.fit->factor * facts.deviation))
                     : QStringLiteral("—"),
           isOther         ? Misfits
               : facts.fit ? Fits
                           : NoVerdict);
    int widest = 0;
    for (int row = 0; row < RowCount; ++row)
        widest = std::max(widest, fontMetrics().horizontalAdvance(m_table->item(row, 0)->text()));
    m_table->horizontalHeader()->resizeSection(0, widest + 3 * fontMetrics().averageCharWidth());
}

void FedTensorPanel::putRow(int row, const QString& what, const QString& fed, const QString& expected, int verdict)
{
    const Theme& theme = Theme::current();
    auto* name = new QTableWidgetItem(what);
    name->setForeground(theme.text2);
    auto* value = new QTableWidgetItem(fed);
    if (verdict != NoVerdict) {
        value->setIcon(verdict == Fits ? themedIcon(QStringLiteral("check"), IconGround::Done)
                                       : themedIcon(QStringLiteral("warning")));
        value->setForeground(verdict == Fits ? theme.done : theme.warning);
        value->setToolTip(verdict == Fits ? tr("As the model expects") : tr("Not as the model expects"));
        value->setData(Qt::AccessibleTextRole, tr("%1, %2").arg(fed, value->toolTip()));
        if (verdict == Misfits)
            value->setText(tr("%1 does not fit").arg(fed));
    }
    m_table->setItem(row, 0, name);
    m_table->setItem(row, 1, value);
    m_table->setItem(row, 2, new QTableWidgetItem(expected));
}

void FedTensorPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refreshInput();
}

} // namespace quantiscope
