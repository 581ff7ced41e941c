// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/range_plot.h"

#include "widgets/common/number_text.h"
#include "widgets/common/theme.h"
#include "widgets/plots/clip_grip.h"

#include <qcustomplot.h>

#include <QFontMetrics>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::array kBounds{Bound::Low, Bound::High};
constexpr int kReach = 4; ///< pixels beside a line that belong to it
constexpr double kTint = 0.12; ///< of the error colour

QString shown(double value)
{
    return numberText(value, 'g', 4);
}

double boundOf(const std::pair<double, double>& range, Bound bound)
{
    return bound == Bound::Low ? range.first : range.second;
}

void standUpright(QCPItemLine& line)
{
    for (QCPItemPosition* position : {line.start, line.end})
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
}

void setPlace(QCPItemLine& line, double x)
{
    line.start->setCoords(x, 0.0);
    line.end->setCoords(x, 1.0);
}

/// Rows of labels that do not touch each other.
class LabelRows
{
public:
    /// The first row with room between @p from and @p to, which are taken.
    int take(double from, double to)
    {
        for (std::size_t row = 0;; ++row) {
            if (row == m_rows.size())
                m_rows.emplace_back();
            const bool isFree = std::none_of(m_rows[row].begin(), m_rows[row].end(), [&](const auto& taken) {
                return from < taken.second && to > taken.first;
            });
            if (!isFree)
                continue;
            m_rows[row].emplace_back(from, to);
            return int(row);
        }
    }

private:
    std::vector<std::vector<std::pair<double, double>>> m_rows;
};

} // namespace

RangePlot::RangePlot(QWidget* parent) : PlotView(parent)
{
    makeItems();
    connect(&plot(), &QCustomPlot::afterLayout, this, &RangePlot::place);
    RangePlot::applyTheme();
}

void RangePlot::makeItems()
{
    for (const Bound bound : kBounds) {
        const auto i = std::size_t(bound);
        m_tints[i] = new QCPItemRect(&plot());
        for (QCPItemPosition* position : {m_tints[i]->topLeft, m_tints[i]->bottomRight})
            position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        QCPItemPosition* outer = bound == Bound::Low ? m_tints[i]->topLeft : m_tints[i]->bottomRight;
        outer->setTypeX(QCPItemPosition::ptAxisRectRatio);
        m_tints[i]->setPen(Qt::NoPen);
        m_clipped[i] = new QCPItemText(&plot());
        m_clipped[i]->setText(tr("clipped"));
        m_clipped[i]->position->setType(QCPItemPosition::ptAbsolute);
        m_lines[i] = new QCPItemLine(&plot());
        standUpright(*m_lines[i]);
        drawOverSeries(*m_clipped[i]);
        drawOverSeries(*m_lines[i]);
        m_values[i] = new QCPItemText(&plot());
        m_values[i]->setClipToAxisRect(false);
        m_values[i]->setPositionAlignment(Qt::AlignBottom | Qt::AlignHCenter);
        m_values[i]->position->setType(QCPItemPosition::ptAbsolute);
        m_grips[i] = new ClipGrip(&plot());
        m_grips[i]->setAccessibleName(bound == Bound::Low ? tr("Lower clip line") : tr("Upper clip line"));
        m_grips[i]->hide();
        connect(m_grips[i], &ClipGrip::dragged, this,
                [this, bound](double x) { emit dragged(bound, plot().xAxis->pixelToCoord(x)); });
        connect(m_grips[i], &ClipGrip::stepped, this, [this, bound](int steps) { emit stepped(bound, steps); });
        connect(m_grips[i], &ClipGrip::released, this, &RangePlot::released);
    }
}

