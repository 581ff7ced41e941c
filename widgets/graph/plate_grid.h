// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// Rectangles that are taken, found by where they are. They are of the size of labels, or the search is slow.
class PlateGrid
{
public:
    void clear() { m_cells.clear(); }

    void add(const QRectF& plate)
    {
        for (const std::uint64_t cell : cellsOf(plate))
            m_cells[cell].push_back(plate);
    }

    /// Does @p plate touch none of them?
    [[nodiscard]] bool isFree(const QRectF& plate) const
    {
        const std::vector<std::uint64_t> cells = cellsOf(plate);
        return std::none_of(cells.begin(), cells.end(), [this, &plate](std::uint64_t cell) {
            const auto taken = m_cells.find(cell);
            return taken != m_cells.end()
                && std::any_of(taken->second.begin(), taken->second.end(),
                               [&plate](const QRectF& other) { return other.intersects(plate); });
        });
    }

private:
    [[nodiscard]] static std::vector<std::uint64_t> cellsOf(const QRectF& plate)
    {
        constexpr double kCellWidth = 256.0;
        constexpr double kCellHeight = 64.0;
        const auto cell = [](double place, double extent) { return std::int32_t(std::floor(place / extent)); };
        std::vector<std::uint64_t> cells;
        for (std::int32_t x = cell(plate.left(), kCellWidth); x <= cell(plate.right(), kCellWidth); ++x) {
            for (std::int32_t y = cell(plate.top(), kCellHeight); y <= cell(plate.bottom(), kCellHeight); ++y)
                cells.push_back(std::uint64_t(std::uint32_t(x)) << 32U | std::uint32_t(y));
        }
        return cells;
    }

    std::unordered_map<std::uint64_t, std::vector<QRectF>> m_cells;
};

} // namespace quantiscope
