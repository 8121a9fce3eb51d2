#include "generator/difficulty/pair_difficulty.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/input_error.h"
#include "generator/variation.h"

namespace novphy {
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

void add_models(const Recogniser& recogniser, const std::string& dimension, DifficultyCell& cell) {
  for (const ModelReport& report : recogniser.models()) {
    DifficultyModel model{.dimension = dimension, .name = report.name, .counts = report.counts};
    for (const ClassAccuracy& accuracy : report.classes)
      model.classes[accuracy.name] = {accuracy.tested, accuracy.right};
    cell.models.push_back(std::move(model));
  }
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
  if (distances_px.size() != chosen.size() || !std::is_sorted(distances_px.begin(), distances_px.end()) ||
      !std::all_of(distances_px.begin(), distances_px.end(), fine))
    throw std::invalid_argument("expected four ascending numbers of pixels, such as 10,30,80,200");
  std::copy(distances_px.begin(), distances_px.end(), chosen.begin());
}

std::vector<std::pair<std::string, double>> listed(const DifficultyNumbers& n) {
  const auto number = [](auto value) { return static_cast<double>(value); };
  const ObservedNumbers& seen = n.observed;
  return {{"alpha", seen.recogniser.appearance.alpha},
          {"beta", seen.recogniser.appearance.beta},
          {"gamma", seen.recogniser.gamma},
          {"neighbours", number(seen.recogniser.classifiers.neighbours)},
          {"trees", number(seen.recogniser.classifiers.trees)},
          {"margin", seen.recogniser.classifiers.margin},
          {"bandwidth", seen.rotation.bandwidth_deg},
          {"epsilon", seen.rotation.epsilon_deg},
          {"d-star", number(seen.location.d_star)},
          {"touch", seen.relations.touch},
          {"close", seen.relations.distances[0]},
          {"commensurate", seen.relations.distances[1]},
          {"far", seen.relations.distances[2]},
          {"very-far", seen.relations.distances[3]},
          {"eq-beside-ntpp", number(seen.eq_beside_ntpp)},
          {"least-states", number(seen.least_states)},
          {"test-share", n.test_share},
          {"relabel", number(n.action.target.relabel)},
          {"as-printed", number(n.action.as_printed)}};
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
  std::vector<SeenScene> scenes;
  for (const Task& task : tasks) {
    const World world(task, assets.catalogue, assets.physics.at("standard"));
    scenes.push_back(scene_of(observe(world, assets.colours, labels), numbers));
  }
  return scenes;
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
  for (const SeenScene& scene : scenes_of(tasks.novel, assets, false, numbers.observed.scene))
    result.novel.push_back(normal.model.judge(scene));
  std::vector<SceneDegrees> yardstick;
  for (const SeenScene& scene : normal.test) yardstick.push_back(normal.model.judge(scene));
  for (const MemberWins& member : wins) result.actions.push_back(action_degrees(member, numbers.action));
  std::vector<DifficultyRow>& rows = result.cell.rows;
  rows = seen_rows(result.novel, "novel");
  for (DifficultyRow& row : seen_rows(yardstick, "normal")) rows.push_back(std::move(row));
  add_action_rows(result.actions, rows);
  rows.push_back(together(result.novel, result.cell));
  add_models(normal.model.colours(), "colour", result.cell);
  add_models(normal.model.shapes(), "shape", result.cell);
  return result;
}

}  // namespace novphy
