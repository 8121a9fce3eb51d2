#include "generator/difficulty/pair_difficulty.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/lines.h"
#include "base/lists.h"
#include "generator/variation.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

/// The shots, separated by blanks; equal shots at the end are written once.
std::string joined_shots(std::vector<std::string> shots) {
  while (shots.size() > 1 && shots.back() == shots[shots.size() - 2]) shots.pop_back();
  return fmt::format("{}", fmt::join(shots, " "));
}

/// The name of a body in WinningThrow::chain, by its id in plays of the side.
std::string object_name(const Template& base, int id) {
  const auto index = static_cast<std::size_t>(id);
  if (index >= base.task.objects.size()) return "bird";
  if (index < base.names.size() && !base.names[index].empty()) return base.names[index];
  return fmt::format("{}#{}", base.task.objects[index].type, id);
}

std::vector<std::string> usual_chain(const SideWins& side) {
  std::map<std::vector<std::string>, int> times;
  for (const WinningThrow& win : side.wins) ++times[win.chain];
  const auto most = std::ranges::max_element(times, {}, [](const auto& each) { return each.second; });
  return most == times.end() ? std::vector<std::string>() : most->first;
}

std::set<std::string> actions_of(const SideWins& side) {
  std::set<std::string> actions;
  for (const WinningThrow& win : side.wins) actions.insert(win.shots);
  return actions;
}

Degree greatest(std::initializer_list<const Degree*> degrees) {
  Degree result = Degree::none("no dimension of the action state is defined");
  for (const Degree* degree : degrees)
    if (degree->value && (!result.value || *degree->value > *result.value)) result = *degree;
  return result;
}

}  // namespace

std::string pair_name(const Pair& pair) { return pair.scenario + "/" + pair.novelty; }

SideWins solve_side(const Template& base, const SolverNumbers& numbers, double step_deg) {
  SideWins side{.time_limit_s = base.task.time_limit_s};
  for (const Solution& solution : solve_or_search(base.task, solver_spec(base.task, step_deg), numbers)) {
    WinningThrow& win = side.wins.emplace_back();
    win.shots = joined_shots(shot_texts(solution.shots));
    const Kill* kill = solution.analysis.last_kill();
    if (!kill) continue;
    for (auto id = kill->chain.rbegin(); id != kill->chain.rend(); ++id)
      win.chain.push_back(object_name(base, *id));
    win.chain.push_back(object_name(base, kill->pig));
  }
  return side;
}

ActionDegrees action_degrees(const MemberWins& wins, const ActionNumbers& numbers) {
  const std::vector<std::string> normal = usual_chain(wins.normal);
  const std::vector<std::string> novel = usual_chain(wins.novel);
  const std::set<std::string> normal_actions = actions_of(wins.normal);
  const std::set<std::string> novel_actions = actions_of(wins.novel);
  ActionDegrees degrees{
      .target = target_difficulty(chain_graph(normal), chain_graph(novel), numbers.target),
      .initiation = initiation_difficulty(overlap_of(normal_actions, novel_actions), numbers.as_printed),
      .time = time_difficulty(wins.normal.time_limit_s, wins.novel.time_limit_s)};
  degrees.together = greatest({&degrees.target, &degrees.initiation, &degrees.time});
  std::size_t common = 0;
  for (const std::string& action : novel_actions) common += normal_actions.contains(action);
  degrees.why =
      fmt::format("  normal way: {}\n  novel way: {}\n  winning throws: {} normal, {} novel, {} of both\n",
                  normal.empty() ? "-" : fmt::format("{}", fmt::join(normal, " -> ")),
                  novel.empty() ? "-" : fmt::format("{}", fmt::join(novel, " -> ")), normal_actions.size(),
                  novel_actions.size(), common);
  return degrees;
}

namespace {

std::string name_of_object(const Template& base, const Node& node) {
  const int birds_and_their_parts = 1000;
  const int id = node.integer(0, static_cast<int>(base.task.objects.size()) + birds_and_their_parts);
  return object_name(base, id);
}

WinningThrow read_win(const Node& node, const Template& base) {
  WinningThrow win{
      .shots = joined_shots(mapped(node.at("shots").array(1), &Node::text)),
      .chain = mapped(node.at("chain").array(), [&](const Node& id) { return name_of_object(base, id); })};
  std::ranges::reverse(win.chain);
  const Node pig = node.at("pig");
  if (pig && !pig.is_null()) win.chain.push_back(name_of_object(base, pig));
  return win;
}

}  // namespace

