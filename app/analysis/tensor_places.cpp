// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/tensor_places.h"

#include "widgets/models/layer_error_model.h"

#include <algorithm>

namespace quantiscope {

TensorPlaces::TensorPlaces(const OpenedModel& model, const LayerErrors& errors) : m_tensors(model.graph.nodes().size())
{
    for (std::size_t place = 0; place < errors.tensors.size(); ++place) {
        std::set<int>& nodes = m_nodes.emplace_back();
        m_names.push_back(errors.tensors[place].tensor);
        for (const std::string& name : userNodesOf(errors.tensors[place])) {
            if (const auto node = model.graph.nodeNamed(name))
                nodes.insert(int(*node));
        }
        for (const int node : nodes)
            m_tensors[std::size_t(node)].push_back(place);
    }
    for (std::vector<std::size_t>& tensors : m_tensors)
        std::stable_partition(tensors.begin(), tensors.end(), [&errors](std::size_t place) {
            return errors.tensors[place].kind != TensorError::Kind::Weight;
        });
}

std::optional<std::size_t> TensorPlaces::tensorOf(const NodeSelection& selection,
                                                  std::optional<std::size_t> selected) const
{
    if (!selection.tensor().empty()) {
        if (selected && *selected < m_names.size() && m_names[*selected] == selection.tensor())
            return selected;
        const auto named = std::find(m_names.begin(), m_names.end(), selection.tensor());
        if (named != m_names.end())
            return std::size_t(named - m_names.begin());
    }
    const int node = selection.current();
    if (node < 0 || node >= int(m_tensors.size()) || m_tensors[std::size_t(node)].empty())
        return std::nullopt;
    const std::vector<std::size_t>& tensors = m_tensors[std::size_t(node)];
    const bool isKept = selected && std::find(tensors.begin(), tensors.end(), *selected) != tensors.end();
    return isKept ? selected : tensors.front();
}

} // namespace quantiscope
