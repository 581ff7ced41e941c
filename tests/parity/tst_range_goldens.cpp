// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporary_paths.h"
#include "core/config/presets.h"
#include "core/graph/graph.h"
#include "core/model/model.h"
#include "core/numerics/scale_types.h"
#include "core/observers/best_positions.h"
#include "core/observers/derive_range.h"
#include "core/observers/weight_ranges.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"
#include "tests/parity/golden_models.h"

#include <QTest>

#include <cmath>

using namespace quantiscope;
using nlohmann::json;
using test::goldenFolder;
using test::readJson;

// The calibration methods alone: scales from statistics of the samples that AMD Quark had, compared with its results.
// Whole quantizations, with what placement and alignment add, are compared in tst_goldens.

namespace {

constexpr double kLeastShare = 0.95; ///< of the activations with equal scales
constexpr QuantTarget kUInt8{DataType::UInt8, Symmetry::Asymmetric, ScaleType::Float32, CodeRange::Full};
constexpr QuantTarget kInt8{DataType::Int8, Symmetry::Symmetric, ScaleType::Float32, CodeRange::Full};
constexpr QuantTarget kXint8{DataType::UInt8, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full};

struct MethodRun
{
    const char* model;
    const char* run;
    CalibrationMethod method;
    QuantTarget target;
    Pof2Mode mode = Pof2Mode::All;
};

// Models in which no alignment of Concat or pooling hides the method.
constexpr MethodRun kRuns[]{
    {"mobilenetv2_cifar10", "quark_XINT8", CalibrationMethod::MinMSE, kXint8},
    {"mobilenetv2_cifar10", "quark_XINT8_MOSTCOMMON", CalibrationMethod::MinMSE, kXint8, Pof2Mode::MostCommon},
    {"mobilenetv2_cifar10", "quark_XINT8_NONOVERFLOW", CalibrationMethod::NonOverflow, kXint8},
    {"mobilenetv2_cifar10", "quark_U8S8_AAWS", CalibrationMethod::Percentile, kUInt8},
    {"mobilenetv2_cifar10", "quark_A8W8_PERCENTILE", CalibrationMethod::Percentile, kInt8},
    {"mobilenetv2_cifar10", "quark_U8S8_LWP", CalibrationMethod::LayerwisePercentile, kUInt8},
    {"mobilenetv2_cifar10", "quark_A8W8_LWP", CalibrationMethod::LayerwisePercentile, kInt8},
    {"openwakeword_embedding", "quark_XINT8", CalibrationMethod::MinMSE, kXint8},
};

/// Statistics of a model's samples, with votes.
struct Subject
{
    CalibrationStatistics statistics;
    std::string failure;
};

/// Row @p index of a stacked tensor, stacked alone.
Tensor rowOf(const Tensor& stacked, std::int64_t index)
{
    Shape shape = stacked.shape();
    shape[0] = 1;
    Tensor row(DataType::Float, shape);
    const auto from = stacked.as<float>();
    const auto to = row.as<float>();
    std::copy_n(from.begin() + index * std::int64_t(to.size()), to.size(), to.begin());
    return row;
}

} // namespace

class tst_RangeGoldens : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void activationScales_areThoseOfTheReference_data();
    void activationScales_areThoseOfTheReference();
    void weightPositions_areThoseOfTheReference();

private:
    const Subject& subject(const std::string& name);
    Result<void> calibrate(const std::string& name, Subject& subject);

    RuntimeEnvironment m_environment;
    std::unique_ptr<TemporaryFolder> m_folder;
    std::map<std::string, Subject> m_subjects;
};

void tst_RangeGoldens::initTestCase()
{
    if (!std::filesystem::is_directory(test::sharedFolder() / "goldens"))
        QSKIP("The reference results are not here (../shared/goldens beside the source folder).");
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    m_folder = std::move(*folder);
}

