#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "bench/choose.h"
#include "bench/grid.h"
#include "bench/judge.h"
#include "bench/program.h"
#include "bench/rows.h"
#include "bench/table.h"
#include "generator/parallel.h"
#include "levels/assets.h"
#include "levels/input_error.h"

/// Tries sets of physical numbers on the published pairs: how many behave as their authors meant.
namespace novphy {
namespace {

struct Options {
  std::string templates;
  std::string pairs;
  std::string grid_file = NOVPHY_SOURCE_DIR "/bench/calibration.json";
  std::string intents = NOVPHY_SOURCE_DIR "/bench/published_intents.json";
  std::string assets = NOVPHY_SOURCE_DIR "/assets";
  std::string physics = "standard";
  std::string out;
  std::vector<std::string> set;
  int positions = 3;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
};

/// Whether a pair has anything that the numbers of blocks could change.
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

/// Judges the pairs of the folder that the filter lets through.
std::vector<PairFigures> judge_all(const Options& options, const Grid& grid, const Setting& setting,
                                   bool search, const PairFilter& filter = every_pair) {
  const Assets assets = load_assets(options.assets, grid.overrides(setting));
  const Intents intents = read_intents(options.intents);
  std::vector<Pair> pairs = options.pairs.empty() ? read_published(options.templates, assets.catalogue)
                                                  : read_pairs(options.pairs, assets.catalogue);
  std::erase_if(pairs, [&](const Pair& p) { return !filter(p, assets.catalogue); });
  const Physics& physics = assets.physics.at(options.physics);
  const JudgeSetup setup{.catalogue = &assets.catalogue,
                         .search = search ? &assets.physics.at("fast") : &physics,
                         .physics = &physics,
                         .grid = options.positions};
  std::vector<PairFigures> figures(pairs.size());
  parallel_for(pairs.size(), options.jobs,
               [&](std::size_t i) { figures[i] = judge(pairs[i], intents, setup); });
  return figures;
}

void table(const Options& options) {
  const Grid grid = read_grid(options.grid_file);
  const auto pairs = judge_all(options, grid, parse_setting(options.set), false);
  print_table(pairs);
  const Count count = count_of(pairs);
  const Assets assets = load_assets(options.assets);
  fmt::print("{} hold, {} hold partly, {} fail, of {} ({}; catalogue {}, physics {}{}{})\n", count.holds,
             count.partly, count.fails, pairs.size(), options.physics, assets.catalogue_hash,
             assets.physics_hash, options.set.empty() ? "" : "; ", text_of(parse_setting(options.set)));
  print_hit_bonuses(pairs);
}

std::set<std::string> already_there(const std::string& file) {
  std::set<std::string> keys;
  for (const auto& row : read_rows(file))
    keys.insert(row.at("set").get<std::string>() + "|" + row.at("novelty").get<std::string>());
  return keys;
}

nlohmann::ordered_json row_of(const Variant& variant, const std::vector<PairFigures>& pairs) {
  nlohmann::ordered_json verdicts;
  for (const PairFigures& p : pairs) verdicts[p.name] = std::string(1, letter(p.verdict));
  return {{"set", text_of(variant.setting)}, {"novelty", variant.novelty}, {"verdicts", verdicts}};
}

/// The figures of one variant; pairs that it cannot change keep those of the catalogue as it is.
std::vector<PairFigures> judge_variant(const Options& options, const Grid& grid, const Variant& variant,
                                       const std::vector<PairFigures>& as_it_is) {
  const bool blocks_only = grid.only_blocks(variant.setting);
  std::vector<PairFigures> figures =
      judge_all(options, grid, variant.setting, true, [&](const Pair& pair, const Catalogue& catalogue) {
        const bool meant = variant.novelty.empty() || pair.novelty == variant.novelty;
        return meant && (!blocks_only || has_blocks(pair, catalogue));
      });
  for (const PairFigures& old : as_it_is) {
    const auto same = [&](const PairFigures& p) { return p.name == old.name; };
    if (variant.novelty.empty() && std::none_of(figures.begin(), figures.end(), same)) figures.push_back(old);
  }
  return figures;
}

/// Appends a line for each variant that the file does not hold yet.
void search(const Options& options) {
  const Grid grid = read_grid(options.grid_file);
  const std::set<std::string> there = already_there(options.out);
  const std::vector<PairFigures> as_it_is = judge_all(options, grid, {}, true);
  for (const Variant& variant : grid.variants) {
    if (there.contains(text_of(variant.setting) + "|" + variant.novelty)) continue;
    const auto pairs = judge_variant(options, grid, variant, as_it_is);
    append_row(options.out, row_of(variant, pairs));
    const Count count = count_of(pairs);
    fmt::print("{:>2} {:>2} {:>2}  {} {}\n", count.holds, count.partly, count.fails, text_of(variant.setting),
               variant.novelty);
    std::fflush(stdout);
  }
}

void add_common(CLI::App& command, Options& options) {
  CLI::Option_group* where = command.add_option_group("pairs");
  where->add_option("--templates", options.templates, "Folder of the published templates");
  where->add_option("--pairs", options.pairs, "Folder of pair files instead");
  where->require_option(1);
  command.add_option("--intents", options.intents, "Which object is meant to be pushed")
      ->capture_default_str();
  command.add_option("--grid", options.grid_file, "Knobs and what to try")->capture_default_str();
  command.add_option("--assets", options.assets, "Folder of the numbers")->capture_default_str();
  command.add_option("--physics", options.physics, "Time step")->capture_default_str();
  command.add_option("--positions", options.positions,
                     "N: N x N stratum centres and the template's own place");
  command.add_option("--jobs", options.jobs, "Threads")->check(CLI::Range(1, 256));
}

int run(int argc, char** argv) {
  CLI::App app("Tries sets of physical numbers on the 40 published NovPhy pairs");
  app.require_subcommand(1);
  Options options;
  CLI::App* one = app.add_subcommand("table", "One set of numbers, pair by pair, every play in full");
  add_common(*one, options);
  one->add_option("--set", options.set, "KNOB=NUMBER, instead of the catalogue's");
  one->callback([&] { table(options); });
  CLI::App* many = app.add_subcommand("grid", "Every set of the grid; goes on where the file ends");
  add_common(*many, options);
  many->add_option("--out", options.out, "File of results, one JSON line a set")->required();
  many->callback([&] { search(options); });
  CLI::App* best = app.add_subcommand("choose", "What the grid found, with each half held out");
  best->add_option("RESULTS", options.out, "File of `grid`")->required();
  best->callback([&] { print_choice(read_results(options.out)); });
  return run_program(app, argc, argv, [] {});
}

}  // namespace
}  // namespace novphy

int main(int argc, char** argv) { return novphy::run(argc, argv); }
