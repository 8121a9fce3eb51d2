#include "jobs/difficulty.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <utility>
#include <variant>

#include "base/file.h"
#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/report/report.h"
#include "generator/sets/make_tasks.h"
#include "view/filming.h"
#include "view/image_file.h"

namespace novphy {
namespace {

constexpr const char* kConstants = "Constants of the measures";

Setting setting_of(const DifficultyConstant& constant) {
  const auto value = std::visit([](auto* each) { return SettingValue(each); }, constant.value);
  return {constant.name, value, constant.help,
          Also{.least = constant.least, .most = constant.most, .group = kConstants}};
}

void read_distances(DifficultyNumbers& numbers, const std::string& text) {
  std::istringstream parts(text);
  std::vector<double> found;
  for (std::string part; std::getline(parts, part, ',');)
    found.push_back(number_text<double>(part).value_or(NAN));
  choose_distances(numbers, found);
}

/// The pairs of these names, with novelties put in if the settings say so.
std::vector<Pair> pairs_named(const DifficultySettings& wanted, const std::vector<std::string>& names,
                              bool named, const JobContext& context, const Catalogue& catalogue) {
  std::vector<std::string> places;
  for (const std::string& name : names) places.push_back(shipped(name, context));
  std::vector<Pair> pairs = pairs_in(places, catalogue);
  if (wanted.inject.empty()) return pairs;
  return injected_pairs(pairs, named, wanted.inject, novelty_table(wanted.novelties, context, catalogue),
                        catalogue);
}

/// The pairs to judge, with the texts that shipped pairs may have.
std::vector<JudgedPair> pairs_of(const DifficultySettings& wanted, const JobContext& context,
                                 const Assets& assets) {
  std::vector<std::string> places = wanted.from;
  if (!wanted.pairs.empty() && std::none_of(places.begin(), places.end(), holds_tasks))
    throw InputError(name_of("pairs", context.face),
                     "expected a folder of novphy generate, whose tasks were made of these pairs");
  const std::vector<std::string> all_shipped{context.folder("levels/templates").string()};
  if (wanted.all) places.push_back(all_shipped.front());
  const auto pairs = [&](const std::vector<std::string>& names, bool named) {
    return pairs_named(wanted, names, named, context, assets.catalogue);
  };
  Warnings warnings;
  auto judged = pairs_to_judge(
      places,
      {.named = [&](const auto& names) { return pairs(names, !wanted.all); },
       .of_tasks =
           [&] { return wanted.pairs.empty() ? pairs(all_shipped, false) : pairs(wanted.pairs, true); }},
      assets, warnings);
  for (const Problem& warning : warnings) context.warn(warning.message());
  return judged;
}

constexpr int kDifficultyWidthPx = 560;

/// The task with the least value of the dimension; the first of equals.
std::optional<std::size_t> decisive_task(const PairDifficulty& found, std::size_t dimension) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < found.novel.size(); ++i) {
    const auto value = found.novel[i][dimension].difficulty.value;
    if (value && (!least || *value < *found.novel[*least][dimension].difficulty.value)) least = i;
  }
  return least;
}

/// A closed path around the outline of each object with one of these ids.
std::vector<Path> outlines(const SeenScene& scene, const std::vector<int>& ids, const Screen& screen) {
  std::vector<Path> paths;
  for (const SceneObject& thing : scene) {
    if (std::find(ids.begin(), ids.end(), thing.id) == ids.end()) continue;
    Path path{.body = thing.id, .bird = true};
    for (std::size_t i = 0; i <= thing.outline.front().size(); ++i) {
      const OutlinePoint& p = thing.outline.front()[i % thing.outline.front().size()];
      const Vec2 from_centre{p.x - screen.width_px / 2.0, p.y - screen.height_px / 2.0};
      path.points_m.push_back(screen.centre_m + (1 / screen.px_per_m) * from_centre);
    }
    paths.push_back(std::move(path));
  }
  return paths;
}

/// A PNG picture. For each dimension of the observational state it shows the start of the novel task with the
/// least value, and outlines the object or the pair of objects that this value is of.
std::string difficulty_picture(const PairTasks& tasks, const PairDifficulty& found, const Assets& assets) {
  std::vector<Panel> panels;
  std::vector<Stage> stages;
  for (std::size_t d = 0; d < kSeenDimensions.size(); ++d) {
    const auto task = decisive_task(found, d);
    if (!task) continue;
    const World world(tasks.novel[*task], assets.catalogue, assets.physics.at("standard"));
    const SceneDegree& degree = found.novel[*task][d];
    Panel panel{.stage = stage_of(world),
                .caption = fmt::format("{} {}: novel task {}", kSeenDimensions[d],
                                       rounded(*degree.difficulty.value), *task + 1)};
    panel.stage.paths = outlines(scene_of(observe(world, assets.colours, false)), degree.deciders, Screen());
    stages.push_back(panel.stage);
    panels.push_back(std::move(panel));
  }
  if (panels.empty()) return {};
  return image_file(panels, screen_for(worth_seeing(stages), kDifficultyWidthPx), ImageFormat::kPng, 2);
}

