// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/class_scores.h"
#include "core/analysis/classification.h"
#include "core/analysis/sample_metrics.h"
#include "tests/support/model_builder.h"
#include "tests/support/source_directory.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-6;
}

/// x [1, 8] → a linear layer of four outputs → @p last of that.
ModelBuilder headed(const char* last)
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 8}).randomInitializer("w", {8, 4}).randomInitializer("b", {4});
    b.node("MatMul", {"x", "w"}, {"product"});
    b.node("Add", {"product", "b"}, {"logits"});
    b.node(last, {"logits"}, {"y"});
    b.output("y");
    return b;
}

} // namespace

class tst_Classification : public QObject
{
    Q_OBJECT

private slots:
    void wilsonInterval_isThatOfTheBooks();
    void mcNemar_isExact();
    void meanInterval_isStudents();
    void flips_areCounted();
    void shapes_areThoseOfScores_data();
    void shapes_areThoseOfScores();
    void headsAreKnown_data();
    void headsAreKnown();
    void realModels_areToldApart_data();
    void realModels_areToldApart();
    void distribution_hasQuartiles();
    void worst_areFirst();
};

void tst_Classification::wilsonInterval_isThatOfTheBooks()
{
    const Interval most = wilsonInterval(8, 10);
    QVERIFY(isNear(most.low, 0.4901625) && isNear(most.high, 0.9433178));
    const Interval none = wilsonInterval(0, 10);
    QCOMPARE(none.low, 0.0);
    QVERIFY(isNear(none.high, 0.2775328));
    const Interval all = wilsonInterval(10, 10);
    QVERIFY(isNear(all.low, 0.7224672));
    QCOMPARE(all.high, 1.0);
    QCOMPARE(wilsonInterval(0, 0), (Interval{0.0, 1.0}));
}

void tst_Classification::mcNemar_isExact()
{
    QVERIFY(isNear(mcNemarExact(1, 7), 2.0 * (1 + 8) / 256.0));
    QVERIFY(isNear(mcNemarExact(7, 1), 2.0 * (1 + 8) / 256.0));
    QVERIFY(isNear(mcNemarExact(10, 2), 2.0 * (1 + 12 + 66) / 4096.0));
    QVERIFY(isNear(mcNemarExact(0, 5), 2.0 / 32.0));
    QCOMPARE(mcNemarExact(3, 3), 1.0);
    QCOMPARE(mcNemarExact(0, 0), 1.0);
    // Beyond what is summed: the normal distribution is as good, and hostile counts end.
    QCOMPARE(mcNemarExact(1'000'000, 1'000'000), 1.0);
    QVERIFY(mcNemarExact(1'003'000, 1'000'000) < 0.05);
    QCOMPARE(mcNemarExact(std::uint64_t(1) << 63, 0), 0.0);
}

void tst_Classification::meanInterval_isStudents()
{
    // 1, 2, 3: t of 2 degrees of freedom is 4.302653, the standard error 1 / sqrt(3).
    const Interval three = meanInterval(2.0, 2.0, 3);
    QVERIFY(isNear(three.high - 2.0, 4.302653 / std::sqrt(3.0)) && isNear(2.0 - three.low, three.high - 2.0));
    // 0, 2: t of 1 is 12.706205, the standard error 1.
    QVERIFY(std::abs(meanInterval(1.0, 2.0, 2).high - 13.706205) < 1e-5);
    // t of 30 is 2.042272.
    QVERIFY(isNear(meanInterval(0.0, 30.0 * 31.0, 31).high, 2.042272));
    QCOMPARE(meanInterval(5.0, 0.0, 1), (Interval{-kInfinity, kInfinity}));
    QVERIFY(isNear(meanInterval(0.0, 4000.0 * 4001.0, 4001).high, 1.959964));
}

void tst_Classification::flips_areCounted()
{
    ClassificationSummary sum;
    const std::vector<double> one{0, 1};
    const std::vector<double> other{1, 0};
    for (int i = 0; i < 3; ++i)
        sum.add(hitsOf(one, other, 1)); // right to wrong
    sum.add(hitsOf(other, one, 1)); // wrong to right
    sum.add(hitsOf(one, one, 1));
    sum.add(hitsOf({}, one, 0)); // neither is right
    QCOMPARE(sum.labelled, std::uint64_t(6));
    QCOMPARE(sum.floatTop1, std::uint64_t(4));
    QCOMPARE(sum.quantizedTop1, std::uint64_t(2));
    QCOMPARE(sum.lost, std::optional<std::uint64_t>(3));
    QCOMPARE(sum.gained(), std::optional<std::uint64_t>(1));
    QVERIFY(isNear(sum.chanceOfDifference().value(), 2.0 * (1 + 4) / 16.0));
    const ClassificationSummary stored{6, 4, 6, 2, 6}; // by a version that did not count them
    QVERIFY(!stored.gained() && !stored.chanceOfDifference());
}

