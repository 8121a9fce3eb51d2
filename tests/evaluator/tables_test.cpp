#include "evaluator/tables/tables.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text.h"
#include "evaluator/input/csv.h"
#include "evaluator/tables/table.h"
#include "evaluator/tables/text_table.h"
#include "tests/evaluator/logs.h"
#include "tests/evaluator/trials.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

/// An evaluation of two cells. The second cell has no delay.
Evaluation two_cells() {
  TrialLogs logs;
  for (const Record& record : joined({trial("P|PF!P", 0), trial("F|PP!P", 1), trial("P|PFF", 2),
                                      trial("P!|PPP", 0, "objects", "falling")}))
    logs.add(record);
  const std::vector<AgentLog> agents{{"an \"agent\", named", {{"a.jsonl", {}, 0}}, logs}};
  return evaluate(agents, {});
}

std::string text(const Evaluation& evaluation) {
  return text_tables(evaluation.agents.front(), evaluation, default_selection());
}

}  // namespace

TEST_CASE("printed numbers are rounded half up as exact arithmetic would") {
  CHECK(rounded(0.575) == "0.58");
  CHECK(rounded(0.57499999999999996) == "0.58");
  CHECK(rounded((0.5 + 0.65) / 2) == "0.58");
  CHECK(rounded(1.005) == "1.01");
  CHECK(rounded(0.5749) == "0.57");
  CHECK(rounded(0.125) == "0.13");
  CHECK(rounded(0.994999) == "0.99");
  CHECK(rounded(0.995) == "1.00");
  CHECK(rounded(0) == "0.00");
  CHECK(rounded(22.1, 1) == "22.1");
}

TEST_CASE("the published mean 0.575 over cells prints 0.58") {
  // NPS AUS of interactions: binary arithmetic may put this mean just below 0.575.
  const std::vector<std::optional<double>> cells{0.45, 0.7, 0.525, 0.6, 0.6};
  CHECK(rounded(*mean_over_cells(cells).mean) == "0.58");
}

TEST_CASE("a text table aligns names to the left and numbers to the right, counting characters") {
  TextTable table({"name", "x"}, 1);
  table.add({"größe", "0.50±0.10"});
  table.add({"b", "-"});
  CHECK(table.text() ==
        "name           x\n"
        "größe  0.50±0.10\n"
        "b              -\n");
}

TEST_CASE("text tables show a row for each cell, undefined as a dash, and how many cells a mean leaves out") {
  const std::string tables = text(two_cells());
  CHECK_THAT(tables, Contains("Agent an \"agent\", named (a.jsonl)"));
  CHECK_THAT(tables,
             Contains("4 trials; AP over the last m = 2 novel tasks; alarm where the record says so"));
  CHECK_THAT(tables, Contains("objects  rolling        3  0.67  2.00 (n=2)"));
  CHECK_THAT(tables, Contains("objects  falling        1  0.00           -"));
  CHECK_THAT(tables, Contains("2.00±– (1/2, n=2)"));
  CHECK_THAT(tables, Contains("overall       4  0.33±0.33"));
}

TEST_CASE("what was left out is said") {
  Evaluation evaluation = two_cells();
  AgentMeasures& agent = evaluation.agents.front();
  agent.files.front().cut_lines = 1;
  agent.measures.cells[0].incomplete = 2;
  agent.measures.cells[0].informed = 3;
  agent.measures.cells[0].agent_errors = 4;
  agent.measures.control = {5, 1, 0.2};
  const std::string tables = text(evaluation);
  CHECK_THAT(tables, Contains("1 unfinished last line"));
  CHECK_THAT(tables, Contains("2 incomplete trials left out"));
  CHECK_THAT(tables, Contains("3 informed trials: adaptation only"));
  CHECK_THAT(tables, Contains("4 trials in which the agent could not go on"));
  CHECK_THAT(tables, Contains("5 control trials without novelty: 1 with an alarm, share 0.20"));
}

TEST_CASE("a mean can show its interval and its number of trials") {
  Evaluation evaluation = two_cells();
  Selection selection = parse_selection("cdt,dd");
  selection.intervals = true;
  const std::string tables = text_tables(evaluation.agents.front(), evaluation, selection);
  CHECK_THAT(tables, Contains("0.67 [0.21, 0.94] (n=3)  2.00 [–] (n=2)"));
  CHECK_THAT(tables, Contains("Intervals at 95 %"));
}

