// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/name_pattern.h"

#include <QTest>

using namespace quantiscope;

namespace {

constexpr std::uint64_t kPlenty = 10'000'000;

Result<NamePattern> compiled(const QString& pattern)
{
    return NamePattern::compile(pattern.toStdString(), ErrorCode::ConfigRefused, "rule");
}

} // namespace

class tst_NamePattern : public QObject
{
    Q_OBJECT

private slots:
    void isIn_searchesTheName_data();
    void isIn_searchesTheName();
    void isIn_endsWhateverThePattern_data();
    void isIn_endsWhateverThePattern();
    void isIn_takesStepsUntilNoneAreLeft();
    void isIn_endsSoon_whenCanceled();
    void lists_areFoundOut_data();
    void lists_areFoundOut();
    void lists_takeOneStepANameHoweverLong();
    void beginnings_matchAsTheWholeExpressionWould_data();
    void beginnings_matchAsTheWholeExpressionWould();
    void beginnings_takeAStepEach();
    void compile_refusesWithSentence_data();
    void compile_refusesWithSentence();

private:
    Feedback m_feedback;
};

void tst_NamePattern::isIn_searchesTheName_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("matches");
    QTest::newRow("anywhere") << "head/"
                              << "/model/head/Conv" << true;
    QTest::newRow("nowhere") << "heads/"
                             << "/model/head/Conv" << false;
    QTest::newRow("start") << "^/model"
                           << "/model/head" << true;
    QTest::newRow("not at the start") << "^/head"
                                      << "/model/head" << false;
    QTest::newRow("end") << "Conv$"
                         << "a/Conv" << true;
    QTest::newRow("not at the end") << "Conv$"
                                    << "a/Conv_1" << false;
    QTest::newRow("alternatives are of the whole expression") << "^a|b$"
                                                              << "xb" << true;
    QTest::newRow("classes") << "^[A-Z]\\w+_\\d{2,3}$"
                             << "Conv_12" << true;
    QTest::newRow("classes, too few") << "^[A-Z]\\w+_\\d{2,3}$"
                                      << "Conv_1" << false;
    QTest::newRow("look ahead") << "^(?!.*head)"
                                << "/model/neck" << true;
    QTest::newRow("look ahead, no") << "^(?!.*head)"
                                    << "/model/head" << false;
    QTest::newRow("empty name") << "^$"
                                << "" << true;
    QTest::newRow("a line break before it") << "b"
                                            << "a\nb" << true;
    QTest::newRow("not greedy") << "a.*?c$"
                                << "abcbc" << true;
}

void tst_NamePattern::isIn_searchesTheName()
{
    QFETCH(QString, pattern);
    QFETCH(QString, name);
    QFETCH(bool, matches);
    const auto expression = compiled(pattern);
    QVERIFY2(expression.has_value(), expression ? "" : expression.error().message.c_str());
    std::uint64_t steps = kPlenty;
    const std::optional<bool> found = expression->isIn(name.toStdString(), steps, m_feedback);
    QVERIFY(found.has_value());
    QCOMPARE(*found, matches);
    QVERIFY(steps < kPlenty && steps > kPlenty - 2000);
}

