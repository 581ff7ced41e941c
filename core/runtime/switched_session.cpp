// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/switched_session.h"

#include "core/runtime/switch_operator.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <set>
#include <utility>

namespace quantiscope {

namespace {

GraphPart wholeOf(const Model& model)
{
    GraphPart whole{0, static_cast<std::size_t>(model.graph().node_size()), {}, {}, {}};
    for (const TensorSpec& input : model.inputs())
        whole.inputs.push_back(input.name);
    for (const TensorSpec& output : model.outputs())
        whole.results.push_back(output.name);
    return whole;
}

} // namespace

SwitchedSession::SwitchedSession(SwitchLayout layout)
    : m_layout(std::make_shared<const SwitchLayout>(std::move(layout)))
{
}

SwitchedSession::SwitchedSession(SwitchedSession&&) noexcept = default;
SwitchedSession& SwitchedSession::operator=(SwitchedSession&&) noexcept = default;
SwitchedSession::~SwitchedSession() = default;

Result<SwitchedSession> SwitchedSession::create(const RuntimeEnvironment& environment, const Model& model,
                                                SwitchLayout layout, std::vector<GraphPart> parts)
{
    if (parts.empty())
        parts.push_back(wholeOf(model));
    SwitchedSession session(std::move(layout));
    for (GraphPart& part : parts) {
        if (const Result<void> loaded = session.load(environment, model, std::move(part)); !loaded)
            return loaded.error();
    }
    for (std::size_t reader = 0; reader < session.m_parts.size(); ++reader) {
        for (const std::string& value : session.m_parts[reader].nodes.inputs) {
            const auto maker = session.m_makers.find(value);
            if (maker == session.m_makers.end())
                continue;
            std::size_t& last = session.m_parts[maker->second.first].lastReaders[maker->second.second];
            last = std::max(last, reader);
        }
    }
    return session;
}

Result<void> SwitchedSession::load(const RuntimeEnvironment& environment, const Model& model, GraphPart nodes)
{
    SessionOptions options;
    options.optimization = OptimizationLevel::Disabled;
    options.threads = 1;
    options.switches = m_layout;
    options.part = std::make_shared<const GraphPart>(nodes);
    options.operators = {std::make_shared<const SwitchOperators>()};
    Result<InferenceSession> session = InferenceSession::create(environment, model, options);
    if (!session)
        return session.error();
    Part part{std::move(nodes), std::move(*session), {}, {}, {}, {}, {}};
    for (const std::string& value : part.nodes.handed) {
        m_makers.emplace(value, std::pair(m_parts.size(), part.outputs.size()));
        part.outputs.push_back(value);
    }
    part.lastReaders.resize(part.outputs.size(), m_parts.size());
    for (const std::string& result : part.nodes.results) {
        const std::string name = switchedOutputName(*m_layout, result);
        const auto [at, isNew] = m_makers.emplace(name, std::pair(m_parts.size(), part.outputs.size()));
        if (isNew)
            part.outputs.push_back(name);
        else
            part.lastReaders[at->second.second] = std::numeric_limits<std::size_t>::max(); // the caller's
    }
    const std::set<std::string> results(part.nodes.results.begin(), part.nodes.results.end());
    for (std::size_t slot = 0; slot < m_layout->switches.size(); ++slot) {
        const Switch& one = m_layout->switches[slot];
        if ((one.isOutput && results.contains(one.value))
            || std::any_of(one.readers.begin(), one.readers.end(),
                           [&part](const NodeInput& reader) { return part.nodes.holds(reader.node); }))
            part.switches.push_back(slot);
    }
    for (std::size_t k = 0; k < m_layout->fed.size(); ++k) {
        if (part.nodes.holds(m_layout->fed[k].reader.node))
            part.fed.push_back(k);
    }
    for (std::size_t k = 0; k < m_layout->alternatives.size(); ++k) {
        if (part.nodes.holds(m_layout->alternatives[k].node))
            part.alternatives.push_back(k);
    }
    m_parts.push_back(std::move(part));
    return {};
}

std::vector<std::vector<const void*>> SwitchedSession::marksOf(const SwitchSettings& settings,
                                                               std::span<const TensorView> constants) const
{
    std::vector<std::vector<const void*>> marks;
    for (const Part& part : m_parts) {
        std::vector<const void*>& own = marks.emplace_back();
        for (const std::size_t slot : part.switches)
            own.push_back(settings.switches[slot].get());
        for (const std::size_t k : part.fed)
            own.push_back(constants[k].bytes.data());
        for (const std::size_t k : part.alternatives)
            own.push_back(settings.alternatives[k] ? this : nullptr);
    }
    return marks;
}

Result<std::vector<Tensor>> SwitchedSession::run(std::span<const TensorView> inputs,
                                                 std::span<const TensorView> constants, const SwitchSettings& settings,
                                                 std::span<const std::string> outputs, std::stop_token stop) const
{
    return SampleRuns(*this, inputs).run(marksOf(settings, constants), constants, settings, outputs, 0, stop);
}

SampleRuns::SampleRuns(const SwitchedSession& session, std::span<const TensorView> inputs)
    : m_session(session), m_inputs(inputs)
{
}

Result<std::vector<Tensor>> SampleRuns::run(const std::vector<std::vector<const void*>>& marks,
                                            std::span<const TensorView> constants, const SwitchSettings& settings,
                                            std::span<const std::string> outputs, std::size_t kept,
                                            const std::stop_token& stop)
{
    assert(settings.switches.size() == m_session.layout().switches.size());
    assert(constants.size() == m_session.layout().fed.size());
    const auto differs = std::mismatch(m_marks.begin(), m_marks.end(), marks.begin(), marks.end()).first;
    m_marks.erase(differs, m_marks.end());
    m_values.resize(m_marks.size());
    const ThreadSwitchSettings mine(settings);
    for (std::size_t part = m_marks.size(); part < m_session.m_parts.size(); ++part) {
        if (const Result<void> done = runPart(part, constants, stop); !done)
            return done.error();
        m_marks.push_back(marks[part]);
        letGo(part, kept);
    }
    std::vector<Tensor> results;
    for (const std::string& output : outputs) {
        const std::string name = switchedOutputName(m_session.layout(), output);
        const auto& [part, place] = m_session.m_makers.at(name);
        Result<Tensor> copy = InferenceSession::copyOf(m_values[part][place], output);
        if (!copy)
            return copy.error();
        results.push_back(std::move(*copy));
    }
    m_marks.resize(std::min(m_marks.size(), kept));
    m_values.resize(m_marks.size());
    return results;
}

Result<void> SampleRuns::runPart(std::size_t number, std::span<const TensorView> constants, const std::stop_token& stop)
{
    const SwitchedSession::Part& part = m_session.m_parts[number];
    std::vector<TensorView> views;
    NamedValues values;
    for (const std::string& name : part.nodes.inputs) {
        const auto maker = m_session.m_makers.find(name);
        if (maker != m_session.m_makers.end()) {
            values.emplace_back(name, m_values[maker->second.first][maker->second.second]);
            continue;
        }
        const auto given = std::find_if(m_inputs.begin(), m_inputs.end(),
                                        [&name](const TensorView& view) { return view.name == name; });
        if (given != m_inputs.end())
            views.push_back(*given);
    }
    for (const std::size_t k : part.fed)
        views.push_back(constants[k]);
    auto made = part.session.runKeeping(views, values, part.outputs, stop);
    if (!made)
        return made.error();
    m_values.push_back(std::move(*made));
    return {};
}

/// Of what parts up to @p done handed on, what neither the rest of the run nor, behind the first @p kept parts, the
/// next run will read.
void SampleRuns::letGo(std::size_t done, std::size_t kept)
{
    for (std::size_t part = kept; part <= done; ++part) {
        const std::vector<std::size_t>& readers = m_session.m_parts[part].lastReaders;
        for (std::size_t i = 0; i < readers.size(); ++i) {
            if (readers[i] <= done)
                m_values[part][i].reset();
        }
    }
}

} // namespace quantiscope