void RangePlot::setRange(std::optional<std::pair<double, double>> range)
{
    if (range == m_range)
        return;
    m_range = range;
    for (const Bound bound : kBounds)
        grip(bound).setAccessibleDescription(m_range ? shown(boundOf(*m_range, bound)) : QString());
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void RangePlot::setMarks(std::vector<RangeMark> marks)
{
    m_marks = std::move(marks);
    const auto drop = [this](auto& items) {
        for (auto& pair : items) {
            for (auto* item : pair)
                plot().removeItem(item);
        }
        items.clear();
    };
    drop(m_markLines);
    drop(m_markTexts);
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        m_markLines.push_back({new QCPItemLine(&plot()), new QCPItemLine(&plot())});
        for (QCPItemLine* line : m_markLines.back())
            standUpright(*line);
    }
    for (std::size_t i = 0; i < m_marks.size(); ++i) { // above all lines
        m_markTexts.push_back({new QCPItemText(&plot()), new QCPItemText(&plot())});
        for (QCPItemText* text : m_markTexts.back()) {
            text->position->setType(QCPItemPosition::ptAbsolute);
            text->setPadding(QMargins(2, 0, 2, 0));
        }
    }
    applyTheme();
}

void RangePlot::setWhole(double low, double high)
{
    m_whole = {low, high > low ? high : low + 1.0};
}

std::pair<double, double> RangePlot::wholeX() const
{
    return m_whole;
}

int RangePlot::plotWidth() const
{
    return plot().axisRect()->width();
}

double RangePlot::pixelOf(double value) const
{
    return plot().xAxis->coordToPixel(value);
}

