// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"
#include "tests/support/processor_time.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <string>

using namespace quantiscope;

using nlohmann::json;

namespace {

json sample()
{
    return json::parse(
        R"({"text": "abc", "yes": true, "no": false, "half": 0.5, "three": 3, "minus": -4, "list": ["a", "b"],
                           "nothing": null, "object": {"inner": 1}, "mixed": ["a", 1], "empty": [],
                           "long": "a text that is far too long to be of any use to anybody who reads it in a message"})");
}

/// Reads member @p key as a @p kind; the reader's error, or nothing.
std::optional<Error> readAs(const QString& kind, const std::string& key)
{
    const json object = sample();
    JsonReader reader(object, "doc");
    if (kind == QLatin1String("text"))
        (void)reader.string(key);
    else if (kind == QLatin1String("integer"))
        (void)reader.integer(key, 0, -10, 10);
    else
        (void)reader.strings(key);
    return reader.failed() ? std::optional(reader.error()) : std::nullopt;
}

enum class Colour
{
    Red,
    Green,
    Blue,
};

const char* name(Colour colour)
{
    return colour == Colour::Red ? "red" : colour == Colour::Green ? "green" : "blue";
}

/// A document with one of everything that readers ask for.
struct Tree
{
    Colour colour = Colour::Red;
    std::uint64_t count = 0;
    std::vector<std::size_t> places;
    std::vector<double> scales;
    std::vector<Tree> branches;
    std::uint64_t seen = 0; ///< what within() was given
};

Tree treeFrom(JsonReader& reader)
{
    Tree tree;
    tree.colour = reader.named("colour", {Colour::Red, Colour::Green, Colour::Blue});
    tree.count = reader.count("count");
    tree.places = reader.integers<std::size_t>("places", 0, 9);
    tree.scales = reader.numbers("scales", -1e3, 1e3);
    tree.branches = reader.objects("branches", treeFrom);
    reader.within("more", [&tree](JsonReader& more) { tree.seen = more.count("seen"); });
    return tree;
}

Tree documentFrom(JsonReader& reader)
{
    reader.format("tree", 2);
    return treeFrom(reader);
}

const char* const kTree = R"({"format": "tree", "version": 2, "colour": "green", "count": 3, "places": [0, 9],
    "scales": [0.5, -2], "more": {"seen": 5}, "branches": [{"colour": "red"}, {"colour": "blue",
    "branches": [{"colour": "red", "count": 9223372036854775807}]}]})";

} // namespace

class tst_JsonReader : public QObject
{
    Q_OBJECT

private slots:
    void reading_givesMembers();
    void reading_givesFallbacks_whenMembersAreMissing();
    void reading_refusesOtherTypes_data();
    void reading_refusesOtherTypes();
    void integer_staysInItsLimits_data();
    void integer_staysInItsLimits();
    void integer_tellsTheLimitsThatThereAre_data();
    void integer_tellsTheLimitsThatThereAre();
    void finish_refusesUnknownKeys();
    void finish_isNotHeldUp_byManyUnknownKeys();
    void finish_acceptsKeysThatWereOnlyLookedFor();
    void firstError_isKept();
    void documents_areRead();
    void members_mayBeMissing();
    void hostileDocuments_areRefusedByName_data();
    void hostileDocuments_areRefusedByName();
    void reader_refusesAnythingButObjects_data();
    void reader_refusesAnythingButObjects();
    void parseJson_readsDocuments_data();
    void parseJson_readsDocuments();
    void parseJson_refusesWithSentence_data();
    void parseJson_refusesWithSentence();
    void parseJson_refusesRepeatedKeys_data();
    void parseJson_refusesRepeatedKeys();
    void jsonNumber_hasNoInfinity();
    void anyNumber_readsWhatJsonNumberWrote();
    void parseJson_survivesDepthBombs_data();
    void parseJson_survivesDepthBombs();
};

void tst_JsonReader::reading_givesMembers()
{
    const json object = sample();
    JsonReader reader(object, "doc");
    QVERIFY(reader.has("text"));
    QCOMPARE(reader.string("text"), std::string("abc"));
    QCOMPARE(reader.integer("three", 0, 0, 10), 3);
    QCOMPARE(reader.integer("minus", 0, -10, 10), -4);
    QCOMPARE(reader.strings("list"), (std::vector<std::string>{"a", "b"}));
    QCOMPARE(reader.strings("empty"), std::vector<std::string>());
    QVERIFY(reader.value("object") == json({{"inner", 1}}));
    QVERIFY(reader.value("nothing").is_null());
    QVERIFY(reader.value("mixed").is_array());
    for (const char* key : {"yes", "no", "half", "long"})
        QVERIFY(!reader.value(key).is_null());
    reader.finish();
    QVERIFY(!reader.failed());
}