void tst_NamePattern::isIn_endsWhateverThePattern_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("ends"); // before the steps are used up
    QTest::newRow("nested repeats") << "^(a+)+$" << QString(40, 'a') + "!" << true;
    QTest::newRow("nested repeats, long name") << "^(a+)+$" << QString(20'000, 'a') + "!" << true;
    QTest::newRow("alternatives alike") << "^(a|a|a)*b" << QString(60, 'a') << true;
    QTest::newRow("empty alternatives") << "^(|a|)*b" << QString(60, 'a') << true;
    QTest::newRow("many optional") << QString("a?").repeated(400) + QString("a").repeated(99) << QString(98, 'a')
                                   << true;
    QTest::newRow("counted") << "(" + QString("a?").repeated(300) + "){30}x" << QString(10, 'b') << true;
    QTest::newRow("brackets in brackets")
        << "^" + QString(400, '(') + "a" + QString(400, ')') + "*$" << QString(4096, 'a') + "!" << true;
    QTest::newRow("empty ones") << "(|){1900}b" << QString(800'000, 'a') << false; // seconds, were every look a step
    QTest::newRow("look ahead in look ahead") << "(?=.*(?=.*(?=.*(?=.*x))))" << QString(500, 'a') << false;
}

void tst_NamePattern::isIn_endsWhateverThePattern()
{
    QFETCH(QString, pattern);
    QFETCH(QString, name);
    QFETCH(bool, ends);
    const auto expression = compiled(pattern);
    QVERIFY2(expression.has_value(), expression ? "" : expression.error().message.c_str());
    std::uint64_t steps = kPlenty;
    const std::optional<bool> found = expression->isIn(name.toStdString(), steps, m_feedback);
    QCOMPARE(found.has_value(), ends);
    QVERIFY(!found.value_or(false));
    QCOMPARE(steps > 0, ends);
}

void tst_NamePattern::isIn_takesStepsUntilNoneAreLeft()
{
    const auto expression = compiled("b$");
    QVERIFY(expression.has_value());
    std::uint64_t steps = kPlenty;
    const std::string name(100, 'a');
    QCOMPARE(expression->isIn(name, steps, m_feedback), std::optional(false));
    const std::uint64_t taken = kPlenty - steps;
    QVERIFY(taken >= name.size());
    steps = taken;
    QCOMPARE(expression->isIn(name, steps, m_feedback), std::optional(false));
    QCOMPARE(steps, std::uint64_t(0));
    steps = taken - 1;
    QVERIFY(!expression->isIn(name, steps, m_feedback));
    QVERIFY(!expression->isIn(name, steps, m_feedback)); // and stays so
}

void tst_NamePattern::isIn_endsSoon_whenCanceled()
{
    /// Canceled from the third time on that somebody asks.
    struct Impatient final : Feedback
    {
        [[nodiscard]] bool isCanceled() const override { return ++polls >= 3; }
        mutable int polls = 0;
    };
    const auto expression = compiled("(?=.*(?=.*(?=.*(?=.*x))))");
    QVERIFY(expression.has_value());
    const Impatient feedback;
    std::uint64_t steps = kPlenty;
    QVERIFY(!expression->isIn(std::string(500, 'a'), steps, feedback));
    QCOMPARE(feedback.polls, 3);
    QVERIFY(kPlenty - steps < 100'000); // some milliseconds
}

void tst_NamePattern::lists_areFoundOut_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("one") << "^/a/Conv$" << QStringList{"/a/Conv"};
    QTest::newRow("many") << "^(b|a|a\\.b\\(c\\))$" << QStringList{"a", "a.b(c)", "b"};
    QTest::newRow("group that captures nothing") << "^(?:a|b)$" << QStringList{"a", "b"};
    for (const char* other : {"a", "^a", "a$", "^$", "^()$", "^(a|)$", "^a|b$", "^(a|b.)$", "^(a)|(b)$", "^(a|b$",
                              "^a\\d$", "^(a|b)c$", "^(?=a)$", "^a\\$"})
        QTest::newRow(other) << other << QStringList();
}

void tst_NamePattern::lists_areFoundOut()
{
    QFETCH(QString, pattern);
    QFETCH(QStringList, names);
    QStringList found;
    for (const std::string& name : namesListedIn(pattern.toStdString()))
        found.append(QString::fromStdString(name));
    QCOMPARE(found, names);
    if (names.isEmpty())
        return;
    const auto compiledOne = compiled(pattern);
    QVERIFY(compiledOne.has_value());
    std::uint64_t steps = kPlenty;
    for (const QString& name : names)
        QVERIFY(*compiledOne->isIn(name.toStdString(), steps, m_feedback));
    QVERIFY(!*compiledOne->isIn((names.front() + "x").toStdString(), steps, m_feedback));
}

void tst_NamePattern::lists_takeOneStepANameHoweverLong()
{
    QString list = "^(a0";
    for (int i = 1; i < 200; ++i)
        list += "|a" + QString::number(i);
    const auto pattern = compiled(list + ")$");
    QVERIFY(pattern.has_value());
    std::uint64_t steps = 1;
    QCOMPARE(pattern->isIn("a199", steps, m_feedback), std::optional(true));
    QCOMPARE(pattern->isIn("a199", steps, m_feedback), std::optional<bool>());
}

void tst_NamePattern::beginnings_matchAsTheWholeExpressionWould_data()
{
    QTest::addColumn<QString>("pattern");
    for (const char* pattern :
         {"^a",    "^a/",    "^a\\.b", "^(a|b/)", "^(?:b|a\\$)", "^a$", "^a|b",  "^(a|b)c", "^(a)|(b)", "^a\\$", "^a.",
          "^(|a)", "^(?=a)", "^(?!a)", "^a*",     "^",           "^()", "^a\\d", "^a{1}",   "a",        "^^a"})
        QTest::newRow(pattern) << pattern;
}

void tst_NamePattern::beginnings_matchAsTheWholeExpressionWould()
{
    QFETCH(QString, pattern);
    const auto expression = compiled(pattern);
    const auto whole = compiled("(?:" + pattern + ")"); // is never looked at as a list
    QVERIFY(expression.has_value() && whole.has_value());
    for (const char* name : {"", "a", "b", "a/", "a/b", "a.b", "axb", "ab", "bc", "b/", "xa", "x/a/", "a$", "a\nb",
                             "x\na", "a1", "aa", "^a", "A"}) {
        std::uint64_t steps = kPlenty;
        const auto found = expression->isIn(name, steps, m_feedback);
        QVERIFY2(found && found == whole->isIn(name, steps, m_feedback), name);
    }
}

void tst_NamePattern::beginnings_takeAStepEach()
{
    const auto pattern = compiled("^(a/|b/|c/)");
    QVERIFY(pattern.has_value());
    std::uint64_t steps = 4;
    QCOMPARE(pattern->isIn("c/x", steps, m_feedback), std::optional(true));
    QCOMPARE(pattern->isIn("c/x", steps, m_feedback), std::optional<bool>());
}

void tst_NamePattern::compile_refusesWithSentence_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("part");
    QTest::newRow("open bracket") << "("
                                  << "rule: '(' is not a valid regular expression";
    QTest::newRow("closed bracket") << "a)(b"
                                    << "is not a valid regular expression";
    QTest::newRow("back-reference") << "(a)\\1"
                                    << "is not a valid regular expression";
    QTest::newRow("too long") << QString(1001, 'a') << "longer than 1000 characters";
    QTest::newRow("large count") << "(){30000}"
                                 << "the counted repeats of '(){30000}' are too large";
    QTest::newRow("count that overflows") << "a{99999999999999999999999}"
                                          << "are too large";
    QTest::newRow("upper count") << "(ab){0,30000}"
                                 << "are too large";
    QTest::newRow("counts in each other") << "((a{100}){100}){100}"
                                          << "are too large";
}

void tst_NamePattern::compile_refusesWithSentence()
{
    QFETCH(QString, pattern);
    QFETCH(QString, part);
    const auto expression = compiled(pattern);
    QVERIFY(!expression);
    QCOMPARE(expression.error().code, ErrorCode::ConfigRefused);
    const QString message = QString::fromStdString(expression.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

QTEST_GUILESS_MAIN(tst_NamePattern)
#include "tst_name_pattern.moc"
