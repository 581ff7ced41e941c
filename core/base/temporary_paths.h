// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace quantiscope {

/// Remembers a temporary file or folder for as long as the object lives, so that a signal handler can remove it.
///
/// The table is of fixed size: a path that does not fit, or one too many, is not remembered, which costs a left-over
/// file after a second Ctrl-C and nothing else. Thread-safe.
class TemporaryPath
{
public:
    /// To be made before the file is, so that no signal comes between the two.
    explicit TemporaryPath(const std::string& path);
    ~TemporaryPath();
    TemporaryPath(const TemporaryPath&) = delete;
    TemporaryPath& operator=(const TemporaryPath&) = delete;

private:
    std::size_t m_slot;
};

/// Removes every remembered file, and every remembered folder with what is in it. Async-signal-safe; for a process that
/// is about to end.
void removeTemporaryPaths() noexcept;

/// @p count random letters and digits for a temporary name.
[[nodiscard]] std::string randomSuffix(std::size_t count = 6);

} // namespace quantiscope
