// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/evaluation_json.h"
#include "core/base/file_io.h"
#include "tests/core/analysis/compared_models.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

/// What an evaluation measures besides whole outputs, and what it keeps.
class tst_EvaluationDetail : public QObject
{
    Q_OBJECT

private slots:
    void parts_areMeasuredLikeOutputs();
    void part_thatDoesNotFit_isRefused();
    void part_thatIsAlwaysEmpty_isRefused();
    void samples_areKeptInOrder();
    void flippedSamples_areNamed();
    void agreement_isOfScoresOnly();
    void json_isReadAsWritten();
    void json_ofOlderVersions_isRead();
    void csv_hasALineForEachSample();
};

void tst_EvaluationDetail::parts_areMeasuredLikeOutputs()
{
    // scores = x + offset * [0, 1, 2, 3]: the first column is equal, the last one is off by 3 * 0.1.
    Comparison comparison(scorer(0.1F).model(), scorer(0.2F).model());
    const std::vector<OutputPart> parts{*partFromText("first", "scores[..., 0]"),
                                        *partFromText("last", "scores[0, 3:]"), *partFromText("all", "scores[:]")};
    for (const int threads : {1, 4}) {
        const auto evaluation = comparison.run(NumberedSource(9, {1, 4}), nullptr, threads, {.parts = parts});
        VERIFY_OK(evaluation);
        QCOMPARE(evaluation->parts.size(), std::size_t(3));
        const OutputSummary& first = evaluation->parts[0].summary;
        QCOMPARE(first.name, std::string("first"));
        QCOMPARE(first.samples, std::uint64_t(9));
        QCOMPARE(first.l2, (MetricSummary{0.0, 0.0}));
        QCOMPARE(first.cosine, (MetricSummary{1.0, 1.0}));
        const OutputSummary& last = evaluation->parts[1].summary;
        QVERIFY(std::abs(last.l2.mean - 0.3) < 1e-6 && std::abs(last.rmse.worst - 0.3) < 1e-6);
        const OutputSummary& all = evaluation->parts[2].summary;
        QCOMPARE(all.cosine, evaluation->outputs[0].cosine);
        QCOMPARE(all.sqnr, evaluation->outputs[0].sqnr);
        QCOMPARE(evaluation->summaryNamed("last"), &evaluation->parts[1].summary);
        QCOMPARE(evaluation->summaryNamed("scores"), &evaluation->outputs[0]);
        QVERIFY(!evaluation->summaryNamed("none"));
        QCOMPARE(evaluation->valuesOf("last", OutputMetric::L2).size(), std::size_t(9));
    }
}

void tst_EvaluationDetail::part_thatDoesNotFit_isRefused()
{
    Comparison comparison(scorer(0).model(), scorer(0).model());
    const auto refusal = [&](const char* text) {
        const std::vector<OutputPart> parts{*partFromText("p", text)};
        const auto evaluation = comparison.run(NumberedSource(2, {1, 4}), nullptr, 1, {.parts = parts});
        return evaluation ? std::string() : evaluation.error().message;
    };
    QCOMPARE(refusal("score[0]"), std::string("Part 'p': output 'score' cannot be compared. Did you mean 'scores'?"));
    QCOMPARE(refusal("scores[0, 4]"), std::string("Part 'p': axis 1 has no place 4 ('scores' is [1, 4])."));
}

void tst_EvaluationDetail::part_thatIsAlwaysEmpty_isRefused()
{
    Comparison comparison(finder(0).model(), finder(0).model());
    const std::vector<OutputPart> few{*partFromText("p", "places[:, 3:]")}; // of 3 to 5 places
    const auto some = comparison.run(NumberedSource(20, {1, 8}), nullptr, 1, {.parts = few});
    VERIFY_OK(some);
    const std::vector<OutputPart> none{*partFromText("p", "places[:, 8:]")};
    const auto evaluation = comparison.run(NumberedSource(20, {1, 8}), nullptr, 1, {.parts = none});
    QVERIFY(!evaluation);
    QCOMPARE(evaluation.error().message,
             std::string("Part 'p': 'places[:, 8:]' has no element for any of the samples."));
}

