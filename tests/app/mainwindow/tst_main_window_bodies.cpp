// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/second_graph_pane.h"
#include "tests/app/mainwindow/nested_loops.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/graph/graph_find_field.h"

#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <fstream>

using namespace quantiscope;
using namespace quantiscope::test;

/// Bodies of control flow that hold control flow.
class tst_MainWindowBodies : public WindowTest
{
    Q_OBJECT

private slots:
    void bodyInABody_opens_withTheWayBack();
    void search_findsWhatIsInside();
    void bodies_ofTheMainGraph_beginAnew();
    void closing_whileABodyIsRead_isQuiet();
    void nestingBeyondReason_isToldInPlace();

private:
    [[nodiscard]] SecondGraphPane& second() const { return *m_window->findChild<SecondGraphPane*>(); }
    [[nodiscard]] GraphPane& pane() const { return *second().findChild<GraphPane*>(); }
    [[nodiscard]] QString title() const { return second().findChild<QLabel*>(u"title"_s)->text(); }
    [[nodiscard]] QToolButton* button(const QString& name) const { return second().findChild<QToolButton*>(name); }

    void openLoops(int depth)
    {
        const Model model = nestedLoops(depth).model();
        QVERIFY(model.save(toPath(path(u"loops.onnx"_s)), {}));
        openAndWait(path(u"loops.onnx"_s));
    }
    /// Opens the body of @p node of the graph that @p shown shows, as its context menu does.
    void openBody(const OpenedModelPtr& shown, const char* node)
    {
        const auto found = shown->graph.nodeNamed(node);
        QVERIFY2(found, node);
        const QString before = title();
        QMenu menu;
        second().addSubgraphActions(&menu, shown, int(*found));
        QCOMPARE(menu.actions().size(), 1);
        menu.actions().front()->trigger();
        QTRY_VERIFY(title() != before && second().isVisible());
        QTRY_VERIFY(!pane().navigator().isBusy());
    }
    [[nodiscard]] OpenedModelPtr inner() const { return pane().navigator().drawing()->modelPtr(); }
};

void tst_MainWindowBodies::bodyInABody_opens_withTheWayBack()
{
    openLoops(3);
    openBody(m_window->drawing()->modelPtr(), "loop0");
    QVERIFY(title().contains(u"loop0"_s));
    QVERIFY(!button(u"back"_s)->isVisible());
    openBody(inner(), "loop1");
    QVERIFY(title().contains(u"loop1"_s));
    QVERIFY(button(u"back"_s)->isVisible());
    openBody(inner(), "loop2");
    QVERIFY(inner()->graph.nodeNamed("product"));
    QTest::mouseClick(button(u"back"_s), Qt::LeftButton);
    QVERIFY(title().contains(u"loop1"_s));
    QVERIFY(inner()->graph.nodeNamed("loop2"));
    QTest::keyClick(button(u"back"_s), Qt::Key_Space);
    QVERIFY(title().contains(u"loop0"_s));
    QVERIFY(!button(u"back"_s)->isVisible());
    QTRY_VERIFY(!pane().navigator().isBusy());
}

void tst_MainWindowBodies::search_findsWhatIsInside()
{
    openLoops(2);
    openBody(m_window->drawing()->modelPtr(), "loop0");
    openBody(inner(), "loop1");
    pane().findField().setText(u"product"_s);
    QTRY_COMPARE(pane().findField().hits().size(), std::size_t(1));
    pane().findField().next();
    QTRY_COMPARE(pane().findField().hits().front(), int(*inner()->graph.nodeNamed("product")));
    // The graph around knows nothing of it.
    m_window->graphPane().findField().setText(u"product"_s);
    QTest::qWait(50);
    QVERIFY(m_window->graphPane().findField().hits().empty());
}

void tst_MainWindowBodies::bodies_ofTheMainGraph_beginAnew()
{
    openLoops(2);
    openBody(m_window->drawing()->modelPtr(), "loop0");
    openBody(inner(), "loop1");
    openBody(m_window->drawing()->modelPtr(), "loop0");
    QVERIFY(!button(u"back"_s)->isVisible());
    // Another model: nothing of the old one stays.
    openAndWait(sampleModel());
    QVERIFY(!second().isVisible());
}

void tst_MainWindowBodies::closing_whileABodyIsRead_isQuiet()
{
    openLoops(2);
    const OpenedModelPtr model = m_window->drawing()->modelPtr();
    second().showSubgraph(model, int(*model->graph.nodeNamed("loop0")), "body");
    second().clear();
    BackgroundTask::waitForAll();
    QCoreApplication::processEvents();
    QVERIFY(!second().isVisible());
    second().showSubgraph(model, int(*model->graph.nodeNamed("loop0")), "no such attribute");
    QTRY_VERIFY(!message().isEmpty());
}

void tst_MainWindowBodies::nestingBeyondReason_isToldInPlace()
{
    openLoops(25);
    openBody(m_window->drawing()->modelPtr(), "loop0");
    const GraphDrawingPtr before = m_window->drawing();
    for (const int depth : {40, 90, 600}) {
        const QString name = u"deep%1.onnx"_s.arg(depth);
        std::ofstream stream(toPath(path(name)), std::ios::binary);
        QVERIFY(nestedLoops(depth).build().SerializeToOstream(&stream));
        stream.close();
        m_window->open(path(name));
        QTRY_VERIFY2(message().contains(name), qPrintable(message()));
        QCOMPARE(m_window->drawing(), before);
    }
}

QTEST_MAIN(tst_MainWindowBodies)
#include "tst_main_window_bodies.moc"
