// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job.h"

#include <QWidget>

namespace quantiscope {

/// The check list of a job's stages: done with their time, the running one with its steps, those to come.
class StageList final : public QWidget
{
    Q_OBJECT

public:
    explicit StageList(QWidget* parent = nullptr);

    void show(const Job& job);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row
    {
        enum class State
        {
            Done,
            Running,
            ToCome,
        };
        State state = State::ToCome;
        QString text;
        QString right;
    };

    [[nodiscard]] int rowHeight() const;

    std::vector<Row> m_rows;
};

} // namespace quantiscope
