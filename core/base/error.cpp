// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace quantiscope {

int exitStatus(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument:
        return 2;
    case ErrorCode::ModelRefused:
    case ErrorCode::DataRefused:
    case ErrorCode::ConfigRefused:
        return 3;
    case ErrorCode::GateFailed:
        return 4;
    case ErrorCode::OutOfMemory:
    case ErrorCode::DiskError:
        return 5;
    case ErrorCode::RuntimeFailure:
        return 6;
    case ErrorCode::Canceled:
        return 130;
    }
    return 6;
}

} // namespace quantiscope
