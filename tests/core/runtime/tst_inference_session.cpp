// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/calibration/calibrator.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/model_builder.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <cstring>
#include <fstream>
#include <mutex>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// x [N, 2] → Add(k) → a → Relu → y; sum → Cast → whole (int64)
ModelBuilder smallNetwork()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"N", 2});
    b.initializer("k", {2}, {10.0F, -20.0F});
    b.node("Add", {"x", "k"}, {"a"}, "add");
    b.node("Relu", {"a"}, {"y"}, "relu");
    b.node("Cast", {"a"}, {"whole"}, "cast").attribute("to", int(DataType::Int64));
    b.output("y", DataType::Float, {"N", 2}).output("whole", DataType::Int64, {"N", 2});
    return b;
}

/// What calibration meets: convolutions with batch normalization, a residual, pooling, integers, a matrix and a
/// softmax.
ModelBuilder convolutionalNetwork()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"N", 3, 16, 16});
    b.randomInitializer("w1", {16, 3, 3, 3}, 0.4F, 1).randomInitializer("b1", {16}, 0.2F, 2);
    b.initializer("gamma", {16}, std::vector<float>(16, 1.25F)).randomInitializer("beta", {16}, 0.3F, 3);
    b.randomInitializer("mean", {16}, 0.1F, 4).initializer("variance", {16}, std::vector<float>(16, 0.7F));
    b.randomInitializer("w2", {16, 16, 3, 3}, 0.2F, 5);
    b.randomInitializer("w3", {16, 10}, 0.5F, 6).randomInitializer("b3", {10}, 0.1F, 7);
    b.node("Conv", {"x", "w1", "b1"}, {"c1"}, "conv1").attribute("pads", {1, 1, 1, 1});
    b.node("BatchNormalization", {"c1", "gamma", "beta", "mean", "variance"}, {"n1"}, "bn1");
    b.node("Relu", {"n1"}, {"r1"}, "relu1");
    b.node("Conv", {"r1", "w2"}, {"c2"}, "conv2").attribute("pads", {1, 1, 1, 1});
    b.node("Add", {"c2", "r1"}, {"sum"}, "add");
    b.node("Relu", {"sum"}, {"r2"}, "relu2");
    b.node("Sigmoid", {"r2"}, {"sigmoid"}, "sigmoid");
    b.node("Mul", {"r2", "sigmoid"}, {"silu"}, "mul");
    b.node("GlobalAveragePool", {"silu"}, {"pooled"}, "pool");
    b.node("Flatten", {"pooled"}, {"flat"}, "flatten");
    b.node("Shape", {"flat"}, {"shape"}, "shape"); // int64
    b.node("Reshape", {"flat", "shape"}, {"same"}, "reshape");
    b.node("Gemm", {"same", "w3", "b3"}, {"logits"}, "gemm");
    b.node("Softmax", {"logits"}, {"probabilities"}, "softmax");
    b.node("ArgMax", {"probabilities"}, {"best"}, "argmax"); // int64
    b.output("probabilities").output("best", DataType::Int64, {"N", 1});
    return b;
}

/// x times w, @p trips times: Loop checks for the end between its rounds.
ModelBuilder loopNetwork()
{
    ModelBuilder body(17);
    body.input("i", DataType::Int64, Shape{}).input("condition", DataType::Bool, Shape{});
    body.input("carried", DataType::Float, {96, 96});
    body.node("MatMul", {"carried", "w"}, {"next"}, "product");
    body.node("Identity", {"condition"}, {"again"}, "again");
    body.output("again", DataType::Bool, Shape{}).output("next", DataType::Float, {96, 96});
    ModelBuilder b(17);
    b.input("x", DataType::Float, {96, 96}).input("trips", DataType::Int64, Shape{});
    std::vector<float> identity(96 * 96, 0.0F);
    for (std::size_t i = 0; i < 96; ++i)
        identity[i * 97] = 1.0F;
    b.initializer("w", {96, 96}, identity);
    b.initializer(makeTensor("true", DataType::Bool, {}, std::string(1, '\1')));
    b.node("Loop", {"trips", "true", "x"}, {"y"}, "loop").graph("body", body.graph());
    b.output("y", DataType::Float, {96, 96});
    return b;
}

