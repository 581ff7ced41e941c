// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace quantiscope {

/// ONNX Runtime's process-wide state. One is made in main() and passed on by reference; its log goes to ours (category
/// "onnxruntime", level debug) and never to the terminal directly. Cheap to make: the library starts on first use.
class RuntimeEnvironment
{
public:
    RuntimeEnvironment();
    ~RuntimeEnvironment();
    RuntimeEnvironment(const RuntimeEnvironment&) = delete;
    RuntimeEnvironment& operator=(const RuntimeEnvironment&) = delete;

    /// Version of the loaded library ("1.31.1").
    [[nodiscard]] static std::string libraryVersion();

    struct State;
    [[nodiscard]] State& state() const; ///< for this module only

private:
    mutable std::unique_ptr<State> m_state;
};

} // namespace quantiscope
