#include "trials/studies/study.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/json_reader.h"
#include "base/lists.h"
#include "base/text.h"
#include "sim/rng.h"
#include "trials/studies/study_progress.h"

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

/// Indices into Plan::trials of the trials that a participant plays, in their order. Unless the study says
/// otherwise, catch groups stand at drawn places, so that no place of a group tells that it is one.
std::vector<int> trials_in_order(const Study& study, const Plan& plan, int level_set, int number) {
  std::vector<StudyCell> cells = study.level_sets.at(static_cast<std::size_t>(level_set));
  const auto participant =
      static_cast<std::uint64_t>(number) * study.level_sets.size() + static_cast<std::uint64_t>(level_set);
  if (study.shuffle) {
    Rng rng = Rng::stream(seed_of_orders(plan), "trials/study", participant);
    shuffle(cells, rng);
  }
  const auto one_of = [&](const std::vector<int>& choices) {
    return choices.at(static_cast<std::size_t>(number) % choices.size());
  };
  std::vector<int> trials;
  for (const StudyCell& cell : cells) trials.push_back(one_of(study_trials(plan, cell)));
  Rng rng = Rng::stream(seed_of_orders(plan), "trials/study/catch", participant);
  shuffle(cells, rng);
  for (std::size_t i = 0; i < static_cast<std::size_t>(study.catch_groups); ++i) {
    const int drawn = rng.integer(0, static_cast<int>(trials.size()));
    const int place = study.catch_places.empty() ? drawn : study.catch_places[i] - 1;
    trials.insert(trials.begin() + place, one_of(study_trials(plan, cells.at(i), true)));
  }
  return trials;
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

/// Makes the steps of one participant.
class StepMaker {
 public:
  StepMaker(const Study& study, const Plan& plan, int level_set, int number)
      : study_(study), plan_(plan), order_(trials_in_order(study, plan, level_set, number)) {
    if (const StudyCondition* condition = study.condition(level_set)) set_condition(condition);
    const auto numbers = static_cast<int>(
        study_trials(plan, study.level_sets.at(static_cast<std::size_t>(level_set)).front()).size());
    // Whoever plays the same trials begins with the next condition.
    first_ = number % numbers + number / numbers;
  }

  std::vector<StudyStep> make() {
    page("welcome", pages_->welcome);
    if (pages_->consent) page("consent", *pages_->consent);
    page("instructions", pages_->instructions);
    for (int i = 0; i < static_cast<int>(study_.practice.size()); ++i)
      add({.kind = StudyStep::Kind::kPractice, .name = "practice", .practice = i});
    forms_after("practice");
    if (!study_.within()) page("begin", pages_->begin);
    const int trials = static_cast<int>(order_.size());
    for (int i = 0; i < trials; ++i) {
      if (study_.pause_after > 0 && i > 0 && i % study_.pause_after == 0) page("pause", pages_->pause);
      if (study_.within()) begin_block(i, trials);
      page("trial", filled_in(pages_->trial, i + 1, trials));
      add_trial(order_[static_cast<std::size_t>(i)]);
    }
    if (study_.within()) set_condition(nullptr);
    page("thanks", pages_->thanks);
    return std::move(steps_);
  }

 private:
  void set_condition(const StudyCondition* condition) {
    pages_ = condition ? &condition->pages : &study_.pages;
    question_ = condition ? &condition->question : &study_.question;
    condition_ = condition ? condition->name : "";
  }

  /// The trials are parted into as many blocks as there are conditions.
  void begin_block(int trial, int trials) {
    const auto blocks = static_cast<int>(study_.conditions.size());
    const auto block_of = [&](int i) { return i * blocks / trials; };
    if (trial > 0 && block_of(trial) == block_of(trial - 1)) return;
    set_condition(&study_.conditions[static_cast<std::size_t>((first_ + block_of(trial)) % blocks)]);
    page("begin", pages_->begin);
  }

  void add(StudyStep step) {
    step.condition = condition_;
    steps_.push_back(std::move(step));
  }

  void page(const char* name, const StudyPage& shown) {
    add({.kind = StudyStep::Kind::kPage, .name = name, .page = shown});
    forms_after(name);
  }

  void forms_after(std::string_view name, int trial = -1, int task = -1) {
    for (const StudyForm& form : study_.forms) {
      const bool of_task = form.tasks.empty() || contains(form.tasks, task + 1);
      const bool of_condition = form.conditions.empty() || contains(form.conditions, condition_);
      if (form.after == name && of_task && of_condition)
        add({.kind = StudyStep::Kind::kForm, .name = form.name, .form = form, .trial = trial, .task = task});
    }
  }

  void add_trial(int index) {
    const PlannedTrial& trial = plan_.trials[static_cast<std::size_t>(index)];
    const StudyPage question{question_->text, "", question_->yes, question_->no};
    int task = 0;
    for (const auto* part : {&trial.normal, &trial.novel})
      for (const TaskRef ref : *part) {
        add({.kind = StudyStep::Kind::kTask, .name = "task", .trial = index, .task = task, .ref = ref});
        add({.kind = StudyStep::Kind::kQuestion,
             .name = "question",
             .page = question,
             .trial = index,
             .task = task,
             .ref = ref});
        forms_after("question", index, task);
        ++task;
      }
    forms_after("group", index);
  }

  const Study& study_;
  const Plan& plan_;
  std::vector<int> order_;
  int first_ = 0;
  const StudyPages* pages_ = &study_.pages;
  const StudyQuestion* question_ = &study_.question;
  std::string condition_{};
  std::vector<StudyStep> steps_{};
};

}  // namespace

