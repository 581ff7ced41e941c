// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variant_runner.h"

#include "core/analysis/graph_parts.h"
#include "core/analysis/switch_groups.h"
#include "core/graph/initializer_elements.h"
#include "core/runtime/switched_session.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

namespace quantiscope {

namespace {

using SharedTensor = std::shared_ptr<const Tensor>;
using Marks = std::vector<std::vector<const void*>>; ///< see SwitchedSession::marksOf()

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
    Marks marks; ///< SwitchedSession::marksOf() them
};

struct Variant
{
    std::map<NodeInput, SwitchSetting> inputs;
    std::map<std::string, SwitchSetting> outputs;
    std::map<NodeInput, SharedTensor> constants;
    std::map<std::size_t, NodeForm> forms;
    std::shared_ptr<const VariantTable> table; ///< null when it has a session of its own
    std::shared_ptr<const OwnSession> own;
    std::string reason;
};

bool isSame(const Tensor& a, const Tensor& b)
{
    return a.shape() == b.shape() && a.bytes().size() == b.bytes().size()
        && (a.bytes().empty() || std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0);
}

bool isSame(const ValueSteps& a, const ValueSteps& b)
{
    return a == b;
}

/// Equal objects of variants by what they belong to, kept once while any variant has them: what is the same is the same
/// object.
template <typename Key, typename T>
class Shared
{
public:
    std::shared_ptr<const T> kept(const Key& key, std::shared_ptr<const T> object)
    {
        std::vector<std::weak_ptr<const T>>& known = m_known[key];
        std::erase_if(known, [](const auto& one) { return one.expired(); });
        for (const std::weak_ptr<const T>& one : known) {
            std::shared_ptr<const T> other = one.lock();
            if (other && (other == object || isSame(*other, *object)))
                return other;
        }
        known.push_back(object);
        return object;
    }

private:
    std::map<Key, std::vector<std::weak_ptr<const T>>> m_known;
};

/// How many parts @p a and @p b begin with alike.
std::size_t alike(const Marks& a, const Marks& b)
{
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

std::vector<TensorView> viewsOf(const NamedTensors& tensors)
{
    std::vector<TensorView> views;
    views.reserve(tensors.size());
    for (const auto& [name, tensor] : tensors)
        views.push_back({name, tensor.type(), tensor.shape(), tensor.bytes()});
    return views;
}

} // namespace

struct VariantRunner::State
{
    State(const RuntimeEnvironment& runtime, const Model& prepared)
        : environment(runtime), model(prepared.clone()), graph(model), parts(partsOf(graph)), groups(graph)
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
        const auto shared = [this](const std::string& value, ValueSteps& of) {
            return steps.kept(value, std::make_shared<const ValueSteps>(std::move(of)));
        };
        for (auto& [reader, own] : wiring.inputs)
            variant.inputs.emplace(reader, shared(nameAt(reader), own));
        for (auto& [output, own] : wiring.outputs)
            variant.outputs.emplace(output, shared(output, own));
        for (auto& [reader, constant] : wiring.constants)
            variant.constants.emplace(reader, constants.kept(nameAt(reader), std::move(constant)));
        variant.forms = std::move(wiring.forms);
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
            table->settings.switches.push_back(std::move(setting));
        }
        for (const Alternative& one : layout.alternatives) {
            const auto form = variant.forms.find(one.node);
            table->settings.alternatives.push_back(form != variant.forms.end() && form->second == one.form);
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
        table->marks = session->marksOf(table->settings, table->constants);
        return table;
    }

    /// What is to be added: a wiring, or a variant with a session of its own.
    using Told = std::variant<VariantWiring, Variant>;

