// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_memory.h"
#include "core/runtime/ort_state.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <exception>
#include <string_view>

namespace quantiscope {

namespace {

void ORT_API_CALL logMessage(void*, OrtLoggingLevel, const char* category, const char*, const char*,
                             const char* message)
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

/// Position behind the parenthesis that closes the one at @p open, or npos.
std::size_t behindParenthesis(const std::string& text, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return std::string::npos;
}

/// Position behind the function that @p text names from @p at on: "Compute", or, when @p isSignature,
/// "void onnxruntime::Loop::Compute(int) const [with T = float]". @p at itself when it cannot be told.
std::size_t behindFunction(const std::string& text, std::size_t at, bool isSignature)
{
    if (!isSignature)
        return std::min(text.find(' ', at), text.size());
    std::size_t end = at;
    do { // "operator()(int)", "f()::<lambda(int)>"
        const std::size_t open = text.find('(', end);
        end = open == std::string::npos ? open : behindParenthesis(text, open);
        if (end == std::string::npos)
            return at;
        if (text.compare(end, 1, ">") == 0)
            ++end;
    } while (end < text.size() && text[end] != ' ');
    for (const std::string_view word : {" const", " noexcept"}) {
        if (text.compare(end, word.size(), word) == 0)
            end += word.size();
    }
    if (text.compare(end, 6, " [with") == 0)
        end = std::min(behindParenthesis(text, end + 1), text.size());
    return end;
}

/// Removes the first "…/file.cc:123 void onnxruntime::f(int) condition was false. " or "file.h:123 f " and tells
/// whether there was one; the sentence behind it stays.
bool removeLocation(std::string& text)
{
    for (const std::string_view suffix : {".cc:", ".h:"}) {
        const std::size_t dot = text.find(suffix);
        if (dot == std::string::npos)
            continue;
        const std::size_t line = dot + suffix.size();
        const std::size_t function = text.find_first_not_of("0123456789", line);
        if (function == line || function == std::string::npos || text[function] != ' ')
            continue;
        const std::size_t before = text.find_last_of(" :'", dot);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        const bool isSignature = text.find('/', begin) < dot; // whole paths come with whole signatures
        std::size_t end = behindFunction(text, function + 1, isSignature);
        constexpr std::string_view kCheck = " was false. ";
        if (const std::size_t check = text.find(kCheck, end); isSignature && check < text.size() - kCheck.size())
            end = check + kCheck.size();
        text.erase(begin, text.find_first_not_of(' ', end) - begin);
        return true;
    }
    return false;
}

/// @p text without what follows its first @p most bytes.
std::string shortened(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return std::string(text);
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end; // not inside a UTF-8 sequence
    return std::string(text.substr(0, end)) + " …";
}

/// The operator that failed, "node 'add' (Add): ", with its message left in @p text, which begins with "Non-zero status
/// code returned while running Add node. Name:'add' Status Message: …". Of operators inside of each other the innermost
/// one; empty, and @p text as it is, when no operator failed. The name is the model's: it may hold anything, also the
/// words that follow it.
std::string takeOperator(std::string_view& text)
{
    constexpr std::string_view kBegin = "Non-zero status code returned while running ";
    constexpr std::string_view kName = " node. Name:'";
    constexpr std::string_view kMessage = "' Status Message: ";
    constexpr std::size_t kLongestName = 120;
    const std::size_t begin = text.rfind(kBegin);
    const std::size_t typeEnd = begin == std::string_view::npos ? begin : text.find(kName, begin);
    const std::size_t nameEnd = text.rfind(kMessage);
    if (typeEnd == std::string_view::npos || nameEnd == std::string_view::npos || nameEnd < typeEnd + kName.size())
        return {};
    const std::string_view type = text.substr(begin + kBegin.size(), typeEnd - begin - kBegin.size());
    const std::string_view name = text.substr(typeEnd + kName.size(), nameEnd - typeEnd - kName.size());
    text.remove_prefix(nameEnd + kMessage.size());
    return "node '" + shortened(name, kLongestName) + "' (" + shortened(type, kLongestName) + "): ";
}

std::string readable(std::string_view what)
{
    // "[ONNXRuntimeError] : 1 : FAIL : …", "…/file.cc:123 void onnxruntime::f(int) …" and the like.
    for (const std::string_view prefix : {"[ONNXRuntimeError] : ", "Exception during initialization: "}) {
        if (what.starts_with(prefix))
            what.remove_prefix(prefix.size());
    }
    // Names and values of the model are in the text, as long as it likes: what follows looks at its beginning only.
    constexpr std::size_t kMostLookedAt = 8192;
    constexpr int kMostLocations = 16;
    constexpr std::size_t kLongest = 400;
    const std::string failed = takeOperator(what);
    std::string text = shortened(what, kMostLookedAt);
    for (int i = 0; i < kMostLocations && removeLocation(text); ++i) { }
    cutBefore(text, "\nStacktrace:");
    cutBefore(text, "==> Context");
    text = failed + text;
    for (char& c : text) {
        if (std::iscntrl(static_cast<unsigned char>(c)))
            c = ' ';
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    return shortened(text, kLongest);
}

} // namespace

RuntimeEnvironment::State::State() : env(OrtLoggingLevel::ORT_LOGGING_LEVEL_WARNING, "quantiscope", logMessage, nullptr)
{
}

RuntimeEnvironment::RuntimeEnvironment()
{
    // The prebuilt library reports usage over the network and leaves files in the home folder unless it is told not to
    // before it starts.
    ::setenv("ORT_DISABLE_TELEMETRY", "1", 1);
    returnLargeBlocksAtOnce();
}

RuntimeEnvironment::~RuntimeEnvironment() = default;

RuntimeEnvironment::State& RuntimeEnvironment::state() const
{
    std::call_once(m_started, [this] { m_state = std::make_unique<State>(); });
    return *m_state;
}

void RuntimeEnvironment::startAhead() const
{
    const auto start = [this] {
        try {
            (void)state();
        } catch (const std::exception& exception) {
            spdlog::debug("onnxruntime does not start: {}", exception.what()); // told by its first use
        }
    };
    std::call_once(m_ahead, [&] { m_starting = std::async(std::launch::async | std::launch::deferred, start); });
}

std::string RuntimeEnvironment::libraryVersion()
{
    return Ort::GetVersionString();
}

Error runtimeError(const Ort::Exception& exception, std::string_view action)
{
    const std::string text = readable(exception.what());
    const bool outOfMemory = text.find("bad_alloc") != std::string::npos
        || text.find("Failed to allocate") != std::string::npos || text.find("out of memory") != std::string::npos;
    return {outOfMemory ? ErrorCode::OutOfMemory : ErrorCode::RuntimeFailure,
            "ONNX Runtime cannot " + std::string(action) + ": " + text + ".",
            {}};
}

} // namespace quantiscope