void tst_JsonReader::reading_givesFallbacks_whenMembersAreMissing()
{
    const json object = json::object();
    JsonReader reader(object, "doc");
    QVERIFY(!reader.has("x"));
    QCOMPARE(reader.string("x"), std::string());
    QCOMPARE(reader.string("x", "fallback"), std::string("fallback"));
    QCOMPARE(reader.integer("x", 99, 0, 10), 99); // a fallback is not checked
    QCOMPARE(reader.strings("x"), std::vector<std::string>());
    QVERIFY(reader.value("x").is_null());
    reader.finish();
    QVERIFY(!reader.failed());
}

void tst_JsonReader::reading_refusesOtherTypes_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* kind, const char* key, const char* message) {
        QTest::addRow("%s from %s", kind, key) << kind << key << message;
    };
    row("text", "three", "doc.three must be a text, not 3.");
    row("text", "nothing", "doc.nothing must be a text, not null.");
    row("text", "list", "doc.list must be a text, not a list.");
    row("integer", "half", "doc.half must be a whole number, not 0.5.");
    row("integer", "yes", "doc.yes must be a whole number, not true.");
    row("integer", "text", "doc.text must be a whole number, not \"abc\".");
    row("integer", "long", "doc.long must be a whole number, not a long text.");
    row("list", "text", "doc.text must be a list of texts, not \"abc\".");
    row("list", "mixed", "doc.mixed must be a list of texts, not a list.");
    row("list", "object", "doc.object must be a list of texts, not an object.");
}

void tst_JsonReader::reading_refusesOtherTypes()
{
    QFETCH(QString, kind);
    QFETCH(QString, key);
    QFETCH(QString, message);
    const std::optional<Error> error = readAs(kind, key.toStdString());
    QVERIFY(error.has_value());
    QCOMPARE(error->code, ErrorCode::ConfigRefused);
    QCOMPARE(QString::fromStdString(error->message), message);
    QCOMPARE(error->subject, "doc." + key.toStdString());
}

void tst_JsonReader::integer_staysInItsLimits_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("lowest") << "-10" << true;
    QTest::newRow("highest") << "10" << true;
    QTest::newRow("below") << "-11" << false;
    QTest::newRow("above") << "11" << false;
    QTest::newRow("a fraction of zero") << "1.0" << false;
    QTest::newRow("largest signed") << "9223372036854775807" << false;
    QTest::newRow("one more") << "9223372036854775808" << false;
    QTest::newRow("minus one, unsigned") << "18446744073709551615" << false;
    QTest::newRow("beyond 64 bits") << "18446744073709551626" << false;
    QTest::newRow("smallest signed") << "-9223372036854775808" << false;
}

void tst_JsonReader::integer_staysInItsLimits()
{
    QFETCH(QString, text);
    QFETCH(bool, accepted);
    const json object{{"n", json::parse(text.toStdString())}};
    JsonReader reader(object, "doc");
    const std::int64_t number = reader.integer("n", 7, -10, 10);
    QCOMPARE(!reader.failed(), accepted);
    QCOMPARE(number, accepted ? text.toLongLong() : 7);
}

void tst_JsonReader::integer_tellsTheLimitsThatThereAre_data()
{
    QTest::addColumn<qint64>("low");
    QTest::addColumn<qint64>("high");
    QTest::addColumn<QString>("message");
    QTest::newRow("both") << qint64(0) << qint64(10) << "doc.n must be from 0 to 10, not -1.";
    QTest::newRow("no upper one") << qint64(1) << qint64(INT64_MAX) << "doc.n must be at least 1, not -1.";
    QTest::newRow("one value") << qint64(1) << qint64(1) << "doc.n must be 1, not -1.";
}

void tst_JsonReader::integer_tellsTheLimitsThatThereAre()
{
    QFETCH(qint64, low);
    QFETCH(qint64, high);
    QFETCH(QString, message);
    const json object{{"n", -1}};
    JsonReader reader(object, "doc");
    (void)reader.integer("n", 0, low, high);
    QVERIFY(reader.failed());
    QCOMPARE(QString::fromStdString(reader.error().message), message);
}

