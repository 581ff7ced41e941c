// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npz_archive.h"
#include "core/data/sample_source.h"
#include "tests/core/data/zip_files.h"

#include <QTest>

#include <zip.h>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

const std::vector<TensorSpec> kTwo{input("a", DataType::Float, {1, 3}), input("b", DataType::Int64, {1})};
const std::vector<TensorSpec> kOne{input("images:0", DataType::Float, {1, 3})};

QByteArray floatsNpy(Shape shape, int first = 0)
{
    return npyOf(DataFolder::counting(DataType::Float, std::move(shape), first));
}

QByteArray intsNpy(Shape shape, int first = 0)
{
    return npyOf(DataFolder::counting(DataType::Int64, std::move(shape), first));
}

/// Replaces every @p from in a file by @p to.
void patch(const std::filesystem::path& path, const QByteArray& from, const QByteArray& to)
{
    const auto text = readTextFile(path, ErrorCode::DataRefused);
    QByteArray bytes = QByteArray::fromStdString(*text);
    bytes.replace(from, to);
    std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes.constData(), bytes.size());
}

QByteArray littleEndian32(std::uint32_t value)
{
    QByteArray bytes;
    for (int i = 0; i < 4; ++i)
        bytes += char(value >> (8 * i));
    return bytes;
}

} // namespace

class tst_Npz : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_feedback.warnings.clear();
        m_folder = std::make_unique<DataFolder>();
    }
    void folder_readsEachFileAsSample_data() { addMethods(); }
    void folder_readsEachFileAsSample();
    void folder_takesNumPysDefaultName();
    void folder_warnsOfSurplusAndConversion();
    void stacked_readsInAnyOrder_data() { addMethods(); }
    void stacked_readsInAnyOrder();
    void stacked_refusesDifferentCounts();
    void open_refusesWithSentence_data();
    void open_refusesWithSentence();
    void open_refusesHostileArchives();
    void read_refusesWrongChecksum_data() { addMethods(); }
    void read_refusesWrongChecksum();
    void archive_survivesCutsAndChanges();
    void nameList_isShortAndPrintable();

private:
    static void addMethods()
    {
        QTest::addColumn<int>("method");
        QTest::newRow("stored") << int(ZIP_CM_STORE);
        QTest::newRow("deflated") << int(ZIP_CM_DEFLATE);
    }

    RecordingFeedback m_feedback;
    std::unique_ptr<DataFolder> m_folder;
};

void tst_Npz::folder_readsEachFileAsSample()
{
    QFETCH(int, method);
    writeZip(m_folder->path("1.npz"), {{"a.npy", floatsNpy({1, 3}, 10)}, {"b.npy", intsNpy({1}, 4)}}, method);
    writeZip(m_folder->path("2.npz"), {{"b.npy", intsNpy({}, 5)}, {"readme", "x"}, {"a.npy", floatsNpy({3}, 20)}},
             method);
    const auto source = openSampleSource({m_folder->text(), {}}, kTwo, m_feedback);
    VERIFY_OK(source);
    QCOMPARE((*source)->size(), std::size_t(2));
    const auto sample = (*source)->read(1);
    VERIFY_OK(sample);
    QCOMPARE(sample->name, std::string("2.npz"));
    QCOMPARE(floats(sample->inputs.at("a")), (std::vector<float>{20, 21, 22}));
    QCOMPARE(sample->inputs.at("a").describe(), std::string("float32 [1, 3]"));
    QCOMPARE(sample->inputs.at("b").as<std::int64_t>()[0], std::int64_t(5));
    QVERIFY(m_feedback.warnings.empty());
}

void tst_Npz::folder_takesNumPysDefaultName()
{
    writeZip(m_folder->path("1.npz"), {{"arr_0.npy", floatsNpy({1, 3}, 7)}});
    const auto source = openSampleSource({m_folder->text(), {}}, kOne, m_feedback);
    VERIFY_OK(source);
    QCOMPARE(floats((*source)->read(0)->inputs.at("images:0")), (std::vector<float>{7, 8, 9}));
}

void tst_Npz::folder_warnsOfSurplusAndConversion()
{
    writeZip(m_folder->path("1.npz"),
             {{"a.npy", npyOf(DataFolder::counting(DataType::Double, {1, 3}))},
              {"b.npy", npyOf(DataFolder::counting(DataType::Int32, {1}, 8))},
              {"labels.npy", intsNpy({1})}});
    const auto source = openSampleSource({m_folder->text(), {}}, kTwo, m_feedback);
    VERIFY_OK(source);
    QCOMPARE(m_feedback.warnings.size(), std::size_t(3));
    QVERIFY(contains(m_feedback.warnings[0], "1.npz[a]' holds float64; it is converted to float32"));
    QVERIFY(contains(m_feedback.warnings[1], "1.npz[b]' holds int32; it is converted to int64"));
    QVERIFY(contains(m_feedback.warnings[2], "are left out: 'labels'"));
    QCOMPARE((*source)->read(0)->inputs.at("b").as<std::int64_t>()[0], std::int64_t(8));
}

