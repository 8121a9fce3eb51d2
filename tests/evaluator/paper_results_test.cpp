#include "evaluator/tables/paper_results.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "base/names.h"
#include "evaluator/report/report.h"
#include "tests/evaluator/trials.h"

using namespace novphy;

namespace {

/// An agent that plays every trial alike, in one cell.
AgentLog agent_in_cell(const std::string& name, std::string_view letters, const std::string& novelty,
                       const std::string& scenario, int trials = 1) {
  TrialLogs logs;
  for (int i = 0; i < trials; ++i)
    for (const Record& record : trial(letters, i, novelty, scenario)) logs.add(record);
  return {name, {}, logs};
}

/// The lines of the tables that begin so, of these agents.
std::vector<std::string> paper_lines(const std::vector<AgentLog>& agents, const std::string& beginning) {
  std::istringstream text(paper_tables(evaluate(agents, {})));
  std::vector<std::string> found;
  for (std::string line; std::getline(text, line);)
    if (line.starts_with(beginning)) found.push_back(line);
  return found;
}

double leading_number(std::string_view published) { return std::stod(std::string(published)); }

}  // namespace

TEST_CASE("the paper's tables have twelve columns for every novelty, scenario and measure") {
  CHECK(paper_agents().size() == 12);
  const std::regex number("[0-9]+\\.[0-9][0-9]±[0-9]+\\.[0-9][0-9]");
  const auto check = [&](PaperTable table, std::string_view name) {
    for (const char* measure : {"cdt", "dd", "ap", "aus_trapz"}) {
      INFO(name << " " << measure);
      const auto values = paper_results(table, name, measure);
      REQUIRE(values.size() == 12);
      const bool detection = measure[1] == 'd';
      for (std::size_t i = 0; i < values.size(); ++i) {
        const bool learns = i >= 1 && i <= 7;  // learning agents were told of the novelty
        if (learns && detection) CHECK(values[i] == "-");
        if (!learns || !detection) CHECK(std::regex_match(std::string(values[i]), number));
      }
    }
  };
  for (const std::string_view name : kNovelties) check(PaperTable::kNps, name);
  for (const std::string_view name : kScenarios) check(PaperTable::kSpn, name);
}

TEST_CASE("the paper's tables hold nothing else") {
  CHECK(paper_results(PaperTable::kNps, "rolling", "cdt").empty());
  CHECK(paper_results(PaperTable::kSpn, "objects", "cdt").empty());
  CHECK(paper_results(PaperTable::kNps, "objects", "aus").empty());
  CHECK(paper_results(PaperTable::kNps, "ice", "cdt").empty());
}

TEST_CASE("the paper's two tables have the same mean over all cells") {
  const auto mean_of = [](PaperTable table, const auto& names, std::string_view measure, std::size_t column) {
    double sum = 0;
    for (const std::string_view name : names)
      sum += leading_number(paper_results(table, name, measure)[column]);
    return sum / static_cast<double>(names.size());
  };
  for (const char* measure : {"cdt", "ap", "aus_trapz"})
    for (std::size_t column = 0; column < 12; ++column) {
      if (paper_results(PaperTable::kNps, "objects", measure)[column] == "-") continue;
      INFO(measure << " of " << paper_agents()[column]);
      CHECK(mean_of(PaperTable::kNps, kNovelties, measure, column) ==
            Approx(mean_of(PaperTable::kSpn, kScenarios, measure, column)).margin(0.006));
    }
}

TEST_CASE("each number of the paper's tables stands beside the computed one, and a difference is marked") {
  using Lines = std::vector<std::string>;
  const std::vector<AgentLog> agents{agent_in_cell("people", "P|PPPP!", "relations", "falling", 48),
                                     agent_in_cell("random sma:5:0.2", "F|FF!", "relations", "falling", 1565),
                                     agent_in_cell("another", "F|FF!", "relations", "falling")};
  CHECK(paper_lines(agents, "| novelty") ==
        Lines{"| novelty | measure | Human | printed | Random | printed |"});
  // People: 1.00±0.00 is printed for CDT. Random: 0.01±0.01 is printed.
  CHECK(paper_lines(agents, "| relations | CDT") ==
        Lines{"| relations | CDT | 1.00±0.00 | 1.00±0.00 | **1.00±0.00** | **0.01±0.01** ≠ |"});
  CHECK(paper_lines(agents, "| objects | CDT") == Lines{"| objects | CDT | - | 1.00±0.00 | - | 0.23±0.09 |"});
  CHECK(paper_lines(agents, "* Table 2, relations, CDT") ==
        Lines{"* Table 2, relations, CDT of Random: computed 1.0000±0.0000, printed 0.01±0.01"});
  CHECK(paper_lines(agents, "* Table 3, falling, DD of Human").size() == 1);
  // Of the 16 numbers of one agent in one cell, mean and error of CDT of relations agree.
  const std::vector<AgentLog> people{agents.front()};
  CHECK(paper_lines(people, "2 of 16 numbers agree. These do not:").size() == 1);
}

// With 24 of 48 players, 31 of 104 numbers were said to agree.
TEST_CASE("a column of a part of the paper's data is named and not compared") {
  const std::vector<AgentLog> part{agent_in_cell("people", "P|PPPP!", "relations", "falling", 24)};
  CHECK(paper_lines(part, "* Human: 24 of 48 players").size() == 1);
  CHECK(paper_lines(part, "| relations | DD") ==
        std::vector<std::string>{"| relations | DD | 4.00±0.00 | 1.02±0.02 |"});
  CHECK_THAT(paper_tables(evaluate(part, {})), !Catch::Contains("agree"));
}

TEST_CASE("docs/results/paper.csv shows the printed numbers of both tables") {
  std::ifstream page(NOVPHY_SOURCE_DIR "/docs/results/paper.csv");
  std::string text((std::istreambuf_iterator<char>(page)), {});
  const auto check = [&](PaperTable table, std::string_view name) {
    for (const auto& [measure, shown] :
         {std::pair{"cdt", "CDT"}, {"dd", "DD"}, {"ap", "AP"}, {"aus_trapz", "AUS"}}) {
      const auto values = paper_results(table, name, measure);
      std::string row = "," + std::string(name) + "," + shown;
      for (const std::size_t column : {0, 8, 9, 10, 11})
        row += ",[^,]+," + std::string(values[column]) + "( ≠)?";
      INFO(row);
      CHECK(std::regex_search(text, std::regex(row)));
    }
  };
  for (const std::string_view name : kNovelties) check(PaperTable::kNps, name);
  for (const std::string_view name : kScenarios) check(PaperTable::kSpn, name);
}

TEST_CASE("a table of the paper's numbers needs one agent for each of its columns") {
  const AgentLog first = agent_in_cell("datalab pma:10:1.5", "P|P!", "objects", "rolling");
  const AgentLog second = agent_in_cell("datalab sma:5:0.2", "P|P!", "objects", "rolling");
  const AgentLog other = agent_in_cell("mine", "P|P!", "objects", "rolling");
  const auto tables = [](const std::vector<AgentLog>& agents) { return paper_tables(evaluate(agents, {})); };
  CHECK_THROWS_WITH(
      tables({first, second}),
      "\"datalab pma:10:1.5\" and \"datalab sma:5:0.2\" are both Datalab of the paper: expected "
      "one of them");
  CHECK_THROWS_WITH(tables({other}), Catch::StartsWith("no agent is one of the paper's"));
  CHECK_THAT(tables({first, other}), Catch::Contains("| Datalab | printed |"));
}
