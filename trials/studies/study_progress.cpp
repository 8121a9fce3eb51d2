#include "trials/studies/study_progress.h"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "base/input_error.h"
#include "evaluator/input/csv.h"
#include "evaluator/record_io.h"
#include "evaluator/tables/text_table.h"
#include "trials/made_by.h"

namespace novphy {
namespace {

bool is_consent(const StudyStep& step) {
  return step.kind == StudyStep::Kind::kPage && !step.page.decline.empty();
}

bool fits(StudyEntry::Kind entry, const StudyStep& step) {
  switch (step.kind) {
    case StudyStep::Kind::kPage:
      return entry == (is_consent(step) ? StudyEntry::Kind::kAgreed : StudyEntry::Kind::kRead);
    case StudyStep::Kind::kPractice:
    case StudyStep::Kind::kTask:
      return entry == StudyEntry::Kind::kLaunch || entry == StudyEntry::Kind::kTap ||
             entry == StudyEntry::Kind::kDone || entry == StudyEntry::Kind::kView;
    case StudyStep::Kind::kQuestion:
      return entry == StudyEntry::Kind::kNovel;
    case StudyStep::Kind::kForm:
      return entry == StudyEntry::Kind::kForm;
  }
  return false;
}

}  // namespace

StudyProgress::StudyProgress(StudyHead head, const StudyFile& file)
    : head_(std::move(head)),
      steps_(steps_of(file.study, file.plan, head_.assignment.level_set, head_.assignment.number)) {}

/// Whether the next step is a form that another answer would have asked for.
bool StudyProgress::skips_form() const {
  if (finished()) return false;
  const StudyStep& step = steps_[static_cast<std::size_t>(step_)];
  if (step.kind != StudyStep::Kind::kForm || step.form.answered.empty()) return false;
  return answers_.rbegin()->second != (step.form.answered == "yes");
}

std::string StudyProgress::misfit(const StudyEntry& entry) const {
  const bool of_step = entry.kind == StudyEntry::Kind::kAway || entry.kind == StudyEntry::Kind::kBegan;
  if (!is_act(entry.kind) && !of_step) return "";
  if (finished()) return fmt::format("found step {}, expected nothing after the last step", entry.step);
  if (entry.step != step_) return fmt::format("found step {}, expected {}", entry.step, step_);
  if (!of_step && !fits(entry.kind, steps_[static_cast<std::size_t>(step_)]))
    return fmt::format("found {}, which does not belong to step {}", to_line(entry), step_);
  const int shots = static_cast<int>(shots_.size());
  if (entry.kind == StudyEntry::Kind::kLaunch && entry.shot != shots)
    return fmt::format("found shot {}, expected {}", entry.shot, shots);
  if (entry.kind == StudyEntry::Kind::kTap &&
      (entry.shot < 0 || entry.shot >= shots || shots_[static_cast<std::size_t>(entry.shot)].tap_ms >= 0))
    return fmt::format("found a tap of shot {}, expected one of a shot without tap", entry.shot);
  if (entry.kind == StudyEntry::Kind::kForm)
    return problem_of(steps_[static_cast<std::size_t>(step_)].form, entry.answers);
  return "";
}

/// Adds the time since the previous entry to the time of the step.
void StudyProgress::clock(const StudyEntry& entry) {
  const bool away = entry.kind == StudyEntry::Kind::kAway;
  const bool ends_time = is_act(entry.kind) || away;
  if (entry.kind != StudyEntry::Kind::kSession && entry.kind != StudyEntry::Kind::kBegan && !ends_time)
    return;
  const std::int64_t before_ms = std::exchange(last_at_ms_, entry.at_ms);
  if (entry.at_ms < 0 || (before_ms < 0 && ends_time)) return;
  StepTime& time = times_[step_];
  if (time.begun_at_ms < 0) time = {.begun_at_ms = ends_time ? before_ms : entry.at_ms, .spent_ms = 0};
  if (!ends_time) return;
  time.spent_ms += std::max<std::int64_t>(entry.at_ms - before_ms, 0);
  if (away) (entry.yes ? time.hidden_ms : time.unfocused_ms) += entry.ms;
  if (away && entry.yes) time.spent_ms = std::max<std::int64_t>(time.spent_ms - entry.ms, 0);
  if (entry.kind == StudyEntry::Kind::kLaunch && entry.shot == 0) time.first_shot_ms = time.spent_ms;
}

void StudyProgress::take(const StudyEntry& entry) {
  clock(entry);
  standing_.take(entry);
  switch (entry.kind) {
    case StudyEntry::Kind::kSession:
      texts_ = entry.session.texts;
      return;
    case StudyEntry::Kind::kExcluded:
    case StudyEntry::Kind::kIncluded:
    case StudyEntry::Kind::kAway:
    case StudyEntry::Kind::kBegan:
      return;
    case StudyEntry::Kind::kAnotherPlay:
      another_plays_[entry.step] = entry.yes;
      return;
    case StudyEntry::Kind::kLaunch:
      shots_.push_back({.drag_m = entry.drag_m, .launch_ms = entry.ms, .thought_ms = entry.thought_ms});
      return;
    case StudyEntry::Kind::kTap:
      shots_[static_cast<std::size_t>(entry.shot)].tap_ms = entry.ms;
      return;
    case StudyEntry::Kind::kView:
      return;
    case StudyEntry::Kind::kAgreed:
      if (!entry.yes) return;
      break;
    case StudyEntry::Kind::kDone:
      results_[step_] = entry.result;
      shots_.clear();
      break;
    case StudyEntry::Kind::kNovel:
      answers_[step_] = entry.yes;
      break;
    case StudyEntry::Kind::kForm:
      forms_[step_] = entry.answers;
      break;
    case StudyEntry::Kind::kRead:
      break;
  }
  do ++step_;
  while (skips_form());
}

void take_all(StudyProgress& progress, const StudyLines& lines, const std::filesystem::path& journal) {
  int number = 1;
  for (const StudyEntry& entry : lines.entries) {
    ++number;
    if (const std::string problem = progress.misfit(entry); !problem.empty())
      throw InputError(journal.string(), number, problem);
    progress.take(entry);
  }
}

std::string difference(const StudyHead& head, const StudyFile& file, const Fingerprint& now) {
  const std::string& hash = head.format > kOldestJournalFormat ? file.study.hash : file.study.file_hash;
  if (head.study_hash != hash)
    return fmt::format("of another study: the study's hash was {}, is {} now", head.study_hash, hash);
  Fingerprint same = now;
  same.plan = head.fingerprint.plan;
  same.plan_hash = file.plan_hash;
  same.seed = file.plan.options.seed.number;
  same.agent = head.fingerprint.agent;
  if (made_in_browser(head.fingerprint) || made_in_browser(now)) {
    same.compiler = head.fingerprint.compiler;
    same.architecture = head.fingerprint.architecture;
  }
  const auto found = differences(head.fingerprint, same);
  if (!found.empty()) return found.front();
  const auto sets = static_cast<int>(file.study.level_sets.size());
  if (head.assignment.level_set >= sets)
    return fmt::format("level set {}, which the study does not have", head.assignment.level_set);
  return "";
}

bool is_act(StudyEntry::Kind kind) {
  using enum StudyEntry::Kind;
  return kind != kSession && kind != kExcluded && kind != kIncluded && kind != kAnotherPlay &&
         kind != kAway && kind != kBegan;
}

void StudyStanding::take(const StudyEntry& entry) {
  if (is_act(entry.kind)) {
    declined = entry.kind == StudyEntry::Kind::kAgreed && !entry.yes;
    if (speed != 1) tried_at = speed;
  } else if (entry.kind == StudyEntry::Kind::kSession) {
    speed = entry.session.speed;
  } else if (entry.kind == StudyEntry::Kind::kExcluded || entry.kind == StudyEntry::Kind::kIncluded) {
    excluded = entry.kind == StudyEntry::Kind::kExcluded ? entry.reason : "";
  }
}

std::string StudyStanding::left_out() const {
  if (!excluded.empty()) return excluded;
  return tried_at == 1 ? "" : fmt::format("was tried out with --speed {}", tried_at);
}

StudyStanding standing_of(std::span<const StudyEntry> entries) {
  StudyStanding standing;
  for (const StudyEntry& entry : entries) standing.take(entry);
  return standing;
}

namespace {

const StudyStep& step_at(const StudyProgress& person, int number) {
  return person.steps()[static_cast<std::size_t>(number)];
}

const PlannedTrial& trial_of(const Plan& plan, const StudyStep& step) {
  return plan.trials[static_cast<std::size_t>(step.trial)];
}

std::string place_of(const StudyProgress& person) {
  if (person.finished()) return "finished";
  if (person.standing().declined) return "declined";
  return fmt::format("step {} of {}", person.step() + 1, person.steps().size());
}

/// The mean of times in milliseconds; -1 for none.
double mean_s(const std::vector<std::int64_t>& times_ms) {
  double sum_s = 0;
  for (const std::int64_t ms : times_ms) sum_s += static_cast<double>(ms) / 1000;
  return times_ms.empty() ? -1 : sum_s / static_cast<double>(times_ms.size());
}

StepTime time_of(const StudyProgress& person, int step) {
  const auto time = person.times().find(step);
  return time == person.times().end() ? StepTime{} : time->second;
}

std::string text(const YesCount& count) {
  if (count.answers == 0) return "-";
  return fmt::format("{:.0f} % of {}", 100.0 * count.yes / count.answers, count.answers);
}

std::string seconds(double s) { return s < 0 ? "-" : fmt::format("{:.0f} s", s); }

std::string moment(std::int64_t ms) {
  if (ms < 0) return "-";
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

void add(YesCount& sum, const YesCount& count) {
  sum.yes += count.yes;
  sum.answers += count.answers;
}

/// The row of all people who count.
std::vector<std::string> row_of_all(const std::vector<PersonStatus>& people) {
  PersonStatus all;
  std::vector<std::int64_t> times_ms;
  int count = 0;
  for (const PersonStatus& person : people) {
    if (!person.left_out.empty()) continue;
    ++count;
    all.tasks += person.tasks;
    all.all_tasks += person.all_tasks;
    add(all.before, person.before);
    add(all.after, person.after);
    if (person.task_s >= 0) times_ms.push_back(static_cast<std::int64_t>(1000 * person.task_s));
  }
  return {fmt::format("{} who count", count),
          "",
          "",
          "",
          fmt::format("{}/{}", all.tasks, all.all_tasks),
          seconds(mean_s(times_ms)),
          text(all.before),
          text(all.after),
          ""};
}

std::string level_sets_text(const std::vector<PersonStatus>& people, std::size_t level_sets) {
  std::string lines;
  for (int set = 0; set < static_cast<int>(level_sets); ++set) {
    int begun = 0;
    int finished = 0;
    for (const PersonStatus& person : people) {
      if (person.assignment.level_set != set || !person.left_out.empty() || person.place == "declined")
        continue;
      ++begun;
      finished += person.place == "finished" ? 1 : 0;
    }
    lines += fmt::format("level set {}: {} began, {} finished\n", set, begun, finished);
  }
  return lines;
}

/// For each trial its number in the participant's order, from 1.
std::map<int, int> order_of_trials(const StudyProgress& person) {
  std::map<int, int> order;
  for (const StudyStep& step : person.steps())
    if (step.kind == StudyStep::Kind::kTask)
      order.try_emplace(step.trial, static_cast<int>(order.size()) + 1);
  return order;
}

std::string known(std::int64_t value) { return value < 0 ? "" : std::to_string(value); }

constexpr const char* kAnswersHeader =
    "participant,level_set,number,condition,left_out,place,novelty,scenario,trial,control,phase,task,"
    "template,"
    "variation,answer,"
    "passed,score,shots,begun_at_ms,first_shot_ms,task_ms,task_hidden_ms,task_unfocused_ms,answer_ms,"
    "answer_hidden_ms,answer_unfocused_ms,frame_ms,worst_frame_ms\n";

/// The cells "passed", "score" and "shots", which are empty for another play.
std::string result_cells(const StudyProgress& person, int task) {
  if (person.another_plays().contains(task)) return ",,";
  const Record& played = person.results().at(task).played;
  return fmt::format("{},{},{}", played.passed ? 1 : 0, played.score, played.shots.size());
}

std::string answer_row(const StudyProgress& person, const Plan& plan, int place, int question, bool yes) {
  const StudyStep& step = step_at(person, question);
  const PlannedTrial& trial = trial_of(plan, step);
  const StepTime time = time_of(person, question - 1);
  const StepTime answer = time_of(person, question);
  const StudyResult& result = person.results().at(question - 1);
  const auto frames = [](double ms) { return ms == 0 ? std::string() : fmt::format("{:.1f}", ms); };
  const bool normal = step.task < static_cast<int>(trial.normal.size());
  const Assignment& assignment = person.head().assignment;
  const auto number_of = [](auto value) { return std::to_string(value); };
  const std::vector<std::string> cells{
      csv_cell(person.head().participant),
      number_of(assignment.level_set),
      number_of(assignment.number),
      csv_cell(step.condition),
      csv_cell(person.standing().left_out()),
      number_of(place),
      csv_cell(trial.novelty),
      csv_cell(trial.scenario),
      number_of(trial.index),
      trial.control ? "1" : "0",
      std::string(name(normal ? Phase::kNormal : Phase::kNovel)),
      number_of(step.task),
      csv_cell(plan.templates[static_cast<std::size_t>(step.ref.task_template)].base.name),
      number_of(step.ref.variation),
      yes ? "yes" : "no",
      result_cells(person, question - 1),
      known(time.begun_at_ms),
      known(time.first_shot_ms),
      known(time.spent_ms),
      number_of(time.hidden_ms),
      number_of(time.unfocused_ms),
      known(answer.spent_ms),
      number_of(answer.hidden_ms),
      number_of(answer.unfocused_ms),
      frames(result.frame_ms),
      frames(result.worst_frame_ms)};
  return fmt::format("{}\n", fmt::join(cells, ","));
}

constexpr const char* kFormsHeader =
    "participant,level_set,number,condition,left_out,form,step,place,novelty,scenario,trial,control,phase,"
    "task,question,value,label,right,begun_at_ms,form_ms,form_hidden_ms,form_unfocused_ms\n";

std::string form_rows(const StudyProgress& person, const Plan& plan, const std::map<int, int>& places,
                      int number) {
  const StudyStep& step = step_at(person, number);
  const StepTime time = time_of(person, number);
  const Assignment& assignment = person.head().assignment;
  std::string trial = ",,,,,";
  if (step.trial >= 0) {
    const PlannedTrial& of = trial_of(plan, step);
    const bool normal = step.task < static_cast<int>(of.normal.size());
    trial = fmt::format("{},{},{},{},{},{}", places.at(step.trial), csv_cell(of.novelty),
                        csv_cell(of.scenario), of.index, of.control ? 1 : 0,
                        step.task < 0 ? "" : name(normal ? Phase::kNormal : Phase::kNovel));
  }
  std::string rows;
  for (const FormAnswer& answer : answers_of(step.form, person.forms().at(number)))
    rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                        csv_cell(person.head().participant), assignment.level_set, assignment.number,
                        csv_cell(step.condition), csv_cell(person.standing().left_out()), step.form.name,
                        number, trial, known(step.task), answer.question->name,
                        csv_cell(answer.value == "null" ? "" : answer.value), csv_cell(answer.label),
                        answer.right ? (*answer.right ? "1" : "0") : "", known(time.begun_at_ms),
                        known(time.spent_ms), time.hidden_ms, time.unfocused_ms);
  return rows;
}

}  // namespace

std::vector<StudyProgress> read_people(const std::filesystem::path& results, const StudyFile& file) {
  std::vector<StudyProgress> people;
  for (const auto& [journal, lines] : journals_in(results)) {
    if (const std::string other = difference(*lines.head, file, lines.head->fingerprint); !other.empty())
      throw InputError(journal.string(), other);
    people.emplace_back(*lines.head, file);
    take_all(people.back(), lines, journal);
  }
  return people;
}

CheckCount checks_of(const StudyProgress& person) {
  CheckCount count;
  for (const auto& [number, answers] : person.forms())
    for (const FormAnswer& answer : answers_of(step_at(person, number).form, answers)) {
      if (!answer.right) continue;
      ++count.all;
      count.wrong += *answer.right ? 0 : 1;
    }
  return count;
}

PersonStatus status_of(const StudyProgress& person, const Plan& plan) {
  PersonStatus status{.participant = person.head().participant,
                      .assignment = person.head().assignment,
                      .place = place_of(person),
                      .left_out = person.standing().left_out(),
                      .last_at_ms = person.last_at_ms()};
  std::vector<std::int64_t> times_ms;
  for (int number = 0; number < static_cast<int>(person.steps().size()); ++number) {
    const StudyStep& step = step_at(person, number);
    if (step.kind != StudyStep::Kind::kTask) continue;
    ++status.all_tasks;
    if (!person.results().contains(number)) continue;
    ++status.tasks;
    if (const std::int64_t ms = time_of(person, number).spent_ms; ms >= 0) times_ms.push_back(ms);
    const auto answer = person.answers().find(number + 1);
    if (answer == person.answers().end()) continue;
    const PlannedTrial& trial = trial_of(plan, step);
    const bool normal = trial.control || step.task < static_cast<int>(trial.normal.size());
    YesCount& count = normal ? status.before : status.after;
    ++count.answers;
    count.yes += answer->second ? 1 : 0;
  }
  status.task_s = mean_s(times_ms);
  return status;
}

std::string status_text(const std::vector<StudyProgress>& people, const StudyFile& file) {
  TextTable table({"participant", "level set", "number", "is at", "tasks", "a task", "yes before",
                   "yes after", "last (UTC)"},
                  1);
  std::vector<PersonStatus> all;
  std::string notes;
  for (const StudyProgress& progress : people) {
    const PersonStatus person = status_of(progress, file.plan);
    table.add({person.participant, std::to_string(person.assignment.level_set),
               std::to_string(person.assignment.number), person.place,
               fmt::format("{}/{}", person.tasks, person.all_tasks), seconds(person.task_s),
               text(person.before), text(person.after), moment(person.last_at_ms)});
    if (!person.left_out.empty())
      notes += fmt::format("left out: {}: {}\n", person.participant, person.left_out);
    if (const CheckCount checks = checks_of(progress); checks.wrong >= file.study.checks_to_fail)
      notes += fmt::format("failed attention checks: {}: {} of {} wrong\n", person.participant, checks.wrong,
                           checks.all);
    all.push_back(person);
  }
  table.add(row_of_all(all));
  return table.text() + "\n" + level_sets_text(all, file.study.level_sets.size()) + notes;
}

std::string answers_csv(const std::vector<StudyProgress>& people, const Plan& plan) {
  std::string csv = kAnswersHeader;
  for (const StudyProgress& person : people) {
    const std::map<int, int> places = order_of_trials(person);
    for (const auto& [question, yes] : person.answers())
      csv += answer_row(person, plan, places.at(step_at(person, question).trial), question, yes);
  }
  return csv;
}

std::string forms_csv(const std::vector<StudyProgress>& people, const Plan& plan) {
  std::string csv = kFormsHeader;
  for (const StudyProgress& person : people) {
    const std::map<int, int> places = order_of_trials(person);
    for (const auto& [number, answers] : person.forms()) csv += form_rows(person, plan, places, number);
  }
  return csv;
}

}  // namespace novphy
