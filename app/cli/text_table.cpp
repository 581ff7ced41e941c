// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include "core/base/printable.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace quantiscope {

namespace {

std::size_t columns(const std::string& text)
{
    // Continuation bytes of UTF-8 take no column.
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

template <typename... Values>
std::string formatted(const char* format, Values... values)
{
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, values...);
    return buffer;
}

} // namespace

TextTable::TextTable(std::vector<std::string> header, std::vector<Align> align) : m_align(std::move(align))
{
    m_align.resize(header.size(), Align::Left);
    m_rows.push_back(std::move(header));
}

void TextTable::addRow(std::vector<std::string> cells)
{
    cells.resize(m_rows.front().size());
    for (std::string& cell : cells)
        cell = wholePrintable(cell);
    m_rows.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent) const
{
    std::vector<std::size_t> widths(m_rows.front().size(), 0);
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], columns(row[i]));
    }
    // A shape worked out from symbols can be hundreds of characters long; the line under its heading need not.
    constexpr std::size_t kLongestRule = 72;
    std::string result;
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < m_rows[r].size(); ++i) {
            const std::string padding(widths[i] - columns(m_rows[r][i]), ' ');
            if (i > 0)
                line += "  ";
            line += m_align[i] == Align::Right ? padding + m_rows[r][i] : m_rows[r][i] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + "\n";
        if (r == 0) {
            result += std::string(indent, ' ');
            for (std::size_t i = 0; i < widths.size(); ++i)
                result += (i > 0 ? "  " : "") + std::string(std::min(widths[i], kLongestRule), '-');
            result += "\n";
        }
    }
    return result;
}

std::string wrappedText(const std::string& text, std::size_t indent, std::size_t width)
{
    std::string result;
    std::string line;
    std::size_t first = 0;
    while (first < text.size()) {
        const std::size_t end = std::min(text.find(' ', first), text.size());
        const std::string word = text.substr(first, end - first);
        first = end + 1;
        if (!line.empty() && indent + columns(line) + 1 + columns(word) > width) {
            result += std::string(indent, ' ') + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return result + std::string(indent, ' ') + line + "\n";
}

std::string bytesText(std::size_t bytes)
{
    constexpr double kKibi = 1024.0;
    const auto size = static_cast<double>(bytes);
    if (size < kKibi)
        return std::to_string(bytes) + " B";
    if (size < kKibi * kKibi)
        return formatted("%.1f KiB", size / kKibi);
    if (size < kKibi * kKibi * kKibi)
        return formatted("%.1f MiB", size / (kKibi * kKibi));
    return formatted("%.2f GiB", size / (kKibi * kKibi * kKibi));
}

std::string secondsText(double seconds)
{
    if (seconds < 1.0)
        return formatted("%.0f ms", seconds * 1000.0);
    if (seconds < 100.0)
        return formatted("%.1f s", seconds);
    const double whole = std::round(seconds); // before it is taken apart: 119.7 s are 2 min, not 1 min 60 s
    return formatted("%.0f min %02.0f s", std::floor(whole / 60.0), std::fmod(whole, 60.0));
}

} // namespace quantiscope