void write_picture(const std::filesystem::path& folder, const JudgedPair& judged, const PairTasks& tasks,
                   const Assets& assets) {
  const std::string picture = difficulty_picture(tasks, judged.found, assets);
  if (picture.empty()) return;
  std::filesystem::create_directories(folder);
  write_atomically(folder / fmt::format("{}_{}.png", judged.pair.scenario, judged.pair.novelty), picture);
}

}  // namespace

Settings DifficultySettings::settings() {
  Settings constants;
  for (const DifficultyConstant& constant : constants_of(judging.numbers))
    constants.push_back(setting_of(constant));
  return joined(
      {{{"from", &from,
         "Pair files, folders of them, names such as rolling/agents, folders of novphy generate, folders "
         "with the folders normal and novel of task files",
         "PAIR|DIR", Also{.positional = true, .python = "names"}},
        {"all", &all, "The pairs that come with the program"},
        {"pairs", &pairs,
         "The pairs that folders of novphy generate were made of (default: the shipped ones)", "FILE|DIR",
         Also{.one_each = true}},
        inject_setting(inject),
        novelties_setting(novelties),
        {"count", &judging.count, "Number of tasks to draw for each side, where no folder has them",
         Also{.least = 2, .most = 100'000}},
        seed_setting(judging.seed, "Seed of the drawn tasks and of the samples"),
        {"wins", &wins,
         "Winning throws from the output of novphy verify --json, instead of searching for them", "FILE"},
        {"no-wins", &no_wins, "Judges only the observational state", Also{.excludes = {"wins"}}},
        {"step", &judging.step_deg, "Step between the throws that are tried, in degrees",
         Also{.least = 0.1, .most = 10, .excludes = {"wins", "no-wins"}}},
        {"samples", &judging.samples,
         "Also compares the winning throws of N members spread over everything that varies, or of N further "
         "tasks of the folders normal and novel",
         "N", Also{.least = 0, .most = 10'000, .excludes = {"wins", "no-wins"}}},
        folder_setting("plots", plots, "Writes heat maps as SVG, PDF and PNG into this folder"),
        folder_setting("picture", pictures,
                       "Draws for each pair the objects that decided its values, as PNG into this folder"),
        jobs_setting(jobs, "Number of threads; it changes no byte")},
       constants,
       {{"distances", [this](const std::string& text) { read_distances(judging.numbers, text); },
         "Eq. 3: pixels from which objects are close, commensurate, far, very far",
         Also{.otherwise = "10,30,80,200", .group = kConstants}},
        {"no-relabel", &no_relabel, "Eq. 4: another object is no edit, but one deleted and one new",
         Also{.group = kConstants}}},
       assets.settings()});
}

std::string Difficulties::explained() const {
  std::string text;
  for (const JudgedPair& each : judged) text += explanation(each);
  return text;
}

Difficulties judge_difficulty(const DifficultySettings& wanted, const JobContext& context,
                              const DifficultyWatch& watch) {
  Judging judging = wanted.judging;
  judging.jobs = threads_of(wanted.jobs);
  judging.numbers.action.target.relabel = !wanted.no_relabel;
  const auto assets = wanted.assets.load(context);
  const SolverNumbers numbers = solver_numbers(*assets, wanted.assets.physics);
  Difficulties all{.judged = pairs_of(wanted, context, *assets)};
  if (!wanted.wins.empty())
    read_all_wins(wanted.wins, all.judged);
  else if (!wanted.no_wins)
    solve_all(all.judged, judging, numbers, watch.solving);
  JudgingWatch judging_watch{.progress = watch.judging};
  if (!wanted.pictures.empty())
    judging_watch.see = [&](const JudgedPair& judged, const PairTasks& tasks) {
      write_picture(wanted.pictures, judged, tasks, *assets);
    };
  judge_all(all.judged, judging, numbers, *assets, judging_watch);
  all.table = table_of(all.judged, judging.numbers);
  if (!wanted.plots.empty()) plot::write_figures(wanted.plots, difficulty_figures(all.table));
  return all;
}

}  // namespace novphy