Wins read_wins(const std::string& file, const std::vector<Pair>& pairs) {
  Wins all;
  std::map<std::pair<std::string, int>, std::set<bool>> sides_read;
  LineReader reader(file);
  while (reader.next()) {
    if (reader.unfinished()) throw InputError(file, reader.line(), "the line is cut off");
    JsonDocument document(reader.text(), file, kLineBounds, reader.line());
    const Node root = document.root().object();
    const std::string name = root.at("name").text();
    const int sample = root.at("sample").integer(-1);
    const std::vector<Node> wins = root.at("wins").array();
    document.check();
    const Pair* pair = find_pair(pairs, name);
    if (!pair) continue;
    const bool novel = name == pair->novel.name;
    const std::pair key(pair_name(*pair), sample);
    if (!sides_read[key].insert(novel).second) root.error("the side occurs twice in this file");
    SideWins& to = novel ? all[key].novel : all[key].normal;
    const Template& base = pair->side(novel);
    to.time_limit_s = base.task.time_limit_s;
    to.wins = mapped(wins, [&](const Node& win) { return read_win(win, base); });
    document.check();
  }
  for (const auto& [key, sides] : sides_read)
    if (sides.size() < 2)
      throw InputError(file, fmt::format("{} has only its {} side, expected both", key.first,
                                         *sides.begin() ? "novel" : "normal"));
  return all;
}

namespace {

void add(DifficultyRow& row, const Degree& degree) {
  if (degree.value)
    row.values.push_back(*degree.value);
  else
    ++row.undefined[degree.undefined];
}

std::vector<DifficultyRow> seen_rows(const std::vector<SceneDegrees>& scenes, const std::string& side) {
  std::vector<DifficultyRow> rows;
  for (std::size_t d = 0; d < kSeenDimensions.size(); ++d) {
    rows.push_back({.side = side, .state = "detection", .dimension = std::string(kSeenDimensions[d])});
    for (const SceneDegrees& scene : scenes) add(rows.back(), scene[d].difficulty);
  }
  rows.push_back({.side = side, .state = "detection", .dimension = "seen"});
  for (const SceneDegrees& scene : scenes) add(rows.back(), seen_together(scene));
  return rows;
}

void add_action_rows(const std::vector<ActionDegrees>& members, std::vector<DifficultyRow>& rows) {
  struct Part {
    const char* dimension;
    Degree ActionDegrees::*degree;
  };
  for (const auto& [dimension, degree] :
       {Part{"target", &ActionDegrees::target}, Part{"initiation", &ActionDegrees::initiation},
        Part{"time", &ActionDegrees::time}, Part{"together", &ActionDegrees::together}}) {
    DifficultyRow adaptation{.side = "novel", .state = "adaptation", .dimension = dimension};
    DifficultyRow detection{.side = "novel", .state = "detection", .dimension = dimension};
    for (const ActionDegrees& member : members) {
      add(adaptation, member.*degree);
      add(detection, detection_of(member.*degree));
    }
    if (members.empty()) {
      adaptation.undefined["no winning throws were given"] = 1;
      detection.undefined = adaptation.undefined;
    }
    rows.push_back(std::move(adaptation));
    if (detection.dimension != "together") rows.push_back(std::move(detection));
  }
}

DifficultyRow together(const std::vector<SceneDegrees>& scenes, const DifficultyCell& cell) {
  DifficultyRow row{.side = "novel", .state = "detection", .dimension = "together"};
  const auto adaptation = mean_difficulty(cell, "adaptation", "together");
  for (const SceneDegrees& scene : scenes) {
    Degree degree = seen_together(scene);
    if (adaptation) degree = Degree::of(std::min(degree.value.value_or(1), 1 - *adaptation));
    add(row, degree);
  }
  return row;
}

}  // namespace

