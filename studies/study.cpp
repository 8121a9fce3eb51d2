#include "studies/study.h"

#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "sim/rng.h"
#include "sim/seed.h"

namespace novphy {
namespace {

void replace_all(std::string& text, std::string_view from, int number) {
  const std::string to = std::to_string(number);
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

StudyPage filled_in(StudyPage page, int trial, int trials) {
  for (std::string* text : {&page.title, &page.text, &page.button}) {
    replace_all(*text, "{trials}", trials);
    replace_all(*text, "{trial}", trial);
  }
  return page;
}

/// The seed of participants' orders. A participant may know the number of a plan with a secret, and the cells
/// of the study, so that an order from these alone would tell the novelty of each trial.
std::uint64_t seed_of_orders(const Plan& plan) {
  if (plan.options.seed.secret_sha256.empty()) return plan.options.seed.number;
  std::string numbers = "novphy orders of studies";
  for (const PlannedTrial& trial : plan.trials) numbers += " " + std::to_string(trial.seed);
  return sha256_number(numbers);
}

/// Indices of a level set's cells, in the order in which the participant plays the cells.
std::vector<std::size_t> order_of(const Study& study, const Plan& plan, int level_set, int number) {
  std::vector<std::size_t> order(study.level_sets.at(static_cast<std::size_t>(level_set)).size());
  std::iota(order.begin(), order.end(), 0);
  if (!study.shuffle) return order;
  const auto participant =
      static_cast<std::uint64_t>(number) * study.level_sets.size() + static_cast<std::uint64_t>(level_set);
  Rng rng = Rng::stream(seed_of_orders(plan), "trials/study", participant);
  shuffle(order, rng);
  return order;
}

/// The number, from 1, of the participant's trial to which the step belongs.
int number_of_trial(const std::vector<StudyStep>& steps, int step) {
  int number = 0;
  int last = -1;
  for (int i = 0; i <= step; ++i) {
    const StudyStep& each = steps[static_cast<std::size_t>(i)];
    if (each.kind == StudyStep::Kind::kTask && std::exchange(last, each.trial) != each.trial) ++number;
  }
  return number;
}

class StepList {
 public:
  explicit StepList(const Plan& plan) : plan_(plan) {}

  void page(const StudyPage& page) { steps_.push_back({.kind = StudyStep::Kind::kPage, .page = page}); }
  void practice(int index) { steps_.push_back({.kind = StudyStep::Kind::kPractice, .practice = index}); }
  void trial(int index) {
    const PlannedTrial& trial = plan_.trials[static_cast<std::size_t>(index)];
    int task = 0;
    for (const auto* part : {&trial.normal, &trial.novel}) {
      for (const TaskRef ref : *part) {
        for (const auto kind : {StudyStep::Kind::kTask, StudyStep::Kind::kQuestion})
          steps_.push_back({.kind = kind, .trial = index, .task = task, .ref = ref});
        ++task;
      }
    }
  }
  std::vector<StudyStep> take() { return std::move(steps_); }

 private:
  const Plan& plan_;
  std::vector<StudyStep> steps_;
};

}  // namespace

std::vector<StudyStep> steps_of(const Study& study, const Plan& plan, int level_set, int number) {
  const auto order = order_of(study, plan, level_set, number);
  const auto& cells = study.level_sets[static_cast<std::size_t>(level_set)];
  const int trials = static_cast<int>(order.size());
  StepList list(plan);
  list.page(study.pages.welcome);
  if (study.pages.consent) list.page(*study.pages.consent);
  list.page(study.pages.instructions);
  for (int i = 0; i < static_cast<int>(study.practice.size()); ++i) list.practice(i);
  list.page(study.pages.begin);
  for (int i = 0; i < trials; ++i) {
    if (study.pause_after > 0 && i > 0 && i % study.pause_after == 0) list.page(study.pages.pause);
    list.page(filled_in(study.pages.trial, i + 1, trials));
    const auto choices = study_trials(plan, cells[order[static_cast<std::size_t>(i)]]);
    list.trial(choices.at(static_cast<std::size_t>(number) % choices.size()));
  }
  list.page(study.pages.thanks);
  return list.take();
}

Task task_of(const Study& study, const Plan& plan, const StudyStep& step, const Catalogue& catalogue) {
  if (step.kind == StudyStep::Kind::kPractice)
    return study.practice.at(static_cast<std::size_t>(step.practice));
  return task_of(plan, step.ref, catalogue);
}

std::string task_title(const Study& study, const std::vector<StudyStep>& steps, int step) {
  const StudyStep& shown = steps[static_cast<std::size_t>(step)];
  if (shown.kind == StudyStep::Kind::kPractice) return study.words.practice;
  std::string title = study.words.task;
  replace_all(title, "{trial}", number_of_trial(steps, step));
  replace_all(title, "{task}", shown.task + 1);
  return title;
}

std::vector<int> study_trials(const Plan& plan, const StudyCell& cell) {
  std::vector<int> found;
  for (std::size_t i = 0; i < plan.trials.size(); ++i) {
    const PlannedTrial& trial = plan.trials[i];
    if (trial.novelty == cell.novelty && trial.scenario == cell.scenario && !trial.control &&
        !is_calibration(trial))
      found.push_back(static_cast<int>(i));
  }
  return found;
}

}  // namespace novphy
