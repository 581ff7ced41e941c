// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/abandonable_work.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::chrono::milliseconds kPoll(20);

/// One call of runAbandonable(), shared by the thread and whoever waits.
struct Job
{
    std::function<void()> work;
    std::function<void()> cleanUp;
    std::mutex mutex;
    std::condition_variable done;
    bool isDone = false;

    void run()
    {
        work();
        work = nullptr; // what it owns goes before anybody hears that it is done
        const std::lock_guard lock(mutex);
        isDone = true;
        done.notify_all();
    }
};

/// What was abandoned and may still run. Never destroyed: it is used while the process ends.
struct Abandoned
{
    std::mutex mutex;
    std::list<std::shared_ptr<Job>> jobs;
    bool endsOnExit = false;

    static Abandoned& instance()
    {
        static auto* const abandoned = new Abandoned;
        return *abandoned;
    }
};

/// Jobs that still run.
std::list<std::shared_ptr<Job>> runningJobs()
{
    Abandoned& abandoned = Abandoned::instance();
    const std::lock_guard lock(abandoned.mutex);
    abandoned.jobs.remove_if([](const std::shared_ptr<Job>& job) {
        const std::lock_guard jobLock(job->mutex);
        return job->isDone;
    });
    return abandoned.jobs;
}

#ifdef __GLIBC__

void endProcess(int status, void*)
{
    const auto jobs = runningJobs();
    if (jobs.empty())
        return;
    for (const auto& job : jobs)
        job->cleanUp();
    std::fflush(nullptr);
    ::_exit(status);
}

void registerEnd()
{
    ::on_exit(endProcess, nullptr);
}

#else

void waitForJobs()
{
    for (const auto& job : runningJobs()) {
        std::unique_lock lock(job->mutex);
        job->done.wait(lock, [&job] { return job->isDone; });
    }
}

void registerEnd()
{
    std::atexit(waitForJobs);
}

#endif

void abandon(std::shared_ptr<Job> job)
{
    Abandoned& abandoned = Abandoned::instance();
    (void)runningJobs(); // forgets those that are done
    const std::lock_guard lock(abandoned.mutex);
    abandoned.jobs.push_back(std::move(job));
    if (!std::exchange(abandoned.endsOnExit, true))
        registerEnd();
}

} // namespace

bool runAbandonable(std::function<void()> work, std::function<void()> cleanUp, const Feedback& feedback)
{
    if (feedback.isCanceled())
        return false;
    const auto job = std::make_shared<Job>();
    job->work = std::move(work);
    job->cleanUp = std::move(cleanUp);
    std::thread thread([job] { job->run(); });
    {
        std::unique_lock lock(job->mutex);
        while (!job->done.wait_for(lock, kPoll, [&job] { return job->isDone; })) {
            if (feedback.isCanceled()) {
                lock.unlock();
                thread.detach();
                abandon(job);
                return false;
            }
        }
    }
    thread.join();
    return true;
}

} // namespace quantiscope
