// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe.h"
#include "tests/cli/qscope_process.h"
#include "tests/support/source_directory.h"
#include "widgets/common/text.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

/// The program itself, as it is started from a terminal.
class tst_Program : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void document_isOpened_data();
    void document_isOpened();
    void window_staysOpen_data();
    void window_staysOpen();
    void wrongUsage_isRefused_data();
    void wrongUsage_isRefused();
    void helpAndVersion_needNoWindow_data();
    void helpAndVersion_needNoWindow();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    /// The program with a home of its own.
    void prepare(QProcess& process, const QStringList& arguments) const
    {
        process.setProgram(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../bin/quantiscope")));
        process.setArguments(arguments);
        process.setWorkingDirectory(m_folder->path());
        QProcessEnvironment surroundings = QProcessEnvironment::systemEnvironment();
        const QString home = path(QStringLiteral("home"));
        QDir().mkpath(home);
        for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            surroundings.insert(QString::fromLatin1(name), home);
        process.setProcessEnvironment(surroundings);
    }
    /// The documents of the start page, as the program has stored them.
    [[nodiscard]] QStringList recent() const
    {
        QStringList found;
        QSettings store(path(QStringLiteral("home/quantiscope/quantiscope.ini")), QSettings::IniFormat);
        const int count = store.beginReadArray(QStringLiteral("recent/documents"));
        for (int i = 0; i < count; ++i) {
            store.setArrayIndex(i);
            found += store.value(QStringLiteral("path")).toString();
        }
        return found;
    }
    /// Ends it as the desktop does.
    static void end(QProcess& process)
    {
        process.terminate();
        if (!process.waitForFinished(10'000)) {
            process.kill();
            process.waitForFinished();
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_Program::document_isOpened_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("opened");
    QTest::newRow("model") << QStringLiteral("model.onnx") << QStringLiteral("model.onnx");
    QTest::newRow("recipe") << QStringLiteral("recipe.json") << QStringLiteral("model.onnx");
    QTest::newRow("project") << QStringLiteral("window.qsproj") << QStringLiteral("window.qsproj");
}

void tst_Program::document_isOpened()
{
    QFETCH(const QString, argument);
    QFETCH(const QString, opened);
    const auto sampleFile = [](const char* name) { return pathText(sampleDirectory() / name); };
    QVERIFY(QFile::copy(sampleFile("fashion_cnn.onnx"), path(QStringLiteral("model.onnx"))));
    writeFile(path(QStringLiteral("recipe.json")), R"({"format": "quantiscope-recipe", "version": 1,
        "model": "model.onnx", "preset": "XINT8"})");
    writeFile(path(QStringLiteral("window.qsproj")), R"({"format": "quantiscope-project", "version": 1,
        "model": "model.onnx", "recipe": {"format": "quantiscope-recipe", "version": 1, "preset": "XINT8"}})");
    QProcess process;
    prepare(process, {argument});
    process.start();
    QTRY_VERIFY2_WITH_TIMEOUT(!recent().isEmpty() || process.state() == QProcess::NotRunning,
                              process.readAllStandardError().constData(), 30'000);
    QCOMPARE(process.state(), QProcess::Running);
    QCOMPARE(QFileInfo(recent().value(0)).fileName(), opened);
    QVERIFY2(QFileInfo::exists(recent().value(0)), qPrintable(recent().value(0)));
    end(process);
}

void tst_Program::window_staysOpen_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("start page") << QStringList{};
    QTest::newRow("sample") << QStringList{QStringLiteral("--sample")};
    QTest::newRow("missing document") << QStringList{QStringLiteral("missing.onnx")}; // it shows what is wrong
}

void tst_Program::window_staysOpen()
{
    QFETCH(const QStringList, arguments);
    QProcess process;
    prepare(process, arguments);
    process.start();
    QVERIFY(process.waitForStarted());
    QVERIFY2(!process.waitForFinished(2'000), process.readAllStandardError().constData());
    QVERIFY(recent().isEmpty()); // the sample is always on the start page
    end(process);
}

void tst_Program::wrongUsage_isRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    const auto words = [](const char* text) { return QString::fromLatin1(text).split(QLatin1Char(' ')); };
    QTest::newRow("two documents") << words("a.onnx b.onnx") << QStringLiteral("One document");
    QTest::newRow("theme") << words("--theme pink") << QStringLiteral("'pink'");
    QTest::newRow("language") << words("--language xx") << QStringLiteral("'xx'");
    QTest::newRow("option") << words("--fast") << QStringLiteral("fast");
}

void tst_Program::wrongUsage_isRefused()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, part);
    QProcess process;
    prepare(process, arguments);
    process.start();
    QVERIFY(process.waitForFinished(30'000));
    const ProcessResult result = resultOf(process);
    QVERIFY2(result.status == 2, result.text().constData());
    QVERIFY2(result.err.contains(QLatin1String("quantiscope: error: ")), result.text().constData());
    QVERIFY2(result.err.contains(part), result.text().constData());
    QVERIFY(result.out.isEmpty());
}

void tst_Program::helpAndVersion_needNoWindow_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("part");
    QTest::newRow("help") << QStringLiteral("--help") << QStringLiteral("[MODEL|RECIPE|PROJECT]");
    QTest::newRow("version") << QStringLiteral("--version") << QStringLiteral("quantiscope ");
}

void tst_Program::helpAndVersion_needNoWindow()
{
    QFETCH(const QString, argument);
    QFETCH(const QString, part);
    QProcess process;
    prepare(process, {argument});
    process.start();
    QVERIFY(process.waitForFinished(30'000));
    const ProcessResult result = resultOf(process);
    QVERIFY2(result.status == 0, result.text().constData());
    QVERIFY2(result.out.contains(part), result.text().constData());
}

QTEST_GUILESS_MAIN(tst_Program)
#include "tst_program.moc"
