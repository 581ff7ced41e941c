// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/group_rule.h"
#include "core/config/name_pattern.h"
#include "core/pipeline/command_line_text.h"

#include <QProcess>
#include <QTest>

using namespace quantiscope;

namespace {

/// The arguments that a shell gives `qscope` when it runs @p text.
QList<QByteArray> argumentsOf(const std::string& text)
{
    QProcess shell;
    shell.start("/bin/sh", {"-c", QString::fromStdString("qscope() { printf '%s\\0' \"$@\"; }\n" + text)});
    if (!shell.waitForFinished() || shell.exitCode() != 0)
        return {};
    return shell.readAllStandardOutput().split('\0');
}

/// The groups that --group options of @p text give.
std::vector<GroupRule> groupsOf(const std::string& text)
{
    std::vector<GroupRule> rules;
    for (const QByteArray& argument : argumentsOf(text)) {
        if (!argument.startsWith("--group="))
            continue;
        const auto rule = groupRuleFromText(argument.mid(qstrlen("--group=")).toStdString());
        if (!rule)
            return {};
        rules.push_back(*rule);
    }
    return rules;
}

} // namespace

class tst_CommandLineText : public QObject
{
    Q_OBJECT

private slots:
    void groupText_isReadBack_data();
    void groupText_isReadBack();
    void groups_areReadBackFromTheShell();
    void unspeakableNames_areCounted();
    void wrongGroupTexts_areRefused_data();
    void wrongGroupTexts_areRefused();
    void shellWords_areTheShells_data();
    void shellWords_areTheShells();
    void shellWord_isOneWord();
    void openQuotes_areRefused_data();
    void openQuotes_areRefused();
};

void tst_CommandLineText::groupText_isReadBack_data()
{
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("node");
    QTest::newRow("plain") << "stem"
                           << "/stem/Conv";
    QTest::newRow("equals sign in the group") << "a=b=c"
                                              << "conv";
    QTest::newRow("equals sign in the node") << "a"
                                             << "b=c";
    QTest::newRow("backslashes") << "a\\=b\\\\"
                                 << "c\\d";
    QTest::newRow("like an expression") << "a"
                                        << "^/head/(x|y).*$";
    QTest::newRow("like an option") << "--force"
                                    << "-n";
}

void tst_CommandLineText::groupText_isReadBack()
{
    QFETCH(QString, group);
    QFETCH(QString, node);
    const auto text = groupRuleText(group.toStdString(), node.toStdString());
    QVERIFY(text.has_value());
    const auto rule = groupRuleFromText(*text);
    QVERIFY(rule);
    QCOMPARE(rule->group, group.toStdString());
    if (rule->nodes.kind == ExclusionRule::Kind::Node) {
        QCOMPARE(rule->nodes.pattern, node.toStdString());
        return;
    }
    QVERIFY(rule->nodes.kind == ExclusionRule::Kind::Regex);
    QCOMPARE(namesListedIn(rule->nodes.pattern), std::vector{node.toStdString()});
}

void tst_CommandLineText::groups_areReadBackFromTheShell()
{
    AnalysisRequest request;
    request.model = "/m/net.onnx";
    SensitivityRequest what;
    what.groups = {{"a=b", {"it's", "$(id)"}}, {"-x", {"^conv[1]", "line\nbreak"}}};
    const std::vector<GroupRule> found = groupsOf(commandLineText(request, what));
    QCOMPARE(found.size(), std::size_t(4));
    QCOMPARE(found[0].group, std::string("a=b"));
    QCOMPARE(found[0].nodes.pattern, std::string("it's"));
    QCOMPARE(found[1].nodes.pattern, std::string("$(id)"));
    QCOMPARE(found[2].group, std::string("-x"));
    QVERIFY(found[2].nodes.kind == ExclusionRule::Kind::Regex);
    QCOMPARE(namesListedIn(found[2].nodes.pattern), std::vector<std::string>{"^conv[1]"});
    QCOMPARE(found[3].nodes.pattern, std::string("line\nbreak"));
}

void tst_CommandLineText::unspeakableNames_areCounted()
{
    AnalysisRequest request;
    request.model = "/m/net.onnx";
    SensitivityRequest what;
    what.groups = {{"", {"a"}}, {"b", {std::string("\0(id)", 5), "c"}}};
    const std::string text = commandLineText(request, what);
    QVERIFY2(text.starts_with("# Not the same: 2 nodes "), text.c_str());
    const std::vector<GroupRule> found = groupsOf(text);
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found[0].nodes.pattern, std::string("c"));
}

void tst_CommandLineText::wrongGroupTexts_areRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "=", "a", "a=", "=b", "a\\=b", "a=^("})
        QTest::addRow("%s", text) << text;
}

void tst_CommandLineText::wrongGroupTexts_areRefused()
{
    QFETCH(QString, text);
    const auto rule = groupRuleFromText(text.toStdString());
    QVERIFY(!rule);
    QVERIFY(rule.error().code == ErrorCode::InvalidArgument);
}

void tst_CommandLineText::shellWords_areTheShells_data()
{
    QTest::addColumn<QString>("text");
    // Nothing in them that a shell expands.
    for (const char* text :
         {"", "  ", "a", " a  b\tc ", "'a b' c", "\"a b\"c", "a'b'\"c\"d", "--exclude '' --set A=1", "''", "a\\ b",
          "'it'\\''s'", "\"a\\\"b\\\\c\\d\"", "'a\\b'", "\\'", "'A','B'", "--exclude 'x'Z", "\"'\" '\"'", "a\nb"})
        QTest::addRow("%s", text) << text;
}

void tst_CommandLineText::shellWords_areTheShells()
{
    QFETCH(QString, text);
    // A line break is a blank here, and the end of a command there.
    const QString line = QString(text).replace('\n', ' ');
    QList<QByteArray> expected = argumentsOf("qscope end " + line.toStdString());
    QVERIFY(expected.size() > 1 && expected.first() == "end");
    expected.removeFirst();
    expected.removeLast(); // behind the last 0
    const auto words = shellWords(text.toStdString());
    QVERIFY(words);
    QList<QByteArray> found;
    for (const std::string& word : *words)
        found << QByteArray::fromStdString(word);
    QCOMPARE(found, expected);
}

void tst_CommandLineText::shellWord_isOneWord()
{
    for (const std::string word : {"", "a", "it's", "a b", "\"", "\\", "$(id)", "line\nbreak", "''"}) {
        const auto words = shellWords(shellWord(word) + " " + shellWord(word));
        QVERIFY2(words, word.c_str());
        QCOMPARE(*words, (std::vector<std::string>{word, word}));
    }
}

void tst_CommandLineText::openQuotes_areRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"'", "a 'b", "\"a", "'a\"", "a\\", "\"a\\\""})
        QTest::addRow("%s", text) << text;
}

void tst_CommandLineText::openQuotes_areRefused()
{
    QFETCH(QString, text);
    const auto words = shellWords(text.toStdString());
    QVERIFY(!words);
    QVERIFY(words.error().code == ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(tst_CommandLineText)
#include "tst_command_line_text.moc"
