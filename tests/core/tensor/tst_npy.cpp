// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_writer.h"

#include <QTest>

#include <fstream>

using namespace quantiscope;

namespace {

/// A file of version @p major with the header text padded by nothing.
QByteArray npyBytes(const QByteArray& header, const QByteArray& data, int major = 1)
{
    QByteArray bytes("\x93NUMPY", 6);
    bytes += char(major);
    bytes += char(0);
    const int width = major == 1 ? 2 : 4;
    for (int i = 0; i < width; ++i)
        bytes += char((header.size() >> (8 * i)) & 0xFF);
    return bytes + header + data;
}

QByteArray headerText(const char* descr, const char* order, const char* shape)
{
    return QByteArray("{'descr': ") + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

std::span<const std::byte> bytesOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size())));
}

} // namespace

class tst_Npy : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void parseNpyHeader_readsKnownHeaders_data();
    void parseNpyHeader_readsKnownHeaders();
    void parseNpyHeader_refusesWithSentence_data();
    void parseNpyHeader_refusesWithSentence();
    void parseNpyHeader_neverCrashes_whenCutOrChanged();
    void readNpy_givesRowsInMachineOrder_data();
    void readNpy_givesRowsInMachineOrder();
    void readNpy_transposesThreeAxes_whenFortran();
    void readNpy_normalisesBooleans();
    void readNpy_refusesWithSentence_data();
    void readNpy_refusesWithSentence();
    void writeNpy_writesNumPysOwnBytes();
    void writeNpy_isReadBack_data();
    void writeNpy_isReadBack();
    void allocateTensor_refusesOverflow();

private:
    std::filesystem::path write(const QByteArray& bytes) const;
    std::unique_ptr<TemporaryFolder> m_folder;
};

void tst_Npy::init()
{
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    m_folder = std::move(*folder);
}

std::filesystem::path tst_Npy::write(const QByteArray& bytes) const
{
    const auto path = m_folder->path() / "x.npy";
    std::ofstream(path, std::ios::binary).write(bytes.constData(), bytes.size());
    return path;
}

void tst_Npy::parseNpyHeader_readsKnownHeaders_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<bool>("fortran");
    QTest::addColumn<bool>("bigEndian");

    const auto row = [](const char* name, const QByteArray& header, DataType type, const char* shape,
                        bool fortran = false, bool bigEndian = false, int major = 1) {
        QTest::newRow(name) << npyBytes(header, {}, major) << int(type) << shape << fortran << bigEndian;
    };
    row("float32", headerText("'<f4'", "False", "(2, 3)"), DataType::Float, "[2, 3]");
    row("uint8", headerText("'|u1'", "False", "(4,)"), DataType::UInt8, "[4]");
    row("int64", headerText("'<i8'", "False", "()"), DataType::Int64, "[]");
    row("float16", headerText("'<f2'", "False", "(0, 7)"), DataType::Float16, "[0, 7]");
    row("float64", headerText("'<f8'", "False", "(1,)"), DataType::Double, "[1]");
    row("bool", headerText("'|b1'", "False", "(3,)"), DataType::Bool, "[3]");
    row("big-endian", headerText("'>f4'", "False", "(3,)"), DataType::Float, "[3]", false, true);
    row("one byte has no order", headerText("'>i1'", "False", "(3,)"), DataType::Int8, "[3]");
    row("fortran", headerText("'<i4'", "True", "(3, 2)"), DataType::Int32, "[3, 2]", true);
    row("fortran of one axis", headerText("'<i4'", "True", "(3,)"), DataType::Int32, "[3]", false);
    row("version 2", headerText("'<u2'", "False", "(5, 1)"), DataType::UInt16, "[5, 1]", false, false, 2);
    row("version 3", headerText("'<u4'", "False", "(5, 1)"), DataType::UInt32, "[5, 1]", false, false, 3);
    row("Python 2 long", headerText("'<f4'", "False", "(10L, 3L)"), DataType::Float, "[10, 3]");
    row("other order, double quotes", "{\"shape\":(2,),\"fortran_order\":False,\"descr\":\"<u8\"}", DataType::UInt64,
        "[2]");
}

