#include "evaluator/questions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "base/lists.h"

namespace novphy {
namespace {

constexpr double kNearM = 0.5;  // an end place this near the true one is right

using Score = std::optional<double>;

Score error_m(const RecordedAnswer& truth, const RecordedAnswer& said) {
  if (!truth.end_m || !said.end_m) return {};
  return std::hypot((*truth.end_m)[0] - (*said.end_m)[0], (*truth.end_m)[1] - (*said.end_m)[1]);
}

Score end_near(const RecordedAnswer& truth, const RecordedAnswer& said) {
  const Score error = error_m(truth, said);
  return error ? Score(*error <= kNearM) : error;
}

Score hit_right(const RecordedAnswer& truth, const RecordedAnswer& said) {
  return truth.hit && said.hit ? Score(*truth.hit == *said.hit) : Score();
}

Score brier(const RecordedAnswer& truth, const RecordedAnswer& said) {
  return truth.passes && said.passes ? Score(std::pow(*truth.passes - *said.passes, 2)) : Score();
}

Score pass_right(const RecordedAnswer& truth, const RecordedAnswer& said) {
  return truth.passes && said.passes ? Score((*truth.passes >= 0.5) == (*said.passes >= 0.5)) : Score();
}

/// Values by cell, then by trial.
using Values = std::map<std::pair<std::string, std::string>, std::map<TrialKey, std::vector<double>>>;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

QuestionMean mean_over(const Values& values, QuestionMeasure::Mean kind, double confidence) {
  if (values.empty()) return {};
  std::vector<double> all;
  std::vector<std::vector<double>> cells;
  for (const auto& [cell, trials] : values) {
    cells.push_back(mapped(map_values(trials), mean_of));
    for (const auto& [key, of_trial] : trials) add_all(all, of_trial);
  }
  std::ranges::sort(all);
  if (kind == QuestionMeasure::Mean::kMedian) return {.value = quantile(all, 0.5)};
  QuestionMean mean{.value = mean_of(mapped(cells, mean_of))};
  if (kind == QuestionMeasure::Mean::kShare)
    mean.interval = bounded_interval(cells, {0, 1}, confidence)->interval;
  else
    mean.interval =
        cells.size() == 1 ? student_interval(cells[0], confidence) : welch_interval(cells, confidence);
  return mean;
}

using Trials = std::vector<std::pair<TrialKey, const TrialLog*>>;

QuestionScore score_of(std::string_view after, const QuestionMeasure& measure, const Trials& trials,
                       double confidence) {
  QuestionScore score{.after = after, .measure = &measure, .trials = static_cast<int>(trials.size())};
  Values agent, beside, again;
  for (const auto& [key, trial] : trials)
    for (const RecordedQuestion& question : trial->questions) {
      const std::pair cell(key.novelty, key.scenario);
      score.questions += measure.of(question.truth, question.truth) ? 1 : 0;
      const auto own = measure.of(question.truth, question.answer);
      const auto last = measure.of(question.truth, question.again);
      score.answered += own ? 1 : 0;
      if (own) agent[cell][key].push_back(*own);
      if (last) again[cell][key].push_back(*last);
      if (own && last) beside[cell][key].push_back(*last);
    }
  score.agent = mean_over(agent, measure.mean, confidence);
  score.again = mean_over(score.answered > 0 ? beside : again, measure.mean, confidence);
  return score;
}

}  // namespace

const std::vector<QuestionMeasure>& question_measures() {
  using enum QuestionMeasure::Mean;
  static const std::vector<QuestionMeasure> kMeasures{
      {"question_hit", "first hit right", hit_right, kShare},
      {"question_end_error", "end, mean error (m)", error_m, kNumber},
      {"question_end_median", "end, median error (m)", error_m, kMedian},
      {"question_end_near", "end within 0.5 m", end_near, kShare},
      {"question_brier", "passes, Brier score", brier, kShare},
      {"question_pass", "passes, right at .5", pass_right, kShare}};
  return kMeasures;
}

std::vector<QuestionScore> question_scores(const TrialLogs& logs, double confidence) {
  std::map<std::string_view, Trials> kinds{{"novel", {}}, {"normal", {}}, {"control", {}}};
  for (const auto& [key, trial] : logs.trials())
    if (!trial.questions.empty())
      kinds[key.control ? "control" : trial.ends_novel ? "novel" : "normal"].emplace_back(key, &trial);
  std::vector<QuestionScore> scores;
  for (const char* after : {"novel", "normal", "control"})
    for (const QuestionMeasure& measure : question_measures())
      if (!kinds[after].empty()) scores.push_back(score_of(after, measure, kinds[after], confidence));
  return scores;
}

}  // namespace novphy
