// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

namespace quantiscope {

/// The memory of a job over its time, against its budget.
class MemorySparkline final : public QWidget
{
    Q_OBJECT

public:
    explicit MemorySparkline(QWidget* parent = nullptr);

    /// @p history in MiB; @p budget and @p now in bytes.
    void show(const std::vector<float>& history, std::size_t now, std::optional<std::uint64_t> budget);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<float> m_history;
    std::size_t m_now = 0;
    std::optional<std::uint64_t> m_budget;
};

} // namespace quantiscope
