// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/variant_wiring.h"
#include "core/config/quant_config.h"
#include "core/graph/graph.h"
#include "core/qdq/dpu_simulation.h"
#include "core/qdq/qdq_plan.h"
#include "core/qdq/tensor_params.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace quantiscope {

/// Everything that insertQdq() needs to write one variant of a graph.
struct VariantDecisions
{
    const QuantConfig& config; ///< with what is laid down for tensors
    const std::vector<std::size_t>& selected; ///< ascending positions
    const QdqPlan& plan;
    const TensorParams& params;
    const DpuPlan& dpu;
};

/// Quantized constants of a graph's variants, as float32: equal ones are made and kept once, while a wiring has them.
/// Thread-safe.
class ConstantMemory
{
public:
    using SharedTensor = std::shared_ptr<const Tensor>;

    /// What an initializer becomes, planned as @p role, in codes of @p params that lie within @p codes.
    [[nodiscard]] SharedTensor constant(const Graph& graph, const std::string& name, PlannedTensor::Role role,
                                        const QuantParams& params, CodeLimits codes);
    /// What the bias @p name becomes (see biasCodes()); null when it stays float.
    [[nodiscard]] SharedTensor bias(const Graph& graph, const std::string& name, const QuantParams& params);

private:
    struct Known
    {
        QuantParams params;
        CodeLimits codes;
        bool isBias = false;
        std::weak_ptr<const Tensor> tensor;
    };
    template <typename Make>
    SharedTensor known(const std::string& name, const QuantParams& params, CodeLimits codes, bool isBias,
                       const Make& make);

    std::mutex m_mutex;
    std::map<std::string, std::vector<Known>> m_known;
};

/// How the model that insertQdq() would write of @p prepared with @p decisions computes, told without writing it: what
/// traceVariant() finds in that model, and besides, as factors and forms, what the simulation of the NPU's arithmetic
/// changes. Not told as a wiring: simulated Clip and Softmax, a Gemm whose beta was folded, values that bodies read in
/// another form, types that switches do not know. @p memory is that of the graph.
[[nodiscard]] std::variant<VariantWiring, WiringObstacle>
planWiring(const Graph& prepared, const VariantDecisions& decisions, ConstantMemory& memory);

} // namespace quantiscope
