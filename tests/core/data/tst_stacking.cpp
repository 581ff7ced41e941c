// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stacking.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_Stacking : public QObject
{
    Q_OBJECT

private slots:
    void planStack_cutsSamples_data();
    void planStack_cutsSamples();
    void planStack_refusesWithSentence_data();
    void planStack_refusesWithSentence();
    void readStacked_readsOnlyOneSample();
};

Q_DECLARE_METATYPE(quantiscope::TensorSpec)
Q_DECLARE_METATYPE(quantiscope::Shape)

void tst_Stacking::planStack_cutsSamples_data()
{
    QTest::addColumn<Shape>("array");
    QTest::addColumn<Shape>("model");
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("leftOver");
    QTest::addColumn<Shape>("fed");
    QTest::newRow("rows are samples") << Shape{9, 3, 4} << Shape{1, 3, 4} << 9 << 0 << Shape{1, 3, 4};
    QTest::newRow("open batch") << Shape{9, 3, 4} << Shape{kDynamic, 3, 4} << 9 << 0 << Shape{1, 3, 4};
    QTest::newRow("own axis") << Shape{9, 2, 3, 4} << Shape{2, 3, 4} << 9 << 0 << Shape{2, 3, 4};
    QTest::newRow("own axis, open batch") << Shape{9, 2, 3} << Shape{kDynamic, 3} << 9 << 0 << Shape{2, 3};
    QTest::newRow("batches of 4") << Shape{9, 3} << Shape{4, 3} << 2 << 1 << Shape{4, 3};
    QTest::newRow("one sample without batch") << Shape{3, 4} << Shape{1, 3, 4} << 1 << 0 << Shape{1, 3, 4};
    QTest::newRow("scalar inputs") << Shape{6} << Shape{} << 6 << 0 << Shape{};
    QTest::newRow("numbers for [1]") << Shape{6} << Shape{1} << 6 << 0 << Shape{1};
}

void tst_Stacking::planStack_cutsSamples()
{
    QFETCH(Shape, array);
    QFETCH(Shape, model);
    QFETCH(Shape, fed);
    const auto plan =
        planStack({DataType::Float, array, false, false, 128}, input("x", DataType::Float, model), "a.npy");
    VERIFY_OK(plan);
    QTEST(int(plan->samples), "samples");
    QTEST(int(plan->leftOver), "leftOver");
    QVERIFY(plan->fit.shape == fed);
}

void tst_Stacking::planStack_refusesWithSentence_data()
{
    QTest::addColumn<Shape>("array");
    QTest::addColumn<bool>("fortran");
    QTest::addColumn<Shape>("model");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("scalar") << Shape{} << false << Shape{1, 3} << "holds a single number";
    QTest::newRow("no rows") << Shape{0, 3} << false << Shape{1, 3} << "is an empty array";
    QTest::newRow("Fortran order") << Shape{9, 3} << true << Shape{1, 3} << "numpy.ascontiguousarray";
    QTest::newRow("rank") << Shape{9} << false << Shape{1, 3, 8, 8}
                          << "has shape [9], but samples for input 'x', which needs float32 [1, 3, 8, 8]";
    QTest::newRow("extent") << Shape{9, 5} << false << Shape{1, 3} << "'a.npy[0]' has shape [1, 5]";
    QTest::newRow("NHWC") << Shape{9, 8, 8, 3} << false << Shape{1, 3, 8, 8} << "looks like NHWC";
    QTest::newRow("less than a batch") << Shape{3, 5} << false << Shape{4, 5} << "holds 3 rows";
}

void tst_Stacking::planStack_refusesWithSentence()
{
    QFETCH(Shape, array);
    QFETCH(bool, fortran);
    QFETCH(Shape, model);
    QFETCH(QString, sentence);
    const auto plan =
        planStack({DataType::Float, array, fortran, false, 128}, input("x", DataType::Float, model), "a.npy");
    VERIFY_REFUSED(plan, ErrorCode::DataRefused, sentence.toStdString());
}

void tst_Stacking::readStacked_readsOnlyOneSample()
{
    const auto plan =
        planStack({DataType::Double, {9, 3}, false, false, 128}, input("x", DataType::Float, {2, 3}), "a.npy");
    VERIFY_OK(plan);
    std::size_t from = 0, bytes = 0;
    const auto tensor = readStacked(
        *plan, 3,
        [&](std::size_t offset, std::span<std::byte> target) -> Result<void> {
            from = offset;
            bytes = target.size();
            return {};
        },
        "a.npy[3]");
    VERIFY_OK(tensor);
    QCOMPARE(tensor->describe(), std::string("float32 [2, 3]"));
    QCOMPARE(from, std::size_t(3 * 2 * 3 * 8));
    QCOMPARE(bytes, std::size_t(2 * 3 * 8));
}

QTEST_GUILESS_MAIN(tst_Stacking)
#include "tst_stacking.moc"
