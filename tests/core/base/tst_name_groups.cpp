// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_groups.h"

#include <QTest>

using namespace quantiscope;

using Names = std::vector<std::string>;

class tst_NameGroups : public QObject
{
    Q_OBJECT

private slots:
    void shortList_tellsThreeNames_andCountsTheRest();
    void tensorList_countsAndQuotes();
    void sentences_areOneForEachText_inTheirOrder();
};

void tst_NameGroups::shortList_tellsThreeNames_andCountsTheRest()
{
    QCOMPARE(shortList(Names{}), std::string());
    QCOMPARE(shortList(Names{"a"}), std::string("a"));
    QCOMPARE(shortList(Names{"a", "b", "c"}), std::string("a, b, c"));
    QCOMPARE(shortList(Names{"a", "b", "c", "d"}), std::string("a, b, c + 1 more"));
    QCOMPARE(shortList(Names(15, "a")), std::string("a, a, a + 12 more"));
}

void tst_NameGroups::tensorList_countsAndQuotes()
{
    QCOMPARE(tensorList(Names{"a"}), std::string("1 tensor ('a')"));
    QCOMPARE(tensorList(Names(5, "a")), std::string("5 tensors ('a', 'a', 'a' + 2 more)"));
}

void tst_NameGroups::sentences_areOneForEachText_inTheirOrder()
{
    NameGroups groups;
    QVERIFY(groups.sentences().empty());
    for (const char* name : {"a", "b", "c", "d"})
        groups.add("Too large", quotedName(name));
    groups.add("Too small", quotedName("e"));
    groups.add("Too large", quotedName("f"));
    QCOMPARE(groups.sentences(), (Names{"Too large: 'a', 'b', 'c' + 2 more.", "Too small: 'e'."}));
    QCOMPARE(groups.groups()[0].names.size(), std::size_t(5));
}

QTEST_GUILESS_MAIN(tst_NameGroups)
#include "tst_name_groups.moc"
