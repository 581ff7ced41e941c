// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/run_export.h"
#include "app/runs/dashboard_report.h"
#include "widgets/common/background_task.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <deque>
#include <functional>

class QWidget;

namespace quantiscope {

class Project;

/// Writes parts of runs to files, one after the other in the background, after asking where.
class RunExporter final : public QObject
{
    Q_OBJECT

public:
    /// @p window is below the dialogs. Both must outlive the exporter.
    RunExporter(const Project& project, QWidget* window);

    /// Asks for a file, beginning where the last one went, and writes @p part of the run to it.
    void ask(RunPart part, const RunSummary& run);
    /// Writes it after what is being written already.
    /// @p model is the float model of the run's project.
    void write(const RunSummary& run, const std::filesystem::path& model, RunPart part, const QString& file);
    /// The same of what is shown of several runs, as the file's name says: see quantiscope::writeDashboard().
    void askDashboard(const Dashboard& dashboard);
    void writeDashboard(const Dashboard& dashboard, const QString& file);
    [[nodiscard]] bool isBusy() const { return !m_exports.empty(); }

signals:
    void started(); ///< nothing was waiting before
    void exported(const QStringList& files); ///< all that an export wrote
    void failed(int run, const QString& message);
    void ended(bool allWritten); ///< none is waiting or being written any more

private:
    [[nodiscard]] QString suggestedFile(RunPart part, const RunSummary& run) const;
    struct Export
    {
        int run = 0;
        QStringList files; ///< all that it writes
        std::function<Result<void>(Feedback&)> write;
    };
    void add(Export next);
    void startNext();

    const Project& m_project;
    QWidget* m_window;
    QString m_lastFolder; ///< empty: beside the model
    std::deque<Export> m_exports; ///< the first one is being written
    bool m_hasFailed = false; ///< one since the first that was queued
    BackgroundTask m_task;
};

} // namespace quantiscope
