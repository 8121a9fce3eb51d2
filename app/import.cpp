#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "app/commands.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "evaluator/tables/text_table.h"
#include "trials/made_by.h"
#include "trials/studies/import_people.h"
#include "trials/studies/import_plays.h"
#include "trials/studies/import_rows.h"

namespace novphy::app {
namespace {

constexpr double kSlowMs = 34;      // two pictures of a screen with 60 Hz, rounded up
constexpr double kSlowestMs = 100;  // a stop that players notice

struct ImportArguments {
  AssetOptions assets{};
  std::vector<std::string> places{};
  std::string study{};
  std::string plan{};
  std::string out{};
  int jobs = 1;
  bool keep = false;
  bool quiet = false;

  Settings settings() {
    return joined({{{"data", &places,
                     "Data of participants, as jsPsych or JATOS write them: JSON, JSON lines or CSV, and "
                     "folders of these",
                     "FILE", Also{.positional = true, .required = true}},
                    {"study", &study, "The study file", "FILE", Also{.required = true}},
                    {"plan", &plan, "The plan of the study", "PLAN", Also{.required = true}},
                    out_folder_setting(out, "The results folder, as novphy-play writes it"),
                    {"keep", &keep,
                     "Takes another play for detection, without a result; otherwise its trial is left out"},
                    jobs_setting(jobs, "Number of threads; the results are the same for any number"),
                    quiet_setting(quiet)},
                   assets.settings()});
  }
};

constexpr std::array<const char*, 3> kChanges{"new", "goes on", "already there"};  // by ImportChange

template <class Is>
std::string count_of(const OnlinePerson& person, const Is& is) {
  return std::to_string(std::count_if(person.plays.begin(), person.plays.end(), is));
}

bool is_same_play(const OnlinePlay& play) { return play.differences.empty(); }
bool is_another_play(const OnlinePlay& play) { return !is_same_play(play); }
bool was_hidden(const OnlinePlay& play) { return play.row.hidden_ms > 0; }
bool was_slow(const OnlinePlay& play) {
  return play.row.frame_ms > kSlowMs || play.row.worst_frame_ms > kSlowestMs;
}

std::vector<std::string> row_of(const OnlinePerson& person, ImportChange change) {
  return {person.head.participant,
          kChanges.at(static_cast<std::size_t>(change)),
          std::to_string(person.head.assignment.level_set),
          std::to_string(person.head.assignment.number),
          fmt::format("{}/{}", person.plays.size(), person.all_tasks),
          count_of(person, is_same_play),
          count_of(person, is_another_play),
          person.unfinished ? "1" : "0",
          count_of(person, was_hidden),
          count_of(person, was_slow)};
}

void print_table(const std::vector<OnlinePerson>& people, const std::vector<ImportChange>& changes) {
  TextTable table({"participant", "data", "level set", "number", "tasks", "same play", "another play",
                   "unfinished", "hidden", "slow"},
                  2);
  for (std::size_t i = 0; i < people.size(); ++i) table.add(row_of(people[i], changes[i]));
  fmt::print("{}", table.text());
}

/// Prints each other play. Returns how many there are.
int print_other_plays(const std::vector<OnlinePerson>& people) {
  int found = 0;
  for (const OnlinePerson& person : people)
    for (const OnlinePlay& play : person.plays) {
      if (is_same_play(play)) continue;
      fmt::print("{}: {}, step {}, task {}: another play: {}\n", play.place.text(), person.head.participant,
                 play.row.step, play.row.task, fmt::join(play.differences, "; "));
      ++found;
    }
  return found;
}

void print_end(const std::vector<OnlinePerson>& people, bool keep) {
  for (const std::string& file : rounded_files(people))
    fmt::print(
        "{}: all shots have 6 digits or fewer: another program, such as one for tables, has rounded them\n",
        file);
  fmt::print("{}\n",
             keep ? "another play counts for detection only, without a result"
                  : "trials with another play are left out of the records; --keep takes them for detection");
}

void import_data(ImportArguments& options) {
  const Assets assets = options.assets.load();
  const StudyFile file = read_study(shipped(options.study), assets.catalogue, options.plan);
  std::vector<OnlinePerson> people =
      online_people(read_online_rows(options.places), file,
                    made_by(assets, options.assets.physics, options.assets.overrides));
  std::size_t plays = 0;
  for (const OnlinePerson& person : people) plays += person.plays.size();
  {
    ProgressLine line("import", "plays", options.quiet);
    line.begin(plays);
    replay_plays(people, file,
                 {.catalogue = assets.catalogue,
                  .physics = assets.physics.at(options.assets.physics),
                  .threads = threads_of(options.jobs),
                  .keep = options.keep,
                  .on_replayed = [&] { line.add(); }});
  }
  const std::vector<ImportChange> changes = changes_of(options.out, people, file);
  write_people(options.out, people, file);
  print_table(people, changes);
  if (print_other_plays(people) == 0) return;
  print_end(people, options.keep);
  throw ExitCode{1};
}

}  // namespace

void add_import(Command& program) {
  add_job(program,
          {"import", "Reads the data of an online study, plays every shot again, and writes results",
           kResultsGroup,
           "novphy import data --study levels/study/study.json --plan study.json --out results\n"
           "novphy import P01.json P02.csv --study my.json --plan study.json --out results --keep"},
          job_of(import_data));
}

}  // namespace novphy::app
