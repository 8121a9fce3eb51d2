#include "trials/studies/study_forms.h"

#include <catch2/catch.hpp>
#include <set>

#include "base/input_error.h"
#include "tests/studies/study_desk.h"
#include "trials/studies/study_progress.h"
#include "trials/studies/web_study.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kForms = R"({
  "you": {"after": "consent", "title": "About you", "button": "Go on", "questions": {
    "age": {"kind": "number", "text": "How old are you?", "from": 18, "to": 99},
    "careful": {"kind": "choice", "text": "Choose blue.", "choices": ["red", "blue"], "right": 1}}},
  "sure": {"after": "question", "tasks": [2], "title": "How sure are you?", "button": "Go on", "questions": {
    "sure": {"kind": "slider", "text": "Sure?", "from": 0, "to": 10, "low": "not at all", "high": "very"}}},
  "what": {"after": "question", "answered": "yes", "title": "What was new?", "button": "Go on", "questions": {
    "kinds": {"kind": "choice", "text": "Kinds", "choices": ["looks", "moves", "other"], "several": true},
    "words": {"kind": "text", "text": "In your words", "optional": true}}},
  "end": {"after": "group", "title": "The group", "button": "Go on", "questions": {
    "again": {"kind": "text", "text": "Anything else?"}}}
})";

std::string with(const std::string& members) {
  return replaced(kStudyText, "\"pause_after\": 1,", "\"pause_after\": 1, " + members + ",");
}

std::string with_forms(const std::string& forms = kForms) { return with("\"forms\": " + forms); }

std::string refusal_of(const std::string& text) {
  try {
    StudyFolder(text).read();
  } catch (const InputError& error) {
    return error.problems().front().message();
  }
  return "";
}

}  // namespace

TEST_CASE("forms follow the steps that they name, at the tasks that they name") {
  const StudyFile file = StudyFolder(with_forms()).read();
  const std::vector<StudyStep> steps = steps_of(file.study, file.plan, 1, 0);
  CHECK(steps[2].name == "you");
  CHECK(steps[1].name == "consent");
  int tasks = 0;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    if (steps[i].kind != StudyStep::Kind::kQuestion) continue;
    const bool second = steps[i].task == 1;
    CHECK(steps[i + 1].name == (second ? "sure" : "what"));
    CHECK(steps[i + (second ? 2 : 1)].name == "what");
    CHECK(steps[i + 1].task == steps[i].task);
    CHECK(steps[i + 1].trial == steps[i].trial);
    ++tasks;
  }
  CHECK(tasks > 2);
  CHECK(steps[steps.size() - 2].name == "end");
  CHECK(steps[steps.size() - 2].task == -1);
}

TEST_CASE("a study's hash covers what forms ask, and not how they word it") {
  const StudyFile file = StudyFolder(with_forms()).read();
  const auto hash_of = [](const std::string& from, const std::string& to) {
    return StudyFolder(with_forms(replaced(kForms, from, to))).read().study.hash;
  };
  CHECK(hash_of("How old are you?", "Your age?") == file.study.hash);
  CHECK(hash_of("\"red\"", "\"green\"") == file.study.hash);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"from\": 18", "\"from\": 16"},
                                                        {"\"tasks\": [2]", "\"tasks\": [3]"},
                                                        {"\"right\": 1", "\"right\": 0"},
                                                        {"\"answered\": \"yes\"", "\"answered\": \"no\""},
                                                        {"\"looks\", ", ""},
                                                        {"\"after\": \"group\"", "\"after\": \"begin\""}})
    CHECK(hash_of(from, to) != file.study.hash);
  CHECK(StudyFolder().read().study.hash != file.study.hash);
}

