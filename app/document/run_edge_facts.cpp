// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/run_edge_facts.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/tensor/tensor_spec.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace quantiscope {

namespace {

constexpr std::size_t kMostReportBytes = std::size_t(256) << 20;

QString superscript(int number)
{
    static const QString kDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = number < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(number)))
        text += kDigits[digit.digitValue()];
    return text;
}

QString scaleText(float scale)
{
    int exponent = 0;
    if (std::frexp(scale, &exponent) == 0.5F)
        return QStringLiteral("2") + superscript(exponent - 1);
    return QLocale().toString(double(scale), 'g', 4);
}

/// One entry of the report's "tensors"; nothing when it is not as reports have them.
std::optional<std::pair<std::string, QuantParams>> tensorFrom(const nlohmann::json& entry)
{
    if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string() || !entry.contains("type")
        || !entry["type"].is_string() || !entry.contains("scale") || !entry.contains("zeroPoint"))
        return std::nullopt;
    const auto type = dataTypeFromName(entry["type"].get_ref<const std::string&>());
    if (!type)
        return std::nullopt;
    QuantParams params;
    params.type = *type;
    const auto addScale = [&](const nlohmann::json& value) {
        if (value.is_number())
            params.scale.push_back(value.get<float>());
    };
    const auto addZeroPoint = [&](const nlohmann::json& value) {
        if (value.is_number_integer())
            params.zeroPoint.push_back(std::int32_t(value.get<std::int64_t>()));
    };
    const nlohmann::json& scale = entry["scale"];
    const nlohmann::json& zeroPoint = entry["zeroPoint"];
    if (scale.is_array()) {
        for (const nlohmann::json& value : scale)
            addScale(value);
        params.axis = 0;
    } else {
        addScale(scale);
    }
    if (zeroPoint.is_array()) {
        for (const nlohmann::json& value : zeroPoint)
            addZeroPoint(value);
    } else {
        addZeroPoint(zeroPoint);
    }
    if (params.scale.empty() || params.scale.size() != params.zeroPoint.size())
        return std::nullopt;
    return std::pair(entry["name"].get<std::string>(), std::move(params));
}

} // namespace

QString RunEdgeFacts::text(const std::string& tensor) const
{
    const auto found = m_tensors.find(tensor);
    if (found == m_tensors.end())
        return {};
    const QuantParams& params = found->second;
    TensorSpec spec;
    spec.type = params.type;
    QStringList parts{shortTypeText(spec)};
    if (params.scale.size() == 1) {
        parts += scaleText(params.scale.front());
        if (params.zeroPoint.front() != 0)
            parts += QCoreApplication::translate("quantiscope::RunEdgeFacts", "zp %1").arg(params.zeroPoint.front());
    } else {
        parts +=
            QCoreApplication::translate("quantiscope::RunEdgeFacts", "%n scales", nullptr, int(params.scale.size()));
    }
    return parts.join(QStringLiteral(" · "));
}

Result<std::map<std::string, QuantParams>> readReportTensors(const std::filesystem::path& report)
{
    const Result<std::string> text = readTextFile(report, ErrorCode::ConfigRefused, kMostReportBytes);
    if (!text)
        return text.error();
    nlohmann::json document;
    if (auto error = parseJson(*text, report.string(), document))
        return *error;
    if (!document.is_object() || document.value("format", nlohmann::json()) != "quantiscope-report"
        || !document.contains("tensors") || !document["tensors"].is_array())
        return Error{ErrorCode::ConfigRefused, "'" + report.string() + "' is no report of a quantization.",
                     report.string()};
    std::map<std::string, QuantParams> tensors;
    for (const nlohmann::json& entry : document["tensors"]) {
        if (auto tensor = tensorFrom(entry))
            tensors.insert(std::move(*tensor));
    }
    return tensors;
}

} // namespace quantiscope
