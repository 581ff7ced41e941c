// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/recipe.h"
#include "core/pipeline/recipe_schema.h"
#include "tests/core/pipeline/full_recipe.h"
#include "tests/support/fuzz_rounds.h"

#include <QTest>

#include <nlohmann/json.hpp>
#include <random>
#include <rapidcheck.h>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;
using nlohmann::json;

namespace {

Result<Recipe> read(const std::string& text)
{
    return readRecipe(text, "my.json", "/somewhere");
}

template <typename T>
std::optional<T> maybe(const T& value)
{
    return *rc::gen::arbitrary<bool>() ? std::optional<T>(value) : std::nullopt;
}

float anyFloat()
{
    return static_cast<float>(*rc::gen::inRange(-1000, 1000)) / 7.0F;
}

std::string anyName()
{
    return *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange(' ', '~')));
}

ExclusionRule anyRule()
{
    using Kind = ExclusionRule::Kind;
    switch (*rc::gen::inRange(0, 4)) {
    case 0:
        return {Kind::Node, anyName(), {}, {}};
    case 1:
        return {Kind::Regex, "^/block[0-9]+", {}, {}};
    case 2:
        return {Kind::OpType, anyName(), {}, {}};
    default:
        return {Kind::Between, {}, {anyName(), anyName()}, {anyName()}};
    }
}

TensorOverride anyTensor(bool isConstant)
{
    TensorOverride tensor;
    tensor.type = *rc::gen::element(DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16);
    if (isConstant && *rc::gen::arbitrary<bool>()) {
        tensor.perChannel = true;
        tensor.axis = maybe(*rc::gen::inRange(-8, 8));
    }
    if (*rc::gen::arbitrary<bool>()) {
        for (int i = 0; i < (isConstant && tensor.perChannel ? 3 : 1); ++i) {
            tensor.scale.push_back(std::abs(anyFloat()) + 0.5F);
            tensor.zeroPoint.push_back(*rc::gen::inRange(0, 100));
        }
        return tensor;
    }
    tensor.symmetric = maybe(*rc::gen::arbitrary<bool>());
    tensor.reduceRange = maybe(*rc::gen::arbitrary<bool>());
    const float low = anyFloat();
    tensor.range = maybe(TensorRange{low, low + std::abs(anyFloat())});
    return tensor;
}

Recipe anyRecipe()
{
    Recipe recipe;
    recipe.config = findPreset("A8W8", ErrorCode::ConfigRefused)->config;
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
        recipe.config.exclude.push_back(anyRule());
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
        recipe.config.layers.push_back(
            {anyRule(), maybe(anyTensor(false)), maybe(anyTensor(true)), maybe(anyTensor(true)), anyTensor(false)});
    }
    EqualizationConfig& cle = recipe.config.equalization;
    cle.include = *rc::gen::arbitrary<bool>();
    cle.acceptance =
        *rc::gen::element(EqualizationConfig::Acceptance::Always, EqualizationConfig::Acceptance::Improvement,
                          EqualizationConfig::Acceptance::Prediction);
    cle.steps = *rc::gen::oneOf(rc::gen::just(-1), rc::gen::inRange(1, 1001));
    cle.weightThreshold = std::abs(static_cast<double>(anyFloat())) / 3.0;
    cle.scaleAppendBias = *rc::gen::arbitrary<bool>();
    recipe.config.perChannel = *rc::gen::arbitrary<bool>();
    recipe.config.calibration.percentile = *rc::gen::inRange(1, 10'000) / 100.0;
    recipe.calibration = maybe(DataSpec{"/data/calib", {}, 7, 3});
    if (*rc::gen::arbitrary<bool>())
        recipe.evaluation = EvaluationRequest{DataSpec{"/data/test", *builtinPreprocess("yolo"), 0, 1},
                                              *rc::gen::arbitrary<bool>() ? "/data/labels.tsv" : ""};
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
        Gate gate;
        gate.metric = static_cast<GateMetric>(*rc::gen::inRange(0, 10));
        if (isOfOutput(gate.metric)) {
            gate.output = *rc::gen::arbitrary<bool>() ? anyName() : std::string();
            gate.of = *rc::gen::element(GateStatistic::Mean, GateStatistic::Worst);
        }
        gate.min = *rc::gen::inRange(0, 1001) / 1000.0;
        gate.max = maybe(1.0);
        recipe.gates.push_back(gate);
    }
    sortGates(recipe.gates);
    if (*rc::gen::arbitrary<bool>())
        recipe.parts = {*partFromText("boxes", "output[..., :4]"), *partFromText("scores", "output[..., 4::2]")};
    recipe.model = *rc::gen::element("", "/models/a.onnx");
    recipe.output = *rc::gen::element("", "/models/b.onnx");
    return recipe;
}

