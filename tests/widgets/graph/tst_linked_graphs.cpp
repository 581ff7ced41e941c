// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph/quantized_models.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/background_task.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/graph/linked_graphs.h"
#include "widgets/models/model_changes_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

/// A float graph and what was made of it, beside each other.
class tst_LinkedGraphs : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void cleanupTestCase();
    void selection_isThatOfCounterparts();
    void pointer_marksCounterparts();
    void places_areThoseOfCounterparts();
    void tags_tellWhatBecameOfNodes();
    void unlinked_graphsAreLeftAlone();
    void changes_areListed();

private:
    [[nodiscard]] int before(const char* name) const { return nodeNamed(m_comparison->before, name); }
    [[nodiscard]] int after(const char* name) const { return nodeNamed(m_comparison->after, name); }
    [[nodiscard]] static QPointF onScreen(GraphPane& pane, int node)
    {
        const GraphScene& scene = pane.view().scene();
        const QRectF rect = scene.picture().items()[std::size_t(scene.itemShowing(node))].rect;
        return pane.view().toView(rect.center());
    }

    const GraphComparisonPtr m_comparison =
        std::make_shared<const GraphComparison>(floatNetwork(), quantizedNetwork(), Feedback());
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<ActionRegistry> m_registry;
    std::unique_ptr<NodeSelection> m_first;
    std::unique_ptr<NodeSelection> m_second;
    GraphPane* m_before = nullptr;
    GraphPane* m_after = nullptr;
    LinkedGraphs* m_links = nullptr;
};

void tst_LinkedGraphs::init()
{
    m_window = std::make_unique<QWidget>();
    m_registry = std::make_unique<ActionRegistry>();
    m_first = std::make_unique<NodeSelection>();
    m_second = std::make_unique<NodeSelection>();
    m_before = new GraphPane(*m_registry, QStringLiteral("graph"), m_window.get());
    m_after = new GraphPane(*m_registry, QStringLiteral("secondGraph"), m_window.get());
    m_before->setSelection(m_first.get());
    m_after->setSelection(m_second.get());
    int left = 0;
    for (GraphPane* pane : {m_before, m_after}) {
        pane->view().setAnimated(false);
        pane->setGeometry(left, 0, 500, 400);
        left += 500;
    }
    m_window->resize(1000, 400);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_links = new LinkedGraphs(*m_before, *m_after, m_window.get());
    m_before->setDrawing(std::make_shared<const GraphDrawing>(m_comparison->before));
    m_after->setDrawing(std::make_shared<const GraphDrawing>(m_comparison->after));
    for (GraphPane* pane : {m_before, m_after}) {
        QTRY_VERIFY(!pane->navigator().isBusy());
        pane->navigator().expandAll();
        QTRY_VERIFY(!pane->navigator().isBusy());
    }
    m_links->setComparison(m_comparison);
}

void tst_LinkedGraphs::cleanup()
{
    m_window.reset();
    m_first.reset();
    m_second.reset();
    m_registry.reset();
}

void tst_LinkedGraphs::cleanupTestCase()
{
    BackgroundTask::waitForAll();
}

void tst_LinkedGraphs::selection_isThatOfCounterparts()
{
    for (const char* node : {"conv", "norm", "relu"}) {
        m_first->select(before(node));
        QCOMPARE(m_second->nodes(), std::set<int>{after("conv")});
        QCOMPARE(m_second->current(), after("conv"));
    }
    m_second->select(after("sigmoid"));
    QCOMPARE(m_first->nodes(), std::set<int>{before("sigmoid")});
    m_second->select(after("conv"));
    QCOMPARE(m_first->nodes(), (std::set<int>{before("conv"), before("norm"), before("relu")}));
    m_second->select(after("r_Q")); // on what the relu made
    QCOMPARE(m_first->nodes(), std::set<int>{before("relu")});
    m_second->select(after("w_DQ")); // a weight: what reads it
    QVERIFY(m_first->nodes().contains(before("conv")));
    m_second->clear();
    QVERIFY(m_first->nodes().empty());
}

void tst_LinkedGraphs::pointer_marksCounterparts()
{
    m_before->view().fit();
    QTest::mouseMove(&m_before->view(), onScreen(*m_before, before("norm")).toPoint());
    QTRY_COMPARE(m_after->view().scene().pointed(), std::set<int>{after("conv")});
    const int item = m_after->view().scene().itemShowing(after("conv"));
    QVERIFY((m_after->view().scene().marksOf(item) & GraphScene::Pointed) != 0);
    QTest::mouseMove(&m_before->view(), QPoint(2, 2));
    QTRY_VERIFY(m_after->view().scene().pointed().empty());
}

