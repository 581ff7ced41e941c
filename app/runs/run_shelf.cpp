// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_shelf.h"

#include "app/document/project.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <algorithm>

namespace quantiscope {

RunShelf::RunShelf(const Project& project, QObject* parent) : QObject(parent), m_project(project)
{
    connect(&project, &Project::runsChanged, this, &RunShelf::refresh);
    connect(&project, &Project::modelChanged, this, [this] { m_details.clear(); }); // other runs of the same numbers
    connect(&m_task, &BackgroundTask::runningChanged, this, &RunShelf::readingChanged);
    connect(&m_task, &BackgroundTask::failed, this, [this](const QString& message) {
        auto details = std::make_shared<RunDetails>();
        details->problem = toStd(message);
        take(m_inWork, std::move(details)); // not again and again
    });
}

RunDetailsPtr RunShelf::find(int run) const
{
    const auto found = m_details.find(run);
    return found == m_details.end() ? nullptr : found->second;
}

void RunShelf::show(std::set<int> runs)
{
    m_wanted = std::move(runs);
    std::erase_if(m_details, [this](const auto& each) { return !m_wanted.contains(each.first); });
    std::erase_if(m_fresh, [this](int run) { return !m_details.contains(run); });
    readNext();
}

void RunShelf::refresh()
{
    m_fresh.clear();
    if (m_task.isRunning())
        m_task.cancel(); // what it reads may be the old file
    std::erase_if(m_details, [this](const auto& each) { return !m_project.run(each.first); });
    readNext();
}

RunFiles RunShelf::filesOf(const RunSummary& run) const
{
    RunFiles files{run, m_project.fileOfRun(run.number, "evaluation"), m_project.fileOfRun(run.number, "analysis"), {}};
    const bool isEvaluation = run.measuredOn == RunSummary::MeasuredOn::Evaluation;
    const Recipe& edited = m_project.editor().recipe();
    for (const Recipe* recipe : {&run.recipe, &edited}) { // measured again, the edited one's data were taken
        if (recipe->evaluation && isEvaluation)
            files.data.push_back(recipe->evaluation->data);
        if (recipe->calibration && !isEvaluation)
            files.data.push_back(*recipe->calibration);
    }
    return files;
}

void RunShelf::readNext()
{
    if (m_task.isRunning())
        return;
    for (const int number : m_wanted) {
        const RunSummary* run = m_project.run(number);
        if (!run || m_fresh.contains(number))
            continue;
        m_inWork = number;
        m_task.start([files = filesOf(*run)](Feedback& feedback) { return readRunDetails(files, feedback); },
                     [this, number](RunDetailsPtr details) { take(number, std::move(details)); });
        return;
    }
}

void RunShelf::take(int run, RunDetailsPtr details)
{
    if (m_wanted.contains(run)) {
        m_details[run] = std::move(details);
        m_fresh.insert(run);
        emit changed(run);
    }
    readNext();
}

bool RunShelf::isRead() const
{
    return std::all_of(m_wanted.begin(), m_wanted.end(),
                       [this](int run) { return m_fresh.contains(run) || !m_project.run(run); });
}

} // namespace quantiscope
