// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/pipeline/ci_snippet.h"
#include "core/pipeline/command_line_text.h"
#include "core/pipeline/recipe_difference.h"
#include "tests/support/processor_time.h"

#include <QTest>

#include <algorithm>

using namespace quantiscope;
using quantiscope::test::ProcessorTime;

namespace {

Recipe recipeOf(const char* preset)
{
    Recipe recipe;
    recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
    return recipe;
}

const RecipeChange* find(const std::vector<RecipeChange>& changes, const std::string& key)
{
    const auto found =
        std::find_if(changes.begin(), changes.end(), [&key](const RecipeChange& change) { return change.key == key; });
    return found == changes.end() ? nullptr : &*found;
}

QuantizeRequest requestOf(const char* preset)
{
    QuantizeRequest request;
    request.model = "/m/net.onnx";
    request.output = "/m/out.onnx";
    request.recipe = recipeOf(preset);
    request.recipe.calibration.emplace();
    request.recipe.calibration->source = "random:3";
    request.recipe.calibration->samples = 4;
    return request;
}

} // namespace

class tst_RecipeDifference : public QObject
{
    Q_OBJECT

private slots:
    void equalRecipes_haveNone();
    void options_areComparedByTheirValues();
    void calibrationMethod_isADifference();
    void rules_comeAndGo();
    void manyRules_areComparedInAMoment();
    void data_areComparedMemberByMember();
    void skippedSamples_areADifference();
    void placesOfFiles_areNoDifference();
    void signatures_areEqualWhereNothingDiffers();
    void shellWord_isQuotedWhereNeeded_data();
    void shellWord_isQuotedWhereNeeded();
    void simpleRecipe_isOneLine();
    void exclusions_becomeOptions();
    void whatNoOptionSays_goesIntoAFile_data();
    void whatNoOptionSays_goesIntoAFile();
    void skippedSamples_areToldToEvaluate();
    void skippedSamples_ofCalibrationData_areAnOption();
    void snippet_namesTheRecipe();
};

void tst_RecipeDifference::equalRecipes_haveNone()
{
    QVERIFY(recipeDifference(recipeOf("XINT8"), recipeOf("XINT8")).empty());
    QVERIFY(recipeDifference({}, {}).empty());
}

void tst_RecipeDifference::options_areComparedByTheirValues()
{
    Recipe after = recipeOf("A8W8");
    QVERIFY(setOption(after.config, "PerChannel", true, ErrorCode::InvalidArgument));
    const auto one = recipeDifference(recipeOf("A8W8"), after);
    QCOMPARE(one.size(), std::size_t(1));
    QVERIFY((one[0] == RecipeChange{"PerChannel", "false", "true"}));
    const auto presets = recipeDifference(recipeOf("A8W8"), recipeOf("A16W8"));
    QCOMPARE(presets[0].key, std::string("preset"));
    QVERIFY(find(presets, "ActivationType"));
    for (const RecipeChange& change : presets)
        QVERIFY2(!change.before.empty() && !change.after.empty(), change.key.c_str());
}

void tst_RecipeDifference::calibrationMethod_isADifference()
{
    const Recipe before = recipeOf("A8W8");
    Recipe after = before;
    QVERIFY(applyCalibrationMethod(after.config, "Percentile"));
    const std::vector<RecipeChange> changes = recipeDifference(before, after);
    QCOMPARE(changes.size(), std::size_t(1));
    QCOMPARE(changes[0].key, std::string("CalibrateMethod"));
    QCOMPARE(changes[0].before, std::string("MinMax"));
    QCOMPARE(changes[0].after, std::string("Percentile"));
    QVERIFY(signatureOf(before) != signatureOf(after));
}

void tst_RecipeDifference::rules_comeAndGo()
{
    Recipe before = recipeOf("A8W8");
    before.config.exclude = {{ExclusionRule::Kind::Node, "a", {}, {}}, {ExclusionRule::Kind::OpType, "Gemm", {}, {}}};
    Recipe after = before;
    std::swap(after.config.exclude[0], after.config.exclude[1]);
    QVERIFY(recipeDifference(before, after).empty());
    after.config.exclude[0] = {ExclusionRule::Kind::Regex, "^x", {}, {}};
    const auto changes = recipeDifference(before, after);
    QCOMPARE(changes.size(), std::size_t(2));
    QVERIFY((changes[0] == RecipeChange{"exclude", "type 'Gemm'", ""}));
    QCOMPARE(changes[1].before, std::string());
    QVERIFY(changes[1].after.find("^x") != std::string::npos);
    // The same rule a second time is one more.
    after = before;
    after.config.exclude.push_back(before.config.exclude[0]);
    QCOMPARE(recipeDifference(before, after).size(), std::size_t(1));
}

