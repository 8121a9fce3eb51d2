#include "view/window/study_view.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "evaluator/record_io.h"
#include "tests/studies/study_fixtures.h"
#include "tests/window/acts.h"
#include "trials/replay.h"
#include "view/window/pixel_canvas.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

namespace {

Fingerprint made_here() {
  Fingerprint print;
  print.version = "0";
  print.physics = "standard";
  return print;
}

/// Plays a participant for `frames` frames, who reads, agrees, throws every bird somewhere and says yes.
void take_part(StudyView& view, const StudyJournal& journal, int frames) {
  PixelCanvas canvas(960, 720);
  for (int i = 0; i < frames && !view.finished(); ++i) {
    if (view.playing()) {
      if (!view.playing()->game().flying() && !view.playing()->game().over()) {
        for (int turn = 0; turn < 20 + journal.step() % 9; ++turn) key(view, Key::kUp);
        key(view, Key::kSpace);
      }
    } else {
      view.draw(canvas);
      key(view, Key::kEnter);  // presses the button of a page with one button
      click(view, {480 - 80, 720 - 96});
    }
    view.advance(50);
  }
}

constexpr int kForEver = 1'000'000;

StudyJournal open(const StudyFolder& folder, const StudyFile& file) {
  return StudyJournal::open(folder / "results", "P1", file, made_here());
}

/// The records without the fingerprint, which depends on the folder.
std::string records(const StudyFolder& folder) {
  const std::string text = content(folder / "results/P1/records.jsonl");
  return text.substr(text.find('\n'));
}

}  // namespace

