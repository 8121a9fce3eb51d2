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
#include "app/judged_pairs.h"
#include "app/making_options.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "app/shipped.h"
#include "base/input_error.h"
#include "base/names.h"
#include "base/parallel.h"
#include "base/rounded.h"
#include "evaluator/report/difficulty_figures.h"
#include "generator/difficulty/pair_difficulty.h"
#include "generator/sets/make_tasks.h"
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
  int count = 100;
  int samples = 0;
  std::uint64_t seed = 1;
  double step_deg = 0.5;
  unsigned jobs = 1;
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
  return options.inject.into(pairs, named, options.novelties.load(assets.catalogue), assets.catalogue);
}

/// The pairs among which the pairs of a folder of tasks are looked up.
std::vector<Pair> library_of_tasks(const DifficultyArguments& options, const Assets& assets) {
  const bool named = !options.pairs.empty();
  return with_novelties(
      options,
      named ? shipped(options.pairs) : std::vector<std::string>{data_folder("levels/templates").string()},
      named, assets);
}

std::vector<JudgedPair> pairs_to_judge(const DifficultyArguments& options, const Assets& assets) {
  std::vector<JudgedPair> judged;
  std::vector<std::string> places;
  if (options.all) places.push_back(data_folder("levels/templates").string());
  const std::vector<std::string> from = shipped(options.from);
  if (!options.pairs.empty() && std::none_of(from.begin(), from.end(), holds_tasks))
    throw InputError("--pairs", "expected a folder of novphy generate, whose tasks were made of these pairs");
  for (const std::string& place : from) {
    if (holds_tasks(place))
      for (JudgedPair& each : pairs_of_tasks(place, library_of_tasks(options, assets), assets))
        judged.push_back(std::move(each));
    else if (holds_sides(place))
      judged.push_back(pair_of_sides(place, assets.catalogue));
    else
      places.push_back(place);
  }
  for (Pair& pair : with_novelties(options, places, !options.all, assets))
    judged.push_back({.pair = std::move(pair)});
  if (judged.empty()) throw InputError("difficulty", "found no pair files");
  std::stable_sort(judged.begin(), judged.end(), [](const JudgedPair& a, const JudgedPair& b) {
    if (a.pair.novelty != b.pair.novelty) return comes_before(kNovelties, a.pair.novelty, b.pair.novelty);
    return a.pair.scenario != b.pair.scenario && comes_before(kScenarios, a.pair.scenario, b.pair.scenario);
  });
  for (std::size_t i = 1; i < judged.size(); ++i)
    if (pair_name(judged[i].pair) == pair_name(judged[i - 1].pair))
      throw InputError(judged[i].pair.file, "is the second pair of its novelty and scenario");
  return judged;
}

void read_all_wins(const std::string& file, std::vector<JudgedPair>& judged) {
  std::vector<Pair> pairs;
  for (const JudgedPair& each : judged) pairs.push_back(each.pair);
  for (const auto& [key, member] : read_wins(file, pairs))
    for (JudgedPair& each : judged)
      if (pair_name(each.pair) == key.first) each.wins.push_back(member);
}

void solve_all(const DifficultyArguments& options, const SolverNumbers& numbers,
               std::vector<JudgedPair>& judged) {
  struct Job {
    Template side;
    SideWins* to = nullptr;
  };
  std::vector<Job> jobs;
  for (JudgedPair& each : judged) {
    const std::vector<Pair> members =
        members_to_solve(each, options.samples, options.seed, numbers.catalogue);
    each.wins.resize(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      jobs.push_back({members[i].normal, &each.wins[i].normal});
      jobs.push_back({members[i].novel, &each.wins[i].novel});
    }
  }
  ProgressLine line("difficulty: winning throws", "sides", options.quiet);
  line.begin(jobs.size());
  parallel_for(jobs.size(), options.jobs, [&](std::size_t i) {
    *jobs[i].to = solve_side(jobs[i].side, numbers, options.step_deg);
    line.add();
  });
}

