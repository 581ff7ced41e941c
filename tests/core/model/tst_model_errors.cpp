// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "tests/support/malformed_models.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/root_rights.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Edit = void (*)(ModelBuilder& builder);

} // namespace

Q_DECLARE_METATYPE(Edit)

class tst_ModelErrors : public QObject
{
    Q_OBJECT

private slots:
    void file_isRefused();
    void file_isRefused_data();
    void model_isRefused();
    void model_isRefused_data();
    void path_isRefused();
    void linkOutOfTheFolder_isRefused();
    void linkInsideTheFolder_isAccepted();
    void functionThatCannotBeExpanded_keepsTheModelWhole();
    void messages_areAllDifferent();
};

void tst_ModelErrors::file_isRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const QByteArray model = QByteArray::fromStdString(convThenRelu().build().SerializeAsString());
    const auto row = [](const char* name, const QByteArray& bytes, const char* words) {
        QTest::newRow(name) << bytes << QString(words);
    };
    row("empty", {}, "is empty (0 bytes)");
    row("text", "hello world\n", "is not an ONNX model. It is a text file.");
    row("json", "{\"format\": 1}", "It is a JSON text.");
    row("html", "<!DOCTYPE html><html></html>", "It is a web page (HTML)");
    row("xml", "<?xml version='1.0'?>", "It is an XML text.");
    row("git lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n",
        "It is a Git LFS pointer, not the model");
    row("onnx as text", "ir_version: 8\n", "It is an ONNX model written as text");
    row("png", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), "It is a PNG picture.");
    row("jpeg", QByteArray("\xff\xd8\xff\xe0\0\x10JFIF", 10), "It is a JPEG picture.");
    row("zip", QByteArray("PK\x03\x04\x14\0\0\0\0\0", 10), "It is a ZIP archive");
    row("pytorch", QByteArray("PK\x03\x04\x14\0\0\0\0\0archive/data.pkl", 26), "It is a PyTorch file");
    row("pickle", QByteArray("\x80\x02}q\0.", 6), "It is a Python pickle (PyTorch)");
    row("gzip", QByteArray("\x1f\x8b\x08\0\0", 5), "It is a gzip archive");
    row("hdf5", QByteArray("\x89HDF\r\n\x1a\n", 8), "It is an HDF5 file (Keras)");
    row("tflite", QByteArray("\x1c\0\0\0TFL3\0\0", 10), "It is a TensorFlow Lite model");
    row("ort", QByteArray("\x1c\0\0\0ORTM\0\0", 10), "ORT format");
    row("safetensors", QByteArray("\x40\0\0\0\0\0\0\0{\"__metadata__\":{}}", 27), "It is a safetensors file");
    row("gguf", QByteArray("GGUF\x03\0\0\0", 8), "It is a GGUF model");
    row("numpy", QByteArray("\x93NUMPY\x01\0", 8), "It is a NumPy array");
    row("zeros", QByteArray(100, '\0'), "It is a file of zeros");
    row("noise", QByteArray::fromHex("fffefdfc9b8a7766"), "is not an ONNX model.");
    row("another protobuf message", QByteArray::fromHex("0a0568656c6c6f"), "is not an ONNX model");
    row("cut in the graph", model.left(model.size() / 2), "is truncated: the file ends after");
    row("cut after the IR version", model.left(2), "holds no graph");
    QByteArray broken = model;
    const int graphAt = broken.indexOf("conv1") - 1;
    broken[graphAt] = 127; // the length of a name inside of the graph
    QTest::newRow("damaged length inside") << broken << "is damaged";
}

void tst_ModelErrors::file_isRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    QFile file(folder.filePath("some.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    Feedback feedback;
    const auto model = Model::load(file.fileName().toStdString(), {}, feedback);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::ModelRefused);
    const QString message = QString::fromStdString(model.error().message);
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY2(message.endsWith('.') && !message.contains('\n'), qPrintable(message));
}

