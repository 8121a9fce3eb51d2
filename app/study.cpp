#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "app/commands.h"
#include "app/page_data.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/tables/text_table.h"
#include "jobs/web_study.h"
#include "trials/made_by.h"
#include "trials/studies/import.h"
#include "trials/studies/study_journal.h"
#include "trials/studies/study_progress.h"

namespace novphy::app {
namespace {

struct StudyArguments {
  std::string assets{};  ///< folder
  std::string results{};
  std::string study{};
  std::string plan{};

  Settings settings() {
    return {{"results", &results, "The results folder of novphy-play", "DIR",
             Also{.positional = true, .required = true}},
            {"study", &study, "The study file (default: where it was when the study began)", "STUDY"},
            {"plan", &plan, "The plan (default: where it was when the study began)", "PLAN"},
            assets_setting(assets)};
  }
};

struct AnswersArguments : StudyArguments {
  std::string out = "-";
  bool forms = false;

  Settings settings() {
    return joined({StudyArguments::settings(),
                   {{"forms", &forms, "The answers on forms instead"},
                    out_setting(out, {FileKind::kAnswers}, "Where to write; - is the standard output")}});
  }
};

struct ExclusionArguments : StudyArguments {
  std::string participant{};
  std::string reason{};

  Settings settings() {
    return joined(
        {StudyArguments::settings(),
         {{"participant", &participant, "The participant", "ID", Also{.positional = true, .required = true}},
          {"reason", &reason, "The reason, which stays in the data", "TEXT", Also{.required = true}}}});
  }
};

/// The file of the option, else the one that the journal names. Throws InputError where that does not exist.
std::filesystem::path named(const std::string& given, const std::string& in_journal, const char* option) {
  if (!given.empty()) return shipped(given);
  if (in_journal.empty()) throw InputError(option, "is needed: the oldest journals do not name the file");
  const std::string file = shipped(in_journal);
  if (!std::filesystem::exists(file))
    throw InputError(in_journal, fmt::format("is not there; {} says where the file is now", option));
  return file;
}

/// The study of the results, with the plan of --plan, else the one that the first journal names.
StudyFile load_study(const StudyArguments& options) {
  const auto journals = journals_in(options.results);
  if (journals.empty()) throw InputError(options.results, "has no participants");
  const StudyHead& head = *journals.front().lines.head;
  const Assets assets = load_assets(assets_folder(options.assets), head.fingerprint.overrides);
  return read_study(named(options.study, head.study, "--study"), assets.catalogue,
                    named(options.plan, head.fingerprint.plan, "--plan"));
}

void print_status(StudyArguments& options) {
  const StudyFile file = load_study(options);
  fmt::print("{}", status_text(read_people(options.results, file), file));
}

void write_answers(AnswersArguments& options) {
  const StudyFile file = load_study(options);
  const std::vector<StudyProgress> people = read_people(options.results, file);
  write_file(options.out, options.forms ? forms_csv(people, file.plan) : answers_csv(people, file.plan));
}

template <bool kExcluded>
void set_exclusion(ExclusionArguments& options) {
  exclude(options.results, options.participant, load_study(options),
          {.excluded = kExcluded, .reason = options.reason}, session_ms());
  fmt::print("{}: {}: {}\n", options.participant, kExcluded ? "does not count" : "counts again",
             options.reason);
}

constexpr double kSlowMs = 34;      // two pictures of a screen with 60 Hz, rounded up
constexpr double kSlowestMs = 100;  // a stop that players notice

struct ImportArguments {
  AssetOptions assets{};
  std::vector<std::string> places{};
  std::string study{};
  std::string plan{};
  std::string out{};
  int jobs = 1;
  bool keep = false, quiet = false;

