// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images_module/stderr_capture.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <streambuf>
#include <unistd.h>

namespace quantiscope {

namespace {

constexpr std::size_t kMostText = 400;

thread_local std::string* capturedText = nullptr; // of the StderrCapture that lives on this thread

/// Keeps the bytes if this thread has a StderrCapture.
bool keep(const char* bytes, std::size_t size)
{
    if (!capturedText)
        return false;
    try {
        capturedText->append(bytes, std::min(size, kMostText - std::min(kMostText, capturedText->size())));
    } catch (...) {
        // It is only an explanation.
    }
    return true;
}

/// Stands before std::cerr's own buffer.
class CerrFilter final : public std::streambuf
{
public:
    explicit CerrFilter(std::streambuf* target) : m_target(target) { }

protected:
    int_type overflow(int_type c) override
    {
        if (traits_type::eq_int_type(c, traits_type::eof()))
            return traits_type::not_eof(c);
        const char byte = traits_type::to_char_type(c);
        return keep(&byte, 1) ? c : m_target->sputc(byte);
    }
    std::streamsize xsputn(const char* bytes, std::streamsize size) override
    {
        return keep(bytes, static_cast<std::size_t>(size)) ? size : m_target->sputn(bytes, size);
    }
    int sync() override { return capturedText ? 0 : m_target->pubsync(); }

private:
    std::streambuf* m_target;
};

/// Once, and never undone: another thread may be writing.
void filterCerr()
{
    static CerrFilter* const filter = [] {
        auto* made = new CerrFilter(std::cerr.rdbuf());
        std::cerr.rdbuf(made);
        return made;
    }();
    (void)filter;
}

#ifdef __GLIBC__

std::FILE* previousStderr = nullptr;

ssize_t writeCaptured(void*, const char* bytes, std::size_t size)
{
    return keep(bytes, size) ? static_cast<ssize_t>(size) : ::write(STDERR_FILENO, bytes, size);
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

void divertStderr()
{
    previousStderr = stderr;
    if (std::FILE* stream = captureStream())
        stderr = stream;
}

void restoreStderr()
{
    stderr = previousStderr;
}

#else

void divertStderr()
{
}
void restoreStderr()
{
}

#endif

} // namespace

StderrCapture::StderrCapture()
{
    filterCerr();
    capturedText = &m_text;
    divertStderr();
}

StderrCapture::~StderrCapture()
{
    restoreStderr();
    capturedText = nullptr;
}

} // namespace quantiscope
