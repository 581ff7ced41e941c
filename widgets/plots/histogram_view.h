// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/plots/histogram_tensor.h"
#include "widgets/plots/range_plot.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace quantiscope {

class BarDelegate;
class ChannelModel;
class PlotLegend;

/// The distribution of one tensor's values over that of its quantized ones, and the range that its codes cover: drag a
/// clip line or choose a percentile, and what the scale loses is told at once; "Keep as override" asks for it. Other
/// tensors may be laid over it. Constants show their channels beside, worst first.
class HistogramView final : public QWidget
{
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// The first is the one with clip lines; none: the empty text is shown. The view begins anew.
    void setTensors(std::vector<HistogramTensorPtr> tensors);
    void setEmptyText(const QString& text);

    /// Nothing: all channels together.
    void showChannel(std::optional<std::size_t> channel);
    [[nodiscard]] std::optional<std::size_t> channel() const { return m_channel; }

    /// The range asked for by the lines; nothing where there are none (float, or one scale for each channel).
    [[nodiscard]] std::optional<TensorRange> wantedRange() const { return m_wanted; }
    [[nodiscard]] bool isChanged() const { return m_isChanged; }
    [[nodiscard]] ClipFigures figures() const { return m_figures; }
    void setWantedRange(TensorRange range);
    /// The lines go back to the range in force.
    void revert();

    [[nodiscard]] RangePlot& plot() const { return *m_plot; }

signals:
    /// A drag, a key or a percentile has come to its end.
    void rangeChosen(double low, double high);
    /// The range is to be the tensor's own; @p channel is -1 for the whole of it.
    void overrideWanted(const QString& tensor, int channel, double low, double high);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Figure
    {
        Sqnr,
        Clipped,
        Scale,
        Levels,
        FigureCount,
    };

    QWidget* makeHead();
    QWidget* makeChannels();
    QWidget* makeFoot();
    void drag(Bound bound, double value);
    void step(Bound bound, int steps);
    void choosePercentile(double percent);
    void endDrag();
    void keep();
    void refreshTensor();
    void takeInitialRange();
    void refreshRange();
    void refreshSeries();
    /// All channels on their grids, as they are known by now; asks for them where they are of another view.
    [[nodiscard]] std::optional<LinearBins> channelSum(double low, double high, std::size_t bins);
    void refreshLegend();
    void refreshMarks();
    void refreshFonts();
    void showRow(const QModelIndex& current);
    [[nodiscard]] const HistogramTensor* tensor() const;
    [[nodiscard]] const TensorHistogram* histogram() const;
    [[nodiscard]] CoveredRange initialRange() const;
    [[nodiscard]] bool hasLines() const;
    [[nodiscard]] std::vector<MethodRange> methods() const;
    [[nodiscard]] const QuantTarget& target() const;

    std::vector<HistogramTensorPtr> m_tensors;
    std::optional<std::size_t> m_channel;
    std::optional<TensorRange> m_wanted;
    CoveredRange m_covered; ///< by m_wanted
    ClipFigures m_figures;
    bool m_isChanged = false;
    std::pair<double, double> m_shownX; ///< of the bins shown
    std::optional<LinearBins> m_channelSum; ///< the latest of quantizedBinsOfChannels() of the first tensor
    BackgroundTask m_summing;

    QLabel* m_name;
    QLabel* m_caption;
    QDoubleSpinBox* m_percentile;
    PlotLegend* m_legend;
    RangePlot* m_plot;
    QWidget* m_channels = nullptr;
    QToolButton* m_allChannels;
    QTableView* m_table;
    ChannelModel* m_model;
    QSortFilterProxyModel* m_sorted;
    BarDelegate* m_bars;
    QWidget* m_foot = nullptr;
    std::array<QLabel*, FigureCount> m_captions{};
    std::array<QLabel*, FigureCount> m_values{};
    QPushButton* m_revert;
    QPushButton* m_keep;
};

} // namespace quantiscope
