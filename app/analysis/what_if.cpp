// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/what_if.h"

#include "app/jobs/session_store.h"
#include "core/pipeline/what_if_run.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"

#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr int kWait = 120; ///< milliseconds without a further edit
constexpr std::size_t kFirstSamples = 4; ///< for the first answer

/// Outputs, and the parts of them that the recipe names.
std::vector<const OutputSummary*> summariesOf(const Evaluation& evaluation)
{
    std::vector<const OutputSummary*> all;
    for (const OutputSummary& output : evaluation.outputs)
        all.push_back(&output);
    for (const MeasuredPart& part : evaluation.parts)
        all.push_back(&part.summary);
    return all;
}

QString cosineText(double cosine)
{
    if (std::isinf(cosine))
        return WhatIf::tr("NaN or infinite");
    return numberText(cosine, 'f', 4);
}

} // namespace

/// What answers for one session.
struct WhatIf::Loaded
{
    explicit Loaded(std::shared_ptr<AnalysisSession> asked) : session(std::move(asked)), run(*session) { }

    std::shared_ptr<AnalysisSession> session;
    WhatIfRun run;
};

WhatIf::WhatIf(std::shared_ptr<SessionStore> sessions, QObject* parent)
    : QObject(parent), m_sessions(std::move(sessions))
{
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWait);
    connect(&m_wait, &QTimer::timeout, this, &WhatIf::begin);
}

void WhatIf::setSessions(std::shared_ptr<SessionStore> sessions)
{
    clear();
    m_sessions = std::move(sessions);
}

void WhatIf::ask(const AnalysisRequest& request, const QuantConfig& config)
{
    auto session = m_sessions->find(request);
    if (!session || !*session) {
        clear();
        if (!session)
            tell(tr("no what-if"), toQt(session.error().message));
        return;
    }
    if (!m_loaded || m_loaded->session != *session) {
        m_loaded = std::make_shared<Loaded>(std::move(*session));
        m_before.clear();
    }
    m_config = config;
    m_evaluation.reset();
    m_task.cancel();
    if (m_text.isEmpty())
        tell(tr("what-if …"), tr("What the recipe would give as it is edited now is being measured"));
    else if (!m_text.endsWith(QChar(0x2026)))
        tell(m_text + QStringLiteral(" …"), m_toolTip);
    m_wait.start();
}

void WhatIf::begin()
{
    evaluate(kFirstSamples < m_loaded->session->samples().size() ? kFirstSamples : 0);
}

void WhatIf::evaluate(std::size_t samples)
{
    const auto known = m_before.find(samples);
    const std::optional<Evaluation> before = known != m_before.end() ? std::optional(known->second) : std::nullopt;
    m_task.start(
        [loaded = m_loaded, config = m_config, samples, before](Feedback& feedback) -> Result<Answer> {
            Answer answer;
            if (before) {
                answer.before = *before;
            } else {
                auto of = loaded->run.evaluate(loaded->session->request().recipe.config, samples, feedback, {},
                                               Similarity::LeftOut);
                if (!of)
                    return of.error();
                answer.before = std::move(of->evaluation);
            }
            auto of = loaded->run.evaluate(config, samples, feedback, {}, Similarity::LeftOut);
            if (!of)
                return of.error();
            answer.after = std::move(of->evaluation);
            return answer;
        },
        [this, samples](const Result<Answer>& answer) {
            show(answer, samples);
            if (answer && samples > 0)
                evaluate(0);
        });
}

void WhatIf::show(const Result<Answer>& answer, std::size_t samples)
{
    if (!answer)
        return tell(tr("no what-if"), toQt(answer.error().message));
    m_before[samples] = answer->before;
    const bool isLast = samples == 0;
    if (isLast)
        m_evaluation = answer->after;
    const std::vector<const OutputSummary*> before = summariesOf(answer->before);
    const std::vector<const OutputSummary*> after = summariesOf(answer->after);
    // Outputs that the edit broke are worse than any; those without a value in any sample say nothing.
    const auto cosineOf = [](const OutputSummary& summary) {
        return summary.broken > 0 ? -std::numeric_limits<double>::infinity() : summary.cosine.mean;
    };
    std::size_t worst = after.size();
    QStringList lines;
    for (std::size_t i = 0; i < after.size() && i < before.size(); ++i) {
        const double cosine = cosineOf(*after[i]);
        if (std::isnan(cosine))
            continue;
        if (worst == after.size() || cosine < cosineOf(*after[worst]))
            worst = i;
        lines << tr("%1: cosine %2 → %3", "output, of the run, of the edited recipe")
                     .arg(shownName(after[i]->name), cosineText(cosineOf(*before[i])), cosineText(cosine));
    }
    if (worst == after.size())
        return tell(tr("no what-if"), tr("No output of this recipe's model has a cosine."));
    lines.prepend(tr("The run's recipe, and the recipe as it is edited now:"));
    const QString text = tr("cosine %1 → %2 (what-if, %n sample(s))", nullptr, int(answer->after.samples))
                             .arg(cosineText(cosineOf(*before[worst])), cosineText(cosineOf(*after[worst])));
    tell(isLast ? text : text + QStringLiteral(" …"), lines.join(QLatin1Char('\n')));
}

void WhatIf::clear()
{
    m_wait.stop();
    m_task.cancel();
    m_loaded.reset(); // it would keep the session
    m_before.clear();
    m_evaluation.reset();
    tell({}, {});
}

void WhatIf::tell(const QString& text, const QString& toolTip)
{
    if (text == m_text && toolTip == m_toolTip)
        return;
    m_text = text;
    m_toolTip = toolTip;
    emit changed();
}

} // namespace quantiscope
