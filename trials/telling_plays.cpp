#include "trials/telling_plays.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "evaluator/record_io.h"
#include "trials/record_plans.h"
#include "trials/replay.h"

namespace novphy {
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
