// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/entropy.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace quantiscope;

namespace {

/// leastDivergence() written down as its description says, bin by bin.
std::size_t plainly(const std::vector<double>& histogram, std::size_t levels)
{
    const std::size_t middle = histogram.size() / 2;
    std::size_t best = middle;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t half = std::max<std::size_t>(levels / 2, 1); half <= middle; ++half) {
        const std::vector<double> window(histogram.begin() + long(middle - half),
                                         histogram.begin() + long(middle + half));
        double inside = 0.0;
        for (const double count : window)
            inside += count;
        if (inside <= 0.0)
            continue;
        std::vector<double> p = window;
        double total = inside;
        for (std::size_t i = 0; i < middle - half; ++i) {
            p.front() += histogram[i];
            p.back() += histogram[histogram.size() - 1 - i];
            total += histogram[i] + histogram[histogram.size() - 1 - i];
        }
        double divergence = 0.0;
        const std::size_t groups = std::min(levels, window.size());
        for (std::size_t group = 0; group < groups; ++group) {
            const std::size_t from = group * window.size() / groups;
            const std::size_t to = (group + 1) * window.size() / groups;
            double count = 0.0;
            double occupied = 0.0;
            for (std::size_t i = from; i < to; ++i) {
                count += window[i];
                occupied += p[i] > 0.0 ? 1.0 : 0.0;
            }
            for (std::size_t i = from; i < to; ++i) {
                if (p[i] <= 0.0)
                    continue;
                const double q = std::max(count / occupied / inside, 1e-4 / double(window.size()));
                divergence += p[i] / total * std::log(p[i] / total / q);
            }
        }
        if (divergence < smallest) {
            smallest = divergence;
            best = half;
        }
    }
    return best;
}

std::vector<double> histogramOf(std::size_t size, int kind, unsigned seed)
{
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal(0.0, 0.12);
    std::vector<double> counts(size);
    for (int i = 0; i < 30000; ++i) {
        double x = normal(generator);
        if (kind == 1)
            x = std::abs(x);
        if (kind == 2 && i % 500 == 0)
            x *= 6.0;
        const double at = (x + 1.0) / 2.0 * double(size);
        counts[std::size_t(std::clamp(at, 0.0, double(size) - 1.0))] += 1.0;
    }
    return counts;
}

} // namespace

class tst_Entropy : public QObject
{
    Q_OBJECT

private slots:
    void leastDivergence_equalsItsDescription();
    void leastDivergence_isTheWholeRange_whenThereAreAsManyLevelsAsBins();
    void leastDivergence_cutsOffOutliers();
    void leastDivergence_isTheWholeRange_whenNothingWasCounted();
};

void tst_Entropy::leastDivergence_equalsItsDescription()
{
    for (const std::size_t size : {256U, 300U, 2048U}) {
        for (const std::size_t levels : {16U, 100U, 128U}) {
            for (int kind = 0; kind < 3; ++kind) {
                const std::vector<double> histogram = histogramOf(size, kind, unsigned(size + levels));
                QCOMPARE(leastDivergence(histogram, levels), plainly(histogram, levels));
            }
        }
    }
}

void tst_Entropy::leastDivergence_isTheWholeRange_whenThereAreAsManyLevelsAsBins()
{
    for (int kind = 0; kind < 3; ++kind)
        QCOMPARE(leastDivergence(histogramOf(128, kind, 1), 128), std::size_t(64));
}

void tst_Entropy::leastDivergence_cutsOffOutliers()
{
    // All but one of 10^5 values lie within the inner tenth; every collapse of neighbours would lose their difference.
    std::vector<double> histogram(1000, 0.0);
    for (std::size_t i = 450; i < 550; ++i)
        histogram[i] = i % 2 == 0 ? 500.0 : 1500.0;
    histogram[999] = 1.0;
    QCOMPARE(leastDivergence(histogram, 100), std::size_t(50));
}

void tst_Entropy::leastDivergence_isTheWholeRange_whenNothingWasCounted()
{
    QCOMPARE(leastDivergence(std::vector<double>(64, 0.0), 16), std::size_t(32));
}

QTEST_GUILESS_MAIN(tst_Entropy)
#include "tst_entropy.moc"
