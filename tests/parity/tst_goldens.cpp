// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/config/presets.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"
#include "tests/parity/golden_models.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

using namespace quantiscope;
using nlohmann::json;
using test::goldenActivations;
using test::goldenFolder;
using test::Params;
using test::readJson;
using test::sharedFolder;

// Quantizes real models as the two reference tools did (golden.json beside their results) and compares which
// activations are quantized, and with which scales and zero points. tests/parity/parity.py compares outputs and
// accuracies as well.

namespace {

constexpr double kLeastShare = 0.95; ///< of tensors in common, and of common tensors with equal parameters
constexpr double kMinMaxTolerance = 1e-5; ///< relative; folding a normalization rounds differently from tool to tool
constexpr double kPercentileTolerance = 1e-2; ///< relative; a histogram bin is 0.8 % of its value wide

struct ReferenceRun
{
    const char* name;
    const char* preset;
    bool percentile = false;
    double percent = 0.0; ///< when it differs from the preset's
};

constexpr ReferenceRun kRuns[]{
    {"ort_QDQ_MINMAX", "ORT_U8S8"},
    {"ort_QDQ_PERCENTILE", "ORT_U8S8", true, 99.999},
    {"ort_QDQ_PERCHANNEL", "ORT_S8S8_PC"},
    {"quark_A8W8", "A8W8"},
    {"quark_A16W8", "A16W8"},
    {"quark_U8S8_AAWS", "U8S8_AAWS", true},
};

constexpr const char* kModels[]{"mobilenetv2_cifar10", "openwakeword_embedding", "mnist_cntk",
                                "vit_cifar10",         "squeezenet_fp32",        "yolox_nano"};

/// Activations that differ for a known reason. Each must differ, or it does not belong here any more.
struct KnownDifference
{
    const char* model;
    const char* run;
    std::set<std::string> tensors;
    const char* reason;
};

const KnownDifference kKnown[]{
    {"mnist_cntk",
     "ort_QDQ_MINMAX",
     {"Pooling160_Output_0"},
     "MaxPool below opset 12 is not quantized by ONNX Runtime; models are brought to opset 13 first here"},
    {"mnist_cntk", "ort_QDQ_PERCENTILE", {"Pooling160_Output_0"}, "MaxPool below opset 12, as above"},
    {"squeezenet_fp32",
     "ort_QDQ_PERCENTILE",
     {"pool1_1", "pool3_1", "pool5_1"},
     "MaxPool below opset 12: its output has a percentile of its own instead of its input's parameters"},
    {"squeezenet_fp32",
     "quark_U8S8_AAWS",
     {"pool1_1", "pool3_1", "pool5_1", "fire9/concat_1", "fire9/concat_2"},
     "MaxPool below opset 12, and of a removed Dropout the one tool keeps the output's name, the other the input's"},
    {"squeezenet_fp32", "quark_A8W8", {"fire9/concat_1", "fire9/concat_2"}, "a removed Dropout, as above"},
    {"squeezenet_fp32", "quark_A16W8", {"fire9/concat_1", "fire9/concat_2"}, "a removed Dropout, as above"},
};

/// A model of the goldens, calibrated once for the runs of a preset, whose preparation decides what graph that is.
struct Subject
{
    json facts;
    std::filesystem::path model;
    std::filesystem::path statistics;
    std::string failure;
};

/// The preset, with the reference's own rule of equalization where it equalizes.
QuantConfig configOf(const std::string& preset)
{
    QuantConfig config = findPreset(preset, ErrorCode::InvalidArgument)->config;
    config.equalization.acceptance = EqualizationConfig::Acceptance::Always;
    return config;
}

std::map<std::string, Params> ourActivations(const RunReport& report)
{
    std::map<std::string, Params> found;
    for (const QuantizedTensor& tensor : report.tensors) {
        if (tensor.role == QuantizedTensor::Role::Activation)
            found[tensor.name] = {double(tensor.params.scale[0]), tensor.params.zeroPoint[0]};
    }
    return found;
}

} // namespace

class tst_Goldens : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void activations_areThoseOfTheReference_data();
    void activations_areThoseOfTheReference();

private:
    const Subject& subject(const std::string& name, const std::string& preset);
    Result<void> calibrate(Subject& subject, const std::string& name, const std::string& preset);

    RuntimeEnvironment m_environment;
    std::unique_ptr<TemporaryFolder> m_folder;
    std::map<std::string, Subject> m_subjects;
};

void tst_Goldens::initTestCase()
{
    if (!std::filesystem::is_directory(sharedFolder() / "goldens"))
        QSKIP("The reference results are not here (../shared/goldens beside the source folder).");
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    m_folder = std::move(*folder);
}

