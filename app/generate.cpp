#include "jobs/generate.h"

#include <fmt/core.h>

#include <map>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/describe.h"
#include "app/job.h"
#include "app/progress_line.h"
#include "base/input_error.h"

namespace novphy::app {
namespace {

struct GenerateArguments {
  GenerateSettings generate{};
  std::string describe{};
  std::string pictures{};
  bool quiet = false;

  Settings settings() {
    Settings all = generate.settings();
    add(all, {{.name = "describe",
               .value = &describe,
               .help = "Makes no tasks, but describes a folder of generated tasks",
               .word = "DIR"},
              folder_setting("picture", pictures,
                             "With --describe: also draws sixteen tasks of each template into this folder"),
              quiet_setting(quiet)});
    return all;
  }
};

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

void describe(const GenerateArguments& wanted) {
  const auto assets = wanted.generate.assets.load(context_of());
  describe_tasks(wanted.describe, wanted.pictures, assets->catalogue,
                 assets->physics.at(wanted.generate.assets.physics));
}

GeneratedTasks generated(const GenerateArguments& wanted, const Settings& settings) {
  ProgressLine line("generate", "tasks", wanted.quiet);
  return generate(wanted.generate, context_of(settings), {.progress = line.counter()});
}

void generate_or_describe(GenerateArguments& wanted, const Settings& settings) {
  if (!wanted.describe.empty()) return describe(wanted);
  const GenerateSettings& asked = wanted.generate;
  if (asked.from.empty()) throw InputError("", "PAIR, TEMPLATE or all is required");
  if (!asked.count) throw InputError("", "--count is required");
  if (asked.out.empty()) throw InputError("", "--out is required");
  const GeneratedTasks made = generated(wanted, settings);
  fmt::print("{} tasks of {} templates{}: {}\n", made.lines.size(), made.templates,
             asked.shard ? fmt::format(", shard {} of {}", asked.shard->number, asked.shard->of) : "",
             asked.out);
  if (!asked.difficulty.empty()) print_shares(made.lines);
}

}  // namespace

void add_generate(Command& program) {
  add_job(program,
          {.name = "generate",
           .what = "Writes variations of tasks to disk, each proved by playing it",
           .group = kTasksGroup,
           .examples = "novphy generate rolling/agents --count 20 --out tasks"},
          job_of(generate_or_describe));
}

}  // namespace novphy::app