void tst_Npy::parseNpyHeader_readsKnownHeaders()
{
    QFETCH(QByteArray, bytes);
    const auto header = parseNpyHeader(bytesOf(bytes), "x.npy");
    QVERIFY2(header.has_value(), header ? "" : header.error().message.c_str());
    QTEST(int(header->type), "type");
    QTEST(QString::fromStdString(shapeListText(header->shape)), "shape");
    QTEST(header->fortranOrder, "fortran");
    QTEST(header->bigEndian, "bigEndian");
    QCOMPARE(header->dataOffset, std::size_t(bytes.size()));
}

void tst_Npy::parseNpyHeader_refusesWithSentence_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");

    const auto row = [](const char* name, const QByteArray& header, const char* sentence) {
        QTest::newRow(name) << npyBytes(header, {}) << sentence;
    };
    QTest::newRow("nothing") << QByteArray() << "NumPy's signature";
    QTest::newRow("text") << QByteArray("hello, I am no array") << "NumPy's signature";
    QTest::newRow("only the signature") << QByteArray("\x93NUMPY", 6) << "ends inside its header";
    QTest::newRow("version 4") << npyBytes(headerText("'<f4'", "False", "(1,)"), {}, 4) << "version 4.0 is not known";
    QTest::newRow("version 2 cut in the length")
        << QByteArray("\x93NUMPY\x02\x00\x10\x00", 10) << "ends inside its header";
    QTest::newRow("header cut") << npyBytes(headerText("'<f4'", "False", "(1,)"), {}).chopped(5)
                                << "ends inside its header";
    QTest::newRow("huge header") << QByteArray("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12) << "is too long";
    row("objects", headerText("'|O'", "False", "(1,)"), "a pickle");
    row("texts", headerText("'<U5'", "False", "(1,)"), "holds texts");
    row("records", headerText("[('a', '<f4'), ('b', '<i4')]", "False", "(1,)"), "structured (record) array");
    row("raw bytes", headerText("'|V2'", "False", "(1,)"), "raw 'V' bytes");
    row("dates", headerText("'<M8[ns]'", "False", "(1,)"), "dates or times");
    row("complex", headerText("'<c8'", "False", "(1,)"), "complex numbers");
    row("float128", headerText("'<f16'", "False", "(1,)"), "unusual size");
    row("unknown type", headerText("'<q9'", "False", "(1,)"), "element type is not known");
    row("empty type", headerText("''", "False", "(1,)"), "element type is not known");
    row("type without quotes", headerText("7", "False", "(1,)"), "no readable 'descr'");
    row("order is a number", headerText("'<f4'", "0", "(1,)"), "neither True nor False");
    row("negative extent", headerText("'<f4'", "False", "(-1,)"), "not a list of non-negative numbers");
    row("extent of 19 digits", headerText("'<f4'", "False", "(9999999999999999999,)"), "too large");
    row("product overflows", headerText("'<f4'", "False", "(4294967296, 4294967296, 4294967296)"), "is too large");
    row("bytes overflow", headerText("'<f8'", "False", "(4611686018427387904,)"), "too large");
    row("33 axes", headerText("'<f4'", "False", "(" + QByteArray("1, ").repeated(33) + ")"), "more than 32 axes");
    row("shape not closed", "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2", "is not closed");
    row("shape is a list", headerText("'<f4'", "False", "[1, 2]"), "no readable 'shape'");
    row("no shape", "{'descr': '<f4', 'fortran_order': False}", "lacks");
    row("twice", "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "same key twice");
    row("unknown key", "{'descr': '<f4', 'extra': 1}", "a key that does not belong there");
    row("not a dictionary", "[1, 2]", "not a dictionary");
    row("dictionary not closed", "{'descr': '<f4' 'fortran_order'", "is not closed");
    row("something behind", headerText("'<f4'", "False", "(1,)") + "x", "something after");
}

void tst_Npy::parseNpyHeader_refusesWithSentence()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const auto header = parseNpyHeader(bytesOf(bytes), "x.npy");
    QVERIFY(!header.has_value());
    QVERIFY(header.error().code == ErrorCode::DataRefused);
    QVERIFY2(header.error().message.find(sentence.toStdString()) != std::string::npos, header.error().message.c_str());
    QCOMPARE(header.error().subject, std::string("x.npy"));
}

