// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dynamic_weights.h"

#include "core/numerics/quantize.h"

namespace quantiscope {

namespace {

std::vector<float> transposedMatrix(const std::vector<float>& values, std::size_t rows, std::size_t columns)
{
    std::vector<float> result(values.size());
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c)
            result[c * rows + r] = values[r * columns + c];
    }
    return result;
}

} // namespace

const DynamicCodes& DynamicWeights::codesOf(const std::string& weight, const WeightForm& form)
{
    const auto key = std::pair(weight, form);
    if (const auto known = m_weights.find(key); known != m_weights.end())
        return known->second;
    Shape shape = m_graph.initializerShape(weight);
    std::vector<float> values = m_graph.initializerFloats(weight);
    if (form.transposed) {
        values = transposedMatrix(values, static_cast<std::size_t>(shape[0]), static_cast<std::size_t>(shape[1]));
        std::swap(shape[0], shape[1]);
    }
    const Symmetry symmetry = m_config.weightSymmetry(form.type);
    const CodeRange range = m_config.reduceRange ? CodeRange::Reduced : CodeRange::Full;
    const CodeLimits limits = codeLimits(form.type, symmetry, range);
    QuantParams params{form.type, {}, {}, {}};
    if (form.perColumn)
        params.axis = static_cast<int>(shape.size()) - 1;
    const std::vector<TensorRange> ranges =
        form.perColumn ? rangesAlongAxis(values, shape, *params.axis) : std::vector<TensorRange>{rangeOf(values)};
    for (const TensorRange& one : ranges) {
        const ScaleZeroPoint value = computeScaleZeroPoint(one, limits, symmetry);
        params.scale.push_back(value.scale);
        params.zeroPoint.push_back(value.zeroPoint);
    }
    const ParamNames names = m_nodes.addParams(weight, params);
    const std::string codes = m_rewriter.uniqueName(weight + "_quantized");
    m_rewriter.addInitializer(codes, form.type, shape,
                              quantizeTensor(values, shape, params, codeLimits(form.type, Symmetry::Asymmetric)));
    m_scales.emplace(names.scale, params.scale);
    m_tensors.push_back({weight, QuantizedTensor::Role::Weight, params, {}});
    return m_weights.emplace(key, DynamicCodes{codes, names.scale, names.zeroPoint}).first->second;
}

} // namespace quantiscope
