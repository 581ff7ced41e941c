// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/bad_files.h"
#include "tests/cli/qscope_process.h"

#include <QDir>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace quantiscope::test;

namespace {

constexpr int kUsage = 2;
constexpr int kRefused = 3;
constexpr int kDisk = 5;

/// The columns of the table: what is run, in the folder of the bad files, and what must come of it.
class Table
{
public:
    Table()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QStringList>("words");
    }

    void row(const char* name, const QStringList& arguments, int status, const QStringList& words)
    {
        QTest::newRow(name) << arguments << status << words;
    }
    /// A model that `quantize` refuses.
    void model(const char* name, const QString& file, const QStringList& words, const QStringList& more = {})
    {
        row(name, QStringList{"quantize", file, "-o", "out/out.onnx", "-c", "random"} + more, kRefused, words);
    }
    /// Calibration data that do not fit the sample's model, or another one.
    void data(const char* name, const QString& data, const QStringList& words, const QStringList& more = {},
              const QString& model = "model.onnx")
    {
        row(name, QStringList{"quantize", model, "-o", "out/out.onnx", "-c", data} + more, kRefused, words);
    }
    void labels(const char* name, const QString& file, const QStringList& words)
    {
        row(name,
            {"evaluate", "--float", "model.onnx", "--quantized", "model.onnx", "-c", "calib", "--report",
             "out/out.json", "--labels", file},
            kRefused, words);
    }
    void recipe(const char* name, const QString& file, const QStringList& words, int status = kRefused)
    {
        row(name, {"quantize", "model.onnx", "-o", "out/out.onnx", "-r", file}, status,
            words + QStringList{"'" + file + "'"});
    }
    void preprocess(const char* name, const QString& file, const QStringList& words)
    {
        data(name, "calib", words, {"--preprocess", file});
    }
    void statistics(const char* name, const QString& file, const QStringList& words, const QStringList& more = {})
    {
        row(name, QStringList{"quantize", "model.onnx", "-o", "out/out.onnx", "--statistics", file} + more, kRefused,
            words);
    }
    /// Wrong usage of `quantize` with a sound model and sound data.
    void usage(const char* name, const QStringList& more, const QStringList& words)
    {
        row(name, QStringList{"quantize", "model.onnx", "-o", "out/out.onnx", "-c", "random"} + more, kUsage, words);
    }
};

} // namespace

class tst_BadInput : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void badInput_isRefused();
    void badInput_isRefused_data();
    void messages_areDifferent();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Qscope> m_qscope;
    QMap<QString, QStringList> m_rowsOfMessage;
};

void tst_BadInput::initTestCase()
{
    const QString folder = m_folder.path();
    m_qscope = std::make_unique<Qscope>(folder);
    makeModels(folder);
    makeData(folder);
    makeLabels(folder);
    makeRecipes(folder);
    makePreprocesses(folder);
    VERIFY_STATUS(m_qscope->run({"calibrate", "model.onnx", "-o", "model.stats", "-c", "random", "--samples", "2"}), 0);
    makeStatistics(folder);
    m_qscope->removeLeftovers();
}

void tst_BadInput::cleanup()
{
    // A row must not fail for what another one has left.
    m_qscope->removeLeftovers();
    QDir(m_folder.filePath("out")).removeRecursively();
}

