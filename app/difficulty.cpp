#include "jobs/difficulty.h"

#include <optional>

#include "app/commands.h"
#include "app/progress_line.h"
#include "base/input_error.h"

namespace novphy::app {
namespace {

struct DifficultyArguments {
  DifficultySettings difficulty{};
  bool csv = false;
  bool json = false;
  bool latex = false;
  bool explain = false;
  std::string out = "-";
  bool quiet = false;

  Settings settings() {
    return joined(
        {difficulty.settings(),
         {{"csv", &csv, "Prints the distribution of each row as one tidy CSV table",
           Also{.excludes = {"json", "latex", "explain"}}},
          {"json", &json, "Prints everything as JSON, for novphy report --difficulty",
           Also{.excludes = {"latex", "explain"}}},
          {"latex", &latex, "Prints the means as a table for a paper", Also{.excludes = {"explain"}}},
          {"explain", &explain,
           "Adds the histograms, states and graphs behind the least value of each dimension"},
          out_setting(out, {FileKind::kDifficulty}, "Where to write; - is the standard output"),
          quiet_setting(quiet)}});
  }
};

std::string text_of(const DifficultyArguments& options, const Difficulties& found) {
  if (options.json) return difficulty_json(found.table);
  if (options.csv) return difficulty_csv(found.table);
  if (options.latex) return difficulty_latex(found.table);
  return difficulty_text(found.table) + (options.explain ? found.explained() : "");
}

void run_difficulty(DifficultyArguments& options) {
  if (options.difficulty.from.empty() && !options.difficulty.all)
    throw InputError("", "PAIR, DIR or --all is required");
  std::optional<ProgressLine> line;
  const auto part = [&](const char* job, const char* unit) {
    return [&, job, unit](std::size_t done, std::size_t of) {
      if (done == 0) line.emplace(job, unit, options.quiet);
      line->count({.done = done, .of = of});
    };
  };
  const Difficulties found = judge_difficulty(
      options.difficulty, context_of(),
      {.solving = part("difficulty: winning throws", "sides"), .judging = part("difficulty", "pairs")});
  line.reset();
  write_file(options.out, text_of(options, found));
}

}  // namespace

void add_difficulty(Command& program) {
  add_job(
      program,
      {"difficulty", "How hard novelties are to detect and to adapt to, by the measures of Pinto et al. 2023",
       kResultsGroup,
       "novphy difficulty rolling/agents --explain\n"
       "novphy difficulty --all --jobs 2 --json --out difficulty.json"},
      job_of(run_difficulty));
}

}  // namespace novphy::app