void tst_JsonReader::finish_isNotHeldUp_byManyUnknownKeys()
{
    json object = json::object();
    for (int i = 0; i < 50'000; ++i)
        object[std::to_string(i) + std::string(300, 'a')] = i;
    JsonReader reader(object, "recipe");
    for (const char* key : {"samples", "source", "seed", "preprocess"})
        (void)reader.has(key);
    const test::ProcessorTime time;
    reader.finish();
    QVERIFY2(time.isBelow(0.5), time.text().constData()); // 3 s with the nearest name of each of them
    QVERIFY(reader.failed());
}

void tst_JsonReader::finish_refusesUnknownKeys()
{
    const json object{{"samples", 1}, {"sampels", 2}};
    JsonReader reader(object, "recipe.data");
    (void)reader.integer("samples", 0, 0, 10);
    (void)reader.string("folder");
    QVERIFY(!reader.failed());
    reader.finish();
    QVERIFY(reader.failed());
    QCOMPARE(reader.error().message, std::string("Unknown key 'sampels' in recipe.data. Did you mean 'samples'?"));
    QCOMPARE(reader.error().subject, std::string("recipe.data.sampels"));
}

void tst_JsonReader::finish_acceptsKeysThatWereOnlyLookedFor()
{
    const json object{{"a", 1}, {"b", 2}};
    JsonReader reader(object, "doc");
    QVERIFY(reader.has("a"));
    (void)reader.value("b");
    reader.finish();
    QVERIFY(!reader.failed());
}

void tst_JsonReader::firstError_isKept()
{
    const json object = sample();
    JsonReader reader(object, "doc");
    (void)reader.string("three");
    (void)reader.strings("text");
    reader.fail("Something else.", "else");
    reader.finish();
    QCOMPARE(reader.error().message, std::string("doc.three must be a text, not 3."));
}

void tst_JsonReader::reader_refusesAnythingButObjects_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("type");
    QTest::newRow("list") << "[1]"
                          << "a list";
    QTest::newRow("text") << R"("a")"
                          << "\"a\"";
    QTest::newRow("number") << "1"
                            << "1";
    QTest::newRow("null") << "null"
                          << "null";
}

void tst_JsonReader::reader_refusesAnythingButObjects()
{
    QFETCH(QString, text);
    QFETCH(QString, type);
    const json value = json::parse(text.toStdString());
    JsonReader reader(value, "doc");
    QVERIFY(reader.failed());
    QCOMPARE(QString::fromStdString(reader.error().message),
             QStringLiteral("doc must be an object, not %1.").arg(type));
    // Reads are harmless all the same.
    QVERIFY(!reader.has("a"));
    QCOMPARE(reader.string("a", "b"), std::string("b"));
    QVERIFY(reader.value("a").is_null());
    reader.finish();
}

void tst_JsonReader::parseJson_readsDocuments_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("dumped");
    QTest::newRow("object") << QByteArray(R"({"a": [1, 2.5, "x", null, true]})")
                            << QByteArray(R"({"a":[1,2.5,"x",null,true]})");
    QTest::newRow("comments") << QByteArray("// why\n[1, /* not */ 2]") << QByteArray("[1,2]");
    QTest::newRow("UTF-8") << QByteArray("\"\xc3\xa4\"") << QByteArray("\"\xc3\xa4\"");
    QTest::newRow("a hundred levels") << QByteArray(100, '[') + QByteArray(100, ']')
                                      << QByteArray(100, '[') + QByteArray(100, ']');
}

void tst_JsonReader::parseJson_readsDocuments()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, dumped);
    json document;
    const std::optional<Error> error = parseJson(text.toStdString(), "file", document);
    QVERIFY2(!error, error ? error->message.c_str() : "");
    QCOMPARE(QByteArray::fromStdString(document.dump()), dumped);
}

void tst_JsonReader::parseJson_refusesWithSentence_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty") << QByteArray() << "line 1, column 1";
    QTest::newRow("no JSON") << QByteArray("hello") << "line 1, column 1";
    QTest::newRow("comma too many") << QByteArray("{\n  \"a\": 1,\n}") << "line 3, column 1";
    QTest::newRow("cut off") << QByteArray("{\"a\": [1, 2") << "line 1, column 12";
    QTest::newRow("two documents") << QByteArray("{} {}") << "line 1, column 4";
    QTest::newRow("no UTF-8") << QByteArray("{\"a\": \"\xff\"}") << "line 1, column 8";
    QTest::newRow("number too large") << QByteArray("[1e999]") << "number overflow";
    QTest::newRow("NaN") << QByteArray("[NaN]") << "line 1, column 2";
}

