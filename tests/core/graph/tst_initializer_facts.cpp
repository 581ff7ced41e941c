// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/initializer_facts.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

template <typename T>
std::string bytesOf(const std::vector<T>& values)
{
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// Facts of an initializer in a model that holds it.
std::optional<InitializerFacts> factsOf(const onnx::TensorProto& tensor, const std::string& asked = "t")
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1}).initializer(tensor);
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.node("Identity", {"t"}, {"z"}, "keep");
    b.output("y").output("z", static_cast<DataType>(tensor.data_type()), {tensor.dims(0)});
    const Model model = b.model();
    const Graph graph(model);
    return initializerFacts(graph, asked);
}

} // namespace

class TestInitializerFacts : public QObject
{
    Q_OBJECT

private slots:
    void floats_haveTheStatistics_thatOneComputesByHand()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto facts = factsOf(makeFloatTensor("t", {6}, {2.0F, 0.0F, -4.0F, 6.0F, nan, INFINITY}));
        QVERIFY(facts && facts->numbers);
        QCOMPARE(facts->elements, std::size_t(6));
        QCOMPARE(facts->bytes, std::size_t(24));
        QCOMPARE(facts->first, std::string("2, 0, -4, 6, nan, inf"));
        QCOMPARE(facts->numbers->lowest, -4.0);
        QCOMPARE(facts->numbers->highest, 6.0);
        QCOMPARE(facts->numbers->mean, 1.0);
        QCOMPARE(facts->numbers->deviation, std::sqrt(13.0)); // (1 + 1 + 25 + 25) / 4
        QCOMPARE(facts->numbers->zeros, std::size_t(1));
        QCOMPARE(facts->numbers->notFinite, std::size_t(2));
    }

    void deviation_isNotLost_besideALargeMean()
    {
        const auto facts = factsOf(makeTensor("t", DataType::Double, {2}, bytesOf<double>({1e9 - 1.0, 1e9 + 1.0})));
        QCOMPARE(facts->numbers->deviation, 1.0);
    }

    void everyType_isReadAsItIs_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<double>("lowest");
        QTest::addColumn<double>("highest");
        QTest::addColumn<std::string>("first");
        const auto row = [](const char* name, DataType type, const std::string& bytes, double lowest, double highest,
                            const std::string& first) {
            QTest::newRow(name) << int(type) << bytes << lowest << highest << first;
        };
        row("int8", DataType::Int8, bytesOf<std::int8_t>({-128, 127}), -128, 127, "-128, 127");
        row("uint8", DataType::UInt8, bytesOf<std::uint8_t>({0, 255}), 0, 255, "0, 255");
        row("int16", DataType::Int16, bytesOf<std::int16_t>({-32768, 5}), -32768, 5, "-32768, 5");
        row("uint16", DataType::UInt16, bytesOf<std::uint16_t>({1, 65535}), 1, 65535, "1, 65535");
        row("int32", DataType::Int32, bytesOf<std::int32_t>({-7, 7}), -7, 7, "-7, 7");
        row("uint32", DataType::UInt32, bytesOf<std::uint32_t>({0, 4294967295U}), 0, 4294967295.0, "0, 4294967295");
        row("int64", DataType::Int64, bytesOf<std::int64_t>({-9, 9007199254740993}), -9, 9007199254740992.0,
            "-9, 9007199254740993");
        row("bool", DataType::Bool, bytesOf<std::uint8_t>({0, 1}), 0, 1, "0, 1");
        row("float16", DataType::Float16, bytesOf<std::uint16_t>({0x3C00, 0xC000}), -2, 1, "1, -2");
        row("bfloat16", DataType::BFloat16, bytesOf<std::uint16_t>({0x3F80, 0x4000}), 1, 2, "1, 2");
        row("double", DataType::Double, bytesOf<double>({0.25, -0.5}), -0.5, 0.25, "0.25, -0.5");
    }

    void everyType_isReadAsItIs()
    {
        QFETCH(int, type);
        QFETCH(std::string, bytes);
        QFETCH(double, lowest);
        QFETCH(double, highest);
        QFETCH(std::string, first);
        const auto facts = factsOf(makeTensor("t", static_cast<DataType>(type), {2}, bytes));
        QVERIFY(facts && facts->numbers);
        QCOMPARE(facts->elements, std::size_t(2));
        QCOMPARE(facts->numbers->lowest, lowest);
        QCOMPARE(facts->numbers->highest, highest);
        QCOMPARE(facts->first, first);
    }

    void longOnes_areCut_andStatisticsCoverAll()
    {
        std::vector<float> values(1000, 1.0F);
        values.back() = 1001.0F;
        const auto facts = factsOf(makeFloatTensor("t", {1000}, values));
        QVERIFY(facts->first.ends_with(", …"));
        QCOMPARE(facts->numbers->highest, 1001.0);
        QCOMPARE(facts->numbers->mean, 2.0);
    }

    void noElements_noNumbers()
    {
        const auto facts = factsOf(makeFloatTensor("t", {0}, {}));
        QVERIFY(facts);
        QCOMPARE(facts->elements, std::size_t(0));
        QVERIFY(!facts->numbers);
        QVERIFY(facts->first.empty());
    }

    void unknownName_hasNoFacts() { QVERIFY(!factsOf(makeFloatTensor("t", {1}, {1.0F}), "nothing")); }
};

QTEST_GUILESS_MAIN(TestInitializerFacts)
#include "tst_initializer_facts.moc"