Result<void> tst_Goldens::calibrate(Subject& subject, const std::string& name, const std::string& preset)
{
    const auto stacked = test::calibrationSamples(name, subject.facts);
    if (!stacked)
        return stacked.error();
    const std::filesystem::path samples = m_folder->path() / (name + ".npy");
    if (const auto written = writeNpy(samples, *stacked); !written)
        return written.error();
    CalibrateRequest request;
    request.model = subject.model;
    request.recipe.config = configOf(preset);
    request.recipe.calibration = DataSpec{};
    request.recipe.calibration->source = samples.string();
    Feedback feedback;
    auto statistics = calibrateModel(m_environment, request, feedback);
    std::filesystem::remove(samples);
    if (!statistics)
        return statistics.error();
    subject.statistics = m_folder->path() / (name + "_" + preset + ".stats");
    return saveStatistics(*statistics, subject.statistics);
}

const Subject& tst_Goldens::subject(const std::string& name, const std::string& preset)
{
    const auto [at, added] = m_subjects.emplace(name + " " + preset, Subject());
    Subject& subject = at->second;
    if (!added)
        return subject;
    auto facts = readJson(goldenFolder(name) / "golden.json");
    if (!facts) {
        subject.failure = "golden.json cannot be read";
        return subject;
    }
    subject.facts = std::move(*facts);
    subject.model = test::modelOf(subject.facts);
    if (const Result<void> calibrated = calibrate(subject, name, preset); !calibrated)
        subject.failure = calibrated.error().message;
    return subject;
}

void tst_Goldens::activations_areThoseOfTheReference_data()
{
    QTest::addColumn<int>("run");
    for (const char* model : kModels) {
        for (int run = 0; run < int(std::size(kRuns)); ++run) {
            // Not where the reference tool failed; the table of RESULTS.md has these runs, too.
            const auto golden = readJson(goldenFolder(model) / kRuns[run].name / "golden.json");
            if (!golden || (golden->at("status") == "ok" && golden->contains("tensors")))
                QTest::newRow((std::string(model) + " " + kRuns[run].name).c_str()) << run;
        }
    }
}

void tst_Goldens::activations_areThoseOfTheReference()
{
    QFETCH(int, run);
    const std::string tag = QTest::currentDataTag();
    const std::string model = tag.substr(0, tag.find(' '));
    const ReferenceRun& reference = kRuns[run];
    const auto golden = readJson(goldenFolder(model) / reference.name / "golden.json");
    QVERIFY2(golden, "the golden cannot be read");
    const Subject& source = subject(model, reference.preset);
    QVERIFY2(source.failure.empty(), source.failure.c_str());

    QuantizeRequest request;
    request.model = source.model;
    request.output = m_folder->path() / "quantized.onnx";
    request.statistics = source.statistics;
    request.checkSamples = 0;
    request.recipe.config = configOf(reference.preset);
    if (reference.percent > 0) {
        request.recipe.config.calibration.method = CalibrationMethod::Percentile;
        request.recipe.config.calibration.percentile = reference.percent;
    }
    Feedback feedback;
    const auto report = quantizeModel(m_environment, request, feedback);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());

    const auto theirs = goldenActivations(*golden);
    const auto ours = ourActivations(*report);
    QVERIFY(theirs.size() > 5);
    std::set<std::string> excused;
    for (const KnownDifference& known : kKnown) {
        if (model == known.model && std::string(reference.name) == known.run)
            excused = known.tensors;
    }
    std::set<std::string> all;
    for (const auto* side : {&ours, &theirs}) {
        for (const auto& [name, params] : *side)
            all.insert(name);
    }
    const double tolerance = reference.percentile ? kPercentileTolerance : kMinMaxTolerance;
    std::size_t expected = 0;
    std::size_t common = 0;
    std::size_t equal = 0;
    QStringList different;
    for (const std::string& name : all) {
        const auto our = ours.find(name);
        const auto their = theirs.find(name);
        const bool inBoth = our != ours.end() && their != theirs.end();
        const bool same = inBoth && std::abs(our->second.scale - their->second.scale) <= tolerance * their->second.scale
            && (reference.percentile || our->second.zeroPoint == their->second.zeroPoint);
        if (excused.count(name) > 0) {
            QVERIFY2(!same, ("'" + name + "' agrees and is no known difference any more").c_str());
            continue;
        }
        ++expected;
        common += inBoth ? 1 : 0;
        equal += same ? 1 : 0;
        if (!same)
            different.append(QString::fromStdString(name));
    }
    const double jaccard = double(common) / double(expected);
    const double share = double(equal) / double(common);
    const QString numbers = QStringLiteral("%1 tensors, in common %2, equal of these %3, not: %4")
                                .arg(expected)
                                .arg(jaccard, 0, 'f', 3)
                                .arg(share, 0, 'f', 3)
                                .arg(different.mid(0, 10).join(QStringLiteral(" ")));
    QVERIFY2(jaccard >= kLeastShare, qPrintable(numbers));
    QVERIFY2(share >= kLeastShare, qPrintable(numbers));
    for (const std::string& name : excused)
        QVERIFY2(all.count(name) > 0, (name + " is in neither result").c_str());
}

QTEST_GUILESS_MAIN(tst_Goldens)
#include "tst_goldens.moc"
