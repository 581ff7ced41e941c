// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/bad_files.h"

#include "core/base/sha256.h"
#include "tests/cli/qscope_process.h"
#include "tests/support/malformed_models.h"

#include <QDir>
#include <QFile>

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <sys/stat.h>
#include <zip.h>

namespace quantiscope::test {

namespace {

QByteArray bytesOf(const ModelBuilder& builder)
{
    return QByteArray::fromStdString(builder.build().SerializeAsString());
}

/// convThenRelu() after a change for the worse.
QByteArray spoilt(void (*edit)(ModelBuilder&))
{
    ModelBuilder b = convThenRelu();
    edit(b);
    return bytesOf(b);
}

QByteArray external(const char* location)
{
    ModelBuilder b = convThenRelu();
    makeExternal(b, location);
    return bytesOf(b);
}

ModelBuilder float16()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float16, {1, 4});
    b.initializer(makeTensor("w", DataType::Float16, {4, 2}, std::string(16, '\x3c')));
    b.node("MatMul", {"x", "w"}, {"y"}, "matmul");
    b.output("y", DataType::Float16, {1, 2});
    return b;
}

/// Takes x with an open extent, of which only 5 fits the weights.
ModelBuilder openExtent()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"N", "M"});
    b.randomInitializer("w", {5, 7});
    b.node("MatMul", {"x", "w"}, {"y"}, "product");
    b.output("y", DataType::Float, {"N", 7});
    return b;
}

/// Well-formed, but ONNX Runtime notices in a run only that the weights are of another size than the kernel.
ModelBuilder otherKernel()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {4, 3, 3, 3});
    b.node("Conv", {"x", "w"}, {"y"}, "conv").attribute("kernel_shape", {5, 5});
    b.output("y");
    return b;
}

