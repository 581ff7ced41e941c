// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images_module/stderr_capture.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace quantiscope {

#ifdef __GLIBC__

namespace {

constexpr std::size_t kMostText = 400;

thread_local std::string* capturedText = nullptr; // of the StderrCapture that lives on this thread
std::FILE* previousStderr = nullptr;

ssize_t writeCaptured(void*, const char* bytes, std::size_t size)
{
    if (!capturedText)
        return ::write(STDERR_FILENO, bytes, size);
    try {
        capturedText->append(bytes, std::min(size, kMostText - std::min(kMostText, capturedText->size())));
    } catch (...) {
        // It is only an explanation.
    }
    return static_cast<ssize_t>(size);
}

/// The stream that stands in for stderr. Never closed: another thread may still be writing to it.
std::FILE* captureStream()
{
    static std::FILE* const stream = [] {
        cookie_io_functions_t functions = {};
        functions.write = writeCaptured;
        std::FILE* made = ::fopencookie(nullptr, "w", functions);
        if (made)
            std::setvbuf(made, nullptr, _IONBF, 0);
        return made;
    }();
    return stream;
}

} // namespace

StderrCapture::StderrCapture()
{
    capturedText = &m_text;
    previousStderr = stderr;
    if (std::FILE* stream = captureStream())
        stderr = stream;
}

StderrCapture::~StderrCapture()
{
    stderr = previousStderr;
    capturedText = nullptr;
}

#else

StderrCapture::StderrCapture() = default;
StderrCapture::~StderrCapture() = default;

#endif

} // namespace quantiscope
