// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quiet_feedback.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/pipeline/recipe_check.h"
#include "core/pipeline/recipe_export.h"
#include "core/tensor/npy_writer.h"
#include "tests/core/pipeline/full_recipe.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/model_builder.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// conv1 -> relu -> conv2
Model chain()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w1", {3, 3, 1, 1});
    b.randomInitializer("w2", {3, 3, 1, 1});
    b.node("Conv", {"x", "w1"}, {"a"}, "conv1");
    b.node("Relu", {"a"}, {"r"}, "relu");
    b.node("Conv", {"r", "w2"}, {"scores"}, "conv2");
    b.output("scores");
    return b.model();
}

Recipe plain()
{
    Recipe recipe;
    recipe.config = findPreset("A8W8", ErrorCode::ConfigRefused)->config;
    recipe.calibration = DataSpec{"random", {}, 1, 0};
    return recipe;
}

RecipeCheck checked(const Recipe& recipe)
{
    TestFeedback feedback;
    auto check = checkRecipe(recipe, chain(), feedback);
    return check ? std::move(*check) : RecipeCheck{{}, {}, {check.error()}};
}

TensorOverride typed(DataType type)
{
    TensorOverride tensor;
    tensor.type = type;
    return tensor;
}

using Change = void (*)(Recipe& recipe);

} // namespace

class tst_RecipeCheck : public QObject
{
    Q_OBJECT

private slots:
    void rules_tellWhatTheyMatch();
    void deadNames_areErrorsWithTheNearest_data();
    void deadNames_areErrorsWithTheNearest();
    void typesThatPreparationMayMake_areWarnedOf();
    void everyError_isTold();
    void data_mustBeThereAndFit();
    void preparation_mustFitTheModel_data();
    void preparation_mustFitTheModel();
    void check_endsWithAnError_whenCanceled();
    void data_areCheckedAgainstFixedShapes();
    void randomDataOptions_areCheckedWithTheEvaluation();
    void optionsForRandomData_areWarnedOfWithoutThem();
    void gatesOnCalibrationData_areWarnedOf();
    void json_holdsAll();
    void export_isPythonWithTheSameNumbers();
    void export_warnsOfWhatTheToolCannotDo();
    void export_ofFlowsWithoutCalibration_warnsOfWhatIsMissingOnly();
    void export_quotesHostileNames();
};

void tst_RecipeCheck::rules_tellWhatTheyMatch()
{
    using Kind = ExclusionRule::Kind;
    Recipe recipe = plain();
    recipe.config.exclude = {{Kind::Regex, "^conv", {}, {}}};
    recipe.config.layers = {{{Kind::Between, {}, {"conv1"}, {"relu"}}, typed(DataType::Int16), {}, {}, {}}};
    recipe.config.selection.nodesToQuantize = {"relu"};
    recipe.config.selection.inputNodes = {"x"};
    recipe.config.tensorOverrides["w1"] = {typed(DataType::Int8)};
    const RecipeCheck check = checked(recipe);
    QVERIFY2(check.errors.empty(), check.errors.empty() ? "" : check.errors[0].message.c_str());
    QStringList lines;
    for (const RecipeMatch& match : check.matches) {
        QStringList nodes;
        for (const std::string& node : match.nodes)
            nodes += QString::fromStdString(node);
        lines += QString::fromStdString(match.place + " | " + match.rule + " | ") + nodes.join(',');
    }
    QCOMPARE(
        lines,
        QStringList({"exclude[0] | nodes matching '^conv' | conv1,conv2",
                     "layers[0] | between 'conv1' and 'relu' | conv1,relu", "options.NodesToQuantize | 'relu' | relu",
                     "options.InputNodes | 'x' | x", "options.TensorQuantOverrides | 'w1' | w1"}));
}

