// SPDX-License-Identifier: GPL-3.0-or-later
// The forecast of a calibration's memory against what this process is measured to take.
#include "core/base/process_memory.h"
#include "core/calibration/memory_forecast.h"
#include "tests/core/calibration/calibration_run.h"

#include <QTest>

#include <string>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;

/// As many additions in a row, of vectors.
Model chain(int nodes, std::int64_t elements)
{
    ModelBuilder b(17);
    b.input("v0", DataType::Float, {1, elements}).randomInitializer("w", {1, elements}, 1);
    for (int i = 0; i < nodes; ++i)
        b.node(i % 2 == 0 ? "Add" : "Sub", {"v" + std::to_string(i), "w"}, {"v" + std::to_string(i + 1)});
    b.output("v" + std::to_string(nodes), DataType::Float, {1, elements});
    return b.model();
}

} // namespace

class tst_MeasuredMemory : public QObject
{
    Q_OBJECT

private slots:
    void forecast_isNearWhatIsMeasured_data();
    void forecast_isNearWhatIsMeasured();
};

void tst_MeasuredMemory::forecast_isNearWhatIsMeasured_data()
{
    QTest::addColumn<int>("elements");
    QTest::addColumn<int>("passes");
    for (const int passes : {1, 3}) {
        QTest::addRow("small values, %d", passes) << 4 << passes;
        QTest::addRow("values of some size, %d", passes) << 4096 << passes;
        QTest::addRow("large values, %d", passes) << 300'000 << passes;
    }
}

void tst_MeasuredMemory::forecast_isNearWhatIsMeasured()
{
    QFETCH(int, elements);
    QFETCH(int, passes);
    const int nodes = elements > 100'000 ? 50 : 3000;
    const Model model = chain(nodes, elements);
    const MemorySource samples = randomSamples(model, 2);
    const Model tiny = chain(2, 4); // starts the library
    (void)statisticsOf(tiny, randomSamples(tiny, 1));
    releaseFreeMemory();
    resetPeakMemory();
    releaseFreeMemory();
    auto parts = memoryParts(model, &samples);
    QVERIFY(parts.has_value());
    if (parts->before == 0 || parts->peakBefore > parts->before + 8 * kMiB)
        QSKIP("The system does not let a process set its peak of memory back (/proc/self/clear_refs).");
    const std::size_t values = std::size_t(nodes) + 1;
    const std::size_t perPass = (values + std::size_t(passes) - 1) / std::size_t(passes);
    const CalibrationOptions options{StatisticsDetail::Votes, 1, perPass};
    const std::size_t forecast = MemoryForecast(*parts).peak({1, perPass, StatisticsDetail::Votes});
    const CalibrationStatistics statistics = statisticsOf(model, samples, options);
    const std::size_t peak = peakMemory();
    QCOMPARE(statistics.tensors.size(), values);
    const QString text = QString("forecast %1, measured %2 MiB").arg(forecast / kMiB).arg(peak / kMiB);
    qInfo("%s", qPrintable(text));
    QVERIFY2(double(forecast) < 1.25 * double(peak) && double(peak) < 1.25 * double(forecast), qPrintable(text));
}

QTEST_GUILESS_MAIN(tst_MeasuredMemory)
#include "tst_measured_memory.moc"