Tensor scalar(std::int64_t value)
{
    Tensor tensor(DataType::Int64, {});
    tensor.as<std::int64_t>()[0] = value;
    return tensor;
}

Tensor randomTensor(const Shape& shape, std::uint32_t seed)
{
    ModelBuilder b;
    b.randomInitializer("t", shape, 2.0F, seed);
    const std::string& bytes = b.graph().initializer(0).raw_data();
    Tensor tensor(DataType::Float, shape);
    std::memcpy(tensor.bytes().data(), bytes.data(), bytes.size());
    return tensor;
}

std::vector<float> floats(const Tensor& tensor)
{
    const auto values = tensor.as<float>();
    return {values.begin(), values.end()};
}

/// Asks to stop from a moment on.
class CancelAfter final : public Feedback
{
public:
    explicit CancelAfter(qint64 milliseconds) : m_limit(milliseconds) { m_clock.start(); }
    bool isCanceled() const override { return m_clock.elapsed() >= m_limit; }
    [[nodiscard]] qint64 sinceCancel() const { return m_clock.elapsed() - m_limit; }

private:
    QElapsedTimer m_clock;
    qint64 m_limit;
};

/// Copies what it is shown.
class RecordingObserver final : public ValueObserver
{
public:
    explicit RecordingObserver(std::size_t count) : seen(count) { }
    void observe(std::size_t slot, std::span<const float> values, const ParallelFor& parallelFor) override
    {
        seen.at(slot).emplace_back(values.begin(), values.end());
        if (values.size() < 100)
            return;
        // Every part of the work is done once.
        std::atomic<int> parts = 0;
        std::atomic<int> sum = 0;
        parallelFor(7, [&](std::size_t part) {
            ++parts;
            sum += int(part);
        });
        partsAreComplete = partsAreComplete && parts == 7 && sum == 21;
    }

    std::vector<std::vector<std::vector<float>>> seen; ///< by slot and run
    bool partsAreComplete = true;
};

bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

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

} // namespace

#define VERIFY_OK(result)                                                                                              \
    do {                                                                                                               \
        const auto& verified = (result);                                                                               \
        QVERIFY2(verified.has_value(), verified.has_value() ? "" : verified.error().message.c_str());                  \
    } while (false)

class tst_InferenceSession : public QObject
{
    Q_OBJECT

private slots:
    void create_knowsItsInputsAndOutputs();
    void run_givesAllOutputs_whenNoneIsNamed();
    void run_givesTheOutputsNamedInTheirOrder();
    void run_takesTensorsWithoutElements();
    void run_givesTheSame_withoutKeptMemory();
    void run_usesExternalWeights();
    void session_canBeMoved();
    void run_refusesWithSentence_data();
    void run_refusesWithSentence();
    void run_explainsFailuresInsideOfOperators_data();
    void run_explainsFailuresInsideOfOperators();
    void run_refusesOutputsThatAreNoTensors();
    void create_refusesWithSentence_whenTheModelCannotBeLoaded();
    void createFromFile_runsASavedModel();
    void createFromFile_refusesWithSentence_data();
    void createFromFile_refusesWithSentence();
    void run_isCanceled_whenAskedBefore();
    void run_isCanceledInTime_whenAskedMeanwhile();
    void runObserving_isCanceledInTime();
    void observer_seesWhatAllOutputsShow_data();
    void observer_seesWhatAllOutputsShow();
    void observer_neverSeesIntegers();
    void observer_mustBeOfFloats();

private:
    [[nodiscard]] InferenceSession session(const ModelBuilder& builder, const SessionOptions& options = {}) const
    {
        auto created = InferenceSession::create(m_environment, builder.model(), options);
        if (!created)
            qFatal("%s", created.error().message.c_str());
        return std::move(*created);
    }

    RuntimeEnvironment m_environment;
    Feedback m_feedback;
};

void tst_InferenceSession::create_knowsItsInputsAndOutputs()
{
    const InferenceSession created = session(smallNetwork());
    QCOMPARE(created.inputNames(), std::vector<std::string>{"x"});
    QCOMPARE(created.outputNames(), (std::vector<std::string>{"y", "whole"}));
    QVERIFY(RuntimeEnvironment::libraryVersion().starts_with("1."));
}

