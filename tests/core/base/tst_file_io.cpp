// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "tests/core/base/file_test_support.h"

#include <QTest>

#include <cstring>
#include <sys/stat.h>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_FileIo : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readTextFile_givesEveryByte_data();
    void readTextFile_givesEveryByte();
    void readTextFile_refusesMoreThanTheLimit();
    void reading_refusesWithSentence_data();
    void reading_refusesWithSentence();
    void mappedFile_showsTheFile();
    void mappedFile_isEmpty_whenTheFileIs();
    void mappedFile_keepsItsBytes_whenTheFileIsReplaced();
    void isMapped_isTrueAsLongAsAMappingLives();
    void temporaryFolder_isRemovedWithItsContent();
    void temporaryFolder_refusesWithSentence_whenThereIsNoPlace();

private:
    [[nodiscard]] fs::path path(const std::string& name) const { return m_folder->path() / name; }
    std::unique_ptr<TemporaryFolder> m_folder;
};

void tst_FileIo::init()
{
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    m_folder = std::move(*folder);
    fs::permissions(m_folder->path(), fs::perms(0755)); // readable for OrdinaryUser
}

void tst_FileIo::readTextFile_givesEveryByte_data()
{
    QTest::addColumn<std::string>("text");
    std::string all;
    for (int i = 0; i < 256; ++i)
        all += char(i);
    QTest::newRow("empty") << std::string();
    QTest::newRow("a line") << std::string("line\n");
    QTest::newRow("every byte") << all;
    QTest::newRow("a megabyte") << std::string(1 << 20, 'x');
}

void tst_FileIo::readTextFile_givesEveryByte()
{
    QFETCH(std::string, text);
    put(path("file"), text);
    const Result<std::string> read = readTextFile(path("file"), ErrorCode::ConfigRefused);
    QVERIFY(read.has_value());
    QVERIFY(*read == text);
}

void tst_FileIo::readTextFile_refusesMoreThanTheLimit()
{
    put(path("file"), "12345");
    QCOMPARE(readTextFile(path("file"), ErrorCode::ConfigRefused, 5).value(), std::string("12345"));
    const Result<std::string> read = readTextFile(path("file"), ErrorCode::ConfigRefused, 4);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::ConfigRefused);
    QCOMPARE(read.error().message, "File '" + path("file").string() + "' has 5 bytes, at most 4 are expected here.");
}

void tst_FileIo::reading_refusesWithSentence_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    QTest::newRow("missing") << "missing"
                             << "does not exist.";
    QTest::newRow("in a missing folder") << "no/such/file"
                                         << "does not exist.";
    QTest::newRow("below a file") << "plain/file"
                                  << "does not exist.";
    QTest::newRow("folder") << "folder"
                            << "is a folder, a file is needed.";
    QTest::newRow("pipe") << "pipe"
                          << "is not a regular file.";
    QTest::newRow("unreadable") << "unreadable"
                                << "is not readable: permission denied.";
    QTest::newRow("dangling link") << "dangling"
                                   << "does not exist.";
    QTest::newRow("link to itself") << "loop"
                                    << "cannot be read: ";
    QTest::newRow("name too long") << QString(5000, QLatin1Char('x')) << "cannot be read: ";
}

void tst_FileIo::reading_refusesWithSentence()
{
    QFETCH(QString, name);
    QFETCH(QString, part);
    put(path("plain"), "text");
    put(path("unreadable"), "text");
    fs::permissions(path("unreadable"), fs::perms(0));
    fs::create_directory(path("folder"));
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    QCOMPARE(::chmod(path("pipe").c_str(), 0644), 0);
    fs::create_symlink(path("nowhere"), path("dangling"));
    fs::create_symlink(path("loop"), path("loop"));

    const OrdinaryUser user;
    const fs::path file = path(name.toStdString());
    const Result<std::string> text = readTextFile(file, ErrorCode::DataRefused);
    const auto mapped = MappedFile::open(file, ErrorCode::ModelRefused);
    QVERIFY(!text);
    QVERIFY(!mapped);
    QCOMPARE(text.error().code, ErrorCode::DataRefused);
    QCOMPARE(mapped.error().code, ErrorCode::ModelRefused);
    for (const Error& error : {text.error(), mapped.error()}) {
        const QString message = QString::fromStdString(error.message);
        QVERIFY2(message.contains(part), qPrintable(message));
        QVERIFY2(message.contains(QString::fromStdString(file.string())), qPrintable(message));
        QVERIFY(message.endsWith(QLatin1Char('.')));
        QCOMPARE(error.subject, file.string());
    }
}

