// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/command_line_text.h"

#include "core/base/number_text.h"
#include "core/config/group_rule.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/data/preprocess_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace quantiscope {

using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// The word that stands for the temporary file of @p variable: no argument of a program can hold a NUL byte.
std::string fileWord(const std::string& variable)
{
    return '\0' + variable;
}

/// The variables of the temporary files.
constexpr const char* kRecipeVariable = "recipe";
constexpr const char* kPreprocessVariable = "preprocess";
constexpr const char* kSkipVariable = "skip";

/// Not what begins like one: a file may hold names with NUL bytes, which would be a shell's to run then.
bool isFileWord(const std::string& word)
{
    return word == fileWord(kRecipeVariable) || word == fileWord(kPreprocessVariable)
        || word == fileWord(kSkipVariable);
}

/// Can a program be given all of @p words?
bool areArguments(const Words& words)
{
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        return isFileWord(word) || word.find('\0') == std::string::npos;
    });
}

void add(Words& words, const char* option, std::string value)
{
    words.emplace_back(option);
    words.push_back(std::move(value));
}

std::string absolutePath(const std::filesystem::path& path)
{
    return path.empty() ? std::string() : std::filesystem::absolute(path).lexically_normal().string();
}

/// Data as the command line names them.
std::string sourceWord(const std::string& source)
{
    return isRandomData(source) ? source : absolutePath(source);
}

/// The name of the built-in preprocessing that @p spec is, or nothing.
std::optional<std::string> builtinName(const PreprocessSpec& spec)
{
    for (const std::string& name : builtinPreprocessNames()) {
        if (spec == *builtinPreprocess(name))
            return name;
    }
    return std::nullopt;
}

/// --cache, --memory-budget and --threads: none of them changes the result.
void addLimits(Words& words, int threads, const std::optional<std::uint64_t>& budget, const CacheRequest& cache)
{
    if (threads > 0)
        add(words, "--threads", std::to_string(threads));
    if (budget)
        add(words, "--memory-budget", std::to_string(*budget));
    if (!cache.folder.empty())
        add(words, "--cache", absolutePath(cache.folder));
}

/// Can a line of a file of --skip be @p name?
bool isLine(const std::string& name)
{
    return !name.empty() && name.find('\n') == std::string::npos && !name.ends_with('\r');
}

/// The options that name @p data; false when they cannot say it. A list of names goes into the file of kSkipVariable.
bool addData(Words& words, const DataSpec& data)
{
    if (data.most > 0 || !(data.random == RandomInputs()) || !std::all_of(data.skip.begin(), data.skip.end(), isLine)
        || (isRandomData(data.source) && !data.skip.empty()))
        return false;
    const bool ownSeed = isRandomData(data.source) && data.source != "random";
    add(words, "-c", sourceWord(data.source));
    if (mayBePictures(data.source)) {
        const std::optional<std::string> name = builtinName(data.preprocess);
        if (!name)
            return false;
        add(words, "--preprocess", *name);
    }
    if (data.samples > 0)
        add(words, "--samples", std::to_string(data.samples));
    if (data.seed > 0 && !ownSeed)
        add(words, "--seed", std::to_string(data.seed));
    if (!data.skip.empty())
        add(words, "--skip", fileWord(kSkipVariable));
    return true;
}

bool addOptions(Words& words, const QuantConfig& config)
{
    const Result<Preset> preset = findPreset(config.preset, ErrorCode::InvalidArgument);
    if (!preset)
        return false;
    add(words, "--preset", config.preset);
    QuantConfig said = preset->config;
    for (const OptionSpec& spec : optionSpecs()) {
        const json value = spec.get(config);
        if (value == spec.get(said))
            continue;
        const std::string text =
            value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
        const std::string assignment = spec.name + "=" + text;
        if (!setOptionFromText(said, assignment))
            return false;
        add(words, "--set", assignment);
    }
    // What the options could not say, or said more than was asked for.
    said.exclude = config.exclude;
    said.layers = config.layers;
    return said == config;
}

