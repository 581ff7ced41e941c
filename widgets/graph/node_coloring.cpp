// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/node_coloring.h"

#include "core/tensor/data_type.h"
#include "core/tensor/shape.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/graph/operator_category.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_set>

namespace quantiscope {

namespace {

/// Colourings by kind: each node is of one of a few kinds.
class KindColoring : public NodeColoring
{
public:
    [[nodiscard]] QColor color(int node) const override
    {
        const int kind = kindOf(node);
        return kind < 0 ? QColor() : kindColor(kind);
    }

    [[nodiscard]] QString valueText(int node) const override
    {
        const int kind = kindOf(node);
        return kind < 0 ? QString() : kindText(kind);
    }

    [[nodiscard]] ColorLegend legend() const override
    {
        ColorLegend legend;
        legend.title = name();
        std::vector<int> counts(std::size_t(m_kindCount), 0);
        for (const int kind : m_kinds) {
            if (kind >= 0)
                ++counts[std::size_t(kind)];
        }
        for (int kind = 0; kind < m_kindCount; ++kind) {
            if (counts[std::size_t(kind)] > 0)
                legend.entries.push_back({kindColor(kind), kindText(kind), counts[std::size_t(kind)]});
        }
        return legend;
    }

protected:
    KindColoring(int kindCount, std::vector<int> kinds) : m_kindCount(kindCount), m_kinds(std::move(kinds)) { }

    [[nodiscard]] virtual QColor kindColor(int kind) const = 0;
    [[nodiscard]] virtual QString kindText(int kind) const = 0;

private:
    [[nodiscard]] int kindOf(int node) const
    {
        return node >= 0 && node < int(m_kinds.size()) ? m_kinds[std::size_t(node)] : -1;
    }

    int m_kindCount;
    std::vector<int> m_kinds; ///< of each node, -1 for none
};

class OperatorColoring final : public KindColoring
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::NodeColoring)

public:
    OperatorColoring(std::vector<int> kinds, std::vector<bool> isServant)
        : KindColoring(kOperatorCategories, std::move(kinds)), m_isServant(std::move(isServant))
    {
    }

    [[nodiscard]] QString id() const override { return QStringLiteral("operator"); }
    [[nodiscard]] QString name() const override { return tr("Operator"); }
    [[nodiscard]] QColor colorOfAll(std::span<const int> nodes) const override
    {
        // Those that quantize are the most frequent in every block of a quantized graph, and tell nothing about it.
        std::vector<int> others;
        std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(others),
                     [this](int node) { return node < int(m_isServant.size()) && !m_isServant[std::size_t(node)]; });
        return NodeColoring::colorOfAll(others.empty() ? nodes : std::span<const int>(others));
    }

protected:
    [[nodiscard]] QColor kindColor(int kind) const override { return categoryColor(OperatorCategory(kind)); }
    [[nodiscard]] QString kindText(int kind) const override { return categoryText(OperatorCategory(kind)); }

private:
    std::vector<bool> m_isServant;
};

class PrecisionColoring final : public KindColoring
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::NodeColoring)

public:
    explicit PrecisionColoring(std::vector<int> kinds) : KindColoring(4, std::move(kinds)) { }

    [[nodiscard]] QString id() const override { return QStringLiteral("precision"); }
    [[nodiscard]] QString name() const override { return tr("Precision"); }

protected:
    [[nodiscard]] QColor kindColor(int kind) const override
    {
        const Theme& theme = Theme::current();
        const std::array<QColor, 4> colors{theme.int8, theme.int16, theme.neutral, theme.floating};
        return colors[std::size_t(kind)];
    }
    [[nodiscard]] QString kindText(int kind) const override
    {
        switch (kind) {
        case 0:
            return QStringLiteral("int8");
        case 1:
            return QStringLiteral("int16");
        case 2:
            return tr("float, not quantized by the preset");
        default:
            return tr("float, kept by a rule");
        }
    }
};

class TypeColoring final : public KindColoring
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::NodeColoring)

public:
    TypeColoring(std::vector<QString> types, std::vector<int> kinds)
        : KindColoring(int(types.size()), std::move(kinds)), m_types(std::move(types))
    {
    }

    [[nodiscard]] QString id() const override { return QStringLiteral("type"); }
    [[nodiscard]] QString name() const override { return tr("Data type"); }

protected:
    [[nodiscard]] QColor kindColor(int kind) const override
    {
        const Theme& theme = Theme::current();
        const std::array<QColor, 7> colors{theme.series[0], theme.series[1], theme.series[2],    theme.series[3],
                                           theme.error,     theme.warning,   theme.categories[4]};
        return colors[std::min(std::size_t(kind), colors.size() - 1)];
    }
    [[nodiscard]] QString kindText(int kind) const override { return m_types[std::size_t(kind)]; }

private:
    std::vector<QString> m_types; ///< most frequent first
};

class ParameterColoring final : public NodeColoring
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::NodeColoring)

