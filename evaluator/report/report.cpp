#include "evaluator/report/report.h"

#include <fmt/core.h>

#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

constexpr std::string_view kStyle = R"(
body { font: 14px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; color: #1a1a1a; margin: 0 auto; padding: 1em; max-width: 1240px; }
h1 { font-size: 24px; } h2 { font-size: 19px; margin-top: 2em; border-bottom: 1px solid #999; } h3 { font-size: 15px; margin-bottom: 0; }
p { max-width: 60em; } h3 + p { margin-top: 0; color: #555; }
nav a { margin-right: 1em; } a { color: #0b5394; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 11.5px; margin: 0.5em 0 1em; }
th, td { padding: 2px 6px; text-align: right; vertical-align: top; border-bottom: 1px solid #ddd; }
thead th { border-bottom: 2px solid #666; vertical-align: bottom; font-weight: bold; }
th.name, .left td { text-align: left; } tbody th { font-weight: normal; } th.group { text-align: center; border-bottom: 1px solid #666; }
td small, th small { display: block; color: #555; font-size: 9.5px; white-space: nowrap; }
.note { background: #f3f3f3; padding: 0.5em 0.8em; border-left: 4px solid #999; }
figure { margin: 1em 0; break-inside: avoid; } figure svg { max-width: 100%; height: auto; } figcaption { color: #555; font-size: 12px; }
.tasks { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 10px; } .tasks figure { margin: 0; } .tasks img { display: block; margin-bottom: 3px; max-width: 100%; }
.maps, .families { display: flex; flex-wrap: wrap; gap: 4px 18px; } .map { break-inside: avoid; } .map caption { font-weight: bold; text-align: left; max-width: 330px; overflow-wrap: anywhere; }
.map td { text-align: center; min-width: 40px; border: 1px solid #fff; padding: 3px; } .map thead th { text-align: center; border: 0; font-weight: normal; font-size: 9.5px; width: 46px; overflow-wrap: normal; } .map tbody th { border: 0; } td.none { background: #eee; color: #555; }
.bar { margin: 4px 0; font-size: 11px; } .bar span { display: inline-block; width: 160px; height: 12px; vertical-align: middle; }
@page { size: A4 landscape; margin: 12mm; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } nav { display: none; } .scroll { overflow: visible; }
  table { font-size: 9.5px; } th, td { padding: 1px 3px; } td small, th small { font-size: 8px; } tr { break-inside: avoid; } thead { display: table-header-group; }
  h2, h3, h2 + p, h3 + p, .bar { break-after: avoid; } .measure { break-inside: avoid; } .maps { gap: 4px 10px; } .map td { min-width: 34px; } .map thead th { width: 38px; font-size: 8px; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

/// The figure as SVG without the XML declaration, which is allowed only at the beginning of a file.
std::string inline_svg(const plot::Figure& figure) {
  const std::string file = plot::svg(figure);
  const auto begin = file.find("<svg");
  return fmt::format("<figure role=\"img\" aria-label=\"{0}\">{1}<figcaption>{0}.</figcaption></figure>\n",
                     escaped(figure.caption), file.substr(begin));
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

}  // namespace

Report make_report(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  Report report{.html = {}, .figures = report_figures(evaluation)};
  const auto figures = [&](std::string_view beginning) { return figures_of(report.figures, beginning); };
  std::string body = summary_section(input);
  body += "<h2 id=\"agents\">Agents side by side</h2>\n" + figures("agents_by") + comparison_section(input);
  body += "<h2 id=\"curves\">Pass rates</h2>\n" + figures("pass_rates");
  body += "<h2 id=\"detection\">Detection</h2>\n" + figures("detection_by") + figures("time_to");
  body += means_section(evaluation, true) + means_section(evaluation, false);
  body += families_section(evaluation) + classes_section(evaluation) + detectors_section(input);
  body += noticing_section(evaluation);
  body += cells_section(evaluation);
  body += pictures_section(input) + runs_section(input) + glossary_section(evaluation);
  report.html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</"
      "h1>\n<p>Made by {2}.</p>\n",
      escaped(input.title), kStyle, escaped(input.made_by));
  report.html += navigation(body);
  report.html += body + "</body>\n</html>\n";
  return report;
}

}  // namespace novphy
