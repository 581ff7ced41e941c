// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace quantiscope {

/// What one pass of the preparation did to the float graph; passes that are switched off have no record.
struct PassRecord
{
    std::string pass; ///< its name
    std::string option; ///< what switches it
    std::size_t changed = 0; ///< rewritten places; 1 for a conversion of the whole graph; ONNX Runtime: nodes less
    std::vector<std::string> skipped; ///< what could have been rewritten, and why it was not
    bool isDropped = false; ///< its result computed something else, and was thrown away
};

} // namespace quantiscope
