// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_error_run.h"
#include "core/analysis/sample_effect.h"
#include "core/analysis/variant_runner.h"
#include "core/config/presets.h"
#include "core/data/adapted_source.h"
#include "core/data/kept_samples.h"
#include "core/graph/graph_rewriter.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/layer_analysis.h"
#include "core/pipeline/sensitivity_units.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"
#include "tests/parity/golden_models.h"
#include "tests/support/traced_variant.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

// One scale of a real model is made eight times too wide: the ranking of scales and "first goes wrong" must put it
// first in nine of ten cases, and that of own errors where no sound layer is worse; SENSITIVITY.md explains what is
// missed. Without a fault, "first goes wrong" must name something only in the models that quantization hurts.

namespace {

constexpr double kFault = 8.0;
constexpr int kFaults = 2; ///< of each model and preset
constexpr std::size_t kCalibration = 8; ///< samples at most; what is analysed is another one
constexpr double kLeastShare = 0.9;
constexpr double kLeastOfOwnByChannel = 0.8; ///< less than nine of ten, as the next two: SENSITIVITY.md says why
constexpr double kLeastOfOwn = 0.5;
constexpr double kLeastHarmful = 0.4;

/// How often a fault came first, by what.
struct Tally
{
    int faults = 0;
    int byScale = 0;
    int byOwnError = 0;
    int firstWrong = 0;
    int measured = 0; ///< faults of which the sensitivity was measured
    int bySensitivity = 0;
    int byFall = 0; ///< of the sensitivity, against that of the sound model

    Tally& operator+=(const Tally& other)
    {
        for (const auto member : {&Tally::faults, &Tally::byScale, &Tally::byOwnError, &Tally::firstWrong,
                                  &Tally::measured, &Tally::bySensitivity, &Tally::byFall})
            this->*member += other.*member;
        return *this;
    }
};

/// Is every model to be looked at in every preset, with its sensitivity? That takes minutes.
bool isThorough()
{
    return qEnvironmentVariableIsSet("QUANTISCOPE_ALL_FAULTS");
}

/// The initializer that holds the scale of @p tensor; empty when another tensor's is taken.
std::string scaleOf(const Graph& quantized, const TensorError& tensor)
{
    for (const Node& node : quantized.nodes()) {
        if (tensor.kind == TensorError::Kind::Activation && node.opType == "QuantizeLinear"
            && (node.inputs[0] == tensor.tensor || node.inputs[0] == tensor.tensor + "_QuantizeLinear_Input"))
            return node.inputs[1];
        if (tensor.kind == TensorError::Kind::Weight && node.opType == "DequantizeLinear"
            && node.inputs[0] == tensor.tensor + "_quantized")
            return node.inputs[1];
    }
    return {};
}

/// An activation or a weight, no bias.
bool isCandidate(const Graph& quantized, const TensorError& tensor)
{
    const bool isBias = tensor.params && tensor.params->type == DataType::Int32;
    return (tensor.kind == TensorError::Kind::Activation
            || (tensor.kind == TensorError::Kind::Weight && tensor.shape.size() >= 2 && !isBias))
        && !scaleOf(quantized, tensor).empty();
}

Result<Model> withFault(const Model& model, const std::string& scale)
{
    const Graph graph(model);
    std::vector<float> values = graph.initializerFloats(scale);
    for (float& value : values)
        value *= static_cast<float>(kFault);
    GraphRewriter rewriter(model.clone());
    rewriter.setInitializer(scale, DataType::Float, graph.initializerShape(scale), std::as_bytes(std::span(values)));
    return rewriter.finish();
}

/// Are its outputs its first input's elements, and nothing else?
bool handsOn(const std::string& opType)
{
    static const std::set<std::string> kOperators{"Expand",  "Flatten", "Identity",  "Reshape",
                                                  "Squeeze", "Tile",    "Transpose", "Unsqueeze"};
    return kOperators.contains(opType);
}

/// The first tensor that is computed with place @p weight.
std::size_t madeWith(const LayerErrors& errors, std::size_t weight)
{
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        const std::vector<std::size_t>& front = errors.tensors[i].inFront;
        if (std::find(front.begin(), front.end(), weight) != front.end())
            return i;
    }
    return weight;
}

