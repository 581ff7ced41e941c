// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/quantizer_folds.h"

#include "tests/support/model_builder.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_QuantizerFolds : public QObject
{
    Q_OBJECT

private slots:
    void pairs_areOneFoldOfTheirValue();
    void weights_areFoldsOfTheirInitializers();
    void rowsOfPairs_areOneFold();
    void dynamicQuantization_isFolded();
    void computedScales_areNotFolded();

private:
    static Model loaded(const ModelBuilder& b) { return b.model({.allowQuantized = true}); }
};

namespace {

/// Adds VALUE → QuantizeLinear → one DequantizeLinear for each name of @p readable.
void addPair(ModelBuilder& b, const std::string& value, const std::vector<std::string>& readable)
{
    const std::string codes = readable.front() + "_codes";
    b.node("QuantizeLinear", {value, "scale", "zero"}, {codes}, "q_" + readable.front());
    for (const std::string& name : readable)
        b.node("DequantizeLinear", {codes, "scale", "zero"}, {name}, "dq_" + name);
}

ModelBuilder begun()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.initializer("scale", {}, {0.25F});
    b.initializer(makeTensor("zero", DataType::Int8, {}, std::string(1, '\0')));
    return b;
}

} // namespace

void tst_QuantizerFolds::pairs_areOneFoldOfTheirValue()
{
    ModelBuilder b = begun();
    addPair(b, "x", {"x1", "x2"});
    b.node("Relu", {"x1"}, {"y"}, "relu");
    b.node("Sigmoid", {"x2"}, {"z"}, "sigmoid");
    b.output("y").output("z");
    const Model model = loaded(b);
    const Graph graph(model);
    const QuantizerFolds folds(graph);
    QCOMPARE(folds.folds().size(), 1U);
    QCOMPARE(folds.folds()[0].source, std::string("x"));
    QCOMPARE(folds.folds()[0].nodes, (std::vector<int>{0, 1, 2}));
    QCOMPARE(folds.foldOfSource("x"), 0);
    QCOMPARE(folds.foldOfSource("y"), -1);
    QCOMPARE(folds.foldOf(*graph.nodeNamed("q_x1")), 0);
    QCOMPARE(folds.foldOf(*graph.nodeNamed("relu")), -1);
    QCOMPARE(folds.source("x2"), std::string("x"));
    QCOMPARE(folds.source("x1_codes"), std::string("x"));
    QCOMPARE(folds.source("y"), std::string("y"));
    QCOMPARE(readersOf(graph, folds, 0),
             (std::vector<int>{int(*graph.nodeNamed("relu")), int(*graph.nodeNamed("sigmoid"))}));
}

void tst_QuantizerFolds::weights_areFoldsOfTheirInitializers()
{
    ModelBuilder b = begun();
    b.initializer(makeTensor("w", DataType::Int8, {4, 4}, std::string(16, '\1')));
    b.node("DequantizeLinear", {"w", "scale", "zero"}, {"w_real"}, "dq_w").domain("com.microsoft");
    b.import("com.microsoft", 1);
    b.node("MatMul", {"x", "w_real"}, {"y"}, "product");
    b.output("y");
    const Model model = loaded(b);
    const Graph graph(model);
    const QuantizerFolds folds(graph);
    QCOMPARE(folds.folds().size(), 1U);
    QCOMPARE(folds.folds()[0].source, std::string("w"));
    QCOMPARE(folds.source("w_real"), std::string("w"));
}

void tst_QuantizerFolds::rowsOfPairs_areOneFold()
{
    ModelBuilder b = begun();
    addPair(b, "x", {"once"});
    addPair(b, "once", {"twice"});
    b.node("Relu", {"twice"}, {"y"}, "relu");
    b.output("y");
    const Model model = loaded(b);
    const QuantizerFolds folds{Graph(model)};
    QCOMPARE(folds.folds().size(), 1U);
    QCOMPARE(folds.folds()[0].nodes.size(), 4U);
    QCOMPARE(folds.source("twice"), std::string("x"));
}

void tst_QuantizerFolds::dynamicQuantization_isFolded()
{
    ModelBuilder b = begun();
    b.node("DynamicQuantizeLinear", {"x"}, {"codes", "s", "z"}, "dynamic");
    b.node("DequantizeLinear", {"codes", "s", "z"}, {"back"}, "back");
    b.node("Relu", {"back"}, {"y"}, "relu");
    b.output("y");
    const Model model = loaded(b);
    const QuantizerFolds folds{Graph(model)};
    QCOMPARE(folds.folds().size(), 1U);
    QCOMPARE(folds.folds()[0].nodes, (std::vector<int>{0, 1}));
    for (const char* value : {"codes", "s", "z", "back"})
        QCOMPARE(folds.source(value), std::string("x"));
}

void tst_QuantizerFolds::computedScales_areNotFolded()
{
    ModelBuilder b = begun();
    b.input("raw", DataType::Float, {});
    b.node("Abs", {"raw"}, {"computed"}, "abs");
    b.node("QuantizeLinear", {"x", "computed", "zero"}, {"codes"}, "q");
    b.node("DequantizeLinear", {"codes", "computed", "zero"}, {"y"}, "dq");
    b.output("y");
    const Model model = loaded(b);
    QVERIFY(QuantizerFolds(Graph(model)).folds().empty());
}

QTEST_GUILESS_MAIN(tst_QuantizerFolds)
#include "tst_quantizer_folds.moc"
