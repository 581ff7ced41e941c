// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/multiply_adds.h"

#include "tests/support/model_builder.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

std::uint64_t ofFirstNode(ModelBuilder& builder)
{
    const Model model = builder.model();
    return multiplyAdds(Graph(model), 0);
}

} // namespace

class tst_MultiplyAdds : public QObject
{
    Q_OBJECT

private slots:
    void conv_isOutputTimesWindow();
    void convTranspose_isInputTimesWindow();
    void products_areOutputTimesInner();
    void recurrentNodes_areStepsTimesWeights_data();
    void recurrentNodes_areStepsTimesWeights();
    void others_areUnknown();
};

void tst_MultiplyAdds::conv_isOutputTimesWindow()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {"N", 4, 8, 8});
    b.initializer("w", {6, 2, 3, 3}, std::vector<float>(108, 0.5F));
    b.node("Conv", {"x", "w"}, {"y"}).attribute("group", 2);
    b.output("y");
    QCOMPARE(ofFirstNode(b), std::uint64_t(6 * 6 * 6 * 2 * 9));
}

void tst_MultiplyAdds::convTranspose_isInputTimesWindow()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {1, 4, 5, 5});
    b.initializer("w", {4, 3, 2, 2}, std::vector<float>(48, 0.5F));
    b.node("ConvTranspose", {"x", "w"}, {"y"}).attribute("strides", {2, 2});
    b.output("y");
    QCOMPARE(ofFirstNode(b), std::uint64_t(4 * 25 * 3 * 4));
}

void tst_MultiplyAdds::products_areOutputTimesInner()
{
    ModelBuilder product;
    product.input("x", DataType::Float, {2, 3, 5});
    product.initializer("w", {5, 7}, std::vector<float>(35, 0.5F));
    product.node("MatMul", {"x", "w"}, {"y"});
    product.output("y");
    QCOMPARE(ofFirstNode(product), std::uint64_t(2 * 3 * 7 * 5));
    ModelBuilder gemm;
    gemm.input("x", DataType::Float, {5, 3});
    gemm.initializer("w", {5, 7}, std::vector<float>(35, 0.5F));
    gemm.node("Gemm", {"x", "w"}, {"y"}).attribute("transA", 1);
    gemm.output("y");
    QCOMPARE(ofFirstNode(gemm), std::uint64_t(3 * 7 * 5));
}

void tst_MultiplyAdds::recurrentNodes_areStepsTimesWeights_data()
{
    QTest::addColumn<QString>("opType");
    QTest::addColumn<int>("gates");
    QTest::newRow("LSTM") << "LSTM" << 4;
    QTest::newRow("GRU") << "GRU" << 3;
    QTest::newRow("RNN") << "RNN" << 1;
}

void tst_MultiplyAdds::recurrentNodes_areStepsTimesWeights()
{
    QFETCH(QString, opType);
    QFETCH(int, gates);
    constexpr int kSteps = 6;
    constexpr int kInput = 5;
    constexpr int kHidden = 3;
    ModelBuilder b;
    b.input("x", DataType::Float, {kSteps, 1, kInput});
    b.initializer("w", {1, gates * kHidden, kInput}, std::vector<float>(std::size_t(gates * kHidden * kInput), 0.5F));
    b.initializer("r", {1, gates * kHidden, kHidden}, std::vector<float>(std::size_t(gates * kHidden * kHidden), 0.5F));
    b.node(opType.toStdString(), {"x", "w", "r"}, {"", "last"}).attribute("hidden_size", kHidden);
    b.output("last");
    QCOMPARE(ofFirstNode(b), std::uint64_t(kSteps * gates * kHidden * (kInput + kHidden)));
}

void tst_MultiplyAdds::others_areUnknown()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {2, 3});
    b.node("Add", {"x", "x"}, {"y"});
    b.output("y");
    QCOMPARE(ofFirstNode(b), std::uint64_t(0));
}

QTEST_APPLESS_MAIN(tst_MultiplyAdds)
#include "tst_multiply_adds.moc"