void tst_Npz::stacked_readsInAnyOrder()
{
    QFETCH(int, method);
    // 1000 rows of 200 floats: more than the step in which a compressed array is skipped.
    const std::vector<TensorSpec> inputs{input("a", DataType::Float, {1, 200}), input("b", DataType::Int64, {1})};
    writeZip(m_folder->path("all.npz"), {{"b.npy", intsNpy({1000})}, {"a.npy", floatsNpy({1000, 200})}}, method);
    const auto source = openSampleSource({m_folder->text("all.npz"), {}}, inputs, m_feedback);
    VERIFY_OK(source);
    QCOMPARE((*source)->size(), std::size_t(1000));
    for (const std::size_t i : {0, 1, 2, 500, 499, 999, 999, 0, 998}) {
        const auto sample = (*source)->read(i);
        VERIFY_OK(sample);
        QCOMPARE(sample->name, "all.npz[" + std::to_string(i) + "]");
        QCOMPARE(sample->inputs.at("a").elements(), std::size_t(200));
        for (std::size_t k = 0; k < 200; ++k)
            QCOMPARE(sample->inputs.at("a").as<float>()[k], float(200 * i + k));
        QCOMPARE(sample->inputs.at("b").as<std::int64_t>()[0], std::int64_t(i));
    }
}

void tst_Npz::stacked_refusesDifferentCounts()
{
    writeZip(m_folder->path("all.npz"), {{"a.npy", floatsNpy({7, 3})}, {"b.npy", intsNpy({6})}});
    VERIFY_REFUSED(openSampleSource({m_folder->text("all.npz"), {}}, kTwo, m_feedback), ErrorCode::DataRefused,
                   "different numbers of samples: 'a' 7, 'b' 6");
}

void tst_Npz::open_refusesWithSentence_data()
{
    QTest::addColumn<QByteArray>("name1");
    QTest::addColumn<QByteArray>("npy1");
    QTest::addColumn<QByteArray>("name2");
    QTest::addColumn<QByteArray>("npy2");
    QTest::addColumn<QString>("sentence");
    const QByteArray a = floatsNpy({1, 3}), b = intsNpy({1});
    const auto row = [](const char* name, const char* name1, const QByteArray& npy1, const char* name2,
                        const QByteArray& npy2, const char* sentence) {
        QTest::newRow(name) << QByteArray(name1) << npy1 << QByteArray(name2) << npy2 << sentence;
    };
    row("one is missing", "a.npy", a, "c.npy", b, "no array for the model's input 'b'. Its other arrays are 'c'.");
    row("all are missing", "x.npy", a, "y.npy", b,
        "no array for the model's inputs 'a', 'b'. Its other arrays are 'x', 'y'.");
    row("no arrays", "a.txt", a, "b", b, "It has no arrays at all");
    row("wrong shape", "a.npy", floatsNpy({1, 4}), "b.npy", b, "[a]' has shape [1, 4], but input 'a' needs");
    row("wrong type", "a.npy", b, "b.npy", b, "[a]' holds int64");
    row("garbage", "a.npy", "garbage, no array", "b.npy", b, "[a]' is not a valid .npy file");
    row("empty entry", "a.npy", "", "b.npy", b, "[a]' is not a valid .npy file");
    row("truncated array", "a.npy", a.chopped(1), "b.npy", b, "needs 140");
    row("array with a tail", "a.npy", a + "xyz", "b.npy", b,
        "has 143 bytes in the archive, but its header (float32 [1, 3]) needs 140");
    row("pickle", "a.npy", QByteArray(a).replace("<f4", "|O8"), "b.npy", b, "a pickle");
    row("claims an exabyte", "a.npy", QByteArray(a).replace("(1, 3), }               ", "(900000000000000000,), }"),
        "b.npy", b, "bytes in the archive, but its header");
}

void tst_Npz::open_refusesWithSentence()
{
    QFETCH(QByteArray, name1);
    QFETCH(QByteArray, npy1);
    QFETCH(QByteArray, name2);
    QFETCH(QByteArray, npy2);
    QFETCH(QString, sentence);
    for (const int method : {ZIP_CM_STORE, ZIP_CM_DEFLATE}) {
        writeZip(m_folder->path("1.npz"), {{name1.toStdString(), npy1}, {name2.toStdString(), npy2}}, method);
        VERIFY_REFUSED(openSampleSource({m_folder->text(), {}}, kTwo, m_feedback), ErrorCode::DataRefused,
                       sentence.toStdString());
    }
}

