// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QCustomPlot;
class QCPItemLine;
class QCPItemText;
class QCPLayerable;
class QPainter;
class QAction;
class QLabel;
class QMenu;

namespace quantiscope {

class PlotLegend;

/// How a series is drawn.
enum class PlotMark
{
    Line,
    Area, ///< filled down to the bottom, in grey: what the others are compared with
    Dots, ///< a line with a dot for each value
};

/// A stepped or straight line of a plot. Its colour is that place of Theme::series, so that one meaning keeps its
/// colour in both themes; lines also differ in their dashes from the fifth on.
struct PlotSeries
{
    QString name; ///< for the legend and the exported table
    std::vector<double> x; ///< ascending
    std::vector<double> y; ///< as many as x
    bool isStepped = false; ///< y[i] holds from x[i] to x[i + 1]
    std::optional<std::size_t> color = {}; ///< place in Theme::series; where empty, its own in the list
    PlotMark mark = PlotMark::Line;

    /// Its value at @p at; nothing outside of its range.
    [[nodiscard]] std::optional<double> valueAt(double at) const;
};

/// A plot in the window's theme: hairlines, axis titles, a crosshair with values, zoom (the wheel x, Shift and the
/// wheel y, dragging a box, a double click everything; + - 0 and arrow keys without a mouse), and export of the picture
/// (PNG, SVG) and of the numbers (CSV) by the context menu. A legend stands above (PlotLegend), never over the data.
class PlotView : public QWidget
{
    Q_OBJECT

public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    /// Titles with their unit, translated; "no unit" where there is none.
    void setAxisTitles(const QString& x, const QString& y);
    /// How the crosshair says a value of each axis, translated, with its unit: "%1 dB", "k = %1". "%1" at first.
    void setValueTexts(const QString& x, const QString& y);
    /// What stands above the plot, wherever it stands: exported pictures begin with it.
    void setLegend(const PlotLegend* legend);
    /// Replaces all series; the view shows everything unless the user has zoomed into the same x range.
    void setSeries(std::vector<PlotSeries> series);
    /// Other numbers of the same series: what is in view stays.
    void updateSeries(std::vector<PlotSeries> series);
    [[nodiscard]] const std::vector<PlotSeries>& series() const { return m_series; }
    /// What is shown instead of a plot without series, a translated sentence.
    void setEmptyText(const QString& text);

    /// Cuts the view of showAll() at @p ceiling, for a few values far above the others; @p note (translated) says
    /// beside the value at @p x what is cut. Stays until it is set again; an empty @p note shows everything.
    void setCeiling(double ceiling, double x, const QString& note);
    /// A range of y that is shown whatever the values are, for what has natural bounds (a cosine); nothing: as the
    /// values are.
    void setFixedY(std::optional<std::pair<double, double>> range);

    /// L, the context menu and logarithmicAction() switch the axis of the values between a linear and a logarithmic
    /// one, unless @p reason (a translated sentence) says why that makes no sense here; empty: it does.
    void refuseLogarithmic(const QString& reason);
    /// For a button beside the plot; disabled, with the reason as its tool tip, where it is refused.
    [[nodiscard]] QAction* logarithmicAction() const { return m_logarithmic; }
    /// Where a logarithmic axis begins; nothing: a little below the lowest value above 0.
    void setLogarithmicBottom(std::optional<double> bottom);
    /// Does nothing where it is refused.
    virtual void setLogarithmic(bool isLogarithmic);
    [[nodiscard]] virtual bool isLogarithmic() const;

    void showAll();
    /// The same of y alone.
    void showAllY();
    /// The values under the crosshair at @p x, as the label shows them.
    [[nodiscard]] virtual QString valuesAt(double x) const;
    [[nodiscard]] std::pair<double, double> visibleX() const;
    [[nodiscard]] std::pair<double, double> visibleY() const;

    /// Writes what is shown, .png, .svg or .csv by the file's ending. False when it cannot be written.
    [[nodiscard]] bool exportTo(const QString& path) const;
    /// All series as a table: x, then one column each; empty where a series has no value at that x.
    [[nodiscard]] virtual QString csv() const;
    /// exportTo(), and a sentence below the plot when it failed, which stays until an export succeeds.
    void exportAndTell(const QString& path);
    /// Asks for a file and writes it.
    void askAndExport();

signals:
    void logarithmicChanged(bool isLogarithmic);
    /// Another range of x is in view, or the plot has another size.
    void viewChanged();

protected:
    /// Colours and fonts of what is drawn, after a change of the theme or of the series.
    virtual void applyTheme();
    void hideCrosshair();
    /// Has @p item drawn over the series; what is made on the plot is below those that come later.
    void drawOverSeries(QCPLayerable& item);
    [[nodiscard]] QFont smallFont() const;
    [[nodiscard]] QColor colorOf(std::size_t series) const;
    /// A value as the crosshair says it.
    [[nodiscard]] QString xText(double value) const;
    [[nodiscard]] QString yText(double value) const;
    [[nodiscard]] QString valueLine(const PlotSeries& series, double value) const;
    /// Where showAll() puts the view; by default all of every series.
    [[nodiscard]] virtual std::pair<double, double> wholeX() const;
    [[nodiscard]] QCustomPlot& plot() const { return *m_plot; }
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void setData();
    void showCrosshair(const QPoint& at);
    void zoom(double factor, double center, Qt::Orientation orientation);
    void shift(double share);
    /// Of the legend in a picture; 0 without one.
    [[nodiscard]] int legendHeight() const;
    /// At the top of a picture, on the plot's ground.
    void drawLegend(QPainter& painter) const;
    /// The picture; empty when it cannot be made.
    [[nodiscard]] QByteArray svg() const;
    [[nodiscard]] QByteArray png() const;
    [[nodiscard]] QMenu* contextMenu();
    [[nodiscard]] double logarithmicBottom(double top) const;
    [[nodiscard]] bool wheel(const QPointF& at, int delta, Qt::KeyboardModifiers modifiers);

    QCustomPlot* m_plot;
    QCPItemLine* m_crosshair;
    QCPItemText* m_label;
    QCPItemText* m_emptyText;
    QCPItemText* m_note; ///< of the ceiling
    double m_ceiling = 0.0;
    QWidget* m_failure; ///< why the last export is not there; hidden when all is well
    QLabel* m_failureText;
    std::vector<PlotSeries> m_series;
    std::pair<double, double> m_whole{0.0, 0.0}; ///< wholeX() when all was shown last,
    std::pair<double, double> m_wholeView{0.0, 0.0}; ///< and what was in view then
    std::optional<std::pair<double, double>> m_fixedY;
    QAction* m_logarithmic;
    std::optional<double> m_logarithmicBottom;
    QString m_xText = QStringLiteral("%1");
    QString m_yText = QStringLiteral("%1");
    QPointer<const PlotLegend> m_legend;
};

} // namespace quantiscope