TEST_CASE("forms that cannot be asked are refused with their place") {
  const auto refusal = [](const std::string& from, const std::string& to) {
    return refusal_of(with_forms(replaced(kForms, from, to)));
  };
  CHECK_THAT(refusal("\"consent\"", "\"lunch\""),
             Contains("/forms/you/after: expected a step of this study"));
  CHECK_THAT(refusal("\"you\":", "\"begin\":"), Contains("/forms/begin: has the name of a step"));
  CHECK_THAT(refusal("\"from\": 18", "\"from\": 99"), Contains("/forms/you/questions/age"));
  CHECK_THAT(refusal("\"right\": 1", "\"right\": 2"),
             Contains("/right: found 2, expected a whole number from 0 to 1"));
  CHECK_THAT(refusal("\"right\": 1", "\"right\": \"blue\""), Contains("/forms/you/questions/careful/right"));
  CHECK_THAT(refusal("\"red\", ", ""), Contains("/choices"));
  CHECK_THAT(refusal("\"low\": \"not at all\", ", ""),
             Contains("/forms/sure/questions/sure: expected a key \"low\""));
  CHECK_THAT(refusal("\"age\":", "\"my age\":"), Contains("letters, digits and _"));
  CHECK_THAT(refusal("\"tasks\": [2]", "\"tasks\": [0]"), Contains("/forms/sure/tasks/0"));
  CHECK_THAT(refusal("\"after\": \"group\"", "\"after\": \"group\", \"answered\": \"no\""),
             Contains("/forms/end"));
  CHECK_THAT(refusal("\"after\": \"group\"", "\"after\": \"group\", \"conditions\": [\"x\"]"),
             Contains("/forms/end/conditions: expected names of the study's conditions"));
  CHECK_THAT(refusal("\"after\": \"group\"", "\"after\": \"group\", \"colour\": 1"),
             Contains("/forms/end/colour"));
  CHECK_THAT(refusal("\"kind\": \"number\"", "\"kind\": \"numbers\""),
             Contains("/forms/you/questions/age/kind"));
  CHECK_THAT(
      refusal_of(with(R"("forms": {"a": {"after": "begin", "title": "A", "button": "B", "questions": {}}})")),
      Contains("at least one question"));
  CHECK_THAT(refusal_of(with(R"("device": {"pointer": "finger"})")), Contains("/device/pointer"));
  CHECK_THAT(refusal_of(with(R"("completion": {"complete": "javascript:leave"})")),
             Contains("/completion/complete: expected an address that begins with https://"));
}

TEST_CASE("answers fit their questions") {
  const StudyFile file = StudyFolder(with_forms()).read();
  const StudyForm& you = file.study.forms[0];
  const StudyForm& what = file.study.forms[2];
  CHECK(problem_of(you, R"({"age": 18, "careful": 0})").empty());
  CHECK_THAT(problem_of(you, R"({"age": 17, "careful": 0})"), Contains("age of the form you: found 17"));
  CHECK_THAT(problem_of(you, R"({"age": 18.5, "careful": 0})"), Contains("18.5"));
  CHECK_THAT(problem_of(you, R"({"age": "18", "careful": 0})"), Contains("whole number"));
  CHECK_THAT(problem_of(you, R"({"age": null, "careful": 0})"), Contains("expected an answer"));
  CHECK_THAT(problem_of(you, R"({"age": 18})"), Contains("careful"));
  CHECK_THAT(problem_of(you, R"({"age": 18, "careful": 0, "more": 1})"), Contains("no question more"));
  CHECK_THAT(problem_of(you, "[]"), Contains("no answers"));
  CHECK(problem_of(what, R"({"kinds": [0, 2], "words": null})").empty());
  CHECK(problem_of(what, R"({"kinds": [1], "words": ""})").empty());
  CHECK_THAT(problem_of(what, R"({"kinds": [2, 0], "words": null})"), Contains("in order"));
  CHECK_THAT(problem_of(what, R"({"kinds": [], "words": null})"), Contains("kinds"));
  CHECK_THAT(problem_of(what, R"({"kinds": 1, "words": null})"), Contains("array"));
  CHECK_THAT(problem_of(file.study.forms[3], R"({"again": ""})"), Contains("expected an answer"));
}

TEST_CASE("a journal keeps forms, and skips those that another answer asks for") {
  Desk desk{.folder = StudyFolder(with_forms())};
  StudyJournal journal = desk.open("P1", {.level_set = 1});
  go_to_end(journal, desk.file);
  int asked = 0;
  for (const auto& [step, yes] : journal.answers()) {
    const bool second = journal.steps()[static_cast<std::size_t>(step)].task == 1;
    const int what = step + (second ? 2 : 1);
    REQUIRE(journal.steps()[static_cast<std::size_t>(what)].name == "what");
    CHECK(journal.progress().forms().contains(what) == yes);
    asked += yes ? 1 : 0;
  }
  CHECK(asked > 0);
  const std::vector<StudyProgress> people = read_people(desk.results(), desk.file);
  REQUIRE(people.size() == 1);
  CHECK(people[0].forms() == journal.progress().forms());
  CHECK(checks_of(people[0]).wrong == 1);
  CHECK(checks_of(people[0]).all == 1);
  CHECK_THAT(status_text(people, desk.file), Contains("failed attention checks: P1: 1 of 1 wrong"));

  const std::string csv = forms_csv(people, desk.file.plan);
  CHECK_THAT(csv, Contains("P1,1,0,,,you,2,,,,,,,,age,18,18,,"));
  CHECK_THAT(csv, Contains("P1,1,0,,,you,2,,,,,,,,careful,0,red,0,"));
  CHECK_THAT(csv, Contains(",agents,rolling,0,0,normal,1,sure,0,0,,") ||
                      Contains(",agents,rolling,0,0,novel,1,sure,0,0,,"));
  CHECK_THAT(csv, Contains(",kinds,[0],looks,,"));
  CHECK_THROWS_AS(journal.add_form("{}"), std::logic_error);
}

