// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/adapted_source.h"

#include "core/tensor/float16.h"

#include <QTest>

#include <numeric>

using namespace quantiscope;

namespace {

TensorSpec spec(const std::string& name, DataType type, const Shape& shape)
{
    return {name, type, shape, std::vector<std::string>(shape.size()), true};
}

/// One sample with one input.
class OneSample final : public SampleSource
{
public:
    explicit OneSample(Tensor tensor) : m_tensor(std::move(tensor)) { }
    std::size_t size() const override { return 1; }
    std::string name(std::size_t) const override { return "only"; }
    Result<Sample> read(std::size_t i) const override { return Sample{name(i), i, {{"x", m_tensor}}}; }

private:
    Tensor m_tensor;
};

Tensor counting(const Shape& shape)
{
    Tensor tensor(DataType::Float, shape);
    std::iota(tensor.as<float>().begin(), tensor.as<float>().end(), 0.0F);
    return tensor;
}

} // namespace

class tst_AdaptedSource : public QObject
{
    Q_OBJECT

private slots:
    void adapter_isIdle_whenInputsAreTheSame();
    void adapter_movesChannelsToTheEnd();
    void adapter_movesChannels_whenExtentsWereFixed_data();
    void adapter_movesChannels_whenExtentsWereFixed();
    void adapter_movesChannels_bySample_whenExtentsAreEqual();
    void adapter_widensHalves();
    void adapter_doesBoth();
    void adaptSource_adaptsEverySample();
    void adaptSource_givesTheSourceItself_whenIdle();
};

void tst_AdaptedSource::adapter_isIdle_whenInputsAreTheSame()
{
    const std::vector<TensorSpec> inputs{spec("x", DataType::Float, {1, 3, 4, 5})};
    QVERIFY(InputAdapter(inputs, inputs).isIdle());
    QVERIFY(InputAdapter().isIdle());
    const std::vector<TensorSpec> fixed{spec("x", DataType::Float, {2, 3, 4, 5})};
    QVERIFY(InputAdapter(inputs, fixed).isIdle());
    const std::vector<TensorSpec> other{spec("y", DataType::Float, {1, 4, 5, 3})};
    QVERIFY(InputAdapter(inputs, other).isIdle());
}

void tst_AdaptedSource::adapter_movesChannelsToTheEnd()
{
    const std::vector<TensorSpec> from{spec("x", DataType::Float, {kDynamic, 3, kDynamic, 5})};
    const std::vector<TensorSpec> to{spec("x", DataType::Float, {kDynamic, kDynamic, 5, 3})};
    const InputAdapter adapter(from, to);
    QVERIFY(!adapter.isIdle());
    NamedTensors inputs{{"x", counting({2, 3, 4, 5})}};
    adapter.adapt(inputs);
    const Tensor& result = inputs.at("x");
    QCOMPARE(result.shape(), (Shape{2, 4, 5, 3}));
    for (std::int64_t n = 0; n < 2; ++n) {
        for (std::int64_t c = 0; c < 3; ++c) {
            for (std::int64_t h = 0; h < 4; ++h) {
                for (std::int64_t w = 0; w < 5; ++w) {
                    const auto at = static_cast<std::size_t>(((n * 4 + h) * 5 + w) * 3 + c);
                    QCOMPARE(result.as<float>()[at], static_cast<float>(((n * 3 + c) * 4 + h) * 5 + w));
                }
            }
        }
    }
}

void tst_AdaptedSource::adapter_movesChannels_whenExtentsWereFixed_data()
{
    QTest::addColumn<Shape>("from");
    QTest::addColumn<Shape>("to");
    QTest::addColumn<bool>("moves");
    QTest::newRow("open to fixed") << Shape{kDynamic, 3, kDynamic, kDynamic} << Shape{1, 12, 8, 3} << true;
    QTest::newRow("fixed to open") << Shape{1, 3, 12, 8} << Shape{kDynamic, kDynamic, kDynamic, 3} << true;
    QTest::newRow("only fixed") << Shape{kDynamic, 3, kDynamic, kDynamic} << Shape{1, 3, 12, 8} << false;
    QTest::newRow("either, neither fits") << Shape{kDynamic, 3, kDynamic, kDynamic} << Shape{1, 3, 8, 3} << false;
    QTest::newRow("either, only moved fits") << Shape{kDynamic, kDynamic, kDynamic, 8} << Shape{1, 12, 8, 3} << true;
    QTest::newRow("either, as it is fits") << Shape{kDynamic, kDynamic, kDynamic, 8} << Shape{1, 3, 12, 8} << false;
    QTest::newRow("neither") << Shape{kDynamic, 3, kDynamic, kDynamic} << Shape{1, 4, 8, 5} << false;
}

