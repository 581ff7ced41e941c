// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/plots/plot_pixels.h"
#include "widgets/common/theme.h"
#include "widgets/plots/error_strip.h"

#include <QAction>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>
#include <memory>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_ErrorStrip : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_strip.reset(); }
    void click_selectsTheNearest_andSaysSo();
    void slipOfTheHand_picksAndDoesNotZoom();
    void box_selectsNothing();
    void keys_goFromTensorToTensor();
    void selection_fromOutside_saysNothing();
    void selection_isDrawnOverTheCurves();
    void values_areThoseOfTheTensor();
    void csv_hasWhatIsKnownOfEachTensor();
    void logarithm_isRefused_becauseDecibelsAreLogarithmic();
    void blocks_standWhereThereIsRoom();
    void thousands_areDrawnAtOnce();

private:
    [[nodiscard]] QWidget* canvas() const { return m_strip->findChild<QWidget*>(); }
    /// Where the middle of the plot's points is, roughly.
    [[nodiscard]] QPoint middle() const { return {canvas()->width() * 55 / 100, canvas()->height() / 2}; }
    void fill(int count);

    std::unique_ptr<ErrorStrip> m_strip;
};

void tst_ErrorStrip::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
    m_strip = std::make_unique<ErrorStrip>();
    m_strip->resize(600, 140);
    m_strip->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_strip.get()));
    fill(100);
}

void tst_ErrorStrip::fill(int count)
{
    std::vector<ErrorStrip::Point> points;
    for (int i = 0; i < count; ++i)
        points.push_back({QStringLiteral("n%1").arg(i), 20.0 + i % 7, 10.0 - i % 3});
    points[5].own = std::numeric_limits<double>::infinity();
    points[6].accumulated = std::nan("");
    m_strip->setPoints(
        std::move(points),
        {{0, QStringLiteral("stem")}, {1, QStringLiteral("hidden")}, {std::size_t(count / 2), QStringLiteral("neck")}});
    m_strip->grab();
    QCoreApplication::processEvents();
    m_strip->grab();
}

void tst_ErrorStrip::click_selectsTheNearest_andSaysSo()
{
    QSignalSpy picked(m_strip.get(), &ErrorStrip::picked);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, middle());
    QCOMPARE(picked.size(), 1);
    const std::size_t first = *m_strip->selected();
    QVERIFY(first > 30 && first < 75);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, middle() + QPoint(60, 0));
    QVERIFY(*m_strip->selected() > first + 5);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, middle() + QPoint(60, 0));
    QCOMPARE(picked.size(), 2); // it was selected already
}

void tst_ErrorStrip::slipOfTheHand_picksAndDoesNotZoom()
{
    QSignalSpy picked(m_strip.get(), &ErrorStrip::picked);
    const auto before = m_strip->visibleX();
    QTest::mousePress(canvas(), Qt::LeftButton, {}, middle());
    QTest::mouseMove(canvas(), middle() + QPoint(5, 1));
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, middle() + QPoint(5, 1));
    QCOMPARE(picked.size(), 1);
    QVERIFY(m_strip->visibleX() == before);
    // A box that is meant zooms.
    QTest::mousePress(canvas(), Qt::LeftButton, {}, middle());
    QTest::mouseMove(canvas(), middle() + QPoint(80, 10));
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, middle() + QPoint(80, 10));
    QVERIFY(m_strip->visibleX() != before);
}

void tst_ErrorStrip::box_selectsNothing()
{
    QSignalSpy picked(m_strip.get(), &ErrorStrip::picked);
    QTest::mousePress(canvas(), Qt::LeftButton, {}, middle());
    QTest::mouseMove(canvas(), middle() + QPoint(80, 10));
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, middle() + QPoint(80, 10));
    QCOMPARE(picked.size(), 0);
}

