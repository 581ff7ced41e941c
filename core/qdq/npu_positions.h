// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/tensor_params.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// The positions p of power-of-two scales 2^-p around the operators of a graph, to be looked up and moved.
///
/// Tensors that share their parameters have one position and move together, initializers among them: nothing has been
/// quantized yet, so that weights and biases get their integers from where they end. Without a position are tensors
/// that stay float, that have a scale for each channel or one that is no power of two.
///
/// Linear in the plan to make, constant time for each question. Holds references to all that it is made of.
class NpuPositions
{
public:
    /// @p selected: positions of the nodes that read quantized initializers, ascending.
    /// @p ranges: of the values, as the scales were derived from.
    NpuPositions(const Graph& graph, const QdqPlan& plan, const std::vector<std::size_t>& selected,
                 const TensorRanges& ranges, const TensorParams& params);

    /// A position that can be asked for and moved; -1 where there is none.
    using Place = int;
    static constexpr Place kNone = -1;

    /// The place that input @p input of node @p node is read with.
    [[nodiscard]] Place inputPlace(std::size_t node, std::size_t input) const;

    /// The same for a pooling: when the pair between it and a Pad in front of it is left out, the Pad's input is meant.
    [[nodiscard]] Place poolInputPlace(std::size_t node) const;

    /// The place that the first output of node @p node is written with: the one behind the activation function, when
    /// the pair between the two is left out.
    [[nodiscard]] Place outputPlace(std::size_t node) const;

    [[nodiscard]] int at(Place place) const { return m_places[static_cast<std::size_t>(place)].position; }

    /// Is it at home anywhere? A tensor of zeros has no position of its own, until it has taken others'.
    [[nodiscard]] bool isFree(Place place) const { return m_places[static_cast<std::size_t>(place)].isFree; }

    void settle(Place place) { m_places[static_cast<std::size_t>(place)].isFree = false; }

    /// Moves a place; false when it is there already, or is held by a scale that the user laid down.
    bool move(Place place, int position);

    /// All positions, by place.
    [[nodiscard]] std::vector<int> all() const;

    /// The first tensor of the plan that uses a place.
    [[nodiscard]] const std::string& nameOf(Place place) const;

    /// Writes what has been moved into @p params, the map that the positions came from; zero points
    /// stay, but for tensors of zeros, which get that of their encoding.
    void writeTo(TensorParams& params) const;

private:
    struct Entry
    {
        int position = 0;
        std::size_t tensor = 0; ///< the first in the plan
        bool isHeld = false;
        bool isZero = false;
        bool isFree = false; ///< zero, and not settled yet
        bool isMoved = false;
    };

    [[nodiscard]] Place placeOf(const std::string& tensor) const;
    [[nodiscard]] bool isFusedActivation(std::size_t node) const;

    const Graph& m_graph;
    const QdqPlan& m_plan;
    std::vector<bool> m_isSelected; ///< by node
    std::vector<Entry> m_places;
    std::vector<Place> m_byTensor; ///< by position in the plan
};

} // namespace quantiscope
