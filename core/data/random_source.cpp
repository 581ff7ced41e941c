// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_name.h"
#include "core/data/random_fill.h"
#include "core/data/readers.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMostElements = std::size_t(1) << 30; // extents come from the model, which is not trusted

/// The extent that an open dimension gets.
std::int64_t madeUpExtent(std::size_t axis, std::size_t rank)
{
    if (axis == 0)
        return 1;
    if (rank == 4)
        return axis == 1 ? 3 : 32;
    return axis == 1 ? 16 : 1;
}

/// Extents of all inputs, those of the same symbolic name equal as far as no shape is wanted.
std::vector<Shape> concreteShapes(std::span<const TensorSpec> inputs, const std::map<std::string, Shape>& wanted)
{
    std::map<std::string, std::int64_t> named;
    for (const TensorSpec& input : inputs) {
        const auto at = wanted.find(input.name);
        if (at == wanted.end())
            continue;
        for (std::size_t axis = 0; axis < std::min(at->second.size(), input.dimensionNames.size()); ++axis) {
            if (!input.dimensionNames[axis].empty())
                named.emplace(input.dimensionNames[axis], at->second[axis]);
        }
    }
    std::vector<Shape> shapes;
    for (const TensorSpec& input : inputs) {
        if (const auto at = wanted.find(input.name); at != wanted.end()) {
            shapes.push_back(at->second);
            continue;
        }
        Shape shape = input.shape;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            if (shape[axis] >= 0)
                continue;
            shape[axis] = madeUpExtent(axis, shape.size());
            if (axis < input.dimensionNames.size() && !input.dimensionNames[axis].empty())
                shape[axis] = named.emplace(input.dimensionNames[axis], shape[axis]).first->second;
        }
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

using Range = std::pair<double, double>;

std::string text(Range range)
{
    std::ostringstream stream;
    stream << "[" << range.first << ", " << range.second << "]";
    return stream.str();
}

/// Does @p wanted speak of inputs that exist, and of what they can take?
Result<void> checkWanted(const RandomInputs& wanted, std::span<const TensorSpec> inputs)
{
    std::vector<std::string> names;
    for (const TensorSpec& input : inputs)
        names.push_back(input.name);
    const auto find = [&](const std::string& name) {
        return std::find_if(inputs.begin(), inputs.end(), [&](const TensorSpec& input) { return input.name == name; });
    };
    const auto wrong = [](const char* option, const std::string& message) {
        return Error{ErrorCode::InvalidArgument, message, option};
    };
    constexpr const char* kShape = "RandomDataReaderInputShape";
    constexpr const char* kRange = "RandomDataReaderInputDataRange";
    for (const auto& [name, shape] : wanted.shapes) {
        const auto input = find(name);
        if (input == inputs.end())
            return wrong(kShape,
                         "A shape of random data is given for '" + name + "', but the model has no such input."
                             + didYouMean(name, names));
        const bool isConcrete = std::all_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent > 0; });
        if (!isConcrete || (input->hasRank && !shapeMatches(shape, input->shape)))
            return wrong(kShape,
                         "Random data of shape " + shapeListText(shape) + " do not fit input '" + name + "' ("
                             + describe(*input) + ").");
    }
    for (const auto& [name, range] : wanted.ranges) {
        const auto input = find(name);
        if (input == inputs.end())
            return wrong(kRange,
                         "A range of random data is given for '" + name + "', but the model has no such input."
                             + didYouMean(name, names));
        if (const std::string why = objectionToRange(range, input->type); !why.empty())
            return wrong(kRange,
                         "The range " + text(range) + " of random data cannot be given to input '" + name + "' ("
                             + describe(*input) + "): " + why + ".");
    }
    return {};
}

class RandomSource final : public SampleSource
{
public:
    RandomSource(std::uint64_t seed, std::size_t samples, std::span<const TensorSpec> inputs, std::vector<Shape> shapes,
                 std::map<std::string, Range> ranges)
        : m_seed(seed)
        , m_samples(samples)
        , m_inputs(inputs.begin(), inputs.end())
        , m_shapes(std::move(shapes))
        , m_ranges(std::move(ranges))
    {
    }

    std::size_t size() const override { return m_samples; }
    std::string name(std::size_t i) const override { return "random[" + std::to_string(i) + "]"; }

    std::optional<Origin> origin(std::size_t i) const override
    {
        std::ostringstream part;
        part << "random " << m_seed << " " << i << std::hexfloat;
        for (std::size_t k = 0; k < m_inputs.size(); ++k) {
            part << " " << m_inputs[k].name << " " << dataTypeName(m_inputs[k].type) << " "
                 << shapeListText(m_shapes[k]);
            if (const auto range = m_ranges.find(m_inputs[k].name); range != m_ranges.end())
                part << " " << range->second.first << " " << range->second.second;
        }
        return Origin{{}, part.str()};
    }

    Result<Sample> read(std::size_t i) const override
    {
        std::seed_seq mixed{static_cast<std::uint32_t>(m_seed), static_cast<std::uint32_t>(m_seed >> 32),
                            static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(std::uint64_t(i) >> 32)};
        std::mt19937_64 random(mixed);
        Sample sample{name(i), i, {}};
        for (std::size_t k = 0; k < m_inputs.size(); ++k) {
            Result<Tensor> tensor = allocateTensor(m_inputs[k].type, m_shapes[k], m_inputs[k].name);
            if (!tensor)
                return tensor.error();
            if (const auto range = m_ranges.find(m_inputs[k].name); range != m_ranges.end())
                fillWithin(*tensor, range->second, random);
            else
                fillUniform(*tensor, random);
            sample.inputs.emplace(m_inputs[k].name, std::move(*tensor));
        }
        return sample;
    }

private:
    std::uint64_t m_seed;
    std::size_t m_samples;
    std::vector<TensorSpec> m_inputs;
    std::vector<Shape> m_shapes;
    std::map<std::string, Range> m_ranges;
};

} // namespace

Result<std::unique_ptr<SampleSource>> openRandomSamples(std::uint64_t seed, std::size_t samples,
                                                        std::span<const TensorSpec> inputs, const RandomInputs& wanted)
{
    if (const Result<void> checked = checkWanted(wanted, inputs); !checked)
        return checked.error();
    std::vector<Shape> shapes = concreteShapes(inputs, wanted.shapes);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        const auto refused = [&input = inputs[k]](const std::string& why) {
            return Error{ErrorCode::DataRefused,
                         "Input '" + input.name + "' (" + describe(input) + ") cannot be given random data: " + why
                             + ".",
                         input.name};
        };
        if (!inputs[k].hasRank && !wanted.shapes.contains(inputs[k].name))
            return refused("the model does not say its shape; use .npy or .npz data");
        if (byteSize(inputs[k].type) == 0)
            return refused("its type has no numbers of whole bytes");
        const auto count = elementCount(shapes[k]);
        if (!count || *count > kMostElements)
            return refused("it has more than 2^30 elements");
    }
    return std::unique_ptr<SampleSource>(new RandomSource(seed, samples, inputs, std::move(shapes), wanted.ranges));
}

} // namespace quantiscope
