// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/pipeline/recipe.h"
#include "core/pipeline/run_report.h"
#include "tests/core/config/option_facts.h"
#include "tests/support/source_directory.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using nlohmann::json;

namespace {

const std::string kFolder = "/somewhere/recipes";

/// A recipe text with these members besides format, version and preset.
std::string textWith(const std::string& members)
{
    return R"({"format": "quantiscope-recipe", "version": 1, "preset": "A8W8")"
        + (members.empty() ? "" : ", " + members) + "}";
}

Result<Recipe> read(const std::string& text)
{
    return readRecipe(text, "my.json", kFolder);
}

Result<Recipe> readBack(const Recipe& recipe)
{
    return read(toJson(recipe).dump());
}

/// The preset's recipe without data.
Recipe recipeOf(const std::string& preset)
{
    return {findPreset(preset, ErrorCode::ConfigRefused)->config, std::nullopt};
}

/// A value that @p spec takes and that differs from @p config's.
json otherValue(const OptionSpec& spec, const QuantConfig& config)
{
    for (const test::OptionFacts& facts : test::kOptions) {
        const json another = json::parse(facts.another);
        if (spec.name == facts.name)
            return another != spec.get(config) ? another : json::parse(facts.byDefault);
    }
    return {};
}

} // namespace

class tst_Recipe : public QObject
{
    Q_OBJECT

private slots:
    void sample_isRead();
    void minimal_takesThePreset();
    void options_changeThePreset();
    void options_areReadBack();
    void presets_areReadBack();
    void exclusions_areReadBack();
    void data_isReadBack();
    void data_isReadBack_data();
    void onlyDifferences_areWritten();
    void folderNamedLikeRandom_staysFolder();
    void folderNamedRandom_isNotRandomData();
    void folderNamedRandom_isNotRandomData_data();
    void kind_mustBeThatOfTheData();
    void samplesWithoutData_areKept();
    void statistics_startFromTheRecipesFolder();
    void picturesWithoutPreprocess_areReadLikeThoseOfTheCommandLine();
    void paths_areReadBackFromAnyFolder();
    void hash_isOfWhatTheRecipeSays();
    void paths_areRelativeToTheRecipe();
    void paths_areRelativeToTheRecipe_data();
    void recipeInTheWorkingFolder_isLoaded();
    void membersThatAgree_areRead();
    void wrongRecipe_isRefused();
    void wrongRecipe_isRefused_data();
    void wrongFile_isRefused();
};

void tst_Recipe::sample_isRead()
{
    const auto recipe = loadRecipe(test::sampleDirectory() / "recipe.json");
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QCOMPARE(recipe->config.preset, std::string("U8S8_AAWS"));
    QCOMPARE(recipe->config.calibration.method, CalibrationMethod::MinMax); // the preset's is Percentile
    QCOMPARE(recipe->config.activationType, DataType::UInt8);
    QVERIFY(recipe->calibration.has_value());
    QCOMPARE(recipe->calibration->samples, std::size_t(64));
    QVERIFY(QFileInfo(QString::fromStdString(recipe->calibration->source)).isDir());
    QCOMPARE(recipe->calibration->preprocess.channels, std::optional(ChannelOrder::Gray));
    QCOMPARE(recipe->calibration->preprocess.mean, std::vector<double>{0.286});
    QVERIFY(recipe->config.exclude.empty());
}

void tst_Recipe::minimal_takesThePreset()
{
    const auto recipe = read(textWith(""));
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QVERIFY(*recipe == recipeOf("A8W8"));
    // Comments are allowed, as in the presets.
    QVERIFY(read("// what this is\n" + textWith("")));
}

