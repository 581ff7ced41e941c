// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace quantiscope {

/// What kind of thing went wrong. The command line turns it into its exit status, the window into a translated title.
enum class ErrorCode
{
    InvalidArgument, ///< wrong usage: an option, a preset or a value that the caller gave
    ModelRefused, ///< the model file cannot be read, is invalid, or must not be quantized
    DataRefused, ///< calibration or evaluation data cannot be read or does not fit the model
    ConfigRefused, ///< a recipe, preset, preprocessing or statistics file is wrong
    GateFailed, ///< a quality gate of the recipe was not met
    OutOfMemory,
    DiskError, ///< a result could not be written
    RuntimeFailure, ///< ONNX Runtime or another library failed inside
    Canceled, ///< the user stopped the job; the message says whether anything was written
};

/// A failure that the user is told about: one plain sentence with facts, and the thing that it is about.
struct Error
{
    ErrorCode code = ErrorCode::RuntimeFailure;
    std::string message; ///< complete sentence: what, where, and what to do where that is known
    std::string subject; ///< the node, tensor, option or path concerned; may be empty

    bool operator==(const Error&) const = default;
};

/// Exit status of the command line for @p code: 2, 3, 4, 5, 6 or 130, as documented in `qscope --help`.
[[nodiscard]] int exitStatus(ErrorCode code);

} // namespace quantiscope
