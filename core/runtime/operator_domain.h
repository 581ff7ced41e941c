// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/runtime.

#include "core/runtime/ort_state.h"
#include "core/runtime/session_operators.h"

namespace quantiscope {

struct SessionOperators::Domain
{
    Ort::CustomOpDomain domain; ///< does not own the operators that are added to it
};

} // namespace quantiscope