void tst_Recipe::options_changeThePreset()
{
    const auto recipe = read(textWith(R"("options": {"per_channel": true, "Percentile": 99.5, "WeightSymmetric": null},
                                         "calibration": {"method": "Percentile"})"));
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    Recipe expected = recipeOf("A8W8");
    expected.config.perChannel = true;
    expected.config.calibration.percentile = 99.5;
    expected.config.calibration.method = CalibrationMethod::Percentile;
    QVERIFY(*recipe == expected);
}

void tst_Recipe::options_areReadBack()
{
    for (const OptionSpec& spec : optionSpecs()) {
        Recipe recipe = recipeOf("A8W8");
        const json value = otherValue(spec, recipe.config);
        QVERIFY2(value != spec.get(recipe.config), spec.name.c_str());
        QVERIFY(spec.set(recipe.config, value).empty());
        const json document = toJson(recipe);
        // Those of an algorithm are written as its members.
        const bool isOfAlgorithm = !(recipe.config.equalization == recipeOf("A8W8").config.equalization);
        QCOMPARE(document["options"].size(), std::size_t(isOfAlgorithm ? 0 : 1));
        QCOMPARE(document.contains("algorithms"), isOfAlgorithm);
        QVERIFY2(isOfAlgorithm || document["options"][spec.name] == value, document.dump().c_str());
        const auto again = readBack(recipe);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY2(*again == recipe, spec.name.c_str());
    }
}

void tst_Recipe::presets_areReadBack()
{
    for (const Preset& preset : presets()) {
        Recipe recipe{preset.config, std::nullopt};
        const auto again = readBack(recipe);
        QVERIFY2(again && *again == recipe, preset.name.c_str());
        recipe.config.calibration.method = recipe.config.calibration.method == CalibrationMethod::MinMax
            ? CalibrationMethod::Percentile
            : CalibrationMethod::MinMax;
        const auto changed = readBack(recipe);
        QVERIFY2(changed && *changed == recipe, preset.name.c_str());
    }
}

void tst_Recipe::exclusions_areReadBack()
{
    using Kind = ExclusionRule::Kind;
    Recipe recipe = recipeOf("A16W8");
    recipe.config.exclude = {{Kind::Node, "/head/Conv \"quoted\" \xc3\xa9", {}, {}},
                             {Kind::Regex, "^/block[0-9]+/.*\\.weight$", {}, {}},
                             {Kind::OpType, "Softmax", {}, {}},
                             {Kind::Between, "", {"/a", "/b"}, {"/c"}}};
    const auto again = readBack(recipe);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QVERIFY(*again == recipe);
}

void tst_Recipe::data_isReadBack_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("kind");
    QTest::newRow("pictures") << "pictures"
                              << "images";
    QTest::newRow("npy folder") << "arrays"
                                << "npy";
    QTest::newRow("npz folder") << "archives"
                                << "npz";
    QTest::newRow("npy file") << "stacked.npy"
                              << "npy";
    QTest::newRow("npz file") << "stacked.npz"
                              << "npz";
    QTest::newRow("random") << "random"
                            << "random";
    QTest::newRow("random with a seed") << "random:7"
                                        << "random";
}

void tst_Recipe::data_isReadBack()
{
    QFETCH(QString, source);
    QFETCH(QString, kind);
    const QTemporaryDir folder;
    const auto touch = [&](const char* name) {
        QDir().mkpath(QFileInfo(folder.filePath(name)).path());
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    };
    for (const char* name : {"pictures/a.png", "arrays/a.npy", "archives/a.npz", "stacked.npy", "stacked.npz"})
        touch(name);

    Recipe recipe = recipeOf("U8S8_AAWS");
    DataSpec& data = recipe.calibration.emplace();
    const bool isRandom = kind == "random";
    data.source = isRandom ? source.toStdString() : folder.filePath(source).toStdString();
    data.samples = 12;
    data.seed = 3;
    if (kind == "images") {
        data.preprocess = *builtinPreprocess("yolo");
        data.preprocess.mean = {0.1, 0.2, 0.3};
        data.preprocess.std = {0.5};
        data.preprocess.crop = PictureSize{20, 30};
    }
    const json document = toJson(recipe);
    QCOMPARE(document["calibration"]["data"]["kind"].get<std::string>(), kind.toStdString());
    const auto again = readBack(recipe);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    if (!isRandom) {
        QVERIFY2(*again == recipe, toJson(*again).dump().c_str());
        return;
    }
    // The seed may stand in either place, but the same samples must come of it: those of "random:7" have the seed 7.
    const std::string seed = source == "random" ? "3" : "7";
    QCOMPARE(again->calibration->source, "random:" + seed);
    QCOMPARE(again->calibration->samples, std::size_t(12));
    const auto third = readBack(*again);
    QVERIFY(third && *third == *again);
}

