// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_error_model.h"

#include "core/base/csv_text.h"
#include "widgets/common/engine_sentence.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/models/layer_error_figures.h"

#include <QFont>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace quantiscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isNumber(LayerErrorModel::Column column)
{
    using enum LayerErrorModel::Column;
    return column == Rank || (column >= OwnSqnr && column != Why);
}

QString singleScaleText(double scale)
{
    int exponent = 0;
    if (std::frexp(scale, &exponent) == 0.5)
        return QStringLiteral("2") + superscript(exponent - 1);
    return numberText(scale, 'g', 3);
}

QString plainNumber(const std::optional<double>& value)
{
    return toQt(csvNumber(value));
}

/// Of a float: no more digits than tell it from others.
QString plainNumber(float value)
{
    return QString::number(double(value), 'g', std::numeric_limits<float>::max_digits10);
}

} // namespace

std::vector<std::string> userNodesOf(const TensorError& tensor)
{
    if (!tensor.userNodes.empty() || tensor.node.empty())
        return tensor.userNodes;
    return {tensor.node};
}

QString scaleText(const QuantParams& params)
{
    if (params.scale.empty())
        return QStringLiteral("—");
    const auto [low, high] = std::minmax_element(params.scale.begin(), params.scale.end());
    const QString first = singleScaleText(double(*low));
    return *low == *high ? first : QStringLiteral("%1 … %2").arg(first, singleScaleText(double(*high)));
}

void LayerErrorModel::setErrors(std::shared_ptr<const LayerErrors> errors, const std::vector<WeightFinding>& weights)
{
    beginResetModel();
    m_errors = std::move(errors);
    m_rows.clear();
    if (m_errors)
        findRows(weights);
    endResetModel();
}

void LayerErrorModel::findRows(const std::vector<WeightFinding>& weights)
{
    std::map<std::string, std::string> sentences;
    for (const WeightFinding& finding : weights)
        sentences.try_emplace(finding.weight, finding.sentence);
    const auto sentenceOf = [&](std::size_t place) {
        const auto found = sentences.find(m_errors->tensors[place].tensor);
        return found != sentences.end() ? found->second : std::string();
    };
    m_rows.resize(m_errors->tensors.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        const TensorError& error = m_errors->tensors[i];
        const std::vector<std::string> nodes = userNodesOf(error);
        row.node = nodes.empty() ? tr("input of the model") : shownName(nodes.front());
        row.why = sentenceOf(i);
        for (const std::size_t before : error.inFront) { // a layer is wrong because its weight is
            if (row.why.empty() && m_errors->tensors[before].kind == TensorError::Kind::Weight)
                row.why = sentenceOf(before);
        }
        if (error.params && !error.params->scale.empty())
            row.scale = double(*std::max_element(error.params->scale.begin(), error.params->scale.end()));
        QStringList words{text(int(i), Column::Operator), text(int(i), Column::Tensor), text(int(i), Column::Kind),
                          toQt(error.block)};
        for (const std::string& node : nodes)
            words << shownName(node);
        row.words = words.join(QLatin1Char('\n'));
    }
    const std::vector<std::size_t> ranked = worstFirst(*m_errors, ErrorColumn::Own);
    for (std::size_t rank = 0; rank < ranked.size(); ++rank)
        m_rows[ranked[rank]].rank = int(rank) + 1;
}

int LayerErrorModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_errors ? 0 : int(m_errors->tensors.size());
}

int LayerErrorModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QString LayerErrorModel::text(int row, Column column) const
{
    const TensorError& error = tensor(row);
    if (const FigureColumn* figure = figureColumn(column))
        return figureText(error, *figure);
    const auto number = [](const std::optional<double>& value, char format, int digits) {
        return value ? numberText(*value, format, digits) : QStringLiteral("—");
    };
    switch (column) {
    case Column::Rank:
        return m_rows[std::size_t(row)].rank > 0 ? QString::number(m_rows[std::size_t(row)].rank) : QString();
    case Column::Node:
        return m_rows[std::size_t(row)].node;
    case Column::Operator:
        return toQt(error.opType);
    case Column::Tensor:
        return shownName(error.tensor);
    case Column::Kind:
        switch (error.kind) {
        case TensorError::Kind::Activation:
            return tr("activation");
        case TensorError::Kind::Layer:
            return tr("layer");
        case TensorError::Kind::Output:
            return tr("output");
        case TensorError::Kind::Weight:
            return tr("weight");
        }
        return {};
    case Column::Excess:
        return number(error.excess, 'f', 1);
    case Column::Drop:
        return number(error.drop, 'f', 1);
    case Column::Scale:
        return error.params ? scaleText(*error.params) : QStringLiteral("—");
    case Column::Range:
        return QStringLiteral("%1 … %2").arg(numberText(double(error.range.min), 'g', 3),
                                             numberText(double(error.range.max), 'g', 3));
    case Column::OutputShare:
        return number(error.outputShare ? std::optional(*error.outputShare * 100.0) : std::nullopt, 'f', 1);
    case Column::Why:
        return engineSentence(m_rows[std::size_t(row)].why);
    default: // figureColumn()
        break;
    }
    return {};
}

QVariant LayerErrorModel::sortValue(int row, Column column) const
{
    const TensorError& error = tensor(row);
    if (const FigureColumn* figure = figureColumn(column))
        return figureSortValue(error, *figure);
    const auto known = [](const std::optional<double>& value, double otherwise) {
        return value && !std::isnan(*value) ? *value : otherwise;
    };
    switch (column) {
    case Column::Rank:
        return m_rows[std::size_t(row)].rank > 0 ? m_rows[std::size_t(row)].rank : std::numeric_limits<int>::max();
    case Column::Excess:
        return error.own && error.own->broken > 0 ? kInfinity : known(error.excess, -kInfinity);
    case Column::Drop:
        return known(error.drop, -kInfinity);
    case Column::Scale:
        return m_rows[std::size_t(row)].scale;
    case Column::Range:
        return double(error.range.max) - double(error.range.min);
    case Column::OutputShare:
        return error.outputShare.value_or(-1.0);
    case Column::Why: // rows with a sentence first
        return QString((text(row, column).isEmpty() ? QLatin1Char('1') : QLatin1Char('0')) + text(row, column));
    default:
        return text(row, column);
    }
}

QStringList LayerErrorModel::exported(int row, Column column) const
{
    const TensorError& error = tensor(row);
    if (const FigureColumn* figure = figureColumn(column))
        return {plainNumber(figureOf(error, *figure))};
    switch (column) {
    case Column::Excess:
        return {plainNumber(error.excess)};
    case Column::Drop:
        return {plainNumber(error.drop)};
    case Column::Scale: {
        if (!error.params || error.params->scale.empty())
            return {QString(), QString()};
        const auto [low, high] = std::minmax_element(error.params->scale.begin(), error.params->scale.end());
        return {plainNumber(*low), plainNumber(*high)};
    }
    case Column::Range:
        return {plainNumber(error.range.min), plainNumber(error.range.max)};
    case Column::OutputShare:
        return {plainNumber(error.outputShare ? std::optional(*error.outputShare * 100.0) : std::nullopt)};
    default:
        return {text(row, column)};
    }
}

QVariant LayerErrorModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = Column(index.column());
    const TensorError& error = tensor(index.row());
    switch (role) {
    case Qt::TextAlignmentRole:
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::FontRole:
        if (column == Column::Node) {
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        }
        return {};
    case Qt::ToolTipRole: {
        if (column != Column::Node)
            return plainToolTip(text(index.row(), column));
        QStringList names;
        for (const std::string& node : userNodesOf(error))
            names << shownName(node);
        if (const std::string& why = m_rows[std::size_t(index.row())].why; !why.empty())
            names << engineSentence(why);
        return plainToolTip(names.join(QLatin1Char('\n')));
    }
    case SortRole:
        return sortValue(index.row(), column);
    case BarRole: {
        const bool hasBar = column == Column::OwnSqnr || column == Column::AccumulatedSqnr;
        const auto value = hasBar ? figureOf(error, *figureColumn(column)) : std::nullopt;
        return value && !std::isnan(*value) ? QVariant(*value) : QVariant();
    }
    case FilterRole:
        return m_rows[std::size_t(index.row())].words;
    case ExportRole:
        return exported(index.row(), column);
    default:
        return {};
    }
}

