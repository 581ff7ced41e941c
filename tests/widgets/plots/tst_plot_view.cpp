// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme.h"
#include "widgets/plots/plot_legend.h"
#include "widgets/plots/plot_view.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace quantiscope;

class tst_PlotView : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void values_areThoseOfTheStepUnderX();
    void mouse_movesTheCrosshair_withoutDrawingTheSeries();
    void wheel_zoomsXAndShiftY();
    void doubleClick_showsAllAgain();
    void keys_zoomAndMove();
    void ceiling_cutsTheViewUntilItIsTaken();
    void values_areSaidWithTheirUnits();
    void logarithm_isSwitched_unlessItIsRefused();
    void logarithm_beginsBelowTheLowestValue();
    void otherNumbers_keepTheView();
    void y_isFixed_whereItHasBounds();
    void export_writesEachKind();
    void exportedPictures_haveTheLegend();
    void failedExport_isToldBelowThePlot();
    void csv_hasARowForEachPlace();
    void theme_changesThePicture();

private:
    std::unique_ptr<PlotView> m_view;
};

void tst_PlotView::init()
{
    applyTheme(*qApp, ThemeChoice::Light);
    m_view = std::make_unique<PlotView>();
    m_view->resize(400, 300);
    m_view->setAxisTitles(QStringLiteral("value, no unit"), QStringLiteral("share, %"));
    m_view->setSeries({{QStringLiteral("R"), {0.0, 1.0, 2.0, 3.0}, {5.0, 7.0, 2.0, 2.0}, true},
                       {QStringLiteral("G"), {0.0, 2.0}, {0.0, 4.0}, false}});
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void tst_PlotView::cleanup()
{
    m_view.reset();
}

void tst_PlotView::values_areThoseOfTheStepUnderX()
{
    QCOMPARE(m_view->valuesAt(1.5), QStringLiteral("1.5\nR: 7\nG: 3"));
    QCOMPARE(m_view->valuesAt(2.5), QStringLiteral("2.5\nR: 2"));
    QCOMPARE(m_view->valuesAt(9.0), QStringLiteral("9"));
}

void tst_PlotView::mouse_movesTheCrosshair_withoutDrawingTheSeries()
{
    QWidget* plot = nullptr;
    for (QWidget* child : m_view->findChildren<QWidget*>())
        plot = child->inherits("QCustomPlot") ? child : plot;
    QVERIFY(plot);
    QTest::qWait(50); // the first pictures
    const QImage before = plot->grab().toImage();
    const QSignalSpy drawn(plot, SIGNAL(beforeReplot()));
    QVERIFY(drawn.isValid());
    const QPoint center = plot->rect().center();
    for (int x = -40; x <= 40; x += 10) {
        QTest::mouseMove(plot, center + QPoint(x, 0));
        QTest::qWait(5);
    }
    QCOMPARE(drawn.count(), 0); // with 10,000 points each would take longer than 50 ms
    QVERIFY(plot->grab().toImage() != before);
}

void tst_PlotView::wheel_zoomsXAndShiftY()
{
    QWidget* plot = m_view->findChild<QWidget*>();
    const auto before = m_view->visibleX();
    const QPointF at(200, 150);
    QWheelEvent in(at, plot->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(plot, &in);
    const auto zoomed = m_view->visibleX();
    QVERIFY(zoomed.second - zoomed.first < before.second - before.first);
    QWheelEvent tall(at, plot->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ShiftModifier, Qt::NoScrollPhase,
                     false);
    QApplication::sendEvent(plot, &tall);
    QCOMPARE(m_view->visibleX(), zoomed);
}

void tst_PlotView::doubleClick_showsAllAgain()
{
    const auto all = m_view->visibleX();
    QTest::keyClick(m_view.get(), Qt::Key_Plus);
    QVERIFY(m_view->visibleX() != all);
    QTest::mouseDClick(m_view->findChild<QWidget*>(), Qt::LeftButton, {}, {200, 150});
    QCOMPARE(m_view->visibleX(), all);
    QCOMPARE(all, std::make_pair(0.0, 3.0));
}

void tst_PlotView::keys_zoomAndMove()
{
    QTest::keyClick(m_view.get(), Qt::Key_Plus);
    const auto zoomed = m_view->visibleX();
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QVERIFY(m_view->visibleX().first > zoomed.first);
    QTest::keyClick(m_view.get(), Qt::Key_0);
    QCOMPARE(m_view->visibleX(), std::make_pair(0.0, 3.0));
}

void tst_PlotView::ceiling_cutsTheViewUntilItIsTaken()
{
    QVERIFY(m_view->visibleY().second > 7.0);
    m_view->setCeiling(4.0, 1.0, QStringLiteral("7 % at 1, cut"));
    QVERIFY(m_view->visibleY().second > 4.0 && m_view->visibleY().second < 5.0);
    m_view->setCeiling(0.0, 0.0, {});
    QVERIFY(m_view->visibleY().second > 7.0);
}

void tst_PlotView::values_areSaidWithTheirUnits()
{
    m_view->setValueTexts(QStringLiteral("value %1"), QStringLiteral("%1 %"));
    QCOMPARE(m_view->valuesAt(1.5), QStringLiteral("value 1.5\nR: 7 %\nG: 3 %"));
    m_view->setSeries({{QString(), {0.0, 1.0}, {0.99997, 0.99997}}});
    QCOMPARE(m_view->valuesAt(0.5), QStringLiteral("value 0.5\n0.99997 %")); // not 1
}

void tst_PlotView::logarithm_isSwitched_unlessItIsRefused()
{
    int changes = 0;
    connect(m_view.get(), &PlotView::logarithmicChanged, this, [&changes] { ++changes; });
    const QString reason = QStringLiteral("Decibels are logarithmic already");
    m_view->refuseLogarithmic(reason);
    QTest::keyClick(m_view.get(), Qt::Key_L);
    m_view->setLogarithmic(true);
    QVERIFY(!m_view->isLogarithmic());
    QVERIFY(!m_view->logarithmicAction()->isEnabled());
    QCOMPARE(m_view->logarithmicAction()->toolTip(), reason);
    m_view->refuseLogarithmic({});
    QVERIFY(m_view->logarithmicAction()->isEnabled());
    QTest::keyClick(m_view.get(), Qt::Key_L);
    QVERIFY(m_view->isLogarithmic());
    QVERIFY(m_view->logarithmicAction()->isChecked());
    QVERIFY(m_view->visibleY().second >= 7.0);
    m_view->setLogarithmic(true); // nothing changes
    QTest::keyClick(m_view.get(), Qt::Key_L);
    QVERIFY(!m_view->isLogarithmic());
    QVERIFY(!m_view->logarithmicAction()->isChecked());
    QCOMPARE(changes, 2);
    m_view->logarithmicAction()->trigger();
    QVERIFY(m_view->isLogarithmic());
    m_view->refuseLogarithmic(reason); // other numbers came
    QVERIFY(!m_view->isLogarithmic());
}

void tst_PlotView::logarithm_beginsBelowTheLowestValue()
{
    m_view->setSeries({{QStringLiteral("R"), {0.0, 1.0, 2.0}, {0.0, 2e-5, 3e-3}}});
    m_view->setLogarithmic(true);
    QVERIFY(m_view->visibleY().second > 3e-3 && m_view->visibleY().second < 3e-2);
    QVERIFY(m_view->visibleY().first > 1e-5 && m_view->visibleY().first < 2e-5);
    m_view->setLogarithmicBottom(1e-4);
    QCOMPARE(m_view->visibleY().first, 1e-4);
    m_view->setLogarithmicBottom(std::nullopt);
    m_view->setSeries({{QStringLiteral("R"), {0.0, 1.0}, {0.0, -1.0}}}); // nothing that it could show
    QVERIFY(m_view->visibleY().second > m_view->visibleY().first && m_view->visibleY().first > 0.0);
}

void tst_PlotView::otherNumbers_keepTheView()
{
    QTest::keyClick(m_view.get(), Qt::Key_Plus);
    const auto zoomed = m_view->visibleX();
    m_view->updateSeries({{QStringLiteral("R"), {0.0, 9.0}, {1.0, 90.0}, false}});
    QCOMPARE(m_view->visibleX(), zoomed);
    QCOMPARE(m_view->valuesAt(9.0), QStringLiteral("9\nR: 90"));
    m_view->setSeries(m_view->series()); // over another range
    QCOMPARE(m_view->visibleX(), std::make_pair(0.0, 9.0));
    QTest::keyClick(m_view.get(), Qt::Key_Plus);
    const auto again = m_view->visibleX();
    m_view->setSeries({{QStringLiteral("G"), {0.0, 9.0}, {1.0, 900.0}}}); // over the same
    QCOMPARE(m_view->visibleX(), again);
    QVERIFY(m_view->visibleY().second > 900.0);
    m_view->showAll();
    QCOMPARE(m_view->visibleX(), std::make_pair(0.0, 9.0));
}

void tst_PlotView::y_isFixed_whereItHasBounds()
{
    m_view->setFixedY(std::pair(0.0, 20.0));
    QCOMPARE(m_view->visibleY().second, 20.0);
    m_view->showAll();
    QCOMPARE(m_view->visibleY().second, 20.0);
    m_view->setFixedY(std::nullopt);
    QVERIFY(m_view->visibleY().second < 10.0);
}

void tst_PlotView::export_writesEachKind()
{
    const QTemporaryDir folder;
    QVERIFY(m_view->exportTo(folder.filePath(QStringLiteral("p.png"))));
    QVERIFY(QImage(folder.filePath(QStringLiteral("p.png"))).width() >= 400);
    QVERIFY(m_view->exportTo(folder.filePath(QStringLiteral("p.svg"))));
    QFile svg(folder.filePath(QStringLiteral("p.svg")));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("<svg"));
    QVERIFY(m_view->exportTo(folder.filePath(QStringLiteral("p.csv"))));
    QVERIFY(!m_view->exportTo(folder.filePath(QStringLiteral("nowhere/p.png"))));
    QVERIFY(!m_view->exportTo(folder.filePath(QStringLiteral("p.txt"))));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("p.txt"))));
}