TEST_CASE("tables are followed by what their columns are") {
  Evaluation evaluation = two_cells();
  const Selection selection = parse_selection("cdt,m3");
  CHECK_THAT(column_words(evaluation, selection),
             Contains("CDT     share of trials with FP = 0 and TP > 0\n"));
  CHECK_THAT(column_words(evaluation, selection), !Contains("AUS"));
  evaluation.conventions.definitions = Definitions::kSailOnClient;
  CHECK_THAT(column_words(evaluation, parse_selection("m3")), Contains("as sail-on-client defines it"));
}

TEST_CASE("measures are chosen by family or key, in the order of the words") {
  CHECK(parse_selection("aus,cdt").measures == std::vector{index_of("aus"), index_of("cdt")});
  CHECK(parse_selection("novphy").measures.size() == 5);
  CHECK(parse_selection("all").measures.size() == measures().size());
  CHECK_THROWS_WITH(parse_selection("cdt,speed"), Contains("\"speed\" is not a measure"));
  CHECK_THROWS_AS(parse_selection(""), std::invalid_argument);
}

TEST_CASE("every line of the CSV has as many cells as the header, undefined ones empty") {
  std::istringstream stream(csv_table(two_cells()));
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(split_csv(line));
  for (const auto& line : lines) REQUIRE(line.size() == lines.front().size());
  const auto find = [&](const std::string& table, const std::string& scenario, const std::string& measure) {
    return *std::find_if(lines.begin(), lines.end(), [&](const auto& line) {
      return line[1] == table && line[3] == scenario && line[4] == measure;
    });
  };
  CHECK(find("cell", "rolling", "dd")[0] == "an \"agent\", named");
  CHECK(find("cell", "rolling", "dd")[5] == "2");
  CHECK(find("cell", "rolling", "dd")[9] == "2");
  CHECK(find("cell", "falling", "dd")[5].empty());
  CHECK(find("cell", "falling", "dd")[9] == "0");
  CHECK(find("spn", "falling", "aus")[5] == "1");
  CHECK(find("overall", "", "aus")[11] == "2");
  for (const auto& line : lines) CHECK(line[4] != "nrp");
}

TEST_CASE("the JSON holds full precision and null where undefined") {
  const auto table = nlohmann::json::parse(json_table(two_cells()));
  const auto& agent = table["agents"][0];
  CHECK(agent["agent"] == "an \"agent\", named");
  CHECK(agent["cells"][0]["measures"]["cdt"]["mean"].get<double>() == 2.0 / 3);
  CHECK(agent["cells"][0]["pass_rate"].size() == 3);
  CHECK(agent["cells"][1]["measures"]["dd"]["mean"].is_null());
  CHECK(agent["cells"][1]["measures"]["dd"]["undefined"] == 1);
  CHECK(agent["cells"][1]["trials"] == 1);
  CHECK(agent["nps"][0]["novelty"] == "objects");
  CHECK(agent["nps"][0]["measures"]["dd"]["cells"] == 2);
  CHECK(agent["nps"][0]["measures"]["dd"]["defined"] == 1);
  CHECK(agent["spn"].size() == 2);
  CHECK(agent["control"]["false_alarms"].is_null());
  CHECK_FALSE(agent["overall"]["measures"].contains("nrp"));
  CHECK(table["conventions"]["threshold"] == 0.5);
  CHECK(table["conventions"]["m"].is_null());
}

