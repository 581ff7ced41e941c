// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/run_findings.h"

#include "core/analysis/sensitivity_json.h"
#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/pipeline/advice_json.h"
#include "widgets/common/text.h"

#include <QCoreApplication>

namespace quantiscope {

namespace {

struct RunFindingsText
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::RunFindings)
};

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

RunFindings readFindings(const FindingFiles& files)
{
    RunFindings findings;
    if (const auto document = documentAt(files.errors, findings.problem)) {
        findings.errors = shared(layerErrorsFromJson(*document, nameOf(files.errors)), findings.problem);
        Result<std::vector<WeightFinding>> weights = weightFindingsFromJson(*document, nameOf(files.errors));
        if (findings.errors && weights)
            findings.weights = std::move(*weights);
        else if (!weights)
            findings.problem = toQt(weights.error().message);
    }
    if (const auto document = documentAt(files.sensitivity, findings.problem))
        findings.sensitivity = shared(sensitivityFromJson(*document, nameOf(files.sensitivity)), findings.problem);
    if (const auto document = documentAt(files.advice, findings.problem))
        findings.advice = shared(adviceFromJson(*document, nameOf(files.advice)), findings.problem);
    return findings;
}

void refuseOthers(RunFindings& findings, const RunSummary& run)
{
    const auto isOther = [&run](const auto& found) {
        return found && !found->quantizedHash.empty() && !run.outputHash.empty()
            && found->quantizedHash != run.outputHash;
    };
    const bool isAnyOther = isOther(findings.errors) || isOther(findings.sensitivity) || isOther(findings.advice);
    if (isOther(findings.errors)) {
        findings.errors.reset();
        findings.weights.clear();
        findings.allWeights.reset();
    }
    if (isOther(findings.sensitivity))
        findings.sensitivity.reset();
    if (isOther(findings.advice))
        findings.advice.reset();
    if (isAnyOther)
        findings.problem = RunFindingsText::tr("What was found out is of another quantized model than run %1's: its "
                                               "model or its data have changed since. Quantize again, and analyse "
                                               "that run.")
                               .arg(run.number);
}

} // namespace quantiscope
