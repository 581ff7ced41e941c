// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/mark_bar.h"
#include "app/mainwindow/message_strip.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/graph/graph_legend.h"

#include <QDockWidget>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

using namespace quantiscope;
using namespace quantiscope::test;

/// Where the parts of the window are and how much room they have, measured.
class tst_MainWindowLayout : public WindowTest
{
    Q_OBJECT

public:
    tst_MainWindowLayout()
    {
        // The design's letters, where they are installed.
        if (const QString inter = u"Inter"_s; QFontDatabase::hasFamily(inter))
            QApplication::setFont(QFont(inter, 9));
    }

private slots:
    void docks_areAsWideAsDesigned_data();
    void docks_areAsWideAsDesigned();
    void window_staysAsBigAsItWasMade_inEveryPerspective();
    void message_neverWidensItsPage();
    void markBar_isNeverCut();
    void legend_isAStrip_whereTheGraphIsNarrow();
    void export_isNotOfferedWithoutAModel();

private:
    [[nodiscard]] int dockWidth(const char* id) const
    {
        const auto* dock = m_window->findChild<QDockWidget*>(u"dock."_s + QString::fromLatin1(id));
        return dock && dock->isVisible() ? dock->width() : 0;
    }
    /// Pixels of the design, which was drawn with letters of eight pixels, with the letters of this machine.
    [[nodiscard]] int designed(int pixels) const { return m_window->fontMetrics().averageCharWidth() * pixels / 8; }
    /// Likewise, or what the dock's words need where letters are wide for their average.
    [[nodiscard]] int designed(const char* name, int pixels) const
    {
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("dock.") + QString::fromLatin1(name));
        return std::max(designed(pixels), dock->minimumSizeHint().width());
    }
};

void tst_MainWindowLayout::docks_areAsWideAsDesigned_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("recipe");
    QTest::addColumn<int>("data");
    QTest::addColumn<int>("tasks");
    QTest::addColumn<int>("errors");
    QTest::newRow("1440") << QSize(1440, 900) << 264 << 336 << 248 << 296 << 1016;
    QTest::newRow("1280") << QSize(1280, 800) << 208 << 304 << 240 << 264 << 880;
}

void tst_MainWindowLayout::docks_areAsWideAsDesigned()
{
    QFETCH(const QSize, size);
    QFETCH(const int, model);
    QFETCH(const int, recipe);
    QFETCH(const int, data);
    QFETCH(const int, tasks);
    QFETCH(const int, errors);
    m_window->resize(designed(size.width()), size.height());
    openAndWait(sampleProject());
    QTRY_COMPARE(dockWidth("model"), designed("model", model));
    QTRY_COMPARE(dockWidth("recipe"), designed("recipe", recipe));
    m_window->showPerspective(Perspective::Calibrate);
    QTRY_COMPARE(dockWidth("tasks"), designed("tasks", tasks));
    QTRY_COMPARE(dockWidth("data"), designed("data", data));
    m_window->showPerspective(Perspective::Analyse);
    // As wide as the two docks below it, with the line between those.
    const int line = m_window->style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent);
    QTRY_VERIFY(std::abs(dockWidth("layerErrors") - designed("layerErrors", errors)) <= line);
}

void tst_MainWindowLayout::window_staysAsBigAsItWasMade_inEveryPerspective()
{
    const QSize size(1280, 800);
    m_window->resize(size);
    openAndWait(sampleProject());
    runJob("run.quantize");
    for (const Perspective perspective : {Perspective::Inspect, Perspective::Calibrate, Perspective::Analyse,
                                          Perspective::Compare, Perspective::Inspect}) {
        m_window->showPerspective(perspective);
        QTest::qWait(50); // layouts
        QCOMPARE(m_window->size(), size);
        QVERIFY2(m_window->minimumSizeHint().height() <= size.height(), qPrintable(perspectiveKey(perspective)));
    }
    action("mark.between")->trigger();
    QTest::qWait(50);
    QCOMPARE(m_window->size(), size);
}

void tst_MainWindowLayout::message_neverWidensItsPage()
{
    m_window->resize(designed(1280), 800);
    openAndWait(sampleProject());
    m_window->showPerspective(Perspective::Analyse);
    QTRY_VERIFY(dockWidth("layerErrors") > 0);
    QTest::qWait(100); // docks get their widths
    const int before = dockWidth("layerErrors");
    auto* strip = m_window->findChild<MessageStrip*>();
    const auto nothing = [] {};
    strip->showMessage(MessageStrip::Kind::Warning, u"Quantize is done."_s,
                       u"There are many words here. "_s.repeated(6),
                       {{u"See the warnings"_s, nothing}, {u"Compare"_s, nothing}, {u"Show the folder"_s, nothing}});
    QTest::qWait(100);
    QVERIFY(strip->isVisible());
    QCOMPARE(dockWidth("layerErrors"), before);
    int bottom = 0; // of the words
    for (const auto* label : strip->findChildren<QLabel*>())
        bottom = std::max(bottom, label->text().isEmpty() ? 0 : label->geometry().bottom());
    const auto buttons = strip->findChildren<QToolButton*>();
    QCOMPARE(buttons.size(), 4);
    for (const QToolButton* button : buttons) {
        QVERIFY(strip->rect().contains(button->geometry()));
        QVERIFY(button->text().isEmpty() || button->geometry().top() > bottom); // there is no room beside them
    }
}

void tst_MainWindowLayout::markBar_isNeverCut()
{
    openAndWait(sampleProject());
    action("view.markBar")->trigger();
    auto* bar = m_window->findChild<MarkBar*>();
    GraphPane& pane = m_window->graphPane();
    QTRY_COMPARE(bar->mapTo(&pane, QPoint(0, bar->height())).y(), pane.view().y()); // right above the graph
    QVERIFY(bar->mapTo(&pane, QPoint()).y() > 0);
    for (const int width : {900, 640, 480, 360}) {
        bar->resize(width, bar->height());
        for (const QToolButton* button : bar->findChildren<QToolButton*>()) {
            const bool hasWords = button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon;
            QVERIFY2(!hasWords || button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            QVERIFY2(bar->rect().contains(button->geometry()), qPrintable(button->text()));
        }
    }
    auto* between = bar->findChild<QToolButton*>(u"mark.between"_s);
    between->click();
    bar->resize(360, bar->height());
    QCOMPARE(between->toolButtonStyle(), Qt::ToolButtonTextBesideIcon); // the way that is chosen keeps its word
}

void tst_MainWindowLayout::legend_isAStrip_whereTheGraphIsNarrow()
{
    openAndWait(sampleProject());
    const auto* legend = m_window->graphPane().findChild<GraphLegend*>();
    QVERIFY(legend->isVisible());
    QVERIFY(!legend->isStrip());
    m_window->resize(designed(1280), 800);
    action("window.resetLayout")->trigger();
    QTRY_VERIFY(legend->isStrip());
    QVERIFY(legend->isVisible());
    QTRY_COMPARE(legend->width(), m_window->graphPane().width());
    QCOMPARE(legend->height(), legend->heightForWidth(legend->width()));
    QVERIFY(legend->heightForWidth(200) > legend->heightForWidth(2000)); // it wraps
}

void tst_MainWindowLayout::export_isNotOfferedWithoutAModel()
{
    auto* button = m_window->findChild<QToolButton*>(u"exportButton"_s);
    QVERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().contains(u"model"_s));
    openAndWait(sampleProject());
    QVERIFY(button->isEnabled());
}

QTEST_MAIN(tst_MainWindowLayout)
#include "tst_main_window_layout.moc"