void tst_Npz::open_refusesHostileArchives()
{
    const auto opened = [this](const char* name) {
        return openSampleSource({m_folder->text(name), {}}, kOne, m_feedback);
    };
    const QByteArray npy = floatsNpy({1, 3});

    writeZip(m_folder->path("twice.npz"), {{"images:0.npy", npy}, {"images:1.npy", npy}});
    patch(m_folder->path("twice.npz"), "images:1", "images:0");
    VERIFY_REFUSED(opened("twice.npz"), ErrorCode::DataRefused, "two arrays that are called 'images:0'");

    // A stored entry of 140 bytes that claims 2 GB: both sizes in both headers.
    writeZip(m_folder->path("large.npz"), {{"images:0.npy", npy}});
    patch(m_folder->path("large.npz"), littleEndian32(140) + littleEndian32(140),
          littleEndian32(0x7FFFFFF0) + littleEndian32(0x7FFFFFF0));
    const auto large = opened("large.npz");
    QVERIFY(!large.has_value());
    QVERIFY(large.error().code == ErrorCode::DataRefused);

    // A deflated entry that claims to unpack to more than deflate can.
    writeZip(m_folder->path("bomb.npz"), {{"images:0.npy", npy}}, ZIP_CM_DEFLATE);
    patch(m_folder->path("bomb.npz"), littleEndian32(140), littleEndian32(0x7FFFFFF0));
    VERIFY_REFUSED(opened("bomb.npz"), ErrorCode::DataRefused, "the sizes that the archive gives cannot be true");

    writeZip(m_folder->path("method.npz"), {{"images:0.npy", floatsNpy({100, 3})}}, ZIP_CM_DEFLATE);
    const auto text = readTextFile(m_folder->path("method.npz"), ErrorCode::DataRefused);
    QByteArray bytes = QByteArray::fromStdString(*text);
    bytes[bytes.indexOf("PK\x01\x02") + 10] = 12; // bzip2, in the central directory
    bytes[8] = 12;
    m_folder->write("method.npz", bytes);
    VERIFY_REFUSED(opened("method.npz"), ErrorCode::DataRefused, "compressed in another way than NumPy does");

    m_folder->write("empty.npz", {});
    VERIFY_REFUSED(opened("empty.npz"), ErrorCode::DataRefused, "is not a valid .npz file");
}

void tst_Npz::read_refusesWrongChecksum()
{
    QFETCH(int, method);
    writeZip(m_folder->path("sum/1.npz"), {{"images:0.npy", floatsNpy({1, 3}, 5)}}, method);
    const auto text = readTextFile(m_folder->path("sum/1.npz"), ErrorCode::DataRefused);
    QByteArray bytes = QByteArray::fromStdString(*text);
    const QByteArray sum = bytes.mid(bytes.indexOf("PK\x01\x02") + 16, 4);
    m_folder->write("sum/1.npz", bytes.replace(sum, "oops"));
    const auto source = openSampleSource({m_folder->text("sum"), {}}, kOne, m_feedback);
    VERIFY_OK(source);
    VERIFY_REFUSED((*source)->read(0), ErrorCode::DataRefused, "cannot be unpacked");
}

void tst_Npz::archive_survivesCutsAndChanges()
{
    writeZip(m_folder->path("good.npz"), {{"images:0.npy", floatsNpy({4, 3})}}, ZIP_CM_DEFLATE);
    const auto text = readTextFile(m_folder->path("good.npz"), ErrorCode::DataRefused);
    const QByteArray good = QByteArray::fromStdString(*text);
    const auto readAll = [this](const QByteArray& bytes) {
        m_folder->write("bad.npz", bytes);
        const auto source = openSampleSource({m_folder->text("bad.npz"), {}}, kOne, m_feedback);
        for (std::size_t i = 0; source && i < std::min<std::size_t>((*source)->size(), 10); ++i)
            (void)(*source)->read(i);
    };
    for (qsizetype length = 0; length < good.size(); length += 7)
        readAll(good.left(length));
    for (qsizetype at = 0; at < good.size(); ++at) {
        QByteArray changed = good;
        changed[at] = char(~changed[at]);
        readAll(changed);
    }
}

void tst_Npz::nameList_isShortAndPrintable()
{
    QCOMPARE(nameList({"a", "b"}), std::string("'a', 'b'"));
    QCOMPARE(nameList({"1", "2", "3", "4", "5", "6", "7"}), std::string("'1', '2', '3', '4', '5' and 2 more"));
    QCOMPARE(nameList({"a\x1b[2J\n"}), std::string("'a?[2J?'"));
    QCOMPARE(nameList({std::string(500, 'x')}).size(), std::size_t(85));
}

QTEST_GUILESS_MAIN(tst_Npz)
#include "tst_npz.moc"
