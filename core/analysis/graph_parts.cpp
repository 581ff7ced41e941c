// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graph_parts.h"

#include "core/graph/multiply_adds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace quantiscope {

namespace {

/// What computing an element of a value takes besides its multiply-adds, in those.
constexpr double kElementCost = 12.0;
/// About a sixth of a millisecond: what starting a run of a part takes is little beside that.
constexpr double kLeastCost = 3e6;
constexpr double kMostHanded = double(std::size_t(64) << 20);

std::vector<std::string> readsOf(const Node& node)
{
    std::vector<std::string> reads = node.captures;
    std::copy_if(node.inputs.begin(), node.inputs.end(), std::back_inserter(reads),
                 [](const std::string& input) { return !input.empty(); });
    return reads;
}

class Cutter
{
public:
    explicit Cutter(const Graph& graph) : m_graph(graph), m_costs(1, 0.0), m_handed(graph.nodes().size() + 1, 0.0)
    {
        for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
            double cost = static_cast<double>(multiplyAdds(graph, i));
            for (const std::string& output : graph.nodes()[i].outputs)
                cost += kElementCost * elementsOf(output);
            m_costs.push_back(m_costs.back() + cost);
            for (const std::string& read : readsOf(graph.nodes()[i]))
                m_lastReaders[read] = i;
        }
        addHanded();
    }

    /// Places before which the nodes are cut; ascending.
    [[nodiscard]] std::vector<std::size_t> cuts(std::size_t most) const
    {
        const auto possible = static_cast<std::size_t>(m_costs.back() / kLeastCost);
        for (std::size_t parts = std::min(most, possible); parts > 1; --parts) {
            double bytes = 0.0;
            std::vector<std::size_t> places;
            for (std::size_t k = 1; k < parts; ++k) {
                const std::size_t place = placeNear(static_cast<double>(k) / static_cast<double>(parts), parts);
                if (place == 0 || (!places.empty() && place <= places.back()))
                    continue;
                places.push_back(place);
                bytes += m_handed[place];
            }
            if (bytes <= kMostHanded)
                return places;
        }
        return {};
    }

    [[nodiscard]] std::vector<GraphPart> parts(std::vector<std::size_t> cuts) const
    {
        cuts.push_back(m_graph.nodes().size());
        std::vector<GraphPart> parts;
        std::size_t first = 0;
        for (const std::size_t last : cuts)
            parts.push_back(partBetween(std::exchange(first, last), last));
        return parts;
    }

    /// Does a node compute every output?
    [[nodiscard]] bool computesOutputs() const
    {
        const std::vector<TensorSpec> outputs = m_graph.model().outputs();
        return std::all_of(outputs.begin(), outputs.end(),
                           [this](const TensorSpec& output) { return m_graph.producerOf(output.name).has_value(); });
    }

private:
    /// For one sample; 1 where it is not known.
    [[nodiscard]] double elementsOf(const std::string& value) const
    {
        const TensorSpec* spec = m_graph.spec(value);
        double elements = 1.0;
        for (std::size_t i = 0; spec && i < spec->shape.size(); ++i)
            elements *= static_cast<double>(std::max<std::int64_t>(1, spec->shape[i]));
        return elements;
    }

    /// Sums up what is handed on at every place.
    void addHanded()
    {
        std::vector<double> change(m_handed.size(), 0.0);
        for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
            for (const std::string& output : m_graph.nodes()[i].outputs) {
                const auto last = m_lastReaders.find(output);
                if (output.empty() || last == m_lastReaders.end() || last->second <= i)
                    continue;
                const TensorSpec* spec = m_graph.spec(output);
                const bool isKnown = spec && spec->type != DataType::Undefined;
                const double bytes =
                    isKnown ? elementsOf(output) * double(std::max<std::size_t>(1, byteSize(spec->type))) : kUnknown;
                change[i + 1] += bytes;
                change[last->second + 1] -= bytes;
            }
        }
        double sum = 0.0;
        for (std::size_t place = 0; place < m_handed.size(); ++place)
            m_handed[place] = sum += change[place];
    }

    /// The place near @p share of all costs where least is handed on; 0 when there is none.
    [[nodiscard]] std::size_t placeNear(double share, std::size_t parts) const
    {
        const double all = m_costs.back();
        const double reach = 0.25 / static_cast<double>(parts);
        std::size_t best = 0;
        for (std::size_t place = 1; place < m_graph.nodes().size(); ++place) {
            const double at = m_costs[place] / all;
            if (std::abs(at - share) <= reach && m_handed[place] < kUnknown
                && (best == 0 || m_handed[place] < m_handed[best]))
                best = place;
        }
        return best;
    }

    [[nodiscard]] GraphPart partBetween(std::size_t first, std::size_t last) const
    {
        GraphPart part{first, last, {}, {}, {}};
        std::set<std::string> inputs;
        for (std::size_t i = first; i < last; ++i) {
            const Node& node = m_graph.nodes()[i];
            for (const std::string& read : readsOf(node)) {
                const auto maker = m_graph.producerOf(read);
                if ((maker ? *maker < first : !m_graph.isInitializer(read)) && inputs.insert(read).second)
                    part.inputs.push_back(read);
            }
            for (const std::string& output : node.outputs) {
                const auto reader = m_lastReaders.find(output);
                if (reader != m_lastReaders.end() && reader->second >= last)
                    part.handed.push_back(output);
                if (m_graph.isGraphOutput(output))
                    part.results.push_back(output);
            }
        }
        return part;
    }

    static constexpr double kUnknown = 1e15; ///< bytes of what cannot be handed on

    const Graph& m_graph;
    std::vector<double> m_costs; ///< of the nodes before each place
    std::vector<double> m_handed; ///< bytes, by place
    std::map<std::string, std::size_t> m_lastReaders;
};

} // namespace

std::vector<GraphPart> partsOf(const Graph& graph, std::size_t most)
{
    const Cutter cutter(graph);
    const std::vector<std::size_t> cuts = cutter.computesOutputs() ? cutter.cuts(most) : std::vector<std::size_t>();
    return cuts.empty() ? std::vector<GraphPart>() : cutter.parts(cuts);
}

} // namespace quantiscope
