// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_search.h"

#include "tests/widgets/graph/graph_scenes.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_GraphSearch : public QObject
{
    Q_OBJECT

private slots:
    void find_givesTheNodesThatMatch_data();
    void find_givesTheNodesThatMatch();
    void search_tellsWhatIsWrong_data();
    void search_tellsWhatIsWrong();
    void find_stops_whenCanceled();
};

using Positions = std::vector<int>;

void tst_GraphSearch::find_givesTheNodesThatMatch_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRegex");
    QTest::addColumn<QList<int>>("nodes");
    const auto row = [](const char* name, const char* text, const QList<int>& nodes, bool isRegex = false) {
        QTest::newRow(name) << QString::fromUtf8(text) << isRegex << nodes;
    };
    row("nothing", "", {});
    row("spaces", "   ", {});
    row("name", "head/", {0, 1, 2});
    row("case", "HEAD/Conv", {0});
    row("operator as word", "sigm", {1});
    row("value as word", "mul", {2});
    row("initializer", "\"b\" op:Conv", {0});
    row("input of the model", "x -op:Sigmoid", {0});
    row("made values are not those who read them", "-head/ op:Concat m", {});
    row("operator", "op:mul", {2});
    row("part of an operator is none", "op:mu", {});
    row("two terms", "head op:Conv", {0});
    row("negated", "head -op:Conv", {1, 2});
    row("attribute", "attr:axis", {3});
    row("attribute with value", "attr:axis=1", {3});
    row("attribute with another value", "attr:axis=2", {});
    row("list", "attr:kernel_shape=[3,3]", {0});
    row("list with spaces", "\"attr:kernel_shape=[3, 3]\"", {});
    row("shape", "shape:1x16x8x8", {0, 1, 2});
    row("shape with any extents", "shape:*x32x*x*", {3});
    row("shape with commas", "shape:[1,16,8,8]", {0, 1, 2});
    row("shape with times signs", "shape:1×32×8×8", {3});
    row("shape, open end", "shape:1x32x...", {3});
    row("shape of another rank", "shape:1x16", {});
    row("quoted", "\"op:Conv\"", {});
    row("unknown key is a word", "foo:bar", {});
    row("regex", "^head/(conv|mul)$", {0, 2}, true);
    row("regex over operators", "^Con", {0, 3}, true);
    row("regex minds case", "^con", {}, true);
}

void tst_GraphSearch::find_givesTheNodesThatMatch()
{
    QFETCH(QString, text);
    QFETCH(bool, isRegex);
    QFETCH(QList<int>, nodes);
    const GraphSearch search(text, isRegex ? GraphSearch::Mode::Regex : GraphSearch::Mode::Words);
    QCOMPARE(search.error(), QString());
    const Positions found = search.find(*smallModel(), CancelFlag());
    QCOMPARE(QList<int>(found.begin(), found.end()), nodes);
}

void tst_GraphSearch::search_tellsWhatIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRegex");
    QTest::addColumn<QString>("part");
    QTest::newRow("parenthesis") << QStringLiteral("a(b") << true << QStringLiteral("parenthesis");
    QTest::newRow("place") << QStringLiteral("ab[") << true << QStringLiteral("character 4");
    QTest::newRow("quotes") << QStringLiteral("\"a b") << false << QStringLiteral("quotation");
    QTest::newRow("no operator") << QStringLiteral("op:") << false << QStringLiteral("op:Conv");
    QTest::newRow("no attribute") << QStringLiteral("attr:") << false << QStringLiteral("attr:group");
    QTest::newRow("value alone") << QStringLiteral("attr:=1") << false << QStringLiteral("Before =");
    QTest::newRow("no shape") << QStringLiteral("shape:") << false << QStringLiteral("shape:1x64");
    QTest::newRow("hole") << QStringLiteral("shape:1xx3") << false << QStringLiteral("shape:1xx3");
}

void tst_GraphSearch::search_tellsWhatIsWrong()
{
    QFETCH(QString, text);
    QFETCH(bool, isRegex);
    QFETCH(QString, part);
    const GraphSearch search(text, isRegex ? GraphSearch::Mode::Regex : GraphSearch::Mode::Words);
    QVERIFY2(search.error().contains(part), qPrintable(search.error()));
    QVERIFY(search.find(*smallModel(), CancelFlag()).empty());
}

void tst_GraphSearch::find_stops_whenCanceled()
{
    CancelFlag feedback;
    feedback.cancel();
    QVERIFY(GraphSearch(QStringLiteral("head"), GraphSearch::Mode::Words).find(*smallModel(), feedback).empty());
}

QTEST_MAIN(tst_GraphSearch)
#include "tst_graph_search.moc"