void tst_Recipe::onlyDifferences_areWritten()
{
    const json document = toJson(recipeOf("A8W8"));
    QCOMPARE(QString::fromStdString(document.dump()),
             QString(R"({"calibration":{"method":"MinMax"},"exclude":[],"format":"quantiscope-recipe","options":{},)"
                     R"("preset":"A8W8","version":1})"));
}

void tst_Recipe::folderNamedLikeRandom_staysFolder()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("random_pictures"));
    QDir::setCurrent(folder.path());
    Recipe recipe = recipeOf("A8W8");
    recipe.calibration.emplace().source = "random_pictures";
    const json data = toJson(recipe)["calibration"]["data"];
    QDir::setCurrent(QDir::rootPath());
    QCOMPARE(data["kind"].get<std::string>(), std::string("images"));
    QCOMPARE(data.value("path", std::string()), folder.filePath("random_pictures").toStdString());
}

void tst_Recipe::folderNamedRandom_isNotRandomData_data()
{
    QTest::addColumn<QString>("path");
    for (const char* path : {"random", "./random", "x/../random", "random:3"})
        QTest::newRow(path) << path;
}

void tst_Recipe::folderNamedRandom_isNotRandomData()
{
    QFETCH(QString, path);
    const auto recipe =
        readRecipe(textWith(R"("calibration": {"data": {"kind": "images", "path": ")" + path.toStdString() + "\"}}"),
                   "my.json", {});
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QVERIFY(!isRandomData(recipe->calibration->source));
    QCOMPARE(std::filesystem::path(recipe->calibration->source).lexically_normal().string(),
             std::filesystem::path(path.toStdString()).lexically_normal().string());
    QCOMPARE(toJson(*recipe)["calibration"]["data"]["kind"].get<std::string>(), std::string("images"));
}

void tst_Recipe::kind_mustBeThatOfTheData()
{
    const QTemporaryDir folder;
    for (const char* name : {"pictures/a.PNG", "arrays/a.npy", "archives/a.npz", "stacked.npy", "stacked.npz"}) {
        QDir().mkpath(QFileInfo(folder.filePath(name)).path());
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const std::map<std::string, std::string> kinds{
        {"pictures", "images"}, {"arrays", "npy"}, {"archives", "npz"}, {"stacked.npy", "npy"}, {"stacked.npz", "npz"}};
    for (const auto& [path, right] : kinds) {
        for (const std::string kind : {"images", "npy", "npz"}) {
            const std::string data = R"({"kind": ")" + kind + R"(", "path": ")" + path + "\"}";
            const auto recipe = readRecipe(textWith(R"("calibration": {"data": )" + data + "}"), "my.json",
                                           folder.path().toStdString());
            QCOMPARE(recipe.has_value(), kind == right);
            if (recipe)
                continue;
            QCOMPARE(recipe.error().code, ErrorCode::ConfigRefused);
            QVERIFY2(recipe.error().message.ends_with("' holds " + right + " data; write '" + right
                                                      + "' or name another path."),
                     recipe.error().message.c_str());
        }
    }
}

