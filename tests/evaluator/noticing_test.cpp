#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "evaluator/compare.h"
#include "evaluator/input/playdata.h"
#include "evaluator/load.h"
#include "tests/evaluator/logs.h"

using namespace novphy;
namespace fs = std::filesystem;

namespace {

std::vector<Noticing> noticing_of(const std::vector<std::vector<Record>>& trials) {
  return noticing(tabulate(agent_log("a", joined(trials)).trials, {}, nullptr));
}

const fs::path kPlayers = fs::path(NOVPHY_SHARED) / "novphy" / "human_playdata";

std::vector<std::string> players() {
  std::vector<std::string> files;
  if (fs::exists(kPlayers))
    for (const auto& file : fs::directory_iterator(kPlayers)) files.push_back(file.path().string());
  if (files.empty()) std::cout << "SKIPPED: " << kPlayers << " is missing\n";
  std::sort(files.begin(), files.end());
  return files;
}

/// The numbers that Appendix F takes from a trial of four novel tasks.
struct Noticed {
  double delay = 5;  ///< 5 in a missed trial
  double ap = 0;
  double aus = 0;
};

/// Adds the numbers of one player's records to the cells, by "novelty scenario". Uses none of the code under
/// test.
void add(std::map<std::string, std::vector<Noticed>>& cells, const std::vector<Record>& records) {
  std::map<std::string, std::vector<Record>> trials;
  for (const Record& record : records) trials[record.novelty + " " + record.scenario].push_back(record);
  for (const auto& [cell, tasks] : trials) {
    const bool counts = std::none_of(tasks.begin(), tasks.end(), [](const Record& task) {
      return task.no_result || (task.phase == Phase::kNormal && task.alarm.value());
    });
    if (!counts) continue;
    Noticed trial;
    int place = 0;
    for (const Record& task : tasks) {
      if (task.phase != Phase::kNovel) continue;
      ++place;
      if (*task.alarm && trial.delay > place) trial.delay = place;
      if (task.passed) trial.aus += 0.25;
      if (task.passed && place > 2) trial.ap += 0.5;
    }
    REQUIRE(place == 4);
    cells[cell].push_back(trial);
  }
}

std::vector<double> values(const std::vector<Noticed>& trials, double Noticed::*member) {
  std::vector<double> found;
  for (const Noticed& trial : trials) found.push_back(trial.*member);
  return found;
}

std::vector<double> values(const std::vector<Noticed>& trials, double Noticed::*member, bool detected) {
  std::vector<double> found;
  for (const Noticed& trial : trials)
    if ((trial.delay < 5) == detected) found.push_back(trial.*member);
  return found;
}

void check_same(const std::optional<MannWhitney>& found, const std::optional<MannWhitney>& expected) {
  REQUIRE(found.has_value() == expected.has_value());
  if (!found) return;
  CHECK(found->u == expected->u);
  CHECK(found->p_normal == Approx(expected->p_normal));
  CHECK(*found->p_exact == Approx(*expected->p_exact));
}

void check_same(const std::optional<Spearman>& found, const std::optional<Spearman>& expected) {
  REQUIRE(found.has_value() == expected.has_value());
  if (!found) return;
  CHECK(found->n == expected->n);
  CHECK(found->rho == Approx(expected->rho));
  CHECK(found->p_t == Approx(expected->p_t));
}

}  // namespace

TEST_CASE("those who notice are held against those who do not, false alarms left out") {
  const auto cells = noticing_of({trial("P|F!FPP", 0), trial("P|FF!PP", 1), trial("P|FFFF", 2),
                                  trial("P|FFFP", 3), trial("P!|PPPP", 4)});
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].novelty == "objects");
  CHECK(cells[0].scenario == "rolling");
  CHECK(cells[0].detected == 2);
  CHECK(cells[0].missed == 2);
  REQUIRE(cells[0].ap_by_detection);
  CHECK(cells[0].ap_by_detection->u == 4);  // detected trials: AP 1, 1; missed trials: 0, 0.5
  CHECK(cells[0].ap_by_detection->effect == 1);
  CHECK(cells[0].aus_by_detection->u == 4);
  REQUIRE(cells[0].delay_ap);
  CHECK(cells[0].delay_ap->n == 4);
  CHECK(cells[0].delay_ap->rho == spearman(std::vector<double>{1, 2, 5, 5},  //
                                           std::vector<double>{1, 1, 0, 0.5})
                                      ->rho);
  CHECK(cells[0].delay_aus->rho == spearman(std::vector<double>{1, 2, 5, 5},  //
                                            std::vector<double>{0.5, 0.5, 0, 0.25})
                                       ->rho);
}

