// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/table_text.h"

#include <QStringList>
#include <QTableView>

#include <vector>

namespace quantiscope {

namespace {

QString csvCell(QString text)
{
    const bool isPlain = !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char(','))
        && !text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r'));
    return isPlain ? text
                   : QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QString markdownCell(QString text)
{
    return text.replace(QLatin1Char('\\'), QStringLiteral("\\\\"))
        .replace(QLatin1Char('|'), QStringLiteral("\\|"))
        .simplified();
}

QString line(const QStringList& cells, TableFormat format)
{
    QStringList written;
    for (const QString& cell : cells)
        written << (format == TableFormat::Csv ? csvCell(cell) : markdownCell(cell));
    if (format == TableFormat::Csv)
        return written.join(QLatin1Char(',')) + QLatin1Char('\n');
    return QStringLiteral("| %1 |\n").arg(written.join(QStringLiteral(" | ")));
}

} // namespace

QString tableText(const QTableView& table, TableFormat format, const std::optional<int>& exportRole)
{
    const QAbstractItemModel& model = *table.model();
    const bool isExported = format == TableFormat::Csv && exportRole;
    std::vector<int> columns;
    QStringList head;
    QStringList rule;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (table.isColumnHidden(column))
            continue;
        columns.push_back(column);
        if (isExported)
            head << model.headerData(column, Qt::Horizontal, *exportRole).toStringList();
        else
            head << model.headerData(column, Qt::Horizontal).toString();
        const int alignment = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        rule << ((alignment & Qt::AlignRight) != 0 ? QStringLiteral("---:") : QStringLiteral("---"));
    }
    QString text = line(head, format);
    if (format == TableFormat::Markdown)
        text += line(rule, format);
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (const int column : columns) {
            const QModelIndex index = model.index(row, column);
            const QString spoken = index.data(Qt::AccessibleTextRole).toString();
            if (isExported)
                cells << index.data(*exportRole).toStringList();
            else
                cells << (spoken.isEmpty() ? index.data().toString() : spoken);
        }
        text += line(cells, format);
    }
    return text;
}

} // namespace quantiscope
