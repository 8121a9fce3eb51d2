#include "evaluator/report/html.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <map>

#include "base/lists.h"
#include "base/text.h"

namespace novphy {
namespace {

/// Names of files may be no UTF-8, but a page must be.
std::string utf8(std::string_view text) { return is_utf8(text) ? std::string(text) : printable(text); }

std::string with_entities(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  return out;
}

/// The agents by the numbers of novel tasks of their cells.
std::map<int, std::vector<std::string>> agents_by_length(const Evaluation& evaluation) {
  std::map<int, std::vector<std::string>> agents;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells) {
      std::vector<std::string>& names = agents[cell.novel_tasks];
      if (names.empty() || names.back() != agent.agent) names.push_back(agent.agent);
    }
  agents.erase(0);
  return agents;
}

std::string link_to(const Section& section) {
  return fmt::format("<a href=\"#{}\">{}</a>", section.id, escaped(section.title));
}

std::string part(const Section& section) {
  const std::string heading = fmt::format("<h2 id=\"{}\">{}</h2>", section.id, escaped(section.title));
  return folding(heading, section.body, !section.folded, "part");
}

std::string name_html(const Column& column, const std::string& text) {
  if (column.kind == ColumnKind::kWord) return escaped(plot::with_blanks(text));
  return column.kind == ColumnKind::kName ? breakable(text) : escaped(text);
}

std::string cell_html(const Column& column, const CellTexts& texts) {
  const auto small = [](const std::string& text) {
    return text.empty() ? "" : "<small>" + text + "</small>";
  };
  std::string error = texts.plus_minus.empty() ? "" : "±" + texts.plus_minus;
  if (!error.empty() && !texts.n.empty()) error += ", ";
  return name_html(column, texts.value) + texts.mark + small(error + texts.n) + small(texts.interval) +
         small(texts.defined.empty() ? "" : texts.defined + " cells");
}

/// The headings above neighbours, where there are any.
void add_headings(HtmlTable& html, const Table& table, std::span<const std::size_t> shown) {
  std::vector<std::string> over;
  std::vector<int> spans;
  bool any = false;
  for (const std::size_t i : shown) {
    const std::string& text = table.columns[i].over;
    any = any || !text.empty();
    if (!over.empty() && !text.empty() && over.back() == text) {
      ++spans.back();
    } else {
      over.push_back(text);
      spans.push_back(1);
    }
  }
  if (any) html.add_heading(over, spans);
  html.add_heading(mapped(shown, [&](std::size_t i) { return breakable(table.columns[i].title); }));
}

}  // namespace

/// report.css: the looks of the page on screens, in the dark and in print.
extern const std::string_view kReportStyle;

/// report.js sorts tables, opens the part that a link leads to, and adds buttons that open or fold all parts.
/// The page says everything without it.
extern const std::string_view kReportScript;

std::string escaped(std::string_view text) { return with_entities(utf8(text)); }

std::string breakable(std::string_view name) {
  std::string out;
  for (const char c : utf8(name)) {
    out += with_entities(std::string_view(&c, 1));
    if (c == '_' || c == '/' || c == ':') out += "<wbr>";
  }
  return out;
}

std::string inline_png(std::string_view base64, std::string_view alternative, int width_px) {
  return fmt::format("<img width=\"{}\" alt=\"{}\" src=\"data:image/png;base64,{}\">", width_px,
                     escaped(alternative), base64);
}

std::string folding(std::string_view summary, std::string_view content, bool open,
                    std::string_view css_class) {
  const std::string kind = css_class.empty() ? "" : fmt::format(" class=\"{}\"", css_class);
  return fmt::format("<details{}{}><summary>{}</summary>\n{}</details>\n", kind, open ? " open=\"\"" : "",
                     summary, content);
}

void HtmlTable::add_heading(const std::vector<std::string>& cells, const std::vector<int>& spans) {
  head_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i)
    head_ += i < spans.size() && spans[i] > 1
                 ? fmt::format("<th colspan=\"{}\" class=\"group\">{}</th>", spans[i], cells[i])
                 : fmt::format("<th{}>{}</th>", i < names_ ? " class=\"name\"" : "", cells[i]);
  head_ += "</tr>\n";
}

void HtmlTable::add(const std::vector<std::string>& cells, const std::string& id) {
  body_ += id.empty() ? "<tr>" : fmt::format("<tr id=\"{}\">", id);
  for (std::size_t i = 0; i < cells.size(); ++i)
    body_ += i < names_ ? fmt::format("<th class=\"name\">{}</th>", cells[i])
                        : fmt::format("<td>{}</td>", cells[i]);
  body_ += "</tr>\n";
}

std::string HtmlTable::text() const {
  return fmt::format(
      "<div class=\"scroll\"><table "
      "class=\"sortable\">\n<thead>\n{}</thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
      head_, body_);
}

std::string lengths_note(const Evaluation& evaluation) {
  const auto agents = agents_by_length(evaluation);
  if (agents.size() < 2) return {};
  std::string text =
      "the trials have different numbers of novel tasks, so their delays cannot be compared. In DD n+1, a "
      "trial without correct detection counts as n + 1, as in adapted after one without two passes in a row:";
  for (const auto& [tasks, names] : agents)
    text += fmt::format(" as {} with {} novel tasks ({}),", tasks + 1, tasks, fmt::join(names, ", "));
  text.pop_back();
  return text;
}

bool is_delay(std::string_view key) { return key == "dd" || key == "restricted_dd" || key == "adapted"; }

std::string note_of(const Evaluation& evaluation) {
  const std::string note = lengths_note(evaluation);
  return note.empty() ? "" : "Note: " + note + ".";
}

std::string html_of(std::vector<Section> sections) {
  std::erase_if(sections, [](const Section& section) { return section.body.empty(); });
  std::string links;
  std::string parts;
  for (const Section& section : sections) {
    links += link_to(section);
    parts += part(section);
  }
  return "<nav>" + links + "</nav>\n" + parts;
}

std::string html_of(const plot::Figure& figure) {
  constexpr int kTallPx =
      460;  // in print, taller figures have more than half of a page, so that one can read them
  return fmt::format(
      "<figure class=\"plot{2}\" role=\"img\" aria-label=\"{0}\">{1}<figcaption>{0}.</figcaption></figure>\n",
      escaped(figure.caption), plot::svg_element(figure), figure.height_px > kTallPx ? " tall" : "");
}

std::string html_page(std::string_view title, std::string_view made_by, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n"
      "<p>Made by {2}. Click a heading to fold its part away or to open it. Folded parts are not "
      "printed.</p>\n{3}<script>\n{4}</script>\n</body>\n</html>\n",
      escaped(title), kReportStyle, escaped(made_by), body, kReportScript);
}

std::string html_notes(std::span<const std::string> notes) {
  std::string text;
  for (const std::string& note : notes) text += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
  return text;
}

std::string html_of(const Table& table) {
  std::string text = html_notes(table.notes);
  if (table.rows.empty()) return text;
  const auto shown = shown_columns(table, kInPage);
  HtmlTable html(names_of(table, shown));
  add_headings(html, table, shown);
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    html.add(mapped(
        shown, [&](std::size_t i) { return cell_html(table.columns[i], texts_of(table, row, i, true)); }));
  text += html.text();
  std::string mark;
  for (const std::string& note : cell_notes(table))
    text += fmt::format("<p class=\"note\">{} {}</p>\n", mark += '*', escaped(note));
  return text;
}

}  // namespace novphy
