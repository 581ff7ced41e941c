// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/evaluator.h"
#include "core/base/file_io.h"
#include "core/data/stored_samples.h"
#include "tests/core/analysis/compared_models.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_Evaluator : public QObject
{
    Q_OBJECT

private slots:
    void evaluation_isTheSame_forAnyThreads();
    void keptResults_compareAsRunningOnes();
    void keptResults_ofAnotherSample_areAnError();
    void evaluation_goesOn_whenExtentsDependOnData();
    void otherRank_isRefused();
    void outputsThatAreNoTensors_areLeftOut();
    void noComparableOutput_isRefused();
    void missingOutput_isRefused();
    void floatModelThatCannotRun_isRefused();
    void labels_areCounted();
    void scoresWithNaN_areNoHits_data();
    void scoresWithNaN_areNoHits();
    void labels_withOtherNumberOfClasses_areRefused();
    void labels_withoutScores_areRefusedAtTheFirstSample();
    void labels_outOfRange_areRefused();
    void labels_ofOtherFiles_areRefused();
};

void tst_Evaluator::evaluation_isTheSame_forAnyThreads()
{
    const Model real = scorer(0.1F).model();
    const Model other = scorer(0.137F).model();
    const NumberedSource source(37, {1, 4});
    Comparison comparison(real, other);
    const auto one = comparison.run(source, nullptr, 1);
    VERIFY_OK(one);
    QCOMPARE(one->samples, std::uint64_t(37));
    QVERIFY(one->agreement.has_value());
    QVERIFY(*one->agreement < 37 && *one->agreement > 10);
    for (const int threads : {2, 3, 8}) {
        const auto many = comparison.run(source, nullptr, threads);
        VERIFY_OK(many);
        QCOMPARE(many->outputs[0].cosine, one->outputs[0].cosine);
        QCOMPARE(many->outputs[0].psnr, one->outputs[0].psnr);
        QCOMPARE(many->outputs[0].l2, one->outputs[0].l2);
        QCOMPARE(many->agreement, one->agreement);
        QCOMPARE(many->dataHash, one->dataHash);
    }
}

void tst_Evaluator::keptResults_compareAsRunningOnes()
{
    const NumberedSource source(5, {1, 4});
    const std::vector<Sample> samples = firstSamples(source, 5);
    Comparison comparison(scorer(0.1F).model(), scorer(0.137F).model());
    const auto running = comparison.run(source);
    VERIFY_OK(running);
    const auto kept = KeptResults::make(comparison.real, samples, {});
    VERIFY_OK(kept);
    const StoredSamples stored(samples);
    SamplePrefetcher prefetcher(stored, comparison.feedback);
    const auto later =
        evaluate(*kept, RunningResults(comparison.quantized), prefetcher, nullptr, 1, comparison.feedback);
    VERIFY_OK(later);
    QCOMPARE(later->samples, running->samples);
    QCOMPARE(later->agreement, running->agreement);
    QCOMPARE(later->dataHash, running->dataHash);
    QCOMPARE(later->outputs.size(), running->outputs.size());
    QVERIFY(later->outputs[0].cosine.mean < 1.0);
    QCOMPARE(later->outputs[0].cosine.mean, running->outputs[0].cosine.mean);
}

void tst_Evaluator::keptResults_ofAnotherSample_areAnError()
{
    const NumberedSource source(2, {1, 4});
    Comparison comparison(scorer(0.1F).model(), scorer(0.137F).model());
    const auto kept = KeptResults::make(comparison.real, firstSamples(source, 1), {});
    VERIFY_OK(kept);
    SamplePrefetcher prefetcher(source, comparison.feedback);
    const auto evaluation =
        evaluate(*kept, RunningResults(comparison.quantized), prefetcher, nullptr, 1, comparison.feedback);
    QVERIFY(!evaluation);
    QCOMPARE(evaluation.error().code, ErrorCode::RuntimeFailure);
}

void tst_Evaluator::evaluation_goesOn_whenExtentsDependOnData()
{
    Comparison comparison(finder(0).model(), finder(0.3F).model());
    const auto evaluation = comparison.run(NumberedSource(20, {1, 8}), nullptr, 2);
    VERIFY_OK(evaluation);
    QCOMPARE(evaluation->outputs.size(), std::size_t(2));
    QCOMPARE(evaluation->outputs[0].samples, std::uint64_t(20));
    QCOMPARE(evaluation->outputs[0].shapesDiffer, std::uint64_t(0));
    const OutputSummary& places = evaluation->outputs[1];
    QVERIFY(places.shapesDiffer > 0);
    QCOMPARE(places.samples + places.shapesDiffer, std::uint64_t(20));
}