QVariant LayerErrorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        switch (column) {
        case Column::OwnSqnr:
            return tr("The error that this tensor's own quantization makes, with float values in front of it");
        case Column::Excess:
            return tr("The own error above what rounding to 8 bits over the whole range makes: near 0 where the scale "
                      "is sound, 18 where it is eight times too wide. The worst come first by it");
        case Column::AccumulatedSqnr:
            return tr("The error of this tensor when everything in front of it is quantized, too");
        case Column::Cosine:
        case Column::Rmse:
        case Column::MaxError:
            return tr("Of the own error; mean over the samples");
        case Column::Drop:
            return tr("What the accumulated SQNR loses here against the worst of the tensors in front; negative where "
                      "it is better than all of them");
        case Column::WorstSqnr:
        case Column::WorstCosine:
        case Column::WorstRmse:
        case Column::WorstMaxError:
            return tr("Of the own error; of the sample where it is worst");
        case Column::AccumulatedCosine:
        case Column::AccumulatedRmse:
        case Column::AccumulatedMaxError:
            return tr("Of the accumulated error; mean over the samples");
        case Column::AccumulatedWorstSqnr:
        case Column::AccumulatedWorstCosine:
        case Column::AccumulatedWorstRmse:
        case Column::AccumulatedWorstMaxError:
            return tr("Of the accumulated error; of the sample where it is worst");
        case Column::OutputShare:
            return tr("Share of the error of the outputs that this tensor explains");
        default:
            return {};
        }
    }
    if (role == ExportRole) {
        if (column == Column::Scale)
            return QStringList{tr("Smallest scale"), tr("Largest scale")};
        if (column == Column::Range)
            return QStringList{tr("Smallest value"), tr("Largest value")};
        return QStringList{headerData(section, orientation, Qt::DisplayRole).toString()};
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Rank:
        return QStringLiteral("#");
    case Column::Node:
        return tr("Node");
    case Column::Operator:
        return tr("Operator");
    case Column::Tensor:
        return tr("Tensor");
    case Column::Kind:
        return tr("Kind");
    case Column::OwnSqnr:
        return tr("Own SQNR, dB");
    case Column::Excess:
        return tr("Excess, dB");
    case Column::AccumulatedSqnr:
        return tr("Accumulated, dB");
    case Column::Drop:
        return tr("Drop, dB");
    case Column::Cosine:
        return tr("Cosine");
    case Column::Rmse:
        return tr("RMSE");
    case Column::MaxError:
        return tr("Max error");
    case Column::WorstSqnr:
        return tr("Worst own SQNR, dB");
    case Column::WorstCosine:
        return tr("Worst cosine");
    case Column::WorstRmse:
        return tr("Worst RMSE");
    case Column::WorstMaxError:
        return tr("Worst max error");
    case Column::AccumulatedCosine:
        return tr("Accumulated cosine");
    case Column::AccumulatedRmse:
        return tr("Accumulated RMSE");
    case Column::AccumulatedMaxError:
        return tr("Accumulated max error");
    case Column::AccumulatedWorstSqnr:
        return tr("Worst accumulated, dB");
    case Column::AccumulatedWorstCosine:
        return tr("Worst accumulated cosine");
    case Column::AccumulatedWorstRmse:
        return tr("Worst accumulated RMSE");
    case Column::AccumulatedWorstMaxError:
        return tr("Worst accumulated max error");
    case Column::Scale:
        return tr("Scale");
    case Column::Range:
        return tr("Range");
    case Column::OutputShare:
        return tr("Output, %");
    case Column::Why:
        return tr("What is wrong with the weight");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
