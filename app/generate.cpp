#include <fmt/core.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/describe.h"
#include "app/making_options.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "generator/difficulty/pair_difficulty.h"
#include "generator/sets/write_tasks.h"
#include "generator/variation.h"

namespace novphy::app {
namespace {

struct GenerateArguments {
  AssetOptions assets;
  std::vector<std::string> from;
  std::string templates;
  int count = 0;
  InjectOption inject;
  MakingOptions making;
  std::string window;
  std::vector<std::string> difficulty;
  std::string out;
  std::string format = "json";
  unsigned jobs = 1;
  bool resume = false;
  std::optional<Shard> shard{};
  std::string describe;
  std::string pictures;
  QuietOption quiet;
};

/// The pairs that "all" and names of pairs and templates refer to.
std::vector<Pair> library(const GenerateArguments& options, const Catalogue& catalogue) {
  return options.templates.empty() ? pairs_in({data_folder("levels/templates").string()}, catalogue)
                                   : published_pairs(options.templates, catalogue);
}

/// Reads "LOW:HIGH". `expected` says what the text should be.
Range range_argument(const std::string& option, const std::string& text, const std::string& expected) {
  const auto colon = text.find(':');
  Range range{-1, -1};
  if (colon != std::string::npos)
    range = {number_argument(option, text.substr(0, colon)), number_argument(option, text.substr(colon + 1))};
  if (range.min < 0 || range.max < range.min)
    throw InputError(option, fmt::format("found \"{}\", expected {}", text, expected));
  return range;
}

void read_window(GenerateArguments& options) {
  if (options.window.empty()) return;
  const Range range = range_argument("--window", options.window, "LOW:HIGH in degrees, such as 1:3");
  options.making.rest().least_window_deg = range.min;
  options.making.rest().most_window_deg = range.max;
}

DifficultyWish read_wish(const GenerateArguments& options) {
  constexpr const char* kExpected = "detect=LOW:HIGH or adapt=LOW:HIGH from 0 to 1, such as detect=0.2:0.5";
  DifficultyWish wish;
  for (const std::string& text : options.difficulty) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    std::optional<Range>* to = name == "detect" ? &wish.detect : name == "adapt" ? &wish.adapt : nullptr;
    if (!to || equals == std::string::npos || *to)
      throw InputError("--difficulty", fmt::format("found \"{}\", expected {}, each once", text, kExpected));
    *to = range_argument("--difficulty", text.substr(equals + 1), kExpected);
    if ((*to)->max > 1)
      throw InputError("--difficulty", fmt::format("found \"{}\", expected {}", text, kExpected));
  }
  return wish;
}

/// For each novel template, the share of draws that fit the wish.
void print_shares(const std::vector<TaskSetLine>& lines) {
  struct Draws {
    int fit = 0;
    std::map<std::string, int> failed{};
  };
  std::map<std::string, Draws> by_template;
  for (const TaskSetLine& line : lines) {
    Draws& draws = by_template[line.task_template];
    ++draws.fit;
    for (const auto& [check, count] : line.rejected)
      if (check.starts_with("detect ") || check.starts_with("adapt ")) draws.failed[check] += count;
  }
  for (const auto& [name, draws] : by_template) {
    int tried = draws.fit;
    std::string failed;
    for (const auto& [check, count] : draws.failed) {
      tried += count;
      failed += fmt::format(", {} {}", count, check);
    }
    if (name.ends_with("/novel"))
      fmt::print("{}: {} of {} tries fit ({:.1f} %){}\n", name, draws.fit, tried, 100.0 * draws.fit / tried,
                 failed);
  }
}

void describe(const GenerateArguments& options) {
  const Assets assets = options.assets.load();
  describe_tasks(options.describe, options.pictures, assets.catalogue,
                 assets.physics.at(options.assets.physics_name()));
}

/// How tasks are made: novelties that the options put into pairs are asked nothing.
VariationOptions variation_of(const GenerateArguments& options, const DifficultyWish& wish,
                              const Assets& assets) {
  VariationOptions variation = options.making.variation(assets.catalogue);
  variation.novelties = without_checks_of(options.inject.chosen(), std::move(variation.novelties));
  if (!options.difficulty.empty()) variation.judge = difficulty_judge(wish, assets, {});
  return variation;
}

TaskOrder order_of(const GenerateArguments& options, const Catalogue& catalogue) {
  return injected_order(options.from, library(options, catalogue), options.count, options.inject.chosen(),
                        options.making.table(catalogue), catalogue);
}

std::vector<TaskSetLine> written_tasks(const GenerateArguments& options, const TaskOrder& order,
                                       const DifficultyWish& wish, const Assets& assets) {
  ProgressLine line("generate", "tasks", options.quiet);
  TaskRun run{.variation = variation_of(options, wish, assets),
              .xml = options.format == "xml",
              .jobs = options.jobs,
              .shard = options.shard,
              .progress = line.counter()};
  if (!options.difficulty.empty()) run.least_acceptance = kLeastFitting;
  return write_tasks(order, run,
                     {.folder = options.out,
                      .count = options.count,
                      .difficulty = words(wish),
                      .physics = options.assets.physics_name(),
                      .resume = options.resume},
                     assets);
}

void generate(GenerateArguments options) {
  read_window(options);
  const DifficultyWish wish = read_wish(options);
  const Assets assets = options.assets.load();
  const TaskOrder order = order_of(options, assets.catalogue);
  const auto lines = written_tasks(options, order, wish, assets);
  fmt::print("{} tasks of {} templates{}: {}\n", lines.size(), order.wanted.size(),
             options.shard ? fmt::format(", shard {} of {}", options.shard->number, options.shard->of) : "",
             options.out);
  if (!options.difficulty.empty()) print_shares(lines);
}

}  // namespace