/// One model under one preset, and what is wrong with its copies.
class FaultyModel
{
public:
    static Result<std::unique_ptr<FaultyModel>> open(const RuntimeEnvironment& environment,
                                                     const AnalysisRequest& request, Feedback& feedback)
    {
        auto session = AnalysisSession::open(environment, request, feedback);
        if (!session)
            return session.error();
        auto whole = (*session)->quantize(request.recipe.config, feedback);
        if (!whole)
            return whole.error();
        auto units = findUnits(**session, *whole, SensitivityUnits::Layer, {});
        if (!units)
            return units.error();
        return std::unique_ptr<FaultyModel>(
            new FaultyModel(std::move(*session), std::move(*whole), std::move(*units), feedback));
    }

    [[nodiscard]] const QuantizedVariant& whole() const { return m_whole; }

    [[nodiscard]] Result<LayerErrors> errorsOf(const Model& quantized) const
    {
        const Model& prepared = m_whole.prepared->model;
        const auto source = adaptSource(std::make_unique<LeadingSamples>(m_session->samples(), 1),
                                        InputAdapter(m_session->inputs(), prepared.inputs()));
        SamplePrefetcher samples(*source, m_feedback);
        return measureLayerErrors(m_session->environment(), prepared, quantized,
                                  observedRanges(m_whole.prepared->statistics), samples, 0, m_feedback);
    }

    /// What quantizing parts alone does, on one sample, with the scale @p scale wrong wherever a variant has it.
    struct Found
    {
        const SensitivityUnit* first = nullptr; ///< of the ranking
        const SensitivityUnit* mostFallen = nullptr; ///< that lost most SQNR against the sound model
    };
    Result<Found> measured(const std::string& scale)
    {
        Sensitivity result = m_result;
        Found found;
        double most = -1.0;
        for (std::size_t i = 0; i < result.units.size(); ++i) {
            const auto sound = effectOf(i, {});
            if (!sound)
                return sound.error();
            const auto effect = effectOf(i, scale);
            if (!effect)
                return effect.error();
            result.units[i].only = *effect;
            // What makes an output infinite or NaN falls without end; NaN where both do.
            const double fall = sound->value && effect->value ? *sound->value - *effect->value : 0.0;
            if (fall > most) {
                most = fall;
                found.mostFallen = &m_result.units[i];
            }
        }
        found.first = &m_result.units[rankingOf(result)[0]];
        return found;
    }

    /// Does @p unit hold what makes @p tensor, or what reads it, be it through operators that only hand it on?
    [[nodiscard]] bool isAbout(const SensitivityUnit& unit, const TensorError& tensor) const
    {
        const std::set<std::string> nodes = m_whole.prepared->standIns.of({unit.nodes.begin(), unit.nodes.end()});
        if (nodes.contains(tensor.node))
            return true;
        const Graph& graph = m_whole.prepared->graph;
        std::vector<std::string> values{tensor.tensor};
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (const std::size_t reader : graph.consumersOf(std::string(values[i]))) {
                const Node& node = graph.nodes()[reader];
                if (nodes.contains(node.name))
                    return true;
                if (handsOn(node.opType))
                    values.insert(values.end(), node.outputs.begin(), node.outputs.end());
            }
        }
        return false;
    }

