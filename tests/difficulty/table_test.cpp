#include <catch2/catch.hpp>
#include <fstream>

#include "base/input_error.h"
#include "evaluator/difficulty/difficulty_table.h"
#include "evaluator/report/report.h"
#include "tests/evaluator/logs.h"
#include "tests/temporary_folder.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

DifficultyRow row(const std::string& state, const std::string& dimension, std::vector<double> values) {
  return {.side = "novel", .state = state, .dimension = dimension, .values = std::move(values)};
}

DifficultyTable example() {
  DifficultyTable table{.numbers = {{"alpha", 0.5}}};
  const std::vector<std::string> novelties{"objects", "agents", "goals", "a, \"b_c\""};
  for (std::size_t i = 0; i < novelties.size(); ++i) {
    const double hard = 0.25 * static_cast<double>(i);
    DifficultyCell cell{.novelty = novelties[i], .scenario = "rolling"};
    cell.rows = {row("detection", "colour", {0.1, 0.2, 0.6}), row("detection", "together", {hard}),
                 row("adaptation", "together", {1 - hard}), row("adaptation", "time", {})};
    cell.rows.back().undefined["no time limit"] = 3;
    table.cells.push_back(std::move(cell));
  }
  table.cells[0].models = {{"colour", "random forest", false, {{"pig", {4, 3}}}}};
  return table;
}

DifficultyTable read_back(const std::string& text) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "difficulty.json").string();
  std::ofstream(file) << text;
  return read_difficulty(file);
}

std::string table_problem(const std::string& text) {
  try {
    read_back(text);
  } catch (const InputError& error) {
    return error.problems().front().message();
  }
  return "";
}

}  // namespace

TEST_CASE("a table of difficulty reads back, and undefined values are null with their reason") {
  const std::string text = difficulty_json(example());
  CHECK_THAT(text, Contains(R"("undefined":{"no time limit":3},"mean":null)"));
  const DifficultyTable found = read_back(text);
  REQUIRE(found.cells.size() == 4);
  CHECK(found.cells[3].novelty == "a, \"b_c\"");
  CHECK(mean_difficulty(found.cells[1], "detection", "together") == 0.25);
  CHECK_FALSE(mean_difficulty(found.cells[1], "adaptation", "time"));
  CHECK(found.numbers == example().numbers);
}

TEST_CASE("a summary holds mean, quartiles and an interval") {
  const auto found = summary_of(row("detection", "colour", {0.6, 0.1, 0.2})).value();
  CHECK(found.mean == Approx(0.3));
  CHECK(found.median == Approx(0.2));
  CHECK(found.first_quartile == Approx(0.15));
  CHECK(found.third_quartile == Approx(0.4));
  CHECK(found.low < 0.3);
  CHECK(found.high > 0.3);
  CHECK_FALSE(summary_of(row("detection", "colour", {})));
}

TEST_CASE("a broken difficulty file is refused with its line and place") {
  CHECK_THAT(table_problem(""), Contains("difficulty.json"));
  CHECK_THAT(table_problem(R"({"novphy_difficulty": 2, "cells": []})"), Contains("/novphy_difficulty"));
  const std::string text = difficulty_json(example());
  CHECK_THAT(table_problem(text.substr(0, text.size() / 2)), Contains("difficulty.json:1"));
  CHECK_THAT(
      table_problem(
          R"({"novphy_difficulty": 1, "cells": [{"novelty": "n", "scenario": "s", "rows": [)"
          R"({"side": "novel", "state": "detection", "dimension": "d", "values": [2], "undefined": {}}]}]})"),
      Contains("/cells/0/rows/0/values/0"));
}

TEST_CASE("text, CSV and LaTeX show means, a dash without one, and count what is undefined") {
  const std::string text = difficulty_text(example());
  CHECK_THAT(text, Contains("0.30") && Contains("undefined 12 times: time of novel tasks: no time limit") &&
                       Contains("below gamma in 1 of 4 pairs: colour, random forest"));
  const std::string csv = difficulty_csv(example());
  CHECK_THAT(csv, Contains("agents,rolling,novel,adaptation,time,0,3,,,,,,,,,no time limit\n"));
  CHECK_THAT(csv, Contains("\"a, \"\"b_c\"\"\",rolling"));
  CHECK_THAT(difficulty_latex(example()), Contains("a, \"b\\_c\" & rolling & 0.30 & - "));
  for (const std::string& shown : {text, difficulty_latex(example())})
    CHECK_THAT(shown, Contains("n = 1 to ") && Contains(" tasks or members behind each mean"));
}

TEST_CASE("an agent's achievement stands beside the difficulty of its cells") {
  Conventions conventions;
  conventions.resamples = 20;
  const std::vector<AgentLog> logs{
      agent_log("climber",
                joined({trial("PP|FFFF", 0, "objects", "rolling"), trial("PP|FFFP", 0, "agents", "rolling"),
                        trial("PP|PFPF", 0, "goals", "rolling"), trial("PP|PPPP", 0, "a, \"b_c\"", "rolling"),
                        trial("PP|PP", 0, "other", "rolling")}))};
  const Evaluation evaluation = evaluate(logs, conventions);
  const DifficultyTable table = example();
  const auto found = beside_difficulty(evaluation, table);
  REQUIRE(found.size() == 2);
  const BesideDifficulty& adaptation = found[1];
  CHECK(adaptation.measure == "aus");
  REQUIRE(adaptation.cells.size() == 4);
  CHECK(adaptation.cells[0].difficulty == 1);
  CHECK(adaptation.cells[3].achieved == 1);
  CHECK(adaptation.rank_correlation.value().rho == Approx(-1));
  CHECK(adaptation.cells[0].predicted == 0);  // the line is at -0.05
  CHECK(adaptation.cells[1].predicted == Approx(0.275));
  CHECK(adaptation.cells[3].predicted == Approx(0.925));
  ReportInput input;
  input.evaluation = &evaluation;
  CHECK_THAT(make_report(input).html, !Contains("Difficulty of the novelties"));
  input.difficulty = &table;
  const Report report = make_report(input);
  CHECK_THAT(report.html, Contains("Difficulty of the novelties") && Contains("AUS by together"));
}

TEST_CASE("heat maps of difficulty: one figure for each state with values") {
  const auto figures = difficulty_figures(example());
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].name == "difficulty_detection");
  CHECK_FALSE(plot::svg(figures[1]).empty());
  CHECK(difficulty_figures({}).empty());
  DifficultyTable many = example();
  const DifficultyCell cell = many.cells.front();
  for (int i = 0; i < 100; ++i) many.cells.emplace_back(cell).novelty = "novelty" + std::to_string(i);
  CHECK(difficulty_figures(many)[0].height_px < 2000);
  CHECK_THAT(difficulty_figures(many)[0].caption, Catch::Contains(". Shown are 24 of 10"));
}