void tst_InferenceSession::run_givesAllOutputs_whenNoneIsNamed()
{
    InferenceSession created = session(smallNetwork());
    const NamedTensors inputs{{"x", Tensor::fromFloats({2, 2}, std::vector<float>{1, 2, -30, 40})}};
    const auto outputs = created.run(inputs, {}, m_feedback);
    VERIFY_OK(outputs);
    QCOMPARE(outputs->size(), std::size_t(2));
    QCOMPARE((*outputs)[0].type(), DataType::Float);
    QCOMPARE((*outputs)[0].shape(), (Shape{2, 2}));
    QCOMPARE(floats((*outputs)[0]), (std::vector<float>{11, 0, 0, 20}));
    QCOMPARE((*outputs)[1].type(), DataType::Int64);
    const auto whole = (*outputs)[1].as<std::int64_t>();
    QCOMPARE(std::vector<std::int64_t>(whole.begin(), whole.end()), (std::vector<std::int64_t>{11, -18, -20, 20}));
}

void tst_InferenceSession::run_givesTheOutputsNamedInTheirOrder()
{
    InferenceSession created = session(smallNetwork());
    const NamedTensors inputs{{"x", Tensor::fromFloats({1, 2}, std::vector<float>{1, 2})}};
    const std::vector<std::string> wanted{"whole", "y"};
    const auto outputs = created.run(inputs, wanted, m_feedback);
    VERIFY_OK(outputs);
    QCOMPARE((*outputs)[0].type(), DataType::Int64);
    QCOMPARE((*outputs)[1].type(), DataType::Float);
}

void tst_InferenceSession::run_takesTensorsWithoutElements()
{
    InferenceSession created = session(smallNetwork());
    const auto outputs = created.run({{"x", Tensor(DataType::Float, {0, 2})}}, {}, m_feedback);
    VERIFY_OK(outputs);
    QCOMPARE((*outputs)[0].shape(), (Shape{0, 2}));
}

void tst_InferenceSession::run_givesTheSame_withoutKeptMemory()
{
    const NamedTensors inputs{{"x", randomTensor({2, 3, 16, 16}, 9)}};
    std::vector<std::vector<float>> results;
    for (const bool keep : {true, false}) {
        SessionOptions options;
        options.keepMemory = keep;
        options.threads = 1;
        InferenceSession created = session(convolutionalNetwork(), options);
        for (int i = 0; i < 2; ++i) {
            const auto outputs = created.run(inputs, {}, m_feedback);
            VERIFY_OK(outputs);
            results.push_back(floats((*outputs)[0]));
        }
    }
    for (const std::vector<float>& result : results)
        QVERIFY(sameBits(result, results.front()));
}

void tst_InferenceSession::run_usesExternalWeights()
{
    const auto folder = TemporaryFolder::create();
    VERIFY_OK(folder);
    const Model model = convolutionalNetwork().model();
    const auto file = (*folder)->path() / "model.onnx";
    VERIFY_OK(model.save(file, {.externalData = true}));
    const Result<Model> loaded = Model::load(file, {}, m_feedback);
    VERIFY_OK(loaded);
    QVERIFY(loaded->usesExternalData());

    const NamedTensors inputs{{"x", randomTensor({1, 3, 16, 16}, 9)}};
    SessionOptions options;
    options.threads = 1;
    InferenceSession inMemory = session(convolutionalNetwork(), options);
    const auto expected = inMemory.run(inputs, {}, m_feedback);
    VERIFY_OK(expected);
    auto mapped = InferenceSession::create(m_environment, *loaded, options);
    VERIFY_OK(mapped);
    const auto found = mapped->run(inputs, {}, m_feedback);
    VERIFY_OK(found);
    QVERIFY(sameBits(floats((*found)[0]), floats((*expected)[0])));

    const std::vector<std::string> values = observableValues(*loaded);
    RecordingObserver observer(values.size());
    options.observedValues = values;
    options.observer = &observer;
    auto observing = InferenceSession::create(m_environment, *loaded, options);
    VERIFY_OK(observing);
    VERIFY_OK(observing->runObserving(inputs, m_feedback));
    QCOMPARE(observer.seen.back().size(), std::size_t(1));
}

