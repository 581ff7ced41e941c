// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/model/model.h"
#include "tests/support/model_builder.h"
#include "tests/support/recording_feedback.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace fs = std::filesystem;

namespace {

ModelBuilder twoWeights(std::uint32_t seed = 1)
{
    ModelBuilder b;
    b.proto().set_doc_string("keep me");
    auto* entry = b.proto().add_metadata_props();
    entry->set_key("classes");
    entry->set_value("a,b");
    b.input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {32, 3, 5, 5}, 1.0F, seed); // 9600 bytes: external when asked
    b.randomInitializer("w2", {8, 32, 3, 3}, 1.0F, seed + 1);
    b.randomInitializer("bias", {32}, 1.0F, seed + 2); // small: stays in the model
    b.node("Conv", {"x", "w", "bias"}, {"c"}, "conv1");
    b.node("Conv", {"c", "w2"}, {"y"}, "conv2");
    b.output("y");
    return b;
}

Result<Model> load(const fs::path& path)
{
    Feedback feedback;
    return Model::load(path, {}, feedback);
}

QStringList filesIn(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

fs::path in(const QTemporaryDir& folder, const char* name)
{
    return fs::path(folder.path().toStdString()) / name;
}

} // namespace

class tst_ModelSaving : public QObject
{
    Q_OBJECT

private slots:
    void save_andLoad_giveTheSameModel();
    void save_externally_andLoad_giveTheSameModel();
    void mayStoreWeightsIn_knowsTheNamesOfSave();
    void save_throughALink_keepsFilesTogether();
    void save_alignsExternalWeights();
    void save_overItself_keepsTheMappedWeights();
    void save_leavesForeignFilesAlone();
    void save_embedded_removesItsOldDataFile();
    void save_failing_leavesNothing();
    void save_canceled_leavesTheOldFile_data();
    void save_canceled_leavesTheOldFile();
    void save_isTheSameEveryTime();
    void save_readOnlyFolder_isADiskError();
    void embeddedTensorsOfSubgraphs_survive();
};

void tst_ModelSaving::save_andLoad_giveTheSameModel()
{
    const QTemporaryDir folder;
    const Model model = twoWeights().model();
    const fs::path path = in(folder, "m.onnx");
    QVERIFY(model.save(path, {}));
    const auto loaded = load(path);
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    QCOMPARE(loaded->contentHash(), model.contentHash());
    QCOMPARE(loaded->path(), path);
    QCOMPARE(loaded->proto().SerializeAsString(), model.proto().SerializeAsString());
    QCOMPARE(filesIn(folder), QStringList{"m.onnx"});
}

void tst_ModelSaving::save_externally_andLoad_giveTheSameModel()
{
    const QTemporaryDir folder;
    const Model model = twoWeights().model();
    QVERIFY(model.save(in(folder, "m.onnx"), {.externalData = true}));
    QCOMPARE(filesIn(folder), (QStringList{"m.onnx", "m.onnx.data"}));
    const auto loaded = load(in(folder, "m.onnx"));
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    QVERIFY(loaded->usesExternalData());
    QCOMPARE(loaded->contentHash(), model.contentHash());
    QCOMPARE(loaded->weightBytes(), model.weightBytes());
    const Model copy = loaded->clone();
    QCOMPARE(copy.contentHash(), model.contentHash());

    // Embedded again.
    QVERIFY(loaded->save(in(folder, "n.onnx"), {}));
    const auto embedded = load(in(folder, "n.onnx"));
    QVERIFY(embedded);
    QVERIFY(!embedded->usesExternalData());
    QCOMPARE(embedded->contentHash(), model.contentHash());
}

void tst_ModelSaving::save_throughALink_keepsFilesTogether()
{
    const QTemporaryDir folder;
    const QTemporaryDir runs;
    const Model model = twoWeights().model();
    QVERIFY(model.save(in(runs, "m.onnx"), {}));
    fs::create_symlink(in(runs, "m.onnx"), in(folder, "latest.onnx"));
    QVERIFY(model.save(in(folder, "latest.onnx"), {.externalData = true}));
    QCOMPARE(filesIn(folder), QStringList{"latest.onnx"});
    QCOMPARE(filesIn(runs), (QStringList{"m.onnx", "m.onnx.data"}));
    const auto loaded = load(in(runs, "m.onnx"));
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    QCOMPARE(loaded->contentHash(), model.contentHash());
}