TEST_CASE("the JSON holds the curves with their bands, and Appendix F") {
  const auto agent = nlohmann::json::parse(json_table(two_cells()))["agents"][0];
  const auto& overall = agent["pass_rates"]["overall"];
  CHECK(overall["task"] == std::vector{-1, 0, 1, 2});
  CHECK(overall["rate"] == std::vector{0.75, 1.0, 0.5, 0.75});
  CHECK(overall["trials"] == std::vector{4, 4, 4, 4});
  const Interval band = wilson(3, 4);
  CHECK(overall["interval"][0] == std::vector{band.low, band.high});
  CHECK(agent["pass_rates"]["by_novelty"][0]["novelty"] == "objects");
  CHECK(agent["pass_rates"]["by_scenario"].size() == 2);
  CHECK(agent["pass_rates"]["by_cell"][1]["scenario"] == "falling");
  CHECK(agent["pass_rates"]["by_cell"][1]["rate"] == std::vector{1.0, 1.0, 1.0, 1.0});
  CHECK(agent["time_to_detection"]["rate"] == std::vector{0.0, 0.5, 0.5});
  CHECK(agent["detection_curves"]["novelty_probability"]["probability"] == std::vector{0.25, 0.0, 0.5, 0.0});
  CHECK(agent["detection_curves"]["novelty_probability_of_trials"][0]["novel"] == std::vector{0.0, 1.0, 0.0});
  CHECK(agent["detection_curves"]["amoc"]["timeliness"].size() == 101);
  const auto& noticing = agent["noticing"];
  REQUIRE(noticing.size() == 1);  // the only trial of the other cell has a false alarm
  CHECK(noticing[0]["detected"] == 2);
  CHECK(noticing[0]["missed"] == 1);
  CHECK(noticing[0]["ap_by_detection"]["p_exact"].get<double>() == Approx(2.0 / 3));
  CHECK(noticing[0]["delay_ap"]["n"] == 3);
}

TEST_CASE("the CSV holds the curves with their bands, control trials, Appendix F and detector settings") {
  const std::vector<DetectorScores> scores{
      {"an \"agent\", named", 4, false, {{"sma:5:0.2", 0.5, 0.25, 0, {}}}, 0}};
  std::istringstream stream(csv_table(two_cells(), scores));
  std::vector<std::map<std::string, std::string>> rows;
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> names = split_csv(line);
  while (std::getline(stream, line)) {
    const auto cells = split_csv(line);
    REQUIRE(cells.size() == names.size());
    rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) rows.back()[names[i]] = cells[i];
  }
  const auto find = [&](const std::map<std::string, std::string>& wanted) {
    std::vector<std::map<std::string, std::string>> found;
    for (const auto& row : rows)
      if (std::all_of(wanted.begin(), wanted.end(),
                      [&](const auto& cell) { return row.at(cell.first) == cell.second; }))
        found.push_back(row);
    REQUIRE(found.size() == 1);
    return found.front();
  };
  const auto overall =
      find({{"table", "curve"}, {"measure", "pass_rate"}, {"novelty", ""}, {"scenario", ""}, {"at", "1"}});
  CHECK(overall.at("mean") == "0.5");
  CHECK(std::stod(overall.at("low")) == Approx(wilson(2, 4).low));
  CHECK(overall.at("of_trials") == "4");
  const auto cell =
      find({{"measure", "pass_rate"}, {"novelty", "objects"}, {"scenario", "rolling"}, {"at", "-1"}});
  CHECK(std::stod(cell.at("mean")) == Approx(2.0 / 3));
  CHECK(find({{"measure", "detected_by"}, {"at", "2"}}).at("mean") == "0.5");
  CHECK(find({{"measure", "novelty_probability"}, {"at", "1"}}).at("mean") == "0.5");
  CHECK(find({{"measure", "novelty_probability_of_trial_0"}, {"at", "1"}}).at("mean") == "1");
  CHECK_NOTHROW(find({{"measure", "amoc_rate_timeliness"}, {"at", "0.5"}}));
  CHECK(find({{"measure", "amoc_timeliness"}, {"at", "0.5"}}).at("mean") == "0.5");
  CHECK(find({{"table", "control"}}).at("of_trials") == "0");
  CHECK(std::stod(find({{"table", "noticing"}, {"measure", "ap_by_detection"}}).at("p_exact")) ==
        Approx(2.0 / 3));
  CHECK(find({{"table", "sweep"}, {"measure", "pooled_cdt"}}).at("mean") == "0.25");
  CHECK(find({{"table", "sweep"}, {"measure", "dd"}}).at("setting") == "sma:5:0.2");
}

TEST_CASE("JSON and CSV hold what the paper prints for the novelties and scenarios that were played") {
  const Evaluation evaluation = two_cells();
  const auto paper = nlohmann::json::parse(json_table(evaluation))["paper"];
  REQUIRE(paper["nps"].size() == 4);  // one novelty
  REQUIRE(paper["spn"].size() == 8);  // two scenarios
  CHECK(paper["nps"][0]["novelty"] == "objects");
  CHECK(paper["nps"][0]["measure"] == "cdt");
  CHECK(paper["nps"][0]["printed"].size() == 5);  // agents that were told have no CDT
  CHECK(paper["nps"][2]["printed"].size() == 12);
  const auto& people = paper["nps"][2]["printed"][0];
  CHECK((people["agent"] == "Human" && people["mean"] == 0.95 && people["plus_minus"] == 0.02));
  const std::string csv = csv_table(evaluation);
  CHECK_THAT(csv, Contains("\nHuman,paper_nps,objects,,ap,0.95,0.02,"));
  CHECK_THAT(csv, Contains("\nHuman,paper_spn,,falling,dd,1.03,0.02,"));
  CHECK_THAT(csv, !Contains("paper_spn,,sliding"));
}

