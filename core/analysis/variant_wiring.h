// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/value_steps.h"
#include "core/runtime/switch_nodes.h"
#include "core/tensor/tensor.h"

#include <map>
#include <memory>
#include <string>

namespace quantiscope {

/// What a quantized model does differently from the float graph that it was made of.
struct VariantWiring
{
    std::map<NodeInput, ValueSteps> inputs; ///< node inputs that read a computed or fed value through pairs; not empty
    std::map<std::string, ValueSteps> outputs; ///< graph outputs that come through pairs; not empty
    std::map<NodeInput, std::shared_ptr<const Tensor>>
        constants; ///< node inputs that read an initializer, and what they read instead
    std::map<std::size_t, NodeForm> forms; ///< nodes that compute in another form
};

/// Why a quantized model cannot be told as a wiring of the float graph, in a sentence.
struct WiringObstacle
{
    std::string reason;
};

} // namespace quantiscope
