// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_inserter.h"
#include "core/qdq/qdq_nodes.h"

#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// An 8-bit tensor in a dynamically quantized graph: names of its codes, scale and zero point.
struct DynamicCodes
{
    std::string codes;
    std::string scale;
    std::string zeroPoint;
};

/// A weight as it is to be stored.
struct WeightForm
{
    DataType type = DataType::UInt8;
    bool transposed = false; ///< of Gemm with transB
    bool perColumn = false;

    auto operator<=>(const WeightForm&) const = default;
};

/// Quantizes the constants of a dynamically quantized graph, each once in each form.
class DynamicWeights
{
public:
    DynamicWeights(const Graph& graph, GraphRewriter& rewriter, const QuantConfig& config)
        : m_graph(graph), m_rewriter(rewriter), m_config(config), m_nodes(rewriter, "")
    {
    }

    /// Codes, scale and zero point of the float initializer @p weight, a matrix when @p form is transposed or per
    /// column. The whole range of its values is covered, by the configuration's symmetry and code range.
    const DynamicCodes& codesOf(const std::string& weight, const WeightForm& form);

    /// The elements of a scale that codesOf() named.
    [[nodiscard]] const std::vector<float>& elementsOfScale(const std::string& name) const { return m_scales.at(name); }

    [[nodiscard]] std::vector<QuantizedTensor> takeTensors() { return std::move(m_tensors); }

private:
    const Graph& m_graph;
    GraphRewriter& m_rewriter;
    const QuantConfig& m_config;
    QdqNodes m_nodes;
    std::map<std::pair<std::string, WeightForm>, DynamicCodes> m_weights;
    std::map<std::string, std::vector<float>> m_scales;
    std::vector<QuantizedTensor> m_tensors;
};

} // namespace quantiscope
