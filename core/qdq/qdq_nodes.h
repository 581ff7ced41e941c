// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph_rewriter.h"
#include "core/numerics/quant_params.h"

#include <optional>
#include <string>

namespace quantiscope {

/// Names of the initializers that hold a tensor's scale and zero point.
struct ParamNames
{
    std::string scale;
    std::string zeroPoint;
};

/// Writes Q/DQ nodes and their parameters into a graph, all in one operator domain.
class QdqNodes
{
public:
    /// ONNX Runtime's own operators.
    static constexpr const char* kRuntimeDomain = "com.microsoft";

    /// @p domain: "" or kRuntimeDomain.
    QdqNodes(GraphRewriter& rewriter, std::string domain) : m_rewriter(rewriter), m_domain(std::move(domain)) { }

    /// The domain in which @p opset has Q/DQ for what is asked: the standard one from opset 10 (8 bit), 13 (an axis) or
    /// 21 (16 bit) on, ONNX Runtime's own below.
    [[nodiscard]] static std::string domainFor(int opset, bool needsAxis, bool needsSixteenBit);

    /// Initializers `<owner>_scale` and `<owner>_zero_point`: scalars, or vectors when per channel.
    ParamNames addParams(const std::string& owner, const QuantParams& params);

    /// What the attribute `axis` is to say. The operators of com.microsoft have no default for it.
    [[nodiscard]] std::optional<std::int64_t> axisAttribute(const QuantParams& params) const;

    /// Nodes `<tensor>_QuantizeLinear<suffix>` and `<tensor>_DequantizeLinear<suffix>`.
    void addQuantize(const std::string& tensor, const std::string& suffix, const std::string& input,
                     const std::string& output, const ParamNames& params, std::optional<std::int64_t> axis = {});
    void addDequantize(const std::string& tensor, const std::string& suffix, const std::string& input,
                       const std::string& output, const ParamNames& params, std::optional<std::int64_t> axis = {});

    [[nodiscard]] std::string codesName(const std::string& tensor, const std::string& suffix);
    [[nodiscard]] std::string realName(const std::string& tensor, const std::string& suffix);

private:
    GraphRewriter& m_rewriter;
    std::string m_domain;
};

} // namespace quantiscope
