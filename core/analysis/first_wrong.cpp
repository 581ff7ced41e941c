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
constexpr double kFarOut = 12.0; ///< dB of excess, or of a drop
constexpr double kLoud = 20.0; ///< dB of SQNR: the error is a tenth of the values
constexpr double kTooWide = 12.0; ///< dB of a scale
constexpr double kCutOff = 0.1; ///< dB that a scale falls short of its values: a hundredth, some steps of 8 bits
constexpr double kSoundSqnr = 15.0; ///< dB that an output keeps
constexpr double kSoundCosine = 0.98; ///< tells of samples that are lost beside others with very high SQNR
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

/// Is the tensor where paths end: an output, or one that nothing compared is behind? Where that only joins or
/// rearranges values, what it is made of as well: scores of a detector vanish beside the boxes that they are joined
/// with.
std::vector<bool> endsOf(const std::set<std::string>& outputs, const LayerErrors& errors)
{
    static const std::set<std::string> kJoining{"Concat",  "Flatten",   "Identity", "Reshape",
                                                "Squeeze", "Transpose", "Unsqueeze"};
    std::vector<bool> isRead(errors.tensors.size(), false);
    for (const TensorError& tensor : errors.tensors) {
        for (const std::size_t before : tensor.inFront)
            isRead[before] = true;
    }
    std::vector<bool> isEnd(errors.tensors.size(), false);
    for (std::size_t i = errors.tensors.size(); i-- > 0;) { // what is in front comes before
        const TensorError& tensor = errors.tensors[i];
        isEnd[i] = isCompared(tensor) && (isEnd[i] || !isRead[i] || outputs.contains(tensor.tensor));
        if (!isEnd[i] || !kJoining.contains(tensor.opType))
            continue;
        for (const std::size_t before : tensor.inFront)
            isEnd[before] = true;
    }
    return isEnd;
}

/// What comes out.
struct Outcome
{
    bool isKnown = false; ///< some of it could be compared, or not for what quantization did
    bool isHurt = false;
    double lowest = kInfinity; ///< mean SQNR

    [[nodiscard]] bool isSound() const { return isKnown && !isHurt; }
};

Outcome outcomeOf(const std::vector<bool>& isEnd, const LayerErrors& errors)
{
    Outcome outcome;
    for (std::size_t i = 0; i < isEnd.size(); ++i) {
        if (!isEnd[i])
            continue;
        const ErrorFigures& figures = *errors.tensors[i].accumulated;
        const bool isBroken = figures.broken > 0 || figures.shapesDiffer > 0;
        if (figures.samples == 0 && !isBroken)
            continue;
        outcome.isKnown = true;
        if (isBroken || figures.cosine.mean < kSoundCosine || figures.sqnr.mean < kSoundSqnr)
            outcome.isHurt = true;
        if (!std::isnan(figures.sqnr.mean))
            outcome.lowest = std::min(outcome.lowest, figures.sqnr.mean);
    }
    return outcome;
}

/// Is most of what was right up to here lost here?
bool losesMost(const TensorError& tensor, double sqnr)
{
    return sqnr < kLoud && tensor.drop && *tensor.drop >= kFarOut;
}

bool isBroken(const TensorError& tensor)
{
    return isCompared(tensor) && tensor.own->broken > 0;
}

/// Do errors that come to the tensor make it infinite or NaN, as one that makes the argument of a logarithm 0?
bool becomesBroken(const TensorError& tensor)
{
    return isCompared(tensor) && tensor.accumulated->broken > 0;
}

/// Does the tensor's own quantization do harm that stands out? Its values may be such that a sound scale of 8 bits
/// loses most of them: then its error is not out of proportion, but large.
bool doesHarm(const TensorError& tensor)
{
    return isCompared(tensor)
        && (losesMost(tensor, tensor.own->sqnr.mean) || (tensor.excess && *tensor.excess >= kFarOut));
}

