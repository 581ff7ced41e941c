// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/analysis_session.h"
#include "widgets/common/background_task.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>

namespace quantiscope {

class SessionStore;

/// What a recipe that is being edited would do to the outputs, told by the session of a run that it was edited from: in
/// the background, on a few samples at once and then on all of them. The newest question wins; edits that come one
/// after the other are one question.
class WhatIf final : public QObject
{
    Q_OBJECT

public:
    explicit WhatIf(std::shared_ptr<SessionStore> sessions, QObject* parent = nullptr);

    /// Where sessions are looked for from now on; clear().
    void setSessions(std::shared_ptr<SessionStore> sessions);

    /// Evaluates @p config in the session of @p request, and the parts of outputs that this names; does nothing but
    /// clear() while that is not loaded.
    void ask(const AnalysisRequest& request, const QuantConfig& config);
    /// Nothing is asked any more.
    void clear();

    /// "cosine 0.8034 → 0.9120 (what-if, 32 samples)": of the run and of the recipe as it is edited; while more is
    /// being found out what is known stays, marked with "…". Empty: nothing is known.
    [[nodiscard]] const QString& text() const { return m_text; }
    /// The same of every output and part of one, or why there is nothing.
    [[nodiscard]] const QString& toolTip() const { return m_toolTip; }
    [[nodiscard]] bool isRunning() const { return m_wait.isActive() || m_task.isRunning(); }
    /// What was found last, without structural similarity; nothing while the question is another.
    [[nodiscard]] const std::optional<Evaluation>& evaluation() const { return m_evaluation; }

signals:
    void changed();

private:
    /// Of the run and of the edited recipe, on the same samples.
    struct Answer
    {
        Evaluation before;
        Evaluation after;
    };

    struct Loaded;

    void begin();
    void evaluate(std::size_t samples);
    /// @p samples: of evaluate().
    void show(const Result<Answer>& answer, std::size_t samples);
    void tell(const QString& text, const QString& toolTip);

    std::shared_ptr<SessionStore> m_sessions;
    std::shared_ptr<Loaded> m_loaded; ///< of the session that was asked last; null without one
    QuantConfig m_config; ///< that is asked about
    std::optional<Evaluation> m_evaluation;
    std::map<std::size_t, Evaluation> m_before; ///< of the run, by samples (0: all)
    QString m_text;
    QString m_toolTip;
    QTimer m_wait;
    BackgroundTask m_task;
};

} // namespace quantiscope