void tst_BadInput::badInput_isRefused_data()
{
    Table t;
    // Files that are no models
    t.model("model: missing", "gone.onnx", {"'gone.onnx'", "does not exist"});
    t.model("model: folder", "m/folder.onnx", {"'m/folder.onnx'", "is a folder"});
    t.model("model: empty", "m/empty.onnx", {"'m/empty.onnx'", "is empty"});
    t.model("model: text", "m/text.onnx", {"'m/text.onnx'", "text file"});
    t.model("model: Git LFS pointer", "m/lfs.onnx", {"'m/lfs.onnx'", "Git LFS pointer"});
    t.model("model: web page", "m/page.onnx", {"'m/page.onnx'", "web page"});
    t.model("model: picture", "m/picture.onnx", {"'m/picture.onnx'", "PNG"});
    t.model("model: archive", "m/archive.onnx", {"'m/archive.onnx'", "ZIP archive"});
    t.model("model: zeros", "m/zeros.onnx", {"'m/zeros.onnx'", "zeros"});
    t.model("model: noise", "m/noise.onnx", {"'m/noise.onnx'", "is not an ONNX model"});
    t.model("model: cut in half", "m/half.onnx", {"'m/half.onnx'", "truncated"});
    t.model("model: first bytes", "m/start.onnx", {"graph"});
    t.model("model: damaged inside", "m/damaged.onnx", {"'m/damaged.onnx'", "damaged"});
    t.model("model: named pipe", "m/pipe.onnx", {"'m/pipe.onnx'", "not a regular file"});
    t.model("model: unreadable", "m/secret.onnx", {"'m/secret.onnx'", "permission denied"});
    t.model("model: statistics file", "model.stats", {"'model.stats'", "is not an ONNX model"});
    t.row("inspect: text", {"inspect", "m/text.onnx"}, kRefused, {"'m/text.onnx'", "text file"});
    t.row("inspect: missing", {"inspect", "gone.onnx"}, kRefused, {"'gone.onnx'", "does not exist"});

    // Models that are wrong inside
    t.model("model: opset 6", "m/opset6.onnx", {"(opset) 6", "7", "Convert"});
    t.model("model: opset 27", "m/opset27.onnx", {"(opset) 27", "26", "Export"});
    t.model("model: no opset", "m/no_opset.onnx", {"does not say which version"});
    t.model("model: IR 99", "m/ir99.onnx", {"IR version 99", "13"});
    t.model("model: no nodes", "m/no_nodes.onnx", {"no nodes"});
    t.model("model: no outputs", "m/no_outputs.onnx", {"no outputs"});
    t.model("model: cycle", "m/cycle.onnx", {"cyclic", "'conv1'", "'relu1'"});
    t.model("model: reads itself", "m/self.onnx", {"'relu1'", "its own output"});
    t.model("model: duplicated output", "m/made_twice.onnx", {"'c' is made more than once", "'conv1'", "'again'"});
    t.model("model: missing initializer", "m/no_initializer.onnx", {"'conv1'", "'w'", "initializer"});
    t.model("model: output of nothing", "m/no_producer.onnx", {"Nothing makes", "'z'"});
    t.model("model: unknown operator", "m/unknown_operator.onnx", {"'relu1'", "no operator Reloo"});
    t.model("model: Add of float and int64", "m/types.onnx", {"'sum' (Add)", "int64"});
    t.model("model: shapes do not fit", "m/shapes.onnx", {"'product' (MatMul)"});
    t.model("model: attribute missing", "m/attribute.onnx", {"'joined' (Concat)", "'axis'"});
    t.model("model: too few bytes", "m/short_weights.onnx", {"'w'", "431", "432"});
    t.model("model: huge weights", "m/huge_weights.onnx", {"'w'"});
    t.model("model: huge input", "m/huge_input.onnx", {"'x'", "2^30 elements"});
    t.model("model: large input", "m/large_input.onnx", {"'x'", "2^30 elements"});
    t.model("model: no inputs", "m/no_inputs.onnx", {"no inputs"}, {"--set", "OptimizeModel=false"});
    t.model("model: only constants", "m/no_inputs.onnx", {"The model"});
    t.model("model: operator of nobody", "m/custom_domain.onnx", {"com.example", "Magic"});
    t.model("model: no float values", "m/no_float.onnx", {"Nothing in this model would be quantized"});
    t.model("model: float16", "m/float16.onnx", {"'m/float16.onnx'", "float16", "float32"});
    t.model("model: quantized", "quantized.onnx", {"quantized already", "'quant'"});
    t.model("model: quantized, all else excluded", "quantized.onnx", {"Nothing in this model would be quantized"},
            {"--force", "--exclude", "conv1", "--exclude", "relu1"});
    t.model("model: every node excluded", "model.onnx", {"Nothing in this model would be quantized"},
            {"--exclude", "^"});
    t.model("model: no node of the types", "small.onnx", {"Nothing in this model would be quantized"},
            {"--set", "OpTypesToQuantize=Gemm"});
    t.model("external: ..", "m/outside.onnx", {"'../secret.bin'", "'..'"});
    t.model("external: absolute", "m/absolute.onnx", {"'/etc/passwd'", "absolute"});
    t.model("external: missing", "m/gone.onnx", {"'gone.bin'", "does not exist"});
    t.model("external: short", "m/short.onnx", {"'short.bin'", "432", "100"});
    t.model("external: link out of the folder", "m/link.onnx", {"'link.bin'", "symbolic link"});

    // Models that do not run, whoever runs them first
    const std::pair<const char*, const char*> failing[] = {
        {"m/kernel.onnx", "'conv' (Conv): kernel_shape is not compatible"},
        {"m/sum.onnx", "'sum' (Sum) leaves out number 2 of its inputs"}};
    for (const auto& [file, words] : failing) {
        const QStringList quantize{"quantize", file, "-o", "out/out.onnx", "-c", "random"};
        const QStringList calibrate{"calibrate", file, "-o", "out/out.stats", "-c", "random"};
        const QList<QStringList> commands{
            quantize,
            quantize + QStringList{"--set", "IncludeCLE=false"},
            calibrate,
            calibrate + QStringList{"--set", "IncludeCLE=false"},
            {"infer", file, "-o", "out/results", "-c", "random"},
            {"evaluate", "--float", file, "--quantized", file, "-c", "random", "--report", "out/out.json"}};
        for (const QStringList& command : commands)
            t.row(qPrintable("run: " + command.join(' ')), command, kRefused, {words});
    }

    // Data
    t.data("data: missing", "gone", {"'gone'", "does not exist"});
    t.data("data: empty folder", "d/empty", {"'d/empty'", "is empty"});
    t.data("data: only text files", "d/texts", {"'d/texts'", "no pictures"});
    t.data("data: only corrupt pictures", "d/corrupt", {"a.png", "cannot be decoded"});
    t.data("data: other size without resizing", "d/only_20", {"b.ppm", "28"}, {"--preprocess", "p/none.json"});
    t.data("data: two kinds", "d/kinds", {"'d/kinds'", "mixed", ".npy"});
    t.data("data: one picture", "d/picture.png", {"one picture", "folder"});
    t.data("data: table", "d/table.csv", {"'d/table.csv'", "not data"});
    t.data("data: a model", "model.onnx", {"'model.onnx'", "not data"});
    t.data("npy: rank", "d/rank", {"d/rank/a.npy", "[28]", "'image'"});
    t.data("npy: type", "d/type", {"d/type/a.npy", "uint8", "float32"});
    t.data("npy: NHWC", "d/nhwc", {"d/nhwc/a.npy", "looks like NHWC", "transpose"});
    t.data("npy: truncated", "d/truncated", {"d/truncated/a.npy", "bytes"});
    t.data("npy: longer", "d/longer", {"d/longer/a.npy", "bytes"});
    t.data("npy: objects", "d/objects", {"d/objects/a.npy", "objects"});
    t.data("npy: texts", "d/texts_inside", {"d/texts_inside/a.npy", "texts"});
    t.data("npy: structured", "d/structured", {"d/structured/a.npy"});
    t.data("npy: no elements", "d/no_elements", {"d/no_elements/a.npy", "empty array"});
    t.data("npy: huge", "d/huge", {"d/huge/a.npy"});
    t.data("npy: something else", "d/no_numpy", {"d/no_numpy/a.npy", "NumPy's signature"});
    t.data("npy: stacked in a folder", "d/batch_1_wanted", {"more than one batch", "given as that file"}, {},
           "small.onnx");
    t.data("npy: second file", "d/second", {"d/second/b.npy", "[1, 1, 28, 27]"});
    t.data("npy: stacked, wrong shape", "d/stacked_wrong.npy", {"d/stacked_wrong.npy", "[1, 1, 32, 32]", "'image'"});
    t.data("npy: stacked, wrong rank", "d/stacked_rank.npy", {"d/stacked_rank.npy", "[3, 28]", "stacked"});
    t.data("npy: stacked, Fortran order", "d/stacked_fortran.npy", {"Fortran order", "ascontiguousarray"});
    t.data("npy: one number", "d/single_number.npy", {"single number"});
    t.data("npy: header cut", "d/truncated.npy", {"d/truncated.npy"});
    t.data("npy: for two inputs", "d/arrays_for_two", {"2 inputs", ".npz"}, {}, "two_inputs.onnx");
    t.data("pictures: for two inputs", "calib", {"2 inputs", ".npz"}, {}, "two_inputs.onnx");
    t.data("npz: missing input", "d/missing_input", {"d/missing_input/a.npz", "'right'"}, {}, "two_inputs.onnx");
    t.data("npz: misspelt input", "d/misspelt_input", {"'right'", "rihgt"}, {}, "two_inputs.onnx");
    t.data("npz: wrong array", "d/wrong_array", {"d/wrong_array/a.npz", "[1, 5]", "'right'"}, {}, "two_inputs.onnx");
    t.data("npz: objects", "d/objects_npz", {"right", "objects"}, {}, "two_inputs.onnx");
    t.data("npz: different counts", "d/counts.npz", {"d/counts.npz", "5", "3"}, {}, "two_inputs.onnx");
    t.data("npz: broken archives", "d/broken_npz", {"d/broken_npz/a.npz", "zip"}, {}, "two_inputs.onnx");
    t.data("npz: no archive", "d/broken.npz", {"d/broken.npz", "zip"}, {}, "two_inputs.onnx");
    t.data("npz: no arrays", "d/no_arrays.npz", {"d/no_arrays.npz"}, {}, "two_inputs.onnx");
    t.row("npy: open extent", {"quantize", "m/open_extent.onnx", "-o", "out/out.onnx", "-c", "d/extent"}, kRefused,
          {"'a.npy'", "'product' (MatMul)"});
    const QStringList evaluate{"evaluate", "--report", "out/out.json", "--float", "model.onnx", "--quantized"};
    t.row("evaluate: other outputs", evaluate + QStringList{"m/other_output.onnx", "-c", "calib"}, kRefused,
          {"no output 'logits'"});
    t.row("evaluate: other inputs", evaluate + QStringList{"m/other_input.onnx", "-c", "calib"}, kRefused,
          {"no input 'image'"});
    t.row("evaluate: text", evaluate + QStringList{"m/text.onnx", "-c", "calib"}, kRefused,
          {"'m/text.onnx'", "text file"});
    t.row("evaluate: data missing", evaluate + QStringList{"model.onnx", "-c", "gone"}, kRefused,
          {"'gone'", "does not exist"});
    t.row("calibrate: empty folder", {"calibrate", "model.onnx", "-o", "out/out.stats", "-c", "d/empty"}, kRefused,
          {"'d/empty'", "is empty"});

    // Labels
    t.labels("labels: missing", "gone.tsv", {"'gone.tsv'", "does not exist"});
    t.labels("labels: bad line", "l/bad_line.tsv", {"'l/bad_line.tsv', line 2"});
    t.labels("labels: no number", "l/no_number.tsv", {"'l/no_number.tsv', line 1", "class index"});
    t.labels("labels: negative", "l/negative.tsv", {"line 1", "class index"});
    t.labels("labels: two classes", "l/two_classes.tsv", {"line 2", "another class"});
    t.labels("labels: empty", "l/empty.tsv", {"'l/empty.tsv'", "no labels"});
    t.labels("labels: only comments", "l/comments.tsv", {"'l/comments.tsv'", "no labels"});
    t.labels("labels: other names", "l/other_names.tsv", {"None of the labels", "names"});
    t.labels("labels: class too high", "l/too_high.tsv", {"12", "'a.png'", "0 to 9"});
    t.labels("labels: floats", "l/floats.npy", {"'l/floats.npy'", "integer"});
    t.labels("labels: matrix", "l/matrix.npy", {"'l/matrix.npy'", "[2, 2]"});
    t.labels("labels: negative number", "l/negative.npy", {"'l/negative.npy'", "negative"});
    t.labels("labels: picture", "l/binary.tsv", {"'l/binary.tsv'", "line 1"});
    t.labels("labels: folder without classes", "calib", {"'calib'", "sub-folders"});

    // Recipes
    t.recipe("recipe: missing", "gone.json", {"'gone.json'", "does not exist"});
    t.recipe("recipe: folder", "r", {"'r'", "is a folder"});
    t.recipe("recipe: empty", "r/empty.json", {"'r/empty.json'", "not valid JSON"});
    t.recipe("recipe: YAML", "r/text.json", {"'r/text.json'", "not valid JSON", "line 1"});
    t.recipe("recipe: cut", "r/cut.json", {"'r/cut.json'", "not valid JSON"});
    t.recipe("recipe: binary", "r/binary.json", {"'r/binary.json'", "not valid JSON"});
    t.recipe("recipe: list", "r/list.json", {"'r/list.json'", "is not a recipe"});
    t.recipe("recipe: other format", "r/other_format.json", {"'r/other_format.json'", "is not a recipe"});
    t.recipe("recipe: nested", "r/nested.json", {"'r/nested.json'", "nested too deeply"});
    t.recipe("recipe: no preset", "r/no_preset.json", {"recipe.preset is missing", "'qscope presets'"});
    t.recipe("recipe: newer", "r/newer.json", {"version 2", "newer Quantiscope"});
    t.recipe("recipe: version is a text", "r/version_text.json", {"version", "whole number", "not \"1\""});
    t.recipe("recipe: version 0", "r/version_0.json", {"version must be at least 1, not 0"});
    t.recipe("recipe: unknown key", "r/unknown_key.json", {"'exlude'", "Did you mean 'exclude'?"});
    t.recipe("recipe: preset is a number", "r/preset_type.json", {"preset", "text"});
    t.recipe("recipe: unknown preset", "r/preset.json", {"'A8W9'", "Did you mean 'A8W8'?"});
    t.recipe("recipe: options are a list", "r/options_type.json", {"options", "object"});
    t.recipe("recipe: unknown option", "r/option.json", {"'PerChanel'", "Did you mean 'PerChannel'?"});
    t.recipe("recipe: option's type", "r/option_type.json", {"PerChannel", "true or false"});
    t.recipe("recipe: option's range", "r/option_range.json", {"Percentile", "at most 100"});
    t.recipe("recipe: option's choices", "r/option_choice.json", {"ActivationType", "UInt16", "Int7"});
    t.recipe("recipe: exclude is an object", "r/exclude_type.json", {"exclude", "list"});
    t.recipe("recipe: rule is a text", "r/rule_type.json", {"exclude[0]", "object"});
    t.recipe("recipe: empty rule", "r/rule_empty.json", {"exclude[0]", "exactly one of"});
    t.recipe("recipe: node and regex", "r/rule_two.json", {"exclude[1]", "exactly one of"});
    t.recipe("recipe: rule's key", "r/rule_key.json", {"'nodes'", "Did you mean 'node'?"});
    t.recipe("recipe: rule's value", "r/rule_value.json", {"exclude[0].node", "text"});
    t.recipe("recipe: bad expression", "r/regex.json", {"exclude[0]", "'^/stem/('", "regular expression"});
    t.recipe("recipe: between without end", "r/between.json", {"exclude[0]", "'to'"});
    t.recipe("recipe: between of a text", "r/between_type.json", {"from", "list"});
    t.recipe("recipe: dead rule", "r/dead_rule.json", {"'/stem/Con'", "Did you mean '/stem/Conv'?"});
    t.recipe("recipe: key twice", "r/twice.json", {"'preset' twice"});
    t.recipe("recipe: two spellings", "r/spellings.json", {"'PerChannel' and 'per_channel' contradict"});
    t.recipe("recipe: operator type", "r/operator.json", {"ExtraOpTypesToQuantize", "'Sofmax'", "'Softmax'?"});
    t.recipe("recipe: calibration is a text", "r/calibration_type.json", {"recipe.calibration", "object"});
    t.recipe("recipe: calibration's key", "r/calibration_key.json", {"'sampels'", "Did you mean 'samples'?"});
    t.recipe("recipe: contradiction", "r/contradiction.json", {"WeightsOnly and UseDynamicQuant exclude each other"});
    t.recipe("recipe: method", "r/method.json", {"'MinMx'", "Did you mean 'MinMax'?"});
    t.recipe("recipe: samples -1", "r/samples.json", {"samples", "-1"});
    t.recipe("recipe: samples 1.5", "r/samples_float.json", {"samples", "whole number", "not 1.5"});
    t.recipe("recipe: kind", "r/kind.json", {"'pictures'", "images"});
    t.recipe("recipe: no path", "r/no_path.json", {"path", "missing"});
    t.recipe("recipe: pictures that are arrays", "r/kind_arrays.json", {"data.kind is 'images'", "holds npy data"});
    t.recipe("recipe: arrays that are pictures", "r/kind_pictures.json", {"data.kind is 'npz'", "holds images data"});
    t.recipe("recipe: pictures that are a file", "r/kind_file.json", {"data.kind is 'images'", "holds npz data"});
    t.row("recipe: data missing", {"quantize", "model.onnx", "-o", "out/out.onnx", "-r", "r/path_gone.json"}, kRefused,
          {"'r/gone'", "does not exist"});
    t.recipe("recipe: std 0", "r/std.json", {"'std'", "greater than 0"});
    t.recipe("recipe: preprocess by a wrong name", "r/preprocess_name.json", {"'imagnet'", "Did you mean 'imagenet'?"});

    // Preprocessing
    t.preprocess("preprocess: missing", "gone.json", {"'gone.json'"});
    t.preprocess("preprocess: misspelt name", "imagent", {"'imagent'", "Did you mean 'imagenet'?"});
    t.preprocess("preprocess: cut", "p/cut.json", {"'p/cut.json'", "JSON", "line 2"});
    t.preprocess("preprocess: nested", "p/nested.json", {"'p/nested.json'", "nested too deeply"});
    t.preprocess("preprocess: list", "p/list.json", {"p/list.json", "object"});
    t.preprocess("preprocess: unknown key", "p/key.json", {"'sclae'", "Did you mean 'scale'?"});
    t.preprocess("preprocess: std 0", "p/std.json", {"'std'", "greater than 0"});
    t.preprocess("preprocess: std negative", "p/std_negative.json", {"'std'", "greater than 0"});
    t.preprocess("preprocess: mean of two", "p/mean.json", {"'mean'", "1 or 3"});
    t.preprocess("preprocess: mean is a text", "p/mean_type.json", {"'mean'", "number"});
    t.preprocess("preprocess: scale 0", "p/scale.json", {"'scale'", "0"});
    t.preprocess("preprocess: scale 1e300", "p/scale_huge.json", {"'scale'", "float32"});
    t.preprocess("preprocess: interpolation", "p/interpolation.json", {"'linaer'", "Did you mean 'linear'?"});
    t.preprocess("preprocess: mode", "p/mode.json", {"'fit'", "letterbox"});
    t.preprocess("preprocess: no mode", "p/no_mode.json", {"'mode'", "missing"});
    t.preprocess("preprocess: size of three", "p/size.json", {"'size'", "[height, width]"});
    t.preprocess("preprocess: size 0", "p/size_0.json", {"'size'", "from 1 to 32768"});
    t.preprocess("preprocess: other size", "p/size_other.json", {"32", "28"});
    t.preprocess("preprocess: crop too large", "p/crop.json", {"224"});
    t.preprocess("preprocess: imagenet", "imagenet", {"1 channel", "makes 3", "'channels'"});
    t.preprocess("preprocess: pad 300", "p/pad.json", {"'pad'", "255"});
    t.preprocess("preprocess: channels", "p/channels.json", {"'RBG'", "Did you mean"});
    t.preprocess("preprocess: RGB for grey", "p/channels_other.json", {"1 channel", "makes 3", "'channels'"});
    t.preprocess("preprocess: layout", "p/layout.json", {"NHWC"});
    t.preprocess("preprocess: three means for grey", "p/mean_channels.json", {"'mean'", "3"});

    // Statistics
    t.statistics("statistics: missing", "gone.stats", {"'gone.stats'", "does not exist"});
    t.statistics("statistics: empty", "s/empty.stats", {"'s/empty.stats'", "not a statistics file"});
    t.statistics("statistics: text", "s/text.stats", {"'s/text.stats'", "not a statistics file"});
    t.statistics("statistics: JSON", "s/json.stats", {"'s/json.stats'", "not a statistics file"});
    t.statistics("statistics: model", "small.onnx", {"'small.onnx'", "not a statistics file"});
    t.statistics("statistics: cut", "s/cut.stats", {"'s/cut.stats'", "damaged"});
    t.statistics("statistics: longer", "s/longer.stats", {"'s/longer.stats'", "damaged"});
    t.statistics("statistics: changed", "s/changed.stats", {"'s/changed.stats'", "damaged"});
    t.statistics("statistics: newer", "s/newer.stats", {"newer version of Quantiscope (statistics version "});
    t.statistics("statistics: no tensors", "s/no_tensors.stats", {"'s/no_tensors.stats'", "damaged"});
    t.statistics("statistics: infinite range", "s/infinite.stats", {"'s/infinite.stats'", "damaged"});
    t.statistics("statistics: bins", "s/bins.stats", {"'s/bins.stats'", "damaged"});
    t.statistics("statistics: other model", "s/other_model.stats", {"another model"});
    t.statistics("statistics: tensor missing", "s/tensor_missing.stats", {"'image'"});
    t.statistics("statistics: ranges only", "s/ranges_only.stats", {"histograms"}, {"--percentile", "99"});

    // Options
    t.usage("percentile 0", {"--percentile", "0"}, {"--percentile", "above 0", "'0'"});
    t.usage("percentile 101", {"--percentile", "101"}, {"--percentile", "at most 100", "'101'"});
    t.usage("percentile -1", {"--percentile", "-1"}, {"--percentile", "above 0", "'-1'"});
    t.usage("percentile nan", {"--percentile", "nan"}, {"--percentile", "number", "'nan'"});
    t.usage("percentile by --set", {"--set", "Percentile=0"}, {"Percentile", "above 0"});
    t.usage("samples 0", {"--samples", "0"}, {"--samples", "from 1", "'0'"});
    t.usage("samples -1", {"--samples", "-1"}, {"--samples", "from 1", "'-1'"});
    t.usage("samples 1e30", {"--samples", "1e30"}, {"--samples", "whole number", "'1e30'"});
    t.usage("samples many", {"--samples", "some"}, {"--samples", "whole number", "'some'"});
    t.usage("seed -1", {"--seed", "-1"}, {"--seed", "from 0", "'-1'"});
    t.usage("threads -1", {"--threads", "-1"}, {"--threads", "from 0 to 1024", "'-1'"});
    t.usage("threads 10000", {"--threads", "10000"}, {"--threads", "from 0 to 1024", "'10000'"});
    t.usage("method", {"--method", "MSE"}, {"'MSE'", "MinMax, NonOverflow, Percentile"});
    t.usage("method and percentile", {"--method", "MinMax", "--percentile", "90"},
            {"--percentile has no effect", "the method is MinMax"});
    t.usage("method and the preset's percentile", {"--method", "Entropy", "--percentile", "99.999"},
            {"--percentile has no effect", "the method is Entropy"});
    t.usage("statistics that nobody needs", {"-p", "WEIGHTS_ONLY", "--statistics", "model.stats"},
            {"--statistics has no effect", "only weights are quantized"});
    t.usage("method of a dynamic quantization", {"-p", "UINT8_DYNAMIC_QUANT", "--method", "MinMax"},
            {"--method has no effect", "UseDynamicQuant is true"});
    t.usage("method of float weights", {"-p", "WEIGHTS_ONLY", "--method", "Entropy"},
            {"--method has no effect", "WeightCalibrateMethod"});
    t.usage("bins", {"--method", "Entropy", "--set", "NumBins=0"}, {"NumBins must not be 0"});
    t.usage("operator type", {"--set", "OpTypesToQuantize=Conv,Gemmm"}, {"OpTypesToQuantize", "'Gemmm'", "'Gemm'?"});
    t.usage("another operator type", {"--set", "ExtraOpTypesToQuantize=Sofmax"}, {"'Sofmax'", "'Softmax'?"});
    for (const QStringList& unused :
         {QStringList{"--samples", "2"}, QStringList{"--seed", "3"}, QStringList{"--preprocess", "nosuch"}}) {
        t.row(qPrintable("statistics and " + unused[0]),
              QStringList{"quantize", "model.onnx", "-o", "out/out.onnx", "--statistics", "model.stats"} + unused,
              kUsage, {unused[0] + " has no effect", "--statistics"});
    }
    t.row("two seeds", {"quantize", "model.onnx", "-o", "out/out.onnx", "-c", "random:5", "--seed", "3"}, kUsage,
          {"--seed", "'random:5'"});
    t.usage("--set without =", {"--set", "PerChannel"}, {"OPTION=VALUE", "'PerChannel'"});
    t.usage("--set unknown", {"--set", "PerChanel=true"}, {"'PerChanel'", "Did you mean 'PerChannel'?"});
    t.usage("--set wrong", {"--set", "PerChannel=maybe"}, {"PerChannel", "true or false", "maybe"});
    t.usage("--set type", {"--set", "WeightType=Float"}, {"WeightType", "Int8, UInt8"});
    t.usage("--set opset", {"--set", "ConvertOpsetVersion=99"}, {"ConvertOpsetVersion", "26"});
    t.usage("--set lower opset", {"--set", "ConvertOpsetVersion=13"}, {"ConvertOpsetVersion 13", "opset 17"});
    t.usage("preset", {"--preset", "XINT7"}, {"'XINT7'", "qscope presets"});
    t.usage("preset to come", {"--preset", "XINT8_ADAROUND"}, {"XINT8_ADAROUND needs AdaRound", "XINT8 comes nearest"});
    t.usage("option to come", {"--set", "UseGPTQ=true"}, {"UseGPTQ needs GPTQ"});
    t.usage("contradiction", {"--preset", "XINT8", "--set", "PerChannel=true"}, {"PerChannel must be false", "NPU"});
    t.usage("for Vitis AI", {"--preset", "VINT8", "--set", "Int32Bias=true"}, {"Int32Bias must be false", "Vitis AI"});
    t.usage("exclude nothing", {"--exclude", ""}, {"--exclude", "a value is needed"});
    t.usage("exclude dead node", {"--exclude", "/stem/Con"}, {"'/stem/Con'", "Did you mean '/stem/Conv'?"});
    t.usage("exclude dead expression", {"--exclude", "^stam"}, {"'^stam'", "Did you mean '/stem/Conv'?"});
    t.usage("exclude bad expression", {"--exclude", "^[a"}, {"'^[a'", "regular expression"});
    t.usage("exclude long expression", {"--exclude", "^" + QString(2000, 'a')}, {"longer than 1000"});
    t.usage("exclude dead type", {"--exclude-type", "conv"}, {"'conv'", "Did you mean 'Conv'?"});
    t.usage("exclude-between without arrow", {"--exclude-between", "a,b"}, {"--exclude-between", "START", "'a,b'"});
    t.usage("exclude-between without end", {"--exclude-between", "a->"}, {"--exclude-between", "END", "'a->'"});
    for (const char* option : {"--preset", "--method", "--statistics", "--report", "--evaluate"})
        t.usage(qPrintable(QString("empty ") + option), {option, ""}, {option, "a value is needed"});
    t.usage("preprocess of random data", {"--preprocess", "imagenet"}, {"--preprocess", "how pictures are read"});
    t.row("samples without data",
          {"quantize", "model.onnx", "-o", "out/out.onnx", "--preset", "UINT8_DYNAMIC_QUANT", "--samples", "3"}, kUsage,
          {"--samples has no effect without calibration data"});
    t.row("preprocess of data for infer",
          {"infer", "model.onnx", "-o", "out", "-c", "random", "--preprocess", "imagenet"}, kUsage,
          {"--preprocess", "how pictures are read"});
    t.row("preprocess of data for calibrate",
          {"calibrate", "model.onnx", "-o", "out/r", "-c", "random", "--preprocess", "imagenet"}, kUsage,
          {"--preprocess", "how pictures are read"});
    t.row("preprocess of data for evaluate",
          {"evaluate", "--float", "model.onnx", "--quantized", "model.onnx", "-c", "random", "--preprocess", "unit"},
          kUsage, {"--preprocess", "how pictures are read"});
    t.usage("report that is the weights' file", {"--report", "out/out.onnx.data"},
            {"--report must not be called 'out/out.onnx.data'"});
    t.usage("report that is another weights' file", {"--external-data", "--report", "out/out.onnx.2.data"},
            {"--report must not be called", "weights of the model"});
    t.usage("labels without data", {"--labels", "l/sound.tsv"}, {"--labels", "--evaluate"});
    t.usage("unknown option", {"--calibrate"}, {"'--calibrate'", "Did you mean '--calibration'?"});
    t.usage("surplus argument", {"other.onnx"}, {"'other.onnx'", "Unexpected"});
    t.usage("output twice", {"-o", "out/again.onnx"}, {"--output", "only once"});
    t.usage("report over the model", {"--report", "model.onnx"}, {"--report", "overwrite", "'model.onnx'"});
    t.row("random:abc", {"quantize", "model.onnx", "-o", "out/out.onnx", "-c", "random:abc"}, kUsage,
          {"'random:abc'", "whole number"});
    t.row("random:-1", {"quantize", "model.onnx", "-o", "out/out.onnx", "-c", "random:-1"}, kUsage,
          {"'random:-1'", "whole number"});
    t.row("random:2^70", {"quantize", "model.onnx", "-o", "out/out.onnx", "-c", "random:1180591620717411303424"},
          kUsage, {"'random:1180591620717411303424'", "2^63"});
    t.row("random:2^64-1", {"quantize", "model.onnx", "-o", "out/out.onnx", "-c", "random:18446744073709551615"},
          kUsage, {"'random:18446744073709551615'", "2^63"});
    t.row("no data", {"quantize", "model.onnx", "-o", "out/out.onnx"}, kUsage, {"Calibration data are needed"});
    t.row("no output", {"quantize", "model.onnx", "-c", "random"}, kUsage, {"--output is required"});
    t.row("no model", {"quantize", "-o", "out/out.onnx"}, kUsage, {"MODEL is required"});
    t.row("empty output", {"quantize", "model.onnx", "-c", "random", "-o", ""}, kUsage, {"--output", "name"});
    t.row("output is the model", {"quantize", "model.onnx", "-c", "random", "-o", "./model.onnx"}, kUsage,
          {"--output", "overwrite", "'model.onnx'"});

    // Results that cannot be written
    t.row("output is a folder", {"quantize", "model.onnx", "-c", "random", "-o", "calib"}, kDisk,
          {"'calib'", "is a folder"});
    t.row("report is a folder", {"quantize", "model.onnx", "-c", "random", "-o", "out/out.onnx", "--report", "calib"},
          kDisk, {"'calib'", "is a folder"});
    t.row("output is no file", {"quantize", "model.onnx", "-c", "random", "-o", "out/"}, kDisk,
          {"'out/'", "a folder's name"});
    t.row("output below a file", {"quantize", "model.onnx", "-c", "random", "-o", "model.onnx/out.onnx"}, kDisk,
          {"'model.onnx/out.onnx'", "folder cannot be made"});
    t.row("statistics below a file", {"calibrate", "model.onnx", "-c", "random", "-o", "model.onnx/out.stats"}, kDisk,
          {"'model.onnx/out.stats'", "folder cannot be made"});
}

