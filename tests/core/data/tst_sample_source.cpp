// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_source.h"
#include "tests/core/data/data_test_support.h"
#include "tests/core/data/picture_bytes.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

const std::vector<TensorSpec> kPicture{input("images", DataType::Float, {1, 3, 2, 2})};
const std::vector<TensorSpec> kVector{input("x", DataType::Float, {kDynamic, 3})};
const std::vector<TensorSpec> kTwo{input("a", DataType::Float, {1, 3}), input("b", DataType::Int64, {1})};

std::vector<std::string> names(const SampleSource& source)
{
    std::vector<std::string> all;
    for (std::size_t i = 0; i < source.size(); ++i)
        all.push_back(source.name(i));
    return all;
}

} // namespace

class tst_SampleSource : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_feedback.warnings.clear(); }
    void open_readsFolderOfPictures();
    void open_readsClassFolders();
    void open_warns_whenPicturesLieBesideClassFolders();
    void open_readsFolderOfNpy();
    void open_readsStackedNpy();
    void open_groupsRows_whenBatchIsFixed();
    void open_readsRandom();
    void open_warnsOfConversion_data();
    void open_warnsOfConversion();
    void open_choosesSamples();
    void open_warnsAndTakesAll_whenFewerAreThere();
    void open_refusesWithSentence_data();
    void open_refusesWithSentence();
    void read_refusesWithSentence_whenLaterFilesAreWrong();
    void read_refusesDamagedPicture();

private:
    RecordingFeedback m_feedback;
};

Q_DECLARE_METATYPE(std::vector<quantiscope::TensorSpec>)

