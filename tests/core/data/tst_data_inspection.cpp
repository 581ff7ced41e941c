// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_inspection_json.h"
#include "tests/core/data/inspection_support.h"
#include "tests/core/data/zip_files.h"
#include "tests/support/source_directory.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <atomic>
#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

QStringList names(const DataInspection& inspection, const std::vector<std::size_t>& places)
{
    QStringList list;
    for (const std::size_t place : places)
        list += QString::fromStdString(inspection.samples[place].name);
    return list;
}

class Canceling final : public Feedback
{
public:
    [[nodiscard]] bool isCanceled() const override { return true; }
};

} // namespace

class tst_DataInspection : public QObject
{
    Q_OBJECT

private slots:
    void cleanPictures_giveNoWarning();
    void duplicates_areFoundAndOneIsKept();
    void frames_areFoundAsRuns();
    void framesSavedTwice_areARunToo();
    void blurred_areFoundAgainstTheMedian();
    void unreadable_isAFindingUnlessAllAre();
    void blankAndGray_areFound();
    void classes_areCountedFromFoldersAndLabels();
    void oneFile_ofAFolder_isNoted();
    void state_neverFed_isWarnedOf();
    void thresholdFedToAll_isNoWarning();
    void facts_areThoseOfTheFedTensors();
    void arrays_haveChannelsNotFiniteAndOutliers();
    void channelsLast_isSuspectedWhereTheModelLeavesItOpen();
    void integers_areNotJudgedAsPictures();
    void result_doesNotDependOnThreads();
    void skip_mendsWhatWasFound();
    void cancel_endsIt();
    void cancel_endsWithinASample();
    void randomSamples_areBounded();
    void bundledSample_hasNoFalseAlarm();
    void random_isSaidToBeRandom();
    void texts_areThereForEveryKind();
};

void tst_DataInspection::cleanPictures_giveNoWarning()
{
    const DataFolder folder;
    for (int i = 0; i < 12; ++i)
        folder.write("p" + std::to_string(10 + i) + ".ppm", scenePicture(i));
    INSPECT(found, requestFor(folder));
    QCOMPARE(found.warnings(), std::size_t(0));
    QVERIFY(found.arePictures);
    QCOMPARE(found.samples.size(), std::size_t(12));
    QCOMPARE(found.samples[3].width, 64);
    const Finding* few = find(found, FindingKind::TooFew);
    QVERIFY(few);
    QCOMPARE(few->figure, 12.0);
    QVERIFY(few->severity == FindingSeverity::Info);
}

void tst_DataInspection::duplicates_areFoundAndOneIsKept()
{
    const DataFolder folder;
    for (int i = 0; i < 10; ++i)
        folder.write("a" + std::to_string(i) + ".ppm", scenePicture(i));
    folder.write("copy.ppm", scenePicture(3));
    QByteArray near = scenePicture(5);
    near[near.size() - 40] = char(near[near.size() - 40] ^ 8);
    folder.write("near.ppm", near);
    INSPECT(found, requestFor(folder));
    const Finding* same = find(found, FindingKind::Duplicates);
    QVERIFY(same);
    QCOMPARE(names(found, same->samples), (QStringList{"a3.ppm", "copy.ppm"}));
    QCOMPARE(names(found, same->drop), QStringList{"copy.ppm"});
    const Finding* alike = find(found, FindingKind::NearDuplicates);
    QVERIFY(alike);
    QCOMPARE(names(found, alike->samples), (QStringList{"a5.ppm", "near.ppm"}));
    QCOMPARE(alike->reference, 1.0);
    QVERIFY(same->severity == FindingSeverity::Warning);
    QVERIFY(found.findings.back().severity == FindingSeverity::Info); // warnings come first
}

void tst_DataInspection::frames_areFoundAsRuns()
{
    const DataFolder folder;
    for (int i = 0; i < 6; ++i) {
        QByteArray frame = scenePicture(1);
        for (int k = 0; k < 300 * i; ++k) // something moves in through the picture
            frame[frame.size() - 1 - k] = char(120);
        folder.write("frame" + std::to_string(i) + ".ppm", frame);
    }
    for (int i = 0; i < 6; ++i)
        folder.write("other" + std::to_string(i) + ".ppm", scenePicture(20 + i));
    INSPECT(found, requestFor(folder));
    const Finding* film = find(found, FindingKind::Sequential);
    QVERIFY(film);
    QCOMPARE(film->figure, 6.0);
    QCOMPARE(names(found, film->samples).first(), "frame0.ppm");
    QCOMPARE(film->drop.size(), std::size_t(5));
}

