// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a plot: its picture and its numbers.
#include "widgets/common/theme.h"
#include "widgets/common/well_formed_xml.h"
#include "widgets/plots/plot_legend.h"
#include "widgets/plots/plot_view.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileDialog>
#include <QLabel>
#include <QSaveFile>
#include <QSvgGenerator>

#include <set>

namespace quantiscope {

namespace {

constexpr QMargins kLegendMargins{10, 4, 10, 4};

} // namespace

void PlotView::setLegend(const PlotLegend* legend)
{
    m_legend = legend;
}

int PlotView::legendHeight() const
{
    if (!m_legend || m_legend->entries().empty())
        return 0;
    const int width = m_plot->width() - kLegendMargins.left() - kLegendMargins.right();
    return m_legend->heightForWidth(width) + kLegendMargins.top() + kLegendMargins.bottom();
}

void PlotView::drawLegend(QPainter& painter) const
{
    painter.fillRect(0, 0, m_plot->width(), legendHeight(), Theme::current().base);
    if (legendHeight() == 0)
        return;
    painter.save();
    painter.translate(kLegendMargins.left(), kLegendMargins.top());
    m_legend->draw(painter, m_plot->width() - kLegendMargins.left() - kLegendMargins.right());
    painter.restore();
}

void PlotView::askAndExport()
{
    const QList<std::pair<QString, QString>> kinds{{tr("PNG picture (*.png)"), QStringLiteral("png")},
                                                   {tr("SVG drawing (*.svg)"), QStringLiteral("svg")},
                                                   {tr("CSV table (*.csv)"), QStringLiteral("csv")}};
    QStringList filters;
    for (const auto& [filter, suffix] : kinds)
        filters += filter;
    QFileDialog dialog(this, tr("Export plot"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(kinds.front().second);
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog, &kinds](const QString& chosen) {
        for (const auto& [filter, suffix] : kinds) {
            if (filter == chosen)
                dialog.setDefaultSuffix(suffix);
        }
    });
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        exportAndTell(dialog.selectedFiles().first());
}

void PlotView::exportAndTell(const QString& path)
{
    const bool isWritten = exportTo(path);
    if (!isWritten)
        m_failureText->setText(
            tr("'%1' could not be written. Choose another folder, and a name that ends with .png, .svg or .csv.")
                .arg(path));
    m_failure->setVisible(!isWritten);
}

bool PlotView::exportTo(const QString& path) const
{
    const auto isOf = [&path](QLatin1String suffix) { return path.endsWith(suffix, Qt::CaseInsensitive); };
    QByteArray bytes;
    if (isOf(QLatin1String(".svg")))
        bytes = svg();
    else if (isOf(QLatin1String(".csv")))
        bytes = csv().toUtf8();
    else if (isOf(QLatin1String(".png")))
        bytes = png();
    QSaveFile file(path);
    return !bytes.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

QByteArray PlotView::svg() const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    const QRect picture(0, 0, m_plot->width(), m_plot->height() + legendHeight());
    generator.setSize(picture.size());
    generator.setViewBox(picture);
    QCPPainter painter;
    if (!painter.begin(&generator))
        return {};
    drawLegend(painter);
    painter.translate(0, legendHeight());
    painter.setMode(QCPPainter::pmVectorized);
    m_plot->toPainter(&painter, m_plot->width(), m_plot->height());
    painter.end();
    return wellFormedXml(buffer.data());
}

QByteArray PlotView::png() const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    constexpr double kScale = 2.0; // for paper
    QPixmap picture(QSize(m_plot->width(), m_plot->height() + legendHeight()) * kScale);
    picture.setDevicePixelRatio(kScale);
    QPainter painter(&picture);
    drawLegend(painter);
    QPixmap drawn = m_plot->toPixmap(m_plot->width(), m_plot->height(), kScale);
    drawn.setDevicePixelRatio(kScale);
    painter.drawPixmap(0, legendHeight(), drawn);
    painter.end();
    const bool isWritten = picture.save(&buffer, "PNG");
    return isWritten ? buffer.data() : QByteArray();
}

QString PlotView::csv() const
{
    const auto quoted = [](QString text) {
        text.replace(QLatin1Char('"'), QLatin1String("\"\""));
        return QString(QLatin1Char('"') + text + QLatin1Char('"'));
    };
    std::set<double> places;
    QString text = quoted(m_plot->xAxis->label());
    for (const PlotSeries& each : m_series) {
        places.insert(each.x.begin(), each.x.end());
        text += QLatin1Char(',') + quoted(each.name);
    }
    for (const double place : places) {
        text += QLatin1Char('\n') + QString::number(place, 'g', 10);
        for (const PlotSeries& each : m_series) {
            text += QLatin1Char(',');
            if (const auto value = each.valueAt(place))
                text += QString::number(*value, 'g', 10);
        }
    }
    return text + QLatin1Char('\n');
}

} // namespace quantiscope
