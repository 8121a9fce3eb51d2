#include "trials/play_pictures.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/input_error.h"
#include "base/names.h"
#include "base/parallel.h"
#include "base/text.h"
#include "evaluator/record_io.h"
#include "trials/plan_file.h"
#include "trials/replay.h"
#include "view/filming.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy {
namespace {

constexpr int kPlayWidthPx = 480;
constexpr int kPlayHeightPx = 240;

/// A trial that a report shows.
struct Quoted {
  std::size_t agent = 0;
  std::size_t cell = 0;
  const TrialRow* row = nullptr;
  const LogFile* file = nullptr;
  std::array<std::optional<Record>, 2> records{};  ///< of the last normal and of the first novel task
};

std::vector<Quoted> quoted_trials(const Evaluation& evaluation) {
  std::vector<Quoted> quoted;
  for (std::size_t agent = 0; agent < evaluation.agents.size(); ++agent) {
    const TrialTable& trials = evaluation.agents[agent].trials;
    for (std::size_t cell = 0; cell < trials.cells.size(); ++cell) {
      if (trials.cells[cell].rows.empty()) continue;
      const TrialRow& row = trials.rows[trials.cells[cell].rows.front()];
      if (const LogFile* file = records_of(evaluation.agents[agent], row))
        quoted.push_back({.agent = agent, .cell = cell, .row = &row, .file = file});
    }
  }
  return quoted;
}

/// Keeps the record if it belongs to one of the trial's two tasks.
void take(Quoted& quoted, const Record& record) {
  const TrialRow& row = *quoted.row;
  const int novel = record.task - row.normal_tasks + 1;  // 0: the last normal task, 1: the first novel task
  if (record.trial != row.name.trial || record.control || novel < 0 || novel > 1) return;
  if (record.phase != (novel == 0 ? Phase::kNormal : Phase::kNovel)) return;
  if (record.novelty == row.name.novelty && record.scenario == row.name.scenario)
    quoted.records.at(static_cast<std::size_t>(novel)) = record;
}

/// Reads the records of the trials of one file.
void read_records(const std::string& file, const std::vector<Quoted*>& trials) {
  RecordReader reader(file, CutLine::kSkip);
  while (const auto record = reader.next())
    for (Quoted* quoted : trials) take(*quoted, *record);
}

/// The play as a panel. Empty if the play comes out differently today.
std::optional<Panel> panel_of(const Record& record, const Plan& plan, const Catalogue& catalogue,
                              const Physics& physics) {
  const auto ref = find_task(plan, record.task_template, record.variation);
  if (!ref || record.digest.empty()) return std::nullopt;
  const Task task = task_of(plan, *ref, catalogue);
  if (!replay(record, task, catalogue, physics).differences.empty()) return std::nullopt;
  Panel panel{.stage = stage_of(World(task, catalogue, physics))};
  panel.stage.paths = paths_of(task, shots_of(record), catalogue, physics);
  panel.caption =
      fmt::format("{} task {}: {}", name(record.phase), record.task, record.passed ? "passed" : "failed");
  return panel;
}

/// A PNG file of the trial's plays. "" if a play comes out differently today.
std::string picture_of(const Quoted& quoted, const Plan& plan, const Catalogue& catalogue,
                       const Physics& physics) {
  std::vector<Panel> panels;
  std::vector<Stage> stages;
  for (const auto& record : quoted.records) {
    if (!record) continue;
    auto panel = panel_of(*record, plan, catalogue, physics);
    if (!panel) return "";
    stages.push_back(panel->stage);
    panels.push_back(std::move(*panel));
  }
  if (panels.empty()) return "";
  const Screen screen = screen_for(worth_seeing(stages), kPlayWidthPx, kPlayHeightPx);
  return image_file(panels, screen, ImageFormat::kPng, static_cast<int>(panels.size()));
}

}  // namespace