void tst_ErrorStrip::keys_goFromTensorToTensor()
{
    QSignalSpy picked(m_strip.get(), &ErrorStrip::picked);
    QTest::keyClick(m_strip.get(), Qt::Key_Right);
    QCOMPARE(m_strip->selected(), std::optional<std::size_t>(0));
    QTest::keyClick(m_strip.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(m_strip->selected(), std::optional<std::size_t>(10));
    QTest::keyClick(m_strip.get(), Qt::Key_Left);
    QCOMPARE(m_strip->selected(), std::optional<std::size_t>(9));
    QCOMPARE(picked.size(), 3);
    const auto before = m_strip->visibleX();
    QTest::keyClick(m_strip.get(), Qt::Key_Plus);
    QVERIFY(m_strip->visibleX() != before);
}

void tst_ErrorStrip::selection_fromOutside_saysNothing()
{
    QSignalSpy picked(m_strip.get(), &ErrorStrip::picked);
    m_strip->setSelected(40);
    QCOMPARE(m_strip->selected(), std::optional<std::size_t>(40));
    QVERIFY(m_strip->accessibleDescription().contains(QStringLiteral("n40")));
    m_strip->setSelected(4000);
    QVERIFY(!m_strip->selected());
    QCOMPARE(picked.size(), 0);
}

void tst_ErrorStrip::selection_isDrawnOverTheCurves()
{
    m_strip->setSelected(50);
    m_strip->grab();
    QCoreApplication::processEvents();
    const QImage picture = m_strip->grab().toImage();
    const Theme& theme = Theme::current();
    int column = 0;
    for (int x = 0; x < picture.width(); ++x)
        column = pixelsOf(theme.selection, picture, x) > pixelsOf(theme.selection, picture, column) ? x : column;
    QVERIFY(pixelsOf(theme.selection, picture, column) > 20);
    for (const std::size_t series : {1, 2})
        QCOMPARE(pixelsOf(theme.series[series], picture, column), 0);
}

void tst_ErrorStrip::values_areThoseOfTheTensor()
{
    QCOMPARE(m_strip->valuesAt(2.3), QStringLiteral("n2\nown: 22.0 dB\naccumulated: 8.0 dB"));
    QVERIFY(m_strip->valuesAt(5.0).contains(QStringLiteral("∞")));
    QVERIFY(m_strip->valuesAt(6.0).contains(QStringLiteral("—")));
    QVERIFY(m_strip->valuesAt(-9.0).startsWith(QStringLiteral("n0")));
}

void tst_ErrorStrip::csv_hasWhatIsKnownOfEachTensor()
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    m_strip->setPoints({{QStringLiteral("Conv_1"), 22.25, 21.5, QStringLiteral("a,b")},
                        {QStringLiteral("Relu_2"), kInfinity, -3.125, QStringLiteral("c")},
                        {QStringLiteral("Add_3"), 30.0, std::nan(""), QStringLiteral("d")}},
                       {});
    QStringList lines = m_strip->csv().split(QLatin1Char('\n'));
    QVERIFY(lines[0].contains(QLatin1String("dB")));
    QCOMPARE(lines[0].count(QLatin1Char(',')), 3);
    lines.removeFirst();
    QCOMPARE(lines,
             (QStringList{QStringLiteral("\"a,b\",Conv_1,22.25,21.5"), QStringLiteral("c,Relu_2,inf,-3.125"),
                          QStringLiteral("d,Add_3,30,"), QString()}));
}

void tst_ErrorStrip::logarithm_isRefused_becauseDecibelsAreLogarithmic()
{
    QVERIFY(!m_strip->logarithmicAction()->isEnabled());
    QVERIFY(m_strip->logarithmicAction()->toolTip().contains(QLatin1String("logarithmic already")));
    QTest::keyClick(m_strip.get(), Qt::Key_L);
    QVERIFY(!m_strip->isLogarithmic());
}

void tst_ErrorStrip::blocks_standWhereThereIsRoom()
{
    const QStringList blocks = m_strip->shownBlocks();
    QVERIFY(blocks.contains(QStringLiteral("stem")) && blocks.contains(QStringLiteral("neck")));
    QVERIFY(!blocks.contains(QStringLiteral("hidden"))); // one point beside the stem
}

void tst_ErrorStrip::thousands_areDrawnAtOnce()
{
    fill(20'000);
    m_strip->setSelected(17'000);
    QCoreApplication::processEvents(); // the plot is drawn with the next turn of the loop
    const QImage picture = m_strip->grab().toImage();
    QVERIFY(!picture.isNull());
    QCOMPARE(m_strip->series().front().x.size(), std::size_t(20'000));
    bool isSeen = false; // the line of the selection, the only thing that red
    for (int x = 0; x < picture.width(); ++x) {
        const QColor color = picture.pixelColor(x, picture.height() / 2);
        isSeen = isSeen || color.red() - color.green() > 100;
    }
    QVERIFY(isSeen);
}

QTEST_MAIN(tst_ErrorStrip)
#include "tst_error_strip.moc"
