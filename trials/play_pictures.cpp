#include "trials/play_pictures.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/input_error.h"
#include "base/names.h"
#include "base/parallel.h"
#include "base/text.h"
#include "evaluator/record_io.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"
#include "trials/replay.h"
#include "view/filming.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy {
namespace {

constexpr int kPlayWidthPx = 480;
constexpr int kPlayHeightPx = 240;

/// A task of a trial of an agent, the file that holds its record, and the record.
struct Choice {
  const AgentMeasures* agent = nullptr;
  const TrialRow* row = nullptr;
  int task = 0;
  const LogFile* file = nullptr;
  std::optional<Record> record{};
};

bool is_of(const Choice& choice, const Record& record) {
  const TrialName& name = choice.row->name;
  const Phase phase = choice.task < choice.row->normal_tasks ? Phase::kNormal : Phase::kNovel;
  return record.task == choice.row->first_task + choice.task && record.phase == phase &&
         record.trial == name.trial && !record.control && record.novelty == name.novelty &&
         record.scenario == name.scenario;
}

/// Fills in the records that the file holds.
void read_records(const LogFile& file, std::vector<Choice>& choices) {
  RecordReader reader(file.path, CutLine::kSkip);
  while (const auto record = reader.next())
    for (Choice& choice : choices)
      if (choice.file == &file && is_of(choice, *record)) choice.record = record;
}

/// The files of these choices, in their order.
std::vector<const LogFile*> files_of(const std::vector<Choice>& choices) {
  std::vector<const LogFile*> files;
  for (const Choice& choice : choices)
    if (std::find(files.begin(), files.end(), choice.file) == files.end()) files.push_back(choice.file);
  return files;
}

/// The plan and the physics of the records of a file.
struct PlayedFile {
  const Plan* plan = nullptr;
  std::optional<Physics> physics{};
  std::string why{};  ///< why its plays cannot be shown
};

/// The plans with which files of records were played. Each is read once.
class RecordPlans {
 public:
  /// `plan` is the plan's file; if it is empty, the file that the records name is used.
  RecordPlans(std::string plan, const Assets& assets) : plan_(std::move(plan)), assets_(assets) {}

  /// Throws InputError for a plan that cannot be read.
  PlayedFile of(const Fingerprint& print) {
    const std::string& file = plan_.empty() ? print.plan : plan_;
    const auto [found, is_new] = plans_.try_emplace(file);
    if (is_new && (!plan_.empty() || std::filesystem::is_regular_file(file)))
      found->second = read_plan(file, assets_.catalogue);
    if (file.empty()) return {.why = "its first line names no plan"};
    if (!found->second)
      return {.why = fmt::format("the plan {} was not found (use --plan if it has moved)", file)};
    if (found->second->hash != print.plan_hash) return {.why = fmt::format("{} is another plan", file)};
    const auto physics = assets_.physics.find(print.physics);
    if (physics == assets_.physics.end())
      return {.why = fmt::format("there is no physics \"{}\"", print.physics)};
    const Plan& plan = found->second->plan;
    return {.plan = &plan, .physics = played_physics(plan, physics->second)};
  }

 private:
  std::string plan_;
  const Assets& assets_;
  std::map<std::string, std::optional<PlanFile>> plans_{};
};

/// The task of a record. Nothing if the play comes out differently today.
std::optional<Task> played_task(const Record& record, const PlayedFile& from, const Catalogue& catalogue) {
  const auto task = task_of(*from.plan, record, catalogue);
  if (!task || record.digest.empty()) return std::nullopt;
  if (!replay(record, *task, catalogue, *from.physics).differences.empty()) return std::nullopt;
  return task;
}

/// The plays of a trial as a PNG file. "" if a play comes out differently today.
std::string picture_of(std::span<const Choice> trial, const PlayedFile& from, const Catalogue& catalogue) {
  std::vector<Panel> panels;
  std::vector<Stage> stages;
  for (const Choice& choice : trial) {
    if (!choice.record) continue;
    const Record& record = *choice.record;
    const std::optional<Task> task = played_task(record, from, catalogue);
    if (!task) return "";
    Stage& stage = stages.emplace_back(stage_of(World(*task, catalogue, *from.physics)));
    stage.paths = paths_of(*task, shots_of(record), catalogue, *from.physics);
    panels.push_back({.stage = stage,
                      .caption = fmt::format("{} task {}: {}", name(record.phase), record.task,
                                             record.passed ? "passed" : "failed")});
  }
  if (panels.empty()) return "";
  const Screen screen = screen_for(worth_seeing(stages), kPlayWidthPx, kPlayHeightPx);
  return image_file(panels, screen, ImageFormat::kPng, static_cast<int>(panels.size()));
}

}  // namespace