private:
    FaultyModel(std::unique_ptr<AnalysisSession> session, QuantizedVariant whole, std::vector<SensitivityUnit> units,
                Feedback& feedback)
        : m_session(std::move(session))
        , m_whole(std::move(whole))
        , m_feedback(feedback)
        , m_runner(m_session->environment(), m_whole.prepared->model)
        , m_comparer(m_session->floatResults().outputNames(), nullptr, m_session->evaluationDetail())
    {
        m_result.metric = SensitivityMetric::Sqnr;
        m_result.units = std::move(units);
        for (const Node& node : m_session->graph().nodes())
            m_all.insert(node.name);
        m_sound.resize(m_result.units.size());
    }

    /// Of unit @p i; measured once where the variant does not have the scale.
    Result<VariantEffect> effectOf(std::size_t i, const std::string& scale)
    {
        if (scale.empty() && m_sound[i])
            return *m_sound[i];
        std::set<std::string> others = m_all;
        for (const std::string& node : m_result.units[i].nodes)
            others.erase(node);
        const auto variant = m_session->quantize(m_session->request().recipe.config, m_feedback, others);
        if (!variant)
            return variant.error();
        const bool isWrong = !scale.empty() && Graph(variant->model).isInitializer(scale);
        if (!isWrong && m_sound[i])
            return *m_sound[i];
        const Result<Model> wrong = isWrong ? withFault(variant->model, scale) : variant->model.clone();
        if (!wrong)
            return wrong.error();
        const auto sample = m_session->samples().read(0);
        if (!sample)
            return sample.error();
        const auto real = m_session->floatResults().of(*sample, m_comparer.outputs(), {});
        if (!real)
            return real.error();
        const auto given = outputsOf(*wrong, *sample);
        if (!given)
            return given.error();
        const auto effect = m_comparer.compare(*sample, *real, *given);
        if (!effect)
            return effect.error();
        EffectSums sums;
        sums.add(*effect);
        const VariantEffect found = m_comparer.summarize(sums, m_result.metric);
        if (!isWrong)
            m_sound[i] = found;
        return found;
    }

    /// Of the variant @p wrong: in the session of all, or, where switches cannot do what it does, in one of its own.
    Result<std::vector<Tensor>> outputsOf(const Model& wrong, const Sample& sample)
    {
        const InputAdapter adapter(m_session->inputs(), m_whole.prepared->model.inputs());
        const auto handle = addTraced(m_runner, m_whole.prepared->graph, wrong);
        if (handle) {
            auto given = VariantResults(m_runner, *handle, adapter).of(sample, m_comparer.outputs(), {});
            m_runner.remove(*handle);
            return given;
        }
        if (handle.error().code != ErrorCode::ModelRefused)
            return handle.error();
        const auto own = InferenceSession::create(m_session->environment(), wrong,
                                                  {.optimization = OptimizationLevel::Disabled, .threads = 1});
        if (!own)
            return own.error();
        return RunningResults(*own, adapter).of(sample, m_comparer.outputs(), {});
    }

    std::unique_ptr<AnalysisSession> m_session;
    QuantizedVariant m_whole;
    Feedback& m_feedback;
    VariantRunner m_runner;
    EffectComparer m_comparer;
    Sensitivity m_result; ///< with the units
    std::set<std::string> m_all; ///< the user's nodes
    std::vector<std::optional<VariantEffect>> m_sound; ///< by unit
};

} // namespace

class tst_SeededFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void wrongScale_comesFirst_data();
    void wrongScale_comesFirst();
    void ownErrors_findMostFaults_data();
    void ownErrors_findMostFaults();
    void scales_findTheFault();
    void sensitivity_findsWhatDoesHarm();

private:
    /// A file with the golden's samples of @p kind.
    [[nodiscard]] std::string written(const std::string& model, const json& facts, const char* kind) const
    {
        const QString path = m_folder.filePath(QString::fromStdString(model + "." + kind + ".npy"));
        const auto samples = goldenSamples(model, facts, kind);
        if (!samples || !writeNpy(path.toStdString(), *samples))
            qFatal("the samples cannot be written");
        return path.toStdString();
    }

    [[nodiscard]] Tally total() const
    {
        Tally all;
        for (const auto& [preset, tally] : m_tallies)
            all += tally;
        return all;
    }

    RuntimeEnvironment m_environment;
    QTemporaryDir m_folder;
    Feedback m_feedback;
    std::map<QString, Tally> m_tallies; ///< by preset
};

void tst_SeededFaults::initTestCase()
{
    if (!std::filesystem::exists(goldenFolder("squeezenet_fp32")))
        QSKIP("The collection of real models is not here (../shared beside the source folder).");
}