void tst_DataInspection::framesSavedTwice_areARunToo()
{
    const DataFolder folder;
    for (int i = 0; i < 6; ++i) {
        QByteArray frame = scenePicture(1);
        for (int k = 0; k < 300 * i; ++k)
            frame[frame.size() - 1 - k] = char(120);
        folder.write("frame" + std::to_string(i) + "a.ppm", frame);
        folder.write("frame" + std::to_string(i) + "b.ppm", frame);
    }
    INSPECT(found, requestFor(folder));
    const Finding* film = find(found, FindingKind::Sequential);
    QVERIFY(film);
    QCOMPARE(film->figure, 6.0);
    QCOMPARE(names(found, film->samples).last(), "frame5a.ppm");
    const Finding* copies = find(found, FindingKind::Duplicates);
    QVERIFY(copies);
    QCOMPARE(copies->drop.size(), std::size_t(6));
}

void tst_DataInspection::blurred_areFoundAgainstTheMedian()
{
    const DataFolder folder;
    for (int i = 0; i < 9; ++i)
        folder.write("sharp" + std::to_string(i) + ".ppm", scenePicture(i));
    folder.write("soft.ppm", scenePicture(40, 0, 9));
    INSPECT(found, requestFor(folder));
    const Finding* blurred = find(found, FindingKind::Blurred);
    QVERIFY(blurred);
    QCOMPARE(names(found, blurred->samples), QStringList{"soft.ppm"});
    QVERIFY(blurred->reference > 10.0 * blurred->figure);
    QVERIFY(!find(found, FindingKind::SoftThroughout));
    const DataFolder soft;
    for (int i = 0; i < 9; ++i)
        soft.write("soft" + std::to_string(i) + ".ppm", scenePicture(i, 0, 9));
    INSPECT(all, requestFor(soft));
    QVERIFY(!find(all, FindingKind::Blurred));
    QVERIFY(find(all, FindingKind::SoftThroughout));
}

void tst_DataInspection::unreadable_isAFindingUnlessAllAre()
{
    const DataFolder folder;
    folder.write("a.ppm", scenePicture(1));
    folder.write("broken.png", "\x89PNG\r\n\x1a\nnothing");
    INSPECT(found, requestFor(folder));
    const Finding* unreadable = find(found, FindingKind::Unreadable);
    QVERIFY(unreadable);
    QCOMPARE(names(found, unreadable->drop), QStringList{"broken.png"});
    QVERIFY(!found.samples[1].unreadable.empty());
    const DataFolder none;
    none.write("broken.png", "\x89PNG\r\n\x1a\nnothing");
    RecordingFeedback feedback;
    VERIFY_REFUSED(inspectData(requestFor(none), feedback), ErrorCode::DataRefused, "None of the samples");
}

void tst_DataInspection::blankAndGray_areFound()
{
    const DataFolder folder;
    for (int i = 0; i < 5; ++i)
        folder.write("a" + std::to_string(i) + ".ppm", scenePicture(i));
    folder.writePicture("blank.ppm", 64, 64, QByteArray::fromHex("707070"));
    QByteArray gray = scenePicture(9);
    const qsizetype header = gray.size() - 64 * 64 * 3;
    for (qsizetype i = header; i < gray.size(); ++i)
        gray[i] = gray[header + (i - header) / 3 * 3];
    folder.write("gray.ppm", gray);
    INSPECT(found, requestFor(folder));
    const Finding* blank = find(found, FindingKind::Blank);
    QVERIFY(blank);
    QCOMPARE(names(found, blank->samples), QStringList{"blank.ppm"});
    const Finding* grey = find(found, FindingKind::GrayForColor);
    QVERIFY(grey);
    QCOMPARE(names(found, grey->samples), (QStringList{"blank.ppm", "gray.ppm"}));
    QVERIFY(grey->severity == FindingSeverity::Info); // scanned documents are grey in production, too
    INSPECT(forGray, requestFor(folder, input("x", DataType::Float, {1, 1, 64, 64})));
    QVERIFY(!find(forGray, FindingKind::GrayForColor));
}