void RangePlot::applyTheme()
{
    PlotView::applyTheme();
    const Theme& theme = Theme::current();
    const QFont small = smallFont();
    QFont bold = small;
    bold.setWeight(QFont::DemiBold);
    QColor tint = theme.error;
    tint.setAlphaF(float(kTint));
    for (const Bound bound : kBounds) {
        const auto i = std::size_t(bound);
        m_lines[i]->setPen(QPen(theme.accent, 2.0));
        m_values[i]->setColor(theme.accent);
        m_values[i]->setFont(bold);
        m_tints[i]->setBrush(tint);
        m_clipped[i]->setColor(theme.error);
        m_clipped[i]->setFont(small);
        for (std::size_t mark = 0; mark < m_marks.size(); ++mark) {
            const auto series = m_marks[mark].series;
            const QColor color = series ? theme.series[*series % theme.series.size()] : theme.accent;
            m_markLines[mark][i]->setPen(QPen(color, 1.3, Qt::DashLine));
            m_markTexts[mark][i]->setColor(color);
            m_markTexts[mark][i]->setFont(small);
            QColor plate = theme.base;
            plate.setAlphaF(0.75F);
            m_markTexts[mark][i]->setBrush(plate);
        }
        m_grips[i]->resize(m_grips[i]->sizeHint());
        m_grips[i]->update();
    }
    // Room for the values above the lines.
    plot().axisRect()->setMinimumMargins(QMargins(0, QFontMetrics(bold).height() + 6, 8, 0));
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void RangePlot::place()
{
    placeClips();
    placeMarks();
}

void RangePlot::placeClips()
{
    const QRect rect = plot().axisRect()->rect();
    const bool areShown = m_range.has_value() && !series().empty();
    std::array<double, 2> x{};
    for (const Bound bound : kBounds) {
        const auto i = std::size_t(bound);
        for (QCPAbstractItem* item :
             {static_cast<QCPAbstractItem*>(m_lines[i]), static_cast<QCPAbstractItem*>(m_values[i]),
              static_cast<QCPAbstractItem*>(m_tints[i]), static_cast<QCPAbstractItem*>(m_clipped[i])})
            item->setVisible(areShown);
        m_grips[i]->setVisible(areShown);
        if (!areShown)
            continue;
        const double value = boundOf(*m_range, bound);
        x[i] = std::clamp(pixelOf(value), double(rect.left()), double(rect.right()));
        setPlace(*m_lines[i], value);
        const bool isLow = bound == Bound::Low;
        m_tints[i]->topLeft->setCoords(isLow ? 0.0 : value, 0.0);
        m_tints[i]->bottomRight->setCoords(isLow ? value : 1.0, 1.0);
        const bool isInside = plot().xAxis->range().contains(value);
        m_lines[i]->setVisible(isInside);
        const bool isLeft = value < plot().xAxis->range().lower;
        m_values[i]->setText(isInside ? shown(value) : (isLeft ? tr("← %1") : tr("%1 →")).arg(shown(value)));
        m_grips[i]->move(int(std::lround(x[i] - 0.5 * m_grips[i]->width())),
                         rect.center().y() - m_grips[i]->height() / 2);
        const QFontMetrics metrics(m_clipped[i]->font());
        const double room = isLow ? x[i] - rect.left() : rect.right() - x[i];
        m_clipped[i]->setVisible(room > metrics.horizontalAdvance(m_clipped[i]->text()) + 16);
        m_clipped[i]->setPositionAlignment(Qt::AlignBottom | (isLow ? Qt::AlignRight : Qt::AlignLeft));
        m_clipped[i]->position->setCoords(x[i] + (isLow ? -6 : 6), rect.top() + 0.68 * rect.height());
    }
    if (!areShown)
        return;
    // Both values stay inside, and apart.
    const QFontMetrics metrics(m_values[0]->font());
    std::array<double, 2> half{};
    for (std::size_t i = 0; i < 2; ++i) {
        half[i] = 0.5 * metrics.horizontalAdvance(m_values[i]->text()) + 2.0;
        x[i] = std::clamp(x[i], rect.left() + half[i], std::max(rect.left() + half[i], rect.right() - half[i]));
    }
    if (const double missing = x[0] + half[0] + half[1] + 4.0 - x[1]; missing > 0.0) {
        x[0] = std::max(rect.left() + half[0], x[0] - 0.5 * missing);
        x[1] = x[0] + half[0] + half[1] + 4.0;
    }
    for (std::size_t i = 0; i < 2; ++i)
        m_values[i]->position->setCoords(x[i], rect.top() - 3);
}

void RangePlot::placeMarks()
{
    const QRect rect = plot().axisRect()->rect();
    const QCPRange view = plot().xAxis->range();
    LabelRows rows;
    const QFontMetrics metrics(smallFont());
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        for (const Bound bound : kBounds) {
            const bool isLow = bound == Bound::Low;
            const double value = isLow ? m_marks[i].low : m_marks[i].high;
            QCPItemLine* line = m_markLines[i][std::size_t(bound)];
            QCPItemText* text = m_markTexts[i][std::size_t(bound)];
            const bool isInside = view.contains(value);
            line->setVisible(isInside && !series().empty());
            setPlace(*line, value);
            text->setVisible(!series().empty() && (!isInside || !isLow)); // a pair is named once
            const QString name = m_marks[i].name;
            const bool isLeft = !isInside && value < view.lower;
            text->setText(isInside     ? name
                              : isLeft ? tr("← %1 %2").arg(name, shown(value))
                                       : tr("%1 %2 →").arg(name, shown(value)));
            const double width = metrics.horizontalAdvance(text->text());
            double x = isInside ? pixelOf(value) + 4.0 : isLeft ? rect.left() + 4.0 : rect.right() - 4.0 - width;
            if (x + width > rect.right())
                x = isInside ? pixelOf(value) - 4.0 - width : rect.right() - 4.0 - width;
            if (!text->visible())
                continue;
            const int row = rows.take(x - 6.0, x + width + 6.0);
            text->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
            text->position->setCoords(x, rect.top() + 4 + row * (metrics.height() + 1));
        }
    }
}

std::optional<Bound> RangePlot::lineAt(const QPoint& at) const
{
    if (!m_range || series().empty() || !plot().axisRect()->rect().contains(at))
        return std::nullopt;
    const double toLow = std::abs(pixelOf(m_range->first) - at.x());
    const double toHigh = std::abs(pixelOf(m_range->second) - at.x());
    if (std::min(toLow, toHigh) > kReach)
        return std::nullopt;
    return toLow < toHigh ? Bound::Low : Bound::High;
}

bool RangePlot::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        m_dragged = mouse->button() == Qt::LeftButton ? lineAt(mouse->pos()) : std::nullopt;
        if (m_dragged) {
            hideCrosshair();
            grip(*m_dragged).setFocus(Qt::MouseFocusReason);
            return true;
        }
    }
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (m_dragged) {
            emit dragged(*m_dragged, plot().xAxis->pixelToCoord(mouse->position().x()));
            return true;
        }
        plot().setCursor(lineAt(mouse->pos()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    }
    if (event->type() == QEvent::MouseButtonRelease && m_dragged) {
        m_dragged.reset();
        emit released();
        return true;
    }
    return PlotView::eventFilter(watched, event);
}

} // namespace quantiscope
