// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/adapted_source.h"
#include "core/passes/fixed_shapes.h"
#include "core/passes/pass_table.h"
#include "tests/core/passes/pass_test.h"
#include "tests/support/verify_result.h"

#include <limits>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kRounding = 1e-5;

/// YOLOX' first layer; @p order gives (row, column) of the four parts.
ModelBuilder focus(const std::vector<std::pair<int, int>>& order)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 6});
    b.randomInitializer("w", {5, 12, 3, 3}, 0.5F, 2);
    b.int64s("end", {std::numeric_limits<std::int64_t>::max()}).int64s("two", {2});
    b.int64s("zero", {0}).int64s("one", {1}).int64s("rows", {2}).int64s("columns", {-1});
    std::vector<std::string> parts;
    for (const auto& [row, column] : order) {
        const std::string name = std::to_string(parts.size());
        b.node("Slice", {"x", row == 0 ? "zero" : "one", "end", "rows", "two"}, {"r" + name}, "rows" + name);
        b.node("Slice", {"r" + name, column == 0 ? "zero" : "one", "end", "columns", "two"}, {"p" + name},
               "columns" + name);
        parts.push_back("p" + name);
    }
    b.node("Concat", parts, {"joined"}, "concat").attribute("axis", 1);
    b.node("Conv", {"joined", "w"}, {"y"}, "conv");
    b.output("y");
    return b;
}

} // namespace

class tst_GraphPasses : public QObject
{
    Q_OBJECT

private slots:
    void table_namesAreUnique();
    void deadNodes_areRemoved();
    void equalNodes_areMerged();
    void equalNodes_stay_whereTheyMust();
    void channelConstants_areFolded_data();
    void channelConstants_areFolded();
    void channelConstants_stay_withReason();
    void focus_becomesSpaceToDepth_data();
    void focus_becomesSpaceToDepth();
    void focus_stays_whenItsOrderCannotBeChanged();
    void focus_stays_whenAPartIsMissing();
    void sharedBias_isCopied();
    void sharedBias_ofTheOnlyReaders_keepsOne();
    void sharedInitializers_areCopied_data();
    void sharedInitializers_areCopied();
    void inputs_becomeChannelsLast();
    void inputs_thatShowNoOrder_stay_data();
    void inputs_thatShowNoOrder_stay();
    void fixShapes_fixesEverything();
    void fixShapes_refusesWithSentence_data();
    void fixShapes_refusesWithSentence();
    void withFixedShapes_givesWhatSamplesFit();
};

void tst_GraphPasses::table_namesAreUnique()
{
    std::set<std::string_view> names{channelsLastPass().name, clipToReluPass().name};
    std::size_t count = 2;
    for (const auto passes : {passesBeforeOptimization(), passesAfterOptimization()}) {
        for (const Pass& pass : passes) {
            names.insert(pass.name);
            ++count;
        }
    }
    QCOMPARE(names.size(), count);
}

void tst_GraphPasses::deadNodes_areRemoved()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Relu", {"x"}, {"a"}, "dead1");
    b.node("Neg", {"a"}, {"b"}, "dead2");
    b.node("Abs", {"x"}, {"y"}, "alive");
    b.output("y");
    const PassOutcome after = runPass(removeDeadNodes, b.model());
    QCOMPARE(operatorsOf(after.model), QString("Abs"));
    QCOMPARE(after.result.changed, std::size_t(2));
    QCOMPARE(runPass(removeDeadNodes, after.model).result.changed, std::size_t(0));
}

