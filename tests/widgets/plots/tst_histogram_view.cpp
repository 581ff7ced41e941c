// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/plots/histogram_tensors.h"
#include "widgets/common/theme.h"
#include "widgets/plots/clip_grip.h"
#include "widgets/plots/histogram_view.h"
#include "widgets/plots/plot_legend.h"

#include <QApplication>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

const QuantTarget kSymmetric{DataType::Int8, Symmetry::Symmetric};
const QuantTarget kAsymmetric{DataType::UInt8, Symmetry::Asymmetric};
const QuantTarget kPowerOf2{DataType::Int8, Symmetry::Symmetric, ScaleType::PowerOf2};

} // namespace

class tst_HistogramView : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void view_isEmpty_withoutTensors();
    void lines_standAtTheCodesEnds_andFiguresAreTheirs();
    void drag_byTheGrip_tellsLive_andChoosesOnce();
    void drag_byTheLine_choosesOnce();
    void drag_ofAnAsymmetricLine_leavesTheOther();
    void keys_moveTheLine_andChooseOnceWhenLetGo();
    void keys_goToTheNextPowerOfTwo();
    void revert_goesBack_andKeepIsOffered_onlyWhenChanged();
    void keep_wantsTheRange_thatGivesTheScale();
    void percentile_movesBothLines();
    void logarithm_isSwitchedByKeyAndButton();
    void otherMethods_areDashed_withTheirSqnr();
    void zoom_makesFinerBins();
    void lineOutsideTheView_hasItsGripAtTheEdge();
    void channels_areWorstFirst_andShowTheirOwn();
    void channelsWithOwnScales_haveLines_onlyOneByOne();
    void floatTensor_hasNoLines();
    void overlay_addsASeries();
    void controls_haveNames();

private:
    void show(std::vector<HistogramTensorPtr> tensors);
    [[nodiscard]] ClipGrip& grip(Bound bound) const { return m_view->plot().grip(bound); }
    [[nodiscard]] QPushButton* button(const char* text) const;
    void drag(Bound bound, int pixels);

    std::unique_ptr<HistogramView> m_view;
};

void tst_HistogramView::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
    m_view = std::make_unique<HistogramView>();
    m_view->resize(700, 500);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void tst_HistogramView::cleanup()
{
    m_view.reset();
}

void tst_HistogramView::show(std::vector<HistogramTensorPtr> tensors)
{
    m_view->setTensors(std::move(tensors));
    m_view->grab(); // lays the plot out
    QCoreApplication::processEvents();
    m_view->grab();
}

QPushButton* tst_HistogramView::button(const char* text) const
{
    for (QPushButton* each : m_view->findChildren<QPushButton*>()) {
        if (each->text().contains(QLatin1String(text)))
            return each;
    }
    return nullptr;
}

void tst_HistogramView::drag(Bound bound, int pixels)
{
    QWidget* taken = &grip(bound);
    const QPoint middle = taken->rect().center();
    QTest::mousePress(taken, Qt::LeftButton, {}, middle);
    for (int i = 1; i <= 5; ++i) {
        // The grip follows, so that places are those of the plot.
        const QPoint at = taken->mapFromParent(taken->geometry().center()) + QPoint(pixels / 5, 0);
        QTest::mouseMove(taken, at);
        m_view->grab();
    }
    QTest::mouseRelease(taken, Qt::LeftButton, {}, middle);
}

void tst_HistogramView::view_isEmpty_withoutTensors()
{
    show({});
    QVERIFY(!m_view->wantedRange());
    QVERIFY(m_view->plot().series().empty());
    QVERIFY(!button("Keep")->isVisible());
    show({activationTensor(kSymmetric)});
    QVERIFY(button("Keep")->isVisible());
    show({});
    QVERIFY(!button("Keep")->isVisible());
}

