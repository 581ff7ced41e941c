// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "tests/core/base/file_test_support.h"

#include <QTest>

#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

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

class tst_AtomicFile : public QObject
{
    Q_OBJECT

private slots:
    void init();
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
    void writeFileAtomically_leavesNothing_whenTheWriterThrows();
    void links_stayLinks();
    void danglingLink_getsItsTarget();
    void linksInACircle_areRefused();
    void pipe_isWrittenThrough();
    void pipeThatNobodyReads_isRefused();
    void longName_isWritten();
    void umask_isNeverChanged();
    void checkWritable_leavesNothing_data();
    void checkWritable_leavesNothing();

private:
    [[nodiscard]] fs::path path(const std::string& name) const { return m_folder->path() / name; }
    std::unique_ptr<TemporaryFolder> m_folder;
};

void tst_AtomicFile::init()
{
    auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    m_folder = std::move(*folder);
    fs::permissions(m_folder->path(), fs::perms(0755)); // readable for OrdinaryUser
}

void tst_AtomicFile::writeTextFileAtomically_writesAndReplaces()
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

void tst_AtomicFile::writeTextFileAtomically_makesMissingFolders()
{
    QVERIFY(writeTextFileAtomically(path("a/b/c/file"), "text").has_value());
    QCOMPARE(contentOf(path("a/b/c/file")), std::string("text"));
}

void tst_AtomicFile::writeTextFileAtomically_worksInTheCurrentFolder()
{
    const fs::path before = fs::current_path();
    fs::current_path(m_folder->path());
    const Result<void> written = writeTextFileAtomically("file", "text");
    fs::current_path(before);
    QVERIFY(written.has_value());
    QCOMPARE(contentOf(path("file")), std::string("text"));
}

void tst_AtomicFile::writeTextFileAtomically_givesTheRightsOfANewFile()
{
    const mode_t before = ::umask(027);
    const Result<void> written = writeTextFileAtomically(path("file"), "text");
    const mode_t after = ::umask(before);
    QVERIFY(written.has_value());
    QCOMPARE(int(after), 027); // left as it was
    QCOMPARE(int(fs::status(path("file")).permissions()), 0640);
}

void tst_AtomicFile::writeTextFileAtomically_refusesWithSentence_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    QTest::newRow("folder") << "folder"
                            << "it is a folder.";
    QTest::newRow("folder that is not there") << "new/"
                                              << "it is a folder's name, not a file's.";
    QTest::newRow("below a file") << "plain/file"
                                  << "its folder cannot be made: ";
    QTest::newRow("folder without rights") << "locked/file"
                                           << "Permission denied";
    QTest::newRow("new folder without rights") << "locked/new/file"
                                               << "its folder cannot be made: Permission denied";
    QTest::newRow("name too long") << QString(300, QLatin1Char('x')) << "File name too long";
}

void tst_AtomicFile::writeTextFileAtomically_refusesWithSentence()
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

void tst_AtomicFile::writeFileAtomically_keepsTheOldFile_whenTheWriterFails()
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

void tst_AtomicFile::writeFileAtomically_keepsTheOldFile_whenTheStreamFails()
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

void tst_AtomicFile::writeFileAtomically_keepsTheOldFile_whenTheDiskIsFull_data()
{
    QTest::addColumn<int>("pieces");
    QTest::addColumn<int>("size");
    QTest::newRow("in one piece") << 1 << 1000000;
    QTest::newRow("in many pieces") << 1000 << 1000;
    QTest::newRow("at the last flush") << 1 << 5000; // still in the stream's buffer when the writer returns
}

void tst_AtomicFile::writeFileAtomically_keepsTheOldFile_whenTheDiskIsFull()
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

void tst_AtomicFile::writeFileAtomically_leavesNothing_whenAFirstWriteFails()
{
    const Result<void> written = writeFileAtomically(path("file"), [](std::ostream&) -> Result<void> {
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    });
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Canceled);
    QCOMPARE(listing(m_folder->path()), QStringList());
}

void tst_AtomicFile::writeFileAtomically_leavesNothing_whenTheWriterThrows()
{
    put(path("file"), "old");
    const auto write = [&] {
        return writeFileAtomically(path("file"), [](std::ostream& stream) -> Result<void> {
            stream << "half";
            throw std::runtime_error("the writer gave up");
        });
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, (void)write());
    QCOMPARE(contentOf(path("file")), std::string("old"));
    QCOMPARE(listing(m_folder->path()), QStringList{QStringLiteral("file")});
}

void tst_AtomicFile::links_stayLinks()
{
    fs::create_directory(path("folder"));
    put(path("folder/file"), "old");
    fs::create_symlink("folder/file", path("link"));
    fs::create_symlink(path("link"), path("second"));
    QVERIFY(writeTextFileAtomically(path("second"), "new").has_value());
    QVERIFY(fs::is_symlink(path("second")) && fs::is_symlink(path("link")));
    QVERIFY(!fs::is_symlink(path("folder/file")));
    QCOMPARE(contentOf(path("folder/file")), std::string("new"));
    QCOMPARE(listing(path("folder")), QStringList{QStringLiteral("file")});
}

