// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace quantiscope {

/// Folder of the bundled sample (model, pictures, recipe): beside the installed program, or in the source tree that it
/// was built in. Empty when it is nowhere.
[[nodiscard]] QString sampleFolder();

} // namespace quantiscope
