// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/stage_list.h"

#include "widgets/common/theme.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

namespace quantiscope {

StageList::StageList(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Stages"));
}

int StageList::rowHeight() const
{
    return fontMetrics().height() + 8;
}

QSize StageList::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, rowHeight() * int(m_rows.size())};
}

void StageList::show(const Job& job)
{
    const std::size_t before = m_rows.size();
    m_rows.clear();
    QStringList spoken;
    for (int i = 0; i < int(job.stages.size()); ++i) {
        const JobStage& stage = job.stages[std::size_t(i)];
        Row row;
        row.text = stageText(stage.name);
        if (stage.isStarted && stage.seconds >= 0.0) {
            row.state = Row::State::Done;
            row.right = tr("%1 s").arg(QLocale().toString(stage.seconds, 'f', 1));
        } else if (i == job.progress.stage && !job.isOver()) {
            row.state = Row::State::Running;
            if (job.progress.total > 0)
                row.right = tr("%1 / %2", "done of all").arg(job.progress.done).arg(job.progress.total);
        }
        if (row.state == Row::State::Running)
            spoken << tr("%1: running").arg(row.text);
        else if (row.state == Row::State::Done)
            spoken << tr("%1: done").arg(row.text);
        m_rows.push_back(row);
    }
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (m_rows.size() != before)
        updateGeometry();
    update();
}

void StageList::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int size = fontMetrics().height() * 4 / 5;
    for (int i = 0; i < int(m_rows.size()); ++i) {
        const Row& row = m_rows[std::size_t(i)];
        const QRect area(0, i * rowHeight(), width(), rowHeight());
        const QRectF mark(area.left() + 1, area.center().y() - size / 2.0, size, size);
        painter.setBrush(Qt::NoBrush);
        if (row.state == Row::State::Done) {
            QPainterPath tick;
            tick.moveTo(mark.left() + size * 0.1, mark.center().y());
            tick.lineTo(mark.left() + size * 0.4, mark.bottom() - size * 0.2);
            tick.lineTo(mark.right() - size * 0.05, mark.top() + size * 0.15);
            painter.setPen(QPen(theme.done, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter.drawPath(tick);
        } else if (row.state == Row::State::Running) {
            QPainterPath arrow;
            arrow.moveTo(mark.left() + size * 0.2, mark.top());
            arrow.lineTo(mark.right() - size * 0.05, mark.center().y());
            arrow.lineTo(mark.left() + size * 0.2, mark.bottom());
            arrow.closeSubpath();
            painter.fillPath(arrow, theme.accent);
        } else {
            painter.setPen(QPen(theme.border, 1.3));
            painter.drawEllipse(mark.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        QFont font = this->font();
        font.setWeight(row.state == Row::State::Running ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        const int rightWidth = painter.fontMetrics().horizontalAdvance(row.right);
        const QRect text = area.adjusted(size + 10, 0, -rightWidth - 8, 0);
        painter.setPen(row.state == Row::State::ToCome ? theme.text2 : theme.text1);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(row.text, Qt::ElideRight, text.width()));
        painter.setFont(this->font());
        painter.setPen(theme.text2);
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, row.right);
    }
}

} // namespace quantiscope
