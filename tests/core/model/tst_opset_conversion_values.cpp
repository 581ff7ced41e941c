// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/opset_conversion.h"
#include "core/runtime/inference_session.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cmath>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Build = void (*)(ModelBuilder& builder);

} // namespace

Q_DECLARE_METATYPE(Build)

/// A converted model computes what it computed before; ONNX Runtime, which runs every opset, is the judge.
class tst_OpsetConversionValues : public QObject
{
    Q_OBJECT

private slots:
    void conversion_keepsTheValues_data();
    void conversion_keepsTheValues();
};

void tst_OpsetConversionValues::conversion_keepsTheValues_data()
{
    QTest::addColumn<Build>("build");
    QTest::addColumn<int>("from");
    QTest::addColumn<QList<int>>("targets");
    const auto row = [](const char* name, int from, const QList<int>& targets, Build build) {
        QTest::newRow(name) << build << from << targets;
    };
    // Each reads x [2, 3, 4, 5].
    row("Upsample, nearest", 8, {10, 11, 13, 18, 21}, [](ModelBuilder& b) {
        b.node("Upsample", {"x"}, {"y"}, "up").floats("scales", {1, 1, 2, 3}).attribute("mode", "nearest");
    });
    row("Upsample, linear", 8, {11, 13, 21}, [](ModelBuilder& b) {
        b.node("Upsample", {"x"}, {"y"}, "up").floats("scales", {1, 1, 2, 2}).attribute("mode", "linear");
    });
    row("Upsample, scales as input", 9, {10, 11, 13, 21}, [](ModelBuilder& b) {
        b.initializer("s", {4}, {1, 1, 1.5F, 2});
        b.node("Upsample", {"x", "s"}, {"y"}, "up");
    });
    row("Resize, nearest, larger", 10, {11, 13, 18}, [](ModelBuilder& b) {
        b.initializer("s", {4}, {1, 1, 2.5F, 1.7F});
        b.node("Resize", {"x", "s"}, {"y"}, "resize");
    });
    row("Resize, nearest, smaller", 10, {11, 13, 18}, [](ModelBuilder& b) {
        b.initializer("s", {4}, {1, 1, 0.6F, 0.5F});
        b.node("Resize", {"x", "s"}, {"y"}, "resize");
    });
    row("Resize, linear", 10, {11, 13, 18}, [](ModelBuilder& b) {
        b.initializer("s", {4}, {1, 1, 2, 0.6F});
        b.node("Resize", {"x", "s"}, {"y"}, "resize").attribute("mode", "linear");
    });
    row("BatchNormalization", 7, {9, 13, 14, 15, 21}, [](ModelBuilder& b) {
        b.initializer("scale", {3}, {1, 2, -0.5F}).initializer("bias", {3}, {0, 1, 3});
        b.initializer("mean", {3}, {0.1F, -0.2F, 0}).initializer("variance", {3}, {1, 0.5F, 4});
        b.node("BatchNormalization", {"x", "scale", "bias", "mean", "variance"}, {"y"}, "bn").attribute("epsilon", 0.1);
    });
    row("Dropout", 7, {10, 12, 13, 21},
        [](ModelBuilder& b) { b.node("Dropout", {"x"}, {"y"}, "drop").attribute("ratio", 0.75); });
    row("Softmax, axis 0", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("Softmax", {"x"}, {"y"}, "s").attribute("axis", 0); });
    row("Softmax, axis 1", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("Softmax", {"x"}, {"y"}, "s").attribute("axis", 1); });
    row("Softmax, axis 2", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("Softmax", {"x"}, {"y"}, "s").attribute("axis", 2); });
    row("Softmax, axis 3", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("Softmax", {"x"}, {"y"}, "s").attribute("axis", 3); });
    row("LogSoftmax, axis 0", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("LogSoftmax", {"x"}, {"y"}, "s").attribute("axis", 0); });
    row("LogSoftmax, axis 1", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("LogSoftmax", {"x"}, {"y"}, "s").attribute("axis", 1); });
    row("LogSoftmax, axis 2", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("LogSoftmax", {"x"}, {"y"}, "s").attribute("axis", 2); });
    row("LogSoftmax, axis 3", 9, {11, 13, 21},
        [](ModelBuilder& b) { b.node("LogSoftmax", {"x"}, {"y"}, "s").attribute("axis", 3); });
    row("Softmax without axis", 7, {13}, [](ModelBuilder& b) { b.node("Softmax", {"x"}, {"y"}, "s"); });
    row("Clip", 7, {11, 12, 13, 21}, [](ModelBuilder& b) {
        b.node("Clip", {"x"}, {"a"}, "both").attribute("min", -0.5).attribute("max", 0.25);
        b.node("Clip", {"x"}, {"c"}, "upper").attribute("max", 0.125);
        b.node("Sub", {"a", "c"}, {"y"}, "sub");
    });
    row("Pad, constant", 7, {11, 13, 21}, [](ModelBuilder& b) {
        b.node("Pad", {"x"}, {"y"}, "pad").attribute("pads", {0, 1, 0, 2, 1, 0, 0, 1}).attribute("value", 0.5);
    });
    row("Pad, reflect", 7, {11, 13, 21}, [](ModelBuilder& b) {
        b.node("Pad", {"x"}, {"y"}, "pad").attribute("pads", {0, 0, 1, 2, 0, 0, 2, 1}).attribute("mode", "reflect");
    });
    row("Slice", 9, {10, 11, 13, 21}, [](ModelBuilder& b) {
        b.node("Slice", {"x"}, {"y"}, "slice")
            .attribute("starts", {1, -4})
            .attribute("ends", {3, 1000})
            .attribute("axes", {1, 3});
    });
    row("Squeeze and Unsqueeze", 9, {11, 13, 21}, [](ModelBuilder& b) {
        b.node("Unsqueeze", {"x"}, {"u"}, "unsqueeze").attribute("axes", {0, 3});
        b.node("Squeeze", {"u"}, {"y"}, "squeeze").attribute("axes", {0});
    });
    row("ReduceSum", 9, {11, 13, 18, 21}, [](ModelBuilder& b) {
        b.node("ReduceSum", {"x"}, {"r"}, "sum").attribute("axes", {1, -1}).attribute("keepdims", 0);
        b.node("ReduceSum", {"r"}, {"y"}, "all");
    });
    row("ReduceMean and ReduceMax", 9, {11, 13, 18, 20, 21}, [](ModelBuilder& b) {
        b.node("ReduceMean", {"x"}, {"r"}, "mean").attribute("axes", {2, 3});
        b.node("ReduceMax", {"r"}, {"y"}, "max").attribute("axes", {1});
    });
    row("Split", 9, {11, 13, 18, 21}, [](ModelBuilder& b) {
        b.node("Split", {"x"}, {"p", "q"}, "split").attribute("axis", 3).attribute("split", {2, 3});
        b.node("ReduceSum", {"p"}, {"y"}, "sum").attribute("axes", {3});
        b.output("q");
    });
}

