// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/prefetcher.h"
#include "tests/core/data/function_source.h"

#include <QTest>

#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

Error unreadable(std::size_t i)
{
    return {ErrorCode::DataRefused, "Picture '" + std::to_string(i) + "' cannot be decoded.", std::to_string(i)};
}

/// Everything next() gives, by name; the error's message at the end when there is one.
std::vector<std::string> drained(SamplePrefetcher& prefetcher)
{
    std::vector<std::string> names;
    for (;;) {
        const auto sample = prefetcher.next();
        if (!sample)
            names.push_back(sample.error().message);
        if (!sample || !*sample)
            return names;
        names.push_back((*sample)->name);
    }
}

} // namespace

class tst_SamplePrefetcher : public QObject
{
    Q_OBJECT

private slots:
    void next_givesAllInOrder();
    void next_readsOneAheadOnly();
    void next_leavesOutUnreadablePictures_data();
    void next_leavesOutUnreadablePictures();
    void next_refuses_whenNoneIsReadable();
    void next_passesErrorOn_whenSourceDoesNotSkip();
    void next_passesOtherErrorsOn_whenSourceSkips();
    void next_turnsExceptionsIntoErrors();
    void next_isCanceled_whileReading();
    void destructor_stopsReading_whenNothingWasTaken();
    void dataDigest_dependsOnContentOnly();
};

void tst_SamplePrefetcher::next_givesAllInOrder()
{
    RecordingFeedback feedback;
    const FunctionSource source(50, numbered);
    SamplePrefetcher prefetcher(source, feedback);
    const auto names = drained(prefetcher);
    QCOMPARE(names.size(), std::size_t(50));
    for (std::size_t i = 0; i < names.size(); ++i)
        QCOMPARE(names[i], std::to_string(i));
    const auto again = prefetcher.next();
    VERIFY_OK(again);
    QVERIFY(!again->has_value());
    QVERIFY(feedback.warnings.empty());
}

void tst_SamplePrefetcher::next_readsOneAheadOnly()
{
    RecordingFeedback feedback;
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t started = 0;
    const FunctionSource source(10, [&](std::size_t i) {
        const std::lock_guard lock(mutex);
        started = i + 1;
        changed.notify_all();
        return numbered(i);
    });
    SamplePrefetcher prefetcher(source, feedback);
    for (std::size_t taken = 1; taken <= 5; ++taken) {
        const auto sample = prefetcher.next();
        VERIFY_OK(sample);
        std::unique_lock lock(mutex);
        // The next one is begun without being asked for, and none after it while it waits.
        QVERIFY(changed.wait_for(lock, std::chrono::seconds(30), [&] { return started >= taken + 1; }));
        QCOMPARE(started, taken + 1);
    }
}

void tst_SamplePrefetcher::next_leavesOutUnreadablePictures_data()
{
    QTest::addColumn<QVector<int>>("bad");
    QTest::addColumn<int>("warnings");
    QTest::addColumn<QString>("lastWarning");
    QTest::newRow("one") << QVector<int>{3} << 1 << "Picture '3' cannot be decoded. It is left out.";
    QTest::newRow("first and last") << QVector<int>{0, 9} << 2 << "Picture '9' cannot be decoded. It is left out.";
    QTest::newRow("many") << QVector<int>{0, 1, 2, 3, 5, 6, 7, 9} << 6
                          << "8 of 10 samples could not be read and were left out.";
}

void tst_SamplePrefetcher::next_leavesOutUnreadablePictures()
{
    QFETCH(QVector<int>, bad);
    QFETCH(int, warnings);
    QFETCH(QString, lastWarning);
    RecordingFeedback feedback;
    FunctionSource source(10, [&bad](std::size_t i) -> Result<Sample> {
        if (bad.contains(int(i)))
            return unreadable(i);
        return numbered(i);
    });
    source.skips = true;
    SamplePrefetcher prefetcher(source, feedback);
    const auto names = drained(prefetcher);
    QCOMPARE(names.size(), std::size_t(10 - bad.size()));
    for (const std::string& name : names)
        QVERIFY(!bad.contains(std::stoi(name)));
    QCOMPARE(prefetcher.skipped(), std::size_t(bad.size()));
    QCOMPARE(int(feedback.warnings.size()), warnings);
    QCOMPARE(QString::fromStdString(feedback.warnings.back()), lastWarning);
}

void tst_SamplePrefetcher::next_refuses_whenNoneIsReadable()
{
    RecordingFeedback feedback;
    FunctionSource source(7, [](std::size_t i) -> Result<Sample> { return unreadable(i); });
    source.skips = true;
    SamplePrefetcher prefetcher(source, feedback);
    VERIFY_REFUSED(prefetcher.next(), ErrorCode::DataRefused,
                   "None of the 7 samples can be read. Picture '0' cannot be decoded.");
}