void tst_Recipe::statistics_startFromTheRecipesFolder()
{
    const auto recipe =
        readRecipe(textWith(R"("calibration": {"statistics": "a/b.stats"})"), "my.json", "/somewhere/else");
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QCOMPARE(recipe->statistics.string(), std::string("/somewhere/else/a/b.stats"));
    QCOMPARE(toJson(*recipe)["calibration"]["statistics"].get<std::string>(), recipe->statistics.string());
    const auto again = readBack(*recipe);
    QVERIFY(again && *again == *recipe);
    QVERIFY(!(*again == *read(textWith(R"("calibration": {})"))));
}

void tst_Recipe::samplesWithoutData_areKept()
{
    const auto recipe = read(textWith(R"("calibration": {"samples": 12})"));
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QVERIFY(!recipe->calibration);
    QCOMPARE(recipe->samples, std::size_t(12));
    QCOMPARE(toJson(*recipe)["calibration"]["samples"].get<int>(), 12);
    const auto again = readBack(*recipe);
    QVERIFY(again && *again == *recipe);
}

void tst_Recipe::picturesWithoutPreprocess_areReadLikeThoseOfTheCommandLine()
{
    const auto pictures = read(textWith(R"("calibration": {"data": {"kind": "images", "path": "a"}})"));
    const auto asTheyAre =
        read(textWith(R"("calibration": {"data": {"kind": "images", "path": "a", "preprocess": {}}})"));
    const auto arrays = read(textWith(R"("calibration": {"data": {"kind": "npy", "path": "a"}})"));
    QVERIFY(pictures && asTheyAre && arrays);
    QVERIFY(pictures->calibration->preprocess == *builtinPreprocess("unit"));
    QVERIFY(asTheyAre->calibration->preprocess == PreprocessSpec());
    QVERIFY(arrays->calibration->preprocess == PreprocessSpec());
}

void tst_Recipe::paths_areReadBackFromAnyFolder()
{
    const QTemporaryDir folder;
    QDir::setCurrent(folder.path());
    Recipe recipe = recipeOf("A8W8");
    recipe.calibration.emplace().source = "data/calib";
    const json anywhere = toJson(recipe);
    const json beside = toJson(recipe, "recipes");
    QDir::setCurrent(QDir::rootPath());
    const std::string whole = folder.filePath("data/calib").toStdString();
    QCOMPARE(anywhere["calibration"]["data"]["path"].get<std::string>(), whole);
    QCOMPARE(beside["calibration"]["data"]["path"].get<std::string>(), std::string("../data/calib"));
    const auto first = readRecipe(anywhere.dump(), "my.json", "/elsewhere");
    const auto second = readRecipe(beside.dump(), "my.json", folder.filePath("recipes").toStdString());
    QVERIFY(first && second);
    QCOMPARE(first->calibration->source, whole);
    QCOMPARE(second->calibration->source, whole);
}

void tst_Recipe::hash_isOfWhatTheRecipeSays()
{
    Recipe recipe = recipeOf("A8W8");
    recipe.calibration.emplace().source = "/data/calib";
    const std::string hash = recipeHash(recipe);
    QCOMPARE(hash.size(), std::size_t(64));
    Recipe moved = recipe;
    moved.calibration->source = "/elsewhere/calib";
    moved.origin.file = "my.json";
    QCOMPARE(recipeHash(moved), hash);
    Recipe changed = recipe;
    changed.config.perChannel = true;
    QVERIFY(recipeHash(changed) != hash);
    changed = recipe;
    changed.calibration->samples = 3;
    QVERIFY(recipeHash(changed) != hash);
}

void tst_Recipe::paths_areRelativeToTheRecipe_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("source");
    QTest::newRow("below") << "calib"
                           << "/somewhere/recipes/calib";
    QTest::newRow("beside") << "../calib/pictures"
                            << "/somewhere/calib/pictures";
    QTest::newRow("absolute") << "/data/calib"
                              << "/data/calib";
    QTest::newRow("dots") << "./a/../b.npz"
                          << "/somewhere/recipes/b.npz";
}

