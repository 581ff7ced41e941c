// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

/// Milliseconds. The promise of half a second is bench_window_start's (WINDOW.md), on a machine that does nothing else;
/// here only a start that takes several times as long is a fault.
constexpr int kMost = 2000;

} // namespace

/// How soon the program shows something, taken from the pixels of a screen.
class tst_FirstPicture : public QObject
{
    Q_OBJECT

private slots:
    void window_isThereSoon();
};

void tst_FirstPicture::window_isThereSoon()
{
    const QString screen = QStandardPaths::findExecutable(QStringLiteral("xvfb-run"));
    if (screen.isEmpty())
        QSKIP("There is no xvfb-run to make a screen with (package xvfb).");
    const QTemporaryDir home;
    const QDir programs(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../bin")));
    QProcess process;
    QProcessEnvironment surroundings = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        surroundings.insert(QString::fromLatin1(name), home.path());
    surroundings.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    process.setProcessEnvironment(surroundings);
    process.start(screen,
                  {QStringLiteral("-a"), QStringLiteral("-s"), QStringLiteral("-screen 0 1440x900x24"),
                   programs.filePath(QStringLiteral("bench_window_start")),
                   programs.filePath(QStringLiteral("quantiscope"))});
    QVERIFY(process.waitForFinished(200'000));
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 0, QByteArray(said + process.readAllStandardError()).constData());
    qInfo("%s", said.trimmed().constData());
    const QRegularExpression expression(QStringLiteral("not counting the queue for a processor (\\d+)"));
    const QRegularExpressionMatch match = expression.match(QString::fromUtf8(said));
    QVERIFY2(match.hasMatch(), said.constData());
    QVERIFY2(match.captured(1).toInt() < kMost, said.constData());
}

QTEST_GUILESS_MAIN(tst_FirstPicture)
#include "tst_first_picture.moc"