void tst_AdaptedSource::adapter_movesChannels_whenExtentsWereFixed()
{
    QFETCH(Shape, from);
    QFETCH(Shape, to);
    QFETCH(bool, moves);
    const std::vector<TensorSpec> before{spec("x", DataType::Float, from)};
    const std::vector<TensorSpec> after{spec("x", DataType::Float, to)};
    NamedTensors inputs{{"x", counting({1, 3, 12, 8})}};
    InputAdapter(before, after).adapt(inputs);
    QCOMPARE(inputs.at("x").shape(), moves ? (Shape{1, 12, 8, 3}) : (Shape{1, 3, 12, 8}));
}

void tst_AdaptedSource::adapter_movesChannels_bySample_whenExtentsAreEqual()
{
    // Three channels of height 3: the declared shapes fit each other in both orders.
    const std::vector<TensorSpec> from{spec("x", DataType::Float, {1, 3, kDynamic, kDynamic})};
    const std::vector<TensorSpec> moved{spec("x", DataType::Float, {1, 3, 12, 3})};
    NamedTensors inputs{{"x", counting({1, 3, 3, 12})}};
    InputAdapter(from, moved).adapt(inputs);
    QCOMPARE(inputs.at("x").shape(), (Shape{1, 3, 12, 3}));
    QCOMPARE(inputs.at("x").as<float>()[1], 36.0F); // channel 1 of the first pixel
    NamedTensors others{{"x", counting({1, 3, 12, 3})}};
    InputAdapter(from, moved).adapt(others);
    QCOMPARE(others.at("x").as<float>()[1], 1.0F);
}

void tst_AdaptedSource::adapter_widensHalves()
{
    const std::vector<TensorSpec> from{spec("x", DataType::Float16, {2})};
    const std::vector<TensorSpec> to{spec("x", DataType::Float, {2})};
    Tensor halves(DataType::Float16, {2});
    halves.as<std::uint16_t>()[0] = floatToFloat16(0.5F);
    halves.as<std::uint16_t>()[1] = floatToFloat16(-3.0F);
    NamedTensors inputs{{"x", halves}};
    InputAdapter(from, to).adapt(inputs);
    QCOMPARE(inputs.at("x").type(), DataType::Float);
    QCOMPARE(inputs.at("x").as<float>()[0], 0.5F);
    QCOMPARE(inputs.at("x").as<float>()[1], -3.0F);
}

void tst_AdaptedSource::adapter_doesBoth()
{
    const std::vector<TensorSpec> from{spec("x", DataType::BFloat16, {1, 2, 1, 2})};
    const std::vector<TensorSpec> to{spec("x", DataType::Float, {1, 1, 2, 2})};
    Tensor halves(DataType::BFloat16, {1, 2, 1, 2});
    const std::uint16_t bits[] = {0x3F80, 0x4000, 0x4040, 0x4080}; // 1, 2, 3, 4
    std::copy(std::begin(bits), std::end(bits), halves.as<std::uint16_t>().begin());
    NamedTensors inputs{{"x", halves}};
    InputAdapter(from, to).adapt(inputs);
    const auto values = inputs.at("x").as<float>();
    QCOMPARE(std::vector<float>(values.begin(), values.end()), (std::vector<float>{1, 3, 2, 4}));
}

void tst_AdaptedSource::adaptSource_adaptsEverySample()
{
    const std::vector<TensorSpec> from{spec("x", DataType::Float, {1, 2, 1, 3})};
    const std::vector<TensorSpec> to{spec("x", DataType::Float, {1, 1, 3, 2})};
    const auto source = adaptSource(std::make_unique<OneSample>(counting({1, 2, 1, 3})), InputAdapter(from, to));
    QCOMPARE(source->size(), std::size_t(1));
    QCOMPARE(source->name(0), std::string("only"));
    const auto sample = source->read(0);
    QVERIFY(sample);
    QCOMPARE(sample->inputs.at("x").shape(), (Shape{1, 1, 3, 2}));
    QCOMPARE(sample->inputs.at("x").as<float>()[1], 3.0F);
}

void tst_AdaptedSource::adaptSource_givesTheSourceItself_whenIdle()
{
    auto source = std::make_unique<OneSample>(counting({1}));
    const SampleSource* const before = source.get();
    QCOMPARE(adaptSource(std::move(source), InputAdapter()).get(), before);
}

QTEST_GUILESS_MAIN(tst_AdaptedSource)
#include "tst_adapted_source.moc"