void tst_Recipe::paths_areRelativeToTheRecipe()
{
    QFETCH(QString, path);
    QFETCH(QString, source);
    const auto recipe =
        read(textWith(R"("calibration": {"data": {"kind": "images", "path": ")" + path.toStdString() + "\"}}"));
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QCOMPARE(QString::fromStdString(recipe->calibration->source), source);
}

void tst_Recipe::recipeInTheWorkingFolder_isLoaded()
{
    const QTemporaryDir folder;
    QDir::setCurrent(folder.path());
    QVERIFY(writeTextFileAtomically("recipe.json",
                                    textWith(R"("calibration": {"data": {"kind": "npz", "path": "a.npz"}})")));
    const auto recipe = loadRecipe("recipe.json");
    QDir::setCurrent(QDir::rootPath());
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QCOMPARE(recipe->calibration->source, std::string("a.npz"));
}

void tst_Recipe::membersThatAgree_areRead()
{
    const auto recipe = read(textWith(R"("calibration": {"method": "MinMSE"}, "options": {"CLESteps": 3,
        "CalibrateMethod": "PowerOfTwoMethod.MinMSE"}, "algorithms": [{"name": "CLE"}])"));
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QCOMPARE(recipe->config.equalization.steps, 3);
    QCOMPARE(recipe->config.scaleType, ScaleType::PowerOf2);
    const auto off = read(textWith(R"("options": {"CLESteps": 3}, "algorithms": [])"));
    QVERIFY2(off, off ? "" : off.error().message.c_str());
    QVERIFY(!off->config.equalization.include);
}