void tst_DataInspection::classes_areCountedFromFoldersAndLabels()
{
    const DataFolder folder;
    for (int i = 0; i < 9; ++i)
        folder.write("cats/c" + std::to_string(i) + ".ppm", scenePicture(i));
    folder.write("dogs/d.ppm", scenePicture(50));
    INSPECT(found, requestFor(folder));
    const Finding* uneven = find(found, FindingKind::Unbalanced);
    QVERIFY(uneven);
    QCOMPARE(uneven->subject, "cats");
    QCOMPARE(uneven->figure, 9.0);
    QCOMPARE(uneven->reference, 1.0);
    QCOMPARE(uneven->other, "dogs");
    QCOMPARE(found.samples[0].className, "cats");
    // A class that is there, but of which nothing was chosen, counts.
    InspectionRequest few = requestFor(folder);
    few.data.samples = 5;
    few.data.seed = 1;
    INSPECT(chosen, few);
    const Finding* missing = find(chosen, FindingKind::Unbalanced);
    QVERIFY(missing);
    QCOMPARE(missing->other, "dogs");
    QCOMPARE(missing->figure + missing->reference, 5.0);
    // Labels say that it is balanced, and lack one.
    const DataFolder labels;
    QByteArray table;
    for (int i = 0; i < 9; ++i)
        table += "c" + QByteArray::number(i) + "\t" + QByteArray::number(i % 2) + "\n";
    labels.write("labels.tsv", table);
    InspectionRequest request = requestFor(folder);
    request.labels = labels.path("labels.tsv");
    INSPECT(labelled, request);
    QVERIFY(!find(labelled, FindingKind::Unbalanced));
    const Finding* without = find(labelled, FindingKind::Unlabelled);
    QVERIFY(without);
    QCOMPARE(names(labelled, without->samples), QStringList{"dogs/d.ppm"});
    QCOMPARE(labelled.samples[1].label.value_or(-1), std::int64_t(1));
}

void tst_DataInspection::oneFile_ofAFolder_isNoted()
{
    const DataFolder folder;
    for (int i = 0; i < 3; ++i)
        folder.writeNpyFile("s" + std::to_string(i) + ".npy", DataType::Float, {1, 3, 64, 64}, i);
    InspectionRequest request = requestFor(folder);
    request.data.source = folder.text("s1.npy");
    INSPECT(one, request);
    const Finding* finding = find(one, FindingKind::OneOfMany);
    QVERIFY(finding);
    QCOMPARE(finding->figure, 3.0);
    request.data.source = folder.text();
    INSPECT(all, request);
    QVERIFY(!find(all, FindingKind::OneOfMany));
    const DataFolder stacked;
    stacked.writeNpyFile("s.npy", DataType::Float, {4, 3, 64, 64});
    stacked.writeNpyFile("t.npy", DataType::Float, {4, 3, 64, 64});
    request.data.source = stacked.text("s.npy");
    INSPECT(samples, request);
    QVERIFY(!find(samples, FindingKind::OneOfMany));
    request.data.samples = 1;
    INSPECT(chosen, request);
    QCOMPARE(chosen.samples.size(), std::size_t(1));
    QVERIFY(!find(chosen, FindingKind::OneOfMany));
    request.data.samples = 0;
    request.data.skip = {"s.npy[0]", "s.npy[1]", "s.npy[3]"};
    INSPECT(left, request);
    QCOMPARE(left.samples.size(), std::size_t(1));
    QVERIFY(!find(left, FindingKind::OneOfMany));
}

