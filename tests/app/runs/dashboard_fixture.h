// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/project.h"
#include "app/jobs/job_queue.h"
#include "app/pages/runs_page.h"
#include "app/runs/difference_panel.h"
#include "app/runs/metrics_panel.h"
#include "app/runs/run_details.h"
#include "app/runs/samples_panel.h"
#include "core/base/file_io.h"
#include "core/config/presets.h"
#include "tests/app/jobs/sample_jobs.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/plots/lane_plot.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QTableView>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

namespace quantiscope::test {

inline constexpr std::size_t kSamples = 256; // of fewer none flips
inline constexpr int kLong = 60'000; ///< milliseconds that a job may take on a loaded machine

inline nlohmann::json documentOf(const std::filesystem::path& file)
{
    const Result<std::string> text = readTextFile(file, ErrorCode::DiskError);
    return text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
}

inline void write(const std::filesystem::path& file, const nlohmann::json& document)
{
    std::ofstream(file) << document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The dashboard over real runs of the sample: three recipes, measured on labelled pictures.
class DashboardFixture
{
protected:
    /// Once for all tests of a program.
    void makeRuns();
    /// The page with copies of the runs, the second one current.
    void openCopies();
    void close();

    [[nodiscard]] const RunSummary& run(int number) const { return *m_project->run(number); }
    [[nodiscard]] Evaluation measured(int number) const
    {
        return *loadStoredRun(run(number).report).value().evaluation;
    }
    /// Are the files of all shown runs read?
    [[nodiscard]] bool isRead() const
    {
        const auto& runs = m_page->shownRuns();
        return !runs.empty()
            && std::all_of(runs.begin(), runs.end(), [](const RunInView& each) { return each.details != nullptr; })
            && !m_page->differences().isComparing();
    }
    /// Asks for the dashboard's export and answers the dialog, whenever that comes, with @p file.
    void exportDashboard(const std::filesystem::path& file);
    [[nodiscard]] LanePlot& plot() const { return *m_page->findChild<LanePlot*>(QStringLiteral("samplePlot")); }
    [[nodiscard]] QAbstractItemModel& runsTable() const
    {
        return *m_page->findChild<QTableView*>(QStringLiteral("runs"))->model();
    }

    QTemporaryDir m_made; ///< the runs, made once
    ProjectFile m_file;
    std::unique_ptr<QTemporaryDir> m_folder; ///< of a test: copies of them
    std::unique_ptr<Project> m_project;
    std::unique_ptr<ActionRegistry> m_actions;
    std::unique_ptr<RunsPage> m_page;
};

inline void DashboardFixture::makeRuns()
{
    applyTheme(*qApp, ThemeChoice::Light);
    const std::filesystem::path model = in(m_made, "fashion.onnx");
    std::filesystem::copy_file(sampleDirectory() / "fashion_cnn.onnx", model);
    Recipe recipe = sampleRecipe(8);
    recipe.evaluation.emplace();
    recipe.evaluation->data = *recipe.calibration;
    recipe.evaluation->data.source = (sampleDirectory() / "test").string();
    recipe.evaluation->data.samples = kSamples;
    recipe.evaluation->labels = sampleDirectory() / "test" / "labels.tsv";
    const std::string output = Model::load(model, {}, *std::make_unique<Feedback>())->outputs().front().name;
    recipe.parts = {*partFromText("first", output + "[..., :3]")};
    Project project;
    project.start(model, recipe);
    project.setRunsFolder(in(m_made, "runs"));
    JobQueue queue(environment());
    for (const char* preset : {"U8S8_AAWS", "XINT8", "A8W8"}) {
        Recipe next = project.editor().recipe();
        next.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        if (std::string_view(preset) == "A8W8")
            next.config.exclude.push_back({ExclusionRule::Kind::OpType, "Gemm", {}, {}});
        project.editor().apply(QString::fromLatin1(preset), next);
        QuantizeJob job = project.nextRun();
        job.request.threads = 1;
        job.request.cache.folder.clear();
        const int id = queue.add(job);
        QTRY_VERIFY_WITH_TIMEOUT(queue.isIdle(), kLong);
        const auto done = queue.job(id);
        QVERIFY2(done->result, done->error ? done->error->message.c_str() : "");
        (void)project.addRun(job, std::get<RunReport>(*done->result), 1.0);
    }
    m_file = project.file();
    QCOMPARE(m_file.runs.size(), std::size_t(3));
    QVERIFY(m_file.runs[0].accuracy);
}

inline void DashboardFixture::openCopies()
{
    m_folder = std::make_unique<QTemporaryDir>();
    std::filesystem::copy(in(m_made, "runs"), in(*m_folder, "runs"));
    ProjectFile file = m_file;
    file.runsFolder = in(*m_folder, "runs");
    for (RunSummary& run : file.runs) {
        run.output = file.runsFolder / run.output.filename();
        run.report = file.runsFolder / run.report.filename();
    }
    m_project = std::make_unique<Project>();
    m_actions = std::make_unique<ActionRegistry>();
    m_page = std::make_unique<RunsPage>(*m_project, *m_actions);
    m_page->resize(1280, 800);
    m_project->open(in(*m_folder, "p.qsproj"), std::move(file));
    m_page->setCurrentRun(2);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    QTRY_VERIFY_WITH_TIMEOUT(isRead(), kLong);
}

inline void DashboardFixture::exportDashboard(const std::filesystem::path& file)
{
    auto* answer = new QTimer(m_page.get());
    QObject::connect(answer, &QTimer::timeout, answer, [answer, file] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        answer->stop();
        dialog->setOption(QFileDialog::DontConfirmOverwrite);
        dialog->selectFile(pathText(file));
        QMetaObject::invokeMethod(dialog, "accept");
    });
    answer->start(10);
    m_actions->action(QStringLiteral("runs.exportDashboard"))->trigger();
}

inline void DashboardFixture::close()
{
    m_page.reset();
    m_actions.reset();
    m_project.reset();
    BackgroundTask::waitForAll();
}

} // namespace quantiscope::test
