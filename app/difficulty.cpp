#include "jobs/difficulty.h"

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/job.h"
#include "app/progress_line.h"
#include "app/shipped.h"
#include "base/input_error.h"
#include "generator/sets/make_tasks.h"
#include "jobs/pair_picture.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

struct DifficultyArguments {
  DifficultySettings difficulty{};
  AssetOptions assets{};
  NoveltyTable novelties{};
  bool csv = false;
  bool json = false;
  bool latex = false;
  bool explain = false;
  std::string out = "-";
  std::string pictures{};
  bool quiet = false;

  Settings settings();
};

Settings DifficultyArguments::settings() {
  Settings all = difficulty.settings();
  add(all,
      {novelties.setting(),
       {.name = "csv",
        .value = &csv,
        .help = "Prints the distribution of each row as one tidy CSV table",
        .excludes = {"json", "latex", "explain"}},
       {.name = "json",
        .value = &json,
        .help = "Prints everything as JSON, for novphy report --difficulty",
        .excludes = {"latex", "explain"}},
       {.name = "latex",
        .value = &latex,
        .help = "Prints the means as a table for a paper",
        .excludes = {"explain"}},
       {.name = "explain",
        .value = &explain,
        .help = "Adds the histograms, states and graphs behind the least value of each dimension"},
       folder_setting("picture", pictures,
                      "Draws for each pair the objects that decided its values, as PNG into this folder"),
       out_setting(out, {FileKind::kDifficulty}, "Where to write; - is the standard output"),
       quiet_setting(quiet)});
  add(all, assets.settings());
  return all;
}

std::string text_of(const DifficultyArguments& options, const Difficulties& found) {
  if (options.json) return difficulty_json(found.table);
  if (options.csv) return difficulty_csv(found.table);
  if (options.latex) return difficulty_latex(found.table);
  return difficulty_text(found.table) + (options.explain ? found.explained() : "");
}

void write_picture(const fs::path& folder, const JudgedPair& judged, const std::string& picture) {
  if (picture.empty()) return;
  fs::create_directories(folder);
  write_file(folder / fmt::format("{}_{}.png", judged.pair.scenario, judged.pair.novelty), picture);
}

void run_difficulty(DifficultyArguments& options) {
  if (options.difficulty.from.empty() && !options.difficulty.all)
    throw InputError("", "PAIR, DIR or --all is required");
  const Assets assets = options.assets.load();
  const std::vector<Novelty> novelties = options.novelties.load(assets.catalogue);
  std::optional<ProgressLine> line;
  const auto phase = [&](const char* job, const char* unit) {
    return [&, job, unit](std::size_t done, std::size_t of) {
      if (done == 0) line.emplace(job, unit, options.quiet);
      line->count({.done = done, .of = of});
    };
  };
  DifficultyWatch watch{.solving = phase("difficulty: winning throws", "sides"),
                        .judging = phase("difficulty", "pairs")};
  if (!options.pictures.empty())
    watch.see = [&](const JudgedPair& judged, const PairTasks& tasks) {
      write_picture(options.pictures, judged, difficulty_picture(tasks, judged.found, assets));
    };
  const Difficulties found = judge_difficulty(
      options.difficulty,
      {.assets = assets,
       .physics = options.assets.physics_name(),
       .novelties = novelties,
       .pairs = [&](const auto& names) { return pairs_in(shipped(names), assets.catalogue); },
       .all = {data_folder("levels/templates").string()}},
      watch, Face::kProgram);
  line.reset();
  print_warnings(found.warnings);
  write_file(options.out, text_of(options, found));
}

}  // namespace

void add_difficulty(Command& program) {
  add_job(program,
          {.name = "difficulty",
           .what = "How hard novelties are to detect and to adapt to, by the measures of Pinto et al. 2023",
           .group = kResultsGroup,
           .examples = "novphy difficulty rolling/agents --explain\n"
                       "novphy difficulty --all --jobs 2 --json --out difficulty.json"},
          job_of(run_difficulty));
}

}  // namespace novphy::app
