// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_error_model.h"

#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>
#include <QTest>

#include <limits>

using namespace quantiscope;

using Column = LayerErrorModel::Column;

class tst_LayerErrorModel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void cells_sayWhatIsKnown();
    void figures_areOwnAndAccumulated_meanAndWorst();
    void rank_isThatOfTheCommandLine();
    void export_givesNumbersThatProgramsRead();
    void sorting_putsTheWorstFirst_andTheUnknownLast();
    void filter_findsNodesThatWereFolded();
    void bars_areWhereNumbersAre();
    void why_isTheSentenceOfTheWeight();
    void scaleText_isAPowerWhereItIsOne_data();
    void scaleText_isAPowerWhereItIsOne();

private:
    [[nodiscard]] static std::shared_ptr<const LayerErrors> errors();
    [[nodiscard]] static QString text(const LayerErrorModel& model, int row, Column column)
    {
        return model.index(row, int(column)).data().toString();
    }
};

std::shared_ptr<const LayerErrors> tst_LayerErrorModel::errors()
{
    const auto figures = [](double sqnr) {
        ErrorFigures made;
        made.samples = 4;
        made.sqnr = {sqnr, sqnr - 1.0};
        made.cosine = {0.9924, 0.99};
        made.rmse = {0.432, 0.5};
        made.maxAbs = {45.1, 50.0};
        return made;
    };
    auto errors = std::make_shared<LayerErrors>();
    errors->samples = 4;
    TensorError input;
    input.tensor = "images";
    input.own = figures(15.6);
    input.excess = -0.2; // what it loses its range explains
    TensorError convolution;
    convolution.tensor = "1177";
    convolution.node = "Conv_41";
    convolution.opType = "Conv";
    convolution.userNodes = {"Conv_41", "BatchNormalization_42"};
    convolution.params = QuantParams{DataType::Int8, {0.5F}, {0}, {}};
    convolution.range = {-79.6F, 96.8F};
    convolution.own = figures(18.2);
    convolution.accumulated = figures(-1.4);
    convolution.outputShare = 0.042;
    convolution.excess = 12.25;
    convolution.drop = 17.0;
    TensorError broken;
    broken.tensor = "1180";
    broken.node = "Conv_44";
    broken.opType = "Conv";
    broken.own = figures(std::numeric_limits<double>::quiet_NaN());
    broken.own->notFinite = 4;
    broken.own->broken = 4;
    TensorError weight;
    weight.tensor = "w";
    weight.kind = TensorError::Kind::Weight;
    weight.node = "Conv_44";
    errors->tensors = {input, convolution, broken, weight};
    return errors;
}

void tst_LayerErrorModel::why_isTheSentenceOfTheWeight()
{
    LayerErrorModel model;
    const QAbstractItemModelTester tester(&model);
    auto known = std::make_shared<LayerErrors>(*errors());
    known->tensors[2].inFront = {1, 3}; // a value and a weight
    model.setErrors(known, {{"w", WeightFindingKind::Coarse, "The codes of 'w' keep only 3 dB of its values."}});
    const QString sentence = QStringLiteral("The codes of 'w' keep only 3 dB of its values.");
    QCOMPARE(text(model, 3, Column::Why), sentence);
    QCOMPARE(text(model, 2, Column::Why), sentence); // what is made with it
    QCOMPARE(text(model, 1, Column::Why), QString());
    QVERIFY(model.index(2, int(Column::Node)).data(Qt::ToolTipRole).toString().contains(QStringLiteral("keep only")));
    QSortFilterProxyModel sorted;
    sorted.setSourceModel(&model);
    sorted.setSortRole(LayerErrorModel::SortRole);
    sorted.sort(int(Column::Why));
    QVERIFY(!sorted.index(1, int(Column::Why)).data().toString().isEmpty());
    QVERIFY(sorted.index(2, int(Column::Why)).data().toString().isEmpty());
    model.setErrors(errors()); // of another run
    QCOMPARE(text(model, 3, Column::Why), QString());
}