void tst_ModelErrors::model_isRefused_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("subject");
    const auto row = [](const char* name, Edit edit, const QStringList& words, const char* subject = "",
                        int opset = 13) { QTest::newRow(name) << opset << edit << words << QString(subject); };
    // Header
    row(
        "opset too high", [](ModelBuilder&) {}, {"operator set (opset) 27", "highest supported one is 26"}, "", 27);
    row(
        "opset too low", [](ModelBuilder&) {}, {"operator set (opset) 6", "lowest supported one is 7", "Convert"}, "",
        6);
    row(
        "opset negative", [](ModelBuilder&) {}, {"operator set (opset) -1"}, "", -1);
    row("no opset", malformed::noOpset, {"does not say which version", "7 to 26"});
    row("two opsets", [](ModelBuilder& b) { b.import("ai.onnx", 12); },
        {"two versions of the standard operator set: 13 and 12"});
    row("IR too high", [](ModelBuilder& b) { b.irVersion(14); }, {"IR version 14", "highest supported one is 13"});
    row("IR too low", [](ModelBuilder& b) { b.irVersion(2); }, {"IR version 2", "lowest supported one is 3"});
    row("no IR", [](ModelBuilder& b) { b.proto().clear_ir_version(); }, {"does not say its IR version"});
    row("no graph", [](ModelBuilder& b) { b.proto().clear_graph(); }, {"holds no graph"});
    row("nothing", [](ModelBuilder& b) { b.proto().Clear(); }, {"neither an IR version nor a graph"});
    row("no nodes", malformed::noNodes, {"has no nodes"});
    row("no outputs", malformed::noOutputs, {"has no outputs"});

    // Names and order
    row(
        "missing value", [](ModelBuilder& b) { graphOf(b).mutable_node(1)->set_input(0, "nowhere"); },
        {"Node 'relu1' (Relu) reads 'nowhere'"}, "relu1");
    row("missing initializer", malformed::missingInitializer,
        {"Node 'conv1' (Conv) reads 'w'", "neither an input nor an initializer"}, "conv1");
    row("missing output", malformed::missingOutput, {"Nothing makes the model's output 'z'"}, "z");
    row("cycle of one", malformed::readsItself, {"cyclic", "'relu1' (Relu) reads its own output"}, "relu1");
    row("cycle of two", malformed::cycleOfTwo,
        {"cyclic", "node 'conv1' (Conv) feeds node 'relu1' (Relu)", "feeds the first one again"}, "conv1");
    row(
        "cycle of five",
        [](ModelBuilder& b) {
            graphOf(b).mutable_node(0)->set_input(0, "e");
            b.node("Neg", {"y"}, {"d"}, "third");
            b.node("Neg", {"d"}, {"d2"}, "fourth");
            b.node("Neg", {"d2"}, {"e"}, "fifth");
        },
        {"'conv1'", "'relu1'", "'third'", "2 more nodes"}, "conv1");
    row("made twice", malformed::madeTwice, {"'c' is made more than once", "'conv1' (Conv)", "'again' (Neg)"}, "c");
    row(
        "made twice by one node", [](ModelBuilder& b) { graphOf(b).mutable_node(0)->add_output("c"); },
        {"Node 'conv1' (Conv) defines the value 'c' twice"}, "c");
    row(
        "node makes an input", [](ModelBuilder& b) { b.node("Neg", {"c"}, {"x"}, "again"); },
        {"'x' is made more than once", "a graph input", "'again'"}, "x");
    row(
        "node makes an initializer", [](ModelBuilder& b) { b.node("Neg", {"c"}, {"w"}, "again"); },
        {"'w' is made more than once", "an initializer"}, "w");
    row(
        "input twice", [](ModelBuilder& b) { b.input("x", DataType::Float, {1}); }, {"graph input 'x' is listed twice"},
        "x");
    row(
        "initializer twice", [](ModelBuilder& b) { b.randomInitializer("w", {1}); },
        {"initializer 'w' is defined twice"}, "w");
    row("input without name", [](ModelBuilder& b) { b.input("", DataType::Float, {1}); }, {"input without a name"});
    row(
        "input without type", [](ModelBuilder& b) { graphOf(b).mutable_input(0)->clear_type(); },
        {"does not say the type of its input 'x'"}, "x");
    row("initializer without name", [](ModelBuilder& b) { b.randomInitializer("", {1}); },
        {"initializer without a name"});
    row(
        "subgraph reads nothing",
        [](ModelBuilder& b) {
            ModelBuilder branch;
            branch.node("Neg", {"ghost"}, {"b"});
            branch.output("b");
            b.input("cond", DataType::Bool, {});
            b.node("If", {"cond"}, {"i"}, "choice")
                .graph("then_branch", branch.graph())
                .graph("else_branch", branch.graph());
        },
        {"Node 'choice' (If) has a subgraph that reads 'ghost'"}, "choice");
    row("subgraphs too deep",
        [](ModelBuilder& b) {
            ModelBuilder inner;
            inner.node("Neg", {"x"}, {"b"});
            for (int i = 0; i < 40; ++i) {
                ModelBuilder outer;
                outer.node("If", {"x"}, {"b" + std::to_string(i)}).graph("then_branch", inner.graph());
                inner = outer;
            }
            b.node("If", {"x"}, {"i"}, "choice").graph("then_branch", inner.graph());
        },
        {"nested more than 30 levels deep"});

    // Tensors
    row("too few bytes", malformed::fewBytes, {"Initializer 'w' has 431 bytes", "float32", "[4, 3, 3, 3]", "432"}, "w");
    row(
        "too many bytes", [](ModelBuilder& b) { weightsOf(b).mutable_raw_data()->push_back(1); }, {"has 433 bytes"},
        "w");
    row(
        "no data", [](ModelBuilder& b) { weightsOf(b).clear_raw_data(); }, {"'w' has 0 entries", "need 108"}, "w");
    row(
        "wrong field",
        [](ModelBuilder& b) {
            weightsOf(b).clear_raw_data();
            weightsOf(b).add_int64_data(1);
        },
        {"'w' holds its elements in a field that does not belong to its type float32"}, "w");
    row(
        "data twice", [](ModelBuilder& b) { weightsOf(b).add_float_data(1); },
        {"'w' holds its elements more than once"}, "w");
    row(
        "unknown type", [](ModelBuilder& b) { weightsOf(b).set_data_type(99); },
        {"'w' has the unknown element type 99"}, "w");
    row(
        "undefined type", [](ModelBuilder& b) { weightsOf(b).set_data_type(0); }, {"unknown element type 0"}, "w");
    row(
        "negative extent", [](ModelBuilder& b) { weightsOf(b).set_dims(1, -3); }, {"'w' has the negative extent -3"},
        "w");
    row(
        "overflowing shape",
        [](ModelBuilder& b) {
            weightsOf(b).set_dims(0, std::int64_t(1) << 40);
            weightsOf(b).set_dims(1, std::int64_t(1) << 40);
        },
        {"'w'", "more elements than any machine can hold"}, "w");
    row(
        "huge shape", [](ModelBuilder& b) { weightsOf(b).set_dims(0, std::int64_t(1) << 40); },
        {"'w' has 432 bytes", "need"}, "w");
    row("broken attribute tensor",
        [](ModelBuilder& b) {
            b.int64s("n", {1});
            b.node("ConstantOfShape", {"n"}, {"k"}, "fill")
                .tensor("value", makeTensor("", DataType::Float, {1}, "abc"));
        },
        {"Tensor attribute 'value' of node 'fill' (ConstantOfShape)", "3 bytes"});

    row(
        "Sum without one of its inputs",
        [](ModelBuilder& b) {
            b.node("Sum", {"x", "", "x"}, {"s"}, "sum");
        },
        {"Node 'sum' (Sum) leaves out number 2 of its inputs"}, "sum");
    row(
        "Einsum without one of its inputs",
        [](ModelBuilder& b) {
            b.node("Einsum", {"x", ""}, {"s"}, "sum").attribute("equation", "nchw,nchw->nchw");
        },
        {"Node 'sum' (Einsum) leaves out number 2 of its inputs"}, "sum");
    row(
        "Concat without one of its inputs, in a body",
        [](ModelBuilder& b) {
            ModelBuilder branch;
            branch.node("Concat", {"", "x"}, {"b"}, "join").attribute("axis", 1);
            branch.output("b");
            b.input("cond", DataType::Bool, {});
            b.node("If", {"cond"}, {"i"}, "choice")
                .graph("then_branch", branch.graph())
                .graph("else_branch", branch.graph());
        },
        {"Node 'join' (Concat) leaves out number 1 of its inputs"}, "join");

    // External data
    row(
        "external: no file named", [](ModelBuilder& b) { makeExternal(b, ""); }, {"'w'", "no file is named"}, "w");
    row("external: missing file", [](ModelBuilder& b) { makeExternal(b, "gone.bin"); },
        {"'w'", "'gone.bin'", "does not exist"});
    row("external: ..", [](ModelBuilder& b) { makeExternal(b, "../secret.bin"); }, {"'../secret.bin'", "by '..'"});
    row("external: .. inside", [](ModelBuilder& b) { makeExternal(b, "a/../../secret.bin"); },
        {"'a/../../secret.bin'", "by '..'"});
    row("external: absolute", [](ModelBuilder& b) { makeExternal(b, "/etc/passwd"); },
        {"'/etc/passwd'", "absolute path"});
    row("external: a folder", [](ModelBuilder& b) { makeExternal(b, "folder"); }, {"'w'", "is a folder"});
    row("external: the model's folder", [](ModelBuilder& b) { makeExternal(b, "."); }, {"'w'", "is a folder"});
    row(
        "external: too short", [](ModelBuilder& b) { makeExternal(b, "data.bin", "200"); },
        {"needs 432 bytes at offset 200", "'data.bin'", "only 500 bytes"}, "w");
    row(
        "external: offset beyond", [](ModelBuilder& b) { makeExternal(b, "data.bin", "18446744073709551615"); },
        {"at offset 18446744073709551615"}, "w");
    row(
        "external: wrong length", [](ModelBuilder& b) { makeExternal(b, "data.bin", "0", "400"); },
        {"takes 400 bytes", "need 432"}, "w");
    row(
        "external: offset is text", [](ModelBuilder& b) { makeExternal(b, "data.bin", "ten"); },
        {"external offset 'ten'", "not a number"}, "w");
    row(
        "external: offset is negative", [](ModelBuilder& b) { makeExternal(b, "data.bin", "-8"); },
        {"external offset '-8'"}, "w");
    row(
        "external: length overflows", [](ModelBuilder& b) { makeExternal(b, "data.bin", "0", "99999999999999999999"); },
        {"external length '99999999999999999999'"}, "w");
    row(
        "external and embedded",
        [](ModelBuilder& b) {
            makeExternal(b, "data.bin");
            weightsOf(b).set_raw_data("abcd");
        },
        {"'w' is stored in an external file and in the model"}, "w");

    // What onnx's checker finds
    row("unknown operator", malformed::unknownOperator,
        {"Node 'relu1' (Reloo) is not valid", "there is no operator Reloo", "(opset) 13"}, "relu1");
    row(
        "operator of a later opset", [](ModelBuilder& b) { graphOf(b).mutable_node(1)->set_op_type("Gelu"); },
        {"'relu1' (Gelu)", "there is no operator Gelu"}, "relu1");
    row(
        "deprecated operator", [](ModelBuilder& b) { graphOf(b).mutable_node(1)->set_op_type("Upsample"); },
        {"'relu1' (Upsample)", "deprecated"}, "relu1");
    row(
        "no operator", [](ModelBuilder& b) { graphOf(b).mutable_node(1)->clear_op_type(); },
        {"Node 'relu1' does not say which operator it is"}, "relu1");
    row(
        "too few inputs", [](ModelBuilder& b) { graphOf(b).mutable_node(0)->mutable_input()->RemoveLast(); },
        {"Node 'conv1' (Conv) is not valid", "it has 1 inputs, 2 to 3 are allowed"}, "conv1");
    row(
        "too many outputs", [](ModelBuilder& b) { graphOf(b).mutable_node(1)->add_output("extra"); },
        {"'relu1'", "it has 2 outputs, 1 is allowed"}, "relu1");
    row(
        "unknown attribute", [](ModelBuilder& b) { b.node("Neg", {"y"}, {"z"}, "neg").attribute("speed", 3); },
        {"Node 'neg' (Neg)", "unknown attribute 'speed' of operator Neg"}, "neg");
    row(
        "attribute of a wrong type",
        [](ModelBuilder& b) { b.node("Softmax", {"y"}, {"z"}, "soft").attribute("axis", 0.5); },
        {"Node 'soft' (Softmax)", "attribute 'axis' has the type FLOAT instead of INT"}, "soft");
    row("attribute missing", malformed::missingAttribute, {"Node 'joined' (Concat)", "'axis' is missing"}, "joined");
    row(
        "domain not imported", [](ModelBuilder& b) { b.node("Magic", {"y"}, {"z"}, "magic").domain("com.example"); },
        {"Node 'magic' (Magic)", "'com.example'"}, "magic");
    row(
        "absurd axis", [](ModelBuilder& b) { b.node("Softmax", {"y"}, {"z"}, "soft").attribute("axis", INT64_MAX); },
        {"Node 'soft' (Softmax)", "'axis'", "no tensor has as an axis"}, "soft");
    row(
        "experimental operator", [](ModelBuilder& b) { graphOf(b).mutable_node(1)->set_op_type("Affine"); },
        {"Node 'relu1' (Affine) is an experimental operator"}, "relu1");
    row(
        "zero stride",
        [](ModelBuilder& b) {
            b.node("MaxPool", {"y"}, {"z"}, "pool").attribute("kernel_shape", {2, 2}).attribute("strides", {0, 1});
        },
        {"Node 'pool' (MaxPool)", "value 0", "'strides'"}, "pool");
    row("recursive function",
        [](ModelBuilder& b) {
            b.import("local", 1);
            auto* function = b.proto().add_functions();
            function->set_name("Loop");
            function->set_domain("local");
            function->add_input("a");
            function->add_output("b");
            function->add_opset_import()->set_version(13);
            auto* import = function->add_opset_import();
            import->set_domain("local");
            import->set_version(1);
            auto* node = function->add_node();
            node->set_op_type("Loop");
            node->set_domain("local");
            node->add_input("a");
            node->add_output("b");
            b.node("Loop", {"y"}, {"z"}, "call").domain("local");
        },
        {"Cycle", "local"});

    // Types
    row("types do not fit", malformed::mixedTypes, {"Node 'sum' (Add) does not fit", "B is of type int64"}, "sum");
    row("already quantized", malformed::quantizedAlready, {"quantized already", "node 'quant' (QuantizeLinear)"});
}

