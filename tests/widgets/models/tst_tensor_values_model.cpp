// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_builder.h"
#include "widgets/models/tensor_values_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace Qt::StringLiterals;

class TestTensorValuesModel : public QObject
{
    Q_OBJECT

private slots:
    void elements_areRows_inTheirOrder()
    {
        TensorValuesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const OpenedModelPtr opened = withWeights({1, 3}, {0.5F, -1.0F, 2.0F});
        model.setElements(opened, *initializerElements(opened->graph, "w"));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 2, TensorValuesModel::PlaceColumn), u"[0, 2]"_s);
        QCOMPARE(text(model, 1, TensorValuesModel::ValueColumn), u"-1"_s);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void manyElements_comeWhenTheyAreScrolledTo()
    {
        TensorValuesModel model;
        // No tester: it fetches by itself while rows come.
        constexpr int kCount = TensorValuesModel::kBatch + 5;
        std::vector<float> values(kCount);
        values.back() = 9.0F;
        const OpenedModelPtr opened = withWeights({kCount}, values);
        model.setElements(opened, *initializerElements(opened->graph, "w"));
        while (model.canFetchMore({}))
            model.fetchMore({});
        QCOMPARE(model.rowCount(), kCount);
        QCOMPARE(text(model, kCount - 1, TensorValuesModel::ValueColumn), u"9"_s);
    }

private:
    static OpenedModelPtr withWeights(const std::vector<std::int64_t>& shape, const std::vector<float>& values)
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, shape);
        b.initializer("w", shape, values);
        b.node("Add", {"x", "w"}, {"y"}, "add");
        b.output("y");
        return std::make_shared<OpenedModel>(b.model());
    }

    static QString text(const TensorValuesModel& model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }
};

QTEST_GUILESS_MAIN(TestTensorValuesModel)
#include "tst_tensor_values_model.moc"