void tst_LayerErrorModel::cells_sayWhatIsKnown()
{
    LayerErrorModel model;
    const QAbstractItemModelTester tester(&model);
    model.setErrors(errors());
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(text(model, 1, Column::Node), QStringLiteral("Conv_41"));
    QCOMPARE(text(model, 1, Column::OwnSqnr), QStringLiteral("18.2"));
    QCOMPARE(text(model, 1, Column::AccumulatedSqnr), QStringLiteral("−1.4"));
    QCOMPARE(text(model, 1, Column::Cosine), QStringLiteral("0.9924"));
    QCOMPARE(text(model, 1, Column::Scale), QStringLiteral("2⁻¹"));
    QCOMPARE(text(model, 1, Column::Range), QStringLiteral("−79.6 … 96.8"));
    QCOMPARE(text(model, 1, Column::OutputShare), QStringLiteral("4.2"));
    QCOMPARE(text(model, 0, Column::Node), QStringLiteral("input of the model"));
    QCOMPARE(text(model, 3, Column::OwnSqnr), QStringLiteral("—"));
    QCOMPARE(text(model, 3, Column::Kind), QStringLiteral("weight"));
    model.setErrors(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void tst_LayerErrorModel::export_givesNumbersThatProgramsRead()
{
    LayerErrorModel model;
    model.setErrors(errors());
    const auto cells = [&model](int row, Column column) {
        return model.index(row, int(column)).data(LayerErrorModel::ExportRole).toStringList();
    };
    QCOMPARE(cells(1, Column::AccumulatedSqnr), QStringList{QStringLiteral("-1.4")});
    QCOMPARE(cells(1, Column::Excess), QStringList{QStringLiteral("12.25")});
    QCOMPARE(cells(1, Column::Scale), (QStringList{QStringLiteral("0.5"), QStringLiteral("0.5")}));
    QCOMPARE(cells(0, Column::Scale), (QStringList{QString(), QString()}));
    QCOMPARE(cells(2, Column::OwnSqnr), QStringList{QString()});
    const QStringList range = cells(1, Column::Range);
    QCOMPARE(range.size(), 2);
    QCOMPARE(range[0].toFloat(), -79.6F);
    QCOMPARE(range[1].toFloat(), 96.8F);
    for (int column = 0; column < model.columnCount(); ++column) { // under every cell a header
        const auto heads = model.headerData(column, Qt::Horizontal, LayerErrorModel::ExportRole).toStringList();
        QCOMPARE(heads.size(), cells(1, Column(column)).size());
        QVERIFY(!heads.contains(QString()));
    }
}

void tst_LayerErrorModel::figures_areOwnAndAccumulated_meanAndWorst()
{
    auto known = std::make_shared<LayerErrors>(*errors());
    ErrorFigures& far = *known->tensors[1].accumulated;
    far.sqnr = {-1.4, -7.5};
    far.cosine = {0.75, 0.5};
    far.rmse = {1.5, 2.5};
    far.maxAbs = {60.0, 80.0};
    LayerErrorModel model;
    model.setErrors(known);
    const std::pair<Column, const char*> cells[] = {
        {Column::Drop, "17.0"},
        {Column::WorstSqnr, "17.2"},
        {Column::WorstCosine, "0.9900"},
        {Column::WorstRmse, "0.5"},
        {Column::WorstMaxError, "50"},
        {Column::AccumulatedCosine, "0.7500"},
        {Column::AccumulatedRmse, "1.5"},
        {Column::AccumulatedMaxError, "60"},
        {Column::AccumulatedWorstSqnr, "−7.5"},
        {Column::AccumulatedWorstCosine, "0.5000"},
        {Column::AccumulatedWorstRmse, "2.5"},
        {Column::AccumulatedWorstMaxError, "80"},
    };
    for (const auto& [column, shown] : cells) {
        QCOMPARE(text(model, 1, column), QString::fromUtf8(shown));
        QCOMPARE(text(model, 3, column), QStringLiteral("—")); // of a weight there is none
        const auto exported = model.index(1, int(column)).data(LayerErrorModel::ExportRole).toStringList();
        QCOMPARE(exported.size(), 1);
        QCOMPARE(exported[0].toDouble(), text(model, 1, column).replace(QChar(0x2212), QLatin1Char('-')).toDouble());
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(LayerErrorModel::SortRole);
        const bool isLowWorst = column == Column::WorstSqnr || column == Column::WorstCosine
            || column == Column::AccumulatedCosine || column == Column::AccumulatedWorstSqnr
            || column == Column::AccumulatedWorstCosine;
        sorted.sort(int(column), isLowWorst ? Qt::AscendingOrder : Qt::DescendingOrder);
        QCOMPARE(sorted.mapToSource(sorted.index(3, 0)).row(), 3); // what is not known
    }
}

void tst_LayerErrorModel::rank_isThatOfTheCommandLine()
{
    LayerErrorModel model;
    model.setErrors(errors());
    QCOMPARE(text(model, 2, Column::Rank), QStringLiteral("1")); // not finite: nothing is worse
    QCOMPARE(text(model, 1, Column::Rank), QStringLiteral("2"));
    QCOMPARE(text(model, 0, Column::Rank), QStringLiteral("3")); // less SQNR, but no more than its range explains
    QCOMPARE(text(model, 3, Column::Rank), QString());
}

void tst_LayerErrorModel::sorting_putsTheWorstFirst_andTheUnknownLast()
{
    LayerErrorModel model;
    model.setErrors(errors());
    QSortFilterProxyModel sorted;
    sorted.setSourceModel(&model);
    sorted.setSortRole(LayerErrorModel::SortRole);
    sorted.sort(int(Column::OwnSqnr));
    const auto rows = [&sorted] {
        QList<int> order;
        for (int row = 0; row < sorted.rowCount(); ++row)
            order += sorted.mapToSource(sorted.index(row, 0)).row();
        return order;
    };
    QCOMPARE(rows(), (QList<int>{2, 0, 1, 3}));
    sorted.sort(int(Column::Rank));
    QCOMPARE(rows(), (QList<int>{2, 1, 0, 3}));
    sorted.sort(int(Column::Excess), Qt::DescendingOrder);
    QCOMPARE(rows(), (QList<int>{2, 1, 0, 3}));
    sorted.sort(int(Column::AccumulatedSqnr));
    QCOMPARE(rows().front(), 1);
}

void tst_LayerErrorModel::filter_findsNodesThatWereFolded()
{
    LayerErrorModel model;
    model.setErrors(errors());
    QSortFilterProxyModel filtered;
    filtered.setSourceModel(&model);
    filtered.setFilterRole(LayerErrorModel::FilterRole);
    filtered.setFilterFixedString(QStringLiteral("BatchNormalization_42"));
    QCOMPARE(filtered.rowCount(), 1);
    QCOMPARE(filtered.mapToSource(filtered.index(0, 0)).row(), 1);
}

void tst_LayerErrorModel::bars_areWhereNumbersAre()
{
    LayerErrorModel model;
    model.setErrors(errors());
    const auto bar = [&model](int row, Column column) {
        return model.index(row, int(column)).data(LayerErrorModel::BarRole);
    };
    QCOMPARE(bar(1, Column::OwnSqnr).toDouble(), 18.2);
    QVERIFY(!bar(2, Column::OwnSqnr).isValid());
    QVERIFY(!bar(0, Column::AccumulatedSqnr).isValid());
    QVERIFY(!bar(1, Column::Cosine).isValid());
}

void tst_LayerErrorModel::scaleText_isAPowerWhereItIsOne_data()
{
    QTest::addColumn<std::vector<float>>("scales");
    QTest::addColumn<QString>("text");
    QTest::newRow("power") << std::vector{0.125F} << QStringLiteral("2⁻³");
    QTest::newRow("one") << std::vector{1.0F} << QStringLiteral("2⁰");
    QTest::newRow("other") << std::vector{0.1F} << QStringLiteral("0.1");
    QTest::newRow("per channel") << std::vector{0.5F, 0.25F} << QStringLiteral("2⁻² … 2⁻¹");
    QTest::newRow("none") << std::vector<float>() << QStringLiteral("—");
}

void tst_LayerErrorModel::scaleText_isAPowerWhereItIsOne()
{
    QFETCH(std::vector<float>, scales);
    QFETCH(QString, text);
    QuantParams params;
    params.scale = scales;
    QCOMPARE(scaleText(params), text);
}

QTEST_MAIN(tst_LayerErrorModel)
#include "tst_layer_error_model.moc"