void tst_InferenceSession::session_canBeMoved()
{
    InferenceSession first = session(smallNetwork());
    InferenceSession second = std::move(first);
    InferenceSession third = session(convolutionalNetwork());
    third = std::move(second);
    const auto outputs = third.run({{"x", Tensor::fromFloats({1, 2}, std::vector<float>{1, 2})}}, {}, m_feedback);
    VERIFY_OK(outputs);
    QCOMPARE(floats((*outputs)[0]), (std::vector<float>{11, 0}));
}

void tst_InferenceSession::run_refusesWithSentence_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<DataType>("type");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown input") << "z" << DataType::Float << QList<qint64>{1, 2} << "y"
                                   << "z";
    QTest::newRow("no input") << "" << DataType::Float << QList<qint64>{1, 2} << "y"
                              << "x";
    QTest::newRow("another type") << "x" << DataType::Double << QList<qint64>{1, 2} << "y"
                                  << "double";
    QTest::newRow("integers") << "x" << DataType::Int64 << QList<qint64>{1, 2} << "y"
                              << "int64";
    QTest::newRow("another rank") << "x" << DataType::Float << QList<qint64>{1, 1, 2} << "y"
                                  << "x";
    QTest::newRow("another extent") << "x" << DataType::Float << QList<qint64>{1, 3} << "y"
                                    << "x";
    QTest::newRow("unknown output") << "x" << DataType::Float << QList<qint64>{1, 2} << "nothing"
                                    << "nothing";
}

void tst_InferenceSession::run_refusesWithSentence()
{
    QFETCH(QString, input);
    QFETCH(DataType, type);
    QFETCH(QList<qint64>, shape);
    QFETCH(QString, output);
    QFETCH(QString, part);
    InferenceSession created = session(smallNetwork());
    NamedTensors inputs;
    if (!input.isEmpty())
        inputs.emplace(input.toStdString(), Tensor(type, Shape(shape.begin(), shape.end())));
    const std::vector<std::string> wanted{output.toStdString()};
    const auto outputs = created.run(inputs, wanted, m_feedback);
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().code, ErrorCode::RuntimeFailure);
    QVERIFY(isReadable(outputs.error()));
    QVERIFY2(QString::fromStdString(outputs.error().message).contains(part), outputs.error().message.c_str());
    // The session stays usable.
    VERIFY_OK(created.run({{"x", Tensor(DataType::Float, {1, 2})}}, {}, m_feedback));
}

void tst_InferenceSession::run_explainsFailuresInsideOfOperators_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("part");
    QTest::newRow("Reshape") << "Reshape"
                             << "cannot be reshaped";
    QTest::newRow("Gather") << "Gather"
                            << "out of data bounds";
    QTest::newRow("Expand") << "Expand"
                            << "expand";
    QTest::newRow("Add") << "Add"
                         << "broadcast";
    QTest::newRow("Slice") << "Slice"
                           << "Slice";
    QTest::newRow("MatMul") << "MatMul"
                            << "dimension";
    QTest::newRow("Concat") << "Concat"
                            << "Concat";
    QTest::newRow("Tile") << "Tile"
                          << "same length";
}

void tst_InferenceSession::run_explainsFailuresInsideOfOperators()
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
    InferenceSession created = session(b);
    Tensor numbers(DataType::Int64, {3});
    for (std::int64_t& number : numbers.as<std::int64_t>())
        number = 7;
    const NamedTensors inputs{
        {"x", Tensor(DataType::Float, {3, 2})}, {"n", numbers}, {"z", Tensor(DataType::Float, {5, 7})}};
    const auto outputs = created.run(inputs, {}, m_feedback);
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().code, ErrorCode::RuntimeFailure);
    QVERIFY(isReadable(outputs.error()));
    const QString message = QString::fromStdString(outputs.error().message);
    QVERIFY2(message.contains(part, Qt::CaseInsensitive), qPrintable(message));
}

