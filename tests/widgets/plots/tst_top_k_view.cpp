// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/plots/plot_pixels.h"
#include "widgets/common/theme.h"
#include "widgets/plots/top_k_plot.h"
#include "widgets/plots/top_k_view.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_TopKView : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_view.reset(); }
    void drag_changesLive_andChoosesOnce();
    void keys_goFromPlaceToPlace_andChooseOnceWhenLetGo();
    void caption_tellsMetricAndCost();
    void caption_tellsWhatIsNearToOneFromIt();
    void crosshair_tellsAnEvaluatedPlaceWithItsUnits();
    void placesOfOneCost_areToldApart();
    void marker_isDrawnOverTheCurves();
    void logarithm_isOfWhatIsMissingToTheBest();
    void logarithm_isRefusedForDecibels();
    void csv_hasEveryEvaluation();
    void cost_isSwitched_andTheMarkerStaysOnItsK();
    void series_growing_keepK();
    void y_isFixed_whereTheMetricHasBounds();
    void k_isOnlyWhatWasEvaluated();

private:
    [[nodiscard]] static std::vector<TopKView::Series> series(int most);
    void layOut();

    std::unique_ptr<TopKView> m_view;
};

std::vector<TopKView::Series> tst_TopKView::series(int most)
{
    std::vector<TopKView::Series> result{{QStringLiteral("per tensor"), {}}, {QStringLiteral("per channel"), {}}};
    for (int k = 0; k <= most; k += 2) {
        result[0].points.push_back({k, 0.2 + 0.01 * k, 2048.0 * k, 3e6 * k});
        result[1].points.push_back({k, 0.3 + 0.01 * k, 2048.0 * k, 3e6 * k});
    }
    return result;
}

void tst_TopKView::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
    m_view = std::make_unique<TopKView>();
    m_view->resize(500, 300);
    m_view->setMetric({QStringLiteral("cosine"), std::pair(0.0, 1.0), QStringLiteral("cosine %1")});
    m_view->setSeries(series(40));
    m_view->setGate(0.95);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    layOut();
}

void tst_TopKView::layOut()
{
    m_view->grab();
    QCoreApplication::processEvents();
    m_view->grab();
}

void tst_TopKView::drag_changesLive_andChoosesOnce()
{
    m_view->setK(6);
    layOut();
    QSignalSpy changed(m_view.get(), &TopKView::kChanged);
    QSignalSpy chosen(m_view.get(), &TopKView::kChosen);
    QWidget* canvas = m_view->plot().findChild<QWidget*>();
    const auto at = [&](std::size_t place) { return QPoint(int(m_view->plot().pixelOf(place)), canvas->height() / 2); };
    QTest::mousePress(canvas, Qt::LeftButton, {}, at(3));
    QTest::mouseMove(canvas, at(5));
    QTest::mouseMove(canvas, at(5) + QPoint(1, 0)); // the same place
    QTest::mouseMove(canvas, at(10));
    QCOMPARE(chosen.size(), 0);
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(10));
    QCOMPARE(changed.size(), 2);
    QCOMPARE(changed.back().front().toInt(), 20);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.front().front().toInt(), 20);
    QTest::mousePress(canvas, Qt::LeftButton, {}, at(2)); // far from the marker: a box
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(2));
    QCOMPARE(chosen.size(), 1);
}

