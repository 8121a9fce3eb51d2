#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "evaluator/cell_measures.h"
#include "evaluator/load.h"

using namespace novphy;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

const fs::path kShared = NOVPHY_SHARED;

/// The names of the measures in the reference, and our keys.
const std::vector<std::pair<std::string, std::string>> kNumbers{
    {"CDT", "cdt"}, {"DD", "dd"}, {"AP_m2", "ap"}, {"AUS_mean", "aus"}, {"AUS_trapezoid", "aus_trapz"}};

void check_number(const std::optional<double>& found, const json& expected) {
  REQUIRE(found.has_value() == !expected.is_null());
  if (found) CHECK(*found == Approx(expected.get<double>()).epsilon(0).margin(1e-9));
}

void check_cell(const CellMeasures& cell, const json& expected) {
  INFO(cell.novelty << " " << cell.scenario);
  CHECK(cell.novelty == expected["novelty"]);
  CHECK(cell.scenario == expected["scenario"]);
  CHECK(cell.trials == expected["trials"]);
  CHECK(cell.with_results == expected["trials_with_results"]);
  CHECK(cell.correctly_detected == expected["correctly_detected"]);
  CHECK(cell.wrongly_detected == expected["wrongly_detected"]);
  for (const auto& [name, key] : kNumbers) check_number(cell.value(key).mean, expected[name]);
  REQUIRE(cell.pass_rate.size() == expected["pass_rate"].size());
  for (std::size_t i = 0; i < cell.pass_rate.size(); ++i)
    check_number(cell.pass_rate[i], expected["pass_rate"][i]);
}

void check_rows(const std::vector<MeanRow>& rows, const json& expected, const std::string& dimension) {
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    INFO(rows[i].name);
    CHECK(rows[i].name == expected[i][dimension]);
    for (const auto& [name, key] : kNumbers) {
      const CellMean& mean = rows[i].mean(key);
      check_number(mean.mean, expected[i][name]["mean"]);
      if (mean.defined >= 2)
        check_number(mean.plus_minus, expected[i][name]["se"]);
      else
        CHECK_FALSE(mean.plus_minus);  // one cell has no standard error
      CHECK(mean.cells == expected[i][name]["cells"]);
      CHECK(mean.defined == expected[i][name]["defined"]);
    }
  }
}

Measures measure_players(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path().string());
  Conventions conventions;
  conventions.m = 2;
  const Loaded loaded = load(files, conventions);
  REQUIRE(loaded.agents.size() == 1);
  return measure(loaded.agents.front().trials, conventions);
}

void check_players(const fs::path& players, const fs::path& golden) {
  const json expected = json::parse(std::ifstream(golden));
  const Measures found = measure_players(players);
  REQUIRE(found.cells.size() == expected["cells"].size());
  for (std::size_t i = 0; i < found.cells.size(); ++i) check_cell(found.cells[i], expected["cells"][i]);
  check_rows(found.nps, expected["NPS"], "novelty");
  check_rows(found.spn, expected["SPN"], "scenario");
}

}  // namespace

TEST_CASE("players of our own come out to 1e-9: cells, NPS and SPN") {
  const fs::path folder = fs::path(NOVPHY_SOURCE_DIR) / "tests/evaluator/golden";
  check_players(folder / "players", folder / "players.json");
}

TEST_CASE("NovPhy's 24 players come out to 1e-9") {
  const fs::path golden = kShared / "golden" / "human_24_players.json";
  const fs::path players = kShared / "novphy" / "human_playdata";
  if (!fs::exists(golden) || !fs::exists(players)) {
    std::cout << "SKIPPED: " << golden << " or " << players << " is missing\n";
    return;
  }
  check_players(players, golden);
}