void tst_HistogramView::lines_standAtTheCodesEnds_andFiguresAreTheirs()
{
    const HistogramTensorPtr tensor = activationTensor(kSymmetric);
    show({tensor});
    QCOMPARE(m_view->plot().range()->first, tensor->current.low);
    QCOMPARE(m_view->plot().range()->second, tensor->current.high);
    QCOMPARE(m_view->figures(), tensor->histogram.figures(tensor->current));
    QCOMPARE(m_view->plot().series().size(), std::size_t(2));
    QVERIFY(m_view->plot().series()[0].mark == PlotMark::Area);
    const QString levels = QStringLiteral("of 256");
    const auto labels = m_view->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](QLabel* each) { return each->text().contains(levels); }));
}

void tst_HistogramView::drag_byTheGrip_tellsLive_andChoosesOnce()
{
    show({activationTensor(kSymmetric)});
    const ClipFigures before = m_view->figures();
    QSignalSpy chosen(m_view.get(), &HistogramView::rangeChosen);
    drag(Bound::High, -100);
    QCOMPARE(chosen.size(), 1);
    QVERIFY(m_view->isChanged());
    QVERIFY(m_view->figures().step < before.step);
    QVERIFY(m_view->figures().clippedShare > before.clippedShare);
    QCOMPARE(m_view->wantedRange()->min, -m_view->wantedRange()->max); // symmetric: both lines move
    QCOMPARE(chosen.front().at(1).toDouble(), double(m_view->wantedRange()->max));
}

void tst_HistogramView::drag_byTheLine_choosesOnce()
{
    show({activationTensor(kAsymmetric)});
    QSignalSpy chosen(m_view.get(), &HistogramView::rangeChosen);
    auto* canvas = grip(Bound::Low).parentWidget();
    const double before = m_view->plot().range()->first;
    const QPoint at(int(m_view->plot().pixelOf(before)), grip(Bound::Low).geometry().bottom() + 20);
    QTest::mousePress(canvas, Qt::LeftButton, {}, at);
    QTest::mouseMove(canvas, at + QPoint(40, 0));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, at + QPoint(40, 0));
    QCOMPARE(chosen.size(), 1);
    QVERIFY(m_view->plot().range()->first > before);
}

void tst_HistogramView::drag_ofAnAsymmetricLine_leavesTheOther()
{
    show({activationTensor(kAsymmetric)});
    const TensorRange before = *m_view->wantedRange();
    drag(Bound::High, -50);
    QVERIFY(m_view->wantedRange()->max < before.max);
    QCOMPARE(m_view->wantedRange()->min, before.min);
    drag(Bound::High, -2000); // codes hold 0
    QCOMPARE(m_view->wantedRange()->max, 0.0F);
}

void tst_HistogramView::keys_moveTheLine_andChooseOnceWhenLetGo()
{
    show({activationTensor(kAsymmetric)});
    QSignalSpy chosen(m_view.get(), &HistogramView::rangeChosen);
    const float before = m_view->wantedRange()->max;
    QTest::keyPress(&grip(Bound::High), Qt::Key_Left);
    QTest::keyPress(&grip(Bound::High), Qt::Key_Left);
    QCOMPARE(chosen.size(), 0);
    QTest::keyRelease(&grip(Bound::High), Qt::Key_Left);
    QCOMPARE(chosen.size(), 1);
    const float twice = before - m_view->wantedRange()->max;
    QVERIFY(twice > 0.0F);
    QTest::keyClick(&grip(Bound::High), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(std::abs(m_view->wantedRange()->max - (before + 4.0F * twice)) < 0.01F * twice);
}

void tst_HistogramView::keys_goToTheNextPowerOfTwo()
{
    show({activationTensor(kPowerOf2)});
    const double step = m_view->figures().step;
    QTest::keyClick(&grip(Bound::High), Qt::Key_Left);
    QCOMPARE(m_view->figures().step, 0.5 * step);
    QTest::keyClick(&grip(Bound::Low), Qt::Key_Left);
    QCOMPARE(m_view->figures().step, step);
    QVERIFY(!m_view->isChanged());
}

void tst_HistogramView::revert_goesBack_andKeepIsOffered_onlyWhenChanged()
{
    show({activationTensor(kSymmetric)});
    const auto before = *m_view->plot().range();
    QVERIFY(!button("Keep")->isEnabled() && !button("Revert")->isEnabled());
    drag(Bound::Low, 60);
    QVERIFY(button("Keep")->isEnabled() && button("Revert")->isEnabled());
    QVERIFY(*m_view->plot().range() != before);
    button("Revert")->click();
    QCOMPARE(*m_view->plot().range(), before);
    QVERIFY(!button("Keep")->isEnabled() && !m_view->isChanged());
}

void tst_HistogramView::keep_wantsTheRange_thatGivesTheScale()
{
    show({activationTensor(kPowerOf2)});
    QTest::keyClick(&grip(Bound::High), Qt::Key_Left);
    QSignalSpy wanted(m_view.get(), &HistogramView::overrideWanted);
    button("Keep")->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.front().at(0).toString(), QStringLiteral("1177"));
    QCOMPARE(wanted.front().at(1).toInt(), -1);
    const TensorRange range{float(wanted.front().at(2).toDouble()), float(wanted.front().at(3).toDouble())};
    QCOMPARE(double(coveredRange(range, kPowerOf2, CodeSource::Model).params.scale), m_view->figures().step);
}

