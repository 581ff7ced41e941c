// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/effect_lines.h"

#include "core/graph/graph.h"
#include "widgets/common/text.h"
#include "widgets/recipe/rule_edits.h"

#include <QCoreApplication>

#include <algorithm>

namespace quantiscope {

namespace {

struct EffectLines
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::EffectLines)
};

QString precisionText(const NodeEffect& effect)
{
    switch (effect.state) {
    case NodeEffect::State::Quantized:
        return toQt(dataTypeName(effect.type));
    case NodeEffect::State::Float:
        return EffectLines::tr("float");
    case NodeEffect::State::Removed:
        break;
    }
    return EffectLines::tr("not kept: another node does its work");
}

/// "rule 2: {Conv_314 +8} → Transpose_423"
template <typename Rules, typename ToRule>
QString rulePlaceText(const Rules& rules, int place, ToRule&& toRule)
{
    if (place < 0 || std::size_t(place) >= rules.size())
        return {};
    return EffectLines::tr("rule %1: %2").arg(place + 1).arg(ruleText(toRule(rules[std::size_t(place)])));
}

} // namespace

QString floatReasonText(FloatReason reason, const QString& preset)
{
    switch (reason) {
    case FloatReason::OtherType:
        return EffectLines::tr("preset %1 does not quantize this type").arg(preset);
    case FloatReason::ControlFlow:
        return EffectLines::tr("control flow is kept as it is");
    case FloatReason::OtherHardSigmoid:
        return EffectLines::tr("the NPU has only the HardSigmoid with alpha 1/6 and beta 1/2");
    case FloatReason::ComputedOperands:
        return EffectLines::tr("both operands are computed, and MatMulConstBOnly asks for a constant one");
    case FloatReason::NotFiniteConstant:
        return EffectLines::tr("a constant holds infinity or NaN, which no scale covers");
    case FloatReason::NothingToQuantize:
        return EffectLines::tr("it has no float values, or no neighbour is quantized");
    case FloatReason::JoinedWithRule:
        return EffectLines::tr("it becomes one operator with a node that a rule keeps float");
    case FloatReason::NotListed:
        return EffectLines::tr("NodesToQuantize, InputNodes or OutputNodes leave it out");
    case FloatReason::None:
    case FloatReason::Rule:
        break;
    }
    return {};
}

std::vector<std::pair<QString, QString>> effectLines(const Graph& graph, const EffectPreview& preview,
                                                     const Recipe& recipe, int node)
{
    std::vector<std::pair<QString, QString>> lines;
    if (node < 0 || std::size_t(node) >= preview.nodes.size() || std::size_t(node) >= graph.nodes().size())
        return lines;
    const NodeEffect& effect = preview.nodes[std::size_t(node)];
    lines.emplace_back(EffectLines::tr("Effective"), precisionText(effect));
    const auto same = [](const ExclusionRule& rule) -> const ExclusionRule& { return rule; };
    const auto match = [](const LayerRule& rule) -> const ExclusionRule& { return rule.match; };
    QString why;
    if (effect.state == NodeEffect::State::Float) {
        why = effect.reason == FloatReason::Rule ? rulePlaceText(recipe.config.exclude, effect.rule, same)
                                                 : floatReasonText(effect.reason, toQt(recipe.config.preset));
    } else if (effect.state == NodeEffect::State::Quantized) {
        why = rulePlaceText(recipe.config.layers, effect.layer, match);
    }
    if (!why.isEmpty())
        lines.emplace_back(EffectLines::tr("Because of"), why);
    const Node& about = graph.nodes()[std::size_t(node)];
    const auto touches = [](const std::vector<std::string>& values, const std::string& tensor) {
        return std::find(values.begin(), values.end(), tensor) != values.end();
    };
    for (const TypeBoundary& boundary : preview.boundaries) {
        const bool isInput = touches(about.inputs, boundary.tensor);
        if (!isInput && !touches(about.outputs, boundary.tensor))
            continue;
        const QString type = toQt(dataTypeName(boundary.type));
        const QString change =
            boundary.isToFloat ? EffectLines::tr("%1 → float").arg(type) : EffectLines::tr("float → %1").arg(type);
        lines.emplace_back(EffectLines::tr("Boundary"),
                           (isInput ? EffectLines::tr("%1 at input %2") : EffectLines::tr("%1 at output %2"))
                               .arg(change, shownName(boundary.tensor)));
    }
    return lines;
}

} // namespace quantiscope
