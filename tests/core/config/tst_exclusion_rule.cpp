// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/exclusion_rule.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace quantiscope;

using nlohmann::json;
using Kind = ExclusionRule::Kind;

namespace {

std::vector<std::string> list(const QString& names)
{
    std::vector<std::string> found;
    for (const QString& name : names.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        found.push_back(name.toStdString());
    return found;
}

} // namespace

class tst_ExclusionRule : public QObject
{
    Q_OBJECT

private slots:
    void exclusionFromText_tellsNamesFromExpressions_data();
    void exclusionFromText_tellsNamesFromExpressions();
    void exclusionFromText_refusesWithSentence_data();
    void exclusionFromText_refusesWithSentence();
    void betweenFromText_splitsNames_data();
    void betweenFromText_splitsNames();
    void betweenFromText_refusesWithSentence_data();
    void betweenFromText_refusesWithSentence();
    void json_isReadBack_data();
    void json_isReadBack();
    void enabled_isWrittenOnlyWhenFalse();
    void streamFromText_splitsNames();
    void exclusionFromJson_refusesWithSentence_data();
    void exclusionFromJson_refusesWithSentence();
};

void tst_ExclusionRule::exclusionFromText_tellsNamesFromExpressions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Kind>("kind");
    QTest::newRow("name") << "/head/Conv" << Kind::Node;
    QTest::newRow("name with brackets") << "conv(1)[2]" << Kind::Node;
    QTest::newRow("name of one letter") << "a" << Kind::Node;
    QTest::newRow("name with an accent inside") << "a^b" << Kind::Node;
    QTest::newRow("expression") << "^/head/.*" << Kind::Regex;
    QTest::newRow("expression for everything") << "^" << Kind::Regex;
}

void tst_ExclusionRule::exclusionFromText_tellsNamesFromExpressions()
{
    QFETCH(QString, text);
    QFETCH(Kind, kind);
    const Result<ExclusionRule> rule = exclusionFromText(text.toStdString());
    QVERIFY(rule.has_value());
    QCOMPARE(rule->kind, kind);
    QCOMPARE(QString::fromStdString(rule->pattern), text);
    QVERIFY(rule->from.empty() && rule->to.empty());
}

void tst_ExclusionRule::exclusionFromText_refusesWithSentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty") << ""
                           << "--exclude needs a node name, or an expression that starts with '^'.";
    QTest::newRow("open bracket") << "^("
                                  << "--exclude: '^(' is not a valid regular expression";
    QTest::newRow("open set") << "^[a"
                              << "is not a valid regular expression";
    QTest::newRow("nothing to repeat") << "^*"
                                       << "is not a valid regular expression";
    QTest::newRow("too long") << "^" + QString(1000, QLatin1Char('a'))
                              << "the expression is longer than 1000 characters.";
    QTest::newRow("explosive") << "^((a{1000}){1000}){1000}"
                               << "the counted repeats of '^((a{1000}){1000}){1000}' are too large";
    QTest::newRow("back-reference") << "^(a)\\1"
                                    << "is not a valid regular expression";
}

void tst_ExclusionRule::exclusionFromText_refusesWithSentence()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const Result<ExclusionRule> rule = exclusionFromText(text.toStdString());
    QVERIFY(!rule);
    QCOMPARE(rule.error().code, ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(rule.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void tst_ExclusionRule::betweenFromText_splitsNames_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("one each") << "a->b"
                              << "a"
                              << "b";
    QTest::newRow("several") << "a,b->c,d,e"
                             << "a b"
                             << "c d e";
    QTest::newRow("blanks around") << " a , b -> c "
                                   << "a b"
                                   << "c";
    QTest::newRow("commas too many") << ",a,->b,,"
                                     << "a"
                                     << "b";
    QTest::newRow("slashes and dashes") << "/m-1/Conv->/m-2/Add"
                                        << "/m-1/Conv"
                                        << "/m-2/Add";
    QTest::newRow("the first arrow counts") << "a->b->c"
                                            << "a"
                                            << "b->c";
}

void tst_ExclusionRule::betweenFromText_splitsNames()
{
    QFETCH(QString, text);
    QFETCH(QString, from);
    QFETCH(QString, to);
    const Result<ExclusionRule> rule = betweenFromText(text.toStdString());
    QVERIFY(rule.has_value());
    QCOMPARE(rule->kind, Kind::Between);
    QCOMPARE(rule->from, list(from));
    QCOMPARE(rule->to, list(to));
}

void tst_ExclusionRule::betweenFromText_refusesWithSentence_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "a", "a,b", "->", "a->", "->b", " -> ", ",->,", "a>b"})
        QTest::addRow("'%s'", text) << text;
}