void tst_Evaluator::otherRank_isRefused()
{
    ModelBuilder flat(17);
    flat.input("x", DataType::Float, {1, 4});
    flat.node("Flatten", {"x"}, {"once"});
    flat.int64s("axes", {0});
    flat.node("Unsqueeze", {"once", "axes"}, {"scores"});
    flat.output("scores");
    Comparison comparison(scorer(0).model(), flat.model());
    const auto evaluation = comparison.run(NumberedSource(2, {1, 4}));
    QVERIFY(!evaluation);
    QCOMPARE(evaluation.error().code, ErrorCode::ModelRefused);
    QVERIFY2(evaluation.error().message.find("[1, 4] in the float model and [1, 1, 4]") != std::string::npos,
             evaluation.error().message.c_str());
}

void tst_Evaluator::outputsThatAreNoTensors_areLeftOut()
{
    ModelBuilder b = scorer(1);
    b.node("SequenceConstruct", {"x", "scores"}, {"list"});
    onnx::ModelProto proto = b.proto();
    onnx::ValueInfoProto list;
    list.set_name("list");
    list.mutable_type()->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(1);
    // In front: what is asked for pro forma while values are observed is the first output.
    proto.mutable_graph()->mutable_output()->Add()->CopyFrom(list);
    proto.mutable_graph()->mutable_output()->SwapElements(0, 1);
    Feedback quiet;
    const auto model = Model::fromProto(std::move(proto), {}, {}, quiet);
    VERIFY_OK(model);
    Comparison comparison(*model, *model);
    const auto evaluation = comparison.run(NumberedSource(3, {1, 4}));
    VERIFY_OK(evaluation);
    QCOMPARE(evaluation->outputs.size(), std::size_t(1));
    QCOMPARE(evaluation->outputs[0].name, std::string("scores"));
    QCOMPARE(comparison.feedback.warnings.size(), std::size_t(1));
    QVERIFY(comparison.feedback.warnings[0].find("'list'") != std::string::npos);
}

void tst_Evaluator::noComparableOutput_isRefused()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 4});
    b.node("Cast", {"x"}, {"text"}).attribute("to", int(DataType::String));
    b.output("text", DataType::String, {1, 4});
    Comparison comparison(b.model(), b.model());
    const auto evaluation = comparison.run(NumberedSource(1, {1, 4}));
    QVERIFY(!evaluation);
    QVERIFY(evaluation.error().message.find("no output that can be compared") != std::string::npos);
}

void tst_Evaluator::missingOutput_isRefused()
{
    Comparison comparison(finder(0).model(), finder(0).model());
    ModelBuilder one(17);
    one.input("x", DataType::Float, {1, 8}).initializer("k", {1}, {0}).output("sum");
    one.node("Add", {"x", "k"}, {"sum"});
    comparison.quantized = loaded(one.model());
    const auto evaluation = comparison.run(NumberedSource(1, {1, 8}));
    QVERIFY(!evaluation);
    QVERIFY(evaluation.error().message.find("no output 'places'") != std::string::npos);
}

void tst_Evaluator::floatModelThatCannotRun_isRefused()
{
    // Loads, but the weight has another kernel than the node says.
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 2, 8, 8}).randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"y"}, "conv").attribute("kernel_shape", {3, 3});
    b.output("y");
    Comparison comparison(b.model(), b.model());
    const auto evaluation = comparison.run(NumberedSource(1, {1, 2, 8, 8}));
    QVERIFY(!evaluation);
    QCOMPARE(evaluation.error().code, ErrorCode::ModelRefused);
}

void tst_Evaluator::labels_areCounted()
{
    // The float model always answers 3, the other one with the largest input.
    const LabelMap three = labelsOf("s0.npy\t3\ns1.npy\t3\ns2.npy\t0\n");
    Comparison comparison(scorer(100).model(), scorer(-100).model());
    const auto evaluation = comparison.run(NumberedSource(5, {1, 4}), &three);
    VERIFY_OK(evaluation);
    QVERIFY(evaluation->classification.has_value());
    QCOMPARE(evaluation->classification->labelled, std::uint64_t(3));
    QCOMPARE(evaluation->classification->floatTop1, std::uint64_t(2));
    QCOMPARE(evaluation->classification->quantizedTop1, std::uint64_t(1));
    QCOMPARE(evaluation->classification->floatTop5, std::uint64_t(3));
    QCOMPARE(*evaluation->agreement, std::uint64_t(0));
}

