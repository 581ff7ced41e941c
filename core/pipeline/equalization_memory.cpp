// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/equalization_memory.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/base/sha256.h"
#include "core/config/options.h"
#include "core/pipeline/equalization_trial.h"
#include "core/runtime/runtime_environment.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace quantiscope {

using nlohmann::json;

namespace {

/// To be raised with every change of what is measured and of what the file says.
constexpr const char* kVersion = "1";
constexpr const char* kMember = "logErrors";
constexpr std::size_t kLargestFile = 4096;

/// Can a mean of logarithms of errors be @p logError?
bool isMeasured(double logError)
{
    constexpr double kRounding = 1e-6;
    return logError >= std::log(EqualizationTrial::kSmallestError) - kRounding
        && logError <= std::log(EqualizationTrial::kLargestError) + kRounding;
}

std::optional<EqualizationMemory::LogErrors> readLogErrors(const json& document)
{
    if (!document.is_object() || !document.contains(kMember) || !document[kMember].is_object())
        return std::nullopt;
    EqualizationMemory::LogErrors logErrors;
    for (const auto& [name, numbers] : document[kMember].items()) {
        std::vector<double>& errors = logErrors[name];
        if (!numbers.is_array() || numbers.empty())
            return std::nullopt;
        for (const json& number : numbers) {
            if (!number.is_number() || !isMeasured(number.get<double>()))
                return std::nullopt;
            errors.push_back(number.get<double>());
        }
        if (errors.size() > EqualizationTrial::kMostSamples || errors.size() != logErrors.begin()->second.size())
            return std::nullopt;
    }
    return logErrors;
}

} // namespace

Result<void> EqualizationMemory::open(const std::string& graphHash, const QuantConfig& config, const Feedback& feedback)
{
    m_file.clear();
    if (!m_data) {
        auto key = dataKey(m_source, m_preprocess, m_inputs, feedback);
        if (!key)
            return key.error();
        if (!*key)
            return {};
        m_data = std::move(**key);
    }
    Sha256 hash;
    for (const std::string& field : {std::string("quantiscope equalization"), std::string(kVersion), graphHash,
                                     m_data->sequence, RuntimeEnvironment::libraryVersion()})
        hash.addField(field);
    for (const OptionSpec& spec : optionSpecs())
        hash.addField(spec.get(config).dump());
    hash.addField(methodName(config.calibration.method));
    m_file = m_folder / (hash.hexDigest() + kEqualizationEnding);
    return {};
}

std::optional<EqualizationMemory::LogErrors> EqualizationMemory::find() const
{
    std::error_code ec;
    if (m_file.empty() || !std::filesystem::is_regular_file(m_file, ec)
        || std::filesystem::file_size(m_file, ec) > kLargestFile || ec)
        return std::nullopt;
    const Result<std::string> text = readTextFile(m_file, ErrorCode::ConfigRefused, kLargestFile);
    json document;
    if (!text || parseJson(*text, m_file.string(), document))
        return std::nullopt;
    std::filesystem::last_write_time(m_file, std::filesystem::file_time_type::clock::now(), ec); // of the last use
    return readLogErrors(document);
}

void EqualizationMemory::store(const LogErrors& logErrors, Feedback& feedback) const
{
    if (m_file.empty())
        return;
    const json document{{kMember, logErrors}};
    if (const Result<void> written = writeTextFileAtomically(m_file, document.dump()); !written)
        feedback.warn("What was measured of equalization is not kept in the cache: " + written.error().message);
}

} // namespace quantiscope
