// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/tensor_params_setup.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

// Parameters that the extended rules copy between the tensors around an operator.

namespace {

/// Concat of the values named, all of shape [1, 2, 4, 4], the inputs among them declared.
void concat(ModelBuilder& b, const std::vector<std::string>& inputs, const std::string& output)
{
    for (const std::string& input : inputs) {
        if (input.size() == 1)
            b.input(input, DataType::Float, {1, 2, 4, 4});
    }
    b.node("Concat", inputs, {output}).attribute("axis", 1);
}

} // namespace

class tst_TensorParamsAlignment : public QObject
{
    Q_OBJECT

private slots:
    void alignConcat_reachesNestedInputs();
    void alignConcat_reachesWhatSharesWithAnInput();
    void alignConcat_leavesConstantsAlone();
    void alignConcat_leavesTablesAlone_data();
    void alignConcat_leavesTablesAlone();
    void alignment_isTheExtendedFormatsOnly();
    void alignPool_copiesInputToOutput_data();
    void alignPool_copiesInputToOutput();
    void alignPad_copiesOutputToInput();
    void alignSlice_copiesInputToOutput();
    void alignment_stops_whenRulesContradict();
    void foldedActivation_isNotAligned();
};

void tst_TensorParamsAlignment::alignConcat_reachesNestedInputs()
{
    ModelBuilder b(13);
    concat(b, {"p", "q"}, "inner");
    concat(b, {"inner", "r"}, "middle");
    concat(b, {"middle", "s"}, "outer");
    b.output("outer");
    const TensorRanges ranges{{"p", {-1, 1}},     {"q", {-2, 2}},      {"r", {-3, 3}},    {"s", {-4, 4}},
                              {"inner", {-2, 2}}, {"middle", {-3, 3}}, {"outer", {-4, 4}}};
    QuantConfig config = extendedConfig();
    const TensorParams own = Setup(b, config).params(ranges);
    config.npu.alignConcat = true;
    const TensorParams aligned = Setup(b, config).params(ranges);
    for (const auto& [name, range] : ranges) {
        QVERIFY2(own.at(name) == int8Symmetric(range.max), name.c_str());
        QVERIFY2(aligned.at(name) == int8Symmetric(4), name.c_str());
    }
    config.npu.npuLimitationCheck = false; // the switch above all
    QVERIFY(Setup(b, config).params(ranges) == own);
}

void tst_TensorParamsAlignment::alignConcat_reachesWhatSharesWithAnInput()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 2, 2, 2}).int64s("shape", {1, 2, 4, 4});
    b.node("Reshape", {"x", "shape"}, {"reshaped"});
    concat(b, {"reshaped", "q"}, "y");
    b.output("y");
    QuantConfig config = extendedConfig();
    config.npu.alignConcat = true;
    const TensorParams params = Setup(b, config).params({{"x", {-1, 1}}, {"q", {-2, 2}}, {"y", {-2, 2}}});
    for (const char* name : {"x", "reshaped", "q", "y"})
        QVERIFY2(params.at(name) == int8Symmetric(2), name);
}

void tst_TensorParamsAlignment::alignConcat_leavesConstantsAlone()
{
    ModelBuilder b(13);
    b.initializer("constant", {1, 1, 1, 2}, {0.5F, 0.25F});
    b.input("p", DataType::Float, {1, 1, 1, 2});
    b.node("Concat", {"p", "constant"}, {"y"}).attribute("axis", 1);
    b.output("y");
    QuantConfig config = extendedConfig();
    config.npu.alignConcat = true;
    const TensorParams params = Setup(b, config).params({{"p", {-1, 1}}, {"y", {-3, 3}}});
    QVERIFY(params.at("p") == int8Symmetric(3));
    QVERIFY(params.at("constant") == int8Symmetric(0.5));
}

void tst_TensorParamsAlignment::alignConcat_leavesTablesAlone_data()
{
    QTest::addColumn<int>("activation");
    QTest::addColumn<double>("steps");
    QTest::newRow("A8W8") << int(DataType::Int8) << 254.0;
    QTest::newRow("A16W8") << int(DataType::Int16) << 65534.0;
}

void tst_TensorParamsAlignment::alignConcat_leavesTablesAlone()
{
    // What is looked up in a table shares the table's scale; aligned with a Concat it gets its own.
    QFETCH(int, activation);
    QFETCH(double, steps);
    ModelBuilder b(13);
    b.input("ids", DataType::Int64, {1, 2}).input("p", DataType::Float, {2, 1});
    b.initializer("table", {3, 1}, {0.5F, 0.25F, -0.5F}).int64s("shape", {2, 1});
    b.node("Gather", {"table", "ids"}, {"looked_up"});
    b.node("Reshape", {"looked_up", "shape"}, {"rows"});
    b.node("Concat", {"rows", "p"}, {"y"}).attribute("axis", 1);
    b.node("Gather", {"table", "ids"}, {"z"});
    b.output("y").output("z");
    QuantConfig config = extendedConfig();
    config.activationType = DataType(activation);
    config.npu.alignConcat = true;
    const Setup setup(b, config);
    QCOMPARE(setup.plan.find("looked_up")->sharesWith, std::string("table"));
    const TensorParams params = setup.params({{"p", {-100, 100}}, {"y", {-100, 100}}});
    const QuantParams wide{DataType(activation), {float(200 / steps)}, {0}, {}};
    QVERIFY(params.at("table") == int8Symmetric(0.5));
    QVERIFY(params.at("z") == int8Symmetric(0.5));
    for (const char* name : {"looked_up", "rows", "p", "y"})
        QVERIFY2(params.at(name) == wide, name);
}