void tst_SeededFaults::wrongScale_comesFirst_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("hasSensitivity");
    QTest::addColumn<bool>("isUsual");
    QTest::addColumn<bool>("isHurt"); // without any fault, by quantization alone
    constexpr std::array kSmall{"mnist_cntk",      "mobilenetv2_cifar10",    "vit_cifar10",
                                "squeezenet_fp32", "openwakeword_embedding", "magika"};
    constexpr std::array kLarge{"ultraface_rfb320", "deeplabv3_mnv2", "yolox_nano", "ppocr_v4_det"};
    constexpr std::array kPresets{"ORT_S8S8_PC", "A8W8", "XINT8"};
    const std::set<std::string> hurt{"ppocr_v4_det, ORT_S8S8_PC", "openwakeword_embedding, XINT8", "magika, XINT8",
                                     "yolox_nano, XINT8"};
    const auto add = [&hurt](const char* model, const char* preset, bool hasSensitivity, bool isUsual) {
        const std::string row = std::string(model) + ", " + preset;
        QTest::addRow("%s", row.c_str()) << model << preset << hasSensitivity << isUsual << hurt.contains(row);
    };
    // In turn, so that every model and every preset is looked at in half a minute.
    for (std::size_t p = 0; p < kPresets.size(); ++p) {
        for (std::size_t m = 0; m < kSmall.size(); ++m)
            add(kSmall[m], kPresets[p], isThorough() || m % kPresets.size() == p, true);
        for (std::size_t m = 0; m < kLarge.size(); ++m) {
            const bool isUsual = m % kPresets.size() == p;
            if (isThorough() || isUsual)
                add(kLarge[m], kPresets[p], isThorough(), isUsual);
        }
    }
}

void tst_SeededFaults::wrongScale_comesFirst()
{
    QFETCH(QString, model);
    QFETCH(QString, preset);
    QFETCH(bool, hasSensitivity);
    QFETCH(bool, isUsual);
    QFETCH(bool, isHurt);
    const std::string name = model.toStdString();
    const auto facts = readJson(goldenFolder(name) / "golden.json");
    QVERIFY(facts);
    AnalysisRequest request;
    request.model = modelOf(*facts);
    request.recipe.config = findPreset(preset.toStdString(), ErrorCode::InvalidArgument)->config;
    request.recipe.calibration = DataSpec{written(name, *facts, "calib"), {}, kCalibration, 0};
    request.evaluation = EvaluationRequest{DataSpec{written(name, *facts, "eval"), {}, 0, 0}, {}};
    request.samples = 1;
    request.cache.folder = m_folder.filePath("cache").toStdString(); // presets may share statistics
    const auto opened = FaultyModel::open(m_environment, request, m_feedback);
    VERIFY_OK(opened);
    FaultyModel& faulty = **opened;
    const Model& sound = faulty.whole().model;
    const Result<LayerErrors> errorsOfSound = faulty.errorsOf(sound);
    VERIFY_OK(errorsOfSound);
    const std::vector<TensorError>& tensors = errorsOfSound->tensors;
    if (const auto& found = errorsOfSound->firstWrong; isUsual)
        QVERIFY2(found.has_value() == isHurt,
                 found ? found->sentence.c_str() : errorsOfSound->lowest->sentence.c_str());
    const Graph quantized(sound);
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (isCandidate(quantized, tensors[i]))
            candidates.push_back(i);
    }
    QVERIFY(!candidates.empty());
    // Other faults than the usual ones, for a look at what is missed.
    const int fresh = qEnvironmentVariableIntValue("QUANTISCOPE_FAULT_SEED");
    const std::string text = name + preset.toStdString() + std::to_string(fresh);
    std::seed_seq seed(text.begin(), text.end());
    std::mt19937 generator(seed);
    Tally& tally = m_tallies[preset];
    for (int fault = 0; fault < kFaults; ++fault) {
        const std::size_t chosen = candidates[generator() % candidates.size()];
        const std::string scale = scaleOf(quantized, tensors[chosen]);
        // Tensors that share a scale have it wrong together; the first of them is where it goes wrong.
        const std::size_t place = *std::find_if(candidates.begin(), candidates.end(), [&](std::size_t candidate) {
            return scaleOf(quantized, tensors[candidate]) == scale;
        });
        const bool isWeight = tensors[place].kind == TensorError::Kind::Weight;
        const std::size_t where = isWeight ? madeWith(*errorsOfSound, place) : place;
        const Result<Model> wrong = withFault(sound, scale);
        VERIFY_OK(wrong);
        const Result<LayerErrors> errors = faulty.errorsOf(*wrong);
        VERIFY_OK(errors);
        const std::vector<std::size_t> byScale = worstFirst(*errors, ErrorColumn::Scale);
        const std::vector<std::size_t> byOwn = worstFirst(*errors, ErrorColumn::Own);
        QVERIFY(!byScale.empty() && !byOwn.empty());
        ++tally.faults;
        const auto count = [&](const char* what, int& found, bool isFound, const std::string& firstOne) {
            found += isFound ? 1 : 0;
            if (!isFound)
                qInfo("missed by %s: %s of %s %s; first: %s", what, quantiscope::name(tensors[place].kind),
                      tensors[place].opType.c_str(), tensors[place].tensor.c_str(), firstOne.c_str());
        };
        const auto described = [&](std::size_t i) {
            const auto number = [](const std::optional<double>& value) {
                return value ? QString::number(*value, 'f', 1) : QString("-");
            };
            const TensorError& tensor = errors->tensors[i];
            const TensorError& ours = errors->tensors[where];
            return QString("%1 %2 (excess %3 dB, own %4 dB, scale %5 dB; the fault's %6, %7, %8)")
                .arg(QString::fromStdString(tensor.opType), QString::fromStdString(tensor.tensor),
                     number(tensor.excess), number(tensor.own->sqnr.mean), number(tensor.scaleExcess),
                     number(ours.excess), number(ours.own->sqnr.mean), number(errors->tensors[place].scaleExcess))
                .toStdString();
        };
        count("scale", tally.byScale, byScale[0] == place, described(byScale[0]));
        // Tensors that share the scale have the fault, too.
        const auto isShared = [&](std::size_t i) { return scaleOf(quantized, tensors[i]) == scale; };
        count("own error", tally.byOwnError, byOwn[0] == where || isShared(byOwn[0]), described(byOwn[0]));
        const std::size_t first =
            errors->firstWrong ? errors->firstWrong->weight.value_or(errors->firstWrong->tensor) : tensors.size();
        count("first wrong", tally.firstWrong, first == place, first < tensors.size() ? described(first) : "nothing");
        const auto isAbout = [&](const SensitivityUnit& unit) {
            for (std::size_t i = 0; i < tensors.size(); ++i) {
                if ((i == place || isShared(i)) && faulty.isAbout(unit, tensors[i]))
                    return true;
            }
            return false;
        };
        if (fault > 0 || !hasSensitivity)
            continue;
        ++tally.measured;
        const auto measured = faulty.measured(scale);
        VERIFY_OK(measured);
        count("sensitivity", tally.bySensitivity, isAbout(*measured->first), measured->first->name);
        count("fall of sensitivity", tally.byFall, isAbout(*measured->mostFallen), measured->mostFallen->name);
    }
}

