// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/analysis_session.h"
#include "core/tensor/npy_writer.h"
#include "tests/core/pipeline/option_network.h"
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <limits>
#include <optional>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr std::size_t kLayersToExclude = 3;

ExclusionRule nodeRule(const std::string& name)
{
    ExclusionRule rule;
    rule.pattern = name;
    return rule;
}

/// @p config with every third of the nodes that hold weights excluded.
QuantConfig withExclusions(QuantConfig config, const Graph& graph)
{
    std::size_t seen = 0;
    for (const Node& node : graph.nodes()) {
        if ((node.opType == "Conv" || node.opType == "Gemm" || node.opType == "MatMul")
            && seen++ % kLayersToExclude == 1)
            config.exclude.push_back(nodeRule(node.name));
    }
    return config;
}

/// @p config with the weight of the first convolution in 16 bits.
QuantConfig withLayerRule(QuantConfig config, const Graph& graph)
{
    for (const Node& node : graph.nodes()) {
        if (node.opType != "Conv")
            continue;
        LayerRule rule;
        rule.match = nodeRule(node.name);
        rule.weight.emplace();
        rule.weight->type = DataType::Int16;
        config.layers.push_back(rule);
        break;
    }
    return config;
}

} // namespace

class tst_AnalysisSession : public QObject, private QuantizerFixture
{
    Q_OBJECT

    [[nodiscard]] AnalysisRequest analysisOf(const QuantizeRequest& wanted) const
    {
        AnalysisRequest request;
        request.model = wanted.model;
        request.recipe = wanted.recipe;
        request.evaluation = wanted.evaluation;
        request.threads = wanted.threads;
        request.cache = wanted.cache;
        return request;
    }

    /// A request for a model with random data.
    [[nodiscard]] QuantizeRequest randomRequest(const std::string& model) const
    {
        QuantizeRequest wanted = request();
        wanted.model = model;
        wanted.recipe.calibration.emplace().source = "random:3";
        wanted.recipe.calibration->samples = 3;
        wanted.recipe.evaluation.reset();
        wanted.cache.folder = path("cache"); // presets share statistics
        return wanted;
    }

