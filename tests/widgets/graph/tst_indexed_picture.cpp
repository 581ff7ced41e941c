// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/processor_time.h"
#include "widgets/graph/indexed_picture.h"

#include "tests/widgets/graph/graph_scenes.h"

#include <QTest>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_IndexedPicture : public QObject
{
    Q_OBJECT

private slots:
    void items_areFoundByPlace();
    void edges_areFoundByPlace();
    void itemAt_givesTheInnermost();
    void lookUps_giveWhatIsDrawn();
    void neighbours_areThoseOfTheEdges();
    void largePicture_givesWhatAScanGives();
    void manyLongLines_areFound_withoutFillingTheCells();
    void cancelledIndexing_endsAtOnce();
    void emptyPicture_hasNothing();
};

void tst_IndexedPicture::items_areFoundByPlace()
{
    const IndexedPicturePtr picture = smallPicture();
    QCOMPARE(picture->itemsIn(QRectF(0, 150, 40, 40)), std::vector<int>({2}));
    QCOMPARE(picture->itemsIn(QRectF(-1000, -1000, 10000, 10000)).size(), std::size_t(6));
    QVERIFY(picture->itemsIn(QRectF(0, 0, 50, 50)).empty());
}

void tst_IndexedPicture::edges_areFoundByPlace()
{
    const IndexedPicturePtr picture = smallPicture();
    QCOMPARE(picture->edgeAt(QPointF(176, 50), 4.0), 0);
    QCOMPARE(picture->edgeAt(QPointF(240, 50), 4.0), -1);
}

void tst_IndexedPicture::itemAt_givesTheInnermost()
{
    auto picture = std::make_shared<GraphPicture>();
    PictureItem frame;
    frame.kind = PictureItem::Kind::Frame;
    frame.scope = 1;
    frame.rect = QRectF(0, 0, 400, 400);
    PictureItem inner = nodeBox(0, 100, 100);
    inner.frame = 0;
    picture->items = {frame, inner};
    picture->bounds = frame.rect;
    const IndexedPicture indexed(picture);
    QCOMPARE(indexed.itemAt(QPointF(120, 110)), 1);
    QCOMPARE(indexed.itemAt(QPointF(20, 20)), 0);
    QCOMPARE(indexed.itemAt(QPointF(500, 20)), -1);
}

void tst_IndexedPicture::lookUps_giveWhatIsDrawn()
{
    const IndexedPicturePtr picture = smallPicture();
    QCOMPARE(picture->itemOfNode(2), 3);
    QCOMPARE(picture->itemOfNode(7), -1);
    QCOMPARE(picture->itemOfTensor("y"), 5);
    QCOMPARE(picture->itemOfTensor("m"), -1);
    QCOMPARE(picture->itemOfScope(1), -1);
}

void tst_IndexedPicture::neighbours_areThoseOfTheEdges()
{
    const IndexedPicturePtr picture = smallPicture();
    const auto from = picture->edgesFrom(1);
    QCOMPARE(std::vector<int>(from.begin(), from.end()), std::vector<int>({1, 2}));
    const auto to = picture->edgesTo(3);
    QCOMPARE(std::vector<int>(to.begin(), to.end()), std::vector<int>({2, 3}));
    QVERIFY(picture->edgesFrom(5).empty());
}

void tst_IndexedPicture::largePicture_givesWhatAScanGives()
{
    auto picture = std::make_shared<GraphPicture>();
    for (int i = 0; i < 3000; ++i)
        picture->items.push_back(nodeBox(i, (i * 7919) % 20000, (i * 104729) % 30000));
    picture->bounds = QRectF(0, 0, 20150, 30038);
    const IndexedPicture indexed(picture);
    for (const QRectF& area :
         {QRectF(0, 0, 3000, 2000), QRectF(9000, 15000, 100, 4000), QRectF(19000, 29000, 9000, 9000)}) {
        std::vector<int> expected;
        for (int i = 0; i < 3000; ++i) {
            if (picture->items[std::size_t(i)].rect.intersects(area))
                expected.push_back(i);
        }
        QVERIFY(!expected.empty());
        QCOMPARE(indexed.itemsIn(area), expected);
    }
}

/// Lines from @p count boxes in a row to one below.
static GraphPicturePtr fanIn(int count)
{
    auto picture = std::make_shared<GraphPicture>();
    for (int i = 0; i < count; ++i)
        picture->items.push_back(nodeBox(i, i * 180.0, 0));
    picture->items.push_back(nodeBox(count, count * 90.0, 2000));
    for (int i = 0; i < count; ++i)
        picture->edges.push_back(edgeBetween(*picture, i, count, {"v"}));
    picture->bounds = QRectF(0, 0, count * 180.0, 2038);
    return picture;
}

void tst_IndexedPicture::manyLongLines_areFound_withoutFillingTheCells()
{
    constexpr int kCount = 20000; // which took seconds and gigabytes when every line was in each cell of its box
    const ProcessorTime time;
    const IndexedPicture indexed(fanIn(kCount));
    QVERIFY2(time.isBelow(1.5), time.text().constData());
    for (const int edge : {0, 777, kCount / 2, kCount - 1}) {
        const std::span<const QPointF> line = indexed.line(edge);
        for (std::size_t corner = 1; corner < line.size(); ++corner) {
            const QPointF middle = (line[corner - 1] + line[corner]) / 2.0;
            const std::vector<int> found = indexed.edgesIn(QRectF(middle - QPointF(5, 5), QSizeF(10, 10)));
            QVERIFY(std::is_sorted(found.begin(), found.end()));
            QVERIFY(std::binary_search(found.begin(), found.end(), edge));
        }
    }
    QVERIFY(indexed.edgesIn(QRectF(-500, -500, 100, 100)).empty());
    // Each movement of the mouse asks.
    const ProcessorTime asking;
    for (int i = 0; i < 200; ++i)
        (void)indexed.edgeAt(QPointF(i * kCount * 180.0 / 200.0, 1000.0), 5.0);
    QVERIFY2(asking.isBelow(0.4), asking.text().constData());
}

void tst_IndexedPicture::cancelledIndexing_endsAtOnce()
{
    CancelFlag flag;
    flag.cancel();
    const IndexedPicture indexed(fanIn(10), flag);
    QVERIFY(indexed.edgesFrom(0).empty());
}

void tst_IndexedPicture::emptyPicture_hasNothing()
{
    const IndexedPicture indexed(std::make_shared<GraphPicture>());
    QVERIFY(indexed.itemsIn(QRectF(-10, -10, 20, 20)).empty());
    QCOMPARE(indexed.itemAt(QPointF()), -1);
    QCOMPARE(indexed.edgeAt(QPointF(), 5.0), -1);
    QVERIFY(indexed.edgesFrom(0).empty());
}

QTEST_MAIN(tst_IndexedPicture)
#include "tst_indexed_picture.moc"
