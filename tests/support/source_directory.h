// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace quantiscope::test {

/// The root of the source tree that the tests were built from. One source knows it, so that the others compile to the
/// same bytes in every clone.
[[nodiscard]] std::filesystem::path sourceDirectory();

/// The bundled sample in it.
[[nodiscard]] std::filesystem::path sampleDirectory();

} // namespace quantiscope::test
