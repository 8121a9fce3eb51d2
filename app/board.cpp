#include "evaluator/board/board.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/board_entries.h"
#include "app/commands.h"
#include "base/new_folder.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "base/file.h"
#include "base/file_kind.h"
#include "base/input_error.h"
#include "base/utf8.h"
#include "evaluator/board/measures.h"
#include "evaluator/board/pages.h"
#include "evaluator/equal_plays.h"
#include "trials/entry_records.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

constexpr const char* kEntries = "entries";
constexpr const char* kCard = "card.json";
constexpr const char* kBoardFile = "board.json";
constexpr const char* kIndex = "index.html";
constexpr const char* kAllOwn = "shipped";

struct BoardArguments {
  AssetOptions assets;
  NoveltyTable novelties;
  std::string folder;
  std::string by = "ap";
  std::string title = "novphy: a board";
  std::vector<std::string> add;
  std::string weights;
  int jobs = 1;
  std::string out;
  QuietOption quiet;
};

/// An entry that was checked and not played again yet.
struct FoundEntry {
  BoardEntry entry;
  std::vector<std::string> files;  ///< of records
  std::size_t records = 0;
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

std::vector<std::string> record_files(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& each : fs::directory_iterator(folder))
    if (each.path().extension() == ".jsonl") files.push_back(each.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// Reads the card and checks every record of an entry. Nothing is played yet, because mistakes should show
/// before an hour of plays.
FoundEntry find_entry(const fs::path& folder, const BoardSetting& setting) {
  FoundEntry found;
  found.entry = {.folder = folder.filename().string(), .card = read_card((folder / kCard).string())};
  found.files = record_files(folder);
  if (found.entry.card.printed && !found.files.empty())
    throw InputError(found.files.front(), "expected no records beside a card with printed figures");
  if (!found.entry.card.printed && found.files.empty())
    throw InputError(folder.string(), "expected records, such as records.jsonl, found no file *.jsonl");
  std::vector<EntryFile> files;
  for (const std::string& file : found.files) {
    EntryFile& read = files.emplace_back(read_entry_file(file, setting));
    found.records += read.records.size();
    read.records.clear();
  }
  if (!files.empty()) check_entry_files(files);
  return found;
}

/// Tables cannot tell two entries of one name apart.
void check_card_names(const std::vector<FoundEntry>& found, const fs::path& entries) {
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (found[i].entry.card.name == found[j].entry.card.name)
        throw InputError(
            (entries / found[i].entry.folder / kCard).string(),
            fmt::format("/name: is the name of the entry {}, too: expected another", found[j].entry.folder));
}

/// Plays the records of an entry again. They are read once more, so that only one entry is held in memory.
void replay_entry(FoundEntry& found, const BoardSetting& setting, int jobs, ProgressLine& line) {
  if (found.files.empty()) return;
  AgentLog& log = found.entry.log.emplace();
  log.agent = found.entry.card.name;
  for (const std::string& name : found.files) {
    const EntryFile file = read_entry_file(name, setting);
    replay_entry_file(
        file, setting, static_cast<unsigned>(jobs), [&] { line.add(); }, found.entry.replay);
    add_entry_file(log, file);
  }
}

std::vector<BoardEntry> read_entries(const BoardArguments& options, const BoardSetting& setting) {
  const fs::path entries = fs::path(options.folder) / kEntries;
  std::vector<FoundEntry> found;
  for (const fs::path& folder : entry_folders(entries)) found.push_back(find_entry(folder, setting));
  check_card_names(found, entries);
  std::size_t records = 0;
  for (const FoundEntry& each : found) records += each.records;
  ProgressLine line("board", "records", options.quiet);
  line.begin(records);
  std::vector<BoardEntry> read;
  for (FoundEntry& each : found) {
    replay_entry(each, setting, options.jobs, line);
    read.push_back(std::move(each.entry));
  }
  return read;
}

/// The folder is replaced as a whole, so it must hold nothing but a board.
void check_site(const BoardArguments& options) {
  const fs::path out = folder_place(options.out);
  const fs::path entries = folder_place(fs::path(options.folder) / kEntries);
  const fs::path below = out.lexically_relative(entries);
  if (!below.empty() && *below.begin() != "..")
    throw InputError(options.out, "stands in the folder of the entries: expected another place");
  if (!fs::exists(out) || fs::is_empty(out)) return;
  const fs::path board = out / kBoardFile;
  if (!fs::is_regular_file(board) || kind_of(read_file(board)) != FileKind::kBoard)
    throw InputError(options.out, "is there already and holds no board: expected another name");
  for (const auto& each : fs::recursive_directory_iterator(out)) {
    const std::string name = each.path().lexically_relative(out).generic_string();
    const bool page = name.starts_with(std::string(kEntries) + "/") && name.ends_with(".html");
    if (name != kBoardFile && name != kIndex && name != kEntries && !page)
      throw InputError(each.path().string(),
                       "was not written by novphy board and would be lost: expected another folder");
  }
}

void write_site(const BoardArguments& options, const Board& board) {
  const std::string made_by = "novphy " + build_info().version;
  const NewFolder site(folder_place(options.out), "another novphy board is writing this folder");
  site.write({kIndex, board_page(board, options.title, made_by)});
  site.write({kBoardFile, board_json(board)});
  for (const MeasuredEntry& entry : board.entries)
    site.write({page_of(entry), entry_page(board, entry, made_by)});
  site.take_name();
}

std::map<std::string, std::string> levels_of(const std::vector<Novelty>& novelties) {
  std::map<std::string, std::string> levels;
  for (const Novelty& novelty : novelties) levels[novelty.name] = novelty.hierarchy;
  return levels;
}

int planned_trials(const Plan& plan) {
  return static_cast<int>(
      std::count_if(plan.trials.begin(), plan.trials.end(), [](const PlannedTrial& trial) {
        return !is_calibration(trial) && !trial.novel.empty() && trial.novelty != kPlainLevels;
      }));
}

/// Refuses agents of nets without a folder of them, and such a folder without agents that play them.
void check_weights(const std::vector<std::string>& names, const std::string& weights) {
  const auto net = std::find_if(names.begin(), names.end(), plays_net);
  if (net == names.end() && !weights.empty())
    throw InputError("--weights", "expected agents in --add that play trained nets, found none");
  if (net != names.end() && weights.empty())
    throw InputError("--add", fmt::format("{} plays trained nets: name their folder by --weights", *net));
}

void add_own_entries(const BoardArguments& options, const OwnEntrySetting& setting) {
  std::vector<std::string> names = options.add;
  if (std::find(names.begin(), names.end(), kAllOwn) != names.end())
    names = own_entries(options.weights.empty() ? OwnNets::kNo : OwnNets::kYes);
  check_weights(names, options.weights);
  for (const std::string& name : names) make_own_entry(name, setting);
}

void print_board(const BoardArguments& options, const Board& board) {
  int ranked = 0;
  for (const MeasuredEntry& entry : board.entries) {
    if (entry.rank) ++ranked;
    if (entry.standing == Standing::kDifferent)
      print_warning(fmt::format(
          "{}/{}: is not ranked, because {} of its plays come out differently; the first: {}", kEntries,
          entry.entry.folder, entry.entry.replay.different, entry.entry.replay.first.front()));
  }
  std::vector<const AgentLog*> logs;
  for (const MeasuredEntry& entry : board.entries)
    if (entry.entry.log) logs.push_back(&*entry.entry.log);
  std::vector<std::string> warnings;
  note_equal_plays(logs, warnings);
  for (const std::string& warning : warnings) print_warning(warning);
  fmt::print("{}: {} entries, {} ranked\n", printable(options.out), board.entries.size(), ranked);
}

void run_board(const BoardArguments& options) {
  check_site(options);
  const Assets assets = options.assets.load();
  const std::string plan_file = (fs::path(options.folder) / "plan.json").string();
  const PlanFile plan = read_plan(plan_file, assets.catalogue);
  const int trials = planned_trials(plan.plan);
  if (trials == 0) throw InputError(plan_file, "has no trial with a novelty, expected some");
  const auto levels = levels_of(options.novelties.load(assets.catalogue));
  add_own_entries(options, {.entries = fs::path(options.folder) / kEntries,
                            .plan_file = plan_file,
                            .plan = plan,
                            .assets = assets,
                            .weights = options.weights,
                            .jobs = options.jobs});
  Conventions conventions;
  conventions.threads = static_cast<unsigned>(options.jobs);
  const Board board = make_board({.plan = {plan.hash, trials},
                                  .entries = read_entries(options, {plan, assets}),
                                  .levels = levels,
                                  .by = options.by,
                                  .conventions = conventions});
  write_site(options, board);
  print_board(options, board);
}

std::vector<std::string> words_of_add() {
  std::vector<std::string> words = own_entries(OwnNets::kYes);
  words.insert(words.begin(), kAllOwn);
  return words;
}

}  // namespace

void add_board(CLI::App& app) {
  auto options = std::make_shared<BoardArguments>();
  CLI::App& command = add_command(
      app, "board", "Plays the records of all entries again and writes a board of ranks", kResultsGroup,
      "novphy board my_board --out site\n"
      "novphy board my_board --add shipped --jobs 2 --out site");
  command
      .add_option("folder", options->folder,
                  "A folder with plan.json and entries/NAME/: records and card.json")
      ->type_name("DIR")
      ->required();
  as_output(
      command.add_option("--out", options->out, "The folder of pages to write; an older board is replaced"))
      ->type_name("DIR")
      ->required();
  command.add_option("--by", options->by, "The measure of the ranks")
      ->type_name("MEASURE")
      ->check(CLI::IsMember(std::vector<std::string>(kBoardMeasures.begin(), kBoardMeasures.end())))
      ->capture_default_str();
  command
      .add_option("--add", options->add,
                  "First plays the plan with these agents of novphy list agents and writes their entries; "
                  "\"shipped\": all (those with nets if there are --weights), and the paper's people")
      ->type_name("AGENT")
      ->check(CLI::IsMember(words_of_add()).description(""));  // help would show the whole list
  command.add_option("--weights", options->weights, "The folder of novphy train, for agents that play nets")
      ->type_name("DIR");
  command.add_option("--jobs", options->jobs, "Number of threads; the board is the same for any number")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--title", options->title, "Title of the board")
      ->type_name("TEXT")
      ->capture_default_str();
  options->novelties.add_to(command);
  options->quiet.add_to(command);
  options->assets.add_folder_to(command);
  command.callback([options] { run_board(*options); });
}

}  // namespace novphy::app
