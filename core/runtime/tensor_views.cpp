// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/tensor_views.h"

namespace quantiscope {

std::vector<TensorView> viewsOf(const NamedTensors& tensors)
{
    std::vector<TensorView> views;
    views.reserve(tensors.size());
    for (const auto& [name, tensor] : tensors)
        views.push_back({name, tensor.type(), tensor.shape(), tensor.bytes()});
    return views;
}

} // namespace quantiscope