void tst_RecipeCheck::deadNames_areErrorsWithTheNearest_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("message");
    using Kind = ExclusionRule::Kind;
    const auto row = [](const char* name, Change change, const char* message) {
        QTest::newRow(name) << change << QString(message);
    };
    row(
        "exclusion",
        [](Recipe& r) {
            r.config.exclude = {{Kind::OpType, "Rlu", {}, {}}};
        },
        "exclude[0]: Exclusion type 'Rlu' matches no node: the model has none of that type. Did you mean 'Relu'?");
    row(
        "layer",
        [](Recipe& r) {
            r.config.layers = {{{Kind::Node, "conv3", {}, {}}, typed(DataType::Int16), {}, {}, {}}};
        },
        "layers[0]: Layer rule node 'conv3' names 'conv3', but the model has no such node. Did you mean 'conv1'?");
    row(
        "node", [](Recipe& r) { r.config.selection.nodesToQuantize = {"rellu"}; },
        "NodesToQuantize names 'rellu', but the model has no such node. Did you mean 'relu'?");
    row(
        "end", [](Recipe& r) { r.config.selection.outputNodes = {"score"}; },
        "OutputNodes names 'score', but the model has no such node. Did you mean 'scores'?");
    row(
        "tensor", [](Recipe& r) { r.config.tensorOverrides["w11"] = {typed(DataType::Int8)}; },
        "TensorQuantOverrides names 'w11', but the model has no such tensor. Did you mean 'w1'?");
    row(
        "mixed", [](Recipe& r) { r.config.mixedPrecisionTensors["zzzzzzzz"] = DataType::Int16; },
        "MixedPrecisionTensor names 'zzzzzzzz', but the model has no such tensor.");
    row(
        "random input",
        [](Recipe& r) {
            r.config.calibration.randomRanges["y"] = {0.0, 1.0};
        },
        "RandomDataReaderInputDataRange names 'y', but the model has no such input.");
    row(
        "type", [](Recipe& r) { r.config.placement.opTypesToExcludeOutputQuantization = {"Cnv"}; },
        "OpTypesToExcludeOutputQuantization names 'Cnv', an operator that neither the model nor the placement rules "
        "know. Did you mean 'Conv'?");
    row(
        "passed through", [](Recipe& r) { r.config.calibration.passthroughOpTypes = {"Reshpae"}; },
        "CalibPassthroughOpTypes names 'Reshpae', an operator that neither the model nor the placement rules know. Did "
        "you mean 'Reshape'?");
    row(
        "gate", [](Recipe& r) { r.gates = {*gateFromText("scors:l2<=1")}; },
        "Gate 'l2 of 'scors' <= 1' names an output that the model does not have. Did you mean 'scores'?");
}

void tst_RecipeCheck::deadNames_areErrorsWithTheNearest()
{
    QFETCH(Change, change);
    QFETCH(QString, message);
    Recipe recipe = plain();
    change(recipe);
    const RecipeCheck check = checked(recipe);
    QCOMPARE(check.errors.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(check.errors[0].message), message);
    QCOMPARE(check.errors[0].code, ErrorCode::ConfigRefused);
}

void tst_RecipeCheck::typesThatPreparationMayMake_areWarnedOf()
{
    Recipe recipe = plain();
    recipe.config.placement.opTypesToExcludeOutputQuantization = {"Relu", "LayerNormalization"};
    const RecipeCheck check = checked(recipe);
    QVERIFY(check.errors.empty());
    QCOMPARE(check.matches.size(), std::size_t(1));
    QCOMPARE(check.warnings,
             std::vector<std::string>{"OpTypesToExcludeOutputQuantization names 'LayerNormalization', which the model "
                                      "does not have; a run ends there unless the preparation makes one."});
}

void tst_RecipeCheck::everyError_isTold()
{
    Recipe recipe = plain();
    recipe.config.exclude = {{ExclusionRule::Kind::Node, "a", {}, {}},
                             {ExclusionRule::Kind::Node, "conv1", {}, {}},
                             {ExclusionRule::Kind::Node, "b", {}, {}}};
    recipe.calibration->source = "/nowhere/at/all";
    const RecipeCheck check = checked(recipe);
    QCOMPARE(check.errors.size(), std::size_t(3));
    QCOMPARE(check.matches.size(), std::size_t(1));
}

void tst_RecipeCheck::data_mustBeThereAndFit()
{
    Recipe recipe = plain();
    recipe.calibration->source = "/nowhere/at/all";
    recipe.evaluation = EvaluationRequest{DataSpec{"random", {}, 1, 0}, "/nowhere/labels.tsv"};
    const RecipeCheck missing = checkRecipe(recipe);
    recipe.statistics = "/nowhere/r.stats";
    QCOMPARE(checkRecipe(recipe).errors.size(), std::size_t(3));
    QCOMPARE(missing.errors.size(), std::size_t(2));
    QCOMPARE(
        missing.errors[0].message,
        std::string("calibration.data: '/nowhere/at/all' does not exist. Paths in a recipe start from the recipe's "
                    "folder."));
}

void tst_RecipeCheck::preparation_mustFitTheModel_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("message");
    QTest::newRow("input") << "FixShapes=nosuch:[1]"
                           << "FixShapes names 'nosuch'";
    QTest::newRow("opset") << "ConvertOpsetVersion=11"
                           << "ConvertOpsetVersion 11 is lower than the model's opset 13";
}