/// Does the tensor make errors larger that came to it?
bool isAmplifier(const TensorError& tensor)
{
    return isCompared(tensor) && losesMost(tensor, tensor.accumulated->sqnr.mean);
}

template <typename Predicate>
std::optional<std::size_t> firstThat(const LayerErrors& errors, const Predicate& predicate)
{
    const auto found = std::find_if(errors.tensors.begin(), errors.tensors.end(), predicate);
    if (found == errors.tensors.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - errors.tensors.begin());
}

/// The tensor with the widest scale of those that are too wide.
std::optional<std::size_t> tooWide(const LayerErrors& errors)
{
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

std::string quoted(const std::string& text)
{
    return "'" + wholePrintable(text) + "'";
}

std::string nameOf(const TensorError& tensor)
{
    return quoted(tensor.tensor)
        + (tensor.node.empty() ? " (an input)" : " (" + tensor.opType + " " + quoted(tensor.node) + ")");
}

/// What makes the error of @p tensor, which its own quantization does.
std::string causeOf(const TensorError& tensor, const TensorError& blamed)
{
    if (blamed.scaleExcess && *blamed.scaleExcess >= kTooWide) {
        return "; the scale of " + quoted(blamed.tensor) + " is " + number(std::pow(10.0, *blamed.scaleExcess / 20.0))
            + " times as wide as its values need.";
    }
    if (&blamed != &tensor) {
        return "; the error comes from " + quoted(blamed.tensor) + ", of which quantization leaves "
            + number(blamed.own->sqnr.mean) + " dB.";
    }
    const auto times = timesRounding(tensor);
    if (!times)
        return ".";
    if (*times > kTwice) {
        if (tensor.scaleExcess && *tensor.scaleExcess < -kCutOff)
            return "; values beyond the ends of its scale are cut off.";
        return "; rounding alone would leave " + number(tensor.own->sqnr.mean + 20.0 * std::log10(*times))
            + " dB: most of the error is how the quantized model computes it, as where an operator is replaced for the "
              "target.";
    }
    const double extent = std::max<double>(tensor.range.max, 0.0) - std::min<double>(tensor.range.min, 0.0);
    const double steps = extent / static_cast<double>(tensor.params->scale[0]);
    return "; its values spread over " + number(std::floor(steps) + 1.0) + " levels of its scale.";
}

std::string sentenceOf(const LayerErrors& errors, const FirstWrong& first)
{
    const TensorError& tensor = errors.tensors[first.tensor];
    std::string sentence = "It first goes wrong at " + nameOf(tensor);
    if (tensor.own->broken > 0) {
        return sentence + ": its own quantization makes it infinite or NaN in "
            + countedText(tensor.own->broken, "sample") + ".";
    }
    if (tensor.own->samples == 0)
        return sentence + ".";
    sentence += ": its own quantization leaves " + number(tensor.own->sqnr.mean) + " dB";
    if (tensor.drop && std::isinf(*tensor.drop) && *tensor.drop > 0.0)
        sentence += ", and what reaches it is exact";
    else if (tensor.drop && *tensor.drop > 0.0)
        sentence += ", and what reaches it loses " + number(*tensor.drop) + " dB";
    return sentence + causeOf(tensor, errors.tensors[first.weight.value_or(first.tensor)]);
}

std::string sentenceOfAmplifier(const TensorError& tensor)
{
    return "It first goes wrong at " + nameOf(tensor) + ": it makes the errors that reach it " + number(*tensor.drop)
        + " dB larger against its values, so that " + number(tensor.accumulated->sqnr.mean)
        + " dB are left; its own quantization leaves " + number(tensor.own->sqnr.mean) + " dB.";
}

std::string sentenceOfBroken(const TensorError& tensor)
{
    return "It first goes wrong at " + nameOf(tensor) + ": the errors that reach it make it infinite or NaN in "
        + countedText(tensor.accumulated->broken, "sample") + ".";
}

/// The tensor with the lowest accumulated SQNR, and what the outputs keep; nothing where none was compared.
std::optional<LowestTensor> lowestOf(const LayerErrors& errors, const Outcome& outcome)
{
    std::optional<std::size_t> lowest;
    for (const std::size_t place : worstFirst(errors, ErrorColumn::Accumulated)) {
        if (!std::isnan(errors.tensors[place].accumulated->sqnr.mean)) {
            lowest = place;
            break;
        }
    }
    if (!lowest)
        return std::nullopt;
    const TensorError& tensor = errors.tensors[*lowest];
    if (tensor.accumulated->sqnr.mean == kInfinity)
        return LowestTensor{*lowest, "Nothing goes wrong: quantization changes none of the values."};
    std::string sentence = "No tensor stands out";
    if (!outcome.isKnown)
        sentence += ", but the outputs are infinite or NaN in the float model itself";
    else if (outcome.isHurt)
        sentence += ", but the errors of all add up";
    else if (outcome.lowest == kInfinity)
        sentence += ": the outputs are exact";
    else
        sentence += ": the outputs keep " + number(outcome.lowest) + " dB or more";
    return LowestTensor{*lowest,
                        sentence + ". The lowest accumulated SQNR is " + number(tensor.accumulated->sqnr.mean)
                            + " dB, at " + nameOf(tensor) + "."};
}

/// The tensor whose scale is too wide, or that is made with the weight whose scale is.
std::optional<FirstWrong> wideScale(const LayerErrors& errors)
{
    const std::optional<std::size_t> wide = tooWide(errors);
    if (!wide)
        return std::nullopt;
    FirstWrong first;
    first.tensor = *wide;
    if (errors.tensors[*wide].kind == Kind::Weight) {
        first.weight = wide;
        first.tensor = madeWith(errors, *wide).value_or(*wide);
    }
    return isCompared(errors.tensors[first.tensor]) ? std::optional(first) : std::nullopt;
}

/// Where it goes wrong, without the path; nothing where nothing stands out.
std::optional<FirstWrong> culpritOf(const LayerErrors& errors, bool isSound)
{
    const auto byItself = [&errors](std::size_t place) {
        FirstWrong first;
        first.tensor = place;
        first.weight = weightOf(errors, errors.tensors[place]);
        first.sentence = sentenceOf(errors, first);
        return first;
    };
    const auto byOthers = [&errors](std::size_t place, std::string (*sentence)(const TensorError&)) {
        FirstWrong first;
        first.tensor = place;
        first.sentence = sentence(errors.tensors[place]);
        return first;
    };
    if (const auto broken = firstThat(errors, isBroken))
        return byItself(*broken);
    if (std::optional<FirstWrong> first = wideScale(errors)) {
        first->sentence = sentenceOf(errors, *first);
        return first;
    }
    if (isSound)
        return std::nullopt;
    const auto harmsOrBreaks = [](const TensorError& tensor) { return doesHarm(tensor) || becomesBroken(tensor); };
    if (const auto place = firstThat(errors, harmsOrBreaks))
        return becomesBroken(errors.tensors[*place]) ? byOthers(*place, sentenceOfBroken) : byItself(*place);
    if (const auto amplifier = firstThat(errors, isAmplifier))
        return byOthers(*amplifier, sentenceOfAmplifier);
    return std::nullopt;
}

} // namespace

void findFirstWrong(const std::set<std::string>& outputs, LayerErrors& errors)
{
    fillDrops(errors);
    errors.lowest.reset();
    const Outcome outcome = outcomeOf(endsOf(outputs, errors), errors);
    errors.firstWrong = culpritOf(errors, outcome.isSound());
    if (errors.firstWrong)
        errors.firstWrong->path = pathFrom(errors.firstWrong->tensor, outputs, errors);
    else
        errors.lowest = lowestOf(errors, outcome);
}

} // namespace quantiscope