void tst_BadInput::badInput_isRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QStringList, words);
    const ProcessResult result = m_qscope->run(arguments);
    VERIFY_STATUS(result, status);
    for (const QString& word : words)
        QVERIFY2(result.err.contains(word), (word.toUtf8() + result.text()).constData());

    for (const char* noise : {"terminate called", "what():", "std::", "onnxruntime::", "onnx::", "/build/",
                              ".cc:", ".h:", "0x", "ONNXRuntimeError"})
        QVERIFY2(!result.err.contains(noise), (noise + result.text()).constData());
    static const QRegularExpression kError("^qscope: error: (.*)$", QRegularExpression::MultilineOption);
    auto errors = kError.globalMatch(result.err);
    QVERIFY2(errors.hasNext(), result.text().constData());
    const QString message = errors.next().captured(1);
    QVERIFY2(!errors.hasNext(), result.text().constData());
    QVERIFY2(QString(".?)").contains(message.back()), result.text().constData());
    QVERIFY(result.out.isEmpty());
    QVERIFY2(!QFileInfo::exists(m_folder.filePath("out")), result.text().constData());
    QCOMPARE(m_qscope->leftovers(), QStringList());
    m_rowsOfMessage[message] += QTest::currentDataTag();
}

void tst_BadInput::messages_areDifferent()
{
    // One mistake, one sentence: what is quoted and counted apart. These are the messages of the rows run before; a row
    // that failed has told so itself.
    static const QRegularExpression kFacts("'[^']*'|[0-9]+|\\[[^]]*\\]");
    QMap<QString, QStringList> rowsOfSentence;
    qsizetype rows = 0;
    for (const auto& [message, names] : m_rowsOfMessage.asKeyValueRange()) {
        QString sentence = message;
        rowsOfSentence[sentence.replace(kFacts, "…")] += names;
        rows += names.size();
    }
    for (const auto& [sentence, names] : rowsOfSentence.asKeyValueRange())
        QVERIFY2(names.size() <= 8, qPrintable(sentence + ": " + names.join(", ")));
    QVERIFY2(rowsOfSentence.size() * 10 >= rows * 6,
             qPrintable(QString("%1 sentences in %2 rows").arg(rowsOfSentence.size()).arg(rows)));
}

QTEST_GUILESS_MAIN(tst_BadInput)
#include "tst_bad_input.moc"