void tst_DataInspection::state_neverFed_isWarnedOf()
{
    const DataFolder folder;
    const auto write = [&folder](const std::vector<float>& state) {
        Tensor tensor(DataType::Float, {2, 2});
        std::copy(state.begin(), state.end(), tensor.as<float>().begin());
        writeZip(folder.path("s.npz"),
                 {{"x.npy", npyOf(DataFolder::counting(DataType::Float, {2, 3}))},
                  {"state.npy", npyOf(tensor)},
                  {"types.npy", npyOf(Tensor(DataType::Int64, {2, 2}))}});
    };
    InspectionRequest request = requestFor(folder, input("x", DataType::Float, {1, 3}));
    request.inputs.push_back(input("state", DataType::Float, {1, 2}));
    request.inputs.push_back(input("types", DataType::Int64, {1, 2}));
    request.data.source = folder.text("s.npz");
    write({0.0F, 0.0F, 0.0F, 0.0F});
    INSPECT(empty, request);
    const Finding* finding = find(empty, FindingKind::ConstantInput);
    QVERIFY(finding);
    QCOMPARE(finding->subject, std::string("state"));
    QCOMPARE(finding->figure, 0.0);
    QCOMPARE(std::count_if(empty.findings.begin(), empty.findings.end(),
                           [](const Finding& each) { return each.kind == FindingKind::ConstantInput; }),
             1);
    QCOMPARE(finding->severity, FindingSeverity::Warning);
    write({0.0F, 0.0F, 0.5F, 0.0F});
    INSPECT(fed, request);
    QVERIFY(!find(fed, FindingKind::ConstantInput));
    write({0.0F, 0.0F, 0.0F, 0.0F});
    request.data.skip = {"s.npz[1]"}; // one sample feeds one value
    INSPECT(lone, request);
    QCOMPARE(lone.samples.size(), std::size_t(1));
    QVERIFY(!find(lone, FindingKind::ConstantInput));
}

void tst_DataInspection::thresholdFedToAll_isNoWarning()
{
    const DataFolder folder;
    Tensor threshold(DataType::Float, {3, 1});
    std::fill(threshold.as<float>().begin(), threshold.as<float>().end(), 0.5F);
    writeZip(folder.path("s.npz"),
             {{"x.npy", npyOf(DataFolder::counting(DataType::Float, {3, 3}))}, {"threshold.npy", npyOf(threshold)}});
    InspectionRequest request = requestFor(folder, input("x", DataType::Float, {1, 3}));
    request.inputs.push_back(input("threshold", DataType::Float, {1, 1}));
    request.data.source = folder.text("s.npz");
    INSPECT(inspection, request);
    const Finding* finding = find(inspection, FindingKind::ConstantInput);
    QVERIFY(finding);
    QCOMPARE(finding->severity, FindingSeverity::Info);
}

void tst_DataInspection::facts_areThoseOfTheFedTensors()
{
    const DataFolder folder;
    for (int i = 0; i < 3; ++i)
        folder.write("a" + std::to_string(i) + ".ppm", scenePicture(i));
    InspectionRequest request = requestFor(folder);
    request.data.preprocess = PreprocessSpec{};
    request.data.preprocess.scale = 1.0 / 255.0;
    request.data.preprocess.mean = {0.5, 0.25, 0.125};
    request.data.preprocess.std = {0.5};
    INSPECT(found, request);
    RecordingFeedback feedback;
    const auto source = openSampleSource(request.data, request.inputs, feedback);
    VERIFY_OK(source);
    double lowest = 1e9, highest = -1e9, sum = 0.0;
    std::size_t elements = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto sample = (*source)->read(i);
        VERIFY_OK(sample);
        for (const float value : floats(sample->inputs.at("x"))) {
            lowest = std::min(lowest, double(value));
            highest = std::max(highest, double(value));
            sum += double(value);
            ++elements;
        }
    }
    const InputFacts& facts = found.inputs.front();
    QCOMPARE(facts.lowest, lowest);
    QCOMPARE(facts.highest, highest);
    QVERIFY(std::abs(facts.mean - sum / double(elements)) < 1e-9);
    QCOMPARE(facts.channels.size(), std::size_t(3));
    QCOMPARE(facts.channels[0].name, "R");
    std::uint64_t counted = 0;
    for (const std::uint64_t count : facts.channels[1].counts)
        counted += count;
    QCOMPARE(counted, facts.channels[1].elements);
    QCOMPARE(facts.channels[1].elements, std::uint64_t(elements / 3));
    QCOMPARE(facts.shape, (Shape{1, 3, 64, 64}));
}

