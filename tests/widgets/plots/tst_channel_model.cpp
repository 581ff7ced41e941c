// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/plots/histogram_tensors.h"
#include "widgets/plots/channel_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_ChannelModel : public QObject
{
    Q_OBJECT

private slots:
    void model_keepsTheRules_whenTensorsChange();
    void rows_areTheChannels_withTheirOwnSqnr();
};

void tst_ChannelModel::model_keepsTheRules_whenTensorsChange()
{
    ChannelModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTensor(weightTensor(false));
    QCOMPARE(model.rowCount(), 4);
    model.setTensor(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.largest(), 0.0);
}

void tst_ChannelModel::rows_areTheChannels_withTheirOwnSqnr()
{
    ChannelModel model;
    model.setTensor(weightTensor(false));
    const auto value = [&](int row, int column) {
        return model.index(row, column).data(ChannelModel::SortRole).toDouble();
    };
    QCOMPARE(model.largest(), value(3, ChannelModel::Largest));
    QVERIFY(value(2, ChannelModel::Largest) < value(1, ChannelModel::Largest));
    for (const int other : {0, 1, 3})
        QVERIFY(value(2, ChannelModel::Sqnr) < value(other, ChannelModel::Sqnr));
    const double shared = value(2, ChannelModel::Sqnr);
    model.setTensor(weightTensor(true));
    QVERIFY(value(2, ChannelModel::Sqnr) > shared + 20.0);
    QVERIFY(model.headerData(ChannelModel::Sqnr, Qt::Horizontal, Qt::DisplayRole).toString().contains(u"dB"));
}

QTEST_MAIN(tst_ChannelModel)
#include "tst_channel_model.moc"