void tst_ExclusionRule::betweenFromText_refusesWithSentence()
{
    QFETCH(QString, text);
    const Result<ExclusionRule> rule = betweenFromText(text.toStdString());
    QVERIFY(!rule);
    QCOMPARE(rule.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(
        QString::fromStdString(rule.error().message),
        QStringLiteral("--exclude-between needs 'START[,START…]->END[,END…]' with node names, not '%1'.").arg(text));
}

void tst_ExclusionRule::json_isReadBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("description");
    QTest::newRow("node") << R"({"node":"/head/Conv"})" << Kind::Node << "/head/Conv"
                          << ""
                          << ""
                          << "node '/head/Conv'";
    QTest::newRow("expression") << R"({"regex":"head|neck"})" << Kind::Regex << "head|neck"
                                << ""
                                << ""
                                << "nodes matching 'head|neck'";
    QTest::newRow("type") << R"({"opType":"Softmax"})" << Kind::OpType << "Softmax"
                          << ""
                          << ""
                          << "type 'Softmax'";
    QTest::newRow("between") << R"({"between":{"from":["a","b"],"to":["c"]}})" << Kind::Between << ""
                             << "a b"
                             << "c"
                             << "between 'a', 'b' and 'c'";
    QTest::newRow("upstream") << R"({"upstream":{"of":["c"]}})" << Kind::Upstream << ""
                              << ""
                              << "c"
                              << "upstream of 'c'";
    QTest::newRow("upstream until") << R"({"upstream":{"of":["c"],"until":["a","b"]}})" << Kind::Upstream << ""
                                    << "a b"
                                    << "c"
                                    << "upstream of 'c' until 'a', 'b'";
    QTest::newRow("downstream until") << R"({"downstream":{"of":["a","b"],"until":["c"]}})" << Kind::Downstream << ""
                                      << "a b"
                                      << "c"
                                      << "downstream of 'a', 'b' until 'c'";
}

void tst_ExclusionRule::enabled_isWrittenOnlyWhenFalse()
{
    const json off{{"node", "a"}, {"enabled", false}};
    const Result<ExclusionRule> rule = exclusionFromJson(off, "rule");
    QVERIFY(rule.has_value());
    QVERIFY(!rule->enabled);
    QCOMPARE(toJson(*rule).dump(), off.dump());
    QCOMPARE(nodesToJson(*rule).dump(), R"({"node":"a"})");
    const Result<ExclusionRule> on = exclusionFromJson(json{{"node", "a"}, {"enabled", true}}, "rule");
    QVERIFY(on.has_value() && on->enabled);
    QCOMPARE(toJson(*on).dump(), R"({"node":"a"})");
}

void tst_ExclusionRule::streamFromText_splitsNames()
{
    const auto up = streamFromText(Kind::Upstream, "a, b->c");
    QVERIFY(up.has_value());
    QCOMPARE(*up, (ExclusionRule{Kind::Upstream, {}, {"c"}, {"a", "b"}}));
    const auto down = streamFromText(Kind::Downstream, "a");
    QVERIFY(down.has_value());
    QCOMPARE(*down, (ExclusionRule{Kind::Downstream, {}, {"a"}, {}}));
    for (const char* text : {"", "->", "a->", "->b"}) {
        const auto bad = streamFromText(Kind::Downstream, text);
        QVERIFY2(!bad, text);
        QVERIFY(bad.error().message.starts_with("--exclude-downstream needs"));
    }
}

