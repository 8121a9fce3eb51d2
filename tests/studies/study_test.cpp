#include "trials/studies/study.h"

#include <catch2/catch.hpp>
#include <set>

#include "base/names.h"
#include "levels/task_file.h"
#include "tests/studies/study_fixtures.h"
#include "trials/studies/study_progress.h"
#include "trials/studies/web_study.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;
using StepKind = StudyStep::Kind;

namespace {

std::vector<std::string> titles(const std::vector<StudyStep>& steps) {
  std::vector<std::string> found;
  for (const StudyStep& step : steps)
    if (step.kind == StepKind::kPage) found.push_back(step.page.title);
  return found;
}

/// The indices of the trials in these steps, in the order in which the trials are played.
std::vector<int> trials(const std::vector<StudyStep>& steps) {
  std::vector<int> found;
  for (const StudyStep& step : steps)
    if (step.kind == StepKind::kTask && step.task == 0) found.push_back(step.trial);
  return found;
}

/// All tasks of these trials of the plan.
std::vector<TaskRef> tasks_of(const Plan& plan, const std::vector<int>& trials) {
  std::vector<TaskRef> refs;
  for (const int index : trials) {
    const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(index)];
    refs.insert(refs.end(), trial.normal.begin(), trial.normal.end());
    refs.insert(refs.end(), trial.novel.begin(), trial.novel.end());
  }
  return refs;
}

/// The first error message for a study in which the text `from` is replaced by `to`, without the folder.
std::string problem(const std::string& from, const std::string& to, const Plan& plan = study_plan()) {
  const StudyFolder folder(replaced(kStudyText, from, to), plan);
  try {
    folder.read();
  } catch (const InputError& error) {
    REQUIRE(error.problems().size() == 1);
    const std::string message = error.problems().front().message();
    return message.substr(message.find("study.json"));
  }
  return "";
}

}  // namespace

TEST_CASE("a study is read with its plan and its practice tasks") {
  const StudyFolder folder;
  const StudyFile file = folder.read();
  CHECK(file.study.title == "A study");
  CHECK(file.plan == study_plan());
  CHECK(file.plan_hash == content_hash(content(folder / "plan.json")));
  CHECK(file.study.file_hash == content_hash(kStudyText));
  CHECK(file.study.plan == folder / "plan.json");
  CHECK(file.study.practice.size() == 1);
  CHECK(file.study.level_sets.size() == 3);
  CHECK(file.study.pages.consent->decline == "No");
  CHECK(file.study.question.text == "New?");
  CHECK(file.study.pause_after == 1);
  CHECK_FALSE(file.study.shuffle);
}

TEST_CASE("the hash of a study covers what participants do, and the hash of its texts what they read") {
  const auto study_of = [](const std::string& from, const std::string& to) {
    return StudyFolder(replaced(kStudyText, from, to)).read().study;
  };
  const Study study = study_of("Hello.", "Hello.");
  for (const std::string text : {"Hello.", "New?", "Solved", "A study"}) {
    const Study other = study_of("\"" + text + "\"", "\"Other\"");
    CHECK(other.hash == study.hash);
    CHECK(other.texts_hash != study.texts_hash);
  }
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"pause_after\": 1", "\"pause_after\": 2"},
           {"\"shuffle\": false", "\"shuffle\": true"},
           {"\"pause_after\"", R"("screen": {"view": "agents", "allow": []}, "pause_after")"},
           {"\"pause_after\"", R"("screen": {"view": "task", "allow": ["zoom"]}, "pause_after")"},
           {"\"pause_after\"", R"("screen": {"view": "task", "allow": ["help"]}, "pause_after")"},
           {"\"pause_after\"", R"("screen": {"view": "task", "allow": ["sound"]}, "pause_after")"},
           {"\"pause_after\"", R"("screen": {"view": "task", "allow": [], "readout": false}, "pause_after")"},
           {"[[\"agents\", \"rolling\"]]", "[[\"events\", \"single_force\"]]"}}) {
    const Study other = study_of(from, to);
    CHECK(other.hash != study.hash);
    CHECK(other.texts_hash == study.texts_hash);
  }
  const StudyFolder folder;
  std::filesystem::copy_file(kShippedStudy / "practice_2.json", folder / "practice.json",
                             std::filesystem::copy_options::overwrite_existing);
  CHECK(folder.read().study.hash != study.hash);
}

