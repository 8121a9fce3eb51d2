#include "evaluator/report/report.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/names.h"
#include "evaluator/report/html.h"
#include "evaluator/report/parts.h"
#include "evaluator/tables/paper_results.h"
#include "tests/evaluator/report_page.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

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
    CHECK((families.find("<th class=\"name\">" + breakable(measure.title) + "</th>") != std::string::npos) ==
          known);
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
  CHECK(rows[4][4] == "–");
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
  CHECK(rows == std::vector<std::vector<std::string>>{
                    {"novelty", "a"}, {"ice", "1.00<small>±–, n=1</small><small>[–]</small>"}});
}

TEST_CASE(
    "a mean in a report has its plus-minus, its trials, its interval and the cells that it leaves out") {
  const auto shown = [](const TableCell& cell) {
    return table_behind(
               html_of(Table{.intervals = true, .columns = {measure_column("ap", "AP")}, .rows = {{cell}}}),
               "")
        .back()
        .front();
  };
  TableCell cell{.value = 0.65, .plus_minus = 0.13, .n = 9, .cells = 5, .defined = 5};
  CHECK(shown(cell) == "0.65<small>±0.13, n=9</small><small>[–]</small>");
  cell.defined = 3;
  cell.interval = {0.5, 0.75};
  CHECK(shown(cell) == "0.65<small>±0.13, n=9</small><small>[0.50, 0.75]</small><small>3/5 cells</small>");
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
  CHECK(summary[1][0] == "a");
  CHECK(summary[1][1] ==
        "&lt;script&gt;alert(2)&lt;/<wbr>script&gt; &lt;script&gt;alert(3)&lt;/<wbr>script&gt;");
  CHECK(summary[2][0] == "b");
  CHECK_THAT(summary[1][column("calls")], StartsWith("3.00<small>"));
  CHECK_THAT(summary[1][column("cost, $")], StartsWith("0.0025<small>"));
  CHECK(summary[2][column("cost, $")] == "–");
  CHECK(std::count(summary[0].begin(), summary[0].end(), "wall time, s") == 0);
  const auto runs = table_behind(runs_section(input).body, "<div");
  CHECK((runs[0][2] == "model" && runs[0][3] == "model_<wbr>version"));
  CHECK_THAT(runs[1][3], Contains("&lt;script&gt;alert(3)"));
  CHECK_THAT(runs_section(bare_input(example())).body, !Contains("model"));
  CHECK_THAT(summary_section(bare_input(example())).body,
             !Contains("<th>tokens") && !Contains("<th>wall time"));
}

TEST_CASE("text of a page is escaped, long names may break behind a part") {
  CHECK(escaped("a<b>&\"c'_ü") == "a&lt;b&gt;&amp;&quot;c'_ü");
  CHECK(breakable("runs/a_b:c<") == "runs/<wbr>a_<wbr>b:<wbr>c&lt;");
}

TEST_CASE("a picture stands inside the page, with a text in its place") {
  const std::string tag = inline_png("Zm9v", "x \"y\"", 150);
  CHECK(tag == "<img width=\"150\" alt=\"x &quot;y&quot;\" src=\"data:image/png;base64,Zm9v\">");
}

TEST_CASE("the files for a paper are four figures and two tables, equal for equal records") {
  const Evaluation evaluation = example();
  const PaperFiles made = paper_files(evaluation), again = paper_files(evaluation);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < made.files.size(); ++i) {
    names.push_back(made.files[i].name);
    CHECK(is_paper_file(names.back()));
    CHECK(made.files[i].bytes == again.files.at(i).bytes);
  }
  const std::vector<std::string> expected{"figure_1_agents_by_novelty.svg",
                                          "figure_1_agents_by_novelty.pdf",
                                          "figure_2_pass_rates.svg",
                                          "figure_2_pass_rates.pdf",
                                          "figure_3_detection.svg",
                                          "figure_3_detection.pdf",
                                          "figure_4_agents_by_scenario.svg",
                                          "figure_4_agents_by_scenario.pdf",
                                          "table_1_nps.tex",
                                          "table_2_spn.tex"};
  CHECK(names == expected);
  CHECK(made.warnings.empty());
  for (const char* name :
       {"figure_5.svg", "figure_1_agents_by_novelty.svg.old", "table_1_nps", "table_1_nps.svg"})
    CHECK_FALSE(is_paper_file(name));
}

TEST_CASE("each file for a paper says n and its intervals") {
  for (const NamedBytes& file : paper_files(example()).files) {
    CAPTURE(file.name);
    if (file.name.ends_with(".svg"))
      CHECK_THAT(file.bytes, Contains("<title>") && Contains("95 % ") && Contains("n = "));
    if (file.name.ends_with(".pdf")) CHECK_THAT(file.bytes, Contains("MediaBox [ 0 0 481."));
    if (file.name.ends_with(".tex"))
      CHECK_THAT(file.bytes,
                 Contains("with 95 \\% intervals (Student's over stratified trials) in brackets. n is") &&
                     Contains(" & Agent & n & CDT & DD n+1 & AP & AUS") && Contains("Overall & ") &&
                     !Contains("\\pm"));
  }
}

TEST_CASE("a figure for a paper that has nothing to show is written, and named") {
  const Evaluation told = evaluate(std::vector<AgentLog>{agent_log("a", informed(trial("P|PP")))}, {});
  const PaperFiles made = paper_files(told);
  CHECK(made.files.size() == 10);
  CHECK(made.warnings == std::vector<std::string>{"figure_3_detection is empty: no trial has its numbers"});
}

TEST_CASE("a paper's curves of many agents have a panel for each, with its band") {
  std::vector<AgentLog> logs;
  for (int i = 0; i < 7; ++i) logs.push_back(agent_log("agent " + std::to_string(i), trial("P|PF!P")));
  for (const NamedBytes& file : paper_files(evaluate(logs, {})).files)
    if (file.name == "figure_2_pass_rates.svg" || file.name == "figure_3_detection.svg")
      CHECK_THAT(file.bytes,
                 Contains(" for each agent, over all its trials, with 95 % bands (Wilson's). n = 1") &&
                     Contains("<title>agent 6\n"));
}