void tst_RecipeDifference::manyRules_areComparedInAMoment()
{
    Recipe before = recipeOf("A8W8");
    for (int i = 0; i < 10'000; ++i)
        before.config.exclude.push_back({ExclusionRule::Kind::Regex, "^/model/" + std::to_string(i) + "/", {}, {}});
    Recipe after = before;
    std::reverse(after.config.exclude.begin(), after.config.exclude.end());
    after.config.exclude.front().enabled = false;
    const ProcessorTime time;
    const auto changes = recipeDifference(before, after);
    QVERIFY2(time.isBelow(0.3), time.text().constData());
    QCOMPARE(changes.size(), std::size_t(2));
    QVERIFY((changes[0] == RecipeChange{"exclude", "nodes matching '^/model/9999/'", ""}));
    QVERIFY((changes[1] == RecipeChange{"exclude", "", "nodes matching '^/model/9999/' (off)"}));
    QVERIFY(recipeDifference(before, before).empty());
}

void tst_RecipeDifference::data_areComparedMemberByMember()
{
    Recipe before = recipeOf("A8W8");
    before.calibration.emplace();
    before.calibration->source = "/data/calib";
    before.calibration->preprocess = *builtinPreprocess("unit");
    Recipe after = before;
    after.calibration->samples = 32;
    after.calibration->preprocess.scale = 1.0;
    after.evaluation = EvaluationRequest{*before.calibration, "/data/labels.tsv"};
    const auto changes = recipeDifference(before, after);
    QVERIFY((*find(changes, "calibration.samples") == RecipeChange{"calibration.samples", "all", "32"}));
    QVERIFY(find(changes, "calibration.preprocess.scale"));
    QVERIFY(!find(changes, "calibration.data"));
    QCOMPARE(find(changes, "evaluation.labels")->after, std::string("/data/labels.tsv"));
}

void tst_RecipeDifference::skippedSamples_areADifference()
{
    Recipe before = recipeOf("A8W8");
    before.calibration.emplace();
    before.calibration->source = "/data/calib";
    before.evaluation = EvaluationRequest{*before.calibration, {}};
    Recipe after = before;
    after.calibration->skip = {"a.png", "b.png"};
    const auto changes = recipeDifference(before, after);
    QCOMPARE(changes.size(), std::size_t(1));
    QVERIFY((changes[0] == RecipeChange{"calibration.skip", "", "[\"a.png\",\"b.png\"]"}));
    after = before;
    after.evaluation->data.skip = {"a.png"};
    QVERIFY(find(recipeDifference(before, after), "evaluation.skip"));
}

void tst_RecipeDifference::signatures_areEqualWhereNothingDiffers()
{
    Recipe before = recipeOf("A8W8");
    before.config.exclude = {{ExclusionRule::Kind::Node, "a", {}, {}}, {ExclusionRule::Kind::OpType, "Gemm", {}, {}}};
    Recipe after = before;
    std::swap(after.config.exclude[0], after.config.exclude[1]);
    after.model = "/a.onnx";
    QVERIFY(signatureOf(before) == signatureOf(after));
    after.config.exclude[0].enabled = false;
    QVERIFY(signatureOf(before) != signatureOf(after));
    QVERIFY(signatureOf(recipeOf("A8W8")) != signatureOf(recipeOf("A16W8")));
    after = before;
    after.externalData = true;
    QVERIFY(signatureOf(before) != signatureOf(after));
}

void tst_RecipeDifference::skippedSamples_areToldToEvaluate()
{
    EvaluateRequest request;
    request.floatModel = "/m.onnx";
    request.quantizedModel = "/q.onnx";
    request.evaluation.data.source = "/data/test";
    request.evaluation.data.preprocess = *builtinPreprocess("unit");
    QVERIFY(commandLineText(request).starts_with("qscope evaluate "));
    request.parts = {*partFromText("scores", "output[..., 4:]")};
    QVERIFY(commandLineText(request).ends_with(" --part 'scores=output[..., 4:]'"));
    request.parts.clear();
    request.evaluation.data.skip = {"a b.png", "c/d.png"};
    QCOMPARE(QString::fromStdString(commandLineText(request)),
             QStringLiteral("skip=$(mktemp) && cat > \"$skip\" <<'END_OF_FILE'\na b.png\nc/d.png\nEND_OF_FILE\n"
                            "qscope evaluate --float /m.onnx --quantized /q.onnx -c /data/test --preprocess unit "
                            "--skip \"$skip\" && rm -f \"$skip\""));
    // A name that is no line of a file is told.
    request.evaluation.data.skip = {"a.png", "b\nc.png"};
    const std::string text = commandLineText(request);
    QVERIFY2(text.starts_with("# Not the same: 1 sample is left out"), text.c_str());
    QVERIFY2(text.find("--skip \"$skip\"") != std::string::npos, text.c_str());
    QVERIFY2(text.find("c.png") == std::string::npos, text.c_str());
}

void tst_RecipeDifference::skippedSamples_ofCalibrationData_areAnOption()
{
    QuantizeRequest request = requestOf("A8W8");
    request.recipe.calibration->source = "/data/calib";
    request.recipe.calibration->preprocess = *builtinPreprocess("unit");
    request.recipe.calibration->skip = {"a.png"};
    // A node that is called like the variable is no file.
    request.recipe.config.exclude = {{ExclusionRule::Kind::Node, "$skip", {}, {}}};
    const std::string text = commandLineText(request);
    QVERIFY2(
        text.starts_with("skip=$(mktemp) && cat > \"$skip\" <<'END_OF_FILE'\na.png\nEND_OF_FILE\nqscope quantize "),
        text.c_str());
    QVERIFY2(text.find(" --exclude '$skip' ") != std::string::npos, text.c_str());
    QVERIFY2(text.ends_with(" --skip \"$skip\" && rm -f \"$skip\""), text.c_str());
    CalibrateRequest calibrate;
    calibrate.model = request.model;
    calibrate.recipe = request.recipe;
    const std::string statistics = commandLineText(calibrate, "/s.stats");
    QVERIFY2(statistics.find("\nqscope calibrate ") != std::string::npos, statistics.c_str());
    QVERIFY2(statistics.ends_with(" --skip \"$skip\" && rm -f \"$skip\""), statistics.c_str());
}

void tst_RecipeDifference::placesOfFiles_areNoDifference()
{
    Recipe after = recipeOf("A8W8");
    after.model = "/a.onnx";
    after.output = "/b.onnx";
    after.origin.file = "/c.json";
    QVERIFY(recipeDifference(recipeOf("A8W8"), after).empty());
}

void tst_RecipeDifference::shellWord_isQuotedWhereNeeded_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("quoted");
    QTest::newRow("plain") << QByteArray("/a/b-c_1.onnx") << QByteArray("/a/b-c_1.onnx");
    QTest::newRow("empty") << QByteArray("") << QByteArray("''");
    QTest::newRow("space") << QByteArray("a b") << QByteArray("'a b'");
    QTest::newRow("quote") << QByteArray("it's") << QByteArray("'it'\\''s'");
    QTest::newRow("variable") << QByteArray("$HOME;`x`") << QByteArray("'$HOME;`x`'");
    QTest::newRow("arrow") << QByteArray("a->b") << QByteArray("'a->b'");
}

