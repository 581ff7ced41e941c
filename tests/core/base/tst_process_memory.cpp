// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_memory.h"

#include <QTest>

#include <cstddef>
#include <cstdlib>
#include <cstring>

using namespace quantiscope;

class tst_ProcessMemory : public QObject
{
    Q_OBJECT

private slots:
    void residentMemory_isPartOfThePeak();
    void freedBlocks_goBackAtOnce();
};

namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;

/// A block whose pages are all used.
void* usedBlock(std::size_t bytes)
{
    void* const block = std::malloc(bytes);
    if (!block)
        qFatal("no memory");
    std::memset(block, 1, bytes);
    return block;
}

} // namespace

void tst_ProcessMemory::residentMemory_isPartOfThePeak()
{
    const std::size_t resident = residentMemory();
    QVERIFY(resident > kMiB);
    QVERIFY(peakMemory() >= resident); // asked for later: it only grows
}

void tst_ProcessMemory::freedBlocks_goBackAtOnce()
{
    returnLargeBlocksAtOnce();
    std::free(usedBlock(24 * kMiB)); // from here on glibc by itself keeps blocks of up to this size
    const std::size_t before = residentMemory();
    void* const block = usedBlock(16 * kMiB);
    void* const behind = usedBlock(100); // holds the heap open
    QVERIFY(residentMemory() > before + 15 * kMiB);
    std::free(block);
    QVERIFY(residentMemory() < before + 4 * kMiB);
    std::free(behind);
}

QTEST_GUILESS_MAIN(tst_ProcessMemory)
#include "tst_process_memory.moc"
