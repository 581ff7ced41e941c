// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_view.h"

class QCPItemEllipse;

namespace quantiscope {

/// Curves over places with a marker on one of them, which is dragged or moved by arrow keys from place to place.
class TopKPlot final : public PlotView
{
    Q_OBJECT

public:
    explicit TopKPlot(QWidget* parent = nullptr);

    /// Where the marker may be, ascending, and the height of its dot at each.
    void setPlaces(std::vector<double> x, std::vector<double> y);
    /// What the crosshair calls each place before its x, translated ("k = 3"); empty: nothing.
    void setPlaceNames(const QStringList& names);
    /// Nothing: no marker.
    void setMarked(std::optional<std::size_t> place);
    [[nodiscard]] std::optional<std::size_t> marked() const { return m_marked; }
    /// A dashed line of what is to be reached; nothing: none.
    void setGate(std::optional<double> value, const QString& text);

    /// What csv() gives; the curves show one side of it.
    void setTable(const QString& csv);

    [[nodiscard]] double pixelOf(std::size_t place) const;
    /// Those of the place that is nearest to @p x: nothing is known between two. Of several at the same x it is the
    /// marked one, or else the first.
    [[nodiscard]] QString valuesAt(double x) const override;
    [[nodiscard]] QString csv() const override { return m_table; }

signals:
    /// The user wants the marker there; whoever listens sets it.
    void moved(std::size_t place);
    /// The mouse or the key was let go.
    void released();

protected:
    void applyTheme() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;

private:
    void place();
    void moveTo(double pixel);
    [[nodiscard]] std::size_t nearest(double x) const;

    std::vector<double> m_x;
    std::vector<double> m_y;
    QStringList m_names;
    std::optional<std::size_t> m_marked;
    std::optional<double> m_gate;
    QString m_table;
    bool m_isDragged = false;
    bool m_isStepped = false;
    QCPItemLine* m_line;
    QCPItemLine* m_gateLine;
    QCPItemText* m_gateText;
    QCPItemEllipse* m_dot;
};

} // namespace quantiscope
