// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/sensitivity_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace quantiscope;

using Column = SensitivityModel::Column;

class tst_SensitivityModel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void rows_areInTheOrderOfTheRanking();
    void values_areWhatIsLost();
    void inFloat_valuesAreWhatIsSaved();
    void estimates_sayThatTheyAre();
    void rowOf_findsThePartOfANode();

private:
    [[nodiscard]] static Sensitivity sensitivity()
    {
        Sensitivity known;
        const auto unit = [](const char* name, std::vector<std::string> nodes, double cosine) {
            SensitivityUnit made;
            made.name = name;
            made.nodes = std::move(nodes);
            made.only.emplace().value = cosine;
            return made;
        };
        known.units = {unit("a", {"a"}, 0.99), unit("b", {"b", "b2"}, 0.25), unit("c", {"c"}, 1.0)};
        SensitivityUnit& last = known.units.emplace_back();
        last.name = "d";
        last.nodes = {"d"};
        known.ranking = rankingOf(known);
        return known;
    }
    [[nodiscard]] static QString text(const SensitivityModel& model, int row, Column column)
    {
        return model.index(row, int(column)).data().toString();
    }
};

void tst_SensitivityModel::rows_areInTheOrderOfTheRanking()
{
    SensitivityModel model;
    const QAbstractItemModelTester tester(&model);
    model.setSensitivity(std::make_shared<Sensitivity>(sensitivity()));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(text(model, 0, Column::Name), QStringLiteral("b · 2"));
    QCOMPARE(text(model, 1, Column::Name), QStringLiteral("a"));
    QCOMPARE(text(model, 3, Column::Name), QStringLiteral("d"));
    model.setSensitivity(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void tst_SensitivityModel::inFloat_valuesAreWhatIsSaved()
{
    Sensitivity known = sensitivity();
    known.rankedBy = SensitivityDirection::AllBut;
    known.quantized.emplace().value = 0.2;
    const double cosines[] = {0.5, 0.25, 0.15};
    for (std::size_t i = 0; i < 3; ++i)
        known.units[i].allBut.emplace().value = cosines[i];
    known.ranking = rankingOf(known);
    SensitivityModel model;
    model.setSensitivity(std::make_shared<Sensitivity>(known));
    QCOMPARE(text(model, 0, Column::Name), QStringLiteral("a"));
    QCOMPARE(text(model, 0, Column::Value), QStringLiteral("0.300"));
    QCOMPARE(text(model, 1, Column::Value), QStringLiteral("0.050"));
    QCOMPARE(text(model, 2, Column::Value), QStringLiteral("−0.050")); // worse than with it quantized
    QCOMPARE(model.worst(), 0.3);
    QVERIFY(model.headerData(int(Column::Value), Qt::Horizontal, Qt::DisplayRole)
                .toString()
                .contains(QStringLiteral("less by")));
}

void tst_SensitivityModel::values_areWhatIsLost()
{
    SensitivityModel model;
    model.setSensitivity(std::make_shared<Sensitivity>(sensitivity()));
    QCOMPARE(text(model, 0, Column::Value), QStringLiteral("0.750")); // one number of decimals in the column
    QCOMPARE(text(model, 1, Column::Value), QStringLiteral("0.010"));
    QCOMPARE(model.worst(), 0.75);
    QCOMPARE(text(model, 0, Column::Rank), QStringLiteral("1"));
    QCOMPARE(text(model, 3, Column::Value), QStringLiteral("—")); // not measured yet
    QVERIFY(text(model, 3, Column::Rank).isEmpty());
    QVERIFY(!model.index(3, int(Column::Value)).data(SensitivityModel::BarRole).isValid());
    QVERIFY(!model.index(0, int(Column::Name)).data(SensitivityModel::BarRole).isValid());
    QCOMPARE(badness(SensitivityMetric::Sqnr, 20.0), 40.0);
    QCOMPARE(badness(SensitivityMetric::Sqnr, 80.0), 0.0);
    QCOMPARE(badness(SensitivityMetric::L2, 3.0), 3.0);
}

void tst_SensitivityModel::estimates_sayThatTheyAre()
{
    Sensitivity known = sensitivity();
    SensitivityModel model;
    model.setSensitivity(std::make_shared<Sensitivity>(known));
    const auto head = [&model] { return model.headerData(int(Column::Value), Qt::Horizontal, Qt::DisplayRole); };
    QVERIFY(!head().toString().contains(QLatin1String("estimated")));
    known.isEstimate = true;
    known.units[0].estimate = 0.5;
    model.setSensitivity(std::make_shared<Sensitivity>(known));
    QVERIFY(head().toString().contains(QLatin1String("estimated")));
    QCOMPARE(model.worst(), 0.5);
}

void tst_SensitivityModel::rowOf_findsThePartOfANode()
{
    SensitivityModel model;
    model.setSensitivity(std::make_shared<Sensitivity>(sensitivity()));
    QCOMPARE(model.rowOf("b2"), 0);
    QCOMPARE(model.rowOf("none"), -1);
}

QTEST_MAIN(tst_SensitivityModel)
#include "tst_sensitivity_model.moc"
