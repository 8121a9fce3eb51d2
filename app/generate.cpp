#include "jobs/generate.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "base/text.h"
#include "generator/level_judge.h"
#include "generator/proof.h"
#include "generator/sets/task_index.h"
#include "jobs/invent.h"
#include "jobs/plan.h"
#include "jobs/season.h"
#include "levels/pair.h"
#include "trials/runner.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy::app {
namespace {

struct GenerateArguments {
  GenerateSettings generate{};
  std::string describe{};
  std::string pictures{};
  bool flips = false, quiet = false;

  Settings settings() {
    return joined(
        {generate.settings(),
         {{"describe", &describe, "Makes no tasks, but describes a folder of generated tasks", "DIR"},
          folder_setting("picture", pictures,
                         "With --describe: also draws sixteen tasks of each template into this folder"),
          {"flips", &flips,
           "With --describe: also plays sixteen tasks of each template, as novphy judge does, and counts the "
           "winning throws that lose when changed a little",
           Also{.needs = {"describe"}}},
          quiet_setting(quiet)}});
  }
};

namespace fs = std::filesystem;

constexpr int kColumns = 4;
constexpr std::size_t kLookedAt = 16;
constexpr double kJudgeStepDeg = 4;  // as of novphy judge
constexpr int kPanelPx = 300;
// A distractor whose centre is less than this above the ground counts as standing on it.
constexpr double kGroundM = 0.6;
constexpr double kHangingM = 9;  // a distractor whose centre is above this height counts as hanging

/// Least value, mean and greatest value.
std::string spread(const std::vector<double>& values) {
  if (values.empty()) return "-";
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return fmt::format("{:g} / {:.4g} / {:g}", *least, sum / static_cast<double>(values.size()), *most);
}

using Counts = std::map<std::string, int>;

std::string text(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  return text.empty() ? "none" : text;
}

struct TemplateNumbers {
  int tasks = 0, draws = 0;
  std::map<std::string, std::vector<double>> varied{};
  std::map<std::string, Counts> words{};
  std::vector<double> angle{}, window{}, distractors{};
  Counts rejected{}, kinds{}, places{};
};

TemplateNumbers numbers_of(const std::vector<const TaskSetLine*>& lines, const WorldNumbers& world) {
  TemplateNumbers numbers;
  for (const TaskSetLine* line : lines) {
    ++numbers.tasks;
    ++numbers.draws;
    for (const auto& [check, count] : line->rejected) {
      numbers.rejected[check] += count;
      numbers.draws += count;
    }
    const auto& [member, distractors] = line->recipe;
    for (const auto& [name, value] : member.values) {
      if (const auto* word = std::get_if<std::string>(&value))
        ++numbers.words[name][*word];
      else
        numbers.varied[name].push_back(std::get<double>(value));
    }
    numbers.varied["dx"].push_back(member.shift_m.x);
    numbers.varied["dy"].push_back(member.shift_m.y);
    if (line->window_deg) {
      numbers.angle.push_back((line->window_deg->x + line->window_deg->y) / 2);
      numbers.window.push_back(line->window_deg->y - line->window_deg->x + kEdgeStepDeg);
    }
    numbers.distractors.push_back(static_cast<double>(distractors.size()));
    for (const Object& object : distractors) {
      ++numbers.kinds[object.type];
      const bool ground = object.at_m.y < world.ground_top_m + kGroundM;
      ++numbers.places[ground ? "on the ground" : object.at_m.y > kHangingM ? "hanging" : "raised"];
    }
  }
  return numbers;
}

void print(const std::string& name, const TemplateNumbers& numbers) {
  fmt::print("{}: {}, {:.0f} % of {} accepted\n", name, counted(numbers.tasks, "task"),
             100.0 * numbers.tasks / numbers.draws, counted(numbers.draws, "draw"));
  fmt::print("  turned down       {}\n", text(numbers.rejected));
  for (const auto& [parameter, values] : numbers.varied)
    fmt::print("  {:<17} {}\n", parameter, spread(values));
  for (const auto& [parameter, counts] : numbers.words) fmt::print("  {:<17} {}\n", parameter, text(counts));
  fmt::print("  winning angle     {}\n", spread(numbers.angle));
  fmt::print("  window, degrees   {}\n", spread(numbers.window));
  fmt::print("  distractors       {}\n", spread(numbers.distractors));
  fmt::print("    kinds           {}\n", text(numbers.kinds));
  fmt::print("    places          {}\n", text(numbers.places));
}

/// Sixteen of a template's tasks, chosen at equal intervals.
std::vector<const TaskSetLine*> sixteen(const std::vector<const TaskSetLine*>& lines) {
  std::vector<const TaskSetLine*> some;
  const std::size_t every = std::max<std::size_t>(1, lines.size() / kLookedAt);
  for (std::size_t i = 0; i < lines.size() && some.size() < kLookedAt; i += every) some.push_back(lines[i]);
  return some;
}

/// The flips of sixteen tasks together, and of how many of them some throw wins.
std::string flips_text(const fs::path& folder, const std::vector<const TaskSetLine*>& lines,
                       const SolverNumbers& numbers, int jobs) {
  const std::vector<const TaskSetLine*> some = sixteen(lines);
  std::vector<Flips> found(some.size());
  parallel_for(some.size(), threads_of(jobs), [&](std::size_t i) {
    found[i] = judge(read_task(folder / some[i]->file, numbers.catalogue), numbers, kJudgeStepDeg).flips;
  });
  Flips all;
  for (const Flips& each : found) {
    all.changed += each.changed;
    all.lost += each.lost;
  }
  if (all.changed == 0) return "-";
  return fmt::format(
      "{} of {} ({:.1f} %) lose, of {}", all.lost, counted(all.changed, "changed winning throw"),
      100.0 * static_cast<double>(all.lost) / static_cast<double>(all.changed), counted(some.size(), "task"));
}

std::string picture(const fs::path& folder, const std::vector<const TaskSetLine*>& lines,
                    const Catalogue& catalogue, const Physics& physics) {
  std::vector<Panel> panels;
  std::vector<Stage> stages;
  for (const TaskSetLine* line : sixteen(lines)) {
    const Task task = read_task(folder / line->file, catalogue);
    stages.push_back(stage_of(World(task, catalogue, physics)));
    panels.push_back({.stage = stages.back(), .caption = std::to_string(line->task + 1)});
  }
  return image_file(panels, screen_for(worth_seeing(stages), kPanelPx), ImageFormat::kPng, kColumns);
}

std::string picture_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name + ".png";
}

