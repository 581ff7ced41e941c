// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/what_if.h"

#include "app/jobs/session_store.h"
#include "core/pipeline/what_if_run.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

struct WhatIf::Loaded
{
    explicit Loaded(std::shared_ptr<AnalysisSession> asked) : session(std::move(asked)), run(*session) { }

    std::shared_ptr<AnalysisSession> session;
    WhatIfRun run;
};

WhatIf::WhatIf(std::shared_ptr<const SessionStore> sessions, QObject* parent)
    : QObject(parent), m_sessions(std::move(sessions))
{
}

void WhatIf::ask(const AnalysisRequest& request, const QuantConfig& config)
{
    std::shared_ptr<AnalysisSession> session = m_sessions->find(request);
    if (!session) {
        clear();
        return;
    }
    if (!m_loaded || m_loaded->session != session)
        m_loaded = std::make_shared<Loaded>(std::move(session));
    tell(m_text.isEmpty() || m_text.endsWith(QChar(0x2026)) ? m_text : m_text + QStringLiteral(" …"), m_toolTip);
    m_task.start(
        [loaded = m_loaded, config](Feedback& feedback) { return loaded->run.evaluate(config, 0, feedback); },
        [this](const Result<Evaluation>& evaluation) {
            if (!evaluation) {
                tell(tr("no what-if"), toQt(evaluation.error().message));
                return;
            }
            const OutputSummary* worst = nullptr;
            for (const OutputSummary& output : evaluation->outputs) {
                if (!std::isnan(output.cosine.mean) && (!worst || output.cosine.mean < worst->cosine.mean))
                    worst = &output;
            }
            if (!worst) {
                tell(tr("no what-if"), tr("No output of this recipe's model has a cosine."));
                return;
            }
            tell(tr("cosine %1 (what-if, %n sample(s))", nullptr, int(evaluation->samples))
                     .arg(numberText(worst->cosine.mean, 'f', 4)),
                 tr("Of the output %1, if the recipe as it is edited now were run").arg(shownName(worst->name)));
        });
}

void WhatIf::clear()
{
    m_task.cancel();
    m_loaded.reset();
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
