// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace quantiscope {

struct EmbeddedFile
{
    std::string_view name; ///< file name without its extension
    std::string_view text;
};

/// The files of resources/presets, sorted by name.
[[nodiscard]] std::span<const EmbeddedFile> embeddedPresets();

/// The text of resources/unavailable_presets.json.
[[nodiscard]] std::string_view embeddedUnavailablePresets();

} // namespace quantiscope