void tst_DataInspection::arrays_haveChannelsNotFiniteAndOutliers()
{
    const DataFolder folder;
    const TensorSpec target = input("x", DataType::Float, {1, 2, 4, 4});
    for (int i = 0; i < 5; ++i) {
        Tensor tensor(DataType::Float, {1, 2, 4, 4});
        for (std::size_t k = 0; k < tensor.elements(); ++k)
            tensor.as<float>()[k] = float(k % 16) * (i == 4 ? 100.0F : 1.0F) + float(i) / 64.0F;
        if (i == 2)
            tensor.as<float>()[7] = std::numeric_limits<float>::quiet_NaN();
        VERIFY_OK(writeNpy(folder.path("s" + std::to_string(i) + ".npy"), tensor));
    }
    VERIFY_OK(writeNpy(folder.path("s5.npy"), Tensor(DataType::Float, {1, 2, 4, 4})));
    INSPECT(found, requestFor(folder, target));
    QVERIFY(!found.arePictures);
    QCOMPARE(found.inputs.front().channels.size(), std::size_t(2));
    QCOMPARE(found.inputs.front().notFinite, std::uint64_t(1));
    const Finding* broken = find(found, FindingKind::NotFinite);
    QVERIFY(broken);
    QCOMPARE(names(found, broken->samples), QStringList{"s2.npy"});
    const Finding* outlier = find(found, FindingKind::Outliers);
    QVERIFY(outlier);
    QCOMPARE(names(found, outlier->samples), QStringList{"s4.npy"});
    const Finding* blank = find(found, FindingKind::Blank);
    QVERIFY(blank);
    QCOMPARE(names(found, blank->samples), QStringList{"s5.npy"});
}

void tst_DataInspection::channelsLast_isSuspectedWhereTheModelLeavesItOpen()
{
    const DataFolder folder;
    folder.writeNpyFile("a.npy", DataType::Float, {1, 8, 8, 3});
    INSPECT(found, requestFor(folder, input("x", DataType::Float, {kDynamic, kDynamic, kDynamic, kDynamic})));
    const Finding* last = find(found, FindingKind::ChannelsLast);
    QVERIFY(last);
    QCOMPARE(last->subject, "x");
    // Pictures are no arrays, even where the first one cannot be read.
    const DataFolder pictures;
    pictures.write("a.png", "\x89PNG\r\n\x1a\nnothing");
    pictures.write("b.ppm", scenePicture(1));
    InspectionRequest request = requestFor(pictures, input("x", DataType::Float, {1, kDynamic, kDynamic, kDynamic}));
    request.data.preprocess.layout = PixelLayout::Nhwc;
    INSPECT(fed, request);
    QVERIFY(!find(fed, FindingKind::ChannelsLast));
}

void tst_DataInspection::integers_areNotJudgedAsPictures()
{
    const DataFolder folder;
    for (int i = 0; i < 4; ++i)
        folder.writeNpyFile("a" + std::to_string(i) + ".npy", DataType::Int64, {1, 6}, i == 3 ? 30000 : i);
    folder.writeNpyFile("zeros.npy", DataType::Int64, {1, 1});
    std::filesystem::remove(folder.path("zeros.npy"));
    INSPECT(found, requestFor(folder, input("ids", DataType::Int64, {1, 6})));
    QVERIFY(!find(found, FindingKind::Outliers));
    QCOMPARE(found.inputs.front().highest, 30005.0);
}

void tst_DataInspection::result_doesNotDependOnThreads()
{
    const DataFolder folder;
    for (int i = 0; i < 20; ++i)
        folder.write("p" + std::to_string(10 + i) + ".ppm", scenePicture(i % 15));
    InspectionRequest request = requestFor(folder);
    request.threads = 1;
    INSPECT(one, request);
    request.threads = 5;
    INSPECT(five, request);
    QVERIFY(toJson(one) == toJson(five));
    const DataFolder arrays;
    for (int i = 0; i < 20; ++i)
        arrays.writeNpyFile("a" + std::to_string(i) + ".npy", DataType::Float, {1, 3, 5, 5}, i * 3);
    InspectionRequest ofArrays = requestFor(arrays, input("x", DataType::Float, {1, 3, 5, 5}));
    ofArrays.threads = 1;
    INSPECT(oneArray, ofArrays);
    ofArrays.threads = 5;
    INSPECT(fiveArrays, ofArrays);
    QVERIFY(toJson(oneArray) == toJson(fiveArrays));
}

