#include "bench/experiments/checked.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/names.h"
#include "base/parallel.h"
#include "evaluator/input/playdata.h"

namespace novphy {
namespace {

/// The damage that a bird did to the object that birds touched first; 0 where this object is a pig.
double first_touch_damage(const Task& task, const PlayAnalysis& analysis) {
  if (!analysis.first_touched) return 0;
  const int first = *analysis.first_touched;
  if (task.objects[static_cast<std::size_t>(first)].type.starts_with("pig")) return 0;
  const auto& events = analysis.outcome.events;
  const auto damage = std::find_if(events.begin(), events.end(), [&](const Event& e) {
    return e.kind == EventKind::kDamage && e.body == first && is_bird(task, e.other);
  });
  return damage == events.end() ? 0 : damage->amount;
}

std::vector<int> hit_bonuses(const Task& task, const SideReport& report, const ScoreNumbers& score) {
  std::vector<int> bonuses;
  for (const Solution& solution : report.solutions) {
    if (solution.what.pull_m < 1) continue;
    if (const double damage = first_touch_damage(task, solution.analysis); damage > 0)
      bonuses.push_back(score.hit_step * static_cast<int>(std::lround(score.hit_per_damage * damage)));
  }
  return bonuses;
}

CheckedSide checked(const Template& base, const SideReport& report, const ScoreNumbers& score) {
  CheckedSide side{
      .name = base.name,
      .winning_share = static_cast<double>(report.solutions.size()) / static_cast<double>(report.throws),
      .hit_bonuses = hit_bonuses(base.task, report, score)};
  for (const CheckResult& check : report.checks)
    if (check.verdict == CheckVerdict::kPassed || check.verdict == CheckVerdict::kFailed)
      side.checks[check.id] = check.verdict == CheckVerdict::kPassed;
  return side;
}

/// The name of a side's pair, such as "010203" for "010203_0" or "rolling/agents" for
/// "rolling/agents/normal".
std::string pair_name(const std::string& side) { return side.substr(0, side.find_last_of("/_")); }

CheckedPair checked(const Pair& pair, const CheckSetup& setup) {
  const Assets& assets = setup.assets;
  const SolverNumbers numbers = solver_numbers(assets, setup.physics);
  const PairReport report = verify(pair, setup.novelties, numbers, setup.verify);
  return {.name = pair_name(pair.normal.name),
          .novelty = pair.novelty,
          .normal = checked(pair.normal, report.normal, assets.catalogue.score),
          .novel = checked(pair.novel, report.novel, assets.catalogue.score)};
}

template <class List>
auto number_of(const List& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) - names.begin() + 1;
}

/// The template of a record, such as "010203_2".
std::string template_of(const Record& record) {
  const auto novelty = number_of(kNovelties, record.novelty);
  return fmt::format("01{:02}{:02}_{}", novelty, number_of(kScenarios, record.scenario),
                     record.phase == Phase::kNovel ? novelty : 0);
}

}  // namespace

std::vector<std::string> CheckedSide::failed() const {
  std::vector<std::string> ids;
  for (const auto& [id, passed] : checks)
    if (!passed) ids.push_back(id);
  return ids;
}

std::vector<CheckedPair> check_pairs(const std::vector<Pair>& pairs, const CheckSetup& setup) {
  std::vector<CheckedPair> found(pairs.size());
  parallel_for(pairs.size(), setup.jobs, [&](std::size_t i) { found[i] = checked(pairs[i], setup); });
  return found;
}

Count count_of(const std::vector<CheckedPair>& pairs) {
  Count count;
  for (const CheckedPair& pair : pairs) {
    const bool normal = pair.normal.failed().empty();
    const bool novel = pair.novel.failed().empty();
    count.sides += normal + novel;
    count.pairs += normal && novel;
  }
  return count;
}

std::map<std::string, People> count_people(const std::string& folder) {
  std::map<std::string, People> people;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".csv") continue;
    for (const Record& record : read_playdata(file.path().string())) {
      if (record.no_result) continue;
      People& counts = people[template_of(record)];
      ++counts.played;
      counts.passed += record.passed ? 1 : 0;
    }
  }
  return people;
}

}  // namespace novphy