void tst_GraphPasses::equalNodes_areMerged()
{
    // Both halves of the graph are the same, with constants of their own.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 6});
    for (const std::string half : {"2", "1"}) {
        b.int64s("start" + half, {0}).int64s("end" + half, {2}).int64s("axis" + half, {1});
        b.initializer("k" + half, Shape{}, {2.0F});
        b.node("Slice", {"x", "start" + half, "end" + half, "axis" + half}, {"s" + half}, "slice" + half);
        b.node("Div", {"s" + half, "k" + half}, {"d" + half}, "div" + half);
    }
    b.node("Softmax", {"x"}, {"a1"}, "softmax1").attribute("axis", 0);
    b.node("Softmax", {"x"}, {"a2"}, "softmax2").attribute("axis", 1);
    b.node("Concat", {"d1", "d2", "a1", "a2"}, {"y"}, "concat").attribute("axis", 1);
    b.output("y");
    const Model before = b.model();
    const PassOutcome after = runPass(mergeEqualNodes, before);
    QCOMPARE(after.result.changed, std::size_t(2));
    QCOMPARE(operatorsOf(after.model), QString("Slice Div Softmax Softmax Concat"));
    QCOMPARE(findNode(after.model.graph(), "concat")->input(1), std::string("d1"));
    QCOMPARE(relativeDifference(before, after.model), 0.0);
}

void tst_GraphPasses::equalNodes_stay_whereTheyMust()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.initializer("one", Shape{}, {1.0F}).initializer("ones", {1}, {1.0F});
    b.node("Relu", {"x"}, {"y"}, "output1");
    b.node("Relu", {"x"}, {"z"}, "output2");
    b.node("RandomNormalLike", {"x"}, {"r1"}, "random1");
    b.node("RandomNormalLike", {"x"}, {"r2"}, "random2");
    b.node("Add", {"r1", "r2"}, {"sum"}, "sum");
    b.node("Add", {"x", "one"}, {"p"}, "scalar"); // another shape of constant
    b.node("Add", {"x", "ones"}, {"q"}, "vector");
    b.node("Sub", {"p", "q"}, {"d1"}, "sub1"); // another order
    b.node("Sub", {"q", "p"}, {"d2"}, "sub2");
    b.output("y").output("z").output("sum").output("d1").output("d2");
    QCOMPARE(runPass(mergeEqualNodes, b.model()).result.changed, std::size_t(0));
}

void tst_GraphPasses::channelConstants_areFolded_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("first");
    QTest::addColumn<bool>("hasBias");
    QTest::addColumn<QString>("shape");
    for (const char* type : {"Add", "Mul"}) {
        QTest::addRow("%s [1, C, 1, 1]", type) << type << false << false << "1 4 1 1";
        QTest::addRow("%s [C, 1, 1], in front, bias", type) << type << true << true << "4 1 1";
        QTest::addRow("%s one number, bias", type) << type << false << true << "";
    }
}

void tst_GraphPasses::channelConstants_areFolded()
{
    QFETCH(QString, type);
    QFETCH(bool, first);
    QFETCH(bool, hasBias);
    QFETCH(QString, shape);
    Shape extents;
    for (const QString& extent : shape.split(' ', Qt::SkipEmptyParts))
        extents.push_back(extent.toInt());
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 6, 3, 3});
    b.randomInitializer("w", {6, 2, 2, 2}, 0.5F, 2).randomInitializer("b", {4}, 1.0F, 3);
    b.randomInitializer("k", extents, 2.0F, 4);
    std::vector<std::string> inputs{"x", "w"};
    if (hasBias)
        inputs.push_back("b");
    b.node("ConvTranspose", inputs, {"c"}, "layer").attribute("group", 2);
    b.node(type.toStdString(), {first ? "k" : "c", first ? "c" : "k"}, {"y"}, "constant");
    b.output("y");
    const Model before = b.model();
    const PassOutcome after = runPass(foldChannelConstants, before);
    QCOMPARE(operatorsOf(after.model), QString("ConvTranspose"));
    QCOMPARE(after.model.graph().node(0).output(0), std::string("y"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_GraphPasses::channelConstants_stay_withReason()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 3, 3});
    b.randomInitializer("w", {2, 4, 1, 1}).randomInitializer("k", {1, 4, 3, 3}).randomInitializer("j", {4, 1, 1});
    b.node("ConvTranspose", {"x", "w"}, {"c"}, "layer");
    b.node("Add", {"c", "k"}, {"y"}, "plane");
    b.node("ConvTranspose", {"x", "w"}, {"d"}, "twice");
    b.node("Add", {"d", "j"}, {"z"}, "add");
    b.output("y").output("z").output("d");
    const PassOutcome after = runPass(foldChannelConstants, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    QCOMPARE(after.result.skipped.size(), std::size_t(2));
    QVERIFY(after.result.skipped[0].find("'k' is not one number for each channel") != std::string::npos);
    QVERIFY(after.result.skipped[1].find("'d' is read elsewhere, too") != std::string::npos);
}

