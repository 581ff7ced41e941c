// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/config/presets.h"
#include "core/pipeline/model_preparation.h"
#include "core/pipeline/run_inputs.h"
#include "core/qdq/node_selection.h"
#include "core/qdq/qdq_plan.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/source_directory.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

using namespace quantiscope;
using nlohmann::json;

// Which activations of real models are quantized, beside what AMD Quark and ONNX Runtime did with the same models under
// the same settings (golden.json). No data are needed: placement does not depend on ranges.

namespace {

constexpr double kLeastShare = 0.95;

/// Runs that agree less, for a known reason. Each must do so, or it does not belong here any more.
struct KnownDifference
{
    const char* model;
    const char* run;
    double least; ///< Jaccard index that is reached all the same
    const char* reason;
};

constexpr const char* kOldSoftmax =
    "the reference converts the Softmax of an old opset into a Flatten, a Softmax and a "
    "Reshape; here the graph is simplified, these are gone";
constexpr const char* kOldUpsample = "the converters give the value behind a converted Upsample different names";
constexpr KnownDifference kKnown[]{
    {"deeplabv3_mnv2", "ort_QDQ_MINMAX", 0.94, kOldUpsample},
    {"deeplabv3_mnv2", "quark_U8S8_AAWS_OP13", 0.94, kOldUpsample},
    {"deeplabv3_mnv2", "quark_XINT8_OP13", 0.94, kOldUpsample},
    {"squeezenet_fp32", "quark_U8S8_AAWS_OP13", 0.90, kOldSoftmax},
    {"squeezenet_fp32", "quark_VINT8_OP13", 0.94, kOldSoftmax},
    {"squeezenet_fp32", "quark_XINT8_OP13", 0.90, kOldSoftmax},
    {"vit_cifar10", "quark_U8S8_AAWS_OP13", 0.94, kOldSoftmax},
    {"vit_cifar10", "quark_XINT8_OP13", 0.94, kOldSoftmax},
};

bool holds(const Graph& graph, const char* opType)
{
    return std::any_of(graph.nodes().begin(), graph.nodes().end(),
                       [&](const Node& node) { return node.opType == opType; });
}

/// What the reference did to @p model because of its opset, or its optimizer could not do, as settings: models are
/// brought to opset 13 first here.
void applyReferenceRules(const std::string& run, const json& golden, const Graph& model, QuantConfig& config,
                         std::vector<ExclusionRule>& exclusions)
{
    int opset = 13;
    for (const json& import : golden.value("opset_quantized", json::array())) {
        if (import.at(0) == "")
            opset = import.at(1);
    }
    if (opset < 12 && holds(model, "MaxPool"))
        exclusions.push_back({ExclusionRule::Kind::OpType, "MaxPool", {}, {}});
    // Its bounds are attributes there, which Quark does not look for between a convolution and its Clip.
    if (opset < 11)
        config.placement.removeQDQConvClip = false;
    const int left = golden.value("node_types_quantized", json::object()).value("BatchNormalization", 0);
    const auto normalizes = [&](const Node& node) {
        const auto producer = model.producerOf(node.inputAt(0));
        return node.opType == "BatchNormalization" && producer && model.nodes()[*producer].opType == "Conv";
    };
    const auto behindConvolutions = std::count_if(model.nodes().begin(), model.nodes().end(), normalizes);
    if (run.starts_with("ort_") && behindConvolutions > 0 && left >= behindConvolutions)
        config.preparation.optimizeModel = config.preparation.simplifyModel = false;
    // Its simplifier makes an Add behind a convolution its bias; here ONNX Runtime's optimizer does.
    const auto adds = [&](const Node& node) {
        return node.opType == "Add"
            && std::any_of(node.inputs.begin(), node.inputs.end(),
                           [&](const auto& operand) {
                               const auto producer = model.producerOf(operand);
                               return producer && model.nodes()[*producer].opType == "Conv";
                           })
            && std::any_of(node.inputs.begin(), node.inputs.end(),
                           [&](const auto& operand) { return model.isInitializer(operand); });
    };
    if (run.starts_with("quark_VINT8") && std::any_of(model.nodes().begin(), model.nodes().end(), adds))
        config.preparation.optimizeModel = true;
}

/// The exclusions of a run, which the golden tells in the reference's form.
std::vector<ExclusionRule> exclusionsOf(const json& golden)
{
    std::vector<ExclusionRule> rules;
    const json& config = golden.at("config");
    if (!config.is_object())
        return rules;
    for (const json& node : config.value("nodes_to_exclude", json::array()))
        rules.push_back({ExclusionRule::Kind::Node, node.get<std::string>(), {}, {}});
    for (const json& subgraph : config.value("subgraphs_to_exclude", json::array())) {
        rules.push_back({ExclusionRule::Kind::Between,
                         {},
                         subgraph.at(0).get<std::vector<std::string>>(),
                         subgraph.at(1).get<std::vector<std::string>>()});
    }
    return rules;
}

/// The preset that a run of the references is named after.
Result<Preset> presetOf(const std::string& run)
{
    if (run.starts_with("ort_"))
        return findPreset("ORT_U8S8", ErrorCode::InvalidArgument);
    std::string name = run.substr(std::string("quark_").size());
    for (const char* variant : {"_OP13", "_EXCLHEAD", "_EXCLCONCAT"}) {
        if (name.ends_with(variant))
            name.resize(name.size() - std::string(variant).size());
    }
    return findPreset(name == "U8S8" ? "U8S8_AAWS" : name, ErrorCode::InvalidArgument);
}

std::filesystem::path sharedFolder()
{
    return test::sourceDirectory() / ".." / "shared";
}

std::optional<json> readJson(const std::filesystem::path& path)
{
    const auto text = readTextFile(path, ErrorCode::DataRefused);
    if (!text)
        return std::nullopt;
    return json::parse(*text);
}

} // namespace

