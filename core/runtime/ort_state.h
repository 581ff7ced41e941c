// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/runtime: the only place where ONNX Runtime's types are known.

#include "core/base/error.h"
#include "core/runtime/runtime_environment.h"

#include <onnxruntime_cxx_api.h>

#include <string_view>

namespace quantiscope {

struct RuntimeEnvironment::State
{
    State();
    Ort::Env env;
};

/// What a caught exception means to the user: the library's text without file names, C++ signatures and codes.
/// @p action completes "ONNX Runtime cannot …".
[[nodiscard]] Error runtimeError(const Ort::Exception& exception, std::string_view action);

} // namespace quantiscope