void tst_GraphPasses::focus_becomesSpaceToDepth_data()
{
    QTest::addColumn<bool>("ownOrder");
    QTest::addRow("in the order of YOLOX") << false;
    QTest::addRow("in the order of SpaceToDepth") << true;
}

void tst_GraphPasses::focus_becomesSpaceToDepth()
{
    QFETCH(bool, ownOrder);
    const Model before = focus(ownOrder ? std::vector<std::pair<int, int>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
                                        : std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {0, 1}, {1, 1}})
                             .model();
    const PassOutcome after = runPass(focusToSpaceToDepth, before);
    QCOMPARE(operatorsOf(after.model), QString("SpaceToDepth Conv"));
    QCOMPARE(after.model.graph().node(0).name(), std::string("concat"));
    QCOMPARE(after.model.graph().node(0).output(0), std::string("joined"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_GraphPasses::focus_stays_whenItsOrderCannotBeChanged()
{
    ModelBuilder b = focus({{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    b.node("Relu", {"joined"}, {"z"}, "second_reader");
    b.output("z");
    const PassOutcome after = runPass(focusToSpaceToDepth, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, "no single Conv follows");
}

void tst_GraphPasses::focus_stays_whenAPartIsMissing()
{
    const PassOutcome after = runPass(focusToSpaceToDepth, focus({{0, 0}, {1, 0}, {0, 1}, {0, 1}}).model());
    QCOMPARE(after.result.changed, std::size_t(0));
}

void tst_GraphPasses::sharedBias_isCopied()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 4, 4});
    b.randomInitializer("w", {3, 3, 1, 1}).randomInitializer("b", {3}, 1.0F, 2);
    b.node("Conv", {"x", "w", "b"}, {"c1"}, "first");
    b.node("Conv", {"c1", "w", "b"}, {"c2"}, "second");
    b.node("Relu", {"b"}, {"r"}, "elsewhere");
    b.output("c2").output("r");
    const Model before = b.model();
    const PassOutcome after = runPass(copySharedBiases, before);
    QCOMPARE(after.result.changed, std::size_t(2));
    const auto& graph = after.model.graph();
    QCOMPARE(findNode(graph, "elsewhere")->input(0), std::string("b"));
    QCOMPARE(findNode(graph, "first")->input(2), std::string("b_first"));
    QCOMPARE(findNode(graph, "second")->input(2), std::string("b_second"));
    QCOMPARE(findNode(graph, "second")->input(1), std::string("w")); // weights are another option's
    QCOMPARE(relativeDifference(before, after.model), 0.0);
}

void tst_GraphPasses::sharedBias_ofTheOnlyReaders_keepsOne()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 4, 4});
    b.randomInitializer("w", {3, 3, 1, 1}).randomInitializer("b", {3}, 1.0F, 2);
    b.node("Conv", {"x", "w", "b"}, {"c1"}, "first");
    b.node("Conv", {"c1", "w", "b"}, {"c2"}, "second");
    b.output("c2");
    const PassOutcome after = runPass(copySharedBiases, b.model());
    QCOMPARE(after.result.changed, std::size_t(1));
    QCOMPARE(findNode(after.model.graph(), "first")->input(2), std::string("b"));
    QuantConfig none;
    none.preparation.copyBiasInit = {"Gemm"};
    QCOMPARE(runPass(copySharedBiases, b.model(), none).result.changed, std::size_t(0));
}