/// The keys that a schema allows at @p value's place, followed into every object and list of @p value.
void checkKeys(const json& root, json schema, const json& value, const std::string& where, std::set<std::string>& used)
{
    while (schema.contains("$ref"))
        schema = root.at(json::json_pointer(schema["$ref"].get<std::string>().substr(1)));
    if (schema.contains("anyOf") && !schema.contains("properties")) {
        const json choices = schema["anyOf"];
        for (json resolved : choices) {
            while (resolved.contains("$ref"))
                resolved = root.at(json::json_pointer(resolved["$ref"].get<std::string>().substr(1)));
            if (resolved.value("type", std::string()) == (value.is_object() ? "object" : "array"))
                schema = resolved;
        }
    }
    if (value.is_array() && schema.contains("items")) {
        for (const json& each : value)
            checkKeys(root, schema["items"], each, where + "[]", used);
    }
    if (!value.is_object())
        return;
    for (const auto& [key, member] : value.items()) {
        json next = schema.value("properties", json::object()).value(key, json());
        if (next.is_null() && schema.contains("additionalProperties") && schema["additionalProperties"].is_object())
            next = schema["additionalProperties"];
        if (next.is_null())
            qFatal("the schema has no %s.%s", where.c_str(), key.c_str());
        used.insert(where + "." + key);
        checkKeys(root, next, member, where + "." + key, used);
    }
}

/// All places of the objects in @p value.
void objectsIn(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& found)
{
    if (value.is_object())
        found.push_back(at);
    if (!value.is_structured())
        return;
    for (const auto& [key, member] : value.items())
        objectsIn(member, value.is_array() ? at / static_cast<std::size_t>(std::stoul(key)) : at / key, found);
}

} // namespace

class tst_RecipeParts : public QObject
{
    Q_OBJECT

private slots:
    void full_isRead();
    void any_isReadBack();
    void text_isOrderedAndReadBack();
    void algorithms_areReadBack_data();
    void algorithms_areReadBack();
    void evaluationPictures_areReadLikeTheCalibrationData();
    void equalization_isWrittenOnce();
    void report_isReadAsItsRecipe();
    void wrongParts_areRefused_data();
    void wrongParts_areRefused();
    void schema_hasEveryKeyOfTheReader();
    void reader_hasEveryKeyOfTheSchema();
    void schema_namesPresetsAndOptions();
    void mutations_giveARecipeOrASentence();
};

void tst_RecipeParts::full_isRead()
{
    const auto recipe = read(fullRecipe());
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QCOMPARE(recipe->model.string(), std::string("/somewhere/float.onnx"));
    QCOMPARE(recipe->output.string(), std::string("/somewhere/out/int8.onnx"));
    QVERIFY(recipe->externalData);
    QVERIFY(recipe->allowQuantized);
    QCOMPARE(recipe->config.layers.size(), std::size_t(2));
    QCOMPARE(recipe->config.layers[1].bias->scale, (std::vector<float>{0.5F, 0.25F}));
    QCOMPARE(recipe->config.equalization.steps, 3);
    QVERIFY(recipe->config.equalization.acceptance == EqualizationConfig::Acceptance::Always);
    QCOMPARE(recipe->evaluation->labels.string(), std::string("/somewhere/test/labels.tsv"));
    QCOMPARE(recipe->evaluation->data.samples, std::size_t(64));
    QCOMPARE(recipe->gates.size(), std::size_t(18));
    QCOMPARE(describe(recipe->gates.front()), std::string("cosine >= 0.99"));
    for (const RecipeDetail detail : {RecipeDetail::Differences, RecipeDetail::All}) {
        Recipe again = *read(toJson(*recipe, "/somewhere", detail).dump());
        // Of data that are not there the kind is not known, and pictures are taken for granted.
        again.evaluation->data.preprocess = recipe->evaluation->data.preprocess;
        QVERIFY(again == *recipe);
    }
}

