// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quantize.h"
#include "core/observers/quantization_error.h"
#include "core/observers/sorted_error.h"
#include "tests/support/dequantize.h"

#include <QTest>

#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// One of the grids that 8-, 4- and 16-bit tensors have, with steps of 1/4 to 4.
QuantGrid anyGrid()
{
    const CodeLimits codes = *rc::gen::element(CodeLimits{0, 255}, CodeLimits{-127, 127}, CodeLimits{-8, 7},
                                               CodeLimits{0, 15}, CodeLimits{-32768, 32767});
    const float scale = std::exp2(float(*rc::gen::inRange(-200, 200)) / 100.0F);
    return QuantGrid({scale, *rc::gen::inRange(codes.min, codes.max + 1)}, codes);
}

double errorOf(double x, const QuantGrid& grid)
{
    const double u = x / grid.scale;
    return std::abs(x - grid.scale * std::nearbyint(std::clamp(u, grid.lowest, grid.highest)));
}

/// The mean error over [lower, upper] by the midpoint rule, fine enough to be off by some millionths.
double numericMean(double lower, double upper, const QuantGrid& grid, ErrorMetric metric)
{
    constexpr int kParts = 200000;
    double sum = 0.0;
    for (int i = 0; i < kParts; ++i) {
        const double error = errorOf(lower + (upper - lower) * (i + 0.5) / kParts, grid);
        sum += metric == ErrorMetric::Mse ? error * error : error;
    }
    return sum / kParts;
}

} // namespace

class tst_QuantizationError : public QObject
{
    Q_OBJECT

private slots:
    void binnedError_isTheIntegralOverTheBin();
    void binnedError_isThatOfTheValue_whenABinHasNoWidth();
    void binnedError_addsBins();
    void binnedError_leavesOutWhatIsNegligible();
    void squaredError_equalsQuantizeLinear();
    void squaredError_leavesOutWhatIsNotFinite();
    void sortedError_equalsSquaredError();
    void percentile_isNumpys();
};

void tst_QuantizationError::binnedError_isTheIntegralOverTheBin()
{
    QVERIFY(rc::check("as numeric integration, inside, at the edges and outside of the grid", [] {
        const QuantGrid grid = anyGrid();
        const double lower = double(*rc::gen::inRange(-60000, 60000)) / 100.0;
        const double upper = lower + double(*rc::gen::inRange(1, 3000)) / 100.0;
        const ErrorMetric metric = *rc::gen::element(ErrorMetric::Mae, ErrorMetric::Mse);
        const double found = BinnedError({{lower, upper, 3.0}}).sum(grid, metric);
        const double expected = 3.0 * numericMean(lower, upper, grid, metric);
        RC_ASSERT(std::abs(found - expected) <= 1e-4 * expected + 1e-12);
    }));
}

void tst_QuantizationError::binnedError_isThatOfTheValue_whenABinHasNoWidth()
{
    const QuantGrid grid({0.5F, 0}, {-127, 127});
    for (const double value : {0.0, 0.2, 6.0, -6.1, 63.5, 80.0, -500.0}) {
        const double error = errorOf(value, grid);
        const double squared = BinnedError({{value, value, 10.0}}).sum(grid);
        const double absolute = BinnedError({{value, value, 10.0}}).sum(grid, ErrorMetric::Mae);
        QVERIFY(std::abs(squared - 10.0 * error * error) <= 1e-5 * squared + 1e-7);
        QVERIFY(std::abs(absolute - 10.0 * error) <= 1e-5 * absolute + 1e-3);
    }
}

void tst_QuantizationError::binnedError_addsBins()
{
    const QuantGrid grid({0.25F, 3}, {0, 15});
    std::vector<ValueBin> bins;
    double expected = 0.0;
    for (int i = -20; i < 20; ++i) {
        bins.push_back({0.3 * i, 0.3 * (i + 1), double(i + 21)});
        expected += BinnedError({bins.back()}).sum(grid);
        QVERIFY(std::abs(BinnedError(bins).sum(grid) - expected) <= 1e-12 * expected);
    }
    QCOMPARE(BinnedError({}).sum(grid), 0.0);
}