void tst_Recipe::wrongRecipe_isRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("subject");
    const auto text = [](const char* name, const QString& whole, const char* message, const char* subject) {
        QTest::newRow(name) << whole << QString(message) << QString(subject);
    };
    const auto row = [&](const char* name, const char* members, const char* message, const char* subject) {
        QTest::newRow(name) << QString::fromStdString(textWith(members)) << QString("Recipe 'my.json': ") + message
                            << QString(subject);
    };
    text("no JSON", "preset: A8W8",
         "Recipe 'my.json' is not valid JSON: parse error at line 1, column 1: syntax error while parsing value - "
         "invalid literal; "
         "last read: 'p'.",
         "Recipe 'my.json'");
    text("deep", QString("[").repeated(200) + QString("]").repeated(200), "Recipe 'my.json' is nested too deeply.",
         "Recipe 'my.json'");
    text("list", "[]", "'my.json' is not a recipe (\"format\": \"quantiscope-recipe\" is missing).", "my.json");
    text("other format", R"({"format": "quantiscope-preset"})",
         "'my.json' is not a recipe (\"format\": \"quantiscope-recipe\" is missing).", "my.json");
    text("newer", R"({"format": "quantiscope-recipe", "version": 2, "preset": "A8W8"})",
         "Recipe 'my.json' has version 2; this program reads up to version 1. Use a newer Quantiscope.", "my.json");
    text("newer with unknown keys", R"({"format": "quantiscope-recipe", "version": 3, "gatez": 1})",
         "Recipe 'my.json' has version 3; this program reads up to version 1. Use a newer Quantiscope.", "my.json");
    text("no preset", R"({"format": "quantiscope-recipe", "version": 1})",
         "Recipe 'my.json': recipe.preset is missing. 'qscope presets' lists the presets.", "recipe.preset");
    text("preset", R"({"format": "quantiscope-recipe", "version": 1, "preset": "A8W9"})",
         "Recipe 'my.json': Unknown preset 'A8W9'. Did you mean 'A8W8'? 'qscope presets' lists them.", "A8W9");
    row("unknown key", R"("calibraton": {})", "Unknown key 'calibraton' in recipe. Did you mean 'calibration'?",
        "recipe.calibraton");
    row("options", R"("options": 3)", "recipe.options must be an object.", "recipe.options");
    row("option", R"("options": {"AlignConct": true})",
        "Unknown option 'AlignConct'. Did you mean 'AlignConcat'? 'qscope presets --options' lists all options.",
        "AlignConct");
    row("option against the method",
        R"("calibration": {"method": "Entropy"}, "options": {"CalibrateMethod": "MinMax"})",
        "recipe.options.CalibrateMethod and recipe.calibration.method contradict each other; leave one out.",
        "recipe.calibration.method");
    row("option against no algorithms", R"("options": {"IncludeCLE": true, "CLESteps": 3}, "algorithms": [])",
        "recipe.options.IncludeCLE and recipe.algorithms contradict each other; leave one out.", "recipe.algorithms");
    row("option against an algorithm", R"("options": {"CLESteps": 3}, "algorithms": [{"name": "CLE", "steps": 2}])",
        "recipe.options.CLESteps and recipe.algorithms contradict each other; leave one out.", "recipe.algorithms");
    row("option's value", R"("options": {"AlignConcat": 1})", "Option AlignConcat needs true, false or null, not 1.",
        "AlignConcat");
    row("calibration", R"("calibration": [])", "recipe.calibration must be an object, not a list.",
        "recipe.calibration");
    row("method", R"("calibration": {"method": "Distribution"})",
        "recipe.calibration.method: Unknown calibration method 'Distribution'. Methods: MinMax, NonOverflow, "
        "Percentile, LayerwisePercentile, MinMSE, Entropy.",
        "recipe.calibration.method");
    row("method's type", R"("calibration": {"method": true})", "recipe.calibration.method must be a text, not true.",
        "recipe.calibration.method");
    row("samples", R"("calibration": {"samples": 2000000000})",
        "recipe.calibration.samples must be from 0 to 1000000000, not 2000000000.", "recipe.calibration.samples");
    row("huge samples", R"("calibration": {"samples": 18446744073709551615})",
        "recipe.calibration.samples must be a whole number, not 18446744073709551615.", "recipe.calibration.samples");
    row("batch", R"("calibration": {"batch": 8})", "recipe.calibration.batch must be 1, not 8.",
        "recipe.calibration.batch");
    row("data", R"("calibration": {"data": "calib"})", "recipe.calibration.data must be an object, not \"calib\".",
        "recipe.calibration.data");
    row("kind", R"("calibration": {"data": {"kind": "jpg", "path": "a"}})",
        "recipe.calibration.data.kind must be images, npy, npz or random, not 'jpg'.", "recipe.calibration.data.kind");
    row("no path", R"("calibration": {"data": {"kind": "npy"}})", "recipe.calibration.data.path is missing.",
        "recipe.calibration.data.path");
    row("path of random data", R"("calibration": {"data": {"kind": "random", "path": "calib"}})",
        "recipe.calibration.data.path is for files and has no effect on kind 'random'; remove it.",
        "recipe.calibration.data.path");
    row("preprocess of random data", R"("calibration": {"data": {"kind": "random", "preprocess": "imagenet"}})",
        "recipe.calibration.data.preprocess is for pictures and has no effect on kind 'random'; remove it.",
        "recipe.calibration.data.preprocess");
    row("preprocess of arrays", R"("evaluation": {"data": {"kind": "npy", "path": "a.npy", "preprocess": {}}})",
        "recipe.evaluation.data.preprocess is for pictures and has no effect on kind 'npy'; remove it.",
        "recipe.evaluation.data.preprocess");
    row("statistics", R"("calibration": {"statistics": 3})", "recipe.calibration.statistics must be a text, not 3.",
        "recipe.calibration.statistics");
    row("seed", R"("calibration": {"data": {"kind": "random", "seed": -1}})",
        "recipe.calibration.data.seed must be at least 0, not -1.", "recipe.calibration.data.seed");
    row("data's key", R"("calibration": {"data": {"kind": "images", "path": "a", "preproces": {}}})",
        "Unknown key 'preproces' in recipe.calibration.data. Did you mean 'preprocess'?",
        "recipe.calibration.data.preproces");
    row("preprocess", R"("calibration": {"data": {"kind": "images", "path": "a", "preprocess": {"scale": 0}}})",
        "'scale' in recipe.calibration.data.preprocess must not be 0.", "scale");
    row("exclude", R"("exclude": "Conv")", "recipe.exclude must be a list of rules.", "recipe.exclude");
    row("rule", R"("exclude": ["Conv"])", "recipe.exclude[0] must be an object, not \"Conv\".", "recipe.exclude[0]");
    row("empty rule", R"("exclude": [{"node": "a"}, {}])",
        "recipe.exclude[1] needs exactly one of 'node', 'regex', 'opType', 'between', 'upstream' and "
        "'downstream'.",
        "recipe.exclude[1]");
    row("two in a rule", R"("exclude": [{"node": "a", "opType": "Conv"}])",
        "recipe.exclude[0] needs exactly one of 'node', 'regex', 'opType', 'between', 'upstream' and "
        "'downstream'.",
        "recipe.exclude[0]");
    row("rule's key", R"("exclude": [{"optype": "Conv"}])",
        "Unknown key 'optype' in recipe.exclude[0]. Did you mean 'opType'?", "recipe.exclude[0].optype");
    row("rule's value", R"("exclude": [{"opType": ["Conv"]}])", "recipe.exclude[0].opType must be a text, not a list.",
        "recipe.exclude[0].opType");
    row("expression", R"("exclude": [{"regex": "["}])",
        "recipe.exclude[0]: '[' is not a valid regular expression (Unexpected character within '[...]' in regular "
        "expression).",
        "[");
    row("between", R"("exclude": [{"between": ["a", "b"]}])",
        "recipe.exclude[0].between must be an object, not a list.", "recipe.exclude[0].between");
    row("between's end", R"("exclude": [{"between": {"from": ["a"], "to": []}}])",
        "recipe.exclude[0].between needs at least one name in 'from' and in 'to'.", "recipe.exclude[0]");
    row("between's key", R"("exclude": [{"between": {"from": ["a"], "too": ["b"]}}])",
        "Unknown key 'too' in recipe.exclude[0].between. Did you mean 'to'?", "recipe.exclude[0].between.too");
}