bool addExclusions(Words& words, const std::vector<ExclusionRule>& rules)
{
    const auto joined = [](const std::vector<std::string>& names) {
        std::string text;
        for (const std::string& name : names)
            text += (text.empty() ? "" : ",") + name;
        return text;
    };
    for (const ExclusionRule& rule : rules) {
        const bool isBetween = rule.kind == ExclusionRule::Kind::Between;
        std::string text = isBetween ? joined(rule.from) + "->" + joined(rule.to) : rule.pattern;
        if (rule.kind == ExclusionRule::Kind::OpType) {
            if (text.empty() || !(rule == ExclusionRule{ExclusionRule::Kind::OpType, rule.pattern, {}, {}}))
                return false;
            add(words, "--exclude-type", std::move(text));
            continue;
        }
        // Only what is read back as the same rule.
        const Result<ExclusionRule> read = isBetween ? betweenFromText(text) : exclusionFromText(text);
        if (!read || !(*read == rule) || text.starts_with('-'))
            return false;
        add(words, isBetween ? "--exclude-between" : "--exclude", std::move(text));
    }
    return true;
}

/// The words of `qscope quantize`, or nothing when the recipe says more than they can.
std::optional<Words> quantizeWords(const QuantizeRequest& request, const std::filesystem::path& report)
{
    const Recipe& recipe = request.recipe;
    if (!recipe.config.layers.empty() || !recipe.gates.empty() || !recipe.parts.empty()
        || (!recipe.calibration && recipe.samples > 0))
        return std::nullopt;
    Words words{"qscope", "quantize", absolutePath(request.model), "-o", absolutePath(request.output)};
    if (!addOptions(words, recipe.config) || !addExclusions(words, recipe.config.exclude))
        return std::nullopt;
    if (recipe.calibration && !addData(words, *recipe.calibration))
        return std::nullopt;
    if (!request.statistics.empty()) {
        if (recipe.calibration)
            return std::nullopt; // options for data that are not read are refused
        add(words, "--statistics", absolutePath(request.statistics));
    }
    if (request.evaluation) {
        const DataSpec& data = request.evaluation->data;
        const bool pictures = mayBePictures(data.source);
        const PreprocessSpec expected = recipe.calibration && mayBePictures(recipe.calibration->source)
            ? recipe.calibration->preprocess
            : *builtinPreprocess("unit");
        if (data.samples > 0 || data.seed > 0 || data.most > 0 || !data.skip.empty()
            || (pictures && !(data.preprocess == expected)))
            return std::nullopt;
        add(words, "--evaluate", sourceWord(data.source));
        if (!request.evaluation->labels.empty())
            add(words, "--labels", absolutePath(request.evaluation->labels));
    }
    addLimits(words, request.threads, request.memoryBudget, request.cache);
    if (request.externalData)
        words.emplace_back("--external-data");
    if (request.allowQuantized)
        words.emplace_back("--force");
    if (!report.empty())
        add(words, "--report", absolutePath(report));
    return areArguments(words) ? std::optional(words) : std::nullopt;
}

/// A shell line that writes @p text to a temporary file, whose name is in the variable @p variable from then on.
std::string temporaryFileText(const std::string& variable, const std::string& text)
{
    // The mark that ends the text must not be a line of it.
    std::string mark = "END_OF_FILE";
    while (text.find(mark) != std::string::npos)
        mark += "_";
    return variable + "=$(mktemp) && cat > \"$" + variable + "\" <<'" + mark + "'\n" + text
        + (text.ends_with('\n') ? "" : "\n") + mark + "\n";
}

/// The file of --skip, where it is wanted.
std::string skipFileText(const std::set<std::string>& names)
{
    std::string lines;
    for (const std::string& name : names)
        lines += name + "\n";
    return names.empty() ? std::string() : temporaryFileText(kSkipVariable, lines);
}

std::string recipeFileText(Recipe recipe)
{
    return temporaryFileText(kRecipeVariable, recipeText(recipe, {}, RecipeDetail::Differences));
}