void tst_InferenceSession::run_refusesOutputsThatAreNoTensors()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2});
    b.node("SequenceConstruct", {"x", "x"}, {"s"}, "sequence");
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    auto* output = b.proto().mutable_graph()->add_output();
    output->set_name("s");
    output->mutable_type()->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(1);
    InferenceSession created = session(b);
    const auto outputs = created.run({{"x", Tensor(DataType::Float, {2})}}, {}, m_feedback);
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().message, std::string("Output 's' is not a tensor; it cannot be compared."));
    QCOMPARE(outputs.error().subject, std::string("s"));
}

void tst_InferenceSession::create_refusesWithSentence_whenTheModelCannotBeLoaded()
{
    ModelBuilder b(17);
    b.import("some.vendor", 1);
    b.input("x", DataType::Float, {2});
    b.node("Secret", {"x"}, {"y"}, "secret").domain("some.vendor");
    b.output("y", DataType::Float, {2});
    const auto created = InferenceSession::create(m_environment, b.model(), {});
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::RuntimeFailure);
    QVERIFY2(QString::fromStdString(created.error().message).contains(QStringLiteral("Secret")),
             created.error().message.c_str());
    QVERIFY2(created.error().message.starts_with("ONNX Runtime cannot load the model: "),
             created.error().message.c_str());
    QVERIFY2(created.error().message.find("onnxruntime::") == std::string::npos, created.error().message.c_str());
}

void tst_InferenceSession::createFromFile_runsASavedModel()
{
    const auto folder = TemporaryFolder::create();
    VERIFY_OK(folder);
    const auto file = (*folder)->path() / "model.onnx";
    VERIFY_OK(smallNetwork().model().save(file, {}));
    auto created = InferenceSession::createFromFile(m_environment, file.string(), {});
    VERIFY_OK(created);
    const auto outputs = created->run({{"x", Tensor::fromFloats({1, 2}, std::vector<float>{5, 30})}}, {}, m_feedback);
    VERIFY_OK(outputs);
    QCOMPARE(floats((*outputs)[0]), (std::vector<float>{15, 10}));
}

void tst_InferenceSession::createFromFile_refusesWithSentence_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("part");
    QTest::newRow("missing") << "missing"
                             << "File doesn't exist";
    QTest::newRow("folder") << "folder"
                            << "is a directory";
    QTest::newRow("empty") << "empty"
                           << "No graph was found";
    QTest::newRow("text") << "text"
                          << "Protobuf parsing failed";
}

void tst_InferenceSession::createFromFile_refusesWithSentence()
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
    const auto created = InferenceSession::createFromFile(m_environment, file.string(), {});
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::RuntimeFailure);
    const QString message = QString::fromStdString(created.error().message);
    QVERIFY2(message.startsWith(
                 QStringLiteral("ONNX Runtime cannot load '%1': ").arg(QString::fromStdString(file.string()))),
             qPrintable(message));
    QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY(isReadable(created.error()));
}

void tst_InferenceSession::run_isCanceled_whenAskedBefore()
{
    InferenceSession created = session(smallNetwork());
    CancelAfter feedback(0);
    const NamedTensors inputs{{"x", Tensor(DataType::Float, {1, 2})}};
    const auto outputs = created.run(inputs, {}, feedback);
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().code, ErrorCode::Canceled);
    VERIFY_OK(created.run(inputs, {}, m_feedback));
}