void tst_Npy::parseNpyHeader_neverCrashes_whenCutOrChanged()
{
    const QByteArray good = npyBytes(headerText("'<f4'", "False", "(2, 3)"), {});
    for (qsizetype length = 0; length < good.size(); ++length)
        QVERIFY(!parseNpyHeader(bytesOf(good.left(length)), "x.npy").has_value());
    for (qsizetype at = 0; at < good.size(); ++at) {
        for (const int change : {0, 1, 0x7F, 0x80, 0xFF}) {
            QByteArray changed = good;
            changed[at] = char(change);
            (void)parseNpyHeader(bytesOf(changed), "x.npy"); // the sanitizers watch
        }
    }
}

void tst_Npy::readNpy_givesRowsInMachineOrder_data()
{
    QTest::addColumn<QByteArray>("file");
    // numpy.array([[1.5, -2, 3], [4, 5.25, -6]]) as NumPy stores it
    QTest::newRow("little-endian") << npyBytes(headerText("'<f4'", "False", "(2, 3)"),
                                               QByteArray::fromHex("0000c03f000000c0000040400000804"
                                                                   "00000a8400000c0c0"));
    QTest::newRow("big-endian") << npyBytes(headerText("'>f4'", "False", "(2, 3)"),
                                            QByteArray::fromHex("3fc00000c0000000404000004080000040a80000c0c00000"));
    QTest::newRow("Fortran order") << npyBytes(headerText("'<f4'", "True", "(2, 3)"),
                                               QByteArray::fromHex("0000c03f00008040000000c00000a84"
                                                                   "0000040400000c0c0"));
}

void tst_Npy::readNpy_givesRowsInMachineOrder()
{
    QFETCH(QByteArray, file);
    const auto tensor = readNpy(write(file));
    QVERIFY2(tensor.has_value(), tensor ? "" : tensor.error().message.c_str());
    QCOMPARE(tensor->describe(), std::string("float32 [2, 3]"));
    const auto values = tensor->as<float>();
    QCOMPARE(std::vector<float>(values.begin(), values.end()), (std::vector<float>{1.5F, -2, 3, 4, 5.25F, -6}));
}

void tst_Npy::readNpy_transposesThreeAxes_whenFortran()
{
    QByteArray data; // element (i, j, k) of shape (2, 3, 4) is 100 i + 10 j + k
    for (int k = 0; k < 4; ++k) {
        for (int j = 0; j < 3; ++j) {
            for (int i = 0; i < 2; ++i)
                data += char(100 * i + 10 * j + k);
        }
    }
    const auto tensor = readNpy(write(npyBytes(headerText("'|u1'", "True", "(2, 3, 4)"), data)));
    QVERIFY(tensor.has_value());
    const auto values = tensor->as<std::uint8_t>();
    for (std::size_t n = 0; n < 24; ++n)
        QCOMPARE(int(values[n]), int(100 * (n / 12) + 10 * (n / 4 % 3) + n % 4));
}

void tst_Npy::readNpy_normalisesBooleans()
{
    const auto tensor = readNpy(write(npyBytes(headerText("'|b1'", "False", "(3,)"), QByteArray("\x00\x01\x7f", 3))));
    QVERIFY(tensor.has_value());
    const auto values = tensor->as<std::uint8_t>();
    QCOMPARE(std::vector<int>(values.begin(), values.end()), (std::vector<int>{0, 1, 1}));
}

