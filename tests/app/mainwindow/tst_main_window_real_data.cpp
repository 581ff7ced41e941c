// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/jobs_model.h"
#include "core/config/presets.h"
#include "tests/app/mainwindow/real_data.h"
#include "tests/app/mainwindow/stopwatch.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "tests/cli/qscope_process.h"
#include "widgets/models/runs_model.h"

#include <QJsonObject>
#include <QListView>
#include <QTableView>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kMostOfSecondRun = 1'000.0; ///< milliseconds

} // namespace

/// What the window makes of real models and data is what the command line makes of them, and a second run is quick.
class tst_MainWindowRealData : public WindowTest
{
    Q_OBJECT

private slots:
    void run_hasTheBytesOfTheCommandLine_data();
    void run_hasTheBytesOfTheCommandLine();
    void accuracy_isThatOfTheCommandLine();
    void secondRun_reusesTheStatistics();

private:
    /// Opens a copy of a model of the collection, with a preset and @p samples of its data.
    void openReal(const QString& name, const std::string& preset, std::size_t samples)
    {
        m_model = path(name + u".onnx"_s); // the runs come beside it
        QVERIFY(QFile::copy(modelOf(name), m_model));
        openAndWait(m_model);
        Recipe recipe = editor().recipe();
        recipe.config = findPreset(preset, ErrorCode::InvalidArgument).value().config;
        recipe.calibration = realData(name, path({}));
        recipe.calibration->samples = samples;
        apply(recipe);
    }
    /// An edit, and the time until all that follows from it is shown.
    void apply(const Recipe& recipe)
    {
        editor().apply(u"Test"_s, recipe);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->effect().preview() && !m_window->effect().isRunning(), kLong);
    }
    void quantize()
    {
        runJob("run.quantize");
        const std::shared_ptr<const Job> job = m_window->jobs().jobs().back();
        QVERIFY2(job->status == JobStatus::Finished, job->error ? job->error->message.c_str() : "");
    }
    /// What the table of runs holds.
    [[nodiscard]] QVariant cell(int run, RunsModel::Column column, int role) const
    {
        const QAbstractItemModel* table = m_window->findChild<QTableView*>(u"runs"_s)->model();
        for (int row = 0; row < table->rowCount(); ++row) {
            if (table->index(row, 0).data(RunsModel::NumberRole) == run)
                return table->index(row, int(column)).data(role);
        }
        return {};
    }
    /// The edited recipe as a file.
    [[nodiscard]] QString recipeFile() const
    {
        const QString file = path(u"recipe.json"_s);
        writeFile(file, QByteArray::fromStdString(toJson(editor().recipe()).dump()));
        return file;
    }

    QString m_model;
};

void tst_MainWindowRealData::run_hasTheBytesOfTheCommandLine_data()
{
    QTest::addColumn<QString>("preset");
    for (const char* preset : {"XINT8", "VINT8", "A8W8", "U8S8_AAWS"})
        QTest::newRow(preset) << QString::fromLatin1(preset);
}

void tst_MainWindowRealData::run_hasTheBytesOfTheCommandLine()
{
    QFETCH(const QString, preset);
    if (modelOf(u"yolox_nano"_s).isEmpty())
        QSKIP(kMissing);
    openReal(u"yolox_nano"_s, toStd(preset), 2);
    Recipe recipe = editor().recipe();
    recipe.config.exclude.push_back({ExclusionRule::Kind::Between, {}, {"Conv_327"}, {"Transpose_423"}});
    apply(recipe);
    const QString file = recipeFile();
    quantize();
    QVERIFY(cell(1, RunsModel::Column::Nodes, RunsModel::SortRole).toInt() > 0);
    const QString output = path(u"theirs.onnx"_s);
    VERIFY_STATUS(Qscope(path(u"home"_s)).run({u"quantize"_s, m_model, u"--recipe"_s, file, u"-o"_s, output}), 0);
    QCOMPARE(readFile(pathText(m_window->project().runs().front().output)), readFile(output));
    editor().undoStack().setClean();
}

