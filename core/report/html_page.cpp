// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html_page.h"

#include "core/base/xml_text.h"

namespace quantiscope {

namespace {

/// The colours are those of the window's themes.
constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --page: #F1F3F5; --card: #FFFFFF; --head: #E9ECF0; --border: #D3D8DE; --grid: #E4E7EB;
  --text: #1A2027; --soft: #56616E; --s1: #1F62C4; --s2: #C77700; --s3: #0B7568; --s4: #7A52B3; --mark: #D6006C; }
@media (prefers-color-scheme: dark) { :root { --page: #212429; --card: #191B1F; --head: #2A2E34; --border: #383D45;
  --grid: #2C3037; --text: #E2E6EB; --soft: #A0A9B4; --s1: #6BA4F5; --s2: #E3A13A; --s3: #45B8A5; --s4: #B08CE0;
  --mark: #FF5CA8; } }
body { margin: 0 auto; padding: 24px; max-width: 1180px; background: var(--page); color: var(--text);
  font: 14px/1.45 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
h1 { font-size: 22px; } h2 { font-size: 16px; margin: 0 0 8px; }
h1, p, td, th, dd { overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--border); border-radius: 6px; padding: 16px; margin: 16px 0; }
section p { margin: 4px 0 8px; color: var(--soft); max-width: 100ch; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; }
.wide { overflow: auto; max-height: 80vh; }
table { border-collapse: collapse; width: max-content; min-width: 100%; font-variant-numeric: tabular-nums; font-size: 13px; }
th { position: sticky; top: 0; background: var(--head); text-align: left; font-weight: 600; }
th, td { padding: 4px 8px; border-bottom: 1px solid var(--grid); vertical-align: top; }
td { max-width: 36ch; } th { max-width: 14ch; overflow-wrap: normal; } .n { text-align: right; } td.n { white-space: nowrap; }
th[aria-sort=ascending]::after { content: " \2191"; } th[aria-sort=descending]::after { content: " \2193"; }
th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid var(--s1); }
figure { margin: 12px 0; } figcaption { font-weight: 600; font-size: 13px; }
.plot { overflow-x: auto; } svg { display: block; width: 100%; min-width: 640px; max-width: 900px; height: auto; margin: 8px 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; } a { color: var(--s1); }
.line { fill: none; stroke-width: 1.5; stroke-linejoin: round; } .frame { stroke: var(--soft); } .grid { stroke: var(--grid); }
.line.s1 { stroke: var(--s1); } .line.s2 { stroke: var(--s2); } .line.s3 { stroke: var(--s3); } .line.s4 { stroke: var(--s4); }
.dot.s1, .bar.s1 { fill: var(--s1); } .dot.s2, .bar.s2 { fill: var(--s2); }
.dot.s3, .bar.s3 { fill: var(--s3); } .dot.s4, .bar.s4 { fill: var(--s4); }
.mark { stroke: var(--mark); stroke-dasharray: 5 3; stroke-width: 1.5; } .marked { fill: var(--mark); font-size: 12px; }
.label { fill: var(--soft); font-size: 12px; }
@media (max-width: 600px) { body, section { padding: 12px; } dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 6px; } }
@media print { .wide { max-height: none; } section { break-inside: avoid-page; } }
)css";

/// Tables sort by a click on a column; without script they are read as they are.
constexpr const char* kScript = R"js(
document.querySelectorAll("table.sortable").forEach(function (table) {
  var heads = Array.from(table.tHead.rows[0].cells);
  var body = table.tBodies[0];
  function key(row, column) {
    var cell = row.cells[column];
    var value = cell.dataset.v;
    if (value === undefined) return cell.textContent;
    return value === "" ? null : Number(value);
  }
  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a > b ? 1 : a === b ? 0 : -1;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  }
  heads.forEach(function (head, column) {
    var button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", function () {
      var down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      var rows = Array.from(body.rows).map(function (row) { return { row: row, key: key(row, column) }; });
      rows.sort(function (a, b) {
        if (a.key === null || b.key === null) return (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0);
        return down ? compare(b.key, a.key) : compare(a.key, b.key);
      });
      rows.forEach(function (item) { body.append(item.row); });
    });
  });
});
)js";

std::string factsText(const std::vector<std::pair<std::string, std::string>>& facts)
{
    if (facts.empty())
        return {};
    std::string text = "<section>\n<h2>Run</h2>\n<dl>\n";
    for (const auto& [label, value] : facts)
        text += "<dt>" + xmlText(label) + "</dt><dd>" + xmlText(value) + "</dd>\n";
    return text + "</dl>\n</section>\n";
}

} // namespace

std::string htmlPage(const std::string& title, const std::vector<std::pair<std::string, std::string>>& facts,
                     const std::string& body)
{
    return "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
           "<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>"
        + xmlText(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" + xmlText(title) + "</h1>\n"
        + factsText(facts) + body + "<script>//<![CDATA[" + kScript + "//]]></script>\n</body>\n</html>\n";
}

std::string figureSection(const std::string& title, const std::string& note, const std::string& figures)
{
    if (figures.empty())
        return {};
    return "<section>\n<h2>" + xmlText(title) + "</h2>\n" + (note.empty() ? "" : "<p>" + xmlText(note) + "</p>\n")
        + figures + "</section>\n";
}

} // namespace quantiscope
