// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variant_runner.h"

#include "core/analysis/graph_parts.h"
#include "core/analysis/switch_groups.h"
#include "core/graph/initializer_elements.h"
#include "core/runtime/switched_session.h"
#include "core/runtime/tensor_views.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace quantiscope {

namespace {

using SharedTensor = std::shared_ptr<const Tensor>;
using Marks = std::vector<std::vector<const void*>>; ///< SwitchedSession::marksOf() a variant

/// What a variant does otherwise than the float graph.
struct Variant
{
    std::map<NodeInput, SwitchSetting> inputs;
    std::map<std::string, SwitchSetting> outputs;
    std::map<NodeInput, SharedTensor> constants;
    std::map<std::size_t, NodeForm> forms;
};

VariantWiring wiringOf(const Variant& variant)
{
    VariantWiring wiring{{}, {}, variant.constants, variant.forms};
    for (const auto& [reader, steps] : variant.inputs)
        wiring.inputs.emplace(reader, *steps);
    for (const auto& [output, steps] : variant.outputs)
        wiring.outputs.emplace(output, *steps);
    return wiring;
}

/// A session, and what all runs in it have in common.
struct LoadedSession
{
    LoadedSession(SwitchedSession loaded, const Graph& graph) : session(std::move(loaded))
    {
        const SwitchLayout& layout = session.layout();
        for (std::size_t slot = 0; slot < layout.switches.size(); ++slot) {
            const Switch& one = layout.switches[slot];
            if (one.readers.empty())
                outputs.emplace(one.value, slot);
            else
                inputs.emplace(one.readers.front(), slot); // all of them read the same
        }
        for (std::size_t k = 0; k < layout.fed.size(); ++k) {
            const FedInput& one = layout.fed[k];
            const std::string& name = graph.nodes()[one.reader.node].inputs[one.reader.input];
            constants.push_back({fedName(k), DataType::Float, one.shape, initializerElements(graph, name)->bytes});
            fed.emplace(one.reader, k);
        }
    }

    SwitchedSession session;
    std::vector<TensorView> constants; ///< those of the float graph
    std::map<NodeInput, std::size_t> inputs; ///< switches by their first reader
    std::map<std::string, std::size_t> outputs; ///< switches that only outputs read
    std::map<NodeInput, std::size_t> fed; ///< constants by reader
};

/// What a run in a session needs: variants take turns in it, so that none keeps a table of its own.
class RunTable
{
public:
    /// @p loaded must outlive the object.
    explicit RunTable(const LoadedSession& loaded) : m_loaded(loaded), m_constants(loaded.constants)
    {
        m_settings.switches.resize(loaded.session.layout().switches.size());
        m_settings.alternatives.resize(loaded.session.layout().alternatives.size());
    }

    /// Becomes that of @p variant, which must outlive that.
    void show(const Variant& variant)
    {
        for (const std::size_t slot : std::exchange(m_switched, {}))
            m_settings.switches[slot] = nullptr;
        for (const std::size_t k : std::exchange(m_fed, {}))
            m_constants[k].bytes = m_loaded.constants[k].bytes;
        for (const auto& [reader, setting] : variant.inputs)
            set(m_loaded.inputs, reader, setting);
        for (const auto& [output, setting] : variant.outputs)
            set(m_loaded.outputs, output, setting);
        for (const auto& [reader, constant] : variant.constants) {
            m_fed.push_back(m_loaded.fed.at(reader));
            m_constants[m_fed.back()].bytes = constant->bytes();
        }
        const std::vector<Alternative>& alternatives = m_loaded.session.layout().alternatives;
        for (std::size_t k = 0; k < alternatives.size(); ++k) {
            const auto form = variant.forms.find(alternatives[k].node);
            m_settings.alternatives[k] = form != variant.forms.end() && form->second == alternatives[k].form;
        }
    }

    [[nodiscard]] const SwitchSettings& settings() const { return m_settings; }
    [[nodiscard]] const std::vector<TensorView>& constants() const { return m_constants; }
    [[nodiscard]] Marks marks() const { return m_loaded.session.marksOf(m_settings, m_constants); }

private:
    template <typename Key>
    void set(const std::map<Key, std::size_t>& slots, const Key& key, const SwitchSetting& setting)
    {
        const auto slot = slots.find(key);
        if (slot == slots.end())
            return; // another reader of the same switch tells it
        m_switched.push_back(slot->second);
        m_settings.switches[slot->second] = setting;
    }

    const LoadedSession& m_loaded;
    SwitchSettings m_settings;
    std::vector<TensorView> m_constants;
    std::vector<std::size_t> m_switched; ///< switches that are set
    std::vector<std::size_t> m_fed; ///< constants that are not the graph's
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

} // namespace

struct VariantRunner::State
{
    State(const RuntimeEnvironment& runtime, const Model& prepared, std::size_t mostParts)
        : environment(runtime), model(prepared.clone()), graph(model), parts(partsOf(graph, mostParts)), groups(graph)
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

