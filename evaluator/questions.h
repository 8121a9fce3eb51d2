#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "evaluator/measures/intervals.h"
#include "evaluator/record.h"
#include "evaluator/trial_log.h"

/// How good an agent's answers about the world at the end of its trials are, beside the baseline "the last
/// such throw again".
namespace novphy {

/// A number that tells how good the answer to one part of a question is.
struct QuestionMeasure {
  std::string_view key;    ///< in CSV and JSON
  std::string_view title;  ///< for people
  /// Nothing if the truth, or the answer, lacks the part.
  std::optional<double> (*of)(const RecordedAnswer& truth, const RecordedAnswer& said);
  enum class Mean {
    kShare,   ///< of values from 0 to 1
    kNumber,  ///< of values without an upper end
    kMedian,  ///< of all questions, without an interval
  } mean;
};

/// Key and title of each, in the order of tables.
const std::vector<QuestionMeasure>& question_measures();

/// A mean over novelty-scenarios of means over trials, with its interval where it has one.
struct QuestionMean {
  std::optional<double> value{};
  std::optional<Interval> interval{};
};

/// The answers to one part of the questions after trials of one kind.
struct QuestionScore {
  std::string_view after;  ///< "novel" or "normal", the trial's last tasks, or "control", a control trial
  const QuestionMeasure* measure = nullptr;
  int trials = 0;
  int questions = 0;  ///< whose truth has the part
  int answered = 0;   ///< by the agent; other questions do not count for its mean
  QuestionMean agent{};
  QuestionMean again{};  ///< of the baseline in the same questions; if none is answered, in all
};

/// A score for each kind of trial that has questions, and measure.
std::vector<QuestionScore> question_scores(const TrialLogs& logs, double confidence);

}  // namespace novphy
