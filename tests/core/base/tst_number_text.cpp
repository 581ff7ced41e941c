// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <QTest>

#include <limits>

using namespace quantiscope;

class tst_NumberText : public QObject
{
    Q_OBJECT

private slots:
    void counts_haveTheirNoun()
    {
        QCOMPARE(countedText(0, "sample"), std::string("0 samples"));
        QCOMPARE(countedText(1, "sample"), std::string("1 sample"));
        QCOMPARE(countedText(97, "tensor"), std::string("97 tensors"));
        QCOMPARE(countedText(1, "pass"), std::string("1 pass"));
        QCOMPARE(countedText(2, "bias"), std::string("2 biases"));
    }

    void numbers_areShort_whateverTheirSize()
    {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        QCOMPARE(fixedText(0.99962, 3), std::string("1.000"));
        QCOMPARE(fixedText(-kInfinity, 3), std::string("-inf"));
        QCOMPARE(fixedText(std::numeric_limits<double>::quiet_NaN(), 1), std::string("-"));
        QCOMPARE(fixedText(std::numeric_limits<double>::max(), 0).size(), 309U);
        QCOMPARE(roundedText(0.012345), std::string("0.0123"));
        QCOMPARE(roundedText(1.234e-7), std::string("1.23e-07"));
        QCOMPARE(shortestText(0.1F), std::string("0.1"));
    }
};

QTEST_APPLESS_MAIN(tst_NumberText)
#include "tst_number_text.moc"
