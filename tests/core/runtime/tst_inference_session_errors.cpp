// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "tests/core/runtime/session_networks.h"
#include "tests/support/processor_time.h"

#include <filesystem>
#include <fstream>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Is it a sentence for a user: no C++, no file names of the library, no codes?
bool isReadable(const Error& error)
{
    const QString message = QString::fromStdString(error.message);
    for (const char* mark : {"::", ".cc", ".h:", "onnxruntime/", "[ONNXRuntimeError]", "OrtKernelContext",
                             "Status Message", "was false", ") const", "\n", "Stacktrace", "&&", "_t "}) {
        if (message.contains(QLatin1String(mark))) {
            qWarning("'%s' in: %s", mark, qPrintable(message));
            return false;
        }
    }
    return message.startsWith(QStringLiteral("ONNX Runtime cannot ")) && message.endsWith(QLatin1Char('.'))
        && message.size() < 600;
}

/// What is told of a Reshape called @p name that cannot be done.
QString failureOfNode(const std::string& name)
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"A"}).input("n", DataType::Int64, {"C"});
    b.node("Reshape", {"x", "n"}, {"y"}, name);
    b.output("y");
    Tensor numbers(DataType::Int64, {1});
    numbers.as<std::int64_t>()[0] = 7;
    InferenceSession created = sessionOf(b);
    const auto outputs = created.run({{"x", Tensor(DataType::Float, {3})}, {"n", numbers}}, {});
    return outputs ? QString() : QString::fromStdString(outputs.error().message);
}

} // namespace

class tst_InferenceSessionErrors : public QObject
{
    Q_OBJECT

private slots:
    void run_refusesWithSentence_data();
    void run_refusesWithSentence();
    void run_explainsFailuresInsideOfOperators_data();
    void run_explainsFailuresInsideOfOperators();
    void run_keepsTheNodesName_whateverItIs_data();
    void run_keepsTheNodesName_whateverItIs();
    void run_isNotHeldUp_byALongName();
    void run_namesTheInnermostOperator();
    void run_refusesOutputsThatAreNoTensors();
    void create_refusesWithSentence_whenTheModelCannotBeLoaded();
    void createFromFile_refusesWithSentence_data();
    void createFromFile_refusesWithSentence();
};

void tst_InferenceSessionErrors::run_refusesWithSentence_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<DataType>("type");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* input, DataType type, const QList<qint64>& shape,
                        const char* output, const char* part) {
        QTest::newRow(name) << QString(input) << type << shape << QString(output) << QString(part);
    };
    row("unknown input", "z", DataType::Float, {1, 2}, "y", "z");
    row("no input", "", DataType::Float, {1, 2}, "y", "x");
    row("another type", "x", DataType::Double, {1, 2}, "y", "double");
    row("integers", "x", DataType::Int64, {1, 2}, "y", "int64");
    row("another rank", "x", DataType::Float, {1, 1, 2}, "y", "x");
    row("another extent", "x", DataType::Float, {1, 3}, "y", "x");
    row("unknown output", "x", DataType::Float, {1, 2}, "nothing", "nothing");
}

void tst_InferenceSessionErrors::run_refusesWithSentence()
{
    QFETCH(QString, input);
    QFETCH(DataType, type);
    QFETCH(QList<qint64>, shape);
    QFETCH(QString, output);
    QFETCH(QString, part);
    InferenceSession created = sessionOf(smallNetwork());
    NamedTensors inputs;
    if (!input.isEmpty())
        inputs.emplace(input.toStdString(), Tensor(type, Shape(shape.begin(), shape.end())));
    const std::vector<std::string> wanted{output.toStdString()};
    const auto outputs = created.run(inputs, wanted);
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().code, ErrorCode::RuntimeFailure);
    QVERIFY(isReadable(outputs.error()));
    QVERIFY2(QString::fromStdString(outputs.error().message).contains(part), outputs.error().message.c_str());
    // The session stays usable.
    VERIFY_OK(created.run({{"x", Tensor(DataType::Float, {1, 2})}}, {}));
}

void tst_InferenceSessionErrors::run_explainsFailuresInsideOfOperators_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* type, const char* part) { QTest::newRow(type) << QString(type) << QString(part); };
    row("Reshape", "cannot be reshaped");
    row("Gather", "out of data bounds");
    row("Expand", "expand");
    row("Add", "broadcast");
    row("Slice", "Slice");
    row("MatMul", "dimension");
    row("Concat", "Concat");
    row("Tile", "same length");
}

void tst_InferenceSessionErrors::run_explainsFailuresInsideOfOperators()
{
    QFETCH(QString, type);
    QFETCH(QString, part);
    // Values that only show at run time to be impossible.
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"A", "B"})
        .input("n", DataType::Int64, {"C"})
        .input("z", DataType::Float, {"D", "E"});
    if (type == QLatin1String("Slice"))
        b.node("Slice", {"x", "n", "n", "n", "n"}, {"y"}, "failing");
    else if (type == QLatin1String("Add") || type == QLatin1String("MatMul"))
        b.node(type.toStdString(), {"x", "z"}, {"y"}, "failing");
    else if (type == QLatin1String("Concat"))
        b.node("Concat", {"x", "z"}, {"y"}, "failing").attribute("axis", 0);
    else
        b.node(type.toStdString(), {"x", "n"}, {"y"}, "failing");
    b.output("y");
    InferenceSession created = sessionOf(b);
    Tensor numbers(DataType::Int64, {3});
    for (std::int64_t& number : numbers.as<std::int64_t>())
        number = 7;
    const NamedTensors inputs{
        {"x", Tensor(DataType::Float, {3, 2})}, {"n", numbers}, {"z", Tensor(DataType::Float, {5, 7})}};
    const auto outputs = created.run(inputs, {});
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().code, ErrorCode::RuntimeFailure);
    QVERIFY(isReadable(outputs.error()));
    const QString message = QString::fromStdString(outputs.error().message);
    QVERIFY2(message.contains(part, Qt::CaseInsensitive), qPrintable(message));
}

