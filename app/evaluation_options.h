#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "evaluator/detectors/detector_scores.h"
#include "evaluator/evaluation.h"
#include "evaluator/level_results.h"

namespace novphy::app {

/// Throws InputError where the option, which shows nothing of levels without a novelty, is given.
void refuse_with_levels(bool given, const char* option);

/// The options that `measure` and `report` share: the files, the baseline, and every choice that changes a
/// number.
class EvaluationOptions {
 public:
  explicit EvaluationOptions(int resamples) { conventions_.resamples = resamples; }
  void add_to(CLI::App& command);
  /// Turns the bootstrap off, for output without intervals. It takes longer than everything else but the
  /// reading.
  void leave_out_intervals() { conventions_.resamples = 0; }
  int resamples() const { return conventions_.resamples; }

  /// Reads the files and prints warnings.
  Loaded load() const;
  Evaluation evaluate(const std::vector<AgentLog>& logs) const;
  /// Compares every two agents. Warns of those whose trials nobody says are of the same tasks.
  static std::vector<Comparison> compare(Evaluation& evaluation);
  /// What detectors would have detected. Warns of cells in which pma could not.
  static std::vector<DetectorScores> sweep(const Loaded& loaded, Evaluation& evaluation);
  /// The results on levels without a novelty. Throws InputError for a baseline where there is nothing else,
  /// because only measures of trials with novelties need one.
  LevelTable levels(const std::vector<AgentLog>& logs) const;

 private:
  Conventions conventions() const;
  LoadOptions load_options() const;

  std::vector<std::string> files_;
  std::vector<std::string> baseline_;
  Conventions conventions_;
  LoadOptions load_options_;
  std::vector<std::string> columns_;
  const CLI::Option* threshold_ = nullptr;
  bool at_least_ = false;
  std::string performance_ = "pass";
  std::string repeats_ = "refuse";
  std::string definitions_ = "novphy";
  std::string undefined_ = "propagate";
};

}  // namespace novphy::app
