// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_error_run.h"
#include "core/numerics/quantize.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Random samples for a model.
class RandomSource final : public SampleSource
{
public:
    RandomSource(const Model& model, std::size_t count) : m_model(model), m_count(count) { }

    std::size_t size() const override { return m_count; }
    std::string name(std::size_t i) const override { return std::to_string(i); }
    Result<Sample> read(std::size_t i) const override
    {
        Sample sample{name(i), i, randomInputs(m_model, static_cast<std::uint32_t>(i + 1))};
        if (spoilt == i)
            sample.inputs.begin()->second.as<float>()[0] = std::numeric_limits<float>::quiet_NaN();
        return sample;
    }

    std::optional<std::size_t> spoilt; ///< sample with a NaN

private:
    const Model& m_model;
    std::size_t m_count;
};

/// A float network and the same with Q/DQ operators, built side by side.
class TwoNetworks
{
public:
    TwoNetworks()
    {
        for (ModelBuilder* b : {&real, &quantized})
            b->input("x", DataType::Float, {1, 3, 8, 8});
    }

    void weight(const std::string& name, const Shape& shape, float amplitude, float scaleFactor = 1.0F)
    {
        ModelBuilder values;
        values.randomInitializer(name, shape, amplitude, static_cast<std::uint32_t>(name.size()));
        const onnx::TensorProto& tensor = *findInitializer(values.graph(), name);
        real.initializer(tensor);
        const float scale = amplitude / 127.0F;
        std::vector<float> elements(tensor.raw_data().size() / sizeof(float));
        std::memcpy(elements.data(), tensor.raw_data().data(), tensor.raw_data().size());
        const auto codes = quantizeTensor(elements, shape, {DataType::Int8, {scale}, {0}, {}}, {-127, 127});
        quantized.initializer(makeTensor(name + "_quantized", DataType::Int8, shape,
                                         std::string(reinterpret_cast<const char*>(codes.data()), codes.size())));
        parameters(name, scale * scaleFactor, 0, DataType::Int8);
        quantized.node("DequantizeLinear", {name + "_quantized", name + "_scale", name + "_zero_point"},
                       {name + "_DequantizeLinear_Output"}, name + "_DequantizeLinear");
    }

    /// A node in both; the quantized one reads @p quantizedInputs.
    void node(const std::string& type, const std::vector<std::string>& inputs,
              const std::vector<std::string>& quantizedInputs, const std::string& output)
    {
        real.node(type, inputs, {output}, "n_" + output);
        quantized.node(type, quantizedInputs, {output}, "n_" + output);
    }

    void pair(const std::string& value, float scale)
    {
        parameters(value, scale, 128, DataType::UInt8);
        quantized.node("QuantizeLinear", {value, value + "_scale", value + "_zero_point"},
                       {value + "_QuantizeLinear_Output"}, value + "_QuantizeLinear");
        quantized.node("DequantizeLinear", {value + "_QuantizeLinear_Output", value + "_scale", value + "_zero_point"},
                       {dequantized(value)}, value + "_DequantizeLinear");
    }

    [[nodiscard]] static std::string dequantized(const std::string& value)
    {
        return value + "_DequantizeLinear_Output";
    }

    void output(const std::string& name)
    {
        real.output(name);
        quantized.output(name);
    }

    ModelBuilder real{17};
    ModelBuilder quantized{17};

private:
    void parameters(const std::string& name, float scale, int zeroPoint, DataType type)
    {
        quantized.initializer(makeFloatTensor(name + "_scale", {}, {scale}));
        quantized.initializer(makeTensor(name + "_zero_point", type, {}, std::string(1, static_cast<char>(zeroPoint))));
    }
};

struct Scales
{
    float a = 0.05F; ///< of the first convolution's output
    float weight = 1.0F; ///< factor of the second weight's
};

/// x → Conv → a → Relu → b; b → Conv → c; b + c → d → (GlobalAveragePool) y, all with pairs but y.
TwoNetworks residual(Scales scales = {})
{
    const auto dq = &TwoNetworks::dequantized;
    TwoNetworks net;
    net.weight("w1", {4, 3, 3, 3}, 0.5F);
    net.weight("w22", {4, 4, 1, 1}, 0.5F, scales.weight);
    net.pair("x", 2.0F / 255.0F);
    net.node("Conv", {"x", "w1"}, {dq("x"), dq("w1")}, "a");
    net.pair("a", scales.a);
    net.node("Relu", {"a"}, {dq("a")}, "b");
    net.pair("b", 0.04F);
    net.node("Conv", {"b", "w22"}, {dq("b"), dq("w22")}, "c");
    net.pair("c", 0.03F);
    net.node("Add", {"b", "c"}, {dq("b"), dq("c")}, "d");
    net.pair("d", 0.05F);
    net.node("GlobalAveragePool", {"d"}, {dq("d")}, "y");
    net.output("y");
    return net;
}

