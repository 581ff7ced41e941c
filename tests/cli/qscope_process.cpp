// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_process.h"
#include "tests/support/root_rights.h"
#include "tests/support/source_directory.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcessEnvironment>
#include <QRegularExpression>

namespace quantiscope::test {

namespace {

constexpr int kTimeLimit = 60'000; // ms; a run takes well below a second
constexpr const char* kTemporary = "program-tmp";
constexpr const char* kHome = "program-home";

} // namespace

QByteArray ProcessResult::text() const
{
    return ("\nstatus " + QString::number(status) + "\n--- stdout\n" + out.right(2000) + "\n--- stderr\n" + err)
        .toUtf8();
}

QJsonValue ProcessResult::json() const
{
    const QJsonDocument document = QJsonDocument::fromJson(out.toUtf8());
    if (document.isObject())
        return document.object();
    return document.isArray() ? QJsonValue(document.array()) : QJsonValue();
}

Qscope::Qscope(const QString& folder) : m_folder(folder)
{
    QDir(folder).mkpath(kTemporary);
    QDir(folder).mkpath(kHome);
}

QString Qscope::temporaryFolder() const
{
    return QDir(m_folder).filePath(kTemporary);
}

QStringList Qscope::leftovers() const
{
    QStringList names;
    for (const char* folder : {kTemporary, kHome}) {
        QDirIterator found(QDir(m_folder).filePath(folder), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                           QDirIterator::Subdirectories);
        while (found.hasNext())
            names += QDir(m_folder).relativeFilePath(found.next());
    }
    return names;
}

void Qscope::removeLeftovers() const
{
    for (const char* folder : {kTemporary, kHome}) {
        QDir(QDir(m_folder).filePath(folder)).removeRecursively();
        QDir(m_folder).mkpath(folder);
    }
}

void Qscope::prepare(QProcess& process, const QStringList& arguments) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", temporaryFolder());
    environment.insert("HOME", QDir(m_folder).filePath(kHome));
    // ONNX Runtime is quieter in a CI; these tests see what a user's machine sees.
    for (const char* name : {"CI", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "ORT_DISABLE_TELEMETRY",
                             "ORT_RUNNING_UNIT_TESTS", "QUANTISCOPE_DEBUG", "GITHUB_ACTIONS", "TF_BUILD"})
        environment.remove(name);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder);
    process.setProgram(QUANTISCOPE_QSCOPE_PATH);
    process.setArguments(arguments);
    process.setChildProcessModifier(obeyPermissionsAfterExec);
}

ProcessResult resultOf(QProcess& process)
{
    ProcessResult result;
    if (process.exitStatus() == QProcess::NormalExit && process.state() == QProcess::NotRunning)
        result.status = process.exitCode();
    result.out = QString::fromUtf8(process.readAllStandardOutput());
    result.err = QString::fromUtf8(process.readAllStandardError());
    return result;
}

ProcessResult Qscope::run(const QStringList& arguments) const
{
    QProcess process;
    prepare(process, arguments);
    process.start();
    if (!process.waitForStarted(kTimeLimit))
        return {-1, {}, "did not start: " + process.errorString()};
    if (!process.waitForFinished(kTimeLimit)) {
        process.kill();
        process.waitForFinished(kTimeLimit);
        return {-1, {}, "did not end in time: " + QString::fromUtf8(process.readAllStandardError())};
    }
    return resultOf(process);
}

QString sample(const QString& name)
{
    return QDir(QString::fromStdString(sampleDirectory().string())).filePath(name);
}

QByteArray readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("'%s' cannot be read", qPrintable(path));
    return file.readAll();
}

void writeFile(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("'%s' cannot be written", qPrintable(path));
}

QStringList sampleData()
{
    return {"-c", sample("calib"), "--preprocess", sample("preprocess.json")};
}

QStringList quantizeSample(const QString& output, const QStringList& more)
{
    const QStringList arguments = QStringList{"quantize", sample("fashion_cnn.onnx"), "-o", output} + more;
    // These runs are too short to gain from more threads.
    return more.contains("--threads") ? arguments : arguments + QStringList{"--threads", "1"};
}

QStringList tableRow(const QString& text, const QString& first)
{
    static const QRegularExpression kGap("  +");
    for (const QString& line : text.split('\n')) {
        const QStringList cells = line.trimmed().split(kGap);
        if (cells.first() == first)
            return cells;
    }
    return {};
}

QStringList namesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

} // namespace quantiscope::test
