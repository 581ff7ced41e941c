// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a picture of each plot of the Analyse perspective, with made-up numbers.
//
//   quantiscope_plot_screenshots FOLDER [--theme light|dark]

#include "tests/core/observers/sample_values.h"
#include "widgets/common/bar_delegate.h"
#include "widgets/common/theme.h"
#include "widgets/plots/error_strip.h"
#include "widgets/plots/histogram_view.h"
#include "widgets/plots/top_k_plot.h"
#include "widgets/plots/top_k_view.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFontDatabase>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include <array>
#include <cstdio>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

class Camera
{
public:
    explicit Camera(const QDir& folder) : m_folder(folder) { }

    void take(QWidget& widget, QSize size, const char* name) const
    {
        widget.resize(size);
        widget.show();
        QTest::qWait(200);
        const QString file = m_folder.filePath(QString::fromLatin1(name) + QStringLiteral(".png"));
        if (!widget.grab().save(file)) {
            std::fprintf(stderr, "quantiscope_plot_screenshots: cannot write %s\n", qPrintable(file));
            std::exit(1);
        }
        std::printf("%s\n", qPrintable(file));
    }

    void keepExport(const PlotView& plot, const char* name) const
    {
        const QString file = m_folder.filePath(QString::fromLatin1(name) + QStringLiteral(".png"));
        if (!plot.exportTo(file)) {
            std::fprintf(stderr, "quantiscope_plot_screenshots: cannot write %s\n", qPrintable(file));
            std::exit(1);
        }
        std::printf("%s\n", qPrintable(file));
    }

private:
    QDir m_folder;
};

std::vector<float> values(Distribution distribution, std::size_t count, double factor)
{
    std::mt19937 generator(3);
    return makeValues(distribution, count, factor, generator);
}

HistogramTensorPtr activation(const char* name, Distribution distribution, double factor, ScaleType scale)
{
    QuantConfig config;
    config.scaleType = scale;
    config.calibration.method = CalibrationMethod::MinMSE;
    config.calibration.percentile = 99.9;
    return activationHistogram(QString::fromLatin1(name), QStringLiteral("Conv_41 output · 1×16×208×208"),
                               binnedStatisticsOf(values(distribution, 2'000'000, factor)), config,
                               QuantTarget{DataType::Int8, Symmetry::Symmetric, scale}, std::nullopt);
}

HistogramTensorPtr weight(bool isPerChannel)
{
    constexpr std::array<std::int64_t, 4> kShape{16, 12, 3, 3};
    std::vector<float> elements = values(Distribution::Normal, 16 * 108, 0.1);
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] *= float(std::pow(1.5, double(i / 108)) / 100.0);
    const QuantTarget target{DataType::Int8, Symmetry::Symmetric};
    QuantParams params{DataType::Int8, {}, {}, std::nullopt};
    if (isPerChannel)
        params.axis = 0;
    for (std::size_t i = 0; i < (isPerChannel ? 16U : 1U); ++i) {
        const auto first = elements.begin() + std::ptrdiff_t(108 * i);
        const auto last = isPerChannel ? first + 108 : elements.end();
        const auto [low, high] = std::minmax_element(first, last);
        params.scale.push_back(std::max(-*low, *high) / 127.0F);
        params.zeroPoint.push_back(0);
    }
    return weightHistogram(QStringLiteral("backbone.stem.conv.weight"), QStringLiteral("16×12×3×3"), elements, kShape,
                           0, QuantConfig(), target, params);
}

void takeHistograms(const Camera& camera)
{
    HistogramView view;
    camera.take(view, {584, 460}, "histogram-empty");
    view.setTensors({activation("1177", Distribution::Laplace, 8.0, ScaleType::PowerOf2)});
    camera.take(view, {584, 460}, "histogram-power-of-two");
    view.setTensors({activation("1177", Distribution::Outliers, 3.0, ScaleType::Float32),
                     activation("1180", Distribution::Silu, 9.0, ScaleType::Float32)});
    camera.take(view, {584, 460}, "histogram-overlaid");
    view.setWantedRange({-9.0F, 9.0F});
    camera.take(view, {584, 460}, "histogram-dragged");
    camera.keepExport(view.plot(), "histogram-exported");
    camera.take(view, {330, 460}, "histogram-narrow");
    view.plot().setLogarithmic(false);
    camera.take(view, {584, 460}, "histogram-linear");
    view.plot().setLogarithmic(true);
    view.setTensors({weight(false)});
    view.showChannel(3);
    camera.take(view, {720, 460}, "histogram-channel");
    view.setTensors({weight(true)});
    camera.take(view, {720, 460}, "histogram-channels");
}