Model quantizedModel(const TwoNetworks& net)
{
    return net.quantized.model({.allowQuantized = true});
}

const TensorError* find(const LayerErrors& errors, const std::string& tensor)
{
    for (const TensorError& error : errors.tensors) {
        if (error.tensor == tensor)
            return &error;
    }
    return nullptr;
}

std::map<std::string, Tensor> allValues(const Model& model, const NamedTensors& inputs)
{
    const Model watched = withAllOutputs(model);
    std::vector<Tensor> values = outputsOf(watched, inputs);
    std::map<std::string, Tensor> named;
    const std::vector<TensorSpec> specs = watched.outputs();
    for (std::size_t i = 0; i < values.size(); ++i)
        named.emplace(specs[i].name, std::move(values[i]));
    for (const auto& [name, value] : inputs)
        named.emplace(name, value);
    return named;
}

void compareFigures(const ErrorFigures& found, const std::vector<OutputComparison>& wanted)
{
    OutputSummaryBuilder builder("");
    for (const OutputComparison& comparison : wanted)
        builder.add(comparison);
    const OutputSummary summary = builder.summary();
    QCOMPARE(found.samples, summary.samples);
    const auto near = [](double a, double b) {
        return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::abs(b);
    };
    QVERIFY(near(found.sqnr.mean, summary.sqnr.mean) && near(found.sqnr.worst, summary.sqnr.worst));
    QVERIFY(near(found.cosine.mean, summary.cosine.mean) && near(found.cosine.worst, summary.cosine.worst));
    QVERIFY(near(found.rmse.mean, summary.rmse.mean) && near(found.rmse.worst, summary.rmse.worst));
    QVERIFY(near(found.maxAbs.mean, summary.maxAbs.mean) && near(found.maxAbs.worst, summary.maxAbs.worst));
}

/// A piece of the quantized network that reads what the float one gives.
Tensor runPiece(ModelBuilder& piece, const NamedTensors& inputs)
{
    return outputsOf(piece.model({.allowQuantized = true}), inputs).at(0);
}

} // namespace

class tst_LayerErrors : public QObject
{
    Q_OBJECT

private slots:
    void accumulated_equalsBothModelsRunApart();
    void own_equalsThePieceRunOnFloatValues();
    void weights_areComparedThemselves();
    void result_isTheSame_forAnyThreads();
    void wrongScale_isFirst_data();
    void wrongScale_isFirst();
    void equalErrors_goInTheOrderOfTheGraph();
    void layersWithoutPairs_areToldApart();
    void notANumber_isCounted();
    void extentsThatDiffer_areCounted();
    void floatModel_hasNothingToTell();
    void cancellation_endsIt();
    void otherInputs_areRefused();
    void json_isReadBack();
    void damagedJson_isRefused();

private:
    Result<LayerErrors> measure(const Model& real, const Model& quantized, std::size_t count = 3, int threads = 1,
                                std::optional<std::size_t> spoilt = {});
    RecordingFeedback m_feedback;
};

Result<LayerErrors> tst_LayerErrors::measure(const Model& real, const Model& quantized, std::size_t count, int threads,
                                             std::optional<std::size_t> spoilt)
{
    RandomSource source(real, count);
    source.spoilt = spoilt;
    SamplePrefetcher samples(source, m_feedback);
    return measureLayerErrors(environment(), real, quantized, {}, samples, threads, m_feedback);
}