std::vector<DifficultyConstant> constants_of(DifficultyNumbers& numbers) {
  ObservedNumbers& seen = numbers.observed;
  RecogniserNumbers& recogniser = seen.recogniser;
  return {
      {"alpha", &recogniser.appearance.alpha, 0.01, 100,
       "Eq. 1: a model with alpha n rivals has no weight; at 1 every model keeps some"},
      {"beta", &recogniser.appearance.beta, 0, 1,
       "Eq. 1: classes less than this below the likeliest one are its rivals"},
      {"gamma", &recogniser.gamma, 0, 1,
       "Eq. 1: only models that recognise more than this share of each class count"},
      {"test-share", &numbers.test_share, 0, 0.9,
       "Share of the normal tasks that test the models; the others train them"},
      {"neighbours", &recogniser.classifiers.neighbours, 1, 1000, "k of the nearest neighbours"},
      {"trees", &recogniser.classifiers.trees, 1, 1000, "Number of trees of the random forest"},
      {"margin", &recogniser.classifiers.margin, 0, 10,
       "Share of a column's range by which a leaf's box of the forest is widened"},
      {"bandwidth", &seen.rotation.bandwidth_deg, 0.01, 1000,
       "Eq. 2: bandwidth of the kernel density, in degrees"},
      {"epsilon", &seen.rotation.epsilon_deg, 0, 90,
       "Eq. 2: this many degrees to both sides of the rotation that is seen"},
      {"d-star", &seen.location.d_star, 0, 12,
       "Eq. 3: relations up to this distance from a seen state join its cluster"},
      {"least-states", &seen.least_states, 0, 1'000'000,
       "Eq. 2 and 3: classes and pairs of classes seen less often are not judged; 0: unseen pairs count as "
       "0"},
      {"touch", &seen.relations.touch, 0, 100,
       "Eq. 3: pixels by which touching outlines may overlap or part"},
      {"eq-beside-ntpp", &seen.eq_beside_ntpp, 0, 0, "Eq. 3: RCC-8 with links between eq and ntpp, ntppi"},
      {"as-printed", &numbers.action.as_printed, 0, 0,
       "Eq. 5: as in its formula and against its text, the overlap of winning throws"}};
}

void choose_distances(DifficultyNumbers& numbers, const std::vector<double>& distances_px) {
  auto& chosen = numbers.observed.relations.distances;
  const auto fine = [](double px) { return std::isfinite(px) && px >= 0; };
  if (distances_px.size() != chosen.size() || !std::ranges::is_sorted(distances_px) ||
      !std::ranges::all_of(distances_px, fine))
    throw std::invalid_argument("expected four ascending numbers of pixels, such as 10,30,80,200");
  std::copy(distances_px.begin(), distances_px.end(), chosen.begin());
}

std::vector<std::pair<std::string, double>> listed(DifficultyNumbers numbers) {
  std::map<std::string, double> values{{"relabel", numbers.action.target.relabel ? 1 : 0}};
  for (const DifficultyConstant& each : constants_of(numbers))
    values[each.name] = std::visit([](const auto* value) { return static_cast<double>(*value); }, each.value);
  for (std::size_t i = 0; const char* name : {"close", "commensurate", "far", "very-far"})
    values[name] = numbers.observed.relations.distances[i++];
  std::vector<std::pair<std::string, double>> list;
  for (const char* name : {"alpha", "beta", "gamma", "neighbours", "trees", "margin", "bandwidth", "epsilon",
                           "d-star", "touch", "close", "commensurate", "far", "very-far", "eq-beside-ntpp",
                           "least-states", "test-share", "relabel", "as-printed"})
    list.emplace_back(name, values.at(name));
  return list;
}

std::vector<Task> draw_side(const Pair& pair, bool novel, int count, std::uint64_t seed,
                            const SolverNumbers& numbers) {
  const VariationMaker maker(pair, {.seed = seed, .proof = Proof::kNone}, numbers);
  std::vector<Task> tasks;
  for (int i = 0; i < count; ++i) {
    Made made = maker.make(novel, i);
    if (made.sides.empty()) throw InputError(pair_name(pair), "no draw of a task was accepted");
    tasks.push_back(std::move(made.sides.front().task));
  }
  return tasks;
}

PairTasks draw_tasks(const Pair& pair, int count, std::uint64_t seed, const SolverNumbers& numbers) {
  return {draw_side(pair, false, count, seed, numbers), draw_side(pair, true, count, seed, numbers)};
}

std::vector<SeenScene> scenes_of(const std::vector<Task>& tasks, const Assets& assets, bool labels,
                                 const SceneNumbers& numbers) {
  return mapped(tasks, [&](const Task& task) {
    const World world(task, assets.catalogue, assets.physics.at("standard"));
    return scene_of(observe(world, assets.colours, labels), numbers);
  });
}

NormalSide normal_side(const std::vector<Task>& normal, const Assets& assets,
                       const DifficultyNumbers& numbers) {
  const std::vector<SeenScene> all = scenes_of(normal, assets, true, numbers.observed.scene);
  const auto tested =
      static_cast<std::size_t>(std::ceil(numbers.test_share * static_cast<double>(all.size())));
  const auto middle = all.end() - static_cast<std::ptrdiff_t>(std::min(tested, all.size()));
  const std::vector<SeenScene> training(all.begin(), middle);
  std::vector<SeenScene> test(middle, all.end());
  return {NormalSceneModel(training, test, numbers.observed), std::move(test)};
}

