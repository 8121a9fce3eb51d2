#include "jobs/board.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "agents/table/agent_table.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/kept_results.h"
#include "base/new_folder.h"
#include "base/text.h"
#include "evaluator/board/pages.h"
#include "evaluator/input/source.h"
#include "evaluator/record_io.h"
#include "jobs/evaluate.h"
#include "jobs/run.h"
#include "trials/entry_records.h"
#include "trials/made_by.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr const char* kEntries = "entries";
constexpr const char* kCard = "card.json";
constexpr const char* kBoardFile = "board.json";
constexpr const char* kIndex = "index.html";
constexpr const char* kAllOwn = "shipped";
constexpr const char* kPaperPeople = "people";  // the printed figures of NovPhy's paper
constexpr const char* kOracle = "oracle";       // it is told each task, so it is a ceiling and no player

// Entries that the program makes itself.

/// The names of every agent that needs no more than its name and, where wanted, nets; and kPaperPeople.
std::vector<std::string> own_entries(bool with_nets) {
  std::vector<std::string> names;
  for (const AgentEntry& agent : agent_table())
    if ((with_nets || !agent.needs.net) && !agent.name.ends_with("COMMAND") &&
        !agent.name.ends_with("OPTIONS"))
      names.push_back(agent.name);
  names.emplace_back(kPaperPeople);
  return names;
}

AgentCard card_of(const AgentEntry& agent) {
  return {.format = 1,
          .name = agent.name,
          .authors = {"novphy"},
          .track = CardTrack::kText,
          .data = agent.needs.net ? "normal tasks of the plan's templates (novphy train)" : "none",
          .hardware = "any CPU",
          .cost = "none",
          .link = {},
          .description = agent.doc,
          .reference = agent.name == kOracle,
          .printed = {}};
}

/// Ranks rest on measures of one change of each trial.
PlanFile read_plan_of_board(const std::string& file, const Catalogue& catalogue) {
  PlanFile plan = read_plan(file, catalogue);
  if (has_spans(plan.plan))
    throw InputError(file, "has trials with \"tasks\", expected the novel tasks after the normal ones");
  return plan;
}

/// The plan of the board, and what its entries are made from.
struct BoardWork {
  const BoardSettings& wanted;
  const Assets& assets;
  const JobWatch& watch;
  fs::path entries = fs::path(wanted.folder) / kEntries;
  std::string plan_file = (fs::path(wanted.folder) / "plan.json").string();
  PlanFile plan = read_plan_of_board(plan_file, assets.catalogue);
  unsigned threads = threads_of(wanted.jobs);
  KeptResults& kept;

  BoardSetting setting() const { return {plan, assets}; }
};

/// An agent that adapts only once told of the novelty is told.
void play_agent(const AgentEntry& agent, const fs::path& folder, const BoardWork& work) {
  PlannedRun run({.recorded = {.plan = work.plan_file,
                               .out = (folder / "records.jsonl").string(),
                               .resume = true,
                               .informed = agent.needs.told},
                  .agent = agent.name,
                  .weights = agent.needs.net ? work.wanted.weights : "",
                  .jobs = work.wanted.jobs},
                 {.assets = {std::shared_ptr<const Assets>(), &work.assets}},
                 {.plan = {std::shared_ptr<const PlanFile>(), &work.plan}});
  make_folder(folder);
  work.watch.begin("playing as " + agent.name, "tasks");
  const auto tell = [&](const Progress& now) {
    if (work.watch.progress)
      work.watch.progress(static_cast<std::size_t>(now.tasks), static_cast<std::size_t>(now.tasks_of));
  };
  run.play({.stop = work.watch.stop, .begins = tell, .progress = tell});
}

/// The folder of an own entry, which is also the name of a page.
std::string folder_of(std::string name) {
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
}

void make_own_entry(const std::string& name, const BoardWork& work) {
  const fs::path folder = work.entries / folder_of(name);
  AgentCard card = card_of_papers_people();
  if (name != kPaperPeople) {
    const AgentEntry agent = agent_entry(name, "--add");
    play_agent(agent, folder, work);
    card = card_of(agent);
  }
  make_folder(folder);
  if (!fs::exists(folder / kCard)) write_atomically(folder / kCard, card_text(card));
}

