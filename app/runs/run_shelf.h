// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/run_details.h"
#include "widgets/common/background_task.h"

#include <QObject>

#include <map>
#include <set>

namespace quantiscope {

class Project;

/// What is known of the runs that are shown, read from their files in the background, one run after the other. What was
/// read before stays until its successor is there.
class RunShelf final : public QObject
{
    Q_OBJECT

public:
    /// @p project must outlive the shelf.
    explicit RunShelf(const Project& project, QObject* parent = nullptr);

    /// Reads what is missing of these runs and lets go of all others.
    void show(std::set<int> runs);
    /// Null: not read yet.
    [[nodiscard]] RunDetailsPtr find(int run) const;
    /// Their files may say something else now.
    void refresh();
    [[nodiscard]] bool isReading() const { return m_task.isRunning(); }
    /// Of all runs to show: is find() what their files say now, or say that they cannot be read?
    [[nodiscard]] bool isRead() const;

signals:
    void changed(int run); ///< find() gives something else
    void readingChanged(bool isReading);

private:
    [[nodiscard]] RunFiles filesOf(const RunSummary& run) const;
    void readNext();
    void take(int run, RunDetailsPtr details);

    const Project& m_project;
    std::set<int> m_wanted;
    std::set<int> m_fresh; ///< of those in m_details, what was read since the last change
    std::map<int, RunDetailsPtr> m_details;
    int m_inWork = 0;
    BackgroundTask m_task;
};

} // namespace quantiscope
