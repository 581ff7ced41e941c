// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/channel_moments.h"
#include "tests/core/equalization/layer_maker.h"

#include <QTest>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

class TestChannelMoments : public QObject
{
    Q_OBJECT

private slots:
    void moments_areThoseOfEachChannel()
    {
        MomentsObserver observer({{2, 3}});
        // Two blocks of two channels of three elements.
        observer.observe(0, std::vector<float>{1, 2, 3, 0, 0, -4, 5, 6, 7, 8, 0, 0});
        const ChannelMoments moments = observer.moments(0);
        QCOMPARE(moments.channels(), std::size_t(2));
        QCOMPARE(moments.mean, (std::vector<double>{4.0, 4.0 / 6.0}));
        QCOMPARE(moments.variance[0], 124.0 / 6.0 - 16.0);
        QCOMPARE(moments.active, (std::vector<double>{1.0, 2.0 / 6.0}));
        QCOMPARE(moments.min, (std::vector<float>{1, -4}));
        QCOMPARE(moments.max, (std::vector<float>{7, 8}));
        QCOMPARE(moments.drawnPerChannel, std::size_t(6)); // few enough: all of them
        const auto second = moments.drawnOf(1);
        QCOMPARE(std::vector<float>(second.begin(), second.end()), (std::vector<float>{0, 0, -4, 8, 0, 0}));
    }

    void moments_doNotDependOnOrder()
    {
        const auto seen = [](bool reversed) {
            MomentsObserver observer({{3, 0}});
            for (std::uint32_t i = 0; i < 6; ++i)
                observer.observe(0, normalNumbers(300, reversed ? 6 - i : i + 1, 1e4F));
            return observer.moments(0);
        };
        const ChannelMoments a = seen(false);
        const ChannelMoments b = seen(true);
        QCOMPARE(a.channels(), std::size_t(3));
        QCOMPARE(a.mean, b.mean);
        QCOMPARE(a.variance, b.variance);
        QCOMPARE(a.drawn, b.drawn);
    }

    void moments_areMissing_whenValuesDoNotFit_data()
    {
        QTest::addColumn<QList<float>>("values");
        QTest::newRow("not whole channels") << QList<float>{1, 2, 3};
        QTest::newRow("fewer than one block") << QList<float>{1, 2};
        QTest::newRow("nothing") << QList<float>{};
        QTest::newRow("NaN") << QList<float>{1, 2, 3, std::nanf("")};
        QTest::newRow("infinite") << QList<float>{1, 2, 3, std::numeric_limits<float>::infinity()};
    }
    void moments_areMissing_whenValuesDoNotFit()
    {
        QFETCH(QList<float>, values);
        MomentsObserver observer({{2, 2}});
        observer.observe(0, std::vector<float>{1, 2, 3, 4});
        observer.observe(0, std::vector<float>(values.begin(), values.end()));
        QCOMPARE(observer.moments(0).channels(), std::size_t(0));
    }

    void moments_areMissing_whenLayoutIsHostile()
    {
        MomentsObserver observer({{4, std::numeric_limits<std::size_t>::max() / 2}, {0, 1}});
        observer.observe(0, std::vector<float>(8, 1.0F));
        observer.observe(1, std::vector<float>(8, 1.0F));
        QCOMPARE(observer.moments(0).channels(), std::size_t(0));
        QCOMPARE(observer.moments(1).channels(), std::size_t(0));
    }

    void scale_isThatOfScaledValues()
    {
        QVERIFY(rc::check([] {
            const auto seed = *rc::gen::arbitrary<std::uint32_t>();
            const std::vector<float> values = normalNumbers(40, seed);
            const std::vector<double> factors{0.5, 4.0}; // powers of two: no rounding
            std::vector<float> scaled = values;
            for (std::size_t i = 0; i < scaled.size(); ++i)
                scaled[i] *= static_cast<float>(factors[i / 10 % 2]);
            MomentsObserver observer({{2, 10}, {2, 10}});
            observer.observe(0, values);
            observer.observe(1, scaled);
            ChannelMoments moments = observer.moments(0);
            moments.scale(factors);
            const ChannelMoments expected = observer.moments(1);
            RC_ASSERT(moments.mean == expected.mean);
            RC_ASSERT(moments.min == expected.min);
            RC_ASSERT(moments.drawn == expected.drawn);
            for (std::size_t channel = 0; channel < 2; ++channel)
                RC_ASSERT(std::abs(moments.variance[channel] - expected.variance[channel]) < 1e-9);
        }));
    }
};

QTEST_APPLESS_MAIN(TestChannelMoments)
#include "tst_channel_moments.moc"