    /// Of every preset, or of those @p named.
    void compareVariants(const QuantizeRequest& base, const std::set<std::string>& named = {})
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysisOf(base), feedback);
        VERIFY_OK(session);
        const Graph& graph = (*session)->graph();
        for (const Preset& preset : presets()) {
            if (!named.empty() && !named.contains(preset.name))
                continue;
            std::vector<QuantConfig> configs{preset.config, withExclusions(preset.config, graph)};
            if (!preset.config.selection.dynamic && preset.config.scaleType == ScaleType::Float32)
                configs.push_back(withLayerRule(preset.config, graph));
            for (const QuantConfig& config : configs) {
                QuantizeRequest real = base;
                real.recipe.config = config;
                const auto expected = run(real);
                const auto variant = (*session)->quantize(config, feedback);
                if (!expected && QString::fromStdString(expected.error().message).startsWith("Nothing in this model")) {
                    VERIFY_OK(variant); // float
                    QCOMPARE(variant->model.contentHash(), variant->prepared->hash);
                    continue;
                }
                QCOMPARE(variant.has_value(), expected.has_value());
                if (!expected) {
                    QCOMPARE(variant.error().message, expected.error().message);
                    continue;
                }
                QVERIFY2(variant->model.contentHash() == expected->outputHash, preset.name.data());
                QCOMPARE(variant->tensors.size(), expected->tensors.size());
                QCOMPARE(variant->prepared->hash, expected->preparedHash);
                QVERIFY(variant->figures == expected->figures);
            }
        }
    }

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void variant_isWhatARunWrites_forEveryPresetOfTheSample() { compareVariants(randomRequest(request().model)); }

    void variant_isWhatARunWrites_forEveryPresetOfManyOperators()
    {
        QFile file(m_folder->filePath("options.onnx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(OptionNetwork().bytes()));
        file.close();
        compareVariants(randomRequest(path("options.onnx")));
    }

    void others_areAllButTheNodesNamed()
    {
        Feedback feedback;
        AnalysisRequest wanted;
        wanted.model = request().model;
        wanted.recipe = request("XINT8").recipe; // folds normalizations: a prepared node does the work of several
        wanted.threads = 1;
        const auto session = AnalysisSession::open(m_environment, wanted, feedback);
        VERIFY_OK(session);
        std::set<std::string> all;
        for (const Node& node : (*session)->graph().nodes())
            all.insert(node.name);
        const QuantConfig& config = wanted.recipe.config;
        const auto whole = (*session)->quantize(config, feedback);
        VERIFY_OK(whole);
        std::set<std::string> contents{whole->model.contentHash()};
        for (const std::string& node : all) {
            std::set<std::string> rest = all;
            rest.erase(node);
            const auto named = (*session)->quantize(config, feedback, rest);
            const auto others = (*session)->quantize(config, feedback, AlsoFloat({node}, true));
            VERIFY_OK(named);
            VERIFY_OK(others);
            QCOMPARE(others->model.contentHash(), named->model.contentHash());
            contents.insert(others->model.contentHash());
        }
        QVERIFY(contents.size() > 4);
        const auto everything = (*session)->quantize(config, feedback, AlsoFloat({}, true));
        VERIFY_OK(everything);
        QCOMPARE(everything->model.contentHash(), whole->prepared->model.contentHash());
    }

    void variant_isWhatARunWrites_forSqueezenet()
    {
        const auto model = sourceDirectory() / ".." / "shared" / "models" / "squeezenet_fp32";
        std::error_code ec;
        for (const auto& entry : std::filesystem::directory_iterator(model, ec)) {
            if (entry.path().extension() == ".onnx")
                return compareVariants(randomRequest(entry.path().string()), {"A8W8", "VINT8", "XINT8"});
        }
        QSKIP("The shared models are not here.");
    }

    void figures_knowWhatInfinitiesLeaveInFloat()
    {
        QuantizeRequest wanted = request("XINT8");
        Tensor samples(DataType::Float, {2, 1, 28, 28});
        std::fill(samples.as<float>().begin(), samples.as<float>().end(), 0.5F);
        const auto share = [&](const char* file) {
            if (!writeNpy(path(file), samples))
                qFatal("the samples cannot be written");
            wanted.recipe.calibration = DataSpec{path(file), {}, 0, 0};
            const auto report = run(wanted);
            return report ? std::optional(report->figures) : std::nullopt;
        };
        const auto sound = share("sound.npy");
        QVERIFY(sound.has_value());
        samples.as<float>()[0] = std::numeric_limits<float>::infinity();
        const auto figures = share("infinite.npy");
        QVERIFY(figures && figures->weightBytes != sound->weightBytes); // the input has no scale any more
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysisOf(wanted), feedback);
        VERIFY_OK(session);
        const auto variant = (*session)->quantize(wanted.recipe.config, feedback);
        VERIFY_OK(variant);
        QVERIFY(variant->figures == *figures);
    }

    void evaluation_equalsThatOfARun()
    {
        QuantizeRequest wanted = request("XINT8");
        EvaluationRequest& evaluation = wanted.evaluation.emplace();
        evaluation.data = *wanted.recipe.calibration;
        evaluation.data.source = kSample + "/test";
        evaluation.data.samples = 12;
        evaluation.labels = kSample + "/test/labels.tsv";
        const auto expected = run(wanted);
        VERIFY_OK(expected);
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysisOf(wanted), feedback);
        VERIFY_OK(session);
        const auto variant = (*session)->quantize(wanted.recipe.config, feedback);
        VERIFY_OK(variant);
        for (int round = 0; round < 2; ++round) { // the second time from what is kept
            const auto measured = (*session)->evaluate(*variant, 0, feedback);
            VERIFY_OK(measured);
            QCOMPARE(measured->samples, expected->evaluation->samples);
            QCOMPARE(measured->dataHash, expected->evaluation->dataHash);
            QCOMPARE(measured->outputs[0].cosine.mean, expected->evaluation->outputs[0].cosine.mean);
            QCOMPARE(measured->outputs[0].sqnr.worst, expected->evaluation->outputs[0].sqnr.worst);
            QCOMPARE(measured->classification->quantizedTop1, expected->evaluation->classification->quantizedTop1);
        }
        const auto fewer = (*session)->evaluate(*variant, 5, feedback);
        VERIFY_OK(fewer);
        QCOMPARE(fewer->samples, std::uint64_t(5));
    }

    void nodesLeftFloat_areAsIfExcluded()
    {
        const QuantizeRequest wanted = request("A8W8");
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysisOf(wanted), feedback);
        VERIFY_OK(session);
        const QuantConfig excluding = withExclusions(wanted.recipe.config, (*session)->graph());
        std::set<std::string> names;
        for (const ExclusionRule& rule : excluding.exclude)
            names.insert(rule.pattern);
        QVERIFY(!names.empty());
        const auto ruled = (*session)->quantize(excluding, feedback);
        const auto named = (*session)->quantize(wanted.recipe.config, feedback, names);
        const auto whole = (*session)->quantize(wanted.recipe.config, feedback);
        VERIFY_OK(ruled);
        VERIFY_OK(named);
        VERIFY_OK(whole);
        QCOMPARE(named->model.contentHash(), ruled->model.contentHash());
        QVERIFY(named->figures.floatMultiplyAdds > whole->figures.floatMultiplyAdds);
        QVERIFY(named->figures.floatWeightBytes > whole->figures.floatWeightBytes);
        QVERIFY(named->figures.multiplyAdds == whole->figures.multiplyAdds);
    }

    void everythingFloat_isTheFloatGraph()
    {
        const QuantizeRequest wanted = request("A8W8");
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysisOf(wanted), feedback);
        VERIFY_OK(session);
        std::set<std::string> all;
        for (const Node& node : (*session)->graph().nodes())
            all.insert(node.name);
        const auto variant = (*session)->quantize(wanted.recipe.config, feedback, all);
        VERIFY_OK(variant);
        QVERIFY(variant->tensors.empty());
        QCOMPARE(variant->model.contentHash(), variant->prepared->hash);
        QCOMPARE(variant->figures.floatMultiplyAdds, variant->figures.multiplyAdds);
        const auto measured = (*session)->evaluate(*variant, 2, feedback);
        VERIFY_OK(measured);
        QVERIFY(measured->outputs[0].cosine.mean > 0.999999);
    }

    void deadRule_isTheErrorOfARun()
    {
        const QuantizeRequest wanted = request("A8W8");
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysisOf(wanted), feedback);
        VERIFY_OK(session);
        QuantConfig config = wanted.recipe.config;
        config.exclude.push_back(nodeRule("nowhere"));
        const auto variant = (*session)->quantize(config, feedback);
        QVERIFY(!variant);
        QVERIFY(QString::fromStdString(variant.error().message).contains("nowhere"));
    }

    void cancellation_endsTheOpening()
    {
        TestFeedback feedback("calibrate");
        const auto session = AnalysisSession::open(m_environment, analysisOf(request()), feedback);
        QVERIFY(!session);
        QCOMPARE(session.error().code, ErrorCode::Canceled);
    }
};

QTEST_GUILESS_MAIN(tst_AnalysisSession)
#include "tst_analysis_session.moc"