void tst_ModelSaving::save_alignsExternalWeights()
{
    const QTemporaryDir folder;
    QVERIFY(twoWeights().model().save(in(folder, "m.onnx"), {.externalData = true}));
    QFile file(folder.filePath("m.onnx"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    onnx::ModelProto proto;
    const QByteArray bytes = file.readAll();
    QVERIFY(proto.ParseFromArray(bytes.constData(), static_cast<int>(bytes.size())));
    int external = 0;
    for (const auto& initializer : proto.graph().initializer()) {
        for (const auto& entry : initializer.external_data()) {
            if (entry.key() == "offset") {
                ++external;
                QCOMPARE(std::stoll(entry.value()) % 64, 0LL);
            }
            if (entry.key() == "location")
                QCOMPARE(entry.value(), std::string("m.onnx.data"));
        }
    }
    QCOMPARE(external, 2);
}

void tst_ModelSaving::save_overItself_keepsTheMappedWeights()
{
    const QTemporaryDir folder;
    const fs::path path = in(folder, "m.onnx");
    QVERIFY(twoWeights().model().save(path, {.externalData = true}));
    const auto loaded = load(path);
    QVERIFY(loaded);
    const std::string hash = loaded->contentHash();
    for (int i = 0; i < 3; ++i) {
        QVERIFY(loaded->save(path, {.externalData = true}));
        QCOMPARE(loaded->contentHash(), hash); // still mapped, although its file is gone
        const auto again = load(path);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->contentHash(), hash);
        QCOMPARE(filesIn(folder).size(), 2); // the old data file is removed
    }
}

void tst_ModelSaving::save_leavesForeignFilesAlone()
{
    const QTemporaryDir folder;
    QFile foreign(folder.filePath("m.onnx.data"));
    QVERIFY(foreign.open(QIODevice::WriteOnly));
    foreign.write("not ours");
    foreign.close();
    QVERIFY(twoWeights().model().save(in(folder, "m.onnx"), {.externalData = true}));
    QCOMPARE(filesIn(folder), (QStringList{"m.onnx", "m.onnx.1.data", "m.onnx.data"}));
    QVERIFY(foreign.open(QIODevice::ReadOnly));
    QCOMPARE(foreign.readAll(), QByteArray("not ours"));
    QVERIFY(load(in(folder, "m.onnx")));
}

void tst_ModelSaving::save_embedded_removesItsOldDataFile()
{
    const QTemporaryDir folder;
    QVERIFY(twoWeights().model().save(in(folder, "m.onnx"), {.externalData = true}));
    QVERIFY(twoWeights(7).model().save(in(folder, "m.onnx"), {}));
    QCOMPARE(filesIn(folder), QStringList{"m.onnx"});
}

void tst_ModelSaving::save_failing_leavesNothing()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("m.onnx/x")); // a folder where the model should go
    const auto saved = twoWeights().model().save(in(folder, "m.onnx"), {.externalData = true});
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::DiskError);
    QCOMPARE(filesIn(folder), QStringList());
}

void tst_ModelSaving::save_canceled_leavesTheOldFile_data()
{
    QTest::addColumn<bool>("externalData");
    QTest::newRow("embedded") << false;
    QTest::newRow("external") << true;
}

void tst_ModelSaving::save_canceled_leavesTheOldFile()
{
    QFETCH(bool, externalData);
    const QTemporaryDir folder;
    QVERIFY(twoWeights().model().save(in(folder, "m.onnx"), {}));
    const std::string hash = load(in(folder, "m.onnx"))->contentHash();
    RecordingFeedback feedback;
    feedback.canceled = true;
    const auto saved = twoWeights(7).model().save(in(folder, "m.onnx"), {externalData}, feedback);
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::Canceled);
    QCOMPARE(filesIn(folder), QStringList{"m.onnx"});
    QCOMPARE(load(in(folder, "m.onnx"))->contentHash(), hash);
}

