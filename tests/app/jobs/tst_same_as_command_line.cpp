// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/run_export.h"
#include "app/jobs/job_queue.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/pipeline/ci_snippet.h"
#include "tests/app/jobs/sample_jobs.h"
#include "tests/cli/qscope_test.h"
#include "tests/support/model_runs.h"
#include "widgets/common/text.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_SameAsCommandLine : public QscopeTest
{
    Q_OBJECT

private slots:
    void quantizeJob_givesTheSameBytes_data();
    void quantizeJob_givesTheSameBytes();
    void calibrateJob_givesTheSameBytes_data();
    void calibrateJob_givesTheSameBytes();
    void evaluateJob_givesTheSameReport();
    void shellSnippet_runsAndChecksTheGates_data();
    void shellSnippet_runsAndChecksTheGates();

private:
    /// Runs a shell text in which `qscope` is the built program.
    [[nodiscard]] ProcessResult shell(const QString& text) const;
    void doJob(const JobRequest& request);
};

ProcessResult tst_SameAsCommandLine::shell(const QString& text) const
{
    QProcess process;
    qscope().prepare(process, {});
    QProcessEnvironment surroundings = process.processEnvironment();
    surroundings.insert(QStringLiteral("PATH"), QFileInfo(process.program()).path() + QStringLiteral(":/usr/bin:/bin"));
    process.setProcessEnvironment(surroundings);
    process.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), text});
    process.waitForFinished(60'000);
    return resultOf(process);
}

void tst_SameAsCommandLine::doJob(const JobRequest& request)
{
    JobQueue queue(environment());
    const int id = queue.add(request);
    QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), 60'000);
    const auto job = queue.job(id);
    QVERIFY2(job->status == JobStatus::Finished, job->error ? job->error->message.c_str() : "");
}

void tst_SameAsCommandLine::quantizeJob_givesTheSameBytes_data()
{
    QTest::addColumn<QString>("recipe");
    for (const char* recipe : {"sample", "options", "rules", "preset", "statistics kept", "skipped samples"})
        QTest::newRow(recipe) << QString::fromLatin1(recipe);
}

void tst_SameAsCommandLine::quantizeJob_givesTheSameBytes()
{
    QFETCH(QString, recipe);
    const QTemporaryDir folder;
    QuantizeJob job = sampleQuantize(folder);
    QuantConfig& config = job.request.recipe.config;
    if (recipe != QLatin1String("sample"))
        job.request.recipe.calibration->preprocess = *builtinPreprocess("unit");
    if (recipe == QLatin1String("options")) {
        QVERIFY(setOption(config, "PerChannel", true, ErrorCode::InvalidArgument));
        QVERIFY(setOption(config, "Percentile", 99.9, ErrorCode::InvalidArgument));
        config.calibration.method = CalibrationMethod::Percentile;
    }
    if (recipe == QLatin1String("rules"))
        config.exclude = {{ExclusionRule::Kind::OpType, "Gemm", {}, {}}};
    if (recipe == QLatin1String("preset") || recipe == QLatin1String("skipped samples"))
        config = findPreset("XINT8", ErrorCode::InvalidArgument)->config;
    if (recipe == QLatin1String("statistics kept"))
        job.request.cache.folder = in(folder, "it's a cache");
    if (recipe == QLatin1String("skipped samples")) {
        // The samples are chosen among what is left.
        const auto pictures = QDir(toQt(job.request.recipe.calibration->source)).entryList({QStringLiteral("*.png")});
        job.request.recipe.calibration->skip = {toStd(pictures.at(0)), toStd(pictures.at(3))};
    }
    doJob(job);
    const QByteArray ofJob = readFile(pathText(job.request.output));
    std::filesystem::remove(job.request.output);
    const QString text = commandLineOf(job);
    if (recipe == QLatin1String("skipped samples"))
        QVERIFY2(text.contains(QLatin1String("\nqscope quantize ")), qPrintable(text));
    if (recipe == QLatin1String("options") || recipe == QLatin1String("preset"))
        QVERIFY2(text.startsWith(QLatin1String("qscope quantize ")), qPrintable(text));
    VERIFY_STATUS(shell(text), 0);
    QCOMPARE(readFile(pathText(job.request.output)), ofJob);
    QVERIFY(std::filesystem::exists(job.report));
}

void tst_SameAsCommandLine::calibrateJob_givesTheSameBytes_data()
{
    QTest::addColumn<bool>("isMeasured");
    QTest::newRow("equalization predicted") << false;
    QTest::newRow("equalization measured") << true;
}

void tst_SameAsCommandLine::calibrateJob_givesTheSameBytes()
{
    QFETCH(bool, isMeasured);
    const QTemporaryDir folder;
    CalibrateJob job = sampleCalibrate(folder);
    job.request.recipe.config.equalization.include = true;
    if (isMeasured)
        job.request.equalization = CalibrateRequest::Equalization::Measured;
    QCOMPARE(commandLineOf(job).contains(QLatin1String(" --as-run")), isMeasured);
    doJob(job);
    const QByteArray ofJob = readFile(pathText(job.output));
    std::filesystem::remove(job.output);
    VERIFY_STATUS(shell(commandLineOf(job)), 0);
    QCOMPARE(readFile(pathText(job.output)), ofJob);
}

void tst_SameAsCommandLine::evaluateJob_givesTheSameReport()
{
    const QTemporaryDir folder;
    EvaluateJob job = sampleEvaluate(folder);
    DataSpec& data = job.request.evaluation.data;
    const QStringList pictures = QDir(toQt(data.source)).entryList({QStringLiteral("*.png")});
    data.skip = {toStd(pictures.at(0)), toStd(pictures.at(2))};
    doJob(job);
    const QByteArray ofJob = readFile(pathText(job.report));
    std::filesystem::remove(job.report);
    VERIFY_STATUS(shell(commandLineOf(job)), 0);
    QCOMPARE(readFile(pathText(job.report)), ofJob);
}

void tst_SameAsCommandLine::shellSnippet_runsAndChecksTheGates_data()
{
    QTest::addColumn<QString>("gate");
    QTest::addColumn<int>("status");
    QTest::newRow("met") << QStringLiteral("cosine>=0.5") << 0;
    QTest::newRow("not met") << QStringLiteral("cosine>=0.9999999") << 4;
}

void tst_SameAsCommandLine::shellSnippet_runsAndChecksTheGates()
{
    QFETCH(QString, gate);
    QFETCH(int, status);
    const QTemporaryDir folder;
    RunSummary run;
    run.recipe = sampleRecipe(8);
    run.recipe.evaluation = EvaluationRequest{*run.recipe.calibration, {}};
    run.recipe.gates.push_back(*gateFromText(gate.toStdString()));
    const std::filesystem::path script = in(folder, "ci/quantize.sh");
    const Feedback feedback;
    const auto written = exportRun(run, sampleDirectory() / "fashion_cnn.onnx", RunPart::ShellScript, script, feedback);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    VERIFY_STATUS(shell(QStringLiteral("sh ") + pathText(script)), status);
    for (const char* name : {"ci/gates.xml", "ci/run.json", "ci/fashion_cnn_U8S8_AAWS.onnx"})
        QVERIFY2(std::filesystem::exists(in(folder, name)), name);
}

QTEST_MAIN(tst_SameAsCommandLine)
#include "tst_same_as_command_line.moc"
