// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_inspection.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace quantiscope {

namespace {

/// "3", "0.25", "612": as many digits as tell something.
std::string number(double value)
{
    std::array<char, 32> text{};
    const bool isWhole = value == std::floor(value) && std::abs(value) < 1e9;
    std::snprintf(text.data(), text.size(), isWhole ? "%.0f" : "%.3g", value);
    return text.data();
}

std::string counted(double count, const char* one, const char* many)
{
    return number(count) + " " + (count == 1.0 ? one : many);
}

constexpr char kCheckScale[] = "Check 'scale', 'mean' and 'std' against the code that trained the model.";

} // namespace

FindingText findingText(const Finding& finding)
{
    const auto concerned = double(finding.samples.size());
    const std::string samples = counted(concerned, "sample", "samples");
    const std::string pictures = counted(concerned, "picture", "pictures");
    const std::string groups = counted(finding.reference, "group", "groups");
    const std::string input = "input '" + finding.subject + "'";
    switch (finding.kind) {
    case FindingKind::RandomData:
        return {"The samples are random numbers.", "Good for a trial; use real data before the result is used."};
    case FindingKind::TooFew:
        return {counted(finding.figure, "sample", "samples") + "; 100 to 1000 are advised.",
                "Add samples that differ as those of production do."};
    case FindingKind::Unreadable:
        return {samples + " cannot be read or do not fit.", "Replace them or leave them out."};
    case FindingKind::Duplicates:
        return {samples + " in " + groups + " have the same content.", "Keep one of each group."};
    case FindingKind::NearDuplicates:
        return {pictures + " in " + groups + " look the same (at most 4 of 64 bits of the difference hash differ).",
                "Keep one of each group."};
    case FindingKind::Sequential:
        return {pictures + " in " + counted(finding.reference, "run", "runs")
                    + " follow each other like frames of a film (longest run: " + number(finding.figure) + ").",
                "Keep one of each run: neighbours add nothing."};
    case FindingKind::Blurred:
        return {pictures + (concerned == 1.0 ? " is" : " are") + " blurred (variance of the Laplacian below "
                    + number(finding.figure) + ", median " + number(finding.reference) + ").",
                "Leave them out."};
    case FindingKind::SoftThroughout:
        return {"The pictures are soft throughout (median variance of the Laplacian " + number(finding.reference)
                    + ").",
                "Check that they were not enlarged or compressed more than in production."};
    case FindingKind::Blank:
        return {samples + (concerned == 1.0 ? " has" : " have") + " one value everywhere.", "Leave them out."};
    case FindingKind::NotFinite:
        return {samples + " hold " + number(finding.figure) + " elements that are NaN or infinite.",
                "Repair or leave out these samples."};
    case FindingKind::Outliers:
        return {samples + (concerned == 1.0 ? " reaches " : " reach up to ") + number(finding.figure)
                    + ", the median sample " + number(finding.reference) + ".",
                "Leave out samples that production never sees: they stretch every range."};
    case FindingKind::Unbalanced:
        return {"Class '" + finding.subject + "' has " + counted(finding.figure, "sample", "samples") + ", class '"
                    + finding.other + "' " + (finding.reference == 0.0 ? "none" : number(finding.reference)) + ".",
                "Take about as many samples of each class."};
    case FindingKind::Unlabelled:
        return {samples + (concerned == 1.0 ? " has" : " have") + " no label.",
                "Add lines for them to the labels, or leave them out of the accuracy."};
    case FindingKind::GrayForColor:
        return {pictures + (concerned == 1.0 ? " is" : " are") + " grey, but the model takes three channels.",
                "Right where production's pictures are grey, too; otherwise take coloured ones."};
    case FindingKind::MixedShapes:
        return {"Proportions (width / height) reach from " + number(finding.reference) + " to " + number(finding.figure)
                    + ".",
                "Resize with 'letterbox' or crop, so that things are not distorted."};
    case FindingKind::Enlarged:
        return {pictures + (concerned == 1.0 ? " has" : " have") + " both sides below " + number(finding.figure)
                    + " pixels and " + (concerned == 1.0 ? "is" : "are") + " enlarged more than twice.",
                "Use pictures of production's size."};
    case FindingKind::TooLargeValues:
        return {"Values up to " + number(finding.figure) + " are fed to " + input
                    + ", whose first layer likely expects about 0 to 1.",
                kCheckScale};
    case FindingKind::TooSmallValues:
        return {"Values up to " + number(finding.figure) + " are fed to " + input
                    + ", whose first layer likely expects 0 to 255.",
                kCheckScale};
    case FindingKind::ChannelsLast:
        return {"The arrays for " + input + " look like [N, H, W, C], the usual order is [N, C, H, W].",
                "Check the order of the axes; transpose the arrays if the model wants channels first."};
    case FindingKind::LayoutOpen:
        return {"The shape of " + input + " leaves open whether channels come first.",
                "State 'layout' in the preprocessing."};
    case FindingKind::OtherSpread:
        return {"The values fed to " + input + " have the standard deviation " + number(finding.figure)
                    + "; the normalization behind its first layer was trained with about " + number(finding.reference)
                    + ".",
                kCheckScale};
    case FindingKind::OtherMean:
        return {"The values fed to " + input + " have the mean " + number(finding.figure)
                    + "; the normalization behind its first layer was trained with about " + number(finding.reference)
                    + ".",
                kCheckScale};
    case FindingKind::AbsurdRange:
        return {"Pictures are fed to " + input + " as " + number(finding.reference) + " to " + number(finding.figure)
                    + ", as hardly any model was trained.",
                kCheckScale};
    case FindingKind::RangeUntold:
        return {"Nothing in the model tells which range " + input + " expects, so the fed one is not judged.",
                kCheckScale};
    case FindingKind::OpenSize:
        return {"Pictures of different sizes are fed to " + input
                    + ", which leaves its size open: many models fail on sizes that 32 does not divide.",
                "Give 'size' to the preprocessing's resize, for instance " + number(finding.figure) + " x "
                    + number(finding.reference) + "."};
    case FindingKind::OneOfMany:
        return {"The file holds one sample; its folder has " + number(finding.figure) + " such files.",
                "Give the folder to use them all."};
    case FindingKind::ConstantInput:
        return {"Nothing but " + number(finding.figure) + " is fed to " + input
                    + ", so no range of what follows from it can be told.",
                "Feed what production feeds; for a state, what the model gave for the sample before."};
    }
    return {};
}

const char* findingName(FindingKind kind)
{
    static constexpr std::array<const char*, kFindingKinds> kNames{
        "random-data",   "too-few",         "unreadable",    "duplicates", "near-duplicates", "sequential",
        "blurred",       "soft-throughout", "blank",         "not-finite", "outliers",        "unbalanced",
        "unlabelled",    "gray-for-color",  "mixed-shapes",  "enlarged",   "large-values",    "small-values",
        "channels-last", "layout-open",     "other-spread",  "other-mean", "absurd-range",    "range-untold",
        "open-size",     "one-of-many",     "constant-input"};
    return kNames[static_cast<std::size_t>(kind)];
}

} // namespace quantiscope
