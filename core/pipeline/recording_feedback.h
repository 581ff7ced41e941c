// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"

#include <algorithm>
#include <string>
#include <vector>

namespace quantiscope {

/// Passes everything on and keeps the warnings, each once.
class RecordingFeedback final : public Feedback
{
public:
    RecordingFeedback(Feedback& target, std::vector<std::string>& warnings) : m_target(target), m_warnings(warnings) { }

    [[nodiscard]] bool isCanceled() const override { return m_target.isCanceled(); }
    void progress(const Progress& progress) override { m_target.progress(progress); }
    void note(const std::string& message) override { m_target.note(message); }
    void warn(const std::string& message) override
    {
        if (std::find(m_warnings.begin(), m_warnings.end(), message) != m_warnings.end())
            return;
        m_warnings.push_back(message);
        m_target.warn(message);
    }

private:
    Feedback& m_target;
    std::vector<std::string>& m_warnings;
};

} // namespace quantiscope
