// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/range_requests.h"

#include <QTest>

using namespace quantiscope;

class tst_RangeRequests : public QObject
{
    Q_OBJECT

private slots:
    void targetOf_hasTheConfigurationsKindOfScale();
    void activationRequest_carriesEveryOption();
    void activationRequest_defaultsToAsManyBinsAsLevels_withOnnxRuntimesRules();
    void weightRequest_isMinMax_withFloatScales();
    void weightRequest_followsTheActivations_withOtherScales();
    void weightRequest_isWhatIsAskedFor();
};

void tst_RangeRequests::targetOf_hasTheConfigurationsKindOfScale()
{
    QuantConfig config;
    config.activationType = DataType::Int16;
    config.activationSymmetric = true;
    config.scaleType = ScaleType::PowerOf2;
    config.reduceRange = true; // of weights only
    QCOMPARE(targetOf(activationEncoding(config), config),
             (QuantTarget{DataType::Int16, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full}));
}

void tst_RangeRequests::activationRequest_carriesEveryOption()
{
    QuantConfig config;
    CalibrationConfig& calibration = config.calibration;
    calibration.method = CalibrationMethod::LayerwisePercentile;
    calibration.percentile = 99.5;
    calibration.tensorRangeSymmetric = false;
    calibration.movingAverage = true;
    calibration.lwpMetric = ErrorMetric::Mse;
    calibration.percentileCandidates = {90.0, 95.0};
    calibration.numBins = 77;
    calibration.numQuantizedBins = 33;
    calibration.minMSEModePof2Scale = Pof2Mode::MostCommon;
    calibration.minMSEModeFloatScale = FloatMode::HistCenter;
    const QuantTarget target{DataType::Int16, Symmetry::Symmetric, ScaleType::Int16, CodeRange::Full};
    RangeRequest expected;
    expected.method = CalibrationMethod::LayerwisePercentile;
    expected.target = target;
    expected.calibrationSymmetry = Symmetry::Asymmetric;
    expected.movingAverage = true;
    expected.percentile = 99.5;
    expected.candidates = {90.0, 95.0};
    expected.metric = ErrorMetric::Mse;
    expected.positionMode = Pof2Mode::MostCommon;
    expected.windowMode = FloatMode::HistCenter;
    expected.bins = 77;
    expected.quantizedBins = 33;
    QCOMPARE(activationRequest(config, target), expected);
    calibration.tensorRangeSymmetric.reset(); // by default symmetric with this method
    expected.calibrationSymmetry = Symmetry::Symmetric;
    QCOMPARE(activationRequest(config, target), expected);
}

void tst_RangeRequests::activationRequest_defaultsToAsManyBinsAsLevels_withOnnxRuntimesRules()
{
    QuantConfig config;
    config.calibration.method = CalibrationMethod::Entropy;
    QVERIFY(!activationRequest(config, {}).bins);
    config.placement.rules = PlacementRules::OnnxRuntime;
    QCOMPARE(activationRequest(config, {}).bins, std::optional<int>(128));
    config.calibration.numBins = 512;
    QCOMPARE(activationRequest(config, {}).bins, std::optional<int>(512));
}

void tst_RangeRequests::weightRequest_isMinMax_withFloatScales()
{
    QuantConfig config;
    config.calibration.movingAverage = true;
    for (const CalibrationMethod method : {CalibrationMethod::MinMSE, CalibrationMethod::Percentile}) {
        config.calibration.method = method;
        const RangeRequest request = weightRequest(config, {});
        QCOMPARE(request.method, CalibrationMethod::MinMax);
        QVERIFY(!request.movingAverage);
    }
}

void tst_RangeRequests::weightRequest_followsTheActivations_withOtherScales()
{
    QuantConfig config;
    config.calibration.method = CalibrationMethod::MinMSE;
    const QuantTarget target{DataType::Int8, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full};
    QCOMPARE(weightRequest(config, target).method, CalibrationMethod::MinMSE);
    QCOMPARE(weightRequest(config, target).target, target);
    config.calibration.method = CalibrationMethod::NonOverflow;
    QCOMPARE(weightRequest(config, target).method, CalibrationMethod::NonOverflow);
}

void tst_RangeRequests::weightRequest_isWhatIsAskedFor()
{
    QuantConfig config;
    config.calibration.weightMethod = CalibrationMethod::MinMSE;
    QCOMPARE(weightRequest(config, {}).method, CalibrationMethod::MinMSE);
    config.calibration.method = CalibrationMethod::MinMSE;
    config.calibration.weightMethod = CalibrationMethod::MinMax;
    const QuantTarget target{DataType::Int8, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full};
    QCOMPARE(weightRequest(config, target).method, CalibrationMethod::MinMax);
}

QTEST_GUILESS_MAIN(tst_RangeRequests)
#include "tst_range_requests.moc"