void tst_HistogramView::percentile_movesBothLines()
{
    const HistogramTensorPtr tensor = activationTensor(kAsymmetric);
    show({tensor});
    QSignalSpy chosen(m_view.get(), &HistogramView::rangeChosen);
    auto* percentile = m_view->findChild<QDoubleSpinBox*>();
    percentile->setValue(99.0);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(*m_view->wantedRange(), tensor->histogram.percentile(99.0, tensor->percentileSymmetry));
    QVERIFY(std::abs(m_view->figures().clippedShare - 0.01) < 0.002);
    button("Revert")->click();
    QVERIFY(percentile->value() > 99.9);
}

void tst_HistogramView::logarithm_isSwitchedByKeyAndButton()
{
    show({activationTensor(kSymmetric)});
    QVERIFY(m_view->plot().isLogarithmic());
    QTest::keyClick(&m_view->plot(), Qt::Key_L);
    QVERIFY(!m_view->plot().isLogarithmic());
    for (QToolButton* each : m_view->findChildren<QToolButton*>()) {
        if (each->text() == QStringLiteral("Log")) {
            QVERIFY(!each->isChecked());
            each->click();
        }
    }
    QVERIFY(m_view->plot().isLogarithmic());
}

void tst_HistogramView::otherMethods_areDashed_withTheirSqnr()
{
    const HistogramTensorPtr tensor = activationTensor(kSymmetric);
    show({tensor});
    const auto& entries = m_view->findChild<PlotLegend*>()->entries();
    QVERIFY(entries.size() >= 5);
    QVERIFY(entries[2].isBold && entries[2].name.contains(QStringLiteral("MinMax")));
    QVERIFY(entries[2].value.contains(QStringLiteral("dB")));
    QCOMPARE(m_view->plot().marks().size(), entries.size() - 3);
    drag(Bound::High, -80);
    QCOMPARE(m_view->plot().marks().size(), entries.size() - 3); // the one in force is dashed now
    QVERIFY(!entries[2].value.isEmpty() && entries[3].isBold);
}

void tst_HistogramView::zoom_makesFinerBins()
{
    show({activationTensor(kSymmetric)});
    const auto width = [this] {
        const std::vector<double>& x = m_view->plot().series().front().x;
        return x[1] - x[0];
    };
    const double before = width();
    QTest::keyClick(&m_view->plot(), Qt::Key_Plus);
    QTRY_VERIFY(width() < 0.9 * before);
    QTest::keyClick(&m_view->plot(), Qt::Key_0);
    QTRY_COMPARE(width(), before);
}

