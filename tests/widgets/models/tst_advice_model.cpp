// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/advice_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace quantiscope;

using Column = AdviceModel::Column;

class tst_AdviceModel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void rows_areThePlanThenWhatGainsMost();
    void gain_isBetterWherePositive_forBoundsFromAboveToo();
    void refusedChange_hasNoRecipe_andSaysWhy();

private:
    [[nodiscard]] static AdviceOutcome outcome(double value)
    {
        AdviceOutcome made;
        made.value = value;
        made.samples = 4;
        made.figures.multiplyAdds = 1000;
        made.figures.byteMultiplyAdds = 875;
        made.figures.weightBytes = 2048;
        made.figures.activationBits = 16;
        return made;
    }
    [[nodiscard]] static std::shared_ptr<Advice> advice()
    {
        auto made = std::make_shared<Advice>();
        made->goal = {GateMetric::Cosine, {}, GateStatistic::Mean, 0.95, {}};
        made->baseline = outcome(0.23);
        made->screened = outcome(0.25);
        AdviceFix little{"Other method", {}, {{"ActivationCalibrateMethod", "MinMax", "MinMSE"}},
                         outcome(0.30),  {}, "None."};
        AdviceFix refused{"Per-channel weights", {}, {}, {}, "The NPU knows one scale only.", {}};
        AdviceFix much{"16-bit activations", {}, {}, outcome(0.91), {}, "Twice the memory."};
        much.config.preset = "A16W8";
        AdviceFix worse{"Equalization", {}, {}, outcome(0.21), {}, {}};
        worse.outcome->figures.activationBits = 32;
        made->fixes = {little, refused, much, worse};
        return made;
    }
    [[nodiscard]] static QString text(const AdviceModel& model, int row, Column column)
    {
        return model.index(row, int(column)).data().toString();
    }
};

void tst_AdviceModel::rows_areThePlanThenWhatGainsMost()
{
    AdviceModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    const auto known = advice();
    model.setAdvice(known);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(text(model, 0, Column::Change), QStringLiteral("16-bit activations"));
    QCOMPARE(text(model, 0, Column::Value), QStringLiteral("0.9100"));
    QCOMPARE(text(model, 0, Column::Gain), QStringLiteral("+0.6600"));
    QCOMPARE(text(model, 0, Column::ByteShare), QStringLiteral("87.5"));
    QCOMPARE(text(model, 0, Column::ActivationBits), QStringLiteral("16"));
    QCOMPARE(text(model, 1, Column::Change), QStringLiteral("Other method"));
    QCOMPARE(text(model, 2, Column::Gain), QStringLiteral("−0.0400"));
    QCOMPARE(text(model, 2, Column::ActivationBits), QStringLiteral("float"));
    QCOMPARE(QString::fromStdString(model.config(0)->preset), QStringLiteral("A16W8"));

    auto planned = std::make_shared<Advice>(*known);
    planned->plan.emplace();
    planned->plan->config.preset = "A16W16";
    planned->plan->steps = {"16 bits for everything"};
    planned->plan->outcome = outcome(0.98);
    model.setAdvice(planned);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(QString::fromStdString(model.config(0)->preset), QStringLiteral("A16W16"));
    QCOMPARE(text(model, 0, Column::Gain), QStringLiteral("+0.7500")); // over all samples, as the plan
    QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("16 bits for everything")));
    QCOMPARE(text(model, 1, Column::Change), QStringLiteral("16-bit activations"));
}

void tst_AdviceModel::gain_isBetterWherePositive_forBoundsFromAboveToo()
{
    auto known = advice();
    known->goal = {GateMetric::L2, {}, GateStatistic::Mean, {}, 0.1};
    known->screened = outcome(0.5);
    AdviceModel model;
    model.setAdvice(known);
    QCOMPARE(text(model, 0, Column::Change), QStringLiteral("Equalization")); // 0.21 is nearest to what is wanted
    QCOMPARE(text(model, 0, Column::Gain), QStringLiteral("+0.2900"));
    QCOMPARE(text(model, 2, Column::Gain), QStringLiteral("−0.4100"));
}

void tst_AdviceModel::refusedChange_hasNoRecipe_andSaysWhy()
{
    AdviceModel model;
    model.setAdvice(advice());
    QVERIFY(!model.config(3));
    QVERIFY(text(model, 3, Column::Change).contains(QStringLiteral("Per-channel weights")));
    QCOMPARE(text(model, 3, Column::Value), QStringLiteral("—"));
    QVERIFY(model.index(3, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("one scale only")));
}

QTEST_MAIN(tst_AdviceModel)
#include "tst_advice_model.moc"