TEST_CASE("answers that do not fit change nothing") {
  Desk desk{.folder = StudyFolder(with_forms())};
  StudyJournal journal = desk.open("P1", {.level_set = 1});
  go_to(journal, desk.file, 2);
  REQUIRE(current(journal).name == "you");
  CHECK_THROWS_WITH(journal.add_form(R"({"age": 3, "careful": 1})"), Contains("age of the form you"));
  CHECK_THROWS_AS(journal.add_read(), std::logic_error);
  CHECK(journal.step() == 2);
  journal.add_form(R"({"age": 30, "careful": 1})");
  CHECK(checks_of(journal.progress()).wrong == 0);
}

TEST_CASE("conditions within people are blocks, whose order changes from one participant to the next") {
  const std::string conditions = R"("design": "within", "conditions": {
    "told": {"pages": {"begin": {"title": "Now", "text": "It will change.", "button": "Go on"}},
             "question": {"text": "Changed?", "yes": "Yes", "no": "No"}},
    "untold": {}},
    "forms": {"sure": {"after": "begin", "conditions": ["told"], "title": "T", "button": "B",
                       "questions": {"sure": {"kind": "text", "text": "Sure?"}}}})";
  std::string text = with(conditions);
  text = replaced(text, "[[\"agents\", \"rolling\"]],\n    [[\"events\", \"single_force\"]]\n",
                  "[[\"events\", \"single_force\"], [\"agents\", \"rolling\"]]\n");
  const StudyFile file = StudyFolder(text).read();
  CHECK(file.study.level_sets.size() == 2);
  CHECK(file.study.condition(0) == nullptr);
  std::set<std::pair<int, std::string>> firsts;
  for (int number = 0; number < 6; ++number) {
    std::vector<std::string> blocks;
    int begins = 0;
    int trial = -1;
    for (const StudyStep& step : steps_of(file.study, file.plan, 0, number)) {
      begins += step.name == "begin" ? 1 : 0;
      if (step.kind == StudyStep::Kind::kQuestion)
        CHECK(step.page.title == (step.condition == "told" ? "Changed?" : "New?"));
      if (step.name == "sure") CHECK(step.condition == "told");
      if (step.kind == StudyStep::Kind::kTask && std::exchange(trial, step.trial) != step.trial)
        blocks.push_back(step.condition);
    }
    CHECK(begins == 2);
    REQUIRE(blocks.size() == 2);
    CHECK(blocks[0] != blocks[1]);
    firsts.emplace(number % 3, blocks[0]);
    CHECK(steps_of(file.study, file.plan, 0, number).back().condition.empty());
  }
  CHECK(firsts.size() == 6);  // each trial is played in each order

  CHECK_THAT(refusal_of(with(conditions)),
             Contains("/conditions: found 2, but a level set has 1 novelty-scenario"));
  CHECK_THAT(refusal_of(with(R"("design": "within")")), Contains("/design"));
  CHECK_THAT(refusal_of(replaced(text, "\"untold\": {}", "\"untold\": {\"level_sets\": [0]}")),
             Contains("/conditions/untold/level_sets"));
  CHECK_THAT(refusal_of(replaced(text, "{\"begin\":", "{\"welcome\":")), Contains("begin, trial or pause"));
  CHECK(StudyFolder(replaced(text, "\"within\"", "\"between\"")).read().study.hash != file.study.hash);
}

TEST_CASE("pages read the forms of their steps, the device and the addresses by outcome") {
  const StudyFile file =
      StudyFolder(
          replaced(
              with_forms(), "\"pause_after\": 1,",
              R"("pause_after": 1, "device": {"pointer": "mouse", "least_width": 800}, "checks_to_fail": 2,
         "completion": {"complete": "https://a.org/1", "failed_checks": "https://a.org/2"},)"))
          .read();
  const auto files =
      web_study_files(file, assets().catalogue, {.made_by = made_by(), .completion = "https://b.org"});
  const auto named = [&](const std::string& name) {
    return std::ranges::find(files, name, &NamedBytes::name)->bytes;
  };
  const std::string study = named("study.json");
  CHECK_THAT(study,
             Contains(R"("completion": {"complete": "https://b.org", "failed_checks": "https://a.org/2"})"));
  CHECK_THAT(study, Contains(R"("device": {"pointer": "mouse", "least_width": 800})"));
  CHECK_THAT(study, Contains(R"("checks_to_fail": 2)"));
  const std::string set = named("sets/1-0.json");
  CHECK_THAT(set, Contains(R"({"kind": "form", "name": "you"})"));
  CHECK_THAT(set, Contains(R"({"kind": "form", "name": "what", "answered": "yes"})"));
  CHECK_THAT(set, Contains(R"("age":{"kind":"number","text":"How old are you?","from":18,"to":99})"));
}