void tst_GraphPasses::sharedInitializers_areCopied_data()
{
    QTest::addColumn<QStringList>("types");
    QTest::addColumn<int>("copies");
    QTest::addRow("all") << QStringList() << 2;
    QTest::addRow("Mul") << QStringList("Mul") << 2;
    QTest::addRow("Add") << QStringList("Add") << 1;
    QTest::addRow("Conv") << QStringList("Conv") << 0;
}

void tst_GraphPasses::sharedInitializers_areCopied()
{
    QFETCH(QStringList, types);
    QFETCH(int, copies);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.randomInitializer("k", {4});
    b.node("Mul", {"x", "k"}, {"m1"}, "mul1");
    b.node("Mul", {"m1", "k"}, {"m2"}, "mul2");
    b.node("Add", {"m2", "k"}, {"y"}, "add");
    b.output("y");
    QuantConfig config;
    config.preparation.copySharedInit.emplace();
    for (const QString& type : types)
        config.preparation.copySharedInit->push_back(type.toStdString());
    const Model before = b.model();
    const PassOutcome after = runPass(copySharedInitializers, before, config);
    QCOMPARE(after.result.changed, static_cast<std::size_t>(copies));
    QCOMPARE(after.model.graph().initializer_size(), 1 + copies);
    QCOMPARE(relativeDifference(before, after.model), 0.0);
}

void tst_GraphPasses::inputs_becomeChannelsLast()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3, 4, 5}).input("flat", DataType::Float, {2, 3});
    b.randomInitializer("w", {3, 3, 1, 1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Add", {"c", "x"}, {"y"}, "add");
    b.node("Relu", {"flat"}, {"z"}, "relu");
    b.output("y").output("z");
    const Model before = b.model();
    const PassOutcome after = runPass(channelsLastInputs, before);
    QCOMPARE(after.result.changed, std::size_t(1));
    QCOMPARE(after.model.inputs()[0].shape, (Shape{2, 4, 5, 3}));
    QCOMPARE(after.model.inputs()[1].shape, (Shape{2, 3}));
    const NamedTensors inputs = randomInputs(before, 3);
    NamedTensors adapted = inputs;
    InputAdapter(before.inputs(), after.model.inputs()).adapt(adapted);
    QCOMPARE(adapted.at("x").shape(), (Shape{2, 4, 5, 3}));
    // [n, h, w, c] of the one is [n, c, h, w] of the other: element (1, 2, 3, 0) and (1, 0, 2, 3).
    QCOMPARE(adapted.at("x").as<float>()[60 + (2 * 5 + 3) * 3], inputs.at("x").as<float>()[60 + 2 * 5 + 3]);
    const auto expected = outputsOf(before, inputs);
    const auto found = outputsOf(after.model, adapted);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto a = expected[i].as<float>();
        const auto c = found[i].as<float>();
        QVERIFY(std::equal(a.begin(), a.end(), c.begin(), c.end()));
    }
}

void tst_GraphPasses::inputs_thatShowNoOrder_stay_data()
{
    QTest::addColumn<int>("variant");
    QTest::addColumn<QString>("reason");
    QTest::addRow("last already") << 0 << "has its channels last already";
    QTest::addRow("cube") << 1 << "would not show that its dimensions were exchanged";
}

void tst_GraphPasses::inputs_thatShowNoOrder_stay()
{
    QFETCH(int, variant);
    QFETCH(QString, reason);
    ModelBuilder b(13);
    b.input("x", DataType::Float, variant == 0 ? Extents{1, 16, 16, 3} : Extents{1, 8, 8, 8});
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    const PassOutcome after = runPass(channelsLastInputs, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, qPrintable(reason));
}