std::vector<StudyStep> steps_of(const Study& study, const Plan& plan, int level_set, int number) {
  return StepMaker(study, plan, level_set, number).make();
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

std::vector<int> study_trials(const Plan& plan, const StudyCell& cell, bool control) {
  std::vector<int> found;
  for (std::size_t i = 0; i < plan.trials.size(); ++i) {
    const PlannedTrial& trial = plan.trials[i];
    if (trial.novelty == cell.novelty && trial.scenario == cell.scenario && trial.control == control &&
        !is_calibration(trial))
      found.push_back(static_cast<int>(i));
  }
  return found;
}

namespace {

struct AssignmentLine {
  std::string participant;
  Assignment assignment;
};

void describe(FieldIo& io, AssignmentLine& given) {
  io.field("participant", given.participant, TextCodec{});
  io.field("level_set", given.assignment.level_set, kCount);
  io.field("number", given.assignment.number, WholeCodec{0, kMostParticipants});
}

AssignmentLine read_assignment(std::string_view line, const std::string& file, int number) {
  JsonDocument document(line, file, kLineBounds, number);
  AssignmentLine given = read_fields<AssignmentLine>(document.root());
  document.check();
  return given;
}

std::string line_of(const std::string& participant, const Assignment& assignment) {
  return to_json(AssignmentLine{participant, assignment}) + "\n";
}

}  // namespace

void check_range(const AssignmentWish& wish, std::size_t level_sets) {
  const auto check = [](const char* what, int found, int last) {
    if (found < 0 || found > last)
      throw InputError(what, fmt::format("found {}, expected 0 to {}", found, last));
  };
  if (wish.level_set) check("level set", *wish.level_set, static_cast<int>(level_sets) - 1);
  if (wish.number) check("number", *wish.number, kMostParticipants);
}

StudyAssignments::StudyAssignments(const std::filesystem::path& results, const StudyFile& file,
                                   const Fingerprint& made_by)
    : file_(results / "assignments.jsonl", {.create = true, .sync = true, .wait = true}),
      people_(file.study.level_sets.size()) {
  read_file();
  read_journals(results, file, made_by);
}

void StudyAssignments::read_file() {
  const std::string text = file_.read(0, static_cast<std::size_t>(file_.size()));
  file_.cut(static_cast<std::int64_t>(for_each_line(text, [&](std::string_view line, int number) {
    AssignmentLine given = read_assignment(line, file_.file().string(), number);
    given_.emplace(given.assignment, std::move(given.participant));
  })));
}

void StudyAssignments::read_journals(const std::filesystem::path& results, const StudyFile& file,
                                     const Fingerprint& made_by) {
  for (const auto& [journal, lines] : journals_in(results)) {
    if (const std::string other = difference(*lines.head, file, made_by); !other.empty())
      throw InputError(journal.string(), "nobody can begin beside this journal: " + other);
    const Assignment& assignment = lines.head->assignment;
    if (standing_of(lines.entries).counts()) ++people_[static_cast<std::size_t>(assignment.level_set)];
    if (!given_.contains(assignment)) add(lines.head->participant, assignment);
  }
}

Assignment StudyAssignments::choose(const AssignmentWish& wish) const {
  Assignment chosen;
  chosen.level_set = wish.level_set.value_or(
      static_cast<int>(std::min_element(people_.begin(), people_.end()) - people_.begin()));
  for (const auto& [given, participant] : given_)
    if (given.level_set == chosen.level_set) chosen.number = given.number + 1;
  if (!wish.number) return chosen;
  chosen.number = *wish.number;
  if (const auto taken = given_.find(chosen); taken != given_.end())
    throw InputError("number", fmt::format("{} of level set {} is taken by {}", chosen.number,
                                           chosen.level_set, taken->second));
  return chosen;
}

void StudyAssignments::add(const std::string& participant, const Assignment& assignment) {
  file_.append(line_of(participant, assignment));
  given_.emplace(assignment, participant);
}

}  // namespace novphy