void tst_ExclusionRule::json_isReadBack()
{
    QFETCH(QString, text);
    QFETCH(Kind, kind);
    QFETCH(QString, pattern);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, description);
    const Result<ExclusionRule> rule = exclusionFromJson(json::parse(text.toStdString()), "recipe.exclude[0]");
    QVERIFY2(rule.has_value(), rule ? "" : rule.error().message.c_str());
    QCOMPARE(*rule, (ExclusionRule{kind, pattern.toStdString(), list(from), list(to)}));
    QCOMPARE(QString::fromStdString(describe(*rule)), description);
    QCOMPARE(QString::fromStdString(toJson(*rule).dump()), text);
}

void tst_ExclusionRule::exclusionFromJson_refusesWithSentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    const QString one =
        QStringLiteral("rule needs exactly one of 'node', 'regex', 'opType', 'between', 'upstream' and 'downstream'.");
    QTest::newRow("no object") << R"("conv1")"
                               << "rule must be an object, not \"conv1\".";
    QTest::newRow("null") << "null"
                          << "rule must be an object, not null.";
    QTest::newRow("empty") << "{}" << one;
    QTest::newRow("two kinds") << R"({"node": "a", "opType": "Conv"})" << one;
    QTest::newRow("all kinds")
        << R"({"node": "a", "opType": "Conv", "regex": "x", "between": {"from": ["a"], "to": ["b"]}})" << one;
    QTest::newRow("unknown key") << R"({"nod": "a"})"
                                 << "Unknown key 'nod' in rule. Did you mean 'node'?";
    QTest::newRow("unknown key beside") << R"({"node": "a", "why": "because"})"
                                        << "Unknown key 'why' in rule.";
    QTest::newRow("node is a number") << R"({"node": 1})"
                                      << "rule.node must be a text, not 1.";
    QTest::newRow("type is a list") << R"({"opType": ["Conv"]})"
                                    << "rule.opType must be a text, not a list.";
    QTest::newRow("expression is null") << R"({"regex": null})"
                                        << "rule.regex must be a text, not null.";
    QTest::newRow("bad expression") << R"({"regex": "("})"
                                    << "rule: '(' is not a valid regular expression";
    QTest::newRow("between is a list") << R"({"between": ["a", "b"]})"
                                       << "rule.between must be an object, not a list.";
    QTest::newRow("between without end") << R"({"between": {"from": ["a"]}})"
                                         << "rule.between needs at least one name in 'from' and in 'to'.";
    QTest::newRow("between with empty start") << R"({"between": {"from": [], "to": ["b"]}})"
                                              << "rule.between needs at least one name in 'from' and in 'to'.";
    QTest::newRow("between a text") << R"({"between": {"from": "a", "to": ["b"]}})"
                                    << "rule.between.from must be a list of texts, not \"a\".";
    QTest::newRow("upstream without of") << R"({"upstream": {"until": ["a"]}})"
                                         << "rule.upstream needs at least one name in 'of'.";
    QTest::newRow("downstream with an unknown key") << R"({"downstream": {"of": ["a"], "til": ["b"]}})"
                                                    << "Unknown key 'til' in rule.downstream.";
    QTest::newRow("enabled is a text") << R"({"node": "a", "enabled": "no"})"
                                       << "rule.enabled must be true or false";
    QTest::newRow("between with an unknown key") << R"({"between": {"form": ["a"], "to": ["b"]}})"
                                                 << "Unknown key 'form' in rule.between. Did you mean 'from'?";
}

void tst_ExclusionRule::exclusionFromJson_refusesWithSentence()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const Result<ExclusionRule> rule = exclusionFromJson(json::parse(text.toStdString()), "rule");
    QVERIFY(!rule);
    QCOMPARE(rule.error().code, ErrorCode::ConfigRefused);
    const QString message = QString::fromStdString(rule.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

QTEST_GUILESS_MAIN(tst_ExclusionRule)
#include "tst_exclusion_rule.moc"
