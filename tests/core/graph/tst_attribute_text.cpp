// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/attribute_text.h"
#include "tests/support/model_builder.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_AttributeText : public QObject
{
    Q_OBJECT

private slots:
    void attributes_areReadable();
    void longLists_areCut();
};

void tst_AttributeText::attributes_areReadable()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {4, 3, 3, 3});
    b.node("Conv", {"x", "w"}, {"c"}, "conv")
        .attribute("kernel_shape", {3, 3})
        .attribute("group", 1)
        .attribute("auto_pad", "SAME_UPPER");
    b.node("LeakyRelu", {"c"}, {"y"}, "leaky").attribute("alpha", 0.1F);
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    const std::vector<AttributeText> conv = attributeTexts(graph, 0);
    QCOMPARE(conv.size(), std::size_t(3));
    QCOMPARE(conv[0].name, std::string("kernel_shape"));
    QCOMPARE(conv[0].value, std::string("[3, 3]"));
    QCOMPARE(conv[1].value, std::string("1"));
    QCOMPARE(conv[2].value, std::string("SAME_UPPER"));
    QCOMPARE(attributeTexts(graph, 1)[0].value, std::string("0.1"));
}

void tst_AttributeText::longLists_areCut()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {100, 1});
    b.node("Split", {"x", "sizes"}, {"y"}, "split").attribute("axis", 0);
    b.int64s("sizes", {100});
    b.node("Relu", {"y"}, {"z"}, "relu").attribute("extra", std::vector<std::int64_t>(100, 7)).domain("test.custom");
    b.import("test.custom", 1);
    b.output("z");
    const Result<Model> model = b.tryModel();
    QVERIFY(model);
    const Graph graph(model.value());
    const std::string text = attributeTexts(graph, 1)[0].value;
    QVERIFY(text.ends_with(", …]"));
    QCOMPARE(std::count(text.begin(), text.end(), '7'), std::ptrdiff_t(32));
}

QTEST_GUILESS_MAIN(tst_AttributeText)
#include "tst_attribute_text.moc"
