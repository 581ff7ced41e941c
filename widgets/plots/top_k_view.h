// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace quantiscope {

class PlotLegend;
class TopKPlot;

/// "Keep the k most sensitive in float": what that brings, for every k that was evaluated, and what it costs.
class TopKView final : public QWidget
{
    Q_OBJECT

public:
    /// A real evaluation.
    struct Point
    {
        int k = 0;
        double metric = 0.0;
        double weightBytes = 0.0; ///< of the weights kept in float, what they take more than quantized
        double macs = 0.0; ///< multiply-accumulates that stay float
    };
    struct Series
    {
        QString name;
        std::vector<Point> points; ///< ascending k
    };
    /// What the metric is compared over.
    enum class Cost
    {
        Layers, ///< k itself
        WeightBytes,
        Macs,
    };

    explicit TopKView(QWidget* parent = nullptr);

    /// What can be done with the k that is chosen: stands beside the caption.
    void setButton(QWidget* button);

    struct Metric
    {
        QString name; ///< translated ("cosine, class scores")
        /// Where it has bounds, the upper of which is the best: the logarithmic axis is of what is missing to that.
        std::optional<std::pair<double, double>> range = {};
        QString valueText = QStringLiteral("%1"); ///< with its unit: "cosine %1", "%1 dB"
        bool isDecibels = false; ///< then it is logarithmic already
    };

    void setMetric(Metric metric);
    /// The first is the one that the marker stands on. k stays if it is there.
    void setSeries(std::vector<Series> series);
    void setGate(std::optional<double> value);
    /// Does nothing where that k was not evaluated. Says nothing back.
    void setK(int k);
    [[nodiscard]] std::optional<int> k() const;
    void setCost(Cost cost);
    [[nodiscard]] Cost cost() const;
    /// "k = 6 · cosine 0.623", and what it costs.
    [[nodiscard]] QString caption() const;

    [[nodiscard]] TopKPlot& plot() const { return *m_plot; }

signals:
    /// While the marker is dragged.
    void kChanged(int k);
    /// At the end of a drag, or when the key is let go.
    void kChosen(int k);

private:
    void refresh();
    void refreshCaption();
    [[nodiscard]] double costOf(const Point& point) const;
    [[nodiscard]] double unit() const;
    [[nodiscard]] QString costTitle() const;
    [[nodiscard]] QString costText() const; ///< for the crosshair
    /// Is what is missing to the best value drawn, not the metric itself?
    [[nodiscard]] bool isOfMissing() const;
    [[nodiscard]] double drawn(double metric) const;
    void drawGate();
    [[nodiscard]] QString csv() const;

    Metric m_metric;
    std::optional<double> m_gate;
    std::vector<Series> m_series;
    double m_bytesUnit = 1.0; ///< of the axis
    double m_macsUnit = 1.0;
    QComboBox* m_cost;
    PlotLegend* m_legend;
    TopKPlot* m_plot;
    QLabel* m_caption;
    QHBoxLayout* m_foot;
};

} // namespace quantiscope