void tst_HistogramView::lineOutsideTheView_hasItsGripAtTheEdge()
{
    show({activationTensor(kSymmetric)});
    for (int i = 0; i < 8; ++i)
        QTest::keyClick(&m_view->plot(), Qt::Key_Plus);
    QCoreApplication::processEvents();
    m_view->grab();
    QVERIFY(m_view->plot().visibleX().second < m_view->plot().range()->second);
    QVERIFY(grip(Bound::High).isVisible());
    QVERIFY(m_view->plot().rect().contains(grip(Bound::High).geometry().center()));
}

void tst_HistogramView::channels_areWorstFirst_andShowTheirOwn()
{
    const HistogramTensorPtr tensor = weightTensor(false);
    show({tensor});
    auto* table = m_view->findChild<QTableView*>();
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("2"));
    QVERIFY(m_view->plot().range());
    table->setCurrentIndex(table->model()->index(0, 0));
    QCOMPARE(m_view->channel(), std::optional<std::size_t>(2));
    QCOMPARE(m_view->figures(), tensor->channels[2].figures(tensor->current));
    QTest::keyClick(&grip(Bound::High), Qt::Key_Left);
    QSignalSpy wanted(m_view.get(), &HistogramView::overrideWanted);
    button("Keep")->click();
    QCOMPARE(wanted.front().at(1).toInt(), -1); // there is one scale
    m_view->showChannel(std::nullopt);
    QVERIFY(!table->selectionModel()->hasSelection());
    QVERIFY(!m_view->isChanged());
}

void tst_HistogramView::channelsWithOwnScales_haveLines_onlyOneByOne()
{
    const HistogramTensorPtr tensor = weightTensor(true);
    show({tensor});
    QVERIFY(!m_view->plot().range() && !m_view->wantedRange());
    QVERIFY(!grip(Bound::Low).isVisible());
    QCOMPARE(m_view->figures(), figuresOfChannels(tensor->channels, tensor->channelRanges));
    m_view->showChannel(1);
    m_view->grab();
    QVERIFY(m_view->plot().range());
    QCOMPARE(m_view->plot().range()->second, tensor->channelRanges[1].high);
    QTest::keyClick(&grip(Bound::High), Qt::Key_Left);
    QSignalSpy wanted(m_view.get(), &HistogramView::overrideWanted);
    button("Keep")->click();
    QCOMPARE(wanted.front().at(1).toInt(), 1);
}

void tst_HistogramView::floatTensor_hasNoLines()
{
    std::mt19937 generator(1);
    const auto statistics = binnedStatisticsOf(makeValues(Distribution::Normal, 9000, 1.0, generator));
    show({activationHistogram(QStringLiteral("7"), QString(), statistics, QuantConfig(), std::nullopt, std::nullopt)});
    QCOMPARE(m_view->plot().series().size(), std::size_t(1));
    QVERIFY(!m_view->plot().range());
    QVERIFY(!m_view->findChild<QDoubleSpinBox*>()->isEnabled());
}

void tst_HistogramView::overlay_addsASeries()
{
    show({activationTensor(kSymmetric), weightTensor(false)});
    QCOMPARE(m_view->plot().series().size(), std::size_t(3));
    QCOMPARE(m_view->plot().series()[2].name, QStringLiteral("stem.weight"));
    QVERIFY(m_view->plot().csv().contains(QStringLiteral("stem.weight")));
}

void tst_HistogramView::controls_haveNames()
{
    show({weightTensor(false)});
    for (const Bound bound : {Bound::Low, Bound::High}) {
        QVERIFY(!grip(bound).accessibleName().isEmpty());
        QVERIFY(!grip(bound).accessibleDescription().isEmpty());
        QVERIFY(grip(bound).focusPolicy() & Qt::TabFocus);
    }
    QVERIFY(!m_view->findChild<QTableView*>()->accessibleName().isEmpty());
    QVERIFY(!m_view->plot().accessibleName().isEmpty());
}

QTEST_MAIN(tst_HistogramView)
#include "tst_histogram_view.moc"
