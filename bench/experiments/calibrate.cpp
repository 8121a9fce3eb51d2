#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "base/input_error.h"
#include "bench/experiments/checked.h"
#include "bench/experiments/choose.h"
#include "bench/experiments/experiments.h"
#include "generator/variation.h"
#include "levels/assets.h"

/// Tries sets of physical numbers on the published pairs, and counts the pairs that pass the checks of
/// `novphy verify`.
namespace novphy::experiments {
namespace calibrate {
namespace {

struct Options {
  std::string templates{};
  std::string pairs{};
  std::string grid_file = NOVPHY_SOURCE_DIR "/bench/experiments/calibration.json";
  std::string assets = NOVPHY_SOURCE_DIR "/assets";
  std::string novelties = NOVPHY_SOURCE_DIR "/novelties";
  std::string physics = "standard";
  std::string people{};
  std::string out{};
  std::vector<std::string> set{};
  double step_deg = 0;
  int samples = 0;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
};

/// Whether a pair has a block, so that the numbers of blocks can change the pair.
bool has_blocks(const Pair& pair, const Catalogue& catalogue) {
  const auto is_block = [&](const Object& o) {
    return catalogue.find(o.type, o.material)->category == Category::kBlock;
  };
  const auto& normal = pair.normal.task.objects;
  const auto& novel = pair.novel.task.objects;
  return std::any_of(normal.begin(), normal.end(), is_block) ||
         std::any_of(novel.begin(), novel.end(), is_block);
}

using PairFilter = std::function<bool(const Pair&, const Catalogue&)>;
bool every_pair(const Pair& /*pair*/, const Catalogue& /*catalogue*/) { return true; }

/// Checks the pairs of the folder for which the filter is true. The setting replaces numbers of the assets.
std::vector<CheckedPair> check_all(const Options& options, const Grid& grid, const Setting& setting,
                                   const VerifyOptions& verify, const PairFilter& filter = every_pair) {
  const Assets assets = load_assets(options.assets, grid.overrides(setting));
  std::vector<Pair> pairs = options.pairs.empty() ? published_pairs(options.templates, assets.catalogue)
                                                  : read_pairs(options.pairs, assets.catalogue);
  std::erase_if(pairs, [&](const Pair& p) { return !filter(p, assets.catalogue); });
  return check_pairs(pairs, {.assets = assets,
                             .novelties = read_novelties(options.novelties, assets.catalogue),
                             .physics = options.physics,
                             .verify = verify,
                             .samples = options.samples,
                             .jobs = options.jobs});
}

void table(const Options& options) {
  const Setting setting = parse_setting(options.set);
  const auto people = options.people.empty() ? std::map<std::string, People>() : count_people(options.people);
  const auto pairs =
      check_all(options, read_grid(options.grid_file), setting, {.step_deg = options.step_deg});
  print_table(pairs, people);
  const Count count = count_of(pairs);
  const Assets assets = load_assets(options.assets);
  fmt::print("{} of {} sides and {} of {} pairs pass all that is asked ({}; catalogue {}, physics {}{}{})\n",
             count.sides, 2 * pairs.size(), count.pairs, pairs.size(), options.physics, assets.catalogue_hash,
             assets.physics_hash, setting.empty() ? "" : "; ", text_of(setting));
  print_hit_bonuses(pairs);
}

/// A text that names the physics, the catalogue and the step. All rows of a file of results must share the
/// text.
std::string numbers_of(const Options& options) {
  const Assets assets = load_assets(options.assets);
  return fmt::format("{}, catalogue {}, physics {}, every {:g} degrees", options.physics,
                     assets.catalogue_hash, assets.physics_hash, options.step_deg);
}

/// The keys of the results that the file holds. Throws InputError where the file holds results of other
/// numbers.
std::set<std::string> already_there(const std::string& file, const std::string& numbers) {
  std::set<std::string> keys;
  for (const auto& row : read_rows(file)) {
    if (const std::string other = row.value("numbers", "something else"); other != numbers)
      throw InputError(file, fmt::format("holds results of {}; these are of {}", other, numbers));
    keys.insert(row.at("set").get<std::string>() + "|" + row.at("novelty").get<std::string>());
  }
  return keys;
}

nlohmann::ordered_json row_of(const Variant& variant, const std::string& numbers,
                              const std::vector<CheckedPair>& pairs) {
  nlohmann::ordered_json failed = nlohmann::ordered_json::object();
  for (const CheckedPair& p : pairs) failed[p.name] = Failures{p.normal.failed(), p.novel.failed()};
  return {{"set", text_of(variant.setting)},
          {"novelty", variant.novelty},
          {"numbers", numbers},
          {"failed", failed}};
}

/// The checked pairs of one variant. A pair that the variant cannot change keeps the result of the unchanged
/// catalogue.
std::vector<CheckedPair> check_variant(const Options& options, const Grid& grid, const Variant& variant,
                                       const VerifyOptions& verify,
                                       const std::vector<CheckedPair>& as_it_is) {
  const bool blocks_only = grid.only_blocks(variant.setting);
  std::vector<CheckedPair> checked =
      check_all(options, grid, variant.setting, verify, [&](const Pair& pair, const Catalogue& catalogue) {
        const bool meant = variant.novelty.empty() || pair.novelty == variant.novelty;
        return meant && (!blocks_only || has_blocks(pair, catalogue));
      });
  for (const CheckedPair& old : as_it_is) {
    const auto same = [&](const CheckedPair& p) { return p.name == old.name; };
    if (variant.novelty.empty() && std::none_of(checked.begin(), checked.end(), same)) checked.push_back(old);
  }
  return checked;
}

void write_result(const std::string& file, const Variant& variant, const std::string& numbers,
                  const std::vector<CheckedPair>& pairs) {
  append_row(file, row_of(variant, numbers, pairs));
  const Count count = count_of(pairs);
  fmt::print("{:>2} sides, {:>2} pairs  {} {}\n", count.sides, count.pairs,
             variant.setting.empty() ? "as the catalogue is" : text_of(variant.setting), variant.novelty);
  std::fflush(stdout);
}

/// Appends the lines that the file does not hold yet: a line for the unchanged catalogue, and a line for each
/// variant.
void search(const Options& options) {
  const Grid grid = read_grid(options.grid_file);
  const std::string numbers = numbers_of(options);
  const std::set<std::string> there = already_there(options.out, numbers);
  const VerifyOptions verify{.step_deg = options.step_deg, .distractors = false};
  const std::vector<CheckedPair> as_it_is = check_all(options, grid, {}, verify);
  if (!there.contains("|")) write_result(options.out, {}, numbers, as_it_is);
  for (const Variant& variant : grid.variants)
    if (!there.contains(text_of(variant.setting) + "|" + variant.novelty))
      write_result(options.out, variant, numbers, check_variant(options, grid, variant, verify, as_it_is));
}

void add_common(CLI::App& command, Options& options) {
  CLI::Option_group* where = command.add_option_group("pairs");
  where->add_option("--templates", options.templates, "Folder of the published templates");
  where->add_option("--pairs", options.pairs, "Folder of pair files instead");
  where->require_option(1);
  command.add_option("--grid", options.grid_file, "Knobs and what to try")->capture_default_str();
  command.add_option("--assets", options.assets, "Folder of the numbers")->capture_default_str();
  command.add_option("--physics", options.physics, "Time step")->capture_default_str();
  command.add_option("--step", options.step_deg, "Degrees between throws")
      ->check(CLI::Range(0.1, 10.0))
      ->capture_default_str();
  command.add_option("--jobs", options.jobs, "Threads")->check(CLI::Range(1, 256));
}

void add_table(CLI::App& command) {
  const auto options = std::make_shared<Options>(Options{.step_deg = 0.5});
  CLI::App& one =
      *command.add_subcommand("table", "One set of numbers, side by side, every check of novphy verify");
  add_common(one, *options);
  one.add_option("--set", options->set, "KNOB=NUMBER, instead of the catalogue's");
  one.add_option("--samples", options->samples,
                 "Besides the templates' own places: so many spread over their rectangles")
      ->check(CLI::Range(0, 1000));
  one.add_option("--people", options->people, "Folder of NovPhy's play data: how many passed");
  one.callback([options] { table(*options); });
}

void add_grid(CLI::App& command) {
  const auto options = std::make_shared<Options>(Options{.step_deg = 1});
  CLI::App& many = *command.add_subcommand(
      "grid", "Every set of the grid, every check but distractors_neutral; goes on where the file ends");
  add_common(many, *options);
  many.add_option("--out", options->out, "File of results, one JSON line a set")->required();
  many.callback([options] { search(*options); });
}

void add_choose(CLI::App& command) {
  const auto results = std::make_shared<std::string>();
  CLI::App& best = *command.add_subcommand("choose", "What the grid found, with each half held out");
  best.add_option("RESULTS", *results, "File of `grid`")->required();
  best.callback([results] { print_choice(read_results(*results)); });
}

}  // namespace
}  // namespace calibrate

void add_calibrate(CLI::App& experiments) {
  CLI::App& command = *experiments.add_subcommand(
      "calibrate", "Tries sets of physical numbers on the 40 published NovPhy pairs");
  command.require_subcommand(1);
  calibrate::add_table(command);
  calibrate::add_grid(command);
  calibrate::add_choose(command);
}

}  // namespace novphy::experiments