void tst_Classification::shapes_areThoseOfScores_data()
{
    QTest::addColumn<QList<int>>("shape");
    QTest::addColumn<bool>("isScores");
    QTest::addColumn<bool>("isVector");
    QTest::newRow("classes") << QList<int>{10} << true << true;
    QTest::newRow("batch and classes") << QList<int>{1, 10} << true << true;
    QTest::newRow("pooled classes") << QList<int>{1, 1000, 1, 1} << true << true;
    QTest::newRow("frame of audio") << QList<int>{1, 1, 257} << false << true;
    QTest::newRow("feature, channels last") << QList<int>{1, 1, 1, 96} << false << true;
    QTest::newRow("one number") << QList<int>{1, 1} << false << false;
    QTest::newRow("scalar") << QList<int>{} << false << false;
    QTest::newRow("boxes") << QList<int>{1, 3549, 85} << false << false;
    QTest::newRow("mask") << QList<int>{1, 1, 64, 64} << false << false;
    QTest::newRow("nothing") << QList<int>{1, 0} << false << false;
}

void tst_Classification::shapes_areThoseOfScores()
{
    QFETCH(QList<int>, shape);
    QFETCH(bool, isScores);
    QFETCH(bool, isVector);
    const Shape extents(shape.begin(), shape.end());
    QCOMPARE(isShapeOfScores(extents), isScores);
    QCOMPARE(isOneVector(extents), isVector);
}

void tst_Classification::headsAreKnown_data()
{
    QTest::addColumn<QString>("last");
    QTest::addColumn<bool>("isScores");
    QTest::newRow("softmax") << "Softmax" << true;
    QTest::newRow("logits") << "Identity" << true;
    QTest::newRow("logits, moved") << "Flatten" << true;
    QTest::newRow("mask or labels of their own") << "Sigmoid" << false;
    QTest::newRow("regression") << "Tanh" << false;
    QTest::newRow("embedding") << "LpNormalization" << false;
}

void tst_Classification::headsAreKnown()
{
    QFETCH(QString, last);
    QFETCH(bool, isScores);
    QCOMPARE(mayEndInClassScores(headed(last.toUtf8().constData()).model()), isScores);
}

void tst_Classification::realModels_areToldApart_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isScores");
    QTest::newRow("squeezenet") << "squeezenet_fp32/SqueezeNet_fp32.onnx" << true;
    QTest::newRow("mobilenetv2") << "mobilenetv2_cifar10/mobilenetv2_cifar10.onnx" << true;
    QTest::newRow("mnist") << "mnist_cntk/mnist.onnx" << true;
    QTest::newRow("vit") << "vit_cifar10/pgd_2_3_16.onnx" << true;
    QTest::newRow("bert") << "bert_mini_sst2/bert_mini_sst2.onnx" << true;
    QTest::newRow("magika") << "magika/magika_standard_v3_3.onnx" << true;
    QTest::newRow("mask of a spectrum") << "dtln/model_1.onnx" << false;
    QTest::newRow("wave") << "dtln/model_2.onnx" << false;
    QTest::newRow("feature") << "openwakeword/embedding_model.onnx" << false;
    QTest::newRow("wake word") << "openwakeword/alexa_v0.1.onnx" << false;
    QTest::newRow("text") << "ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx" << false;
    QTest::newRow("faces") << "ultraface_rfb320/version-RFB-320.onnx" << false;
    QTest::newRow("detector") << "yolox_nano/yolox_nano.onnx" << false;
}

void tst_Classification::realModels_areToldApart()
{
    QFETCH(QString, file);
    QFETCH(bool, isScores);
    const std::filesystem::path path = sourceDirectory().parent_path() / "shared/models" / file.toStdString();
    if (!std::filesystem::exists(path))
        QSKIP("../shared/models is not there");
    Feedback quiet;
    const auto model = Model::load(path, {}, quiet);
    QVERIFY(model);
    QCOMPARE(mayEndInClassScores(*model), isScores);
}

void tst_Classification::distribution_hasQuartiles()
{
    const std::vector<std::optional<double>> values{4.0, {}, 1.0, 3.0, 2.0, std::nan("")};
    // np.percentile([1, 2, 3, 4], [0, 25, 50, 75, 100])
    QCOMPARE(distributionOf(values), (Distribution{4, 1.0, 1.75, 2.5, 3.25, 4.0}));
    const std::vector<std::optional<double>> equal{kInfinity, 30.0, kInfinity, kInfinity, kInfinity};
    QCOMPARE(distributionOf(equal), (Distribution{5, 30.0, kInfinity, kInfinity, kInfinity, kInfinity}));
    QVERIFY(!distributionOf(std::vector<std::optional<double>>{{}, {}}));
}

void tst_Classification::worst_areFirst()
{
    const std::vector<std::optional<double>> values{0.9, {}, 0.5, 0.7, 0.5};
    QCOMPARE(worstPlaces(values, OutputMetric::Cosine, 3), (std::vector<std::size_t>{2, 4, 3}));
    QCOMPARE(worstPlaces(values, OutputMetric::Rmse, 9), (std::vector<std::size_t>{0, 3, 2, 4}));
}

QTEST_GUILESS_MAIN(tst_Classification)
#include "tst_classification.moc"
