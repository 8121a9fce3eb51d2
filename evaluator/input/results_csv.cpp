#include "evaluator/input/results_csv.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <tuple>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/text.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

/// A column that tables of results may have: our name, and those that other programs use.
struct ResultsColumn {
  std::string_view ours;
  std::vector<std::string_view> others;
};

// The other names are those of the tables that WSU-SmartEnv-NG and Hydra's experiment runners write.
const std::vector<ResultsColumn> kResultsColumns{
    {"agent", {"agent_name"}},
    {"novelty", {"novelty_id", "novelty_level", "novelty_name"}},
    {"scenario", {"novelty_type", "novelty_difficulty", "difficulty"}},
    {"trial", {"trial_num", "trial_number", "trial_index"}},
    {"phase", {"episode_type", "novelty_initiated"}},
    {"passed", {"pass", "success"}},
    {"task", {"episode", "episode_num", "episode_number", "episode_index"}},
    {"task_id", {}},
    {"score", {"performance"}},
    {"novelty_probability", {"novelty_likelihood"}},
    {"novelty_threshold", {}},
    {"alarm", {"novelty_detected", "novelty_detection", "predicted_novel"}},
    {"informed", {"trial_type", "novelty_visibility"}},
    {"control", {}},
    {"run", {"training_run"}},
    {"shots", {}},
    {"calls", {}},
    {"tokens_in", {}},
    {"tokens_out", {}},
    {"cost", {}},
    {"wall_s", {}},
};

constexpr auto kAboutTrials = std::to_array<std::string_view>(
    {"trial_id", "trial_type", "novelty_id", "novelty_level", "novelty_name", "novelty_type",
     "novelty_subtype", "novelty_difficulty", "difficulty", "novelty_visibility", "env_config"});

/// Columns that are none of ours, and what their user may want. {} stands for the name.
struct LeftOut {
  std::string_view name;
  std::string_view hint;
};
constexpr std::string_view kIfTrained =
    "--columns run={}, if rows that differ in it are of different trainings";
constexpr std::string_view kIfRepeated = "--repeats first or last, if rows that differ in it repeat a task";
constexpr LeftOut kLeftOut[] = {{"seed", kIfTrained},       {"training_seed", kIfTrained},
                                {"train_seed", kIfTrained}, {"attempt", kIfRepeated},
                                {"attempts", kIfRepeated},  {"try", kIfRepeated},
                                {"retry", kIfRepeated}};

using Header = std::vector<std::string>;

bool same_name(const std::string& a, std::string_view b) { return !NoCase{}(a, b) && !NoCase{}(b, a); }

/// The header's own way of writing a name.
std::optional<std::string> in_header(const Header& header, std::string_view name) {
  const auto* found = find_in(header, [&](const std::string& column) { return same_name(column, name); });
  return found == nullptr ? std::nullopt : std::optional(*found);
}

/// In the tables of Hydra's runners, which have episode_type, the column novelty is what the agent reports.
bool is_report(const Header& header, std::string_view ours) {
  return ours == "novelty" && in_header(header, "episode_type") && !in_header(header, "phase");
}

bool is_chosen(const ColumnNames& chosen, std::string_view theirs) {
  return std::ranges::any_of(chosen, [&](const auto& choice) { return same_name(choice.second, theirs); });
}

std::optional<std::string> only_one(const Header& header, const ResultsColumn& column,
                                    const ColumnNames& chosen) {
  std::vector<std::string> found;
  for (const std::string_view other : column.others)
    if (const auto there = in_header(header, other); there && !is_chosen(chosen, other))
      found.push_back(*there);
  if (found.size() > 1)
    throw std::invalid_argument(
        fmt::format("{} may each be the column \"{}\": choose one with --columns {}={}",
                    fmt::join(found, " and "), column.ours, column.ours, found.front()));
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::optional<std::string> theirs_of(const Header& header, const ResultsColumn& column,
                                     const ColumnNames& chosen) {
  const auto choice = chosen.find(std::string(column.ours));
  if (choice != chosen.end())
    if (const auto there = in_header(header, choice->second)) return there;
  const auto own = in_header(header, column.ours);
  if (own && !is_report(header, column.ours)) return own;
  return only_one(header, column, chosen);
}

const ResultsColumn& column_of(std::string_view ours) {
  return *std::ranges::find_if(kResultsColumns, [&](const ResultsColumn& each) { return each.ours == ours; });
}

/// Whether the table has a column that may be this one of ours.
bool may_have(const Header& header, std::string_view ours, const ColumnNames& chosen) {
  const auto is_there = [&](std::string_view name) { return in_header(header, name).has_value(); };
  const auto choice = chosen.find(ours);
  return is_there(ours) || (choice != chosen.end() && is_there(choice->second)) ||
         std::ranges::any_of(column_of(ours).others, is_there);
}

}  // namespace

