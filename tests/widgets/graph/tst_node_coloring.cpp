// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/processor_time.h"
#include "widgets/graph/node_coloring.h"

#include "tests/widgets/graph/graph_scenes.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_texts.h"
#include "widgets/graph/operator_category.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_NodeColoring : public QObject
{
    Q_OBJECT

private slots:
    void operators_haveTheColourOfTheirCategory();
    void operators_knowTheirCategory_data();
    void operators_knowTheirCategory();
    void precisions_areCountedAndColoured();
    void types_areThoseOfTheOutputs();
    void parameters_areOnAScale();
    void blocks_haveTheColourOfMostNodes();
    void quantizedBlocks_haveTheColourOfTheirWork();
    void longExtentNames_areShort_inPictures();
    void details_sayWhatMatters();
};

void tst_NodeColoring::operators_haveTheColourOfTheirCategory()
{
    const NodeColoringPtr coloring = colorByOperator(smallModel());
    const auto& categories = Theme::current().categories;
    QCOMPARE(coloring->color(0), categories[0]);
    QCOMPARE(coloring->color(1), categories[1]);
    QCOMPARE(coloring->color(2), categories[2]);
    QCOMPARE(coloring->color(3), categories[4]);
    QVERIFY(!coloring->color(4).isValid());
    QVERIFY(!coloring->color(-1).isValid());
    const ColorLegend legend = coloring->legend();
    QCOMPARE(legend.entries.size(), std::size_t(4));
    QCOMPARE(legend.entries[0].count, 1);
    QVERIFY(legend.ticks.empty());
}

void tst_NodeColoring::operators_knowTheirCategory_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("category");
    QTest::newRow("Gemm") << QStringLiteral("Gemm") << int(OperatorCategory::Linear);
    QTest::newRow("HardSwish") << QStringLiteral("HardSwish") << int(OperatorCategory::Activation);
    QTest::newRow("Add") << QStringLiteral("Add") << int(OperatorCategory::Elementwise);
    QTest::newRow("Resize") << QStringLiteral("Resize") << int(OperatorCategory::Pooling);
    QTest::newRow("DequantizeLinear") << QStringLiteral("DequantizeLinear") << int(OperatorCategory::Quantize);
    QTest::newRow("other domain") << QStringLiteral("ExtendedQuantizeLinear") << int(OperatorCategory::Quantize);
    QTest::newRow("unknown") << QStringLiteral("MyOwn") << int(OperatorCategory::Elementwise);
}

void tst_NodeColoring::operators_knowTheirCategory()
{
    QFETCH(QString, type);
    QFETCH(int, category);
    QCOMPARE(int(operatorCategory(type.toStdString())), category);
    QVERIFY(!categoryText(OperatorCategory(category)).isEmpty());
}

void tst_NodeColoring::precisions_areCountedAndColoured()
{
    const NodeColoringPtr coloring =
        colorByPrecision({NodePrecision::Int8, NodePrecision::Excluded, NodePrecision::Int8, NodePrecision::Unknown});
    const Theme& theme = Theme::current();
    QCOMPARE(coloring->color(0), theme.int8);
    QCOMPARE(coloring->color(1), theme.floating);
    QVERIFY(!coloring->color(3).isValid());
    QVERIFY(coloring->valueText(3).isEmpty());
    const ColorLegend legend = coloring->legend();
    QCOMPARE(legend.entries.size(), std::size_t(2));
    QCOMPARE(legend.entries[0].text, QStringLiteral("int8"));
    QCOMPARE(legend.entries[0].count, 2);
}

void tst_NodeColoring::types_areThoseOfTheOutputs()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.node("Relu", {"x"}, {"r"}, "relu");
    b.node("Sigmoid", {"r"}, {"y"}, "sigmoid");
    b.node("Shape", {"r"}, {"n"}, "shape");
    b.output("y").output("n", DataType::Int64, {2});
    const NodeColoringPtr coloring = colorByType(std::make_shared<const OpenedModel>(b.model()));
    QCOMPARE(coloring->valueText(0), QStringLiteral("f32"));
    QCOMPARE(coloring->valueText(2), QStringLiteral("i64"));
    QCOMPARE(coloring->color(0), coloring->color(1));
    QVERIFY(coloring->color(0) != coloring->color(2));
    QCOMPARE(coloring->legend().entries.front().count, 2); // the most frequent first
}

