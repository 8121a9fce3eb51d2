#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/input_error.h"
#include "bench/experiments/checked.h"
#include "bench/experiments/choose.h"
#include "bench/experiments/experiments.h"
#include "generator/variation.h"

/// Tries sets of physical numbers on the published pairs, and counts the pairs that pass the checks of
/// `novphy verify`.
namespace novphy::experiments::calibrate {
namespace {

/// What is checked, and how.
struct Checking {
  std::string templates{};
  std::string pairs{};
  app::AssetOptions assets{};
  double step_deg = 0.5;
  int jobs = 0;

  Settings settings() {
    return joined(
        {assets.settings(),
         {{"templates", &templates, "Folder of the published templates", "DIR", Also{.excludes = {"pairs"}}},
          pairs_setting(pairs),
          {"step", &step_deg, "Degrees between throws", Also{.least = 0.1, .most = 10}},
          jobs_setting(jobs, "Threads")}});
  }
};

struct TableOptions {
  Checking checking{};
  std::string people{};

  Settings settings() {
    return joined(
        {checking.settings(), {{"people", &people, "Folder of NovPhy's play data: how many passed", "DIR"}}});
  }
};

struct GridOptions {
  Checking checking{.step_deg = 1};
  std::string grid{};
  std::string out{};

  Settings settings() {
    return joined(
        {checking.settings(),
         {{"grid", &grid, "Knobs and what to try; default: calibration.json", "FILE"},
          results_setting(out, "Results, one JSON line a set; what stands there is not checked again")}});
  }
};

/// Checks the pairs, or those of one novelty.
std::vector<CheckedPair> check_all(const Checking& options, const Assets& assets, const VerifyOptions& verify,
                                   const std::string& novelty = "") {
  std::vector<Pair> pairs = options.templates.empty() ? load_pairs(options.pairs, assets.catalogue)
                                                      : published_pairs(options.templates, assets.catalogue);
  std::erase_if(pairs, [&](const Pair& pair) { return !novelty.empty() && pair.novelty != novelty; });
  return check_pairs(pairs, {.assets = assets,
                             .novelties = read_novelties(app::data_folder("novelties"), assets.catalogue),
                             .physics = options.assets.physics,
                             .verify = verify,
                             .jobs = threads_of(options.jobs)});
}

/// Names the physics, the catalogue and what was changed in them.
std::string numbers_of(const app::AssetOptions& options, const Assets& assets) {
  std::string text = fmt::format("{}; catalogue {}, physics {}", options.physics, assets.catalogue_hash,
                                 assets.physics_hash);
  for (const std::string& change : options.overrides) text += "; " + change;
  return text;
}

void table(TableOptions& options) {
  const auto people = options.people.empty() ? std::map<std::string, People>() : count_people(options.people);
  const Assets assets = options.checking.assets.load();
  const auto pairs = check_all(options.checking, assets, {.step_deg = options.checking.step_deg});
  print_table(pairs, people);
  const Count count = count_of(pairs);
  fmt::print("{} of {} sides and {} of {} pairs pass all that is asked ({})\n", count.sides, 2 * pairs.size(),
             count.pairs, pairs.size(), numbers_of(options.checking.assets, assets));
  print_hit_bonuses(pairs);
}

/// The keys of the results that the file holds. Throws InputError where the file holds results of other
/// numbers.
std::set<std::string> already_there(const std::string& file, const std::string& numbers) {
  std::set<std::string> keys;
  for (const auto& row : read_rows(file, "failed")) {
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
  return {{"set", text_of(variant.knobs)},
          {"novelty", variant.novelty},
          {"numbers", numbers},
          {"failed", failed}};
}

void write_result(const std::string& file, const Variant& variant, const std::string& numbers,
                  const std::vector<CheckedPair>& pairs) {
  append_row(file, row_of(variant, numbers, pairs));
  const Count count = count_of(pairs);
  fmt::print("{:>2} sides, {:>2} pairs  {} {}\n", count.sides, count.pairs,
             variant.knobs.empty() ? "as the catalogue is" : text_of(variant.knobs), variant.novelty);
  std::fflush(stdout);
}

/// Appends the lines that the file does not hold yet: a line for the unchanged catalogue, and a line for each
/// variant.
void search(GridOptions& options) {
  const Checking& how = options.checking;
  Grid grid = read_grid(options.grid.empty() ? app::data_folder("bench/experiments") / "calibration.json"
                                             : std::filesystem::path(options.grid));
  const std::string numbers =
      fmt::format("{}, every {:g} degrees", numbers_of(how.assets, how.assets.load()), how.step_deg);
  const std::set<std::string> there = already_there(options.out, numbers);
  grid.variants.insert(grid.variants.begin(), Variant());
  for (const Variant& variant : grid.variants) {
    if (there.contains(text_of(variant.knobs) + "|" + variant.novelty)) continue;
    std::vector<std::string> overrides = how.assets.overrides;
    for (const std::string& each : grid.overrides(variant.knobs)) overrides.push_back(each);
    write_result(options.out, variant, numbers,
                 check_all(how, load_assets(app::assets_folder(how.assets.folder), overrides),
                           {.step_deg = how.step_deg, .distractors = false}, variant.novelty));
  }
}

struct ChooseOptions {
  std::string results{};

  Settings settings() {
    return {{"results", &results, "File of `grid`", "FILE", Also{.positional = true, .required = true}}};
  }
};

void choose(ChooseOptions& options) { print_choice(read_results(options.results)); }

}  // namespace

void add_to(app::Command& program) {
  app::Command& calibrate = app::add_job(
      program, {"calibrate", "Tries sets of physical numbers on the 40 published NovPhy pairs"}, {});
  app::add_job(calibrate, {"table", "One set of numbers, side by side, every check of novphy verify"},
               app::job_of(table));
  app::add_job(
      calibrate,
      {"grid", "Every set of the grid, every check but distractors_neutral; goes on where the file ends"},
      app::job_of(search));
  app::add_job(calibrate, {"choose", "What the grid found, with each half held out"}, app::job_of(choose));
}

}  // namespace novphy::experiments::calibrate