void tst_GraphPasses::fixShapes_fixesEverything()
{
    ModelBuilder b(13);
    b.input("in:1", DataType::Float, {"N", 3, "H", "W"});
    b.randomInitializer("w", {2, 3, 3, 3});
    b.node("Conv", {"in:1", "w"}, {"c"}, "conv");
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.output("y", DataType::Float, {"N", 2, "h", "w"});
    const auto fixed = fixShapes(b.model(), " in:1:[1, 3,8,9] ; y:[1,2,6,7]");
    VERIFY_OK(fixed);
    QCOMPARE(fixed->inputs()[0].shape, (Shape{1, 3, 8, 9}));
    QCOMPARE(fixed->outputs()[0].shape, (Shape{1, 2, 6, 7}));
    QCOMPARE(fixed->values().at("c").shape, (Shape{1, 2, 6, 7}));
}

void tst_GraphPasses::fixShapes_refusesWithSentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::addRow("no brackets") << "x:1,3"
                                 << "cannot be read";
    QTest::addRow("no name") << ":[1]"
                             << "cannot be read";
    QTest::addRow("unknown name") << "imge:[1,3,8,8]"
                                  << "neither input nor output. Did you mean 'image'?";
    QTest::addRow("zero") << "image:[1,0,8,8]"
                          << "no list of positive integers";
    QTest::addRow("empty") << "image:[]"
                           << "no list of positive integers";
    QTest::addRow("text") << "image:[a,3]"
                          << "no list of positive integers";
    QTest::addRow("huge") << "image:[99999999999999999999,3]"
                          << "no list of positive integers";
    QTest::addRow("rank") << "image:[1,3]"
                          << "but it is float32 [N, 3, H, W]";
    QTest::addRow("fixed already") << "image:[1,4,8,8]"
                                   << "but it is float32 [N, 3, H, W]";
    QTest::addRow("twice") << "image:[1,3,8,8];image:[1,3,8,8]"
                           << "twice";
    QTest::addRow("not a tensor") << "list:[1,3,8,8]"
                                  << "gives 'list' a shape, but it is not a tensor";
    QTest::addRow("separator") << "image:[1,3,8,8],y:[1]"
                               << "something else than ';'";
}

void tst_GraphPasses::fixShapes_refusesWithSentence()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    ModelBuilder b(13);
    b.input("image", DataType::Float, {"N", 3, "H", "W"});
    b.node("Relu", {"image"}, {"y"}, "relu");
    b.node("SequenceConstruct", {"y"}, {"list"});
    b.output("y");
    auto* list = b.proto().mutable_graph()->add_output();
    list->set_name("list");
    list->mutable_type()->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(1);
    const auto fixed = fixShapes(b.model(), text.toStdString());
    QVERIFY(!fixed);
    QCOMPARE(fixed.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(QString::fromStdString(fixed.error().message).contains(message), fixed.error().message.c_str());
}

void tst_GraphPasses::withFixedShapes_givesWhatSamplesFit()
{
    const std::vector<TensorSpec> specs{{"a", DataType::Float, {kDynamic, 3}, {"N", ""}, true},
                                        {"b", DataType::Int64, {kDynamic}, {"L"}, true}};
    const auto fixed = withFixedShapes(specs, "a:[4,3];y:[1]");
    VERIFY_OK(fixed);
    QCOMPARE((*fixed)[0].shape, (Shape{4, 3}));
    QCOMPARE((*fixed)[0].dimensionNames, (std::vector<std::string>{"", ""}));
    QVERIFY((*fixed)[1] == specs[1]);
    QVERIFY(!withFixedShapes(specs, "a:[4,5]"));
}

QTEST_GUILESS_MAIN(tst_GraphPasses)
#include "tst_graph_passes.moc"