void tst_RecipeParts::any_isReadBack()
{
    QVERIFY(rc::check("readRecipe(toJson(r)) == r", [] {
        const Recipe recipe = anyRecipe();
        for (const RecipeDetail detail : {RecipeDetail::Differences, RecipeDetail::All}) {
            const std::string text = toJson(recipe, {}, detail).dump();
            const auto again = read(text);
            RC_LOG() << text << (again ? "" : again.error().message);
            RC_ASSERT(again.has_value());
            RC_ASSERT(*again == recipe);
        }
    }));
}

void tst_RecipeParts::text_isOrderedAndReadBack()
{
    const auto recipe = read(fullRecipe());
    const std::string text = recipeText(*recipe, "/somewhere", RecipeDetail::Differences);
    std::size_t before = 0;
    for (const char* member : recipeMembers()) {
        const std::size_t at = text.find("\n  \"" + std::string(member) + "\":");
        QVERIFY2(at != std::string::npos && at > before, member);
        before = at;
    }
    QVERIFY(json::parse(text) == toJson(*recipe, "/somewhere"));
}

void tst_RecipeParts::algorithms_areReadBack_data()
{
    QTest::addColumn<QString>("algorithms");
    QTest::addColumn<bool>("include");
    QTest::addColumn<int>("steps");
    QTest::newRow("none") << "[]" << false << 1;
    QTest::newRow("plain") << R"([{"name": "CLE"}])" << true << 1;
    QTest::newRow("adaptive") << R"([{"name": "CLE", "steps": -1}])" << true << -1;
    QTest::newRow("off") << R"([{"name": "CLE", "enabled": false, "steps": 5}])" << false << 5;
}

void tst_RecipeParts::algorithms_areReadBack()
{
    QFETCH(QString, algorithms);
    QFETCH(bool, include);
    QFETCH(int, steps);
    json document = json::parse(fullRecipe());
    document["algorithms"] = json::parse(algorithms.toStdString());
    const auto recipe = read(document.dump());
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QCOMPARE(recipe->config.equalization.include, include);
    QCOMPARE(recipe->config.equalization.steps, steps);
    QVERIFY(read(toJson(*recipe).dump())->config == recipe->config);
}

void tst_RecipeParts::evaluationPictures_areReadLikeTheCalibrationData()
{
    json document = json::parse(fullRecipe());
    document["evaluation"]["data"] = {{"kind", "images"}, {"path", "test"}};
    QVERIFY(read(document.dump())->evaluation->data.preprocess == read(fullRecipe())->calibration->preprocess);
    document.erase("calibration");
    QVERIFY(read(document.dump())->evaluation->data.preprocess == *builtinPreprocess("unit"));
}

void tst_RecipeParts::equalization_isWrittenOnce()
{
    const json document = toJson(*read(fullRecipe()), {}, RecipeDetail::All);
    QCOMPARE(document["algorithms"][0]["steps"].get<int>(), 3);
    for (const char* option : {"IncludeCLE", "CLEAcceptance", "CLESteps", "CLEWeightThreshold", "CLEScaleAppendBias",
                               "CLEScaleUseThreshold", "CLETotalLayerDiffThreshold"})
        QVERIFY2(!document["options"].contains(option), option);
    QVERIFY(document["options"].contains("ReplaceClip6Relu")); // it is no part of the algorithm
}

void tst_RecipeParts::report_isReadAsItsRecipe()
{
    const json report{{"format", "quantiscope-report"}, {"version", 1}, {"recipe", json::parse(fullRecipe())}};
    const auto recipe = read(report.dump());
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QVERIFY(*recipe == *read(fullRecipe()));
}

