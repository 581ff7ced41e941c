// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/chain_noise.h"
#include "core/equalization/weight_noise.h"
#include "core/numerics/quantize.h"
#include "tests/core/equalization/layer_maker.h"
#include "tests/support/dequantize.h"

#include <QTest>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

QuantizerModel int8Model()
{
    QuantizerModel model;
    model.activation = GridRule();
    return model;
}

template <typename T>
std::vector<const T*> pointers(const std::vector<T>& items)
{
    std::vector<const T*> result;
    for (const T& item : items)
        result.push_back(&item);
    return result;
}

double noiseOf(const std::vector<LayerWeights>& layers, const std::vector<ChannelMoments>& inputs,
               const std::vector<double>& importance, const QuantizerModel& model,
               const std::vector<ChannelFactors>& factors = {})
{
    return ChainNoise(pointers(layers), pointers(inputs), importance, model).with(factors);
}

/// The formula of WeightNoise, element by element, without a bias.
std::vector<double> plainWeightNoise(const LayerWeights& layer, const ChannelMoments& input,
                                     const QuantizerModel& model)
{
    std::vector<std::vector<float>> tensors(model.perChannel ? layer.outputs : 1);
    const auto tensorOf = [&](std::size_t output) { return model.perChannel ? output : 0; };
    layer.forEach([&](std::size_t output, std::size_t, std::size_t index) {
        tensors[tensorOf(output)].push_back(layer.weight[index]);
    });
    std::vector<Grid> grids;
    for (const std::vector<float>& tensor : tensors)
        grids.push_back(model.weight.gridFor(rangeOf(tensor), tensor));
    std::vector<double> shift(layer.outputs);
    std::vector<double> noise(layer.outputs);
    layer.forEach([&](std::size_t output, std::size_t channel, std::size_t index) {
        const double error = grids[tensorOf(output)].errorOf(layer.weight[index]);
        shift[output] += error * input.mean[channel];
        noise[output] += error * error * input.variance[channel];
    });
    for (std::size_t output = 0; output < layer.outputs; ++output)
        noise[output] += shift[output] * shift[output];
    return noise;
}

ChannelMoments momentsOf(std::size_t channels, std::uint32_t seed)
{
    MomentsObserver observer({{channels, 7}});
    std::vector<float> values = normalNumbers(channels * 14, seed, 2.0F);
    for (float& value : values)
        value = std::max(value + 1.0F, 0.0F);
    observer.observe(0, values);
    return observer.moments(0);
}

/// How the weights of a case lie, and how they are quantized.
struct NoiseCase
{
    const char* name;
    LayerWeights layer;
    bool perChannel;
    bool powersOf2;
};

std::vector<NoiseCase> noiseCases()
{
    std::vector<NoiseCase> cases;
    for (const bool perChannel : {false, true}) {
        for (const bool powersOf2 : {false, true}) {
            // Rows of more than a block, and of a length that no vector divides; rows across the outputs; kernels.
            cases.push_back({"dense", denseLayer(6, normalNumbers(6 * 1031, 1)), perChannel, powersOf2});
            cases.push_back({"untransposed", untransposedLayer(13, normalNumbers(13 * 600, 2)), perChannel, powersOf2});
            cases.push_back({"depthwise", depthwiseLayer(11, normalNumbers(11 * 9, 3)), perChannel, powersOf2});
        }
    }
    return cases;
}

QuantizerModel modelOf(bool perChannel, bool powersOf2)
{
    QuantizerModel model = int8Model();
    model.perChannel = perChannel;
    if (powersOf2) {
        model.weight.scaleType = ScaleType::PowerOf2;
        model.weight.search = GridSearch::LeastSquares;
    }
    return model;
}

std::vector<float> apply(const LayerWeights& layer, std::span<const float> weight, const std::vector<float>& x)
{
    std::vector<float> y(layer.outputs, 0.0F);
    for (std::size_t o = 0; o < layer.outputs; ++o) {
        for (std::size_t i = 0; i < x.size(); ++i)
            y[o] += weight[layer.at(o, i, 0)] * x[i];
    }
    return y;
}

std::vector<float> quantized(std::vector<float> values, const Grid& grid)
{
    for (float& value : values)
        value += grid.errorOf(value);
    return values;
}

} // namespace

