// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/position_votes.h"

#include <QTest>

using namespace quantiscope;

class tst_PositionVotes : public QObject
{
    Q_OBJECT

private slots:
    void add_countsByTypeAndPosition();
    void merge_addsUp_inAnyOrder();
};

void tst_PositionVotes::add_countsByTypeAndPosition()
{
    PositionVotes votes;
    QVERIFY(votes.isEmpty());
    votes.add(DataType::Int8, 5);
    votes.add(DataType::Int8, -2, 3);
    votes.add(DataType::Int8, 5);
    votes.add(DataType::UInt16, 9);
    votes.add(DataType::UInt8, 1, 0); // nobody voted
    QVERIFY(!votes.isEmpty());
    QVERIFY(votes.of(DataType::Int8) == (PositionVotes::Counts{{-2, 3}, {5, 2}}));
    QVERIFY(votes.of(DataType::UInt16) == (PositionVotes::Counts{{9, 1}}));
    QVERIFY(votes.of(DataType::UInt8).empty());
}

void tst_PositionVotes::merge_addsUp_inAnyOrder()
{
    PositionVotes a;
    a.add(DataType::Int8, 5, 2);
    a.add(DataType::Int8, 7);
    PositionVotes b;
    b.add(DataType::Int8, 5);
    b.add(DataType::Int16, 0);
    PositionVotes ab = a;
    ab.merge(b);
    PositionVotes ba = b;
    ba.merge(a);
    QVERIFY(ab == ba);
    QVERIFY(ab.of(DataType::Int8) == (PositionVotes::Counts{{5, 3}, {7, 1}}));
}

QTEST_GUILESS_MAIN(tst_PositionVotes)
#include "tst_position_votes.moc"