void tst_OpsetConversionValues::conversion_keepsTheValues()
{
    QFETCH(Build, build);
    QFETCH(int, from);
    QFETCH(QList<int>, targets);
    ModelBuilder b(from);
    b.irVersion(7).input("x", DataType::Float, {2, 3, 4, 5});
    build(b);
    b.output("y");
    const auto outputsOf = [](const Model& model, const NamedTensors& inputs) -> Result<std::vector<Tensor>> {
        auto session = InferenceSession::create(environment(), model, {OptimizationLevel::Disabled, 1});
        if (!session)
            return session.error();
        return session->run(inputs, {});
    };
    const Model original = b.model();
    const NamedTensors inputs = randomInputs(original, 5, 2);
    const auto before = outputsOf(original, inputs);
    VERIFY_OK(before);
    for (const int target : targets) {
        Model model = original.clone();
        VERIFY_OK(convertOpset(model, target));
        QCOMPARE(model.opset(), target);
        const auto after = outputsOf(model, inputs);
        VERIFY_OK(after);
        QCOMPARE(after->size(), before->size());
        for (std::size_t i = 0; i < before->size(); ++i) {
            QCOMPARE((*after)[i].shape(), (*before)[i].shape());
            const auto expected = (*before)[i].as<float>();
            const auto actual = (*after)[i].as<float>();
            for (std::size_t k = 0; k < expected.size(); ++k) {
                QVERIFY2(std::abs(actual[k] - expected[k]) <= 1e-6F * (1 + std::abs(expected[k])),
                         qPrintable(QString("opset %1, element %2: %3 instead of %4")
                                        .arg(target)
                                        .arg(k)
                                        .arg(double(actual[k]))
                                        .arg(double(expected[k]))));
            }
        }
    }
}

QTEST_GUILESS_MAIN(tst_OpsetConversionValues)
#include "tst_opset_conversion_values.moc"
