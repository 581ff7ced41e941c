// SPDX-License-Identifier: GPL-3.0-or-later
// Time from the start of a program to what is to be seen of it, taken from outside: from the pixels of the screen.
//     bench_window_start PROGRAM [ARGUMENT…]
// Needs an X server of its own (xvfb-run), on which nothing else draws.
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QPixmap>
#include <QProcess>
#include <QScreen>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int kTimes = 7; ///< the first fills the caches of the system and does not count
constexpr int kPauseMs = 4; ///< between two looks
constexpr qint64 kStillMs = 1000; ///< without a change: it is finished
constexpr qint64 kMostMs = 20000;

struct Times
{
    qint64 first = -1; ///< until something was there
    qint64 still = -1; ///< until the last change
    qint64 queued = 0; ///< that the program's first thread stood in the queue for a processor until the first picture
};

/// Milliseconds that the first thread of a process has queued for a processor; 0 where the system does not tell.
qint64 queuedTime(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/schedstat").arg(process));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() / 1'000'000 : 0;
}

/// The middle of the screen: enough to see changes, little enough not to take the processor from the program.
QImage look()
{
    QScreen* screen = QGuiApplication::primaryScreen();
    const QSize size = screen->size();
    return screen->grabWindow(0, size.width() / 4, size.height() / 4, size.width() / 2, size.height() / 2).toImage();
}

Times timesOf(const QString& program, const QStringList& arguments)
{
    QImage seen = look();
    Times times;
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    if (!process.waitForStarted())
        return times;
    while (timer.elapsed() < kMostMs && (times.still < 0 || timer.elapsed() - times.still < kStillMs)) {
        QThread::msleep(kPauseMs);
        const QImage now = look();
        if (now == seen)
            continue;
        seen = now;
        times.still = timer.elapsed();
        if (times.first < 0) {
            times.first = times.still;
            times.queued = queuedTime(process.processId());
        }
    }
    process.terminate();
    if (!process.waitForFinished(2000)) {
        process.kill();
        process.waitForFinished();
    }
    return times;
}

} // namespace

int main(int argc, char** argv)
{
    QGuiApplication application(argc, argv);
    QStringList arguments = QGuiApplication::arguments().mid(1);
    if (arguments.isEmpty() || QGuiApplication::platformName() != QStringLiteral("xcb")) {
        std::fputs("usage, on an X server: bench_window_start PROGRAM [ARGUMENT...]\n", stderr);
        return 2;
    }
    const QString program = arguments.takeFirst();
    std::vector<qint64> first;
    std::vector<qint64> still;
    std::vector<qint64> own;
    for (int i = 0; i < kTimes; ++i) {
        const Times times = timesOf(program, arguments);
        if (times.first < 0) {
            std::fprintf(stderr, "%s: nothing was drawn\n", qPrintable(program));
            return 1;
        }
        if (i == 0)
            continue;
        first.push_back(times.first);
        still.push_back(times.still);
        own.push_back(times.first - times.queued);
    }
    std::sort(first.begin(), first.end());
    std::sort(still.begin(), still.end());
    std::sort(own.begin(), own.end());
    std::printf("first picture %lld ms (slowest %lld; not counting the queue for a processor %lld), "
                "finished %lld ms (slowest %lld)\n",
                static_cast<long long>(first[first.size() / 2]), static_cast<long long>(first.back()),
                static_cast<long long>(own[own.size() / 2]), static_cast<long long>(still[still.size() / 2]),
                static_cast<long long>(still.back()));
    return 0;
}
