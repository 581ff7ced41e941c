// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/inspection_parts.h"
#include "core/data/near_duplicates.h"
#include "core/data/preprocess_plan.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace quantiscope {

namespace {

constexpr std::size_t kFewSamples = 10; ///< fewer are too few for any statistics
constexpr std::size_t kAdvisedSamples = 100;
constexpr double kBlurredVariance = 40.0;
constexpr double kBlurredShare = 0.25; ///< of the median: pictures of a kind that is soft throughout are no outliers
constexpr double kUnbalanced = 3.0; ///< times as many samples as the smallest class, and as many more
constexpr double kOutlier = 10.0; ///< times the median magnitude
constexpr double kMixedProportions = 3.0;
constexpr double kByteValues = 32.0; ///< fed values above are of pictures that were not scaled
constexpr double kSmallValues = 8.0; ///< normalized pixels stay below
constexpr double kScaledValues = 1.5; ///< pixels that were scaled to 0 … 1 stay below
constexpr double kOtherSpread = 1.75; ///< times the trained deviation; other data of the same kind stay below
constexpr double kOtherMean = 2.5; ///< trained deviations: white documents reach 1.2
constexpr double kWidestSpan = 256.0; ///< from the lowest to the highest pixel
constexpr double kNarrowestSpan = 0.05;
constexpr double kSizeStep = 32.0; ///< networks halve a picture up to five times

using Places = std::vector<std::size_t>;

double median(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class Judge
{
public:
    Judge(const InspectedSamples& samples, const InspectionRequest& request, bool isLabelled)
        : m_samples(samples), m_request(request), m_isLabelled(isLabelled)
    {
    }

    std::vector<Finding> findings()
    {
        judgeCount();
        judgeReading();
        judgeSameness();
        judgeSharpness();
        judgeValues();
        judgeColors();
        judgeSizes();
        judgeBalance();
        if (m_samples.filesBeside > 1)
            add(FindingKind::OneOfMany, {}).figure = double(m_samples.filesBeside);
        for (const InputFacts& input : m_samples.inputs) {
            judgeConstant(input);
            judgeRange(input);
            judgeLayout(input);
            judgeOpenSize(input);
        }
        std::stable_sort(m_findings.begin(), m_findings.end(),
                         [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
        return std::move(m_findings);
    }

private:
    [[nodiscard]] bool isRandom() const { return isRandomSource(m_request.data.source); }

    /// Places of the readable samples for which @p holds is true.
    [[nodiscard]] Places where(const std::function<bool(const SampleFacts&)>& holds) const
    {
        Places places;
        for (std::size_t i = 0; i < m_samples.facts.size(); ++i) {
            if (m_samples.facts[i].unreadable.empty() && holds(m_samples.facts[i]))
                places.push_back(i);
        }
        return places;
    }

    [[nodiscard]] std::size_t readable() const
    {
        return where([](const SampleFacts&) { return true; }).size();
    }

    Finding& add(FindingKind kind, Places places, FindingSeverity severity = FindingSeverity::Warning)
    {
        Finding finding;
        finding.kind = kind;
        finding.severity = severity;
        finding.samples = std::move(places);
        return m_findings.emplace_back(std::move(finding));
    }

    /// A finding that leaving the samples out mends, unless nothing would be left.
    Finding& addDroppable(FindingKind kind, Places places, FindingSeverity severity = FindingSeverity::Warning)
    {
        Finding& finding = add(kind, std::move(places), severity);
        if (finding.samples.size() < m_samples.facts.size())
            finding.drop = finding.samples;
        return finding;
    }

    /// One finding for all groups; the first member of each is to stay.
    Finding& addGroups(FindingKind kind, const std::vector<SampleGroup>& groups)
    {
        Finding& finding = add(kind, {});
        finding.reference = double(groups.size());
        for (const SampleGroup& group : groups) {
            finding.samples.insert(finding.samples.end(), group.begin(), group.end());
            finding.drop.insert(finding.drop.end(), group.begin() + 1, group.end());
        }
        std::sort(finding.drop.begin(), finding.drop.end());
        return finding;
    }

    void judgeCount()
    {
        if (isRandom()) {
            add(FindingKind::RandomData, {}).figure = double(m_samples.facts.size());
            return;
        }
        const std::size_t count = readable();
        if (count < kAdvisedSamples) {
            const auto severity = count < kFewSamples ? FindingSeverity::Warning : FindingSeverity::Info;
            add(FindingKind::TooFew, {}, severity).figure = double(count);
        }
    }

    void judgeReading()
    {
        Places unreadable;
        for (std::size_t i = 0; i < m_samples.facts.size(); ++i) {
            if (!m_samples.facts[i].unreadable.empty())
                unreadable.push_back(i);
        }
        if (!unreadable.empty())
            addDroppable(FindingKind::Unreadable, std::move(unreadable));
    }

    void judgeSameness()
    {
        if (isRandom())
            return;
        std::map<std::string, SampleGroup> byDigest;
        for (std::size_t i = 0; i < m_samples.traits.size(); ++i) {
            if (m_samples.facts[i].unreadable.empty())
                byDigest[m_samples.traits[i].digest].push_back(i);
        }
        std::vector<SampleGroup> same;
        std::vector<bool> isCopy(m_samples.traits.size(), false);
        std::vector<const PictureMarks*> different(m_samples.traits.size(), nullptr);
        for (const auto& [digest, group] : byDigest) {
            const SampleTraits& first = m_samples.traits[group.front()];
            if (first.marks && !isBlank(m_samples.facts[group.front()]))
                different[group.front()] = &*first.marks; // one of each is compared further
            if (group.size() > 1)
                same.push_back(group);
            for (std::size_t i = 1; i < group.size(); ++i)
                isCopy[group[i]] = true;
        }
        std::sort(same.begin(), same.end());
        if (!same.empty())
            addGroups(FindingKind::Duplicates, same);
        if (const auto groups = nearDuplicates(different); !groups.empty())
            addGroups(FindingKind::NearDuplicates, groups);
        if (const auto runs = runsWithout(isCopy, different); !runs.empty()) {
            const auto longest = std::max_element(runs.begin(), runs.end(),
                                                  [](const auto& a, const auto& b) { return a.size() < b.size(); });
            addGroups(FindingKind::Sequential, runs).figure = double(longest->size());
        }
    }

    /// sequentialRuns() of what is not a copy: a frame that was saved twice does not end its film.
    static std::vector<SampleGroup> runsWithout(const std::vector<bool>& isCopy,
                                                const std::vector<const PictureMarks*>& marks)
    {
        std::vector<const PictureMarks*> kept;
        Places places;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            if (isCopy[i])
                continue;
            kept.push_back(marks[i]);
            places.push_back(i);
        }
        std::vector<SampleGroup> runs = sequentialRuns(kept);
        for (SampleGroup& run : runs) {
            for (std::size_t& place : run)
                place = places[place];
        }
        return runs;
    }

    static bool isBlank(const SampleFacts& facts) { return facts.lowest == facts.highest && facts.notFinite == 0; }

    void judgeSharpness()
    {
        std::vector<double> variances;
        for (const SampleFacts& facts : m_samples.facts) {
            if (facts.width > 0 && facts.unreadable.empty() && !isBlank(facts))
                variances.push_back(facts.laplacianVariance);
        }
        if (variances.empty())
            return;
        const double middle = median(variances);
        if (middle < kBlurredVariance)
            add(FindingKind::SoftThroughout, {}, FindingSeverity::Info).reference = middle;
        const double limit = std::min(kBlurredVariance, middle * kBlurredShare);
        Places blurred = where([limit](const SampleFacts& facts) {
            return facts.width > 0 && !isBlank(facts) && facts.laplacianVariance < limit;
        });
        if (blurred.empty())
            return;
        Finding& finding = addDroppable(FindingKind::Blurred, std::move(blurred));
        finding.figure = limit;
        finding.reference = middle;
    }

    void judgeValues()
    {
        // Inputs of integers (masks, token types) are often all alike.
        const bool isFloat = std::all_of(m_samples.inputs.begin(), m_samples.inputs.end(), [](const InputFacts& input) {
            return input.type == DataType::Float || input.type == DataType::Float16
                || (input.type == DataType::UInt8 && input.shape.size() == 4);
        });
        if (isRandom() || !isFloat)
            return;
        if (Places blank = where(isBlank); !blank.empty())
            addDroppable(FindingKind::Blank, std::move(blank));
        Places broken = where([](const SampleFacts& facts) { return facts.notFinite > 0; });
        if (!broken.empty()) {
            Finding& finding = addDroppable(FindingKind::NotFinite, std::move(broken));
            for (const InputFacts& input : m_samples.inputs)
                finding.figure += double(input.notFinite);
        }
        const auto magnitude = [](const SampleFacts& f) { return std::max(std::abs(f.lowest), std::abs(f.highest)); };
        std::vector<double> magnitudes;
        for (const SampleFacts& facts : m_samples.facts) {
            if (facts.unreadable.empty())
                magnitudes.push_back(magnitude(facts));
        }
        const double middle = median(magnitudes);
        Places outliers =
            where([&](const SampleFacts& facts) { return middle > 0.0 && magnitude(facts) > kOutlier * middle; });
        if (outliers.empty())
            return;
        Finding& finding = addDroppable(FindingKind::Outliers, std::move(outliers));
        finding.figure = *std::max_element(magnitudes.begin(), magnitudes.end());
        finding.reference = middle;
    }

    void judgeColors()
    {
        const bool wantsColor = std::any_of(m_samples.inputs.begin(), m_samples.inputs.end(),
                                            [](const InputFacts& input) { return input.channels.size() == 3; });
        Places gray = where([](const SampleFacts& facts) { return facts.width > 0 && facts.isGray; });
        if (!wantsColor || gray.empty())
            return;
        // A note: scanned documents are grey in production, too.
        if (2 * gray.size() < readable())
            addDroppable(FindingKind::GrayForColor, std::move(gray), FindingSeverity::Info);
        else
            add(FindingKind::GrayForColor, std::move(gray), FindingSeverity::Info);
    }

    void judgeSizes()
    {
        const Places pictures = where([](const SampleFacts& facts) { return facts.width > 0; });
        if (pictures.empty())
            return;
        const auto proportion = [this](std::size_t i) {
            return double(m_samples.facts[i].width) / double(m_samples.facts[i].height);
        };
        const auto [narrow, wide] =
            std::minmax_element(pictures.begin(), pictures.end(),
                                [&](std::size_t a, std::size_t b) { return proportion(a) < proportion(b); });
        if (proportion(*wide) > kMixedProportions * proportion(*narrow)) {
            const double figure = proportion(*wide), reference = proportion(*narrow);
            Finding& finding = add(FindingKind::MixedShapes, {*narrow, *wide}, FindingSeverity::Info);
            finding.figure = figure;
            finding.reference = reference;
        }
        if (!m_request.data.preprocess.resize)
            return;
        // Less than half of what is fed: the picture is mostly made up between its pixels.
        const auto plan = planPreprocess(m_request.data.preprocess, m_request.inputs[0]);
        if (!plan || !plan->geometry.resize || !plan->geometry.resize->size)
            return;
        const PictureSize size = *plan->geometry.resize->size;
        Places small = where([&](const SampleFacts& facts) {
            return facts.width > 0 && 2 * std::max(facts.width, facts.height) < std::min(size.width, size.height);
        });
        if (small.empty())
            return;
        Finding& finding = add(FindingKind::Enlarged, std::move(small), FindingSeverity::Info);
        finding.figure = std::min(size.width, size.height) / 2.0;
    }

    void judgeBalance()
    {
        if (m_isLabelled) {
            Places without = where([](const SampleFacts& facts) { return !facts.label; });
            if (!without.empty())
                add(FindingKind::Unlabelled, std::move(without), FindingSeverity::Info);
        }
        const auto& classes = m_samples.classes;
        if (classes.size() < 2)
            return;
        const auto bySize = [](const auto& a, const auto& b) { return a.second < b.second; };
        const auto [smallest, largest] = std::minmax_element(classes.begin(), classes.end(), bySize);
        const auto few = double(smallest->second), many = double(largest->second);
        if (many <= kUnbalanced * few + kUnbalanced)
            return;
        const std::string& name = largest->first;
        Finding& finding =
            add(FindingKind::Unbalanced, where([&name](const SampleFacts& facts) { return facts.className == name; }));
        finding.figure = many;
        finding.reference = few;
        finding.subject = name;
        finding.other = smallest->first;
    }

    /// A state that is always fed empty, for instance; a single number may well be a constant of the network's use. An
    /// only input is told as samples that are blank.
    void judgeConstant(const InputFacts& input)
    {
        const bool isFloat = input.type == DataType::Float || input.type == DataType::Float16;
        if (isRandom() || !isFloat || m_samples.inputs.size() < 2 || input.channels.empty() || input.notFinite > 0
            || input.lowest != input.highest)
            return;
        const std::size_t readable = where([](const SampleFacts&) { return true; }).size();
        std::uint64_t elements = 0;
        for (const InputChannelFacts& channel : input.channels)
            elements += channel.elements;
        if (readable < 2)
            return; // what others would feed is not known
        Finding& finding =
            add(FindingKind::ConstantInput, {}, elements > readable ? FindingSeverity::Warning : FindingSeverity::Info);
        finding.figure = input.lowest;
        finding.subject = input.expected.name;
    }

    void judgeRange(const InputFacts& input)
    {
        if (isRandom() || (input.type != DataType::Float && input.type != DataType::Float16))
            return;
        const auto put = [&](FindingKind kind, double figure, double reference = 0.0) {
            Finding& finding = add(kind, {});
            finding.figure = figure;
            finding.reference = reference;
            finding.subject = input.expected.name;
        };
        if (input.fit) {
            const TrainedFit& fit = *input.fit;
            const double mean = fit.factor * input.mean + fit.offset, deviation = fit.factor * input.deviation;
            if (fit.factor > kOtherSpread || fit.factor < 1.0 / kOtherSpread)
                put(FindingKind::OtherSpread, input.deviation, deviation);
            else if (std::abs(input.mean - mean) > kOtherMean * deviation)
                put(FindingKind::OtherMean, input.mean, mean);
            return;
        }
        const double magnitude = std::max(std::abs(input.lowest), std::abs(input.highest));
        const double largest = std::abs(input.lowest) > std::abs(input.highest) ? input.lowest : input.highest;
        const bool isSmall = magnitude < kScaledValues || (input.lowest < 0.0 && magnitude < kSmallValues);
        if (input.range == ExpectedRange::Small && magnitude > kByteValues)
            put(FindingKind::TooLargeValues, largest);
        else if (input.range == ExpectedRange::Bytes && magnitude > 0.0 && isSmall)
            put(FindingKind::TooSmallValues, largest);
        else if (arePictures() && isAbsurd(input))
            put(FindingKind::AbsurdRange, input.highest, input.lowest);
        else if (input.range == ExpectedRange::Unknown && isImageInput(input.expected))
            add(FindingKind::RangeUntold, {}, FindingSeverity::Info).subject = input.expected.name;
    }

    /// Wider or far narrower than any preparation makes pictures; the span of one that is all black tells nothing.
    static bool isAbsurd(const InputFacts& input)
    {
        double span = 0.0; // of one channel: each may have a mean of its own
        for (const InputChannelFacts& channel : input.channels)
            span = std::max(span, channel.highest - channel.lowest);
        return span > kWidestSpan || (span > 0.0 && span < kNarrowestSpan);
    }

    [[nodiscard]] bool arePictures() const
    {
        return std::any_of(m_samples.facts.begin(), m_samples.facts.end(),
                           [](const SampleFacts& facts) { return facts.width > 0; });
    }

    void judgeLayout(const InputFacts& input)
    {
        const auto isColors = [](std::int64_t extent) { return extent == 1 || extent == 3; };
        const Shape& declared = input.expected.shape;
        if (declared.size() != 4 || input.shape.size() != 4 || isRandom())
            return;
        const bool mayBeBoth = (declared[1] < 0 || isColors(declared[1])) && (declared[3] < 0 || isColors(declared[3]));
        const auto known = m_request.expected.find(input.expected.name);
        const auto told = known == m_request.expected.end() ? std::nullopt : known->second.layout;
        if (!mayBeBoth || told == PixelLayout::Nhwc)
            return;
        if (!arePictures() && isColors(input.shape[3]) && !isColors(input.shape[1]))
            add(FindingKind::ChannelsLast, {}).subject = input.expected.name;
        // An axis that is declared as colours tells, where the other is open.
        else if (arePictures() && !told && !m_request.data.preprocess.layout
                 && isColors(declared[1]) == isColors(declared[3]))
            add(FindingKind::LayoutOpen, {}, FindingSeverity::Info).subject = input.expected.name;
    }

    void judgeOpenSize(const InputFacts& input)
    {
        if (!arePictures() || !input.shapesDiffer)
            return;
        const auto common = [this](std::int32_t SampleFacts::*side) {
            std::vector<double> sides;
            for (const std::size_t i : where([](const SampleFacts&) { return true; }))
                sides.push_back(double(m_samples.facts[i].*side));
            return std::max(kSizeStep, std::round(median(std::move(sides)) / kSizeStep) * kSizeStep);
        };
        Finding& finding = add(FindingKind::OpenSize, {});
        finding.figure = common(&SampleFacts::height);
        finding.reference = common(&SampleFacts::width);
        finding.subject = input.expected.name;
    }

    const InspectedSamples& m_samples;
    const InspectionRequest& m_request;
    bool m_isLabelled;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> findingsOf(const InspectedSamples& samples, const InspectionRequest& request, bool isLabelled)
{
    return Judge(samples, request, isLabelled).findings();
}

} // namespace quantiscope
