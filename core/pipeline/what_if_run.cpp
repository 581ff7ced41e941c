// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/what_if_run.h"

#include "core/runtime/inference_session.h"

#include <utility>
#include <variant>

namespace quantiscope {

WhatIfRun::Loaded::Loaded(const RuntimeEnvironment& environment, std::shared_ptr<const PreparedGraph> graph)
    : prepared(std::move(graph)), runner(environment, prepared->model)
{
}

std::shared_ptr<WhatIfRun::Loaded> WhatIfRun::loadedOf(const std::shared_ptr<const PreparedGraph>& prepared)
{
    const std::lock_guard lock(m_mutex);
    if (!m_loaded || m_loaded->prepared != prepared)
        m_loaded = std::make_shared<Loaded>(m_session.environment(), prepared);
    return m_loaded;
}

Result<Evaluation> WhatIfRun::evaluate(const QuantConfig& config, std::size_t count, Feedback& feedback,
                                       const AlsoFloat& alsoFloat)
{
    auto wired = m_session.wire(config, feedback, alsoFloat);
    if (!wired)
        return wired.error();
    auto* wiring = std::get_if<VariantWiring>(&wired->wiring);
    if (!wiring) {
        const auto variant = m_session.quantize(config, feedback, alsoFloat);
        if (!variant)
            return variant.error();
        return m_session.evaluate(*variant, count, feedback);
    }
    const std::shared_ptr<Loaded> loaded = loadedOf(wired->prepared);
    std::vector<VariantWiring> added;
    added.push_back(std::move(*wiring));
    const auto handles = loaded->runner.add(std::move(added));
    if (!handles)
        return refusedModel(handles.error());
    const InputAdapter adapter(m_session.inputs(), wired->prepared->model.inputs());
    auto evaluation = m_session.evaluate(VariantResults(loaded->runner, handles->front(), adapter), count, feedback);
    loaded->runner.remove(handles->front());
    return evaluation;
}

} // namespace quantiscope
