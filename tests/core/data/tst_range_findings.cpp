// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/data/inspection_support.h"
#include "tests/support/source_directory.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

/// Whether what is fed is what the model was trained with: range, distribution, size and layout.
class tst_RangeFindings : public QObject
{
    Q_OBJECT

private slots:
    void range_isJudgedByTheExpectation_data();
    void range_isJudgedByTheExpectation();
    void training_tellsWhatIsExpected_data();
    void training_tellsWhatIsExpected();
    void absurdRange_isFoundWithoutTheModel_data();
    void absurdRange_isFoundWithoutTheModel();
    void openSize_isFoundWhereSizesDiffer();
    void layoutOpen_onlyWhereNothingTells();
};

void tst_RangeFindings::range_isJudgedByTheExpectation_data()
{
    QTest::addColumn<QString>("preprocess");
    QTest::addColumn<int>("expected");
    QTest::addColumn<int>("kind"); // -1: none
    QTest::newRow("bytes for small") << "raw" << int(ExpectedRange::Small) << int(FindingKind::TooLargeValues);
    QTest::newRow("unit for bytes") << "unit" << int(ExpectedRange::Bytes) << int(FindingKind::TooSmallValues);
    QTest::newRow("unit for small") << "unit" << int(ExpectedRange::Small) << -1;
    QTest::newRow("bytes for bytes") << "raw" << int(ExpectedRange::Bytes) << -1;
    QTest::newRow("unknown") << "raw" << int(ExpectedRange::Unknown) << -1;
}

void tst_RangeFindings::range_isJudgedByTheExpectation()
{
    QFETCH(QString, preprocess);
    QFETCH(int, expected);
    QFETCH(int, kind);
    const DataFolder folder;
    folder.write("a.ppm", scenePicture(1));
    InspectionRequest request = requestFor(folder);
    request.data.preprocess = *builtinPreprocess(preprocess.toStdString());
    request.expected["x"].range = ExpectedRange(expected);
    INSPECT(found, request);
    QCOMPARE(find(found, FindingKind::TooLargeValues) != nullptr, kind == int(FindingKind::TooLargeValues));
    QCOMPARE(find(found, FindingKind::TooSmallValues) != nullptr, kind == int(FindingKind::TooSmallValues));
}

namespace {

/// A convolution with three outputs that was trained on values of @p mean and @p deviation that do not depend on their
/// neighbours.
TrainedLayer layerTrainedOn(double mean, double deviation)
{
    TrainedLayer layer;
    layer.channels = 3;
    layer.height = layer.width = 1;
    layer.weights = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int output = 0; output < 3; ++output) {
        layer.bias.push_back(0.0);
        layer.mean.push_back(mean);
        layer.deviation.push_back(deviation);
    }
    return layer;
}

} // namespace

void tst_RangeFindings::training_tellsWhatIsExpected_data()
{
    QTest::addColumn<QString>("preprocess");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("deviation");
    QTest::addColumn<int>("kind"); // -1: none
    QTest::newRow("bytes, trained on bytes") << "raw" << 120.0 << 70.0 << -1;
    QTest::newRow("bytes, trained on 0 to 1") << "raw" << 0.5 << 0.27 << int(FindingKind::OtherSpread);
    QTest::newRow("0 to 1, trained on bytes") << "unit" << 120.0 << 70.0 << int(FindingKind::OtherSpread);
    QTest::newRow("0 to 1, trained on 0 to 1") << "unit" << 0.5 << 0.27 << -1;
    QTest::newRow("0 to 1, trained on normalized") << "unit" << 0.0 << 1.0 << int(FindingKind::OtherSpread);
    QTest::newRow("bytes without their mean") << "raw" << -400.0 << 70.0 << int(FindingKind::OtherMean);
}