void tst_RecipeDifference::shellWord_isQuotedWhereNeeded()
{
    QFETCH(QByteArray, word);
    QFETCH(QByteArray, quoted);
    QCOMPARE(QByteArray::fromStdString(shellWord(word.toStdString())), quoted);
}

void tst_RecipeDifference::simpleRecipe_isOneLine()
{
    QuantizeRequest request = requestOf("A8W8");
    QVERIFY(setOption(request.recipe.config, "PerChannel", true, ErrorCode::InvalidArgument));
    request.cache.folder = "/c";
    QCOMPARE(
        QString::fromStdString(commandLineText(request, "/r.json")),
        QStringLiteral("qscope quantize /m/net.onnx -o /m/out.onnx --preset A8W8 --set PerChannel=true -c random:3 "
                       "--samples 4 --cache /c --report /r.json"));
}

void tst_RecipeDifference::exclusions_becomeOptions()
{
    QuantizeRequest request = requestOf("A8W8");
    request.recipe.config.exclude = {{ExclusionRule::Kind::Node, "/a b/Conv", {}, {}},
                                     {ExclusionRule::Kind::Regex, "^/head/", {}, {}},
                                     {ExclusionRule::Kind::OpType, "Softmax", {}, {}},
                                     {ExclusionRule::Kind::Between, {}, {"a", "b"}, {"c"}}};
    const QString line = QString::fromStdString(commandLineText(request));
    QVERIFY2(line.contains(QStringLiteral("--exclude '/a b/Conv' --exclude '^/head/' --exclude-type Softmax "
                                          "--exclude-between 'a,b->c'")),
             qPrintable(line));
}