void tst_TensorParamsAlignment::alignment_isTheExtendedFormatsOnly()
{
    ModelBuilder b(13);
    concat(b, {"p", "q"}, "y");
    b.output("y");
    QuantConfig config = quarkConfig();
    config.npu.alignConcat = config.npu.alignPad = config.npu.alignPool = config.npu.alignSlice = true;
    const TensorParams params = Setup(b, config).params({{"p", {0, 1}}, {"q", {0, 2}}, {"y", {0, 2}}});
    QVERIFY(params.at("p") == uint8Params(0, 1));
    QVERIFY(params.at("q") == uint8Params(0, 2));
}

void tst_TensorParamsAlignment::alignPool_copiesInputToOutput_data()
{
    QTest::addColumn<QString>("opType");
    QTest::newRow("AveragePool") << "AveragePool";
    QTest::newRow("GlobalAveragePool") << "GlobalAveragePool";
}

void tst_TensorParamsAlignment::alignPool_copiesInputToOutput()
{
    QFETCH(QString, opType);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    auto node = b.node(opType.toStdString(), {"x"}, {"y"});
    if (opType == "AveragePool")
        node.attribute("kernel_shape", {2, 2});
    b.output("y");
    const TensorRanges ranges{{"x", {-3, 3}}, {"y", {-1, 1}}};
    QuantConfig config = extendedConfig();
    QVERIFY(Setup(b, config).params(ranges).at("y") == int8Symmetric(1));
    config.npu.alignPool = true;
    const TensorParams params = Setup(b, config).params(ranges);
    QVERIFY(params.at("x") == int8Symmetric(3));
    QVERIFY(params.at("y") == int8Symmetric(3));
}

void tst_TensorParamsAlignment::alignPad_copiesOutputToInput()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2}).int64s("pads", {1, 1}).initializer("k", {}, {5});
    b.node("Pad", {"x", "pads", "k"}, {"y"});
    b.output("y");
    const TensorRanges ranges{{"x", {-3, 3}}, {"y", {-3, 5}}};
    QuantConfig config = extendedConfig();
    QVERIFY(Setup(b, config).params(ranges).at("x") == int8Symmetric(3));
    config.npu.alignPad = true;
    const TensorParams params = Setup(b, config).params(ranges);
    QVERIFY(params.at("x") == int8Symmetric(5));
    QVERIFY(params.at("y") == int8Symmetric(5));
}

void tst_TensorParamsAlignment::alignSlice_copiesInputToOutput()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4}).int64s("from", {0}).int64s("to", {2});
    b.node("Slice", {"x", "from", "to"}, {"y"});
    b.output("y");
    const TensorRanges ranges{{"x", {-3, 3}}, {"y", {-1, 1}}};
    QuantConfig config = extendedConfig();
    QVERIFY(Setup(b, config).params(ranges).at("y") == int8Symmetric(1));
    config.npu.alignSlice = true;
    QVERIFY(Setup(b, config).params(ranges).at("y") == int8Symmetric(3));
}

void tst_TensorParamsAlignment::alignment_stops_whenRulesContradict()
{
    // The pool's output is to be like its input, and like the Concat's output: there is no answer.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.node("AveragePool", {"x"}, {"pooled"}).attribute("kernel_shape", {1, 1});
    b.node("Sigmoid", {"x"}, {"other"});
    concat(b, {"pooled", "other"}, "y");
    b.node("AveragePool", {"y"}, {"z"}).attribute("kernel_shape", {1, 1});
    b.output("z");
    QuantConfig config = extendedConfig();
    config.npu.alignConcat = config.npu.alignPool = true;
    const TensorParams params = Setup(b, config).params(
        {{"x", {-3, 3}}, {"pooled", {-2, 2}}, {"other", {0, 1}}, {"y", {-4, 4}}, {"z", {-1, 1}}});
    QVERIFY(params.at("x") == int8Symmetric(3));
    QVERIFY(params.at("pooled") == int8Symmetric(3)); // poolings come last in every loop, in the reference as well
    for (const char* name : {"other", "y", "z"})
        QVERIFY2(params.at(name) == int8Symmetric(4), name);
}

void tst_TensorParamsAlignment::foldedActivation_isNotAligned()
{
    // A Relu that lives on in its output's zero point would come undone with the parameters of a value below zero.
    ModelBuilder b = convRelu();
    b.input("q", DataType::Float, {1, 2, 4, 4});
    b.node("Concat", {"y", "q"}, {"z"}).attribute("axis", 1);
    b.output("z");
    QuantConfig config = extendedConfig();
    config.activationSymmetric = false;
    config.placement.foldRelu = true;
    config.npu.alignConcat = true;
    const Setup setup(b, config);
    QCOMPARE(setup.plan.folded.size(), std::size_t(1));
    const TensorParams params =
        setup.params({{"x", {-1, 3}}, {"c", {-5, 4}}, {"y", {0, 4}}, {"q", {-6, 6}}, {"z", {-6, 6}}});
    QVERIFY(params.at("y") == asymmetric(0, 4, DataType::Int8, -128, 127));
    QVERIFY(params.at("q") == asymmetric(-6, 6, DataType::Int8, -128, 127));
}

QTEST_GUILESS_MAIN(tst_TensorParamsAlignment)
#include "tst_tensor_params_alignment.moc"