TEST_CASE("the CSV names the conventions, and the program whose form a measure has") {
  const auto agents = [](Definitions definitions) {
    Conventions conventions;
    conventions.definitions = definitions;
    conventions.m = 1;
    auto records = trial("P|PP!");
    records[0].novelty_threshold = 0.25;
    return csv_table(evaluate(std::vector{agent_log("a", records, "plan", conventions)}, conventions));
  };
  const std::string script = agents(Definitions::kParcScript);
  CHECK_THAT(script, Contains(",convention,,,definitions,,,,,,,,,,,,,,,,,,,,parc-script,\n"));
  CHECK_THAT(script, Contains(",convention,,,m,,,,,,,,,,,,,,,,,,,,1,\n"));
  CHECK_THAT(script, Contains(",convention,,,m1,,,,,,,,,,,,,,,,,,,,,\n"));
  CHECK_THAT(script, Contains("a,convention,,,own_threshold,,,0.25,0.25,,,,,,,,,,,,,,,,1 tasks,\n"));
  const auto ends = [](const std::string& text, const std::string& begin) {
    const auto at = text.find(begin);
    REQUIRE(at != std::string::npos);
    const std::string line = text.substr(at, text.find('\n', at) - at);
    return split_csv(line)[24];
  };
  CHECK(ends(script, "a,cell,objects,rolling,m2_1,") == "parc-script");
  CHECK(ends(script, "a,nps,objects,,m1,") == "parc-script");
  CHECK(ends(script, "a,cell,objects,rolling,m2,").empty());
  CHECK(ends(agents(Definitions::kNovphy), "a,cell,objects,rolling,m2_1,").empty());
}

TEST_CASE("LaTeX prints a column for each agent, and every special character as it is") {
  Evaluation evaluation = two_cells();
  evaluation.agents.front().agent = "pig_shooter & 100%";
  const std::string tables = latex_tables(evaluation, parse_selection("cdt,dd"));
  CHECK_THAT(tables, Contains("Novelty & Measure & pig\\_shooter \\& 100\\% \\\\"));
  CHECK_THAT(tables, Contains("Objects & CDT & $0.33 \\pm 0.33$ ($n=4$) \\\\"));
  CHECK_THAT(tables, Contains("Falling & CDT & $0.00 \\pm$ -- "));
  CHECK_THAT(tables, Contains(" & DD & -- "));
  CHECK_THAT(tables, Contains("\\begin{tabular}{llr}"));
}

TEST_CASE("the page on measures lists every one by its key") {
  std::ifstream page(NOVPHY_SOURCE_DIR "/docs/reference/measures.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  for (const Measure& measure : measures()) {
    INFO(measure.key);
    CHECK_THAT(text, Contains("`" + std::string(measure.key) + "`"));
    CHECK_FALSE(measure.formula.empty());
    CHECK_FALSE(measure.source.empty());
    if (!measure.same_as.empty()) CHECK_NOTHROW(index_of(measure.same_as));
  }
}

TEST_CASE("measures of the same numbers have intervals of the same kind") {
  const auto range = [](std::string_view key, Performance performance) {
    Conventions conventions;
    conventions.performance = performance;
    return range_of(measures()[index_of(key)], conventions);
  };
  for (const auto& [one, other] : {std::pair("pre_agent", "normal"), {"post_agent", "aus"}})
    CHECK(range(one, Performance::kPass) == range(other, Performance::kPass));
  CHECK(range("pre_agent", Performance::kScore) == MeasureRange::kNumber);
}

TEST_CASE("a selection tells which of its measures need a baseline") {
  CHECK(needing_baseline(default_selection()).empty());
  CHECK(needing_baseline(parse_selection("cdt,nrp,dnrp,m3,m4,regained")) == "nrp, m3, m4");
}