void tst_RangeFindings::training_tellsWhatIsExpected()
{
    QFETCH(QString, preprocess);
    QFETCH(double, mean);
    QFETCH(double, deviation);
    QFETCH(int, kind);
    const DataFolder folder;
    for (int i = 0; i < 3; ++i)
        folder.write("p" + std::to_string(i) + ".ppm", scenePicture(i));
    InspectionRequest request = requestFor(folder);
    request.data.preprocess = *builtinPreprocess(preprocess.toStdString());
    request.expected["x"].layer = layerTrainedOn(mean, deviation);
    INSPECT(found, request);
    QCOMPARE(find(found, FindingKind::OtherSpread) != nullptr, kind == int(FindingKind::OtherSpread));
    QCOMPARE(find(found, FindingKind::OtherMean) != nullptr, kind == int(FindingKind::OtherMean));
    const InputFacts& facts = found.inputs.front();
    QVERIFY(facts.fit.has_value());
    QVERIFY(std::abs(facts.fit->factor * facts.deviation / deviation - 1.0) < 0.1);
    QVERIFY(std::abs(facts.fit->factor * facts.mean + facts.fit->offset - mean) < 0.1 * deviation);
    // The same elements as arrays tell the same.
    const DataFolder arrays;
    RecordingFeedback quiet;
    const auto source = openSampleSource(request.data, request.inputs, quiet);
    VERIFY_OK(source);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto sample = (*source)->read(i);
        VERIFY_OK(sample);
        VERIFY_OK(writeNpy(arrays.path("a" + std::to_string(i) + ".npy"), sample->inputs.at("x")));
    }
    request.data.source = arrays.text();
    INSPECT(fed, request);
    QVERIFY(std::abs(fed.inputs.front().fit->factor / facts.fit->factor - 1.0) < 1e-9);
    QCOMPARE(find(fed, FindingKind::OtherSpread) != nullptr, kind == int(FindingKind::OtherSpread));
}

void tst_RangeFindings::absurdRange_isFoundWithoutTheModel_data()
{
    QTest::addColumn<double>("scale");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("deviation");
    QTest::addColumn<bool>("isAbsurd");
    QTest::newRow("bytes") << 1.0 << 0.0 << 1.0 << false;
    QTest::newRow("bytes less a mean") << 1.0 << 117.0 << 1.0 << false;
    QTest::newRow("normalized bytes, unscaled") << 1.0 << 0.5 << 0.5 << true;
    QTest::newRow("scaled twice") << 1.0 / 65025.0 << 0.0 << 1.0 << true;
    QTest::newRow("normalized") << 1.0 / 255.0 << 0.485 << 0.229 << false;
}

void tst_RangeFindings::absurdRange_isFoundWithoutTheModel()
{
    QFETCH(double, scale);
    QFETCH(double, mean);
    QFETCH(double, deviation);
    QFETCH(bool, isAbsurd);
    const DataFolder folder;
    folder.write("a.ppm", scenePicture(1));
    InspectionRequest request = requestFor(folder);
    request.data.preprocess.scale = scale;
    request.data.preprocess.mean = {mean};
    request.data.preprocess.std = {deviation};
    INSPECT(found, request);
    QCOMPARE(find(found, FindingKind::AbsurdRange) != nullptr, isAbsurd);
    QCOMPARE(find(found, FindingKind::RangeUntold) != nullptr, !isAbsurd);
    // A mean for each channel moves them apart, but widens none.
    request.data.preprocess = *builtinPreprocess("raw");
    request.data.preprocess.mean = {104.0, 117.0, 123.0};
    INSPECT(apart, request);
    QVERIFY(apart.inputs.front().highest - apart.inputs.front().lowest > 256.0);
    QVERIFY(!find(apart, FindingKind::AbsurdRange));
}

void tst_RangeFindings::openSize_isFoundWhereSizesDiffer()
{
    const DataFolder folder;
    folder.write("a.ppm", scenePicture(1, 0, 0, 70));
    folder.write("b.ppm", scenePicture(2, 0, 0, 90));
    folder.write("c.ppm", scenePicture(3, 0, 0, 100));
    const TensorSpec open = input("x", DataType::Float, {1, 3, kDynamic, kDynamic});
    INSPECT(found, requestFor(folder, open));
    const Finding* size = find(found, FindingKind::OpenSize);
    QVERIFY(size);
    QCOMPARE(size->figure, 96.0); // nearest to the middle one
    QCOMPARE(size->reference, 96.0);
    InspectionRequest sized = requestFor(folder, open);
    sized.data.preprocess.resize->size = PictureSize{96, 96};
    INSPECT(mended, sized);
    QVERIFY(!find(mended, FindingKind::OpenSize));
}

void tst_RangeFindings::layoutOpen_onlyWhereNothingTells()
{
    const DataFolder folder;
    folder.write("a.ppm", scenePicture(1));
    INSPECT(declared, requestFor(folder, input("x", DataType::Float, {1, 3, kDynamic, kDynamic})));
    QVERIFY(!find(declared, FindingKind::LayoutOpen));
    InspectionRequest open = requestFor(folder, input("x", DataType::Float, {1, kDynamic, kDynamic, kDynamic}));
    INSPECT(untold, open);
    QVERIFY(find(untold, FindingKind::LayoutOpen));
    open.expected["x"].layout = PixelLayout::Nchw; // its first operator is a convolution
    INSPECT(told, open);
    QVERIFY(!find(told, FindingKind::LayoutOpen));
}

QTEST_GUILESS_MAIN(tst_RangeFindings)
#include "tst_range_findings.moc"
