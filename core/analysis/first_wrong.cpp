// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/first_wrong.h"

#include "core/base/number_text.h"
#include "core/base/printable.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

using Kind = TensorError::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kAsHigh = 3.0; ///< dB below the highest excess
constexpr double kFarOut = 12.0; ///< dB of excess, or of a drop
constexpr double kLoud = 20.0; ///< dB of SQNR: the error is a tenth of the values
constexpr double kTooWide = 12.0; ///< dB of a scale
constexpr double kCutOff = 0.1; ///< dB that a scale falls short of its values: a hundredth, some steps of 8 bits
constexpr double kTwice = 2.0; ///< times the rounding error, from which something else makes the error

std::string number(double value)
{
    return fixedText(value, std::abs(value) < 1000.0 ? 1 : 0);
}

bool isCompared(const TensorError& tensor)
{
    return tensor.kind != Kind::Weight && tensor.own && tensor.accumulated;
}

void fillDrops(LayerErrors& errors)
{
    for (TensorError& tensor : errors.tensors) {
        tensor.drop.reset();
        if (!isCompared(tensor))
            continue;
        double worst = kInfinity;
        bool isThere = false;
        for (const std::size_t before : tensor.inFront) {
            const std::optional<ErrorFigures>& figures = errors.tensors[before].accumulated;
            if (!figures || std::isnan(figures->sqnr.mean))
                continue;
            worst = std::min(worst, figures->sqnr.mean);
            isThere = true;
        }
        const double drop = worst - tensor.accumulated->sqnr.mean;
        if (isThere && !std::isnan(drop))
            tensor.drop = drop;
    }
}

/// What a tensor is judged by; nothing without figures.
std::optional<double> harmOf(const TensorError& tensor)
{
    if (!isCompared(tensor))
        return std::nullopt;
    return tensor.own->broken > 0 ? kInfinity : tensor.excess;
}

/// Is most of what was right up to here lost here, by the tensor's own quantization? Its values may be such that a
/// sound scale of 8 bits does that: then its error is not out of proportion, but large.
bool losesMost(const TensorError& tensor)
{
    return isCompared(tensor) && tensor.own->sqnr.mean < kLoud && tensor.drop && *tensor.drop >= kFarOut;
}

std::optional<std::size_t> firstOf(const LayerErrors& errors)
{
    double highest = -kInfinity;
    for (const TensorError& tensor : errors.tensors)
        highest = std::max(highest, harmOf(tensor).value_or(-kInfinity));
    // One that is not finite goes before all others.
    const double least = highest == kInfinity ? highest : std::min(highest - kAsHigh, kFarOut);
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        const std::optional<double> harm = harmOf(errors.tensors[i]);
        if (harm && *harm > -kInfinity && (*harm >= least || (least < kInfinity && losesMost(errors.tensors[i]))))
            return i;
    }
    return std::nullopt;
}

/// The tensor with the widest scale of those that are too wide; nothing where values that are not finite go before it.
std::optional<std::size_t> tooWide(const LayerErrors& errors)
{
    const bool anyBroken = std::any_of(errors.tensors.begin(), errors.tensors.end(),
                                       [](const TensorError& tensor) { return harmOf(tensor) == kInfinity; });
    if (anyBroken)
        return std::nullopt;
    const std::vector<std::size_t> order = worstFirst(errors, ErrorColumn::Scale);
    if (order.empty() || !(*errors.tensors[order[0]].scaleExcess >= kTooWide))
        return std::nullopt;
    return order[0];
}

/// The first tensor that is made with weight @p weight.
std::optional<std::size_t> madeWith(const LayerErrors& errors, std::size_t weight)
{
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        const TensorError& tensor = errors.tensors[i];
        if (isCompared(tensor)
            && std::find(tensor.inFront.begin(), tensor.inFront.end(), weight) != tensor.inFront.end())
            return i;
    }
    return std::nullopt;
}

/// Own error in units of the rounding error of the tensor's pair; nothing without a scale of its own.
std::optional<double> timesRounding(const TensorError& tensor)
{
    if (!tensor.params || tensor.params->scale.size() != 1)
        return std::nullopt;
    return tensor.own->rmse.mean / (static_cast<double>(tensor.params->scale[0]) / std::sqrt(12.0));
}

