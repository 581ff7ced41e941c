// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph/graph_pane_fixture.h"
#include "tests/widgets/graph/quantized_models.h"
#include "widgets/graph/graph_find_field.h"
#include "widgets/graph/quantized_facts.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

/// Quantizers as chips on edges, and as boxes again.
class tst_GraphFolding : public GraphPaneTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void folded_hasNoBoxesOfQuantizers();
    void chips_tellTypeScaleAndZeroPoint();
    void weights_arePorts();
    void click_selectsTheQuantizers_doubleClickUnfoldsThem();
    void keys_unfoldAndFold();
    void reveal_ofAHiddenNode_showsItsMaker();
    void selectedQuantizers_paintTheirEdge();
    void floatGraph_hasNothingToFold();
    void outputs_keepTheirNames();

private:
    [[nodiscard]] QStringList boxes();
    [[nodiscard]] GraphScene::Boundary chipOf(const std::string& tensor);

    OpenedModelPtr m_model = quantizedNetwork();
};

void tst_GraphFolding::initTestCase()
{
    m_drawing = std::make_shared<const GraphDrawing>(m_model);
}

void tst_GraphFolding::init()
{
    GraphPaneTest::init();
    m_pane->navigator().expandAll();
    settle();
    view().setZoom(1.0);
}

QStringList tst_GraphFolding::boxes()
{
    QStringList names;
    for (const PictureItem& item : view().scene().picture().items()) {
        if (item.node >= 0)
            names += QString::fromStdString(m_model->graph.nodes()[std::size_t(item.node)].name);
    }
    names.sort();
    return names;
}

GraphScene::Boundary tst_GraphFolding::chipOf(const std::string& tensor)
{
    for (const GraphScene::Boundary& chip : view().scene().boundariesIn(view().scene().picture().picture().bounds)) {
        if (chip.tensor == tensor)
            return chip;
    }
    return {};
}

void tst_GraphFolding::folded_hasNoBoxesOfQuantizers()
{
    QCOMPARE(boxes(), (QStringList{QStringLiteral("conv"), QStringLiteral("sigmoid")}));
    std::vector<std::string> tensors;
    for (const PictureEdge& edge : view().scene().picture().edges())
        tensors.insert(tensors.end(), edge.tensors.begin(), edge.tensors.end());
    std::sort(tensors.begin(), tensors.end());
    QCOMPARE(tensors, (std::vector<std::string>{"r", "x", "y"}));
    m_pane->navigator().setFolded(false);
    settle();
    QCOMPARE(boxes().size(), 7);
    QVERIFY(chipOf("r").tensor.empty());
    m_pane->navigator().back();
    settle();
    QCOMPARE(boxes().size(), 2);
}

void tst_GraphFolding::chips_tellTypeScaleAndZeroPoint()
{
    for (const char* tensor : {"x", "r"}) {
        const GraphScene::Boundary chip = chipOf(tensor);
        QCOMPARE(chip.text, QStringLiteral("u8 · 2⁻¹ · zp 7"));
        QVERIFY(chip.fold >= 0 && !chip.rect.isEmpty());
    }
    QVERIFY(!chipOf("x").rect.intersects(chipOf("r").rect));
    const Graph& graph = m_model->graph;
    QCOMPARE(quantizerText(graph, graph.nodes()[std::size_t(nodeNamed(m_model, "w_DQ"))]),
             QStringLiteral("s8 · per channel ×2"));
    const QuantizerFolds folds(graph);
    const QuantizerFold& weight = folds.folds()[std::size_t(folds.foldOfSource("w_quantized"))];
    QCOMPARE(foldTip(graph, weight), QStringLiteral("DequantizeLinear: s8 · per channel ×2 · scales from 2⁻³ to 2⁻²"));
}

void tst_GraphFolding::weights_arePorts()
{
    const int conv = view().scene().itemShowing(nodeNamed(m_model, "conv"));
    QVERIFY(conv >= 0);
    const QRectF port = graph_parts::port(view().scene().picture().items()[std::size_t(conv)].rect, 0);
    view().frameItem(conv);
    const GraphHit hit = view().hitAt(view().toView(port.center()));
    QVERIFY(hit.part == GraphHit::Part::Port);
    QCOMPARE(hit.tensor, std::string("w_quantized"));
    QVERIFY(view().tipAt(view().toView(port.center())).contains(QStringLiteral("per channel ×2")));
}

