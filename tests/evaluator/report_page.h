#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/report/parts.h"
#include "evaluator/report/report.h"
#include "tests/evaluator/logs.h"

/// Reports of a small example, and what their pages hold.
namespace novphy::test {

inline const std::string kNasty = "a<b>&\"c_d";
inline const std::string kNastyEscaped = "a&lt;b&gt;&amp;&quot;c_d";
inline const std::string kForeign = "größe_日本";

/// Two agents on one plan with three cells. The second agent is the baseline. No trial of "ice & <fire>" is
/// detected.
inline Evaluation example(bool with_baseline = true) {
  Conventions conventions;
  conventions.resamples = 20;
  std::vector<AgentLog> logs{
      agent_log(kNasty, joined({trial("PP|PF!PP", 0), trial("PF|FFPP!", 1), trial("PF|FPFF", 2),
                                trial("PP|PPPP", 0, "agents", "falling"),
                                trial("PP|FFPP", 0, "ice & <fire>", "rolling")})),
      agent_log(kForeign, joined({trial("PF|FFP!P", 0), trial("FF|FFFF", 1), trial("PP|PPFF", 2),
                                  trial("PP|PFFP", 0, "agents", "falling"),
                                  trial("PF|FFPF", 0, "ice & <fire>", "rolling")}))};
  Fingerprint print;
  print.agent = kNasty;
  print.detector = "pma <&>";
  print.overrides = {"bird \"red\" < 1"};
  logs[0].files[0].fingerprint = print;
  const std::vector<std::string> baseline{kForeign};
  return evaluate(logs, conventions, with_baseline ? baseline : std::vector<std::string>{});
}

inline ReportInput input_of(const Evaluation& evaluation) {
  return {
      .title = "Title <&> \"x\"",
      .made_by = "novphy <0.1>",
      .evaluation = &evaluation,
      .comparisons = compare_all(evaluation, kComparedMeasures),
      .detector_scores = {{kNasty, 5, true, {{"sma:5:0.2", 0.5, 0.4, 0.1, {}}, {"pma<", {}, {}, {}, {}}}, 0}},
      .pictures = {{"ice & <fire>", "rolling", "normal", "novel"}},
      .warnings = {"warned of <" + kNasty + ">"}};
}

inline ReportInput bare_input(const Evaluation& evaluation) {
  return {.title = "t",
          .made_by = "m",
          .evaluation = &evaluation,
          .comparisons = {},
          .detector_scores = {},
          .pictures = {},
          .warnings = {}};
}

inline std::string new_page() {
  const Evaluation evaluation = example();
  return make_report(input_of(evaluation)).html;
}

/// A report with all its sections, which is made once.
inline const std::string& full_page() {
  static const std::string page = new_page();
  return page;
}

/// The beginning or the end of an HTML element.
struct Tag {
  std::string name;
  bool ends = false;
  bool stands_alone = false;
  std::map<std::string, std::string> attributes;
};

/// Parses the text between < and >. Uses no regular expression, because a long curve would overflow its
/// stack.
inline Tag parse_tag(std::string_view inside) {
  static const std::set<std::string> kVoid{"meta", "img", "wbr", "br", "hr", "link"};
  Tag tag;
  tag.ends = inside.starts_with('/');
  if (tag.ends) inside.remove_prefix(1);
  tag.name = inside.substr(0, inside.find_first_of(" \n/"));
  REQUIRE_FALSE(tag.name.empty());
  REQUIRE(
      std::all_of(tag.name.begin(), tag.name.end(), [](unsigned char c) { return std::isalnum(c) != 0; }));
  inside.remove_prefix(tag.name.size());
  tag.stands_alone = inside.ends_with('/') || kVoid.contains(tag.name);
  for (std::size_t at = inside.find('='); at != std::string_view::npos; at = inside.find('=')) {
    const std::size_t end = inside.find('"', at + 2);
    REQUIRE((inside[at + 1] == '"' && end != std::string_view::npos));
    const std::string key(inside.substr(1, at - 1));
    const std::string value(inside.substr(at + 2, end - at - 2));
    const bool is_new = tag.attributes.emplace(key, value).second;
    REQUIRE((inside[0] == ' ' && is_new && value.find('<') == std::string::npos));
    inside.remove_prefix(end + 1);
  }
  REQUIRE(inside.find_first_not_of(" /") == std::string_view::npos);
  return tag;
}

/// All tags of a page, except for texts inside <style> and <script>.
inline std::vector<Tag> tags(const std::string& html) {
  std::vector<Tag> found;
  std::size_t at = 0;
  while ((at = html.find('<', at)) != std::string::npos) {
    const std::size_t end = html.find('>', at);
    REQUIRE(end != std::string::npos);
    const std::string inside = html.substr(at + 1, end - at - 1);
    if (!inside.starts_with('!')) found.push_back(parse_tag(inside));
    const bool is_text = inside == "style" || inside == "script";
    at = is_text ? html.find("</" + inside + ">", end) : end + 1;
  }
  return found;
}

/// The mistake in the order of a page's tags. Empty where every element that opens also closes, the last
/// element first.
inline std::string imbalance(const std::string& html) {
  std::vector<std::string> open;
  for (const Tag& tag : tags(html)) {
    if (tag.stands_alone) continue;
    if (!tag.ends) {
      open.push_back(tag.name);
      continue;
    }
    if (open.empty()) return "</" + tag.name + "> closes nothing";
    if (open.back() != tag.name) return "</" + tag.name + "> closes <" + open.back() + ">";
    open.pop_back();
  }
  return open.empty() ? "" : "<" + open.back() + "> is never closed";
}

/// The cells of each row of the first table behind `mark`.
inline std::vector<std::vector<std::string>> table_behind(const std::string& html, const std::string& mark) {
  const std::size_t begin = html.find("<table", html.find(mark));
  REQUIRE(begin != std::string::npos);
  const std::string table = html.substr(begin, html.find("</table>", begin) - begin);
  static const std::regex kRow("<tr>(.*?)</tr>");
  static const std::regex kCell("<t[hd][^>]*>(.*?)</t[hd]>");
  std::vector<std::vector<std::string>> rows;
  for (std::sregex_iterator row(table.begin(), table.end(), kRow), end; row != end; ++row) {
    const std::string cells = (*row)[1];
    rows.emplace_back();
    for (std::sregex_iterator cell(cells.begin(), cells.end(), kCell); cell != end; ++cell)
      rows.back().push_back((*cell)[1]);
  }
  return rows;
}

inline bool has_section(const std::string& html, const std::string& id) {
  return html.find("<h2 id=\"" + id + "\">") != std::string::npos;
}

/// Whether the page holds the text as a whole word.
inline bool has_word(const std::string& html, const std::string& word) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
  for (std::size_t at = html.find(word); at != std::string::npos; at = html.find(word, at + 1))
    if (at > 0 && !is_letter(html[at - 1]) && !is_letter(html[at + word.size()])) return true;
  return false;
}

