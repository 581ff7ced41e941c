// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess_steps.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

Picture noisy(int height, int width)
{
    Picture picture{width, height, {}};
    unsigned state = 7;
    for (int i = 0; i < height * width * 3; ++i) {
        state = state * 1664525U + 1013904223U;
        picture.bgr.push_back(std::uint8_t(state >> 24));
    }
    return picture;
}

const StepView& view(const PreprocessTrace& trace, PreprocessStep step)
{
    return trace.steps[std::size_t(step)];
}

} // namespace

class tst_PreprocessSteps : public QObject
{
    Q_OBJECT

private slots:
    void tensor_isThatOfPreprocess_data();
    void tensor_isThatOfPreprocess();
    void steps_tellShapeAndTypeAfterEach();
    void previews_spreadFloatsAndSplitChannels();
    void previews_showAWrongChannelOrder();
    void refusal_keepsTheStepsBefore();
};

void tst_PreprocessSteps::tensor_isThatOfPreprocess_data()
{
    QTest::addColumn<QString>("builtin");
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("channelsLast");
    for (const std::string& name : builtinPreprocessNames()) {
        for (const DataType type : {DataType::Float, DataType::Float16}) {
            for (const bool last : {false, true}) {
                QTest::addRow("%s %s %d", name.c_str(), std::string(dataTypeName(type)).c_str(), int(last))
                    << QString::fromStdString(name) << int(type) << last;
            }
        }
    }
}

void tst_PreprocessSteps::tensor_isThatOfPreprocess()
{
    QFETCH(QString, builtin);
    QFETCH(int, type);
    QFETCH(bool, channelsLast);
    const Picture picture = noisy(301, 417);
    const TensorSpec target = input("x", DataType(type), channelsLast ? Shape{2, 224, 224, 3} : Shape{2, 3, 224, 224});
    const PreprocessSpec spec = *builtinPreprocess(builtin.toStdString());
    const Result<Tensor> expected = preprocess(picture, spec, target, "p");
    VERIFY_OK(expected);
    const PreprocessTrace trace = tracePreprocess(picture, spec, target, "p", 64);
    QVERIFY(trace.tensor.has_value());
    QVERIFY(!trace.error);
    QCOMPARE(trace.tensor->shape(), expected->shape());
    QCOMPARE(trace.tensor->type(), expected->type());
    QVERIFY(std::ranges::equal(trace.tensor->bytes(), expected->bytes()));
}

void tst_PreprocessSteps::steps_tellShapeAndTypeAfterEach()
{
    const auto trace = tracePreprocess(noisy(300, 400), *builtinPreprocess("imagenet"),
                                       input("x", DataType::Float, {1, 3, 224, 224}), "p", 64);
    QCOMPARE(view(trace, PreprocessStep::Decode).shape, (Shape{300, 400, 3}));
    QCOMPARE(view(trace, PreprocessStep::Resize).shape, (Shape{256, 341, 3}));
    QCOMPARE(view(trace, PreprocessStep::Crop).shape, (Shape{224, 224, 3}));
    QCOMPARE(view(trace, PreprocessStep::Crop).type, DataType::UInt8);
    QCOMPARE(view(trace, PreprocessStep::Scale).type, DataType::Float);
    QVERIFY(view(trace, PreprocessStep::Scale).highest <= 1.0);
    QVERIFY(view(trace, PreprocessStep::MeanStd).lowest < -1.5);
    QCOMPARE(view(trace, PreprocessStep::Layout).shape, (Shape{1, 3, 224, 224}));
    for (const StepView& step : trace.steps) {
        QVERIFY(step.isOn);
        QVERIFY(step.isReached);
        QVERIFY(step.previews.front().width <= 64 && step.previews.front().height <= 64);
    }
    const auto raw = tracePreprocess(noisy(30, 40), {}, input("x", DataType::UInt8, {1, 3, 30, 40}), "p", 64);
    QVERIFY(raw.tensor.has_value());
    QVERIFY(!view(raw, PreprocessStep::Resize).isOn);
    QVERIFY(!view(raw, PreprocessStep::MeanStd).isOn);
    QCOMPARE(view(raw, PreprocessStep::MeanStd).shape, (Shape{30, 40, 3}));
}

void tst_PreprocessSteps::previews_spreadFloatsAndSplitChannels()
{
    const auto trace = tracePreprocess(noisy(32, 32), *builtinPreprocess("unit"),
                                       input("x", DataType::Float, {1, 3, 32, 32}), "p", 64);
    const ChannelPixels& scaled = view(trace, PreprocessStep::Scale).previews.front();
    QCOMPARE(int(*std::ranges::min_element(scaled.values)), 0);
    QCOMPARE(int(*std::ranges::max_element(scaled.values)), 255);
    const StepView& layout = view(trace, PreprocessStep::Layout);
    QCOMPARE(layout.previews.size(), std::size_t(3));
    QCOMPARE(layout.previews[1].channels, 1);
    QCOMPARE(layout.previews[1].values[5], scaled.values[5 * 3 + 1]);
    const auto last = tracePreprocess(noisy(32, 32), *builtinPreprocess("unit"),
                                      input("x", DataType::Float, {1, 32, 32, 3}), "p", 64);
    QCOMPARE(view(last, PreprocessStep::Layout).previews.size(), std::size_t(1));
}

void tst_PreprocessSteps::previews_showAWrongChannelOrder()
{
    Picture red{2, 2, {}};
    for (int i = 0; i < 4; ++i)
        red.bgr.insert(red.bgr.end(), {10, 20, 200});
    PreprocessSpec spec;
    spec.channels = ChannelOrder::Bgr;
    const auto trace = tracePreprocess(red, spec, input("x", DataType::Float, {1, 3, 2, 2}), "p", 64);
    QCOMPARE(int(view(trace, PreprocessStep::Decode).previews.front().values[0]), 200);
    QCOMPARE(int(view(trace, PreprocessStep::Channels).previews.front().values[0]), 10);
}

void tst_PreprocessSteps::refusal_keepsTheStepsBefore()
{
    PreprocessSpec spec;
    spec.crop = PictureSize{64, 64};
    const auto trace =
        tracePreprocess(noisy(32, 48), spec, input("x", DataType::Float, {1, 3, 64, 64}), "small.png", 64);
    QVERIFY(!trace.tensor);
    QVERIFY(trace.error.has_value());
    QVERIFY(contains(trace.error->message, "small.png"));
    QVERIFY(view(trace, PreprocessStep::Channels).isReached);
    QVERIFY(!view(trace, PreprocessStep::Crop).isReached);
    // What never fits at all still shows the picture.
    const auto misfit = tracePreprocess(noisy(32, 48), spec, input("x", DataType::Float, {1, 3, 65, 64}), "p", 64);
    QVERIFY(misfit.error.has_value());
    QVERIFY(view(misfit, PreprocessStep::Decode).isReached);
    QVERIFY(!view(misfit, PreprocessStep::Channels).isReached);
}

QTEST_GUILESS_MAIN(tst_PreprocessSteps)
#include "tst_preprocess_steps.moc"