/// Refuses agents of nets without a folder of them, and such a folder without agents that play them.
void check_weights(const std::vector<std::string>& names, const std::string& weights) {
  const auto net = std::find_if(names.begin(), names.end(), [](const std::string& name) {
    return name != kPaperPeople && agent_entry(name, "--add").needs.net;
  });
  if (net == names.end() && !weights.empty())
    throw InputError("--weights", "expected agents in --add that play trained nets, found none");
  if (net != names.end() && weights.empty())
    throw InputError("--add", fmt::format("{} plays trained nets: name their folder by --weights", *net));
}

std::vector<std::string> entries_to_add(const BoardSettings& wanted) {
  const auto& names = wanted.add;
  const bool all = std::find(names.begin(), names.end(), kAllOwn) != names.end();
  return all ? own_entries(!wanted.weights.empty()) : names;
}

// Entries that are there.

/// An entry that was checked and not played again yet.
struct FoundEntry {
  BoardEntry entry;
  std::vector<std::string> files{};  ///< of records that count
  std::size_t records = 0;
  bool of_people = false;
};

/// Names of entries stand in links and in names of pages.
void check_entry_name(const fs::path& folder) {
  constexpr std::string_view kAllowed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-.";
  if (folder.filename().string().find_first_not_of(kAllowed) != std::string::npos)
    throw InputError(printable(folder.string()),
                     "expected a name of letters, digits, \"_\", \"-\" and \".\"");
  if (!fs::is_directory(folder))
    throw InputError(folder.string(), "expected a folder with an entry, found a file");
}

/// The entries' folders, sorted. Hidden files and folders are none.
std::vector<fs::path> entry_folders(const fs::path& entries) {
  if (!fs::is_directory(entries))
    throw InputError(entries.string(), "expected a folder with a folder for each entry");
  std::vector<fs::path> folders;
  for (const auto& each : fs::directory_iterator(entries))
    if (!each.path().filename().string().starts_with('.')) folders.push_back(each.path());
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) check_entry_name(folder);
  if (folders.empty()) throw InputError(entries.string(), "expected a folder for each entry, found none");
  return folders;
}

/// The files *.jsonl, else those of a study's results: NAME/records.jsonl beside assignments.jsonl.
std::vector<std::string> record_files(const fs::path& folder) {
  std::vector<std::string> files;
  std::vector<std::string> of_study;
  for (const auto& each : fs::directory_iterator(folder)) {
    const fs::path records = each.path() / "records.jsonl";
    if (each.path().extension() == ".jsonl" && each.path().filename() != "assignments.jsonl")
      files.push_back(each.path().string());
    if (each.is_directory() && fs::exists(records)) of_study.push_back(records.string());
  }
  if (files.empty()) files = std::move(of_study);
  std::sort(files.begin(), files.end());
  return files;
}

/// Reads the card and checks every record of an entry. Nothing is played yet, because mistakes should show
/// before an hour of plays.
FoundEntry find_entry(const fs::path& folder, const BoardWork& work) {
  FoundEntry found;
  found.entry = {.folder = folder.filename().string(), .card = read_card((folder / kCard).string())};
  found.files = record_files(folder);
  if (found.entry.card.printed && !found.files.empty())
    throw InputError(found.files.front(), "expected no records beside a card with printed figures");
  if (!found.entry.card.printed && found.files.empty())
    throw InputError(folder.string(), "expected records, such as records.jsonl, found no file *.jsonl");
  std::vector<EntryFile> files;
  for (const std::string& file : std::exchange(found.files, {})) {
    EntryFile read = read_entry_file(file, work.setting());
    check_track(read, found.entry.card.track);
    found.entry.unfinished += read.unfinished;
    if (const std::string& why = read.fingerprint.left_out; read.records.empty())
      found.entry.left_out.push_back(file + ": " + (why.empty() ? "has no whole trial of the plan" : why));
    else
      found.files.push_back(file);
    found.records += read.records.size();
    read.records.clear();
    files.push_back(std::move(read));
  }
  if (!files.empty()) check_entry_files(files);
  found.of_people = !files.empty() && is_human(files.front().fingerprint);
  if (!found.of_people && found.entry.folder == work.wanted.people)
    throw InputError(folder.string(), "expected records of people alone");
  if (found.of_people && found.files.empty())
    throw InputError(folder.string(), "expected a person who counts, found " + found.entry.left_out.front());
  return found;
}

