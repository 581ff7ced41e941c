// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/number_text.h"

#include <cstddef>
#include <string>
#include <vector>

namespace quantiscope {

/// A table for a terminal: columns as wide as their widest cell, numbers to the right.
class TextTable
{
public:
    enum class Align
    {
        Left,
        Right,
    };

    explicit TextTable(std::vector<std::string> header, std::vector<Align> align = {});

    /// Names from files may hold anything: control characters are shown as "\x1b".
    void addRow(std::vector<std::string> cells);

    /// Lines with @p indent spaces in front, a rule below the header. UTF-8 characters count as one column.
    [[nodiscard]] std::string text(std::size_t indent = 0) const;

private:
    std::vector<std::vector<std::string>> m_rows; ///< the first one is the header
    std::vector<Align> m_align;
};

/// @p text in lines of at most @p width columns, broken at blanks, each with @p indent spaces in front and a line end
/// behind. A word that is longer has a line of its own.
[[nodiscard]] std::string wrappedText(const std::string& text, std::size_t indent, std::size_t width = 100);

/// "1.5 MiB", "230 KiB".
[[nodiscard]] std::string bytesText(std::size_t bytes);

/// "12.3 s", "85 ms".
[[nodiscard]] std::string secondsText(double seconds);

} // namespace quantiscope
