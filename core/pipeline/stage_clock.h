// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/process_memory.h"
#include "core/pipeline/run_report.h"

#include <algorithm>
#include <chrono>

namespace quantiscope {

/// Measures stages one after the other and tells them to a Feedback.
class StageClock
{
public:
    StageClock(std::vector<StageRecord>& records, Feedback& feedback) : m_records(records), m_feedback(feedback) { }
    ~StageClock() { finish(); }
    StageClock(const StageClock&) = delete;
    StageClock& operator=(const StageClock&) = delete;

    /// Ends the running stage, if any, and starts another.
    void start(std::string_view stage)
    {
        finish();
        resetPeakMemory();
        m_name = stage;
        m_start = std::chrono::steady_clock::now();
        m_feedback.progress({m_name, 0, 0, {}});
    }

    /// The most memory of all finished stages, in bytes; 0 if unknown.
    [[nodiscard]] std::size_t peakMemory() const
    {
        std::size_t peak = 0;
        for (const StageRecord& record : m_records)
            peak = std::max(peak, record.peakMemory);
        return peak;
    }

    void finish()
    {
        if (m_name.empty())
            return;
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_start;
        m_records.push_back({m_name, elapsed.count(), quantiscope::peakMemory()});
        m_name.clear();
    }

private:
    std::vector<StageRecord>& m_records;
    Feedback& m_feedback;
    std::string m_name;
    std::chrono::steady_clock::time_point m_start;
};

} // namespace quantiscope
