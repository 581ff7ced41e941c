// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/numerics/quant_params.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// Is it QuantizeLinear or DequantizeLinear, of any domain?
[[nodiscard]] bool isQuantize(const Node& node);
[[nodiscard]] bool isDequantize(const Node& node);

/// The parameters of a Q or DQ node, as far as its scale and zero point are initializers of known types.
[[nodiscard]] std::optional<QuantParams> pairParams(const Graph& graph, std::size_t node);

/// Which nodes of a quantized graph do what for the quantization. References are kept.
class QuantizedPairs
{
public:
    /// An activation's quantization and what reads its codes.
    struct Pair
    {
        std::size_t quantize = 0; ///< node
        std::vector<std::size_t> dequantizes; ///< nodes, ascending; at least one
    };

    explicit QuantizedPairs(const Graph& quantized);

    [[nodiscard]] const std::vector<Pair>& pairs() const { return m_pairs; }
    /// Position in pairs() of the pair that makes @p value behind its DequantizeLinear.
    [[nodiscard]] std::optional<std::size_t> pairBehind(const std::string& value) const;
    /// Position in pairs() of the pair whose quantization node @p node is.
    [[nodiscard]] std::optional<std::size_t> pairOf(std::size_t node) const;

    /// Is @p value a quantized constant: behind a DequantizeLinear of an initializer, or an initializer of 8 or
    /// 16 bits?
    [[nodiscard]] bool isQuantizedConstant(const std::string& value) const;
    /// Nodes, ascending, that dequantize constants.
    [[nodiscard]] const std::vector<std::size_t>& constants() const { return m_constants; }
    /// Is node @p node a Q or DQ of a constant?
    [[nodiscard]] bool isOfConstant(std::size_t node) const { return m_isOfConstant[node]; }

private:
    const Graph& m_graph;
    std::vector<Pair> m_pairs;
    std::unordered_map<std::string, std::size_t> m_behind;
    std::unordered_map<std::size_t, std::size_t> m_byQuantize;
    std::vector<std::size_t> m_constants;
    std::vector<bool> m_isOfConstant;
};

} // namespace quantiscope