Result<void> tst_RangeGoldens::calibrate(const std::string& name, Subject& subject)
{
    const auto facts = readJson(goldenFolder(name) / "golden.json");
    if (!facts)
        return Error{ErrorCode::DataRefused, "golden.json cannot be read", {}};
    const auto stacked = test::calibrationSamples(name, *facts);
    if (!stacked)
        return stacked.error();
    CalibrateRequest request;
    request.model = test::modelOf(*facts);
    request.recipe.config = findPreset("ORT_U8S8", ErrorCode::InvalidArgument)->config;
    request.recipe.calibration = DataSpec{};
    for (std::int64_t i = 0; i < stacked->shape()[0]; ++i) {
        const std::filesystem::path file = m_folder->path() / (name + std::to_string(i) + ".npy");
        if (const auto written = writeNpy(file, rowOf(*stacked, i)); !written)
            return written.error();
        request.recipe.calibration->source = file.string();
        Feedback feedback;
        auto sample = calibrateModel(m_environment, request, feedback);
        if (!sample)
            return sample.error();
        for (auto& [tensor, statistics] : sample->tensors) {
            statistics.votes = {};
            castVotes(statistics);
            subject.statistics.tensors[tensor].merge(statistics);
        }
    }
    return {};
}

const Subject& tst_RangeGoldens::subject(const std::string& name)
{
    const auto [at, added] = m_subjects.emplace(name, Subject());
    if (added) {
        if (const Result<void> calibrated = calibrate(name, at->second); !calibrated)
            at->second.failure = calibrated.error().message;
    }
    return at->second;
}

void tst_RangeGoldens::activationScales_areThoseOfTheReference_data()
{
    QTest::addColumn<int>("row");
    for (int i = 0; i < int(std::size(kRuns)); ++i)
        QTest::newRow((std::string(kRuns[i].model) + " " + kRuns[i].run).c_str()) << i;
}

void tst_RangeGoldens::activationScales_areThoseOfTheReference()
{
    QFETCH(int, row);
    const MethodRun& run = kRuns[row];
    const auto golden = readJson(goldenFolder(run.model) / run.run / "golden.json");
    QVERIFY2(golden, "the golden cannot be read");
    const Subject& source = subject(run.model);
    QVERIFY2(source.failure.empty(), source.failure.c_str());

    RangeRequest request;
    request.method = run.method;
    request.target = run.target;
    request.calibrationSymmetry = Symmetry::Symmetric;
    request.positionMode = run.mode;
    const double tolerance = run.target.scale == ScaleType::PowerOf2 ? 0.0 : 1e-2;
    int common = 0;
    QStringList different;
    for (const auto& [name, theirs] : test::goldenActivations(*golden)) {
        const auto statistics = source.statistics.tensors.find(name);
        if (statistics == source.statistics.tensors.end())
            continue;
        const auto range = deriveRange(statistics->second, request);
        QVERIFY2(range, range ? "" : range.error().message.c_str());
        const double scale = computeScaleZeroPoint(*range, run.target).scale;
        ++common;
        if (std::abs(scale - theirs.scale) > tolerance * theirs.scale)
            different.append(QStringLiteral("%1: %2, not %3").arg(name.c_str()).arg(scale).arg(theirs.scale));
    }
    QVERIFY(common > 20);
    const double share = 1.0 - double(different.size()) / common;
    qInfo("%d activations, equal: %.3f", common, share);
    QVERIFY2(share >= kLeastShare, qPrintable(different.join(QStringLiteral("; "))));
}

void tst_RangeGoldens::weightPositions_areThoseOfTheReference()
{
    const char* name = "openwakeword_embedding";
    const auto facts = readJson(goldenFolder(name) / "golden.json");
    const auto golden = readJson(goldenFolder(name) / "quark_XINT8" / "golden.json");
    QVERIFY(facts && golden);
    Feedback feedback;
    const auto model = Model::load(test::modelOf(*facts), {}, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    const Graph graph(*model);
    RangeRequest request;
    request.method = CalibrationMethod::MinMSE;
    request.target = {DataType::Int8, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full};
    int found = 0;
    for (const json& tensor : golden->at("tensors")) {
        const std::string initializer = tensor.at("name");
        if (tensor.at("role") == "activation" || !graph.isInitializer(initializer))
            continue;
        const std::vector<float> values = graph.initializerFloats(initializer);
        const TensorRange range = rangesForWeight(values, graph.initializerShape(initializer), {}, request)[0];
        const ScaleZeroPoint params = computeScaleZeroPoint(range, request.target);
        QCOMPARE(nearestPosition(params.scale), tensor.at("pos").get<int>());
        ++found;
    }
    QCOMPARE(found, 40);
}

QTEST_GUILESS_MAIN(tst_RangeGoldens)
#include "tst_range_goldens.moc"