/// The line of @p words, in which the temporary files are the variables' values.
std::string lineWithFiles(const Words& words)
{
    std::string line;
    std::string files;
    for (const std::string& word : words) {
        const bool isFile = isFileWord(word);
        const std::string text = isFile ? "\"$" + word.substr(1) + "\"" : shellWord(word);
        line += (line.empty() ? "" : " ") + text;
        files += isFile ? " " + text : "";
    }
    // The temporary files go, but for a failure, whose status stays the line's.
    return files.empty() ? line : line + " && rm -f" + files;
}

/// `qscope COMMAND` of @p request up to what is the command's own.
Words analysisWords(const char* command, const AnalysisRequest& request, const std::filesystem::path& report)
{
    Words words{"qscope", command, absolutePath(request.model), "-r", fileWord(kRecipeVariable)};
    add(words, "--most-samples", std::to_string(request.samples));
    addLimits(words, request.threads, request.memoryBudget, request.cache);
    if (!report.empty())
        add(words, "--report", absolutePath(report));
    return words;
}

std::string analysisText(const AnalysisRequest& request, const Words& words)
{
    Recipe recipe = request.recipe;
    recipe.statistics = request.statistics;
    recipe.evaluation = request.evaluation;
    recipe.allowQuantized = request.allowQuantized;
    return recipeFileText(std::move(recipe)) + lineWithFiles(words);
}

} // namespace

std::string shellWord(std::string_view word)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(word);
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'')
            quoted += "'\\''";
        else if (c != '\0')
            quoted += c;
    }
    return quoted + "'";
}

Result<std::vector<std::string>> shellWords(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\n";
    constexpr std::string_view kEscapedInQuotes = "\\\"$`";
    std::vector<std::string> words;
    std::optional<std::string> word; // nothing between words; '' is an empty one
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == '\0' && kBlanks.find(c) != std::string_view::npos) {
            if (word)
                words.push_back(*std::exchange(word, std::nullopt));
            continue;
        }
        if (!word)
            word.emplace();
        if (c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == '\'' || c == '"')) {
            quote = c;
        } else if (c == '\\' && quote != '\'') {
            if (i + 1 == text.size())
                return Error{ErrorCode::InvalidArgument, "Nothing stands behind the backslash at the end.", {}};
            if (quote != '\0' && kEscapedInQuotes.find(text[i + 1]) == std::string_view::npos)
                *word += c;
            *word += text[++i];
        } else {
            *word += c;
        }
    }
    if (quote != '\0')
        return Error{ErrorCode::InvalidArgument, std::string("The quotation mark ") + quote + " has no end.", {}};
    if (word)
        words.push_back(std::move(*word));
    return words;
}

std::string commandLineText(const QuantizeRequest& request, const std::filesystem::path& report)
{
    if (const std::optional<Words> words = quantizeWords(request, report))
        return skipFileText(request.recipe.calibration ? request.recipe.calibration->skip : std::set<std::string>())
            + lineWithFiles(*words);
    Recipe recipe = request.recipe;
    recipe.model = request.model;
    recipe.output = request.output;
    recipe.statistics = request.statistics;
    recipe.evaluation = request.evaluation;
    recipe.externalData = request.externalData;
    recipe.allowQuantized = request.allowQuantized;
    Words words{"qscope", "run", fileWord(kRecipeVariable)};
    addLimits(words, request.threads, request.memoryBudget, request.cache);
    if (!report.empty())
        add(words, "--report", absolutePath(report));
    return recipeFileText(std::move(recipe)) + lineWithFiles(words);
}

std::string commandLineText(const CalibrateRequest& request, const std::filesystem::path& output)
{
    const auto finish = [&](Words& words) {
        addLimits(words, request.threads, request.memoryBudget, request.cache);
        if (request.allowQuantized)
            words.emplace_back("--force");
        if (request.equalization == CalibrateRequest::Equalization::Measured)
            words.emplace_back("--as-run");
    };
    Words words{"qscope", "calibrate", absolutePath(request.model), "-o", absolutePath(output)};
    const std::size_t common = words.size();
    // Rules and gates say nothing about statistics.
    if (addOptions(words, request.recipe.config) && request.recipe.calibration
        && addData(words, *request.recipe.calibration) && areArguments(words)) {
        finish(words);
        return skipFileText(request.recipe.calibration->skip) + lineWithFiles(words);
    }
    words.resize(common);
    add(words, "-r", fileWord(kRecipeVariable));
    finish(words);
    return recipeFileText(request.recipe) + lineWithFiles(words);
}

