// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/options.h"
#include "core/config/presets.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>

/// engine_texts FILE: writes what the engine's tables say about presets and options as a source for lupdate, which
/// cannot see them: they are data, and the engine knows no Qt. engineText() (widgets/common) looks them up.
namespace {

using namespace quantiscope;

bool isSentence(const std::string& text)
{
    // Of alternatives as in "Int8 | UInt8" only those need translating that say more than names.
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
        const bool besideBar = text.compare(at, 3, " | ") == 0 || (at > 0 && text[at - 1] == '|');
        if (!besideBar)
            return true;
    }
    return false;
}

void addReasons(std::set<std::string>& texts, const QuantConfig& config)
{
    for (const OptionSpec& spec : optionSpecs())
        texts.insert(spec.inert(config));
    texts.insert(options::noMethod(config)); // of CalibrateMethod, which the window shows among the options
}

/// Why options do nothing, as far as one change to @p base brings it about.
void addReasonsAround(std::set<std::string>& texts, const QuantConfig& base)
{
    addReasons(texts, base);
    for (int method = 0; *methodName(CalibrationMethod(method)) != '\0'; ++method) {
        QuantConfig changed = base;
        changed.calibration.method = CalibrationMethod(method);
        addReasons(texts, changed);
    }
    for (const OptionSpec& spec : optionSpecs()) {
        for (std::size_t at = 0; at < spec.values.size();) {
            const std::size_t end = std::min(spec.values.find(" | ", at), spec.values.size());
            const std::string word = spec.values.substr(at, spec.values.find(' ', at) - at);
            nlohmann::json value = nlohmann::json::parse(word, nullptr, false);
            QuantConfig changed = base;
            if (spec.set(changed, value.is_discarded() ? nlohmann::json(word) : value).empty())
                addReasons(texts, changed);
            at = end + 3;
        }
    }
}

/// What was wanted instead of a value that does not fit.
void addWishes(std::set<std::string>& texts, const OptionSpec& spec)
{
    for (const nlohmann::json& value : {nlohmann::json("?"), nlohmann::json(-7.5), nlohmann::json(1e300),
                                        nlohmann::json::array({nullptr}), nlohmann::json::object()}) {
        QuantConfig config;
        texts.insert(spec.set(config, value));
    }
}

std::set<std::string> engineTexts()
{
    std::set<std::string> texts;
    for (const Preset& preset : presets()) {
        texts.insert({preset.family, preset.summary, preset.when});
        addReasonsAround(texts, preset.config);
    }
    for (const UnavailablePreset& preset : unavailablePresets())
        texts.insert(preset.needs);
    for (const OptionSpec& spec : optionSpecs()) {
        texts.insert({spec.group, spec.meaning});
        if (isSentence(spec.values))
            texts.insert(spec.values);
        addWishes(texts, spec);
    }
    texts.erase("");
    return texts;
}

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + '"';
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fputs("Usage: engine_texts FILE\n", stderr);
        return 2;
    }
    std::ofstream file(argv[1], std::ios::binary);
    file << "const char* const kTexts[] = {\n";
    for (const std::string& text : engineTexts())
        file << "    QT_TRANSLATE_NOOP(\"quantiscope::EngineText\", " << quoted(text) << "),\n";
    file << "};\n";
    if (!file.flush()) {
        std::fprintf(stderr, "'%s' cannot be written.\n", argv[1]);
        return 1;
    }
}