PlayPictures play_pictures(const std::string& plan, const Evaluation& evaluation, const Assets& assets) {
  constexpr std::size_t kOfTrial = 2;  // the last normal and the first novel task
  struct Trials {
    std::vector<PlayPicture> pictures{};
    std::vector<Choice> choices{};
  };
  std::map<std::string, Trials> by_file;
  for (std::size_t agent = 0; agent < evaluation.agents.size(); ++agent) {
    const TrialTable& trials = evaluation.agents[agent].trials;
    for (std::size_t cell = 0; cell < trials.cells.size(); ++cell) {
      if (trials.cells[cell].rows.empty()) continue;
      const TrialRow& row = trials.rows[trials.cells[cell].rows.front()];
      const LogFile* file = records_of(evaluation.agents[agent], row);
      if (file == nullptr) continue;
      by_file[file->path].pictures.push_back({agent, cell, ""});
      for (const int task : {row.normal_tasks - 1, row.normal_tasks})
        by_file[file->path].choices.push_back({.row = &row, .task = task, .file = file});
    }
  }
  PlayPictures result;
  RecordPlans plans(plan, assets);
  for (auto& [file, trials] : by_file) {
    const PlayedFile played = plans.of(*trials.choices.front().file->fingerprint);
    if (!played.physics) {
      result.warnings.push_back(fmt::format("{}: no pictures of its plays: {}", file, played.why));
      continue;
    }
    for (const LogFile* each : files_of(trials.choices)) read_records(*each, trials.choices);
    const std::span<const Choice> choices = trials.choices;
    std::vector<PlayPicture>& pictures = trials.pictures;
    parallel_for(pictures.size(), evaluation.conventions.threads, [&](std::size_t i) {
      pictures[i].png = picture_of(choices.subspan(i * kOfTrial, kOfTrial), played, assets.catalogue);
    });
    if (const auto lost = std::erase_if(pictures, [](const PlayPicture& each) { return each.png.empty(); }))
      result.warnings.push_back(
          fmt::format("{}: no picture of {} of {}, whose plays come out differently today or hold no shot",
                      file, lost, counted(choices.size() / kOfTrial, "trial")));
    std::move(pictures.begin(), pictures.end(), std::back_inserter(result.pictures));
  }
  std::sort(result.pictures.begin(), result.pictures.end(), [](const auto& a, const auto& b) {
    return std::pair(a.agent, a.cell) < std::pair(b.agent, b.cell);
  });
  return result;
}

namespace {

constexpr int kTaskWidthPx = 300;
constexpr int kHeightPx = 150;

const Fingerprint* first_played(const Evaluation& evaluation, const std::string& plan_hash) {
  for (const AgentMeasures& agent : evaluation.agents)
    for (const LogFile& file : agent.files)
      if (file.fingerprint && (plan_hash.empty() || file.fingerprint->plan_hash == plan_hash))
        return &*file.fingerprint;
  return nullptr;
}

PlanFile asked_plan(const std::string& file, const Evaluation& evaluation, const Assets& assets) {
  PlanFile plan = read_plan(file, assets.catalogue);
  if (first_played(evaluation, plan.hash) == nullptr)
    throw InputError(file, fmt::format("is not the plan of any of these records: its hash is {}", plan.hash));
  return plan;
}

/// The plan of the records. Empty if the plan's file has moved or changed. That is not an error, because
/// pictures are an extra.
std::optional<PlanFile> recorded_plan(const Evaluation& evaluation, const Assets& assets) {
  const Fingerprint* print = first_played(evaluation, "");
  if (print == nullptr || !std::filesystem::is_regular_file(print->plan)) return std::nullopt;
  try {
    PlanFile plan = read_plan(print->plan, assets.catalogue);
    if (plan.hash == print->plan_hash) return plan;
  } catch (const InputError&) {
  }
  return std::nullopt;
}

TaskPicture picture_of(const Plan& plan, const PlannedTrial& trial, const Assets& assets) {
  const Physics& physics = assets.physics.at("standard");
  std::vector<Panel> panels;
  for (const auto* refs : {&trial.normal, &trial.novel})
    panels.push_back({.stage = stage_of(
                          World(task_of(plan, refs->front(), assets.catalogue), assets.catalogue, physics))});
  const Screen screen = screen_for(worth_seeing({panels[0].stage, panels[1].stage}), kTaskWidthPx, kHeightPx);
  return {trial.novelty, trial.scenario, base64(image_file({panels[0]}, screen, ImageFormat::kPng)),
          base64(image_file({panels[1]}, screen, ImageFormat::kPng))};
}

}  // namespace

std::vector<TaskPicture> task_pictures(const std::string& plan, const Evaluation& evaluation,
                                       const Assets& assets) {
  const auto file =
      plan.empty() ? recorded_plan(evaluation, assets) : std::optional(asked_plan(plan, evaluation, assets));
  std::vector<TaskPicture> pictures;
  std::set<std::pair<std::string, std::string>> seen;
  for (const PlannedTrial& trial : file ? file->plan.trials : std::vector<PlannedTrial>{}) {
    if (trial.control || trial.normal.empty() || trial.novel.empty()) continue;
    if (seen.insert({trial.novelty, trial.scenario}).second)
      pictures.push_back(picture_of(file->plan, trial, assets));
  }
  std::sort(pictures.begin(), pictures.end(), [](const TaskPicture& a, const TaskPicture& b) {
    if (a.novelty != b.novelty) return comes_before(kNovelties, a.novelty, b.novelty);
    return comes_before(kScenarios, a.scenario, b.scenario);
  });
  return pictures;
}

