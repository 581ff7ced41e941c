// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/option_builders.h"

namespace quantiscope::options {

using C = QuantConfig;
using nlohmann::json;

namespace {

/// An option that only steers the reference's own implementation.
struct Ignored
{
    enum class Kind
    {
        Switch,
        Count, ///< a whole number that is not negative
        Text, ///< or null
        Texts,
    };

    const char* name;
    Kind kind;
    const char* byDefault; ///< JSON
    const char* meaning;
    const char* reason; ///< why it does nothing here
};

constexpr const char* kOnePass = "statistics are gathered sample by sample, nothing is kept on disk";

constexpr Ignored kIgnored[] = {
    {"CalibOptimizeMem", Ignored::Kind::Switch, "true", "The reference's way of saving memory.", kOnePass},
    {"CalibOptimizeDisk", Ignored::Kind::Switch, "true", "The reference's way of saving disk space.", kOnePass},
    {"CalibWorkerNum", Ignored::Kind::Count, "1", "The reference's number of threads for statistics.",
     "--threads sets the number of threads"},
    {"LWPUseHistogram", Ignored::Kind::Switch, "true", "The reference's way of comparing percentiles.",
     "the errors of percentiles are always computed from histograms"},
    {"CLEBalanceMethod", Ignored::Kind::Text, "\"max\"", "How the reference balances channels.",
     "only the method max exists, here and in the reference"},
    {"SpecificTensorPrecision", Ignored::Kind::Switch, "false", "The reference's switch for MixedPrecisionTensor.",
     "MixedPrecisionTensor acts whenever it is given"},
    {"AdjustWeightScaleForInt32Bias", Ignored::Kind::Switch, "false", "The reference's care for int32 biases.",
     "a bias that does not fit into int32 is always taken care of"},
    {"UseQDQContribOps", Ignored::Kind::Switch, "false", "The domain of the reference's Q and DQ.",
     "the domain of Q and DQ follows from types and opset"},
    {"UseExternalDataFormat", Ignored::Kind::Switch, "false", "How the reference stores large models.",
     "--external-data stores weights beside the model"},
    {"TmpDir", Ignored::Kind::Text, "null", "The reference's folder for temporary files.",
     "no temporary models are written"},
    {"ExecutionProviders", Ignored::Kind::Texts, R"(["CPUExecutionProvider"])", "The reference's devices.",
     "calibration runs on the processor"},
    {"PrintSummary", Ignored::Kind::Switch, "true", "The reference's summary.",
     "--quiet and --report say what is told"},
    {"DebugMode", Ignored::Kind::Switch, "false", "The reference's debug output.", "--report holds every tensor"},
    {"IgnoreWarnings", Ignored::Kind::Switch, "true", "The reference's Python warnings.",
     "warnings are told unless --quiet is given"},
    {"LogSeverityLevel", Ignored::Kind::Count, "1", "The reference's log level.", "--quiet leaves out all but errors"},
};

/// Empty when @p value has the type of @p option, otherwise what was wanted.
std::string wantedOf(const Ignored& option, const json& value)
{
    switch (option.kind) {
    case Ignored::Kind::Switch:
        return value.is_boolean() ? "" : "true or false";
    case Ignored::Kind::Count:
        return wholeNumber(value, 0, INT64_MAX) ? "" : "a whole number that is not negative";
    case Ignored::Kind::Text:
        return value.is_string() || value.is_null() ? "" : "a text or null";
    case Ignored::Kind::Texts:
        return isTextList(value) ? "" : "a list of texts";
    }
    return {};
}

const char* valuesOf(Ignored::Kind kind)
{
    switch (kind) {
    case Ignored::Kind::Switch:
        return "true | false";
    case Ignored::Kind::Count:
        return "whole number";
    case Ignored::Kind::Text:
        return "text";
    case Ignored::Kind::Texts:
        return "list of texts";
    }
    return "";
}

OptionSpec ignoredOption(const Ignored& option)
{
    return {option.name,
            valuesOf(option.kind),
            option.meaning,
            [&option](const C& config) {
                const auto given = config.ignored.find(option.name);
                return json::parse(given == config.ignored.end() ? std::string(option.byDefault) : given->second);
            },
            [&option](C& config, const json& value) -> std::string {
                if (std::string wanted = wantedOf(option, value); !wanted.empty())
                    return wanted;
                if (value == json::parse(option.byDefault))
                    config.ignored.erase(option.name);
                else
                    config.ignored[option.name] = value.dump(-1, ' ', false, json::error_handler_t::replace);
                return {};
            },
            option.kind == Ignored::Kind::Texts ? OptionSpec::Form::Texts : OptionSpec::Form::Value,
            kIgnoredGroup,
            [&option](const C&) { return std::string(option.reason); }};
}

} // namespace

std::vector<OptionSpec> ignoredOptions()
{
    std::vector<OptionSpec> table;
    for (const Ignored& option : kIgnored)
        table.push_back(ignoredOption(option));
    return table;
}

} // namespace quantiscope::options