TEST_CASE("studies play no plan that was made with other numbers") {
  Plan plan = study_plan();
  plan.overrides = {"catalogue:/blocks/linear_drag_per_s=0.5"};
  CHECK(problem("Hello.", "Hello.", plan).find("was made with other numbers (--set)") != std::string::npos);
}

namespace {

const std::string kListedSets = R"([
    [["agents", "rolling"], ["events", "single_force"]],
    [["agents", "rolling"]],
    [["events", "single_force"]]
  ])";

std::vector<std::vector<StudyCell>> dealt(const std::string& sets) {
  return StudyFolder(replaced(kStudyText, kListedSets, sets)).read().study.level_sets;
}

}  // namespace

TEST_CASE("a number of level sets deals out the novelty-scenarios of the plan") {
  const StudyCell agents{"agents", "rolling"}, events{"events", "single_force"};
  CHECK(dealt("1") == std::vector<std::vector<StudyCell>>{{agents, events}});
  CHECK(dealt("2") == std::vector<std::vector<StudyCell>>{{agents}, {events}});
  const StudyFile listed = StudyFolder().read();
  const StudyFile one = StudyFolder(replaced(kStudyText, kListedSets, "1")).read();
  CHECK(steps_of(one.study, one.plan, 0, 1) == steps_of(listed.study, listed.plan, 0, 1));
  CHECK(one.study.hash != StudyFolder(replaced(kStudyText, kListedSets, "2")).read().study.hash);
}

TEST_CASE("a number of level sets that the plan cannot fill is an error with line and place") {
  CHECK_THAT(problem(kListedSets, "3"),
             Contains("study.json:8: /level_sets: found 3, but the plan has trials of 2 novelty-scenarios"));
  CHECK_THAT(problem(kListedSets, "0"), Contains("study.json:8: /level_sets: expected"));
  CHECK_THAT(problem(kListedSets, "1.5"), Contains("study.json:8: /level_sets: expected"));
  CHECK_THAT(problem(kListedSets, "\"two\""), Contains("study.json:8: /level_sets: expected an array"));
  Plan plan = study_plan();
  inform(plan);
  CHECK_THAT(problem(kListedSets, "2", plan),
             Contains("study.json:8: /level_sets: agents rolling has informed trials in the plan"));
}

TEST_CASE("a participant goes from the welcome to the thanks") {
  const StudyFile file = StudyFolder().read();
  const auto steps = steps_of(file.study, file.plan, 0, 0);
  CHECK(titles(steps) == std::vector<std::string>{"Welcome", "Consent", "How to play", "Now", "Trial 1 of 2",
                                                  "Pause", "Trial 2 of 2", "Thanks"});
  CHECK(steps[3].kind == StepKind::kPractice);
  CHECK(steps[5].page.text == "1, 1.");
  CHECK(steps.back().page.title == "Thanks");
  CHECK(task_of(file.study, file.plan, steps[3], assets().catalogue) == file.study.practice.front());
}

