// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/analysis/weight_findings.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace quantiscope {

/// The error of every tensor that a run quantizes: its own beside the accumulated one, in the order of the graph.
class LayerErrorModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Rank, ///< by worstFirst() of the own error, 1 is the worst; weights have none
        Node,
        Operator,
        Tensor,
        Kind,
        OwnSqnr, ///< of the own error, as all figures that are not called accumulated; means over the samples
        Excess, ///< TensorError::excess, which Rank goes by
        AccumulatedSqnr,
        Drop, ///< TensorError::drop
        Cosine,
        Rmse,
        MaxError,
        WorstSqnr, ///< of the sample where it is worst, as all figures that are called so
        WorstCosine,
        WorstRmse,
        WorstMaxError,
        AccumulatedCosine,
        AccumulatedRmse,
        AccumulatedMaxError,
        AccumulatedWorstSqnr,
        AccumulatedWorstCosine,
        AccumulatedWorstRmse,
        AccumulatedWorstMaxError,
        Scale,
        Range,
        OutputShare,
        Why, ///< what is wrong with a weight, in a sentence
        Count,
    };

    enum Role
    {
        SortRole = Qt::UserRole, ///< numbers as they are; what has none sorts last when the worst come first
        BarRole, ///< the number of a bar; nothing: no bar
        FilterRole, ///< all that a filter looks into
        /// QStringList, of a header, too: the cells of a file for other programs. Numbers as C writes them, in full;
        /// what is none is empty; a range, and scales per channel, are two cells
        ExportRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: none. @p weights: what is wrong with which, by the names of tensors.
    void setErrors(std::shared_ptr<const LayerErrors> errors, const std::vector<WeightFinding>& weights = {});
    [[nodiscard]] const LayerErrors* errors() const { return m_errors.get(); }
    /// The row of a tensor is its place in LayerErrors::tensors.
    [[nodiscard]] const TensorError& tensor(int row) const { return m_errors->tensors[std::size_t(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(int row, Column column) const;
    [[nodiscard]] QVariant sortValue(int row, Column column) const;
    [[nodiscard]] QStringList exported(int row, Column column) const;

    std::shared_ptr<const LayerErrors> m_errors;
    /// What sorting and filtering ask for again and again.
    struct Row
    {
        int rank = 0; ///< 0: without own error
        double scale = -1.0; ///< the largest; -1: none
        QString node; ///< text of the column
        std::string why; ///< the engine's sentence; empty: nothing is known to be wrong
        QString words; ///< of FilterRole
    };
    void findRows(const std::vector<WeightFinding>& weights);

    std::vector<Row> m_rows;
};

/// The names of the user's nodes that @p tensor's node stands for: TensorError::userNodes, or the node itself.
[[nodiscard]] std::vector<std::string> userNodesOf(const TensorError& tensor);

/// "2⁻³" of a power of two, otherwise three digits of it; the smallest and the largest of scales per channel.
[[nodiscard]] QString scaleText(const QuantParams& params);

} // namespace quantiscope