void tst_PlotView::exportedPictures_haveTheLegend()
{
    const QTemporaryDir folder;
    const auto written = [&](const char* name) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        return m_view->exportTo(path) ? path : QString();
    };
    const auto textOf = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    const QImage bare(written("bare.png"));
    QVERIFY(!textOf(written("bare.svg")).contains(QLatin1String(">green channel<")));
    PlotLegend legend;
    m_view->setLegend(&legend);
    QCOMPARE(QImage(written("empty.png")).size(), bare.size());
    legend.setEntries({{PlotLegend::Key::Line, 0, QStringLiteral("red channel")},
                       {PlotLegend::Key::Line, 1, QStringLiteral("green channel")}});
    const QString svg = textOf(written("p.svg"));
    QVERIFY(svg.contains(QLatin1String(">red channel<")) && svg.contains(QLatin1String(">green channel<")));
    const QImage picture(written("p.png"));
    QCOMPARE(picture.width(), bare.width());
    QVERIFY(picture.height() > bare.height());
    const int above = picture.height() - bare.height();
    const QRgb mark = Theme::current().series[1].rgb();
    bool isMarked = false;
    for (int y = 0; y < above; ++y) {
        for (int x = 0; x < picture.width(); ++x)
            isMarked = isMarked || (picture.pixel(x, y) | 0xff000000U) == mark;
    }
    QVERIFY(isMarked);
    QCOMPARE(picture.copy(0, above, bare.width(), bare.height()).convertToFormat(QImage::Format_RGB32),
             bare.convertToFormat(QImage::Format_RGB32)); // the plot below is whole
}