void takeStrip(const Camera& camera)
{
    std::mt19937 generator(1);
    std::vector<ErrorStrip::Point> points;
    double accumulated = 40.0;
    for (int i = 0; i < 361; ++i) {
        const double own = 15.0 + double(generator() % 300) / 10.0;
        accumulated = std::max(-6.0, std::min(accumulated, own) - double(generator() % 10) / 5.0 + 0.8);
        points.push_back({QStringLiteral("Conv_%1").arg(40 + i),
                          i % 50 == 0 ? std::numeric_limits<double>::infinity() : own, accumulated});
    }
    ErrorStrip strip;
    camera.take(strip, {424, 112}, "strip-empty");
    strip.setPoints(points,
                    {{0, QStringLiteral("stem")},
                     {12, QStringLiteral("stage 1")},
                     {40, QStringLiteral("stage 2")},
                     {150, QStringLiteral("stage 4")},
                     {220, QStringLiteral("neck 2")},
                     {280, QStringLiteral("head.0")},
                     {340, QStringLiteral("head.2")}});
    strip.setSelected(4);
    camera.take(strip, {424, 112}, "strip");
}

void takeCurve(const Camera& camera)
{
    TopKView view;
    camera.take(view, {424, 240}, "top-k-empty");
    view.setMetric({QStringLiteral("cosine, class scores"), std::pair(0.0, 1.0), QStringLiteral("cosine %1")});
    view.setGate(0.95);
    std::vector<TopKView::Series> series{{QStringLiteral("per tensor"), {}}, {QStringLiteral("per channel"), {}}};
    for (int k = 0; k <= 60; k += k < 16 ? 1 : 4) {
        series[0].points.push_back({k, 0.97 - 0.78 * std::exp(-k / 7.0), 2800.0 * k, 4.1e6 * k});
        series[1].points.push_back({k, 0.98 - 0.9 * std::exp(-k / 4.0), 2800.0 * k, 4.1e6 * k});
    }
    view.setSeries(series);
    view.setK(6);
    camera.take(view, {424, 240}, "top-k");
    view.setCost(TopKView::Cost::WeightBytes);
    camera.take(view, {424, 240}, "top-k-bytes");
    view.plot().setLogarithmic(true);
    camera.take(view, {424, 240}, "top-k-logarithmic");
}

void takeTable(const Camera& camera)
{
    QStandardItemModel model(0, 3);
    model.setHorizontalHeaderLabels(
        {QStringLiteral("Node"), QStringLiteral("Own SQNR, dB"), QStringLiteral("Accumulated, dB")});
    for (const auto& [own, accumulated] :
         {std::pair(16.0, 7.9), {18.2, 16.2}, {25.3, 3.5}, {31.3, -0.4}, {45.6, 39.0}}) {
        const int row = model.rowCount();
        model.insertRow(row);
        model.setItem(row, 0, new QStandardItem(QStringLiteral("Conv_%1").arg(41 + row)));
        for (const auto& [column, value] : {std::pair(1, own), {2, accumulated}}) {
            auto* item = new QStandardItem(QLocale().toString(value, 'f', 1));
            item->setData(value, Qt::UserRole);
            model.setItem(row, column, item);
        }
    }
    QTableView table;
    table.setModel(&model);
    BarDelegate own({14.0, 44.0, BarDelegate::Fill::Error, 0}, Qt::UserRole);
    BarDelegate accumulated({0.0, 44.0, BarDelegate::Fill::Series, 1}, Qt::UserRole);
    table.setItemDelegateForColumn(1, &own);
    table.setItemDelegateForColumn(2, &accumulated);
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.verticalHeader()->hide();
    table.resizeColumnsToContents();
    table.selectRow(1);
    camera.take(table, {480, 180}, "bars");
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("Where the pictures go."));
    const QString theme = QStringLiteral("theme");
    parser.addOption({theme, theme, theme, QStringLiteral("light")});
    parser.process(application);
    const QDir folder(parser.positionalArguments().value(0));
    if (parser.positionalArguments().size() != 1 || !folder.mkpath(QStringLiteral(".")))
        parser.showHelp(2);
    if (const QString inter = QStringLiteral("Inter"); QFontDatabase::hasFamily(inter))
        QApplication::setFont(QFont(inter, 9)); // the same on every machine that makes pictures
    applyTheme(application, parser.value(theme) == QStringLiteral("dark") ? ThemeChoice::Dark : ThemeChoice::Light);
    const Camera camera(folder);
    takeHistograms(camera);
    takeStrip(camera);
    takeCurve(camera);
    takeTable(camera);
    return 0;
}
