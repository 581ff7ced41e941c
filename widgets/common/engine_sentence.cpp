// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/engine_sentence.h"

#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <vector>

namespace quantiscope {

namespace {

constexpr const char* kContext = "quantiscope::EngineSentence";

/// A placeholder in quotation marks is a name, others are numbers or single words. Where several fit the longest one
/// does. tst_engine_sentence has the engine make sentences and looks whether they are known here.
constexpr const char* kPhrases[] = {
    // weight_findings.cpp
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "The channels of '%1' differ %2 in range; with one scale"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", " %1 of %2 keep fewer than 4 levels"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", " %1 of %2 keeps fewer than 4 levels"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", " the smaller ones keep few levels"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "Few elements of '%1' lie %2 standard deviations out and leave few levels to the others"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "The codes of '%1' keep only %2 dB of its values"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "%1 of %2 channels of '%3' is zero and could be removed."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "%1 of %2 channels of '%3' are zero and could be removed."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "; with other rules than the NPU's "),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "per-channel scales gain"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "per-channel scales"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "per-channel scales of 16 bits gain"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "per-channel scales of 16 bits"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "16 bits gain"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "16 bits"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "equalization gains"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "equalization"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", " %1 dB"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", " everything"),
    // advice_causes.cpp
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "All values of '%1' are above 0, from %2 to %3, but the step that %4 bits leave is %5: the "
                      "smallest become 0, which what divides by them does not bear."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "The scale of '%1' clips %2 % of its values: they reach from %3 to %4, its codes only from %5 to "
                      "%6."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "The values of '%1' reach from %2 to %3, but %4 % of them lie between %5 and %6: the step that "
                      "%7 bits leave is %8."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "The %1 bits of '%2' keep only %3 dB of its values, with a step of %4 between %5 and %6."),
    // first_wrong.cpp
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "It first goes wrong at '%1' (an input)"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "It first goes wrong at '%1' (%2 '%3')"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ": its own quantization makes it infinite or NaN in %1 samples."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ": its own quantization makes it infinite or NaN in %1 sample."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ": its own quantization leaves %1 dB"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", and what reaches it is exact"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", and what reaches it loses %1 dB"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "; the scale of '%1' is %2 times as wide as its values need."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "; the error comes from '%1', of which quantization leaves %2 dB."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "; values beyond the ends of its scale are cut off."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "; rounding alone would leave %1 dB: most of the error is how the quantized model computes it, "
                      "as where an operator is replaced for the target."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "; its values spread over %1 levels of its scale."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      ": it makes the errors that reach it %1 dB larger against its values, so that %2 dB are left; "
                      "its own quantization leaves %3 dB."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "Nothing goes wrong: quantization changes none of the values."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      ": the errors that reach it make it infinite or NaN in %1 samples."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      ": the errors that reach it make it infinite or NaN in %1 sample."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "No tensor stands out"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", but the outputs are infinite or NaN in the float model itself"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", but the errors of all add up"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ": the outputs are exact"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ": the outputs keep %1 dB or more"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ". The lowest accumulated SQNR is %1 dB, at '%2' (%3 '%4')."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ". The lowest accumulated SQNR is %1 dB, at '%2' (an input)."),
    // advice_text.cpp
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "The recipe reaches the goal as it is."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "Nothing that was tried is better than the recipe as it is."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "The goal is not reached with what was tried. "),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "The goal is not reached with what was tried so far. "),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "%1 % of the multiply-adds have no 8-bit weights any more: rounding that is learned (AdaRound), "
                      "which this version does not have, may bring them back."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence",
                      "Rounding that is learned (AdaRound), which this version does not have, is what is left to try."),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "%1 % of the multiply-adds keep 8-bit weights"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", %1 %2 more of the weights stay float"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", the weights take %1 %2 instead of %3 %4"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", activations: %1 bits instead of %2 bits"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", activations: float instead of %1 bits"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", activations: %1 bits instead of float"),
    // advisor.cpp, advice_moves.cpp: titles
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "layer '%1' in float"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "these %1 layers in float"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "the last layer in float"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "the last %1 layers in float"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "preset %1"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "per-channel weights"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "16-bit activations"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "asymmetric activations"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "asymmetric weights"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "ranges by %1"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "weight ranges by least squared error"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "cross-layer equalization"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "no cross-layer equalization"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", " and "),
    // advice_search.cpp: steps
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "float layer '%1'"),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "16-bit weights of '%1'"),
    // between them
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ": "),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", ", "),
    QT_TRANSLATE_NOOP("quantiscope::EngineSentence", "."),
};

QString translated(const char* phrase)
{
    return QCoreApplication::translate(kContext, phrase);
}

bool isPlaceholder(QStringView text, qsizetype at)
{
    return at + 1 < text.size() && text[at] == u'%' && text[at + 1].isDigit();
}

/// How a phrase is found.
struct Pattern
{
    explicit Pattern(const char* thePhrase) : phrase(thePhrase)
    {
        const QString text = QString::fromLatin1(phrase);
        QString pattern;
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (!isPlaceholder(text, i)) {
                pattern += QRegularExpression::escape(text.mid(i, 1));
                continue;
            }
            if (start.isNull())
                start = text.left(i);
            const bool isName = i > 0 && text[i - 1] == u'\'';
            const bool isLast = i + 2 == text.size();
            pattern += QLatin1String(isName ? "(.+?)" : isLast ? R"(([^\s,;]*[^\s,;:.]))" : "(\\S+?)");
            ++i;
        }
        if (start.isNull())
            start = text;
        expression.setPattern(pattern);
    }

    const char* phrase;
    QString start; ///< of it, before any placeholder
    QRegularExpression expression;
};

const std::vector<Pattern>& patterns()
{
    static const std::vector<Pattern> all(std::begin(kPhrases), std::end(kPhrases));
    return all;
}

/// The translation of @p phrase with what @p match found in its places.
QString filled(const char* phrase, const QRegularExpressionMatch& match)
{
    const QString text = translated(phrase);
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (isPlaceholder(text, i))
            result += match.captured(text[++i].digitValue());
        else
            result += text[i];
    }
    return result;
}

} // namespace

QString engineSentence(const std::string& sentence)
{
    const QString text = toQt(sentence);
    if (translated(kPhrases[0]) == QLatin1String(kPhrases[0])) // there is nothing to put in their places
        return text;
    QString result;
    for (qsizetype at = 0; at < text.size();) {
        const char* phrase = nullptr;
        QRegularExpressionMatch longest;
        for (const Pattern& each : patterns()) {
            if (!QStringView(text).mid(at).startsWith(each.start))
                continue;
            auto match = each.expression.match(text, at, QRegularExpression::NormalMatch,
                                               QRegularExpression::AnchorAtOffsetMatchOption);
            if (match.hasMatch() && (!phrase || match.capturedLength() > longest.capturedLength())) {
                phrase = each.phrase;
                longest = std::move(match);
            }
        }
        if (!phrase)
            return text;
        result += filled(phrase, longest);
        at = longest.capturedEnd();
    }
    return result;
}

} // namespace quantiscope