void tst_JsonReader::parseJson_refusesWithSentence()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    json document;
    const std::optional<Error> error = parseJson(text.toStdString(), "recipe.json", document);
    QVERIFY(error.has_value());
    QCOMPARE(error->code, ErrorCode::ConfigRefused);
    QCOMPARE(error->subject, std::string("recipe.json"));
    const QString message = QString::fromStdString(error->message);
    QVERIFY2(message.startsWith(QStringLiteral("recipe.json is not valid JSON: ")), qPrintable(message));
    QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY2(!message.contains(QStringLiteral("json.exception")), qPrintable(message));
}

void tst_JsonReader::documents_areRead()
{
    const auto tree = fromDocument(json::parse(kTree), "doc", documentFrom);
    QVERIFY(tree);
    QCOMPARE(tree->colour, Colour::Green);
    QCOMPARE(tree->count, std::uint64_t(3));
    QCOMPARE(tree->places, (std::vector<std::size_t>{0, 9}));
    QCOMPARE(tree->scales, (std::vector<double>{0.5, -2.0}));
    QCOMPARE(tree->seen, std::uint64_t(5));
    QCOMPARE(tree->branches.size(), std::size_t(2));
    QCOMPARE(tree->branches[1].branches.at(0).count, std::uint64_t(INT64_MAX));
}

void tst_JsonReader::members_mayBeMissing()
{
    const json object{{"null", nullptr}};
    JsonReader reader(object, "doc");
    QCOMPARE(reader.count("x"), std::uint64_t(0));
    QVERIFY(reader.integers<int>("x", 0, 1).empty() && reader.numbers("x", 0.0, 1.0).empty());
    QVERIFY(reader.objects("x", treeFrom).empty());
    QVERIFY(!reader.optionalObject("x", treeFrom) && !reader.optionalObject("null", treeFrom));
    reader.within("x", [](JsonReader&) { QFAIL("there is nothing to read"); });
    reader.finish();
    QVERIFY(!reader.failed());
    (void)reader.object("x", treeFrom);
    QCOMPARE(reader.error().message, std::string("doc.x must be an object, not null."));
}

void tst_JsonReader::hostileDocuments_areRefusedByName_data()
{
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* place, const char* value, const char* message) {
        QTest::addRow("%s: %s", place, value) << QByteArray(place) << QByteArray(value) << message;
    };
    row("/format", "\"bush\"", "doc.format must be \"tree\", not \"bush\".");
    row("/version", "3", "doc.version must be 2, not 3.");
    row("/colour", "\"mauve\"", "doc.colour must be red, green or blue, not \"mauve\".");
    row("/colour", "7", "doc.colour must be a text, not 7.");
    row("/count", "-1", "doc.count must be at least 0, not -1.");
    row("/count", "1e3", "doc.count must be a whole number, not 1000.0.");
    row("/count", "18446744073709551615", "doc.count must be a whole number, not 18446744073709551615.");
    row("/places", "{}", "doc.places must be a list of whole numbers, not an object.");
    row("/places", "null", "doc.places must be a list of whole numbers, not null.");
    row("/places/1", "10", "doc.places[1] must be a whole number from 0 to 9, not 10.");
    row("/places/1", "-1", "doc.places[1] must be a whole number from 0 to 9, not -1.");
    row("/places/1", "9223372036854775808",
        "doc.places[1] must be a whole number from 0 to 9, not 9223372036854775808.");
    row("/places/1", "true", "doc.places[1] must be a whole number from 0 to 9, not true.");
    row("/scales/0", "null", "doc.scales[0] must be a number from -1000.0 to 1000.0, not null."); // a NaN as written
    row("/scales/0", "1e308", "doc.scales[0] must be a number from -1000.0 to 1000.0, not 1e+308.");
    row("/scales/0", "\"inf\"", "doc.scales[0] must be a number from -1000.0 to 1000.0, not \"inf\".");
    row("/branches", "7", "doc.branches must be a list of objects, not 7.");
    row("/branches/0", "[]", "doc.branches[0] must be an object, not a list.");
    row("/branches/1/branches/0/count", "-5", "doc.branches[1].branches[0].count must be at least 0, not -5.");
    row("/branches/1/branches/0/cuont", "5",
        "Unknown key 'cuont' in doc.branches[1].branches[0]. Did you mean 'count'?");
    row("/more", "[1]", "doc.more must be an object, not a list.");
    row("/more/sene", "5", "Unknown key 'sene' in doc.more. Did you mean 'seen'?");
}

