#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/difficulty_options.h"
#include "app/making_options.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "app/shipped.h"
#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/report/difficulty_figures.h"
#include "generator/difficulty/judging.h"
#include "generator/sets/make_tasks.h"
#include "novelties/injected_pair.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy::app {

/// A PNG picture. For each dimension of the observational state it shows the start of the novel task with the
/// least value, and outlines the object or the pair of objects that this value is of.
std::string difficulty_picture(const PairTasks& tasks, const PairDifficulty& found, const Assets& assets);

namespace {

constexpr int kPanelWidthPx = 560;

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

}  // namespace

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
  return image_file(panels, screen_for(worth_seeing(stages), kPanelWidthPx), ImageFormat::kPng, 2);
}

namespace {

namespace fs = std::filesystem;

struct DifficultyArguments {
  AssetOptions assets;
  DifficultyOptions constants;
  NoveltyTable novelties;
  InjectOption inject;
  std::vector<std::string> from;
  std::vector<std::string> pairs;  ///< of folders of tasks
  bool all = false;
  std::string wins;  ///< file of verify --json
  bool no_wins = false;
  Judging judging;
  bool csv = false;
  bool json = false;
  bool latex = false;
  bool explain = false;
  std::string out = "-";
  std::string plots;
  std::string pictures;
  QuietOption quiet;
};

/// The pairs in these places, with novelties put in if the options say so.
std::vector<Pair> with_novelties(const DifficultyArguments& options, const std::vector<std::string>& places,
                                 bool named, const Assets& assets) {
  std::vector<Pair> pairs = pairs_in(places, assets.catalogue);
  if (!options.inject.given()) return pairs;
  return injected_pairs(pairs, named, options.inject.chosen(), options.novelties.load(assets.catalogue),
                        assets.catalogue);
}

/// The pairs among which the pairs of a folder of tasks are looked up.
std::vector<Pair> library_of_tasks(const DifficultyArguments& options, const Assets& assets) {
  const bool named = !options.pairs.empty();
  return with_novelties(
      options,
      named ? shipped(options.pairs) : std::vector<std::string>{data_folder("levels/templates").string()},
      named, assets);
}

/// The pairs to judge, with the texts that shipped pairs may have.
std::vector<JudgedPair> pairs_of(const DifficultyArguments& options, const Assets& assets) {
  std::vector<std::string> places = shipped(options.from);
  if (!options.pairs.empty() && std::none_of(places.begin(), places.end(), holds_tasks))
    throw InputError("--pairs", "expected a folder of novphy generate, whose tasks were made of these pairs");
  if (options.all) places.push_back(data_folder("levels/templates").string());
  Warnings warnings;
  auto judged = pairs_to_judge(
      places,
      {.named = [&](const auto& names) { return with_novelties(options, names, !options.all, assets); },
       .of_tasks = [&] { return library_of_tasks(options, assets); }},
      assets, warnings);
  print_warnings(warnings);
  return judged;
}

void find_wins(const DifficultyArguments& options, const SolverNumbers& numbers,
               std::vector<JudgedPair>& judged) {
  if (!options.wins.empty()) return read_all_wins(options.wins, judged);
  if (options.no_wins) return;
  ProgressLine line("difficulty: winning throws", "sides", options.quiet);
  solve_all(judged, options.judging, numbers, line.counter());
}

/// Returns the pictures of the pairs, which are empty unless they are wanted.
std::vector<std::string> judge_pairs(const DifficultyArguments& options, const SolverNumbers& numbers,
                                     const Assets& assets, std::vector<JudgedPair>& judged) {
  std::vector<std::string> pictures(judged.size());
  ProgressLine line("difficulty", "pairs", options.quiet);
  judge_all(judged, options.judging, numbers, assets, line.counter(),
            [&](std::size_t i, const PairTasks& tasks) {
              if (!options.pictures.empty()) pictures[i] = difficulty_picture(tasks, judged[i].found, assets);
            });
  return pictures;
}

void write_pictures(const std::string& folder, const std::vector<JudgedPair>& judged,
                    const std::vector<std::string>& pictures) {
  fs::create_directories(folder);
  for (std::size_t i = 0; i < judged.size(); ++i)
    if (!pictures[i].empty())
      write_file(fs::path(folder) / fmt::format("{}_{}.png", judged[i].pair.scenario, judged[i].pair.novelty),
                 pictures[i]);
}

std::string text_of(const DifficultyArguments& options, const DifficultyTable& table) {
  if (options.json) return difficulty_json(table);
  if (options.csv) return difficulty_csv(table);
  return options.latex ? difficulty_latex(table) : difficulty_text(table);
}

void run_difficulty(DifficultyArguments options) {
  options.judging.numbers = options.constants.numbers();
  const Assets assets = options.assets.load();
  const SolverNumbers numbers = solver_numbers(assets, options.assets.physics_name());
  std::vector<JudgedPair> judged = pairs_of(options, assets);
  find_wins(options, numbers, judged);
  const auto pictures = judge_pairs(options, numbers, assets, judged);
  const DifficultyTable table = table_of(judged, options.judging.numbers);
  std::string text = text_of(options, table);
  if (options.explain)
    for (const JudgedPair& each : judged) text += explanation(each);
  if (!options.plots.empty()) plot::write_figures(options.plots, difficulty_figures(table));
  if (!options.pictures.empty()) write_pictures(options.pictures, judged, pictures);
  write_file(options.out, text);
}

void add_sources(CLI::App& command, DifficultyArguments& options) {
  command
      .add_option(
          "from", options.from,
          "Pair files, folders of them, names such as rolling/agents, folders of novphy generate, folders "
          "with the folders normal and novel of task files")
      ->type_name("PAIR|DIR");
  command.add_flag("--all", options.all, "The pairs that come with the program");
  command
      .add_option("--pairs", options.pairs,
                  "The pairs that folders of novphy generate were made of (default: the shipped ones)")
      ->type_name("FILE|DIR")
      ->allow_extra_args(false);
  options.inject.add_to(command);
  options.novelties.add_to(command);
  command
      .add_option("--count", options.judging.count,
                  "Number of tasks to draw for each side, where no folder has them")
      ->check(CLI::Range(2, 100'000))
      ->capture_default_str();
  add_seed(command, options.judging.seed, "Seed of the drawn tasks and of the samples");
  CLI::Option* wins = command.add_option("--wins", options.wins,
                                         "Winning throws from the output of novphy verify --json, instead of "
                                         "searching for them");
  wins->type_name("FILE");
  CLI::Option* none = command.add_flag("--no-wins", options.no_wins, "Judges only the observational state");
  none->excludes(wins);
  command
      .add_option("--step", options.judging.step_deg, "Step between the throws that are tried, in degrees")
      ->check(between(0.1, 10))
      ->capture_default_str()
      ->excludes(wins)
      ->excludes(none);
  command
      .add_option("--samples", options.judging.samples,
                  "Also compares the winning throws of N members spread over everything that varies, or of N "
                  "further tasks of the folders normal and novel")
      ->type_name("N")
      ->check(CLI::Range(0, 10'000))
      ->excludes(wins)
      ->excludes(none);
}

void add_results(CLI::App& command, DifficultyArguments& options) {
  CLI::Option* csv =
      command.add_flag("--csv", options.csv, "Prints the distribution of each row as one tidy CSV table");
  CLI::Option* json =
      command.add_flag("--json", options.json, "Prints everything as JSON, for novphy report --difficulty");
  CLI::Option* latex = command.add_flag("--latex", options.latex, "Prints the means as a table for a paper");
  CLI::Option* explain =
      command.add_flag("--explain", options.explain,
                       "Adds the histograms, states and graphs behind the least value of each dimension");
  csv->excludes(json)->excludes(latex)->excludes(explain);
  json->excludes(latex)->excludes(explain);
  latex->excludes(explain);
  as_output(
      command.add_option("--plots", options.plots, "Writes heat maps as SVG, PDF and PNG into this folder"))
      ->type_name("DIR");
  as_output(
      command.add_option("--picture", options.pictures,
                         "Draws for each pair the objects that decided its values, as PNG into this folder"))
      ->type_name("DIR");
  as_output(command.add_option("--out", options.out, "Where to write; - is the standard output"),
            {FileKind::kDifficulty})
      ->type_name("FILE")
      ->capture_default_str();
  command.add_option("--jobs", options.judging.jobs, "Number of threads; it changes no byte")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
}

}  // namespace

void add_difficulty(CLI::App& app) {
  const auto options = std::make_shared<DifficultyArguments>();
  CLI::App* command = &add_command(
      app, "difficulty",
      "How hard novelties are to detect and to adapt to, by the measures of Pinto et al. 2023", kResultsGroup,
      "novphy difficulty rolling/agents --explain\n"
      "novphy difficulty --all --jobs 2 --json --out difficulty.json");
  add_sources(*command, *options);
  add_results(*command, *options);
  options->constants.add_to(*command);
  options->quiet.add_to(*command);
  options->assets.add_to(*command);
  command->callback([options] {
    if (options->from.empty() && !options->all) throw CLI::RequiredError("PAIR, DIR or --all");
    run_difficulty(*options);
  });
}

}  // namespace novphy::app
