// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "app/cli/interrupt.h"
#include "app/cli/text_table.h"
#include "core/base/printable.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace quantiscope {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTerminalInterval(80);
constexpr std::chrono::seconds kPlainInterval(10);

std::string bar(std::size_t done, std::size_t total)
{
    constexpr std::size_t kWidth = 24;
    const std::size_t filled = total > 0 ? done * kWidth / total : 0;
    return "[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "]";
}

} // namespace

Console::Console(Verbosity verbosity) : m_verbosity(verbosity), m_isTerminal(::isatty(STDERR_FILENO) == 1)
{
}

Console::~Console()
{
    clearLine();
}

bool Console::isCanceled() const
{
    return isInterrupted();
}

void Console::progress(const Progress& progress)
{
    if (m_verbosity == Verbosity::Quiet)
        return;
    const Clock::time_point now = Clock::now();
    const bool newStage = progress.stage != m_stage;
    if (newStage) {
        m_stage = progress.stage;
        m_stageStart = now;
        m_firstDone = 0;
    }
    if (progress.done > 0 && m_firstDone == 0) {
        m_firstDone = progress.done;
        m_firstDoneTime = now;
    }
    const bool finished = progress.total > 0 && progress.done >= progress.total;
    const auto interval = m_isTerminal ? Clock::duration(kTerminalInterval) : Clock::duration(kPlainInterval);
    if (!finished && !newStage && now - (m_isTerminal ? m_lastShown : std::max(m_lastShown, m_stageStart)) < interval)
        return;
    if (!m_isTerminal && (newStage || progress.total == 0))
        return; // a line for every stage would drown what matters in a log
    if (!m_isTerminal && finished && now - m_stageStart < kPlainInterval)
        return;
    m_lastShown = now;
    std::string line(progress.stage);
    if (progress.total > 0) {
        line += " " + (m_isTerminal ? bar(progress.done, progress.total) + " " : std::string());
        line +=
            std::string(progress.unit) + " " + std::to_string(progress.done) + " of " + std::to_string(progress.total);
        if (progress.done > m_firstDone && !finished) {
            // From the first step on: loading the model and the like come before it and only once.
            const double elapsed = std::chrono::duration<double>(now - m_firstDoneTime).count();
            const double left = elapsed / static_cast<double>(progress.done - m_firstDone)
                * static_cast<double>(progress.total - progress.done);
            line += ", " + secondsText(left) + " left";
        }
    } else {
        line += " …";
    }
    showLine(line);
}

void Console::showLine(const std::string& line)
{
    if (m_isTerminal) {
        std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
        std::fflush(stderr);
        m_lineShown = true;
    } else {
        std::fprintf(stderr, "%s\n", line.c_str());
    }
}

void Console::clearLine()
{
    if (m_lineShown)
        std::fprintf(stderr, "\r\x1b[K");
    m_lineShown = false;
}

void Console::note(const std::string& message)
{
    if (m_verbosity == Verbosity::Quiet)
        return;
    clearLine();
    std::fprintf(stderr, "qscope: %s\n", wholePrintable(message).c_str());
}

void Console::warn(const std::string& message)
{
    if (m_verbosity == Verbosity::Quiet)
        return;
    clearLine();
    std::fprintf(stderr, "qscope: warning: %s\n", wholePrintable(message).c_str());
}

int reportError(const Error& error)
{
    std::fprintf(stderr, "qscope: %s%s\n",
                 error.code == ErrorCode::Canceled ? "" : "error: ", wholePrintable(error.message).c_str());
    return exitStatus(error.code);
}

} // namespace quantiscope
