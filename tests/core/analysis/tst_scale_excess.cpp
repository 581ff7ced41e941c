// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale_excess.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <cmath>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Kind = TensorError::Kind;

TensorError tensor(const std::string& opType, TensorRange range, QuantParams params,
                   const std::vector<std::size_t>& inFront = {})
{
    TensorError made;
    made.opType = opType;
    made.range = range;
    made.params = std::move(params);
    made.inFront = inFront;
    made.own.emplace();
    made.own->samples = 1;
    return made;
}

QuantParams int8(float scale)
{
    return {DataType::Int8, {scale}, {0}, {}};
}

QuantParams uint8(float scale)
{
    return {DataType::UInt8, {scale}, {0}, {}};
}

} // namespace

class tst_ScaleExcess : public QObject
{
    Q_OBJECT

private slots:
    void scale_isHeldAgainstTheRange();
    void sharedParameters_areHeldAgainstAllRanges();
    void fullRangeOfAFunction_isSound();
    void channels_countByTheirPower();
    void whatHasNoScaleOrRange_hasNone();

private:
    static std::vector<std::optional<double>> excessOf(std::vector<TensorError> tensors)
    {
        ModelBuilder builder;
        builder.input("x", DataType::Float, {1, 2});
        builder.initializer(makeFloatTensor("w", {2, 2}, {1.27F, -0.5F, 0.0127F, 0.001F}));
        builder.node("Gemm", {"x", "w"}, {"y"}, "gemm");
        builder.output("y");
        const Model model = builder.model();
        LayerErrors errors;
        errors.tensors = std::move(tensors);
        fillScaleExcess(Graph(model), errors);
        std::vector<std::optional<double>> found;
        for (const TensorError& each : errors.tensors)
            found.push_back(each.scaleExcess);
        return found;
    }

    static bool isAbout(std::optional<double> value, double wanted)
    {
        return value && std::abs(*value - wanted) < 0.01;
    }
};

void tst_ScaleExcess::scale_isHeldAgainstTheRange()
{
    const auto found =
        excessOf({tensor("Conv", {-1.0F, 1.27F}, int8(0.01F)), tensor("Conv", {-1.0F, 1.27F}, int8(0.08F)),
                  tensor("Conv", {0.0F, 2.55F}, uint8(0.005F)), tensor("Conv", {-1.28F, 1.0F}, int8(0.01F))});
    QVERIFY(isAbout(found[0], 0.0));
    QVERIFY(isAbout(found[1], 20.0 * std::log10(8.0)));
    QVERIFY(isAbout(found[2], -20.0 * std::log10(2.0)));
    QVERIFY(isAbout(found[3], 0.0));
}

void tst_ScaleExcess::sharedParameters_areHeldAgainstAllRanges()
{
    const TensorRange wide{-1.0F, 1.27F};
    const TensorRange narrow{0.0F, 0.127F};
    const auto shared = excessOf({tensor("Conv", wide, int8(0.01F)), tensor("Conv", narrow, int8(0.01F)),
                                  tensor("Concat", wide, int8(0.01F), {0, 1})});
    QVERIFY(isAbout(shared[1], 0.0));
    // The output's scale is wrong: its inputs share theirs all the same.
    const auto wrong = excessOf({tensor("Conv", wide, int8(0.01F)), tensor("Conv", narrow, int8(0.01F)),
                                 tensor("Concat", wide, int8(0.08F), {0, 1})});
    QVERIFY(isAbout(wrong[1], 0.0));
    QVERIFY(isAbout(wrong[2], 20.0 * std::log10(8.0)));
    // Nobody shares through an operator that computes.
    const auto alone = excessOf({tensor("Conv", wide, int8(0.01F)), tensor("Conv", narrow, int8(0.01F), {0})});
    QVERIFY(isAbout(alone[1], 20.0));
}

void tst_ScaleExcess::fullRangeOfAFunction_isSound()
{
    const TensorRange low{0.0F, 0.01F};
    const auto found =
        excessOf({tensor("Sigmoid", low, uint8(1.0F / 255.0F)), tensor("Sigmoid", low, uint8(8.0F / 255.0F)),
                  tensor("Conv", low, uint8(1.0F / 255.0F))});
    QVERIFY(isAbout(found[0], 0.0));
    QVERIFY(*found[1] > 50.0);
    QVERIFY(isAbout(found[2], 40.0));
}

void tst_ScaleExcess::channels_countByTheirPower()
{
    // The small channel has the large one's scale, which does no harm; then all scales are wrong.
    TensorError weight = tensor("Gemm", {-0.5F, 1.27F}, {DataType::Int8, {0.01F, 0.01F}, {0, 0}, 0});
    weight.tensor = "w";
    weight.kind = Kind::Weight;
    TensorError wrong = weight;
    wrong.params->scale = {0.08F, 0.0008F};
    const auto found = excessOf({weight, wrong});
    QVERIFY(isAbout(found[0], 10.0 * std::log10(2.0)));
    QVERIFY(isAbout(found[1], 20.0 * std::log10(8.0)));
}

void tst_ScaleExcess::whatHasNoScaleOrRange_hasNone()
{
    TensorError bias = tensor("Conv", {-1.0F, 1.0F}, {DataType::Int32, {0.1F}, {0}, {}});
    TensorError unseen = tensor("Conv", {-1.0F, 1.0F}, int8(0.1F));
    unseen.own->samples = 0;
    TensorError free = tensor("Conv", {-1.0F, 1.0F}, int8(0.1F));
    free.params.reset();
    for (const auto& excess : excessOf({bias, unseen, free, tensor("Conv", {0.0F, 0.0F}, int8(0.1F))}))
        QVERIFY(!excess);
}

QTEST_GUILESS_MAIN(tst_ScaleExcess)
#include "tst_scale_excess.moc"