void tst_RecipeCheck::preparation_mustFitTheModel()
{
    QFETCH(QString, option);
    QFETCH(QString, message);
    Recipe recipe = plain();
    QVERIFY(checked(recipe).errors.empty());
    QVERIFY(setOptionFromText(recipe.config, option.toStdString()));
    recipe.origin = {"my.json", recipe.config};
    RecipeCheck check = checked(recipe);
    QCOMPARE(check.errors.size(), std::size_t(1));
    QVERIFY2(check.errors[0].message.starts_with("Recipe 'my.json': " + message.toStdString()),
             check.errors[0].message.c_str());
    QCOMPARE(check.errors[0].code, ErrorCode::ConfigRefused);
    // The same option of a command line is not the file's mistake.
    recipe.origin.config = plain().config;
    check = checked(recipe);
    QCOMPARE(check.errors[0].code, ErrorCode::InvalidArgument);
    QVERIFY(check.errors[0].message.starts_with(message.toStdString()));
}

void tst_RecipeCheck::check_endsWithAnError_whenCanceled()
{
    RecordingFeedback feedback;
    feedback.canceled = true;
    Recipe recipe = plain();
    recipe.config.exclude = {{ExclusionRule::Kind::Regex, "none", {}, {}}};
    const auto check = checkRecipe(recipe, chain(), feedback);
    QVERIFY(!check);
    QCOMPARE(check.error().code, ErrorCode::Canceled);
}

void tst_RecipeCheck::data_areCheckedAgainstFixedShapes()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 3, 8, 8});
    b.randomInitializer("w", {3, 3, 1, 1});
    b.node("Conv", {"x", "w"}, {"y"}, "conv");
    b.output("y");
    const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "one.npy";
    QVERIFY(writeNpy(path, Tensor(DataType::Float, {1, 3, 8, 8})));
    Recipe recipe = plain();
    recipe.calibration->source = path.string();
    TestFeedback feedback;
    const auto fitting = checkRecipe(recipe, b.model(), feedback);
    VERIFY_OK(fitting);
    QVERIFY(fitting->errors.empty());
    recipe.config.preparation.fixShapes = "x:[2,3,8,8]";
    const auto check = checkRecipe(recipe, b.model(), feedback);
    VERIFY_OK(check);
    QCOMPARE(check->errors.size(), std::size_t(1));
    QCOMPARE(check->errors[0].code, ErrorCode::DataRefused);
}

void tst_RecipeCheck::randomDataOptions_areCheckedWithTheEvaluation()
{
    Recipe recipe = plain();
    recipe.evaluation = EvaluationRequest{DataSpec{"random", {}, 1, 0}, {}};
    QVERIFY(checked(recipe).errors.empty());
    recipe.config.calibration.randomShapes["x"] = {1, 3, 9, 9}; // the model's is [1,3,8,8]
    QCOMPARE(checked(recipe).errors.size(), std::size_t(2)); // of the calibration and of the evaluation
}

void tst_RecipeCheck::optionsForRandomData_areWarnedOfWithoutThem()
{
    Recipe recipe = plain();
    recipe.config.calibration.useRandomData = true;
    recipe.config.calibration.randomRanges["x"] = {0.0, 2.0};
    QVERIFY(checkRecipe(recipe).warnings.empty());
    recipe.calibration->source = "pictures";
    QCOMPARE(
        checkRecipe(recipe).warnings,
        (std::vector<std::string>{"Option UseRandomData has no effect: the data are not random.",
                                  "Option RandomDataReaderInputDataRange has no effect: the data are not random."}));
    recipe.evaluation = EvaluationRequest{DataSpec{"random", {}, 1, 0}, {}};
    QCOMPARE(checkRecipe(recipe).warnings.size(), std::size_t(1)); // ranges are for the evaluation
}

void tst_RecipeCheck::gatesOnCalibrationData_areWarnedOf()
{
    Recipe recipe = plain();
    recipe.gates = {*gateFromText("cosine>=0.9")};
    RecipeCheck check = checkRecipe(recipe);
    QVERIFY(check.errors.empty());
    QCOMPARE(check.warnings.size(), std::size_t(1));
    recipe.calibration.reset();
    check = checkRecipe(recipe);
    QCOMPARE(check.errors.size(), std::size_t(1));
    QCOMPARE(check.errors[0].message,
             std::string("There are gates, but no data to measure on: give evaluation data ('evaluation' in the "
                         "recipe)."));
}

void tst_RecipeCheck::json_holdsAll()
{
    Recipe recipe = plain();
    recipe.config.exclude = {{ExclusionRule::Kind::OpType, "Relu", {}, {}}};
    recipe.config.selection.nodesToQuantize = {"zzz"};
    const nlohmann::json document = toJson(checked(recipe));
    QCOMPARE(document["matches"][0]["nodes"][0].get<std::string>(), std::string("relu"));
    QCOMPARE(document["errors"][0]["subject"].get<std::string>(), std::string("zzz"));
    QVERIFY(document["warnings"].is_array());
}

