// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/labels.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_LabelMap : public QObject
{
    Q_OBJECT

private slots:
    void read_takesTable();
    void read_takesClassFolders();
    void read_takesArray_data();
    void read_takesArray();
    void labelOf_triesNameStemAndFile_data();
    void labelOf_triesNameStemAndFile();
    void read_refusesTableWithSentence_data();
    void read_refusesTableWithSentence();
    void read_refusesOtherFormsWithSentence();

private:
    DataFolder m_folder;
};

void tst_LabelMap::read_takesTable()
{
    m_folder.write("l.tsv",
                   "\xEF\xBB\xBF# name\tclass\r\na.png\t3\ttabby cat\r\n\n  \nb.png\t0\nc.png\t3\ttabby cat\n./d\t7");
    const auto labels = LabelMap::read(m_folder.path("l.tsv"));
    VERIFY_OK(labels);
    QCOMPARE(labels->labelOf("a.png", 99), std::optional<std::int64_t>(3));
    QCOMPARE(labels->labelOf("b.png", 0), std::optional<std::int64_t>(0));
    QCOMPARE(labels->labelOf("d.jpg", 0), std::optional<std::int64_t>(7));
    QCOMPARE(labels->labelOf("none.png", 0), std::optional<std::int64_t>());
    Sample sample{"c.png", 0, {}};
    QCOMPARE(labels->labelOf(sample), std::optional<std::int64_t>(3));
}

void tst_LabelMap::read_takesClassFolders()
{
    for (const char* name : {"classes/dog/1.png", "classes/cat/2.png", "classes/.git/x", "classes/readme.txt"})
        m_folder.write(name, "x");
    const auto labels = LabelMap::read(m_folder.path("classes"));
    VERIFY_OK(labels);
    QCOMPARE(labels->labelOf("cat/2.png", 0), std::optional<std::int64_t>(0));
    QCOMPARE(labels->labelOf("dog/1.png", 0), std::optional<std::int64_t>(1));
    QCOMPARE(labels->labelOf("bird/1.png", 0), std::optional<std::int64_t>());
    QCOMPARE(labels->labelOf("dog", 0), std::optional<std::int64_t>());
}

void tst_LabelMap::read_takesArray_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("column");
    for (const DataType type : {DataType::Int32, DataType::Int64, DataType::UInt8}) {
        QTest::newRow((std::string(dataTypeName(type)) + " list").c_str()) << int(type) << false;
        QTest::newRow((std::string(dataTypeName(type)) + " column").c_str()) << int(type) << true;
    }
}

void tst_LabelMap::read_takesArray()
{
    QFETCH(int, type);
    QFETCH(bool, column);
    m_folder.writeNpyFile("l.npy", DataType(type), column ? Shape{4, 1} : Shape{4}, 10);
    const auto labels = LabelMap::read(m_folder.path("l.npy"));
    VERIFY_OK(labels);
    QCOMPARE(labels->labelOf("x.npy[2]", 2), std::optional<std::int64_t>(12));
    QCOMPARE(labels->labelOf("x.npy[4]", 4), std::optional<std::int64_t>());
}

void tst_LabelMap::labelOf_triesNameStemAndFile_data()
{
    QTest::addColumn<QByteArray>("inTable");
    QTest::addColumn<QByteArray>("sample");
    QTest::addColumn<bool>("found");
    QTest::newRow("same") << QByteArray("sub/a.png") << QByteArray("sub/a.png") << true;
    QTest::newRow("without the ending") << QByteArray("sub/a") << QByteArray("sub/a.png") << true;
    QTest::newRow("without the folder") << QByteArray("a.png") << QByteArray("sub/a.png") << true;
    QTest::newRow("without both") << QByteArray("a") << QByteArray("sub/a.png") << true;
    QTest::newRow("dots") << QByteArray("a.b") << QByteArray("a.b.png") << true;
    QTest::newRow("another folder") << QByteArray("other/a.png") << QByteArray("sub/a.png") << false;
    QTest::newRow("dot in the folder only") << QByteArray("v1") << QByteArray("v1.0/a") << false;
}

void tst_LabelMap::labelOf_triesNameStemAndFile()
{
    QFETCH(QByteArray, inTable);
    QFETCH(QByteArray, sample);
    QFETCH(bool, found);
    m_folder.write("n.tsv", inTable + "\t5\n");
    const auto labels = LabelMap::read(m_folder.path("n.tsv"));
    VERIFY_OK(labels);
    QCOMPARE(labels->labelOf(sample.toStdString(), 0).has_value(), found);
}

void tst_LabelMap::read_refusesTableWithSentence_data()
{
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QByteArray() << "has no labels";
    QTest::newRow("only a comment") << QByteArray("# x\n\n") << "has no labels";
    QTest::newRow("one column") << QByteArray("# x\na.png 3\n") << "bad.tsv', line 2: has 1 column;";
    QTest::newRow("four columns") << QByteArray("a\t1\tb\tc\n") << "line 1: has 4 columns;";
    QTest::newRow("no name") << QByteArray("\t1\n") << "no name in the first column";
    QTest::newRow("no number") << QByteArray("a\tcat\n") << "not a class index";
    QTest::newRow("negative") << QByteArray("a\t-1\n") << "not a class index";
    QTest::newRow("fraction") << QByteArray("a\t1.5\n") << "not a class index";
    QTest::newRow("too large") << QByteArray("a\t99999999999999999999\n") << "not a class index";
    QTest::newRow("contradiction") << QByteArray("a\t1\nb\t1\na\t2\n") << "line 3: gives another class";
    QTest::newRow("two names of a class")
        << QByteArray("a\t1\tcat\nb\t1\tdog\n") << "line 2: gives another name to class 1";
    QTest::newRow("binary") << QByteArray("\x00\x01\x02\n", 4) << "line 1: has 1 column";
}

void tst_LabelMap::read_refusesTableWithSentence()
{
    QFETCH(QByteArray, table);
    QFETCH(QString, sentence);
    m_folder.write("bad.tsv", table);
    VERIFY_REFUSED(LabelMap::read(m_folder.path("bad.tsv")), ErrorCode::DataRefused, sentence.toStdString());
}

void tst_LabelMap::read_refusesOtherFormsWithSentence()
{
    const auto refused = [this](const char* name, const char* sentence) {
        VERIFY_REFUSED(LabelMap::read(m_folder.path(name)), ErrorCode::DataRefused, sentence);
    };
    refused("none.tsv", "does not exist");
    m_folder.write("flat/a.png", "x");
    refused("flat", "has no sub-folders");
    m_folder.writeNpyFile("f.npy", DataType::Float, {3});
    refused("f.npy", "one integer per sample is needed, but the file holds float32 [3]");
    m_folder.writeNpyFile("two.npy", DataType::Int64, {3, 2});
    refused("two.npy", "one integer per sample is needed");
    m_folder.writeNpyFile("empty.npy", DataType::Int64, {0});
    refused("empty.npy", "one integer per sample is needed");
    m_folder.writeNpyFile("negative.npy", DataType::Int64, {3}, -1);
    refused("negative.npy", "must not be negative");
    Tensor huge(DataType::UInt64, {1});
    huge.as<std::uint64_t>()[0] = ~std::uint64_t(0);
    VERIFY_OK(writeNpy(m_folder.path("huge.npy"), huge));
    refused("huge.npy", "one integer per sample is needed");
    m_folder.write("garbage.npy", "x");
    refused("garbage.npy", "NumPy's signature");
}

QTEST_GUILESS_MAIN(tst_LabelMap)
#include "tst_labels.moc"
