// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/quantized_facts.h"

#include "core/tensor/tensor_spec.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

namespace quantiscope {

namespace {

class QuantizedFacts final : public EdgeFacts
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::QuantizedFacts)

public:
    explicit QuantizedFacts(const OpenedModel& quantized)
    {
        const Graph& graph = quantized.graph;
        for (const Node& node : graph.nodes()) {
            // The operators of other domains that do the same end with the same word.
            if (node.opType.ends_with("QuantizeLinear") && !node.opType.ends_with("DequantizeLinear")
                && !node.inputAt(0).empty() && !graph.isInitializer(node.inputs[0]))
                m_texts.emplace(node.inputs[0], textOf(graph, node));
        }
    }

    [[nodiscard]] QString text(const std::string& tensor) const override
    {
        const auto known = m_texts.find(tensor);
        return known == m_texts.end() ? QString() : known->second;
    }

    static QString typeOf(const Graph& graph, const Node& node)
    {
        const bool isBack = node.opType.ends_with("DequantizeLinear");
        const TensorSpec* codes = graph.spec(isBack ? node.inputAt(0) : node.outputAt(0));
        return codes && codes->type != DataType::Undefined ? shortTypeText(*codes) : QString();
    }

    static std::vector<float> scalesOf(const Graph& graph, const Node& node)
    {
        return graph.isInitializer(node.inputAt(1)) ? graph.initializerFloats(node.inputs[1]) : std::vector<float>();
    }

    static QString shortText(const Graph& graph, const Node& node)
    {
        QStringList parts{typeOf(graph, node)};
        const std::vector<float> scales = scalesOf(graph, node);
        if (scales.size() > 1)
            parts += tr("per channel \u00D7%1").arg(QLocale().toString(qulonglong(scales.size())));
        else if (scales.size() == 1)
            parts += scaleText(double(scales.front()));
        else
            parts += tr("dynamic", "scale found while the model runs");
        const auto points = graph.isInitializer(node.inputAt(2)) ? graph.initializerInts(node.inputs[2]) : std::nullopt;
        if (points && points->size() == 1)
            parts += tr("zp %1", "zero point").arg(QLocale().toString(qlonglong(points->front())));
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    }

    static QString longText(const Graph& graph, const Node& node)
    {
        const QString text = toQt(node.opType) + QStringLiteral(": ") + shortText(graph, node);
        const std::vector<float> scales = scalesOf(graph, node);
        if (scales.size() < 2)
            return text;
        const auto [least, most] = std::minmax_element(scales.begin(), scales.end());
        return text + QStringLiteral(" · ")
            + tr("scales from %1 to %2").arg(scaleText(double(*least)), scaleText(double(*most)));
    }

private:
    static QString textOf(const Graph& graph, const Node& node)
    {
        QStringList parts;
        if (const QString type = typeOf(graph, node); !type.isEmpty())
            parts += type;
        const std::vector<float> scales = scalesOf(graph, node);
        if (scales.size() == 1)
            parts += scaleText(double(scales.front()));
        else if (scales.size() > 1)
            parts += tr("%n scale(s)", nullptr, int(scales.size()));
        const auto points = graph.isInitializer(node.inputAt(2)) ? graph.initializerInts(node.inputs[2]) : std::nullopt;
        if (points && points->size() == 1)
            parts += tr("zero point %1").arg(QLocale().toString(qlonglong(points->front())));
        return parts.join(QStringLiteral(" · "));
    }

    std::unordered_map<std::string, QString> m_texts;
};

/// The nodes of @p fold that choose codes; all where those are given.
std::vector<int> choosersOf(const Graph& graph, const QuantizerFold& fold)
{
    std::vector<int> choosers;
    std::copy_if(fold.nodes.begin(), fold.nodes.end(), std::back_inserter(choosers),
                 [&graph](int node) { return !graph.nodes()[std::size_t(node)].opType.ends_with("DequantizeLinear"); });
    return choosers.empty() ? fold.nodes : choosers;
}

} // namespace

std::shared_ptr<const EdgeFacts> quantizedFacts(const OpenedModelPtr& quantized)
{
    return std::make_shared<const QuantizedFacts>(*quantized);
}

QString quantizerText(const Graph& graph, const Node& quantizer)
{
    return QuantizedFacts::shortText(graph, quantizer);
}

QString foldText(const Graph& graph, const QuantizerFold& fold)
{
    constexpr qsizetype kMost = 2; // what a chip has room for
    QStringList texts;
    for (const int node : choosersOf(graph, fold))
        texts += quantizerText(graph, graph.nodes()[std::size_t(node)]);
    texts.removeDuplicates();
    if (texts.size() > kMost)
        texts = texts.mid(0, kMost) << QStringLiteral("…");
    return texts.join(QStringLiteral(" → "));
}

QString foldTip(const Graph& graph, const QuantizerFold& fold)
{
    constexpr qsizetype kMost = 8;
    QStringList lines;
    for (const int node : choosersOf(graph, fold))
        lines += QuantizedFacts::longText(graph, graph.nodes()[std::size_t(node)]);
    lines.removeDuplicates();
    if (lines.size() > kMost)
        lines = lines.mid(0, kMost) << QStringLiteral("…");
    return lines.join(QLatin1Char('\n'));
}

QString scaleText(double scale)
{
    int exponent = 0;
    if (scale <= 0.0 || !std::isfinite(scale) || std::frexp(scale, &exponent) != 0.5)
        return QLocale().toString(scale, 'g', 4);
    return QLatin1Char('2') + superscript(exponent - 1);
}

} // namespace quantiscope