void tst_RecipeCheck::export_isPythonWithTheSameNumbers()
{
    const Recipe recipe = *readRecipe(fullRecipe(), "my.json", "/somewhere");
    const ExportedScript quark = exportRecipe(recipe, ExportTarget::Quark, "/somewhere");
    for (const char* part :
         {"\"model\": \"float.onnx\"", "\"path\": \"calib\"", "\"samples\": 128", "{\"regex\": \"^/head/.*\"}",
          "\"extended\": True", "\"Percentile\": 99.5", "\"per_channel\": True", "\"include_cle\": True",
          "\"CLESteps\": 3", "\"activation_type\": \"QInt8\"", "\"calibrate_method\": \"Percentile\"",
          "\"type\": \"Int16\"", "from quark.onnx import", "def samples_of("})
        QVERIFY2(quark.text.find(part) != std::string::npos, part);
    QVERIFY(quark.text.find("null") == std::string::npos && quark.text.find(": true") == std::string::npos);
    const ExportedScript ort = exportRecipe(recipe, ExportTarget::OnnxRuntime);
    for (const char* part : {"\"path\": \"/somewhere/calib\"", "\"CalibPercentile\": 99.5", "quantize_static",
                             "\"op_types_to_quantize\": ["})
        QVERIFY2(ort.text.find(part) != std::string::npos, part);
}

void tst_RecipeCheck::export_warnsOfWhatTheToolCannotDo()
{
    Recipe recipe = plain();
    recipe.config = findPreset("ORT_U8S8", ErrorCode::ConfigRefused)->config;
    QVERIFY(exportRecipe(recipe, ExportTarget::OnnxRuntime).warnings.empty());
    QCOMPARE(exportRecipe(recipe, ExportTarget::Quark).warnings.size(), std::size_t(1)); // other rules of placement
    recipe.config.calibration.method = CalibrationMethod::MinMSE;
    recipe.config.scaleType = ScaleType::PowerOf2;
    recipe.config.equalization.include = true;
    recipe.config.placement.foldRelu = true;
    recipe.gates = {*gateFromText("cosine>=0.9")};
    const ExportedScript script = exportRecipe(recipe, ExportTarget::OnnxRuntime);
    QCOMPARE(script.warnings.size(), std::size_t(5));
    for (const std::string& warning : script.warnings)
        QVERIFY2(script.text.find("# - " + warning + "\n") != std::string::npos, warning.c_str());
    QVERIFY(!exportTargetFromName("tensorrt"));
}

void tst_RecipeCheck::export_ofFlowsWithoutCalibration_warnsOfWhatIsMissingOnly()
{
    Recipe recipe;
    recipe.config = findPreset("UINT8_DYNAMIC_QUANT", ErrorCode::ConfigRefused)->config;
    for (const ExportTarget target : {ExportTarget::OnnxRuntime, ExportTarget::Quark}) {
        const ExportedScript script = exportRecipe(recipe, target);
        QVERIFY(script.warnings.empty()); // both tools quantize dynamically in the same way
        QVERIFY(script.text.find("\"dynamic\": True") != std::string::npos);
    }
    recipe.config = findPreset("WEIGHTS_ONLY", ErrorCode::ConfigRefused)->config;
    const ExportedScript quark = exportRecipe(recipe, ExportTarget::Quark);
    QVERIFY(quark.warnings.empty());
    QVERIFY(quark.text.find("\"WeightsOnly\": True") != std::string::npos);
    const std::vector<std::string> warnings = exportRecipe(recipe, ExportTarget::OnnxRuntime).warnings;
    QVERIFY(std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
        return warning.starts_with("ONNX Runtime cannot leave activations float");
    }));
}

void tst_RecipeCheck::export_quotesHostileNames()
{
    Recipe recipe = plain();
    recipe.config.exclude = {{ExclusionRule::Kind::Node, "a\"\n\"\"\"\nimport os\n\\", {}, {}}};
    const ExportedScript script = exportRecipe(recipe, ExportTarget::OnnxRuntime);
    const std::string quoted = "{\"node\": \"a\\\"\\n\\\"\\\"\\\"\\nimport os\\n\\\\\"}";
    QVERIFY2(script.text.find(quoted) != std::string::npos, script.text.substr(0, 2000).c_str());
    QVERIFY(script.text.find("\nimport os") == std::string::npos);
}

QTEST_GUILESS_MAIN(tst_RecipeCheck)
#include "tst_recipe_check.moc"