/// Prints what a folder of generated tasks contains, template by template: the number of draws and why draws
/// were rejected, the spread of everything that varies and of the winning angle, and the distractors by kind
/// and place; with --flips, how many winning throws lose when changed. With --picture, writes a picture of
/// sixteen tasks of each template there.
void describe_tasks(const GenerateArguments& wanted) {
  const auto& [folder, pictures] = std::tie(wanted.describe, wanted.pictures);
  const auto assets = wanted.generate.assets.load(context_of());
  const SolverNumbers numbers = solver_numbers(*assets, wanted.generate.assets.physics);
  const Catalogue& catalogue = numbers.catalogue;
  const TaskSet set = read_task_set(folder, catalogue);
  std::map<std::string, std::vector<const TaskSetLine*>> templates;
  for (const TaskSetLine& line : set.lines) templates[line.task_template].push_back(&line);
  fmt::print("{} of {}, seed {}, proof {}; numbers are least / mean / most\n",
             counted(set.lines.size(), "task"), counted(templates.size(), "template"), set.head.seed.number,
             set.head.proof);
  if (!pictures.empty()) fs::create_directories(pictures);
  for (const auto& [name, lines] : templates) {
    print(name, numbers_of(lines, catalogue.world));
    if (wanted.flips)
      fmt::print("  flips             {}\n", flips_text(folder, lines, numbers, wanted.generate.jobs));
    if (!pictures.empty())
      write_file(fs::path(pictures) / picture_name(name), picture(folder, lines, catalogue, numbers.physics));
  }
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

void generate_or_describe(GenerateArguments& wanted, const Settings& settings) {
  const GenerateSettings& asked = wanted.generate;
  if (!wanted.describe.empty()) return describe_tasks(wanted);
  if (asked.names.empty() && asked.from.empty()) throw InputError("", "PAIR, TEMPLATE or all is required");
  if (!asked.count && asked.from.empty()) throw InputError("", "--count is required");
  if (asked.out.empty()) throw InputError("", "--out is required");
  std::optional<ProgressLine> line(std::in_place, "generate", "tasks", wanted.quiet);
  const GeneratedTasks made = generate(asked, context_of(settings), line->watch());
  line.reset();
  fmt::print("{} of {}{}: {}\n", counted(made.lines.size(), "task"), counted(made.templates, "template"),
             asked.shard ? fmt::format(", shard {} of {}", asked.shard->number, asked.shard->of) : "",
             asked.out);
  if (!asked.difficulty.empty()) print_shares(made.lines);
}

void run_invent(With<InventSettings, NoveltiesFolder, Quiet, AssetOptions>& wanted) {
  const Assets assets = wanted.load();
  wanted.bases = shipped(wanted.bases);
  if (wanted.bases.empty()) wanted.bases.push_back(data_folder("levels/templates").string());
  ProgressLine line("invent", "pairs", wanted.quiet);
  const Invented made =
      write_invented(wanted, assets, wanted.physics,
                     novelty_table(wanted.novelties, context_of(), assets.catalogue), line.watch());
  if (!wanted.set.shard) fmt::print("{}{}", text_of(made.set), alike_text(made));
}

void run_season(With<SeasonSettings, Quiet>& wanted) {
  std::optional<ProgressLine> line(std::in_place, "season", "pieces", wanted.quiet);
  std::optional<CatchSignals> signals;
  JobWatch watch = line->watch();
  if (wanted.step == "run") watch.stop = signals.emplace().stop();
  try {
    const std::string said = season(wanted, context_of(), watch);
    line.reset();
    fmt::print("{}", said);
  } catch (const StoppedRun& stopped) {
    throw Interrupted{.signal = signals->signal(), .kept = kept_text(stopped)};
  }
}

}  // namespace

Commands generate_commands() {
  return {{{"generate", "Writes variations of tasks, each proved by playing it", kTasksGroup,
            "novphy generate rolling/agents --count 20 --out tasks"},
           job<generate_or_describe>},
          {{"invent", "Invents novelties: draws laws, puts them into pairs, and proves the pairs by playing",
            kTasksGroup, "novphy invent --count 40 --seed 7 --jobs 2 --out invented"},
           job<run_invent>},
          {{"season", "Compares agents of others on a set that nobody knew when they were handed in",
            kTasksGroup, "novphy season seal my_season --secret FILE"},
           job<run_season>}};
}

}  // namespace novphy::app