class TestChainNoise : public QObject
{
    Q_OBJECT

private slots:
    void grid_isThatOfTheQuantizer_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("symmetric");
        for (const bool symmetric : {true, false}) {
            for (const DataType type : {DataType::Int8, DataType::UInt8, DataType::Int16})
                QTest::addRow("%d %d", int(type), symmetric) << int(type) << symmetric;
        }
    }
    void grid_isThatOfTheQuantizer()
    {
        QFETCH(int, type);
        QFETCH(bool, symmetric);
        GridRule rule;
        rule.type = static_cast<DataType>(type);
        rule.symmetry = symmetric ? Symmetry::Symmetric : Symmetry::Asymmetric;
        const CodeLimits limits = codeLimits(rule.type, rule.symmetry);
        const std::vector<float> values = normalNumbers(200, 7, 3.0F);
        const TensorRange range = rangeOf(values);
        const Grid grid = rule.gridFor(range, values);
        const ScaleZeroPoint reference = computeScaleZeroPoint(range, limits, rule.symmetry);
        for (const float value : values) {
            const auto code = quantizeValue(value, reference.scale, reference.zeroPoint, limits);
            const float expected = dequantizeValue(code, reference.scale, reference.zeroPoint) - value;
            QVERIFY(std::abs(grid.errorOf(value) - expected) <= 1e-5F);
        }
    }

    void grid_isAPowerOf2_whenScalesAre()
    {
        GridRule rule;
        rule.scaleType = ScaleType::PowerOf2;
        QCOMPARE(rule.gridFor({-1.0F, 1.0F}, {}).step, 0.015625F); // 1 / 127 rounded up to 2^-6
        rule.search = GridSearch::LeastSquares;
        // One outlier among many small values: cutting it off is better than a coarse step.
        std::vector<float> values = normalNumbers(5000, 3, 0.1F);
        values[0] = 1.01F;
        QCOMPARE(rule.gridFor(rangeOf(values), values).step, 0.0078125F);
    }

    void weightNoise_isTheFormula_howeverWeightsLie()
    {
        for (const NoiseCase& each : noiseCases()) {
            const QuantizerModel model = modelOf(each.perChannel, each.powersOf2);
            LayerWeights layer = each.layer;
            ChannelMoments input = momentsOf(layer.inputs(), 5);
            std::vector<double> below(layer.outputs);
            std::vector<double> above(layer.inputs());
            for (std::size_t c = 0; c < below.size(); ++c)
                below[c] = 0.3 + 0.11 * static_cast<double>(c % 17);
            for (std::size_t c = 0; c < above.size(); ++c)
                above[c] = 0.2 + 0.13 * static_cast<double>(c % 19);
            const std::vector<double> noise = WeightNoise(each.layer, input, model).with(below, above);
            scaleOutputs(layer, below);
            divideInputs(layer, above);
            ChannelMoments scaled = input;
            scaled.scale(above);
            const std::vector<double> expected = plainWeightNoise(layer, scaled, model);
            for (std::size_t output = 0; output < layer.outputs; ++output) {
                QVERIFY2(std::abs(noise[output] - expected[output]) <= 1e-3 * expected[output] + 1e-12,
                         qPrintable(QString("%1 %2 %3: %4 is not %5")
                                        .arg(each.name)
                                        .arg(each.perChannel)
                                        .arg(each.powersOf2)
                                        .arg(noise[output])
                                        .arg(expected[output])));
            }
        }
    }

    void noise_withFactors_isThatOfScaledWeights()
    {
        QVERIFY(rc::check([] {
            const auto seed = *rc::gen::arbitrary<std::uint32_t>();
            const bool isTriple = *rc::gen::arbitrary<bool>();
            const QuantizerModel model = modelOf(*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
            std::vector<LayerWeights> layers{denseLayer(4, normalNumbers(12, seed), normalNumbers(4, seed + 1))};
            if (isTriple)
                layers.push_back(depthwiseLayer(4, normalNumbers(36, seed + 2)));
            layers.push_back(untransposedLayer(5, normalNumbers(20, seed + 3)));
            std::vector<ChannelMoments> inputs;
            for (const LayerWeights& layer : layers)
                inputs.push_back(momentsOf(layer.inputs(), seed + 4));
            // Powers of two: scaling is exact, and so no weight comes to lie on the other side of a code's middle.
            std::vector<ChannelFactors> factors(layers.size() - 1);
            for (ChannelFactors& gap : factors) {
                for (int channel = 0; channel < 4; ++channel)
                    gap.push_back(std::exp2(*rc::gen::inRange(-4, 5)));
            }
            const std::vector<double> importance{1, 2, 3, 4, 5};
            const double predicted = noiseOf(layers, inputs, importance, model, factors);
            for (std::size_t gap = 0; gap < factors.size(); ++gap) {
                scaleOutputs(layers[gap], factors[gap]);
                divideInputs(layers[gap + 1], factors[gap]);
                inputs[gap + 1].scale(factors[gap]);
            }
            const double expected = noiseOf(layers, inputs, importance, model);
            RC_ASSERT(std::abs(predicted - expected) <= 1e-4 * expected);
        }));
    }

    void noise_isThatOfASimulation()
    {
        // Two dense layers with a Relu between, inputs independent: what the prediction assumes.
        constexpr std::size_t kWidth = 24;
        constexpr std::size_t kSamples = 4000;
        LayerWeights head = denseLayer(kWidth, normalNumbers(kWidth * kWidth, 1, 0.2F));
        LayerWeights tail = denseLayer(4, normalNumbers(4 * kWidth, 2, 0.2F));
        for (std::size_t c = 0; c < kWidth; ++c) { // channels of very different size
            for (std::size_t i = 0; i < kWidth; ++i)
                head.weight[head.at(c, i, 0)] *= static_cast<float>(std::exp2(-static_cast<double>(c % 6)));
        }
        const std::vector<LayerWeights> layers{head, tail};
        const std::vector<float> data = normalNumbers(kWidth * kSamples, 3);
        MomentsObserver observer({{kWidth, 1}, {kWidth, 1}});
        std::vector<float> between;
        for (std::size_t s = 0; s < kSamples; ++s) {
            const std::vector<float> x(data.begin() + s * kWidth, data.begin() + (s + 1) * kWidth);
            for (const float value : apply(head, head.weight, x))
                between.push_back(std::max(value, 0.0F));
        }
        observer.observe(0, data);
        observer.observe(1, between);
        const std::vector<ChannelMoments> inputs{observer.moments(0), observer.moments(1)};
        const QuantizerModel model = int8Model();
        const double predicted = noiseOf(layers, inputs, std::vector<double>(4, 1.0), model);

        const auto headGrid = model.weight.gridFor(rangeOf(head.weight), head.weight);
        const auto tailGrid = model.weight.gridFor(rangeOf(tail.weight), tail.weight);
        const auto valueGrid = model.activation->gridFor(rangeOf(between), between);
        const std::vector<float> headWeight = quantized(head.weight, headGrid);
        const std::vector<float> tailWeight = quantized(tail.weight, tailGrid);
        double measured = 0.0;
        for (std::size_t s = 0; s < kSamples; ++s) {
            const std::vector<float> x(data.begin() + s * kWidth, data.begin() + (s + 1) * kWidth);
            std::vector<float> a = apply(head, headWeight, x);
            for (float& value : a)
                value = std::max(value, 0.0F);
            const std::vector<float> y = apply(tail, tailWeight, quantized(a, valueGrid));
            const std::vector<float> real(between.begin() + s * kWidth, between.begin() + (s + 1) * kWidth);
            const std::vector<float> expected = apply(tail, tail.weight, real);
            for (std::size_t o = 0; o < 4; ++o)
                measured += (y[o] - expected[o]) * (y[o] - expected[o]);
        }
        measured /= kSamples;
        QVERIFY2(predicted > 0.7 * measured && predicted < 1.4 * measured,
                 qPrintable(QString("predicted %1, measured %2").arg(predicted).arg(measured)));
    }

    void noise_growsWithImportance()
    {
        QVERIFY(rc::check([] {
            const auto seed = *rc::gen::arbitrary<std::uint32_t>();
            const std::vector<LayerWeights> layers{denseLayer(3, normalNumbers(6, seed)),
                                                   denseLayer(2, normalNumbers(6, seed + 1))};
            MomentsObserver observer({{2, 5}, {3, 5}});
            observer.observe(0, normalNumbers(20, seed + 2));
            observer.observe(1, normalNumbers(30, seed + 3));
            const std::vector<ChannelMoments> inputs{observer.moments(0), observer.moments(1)};
            const auto noise = [&](std::vector<double> importance) {
                return noiseOf(layers, inputs, importance, int8Model());
            };
            const double both = noise({1, 1});
            RC_ASSERT(std::abs(noise({1, 0}) + noise({0, 1}) - both) <= 1e-9 * both);
            RC_ASSERT(std::abs(noise({3, 3}) - 3 * both) <= 1e-9 * both);
        }));
    }

    void noise_ofBias_countsOnlyWhenItIsCoarse()
    {
        const std::vector<LayerWeights> layers{denseLayer(1, {1, 1}, {0.3F}), denseLayer(1, {1})};
        MomentsObserver observer({{2, 1}, {1, 1}});
        observer.observe(0, std::vector<float>{1, 1});
        observer.observe(1, std::vector<float>{2.3F});
        const std::vector<ChannelMoments> inputs{observer.moments(0), observer.moments(1)};
        QuantizerModel model; // weights of 1 lie on the grid
        const double without = noiseOf(layers, inputs, std::vector<double>{1}, model);
        QVERIFY(without < 1e-12);
        model.bias = GridRule();
        model.bias->scaleType = ScaleType::PowerOf2;
        // 0.3 / 127 rounded up is 2^-8: 0.3 becomes 77 / 256.
        const double error = 77.0 / 256.0 - 0.3F;
        QVERIFY(std::abs(noiseOf(layers, inputs, std::vector<double>{1}, model) - error * error) < 1e-9);
    }

    void inputImportance_isSquaresOfReaders()
    {
        ChannelMoments moments;
        moments.mean.resize(2);
        moments.active = {1.0, 0.25};
        const LayerWeights layer = denseLayer(2, {1, 2, 3, 4}); // channel 0: 1, 3; channel 1: 2, 4
        QCOMPARE(inputImportance(layer, moments, std::vector<double>{1, 10}),
                 (std::vector<double>{1 + 90, 0.25 * (4 + 160)}));
    }
};

QTEST_APPLESS_MAIN(TestChainNoise)
#include "tst_chain_noise.moc"