void tst_SamplePrefetcher::next_passesErrorOn_whenSourceDoesNotSkip()
{
    RecordingFeedback feedback;
    const FunctionSource source(5, [](std::size_t i) -> Result<Sample> {
        if (i == 2)
            return unreadable(i);
        return numbered(i);
    });
    SamplePrefetcher prefetcher(source, feedback);
    QCOMPARE(drained(prefetcher), (std::vector<std::string>{"0", "1", "Picture '2' cannot be decoded."}));
    VERIFY_REFUSED(prefetcher.next(), ErrorCode::DataRefused, "Picture '2' cannot be decoded.");
    QCOMPARE(prefetcher.skipped(), std::size_t(0));
}

void tst_SamplePrefetcher::next_passesOtherErrorsOn_whenSourceSkips()
{
    RecordingFeedback feedback;
    FunctionSource source(5, [](std::size_t) -> Result<Sample> {
        return Error{ErrorCode::RuntimeFailure, "There is no decoder.", {}};
    });
    source.skips = true;
    SamplePrefetcher prefetcher(source, feedback);
    VERIFY_REFUSED(prefetcher.next(), ErrorCode::RuntimeFailure, "There is no decoder.");
}

void tst_SamplePrefetcher::next_turnsExceptionsIntoErrors()
{
    RecordingFeedback feedback;
    const FunctionSource full(1, [](std::size_t) -> Result<Sample> { throw std::bad_alloc(); });
    SamplePrefetcher first(full, feedback);
    VERIFY_REFUSED(first.next(), ErrorCode::OutOfMemory, "not enough memory for sample '0'");
    const FunctionSource broken(1, [](std::size_t) -> Result<Sample> { throw std::runtime_error("odd"); });
    SamplePrefetcher second(broken, feedback);
    VERIFY_REFUSED(second.next(), ErrorCode::RuntimeFailure, "cannot be read: odd");
}

void tst_SamplePrefetcher::next_isCanceled_whileReading()
{
    RecordingFeedback feedback;
    std::mutex mutex;
    std::condition_variable changed;
    bool release = false;
    const FunctionSource source(3, [&](std::size_t i) {
        std::unique_lock lock(mutex);
        feedback.canceled = true; // the user stops while the first sample is being read
        changed.wait(lock, [&release] { return release; });
        return numbered(i);
    });
    {
        SamplePrefetcher prefetcher(source, feedback);
        VERIFY_REFUSED(prefetcher.next(), ErrorCode::Canceled, "Canceled");
        {
            const std::lock_guard lock(mutex);
            release = true;
        }
        changed.notify_all();
        VERIFY_REFUSED(prefetcher.next(), ErrorCode::Canceled, "Canceled");
    }
}

void tst_SamplePrefetcher::destructor_stopsReading_whenNothingWasTaken()
{
    RecordingFeedback feedback;
    std::atomic<std::size_t> reads = 0;
    const FunctionSource source(1000, [&reads](std::size_t i) {
        ++reads;
        return numbered(i);
    });
    {
        const SamplePrefetcher prefetcher(source, feedback);
    }
    QVERIFY(reads <= 1);
}

void tst_SamplePrefetcher::dataDigest_dependsOnContentOnly()
{
    RecordingFeedback feedback;
    const auto digestOf = [&feedback](std::size_t size, const std::function<void(Sample&)>& change) {
        const FunctionSource source(size, [&change](std::size_t i) {
            auto sample = numbered(i);
            change(*sample);
            return sample;
        });
        SamplePrefetcher prefetcher(source, feedback);
        (void)drained(prefetcher);
        return prefetcher.dataDigest();
    };
    const std::string digest = digestOf(3, [](Sample&) {});
    QCOMPARE(digest.size(), std::size_t(64));
    QCOMPARE(digestOf(3, [](Sample& sample) { sample.name = "other"; }), digest);
    std::set<std::string> different{
        digest,
        digestOf(2, [](Sample&) {}),
        digestOf(3, [](Sample& sample) { sample.inputs.at("x").as<float>()[0] += 1; }),
        digestOf(3,
                 [](Sample& sample) {
                     sample.inputs.at("x").reshape({2, 1});
                 }),
        digestOf(3, [](Sample& sample) { sample.inputs.emplace("y", sample.inputs.at("x")); }),
    };
    QCOMPARE(different.size(), std::size_t(5));
    const FunctionSource backwards(3, [](std::size_t i) { return numbered(2 - i); });
    SamplePrefetcher reversed(backwards, feedback);
    (void)drained(reversed);
    QCOMPARE(reversed.dataDigest(), digest);

    // What was read ahead but not taken does not count.
    const FunctionSource source(3, numbered);
    SamplePrefetcher prefetcher(source, feedback);
    VERIFY_OK(prefetcher.next());
    VERIFY_OK(prefetcher.next());
    QCOMPARE(prefetcher.dataDigest(), digestOf(2, [](Sample&) {}));
}

QTEST_GUILESS_MAIN(tst_SamplePrefetcher)
#include "tst_prefetcher.moc"