void judge_all(const DifficultyArguments& options, const Assets& assets, const DifficultyNumbers& constants,
               std::vector<JudgedPair>& judged) {
  const SolverNumbers numbers = solver_numbers(assets, options.assets.physics_name());
  ProgressLine line("difficulty", "pairs", options.quiet);
  line.begin(judged.size());
  parallel_for(judged.size(), options.jobs, [&](std::size_t i) {
    JudgedPair& each = judged[i];
    const PairTasks tasks =
        each.given ? *each.given : draw_tasks(each.pair, options.count, options.seed, numbers);
    each.found = pair_difficulty(each.pair, tasks, each.wins, assets, constants);
    if (!options.pictures.empty()) each.picture = difficulty_picture(tasks, each.found, assets);
    line.add();
  });
}

/// The lowest value of each dimension, with everything behind it.
std::string explanation(const JudgedPair& each) {
  std::string text = fmt::format("\n{}\n", pair_name(each.pair));
  for (const DifficultyModel& model : each.found.cell.models) {
    text += fmt::format(" {}, {}{}:", model.dimension, model.name, model.counts ? "" : " (below gamma)");
    for (const auto& [name, count] : model.classes)
      text += fmt::format(" {} {}/{}", name, count.second, count.first);
    text += "\n";
  }
  for (std::size_t d = 0; d < kSeenDimensions.size(); ++d) {
    const SceneDegree* least = nullptr;
    std::size_t task = 0;
    for (std::size_t i = 0; i < each.found.novel.size(); ++i) {
      const SceneDegree& degree = each.found.novel[i][d];
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
  for (const ActionDegrees& member : each.found.actions) {
    text += " action state\n" + member.why;
  }
  return text;
}

void write_pictures(const std::string& folder, const std::vector<JudgedPair>& judged) {
  fs::create_directories(folder);
  for (const JudgedPair& each : judged)
    if (!each.picture.empty())
      write_file(fs::path(folder) / fmt::format("{}_{}.png", each.pair.scenario, each.pair.novelty),
                 each.picture);
}

void write_plots(const std::string& folder, const DifficultyTable& table) {
  fs::create_directories(folder);
  for (const plot::Figure& figure : difficulty_figures(table)) {
    const std::string file = (fs::path(folder) / figure.name).string();
    write_file(file + ".svg", plot::svg(figure));
    write_file(file + ".png", plot::png(figure));
    write_file(file + ".pdf", plot::pdf(figure));
  }
}

void run_difficulty(const DifficultyArguments& options) {
  const DifficultyNumbers constants = options.constants.numbers();
  const Assets assets = options.assets.load();
  std::vector<JudgedPair> judged = pairs_to_judge(options, assets);
  if (!options.wins.empty())
    read_all_wins(options.wins, judged);
  else if (!options.no_wins)
    solve_all(options, solver_numbers(assets, options.assets.physics_name()), judged);
  judge_all(options, assets, constants, judged);
  DifficultyTable table{.numbers = listed(constants)};
  for (const JudgedPair& each : judged) table.cells.push_back(each.found.cell);
  std::string text = options.json    ? difficulty_json(table)
                     : options.csv   ? difficulty_csv(table)
                     : options.latex ? difficulty_latex(table)
                                     : difficulty_text(table);
  if (options.explain)
    for (const JudgedPair& each : judged) text += explanation(each);
  if (!options.plots.empty()) write_plots(options.plots, table);
  if (!options.pictures.empty()) write_pictures(options.pictures, judged);
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
      .add_option("--count", options.count, "Number of tasks to draw for each side, where no folder has them")
      ->check(CLI::Range(2, 100'000))
      ->capture_default_str();
  add_seed(command, options.seed, "Seed of the drawn tasks and of the samples");
  CLI::Option* wins = command.add_option("--wins", options.wins,
                                         "Winning throws from the output of novphy verify --json, instead of "
                                         "searching for them");
  wins->type_name("FILE");
  CLI::Option* none = command.add_flag("--no-wins", options.no_wins, "Judges only the observational state");
  none->excludes(wins);
  command.add_option("--step", options.step_deg, "Step between the throws that are tried, in degrees")
      ->check(between(0.1, 10))
      ->capture_default_str()
      ->excludes(wins)
      ->excludes(none);
  command
      .add_option("--samples", options.samples,
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
  command.add_option("--jobs", options.jobs, "Number of threads; it changes no byte")
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