void tst_LayerErrors::accumulated_equalsBothModelsRunApart()
{
    const TwoNetworks net = residual();
    const Model real = net.real.model();
    const Model quantized = quantizedModel(net);
    const auto errors = measure(real, quantized);
    VERIFY_OK(errors);
    QCOMPARE(errors->samples, 3U);
    const RandomSource source(real, 3);
    int compared = 0;
    for (const TensorError& tensor : errors->tensors) {
        if (tensor.kind == TensorError::Kind::Weight)
            continue;
        std::vector<OutputComparison> wanted;
        for (std::size_t i = 0; i < source.size(); ++i) {
            const NamedTensors inputs = source.read(i)->inputs;
            const auto a = allValues(real, inputs);
            const auto b = allValues(quantized, inputs);
            const std::string behind =
                tensor.kind == TensorError::Kind::Output ? tensor.tensor : TwoNetworks::dequantized(tensor.tensor);
            wanted.push_back({compareOutputs(a.at(tensor.tensor), b.at(behind)), false});
        }
        compareFigures(*tensor.accumulated, wanted);
        ++compared;
    }
    QCOMPARE(compared, 6); // x, a, b, c, d, y
}

void tst_LayerErrors::own_equalsThePieceRunOnFloatValues()
{
    const TwoNetworks net = residual();
    const Model real = net.real.model();
    const Model quantized = quantizedModel(net);
    const auto errors = measure(real, quantized, 1);
    VERIFY_OK(errors);
    const NamedTensors inputs = RandomSource(real, 1).read(0)->inputs;
    const auto values = allValues(real, inputs);

    // c: the second convolution with its quantized weight reads b as the float network has it.
    ModelBuilder piece(17);
    piece.input("b", DataType::Float, {1, 4, 6, 6});
    for (const onnx::TensorProto& tensor : net.quantized.graph().initializer()) {
        if (tensor.name().starts_with("w22") || tensor.name().starts_with("c_"))
            piece.initializer(tensor);
    }
    piece.node("DequantizeLinear", {"w22_quantized", "w22_scale", "w22_zero_point"}, {"w"});
    piece.node("Conv", {"b", "w"}, {"c"});
    piece.node("QuantizeLinear", {"c", "c_scale", "c_zero_point"}, {"codes"});
    piece.node("DequantizeLinear", {"codes", "c_scale", "c_zero_point"}, {"result"});
    piece.output("result");
    const Tensor own = runPiece(piece, {{"b", values.at("b")}});
    compareFigures(*find(*errors, "c")->own, {{compareOutputs(values.at("c"), own), false}});

    // b has no weight: its own error is that of its pair on the float value.
    ModelBuilder alone(17);
    alone.input("b", DataType::Float, {1, 4, 6, 6});
    for (const onnx::TensorProto& tensor : net.quantized.graph().initializer()) {
        if (tensor.name().starts_with("b_"))
            alone.initializer(tensor);
    }
    alone.node("QuantizeLinear", {"b", "b_scale", "b_zero_point"}, {"codes"});
    alone.node("DequantizeLinear", {"codes", "b_scale", "b_zero_point"}, {"result"});
    alone.output("result");
    compareFigures(*find(*errors, "b")->own,
                   {{compareOutputs(values.at("b"), runPiece(alone, {{"b", values.at("b")}})), false}});
    const TensorError* y = find(*errors, "y");
    QCOMPARE(y->kind, TensorError::Kind::Output);
    QVERIFY(std::isinf(y->own->sqnr.mean)); // nothing of its own is quantized
    QVERIFY(y->accumulated->sqnr.mean < 60.0);
}

void tst_LayerErrors::weights_areComparedThemselves()
{
    const TwoNetworks net = residual({.weight = 8.0F});
    const auto errors = measure(net.real.model(), quantizedModel(net), 1);
    VERIFY_OK(errors);
    const TensorError* weight = find(*errors, "w22");
    QVERIFY(weight && weight->kind == TensorError::Kind::Weight && !weight->accumulated);
    QCOMPARE(weight->node, std::string("n_c"));
    QCOMPARE(weight->params->type, DataType::Int8);
    // Eight times the values: the error is seven times the signal.
    QVERIFY(std::abs(weight->own->sqnr.mean + 20.0 * std::log10(7.0)) < 0.1);
    QVERIFY(find(*errors, "w1")->own->sqnr.mean > 35.0);
    const auto& inFront = find(*errors, "c")->inFront;
    QCOMPARE(inFront.size(), 2U);
    QCOMPARE(errors->tensors[inFront[0]].tensor, std::string("b"));
    QCOMPARE(errors->tensors[inFront[1]].tensor, std::string("w22"));
}