class tst_Placement : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void quantizedActivations_areThoseOfTheReference_data();
    void quantizedActivations_areThoseOfTheReference();

private:
    RuntimeEnvironment m_environment;
};

void tst_Placement::initTestCase()
{
    if (!std::filesystem::is_directory(sharedFolder() / "goldens"))
        QSKIP("The reference results are not here (../shared/goldens beside the source folder).");
}

void tst_Placement::quantizedActivations_areThoseOfTheReference_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("run");
    constexpr const char* kRuns[]{"ort_QDQ_MINMAX",       "quark_A8W8",
                                  "quark_A16W8",          "quark_U8S8_AAWS",
                                  "quark_S8S8_AAWS",      "quark_XINT8",
                                  "quark_VINT8",          "quark_U8S8_AAWS_OP13",
                                  "quark_XINT8_OP13",     "quark_S16S16_MIXED_S8S8",
                                  "quark_VINT8_OP13",     "quark_U8S8_EXCLHEAD",
                                  "quark_XINT8_EXCLHEAD", "quark_XINT8_EXCLCONCAT"};
    constexpr const char* kModels[]{"bert_mini_sst2", "deeplabv3_mnv2",      "magika",
                                    "mnist_cntk",     "mobilenetv2_cifar10", "openwakeword_embedding",
                                    "ppocr_v4_det",   "squeezenet_fp32",     "ultraface_rfb320",
                                    "vit_cifar10",    "yolox_nano"};
    for (const char* model : kModels) {
        for (const char* run : kRuns) {
            const auto golden = readJson(sharedFolder() / "goldens" / model / run / "golden.json");
            if (golden && golden->contains("tensors"))
                QTest::newRow((std::string(model) + " " + run).c_str()) << QString(model) << QString(run);
        }
    }
}