    Result<std::vector<VariantHandle>> add(std::vector<VariantWiring> wirings)
    {
        if (wirings.empty())
            return std::vector<VariantHandle>();
        const std::lock_guard lockAdding(adding);
        SwitchGroups changed = groups;
        bool isChanged = !loaded;
        for (const VariantWiring& wiring : wirings)
            isChanged = changed.serve(wiring) || isChanged;
        std::vector<Variant> added;
        for (VariantWiring& wiring : wirings)
            added.push_back(variantOf(std::move(wiring)));
        std::shared_ptr<const LoadedSession> renewed;
        if (isChanged) {
            const auto left = variantsLeft();
            if (left.size() < served)
                changed = groupsOf(left, added);
            Result<SwitchedSession> created = SwitchedSession::create(environment, model, changed.layout(), parts);
            if (!created)
                return created.error();
            renewed = std::make_shared<const LoadedSession>(std::move(*created), graph);
            ++loads;
            served = left.size();
        }
        served += added.size();
        const std::lock_guard lock(mutex);
        if (renewed) {
            groups = std::move(changed);
            loaded = std::move(renewed);
        }
        std::vector<VariantHandle> handles;
        for (Variant& variant : added) {
            handles.push_back({next++});
            variants.emplace(handles.back(), std::make_shared<const Variant>(std::move(variant)));
        }
        return handles;
    }

    [[nodiscard]] std::vector<std::shared_ptr<const Variant>> variantsLeft() const
    {
        const std::lock_guard lock(mutex);
        std::vector<std::shared_ptr<const Variant>> left;
        for (const auto& [handle, variant] : variants)
            left.push_back(variant);
        return left;
    }

    [[nodiscard]] SwitchGroups groupsOf(std::span<const std::shared_ptr<const Variant>> left,
                                        std::span<const Variant> added) const
    {
        SwitchGroups needed(graph);
        for (const std::shared_ptr<const Variant>& variant : left)
            needed.serve(wiringOf(*variant));
        for (const Variant& variant : added)
            needed.serve(wiringOf(variant));
        return needed;
    }

    /// Under the lock.
    [[nodiscard]] const std::shared_ptr<const Variant>& at(VariantHandle handle) const
    {
        const auto found = variants.find(handle);
        assert(found != variants.end());
        return found->second;
    }

    const RuntimeEnvironment& environment;
    const Model model;
    const Graph graph;
    const std::vector<GraphPart> parts;
    std::vector<std::string> inputNames;
    std::vector<std::string> outputNames;
    std::set<std::string> numericOutputs;

    std::mutex adding; ///< held by one that adds; guards what is up to the other one
    SwitchGroups groups;
    std::size_t served = 0; ///< variants that groups were made for
    Shared<std::string, Tensor> constants;
    Shared<std::string, ValueSteps> steps;

    mutable std::mutex mutex; ///< guards what follows; taken behind the other one
    std::shared_ptr<const LoadedSession> loaded; ///< that serves all variants
    std::map<VariantHandle, std::shared_ptr<const Variant>> variants;
    std::size_t next = 0;
    std::atomic<std::size_t> loads = 0;
};

VariantRunner::VariantRunner(const RuntimeEnvironment& environment, const Model& prepared, std::size_t parts)
    : m_state(std::make_unique<State>(environment, prepared, parts))
{
}

VariantRunner::~VariantRunner() = default;

Result<VariantHandle> VariantRunner::add(VariantWiring wiring)
{
    std::vector<VariantWiring> one;
    one.push_back(std::move(wiring));
    const auto handles = m_state->add(std::move(one));
    if (!handles)
        return handles.error();
    return handles->front();
}

Result<std::vector<VariantHandle>> VariantRunner::add(std::vector<VariantWiring> wirings)
{
    return m_state->add(std::move(wirings));
}

void VariantRunner::remove(VariantHandle variant)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->variants.erase(variant);
}

std::size_t VariantRunner::loadedSessions() const
{
    return m_state->loads;
}

std::size_t VariantRunner::switchedPlaces() const
{
    const std::lock_guard lock(m_state->mutex);
    if (!m_state->loaded)
        return 0;
    const SwitchLayout& layout = m_state->loaded->session.layout();
    return layout.switches.size() + layout.fed.size() + layout.alternatives.size();
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
    std::shared_ptr<const LoadedSession> loaded;
    std::shared_ptr<const Variant> shown;
    {
        const std::lock_guard lock(m_state->mutex);
        loaded = m_state->loaded;
        shown = m_state->at(variant);
    }
    const std::span<const std::string> wanted =
        outputs.empty() ? std::span<const std::string>(m_state->outputNames) : outputs;
    RunTable table(*loaded);
    table.show(*shown);
    return loaded->session.run(viewsOf(inputs), table.constants(), table.settings(), wanted, std::move(stop));
}

Result<void> VariantRunner::runEach(std::span<const VariantHandle> variants, const NamedTensors& inputs,
                                    std::span<const std::string> outputs, const Taker& take,
                                    const std::stop_token& stop) const
{
    struct Turn
    {
        std::size_t place = 0; ///< in variants
        std::shared_ptr<const Variant> variant;
        Marks marks;
    };
    std::shared_ptr<const LoadedSession> loaded;
    std::vector<Turn> turns;
    {
        const std::lock_guard lock(m_state->mutex);
        loaded = m_state->loaded;
        for (std::size_t i = 0; i < variants.size(); ++i)
            turns.push_back({i, m_state->at(variants[i]), {}});
    }
    if (turns.empty())
        return {};
    RunTable table(*loaded);
    for (Turn& turn : turns) {
        table.show(*turn.variant);
        turn.marks = table.marks();
    }
    // Those that begin in the same way come one behind the other.
    std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.marks < b.marks; });
    const std::vector<TensorView> views = viewsOf(inputs);
    SampleRuns runs(loaded->session, views);
    for (std::size_t i = 0; i < turns.size(); ++i) {
        table.show(*turns[i].variant);
        auto given = runs.run(turns[i].marks, table.constants(), table.settings(), outputs,
                              i + 1 < turns.size() ? alike(turns[i].marks, turns[i + 1].marks) : 0, stop);
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
