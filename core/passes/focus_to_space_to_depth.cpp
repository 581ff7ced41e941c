// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <array>
#include <limits>

namespace quantiscope {

namespace {

/// x[:, :, row::2, column::2].
struct Part
{
    std::string source;
    std::array<std::int64_t, 2> start{0, 0}; ///< row, column
    std::array<bool, 2> isHalved{false, false};
};

/// Takes the slicing of node @p i on to @p part when it is every second row or column from the first or second to the
/// end.
bool readSlice(const Graph& graph, std::size_t i, Part& part)
{
    const Node& slice = graph.nodes()[i];
    std::array<std::vector<std::int64_t>, 4> parameters; // starts, ends, axes, steps
    for (std::size_t k = 0; k < parameters.size(); ++k) {
        const auto numbers = graph.initializerInts(slice.inputAt(k + 1));
        if (!numbers)
            return false;
        parameters[k] = *numbers;
        if (parameters[k].size() != parameters[0].size())
            return false;
    }
    const auto& [starts, ends, axes, steps] = parameters;
    const auto shape = shapeOf(graph, slice.inputs[0]);
    for (std::size_t k = 0; k < starts.size(); ++k) {
        const std::int64_t axis = axes[k] < 0 ? axes[k] + 4 : axes[k];
        if (!shape || shape->size() != 4 || (axis != 2 && axis != 3) || steps[k] != 2 || starts[k] < 0 || starts[k] > 1)
            return false;
        const std::int64_t extent = (*shape)[static_cast<std::size_t>(axis)];
        const auto direction = static_cast<std::size_t>(axis - 2);
        const bool reachesEnd =
            ends[k] >= std::numeric_limits<std::int32_t>::max() || (extent > 0 && ends[k] >= extent);
        if (!reachesEnd || part.isHalved[direction])
            return false;
        part.isHalved[direction] = true;
        part.start[direction] = starts[k];
    }
    part.source = slice.inputs[0];
    return true;
}

std::optional<Part> readPart(const Graph& graph, const std::string& value)
{
    Part part{value};
    while (!part.isHalved[0] || !part.isHalved[1]) {
        const auto slice = makerOf(graph, part.source, "Slice");
        if (!slice || !readSlice(graph, *slice, part))
            return std::nullopt;
    }
    return part;
}

/// For each block of channels of SpaceToDepth its place in the Concat at @p i; nothing when that is no Focus.
std::optional<std::array<std::size_t, 4>> readFocus(const Graph& graph, std::size_t i, std::string& source)
{
    const Node& concat = graph.nodes()[i];
    if (!isOperator(graph, i, "Concat") || concat.inputs.size() != 4 || graph.intAttribute(i, "axis", 0) != 1)
        return std::nullopt;
    std::array<std::size_t, 4> places{4, 4, 4, 4};
    for (std::size_t k = 0; k < 4; ++k) {
        const auto part = readPart(graph, concat.inputs[k]);
        if (!part || (k > 0 && part->source != source))
            return std::nullopt;
        source = part->source;
        std::size_t& place = places[static_cast<std::size_t>(2 * part->start[0] + part->start[1])];
        if (place != 4)
            return std::nullopt;
        place = k;
    }
    return places;
}

/// Brings the input channels of the Conv's weight [out, 4 · channels, kernel…] into the order of SpaceToDepth.
std::vector<float> reordered(const std::vector<float>& weight, const Shape& shape,
                             const std::array<std::size_t, 4>& places)
{
    const auto outputs = static_cast<std::size_t>(shape[0]);
    const std::size_t block = weight.size() / outputs / 4;
    std::vector<float> result(weight.size());
    for (std::size_t output = 0; output < outputs; ++output) {
        for (std::size_t k = 0; k < 4; ++k) {
            const auto from = weight.begin() + static_cast<std::ptrdiff_t>((output * 4 + places[k]) * block);
            std::copy(from, from + static_cast<std::ptrdiff_t>(block),
                      result.begin() + static_cast<std::ptrdiff_t>((output * 4 + k) * block));
        }
    }
    return result;
}

} // namespace

void focusToSpaceToDepth(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        std::string source;
        const auto places = readFocus(graph, i, source);
        if (!places || !isFloat32(graph, source))
            continue;
        const std::string& joined = run.node(i).outputs[0];
        const Shape shape = *shapeOf(graph, source);
        if (shape[2] < 0 || shape[3] < 0 || shape[2] % 2 != 0 || shape[3] % 2 != 0) {
            run.skip(i, "height and width are not known to be even");
            continue;
        }
        const std::array<std::size_t, 4> own{0, 1, 2, 3};
        if (*places != own) {
            const std::size_t reader = hasOneReader(graph, joined) ? graph.consumersOf(joined)[0] : i;
            const std::string weight = reader == i ? std::string() : run.node(reader).inputAt(1);
            if (reader == i || !isOperator(graph, reader, "Conv") || graph.intAttribute(reader, "group", 1) != 1
                || !graph.isInitializer(weight) || !isFloat32(graph, weight) || shape[1] < 1
                || graph.initializerShape(weight).size() != 4 || graph.initializerShape(weight)[1] != 4 * shape[1]
                || graph.initializerShape(weight)[0] < 1) {
                run.skip(i, "its parts are in another order than SpaceToDepth's, and no single Conv follows");
                continue;
            }
            const std::vector<float> weights =
                reordered(graph.initializerFloats(weight), graph.initializerShape(weight), *places);
            if (hasOneReader(graph, weight))
                run.edit().setInitializer(weight, DataType::Float, graph.initializerShape(weight),
                                          std::as_bytes(std::span(weights)));
            else
                run.edit().setInput(reader, 1,
                                    addFloats(run.edit(), weight + "_" + run.node(reader).name,
                                              graph.initializerShape(weight), weights));
        }
        run.edit().replaceNode(
            i, {"SpaceToDepth", "", run.node(i).name, {source}, {joined}, {{"blocksize", std::int64_t(2)}}});
        run.countChange();
    }
}

} // namespace quantiscope