void tst_JsonReader::hostileDocuments_areRefusedByName()
{
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, value);
    QFETCH(QString, message);
    json document = json::parse(kTree);
    document[json::json_pointer(place.toStdString())] = json::parse(value.toStdString());
    const auto tree = fromDocument(document, "doc", documentFrom);
    QVERIFY(!tree);
    QCOMPARE(tree.error().code, ErrorCode::ConfigRefused);
    QCOMPARE(QString::fromStdString(tree.error().message), message);
}

void tst_JsonReader::parseJson_refusesRepeatedKeys_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("key"); ///< that is repeated; empty: none
    QTest::newRow("outside") << QByteArray(R"({"a": 1, "b": 2, "a": 1})") << QByteArray("a");
    QTest::newRow("inside") << QByteArray(R"({"a": [{"b": {"c": 1, "c": {}}}]})") << QByteArray("c");
    QTest::newRow("behind an object") << QByteArray(R"({"a": {"b": 1}, "a": 2})") << QByteArray("a");
    QTest::newRow("in different objects")
        << QByteArray(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})") << QByteArray();
}

void tst_JsonReader::parseJson_refusesRepeatedKeys()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, key);
    json document;
    const std::optional<Error> error = parseJson(text.toStdString(), "recipe.json", document);
    QCOMPARE(error.has_value(), !key.isEmpty());
    if (error) {
        QCOMPARE(error->code, ErrorCode::ConfigRefused);
        QCOMPARE(error->message,
                 "recipe.json has the key '" + key.toStdString() + "' twice in one object; leave one of them out.");
    }
}

void tst_JsonReader::jsonNumber_hasNoInfinity()
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QVERIFY(jsonNumber(-2.5) == json(-2.5));
    QVERIFY(jsonNumber(kInfinity) == json("inf"));
    QVERIFY(jsonNumber(-kInfinity) == json("-inf"));
    QVERIFY(jsonNumber(std::numeric_limits<double>::quiet_NaN()).is_null());
}

void tst_JsonReader::anyNumber_readsWhatJsonNumberWrote()
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const json object{{"a", -2.5}, {"b", jsonNumber(kInfinity)}, {"c", jsonNumber(-kInfinity)}, {"d", nullptr}};
    JsonReader reader(object, "here");
    QCOMPARE(reader.anyNumber("a"), -2.5);
    QCOMPARE(reader.anyNumber("b"), kInfinity);
    QCOMPARE(reader.anyNumber("c"), -kInfinity);
    QVERIFY(std::isnan(reader.anyNumber("d")));
    QVERIFY(std::isnan(reader.anyNumber("missing")));
    reader.finish();
    QVERIFY(!reader.failed());
    for (const json& wrong : {json("much"), json(true), json::array({1})}) {
        const json holder{{"a", wrong}};
        JsonReader strict(holder, "here");
        (void)strict.anyNumber("a");
        QVERIFY(strict.failed());
        QCOMPARE(strict.error().subject, std::string("here.a"));
    }
}

void tst_JsonReader::parseJson_survivesDepthBombs_data()
{
    QTest::addColumn<QByteArray>("text");
    constexpr int kDepth = 1000000;
    QTest::newRow("slightly too deep") << QByteArray(110, '[') + QByteArray(110, ']');
    QTest::newRow("lists") << QByteArray(kDepth, '[') + QByteArray(kDepth, ']');
    QTest::newRow("lists, cut off") << QByteArray(kDepth, '[');
    QTest::newRow("objects") << QByteArray("{\"a\":").repeated(kDepth) + "1" + QByteArray(kDepth, '}');
    QTest::newRow("inside of a member") << "{\"a\": 1, \"b\": " + QByteArray(kDepth, '[') + QByteArray(kDepth, ']')
            + "}";
    QTest::newRow("side by side with harmless ones") << "[1, " + QByteArray(200, '[') + QByteArray(200, ']') + ", 2]";
}

void tst_JsonReader::parseJson_survivesDepthBombs()
{
    QFETCH(QByteArray, text);
    json document;
    const std::optional<Error> error = parseJson(text.toStdString(), "recipe.json", document);
    QVERIFY(error.has_value());
    QCOMPARE(error->code, ErrorCode::ConfigRefused);
    QVERIFY(error->message.size() < 1000);
}

QTEST_GUILESS_MAIN(tst_JsonReader)
#include "tst_json_reader.moc"
