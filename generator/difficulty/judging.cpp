#include "generator/difficulty/judging.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/names.h"
#include "generator/checks.h"
#include "generator/sets/make_tasks.h"
#include "levels/overlap.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

/// Throws InputError for a template of the folder that is no side of a pair of the library.
void check_known(const std::string& folder, const std::vector<Pair>& library, const Catalogue& catalogue) {
  for (const TaskSetLine& line : read_task_set(folder, catalogue).lines)
    if (!find_pair(library, line.task_template))
      throw InputError(folder,
                       fmt::format("has tasks of {}, whose pair is not known: name it with --pairs, or "
                                   "put its novelty in with --inject",
                                   line.task_template));
}

PairTasks split_by_side(const Pair& pair, const TaskSet& set, const Catalogue& catalogue) {
  PairTasks tasks;
  for (const TaskSetLine& line : set.lines)
    for (const bool novel : {false, true})
      if (const Template& side = pair.side(novel); line.task_template == side.name)
        (novel ? tasks.novel : tasks.normal).push_back(line.recipe.make(side, pair.text, catalogue));
  return tasks;
}

std::vector<Task> tasks_in(const fs::path& folder, const Catalogue& catalogue, Warnings& warnings) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json" || entry.path().extension() == ".xml")
      files.push_back(entry.path());
  std::ranges::sort(files);
  const auto tasks =
      mapped(files, [&](const fs::path& file) { return read_with_goal(file, catalogue, &warnings); });
  if (tasks.size() < 2)
    throw InputError(folder.string(),
                     fmt::format("has {} task files (.json, .xml), expected at least 2", tasks.size()));
  return tasks;
}

Template side_of(const std::string& name, const Task& task) {
  return {.name = name, .task = task, .dx_m = {}, .dy_m = {}, .fixed = {}};
}

Pair pair_of_two(const std::string& scenario, const std::string& novelty, const Task& normal,
                 const Task& novel) {
  const std::string name = scenario + "/" + novelty;
  return {.novelty = novelty,
          .scenario = scenario,
          .normal = side_of(name + "/normal", normal),
          .novel = side_of(name + "/novel", novel)};
}

/// Whether the folder has the folders normal and novel.
bool holds_sides(const std::string& place) {
  return fs::is_directory(fs::path(place) / "normal") && fs::is_directory(fs::path(place) / "novel");
}

/// The tasks of a folder of novphy generate, by their pairs. Throws InputError, for example where the library
/// does not have the pair of a task.
std::vector<JudgedPair> pairs_of_tasks(const std::string& folder, std::vector<Pair> library,
                                       const Assets& assets) {
  check_known(folder, library, assets.catalogue);
  const TaskSet set = read_tasks_of(folder, library, assets);
  std::vector<JudgedPair> judged;
  for (const Pair& pair : library) {
    PairTasks tasks = split_by_side(pair, set, assets.catalogue);
    if (tasks.normal.empty() || tasks.novel.empty())
      throw InputError(folder,
                       fmt::format("has tasks of one side of {} only, expected both", pair_name(pair)));
    judged.push_back({.pair = pair, .given = std::move(tasks)});
  }
  return judged;
}

/// A pair of all task files in the folders normal and novel of this folder, in the order of their names.
/// Scenario and novelty have the names of the last two folders of the path. The first two tasks serve as the
/// base.
JudgedPair pair_of_sides(const std::string& folder, const Catalogue& catalogue, Warnings& warnings) {
  fs::path path = fs::absolute(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // "tasks/": the path ends in a slash
  PairTasks tasks{.normal = tasks_in(path / "normal", catalogue, warnings),
                  .novel = tasks_in(path / "novel", catalogue, warnings)};
  const Pair pair = pair_of_two(path.parent_path().filename().string(), path.filename().string(),
                                tasks.normal.front(), tasks.novel.front());
  return {.pair = pair, .given = std::move(tasks)};
}

/// The base and `samples` more members of the pair, whose winning throws are compared. Where the pair has no
/// text, as from pair_of_sides(), its next tasks serve as members.
std::vector<Pair> members_to_solve(const JudgedPair& each, int samples, std::uint64_t seed,
                                   const Catalogue& catalogue) {
  std::vector<Pair> members{each.pair};
  if (each.given && each.pair.text.empty()) {
    const auto [normal, novel] = *each.given;
    const std::size_t count = std::min({static_cast<std::size_t>(samples) + 1, normal.size(), novel.size()});
    for (std::size_t i = 1; i < count; ++i)
      members.push_back(pair_of_two(each.pair.scenario, each.pair.novelty, normal[i], novel[i]));
    return members;
  }
  for (const Member& member : sample_members(each.pair, samples, seed))
    members.push_back(member_of(each.pair, member, catalogue));
  return members;
}

/// Sorts the pairs in the papers' order.
void sort(std::vector<JudgedPair>& judged) {
  std::ranges::stable_sort(judged, [](const JudgedPair& a, const JudgedPair& b) {
    if (a.pair.novelty != b.pair.novelty) return comes_before(kNovelties, a.pair.novelty, b.pair.novelty);
    return a.pair.scenario != b.pair.scenario && comes_before(kScenarios, a.pair.scenario, b.pair.scenario);
  });
}

/// Throws InputError for two pairs, which are sorted, of one name.
void check_names(const std::vector<JudgedPair>& judged) {
  for (std::size_t i = 1; i < judged.size(); ++i)
    if (pair_name(judged[i].pair) == pair_name(judged[i - 1].pair))
      throw InputError(judged[i].pair.file, "is the second pair of its novelty and scenario");
}

}  // namespace

