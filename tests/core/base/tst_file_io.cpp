// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"

#include <QTest>

#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace quantiscope;

namespace fs = std::filesystem;

namespace {

/// Gives up the administrator's rights for a while: they open every file.
class OrdinaryUser
{
public:
    OrdinaryUser() { m_changed = ::geteuid() == 0 && ::seteuid(65534) == 0; }
    ~OrdinaryUser()
    {
        if (m_changed && ::seteuid(0) != 0)
            qFatal("the rights cannot be taken back");
    }
    OrdinaryUser(const OrdinaryUser&) = delete;
    OrdinaryUser& operator=(const OrdinaryUser&) = delete;

private:
    bool m_changed = false;
};

/// Lets files grow to @p bytes only: writing more fails as on a full disk.
class SmallDisk
{
public:
    explicit SmallDisk(rlim_t bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

std::string contentOf(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

void put(const fs::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

/// Names of everything in a folder, sorted.
QStringList listing(const fs::path& folder)
{
    QStringList names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        names += QString::fromStdString(entry.path().filename().string());
    names.sort();
    return names;
}

} // namespace

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
    void writeTextFileAtomically_writesAndReplaces();
    void writeTextFileAtomically_makesMissingFolders();
    void writeTextFileAtomically_worksInTheCurrentFolder();
    void writeTextFileAtomically_givesTheRightsOfANewFile();
    void writeTextFileAtomically_refusesWithSentence_data();
    void writeTextFileAtomically_refusesWithSentence();
    void writeFileAtomically_keepsTheOldFile_whenTheWriterFails();
    void writeFileAtomically_keepsTheOldFile_whenTheStreamFails();
    void writeFileAtomically_keepsTheOldFile_whenTheDiskIsFull_data();
    void writeFileAtomically_keepsTheOldFile_whenTheDiskIsFull();
    void writeFileAtomically_leavesNothing_whenAFirstWriteFails();
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

void tst_FileIo::writeTextFileAtomically_writesAndReplaces()
{
    QVERIFY(writeTextFileAtomically(path("file"), "first, and longer").has_value());
    QCOMPARE(contentOf(path("file")), std::string("first, and longer"));
    const std::string binary("a\0b\r\n\xff", 6);
    QVERIFY(writeTextFileAtomically(path("file"), binary).has_value());
    QCOMPARE(contentOf(path("file")), binary);
    QVERIFY(writeTextFileAtomically(path("file"), "").has_value());
    QCOMPARE(contentOf(path("file")), std::string());
    QCOMPARE(listing(m_folder->path()), QStringList{QStringLiteral("file")});
}

void tst_FileIo::writeTextFileAtomically_makesMissingFolders()
{
    QVERIFY(writeTextFileAtomically(path("a/b/c/file"), "text").has_value());
    QCOMPARE(contentOf(path("a/b/c/file")), std::string("text"));
}

void tst_FileIo::writeTextFileAtomically_worksInTheCurrentFolder()
{
    const fs::path before = fs::current_path();
    fs::current_path(m_folder->path());
    const Result<void> written = writeTextFileAtomically("file", "text");
    fs::current_path(before);
    QVERIFY(written.has_value());
    QCOMPARE(contentOf(path("file")), std::string("text"));
}

void tst_FileIo::writeTextFileAtomically_givesTheRightsOfANewFile()
{
    const mode_t before = ::umask(027);
    const Result<void> written = writeTextFileAtomically(path("file"), "text");
    const mode_t after = ::umask(before);
    QVERIFY(written.has_value());
    QCOMPARE(int(after), 027); // left as it was
    QCOMPARE(int(fs::status(path("file")).permissions()), 0640);
}

void tst_FileIo::writeTextFileAtomically_refusesWithSentence_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    QTest::newRow("folder") << "folder"
                            << "it is a folder.";
    QTest::newRow("below a file") << "plain/file"
                                  << "its folder cannot be made: ";
    QTest::newRow("folder without rights") << "locked/file"
                                           << "Permission denied";
    QTest::newRow("new folder without rights") << "locked/new/file"
                                               << "its folder cannot be made: Permission denied";
    QTest::newRow("name too long") << QString(300, QLatin1Char('x')) << "File name too long";
}

void tst_FileIo::writeTextFileAtomically_refusesWithSentence()
{
    QFETCH(QString, name);
    QFETCH(QString, part);
    put(path("plain"), "text");
    fs::create_directory(path("folder"));
    fs::create_directory(path("locked"));
    fs::permissions(path("locked"), fs::perms(0555));
    const QStringList before = listing(m_folder->path());

    const OrdinaryUser user;
    const fs::path file = path(name.toStdString());
    const Result<void> written = writeTextFileAtomically(file, "new");
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::DiskError);
    QCOMPARE(written.error().subject, file.string());
    const QString message = QString::fromStdString(written.error().message);
    QVERIFY2(message.startsWith(QStringLiteral("Cannot write '")), qPrintable(message));
    QVERIFY2(message.contains(part), qPrintable(message));
    QCOMPARE(listing(m_folder->path()), before);
    QCOMPARE(contentOf(path("plain")), std::string("text"));
}

void tst_FileIo::writeFileAtomically_keepsTheOldFile_whenTheWriterFails()
{
    put(path("file"), "old");
    const Error reason{ErrorCode::RuntimeFailure, "The writer gave up.", "tensor"};
    const Result<void> written = writeFileAtomically(path("file"), [&](std::ostream& stream) -> Result<void> {
        stream << "half of the n";
        return reason;
    });
    QVERIFY(!written);
    QCOMPARE(written.error(), reason);
    QCOMPARE(contentOf(path("file")), std::string("old"));
    QCOMPARE(listing(m_folder->path()), QStringList{QStringLiteral("file")});
}

void tst_FileIo::writeFileAtomically_keepsTheOldFile_whenTheStreamFails()
{
    put(path("file"), "old");
    const Result<void> written = writeFileAtomically(path("file"), [](std::ostream& stream) -> Result<void> {
        stream << "new";
        stream.setstate(std::ios::badbit);
        return {};
    });
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::DiskError);
    QCOMPARE(contentOf(path("file")), std::string("old"));
    QCOMPARE(listing(m_folder->path()), QStringList{QStringLiteral("file")});
}

void tst_FileIo::writeFileAtomically_keepsTheOldFile_whenTheDiskIsFull_data()
{
    QTest::addColumn<int>("pieces");
    QTest::addColumn<int>("size");
    QTest::newRow("in one piece") << 1 << 1000000;
    QTest::newRow("in many pieces") << 1000 << 1000;
    QTest::newRow("at the last flush") << 1 << 5000; // still in the stream's buffer when the writer returns
}

void tst_FileIo::writeFileAtomically_keepsTheOldFile_whenTheDiskIsFull()
{
    QFETCH(int, pieces);
    QFETCH(int, size);
    put(path("file"), "old");
    Result<void> written;
    {
        const SmallDisk disk(4096);
        written = writeFileAtomically(path("file"), [&](std::ostream& stream) -> Result<void> {
            const std::string piece(std::size_t(size), 'x');
            for (int i = 0; i < pieces; ++i)
                stream << piece;
            return {};
        });
    }
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::DiskError);
    QVERIFY2(written.error().message.starts_with("Cannot write '" + path("file").string() + "': "),
             written.error().message.c_str());
    QCOMPARE(contentOf(path("file")), std::string("old"));
    QCOMPARE(listing(m_folder->path()), QStringList{QStringLiteral("file")});
}

void tst_FileIo::writeFileAtomically_leavesNothing_whenAFirstWriteFails()
{
    const Result<void> written = writeFileAtomically(path("file"), [](std::ostream&) -> Result<void> {
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    });
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Canceled);
    QCOMPARE(listing(m_folder->path()), QStringList());
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
    QVERIFY2(folder.error().message.starts_with("No temporary folder can be made in '"),
             folder.error().message.c_str());
}

QTEST_GUILESS_MAIN(tst_FileIo)
#include "tst_file_io.moc"
