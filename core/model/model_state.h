// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/external_data.h"
#include "core/model/model.h"

#include <onnx/onnx_pb.h>

namespace quantiscope {

/// What a Model holds. Only the module's own sources see it.
struct Model::State
{
    onnx::ModelProto proto;
    std::filesystem::path path;
    std::filesystem::path folder; ///< where the external files are
    ExternalData external;
    std::size_t unnamedNodes = 0;
    std::size_t namedOutputs = 0;
};

} // namespace quantiscope