TEST_CASE("time in another window stands beside the time of the step, and not in it") {
  const StudyFolder folder;
  const StudyFile file = folder.read();
  std::int64_t now_ms = 1'790'000'000'000;
  StudyJournal journal =
      StudyJournal::open(folder / "results", "P1", file, made_here(), {.now_ms = [&] { return now_ms; }});
  journal.add_session(file.study, 1);
  StudyView view(journal, file, setup());
  now_ms += 700;
  view.handle({.kind = Input::Kind::kFocusLost});
  now_ms += 10'100;
  view.handle({.kind = Input::Kind::kFocusGained});
  now_ms += 300;
  journal.add_read();
  const StepTime& time = journal.progress().times().at(0);
  CHECK(time.spent_ms == 1000);
  CHECK(time.hidden_ms == 10'100);
}

TEST_CASE("a form between two pages is answered, and kept") {
  const StudyFolder folder(replaced(kStudyText, "\"pause_after\": 1,", R"("pause_after": 1, "forms": {
    "you": {"after": "welcome", "title": "You", "button": "Go on", "questions": {
      "age": {"kind": "number", "text": "Age?", "from": 18, "to": 99}}}},)"));
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  view.advance(kReadMs);
  key(view, Key::kEnter);
  view.advance(kReadMs);
  CHECK(view.takes_text());
  for (const char* digit : {"3", "1"}) view.handle({.kind = Input::Kind::kText, .text = digit});
  CHECK(journal.step() == 1);
  view.advance(kReadMs);
  key(view, Key::kEnter);
  view.advance(1);
  CHECK(journal.step() == 2);
  CHECK(journal.progress().forms() == std::map<int, std::string>{{1, R"({"age":31})"}});
  CHECK(!view.takes_text());
}

TEST_CASE("a participant is led through the whole study, and what they did can be played again") {
  const StudyFolder folder;
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  take_part(view, journal, kForEver);
  REQUIRE(view.finished());
  REQUIRE(journal.finished());
  RecordReader reader((folder / "results/P1/records.jsonl").string());
  int count = 0;
  while (const auto record = reader.next()) {
    ++count;
    REQUIRE(record->novelty_probability == 1);
    const auto ref = find_task(file.plan, record->task_template, record->variation);
    REQUIRE(ref);
    const Task task = task_of(file.plan, *ref, assets().catalogue);
    REQUIRE(replay(*record, task, assets().catalogue, physics()).differences.empty());
  }
  REQUIRE(count == static_cast<int>(journal.answers().size()));
  REQUIRE(count > 0);
}

TEST_CASE("a study plays without certain ends where its plan says so, practice too") {
  Plan plan = study_plan();
  std::map<bool, int> plays_that_differ;
  for (const bool certain_ends : {true, false}) {
    plan.certain_ends = certain_ends;
    const StudyFolder folder(kStudyText, plan);
    const StudyFile file = folder.read();
    StudyJournal journal = open(folder, file);
    StudyView view(journal, file, setup());
    take_part(view, journal, kForEver);
    REQUIRE(journal.finished());
    for (const auto& [step, result] : journal.results()) {
      const auto& played = result.played;
      const Task task =
          task_of(file.study, file.plan, journal.steps()[static_cast<std::size_t>(step)], assets().catalogue);
      const auto differ = [&](const Physics& with) {
        return !replay(played, task, assets().catalogue, with).differences.empty();
      };
      CHECK_FALSE(differ(played_physics(file.plan, physics())));
      plays_that_differ[certain_ends] += differ(without_certain_ends(physics())) ? 1 : 0;
    }
  }
  CHECK(plays_that_differ[true] > 0);
  CHECK(plays_that_differ[false] == 0);
}

TEST_CASE("a study that was closed anywhere goes on there and ends with the same data") {
  const StudyFolder whole;
  {
    const StudyFile file = whole.read();
    StudyJournal journal = open(whole, file);
    StudyView view(journal, file, setup());
    take_part(view, journal, kForEver);
  }
  const StudyFolder cut;
  const StudyFile file = cut.read();
  for (int start = 0; start < 10'000; ++start) {
    StudyJournal journal = open(cut, file);
    if (journal.finished()) break;
    StudyView view(journal, file, setup());
    // The window is closed during flights, on pages, and between shots.
    take_part(view, journal, 150 + start);
  }
  REQUIRE(records(cut) == records(whole));
  REQUIRE(content(cut / "results/P1/playdata.csv") == content(whole / "results/P1/playdata.csv"));
}

namespace {

/// Goes to the consent page and presses its second button.
void decline(StudyView& view) {
  PixelCanvas canvas(960, 720);
  view.advance(kReadMs);
  key(view, Key::kEnter);
  view.advance(10);
  view.draw(canvas);
  view.advance(kReadMs);
  click(view, {480 + 80, 720 - 96});
  view.advance(10);
}

}  // namespace

TEST_CASE("who declines sees nothing more") {
  const StudyFolder folder;
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  decline(view);
  REQUIRE(view.finished());
  REQUIRE(journal.declined());
}

TEST_CASE("who declines sees the closing page, where the study has one") {
  const StudyFolder folder(replaced(kStudyText, "\"instructions\"",
                                    "\"declined\": {\"title\": \"Bye\", \"text\": \"Thanks.\", "
                                    "\"button\": \"Close\"},\n    \"instructions\""));
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  decline(view);
  REQUIRE(journal.declined());
  REQUIRE_FALSE(view.finished());
  view.advance(kReadMs);
  key(view, Key::kEnter);
  view.advance(10);
  REQUIRE(view.finished());
  REQUIRE(journal.declined());
}

TEST_CASE("the journal says what the window showed before each shot") {
  const StudyFolder folder(replaced(kStudyText, "\"pause_after\"",
                                    R"("screen": {"view": "task", "allow": ["zoom"]}, "pause_after")"));
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  while (!view.playing()) take_part(view, journal, 1);
  const auto views = [&] {
    std::vector<Screen> found;
    for (const StudyEntry& entry : read_study_lines(folder / "results/P1/journal.jsonl").entries)
      if (entry.kind == StudyEntry::Kind::kView) found.push_back(entry.view);
    return found;
  };
  PixelCanvas canvas(960, 720);
  view.draw(canvas);
  view.draw(canvas);
  const Screen fitted = view.playing()->screen();
  REQUIRE(fitted.width_px == 960);
  REQUIRE(views() == std::vector{fitted});
  key(view, Key::kPlus);
  view.draw(canvas);
  REQUIRE(views().size() == 1);  // nothing was done yet
  key(view, Key::kUp);
  key(view, Key::kSpace);
  const Screen near = view.playing()->screen();
  REQUIRE(near != fitted);
  REQUIRE(views() == std::vector{fitted, near});
  PixelCanvas wide(1200, 720);
  view.draw(wide);
  view.advance(50);
  view.handle({.kind = Input::Kind::kPress, .at_px = {600, 100}});
  const auto lines = read_study_lines(folder / "results/P1/journal.jsonl").entries;
  REQUIRE(lines.back().kind == StudyEntry::Kind::kTap);
  REQUIRE(views().back().width_px == 1200);
}

TEST_CASE("a study may show exactly the agents' view") {
  const StudyFolder folder(
      replaced(kStudyText, "\"pause_after\"", R"("screen": {"view": "agents", "allow": []}, "pause_after")"));
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  while (!view.playing()) take_part(view, journal, 1);
  PixelCanvas canvas(640, 480);
  key(view, Key::kPlus);
  view.draw(canvas);
  REQUIRE(view.playing()->screen() == Screen{});
}

TEST_CASE(
    "a font that is not there, or that lacks a letter of the texts, is an error before the study starts") {
  const auto check = [](const std::string& from, const std::string& to) {
    check_font(StudyFolder(replaced(kStudyText, from, to)).read().study);
  };
  check("Hello.", "Gr\u00fc\u00df dich");
  check("\"pause_after\"", R"("font": "DejaVu Sans", "pause_after")");
  CHECK_THROWS_WITH(check("\"pause_after\"", R"("font": "No Such Font", "pause_after")"),
                    Catch::Contains("study.json: /font: found \"No Such Font\""));
  for (const std::string text : {"Hello.", "New?", "Solved", "A study"})
    CHECK_THROWS_WITH(check("\"" + text + "\"", "\"\U0010FFFD\""),
                      Catch::Contains("study.json: /font: ") && Catch::Contains("U+10FFFD"));
}

TEST_CASE(
    "instructions can be read again during a task, where the study allows help, while the world waits") {
  for (const bool allowed : {true, false}) {
    const StudyFolder folder(replaced(kStudyText, "\"pause_after\"",
                                      "\"screen\": {\"view\": \"task\", \"allow\": [" +
                                          std::string(allowed ? "\"help\"" : "") + "]}, \"pause_after\""));
    const StudyFile file = folder.read();
    StudyJournal journal = open(folder, file);
    StudyView view(journal, file, setup());
    while (!view.playing()) take_part(view, journal, 1);
    const PlayView& play = *view.playing();
    PixelCanvas canvas(960, 720);
    view.draw(canvas);
    key(view, Key::kUp);
    key(view, Key::kSpace);
    view.advance(100);
    const double before_s = play.game().world().time_s();
    view.handle({.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = 'h'});
    REQUIRE((view.playing() == nullptr) == allowed);
    view.draw(canvas);
    view.advance(100);
    REQUIRE((play.game().world().time_s() == before_s) == allowed);
    view.advance(kReadMs);
    key(view, Key::kEnter);
    REQUIRE(view.playing() == &play);
    REQUIRE(view.changed());
    view.advance(100);
    REQUIRE(play.game().world().time_s() > before_s);
  }
}

TEST_CASE("the instructions over a task have the button of a pause, which leads back to the task") {
  const StudyFolder folder(replaced(replaced(kStudyText, R"("text": "Shoot.", "button": "Go on")",
                                             R"("text": "Shoot.", "button": "Try it out")"),
                                    "\"pause_after\"",
                                    R"("screen": {"view": "task", "allow": ["help"]}, "pause_after")"));
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  while (!view.playing()) take_part(view, journal, 1);
  view.handle({.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = 'h'});
  PixelCanvas shown(960, 720), expected(960, 720);
  view.draw(shown);
  PageView page("How to play", "Shoot.", {"Go on"});
  page.show_pull();
  page.draw(expected);
  const auto below_the_bar = [](PixelCanvas& canvas) { return canvas.rgba().subspan(4 * 4 * 960); };
  REQUIRE(std::ranges::equal(below_the_bar(shown), below_the_bar(expected)));
}

TEST_CASE("Tab begins with Yes under some questions and with No under others") {
  std::map<int, bool> answers;
  for (const std::string participant : {"P1", "P2"}) {
    const StudyFolder folder;
    const StudyFile file = folder.read();
    StudyJournal journal = StudyJournal::open(folder / "results", participant, file, made_here());
    StudyView view(journal, file, setup());
    while (!view.finished()) {
      if (journal.steps()[static_cast<std::size_t>(journal.step())].kind == StudyStep::Kind::kQuestion) {
        view.advance(kReadMs);
        key(view, Key::kTab);
        key(view, Key::kEnter);
        view.advance(10);
      } else {
        take_part(view, journal, 1);
      }
    }
    if (!answers.empty()) REQUIRE(journal.answers() != answers);
    answers = journal.answers();
    const auto yes =
        std::count_if(answers.begin(), answers.end(), [](const auto& each) { return each.second; });
    REQUIRE(yes > 0);
    REQUIRE(yes < static_cast<int>(answers.size()));
  }
}

TEST_CASE("a study has the buttons that it allows and no others") {
  const StudyFolder folder(replaced(kStudyText, "\"pause_after\"",
                                    R"("screen": {"view": "task", "allow": ["zoom"]}, "pause_after")"));
  const StudyFile file = folder.read();
  StudyJournal journal = open(folder, file);
  StudyView view(journal, file, setup());
  while (!view.playing()) take_part(view, journal, 1);
  PixelCanvas canvas(960, 720);
  view.draw(canvas);
  const Screen fitted = view.playing()->screen();
  view.handle({.kind = Input::Kind::kPress, .at_px = {14, 705}});  // minus, the first button
  view.draw(canvas);
  REQUIRE(view.playing()->screen().px_per_m < fitted.px_per_m);
  for (double x = 100; x < 950; x += 20) view.handle({.kind = Input::Kind::kPress, .at_px = {x, 705}});
  REQUIRE(view.playing() != nullptr);
  REQUIRE_FALSE(view.playing()->game().flying());
}

namespace {

/// The share of the window's upper edge that the bar of the study's progress takes.
double bar_share(StudyView& view) {
  PixelCanvas canvas(320, 240);
  view.draw(canvas);
  const auto rgba = canvas.rgba();
  int done = 0;
  for (std::size_t x = 0; x < 320; ++x) done += rgba[4 * x] == 0x4a && rgba[4 * x + 1] == 0x7f ? 1 : 0;
  return done / 320.0;
}

}  // namespace

TEST_CASE("a page ends a group of tasks, and whatever is within a group does not count") {
  using Kind = StudyStep::Kind;
  const auto part_of = [](const std::vector<Kind>& kinds, int step) {
    std::vector<StudyStep> steps;
    for (const Kind kind : kinds) steps.push_back({.kind = kind});
    const StudyPart part = groups_done(steps, step);
    return std::pair(part.done, part.groups);
  };
  CHECK(part_of({}, 0) == std::pair(0, 0));
  CHECK(part_of({Kind::kPage, Kind::kPractice, Kind::kPage}, 2) == std::pair(0, 0));
  const std::vector two{Kind::kPage,     Kind::kPractice, Kind::kPage, Kind::kTask,
                        Kind::kQuestion, Kind::kTask,     Kind::kPage, Kind::kPage,
                        Kind::kTask,     Kind::kQuestion, Kind::kPage};
  for (int step = 0; step < 12; ++step)
    CHECK(part_of(two, step) == std::pair(step < 6 ? 0 : step < 10 ? 1 : 2, 2));
}

TEST_CASE("a bar tells the groups that are over, after an interruption, too") {
  const StudyFolder folder;
  const StudyFile file = folder.read();
  std::map<double, int> steps_with;
  for (int start = 0; start < 10'000; ++start) {
    StudyJournal journal = open(folder, file);
    if (journal.finished()) break;
    StudyView view(journal, file, setup());
    const int step = journal.step();
    const double share = bar_share(view);
    const StudyPart part = groups_done(journal.steps(), step);
    REQUIRE(share == Approx(static_cast<double>(part.done) / part.groups));
    ++steps_with[share];
    while (journal.step() == step) take_part(view, journal, 1);
    if (!view.finished()) REQUIRE(bar_share(view) >= share);
  }
  REQUIRE(steps_with.size() == 3);  // no group, one, and both
  REQUIRE(steps_with.at(0.5) > 1);
}

TEST_CASE("a participant turns sound on, for all tasks, where the study allows it") {
  for (const bool allowed : {true, false}) {
    const StudyFolder folder(replaced(kStudyText, "\"pause_after\"",
                                      "\"screen\": {\"view\": \"task\", \"allow\": [" +
                                          std::string(allowed ? "\"sound\"" : "") + "]}, \"pause_after\""));
    const StudyFile file = folder.read();
    StudyJournal journal = open(folder, file);
    StudyView view(journal, file, setup());
    const Input m{.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = 'm'};
    const auto play = [&](int frames) {
      std::vector<Sound> heard;
      for (int i = 0; i < frames && !view.finished(); ++i) {
        take_part(view, journal, 1);
        for (const Sound sound : view.take_sounds()) heard.push_back(sound);
      }
      return heard;
    };
    view.handle(m);  // a page has no such key
    while (!view.playing()) REQUIRE(play(1).empty());
    REQUIRE(play(5).empty());
    PixelCanvas canvas(960, 720);
    view.draw(canvas);
    view.handle({.kind = Input::Kind::kPress, .at_px = {20, 705}});  // the first button
    REQUIRE(view.changed());
    const int step = journal.step();
    const auto heard = play(400);
    REQUIRE(journal.step() > step + 1);
    REQUIRE((std::ranges::count(heard, Sound::kLaunch) > 2) == allowed);
    REQUIRE(heard.empty() == !allowed);
    while (!view.playing()) play(1);
    view.handle(m);
    REQUIRE(play(100).empty());
  }
}