void tst_SeededFaults::ownErrors_findMostFaults_data()
{
    QTest::addColumn<QString>("preset");
    for (const auto& [preset, tally] : m_tallies)
        QTest::addRow("%s", qPrintable(preset)) << preset;
}

void tst_SeededFaults::ownErrors_findMostFaults()
{
    if (m_tallies.empty())
        QSKIP("No fault was made.");
    QFETCH(QString, preset);
    const Tally& tally = m_tallies.at(preset);
    qInfo("%d faults: first by scale %d, by own error %d, to go wrong %d; of %d by sensitivity %d, by its fall %d",
          tally.faults, tally.byScale, tally.byOwnError, tally.firstWrong, tally.measured, tally.bySensitivity,
          tally.byFall);
    // With one scale for a whole weight and with the NPU's constants some layers are worse than the fault as they are.
    QVERIFY(tally.byOwnError >= (preset == "ORT_S8S8_PC" ? kLeastOfOwnByChannel : kLeastOfOwn) * tally.faults);
}

void tst_SeededFaults::scales_findTheFault()
{
    const Tally all = total();
    if (all.faults == 0)
        QSKIP("No fault was made.");
    qInfo("%d faults: first by scale %d, to go wrong %d", all.faults, all.byScale, all.firstWrong);
    QVERIFY(all.byScale >= kLeastShare * all.faults);
    QVERIFY(all.firstWrong >= kLeastShare * all.faults);
}

void tst_SeededFaults::sensitivity_findsWhatDoesHarm()
{
    const Tally all = total();
    if (all.measured == 0)
        QSKIP("No sensitivity was measured.");
    qInfo("%d faults: first by sensitivity %d, by its fall %d", all.measured, all.bySensitivity, all.byFall);
    // It ranks by harm, of which a wrong scale need not do most: see SENSITIVITY.md.
    QVERIFY(all.bySensitivity >= kLeastHarmful * all.measured);
    QVERIFY(all.byFall >= kLeastShare * all.measured);
}

QTEST_GUILESS_MAIN(tst_SeededFaults)
#include "tst_seeded_faults.moc"
