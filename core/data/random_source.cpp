// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/readers.h"
#include "core/tensor/npy.h"

#include <bit>
#include <map>
#include <random>
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

/// Extents of all inputs, those of the same symbolic name equal.
std::vector<Shape> concreteShapes(std::span<const TensorSpec> inputs)
{
    std::map<std::string, std::int64_t> named;
    std::vector<Shape> shapes;
    for (const TensorSpec& input : inputs) {
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

/// Fills floating-point elements with multiples of 2^-24 (float32), 2^-53 (float64), 2^-11 (float16) or 2^-8
/// (bfloat16): all of them below 1 after rounding too.
void fillUniform(Tensor& tensor, std::mt19937_64& random)
{
    switch (tensor.type()) {
    case DataType::Float:
        for (float& value : tensor.as<float>())
            value = static_cast<float>(random() >> 40) * 0x1p-24F;
        break;
    case DataType::Double:
        for (double& value : tensor.as<double>())
            value = static_cast<double>(random() >> 11) * 0x1p-53;
        break;
    case DataType::Float16:
        for (std::uint16_t& value : tensor.as<std::uint16_t>()) {
            // k / 2^11 with k = 1.m * 2^e has the exponent e - 11 and k's own bits as mantissa.
            const auto k = static_cast<std::uint32_t>(random() >> 53);
            const auto e = static_cast<std::uint32_t>(std::bit_width(k)) - 1;
            value = k == 0 ? 0 : static_cast<std::uint16_t>((e + 15 - 11) << 10 | ((k << (10 - e)) & 0x3FFU));
        }
        break;
    case DataType::BFloat16:
        for (std::uint16_t& value : tensor.as<std::uint16_t>()) {
            const float uniform = static_cast<float>(random() >> 56) * 0x1p-8F;
            value = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(uniform) >> 16);
        }
        break;
    default:
        break; // integers stay 0: an index of 0 is valid everywhere
    }
}

class RandomSource final : public SampleSource
{
public:
    RandomSource(std::uint64_t seed, std::size_t samples, std::span<const TensorSpec> inputs)
        : m_seed(seed), m_samples(samples), m_inputs(inputs.begin(), inputs.end()), m_shapes(concreteShapes(inputs))
    {
    }

    std::size_t size() const override { return m_samples; }
    std::string name(std::size_t i) const override { return "random[" + std::to_string(i) + "]"; }

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
};

} // namespace

Result<std::unique_ptr<SampleSource>> openRandomSamples(std::uint64_t seed, std::size_t samples,
                                                        std::span<const TensorSpec> inputs)
{
    const std::vector<Shape> shapes = concreteShapes(inputs);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        const auto refused = [&input = inputs[k]](const std::string& why) {
            return Error{ErrorCode::DataRefused,
                         "Input '" + input.name + "' (" + describe(input) + ") cannot be given random data: " + why
                             + ".",
                         input.name};
        };
        if (!inputs[k].hasRank)
            return refused("the model does not say its shape; use .npy or .npz data");
        if (byteSize(inputs[k].type) == 0)
            return refused("its type has no numbers of whole bytes");
        const auto count = elementCount(shapes[k]);
        if (!count || *count > kMostElements)
            return refused("it has more than 2^30 elements");
    }
    return std::unique_ptr<SampleSource>(new RandomSource(seed, samples, inputs));
}

} // namespace quantiscope
