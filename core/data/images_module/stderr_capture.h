// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace quantiscope {

/// Keeps what this thread writes to C's `stderr` and C++'s std::cerr while the object lives, instead of printing it.
///
/// libpng, libjpeg and OpenCV itself print their complaints about a damaged picture, and OpenCV leaves no way to tell
/// them otherwise. The C library's `stderr` variable is pointed at a stream of our own meanwhile (where the C library
/// does not allow that, nothing is kept of it); std::cerr gets a buffer of our own once and for all. What other threads
/// write goes out as always. One object at a time.
class StderrCapture
{
public:
    StderrCapture();
    ~StderrCapture();
    StderrCapture(const StderrCapture&) = delete;
    StderrCapture& operator=(const StderrCapture&) = delete;

    /// What was written so far, at most a few hundred bytes.
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace quantiscope