void tst_InferenceSession::run_isCanceledInTime_whenAskedMeanwhile()
{
    SessionOptions options;
    options.threads = 1;
    InferenceSession created = session(loopNetwork(), options);
    NamedTensors inputs{{"x", randomTensor({96, 96}, 3)}, {"trips", scalar(1'000'000'000)}};
    for (int round = 0; round < 2; ++round) {
        CancelAfter feedback(50);
        const auto outputs = created.run(inputs, {}, feedback);
        const qint64 late = feedback.sinceCancel();
        QVERIFY(!outputs);
        QCOMPARE(outputs.error().code, ErrorCode::Canceled);
        QVERIFY2(late >= 0 && late < 200, qPrintable(QString::number(late)));
    }
    // The session stays usable and gives the right result.
    inputs.at("trips") = scalar(3);
    const auto outputs = created.run(inputs, {}, m_feedback);
    VERIFY_OK(outputs);
    QVERIFY(sameBits(floats((*outputs)[0]), floats(inputs.at("x")))); // times the identity
}

void tst_InferenceSession::runObserving_isCanceledInTime()
{
    RecordingObserver observer(1);
    SessionOptions options;
    options.threads = 1;
    options.observedValues = {"x"};
    options.observer = &observer;
    InferenceSession created = session(loopNetwork(), options);
    NamedTensors inputs{{"x", randomTensor({96, 96}, 3)}, {"trips", scalar(1'000'000'000)}};
    CancelAfter feedback(50);
    const Result<void> run = created.runObserving(inputs, feedback);
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::Canceled);
    QVERIFY(feedback.sinceCancel() < 200);
    inputs.at("trips") = scalar(1);
    VERIFY_OK(created.runObserving(inputs, m_feedback));
    QVERIFY(sameBits(observer.seen[0].back(), floats(inputs.at("x"))));
}

void tst_InferenceSession::observer_seesWhatAllOutputsShow_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2}) {
        QTest::addRow("disabled, %d threads", threads) << int(OptimizationLevel::Disabled) << threads;
        QTest::addRow("basic, %d threads", threads) << int(OptimizationLevel::Basic) << threads;
        QTest::addRow("extended, %d threads", threads) << int(OptimizationLevel::Extended) << threads;
    }
}

void tst_InferenceSession::observer_seesWhatAllOutputsShow()
{
    QFETCH(int, level);
    QFETCH(int, threads);
    ModelBuilder builder = convolutionalNetwork();
    const Model model = builder.model();
    const std::vector<std::string> values = observableValues(model);

    // The reference: every value an output, nothing optimized.
    for (const std::string& value : values) {
        if (value != "x" && value != "probabilities")
            builder.output(value);
    }
    SessionOptions plain;
    plain.optimization = OptimizationLevel::Disabled;
    plain.threads = threads;
    InferenceSession reference = session(builder, plain);

    RecordingObserver observer(values.size());
    SessionOptions options;
    options.optimization = OptimizationLevel(level);
    options.threads = threads;
    options.observedValues = values;
    options.observer = &observer;
    auto observing = InferenceSession::create(m_environment, model, options);
    VERIFY_OK(observing);

    const std::size_t runs = 3;
    for (std::size_t run = 0; run < runs; ++run) {
        const NamedTensors inputs{{"x", randomTensor({std::int64_t(run + 1), 3, 16, 16}, std::uint32_t(run + 20))}};
        VERIFY_OK(observing->runObserving(inputs, m_feedback));
        for (std::size_t slot = 0; slot < values.size(); ++slot) {
            QCOMPARE(observer.seen[slot].size(), run + 1); // once each run
            if (values[slot] == "x") {
                QVERIFY(sameBits(observer.seen[slot][run], floats(inputs.at("x"))));
                continue;
            }
            const std::vector<std::string> wanted{values[slot]};
            const auto expected = reference.run(inputs, wanted, m_feedback);
            VERIFY_OK(expected);
            QVERIFY2(sameBits(observer.seen[slot][run], floats((*expected)[0])), values[slot].c_str());
        }
    }
    QVERIFY(observer.partsAreComplete);
}

void tst_InferenceSession::observer_neverSeesIntegers()
{
    const std::vector<std::string> values = observableValues(convolutionalNetwork().model());
    QCOMPARE(values,
             (std::vector<std::string>{"x", "c1", "n1", "r1", "c2", "sum", "r2", "sigmoid", "silu", "pooled", "flat",
                                       "same", "logits", "probabilities"})); // no "shape", no "best"
    QCOMPARE(observableValues(smallNetwork().model()), (std::vector<std::string>{"x", "a", "y"}));
}

void tst_InferenceSession::observer_mustBeOfFloats()
{
    RecordingObserver observer(1);
    SessionOptions options;
    options.observedValues = {"whole"};
    options.observer = &observer;
    const auto created = InferenceSession::create(m_environment, smallNetwork().model(), options);
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::RuntimeFailure);
    QVERIFY2(created.error().message.find("int64") != std::string::npos, created.error().message.c_str());
}

QTEST_GUILESS_MAIN(tst_InferenceSession)
#include "tst_inference_session.moc"
