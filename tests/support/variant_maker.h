// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/node_selection.h"
#include "core/qdq/qdq_inserter.h"
#include "core/qdq/tensor_params.h"
#include "tests/support/model_runs.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope::test {

/// Quantized variants of one float model in memory, with the ranges that one sample shows.
class VariantMaker
{
public:
    VariantMaker(Model prepared, const NamedTensors& sample) : m_prepared(std::move(prepared)), m_graph(m_prepared)
    {
        for (const auto& [name, tensor] : sample)
            addRange(name, tensor);
        const Model everything = withAllOutputs(m_prepared);
        const std::vector<Tensor> values = outputsOf(everything, sample);
        const std::vector<TensorSpec> specs = everything.outputs();
        for (std::size_t i = 0; i < values.size(); ++i)
            addRange(specs[i].name, values[i]);
    }

    [[nodiscard]] const Model& prepared() const { return m_prepared; }
    [[nodiscard]] const Graph& graph() const { return m_graph; }

    /// The test ends with the reason when there is none.
    [[nodiscard]] Model quantized(const QuantConfig& config, const std::set<std::string>& excluded = {}) const
    {
        Feedback feedback;
        const std::vector<std::size_t> selected = selectNodes(m_graph, config, excluded, feedback);
        const QdqPlan plan = planQdq(m_graph, config, selected);
        TensorRanges ranges = m_ranges;
        adjustRanges(m_graph, config, selected, ranges);
        auto params = computeTensorParams(m_graph, config, plan, ranges);
        if (!params)
            qFatal("%s", params.error().message.c_str());
        auto inserted = insertQdq(m_prepared.clone(), config, selected, plan, *params);
        if (!inserted)
            qFatal("%s", inserted.error().message.c_str());
        return std::move(inserted->model);
    }

private:
    void addRange(const std::string& name, const Tensor& tensor)
    {
        if (tensor.type() != DataType::Float || tensor.elements() == 0)
            return;
        const auto elements = tensor.as<float>();
        const auto [low, high] = std::minmax_element(elements.begin(), elements.end());
        m_ranges[name] = {*low, *high};
    }

    Model m_prepared;
    Graph m_graph;
    TensorRanges m_ranges;
};

} // namespace quantiscope::test