void tst_AtomicFile::danglingLink_getsItsTarget()
{
    fs::create_symlink("folder/file", path("link"));
    QVERIFY(checkWritable(path("link")).has_value());
    QVERIFY(writeTextFileAtomically(path("link"), "new").has_value());
    QVERIFY(fs::is_symlink(path("link")));
    QCOMPARE(contentOf(path("folder/file")), std::string("new"));
}

void tst_AtomicFile::linksInACircle_areRefused()
{
    fs::create_symlink("second", path("first"));
    fs::create_symlink("first", path("second"));
    for (const Result<void>& result : {writeTextFileAtomically(path("first"), "new"), checkWritable(path("first"))}) {
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::DiskError);
    }
    QVERIFY(fs::is_symlink(path("first")) && fs::is_symlink(path("second")));
}

void tst_AtomicFile::pipe_isWrittenThrough()
{
    // Stands for /dev/null as well, which root would otherwise replace by a file.
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    QVERIFY(checkWritable(path("pipe")).has_value());
    QVERIFY(writeTextFileAtomically(path("pipe"), "through").has_value());
    char text[20] = {};
    QCOMPARE(::read(reader, text, sizeof text), ssize_t(7));
    QCOMPARE(std::string(text), std::string("through"));
    ::close(reader);
    QVERIFY(fs::is_fifo(path("pipe")));
    QCOMPARE(listing(m_folder->path()), QStringList{QStringLiteral("pipe")});
}

void tst_AtomicFile::pipeThatNobodyReads_isRefused()
{
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    const Result<void> written = writeTextFileAtomically(path("pipe"), "text");
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::DiskError);
    QVERIFY(fs::is_fifo(path("pipe")));
}

void tst_AtomicFile::longName_isWritten()
{
    // No room for the temporary name's ending.
    const std::string name(NAME_MAX, 'x');
    QVERIFY(checkWritable(path(name)).has_value());
    QVERIFY(writeTextFileAtomically(path(name), "text").has_value());
    QCOMPARE(contentOf(path(name)), std::string("text"));
    QCOMPARE(listing(m_folder->path()), QStringList{QString::fromStdString(name)});
}

void tst_AtomicFile::umask_isNeverChanged()
{
    // Another thread's new files must not get all rights while one is written here.
    const mode_t before = ::umask(077);
    std::atomic<bool> stop = false;
    std::atomic<bool> open = false;
    std::thread other([&] {
        for (int i = 0; !stop; ++i) {
            const fs::path mine = path("mine" + std::to_string(i % 8));
            ::close(::open(mine.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666));
            struct stat status = {};
            open = open || (::stat(mine.c_str(), &status) == 0 && (status.st_mode & 077) != 0);
            ::unlink(mine.c_str());
        }
    });
    bool written = true;
    for (int i = 0; i < 60; ++i)
        written = writeTextFileAtomically(path("file"), "text").has_value() && written;
    stop = true;
    other.join();
    ::umask(before);
    QVERIFY(written);
    QVERIFY(!open);
}

void tst_AtomicFile::checkWritable_leavesNothing_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part"); // of the message; empty: it is writable
    QTest::newRow("new") << "file"
                         << "";
    QTest::newRow("existing") << "plain"
                              << "";
    QTest::newRow("new folders") << "a/b/c/file"
                                 << "";
    QTest::newRow("folder") << "folder"
                            << "it is a folder.";
    QTest::newRow("below a file") << "plain/file"
                                  << "its folder cannot be made: ";
    QTest::newRow("deep below a file") << "plain/new/file"
                                       << "its folder cannot be made: ";
    QTest::newRow("folder without rights") << "locked/file"
                                           << "Permission denied";
    QTest::newRow("name too long") << QString(300, QLatin1Char('x')) << "File name too long";
    QTest::newRow("in /proc") << "/proc/quantiscope/file"
                              << "its folder cannot be made: ";
}

void tst_AtomicFile::checkWritable_leavesNothing()
{
    QFETCH(QString, name);
    QFETCH(QString, part);
    put(path("plain"), "text");
    fs::create_directory(path("folder"));
    fs::create_directory(path("locked"));
    fs::permissions(m_folder->path(), fs::perms(0777));
    fs::permissions(path("locked"), fs::perms(0555));
    const QStringList before = listing(m_folder->path());
    const OrdinaryUser user;
    const Result<void> writable = checkWritable(path(name.toStdString()));
    QVERIFY2(writable.has_value() == part.isEmpty(), writable ? "" : writable.error().message.c_str());
    if (!writable) {
        const QString message = QString::fromStdString(writable.error().message);
        QVERIFY2(message.startsWith(QStringLiteral("Cannot write '")) && message.contains(part), qPrintable(message));
    }
    QCOMPARE(listing(m_folder->path()), before);
    QCOMPARE(contentOf(path("plain")), std::string("text"));
}

QTEST_GUILESS_MAIN(tst_AtomicFile)
#include "tst_atomic_file.moc"