void tst_RecipeParts::wrongParts_areRefused_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* path, const char* value, const char* message) {
        QTest::newRow((std::string(path) + " = " + value).c_str())
            << QString(path) << QString(value) << QString(message);
    };
    row("/metrics", "[]", "recipe.metrics must be an object, not a list.");
    row("/metrics", R"({"part": {}})", "Unknown key 'part' in recipe.metrics. Did you mean 'parts'?");
    row("/metrics/parts", "[]", "recipe.metrics.parts must be an object with a member per part.");
    row("/metrics/parts/scores", R"("output[..., 4:2:0]")",
        "recipe.metrics.parts: Part 'scores': the step of '4:2:0' must be at least 1: the order says nothing to a "
        "metric.");
    row("/model", "3", "recipe.model must be a text, not 3.");
    row("/layers", "{}", "recipe.layers must be a list of rules.");
    row("/layers/0/match", "{}",
        "recipe.layers[0].match needs exactly one of 'node', 'regex', 'opType', 'between', 'upstream' and "
        "'downstream'.");
    row("/algorithms", "{}", "recipe.algorithms must be a list of algorithms.");
    row("/algorithms/0/name", "\"AdaRound\"",
        "recipe.algorithms[0].name is 'AdaRound'; this version has one algorithm, CLE (cross-layer equalization).");
    row("/algorithms/1", R"({"name": "CLE"})", "recipe.algorithms[1] names CLE a second time; use its 'steps'.");
    row("/algorithms/0/steps", "-2", "recipe.algorithms[0].steps must be from -1 to 1000, not -2.");
    row("/algorithms/0/steps", "0",
        "recipe.algorithms[0].steps must be -1 (until it settles) or from 1 to 1000, not 0; to switch CLE off, write "
        "\"enabled\": false.");
    row("/algorithms/0/weightThreshold", "1e31",
        "recipe.algorithms[0].weightThreshold must be from 0.0 to 1e+30, not 1e+31.");
    row("/algorithms/0/acceptance", "\"Alway\"",
        "recipe.algorithms[0].acceptance must be Always, Improvement or Prediction, not 'Alway'. Did you mean "
        "'Always'?");
    row("/algorithms/0/stepz", "1", "Unknown key 'stepz' in recipe.algorithms[0]. Did you mean 'steps'?");
    row("/evaluation", "{}", "recipe.evaluation.data is missing.");
    row("/evaluation/label", "\"a\"", "Unknown key 'label' in recipe.evaluation. Did you mean 'labels'?");
    row("/gates/top1Dropp", "{}", "Unknown key 'top1Dropp' in recipe.gates. Did you mean 'top1Drop'?");
}

void tst_RecipeParts::wrongParts_areRefused()
{
    QFETCH(QString, path);
    QFETCH(QString, value);
    QFETCH(QString, message);
    json document = json::parse(fullRecipe());
    document[json::json_pointer(path.toStdString())] = json::parse(value.toStdString());
    const auto recipe = read(document.dump());
    QVERIFY(!recipe);
    QCOMPARE(QString::fromStdString(recipe.error().message), "Recipe 'my.json': " + message);
    QCOMPARE(recipe.error().code, ErrorCode::ConfigRefused);
}

void tst_RecipeParts::schema_hasEveryKeyOfTheReader()
{
    const json schema = json::parse(recipeSchema().dump());
    const json document = json::parse(fullRecipe());
    std::set<std::string> used;
    checkKeys(schema, schema, document, "recipe", used);
    // The reader lists its keys when it meets one that is like none of them.
    std::vector<json::json_pointer> objects;
    objectsIn(document, json::json_pointer(), objects);
    std::size_t listed = 0;
    for (const json::json_pointer& at : objects) {
        json changed = document;
        changed[at]["@@@@@@@@@@@@@@@@"] = 1;
        const auto recipe = read(changed.dump());
        if (at == json::json_pointer("/gates/outputs") || at == json::json_pointer("/metrics/parts"))
            continue; // keys are names of outputs and parts there
        QVERIFY2(!recipe, at.to_string().c_str());
        const std::string& message = recipe.error().message;
        const std::size_t known = message.find("Known keys: ");
        if (known == std::string::npos)
            continue; // options and preprocessing say it in their own words
        QString list = QString::fromStdString(message.substr(known + 12));
        list.chop(1);
        json example = document;
        for (const QString& key : list.split(", ")) {
            ++listed;
            // Other forms of a rule, which the document has elsewhere, count as keys of the same object.
            json& object = example[at];
            if (!object.contains(key.toStdString()))
                object[key.toStdString()] = nullptr;
        }
        std::set<std::string> ignored;
        checkKeys(schema, schema, example, "recipe", ignored);
    }
    QVERIFY2(listed > 100, std::to_string(listed).c_str());
}