void tst_GraphFolding::click_selectsTheQuantizers_doubleClickUnfoldsThem()
{
    view().setPlace({chipOf("r").rect.center(), 1.0});
    const QPoint place = view().toView(chipOf("r").rect.center()).toPoint();
    QVERIFY(view().tipAt(place).contains(QStringLiteral("u8 · 2⁻¹ · zp 7")));
    QTest::mouseClick(&view(), Qt::LeftButton, {}, place);
    QCOMPARE(m_selection->nodes(), (std::set<int>{nodeNamed(m_model, "r_Q"), nodeNamed(m_model, "r_DQ")}));
    QVERIFY(view().scene().isFoldSelected(chipOf("r").fold));
    QVERIFY(!view().scene().isFoldSelected(chipOf("x").fold));
    QTest::mouseDClick(&view(), Qt::LeftButton, {}, place);
    settle();
    QCOMPARE(boxes(),
             (QStringList{QStringLiteral("conv"), QStringLiteral("r_DQ"), QStringLiteral("r_Q"),
                          QStringLiteral("sigmoid")}));
}

void tst_GraphFolding::keys_unfoldAndFold()
{
    m_selection->select(nodeNamed(m_model, "sigmoid"));
    QTest::keyClick(&view(), Qt::Key_U); // what it reads
    settle();
    QCOMPARE(boxes().size(), 4);
    m_selection->select(nodeNamed(m_model, "r_Q"));
    QTest::keyClick(&view(), Qt::Key_U);
    settle();
    QCOMPARE(boxes().size(), 2);
    QTest::keyClick(&view(), Qt::Key_Return); // its quantizers are still selected
    settle();
    QCOMPARE(boxes().size(), 4);
    QTest::keyClick(&view(), Qt::Key_Q);
    settle();
    QCOMPARE(boxes().size(), 7);
    QVERIFY(!action("graph.fold")->isChecked());
    QTest::keyClick(&view(), Qt::Key_Q);
    settle();
    QCOMPARE(boxes().size(), 2);
    QVERIFY(action("graph.fold")->isChecked());
}

void tst_GraphFolding::reveal_ofAHiddenNode_showsItsMaker()
{
    view().setPlace({QPointF(-5000, -5000), 1.0});
    m_selection->reveal(nodeNamed(m_model, "r_DQ"));
    settle();
    QVERIFY(view().isInSight(view().scene().itemShowing(nodeNamed(m_model, "conv"))));
    m_selection->reveal(nodeNamed(m_model, "w_DQ")); // no node makes it
    settle();
    QVERIFY(view().isInSight(view().scene().itemShowing(nodeNamed(m_model, "conv"))));
    QCOMPARE(boxes().size(), 2);
    m_pane->findField().setText(QStringLiteral("r_Q"));
    QTRY_VERIFY(view().scene().isFoldHit(chipOf("r").fold));
}

void tst_GraphFolding::selectedQuantizers_paintTheirEdge()
{
    const auto edges = [this] {
        QStringList selected;
        for (const PictureEdge& edge : view().scene().picture().edges()) {
            if (view().scene().isSelected(edge))
                selected += QString::fromStdString(edge.tensors.front());
        }
        return selected;
    };
    QVERIFY(edges().isEmpty());
    m_selection->select(nodeNamed(m_model, "x_Q"));
    QCOMPARE(edges(), QStringList{QStringLiteral("x")});
    m_selection->clear();
    m_selection->selectTensor("r_codes"); // inside of the fold
    QCOMPARE(edges(), QStringList{QStringLiteral("r")});
}

void tst_GraphFolding::floatGraph_hasNothingToFold()
{
    m_pane->setDrawing(std::make_shared<const GraphDrawing>(floatNetwork()));
    settle();
    QVERIFY(!action("graph.fold")->isEnabled());
    QVERIFY(!ActionRegistry::disabledReason(action("graph.toggleFolds")).isEmpty());
    m_pane->navigator().toggleFolds({0});
    QVERIFY(m_pane->navigator().state().foldExceptions.empty());
}

void tst_GraphFolding::outputs_keepTheirNames()
{
    ModelBuilder b(13); // what quantizers make is the model's output
    b.input("x", DataType::Float, {1, 4});
    b.initializer("s", {}, {0.5F});
    b.initializer(makeTensor("z", DataType::Int8, {}, std::string(1, '\0')));
    b.node("Relu", {"x"}, {"inner"}, "relu");
    b.node("QuantizeLinear", {"inner", "s", "z"}, {"codes"}, "q");
    b.node("DequantizeLinear", {"codes", "s", "z"}, {"y"}, "dq");
    b.output("y");
    const GraphDrawing drawing(std::make_shared<const OpenedModel>(b.model({.allowQuantized = true})));
    const auto picture = drawing.draw({}, Feedback());
    QVERIFY(picture);
    std::vector<std::string> pills;
    for (const PictureItem& item : (*picture)->items) {
        if (item.kind == PictureItem::Kind::Output)
            pills.push_back(item.tensor);
    }
    QCOMPARE(pills, std::vector<std::string>{"y"});
    QCOMPARE((*picture)->edges.size(), 2U);
    QCOMPARE((*picture)->edges.back().tensors, std::vector<std::string>{"inner"});
}

QTEST_MAIN(tst_GraphFolding)
#include "tst_graph_folding.moc"