void add_generate(CLI::App& app) {
  const auto options = std::make_shared<GenerateArguments>();
  CLI::App* command =
      &add_command(app, "generate", "Writes variations of tasks to disk, each proved by playing it",
                   kTasksGroup, "novphy generate rolling/agents --count 20 --out tasks");
  command
      ->add_option(
          "from", options->from,
          "Pair files, folders of them, names such as rolling/agents or rolling/agents/novel; or all")
      ->type_name("FILE|DIR|PAIR|TEMPLATE|SCENARIO|all");
  command
      ->add_option("--templates", options->templates,
                   "Takes the templates from this folder of published NovPhy templates")
      ->type_name("DIR");
  CLI::Option* count = command->add_option("--count", options->count, "Number of tasks of each template")
                           ->check(CLI::Range(1, 1'000'000));
  add_seed(*command, options->making.rest().seed.number, "Seed of all draws");
  CLI::Option* out =
      as_output(command->add_option("--out", options->out, "The folder to write them to"))->type_name("DIR");
  command->add_option("--format", options->format, "json, or xml with NovPhy's names of folders and files")
      ->check(CLI::IsMember({"json", "xml"}))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Number of threads; it changes no byte")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  options->making.add_to(*command, "witness");
  options->inject.add_to(*command);
  command->add_flag("--paired", options->making.rest().paired,
                    "Normal and novel task share parameters, shift and distractors");
  command
      ->add_option("--window", options->window,
                   "Keeps only tasks whose winning window has a width in this range, in degrees")
      ->type_name("LOW:HIGH");
  command
      ->add_option("--difficulty", options->difficulty,
                   "Keeps only novel tasks whose difficulty to detect, detect=LOW:HIGH, or to adapt to, "
                   "adapt=LOW:HIGH, is in this range from 0 to 1 (docs/difficulty.md)")
      ->type_name("NAME=LOW:HIGH");
  command->add_flag("--resume", options->resume, "Goes on with what is in the folder");
  add_shard(*command, options->shard,
            "Makes only the tasks of shard I of N; --resume without --shard merges all shards");
  command
      ->add_option("--describe", options->describe,
                   "Makes no tasks, but describes a folder of generated tasks")
      ->type_name("DIR");
  as_output(
      command->add_option("--picture", options->pictures,
                          "With --describe: also draws sixteen tasks of each template into this folder"))
      ->type_name("DIR");
  options->quiet.add_to(*command);
  options->assets.add_to(*command);
  command->callback([options, count, out] {
    if (!options->describe.empty()) return describe(*options);
    if (options->from.empty()) throw CLI::RequiredError("PAIR, TEMPLATE or all");
    if (count->count() == 0) throw CLI::RequiredError("--count");
    if (out->count() == 0) throw CLI::RequiredError("--out");
    generate(*options);
  });
}

}  // namespace novphy::app
