// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// One self-contained page: title, facts (label and value), and @p body, which is sections of XHTML, as htmlSection()
/// and figureSection() make them. Well-formed XHTML that is HTML, too; nothing in it refers to anything outside. Light
/// or dark as the reader's system is; tables sort by a click on a column, and can be read without script.
[[nodiscard]] std::string htmlPage(const std::string& title,
                                   const std::vector<std::pair<std::string, std::string>>& facts,
                                   const std::string& body);

/// A section with figures (SVG), which stand below @p title and @p note (may be empty); empty without figures.
[[nodiscard]] std::string figureSection(const std::string& title, const std::string& note, const std::string& figures);

} // namespace quantiscope
