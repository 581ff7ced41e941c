// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/feedback.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace quantiscope {

/// Cancelled from another thread.
class CancelFlag final : public Feedback
{
public:
    void cancel() { m_canceled.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCanceled() const override { return m_canceled.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> m_canceled = false;
};

/// Short work beside the window: a layout, a search, a look at data. The newest request wins: starting again cancels
/// what runs, and the results of cancelled work are dropped. Belongs to one thread, the window's.
///
/// Destroying it cancels without waiting: work must own (or share) all that it uses, and must poll its Feedback. What
/// it throws never leaves its thread: it is the Error of work that returns a Result; the end of other work, which is
/// then told by failed(). Programs call waitForAll() before the objects that all work shares (the runtime environment)
/// go.
class BackgroundTask final : public QObject
{
    Q_OBJECT

public:
    explicit BackgroundTask(QObject* parent = nullptr);
    ~BackgroundTask() override;

    /// Runs @p work in a thread of a pool, then, in this object's thread, @p done with its result, unless cancelled.
    template <typename Work, typename Done>
    void start(Work work, Done done)
    {
        const std::shared_ptr<CancelFlag> flag = begin();
        run([this, flag, work = std::move(work), done = std::move(done)](const Deliver& deliver) mutable {
            if (flag->isCanceled())
                return;
            using Value = std::invoke_result_t<Work&, Feedback&>;
            std::shared_ptr<Value> result;
            const std::optional<Error> thrown =
                caught([&] { result = std::make_shared<Value>(work(static_cast<Feedback&>(*flag))); });
            if constexpr (kIsResult<Value>) {
                if (thrown)
                    result = std::make_shared<Value>(*thrown);
            }
            if (result)
                deliver(flag, [result, done = std::move(done)]() mutable { done(std::move(*result)); }, {});
            else
                deliver(flag, {}, thrown);
        });
    }

    void cancel();
    [[nodiscard]] bool isRunning() const { return m_current != nullptr; }

    /// Runs @p work, whose end nobody waits for, in a thread of the pool.
    static void runBeside(std::function<void()> work);
    /// Waits until no work of any task runs.
    static void waitForAll();

signals:
    /// Not between the end of one work and the start of the next from its @c done.
    void runningChanged(bool running);
    /// Work that returns no Result ended without one: @p message says why. Its @c done is not called.
    void failed(const QString& message);

private:
    using Deliver =
        std::function<void(std::shared_ptr<CancelFlag>, std::function<void()>, const std::optional<Error>& failure)>;
    template <typename Value>
    static constexpr bool kIsResult = std::is_constructible_v<Value, Error>&& requires(const Value& value)
    {
        value.has_value();
        value.error();
    };

    /// What @p work throws, as an Error.
    static std::optional<Error> caught(const std::function<void()>& work);

    std::shared_ptr<CancelFlag> begin();
    void run(std::function<void(const Deliver&)> work);
    void finish(const std::shared_ptr<CancelFlag>& flag, const std::function<void()>& done,
                const std::optional<Error>& failure);
    void announce();

    std::shared_ptr<CancelFlag> m_current; ///< of the work whose result is awaited
    bool m_isAnnounced = false; ///< what runningChanged() said last
};

} // namespace quantiscope
