// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale_excess.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

namespace {

using Kind = TensorError::Kind;

/// Does it give elements of its inputs, or what lies between them?
bool handsOn(const std::string& opType)
{
    static const std::set<std::string> kOperators{"AveragePool",
                                                  "Clip",
                                                  "Concat",
                                                  "DepthToSpace",
                                                  "Dropout",
                                                  "Expand",
                                                  "Flatten",
                                                  "Gather",
                                                  "GatherND",
                                                  "GatherElements",
                                                  "GlobalAveragePool",
                                                  "GlobalMaxPool",
                                                  "Identity",
                                                  "LeakyRelu",
                                                  "Max",
                                                  "MaxPool",
                                                  "Min",
                                                  "Pad",
                                                  "ReduceMax",
                                                  "ReduceMean",
                                                  "Relu",
                                                  "Reshape",
                                                  "Resize",
                                                  "Slice",
                                                  "SpaceToDepth",
                                                  "Split",
                                                  "Squeeze",
                                                  "Tile",
                                                  "Transpose",
                                                  "Unsqueeze",
                                                  "Upsample",
                                                  "Where"};
    return kOperators.contains(opType);
}

/// Is its range known to be [0, 1]?
bool endsAtOne(const std::string& opType)
{
    return opType == "Sigmoid" || opType == "HardSigmoid" || opType == "Softmax";
}

double fullestOf(DataType type, bool highest)
{
    const CodeLimits limits = codeLimits(type, Symmetry::Asymmetric);
    return highest ? limits.max : limits.min;
}

bool isJudged(DataType type)
{
    return type == DataType::Int8 || type == DataType::UInt8 || type == DataType::Int16 || type == DataType::UInt16;
}

/// The smallest scale of @p type with @p zeroPoint whose codes reach from @p low to @p high, as far as they go on
/// either side of 0 at all.
double smallestScale(DataType type, std::int32_t zeroPoint, double low, double high)
{
    const double above = fullestOf(type, true) - zeroPoint;
    const double below = zeroPoint - fullestOf(type, false);
    return std::max(above > 0.0 ? high / above : 0.0, below > 0.0 ? -low / below : 0.0);
}

/// Sets of places whose tensors share their parameters.
class Sharing
{
public:
    explicit Sharing(const LayerErrors& errors) : m_first(errors.tensors.size())
    {
        std::iota(m_first.begin(), m_first.end(), std::size_t(0));
        for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
            if (!handsOn(errors.tensors[i].opType) || errors.tensors[i].kind == Kind::Weight)
                continue;
            std::vector<std::size_t> around = errors.tensors[i].inFront;
            around.push_back(i);
            for (std::size_t a = 0; a < around.size(); ++a) {
                for (std::size_t b = a + 1; b < around.size(); ++b) {
                    const auto& params = errors.tensors[around[a]].params;
                    if (params && params == errors.tensors[around[b]].params)
                        m_first[firstOf(around[b])] = firstOf(around[a]);
                }
            }
        }
    }

    [[nodiscard]] std::size_t firstOf(std::size_t place) const
    {
        while (m_first[place] != place)
            place = m_first[place];
        return place;
    }

private:
    std::vector<std::size_t> m_first; ///< another of the same set, or itself
};

std::optional<double> ofOneScale(const TensorError& tensor, TensorRange seen)
{
    const QuantParams& params = *tensor.params;
    const double scale = params.scale[0];
    const double smallest = smallestScale(params.type, params.zeroPoint[0], std::min<double>(seen.min, 0.0),
                                          std::max<double>(seen.max, 0.0));
    if (!(smallest > 0.0) || !(scale > 0.0))
        return std::nullopt;
    const double excess = 20.0 * std::log10(scale / smallest);
    if (endsAtOne(tensor.opType) && tensor.kind != Kind::Weight) {
        constexpr double kNearlyOne = 1.01; // 1/255 and 1/256 are both in use
        if (scale <= kNearlyOne * smallestScale(params.type, params.zeroPoint[0], 0.0, 1.0))
            return std::min(excess, 0.0);
    }
    return excess;
}

