#include "evaluator/tables.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "evaluator/csv.h"
#include "evaluator/text_table.h"
#include "tests/evaluator/trials.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

/// Two cells; the second has no delay.
AgentMeasures example() {
  AgentMeasures agent{"an \"agent\", named", {"a.jsonl"}, 0, {}};
  agent.measures = measure(joined({trial("P|PF!P", 0), trial("F|PP!P", 1), trial("P|PFF", 2),
                                   trial("P!|PPP", 0, "objects", "falling")}),
                           {});
  return agent;
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
  // NPS AUS of interactions: a mean that binary arithmetic may put just below the half.
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
  const std::string text = text_tables(example());
  CHECK_THAT(text, Contains("Agent an \"agent\", named (a.jsonl)"));
  CHECK_THAT(text, Contains("4 trials; AP over the last m = 2 novel tasks; alarm where the record says so"));
  CHECK_THAT(text, Contains("objects  rolling        3  0.67  2.00"));
  CHECK_THAT(text, Contains("objects  falling        1  0.00     -"));
  CHECK_THAT(text, Contains("2.00±0.00 (1/2)"));
}

TEST_CASE("what was left out is said") {
  AgentMeasures agent = example();
  agent.cut_lines = 1;
  agent.measures.cells[0].incomplete = 2;
  agent.measures.cells[0].informed = 3;
  agent.measures.cells[0].agent_errors = 4;
  agent.measures.control = {5, 1, 0.2};
  const std::string text = text_tables(agent);
  CHECK_THAT(text, Contains("1 unfinished last line"));
  CHECK_THAT(text, Contains("2 incomplete trials left out"));
  CHECK_THAT(text, Contains("3 informed trials: adaptation only"));
  CHECK_THAT(text, Contains("4 trials in which the agent could not go on"));
  CHECK_THAT(text, Contains("5 control trials without novelty: 1 with an alarm, share 0.20"));
}

TEST_CASE("every line of the CSV has as many cells as the header, undefined ones empty") {
  const AgentMeasures agent = example();
  std::istringstream stream(csv_tables(std::span(&agent, 1)));
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(split_csv(line));
  REQUIRE(lines.size() == 1 + 2 + 1 + 2);
  for (const auto& line : lines) CHECK(line.size() == lines.front().size());
  const auto& header = lines.front();
  const auto dd = static_cast<std::size_t>(std::find(header.begin(), header.end(), "dd") - header.begin());
  CHECK(lines[1][0] == agent.agent);
  CHECK(lines[1][1] == "cell");
  CHECK(lines[1][dd] == "2");
  CHECK(lines[2][dd].empty());
  CHECK(lines[2][dd + 2] == "0");
  CHECK(lines[3][1] == "nps");
  CHECK(lines[5][1] == "spn");
}

TEST_CASE("the JSON holds full precision and null where undefined") {
  const AgentMeasures agent = example();
  const auto json = nlohmann::json::parse(json_tables(std::span(&agent, 1)))["agents"][0];
  CHECK(json["agent"] == agent.agent);
  CHECK(json["cells"][0]["cdt"].get<double>() == 2.0 / 3);
  CHECK(json["cells"][0]["pass_rate"].size() == 3);
  CHECK(json["cells"][1]["dd"].is_null());
  CHECK(json["cells"][1]["trials"] == 1);
  CHECK(json["nps"][0]["novelty"] == "objects");
  CHECK(json["nps"][0]["dd"]["cells"] == 2);
  CHECK(json["nps"][0]["dd"]["defined"] == 1);
  CHECK(json["spn"].size() == 2);
  CHECK(json["control"]["false_alarms"].is_null());
  CHECK(json["conventions"]["threshold"] == 0.5);
  CHECK(json["conventions"]["m"].is_null());
}
