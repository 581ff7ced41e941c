// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/ci_snippet.h"

#include "core/pipeline/command_line_text.h"

#include <filesystem>

namespace quantiscope {

namespace {

struct Files
{
    std::string recipe, junit, report; ///< as words of a shell
};

Files filesOf(std::string_view recipe)
{
    const std::filesystem::path path(recipe);
    const std::filesystem::path folder = path.parent_path();
    // "./" in front of a name that begins with a dash, so that it is no option.
    const auto word = [](const std::filesystem::path& file) {
        const std::string text = file.string();
        return shellWord(text.starts_with('-') ? "./" + text : text);
    };
    return {word(path), word(folder / "gates.xml"), word(folder / "run.json")};
}

std::string runLine(const Files& files)
{
    return "qscope run " + files.recipe + " --junit " + files.junit + " --report " + files.report;
}

/// @p text as a YAML scalar in single quotes.
std::string yamlText(const std::string& text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + "'";
}

} // namespace

std::string ciSnippet(CiTarget target, std::string_view recipe)
{
    const Files files = filesOf(recipe);
    if (target == CiTarget::Shell) {
        return "#!/bin/sh\n"
               "# Quantizes as the recipe says and checks its gates. Exit status: 0 all are met, 4 one is not met,\n"
               "# anything else: see 'qscope --help'. Needs qscope on the PATH.\n"
               "set -eu\n"
               "cd \"$(dirname \"$0\")\"\n"
            + runLine(files) + "\n";
    }
    const std::filesystem::path folder = std::filesystem::path(recipe).parent_path();
    std::string text = "# Quantizes as the recipe says and checks its gates at every push.\n"
                       "name: quantize\n"
                       "on: [push, pull_request]\n"
                       "jobs:\n"
                       "  quantize:\n"
                       "    # A machine, or a container image, that has qscope on its PATH.\n"
                       "    runs-on: [self-hosted, quantiscope]\n"
                       "    steps:\n"
                       "      - uses: actions/checkout@v4\n"
                       "        with:\n"
                       "          lfs: true\n"
                       "      - name: Quantize and check the gates\n"
                       "        run: "
        + yamlText(runLine(files))
        + "\n"
          "      - name: Keep the report\n"
          "        if: always()\n"
          "        uses: actions/upload-artifact@v4\n"
          "        with:\n"
          "          name: quantize\n"
          "          path: |\n";
    for (const char* name : {"gates.xml", "run.json"})
        text += "            " + (folder / name).string() + "\n";
    return text;
}

} // namespace quantiscope