std::string commandLineText(const EvaluateRequest& request, const std::filesystem::path& report)
{
    Words words{"qscope",      "evaluate",
                "--float",     absolutePath(request.floatModel),
                "--quantized", absolutePath(request.quantizedModel)};
    DataSpec data = request.evaluation.data;
    std::string setup;
    if (isRandomData(data.source))
        data.skip.clear(); // made-up samples have no names
    const auto isUnsaid = [](const std::string& name) { return !isLine(name); };
    if (const std::size_t unsaid = std::erase_if(data.skip, isUnsaid); unsaid > 0) {
        setup = "# Not the same: " + std::to_string(unsaid) + (unsaid == 1 ? " sample is" : " samples are")
            + " left out of these data whose name is no line of a file.\n";
    }
    setup += skipFileText(data.skip);
    const bool needsFile = mayBePictures(data.source) && !builtinName(data.preprocess);
    if (needsFile) {
        setup += temporaryFileText(kPreprocessVariable, preprocessToJson(data.preprocess).dump(2));
        data.preprocess = *builtinPreprocess("unit");
    }
    (void)addData(words, data);
    if (needsFile)
        *(std::find(words.begin(), words.end(), "--preprocess") + 1) = fileWord(kPreprocessVariable);
    if (!request.evaluation.labels.empty())
        add(words, "--labels", absolutePath(request.evaluation.labels));
    for (const OutputPart& part : request.parts)
        add(words, "--part", part.name + "=" + selectionText(part));
    if (request.threads > 0)
        add(words, "--threads", std::to_string(request.threads));
    if (request.optimized)
        words.emplace_back("--optimized");
    if (!report.empty())
        add(words, "--report", absolutePath(report));
    return setup + lineWithFiles(words);
}

std::string commandLineText(const AnalysisRequest& request, const std::filesystem::path& report, bool hasShares)
{
    auto words = analysisWords("analyse", request, report);
    if (hasShares)
        words.emplace_back("--share");
    return analysisText(request, words);
}

std::string commandLineText(const AnalysisRequest& request, const SensitivityRequest& what,
                            const std::filesystem::path& report)
{
    Words words = analysisWords("sensitivity", request, report);
    std::size_t unsaid = 0;
    for (const NodeGroup& group : what.groups) {
        for (const std::string& node : group.nodes) {
            if (const std::optional<std::string> rule = groupRuleText(group.name, node))
                words.push_back("--group=" + *rule); // whatever the name begins with
            else
                ++unsaid;
        }
    }
    if (what.groups.empty())
        add(words, "--per", name(what.per));
    add(words, "--metric", name(what.metric));
    if (what.mode != SensitivityMode::Full)
        add(words, "--mode", name(what.mode));
    const bool isBoth = what.directions.size() > 1;
    add(words, "--direction", isBoth || what.directions.empty() ? "both" : name(*what.directions.begin()));
    if (what.hasCurve)
        words.emplace_back("--top-k");
    const std::string text = analysisText(request, words);
    if (unsaid == 0)
        return text;
    return "# Not the same: " + countedText(unsaid, "node") + " of the groups cannot be named in a command.\n" + text;
}

std::string commandLineText(const AnalysisRequest& request, const AdviceRequest& what,
                            const std::filesystem::path& report)
{
    Words words = analysisWords("advise", request, report);
    add(words, "--goal", goalText(what.goal));
    add(words, "--evaluations", std::to_string(what.evaluations));
    add(words, "--screening", std::to_string(what.screening));
    if (what.seconds)
        add(words, "--seconds", std::to_string(*what.seconds));
    if (what.keepsPreset)
        words.emplace_back("--keep-preset");
    return analysisText(request, words);
}

} // namespace quantiscope