TEST_CASE("catch groups are control trials at drawn places, beside the trials of the level set") {
  const StudyFile without = StudyFolder().read();
  const std::string text =
      replaced(kStudyText, "\"pause_after\": 1,", "\"pause_after\": 1, \"catch_groups\": 1,");
  const StudyFile file = StudyFolder(text).read();
  CHECK(file.study.hash != without.study.hash);
  std::set<std::size_t> places;
  for (int number = 0; number < 30; ++number) {
    std::vector<int> trials;
    for (const StudyStep& step : steps_of(file.study, file.plan, 0, number))
      if (step.kind == StepKind::kTask && (trials.empty() || trials.back() != step.trial))
        trials.push_back(step.trial);
    REQUIRE(trials.size() == 3);
    const auto control = [&](int trial) { return file.plan.trials[static_cast<std::size_t>(trial)].control; };
    CHECK(std::ranges::count_if(trials, control) == 1);
    const auto place = std::ranges::find_if(trials, control);
    places.insert(static_cast<std::size_t>(place - trials.begin()));
    trials.erase(place);
    std::vector<int> others;
    for (const StudyStep& step : steps_of(without.study, without.plan, 0, number))
      if (step.kind == StepKind::kTask && (others.empty() || others.back() != step.trial))
        others.push_back(step.trial);
    CHECK(trials == others);
  }
  CHECK(places.size() == 3);
  CHECK(opaque_tasks(file).size() > opaque_tasks(without).size());
}

namespace {

std::string with_conditions(const std::string& conditions) {
  return replaced(kStudyText, "\"pause_after\": 1,",
                  "\"pause_after\": 1, \"conditions\": " + conditions + ",");
}

constexpr const char* kTold =
    R"({"told": {"pages": {"begin": {"title": "Now", "text": "It will change.", "button": "Go on"}}},
        "untold": {"level_sets": [0, 2]}})";

}  // namespace

TEST_CASE("each condition has the level sets, or those it names, with pages of its own") {
  const StudyFile file = StudyFolder(with_conditions(kTold)).read();
  REQUIRE(file.study.level_sets.size() == 5);
  std::vector<std::string> names;
  for (int set = 0; set < 5; ++set) names.push_back(file.study.condition(set)->name);
  CHECK(names == std::vector<std::string>{"told", "told", "told", "untold", "untold"});
  CHECK(file.study.level_sets[4] == file.study.level_sets[2]);
  const auto text_of_begin = [&](int set) {
    for (const StudyStep& step : steps_of(file.study, file.plan, set, 0))
      if (step.name == "begin") return step.page.text;
    return std::string();
  };
  CHECK(text_of_begin(0) == "It will change.");
  CHECK(text_of_begin(3) == "It counts.");
  StudyHead head;
  head.assignment.level_set = 4;
  CHECK(StudyProgress(head, file).steps().back().condition == "untold");
  const StudyFile plain = StudyFolder().read();
  CHECK(plain.study.condition(0) == nullptr);
  CHECK(file.study.hash != plain.study.hash);
  const StudyFile reworded =
      StudyFolder(with_conditions(replaced(kTold, "will change", "may change"))).read();
  CHECK(reworded.study.hash == file.study.hash);
  CHECK(reworded.study.texts_hash != file.study.texts_hash);
}

TEST_CASE("conditions that do not fit are refused") {
  const auto refusal = [](const std::string& conditions) -> std::string {
    try {
      StudyFolder(with_conditions(conditions)).read();
    } catch (const InputError& error) {
      return error.problems().front().message();
    }
    return "";
  };
  CHECK_THAT(refusal("{}"), Contains("/conditions: expected at least one condition"));
  CHECK_THAT(refusal(R"({"a": {"level_sets": [3]}})"), Contains("/conditions/a/level_sets/0"));
  CHECK_THAT(refusal(R"({"a": {"pages": {"instructions": {}}}})"), Contains("expected a page of the study"));
  CHECK_THAT(refusal(R"({"a": {"pages": {"begin": {"title": "A"}}}})"),
             Contains("/conditions/a/pages/begin"));
  CHECK_THAT(refusal(R"({"a": {"page": {}}})"), Contains("/conditions/a"));
}

