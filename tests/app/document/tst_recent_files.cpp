// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recent_files.h"
#include "app/settings/settings.h"

#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace quantiscope;

class tst_RecentFiles : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void recentFiles_areNewestFirstAndExist();
};

void tst_RecentFiles::recentFiles_areNewestFirstAndExist()
{
    const QTemporaryDir folder;
    Settings settings;
    RecentFiles recent(settings);
    recent.clear();
    const QSignalSpy changed(&recent, &RecentFiles::changed);
    const QString a = folder.filePath(QStringLiteral("a.onnx"));
    const QString b = folder.filePath(QStringLiteral("b.qsproj"));
    for (const QString& path : {a, b})
        std::ofstream(path.toStdString()) << "x";
    recent.add({a});
    recent.add({b, QStringLiteral("XINT8"), 3, 0.9, {}});
    recent.add({a, QStringLiteral("A8W8"), 1, {}, {}});
    QCOMPARE(changed.count(), 3);
    std::vector<RecentDocument> documents = RecentFiles(settings).documents();
    QCOMPARE(documents.size(), std::size_t(2));
    QCOMPARE(documents[0].path, a);
    QCOMPARE(documents[0].preset, QStringLiteral("A8W8"));
    QVERIFY(documents[0].opened.isValid());
    QCOMPARE(documents[1].runs, 3);
    QVERIFY(documents[1].cosine == std::optional<double>(0.9));
    QVERIFY(!documents[0].cosine);
    QFile::remove(a);
    documents = recent.documents();
    QCOMPARE(documents.size(), std::size_t(1));
    QCOMPARE(documents[0].path, b);
    for (int i = 0; i < 30; ++i)
        recent.add({QStringLiteral("/x/%1").arg(i)});
    QVERIFY(recent.documents().size() <= std::size_t(RecentFiles::kMost));
    recent.clear();
}

QTEST_MAIN(tst_RecentFiles)
#include "tst_recent_files.moc"
