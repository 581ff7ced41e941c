// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_nodes.h"

#include "core/numerics/quantize.h"

#include <span>
#include <vector>

namespace quantiscope {

namespace {

constexpr std::int64_t kDefaultAxis = 1;

std::vector<std::pair<std::string, AttributeValue>> axisAttributes(std::optional<std::int64_t> axis)
{
    if (!axis)
        return {};
    return {{"axis", *axis}};
}

} // namespace

std::string QdqNodes::domainFor(int opset, bool needsAxis, bool needsSixteenBit)
{
    const int needed = needsSixteenBit ? 21 : needsAxis ? 13 : 10;
    return opset >= needed ? "" : kRuntimeDomain;
}

ParamNames QdqNodes::addParams(const std::string& owner, const QuantParams& params)
{
    const ParamNames names{m_rewriter.uniqueName(owner + "_scale"), m_rewriter.uniqueName(owner + "_zero_point")};
    Shape shape;
    if (params.isPerChannel())
        shape.push_back(static_cast<std::int64_t>(params.scale.size()));
    m_rewriter.addInitializer(names.scale, DataType::Float, shape, std::as_bytes(std::span(params.scale)));
    if (params.type == DataType::Int32) { // biases; their zero points are stored as they are
        m_rewriter.addInitializer(names.zeroPoint, params.type, shape, std::as_bytes(std::span(params.zeroPoint)));
        return names;
    }
    // Zero points are stored like codes; quantizing 0 with the parameters gives exactly that.
    const std::vector<float> zeros(params.zeroPoint.size(), 0.0F);
    QuantParams plain = params;
    if (plain.axis)
        plain.axis = 0;
    const Shape zeroShape{static_cast<std::int64_t>(zeros.size())};
    const std::vector<std::byte> codes =
        quantizeTensor(zeros, plain.axis ? zeroShape : Shape{1}, plain, codeLimits(params.type, Symmetry::Asymmetric));
    m_rewriter.addInitializer(names.zeroPoint, params.type, shape, codes);
    return names;
}

std::optional<std::int64_t> QdqNodes::axisAttribute(const QuantParams& params) const
{
    if (!params.isPerChannel() || (m_domain.empty() && *params.axis == kDefaultAxis))
        return std::nullopt;
    return *params.axis;
}

void QdqNodes::addQuantize(const std::string& tensor, const std::string& suffix, const std::string& input,
                           const std::string& output, const ParamNames& params, std::optional<std::int64_t> axis)
{
    m_rewriter.addNode({"QuantizeLinear",
                        m_domain,
                        m_rewriter.uniqueName(tensor + "_QuantizeLinear" + suffix),
                        {input, params.scale, params.zeroPoint},
                        {output},
                        axisAttributes(axis)});
}

void QdqNodes::addDequantize(const std::string& tensor, const std::string& suffix, const std::string& input,
                             const std::string& output, const ParamNames& params, std::optional<std::int64_t> axis)
{
    m_rewriter.addNode({"DequantizeLinear",
                        m_domain,
                        m_rewriter.uniqueName(tensor + "_DequantizeLinear" + suffix),
                        {input, params.scale, params.zeroPoint},
                        {output},
                        axisAttributes(axis)});
}

std::string QdqNodes::codesName(const std::string& tensor, const std::string& suffix)
{
    return m_rewriter.uniqueName(tensor + "_QuantizeLinear_Output" + suffix);
}

std::string QdqNodes::realName(const std::string& tensor, const std::string& suffix)
{
    return m_rewriter.uniqueName(tensor + "_DequantizeLinear_Output" + suffix);
}

} // namespace quantiscope