void tst_Placement::quantizedActivations_areThoseOfTheReference()
{
    QFETCH(QString, model);
    QFETCH(QString, run);
    const std::filesystem::path folder = sharedFolder() / "goldens" / model.toStdString();
    const auto facts = readJson(folder / "golden.json");
    const auto golden = readJson(folder / run.toStdString() / "golden.json");
    QVERIFY(facts && golden);
    std::set<std::string> theirs;
    std::map<std::string, int> theirCounts;
    for (const json& tensor : golden->at("tensors")) {
        const std::string role = tensor.at("role");
        ++theirCounts[role];
        if (role == "activation")
            theirs.insert(tensor.at("name").get<std::string>());
    }
    const std::string path = facts->at("model"); // "shared/models/…"
    Feedback feedback;
    const auto preset = presetOf(run.toStdString());
    QVERIFY2(preset.has_value(), preset ? "" : preset.error().message.c_str());
    QuantConfig config = preset->config;
    const auto original = loadFloatModel(sharedFolder() / path.substr(path.find('/') + 1), config, {}, {}, feedback);
    QVERIFY2(original.has_value(), original ? "" : original.error().message.c_str());
    const Graph before(*original);
    std::vector<ExclusionRule> exclusions = exclusionsOf(*golden);
    applyReferenceRules(run.toStdString(), *golden, before, config, exclusions);
    const auto prepared = prepareModel(m_environment, *original, config, {}, feedback);
    QVERIFY2(prepared.has_value(), prepared ? "" : prepared.error().message.c_str());
    const Graph graph(prepared->model);
    const auto excluded = matchExclusions(before, exclusions);
    QVERIFY2(excluded.has_value(), excluded ? "" : excluded.error().message.c_str());
    const QdqPlan plan =
        planQdq(graph, config, selectNodes(graph, config, nodesKeptFloat(before, graph, *excluded, {}), feedback));
    std::set<std::string> ours;
    std::map<std::string, int> ourCounts;
    for (const PlannedTensor& tensor : plan.tensors) {
        if (tensor.role == PlannedTensor::Role::Activation) {
            if (tensor.hasPair)
                ours.insert(tensor.name);
        } else
            ++ourCounts[tensor.role == PlannedTensor::Role::Bias ? "bias" : "weight or constant"];
    }
    ourCounts["bias"] += int(plan.biases.size());

    std::size_t common = 0;
    QStringList different;
    for (const std::string& name : theirs) {
        if (ours.count(name) > 0)
            ++common;
        else
            different.append("-" + QString::fromStdString(name));
    }
    for (const std::string& name : ours) {
        if (theirs.count(name) == 0)
            different.append("+" + QString::fromStdString(name));
    }
    const double jaccard = double(common) / double(ours.size() + theirs.size() - common);
    const QString numbers = QStringLiteral("Jaccard %1, biases %2 (%3), other initializers %4 (%5), differing: %6")
                                .arg(jaccard, 0, 'f', 3)
                                .arg(ourCounts["bias"])
                                .arg(theirCounts["bias"])
                                .arg(ourCounts["weight or constant"])
                                .arg(theirCounts["weight"] + theirCounts["const"])
                                .arg(different.join(QStringLiteral(" ")));
    if (qEnvironmentVariableIsSet("QUANTISCOPE_SHOW"))
        qInfo("%s", qPrintable(numbers));
    const auto known = std::find_if(std::begin(kKnown), std::end(kKnown),
                                    [&](const KnownDifference& one) { return model == one.model && run == one.run; });
    if (known == std::end(kKnown)) {
        QVERIFY2(jaccard >= kLeastShare, qPrintable(numbers));
        return;
    }
    QVERIFY2(jaccard >= known->least, qPrintable(numbers));
    QVERIFY2(jaccard < kLeastShare, "agrees and is no known difference any more");
}

QTEST_GUILESS_MAIN(tst_Placement)
#include "tst_placement.moc"
