// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text.h"
#include "widgets/graph/graph_texts.h"
#include "widgets/graph/short_shape.h"

#include <QStringList>

namespace quantiscope {

namespace {

using Ints = std::vector<std::int64_t>;

QString joined(const Ints& values, QChar separator)
{
    QStringList texts;
    for (const std::int64_t value : values)
        texts += QString::number(value);
    return texts.join(separator);
}

QString outputShape(const Graph& graph, const Node& node)
{
    const TensorSpec* spec = graph.spec(node.outputAt(0));
    return spec ? shapeText(withShortNames(*spec)) : QString();
}

bool isUniform(const Ints& values, std::int64_t value)
{
    return std::all_of(values.begin(), values.end(), [value](std::int64_t each) { return each == value; });
}

/// Kernel, and stride and dilation where they are not 1.
QStringList windowText(const Graph& graph, std::size_t at, const Ints& kernel)
{
    QStringList parts;
    if (!kernel.empty())
        parts += joined(kernel, QChar(0x00D7));
    if (const std::optional<Ints> strides = graph.intsAttribute(at, "strides"); strides && !isUniform(*strides, 1))
        parts += QStringLiteral("s") + joined(*strides, QChar(0x00D7));
    if (const std::optional<Ints> steps = graph.intsAttribute(at, "dilations"); steps && !isUniform(*steps, 1))
        parts += QStringLiteral("d") + joined(*steps, QChar(0x00D7));
    return parts;
}

QString arrow(std::int64_t from, std::int64_t to)
{
    return QString::number(from) + QChar(0x2192) + QString::number(to);
}

QString convolution(const Graph& graph, const Node& node, std::size_t at)
{
    const TensorSpec* weight = graph.spec(node.inputAt(1));
    if (!weight || weight->shape.size() < 3 || weight->shape[0] < 0 || weight->shape[1] < 0)
        return outputShape(graph, node);
    const std::int64_t group = std::max<std::int64_t>(1, graph.intAttribute(at, "group", 1));
    const bool transposed = node.opType == "ConvTranspose";
    QStringList parts;
    const std::int64_t first = weight->shape[0];
    const double second = double(weight->shape[1]) * double(group);
    const std::int64_t other = second < 1e15 ? std::int64_t(second) : weight->shape[1];
    parts += transposed ? arrow(first, other) : arrow(other, first);
    parts += windowText(graph, at, Ints(weight->shape.begin() + 2, weight->shape.end()));
    if (group > 1)
        parts += QStringLiteral("g") + QString::number(group);
    return parts.join(QStringLiteral(" · "));
}

QString matrixProduct(const Graph& graph, const Node& node, std::size_t at)
{
    const TensorSpec* weight = graph.isInitializer(node.inputAt(1)) ? graph.spec(node.inputAt(1)) : nullptr;
    if (!weight || weight->shape.size() < 2)
        return outputShape(graph, node);
    const std::int64_t rows = weight->shape[weight->shape.size() - 2];
    const std::int64_t columns = weight->shape.back();
    return graph.intAttribute(at, "transB", 0) != 0 ? arrow(columns, rows) : arrow(rows, columns);
}

QString concatenation(const Graph& graph, const Node& node, std::size_t at)
{
    const std::int64_t axis = graph.intAttribute(at, "axis", 0);
    QStringList parts;
    for (const std::string& input : node.inputs) {
        const TensorSpec* spec = graph.spec(input);
        if (!spec || !spec->hasRank)
            return QStringLiteral("axis ") + QString::number(axis);
        const std::int64_t rank = std::int64_t(spec->shape.size());
        const std::int64_t place = axis < 0 ? axis + rank : axis;
        if (place < 0 || place >= rank || spec->shape[std::size_t(place)] < 0)
            return QStringLiteral("axis ") + QString::number(axis);
        parts += QString::number(spec->shape[std::size_t(place)]);
    }
    return QStringLiteral("axis %1 · %2").arg(QString::number(axis), parts.join(QLatin1Char('+')));
}

} // namespace

QString nodeDetail(const Graph& graph, int position)
{
    const auto at = std::size_t(position);
    const Node& node = graph.nodes()[at];
    if (node.opType == "Conv" || node.opType == "ConvTranspose")
        return convolution(graph, node, at);
    if (node.opType == "Gemm" || node.opType == "MatMul")
        return matrixProduct(graph, node, at);
    if (node.opType == "Concat")
        return concatenation(graph, node, at);
    if (node.opType == "Transpose") {
        const std::optional<Ints> order = graph.intsAttribute(at, "perm");
        return order ? joined(*order, QLatin1Char(',')) : outputShape(graph, node);
    }
    if (const std::optional<Ints> kernel = graph.intsAttribute(at, "kernel_shape"))
        return windowText(graph, at, *kernel).join(QStringLiteral(" · "));
    return outputShape(graph, node);
}

} // namespace quantiscope
