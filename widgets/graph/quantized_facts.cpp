// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/quantized_facts.h"

#include "core/tensor/tensor_spec.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>
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

private:
    static QString textOf(const Graph& graph, const Node& node)
    {
        QStringList parts;
        if (const TensorSpec* made = graph.spec(node.outputAt(0)); made && made->type != DataType::Undefined)
            parts += shortTypeText(*made);
        const std::vector<float> scales =
            graph.isInitializer(node.inputAt(1)) ? graph.initializerFloats(node.inputs[1]) : std::vector<float>();
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

} // namespace

std::shared_ptr<const EdgeFacts> quantizedFacts(const OpenedModelPtr& quantized)
{
    return std::make_shared<const QuantizedFacts>(*quantized);
}

QString scaleText(double scale)
{
    int exponent = 0;
    if (scale <= 0.0 || !std::isfinite(scale) || std::frexp(scale, &exponent) != 0.5)
        return QLocale().toString(scale, 'g', 4);
    return QLatin1Char('2') + superscript(exponent - 1);
}

} // namespace quantiscope
