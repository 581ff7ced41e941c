// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporary_paths.h"
#include "tests/core/base/file_test_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <set>
#include <vector>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_TemporaryPaths : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void files_areRemoved();
    void folders_areRemovedWithTheirContent();
    void forgottenPaths_stay();
    void pathsBeyondTheTable_areHarmless();
    void suffixes_differ();

private:
    [[nodiscard]] std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_TemporaryPaths::files_areRemoved()
{
    const TemporaryPath first(path("first"));
    const TemporaryPath missing(path("missing"));
    const TemporaryPath last(path("last"));
    for (const char* name : {"first", "last", "other"})
        put(path(name), "text");
    removeTemporaryPaths();
    QVERIFY(!fs::exists(path("first")) && !fs::exists(path("last")));
    QVERIFY(fs::exists(path("other")));
}

void tst_TemporaryPaths::folders_areRemovedWithTheirContent()
{
    const TemporaryPath folder(path("folder"));
    fs::create_directories(path("folder/a/b"));
    for (int i = 0; i < 200; ++i) // more than one reading of the folder
        put(path("folder/a/b/") + std::to_string(i), "text");
    put(path("kept"), "text");
    fs::create_symlink(path("kept"), path("folder/link"));
    removeTemporaryPaths();
    QVERIFY(!fs::exists(path("folder")));
    QVERIFY(fs::exists(path("kept")));
}

void tst_TemporaryPaths::forgottenPaths_stay()
{
    put(path("result"), "text");
    {
        const TemporaryPath remembered(path("result"));
    }
    removeTemporaryPaths();
    QVERIFY(fs::exists(path("result")));
}

void tst_TemporaryPaths::pathsBeyondTheTable_areHarmless()
{
    const TemporaryPath tooLong(std::string(10'000, 'x'));
    std::vector<std::unique_ptr<TemporaryPath>> many;
    for (int i = 0; i < 100; ++i)
        many.push_back(std::make_unique<TemporaryPath>(path("a")));
    many.clear();
    const TemporaryPath again(path("b")); // places are given back
    put(path("b"), "text");
    removeTemporaryPaths();
    QVERIFY(!fs::exists(path("b")));
}

void tst_TemporaryPaths::suffixes_differ()
{
    std::set<std::string> suffixes;
    for (int i = 0; i < 100; ++i)
        suffixes.insert(randomSuffix());
    QCOMPARE(suffixes.size(), std::size_t(100));
    QCOMPARE(suffixes.begin()->size(), std::size_t(6));
}

QTEST_GUILESS_MAIN(tst_TemporaryPaths)
#include "tst_temporary_paths.moc"