/// Tables cannot tell two entries of one name apart, and entries are compared with all people.
void check_entries_together(const std::vector<FoundEntry>& found, const fs::path& entries) {
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [mine, other] = std::tie(found[i].entry, found[j].entry);
      if (mine.card.name == other.card.name)
        throw InputError(
            (entries / mine.folder / kCard).string(),
            fmt::format("/name: is the name of the entry {}, too: expected another", other.folder));
      if (found[i].of_people && found[j].of_people)
        throw InputError((entries / mine.folder).string(),
                         fmt::format("is of people, as {} is: expected all in one entry", other.folder));
    }
}

}  // namespace

void describe(FieldIo& io, ReplayVerdict& verdict) {  // as a journal keeps it
  io.field("played", verdict.played, kCount);
  io.field("unplayed", verdict.unplayed, kCount);
  io.field("different", verdict.different, kCount);
  io.field("first", verdict.first, ListCodec{TextCodec{}});
}

namespace {

/// Adds what comes of the records of a file, as far as the journal does not know it.
void replay_file(const EntryFile& file, const BoardWork& work, PieceCounter& played, ReplayVerdict& verdict) {
  const std::string key = fmt::format("board {} {} {} {}", this_program(), work.plan.hash, file.path,
                                      work.wanted.journal.empty() ? "" : sha256(read_file(file.path)));
  auto found = work.kept.find<ReplayVerdict>(key);
  if (found) {
    played.add(file.records.size());
  } else {
    found.emplace();
    replay_entry_file(
        file, work.setting(), work.threads, [&] { played.add(); }, *found);
    work.kept.keep(key, *found);
  }
  verdict.add(*found);
}

/// Plays the records of an entry again. They are read once more, so that only one entry is held in memory.
void replay_entry(FoundEntry& found, const BoardWork& work, PieceCounter& played) {
  if (found.files.empty()) return;
  AgentLog& log = found.entry.log.emplace();
  log.agent = found.entry.card.name;
  for (const std::string& name : found.files) {
    const EntryFile file = read_entry_file(name, work.setting());
    replay_file(file, work, played, found.entry.replay);
    EntrySpending& spent = found.entry.spent;
    spent.tasks += static_cast<int>(file.records.size());
    for (const Record& record : file.records) {
      if (const auto& cost_usd = record.usage.cost) spent.cost_usd.add(*cost_usd);
      if (const auto& wall_s = record.usage.wall_s) spent.wall_s.add(*wall_s);
    }
    add_entry_file(log, file);
  }
}

std::vector<BoardEntry> read_entries(const BoardWork& work) {
  std::vector<FoundEntry> found;
  for (const fs::path& folder : entry_folders(work.entries)) found.push_back(find_entry(folder, work));
  check_entries_together(found, work.entries);
  std::size_t records = 0;
  for (const FoundEntry& each : found) records += each.records;
  work.watch.begin("playing the records again", "records");
  PieceCounter played(work.watch.progress, records);
  std::vector<BoardEntry> read;
  for (FoundEntry& each : found) {
    replay_entry(each, work, played);
    read.push_back(std::move(each.entry));
  }
  return read;
}

/// Checks the entries that are there before hours of plays, all but those that are to be made.
void check_others_entries(const BoardWork& work) {
  std::vector<std::string> own;
  for (const std::string& name : entries_to_add(work.wanted)) own.push_back(folder_of(name));
  for (const std::string& name : work.wanted.ran)
    if (std::find(own.begin(), own.end(), name) == own.end() && !fs::is_directory(work.entries / name))
      throw InputError("--ran", fmt::format("found \"{}\", expected folders of entries", printable(name)));
  check_weights(entries_to_add(work.wanted), work.wanted.weights);
  if (!fs::is_directory(work.entries)) return;
  for (const auto& each : fs::directory_iterator(work.entries)) {
    const std::string name = each.path().filename().string();
    if (name.starts_with('.') || std::find(own.begin(), own.end(), name) != own.end()) continue;
    check_entry_name(each.path());
    find_entry(each.path(), work);
  }
}

// The pages.

/// The folder is replaced as a whole, so it must hold nothing but a board.
void check_site(const BoardSettings& wanted) {
  const fs::path out = folder_place(wanted.out);
  const fs::path entries = folder_place(fs::path(wanted.folder) / kEntries);
  const fs::path below = out.lexically_relative(entries);
  if (!below.empty() && *below.begin() != "..")
    throw InputError(wanted.out, "stands in the folder of the entries: expected another place");
  if (!fs::exists(out) || fs::is_empty(out)) return;
  const fs::path board = out / kBoardFile;
  if (!fs::is_regular_file(board) || kind_of(read_file(board)) != FileKind::kBoard)
    throw InputError(wanted.out, "is there already and holds no board: expected another name");
  for (const auto& each : fs::recursive_directory_iterator(out)) {
    const std::string name = each.path().lexically_relative(out).generic_string();
    const bool page = name.starts_with(std::string(kEntries) + "/") && name.ends_with(".html");
    if (name != kBoardFile && name != kIndex && name != kEntries && !page)
      throw InputError(each.path().string(),
                       "was not written by novphy board and would be lost: expected another folder");
  }
}

void write_site(const BoardSettings& wanted, const Board& board) {
  const std::string made_by = "novphy " + build_info().version;
  const NewFolder site(folder_place(wanted.out), "another novphy board is writing this folder");
  site.write({kIndex, board_page(board, wanted.title, made_by)});
  site.write({kBoardFile, board_json(board)});
  for (const MeasuredEntry& entry : board.entries)
    site.write({page_of(entry), entry_page(board, entry, made_by)});
  site.take_name();
}

int planned_trials(const Plan& plan) {
  return static_cast<int>(
      std::count_if(plan.trials.begin(), plan.trials.end(), [](const PlannedTrial& trial) {
        return !is_calibration(trial) && !trial.novel.empty() && trial.novelty != kPlainLevels;
      }));
}

}  // namespace

