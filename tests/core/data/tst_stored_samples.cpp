// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stored_samples.h"
#include "tests/core/data/function_source.h"

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Numbered samples of which those at @p broken fail with @p code.
FunctionSource withBroken(std::vector<std::size_t> broken, ErrorCode code)
{
    return FunctionSource(20, [broken = std::move(broken), code](std::size_t i) -> Result<Sample> {
        if (std::ranges::count(broken, i) > 0)
            return Error{code, "broken", {}};
        return numbered(i);
    });
}

std::vector<std::size_t> indices(const std::vector<Sample>& samples)
{
    std::vector<std::size_t> found;
    for (const Sample& sample : samples)
        found.push_back(sample.index);
    return found;
}

} // namespace

class tst_StoredSamples : public QObject
{
    Q_OBJECT

private slots:
    void storedSamples_areReadAsTheyAre();
    void firstSamples_leaveOutWhatIsSkipped();
    void firstSamples_endAtAnError();
    void firstSamples_doNotLookForever();
};

void tst_StoredSamples::storedSamples_areReadAsTheyAre()
{
    const std::vector<Sample> samples{*numbered(3), *numbered(7)};
    const StoredSamples source(samples);
    QCOMPARE(source.size(), std::size_t(2));
    QCOMPARE(source.name(1), std::string("7"));
    const auto sample = source.read(1);
    VERIFY_OK(sample);
    QCOMPARE(sample->index, std::size_t(7));
    QCOMPARE(floats(sample->inputs.at("x")), (std::vector<float>{7, 8}));
}

void tst_StoredSamples::firstSamples_leaveOutWhatIsSkipped()
{
    FunctionSource source = withBroken({0, 2}, ErrorCode::DataRefused);
    source.skips = true;
    QCOMPARE(indices(firstSamples(source, 2)), (std::vector<std::size_t>{1, 3}));
    QCOMPARE(firstSamples(source, 100).size(), std::size_t(18));
    FunctionSource often = withBroken({0, 1, 2, 3, 4, 6, 7, 8, 9, 10}, ErrorCode::DataRefused); // never nine in a row
    often.skips = true;
    QCOMPARE(indices(firstSamples(often, 2)), (std::vector<std::size_t>{5, 11}));
}

void tst_StoredSamples::firstSamples_endAtAnError()
{
    QCOMPARE(indices(firstSamples(withBroken({1}, ErrorCode::DataRefused), 2)), (std::vector<std::size_t>{0}));
    FunctionSource source = withBroken({1}, ErrorCode::OutOfMemory);
    source.skips = true;
    QCOMPARE(indices(firstSamples(source, 2)), (std::vector<std::size_t>{0}));
}

void tst_StoredSamples::firstSamples_doNotLookForever()
{
    std::size_t reads = 0;
    FunctionSource source(100000, [&reads](std::size_t) -> Result<Sample> {
        ++reads;
        return Error{ErrorCode::DataRefused, "broken", {}};
    });
    source.skips = true;
    QVERIFY(firstSamples(source, 2).empty());
    QVERIFY2(reads < 20, qPrintable(QString::number(reads)));
}

QTEST_GUILESS_MAIN(tst_StoredSamples)
#include "tst_stored_samples.moc"
