// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/bundled_documents.h"

#include "resources/embedded_presets.h"

#include <cassert>

namespace quantiscope {

std::string bundledDocument(std::string_view name)
{
    for (const EmbeddedFile& file : embeddedDocuments()) {
        if (file.name == name)
            return std::string(file.text);
    }
    assert(false && "no such document");
    return {};
}

} // namespace quantiscope