void tst_LayerErrors::result_isTheSame_forAnyThreads()
{
    const TwoNetworks net = residual();
    const Model real = net.real.model();
    const Model quantized = quantizedModel(net);
    const auto one = measure(real, quantized, 7, 1);
    const auto two = measure(real, quantized, 7, 2);
    VERIFY_OK(one);
    VERIFY_OK(two);
    QCOMPARE(toJson(*one).dump(), toJson(*two).dump());
}

void tst_LayerErrors::wrongScale_isFirst_data()
{
    QTest::addColumn<float>("a");
    QTest::addColumn<float>("weight");
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("blamed");
    QTest::newRow("activation") << 0.4F << 1.0F << "a"
                                << "";
    QTest::newRow("weight") << 0.05F << 8.0F << "c"
                            << "w22";
}

void tst_LayerErrors::wrongScale_isFirst()
{
    QFETCH(float, a);
    QFETCH(float, weight);
    QFETCH(QString, tensor);
    QFETCH(QString, blamed);
    const TwoNetworks net = residual({a, weight});
    const auto errors = measure(net.real.model(), quantizedModel(net));
    VERIFY_OK(errors);
    const auto nameAt = [&](std::size_t i) { return QString::fromStdString(errors->tensors[i].tensor); };
    QCOMPARE(nameAt(worstFirst(*errors, ErrorColumn::Own)[0]), tensor);
    QVERIFY(errors->firstWrong);
    QCOMPARE(nameAt(errors->firstWrong->tensor), tensor);
    QCOMPARE(errors->firstWrong->weight ? nameAt(*errors->firstWrong->weight) : QString(), blamed);
    QCOMPARE(nameAt(errors->firstWrong->path.back()), QString("y"));
    const QString sentence = QString::fromStdString(errors->firstWrong->sentence);
    QVERIFY2(sentence.contains("'" + tensor + "'"), qPrintable(sentence));
}

void tst_LayerErrors::equalErrors_goInTheOrderOfTheGraph()
{
    LayerErrors errors;
    for (const double excess : {1.0, 5.0, 5.0 + 5e-10, 7.0, 7.0 - 5e-10}) {
        TensorError tensor;
        tensor.own.emplace();
        tensor.excess = excess;
        errors.tensors.push_back(tensor);
    }
    QCOMPARE(worstFirst(errors, ErrorColumn::Own), (std::vector<std::size_t>{3, 4, 1, 2, 0}));
    QVERIFY(worstFirst(errors, ErrorColumn::Weight).empty());
}

void tst_LayerErrors::layersWithoutPairs_areToldApart()
{
    TwoNetworks net; // weights only
    net.weight("w1", {3, 3, 1, 1}, 0.5F);
    net.weight("w22", {3, 3, 1, 1}, 0.5F, 8.0F);
    const auto dq = &TwoNetworks::dequantized;
    net.node("Conv", {"x", "w1"}, {"x", dq("w1")}, "a");
    net.node("Relu", {"a"}, {"a"}, "b");
    net.node("Conv", {"b", "w22"}, {"b", dq("w22")}, "c");
    net.output("c");
    const auto errors = measure(net.real.model(), quantizedModel(net));
    VERIFY_OK(errors);
    QCOMPARE(find(*errors, "a")->kind, TensorError::Kind::Layer);
    QCOMPARE(find(*errors, "b"), nullptr);
    QCOMPARE(find(*errors, "c")->kind, TensorError::Kind::Output);
    QVERIFY(find(*errors, "a")->own->sqnr.mean > 30.0);
    QCOMPARE(errors->tensors[errors->firstWrong->tensor].tensor, std::string("c"));
}

void tst_LayerErrors::notANumber_isCounted()
{
    const TwoNetworks net = residual();
    const auto errors = measure(net.real.model(), quantizedModel(net), 3, 1, 1);
    VERIFY_OK(errors);
    const TensorError* y = find(*errors, "y");
    QCOMPARE(y->accumulated->samples, 2U);
    QCOMPARE(y->accumulated->notFinite, 1U);
    QVERIFY(std::isfinite(y->accumulated->sqnr.mean));
    QCOMPARE(y->accumulated->broken, 0U); // it is NaN in the float graph, too
    // So it does not change what is worst.
    const auto sound = measure(net.real.model(), quantizedModel(net), 3);
    VERIFY_OK(sound);
    QCOMPARE(worstFirst(*errors, ErrorColumn::Own)[0], worstFirst(*sound, ErrorColumn::Own)[0]);
}

