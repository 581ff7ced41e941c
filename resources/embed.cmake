# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a C++ file that defines FUNCTION() with the text of each of FILES, sorted by name. NAME is the part of
# a file's name that names it: NAME_WE (without extensions) or NAME.
set(entries "")
list(SORT FILES)
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} ${NAME})
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from resources by resources/embed.cmake.
#include \"resources/embedded_presets.h\"

namespace quantiscope {

std::span<const EmbeddedFile> ${FUNCTION}()
{
    static constexpr EmbeddedFile kFiles[] = {
${entries}    };
    return kFiles;
}

} // namespace quantiscope
")
