#include "evaluator/report/report.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/names.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"
#include "evaluator/tables/paper_results.h"
#include "tests/evaluator/logs.h"

using namespace novphy;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kNasty = "a<b>&\"c_d";
const std::string kNastyEscaped = "a&lt;b&gt;&amp;&quot;c_d";
const std::string kForeign = "größe_日本";

/// Two agents on one plan with three cells. The second agent is the baseline. No trial of "ice & <fire>" is
/// detected.
Evaluation example(bool with_baseline = true) {
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

ReportInput input_of(const Evaluation& evaluation) {
  return {
      .title = "Title <&> \"x\"",
      .made_by = "novphy <0.1>",
      .evaluation = &evaluation,
      .comparisons = compare_all(evaluation, kComparedMeasures),
      .detector_scores = {{kNasty, 5, true, {{"sma:5:0.2", 0.5, 0.4, 0.1, {}}, {"pma<", {}, {}, {}, {}}}, 0}},
      .pictures = {{"ice & <fire>", "rolling", "normal", "novel"}},
      .warnings = {"warned of <" + kNasty + ">"}};
}

ReportInput bare_input(const Evaluation& evaluation) {
  return {.title = "t",
          .made_by = "m",
          .evaluation = &evaluation,
          .comparisons = {},
          .detector_scores = {},
          .pictures = {},
          .warnings = {}};
}

std::string new_page() {
  const Evaluation evaluation = example();
  return make_report(input_of(evaluation)).html;
}

/// A report with all its sections, which is made once.
const std::string& full_page() {
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
Tag parse_tag(std::string_view inside) {
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
std::vector<Tag> tags(const std::string& html) {
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
std::string imbalance(const std::string& html) {
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
std::vector<std::vector<std::string>> table_behind(const std::string& html, const std::string& mark) {
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

bool has_section(const std::string& html, const std::string& id) {
  return html.find("<h2 id=\"" + id + "\">") != std::string::npos;
}

/// Whether the page holds the text as a whole word.
bool has_word(const std::string& html, const std::string& word) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
  for (std::size_t at = html.find(word); at != std::string::npos; at = html.find(word, at + 1))
    if (at > 0 && !is_letter(html[at - 1]) && !is_letter(html[at + word.size()])) return true;
  return false;
}

/// The page without its script, whose words are not shown.
std::string without_script(const std::string& html) {
  const std::size_t begin = html.find("<script>");
  REQUIRE(begin != std::string::npos);
  return html.substr(0, begin);
}

std::set<std::string> figure_names(const ReportInput& input) {
  std::set<std::string> names;
  for (const plot::Figure& figure : report_figures(input)) CHECK(names.insert(figure.name).second);
  return names;
}

const plot::Figure& figure_named(const std::vector<plot::Figure>& figures, const std::string& name) {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const plot::Figure& figure) { return figure.name == name; });
  REQUIRE(found != figures.end());
  return *found;
}

/// Whether a part of the page is open at first.
bool is_open(const std::string& html, const std::string& id) {
  const std::size_t heading = html.find("<h2 id=\"" + id + "\">");
  REQUIRE(heading != std::string::npos);
  const std::size_t begin = html.rfind("<details class=\"part\"", heading);
  return html.substr(begin, heading - begin).find(" open=\"\"") != std::string::npos;
}

/// People with 4 novel tasks and an agent with 6.
Evaluation different_lengths() {
  const std::vector<AgentLog> logs{agent_log("people", trial("P|FF!FF")),
                                   agent_log("agent", trial("P|FFFFFF"))};
  return evaluate(logs, {});
}

}  // namespace

TEST_CASE("in a report everything that opens closes, in order") { CHECK(imbalance(full_page()).empty()); }

TEST_CASE("a report without comparisons, scores, pictures and baseline is well formed, too") {
  const Evaluation evaluation = example(false);
  CHECK(imbalance(make_report(bare_input(evaluation)).html).empty());
}

TEST_CASE("a report shows every name as it is") {
  const std::string& html = full_page();
  CHECK(html.find(kNasty) == std::string::npos);
  CHECK_THAT(html, Contains(kNastyEscaped));
  CHECK_THAT(html, Contains("a&lt;b&gt;&amp;&quot;c_<wbr>d"));
  CHECK_THAT(html, Contains(kForeign));
  CHECK_THAT(html, Contains("größe_<wbr>日本"));
  CHECK_THAT(html, Contains("<title>Title &lt;&amp;&gt; &quot;x&quot;</title>"));
  CHECK_THAT(html, Contains("Made by novphy &lt;0.1&gt;."));
  CHECK_THAT(html, Contains("Warning: warned of &lt;" + kNastyEscaped + "&gt;"));
  CHECK_THAT(html, Contains("ice &amp; &lt;fire&gt;"));
  CHECK_THAT(html, Contains("pma &lt;&amp;&gt;"));
  CHECK_THAT(html, Contains("bird &quot;red&quot; &lt; 1"));
  CHECK_THAT(html, Contains("pma&lt;"));
}

TEST_CASE("every ampersand of a report begins a character") {
  const std::string html = without_script(full_page());
  static const std::regex kCharacter("^&(amp|lt|gt|quot|#[0-9]+);");
  for (std::size_t at = html.find('&'); at != std::string::npos; at = html.find('&', at + 1))
    CHECK(std::regex_search(html.substr(at, 8), kCharacter));
}

TEST_CASE("no two elements of a report have the same id, and every link leads to one") {
  std::set<std::string> ids;
  std::set<std::string> wanted;
  for (const Tag& tag : tags(full_page())) {
    if (tag.attributes.contains("id")) CHECK(ids.insert(tag.attributes.at("id")).second);
    for (const char* key : {"href", "xlink:href"})
      if (const auto link = tag.attributes.find(key);
          link != tag.attributes.end() && link->second.starts_with('#'))
        wanted.insert(link->second.substr(1));
  }
  CHECK(ids.count("nps") == 1);
  CHECK(std::includes(ids.begin(), ids.end(), wanted.begin(), wanted.end()));
}

TEST_CASE("a report loads nothing") {
  const std::string& html = full_page();
  for (const Tag& tag : tags(html))
    for (const char* key : {"href", "xlink:href", "src"})
      if (const auto link = tag.attributes.find(key); link != tag.attributes.end())
        CHECK((link->second.starts_with('#') || link->second.starts_with("data:image/png;base64,")));
  CHECK(html.find("@import") == std::string::npos);
  CHECK(html.find("<script>") == html.rfind("<script"));  // the page's own script, which has no src
  for (std::size_t at = html.find("url("); at != std::string::npos; at = html.find("url(", at + 1))
    CHECK(html[at + 4] == '#');
}

TEST_CASE("a report of the same input has the same bytes") { CHECK(full_page() == new_page()); }

TEST_CASE("the glossary holds every measure that is defined, and no other") {
  const Evaluation evaluation = example();
  const std::string glossary = glossary_section(evaluation).body;
  int defined = 0;
  for (std::size_t i = 0; i < measures().size(); ++i) {
    const bool any =
        std::any_of(evaluation.agents.begin(), evaluation.agents.end(), [&](const AgentMeasures& agent) {
          return std::any_of(agent.measures.cells.begin(), agent.measures.cells.end(),
                             [&](const CellMeasures& cell) { return cell.values[i].mean.has_value(); });
        });
    defined += any ? 1 : 0;
    INFO(measures()[i].key);
    const std::string code = "<code>" + std::string(measures()[i].key) + "</code>";
    CHECK((glossary.find(code) != std::string::npos) == any);
  }
  CHECK(defined > 30);
  CHECK(defined < static_cast<int>(measures().size()));
  CHECK(glossary_section(example(false)).body.find("<code>nrp</code>") == std::string::npos);
}

TEST_CASE("every measure that the report shows is defined in its glossary") {
  const Evaluation evaluation = example();
  const std::string glossary = glossary_section(evaluation).body;
  const std::string families = families_section(evaluation).body;
  const std::string cells = cells_section(evaluation, shown_part(evaluation)).body;
  for (const Measure& measure : measures()) {
    INFO(measure.key);
    const bool known = glossary.find("<code>" + std::string(measure.key) + "</code>") != std::string::npos;
    const std::string title = escaped(measure.title);
    CHECK((families.find("<th class=\"name\">" + title + "</th>") != std::string::npos) == known);
    CHECK((cells.find("<h3>" + title + "</h3>") != std::string::npos) == (known && measure.same_as.empty()));
  }
}

TEST_CASE("undefined is a dash in a report, never a number") {
  const Evaluation evaluation = example();
  const std::string html = make_report(input_of(evaluation)).html;
  const std::string body = without_script(html);
  for (const std::string word : {"nan", "NaN", "inf", "null"}) {
    INFO(word);
    CHECK_FALSE(has_word(body, word));
  }
  CHECK(html_of(CellMean{}, 0) == "–");
  const auto rows = table_behind(means_section(evaluation, true).body, "<h3>DD</h3>");
  CHECK(rows.back().at(0) == "ice &amp; &lt;fire&gt;");
  CHECK(rows.back().at(1) == "–");
  const auto maps = table_behind(cells_section(evaluation, shown_part(evaluation)).body, "<h3>CDT</h3>");
  CHECK(maps.at(1) ==
        std::vector<std::string>{"objects", "<a href=\"#play-0-0\">0.67</a><small>n 3</small>", "–"});
}

TEST_CASE("what there is nothing to say of has no section") {
  const std::string& full = full_page();
  for (const char* id : {"summary", "comparison", "sweep", "tasks", "classes", "noticing", "plays", "runs"}) {
    INFO(id);
    CHECK(has_section(full, id));
    CHECK_THAT(full, Contains("<a href=\"#" + std::string(id) + "\">"));
  }
  const Evaluation plain = example(false);
  const std::string bare = make_report(bare_input(plain)).html;
  CHECK(has_section(bare, "summary"));
  for (const char* id : {"comparison", "sweep", "tasks", "classes"}) {
    INFO(id);
    CHECK_FALSE(has_section(bare, id));
    CHECK(bare.find("\"#" + std::string(id)) == std::string::npos);
  }
}

TEST_CASE("sections stand in their order, behind links to them, and one without a body is left out") {
  const std::vector<Section> sections{{.id = "b", .title = "B & b", .body = "<p>1</p>\n"},
                                      {.id = "none", .title = "None", .body = ""},
                                      {.id = "a", .title = "A", .body = "<p>2</p>\n", .folded = true}};
  CHECK(html_of(sections) ==
        "<nav><a href=\"#b\">B &amp; b</a><a href=\"#a\">A</a></nav>\n"
        "<details class=\"part\" open=\"\"><summary><h2 id=\"b\">B &amp; "
        "b</h2></summary>\n<p>1</p>\n</details>\n"
        "<details class=\"part\"><summary><h2 id=\"a\">A</h2></summary>\n<p>2</p>\n</details>\n");
  CHECK(html_of(std::vector<Section>{}) == "<nav></nav>\n");
}

TEST_CASE("a heading within a section has no link") {
  const std::vector<Section> sections{{.id = "a", .title = "A", .body = "<h2 id=\"b\">B</h2>\n"}};
  CHECK_THAT(html_of(sections), StartsWith("<nav><a href=\"#a\">A</a></nav>\n"));
}

TEST_CASE("noticing has no section where no test is defined") {
  const std::vector<AgentLog> logs{agent_log("a", joined({trial("P|P!F", 0), trial("P|P!P", 1)}))};
  CHECK(noticing_section(evaluate(logs, {})).body.empty());
}

TEST_CASE("a report of detections, of informed trials or of nothing complete is a page, too") {
  for (const auto& records : {trial("P?|P?P!"), informed(trial("P|PP")), trial("PP"), trial("|P")}) {
    const Evaluation evaluation = evaluate(std::vector<AgentLog>{agent_log("a", records)}, {});
    const std::string html = make_report(bare_input(evaluation)).html;
    CHECK(imbalance(html).empty());
    CHECK_FALSE(has_word(without_script(html), "nan"));
  }
  const Evaluation nobody = evaluate(std::vector<AgentLog>{}, {});
  CHECK(imbalance(make_report(bare_input(nobody)).html).empty());
}

TEST_CASE("the paper's columns stand beside these runs") {
  const Evaluation evaluation = example();
  const auto rows = table_behind(means_section(evaluation, true).body, "<h3>CDT</h3>");
  REQUIRE(rows.size() == 5);
  CHECK(rows[0] == std::vector<std::string>{"", "these runs", "NovPhy paper, Table 2"});
  const auto& heading = rows[1];
  CHECK(heading == std::vector<std::string>{"novelty", "a&lt;b&gt;&amp;&quot;c_<wbr>d", "größe_<wbr>日本",
                                            "Human", "Datalab", "Eagle's Wing", "Pig Shooter", "Random"});
  CHECK(rows[2][0] == "objects");
  CHECK(rows[2][3] == "1.00<small>±0.00</small>");
  CHECK(rows[2][4] == "0.65<small>±0.13</small>");
  CHECK(rows[3][0] == "agents");
  CHECK(rows[3][7] == "0.24<small>±0.07</small>");
  CHECK(rows[4][4].empty());
  for (const auto& row : rows)
    if (&row != &rows.front()) CHECK(row.size() == heading.size());
  const auto scenarios = table_behind(means_section(evaluation, false).body, "<h3>AP</h3>");
  CHECK(scenarios[0].back() == "NovPhy paper, Table 3");
  CHECK(scenarios[1].size() == 1 + 2 + 12);
  CHECK(scenarios[2][0] == "rolling");
  CHECK(scenarios[2][3] == "0.88<small>±0.03</small>");
}

TEST_CASE("runs of other novelties have no columns of the paper") {
  const std::vector<AgentLog> logs{agent_log("a", trial("P|P!F", 0, "ice", "loops"))};
  const auto rows = table_behind(means_section(evaluate(logs, {}), true).body, "<h3>CDT</h3>");
  CHECK(rows ==
        std::vector<std::vector<std::string>>{{"novelty", "a"}, {"ice", "1.00<small>±0.00, n 1</small>"}});
}

TEST_CASE(
    "a mean in a report has its plus-minus, its trials, its interval and the cells that it leaves out") {
  CHECK(html_of({0.65, 0.13, 5, 5, {}}, 9) == "0.65<small>±0.13, n 9</small>");
  CHECK(html_of({0.65, 0.13, 5, 3, Interval{0.5, 0.75}}, 9) ==
        "0.65<small>±0.13, n 9</small><small>[0.50, 0.75]</small><small>3/5 cells</small>");
}

TEST_CASE("the heat maps of a report are those of measures that any agent has") {
  const Evaluation evaluation = example(false);
  const std::set<std::string> names = figure_names(bare_input(evaluation));
  CHECK(names.count("heat_map_cdt") == 1);
  CHECK_FALSE(names.contains("heat_map_nrp"));
  CHECK_FALSE(names.contains("heat_map_m2"));  // m2 shows the same numbers as cdt
}

TEST_CASE("a report has the papers' figures, and none without a value") {
  const Evaluation evaluation = example();
  const std::set<std::string> names = figure_names(input_of(evaluation));
  for (const char* name : {"agents_by_novelty", "agents_by_scenario", "pass_rates_by_novelty",
                           "pass_rates_by_scenario", "pass_rates_by_cell", "detection_by_novelty",
                           "time_to_detection", "novelty_probability_mean", "novelty_probability_of_trials",
                           "amoc_curve", "detector_settings", "noticing_mann_whitney", "noticing_spearman"}) {
    INFO(name);
    CHECK(names.count(name) == 1);
  }
  const Evaluation told = evaluate(std::vector<AgentLog>{agent_log("a", informed(trial("P|PP")))}, {});
  for (const std::string& name : figure_names(bare_input(told))) {
    INFO(name);
    CHECK((name.starts_with("agents_by") || name.starts_with("pass_rates") || name.starts_with("heat_map")));
  }
}

TEST_CASE("the figure of all cells has a panel for each, with the rates and bands of its agents as hints") {
  const Evaluation evaluation = example();
  const auto figures = report_figures(bare_input(evaluation));
  const plot::Figure& cells = figure_named(figures, "pass_rates_by_cell");
  std::vector<std::string> texts;
  for (const plot::Hint& hint : cells.hints) texts.push_back(hint.text);
  const std::string second = "objects, rolling\ntask, counted from the change: 0\n" + kNasty +
                             ": 0.33 [0.06, 0.79], n = 3\n" + kForeign + ": 0.33 [0.06, 0.79], n = 3";
  CHECK(std::count(texts.begin(), texts.end(), second) == 1);
  const auto of_cell = [&](const std::string& cell) {
    return std::count_if(texts.begin(), texts.end(),
                         [&](const auto& text) { return text.starts_with(cell); });
  };
  CHECK(of_cell("objects, rolling") == 6);
  CHECK(of_cell("agents, falling") == 6);
  CHECK(of_cell("objects, falling") == 0);
}

TEST_CASE("delays of trials of different lengths are shown with a note, those of equal lengths without") {
  const Evaluation evaluation = different_lengths();
  const std::string note =
      "In DD n+1, a trial without correct detection counts as n + 1, as in adapted after one without two "
      "passes in a row: as 5 with 4 novel tasks (people), "
      "as 7 with 6 novel tasks (agent)";
  CHECK_THAT(lengths_note(evaluation), Contains(note));
  const auto figures = report_figures(bare_input(evaluation));
  const auto same = evaluate(
      std::vector<AgentLog>{agent_log("people", trial("P|FF!FF")), agent_log("agent", trial("P|FFFF"))}, {});
  const auto plain = report_figures(bare_input(same));
  for (const char* name :
       {"agents_by_novelty", "agents_by_scenario", "heat_map_restricted_dd", "heat_map_dd"})
    CHECK(figure_named(figures, name).height_px > figure_named(plain, name).height_px);
  CHECK(figure_named(figures, "heat_map_cdt").height_px == figure_named(plain, "heat_map_cdt").height_px);
  CHECK_THAT(figure_named(figures, "agents_by_novelty").hints.at(0).text, !Contains("see note"));
  const auto& hints = figure_named(figures, "agents_by_scenario").hints;
  CHECK(std::any_of(hints.begin(), hints.end(), [](const plot::Hint& hint) {
    return hint.text.find("DD n+1 (see note): 7.00") != std::string::npos;
  }));
  for (const Section& section : {summary_section(bare_input(evaluation)), families_section(evaluation),
                                 cells_section(evaluation, shown_part(evaluation))})
    CHECK_THAT(section.body, Contains(note));
  CHECK(lengths_note(example()).empty());
  CHECK_THAT(summary_section(bare_input(example())).body, !Contains("Note:"));
}

TEST_CASE("an agent without a value has no column, no panel and no place in a figure") {
  const std::vector<AgentLog> logs{agent_log("alone", trial("P|FF!FF")),
                                   agent_log("told", informed(trial("P|FPFF")), "other")};
  const Evaluation evaluation = evaluate(logs, {});
  const std::string means = means_section(evaluation, true).body;
  CHECK(table_behind(means, "<h3>CDT</h3>").at(1).at(1) == "alone");
  CHECK(table_behind(means, "<h3>CDT</h3>").at(1).at(2) == "Human");
  CHECK(table_behind(means, "<h3>AP</h3>").at(1).at(2) == "told");
  const auto figures = report_figures(bare_input(evaluation));
  for (const plot::Hint& hint : figure_named(figures, "agents_by_novelty").hints)
    if (hint.text.find("\nCDT") != std::string::npos) CHECK_THAT(hint.text, !Contains("told"));
  const Evaluation told = evaluate(std::vector<AgentLog>{logs[1]}, {});
  CHECK_THAT(summary_section(bare_input(told)).body, !Contains("CDT") && Contains("AP"));
  CHECK_THAT(means_section(told, false).body, !Contains("<h3>CDT</h3>") && Contains("<h3>AP</h3>"));
}

TEST_CASE("parts of a report fold, and those that few need are folded at first") {
  const std::string& html = full_page();
  for (const char* id : {"summary", "agents", "curves", "detection", "nps", "spn", "cells", "runs"})
    CHECK(is_open(html, id));
  for (const char* id : {"families", "plays", "definitions"}) CHECK_FALSE(is_open(html, id));
  CHECK_THAT(html, Contains("<details open=\"\"><summary><h3>CDT</h3>"));
  CHECK_THAT(html, Contains("<details><summary><h3>WDT</h3>"));
}

TEST_CASE("a report looks apart in the dark and on paper") {
  const std::string& html = full_page();
  CHECK_THAT(html, Contains("@media screen and (prefers-color-scheme: dark)"));
  CHECK_THAT(html, Contains("@media print"));
  CHECK_THAT(html, Contains("details:not([open]) { display: none; }"));
}

TEST_CASE("a report names files that do not say what made them") {
  Evaluation evaluation = example();
  CHECK_THAT(
      runs_section(bare_input(evaluation)).body,
      Contains("<p>" + kForeign + ": the file größe_<wbr>日本.jsonl does not say which program made it"));
  evaluation.agents[1].files.push_back({"more.jsonl", {}, 0});
  CHECK_THAT(runs_section(bare_input(evaluation)).body,
             Contains(": 2 files (the first: größe_<wbr>日本.jsonl) do not say which program made them"));
}

TEST_CASE("a number of a report leads to the trial behind it, and that to its film") {
  const Evaluation evaluation = example();
  const std::string html = make_report(input_of(evaluation)).html;
  CHECK_THAT(html, Contains("<tr id=\"play-0-2\">"));
  const auto rows = [&] {
    std::string section = plays_section(input_of(evaluation)).body;
    for (std::size_t at = section.find("<tr id="); at != std::string::npos; at = section.find("<tr id="))
      section.replace(at, section.find('>', at) - at, "<tr");
    return table_behind(section, "plays");
  }();
  CHECK(rows.at(1) == std::vector<std::string>{
                          kNastyEscaped, "objects", "rolling", "3", "0", "PP|PF!PP", "novel task 2", "",
                          "<code>novphy film 'a&lt;b&gt;&amp;&quot;c_d.jsonl' --all --cell "
                          "rolling/objects --trial 0 --out rolling_objects_0.mp4</code>"});
  CHECK(rows.at(3).at(2) == "rolling");
  CHECK(rows.at(3).at(5) == "PP|FFPP");
  CHECK(rows.at(3).at(6) == "missed");
  CHECK(rows.at(3).at(7) == "<a href=\"#task-0\">picture</a>");
  CHECK_THAT(rows.at(3).at(8), Contains("--cell 'rolling/ice &amp; &lt;fire&gt;'"));
  CHECK(rows.at(4).back() == "–");  // its file has no fingerprint, so nothing can be played again
  const Evaluation cut = evaluate(std::vector<AgentLog>{agent_log("a", trial("PP|"))}, {});
  CHECK_THAT(plays_section(bare_input(cut)).body, Contains("<tr id=\"play-0-0\">") &&
                                                      Contains("<td>0</td><td>–</td>") &&
                                                      !Contains("novphy film"));
}

TEST_CASE("a trial whose plays have a picture beside the page links the picture") {
  const Evaluation evaluation = example();
  ReportInput input = input_of(evaluation);
  CHECK_THAT(plays_section(input).body, !Contains(">plays</a>"));
  input.plays = {{0, 1, "plays/a&b.png"}};
  const std::string section = plays_section(input).body;
  const auto row = section.find("<tr id=\"play-0-1\">");
  REQUIRE(row != std::string::npos);
  CHECK_THAT(section.substr(row, section.find("</tr>", row) - row),
             Contains("<a href=\"plays/a&amp;b.png\">plays</a>"));
  const auto link = section.find(">plays</a>");
  CHECK(section.find(">plays</a>", link + 1) == std::string::npos);
}

namespace {

/// Agents with a trial in each cell of the grid, or only on its diagonal.
Evaluation many(int agents, int novelties, int scenarios, bool diagonal = false) {
  Conventions conventions;
  conventions.resamples = 0;
  std::vector<AgentLog> logs;
  for (int agent = 0; agent < agents; ++agent) {
    std::vector<Record> records;
    for (int n = 0; n < novelties; ++n)
      for (int s = 0; s < scenarios; ++s)
        if (!diagonal || n == s)
          for (const Record& record : trial(agent % 2 == 0 ? "P|P!" : "P|F", 0, "novelty" + std::to_string(n),
                                            "scenario" + std::to_string(s)))
            records.push_back(record);
    logs.push_back(agent_log("agent" + std::to_string(agent), records));
  }
  return evaluate(logs, conventions);
}

/// "Shown are ..." at the end of a figure's caption.
std::string note_of(const std::vector<plot::Figure>& figures, const std::string& name) {
  const std::string& caption = figure_named(figures, name).caption;
  const std::size_t at = caption.find(". Shown are ");
  return at == std::string::npos ? "" : caption.substr(at + 2);
}

}  // namespace

TEST_CASE("figures of very many agents or novelty-scenarios show some, and their captions say how many") {
  const std::string agents = "12 of 250 agents, from the highest to the lowest AP";
  struct Row {
    Evaluation evaluation;
    std::string by_novelty, by_scenario, by_cell, of_agents;
  };
  const Row rows[] = {{many(3, 8, 5), "", "", "", ""},
                      {many(24, 2, 1), "", "", "", ""},
                      {many(250, 2, 1), agents, agents, agents, agents},
                      {many(2, 250, 4), "24 of 250 novelties", "", "24 of 250 novelties", ""},
                      {many(1, 30, 30), "24 of 30 novelties", "12 of 30 scenarios",
                       "24 of 30 novelties and 12 of 30 scenarios", ""},
                      {many(1, 1000, 1000, true), "24 of 1000 novelties", "12 of 1000 scenarios",
                       "24 of 1000 novelties and 12 of 1000 scenarios", ""}};
  for (const Row& row : rows) {
    const auto figures = report_figures(bare_input(row.evaluation));
    const auto sentence = [](const std::string& note) { return note.empty() ? "" : "Shown are " + note; };
    CHECK(note_of(figures, "agents_by_novelty") == sentence(row.by_novelty));
    CHECK(note_of(figures, "pass_rates_by_scenario") == sentence(row.by_scenario));
    CHECK(note_of(figures, "pass_rates_by_cell") == sentence(row.by_cell));
    CHECK(note_of(figures, "heat_map_ap") == sentence(row.by_cell));
    CHECK(note_of(figures, "time_to_detection") == sentence(row.of_agents));
    for (const plot::Figure& figure : figures) CHECK(figure.height_px <= 12'000);
  }
}

TEST_CASE("a page of very many agents holds the rows of all, and the heat maps and comparisons of some") {
  const Evaluation evaluation = many(30, 1, 1);
  ReportInput input = bare_input(evaluation);
  input.comparisons = compare_all(evaluation, kComparedMeasures);
  const std::string page = make_report(input).html;
  CHECK(imbalance(page).empty());
  for (int agent = 0; agent < 30; ++agent)
    CHECK(has_word(summary_section(input).body, "agent" + std::to_string(agent)));
  CHECK_THAT(page, Contains("Shown are 12 of 30 agents, from the highest to the lowest AP. Holm's correction "
                            "covers the 435 comparisons of all agents."));
  const std::string maps = cells_section(evaluation, shown_part(evaluation)).body;
  CHECK_THAT(maps, Contains("<p class=\"note\">Shown are 12 of 30 agents"));
}

TEST_CASE("a report shows models and what playing cost where they are known, and escapes their names") {
  auto records = joined({trial("P|PF", 0), trial("P|PF", 1)});
  for (Record& record : records) {
    record.usage = {.calls = 3, .tokens_in = 2'000, .cost = 0.0025};
    record.reported_text = record.error = "<script>alert(1)</script>";
  }
  AgentLog log = agent_log("a", records);
  Fingerprint print;
  print.agent = "a";
  print.model = "<script>alert(2)</script>";
  print.model_version = "<script>alert(3)</script>";
  log.files[0].fingerprint = print;
  const Evaluation evaluation = evaluate(std::vector{log, agent_log("b", trial("P|PF"))}, {});
  const ReportInput input = bare_input(evaluation);
  const std::string page = make_report(input).html;
  CHECK_THAT(page, !Contains("<script>alert"));
  CHECK(imbalance(page).empty());
  const auto summary = table_behind(summary_section(input).body, "cells");
  const auto column = [&](const std::string& title) {
    const auto found = std::find(summary[0].begin(), summary[0].end(), title);
    REQUIRE(found != summary[0].end());
    return static_cast<std::size_t>(found - summary[0].begin());
  };
  CHECK(summary[1][0] ==
        "a<small>&lt;script&gt;alert(2)&lt;/script&gt; &lt;script&gt;alert(3)&lt;/script&gt;</small>");
  CHECK(summary[2][0] == "b");
  CHECK_THAT(summary[1][column("calls")], StartsWith("3.00<small>"));
  CHECK_THAT(summary[1][column("cost, $")], StartsWith("0.0025<small>"));
  CHECK(summary[2][column("cost, $")] == "–");
  CHECK(std::count(summary[0].begin(), summary[0].end(), "wall time, s") == 0);
  const auto runs = table_behind(runs_section(input).body, "<div");
  CHECK((runs[0][2] == "model" && runs[0][3] == "its version"));
  CHECK_THAT(runs[1][3], Contains("&lt;script&gt;alert(3)"));
  CHECK_THAT(runs_section(bare_input(example())).body, !Contains("model"));
  CHECK_THAT(summary_section(bare_input(example())).body, !Contains("tokens") && !Contains("wall time"));
}

TEST_CASE("text of a page is escaped, long names may break behind a part") {
  CHECK(escaped("a<b>&\"c'_ü") == "a&lt;b&gt;&amp;&quot;c'_ü");
  CHECK(breakable("runs/a_b:c<") == "runs/<wbr>a_<wbr>b:<wbr>c&lt;");
}

TEST_CASE("a picture stands inside the page, with a text in its place") {
  const std::string tag = inline_png("Zm9v", "x \"y\"", 150);
  CHECK(tag == "<img width=\"150\" alt=\"x &quot;y&quot;\" src=\"data:image/png;base64,Zm9v\">");
}
