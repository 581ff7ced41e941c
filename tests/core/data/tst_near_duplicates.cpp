// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/near_duplicates.h"

#include <QTest>

using namespace quantiscope;

namespace {

PictureMarks marks(std::uint64_t hash, int level)
{
    PictureMarks made;
    made.differenceHash = hash;
    made.thumbnail.fill(std::uint8_t(level));
    return made;
}

std::vector<const PictureMarks*> pointers(const std::vector<PictureMarks>& all)
{
    std::vector<const PictureMarks*> list;
    for (const PictureMarks& each : all)
        list.push_back(&each);
    return list;
}

} // namespace

class tst_NearDuplicates : public QObject
{
    Q_OBJECT

private slots:
    void groups_needHashAndThumbnailAlike();
    void groups_leaveOutUnreadable();
    void fourBits_areFoundWhereverTheyAre();
    void manyEqualHashes_areSoonDone();
    void runs_areNeighboursOnly();
};

void tst_NearDuplicates::groups_needHashAndThumbnailAlike()
{
    const std::vector<PictureMarks> all{marks(0xF0F0, 100), marks(0xF0F1, 101), marks(0xF0F0, 160),
                                        marks(~0xF0F0ULL, 100), marks(0xF0F3, 99)};
    const auto groups = nearDuplicates(pointers(all));
    QCOMPARE(groups.size(), std::size_t(1));
    QCOMPARE(groups[0], (SampleGroup{0, 1, 4}));
}

void tst_NearDuplicates::groups_leaveOutUnreadable()
{
    const PictureMarks one = marks(5, 5);
    const std::vector<const PictureMarks*> all{nullptr, &one, nullptr, &one};
    QCOMPARE(nearDuplicates(all), (std::vector<SampleGroup>{{1, 3}}));
}

void tst_NearDuplicates::fourBits_areFoundWhereverTheyAre()
{
    const std::uint64_t hash = 0x0123456789ABCDEFULL;
    for (int first = 0; first < 61; ++first) {
        const std::uint64_t four = hash ^ (0xFULL << first);
        const std::vector<PictureMarks> near{marks(hash, 9), marks(four, 9)};
        QCOMPARE(nearDuplicates(pointers(near)).size(), std::size_t(1));
        const std::vector<PictureMarks> far{marks(hash, 9), marks(four ^ (1ULL << ((first + 10) % 64)), 9)};
        QVERIFY(nearDuplicates(pointers(far)).empty());
    }
}

void tst_NearDuplicates::manyEqualHashes_areSoonDone()
{
    std::vector<PictureMarks> all;
    for (int i = 0; i < 20000; ++i) { // pairs of all with all would take minutes
        all.push_back(marks(0, 0));
        for (int k = 0; k < 64; ++k)
            all.back().thumbnail[std::size_t((i * 31 + k * 7) % 256)] = std::uint8_t(255 - i % 200);
    }
    all[1] = all[0];
    const auto groups = nearDuplicates(pointers(all));
    QVERIFY(!groups.empty());
    QCOMPARE(groups.front()[0], std::size_t(0));
    QCOMPARE(groups.front()[1], std::size_t(1));
}

void tst_NearDuplicates::runs_areNeighboursOnly()
{
    std::vector<PictureMarks> all;
    for (int i = 0; i < 5; ++i)
        all.push_back(marks(0xFF << i, 50 + 10 * i)); // each near the one before, the last far from the first
    all.push_back(marks(0xFF00FF00FF00FF00ULL, 200));
    all.push_back(marks(0xFF00FF00FF00FF00ULL, 200));
    QCOMPARE(sequentialRuns(pointers(all)), (std::vector<SampleGroup>{{0, 1, 2, 3, 4}}));
}

QTEST_GUILESS_MAIN(tst_NearDuplicates)
#include "tst_near_duplicates.moc"
