// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variant_runner.h"

#include "core/analysis/switch_groups.h"
#include "core/graph/initializer_elements.h"
#include "core/runtime/switched_session.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace quantiscope {

namespace {

using SharedTensor = std::shared_ptr<const Tensor>;

/// A variant's own session.
struct OwnSession
{
    Model model;
    InferenceSession session;
};

/// What a run of a variant in one session needs.
struct VariantTable
{
    std::shared_ptr<const SwitchedSession> session;
    SwitchSettings settings;
    std::vector<TensorView> constants;
    std::vector<SharedTensor> kept; ///< whose elements the views show
};

struct Variant
{
    std::map<NodeInput, SwitchSetting> inputs;
    std::map<std::string, SwitchSetting> outputs;
    std::map<NodeInput, SharedTensor> constants;
    std::shared_ptr<const VariantTable> table; ///< null when it has a session of its own
    std::shared_ptr<const OwnSession> own;
    std::string reason;
};

bool isSame(const Tensor& a, const Tensor& b)
{
    return a.shape() == b.shape() && a.bytes().size() == b.bytes().size()
        && (a.bytes().empty() || std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0);
}

/// Equal constants of variants, kept once while any variant has them.
class SharedConstants
{
public:
    /// The one that is kept with the elements of @p tensor, which stands for initializer @p name.
    SharedTensor kept(const std::string& name, SharedTensor tensor)
    {
        std::vector<std::weak_ptr<const Tensor>>& known = m_known[name];
        std::erase_if(known, [](const auto& one) { return one.expired(); });
        for (const std::weak_ptr<const Tensor>& one : known) {
            const SharedTensor other = one.lock();
            if (other && isSame(*other, *tensor))
                return other;
        }
        known.push_back(tensor);
        return tensor;
    }

private:
    std::map<std::string, std::vector<std::weak_ptr<const Tensor>>> m_known;
};

} // namespace

struct VariantRunner::State
{
    State(const RuntimeEnvironment& runtime, const Model& prepared)
        : environment(runtime), model(prepared.clone()), graph(model), groups(graph)
    {
        for (const TensorSpec& input : model.inputs())
            inputNames.push_back(input.name);
        for (const TensorSpec& output : model.outputs()) {
            outputNames.push_back(output.name);
            if (output.type != DataType::String && byteSize(output.type) > 0 && output.type <= DataType::BFloat16)
                numericOutputs.insert(output.name);
        }
    }

    Variant variantOf(VariantWiring wiring)
    {
        Variant variant;
        for (auto& [reader, steps] : wiring.inputs)
            variant.inputs.emplace(reader, std::make_shared<const QuantSteps>(std::move(steps)));
        for (auto& [output, steps] : wiring.outputs)
            variant.outputs.emplace(output, std::make_shared<const QuantSteps>(std::move(steps)));
        for (auto& [reader, constant] : wiring.constants)
            variant.constants.emplace(reader, constants.kept(nameAt(reader), std::move(constant)));
        return variant;
    }

    [[nodiscard]] const std::string& nameAt(const NodeInput& reader) const
    {
        return graph.nodes()[reader.node].inputs[reader.input];
    }

    [[nodiscard]] std::shared_ptr<const VariantTable> tableOf(const Variant& variant) const
    {
        auto table = std::make_shared<VariantTable>();
        table->session = session;
        const SwitchLayout& layout = session->layout();
        for (const Switch& one : layout.switches) {
            SwitchSetting setting;
            if (!one.readers.empty()) {
                const auto at = variant.inputs.find(one.readers.front());
                setting = at == variant.inputs.end() ? nullptr : at->second;
            } else if (const auto at = variant.outputs.find(one.value); at != variant.outputs.end()) {
                setting = at->second;
            }
            table->settings.push_back(std::move(setting));
        }
        for (std::size_t k = 0; k < layout.fed.size(); ++k) {
            TensorView view{fedName(k), DataType::Float, layout.fed[k].shape, {}};
            const auto at = variant.constants.find(layout.fed[k].reader);
            if (at != variant.constants.end()) {
                table->kept.push_back(at->second);
                view.bytes = at->second->bytes();
            } else {
                view.bytes = initializerElements(graph, nameAt(layout.fed[k].reader))->bytes;
            }
            table->constants.push_back(std::move(view));
        }
        return table;
    }

    Result<std::shared_ptr<const OwnSession>> ownSession(const Model& quantized)
    {
        Model copy = quantized.clone();
        SessionOptions options;
        options.optimization = OptimizationLevel::Disabled;
        options.threads = 1;
        Result<InferenceSession> loaded = InferenceSession::create(environment, copy, options);
        if (!loaded)
            return loaded.error();
        ++loads;
        return std::make_shared<const OwnSession>(OwnSession{std::move(copy), std::move(*loaded)});
    }

    const RuntimeEnvironment& environment;
    const Model model;
    const Graph graph;
    std::vector<std::string> inputNames;
    std::vector<std::string> outputNames;
    std::set<std::string> numericOutputs;

    std::mutex adding; ///< held by one that adds; guards the two below
    SwitchGroups groups;
    SharedConstants constants;

