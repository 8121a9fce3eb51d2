#include "app/evaluation_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "app/arguments.h"
#include "app/common.h"
#include "base/input_error.h"
#include "evaluator/definitions.h"

namespace novphy::app {
namespace {

void print_from(std::size_t first, const std::vector<std::string>& warnings) {
  for (std::size_t i = first; i < warnings.size(); ++i) print_warning(warnings[i]);
}

CLI::Validator in(const ChoiceRange& range) { return between(range.least, range.most); }

}  // namespace

void EvaluationOptions::add_to(CLI::App& command) {
  conventions_.threads = std::max(1U, std::thread::hardware_concurrency());
  command
      .add_option(
          "files", files_,
          "Records of novphy run or novphy-play, NovPhy's play data or detections (CSV), or a table of "
          "results of any simulator (CSV, docs/records.md); files of the same agent are pooled")
      ->type_name("FILE")
      ->required();
  command
      .add_option("--baseline", baseline_,
                  "Agent among the files that NRP, M3, OPTI and the like compare with; several: their mean")
      ->type_name("AGENT")
      ->allow_extra_args(false);
  command.add_option("--performance", performance_, "What a task is worth there: pass or score")
      ->check(CLI::IsMember({"pass", "score"}))
      ->capture_default_str();
  command
      .add_option("--columns", columns_,
                  "In tables of results: our name of a column, and the table's, such as novelty=novelty_id "
                  "(docs/records.md)")
      ->type_name("OURS=THEIRS[,...]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option(
          "--repeats", repeats_,
          "Where a task of a trial is there again, because the trial was played again: refuse, or the "
          "first or last record of each task counts")
      ->check(CLI::IsMember({"refuse", "first", "last"}))
      ->capture_default_str();
  command.add_flag("--paired", conventions_.paired,
                   "In tables of results without a column task_id: trials with equal numbers are of the same "
                   "tasks, so agents are compared trial by trial");
  command.add_option("--m", conventions_.m,
                     "Number of last novel tasks that AP takes; default: half of them, rounded up");
  command.add_option("--m1", conventions_.m1,
                     "Number of last novel tasks for Pinto's measures; default: a tenth, at least 1");
  command.add_option("--m2", conventions_.m2,
                     "Number of first novel tasks for Pinto's measures; default: a tenth, at least 1");
  CLI::Option* window = command.add_option(
      "--sailon-m", conventions_.sailon_m,
      "SAIL-ON's first or last novel tasks; default: that of --definitions, for novphy a tenth, at least 1");
  command
      .add_option("--sailon-m-share", conventions_.sailon_m_share,
                  "The same, as a share of all tasks of a trial, such as 0.05")
      ->check(in(kWindowShares))
      ->excludes(window);
  std::vector<std::string> programs;
  for (const DefiningProgram& program : kDefiningPrograms) programs.emplace_back(program.name);
  command
      .add_option("--definitions", definitions_,
                  "M1 to M6 as this program or text defines them (docs/measures.md)")
      ->check(CLI::IsMember(programs))
      ->capture_default_str();
  command
      .add_option("--regain-window", conventions_.regain_window,
                  "Number of tasks in the running pass rate that is to regain the normal one")
      ->check(in(kRegainWindows))
      ->capture_default_str();
  threshold_ = command
                   .add_option("--threshold", conventions_.alarm.threshold,
                               "A novelty probability above it is an alarm, where records hold no alarm; if "
                               "given, also in place of thresholds that agents reported")
                   ->check(in(kThresholds))
                   ->capture_default_str();
  command.add_flag("--at-least", at_least_, "A probability at the threshold is an alarm too");
  command
      .add_option("--undefined", undefined_,
                  "Accuracy, precision, recall, F1 where a trial has none: propagate (as Pinto et al. print "
                  "it) or skip")
      ->check(CLI::IsMember({"propagate", "skip"}))
      ->capture_default_str();
  command
      .add_option("--neutral", conventions_.neutral,
                  "A novelty is neutral where best agent and baseline differ by at most this share")
      ->check(in(kNeutrals))
      ->capture_default_str();
  command
      .add_option("--resamples", conventions_.resamples,
                  "Number of samples of the bootstrap; 0: no intervals except Wilson's")
      ->check(in(kResamples))
      ->capture_default_str();
  command.add_option("--confidence", conventions_.confidence, "Confidence level of all intervals")
      ->check(in(kConfidences))
      ->capture_default_str();
  add_seed(command, conventions_.seed, "Seed of the bootstrap");
  command
      .add_option("--detection-novel-tasks", load_options_.detection_novel_tasks,
                  "Number of novel tasks of a trial in NovPhy's detections, which do not give it")
      ->check(in(kDetectionTasks))
      ->capture_default_str();
  command
      .add_option("--jobs", conventions_.threads,
                  "Number of threads that read and measure agents; no result depends on it")
      ->check(between(1, 1024))
      ->capture_default_str();
  command.add_flag("--with-left-out", load_options_.with_left_out,
                   "Counts also people who were excluded and studies that were tried out (novphy study)");
  command.add_flag("--each-person", load_options_.each_person,
                   "Measures people one by one, not as one agent");
}

Conventions EvaluationOptions::conventions() const {
  Conventions conventions = conventions_;
  conventions.alarm.own_thresholds = threshold_->count() == 0;
  if (at_least_) conventions.alarm.comparator = Comparator::kAtLeast;
  if (performance_ == "score") conventions.performance = Performance::kScore;
  if (undefined_ == "skip") conventions.undefined = Undefined::kSkip;
  if (repeats_ != "refuse") conventions.repeats = repeats_ == "first" ? Repeats::kFirst : Repeats::kLast;
  conventions.definitions = definitions_named(definitions_);
  return conventions;
}

LoadOptions EvaluationOptions::load_options() const {
  LoadOptions options = load_options_;
  for (const std::string& text : columns_) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      throw InputError("--columns", fmt::format("found \"{}\", expected OURS=THEIRS, such as "
                                                "novelty=novelty_id",
                                                text));
    if (!options.columns.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      throw InputError("--columns", fmt::format("names two columns for \"{}\"", text.substr(0, equals)));
  }
  return options;
}

Loaded EvaluationOptions::load() const {
  Loaded loaded = novphy::load(files_, conventions(), load_options());
  print_from(0, loaded.warnings);
  return loaded;
}

void refuse_with_levels(bool given, const char* option) {
  if (given)
    throw InputError(option,
                     "shows measures of trials with novelties; these records are of levels without any");
}

LevelTable EvaluationOptions::levels(const std::vector<AgentLog>& logs) const {
  LevelTable table = level_table(logs, conventions().confidence);
  if (table.alone) refuse_with_levels(!baseline_.empty(), "--baseline");
  return table;
}

std::vector<Comparison> EvaluationOptions::compare(Evaluation& evaluation) {
  const std::size_t before = evaluation.warnings.size();
  std::vector<Comparison> comparisons = compared(evaluation);
  print_from(before, evaluation.warnings);
  return comparisons;
}

std::vector<DetectorScores> EvaluationOptions::sweep(const Loaded& loaded, Evaluation& evaluation) {
  const std::size_t before = evaluation.warnings.size();
  std::vector<DetectorScores> scores = swept(loaded.agents, evaluation.warnings);
  print_from(before, evaluation.warnings);
  return scores;
}

Evaluation EvaluationOptions::evaluate(const std::vector<AgentLog>& logs) const {
  Evaluation evaluation = novphy::evaluate(logs, conventions(), baseline_);
  print_from(0, evaluation.warnings);
  return evaluation;
}

}  // namespace novphy::app