void tst_InferenceSessionErrors::run_keepsTheNodesName_whateverItIs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const char* told) { QTest::newRow(name) << QString(name) << QString(told); };
    row("plain", "node 'plain' (Reshape): The input tensor");
    row("layer.h:3 block/reshape", "node 'layer.h:3 block/reshape' (Reshape): The input tensor");
    row("rs' Status Message: all is well", "node 'rs' Status Message: all is well' (Reshape): The input tensor");
    row("a (b", "node 'a (b' (Reshape): The input tensor");
}

void tst_InferenceSessionErrors::run_keepsTheNodesName_whateverItIs()
{
    QFETCH(QString, name);
    QFETCH(QString, told);
    const QString message = failureOfNode(name.toStdString());
    QVERIFY2(message.contains(told), qPrintable(message));
}

void tst_InferenceSessionErrors::run_isNotHeldUp_byALongName()
{
    std::string name;
    for (int i = 0; i < 30'000; ++i)
        name += "a.cc:1 b ";
    const ProcessorTime time;
    const QString message = failureOfNode(name);
    QVERIFY2(time.isBelow(2.0), time.text().constData()); // 8 s when each of them is searched for
    QVERIFY2(message.size() < 600 && message.contains(QLatin1String("(Reshape): The input tensor")),
             qPrintable(message));
}

void tst_InferenceSessionErrors::run_namesTheInnermostOperator()
{
    ModelBuilder body;
    body.node("Reshape", {"x", "n"}, {"inner"}, "inside");
    body.output("inner");
    ModelBuilder b(17);
    b.input("cond", DataType::Bool, {}).input("x", DataType::Float, {"A"}).input("n", DataType::Int64, {"C"});
    b.node("If", {"cond"}, {"y"}, "outside").graph("then_branch", body.graph()).graph("else_branch", body.graph());
    b.output("y");
    Tensor numbers(DataType::Int64, {1});
    numbers.as<std::int64_t>()[0] = 7;
    const NamedTensors inputs{
        {"cond", Tensor(DataType::Bool, {})}, {"x", Tensor(DataType::Float, {3})}, {"n", numbers}};
    InferenceSession created = sessionOf(b);
    const auto outputs = created.run(inputs, {});
    QVERIFY(!outputs);
    QVERIFY(isReadable(outputs.error()));
    QVERIFY2(outputs.error().message.find("node 'inside' (Reshape): The input tensor") != std::string::npos,
             outputs.error().message.c_str());
}

void tst_InferenceSessionErrors::run_refusesOutputsThatAreNoTensors()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2});
    b.node("SequenceConstruct", {"x", "x"}, {"s"}, "sequence");
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    auto* output = b.proto().mutable_graph()->add_output();
    output->set_name("s");
    output->mutable_type()->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(1);
    InferenceSession created = sessionOf(b);
    const auto outputs = created.run({{"x", Tensor(DataType::Float, {2})}}, {});
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().message, std::string("Output 's' is not a tensor; it cannot be compared."));
    QCOMPARE(outputs.error().subject, std::string("s"));
}

void tst_InferenceSessionErrors::create_refusesWithSentence_whenTheModelCannotBeLoaded()
{
    ModelBuilder b(17);
    b.import("some.vendor", 1);
    b.input("x", DataType::Float, {2});
    b.node("Secret", {"x"}, {"y"}, "secret").domain("some.vendor");
    b.output("y", DataType::Float, {2});
    const auto created = InferenceSession::create(environment(), b.model(), {});
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::RuntimeFailure);
    QVERIFY2(QString::fromStdString(created.error().message).contains(QStringLiteral("Secret")),
             created.error().message.c_str());
    QVERIFY2(created.error().message.starts_with("ONNX Runtime cannot load the model: "),
             created.error().message.c_str());
    QVERIFY2(created.error().message.find("onnxruntime::") == std::string::npos, created.error().message.c_str());
}

void tst_InferenceSessionErrors::createFromFile_refusesWithSentence_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* kind, const char* part) { QTest::newRow(kind) << QString(kind) << QString(part); };
    row("missing", "File doesn't exist");
    row("folder", "is a directory");
    row("empty", "No graph was found");
    row("text", "Protobuf parsing failed");
}

void tst_InferenceSessionErrors::createFromFile_refusesWithSentence()
{
    QFETCH(QString, kind);
    QFETCH(QString, part);
    const auto folder = TemporaryFolder::create();
    VERIFY_OK(folder);
    const auto file = (*folder)->path() / kind.toStdString();
    if (kind == QLatin1String("folder"))
        std::filesystem::create_directory(file);
    else if (kind != QLatin1String("missing"))
        std::ofstream(file) << (kind == QLatin1String("text") ? "this is no model at all" : "");
    const auto created = InferenceSession::createFromFile(environment(), file.string(), {});
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::RuntimeFailure);
    const QString message = QString::fromStdString(created.error().message);
    QVERIFY2(message.startsWith(
                 QStringLiteral("ONNX Runtime cannot load '%1': ").arg(QString::fromStdString(file.string()))),
             qPrintable(message));
    QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY(isReadable(created.error()));
}

QTEST_GUILESS_MAIN(tst_InferenceSessionErrors)
#include "tst_inference_session_errors.moc"