void tst_EvaluationDetail::samples_areKeptInOrder()
{
    Comparison comparison(scorer(0.1F).model(), scorer(0.137F).model());
    const auto all = comparison.run(NumberedSource(12, {1, 4}), nullptr, 3);
    VERIFY_OK(all);
    QCOMPARE(all->perSample.size(), std::size_t(12));
    double sum = 0.0;
    double lowest = 1.0;
    for (std::size_t i = 0; i < 12; ++i) {
        QCOMPARE(all->perSample[i].name, "s" + std::to_string(i) + ".npy");
        QCOMPARE(all->perSample[i].index, i);
        const double cosine = all->perSample[i].outputs[0].metrics->cosine;
        sum += cosine;
        lowest = std::min(lowest, cosine);
    }
    QCOMPARE(sum / 12.0, all->outputs[0].cosine.mean);
    QCOMPARE(lowest, all->outputs[0].cosine.worst);
    const auto few = comparison.run(NumberedSource(12, {1, 4}), nullptr, 3, {.keptSamples = 5});
    VERIFY_OK(few);
    QCOMPARE(few->samples, std::uint64_t(12));
    QCOMPARE(few->perSample.size(), std::size_t(5));
    QCOMPARE(few->outputs[0].cosine, all->outputs[0].cosine);
}

void tst_EvaluationDetail::flippedSamples_areNamed()
{
    // The float model always answers 3, the other one 0.
    const LabelMap map = labelsOf("s0.npy\t3\tcat\ns1.npy\t3\tcat\ns2.npy\t0\tdog\ns3.npy\t1\n");
    Comparison comparison(scorer(100).model(), scorer(-100).model());
    const auto evaluation = comparison.run(NumberedSource(5, {1, 4}), &map);
    VERIFY_OK(evaluation);
    QCOMPARE(evaluation->flipped,
             (std::vector<FlippedSample>{{"s0.npy", 3, 3, 0}, {"s1.npy", 3, 3, 0}, {"s2.npy", 0, 3, 0}}));
    QVERIFY(evaluation->flipped[0].isLost() && !evaluation->flipped[2].isLost());
    QCOMPARE(evaluation->classNames, (std::map<std::int64_t, std::string>{{0, "dog"}, {3, "cat"}}));
    QCOMPARE(evaluation->classification->lost, std::optional<std::uint64_t>(2));
    QCOMPARE(evaluation->classification->gained(), std::optional<std::uint64_t>(1));
    QCOMPARE(evaluation->perSample[3].label, std::optional<std::int64_t>(1));
    QVERIFY(!evaluation->perSample[4].label);
    QCOMPARE(evaluation->perSample[4].quantizedClass, std::optional<std::int64_t>(0));
    const auto one = comparison.run(NumberedSource(5, {1, 4}), &map, 1, {.keptSamples = 1});
    VERIFY_OK(one);
    QCOMPARE(one->flipped.size(), std::size_t(1));
    QCOMPARE(one->classification->lost, std::optional<std::uint64_t>(2));
}

void tst_EvaluationDetail::agreement_isOfScoresOnly()
{
    Comparison comparison(scorer(0.1F).model(), scorer(0.1F).model());
    const auto told = comparison.run(NumberedSource(3, {1, 4}), nullptr, 1, {.mayBeScores = false});
    VERIFY_OK(told);
    QVERIFY(!told->agreement);
    QVERIFY(!told->perSample[0].floatClass);
    ModelBuilder frame(17); // one vector, but not of classes
    frame.input("x", DataType::Float, {1, 1, 4}).output("y");
    frame.node("Relu", {"x"}, {"y"});
    Comparison frames(frame.model(), frame.model());
    const auto unlabelled = frames.run(NumberedSource(3, {1, 1, 4}));
    VERIFY_OK(unlabelled);
    QVERIFY(!unlabelled->agreement);
    const LabelMap map = labelsOf("s0.npy\t3\n"); // who gives labels says that they are scores
    const auto labelled = frames.run(NumberedSource(3, {1, 1, 4}), &map, 1, {.mayBeScores = false});
    VERIFY_OK(labelled);
    QCOMPARE(labelled->agreement, std::optional<std::uint64_t>(3));
}

