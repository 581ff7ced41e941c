// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/analysis_session.h"
#include "widgets/common/background_task.h"

#include <QObject>
#include <QString>

#include <memory>

namespace quantiscope {

class SessionStore;

/// What a recipe that is being edited would do to the outputs, told by the session of a run that it was edited from:
/// in the background, the newest question wins.
class WhatIf final : public QObject
{
    Q_OBJECT

public:
    explicit WhatIf(std::shared_ptr<const SessionStore> sessions, QObject* parent = nullptr);

    /// Evaluates @p config in the session of @p request; does nothing but clear() while that is not loaded.
    void ask(const AnalysisRequest& request, const QuantConfig& config);
    /// Nothing is asked any more.
    void clear();

    /// "cosine 0.91 (what-if, 32 samples)"; while it is being found out what is known stays, marked with "…". Empty:
    /// nothing is known.
    [[nodiscard]] const QString& text() const { return m_text; }
    /// Whose cosine it is, or why there is none.
    [[nodiscard]] const QString& toolTip() const { return m_toolTip; }
    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }

signals:
    void changed();

private:
    /// What answers for one session, which it keeps.
    struct Loaded;

    void tell(const QString& text, const QString& toolTip);

    std::shared_ptr<const SessionStore> m_sessions;
    std::shared_ptr<Loaded> m_loaded; ///< for the session of the latest question; null without one
    QString m_text;
    QString m_toolTip;
    BackgroundTask m_task;
};

} // namespace quantiscope
