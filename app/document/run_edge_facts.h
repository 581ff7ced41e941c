// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/numerics/quant_params.h"
#include "widgets/graph/graph_content.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace quantiscope {

/// How a run quantized the values of a graph, for the labels of its edges.
class RunEdgeFacts final : public EdgeFacts
{
public:
    explicit RunEdgeFacts(std::map<std::string, QuantParams> tensors) : m_tensors(std::move(tensors)) { }

    /// "s8 · 2⁻⁴", "u8 · 0.0235 · zp 113", "s8 · 16 scales".
    [[nodiscard]] QString text(const std::string& tensor) const override;

private:
    std::map<std::string, QuantParams> m_tensors;
};

/// The quantized tensors in a run's report. Errors of reading; ConfigRefused for a file that is no such report.
[[nodiscard]] Result<std::map<std::string, QuantParams>> readReportTensors(const std::filesystem::path& report);

} // namespace quantiscope