void tst_QuantizationError::binnedError_leavesOutWhatIsNegligible()
{
    const std::vector<ValueBin> bins{{-0.3, -0.2, 5.0}, {-0.1, 0.1, 7.0}, {0.1, 0.2, 11.0}, {0.2, 0.3, 13.0}};
    const QuantGrid grid({1.0F, 0}, {-127, 127});
    const double all = BinnedError(bins).sum(grid);
    const double rest = BinnedError({bins.front(), bins.back()}).sum(grid);
    QCOMPARE(BinnedError(bins, 0.25).sum(grid), rest);
    QVERIFY(rest < all);
    QCOMPARE(BinnedError(bins, 0.05).sum(grid), all);
}

void tst_QuantizationError::squaredError_equalsQuantizeLinear()
{
    QVERIFY(rc::check("the same codes for powers of two, whatever the number of values", [] {
        std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
        std::normal_distribution<float> normal(0.0F, 3.0F);
        std::vector<float> values(std::size_t(*rc::gen::inRange(0, 40)));
        for (float& value : values)
            value = normal(generator);
        const CodeLimits codes{-127, 127};
        const float scale = std::ldexp(1.0F, *rc::gen::inRange(-6, 0));
        double expected = 0.0;
        for (const float x : values) {
            const double error = double(x) - dequantizeValue(quantizeValue(x, scale, 0, codes), scale, 0);
            expected += error * error;
        }
        const double found = squaredError(values, QuantGrid({scale, 0}, codes));
        RC_ASSERT(std::abs(found - expected) <= 1e-13 * expected);
    }));
}

void tst_QuantizationError::squaredError_leavesOutWhatIsNotFinite()
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const QuantGrid grid({1.0F, 0}, {-127, 127});
    QCOMPARE(squaredError(std::vector<float>{0.25F, kInfinity, -kInfinity, NAN}, grid), 0.0625);
}

void tst_QuantizationError::sortedError_equalsSquaredError()
{
    std::mt19937 generator(3);
    std::normal_distribution<float> normal(0.3F, 2.0F);
    // 255 codes: the second count is enough to go through the codes instead of the values.
    for (const std::size_t count : {1U, 1000U, 20000U}) {
        std::vector<float> values(count);
        for (float& value : values)
            value = normal(generator);
        const SortedError sorted(values);
        for (const float scale : {0.001F, 0.0173F, 0.05F, 0.7F, 40.0F}) {
            for (const CodeLimits codes : {CodeLimits{-127, 127}, CodeLimits{0, 255}, CodeLimits{-8, 7}}) {
                const QuantGrid grid({scale, codes.min < 0 ? 0 : 90}, codes);
                const double expected = squaredError(values, grid);
                QVERIFY(std::abs(sorted.sum(grid) - expected) <= 1e-8 * expected);
            }
        }
    }
}

void tst_QuantizationError::percentile_isNumpys()
{
    // numpy.percentile([4, -1, 2.5, 10, 0.25], p): python3 -c "import numpy; print(numpy.percentile(…))"
    const SortedError sorted({4.0F, -1.0F, 2.5F, 10.0F, 0.25F});
    QCOMPARE(sorted.percentile(0.0), -1.0);
    QCOMPARE(sorted.percentile(10.0), -0.5);
    QCOMPARE(sorted.percentile(50.0), 2.5);
    QCOMPARE(sorted.percentile(60.0), 3.1);
    QCOMPARE(sorted.percentile(99.0), 9.76);
    QCOMPARE(sorted.percentile(100.0), 10.0);
    QCOMPARE(SortedError({7.0F}).percentile(33.0), 7.0);
}

QTEST_GUILESS_MAIN(tst_QuantizationError)
#include "tst_quantization_error.moc"