void tst_Npy::readNpy_refusesWithSentence_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("sentence");
    const QByteArray header = headerText("'<f4'", "False", "(2, 3)");
    QTest::newRow("empty file") << QByteArray() << "NumPy's signature";
    QTest::newRow("truncated data") << npyBytes(header, QByteArray(23, '\0'))
                                    << "24 bytes are needed for float32 [2, 3], 23 are there";
    QTest::newRow("no data") << npyBytes(header, {}) << "is truncated";
    QTest::newRow("more data") << npyBytes(header, QByteArray(30, '\0')) << "6 bytes follow its array";
    QTest::newRow("shape larger than any disk")
        << npyBytes(headerText("'|u1'", "False", "(4611686018427387904,)"), {}) << "too large";
    QTest::newRow("exabyte claimed") << npyBytes(headerText("'|u1'", "False", "(900000000000000000,)"), "abc")
                                     << "is truncated";
}

void tst_Npy::readNpy_refusesWithSentence()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, sentence);
    const auto tensor = readNpy(write(file));
    QVERIFY(!tensor.has_value());
    QVERIFY(tensor.error().code == ErrorCode::DataRefused);
    QVERIFY2(tensor.error().message.find(sentence.toStdString()) != std::string::npos, tensor.error().message.c_str());

    const auto missing = readNpy(m_folder->path() / "none.npy");
    QVERIFY(missing.error().message.find("does not exist") != std::string::npos);
    const auto folder = readNpy(m_folder->path());
    QVERIFY(folder.error().message.find("is a folder") != std::string::npos);
}

void tst_Npy::writeNpy_writesNumPysOwnBytes()
{
    // numpy.save of the array of readNpy_givesRowsInMachineOrder()
    const QByteArray expected = QByteArray("\x93NUMPY\x01\x00v\x00", 10)
        + QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }").leftJustified(117, ' ') + "\n"
        + QByteArray::fromHex("0000c03f000000c0000040400000804000"
                              "00a8400000c0c0");
    const std::vector<float> values{1.5F, -2, 3, 4, 5.25F, -6};
    const auto path = m_folder->path() / "out.npy";
    QVERIFY(writeNpy(path, Tensor::fromFloats({2, 3}, values)).has_value());
    const auto text = readTextFile(path, ErrorCode::DataRefused);
    QVERIFY(text.has_value());
    QCOMPARE(QByteArray::fromStdString(*text), expected);
}

void tst_Npy::writeNpy_isReadBack_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QVector<int>>("shape");
    for (const DataType type :
         {DataType::Float, DataType::Double, DataType::Float16, DataType::Int8, DataType::UInt8, DataType::Int16,
          DataType::UInt16, DataType::Int32, DataType::UInt32, DataType::Int64, DataType::UInt64}) {
        const QByteArray name(std::string(dataTypeName(type)).c_str());
        QTest::newRow(name + " scalar") << int(type) << QVector<int>{};
        QTest::newRow(name + " list") << int(type) << QVector<int>{5};
        QTest::newRow(name + " empty") << int(type) << QVector<int>{3, 0, 2};
        QTest::newRow(name + " box") << int(type) << QVector<int>{2, 3, 4};
    }
}

void tst_Npy::writeNpy_isReadBack()
{
    QFETCH(int, type);
    QFETCH(QVector<int>, shape);
    Tensor tensor(DataType(type), Shape(shape.begin(), shape.end()));
    for (std::size_t i = 0; i < tensor.bytes().size(); ++i)
        tensor.bytes()[i] = std::byte(i * 37 + 11);
    const auto path = m_folder->path() / "round.npy";
    QVERIFY(writeNpy(path, tensor).has_value());
    const auto back = readNpy(path);
    QVERIFY2(back.has_value(), back ? "" : back.error().message.c_str());
    QCOMPARE(back->describe(), tensor.describe());
    QVERIFY(std::ranges::equal(back->bytes(), std::as_const(tensor).bytes()));
}

void tst_Npy::allocateTensor_refusesOverflow()
{
    const auto tensor = allocateTensor(DataType::Float, {std::int64_t(1) << 61, 1}, "x");
    QVERIFY(!tensor.has_value());
    QVERIFY(tensor.error().code == ErrorCode::OutOfMemory);
}

QTEST_GUILESS_MAIN(tst_Npy)
#include "tst_npy.moc"
