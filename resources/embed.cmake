# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a C++ file with the text of each of FILES, sorted by name, and of UNAVAILABLE.
set(entries "")
list(SORT FILES)
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"json(${text})json\"},\n")
endforeach()
file(READ ${UNAVAILABLE} unavailable)
file(WRITE ${OUTPUT} "// Generated from resources/presets by resources/embed.cmake.
#include \"resources/embedded_presets.h\"

namespace quantiscope {

std::span<const EmbeddedFile> embeddedPresets()
{
    static constexpr EmbeddedFile kFiles[] = {
${entries}    };
    return kFiles;
}

std::string_view embeddedUnavailablePresets()
{
    return R\"json(${unavailable})json\";
}

} // namespace quantiscope
")