bool holds_tasks(const std::string& place) { return fs::exists(fs::path(place) / kIndexName); }

std::vector<JudgedPair> pairs_to_judge(const std::vector<std::string>& places, const PairSource& source,
                                       const Assets& assets, Warnings& warnings) {
  std::vector<JudgedPair> judged;
  std::vector<std::string> names;
  for (const std::string& place : places) {
    if (holds_tasks(place))
      add_all(judged, pairs_of_tasks(place, source.of_tasks(), assets));
    else if (holds_sides(place))
      judged.push_back(pair_of_sides(place, assets.catalogue, warnings));
    else
      names.push_back(place);
  }
  for (Pair& pair : source.named(names)) judged.push_back({.pair = std::move(pair)});
  if (judged.empty()) throw InputError("difficulty", "found no pair files");
  sort(judged);
  check_names(judged);
  return judged;
}

void read_all_wins(const std::string& file, std::vector<JudgedPair>& judged) {
  for (const auto& [key, member] : read_wins(file, mapped(judged, &JudgedPair::pair)))
    for (JudgedPair& each : judged)
      if (pair_name(each.pair) == key.first) each.wins.push_back(member);
}

void solve_all(std::vector<JudgedPair>& judged, const Judging& judging, const SolverNumbers& numbers,
               const JudgingProgress& progress) {
  std::vector<std::pair<Template, SideWins*>> sides;
  for (JudgedPair& each : judged) {
    const auto members = members_to_solve(each, judging.samples, judging.seed, numbers.catalogue);
    each.wins.resize(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      sides.emplace_back(members[i].normal, &each.wins[i].normal);
      sides.emplace_back(members[i].novel, &each.wins[i].novel);
    }
  }
  PieceCounter counter(progress, sides.size());
  counter.add(0);
  parallel_for(sides.size(), judging.jobs, [&](std::size_t i) {
    *sides[i].second = solve_side(sides[i].first, numbers, judging.step_deg);
    counter.add();
  });
}

void judge_all(std::vector<JudgedPair>& judged, const Judging& judging, const SolverNumbers& numbers,
               const Assets& assets, const JudgingWatch& watch) {
  PieceCounter counter(watch.progress, judged.size());
  counter.add(0);
  parallel_for(judged.size(), judging.jobs, [&](std::size_t i) {
    JudgedPair& each = judged[i];
    const PairTasks tasks =
        each.given ? *each.given : draw_tasks(each.pair, judging.count, judging.seed, numbers);
    each.found = pair_difficulty(each.pair, tasks, each.wins, assets, judging.numbers);
    if (watch.see) watch.see(each, tasks);
    counter.add();
  });
}

DifficultyTable table_of(const std::vector<JudgedPair>& judged, const DifficultyNumbers& numbers) {
  return {.numbers = listed(numbers),
          .cells = mapped(judged, [](const JudgedPair& each) { return each.found.cell; })};
}

std::string explanation(const JudgedPair& judged) {
  std::string text = fmt::format("\n{}\n", pair_name(judged.pair));
  for (const DifficultyModel& model : judged.found.cell.models) {
    text += fmt::format(" {}, {}{}:", model.dimension, model.name, model.counts ? "" : " (below gamma)");
    for (const auto& [name, count] : model.classes)
      text += fmt::format(" {} {}/{}", name, count.second, count.first);
    text += "\n";
  }
  for (std::size_t d = 0; d < kSeenDimensions.size(); ++d) {
    const SceneDegree* least = nullptr;
    std::size_t task = 0;
    for (std::size_t i = 0; i < judged.found.novel.size(); ++i) {
      const SceneDegree& degree = judged.found.novel[i][d];
      if (!degree.difficulty.value || (least && *degree.difficulty.value >= *least->difficulty.value))
        continue;
      least = &degree;
      task = i;
    }
    if (!least) continue;
    text += fmt::format(" {}: least {:.6f}, in novel task {}, by object", kSeenDimensions[d],
                        *least->difficulty.value, task + 1);
    for (const int id : least->deciders) text += fmt::format(" {}", id);
    text += "\n" + least->why;
  }
  for (const ActionDegrees& member : judged.found.actions) text += " action state\n" + member.why;
  return text;
}

}  // namespace novphy
