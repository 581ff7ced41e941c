// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/project_file.h"
#include "widgets/common/background_task.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace quantiscope {

class Project;
class RecoveryFile;

/// Unsaved work that a window left behind which did not end in order.
struct RecoveredWork
{
    QString file; ///< where it lies
    std::filesystem::path project; ///< the project that was open; empty: one that was never saved
    QString title;
    QDateTime time; ///< of its last change
};

/// The folder where windows keep their unsaved work.
[[nodiscard]] QString recoveryFolder();

/// Work in @p folder whose window does not run any more, newest first. Files that are none are passed over.
[[nodiscard]] std::vector<RecoveredWork> recoverableWork(const QString& folder);

[[nodiscard]] Result<ProjectFile> readRecovered(const RecoveredWork& work);

/// Deletes it.
void discardRecovered(const RecoveredWork& work);

/// Keeps what a project holds and its file does not: written a little after every edit, deleted when it was saved. A
/// file and a lock for each window, so that two do not collide.
class Autosave final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kUsualDelay = 2'000;

    /// @p project must outlive it. @p delay is in milliseconds.
    Autosave(Project& project, QString folder, int delay = kUsualDelay, QObject* parent = nullptr);
    /// The window ends in order: whatever was asked about unsaved work was answered. Deletes the file.
    ~Autosave() override;

    [[nodiscard]] QString file() const { return m_file; }

    /// The project holds this work now: its file goes when the work is kept anew, saved, or left.
    void takeOver(const RecoveredWork& work);

signals:
    void written();
    void failed(const QString& message); ///< the work could not be kept; told once until it works again

private:
    void onChanged();
    void write();
    void discard();
    void dropTaken();

    Project& m_project;
    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    BackgroundTask m_task;
    std::shared_ptr<RecoveryFile> m_keeper; ///< of m_file, shared with what writes it
    std::vector<RecoveredWork> m_taken;
    bool m_hasFailed = false;
};

} // namespace quantiscope