TEST_CASE("catch groups need control trials, and at most one of each novelty-scenario") {
  const auto refusal = [](const std::string& count, const Plan& plan) -> std::string {
    const std::string text =
        replaced(kStudyText, "\"pause_after\": 1,", "\"pause_after\": 1, \"catch_groups\": " + count + ",");
    try {
      StudyFolder(text, plan).read();
    } catch (const InputError& error) {
      return error.problems().front().text;
    }
    return "";
  };
  CHECK(refusal("2", study_plan()) == "found 2, but a level set has 1 novelty-scenario");
  CHECK(refusal("1", shifted_plan(pairs(), small_options())) ==
        "agents rolling has no control trial in the plan (novphy plan --control)");
  CHECK(refusal("-1", study_plan()).starts_with("expected"));
  CHECK(refusal("[3]", study_plan()) == "found the place 3, but a level set has 2 groups");
  CHECK(refusal("[2, 2]", study_plan()).starts_with("expected"));
}

TEST_CASE("catch groups may have places of their own") {
  const StudyFile file =
      StudyFolder(replaced(kStudyText, "\"pause_after\": 1,", "\"pause_after\": 1, \"catch_groups\": [2],"))
          .read();
  for (int number = 0; number < 10; ++number) {
    std::vector<bool> controls;
    int last = -1;
    for (const StudyStep& step : steps_of(file.study, file.plan, number % 3, number))
      if (step.kind == StepKind::kTask && std::exchange(last, step.trial) != step.trial)
        controls.push_back(file.plan.trials[static_cast<std::size_t>(step.trial)].control);
    REQUIRE(controls.size() >= 2);
    for (std::size_t place = 0; place < controls.size(); ++place) CHECK(controls[place] == (place == 1));
  }
}

TEST_CASE("each task of a trial is played once, in the plan's order, and asked about") {
  const StudyFile file = StudyFolder().read();
  const auto steps = steps_of(file.study, file.plan, 0, 0);
  std::vector<TaskRef> played;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != StepKind::kTask) continue;
    played.push_back(steps[i].ref);
    StudyStep question = steps[i];
    question.kind = StepKind::kQuestion;
    question.page = {"New?", "", "Yes", "No"};
    question.name = "question";
    CHECK(steps.at(i + 1) == question);
    CHECK(task_of(file.study, file.plan, steps[i], assets().catalogue) ==
          task_of(file.plan, steps[i].ref, assets().catalogue));
  }
  CHECK(played == tasks_of(file.plan, trials(steps)));
}

TEST_CASE("participants of a level set get one trial of each cell after the other") {
  const StudyFile file = StudyFolder().read();
  const std::vector<int> choices = study_trials(file.plan, {"agents", "rolling"});
  REQUIRE(choices.size() == 3);
  for (const int index : choices) CHECK_FALSE(file.plan.trials[static_cast<std::size_t>(index)].control);
  for (int number = 0; number < 6; ++number)
    CHECK(trials(steps_of(file.study, file.plan, 1, number)) ==
          std::vector{choices[static_cast<std::size_t>(number % 3)]});
  CHECK_THROWS_AS(steps_of(file.study, file.plan, 3, 0), std::out_of_range);
}

TEST_CASE("pauses and consent may be missing") {
  Study study = StudyFolder().read().study;
  study.pages.consent.reset();
  study.pause_after = 0;
  CHECK(titles(steps_of(study, study_plan(), 0, 0)) ==
        std::vector<std::string>{"Welcome", "How to play", "Now", "Trial 1 of 2", "Trial 2 of 2", "Thanks"});
}

TEST_CASE("shuffled trials are the same ones, in an order of the participant's own") {
  StudyFile file = StudyFolder().read();
  file.study.shuffle = true;
  const auto of = [&](int number) { return trials(steps_of(file.study, file.plan, 0, number)); };
  CHECK(of(0) == of(0));
  std::set<bool> rolling_first;
  for (int number = 0; number < 12; ++number) {
    const auto shuffled = of(number);
    rolling_first.insert(file.plan.trials[static_cast<std::size_t>(shuffled[0])].novelty == "agents");
    file.study.shuffle = false;
    const auto ordered = of(number);
    file.study.shuffle = true;
    CHECK(std::multiset<int>(shuffled.begin(), shuffled.end()) ==
          std::multiset<int>(ordered.begin(), ordered.end()));
  }
  CHECK(rolling_first.size() == 2);
}

