// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/quant_config.h"

#include <QTest>

using namespace quantiscope;

class tst_QuantConfig : public QObject
{
    Q_OBJECT

private slots:
    void weightSymmetry_followsTheTypeUnlessSet_data();
    void weightSymmetry_followsTheTypeUnlessSet();
    void calibrationSymmetry_followsTheMethodUnlessSet_data();
    void calibrationSymmetry_followsTheMethodUnlessSet();
    void activationSymmetry_followsItsOption();
    void needsHistogram_onlyForPercentiles();
    void methodFromName_knowsItsOwnNames();
};

void tst_QuantConfig::weightSymmetry_followsTheTypeUnlessSet_data()
{
    QTest::addColumn<DataType>("type");
    QTest::addColumn<int>("option"); // -1: not set
    QTest::addColumn<bool>("symmetric");
    QTest::newRow("int8") << DataType::Int8 << -1 << true;
    QTest::newRow("int16") << DataType::Int16 << -1 << true;
    QTest::newRow("uint8") << DataType::UInt8 << -1 << false;
    QTest::newRow("uint16") << DataType::UInt16 << -1 << false;
    QTest::newRow("int8, set to false") << DataType::Int8 << 0 << false;
    QTest::newRow("uint8, set to true") << DataType::UInt8 << 1 << true;
}

void tst_QuantConfig::weightSymmetry_followsTheTypeUnlessSet()
{
    QFETCH(DataType, type);
    QFETCH(int, option);
    QFETCH(bool, symmetric);
    QuantConfig config;
    if (option >= 0)
        config.weightSymmetric = option == 1;
    QCOMPARE(config.weightSymmetry(type), symmetric ? Symmetry::Symmetric : Symmetry::Asymmetric);
}

void tst_QuantConfig::calibrationSymmetry_followsTheMethodUnlessSet_data()
{
    QTest::addColumn<CalibrationMethod>("method");
    QTest::addColumn<PlacementRules>("rules");
    QTest::addColumn<int>("option"); // -1: not set
    QTest::addColumn<bool>("symmetric");
    using M = CalibrationMethod;
    using R = PlacementRules;
    QTest::newRow("percentile, Quark") << M::Percentile << R::Quark << -1 << true;
    QTest::newRow("percentile, extended") << M::Percentile << R::QuarkExtended << -1 << true;
    QTest::newRow("percentile, ONNX Runtime") << M::Percentile << R::OnnxRuntime << -1 << true;
    QTest::newRow("MinMax, Quark") << M::MinMax << R::Quark << -1 << false;
    QTest::newRow("percentile, Quark, set to false") << M::Percentile << R::Quark << 0 << false;
    QTest::newRow("MinMax, set to true") << M::MinMax << R::OnnxRuntime << 1 << true;
}

void tst_QuantConfig::calibrationSymmetry_followsTheMethodUnlessSet()
{
    QFETCH(CalibrationMethod, method);
    QFETCH(PlacementRules, rules);
    QFETCH(int, option);
    QFETCH(bool, symmetric);
    QuantConfig config;
    config.calibration.method = method;
    config.placement.rules = rules;
    if (option >= 0)
        config.calibration.tensorRangeSymmetric = option == 1;
    QCOMPARE(config.calibrationSymmetry(), symmetric ? Symmetry::Symmetric : Symmetry::Asymmetric);
}

void tst_QuantConfig::activationSymmetry_followsItsOption()
{
    QuantConfig config;
    QCOMPARE(config.activationSymmetry(), Symmetry::Asymmetric);
    config.activationSymmetric = true;
    QCOMPARE(config.activationSymmetry(), Symmetry::Symmetric);
}

void tst_QuantConfig::needsHistogram_onlyForPercentiles()
{
    QuantConfig config;
    config.calibration.method = CalibrationMethod::MinMax;
    QVERIFY(!config.needsHistogram());
    config.calibration.method = CalibrationMethod::Percentile;
    QVERIFY(config.needsHistogram());
}

void tst_QuantConfig::methodFromName_knowsItsOwnNames()
{
    QCOMPARE(std::string(methodName(CalibrationMethod::MinMax)), std::string("MinMax"));
    QCOMPARE(std::string(methodName(CalibrationMethod::Percentile)), std::string("Percentile"));
    QCOMPARE(methodFromName("MinMax").value(), CalibrationMethod::MinMax);
    QCOMPARE(methodFromName("Percentile").value(), CalibrationMethod::Percentile);
    QVERIFY(!methodFromName("minmax"));
    QVERIFY(!methodFromName(""));
}

QTEST_GUILESS_MAIN(tst_QuantConfig)
#include "tst_quant_config.moc"