void tst_TopKView::keys_goFromPlaceToPlace_andChooseOnceWhenLetGo()
{
    QSignalSpy chosen(m_view.get(), &TopKView::kChosen);
    QTest::keyPress(&m_view->plot(), Qt::Key_Right);
    QTest::keyPress(&m_view->plot(), Qt::Key_Right);
    QCOMPARE(m_view->k(), std::optional(4));
    QCOMPARE(chosen.size(), 0);
    QTest::keyRelease(&m_view->plot(), Qt::Key_Right);
    QCOMPARE(chosen.size(), 1);
    QTest::keyClick(&m_view->plot(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(m_view->k(), std::optional(14));
    for (int i = 0; i < 9; ++i)
        QTest::keyClick(&m_view->plot(), Qt::Key_Left);
    QCOMPARE(m_view->k(), std::optional(0));
}

void tst_TopKView::caption_tellsMetricAndCost()
{
    m_view->setK(6);
    QCOMPARE(m_view->caption(),
             QStringLiteral("k = 6 · cosine 0.2600 · +12.00 KiB of weights and 18 M MACs kept in float"));
    m_view->setK(0);
    QVERIFY(m_view->caption().contains(QStringLiteral("nothing kept in float")));
}

void tst_TopKView::caption_tellsWhatIsNearToOneFromIt()
{
    m_view->setSeries({{QStringLiteral("run"), {{0, 0.99997, 0.0, 0.0}, {1, 1.0, 4.0, 5.0}}}});
    m_view->setK(0);
    QVERIFY2(m_view->caption().contains(QStringLiteral("cosine 0.99997 ")), qPrintable(m_view->caption()));
    m_view->setK(1);
    QVERIFY2(m_view->caption().contains(QStringLiteral("cosine 1.0000 ")), qPrintable(m_view->caption()));
}

void tst_TopKView::crosshair_tellsAnEvaluatedPlaceWithItsUnits()
{
    QCOMPARE(m_view->plot().valuesAt(6.9), QStringLiteral("k = 6\nper tensor: cosine 0.26\nper channel: cosine 0.36"));
    m_view->setCost(TopKView::Cost::WeightBytes);
    QVERIFY(m_view->plot().valuesAt(12.1).startsWith(QStringLiteral("k = 6 · 12 KiB of weights in float\n")));
    m_view->setCost(TopKView::Cost::Macs);
    QVERIFY(m_view->plot().valuesAt(18.2).startsWith(QStringLiteral("k = 6 · 18 M MACs in float\n")));
}

void tst_TopKView::placesOfOneCost_areToldApart()
{
    // The third layer has no weights.
    m_view->setSeries(
        {{{}, {{0, 0.5, 0.0, 0.0}, {1, 0.6, 4096.0, 5.0}, {2, 0.7, 4096.0, 6.0}, {3, 0.8, 8192.0, 6.0}}}});
    m_view->setCost(TopKView::Cost::WeightBytes);
    const auto told = [this] { return m_view->plot().valuesAt(4.1); };
    QCOMPARE(told(), QStringLiteral("k = 1 · 4 KiB of weights in float\ncosine 0.6"));
    m_view->setK(2); // which the marker and the caption tell of
    QVERIFY(m_view->caption().contains(QStringLiteral("cosine 0.7000")));
    QCOMPARE(told(), QStringLiteral("k = 2 · 4 KiB of weights in float\ncosine 0.7"));
    m_view->setK(1);
    QCOMPARE(told(), QStringLiteral("k = 1 · 4 KiB of weights in float\ncosine 0.6"));
}

void tst_TopKView::marker_isDrawnOverTheCurves()
{
    m_view->setK(20);
    layOut();
    const QImage picture = m_view->plot().grab().toImage();
    const int column = int(m_view->plot().pixelOf(10));
    const Theme& theme = Theme::current();
    QVERIFY(pixelsOf(theme.selection, picture, column) > 20);
    for (const std::size_t series : {1, 2})
        QCOMPARE(pixelsOf(theme.series[series], picture, column), 0);
}

void tst_TopKView::logarithm_isOfWhatIsMissingToTheBest()
{
    m_view->plot().logarithmicAction()->trigger();
    QVERIFY(m_view->plot().isLogarithmic());
    QCOMPARE(m_view->plot().series().front().y[3], 1.0 - 0.26);
    QCOMPARE(m_view->plot().valuesAt(6.0),
             QStringLiteral("k = 6\nper tensor: 1 − cosine 0.74\nper channel: 1 − cosine 0.64"));
    QVERIFY(m_view->plot().visibleY().second < 2.0 && m_view->plot().visibleY().first > 0.01);
    m_view->plot().logarithmicAction()->trigger();
    QCOMPARE(m_view->plot().series().front().y[3], 0.26);
    QCOMPARE(m_view->plot().visibleY().second, 1.0); // its bounds are back
}

void tst_TopKView::logarithm_isRefusedForDecibels()
{
    m_view->plot().setLogarithmic(true);
    m_view->setMetric({QStringLiteral("SQNR, dB"), {}, QStringLiteral("%1 dB"), true});
    QVERIFY(!m_view->plot().isLogarithmic());
    QVERIFY(!m_view->plot().logarithmicAction()->isEnabled());
    QCOMPARE(m_view->plot().valuesAt(6.0), QStringLiteral("k = 6\nper tensor: 0.26 dB\nper channel: 0.36 dB"));
}

void tst_TopKView::csv_hasEveryEvaluation()
{
    m_view->setSeries({{QStringLiteral("a,b"), {{0, 0.5, 0.0, 0.0}, {3, 0.75, 2048.0, 3e6}}}});
    for (const bool isLogarithmic : {false, true}) { // whichever side of it is shown
        m_view->plot().setLogarithmic(isLogarithmic);
        QStringList lines = m_view->plot().csv().split(QLatin1Char('\n'));
        QVERIFY(lines.takeFirst().endsWith(QLatin1String(",cosine")));
        QCOMPARE(
            lines,
            (QStringList{QStringLiteral("\"a,b\",0,0,0,0.5"), QStringLiteral("\"a,b\",3,2048,3e+06,0.75"), QString()}));
    }
}

void tst_TopKView::cost_isSwitched_andTheMarkerStaysOnItsK()
{
    m_view->setK(10);
    m_view->setCost(TopKView::Cost::WeightBytes);
    QCOMPARE(m_view->k(), std::optional(10));
    QCOMPARE(m_view->plot().series().front().x[5], 20.0); // KiB
    m_view->setCost(TopKView::Cost::Macs);
    QCOMPARE(m_view->plot().series().front().x[5], 30.0); // millions
    QCOMPARE(m_view->k(), std::optional(10));
}

void tst_TopKView::series_growing_keepK()
{
    m_view->setK(10);
    QSignalSpy changed(m_view.get(), &TopKView::kChanged);
    m_view->setSeries(series(60));
    QCOMPARE(m_view->k(), std::optional(10));
    m_view->setSeries(series(4));
    QCOMPARE(m_view->k(), std::optional(0));
    m_view->setSeries({});
    QVERIFY(!m_view->k());
    QVERIFY(m_view->caption().isEmpty());
    QCOMPARE(changed.size(), 0);
}

void tst_TopKView::y_isFixed_whereTheMetricHasBounds()
{
    QCOMPARE(m_view->plot().visibleY().second, 1.0);
    m_view->setMetric({QStringLiteral("SQNR, dB")});
    QVERIFY(m_view->plot().visibleY().second < 0.8);
}

void tst_TopKView::k_isOnlyWhatWasEvaluated()
{
    m_view->setK(8);
    m_view->setK(7);
    QCOMPARE(m_view->k(), std::optional(8));
}

QTEST_MAIN(tst_TopKView)
#include "tst_top_k_view.moc"
