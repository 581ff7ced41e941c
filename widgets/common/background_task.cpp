// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/background_task.h"

#include "widgets/common/text.h"

#include <QPointer>
#include <QThread>

#include <algorithm>
#include <exception>
#include <latch>
#include <memory>
#include <new>

namespace quantiscope {

namespace {

/// Cancelled work may take a while to notice: threads enough that newer work need not wait for it.
class Pool final : public QThreadPool
{
public:
    Pool()
    {
        setMaxThreadCount(std::max(kLeastThreads, QThread::idealThreadCount()));
        setExpiryTimeout(-1);
        startThreads();
    }

    /// All at once, to stay. A thread begun later would wait for the loader of shared libraries, and with it whoever
    /// asks for it: 100 to 200 ms of the window when OpenCV loads what it needs for its first picture.
    void startThreads()
    {
        const auto all = std::make_shared<std::latch>(maxThreadCount());
        for (int i = 0; i < maxThreadCount(); ++i)
            start([all] { all->arrive_and_wait(); });
    }

private:
    static constexpr int kLeastThreads = 4;
};

Pool& pool()
{
    static Pool kPool;
    return kPool;
}

} // namespace

BackgroundTask::BackgroundTask(QObject* parent) : QObject(parent)
{
}

BackgroundTask::~BackgroundTask()
{
    if (m_current)
        m_current->cancel();
}

std::shared_ptr<CancelFlag> BackgroundTask::begin()
{
    if (m_current)
        m_current->cancel();
    const auto flag = std::make_shared<CancelFlag>();
    m_current = flag;
    announce();
    return flag; // not m_current: whoever heard may have cancelled
}

void BackgroundTask::announce()
{
    if (m_isAnnounced == isRunning())
        return;
    m_isAnnounced = isRunning();
    emit runningChanged(m_isAnnounced);
}

std::optional<Error> BackgroundTask::caught(const std::function<void()>& work)
{
    try {
        work();
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory for this.", {}};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::RuntimeFailure, std::string("This failed inside: ") + exception.what(), {}};
    } catch (...) {
        return Error{ErrorCode::RuntimeFailure, "This failed inside, without a reason.", {}};
    }
}

void BackgroundTask::run(std::function<void(const Deliver&)> work)
{
    // The task may be destroyed while the work runs: its thread only posts to an object that lives as long as the
    // program, which then looks whether the task is still there.
    static QObject kReceiver;
    const QPointer<BackgroundTask> self(this);
    pool().start([self, work = std::move(work)] {
        work([self](const std::shared_ptr<CancelFlag>& flag, const std::function<void()>& done,
                    const std::optional<Error>& failure) {
            QMetaObject::invokeMethod(
                &kReceiver,
                [self, flag, done, failure] {
                    if (self)
                        self->finish(flag, done, failure);
                },
                Qt::QueuedConnection);
        });
    });
}

void BackgroundTask::finish(const std::shared_ptr<CancelFlag>& flag, const std::function<void()>& done,
                            const std::optional<Error>& failure)
{
    if (flag != m_current || flag->isCanceled())
        return;
    m_current.reset();
    const QPointer<BackgroundTask> self(this);
    if (failure) {
        const QString message = toQt(failure->message);
        qWarning("%s", qUtf8Printable(message));
        emit failed(message);
    } else {
        done();
    }
    if (self)
        announce();
}

void BackgroundTask::cancel()
{
    if (!m_current)
        return;
    m_current->cancel();
    m_current.reset();
    announce();
}

void BackgroundTask::runBeside(std::function<void()> work)
{
    pool().start(std::move(work));
}

void BackgroundTask::waitForAll()
{
    pool().waitForDone(); // which ends the threads
    pool().startThreads();
}

} // namespace quantiscope
