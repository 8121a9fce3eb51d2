#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/load.h"

/// The filter of novelty-scenarios by the people who passed them.
namespace novphy {

namespace {

/// A novelty-scenario of a plan; "": of play data, which name none.
struct CellOfPlan {
  std::string plan, novelty, scenario;
  friend auto operator<=>(const CellOfPlan&, const CellOfPlan&) = default;
};

CellOfPlan cell_of_plan(const AgentLog& log, const TrialKey& key) {
  const bool play_data = log.trials.of_people() && !log.file(key.source).fingerprint;
  return {play_data ? "" : log.trials.source_of(key.source).plan, key.novelty, key.scenario};
}

/// A person's name. Play data of a study lie in the person's folder, beside their records.
std::string person_of(const LogFile& file) {
  const std::filesystem::path path = file.path;
  if (file.fingerprint) return file.fingerprint->agent;
  return path.filename() == "playdata.csv" ? "human:" + path.parent_path().filename().string() : file.path;
}

/// The people who passed a novel task, by novelty-scenario.
std::map<CellOfPlan, std::set<std::string>> people_who_passed(std::span<const AgentLog> agents) {
  std::map<CellOfPlan, std::set<std::string>> people;
  for (const AgentLog& log : agents)
    for (const auto& [key, trial] : log.trials.trials()) {
      if (!log.trials.of_people() || key.control) continue;
      if (std::ranges::any_of(trial.tasks, [](const TaskMark& task) { return task.novel && task.passed; }))
        people[cell_of_plan(log, key)].insert(person_of(log.file(key.source)));
    }
  return people;
}

}  // namespace

void keep_passed_by_people(Loaded& loaded, int least, const std::string& option) {
  if (std::ranges::none_of(loaded.agents, [](const AgentLog& log) { return log.trials.of_people(); }))
    throw InputError(option, "needs records or play data of people among the files, found none");
  auto people = people_who_passed(loaded.agents);
  const auto is_passed = [&](const CellOfPlan& cell) {
    std::set<std::string> all = people[cell];
    const auto& of_play_data = people[{"", cell.novelty, cell.scenario}];
    all.insert(of_play_data.begin(), of_play_data.end());
    return all.size() >= static_cast<std::size_t>(least);
  };
  std::map<std::string, std::set<bool>> cells;  // whether each is kept: in all plans, in some, or in none
  for (AgentLog& log : loaded.agents)
    log.trials.keep([&](const TrialKey& key) {
      if (key.novelty == kPlainLevels) return true;
      const bool kept = is_passed(cell_of_plan(log, key));
      cells[key.novelty + " " + key.scenario].insert(kept);
      return kept;
    });
  std::vector<std::string> left_out;
  for (const auto& [name, kept] : cells)
    if (kept.contains(false)) left_out.push_back(name + (kept.contains(true) ? " (in some plans)" : ""));
  std::erase_if(loaded.agents, [](const AgentLog& log) { return log.trials.trials().empty(); });
  const std::string people_text = counted(least, "person", "people");
  if (loaded.agents.empty())
    throw InputError(option, "nothing is left: no novelty-scenario was passed by " + people_text);
  loaded.warnings.push_back(fmt::format(
      "left out, as fewer than {} passed a novel task: {} of {}{}{}", people_text, left_out.size(),
      counted(cells.size(), "novelty-scenario"), left_out.empty() ? "" : ": ", fmt::join(left_out, ", ")));
}

}  // namespace novphy
