// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <vector>

namespace quantiscope {

/// A cell of a table that is made as a whole, maybe in another thread.
struct TableCell
{
    enum class Tone
    {
        Plain,
        Better,
        Worse,
        Soft, ///< beside the point
    };

    QString text;
    QVariant sort = {}; ///< invalid: the text
    Tone tone = Tone::Plain;
    QString toolTip = {}; ///< empty: the text
};

/// What CellTableModel shows. Texts are translated.
struct CellTable
{
    struct Column
    {
        QString name;
        bool isNumber = false; ///< stands right
        QString meaning = {}; ///< tooltip
    };
    struct Row
    {
        QString key; ///< what the row is about: a tensor's name
        std::vector<TableCell> cells; ///< as many as columns
    };

    std::vector<Column> columns;
    std::vector<Row> rows;
};

/// A table of finished texts that sorts by the numbers behind them.
class CellTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        SortRole = Qt::UserRole,
        KeyRole, ///< CellTable::Row::key
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(CellTable table);
    [[nodiscard]] const CellTable& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    CellTable m_table;
};

} // namespace quantiscope