void tst_SampleSource::open_readsFolderOfPictures()
{
    const DataFolder folder;
    folder.writePicture("b.ppm", 5, 3, "\x01\x02\x03");
    folder.writePicture("a.PPM", 1, 1, "\x07\x08\x09");
    folder.write("c.png", QByteArray::fromHex(kPngRgb2x2));
    folder.write("labels.tsv", "a\t0\n");
    folder.write(".hidden.png", "x");
    folder.writePicture("sub/d.ppm", 1, 1, "abc"); // there are pictures above
    const auto source = openSampleSource({folder.text(), *builtinPreprocess("raw")}, kPicture, m_feedback);
    VERIFY_OK(source);
    QCOMPARE(names(**source), (std::vector<std::string>{"a.PPM", "b.ppm", "c.png"}));
    QVERIFY((*source)->skipsUnreadable());
    const auto sample = (*source)->read(1);
    VERIFY_OK(sample);
    QCOMPARE(sample->name, std::string("b.ppm"));
    QCOMPARE(sample->index, std::size_t(1));
    QCOMPARE(floats(sample->inputs.at("images")), (std::vector<float>{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
    const auto png = (*source)->read(2);
    VERIFY_OK(png);
    QCOMPARE(floats(png->inputs.at("images")), (std::vector<float>{255, 0, 0, 10, 0, 255, 0, 20, 0, 0, 255, 30}));
    QCOMPARE(m_feedback.warnings.size(), std::size_t(1)); // about sub
}

void tst_SampleSource::open_readsClassFolders()
{
    const DataFolder folder;
    folder.writePicture("dog/1.ppm", 1, 1, "abc");
    folder.writePicture("cat/2.ppm", 1, 1, "abc");
    folder.writePicture("cat/1.ppm", 1, 1, "abc");
    folder.writePicture("cat/deeper/3.ppm", 1, 1, "abc");
    folder.write("readme.txt", "x");
    const auto source = openSampleSource({folder.text(), *builtinPreprocess("raw")}, kPicture, m_feedback);
    VERIFY_OK(source);
    QCOMPARE(names(**source), (std::vector<std::string>{"cat/1.ppm", "cat/2.ppm", "dog/1.ppm"}));
}

void tst_SampleSource::open_warns_whenPicturesLieBesideClassFolders()
{
    const DataFolder folder;
    folder.writePicture("cover.ppm", 1, 1, "abc");
    folder.writePicture("cat/1.ppm", 1, 1, "abc");
    folder.writePicture("dog/1.ppm", 1, 1, "abc");
    RecordingFeedback feedback;
    const auto source = openSampleSource({folder.text(), *builtinPreprocess("raw")}, kPicture, feedback);
    VERIFY_OK(source);
    QCOMPARE(names(**source), std::vector<std::string>{"cover.ppm"});
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY2(
        contains(feedback.warnings[0], "holds pictures itself (1, first 'cover.ppm') and more in its sub-folders (2)"),
        feedback.warnings[0].c_str());
}

void tst_SampleSource::open_readsFolderOfNpy()
{
    const DataFolder folder;
    folder.writeNpyFile("2.npy", DataType::Float, {1, 3}, 20);
    folder.writeNpyFile("1.npy", DataType::Float, {3}, 10);
    folder.writeNpyFile("3.NPY", DataType::Float, {2, 3}, 30);
    const auto source = openSampleSource({folder.text(), {}}, kVector, m_feedback);
    VERIFY_OK(source);
    QCOMPARE(names(**source), (std::vector<std::string>{"1.npy", "2.npy", "3.NPY"}));
    QVERIFY(!(*source)->skipsUnreadable());
    const auto first = (*source)->read(0);
    VERIFY_OK(first);
    QCOMPARE(first->inputs.at("x").describe(), std::string("float32 [1, 3]"));
    QCOMPARE(floats(first->inputs.at("x")), (std::vector<float>{10, 11, 12}));
    const auto third = (*source)->read(2);
    VERIFY_OK(third);
    QCOMPARE(third->inputs.at("x").describe(), std::string("float32 [2, 3]"));
}

void tst_SampleSource::open_readsStackedNpy()
{
    const DataFolder folder;
    folder.writeNpyFile("all.npy", DataType::Float, {4, 3});
    const auto source = openSampleSource({folder.text("all.npy"), {}}, kVector, m_feedback);
    VERIFY_OK(source);
    QCOMPARE((*source)->size(), std::size_t(4));
    const auto sample = (*source)->read(2);
    VERIFY_OK(sample);
    QCOMPARE(sample->name, std::string("all.npy[2]"));
    QCOMPARE(sample->index, std::size_t(2));
    QCOMPARE(floats(sample->inputs.at("x")), (std::vector<float>{6, 7, 8}));
    const auto again = (*source)->read(0);
    VERIFY_OK(again);
    QCOMPARE(floats(again->inputs.at("x")), (std::vector<float>{0, 1, 2}));
}

void tst_SampleSource::open_groupsRows_whenBatchIsFixed()
{
    const DataFolder folder;
    folder.writeNpyFile("all.npy", DataType::Float, {5, 3});
    const std::vector<TensorSpec> inputs{input("x", DataType::Float, {2, 3})};
    const auto source = openSampleSource({folder.text("all.npy"), {}}, inputs, m_feedback);
    VERIFY_OK(source);
    QCOMPARE((*source)->size(), std::size_t(2));
    QCOMPARE(m_feedback.warnings.size(), std::size_t(1));
    QVERIFY(contains(m_feedback.warnings[0], "The last 1 rows"));
    QCOMPARE(floats((*source)->read(1)->inputs.at("x")), (std::vector<float>{6, 7, 8, 9, 10, 11}));
}

void tst_SampleSource::open_readsRandom()
{
    const auto one = openSampleSource({"random", {}}, kTwo, m_feedback);
    VERIFY_OK(one);
    QCOMPARE((*one)->size(), std::size_t(1));
    const auto seeded = openSampleSource({"random:9223372036854775807", {}, 3}, kTwo, m_feedback);
    VERIFY_OK(seeded);
    QCOMPARE((*seeded)->size(), std::size_t(3));
    // A recipe could not hold it, and the run not be repeated from its report.
    QVERIFY(!openSampleSource({"random:9223372036854775808", {}}, kTwo, m_feedback));
    QCOMPARE((*seeded)->name(2), std::string("random[2]"));
    const auto values = [](const auto& source) { return floats((*source)->read(0)->inputs.at("a")); };
    const auto bySpec = openSampleSource({"random", {}, 0, 5}, kTwo, m_feedback);
    const auto bySource = openSampleSource({"random:5", {}, 0, 9}, kTwo, m_feedback);
    QCOMPARE(values(bySpec), values(bySource));
    QVERIFY(values(bySpec) != values(one));
}

void tst_SampleSource::open_warnsOfConversion_data()
{
    QTest::addColumn<bool>("stacked");
    QTest::newRow("folder") << false;
    QTest::newRow("stacked") << true;
}

void tst_SampleSource::open_warnsOfConversion()
{
    QFETCH(bool, stacked);
    const DataFolder folder;
    folder.writeNpyFile("1.npy", DataType::Double, {1, 3});
    folder.writeNpyFile("2.npy", DataType::Double, {1, 3});
    const auto source = openSampleSource({folder.text(stacked ? "1.npy" : ""), {}}, kVector, m_feedback);
    VERIFY_OK(source);
    QCOMPARE(m_feedback.warnings.size(), std::size_t(1));
    QVERIFY2(contains(m_feedback.warnings[0], "holds float64; it is converted to float32"),
             m_feedback.warnings[0].c_str());
    QCOMPARE(floats((*source)->read(0)->inputs.at("x")), (std::vector<float>{0, 1, 2}));
}

void tst_SampleSource::open_choosesSamples()
{
    const DataFolder folder;
    folder.writeNpyFile("all.npy", DataType::Float, {10, 3});
    const auto source = openSampleSource({folder.text("all.npy"), {}, 4, 0}, kVector, m_feedback);
    VERIFY_OK(source);
    QCOMPARE(names(**source), (std::vector<std::string>{"all.npy[3]", "all.npy[4]", "all.npy[6]", "all.npy[9]"}));
    const auto sample = (*source)->read(1);
    VERIFY_OK(sample);
    QCOMPARE(sample->index, std::size_t(4));
    QCOMPARE(floats(sample->inputs.at("x")), (std::vector<float>{12, 13, 14}));
    QVERIFY(m_feedback.warnings.empty());
}

void tst_SampleSource::open_warnsAndTakesAll_whenFewerAreThere()
{
    const DataFolder folder;
    folder.writeNpyFile("all.npy", DataType::Float, {10, 3});
    const auto source = openSampleSource({folder.text("all.npy"), {}, 11}, kVector, m_feedback);
    VERIFY_OK(source);
    QCOMPARE((*source)->size(), std::size_t(10));
    QCOMPARE(m_feedback.warnings.size(), std::size_t(1));
    QVERIFY(contains(m_feedback.warnings[0], "11 samples are wanted"));
}

void tst_SampleSource::open_refusesWithSentence_data()
{
    QTest::addColumn<QString>("layout"); // what is put into the folder
    QTest::addColumn<QString>("source");
    QTest::addColumn<std::vector<TensorSpec>>("inputs");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("sentence");
    const int data = int(ErrorCode::DataRefused), usage = int(ErrorCode::InvalidArgument);
    const auto row = [](const char* name, const char* layout, const char* source, const std::vector<TensorSpec>& inputs,
                        int code, const char* sentence) {
        QTest::newRow(name) << layout << source << inputs << code << sentence;
    };
    row("no source", "", "-", kVector, usage, "No data is given");
    row("no inputs", "", "random", {}, data, "The model has no inputs");
    row("bad seed", "", "random:x", kVector, usage, "must be a whole number");
    row("no seed", "", "random:", kVector, usage, "must be a whole number");
    row("seed too large", "", "random:18446744073709551616", kVector, usage, "must be a whole number");
    row("seed with a rest", "", "random:5 ", kVector, usage, "must be a whole number");
    row("missing", "", "/none", kVector, data, "does not exist. Give a folder of pictures");
    row("below a file", "a.txt", "/a.txt/x", kVector, data, "does not exist");
    row("empty folder", "", "/", kVector, data, "is empty");
    row("only hidden files", ".a.png", "/", kPicture, data, "is empty");
    row("no data in the folder", "a.txt", "/", kVector, data, "has no pictures (png");
    row("no data in sub-folders", "sub/a.txt", "/", kVector, data, "has no pictures (png");
    row("mixed", "a.ppm b.npy c.npy", "/", kVector, data, "mixed content (1 picture, 2 .npy files)");
    row("one picture", "a.ppm", "/a.ppm", kPicture, data, "is one picture; give the folder");
    row("text file", "a.txt", "/a.txt", kVector, data, "is not data that can be read");
    row("pictures for two inputs", "a.ppm", "/", kTwo, data, "The model has 2 inputs, pictures can be fed to one only");
    row("pictures for a vector", "a.ppm", "/", kVector, data, "cannot be fed with pictures");
    row(".npy folder for two inputs", "a.npy", "/", kTwo, data, "Use a folder of .npz files");
    row(".npy file for two inputs", "a.npy", "/a.npy", kTwo, data, "Use a .npz file");
    row(".npy of garbage", "g.npy", "/g.npy", kVector, data, "NumPy's signature");
    row(".npy folder of garbage", "g.npy", "/", kVector, data, "NumPy's signature");
    row(".npz of garbage", "g.npz", "/g.npz", kVector, data, "is not a valid .npz file");
    row(".npz folder of garbage", "g.npz", "/", kVector, data, "is not a valid .npz file");
    row("wrong shape", "a.npy", "/", kPicture, data, "input 'images' needs float32 [1, 3, 2, 2]");
    row("wrong stacked shape", "a.npy", "/a.npy", kPicture, data, "a first axis of their own");
}

void tst_SampleSource::open_refusesWithSentence()
{
    QFETCH(QString, layout);
    QFETCH(QString, source);
    QFETCH(std::vector<TensorSpec>, inputs);
    QFETCH(int, code);
    QFETCH(QString, sentence);
    const DataFolder folder;
    for (const QString& name : layout.split(' ', Qt::SkipEmptyParts)) {
        if (name.endsWith(".ppm"))
            folder.writePicture(name.toStdString(), 1, 1, "abc");
        else if (name.endsWith("g.npy") || name.endsWith(".npz") || !name.endsWith(".npy"))
            folder.write(name.toStdString(), "garbage");
        else
            folder.writeNpyFile(name.toStdString(), DataType::Float, {5, 3});
    }
    std::string where = source.toStdString();
    if (where == "-")
        where.clear();
    else if (where.starts_with('/'))
        where = folder.text() + where.substr(1);
    VERIFY_REFUSED(openSampleSource({where, *builtinPreprocess("raw")}, inputs, m_feedback), ErrorCode(code),
                   sentence.toStdString());
}

void tst_SampleSource::read_refusesWithSentence_whenLaterFilesAreWrong()
{
    const DataFolder folder;
    folder.writeNpyFile("1.npy", DataType::Float, {1, 3});
    folder.writeNpyFile("2.npy", DataType::Float, {1, 4});
    folder.writeNpyFile("3.npy", DataType::UInt8, {1, 3});
    folder.write("4.npy", "garbage");
    const auto source = openSampleSource({folder.text(), {}}, kVector, m_feedback);
    VERIFY_OK(source);
    VERIFY_OK((*source)->read(0));
    VERIFY_REFUSED((*source)->read(1), ErrorCode::DataRefused, "has shape [1, 4]");
    VERIFY_REFUSED((*source)->read(2), ErrorCode::DataRefused, "not converted silently");
    VERIFY_REFUSED((*source)->read(3), ErrorCode::DataRefused, "NumPy's signature");
}

void tst_SampleSource::read_refusesDamagedPicture()
{
    const DataFolder folder;
    folder.write("a.png", QByteArray::fromHex(kPngRgb2x2).left(50));
    const auto source = openSampleSource({folder.text(), *builtinPreprocess("raw")}, kPicture, m_feedback);
    VERIFY_OK(source);
    VERIFY_REFUSED((*source)->read(0), ErrorCode::DataRefused, "cannot be decoded");
}

QTEST_GUILESS_MAIN(tst_SampleSource)
#include "tst_sample_source.moc"