void tst_MainWindowRealData::accuracy_isThatOfTheCommandLine()
{
    if (modelOf(u"mobilenetv2_cifar10"_s).isEmpty())
        QSKIP(kMissing);
    constexpr int kPictures = 100;
    openReal(u"mobilenetv2_cifar10"_s, "XINT8", 16);
    const QString pictures = sharedFolder(u"data/cifar10/test"_s).path();
    Recipe recipe = editor().recipe();
    DataSpec data = *recipe.calibration;
    data.source = toStd(pictures);
    data.samples = kPictures;
    recipe.evaluation = EvaluationRequest{data, toPath(pictures)}; // a folder for each of the ten classes
    apply(recipe);
    quantize();
    const QVariant ofFloat = cell(0, RunsModel::Column::Accuracy, RunsModel::SortRole);
    const QVariant ofRun = cell(1, RunsModel::Column::Accuracy, RunsModel::SortRole);

    const QString steps = path(u"steps.json"_s);
    writeFile(steps, R"({"channels": "RGB", "mean": [125.3, 123.0, 113.9], "std": [63.0, 62.1, 66.7]})");
    const ProcessResult result =
        Qscope(path(u"home"_s))
            .run({u"evaluate"_s, u"--float"_s, m_model, u"--quantized"_s,
                  pathText(m_window->project().runs().front().output), u"-c"_s, pictures, u"--preprocess"_s, steps,
                  u"--samples"_s, QString::number(kPictures), u"--labels"_s, pictures, u"--json"_s});
    VERIFY_STATUS(result, 0);
    const QJsonValue theirs = result.json()[u"classification"_s];
    QCOMPARE(theirs[u"labelled"_s].toInt(), kPictures);
    QCOMPARE(ofFloat.toDouble(), 100.0 * theirs[u"float"_s][u"top1"_s].toDouble());
    QCOMPARE(ofRun.toDouble(), 100.0 * theirs[u"quantized"_s][u"top1"_s].toDouble());
    QVERIFY2(ofFloat.toDouble() > 80.0, qPrintable(ofFloat.toString())); // prepared as it was trained
    QCOMPARE(cell(1, RunsModel::Column::Accuracy, Qt::DisplayRole).toString(),
             QLocale().toString(ofRun.toDouble(), 'f', 1));
    editor().undoStack().setClean();
}

void tst_MainWindowRealData::secondRun_reusesTheStatistics()
{
    if (modelOf(u"squeezenet_fp32"_s).isEmpty())
        QSKIP(kMissing);
    openReal(u"squeezenet_fp32"_s, "A8W8", 16);
    quantize();
    QVERIFY(!cell(1, RunsModel::Column::Recipe, RunsModel::DifferenceRole).toString().contains(u"reused"_s));
    const Recipe first = editor().recipe();
    int run = 1;
    const auto again = [&](const char* what, const Recipe& recipe) {
        apply(recipe);
        const Stopwatch time;
        quantize();
        const double elapsed = time.elapsed();
        qInfo("%s: %.0f ms (%lld on the clock, %.0f of processor time)", what, elapsed,
              static_cast<long long>(time.onTheClock()), time.worked());
        QVERIFY2(elapsed < kMostOfSecondRun, what);
        ++run;
        const QString row = cell(run, RunsModel::Column::Recipe, RunsModel::DifferenceRole).toString();
        QVERIFY2(row.contains(u"statistics reused"_s), qPrintable(row));
        const auto* tasks = m_window->findChild<QListView*>(u"finishedJobs"_s);
        const QString task = tasks->model()->index(0, 0).data(JobsModel::DetailRole).toString();
        QVERIFY2(task.contains(u"statistics reused"_s), qPrintable(task));
        QVERIFY(readFile(pathText(m_window->project().runs().back().output))
                != readFile(pathText(m_window->project().runs().front().output)));
    };
    using Method = CalibrationMethod;
    for (const auto& [what, method] :
         {std::pair{"Percentile", Method::Percentile}, {"Entropy", Method::Entropy}, {"MinMSE", Method::MinMSE}}) {
        Recipe recipe = first;
        recipe.config.calibration.method = method;
        again(what, recipe);
    }
    Recipe recipe = first;
    recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "MaxPool", {}, {}});
    again("another exclusion", recipe);
    editor().undoStack().setClean();
}

QTEST_MAIN(tst_MainWindowRealData)
#include "tst_main_window_real_data.moc"
