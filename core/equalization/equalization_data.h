// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/equalization/channel_moments.h"
#include "core/graph/graph.h"

#include <map>
#include <string>

namespace quantiscope {

class RuntimeEnvironment;

/// Values that layers read, by name, and how many channels each has.
using ChannelsOfValues = std::map<std::string, std::size_t>;

/// Runs @p graph's model on a few random samples (elements uniform in [0, 1), integers 0, always the same) and gives
/// the moments of each of @p values that could be told apart by channel (axis 1; see MomentsObserver::moments()).
///
/// Random data and not the user's: what is decided with them follows from the model and the configuration alone, so
/// that statistics of another part of the data, or given without data, are statistics of the same graph. How large
/// channels are beside each other depends on the weights much more than on the data; tests/parity/EQUALIZATION.md has
/// the figures. The same bits for any number of @p threads. Errors: of ONNX Runtime (a model may refuse random inputs),
/// `Canceled`.
[[nodiscard]] Result<std::map<std::string, ChannelMoments>> observeChannels(const RuntimeEnvironment& environment,
                                                                            const Graph& graph,
                                                                            const ChannelsOfValues& values, int threads,
                                                                            Feedback& feedback);

} // namespace quantiscope
