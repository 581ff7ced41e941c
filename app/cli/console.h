// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/feedback.h"

#include <chrono>
#include <string>

namespace quantiscope {

/// Progress and warnings on standard error: one line that is rewritten on a terminal, plain lines otherwise.
class Console final : public Feedback
{
public:
    enum class Verbosity
    {
        Normal,
        Quiet, ///< errors only
    };

    explicit Console(Verbosity verbosity);
    ~Console() override;

    [[nodiscard]] bool isCanceled() const override;
    void progress(const Progress& progress) override;
    void note(const std::string& message) override;
    void warn(const std::string& message) override;

    /// Removes an unfinished progress line.
    void clearLine();

private:
    void showLine(const std::string& line);

    Verbosity m_verbosity;
    bool m_isTerminal;
    bool m_lineShown = false;
    std::string m_stage;
    std::chrono::steady_clock::time_point m_stageStart;
    std::chrono::steady_clock::time_point m_lastShown;
    std::size_t m_firstDone = 0; ///< steps that were done when the stage first told of any
    std::chrono::steady_clock::time_point m_firstDoneTime;
};

/// Prints "qscope: error: …" on standard error and returns the exit status.
int reportError(const Error& error);

} // namespace quantiscope
