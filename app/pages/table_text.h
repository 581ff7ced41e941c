// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

class QTableView;

namespace quantiscope {

/// How a table is copied.
enum class TableFormat
{
    Csv, ///< RFC 4180, lines end with LF
    Markdown,
};

/// What @p table shows, with its headers, rows as they are sorted, hidden columns left out. A cell is what it is for
/// people who hear it (Qt::AccessibleTextRole), else its text; or, in CSV of a model with @p exportRole, what that role
/// gives of it and of its header: a QStringList, a cell each.
[[nodiscard]] QString tableText(const QTableView& table, TableFormat format,
                                const std::optional<int>& exportRole = std::nullopt);

} // namespace quantiscope
