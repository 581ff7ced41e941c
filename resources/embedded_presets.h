// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace quantiscope {

struct EmbeddedFile
{
    std::string_view name;
    std::string_view text;
};

/// The files of resources/presets, sorted by name, which is the file's without its extension.
[[nodiscard]] std::span<const EmbeddedFile> embeddedPresets();

/// The other documents of resources ("recipe.schema.json", "common.py"), sorted by their whole names.
[[nodiscard]] std::span<const EmbeddedFile> embeddedDocuments();

} // namespace quantiscope