namespace {

bool lost_by_the_change(const TrialRow& row) {
  return !row.normal_passes.empty() && !row.passes.empty() && row.normal_passes.back() > 0 &&
         row.passes.front() <= 0;
}

/// The number of the first novel task that was passed; nothing if none was.
std::optional<int> first_passed(const TrialRow& row) {
  const auto passed =
      std::find_if(row.passes.begin(), row.passes.end(), [](double pass) { return pass > 0; });
  if (passed == row.passes.end()) return std::nullopt;
  return row.normal_tasks + static_cast<int>(passed - row.passes.begin());
}

/// The choices among the trials of one agent in one cell.
std::vector<Choice> choices_in(const AgentMeasures& agent, const CellRows& cell) {
  std::vector<Choice> choices;
  const auto add = [&](const TrialRow& row, int task) {
    choices.push_back({.agent = &agent, .row = &row, .task = task, .file = records_of(agent, row)});
  };
  std::vector<const TrialRow*> rows;
  for (const std::size_t index : cell.rows)
    if (records_of(agent, agent.trials.rows[index]) != nullptr) rows.push_back(&agent.trials.rows[index]);
  const auto lost =
      std::find_if(rows.begin(), rows.end(), [](const TrialRow* row) { return lost_by_the_change(*row); });
  if (lost != rows.end())
    for (const int task : {(*lost)->normal_tasks - 1, (*lost)->normal_tasks}) add(**lost, task);
  const auto passed = std::find_if(rows.begin(), rows.end(),
                                   [](const TrialRow* row) { return first_passed(*row).has_value(); });
  if (passed != rows.end()) add(**passed, *first_passed(**passed));
  if (choices.empty() && !rows.empty()) add(*rows.front(), rows.front()->normal_tasks);
  return choices;
}

std::vector<std::vector<Choice>> choices_by_cell(const AgentMeasures& agent) {
  std::vector<std::vector<Choice>> choices;
  for (const CellRows& cell : agent.trials.cells) choices.push_back(choices_in(agent, cell));
  std::erase_if(choices, [](const auto& of_cell) { return of_cell.empty(); });
  return choices;
}

/// All choices: the first cell of every agent, then every second one, and so on.
std::vector<Choice> all_choices(const Evaluation& evaluation) {
  std::vector<std::vector<std::vector<Choice>>> agents;
  std::size_t rounds = 0;
  for (const AgentMeasures& agent : evaluation.agents) {
    agents.push_back(choices_by_cell(agent));
    rounds = std::max(rounds, agents.back().size());
  }
  std::vector<Choice> all;
  for (std::size_t round = 0; round < rounds; ++round)
    for (const auto& cells : agents)
      if (round < cells.size()) all.insert(all.end(), cells[round].begin(), cells[round].end());
  return all;
}

/// Takes choices out whose files cannot be played, and says why. Returns the others' files.
std::map<const LogFile*, PlayedFile> keep_playable(std::vector<Choice>& choices, RecordPlans& plans,
                                                   const Assets& assets, std::vector<std::string>& warnings) {
  std::map<const LogFile*, PlayedFile> files;
  for (const LogFile* file : files_of(choices)) {
    PlayedFile played{.why = obstacle_to_standard_play(*file->fingerprint, assets)};
    if (played.why.empty()) played = plans.of(*file->fingerprint);
    if (played.why.empty()) played.why = obstacle_to_standard_play(*played.plan);
    if (played.why.empty())
      files[file] = played;
    else
      warnings.push_back(fmt::format("{}: its plays are not shown: {}", file->path, played.why));
  }
  std::erase_if(choices, [&](const Choice& choice) { return !files.contains(choice.file); });
  return files;
}

}  // namespace

TellingPlays telling_plays(const std::string& plan, const Evaluation& evaluation, const Assets& assets,
                           std::size_t most) {
  TellingPlays result;
  std::vector<Choice> choices = all_choices(evaluation);
  RecordPlans plans(plan, assets);
  const auto playable = keep_playable(choices, plans, assets, result.warnings);
  choices.resize(std::min(most, choices.size()));
  for (const LogFile* file : files_of(choices)) read_records(*file, choices);
  for (const Choice& choice : choices) {
    std::optional<Task> task;
    if (choice.record) task = played_task(*choice.record, playable.at(choice.file), assets.catalogue);
    if (task)
      result.plays.push_back({choice.agent->agent, *choice.record, *std::move(task)});
    else
      result.warnings.push_back(fmt::format(
          "{}: task {} of trial {} of {}/{} is not shown: its play comes out differently today or "
          "holds no shot",
          choice.file->path, choice.task, choice.row->name.trial, choice.row->name.scenario,
          choice.row->name.novelty));
  }
  return result;
}

}  // namespace novphy
