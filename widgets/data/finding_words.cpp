// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/finding_words.h"

#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QLocale>

namespace quantiscope {

namespace {

/// Gives the translations their context.
class Words
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::FindingWords)

public:
    static FindingWords of(const Finding& finding);
};

QString number(double value)
{
    return QLocale().toString(value, 'g', 4);
}

FindingWords Words::of(const Finding& f)
{
    const int count = int(f.samples.size());
    const QString subject = toQt(f.subject);
    const QString checkScale = tr("Check scale, mean and std against the code that trained the model.");
    switch (f.kind) {
    case FindingKind::RandomData:
        return {tr("Random numbers"), tr("Good for a trial only."), tr("Use real data before the result is used.")};
    case FindingKind::TooFew:
        return {tr("%n sample(s), 100 to 1000 advised", nullptr, int(f.figure)),
                tr("Ranges may still move with more samples."),
                tr("Add samples that differ as those of production do.")};
    case FindingKind::Unreadable:
        return {tr("%n unreadable", nullptr, count), tr("They cannot be read or do not fit the input."),
                tr("Replace them or leave them out.")};
    case FindingKind::Duplicates:
        return {tr("%n duplicate(s)", nullptr, int(f.drop.size())),
                tr("The same content in %n group(s).", nullptr, int(f.reference)), tr("Keep one of each group.")};
    case FindingKind::NearDuplicates:
        return {tr("%n near-duplicate(s)", nullptr, int(f.drop.size())),
                tr("Difference hash: at most 4 of 64 bits differ, in %n group(s).", nullptr, int(f.reference)),
                tr("Keep one of each group.")};
    case FindingKind::Sequential:
        return {tr("%n frame(s) in sequence", nullptr, count),
                tr("Neighbours look alike, as in a film; the longest run has %1.").arg(number(f.figure)),
                tr("Keep one of each run.")};
    case FindingKind::Blurred:
        return {tr("%n blurred", nullptr, count),
                tr("Laplacian variance below %1, median %2.").arg(number(f.figure), number(f.reference)),
                tr("Leave them out.")};
    case FindingKind::SoftThroughout:
        return {tr("Soft throughout"), tr("Median Laplacian variance %1.").arg(number(f.reference)),
                tr("Check that they were not enlarged or compressed more than in production.")};
    case FindingKind::Blank:
        return {tr("%n blank", nullptr, count), tr("One value everywhere."), tr("Leave them out.")};
    case FindingKind::NotFinite:
        return {tr("%n with NaN or infinity", nullptr, count), tr("%1 elements are not finite.").arg(number(f.figure)),
                tr("Repair these samples or leave them out.")};
    case FindingKind::Outliers:
        return {tr("%n outlier(s)", nullptr, count),
                tr("Values up to %1; the median sample reaches %2.").arg(number(f.figure), number(f.reference)),
                tr("Leave out what production never sees: it stretches every range.")};
    case FindingKind::Unbalanced:
        return {tr("Classes are unbalanced"),
                tr("%1 samples of class %2, %3 of class %4.")
                    .arg(number(f.figure), subject, number(f.reference), toQt(f.other)),
                tr("Take about as many samples of each class.")};
    case FindingKind::Unlabelled:
        return {tr("%n without a label", nullptr, count), tr("They count for no accuracy."),
                tr("Add lines for them to the labels.")};
    case FindingKind::GrayForColor:
        return {tr("%n grey picture(s)", nullptr, count), tr("The model takes three channels."),
                tr("Right where production's pictures are grey, too.")};
    case FindingKind::MixedShapes:
        return {tr("Very different proportions"),
                tr("Width / height from %1 to %2.").arg(number(f.reference), number(f.figure)),
                tr("Resize with letterbox or crop, so that nothing is distorted.")};
    case FindingKind::Enlarged:
        return {tr("%n much enlarged", nullptr, count), tr("Both sides are below %1 pixels.").arg(number(f.figure)),
                tr("Use pictures of production's size.")};
    case FindingKind::TooLargeValues:
        return {tr("0 to 255 fed, 0 to 1 likely expected"),
                tr("Values up to %1 are fed to %2.").arg(number(f.figure), subject), checkScale};
    case FindingKind::TooSmallValues:
        return {tr("0 to 1 fed, 0 to 255 likely expected"),
                tr("Values up to %1 are fed to %2.").arg(number(f.figure), subject), checkScale};
    case FindingKind::ChannelsLast:
        return {tr("Channels last, first is usual"), tr("The arrays for %1 look like [N, H, W, C].").arg(subject),
                tr("Check the order of the axes.")};
    case FindingKind::LayoutOpen:
        return {tr("Layout not stated"), tr("%1 leaves open whether channels come first.").arg(subject),
                tr("State it in the step Layout.")};
    case FindingKind::OtherSpread:
        return {tr("Values unlike those of the training"),
                tr("%1 is fed a standard deviation of %2; its first layers were trained with about %3.")
                    .arg(subject, number(f.figure), number(f.reference)),
                checkScale};
    case FindingKind::OtherMean:
        return {tr("Values unlike those of the training"),
                tr("%1 is fed a mean of %2; its first layers were trained with about %3.")
                    .arg(subject, number(f.figure), number(f.reference)),
                checkScale};
    case FindingKind::AbsurdRange:
        return {tr("Pictures fed as %1 to %2").arg(number(f.reference), number(f.figure)),
                tr("Hardly any model was trained on such values."), checkScale};
    case FindingKind::RangeUntold:
        return {tr("Range not judged"), tr("Nothing in the model tells which range %1 expects.").arg(subject),
                checkScale};
    case FindingKind::OpenSize:
        return {tr("Pictures keep different sizes"),
                tr("%1 leaves its size open; many models fail on sizes that 32 does not divide.").arg(subject),
                tr("Set height and width in the step Resize.")};
    case FindingKind::OneOfMany:
        return {tr("One file of a folder"),
                tr("The file holds one sample; %n such file(s) lie in its folder.", nullptr, int(f.figure)),
                tr("Use the folder to take them all.")};
    case FindingKind::ConstantInput:
        return {tr("An input that never changes"),
                tr("Nothing but %1 is fed to %2: no range of what follows from it can be told.")
                    .arg(number(f.figure), subject),
                tr("Feed what production feeds; for a state, what the model gave for the sample before.")};
    }
    return {};
}

} // namespace

FindingWords findingWords(const Finding& finding)
{
    return Words::of(finding);
}

} // namespace quantiscope