public:
    explicit ParameterColoring(std::vector<std::uint64_t> bytes) : m_bytes(std::move(bytes))
    {
        std::uint64_t most = 0;
        for (const std::uint64_t count : m_bytes)
            most = std::max(most, count);
        while (m_topPower < kHighestPower && std::exp2(m_topPower) < double(most))
            ++m_topPower;
    }

    [[nodiscard]] QString id() const override { return QStringLiteral("parameters"); }
    [[nodiscard]] QString name() const override { return tr("Parameter bytes"); }
    [[nodiscard]] Style style() const override { return Style::Fill; }

    [[nodiscard]] QColor color(int node) const override { return colorOfBytes(bytesOf(node)); }

    [[nodiscard]] QColor colorOfAll(std::span<const int> nodes) const override
    {
        std::uint64_t bytes = 0;
        for (const int node : nodes)
            bytes += bytesOf(node);
        return colorOfBytes(bytes);
    }

    [[nodiscard]] QString valueText(int node) const override
    {
        const std::uint64_t bytes = bytesOf(node);
        return bytes == 0 ? QString() : bytesText(bytes);
    }

    [[nodiscard]] ColorLegend legend() const override
    {
        ColorLegend legend;
        legend.title = tr("Parameter bytes, logarithmic");
        for (const int part : {0, 1, 2}) {
            const int power = m_topPower * part / 2;
            const qint64 bytes = qint64(1) << power;
            legend.ticks.push_back({double(power) / m_topPower,
                                    bytes < 1024 ? tr("%1 B").arg(QLocale().toString(bytes))
                                                 : QLocale().formattedDataSize(bytes, 0, QLocale::DataSizeIecFormat)});
        }
        legend.direction = tr("Nodes without parameters have no colour");
        return legend;
    }

private:
    static constexpr int kHighestPower = 30;

    [[nodiscard]] QColor colorOfBytes(std::uint64_t bytes) const
    {
        return bytes == 0 ? QColor() : sequentialColor(std::log2(double(bytes)) / m_topPower);
    }

    [[nodiscard]] std::uint64_t bytesOf(int node) const
    {
        return node >= 0 && node < int(m_bytes.size()) ? m_bytes[std::size_t(node)] : 0;
    }

    std::vector<std::uint64_t> m_bytes;
    int m_topPower = 1; ///< 2 to the power of it is the end of the scale
};

} // namespace

std::pair<QString, QString> NodeColoring::lineTexts(int) const
{
    return {};
}

std::pair<QString, QString> NodeColoring::lineTextsOfAll(std::span<const int>) const
{
    return {};
}

QColor NodeColoring::colorOfAll(std::span<const int> nodes) const
{
    std::map<QRgb, int> counts;
    QColor most;
    int mostCount = 0;
    for (const int node : nodes) {
        const QColor own = color(node);
        if (!own.isValid())
            continue;
        const int nodeCount = ++counts[own.rgba()];
        if (nodeCount > mostCount) {
            mostCount = nodeCount;
            most = own;
        }
    }
    return most;
}

NodeColoringPtr colorByOperator(const OpenedModelPtr& model)
{
    std::vector<int> kinds;
    std::vector<bool> isServant;
    for (const Node& node : model->graph.nodes()) {
        kinds.push_back(int(operatorCategory(node.opType)));
        isServant.push_back(isQuantizeOperator(node.opType));
    }
    return std::make_shared<OperatorColoring>(std::move(kinds), std::move(isServant));
}

NodeColoringPtr colorByPrecision(const NodePrecisions& precisions)
{
    std::vector<int> kinds;
    for (const NodePrecision precision : precisions)
        kinds.push_back(int(precision) - 1);
    return std::make_shared<PrecisionColoring>(std::move(kinds));
}

NodeColoringPtr colorByType(const OpenedModelPtr& model)
{
    std::vector<DataType> ofNodes;
    std::map<DataType, int> counts;
    for (const Node& node : model->graph.nodes()) {
        const TensorSpec* spec = model->graph.spec(node.outputAt(0));
        ofNodes.push_back(spec ? spec->type : DataType::Undefined);
        ++counts[ofNodes.back()];
    }
    std::vector<std::pair<DataType, QString>> sorted;
    for (const auto& entry : counts) {
        TensorSpec spec;
        spec.type = entry.first;
        sorted.emplace_back(entry.first, shortTypeText(spec));
    }
    std::sort(sorted.begin(), sorted.end(), [&counts](const auto& a, const auto& b) {
        return std::pair(-counts[a.first], a.second) < std::pair(-counts[b.first], b.second);
    });
    std::vector<QString> types;
    std::map<DataType, int> kindOf;
    for (const auto& [type, text] : sorted) {
        kindOf.emplace(type, int(types.size()));
        types.push_back(text);
    }
    std::vector<int> kinds;
    for (const DataType type : ofNodes)
        kinds.push_back(kindOf[type]);
    return std::make_shared<TypeColoring>(std::move(types), std::move(kinds));
}

NodeColoringPtr colorByParameters(const OpenedModelPtr& model)
{
    std::vector<std::uint64_t> bytes;
    for (std::size_t node = 0; node < model->graph.nodes().size(); ++node)
        bytes.push_back(parameterBytes(*model, int(node)));
    return std::make_shared<ParameterColoring>(std::move(bytes));
}

std::uint64_t parameterBytes(const OpenedModel& model, int node)
{
    const Graph& graph = model.graph;
    const std::vector<std::string>& inputs = graph.nodes()[std::size_t(node)].inputs;
    std::uint64_t bytes = 0;
    std::unordered_set<std::string_view> counted; // a Concat may read 100,000
    for (const std::string& input : inputs) {
        if (!graph.isInitializer(input) || !counted.insert(input).second)
            continue;
        const TensorSpec* spec = graph.spec(input);
        const std::optional<std::size_t> count = spec ? elementCount(spec->shape) : std::nullopt;
        if (count)
            bytes += std::uint64_t(*count) * byteSize(spec->type);
    }
    return bytes;
}

} // namespace quantiscope