void tst_DataInspection::skip_mendsWhatWasFound()
{
    const DataFolder folder;
    for (int i = 0; i < 10; ++i)
        folder.write("a" + std::to_string(i) + ".ppm", scenePicture(i));
    folder.write("copy.ppm", scenePicture(3));
    InspectionRequest request = requestFor(folder);
    request.data.skip = {"copy.ppm", "gone.ppm"};
    INSPECT(found, request);
    QVERIFY(!find(found, FindingKind::Duplicates));
    QCOMPARE(found.samples.size(), std::size_t(10));
    QCOMPARE(feedbackfound.warnings.size(), std::size_t(1));
    QVERIFY(contains(feedbackfound.warnings[0], "gone.ppm"));
    for (const SampleFacts& sample : found.samples)
        request.data.skip.insert(sample.name);
    RecordingFeedback feedback;
    VERIFY_REFUSED(inspectData(request, feedback), ErrorCode::DataRefused, "every sample");
}

void tst_DataInspection::cancel_endsIt()
{
    const DataFolder folder;
    folder.write("a.ppm", scenePicture(1));
    Canceling feedback;
    const auto result = inspectData(requestFor(folder), feedback);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Canceled);
}

void tst_DataInspection::cancel_endsWithinASample()
{
    class Counting final : public Feedback
    {
    public:
        mutable std::atomic<int> asked = 0;
        [[nodiscard]] bool isCanceled() const override
        {
            ++asked;
            return false;
        }
    };
    const DataFolder folder;
    folder.write("a.ppm", scenePicture(1));
    InspectionRequest request = requestFor(folder);
    request.threads = 1;
    Counting one, two;
    VERIFY_OK(inspectData(request, one));
    folder.write("b.ppm", scenePicture(2));
    VERIFY_OK(inspectData(request, two));
    QVERIFY2(two.asked - one.asked >= 4, "a picture asks when it is begun and after each of its parts");
}

void tst_DataInspection::randomSamples_areBounded()
{
    InspectionRequest request;
    request.data.source = "random:3";
    request.data.samples = 1'000'000'000;
    request.inputs = {input("x", DataType::Float, {1, 4})};
    RecordingFeedback feedback;
    VERIFY_REFUSED(inspectData(request, feedback), ErrorCode::InvalidArgument, "too many to look at");
    request.data.source = "./random"; // a folder of that name has no such bound
    QVERIFY(checkRandomSamples(request.data));
}

void tst_DataInspection::bundledSample_hasNoFalseAlarm()
{
    InspectionRequest request;
    request.data.source = (sampleDirectory() / "calib").string();
    request.data.preprocess = *builtinPreprocess("unit");
    request.inputs = {input("image", DataType::Float, {1, 1, 28, 28})};
    INSPECT(found, request);
    for (const Finding& finding : found.findings) {
        QVERIFY2(finding.severity == FindingSeverity::Info || finding.samples.size() < found.samples.size() / 10,
                 (findingText(finding).message + " " + names(found, finding.samples).join(' ').toStdString()).c_str());
    }
}

void tst_DataInspection::random_isSaidToBeRandom()
{
    InspectionRequest request;
    request.data.source = "random:3";
    request.data.samples = 2;
    request.inputs = {input("x", DataType::Float, {1, 3, 8, 8})};
    INSPECT(found, request);
    QCOMPARE(found.findings.size(), std::size_t(1));
    QVERIFY(found.findings[0].kind == FindingKind::RandomData);
}

void tst_DataInspection::texts_areThereForEveryKind()
{
    QSet<QString> known;
    for (std::size_t kind = 0; kind < kFindingKinds; ++kind) {
        Finding finding;
        finding.kind = FindingKind(kind);
        finding.samples = {0};
        const FindingText text = findingText(finding);
        QVERIFY(text.message.ends_with('.'));
        QVERIFY(text.advice.ends_with('.'));
        known.insert(QString::fromLatin1(findingName(finding.kind)));
    }
    QCOMPARE(std::size_t(known.size()), kFindingKinds);
}

QTEST_GUILESS_MAIN(tst_DataInspection)
#include "tst_data_inspection.moc"
