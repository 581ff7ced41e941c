// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/graph.h"
#include "core/model/model.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace quantiscope {

/// A model file as the window shows it: immutable, shared between views and background work.
struct OpenedModel
{
    explicit OpenedModel(Model loaded) : model(std::move(loaded)), graph(model) { }
    OpenedModel(const OpenedModel&) = delete;
    OpenedModel& operator=(const OpenedModel&) = delete;

    Model model;
    Graph graph; ///< of @ref model
    std::vector<std::string> warnings; ///< that reading it gave
};

using OpenedModelPtr = std::shared_ptr<const OpenedModel>;

/// Reads @p path as Model::load() does; quantized models, too, since they can be looked at.
[[nodiscard]] Result<OpenedModelPtr> openModel(const std::filesystem::path& path, Feedback& feedback);

} // namespace quantiscope
