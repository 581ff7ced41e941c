// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/equalization_data.h"

#include "core/data/prefetcher.h"
#include "core/data/sample_source.h"
#include "core/data/sample_workers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace quantiscope {

namespace {

/// Moments of channels settle quickly.
constexpr std::size_t kSamples = 4;

ChannelLayout layoutOf(const TensorSpec* spec, std::size_t channels)
{
    ChannelLayout layout{channels, 0};
    if (!spec || !spec->hasRank || spec->shape.size() < 2)
        return layout;
    // Nothing where an extent is known only when the model runs.
    layout.inner = elementCount(std::span(spec->shape).subspan(2)).value_or(0);
    return layout;
}

/// The names of @p values in the order in which the graph makes them.
std::vector<std::string> inOrder(const Graph& graph, const ChannelsOfValues& values)
{
    std::vector<std::string> names;
    for (const auto& [value, channels] : values) {
        if (!graph.producerOf(value))
            names.push_back(value);
    }
    for (const Node& node : graph.nodes()) {
        std::copy_if(node.outputs.begin(), node.outputs.end(), std::back_inserter(names),
                     [&values](const std::string& output) { return values.count(output) > 0; });
    }
    return names;
}

} // namespace

Result<std::map<std::string, ChannelMoments>> observeChannels(const RuntimeEnvironment& environment, const Graph& graph,
                                                              const ChannelsOfValues& values, int threads,
                                                              Feedback& feedback)
{
    const auto source = openSampleSource({"random", {}, kSamples, 0}, graph.model().inputs(), feedback);
    if (!source)
        return source.error();
    SessionOptions options;
    options.optimization = OptimizationLevel::Basic;
    options.threads = 1; // several samples run at a time instead: see SessionOptions::threads
    std::vector<ChannelLayout> layouts;
    for (const std::string& value : inOrder(graph, values)) {
        options.observedValues.push_back(value);
        layouts.push_back(layoutOf(graph.spec(value), values.at(value)));
    }
    MomentsObserver observer(std::move(layouts));
    options.observer = &observer;
    const auto session = InferenceSession::create(environment, graph.model(), options);
    if (!session)
        return refusedModel(session.error());
    const auto run = [&session](const Sample& sample, std::stop_token stop) -> Result<SampleConclusion> {
        if (const Result<void> done = session->runObserving(sample.inputs, std::move(stop)); !done)
            return refusedModel(done.error());
        return SampleConclusion();
    };
    SamplePrefetcher samples(**source, feedback);
    if (const auto count = forEachSample(samples, threads, "prepare", run, feedback); !count)
        return count.error();
    std::map<std::string, ChannelMoments> result;
    for (std::size_t slot = 0; slot < options.observedValues.size(); ++slot) {
        ChannelMoments moments = observer.moments(slot);
        if (moments.channels() > 0)
            result.emplace(options.observedValues[slot], std::move(moments));
    }
    return result;
}

} // namespace quantiscope
