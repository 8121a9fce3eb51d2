#include "evaluator/report/report.h"

#include <fmt/core.h>

#include "evaluator/report/embedded.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

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
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</"
      "h1>\n<p>Made by {2}. A click on a heading folds its part away or opens it; folded parts are not "
      "printed.</p>\n",
      escaped(input.title), kReportStyle, escaped(input.made_by));
  report.html += navigation(body) + body;
  report.html += fmt::format("<script>\n{}</script>\n</body>\n</html>\n", kReportScript);
  return report;
}

}  // namespace novphy
