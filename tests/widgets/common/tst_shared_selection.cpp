// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/node_selection.h"

#include <QSignalSpy>
#include <QTest>

using namespace quantiscope;

class TestNodeSelection : public QObject
{
    Q_OBJECT

private slots:
    void select_tellsOnce_andNotAgainForTheSame()
    {
        NodeSelection selection;
        const QSignalSpy changed(&selection, &NodeSelection::selectionChanged);
        selection.select(3);
        selection.select(3);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(selection.nodes(), std::set<int>{3});
        QCOMPARE(selection.current(), 3);
        QVERIFY(selection.contains(3) && !selection.contains(2));
    }

    void select_none_clears()
    {
        NodeSelection selection;
        selection.select(3);
        selection.select(NodeSelection::kNone);
        QVERIFY(selection.nodes().empty());
        QCOMPARE(selection.current(), NodeSelection::kNone);
    }

    void toggle_movesCurrent_toOneThatIsLeft()
    {
        NodeSelection selection;
        selection.select({1, 5}, 1);
        selection.toggle(7);
        QCOMPARE(selection.current(), 7);
        selection.toggle(7);
        QCOMPARE(selection.nodes(), (std::set<int>{1, 5}));
        QCOMPARE(selection.current(), 5);
        selection.toggle(1);
        QCOMPARE(selection.current(), 5);
        selection.toggle(5);
        QCOMPARE(selection.current(), NodeSelection::kNone);
    }

    void add_keepsWhatWasThere_andNothingChangesForNothing()
    {
        NodeSelection selection;
        selection.select(1);
        const QSignalSpy changed(&selection, &NodeSelection::selectionChanged);
        selection.add({});
        QCOMPARE(changed.count(), 0);
        selection.add({4, 2});
        QCOMPARE(selection.nodes(), (std::set<int>{1, 2, 4}));
        QCOMPARE(selection.current(), 4);
    }

    void tensor_goesWithItsNode()
    {
        NodeSelection selection;
        selection.select(1);
        selection.selectTensor("y");
        QCOMPARE(selection.current(), 1);
        QCOMPARE(selection.tensor(), std::string("y"));
        selection.select(2);
        QVERIFY(selection.tensor().empty());
    }

    void reveal_asksViews_evenWhenSelectedAlready()
    {
        NodeSelection selection;
        selection.select(2);
        const QSignalSpy changed(&selection, &NodeSelection::selectionChanged);
        const QSignalSpy asked(&selection, &NodeSelection::revealRequested);
        selection.reveal(2);
        QCOMPARE(changed.count(), 0);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.at(0).at(0).toInt(), 2);
    }
};

QTEST_MAIN(TestNodeSelection)
#include "tst_shared_selection.moc"