void tst_EvaluationDetail::json_isReadAsWritten()
{
    const LabelMap map = labelsOf("s0.npy\t3\tcat\ns1.npy\t3\tcat\ns2.npy\t0\tdog\n");
    Comparison comparison(scorer(2).model(), scorer(-2).model());
    const std::vector<OutputPart> parts{*partFromText("first", "scores[..., 0]"),
                                        *partFromText("rest", "scores[..., 1:]")};
    const auto evaluation = comparison.run(NumberedSource(5, {1, 4}), &map, 1, {.parts = parts});
    VERIFY_OK(evaluation);
    const nlohmann::json document = toJson(*evaluation);
    QVERIFY(document["parts"][0]["sqnr"]["mean"] == "inf"); // the first column is equal
    QVERIFY(document["parts"][1]["selection"] == "scores[..., 1:]");
    const auto& quartiles = document["outputs"][0]["quartiles"]["cosine"];
    QCOMPARE(quartiles.size(), std::size_t(5));
    QCOMPARE(quartiles[0].get<double>(), evaluation->outputs[0].cosine.worst);
    const auto read = evaluationFromJson(nlohmann::json::parse(document.dump()), "evaluation");
    VERIFY_OK(read);
    QCOMPARE(toJson(*read).dump(), document.dump());
    QCOMPARE(read->flipped, evaluation->flipped);
    QCOMPARE(*read->classification, *evaluation->classification);
    QCOMPARE(read->valuesOf("rest", OutputMetric::MaxAbs), evaluation->valuesOf("rest", OutputMetric::MaxAbs));
}

void tst_EvaluationDetail::json_ofOlderVersions_isRead()
{
    const auto read = evaluationFromJson(
        nlohmann::json::parse(R"({"samples": 4, "dataHash": "d", "outputs": [{"name": "y", "samples": 4, "cosine":
            {"mean": 0.5, "worst": 0.25}, "psnr": {"mean": null, "worst": null}}], "classification": {"labelled": 4,
            "float": {"top1": 0.75, "top5": 1.0}, "quantized": {"top1": 0.5, "top5": 1.0}}, "future": 1})"),
        "evaluation");
    VERIFY_OK(read);
    QCOMPARE(read->outputs[0].cosine, (MetricSummary{0.5, 0.25}));
    QVERIFY(std::isnan(read->outputs[0].psnr.mean));
    QCOMPARE(read->classification->floatTop1, std::uint64_t(3));
    QVERIFY(!read->classification->lost);
    QVERIFY(read->perSample.empty());
    for (const char* wrong : {"[]", R"({"outputs": 3})", R"({"outputs": [3]})", R"({"samples": -1})",
                              R"({"parts": [{"name": "p", "selection": "y"}]})", R"({"classification": 3})",
                              R"({"classification": {"labelled": 1, "float": 2}})",
                              R"({"classification": {"labelled": 1, "float": {}, "quantized": {}, "flipped": [{}]}})",
                              R"({"perSample": {"names": 3}})"}) {
        const auto refused = evaluationFromJson(nlohmann::json::parse(wrong), "evaluation");
        QVERIFY2(!refused, wrong);
        QVERIFY2(refused.error().message.starts_with("evaluation"), refused.error().message.c_str());
    }
}

void tst_EvaluationDetail::csv_hasALineForEachSample()
{
    Evaluation evaluation;
    evaluation.outputs.resize(1);
    evaluation.outputs[0].name = "y, z";
    OutputMetrics metrics;
    metrics.cosine = 0.5;
    metrics.sqnr = std::numeric_limits<double>::infinity();
    metrics.rmse = 0.25;
    evaluation.perSample = {{"a \"b\".png", 0, {{metrics, false}}, {}, 3, 3, {}}, {"c.png", 1, {{}}, {}, {}, {}, {}}};
    QCOMPARE(QString::fromStdString(samplesCsv(evaluation)),
             QString("sample,\"y, z cosine\",\"y, z sqnr\",\"y, z psnr\",\"y, z rmse\",\"y, z l2\",\"y, z "
                     "maxAbs\",label,float class,quantized class\r\n"
                     "\"a \"\"b\"\".png\",0.5,inf,,0.25,0,0,3,3,\r\n"
                     "c.png,,,,,,,,,\r\n"));
}

QTEST_GUILESS_MAIN(tst_EvaluationDetail)
#include "tst_evaluation_detail.moc"