  Settings settings() {
    return joined({{{"data", &places,
                     "Data of participants, as jsPsych or JATOS write them: JSON, JSON lines or CSV, and "
                     "folders of these",
                     "FILE", Also{.positional = true, .required = true}},
                    {"study", &study, "The study file", "STUDY", Also{.required = true}},
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
  return std::to_string(std::ranges::count_if(person.plays, is));
}

bool is_same_play(const OnlinePlay& play) { return play.differences.empty(); }
bool is_another_play(const OnlinePlay& play) { return !is_same_play(play); }
bool was_hidden(const OnlinePlay& play) {
  return std::ranges::any_of(
      play.row.acts, [](const StudyEntry& act) { return act.kind == StudyEntry::Kind::kAway && act.yes; });
}
bool was_slow(const OnlinePlay& play) {
  return play.row.result.frame_ms > kSlowMs || play.row.result.worst_frame_ms > kSlowestMs;
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

/// Names those of earlier imports whom the server has no data of any more. Returns whether there are some.
bool print_who_stays(const std::vector<OnlinePerson>& people, const std::string& results) {
  const std::vector<std::string> others = not_among(people, results);
  for (const std::string& other : others)
    fmt::print(
        "{}: is in {} and not in the server's data: whoever has withdrawn is to be deleted there, too\n",
        other, results);
  return !others.empty();
}

/// Results among the data would be read as data the next time.
void check_apart(const ImportArguments& options) {
  namespace fs = std::filesystem;
  const fs::path out = fs::weakly_canonical(fs::absolute(options.out));
  for (const std::string& place : options.places) {
    const fs::path below = out.lexically_relative(fs::weakly_canonical(fs::absolute(place)));
    if (fs::is_directory(place) && !below.empty() && *below.begin() != "..")
      throw InputError(
          "--out", fmt::format("{} is in the folder of data {}: expected another place", options.out, place));
  }
}

void import_data(ImportArguments& options) {
  const Assets assets = options.assets.load();
  const StudyFile file = read_study(shipped(options.study), assets.catalogue, options.plan);
  check_apart(options);
  OnlineData data = read_online_rows(options.places);
  std::vector<std::string> refused = std::move(data.refused);
  const int withdrawn = data.withdrawn;
  std::vector<OnlinePerson> people = online_people(
      std::move(data), file, made_by(assets, options.assets.physics, options.assets.overrides), refused);
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
  for (const OnlinePerson& person : people)
    for (const std::string& jump : person.clock_jumps) fmt::print("{}: {}\n", person.head.participant, jump);
  for (const std::string& why : refused) fmt::print("not imported: {}\n", why);
  const bool stays = withdrawn > 0 && print_who_stays(people, options.out);
  if (print_other_plays(people) > 0)
    print_end(people, options.keep);
  else if (refused.empty() && !stays)
    return;
  throw ExitCode{1};
}

void print_result(const WebStudySettings& wanted, const std::vector<NamedBytes>& files) {
  std::size_t bytes = 0;
  for (const NamedBytes& each : files) bytes += each.bytes.size();
  fmt::print("{}: {}, {:.1f} MB; the key is {}, keep it to yourself\n", wanted.out,
             counted(files.size(), "file"), static_cast<double>(bytes) / 1e6, wanted.key_file().string());
  const std::string folder = quoted_for_shell(wanted.out);
  if (wanted.server)
    fmt::print("try it: python -m novphy study-serve {} --db study.sqlite\n", folder);
  else if (wanted.jatos.empty())
    fmt::print("try it: python3 -m http.server -d {} 8000, then http://localhost:8000\n", folder);
  else
    fmt::print("try it: import {} in a JATOS server; without one, the page cannot send data\n", wanted.jatos);
}

/// What the study is made with. A page plays with the numbers that come with the program.
Fingerprint checked_numbers(const std::string& folder, const Assets& assets) {
  Fingerprint print = made_by(assets, "standard");
  const Fingerprint ours = made_by(load_assets(data_folder("assets")), "standard");
  if (print.catalogue_hash == ours.catalogue_hash && print.physics_hash == ours.physics_hash) return print;
  throw InputError(folder,
                   "has other numbers than the program's own, with which pages play: expected no --assets");
}

void run_web_study(With<WebStudySettings, WebFolder, AssetsFolder>& wanted) {
  wanted.plan = shipped(wanted.plan);
  wanted.study = shipped(wanted.study);
  const std::filesystem::path page = web_file(web_folder(wanted.web), "study");
  web_file(page, "index.html");
  const Assets assets = load_assets(assets_folder(wanted.assets));
  const Fingerprint print = checked_numbers(wanted.assets, assets);
  print_result(wanted, write_web_study(wanted, files_in(page), assets.catalogue, print));
}

}  // namespace

Commands study_commands() {
  return {
      {.text = {"study", "Studies with people: how far participants are, who counts, and their answers",
                kTrialsGroup, "novphy study status results"},
       .parts = {{{"status", "Shows how far everybody is, how long tasks take, and how often people say yes"},
                  job<print_status>},
                 {{"answers", "Writes a CSV table with a row for each answer"}, job<write_answers>},
                 {{"exclude", "Leaves a participant out of all measures; the data are kept"},
                  job<set_exclusion<true>>},
                 {{"include", "Lets an excluded participant count again"}, job<set_exclusion<false>>}}},
      {{"import", "Reads the data of an online study, plays every shot again, and writes results",
        kResultsGroup,
        "novphy import data --study levels/study/study.json --plan study.json --out results\n"
        "novphy import P01.json P02.csv --study my.json --plan study.json --out results --keep"},
       job<import_data>},
      {{"web-study", "Writes a study with people as a page that runs in their browsers", kTrialsGroup,
        "novphy web-study levels/study/study.json --plan plan.json --out online\n"
        "novphy web-study levels/study/study.json --plan plan.json --out online --datapipe Ab3dEf5h "
        "--completion 'https://app.prolific.com/submissions/complete?cc=ABC'"},
       job<run_web_study>}};
}

}  // namespace novphy::app
