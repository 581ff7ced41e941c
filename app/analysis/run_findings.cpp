// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/run_findings.h"

#include "core/analysis/sensitivity_json.h"
#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "widgets/common/text.h"

namespace quantiscope {

namespace {

/// What @p read makes of the document at @p file; null when there is none, and when it is refused.
template <typename Value>
std::shared_ptr<const Value> readDocument(const std::filesystem::path& file,
                                          Result<Value> (*read)(const nlohmann::json&, const std::string&),
                                          QString& problem)
{
    std::error_code ec;
    if (file.empty() || !std::filesystem::exists(file, ec))
        return nullptr;
    const std::string name = "'" + file.filename().string() + "'";
    const Result<std::string> text = readTextFile(file, ErrorCode::ConfigRefused);
    nlohmann::json document;
    std::optional<Error> error = text ? parseJson(*text, name, document) : text.error();
    if (!error) {
        Result<Value> value = read(document, name);
        if (value)
            return std::make_shared<const Value>(std::move(*value));
        error = value.error();
    }
    problem = toQt(error->message);
    return nullptr;
}

} // namespace

RunFindings readFindings(const std::filesystem::path& errors, const std::filesystem::path& sensitivity)
{
    RunFindings findings;
    findings.errors = readDocument<LayerErrors>(errors, layerErrorsFromJson, findings.problem);
    findings.sensitivity = readDocument<Sensitivity>(sensitivity, sensitivityFromJson, findings.problem);
    return findings;
}

} // namespace quantiscope