Settings BoardSettings::settings() {
  std::vector<std::string> own = own_entries(true);
  own.insert(own.begin(), kAllOwn);
  return {{"folder", &folder, "A folder with plan.json and entries/NAME/: records and card.json", "DIR",
           Also{.positional = true, .required = true}},
          out_folder_setting(out, "The folder of pages to write; an older board is replaced"),
          {"by", &by, "The measure of the ranks", "MEASURE",
           Also{.choices = {kRankMeasures.begin(), kRankMeasures.end()}}},
          {"ran", &ran,
           "Entries (folders) that you ran yourself, as those of --add: their own alarms rank beside a "
           "detector's",
           "ENTRY", Also{.one_each = true}},
          {"add", &add,
           "First plays the plan with these agents of novphy list agents and writes their entries; "
           "\"shipped\": all (those with nets if there are --weights), and the paper's people",
           "AGENT", Also{.choices = std::move(own)}},
          {"weights", &weights, "The folder of novphy train, for agents that play nets", "DIR"},
          jobs_setting(jobs, "Number of threads; the board is the same for any number"),
          {"title", &title, "Title of the board", "TEXT"},
          journal_setting(journal)};
}

Board write_board(const BoardSettings& wanted, const Assets& assets, const std::vector<Novelty>& novelties,
                  const JobWatch& watch) {
  check_site(wanted);
  KeptResults kept(wanted.journal);
  const BoardWork work{.wanted = wanted, .assets = assets, .watch = watch, .kept = kept};
  const int trials = planned_trials(work.plan.plan);
  if (trials == 0) throw InputError(work.plan_file, "has no trial with a novelty, expected some");
  check_others_entries(work);
  for (const std::string& name : entries_to_add(wanted)) make_own_entry(name, work);
  BoardInput input{.plan = {work.plan.hash, trials},
                   .entries = read_entries(work),
                   .levels = {},
                   .by = wanted.by,
                   .ran = wanted.ran};
  for (const std::string& name : entries_to_add(wanted)) input.ran.push_back(folder_of(name));
  for (const Novelty& novelty : novelties) input.levels[novelty.name] = novelty.hierarchy;
  input.conventions.threads = work.threads;
  input.conventions.resamples = EvaluationSettings{}.resamples;
  Board board = make_board(std::move(input));
  write_site(wanted, board);
  return board;
}

}  // namespace novphy
