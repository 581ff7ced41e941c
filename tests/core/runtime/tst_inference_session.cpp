// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/inference_session.h"

#include "core/base/file_io.h"
#include "core/calibration/calibrator.h"
#include "tests/core/runtime/session_networks.h"

using namespace quantiscope;
using namespace quantiscope::test;

class tst_InferenceSession : public QObject
{
    Q_OBJECT

private slots:
    void create_knowsItsInputsAndOutputs();
    void startAhead_leavesOneLibrary_whoeverComesFirst();
    void run_givesAllOutputs_whenNoneIsNamed();
    void run_givesTheOutputsNamedInTheirOrder();
    void run_takesTensorsWithoutElements();
    void run_givesTheSame_withoutKeptMemory();
    void run_usesExternalWeights();
    void session_canBeMoved();
    void createFromFile_runsASavedModel();

private:
    Feedback m_feedback;
};

void tst_InferenceSession::create_knowsItsInputsAndOutputs()
{
    const InferenceSession created = sessionOf(smallNetwork());
    QCOMPARE(created.inputNames(), std::vector<std::string>{"x"});
    QCOMPARE(created.outputNames(), (std::vector<std::string>{"y", "whole"}));
    QVERIFY(RuntimeEnvironment::libraryVersion().starts_with("1."));
}

void tst_InferenceSession::startAhead_leavesOneLibrary_whoeverComesFirst()
{
    const RuntimeEnvironment own;
    own.startAhead();
    own.startAhead();
    const RuntimeEnvironment::State* const first = &own.state();
    own.startAhead();
    QCOMPARE(&own.state(), first);
    const Model model = smallNetwork().model();
    const auto session = InferenceSession::create(own, model, {});
    VERIFY_OK(session);
    QCOMPARE(session->inputNames(), std::vector<std::string>{"x"});
}

void tst_InferenceSession::run_givesAllOutputs_whenNoneIsNamed()
{
    InferenceSession created = sessionOf(smallNetwork());
    const NamedTensors inputs{{"x", Tensor::fromFloats({2, 2}, std::vector<float>{1, 2, -30, 40})}};
    const auto outputs = created.run(inputs, {});
    VERIFY_OK(outputs);
    QCOMPARE(outputs->size(), std::size_t(2));
    QCOMPARE((*outputs)[0].type(), DataType::Float);
    QCOMPARE((*outputs)[0].shape(), (Shape{2, 2}));
    QCOMPARE(floats((*outputs)[0]), (std::vector<float>{11, 0, 0, 20}));
    QCOMPARE((*outputs)[1].type(), DataType::Int64);
    const auto whole = (*outputs)[1].as<std::int64_t>();
    QCOMPARE(std::vector<std::int64_t>(whole.begin(), whole.end()), (std::vector<std::int64_t>{11, -18, -20, 20}));
}

void tst_InferenceSession::run_givesTheOutputsNamedInTheirOrder()
{
    InferenceSession created = sessionOf(smallNetwork());
    const NamedTensors inputs{{"x", Tensor::fromFloats({1, 2}, std::vector<float>{1, 2})}};
    const std::vector<std::string> wanted{"whole", "y"};
    const auto outputs = created.run(inputs, wanted);
    VERIFY_OK(outputs);
    QCOMPARE((*outputs)[0].type(), DataType::Int64);
    QCOMPARE((*outputs)[1].type(), DataType::Float);
}

void tst_InferenceSession::run_takesTensorsWithoutElements()
{
    InferenceSession created = sessionOf(smallNetwork());
    const auto outputs = created.run({{"x", Tensor(DataType::Float, {0, 2})}}, {});
    VERIFY_OK(outputs);
    QCOMPARE((*outputs)[0].shape(), (Shape{0, 2}));
}

void tst_InferenceSession::run_givesTheSame_withoutKeptMemory()
{
    const NamedTensors inputs{{"x", randomTensor({2, 3, 16, 16}, 9)}};
    std::vector<std::vector<float>> results;
    for (const bool keep : {true, false}) {
        SessionOptions options;
        options.keepMemory = keep;
        options.threads = 1;
        InferenceSession created = sessionOf(convolutionalNetwork(), options);
        for (int i = 0; i < 2; ++i) {
            const auto outputs = created.run(inputs, {});
            VERIFY_OK(outputs);
            results.push_back(floats((*outputs)[0]));
        }
    }
    for (const std::vector<float>& result : results)
        QVERIFY(sameBits(result, results.front()));
}

void tst_InferenceSession::run_usesExternalWeights()
{
    const auto folder = TemporaryFolder::create();
    VERIFY_OK(folder);
    const Model model = convolutionalNetwork().model();
    const auto file = (*folder)->path() / "model.onnx";
    VERIFY_OK(model.save(file, {.externalData = true}));
    const Result<Model> loaded = Model::load(file, {}, m_feedback);
    VERIFY_OK(loaded);
    QVERIFY(loaded->usesExternalData());

    const NamedTensors inputs{{"x", randomTensor({1, 3, 16, 16}, 9)}};
    SessionOptions options;
    options.threads = 1;
    InferenceSession inMemory = sessionOf(convolutionalNetwork(), options);
    const auto expected = inMemory.run(inputs, {});
    VERIFY_OK(expected);
    auto mapped = InferenceSession::create(environment(), *loaded, options);
    VERIFY_OK(mapped);
    const auto found = mapped->run(inputs, {});
    VERIFY_OK(found);
    QVERIFY(sameBits(floats((*found)[0]), floats((*expected)[0])));

    const std::vector<std::string> values = observableValues(*loaded);
    RecordingObserver observer(values.size());
    options.observedValues = values;
    options.observer = &observer;
    auto observing = InferenceSession::create(environment(), *loaded, options);
    VERIFY_OK(observing);
    VERIFY_OK(observing->runObserving(inputs));
    QCOMPARE(observer.seen.back().size(), std::size_t(1));
}

void tst_InferenceSession::session_canBeMoved()
{
    InferenceSession first = sessionOf(smallNetwork());
    InferenceSession second = std::move(first);
    InferenceSession third = sessionOf(convolutionalNetwork());
    third = std::move(second);
    const auto outputs = third.run({{"x", Tensor::fromFloats({1, 2}, std::vector<float>{1, 2})}}, {});
    VERIFY_OK(outputs);
    QCOMPARE(floats((*outputs)[0]), (std::vector<float>{11, 0}));
}

void tst_InferenceSession::createFromFile_runsASavedModel()
{
    const auto folder = TemporaryFolder::create();
    VERIFY_OK(folder);
    const auto file = (*folder)->path() / "model.onnx";
    VERIFY_OK(smallNetwork().model().save(file, {}));
    auto created = InferenceSession::createFromFile(environment(), file.string(), {});
    VERIFY_OK(created);
    const auto outputs = created->run({{"x", Tensor::fromFloats({1, 2}, std::vector<float>{5, 30})}}, {});
    VERIFY_OK(outputs);
    QCOMPARE(floats((*outputs)[0]), (std::vector<float>{15, 10}));
}

QTEST_GUILESS_MAIN(tst_InferenceSession)
#include "tst_inference_session.moc"
