// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_view.h"

#include <optional>

class QCPItemLine;
class QCPItemTracer;

namespace quantiscope {

/// One number of several runs, a lane each, the first on top: dots for single samples, a tick at their mean, or a mean
/// with its interval. The number runs along x. A click, or Left and Right, pick a sample; it is marked in all lanes.
/// Of more than kMostDots samples of a lane the dots between the ends stand for several each, which can be picked all.
class LanePlot final : public PlotView
{
    Q_OBJECT

public:
    struct Dot
    {
        double value = 0.0; ///< +inf is drawn beyond the largest finite one; NaN is none
        QString sample; ///< its name
    };
    struct Lane
    {
        QString name; ///< at the axis; may have a second line
        std::optional<std::size_t> slot = {}; ///< of the run: see runColor(); nothing: grey
        std::vector<Dot> dots = {};
        std::optional<double> mean = {};
        std::optional<std::pair<double, double>> interval = {};
    };

    static constexpr std::size_t kMostDots = 1000; ///< that are drawn of a lane

    explicit LanePlot(QWidget* parent = nullptr);

    /// @p title of the axis with its unit; @p end, which no value is above, is in view with all of them.
    void setLanes(std::vector<Lane> lanes, const QString& title, std::optional<double> end);
    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }

    /// Empty: none. Says nothing back.
    void setSelected(const QString& sample);
    [[nodiscard]] const QString& selected() const { return m_selected; }
    /// Where a dot is drawn, in pixels of the plot.
    [[nodiscard]] QPointF placeOf(std::size_t lane, double value) const;

    /// Of x; refused unless every value is above 0.
    void setLogarithmic(bool isLogarithmic) override;
    [[nodiscard]] bool isLogarithmic() const override;
    [[nodiscard]] QString valuesAt(double x) const override;
    /// lane,sample,value; of a lane without samples its mean and interval.
    [[nodiscard]] QString csv() const override;

signals:
    /// By a click or a key; it is selected already.
    void picked(const QString& sample);

protected:
    void applyTheme() override;
    [[nodiscard]] std::pair<double, double> wholeX() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] double drawn(double value) const;
    [[nodiscard]] double heightOf(std::size_t lane) const { return double(m_lanes.size() - 1 - lane); }
    [[nodiscard]] QColor laneColor(std::size_t lane) const;
    void makeItems();
    void pick(const QString& sample);
    bool pickAt(const QPointF& place); ///< false: there is no dot
    void step(std::ptrdiff_t by);

    std::vector<Lane> m_lanes; ///< their dots ascending
    std::optional<double> m_end;
    double m_largest = 1.0; ///< finite value; 1 without any
    double m_smallest = 1.0;
    QString m_selected;
    QPoint m_pressed;
    std::vector<QCPItemLine*> m_means;
    std::vector<QCPItemTracer*> m_marks; ///< of the selected sample, by lane
};

} // namespace quantiscope
