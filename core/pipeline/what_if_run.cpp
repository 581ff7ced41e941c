// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/what_if_run.h"

#include "core/runtime/inference_session.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace quantiscope {

/// A variant that its runner forgets at the end.
class WhatIfRun::HeldVariant
{
public:
    /// @p runner must outlive the object.
    HeldVariant(VariantRunner& runner, VariantHandle handle) : m_runner(runner), m_handle(handle) { }
    ~HeldVariant() { m_runner.remove(m_handle); }
    HeldVariant(const HeldVariant&) = delete;
    HeldVariant& operator=(const HeldVariant&) = delete;

    [[nodiscard]] VariantHandle handle() const { return m_handle; }

private:
    VariantRunner& m_runner;
    VariantHandle m_handle;
};

WhatIfRun::Loaded::Loaded(const RuntimeEnvironment& environment, std::shared_ptr<const PreparedGraph> graph)
    : prepared(std::move(graph)), runner(environment, prepared->model, 1)
{
}

std::shared_ptr<WhatIfRun::Loaded> WhatIfRun::loadedOf(const std::shared_ptr<const PreparedGraph>& prepared)
{
    const std::lock_guard lock(m_mutex);
    const auto at = std::find_if(m_loaded.begin(), m_loaded.end(),
                                 [&prepared](const auto& loaded) { return loaded->prepared == prepared; });
    if (at != m_loaded.end()) {
        m_loaded.splice(m_loaded.begin(), m_loaded, at);
        return m_loaded.front();
    }
    m_loaded.push_front(std::make_shared<Loaded>(m_session.environment(), prepared));
    if (m_loaded.size() > m_most)
        m_loaded.pop_back();
    return m_loaded.front();
}

/// Takes @p wiring up, and only then lets go of the latest: constants and switches that both have stay.
Result<std::shared_ptr<const WhatIfRun::HeldVariant>> WhatIfRun::hold(Loaded& loaded, VariantWiring wiring)
{
    const auto handle = loaded.runner.add(std::move(wiring));
    if (!handle)
        return refusedModel(handle.error());
    auto held = std::make_shared<const HeldVariant>(loaded.runner, *handle);
    const std::lock_guard lock(m_mutex);
    loaded.latest = held;
    return std::shared_ptr<const HeldVariant>(std::move(held));
}

Result<WhatIfAnswer> WhatIfRun::evaluate(const QuantConfig& config, std::size_t count, Feedback& feedback,
                                         const AlsoFloat& alsoFloat, Similarity similarity)
{
    auto wired = m_session.wire(config, feedback, alsoFloat);
    if (!wired)
        return wired.error();
    const auto answer = [](VariantDesign& variant, Result<Evaluation> evaluation) -> Result<WhatIfAnswer> {
        if (!evaluation)
            return evaluation.error();
        return WhatIfAnswer{std::move(variant), std::move(*evaluation)};
    };
    auto* wiring = std::get_if<VariantWiring>(&wired->wiring);
    if (!wiring) {
        auto variant = m_session.quantize(config, feedback, alsoFloat);
        if (!variant)
            return variant.error();
        return answer(*variant, m_session.evaluate(*variant, count, feedback, similarity));
    }
    const std::shared_ptr<Loaded> loaded = loadedOf(wired->prepared);
    const auto held = hold(*loaded, std::move(*wiring));
    if (!held)
        return held.error();
    const InputAdapter adapter(m_session.inputs(), wired->prepared->model.inputs());
    const VariantResults results(loaded->runner, (*held)->handle(), adapter);
    return answer(*wired, m_session.evaluate(results, count, feedback, similarity));
}

} // namespace quantiscope