void tst_RecipeParts::reader_hasEveryKeyOfTheSchema()
{
    const json schema = json::parse(recipeSchema().dump());
    const json document = json::parse(fullRecipe());
    // Every property of the schema occurs in the full recipe, which the reader takes: as name of a member anywhere.
    std::set<std::string> members;
    std::vector<json::json_pointer> objects;
    objectsIn(document, json::json_pointer(), objects);
    for (const json::json_pointer& at : objects) {
        for (const auto& [key, value] : document[at].items())
            members.insert(key);
    }
    std::vector<json::json_pointer> places;
    objectsIn(schema, json::json_pointer(), places);
    std::size_t properties = 0;
    for (const json::json_pointer& at : places) {
        if (at.empty() || at.back() != "properties" || at.to_string().starts_with("/properties/options/"))
            continue;
        for (const auto& [key, value] : schema[at].items()) {
            ++properties;
            QVERIFY2(members.contains(key), (at.to_string() + "/" + key).c_str());
        }
    }
    QVERIFY(properties > 60);
}

void tst_RecipeParts::schema_namesPresetsAndOptions()
{
    const auto schema = recipeSchema();
    QCOMPARE(schema["$schema"].get<std::string>(), std::string("https://json-schema.org/draft/2020-12/schema"));
    QCOMPARE(schema["properties"]["preset"]["examples"].size(), presets().size());
    QVERIFY(schema["properties"]["options"]["properties"].contains("PerChannel"));
}

void tst_RecipeParts::mutations_giveARecipeOrASentence()
{
    constexpr int kDocuments = fuzzRounds(100'000);
    const std::string full = fullRecipe();
    const json document = json::parse(full);
    std::vector<json::json_pointer> objects;
    objectsIn(document, json::json_pointer(), objects);
    const std::vector<json> values{json(),
                                   true,
                                   -1,
                                   0,
                                   1e300,
                                   std::uint64_t(18446744073709551615U),
                                   "",
                                   "Int8",
                                   "^(",
                                   std::string(2000, '('),
                                   "\xff\xfe",
                                   json::array(),
                                   json::object(),
                                   json::array({1, "a"}),
                                   json::array({json::array({json::array()})})};
    std::mt19937 random(1);
    const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
    int recipes = 0;
    for (int i = 0; i < kDocuments; ++i) {
        std::string text;
        if (i % 4 == 0) {
            // Bytes
            text = full;
            for (std::size_t k = 1 + below(4); k > 0; --k) {
                const std::size_t at = below(text.size());
                switch (below(3)) {
                case 0:
                    text[at] = static_cast<char>(below(256));
                    break;
                case 1:
                    text.erase(at, below(20));
                    break;
                default:
                    text.insert(at, text.substr(below(text.size()), below(20)));
                }
            }
        } else {
            // Members
            json changed = document;
            for (std::size_t k = 1 + below(2); k > 0; --k) {
                const json::json_pointer& at = objects[below(objects.size())];
                if (!changed.contains(at) || !changed[at].is_object() || changed[at].empty())
                    continue;
                json& object = changed[at];
                auto member = object.begin();
                std::advance(member, static_cast<std::ptrdiff_t>(below(object.size())));
                switch (below(4)) {
                case 0:
                    object.erase(member);
                    break;
                case 1:
                    object[member.key() + "x"] = *member;
                    break;
                case 2:
                    *member = document[objects[below(objects.size())]];
                    break;
                default:
                    *member = values[below(values.size())];
                }
            }
            text = changed.dump(-1, ' ', false, json::error_handler_t::ignore);
        }
        const auto recipe = read(text);
        recipes += recipe.has_value();
        if (recipe)
            QVERIFY(!toJson(*recipe).empty());
        else
            QVERIFY2(recipe.error().message.ends_with('.') || recipe.error().message.ends_with('?'),
                     (recipe.error().message + "\n" + text).c_str());
        QVERIFY(recipe || recipe.error().code == ErrorCode::ConfigRefused);
    }
    // Neither all of one kind.
    QVERIFY2(recipes > kDocuments / 100 && recipes < kDocuments / 2, std::to_string(recipes).c_str());
}

QTEST_GUILESS_MAIN(tst_RecipeParts)
#include "tst_recipe_parts.moc"