void tst_LinkedGraphs::places_areThoseOfCounterparts()
{
    QVERIFY(m_links->isMovedTogether());
    m_before->view().setZoom(1.3);
    m_first->reveal(before("sigmoid"));
    const auto isBeside = [this] {
        const QPointF apart = onScreen(*m_before, before("sigmoid")) - onScreen(*m_after, after("sigmoid"));
        return apart.manhattanLength() < 1.0;
    };
    QVERIFY(isBeside());
    QCOMPARE(m_after->view().zoom(), m_before->view().zoom());
    const GraphPlace place = m_before->view().place();
    m_before->view().setPlace({place.centre + QPointF(9, -13), 0.9});
    QCOMPARE(m_after->view().zoom(), 0.9);
    QVERIFY(isBeside());
    m_links->setMovedTogether(false);
    m_before->view().setPlace({place.centre, 1.1});
    QCOMPARE(m_after->view().zoom(), 0.9);
    m_links->setMovedTogether(true);
    QCOMPARE(m_after->view().zoom(), 1.1);
    // Who touches the other one leads.
    QTest::mousePress(&m_after->view(), Qt::RightButton, {}, QPoint(3, 3));
    m_after->view().setZoom(0.7);
    QCOMPARE(m_before->view().zoom(), 0.7);
}

void tst_LinkedGraphs::tags_tellWhatBecameOfNodes()
{
    const GraphScene& shown = m_before->view().scene();
    QVERIFY(!shown.tagOf(before("norm")).isEmpty());
    QCOMPARE(shown.tagOf(before("norm")), shown.tagOf(before("relu")));
    QVERIFY(shown.tagOf(before("conv")).isEmpty());
    QVERIFY((shown.marksOf(shown.itemShowing(before("norm"))) & GraphScene::Tagged) != 0);
    QVERIFY(m_after->view().scene().tagOf(after("conv")).isEmpty());
    QVERIFY(m_after->view().scene().tagOf(after("r_Q")).isEmpty());
}

void tst_LinkedGraphs::unlinked_graphsAreLeftAlone()
{
    m_first->select(before("conv"));
    m_links->setComparison(nullptr);
    QVERIFY(m_before->view().scene().tagOf(before("norm")).isEmpty());
    m_first->select(before("sigmoid"));
    QCOMPARE(m_second->nodes(), std::set<int>{after("conv")});
}

void tst_LinkedGraphs::changes_areListed()
{
    ModelChangesModel model;
    const QAbstractItemModelTester tester(&model);
    model.setComparison(m_comparison);
    const auto rowOf = [&model](const QString& word) {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data(ModelChangesModel::FilterRole).toString().contains(word))
                return row;
        }
        return -1;
    };
    const int norm = rowOf(QStringLiteral("BatchNormalization"));
    QVERIFY(norm >= 0);
    const auto text = [&model](int row, ModelChangesModel::Column column) {
        return model.index(row, int(column)).data().toString();
    };
    QCOMPARE(text(norm, ModelChangesModel::Column::Node), QStringLiteral("norm"));
    QCOMPARE(text(norm, ModelChangesModel::Column::Now), QStringLiteral("conv"));
    QCOMPARE(model.nodes(norm), (NodesOfBoth{{before("norm")}, {after("conv")}}));
    m_links->select(model.nodes(norm));
    QCOMPARE(m_first->nodes(), std::set<int>{before("norm")});
    QCOMPARE(m_second->nodes(), std::set<int>{after("conv")});
    const int quantizers = rowOf(QStringLiteral("QuantizeLinear"));
    QVERIFY(quantizers >= 0);
    int count = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (text(row, ModelChangesModel::Column::Operators).endsWith(QStringLiteral("quantizeLinear"))
            || text(row, ModelChangesModel::Column::Operators) == QStringLiteral("QuantizeLinear"))
            count += int(model.nodes(row).second.size());
    }
    QCOMPARE(count, 5);
    QVERIFY(rowOf(QStringLiteral("w_quantized")) >= 0); // nowhere near the random weight
    QVERIFY(!model.summary().isEmpty());
    model.setComparison(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(tst_LinkedGraphs)
#include "tst_linked_graphs.moc"