void tst_FileIo::mappedFile_showsTheFile()
{
    const std::string text(100000, 'q');
    put(path("file"), text);
    const auto mapped = MappedFile::open(path("file"), ErrorCode::ModelRefused);
    QVERIFY(mapped.has_value());
    const std::span<const std::byte> bytes = (*mapped)->bytes();
    QCOMPARE(bytes.size(), text.size());
    QVERIFY(std::memcmp(bytes.data(), text.data(), text.size()) == 0);
}

void tst_FileIo::mappedFile_isEmpty_whenTheFileIs()
{
    put(path("file"), "");
    const auto mapped = MappedFile::open(path("file"), ErrorCode::ModelRefused);
    QVERIFY(mapped.has_value());
    QVERIFY((*mapped)->bytes().empty());
}

void tst_FileIo::mappedFile_keepsItsBytes_whenTheFileIsReplaced()
{
    // A model may be saved over the file that its weights are mapped from.
    put(path("file"), "old content");
    const auto mapped = MappedFile::open(path("file"), ErrorCode::ModelRefused);
    QVERIFY(mapped.has_value());
    QVERIFY(writeTextFileAtomically(path("file"), "new").has_value());
    QCOMPARE((*mapped)->bytes().size(), std::size_t(11));
    QVERIFY(std::memcmp((*mapped)->bytes().data(), "old content", 11) == 0);
    QCOMPARE(contentOf(path("file")), std::string("new"));
}

void tst_FileIo::isMapped_isTrueAsLongAsAMappingLives()
{
    put(path("file"), "text");
    put(path("other"), "text");
    fs::create_hard_link(path("file"), path("hard"));
    fs::create_symlink("file", path("soft"));
    QVERIFY(!isMapped(path("file")));
    {
        const auto first = MappedFile::open(path("file"), ErrorCode::DataRefused);
        {
            const auto second = MappedFile::open(path("file"), ErrorCode::DataRefused);
            QVERIFY(first.has_value() && second.has_value());
        }
        for (const char* name : {"file", "hard", "soft"})
            QVERIFY2(isMapped(path(name)), name);
        QVERIFY(!isMapped(path("other")));
        QVERIFY(!isMapped(path("missing")));
    }
    QVERIFY(!isMapped(path("file")));
}

void tst_FileIo::temporaryFolder_isRemovedWithItsContent()
{
    fs::path first;
    {
        const auto folder = TemporaryFolder::create();
        const auto other = TemporaryFolder::create();
        QVERIFY(folder.has_value());
        QVERIFY(other.has_value());
        first = (*folder)->path();
        QVERIFY(first != (*other)->path());
        QVERIFY(fs::is_empty(first));
        QCOMPARE(int(fs::status(first).permissions()), 0700);
        put(first / "file", "text");
        fs::create_directory(first / "inner");
        put(first / "inner" / "file", "text");
    }
    QVERIFY(!fs::exists(first));
}

void tst_FileIo::temporaryFolder_refusesWithSentence_whenThereIsNoPlace()
{
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", path("missing").string().c_str());
    const auto folder = TemporaryFolder::create();
    if (before.isNull())
        qunsetenv("TMPDIR");
    else
        qputenv("TMPDIR", before);
    QVERIFY(!folder);
    QCOMPARE(folder.error().code, ErrorCode::DiskError);
    QCOMPARE(folder.error().message,
             "No temporary folder can be made in '" + path("missing").string()
                 + "': it is not a folder. Set TMPDIR to a folder that exists.");
}

QTEST_GUILESS_MAIN(tst_FileIo)
#include "tst_file_io.moc"