void tst_ModelErrors::model_isRefused()
{
    QFETCH(int, opset);
    QFETCH(Edit, edit);
    QFETCH(QStringList, words);
    QFETCH(QString, subject);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("folder"));
    QFile data(folder.filePath("data.bin"));
    QVERIFY(data.open(QIODevice::WriteOnly));
    data.write(QByteArray(500, '\1'));
    data.close();

    ModelBuilder builder = convThenRelu(opset);
    edit(builder);
    onnx::ModelProto proto = builder.build();
    Feedback feedback;
    const auto model = Model::fromProto(std::move(proto), folder.path().toStdString(), {}, feedback);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::ModelRefused);
    const QString message = QString::fromStdString(model.error().message);
    for (const QString& word : words)
        QVERIFY2(message.contains(word), qPrintable(message + " <- " + word));
    QVERIFY2(message.endsWith('.') && !message.contains("==>") && !message.contains('\n'), qPrintable(message));
    if (!subject.isEmpty())
        QCOMPARE(QString::fromStdString(model.error().subject), subject);
    qInfo("%s", qPrintable(message));
}

void tst_ModelErrors::path_isRefused()
{
    const QTemporaryDir folder;
    Feedback feedback;
    const auto missing = Model::load(folder.filePath("none.onnx").toStdString(), {}, feedback);
    QVERIFY(!missing);
    QVERIFY(QString::fromStdString(missing.error().message).contains("does not exist"));
    const auto directory = Model::load(folder.path().toStdString(), {}, feedback);
    QVERIFY(!directory);
    QVERIFY(QString::fromStdString(directory.error().message).contains("is a folder"));
    QFile file(folder.filePath("secret.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.setPermissions({});
    const ObeysPermissions asEverybody;
    const auto unreadable = Model::load(file.fileName().toStdString(), {}, feedback);
    QVERIFY(!unreadable);
    QVERIFY(QString::fromStdString(unreadable.error().message).contains("permission denied"));
}

void tst_ModelErrors::linkOutOfTheFolder_isRefused()
{
    const QTemporaryDir elsewhere;
    QFile secret(elsewhere.filePath("secret.bin"));
    QVERIFY(secret.open(QIODevice::WriteOnly));
    secret.write(QByteArray(500, '\1'));
    secret.close();
    const QTemporaryDir folder;
    QVERIFY(QFile::link(secret.fileName(), folder.filePath("link.bin")));
    QVERIFY(QFile::link(elsewhere.path(), folder.filePath("sub")));
    for (const char* location : {"link.bin", "sub/secret.bin"}) {
        ModelBuilder builder = convThenRelu();
        makeExternal(builder, location);
        onnx::ModelProto proto = builder.build();
        Feedback feedback;
        const auto model = Model::fromProto(std::move(proto), folder.path().toStdString(), {}, feedback);
        QVERIFY(!model);
        const QString message = QString::fromStdString(model.error().message);
        QVERIFY2(message.contains("symbolic link that leads out") && message.contains(location), qPrintable(message));
    }
}

void tst_ModelErrors::linkInsideTheFolder_isAccepted()
{
    const QTemporaryDir folder;
    QFile data(folder.filePath("data.bin"));
    QVERIFY(data.open(QIODevice::WriteOnly));
    data.write(QByteArray(500, '\1'));
    data.close();
    QVERIFY(QFile::link(data.fileName(), folder.filePath("link.bin")));
    ModelBuilder builder = convThenRelu();
    makeExternal(builder, "link.bin", "16");
    onnx::ModelProto proto = builder.build();
    Feedback feedback;
    const auto model = Model::fromProto(std::move(proto), folder.path().toStdString(), {}, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(model->weightBytes(), std::size_t(432));
}

void tst_ModelErrors::functionThatCannotBeExpanded_keepsTheModelWhole()
{
    // The function's operator set differs from the model's, and the converter cannot take its sparse constant along.
    ModelBuilder b(17);
    b.import("local", 1).input("x", DataType::Float, {1, 2048});
    b.randomInitializer("w", {1, 2048}); // more than WeightsAside leaves in the graph
    b.node("Add", {"x", "w"}, {"a"}, "add");
    b.node("F", {"a"}, {"y"}, "call").domain("local");
    b.output("y");
    auto* function = b.proto().add_functions();
    function->set_name("F");
    function->set_domain("local");
    function->add_input("p");
    function->add_output("q");
    function->add_opset_import()->set_version(16);
    auto* constant = function->add_node();
    constant->set_op_type("Constant");
    constant->add_output("c");
    auto* attribute = constant->add_attribute();
    attribute->set_name("sparse_value");
    attribute->set_type(onnx::AttributeProto::SPARSE_TENSOR);
    auto* sparse = attribute->mutable_sparse_tensor();
    *sparse->mutable_values() = makeFloatTensor("", {1}, {2});
    *sparse->mutable_indices() = makeInt64Tensor("", {1}, {0});
    sparse->add_dims(2048);
    auto* add = function->add_node();
    add->set_op_type("Add");
    add->add_input("p");
    add->add_input("c");
    add->add_output("q");

    RecordingFeedback feedback;
    auto model = Model::fromProto(onnx::ModelProto(b.build()), {}, {}, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY2(QString::fromStdString(feedback.warnings[0]).contains("functions stay as they are"),
             feedback.warnings[0].c_str());
    QCOMPARE(model->proto().functions_size(), 1);
    QCOMPARE(model->graph().input_size(), 1);
    QCOMPARE(model->graph().initializer_size(), 1);
    QCOMPARE(model->weightBytes(), std::size_t(2048 * 4));
}

void tst_ModelErrors::messages_areAllDifferent()
{
    // The malformed models that users meet most, against each other.
    QSet<QString> messages;
    int count = 0;
    const Edit edits[] = {
        [](ModelBuilder& b) { b.proto().clear_graph(); },
        malformed::missingInitializer,
        malformed::cycleOfTwo,
        malformed::madeTwice,
        malformed::fewBytes,
        [](ModelBuilder& b) { b.irVersion(99); },
    };
    for (const Edit edit : edits) {
        ModelBuilder builder = convThenRelu();
        edit(builder);
        const auto model = builder.tryModel();
        QVERIFY(!model);
        messages.insert(QString::fromStdString(model.error().message));
        ++count;
    }
    QCOMPARE(messages.size(), count);
}

QTEST_GUILESS_MAIN(tst_ModelErrors)
#include "tst_model_errors.moc"
