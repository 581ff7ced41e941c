// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_directory.h"

namespace quantiscope::test {

std::filesystem::path sourceDirectory()
{
    return QUANTISCOPE_SOURCE_DIR;
}

std::filesystem::path sampleDirectory()
{
    return sourceDirectory() / "resources" / "sample";
}

} // namespace quantiscope::test
