#include "evaluator/questions.h"

#include <catch2/catch.hpp>

#include "evaluator/evaluation.h"
#include "evaluator/record_io.h"
#include "evaluator/tables/tables.h"
#include "tests/evaluator/logs.h"

using namespace novphy;

namespace {

/// A trial of a normal and a novel task, with these questions after it.
std::vector<Record> asked_after(int trial, const std::vector<RecordedQuestion>& questions,
                                bool control = false) {
  Record normal;
  normal.novelty = "agents";
  normal.scenario = "rolling";
  normal.trial = trial;
  normal.control = control;
  Record novel = normal;
  novel.task = 1;
  novel.phase = Phase::kNovel;
  novel.questions = questions;
  return {normal, novel};
}

RecordedQuestion question(const RecordedAnswer& answer, const RecordedAnswer& again) {
  return {.task_template = "t",
          .truth = {.end_m = {{3, 4}}, .hit = 2, .passes = 1},
          .answer = answer,
          .again = again};
}

std::vector<QuestionScore> scores_of(const std::vector<Record>& records) {
  return question_scores(agent_log("a", records).trials, 0.95);
}

const QuestionScore& score(const std::vector<QuestionScore>& scores, std::string_view key,
                           std::string_view after = "novel") {
  for (const QuestionScore& each : scores)
    if (each.measure->key == key && each.after == after) return each;
  throw std::out_of_range(std::string(key));
}

}  // namespace

TEST_CASE("answers are scored part by part, beside the last such throw in the same questions") {
  const RecordedAnswer again{.end_m = {{3, 4.25}}, .hit = -1, .passes = 0};
  const auto scores = scores_of(
      asked_after(0, {question({.end_m = {{0, 0}}, .hit = 2, .passes = 0.8}, again),
                      question({.hit = -1}, again), question({.end_m = {{3, 4.5}}}, {.end_m = {{3, 5}}})}));
  const QuestionScore& hit = score(scores, "question_hit");
  CHECK(hit.trials == 1);
  CHECK(hit.questions == 3);
  CHECK(hit.answered == 2);
  CHECK(hit.agent.value == 0.5);
  CHECK(hit.again.value == 0);
  CHECK(score(scores, "question_end_error").agent.value == 2.75);  // 5 m and 0.5 m
  CHECK(score(scores, "question_end_error").again.value == 0.625);
  CHECK(score(scores, "question_end_median").agent.value == 2.75);
  CHECK(score(scores, "question_end_near").agent.value == 0.5);
  CHECK(score(scores, "question_brier").answered == 1);
  CHECK(*score(scores, "question_brier").agent.value == Approx(0.04));
  CHECK(score(scores, "question_brier").again.value == 1);
  CHECK(score(scores, "question_pass").agent.value == 1);
  CHECK(score(scores, "question_pass").again.value == 0);
}

TEST_CASE("means are over trials, and control trials stand apart") {
  const RecordedAnswer right{.hit = 2}, wrong{.hit = 0};
  auto records = asked_after(0, {question(right, {})});
  for (const Record& each : asked_after(1, {question(wrong, {}), question(wrong, {}), question(wrong, {})}))
    records.push_back(each);
  for (const Record& each : asked_after(2, {question({}, right)}, true)) records.push_back(each);
  const auto scores = scores_of(records);
  const QuestionScore& novel = score(scores, "question_hit");
  CHECK(novel.trials == 2);
  CHECK(novel.agent.value == 0.5);
  CHECK(novel.agent.interval->low < 0.5);
  CHECK(novel.agent.interval->high > 0.5);
  CHECK_FALSE(novel.again.value);
  const QuestionScore& control = score(scores, "question_hit", "control");
  CHECK(control.answered == 0);
  CHECK_FALSE(control.agent.value);
  CHECK(control.again.value == 1);  // of all questions, as none is answered
  CHECK(scores_of(asked_after(0, {})).empty());
}

TEST_CASE("every form shows the answers, and says how many there are") {
  const std::vector logs{
      agent_log("a", asked_after(0, {question({.hit = 2}, {.hit = 0}), question({}, {})}))};
  const Evaluation evaluation = evaluate(logs, {});
  CHECK_THAT(question_text(evaluation), Catch::Matchers::Contains("first hit right"));
  CHECK_THAT(csv_table(evaluation), Catch::Matchers::Contains("a,questions,,,question_hit,1,,"));
  const std::string text = json_table(evaluation);
  CHECK_THAT(text,
             Catch::Matchers::Contains("\"answered\": 1") && Catch::Matchers::Contains("\"questions\": 2"));
  CHECK(question_text(evaluate(std::vector{agent_log("a", asked_after(0, {}))}, {})).empty());
}

TEST_CASE("a question is read as it was written") {
  Record record = asked_after(0, {question({.hit = -2, .passes = 0.5}, {})})[1];
  CHECK(record_from_line(to_line(record), "records", 2) == record);
  CHECK_THROWS(
      record_from_line(R"({"novelty":"a","scenario":"b","trial":0,"phase":"novel","task":0,"passed":true,)"
                       R"("questions":[{"template":"t","variation":0,"drag_m":[0,0],"truth":{"hit":-3}}]})",
                       "records", 2));
}