PlayPictures play_pictures(const std::string& plan, const Evaluation& evaluation, const Assets& assets) {
  std::vector<Quoted> quoted = quoted_trials(evaluation);
  std::map<std::string, std::vector<Quoted*>> by_file;
  for (Quoted& each : quoted) by_file[each.file->path].push_back(&each);
  PlayPictures result;
  RecordPlans plans(plan, assets);
  for (const auto& entry : by_file) {
    const std::string& file = entry.first;
    const std::vector<Quoted*>& trials = entry.second;
    const Fingerprint& print = *trials.front()->file->fingerprint;
    const Plan* of_file = plans.plan_of(print);
    const auto physics = of_file == nullptr ? std::nullopt : plans.physics_of(print, *of_file);
    if (!physics) {
      result.warnings.push_back(fmt::format("{}: no pictures of its plays: {}", file, plans.why()));
      continue;
    }
    read_records(file, trials);
    std::vector<std::string> pictures(trials.size());
    parallel_for(trials.size(), evaluation.conventions.threads, [&](std::size_t i) {
      pictures[i] = picture_of(*trials[i], *of_file, assets.catalogue, *physics);
    });
    if (const auto lost = std::count(pictures.begin(), pictures.end(), ""); lost > 0)
      result.warnings.push_back(fmt::format(
          "{}: no picture of {} of {} trials, whose plays come out differently today or hold no shot", file,
          lost, trials.size()));
    for (std::size_t i = 0; i < trials.size(); ++i)
      if (!pictures[i].empty())
        result.pictures.push_back({trials[i]->agent, trials[i]->cell, std::move(pictures[i])});
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

/// A task of a trial of an agent, and the file that holds its record.
struct Choice {
  const AgentMeasures* agent = nullptr;
  const TrialRow* row = nullptr;
  int task = 0;
  const LogFile* file = nullptr;
  std::optional<TellingPlay> play{};
};

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
class CellChoices {
 public:
  CellChoices(const AgentMeasures& agent, const CellRows& cell) : agent_(agent) {
    for (const std::size_t index : cell.rows)
      if (records_of(agent, agent.trials.rows[index]) != nullptr) rows_.push_back(&agent.trials.rows[index]);
  }

  std::vector<Choice> choices() {
    add_lost();
    add_passed();
    if (choices_.empty() && !rows_.empty()) add(*rows_.front(), rows_.front()->normal_tasks);
    return choices_;
  }

 private:
  void add(const TrialRow& row, int task) {
    choices_.push_back({.agent = &agent_, .row = &row, .task = task, .file = records_of(agent_, row)});
  }
  void add_lost() {
    const auto lost = std::find_if(rows_.begin(), rows_.end(),
                                   [](const TrialRow* row) { return lost_by_the_change(*row); });
    if (lost == rows_.end()) return;
    add(**lost, (*lost)->normal_tasks - 1);
    add(**lost, (*lost)->normal_tasks);
  }
  void add_passed() {
    for (const TrialRow* row : rows_)
      if (const auto task = first_passed(*row)) return add(*row, *task);
  }

  const AgentMeasures& agent_;
  std::vector<const TrialRow*> rows_;
  std::vector<Choice> choices_;
};

std::vector<std::vector<Choice>> choices_by_cell(const AgentMeasures& agent) {
  std::vector<std::vector<Choice>> choices;
  for (const CellRows& cell : agent.trials.cells) choices.push_back(CellChoices(agent, cell).choices());
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

bool is_of(const Choice& choice, const Record& record) {
  const TrialName& name = choice.row->name;
  const Phase phase = choice.task < choice.row->normal_tasks ? Phase::kNormal : Phase::kNovel;
  return record.task == choice.task && record.phase == phase && record.trial == name.trial &&
         !record.control && record.novelty == name.novelty && record.scenario == name.scenario;
}

/// Plays of one file, with the plan and the physics of its records.
struct PlayedFile {
  const Plan* plan = nullptr;
  std::optional<Physics> physics{};
  std::string why{};  ///< why its plays cannot be shown
};

PlayedFile played_file(const LogFile& file, RecordPlans& plans, const Assets& assets) {
  PlayedFile played{.why = obstacle_to_standard_play(*file.fingerprint, assets)};
  if (!played.why.empty()) return played;
  played.plan = plans.plan_of(*file.fingerprint);
  if (played.plan != nullptr) played.physics = plans.physics_of(*file.fingerprint, *played.plan);
  played.why = played.physics ? obstacle_to_standard_play(*played.plan) : plans.why();
  return played;
}

/// The record with its task. Nothing if the play comes out differently today.
std::optional<TellingPlay> play_of(const Choice& choice, const Record& record, const PlayedFile& from,
                                   const Catalogue& catalogue) {
  const auto ref = find_task(*from.plan, record.task_template, record.variation);
  if (!ref || record.digest.empty()) return std::nullopt;
  TellingPlay play{choice.agent->agent, record, task_of(*from.plan, *ref, catalogue)};
  if (!replay(record, play.task, catalogue, *from.physics).differences.empty()) return std::nullopt;
  return play;
}

/// Fills in the plays that the file holds.
void read_plays(const LogFile& file, const PlayedFile& from, const Catalogue& catalogue,
                std::vector<Choice>& choices) {
  RecordReader reader(file.path, CutLine::kSkip);
  while (const auto record = reader.next())
    for (Choice& choice : choices)
      if (choice.file == &file && is_of(choice, *record))
        choice.play = play_of(choice, *record, from, catalogue);
}

/// The files of these choices, in their order.
std::vector<const LogFile*> files_of(const std::vector<Choice>& choices) {
  std::vector<const LogFile*> files;
  for (const Choice& choice : choices)
    if (std::find(files.begin(), files.end(), choice.file) == files.end()) files.push_back(choice.file);
  return files;
}

/// Takes choices out whose files cannot be played, and says why. Returns the others' files.
std::map<const LogFile*, PlayedFile> keep_playable(std::vector<Choice>& choices, RecordPlans& plans,
                                                   const Assets& assets, std::vector<std::string>& warnings) {
  std::map<const LogFile*, PlayedFile> files;
  for (const LogFile* file : files_of(choices)) {
    const PlayedFile played = played_file(*file, plans, assets);
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
  for (const LogFile* file : files_of(choices))
    read_plays(*file, playable.at(file), assets.catalogue, choices);
  for (Choice& choice : choices) {
    if (choice.play)
      result.plays.push_back(*std::move(choice.play));
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
