// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/node_data.h"
#include "tests/core/report/sample_report.h"
#include "tests/support/model_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// x → conv → silu → y, named as in the sample report.
Model model()
{
    ModelBuilder b(13);
    b.irVersion(8);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.initializer("w", {2, 2, 1, 1}, {1, 2, 3, 4});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Sigmoid", {"c"}, {"s"}, "silu");
    b.node("Neg", {"s"}, {"y"}, "other");
    b.output("y");
    return b.model();
}

std::string metadataOf(const Model& annotated, const std::string& node, const std::string& key)
{
    for (const auto& entry : findNode(annotated.graph(), node)->metadata_props()) {
        if (entry.key() == key)
            return entry.value();
    }
    return {};
}

} // namespace

class tst_NodeData : public QObject
{
    Q_OBJECT

private slots:
    void values_areTheLowestOfEachNode();
    void modelExplorer_hasNumbersAndColours();
    void annotatedModel_hasMetadata_andTheSameFunction();
    void annotatingTwice_replaces();
    void modelOfOtherNames_isRefused();
    void metrics_haveNames();
};

void tst_NodeData::values_areTheLowestOfEachNode()
{
    const AnalysisReport report = sampleReport();
    const auto own = nodeValues(report, NodeMetric::OwnSqnr);
    QCOMPARE(own.at("conv"), 12.25); // its weight is worse than what it makes
    QCOMPARE(own.at(kHostile), 35.0);
    QVERIFY(std::isinf(own.at("silu")));
    QVERIFY(std::isinf(own.at("silu_mul")));
    QCOMPARE(own.count("mul_1"), 0U); // the user knows it by other names
    const auto accumulated = nodeValues(report, NodeMetric::AccumulatedSqnr);
    QCOMPARE(accumulated.size(), 3U);
    QCOMPARE(accumulated.at("silu_mul"), 17.0);
    QCOMPARE(nodeValues(report, NodeMetric::WeightSqnr).at("conv"), 12.5);
    QCOMPARE(nodeValues(report, NodeMetric::WeightSqnr).at("add"), 40.0);
    QCOMPARE(nodeValues(report, NodeMetric::Sensitivity).at("silu"), 75.0);
    AnalysisReport fused = report;
    fused.weights->weights[0].userNodes = {"conv", "bn"};
    QCOMPARE(nodeValues(fused, NodeMetric::WeightSqnr).at("bn"), 12.5);
    QVERIFY(nodeValues({}, NodeMetric::OwnSqnr).empty());
}

void tst_NodeData::modelExplorer_hasNumbersAndColours()
{
    const auto document = nlohmann::json::parse(modelExplorerText(sampleReport(), NodeMetric::OwnSqnr));
    QCOMPARE(document.size(), 2U);
    const nlohmann::json& results = document.at("results");
    QCOMPARE(results.size(), 2U); // equal tensors have no number
    QCOMPARE(results.at("conv").at("value").get<double>(), 12.25);
    const nlohmann::json& thresholds = document.at("thresholds");
    QCOMPARE(thresholds.size(), 6U);
    QCOMPARE(thresholds.at(0).at("value").get<double>(), 14.0);
    QCOMPARE(thresholds.at(5).at("bgColor").get<std::string>(), std::string("#FDE725"));
    QCOMPARE(thresholds.at(5).at("textColor").get<std::string>(), std::string("#000000"));
    QCOMPARE(thresholds.at(0).at("textColor").get<std::string>(), std::string("#FFFFFF"));
}

void tst_NodeData::annotatedModel_hasMetadata_andTheSameFunction()
{
    const Model before = model();
    const auto annotated = annotatedModel(before, sampleReport());
    QVERIFY(annotated);
    QCOMPARE(metadataOf(*annotated, "conv", "quantiscope.own_sqnr_db"), std::string("12.25"));
    QCOMPARE(metadataOf(*annotated, "conv", "quantiscope.accumulated_sqnr_db"), std::string("19.00"));
    QCOMPARE(metadataOf(*annotated, "conv", "quantiscope.weight_sqnr_db"), std::string("12.50"));
    QCOMPARE(metadataOf(*annotated, "silu", "quantiscope.own_sqnr_db"), std::string("inf"));
    QCOMPARE(findNode(annotated->graph(), "other")->metadata_props_size(), 0);
    QCOMPARE(annotated->proto().ir_version(), 10);
    QCOMPARE(annotated->contentHash(), before.contentHash());
    QCOMPARE(before.proto().ir_version(), 8);
    QTemporaryDir folder;
    const std::string file = folder.filePath("annotated.onnx").toStdString();
    QVERIFY(annotated->save(file, {}));
    Feedback feedback;
    QVERIFY(Model::load(file, {}, feedback));
}

void tst_NodeData::annotatingTwice_replaces()
{
    AnalysisReport report = sampleReport();
    const auto once = annotatedModel(model(), report);
    QVERIFY(once);
    report.layers->tensors[0].own = figures(3.0, 3.0);
    const auto twice = annotatedModel(*once, report);
    QVERIFY(twice);
    QCOMPARE(metadataOf(*twice, "conv", "quantiscope.own_sqnr_db"), std::string("3.00"));
    QCOMPARE(findNode(twice->graph(), "conv")->metadata_props_size(), 4);
    QCOMPARE(twice->proto().metadata_props_size(), 1);
}

void tst_NodeData::modelOfOtherNames_isRefused()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1}).output("y");
    b.node("Neg", {"x"}, {"y"}, "unknown");
    const auto annotated = annotatedModel(b.model(), sampleReport());
    QVERIFY(!annotated);
    QVERIFY(annotated.error().code == ErrorCode::ModelRefused);
}

void tst_NodeData::metrics_haveNames()
{
    QVERIFY(nodeMetricNamed("accumulated") == NodeMetric::AccumulatedSqnr);
    QVERIFY(nodeMetricNamed("weights") == NodeMetric::WeightSqnr);
    QVERIFY(!nodeMetricNamed("Own"));
}

QTEST_APPLESS_MAIN(tst_NodeData)
#include "tst_node_data.moc"