void tst_RecipeDifference::whatNoOptionSays_goesIntoAFile_data()
{
    QTest::addColumn<int>("what");
    QTest::newRow("gate") << 0;
    QTest::newRow("node that looks like an expression") << 1;
    QTest::newRow("name with a comma") << 2;
    QTest::newRow("evaluation samples") << 3;
    QTest::newRow("skipped sample whose name is no line") << 4;
    QTest::newRow("skipped samples of the evaluation") << 5;
    QTest::newRow("part of an output") << 6;
    QTest::newRow("node with a NUL byte, like our mark of files") << 7;
}

void tst_RecipeDifference::whatNoOptionSays_goesIntoAFile()
{
    QFETCH(int, what);
    QuantizeRequest request = requestOf("A8W8");
    if (what == 0)
        request.recipe.gates.push_back(*gateFromText("cosine>=0.5"));
    if (what == 1)
        request.recipe.config.exclude.push_back({ExclusionRule::Kind::Node, "^a", {}, {}});
    if (what == 2)
        request.recipe.config.exclude.push_back({ExclusionRule::Kind::Between, {}, {"a,b"}, {"c"}});
    if (what == 3) {
        request.evaluation = EvaluationRequest{*request.recipe.calibration, {}};
    }
    if (what == 7)
        request.recipe.config.exclude.push_back({ExclusionRule::Kind::Node, std::string("\0(id)", 5), {}, {}});
    if (what == 6)
        request.recipe.parts = {*partFromText("scores", "output[..., 4:]")};
    if (what == 4 || what == 5) {
        DataSpec pictures;
        pictures.source = "/data/calib";
        pictures.preprocess = *builtinPreprocess("unit");
        request.recipe.calibration = pictures;
        pictures.skip = {"a\n.png"};
        if (what == 4)
            request.recipe.calibration = pictures;
        else
            request.evaluation = EvaluationRequest{pictures, {}};
    }
    const std::string text = commandLineText(request);
    QVERIFY2(text.starts_with("recipe=$(mktemp)"), text.c_str());
    QVERIFY(text.find("\nqscope run \"$recipe\"") != std::string::npos);
    // What stands between the marks is the recipe.
    const std::size_t begin = text.find('{');
    const std::size_t end = text.find("\nEND_OF_FILE");
    const auto read = readRecipe(text.substr(begin, end - begin), "text", "/");
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->model, request.model);
    QCOMPARE(read->output, request.output);
    QVERIFY(recipeDifference(*read,
                             [&] {
                                 Recipe recipe = request.recipe;
                                 recipe.evaluation = request.evaluation;
                                 return recipe;
                             }())
                .empty());
}

void tst_RecipeDifference::snippet_namesTheRecipe()
{
    const std::string shell = ciSnippet(CiTarget::Shell, "a b.json");
    QVERIFY(shell.find("qscope run 'a b.json' --junit gates.xml --report run.json\n") != std::string::npos);
    const std::string workflow = ciSnippet(CiTarget::GitHubActions, "models/it's.json");
    QVERIFY2(workflow.find("run: 'qscope run ''models/it''\\''''s.json''") != std::string::npos, workflow.c_str());
    QVERIFY(workflow.find("models/run.json\n") != std::string::npos);
    QVERIFY(ciSnippet(CiTarget::Shell, "-r.json").find("qscope run ./-r.json") != std::string::npos);
}

QTEST_APPLESS_MAIN(tst_RecipeDifference)
#include "tst_recipe_difference.moc"
