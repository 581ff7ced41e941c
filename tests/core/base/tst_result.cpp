// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <QTest>

#include <memory>
#include <string>

using namespace quantiscope;

class tst_Result : public QObject
{
    Q_OBJECT

private slots:
    void result_holdsItsValue();
    void result_holdsItsError();
    void result_ofAFalseValue_isStillAValue();
    void result_givesMoveOnlyValuesAway();
    void result_letsItsValueBeChanged();
    void resultOfVoid_isSuccessByDefault();
    void resultOfVoid_holdsItsError();
    void exitStatus_isAsDocumented_data();
    void exitStatus_isAsDocumented();
};

void tst_Result::result_holdsItsValue()
{
    const Result<std::string> result(std::string("text"));
    QVERIFY(result.has_value());
    QVERIFY(bool(result));
    QCOMPARE(*result, std::string("text"));
    QCOMPARE(result.value(), std::string("text"));
    QCOMPARE(result->size(), std::size_t(4));
}

void tst_Result::result_holdsItsError()
{
    const Result<std::string> result = Error{ErrorCode::DiskError, "The disk is full.", "/x"};
    QVERIFY(!result.has_value());
    QVERIFY(!result);
    QCOMPARE(result.error(), (Error{ErrorCode::DiskError, "The disk is full.", "/x"}));
}

void tst_Result::result_ofAFalseValue_isStillAValue()
{
    // A bool or an integer must not be taken for "has a value".
    QCOMPARE(*Result<bool>(false), false);
    QVERIFY(Result<bool>(false).has_value());
    QVERIFY(Result<int>(0).has_value());
    QVERIFY(!Result<int>(Error{}).has_value());
}

void tst_Result::result_givesMoveOnlyValuesAway()
{
    Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
    const std::unique_ptr<int> taken = *std::move(result);
    QCOMPARE(*taken, 7);
    const std::unique_ptr<int> fromTemporary = Result<std::unique_ptr<int>>(std::make_unique<int>(8)).value();
    QCOMPARE(*fromTemporary, 8);
}

void tst_Result::result_letsItsValueBeChanged()
{
    Result<std::string> result(std::string("a"));
    *result += "b";
    result->push_back('c');
    result.value() += "d";
    QCOMPARE(*result, std::string("abcd"));
    result = Error{ErrorCode::Canceled, "Canceled.", {}};
    QCOMPARE(result.error().code, ErrorCode::Canceled);
}

void tst_Result::resultOfVoid_isSuccessByDefault()
{
    const Result<void> result;
    QVERIFY(result.has_value());
    QVERIFY(bool(result));
}

void tst_Result::resultOfVoid_holdsItsError()
{
    const Result<void> result = Error{ErrorCode::OutOfMemory, "Not enough memory.", "conv1"};
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::OutOfMemory);
    QCOMPARE(result.error().message, std::string("Not enough memory."));
    QCOMPARE(result.error().subject, std::string("conv1"));
}

void tst_Result::exitStatus_isAsDocumented_data()
{
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<int>("status");
    QTest::newRow("invalid argument") << ErrorCode::InvalidArgument << 2;
    QTest::newRow("model refused") << ErrorCode::ModelRefused << 3;
    QTest::newRow("data refused") << ErrorCode::DataRefused << 3;
    QTest::newRow("config refused") << ErrorCode::ConfigRefused << 3;
    QTest::newRow("gate failed") << ErrorCode::GateFailed << 4;
    QTest::newRow("out of memory") << ErrorCode::OutOfMemory << 5;
    QTest::newRow("disk error") << ErrorCode::DiskError << 5;
    QTest::newRow("runtime failure") << ErrorCode::RuntimeFailure << 6;
    QTest::newRow("canceled") << ErrorCode::Canceled << 130;
}

void tst_Result::exitStatus_isAsDocumented()
{
    QFETCH(ErrorCode, code);
    QFETCH(int, status);
    QCOMPARE(exitStatus(code), status);
}

QTEST_GUILESS_MAIN(tst_Result)
#include "tst_result.moc"