void tst_PlotView::failedExport_isToldBelowThePlot()
{
    const QTemporaryDir folder;
    const auto said = [this] {
        for (const QLabel* label : m_view->findChildren<QLabel*>()) {
            if (label->isVisible() && !label->text().isEmpty())
                return label->text();
        }
        return QString();
    };
    QVERIFY(said().isEmpty());
    const QString nowhere = folder.filePath(QStringLiteral("nowhere/p.svg"));
    m_view->exportAndTell(nowhere);
    QVERIFY2(said().contains(nowhere), qPrintable(said()));
    const QString svg = folder.filePath(QStringLiteral("p.svg"));
    m_view->exportAndTell(svg);
    QVERIFY(said().isEmpty());
    QVERIFY(!m_view->exportTo(folder.filePath(QStringLiteral("plot")))); // no kind is named
}

void tst_PlotView::csv_hasARowForEachPlace()
{
    QCOMPARE(m_view->csv(), QStringLiteral("\"value, no unit\",\"R\",\"G\"\n0,5,0\n1,7,2\n2,2,4\n3,2,\n"));
}

void tst_PlotView::theme_changesThePicture()
{
    const QRgb light = m_view->grab().toImage().pixel(2, 2);
    applyTheme(*qApp, ThemeChoice::Dark);
    QTRY_VERIFY(qGray(m_view->grab().toImage().pixel(2, 2)) < 100);
    QVERIFY(qGray(light) > 200);
}

QTEST_MAIN(tst_PlotView)
#include "tst_plot_view.moc"