void check_column_names(const ColumnNames& chosen) {
  const auto ours = mapped(kResultsColumns, [](const auto& column) { return std::string(column.ours); });
  for (const auto& [name, theirs] : chosen)
    if (!in_header(ours, name))
      throw std::invalid_argument(
          fmt::format("columns: found \"{}\", expected one of {}", name, fmt::join(ours, ", ")));
}

ResultsColumns::ResultsColumns(const Header& header, const ColumnNames& chosen) {
  for (const ResultsColumn& column : kResultsColumns)
    if (const auto theirs = theirs_of(header, column, chosen))
      theirs_.emplace(std::string(column.ours), *theirs);
  const auto is_used = [&](const std::string& name) {
    return std::ranges::any_of(theirs_, [&](const auto& column) { return same_name(column.second, name); });
  };
  for (const std::string_view name : kAboutTrials)
    if (const auto there = in_header(header, name); there && !is_used(*there))
      about_trials_.push_back(*there);
  for (const LeftOut& column : kLeftOut)
    if (const auto there = in_header(header, column.name); there && !is_used(*there))
      left_out_.push_back(fmt::format("{} ({})", *there, fmt::format(fmt::runtime(column.hint), *there)));
}

std::string ResultsColumns::renamed() const {
  std::vector<std::string> texts;
  for (const auto& [ours, theirs] : theirs_)
    if (!same_name(theirs, ours)) texts.push_back(fmt::format("{} as {}", theirs, ours));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string ResultsColumns::explained(const std::string& repeats) const {
  const std::string error = left_out_.empty() ? repeats
                                              : fmt::format("the table's {} is not read: {}",
                                                            fmt::join(left_out_, ", nor "), repeats);
  std::vector<std::string> missing;
  for (const std::string_view ours : {"agent", "scenario"})
    if (!has(ours))
      missing.push_back(fmt::format("no column \"{}\" (--columns {}=NAME names it)", ours, ours));
  if (missing.empty()) return error;
  return fmt::format("the table has {}, so all its rows are of one {}: {}", fmt::join(missing, " and "),
                     has("scenario") ? "agent"
                     : has("agent")  ? "scenario"
                                     : "agent and scenario",
                     error);
}

namespace {

using Words = std::vector<std::string_view>;

/// The words for a column's two values.
struct TwoValues {
  Words yes;
  Words no;
};

const TwoValues kTruthWords{{"1", "1.0", "true", "yes", "pass", "passed", "win", "won", "success"},
                            {"0", "0.0", "false", "no", "fail", "failed", "loss", "lost", "failure"}};
const TwoValues kInformedWords{{"1", "1.0", "true", "yes", "informed", "known"},
                               {"0", "0.0", "false", "no", "uninformed", "unknown"}};
const TwoValues kNovelWords{{"novel", "novelty"}, {"normal", "non-novelty-performance"}};
/// For a column such as novelty_initiated, which asks a question.
const TwoValues kIsNovelWords{{"1", "1.0", "true", "yes", "novel", "novelty"},
                              {"0", "0.0", "false", "no", "normal", "non-novelty-performance"}};

/// What pandas and R write for a value that is not known.
bool is_blank(std::string_view text) {
  return text.empty() || text == "NA" || text == "None" || text == "NaN" || text == "nan";
}

ResultsColumns columns_of(LineReader& lines, const ColumnNames& chosen) try {
  const Header header = csv_header(lines);
  lines.restart();
  return {header, chosen};
} catch (const std::invalid_argument& error) {
  throw InputError(lines.path(), error.what());
}

/// The file's name without its ending.
std::string name_of_file(const std::string& path) {
  const std::string name = std::filesystem::path(path).stem().string();
  if (is_printable(name) && !name.empty()) return name;
  throw InputError(path, "the table has no column \"agent\", and the file's name is no name for an agent");
}

/// A row of a table, by our names of the columns.
class RowReader {
 public:
  RowReader(LineReader lines, const std::string& path, const ResultsColumns& columns)
      : row_(std::move(lines), {}), columns_(columns), agent_(has_column("agent") ? "" : name_of_file(path)) {
    for (const std::string_view needed : {"novelty", "trial", "phase"})
      if (!has_column(needed)) throw InputError(path, row_.line(), missing(needed));
    if (!has_column("passed") && !has_column("score"))
      throw InputError(path, row_.line(), missing("passed") + "; or the column \"score\"");
  }

  bool next() { return row_.next(); }
  int line() const { return row_.line(); }
  bool has_column(std::string_view ours) const { return columns_.has(ours); }
  /// Whether the table has the column and the row has a value in it.
  bool has(std::string_view ours) const { return has_column(ours) && !is_blank(row_.trimmed(theirs(ours))); }
  std::string_view text(std::string_view column) const { return row_.trimmed(column); }

  std::string agent() const { return has_column("agent") ? row_.name(theirs("agent")) : agent_; }
  std::string run() const { return has("run") ? name("run") : ""; }
  std::string name(std::string_view ours) const { return row_.name(theirs(ours)); }

  int index(std::string_view ours) const { return static_cast<int>(whole(ours, kMostIndex)); }

  std::int64_t whole(std::string_view ours, std::int64_t most) const {
    return row_.whole(theirs(ours), 0, most);
  }

  /// Sums and squares of greater scores would be no numbers.
  double score() const {
    constexpr double kMost = 1e15;
    const double value = row_.number(theirs("score"));
    if (std::abs(value) > kMost) row_.fail(theirs("score"), "a number from -1e15 to 1e15");
    return value;
  }

  double zero_to(std::string_view ours, double most) const { return row_.number(theirs(ours), 0, most); }

  bool yes(std::string_view ours, const TwoValues& values) const {
    const std::string word = in_small_letters(std::string(row_.trimmed(theirs(ours))));
    if (contains(values.yes, word)) return true;
    if (contains(values.no, word)) return false;
    row_.fail(theirs(ours), fmt::format("one of {}, or one of {}, in capital or small letters",
                                        fmt::join(values.yes, ", "), fmt::join(values.no, ", ")));
  }

  Phase phase() const {
    const bool asks = in_small_letters(theirs("phase")) != "phase";
    return yes("phase", asks ? kIsNovelWords : kNovelWords) ? Phase::kNovel : Phase::kNormal;
  }

 private:
  const std::string& theirs(std::string_view ours) const { return columns_.theirs(ours); }

  static std::string missing(std::string_view ours) {
    const ResultsColumn& column = column_of(ours);
    return fmt::format(
        "the column \"{}\" is missing: expected it, {}{}or another column that --columns "
        "{}=NAME names",
        ours, fmt::join(column.others, ", "), column.others.empty() ? "" : ", ", ours);
  }

  CsvReader row_;
  const ResultsColumns& columns_;
  std::string agent_;
};

PlayerUsage read_usage(const RowReader& row) {
  PlayerUsage usage;
  if (row.has("calls")) usage.calls = static_cast<int>(row.whole("calls", kMostCalls));
  if (row.has("tokens_in")) usage.tokens_in = row.whole("tokens_in", kMostTokens);
  if (row.has("tokens_out")) usage.tokens_out = row.whole("tokens_out", kMostTokens);
  if (row.has("cost")) usage.cost = row.zero_to("cost", kMostCost);
  if (row.has("wall_s")) usage.wall_s = row.zero_to("wall_s", kMostWallS);
  return usage;
}

Record read_record(const RowReader& row) {
  Record record;
  record.novelty = row.name("novelty");
  record.scenario = row.has_column("scenario") ? row.name("scenario") : "all";
  record.trial = row.index("trial");
  record.phase = row.phase();
  if (row.has("task_id")) record.task_template = row.name("task_id");
  record.no_result = !row.has("passed");
  record.passed = !record.no_result && row.yes("passed", kTruthWords);
  record.control = row.has("control") && row.yes("control", kTruthWords);
  record.informed = row.has("informed") && row.yes("informed", kInformedWords);
  if (row.has("alarm")) record.alarm = row.yes("alarm", kTruthWords);
  if (row.has("novelty_probability")) record.novelty_probability = row.zero_to("novelty_probability", 1);
  if (row.has("novelty_threshold")) record.novelty_threshold = row.zero_to("novelty_threshold", 1);
  record.usage = read_usage(row);
  return record;
}

/// A version of a trial.
using TrialVersion = std::tuple<std::string, std::string, std::string, std::string, bool, int, bool>;

TrialVersion version_of(const ResultRow& row) {
  const Record& record = row.record;
  return {row.agent, row.run, record.novelty, record.scenario, record.control, record.trial, record.informed};
}

std::string text_of(const Record& record) {
  return fmt::format("{} {}, trial {}", record.novelty, record.scenario, record.trial);
}

/// What the rows of each trial tell together.
class RowsOfTrials {
 public:
  RowsOfTrials(const std::string& path, const ResultsColumns& columns, Repeats repeats)
      : path_(path), columns_(columns), repeats_(repeats) {}

  /// Counts the rows of the trial: the row's number, from 0.
  int next(const ResultRow& row, int line) {
    Count& count = counts_[version_of(row)];
    const bool novel = row.record.phase == Phase::kNovel;
    if (!novel && count.novel_line > 0) {
      if (repeats_ == Repeats::kRefuse)
        throw InputError(
            path_, line,
            columns_.explained(fmt::format(
                "a normal task of {}, after the novel task in line {}: expected all normal tasks of "
                "a trial before its "
                "novel tasks, or --repeats first or last where the trial was played again",
                text_of(row.record), count.novel_line)));
      count = {};
    }
    if (novel && count.novel_line == 0) count.novel_line = line;
    return count.rows++;
  }

  /// Compares what the rows of a trial say about the trial. Programs may describe the normal tasks of a trial
  /// in another way than its novel tasks, so the rows of each phase are compared.
  void check(const RowReader& row, const ResultRow& result) {
    const std::vector<std::string>& columns = columns_.about_trials();
    if (columns.empty()) return;
    const auto texts = mapped(columns, [&](const auto& column) { return std::string(row.text(column)); });
    const auto [first, is_new] =
        first_.try_emplace({version_of(result), result.record.phase}, row.line(), texts);
    if (is_new) return;
    const auto [own, other] = std::mismatch(texts.begin(), texts.end(), first->second.second.begin());
    if (own == texts.end()) return;
    const std::string& column = columns[static_cast<std::size_t>(own - texts.begin())];
    throw InputError(
        path_, row.line(),
        fmt::format("{}: found \"{}\", but \"{}\" in line {} of the same trial ({}): expected one value in "
                    "a trial; --columns novelty={} or scenario={} makes it a name",
                    column, printable(*own), printable(*other), first->second.first, text_of(result.record),
                    column, column));
  }

 private:
  struct Count {
    int rows = 0;
    int novel_line = 0;  ///< of the first novel task; 0: none yet
  };
  const std::string& path_;
  const ResultsColumns& columns_;
  Repeats repeats_;
  std::map<TrialVersion, Count> counts_;
  std::map<std::pair<TrialVersion, Phase>, std::pair<int, std::vector<std::string>>> first_;
};

}  // namespace

bool is_results_csv(const Header& header, const ColumnNames& columns) {
  const auto has = [&](std::string_view ours) { return may_have(header, ours, columns); };
  return has("phase") && (has("passed") || has("score"));
}

ResultsTable read_results_csv(LineReader lines, const std::function<void(const ResultRow&, int line)>& visit,
                              const ResultsOptions& options) {
  const std::string path = lines.path();
  ResultsTable table{columns_of(lines, options.columns)};
  RowReader row(std::move(lines), path, table.columns);
  RowsOfTrials trials(path, table.columns, options.repeats);
  while (row.next()) {
    ResultRow result{row.agent(), row.run(), read_record(row), {}, {}};
    result.says_novelty = row.has("alarm") || row.has("novelty_probability");
    if (row.has("score")) result.score = row.score();
    if (row.has("shots")) result.shots = row.index("shots");
    result.record.task = row.has_column("task") ? row.index("task") : trials.next(result, row.line());
    trials.check(row, result);
    table.any_pass = table.any_pass || !result.record.no_result;
    table.any_score = table.any_score || result.score;
    visit(result, row.line());
  }
  return table;
}

}  // namespace novphy