void tst_ModelSaving::save_isTheSameEveryTime()
{
    const QTemporaryDir folder;
    QVERIFY(twoWeights().model().save(in(folder, "a.onnx"), {}));
    QVERIFY(twoWeights().model().save(in(folder, "b.onnx"), {}));
    const auto a = MappedFile::open(in(folder, "a.onnx"), ErrorCode::ModelRefused);
    const auto b = MappedFile::open(in(folder, "b.onnx"), ErrorCode::ModelRefused);
    QVERIFY(a && b);
    QVERIFY(std::ranges::equal((*a)->bytes(), (*b)->bytes()));
}

void tst_ModelSaving::save_readOnlyFolder_isADiskError()
{
    const auto saved = twoWeights().model().save("/proc/nowhere/m.onnx", {});
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::DiskError);
}

void tst_ModelSaving::embeddedTensorsOfSubgraphs_survive()
{
    // External data inside a subgraph are read into the model, so that the model can be saved elsewhere.
    const QTemporaryDir folder;
    QFile data(folder.filePath("w.bin"));
    QVERIFY(data.open(QIODevice::WriteOnly));
    data.write(QByteArray::fromHex("0000803f00000040"));
    data.close();
    ModelBuilder branch;
    onnx::TensorProto tensor = makeTensor("b", DataType::Float, {2}, {});
    tensor.clear_raw_data();
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
    auto* entry = tensor.add_external_data();
    entry->set_key("location");
    entry->set_value("w.bin");
    branch.initializer(tensor);
    branch.node("Add", {"x", "b"}, {"branch_y"});
    branch.output("branch_y");
    ModelBuilder other;
    other.node("Neg", {"x"}, {"other_y"});
    other.output("other_y");
    ModelBuilder b;
    b.input("x", DataType::Float, {2}).input("c", DataType::Bool, {});
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", other.graph());
    b.output("y");
    Feedback feedback;
    onnx::ModelProto proto = b.build();
    const auto model = Model::fromProto(std::move(proto), folder.path().toStdString(), {}, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(model->graph().node(0).attribute(0).g().initializer(0).raw_data().size(), std::size_t(8));
}

void tst_ModelSaving::mayStoreWeightsIn_knowsTheNamesOfSave()
{
    const QTemporaryDir folder;
    const fs::path model = in(folder, "m.onnx");
    // Every name that save() gives is one of them.
    for (int i = 0; i < 3; ++i) {
        QVERIFY(twoWeights().model().save(in(folder, "m.onnx"), {.externalData = true}));
        QVERIFY(QFile::rename(folder.filePath("m.onnx"), folder.filePath("kept%1").arg(i)));
    }
    int dataFiles = 0;
    for (const QString& name : filesIn(folder).filter(".data")) {
        QVERIFY2(Model::mayStoreWeightsIn(folder.path().toStdString() / fs::path(name.toStdString()), model),
                 qPrintable(name));
        ++dataFiles;
    }
    QCOMPARE(dataFiles, 3);
    QVERIFY(Model::mayStoreWeightsIn(in(folder, "m.onnx.17.data"), model));
    QVERIFY(Model::mayStoreWeightsIn(in(folder, "sub/../m.onnx.data"), model));
    for (const char* other :
         {"m.onnx", "m.data", "m.onnx.json", "m.onnx.data.json", "m.onnx.a.data", "n.onnx.data", "sub/m.onnx.data"})
        QVERIFY2(!Model::mayStoreWeightsIn(in(folder, other), model), other);
    // Links are written where they lead.
    std::error_code ec;
    fs::create_symlink("m.onnx.data", in(folder, "report.json"), ec);
    QVERIFY(Model::mayStoreWeightsIn(in(folder, "report.json"), model));
    fs::create_symlink("m.onnx", in(folder, "link.onnx"), ec);
    QVERIFY(Model::mayStoreWeightsIn(in(folder, "m.onnx.data"), in(folder, "link.onnx")));
    QVERIFY(!Model::mayStoreWeightsIn(in(folder, "link.onnx.data"), in(folder, "link.onnx")));
}

QTEST_GUILESS_MAIN(tst_ModelSaving)
#include "tst_model_saving.moc"
