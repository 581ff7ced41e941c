// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/passthrough_ranges.h"

#include "tests/support/model_builder.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_PassthroughRanges : public QObject
{
    Q_OBJECT

private slots:
    void outputs_takeTheRangeFromAbove();
    void constants_areLookedPast();
    void otherOperators_keepTheirs();
};

void tst_PassthroughRanges::outputs_takeTheRangeFromAbove()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).int64s("flat", {1, 32});
    b.node("Relu", {"x"}, {"a"});
    b.node("MaxPool", {"a"}, {"p"}).attribute("kernel_shape", {1, 1});
    b.node("Reshape", {"p", "flat"}, {"r"});
    b.node("Split", {"r"}, {"s", "t"}).attribute("axis", 1);
    b.node("Relu", {"s"}, {"y"});
    b.output("y").output("t");
    const Model model = b.model();
    std::map<std::string, TensorRange> ranges{{"x", {-9, 9}}, {"a", {0, 9}}, {"p", {1, 9}}, {"r", {2, 8}},
                                              {"s", {3, 7}},  {"t", {4, 6}}, {"y", {5, 5}}};
    const std::map<std::string, TensorRange> before = ranges;
    copyRangesThrough(Graph(model), {}, ranges);
    QVERIFY(ranges == before);
    const std::vector<std::string> types{"MaxPool", "Reshape", "Split"};
    copyRangesThrough(Graph(model), types, ranges);
    for (const char* name : {"p", "r", "s", "t"})
        QVERIFY(ranges.at(name) == (TensorRange{0, 9}));
    for (const char* name : {"x", "a", "y"})
        QVERIFY(ranges.at(name) == before.at(name));
}

void tst_PassthroughRanges::constants_areLookedPast()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2}).randomInitializer("c", {1, 2}).int64s("i", {0});
    b.node("Concat", {"c", "x"}, {"j"}).attribute("axis", 1);
    b.node("Gather", {"c", "i"}, {"g"}).attribute("axis", 1);
    b.output("j").output("g");
    const Model model = b.model();
    std::map<std::string, TensorRange> ranges{{"x", {-3, 4}}, {"j", {-5, 5}}, {"g", {0, 1}}};
    const std::vector<std::string> types{"Concat", "Gather"};
    copyRangesThrough(Graph(model), types, ranges);
    QVERIFY(ranges.at("j") == (TensorRange{-3, 4}));
    QVERIFY(ranges.at("g") == (TensorRange{0, 1})); // only constants lead to it
    QCOMPARE(ranges.size(), std::size_t(3));
}

void tst_PassthroughRanges::otherOperators_keepTheirs()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2});
    b.node("Transpose", {"x"}, {"t"});
    b.node("Relu", {"t"}, {"y"});
    b.output("y");
    const Model model = b.model();
    std::map<std::string, TensorRange> ranges{{"x", {-3, 4}}, {"t", {-2, 2}}, {"y", {0, 2}}};
    const std::vector<std::string> types{"Relu"};
    copyRangesThrough(Graph(model), types, ranges);
    QVERIFY(ranges.at("t") == (TensorRange{-2, 2}));
    QVERIFY(ranges.at("y") == (TensorRange{-2, 2}));
}

QTEST_GUILESS_MAIN(tst_PassthroughRanges)
#include "tst_passthrough_ranges.moc"
