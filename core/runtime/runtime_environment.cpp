// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/ort_state.h"

#include <spdlog/spdlog.h>

#include <cctype>

namespace quantiscope {

namespace {

void ORT_API_CALL logMessage(void*, OrtLoggingLevel, const char* category, const char*, const char*, const char* message)
{
    spdlog::debug("onnxruntime [{}] {}", category, message);
}

/// Cuts the text at the first of the given marks.
void cutBefore(std::string& text, std::string_view mark)
{
    const std::size_t at = text.find(mark);
    if (at != std::string::npos && at > 0)
        text.erase(at);
}

std::string readable(std::string text)
{
    // "[ONNXRuntimeError] : 1 : FAIL : …", "…/file.cc:123 void onnxruntime::f(int) …" and the like.
    for (const std::string_view prefix : {"[ONNXRuntimeError] : ", "Exception during initialization: "}) {
        if (text.rfind(prefix, 0) == 0)
            text.erase(0, prefix.size());
    }
    if (const std::size_t at = text.find(".cc:"); at != std::string::npos) {
        // The sentence follows the signature's closing parenthesis.
        const std::size_t end = text.find(") ", at);
        if (end != std::string::npos)
            text.erase(0, end + 2);
    }
    cutBefore(text, "\nStacktrace:");
    cutBefore(text, "==> Context");
    for (char& c : text) {
        if (std::iscntrl(static_cast<unsigned char>(c)))
            c = ' ';
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    constexpr std::size_t kLongest = 400;
    if (text.size() > kLongest)
        text = text.substr(0, kLongest) + " …";
    return text;
}

} // namespace

RuntimeEnvironment::State::State()
    : env(OrtLoggingLevel::ORT_LOGGING_LEVEL_WARNING, "quantiscope", logMessage, nullptr)
{
}

RuntimeEnvironment::RuntimeEnvironment() = default;
RuntimeEnvironment::~RuntimeEnvironment() = default;

RuntimeEnvironment::State& RuntimeEnvironment::state() const
{
    if (!m_state)
        m_state = std::make_unique<State>();
    return *m_state;
}

std::string RuntimeEnvironment::libraryVersion()
{
    return Ort::GetVersionString();
}

Error runtimeError(const Ort::Exception& exception, std::string_view action)
{
    const std::string text = readable(exception.what());
    const bool outOfMemory = text.find("bad_alloc") != std::string::npos || text.find("Failed to allocate") != std::string::npos
        || text.find("out of memory") != std::string::npos;
    return {outOfMemory ? ErrorCode::OutOfMemory : ErrorCode::RuntimeFailure,
            "ONNX Runtime cannot " + std::string(action) + ": " + text + ".", {}};
}

} // namespace quantiscope