void tst_Evaluator::scoresWithNaN_areNoHits_data()
{
    QTest::addColumn<int>("place");
    QTest::newRow("at the first class") << 0;
    QTest::newRow("at the label") << 2;
    QTest::newRow("elsewhere") << 3;
}

void tst_Evaluator::scoresWithNaN_areNoHits()
{
    QFETCH(int, place);
    const auto scores = [](std::vector<float> values) {
        ModelBuilder b(17);
        b.input("x", DataType::Float, {1, 4}).initializer("zero", {1}, {0}).initializer("k", {4}, values);
        b.node("Mul", {"x", "zero"}, {"nothing"});
        b.node("Add", {"nothing", "k"}, {"scores"});
        return b.output("scores").model();
    };
    std::vector<float> values{0, 1, 5, 2};
    const Model real = scores(values);
    values[std::size_t(place)] = std::numeric_limits<float>::quiet_NaN();
    const Model broken = scores(values);
    const LabelMap two = labelsOf("s0.npy\t2\ns1.npy\t0\n");
    const auto right = Comparison(real, broken).run(NumberedSource(2, {1, 4}), &two);
    VERIFY_OK(right);
    QCOMPARE(right->classification->floatTop1, std::uint64_t(1));
    QCOMPARE(right->classification->floatTop5, std::uint64_t(2));
    QCOMPARE(right->classification->quantizedTop1, std::uint64_t(0));
    QCOMPARE(right->classification->quantizedTop5, std::uint64_t(0));
    QCOMPARE(right->agreement.value(), std::uint64_t(0));
    const auto neither = Comparison(broken, broken).run(NumberedSource(2, {1, 4}), &two);
    VERIFY_OK(neither);
    QCOMPARE(neither->agreement.value(), std::uint64_t(0));
}

void tst_Evaluator::labels_withOtherNumberOfClasses_areRefused()
{
    ModelBuilder fewer = scorer(1);
    fewer.proto().mutable_graph()->mutable_node(0)->set_output(0, "all");
    fewer.int64s("first", {0}).int64s("end", {3}).int64s("axis", {1});
    fewer.node("Slice", {"all", "first", "end", "axis"}, {"scores"});
    const LabelMap some = labelsOf("s0.npy\t3\n");
    Comparison comparison(scorer(1).model(), fewer.model());
    const auto evaluation = comparison.run(NumberedSource(1, {1, 4}), &some);
    QVERIFY(!evaluation);
    QCOMPARE(evaluation.error().code, ErrorCode::ModelRefused);
    QVERIFY2(evaluation.error().message.find("4 class scores in the float model and 3") != std::string::npos,
             evaluation.error().message.c_str());
}

void tst_Evaluator::labels_withoutScores_areRefusedAtTheFirstSample()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 4}).output("y");
    b.node("Relu", {"x"}, {"y"});
    const LabelMap some = labelsOf("s0.npy\t3\n");
    Comparison comparison(b.model(), b.model());
    class Counting final : public SampleSource
    {
    public:
        std::size_t size() const override { return 1000; }
        std::string name(std::size_t i) const override { return m_source.name(i); }
        Result<Sample> read(std::size_t i) const override
        {
            ++reads;
            return m_source.read(i);
        }
        mutable std::atomic<int> reads = 0;

    private:
        NumberedSource m_source{1000, {2, 4}};
    } source;
    const auto evaluation = comparison.run(source, &some);
    QVERIFY(!evaluation);
    QCOMPARE(evaluation.error().code, ErrorCode::DataRefused);
    QVERIFY(evaluation.error().message.find("class scores") != std::string::npos);
    QVERIFY(source.reads < 10);
}

void tst_Evaluator::labels_outOfRange_areRefused()
{
    const LabelMap far = labelsOf("s0.npy\t4\n");
    Comparison comparison(scorer(1).model(), scorer(1).model());
    const auto evaluation = comparison.run(NumberedSource(1, {1, 4}), &far);
    QVERIFY(!evaluation);
    QVERIFY(evaluation.error().message.find("class 4, but the model knows classes 0 to 3") != std::string::npos);
}

void tst_Evaluator::labels_ofOtherFiles_areRefused()
{
    const LabelMap other = labelsOf("t0.npy\t1\n");
    Comparison comparison(scorer(1).model(), scorer(1).model());
    const auto evaluation = comparison.run(NumberedSource(1, {1, 4}), &other);
    QVERIFY(!evaluation);
    QVERIFY(evaluation.error().message.find("None of the labels") != std::string::npos);
}

QTEST_GUILESS_MAIN(tst_Evaluator)
#include "tst_evaluator.moc"