void tst_NodeColoring::parameters_areOnAScale()
{
    const OpenedModelPtr model = smallModel();
    QCOMPARE(parameterBytes(*model, 0), std::uint64_t(16 * 27 * 4 + 16 * 4));
    QCOMPARE(parameterBytes(*model, 1), std::uint64_t(0));

    // One that reads a hundred thousand, some of them twice, is no slower for each.
    ModelBuilder b(13);
    std::vector<std::string> inputs;
    for (int i = 0; i < 30000; ++i) {
        inputs.push_back("w" + std::to_string(i));
        b.initializer(inputs.back(), {1, 1}, {1.0F});
    }
    inputs.push_back("w0");
    b.input("x", DataType::Float, {1, 1});
    inputs.push_back("x");
    b.node("Concat", inputs, {"y"}, "all").attribute("axis", 0);
    b.output("y");
    const OpenedModel wide(b.model());
    const ProcessorTime time;
    QCOMPARE(parameterBytes(wide, 0), std::uint64_t(30000 * 4));
    QVERIFY2(time.isBelow(0.5), time.text().constData());
    const NodeColoringPtr coloring = colorByParameters(model);
    QVERIFY(coloring->style() == NodeColoring::Style::Fill);
    QVERIFY(!coloring->color(1).isValid());
    // 1792 bytes on a scale that ends at 2048.
    QCOMPARE(coloring->color(0), sequentialColor(std::log2(1792.0) / 11.0));
    const ColorLegend legend = coloring->legend();
    QCOMPARE(legend.ticks.size(), std::size_t(3));
    QCOMPARE(legend.ticks[2].place, 1.0);
    QCOMPARE(legend.ticks[2].text, QStringLiteral("2 KiB"));
    QVERIFY(!legend.direction.isEmpty());
    const std::vector<int> all{0, 1, 2, 3};
    QCOMPARE(coloring->colorOfAll(all), coloring->color(0));
}

void tst_NodeColoring::blocks_haveTheColourOfMostNodes()
{
    const NodeColoringPtr coloring =
        colorByPrecision({NodePrecision::Int16, NodePrecision::Float, NodePrecision::Float, NodePrecision::Unknown});
    const std::vector<int> all{0, 1, 2, 3};
    QCOMPARE(coloring->colorOfAll(all), Theme::current().neutral);
    QVERIFY(!coloring->colorOfAll(std::span<const int>(all).last(1)).isValid());
    QCOMPARE(colorByPrecision({NodePrecision::Excluded})->color(0), Theme::current().floating); // told apart
}

void tst_NodeColoring::quantizedBlocks_haveTheColourOfTheirWork()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 8}).randomInitializer("w", {16, 3, 3, 3}).initializer("s", {}, {1.0F});
    b.initializer(makeTensor("z", DataType::Int8, {}, std::string(1, '\0')));
    b.node("QuantizeLinear", {"x", "s", "z"}, {"q"}, "a/x_QuantizeLinear");
    b.node("DequantizeLinear", {"q", "s", "z"}, {"d"}, "a/x_DequantizeLinear");
    b.node("Conv", {"d", "w"}, {"y"}, "a/conv");
    b.output("y");
    const auto model = std::make_shared<const OpenedModel>(b.model({.allowQuantized = true}));
    const NodeColoringPtr coloring = colorByOperator(model);
    QCOMPARE(coloring->colorOfAll(std::vector<int>{0, 1, 2}), Theme::current().categories[0]);
    QCOMPARE(coloring->colorOfAll(std::vector<int>{0, 1}), categoryColor(OperatorCategory::Quantize));
    QCOMPARE(coloring->legend().entries.size(), std::size_t(2));
    QCOMPARE(coloring->legend().entries[1].text, QStringLiteral("Quantize, dequantize"));
    QCOMPARE(coloring->legend().entries[1].count, 2);
    GraphTexts texts({model, nullptr});
    PictureItem item;
    item.node = 1;
    QCOMPARE(texts.box(item).title, QStringLiteral("DequantizeLinear"));
    QCOMPARE(texts.box(item).name, QStringLiteral("x")); // the value; the operator stands there already
}

void tst_NodeColoring::longExtentNames_areShort_inPictures()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"p2o.DynamicDimension.0", 3, "H", 8});
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    const auto model = std::make_shared<const OpenedModel>(b.model());
    GraphTexts texts({model, nullptr});
    PictureEdge edge;
    edge.tensors = {"x"};
    QCOMPARE(texts.edge(edge, nullptr), QStringLiteral("?×3×H×8 f32"));
    QVERIFY(texts.tensor("x").contains(QStringLiteral("p2o.DynamicDimension.0"))); // the tooltip keeps it
    edge.tensors = {"x", "y", "z"};
    QCOMPARE(texts.edge(edge, nullptr), QStringLiteral("?×3×H×8 f32 · +2"));
}

void tst_NodeColoring::details_sayWhatMatters()
{
    const OpenedModelPtr model = smallModel();
    QCOMPARE(nodeDetail(model->graph, 0), QStringLiteral("3→16 · 3×3"));
    QCOMPARE(nodeDetail(model->graph, 1), QStringLiteral("1×16×8×8"));
    QCOMPARE(nodeDetail(model->graph, 3), QStringLiteral("axis 1 · 16+16"));
}

QTEST_MAIN(tst_NodeColoring)
#include "tst_node_coloring.moc"