/// The constant in front with the lowest SQNR, where constants make the error.
std::optional<std::size_t> weightOf(const LayerErrors& errors, const TensorError& tensor)
{
    if (const auto times = timesRounding(tensor); times && *times <= kTwice)
        return std::nullopt;
    std::optional<std::size_t> worst;
    for (const std::size_t before : tensor.inFront) {
        const TensorError& weight = errors.tensors[before];
        if (weight.kind != Kind::Weight || !weight.own || !(weight.own->sqnr.mean < kInfinity))
            continue;
        // A bias is small beside what it is added to; a weight goes before it.
        const auto rank = [](const TensorError& one) { return std::pair(one.shape.size() < 2, one.own->sqnr.mean); };
        if (!worst || rank(weight) < rank(errors.tensors[*worst]))
            worst = before;
    }
    return worst;
}

/// The shortest way from @p first to a tensor that is an output, or that nothing is behind.
std::vector<std::size_t> pathFrom(std::size_t first, const std::set<std::string>& outputs, const LayerErrors& errors)
{
    std::vector<std::vector<std::size_t>> behind(errors.tensors.size());
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        for (const std::size_t before : errors.tensors[i].inFront)
            behind[before].push_back(i);
    }
    std::vector<std::optional<std::size_t>> cameFrom(errors.tensors.size());
    std::vector<std::size_t> queue{first};
    cameFrom[first] = first;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::size_t at = queue[next];
        if (behind[at].empty() || outputs.contains(errors.tensors[at].tensor)) {
            std::vector<std::size_t> path{at};
            while (path.back() != first)
                path.push_back(*cameFrom[path.back()]);
            std::reverse(path.begin(), path.end());
            return path;
        }
        for (const std::size_t other : behind[at]) {
            if (cameFrom[other])
                continue;
            cameFrom[other] = at;
            queue.push_back(other);
        }
    }
    return {first};
}

std::string sentenceOf(const LayerErrors& errors, const FirstWrong& first)
{
    const TensorError& tensor = errors.tensors[first.tensor];
    const auto quoted = [](const std::string& text) { return "'" + wholePrintable(text) + "'"; };
    std::string sentence = "It first goes wrong at " + quoted(tensor.tensor);
    sentence += tensor.node.empty() ? " (an input)" : " (" + tensor.opType + " " + quoted(tensor.node) + ")";
    if (tensor.own->broken > 0) {
        return sentence + ": its own quantization makes it infinite or NaN in "
            + countedText(tensor.own->broken, "sample") + ".";
    }
    if (tensor.own->samples == 0)
        return sentence + ".";
    sentence += ": its own quantization leaves " + number(tensor.own->sqnr.mean) + " dB";
    if (tensor.drop && *tensor.drop > 0.0)
        sentence += ", and what reaches it loses " + number(*tensor.drop) + " dB";
    const TensorError& blamed = errors.tensors[first.weight.value_or(first.tensor)];
    if (blamed.scaleExcess && *blamed.scaleExcess >= kTooWide) {
        return sentence + "; the scale of " + quoted(blamed.tensor) + " is "
            + number(std::pow(10.0, *blamed.scaleExcess / 20.0)) + " times as wide as its values need.";
    }
    if (first.weight) {
        const TensorError& weight = errors.tensors[*first.weight];
        return sentence + "; the error comes from " + quoted(weight.tensor) + ", of which quantization leaves "
            + number(weight.own->sqnr.mean) + " dB.";
    }
    const auto times = timesRounding(tensor);
    if (!times)
        return sentence + ".";
    if (*times > kTwice) {
        if (tensor.scaleExcess && *tensor.scaleExcess < -kCutOff)
            return sentence + "; values beyond the ends of its scale are cut off.";
        return sentence + "; rounding alone would leave " + number(tensor.own->sqnr.mean + 20.0 * std::log10(*times))
            + " dB: most of the error is how the quantized model computes it, as where an operator is replaced for the "
              "target.";
    }
    const double extent = std::max<double>(tensor.range.max, 0.0) - std::min<double>(tensor.range.min, 0.0);
    const double steps = extent / static_cast<double>(tensor.params->scale[0]);
    return sentence + "; its values spread over " + number(std::floor(steps) + 1.0) + " levels of its scale.";
}

} // namespace

void findFirstWrong(const std::set<std::string>& outputs, LayerErrors& errors)
{
    fillDrops(errors);
    errors.firstWrong.reset();
    FirstWrong first;
    std::optional<std::size_t> found = tooWide(errors);
    if (found && errors.tensors[*found].kind == Kind::Weight) {
        first.weight = found;
        found = madeWith(errors, *found);
    }
    if (!found || !isCompared(errors.tensors[*found])) {
        first.weight.reset();
        found = firstOf(errors);
        if (found)
            first.weight = weightOf(errors, errors.tensors[*found]);
    }
    if (!found)
        return;
    first.tensor = *found;
    first.path = pathFrom(*found, outputs, errors);
    first.sentence = sentenceOf(errors, first);
    errors.firstWrong = std::move(first);
}

} // namespace quantiscope
