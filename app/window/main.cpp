#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "app/common.h"
#include "app/job.h"
#include "app/program.h"
#include "app/window/shell.h"
#include "base/input_error.h"
#include "base/text.h"
#include "levels/level_files.h"
#include "trials/made_by.h"
#include "trials/studies/study_journal.h"
#include "view/window/study_view.h"
#include "view/window/workbench.h"

namespace novphy::app {

namespace {

struct StudyStart {
  std::string participant;
  std::string results = "results";
  AssignmentWish wish{};
  bool begin = false;  ///< the participant is new
  double speed = 1;    ///< of the world
};

/// Asks the researcher whether the participant is to begin. Without a terminal the answer is no.
bool wants_to_begin(const std::string& new_one) {
  if (::isatty(STDIN_FILENO) == 0) return false;
  fmt::print("{}. Begin? [y/N] ", new_one);
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y";
}

void check_new(const StudyStart& start) {
  const std::string new_one = fmt::format("{} is new in {}, which has {}", start.participant, start.results,
                                          counted(journals_in(start.results).size(), "participant"));
  if (!start.begin && !wants_to_begin(new_one))
    throw InputError("--participant", new_one + "; --new lets a new participant begin");
}

void check_going_on(const StudyStart& start, const StudyLines& lines) {
  const StudyStanding standing = standing_of(lines.entries);
  if (start.begin)
    throw InputError("--new", fmt::format("{} has begun in {} already", start.participant, start.results));
  if (!standing.excluded.empty())
    throw InputError("--participant", fmt::format("{} is excluded ({}); novphy study include lets them go on",
                                                  start.participant, standing.excluded));
}

/// Opens the participant's journal and prints whether the participant is new or goes on. As an ID may be
/// mistyped, a new participant needs `begin` or, on a terminal, a yes to a question. Throws InputError for a
/// participant who may not begin or go on, and as StudyJournal::open() does.
StudyJournal start_study(const StudyStart& start, const StudyFile& file, const Fingerprint& made_by) {
  const std::filesystem::path results = start.results;
  LookedAtJournal looked_at{.results = results, .participant = start.participant};
  const bool is_new = !looked_at.found;
  is_new ? check_new(start) : check_going_on(start, looked_at.found->lines);
  StudyJournal journal = StudyJournal::open(std::move(looked_at), file, made_by, {.wish = start.wish});
  if (journal.finished())
    throw InputError(start.participant, "has finished this study: " + journal.folder().string());
  const auto [level_set, number] = journal.head().assignment;
  fmt::print(
      "{}: {}, level set {}, number {}\n", start.participant,
      is_new ? "new" : fmt::format("goes on at step {} of {}", journal.step() + 1, journal.steps().size()),
      level_set, number);
  std::fflush(stdout);
  journal.add_session(file.study, start.speed);
  return journal;
}

constexpr const char* kNotes = R"(
Keys: arrows pull the bird, space lets go and uses the bird's ability; +, - and 0 zoom and fit; H shows all keys.
Most keys have a button in the window. docs/reference/play.md and docs/reference/studies.md tell more.
)";

struct Options {
  AssetOptions assets{};
  std::vector<std::string> files{};
  std::string size = "1280x960";
  std::string study{};
  std::string plan{};
  std::string screenshots{};
  StudyStart start{};
  window::ShellOptions shell{};

  Settings settings() {
    Settings all{
        {"files", &files,
         "Tasks (.json, or .xml of Science Birds) and pairs to try, folders of them, or names such as "
         "rolling/agents",
         "FILE|DIR", Also{.positional = true}},
        {"size", &size, "Size of the window", "WIDTHxHEIGHT"},
        {"fullscreen", &shell.fullscreen, "Fills the whole screen"},
        {"text-size", &shell.text_size, "Factor on the sizes of text and buttons",
         Also{.least = 0.5, .most = 3}},
        {"screenshots", &screenshots, "Where F12 saves the picture", "DIR"},
        {"frame-rate", &shell.frame_rate,
         "At the end, prints how many pictures per second were drawn, and how much of a core that took"},
        {"sound", &shell.sound, "Turns sounds on; M switches them on and off"},
        {"study", &study, "A study file (docs/reference/studies.md)", "STUDY",
         Also{.excludes = {"sound"}, .needs = {"participant"}}},
        {"participant", &start.participant, "The participant's ID: letters, digits, _ and -", "ID"},
        {"plan", &plan, "A plan made by novphy plan, in place of the one that the study names", "FILE"},
        {"new", &start.begin, "The participant is new; without it, a new ID is asked about"},
        {"level-set", &start.wish.level_set,
         "The level set of a new participant, from 0; default: the one with the fewest people"},
        {"number", &start.wish.number,
         "The number of a new participant within the level set, from 0, which chooses the trials; default: "
         "the next one"},
        {"speed", &start.speed,
         "Speed of the world, for trying a study out; plays at another speed than 1 do not count",
         Also{.least = 1, .most = 100}},
        {"results", &start.results, "Folder for the participants' data", "DIR"}};
    for (const char* of_study : {"participant", "plan", "new", "level-set", "number", "speed", "results"})
      find(all, of_study, Face::kFile)->needs = {"study"};
    return joined({all, assets.settings()});
  }
};

/// Reads the size of the window, such as "1280x960".
void read_size(Options& options) {
  char after = '\0';
  const int found =
      std::sscanf(options.size.c_str(), "%ux%u%c", &options.shell.width_px, &options.shell.height_px, &after);
  if (found != 2 || options.shell.width_px < 64 || options.shell.height_px < 48)
    throw InputError("--size", fmt::format("found \"{}\", expected WIDTHxHEIGHT in pixels", options.size));
}

void run_study(Options& options, const Assets& assets, const SessionSetup& setup) {
  const StudyFile file = read_study(shipped(options.study), assets.catalogue, options.plan);
  window::check_font(file.study);
  window::require_display();
  StudyJournal journal =
      start_study(options.start, file, made_by(assets, options.assets.physics, options.assets.overrides));
  options.shell.sound = true;  // the view gives none where there are to be none
  options.shell.may_sound = false;
  options.shell.font = file.study.font;
  window::StudyView view(journal, file, setup, options.start.speed);
  window::show(view, options.shell);
  fmt::print("{}: {}\n", journal.finished() ? "finished" : "not finished, goes on at the next start",
             journal.folder().string());
}

void play(Options& options) {
  if (options.files.empty() == options.study.empty())
    throw InputError("", "FILE, DIR or --study is required");
  read_size(options);
  options.shell.screenshots = options.screenshots;
  const Assets assets = options.assets.load();
  const SessionSetup setup{.catalogue = assets.catalogue,
                           .physics = assets.physics.at(options.assets.physics),
                           .colours = assets.colours,
                           .clock = steady_seconds};
  if (!options.study.empty()) return run_study(options, assets, setup);
  window::Workbench workbench(level_files(shipped(options.files)), setup,
                              solver_numbers(assets, options.assets.physics));
  window::show(workbench, options.shell);
}

}  // namespace
}  // namespace novphy::app

int main(int argc, char** argv) {
  using namespace novphy::app;
  Command program{
      .text = {.name = "novphy-play",
               .what = "Plays tasks in a window: a study with people, or a workbench for authors of tasks",
               .examples = "novphy-play levels/templates/rolling/agents.json\n"
                           "novphy-play --study levels/study/study.json --plan study.json --participant P01 "
                           "--new --fullscreen"},
      .make = job<play>,
      .notes = kNotes};
  make_jobs(program);
  return run_program(program, argc, argv);
}