/// The page without its script, whose words are not shown.
inline std::string without_script(const std::string& html) {
  const std::size_t begin = html.find("<script>");
  REQUIRE(begin != std::string::npos);
  return html.substr(0, begin);
}

inline std::set<std::string> figure_names(const ReportInput& input) {
  std::set<std::string> names;
  for (const plot::Figure& figure : report_figures(input)) CHECK(names.insert(figure.name).second);
  return names;
}

inline const plot::Figure& figure_named(const std::vector<plot::Figure>& figures, const std::string& name) {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const plot::Figure& figure) { return figure.name == name; });
  REQUIRE(found != figures.end());
  return *found;
}

/// Whether a part of the page is open at first.
inline bool is_open(const std::string& html, const std::string& id) {
  const std::size_t heading = html.find("<h2 id=\"" + id + "\">");
  REQUIRE(heading != std::string::npos);
  const std::size_t begin = html.rfind("<details class=\"part\"", heading);
  return html.substr(begin, heading - begin).find(" open=\"\"") != std::string::npos;
}

/// People with 4 novel tasks and an agent with 6.
inline Evaluation different_lengths() {
  const std::vector<AgentLog> logs{agent_log("people", trial("P|FF!FF")),
                                   agent_log("agent", trial("P|FFFFFF"))};
  return evaluate(logs, {});
}

}  // namespace novphy::test