TEST_CASE("orders of a plan with a secret do not follow from its public number") {
  StudyFile file = StudyFolder().read();
  file.study.shuffle = true;
  const auto all = [&] {
    std::vector<std::vector<int>> orders;
    for (int number = 0; number < 12; ++number)
      orders.push_back(trials(steps_of(file.study, file.plan, 0, number)));
    return orders;
  };
  const auto of_public_number = all();
  file.plan.options.seed.secret_sha256 = std::string(64, 'a');
  const auto of_one_secret = all();
  CHECK(of_one_secret != of_public_number);
  file.plan.trials.back().seed += 1;  // as another secret draws it
  CHECK(all() != of_one_secret);
}

TEST_CASE("a study says what its participants see and may do") {
  CHECK(StudyFolder().read().study.screen == StudyScreen{.as_agents = false, .zoom = false, .help = false});
  const StudyFolder folder(
      replaced(kStudyText, "\"pause_after\"",
               R"("screen": {"view": "agents", "allow": ["help", "zoom"]}, "pause_after")"));
  CHECK(folder.read().study.screen == StudyScreen{.as_agents = true, .zoom = true, .help = true});
  const StudyFolder quiet(
      replaced(kStudyText, "\"pause_after\"",
               R"("screen": {"view": "task", "allow": ["sound"], "readout": false}, "pause_after")"));
  CHECK(quiet.read().study.screen == StudyScreen{.sound = true, .readout = false});
}

TEST_CASE("the language of a study belongs to what participants read, and is a code") {
  const auto with = [](const std::string& code) {
    return replaced(kStudyText, "\"pause_after\"", R"("language": ")" + code + R"(", "pause_after")");
  };
  const Study plain = StudyFolder().read().study;
  const Study study = StudyFolder(with("zh-Hant")).read().study;
  CHECK(study.language == "zh-Hant");
  CHECK(plain.language.empty());
  CHECK(study.hash == plain.hash);
  CHECK(study.texts_hash != plain.texts_hash);
  for (const std::string code : {"", "-de", "../de", "de/x", "abcdefghijklmnopqrstuvwxyzabcdefghij"})
    CHECK_THAT(problem("\"pause_after\"", R"("language": ")" + code + R"(", "pause_after")"),
               Contains("study.json:7: /language: expected the code of a language"));
}

TEST_CASE("the font of a study belongs to what participants read") {
  const Study study =
      StudyFolder(replaced(kStudyText, "\"pause_after\"", R"("font": "A font", "pause_after")")).read().study;
  CHECK(study.font == "A font");
  const Study plain = StudyFolder().read().study;
  CHECK(plain.font.empty());
  CHECK(study.hash == plain.hash);
  CHECK(study.texts_hash != plain.texts_hash);
}

