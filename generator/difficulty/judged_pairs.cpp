#include "generator/difficulty/judged_pairs.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "base/input_error.h"
#include "generator/member_samples.h"
#include "generator/sets/make_tasks.h"
#include "levels/start.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

/// Throws InputError for a template of the folder that is no side of a pair of the library.
void check_known(const std::string& folder, const std::vector<Pair>& library, const Catalogue& catalogue) {
  for (const TaskSetLine& line : read_task_set(folder, catalogue).lines) {
    const auto has_it = [&](const Pair& pair) {
      return pair.normal.name == line.task_template || pair.novel.name == line.task_template;
    };
    if (std::none_of(library.begin(), library.end(), has_it))
      throw InputError(folder,
                       fmt::format("has tasks of {}, whose pair is not known: name it with --pairs, or "
                                   "put its novelty in with --inject",
                                   line.task_template));
  }
}

PairTasks split_by_side(const Pair& pair, const TaskSet& set, const Catalogue& catalogue) {
  PairTasks tasks;
  for (const TaskSetLine& line : set.lines)
    for (const bool novel : {false, true}) {
      const Template& side = novel ? pair.novel : pair.normal;
      if (line.task_template == side.name)
        (novel ? tasks.novel : tasks.normal).push_back(line.recipe.make(side, pair.text, catalogue));
    }
  return tasks;
}

std::vector<Task> tasks_in(const fs::path& folder, const Catalogue& catalogue, Warnings& warnings) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json" || entry.path().extension() == ".xml")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Task> tasks;
  for (const fs::path& file : files) tasks.push_back(read_with_goal(file, catalogue, &warnings));
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

}  // namespace

bool holds_tasks(const std::string& place) { return fs::exists(fs::path(place) / kIndexName); }

bool holds_sides(const std::string& place) {
  return fs::is_directory(fs::path(place) / "normal") && fs::is_directory(fs::path(place) / "novel");
}

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

JudgedPair pair_of_sides(const std::string& folder, const Catalogue& catalogue, Warnings& warnings) {
  fs::path path = fs::absolute(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // "tasks/": the path ends in a slash
  PairTasks tasks{.normal = tasks_in(path / "normal", catalogue, warnings),
                  .novel = tasks_in(path / "novel", catalogue, warnings)};
  const Pair pair = pair_of_two(path.parent_path().filename().string(), path.filename().string(),
                                tasks.normal.front(), tasks.novel.front());
  return {.pair = pair, .given = std::move(tasks)};
}

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

}  // namespace novphy
