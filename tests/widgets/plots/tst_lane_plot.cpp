// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme.h"
#include "widgets/plots/lane_plot.h"

#include <QAction>
#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace quantiscope;

namespace {

LanePlot::Lane laneOf(const char* name, std::size_t slot, std::vector<double> values)
{
    LanePlot::Lane lane{QString::fromLatin1(name), slot};
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        lane.dots.push_back({values[i], QStringLiteral("s%1").arg(i)});
        sum += values[i];
    }
    lane.mean = sum / double(values.size());
    return lane;
}

} // namespace

class tst_LanePlot : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
    void everyValue_isInView();
    void click_picksTheNearest();
    void keys_stepThroughTheFirstLane();
    void crosshair_namesValueAndSample();
    void csv_hasEverySample();
    void manyDots_areDrawnInPart();
    void csv_tellsInfinitiesApart();
    void logarithm_needsValuesAboveZero();
    void logarithm_staysWhileThereAreNoValues();
    void emptyPlot_isHarmless();
};

void tst_LanePlot::everyValue_isInView()
{
    LanePlot plot;
    plot.resize(400, 150);
    plot.show();
    const double infinity = std::numeric_limits<double>::infinity();
    plot.setLanes({laneOf("a", 0, {3.0, 1.0, 2.0}), laneOf("b", 1, {-4.0, infinity, std::nan("")})},
                  QStringLiteral("SQNR, dB"), std::nullopt);
    QCOMPARE(plot.lanes()[0].dots.front().value, 1.0); // ascending
    QCOMPARE(plot.lanes()[1].dots.size(), std::size_t(2)); // NaN is none
    const auto [low, high] = plot.visibleX();
    QVERIFY(low < -4.0 && high > 3.0);
    QTest::qWait(50);
    QVERIFY(plot.placeOf(1, infinity).x() > plot.placeOf(0, 3.0).x()); // beyond the finite ones
    QVERIFY(plot.placeOf(1, infinity).x() < plot.width());
    plot.setLanes({laneOf("a", 0, {0.5, 0.7})}, QStringLiteral("cosine"), 1.0);
    QVERIFY(plot.visibleX().second >= 1.0);
}

void tst_LanePlot::click_picksTheNearest()
{
    LanePlot plot;
    plot.resize(500, 200);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    plot.setLanes({laneOf("a", 0, {0.0, 0.5, 1.0}), laneOf("b", 1, {0.2, 0.9})}, QStringLiteral("x"), std::nullopt);
    QTest::qWait(50);
    const QSignalSpy picked(&plot, &LanePlot::picked);
    auto* canvas = plot.findChild<QWidget*>();
    QTest::mouseClick(canvas, Qt::LeftButton, {}, plot.placeOf(1, 0.9).toPoint() + QPoint(2, -2));
    QCOMPARE(picked.count(), 1);
    QCOMPARE(plot.selected(), QStringLiteral("s1"));
    QTest::mouseClick(canvas, Qt::LeftButton, {}, plot.placeOf(0, 0.5).toPoint());
    QCOMPARE(picked.count(), 1); // the same sample in the other lane
    QTest::mouseClick(canvas, Qt::LeftButton, {}, plot.placeOf(0, 1.0).toPoint());
    QCOMPARE(plot.selected(), QStringLiteral("s2"));
    const QPoint nowhere = (plot.placeOf(0, 0.25) * 0.5 + plot.placeOf(1, 0.25) * 0.5).toPoint();
    QTest::mouseClick(canvas, Qt::LeftButton, {}, nowhere);
    QCOMPARE(picked.count(), 2);
    // A hand that slips a little picks, and does not zoom.
    const auto before = plot.visibleX();
    const QPoint place = plot.placeOf(0, 0.0).toPoint();
    QTest::mousePress(canvas, Qt::LeftButton, {}, place);
    QTest::mouseMove(canvas, place + QPoint(3, 2));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, place + QPoint(3, 2));
    QCOMPARE(plot.selected(), QStringLiteral("s0"));
    QCOMPARE(plot.visibleX(), before);
}

void tst_LanePlot::keys_stepThroughTheFirstLane()
{
    LanePlot plot;
    plot.setLanes({laneOf("a", 0, {0.3, 0.1, 0.2})}, QStringLiteral("x"), std::nullopt);
    const QSignalSpy picked(&plot, &LanePlot::picked);
    QStringList seen;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(&plot, Qt::Key_Right);
        seen += plot.selected();
    }
    QCOMPARE(seen,
             QStringList({QStringLiteral("s1"), QStringLiteral("s2"), QStringLiteral("s0"), QStringLiteral("s0")}));
    QCOMPARE(picked.count(), 3);
    QTest::keyClick(&plot, Qt::Key_Left);
    QCOMPARE(plot.selected(), QStringLiteral("s2"));
    plot.setSelected({});
    QCOMPARE(picked.count(), 4); // nothing is said back
}

void tst_LanePlot::crosshair_namesValueAndSample()
{
    LanePlot plot;
    LanePlot::Lane interval{QStringLiteral("run 3\n80 %"), 1};
    interval.mean = 80.0;
    interval.interval = std::pair(70.0, 90.0);
    plot.setLanes({laneOf("run 2", 0, {10.0, 20.0}), interval}, QStringLiteral("x"), std::nullopt);
    const QString text = plot.valuesAt(18.0);
    QVERIFY2(text.contains(QLatin1String("run 2: 20, s1")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("run 3: 80, 95 % interval 70 to 90")), qPrintable(text));
    plot.setValueTexts(QStringLiteral("%1 dB"), QStringLiteral("%1"));
    QVERIFY2(plot.valuesAt(18.0).contains(QLatin1String("run 2: 20 dB, s1")), qPrintable(plot.valuesAt(18.0)));
}