TEST_CASE("a bad study is an error with line and place") {
  CHECK_THAT(problem("\"title\": \"A study\"", "\"title\": 3"),
             Contains("study.json:3: /title: expected a string") || Contains("study.json:3: /title: "));
  CHECK_THAT(problem("\"A study\"", "\"\""),
             Contains("study.json:3: /title: expected a text that is not empty"));
  CHECK_THAT(problem("plan.json", "none.json"), Contains("study.json:4: /plan: cannot be used: "));
  CHECK_THAT(problem("practice.json", "none.json"), Contains("study.json:5: /practice/0: cannot be used: "));
  CHECK_THAT(problem("[[\"events\", \"single_force\"]]", "[]"), Contains("study.json:11: /level_sets/2"));
  CHECK_THAT(problem("[[\"events\", \"single_force\"]]", "[[\"events\"]]"),
             Contains("study.json:11: /level_sets/2/0"));
  CHECK_THAT(problem("[[\"events\", \"single_force\"]]", "[[\"events\", \"falling\"]]"),
             Contains("study.json:11: /level_sets/2/0: has no trial in the plan"));
  CHECK_THAT(problem("[[\"agents\", \"rolling\"]]", "[[\"agents\", \"rolling\"], [\"agents\", \"rolling\"]]"),
             Contains("study.json:10: /level_sets/1/1: is in this level set twice"));
  CHECK_THAT(problem(", \"decline\": \"No\"", ""), Contains("study.json:15: /pages/consent"));
  CHECK_THAT(problem("\"Rest.\"", "\"Rest.\", \"decline\": \"No\""),
             Contains("study.json:19: /pages/pause/decline"));
  CHECK_THAT(problem("\"pause_after\": 1", "\"pause_after\": -1"), Contains("study.json:7: /pause_after"));
  CHECK_THAT(problem("\"novphy_study\": 1", "\"novphy_study\": 2"), Contains("study.json:2: /novphy_study"));
  CHECK_THAT(problem("\"yes\": \"Yes\", ", ""), Contains("study.json:22: /question"));
  CHECK_THAT(problem("\"solved\": \"Solved\", ", ""), Contains("study.json:23: /words"));
  const auto screen = [](const std::string& text) {
    return problem("\"pause_after\"", "\"screen\": " + text + ", \"pause_after\"");
  };
  CHECK_THAT(screen("{\"view\": \"all\", \"allow\": []}"), Contains("study.json:7: /screen/view"));
  CHECK_THAT(screen("{\"view\": \"task\"}"), Contains("study.json:7: /screen"));
  CHECK_THAT(screen("{\"view\": \"task\", \"allow\": [\"restart\"]}"),
             Contains("study.json:7: /screen/allow/0"));
}

TEST_CASE("a plan that tells of the novelty, or is uneven, is refused") {
  Plan plan = study_plan();
  const int last = study_trials(plan, {"events", "single_force"}).back();
  PlannedTrial& trial = plan.trials[static_cast<std::size_t>(last)];
  const std::string only_both =
      "],\n    [[\"agents\", \"rolling\"]],\n    [[\"events\", \"single_force\"]]\n";
  const auto refusal = [&] { return problem(only_both, "]\n", plan); };
  CHECK(refusal().empty());
  const PlannedTrial before = trial;
  trial.informed = true;
  CHECK_THAT(refusal(), Contains("study.json:9: /level_sets/0/1: has informed trials in the plan"));
  trial = before;
  trial.spans = {{.from = 1, .to = 2}};
  CHECK_THAT(refusal(), Contains("expected the novel tasks after the normal ones"));
  trial = before;
  trial.novel.pop_back();
  CHECK_THAT(refusal(), Contains("different numbers of novel tasks"));
  plan.trials.erase(plan.trials.begin() + last);
  CHECK_THAT(refusal(), Contains("has 2 trials of 2 novel tasks in the plan, expected 3 of 2 as the others"));
}

TEST_CASE("the study that comes with the program covers all novelty-scenarios in four sets of ten") {
  TemporaryFolder folder;
  std::filesystem::copy(kShippedStudy, folder.path(), std::filesystem::copy_options::recursive);
  PlanOptions options;
  options.trials = 2;
  options.max_normal = 4;
  options.novel = 4;
  options.calibration_runs = 0;
  const auto all = read_pairs(NOVPHY_SOURCE_DIR "/levels/templates", assets().catalogue);
  write(folder / "plan.json", plan_to_json(shifted_plan(all, options), assets().catalogue));
  const StudyFile file = read_study(folder / "study.json", assets().catalogue);
  std::set<StudyCell> cells;
  REQUIRE(file.study.level_sets.size() == 4);
  for (int set = 0; set < 4; ++set) {
    const auto& its_cells = file.study.level_sets[static_cast<std::size_t>(set)];
    CHECK(its_cells.size() == 10);
    cells.insert(its_cells.begin(), its_cells.end());
    CHECK(trials(steps_of(file.study, file.plan, set, 1)).size() == 10);
  }
  CHECK(cells.size() == kNovelties.size() * kScenarios.size());
  CHECK(file.study.practice.size() == 2);
}
