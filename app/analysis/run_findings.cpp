// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/run_findings.h"

#include "core/analysis/sensitivity_json.h"
#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "widgets/common/text.h"

namespace quantiscope {

namespace {

std::string nameOf(const std::filesystem::path& file)
{
    return "'" + file.filename().string() + "'";
}

/// The document at @p file; nothing when there is none, and when it cannot be read, which @p problem says then.
std::optional<nlohmann::json> documentAt(const std::filesystem::path& file, QString& problem)
{
    std::error_code ec;
    if (file.empty() || !std::filesystem::exists(file, ec))
        return std::nullopt;
    const Result<std::string> text = readTextFile(file, ErrorCode::ConfigRefused);
    nlohmann::json document;
    const std::optional<Error> error = text ? parseJson(*text, nameOf(file), document) : text.error();
    if (!error)
        return document;
    problem = toQt(error->message);
    return std::nullopt;
}

/// What was read; null when it was refused, which @p problem says then.
template <typename Value>
std::shared_ptr<const Value> shared(Result<Value> value, QString& problem)
{
    if (value)
        return std::make_shared<const Value>(std::move(*value));
    problem = toQt(value.error().message);
    return nullptr;
}

} // namespace

RunFindings readFindings(const std::filesystem::path& errors, const std::filesystem::path& sensitivity)
{
    RunFindings findings;
    if (const auto document = documentAt(errors, findings.problem)) {
        findings.errors = shared(layerErrorsFromJson(*document, nameOf(errors)), findings.problem);
        Result<std::vector<WeightFinding>> weights = weightFindingsFromJson(*document, nameOf(errors));
        if (findings.errors && weights)
            findings.weights = std::move(*weights);
        else if (!weights)
            findings.problem = toQt(weights.error().message);
    }
    if (const auto document = documentAt(sensitivity, findings.problem))
        findings.sensitivity = shared(sensitivityFromJson(*document, nameOf(sensitivity)), findings.problem);
    return findings;
}

} // namespace quantiscope