TEST_CASE("where all notice there is nobody to hold them against") {
  const auto cells = noticing_of({trial("P|F!P", 0), trial("P|FP!", 1), trial("P|PP!", 2)});
  REQUIRE(cells.size() == 1);
  CHECK_FALSE(cells[0].ap_by_detection);
  CHECK_FALSE(cells[0].aus_by_detection);
  CHECK_FALSE(cells[0].delay_ap);  // all trials passed the last task
  CHECK(cells[0].delay_aus);
}

TEST_CASE("one who notices is not held against one who does not") {
  const auto one = noticing_of({trial("P|F!FPP", 0), trial("P|FFFF", 1)}).at(0);
  CHECK((one.detected == 1 && one.missed == 1));
  CHECK_FALSE(one.ap_by_detection);
  CHECK_FALSE(one.aus_by_detection);
  CHECK(noticing_of({trial("P|F!FPP", 0), trial("P|FFFF", 1), trial("P|FFFF", 2)}).at(0).ap_by_detection);
}

TEST_CASE("where all notice at once no delay differs") {
  const auto cells = noticing_of({trial("P|F!P", 0), trial("P|P!F", 1), trial("P|P!P", 2)});
  CHECK_FALSE(cells.at(0).delay_ap);
  CHECK_FALSE(cells.at(0).delay_aus);
}

TEST_CASE("informed trials and trials without results say nothing of noticing") {
  CHECK(noticing_of({informed(trial("P|P!P", 0)), trial("P?|P!P", 1), trial("P!|PP", 2)}).empty());
  const auto cells = noticing_of({informed(trial("P|P!P", 0)), trial("P|PP", 1)});
  CHECK(cells.at(0).detected == 0);
  CHECK(cells.at(0).missed == 1);
}

TEST_CASE("of NovPhy's players every cell tests what their files say") {
  const auto files = players();
  if (files.empty()) return;
  std::map<std::string, std::vector<Noticed>> expected;
  for (const std::string& file : files) add(expected, read_playdata(file));
  const Loaded loaded = load(files, {});
  const auto found = noticing(tabulate(loaded.agents.at(0).trials, {}, nullptr));
  REQUIRE(found.size() == expected.size());
  int tested = 0;
  for (const Noticing& cell : found) {
    INFO(cell.novelty << " " << cell.scenario);
    const auto& trials = expected.at(cell.novelty + " " + cell.scenario);
    const auto ap = values(trials, &Noticed::ap, true);
    CHECK(cell.detected == static_cast<int>(ap.size()));
    CHECK(cell.missed == static_cast<int>(trials.size() - ap.size()));
    if (ap.size() == 1 && trials.size() == 2) {
      CHECK_FALSE((cell.ap_by_detection || cell.aus_by_detection));
      continue;
    }
    check_same(cell.ap_by_detection, mann_whitney(ap, values(trials, &Noticed::ap, false)));
    check_same(cell.aus_by_detection,
               mann_whitney(values(trials, &Noticed::aus, true), values(trials, &Noticed::aus, false)));
    const auto delay = values(trials, &Noticed::delay);
    check_same(cell.delay_ap, spearman(delay, values(trials, &Noticed::ap)));
    check_same(cell.delay_aus, spearman(delay, values(trials, &Noticed::aus)));
    if (cell.ap_by_detection || cell.delay_ap) ++tested;
  }
  CHECK(tested > 0);
  CHECK(tested < static_cast<int>(found.size()));
}

TEST_CASE("of NovPhy's players, cells where all noticed at once have no test") {
  const auto files = players();
  if (files.empty()) return;
  const Loaded loaded = load(files, {});
  const TrialTable table = tabulate(loaded.agents.at(0).trials, {}, nullptr);
  int at_once = 0;
  for (const Noticing& each : noticing(table)) {
    const bool all_at_once = std::all_of(table.rows.begin(), table.rows.end(), [&](const TrialRow& row) {
      const CellRows& of_row = table.cells[row.cell];
      const bool here = of_row.novelty == each.novelty && of_row.scenario == each.scenario;
      const bool counts = row.has_results && row.detection != Detection::kWrong;
      return !here || !counts || (row.detection == Detection::kCorrect && row.delay == 1);
    });
    if (!all_at_once) continue;
    ++at_once;
    INFO(each.novelty << " " << each.scenario);
    CHECK_FALSE(each.ap_by_detection);
    CHECK_FALSE(each.aus_by_detection);
    CHECK_FALSE(each.delay_ap);
    CHECK_FALSE(each.delay_aus);
  }
  CHECK(at_once > 0);
}
