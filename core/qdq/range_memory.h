// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"
#include "core/qdq/tensor_params.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// What was found for the tensors of one graph with one configuration and one set of statistics, for further plans of
/// them that leave other nodes in float: searching ranges takes most of the time. Thread-safe.
class RangeMemory
{
public:
    [[nodiscard]] std::optional<TensorRange> rangeOf(const std::string& value, const TensorEncoding& encoding) const;
    void keepRange(const std::string& value, const TensorEncoding& encoding, const TensorRange& range);

    /// Parameters of an initializer as planned.
    [[nodiscard]] std::optional<QuantParams> paramsOf(const PlannedTensor& constant) const;
    void keepParams(const PlannedTensor& constant, const QuantParams& params);

private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::vector<std::pair<TensorEncoding, TensorRange>>> m_ranges;
    std::map<std::string, std::vector<std::pair<PlannedTensor, QuantParams>>> m_params;
};

/// computeTensorParams() with what @p memory knows, which learns the rest.
[[nodiscard]] Result<TensorParams> computeTensorParams(const Graph& graph, const QuantConfig& config,
                                                       const QdqPlan& plan, const TensorRanges& ranges,
                                                       RangeMemory& memory);

} // namespace quantiscope
