#pragma once

#include <cstdint>
#include <string>

#include "tests/studies/study_fixtures.h"
#include "trials/studies/study_journal.h"

/// Participants who play a study to the end.
namespace novphy::test {

inline constexpr int kConsentStep = 1;
inline constexpr int kPracticeStep = 3;
inline constexpr std::int64_t kNowMs = 1'790'000'000'000;

inline const Fingerprint& made_by() {
  static const Fingerprint print = [] {
    Fingerprint made;
    made.version = "1";
    made.catalogue_hash = "abc";
    made.physics = "standard";
    return made;
  }();
  return print;
}

/// A study, and its results folder.
struct Desk {
  StudyFolder folder{};
  StudyFile file = folder.read();

  std::filesystem::path results() const { return folder / "results"; }
  std::filesystem::path of(const std::string& id, const std::string& name) const {
    return results() / id / name;
  }
  StudyJournal open(const std::string& id) const {
    return StudyJournal::open(results(), id, file, made_by(), {.now_ms = [] { return kNowMs; }});
  }
  StudyJournal open(const std::string& id, const AssignmentWish& wish) const {
    return StudyJournal::open(results(), id, file, made_by(), {.wish = wish});
  }
  std::string refusal(const std::string& id, const Fingerprint& made = made_by()) const {
    try {
      StudyJournal::open(results(), id, file, made);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

inline const StudyStep& current(const StudyJournal& journal) {
  return journal.steps()[static_cast<std::size_t>(journal.step())];
}

/// Plays the task of the current step with one shot and gives up. The direction of the shot depends on the
/// step.
inline void play(StudyJournal& journal, const StudyFile& file) {
  Session session({{.task = task_of(file.study, file.plan, current(journal), assets().catalogue)}}, setup());
  session.shoot(aimed(0.1 * (journal.step() % 7), 1, 600));
  session.advance_until_still();
  if (session.state() == SessionState::kChoose) session.give_up();
  journal.add_done(session);
}

/// The least answer to each question, and a text.
inline std::string first_answers(const StudyForm& form) {
  JsonMembers answers;
  for (const FormQuestion& each : form.questions) {
    const std::string least = each.kind == FormQuestion::Kind::kChoice ? "0" : std::to_string(each.from);
    answers.emplace_back(each.name, each.kind == FormQuestion::Kind::kText ? in_quotes("a text")
                                    : each.several                         ? "[0]"
                                                                           : least);
  }
  return json_object(answers);
}

/// Finishes the current step. The answer to a question is yes for every other task.
inline void finish(StudyJournal& journal, const StudyFile& file) {
  const StudyStep& step = current(journal);
  if (step.kind == StudyStep::Kind::kQuestion) return journal.add_answer(step.task % 2 == 1);
  if (step.kind == StudyStep::Kind::kForm) return journal.add_form(first_answers(step.form));
  if (step.kind != StudyStep::Kind::kPage) return play(journal, file);
  if (step.page.decline.empty()) return journal.add_read();
  journal.add_consent(true);
}

inline void go_to(StudyJournal& journal, const StudyFile& file, int step) {
  while (journal.step() < step) finish(journal, file);
}

inline void go_to_end(StudyJournal& journal, const StudyFile& file) {
  while (!journal.finished()) finish(journal, file);
}

}  // namespace novphy::test