void tst_LanePlot::csv_hasEverySample()
{
    LanePlot plot;
    plot.setLanes({laneOf("a", 0, {0.5, 0.25}), laneOf("b", 1, {std::numeric_limits<double>::infinity()})},
                  QStringLiteral("SQNR, dB"), std::nullopt);
    QCOMPARE(plot.csv(),
             QStringLiteral("run,sample,\"SQNR, dB\"\n\"a\",\"s1\",0.25\n\"a\",\"s0\",0.5\n\"b\",\"s0\",inf\n"));
    const QTemporaryDir folder;
    plot.resize(300, 200);
    for (const char* name : {"p.csv", "p.png", "p.svg"})
        QVERIFY(plot.exportTo(folder.filePath(QString::fromLatin1(name))));
}

void tst_LanePlot::logarithm_needsValuesAboveZero()
{
    LanePlot plot;
    plot.setLanes({laneOf("a", 0, {0.1, 100.0})}, QStringLiteral("L2"), std::nullopt);
    QTest::keyClick(&plot, Qt::Key_L);
    QVERIFY(plot.isLogarithmic());
    QVERIFY(plot.visibleX().first > 0.0);
    plot.setLanes({laneOf("a", 0, {0.0, 100.0})}, QStringLiteral("L2"), std::nullopt);
    QVERIFY(!plot.isLogarithmic());
    QVERIFY(!plot.logarithmicAction()->isEnabled());
    QVERIFY(plot.logarithmicAction()->toolTip().contains(QLatin1String("0 and below")));
    QTest::keyClick(&plot, Qt::Key_L);
    plot.setLogarithmic(true);
    QVERIFY(!plot.isLogarithmic());
}

void tst_LanePlot::logarithm_staysWhileThereAreNoValues()
{
    LanePlot plot;
    const double infinity = std::numeric_limits<double>::infinity();
    plot.setLanes({laneOf("a", 0, {0.1, 100.0})}, QStringLiteral("L2"), std::nullopt);
    plot.setLogarithmic(true);
    for (const std::vector<LanePlot::Lane>& lanes :
         {std::vector<LanePlot::Lane>(), std::vector{laneOf("a", 0, {infinity, -infinity})}}) {
        plot.setLanes(lanes, QStringLiteral("L2"), std::nullopt); // as while a run is being read
        QVERIFY(plot.isLogarithmic());
        QVERIFY(plot.logarithmicAction()->isEnabled());
        QVERIFY(plot.visibleX().first > 0.0 && plot.visibleX().first < plot.visibleX().second);
    }
    plot.setLanes({laneOf("a", 0, {0.2, 100.0})}, QStringLiteral("L2"), std::nullopt);
    QVERIFY(plot.isLogarithmic());
}

void tst_LanePlot::manyDots_areDrawnInPart()
{
    constexpr int kCount = 10 * int(LanePlot::kMostDots) + 3;
    LanePlot plot;
    std::vector<double> values(kCount);
    for (int i = 0; i < kCount; ++i)
        values[std::size_t(i)] = double(i) * double(i);
    plot.setLanes({laneOf("all", 0, values)}, QStringLiteral("x"), std::nullopt);
    const std::vector<double>& drawn = plot.series().front().x;
    QCOMPARE(drawn.size(), LanePlot::kMostDots);
    QVERIFY(std::adjacent_find(drawn.begin(), drawn.end(), std::greater_equal<>()) == drawn.end()); // none twice
    QCOMPARE(drawn.front(), values.front());
    QCOMPARE(drawn[50], values[50]); // whoever looks for the worst sees each
    QCOMPARE(drawn.back(), values.back());
    QCOMPARE(drawn[drawn.size() - 51], values[values.size() - 51]);
    QVERIFY(std::abs(std::sqrt(drawn[drawn.size() / 2]) - kCount / 2.0) < kCount * 0.01); // evenly between
    // All of them can be had.
    QCOMPARE(plot.lanes().front().dots.size(), values.size());
    QCOMPARE(plot.csv().count(QLatin1Char('\n')), kCount + 1);
    for (int i = 0; i <= 200; ++i)
        QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.selected(), QStringLiteral("s200"));
}

void tst_LanePlot::csv_tellsInfinitiesApart()
{
    LanePlot plot;
    const double infinity = std::numeric_limits<double>::infinity();
    plot.setLanes({laneOf("a", 0, {infinity, -infinity})}, QStringLiteral("SQNR, dB"), std::nullopt);
    QVERIFY(plot.csv().contains(QStringLiteral("\"s0\",inf\n")));
    QVERIFY(plot.csv().contains(QStringLiteral("\"s1\",-inf\n")));
}

void tst_LanePlot::emptyPlot_isHarmless()
{
    LanePlot plot;
    plot.resize(300, 200);
    plot.show();
    plot.setLanes({}, QStringLiteral("x"), 1.0);
    QTest::keyClick(&plot, Qt::Key_Right);
    QTest::mouseClick(plot.findChild<QWidget*>(), Qt::LeftButton, {}, QPoint(50, 50));
    QVERIFY(plot.selected().isEmpty());
    plot.setLanes({laneOf("a", 0, {0.5})}, QStringLiteral("x"), 1.0); // all alike
    QVERIFY(plot.visibleX().second > plot.visibleX().first);
    applyTheme(*qApp, ThemeChoice::Dark);
    applyTheme(*qApp, ThemeChoice::Light);
}

QTEST_MAIN(tst_LanePlot)
#include "tst_lane_plot.moc"