/// One with which ONNX Runtime ends the program.
ModelBuilder sumWithoutSecond()
{
    ModelBuilder b(18);
    b.input("x", DataType::Float, {1, 6, 8, 8});
    b.randomInitializer("w", {6, 6, 1, 1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Sum", {"c", ""}, {"y"}, "sum");
    b.output("y");
    return b;
}

ModelBuilder twoInputs()
{
    ModelBuilder b(17);
    b.input("left", DataType::Float, {1, 4});
    b.input("right", DataType::Float, {1, 4});
    b.node("Add", {"left", "right"}, {"sum"}, "add");
    b.output("sum", DataType::Float, {1, 4});
    return b;
}

/// A .npy file of version 1.0.
QByteArray npy(const QByteArray& type, const QByteArray& shape, const QByteArray& elements,
               const char* fortran = "False")
{
    QByteArray header = "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
    header += QByteArray((64 - (10 + header.size() + 1) % 64) % 64, ' ') + '\n';
    const auto size = static_cast<quint16>(header.size());
    return QByteArray("\x93NUMPY\x01\x00", 8) + char(size & 0xff) + char(size >> 8) + header + elements;
}

QByteArray zeros(qsizetype bytes)
{
    return QByteArray(bytes, '\0');
}

void writeNpz(const QString& path, const QMap<QByteArray, QByteArray>& arrays)
{
    QDir().mkpath(QFileInfo(path).path());
    zip_t* archive = zip_open(QFile::encodeName(path).constData(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    for (const auto& [name, bytes] : arrays.asKeyValueRange()) {
        zip_source_t* source =
            zip_source_buffer(archive, bytes.constData(), static_cast<zip_uint64_t>(bytes.size()), 0);
        zip_file_add(archive, (name + ".npy").constData(), source, 0);
    }
    if (!archive || zip_close(archive) != 0)
        qFatal("'%s' cannot be written", qPrintable(path));
}

QByteArray ppm(int width, int height)
{
    return "P6 " + QByteArray::number(width) + " " + QByteArray::number(height) + " 255\n"
        + QByteArray(3 * width * height, 'a');
}

/// A recipe in which @p key is @p value.
QByteArray recipeWith(const char* key, const char* value)
{
    std::map<QByteArray, QByteArray> members{{"format", "\"quantiscope-recipe\""},
                                             {"version", "1"},
                                             {"preset", "\"A8W8\""},
                                             {"calibration", R"({"data": {"kind": "random"}})"}};
    members[key] = value;
    QByteArray text;
    for (const auto& [name, content] : members)
        text += (text.isEmpty() ? "{\"" : ", \"") + name + "\": " + content;
    return text + "}";
}

} // namespace

void makeModels(const QString& folder)
{
    const auto file = [&](const char* name, const QByteArray& bytes) { writeFile(QDir(folder).filePath(name), bytes); };
    const QByteArray model = readFile(sample("fashion_cnn.onnx"));
    file("model.onnx", model);
    file("small.onnx", bytesOf(convThenRelu()));
    file("two_inputs.onnx", bytesOf(twoInputs()));
    file("m/kernel.onnx", bytesOf(otherKernel()));
    file("m/sum.onnx", bytesOf(sumWithoutSecond()));
    file("quantized.onnx", spoilt(malformed::quantizedAlready));

    // Other files
    file("m/empty.onnx", {});
    file("m/text.onnx", "hello world\n");
    file("m/lfs.onnx", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 230400\n");
    file("m/page.onnx", "<!DOCTYPE html>\n<html><body>404</body></html>\n");
    file("m/picture.onnx", readFile(sample("calib/00_t-shirt_19956.png")));
    file("m/archive.onnx", QByteArray("PK\x03\x04\x14\0\0\0\0\0", 10));
    file("m/zeros.onnx", zeros(1000));
    file("m/noise.onnx", QByteArray::fromHex("fffefdfc9b8a7766"));
    file("m/half.onnx", model.left(model.size() / 2));
    file("m/start.onnx", model.left(2));
    QByteArray damaged = model;
    damaged[damaged.indexOf("/stem/Conv") - 1] = 127; // the length of a name inside of the graph
    file("m/damaged.onnx", damaged);
    QDir(folder).mkpath("m/folder.onnx");
    ::mkfifo(QFile::encodeName(QDir(folder).filePath("m/pipe.onnx")).constData(), 0600);
    file("m/secret.onnx", model);
    QFile::setPermissions(QDir(folder).filePath("m/secret.onnx"), {});

    // Graphs
    file("m/opset6.onnx", bytesOf(convThenRelu(6)));
    file("m/opset27.onnx", bytesOf(convThenRelu(27)));
    file("m/no_opset.onnx", spoilt(malformed::noOpset));
    file("m/ir99.onnx", spoilt([](ModelBuilder& b) { b.irVersion(99); }));
    file("m/no_nodes.onnx", spoilt(malformed::noNodes));
    file("m/no_outputs.onnx", spoilt(malformed::noOutputs));
    file("m/cycle.onnx", spoilt(malformed::cycleOfTwo));
    file("m/self.onnx", spoilt(malformed::readsItself));
    file("m/made_twice.onnx", spoilt(malformed::madeTwice));
    file("m/no_initializer.onnx", spoilt(malformed::missingInitializer));
    file("m/no_producer.onnx", spoilt(malformed::missingOutput));
    file("m/unknown_operator.onnx", spoilt(malformed::unknownOperator));
    file("m/types.onnx", spoilt(malformed::mixedTypes));
    file("m/attribute.onnx", spoilt(malformed::missingAttribute));
    file("m/short_weights.onnx", spoilt(malformed::fewBytes));
    file("m/shapes.onnx", spoilt([](ModelBuilder& b) {
             b.randomInitializer("k", {7, 5});
             b.node("MatMul", {"y", "k"}, {"z"}, "product");
             b.output("z");
         }));
    file("m/huge_weights.onnx", spoilt([](ModelBuilder& b) { weightsOf(b).set_dims(0, std::int64_t(1) << 60); }));
    file("m/huge_input.onnx", spoilt([](ModelBuilder& b) {
             graphOf(b).clear_input();
             b.input("x", DataType::Float, {std::int64_t(1) << 40, 3, 8, 8});
         }));
    file("m/large_input.onnx", spoilt([](ModelBuilder& b) {
             graphOf(b).clear_input();
             b.input("x", DataType::Float, {1, 3, 1 << 20, 1 << 20});
         }));
    file("m/no_inputs.onnx", spoilt([](ModelBuilder& b) {
             graphOf(b).clear_input();
             b.randomInitializer("x", {1, 3, 8, 8});
         }));
    file("m/custom_domain.onnx", spoilt([](ModelBuilder& b) {
             b.import("com.example", 1);
             b.node("Magic", {"y"}, {"z"}, "magic").domain("com.example");
             graphOf(b).mutable_output(0)->set_name("z");
         }));
    file("m/no_float.onnx", spoilt([](ModelBuilder& b) {
             graphOf(b).Clear();
             graphOf(b).set_name("test");
             b.input("x", DataType::Int64, {4});
             b.node("Neg", {"x"}, {"y"}, "neg");
             b.output("y", DataType::Int64, {4});
         }));
    file("m/float16.onnx", bytesOf(float16()));
    file("m/open_extent.onnx", bytesOf(openExtent()));
    file("m/other_input.onnx", QByteArray(model).replace("image", "imago"));
    file("m/other_output.onnx", QByteArray(model).replace("logits", "logots"));

    // External data
    file("m/outside.onnx", external("../secret.bin"));
    file("m/absolute.onnx", external("/etc/passwd"));
    file("m/gone.onnx", external("gone.bin"));
    file("m/short.onnx", external("short.bin"));
    file("m/short.bin", zeros(100));
    file("m/link.onnx", external("link.bin"));
    file("secret.bin", zeros(432));
    QFile::link("../secret.bin", QDir(folder).filePath("m/link.bin"));
}

void makeData(const QString& folder)
{
    const auto file = [&](const QString& name, const QByteArray& bytes) {
        writeFile(QDir(folder).filePath(name), bytes);
    };
    const QByteArray picture = readFile(sample("calib/00_t-shirt_19956.png"));
    for (const char* name : {"a.png", "b.png"})
        file(QString("calib/") + name, picture);
    constexpr qsizetype kOneSample = 28 * 28 * 4;
    const QByteArray array = npy("<f4", "(1, 1, 28, 28)", zeros(kOneSample));
    const auto one = [&](const char* name, const QByteArray& bytes) { file(QString("d/%1/a.npy").arg(name), bytes); };

    QDir(folder).mkpath("d/empty");
    file("d/texts/notes.txt", "nothing\n");
    file("d/texts/table.csv", "1,2\n");
    file("d/corrupt/a.png", picture.left(60));
    file("d/corrupt/b.png", "no picture");
    file("d/sizes/a.ppm", ppm(28, 28));
    file("d/sizes/b.ppm", ppm(20, 28));
    file("d/only_20/b.ppm", ppm(20, 28));
    file("d/kinds/a.png", picture);
    file("d/kinds/b.npy", array);
    file("d/picture.png", picture);
    file("d/table.csv", "1,2\n");
    one("rank", npy("<f4", "(28,)", zeros(28 * 4)));
    one("type", npy("|u1", "(1, 1, 28, 28)", zeros(28 * 28)));
    one("nhwc", npy("<f4", "(1, 28, 28, 1)", zeros(kOneSample)));
    one("truncated", array.left(array.size() - 10));
    one("longer", array + "more");
    one("objects", npy("|O", "(3,)", "pickled"));
    one("texts_inside", npy("<U8", "(3,)", zeros(96)));
    one("structured", npy("[('a', '<f4')]", "(3,)", zeros(12)));
    one("no_elements", npy("<f4", "(0, 1, 28, 28)", {}));
    one("huge", npy("<f4", "(4611686018427387904, 4)", {}));
    one("no_numpy", "this is no array");
    one("stacked", npy("<f4", "(3, 1, 28, 28)", zeros(3 * kOneSample)));
    one("batch_1_wanted", npy("<f4", "(3, 3, 8, 8)", zeros(3 * 3 * 64 * 4)));
    file("d/second/a.npy", array);
    file("d/second/b.npy", npy("<f4", "(1, 1, 28, 27)", zeros(28 * 27 * 4)));
    file("d/stacked_wrong.npy", npy("<f4", "(3, 1, 32, 32)", zeros(3 * 32 * 32 * 4)));
    file("d/stacked_rank.npy", npy("<f4", "(3, 28)", zeros(3 * 28 * 4)));
    file("d/stacked_fortran.npy", npy("<f4", "(3, 1, 28, 28)", zeros(3 * kOneSample), "True"));
    file("d/single_number.npy", npy("<f4", "()", zeros(4)));
    file("d/truncated.npy", array.left(20));

    const QByteArray four = npy("<f4", "(1, 4)", zeros(16));
    writeNpz(QDir(folder).filePath("d/missing_input/a.npz"), {{"left", four}});
    writeNpz(QDir(folder).filePath("d/misspelt_input/a.npz"), {{"left", four}, {"rihgt", four}});
    writeNpz(QDir(folder).filePath("d/wrong_array/a.npz"),
             {{"left", four}, {"right", npy("<f4", "(1, 5)", zeros(20))}});
    writeNpz(QDir(folder).filePath("d/objects_npz/a.npz"), {{"left", four}, {"right", npy("|O", "(1,)", "x")}});
    writeNpz(QDir(folder).filePath("d/counts.npz"),
             {{"left", npy("<f4", "(5, 4)", zeros(80))}, {"right", npy("<f4", "(3, 4)", zeros(48))}});
    file("d/broken_npz/a.npz", "PK\x03\x04 and then nothing of use");
    file("d/broken.npz", "no archive");
    file("d/no_arrays.npz", QByteArray("PK\x05\x06", 4) + zeros(18)); // an empty archive
    file("d/arrays_for_two/a.npy", four);
    file("d/extent/a.npy", npy("<f4", "(1, 6)", zeros(24)));
}

void makeLabels(const QString& folder)
{
    const auto file = [&](const char* name, const QByteArray& bytes) { writeFile(QDir(folder).filePath(name), bytes); };
    file("l/sound.tsv", "a.png\t0\nb.png\t1\n");
    file("l/bad_line.tsv", "a.png\t0\nb.png\n");
    file("l/no_number.tsv", "a.png\tshirt\n");
    file("l/negative.tsv", "a.png\t-1\n");
    file("l/two_classes.tsv", "a.png\t0\na.png\t1\n");
    file("l/empty.tsv", {});
    file("l/comments.tsv", "# nothing else\n\n");
    file("l/other_names.tsv", "x.png\t0\ny.png\t1\n");
    file("l/too_high.tsv", "a.png\t12\nb.png\t1\n");
    file("l/floats.npy", npy("<f4", "(2,)", zeros(8)));
    file("l/matrix.npy", npy("<i8", "(2, 2)", zeros(32)));
    file("l/negative.npy", npy("|i1", "(2,)", QByteArray("\xff\x01", 2)));
    file("l/binary.tsv", readFile(sample("calib/00_t-shirt_19956.png")));
}

void makeRecipes(const QString& folder)
{
    const auto file = [&](const char* name, const QByteArray& bytes) { writeFile(QDir(folder).filePath(name), bytes); };
    const auto with = [&](const char* name, const char* key, const char* value) { file(name, recipeWith(key, value)); };
    file("r/empty.json", {});
    file("r/text.json", "preset: A8W8\n");
    file("r/cut.json", R"({"format": "quantiscope-recipe", "version": 1, "preset": )");
    file("r/list.json", "[1, 2]");
    file("r/other_format.json", R"({"format": "quantiscope-preset", "version": 1})");
    file("r/nested.json", QByteArray("{\"a\":").repeated(200) + "1" + QByteArray("}").repeated(200));
    file("r/binary.json", QByteArray::fromHex("fffe00017b7d"));
    file("r/no_preset.json", R"({"format": "quantiscope-recipe", "version": 1})");
    file("r/twice.json", R"({"format": "quantiscope-recipe", "version": 1, "preset": "A8W8", "preset": "XINT8"})");
    with("r/spellings.json", "options", R"({"PerChannel": true, "per_channel": false})");
    with("r/newer.json", "version", "2");
    with("r/version_text.json", "version", "\"1\"");
    with("r/version_0.json", "version", "0");
    with("r/unknown_key.json", "exlude", "[]");
    with("r/preset_type.json", "preset", "8");
    with("r/preset.json", "preset", "\"A8W9\"");
    with("r/options_type.json", "options", "[]");
    with("r/option.json", "options", R"({"PerChanel": true})");
    with("r/option_type.json", "options", R"({"PerChannel": "yes"})");
    with("r/option_range.json", "options", R"({"Percentile": 101})");
    with("r/option_choice.json", "options", R"({"ActivationType": "Int7"})");
    with("r/exclude_type.json", "exclude", R"({"node": "/stem/Conv"})");
    with("r/rule_type.json", "exclude", R"(["/stem/Conv"])");
    with("r/rule_empty.json", "exclude", "[{}]");
    with("r/rule_two.json", "exclude", R"([{"opType": "Gemm"}, {"node": "/stem/Conv", "regex": "^/stem"}])");
    with("r/rule_key.json", "exclude", R"([{"nodes": "/stem/Conv"}])");
    with("r/rule_value.json", "exclude", R"([{"node": 3}])");
    with("r/regex.json", "exclude", R"([{"regex": "^/stem/("}])");
    with("r/between.json", "exclude", R"([{"between": {"from": ["/stem/Conv"]}}])");
    with("r/between_type.json", "exclude", R"([{"between": {"from": "/stem/Conv", "to": ["/stem/Clip"]}}])");
    with("r/dead_rule.json", "exclude", R"([{"node": "/stem/Con"}])");
    with("r/calibration_type.json", "calibration", "\"calib\"");
    with("r/calibration_key.json", "calibration", R"({"sampels": 3})");
    with("r/contradiction.json", "options", R"({"UseDynamicQuant": true, "WeightsOnly": true})");
    with("r/method.json", "calibration", R"({"method": "MinMx"})");
    with("r/samples.json", "calibration", R"({"samples": -1, "data": {"kind": "random"}})");
    with("r/samples_float.json", "calibration", R"({"samples": 1.5, "data": {"kind": "random"}})");
    with("r/kind.json", "calibration", R"({"data": {"kind": "pictures", "path": "calib"}})");
    with("r/no_path.json", "calibration", R"({"data": {"kind": "images"}})");
    with("r/operator.json", "options", R"({"ExtraOpTypesToQuantize": ["Sofmax"]})");
    with("r/kind_arrays.json", "calibration", R"({"data": {"kind": "images", "path": "../d/second"}})");
    with("r/kind_pictures.json", "calibration", R"({"data": {"kind": "npz", "path": "../calib"}})");
    with("r/kind_file.json", "calibration", R"({"data": {"kind": "images", "path": "../d/counts.npz"}})");
    with("r/path_gone.json", "calibration", R"({"data": {"kind": "images", "path": "gone"}})");
    with("r/std.json", "calibration",
         R"({"data": {"kind": "images", "path": "../calib", "preprocess": {"mean": [0.5], "std": [0]}}})");
    with("r/preprocess_name.json", "calibration",
         R"({"data": {"kind": "images", "path": "../calib", "preprocess": "imagnet"}})");
}

void makePreprocesses(const QString& folder)
{
    const auto file = [&](const char* name, const QByteArray& bytes) { writeFile(QDir(folder).filePath(name), bytes); };
    file("preprocess.json", readFile(sample("preprocess.json")));
    file("p/none.json", "{}");
    file("p/cut.json", "{\n\"scale\": ");
    file("p/nested.json", QByteArray("[").repeated(200) + QByteArray("]").repeated(200));
    file("p/list.json", "[]");
    file("p/key.json", R"({"sclae": 1})");
    file("p/std.json", R"({"std": 0})");
    file("p/std_negative.json", R"({"std": [-0.5]})");
    file("p/mean.json", R"({"mean": [0.1, 0.2]})");
    file("p/mean_type.json", R"({"mean": "0.5"})");
    file("p/scale.json", R"({"scale": 0})");
    file("p/scale_huge.json", R"({"scale": 1e300})");
    file("p/interpolation.json", R"({"resize": {"mode": "stretch", "interpolation": "linaer"}})");
    file("p/mode.json", R"({"resize": {"mode": "fit"}})");
    file("p/no_mode.json", R"({"resize": {"size": 28}})");
    file("p/size.json", R"({"resize": {"mode": "stretch", "size": [28, 28, 3]}})");
    file("p/size_0.json", R"({"resize": {"mode": "stretch", "size": 0}})");
    file("p/size_other.json", R"({"resize": {"mode": "stretch", "size": 32}})");
    file("p/crop.json", R"({"crop": [224, 224]})");
    file("p/pad.json", R"({"resize": {"mode": "letterbox", "pad": 300}})");
    file("p/channels.json", R"({"channels": "RBG"})");
    file("p/channels_other.json", R"({"channels": "RGB"})");
    file("p/layout.json", R"({"layout": "NHWC"})");
    file("p/mean_channels.json", R"({"channels": "GRAY", "mean": [0.1, 0.2, 0.3]})");
}

void makeStatistics(const QString& folder)
{
    const auto file = [&](const char* name, const QByteArray& bytes) { writeFile(QDir(folder).filePath(name), bytes); };
    const QByteArray sound = readFile(QDir(folder).filePath("model.stats"));
    const auto edited = [&](const char* name, const auto& edit) {
        nlohmann::json document = nlohmann::json::from_cbor(sound.begin(), sound.end());
        document.erase("digest");
        edit(document);
        const auto sealed = nlohmann::json::to_cbor(document);
        document["digest"] = sha256Hex(std::as_bytes(std::span(sealed)));
        const auto bytes = nlohmann::json::to_cbor(document);
        file(name, QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
    };
    file("s/empty.stats", {});
    file("s/text.stats", "ranges\n");
    file("s/json.stats", R"({"format": "quantiscope-statistics", "version": 1})");
    file("s/cut.stats", sound.left(sound.size() / 2));
    file("s/longer.stats", sound + "more");
    file("s/changed.stats", QByteArray(sound).replace("elements", "elementz"));
    edited("s/newer.stats", [](nlohmann::json& document) { document["version"] = document["version"].get<int>() + 1; });
    edited("s/no_tensors.stats", [](nlohmann::json& document) { document.erase("tensors"); });
    edited("s/infinite.stats", [](nlohmann::json& document) {
        document["tensors"].begin().value()["max"] = std::numeric_limits<double>::infinity();
    });
    edited("s/bins.stats", [](nlohmann::json& document) {
        document["tensors"].begin().value()["bins"] = nlohmann::json::binary({1, 2, 3});
    });
    edited("s/other_model.stats", [](nlohmann::json& document) { document["model"] = std::string(64, 'a'); });
    edited("s/tensor_missing.stats", [](nlohmann::json& document) { document["tensors"].erase("image"); });
    edited("s/ranges_only.stats", [](nlohmann::json& document) {
        document["detail"] = "range";
        for (auto& tensor : document["tensors"]) {
            for (const char* member : {"bins", "values", "votes"})
                tensor.erase(member);
        }
    });
}

} // namespace quantiscope::test