void tst_LayerErrors::extentsThatDiffer_areCounted()
{
    TwoNetworks net;
    const auto dq = &TwoNetworks::dequantized;
    net.pair("x", 1.0F); // so coarse that other elements are positive
    for (ModelBuilder* b : {&net.real, &net.quantized})
        b->initializer("zero", {}, {0.1F});
    net.node("Greater", {"x", "zero"}, {dq("x"), "zero"}, "positive");
    net.node("NonZero", {"positive"}, {"positive"}, "places");
    for (ModelBuilder* b : {&net.real, &net.quantized})
        b->node("Cast", {"places"}, {"y"}, "n_y").attribute("to", 1);
    net.output("y");
    const auto errors = measure(net.real.model(), quantizedModel(net), 2);
    VERIFY_OK(errors);
    QCOMPARE(find(*errors, "y")->accumulated->shapesDiffer, 2U);
    QCOMPARE(find(*errors, "y")->accumulated->samples, 0U);
}

void tst_LayerErrors::floatModel_hasNothingToTell()
{
    const Model real = residual().real.model();
    const auto errors = measure(real, real, 2);
    VERIFY_OK(errors);
    QVERIFY(errors->tensors.empty() && !errors->firstWrong && errors->notCompared.empty());
    QCOMPARE(errors->samples, 2U);
}

void tst_LayerErrors::cancellation_endsIt()
{
    class Canceled final : public Feedback
    {
        bool isCanceled() const override { return true; }
    } canceled;
    const TwoNetworks net = residual();
    const Model real = net.real.model();
    const RandomSource source(real, 2);
    SamplePrefetcher samples(source, canceled);
    const auto errors = measureLayerErrors(environment(), real, quantizedModel(net), {}, samples, 1, canceled);
    QVERIFY(!errors);
    QCOMPARE(errors.error().code, ErrorCode::Canceled);
}

void tst_LayerErrors::otherInputs_areRefused()
{
    TwoNetworks net = residual();
    const Model real = net.real.model();
    net.quantized.input("more", DataType::Float, {1});
    const auto errors = measure(real, quantizedModel(net), 1);
    QVERIFY(!errors);
    QCOMPARE(errors.error().code, ErrorCode::ModelRefused);
    QCOMPARE(errors.error().subject, std::string("more"));
}

void tst_LayerErrors::json_isReadBack()
{
    const TwoNetworks net = residual({.a = 0.4F});
    auto errors = measure(net.real.model(), quantizedModel(net));
    VERIFY_OK(errors);
    errors->firstWrong->why = "The channels differ.";
    errors->lowest = LowestTensor{1, "Nothing."};
    const nlohmann::json document = toJson(*errors);
    const auto read = layerErrorsFromJson(nlohmann::json::parse(document.dump()), "errors");
    VERIFY_OK(read);
    QCOMPARE(toJson(*read).dump(), document.dump());
    QCOMPARE(read->tensors.size(), errors->tensors.size());
    nlohmann::json more = document;
    more["weights"] = nlohmann::json::array();
    more["findings"] = nlohmann::json::array();
    VERIFY_OK(layerErrorsFromJson(more, "errors"));
}

void tst_LayerErrors::damagedJson_isRefused()
{
    const TwoNetworks net = residual({.a = 0.4F});
    auto errors = measure(net.real.model(), quantizedModel(net), 1);
    VERIFY_OK(errors);
    errors->lowest = LowestTensor{1, "Nothing."};
    for (const char* patch : {R"([{"op":"replace","path":"/format","value":"other"}])",
                              R"([{"op":"replace","path":"/tensors/0/kind","value":"no kind"}])",
                              R"([{"op":"replace","path":"/firstWrong/tensor","value":1000}])",
                              R"([{"op":"replace","path":"/lowest/tensor","value":1000}])",
                              R"([{"op":"replace","path":"/tensors/1/own/sqnr/mean","value":"much"}])",
                              R"([{"op":"add","path":"/unknown","value":1}])"}) {
        const nlohmann::json damaged = toJson(*errors).patch(nlohmann::json::parse(patch));
        const auto read = layerErrorsFromJson(damaged, "errors");
        QVERIFY2(!read, patch);
        QCOMPARE(read.error().code, ErrorCode::ConfigRefused);
    }
}

QTEST_GUILESS_MAIN(tst_LayerErrors)
#include "tst_layer_errors.moc"
