// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tensor_proto_data.h"
#include "core/tensor/data_type.h"

#include <onnx/onnx_pb.h>

#include <QTest>

using namespace quantiscope;

class tst_TensorProtoData : public QObject
{
    Q_OBJECT

private slots:
    void typedFields_becomeRawData();
    void typedFields_becomeRawData_data();
    void strings_stay();
    void rawByteCount_isNothingForHostileShapes();
};

void tst_TensorProtoData::typedFields_becomeRawData_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<qlonglong>>("int32s");
    QTest::addColumn<QList<qlonglong>>("int64s");
    QTest::addColumn<QList<qlonglong>>("uint64s");
    QTest::addColumn<QByteArray>("raw");
    const auto row = [](const char* name, DataType type, int count, const QList<qlonglong>& int32s,
                        const QList<qlonglong>& int64s, const QList<qlonglong>& uint64s, const char* hex) {
        QTest::newRow(name) << static_cast<int>(type) << count << int32s << int64s << uint64s
                            << QByteArray::fromHex(hex);
    };
    row("int32", DataType::Int32, 2, {1, -2}, {}, {}, "01000000feffffff");
    row("int16", DataType::Int16, 2, {1, -2}, {}, {}, "0100feff");
    row("uint16", DataType::UInt16, 1, {65535}, {}, {}, "ffff");
    row("int8", DataType::Int8, 3, {1, -2, 127}, {}, {}, "01fe7f");
    row("uint8", DataType::UInt8, 1, {200}, {}, {}, "c8");
    row("bool", DataType::Bool, 2, {1, 0}, {}, {}, "0100");
    row("float16", DataType::Float16, 2, {0x3c00, 0xc000}, {}, {}, "003c00c0");
    row("bfloat16", DataType::BFloat16, 1, {0x3f80}, {}, {}, "803f");
    row("float8", DataType::Float8E4M3FN, 1, {0x38}, {}, {}, "38");
    row("int4, a byte per entry", DataType::Int4, 3, {0x21, 0x03}, {}, {}, "2103");
    row("uint4, four bytes per entry", DataType::UInt4, 16, {0x44332211, 0x78}, {}, {}, "1122334478000000");
    row("int64", DataType::Int64, 1, {}, {-1}, {}, "ffffffffffffffff");
    row("uint32", DataType::UInt32, 1, {}, {}, {4294967295}, "ffffffff");
    row("uint64", DataType::UInt64, 1, {}, {}, {1}, "0100000000000000");
    row("no elements", DataType::Float, 0, {}, {}, {}, "");
}

void tst_TensorProtoData::typedFields_becomeRawData()
{
    QFETCH(int, type);
    QFETCH(int, count);
    QFETCH(QList<qlonglong>, int32s);
    QFETCH(QList<qlonglong>, int64s);
    QFETCH(QList<qlonglong>, uint64s);
    QFETCH(QByteArray, raw);
    onnx::TensorProto tensor;
    tensor.set_data_type(type);
    tensor.add_dims(count);
    for (const qlonglong value : int32s)
        tensor.add_int32_data(static_cast<std::int32_t>(value));
    for (const qlonglong value : int64s)
        tensor.add_int64_data(value);
    for (const qlonglong value : uint64s)
        tensor.add_uint64_data(static_cast<std::uint64_t>(value));
    const auto checked = checkTensorData(tensor, "tensor");
    QVERIFY2(checked, checked ? "" : checked.error().message.c_str());
    moveToRawData(tensor);
    QCOMPARE(QByteArray::fromStdString(tensor.raw_data()), raw);
    QCOMPARE(rawByteCount(tensor), std::optional<std::size_t>(static_cast<std::size_t>(raw.size())));
    QVERIFY(tensor.int32_data().empty() && tensor.int64_data().empty() && tensor.uint64_data().empty());
}

void tst_TensorProtoData::strings_stay()
{
    onnx::TensorProto tensor;
    tensor.set_data_type(onnx::TensorProto::STRING);
    tensor.add_dims(1);
    tensor.add_string_data("text");
    QVERIFY(checkTensorData(tensor, "tensor"));
    moveToRawData(tensor);
    QCOMPARE(tensor.string_data_size(), 1);
    QVERIFY(!rawByteCount(tensor));
}

void tst_TensorProtoData::rawByteCount_isNothingForHostileShapes()
{
    onnx::TensorProto tensor;
    tensor.set_data_type(onnx::TensorProto::DOUBLE);
    tensor.add_dims(std::int64_t(1) << 40);
    tensor.add_dims(std::int64_t(1) << 40);
    QVERIFY(!rawByteCount(tensor));
    tensor.set_dims(1, -1);
    QVERIFY(!rawByteCount(tensor));
    tensor.set_dims(1, 0);
    QCOMPARE(rawByteCount(tensor), std::optional<std::size_t>(0));
}

QTEST_GUILESS_MAIN(tst_TensorProtoData)
#include "tst_tensor_proto_data.moc"
