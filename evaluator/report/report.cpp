#include "evaluator/report/report.h"

#include <fmt/core.h>

#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #555; --line: #ddd; --rule: #666; --pale: #f3f3f3; --paper: #fff; --link: #0b5394; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e4e4e4; --soft: #a8a8a8; --line: #3a3a3a; --rule: #8a8a8a; --pale: #242424; --paper: #121212; --link: #8ab4f8; }
  figure.plot svg { filter: invert(0.93) hue-rotate(180deg); }
}
body { font: 14px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; padding: 1em; max-width: 1240px; }
h1 { font-size: 24px; } h2 { font-size: 19px; } h3 { font-size: 15px; } summary h2, summary h3 { display: inline; }
summary { cursor: pointer; } .part { margin-top: 1.6em; } .part > summary { border-bottom: 1px solid var(--rule); padding-bottom: 4px; } details details { margin-top: 0.7em; }
p { max-width: 60em; } h3 + p, details details > summary + p { margin-top: 0.2em; color: var(--soft); }
nav a { margin-right: 1em; } a { color: var(--link); } nav button { font: inherit; font-size: 12px; margin-right: 0.6em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 11.5px; margin: 0.5em 0 1em; }
th, td { padding: 2px 6px; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--rule); vertical-align: bottom; font-weight: bold; }
th.name, .left td, .left th { text-align: left; } tbody th { font-weight: normal; } th.group { text-align: center; border-bottom: 1px solid var(--rule); }
th[role=button] { cursor: pointer; } th[aria-sort=ascending]::after { content: " \25b2"; } th[aria-sort=descending]::after { content: " \25bc"; } tr:target { outline: 2px solid var(--link); }
td small, th small { display: block; color: var(--soft); font-size: 9.5px; white-space: nowrap; } code { font-size: 10.5px; overflow-wrap: anywhere; }
.note { background: var(--pale); padding: 0.5em 0.8em; border-left: 4px solid var(--rule); }
figure { margin: 1em 0; break-inside: avoid; } figure svg { max-width: 100%; height: auto; } figcaption { color: var(--soft); font-size: 12px; max-width: 80em; }
.tasks { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 10px; } .tasks figure { margin: 0; } .tasks img { display: block; margin-bottom: 3px; max-width: 100%; }
.maps, .families { display: flex; flex-wrap: wrap; gap: 4px 18px; } .map { break-inside: avoid; } .map caption { font-weight: bold; text-align: left; max-width: 330px; overflow-wrap: anywhere; }
.map td { text-align: center; min-width: 40px; border: 1px solid var(--paper); padding: 3px; } .map td a, .map td small { color: inherit; text-decoration: none; } .map td a:hover { text-decoration: underline; } .map td small { display: inline; margin-left: 4px; font-size: 9px; }
.map thead th { text-align: center; border: 0; font-weight: normal; font-size: 9.5px; width: 52px; overflow-wrap: normal; } .map tbody th { border: 0; } td.none { background: var(--pale); color: var(--soft); }
.narrow { display: flex; flex-wrap: wrap; gap: 0 20px; } .narrow figcaption { max-width: 500px; }
.bar { margin: 4px 0; font-size: 11px; } .bar span { display: inline-block; width: 160px; height: 12px; vertical-align: middle; }
@page { size: A4 landscape; margin: 10mm; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } nav, details:not([open]) { display: none; } .scroll { overflow: visible; } .part { margin-top: 1em; }
  table { font-size: 9px; margin: 0.3em 0 0.6em; } th, td { padding: 1px 3px; } td small, th small { font-size: 7.5px; line-height: 1.15; } tr { break-inside: avoid; } thead { display: table-header-group; } summary { list-style: none; }
  summary, summary + p, .bar { break-after: avoid; } .maps { gap: 4px 6px; break-inside: avoid; break-before: avoid; } .map caption { max-width: 220px; } .map td { min-width: 26px; padding: 1px; font-size: 8.5px; } .map td small { font-size: 6.5px; margin-left: 2px; } .map thead th { width: 28px; font-size: 7px; padding: 1px; } .map tbody th { font-size: 8px; padding-right: 3px; } figure { margin: 0.5em 0; } figure.plot svg { max-height: 80mm; } figure.tall svg { max-height: 142mm; } .half figure.plot svg { max-height: 80mm; } .narrow figure { width: 87mm; } .tasks { grid-template-columns: repeat(10, 1fr); gap: 5px; } .tasks figcaption { font-size: 8px; } p { margin: 0.4em 0; max-width: 90em; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

/// Sorts tables, opens the part that a link leads to, and adds buttons that open or fold all parts. The page
/// says everything without it.
constexpr std::string_view kScript = R"(
(() => {
  const number = cell => { const text = cell.textContent.trim().replace(/^[<[]/, ''), value = parseFloat(text); return Number.isFinite(value) ? value : null; };
  const order = (a, b) => {
    const x = number(a), y = number(b);
    if (x !== null && y !== null) return x - y;
    if (x !== null || y !== null) return x !== null ? -1 : 1;
    return a.textContent.localeCompare(b.textContent);
  };
  const empty = cell => ['', '\u2013'].includes(cell.textContent.trim());
  const sort = (table, heads, column) => {
    const falls = heads[column].getAttribute('aria-sort') === 'ascending', body = table.tBodies[0];
    heads.forEach(head => head.removeAttribute('aria-sort'));
    heads[column].setAttribute('aria-sort', falls ? 'descending' : 'ascending');
    const rows = [...body.rows];
    rows.sort((a, b) => {
      const x = a.cells[column], y = b.cells[column];
      if (empty(x) || empty(y)) return empty(x) - empty(y);
      return falls ? order(y, x) : order(x, y);
    });
    body.append(...rows);
  };
  for (const table of document.querySelectorAll('table.sortable')) {
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    heads.forEach((head, column) => {
      head.setAttribute('role', 'button');
      head.tabIndex = 0;
      head.title = 'sort';
      head.addEventListener('click', () => sort(table, heads, column));
      head.addEventListener('keydown', event => { if (event.key === 'Enter') sort(table, heads, column); });
    });
  }
  const reveal = () => {
    let part = document.getElementById(location.hash.slice(1));
    if (!part) return;
    const goal = part;
    for (; part; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
    goal.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  if (location.hash) reveal();
  const nav = document.querySelector('nav');
  for (const [text, open] of [['open all parts', true], ['fold all parts', false]]) {
    const button = nav.insertBefore(document.createElement('button'), nav.firstChild);
    button.textContent = text;
    button.addEventListener('click', () => document.querySelectorAll('details').forEach(part => { part.open = open; }));
  }
})();
)";

/// The figure as SVG without the XML declaration, which is allowed only at the beginning of a file.
std::string inline_svg(const plot::Figure& figure) {
  const std::string file = plot::svg(figure);
  const auto begin = file.find("<svg");
  constexpr int kTallPx = 650;  // taller figures have a page of their own in print
  return fmt::format(
      "<figure class=\"plot{2}\" role=\"img\" aria-label=\"{0}\">{1}<figcaption>{0}.</figcaption></figure>\n",
      escaped(figure.caption), file.substr(begin), figure.height_px > kTallPx ? " tall" : "");
}

/// The figures whose names have this beginning, in their order.
std::string figures_of(const std::vector<plot::Figure>& figures, std::string_view beginning) {
  std::string text;
  for (const plot::Figure& figure : figures)
    if (figure.name.starts_with(beginning)) text += inline_svg(figure);
  return text;
}

std::string navigation(const std::string& body) {
  std::string text = "<nav>";
  constexpr std::string_view kMark = "<h2 id=\"";
  for (std::size_t at = body.find(kMark); at != std::string::npos; at = body.find(kMark, at + 1)) {
    const std::size_t id = at + kMark.size();
    const std::size_t id_end = body.find('"', id);
    const std::size_t title = body.find('>', id_end) + 1;
    text += fmt::format("<a href=\"#{}\">{}</a>", body.substr(id, id_end - id),
                        body.substr(title, body.find("</h2>", title) - title));
  }
  return text + "</nav>\n";
}

/// The section as a part that folds away, its heading as the summary. "" for a section without content.
std::string part(const std::string& section, bool open = true) {
  constexpr std::string_view kEnd = "</h2>\n";
  const std::size_t end = section.find(kEnd);
  if (end == std::string::npos) return {};
  const std::string heading = section.substr(0, end + kEnd.size() - 1),
                    content = section.substr(end + kEnd.size());
  return fmt::format("<details class=\"part\"{}><summary>{}</summary>\n{}</details>\n",
                     open ? " open=\"\"" : "", heading, content);
}

/// A section of figures. "" where there are none.
std::string figures_section(const std::string& heading, const std::string& figures) {
  return figures.empty() ? "" : heading + "\n" + figures;
}

std::string body_of(const ReportInput& input, const std::vector<plot::Figure>& all) {
  const Evaluation& evaluation = *input.evaluation;
  const auto figures = [&](std::string_view beginning) { return figures_of(all, beginning); };
  std::string text = part(summary_section(input));
  text += part(figures_section("<h2 id=\"agents\">Agents side by side</h2>", figures("agents_by")));
  text += part(comparison_section(input));
  text += part(figures_section("<h2 id=\"curves\">Pass rates</h2>", figures("pass_rates")));
  const std::string narrow = figures("time_to") + figures("novelty_probability_mean");
  text += part(
      figures_section("<h2 id=\"detection\">Detection</h2>",
                      figures("detection_by") + figures("novelty_probability_of") + figures("amoc") +
                          (narrow.empty() ? "" : fmt::format("<div class=\"narrow\">\n{}</div>\n", narrow))));
  text += part(means_section(evaluation, true)) + part(means_section(evaluation, false));
  text += part(families_section(evaluation), false) + part(classes_section(evaluation));
  if (const std::string scores = detectors_section(input); !scores.empty())
    text += part(scores + figures("detector_settings"));
  if (const std::string tests = noticing_section(evaluation); !tests.empty())
    text += part(tests + "<div class=\"half\">\n" + figures("noticing") + "</div>\n");
  if (const std::string difficulty = difficulty_section(input); !difficulty.empty())
    text += part(difficulty + figures("difficulty"));
  text += part(cells_section(evaluation)) + part(pictures_section(input)) + part(plays_section(input), false);
  return text + part(runs_section(input)) + part(glossary_section(evaluation), false);
}

}  // namespace

Report make_report(const ReportInput& input) {
  Report report{.html = {}, .figures = report_figures(input)};
  const std::string body = body_of(input, report.figures);
  report.html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</"
      "h1>\n<p>Made by {2}. A click on a heading folds its part away or opens it; folded parts are not "
      "printed.</p>\n",
      escaped(input.title), kStyle, escaped(input.made_by));
  report.html += navigation(body) + body;
  report.html += fmt::format("<script>{}</script>\n</body>\n</html>\n", kScript);
  return report;
}

}  // namespace novphy