    Result<std::vector<VariantHandle>> add(std::vector<Told> told)
    {
        const std::lock_guard lockAdding(adding);
        SwitchGroups changed = groups;
        std::vector<Variant> added;
        bool isChanged = false;
        bool isNeeded = false;
        for (Told& one : told) {
            auto* wiring = std::get_if<VariantWiring>(&one);
            if (wiring) {
                isNeeded = true;
                isChanged = changed.serve(*wiring) || isChanged;
            }
            added.push_back(wiring ? variantOf(std::move(*wiring)) : std::get<Variant>(std::move(one)));
        }
        std::shared_ptr<const SwitchedSession> loaded;
        if (isChanged || (isNeeded && !session)) {
            Result<SwitchedSession> created = SwitchedSession::create(environment, model, changed.layout(), parts);
            if (!created)
                return created.error();
            loaded = std::make_shared<const SwitchedSession>(std::move(*created));
            ++loads;
        }
        const std::lock_guard lock(mutex);
        if (loaded) {
            groups = std::move(changed);
            session = std::move(loaded);
            for (auto& [handle, variant] : variants) {
                if (!variant.own)
                    variant.table = tableOf(variant);
            }
        }
        std::vector<VariantHandle> handles;
        for (Variant& variant : added) {
            if (!variant.own)
                variant.table = tableOf(variant);
            handles.push_back({next++});
            variants.emplace(handles.back(), std::move(variant));
        }
        return handles;
    }

    /// That of a variant, which has one.
    std::shared_ptr<const VariantTable> tableAt(VariantHandle handle) const
    {
        const std::lock_guard lock(mutex);
        const auto at = variants.find(handle);
        assert(at != variants.end() && at->second.table);
        return at->second.table;
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
    const std::vector<GraphPart> parts;
    std::vector<std::string> inputNames;
    std::vector<std::string> outputNames;
    std::set<std::string> numericOutputs;

    std::mutex adding; ///< held by one that adds; guards the three below
    SwitchGroups groups;
    Shared<std::string, Tensor> constants;
    Shared<std::string, ValueSteps> steps;

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
    std::vector<State::Told> told;
    for (const Model* model : quantized) {
        auto traced = traceVariant(state.graph, Graph(*model));
        if (auto* wiring = std::get_if<VariantWiring>(&traced)) {
            told.emplace_back(std::move(*wiring));
            continue;
        }
        Result<std::shared_ptr<const OwnSession>> own = state.ownSession(*model);
        if (!own)
            return own.error();
        Variant variant;
        variant.own = std::move(*own);
        variant.reason = std::get<WiringObstacle>(traced).reason;
        told.emplace_back(std::move(variant));
    }
    return state.add(std::move(told));
}

Result<std::vector<VariantHandle>> VariantRunner::add(std::vector<VariantWiring> wirings)
{
    std::vector<State::Told> told;
    for (VariantWiring& wiring : wirings)
        told.emplace_back(std::move(wiring));
    return m_state->add(std::move(told));
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
    return table->session->run(viewsOf(inputs), table->constants, table->settings, wanted, std::move(stop));
}

Result<void> VariantRunner::runEach(std::span<const VariantHandle> variants, const NamedTensors& inputs,
                                    std::span<const std::string> outputs, const Taker& take,
                                    const std::stop_token& stop) const
{
    struct Turn
    {
        std::size_t place = 0; ///< in variants
        std::shared_ptr<const VariantTable> table;
    };
    std::vector<Turn> turns;
    for (std::size_t i = 0; i < variants.size(); ++i)
        turns.push_back({i, m_state->tableAt(variants[i])});
    // Those that begin in the same way come one behind the other. (The session may have changed while they were asked.)
    std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) {
        return std::tie(a.table->session, a.table->marks) < std::tie(b.table->session, b.table->marks);
    });
    const std::vector<TensorView> views = viewsOf(inputs);
    std::optional<SampleRuns> runs;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const VariantTable& table = *turns[i].table;
        if (i == 0 || turns[i - 1].table->session != table.session)
            runs.emplace(*table.session, views);
        const bool isFollowed = i + 1 < turns.size() && turns[i + 1].table->session == table.session;
        auto given = runs->run(table.marks, table.constants, table.settings, outputs,
                               isFollowed ? alike(table.marks, turns[i + 1].table->marks) : 0, stop);
        if (!given)
            return given.error();
        if (const Result<void> taken = take(turns[i].place, std::move(*given)); !taken)
            return taken.error();
    }
    return {};
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
