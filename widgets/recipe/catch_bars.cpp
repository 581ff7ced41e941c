// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/catch_bars.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kSlack = 2; ///< widths are rounded

} // namespace

CatchBars::CatchBars(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Caught nodes by operator"));
    setFocusPolicy(Qt::TabFocus); // for its context menu
}

void CatchBars::setCounts(const std::map<std::string, int>& counts, MarkPrecision precision)
{
    m_counts.clear();
    m_precision = precision;
    for (const auto& [type, count] : counts)
        m_counts.emplace_back(toQt(type), count);
    std::stable_sort(m_counts.begin(), m_counts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    constexpr std::size_t kMost = 8;
    if (m_counts.size() > kMost) {
        int rest = 0;
        for (std::size_t i = kMost - 1; i < m_counts.size(); ++i)
            rest += m_counts[i].second;
        m_counts.resize(kMost - 1);
        m_counts.emplace_back(tr("others"), rest);
    }
    QStringList lines;
    for (const auto& [type, count] : m_counts)
        lines.append(QStringLiteral("%1: %2").arg(type, QLocale().toString(count)));
    setAccessibleDescription(lines.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize CatchBars::sizeHint() const
{
    return {200, int(m_counts.size()) * (fontMetrics().height() + 6)};
}

void CatchBars::paintEvent(QPaintEvent*)
{
    if (m_counts.empty())
        return;
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const QColor color = m_precision == MarkPrecision::Float ? theme.floating
        : m_precision == MarkPrecision::Int16                ? theme.int16
                                                             : theme.int8;
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    int nameWidth = 0;
    for (const auto& [type, count] : m_counts)
        nameWidth = std::max(nameWidth, fontMetrics().horizontalAdvance(type) + kSlack);
    nameWidth = std::min(nameWidth, width() / 2);
    const int countWidth = fontMetrics().horizontalAdvance(QStringLiteral("00000"));
    const int rowHeight = fontMetrics().height() + 6;
    const int most = m_counts.front().second;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        const auto& [type, count] = m_counts[i];
        const QRect row(0, int(i) * rowHeight, width(), rowHeight);
        painter.setPen(theme.text1);
        painter.drawText(QRect(row.left(), row.top(), nameWidth, rowHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(type, Qt::ElideMiddle, nameWidth));
        const int room = row.width() - nameWidth - countWidth - 16;
        painter.fillRect(QRect(nameWidth + 12, row.center().y() - 2, std::max(2, room * count / std::max(1, most)), 6),
                         color);
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        painter.drawText(QRect(row.right() - countWidth, row.top(), countWidth, rowHeight),
                         Qt::AlignVCenter | Qt::AlignRight, QLocale().toString(count));
        painter.setFont(font());
    }
}

} // namespace quantiscope
