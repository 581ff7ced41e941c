// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/attribute_text.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <map>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_AttributeText : public QObject
{
    Q_OBJECT

private slots:
    void attributes_areTexts_sortedByName()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 1, 8, 8});
        b.initializer("w", {1, 1, 3, 3}, std::vector<float>(9, 1.0F));
        b.node("Conv", {"x", "w"}, {"c"}, "conv")
            .attribute("strides", {2, 1})
            .attribute("auto_pad", "NOTSET")
            .attribute("pads", {1, 1, 1, 1});
        b.node("LeakyRelu", {"c"}, {"y"}, "leaky").attribute("alpha", 0.1);
        b.output("y");
        const Model model = b.model();
        const Graph graph(model);
        const auto conv = attributeTexts(graph, 0);
        QCOMPARE(conv.size(), std::size_t(3));
        QCOMPARE(conv[0].name, std::string("auto_pad"));
        QCOMPARE(conv[0].value, std::string("NOTSET"));
        QCOMPARE(conv[1].value, std::string("[1, 1, 1, 1]"));
        QCOMPARE(conv[2].name, std::string("strides"));
        QCOMPARE(conv[2].value, std::string("[2, 1]"));
        QCOMPARE(attributeTexts(graph, 1).at(0).value, std::string("0.1")); // not 0.10000000149
    }

    void attributes_ofEveryKind_areBoundedAndPrintable()
    {
        ModelBuilder b(13);
        b.import("custom", 1);
        b.input("x", DataType::Float, {1});
        onnx::GraphProto inner;
        inner.add_node();
        inner.add_node();
        b.node("Odd", {"x"}, {"y"}, "odd")
            .domain("custom")
            .attribute("a_long", std::vector<std::int64_t>(100'000, 7))
            .attribute("b_text", std::string(1'000'000, 'x'))
            .attribute("c_control", "a\nb")
            .floats("d_floats", {0.5F, -1.0F})
            .strings("e_strings", {"p", "q"})
            .tensor("f_tensor", makeFloatTensor("t", {2, 3}, std::vector<float>(6)));
        b.output("y", DataType::Float, {1});
        const Model model = b.model();
        const Graph graph(model);
        std::map<std::string, std::string> values;
        for (const AttributeText& attribute : attributeTexts(graph, 0))
            values[attribute.name] = attribute.value;
        QCOMPARE(values.at("a_long"), std::string("[7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, …]"));
        QVERIFY(values.at("b_text").size() < 200);
        QCOMPARE(values.at("c_control"), std::string("a\\x0ab"));
        QCOMPARE(values.at("d_floats"), std::string("[0.5, -1]"));
        QCOMPARE(values.at("e_strings"), std::string("['p', 'q']"));
        QCOMPARE(values.at("f_tensor"), std::string("tensor float32 [2, 3]"));
    }
};

QTEST_GUILESS_MAIN(tst_AttributeText)
#include "tst_attribute_text.moc"