/// Scales of channels: all of them in power, so that those of a channel that is nearly 0 do not count.
std::optional<double> ofChannels(const Graph& real, const TensorError& weight)
{
    const QuantParams& params = *weight.params;
    const Shape& shape = real.initializerShape(weight.tensor);
    const std::vector<float> elements = real.initializerFloats(weight.tensor);
    const auto axis = static_cast<std::size_t>(*params.axis);
    if (axis >= shape.size() || shape[axis] != static_cast<std::int64_t>(params.scale.size()) || elements.empty())
        return std::nullopt;
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        inner *= static_cast<std::size_t>(shape[i]);
    std::vector<double> low(params.scale.size());
    std::vector<double> high(params.scale.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::size_t channel = i / inner % low.size();
        low[channel] = std::min<double>(low[channel], elements[i]);
        high[channel] = std::max<double>(high[channel], elements[i]);
    }
    double power = 0.0;
    double smallest = 0.0;
    for (std::size_t i = 0; i < low.size(); ++i) {
        const double needed = smallestScale(params.type, params.zeroPoint[i], low[i], high[i]);
        smallest += needed * needed;
        power += needed > 0.0 ? std::pow(static_cast<double>(params.scale[i]), 2.0) : 0.0;
    }
    if (!(smallest > 0.0))
        return std::nullopt;
    return 10.0 * std::log10(power / smallest);
}

/// The NPU's rules give a constant that is added a scale near that of what it is added to. No harm is done as long as
/// its step is below that of the sum. @p sum may be nullptr.
double ofAddedConstant(double excess, const TensorError& constant, const TensorError* sum)
{
    int exponent = 0;
    const bool isPowerOf2 = std::frexp(constant.params->scale[0], &exponent) == 0.5F;
    if (!sum || !isPowerOf2 || (constant.opType != "Add" && constant.opType != "Sub"))
        return excess;
    const double beside = 20.0 * std::log10(static_cast<double>(constant.params->scale[0]) / sum->params->scale[0]);
    return std::min(excess, beside);
}

/// The first tensor with one scale that is made with @p constant.
const TensorError* madeWith(const LayerErrors& errors, std::size_t constant)
{
    for (const TensorError& tensor : errors.tensors) {
        if (tensor.kind != Kind::Weight && tensor.params && tensor.params->scale.size() == 1
            && std::find(tensor.inFront.begin(), tensor.inFront.end(), constant) != tensor.inFront.end())
            return &tensor;
    }
    return nullptr;
}

} // namespace

void fillScaleExcess(const Graph& real, LayerErrors& errors)
{
    const Sharing sharing(errors);
    const auto hasRange = [](const TensorError& tensor) { return tensor.own && tensor.own->samples > 0; };
    std::vector<std::optional<TensorRange>> seen(errors.tensors.size());
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        const TensorError& tensor = errors.tensors[i];
        if (!hasRange(tensor))
            continue;
        std::optional<TensorRange>& all = seen[sharing.firstOf(i)];
        all = all ? joined(*all, knownRange(tensor)) : knownRange(tensor);
    }
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        TensorError& tensor = errors.tensors[i];
        tensor.scaleExcess.reset();
        if (!hasRange(tensor) || !tensor.params || !isJudged(tensor.params->type))
            continue;
        if (tensor.params->scale.size() == 1)
            tensor.scaleExcess = ofOneScale(tensor, *seen[sharing.firstOf(i)]);
        else if (tensor.params->axis && tensor.kind == Kind::Weight)
            tensor.scaleExcess = ofChannels(real, tensor);
        if (tensor.scaleExcess && tensor.kind == Kind::Weight && tensor.params->scale.size() == 1)
            tensor.scaleExcess = ofAddedConstant(*tensor.scaleExcess, tensor, madeWith(errors, i));
    }
}

} // namespace quantiscope