    mutable std::mutex mutex; ///< guards what follows; taken behind the other one
    std::shared_ptr<const SwitchedSession> session;
    std::map<VariantHandle, Variant> variants;
    std::size_t next = 0;
    std::atomic<std::size_t> loads = 0;
};

VariantRunner::VariantRunner(const RuntimeEnvironment& environment, const Model& prepared)
    : m_state(std::make_unique<State>(environment, prepared))
{
}

VariantRunner::~VariantRunner() = default;

Result<VariantHandle> VariantRunner::add(const Model& quantized)
{
    const Model* const one = &quantized;
    Result<std::vector<VariantHandle>> handles = add(std::span(&one, 1));
    if (!handles)
        return handles.error();
    return handles->front();
}

Result<std::vector<VariantHandle>> VariantRunner::add(std::span<const Model* const> quantized)
{
    State& state = *m_state;
    const std::lock_guard adding(state.adding);
    SwitchGroups groups = state.groups;
    std::vector<Variant> added;
    bool isChanged = false;
    for (const Model* model : quantized) {
        auto traced = traceVariant(state.graph, Graph(*model));
        if (auto* wiring = std::get_if<VariantWiring>(&traced)) {
            isChanged = groups.serve(*wiring) || isChanged;
            added.push_back(state.variantOf(std::move(*wiring)));
            continue;
        }
        Result<std::shared_ptr<const OwnSession>> own = state.ownSession(*model);
        if (!own)
            return own.error();
        Variant variant;
        variant.own = std::move(*own);
        variant.reason = std::get<WiringObstacle>(traced).reason;
        added.push_back(std::move(variant));
    }
    const bool isNeeded = std::any_of(added.begin(), added.end(), [](const Variant& one) { return !one.own; });
    std::shared_ptr<const SwitchedSession> session;
    if (isChanged || (isNeeded && !state.session)) {
        Result<SwitchedSession> created = SwitchedSession::create(state.environment, state.model, groups.layout());
        if (!created)
            return created.error();
        session = std::make_shared<const SwitchedSession>(std::move(*created));
        ++state.loads;
    }
    const std::lock_guard lock(state.mutex);
    if (session) {
        state.groups = std::move(groups);
        state.session = std::move(session);
        for (auto& [handle, variant] : state.variants) {
            if (!variant.own)
                variant.table = state.tableOf(variant);
        }
    }
    std::vector<VariantHandle> handles;
    for (Variant& variant : added) {
        if (!variant.own)
            variant.table = state.tableOf(variant);
        handles.push_back({state.next++});
        state.variants.emplace(handles.back(), std::move(variant));
    }
    return handles;
}

void VariantRunner::remove(VariantHandle variant)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->variants.erase(variant);
}

std::string VariantRunner::reasonForOwnSession(VariantHandle variant) const
{
    const std::lock_guard lock(m_state->mutex);
    const auto at = m_state->variants.find(variant);
    assert(at != m_state->variants.end());
    return at->second.reason;
}

std::size_t VariantRunner::loadedSessions() const
{
    return m_state->loads;
}

const std::vector<std::string>& VariantRunner::inputNames() const
{
    return m_state->inputNames;
}

const std::vector<std::string>& VariantRunner::outputNames() const
{
    return m_state->outputNames;
}

bool VariantRunner::isNumericOutput(const std::string& name) const
{
    return m_state->numericOutputs.contains(name);
}

Result<std::vector<Tensor>> VariantRunner::run(VariantHandle variant, const NamedTensors& inputs,
                                               std::span<const std::string> outputs, std::stop_token stop) const
{
    std::shared_ptr<const VariantTable> table;
    std::shared_ptr<const OwnSession> own;
    {
        const std::lock_guard lock(m_state->mutex);
        const auto at = m_state->variants.find(variant);
        assert(at != m_state->variants.end());
        table = at->second.table;
        own = at->second.own;
    }
    const std::span<const std::string> wanted =
        outputs.empty() ? std::span<const std::string>(m_state->outputNames) : outputs;
    if (own)
        return own->session.run(inputs, wanted, std::move(stop));
    std::vector<TensorView> views;
    views.reserve(inputs.size() + table->constants.size());
    for (const auto& [name, tensor] : inputs)
        views.push_back({name, tensor.type(), tensor.shape(), tensor.bytes()});
    views.insert(views.end(), table->constants.begin(), table->constants.end());
    return table->session->run(views, table->settings, wanted, std::move(stop));
}

VariantResults::VariantResults(const VariantRunner& runner, VariantHandle variant, InputAdapter adapter)
    : m_runner(runner), m_variant(variant), m_adapter(std::move(adapter))
{
}

Result<std::vector<Tensor>> VariantResults::of(const Sample& sample, std::span<const std::string> outputs,
                                               const std::stop_token& stop) const
{
    const auto values = [&] {
        if (m_adapter.isIdle())
            return m_runner.run(m_variant, sample.inputs, outputs, stop);
        NamedTensors inputs = sample.inputs;
        m_adapter.adapt(inputs);
        return m_runner.run(m_variant, inputs, outputs, stop);
    }();
    return values ? values : refusedModel(values.error());
}

} // namespace quantiscope
