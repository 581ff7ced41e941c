// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/initializer_elements.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <onnx/onnx_pb.h>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// A model with an initializer "odd" of two elements with these bytes.
Model modelWith(DataType type, const std::string& bytes)
{
    ModelBuilder b(19);
    b.input("x", DataType::Float, {1});
    b.initializer("w", {1}, {1.0F});
    b.node("Add", {"x", "w"}, {"y"}, "add");
    b.output("y", DataType::Float, {1});
    onnx::TensorProto* odd = b.proto().mutable_graph()->add_initializer();
    odd->set_name("odd");
    odd->set_data_type(int(type));
    odd->add_dims(2);
    odd->add_dims(1);
    odd->set_raw_data(bytes);
    return b.model();
}

} // namespace

class TestInitializerElements : public QObject
{
    Q_OBJECT

private slots:
    void elements_areToldInFull_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        const auto row = [](const char* name, DataType type, const QByteArray& bytes, const char* first,
                            const char* second) {
            QTest::newRow(name) << int(type) << bytes << QString::fromLatin1(first) << QString::fromLatin1(second);
        };
        using namespace Qt::StringLiterals;
        row("float", DataType::Float, "\xcd\xcc\xcc\x3d\x00\x00\xc0\x7f"_ba, "0.1", "nan");
        row("float16", DataType::Float16, "\x00\x3c\x00\xc0"_ba, "1", "-2");
        row("bfloat16", DataType::BFloat16, "\x80\x3f\x00\xc0"_ba, "1", "-2");
        row("bool", DataType::Bool, "\x01\x00"_ba, "true", "false");
        row("int8", DataType::Int8, "\xff\x07"_ba, "-1", "7");
        row("uint8", DataType::UInt8, "\xff\x07"_ba, "255", "7");
        row("int64", DataType::Int64, "\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x01\x00\x00\x00"_ba, "-1",
            "4294967296");
    }

    void elements_areToldInFull()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, bytes);
        const Model model = modelWith(DataType(type), bytes.toStdString());
        const Graph graph(model);
        const auto elements = initializerElements(graph, "odd");
        QVERIFY(elements);
        QCOMPARE(elements->count, std::size_t(2));
        QTEST(QString::fromStdString(elements->text(0)), "first");
        QTEST(QString::fromStdString(elements->text(1)), "second");
        QCOMPARE(elements->place(1), std::string("[1, 0]"));
        const Result<Tensor> tensor = elements->tensor();
        QVERIFY(tensor);
        QCOMPARE(tensor->shape(), (Shape{2, 1}));
        if (DataType(type) == DataType::BFloat16)
            QCOMPARE(tensor->as<float>()[1], -2.0F);
        else
            QCOMPARE(QByteArray(reinterpret_cast<const char*>(tensor->bytes().data()), bytes.size()), bytes);
    }

    void packedElements_areNoPlainNumbers()
    {
        const Model model = modelWith(DataType::Float8E4M3FN, "ab");
        const Graph graph(model);
        const auto elements = initializerElements(graph, "odd");
        QVERIFY(elements);
        QCOMPARE(elements->count, std::size_t(0));
        QVERIFY(!elements->tensor());
    }

    void otherValues_areNone()
    {
        const Model model = modelWith(DataType::Int8, "ab");
        const Graph graph(model);
        QVERIFY(!initializerElements(graph, "x"));
        QVERIFY(!initializerElements(graph, ""));
    }
};

QTEST_APPLESS_MAIN(TestInitializerElements)
#include "tst_initializer_elements.moc"