void tst_Recipe::wrongRecipe_isRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    QFETCH(QString, subject);
    const auto recipe = read(text.toStdString());
    QVERIFY(!recipe);
    QCOMPARE(QString::fromStdString(recipe.error().message), message);
    QCOMPARE(QString::fromStdString(recipe.error().subject), subject);
    QCOMPARE(recipe.error().code, ErrorCode::ConfigRefused);
}

void tst_Recipe::wrongFile_isRefused()
{
    const QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(name).toStdString(); };
    const auto missing = loadRecipe(path("gone.json"));
    QVERIFY(!missing);
    QCOMPARE(missing.error().message, "File '" + path("gone.json") + "' does not exist.");
    QCOMPARE(missing.error().code, ErrorCode::ConfigRefused);
    const auto directory = loadRecipe(folder.path().toStdString());
    QVERIFY(!directory);
    QCOMPARE(directory.error().message, "'" + folder.path().toStdString() + "' is a folder, a file is needed.");
    QFile large(folder.filePath("large.json"));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(qint64(1) << 31));
    const auto tooLarge = loadRecipe(path("large.json"));
    QVERIFY(!tooLarge);
    QVERIFY2(QString::fromStdString(tooLarge.error().message).contains("2147483648 bytes"),
             tooLarge.error().message.c_str());
}

QTEST_GUILESS_MAIN(tst_Recipe)
#include "tst_recipe.moc"