Degree seen_together(const SceneDegrees& degrees) {
  Degree least = Degree::none("no dimension is defined");
  for (const SceneDegree& degree : degrees)
    if (degree.difficulty.value && (!least.value || *degree.difficulty.value < *least.value))
      least = degree.difficulty;
  return least;
}

PairDifficulty pair_difficulty(const Pair& pair, const PairTasks& tasks, const std::vector<MemberWins>& wins,
                               const Assets& assets, const DifficultyNumbers& numbers) {
  PairDifficulty result{.cell = {.novelty = pair.novelty, .scenario = pair.scenario}};
  const NormalSide normal = normal_side(tasks.normal, assets, numbers);
  const auto judge = [&](const SeenScene& scene) { return normal.model.judge(scene); };
  result.novel = mapped(scenes_of(tasks.novel, assets, false, numbers.observed.scene), judge);
  result.actions =
      mapped(wins, [&](const MemberWins& member) { return action_degrees(member, numbers.action); });
  std::vector<DifficultyRow>& rows = result.cell.rows;
  rows = seen_rows(result.novel, "novel");
  add_all(rows, seen_rows(mapped(normal.test, judge), "normal"));
  add_action_rows(result.actions, rows);
  rows.push_back(together(result.novel, result.cell));
  result.cell.models = normal.model.colours().models();
  add_all(result.cell.models, normal.model.shapes().models());
  return result;
}

namespace {

std::string verdict(const char* name, const Range& range, const Degree& degree) {
  if (!degree.value) return fmt::format("{} undefined", name);
  if (*degree.value < range.min) return fmt::format("{} below {:g}", name, range.min);
  if (*degree.value > range.max) return fmt::format("{} above {:g}", name, range.max);
  return {};
}

/// Judges novel tasks, and keeps what it has learned about each pair.
class WishJudge {
 public:
  WishJudge(const DifficultyWish& wish, const Assets& assets, const DifficultyNumbers& numbers)
      : wish_(wish), assets_(assets), numbers_(numbers) {}

  std::string judge(const Pair& base, const Pair& made) {
    if (wish_.detect) {
      const std::vector<SeenScene> scenes =
          scenes_of({made.novel.task}, assets_, false, numbers_.observed.scene);
      const SceneDegrees degrees = model_of(base).judge(scenes.front());
      std::string failed = verdict("detect", *wish_.detect, seen_together(degrees));
      if (!failed.empty()) return failed;
    }
    if (!wish_.adapt) return {};
    const SolverNumbers solver = solver_numbers(assets_);
    const MemberWins wins{.normal = solve_side(made.normal, solver, wish_.step_deg),
                          .novel = solve_side(made.novel, solver, wish_.step_deg)};
    return verdict("adapt", *wish_.adapt, action_degrees(wins, numbers_.action).together);
  }

 private:
  /// The model of the pair's normal scenes. Other threads wait while one thread trains it.
  const NormalSceneModel& model_of(const Pair& base) {
    const std::lock_guard lock(mutex_);
    auto& known = known_[base.normal.name];
    if (!known) {
      const std::vector<Task> tasks =
          draw_side(base, false, wish_.normal_tasks, wish_.seed, solver_numbers(assets_));
      known = std::make_unique<NormalSide>(normal_side(tasks, assets_, numbers_));
    }
    return known->model;
  }

  DifficultyWish wish_;
  const Assets& assets_;
  DifficultyNumbers numbers_;
  std::mutex mutex_{};
  std::map<std::string, std::unique_ptr<NormalSide>> known_{};
};

}  // namespace

std::string words(const DifficultyWish& wish) {
  std::string text;
  if (wish.detect) text = fmt::format("detect={:g}:{:g}", wish.detect->min, wish.detect->max);
  if (wish.adapt)
    text += fmt::format("{}adapt={:g}:{:g}", text.empty() ? "" : " ", wish.adapt->min, wish.adapt->max);
  return text;
}

std::function<std::string(const Pair& base, const Pair& made)> difficulty_judge(
    const DifficultyWish& wish, const Assets& assets, const DifficultyNumbers& numbers) {
  const auto judge = std::make_shared<WishJudge>(wish, assets, numbers);
  return [judge](const Pair& base, const Pair& made) { return judge->judge(base, made); };
}

}  // namespace novphy
