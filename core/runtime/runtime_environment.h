// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <string>

namespace quantiscope {

/// ONNX Runtime's process-wide state. One is made in main() and passed on by reference; its log goes to ours (category
/// "onnxruntime", level debug) and never to the terminal directly. Cheap to make: the library starts on first use, by
/// whichever thread, or with startAhead(). Make it before other threads start: it sets an environment variable, and how
/// the process gives back memory (returnLargeBlocksAtOnce()).
class RuntimeEnvironment
{
public:
    RuntimeEnvironment();
    ~RuntimeEnvironment();
    RuntimeEnvironment(const RuntimeEnvironment&) = delete;
    RuntimeEnvironment& operator=(const RuntimeEnvironment&) = delete;

    /// Lets the library start on a thread of its own (25 ms), for callers that have other work before its first use.
    void startAhead() const;

    /// Version of the loaded library ("1.31.1").
    [[nodiscard]] static std::string libraryVersion();

    struct State;
    [[nodiscard]] State& state() const; ///< for this module only

private:
    mutable std::once_flag m_started;
    mutable std::unique_ptr<State> m_state;
    mutable std::once_flag m_ahead;
    mutable std::future<void> m_starting; ///< its end waits for the start; so it goes first
};

} // namespace quantiscope
