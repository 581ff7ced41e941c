// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/distribution_figure.h"
#include "core/report/svg_plot.h"

#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>

using namespace quantiscope;

namespace {

using Scale = SvgPlot::Scale;

/// Attributes of the elements called @p name, in their order.
QList<QXmlStreamAttributes> elementsOf(const SvgPlot& plot, const QString& name)
{
    QList<QXmlStreamAttributes> found;
    QXmlStreamReader reader(QByteArray::fromStdString(plot.text()));
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == name)
            found += reader.attributes();
    }
    if (reader.hasError())
        qFatal("%s", qPrintable(reader.errorString()));
    return found;
}

SvgPlot plotOf(Scale scale = Scale::Linear)
{
    return {"what <it> is", {"x", 0, 10}, {"y", scale == Scale::Log ? 0.01 : 0.0, 100, scale}, 300};
}

} // namespace

class tst_SvgPlot : public QObject
{
    Q_OBJECT

private slots:
    void ticks_areRound()
    {
        QCOMPARE(roundTicks(0, 10, 5, Scale::Linear), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(roundTicks(-7, 32, 5, Scale::Linear), (std::vector<double>{0, 10, 20, 30}));
        QCOMPARE(roundTicks(0.5, 2000, 6, Scale::Log), (std::vector<double>{1, 10, 100, 1000}));
        QCOMPARE(roundTicks(1e-20, 1, 6, Scale::Log).size(), 6U);
        QCOMPARE(roundTicks(0.9999, 1, 5, Scale::Linear).size(), 6U);
    }

    void ticks_ofNumbersThatHardlyDiffer_end()
    {
        for (const double least : {1e-16, 3e-16, 1e-15, 1e-14, 1e-12}) {
            QVERIFY(roundTicks(1 - least, 1, 9, Scale::Linear).size() <= 19U);
            QVERIFY(roundTicks(-1e300, -1e300 * (1 - least), 9, Scale::Linear).size() <= 19U);
        }
        QVERIFY(roundTicks(1, 1, 9, Scale::Linear).empty());
    }

    void ticks_readDifferently()
    {
        const std::string text = SvgPlot("near 1", {"x", 0.99995, 1}, {"y", 0, 10}).text();
        QVERIFY(text.find(">0.99996<") != std::string::npos);
        QVERIFY(text.find(">0.99998<") != std::string::npos);
    }

    void line_liesWhereItsNumbersAre()
    {
        SvgPlot plot = plotOf();
        plot.line({{0, 0}, {5, 50}, {10, 100}}, "s1");
        const auto lines = elementsOf(plot, "polyline");
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines[0].value("points").toString(), QString("64.00,256.00 454.00,142.00 844.00,28.00"));
    }

    void distribution_stepsAtEachValue()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const std::string figure = distributionFigure(
            "how <they> lie", "cosine", {{"run & 1", {1.0, 0.0, std::nan("")}}, {"run 2", {0.5, infinity}}});
        QXmlStreamReader reader(QByteArray::fromStdString(figure));
        QStringList lines;
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("polyline"))
                lines += reader.attributes().value("points").toString();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(lines.size(), 2);
        // Two values: from nothing to a half at the smaller one, to all at the larger one.
        const QStringList points = lines[0].split(' ');
        QCOMPARE(points.size(), 5);
        QCOMPARE(points[0], QString("79.00,256.00"));
        QCOMPARE(points[1], QString("79.00,142.00"));
        QVERIFY(points[3].endsWith(",28.00"));
        QVERIFY(distributionFigure("nothing", "cosine", {{"run 1", {}}}).empty());
    }

    void notANumber_interruptsALine_andLargeOnesStayAtTheEdge()
    {
        SvgPlot plot = plotOf();
        plot.line({{0, std::numeric_limits<double>::infinity()}, {1, std::nan("")}, {10, -5}}, "s1");
        const auto lines = elementsOf(plot, "polyline");
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].value("points").toString(), QString("64.00,28.00"));
        QCOMPARE(lines[1].value("points").toString(), QString("844.00,256.00"));
    }

    void bars_standOnALogarithmicScale()
    {
        SvgPlot plot = plotOf(Scale::Log);
        plot.bar(0, 1, 1, "s2", "half & half");
        const auto bars = elementsOf(plot, "rect");
        QCOMPARE(bars[0].value("y").toString(), QString("142.00"));
        QCOMPARE(bars[0].value("height").toString(), QString("114.00"));
        QCOMPARE(bars[0].value("width").toString(), QString("78.00"));
    }

    void pointsWithoutANumber_areNotDrawn()
    {
        SvgPlot plot = plotOf();
        plot.point(1, std::nan(""), "s1", "none");
        plot.point(1, 1, "s1", "one");
        QCOMPARE(elementsOf(plot, "circle").size(), 1);
    }

    void lyingBars_reachToBothSidesOfZero()
    {
        QCOMPARE(barFigure("none", {}), std::string());
        const std::string text = barFigure("two", {{"a", 3.0, "3"}, {"b", -1.0, "-1"}});
        QVERIFY(text.find("<rect x=\"420.00\" y=\"5.00\" width=\"360.00\"") != std::string::npos);
        QVERIFY(text.find("<rect x=\"300.00\" y=\"25.00\" width=\"120.00\"") != std::string::npos);
    }

    void infiniteBars_areAsLongAsCanBe()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const std::string text = barFigure("three", {{"a", -infinity, "not finite"}, {"b", 3.0, "3"}});
        QVERIFY(text.find("y=\"5.00\" width=\"480.00\" height=\"14.00\" class=\"bar s2\"") != std::string::npos);
        QVERIFY(text.find("y=\"25.00\" width=\"480.00\" height=\"14.00\" class=\"bar s1\"") != std::string::npos);
        QVERIFY(text.find(">not finite<") != std::string::npos);
    }

    void marks_haveTheirNames()
    {
        SvgPlot plot = plotOf();
        plot.level(50, "gate");
        plot.upright(9, "first goes wrong");
        plot.legend("own", "s1");
        const std::string text = plot.text();
        for (const char* name : {">gate<", ">first goes wrong<", ">own<", "aria-label=\"what &lt;it&gt; is\""})
            QVERIFY(text.find(name) != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(tst_SvgPlot)
#include "tst_svg_plot.moc"
